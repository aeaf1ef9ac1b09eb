//! Grades an answer step by step, and finds mistakes of order.

use super::classification::wrong_window;
use super::classification::{Found, skipped_too_little, skipped_too_much};
use super::classification::{wrong_score, wrong_sign};
use super::hand_search::{Fate, HandSearch};
use super::{Exercise, Mistake, MistakeKind, SearchByHand, Step};
use edagari_core::score::Window;

/// Simulation of an answer, which detects the mistakes of its steps.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Grader<'a> {
    search: HandSearch<'a>,
}

/// Obstacle between the current state and a step.
enum Way {
    /// No obstacle.
    Free,
    /// An earlier step was omitted. It is reported and carried out correctly.
    Late(Mistake),
    /// The step is impossible.
    Shut(Mistake),
}

impl<'a> Grader<'a> {
    pub(super) fn new(exercise: &'a Exercise) -> Self {
        Self { search: HandSearch::new(exercise) }
    }

    /// Returns the search after the steps so far.
    pub(super) const fn search(&self) -> &HandSearch<'a> {
        &self.search
    }

    /// Returns the search after entering the next nodes, if the exercise does not require steps for entering.
    pub(super) fn entered(&self) -> HandSearch<'a> {
        let mut onward = self.search.clone();
        while !onward.exercise().convention().windows
            && let Some(step @ Step::Enter { .. }) = onward.next()
        {
            onward.take(step);
        }
        onward
    }

    /// Returns the next right step in written form, among those that the exercise requires; `None` at the end.
    pub(super) fn next_asked(&self) -> Option<Step> {
        let step = self.entered().next()?;
        Some(self.search.exercise().written_step(self.as_asked(step)))
    }

    /// Returns whether `step` returns from a node and `strike` strikes one of its children, as if before the return.
    pub(super) fn is_late_strike(&self, step: Step, strike: Step) -> bool {
        let (Step::Return { node, .. }, Step::Skip { node: child }) = (step, strike) else { return false };
        if self.search.tree().parent(child) != Some(node) {
            return false;
        }
        let convention = self.search.exercise().convention();
        if convention.windows || convention.search != SearchByHand::Pvs {
            return true;
        }
        // The node may be searched again, and no step marks where that search begins.
        let mut onward = self.clone();
        onward.reach(node);
        let cut = onward.search.taken_in(node, self.search.tree().place(child)).cut;
        cut.is_some() && onward.search.fate(child) == Fate::Waiting && onward.search.answer(node).is_none()
    }

    /// Judges a step in max's view and carries it out.
    pub(super) fn take(&mut self, step: Step) -> Option<Mistake> {
        match step {
            Step::Skip { node } => self.take_skip(node),
            Step::Enter { node, window } => self.take_enter(node, window),
            Step::Return { node, .. } => self.take_return(node, step),
        }
    }

    fn take_skip(&mut self, node: u32) -> Option<Mistake> {
        let Some(parent) = self.search.tree().parent(node) else {
            return Some(self.mistake(MistakeKind::RootSkipped.into(), node));
        };
        let begun = match self.begin_again(node) {
            Way::Shut(mistake) => return Some(mistake),
            Way::Late(mistake) => Some(mistake),
            Way::Free => None,
        };
        if self.struck_above(node).is_some() {
            // The node is struck together with its ancestor.
            return begun;
        }
        match self.search.fate(node) {
            Fate::Waiting => {}
            Fate::Open { .. } => return Some(self.mistake(MistakeKind::AlreadyEntered.into(), node)),
            Fate::Asked(_) => return Some(self.mistake(MistakeKind::ReSearchOmitted.into(), node)),
            Fate::Returned(_) | Fate::Struck => return Some(self.mistake(MistakeKind::AlreadyDone.into(), node)),
        }
        let way = self.reach(parent);
        let late = match way {
            Way::Shut(mistake) => return Some(mistake),
            Way::Late(mistake) => begun.or(Some(mistake)),
            Way::Free => begun,
        };
        let late = late.or_else(|| self.answered(parent, node));
        let left_out = self.left_out_before(parent, node);
        let late = late.or(left_out);
        let is_cut = self.search.taken_in(parent, self.search.tree().place(node)).cut.is_some();
        let mistake =
            late.or_else(|| (!is_cut).then(|| self.mistake(skipped_too_much(&self.search, parent, node), node)));
        self.search.take(Step::Skip { node });
        mistake
    }

    fn take_enter(&mut self, node: u32, window: Window) -> Option<Mistake> {
        let (late, expected) = match self.arrive(node) {
            Ok(arrived) => arrived,
            Err(mistake) => return Some(mistake),
        };
        let expected_step = Step::Enter { node, window: expected };
        let mistake = late.or_else(|| {
            (window != expected).then(|| {
                let found = wrong_window(&self.search, node, window, expected);
                self.wrong_step(found, Step::Enter { node, window }, expected_step)
            })
        });
        self.search.take(Step::Enter { node, window });
        mistake
    }

    fn take_return(&mut self, node: u32, step: Step) -> Option<Mistake> {
        let mut late = None;
        if !matches!(self.search.fate(node), Fate::Open { .. }) {
            let is_asked = self.search.exercise().convention().windows;
            match self.arrive(node) {
                Err(mistake) => return Some(mistake),
                Ok((mistake, window)) => {
                    late = mistake;
                    if is_asked && late.is_none() {
                        let found = (MistakeKind::NotEntered, Some(node));
                        late = Some(self.mistake(found, node));
                    }
                    self.search.take(Step::Enter { node, window });
                }
            }
        } else if let Way::Late(mistake) | Way::Shut(mistake) = self.reach(node) {
            late = Some(mistake);
        }
        late = late.or_else(|| self.children_left_out(node));
        let expected = self.search.return_of(node);
        let mistake = late.or_else(|| self.wrong_return(node, step, expected));
        self.search.take(step);
        mistake
    }

    /// Returns the mistake in a return itself, if there is one.
    fn wrong_return(&self, node: u32, step: Step, expected: Step) -> Option<Mistake> {
        let (Step::Return { score, bound, .. }, Step::Return { score: right, .. }) = (step, expected) else {
            return None;
        };
        let convention = self.search.exercise().convention();
        if !self.search.may_return(node, score) {
            let found = wrong_score(&self.search, node, score, right);
            return Some(self.wrong_step(found, step, self.as_asked(expected)));
        }
        if !convention.signs {
            return None;
        }
        let kind = convention.judge(self.search.given(node), score);
        wrong_sign(bound, kind).map(|kind| self.wrong_step(kind.into(), step, expected))
    }

    /// Removes the sign of a step if the exercise does not require it.
    fn as_asked(&self, step: Step) -> Step {
        let signs = self.search.exercise().convention().signs;
        match step {
            Step::Return { node, score, bound } => Step::Return { node, score, bound: bound.filter(|_| signs) },
            step => step,
        }
    }

    /// Moves the search to the entry of a node, carrying out omitted steps correctly. Returns the
    /// first mistake on the way and the right window.
    fn arrive(&mut self, node: u32) -> Result<(Option<Mistake>, Window), Mistake> {
        let begun = match self.begin_again(node) {
            Way::Shut(mistake) => return Err(mistake),
            Way::Late(mistake) => Some(mistake),
            Way::Free => None,
        };
        if let Some(struck) = self.struck_above(node) {
            return Err(self.mistake((MistakeKind::BelowSkipped, Some(struck)), node));
        }
        match self.search.fate(node) {
            Fate::Waiting | Fate::Asked(_) => {}
            Fate::Open { .. } => return Err(self.mistake(MistakeKind::AlreadyEntered.into(), node)),
            Fate::Struck => return Err(self.mistake((MistakeKind::BelowSkipped, Some(node)), node)),
            Fate::Returned(_) => {
                let parent = self.search.tree().parent(node);
                let is_again = parent.is_some() && parent == self.search.top();
                let kind = if is_again { MistakeKind::SearchedAgain } else { MistakeKind::AlreadyDone };
                return Err(self.mistake(kind.into(), node));
            }
        }
        let Some(parent) = self.search.tree().parent(node) else { return Ok((begun, Window::FULL)) };
        let mut late = match self.reach(parent) {
            Way::Shut(mistake) => return Err(mistake),
            Way::Late(mistake) => begun.or(Some(mistake)),
            Way::Free => begun,
        };
        late = late.or_else(|| self.answered(parent, node));
        let left_out = self.left_out_before(parent, node);
        late = late.or(left_out);
        let place = self.search.tree().place(node);
        if late.is_none() && self.search.taken_in(parent, place).cut.is_some() {
            late = Some(self.mistake(skipped_too_little(&self.search, parent, node), node));
        }
        Ok((late, self.search.window_of_child(parent, place)))
    }

    /// Begins the re-search of an ancestor that must be searched again: the values below it belong to the search before.
    fn begin_again(&mut self, node: u32) -> Way {
        let tree = self.search.tree();
        let asked = tree.above(node).find(|&above| matches!(self.search.fate(above), Fate::Asked(_)));
        asked.map_or(Way::Free, |asked| self.reach(asked))
    }

    /// Makes a node the innermost open one: open nodes below it return, and missing ancestors are entered.
    fn reach(&mut self, node: u32) -> Way {
        if let Some(struck) = self.struck_above(node).or((self.search.fate(node) == Fate::Struck).then_some(node)) {
            return Way::Shut(self.mistake((MistakeKind::BelowSkipped, Some(struck)), node));
        }
        let mut late = None;
        if matches!(self.search.fate(node), Fate::Open { .. }) {
            while let Some(top) = self.search.top().filter(|&top| top != node) {
                late.get_or_insert_with(|| self.mistake((MistakeKind::NotReturned, Some(top)), node));
                let step = self.search.return_of(top);
                self.search.take(step);
            }
            return late.map_or(Way::Free, Way::Late);
        }
        let is_asked = self.search.exercise().convention().windows;
        match self.arrive(node) {
            Err(mistake) => Way::Shut(mistake),
            Ok((mistake, window)) => {
                late = mistake.or_else(|| is_asked.then(|| self.mistake((MistakeKind::NotEntered, Some(node)), node)));
                self.search.take(Step::Enter { node, window });
                late.map_or(Way::Free, Way::Late)
            }
        }
    }

    /// Reports a mistake if the table has settled `parent`, so that its children are neither searched nor struck. The search then
    /// continues as if the table had no entry.
    fn answered(&mut self, parent: u32, node: u32) -> Option<Mistake> {
        self.search.answer(parent)?;
        let mistake = self.mistake((MistakeKind::TableAnswers, Some(parent)), node);
        self.search.ignore_table(parent);
        Some(mistake)
    }

    /// Reports the first child before `node` that was neither searched nor struck. Such children then count as struck, or as searched once.
    fn left_out_before(&mut self, parent: u32, node: u32) -> Option<Mistake> {
        let tree = self.search.tree();
        let place = tree.place(node);
        let mut first = None;
        for other in 0..place {
            let child = tree.children(parent)[other];
            let is_left = !tree.is_leaf(child) && matches!(self.search.fate(child), Fate::Waiting | Fate::Asked(_));
            if is_left && self.search.taken_in(parent, other).cut.is_none() {
                let mistake = self.left_out(child);
                first = first.or(Some(mistake));
            }
        }
        first
    }

    fn left_out(&mut self, child: u32) -> Mistake {
        let kind = match self.search.fate(child) {
            Fate::Asked(_) => MistakeKind::ReSearchOmitted,
            _ => MistakeKind::NotSearched,
        };
        let mistake = self.mistake(kind.into(), child);
        self.search.pass_over(child);
        mistake
    }

    /// Reports the first child of a returning node that was neither searched, nor struck as required.
    fn children_left_out(&mut self, node: u32) -> Option<Mistake> {
        let tree = self.search.tree();
        let mut first = None;
        if self.search.answer(node).is_some() {
            return None;
        }
        for (place, &child) in tree.children(node).iter().enumerate() {
            let is_waiting = matches!(self.search.fate(child), Fate::Waiting | Fate::Asked(_));
            if !is_waiting {
                continue;
            }
            if self.search.taken_in(node, place).cut.is_some() {
                let mistake = self.mistake(skipped_too_little(&self.search, node, child), child);
                first = first.or(Some(mistake));
                self.search.take(Step::Skip { node: child });
            } else if !tree.is_leaf(child) {
                let mistake = self.left_out(child);
                first = first.or(Some(mistake));
            }
        }
        first
    }

    /// Returns the nearest struck ancestor of a node.
    fn struck_above(&self, node: u32) -> Option<u32> {
        self.search.tree().above(node).find(|&above| self.search.fate(above) == Fate::Struck)
    }

    /// Returns the missing next step, if the search has not ended.
    pub(super) fn unfinished(&self) -> Option<Mistake> {
        let next = self.search.next()?;
        let mut mistake = self.mistake(MistakeKind::Unfinished.into(), next.node());
        mistake.expected = Some(self.search.exercise().written_step(self.as_asked(next)));
        Some(mistake)
    }

    fn wrong_step(&self, found: Found, given: Step, expected: Step) -> Mistake {
        let exercise = self.search.exercise();
        let mut mistake = self.mistake(found, given.node());
        mistake.given = Some(exercise.written_step(self.as_asked(given)));
        mistake.expected = Some(exercise.written_step(expected));
        mistake
    }

    /// Creates a mistake with the values for its sentence.
    fn mistake(&self, (kind, other): Found, node: u32) -> Mistake {
        let search = &self.search;
        let (exercise, tree) = (search.exercise(), search.tree());
        let parent = tree.parent(node);
        let taken = parent.map(|parent| {
            let places = tree.place(node);
            let taken = search.taken_in(parent, places);
            let places = taken.cut.map_or(places, |(place, _)| place + 1);
            (parent, search.taken_in(parent, places))
        });
        let returned = |node: u32| match search.fate(node) {
            Fate::Asked(score) | Fate::Returned(score) => Some(exercise.written(node, score)),
            _ => tree.score(node).map(|score| exercise.written(node, score)),
        };
        let scores = tree.children(node).iter().filter_map(|&child| search.score(child));
        Mistake {
            kind,
            node,
            other,
            expected: None,
            given: None,
            window: taken.map_or(Window::FULL, |(parent, taken)| exercise.written_window(parent, taken.window)),
            own_window: exercise.written_window(node, search.given(node)),
            best: taken.map(|(parent, taken)| exercise.written(parent, taken.best)),
            node_score: returned(node),
            other_score: other.and_then(returned),
            scores: scores.map(|score| exercise.written(node, score)).collect(),
        }
    }
}
