//! Traces a difference between two runs down to its first cause: a different evaluation, table
//! entry, move or window.

use serde::{Deserialize, Serialize};

use super::diff::{is_by_text, move_name};
use crate::analysis::explanation::value_line::best_line;
use crate::analysis::names::node_names::node_title;
use crate::analysis::names::scores::signed_text;
use crate::language::{Language, Text};
use crate::score::{BoundKind, Score};
use crate::trace::{Meaning, NodeId, Trace, VisitId};

/// A step from the difference to its cause, at a visit of the same node in each run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BisectStep {
    /// The visits in the first and in the second run. They are of the same node, except for other
    /// moves; if only one run searched the child, the visits are of the child and of its parent.
    pub visits: [VisitId; 2],
    /// The frames at which the step shows.
    pub frames: [usize; 2],
    /// The kind of difference.
    pub kind: BisectKind,
}

/// The difference at a step: different results on the way down, then the cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BisectKind {
    /// The root returned another score, or another move.
    Decision,
    /// The node was entered in the same way, but returned a different score.
    Score,
    /// Cause: the node was entered with another window.
    Window,
    /// Cause: the node was searched to another depth.
    Depth,
    /// Cause: another move was searched next.
    Order,
    /// Cause: only the run with this index (0 for the first) searched another child.
    Child {
        /// The index of the run.
        side: usize,
    },
    /// Cause: the table answered differently, or only in one run.
    Table,
    /// Cause: the leaf was evaluated otherwise.
    Evaluation,
    /// Cause: all children returned the same scores, but the node returned a different one.
    Update,
}

impl BisectKind {
    /// Whether the way ends here.
    #[must_use]
    pub const fn is_cause(self) -> bool {
        !matches!(self, Self::Decision | Self::Score)
    }
}

/// Finds the steps from the first different decision at the root down to its cause. Children that
/// returned the same score are skipped, whatever happened below them. Empty if all decisions are
/// the same, or if a run is not a minimax search.
///
/// ```
/// use edagari_core::analysis::{BisectKind, bisect};
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress, Setup, record};
///
/// let run = |evaluation| {
///     let words = format!("chess,search=minimax,depth-limit=1,evaluation={evaluation}");
///     record(&Setup::of_words(&words).expect("a setup"), DEFAULT_MEMORY_LIMIT, &Progress::default())
/// };
/// let way = bisect([&run("material")?, &run("piece-square")?]);
/// let kinds: Vec<_> = way.iter().map(|step| step.kind).collect();
/// assert_eq!(kinds, [BisectKind::Decision, BisectKind::Evaluation]);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn bisect(traces: [&Trace; 2]) -> Vec<BisectStep> {
    if traces.iter().any(|trace| !trace.is_search() || !trace.has_minimax_scores()) {
        return Vec::new();
    }
    let pair = Pair { traces, is_by_text: is_by_text(traces) };
    let roots = traces[0].layers(NodeId::ROOT).zip(traces[1].layers(NodeId::ROOT)).map(|(one, other)| [one, other]);
    let Some(roots) = { roots }.find(|&roots| pair.decisions_differ(roots)) else { return Vec::new() };
    let mut way = vec![pair.step(roots, BisectKind::Decision, pair.ends(roots))];
    let mut visits = roots;
    loop {
        let step = pair.below(visits);
        // If the cause is at the node itself, it replaces the step for the node's score.
        if step.visits == visits && way.len() > 1 {
            way.pop();
        }
        way.push(step);
        if step.kind.is_cause() {
            return way;
        }
        visits = step.visits;
    }
}

impl BisectStep {
    /// The difference as a sentence.
    #[must_use]
    pub fn text(&self, traces: [&Trace; 2], language: Language) -> String {
        let nodes = [0, 1].map(|side| {
            node_title(traces[side], &traces[side].path(traces[side].node_of(self.visits[side])), language)
        });
        let results = [0, 1].map(|side| result_text(traces[side], self.visits[side], language));
        let windows = [0, 1].map(|side| traces[side].in_unit(traces[side].given_window(self.visits[side])).to_string());
        let depths = [0, 1].map(|side| depth(traces[side], self.visits[side]).unwrap_or_else(|| "–".to_owned()));
        let fill = |text: Text, values: &[String; 2]| {
            let values = [("node", &nodes[0]), ("first", &values[0]), ("second", &values[1])];
            language.fill(text, &values.map(|(name, value)| (name, value.as_str())))
        };
        match self.kind {
            BisectKind::Decision => {
                let moves = [0, 1].map(|side| {
                    let best = best_move(traces[side], self.visits[side]);
                    let best = best.map(|mv| node_title(traces[side], &[mv], language));
                    best.map_or_else(|| results[side].clone(), |best| format!("{best} ({})", results[side]))
                });
                fill(Text::BisectDecision, &moves)
            }
            BisectKind::Score => fill(Text::BisectScore, &results),
            BisectKind::Window => fill(Text::BisectWindow, &windows),
            BisectKind::Depth => fill(Text::BisectDepth, &depths),
            BisectKind::Order => fill(Text::BisectOrder, &nodes),
            BisectKind::Child { side } => {
                let text = if side == 0 { Text::BisectChildOfFirst } else { Text::BisectChildOfSecond };
                language.fill(text, &[("node", &nodes[side]), ("parent", &nodes[1 - side])])
            }
            BisectKind::Table => fill(Text::BisectTable, &results),
            BisectKind::Evaluation => fill(Text::BisectEvaluation, &results),
            BisectKind::Update => fill(Text::BisectUpdate, &results),
        }
    }
}

/// The score that a visit returned, with its sign if it is a bound.
fn result_text(trace: &Trace, visit: VisitId, language: Language) -> String {
    match result(trace, visit) {
        Some((score, Some(BoundKind::Exact))) => trace.in_unit(score).to_string(),
        Some((score, kind)) => signed_text(trace, kind, trace.in_unit(score)),
        None => language.text(Text::BisectNoScore).to_owned(),
    }
}

fn result(trace: &Trace, visit: VisitId) -> Option<(Score, Option<BoundKind>)> {
    trace.visit(visit).score()
}

fn depth(trace: &Trace, visit: VisitId) -> Option<String> {
    trace.value_of(Meaning::Depth, visit).map(|depth| depth.to_string())
}

fn best_move(trace: &Trace, root: VisitId) -> Option<u32> {
    best_line(trace, &[], trace.span(root).1?).first().copied()
}

/// Two runs of the same game.
struct Pair<'a> {
    traces: [&'a Trace; 2],
    /// Whether moves are matched by their texts.
    is_by_text: bool,
}

impl Pair<'_> {
    fn step(&self, visits: [VisitId; 2], kind: BisectKind, frames: [usize; 2]) -> BisectStep {
        let last = |side: usize| self.traces[side].frame_count().saturating_sub(1);
        BisectStep { visits, kind, frames: [frames[0].min(last(0)), frames[1].min(last(1))] }
    }

    /// Whether a fact about the visits differs.
    fn differ<T: PartialEq>(&self, visits: [VisitId; 2], fact: impl Fn(&Trace, VisitId) -> T) -> bool {
        fact(self.traces[0], visits[0]) != fact(self.traces[1], visits[1])
    }

    fn starts(&self, visits: [VisitId; 2]) -> [usize; 2] {
        [0, 1].map(|side| self.traces[side].span(visits[side]).0)
    }

    fn ends(&self, visits: [VisitId; 2]) -> [usize; 2] {
        [0, 1].map(|side| self.traces[side].span(visits[side]).1.unwrap_or(usize::MAX))
    }

    fn results_differ(&self, visits: [VisitId; 2]) -> bool {
        let results = [0, 1].map(|side| result(self.traces[side], visits[side]));
        let [Some((first, first_kind)), Some((second, second_kind))] = results else {
            return results[0].is_some() != results[1].is_some();
        };
        let exact = |side: usize, score: Score| self.traces[side].in_unit(score).in_billionths();
        // A kind that only one of the programs records is no difference.
        let kinds_differ = first_kind.zip(second_kind).is_some_and(|(first, second)| first != second);
        exact(0, first) != exact(1, second) || kinds_differ
    }

    fn decisions_differ(&self, roots: [VisitId; 2]) -> bool {
        let best = |side: usize| {
            let trace = self.traces[side];
            let node = trace.place(&[best_move(trace, roots[side])?]).recorded()?;
            move_name(trace, node, self.is_by_text)
        };
        self.results_differ(roots) || best(0) != best(1)
    }

    /// The first cause within two visits of a node, or the first child with a different result.
    fn below(&self, visits: [VisitId; 2]) -> BisectStep {
        let window = |trace: &Trace, visit: VisitId| {
            let window = trace.given_window(visit);
            [window.alpha, window.beta].map(|bound| trace.in_unit(bound).in_billionths())
        };
        if self.differ(visits, window) {
            return self.step(visits, BisectKind::Window, self.starts(visits));
        }
        if self.differ(visits, depth) {
            return self.step(visits, BisectKind::Depth, self.starts(visits));
        }
        let entry = |trace: &Trace, visit: VisitId| {
            let found = trace.table().lookup_of(visit)?;
            Some([found.bounds.lower, found.bounds.upper].map(|bound| trace.in_unit(bound).in_billionths()))
        };
        let answer = |trace: &Trace, visit: VisitId| trace.table().answered(visit).is_some();
        if self.differ(visits, answer) || (answer(self.traces[0], visits[0]) && self.differ(visits, entry)) {
            let lookups = [0, 1].map(|side| {
                let trace = self.traces[side];
                let found = trace.table().lookup_of(visits[side]);
                found.map_or_else(|| trace.span(visits[side]).0, |found| found.frame)
            });
            return self.step(visits, BisectKind::Table, lookups);
        }
        let mut children = [0, 1].map(|side| self.traces[side].visited_children(visits[side]));
        let mut is_leaf = true;
        loop {
            let next = [children[0].next(), children[1].next()];
            let (first, second) = match next {
                [Some(first), Some(second)] => (first, second),
                [None, None] => break,
                [Some(only), None] => {
                    let frames = [self.traces[0].span(only).0, self.ends(visits)[1]];
                    return self.step([only, visits[1]], BisectKind::Child { side: 0 }, frames);
                }
                [None, Some(only)] => {
                    let frames = [self.ends(visits)[0], self.traces[1].span(only).0];
                    return self.step([visits[0], only], BisectKind::Child { side: 1 }, frames);
                }
            };
            is_leaf = false;
            let pair = [first, second];
            let name = |side: usize| {
                let trace = self.traces[side];
                move_name(trace, trace.node_of(pair[side]), self.is_by_text)
            };
            if name(0) != name(1) {
                return self.step(pair, BisectKind::Order, self.starts(pair));
            }
            if self.results_differ(pair) {
                return self.step(pair, BisectKind::Score, self.ends(pair));
            }
        }
        let kind = if is_leaf { BisectKind::Evaluation } else { BisectKind::Update };
        self.step(visits, kind, self.ends(visits))
    }
}
