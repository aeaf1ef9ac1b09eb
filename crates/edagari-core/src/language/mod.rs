//! Texts of the window: one file per language, with its descriptor. Games and searches define their own texts ([`Words`]).

/// List of languages. A new language needs a line here, and a file with its texts and its descriptor.
macro_rules! languages {
    ($make:ident) => {
        $make! {
            english::English,
            japanese::Japanese,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Language:ident,)+) => {
        $(mod $file;)+
    };
}

languages!(files);

mod glossary;
mod languages;
mod texts;
mod visible;
mod writing;

pub use glossary::Term;
pub use languages::{Language, Words};
pub use texts::Text;
pub use visible::{csv_text, has_right_to_left, isolated, visible, visible_json, visible_lines};
pub use writing::{capitalized, grouped, with_plain_spaces};
