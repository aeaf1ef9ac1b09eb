//! The search for the frames of a query.

use super::conditions::Compare;
use super::{FindKind, Query};
use crate::analysis::equal_positions;
use crate::game::SetupError;
use crate::score::Answer;
use crate::trace::parcel::column;
use crate::trace::{Jump, NodeId, Progress, Trace, VisitId};

/// The maximum number of listed frames.
pub const MAX_FOUND: usize = 1_000_000;

/// The result of a query.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Found {
    /// The matching frames, in order.
    #[serde(with = "column")]
    pub frames: Vec<u32>,
    /// Whether there may be more matching frames than listed: there are more than [`MAX_FOUND`], or the search was cancelled.
    pub is_partial: bool,
}

/// The criteria for a frame, with all moves resolved.
struct Wanted<'a> {
    trace: &'a Trace,
    query: &'a Query,
    kind: FindKind,
    /// The required node of the frame, if any.
    at: Option<NodeId>,
    /// The required ancestor of the frame's node, or the node itself, if any.
    below: Option<NodeId>,
    /// The visits with the required position, in order.
    positions: Option<Vec<VisitId>>,
}

/// Finds the frames that match a query. `selected` is the path of the selected node, whose position is used if the query has
/// `position` without moves. `progress` counts frames; with a position, the visits first.
///
/// ```
/// use edagari_core::analysis::{Query, find};
/// use edagari_core::trace::Progress;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let query = Query::parse("cut at depth 1").expect("a query");
/// let found = find(&trace, &query, &[], &Progress::default())?;
/// assert_eq!(found.frames, trace.cuts()[1..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SetupError`] for an illegal move.
pub fn find(trace: &Trace, query: &Query, selected: &[u32], progress: &Progress) -> Result<Found, SetupError> {
    let resolve = |moves: &Option<String>| -> Result<Option<Vec<u32>>, SetupError> {
        moves.as_ref().map(|moves| trace.game.parse_moves(&trace.start, moves)).transpose()
    };
    let visited_at = |path: Vec<u32>| trace.place(&path).recorded().filter(|&node| trace.visit_of(node).is_some());
    let (at, below) = (resolve(&query.moves)?, resolve(&query.below)?);
    let (node, above) = (at.clone().and_then(visited_at), below.clone().and_then(visited_at));
    let positions = match resolve(&query.position)? {
        None => None,
        Some(path) => {
            let path = if path.is_empty() { selected } else { &path };
            Some(equal_positions(trace, path, progress))
        }
    };
    let wanted = Wanted { trace, query, kind: query.kind(), at: node, below: above, positions };
    // A node that was not visited has no frames, and neither does its subtree.
    let is_unvisited = (at.is_some() && node.is_none()) || (below.is_some() && above.is_none());
    Ok(if is_unvisited { Found::default() } else { wanted.look(progress) })
}

impl Wanted<'_> {
    fn look(&self, progress: &Progress) -> Found {
        let trace = self.trace;
        let mut found = Found::default();
        progress.expect(trace.frame_count() as u64);
        let mut frame = self.first_frame();
        let mut done = 0_u32;
        while let Some(at) = frame {
            done = done.wrapping_add(1);
            if done.is_multiple_of(4096) {
                progress.tell(at as u64);
                if progress.is_cancelled() {
                    found.is_partial = true;
                    break;
                }
            }
            if self.has_passed(at) {
                break;
            }
            if self.meets(at) {
                if found.frames.len() == MAX_FOUND {
                    found.is_partial = true;
                    break;
                }
                found.frames.push(at as u32);
            }
            frame = self.next_frame(at);
        }
        progress.tell(trace.frame_count() as u64);
        found
    }

    /// The node whose visits contain all matching frames, if any.
    fn scope(&self) -> Option<NodeId> {
        self.at.or(self.below)
    }

    /// The first frame of the kind, or the first candidate.
    fn first_frame(&self) -> Option<usize> {
        let first = self.scope().and_then(|node| self.trace.layers(node).next());
        let first = first.map_or(0, |visit| self.trace.span(visit).0);
        if self.trace.frame_count() > first && self.is_of_kind(self.kind, first) {
            Some(first)
        } else {
            self.next_frame(first)
        }
    }

    fn has_passed(&self, frame: usize) -> bool {
        let last = self.scope().and_then(|node| self.trace.span(self.trace.visit_of(node)?).1);
        self.trace.is_search() && last.is_some_and(|last| frame > last)
    }

    /// The next frame of the kind, or the next candidate.
    fn next_frame(&self, frame: usize) -> Option<usize> {
        self.next_of_kind(self.kind, frame)
    }

    /// The next frame of a kind, or the next candidate.
    fn next_of_kind(&self, kind: FindKind, frame: usize) -> Option<usize> {
        let trace = self.trace;
        match kind {
            FindKind::Cut => trace.next_cut(frame),
            FindKind::Rise => trace.next_jump(Jump::AlphaRise, frame),
            FindKind::Fall => trace.next_jump(Jump::BetaFall, frame),
            FindKind::Return => trace.next_jump(Jump::TableReturn, frame),
            FindKind::Store => trace.next_jump(Jump::Store, frame),
            FindKind::Start => trace.next_start(frame),
            FindKind::SearchedAgain => trace.next_jump(Jump::SearchedAgain, frame),
            FindKind::End => trace.next_end(frame),
            FindKind::Skip => trace.next_jump(Jump::Skip, frame),
            FindKind::Lookup | FindKind::Update => Some(frame + 1).filter(|&next| next < trace.frame_count()),
        }
    }

    fn is_of_kind(&self, kind: FindKind, frame: usize) -> bool {
        use crate::trace::FrameKind as Is;
        let Some(step) = self.trace.step(frame) else { return false };
        match kind {
            FindKind::Start => step.kind == Is::Start,
            FindKind::Lookup => step.kind == Is::Lookup,
            FindKind::Update => step.kind == Is::Update,
            FindKind::Store => step.kind == Is::Store,
            FindKind::End => step.kind == Is::End,
            FindKind::Skip => !self.trace.skips_at(frame).is_empty(),
            // The first frame of a run or of a visit cannot be one of these.
            FindKind::Cut | FindKind::Rise | FindKind::Fall | FindKind::Return | FindKind::SearchedAgain => false,
        }
    }

    /// Whether a frame of `visit` is of a kind, or, for re-searching, whether the visit is.
    fn has_kind(&self, kind: FindKind, frame: usize, visit: VisitId) -> bool {
        let at = if kind == FindKind::SearchedAgain { self.trace.span(visit).0 } else { frame };
        let is_next = |before: usize| self.next_of_kind(kind, before) == Some(at);
        match kind {
            FindKind::Lookup | FindKind::Update => self.is_of_kind(kind, at),
            _ => at.checked_sub(1).map_or_else(|| self.is_of_kind(kind, at), is_next),
        }
    }

    fn meets(&self, frame: usize) -> bool {
        let (trace, query) = (self.trace, self.query);
        let Some(step) = trace.step(frame) else { return false };
        if matches!(self.kind, FindKind::Lookup | FindKind::Update) && !self.is_of_kind(self.kind, frame) {
            return false;
        }
        if !query.other_kinds.iter().all(|&kind| self.has_kind(kind, frame, step.visit)) {
            return false;
        }
        let visit = step.visit;
        let score = step.score.or_else(|| trace.value_at_update(frame)).or(match step.answer {
            Some(Answer::Returned { score, .. }) => Some(score),
            _ => None,
        });
        query.depth.iter().all(|depth| depth.holds(&trace.depth_of(visit)))
            && query.alpha.iter().all(|alpha| alpha.holds(&step.window.alpha))
            && query.beta.iter().all(|beta| beta.holds(&step.window.beta))
            && query.score.iter().all(|wanted| score.is_some_and(|score| wanted.holds(&score)))
            && query.bound.is_none_or(|bound| step.bound == Some(bound))
            && query.child.is_none_or(|child| self.child_number(frame, visit) == Some(child))
            && query.columns.iter().all(|column| column.holds(trace, visit))
            && query.pass.iter().all(|pass| self.passes_of(visit).any(|place| pass.holds(&(place + 1))))
            && query.visit.iter().all(|number| number.holds(&(trace.layer_of(visit) + 1)))
            && query.line.iter().all(|&line| self.is_at_line(visit, line))
            && self.at.is_none_or(|at| at == step.node)
            && self.below.is_none_or(|above| self.is_below(visit, above))
            && self.positions.as_ref().is_none_or(|positions| positions.binary_search(&visit).is_ok())
    }

    /// Whether a visit was entered at such a line of the program's log, or is the last one entered by a single line.
    fn is_at_line(&self, visit: VisitId, line: Compare<usize>) -> bool {
        let line_of = |visit: u32| self.trace.line_of(VisitId(visit)).map(|line| line as usize);
        let Some(entered) = line_of(visit.0) else { return false };
        match line {
            Compare::Equal(line) => entered <= line && line_of(visit.0 + 1).is_none_or(|next| line < next),
            others => others.holds(&entered),
        }
    }

    /// The pass of a visit, and the passes that contain it.
    fn passes_of(&self, visit: VisitId) -> impl Iterator<Item = usize> + '_ {
        let within = |&place: &usize| self.trace.passes()[place].within.map(|within| within as usize);
        std::iter::successors(self.trace.pass_of(visit), within)
    }

    fn is_below(&self, visit: VisitId, above: NodeId) -> bool {
        if self.trace.is_search() {
            return self.trace.layer_around(above, visit).is_some();
        }
        // Trees that are generated level by level have no contiguous subtrees.
        let mut at = Some(self.trace.node_of(visit));
        while let Some(here) = at.filter(|&here| here != above) {
            at = self.trace.parent(here);
        }
        at.is_some()
    }

    /// The number among its siblings of the child that has returned at a frame, or of the node itself.
    fn child_number(&self, frame: usize, visit: VisitId) -> Option<usize> {
        let child = self.trace.returned_child(frame).unwrap_or(visit);
        let node = self.trace.node_of(child);
        let parent = self.trace.parent(node)?;
        let first = self.trace.children(parent).next()?;
        Some((node.0 - first.0) as usize + 1)
    }
}
