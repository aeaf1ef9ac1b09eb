//! Web pages that need no network, each one file: an animated figure, a lesson, interactive exercises, or the program itself with its runs.

mod activities;
mod app;
mod cross_out;
mod data;
mod exercise;
mod exercise_data;
mod exercise_refused;
mod figure;
mod figure_pair;
mod lesson;
mod lesson_step;
mod once;
mod pieces;
mod questions;
mod shapes;

pub use app::{APP_PAGE, AppPage, app_page, save_app_page};
pub use exercise::exercise_page;
pub use exercise_refused::{ExercisePageRefused, MAX_PAGE_EXERCISES, MAX_PAGE_NODES};
pub use figure::{FigurePage, MAX_PAGE_FRAMES, figure_page, save_figure_page};
pub use figure_pair::{PAIR_SIZE, figure_pair_page, save_figure_pair_page};
pub use lesson::{LessonPage, lesson_page, save_lesson_page};
pub use questions::question_page;

/// Checks that the hashes are those of style and script, and that the script is short and turns no text into code or elements.
#[cfg(test)]
fn assert_safe((style, style_hash): (&str, &str), (script, script_hash): (&str, &str), most_bytes: usize) {
    use base64::Engine as _;
    use sha2::Digest as _;

    let hash = |text: &str| format!("sha256-{}", base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(text)));
    assert_eq!((style_hash, script_hash), (hash(style).as_str(), hash(script).as_str()));
    assert!(script.len() <= most_bytes, "{} bytes", script.len());
    for forbidden in ["innerHTML", "eval(", "insertAdjacentHTML", "document.write", "</script", "fetch("] {
        assert!(!script.contains(forbidden), "{forbidden}");
    }
}
