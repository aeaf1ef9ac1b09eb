//! What a browser asks for.

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// A request that may be answered: to read something, by a page of this server or by nobody's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Whether only the head of the answer is wanted.
    pub is_head: bool,
    /// The address on this server, from its first `/`, as it was sent.
    pub path: String,
    /// What stands behind `?`.
    pub query: Option<String>,
}

/// Why a request is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is no request.
    #[error("this is no request of HTTP/1.1")]
    Malformed,
    /// It has more than what is read.
    #[error("the head of the request is too large")]
    TooLarge,
    /// Nothing can be changed here.
    #[error("expected GET or HEAD")]
    Method,
    /// It calls the server by a name that only others use, as a page does whose name was turned to this machine.
    #[error("expected this machine's own name in the address: 127.0.0.1 or localhost")]
    Host,
    /// A page of another server asks.
    #[error("a page of another server asks for this, expected one of this server")]
    Origin,
    /// There is no such address.
    #[error("there is no such page, expected the link that `edagari serve` printed")]
    Missing,
    /// More are asking than are answered at a time.
    #[error("too much is asked at a time, expected less")]
    Busy,
}

impl Refusal {
    /// The status that HTTP has for it (RFC 9110, section 15).
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
    /// The request that these bytes begin with; `None` if its head is not whole yet.
    ///
    /// # Errors
    /// [`Refusal`] if it is no request that may be answered.
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

    /// The number that the query has by a name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok())
    }
}

/// The value of a header that may be there once.
fn the_only<'a>(headers: &[httparse::Header<'a>], name: &str) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value);
    let value = values.next().map(|value| str::from_utf8(value).map_err(|_| Refusal::Malformed)).transpose()?;
    if values.next().is_some() { Err(Refusal::Malformed) } else { Ok(value) }
}

/// Whether a host is this machine to itself. Its port can be another one than that of this server, as it is behind a tunnel.
fn is_own_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    name == "127.0.0.1" || name == "[::1]" || name.eq_ignore_ascii_case("localhost")
}
