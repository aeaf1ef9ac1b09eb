//! Goes through the frames of a trace and checks each against those before it.
//!
//! The step of α-β (initial score, update, cut, narrowing by a table) is written here and in `table_steps.rs` a second time, and not
//! taken from `score`: frames are derived with `score`, so a check that used it too would find none of its errors.

use std::collections::{HashMap, HashSet};

use super::known::{Known, Left, left_at_root};
use super::options::CheckOptions;
use super::taken_bounds::Proved;
use super::told::{Horizon, Told};
use super::{Assumption, CheckReport, Fault, Finding, MOST_FINDINGS, Unjudged};
use crate::game::AnyPosition;
use crate::score::{BoundKind, Bounds, Fail, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::{
    CutTest, FrameKind, Header, NodeId, OwnUpdate, Process, Progress, RemarkKind, Step, Trace, VisitId,
};

pub(super) struct Prover<'a> {
    pub(super) trace: &'a Trace,
    pub(super) options: CheckOptions,
    pub(super) progress: &'a Progress,
    pub(super) header: Header,
    pub(super) known: Known,
    pub(super) algorithm: Option<Algorithm>,
    pub(super) test: CutTest,
    /// The visits on the current path of the thread at hand.
    pub(super) path: Vec<Open>,
    /// The number of that thread, and the paths of the others.
    thread: usize,
    waiting: Vec<Vec<Open>>,
    pub(super) report: CheckReport,
    pub(super) remarks: usize,
    /// Bounds to hold against exact values when all frames were seen: whether a leaf where the game goes on makes all values
    /// other than the game's is known only then.
    pub(super) bounds: Vec<Claim>,
    pub(super) has_early_leaf: bool,
    /// By entry of the table, the frame and position of its first writing.
    pub(super) entries: HashMap<u32, (usize, u128)>,
    /// By position and what is left of the depth limit, its entry and the frame of its first writing.
    pub(super) positions: HashMap<(u128, Left), (u32, usize)>,
    /// The lowest and the highest score of a leaf.
    pub(super) leaves: Option<Bounds>,
    pub(super) told: Told,
    forms: HardForms,
}

/// How a search that fails hard returns what lies beyond its window.
#[derive(Default)]
struct HardForms {
    /// How often it returns the end of the window.
    clamped: usize,
    /// Where it returns more.
    beyond: Vec<(usize, Fault)>,
}

/// Bounds of a node that are to contain its exact value.
pub(super) struct Claim {
    pub(super) frame: usize,
    pub(super) path: Vec<u32>,
    pub(super) left: Left,
    pub(super) bounds: Bounds,
}

/// A visit on the current path, as it should be.
pub(super) struct Open {
    pub(super) visit: VisitId,
    pub(super) node: NodeId,
    pub(super) player: Player,
    pub(super) given: Window,
    /// Whether that window is known: it is told, or follows.
    pub(super) knows_window: bool,
    /// The window of its children before any has returned: the given one, narrowed by the table.
    pub(super) searched: Window,
    /// The current window.
    pub(super) window: Window,
    /// The score so far, as the trace has it.
    pub(super) value: Option<Score>,
    /// The best score of the children so far.
    pub(super) best: Option<Score>,
    pub(super) answer: Option<(Score, BoundKind)>,
    pub(super) found: Option<Bounds>,
    /// The child that has returned, and its score.
    pub(super) returned: Option<(VisitId, Score)>,
    pub(super) taken_in: Option<Score>,
    pub(super) cut: Option<usize>,
    pub(super) children: usize,
    /// Whether it has a score of its own, which no child returned.
    pub(super) has_own_score: bool,
    /// Whether it made a cut by what it knows itself.
    pub(super) is_settled: bool,
    pub(super) position: Option<AnyPosition>,
    pub(super) left: Left,
    pub(super) proved: Proved,
    pub(super) horizon: Horizon,
}

impl Open {
    /// Whether a score is the value of the node or a bound of it.
    pub(super) fn kind_of(&self, score: Score) -> BoundKind {
        match self.answer {
            Some((_, kind)) => kind,
            None if self.children == 0 && self.is_settled => match self.player {
                Player::Max => BoundKind::Lower,
                Player::Min => BoundKind::Upper,
            },
            None if self.children == 0 => BoundKind::Exact,
            None => self.searched.judge(score),
        }
    }
}

impl<'a> Prover<'a> {
    pub(super) fn new(trace: &'a Trace, options: CheckOptions, progress: &'a Progress) -> Self {
        let header = Header::of(trace);
        let named = header.process().and_then(Process::algorithm);
        let algorithm = named.map(|algorithm| algorithm.with_table(trace.setup.table));
        let known = Known::of(trace, &header);
        let report = CheckReport {
            findings: Vec::new(),
            finding_count: 0,
            assumptions: Assumption::of(trace),
            unjudged: Unjudged::of(trace, known),
            ending: trace.ending,
            frames: 0,
            unproved_bounds: 0,
            minimax: None,
        };
        Self {
            trace,
            options,
            progress,
            known,
            test: header.cut.unwrap_or(CutTest::AtLeast),
            header,
            algorithm,
            path: Vec::new(),
            thread: 0,
            waiting: std::iter::repeat_with(Vec::new).take(trace.thread_count()).collect(),
            report,
            remarks: 0,
            bounds: Vec::new(),
            has_early_leaf: false,
            entries: HashMap::new(),
            positions: HashMap::new(),
            leaves: None,
            told: Told::default(),
            forms: HardForms::default(),
        }
    }

    pub(super) fn run(mut self) -> CheckReport {
        let judges = self.trace.is_search() && self.trace.has_minimax_scores();
        self.progress.expect(self.trace.frame_count() as u64);
        for frame in 0..self.trace.frame_count() {
            if self.progress.stops_at(frame as u64) {
                self.report.unjudged.push(Unjudged::Stopped { frames: frame as u64 });
                return self.report;
            }
            self.remarks_of(frame);
            let step = self.trace.step(frame).filter(|_| judges);
            if let Some(step) = step {
                self.frame(frame, &step);
            }
            self.report.frames = frame + 1;
        }
        if judges {
            self.in_the_end();
        }
        if self.trace.has_minimax_scores() {
            self.exact_values();
        }
        if self.report.unproved_bounds > 0 {
            self.report.unjudged.push(Unjudged::Bounds { count: self.report.unproved_bounds });
        }
        if self.options.against_minimax && self.report.minimax.is_none() && judges {
            self.report.unjudged.push(Unjudged::Value);
        }
        self.report.findings.sort_by_key(|finding| finding.frame);
        self.report
    }

    pub(super) fn find(&mut self, frame: usize, fault: Fault) {
        self.report.finding_count += 1;
        if self.report.findings.len() < MOST_FINDINGS {
            self.report.findings.push(Finding { frame, fault });
        }
    }

    fn remarks_of(&mut self, frame: usize) {
        while let Some(remark) = self.trace.remarks().get(self.remarks).filter(|remark| remark.frame as usize <= frame)
        {
            self.remarks += 1;
            // What is left out on a guess need not be listed.
            if self.known.guesses && matches!(remark.kind, RemarkKind::LegalNotListed { .. }) {
                continue;
            }
            self.find(remark.frame as usize, Fault::Nesting(remark.clone()));
        }
    }

    /// Goes to the path of a thread.
    fn go_to_thread(&mut self, thread: usize) {
        if thread != self.thread {
            std::mem::swap(&mut self.path, &mut self.waiting[self.thread]);
            std::mem::swap(&mut self.path, &mut self.waiting[thread]);
            self.thread = thread;
        }
    }

    fn frame(&mut self, frame: usize, step: &Step) {
        self.go_to_thread(self.trace.thread_of(step.visit));
        match step.kind {
            FrameKind::Start => self.start(frame, step),
            FrameKind::Lookup => self.lookup(frame, step),
            FrameKind::Score => self.score(frame, step),
            FrameKind::Update => self.update(frame, step),
            FrameKind::Store => self.store(frame, step),
            FrameKind::End => self.end(frame, step),
        }
    }

    /// Whether children can be searched with a null window, and again: the trace says so, or does so.
    pub(super) fn has_null_windows(&self) -> bool {
        self.header.null_windows.unwrap_or(self.trace.has_layers())
    }

    /// Whether a window is a null window at one end of the parent's, or one that a null window is followed by.
    fn may_be_null(&self, above: &Open, visit: VisitId, found: Window) -> bool {
        if !self.has_null_windows() {
            return false;
        }
        let Window { alpha, beta } = above.window;
        let is_null = |window: Window| {
            let ends = window.alpha.finite().zip(window.beta.finite());
            ends.is_some_and(|(low, high)| low.checked_add(1) == Some(high))
        };
        let is_inside = alpha <= found.alpha && found.beta <= beta;
        let searches_again = above.returned.is_some_and(|(before, score)| {
            let is_same_move = self.trace.have_same_move([before, visit].map(|visit| self.trace.node_of(visit)));
            // From the bound that the node had before the null window, or from what that has shown.
            let Window { alpha: first_alpha, beta: first_beta } = above.searched;
            is_same_move
                && match above.player {
                    Player::Max => (first_alpha..=score.max(alpha)).contains(&found.alpha) && found.beta == beta,
                    Player::Min => (score.min(beta)..=first_beta).contains(&found.beta) && found.alpha == alpha,
                }
        });
        (is_inside && is_null(found)) || searches_again
    }

    fn start(&mut self, frame: usize, step: &Step) {
        let player = step.player;
        let mut left = left_at_root(self.trace, step.visit);
        let is_told = self.trace.tells_window(step.visit);
        let mut knows_window = is_told || self.known.windows_follow;
        let mut position = None;
        let mut faults = Vec::new();
        if let Some(above) = self.path.last() {
            position =
                above.position.as_ref().zip(self.trace.rule_move(step.node)).and_then(|(above, mv)| above.play(mv));
            left = above.left;
            let changes = position.as_ref().map_or(player, AnyPosition::player)
                != above.position.as_ref().map_or(above.player, AnyPosition::player);
            let is_asked = self.trace.is_only_asked(step.visit);
            if above.left == Left::Changes(0) && !self.known.guesses {
                faults.push(Fault::BelowLimit);
            }
            left = left.below(changes);
            knows_window = is_told || (self.known.windows_follow && above.knows_window);
            if let Some(cut) = above.cut {
                faults.push(Fault::EnteredAfterCut { cut });
            } else if above.answer.is_some() {
                faults.push(Fault::EnteredAfterAnswer);
            } else if is_told && above.knows_window && !is_asked {
                // A search that is not known is the α-β that the setup takes it for.
                let algorithm = self.trace.setup.algorithm();
                let expected = algorithm.map_or(Window::FULL, |algorithm| algorithm.child_window(above.window, player));
                let found = step.window;
                // A search that is not named may search with wider windows: that only takes longer.
                let is_full = self.algorithm.is_none() && found.alpha <= expected.alpha && found.beta >= expected.beta;
                if found != expected && !is_full && !self.may_be_null(above, step.visit, found) {
                    faults.push(Fault::GivenWindow { expected, found });
                }
                faults.extend(self.searched_twice(above, step.visit, found));
            }
        } else {
            faults.extend(self.closed_root(step.window).filter(|_| is_told));
        }
        if self.path.is_empty() && self.trace.knows_rules() {
            position = self.trace.rules().and_then(|(game, start)| game.position(start));
        }
        if let Some(expected) = position.as_ref().map(AnyPosition::player).filter(|&expected| expected != player) {
            faults.push(Fault::WrongPlayer { expected, found: player });
        }
        for fault in faults {
            self.find(frame, fault);
        }
        let (given, value) = (step.window, None);
        self.path.push(Open {
            visit: step.visit,
            node: step.node,
            player,
            given,
            knows_window,
            searched: given,
            window: given,
            value,
            best: None,
            answer: None,
            found: None,
            returned: None,
            taken_in: None,
            cut: None,
            children: 0,
            has_own_score: false,
            is_settled: false,
            position,
            left,
            proved: Proved::default(),
            horizon: Horizon::default(),
        });
    }

    pub(super) fn top(&mut self, visit: VisitId) -> Option<&mut Open> {
        self.path.last_mut().filter(|open| open.visit == visit)
    }

    fn score(&mut self, frame: usize, step: &Step) {
        let child = self.trace.returned_child(frame);
        let is_again = child.is_some_and(|child| self.trace.searched_again(child).is_some());
        let Some(open) = self.top(step.visit) else { return };
        let (window, returned, knows_window) = (open.window, open.returned, open.knows_window);
        open.taken_in = step.score;
        open.children += usize::from(!is_again);
        if step.window != window && knows_window {
            self.find(frame, Fault::StaleWindow { expected: window, found: step.window });
        }
        if let Some((expected, found)) = returned.map(|(_, score)| score).zip(step.score).filter(|(a, b)| a != b) {
            self.find(frame, Fault::WrongScore { expected, found });
        }
    }

    /// The initial score of a node.
    fn worst(player: Player, searched: Window, fail: Fail) -> Score {
        match (player, fail) {
            (Player::Max, Fail::Soft) => Score::NEG_INFINITY,
            (Player::Min, Fail::Soft) => Score::INFINITY,
            (Player::Max, Fail::Hard) => searched.alpha,
            (Player::Min, Fail::Hard) => searched.beta,
        }
    }

    pub(super) fn is_closed(&self, window: Window) -> bool {
        match self.test {
            CutTest::AtLeast => window.alpha >= window.beta,
            CutTest::Above => window.alpha > window.beta,
        }
    }

    /// Whether the search is one that cuts.
    fn cuts(&self) -> bool {
        match self.algorithm {
            Some(algorithm) => algorithm.cuts(),
            None => self.header.cut.is_some() || !self.trace.cuts().is_empty(),
        }
    }

    /// An update by what the node itself knows: it can only narrow the window.
    fn update_by_itself(&mut self, frame: usize, step: &Step, own: &OwnUpdate) {
        let Some(open) = self.top(step.visit) else { return };
        let (before, player) = (open.window, open.player);
        open.searched = own.searched;
        open.window = step.window;
        open.is_settled |= own.cut;
        open.cut = own.cut.then_some(frame);
        if let Some(value) = own.value.filter(|&value| open.value != Some(value)) {
            open.value = Some(value);
            open.best = Some(match (open.best, player) {
                (None, _) => value,
                (Some(best), Player::Max) => best.max(value),
                (Some(best), Player::Min) => best.min(value),
            });
            open.has_own_score = true;
        }
        // A score by which a node is left as it is, is no value of the game.
        self.has_early_leaf |= self.path.last().is_some_and(|open| open.has_own_score);
        let expected = Window { alpha: step.window.alpha.max(before.alpha), beta: step.window.beta.min(before.beta) };
        if step.window != expected {
            self.find(frame, Fault::WrongUpdate { expected, found: step.window });
        }
        let (is_closed, test) = (self.is_closed(step.window), self.test);
        if own.cut && !is_closed {
            self.find(frame, Fault::UnjustifiedCut { window: step.window, test });
        }
    }

    fn update(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        if let Some(own) = trace.own_update_at(frame) {
            return self.update_by_itself(frame, step, own);
        }
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (player, searched, before) = (open.player, open.searched, open.value);
        let knows_window = open.knows_window;
        let Some(score) = open.taken_in else { return };
        let better = |so_far: Score| match player {
            Player::Max => so_far.max(score),
            Player::Min => so_far.min(score),
        };
        let follows = |fail: Fail| better(before.unwrap_or_else(|| Self::worst(player, searched, fail)));
        let value = self.trace.value_at_update(frame).unwrap_or(score);
        let expected = follows(self.header.fail.unwrap_or(Fail::Soft));
        let mut faults = Vec::new();
        // What fails hard can end at both ends of its window.
        let clamped = better(follows(Fail::Hard)).max(searched.alpha).min(searched.beta);
        let is_hard = value == follows(Fail::Hard) || value == clamped;
        let other_form = self.header.fail != Some(Fail::Soft) && (is_hard || !knows_window);
        // What a null window has shown may be left aside until the child is searched again.
        let is_only_asked = self.is_entered_again(frame)
            || self.trace.returned_child(frame).is_some_and(|child| self.trace.is_only_asked(child));
        let initial = || Self::worst(player, searched, self.header.fail.unwrap_or(Fail::Soft));
        let left_aside = value == before.unwrap_or_else(initial)
            && (is_only_asked || (self.header.null_windows == Some(true) && self.may_be_left_aside(frame, score)));
        if value != expected && !other_form && !left_aside {
            faults.push(Fault::WrongValue { expected, found: value });
        }
        let mut window = searched;
        match player {
            Player::Max => window.alpha = window.alpha.max(value),
            Player::Min => window.beta = window.beta.min(value),
        }
        if step.window != window && knows_window {
            faults.push(Fault::WrongUpdate { expected: window, found: step.window });
        }
        let is_closed = self.is_closed(step.window);
        let children = self.trace.children(step.node).len();
        let goes_on = open.children < children && knows_window;
        if step.cut.is_some() && !is_closed && knows_window {
            faults.push(Fault::UnjustifiedCut { window: step.window, test: self.test });
        } else if step.cut.is_none() && is_closed && goes_on && self.cuts() {
            faults.push(Fault::MissedCut { window: step.window, test: self.test });
        }
        let is_cut = step.cut.is_some() && self.cuts();
        for fault in faults {
            self.find(frame, fault);
        }
        let window_before = self.path.last().map_or(step.window, |open| open.window);
        self.prove_child(frame, step, (score, value), window_before);
        if let Some(open) = self.top(step.visit) {
            if before.is_none() || before != Some(value) {
                open.horizon.so_far = open.horizon.returned;
            }
            (open.value, open.window) = (Some(value), step.window);
            open.cut = is_cut.then_some(frame);
            if is_only_asked && left_aside {
                return;
            }
            open.best = Some(match (open.best, player) {
                (None, _) => score,
                (Some(best), Player::Max) => best.max(score),
                (Some(best), Player::Min) => best.min(score),
            });
        }
    }

    /// Whether the child that returned at `frame` is the next that its parent enters.
    pub(super) fn is_entered_again(&self, frame: usize) -> bool {
        let next = self.trace.step(frame + 1).filter(|next| next.kind == FrameKind::Start);
        let again = next.and_then(|next| self.trace.searched_again(next.visit));
        again.is_some() && again == self.trace.returned_child(frame)
    }

    fn end(&mut self, frame: usize, step: &Step) {
        let Some(open) = self.path.pop_if(|open| open.visit == step.visit) else { return };
        let Some(score) = step.score else { return };
        let mut faults = Vec::new();
        let rule_score = open.position.as_ref().and_then(AnyPosition::score);
        // The leaves of a recorded tree are in the unit of the trace already.
        let is_recorded = self.trace.recorded_tree().is_some();
        let rule_score = rule_score.map(|score| if is_recorded { score } else { self.trace.of_rules(score) });
        if let Some(expected) = rule_score.filter(|&expected| expected != score) {
            faults.push(Fault::WrongLeaf { expected, found: score });
        } else if let Some((expected, _)) = open.answer {
            if expected != score {
                faults.push(Fault::WrongAnswer { expected, found: score });
            }
        } else if open.children == 0 && (open.is_settled || open.has_own_score) {
            // It returns what it knows itself.
        } else if open.children == 0 && open.position.is_some() && rule_score.is_none() {
            faults.extend(self.early_leaf(&open, score));
        } else if open.children > 0 && (open.knows_window || self.header.fail == Some(Fail::Soft)) {
            faults.extend(self.wrong_score(&open, score));
        }
        if self.trace.store_of(step.visit).is_none() {
            faults.extend(self.skipped(&open));
        }
        if step.window != open.window && open.knows_window {
            faults.push(Fault::StaleWindow { expected: open.window, found: step.window });
        }
        let kind = open.kind_of(score);
        // Where only α > β cuts, a score at the end of the window can be the value: nothing was left out for it.
        let is_at_end = self.test == CutTest::Above && (score == open.searched.alpha || score == open.searched.beta);
        let is_judged = open.children > 0 && open.knows_window && !is_at_end;
        if let Some(found) = step.bound.filter(|&found| found != kind && is_judged) {
            faults.push(Fault::WrongBound { expected: kind, found });
        }
        faults.extend(self.other_leaf(frame, &open, score));
        for fault in faults {
            self.find(frame, fault);
        }
        self.unused_answer(&open);
        if open.children == 0 && open.answer.is_none() {
            self.note_leaf(score);
        }
        self.note_form(frame, &open, score);
        let proved = self.prove(&open, score);
        let is_unfinished = self.is_unfinished(&open);
        if let Some(above) = self.path.last_mut() {
            above.returned = Some((step.visit, score));
            (above.proved.returned, above.horizon.returned) = (proved, is_unfinished);
        }
    }

    /// What can be judged only when all frames were seen.
    fn in_the_end(&mut self) {
        self.unfinished();
        self.depths();
        let HardForms { clamped, beyond } = std::mem::take(&mut self.forms);
        // Some programs that fail hard return what lies beyond β, and some return β: each does one of them.
        if clamped > 3 * beyond.len() {
            for (frame, fault) in beyond {
                self.find_in_order(frame, fault);
            }
        }
    }

    /// Notes what a search that fails hard returns beyond its window.
    fn note_form(&mut self, frame: usize, open: &Open, score: Score) {
        let is_plain = open.children > 0 && open.answer.is_none() && !open.has_own_score && !open.is_settled;
        let Some(soft) = open.best.filter(|_| is_plain && open.knows_window && self.header.fail == Some(Fail::Hard))
        else {
            return;
        };
        let (end, is_beyond) = match open.player {
            Player::Max => (open.searched.beta, soft > open.searched.beta),
            Player::Min => (open.searched.alpha, soft < open.searched.alpha),
        };
        if is_beyond && score == end {
            self.forms.clamped += 1;
        } else if is_beyond && score == soft {
            self.forms.beyond.push((frame, Fault::IllegalScore { expected: (end, None), found: score }));
        }
    }

    /// Whether the score of the child that returned at `frame` need not be taken in yet: it is not better than what the null window asked
    /// about, or the child is searched again later.
    fn may_be_left_aside(&self, frame: usize, score: Score) -> bool {
        let Some(child) = self.trace.returned_child(frame) else { return false };
        let Some(above) = self.path.last() else { return false };
        let is_worse = match above.player {
            Player::Max => score <= above.window.alpha,
            Player::Min => score >= above.window.beta,
        };
        let node = self.trace.node_of(child);
        is_worse
            || self.trace.visited_children(above.visit).any(|later| later > child && self.trace.node_of(later) == node)
    }

    /// Whether the program says what settled a visit, other than its children.
    pub(super) fn is_settled_otherwise(&self, visit: VisitId) -> bool {
        self.trace.column_values(visit).any(|(name, _)| name == "why")
    }

    /// Whether a visit without children, where the game goes on, is wrong; if not, exact values are no longer those of the game.
    fn early_leaf(&mut self, open: &Open, score: Score) -> Option<Fault> {
        let is_judged = self.known.answers_are_told && !self.known.guesses && !self.is_settled_otherwise(open.visit);
        let says_end = self.header.leaf.as_deref() == Some("game over");
        match open.left {
            Left::Changes(0) => {
                let position = open.position.as_ref()?;
                let expected = self.trace.of_rules(position.evaluate(self.known.evaluation?));
                return (is_judged && expected != score).then_some(Fault::WrongLeaf { expected, found: score });
            }
            Left::Changes(_) if is_judged => return Some(Fault::EarlyLeaf),
            Left::All if says_end && is_judged => return Some(Fault::EarlyLeaf),
            _ => self.has_early_leaf = true,
        }
        None
    }

    /// Whether children were left out without a cut.
    pub(super) fn skipped(&self, open: &Open) -> Option<Fault> {
        if open.has_own_score || !open.knows_window || self.is_settled_otherwise(open.visit) {
            // Left as it is, a node need not try every move.
            return None;
        }
        if self.trace.has_layers() && (self.trace.is_leaf_visit(open.visit) || !self.trace.knows_rules()) {
            // What is not known to the rules is known from other visits, which need not generate the same moves.
            return None;
        }
        let skipped: u64 = self.trace.skips_of(open.visit).map(|skip| skip.count).sum();
        let (children, entered) = self.moves_of(open);
        let count = children.saturating_sub(entered);
        let count = count.saturating_sub(usize::try_from(skipped).unwrap_or(usize::MAX));
        (count > 0 && open.cut.is_none() && open.answer.is_none()).then_some(Fault::SkippedChildren { count })
    }

    /// The number of moves of a visit's node, and of those that the visit entered.
    pub(super) fn moves_of(&self, open: &Open) -> (usize, usize) {
        let Some(position) = open.position.as_ref().filter(|_| self.trace.has_layers()) else {
            return (self.trace.children(open.node).len(), open.children);
        };
        // Some children need not be moves: another player's turn, or the same place without some moves.
        let nodes = self.trace.visited_children(open.visit).map(|child| self.trace.node_of(child));
        let moves: HashSet<NodeId> = nodes.filter(|&node| self.trace.rule_move(node).is_some()).collect();
        (position.move_count(), moves.len())
    }

    /// Whether the score of a node with children is none that follows from theirs.
    pub(super) fn wrong_score(&self, open: &Open, score: Score) -> Option<Fault> {
        let soft = open.best?;
        let Window { alpha, beta } = open.searched;
        let one_sided = match open.player {
            Player::Max => soft.max(alpha),
            Player::Min => soft.min(beta),
        };
        let clamped = soft.max(alpha).min(beta);
        let is_hard = score == one_sided || score == clamped;
        match self.header.fail {
            Some(Fail::Soft) if score != soft => Some(Fault::IllegalScore { expected: (soft, None), found: score }),
            Some(Fail::Hard) if !is_hard => Some(Fault::IllegalScore { expected: (one_sided, None), found: score }),
            None if score != soft && !is_hard => {
                let other = Some(one_sided).filter(|&other| other != soft);
                Some(Fault::IllegalScore { expected: (soft, other), found: score })
            }
            _ => None,
        }
    }
}
