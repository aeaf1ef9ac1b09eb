//! Web pages that need no network: an animated figure in one file.

mod data;
mod differences;
mod figure;
mod shapes;
mod template;

pub use figure::{FigurePage, MOST_PAGE_FRAMES, figure_page, save_figure_page};
