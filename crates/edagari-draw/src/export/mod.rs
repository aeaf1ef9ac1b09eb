//! Export of pictures and tables as files. The files are the same on every machine, because fonts are bundled.

mod animation;
mod chart;
mod fonts;
mod page;
mod pdf;
mod picture;
mod rows;
mod sheet;
mod small_svg;
mod svg;
mod tikz;
mod write;

pub use animation::{Animation, DEFAULT_FPS, MAX_GIF_FPS, MAX_PICTURES, save_animation};
pub use chart::{chart_pdf, chart_png, chart_svg, save_chart};
pub use fonts::{Font, LaterFont, fonts, has_rare_kanji, is_rare_kanji};
pub use page::{
    APP_PAGE, AppPage, ExercisePageRefused, FigurePage, LessonPage, MAX_PAGE_EXERCISES, MAX_PAGE_FRAMES,
    MAX_PAGE_NODES, PAIR_SIZE, app_page, exercise_page, figure_page, figure_pair_page, lesson_page, question_page,
    save_app_page, save_figure_page, save_figure_pair_page, save_lesson_page,
};
pub use picture::{
    PICTURE_SIZE, Picture, before_after_paths, picture_pdf, picture_png, picture_svg, picture_tikz, save_before_after,
    save_picture, save_tikz,
};
pub use rows::{Rows, RowsOf, save_frame_rows, save_proof_tree, save_rows};
pub use sheet::{
    ExercisePicture, Filled, MAX_A_PAGE, NotesRefused, Paper, Sheets, check_exercise_file, exercise_notes,
    exercise_picture, exercise_svg, exercise_tikz, key_csv, moodle_xml, qti_zip, save_exercises, sheets_pdf,
};
pub use write::ExportError;
