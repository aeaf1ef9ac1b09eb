//! Instructions to record your own program: the smallest trace, what to do with it, and further reading. Reads only the language;
//! pushes no commands.

use egui::{Frame, Label, Margin, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{HEADING, Palette, strong};
use crate::viewer::kit::widgets::set_name;
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text};

/// The smallest trace, as in the document on the format.
const SMALLEST_STREAM: &str = r#"{"edagari": 1}
{"event": "enter", "node": 1}
{"event": "enter", "node": 2, "move": "a"}
{"event": "leave", "node": 2, "score": 3}
{"event": "enter", "node": 3, "move": "b"}
{"event": "leave", "node": 3, "score": 7}
{"event": "leave", "node": 1, "score": 7}"#;

const OPEN: &str = "edagari view game.jsonl
my-engine | edagari view -
edagari check game.jsonl --against-minimax";

const IN_RUST: &str = "cargo run --example record_your_search --no-default-features > nim.jsonl
edagari view nim.jsonl";

const FILES: &str = "docs/trace-format.md
examples/record_your_search.rs
examples/emit/search.py
examples/emit/search.c";

/// Texts to copy, each below its name.
const BLOCKS: [(Text, &str); 4] = [
    (Text::RecordOwnStream, SMALLEST_STREAM),
    (Text::RecordOwnOpen, OPEN),
    (Text::RecordOwnRust, IN_RUST),
    (Text::RecordOwnFiles, FILES),
];

/// Maximum width of the contents.
const WIDTH: f32 = 760.0;

/// The panel, without state.
#[derive(Debug, Default)]
pub(crate) struct RecordYourOwn;

impl Panel for RecordYourOwn {
    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        let language = session.settings.language;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.set_max_width(WIDTH);
            ui.add_space(4.0);
            ui.label(strong(language.text(Text::ActRecordYourOwn), HEADING));
            ui.add(Label::new(language.text(Text::RecordOwnAbout)).wrap());
            for (name, text) in BLOCKS {
                block_ui(ui, name, text, language);
            }
        });
    }
}

/// Draws selectable lines, with a button that copies them all.
fn block_ui(ui: &mut Ui, name: Text, text: &str, language: Language) {
    let palette = Palette::of(ui);
    let name = language.text(name);
    ui.add_space(10.0);
    ui.add(Label::new(RichText::new(name).color(palette.secondary)).wrap());
    let frame = Frame::new().fill(palette.ground).corner_radius(6).inner_margin(Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(text).monospace()).selectable(true).wrap());
    });
    let copy = ui.button(language.text(Text::AboutCopy));
    set_name(ui, copy.id, &language.fill(Text::CopyNamed, &[("text", name)]));
    if copy.clicked() {
        ui.copy_text(format!("{text}\n"));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn named_files_and_commands_exist() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        for file in FILES.lines() {
            assert!(folder.join(file).is_file(), "{file}");
        }
        let format = std::fs::read_to_string(folder.join("docs/trace-format.md")).expect("the document");
        assert!(format.contains(SMALLEST_STREAM), "the document has the same");
        let example = std::fs::read_to_string(folder.join("examples/record_your_search.rs")).expect("the example");
        let command = IN_RUST.lines().next().expect("a line");
        assert!(example.contains(command), "the example is begun like this");
    }
}
