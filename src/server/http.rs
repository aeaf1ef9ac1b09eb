//! HTTP requests and responses.

use std::fs::File;
use std::io::{self, Read as _, Write};

/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// Accepted request: it only reads, and it comes from a page of this server or has no origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Whether only the head of the response is requested.
    pub is_head: bool,
    /// Path on this server, from its first `/`, as sent.
    pub path: String,
    /// Part of the address after `?`.
    pub query: Option<String>,
    /// Compressions that the client accepts, the one with the smaller result first.
    pub encodings: Vec<Encoding>,
    /// Tags of the contents that the client has cached, as sent in `If-None-Match`.
    pub known: Option<String>,
}

/// Compression of a file of the program, applied when the program is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Brotli (RFC 7932).
    Brotli,
    /// Gzip (RFC 1952).
    Gzip,
}

impl Encoding {
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Returns the name of the compression in HTTP, and the ending of its files.
    #[must_use]
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Brotli => ("br", ".br"),
            Self::Gzip => ("gzip", ".gz"),
        }
    }

    /// Returns the compressions named in the header `Accept-Encoding`, without those of weight 0,
    /// which the client refuses.
    fn accepted(header: &str) -> Vec<Self> {
        let takes = |encoding: &Self| {
            header.split(',').any(|part| {
                let (name, weight) = part.split_once(';').unwrap_or((part, "q=1"));
                let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
                name.trim().eq_ignore_ascii_case(encoding.names().0) && weight.unwrap_or(1.0) > 0.0
            })
        };
        Self::ALL.into_iter().filter(takes).collect()
    }
}

/// Reason why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The request is not valid HTTP/1.1.
    #[error("not an HTTP/1.1 request")]
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
    #[error("a page of another server sent the request, expected a page of this server")]
    Origin,
    /// The address does not exist.
    #[error("there is no such page, expected the link that `edagari serve` printed")]
    Missing,
    /// Too many requests are in progress.
    #[error("too many simultaneous requests")]
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
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
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
        let encodings = first(request.headers, "accept-encoding").map(Encoding::accepted).unwrap_or_default();
        let known = first(request.headers, "if-none-match").map(str::to_owned);
        let target = request.path.filter(|path| path.starts_with('/')).ok_or(Refusal::Malformed)?;
        let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        let (path, query) = (path.to_owned(), query.map(str::to_owned));
        Ok(Some(Self { is_head, path, query, encodings, known }))
    }

    /// Returns the number that the query contains under `name`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok())
    }
}

impl Request {
    /// Whether the client has cached the contents with this tag.
    #[must_use]
    pub fn has_cached(&self, tag: &str) -> bool {
        let is_tag = |known: &str| known.trim().trim_start_matches("W/") == tag;
        self.known.as_deref().is_some_and(|known| known.split(',').any(is_tag))
    }
}

/// Returns the first value of a header that is text.
fn first<'a>(headers: &[httparse::Header<'a>], name: &str) -> Option<&'a str> {
    let mut named = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    named.find_map(|header| str::from_utf8(header.value).ok())
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

/// An HTTP response to a request of a browser.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status code.
    pub status: u16,
    /// MIME type of the body.
    pub kind: &'static str,
    /// Contents of the response.
    pub body: Body,
    /// Whether the body is a part of a stream that continues.
    pub goes_on: bool,
    /// Tag by which the client checks whether its copy is still current; `None` if nothing may be
    /// cached.
    pub tag: Option<String>,
    /// Compression of the body.
    pub encoding: Option<Encoding>,
    /// Origins whose pages may embed the page in a frame; `None` for none.
    pub ancestors: Option<String>,
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
        Self { status: 200, kind, body, goes_on: false, tag: None, encoding: None, ancestors: None }
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

    /// Creates the response that the contents cached by the client are still current.
    #[must_use]
    pub fn unchanged(kind: &'static str, tag: String) -> Self {
        Self { status: 304, tag: Some(tag), ..Self::whole(kind, Body::Bytes(Vec::new())) }
    }

    /// Returns the number of bytes of the body.
    #[must_use]
    pub const fn length(&self) -> u64 {
        match &self.body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File(_, length) => *length,
        }
    }

    /// Writes the response, or only its head if `only_head`.
    ///
    /// # Errors
    /// The error of the connection or of the file.
    pub fn write(self, connection: &mut impl Write, only_head: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            304 => "Not Modified",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            431 => "Request Header Fields Too Large",
            _ => "Service Unavailable",
        };
        let length = self.length();
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
        if let Some(encoding) = self.encoding {
            write!(connection, "Content-Encoding: {}\r\n", encoding.names().0)?;
        }
        // Only the browser itself may cache the contents, and it checks each time whether they have
        // changed.
        match &self.tag {
            Some(tag) => {
                write!(connection, "ETag: {tag}\r\nVary: Accept-Encoding\r\nCache-Control: private, no-cache\r\n")?;
            }
            None => connection.write_all(b"Cache-Control: no-store\r\n")?,
        }
        match &self.ancestors {
            Some(origins) => write!(connection, "Content-Security-Policy: frame-ancestors {origins}\r\n")?,
            None => connection.write_all(b"X-Frame-Options: DENY\r\n")?,
        }
        // No other site may use the contents, and no link reveals the token to other sites.
        connection.write_all(
            b"Connection: close\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
              Cross-Origin-Resource-Policy: same-origin\r\n\r\n",
        )?;
        if only_head || self.status == 304 {
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
