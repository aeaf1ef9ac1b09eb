//! SVG as shapes, with words laid out in the bundled fonts.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{self, Options, Tree};

use super::ExportError;
use crate::language::Language;

/// The families of the bundled fonts; a viewer that lacks them takes its own.
pub(super) const FAMILY: &str = "Noto Sans, Noto Sans CJK JP, sans-serif";

/// The fonts that words in pictures are set in.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in Language::ALL.into_iter().flat_map(Language::fonts) {
        fonts.load_font_data(font.file.to_vec());
    }
    Arc::new(fonts)
});

/// The shapes and words of the text of an SVG file.
pub(super) fn svg_tree(svg: &str) -> Result<Tree, ExportError> {
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "Noto Sans".to_owned(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| ExportError::Drawing(error.to_string()))
}
