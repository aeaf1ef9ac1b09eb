//! Texts of the window: one file per language; a new text is one line in each. Games and searches define their own texts ([`Words`]).

/// List of languages. A new language needs a line here, a file with its texts, and a descriptor in `languages.rs`.
macro_rules! languages {
    ($make:ident) => {
        $make! {
            english::English = ENGLISH,
            japanese::Japanese = JAPANESE,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Language:ident = $_:ident,)+) => {
        $(mod $file;)+
    };
}

languages!(files);

mod glossary;
mod languages;
mod message;
mod parser_messages;
mod texts;
mod visible;
mod writing;

pub use english::Text;
pub use glossary::Term;
pub use languages::{Language, Words};
pub use message::{HasMessage, Message};
pub use parser_messages::reworded;
pub use visible::{csv_text, has_right_to_left, isolated, shortened, visible, visible_json, visible_lines};
pub use writing::{begins_no_line, capitalized, ends_no_line, grouped, unbroken, with_plain_spaces};
