//! The state of a search by hand, used by the model answer and the grader.

use super::{CutAt, Exercise, ExerciseTree, Returned, SearchByHand, Step};
use edagari_core::score::{Answer, Bounds, Player, Score, Window};
use edagari_core::search::Algorithm;

/// State of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// Not searched. A leaf keeps this state: it is evaluated when its parent reaches it.
    Waiting,
    /// Entered and not returned.
    Open {
        /// Whether this is a re-search.
        again: bool,
    },
    /// Returned with a score that counts for the parent.
    Returned(Score),
    /// Returned from a null window with a score that requires a re-search.
    ReSearchDue(Score),
    /// Struck, so that it is skipped.
    Struck,
    /// Neither searched nor struck, although a later child was: counts as struck until it is
    /// searched.
    PassedOver,
}

/// Values of a node after some of its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeValues {
    /// Best score of these children.
    pub best: Score,
    /// Window of the node after these children.
    pub window: Window,
    /// Index of the child whose score cuts, and the best score at that point; `None` without a cut.
    pub cut: Option<(usize, Score)>,
}

/// Whether a node must be searched a second time: it is not the first child, its null window has
/// failed, and its score is inside the parent's window. After a mistake, the window that was
/// written for the child and the scores of its siblings may disagree on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SecondSearch {
    Needless,
    Allowed,
    Required,
}

/// Replaces the bound of a player in a window.
pub(super) fn with_end(window: Window, player: Player, score: Score) -> Window {
    match player {
        Player::Max => Window { alpha: score, ..window },
        Player::Min => Window { beta: score, ..window },
    }
}

/// Returns a window with its ends in the right order, in case they were exchanged.
fn in_order(window: Window) -> Window {
    Window { alpha: window.alpha.min(window.beta), beta: window.alpha.max(window.beta) }
}

/// State of a search by hand, in max's view. It carries out the given steps, right or wrong, and computes the next right step by
/// the convention and the earlier steps.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct HandSearch<'a> {
    exercise: &'a Exercise,
    fates: Vec<Fate>,
    /// Window of the last entry of each node.
    given: Vec<Window>,
    /// Window of the last entry, narrowed by the table's bounds.
    own: Vec<Window>,
    /// Score from the table at the last entry, if it settled the node.
    answers: Vec<Option<Score>>,
    /// Whether a second search of each returned node is allowed but not required, see
    /// [`SecondSearch::Allowed`].
    may_be_again: Vec<bool>,
    /// Bounds stored in the table.
    known: Vec<Bounds>,
    /// Open nodes, from the root downwards.
    open: Vec<u32>,
}

impl<'a> HandSearch<'a> {
    pub(super) fn new(exercise: &'a Exercise) -> Self {
        let count = exercise.tree().len();
        let windows = vec![Window::FULL; count];
        Self {
            exercise,
            fates: vec![Fate::Waiting; count],
            given: windows.clone(),
            own: windows,
            answers: vec![None; count],
            may_be_again: vec![false; count],
            known: vec![Bounds::UNKNOWN; count],
            open: Vec::new(),
        }
    }

    pub(super) const fn tree(&self) -> &'a ExerciseTree {
        self.exercise.tree()
    }

    pub(super) const fn exercise(&self) -> &'a Exercise {
        self.exercise
    }

    pub(super) fn fate(&self, node: u32) -> Fate {
        self.fates[node as usize]
    }

    pub(super) fn given(&self, node: u32) -> Window {
        self.given[node as usize]
    }

    /// Returns the condition of a cut at the last entry of a node.
    pub(super) fn cut_at(&self, node: u32) -> CutAt {
        self.exercise.convention().cut_at(self.given(node))
    }

    /// Returns the score from the table at the last entry, if it settled the node.
    pub(super) fn answer(&self, node: u32) -> Option<Score> {
        self.answers[node as usize]
    }

    /// Returns the current window of a node: the window of its last entry, narrowed by the table.
    pub(super) fn own(&self, node: u32) -> Window {
        self.own[node as usize]
    }

    /// Resets a node as if the table had no entry for it.
    pub(super) fn ignore_table(&mut self, node: u32) {
        self.answers[node as usize] = None;
        self.own[node as usize] = self.given(node);
    }

    fn look_up(&mut self, node: u32, window: Window) {
        let place = node as usize;
        (self.own[place], self.answers[place]) = (window, None);
        if !self.exercise.convention().table {
            return;
        }
        match self.known[place].answer(window) {
            Answer::Returned { score, .. } => self.answers[place] = Some(score),
            Answer::Narrowed(narrowed) => self.own[place] = narrowed,
            Answer::Nothing => {}
        }
    }

    /// Stores the returned score of a node in the table. After a mistake it can contradict the stored bounds; then it replaces them.
    fn store(&mut self, node: u32, score: Score) {
        let Some(kind) = self.exercise.convention().judge(self.given(node), score) else { return };
        let (known, returned) = (&mut self.known[node as usize], Bounds::of(score, kind));
        let both = known.intersect(returned);
        *known = if both.lower <= both.upper { both } else { returned };
    }

    /// Returns the innermost open node.
    pub(super) fn top(&self) -> Option<u32> {
        self.open.last().copied()
    }

    /// Returns whether the root has returned.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.fate(0), Fate::Returned(_))
    }

    /// Returns the score of a child for its parent: the score of a leaf that is not struck, or of a node that has returned.
    pub(super) fn score(&self, node: u32) -> Option<Score> {
        match self.fate(node) {
            Fate::Returned(score) => Some(score),
            Fate::Waiting => self.tree().score(node),
            Fate::Open { .. } | Fate::ReSearchDue(_) | Fate::Struck | Fate::PassedOver => None,
        }
    }

    /// Computes the values of a node after its first `places` children.
    pub(super) fn taken_in(&self, node: u32, places: usize) -> NodeValues {
        let player = self.tree().player(node);
        let (convention, cut_at) = (self.exercise.convention(), self.cut_at(node));
        let mut taken = NodeValues { best: player.worst(), window: self.own(node), cut: None };
        for (place, &child) in self.tree().children(node)[..places].iter().enumerate() {
            let Some(score) = self.score(child) else { continue };
            taken.best = player.better(taken.best, score);
            taken.window = taken.window.taking_in(player, taken.best);
            if taken.cut.is_none() && convention.search.cuts() && cut_at.closes(taken.window) {
                taken.cut = Some((place, taken.best));
            }
        }
        taken
    }

    /// Returns the number of children of a node that come before the child at index `place` in the
    /// answer: `place`, or more if later children were searched first. A leaf is evaluated in the
    /// order of the tree.
    fn places_before(&self, node: u32, place: usize) -> usize {
        let children = self.tree().children(node);
        if self.tree().is_leaf(children[place]) {
            return place;
        }
        let later = &children[place + 1..];
        let is_searched = |&child: &u32| matches!(self.fate(child), Fate::Returned(_) | Fate::ReSearchDue(_));
        later.iter().rposition(is_searched).map_or(place, |last| place + last + 2)
    }

    /// Computes the values of the parent of `child` when the child is its next one.
    pub(super) fn taken_in_before(&self, parent: u32, child: u32) -> NodeValues {
        self.taken_in(parent, self.places_before(parent, self.tree().place(child)))
    }

    /// Computes the values of a node after all children before the first one that must still be searched.
    pub(super) fn taken_in_so_far(&self, node: u32) -> NodeValues {
        if let Some(best) = self.answer(node) {
            return NodeValues { best, window: self.given(node), cut: None };
        }
        let children = self.tree().children(node);
        let is_next = |&child: &u32| {
            !self.tree().is_leaf(child)
                && matches!(self.fate(child), Fate::Waiting | Fate::Open { .. } | Fate::ReSearchDue(_))
        };
        self.taken_in(node, children.iter().position(is_next).unwrap_or(children.len()))
    }

    /// Returns the window with which the child at index `place` must be entered.
    pub(super) fn window_of_child(&self, node: u32, place: usize) -> Window {
        self.handed(node, place, self.taken_in(node, self.places_before(node, place)).window)
    }

    /// Derives the window of the child at index `place` from that of its parent.
    fn handed(&self, node: u32, place: usize, window: Window) -> Window {
        let child = self.tree().children(node)[place];
        let player = self.tree().player(node);
        match self.exercise.convention().search {
            SearchByHand::Minimax => Window::FULL,
            SearchByHand::AlphaBeta => window,
            SearchByHand::OneBound => Algorithm::AlphaBetaOneBound.child_window(window, self.tree().player(child)),
            SearchByHand::Pvs => match self.fate(child) {
                Fate::ReSearchDue(score) => window.taking_in(player, score),
                _ if self.places_before(node, place) > 0 => window.null(player).unwrap_or(window),
                _ => window,
            },
        }
    }

    /// Returns whether the child at index `place` may be entered with `given` because of the window
    /// that was written for its last sibling, or for the child itself before a re-search. After a
    /// wrong window there, the right window does not follow from it.
    pub(super) fn follows_from_last(&self, node: u32, place: usize, given: Window) -> bool {
        let (tree, search) = (self.tree(), self.exercise.convention().search);
        let children = tree.children(node);
        let is_entered = |&place: &usize| {
            let child = children[place];
            !tree.is_leaf(child) && matches!(self.fate(child), Fate::Returned(_) | Fate::ReSearchDue(_))
        };
        let Some(last) = (0..=place).rev().find(is_entered) else { return false };
        let (player, written) = (tree.player(node), self.given(children[last]));
        let has_own_end = match search {
            SearchByHand::Minimax => false,
            SearchByHand::OneBound => tree.player(children[last]) != player,
            SearchByHand::AlphaBeta | SearchByHand::Pvs => true,
        };
        // A null window contains only the end of the parent's player, and so does a window with one
        // bound.
        let has_both_ends = search != SearchByHand::OneBound && !in_order(written).is_null();
        let own_end = with_end(self.own(node), player, in_order(written).of(player));
        let windows = [has_own_end.then_some(own_end), has_both_ends.then_some(written)];
        windows.into_iter().flatten().any(|window| {
            let scores = children[last..place].iter().filter_map(|&child| self.score(child));
            self.handed(node, place, scores.fold(window, |window, score| window.taking_in(player, score))) == given
        })
    }

    /// Returns whether a child that returned `score` must, may or need not be searched a second
    /// time.
    fn second_search(&self, parent: u32, child: u32, score: Score) -> SecondSearch {
        let (given, place) = (self.given(child), self.tree().place(child));
        let meant = in_order(given);
        if self.exercise.convention().search != SearchByHand::Pvs
            || self.fate(child) == (Fate::Open { again: true })
            || self.places_before(parent, place) == 0
            || !meant.is_null()
        {
            return SecondSearch::Needless;
        }
        let player = self.tree().player(parent);
        let window = self.taken_in_before(parent, child).window;
        let by_scores = window.contains(score);
        let by_window = with_end(window, player, meant.of(player)).contains(score);
        match (by_scores, by_window) {
            (false, false) => SecondSearch::Needless,
            (true, true) if given == meant => SecondSearch::Required,
            _ => SecondSearch::Allowed,
        }
    }

    /// Returns the score of a node whose best child has the score `best`.
    pub(super) fn returned(&self, node: u32, best: Score) -> Score {
        let convention = self.exercise.convention();
        if convention.search.cuts() {
            convention.returned.of(best, self.tree().player(node), self.given(node))
        } else {
            best
        }
    }

    /// Returns the return step of an open node that searches no more children.
    pub(super) fn return_of(&self, node: u32) -> Step {
        let taken = self.taken_in_so_far(node);
        let score = self.returned(node, taken.cut.map_or(taken.best, |(_, best)| best));
        Step::Return { node, score, bound: self.exercise.convention().judge(self.given(node), score) }
    }

    /// Returns whether an open node that searches no more children may return `score`. If a child
    /// after a cut was searched by mistake, its score may be used or ignored. If the node's window
    /// is closed, fail-hard at both ends accepts either end.
    pub(super) fn may_return(&self, node: u32, score: Score) -> bool {
        let Step::Return { score: right, .. } = self.return_of(node) else { return false };
        let given = self.given(node);
        let is_hard = self.exercise.convention().returned == Returned::HardAtBothEnds;
        let is_end = given.is_closed() && is_hard && (score == given.alpha || score == given.beta);
        score == right || is_end || score == self.returned(node, self.taken_in_so_far(node).best)
    }

    /// Returns the next right step; `None` at the end.
    pub(super) fn next(&self) -> Option<Step> {
        let Some(node) = self.top() else {
            let window = self.exercise.convention().root.window();
            return (!self.is_done()).then_some(Step::Enter { node: 0, window });
        };
        if self.answer(node).is_some() {
            return Some(self.return_of(node));
        }
        let children = self.tree().children(node);
        if let Some((cut, _)) = self.taken_in_so_far(node).cut {
            let is_left = |&child: &u32| matches!(self.fate(child), Fate::Waiting | Fate::ReSearchDue(_));
            let left = children[cut + 1..].iter().copied().find(is_left);
            return Some(left.map_or_else(|| self.return_of(node), |node| Step::Skip { node }));
        }
        let is_next = |&child: &u32| {
            !self.tree().is_leaf(child) && matches!(self.fate(child), Fate::Waiting | Fate::ReSearchDue(_))
        };
        Some(children.iter().position(is_next).map_or_else(
            || self.return_of(node),
            |place| Step::Enter { node: children[place], window: self.window_of_child(node, place) },
        ))
    }

    /// Carries out a step. A node must be entered from the innermost open node, and only that one may return.
    pub(super) fn take(&mut self, step: Step) {
        match step {
            Step::Enter { node, window } => {
                let again = matches!(self.fate(node), Fate::ReSearchDue(_) | Fate::Returned(_));
                for below in self.tree().subtree(node) {
                    self.fates[below as usize] = Fate::Waiting;
                }
                self.fates[node as usize] = Fate::Open { again };
                self.given[node as usize] = window;
                self.look_up(node, window);
                self.open.push(node);
            }
            Step::Skip { node } => self.fates[node as usize] = Fate::Struck,
            Step::Return { node, score, .. } => {
                self.open.pop();
                self.store(node, score);
                let parent = self.tree().parent(node);
                let second = parent.map(|parent| self.second_search(parent, node, score));
                let is_required = second == Some(SecondSearch::Required);
                self.may_be_again[node as usize] = second == Some(SecondSearch::Allowed);
                self.fates[node as usize] = if is_required { Fate::ReSearchDue(score) } else { Fate::Returned(score) };
            }
        }
    }

    /// Closes an open node and those below it without a score, as if it had not been entered.
    pub(super) fn forget(&mut self, node: u32) {
        let is_above = |&open: &u32| open != node;
        self.open = self.open.iter().copied().take_while(is_above).collect();
        self.fates[node as usize] = Fate::Waiting;
    }

    /// Returns whether a second search of a node that has returned is allowed but not required.
    pub(super) fn may_be_again(&self, node: u32) -> bool {
        self.may_be_again[node as usize]
    }

    /// Requires a re-search of a child that has returned.
    pub(super) fn ask_again(&mut self, node: u32) {
        if let Fate::Returned(score) = self.fate(node) {
            self.fates[node as usize] = Fate::ReSearchDue(score);
        }
    }

    /// Skips a child that should have been searched, or searched again; in the second case its
    /// returned score counts.
    pub(super) fn pass_over(&mut self, node: u32) {
        self.fates[node as usize] = match self.fate(node) {
            Fate::ReSearchDue(score) => Fate::Returned(score),
            _ => Fate::PassedOver,
        };
    }
}
