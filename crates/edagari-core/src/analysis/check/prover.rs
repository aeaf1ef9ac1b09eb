//! Iterates over the frames of a trace and checks each against the frames before it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::consequences::folded;
use super::known::{DepthOfEntry, Known, Left};
use super::known::{Habits, Horizon, Noted, Unexplained, Written, cut_test};
use super::labels::Labels;
use super::mate_distance::MateDistance;
use super::proved_bounds::Proved;
use super::{Assumption, CheckOptions, CheckRemarkKind, CheckReport, Fault, Finding, MAX_FINDINGS, Unjudged};
use crate::game::AnyPosition;
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::search::{Algorithm, ProofNumbers};
use crate::trace::{
    CutTest, FrameKind, Header, MateScores, NodeId, Process, Progress, RemarkKind, Step, Trace, VisitId,
};

/// The maximum number of findings collected before consequences are grouped.
const MAX_NOTED: usize = 100_000;

/// Maximum number of nodes on a line in which the source of a score is looked for: searches for a value are not that deep.
pub(super) const MAX_ABOVE: usize = 1_000;

/// Numbers of the nodes that are known by a frame.
#[derive(Default)]
pub(super) struct RecordedNumbers {
    /// The recorded numbers at the last end of each node; `None` if one of them is missing.
    pub(super) now: HashMap<NodeId, Option<ProofNumbers>>,
    /// The number of children that were new leaves when the node was expanded.
    pub(super) leaves: HashMap<NodeId, u32>,
    /// The number of expansions whose numbers follow from new leaves with the numbers 1 and 1, and of those with greater numbers.
    pub(super) first: [usize; 2],
    /// The frames of findings that depend on the numbers of new leaves.
    pub(super) of_new_leaves: HashSet<usize>,
}

pub(super) struct Prover<'a> {
    pub(super) trace: &'a Trace,
    pub(super) options: CheckOptions,
    pub(super) progress: &'a Progress,
    pub(super) header: Header,
    pub(super) known: Known,
    pub(super) algorithm: Option<Algorithm>,
    pub(super) test: CutTest,
    /// The visits on the current path of the current thread.
    pub(super) path: Vec<OpenVisit>,
    /// The index of the current thread; `waiting` contains the paths of the others.
    thread: usize,
    waiting: Vec<Vec<OpenVisit>>,
    pub(super) report: CheckReport,
    pub(super) remarks: usize,
    /// Bounds to compare with exact values after the last frame: only then is it known whether the
    /// search evaluated a leaf where the game is not over, which can change all values.
    pub(super) bounds: Vec<Claim>,
    pub(super) has_early_leaf: bool,
    /// Whether a leaf where the game is not over was accepted unchecked, because its evaluation is not known.
    pub(super) has_unknown_leaf: bool,
    /// Whether an entry that may have another depth had an effect: then exact values of one depth
    /// do not apply.
    pub(super) has_other_depths: bool,
    /// By entry of the table: the frame and the position key of its first store.
    pub(super) entries: HashMap<u32, (usize, u128)>,
    /// By position, depth left and recorded depth: its entry, and the frame of the entry's first store.
    pub(super) positions: HashMap<(u128, Left, DepthOfEntry), (u32, usize)>,
    /// The lowest and the highest score of a leaf so far.
    pub(super) leaves: Option<Bounds>,
    /// The least absolute value of the leaf scores so far, except 0.
    pub(super) least_leaf: Option<i32>,
    pub(super) unexplained: Unexplained,
    pub(super) noted: Noted,
    pub(super) mates: Option<MateScores>,
    /// Mate-distance pruning that the trace does not record.
    pub(super) mate_distance: Option<MateDistance>,
    pub(super) labels: Labels,
    /// By position of a known game: its first key and the frame; `None` once the remark on a second
    /// key was made.
    pub(super) keys: HashMap<u128, Option<(u128, usize)>>,
    pub(super) forms: FailHardReturns,
    pub(super) null_windows: NullWindowUse,
    pub(super) habits: Habits,
    /// The number of children of each node. Cached, because counting the children of a node without
    /// children takes time in proportion to its visits.
    child_counts: OnceCell<Vec<u32>>,
    /// The depths and moves written to each entry of the table. Cached: only few checks need them.
    pub(super) written: OnceCell<Written>,
    /// The visits of the root that are further lines of a search for several best moves.
    pub(super) next_lines: OnceCell<HashSet<VisitId>>,
    /// Whether the visits of the root search only few of its moves. Cached: it is needed at every pass.
    pub(super) few_root_moves: OnceCell<bool>,
    /// For each visit of a search for the expected score, whether its recorded score may be rounded.
    pub(super) rounded: OnceCell<Vec<bool>>,
    /// The bounds of values by the distance from the root; empty if they are not known.
    pub(super) bounds_by_distance: OnceCell<Vec<Bounds>>,
    /// The greatest score, if all leaves are won, drawn or lost.
    pub(super) greatest_result: OnceCell<Option<Score>>,
    /// The least and the greatest finite score, if no window of the root is recorded.
    pub(super) range_of_scores: OnceCell<Option<(i32, i32)>>,
    /// The number of chance nodes that were not judged because probabilities are not known exactly.
    pub(super) unknown_chances: u64,
    /// The numbers that a proof-number search records in a game whose rules are not known.
    pub(super) recorded_numbers: RecordedNumbers,
    /// The number of selections of a Monte-Carlo tree search that do not follow from its formula.
    pub(super) wrong_selections: u64,
    pub(super) result_sum: ResultSum,
}

/// How the results of a Monte-Carlo tree search change between nodes of different players.
#[derive(Default)]
pub(super) struct ResultSum {
    /// The sum of the results of both players, if they are shares such as 1 and 0; `None` before the first pair of nodes.
    pub(super) sum: Option<i64>,
    /// Whether a pair of nodes has another sum.
    pub(super) is_other: bool,
    /// The number of pairs.
    pub(super) pairs: u64,
}

/// How often a search re-searches a child after a null window, and how often it uses the
/// null-window score instead.
#[derive(Default)]
pub(super) struct NullWindowUse {
    /// The number of children that are re-searched immediately.
    pub(super) again: usize,
    /// The frames at which the null-window score is used instead, with the remarks.
    pub(super) taken: Vec<(usize, CheckRemarkKind)>,
}

/// How a search returns scores outside its window.
#[derive(Default)]
pub(super) struct FailHardReturns {
    /// The number of scores that were clipped to the bound of the window.
    pub(super) clamped: usize,
    /// The findings for scores that were returned unclipped.
    pub(super) beyond: Vec<(usize, Fault)>,
    /// Scores at a fail high by the best score of the children, and by an entry of the table: outside of the quiescence search and
    /// in it.
    pub(super) of_children: FirmReturns,
    pub(super) of_answers: [FirmReturns; 2],
}

/// How a search returns scores that make a cut: unchanged, or moved toward the bound, such as a mean of both.
#[derive(Default)]
pub(super) struct FirmReturns {
    /// The number of scores between the bound that makes the cut and the score that made it.
    pub(super) between: usize,
    /// The number of scores beyond that bound that are returned unchanged.
    pub(super) plain: usize,
    /// The findings for scores that are less than the score that made the cut, but not less than the bound.
    pub(super) found: Vec<(usize, Fault)>,
}

impl FirmReturns {
    /// Whether the search usually returns scores that are moved toward the bound.
    pub(super) const fn is_habit(&self) -> bool {
        self.between > 0 && 4 * self.between >= self.plain
    }
}

/// Bounds of a node that must contain its exact value.
pub(super) struct Claim {
    pub(super) frame: usize,
    pub(super) path: Vec<u32>,
    pub(super) left: Left,
    pub(super) bounds: Bounds,
}

/// The expected state of a visit on the current path.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each with its own name")]
pub(super) struct OpenVisit {
    pub(super) visit: VisitId,
    pub(super) node: NodeId,
    pub(super) player: Player,
    /// A hash of the recorded key.
    pub(super) key: Option<u128>,
    /// The recorded depth.
    pub(super) depth: Option<i64>,
    /// The greatest recorded depth of a child, without its extension.
    pub(super) deepest_child: Option<i64>,
    /// The last search of this position without one of the moves, and its score.
    pub(super) without_move: Option<(VisitId, Score)>,
    pub(super) given: Window,
    /// Whether the window is known: recorded, or derived.
    pub(super) knows_window: bool,
    /// The window in which the children are searched, without the effect of their scores: the given
    /// window, narrowed by the table and by updates without a child.
    pub(super) searched: Window,
    /// The current window.
    pub(super) window: Window,
    /// The score so far, as recorded in the trace.
    pub(super) value: Option<Score>,
    /// The best score of the children so far.
    pub(super) best: Option<Score>,
    pub(super) answer: Option<(Score, BoundKind)>,
    pub(super) found: Option<Bounds>,
    /// The window before the first search of the child that returned last.
    pub(super) before_child: Window,
    /// The child that returned last, and its score.
    pub(super) returned: Option<(VisitId, Score)>,
    pub(super) taken_in: Option<Score>,
    pub(super) cut: Option<usize>,
    pub(super) children: usize,
    /// Whether it has a score that no child returned.
    pub(super) has_own_score: bool,
    /// Whether it had a cutoff by an update without a child.
    pub(super) is_settled: bool,
    /// Whether its initial score may be that of standing pat, without a recorded update.
    pub(super) may_stand_pat: bool,
    /// Whether an update without a child cut off the visit before its first child, although the
    /// node has children.
    pub(super) leaves_out_all: bool,
    /// Whether the search of the visit or of a child was stopped, so that every score is only a
    /// bound.
    pub(super) is_incomplete: bool,
    /// The score of a stopped child.
    pub(super) stopped: Option<Score>,
    /// Whether the score depends only on the position and the depth: not on a guess, a repetition
    /// or an entry of another depth.
    pub(super) is_certain: bool,
    pub(super) position: Option<AnyPosition>,
    pub(super) left: Left,
    pub(super) proved: Proved,
    pub(super) horizon: Horizon,
    /// Whether the visit is settled by a guess, such as futility.
    pub(super) is_guess: bool,
    /// The least and the greatest end of the windows that were given to children.
    pub(super) given_to_children: Option<Window>,
    /// The mates that are still possible at the node, if its window is narrowed to them and the trace does not record it.
    pub(super) mates: Bounds,
    /// The first window of a child that is inside the expected one, with its frame, if an unrecorded table can be the reason.
    pub(super) narrowed: Option<(usize, Fault)>,
}

impl OpenVisit {
    /// Narrows the window to the mates that are still possible: to the ends of `window` that differ.
    pub(super) fn narrow_to_mates(&mut self, window: Window) {
        let moved = |end: Score, before: Score, unknown: Score| if end == before { unknown } else { end };
        self.mates = Bounds {
            lower: moved(window.alpha, self.window.alpha, Score::NEG_INFINITY),
            upper: moved(window.beta, self.window.beta, Score::INFINITY),
        };
        self.window = self.window.within(self.mates);
        self.searched = self.searched.within(self.mates);
    }

    /// Whether a score is the value of the node or a bound.
    pub(super) fn kind_of(&self, score: Score) -> BoundKind {
        match self.answer {
            Some((_, kind)) => kind,
            None if self.leaves_out_all => self.searched.judge(score),
            None if self.is_incomplete || (self.children == 0 && (self.is_settled || self.is_guess)) => {
                match (self.searched.judge(score), self.player) {
                    (BoundKind::Exact, Player::Max) => BoundKind::Lower,
                    (BoundKind::Exact, Player::Min) => BoundKind::Upper,
                    (kind, _) => kind,
                }
            }
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
        // The scores of such a program change at each return, not with the distance from the root.
        let mates = trace.mates().filter(|_| known.decay.is_none());
        let report = CheckReport {
            findings: Vec::new(),
            finding_count: 0,
            remarks: Vec::new(),
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
            test: cut_test(trace, &header),
            header,
            algorithm,
            path: Vec::new(),
            thread: 0,
            waiting: std::iter::repeat_with(Vec::new).take(trace.thread_count()).collect(),
            report,
            remarks: 0,
            bounds: Vec::new(),
            has_early_leaf: false,
            has_unknown_leaf: false,
            has_other_depths: false,
            entries: HashMap::new(),
            positions: HashMap::new(),
            leaves: None,
            least_leaf: None,
            unexplained: Unexplained::default(),
            noted: Noted::default(),
            mates,
            mate_distance: MateDistance::of(trace, mates).filter(|_| known.decay.is_none()),
            labels: Labels::of(trace),
            keys: HashMap::new(),
            forms: FailHardReturns::default(),
            null_windows: NullWindowUse::default(),
            habits: Habits::default(),
            child_counts: OnceCell::new(),
            written: OnceCell::new(),
            next_lines: OnceCell::new(),
            few_root_moves: OnceCell::new(),
            rounded: OnceCell::new(),
            bounds_by_distance: OnceCell::new(),
            greatest_result: OnceCell::new(),
            range_of_scores: OnceCell::new(),
            unknown_chances: 0,
            recorded_numbers: RecordedNumbers::default(),
            wrong_selections: 0,
            result_sum: ResultSum::default(),
        }
    }

    /// The number of children of a node.
    pub(super) fn child_count(&self, node: NodeId) -> usize {
        let trace = self.trace;
        if !trace.has_layers() {
            return trace.children(node).len();
        }
        let counted = || (0..trace.node_count() as u32).map(|node| trace.children(NodeId(node)).len() as u32).collect();
        self.child_counts.get_or_init(counted)[node.0 as usize] as usize
    }

    pub(super) fn run(mut self) -> CheckReport {
        let expects = self.trace.setup.process.expectation();
        let judges = self.trace.is_search() && self.trace.has_minimax_scores();
        let samples = self.trace.has_stated_sampling();
        let proves = self.trace.proofs().is_some();
        let records = self.trace.records_proof_numbers() && !self.trace.may_share_numbers();
        self.progress.expect(self.trace.frame_count() as u64);
        for frame in 0..self.trace.frame_count() {
            if self.progress.stops_at(frame as u64) {
                self.report.unjudged.push(Unjudged::Stopped { frames: frame as u64 });
                return self.folded();
            }
            self.remarks_of(frame);
            let step = self.trace.step(frame).filter(|_| judges || samples || proves || records);
            if let Some(step) = step {
                match expects {
                    Some(search) => self.expected_frame(frame, &step, search),
                    None if samples => self.sampled_frame(frame, &step),
                    None if proves => self.proved_frame(frame, &step),
                    None if records => self.recorded_proof_frame(frame, &step),
                    None => self.frame(frame, &step),
                }
            }
            self.report.frames = frame + 1;
        }
        // A file without frames can have events out of place.
        self.remarks_of(self.trace.frame_count());
        if judges && expects.is_none() {
            self.in_the_end();
        }
        if samples {
            self.explain_results();
            self.explain_selections();
        }
        if proves {
            self.explain_numbers();
        }
        if records {
            self.explain_new_leaves();
        }
        if self.trace.has_minimax_scores() && expects.is_none() {
            self.exact_values();
        }
        if self.has_unknown_leaf && !self.report.unjudged.contains(&Unjudged::Evaluation) {
            self.report.unjudged.push(Unjudged::Evaluation);
        }
        if self.unknown_chances > 0 {
            self.report.unjudged.push(Unjudged::Probabilities { count: self.unknown_chances });
        }
        if self.report.unproved_bounds > 0 {
            self.report.unjudged.push(Unjudged::Bounds { count: self.report.unproved_bounds });
        }
        if self.options.against_minimax && self.report.minimax.is_none() && judges {
            self.report.unjudged.push(Unjudged::Value);
        }
        self.folded()
    }

    /// Records a fault. `frame` may be any earlier frame.
    pub(super) fn find(&mut self, frame: usize, fault: Fault) {
        self.report.finding_count += 1;
        if self.report.findings.len() < MAX_NOTED {
            self.report.findings.push(Finding { frame, fault, consequences: Vec::new() });
        }
    }

    /// The report, with consequences grouped under the first finding of each fault.
    fn folded(self) -> CheckReport {
        let Self { trace, mut report, .. } = self;
        let noted = report.findings.len() as u64;
        report.findings = folded(trace, report.findings);
        report.finding_count -= noted - report.findings.len() as u64;
        report.findings.truncate(MAX_FINDINGS);
        report
    }

    fn remarks_of(&mut self, frame: usize) {
        while let Some(remark) = self.trace.remarks().get(self.remarks).filter(|remark| remark.frame as usize <= frame)
        {
            self.remarks += 1;
            let is_justified = match remark.kind {
                // Moves skipped by a heuristic need not be listed.
                RemarkKind::LegalNotListed { .. } => {
                    let visit = self.trace.step(remark.frame as usize).map(|step| step.visit);
                    self.known.guesses || visit.is_some_and(|visit| self.is_restricted_root(visit))
                }
                // If the results of a search are not judged, only the order of its events is.
                RemarkKind::NoScore => self.header.judge == Some(false) || self.trace.setup.process.proof().is_some(),
                // A cut that the window shows need not be stated.
                RemarkKind::ListedNotSearched { .. } => {
                    let step = self.trace.step(remark.frame as usize);
                    let open = self.path.last().filter(|open| step.is_some_and(|step| step.visit == open.visit));
                    let is_best = |open: &OpenVisit| {
                        open.best
                            .is_some_and(|best| self.is_best_possible(open, best) || self.is_cut_unseen(open, best))
                    };
                    open.is_some_and(|open| open.knows_window && (self.is_closed(open.window) || is_best(open)))
                }
                _ => false,
            };
            if is_justified {
                continue;
            }
            self.find(remark.frame as usize, Fault::Nesting(remark.clone()));
        }
    }

    /// Switches to the path of a thread.
    fn go_to_thread(&mut self, thread: usize) {
        if thread != self.thread {
            std::mem::swap(&mut self.path, &mut self.waiting[self.thread]);
            std::mem::swap(&mut self.path, &mut self.waiting[thread]);
            self.thread = thread;
        }
    }

    fn frame(&mut self, frame: usize, step: &Step) {
        self.go_to_thread(self.trace.thread_of(step.visit));
        let step = &Step { window: self.window_with_mates(step), ..*step };
        match step.kind {
            FrameKind::Start => self.start(frame, step),
            FrameKind::Lookup => self.lookup(frame, step),
            FrameKind::Score => self.score(frame, step),
            FrameKind::Update => self.update(frame, step),
            FrameKind::Store => self.store(frame, step),
            FrameKind::End => self.end(frame, step),
        }
    }

    /// The window of a frame, narrowed by mate-distance pruning that the trace does not record. A program may record only the window
    /// after it.
    fn window_with_mates(&mut self, step: &Step) -> Window {
        let Some(mates) = self.mate_distance.filter(|_| step.kind != FrameKind::Start) else { return step.window };
        let ply = self.trace.ply_of(step.visit);
        let Some(open) = self.top(step.visit) else { return step.window };
        if open.given_to_children.is_none() && mates.narrows((open.player, ply), open.window, step.window) {
            open.narrow_to_mates(step.window);
        }
        step.window.within(open.mates)
    }

    pub(super) fn top(&mut self, visit: VisitId) -> Option<&mut OpenVisit> {
        self.path.last_mut().filter(|open| open.visit == visit)
    }

    /// Checks that need all frames.
    fn in_the_end(&mut self) {
        if self.header.searchmoves.is_none() && self.few_root_moves.get() == Some(&true) {
            self.report.assumptions.push(Assumption::SearchMoves);
        }
        self.assume_cut_rule();
        self.unfinished();
        self.unexplained_scores();
        self.firm_scores();
        self.depths();
        self.moves_of_entries();
        self.loose_stores();
        self.unshown_scores();
        self.turned_windows();
        self.loose_scouts();
        self.remark_root();
        self.views_in_the_end();
        self.best_in_the_end();
        self.draws_in_the_end();
        self.ends_at_horizon();
        self.boards_in_the_end();
        self.keys_in_the_end();
        self.remark_deep_stores();
        self.remark_settled_repetition();
        self.remark_table_moves();
        self.remark_windows();
        self.remark_scouts();
        self.remark_habits();
        self.remark_second_keys();
        self.stopped_in_middle();
        self.report.remarks.sort_by_key(|remark| remark.frame);
        let FailHardReturns { clamped, beyond, .. } = std::mem::take(&mut self.forms);
        // Some fail-hard programs return scores beyond β, others clip them to β. A program is
        // expected to do one of them throughout.
        if clamped > beyond.len() {
            for (frame, fault) in beyond {
                self.find(frame, fault);
            }
        }
    }
}
