//! A value of the selected node, with buttons to the frames at which it changed before and changes next.

use egui::{Button, Color32, FontId, Label, RichText, Ui, vec2};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::theme::{Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::{announce, set_name, term_link_ui};
use crate::viewer::session::{Run, Session};
use edagari_core::language::{Language, Term, Text, visible};
use edagari_core::trace::{Field, Trace};

/// The height of a row, in points.
pub(super) const ROW: f32 = 19.0;
/// The width of the names, in points.
const NAMES: f32 = 46.0;
/// The width of the two buttons, in points.
const BUTTONS: f32 = 44.0;

/// Returns the name of a value within a sentence: "the state", "α", the name of a column.
pub(crate) fn field_name(trace: &Trace, field: Field, language: Language) -> String {
    match field {
        Field::State => language.text(Text::FieldState).to_owned(),
        Field::Alpha => "α".to_owned(),
        Field::Beta => "β".to_owned(),
        Field::Score => language.text(Text::FieldScore).to_owned(),
        Field::Column(index) => {
            trace.columns().get(index).map_or_else(String::new, |column| visible(column.name()).into_owned())
        }
    }
}

/// Returns the action that goes to the previous or the next change of a value; columns have none.
const fn action_of(field: Field, forward: bool) -> Option<Action> {
    Some(match (field, forward) {
        (Field::State, true) => Action::NextStateChange,
        (Field::State, false) => Action::PreviousStateChange,
        (Field::Alpha, true) => Action::NextAlphaChange,
        (Field::Alpha, false) => Action::PreviousAlphaChange,
        (Field::Beta, true) => Action::NextBetaChange,
        (Field::Beta, false) => Action::PreviousBetaChange,
        (Field::Score, true) => Action::NextScoreChange,
        (Field::Score, false) => Action::PreviousScoreChange,
        (Field::Column(_), _) => return None,
    })
}

/// A value and its representation in a row.
pub(super) struct Shown<'a> {
    pub(super) name: &'a str,
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
        let width = NAMES.max(ui.available_width() * 0.3).max(text_width(ui, shown.name, font(SECONDARY)) + 4.0);
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
                // A screen reader reads a label by its value, so that includes the name.
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

/// Shows buttons to the previous and to the next change of a value of the selected node.
pub(super) fn change_buttons_ui(ui: &mut Ui, session: &Session, run: &Run, field: Field, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let name = field_name(&run.trace, field, language);
    // Buttons have the height of a line of text, so that rows with buttons are no higher than others.
    ui.spacing_mut().interact_size.y = ROW - 2.0;
    ui.spacing_mut().button_padding.y = 0.0;
    for (sign, forward) in [("‹", false), ("›", true)] {
        let text = if forward { Text::NextChangeOf } else { Text::PreviousChangeOf };
        let said = language.fill(text, &[("field", &name)]);
        let keys = action_of(field, forward).and_then(|action| action.shortcuts().first());
        let tooltip = keys.map_or_else(|| said.clone(), |keys| format!("{said} ({})", keys_text(ui.ctx(), keys)));
        announce(ui);
        let button = ui.add(Button::new(RichText::new(sign).strong()).small().min_size(vec2(20.0, 17.0)));
        set_name(ui, button.id, &said);
        if button.on_hover_text(tooltip).clicked() {
            commands.push(Command::ToChange { run: run.id, field, forward });
        }
    }
}
