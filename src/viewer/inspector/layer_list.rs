//! List of the visits of the selected node, one per row: pass, window, result. A click goes to the visit.

use egui::{RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{announce, section_ui};
use crate::viewer::session::{Run, RunId, Session};
use edagari_core::analysis::{log_text, pass_name, proof_note, signed_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::{NodeState, Trace, VisitId};

const ROW_HEIGHT: f32 = 20.0;
/// The number of rows that are visible at once; the others are reached by scrolling.
const MAX_ROWS: usize = 4;

/// Whether any node of a run was visited more than once; `true` as long as that is unknown. If none was, the list is empty at every frame.
pub(super) fn has_several_visits(session: &Session, run: &Run) -> bool {
    run.trace.has_layers() && run.summary(session.wake()).map_or(true, |summary| summary.visited_again != Some(0))
}

/// The visit to which the list was last scrolled automatically: the user can scroll away from it until another visit is the current one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ScrolledTo(Option<(RunId, VisitId)>);

/// Shows a row for each visit.
pub(super) fn layer_list_ui(
    ui: &mut Ui,
    run: &Run,
    visit: Option<VisitId>,
    language: Language,
    scrolled: &mut ScrolledTo,
    commands: &mut Vec<Command>,
) {
    let trace = &run.trace;
    section_ui(ui, language.text(Text::LayersHeading));
    let seen_now = visit;
    let seen = visit.or_else(|| run.selected_visit());
    let height = ROW_HEIGHT * MAX_ROWS as f32;
    let Some(current) = seen else {
        // The same height as with visits, so that the sections below do not move.
        ui.add_space(height);
        return;
    };
    let layers = trace.layers(trace.node_of(current));
    let wanted = ScrolledTo(Some((run.id, current)));
    let follows = std::mem::replace(scrolled, wanted) != wanted;
    // The same height for one visit and for many, so that the sections below do not move.
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        ui.spacing_mut().button_padding.y = 0.0;
        // The inspector can end before the list does, and the current visit has to be in sight.
        let visible = (ui.clip_rect().bottom() - ui.cursor().top()).clamp(2.0 * ROW_HEIGHT, height);
        let area = ScrollArea::vertical().id_salt("visits of the node").max_height(visible).auto_shrink([false, true]);
        area.show_rows(ui, ROW_HEIGHT, layers.len(), |ui, rows| {
            if follows {
                let place = trace.layer_of(current) as f32 - rows.start as f32;
                let top = ui.max_rect().left_top() + egui::vec2(0.0, ROW_HEIGHT * place);
                let row = egui::Rect::from_min_size(top, egui::vec2(0.0, ROW_HEIGHT));
                ui.scroll_to_rect_animation(row, None, egui::style::ScrollAnimation::none());
            }
            for (number, visit) in (rows.start + 1..).zip(layers.clone().skip(rows.start).take(rows.len())) {
                row_ui(ui, run, (number, visit), Some(visit) == seen_now, language, commands);
            }
        });
    });
}

fn row_ui(
    ui: &mut Ui,
    run: &Run,
    (number, visit): (usize, VisitId),
    is_current: bool,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let text = layer_text(&run.trace, run.frame, number, visit, language);
    let color = if is_current { palette.text } else { palette.secondary };
    let words = RichText::new(&text).size(SECONDARY).color(color);
    let words = if is_current { words.strong() } else { words };
    let row = egui::Button::new(words).frame(false).truncate().min_size(egui::vec2(ui.available_width(), ROW_HEIGHT));
    let texts = [Some(text.clone()), log_text(&run.trace, visit, language)];
    announce(ui);
    if ui.add(row).on_hover_text(texts.into_iter().flatten().collect::<Vec<_>>().join("\n")).clicked() {
        commands.push(Command::GoTo { run: run.id, frame: run.trace.span(visit).0 });
    }
}

/// Returns the text of a visit: its number, pass, window and result, and its first frame.
fn layer_text(trace: &Trace, frame: usize, number: usize, visit: VisitId, language: Language) -> String {
    let start = trace.span(visit).0;
    let mut parts = vec![number.to_string()];
    parts.extend(trace.pass_of(visit).map(|place| pass_name(trace, place, language)));
    // The result is not revealed before the visit has it.
    let result = match trace.state_by(visit, frame) {
        NodeState::Scored { .. } if trace.proofs().is_some() => {
            let end = trace.span(visit).1.unwrap_or(frame);
            let numbers = proof_note(trace, trace.node_of(visit), end, language);
            numbers.map_or_else(String::new, |numbers| format!("→ {numbers}"))
        }
        NodeState::Scored { score, kind } => format!("→ {}", signed_text(trace, kind, trace.in_unit(score))),
        _ => String::new(),
    };
    if trace.has_minimax_scores() {
        let searched = format!("{} {result}", trace.in_unit(trace.given_window(visit)));
        parts.push(searched.trim_end().to_owned());
    } else if !result.is_empty() {
        parts.push(result);
    }
    parts.push(language.fill(Text::FrameNumber, &[("frame", &language.number(start as u64))]));
    parts.join(" · ")
}
