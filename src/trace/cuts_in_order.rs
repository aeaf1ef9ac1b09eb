//! Brings cuts into the order of their frames while a search is gone through.

use super::overview::CutAt;

/// Cuts that are seen at the starts of the children that make them, in the order of their frames: a child cuts at its end, after all cuts
/// below it.
#[derive(Clone, Debug, Default)]
pub(super) struct CutsInOrder {
    /// The cuts before all that may still come.
    settled: Vec<CutAt>,
    /// Cuts before which others may still come, the last one first.
    waiting: Vec<CutAt>,
}

impl CutsInOrder {
    /// Takes in a cut by a child that begins behind those before, or in them.
    #[inline]
    pub(super) fn see(&mut self, cut: CutAt) {
        while let Some(earlier) = self.waiting.pop_if(|waiting| waiting.frame < cut.frame) {
            self.settled.push(earlier);
        }
        self.waiting.push(cut);
    }

    /// Takes in the cuts by all children that begin later.
    pub(super) fn extend(&mut self, later: Self) {
        let Self { settled, waiting } = later;
        settled.into_iter().chain(waiting.into_iter().rev()).for_each(|cut| self.see(cut));
    }

    /// All cuts, in the order of their frames.
    pub(super) fn into_sorted(self) -> Vec<CutAt> {
        let Self { mut settled, waiting } = self;
        settled.extend(waiting.into_iter().rev());
        // Children of several threads overlap.
        if !settled.is_sorted_by_key(|cut| cut.frame) {
            settled.sort_unstable_by_key(|cut| cut.frame);
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cuts by nested children, as they are seen: by their starts.
    fn seen(depth: u32) -> impl Strategy<Value = Vec<u32>> {
        // A walk up and down: each step down begins a child, each step up ends one, which cuts or not.
        prop::collection::vec((any::<bool>(), any::<bool>()), 0..200).prop_map(move |steps| {
            let (mut open, mut cuts) = (Vec::new(), Vec::new());
            for (frame, (goes_down, cuts_at_end)) in (0..).zip(steps) {
                if goes_down && open.len() < depth as usize {
                    open.push((frame, cuts_at_end));
                } else if let Some((start, true)) = open.pop() {
                    cuts.push((start, frame));
                }
            }
            cuts.sort_unstable();
            cuts.into_iter().map(|(_, end)| end).collect()
        })
    }

    proptest! {
        #[test]
        fn cuts_come_by_their_frames(seen in seen(9), share in 0..=100_usize, is_nested: bool) {
            // Those of several threads need not be nested.
            let seen: Vec<u32> = if is_nested { seen } else { seen.iter().map(|frame| frame ^ 5).collect() };
            let (first, second) = seen.split_at(seen.len() * share / 100);
            let [mut cuts, later] = [first, second].map(|frames| {
                let mut cuts = CutsInOrder::default();
                for &frame in frames {
                    cuts.see(CutAt { frame, depth: 0, pruned: 1 });
                }
                cuts
            });
            cuts.extend(later);
            let mut expected = seen;
            expected.sort_unstable();
            let frames: Vec<u32> = cuts.into_sorted().iter().map(|cut| cut.frame).collect();
            prop_assert_eq!(frames, expected);
        }
    }
}
