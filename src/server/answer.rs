//! HTTP responses.

use std::fs::File;
use std::io::{self, Read as _, Write};

use super::request::Refusal;

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
