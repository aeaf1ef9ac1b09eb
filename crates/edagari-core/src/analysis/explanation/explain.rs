//! An explanation of each frame: a sentence with the step and its reason.

use std::fmt::Display;

use super::bound_source::{BoundOwner, bound_of, bound_owner};
use super::expected::expected_sentence;
use super::proved::proved_sentence;
use super::reason::own_text;
use super::reason::{depth_sentence, guess, speculative_name};
use super::sampled::sampled_sentence;
use super::value_line::best_line;
use crate::analysis::names::naming::pass_name;
use crate::analysis::names::naming::{node_of_player, player_text};
use crate::analysis::names::node_names::{Called, child_name, children_text};
use crate::analysis::names::scores::{Announcing, bounded_text, score_text};
use crate::language::{Language, Text};
use crate::score::{Answer, BoundKind, Bounds, InUnit, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::{Cut, FrameKind, NodeId, OwnUpdate, Process, Skip, Step, StoreId, Stored, Trace, VisitId};

/// The explanation of a frame: a sentence with the step and its reason.
///
/// ```
/// use edagari_core::analysis::explain;
/// use edagari_core::language::Language;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let sentence = explain(&trace, cut, Language::English);
/// assert!(sentence.contains("β-cut") && sentence.contains('J'), "{sentence}");
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn explain(trace: &Trace, frame: usize, language: Language) -> String {
    let Some(step) = trace.step(frame) else { return language.text(Text::SayNothingRecorded).to_owned() };
    if let Some(sampled) = sampled_sentence(trace, frame, &step, language) {
        return sampled;
    }
    if let Some(proved) = proved_sentence(trace, frame, &step, language) {
        return proved;
    }
    if let Some(expected) = expected_sentence(trace, frame, &step, language) {
        return expected;
    }
    let called = Called::of(trace, &trace.path(step.node), language);
    let (node, place) = (called.name(language), called.place(language));
    let explained = Explained { trace, frame, step, language, node, place };
    let more: Vec<String> = explained.of_program().into_iter().chain(explained.skipped()).collect();
    let sentence = match (trace.setup.process, step.kind) {
        (Process::Generate(_), _) => explained.generated(),
        (_, FrameKind::Start) => explained.entered(),
        (_, FrameKind::Lookup) => explained.lookup(),
        (_, FrameKind::Score) => explained.score(),
        (_, FrameKind::Update) => explained.update(),
        (_, FrameKind::Store) => explained.store(),
        (_, FrameKind::End) => explained.end(),
    };
    more.iter().fold(language.begun(sentence), |text, more| language.joined(&text, more))
}

/// A score, with its sign if it is only a bound.
fn signed(trace: &Trace, kind: Option<BoundKind>, score: Score, language: Language) -> String {
    bounded_text(trace, kind, score_text(trace, score, language))
}

struct Explained<'a> {
    trace: &'a Trace,
    frame: usize,
    step: Step,
    language: Language,
    node: String,
    place: String,
}

impl Explained<'_> {
    /// A score, a window or bounds in the unit of the trace.
    fn text<T: Announcing>(&self, value: T) -> String
    where
        InUnit<T>: Display,
    {
        score_text(self.trace, value, self.language)
    }

    fn say(&self, text: Text, values: &[(&str, &str)]) -> String {
        let kind = node_of_player(self.trace, self.step.player, self.language);
        let mut all = vec![("node", self.node.as_str()), ("place", self.place.as_str()), ("kind", &kind)];
        all.extend_from_slice(values);
        self.language.fill(text, &all)
    }

    /// Whether windows are omitted from the text, because all are full.
    fn has_full_windows(&self) -> bool {
        let process = self.trace.setup.process;
        process.expectation().is_some_and(|search| !search.cuts())
            || self.trace.setup.algorithm().is_some_and(Algorithm::has_full_windows)
    }

    fn generated(&self) -> String {
        let number = self.language.number(self.frame as u64 + 1);
        let depth = self.language.number(self.trace.path(self.step.node).len() as u64);
        self.say(Text::SayGenerated, &[("number", &number), ("depth", &depth)])
    }

    /// The sentences about facts that the program records for a visit: a speculative search, a changed depth, and a heuristic
    /// that settled it.
    fn of_program(&self) -> Vec<String> {
        let (trace, visit, language) = (self.trace, self.step.visit, self.language);
        let returned = || trace.returned_child(self.frame);
        let speculative = |visit: VisitId| speculative_name(trace, visit, language);
        match self.step.kind {
            FrameKind::Start => {
                let speculative =
                    speculative(visit).map(|speculative| self.say(Text::SayAsked, &[("asked", &speculative)]));
                speculative.into_iter().chain(depth_sentence(trace, visit, language)).collect()
            }
            FrameKind::Score => {
                let is_kept = || trace.value_at_update(self.frame + 1) == Some(self.value_before());
                let speculative = returned().and_then(speculative).filter(|_| is_kept());
                let not_taken = speculative.map(|_| language.begun(self.say(Text::SayAskedNotTaken, &[])));
                not_taken
                    .into_iter()
                    .chain(returned().and_then(|child| depth_sentence(trace, child, language)))
                    .collect()
            }
            FrameKind::Update if self.step.cut.is_some() => {
                let speculative = returned().and_then(speculative);
                speculative
                    .map(|speculative| self.say(Text::SayCutOnGuess, &[("asked", &speculative)]))
                    .into_iter()
                    .collect()
            }
            FrameKind::End | FrameKind::Lookup | FrameKind::Update | FrameKind::Store => Vec::new(),
        }
    }

    /// The sentence about the score of a speculative child, compared with its window; `None` for
    /// any other child.
    fn speculative_score(&self) -> Option<String> {
        let child = self.trace.returned_child(self.frame)?;
        let speculative = speculative_name(self.trace, child, self.language)?;
        let (_, score) = self.child();
        let window = self.trace.given_window(child);
        let (text, bound) = match window.judge(score) {
            BoundKind::Lower => (Text::SayAskedHigh, window.beta),
            BoundKind::Upper => (Text::SayAskedLow, window.alpha),
            BoundKind::Exact => (Text::SayAskedInside, window.alpha),
        };
        let (score, bound, window) = (self.text(score), self.text(bound), self.text(window));
        let values = [("asked", &*speculative), ("score", &score), ("bound", &bound), ("window", &window)];
        Some(self.language.capital(&self.say(text, &values)))
    }

    /// The sentences for moves that are skipped by a heuristic at this frame.
    fn skipped(&self) -> Vec<String> {
        let say = |skip: &Skip| {
            let children: Vec<NodeId> = skip.children().collect();
            let skipped = match children.len() {
                0 => self.language.fill(Text::SomeMoves, &[("count", &self.language.number(skip.count))]),
                _ => children_text(self.trace, &children, self.language),
            };
            match &skip.why {
                Some(why) => self.say(Text::SaySkippedFor, &[("skipped", &skipped), ("why", why)]),
                None => self.say(Text::SaySkipped, &[("skipped", &skipped)]),
            }
        };
        self.trace.skips_at(self.frame).iter().map(say).collect()
    }

    /// The sentence for a `Start`, after the sentence for the pass that starts there.
    fn entered(&self) -> String {
        let start = self.language.begun(self.searched_again().unwrap_or_else(|| self.start()));
        match self.pass() {
            None => start,
            Some(pass) => self.language.joined(&pass, &start),
        }
    }

    /// The sentence for the pass that starts with the current visit, with the result of the previous pass.
    fn pass(&self) -> Option<String> {
        let passes = self.trace.passes();
        let place = passes.binary_search_by_key(&self.step.visit, |pass| pass.visit).ok()?;
        let pass = &passes[place];
        let name = pass_name(self.trace, place, self.language);
        let begins = match pass.depth {
            Some(depth) => self.say(Text::SayPassOfDepth, &[("pass", &name), ("depth", &depth.to_string())]),
            None => self.say(Text::SayPass, &[("pass", &name)]),
        };
        let begins = self.language.capital(&begins);
        let before = (0..place).rev().find(|&before| passes[before].within == pass.within);
        let result = before.and_then(|before| Some((before, self.trace.pass_result(before, self.frame)?)));
        let Some((before, result)) = result else { return Some(begins) };
        let score = signed(self.trace, result.kind, result.score, self.language);
        let best = best_line(self.trace, &self.trace.path(self.step.node), self.frame.saturating_sub(1));
        let best = best.get(self.trace.path(self.step.node).len()..).unwrap_or_default().first();
        let best = best.and_then(|&mv| Some(self.trace.position(&[])?.move_text(mv as usize)));
        let best = best.filter(|_| self.step.node == NodeId::ROOT);
        let name = pass_name(self.trace, before, self.language);
        let ended = match best {
            Some(best) => self.say(Text::SayPassEndedWith, &[("pass", &name), ("score", &score), ("best", &best)]),
            None => self.say(Text::SayPassEnded, &[("pass", &name), ("score", &score)]),
        };
        Some(self.language.joined(&begins, &self.language.capital(&ended)))
    }

    /// The reason why the current visit re-searches its node; `None` if it does not.
    fn searched_again(&self) -> Option<String> {
        let before = self.trace.searched_again(self.step.visit)?;
        let end = self.trace.step(self.trace.span(before).1?)?;
        let (score, given) = (end.score?, self.trace.given_window(before));
        let around = self.trace.step(self.frame.checked_sub(1)?)?.window;
        let is_inside = around.alpha < score && score < around.beta;
        let text = if is_inside && given != around { Text::SayAgainInside } else { Text::SayAgain };
        let values = [
            ("window", self.text(self.step.window)),
            ("score", signed(self.trace, end.bound, score, self.language)),
            ("around", self.text(around)),
            ("asked", self.text(given)),
        ];
        Some(self.say(text, &values.each_ref().map(|(name, value)| (*name, value.as_str()))))
    }

    fn start(&self) -> String {
        let is_leaf = self.trace.position(&self.trace.path(self.step.node)).is_some_and(|here| here.score().is_some());
        if is_leaf {
            let text = if self.trace.has_final_leaves() { Text::SayStartLeaf } else { Text::SayStartToldLeaf };
            return self.say(text, &[]);
        }
        if self.trace.is_horizon(self.step.visit) {
            return self.say(Text::SayStartHorizon, &[]);
        }
        let window = self.text(self.step.window);
        let is_stated = !self.trace.has_minimax_scores();
        let text = if self.has_full_windows() || is_stated { Text::SayStartMinimax } else { Text::SayStart };
        self.say(text, &[("window", &window)])
    }

    /// The child that returned at the current `Score` frame, or at the frame before the current `Update`, and its score.
    fn child(&self) -> (String, Score) {
        let child = self.trace.returned_child(self.frame);
        let score = child.and_then(|child| self.trace.step(self.trace.score_frame(child)?)?.score);
        let path = child.map(|child| self.trace.path(self.trace.node_of(child)));
        (
            path.map(|path| child_name(self.trace, &path, self.language)).unwrap_or_default(),
            score.unwrap_or(Score::NEG_INFINITY),
        )
    }

    /// The value of the node before the child returned.
    fn value_before(&self) -> Score {
        let child = self.trace.returned_child(self.frame);
        let before = child.and_then(|child| {
            let entered = u32::try_from(self.trace.span(child).0).ok()?;
            self.trace.value_by(self.step.visit, entered.checked_sub(1)?)
        });
        before.unwrap_or_else(|| self.trace.value_at_start(self.step.visit))
    }

    fn score(&self) -> String {
        if let Some(speculative) = self.speculative_score() {
            return speculative;
        }
        let (child, score) = self.child();
        let known = self.value_before();
        let text = match self.step.player {
            _ if !self.trace.has_minimax_scores() => Text::SayScoreTold,
            Player::Max if score > known => Text::SayScoreRaises,
            Player::Max => Text::SayScoreKeepsMax,
            Player::Min if score < known => Text::SayScoreLowers,
            Player::Min => Text::SayScoreKeepsMin,
        };
        // The bound that a fail-hard node starts with was not returned by a child.
        let is_given = known.finite().is_some() && known == self.trace.value_at_start(self.step.visit);
        let bound = if self.step.player == Player::Max { "α" } else { "β" };
        let known = if is_given { format!("{bound}\u{a0}=\u{a0}{}", self.text(known)) } else { self.text(known) };
        self.say(text, &[("child", &child), ("score", &self.text(score)), ("known", &known)])
    }

    /// The sentences for an update without a child.
    fn own_update(&self, own: &OwnUpdate) -> String {
        let before =
            self.trace.previous_frame_of(self.step.visit, self.frame).and_then(|before| self.trace.step(before));
        let then = match self.step.cut {
            Some(_) => Text::SayOwnCut,
            None if before.is_some_and(|before| before.window != self.step.window) => Text::SayOwnWindow,
            None => Text::SayOwnKeeps,
        };
        if own.is_settled_by_rules() {
            return own_text(self.trace, own, &self.node, self.language);
        }
        let then = self.say(then, &[("window", &self.text(self.step.window))]);
        self.language.joined(&own_text(self.trace, own, &self.node, self.language), &then)
    }

    fn update(&self) -> String {
        if let Some(own) = self.trace.own_update_at(self.frame) {
            return self.own_update(own);
        }
        if let Some(cut) = self.step.cut {
            return self.cut(cut);
        }
        let before = self.trace.step(self.frame - 1).map_or(Window::FULL, |step| step.window);
        let value = self.trace.value_at_update(self.frame).unwrap_or(Score::NEG_INFINITY);
        let window = self.step.window;
        let bound = match self.step.player {
            Player::Max => window.alpha,
            Player::Min => window.beta,
        };
        let has_new_value = value != self.value_before();
        if !has_new_value && self.is_entered_again() {
            return self.say(Text::SayUpdateAside, &[("child", &self.child().0), ("window", &self.text(window))]);
        }
        let speculative =
            self.trace.returned_child(self.frame).and_then(|child| speculative_name(self.trace, child, self.language));
        if let Some(speculative) = speculative.filter(|_| window == before && !has_new_value) {
            return self.say(Text::SayAskedUpdate, &[("asked", &speculative), ("window", &self.text(window))]);
        }
        let text = if !self.trace.has_minimax_scores() {
            Text::SayUpdateTold
        } else if self.has_full_windows() {
            if has_new_value { Text::SayUpdateMinimax } else { Text::SayKeepMinimax }
        } else if window != before {
            match self.step.player {
                Player::Max => Text::SayUpdateAlpha,
                Player::Min => Text::SayUpdateBeta,
            }
        } else if has_new_value {
            Text::SayUpdateValue
        } else {
            Text::SayUpdateNothing
        };
        let (bound, value, window) = (self.text(bound), self.text(value), self.text(window));
        self.say(text, &[("bound", &bound), ("value", &value), ("window", &window)])
    }

    /// Whether the returned child is re-searched immediately, so that its score is only a bound for the re-search.
    fn is_entered_again(&self) -> bool {
        if self.frame + 1 == self.trace.frame_count() {
            // The run stopped here. A better score that did not change the value is the only sign
            // of a planned re-search.
            let known = self.value_before();
            return self.trace.setup.algorithm().is_some_and(Algorithm::has_null_windows)
                && self.step.player.better(known, self.child().1) != known;
        }
        let again = self.trace.entered_after(self.frame).and_then(|next| self.trace.searched_again(next));
        again.is_some() && again == self.trace.returned_child(self.frame)
    }

    fn cut(&self, cut: Cut) -> String {
        let (child, score) = self.child();
        let bound = match cut {
            Cut::Alpha => self.step.window.alpha,
            Cut::Beta => self.step.window.beta,
        };
        let pruned: Vec<NodeId> = self.trace.pruned_children(self.step.visit).collect();
        // Without the rules, there may be further moves that the program does not name.
        let text = match (cut, pruned.len(), self.trace.rules().is_some()) {
            (Cut::Alpha, 0, true) => Text::SayAlphaCutNone,
            (Cut::Alpha, 0, false) => Text::SayAlphaCutUntold,
            (Cut::Alpha, ..) => Text::SayAlphaCut,
            (Cut::Beta, 0, true) => Text::SayBetaCutNone,
            (Cut::Beta, 0, false) => Text::SayBetaCutUntold,
            (Cut::Beta, ..) => Text::SayBetaCut,
        };
        let values = [
            ("child", child.as_str()),
            ("score", &self.text(score)),
            ("bound", &self.text(bound)),
            ("skipped", &children_text(self.trace, &pruned, self.language)),
            ("reason", &self.language.capital(&self.reason(cut, bound))),
        ];
        let sentence = self.say(text, &values);
        match self.trace.nodes_pruned_at(self.frame) {
            None | Some(0) => sentence,
            Some(count) => {
                let count = self.language.number(count);
                self.language.joined(&sentence, &self.language.fill(Text::SayNodesPruned, &[("count", &count)]))
            }
        }
    }

    /// The reason why scores beyond the bound of a cutoff cannot matter: an ancestor already has a
    /// score that is as good, or a table entry bounds a node on the path. The owner of the bound is
    /// the nearest visit that was entered with a different bound.
    fn reason(&self, cut: Cut, bound: Score) -> String {
        let Some(found) = bound_owner(self.trace, self.step.visit, cut, bound) else {
            return self.language.text(Text::ReasonGiven).to_owned();
        };
        let player = match cut {
            Cut::Alpha => Player::Max,
            Cut::Beta => Player::Min,
        };
        let (text, owner) = match (found, cut) {
            (BoundOwner::Table(owner), Cut::Alpha) => (Text::ReasonTableLower, owner),
            (BoundOwner::Table(owner), Cut::Beta) => (Text::ReasonTableUpper, owner),
            (BoundOwner::NullWindow { owner, .. }, Cut::Alpha) => (Text::ReasonAskedLow, owner),
            (BoundOwner::NullWindow { owner, .. }, Cut::Beta) => (Text::ReasonAskedHigh, owner),
            (BoundOwner::Derived { owner, .. }, _) => (self.reason_derived(owner, cut, bound), owner),
            (BoundOwner::Own { owner, .. }, _) if self.trace.player_of(owner) != player => (Text::ReasonOwn, owner),
            (BoundOwner::Node(owner) | BoundOwner::Own { owner, .. }, _) => (Text::ReasonAncestor, owner),
        };
        let called = |visit| Called::of(self.trace, &self.trace.path(self.trace.node_of(visit)), self.language);
        let place = called(owner).place(self.language);
        let is_here = |visit| visit == self.step.visit;
        let this_node = || self.language.text(Text::ThisNode).to_owned();
        let name = |visit| if is_here(visit) { this_node() } else { called(visit).name(self.language) };
        // In a sentence about its parent, a child is called by its move.
        let child = match found {
            BoundOwner::NullWindow { child, .. } | BoundOwner::Derived { child, .. } if is_here(child) => this_node(),
            BoundOwner::NullWindow { child, .. } | BoundOwner::Derived { child, .. } => {
                child_name(self.trace, &self.trace.path(self.trace.node_of(child)), self.language)
            }
            _ => String::new(),
        };
        let limit = bound_of(cut, self.trace.table().searched_window(owner));
        let values = [
            ("owner", &*name(owner)),
            ("child", &child),
            ("where", &place),
            ("player", &player_text(self.trace, player, self.language)),
            ("bound", &self.text(bound)),
            ("limit", &self.text(limit)),
        ];
        self.say(text, &values)
    }

    /// The reason for a cutoff at a bound that `owner` derived for its child: at a chance node the end of the range of scores, or
    /// the score of the child that alone decides whether the chance node stays inside its window.
    fn reason_derived(&self, owner: VisitId, cut: Cut, bound: Score) -> Text {
        let limit = bound_of(cut, self.trace.table().searched_window(owner));
        let range = self.trace.known_range().filter(|_| self.trace.is_chance(owner));
        match (cut, range) {
            (Cut::Alpha, Some(range)) if bound <= range.lower => Text::ReasonRangeLow,
            (Cut::Beta, Some(range)) if bound >= range.upper => Text::ReasonRangeHigh,
            (Cut::Alpha, Some(_)) if limit.finite().is_some() => Text::ReasonChanceLow,
            (Cut::Beta, Some(_)) if limit.finite().is_some() => Text::ReasonChanceHigh,
            _ => Text::ReasonDerived,
        }
    }

    /// The text for bounds.
    fn bounds_text(&self, bounds: Bounds) -> String {
        let text = match bounds {
            Bounds { lower, upper } if lower == upper => Text::BoundsExactly,
            Bounds { lower: Score::NEG_INFINITY, .. } => Text::BoundsAtMost,
            Bounds { upper: Score::INFINITY, .. } => Text::BoundsAtLeast,
            Bounds { .. } => Text::BoundsBetween,
        };
        self.language.fill(text, &[("lower", &self.text(bounds.lower)), ("upper", &self.text(bounds.upper))])
    }

    fn lookup(&self) -> String {
        let Some(found) = self.trace.table().lookup_of(self.step.visit) else { return String::new() };
        let given = self.trace.given_window(self.step.visit);
        let text = match found.answer {
            Answer::Returned { kind: BoundKind::Exact, .. } => Text::SayLookupValue,
            Answer::Returned { kind: BoundKind::Upper, .. } => Text::SayLookupLow,
            Answer::Returned { kind: BoundKind::Lower, .. } => Text::SayLookupHigh,
            Answer::Narrowed(_) => Text::SayLookupNarrowed,
            Answer::Nothing => Text::SayLookupNothing,
        };
        let stored = found
            .store
            .and_then(|store| self.trace.table().stored(store))
            .map(|stored| self.language.number(stored.frame as u64));
        let values = [
            ("frame", stored.unwrap_or_else(|| self.language.text(Text::FrameUnknown).to_owned())),
            ("lower", self.text(found.bounds.lower)),
            ("upper", self.text(found.bounds.upper)),
            ("alpha", self.text(given.alpha)),
            ("beta", self.text(given.beta)),
            ("bounds", self.bounds_text(found.bounds)),
            ("given", self.text(given)),
            ("window", self.text(self.step.window)),
        ];
        self.say(text, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    }

    fn store(&self) -> String {
        let Some((store, stored)) = self.step.store.and_then(|store| Some((store, self.trace.table().stored(store)?)))
        else {
            return String::new();
        };
        let bounds = self.bounds_text(stored.bounds);
        match self.known_before(store) {
            None => self.say(Text::SayStore, &[("bounds", &bounds)]),
            Some(old) => {
                let frame = self.language.number(old.frame as u64);
                let old = self.bounds_text(old.bounds);
                self.say(Text::SayStoreAgain, &[("bounds", &bounds), ("old", &old), ("frame", &frame)])
            }
        }
    }

    /// The previous entry of the same position before `store`; `None` if there was none, or, in a table of limited size, only one
    /// of another position.
    fn known_before(&self, store: StoreId) -> Option<Stored> {
        let has_symmetry = self.trace.setup.table.is_some_and(|table| table.symmetry);
        let key = |stored: Stored| {
            let position = self.trace.position(&self.trace.path(self.trace.node_of(stored.visit)))?;
            if has_symmetry { position.class_key() } else { position.key() }
        };
        let old = self.trace.table().stored(self.trace.table().store_before(store)?)?;
        let new = self.trace.table().stored(store)?;
        let node = |stored: Stored| self.trace.node_of(stored.visit);
        // If the game does not identify equal positions, each node counts as a different position.
        let is_same = match (key(old), key(new)) {
            (None, None) => node(old) == node(new),
            (old, new) => old == new,
        };
        is_same.then_some(old)
    }

    fn end(&self) -> String {
        let score = self.step.score.unwrap_or(Score::NEG_INFINITY);
        if let Some(why) = guess(self.trace, self.step.visit) {
            return self.say(Text::SayEndGuessed, &[("score", &self.text(score)), ("why", &why)]);
        }
        let window = self.trace.judged_window(self.step.visit);
        let has_children = !self.trace.is_leaf_visit(self.step.visit);
        let (text, bound) = if self.trace.table().answered(self.step.visit).is_some() {
            (Text::SayEndAnswered, window.alpha)
        } else if has_children && !self.trace.has_minimax_scores() {
            (Text::SayEndTold, window.alpha)
        } else if let Some(own) = self.trace.own_updates_of(self.step.visit).next_back().filter(|_| !has_children) {
            if own.cut && !own.is_settled_by_rules() {
                let closed = self.trace.step(own.frame as usize).map_or(window, |step| step.window);
                let (score, closed) = (self.text(score), self.text(closed));
                return self.say(Text::SayEndOwnCut, &[("score", &score), ("window", &closed)]);
            }
            (Text::SayEndOwn, window.alpha)
        } else if !has_children {
            let text = if self.trace.is_horizon(self.step.visit) {
                Text::SayEndHorizon
            } else if self.trace.has_final_leaves() {
                Text::SayEndLeaf
            } else {
                Text::SayEndToldLeaf
            };
            (text, window.alpha)
        } else if self.has_full_windows() {
            let text = match self.step.player {
                _ if self.trace.is_chance(self.step.visit) => Text::SayEndMean,
                Player::Max => Text::SayEndMinimaxMax,
                Player::Min => Text::SayEndMinimaxMin,
            };
            (text, window.alpha)
        } else {
            match self.step.bound {
                None => (Text::SayEndUntold, window.alpha),
                Some(BoundKind::Upper) => (Text::SayEndUpper, window.alpha),
                Some(BoundKind::Exact) => (Text::SayEndExact, window.alpha),
                Some(BoundKind::Lower) => (Text::SayEndLower, window.beta),
            }
        };
        let (score, bound) = (self.text(score), self.text(bound));
        self.say(text, &[("score", &score), ("bound", &bound), ("window", &self.text(window))])
    }
}
