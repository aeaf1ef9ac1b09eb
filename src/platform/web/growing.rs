//! What grows at the server of the page, as `edagari serve` gives it out.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::page::fetched;

/// The parts of something that grows.
pub(crate) struct Growing {
    address: String,
    taken: usize,
    has_ended: bool,
}

impl Growing {
    /// A page has no standard input.
    ///
    /// # Errors
    /// Always.
    pub(crate) fn standard_input() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What an address gives out.
    ///
    /// # Errors
    /// None; that there is nothing is said of its first part.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        Ok(Self { address: path.display().to_string(), taken: 0, has_ended: false })
    }

    /// The next part, and `None` at the end; the server says how long it waits.
    ///
    /// # Errors
    /// What the server, or the browser, says.
    pub(crate) async fn next(&mut self, _: Duration) -> io::Result<Option<Vec<u8>>> {
        if self.has_ended {
            return Ok(None);
        }
        let (part, goes_on) =
            fetched(&format!("{}?from={}", self.address, self.taken)).await.map_err(io::Error::other)?;
        self.taken += part.len();
        self.has_ended = !goes_on;
        Ok(Some(part))
    }
}
