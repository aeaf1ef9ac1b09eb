//! HTTP requests.

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
