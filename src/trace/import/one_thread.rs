//! What one thread did, as a trace of its own.

use super::Importer;
use crate::trace::model::threads::THREAD;
use crate::trace::stream::writer::events_of;
use crate::trace::stream::{Event, EventLine, FileError};
use crate::trace::{Header, Progress, Trace};

/// The trace of the visits that one thread made, numbered as by [`Trace::thread_of`]; it stops before it takes more than
/// `memory_limit` bytes.
///
/// # Errors
/// [`FileError::Cancelled`] if `progress` is cancelled.
pub fn one_thread(trace: &Trace, thread: usize, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let name = trace.thread_name(thread);
    let mut importer = Importer::new(Header::of(trace), memory_limit);
    let told = events_of(trace, progress, |event, others| {
        let thread = others.iter().find(|(field, _)| *field == THREAD).map(|(_, value)| value);
        // Remarks stand at frames of the whole run.
        let is_of_thread = match event {
            Event::Remark { .. } => false,
            Event::Finish { .. } => true,
            _ => thread == name.as_ref(),
        };
        if is_of_thread {
            let others = others.iter().map(|(field, value)| ((*field).into(), value.clone())).collect();
            importer.take_line(&EventLine { event: event.clone(), others }, 0);
        }
        Ok(())
    });
    if progress.is_cancelled() {
        return Err(FileError::Cancelled);
    }
    told.map_err(FileError::Unreadable)?;
    importer.close();
    importer.begin_indexing(progress);
    importer.trace(progress)
}
