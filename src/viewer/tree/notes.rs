//! The notes above the tree of a run: the reason why its recording ended early, and the way its frame was found.

use egui::{Color32, Frame, Label, Margin, RichText, Ui};

use crate::viewer::kit::theme::{Palette, SECONDARY, strong};
use crate::viewer::session::{Followed, Run};
use edagari_core::analysis::Relation;
use edagari_core::language::{Language, Text};
use edagari_core::trace::Ending;

/// Shows the notes that last as long as the trace does, in separate lines.
pub(super) fn lasting_notes_ui(ui: &mut Ui, run: &Run, language: Language) {
    let notes = lasting_notes(run, language, &Palette::of(ui));
    if notes.is_empty() {
        return;
    }
    let frame = Frame::new().fill(Palette::of(ui).panel).inner_margin(Margin::symmetric(12, 4));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for (note, color) in notes {
            ui.add(Label::new(strong(note, SECONDARY).color(color)).wrap());
        }
    });
}

fn lasting_notes(run: &Run, language: Language, palette: &Palette) -> Vec<(String, Color32)> {
    let said = |text: Text| language.text(text).to_owned();
    let of_ending = match run.trace.ending {
        Ending::Cancelled => Some((said(Text::NoteCancelled), palette.cut)),
        Ending::MemoryLimit(limit) => {
            let limit = language.number(limit >> 20);
            Some((language.fill(Text::NoteMemoryLimit, &[("limit", &limit)]), palette.cut))
        }
        Ending::NotStarted if run.is_waiting => None,
        Ending::NotStarted if run.is_recording() => Some((said(Text::NoteRecording), palette.secondary)),
        Ending::CutShort if run.is_growing => Some((said(Text::NoteGrowing), palette.secondary)),
        Ending::CutShort => Some((said(Text::NoteCutShort), palette.cut)),
        Ending::NotStarted | Ending::Complete => None,
    };
    let passed_over = run.passed_over.as_ref().map(|passed_over| {
        let [count, line] = [passed_over.count, passed_over.line].map(|number| language.number(number));
        let values = [("count", &*count), ("line", &*line), ("text", &*passed_over.text)];
        (language.fill(Text::NotePassedOver, &values), palette.secondary)
    });
    of_ending
        .into_iter()
        .chain(passed_over)
        .chain(run.problem.iter().map(|problem| (problem.clone(), palette.cut)))
        .collect()
}

/// Shows how the frame of the run was found, if it is not the same moment as that of the active run. The note changes with the frames, so it is short
/// and has no line of its own: the tree keeps its size.
pub(super) fn followed_ui(ui: &mut Ui, run: &Run, language: Language) {
    let Some(followed) = &run.followed else { return };
    let palette = Palette::of(ui);
    let (short, whole, color) = match followed {
        Followed::Nowhere => {
            let [short, whole] =
                [Text::NothingInCommon, Text::NoteNothingInCommon].map(|text| language.text(text).to_owned());
            (short, whole, palette.text)
        }
        Followed::To(found) => {
            let Some(whole) = found.sentence(&run.trace, language) else { return };
            let (short, color) = match found.relation {
                Relation::Pruned(_) => (Text::BesideShortPruned, palette.cut),
                Relation::Skipped(_) => (Text::BesideShortSkipped, palette.cut),
                Relation::Answered(_) => (Text::BesideShortAnswered, palette.text),
                Relation::NotEntered(_) => (Text::BesideShortNotEntered, palette.text),
                Relation::Stopped => (Text::BesideShortStopped, palette.text),
                Relation::Outside => (Text::BesideShortOutside, palette.text),
                _ => (Text::BesideShortBefore, palette.secondary),
            };
            (language.fill(short, &[("frame", &language.number(found.frame as u64))]), whole, color)
        }
    };
    let label = Label::new(RichText::new(short).size(SECONDARY).strong().color(color)).extend().selectable(false);
    let response = ui.add(label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &whole));
    response.on_hover_text(&whole);
}
