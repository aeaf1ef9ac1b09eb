//! Reuse of the memory of a dropped trace for the next recording: the system takes longer to map fresh pages than a search takes to
//! fill them.

use std::sync::Mutex;

use super::tree::Visits;
use crate::platform::threads;

static SPARE: Mutex<Option<Visits>> = Mutex::new(None);

/// Maximum number of bytes kept.
const MAX_RETAINED: u64 = 256 << 20;
/// Number of bytes above which memory is freed on another thread, which takes a millisecond to start.
const MAX_FREED_AT_ONCE: u64 = 16 << 20;

/// Frees the memory of dropped traces that is kept for the next recording: that of one trace, at most 256 MiB. A program that records no
/// more can call this; without it the memory is kept until the program ends.
///
/// ```
/// use edagari_core::game::TicTacToe;
/// use edagari_core::trace::{Recording, free_spare_memory};
///
/// drop(Recording::of(TicTacToe::default()).record()?);
/// free_spare_memory();
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
pub fn free_spare_memory() {
    free(take());
}

/// Returns an empty list of visits, with the memory of an earlier trace if available.
pub(in crate::trace) fn take() -> Visits {
    SPARE.lock().ok().and_then(|mut spare| spare.take()).unwrap_or_default()
}

/// Keeps the memory of a trace if it is larger than the memory kept already and not above the limit.
pub(in crate::trace) fn give(mut visits: Visits) {
    let capacity = visits.capacity();
    if capacity == 0 {
        return;
    }
    if capacity > MAX_RETAINED {
        return free(visits);
    }
    visits.clear();
    if let Ok(mut spare) = SPARE.lock() {
        if spare.as_ref().is_none_or(|kept| kept.capacity() < capacity) {
            spare.replace(visits).into_iter().for_each(free);
        } else {
            free(visits);
        }
    }
}

/// Frees memory, on a separate thread if it is large: the system takes so long that a window would stall.
fn free(visits: Visits) {
    if visits.capacity() > MAX_FREED_AT_ONCE {
        // If no thread can be started, the memory is freed here.
        let _ = threads::start("freeing", move || drop(visits));
    }
}
