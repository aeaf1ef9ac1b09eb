//! Contents of the server and their addresses, and a stream that another program writes while it is sent.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::http::{Answer, Body, Refusal, Request};

/// Files of the web build, with their MIME types; the first is the page itself.
const PROGRAM: [(&str, &str); 6] = [
    ("index.html", "text/html; charset=utf-8"),
    ("page.css", "text/css; charset=utf-8"),
    ("edagari.js", "text/javascript; charset=utf-8"),
    ("names.js", "text/javascript; charset=utf-8"),
    ("start.js", "text/javascript; charset=utf-8"),
    ("edagari_bg.wasm", "application/wasm"),
];
/// Program as a single page, which the window needs to create pages for sharing; if it is missing, the window reports that.
const WHOLE_PAGE: (&str, &str) = ("one-file.html", "text/html; charset=utf-8");
const BYTES: &str = "application/octet-stream";
/// Time for which a request for more of a stream waits before the browser retries.
const PATIENCE: Duration = Duration::from_secs(20);
/// Maximum number of bytes of a stream in one response.
const MOST_AT_ONCE: usize = 4 << 20;

/// Contents that the server sends to clients that know its token.
#[derive(Debug)]
pub struct Site {
    token: String,
    program: PathBuf,
    files: Vec<PathBuf>,
    stream: Option<Arc<GrowingStream>>,
}

/// Error: a file of the web build is missing or unreadable.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be read: {source}", path.display())]
pub struct NoProgramError {
    /// Path of the file.
    pub path: PathBuf,
    /// Error of the operating system.
    pub source: io::Error,
}

impl Site {
    /// Creates a site with the web build in `program`, the traces and the stream, under addresses that contain the token.
    ///
    /// # Errors
    /// [`NoProgramError`] names the first file that is missing in the folder.
    pub fn new(
        program: &Path,
        files: Vec<PathBuf>,
        stream: Option<Arc<GrowingStream>>,
        token: [u8; 16],
    ) -> Result<Self, NoProgramError> {
        for (name, _) in PROGRAM {
            let path = program.join(name);
            File::open(&path).map_err(|source| NoProgramError { path, source })?;
        }
        let token = format!("{:032x}", u128::from_be_bytes(token));
        Ok(Self { token, program: program.to_owned(), files, stream })
    }

    /// Returns the address of the page, relative to the server. The page opens the traces, follows the
    /// stream, and starts at the place given by `words`.
    #[must_use]
    pub fn link<'a>(&self, words: impl Iterator<Item = (&'a str, &'a str)>) -> String {
        let name = |file: &Path| encoded(&file.file_name().unwrap_or_default().to_string_lossy());
        let traces = self.files.iter().enumerate().map(|(index, file)| format!("trace=files/{index}/{}", name(file)));
        let query: Vec<String> = traces.chain(self.stream.is_some().then(|| "follow=stream".to_owned())).collect();
        let words: Vec<String> = words.map(|(word, value)| format!("{word}={}", encoded(value))).collect();
        let behind = |sign: &str, parts: &[String]| {
            if parts.is_empty() { String::new() } else { format!("{sign}{}", parts.join("&")) }
        };
        format!("/{}/{}{}", self.token, behind("?", &query), behind("#", &words))
    }

    /// Returns the response to a request.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Answer {
        self.found(request).unwrap_or_else(|| Answer::refused(Refusal::Missing))
    }

    fn found(&self, request: &Request) -> Option<Answer> {
        let rest = request.path.strip_prefix('/')?.strip_prefix(&self.token)?.strip_prefix('/')?;
        let opened = |kind, path: &Path| {
            let file = File::open(path).ok()?;
            let length = file.metadata().ok()?.len();
            Some(Answer::whole(kind, Body::File(file, length)))
        };
        if let Some(file) = rest.strip_prefix("files/") {
            // The name after the number is only for readers of the address.
            let (index, _) = file.split_once('/')?;
            return opened(BYTES, self.files.get(index.parse::<usize>().ok()?)?);
        }
        if rest == "stream" {
            let from = request.number("from").unwrap_or(0);
            let (bytes, goes_on) = self.stream.as_ref()?.since(from, MOST_AT_ONCE, PATIENCE);
            return Some(Answer { goes_on, ..Answer::whole(BYTES, Body::Bytes(bytes)) });
        }
        let name = if rest.is_empty() { PROGRAM[0].0 } else { rest };
        let (name, kind) = PROGRAM.into_iter().chain([WHOLE_PAGE]).find(|&(known, _)| known == name)?;
        opened(kind, &self.program.join(name))
    }
}

/// Encodes a text for the query of an address (RFC 3986, section 2).
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Size of the read buffer in bytes.
const BUFFER: usize = 1 << 16;

/// Data read from a stream so far, shared between its reader and the responses.
#[derive(Debug, Default)]
pub struct GrowingStream {
    held: Mutex<Held>,
    grown: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl GrowingStream {
    /// Reads a stream until its end and keeps at most `most` bytes. Further bytes are read and
    /// discarded, so that the writing program is not blocked.
    ///
    /// # Errors
    /// The read error of the stream; the stream then counts as ended.
    pub fn read(&self, mut stream: impl Read, most: usize) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        let ended = loop {
            match stream.read(&mut buffer) {
                Ok(0) => break Ok(()),
                Ok(count) => {
                    let mut held = self.lock();
                    let room = most.saturating_sub(held.bytes.len()).min(count);
                    held.bytes.extend_from_slice(&buffer[..room]);
                    held.has_ended |= room < count;
                    self.grown.notify_all();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.lock().has_ended = true;
        self.grown.notify_all();
        ended
    }

    /// Returns at most `most` bytes starting at `from`, and whether more follow. Waits for the first byte, but no longer than `patience`.
    #[must_use]
    pub fn since(&self, from: usize, most: usize, patience: Duration) -> (Vec<u8>, bool) {
        let waits = |held: &mut Held| held.bytes.len() <= from && !held.has_ended;
        let waited = self.grown.wait_timeout_while(self.lock(), patience, waits);
        let (held, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let rest = held.bytes.get(from..).unwrap_or_default();
        let part = &rest[..rest.len().min(most)];
        (part.to_vec(), !held.has_ended || part.len() < rest.len())
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
