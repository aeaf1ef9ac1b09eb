//! The frame numbers of a visit, by kind. All other code that numbers frames uses this.
//!
//! A visit takes its frames in this order, those in brackets only if an entry is found or written:
//!
//! `Start`, \[`Lookup`\], the frames of its children in turn, \[`Store`\], `End`.
//!
//! Right after its `End` come `Score` and `Update` of the visit above. That continues with its next child, or its own
//! `Store` or `End`. Before each of these it can have `Update`s that no child made, one frame each. So all frames follow from the starts and ends of visits, and from which visits have those in brackets.

use super::FrameKind;

/// The frames from the `End` of a visit to where the visit above goes on.
pub(in crate::trace) const FRAMES_AFTER_CHILDREN: u32 = after_update(0);

/// The frame of a kind for a visit with this start and end: of `Score` and `Update`, that of the visit above for it; of
/// `Lookup` and `Store`, if it has one.
pub(in crate::trace) const fn of_kind(kind: FrameKind, start: u32, end: u32) -> u32 {
    match kind {
        FrameKind::Start => start,
        FrameKind::Lookup => lookup(start),
        FrameKind::Store => store(end),
        FrameKind::End => end,
        FrameKind::Score => score(end),
        FrameKind::Update => update(end),
    }
}

/// The kind of a frame from the `End` of a visit on: `End`, `Score` or `Update`.
#[inline]
pub(in crate::trace) const fn kind_from_end(end: u32, frame: u32) -> Option<FrameKind> {
    match frame - end {
        0 => Some(FrameKind::End),
        1 => Some(FrameKind::Score),
        2 => Some(FrameKind::Update),
        _ => None,
    }
}

/// The `Lookup` of a visit that has one.
#[inline]
pub(in crate::trace) const fn lookup(start: u32) -> u32 {
    start + 1
}

/// The first frame after a visit's `Start` and `Lookup`: the `Start` of its first child, or the next if it has none.
#[inline]
pub(in crate::trace) const fn after_start(start: u32, has_lookup: bool) -> u32 {
    start + 1 + has_lookup as u32
}

/// The `End` of a visit that ends at `next`, after its `Store` if any.
#[inline]
pub(in crate::trace) const fn end(next: u32, has_store: bool) -> u32 {
    next + has_store as u32
}

/// The `Store` of a visit that has one.
#[inline]
pub(in crate::trace) const fn store(end: u32) -> u32 {
    end - 1
}

/// The `Score` of the visit above for one that has ended.
#[inline]
pub(in crate::trace) const fn score(end: u32) -> u32 {
    end + 1
}

/// The `Update` of the visit above for one that has ended.
#[inline]
pub(in crate::trace) const fn update(end: u32) -> u32 {
    end + 2
}

/// The `End` of a visit whose parent has its `Update` here; 0 if there can be none.
#[inline]
pub(in crate::trace) const fn end_before_update(update: u32) -> u32 {
    update.saturating_sub(2)
}

/// The frame at which the visit above continues.
#[inline]
pub(in crate::trace) const fn after_update(end: u32) -> u32 {
    end + 3
}

/// The frame after an `Update` that no child made.
#[inline]
pub(in crate::trace) const fn after_own_update(update: u32) -> u32 {
    update + 1
}

/// The number of frames of a run whose root has ended: no visit is above it.
#[inline]
pub(in crate::trace) const fn count(root_end: u32) -> u32 {
    root_end + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_one_behind_the_other() {
        for (has_lookup, has_store) in [(false, false), (false, true), (true, false), (true, true)] {
            let start = 10;
            let mut next = start + 1;
            if has_lookup {
                assert_eq!(lookup(start), next);
                next += 1;
            }
            assert_eq!(after_start(start, has_lookup), next);
            let end = end(next, has_store);
            if has_store {
                assert_eq!(store(end), next);
                next += 1;
            }
            assert_eq!([end, score(end), update(end), after_update(end)], [next, next + 1, next + 2, next + 3]);
            assert_eq!((end_before_update(update(end)), count(end)), (end, next + 1));
            let kinds = [FrameKind::End, FrameKind::Score, FrameKind::Update];
            assert_eq!(kinds.map(|kind| of_kind(kind, start, end)), [end, end + 1, end + 2]);
            for kind in kinds {
                assert_eq!(kind_from_end(end, of_kind(kind, start, end)), Some(kind));
            }
            assert_eq!(kind_from_end(end, after_update(end)), None);
        }
    }
}
