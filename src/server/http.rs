//! HTTP requests and responses.

use std::fs::File;
use std::io::{self, Read as _, Write};

/// Maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// Accepted request: it only reads, and it comes from a page of this server or has no origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Whether only the head of the response is requested.
    pub is_head: bool,
    /// Path on this server, from its first `/`, as sent.
    pub path: String,
    /// Part of the address after `?`.
    pub query: Option<String>,
}

/// Reason why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The request is not valid HTTP/1.1.
    #[error("this is no request of HTTP/1.1")]
    Malformed,
    /// The head of the request is larger than the limit.
    #[error("the head of the request is too large")]
    TooLarge,
    /// The method is neither GET nor HEAD: the server is read-only.
    #[error("expected GET or HEAD")]
    Method,
    /// The header `Host` is not a name of this machine, as in DNS rebinding.
    #[error("expected this machine's own name in the address: 127.0.0.1 or localhost")]
    Host,
    /// The request comes from a page of another server.
    #[error("a page of another server asks for this, expected one of this server")]
    Origin,
    /// The address does not exist.
    #[error("there is no such page, expected the link that `edagari serve` printed")]
    Missing,
    /// Too many requests are in progress.
    #[error("too much is asked at a time, expected less")]
    Busy,
}

impl Refusal {
    /// Returns the HTTP status code of the refusal (RFC 9110, section 15).
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::Host | Self::Origin => 403,
            Self::Missing => 404,
            Self::Method => 405,
            Self::TooLarge => 431,
            Self::Busy => 503,
        }
    }
}

impl Request {
    /// Parses the request at the beginning of `bytes`; `None` if its head is incomplete.
    ///
    /// # Errors
    /// [`Refusal`] if the request is invalid or not accepted.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(bytes) {
            Ok(httparse::Status::Complete(_)) => {}
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLarge),
            Err(_) => return Err(Refusal::Malformed),
        }
        let is_head = match request.method {
            Some("GET") => false,
            Some("HEAD") => true,
            _ => return Err(Refusal::Method),
        };
        let host = the_only(request.headers, "host")?.ok_or(Refusal::Host)?;
        if !is_own_name(host) {
            return Err(Refusal::Host);
        }
        if let Some(origin) = the_only(request.headers, "origin")?
            && origin.strip_prefix("http://") != Some(host)
        {
            return Err(Refusal::Origin);
        }
        let target = request.path.filter(|path| path.starts_with('/')).ok_or(Refusal::Malformed)?;
        let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        Ok(Some(Self { is_head, path: path.to_owned(), query: query.map(str::to_owned) }))
    }

    /// Returns the number that the query contains under `name`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok())
    }
}

/// Returns the value of a header that may occur at most once.
fn the_only<'a>(headers: &[httparse::Header<'a>], name: &str) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value);
    let value = values.next().map(|value| str::from_utf8(value).map_err(|_| Refusal::Malformed)).transpose()?;
    if values.next().is_some() { Err(Refusal::Malformed) } else { Ok(value) }
}

/// Returns whether `host` is a name of the local machine. Any port is accepted, because a tunnel may use another one.
fn is_own_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    name == "127.0.0.1" || name == "[::1]" || name.eq_ignore_ascii_case("localhost")
}

/// HTTP response.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status code.
    pub status: u16,
    /// MIME type of the body.
    pub kind: &'static str,
    /// Contents of the response.
    pub body: Body,
    /// Whether the body is a part of a stream of which more follows.
    pub goes_on: bool,
}

/// Body of a response.
#[derive(Debug)]
pub enum Body {
    /// Bytes in memory.
    Bytes(Vec<u8>),
    /// Open file and the number of bytes to send from it.
    File(File, u64),
}

impl Answer {
    /// Creates a complete response with status 200.
    #[must_use]
    pub const fn whole(kind: &'static str, body: Body) -> Self {
        Self { status: 200, kind, body, goes_on: false }
    }

    /// Creates the response to a refused request.
    #[must_use]
    pub fn refused(refusal: Refusal) -> Self {
        let sentence = format!("Edagari: {refusal}.\n");
        Self {
            status: refusal.status(),
            ..Self::whole("text/plain; charset=utf-8", Body::Bytes(sentence.into_bytes()))
        }
    }

    /// Writes the response, or only its head if `only_head`.
    ///
    /// # Errors
    /// The error of the connection or of the file.
    pub fn write(self, connection: &mut impl Write, only_head: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            431 => "Request Header Fields Too Large",
            _ => "Service Unavailable",
        };
        let length = match &self.body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File(_, length) => *length,
        };
        write!(
            connection,
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {length}\r\n",
            self.status, self.kind
        )?;
        if self.status == 405 {
            connection.write_all(b"Allow: GET, HEAD\r\n")?;
        }
        if self.goes_on {
            connection.write_all(b"Edagari-Goes-On: 1\r\n")?;
        }
        // No other site may use the contents, nothing is cached, and no link reveals the token to other sites.
        connection.write_all(
            b"Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
              Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n\r\n",
        )?;
        if only_head {
            return connection.flush();
        }
        match self.body {
            Body::Bytes(bytes) => connection.write_all(&bytes)?,
            Body::File(file, length) => {
                io::copy(&mut file.take(length), connection)?;
            }
        }
        connection.flush()
    }
}
