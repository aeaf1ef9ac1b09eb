//! The answer to *Why*: why the selected node was pruned, or where its score comes from, as sentences and arrows.

use std::sync::Arc;

use crate::viewer::session::runs::run::Run;
use edagari_core::analysis::{Reason, ValueStep, explain, why_pruned, why_score};
use edagari_core::language::Language;
use edagari_core::trace::{Cut, NodeState, Trace, VisitId};
use edagari_draw::scene::{Color, Pointer};

/// An answer to *Why*, cached until the question changes.
#[derive(Debug)]
pub struct Why {
    /// Trace of the run.
    pub trace: Arc<Trace>,
    /// Moves to the node in question.
    pub path: Vec<u32>,
    /// Selection for which the answer was computed.
    selection: Option<Arc<Vec<u32>>>,
    frame: usize,
    language: Language,
    /// Answer as sentences.
    pub reasons: Vec<Reason>,
    /// Answer as arrows.
    pub arrows: Vec<Pointer>,
}

impl Why {
    /// Computes the answer for the selected node of a run; with nothing selected, for the cut of the frame, if there is one.
    pub fn of(run: &Run, language: Language) -> Self {
        let trace = Arc::clone(&run.trace);
        let mut why = Self {
            path: run.explained_path().to_vec(),
            selection: run.selection.clone(),
            frame: run.frame,
            language,
            reasons: Vec::new(),
            arrows: Vec::new(),
            trace,
        };
        let is_cut = run.selection.is_none() && why.trace.step(run.frame).is_some_and(|step| step.cut.is_some());
        if is_cut {
            // The description of the cut precedes its cause.
            let sentence = explain(&why.trace, run.frame, language);
            why.reasons.push(Reason { sentence, frame: None });
        }
        let place = why.trace.place(&why.path);
        if matches!(why.trace.state(place, usize::MAX), NodeState::Pruned { .. }) {
            why.explain_pruning();
        } else {
            why.explain_value();
        }
        why
    }

    /// Whether the answer is still valid for a run.
    pub fn is_of(&self, run: &Run, language: Language) -> bool {
        Arc::ptr_eq(&self.trace, &run.trace)
            && self.selection == run.selection
            && self.frame == run.frame
            && self.language == language
    }

    fn path_of(&self, visit: VisitId) -> Vec<u32> {
        self.trace.path(self.trace.node_of(visit))
    }

    fn explain_pruning(&mut self) {
        let place = self.trace.place(&self.path);
        let Some(reason) = why_pruned(&self.trace, place) else { return };
        self.reasons.extend(reason.sentences(&self.trace, place, self.language));
        let Some(owner) = reason.source.owner() else { return };
        let (letter, color) = match reason.reached {
            Cut::Alpha => ("α", Color::Max),
            Cut::Beta => ("β", Color::Min),
        };
        let owner = self.path_of(owner);
        let label = format!("{letter} = {}", self.trace.in_unit(reason.bound));
        self.arrows.push(Pointer {
            from: self.path.clone(),
            to: owner.clone(),
            color: Color::Cut,
            label: String::new(),
            dashed: true,
        });
        if let Some(origin) = reason.origin(&self.trace) {
            self.arrows.push(Pointer { from: self.path_of(origin), to: owner, color, label, dashed: false });
        }
    }

    fn explain_value(&mut self) {
        let reason = why_score(&self.trace, &self.path, self.frame, self.language);
        self.reasons.extend(reason.sentences);
        let mut from = self.path.clone();
        for step in reason.line.map(|line| line.steps).unwrap_or_default() {
            let to = self.path_of(step.visit());
            let (color, dashed) = match step {
                ValueStep::Child(_) => (Color::Current, false),
                ValueStep::Table { .. } => (Color::Table, true),
            };
            self.arrows.push(Pointer { from, to: to.clone(), color, label: String::new(), dashed });
            from = to;
        }
        if let Some(last) = self.arrows.last_mut() {
            last.label = reason.score;
        }
    }
}
