//! Evaluation of expressions in runs, with counts of visits, cuts and lookups in a part of a run.

use std::collections::HashSet;

use super::by_definition::{Below, below};
use super::expression::{Expression, Operation, Query, Statement};
use super::fault::{Fault, StatementFault};
use super::number::Number;
use super::number::{Inner, Value};
use super::quantity::StatementContext;
use super::quantity::{Quantity, Scope};
use edagari_core::analysis::{OrderReport, Summary, best_line, child_text, node_title};
use edagari_core::game::join_moves;
use edagari_core::score::{Answer, BoundKind, InUnit, Player, Score, Window};
use edagari_core::search::ProofNumbers;
use edagari_core::trace::{Cut, NodeId, NodeState, Place, Progress, Sample, Step, Trace, VisitId};

impl Statement {
    /// Computes the value of the statement.
    ///
    /// # Errors
    /// [`StatementFault`] contains the data that the run does not have.
    pub fn value(&self, at: &StatementContext<'_>) -> Result<Value, StatementFault> {
        self.0.value(at)
    }
}

impl Expression {
    pub(super) fn value(&self, at: &StatementContext<'_>) -> Result<Value, StatementFault> {
        match self {
            Self::Number(number) => Ok(Value::number(Number::count(*number))),
            Self::Query(query) => query.value(at),
            Self::Joined(left, operation, right) => {
                let number = |side: &Self| match side.value(at)? {
                    Value(Inner::Number(number, _)) => Ok(number),
                    value => Err(StatementFault(Fault::NoNumber(value.text(at.language)))),
                };
                let (left, right) = (number(left)?, number(right)?);
                let joined = left.with(
                    right,
                    match operation {
                        Operation::Plus => i128::checked_add,
                        Operation::Minus => i128::checked_sub,
                        Operation::Times => Number::product,
                    },
                );
                let infinite = || [left, right].into_iter().find(|side| !side.is_finite()).unwrap_or(left);
                joined.map(Value::number).ok_or_else(|| StatementFault(Fault::NoNumber(infinite().text(at.language))))
            }
        }
    }
}

/// Quantity to compute in an existing run.
struct ResolvedQuery<'a> {
    query: &'a Query,
    trace: &'a Trace,
    at: &'a StatementContext<'a>,
    frame: usize,
    /// Path of the named node; `None` if no node is named.
    path: Option<Vec<u32>>,
}

impl Query {
    fn value(&self, at: &StatementContext<'_>) -> Result<Value, StatementFault> {
        let run = self.run.unwrap_or(at.run);
        let trace = at.runs.get(run).copied().flatten().ok_or(StatementFault(Fault::NoRun(run)))?;
        if let Some(pass) = self.pass.filter(|&pass| pass >= trace.passes().len()) {
            return Err(StatementFault(Fault::NoPass(pass)));
        }
        let path = self.node.as_ref().map(|node| {
            let found = node.find(trace);
            match found.missing {
                None => Ok(found.path),
                Some(missing) => Err(StatementFault(Fault::NoNode { node: node.0.clone(), missing })),
            }
        });
        // The note's frame belongs to its own run; in other runs, the last frame is used.
        let last = trace.frame_count().saturating_sub(1);
        let frame = self.frame.unwrap_or(if run == at.run { at.frame } else { last });
        let resolved = ResolvedQuery { query: self, trace, at, frame, path: path.transpose()? };
        let value = match self.quantity.scope() {
            Scope::Run => resolved.of_run(),
            Scope::Frame => resolved.of_frame(),
            Scope::NodeAtFrame => resolved.of_node_at_frame(),
            Scope::Node => return resolved.of_node().unwrap_or_else(|| Err(resolved.no_value())),
            Scope::Part => resolved.of_part(),
        };
        value.ok_or_else(|| resolved.no_value())
    }
}

impl ResolvedQuery<'_> {
    fn no_value(&self) -> StatementFault {
        let node = self.query.node.as_ref().map(|node| node.0.clone());
        StatementFault(Fault::NoValue { quantity: self.query.quantity, node, frame: self.frame })
    }

    fn score(&self, score: Score) -> Value {
        Value::number(Number::score(self.trace.in_unit(score)))
    }

    fn text<T>(&self, value: T) -> Value
    where
        InUnit<T>: std::fmt::Display,
    {
        Value(Inner::Text(self.trace.in_unit(value).to_string()))
    }

    fn of_run(&self) -> Option<Value> {
        let trace = self.trace;
        match self.query.quantity {
            Quantity::Frames => Some(Value::count(trace.frame_count() as u64)),
            Quantity::Value => trace.value().map(|value| self.score(value)),
            Quantity::BestMoves => {
                let best = Summary::of(trace).best_moves;
                (!best.is_empty()).then(|| Value(Inner::Text(join_moves(best.iter().map(String::as_str)))))
            }
            Quantity::Choice => {
                let first = *best_line(trace, &[], trace.frame_count().saturating_sub(1)).first()?;
                Some(Value(Inner::Text(child_text(trace, &[first], self.at.language))))
            }
            Quantity::DepthLimit => trace.setup.limit.map(|limit| Value::count(limit.depth.into())),
            // A run with a single pass lists no passes.
            Quantity::Passes => Some(Value::count(trace.passes().len().max(1) as u64)),
            Quantity::Entries => Some(Value::count(trace.table().tally().entries)),
            _ => None,
        }
    }

    fn step(&self) -> Option<Step> {
        self.trace.step(self.frame)
    }

    fn of_frame(&self) -> Option<Value> {
        let (trace, step) = (self.trace, self.step()?);
        match self.query.quantity {
            Quantity::Frame => Some(Value::count(self.frame as u64)),
            Quantity::Kind => Some(Value(Inner::Word(step.kind.name()))),
            Quantity::Node => Some(Value(Inner::Text(node_title(trace, &trace.path(step.node), self.at.language)))),
            Quantity::Cut => Some(Value(Inner::Word(match step.cut {
                Some(Cut::Alpha) => "alpha",
                Some(Cut::Beta) => "beta",
                None => "none",
            }))),
            Quantity::PrunedHere => trace.nodes_pruned_at(self.frame).map(Value::count),
            Quantity::Lower => step.bounds.map(|bounds| self.score(bounds.lower)),
            Quantity::Upper => step.bounds.map(|bounds| self.score(bounds.upper)),
            Quantity::Bounds => step.bounds.map(|bounds| self.text(bounds)),
            Quantity::Outcome => step.answer.map(|answer| {
                Value(Inner::Word(match answer {
                    Answer::Returned { .. } => "returned",
                    Answer::Narrowed(_) => "narrowed",
                    Answer::Nothing => "nothing",
                }))
            }),
            Quantity::StoredAt => {
                let store = step.store.filter(|_| step.answer.is_some())?;
                trace.table().stored(store).map(|stored| Value::count(stored.frame as u64))
            }
            _ => None,
        }
    }

    /// Returns the place of the named node, or of the frame's node if none is named.
    fn place(&self) -> Option<Place> {
        match &self.path {
            Some(path) => Some(self.trace.place(path)),
            None => Some(Place { node: self.step()?.node, below: 0 }),
        }
    }

    /// Returns the latest visit of the named node, or the frame's visit if no node is named.
    fn visit(&self) -> Option<VisitId> {
        match &self.path {
            Some(path) => self.trace.visit_at(self.trace.place(path), self.frame),
            None => Some(self.step()?.visit),
        }
    }

    /// Returns the last frame of the named node's visit if it has ended, or the frame itself if no node is named.
    fn step_of_node(&self) -> Option<Step> {
        match self.path {
            Some(_) => self.trace.step(self.trace.span(self.visit()?).1.filter(|&end| end <= self.frame)?),
            None => self.step(),
        }
    }

    fn window(&self) -> Option<Window> {
        match self.path {
            Some(_) => match self.trace.state_by(self.visit()?, self.frame) {
                NodeState::Open { window } => Some(window),
                _ => Some(self.step_of_node()?.window),
            },
            None => Some(self.step()?.window),
        }
    }

    fn of_node_at_frame(&self) -> Option<Value> {
        let trace = self.trace;
        let given = || self.visit().map(|visit| trace.given_window(visit));
        match self.query.quantity {
            Quantity::Alpha => self.window().map(|window| self.score(window.alpha)),
            Quantity::Beta => self.window().map(|window| self.score(window.beta)),
            Quantity::Window => self.window().map(|window| self.text(window)),
            Quantity::GivenAlpha => given().map(|window| self.score(window.alpha)),
            Quantity::GivenBeta => given().map(|window| self.score(window.beta)),
            Quantity::Given => given().map(|window| self.text(window)),
            Quantity::Score => {
                let step = self.step_of_node()?;
                Some(Value(Inner::Number(Number::score(trace.in_unit(step.score?)), step.bound)))
            }
            Quantity::Returned => self.step_of_node()?.score.map(|score| self.score(score)),
            Quantity::Bound => self.step_of_node()?.bound.map(|kind| Value(Inner::Word(kind.name()))),
            Quantity::Current => {
                let visit = self.visit()?;
                let returned = || trace.step(trace.span(visit).1.filter(|&end| end <= self.frame)?)?.score;
                returned().or_else(|| trace.value_by(visit, self.frame as u32)).map(|score| self.score(score))
            }
            Quantity::State => Some(Value(Inner::Word(match trace.state(self.place()?, self.frame) {
                NodeState::Unvisited => "unvisited",
                NodeState::Open { .. } => "open",
                NodeState::Scored { .. } => "scored",
                NodeState::Pruned { .. } => "pruned",
                NodeState::Skipped { .. } => "skipped",
            }))),
            Quantity::Samples => Some(Value::count(self.sample()?.visits.into())),
            Quantity::Mean => Some(Value(Inner::Number(Number::mean(self.sample()?.mean()?), None))),
            Quantity::Proof | Quantity::Disproof => {
                let numbers = trace.proofs()?.of(self.place()?.recorded()?, self.frame)?;
                let is_proof = self.query.quantity == Quantity::Proof;
                let number = if is_proof { numbers.proof } else { numbers.disproof };
                (number != ProofNumbers::INFINITE).then(|| Value::count(number.into()))
            }
            Quantity::Layers => {
                let layers = self.place()?.recorded().map_or(0, |node| trace.layers_by(node, self.frame));
                Some(Value::count(layers as u64))
            }
            _ => None,
        }
    }

    /// The iterations of a Monte-Carlo tree search through the node, by the frame.
    fn sample(&self) -> Option<Sample> {
        Some(self.trace.samples()?.of(self.place()?.recorded()?, self.frame))
    }

    fn of_node(&self) -> Option<Result<Value, StatementFault>> {
        let path = self.path.as_deref().unwrap_or_default();
        let position = self.trace.position(path)?;
        let found = |count: fn(Below) -> u64| {
            Some(match below(&position) {
                Some(below) => Ok(Value::count(count(below))),
                None => Err(StatementFault(Fault::TooMuch(self.query.quantity))),
            })
        };
        match self.query.quantity {
            Quantity::Probability => {
                let (&mv, above) = path.split_last()?;
                let probability = self.trace.chance().probability_of_move(&self.trace.position(above)?, mv as usize)?;
                Some(Ok(Value(Inner::Text(probability.to_string()))))
            }
            Quantity::Player => Some(Ok(Value(Inner::Word(match position.player() {
                Player::Max => "max",
                Player::Min => "min",
            })))),
            Quantity::Depth => Some(Ok(Value::count(path.len() as u64))),
            Quantity::Children => Some(Ok(Value::count(position.move_count() as u64))),
            Quantity::NodesBelow => found(|below| below.nodes - 1),
            Quantity::LeavesBelow => found(|below| below.leaves),
            Quantity::Minimax => Some(match below(&position) {
                Some(below) => Ok(self.score(self.trace.of_rules(below.value))),
                None => Err(StatementFault(Fault::TooMuch(self.query.quantity))),
            }),
            _ => None,
        }
    }

    fn of_part(&self) -> Option<Value> {
        let (trace, query) = (self.trace, self.query);
        if query.quantity == Quantity::Result {
            let (score, kind): (Score, Option<BoundKind>) = match query.pass {
                Some(pass) => {
                    let result = trace.pass_result(pass, usize::MAX)?;
                    (result.score, result.kind)
                }
                None => (trace.value()?, trace.kind_of_value()),
            };
            return Some(Value(Inner::Number(Number::score(trace.in_unit(score)), kind)));
        }
        let below: Option<NodeId> = match &self.path {
            // The counts of a node that was never entered are 0.
            Some(path) => match trace.place(path).recorded() {
                Some(node) => Some(node),
                None => return Some(Value::count(0)),
            },
            None => None,
        };
        let by = (query.so_far || query.frame.is_some()).then_some(self.frame);
        Part { pass: query.pass, below, by }.count(trace, query.quantity).map(Value::count)
    }
}

/// Part of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Index of the pass; `None` for all passes.
    pub(super) pass: Option<usize>,
    /// Root of the subtree to count; `None` for the whole tree.
    pub(super) below: Option<NodeId>,
    /// Last frame that counts; `None` for the whole run.
    pub(super) by: Option<usize>,
}

impl Part {
    /// Counts a quantity; `None` if it is not a count of a part, or the trace does not have it.
    pub(super) fn count(self, trace: &Trace, quantity: Quantity) -> Option<u64> {
        let is_done = |frame: usize| self.by.is_none_or(|by| frame <= by);
        let has_ended = |visit: VisitId| trace.span(visit).1.is_some_and(is_done);
        let cut_of = |visit: VisitId| {
            let cut = trace.cut_frame(visit)? as u32;
            trace.cuts().binary_search(&cut).ok().map(|_| cut as usize).filter(|&cut| is_done(cut))
        };
        let found_by = |visit: VisitId| trace.table().lookup_of(visit).filter(|found| is_done(found.frame));
        let visits = || self.visits(trace).filter(|&visit| is_done(trace.span(visit).0));
        let number = |count: usize| Some(count as u64);
        match quantity {
            Quantity::Visits => number(visits().count()),
            Quantity::Nodes => number(visits().map(|visit| trace.node_of(visit)).collect::<HashSet<_>>().len()),
            Quantity::Again => number(visits().filter(|&visit| trace.layer_before(visit).is_some()).count()),
            Quantity::Leaves => {
                let is_evaluated = |&visit: &VisitId| {
                    trace.is_leaf_visit(visit) && trace.table().answered(visit).is_none() && has_ended(visit)
                };
                number(visits().filter(is_evaluated).count())
            }
            Quantity::Cuts => number(visits().filter_map(cut_of).count()),
            Quantity::AlphaCuts | Quantity::BetaCuts => {
                let player = if quantity == Quantity::AlphaCuts { Player::Min } else { Player::Max };
                let is_meant = |visit: &VisitId| trace.player_of(*visit) == player;
                number(visits().filter(is_meant).filter_map(cut_of).count())
            }
            Quantity::Pruned => visits().filter_map(cut_of).map(|cut| trace.nodes_pruned_at(cut)).sum(),
            Quantity::Lookups => number(visits().filter_map(found_by).count()),
            Quantity::Answers => {
                let is_answer = |visit: VisitId| {
                    found_by(visit).is_some_and(|found| matches!(found.answer, Answer::Returned { .. }))
                };
                number(visits().filter(|&visit| is_answer(visit)).count())
            }
            Quantity::Narrowings => {
                let narrows =
                    |visit: VisitId| found_by(visit).is_some_and(|found| matches!(found.answer, Answer::Narrowed(_)));
                number(visits().filter(|&visit| narrows(visit)).count())
            }
            Quantity::Stores => {
                let stored = |visit: VisitId| {
                    trace.table().stored(trace.table().store_of(visit)?).filter(|stored| is_done(stored.frame))
                };
                number(visits().filter_map(stored).count())
            }
            // The minimal tree is only known for the whole tree at the end of the run.
            Quantity::Minimal if self.below.is_none() && self.by.is_none() => {
                OrderReport::of(trace, self.pass, &Progress::default()).ok().map(|report| report.total.minimal)
            }
            _ => None,
        }
    }

    /// Returns the visits of the part, in order.
    fn visits(self, trace: &Trace) -> impl Iterator<Item = VisitId> {
        let first = self.pass.and_then(|place| trace.passes().get(place)).map(|pass| pass.visit);
        let all = (0..trace.visit_count() as u32).map(VisitId);
        all.filter(move |&visit| {
            first.is_none_or(|first| trace.is_within(visit, first))
                && self.below.is_none_or(|node| trace.layer_around(node, visit).is_some())
        })
    }
}
