//! Growing data of the page's server, as `edagari serve` sends it.

use std::future::{Ready, ready};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

use super::page::{GOES_ON, said};

/// Growing source, read in parts.
pub(crate) struct Growing {
    address: String,
    taken: usize,
    has_ended: bool,
}

/// Returns the absolute form of an address that is relative to the page, so that a worker can request it.
pub(crate) fn found_from_anywhere(address: &Path) -> PathBuf {
    let own = web_sys::window().and_then(|window| window.location().href().ok());
    let whole = own.and_then(|own| web_sys::Url::new_with_base(&address.to_string_lossy(), &own).ok());
    whole.map_or_else(|| address.to_owned(), |whole| whole.href().into())
}

impl Growing {
    /// Not supported: a page has no standard input.
    ///
    /// # Errors
    /// Always [`io::ErrorKind::Unsupported`].
    pub(crate) fn standard_input() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Follows the data at an address, in a worker. Each request blocks the worker.
    ///
    /// # Errors
    /// None; a missing address is reported by the first call of [`Self::next`].
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        Ok(Self { address: path.display().to_string(), taken: 0, has_ended: false })
    }

    /// Returns the next part, and `None` at the end. The server decides how long it waits.
    ///
    /// # Errors
    /// The error of the server or of the browser.
    pub(crate) fn next(&mut self, _: Duration) -> Ready<io::Result<Option<Vec<u8>>>> {
        ready(self.part().map_err(io::Error::other))
    }

    fn part(&mut self) -> Result<Option<Vec<u8>>, String> {
        if self.has_ended {
            return Ok(None);
        }
        let asks = || -> Result<XmlHttpRequest, JsValue> {
            let request = XmlHttpRequest::new()?;
            request.open_with_async("GET", &format!("{}?from={}", self.address, self.taken), false)?;
            request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
            request.send()?;
            Ok(request)
        };
        let request = asks().map_err(said)?;
        let status = request.status().map_err(said)?;
        if !(200..300).contains(&status) {
            return Err(format!("the server answers {status}"));
        }
        let part: ArrayBuffer = request.response().map_err(said)?.dyn_into().map_err(|_| "no answer")?;
        let part = Uint8Array::new(&part).to_vec();
        self.taken += part.len();
        self.has_ended = request.get_response_header(GOES_ON).ok().flatten().is_none();
        Ok(Some(part))
    }
}
