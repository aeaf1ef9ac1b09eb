//! Every text a person reads in the window: one file a language, with what else has to be known of it. Games and searches bring
//! some along ([`Words`]).

/// The list of languages. A new one is a line here, and a file that holds its texts and what is known of it besides.
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

mod descriptor;
mod languages;
mod ordinals;
mod texts;
mod words;
mod writing;

#[cfg(feature = "export")]
pub use descriptor::Font;
pub use languages::Language;
pub use texts::Text;
pub use words::Words;
pub use writing::{capitalized, grouped};
