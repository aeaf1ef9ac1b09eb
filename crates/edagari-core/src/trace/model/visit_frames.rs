//! Frame numbers of a visit, by kind. All other code that numbers frames uses this module.
//!
//! A visit has its frames in this order; frames in brackets exist only if a table entry is found or written:
//!
//! `Start`, \[`Lookup`\], the frames of its children in turn, \[`Store`\], `End`.
//!
//! The `End` of a visit is followed by `Score` and `Update` of its parent. The parent continues with its next child, or with its
//! own `Store` or `End`. Before each of these it can have `Update`s without a child, one frame each. So all frames follow from the
//! starts and ends of visits, and from the sets of visits with frames in brackets.

use super::FrameKind;

/// Number of frames from the `End` of a visit to the frame at which its parent continues.
pub(in crate::trace) const FRAMES_AFTER_CHILDREN: u32 = after_update(0);

/// Frame of a kind for a visit with this start and end. `Score` and `Update` are the parent's frames for the visit; `Lookup` and
/// `Store` are valid only if the visit has them.
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

/// Kind of a frame at or after the `End` of a visit: `End`, `Score` or `Update`.
#[inline]
pub(in crate::trace) const fn kind_from_end(end: u32, frame: u32) -> Option<FrameKind> {
    match frame - end {
        0 => Some(FrameKind::End),
        1 => Some(FrameKind::Score),
        2 => Some(FrameKind::Update),
        _ => None,
    }
}

/// `Lookup` frame of a visit that has one.
#[inline]
pub(in crate::trace) const fn lookup(start: u32) -> u32 {
    start + 1
}

/// First frame after a visit's `Start` and `Lookup`: the `Start` of its first child, or the visit's next frame if it has no child.
#[inline]
pub(in crate::trace) const fn after_start(start: u32, has_lookup: bool) -> u32 {
    start + 1 + has_lookup as u32
}

/// `End` frame of a visit whose next frame is `next`: its `Store` if it has one, otherwise the `End` itself.
#[inline]
pub(in crate::trace) const fn end(next: u32, has_store: bool) -> u32 {
    next + has_store as u32
}

/// `Store` frame of a visit that has one.
#[inline]
pub(in crate::trace) const fn store(end: u32) -> u32 {
    end - 1
}

/// `Score` frame of the parent for a visit that has ended.
#[inline]
pub(in crate::trace) const fn score(end: u32) -> u32 {
    end + 1
}

/// `Update` frame of the parent for a visit that has ended.
#[inline]
pub(in crate::trace) const fn update(end: u32) -> u32 {
    end + 2
}

/// `End` frame of the visit whose parent has its `Update` here; 0 if there can be none.
#[inline]
pub(in crate::trace) const fn end_before_update(update: u32) -> u32 {
    update.saturating_sub(2)
}

/// Frame at which the parent continues.
#[inline]
pub(in crate::trace) const fn after_update(end: u32) -> u32 {
    end + 3
}

/// Frame after an `Update` without a child.
#[inline]
pub(in crate::trace) const fn after_own_update(update: u32) -> u32 {
    update + 1
}

/// Number of frames of a run whose root has ended; the root has no parent.
#[inline]
pub(in crate::trace) const fn count(root_end: u32) -> u32 {
    root_end + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_consecutive() {
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
