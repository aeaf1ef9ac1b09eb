//! Memory of a trace that is no longer needed, kept for the next recording: the system takes longer to hand out fresh
//! memory, page by page, than a search takes to fill it.

use std::sync::Mutex;

use super::tree::Visits;

static SPARE: Mutex<Option<Visits>> = Mutex::new(None);

/// No more than this is kept, in bytes.
const MOST_KEPT: u64 = 256 << 20;

/// No visits, in the memory of an earlier trace where there is some.
pub(super) fn take() -> Visits {
    SPARE.lock().ok().and_then(|mut spare| spare.take()).unwrap_or_default()
}

/// Keeps the memory of a trace, if it is more than what is kept already and not too much.
pub(super) fn give(mut visits: Visits) {
    let capacity = visits.capacity();
    if capacity == 0 || capacity > MOST_KEPT {
        return;
    }
    visits.clear();
    if let Ok(mut spare) = SPARE.lock()
        && spare.as_ref().is_none_or(|kept| kept.capacity() < capacity)
    {
        *spare = Some(visits);
    }
}
