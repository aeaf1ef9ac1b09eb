//! Web pages that need no network, each one file: an animated figure, a lesson, interactive exercises, or the program itself with its runs.

mod activities;
mod app;
mod data;
mod exercise;
mod exercise_data;
mod exercise_refused;
mod figure;
mod lesson;
mod once;
mod pieces;
mod shapes;

pub use app::{APP_PAGE, AppPage, app_page, save_app_page};
pub use exercise::exercise_page;
pub use exercise_refused::{ExercisePageRefused, MOST_PAGE_EXERCISES, MOST_PAGE_NODES};
pub use figure::{FigurePage, MOST_PAGE_FRAMES, figure_page, save_figure_page};
pub use lesson::{LessonPage, lesson_page, save_lesson_page};
