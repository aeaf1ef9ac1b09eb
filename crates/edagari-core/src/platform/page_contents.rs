//! Table of contents of a page that bundles the program: written by `edagari share`, read by the program when the page is opened.

use serde::{Deserialize, Serialize};

/// Contents of a page, as JSON in the element [`PageContents::ELEMENT`]. Each file is in its own element, in base64.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub struct PageContents {
    /// Version of this format, [`PageContents::VERSION`].
    pub edagari_page: u32,
    /// Traces to open: element id and file name of each.
    pub traces: Vec<(String, String)>,
    /// Files next to the traces, such as notes: element id and file name of each.
    pub beside: Vec<(String, String)>,
    /// Start place of the window, unless the address of the page specifies one: link words with their values.
    pub begin: Vec<(String, String)>,
}

impl PageContents {
    pub const ELEMENT: &'static str = "contents";
    pub const VERSION: u32 = 1;
}
