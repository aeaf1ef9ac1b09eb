use super::hand_search::{Fate, HandSearch};
use super::score_mistakes::{wrong_score, wrong_sign};
use super::skip_mistakes::{Found, skipped_too_little, skipped_too_much};
use super::window_mistakes::wrong_window;
use super::{Exercise, Mistake, MistakeKind, SearchByHand, Step};
use crate::score::Window;

/// What follows the steps of an answer and finds their mistakes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Grader<'a> {
    search: HandSearch<'a>,
}

/// What a step finds before it can be judged.
enum Way {
    /// Nothing is in its way.
    Free,
    /// Something was left out, and is taken as it should have been.
    Late(Mistake),
    /// The step cannot be followed.
    Shut(Mistake),
}

impl<'a> Grader<'a> {
    pub(super) fn new(exercise: &'a Exercise) -> Self {
        Self { search: HandSearch::new(exercise) }
    }

    /// The search so far.
    pub(super) const fn search(&self) -> &HandSearch<'a> {
        &self.search
    }

    /// The search so far, with the nodes entered that are entered next where the exercise does not ask for it.
    pub(super) fn entered(&self) -> HandSearch<'a> {
        let mut onward = self.search.clone();
        while !onward.exercise().convention().windows
            && let Some(step @ Step::Enter { .. }) = onward.next()
        {
            onward.take(step);
        }
        onward
    }

    /// The right step next, as it is written, of those that the exercise asks for; none at the end.
    pub(super) fn next_asked(&self) -> Option<Step> {
        let step = self.entered().next()?;
        Some(self.search.exercise().written_step(self.as_asked(step)))
    }

    /// Whether a node returns with one step, and the next strikes one of its children as if before that.
    pub(super) fn is_late_strike(&self, step: Step, strike: Step) -> bool {
        let (Step::Return { node, .. }, Step::Skip { node: child }) = (step, strike) else { return false };
        if self.search.tree().parent(child) != Some(node) {
            return false;
        }
        let convention = self.search.exercise().convention();
        if convention.windows || convention.search != SearchByHand::Pvs {
            return true;
        }
        // The node may be searched again, and nothing says where that begins.
        let mut onward = self.clone();
        onward.reach(node);
        let cut = onward.search.taken_in(node, self.search.tree().place(child)).cut;
        cut.is_some() && onward.search.fate(child) == Fate::Waiting && onward.search.answer(node).is_none()
    }

    /// Judges a step of max's view, and follows it.
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
            // It is struck with the node above.
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

    /// What is wrong with a return itself.
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

    /// A step without a sign that is not asked for.
    fn as_asked(&self, step: Step) -> Step {
        let signs = self.search.exercise().convention().signs;
        match step {
            Step::Return { node, score, bound } => Step::Return { node, score, bound: bound.filter(|_| signs) },
            step => step,
        }
    }

    /// Whatever stands between the search and the entering of a node, taken as it should have been, and the window then.
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

    /// Where a node above has to be searched again, a step below it begins that search: what is known there is of the search before.
    fn begin_again(&mut self, node: u32) -> Way {
        let tree = self.search.tree();
        let asked = tree.above(node).find(|&above| matches!(self.search.fate(above), Fate::Asked(_)));
        asked.map_or(Way::Free, |asked| self.reach(asked))
    }

    /// Makes a node the innermost open one: those below it return, those above it are entered.
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

    /// Whether a node was settled by the table, so that nothing below it is searched or struck; it then goes on as if it were not.
    fn answered(&mut self, parent: u32, node: u32) -> Option<Mistake> {
        self.search.answer(parent)?;
        let mistake = self.mistake((MistakeKind::TableAnswers, Some(parent)), node);
        self.search.ignore_table(parent);
        Some(mistake)
    }

    /// The first child before another one that was neither searched nor struck; it then counts as struck, or as searched once.
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

    /// The first child of a node that returns which was neither searched, nor struck as it should have been.
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

    /// The node above a node that is struck.
    fn struck_above(&self, node: u32) -> Option<u32> {
        self.search.tree().above(node).find(|&above| self.search.fate(above) == Fate::Struck)
    }

    /// What is missing in the end.
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

    /// A mistake, with what its sentence can say.
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
