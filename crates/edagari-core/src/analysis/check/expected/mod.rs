//! The steps of a search for the expected score: windows, sums at chance nodes, and the best values of players.

mod chance_scores;

use chance_scores::{ProbabilitySum, Returned};

use super::Fault;
use super::prover::Prover;
use crate::game::AnyPosition;
use crate::score::{Answer, BoundKind, Bounds, Fail, Score, ScoreSource, Window};
use crate::search::{ChanceSum, Expectation};
use crate::trace::{Fact, FactSource, FrameKind, Meaning, StatedProbability, Step, VisitId};

impl Prover<'_> {
    /// Checks a frame of a search for the expected score.
    pub(super) fn expected_frame(&mut self, frame: usize, step: &Step, search: Expectation) {
        match step.kind {
            FrameKind::Start => self.expected_start(frame, step, search),
            FrameKind::Score => self.expected_score(frame, step),
            FrameKind::Update => self.expected_update(frame, step),
            FrameKind::End => match self.trace.table().answered(step.visit) {
                Some((expected, _)) => {
                    if let Some(found) = step.score.filter(|&found| found != expected) {
                        self.find(frame, Fault::WrongAnswer { expected, found });
                    }
                }
                None if self.trace.is_leaf_visit(step.visit) => self.expected_leaf(frame, step),
                None => self.expected_end(frame, step),
            },
            FrameKind::Lookup => self.expected_lookup(frame, step),
            FrameKind::Store => self.expected_store(frame, step),
        }
    }

    /// The position of a visit by the rules.
    fn position_of(&self, visit: VisitId) -> Option<AnyPosition> {
        self.trace.rules()?;
        self.trace.position(&self.trace.path(self.trace.node_of(visit)))
    }

    fn expected_start(&mut self, frame: usize, step: &Step, search: Expectation) {
        let trace = self.trace;
        if let Some(position) = self.position_of(step.visit)
            && position.player() != step.player
        {
            self.find(frame, Fault::WrongPlayer { expected: position.player(), found: step.player });
        }
        let Some(parent) = trace.parent_visit(step.visit) else { return };
        if trace.is_chance(parent) && trace.chance().stated(step.visit) == StatedProbability::Impossible {
            let found = trace.chance().stated_text(step.visit).unwrap_or_default().into();
            self.find(frame, Fault::WrongProbability { found });
        }
        let before = trace.visited_children(parent).take_while(|&child| child != step.visit).last();
        let update = before.and_then(|before| Some(trace.span(before).1? + 2));
        if let Some(cut) = update.filter(|&update| trace.step(update).is_some_and(|step| step.cut.is_some())) {
            self.find(frame, Fault::EnteredAfterCut { cut });
        }
        if trace.source_of(Fact::Window(step.visit)) != FactSource::Program {
            return;
        }
        let above = update.map_or_else(|| trace.table().searched_window(parent), |update| self.window_at(update));
        let found = step.window;
        let is_unknown = trace.source_of(Fact::Window(parent)) != FactSource::Program;
        let expected = if !search.cuts() {
            Some(Window::FULL)
        } else if trace.origin().is_some() && is_unknown {
            None
        } else if trace.is_chance(parent) {
            self.window_below_chance(parent, step.visit, found)
        } else {
            Some(above)
        };
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            self.find(frame, Fault::GivenWindow { expected, found });
        }
    }

    fn window_at(&self, frame: usize) -> Window {
        self.trace.step(frame).map_or(Window::FULL, |step| step.window)
    }

    /// The window of a child of a chance node by Star1; `None` if the range of scores is not known. Another program may leave an end
    /// beyond the range, and round an end to the other side: then `found` is expected.
    fn window_below_chance(&self, parent: VisitId, child: VisitId, found: Window) -> Option<Window> {
        let trace = self.trace;
        let (range, sum) = (trace.known_range()?, trace.chance().sum_before(child)?);
        let weights = trace.chance().weights(parent)?;
        let weight = weights.entered.iter().find(|(entered, _)| *entered == child)?.1;
        let above = trace.table().searched_window(parent);
        let inner = sum.window_of(weight, above, range);
        let expected = inner.clipped_to(range);
        if trace.origin().is_none() {
            return Some(expected);
        }
        if self.has_unknown_probe(parent) || self.may_have_more_children(parent, child, above) {
            return None;
        }
        // Another program need not use the bounds of its probes.
        let loose = sum.without_bounds();
        let ends = |of: fn(Window) -> Score, limit: Score, is_alpha: bool| {
            let windows = [sum, loose]
                .map(|sum| [sum.window_of(weight, above, range), sum.window_rounded_inwards(weight, above, range)]);
            let all = windows.as_flattened().iter().map(|&window| of(window));
            let clipped = |end: Score| if is_alpha { end.max(limit) } else { end.min(limit) };
            let (least, most) = all.clone().fold((Score::INFINITY, Score::NEG_INFINITY), |(least, most), end| {
                (least.min(end).min(clipped(end)), most.max(end).max(clipped(end)))
            });
            let is_between = sum != loose && (least..=most).contains(&of(found));
            is_between || all.into_iter().any(|end| of(found) == end || of(found) == clipped(end))
        };
        let fits = ends(|window| window.alpha, range.lower, true) && ends(|window| window.beta, range.upper, false);
        Some(if fits { found } else { expected })
    }

    /// Whether a chance node can have children that the trace does not name, because the search left it early. Then the probabilities of
    /// equally likely children are unknown.
    fn may_have_more_children(&self, visit: VisitId, child: VisitId, window: Window) -> bool {
        let trace = self.trace;
        let is_known = trace.rules().is_some()
            || trace.value_of(Meaning::Probability, child).is_some()
            || trace.children(trace.node_of(visit)).any(|child| trace.visit_of(child).is_none());
        let score = trace.span(visit).1.and_then(|end| trace.step(end)?.score);
        !is_known && score.is_none_or(|score| !window.contains(score))
    }

    fn expected_lookup(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let (Some(found), Some(answer)) = (trace.table().lookup_of(step.visit), step.answer) else { return };
        let window = trace.given_window(step.visit);
        let by_table = trace.setup.table.unwrap_or_default().answer(found.bounds, window);
        let Answer::Returned { score, .. } = answer else { return };
        if by_table != answer {
            self.find(frame, Fault::UnjustifiedReturn { bounds: found.bounds, window, score });
        }
        if let (Some(key), Some(store)) = (self.table_key(step.visit), found.store)
            && let Some(entry) = trace.table().stored(store).map(|stored| stored.entry.0)
            && let Some(&(stored, _)) = self.entries.get(&entry).filter(|&&(_, known)| known != key)
        {
            self.find(frame, Fault::WrongEntry { stored });
        }
    }

    /// The key of a position, up to symmetries if they share entries.
    fn table_key(&self, visit: VisitId) -> Option<u128> {
        let position = self.position_of(visit)?;
        let shares = self.trace.setup.table.is_some_and(|table| table.symmetry);
        if shares { position.class_key() } else { position.key() }
    }

    fn expected_store(&mut self, frame: usize, step: &Step) {
        let (Some(found), Some(score)) = (step.bounds, step.score) else { return };
        let kind = self.trace.table().searched_window(step.visit).judge(score);
        // In a window of another program that is not known, the score can be a bound of either kind.
        let is_unknown =
            self.trace.origin().is_some() && self.trace.source_of(Fact::Window(step.visit)) != FactSource::Program;
        let kinds = [kind, BoundKind::Exact, BoundKind::Lower, BoundKind::Upper];
        // Earlier bounds of the entry may have been intersected with the new bounds.
        let is_inside = |known: Bounds| known.lower <= found.lower && found.upper <= known.upper;
        if !kinds[..if is_unknown { 4 } else { 1 }].iter().any(|&kind| is_inside(Bounds::of(score, kind))) {
            self.find(frame, Fault::WrongStore { known: Bounds::of(score, kind), found });
        }
        let entry = step.store.and_then(|store| self.trace.table().stored(store)).map(|stored| stored.entry.0);
        if let (Some(entry), Some(key)) = (entry, self.table_key(step.visit)) {
            let is_limited = self.trace.setup.table.is_some_and(|table| table.size.is_some());
            let first = *self.entries.entry(entry).or_insert((frame, key));
            if is_limited {
                self.entries.insert(entry, (frame, key));
            } else if first.1 != key {
                self.find(frame, Fault::WrongEntry { stored: first.0 });
            }
        }
    }

    fn expected_score(&mut self, frame: usize, step: &Step) {
        let returned = self.trace.returned_child(frame).and_then(|child| self.trace.step(self.trace.span(child).1?));
        if let (Some(expected), Some(found)) = (returned.and_then(|end| end.score), step.score)
            && expected != found
        {
            self.find(frame, Fault::WrongScore { expected, found });
        }
    }

    fn expected_update(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let Some(child) = trace.returned_child(frame) else { return };
        let Some(found) = trace.value_at_update(frame) else { return };
        let is_foreign = trace.origin().is_some();
        let is_last = trace.visited_children(step.visit).last() == Some(child);
        let expected = if trace.is_chance(step.visit) && is_foreign {
            if is_last && self.has_wrong_probabilities(step.visit) {
                return;
            }
            match self.returned_by_chance(step.visit, frame, found) {
                Returned::Wrong(expected) if is_last || !self.may_be_partial(step.visit, frame, found) => {
                    Some(expected)
                }
                Returned::Wrong(_) | Returned::Allowed | Returned::Unknown => None,
            }
        } else if trace.is_chance(step.visit) {
            self.value_of_chance(step.visit, frame)
        } else {
            let before = trace.value_by(step.visit, (frame - 1) as u32).unwrap_or_else(|| step.player.worst());
            let score = trace.span(child).1.and_then(|end| trace.step(end)?.score);
            let expected = score.map(|score| step.player.better(before, score));
            let is_clipped =
                |&expected: &Score| is_foreign && self.may_return(step.visit, expected, found, ScoreSource::Children);
            expected.filter(|expected| !is_clipped(expected))
        };
        // If the run stopped here, the last recorded child need not be the last one.
        let is_open = trace.span(step.visit).1.is_none() && found == step.player.worst();
        if let Some(expected) = expected.filter(|&expected| expected != found && !is_open) {
            self.find(frame, Fault::WrongValue { expected, found });
        }
    }

    /// The value of a chance node after the update at `frame`: the worst score for its player,
    /// until all children have returned or the value is certainly outside the window.
    fn value_of_chance(&self, visit: VisitId, frame: usize) -> Option<Score> {
        let trace = self.trace;
        let sum = trace.chance().sum(visit, frame)?;
        match self.bound_of_chance(visit, sum, frame) {
            Some(bound) => Some(bound),
            None if sum.left() == 0 => Some(sum.value()),
            None => Some(trace.player_of(visit).worst()),
        }
    }

    /// The bound that a chance node returns because the last child that has returned by `frame` is outside its window.
    fn bound_of_chance(&self, visit: VisitId, sum: ChanceSum, frame: usize) -> Option<Score> {
        let trace = self.trace;
        let range = trace.known_range()?;
        let ended = |child: &VisitId| trace.span(*child).1.is_some_and(|end| end + 2 <= frame);
        let last = trace.visited_children(visit).take_while(ended).last()?;
        sum.bound(trace.chance().outside(last, range)?, range)
    }

    fn expected_leaf(&mut self, frame: usize, step: &Step) {
        let (Some(position), Some(found)) = (self.position_of(step.visit), step.score) else { return };
        let limit = self.trace.setup.limit;
        match position.score() {
            Some(score) => {
                let expected = self.trace.of_rules(score);
                let is_hard = self.header.fail == Some(Fail::Hard) && self.trace.origin().is_some();
                let is_clipped = is_hard && self.may_return(step.visit, expected, found, ScoreSource::Leaf);
                if expected != found && !is_clipped {
                    self.find(frame, Fault::WrongLeaf { expected, found });
                }
            }
            None if limit.is_none() => self.find(frame, Fault::EarlyLeaf),
            // The evaluation of another program is not known.
            None if self.trace.origin().is_some() => self.has_unknown_leaf = true,
            None => {
                let evaluation = limit.map_or(0, |limit| limit.evaluation);
                let expected = self.trace.of_rules(position.evaluate(evaluation));
                if expected != found {
                    self.find(frame, Fault::WrongLeaf { expected, found });
                }
            }
        }
    }

    fn expected_end(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let Some(found) = step.score else { return };
        // A probe does not replace the search of its node.
        let entered = trace.visited_children(step.visit).filter(|&child| !trace.is_probe(child)).count();
        let listed = self.child_count(step.node);
        let count = self.position_of(step.visit).map_or(listed, |position| position.move_count());
        let last = trace.visited_children(step.visit).last();
        let is_cut = trace.cut_frame(step.visit).is_some();
        let is_foreign = trace.origin().is_some();
        self.expected_kind(frame, step);
        let is_left_out = entered < count && !trace.is_probe(step.visit);
        if is_left_out && !is_cut && !(is_foreign && self.may_leave_out(step.visit, frame)) {
            self.find(frame, Fault::SkippedChildren { count: count - entered });
            return;
        }
        if trace.is_chance(step.visit) && is_foreign {
            match self.probability_sum(step.visit, step.score) {
                ProbabilitySum::One if self.has_wrong_probabilities(step.visit) => {}
                ProbabilitySum::One => {
                    self.unknown_chances += u64::from(self.has_unknown_probe(step.visit));
                    if let Returned::Wrong(expected) = self.returned_by_chance(step.visit, frame, found) {
                        self.find(frame, Fault::IllegalScore { expected: (expected, None), found });
                    }
                }
                ProbabilitySum::Wrong(sum) => {
                    let found = (sum * 1e9).round() / 1e9;
                    self.find(frame, Fault::ProbabilitySum { found: found.to_string().into() });
                }
                ProbabilitySum::Unknown => self.unknown_chances += 1,
            }
            return;
        }
        let expected = if trace.is_chance(step.visit) {
            if trace.known_range().is_none() && entered < count {
                return;
            }
            self.value_of_chance(step.visit, frame)
        } else {
            last.and_then(|last| trace.value_at_update(trace.span(last).1? + 2))
        };
        let is_clipped =
            |expected: Score| is_foreign && self.may_return(step.visit, expected, found, ScoreSource::Children);
        if let Some(expected) = expected.filter(|&expected| expected != found && !is_clipped(expected)) {
            self.find(frame, Fault::IllegalScore { expected: (expected, None), found });
        }
    }

    /// Checks the kind of a probe's score: because only a part of the moves was searched, it is a bound on one side at most.
    fn expected_kind(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let (Some(score), Some(found)) = (step.score, step.bound) else { return };
        if !trace.is_probe(step.visit) || self.is_unknown_probe(step.visit) {
            return;
        }
        let expected = trace.kind_of_probe(step.visit, score);
        if expected != Some(found) {
            let expected = expected.unwrap_or_else(|| trace.given_window(step.visit).judge(score));
            self.find(frame, Fault::WrongBound { expected, found });
        }
    }

    /// Whether the probabilities of the children are impossible, unknown, or sum to another number than 1: then the value of the node is
    /// not judged.
    fn has_wrong_probabilities(&self, visit: VisitId) -> bool {
        let score = self.trace.span(visit).1.and_then(|end| self.trace.step(end)?.score);
        let is_impossible = |child| self.trace.chance().stated(child) == StatedProbability::Impossible;
        self.trace.visited_children(visit).any(is_impossible)
            || !matches!(self.probability_sum(visit, score), ProbabilitySum::One)
    }
}
