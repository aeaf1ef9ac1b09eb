//! Why the selected node was pruned, or where its score comes from: in sentences, and as arrows in the tree.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Button, Id, RichText, Ui, pos2};

use super::action::{Action, Command};
use super::app::Edagari;
use super::paint::paint;
use super::pane::{Pane, View};
use super::settings::TreeForm;
use super::theme::{BODY, Palette, SECONDARY};
use crate::analysis::{Reason, ValueStep, node_name, value_line, why_pruned};
use crate::language::{Language, Text, grouped};
use crate::scene::{Arrow, Color, Scene};
use crate::trace::{Cut, Jump, NodeState, Trace, VisitId};

/// The panel, with its answer once there is one.
#[derive(Debug, Default)]
pub(super) struct WhyPanel {
    answer: Option<Why>,
}

/// The answer, kept until the question changes.
#[derive(Debug)]
pub(super) struct Why {
    trace: Arc<Trace>,
    path: Vec<u16>,
    frame: usize,
    language: Language,
    reasons: Vec<Reason>,
    arrows: Vec<Pointer>,
}

/// An arrow between two nodes, each by the moves that lead to it.
#[derive(Clone, Debug)]
struct Pointer {
    from: Vec<u16>,
    to: Vec<u16>,
    color: Color,
    label: String,
    dashed: bool,
}

/// Arrows that are drawn at most; longer lines keep to the sentences.
const MOST_ARROWS: usize = 40;
/// Moves that a sentence lists at most.
const MOST_MOVES: usize = 24;

impl Why {
    fn of(pane: &Pane, language: Language) -> Self {
        let trace = Arc::clone(&pane.trace);
        let mut why = Self {
            path: pane.center.clone(),
            frame: pane.frame,
            language,
            reasons: Vec::new(),
            arrows: Vec::new(),
            trace,
        };
        let place = why.trace.place(&why.path);
        if matches!(why.trace.state(place, usize::MAX), NodeState::Pruned { .. }) {
            why.tell_pruning();
        } else {
            why.tell_value();
        }
        why
    }

    fn is_of(&self, pane: &Pane, language: Language) -> bool {
        Arc::ptr_eq(&self.trace, &pane.trace)
            && self.path == pane.center
            && self.frame == pane.frame
            && self.language == language
    }

    fn path_of(&self, visit: VisitId) -> Vec<u16> {
        self.trace.path(self.trace.node_of(visit))
    }

    fn tell_pruning(&mut self) {
        let place = self.trace.place(&self.path);
        let Some(reason) = why_pruned(&self.trace, place) else { return };
        self.reasons = reason.sentences(&self.trace, place, self.language);
        let Some(owner) = reason.source.owner() else { return };
        let (letter, color) = match reason.cut {
            Cut::Alpha => ("α", Color::Max),
            Cut::Beta => ("β", Color::Min),
        };
        let owner = self.path_of(owner);
        let label = format!("{letter} = {}", reason.bound);
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

    fn tell_value(&mut self) {
        let node = node_name(&self.trace, &self.path, self.language);
        let visit = self.trace.place(&self.path).recorded().and_then(|node| self.trace.visit_of(node));
        let found = visit.and_then(|visit| Some((visit, value_line(&self.trace, visit, self.frame)?)));
        let Some((visit, line)) = found else {
            let sentence = self.language.sentence(Text::WhyNothing, &[("node", &node)]);
            self.reasons.push(Reason { sentence, frame: None });
            return;
        };
        let score = match self.trace.state(self.trace.place(&self.path), self.frame) {
            NodeState::Scored { score, .. } => Some(score),
            NodeState::Open { .. } | NodeState::Unvisited | NodeState::Pruned { .. } => {
                let last = self.trace.previous_jump(Jump::BestMove(visit), self.frame + 1);
                last.and_then(|update| self.trace.value_at_update(update))
            }
        };
        let score = score.map(|score| score.to_string()).unwrap_or_default();
        if line.steps.is_empty() {
            let values = [("node", node.as_str()), ("score", score.as_str())];
            let sentence = self.language.sentence(Text::WhyOwnLeaf, &values);
            self.reasons.push(Reason { sentence, frame: self.trace.span(visit).1 });
            return;
        }
        let mut moves = Vec::new();
        let mut from = self.path.clone();
        for &step in &line.steps {
            let to = self.path_of(step.visit());
            let (color, dashed) = match step {
                ValueStep::Child(_) => {
                    moves.push(node_name(&self.trace, &to, self.language));
                    (Color::Current, false)
                }
                ValueStep::Table { .. } => (Color::Table, true),
            };
            self.arrows.push(Pointer { from, to: to.clone(), color, label: String::new(), dashed });
            from = to;
        }
        if let Some(last) = self.arrows.last_mut() {
            last.label.clone_from(&score);
        }
        let count = moves.len();
        moves.truncate(MOST_MOVES);
        let left_out = if count > MOST_MOVES { " → …" } else { "" };
        let moves = moves.join(" → ") + left_out;
        let values = [("node", node.as_str()), ("score", &score), ("moves", &moves)];
        let sentence = self.language.sentence(Text::WhyScore, &values);
        self.reasons.push(Reason { sentence, frame: self.trace.span(visit).1 });
        self.reasons.extend(line.sentences(&self.trace, self.language));
    }

    /// Draws the arrows between the nodes that are shown, or the nearest above them that are.
    pub(super) fn paint(&self, ui: &Ui, rect: egui::Rect, pane: &Pane, view: &View, screen_from_scene: TSTransform) {
        if !self.is_of(pane, self.language) {
            return;
        }
        let mut scene = Scene::default();
        for pointer in self.arrows.iter().take(MOST_ARROWS) {
            let shown = |path: &[u16]| view.tree.indexes_on_path(path).0.last().copied();
            let (Some(from), Some(to)) = (shown(&pointer.from), shown(&pointer.to)) else { continue };
            let centers = &view.layout.centers;
            let arrow = Arrow {
                from: centers[from],
                to: centers[to],
                color: pointer.color,
                label: pointer.label.clone(),
                dashed: pointer.dashed,
            };
            arrow.draw(screen_from_scene.scaling, &mut scene.shapes);
        }
        paint(&ui.painter_at(rect), &Palette::of(ui), &scene.shapes, screen_from_scene);
    }
}

impl WhyPanel {
    pub(super) const fn answer(&self) -> Option<&Why> {
        self.answer.as_ref()
    }
}

impl Edagari {
    /// Brings the answer up to date while it is wanted. What an arrow needs that is not in sight is brought together with the
    /// node that is asked about, in place of its subtree.
    pub(super) fn update_why(&mut self) {
        let language = self.settings.language;
        let answer = self.why.as_ref().and_then(WhyPanel::answer);
        if answer.is_some_and(|why| why.is_of(&self.panes[self.active], language)) {
            return;
        }
        for pane in &mut self.panes {
            if pane.along.take().is_some() {
                pane.camera.fits = true;
            }
        }
        if self.why.is_none() {
            return;
        }
        let other = self.compared_with(self.active);
        let pane = &mut self.panes[self.active];
        let why = Why::of(pane, language);
        let view = pane.view(&self.settings, other.as_ref());
        // A whole tree is too small for arrows between its nodes.
        let is_close = self.settings.tree_form == TreeForm::Subtree;
        let is_shown = |path: &[u16]| is_close && view.as_ref().is_some_and(|view| view.tree.indexes_on_path(path).1);
        if !why.arrows.iter().all(|arrow| is_shown(&arrow.from) && is_shown(&arrow.to)) {
            let mut paths = vec![pane.center.clone()];
            paths.extend(why.arrows.iter().flat_map(|arrow| [arrow.to.clone(), arrow.from.clone()]));
            pane.along = Some(Arc::new(paths));
            pane.camera.fits = true;
        }
        self.why = Some(WhyPanel { answer: Some(why) });
    }

    pub(super) fn why_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let Some(why) = self.why.as_ref().and_then(WhyPanel::answer) else { return };
        let language = self.settings.language;
        let mut is_open = true;
        let node = node_name(&why.trace, &why.path, language);
        let pane = self.panes.iter().position(|pane| Arc::ptr_eq(&pane.trace, &why.trace)).unwrap_or(self.active);
        egui::Window::new(format!("{} · {node}", language.text(Text::Why)))
            .id(Id::unique("why").with(pane))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(pos2(self.left_beside(pane, ui) + 24.0, ui.content_rect().bottom() - 430.0))
            .show(ui, |ui| {
                ui.set_width(420.0);
                for (number, reason) in why.reasons.iter().enumerate() {
                    ui.add(egui::Label::new(RichText::new(&reason.sentence).size(BODY)).wrap());
                    if let Some(frame) = reason.frame {
                        let text = language.fill(Text::FrameNumber, &[("frame", &grouped(frame as u64))]);
                        let button = Button::new(RichText::new(format!("→ {text}")).size(SECONDARY));
                        let response = ui.push_id(number, |ui| ui.add(button)).inner;
                        if response.clicked() {
                            commands.push(Command::Look { pane: self.active, frame });
                        }
                    }
                    ui.add_space(6.0);
                }
            });
        if !is_open {
            commands.push(Command::Do(Action::Why));
        }
    }
}
