//! Rendering of the text of a note.

use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Frame, Label, Margin, Stroke, Ui};

use crate::viewer::kit::theme::{BODY, Palette, font, strong_font};
use edagari_core::language::visible;
use edagari_teach::note::{Block, Origin, Span};

/// Indentation of list items.
const INDENT: f32 = 16.0;

/// Draws the blocks of a text, one below the other.
pub(super) fn blocks_ui(ui: &mut Ui, blocks: &[Block]) {
    for block in blocks {
        block_ui(ui, block);
        ui.add_space(3.0);
    }
}

fn block_ui(ui: &mut Ui, block: &Block) {
    let palette = Palette::of(ui);
    match block {
        Block::Paragraph(spans) => spans_ui(ui, spans, BODY),
        Block::Heading(level, spans) => spans_ui(ui, &in_strong(spans), BODY + f32::from(4 - (*level).min(3))),
        Block::Code(text) => {
            let frame = Frame::new().fill(palette.ground).stroke(Stroke::new(1.0, palette.line));
            frame.inner_margin(Margin::same(6)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(egui::RichText::new(visible_lines(text)).monospace().size(BODY)).wrap());
            });
        }
        Block::List { first, items } => {
            for (place, item) in items.iter().enumerate() {
                let mark = first.map_or_else(|| "•".to_owned(), |first| format!("{}.", first + place as u64));
                ui.horizontal_top(|ui| {
                    ui.add_space(4.0);
                    ui.label(mark);
                    ui.vertical(|ui| blocks_ui(ui, item));
                });
            }
        }
        Block::Quote(blocks) => {
            ui.horizontal_top(|ui| {
                ui.add_space(INDENT);
                ui.vertical(|ui| blocks_ui(ui, blocks));
            });
        }
    }
}

/// Makes invisible characters of a foreign text visible, line by line.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

fn in_strong(spans: &[Span]) -> Vec<Span> {
    spans.iter().map(|span| Span { strong: true, ..span.clone() }).collect()
}

/// Draws a line of spans, with the targets of its links below it.
pub(super) fn spans_ui(ui: &mut Ui, spans: &[Span], size: f32) {
    let job = line(ui, spans, size);
    ui.add(Label::new(job).wrap());
    let is_page = |url: &&str| url.starts_with("https://") || url.starts_with("http://");
    for span in spans {
        if let Some(url) = span.link.as_deref().filter(is_page) {
            ui.hyperlink_to(visible(&span.text).into_owned(), url).on_hover_text(url);
        }
    }
}

/// Joins spans to one text with its styles.
pub(super) fn line(ui: &Ui, spans: &[Span], size: f32) -> LayoutJob {
    let palette = Palette::of(ui);
    let mut job = LayoutJob::default();
    for span in spans {
        let font = match (span.code, span.strong || span.origin == Origin::Computed) {
            (true, _) => FontId::monospace(size),
            (false, true) => strong_font(size),
            (false, false) => font(size),
        };
        let color = if span.origin == Origin::Fault { palette.cut } else { palette.text };
        let mut format = TextFormat { italics: span.emphasis, ..TextFormat::simple(font, color) };
        if span.code {
            format.background = palette.ground;
        }
        if span.link.is_some() {
            format.underline = Stroke::new(1.0, palette.action);
        }
        job.append(&visible_lines(&span.text), 0.0, format);
    }
    job
}

/// Joins spans to one text without styles.
pub(super) fn plain(spans: &[Span]) -> String {
    visible(&spans.iter().map(|span| span.text.as_str()).collect::<String>()).into_owned()
}
