//! Small widgets shared by many panels.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::text::{ByteIndex, CCursor, CCursorRange, LayoutJob, TextFormat, TextWrapping};
use egui::text_edit::TextEditState;
use egui::{
    Align, Button, Color32, Galley, Id, Layout, ProgressBar, RichText, Role, Stroke, TextEdit, Ui, WidgetText, vec2,
};
use egui_plot::{GridMark, Plot};

use super::right_to_left::rows_in_visual_order;
use super::screen::row_height;
use super::theme::{Palette, SECONDARY, SMALL, font, strong};
use crate::platform::dialogs::SHOWS_FOLDERS;
use edagari_core::language::{Language, Term, Text, begins_no_line, ends_no_line, has_right_to_left, visible};

/// Time between two updates of a progress bar.
const PROGRESS_TICK: Duration = Duration::from_millis(100);
/// Maximum number of letters that are considered too few for a last line.
const LEFT_OVER: usize = 5;

/// Whether the desktop is X11 or Wayland.
pub(crate) const IS_FREE_DESKTOP: bool = cfg!(all(unix, not(target_os = "macos")));

/// Sets the level of a tree item, from 1. `AccessKit` does not pass levels to Linux screen readers, so there the level is also
/// described as text.
pub(crate) fn set_level(item: &mut egui::accesskit::Node, level: usize, language: Language) {
    item.set_level(level);
    if IS_FREE_DESKTOP {
        item.set_description(language.fill(Text::LevelOfNode, &[("level", &language.number(level as u64))]));
    }
}

/// Sets the accessible name of a widget that egui names after its value.
pub(crate) fn set_name(ui: &Ui, id: Id, name: &str) {
    ui.accesskit_node_builder(id, |node| node.set_label(name));
}

/// Makes a region a landmark, so that a screen reader can name it and go to it.
pub(crate) fn landmark(ui: &Ui, role: Role, name: &str) {
    ui.accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}

/// Announces the next widget to egui. A widget that was not in the previous redraw causes two more redraws, because its state
/// could differ; an announced one does not.
pub(crate) fn announce(ui: &Ui) {
    ui.interact(egui::Rect::NOTHING, ui.next_auto_id(), egui::Sense::hover());
}

/// Draws a selectable line, with a note at its end.
pub(crate) fn choice_ui(ui: &mut Ui, text: &str, is_chosen: bool, note: &str) -> egui::Response {
    let note = RichText::new(note).size(SECONDARY).color(Palette::of(ui).secondary);
    let button = Button::selectable(is_chosen, text).right_text(note);
    let response = ui.add_sized(vec2(ui.available_width(), 24.0), button);
    set_name(ui, response.id, text);
    response
}

/// Gives a text field the keyboard in the first redraw that contains it, so that keys typed earlier reach the field. A text that it already has is
/// selected, so that typing replaces it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FirstFocus {
    is_wanted: bool,
    selects: bool,
}

impl FirstFocus {
    /// Requests the keyboard for the field drawn next.
    pub(crate) const fn wanted() -> Self {
        Self::wanted_if(true)
    }

    /// Like [`Self::wanted`], if the panel shows its field.
    pub(crate) const fn wanted_if(has_field: bool) -> Self {
        Self { is_wanted: has_field, selects: has_field }
    }

    /// Draws the field, and gives it the keyboard if requested.
    pub(crate) fn field_ui(&mut self, ui: &mut Ui, field: TextEdit<'_>) -> egui::Response {
        self.selecting_ui(ui, 0..usize::MAX, field)
    }

    /// Draws a wide field for the name of a file, and gives it the keyboard if requested; then the name is selected without folder and extension.
    pub(crate) fn file_field_ui(&mut self, ui: &mut Ui, file: &mut String) -> egui::Response {
        let stem = stem_of(file);
        self.selecting_ui(ui, stem, TextEdit::singleline(file).hint_text("game.edagari").desired_width(f32::INFINITY))
    }

    fn selecting_ui(&mut self, ui: &mut Ui, selected: Range<usize>, field: TextEdit<'_>) -> egui::Response {
        let id = ui.make_persistent_id("first field");
        // In its first redraws a panel can have another layout, and so another id: the request is repeated until the field has
        // the keyboard.
        if self.is_wanted && ui.is_visible() {
            if ui.memory(|memory| memory.has_focus(id)) {
                self.is_wanted = false;
            } else {
                ui.memory_mut(|memory| memory.request_focus(id));
                // Only once: what has been typed since must not be selected.
                let ends = if std::mem::take(&mut self.selects) { selected } else { usize::MAX..usize::MAX };
                let mut state = TextEditState::load(ui, id).unwrap_or_default();
                state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(ends.start), CCursor::new(ends.end))));
                state.store(ui, id);
            }
        }
        ui.add(field.id(id))
    }
}

/// Returns the place of the name of a file without its folder and extension, in characters.
fn stem_of(file: &str) -> Range<usize> {
    let name = file.rfind(['/', '\\']).map_or(0, |separator| separator + 1);
    let is_extension = |&dot: &usize| dot > name && file[dot + 1..].chars().all(char::is_alphabetic);
    let end = file.rfind('.').filter(is_extension).unwrap_or(file.len());
    file[..name].chars().count()..file[..end].chars().count()
}

/// Draws a check box that is visible on every ground.
pub(crate) fn check_ui(ui: &mut Ui, is_on: &mut bool, text: impl Into<egui::WidgetText>) -> egui::Response {
    seen_ui(ui, |ui| ui.checkbox(is_on, text.into()))
}

/// Draws a radio button that is visible on every ground.
pub(crate) fn radio_ui<T: PartialEq>(ui: &mut Ui, chosen: &mut T, one: T, text: &str) -> egui::Response {
    seen_ui(ui, |ui| ui.radio_value(chosen, one, text))
}

fn seen_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let palette = Palette::of(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            widget.bg_fill = palette.node;
        }
        widgets.inactive.bg_stroke = Stroke::new(1.0, palette.secondary);
        contents(ui)
    })
    .inner
}

/// Draws a button, called `name`, with a menu that saves a file: a field for the file without its extension, and a button
/// for each extension. Returns the file to save.
pub(crate) fn save_menu_ui(
    ui: &mut Ui,
    name: &str,
    file: &mut String,
    endings: &[&str],
    language: Language,
) -> Option<PathBuf> {
    let mut wanted = None;
    let button = ui.menu_button(RichText::new(language.text(Text::SaveChart)).size(SMALL), |ui| {
        ui.set_min_width(280.0);
        ui.label(language.text(Text::SaveAs));
        let field = ui.add(TextEdit::singleline(file).desired_width(260.0));
        set_name(ui, field.id, language.text(Text::SaveAs));
        folder_ui(ui, file, language);
        ui.horizontal(|ui| {
            for ending in endings {
                if ui.button(ending.to_uppercase()).clicked() {
                    wanted = Some(PathBuf::from(format!("{}.{ending}", file.trim())));
                    ui.close();
                }
            }
        });
    });
    set_name(ui, button.response.id, name);
    wanted
}

/// Shows the folder to which a file will be written, on systems with folders.
pub(crate) fn folder_ui(ui: &mut Ui, file: &str, language: Language) {
    let path = std::path::absolute(file.trim()).ok();
    if let Some(folder) = path.as_deref().and_then(Path::parent).filter(|_| SHOWS_FOLDERS) {
        let text = language.fill(Text::InFolder, &[("folder", &folder.display().to_string())]);
        let text = RichText::new(visible(&text)).size(SMALL).color(Palette::of(ui).secondary);
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Formats an amount of memory: `12 MiB`, `1.5 GiB`.
pub(crate) fn memory_text(bytes: u64, language: Language) -> String {
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    if bytes < GIB {
        format!("{} MiB", language.number(bytes.div_ceil(MIB)))
    } else {
        let tenths = (bytes as f64 / GIB as f64 * 10.0).round() as u64;
        format!("{}.{} GiB", language.number(tenths / 10), tenths % 10)
    }
}

/// Draws the progress of background work, with text on the bar and a button to cancel; returns whether that was clicked.
pub(crate) fn progress_ui(ui: &mut Ui, share: f32, words: Option<String>, language: Language) -> bool {
    ui.request_repaint_after(PROGRESS_TICK);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let cancel = ui.button(language.text(Text::Cancel));
            let bar = ProgressBar::new(share).desired_width(ui.available_width());
            ui.add(match words {
                Some(words) => bar.text(words),
                None => bar.show_percentage(),
            });
            cancel.clicked()
        })
        .inner
    })
    .inner
}

/// Shows that work was cancelled; returns whether the user restarts it.
pub(crate) fn cancelled_ui(ui: &mut Ui, language: Language) -> bool {
    ui.horizontal(|ui| {
        ui.label(language.text(Text::WorkCancelled));
        ui.button(language.text(Text::WorkAgain)).clicked()
    })
    .inner
}

/// Draws wrapped text whose last line is never only a few letters, and whose numbers stay with their counters.
pub(crate) fn prose_ui(ui: &mut Ui, words: impl Into<RichText>) -> egui::Response {
    let words: WidgetText = words.into().into();
    let job = words.into_layout_job(ui.style(), egui::FontSelection::Default, ui.text_valign());
    let (text, width) = (job.text.clone(), ui.available_width());
    let is_turned = has_right_to_left(&text);
    let laid_out = |share: f32| {
        let mut job = LayoutJob::clone(&job);
        if is_turned {
            let layout = |job| ui.fonts_mut(|fonts| fonts.layout_job(job));
            return rows_in_visual_order(&job, width * share, layout);
        }
        job.wrap.max_width = width * share;
        ui.fonts_mut(|fonts| with_breaks(job, |job| fonts.layout_job(job)))
    };
    let whole = laid_out(1.0);
    let is_left_over = |galley: &egui::Galley| {
        galley.rows.len() > 1 && galley.rows.last().is_some_and(|last| last.glyphs.len() <= LEFT_OVER)
    };
    let narrower = [0.94, 0.88, 0.82].into_iter().map(laid_out);
    let balanced = if is_left_over(&whole) {
        narrower.into_iter().find(|galley| galley.rows.len() == whole.rows.len() && !is_left_over(galley))
    } else {
        None
    };
    let response = ui.add(egui::Label::new(balanced.unwrap_or(whole)));
    ui.accesskit_node_builder(response.id, |node| node.set_value(text));
    response
}

/// Lays out the texts of a row of a list, each in its colour, in at most `lines` lines.
pub(crate) fn row_text(ui: &Ui, texts: &[(&str, Color32)], lines: usize) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    for &(text, color) in texts {
        job.append(text, 0.0, TextFormat { font_id: font(SECONDARY), color, ..TextFormat::default() });
    }
    // The row has margins.
    job.wrap = TextWrapping { max_width: ui.available_width() - 12.0, max_rows: lines, ..TextWrapping::default() };
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Returns the height of a row of a list with `lines` lines of text.
pub(crate) fn lines_height(ui: &Ui, lines: usize) -> f32 {
    let line = ui.fonts_mut(|fonts| fonts.row_height(&font(SECONDARY)));
    line * lines as f32 + 4.0
}

/// Lays out a text. Adds line breaks where egui would break a line between a number and its
/// counter, before a letter that must not begin a line, or after one that must not end it.
fn with_breaks(mut job: LayoutJob, mut layout: impl FnMut(LayoutJob) -> Arc<Galley>) -> Arc<Galley> {
    loop {
        let galley = layout(job.clone());
        let mut end = 0;
        let mut rows = galley.rows.iter().map(|row| {
            let start = end;
            end += row.text().len() + usize::from(row.ends_with_newline);
            (start..end, row.ends_with_newline)
        });
        let better = rows.find_map(|(row, is_ended)| (!is_ended).then(|| better_break(&job.text, row)).flatten());
        let (Some(at), [section]) = (better, &mut job.sections[..]) else { return galley };
        job.text.insert(at, '\n');
        section.byte_range.end = ByteIndex(job.text.len());
    }
}

/// Returns the place at which a line must end instead of its current end; `None` if the current end
/// is good, or the line is a single piece.
fn better_break(text: &str, row: std::ops::Range<usize>) -> Option<usize> {
    const NO_BREAK: char = '\u{a0}';
    let (line, after) = (text.get(row.clone())?, text.get(row.end..).filter(|after| !after.is_empty())?);
    if let Some(number) = line.strip_suffix(NO_BREAK) {
        let is_within = |letter: char| u32::from(letter) < 0x2e80 && !letter.is_whitespace();
        let number = row.start + number.trim_end_matches(is_within).len();
        return (number > row.start).then_some(number);
    }
    let may_break = |before: &str, after: &str| {
        let joins = after.starts_with(begins_no_line) && !before.ends_with(char::is_whitespace);
        let is_in_word = before.ends_with(is_katakana) && after.starts_with(is_katakana);
        !joins && !is_in_word && !before.ends_with(ends_no_line)
    };
    if may_break(line, after) {
        return None;
    }
    // Only between Japanese letters: words and formulas stay whole.
    let mut places = line.char_indices().rev().map(|(at, _)| row.start + at).take_while(|&at| at > row.start);
    places.find(|&at| text[..at].ends_with(is_wide) && may_break(&text[..at], &text[at..]))
}

/// Whether a letter is part of a word in katakana, which is easier to read if it stays whole.
fn is_katakana(letter: char) -> bool {
    ('ァ'..='ヺ').contains(&letter) || letter == 'ー'
}

/// Whether a letter is a Japanese letter or sign, between which lines can break.
fn is_wide(letter: char) -> bool {
    u32::from(letter) >= 0x2e80
}

/// Draws two columns with a gap.
pub(crate) fn two_columns_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut [Ui]) -> R) -> R {
    const GAP: f32 = 28.0;
    let spacing = ui.spacing().item_spacing.x;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.columns(2, |columns| {
            for column in &mut *columns {
                column.spacing_mut().item_spacing.x = spacing;
            }
            contents(columns)
        })
    })
    .inner
}

/// Draws a heading or the name of a figure; if it is in the glossary, as a link. Returns the term when the link is clicked.
pub(crate) fn term_ui(ui: &mut Ui, text: Text, label: egui::Label, language: Language) -> Option<Term> {
    let Some(term) = Term::of(text) else {
        ui.add(label);
        return None;
    };
    term_link_ui(ui, term, label, language).then_some(term)
}

/// Draws a label that links to a term of the glossary; returns whether it was clicked.
pub(crate) fn term_link_ui(ui: &mut Ui, term: Term, label: egui::Label, language: Language) -> bool {
    let shown = label.text().to_owned();
    let response = ui.add(label.sense(egui::Sense::click()));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, &shown));
    let tooltip = language.fill(Text::GlossaryOpen, &[("term", term.name(language))]);
    ui.accesskit_node_builder(response.id, |node| node.set_description(tooltip));
    response.on_hover_text(term.about(language)).on_hover_cursor(egui::CursorIcon::Help).clicked()
}

/// Draws a small heading.
pub(crate) fn section_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    ui.label(strong(text, SECONDARY).color(color));
}

/// Draws a sentence in a frame with space for `lines` lines, so that widgets below do not move; screen readers announce its changes.
pub(crate) fn sentence_ui(ui: &mut Ui, sentence: &str, lines: u8) {
    let palette = Palette::of(ui);
    let frame = egui::Frame::new()
        .fill(palette.ground)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(4.0 + 18.0 * f32::from(lines));
        let response = prose_ui(ui, sentence);
        ui.accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
    });
}

/// Draws a row between a heading and its contents.
pub(crate) fn bar_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    let ground = Palette::of(ui).ground;
    egui::Frame::new().fill(ground).inner_margin(egui::Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.set_height(row_height(ui, 26.0));
        ui.horizontal_centered(contents);
    });
}

/// Returns a plot that the pointer does not move, with marks at its axes instead of a grid.
pub(crate) fn still_plot<'a>(id: &'static str) -> Plot<'a> {
    let plot = Plot::new(id).allow_scroll(false).allow_zoom(false).allow_drag(false).allow_boxed_zoom(false);
    plot.show_grid(false)
}

/// Returns grid marks at `values`, all labelled.
pub(crate) fn marks_at(values: impl IntoIterator<Item = f64>) -> Vec<GridMark> {
    values.into_iter().map(|value| GridMark { value, step_size: 1e3 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_on_the_line_of_their_counters() {
        const TEXT: &str = "この探索は 12\u{a0}個のノードを 3\u{a0}回訪問し、1,204\u{a0}件を登録しました。";
        let torn = |galley: &Galley| {
            let ends = |row: &egui::epaint::text::PlacedRow| row.text().ends_with('\u{a0}');
            galley.rows.iter().any(ends)
        };
        let mut torn_by_egui = 0;
        egui::__run_test_ui(|ui| {
            for width in (80..400).step_by(3) {
                let job = LayoutJob::simple(
                    TEXT.to_owned(),
                    super::super::theme::font(13.0),
                    egui::Color32::WHITE,
                    width as f32,
                );
                torn_by_egui += usize::from(torn(&ui.fonts_mut(|fonts| fonts.layout_job(job.clone()))));
                let galley = ui.fonts_mut(|fonts| with_breaks(job, |job| fonts.layout_job(job)));
                assert!(!torn(&galley), "{width} points wide");
                assert_eq!(galley.text().replace('\n', ""), TEXT);
            }
        });
        assert!(torn_by_egui > 3, "{torn_by_egui} widths");
    }

    #[test]
    fn lines_begin_and_end_with_letters_that_may() {
        const TEXT: &str =
            "ウィンドウ（α と β）の外では、ルートのスコアーは「カット」と「ちょっとした」エラーになります。";
        let ill = |galley: &Galley| {
            let texts: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
            texts.iter().skip(1).any(|row| row.starts_with(begins_no_line))
                || texts.iter().any(|row| row.ends_with(ends_no_line))
        };
        let mut ill_by_egui = 0;
        egui::__run_test_ui(|ui| {
            for width in (60..500).step_by(3) {
                let font = super::super::theme::font(13.0);
                let job = LayoutJob::simple(TEXT.to_owned(), font, egui::Color32::WHITE, width as f32);
                ill_by_egui += usize::from(ill(&ui.fonts_mut(|fonts| fonts.layout_job(job.clone()))));
                let galley = ui.fonts_mut(|fonts| with_breaks(job, |job| fonts.layout_job(job)));
                assert!(
                    !ill(&galley),
                    "{width} points wide: {:?}",
                    galley.rows.iter().map(|row| row.text()).collect::<Vec<_>>()
                );
                assert_eq!(galley.text().replace('\n', ""), TEXT);
            }
        });
        assert!(ill_by_egui > 3, "{ill_by_egui} widths");
    }
}
