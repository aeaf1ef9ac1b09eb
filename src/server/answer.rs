//! What a browser is told.

use std::fs::File;
use std::io::{self, Read as _, Write};

use super::request::Refusal;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The kind of the body, as a MIME type.
    pub kind: &'static str,
    /// The body.
    pub body: Body,
    /// Whether more follows of what the body is a part of.
    pub goes_on: bool,
}

/// The body of an answer.
#[derive(Debug)]
pub enum Body {
    /// Bytes in memory.
    Bytes(Vec<u8>),
    /// As many bytes of an open file.
    File(File, u64),
}

impl Answer {
    /// An answer that is whole.
    #[must_use]
    pub const fn whole(kind: &'static str, body: Body) -> Self {
        Self { status: 200, kind, body, goes_on: false }
    }

    /// The answer to what is refused.
    #[must_use]
    pub fn refused(refusal: Refusal) -> Self {
        let sentence = format!("Edagari: {refusal}.\n");
        Self {
            status: refusal.status(),
            ..Self::whole("text/plain; charset=utf-8", Body::Bytes(sentence.into_bytes()))
        }
    }

    /// Writes the answer, or its head alone.
    ///
    /// # Errors
    /// What the connection, or the file, says.
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
        // No other page may use what is given out, nothing is kept, and no link tells the token to others.
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
