//! Memory of a trace that is no longer needed, kept for the next recording: the system takes longer to hand out fresh
//! memory, page by page, than a search takes to fill it.

use std::sync::Mutex;

use super::tree::Visits;
use crate::platform::threads;

static SPARE: Mutex<Option<Visits>> = Mutex::new(None);

/// The most bytes kept.
const MOST_KEPT: u64 = 256 << 20;
/// The bytes above which memory is freed on another thread; it takes a millisecond.
const MOST_FREED_AT_ONCE: u64 = 16 << 20;

/// No visits, in the memory of an earlier trace if there is some.
pub(in crate::trace) fn take() -> Visits {
    SPARE.lock().ok().and_then(|mut spare| spare.take()).unwrap_or_default()
}

/// Keeps the memory of a trace, if it is more than the memory kept already and not too much.
pub(in crate::trace) fn give(mut visits: Visits) {
    let capacity = visits.capacity();
    if capacity == 0 {
        return;
    }
    if capacity > MOST_KEPT {
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

/// Frees memory on a thread of its own: for much memory the system takes so long that a window would stall.
fn free(visits: Visits) {
    if visits.capacity() > MOST_FREED_AT_ONCE {
        // Without a thread, it is freed here.
        let _ = threads::start("freeing", move || drop(visits));
    }
}
