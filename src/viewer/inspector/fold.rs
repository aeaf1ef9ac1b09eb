//! Foldable sections of the inspector.

use egui::{FontId, Id, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY, strong_font};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::session::{InspectorSection, Session};
use edagari_core::language::Text;

/// The height of the clickable heading, in points.
const HEIGHT: f32 = 20.0;
/// The gap between the heading and the sign after it, in points.
const GAP: f32 = 6.0;
const SIGN: f32 = 7.0;

/// Returns the heading of a section.
pub(super) fn section_text(session: &Session, section: InspectorSection) -> Text {
    match section {
        InspectorSection::Board => Text::Board,
        InspectorSection::Window => Text::WindowHeading,
        InspectorSection::Table => Text::Table,
        InspectorSection::Layers => Text::LayersHeading,
        InspectorSection::Columns if is_of_edagari(session) => Text::SearchValues,
        InspectorSection::Columns => Text::ColumnValues,
        InspectorSection::Children => Text::ChildrenHeading,
        InspectorSection::Compared if session.shown_runs().nth(1).is_none() => Text::FiguresOfRun,
        InspectorSection::Compared => Text::Compared,
        InspectorSection::WindowPlot => Text::WindowPlot,
        InspectorSection::TablePlot => Text::TablePlot,
        InspectorSection::DepthPlot => Text::DepthPlot,
        InspectorSection::ChildPlot => Text::ChildPlot,
    }
}

/// Whether Edagari itself recorded the active run. A run with guesses is kept like a trace of another program, with its setup.
fn is_of_edagari(session: &Session) -> bool {
    let trace = &session.active_run().trace;
    trace.origin().is_none() || trace.setup_with_guesses().is_some()
}

/// Shows a section whose contents begin with its heading; a folded section shows only the heading.
pub(super) fn folding_ui(
    ui: &mut Ui,
    session: &Session,
    section: InspectorSection,
    commands: &mut Vec<Command>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let text = session.settings.language.text(section_text(session, section));
    let top = ui.cursor().min;
    if is_folded(session, section) {
        section_ui(ui, text);
    } else {
        contents(ui, commands);
    }
    // Beside a combo box, a heading is centred in a higher row.
    let has_choice = matches!(section, InspectorSection::WindowPlot | InspectorSection::DepthPlot);
    let drop = if has_choice && !is_folded(session, section) { 3.0 } else { 0.0 };
    fold_ui(ui, session, section, top + vec2(0.0, drop), (text, strong_font(SECONDARY)), commands);
    ui.add_space(6.0);
}

/// Whether a section is folded.
pub(super) fn is_folded(session: &Session, section: InspectorSection) -> bool {
    session.settings.folded_sections.contains(&section)
}

/// Makes a heading fold its section on a click, or on a key while it has the focus.
pub(super) fn fold_ui(
    ui: &Ui,
    session: &Session,
    section: InspectorSection,
    top: egui::Pos2,
    (heading, font): (&str, FontId),
    commands: &mut Vec<Command>,
) {
    let is_folded = is_folded(session, section);
    let width = ui.painter().layout_no_wrap(heading.to_owned(), font, Palette::of(ui).text).size().x;
    let rect = Rect::from_min_size(top, vec2(width + GAP + 2.0 * SIGN, HEIGHT));
    let response = ui.interact(rect, Id::unique(("fold", section)), Sense::click());
    let name = name_of(session, section, is_folded);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    ui.accesskit_node_builder(response.id, |node| node.set_expanded(!is_folded));
    sign(ui, &response, pos2(top.x + width + GAP + SIGN / 2.0, rect.center().y), is_folded);
    if response.on_hover_text(name).clicked() {
        commands.push(Command::ToggleSection(section));
    }
}

fn name_of(session: &Session, section: InspectorSection, is_folded: bool) -> String {
    let language = session.settings.language;
    let text = if is_folded { Text::Unfold } else { Text::Fold };
    language.fill(text, &[("section", language.text(section_text(session, section)))])
}

/// Draws a triangle that points down if the section is open, and to the side if it is folded.
fn sign(ui: &Ui, response: &Response, center: egui::Pos2, is_folded: bool) {
    let palette = Palette::of(ui);
    let color = if response.hovered() || response.has_focus() { palette.text } else { palette.secondary };
    let (half, low) = (SIGN / 2.0, SIGN / 3.0);
    let corners = if is_folded {
        vec![center + vec2(-low, -half), center + vec2(half, 0.0), center + vec2(-low, half)]
    } else {
        vec![center + vec2(-half, -low), center + vec2(half, -low), center + vec2(0.0, half)]
    };
    ui.painter().add(Shape::convex_polygon(corners, color, Stroke::NONE));
    if response.has_focus() {
        ui.painter().rect_stroke(response.rect.expand(1.0), 3.0, Stroke::new(2.0, palette.action), StrokeKind::Inside);
    }
}
