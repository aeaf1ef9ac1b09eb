//! Growing data of the page's server, as `edagari serve` sends it.

use std::future::{Ready, ready};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use edagari_core::platform::clock::Instant;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

use super::page::{GOES_ON, error_text};
use super::worker::sleep;

/// Pause before the first attempt to reach a lost server again. Each later pause is twice as long, up to the longest one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Growing source, read in parts.
pub(crate) struct Growing {
    address: String,
    taken: usize,
    /// Whether the server has answered before. If so, a failure means that the connection was lost.
    has_answered: bool,
    has_ended: bool,
    lost: Option<Lost>,
}

/// The time between the loss of the server and its next answer.
struct Lost {
    next_attempt: Instant,
    pause: Duration,
}

/// Reason why there is no part.
enum NoPart {
    /// The server does not answer, or is overloaded: a retry may succeed.
    Lost(String),
    /// The server answers that the data does not exist.
    Refused(String),
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
        let address = path.display().to_string();
        Ok(Self { address, taken: 0, has_answered: false, has_ended: false, lost: None })
    }

    /// Whether the server has stopped answering and is being retried.
    pub(crate) const fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Returns the next part, an empty one after `patience` while the server is lost, and `None` at the end. The server decides how
    /// long it waits.
    ///
    /// # Errors
    /// The error of the server or of the browser.
    pub(crate) fn next(&mut self, patience: Duration) -> Ready<io::Result<Option<Vec<u8>>>> {
        ready(self.part_or_retry(patience).map_err(io::Error::other))
    }

    fn part_or_retry(&mut self, patience: Duration) -> Result<Option<Vec<u8>>, String> {
        if let Some(lost) = &self.lost
            && Instant::now() < lost.next_attempt
        {
            sleep(patience);
            return Ok(Some(Vec::new()));
        }
        match self.part() {
            Ok(part) => {
                self.has_answered = true;
                self.lost = None;
                Ok(part)
            }
            Err(NoPart::Lost(_)) if self.has_answered => {
                let pause = self.lost.as_ref().map_or(FIRST_PAUSE, |lost| (2 * lost.pause).min(LONGEST_PAUSE));
                self.lost = Some(Lost { next_attempt: Instant::now() + pause, pause });
                Ok(Some(Vec::new()))
            }
            Err(NoPart::Lost(reason) | NoPart::Refused(reason)) => Err(reason),
        }
    }

    fn part(&mut self) -> Result<Option<Vec<u8>>, NoPart> {
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
        let lost = |error: JsValue| NoPart::Lost(error_text(error));
        let request = asks().map_err(lost)?;
        let status = request.status().map_err(lost)?;
        if !(200..300).contains(&status) {
            let reason = format!("the server answers {status}");
            // A proxy returns this status, for example a tunnel whose other end is gone.
            return Err(if status >= 500 { NoPart::Lost(reason) } else { NoPart::Refused(reason) });
        }
        let part = request.response().map_err(lost)?.dyn_into();
        let part: ArrayBuffer = part.map_err(|_| NoPart::Lost("no answer".to_owned()))?;
        let part = Uint8Array::new(&part).to_vec();
        self.taken += part.len();
        self.has_ended = request.get_response_header(GOES_ON).ok().flatten().is_none();
        Ok(Some(part))
    }
}
