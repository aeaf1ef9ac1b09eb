//! The differences between two runs of the same game.

use std::borrow::Cow;

use crate::game::AnyGame;
use crate::language::{HasMessage, Message, Text};
use crate::score::{BoundKind, Score};
use crate::trace::{FrameKind, NodeId, Progress, Trace, VisitId};

use super::corresponding;

/// The differences between two runs.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct TraceDiff {
    /// The first frame at which the runs differ; `None` if they are equal frame by frame.
    pub parting: Option<usize>,
    /// The number of frames of each run.
    pub frames: [usize; 2],
    /// The number of visits of each run.
    pub visits: [u64; 2],
    /// The number of nodes visited only by the first run, and only by the second.
    pub visited_by_one: [u64; 2],
    /// The number of nodes that both runs visited and ended with different scores; both scores can be correct, as bounds.
    pub other_scores: u64,
    /// The number of cutoffs that prune something only in the first run, and only in the second.
    pub cuts_in_one: [u64; 2],
    /// The differences, sorted by saved work, the largest first, then by frame; at most [`MAX_DIFFERENCES`].
    pub list: Vec<Difference>,
}

/// The maximum number of differences in a list.
pub const MAX_DIFFERENCES: usize = 10_000;

/// A node at which two runs differ.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Difference {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The node's id in each run; `None` if it has none.
    pub nodes: [Option<NodeId>; 2],
    /// The frames in both runs: the frame at which the difference shows, and the corresponding frame of the other run.
    pub frames: [usize; 2],
    /// The number of visits in the node's subtree in the first run, minus that in the second.
    pub work: i64,
}

/// A difference between two runs at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum DifferenceKind {
    /// Only the run with this index (0 for the first) visited the node; both visited its parent.
    VisitedByOne(usize),
    /// The two runs ended the node with different scores.
    Scores([(Score, Option<BoundKind>); 2]),
    /// Only the run with this index had a cutoff at the node that prunes something.
    CutInOne(usize),
}

/// The reason why two runs were not compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum DiffError {
    /// The runs are of different games, or of games with different options.
    OtherGame {
        /// The game of the first run.
        first: String,
        /// The game of the second run.
        second: String,
    },
    /// The runs start from different positions.
    OtherStart {
        /// The moves to the start of the first run.
        first: String,
        /// The moves to the start of the second run.
        second: String,
    },
    /// The comparison was cancelled.
    Cancelled,
}

impl HasMessage for DiffError {
    fn message(&self) -> Message {
        match self {
            Self::OtherGame { first, second } => {
                Message::from(Text::ErrorOtherGame).with("first", first).with("second", second)
            }
            Self::OtherStart { first, second } => {
                Message::from(Text::ErrorOtherStart).with("first", first).with("second", second)
            }
            Self::Cancelled => Text::ErrorComparisonCancelled.into(),
        }
    }
}

/// The identification of a move, by which children of two traces are matched.
#[derive(PartialEq, Eq)]
pub(super) enum MoveName<'a> {
    Index(u32),
    Text(Cow<'a, str>),
}

impl TraceDiff {
    /// Whether the runs are equal frame by frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parting.is_none()
    }

    /// Compares two runs. `progress` counts the common frames, and then the visits.
    ///
    /// ```
    /// use edagari_core::analysis::TraceDiff;
    /// use edagari_core::game::GameSetup;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
    ///
    /// let run = |algorithm| {
    ///     let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    ///     record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())
    /// };
    /// let (minimax, alpha_beta) = (run(Algorithm::Minimax)?, run(Algorithm::AlphaBeta)?);
    /// let diff = TraceDiff::of(&minimax, &alpha_beta, &Progress::default())?;
    /// assert_eq!((diff.visits, diff.visited_by_one), ([15, 11], [4, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DiffError`] if the runs are not of the same game, from the same start, or `progress` was cancelled.
    pub fn of(first: &Trace, second: &Trace, progress: &Progress) -> Result<Self, DiffError> {
        let traces = [first, second];
        let names = traces.map(|trace| trace.setup.game.to_string());
        let are_other_trees = match traces.map(|trace| &trace.game) {
            [AnyGame::TextbookTree(first), AnyGame::TextbookTree(second)] => first.to_nodes() != second.to_nodes(),
            _ => false,
        };
        if names[0] != names[1] || are_other_trees {
            let [first, second] = names;
            return Err(DiffError::OtherGame { first, second });
        }
        let starts = traces.map(|trace| trace.setup.after.split_whitespace().collect::<Vec<_>>().join(" "));
        if starts[0] != starts[1] {
            let [first, second] = starts;
            return Err(DiffError::OtherStart { first, second });
        }
        let frames = traces.map(Trace::frame_count);
        let visits = traces.map(|trace| trace.visit_count() as u64);
        let common = frames[0].min(frames[1]) as u64;
        // All visits are processed twice: for their subtree sizes, and for the matching.
        progress.expect(common + 2 * (visits[0] + visits[1]));
        let mut diff = Self { parting: parting(first, second, progress)?, frames, visits, ..Self::default() };
        if first.visit_count() > 0 && second.visit_count() > 0 {
            let sizes = [sizes(first, common, progress)?, sizes(second, common + visits[0], progress)?];
            let done = common + visits[0] + visits[1];
            Matching { traces, sizes, diff: &mut diff, progress, done }.run()?;
        }
        diff.list.sort_by_key(|difference| (std::cmp::Reverse(difference.work.unsigned_abs()), difference.frames));
        diff.list.truncate(MAX_DIFFERENCES);
        for difference in &mut diff.list {
            let (DifferenceKind::VisitedByOne(one) | DifferenceKind::CutInOne(one)) = difference.kind else { continue };
            if let Some(found) = corresponding(traces[one], difference.frames[one], traces[1 - one]) {
                difference.frames[1 - one] = found.frame;
            }
        }
        Ok(diff)
    }
}

/// The first frame at which two runs differ.
fn parting(first: &Trace, second: &Trace, progress: &Progress) -> Result<Option<usize>, DiffError> {
    let common = first.frame_count().min(second.frame_count());
    let is_by_text = is_by_text([first, second]);
    let differs = |frame: usize| {
        let steps = [first, second].map(|trace| {
            let step = trace.step(frame)?;
            let mv = (step.kind == FrameKind::Start).then(|| move_name(trace, step.node, is_by_text));
            let exact = |score: Score| trace.in_unit(score).in_billionths();
            let window = [step.window.alpha, step.window.beta].map(exact);
            let bounds = step.bounds.map(|bounds| [bounds.lower, bounds.upper].map(exact));
            let score = step.score.map(exact);
            Some((step.kind, step.visit, step.player, window, score, step.bound, step.cut, bounds, mv))
        });
        steps[0] != steps[1]
    };
    for frame in 0..common {
        if progress.stops_at(frame as u64) {
            return Err(DiffError::Cancelled);
        }
        if differs(frame) {
            return Ok(Some(frame));
        }
    }
    Ok((first.frame_count() != second.frame_count()).then_some(common))
}

/// Whether moves are matched by their texts, because the rules of a trace are not known.
pub(super) fn is_by_text(traces: [&Trace; 2]) -> bool {
    traces.into_iter().any(|trace| trace.rules().is_none())
}

pub(super) fn move_name(trace: &Trace, node: NodeId, is_by_text: bool) -> Option<MoveName<'_>> {
    if !is_by_text {
        return trace.rule_move(node).map(MoveName::Index);
    }
    let parent = trace.parent(node)?;
    if let Some(text) = trace.recorded_move_text(node) {
        return Some(MoveName::Text(Cow::Borrowed(text)));
    }
    let above = trace.position(&trace.path(parent))?;
    Some(MoveName::Text(Cow::Owned(above.move_text((trace.move_of(node)?) as usize))))
}

/// The subtree size of each visit, in visits; `before` is the progress counted so far.
fn sizes(trace: &Trace, before: u64, progress: &Progress) -> Result<Vec<u32>, DiffError> {
    let mut sizes = vec![1; trace.visit_count()];
    for visit in (1..sizes.len()).rev() {
        if progress.stops_at(before + (sizes.len() - visit) as u64) {
            return Err(DiffError::Cancelled);
        }
        if let Some(parent) = trace.parent_visit(VisitId(visit as u32)) {
            sizes[parent.0 as usize] += sizes[visit];
        }
    }
    Ok(sizes)
}

struct Matching<'a> {
    traces: [&'a Trace; 2],
    sizes: [Vec<u32>; 2],
    diff: &'a mut TraceDiff,
    progress: &'a Progress,
    /// The progress counted so far.
    done: u64,
}

impl Matching<'_> {
    fn run(mut self) -> Result<(), DiffError> {
        let mut waiting = vec![[VisitId(0); 2]];
        while let Some(visits) = waiting.pop() {
            self.done += visits.len() as u64;
            self.compare(visits);
            self.match_children(visits, &mut waiting);
            self.progress.tell(self.done);
            if self.progress.is_cancelled() {
                return Err(DiffError::Cancelled);
            }
        }
        Ok(())
    }

    fn node(&self, which: usize, visit: VisitId) -> NodeId {
        self.traces[which].node_of(visit)
    }

    fn size(&self, which: usize, visit: VisitId) -> i64 {
        i64::from(self.sizes[which][visit.0 as usize])
    }

    /// The last frame of a visit.
    fn settled(&self, which: usize, visit: VisitId) -> usize {
        let trace = self.traces[which];
        trace.span(visit).1.unwrap_or_else(|| trace.frame_count().saturating_sub(1))
    }

    fn add(&mut self, kind: DifferenceKind, nodes: [Option<NodeId>; 2], frames: [usize; 2], work: i64) {
        self.diff.list.push(Difference { kind, nodes, frames, work });
        // Periodically drops the smallest differences, so that the list stays bounded.
        if self.diff.list.len() >= 2 * MAX_DIFFERENCES {
            self.diff.list.sort_by_key(|difference| std::cmp::Reverse(difference.work.unsigned_abs()));
            self.diff.list.truncate(MAX_DIFFERENCES);
        }
    }

    /// Compares a node that both runs visited.
    fn compare(&mut self, visits: [VisitId; 2]) {
        let nodes = [0, 1].map(|which| Some(self.node(which, visits[which])));
        let work = self.size(0, visits[0]) - self.size(1, visits[1]);
        let settled = [0, 1].map(|which| self.settled(which, visits[which]));
        let ends = [0, 1].map(|which| {
            let step = self.traces[which].span(visits[which]).1.and_then(|end| self.traces[which].step(end));
            step.and_then(|step| Some((step.score?, step.bound)))
        });
        if let [Some(first), Some(second)] = ends
            && self.traces[0].in_unit(first.0).in_billionths() != self.traces[1].in_unit(second.0).in_billionths()
        {
            self.diff.other_scores += 1;
            self.add(DifferenceKind::Scores([first, second]), nodes, settled, work);
        }
        let cuts = [0, 1].map(|which| {
            let trace = self.traces[which];
            trace.cut_frame(visits[which]).filter(|_| trace.pruned_children(visits[which]).len() > 0)
        });
        let which = match cuts {
            [Some(_), None] => 0,
            [None, Some(_)] => 1,
            _ => return,
        };
        self.diff.cuts_in_one[which] += 1;
        let frames = [cuts[0].unwrap_or(settled[0]), cuts[1].unwrap_or(settled[1])];
        self.add(DifferenceKind::CutInOne(which), nodes, frames, work);
    }

    fn match_children(&mut self, visits: [VisitId; 2], waiting: &mut Vec<[VisitId; 2]>) {
        let is_by_text = is_by_text(self.traces);
        let [first, second] = [0, 1].map(|which| {
            let trace = self.traces[which];
            let children = trace.children(self.node(which, visits[which]));
            children.map(|child| (move_name(trace, child, is_by_text), child)).collect::<Vec<_>>()
        });
        // In equal runs, matching children have the same index, so this is the usual case.
        let mut is_matched = vec![false; second.len()];
        for (place, (name, child)) in first.iter().enumerate() {
            // Matching many children in a different order is quadratic, so it can be cancelled.
            if self.progress.is_cancelled() {
                return;
            }
            let fits = |at: &usize| !is_matched[*at] && second[*at].0 == *name;
            let at = Some(place).filter(|at| *at < second.len() && fits(at)).or_else(|| (0..second.len()).find(fits));
            let other = at.map(|at| {
                is_matched[at] = true;
                second[at].1
            });
            self.match_child(visits, [Some(*child), other], waiting);
        }
        for (&(_, child), _) in second.iter().zip(&is_matched).filter(|(_, is_matched)| !**is_matched) {
            self.match_child(visits, [None, Some(child)], waiting);
        }
    }

    fn match_child(&mut self, parents: [VisitId; 2], nodes: [Option<NodeId>; 2], waiting: &mut Vec<[VisitId; 2]>) {
        let visits = [0, 1].map(|which| nodes[which].and_then(|node| self.traces[which].visit_of(node)));
        let (which, visit) = match visits {
            [Some(first), Some(second)] => return waiting.push([first, second]),
            [Some(visit), None] => (0, visit),
            [None, Some(visit)] => (1, visit),
            [None, None] => return,
        };
        let size = self.size(which, visit);
        self.diff.visited_by_one[which] += size as u64;
        self.done += size as u64;
        let frames = [0, 1].map(|side| {
            if side == which {
                return self.traces[side].span(visit).0;
            }
            // The frame at which the other run decided not to search the node.
            self.traces[side].cut_frame(parents[side]).unwrap_or_else(|| self.settled(side, parents[side]))
        });
        self.add(DifferenceKind::VisitedByOne(which), nodes, frames, if which == 0 { size } else { -size });
    }
}
