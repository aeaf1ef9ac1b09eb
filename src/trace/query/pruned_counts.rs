//! The nodes that the cuts of a trace prune: counted when someone asks, for a search is recorded in far less time.

use super::pruned;
use crate::game::{Game, GameVisitor};
use crate::trace::{Abandoned, Progress, Trace};

struct CountPruned<'a> {
    trace: &'a Trace,
    progress: &'a Progress,
}

impl GameVisitor for CountPruned<'_> {
    type Output = Option<Vec<Option<u64>>>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        pruned::count(game, self.trace, self.progress)
    }
}

impl Trace {
    /// Counts the nodes that each cut prunes, from the rules of the game, unless that has been done. Whoever asks for such a number counts
    /// them too, so a program need not call this; a window can, on another thread, so that it never waits for them.
    ///
    /// # Errors
    /// [`Abandoned`] if `progress` was cancelled before they were counted.
    pub fn count_pruned(&self, progress: &Progress) -> Result<(), Abandoned> {
        if self.has_counted_pruned() {
            return Ok(());
        }
        if self.cuts().is_empty() {
            return Ok(());
        }
        progress.expect(self.cuts().len() as u64);
        let counts = self.game.visit(CountPruned { trace: self, progress }).ok_or(Abandoned)?;
        // Another thread can have counted them meanwhile, to the same numbers.
        let _ = self.nodes_pruned.set(counts);
        Ok(())
    }

    /// Whether the nodes that cuts prune have been counted, so that all questions about them are answered at once.
    #[must_use]
    pub fn has_counted_pruned(&self) -> bool {
        self.counted_cuts.get().is_some_and(|cuts| cuts.frames.is_empty() || self.nodes_pruned.get().is_some())
    }

    /// The number of nodes that each cut prunes, as far as they can be counted.
    pub(in crate::trace) fn pruned_by_cuts(&self) -> &[Option<u64>] {
        if self.cuts().is_empty() {
            return &[];
        }
        self.nodes_pruned.get_or_init(|| {
            let counts = self.game.visit(CountPruned { trace: self, progress: &Progress::default() });
            counts.unwrap_or_else(|| vec![None; self.cuts().len()])
        })
    }

    /// The number of nodes that the cut at `frame` prunes: 0 without a cut, `None` where it cannot be counted. The first question of
    /// this kind waits until all are counted, see [`Self::count_pruned`].
    #[must_use]
    pub fn nodes_pruned_at(&self, frame: usize) -> Option<u64> {
        match self.cuts().binary_search(&(frame as u32)) {
            Ok(index) => self.pruned_by_cuts()[index],
            Err(_) => Some(0),
        }
    }

    /// The number of nodes that the whole run pruned, if it can be counted; see [`Self::count_pruned`].
    #[must_use]
    pub fn nodes_pruned(&self) -> Option<u64> {
        self.pruned_by_cuts().iter().try_fold(0_u64, |sum, &count| sum.checked_add(count?))
    }
}
