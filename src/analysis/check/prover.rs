//! Goes through the frames of a trace and holds each against those before it.

use std::collections::HashMap;

use super::exact::ExactScores;
use super::{Assumption, CheckReport, Fault, Finding, MOST_FINDINGS};
use crate::game::{AnyPosition, Player};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::search::{Algorithm, TableKey};
use crate::trace::file::{CutTest, Fail, Header, TableField};
use crate::trace::{FrameKind, NodeId, Process, Progress, Step, Trace, VisitId};

/// Frames between two looks at the wish to cancel.
const FRAMES_BETWEEN_LOOKS: usize = 65_536;

pub(super) struct Prover<'a> {
    trace: &'a Trace,
    progress: &'a Progress,
    header: Header,
    algorithm: Option<Algorithm>,
    test: CutTest,
    /// The visits on the current path.
    path: Vec<Open>,
    report: CheckReport,
    remarks: usize,
    /// Bounds to hold against exact values when all frames were seen: whether a leaf where the game goes on makes all values
    /// other than the game's is known only then.
    bounds: Vec<Claim>,
    has_early_leaf: bool,
    /// By entry of the table, the frame and position of its first writing.
    entries: HashMap<u32, (usize, u128)>,
    /// By position and what is left of the depth limit, its entry and the frame of its first writing.
    positions: HashMap<(u128, Option<u32>), (u32, usize)>,
}

/// Bounds of a node that are to contain its exact value.
struct Claim {
    frame: usize,
    path: Vec<u16>,
    left: Option<u32>,
    bounds: Bounds,
}

/// A visit on the current path, as it should be.
struct Open {
    visit: VisitId,
    node: NodeId,
    player: Player,
    given: Window,
    /// What its children are searched with before any has returned.
    searched: Window,
    /// The window by now.
    window: Window,
    /// What it would return now, as the trace has it.
    value: Option<Score>,
    /// The best of the scores that it has taken in.
    best: Option<Score>,
    answer: Option<(Score, BoundKind)>,
    found: Option<Bounds>,
    /// The child that has returned, and its score.
    returned: Option<(VisitId, Score)>,
    taken_in: Option<Score>,
    cut: Option<usize>,
    children: usize,
    position: Option<AnyPosition>,
    /// What is left of the depth limit.
    left: Option<u32>,
}

impl Open {
    /// What a score says of the value of the node.
    fn kind_of(&self, score: Score) -> BoundKind {
        match self.answer {
            Some((_, kind)) => kind,
            None if self.children == 0 => BoundKind::Exact,
            None => self.searched.judge(score),
        }
    }
}

impl<'a> Prover<'a> {
    pub(super) fn new(trace: &'a Trace, progress: &'a Progress) -> Self {
        let header = Header::of(trace);
        let algorithm = match header.process() {
            Some(Process::Search(algorithm)) => Some(algorithm.with_table(trace.setup.table)),
            _ => None,
        };
        let report = CheckReport {
            findings: Vec::new(),
            finding_count: 0,
            assumptions: Assumption::of(trace),
            frames: 0,
            unproved_bounds: 0,
            minimax: None,
        };
        Self {
            trace,
            progress,
            test: header.cut.unwrap_or(CutTest::AtLeast),
            header,
            algorithm,
            path: Vec::new(),
            report,
            remarks: 0,
            bounds: Vec::new(),
            has_early_leaf: false,
            entries: HashMap::new(),
            positions: HashMap::new(),
        }
    }

    pub(super) fn run(mut self, against_minimax: bool) -> CheckReport {
        let is_search = matches!(self.trace.setup.process, Process::Search(_));
        for frame in 0..self.trace.frame_count() {
            if frame.is_multiple_of(FRAMES_BETWEEN_LOOKS) {
                self.progress.tell(frame as u64);
                if self.progress.is_cancelled() {
                    return self.report;
                }
            }
            self.remarks_of(frame);
            let step = self.trace.step(frame).filter(|_| is_search);
            if let Some(step) = step.filter(|step| !self.is_passes(step.visit) || step.kind == FrameKind::Start) {
                self.frame(frame, &step);
            } else if let Some(step) = step.filter(|step| step.kind == FrameKind::Update) {
                // Whatever the passes found, the next begins anew.
                self.returned_to(step.visit);
            }
            self.report.frames = frame + 1;
        }
        self.exact_values(against_minimax);
        self.report.findings.sort_by_key(|finding| finding.frame);
        self.report
    }

    fn is_passes(&self, visit: VisitId) -> bool {
        self.trace.has_passes() && visit == VisitId(0)
    }

    fn find(&mut self, frame: usize, fault: Fault) {
        self.report.finding_count += 1;
        if self.report.findings.len() < MOST_FINDINGS {
            self.report.findings.push(Finding { frame, fault });
        }
    }

    fn remarks_of(&mut self, frame: usize) {
        while let Some(remark) = self.trace.remarks().get(self.remarks).filter(|remark| remark.frame as usize <= frame)
        {
            self.remarks += 1;
            self.find(remark.frame as usize, Fault::Nesting(remark.clone()));
        }
    }

    fn frame(&mut self, frame: usize, step: &Step) {
        match step.kind {
            FrameKind::Start => self.start(frame, step),
            FrameKind::Lookup => self.lookup(frame, step),
            FrameKind::Score => self.score(frame, step),
            FrameKind::Update => self.update(frame, step),
            FrameKind::Store => self.store(frame, step),
            FrameKind::End => self.end(frame, step),
        }
    }

    /// Whether a window is a null window at one end of the parent's, or one that a null window is followed by.
    fn may_be_null(&self, above: &Open, visit: VisitId, found: Window) -> bool {
        if self.header.null_windows != Some(true) {
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
        let mut left = self.trace.setup.limit.map(|limit| limit.depth);
        let mut position = None;
        let mut faults = Vec::new();
        let is_pass = self.path.last().is_some_and(|above| self.is_passes(above.visit));
        if let Some(above) = self.path.last().filter(|_| !is_pass) {
            position =
                above.position.as_ref().zip(self.trace.rule_move(step.node)).and_then(|(above, mv)| above.play(mv));
            left = above.left;
            let changes = position.as_ref().map_or(player, AnyPosition::player)
                != above.position.as_ref().map_or(above.player, AnyPosition::player);
            if above.left == Some(0) {
                faults.push(Fault::BelowLimit);
            }
            left = left.map(|left| left.saturating_sub(u32::from(changes)));
            if let Some(cut) = above.cut {
                faults.push(Fault::EnteredAfterCut { cut });
            } else if above.answer.is_some() {
                faults.push(Fault::EnteredAfterAnswer);
            } else {
                let algorithm = self.algorithm.unwrap_or(Algorithm::AlphaBeta);
                let expected = algorithm.child_window(above.window, player);
                let found = step.window;
                // A search that is not named may be plain minimax.
                let is_full = self.algorithm.is_none() && found == Window::FULL && self.header.cut.is_none();
                if found != expected && !is_full && !self.may_be_null(above, step.visit, found) {
                    faults.push(Fault::GivenWindow { expected, found });
                }
            }
        } else if self.trace.knows_rules() && !self.is_passes(step.visit) {
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
            position,
            left,
        });
    }

    fn top(&mut self, visit: VisitId) -> Option<&mut Open> {
        self.path.last_mut().filter(|open| open.visit == visit)
    }

    /// The number of the position of a node, by which its entry is found.
    fn key(&self, open: &Open) -> Option<u128> {
        let share = self.trace.setup.table.is_none_or(|table| table.symmetry);
        let position = open.position.as_ref()?;
        if share { position.class_key() } else { position.key() }
    }

    fn lookup(&mut self, frame: usize, step: &Step) {
        let Some(found) = self.trace.lookup_of(step.visit) else { return };
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (given, key) = (open.given, self.key(open));
        let mut faults = Vec::new();
        if let Some(stored) = found.store.and_then(|store| self.trace.stored(store)) {
            if stored.bounds != found.bounds {
                faults.push(Fault::NotAsStored { expected: stored.bounds, found: found.bounds });
            }
            // Only the first writing's position is remembered; a table of limited size changes hands.
            let owner = self.entries.get(&stored.entry.0).copied();
            if let Some((first, _)) = owner.filter(|&(_, owner)| key.is_some_and(|key| key != owner)) {
                faults.push(Fault::WrongEntry { stored: first });
            }
        }
        let Bounds { lower, upper } = found.bounds;
        let mut searched = given;
        let mut answer = None;
        match found.answer {
            Answer::Returned { score, kind } => {
                answer = Some((score, kind));
                let justified = match kind {
                    BoundKind::Exact => lower == upper && score == lower,
                    BoundKind::Lower => score == lower && lower >= given.beta,
                    BoundKind::Upper => score == upper && upper <= given.alpha,
                };
                // Equal bounds that lie outside the window may be called what they are there.
                let exact = lower == upper && score == lower;
                if !justified && !exact {
                    faults.push(Fault::UnjustifiedReturn { bounds: found.bounds, window: given, score });
                }
            }
            Answer::Narrowed(narrowed) => {
                let expected = Window { alpha: given.alpha.max(lower), beta: given.beta.min(upper) };
                if narrowed != expected {
                    faults.push(Fault::WrongNarrowing { expected, found: narrowed });
                }
                searched = narrowed;
            }
            Answer::Nothing => {
                let narrows = matches!(self.header.table, Some(TableField::Setup(table)) if table.narrowing);
                let by_rules = self.trace.setup.table.unwrap_or_default().answer(found.bounds, given);
                if let (true, Answer::Narrowed(expected)) = (narrows, by_rules) {
                    faults.push(Fault::WrongNarrowing { expected, found: given });
                }
            }
        }
        if step.window != searched {
            faults.push(Fault::StaleWindow { expected: searched, found: step.window });
        }
        if let Some(open) = self.top(step.visit) {
            (open.searched, open.window) = (searched, searched);
            (open.answer, open.found) = (answer, Some(found.bounds));
        }
        for fault in faults {
            self.find(frame, fault);
        }
        self.claim(frame, step, found.bounds);
    }

    /// Has bounds held against the exact value in the end.
    fn claim(&mut self, frame: usize, step: &Step, bounds: Bounds) {
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let moves = self.path.iter().filter(|above| !self.is_passes(above.visit)).skip(1);
        let path: Option<Vec<u16>> = moves.map(|open| self.trace.rule_move(open.node)).collect();
        match path {
            Some(path) => self.bounds.push(Claim { frame, path, left: open.left, bounds }),
            None => self.report.unproved_bounds += 1,
        }
    }

    fn returned_to(&mut self, visit: VisitId) {
        if let Some(open) = self.top(visit) {
            open.window = open.searched;
        }
    }

    fn score(&mut self, frame: usize, step: &Step) {
        let Some(open) = self.top(step.visit) else { return };
        let (window, returned) = (open.window, open.returned);
        open.taken_in = step.score;
        open.children += 1;
        if step.window != window {
            self.find(frame, Fault::StaleWindow { expected: window, found: step.window });
        }
        if let Some((expected, found)) = returned.map(|(_, score)| score).zip(step.score).filter(|(a, b)| a != b) {
            self.find(frame, Fault::WrongScore { expected, found });
        }
    }

    /// What a node would return before any child has.
    fn worst(player: Player, searched: Window, fail: Fail) -> Score {
        match (player, fail) {
            (Player::Max, Fail::Soft) => Score::NEG_INFINITY,
            (Player::Min, Fail::Soft) => Score::INFINITY,
            (Player::Max, Fail::Hard) => searched.alpha,
            (Player::Min, Fail::Hard) => searched.beta,
        }
    }

    fn is_closed(&self, window: Window) -> bool {
        match self.test {
            CutTest::AtLeast => window.alpha >= window.beta,
            CutTest::Above => window.alpha > window.beta,
        }
    }

    /// Whether the search is one that cuts.
    fn cuts(&self) -> bool {
        match self.algorithm {
            Some(algorithm) => algorithm != Algorithm::Minimax,
            None => self.header.cut.is_some() || !self.trace.cuts().is_empty(),
        }
    }

    fn update(&mut self, frame: usize, step: &Step) {
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (player, searched, before) = (open.player, open.searched, open.value);
        let Some(score) = open.taken_in else { return };
        let better = |so_far: Score| match player {
            Player::Max => so_far.max(score),
            Player::Min => so_far.min(score),
        };
        let follows = |fail: Fail| better(before.unwrap_or_else(|| Self::worst(player, searched, fail)));
        let value = self.trace.value_at_update(frame).unwrap_or(score);
        let expected = follows(self.header.fail.unwrap_or(Fail::Soft));
        let mut faults = Vec::new();
        let other_form = self.header.fail.is_none() && value == follows(Fail::Hard);
        // What a null window has shown may be left aside until the child is searched again.
        let left_aside = self.header.null_windows == Some(true) && Some(value) == before;
        if value != expected && !other_form && !left_aside {
            faults.push(Fault::WrongValue { expected, found: value });
        }
        let mut window = searched;
        match player {
            Player::Max => window.alpha = window.alpha.max(value),
            Player::Min => window.beta = window.beta.min(value),
        }
        if step.window != window {
            faults.push(Fault::WrongUpdate { expected: window, found: step.window });
        }
        let is_closed = self.is_closed(step.window);
        let children = self.trace.children(step.node).len();
        let goes_on = open.children < children;
        if step.cut.is_some() && !is_closed && goes_on {
            faults.push(Fault::UnjustifiedCut { window: step.window, test: self.test });
        } else if step.cut.is_none() && is_closed && goes_on && self.cuts() {
            faults.push(Fault::MissedCut { window: step.window, test: self.test });
        }
        let is_cut = step.cut.is_some() && self.cuts();
        for fault in faults {
            self.find(frame, fault);
        }
        if let Some(open) = self.top(step.visit) {
            (open.value, open.window) = (Some(value), step.window);
            open.best = Some(match (open.best, player) {
                (None, _) => score,
                (Some(best), Player::Max) => best.max(score),
                (Some(best), Player::Min) => best.min(score),
            });
            open.cut = is_cut.then_some(frame);
        }
    }

    /// Whether the trace declares a table in which each position has one entry that it keeps.
    fn has_one_entry_a_position(&self) -> bool {
        match self.header.table {
            Some(TableField::Setup(table)) => table.key == TableKey::Position && table.size.is_none(),
            _ => false,
        }
    }

    fn store(&mut self, frame: usize, step: &Step) {
        let Some(stored) = step.store.and_then(|store| self.trace.stored(store)) else { return };
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let Some(score) = step.score else { return };
        // What comes of too few children is wrong already, whatever it is.
        if let Some(fault) = self.skipped(open) {
            return self.find(frame, fault);
        }
        let kind = open.kind_of(score);
        let mut known = Bounds::of(score, kind);
        let before =
            step.store.and_then(|store| self.trace.store_before(store)).and_then(|store| self.trace.stored(store));
        for bounds in open.found.into_iter().chain(before.map(|before| before.bounds)) {
            known = known.intersect(bounds);
        }
        let found = stored.bounds;
        let mut faults = Vec::new();
        if found.lower > known.lower || found.upper < known.upper {
            faults.push(Fault::WrongStore { known, found });
        }
        if let Some(key) = self.key(open) {
            let is_limited = self.trace.setup.table.is_some_and(|table| table.size.is_some());
            if is_limited {
                self.entries.insert(stored.entry.0, (frame, key));
            }
            let (first, owner) = *self.entries.entry(stored.entry.0).or_insert((frame, key));
            if owner != key {
                faults.push(Fault::WrongEntry { stored: first });
            } else if self.has_one_entry_a_position() {
                let place = self.positions.entry((key, open.left)).or_insert((stored.entry.0, frame));
                if place.0 != stored.entry.0 {
                    faults.push(Fault::SecondEntry { stored: place.1 });
                }
            }
        }
        for fault in faults {
            self.find(frame, fault);
        }
        self.claim(frame, step, found);
    }

    fn end(&mut self, frame: usize, step: &Step) {
        let Some(open) = self.path.pop_if(|open| open.visit == step.visit) else { return };
        let Some(score) = step.score else { return };
        let mut faults = Vec::new();
        let rule_score = open.position.as_ref().and_then(AnyPosition::score);
        if let Some(expected) = rule_score.filter(|&expected| expected != score) {
            faults.push(Fault::WrongLeaf { expected, found: score });
        } else if let Some((expected, _)) = open.answer {
            if expected != score {
                faults.push(Fault::WrongAnswer { expected, found: score });
            }
        } else if open.children == 0 && open.position.is_some() && rule_score.is_none() {
            match open.left {
                Some(0) => {}
                Some(_) => faults.push(Fault::EarlyLeaf),
                None if self.header.leaf.as_deref() == Some("game over") => faults.push(Fault::EarlyLeaf),
                None => self.has_early_leaf = true,
            }
        } else if open.children > 0 {
            faults.extend(self.wrong_score(&open, score));
        }
        if self.trace.store_of(step.visit).is_none() {
            faults.extend(self.skipped(&open));
        }
        if step.window != open.window {
            faults.push(Fault::StaleWindow { expected: open.window, found: step.window });
        }
        let kind = open.kind_of(score);
        if let Some(found) = step.bound.filter(|&found| found != kind && open.children > 0) {
            faults.push(Fault::WrongBound { expected: kind, found });
        }
        for fault in faults {
            self.find(frame, fault);
        }
        if let Some(above) = self.path.last_mut() {
            above.returned = Some((step.visit, score));
        }
    }

    /// Whether children were left out without a cut.
    fn skipped(&self, open: &Open) -> Option<Fault> {
        let count = self.trace.children(open.node).len().saturating_sub(open.children);
        (count > 0 && open.cut.is_none() && open.answer.is_none()).then_some(Fault::SkippedChildren { count })
    }

    /// Whether the score of a node with children is none that follows from theirs.
    fn wrong_score(&self, open: &Open, score: Score) -> Option<Fault> {
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

    /// Holds the bounds of the table, and the root's score if that is asked for, against exact values.
    fn exact_values(&mut self, against_minimax: bool) {
        let bounds = std::mem::take(&mut self.bounds);
        let mut exact = ExactScores::new(self.trace, self.progress);
        let is_known = !self.has_early_leaf;
        for claim in bounds {
            match exact.of(&claim.path, claim.left).filter(|_| is_known) {
                Some(value) if !claim.bounds.contain(value) => {
                    self.find_in_order(claim.frame, Fault::WrongBounds { bounds: claim.bounds, value });
                }
                Some(_) => {}
                None => self.report.unproved_bounds += 1,
            }
        }
        if !against_minimax || !is_known {
            return;
        }
        self.report.minimax = exact.of(&[], self.trace.setup.limit.map(|limit| limit.depth));
        let first = VisitId(u32::from(self.trace.has_passes()));
        if self.trace.visit_count() <= first.0 as usize {
            return;
        }
        let end = self.trace.span(first).1.and_then(|end| Some((end, self.trace.step(end)?)));
        let Some((value, (frame, step))) = self.report.minimax.zip(end) else { return };
        if let (Some(found), Some(kind)) = (step.score, step.bound)
            && !Bounds::of(found, kind).contain(value)
        {
            self.find_in_order(frame, Fault::WrongRoot { value, found });
        }
    }

    /// Finds something at a frame that was passed long ago.
    fn find_in_order(&mut self, frame: usize, fault: Fault) {
        self.report.finding_count += 1;
        let at = self.report.findings.partition_point(|finding| finding.frame <= frame);
        self.report.findings.insert(at, Finding { frame, fault });
        self.report.findings.truncate(MOST_FINDINGS);
    }
}
