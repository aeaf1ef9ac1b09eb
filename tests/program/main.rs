//! The program as it is typed, and what it writes.

mod command_line;
#[cfg(feature = "export")]
mod pictures_of_documents;
