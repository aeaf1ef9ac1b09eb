//! The values of the pseudocode's variables at a frame.

use super::at_frame::EndedBy;
use super::chance_step::ChanceStep;
use super::guess_steps::depth_of;
use super::passes_so_far::PassesSoFar;
use super::shape::Shape;
use crate::analysis::names::node_names::{child_text, node_title};
use crate::analysis::names::scores::decimal_text;
use crate::language::Language;
use crate::score::{Probability, Score};
use crate::search::ChanceSum;
use crate::trace::{FrameKind, KnownReason, NodeId, OwnUpdate, Step, Trace};

/// A variable of the pseudocode, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name in the code; `return` for the returned score of a function.
    pub name: &'static str,
    /// The value as text.
    pub value: String,
}

impl Shape {
    /// The names of all variables of this code.
    pub(super) fn variable_names(&self) -> Vec<&'static str> {
        let shape = self;
        let names = [
            ("node", true),
            ("child", true),
            ("α", shape.has_windows()),
            ("β", shape.has_windows()),
            ("depth", shape.has_guesses()),
            ("best", true),
            ("score", true),
            ("return", true),
            ("p", shape.has_chance()),
            ("total", shape.has_chance() && !shape.probes()),
            ("low", shape.probes()),
            ("high", shape.probes()),
            ("A", shape.has_range()),
            ("B", shape.has_range()),
            ("rest", shape.has_range() && !shape.probes()),
            ("entry", shape.has_table()),
            ("rules", shape.has_rule_bounds()),
            ("lower", shape.has_bounds()),
            ("upper", shape.has_bounds()),
            ("bound", shape.has_bounds()),
            ("limit", shape.has_limit),
        ];
        names.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }

    /// The variables that have a value after the lines of a frame have run, in the order in which the code assigns them.
    pub(super) fn variables(&self, trace: &Trace, frame: usize, language: Language) -> Vec<Variable> {
        let Some(step) = trace.step(frame) else { return Vec::new() };
        let score = |score: Score| trace.in_unit(score).to_string();
        let mut variables = self.variables_of_passes(trace, frame, &step);
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        let path = trace.path(step.node);
        set("node", node_title(trace, &path, language));
        if self.has_windows() {
            set("α", score(step.window.alpha));
            set("β", score(step.window.beta));
        }
        if self.has_guesses() {
            set("depth", depth_of(trace, step.visit).to_string().replace('-', "−"));
        }
        let found = trace.table().lookup_of(step.visit).filter(|found| found.frame <= frame);
        if let Some(bounds) = found.and_then(|found| trace.step(found.frame)?.bounds) {
            set("entry", trace.in_unit(bounds).to_string());
        }
        if trace.own_update_at(frame).and_then(OwnUpdate::reason) == Some(KnownReason::RuleBounds)
            && self.has_rule_bounds()
            && let Some(bounds) = self.bounds_by_rules(trace, step.visit)
        {
            set("rules", trace.in_unit(bounds).to_string());
        }
        for variable in self.variables_of_chance(trace, frame, &step) {
            set(variable.name, variable.value);
        }
        if let Some(best) = self.best(trace, frame, &step) {
            set("best", score(best));
        }
        if let Some(child) = trace.returned_child(frame) {
            set("child", child_text(trace, &trace.path(trace.node_of(child)), language));
            let returned = trace.score_frame(child).and_then(|frame| trace.step(frame)).and_then(|step| step.score);
            if let Some(returned) = returned {
                set("score", score(returned));
            }
        }
        if let Some(returned) = step.score.filter(|_| step.kind == FrameKind::End) {
            set("return", score(returned));
        }
        variables
    }

    /// The variables of a chance node once a child has returned: `p`, `total`, `rest`, `A` and `B`.
    fn variables_of_chance(&self, trace: &Trace, frame: usize, step: &Step) -> Vec<Variable> {
        let of_child = trace.returned_child(frame).filter(|_| self.has_chance());
        let Some((chance, child)) = of_child.and_then(|child| Some((ChanceStep::of(trace, frame, child)?, child)))
        else {
            return Vec::new();
        };
        let mut variables = Vec::new();
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        if let Some(p) = trace.chance().probability(child) {
            set("p", p.to_string());
        }
        let range = self.chance.and_then(|chance| chance.range);
        if let Some(range) = range.filter(|_| self.probes()) {
            let is_before = step.kind == FrameKind::Score;
            let bound = chance.outside(trace, range).and_then(|kind| chance.after.bound(kind, range));
            let ends = if is_before { chance.ends_before(trace, range) } else { chance.after.ends(range) };
            if let Some([low, high]) = ends {
                let text = |end: i128| mean_text(trace, (end, chance.whole));
                let bound = bound.filter(|_| !is_before).map(|bound| trace.in_unit(bound).to_string());
                set("low", bound.unwrap_or_else(|| text(low)));
                set("high", text(high));
            }
            let window = chance.window(trace, range);
            set("A", trace.in_unit(window.alpha).to_string());
            set("B", trace.in_unit(window.beta).to_string());
            return variables;
        }
        let bound = range.and_then(|range| chance.after.bound(chance.outside(trace, range)?, range));
        let total = match bound {
            _ if step.kind == FrameKind::Score => total_text(trace, chance.before),
            Some(bound) => trace.in_unit(bound).to_string(),
            None => total_text(trace, chance.after),
        };
        set("total", total);
        if let Some(range) = range {
            let (left, whole) = (u64::try_from(chance.after.left()), u64::try_from(chance.whole));
            if let Some(rest) = left.ok().zip(whole.ok()).and_then(|(left, whole)| Probability::new(left, whole)) {
                set("rest", rest.to_string());
            }
            let window = chance.window(trace, range);
            set("A", trace.in_unit(window.alpha).to_string());
            set("B", trace.in_unit(window.beta).to_string());
        }
        variables
    }

    /// The variables of the driver: `limit`, `lower`, `upper` and `bound`.
    fn variables_of_passes(&self, trace: &Trace, frame: usize, step: &Step) -> Vec<Variable> {
        let mut variables = Vec::new();
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        if self.has_limit {
            let pass = trace.pass_at(frame).and_then(|place| trace.passes()[place].depth);
            if let Some(limit) = pass.or(self.limit) {
                set("limit", limit.to_string());
            }
        }
        let root = trace.layer_at(NodeId::ROOT, frame).filter(|_| self.has_bounds());
        if let Some(root) = root {
            let passes = PassesSoFar::of(self, trace, root);
            let is_over = step.kind == FrameKind::End && step.visit == root;
            let bounds = if is_over { passes.bounds_after() } else { passes.bounds() };
            set("lower", trace.in_unit(bounds.lower).to_string());
            set("upper", trace.in_unit(bounds.upper).to_string());
            set("bound", trace.in_unit(passes.bound()).to_string());
        }
        variables
    }

    /// The best score so far of the frame's visit, if the visit has reached its children.
    fn best(&self, trace: &Trace, frame: usize, step: &Step) -> Option<Score> {
        if self.probes() && trace.is_probe(step.visit) {
            return None;
        }
        let begins_update = |own: &OwnUpdate| own.value.is_none() && own.frame as usize > frame;
        match self.ended_by(trace, step.visit) {
            EndedBy::Win | EndedBy::Rules(_) => {
                let is_set = matches!(step.kind, FrameKind::Update | FrameKind::End);
                return if is_set { step.score.or_else(|| trace.value_at_update(frame)) } else { None };
            }
            EndedBy::Children if trace.is_chance(step.visit) => {
                let is_set = match step.kind {
                    FrameKind::Start | FrameKind::Lookup | FrameKind::Score => false,
                    FrameKind::Update => self.is_last_of_chance(trace, frame, step),
                    FrameKind::Store | FrameKind::End => true,
                };
                return step
                    .score
                    .filter(|_| step.kind != FrameKind::Update)
                    .or_else(|| trace.value_at_update(frame))
                    .filter(|_| is_set);
            }
            EndedBy::Children | EndedBy::Quiet if !self.has_reached_children(trace, frame, step) => return None,
            EndedBy::Children | EndedBy::Quiet => {}
            EndedBy::GameOver | EndedBy::DepthLimit | EndedBy::Table(_) => return None,
        }
        match step.kind {
            FrameKind::Start | FrameKind::Lookup if trace.own_updates_of(step.visit).any(begins_update) => None,
            FrameKind::Start if trace.table().lookup_of(step.visit).is_some() => None,
            FrameKind::Start | FrameKind::Lookup => Some(trace.value_at_start(step.visit)),
            FrameKind::Score => {
                let taken_in = trace.value_by(step.visit, u32::try_from(frame).ok()?);
                taken_in.or_else(|| Some(trace.value_at_start(step.visit)))
            }
            FrameKind::Update => trace.value_at_update(frame).or_else(|| Some(trace.value_at_start(step.visit))),
            FrameKind::Store | FrameKind::End => step.score,
        }
    }
}

/// The sum of the children's values so far, each times its probability.
fn total_text(trace: &Trace, sum: ChanceSum) -> String {
    if sum.is_exact() {
        return trace.in_unit(sum.value()).to_string();
    }
    mean_text(trace, sum.fraction())
}

/// A fraction of the unit of the trace.
fn mean_text(trace: &Trace, (numerator, denominator): (i128, i128)) -> String {
    if numerator % denominator == 0 {
        return trace.in_unit(Score::of_integer(numerator / denominator)).to_string();
    }
    let unit = trace.unit().map_or(1.0, |unit| unit.number_of(Score::new(1)).unwrap_or(1.0));
    decimal_text(numerator as f64 / denominator as f64 * unit)
}
