//! Finds the next or the previous frame at which a line runs.
//!
//! The indexes of the trace enumerate the frames at which a line can run: for `break`, the changes
//! of α and β and the cuts; for `return`s of the table, the table hits with a cutoff; for stores,
//! the stores; for the lines of the driver, the visits of the root; for all other lines, the
//! starts, lookups or ends. Each of these frames is examined, so finding a rare line can take long.
//! Therefore a search stops after a number of frames, and a background job continues it.

#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use super::written::Code;
use crate::trace::{Jump, NodeId, Process, Progress, Trace};

/// The result of seeking a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// The line runs at this frame.
    Found(usize),
    /// The line does not run at any further frame.
    Nowhere,
    /// The line does not run up to this frame, where the search stopped.
    NotBy(usize),
}

/// A request for the next frame at which a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The line to find.
    pub line: CodeLine,
    /// The frame to start from; excluded from the search.
    pub from: usize,
    /// Whether later frames are searched, or earlier ones.
    pub forward: bool,
    /// Limits the search to the frames of a node; `None` for all nodes.
    pub only: Option<NodeId>,
}

/// The kinds of frames at which a line can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Candidates {
    /// Starts and ends of visits of the root.
    Roots,
    Starts,
    /// Starts and lookups.
    Entered,
    /// Updates that were made without a child.
    Own,
    Lookups,
    /// Ends of visits that the table settled.
    Answered,
    Scores,
    Updates,
    /// Updates that change a bound, or cut.
    Moves,
    Ends,
    /// Starts and updates.
    StartsAndUpdates,
    /// Updates and ends.
    UpdatesAndEnds,
    /// Stores and ends.
    Stores,
    /// Frames of any kind.
    All,
}

impl Candidates {
    /// Whether the line can also run at an update without a child.
    const fn have_own_updates(self) -> bool {
        matches!(self, Self::Starts | Self::Entered | Self::Updates)
    }
}

const fn candidates(line: CodeLine) -> Candidates {
    match line {
        // Lines of nodes with guesses run at frames of any kind.
        _ if line.index() >= IfQuiet.index() && line.index() <= CountChild.index() => Candidates::All,
        Def | DefProbed | IfOver | IfLimit | IfWin | Key | LeafScore | LeafResult | IfNewLeaf | Playout | ElseInner
        | IfUnvisited | FirstUnvisited | ElseVisited | InitValue | ForMove | IfMoveKnown | ValueKnown | IfMoveNew
        | ValueNew | ElseMove | Mean | Exploration | ValueSum | IfGreater | SelectMove | IfNewNode | Expand
        | CountDown | UpdateNew | ElseExpanded => Candidates::Starts,
        Find | IfEntry | NoLosing | IfLooksAhead | FindLosing | Children | IfChildren | IfFar | RuleBounds
        | ElseNear | NearBounds | IfRuleUpper | IfRuleLower | IfRuleOpen | RuleAlpha | RuleBeta | KeepWindow
        | IfChance | InitChance | AllChildren | IfMax | InitMax | ElseMin | InitMin => Candidates::Entered,
        BestWin | NarrowWin | BestRuleUpper | NarrowRuleUpper | BestRuleLower | NarrowRuleLower | BestLosingMax
        | RaiseLosing | BestLosingMin | LowerLosing => Candidates::Own,
        IfExact | IfLower | IfUpper | NarrowAlpha | NarrowBeta => Candidates::Lookups,
        ReturnEntry | ReturnExact | ReturnLower | ReturnUpper => Candidates::Answered,
        ForMax | CallMax | IfOtherMax | CallOtherMax | ElseSameMax | CallSameMax | IfFirstMax | CallFirstMax
        | ElseNullMax | CallNullMax | CallAgainMax | ForMin | CallMin | IfOtherMin | CallOtherMin | ElseSameMin
        | CallSameMin | IfFirstMin | CallFirstMin | ElseNullMin | CallNullMin | CallAgainMin | ForChance
        | Probability | ForProbe | LowChild | HighChild | IfChoice | ProbeProbability | ProbeAlpha | ProbeBeta
        | ProbeEnds | CallProbed | CallFirst | Rest | RestHigh | ChanceAlpha | ChanceBeta | ChanceEnds | CallChance
        | CallSelected | CallChosen => Candidates::Scores,
        IfAgainMax | BestMax | RaiseAlpha | IfCutMax | IfLosingMax | IfAgainMin | BestMin | LowerBeta | IfCutMin
        | IfLosingMin | AddChance | IfBelow | BoundBelow | BreakBelow | IfAbove | BoundAbove | BreakAbove
        | BestChance | IfLowKnown | KeepLow | RaiseLow | IfProbeAbove | BoundProbeAbove | NoneAbove
        | BreakProbeAbove | IfHighKnown | KeepHigh | LowerHigh | IfProbeBelow | BoundProbeBelow | NoneBelow
        | BreakProbeBelow | NarrowFirst | IfChildKnown | BestKnown | IfProven | SetProven => Candidates::Updates,
        BreakMax | BreakMin => Candidates::Moves,
        ReturnScore | ReturnFirst | ReturnEvaluation | ReturnWin | ReturnRuleUpper | ReturnRuleLower | Return
        | ReturnNumbers => Candidates::Ends,
        WhileBelow | IfMaxChooses | LeastProof | RunnerUpMax | ThresholdsMax | ElseMinChooses | LeastDisproof
        | RunnerUpMin | ThresholdsMin | UpdateNode | DefUpdate | IfMaxNumbers | ProofOfMax | DisproofOfMax
        | ElseMinNumbers | ProofOfMin | DisproofOfMin => Candidates::StartsAndUpdates,
        AddVisit | AddResult => Candidates::UpdatesAndEnds,
        IfStoreUpper | StoreUpper | IfStoreLower | StoreLower | ElseStoreExact | StoreExact => Candidates::Stores,
        _ => Candidates::Roots,
    }
}

impl Code {
    /// Finds the nearest frame at which a line runs. Examines at most `most` frames, and stops if `progress` is cancelled.
    #[must_use]
    pub fn seek(&self, trace: &Trace, seek: Seek, most: usize, progress: &Progress) -> Sought {
        let Seek { line, from, forward, only } = seek;
        let candidates = match line {
            // At a chance node whose possible scores meet, the window is closed from the start: the
            // loop ends without a moved bound.
            BreakMax | BreakMin if matches!(trace.setup.process, Process::Expect(_)) => Candidates::Updates,
            _ => candidates(line),
        };
        let mut at = from;
        for looked_at in 0_usize.. {
            let candidate = match only {
                Some(node) => frame_of_node(trace, node, at, forward),
                None => candidate(trace, candidates, at, forward),
            };
            let Some(candidate) = candidate else { return Sought::Nowhere };
            at = candidate;
            if self.at(trace, at).is_some_and(|here| here.runs.contains(line)) {
                return Sought::Found(at);
            }
            if looked_at + 1 >= most {
                break;
            }
            if looked_at.is_multiple_of(4096) {
                progress.tell(at.abs_diff(from) as u64);
                if progress.is_cancelled() {
                    break;
                }
            }
        }
        Sought::NotBy(at)
    }

    /// The first frame after the start of `frames`, up to and including its end, at which one of the lines runs; with `only`, the
    /// first frame of that node.
    #[must_use]
    pub fn first_break(
        &self,
        trace: &Trace,
        lines: LineSet,
        frames: std::ops::Range<usize>,
        only: Option<NodeId>,
    ) -> Option<usize> {
        let runs = |&frame: &usize| self.at(trace, frame).is_some_and(|at| at.runs.meets(lines));
        match only {
            Some(node) => {
                let next = |at: &usize| frame_of_node(trace, node, *at, true);
                let of_node = std::iter::successors(next(&frames.start), next);
                of_node.take_while(|&frame| frame <= frames.end).find(runs)
            }
            None => (frames.start + 1..=frames.end).find(runs),
        }
    }
}

/// The next or the previous frame of a node.
fn frame_of_node(trace: &Trace, node: NodeId, frame: usize, forward: bool) -> Option<usize> {
    if forward {
        let here = trace.layer_at(node, frame).and_then(|visit| trace.next_frame_of(visit, frame));
        return here.or_else(|| trace.next_layer(node, frame).map(|visit| trace.span(visit).0));
    }
    let begun = trace.layer_at(node, frame.checked_sub(1)?)?;
    trace.previous_frame_of(begun, frame)
}

fn candidate(trace: &Trace, candidates: Candidates, frame: usize, forward: bool) -> Option<usize> {
    if forward {
        let own = candidates.have_own_updates().then(|| next_own(trace, frame)).flatten();
        next(trace, candidates, frame).into_iter().chain(own).min()
    } else {
        let own = candidates.have_own_updates().then(|| previous_own(trace, frame)).flatten();
        previous(trace, candidates, frame).max(own)
    }
}

/// The first update after `frame` without a child.
fn next_own(trace: &Trace, frame: usize) -> Option<usize> {
    let own = trace.own_updates();
    own.get(own.partition_point(|own| own.frame as usize <= frame)).map(|own| own.frame as usize)
}

/// The last update before `frame` without a child.
fn previous_own(trace: &Trace, frame: usize) -> Option<usize> {
    let own = trace.own_updates();
    let before = own.partition_point(|own| (own.frame as usize) < frame);
    before.checked_sub(1).map(|at| own[at].frame as usize)
}

/// The first candidate after `frame`.
fn next(trace: &Trace, candidates: Candidates, frame: usize) -> Option<usize> {
    let first_of = |frames: [Option<usize>; 2]| frames.into_iter().flatten().min();
    let within = |next: &usize| *next < trace.frame_count();
    // No visit ends at the first frame.
    let after_end = |by: usize| trace.next_end(frame.saturating_sub(by)).map(|end| end + by).filter(within);
    match candidates {
        Candidates::Roots => {
            let begun = trace.layer_at(NodeId::ROOT, frame);
            let end = begun.and_then(|root| trace.span(root).1).filter(|&end| end > frame);
            end.or_else(|| trace.next_layer(NodeId::ROOT, frame).map(|root| trace.span(root).0))
        }
        Candidates::Starts => trace.next_start(frame),
        Candidates::Lookups => trace.next_lookup(frame),
        Candidates::Own => next_own(trace, frame),
        Candidates::Entered => first_of([trace.next_start(frame), trace.next_lookup(frame)]),
        // The lookup is immediately before the end of its visit.
        Candidates::Answered => {
            trace.next_jump(Jump::TableReturn, frame.saturating_sub(1)).map(|lookup| lookup + 1).filter(within)
        }
        Candidates::Scores => after_end(1),
        Candidates::Updates => after_end(2),
        Candidates::Moves => {
            let moves = [trace.next_jump(Jump::AlphaRise, frame), trace.next_jump(Jump::BetaFall, frame)];
            first_of([first_of(moves), trace.next_cut(frame)])
        }
        Candidates::Ends => trace.next_end(frame),
        Candidates::StartsAndUpdates => first_of([trace.next_start(frame), after_end(2)]),
        Candidates::UpdatesAndEnds => first_of([after_end(2), trace.next_end(frame)]),
        Candidates::Stores => first_of([trace.next_jump(Jump::Store, frame), trace.next_end(frame)]),
        Candidates::All => Some(frame + 1).filter(within),
    }
}

/// The last candidate before `frame`.
fn previous(trace: &Trace, candidates: Candidates, frame: usize) -> Option<usize> {
    let last_of = |frames: [Option<usize>; 2]| frames.into_iter().flatten().max();
    let after_end = |by: usize| trace.previous_end(frame.checked_sub(by)?).map(|end| end + by);
    match candidates {
        Candidates::Roots => {
            let begun = trace.layer_at(NodeId::ROOT, frame.checked_sub(1)?)?;
            let (start, end) = trace.span(begun);
            end.filter(|&end| end < frame).or(Some(start))
        }
        Candidates::Starts => trace.previous_start(frame),
        Candidates::Lookups => trace.previous_lookup(frame),
        Candidates::Own => previous_own(trace, frame),
        Candidates::Entered => last_of([trace.previous_start(frame), trace.previous_lookup(frame)]),
        Candidates::Answered => trace.previous_jump(Jump::TableReturn, frame.checked_sub(1)?).map(|lookup| lookup + 1),
        Candidates::Scores => after_end(1),
        Candidates::Updates => after_end(2),
        Candidates::Moves => {
            let moves = [trace.previous_jump(Jump::AlphaRise, frame), trace.previous_jump(Jump::BetaFall, frame)];
            last_of([last_of(moves), trace.previous_cut(frame)])
        }
        Candidates::Ends => trace.previous_end(frame),
        Candidates::StartsAndUpdates => last_of([trace.previous_start(frame), after_end(2)]),
        Candidates::UpdatesAndEnds => last_of([after_end(2), trace.previous_end(frame)]),
        Candidates::Stores => last_of([trace.previous_jump(Jump::Store, frame), trace.previous_end(frame)]),
        Candidates::All => frame.checked_sub(1),
    }
}
