//! The conversation with a UCI chess engine: it gets a position and a depth, and `quit` after its
//! answer.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::thread;

/// Start of the line with which an engine ends a search.
const ANSWER: &[u8] = b"bestmove";

/// Sends the lines to the standard input of an engine, followed by `quit` after its answer. Returns
/// its standard output; if the stream is not its standard output, reads that output on a separate
/// thread.
///
/// # Errors
/// No thread can be started.
pub(super) fn converse(
    mut input: ChildStdin,
    output: ChildStdout,
    lines: &[String],
    is_stream: bool,
) -> io::Result<Option<Box<dyn Read + Send>>> {
    // A program that has already ended accepts no input; its end is reported elsewhere.
    let _ = lines.iter().try_for_each(|line| writeln!(input, "{line}"));
    let mut answered = Answered { output, input: Some(input), line: Vec::new() };
    if is_stream {
        return Ok(Some(Box::new(answered)));
    }
    let read = move || {
        let _ = io::copy(&mut answered, &mut io::sink());
    };
    thread::Builder::new().name("standard output".to_owned()).spawn(read)?;
    Ok(None)
}

/// The standard output of an engine; sends `quit` to the engine once its answer has been read.
struct Answered<R, W: Write> {
    output: R,
    /// The standard input; `None` after the answer.
    input: Option<W>,
    /// The beginning of the current line, as long as it can be the start of the answer.
    line: Vec<u8>,
}

impl<R: Read, W: Write> Answered<R, W> {
    fn look_at(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                self.line.clear();
            } else if self.line.len() < ANSWER.len() {
                self.line.push(byte);
            }
            if self.line == ANSWER {
                if let Some(mut input) = self.input.take() {
                    // An engine that has ended by itself accepts no input.
                    let _ = writeln!(input, "quit");
                }
                return;
            }
        }
    }
}

impl<R: Read, W: Write> Read for Answered<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.output.read(buffer)?;
        if self.input.is_some() {
            self.look_at(&buffer[..count]);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};

    use super::*;

    fn lines_of(reader: impl Read) -> Vec<String> {
        BufReader::new(reader).lines().map_while(Result::ok).collect()
    }

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else { return Ok(0) };
            self.0 = rest;
            buffer[0] = first;
            Ok(1)
        }
    }

    #[test]
    fn engine_gets_quit_once_after_its_answer() {
        for (output, quits) in [
            ("info depth 1\nbestmove e2e4\nbestmove d2d4\n", 1),
            ("info bestmove e2e4\n{\"bestmove\": 1}\nbest\n", 0),
            ("bestmove", 1),
        ] {
            for is_slow in [false, true] {
                let mut input = Vec::new();
                let source: Box<dyn Read> =
                    if is_slow { Box::new(Slow(output.as_bytes())) } else { Box::new(output.as_bytes()) };
                let answered = Answered { output: source, input: Some(&mut input), line: Vec::new() };
                assert_eq!(lines_of(answered), output.lines().collect::<Vec<_>>(), "nothing is lost");
                assert_eq!(String::from_utf8_lossy(&input), "quit\n".repeat(quits), "{output:?}");
            }
        }
    }
}
