//! Contents of the server and their addresses, including a stream that another program is still
//! writing.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use super::http::{Answer, Body, Encoding, Refusal, Request};

/// Files of the web build, with their MIME types; the first is the page itself.
const PROGRAM: [(&str, &str); 7] = [
    ("index.html", "text/html; charset=utf-8"),
    ("page.css", "text/css; charset=utf-8"),
    ("edagari.js", "text/javascript; charset=utf-8"),
    ("names.js", "text/javascript; charset=utf-8"),
    ("embed.js", "text/javascript; charset=utf-8"),
    ("start.js", "text/javascript; charset=utf-8"),
    ("edagari_bg.wasm", "application/wasm"),
];
/// Files that a build may lack: the program as a single page, which the window needs to create
/// pages for sharing; the fonts that it fetches to show some characters; and the files by which a
/// browser installs the page.
const OPTIONAL: [(&str, &str); 6] = [
    ("one-file.html", "text/html; charset=utf-8"),
    ("NotoSansJP-Regular.otf", "font/otf"),
    ("NotoSansJP-Bold.otf", "font/otf"),
    ("NotoSansJP-Rare.otf", "font/otf"),
    ("manifest.webmanifest", "application/manifest+json"),
    ("icon.svg", "image/svg+xml"),
];
/// Address of the list of the files, after the token.
const LIST: &str = "list";
const BYTES: &str = "application/octet-stream";
/// Time for which a request for more of a stream waits before the browser retries.
const PATIENCE: Duration = Duration::from_secs(20);
/// Maximum number of bytes of a stream in one response.
const MAX_AT_ONCE: usize = 4 << 20;

/// Contents that the server sends to clients that know its token.
#[derive(Debug)]
pub struct Site {
    token: String,
    program: PathBuf,
    files: Vec<PathBuf>,
    stream: Option<Arc<GrowingStream>>,
    /// Whether the files are offered as a list instead of being shown side by side.
    is_list: bool,
    /// Origins whose pages may embed the page in a frame.
    ancestors: Option<String>,
    /// Writes a line of the log; `None` without a log.
    log: Option<fn(&str)>,
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
        let program = program.to_owned();
        Ok(Self { token, program, files, stream, is_list: false, ancestors: None, log: None })
    }

    /// Offers the files as a list, from which the reader chooses one.
    #[must_use]
    pub fn listing(self) -> Self {
        Self { is_list: true, ..self }
    }

    /// Allows the pages of `origin` to embed the page in a frame. Embedding gives no further
    /// access.
    #[must_use]
    pub fn in_frames_of(self, origin: Option<String>) -> Self {
        Self { ancestors: origin, ..self }
    }

    /// Writes a line for each answer, without the token.
    #[must_use]
    pub fn logging(self, log: Option<fn(&str)>) -> Self {
        Self { log, ..self }
    }

    /// Writes a line of the log.
    pub(super) fn log(&self, line: &str) {
        if let Some(log) = self.log {
            log(line);
        }
    }

    /// Writes a line on an answer: the address after the token, the status and the number of bytes.
    pub(super) fn log_answer(&self, request: &Request, answer: &Answer) {
        let Some(path) = self.path_in(request) else { return self.log("refused: an address without the token") };
        let name = if path.is_empty() { "the page" } else { path };
        let packed = answer.encoding.map_or_else(String::new, |encoding| format!(", {}", encoding.names().0));
        self.log(&format!("{name}: {}, {} bytes{packed}", answer.status, answer.length()));
    }

    /// Whether a request has the token.
    #[must_use]
    pub(super) fn knows(&self, request: &Request) -> bool {
        self.path_in(request).is_some()
    }

    /// Returns the address after the token; `None` without the token.
    fn path_in<'a>(&self, request: &'a Request) -> Option<&'a str> {
        request.path.strip_prefix('/')?.strip_prefix(&self.token)?.strip_prefix('/')
    }

    /// Returns the address of the page, relative to the server. The page opens the traces, follows the
    /// stream, and starts at the place given by `words`.
    #[must_use]
    pub fn link<'a>(&self, words: impl Iterator<Item = (&'a str, &'a str)>) -> String {
        if self.is_list {
            return format!("/{}/{LIST}", self.token);
        }
        let traces = self.traces();
        let query: Vec<String> = traces.chain(self.stream.is_some().then(|| "follow=stream".to_owned())).collect();
        let words: Vec<String> = words.map(|(word, value)| format!("{word}={}", percent_encoded(value))).collect();
        let behind = |sign: &str, parts: &[String]| {
            if parts.is_empty() { String::new() } else { format!("{sign}{}", parts.join("&")) }
        };
        format!("/{}/{}{}", self.token, behind("?", &query), behind("#", &words))
    }

    /// Returns the words of an address that opens each trace.
    fn traces(&self) -> impl Iterator<Item = String> {
        let name = |file: &Path| percent_encoded(&file.file_name().unwrap_or_default().to_string_lossy());
        self.files.iter().enumerate().map(move |(index, file)| format!("trace=files/{index}/{}", name(file)))
    }

    /// Returns the page with the list of the files.
    fn list(&self) -> String {
        let item = |(address, file): (String, &PathBuf)| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            format!("<li><a href=\"./?{address}\">{}</a></li>\n", escaped(&name))
        };
        let items: String = self.traces().zip(&self.files).map(item).collect();
        format!(
            "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"dark light\">\n<title>Edagari</title>\n</head>\n<body>\n<main>\n\
             <h1>Edagari</h1>\n<ul>\n{items}</ul>\n</main>\n</body>\n</html>\n"
        )
    }

    /// Returns the response to a request.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Answer {
        let answer = self.found(request).unwrap_or_else(|| Answer::refused(Refusal::Missing));
        Answer { ancestors: self.ancestors.clone(), ..answer }
    }

    fn found(&self, request: &Request) -> Option<Answer> {
        let rest = self.path_in(request)?;
        let opened = |kind, path: &Path| opened(request, kind, path, None);
        if rest == LIST && self.is_list {
            return Some(Answer::whole("text/html; charset=utf-8", Body::Bytes(self.list().into_bytes())));
        }
        if let Some(file) = rest.strip_prefix("files/") {
            // The name after the number is only for people who read the address.
            let (index, _) = file.split_once('/')?;
            return opened(BYTES, self.files.get(index.parse::<usize>().ok()?)?);
        }
        if rest == "stream" {
            let from = request.number("from").unwrap_or(0);
            let (bytes, goes_on) = self.stream.as_ref()?.since(from, MAX_AT_ONCE, PATIENCE);
            return Some(Answer { goes_on, ..Answer::whole(BYTES, Body::Bytes(bytes)) });
        }
        let name = if rest.is_empty() { PROGRAM[0].0 } else { rest };
        let (name, kind) = PROGRAM.into_iter().chain(OPTIONAL).find(|&(known, _)| known == name)?;
        let path = self.program.join(name);
        let packed = request.encodings.iter().find_map(|&encoding| {
            let mut packed = path.clone().into_os_string();
            packed.push(encoding.names().1);
            let packed = PathBuf::from(packed);
            packed.is_file().then_some((packed, encoding))
        });
        match packed {
            Some((packed, encoding)) => self::opened(request, kind, &packed, Some(encoding)),
            None => opened(kind, &path),
        }
    }
}

/// Returns the response with the contents of a file, or the response that the client's cached copy
/// is current; `None` if there is no such file.
fn opened(request: &Request, kind: &'static str, path: &Path, encoding: Option<Encoding>) -> Option<Answer> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => return None,
        // For example because no descriptors are left: the browser can retry.
        Err(_) => return Some(Answer::refused(Refusal::Busy)),
    };
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let length = metadata.len();
    let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    // A file without a modification time is never cached.
    let tag = changed.map(|changed| format!("\"{length:x}-{:x}\"", changed.as_nanos()));
    if let Some(tag) = tag.clone().filter(|tag| request.has_cached(tag)) {
        return Some(Answer::unchanged(kind, tag));
    }
    Some(Answer { tag, encoding, ..Answer::whole(kind, Body::File(file, length)) })
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let text: String = text.chars().map(visible).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Encodes all characters except letters, digits and `-._~` as `%` and two hexadecimal digits per
/// byte (RFC 3986, section 2).
#[must_use]
pub fn percent_encoded(text: &str) -> String {
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
