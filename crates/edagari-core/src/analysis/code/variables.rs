//! The values of the pseudocode's variables at a frame.

use super::at_frame::EndedBy;
use super::passes_so_far::PassesSoFar;
use super::written::Code;
use crate::analysis::names::node_names::{child_text, node_title};
use crate::language::Language;
use crate::score::Score;
use crate::trace::{FrameKind, KnownReason, NodeId, OwnUpdate, Step, Trace};

/// A variable of the pseudocode, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name in the code; `return` for the returned score of a function.
    pub name: &'static str,
    /// The value as text.
    pub value: String,
}

impl Code {
    /// The names of all variables of this code, for display in two columns: related ones are adjacent.
    #[must_use]
    pub fn variable_names(&self) -> Vec<&'static str> {
        let shape = &self.shape;
        let names = [
            ("node", true),
            ("child", true),
            ("α", shape.has_windows()),
            ("β", shape.has_windows()),
            ("best", true),
            ("score", true),
            ("return", true),
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
    #[must_use]
    pub fn variables(&self, trace: &Trace, frame: usize, language: Language) -> Vec<Variable> {
        let Some(step) = trace.step(frame) else { return Vec::new() };
        let score = |score: Score| trace.in_unit(score).to_string();
        let mut variables = self.variables_of_passes(trace, frame, &step);
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        let path = trace.path(step.node);
        set("node", node_title(trace, &path, language));
        if self.shape.has_windows() {
            set("α", score(step.window.alpha));
            set("β", score(step.window.beta));
        }
        if let Some(bounds) = step.bounds.filter(|_| step.kind == FrameKind::Lookup) {
            set("entry", trace.in_unit(bounds).to_string());
        }
        if trace.own_update_at(frame).and_then(OwnUpdate::reason) == Some(KnownReason::RuleBounds)
            && self.shape.has_rule_bounds()
            && let Some(bounds) = self.bounds_by_rules(trace, step.visit)
        {
            set("rules", trace.in_unit(bounds).to_string());
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

    /// The variables of the driver: `limit`, `lower`, `upper` and `bound`.
    fn variables_of_passes(&self, trace: &Trace, frame: usize, step: &Step) -> Vec<Variable> {
        let mut variables = Vec::new();
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        if self.shape.has_limit {
            let pass = trace.pass_at(frame).and_then(|place| trace.passes()[place].depth);
            if let Some(limit) = pass.or(self.shape.limit) {
                set("limit", limit.to_string());
            }
        }
        let root = trace.layer_at(NodeId::ROOT, frame).filter(|_| self.shape.has_bounds());
        if let Some(root) = root {
            let passes = PassesSoFar::of(&self.shape, trace, root);
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
        let begins_update = |own: &OwnUpdate| own.value.is_none() && own.frame as usize > frame;
        match self.ended_by(trace, step.visit) {
            EndedBy::Win | EndedBy::Rules(_) => {
                let is_set = matches!(step.kind, FrameKind::Update | FrameKind::End);
                return if is_set { step.score.or_else(|| trace.value_at_update(frame)) } else { None };
            }
            EndedBy::Children => {}
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
