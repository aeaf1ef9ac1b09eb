//! Grades an answer step by step, and finds mistakes in the order of steps.
//!
//! A step is right if it follows from the earlier steps of the answer, or if the true search makes
//! it there. A wrong step is carried out as well, so that later steps can follow from it.

use super::classification::{Found, skipped_too_little, skipped_too_much};
use super::classification::{wrong_score, wrong_sign, wrong_window};
use super::hand_search::{Fate, HandSearch};
use super::true_search::TrueSearch;
use super::{Exercise, Mistake, MistakeKind, SearchByHand, Step};
use edagari_core::score::{BoundKind, Score, Window};

/// Simulation of an answer, which detects the mistakes of its steps.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Grader<'a> {
    search: HandSearch<'a>,
    truth: TrueSearch,
    reported: Vec<Reported>,
}

/// Mistakes that were reported in the last visit of a node and are not reported again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Reported {
    /// A child was struck too early, and no child was entered since: later strikes of its siblings
    /// are part of this mistake.
    strike: bool,
    /// A child after a cut was searched: later searches of its siblings are part of this mistake.
    search: bool,
    visit: Visit,
}

/// Whether the steps of a visit are judged separately.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Visit {
    #[default]
    Whole,
    /// A search after a cut: if it ignores a table entry of its node, that is part of this mistake.
    AfterCut,
    /// The visit itself is wrong: a needless re-search, or a search of a struck node. Its steps belong to that mistake.
    Wrong,
}

/// State at the entry of a node.
#[derive(Debug)]
struct Arrival {
    /// First mistake on the way.
    late: Option<Mistake>,
    /// Right window, in max's view.
    window: Window,
    visit: Visit,
}

impl<'a> Grader<'a> {
    pub(super) fn new(exercise: &'a Exercise) -> Self {
        let reported = vec![Reported::default(); exercise.tree().len()];
        Self { search: HandSearch::new(exercise), truth: TrueSearch::of(exercise), reported }
    }

    /// Returns the search after the steps so far.
    pub(super) const fn search(&self) -> &HandSearch<'a> {
        &self.search
    }

    /// Returns the search after entering the next nodes, if the exercise does not require steps for entering.
    pub(super) fn entered(&self) -> HandSearch<'a> {
        let mut ahead = self.search.clone();
        while !ahead.exercise().convention().windows
            && let Some(step @ Step::Enter { .. }) = ahead.next()
        {
            ahead.take(step);
        }
        ahead
    }

    /// Returns the next right step in written form, among those that the exercise requires; `None` at the end.
    pub(super) fn next_required(&self) -> Option<Step> {
        let step = self.entered().next()?;
        Some(self.search.exercise().written_step(self.as_required(step)))
    }

    /// Returns whether `step` returns from a node and `strike` strikes a child of that node, so
    /// that the strike counts as if it came first.
    pub(super) fn is_late_strike(&self, step: Step, strike: Step) -> bool {
        let (Step::Return { node, .. }, Step::Skip { node: child }) = (step, strike) else { return false };
        if self.search.tree().parent(child) != Some(node) {
            return false;
        }
        let convention = self.search.exercise().convention();
        let is_open = matches!(self.search.fate(node), Fate::Open { .. });
        if is_open && self.search.fate(child) == Fate::Struck {
            return false;
        }
        if convention.windows || convention.search != SearchByHand::Pvs {
            return true;
        }
        // The node may be searched again without a step that marks the start of that search.
        let mut ahead = self.clone();
        ahead.reach(node, node);
        let cut = ahead.search.taken_in_before(node, child).cut;
        cut.is_some() && ahead.search.fate(child) == Fate::Waiting && ahead.search.answer(node).is_none()
    }

    /// Returns whether `step` repeats the return of a node, and the step after it, `next`, enters
    /// the node for its second search.
    pub(super) fn is_repeated(&self, step: Step, next: Option<Step>) -> bool {
        let Step::Return { node, score, .. } = self.search.exercise().written_step(step) else { return false };
        self.search.exercise().convention().windows
            && self.search.fate(node) == Fate::ReSearchDue(score)
            && matches!(next, Some(Step::Enter { node: entered, .. }) if entered == node)
    }

    /// Returns the mistake of a repeated step, which is not carried out.
    pub(super) fn repeated(&self, step: Step) -> Mistake {
        self.mistake(MistakeKind::AlreadyDone.into(), step.node())
    }

    /// Returns the mistake for a step that was shown instead of answered; `None` if the search has
    /// ended.
    pub(super) fn shown(&self) -> Option<Mistake> {
        Some(Mistake { kind: MistakeKind::Shown, ..self.unfinished()? })
    }

    /// Judges a step in max's view and carries it out.
    pub(super) fn take(&mut self, step: Step) -> Option<Mistake> {
        let is_reported = self.search.tree().above(step.node()).any(|above| self.is_wrong_visit(above));
        let mistake = match step {
            Step::Skip { node } => self.take_skip(node),
            Step::Enter { node, window } => self.take_enter(node, window),
            Step::Return { node, score, bound } => self.take_return(node, score, bound),
        };
        mistake.filter(|_| !is_reported)
    }

    /// Returns whether a node is open in a visit that is itself a mistake. The mistake was reported
    /// at the entry.
    fn is_wrong_visit(&self, node: u32) -> bool {
        self.reported[node as usize].visit == Visit::Wrong && matches!(self.search.fate(node), Fate::Open { .. })
    }

    fn take_skip(&mut self, node: u32) -> Option<Mistake> {
        let tree = self.search.tree();
        let Some(parent) = tree.parent(node) else {
            return Some(self.mistake(MistakeKind::RootSkipped.into(), node));
        };
        match self.outermost_closed(parent).map(|above| self.search.fate(above)) {
            // The node is struck together with its ancestor.
            Some(Fate::Struck) => return None,
            Some(Fate::Returned(_)) if self.search.exercise().convention().windows => {
                return Some(self.mistake(MistakeKind::AlreadyDone.into(), node));
            }
            _ => {}
        }
        if matches!(self.search.fate(node), Fate::Open { .. }) {
            return Some(self.mistake(MistakeKind::AlreadyEntered.into(), node));
        }
        let late = self.reach(parent, node);
        let is_true = self.truth.strikes(parent, node);
        match self.search.fate(node) {
            Fate::ReSearchDue(_) if !is_true => {
                let omitted = self.left_out(node);
                return late.or(Some(omitted));
            }
            Fate::Returned(_) if is_true => {}
            Fate::Returned(_) | Fate::Struck => {
                return late.or_else(|| Some(self.mistake(MistakeKind::AlreadyDone.into(), node)));
            }
            Fate::Waiting | Fate::PassedOver | Fate::ReSearchDue(_) | Fate::Open { .. } => {}
        }
        let is_passed_over = self.search.fate(node) == Fate::PassedOver;
        let answered = self.answered(parent, node, is_true);
        let left_out = self.left_out_before(parent, node);
        let is_cut = self.search.taken_in_before(parent, node).cut.is_some();
        let mut too_much = None;
        // The omission of the node is already reported.
        let is_judged = !is_true && !is_cut && !is_passed_over;
        if is_judged && !std::mem::replace(&mut self.reported[parent as usize].strike, true) {
            let window = self.truth.visit(parent).map(|visit| visit.window);
            too_much = Some(self.mistake(skipped_too_much(&self.search, parent, node, window), node));
        }
        self.search.take(Step::Skip { node });
        late.or(answered).or(left_out).or(too_much)
    }

    fn take_enter(&mut self, node: u32, window: Window) -> Option<Mistake> {
        let parent = self.search.tree().parent(node);
        let next = self.truth.next_visit(node, parent).map(|visit| visit.window);
        if matches!(self.search.fate(node), Fate::Open { .. }) {
            let mistake = self.mistake(MistakeKind::AlreadyEntered.into(), node);
            if window != self.search.given(node) {
                if next != Some(window) {
                    self.truth.restart(node);
                }
                self.search.forget(node);
                self.enter(node, window, self.reported[node as usize].visit);
            }
            return Some(mistake);
        }
        let Arrival { late, window: expected, visit } = self.arrive(node, node, Some(window));
        let place = self.search.tree().place(node);
        // A closed window that was written earlier may be passed on if the true search enters the
        // child.
        let follows = parent.is_some_and(|parent| {
            self.search.window_of_child(parent, place) == window || self.search.follows_from_last(parent, place, window)
        });
        let mistake = late.or_else(|| {
            (window != expected && Some(window) != next && !follows).then(|| {
                let found = wrong_window(&self.search, node, window, expected, next);
                self.wrong_step(found, Step::Enter { node, window }, Step::Enter { node, window: expected })
            })
        });
        self.enter(node, window, visit);
        mistake
    }

    fn take_return(&mut self, node: u32, score: Score, bound: Option<BoundKind>) -> Option<Mistake> {
        let writes_windows = self.search.exercise().convention().windows;
        let is_done = |&closed: &u32| writes_windows && matches!(self.search.fate(closed), Fate::Returned(_));
        if let Some(closed) = self.outermost_closed(node).filter(is_done) {
            let is_again = closed == node && node != 0;
            let kind = if is_again { MistakeKind::SearchedAgain } else { MistakeKind::AlreadyDone };
            return Some(self.mistake(kind.into(), node));
        }
        // In a wrong visit, everything except the returned score is already reported.
        let is_reported = self.is_wrong_visit(node);
        let late = self.reach(node, node);
        let left_out = self.children_left_out(node, score);
        let mistake = late.or(left_out).filter(|_| !is_reported).or_else(|| self.wrong_return(node, score, bound));
        self.search.take(Step::Return { node, score, bound });
        mistake
    }

    /// Returns the mistake of a return step itself, if any.
    fn wrong_return(&self, node: u32, score: Score, bound: Option<BoundKind>) -> Option<Mistake> {
        let convention = self.search.exercise().convention();
        let step = Step::Return { node, score, bound };
        let expected = self.search.return_of(node);
        let Step::Return { score: right, .. } = expected else { return None };
        let truth = self.truth.visit(node).filter(|visit| visit.returned.0 == score);
        let sign = |kind| if convention.signs { wrong_sign(bound, kind) } else { None };
        if truth.is_some_and(|visit| sign(visit.returned.1).is_none()) {
            return None;
        }
        if self.search.may_return(node, score) {
            let found = sign(convention.judge(self.search.given(node), score));
            return found.map(|kind| self.wrong_step(kind.into(), step, expected));
        }
        let Some(visit) = truth else {
            let found = wrong_score(&self.search, node, score, right);
            return Some(self.wrong_step(found, step, self.as_required(expected)));
        };
        let found = sign(visit.returned.1)?;
        let mut mistake = self.wrong_step(found.into(), step, Step::Return { node, score, bound: visit.returned.1 });
        mistake.own_window = self.search.exercise().written_window(node, visit.window);
        Some(mistake)
    }

    /// Removes the sign of a step if the exercise does not require it.
    fn as_required(&self, step: Step) -> Step {
        let signs = self.search.exercise().convention().signs;
        match step {
            Step::Return { node, score, bound } => Step::Return { node, score, bound: bound.filter(|_| signs) },
            step => step,
        }
    }

    /// Carries out the entry of a node from the innermost open one.
    fn enter(&mut self, node: u32, window: Window, visit: Visit) {
        let tree = self.search.tree();
        self.reported[node as usize] = Reported { visit, ..Reported::default() };
        if let Some(parent) = tree.parent(node) {
            self.reported[parent as usize].strike = false;
        }
        self.truth.enter(node, tree.parent(node), tree.children(node));
        self.search.take(Step::Enter { node, window });
    }

    /// Returns the outermost node that is not open, among a node and its ancestors. The data of the
    /// nodes below it belong to an earlier search.
    fn outermost_closed(&self, node: u32) -> Option<u32> {
        let is_closed = |&node: &u32| !matches!(self.search.fate(node), Fate::Open { .. });
        std::iter::once(node).chain(self.search.tree().above(node)).filter(is_closed).last()
    }

    /// Moves the search to the entry of a node that is not open: carries out omitted steps
    /// correctly and removes obstacles. Returns the first mistake on the way, for a step at the
    /// node `target`. `given` is the window of the step if it enters the node.
    fn arrive(&mut self, node: u32, target: u32, given: Option<Window>) -> Arrival {
        let tree = self.search.tree();
        let Some(parent) = tree.parent(node) else {
            let is_wrong = matches!(self.search.fate(node), Fate::Returned(_));
            let window = self.search.exercise().convention().root.window();
            let late = is_wrong.then(|| self.mistake(MistakeKind::AlreadyDone.into(), target));
            return Arrival { late, window, visit: if is_wrong { Visit::Wrong } else { Visit::Whole } };
        };
        let late = self.reach(parent, target);
        let next = self.truth.next_visit(node, Some(parent)).map(|visit| visit.window);
        let obstacle = match self.search.fate(node) {
            Fate::Struck => {
                let mistake = self.mistake((MistakeKind::BelowSkipped, Some(node)), target);
                self.search.forget(node);
                Some(mistake)
            }
            // A second search is right if the true search makes it, or if it follows from the
            // answer.
            Fate::Returned(_)
                if self.search.may_be_again(node)
                    || next.is_some_and(|next| given.is_none_or(|given| given == next)) =>
            {
                self.search.ask_again(node);
                None
            }
            Fate::Returned(_) => Some(self.mistake(MistakeKind::SearchedAgain.into(), node)),
            Fate::Waiting | Fate::PassedOver | Fate::ReSearchDue(_) | Fate::Open { .. } => None,
        };
        let is_wrong = obstacle.is_some();
        let answered = self.answered(parent, target, next.is_some());
        let left_out = self.left_out_before(parent, node);
        let place = tree.place(node);
        let is_cut = self.search.taken_in_before(parent, node).cut.is_some();
        let is_after_cut = is_cut && next.is_none();
        let mut too_little = None;
        if is_after_cut && !std::mem::replace(&mut self.reported[parent as usize].search, true) {
            too_little = Some(self.mistake(skipped_too_little(&self.search, parent, node), node));
        }
        let window = next.filter(|_| is_cut).unwrap_or_else(|| self.search.window_of_child(parent, place));
        let visit = match (is_wrong, is_after_cut) {
            (true, _) => Visit::Wrong,
            (false, true) => Visit::AfterCut,
            (false, false) => Visit::Whole,
        };
        Arrival { late: late.or(obstacle).or(answered).or(left_out).or(too_little), window, visit }
    }

    /// Makes a node the innermost open node, for a step at the node `target`: open nodes below it
    /// return, and missing ancestors are entered. Returns the first mistake on the way.
    fn reach(&mut self, node: u32, target: u32) -> Option<Mistake> {
        if !matches!(self.search.fate(node), Fate::Open { .. }) {
            let Arrival { late, window, visit } = self.arrive(node, target, None);
            let writes_windows = self.search.exercise().convention().windows;
            let not_entered = || writes_windows.then(|| self.mistake((MistakeKind::NotEntered, Some(node)), target));
            let late = late.or_else(not_entered);
            self.enter(node, window, visit);
            return late;
        }
        let mut late = None;
        while let Some(top) = self.search.top().filter(|&top| top != node) {
            if self.reported[top as usize].visit != Visit::Wrong {
                late.get_or_insert_with(|| self.mistake((MistakeKind::NotReturned, Some(top)), node));
            }
            let step = self.search.return_of(top);
            self.search.take(step);
        }
        late
    }

    /// Reports a mistake if the table has settled `parent`, so that its children must be neither
    /// searched nor struck, unless the true search does that, or `parent` itself is searched after
    /// a cut. The search then continues as if the table had no entry.
    fn answered(&mut self, parent: u32, node: u32, is_true: bool) -> Option<Mistake> {
        self.search.answer(parent)?;
        let mistake = self.mistake((MistakeKind::TableAnswers, Some(parent)), node);
        self.search.ignore_table(parent);
        (!is_true && self.reported[parent as usize].visit != Visit::AfterCut).then_some(mistake)
    }

    /// Reports the first child before `node` that was neither searched nor struck. Such children are then passed over.
    fn left_out_before(&mut self, parent: u32, node: u32) -> Option<Mistake> {
        let tree = self.search.tree();
        let mut first = None;
        for (place, &child) in tree.children(parent)[..tree.place(node)].iter().enumerate() {
            let is_left =
                !tree.is_leaf(child) && matches!(self.search.fate(child), Fate::Waiting | Fate::ReSearchDue(_));
            if is_left && !self.is_settled(parent, child) && self.search.taken_in(parent, place).cut.is_none() {
                let mistake = self.left_out(child);
                first = first.or(Some(mistake));
            }
        }
        first
    }

    /// Returns whether the true search is done with a child of an open node. If the child would
    /// have to be searched again, its returned score counts from now on.
    fn is_settled(&mut self, parent: u32, child: u32) -> bool {
        if !self.truth.is_through_with(parent, child) {
            return false;
        }
        let is_due = matches!(self.search.fate(child), Fate::ReSearchDue(_));
        if is_due {
            self.search.pass_over(child);
        }
        is_due || self.search.tree().is_leaf(child)
    }

    fn left_out(&mut self, child: u32) -> Mistake {
        let kind = match self.search.fate(child) {
            Fate::ReSearchDue(_) => MistakeKind::ReSearchOmitted,
            _ => MistakeKind::NotSearched,
        };
        let mistake = self.mistake(kind.into(), child);
        self.search.pass_over(child);
        mistake
    }

    /// Reports the first child of a node returning `score` that was neither searched, nor struck as required.
    fn children_left_out(&mut self, node: u32, score: Score) -> Option<Mistake> {
        let is_true_answer = self.truth.visit(node).is_some_and(|visit| visit.is_answered && visit.returned.0 == score);
        if is_true_answer || self.search.answer(node).is_some() {
            return None;
        }
        let tree = self.search.tree();
        let mut first = None;
        for (place, &child) in tree.children(node).iter().enumerate() {
            let is_waiting = matches!(self.search.fate(child), Fate::Waiting | Fate::ReSearchDue(_));
            if !is_waiting || self.is_settled(node, child) {
                continue;
            }
            if self.search.taken_in(node, place).cut.is_some() {
                if !self.reported[node as usize].search {
                    let mistake = self.mistake(skipped_too_little(&self.search, node, child), child);
                    first = first.or(Some(mistake));
                    self.search.take(Step::Skip { node: child });
                }
            } else if !tree.is_leaf(child) {
                let mistake = self.left_out(child);
                first = first.or(Some(mistake));
            }
        }
        first
    }

    /// Returns the missing next step, if the search has not ended.
    pub(super) fn unfinished(&self) -> Option<Mistake> {
        let next = self.search.next().filter(|_| self.reported[0].visit != Visit::Wrong)?;
        let mut mistake = self.mistake(MistakeKind::Unfinished.into(), next.node());
        mistake.expected = Some(self.search.exercise().written_step(self.as_required(next)));
        Some(mistake)
    }

    fn wrong_step(&self, found: Found, given: Step, expected: Step) -> Mistake {
        let exercise = self.search.exercise();
        let mut mistake = self.mistake(found, given.node());
        mistake.given = Some(exercise.written_step(self.as_required(given)));
        mistake.expected = Some(exercise.written_step(expected));
        mistake
    }

    /// Creates a mistake with the values for its sentence.
    fn mistake(&self, (kind, other): Found, node: u32) -> Mistake {
        let search = &self.search;
        let (exercise, tree) = (search.exercise(), search.tree());
        let parent = tree.parent(node);
        let taken = parent.map(|parent| {
            let taken = search.taken_in_before(parent, node);
            (parent, taken.cut.map_or(taken, |(place, _)| search.taken_in(parent, place + 1)))
        });
        let returned = |node: u32| match search.fate(node) {
            Fate::ReSearchDue(score) | Fate::Returned(score) => Some(exercise.written(node, score)),
            _ => tree.score(node).map(|score| exercise.written(node, score)),
        };
        let scores = tree.children(node).iter().filter_map(|&child| search.score(child));
        Mistake {
            kind,
            node,
            other,
            expected: None,
            given: None,
            cut: parent.map_or(exercise.convention().cut, |parent| search.cut_at(parent)),
            in_null_window: parent.is_some_and(|parent| search.given(parent).is_null()),
            window: taken.map_or(Window::FULL, |(parent, taken)| exercise.written_window(parent, taken.window)),
            own_window: exercise.written_window(node, search.given(node)),
            best: taken.map(|(parent, taken)| exercise.written(parent, taken.best)),
            node_score: returned(node),
            other_score: other.and_then(returned),
            scores: scores.map(|score| exercise.written(node, score)).collect(),
        }
    }
}

// Returns that a student omits before a second search in PVS.
impl Grader<'_> {
    /// Returns the return from the first search of a node that must be searched a second time, if that return is the next right
    /// step, and `step` may belong to the second search.
    pub(super) fn omitted_return(&self, step: Step) -> Option<Step> {
        let before = self.entered();
        let next = before.next().filter(|next| matches!(next, Step::Return { .. }))?;
        let is_of_node =
            step.node() == next.node() || self.search.tree().above(step.node()).any(|above| above == next.node());
        let mut after = before;
        after.take(next);
        (is_of_node && matches!(after.fate(next.node()), Fate::ReSearchDue(_))).then_some(next)
    }

    /// Carries out the return that is omitted before `step`, and returns the mistake; `None` if there is none.
    pub(super) fn take_omitted_return(&mut self, step: Step) -> Option<Mistake> {
        let omitted = self.omitted_return(step)?;
        self.reach(omitted.node(), omitted.node());
        let mistake = self.mistake((MistakeKind::NotReturned, Some(omitted.node())), step.node());
        self.search.take(omitted);
        Some(mistake)
    }
}
