//! A file that another program writes while it is read.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::platform::files::{self, Opened};
use crate::trace::Progress;

/// The pause before what is not there yet is looked for again.
const PAUSE: Duration = Duration::from_millis(100);

/// Reads a file, and waits at its end for more, until the progress is cancelled.
pub(super) struct GrowingFile {
    file: Opened,
    progress: Arc<Progress>,
}

impl GrowingFile {
    pub(super) fn open(path: &Path, progress: &Arc<Progress>) -> io::Result<Self> {
        Ok(Self { file: files::open(path)?, progress: Arc::clone(progress) })
    }
}

impl Read for GrowingFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(buffer)? {
                0 if !buffer.is_empty() && !self.progress.is_cancelled() => thread::sleep(PAUSE),
                count => return Ok(count),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{BufRead as _, BufReader, Write as _};

    use super::*;

    #[test]
    fn what_is_written_later_is_read_too() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let progress = Arc::new(Progress::default());
        let mut reader = BufReader::new(GrowingFile::open(file.path(), &progress).expect("it is there"));
        let path = file.path().to_owned();
        let writer = thread::spawn(move || {
            let mut file = File::options().append(true).open(path).expect("it is there");
            for part in ["one", " line\nnext", " line\n"] {
                file.write_all(part.as_bytes()).expect("it can be written");
                thread::sleep(2 * PAUSE);
            }
        });
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            reader.read_line(line).expect("text");
        }
        assert_eq!(lines, ["one line\n", "next line\n"]);
        writer.join().expect("it writes");
        progress.cancel();
        assert_eq!(reader.read_line(&mut lines[0]).expect("the end"), 0);
    }
}
