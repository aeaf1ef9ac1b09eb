//! The list of the lessons that come with Edagari, a button for each.

use egui::{Button, RichText, Ui, vec2};

use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, strong};
use edagari_core::language::{Language, Text};
use edagari_teach::note::{LESSONS, ShippedLesson};

/// Returns the lessons with their numbered titles.
pub(crate) fn numbered_lessons(language: Language) -> Vec<(&'static ShippedLesson, String)> {
    let titled = LESSONS.iter().filter_map(|lesson| Some((lesson, lesson.title()?)));
    let numbered = titled.enumerate();
    numbered.map(|(place, (lesson, title))| (lesson, format!("{} · {}", place + 1, title.text(language)))).collect()
}

/// Draws the titles of the lessons in `columns` columns; returns the clicked one.
pub(crate) fn lessons_ui(ui: &mut Ui, language: Language, columns: usize) -> Option<&'static ShippedLesson> {
    let lessons = numbered_lessons(language);
    if lessons.is_empty() {
        return None;
    }
    let color = Palette::of(ui).secondary;
    ui.add_space(4.0);
    ui.label(strong(language.text(Text::WelcomeLessons), BODY));
    ui.label(RichText::new(language.text(Text::WelcomeLessonsAbout)).size(SECONDARY).color(color));
    let mut chosen = None;
    for row in lessons.chunks(columns) {
        ui.columns(columns, |cells| {
            for (ui, (lesson, title)) in cells.iter_mut().zip(row) {
                let button = Button::new(title.as_str()).right_text("").truncate();
                if ui.add_sized(vec2(ui.available_width(), 26.0), button).clicked() {
                    chosen = Some(*lesson);
                }
            }
        });
    }
    chosen
}
