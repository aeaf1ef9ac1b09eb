//! Returns that a student forgets before a second search in PVS. If windows are not written down, no step
//! marks the start of that search, so it is recognised by the first step that only it can have.

use super::{Fate, Grader, HandSearch, Mistake, MistakeKind, SearchByHand, Step, Visit};
use edagari_core::score::{BoundKind, Score};

impl Grader<'_> {
    /// If a child of `parent` that has returned has a step again, and `parent` or a node above it
    /// must be searched a second time after the score that it would return now, the step belongs to
    /// that search: returns the mistake that the node has not returned, and begins the search.
    pub(super) fn left_out_return(&mut self, child: u32, parent: u32) -> Option<Mistake> {
        let is_done = matches!(self.search.fate(child), Fate::Returned(_)) && !self.search.may_be_again(child);
        if self.marks_searches() || !is_done || self.truth.next_visit(child, Some(parent)).is_some() {
            return None;
        }
        let tree = self.search.tree();
        let nodes = std::iter::once(parent).chain(tree.above(parent));
        let node = { nodes }.find(|&node| self.second_search(node).is_some())?;
        let mistake = self.mistake((MistakeKind::NotReturned, Some(node)), child);
        self.begin_second_search(node);
        Some(mistake)
    }

    /// If a node returns what its second search returns, but not what the first one does, returns
    /// the mistake that the first return is missing, and begins the second search.
    pub(super) fn left_out_first_return(
        &mut self,
        node: u32,
        score: Score,
        bound: Option<BoundKind>,
    ) -> Option<Mistake> {
        if self.marks_searches() || self.wrong_return(node, score, bound).is_none() {
            return None;
        }
        let again = self.second_search(node).filter(is_at_return)?;
        let Step::Return { score: right, bound: kind, .. } = again.return_of(node) else { return None };
        if right != score || self.search.exercise().convention().signs && kind != bound {
            return None;
        }
        let first = self.search.return_of(node);
        let mut asked = self.clone();
        asked.search.take(first);
        let mistake = asked.mistake(MistakeKind::ReSearchOmitted.into(), node);
        self.begin_second_search(node);
        Some(mistake)
    }

    /// Returns whether the answer has steps that mark the start of each search, or has one search of
    /// each node.
    fn marks_searches(&self) -> bool {
        let convention = self.search.exercise().convention();
        convention.windows || convention.search != SearchByHand::Pvs
    }

    /// Returns the search after an open node has returned and is entered again; `None` if something
    /// in it is not done, or it needs no second search.
    fn second_search(&self, node: u32) -> Option<HandSearch<'_>> {
        if !matches!(self.search.fate(node), Fate::Open { again: false }) {
            return None;
        }
        let mut onward = self.search.clone();
        while let Some(step @ Step::Return { .. }) = onward.next() {
            onward.take(step);
            if step.node() == node {
                break;
            }
        }
        let again = onward.next().filter(|_| matches!(onward.fate(node), Fate::Asked(_)))?;
        onward.take(again);
        (again.node() == node).then_some(onward)
    }

    fn begin_second_search(&mut self, node: u32) {
        while let Some(top) = self.search.top() {
            let step = self.search.return_of(top);
            self.search.take(step);
            if top == node {
                break;
            }
        }
        if let Some(Step::Enter { window, .. }) = self.search.next() {
            self.enter(node, window, Visit::Whole);
        }
    }
}

/// Returns whether the innermost open node searches no children.
fn is_at_return(search: &HandSearch<'_>) -> bool {
    matches!((search.next(), search.top()), (Some(Step::Return { node, .. }), Some(top)) if node == top)
}
