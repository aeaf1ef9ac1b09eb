//! The selected node at the current frame, by default the node of the frame: its values, with buttons to the frames at
//! which they change.

use std::sync::Arc;

use super::change_buttons::{BUTTONS, ROW, change_buttons_ui};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::theme::{Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::term_link_ui;
use crate::viewer::session::{Run, Session};
use edagari_core::analysis::{
    decimal_text, explain, known_bounds, mate_text, name_of, node_title, player_text, proof_number_text, sample_by,
    score_text, short_score_text, signed_text,
};
use edagari_core::game::{AnyPosition, Board, Player};
use edagari_core::language::{Language, Term, Text, visible};
use edagari_core::score::{BoundKind, Bounds, Window};
use edagari_core::trace::{
    Candidate, Cut, Field, FrameKind, Meaning, NodeId, NodeState, Place, Process, Samples, Trace, VisitId,
};
use edagari_draw::scene::score_so_far;
use egui::{Color32, FontId, Label, RichText, Sense, Ui, vec2};

/// The maximum number of listed moves; earlier moves are omitted.
const MAX_MOVES: usize = 24;

/// A child: the move that leads to it, and its node if it is recorded.
pub(super) type Child = (u32, Option<NodeId>);

/// The selected node at a frame, with the data derived from it.
#[derive(Debug)]
pub(super) struct Selected {
    trace: Arc<Trace>,
    frame: usize,
    language: Language,
    selection: Option<Arc<Vec<u32>>>,
    /// The moves from the start of the run to the node.
    pub(super) path: Arc<Vec<u32>>,
    /// The visit of the node that is shown; `None` if none has begun.
    pub(super) visit: Option<VisitId>,
    /// The last frame of that visit up to the current frame.
    pub(super) own_frame: Option<usize>,
    /// The node of the child with the best score so far; in a Monte-Carlo tree search the one that would be played.
    pub(super) best: Option<NodeId>,
    /// The children among which a Monte-Carlo tree search selects: as its iteration finds them, or as the next one would.
    pub(super) candidates: Vec<Candidate>,
    /// The position of the node; `None` if a move is illegal.
    pub(super) position: Option<AnyPosition>,
    /// The title of the node.
    pub(super) title: String,
    /// The text for the last frame of the visit; empty at a node that is not visited.
    pub(super) sentence: String,
    /// The text for the current frame.
    pub(super) frame_sentence: String,
    pub(super) moves: String,
    /// The program's label of the node, if that is not already its name.
    label: Option<String>,
    pub(super) board: Board,
}

impl Selected {
    pub(super) fn new(run: &Run, language: Language) -> Self {
        let trace = Arc::clone(&run.trace);
        let path = run.selected();
        let visit = run.visit_seen();
        let own_frame = match &run.selection {
            None => Some(run.frame).filter(|_| visit.is_some()),
            Some(_) => visit.and_then(|visit| trace.previous_frame_of(visit, run.frame + 1)),
        };
        let position = trace.position(&path);
        let board = position.as_ref().map_or(Board::square(Vec::new()), AnyPosition::board);
        let label = position.as_ref().filter(|here| name_of(here).is_none()).and_then(AnyPosition::label);
        let frame_sentence = explain(&trace, run.frame, language);
        let sentence = match own_frame {
            Some(frame) if frame == run.frame => frame_sentence.clone(),
            Some(frame) => {
                let number = language.fill(Text::FrameNumber, &[("frame", &language.number(frame as u64))]);
                format!("{number}: {}", explain(&trace, frame, language))
            }
            None if trace.frame_count() == 0 => frame_sentence.clone(),
            None => language.text(Text::NotVisitedByNow).to_owned(),
        };
        Self {
            frame: run.frame,
            language,
            selection: run.selection.clone(),
            best: match (trace.samples(), visit) {
                _ if trace.proofs().is_some() => None,
                (Some(samples), Some(visit)) => samples.favourite(trace.node_of(visit), run.frame),
                (None, Some(visit)) => best_child(&trace, visit, run.frame),
                (_, None) => None,
            },
            candidates: visit.map_or_else(Vec::new, |visit| candidates(&trace, visit, run.frame)),
            title: node_title(&trace, &path, language),
            moves: moves_text(&trace, &path),
            visit,
            own_frame,
            position,
            sentence,
            frame_sentence,
            label,
            board,
            path,
            trace,
        }
    }

    pub(super) fn is_of(&self, run: &Run, language: Language) -> bool {
        Arc::ptr_eq(&self.trace, &run.trace)
            && self.frame == run.frame
            && self.language == language
            && self.selection == run.selection
    }

    /// Returns a text that names the player from whose view the candidates are shown, and whether
    /// they are shown as at the moment of the selection; `None` without candidates.
    pub(super) fn candidates_note(&self, language: Language) -> Option<String> {
        let visit = self.visit.filter(|_| !self.candidates.is_empty())?;
        let is_open = self.trace.span(visit).1.is_none_or(|end| end > self.frame);
        let text = if is_open { Text::CandidatesSeenAtChoice } else { Text::CandidatesSeen };
        let player = player_text(&self.trace, self.trace.player_of(visit), language);
        Some(language.fill(text, &[("player", &player)]))
    }

    /// Returns visits and mean of a candidate at the frame, if they changed since the choice, which the rows show.
    pub(super) fn candidate_now(&self, candidate: &Candidate, language: Language) -> Option<String> {
        let now = self.trace.samples()?.of(candidate.node, self.frame);
        let mean = now.mean().filter(|_| now.visits != candidate.sample.visits)?;
        let mean = match self.trace.player_of(self.visit?) {
            Player::Max => mean,
            Player::Min => -mean,
        };
        let visits = language.number(now.visits.into());
        Some(language.fill(Text::CandidateNow, &[("visits", &visits), ("mean", &decimal_text(mean))]))
    }

    /// Returns the rows of a Monte-Carlo tree search or a proof-number search: names, terms, values, also as short texts, and fields.
    fn numbers(&self, has_open_question: bool, language: Language) -> Vec<(Text, Term, (String, String), Field)> {
        let trace = &self.trace;
        let unknown = || language.text(Text::Unknown).to_owned();
        let mut rows = Vec::new();
        let mut row = |name, term, value: String, field| rows.push((name, term, (value.clone(), value), field));
        if trace.samples().is_some() {
            let sample = self.visit.and_then(|visit| sample_by(trace, visit, self.frame)).unwrap_or_default();
            let total = sample.total.to_string().replace('-', "−");
            row(Text::NodeVisitsRow, Term::Visit, language.number(sample.visits.into()), Field::Visits);
            row(Text::TotalRow, Term::Sampling, total, Field::Total);
            row(Text::MeanRow, Term::Sampling, sample.mean().map_or_else(unknown, decimal_text), Field::Mean);
        }
        if let (Some(proofs), Some(node)) = (trace.proofs(), self.place().recorded()) {
            let numbers = proofs.of(node, self.frame);
            let source = Some(proofs.source(node, self.frame)).filter(|&source| source != node);
            let source = source.map(|source| node_title(trace, &trace.path(source), language));
            let text = |number: Option<u32>| {
                let short = number.map_or_else(unknown, |number| proof_number_text(number, language));
                let shared =
                    |node: &String| language.fill(Text::ProofSharedFrom, &[("number", &short), ("node", node)]);
                (source.as_ref().map_or_else(|| short.clone(), shared), short)
            };
            let [proof, disproof] = [numbers.map(|own| own.proof), numbers.map(|own| own.disproof)].map(text);
            rows.push((Text::ProofRow, Term::ProofNumbers, proof, Field::Proof));
            rows.push((Text::DisproofRow, Term::ProofNumbers, disproof, Field::Disproof));
        }
        if trace.samples().is_some_and(|samples| samples.has_formula()) && !has_open_question {
            let [exploration, sum] =
                self.terms(language).unwrap_or_else(|| [(unknown(), unknown()), (unknown(), unknown())]);
            rows.push((Text::ExplorationRow, Term::Sampling, exploration, Field::Exploration));
            rows.push((Text::SumRow, Term::Sampling, sum, Field::Sum));
        }
        rows
    }

    /// Returns the exploration term of the node among its siblings, and its sum with the mean, each also as a short text; `None` at the root.
    fn terms(&self, language: Language) -> Option<[(String, String); 2]> {
        let trace = &self.trace;
        let candidate = trace.samples()?.candidate(self.place().recorded()?, self.frame)?;
        let above = trace.visit_of(trace.parent(candidate.node)?)?;
        let player = player_text(trace, trace.player_of(above), language);
        let [exploration, sum] = [candidate.exploration, candidate.sum()].map(decimal_text);
        let seen = language.fill(Text::SumSeen, &[("sum", &sum), ("player", &player)]);
        Some([(exploration.clone(), exploration), (seen, sum)])
    }

    /// Returns the place, in search order, of the child that has returned at the frame, if that is a child of the node.
    pub(super) fn returned_place(&self) -> Option<usize> {
        let (trace, child) = (&self.trace, self.trace.returned_child(self.frame)?);
        let above = trace.node_of(trace.parent_visit(child)?);
        let child = trace.node_of(child);
        (self.place().recorded() == Some(above)).then(|| trace.children(above).position(|node| node == child))?
    }

    /// Returns the place, in search order, of the best child.
    pub(super) fn best_place(&self) -> Option<usize> {
        let (best, above) = (self.best?, self.place().recorded()?);
        self.trace.children(above).position(|node| node == best)
    }

    /// Whether the visit that is shown has ended by the frame.
    pub(super) fn has_ended(&self) -> bool {
        self.visit.and_then(|visit| self.trace.span(visit).1).is_some_and(|end| end <= self.frame)
    }

    fn place(&self) -> Place {
        self.trace.place(&self.path)
    }

    /// Returns the number of children of the node.
    pub(super) fn child_count(&self, run: &Run) -> usize {
        let recorded = self.place().recorded().map_or(0, |node| run.trace.children(node).len());
        if recorded > 0 { recorded } else { self.position.as_ref().map_or(0, AnyPosition::move_count) }
    }

    /// Whether all visits of the node up to the frame ended at the depth limit, so that its children are not searched.
    pub(super) fn is_at_depth_limit(&self, run: &Run) -> bool {
        let (trace, node) = (&run.trace, self.place().recorded());
        let is_searched = |node| {
            let mut begun = trace.layers(node).take_while(|&visit| trace.span(visit).0 <= run.frame);
            begun.any(|visit| !trace.is_leaf_visit(visit))
        };
        self.visit.is_some_and(|visit| trace.is_horizon(visit)) && !node.is_some_and(is_searched)
    }

    /// Returns the reason that the program states for the score of the visit, other than the depth limit.
    pub(super) fn reason(&self, run: &Run) -> Option<String> {
        Some(run.trace.value_of(Meaning::Why, self.visit?)?.to_string())
    }

    /// Returns the child at a place in search order, or in the game's order if the node was not searched.
    pub(super) fn child(&self, run: &Run, place: usize) -> Option<Child> {
        let node = self.place().recorded().and_then(|node| run.trace.children(node).nth(place));
        match node {
            Some(node) => Some((run.trace.move_of(node)?, Some(node))),
            None => Some((u32::try_from(place).ok()?, None)),
        }
    }
}

/// Returns the children among which a Monte-Carlo tree search selects at the node of `visit`.
fn candidates(trace: &Trace, visit: VisitId, frame: usize) -> Vec<Candidate> {
    let Some(samples) = trace.samples().filter(Samples::has_formula) else { return Vec::new() };
    let (start, end) = trace.span(visit);
    let is_open = end.is_none_or(|end| end > frame);
    samples.candidates(trace.node_of(visit), if is_open { start } else { frame })
}

/// Returns the child of a visit with the best score so far.
fn best_child(trace: &Trace, visit: VisitId, frame: usize) -> Option<NodeId> {
    // No child of a chance node is the best one.
    if trace.is_chance(visit) {
        return None;
    }
    let (_, end) = trace.span(visit);
    // The score that is best just before the end of a visit is the one that the end settles.
    let by = end.map_or(frame, |end| frame.min(end.saturating_sub(1)));
    let place = Place { node: trace.node_of(visit), below: 0 };
    let update = trace.history(Field::Score).previous(place, by + 1)?;
    // The first update of a fail-hard search can leave the bound that the node was given.
    let value = trace.value_by(visit, u32::try_from(update).ok()?);
    if value == Some(trace.value_at_start(visit)) {
        return None;
    }
    trace.returned_child(update).map(|child| trace.node_of(child))
}

fn moves_text(trace: &Trace, path: &[u32]) -> String {
    let whole: Vec<u32> = trace.start.iter().chain(path).copied().collect();
    let left_out = whole.len().saturating_sub(MAX_MOVES);
    let mut texts = Vec::new();
    let mut position = trace.game.position(&whole[..left_out]);
    for &mv in &whole[left_out..] {
        let Some(here) = position else { break };
        texts.push(here.move_text(mv as usize));
        position = here.play(mv);
    }
    let listed = visible(&texts.join(" ")).into_owned();
    if left_out > 0 { format!("… {listed}") } else { listed }
}

/// The height of the line of the frame, whose sentence has two rows, in points.
const FRAME_LINE: f32 = 42.0;

/// Shows a line for the frame while the selected node may differ from the node of the frame; a
/// click returns to the frame's node.
pub(super) fn frame_line_ui(
    ui: &mut Ui,
    heading: &str,
    selected: &Selected,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let text = format!("{heading}: {}", selected.frame_sentence);
    let width = ui.available_width();
    let mut job = egui::text::LayoutJob::default();
    let format = |font, color| egui::TextFormat { font_id: font, color, ..egui::TextFormat::default() };
    job.append(&format!("{heading}: "), 0.0, format(strong_font(SECONDARY), palette.text));
    job.append(&selected.frame_sentence, 0.0, format(font(SECONDARY), palette.secondary));
    job.wrap = egui::text::TextWrapping { max_width: width - 16.0, max_rows: 2, ..egui::text::TextWrapping::default() };
    let galley = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(egui::vec2(width, FRAME_LINE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &text));
    ui.accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
    let edge = if response.hovered() || response.has_focus() { palette.action } else { palette.line };
    let stroke = egui::Stroke::new(1.0, edge);
    ui.painter().rect(rect, 5.0, palette.ground, stroke, egui::StrokeKind::Inside);
    let at = egui::pos2(rect.left() + 8.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, palette.text);
    let keys = Action::CurrentNode.shortcuts().first().map(|keys| keys_text(ui.ctx(), keys)).unwrap_or_default();
    let tooltip = format!("{text}\n{} ({keys})", Action::CurrentNode.name(language));
    if response.on_hover_text(tooltip).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        commands.push(Command::Do(Action::CurrentNode));
    }
}

/// Shows the moves to the selected node, its label, and the player to move, or that the game is over.
pub(super) fn moves_ui(ui: &mut Ui, session: &Session, run: &Run, selected: &Selected) {
    let (palette, language) = (Palette::of(ui), session.settings.language);
    ui.spacing_mut().item_spacing.y = 1.0;
    let root = || language.text(Text::Root).to_owned();
    let moves = if selected.moves.is_empty() { root() } else { selected.moves.clone() };
    ui.add(Label::new(moves).wrap());
    if let Some(label) = &selected.label {
        ui.add(Label::new(RichText::new(label).size(SECONDARY).color(palette.secondary)).wrap());
    }
    let trace = &run.trace;
    if selected.position.as_ref().is_some_and(|position| trace.is_over(position)) {
        ui.label(RichText::new(language.text(Text::GameOver)).color(palette.secondary));
        return;
    }
    let player = selected.visit.map(|visit| trace.player_of(visit));
    let player = player.or_else(|| selected.position.as_ref().map(AnyPosition::player));
    let by_rules = selected.position.as_ref().and_then(|position| trace.chance().probability_of_move(position, 0));
    if by_rules.is_some() || selected.visit.is_some_and(|visit| trace.is_chance(visit)) {
        ui.label(RichText::new(format!("● {}", language.text(Text::ChanceMoves))).color(palette.secondary));
    } else if let Some(player) = player {
        let (mark, color) = match player {
            Player::Max => ("▲", palette.max),
            Player::Min => ("▼", palette.min_text),
        };
        let to_move = language.fill(Text::ToMove, &[("player", &player_text(trace, player, language))]);
        ui.label(RichText::new(format!("{mark} {to_move}")).color(color));
    }
}

/// Shows state, window and score of the selected node; bounds and visits only if nodes are visited several times: otherwise the
/// score with its kind is the bound.
pub(super) fn facts_ui(ui: &mut Ui, session: &Session, run: &Run, selected: &Selected, commands: &mut Vec<Command>) {
    let (palette, language, trace) = (Palette::of(ui), session.settings.language, &run.trace);
    if trace.frame_count() == 0 {
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = ROW;
    let of_samples = [Text::TotalRow, Text::MeanRow, Text::SumRow];
    let widths = of_samples.map(|name| text_width(ui, language.text(name), font(SECONDARY)));
    let names = if trace.samples().is_some() { widths.into_iter().fold(0.0, f32::max) } else { 0.0 };
    let mut row = |text: Text, term: Term, (value, short): (&str, &str), color, field| {
        let shown = Shown { name: language.text(text), names, value, short, color, term, field };
        field_row_ui(ui, session, run, &shown, commands)
    };
    let state = match selected.visit {
        Some(visit) => trace.state_by(visit, run.frame),
        None => trace.state_in_parent(selected.place(), run.frame),
    };
    // At a store after a cut, the cut is still shown.
    let of_cut = |own: usize| {
        let step = trace.step(own)?;
        match step.kind {
            FrameKind::Store => trace.step(trace.previous_frame_of(step.visit, own)?),
            _ => Some(step),
        }
    };
    let cut = selected.own_frame.and_then(of_cut).and_then(|step| step.cut);
    let cut = cut.filter(|_| matches!(state, NodeState::Open { .. }));
    let (text, short, color) = match cut {
        Some(Cut::Alpha) => (language.text(Text::AlphaCut).to_owned(), Text::ChoiceAlphaCut, palette.cut),
        Some(Cut::Beta) => (language.text(Text::BetaCut).to_owned(), Text::ChoiceBetaCut, palette.cut),
        None => (state_word(state, trace, language), short_state(state), palette.text),
    };
    let short = if trace.is_search() && trace.has_minimax_scores() { language.text(short) } else { &text };
    row(Text::StateRow, state_term(state, trace), (&text, short), color, Some(Field::State));
    for (name, term, (value, short), field) in selected.numbers(session.has_open_question(), language) {
        row(name, term, (&value, &short), palette.text, Some(field));
    }
    if !matches!(trace.setup.process, Process::Search(_) | Process::Expect(_)) {
        return;
    }
    let nothing = || language.text(Text::Unknown).to_owned();
    if trace.can_cut() {
        let window = selected.visit.and_then(|visit| trace.visit(visit).window_at(run.frame));
        let closed = window.is_some_and(Window::is_closed);
        let [alpha, beta] = if closed { [palette.cut; 2] } else { [palette.max, palette.min_text] };
        for (name, term, bound, color, field) in [
            (Text::AlphaRow, Term::Alpha, window.map(|window| window.alpha), alpha, Field::Alpha),
            (Text::BetaRow, Term::Beta, window.map(|window| window.beta), beta, Field::Beta),
        ] {
            let short = bound.map_or_else(nothing, |bound| short_score_text(trace, bound));
            // The line below has the number.
            let mate = bound.and_then(|bound| mate_text(trace, bound, language));
            row(name, term, (mate.as_ref().unwrap_or(&short), &short), color, Some(field));
        }
        let given = selected.visit.map(|visit| trace.in_unit(trace.given_window(visit)).to_string());
        let given = given.unwrap_or_else(nothing);
        row(Text::GivenRow, Term::Window, (&given, &given), palette.text, Some(Field::Given));
        // A program that sees scores from the player to move wrote the opposite signs at a min node.
        if trace.is_written_for_mover() {
            let written = selected.visit.map(|visit| {
                let given = trace.given_window(visit);
                trace.in_unit(if trace.is_written_negated(visit) { given.negated() } else { given }).to_string()
            });
            let written = written.unwrap_or_else(nothing);
            row(Text::WrittenRow, Term::Window, (&written, &written), palette.text, Some(Field::Given));
        }
    }
    let score = selected.visit.and_then(|visit| score_at(trace, visit, run.frame, language));
    let (score, short) = score.unwrap_or_else(|| (nothing(), nothing()));
    row(Text::ScoreRow, Term::Score, (&score, &short), palette.text, Some(Field::Score));
    if !trace.has_layers() {
        return;
    }
    let bounds = selected.visit.map(|visit| bounds_by(trace, visit, run.frame));
    let bounds = bounds.filter(|bounds| *bounds != Bounds::UNKNOWN).map(|bounds| trace.in_unit(bounds).to_string());
    let bounds = bounds.unwrap_or_else(nothing);
    row(Text::BoundsRow, Term::Bounds, (&bounds, &bounds), palette.text, None);
    let visits = selected.place().recorded().map_or(0, |node| trace.layers_by(node, run.frame));
    let visits = language.number(visits as u64);
    row(Text::NodeVisitsRow, Term::Visit, (&visits, &visits), palette.text, Some(Field::Visits));
}

/// Returns the glossary term for a state.
fn state_term(state: NodeState, trace: &Trace) -> Term {
    match state {
        NodeState::Unvisited => Term::Unvisited,
        NodeState::Open { .. } => Term::Open,
        NodeState::Scored { .. } if !trace.has_minimax_scores() => Term::Visit,
        NodeState::Scored { .. } => Term::Scored,
        NodeState::Pruned { .. } => Term::Pruned,
        NodeState::Skipped { .. } => Term::Skip,
    }
}

/// Returns a short text for a state, without window and score.
fn state_word(state: NodeState, trace: &Trace, language: Language) -> String {
    match state {
        NodeState::Open { .. } if trace.is_search() => language.text(Text::Open).to_owned(),
        // Samples and proof numbers change with later visits, so a single visit never settles the
        // node's score.
        NodeState::Scored { .. } if !trace.has_minimax_scores() => language.text(Text::LegendVisited).to_owned(),
        NodeState::Scored { .. } => language.text(Text::Scored).to_owned(),
        _ => edagari_core::analysis::state_text(trace, None, state, language),
    }
}

/// Returns the shortest text for a state.
const fn short_state(state: NodeState) -> Text {
    match state {
        NodeState::Unvisited => Text::Unvisited,
        NodeState::Open { .. } => Text::Open,
        NodeState::Scored { .. } => Text::Scored,
        NodeState::Pruned { .. } => Text::Pruned,
        NodeState::Skipped { .. } => Text::LegendSkipped,
    }
}

/// Returns the score of a visit with its kind, or the best score so far: as a text, and with a sign only.
fn score_at(trace: &Trace, visit: VisitId, frame: usize, language: Language) -> Option<(String, String)> {
    let (score, kind) = trace.visit(visit).score_at(frame)?;
    let (long, short) = (score_text(trace, score, language), short_score_text(trace, score));
    if trace.span(visit).1.is_none_or(|end| frame < end) {
        let score = score_so_far(trace, visit, frame)?;
        return Some((language.fill(Text::ScoreSoFar, &[("score", &score)]), score));
    }
    if trace.is_horizon(visit) {
        return Some((format!("≈ {long} {}", language.text(Text::ScoreEvaluated)), format!("≈ {short}")));
    }
    let [long, short] = [long, short].map(|score| signed_text(trace, kind, score));
    if !trace.has_minimax_scores() {
        return Some((long, short));
    }
    let word = match kind {
        Some(BoundKind::Upper) => Text::KindAtMost,
        Some(BoundKind::Exact) => Text::KindExact,
        Some(BoundKind::Lower) => Text::KindAtLeast,
        None => Text::KindUnknown,
    };
    let decimal = trace.in_unit(score).decimal().map_or_else(String::new, |decimal| format!(" ≈ {decimal}"));
    Some((format!("{long}{decimal} {}", language.text(word)), short))
}

/// Returns the bounds of a node's value by a frame, from its visits and from the lookup of `visit` in the table.
fn bounds_by(trace: &Trace, visit: VisitId, frame: usize) -> Bounds {
    let shown = known_bounds(trace, trace.node_of(visit), visit, frame);
    match trace.table().lookup_of(visit).filter(|found| found.frame <= frame) {
        Some(found) => shown.intersect(found.bounds),
        None => shown,
    }
}

/// The width of the names, in points.
const NAMES: f32 = 46.0;

/// A value and its representation in a row.
pub(super) struct Shown<'a> {
    pub(super) name: &'a str,
    /// The width of the widest name among the rows, in points, so that the values are below each other.
    names: f32,
    pub(super) value: &'a str,
    /// A shorter text of the value, for a row without room for the full one.
    pub(super) short: &'a str,
    pub(super) color: Color32,
    /// The glossary term that explains the name.
    pub(super) term: Term,
    /// The value whose changes are the targets of the buttons; `None` for a row without buttons.
    pub(super) field: Option<Field>,
}

/// Shows a row with a name, a value and two buttons.
pub(super) fn field_row_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    shown: &Shown<'_>,
    commands: &mut Vec<Command>,
) -> egui::Response {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.set_min_height(ROW);
        let name = Label::new(RichText::new(shown.name).size(SECONDARY).color(palette.secondary)).extend();
        let width = NAMES
            .max(ui.available_width() * 0.3)
            .max(shown.names.max(text_width(ui, shown.name, font(SECONDARY))) + 4.0);
        ui.allocate_ui_with_layout(vec2(width, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(width);
            if term_link_ui(ui, shown.term, name, session.settings.language) {
                commands.push(Command::ShowTerm(shown.term));
            }
        });
        let rest = ui.available_width() - if shown.field.is_some() { BUTTONS } else { 0.0 };
        let value = ui.allocate_ui_with_layout(
            vec2(rest.max(20.0), ROW),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(rest.max(20.0));
                let has_room = text_width(ui, shown.value, strong_font(SECONDARY)) <= ui.available_width();
                let text = if has_room { shown.value } else { shown.short };
                let value = ui.add(Label::new(strong(text, SECONDARY).color(shown.color)).wrap());
                // Screen readers read a label by its value, so the value includes the name.
                ui.accesskit_node_builder(value.id, |node| node.set_value(format!("{} {}", shown.name, shown.value)));
                if has_room { value } else { value.on_hover_text(shown.value) }
            },
        );
        if let Some(field) = shown.field {
            change_buttons_ui(ui, session, run, field, commands);
        }
        value.inner
    })
    .inner
}

fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}
