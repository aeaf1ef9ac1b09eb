//! What a page that has the program in it has besides: said by `edagari share`, read by the program when the page is opened.

use serde::{Deserialize, Serialize};

/// The contents of a page, as JSON in the element [`PageContents::ELEMENT`]. Each file is in base64 in an element of its own.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(crate) struct PageContents {
    /// The version of this, [`PageContents::VERSION`].
    pub(crate) edagari_page: u32,
    /// The traces that are opened, each with its element and its name.
    pub(crate) traces: Vec<(String, String)>,
    /// Files that are found beside them, such as notes.
    pub(crate) beside: Vec<(String, String)>,
    /// Where the window begins, unless the address of the page says so: the words of a link with their values.
    pub(crate) begin: Vec<(String, String)>,
}

impl PageContents {
    pub(crate) const ELEMENT: &'static str = "contents";
    pub(crate) const VERSION: u32 = 1;
}
