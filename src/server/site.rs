//! What is given out, and at which addresses.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::answer::{Answer, Body};
use super::growing::GrowingStream;
use super::request::{Refusal, Request};

/// The files of the program for browsers, with their kinds; the first is its page.
const PROGRAM: [(&str, &str); 6] = [
    ("index.html", "text/html; charset=utf-8"),
    ("page.css", "text/css; charset=utf-8"),
    ("edagari.js", "text/javascript; charset=utf-8"),
    ("names.js", "text/javascript; charset=utf-8"),
    ("start.js", "text/javascript; charset=utf-8"),
    ("edagari_bg.wasm", "application/wasm"),
];
/// The program in one page, from which the window makes pages to share; without it, it says that it cannot.
const WHOLE_PAGE: (&str, &str) = ("one-file.html", "text/html; charset=utf-8");
const BYTES: &str = "application/octet-stream";
/// The time for which a browser waits for more of a stream, before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most bytes of a stream in one answer.
const MOST_AT_ONCE: usize = 4 << 20;

/// What a server gives out to those who know its token.
#[derive(Debug)]
pub struct Site {
    token: String,
    program: PathBuf,
    files: Vec<PathBuf>,
    stream: Option<Arc<GrowingStream>>,
}

/// The program for browsers is not whole.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be read: {source}", path.display())]
pub struct NoProgramError {
    /// The file of it.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl Site {
    /// The program for browsers in this folder, with traces and a stream, at addresses that nobody can guess.
    ///
    /// # Errors
    /// [`NoProgramError`] names what is missing in the folder.
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

    /// The address of the page, below that of the server, which opens the traces and follows the stream; it begins where the words say.
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

    /// The answer to a request.
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
            // The name behind the number is for the reader of the address alone.
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

/// A text as it stands in the query of an address (RFC 3986, section 2).
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
