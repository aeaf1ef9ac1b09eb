//! Buttons and keys to the frames at which a value of the selected node changes.

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::widgets::{announce, set_name};
use crate::viewer::session::{Run, Session};
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::{Field, Trace};
use egui::{Button, RichText, Ui, vec2};

/// The height of a row with a value, in points.
pub(super) const ROW: f32 = 19.0;
/// The width of the two buttons, in points.
pub(super) const BUTTONS: f32 = 44.0;

/// The actions to the previous and to the next change, and the values to which they apply: in a search with windows, in a Monte-Carlo
/// tree search, and in a proof-number search, which have different values in the same rows.
const CHANGES: [([Action; 2], [Field; 3]); 6] = [
    ([Action::PreviousStateChange, Action::NextStateChange], [Field::State; 3]),
    ([Action::PreviousAlphaChange, Action::NextAlphaChange], [Field::Alpha, Field::Visits, Field::Proof]),
    ([Action::PreviousBetaChange, Action::NextBetaChange], [Field::Beta, Field::Total, Field::Disproof]),
    ([Action::PreviousScoreChange, Action::NextScoreChange], [Field::Score, Field::Mean, Field::Score]),
    ([Action::PreviousExplorationChange, Action::NextExplorationChange], [Field::Exploration; 3]),
    ([Action::PreviousSumChange, Action::NextSumChange], [Field::Sum; 3]),
];

/// Returns the place, in a list of [`CHANGES`], of the values of a trace.
fn kind_of(trace: &Trace) -> usize {
    match (trace.samples(), trace.proofs()) {
        (None, None) => 0,
        (Some(_), _) => 1,
        (None, Some(_)) => 2,
    }
}

/// Returns the value to whose changes an action goes, and whether it goes forward; `None` for any other action.
pub(crate) fn field_of_action(trace: &Trace, action: Action) -> Option<(Field, bool)> {
    let (actions, fields) = CHANGES.iter().find(|(actions, _)| actions.contains(&action))?;
    Some((fields[kind_of(trace)], action == actions[1]))
}

/// Returns the action that goes to the previous or the next change of a value; other values have none.
fn action_of(trace: &Trace, field: Field, forward: bool) -> Option<Action> {
    let (actions, _) = CHANGES.iter().find(|(_, fields)| fields[kind_of(trace)] == field)?;
    Some(actions[usize::from(forward)])
}

/// Returns the name of a value within a sentence: "the state", "α", the name of a column.
pub(crate) fn field_name(trace: &Trace, field: Field, language: Language) -> String {
    let name = match field {
        Field::State => language.text(Text::FieldState),
        Field::Alpha => "α",
        Field::Beta => "β",
        Field::Score => language.text(Text::FieldScore),
        Field::Given => language.text(Text::FieldGiven),
        Field::Visits if trace.samples().is_some() => "N",
        Field::Visits => language.text(Text::FieldVisits),
        Field::Total => "W",
        Field::Mean => "Q",
        Field::Exploration => "U",
        Field::Sum => "Q + U",
        Field::Proof => "pn",
        Field::Disproof => "dn",
        Field::Column(index) => {
            let column = trace.columns().get(index);
            return column.map_or_else(String::new, |column| visible(column.name()).into_owned());
        }
    };
    name.to_owned()
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
        let label = language.fill(text, &[("field", &name)]);
        let keys = action_of(&run.trace, field, forward).and_then(|action| action.shortcuts().first());
        let tooltip = keys.map_or_else(|| label.clone(), |keys| format!("{label} ({})", keys_text(ui.ctx(), keys)));
        announce(ui);
        let button = ui.add(Button::new(RichText::new(sign).strong()).small().min_size(vec2(20.0, 17.0)));
        set_name(ui, button.id, &label);
        if button.on_hover_text(tooltip).clicked() {
            commands.push(Command::ToChange { run: run.id, field, forward });
        }
    }
}
