//! Parsing of SVG into shapes, with text laid out in the bundled fonts.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{self, Options, Tree};

use super::ExportError;

/// Font families of the bundled fonts; a viewer without them uses its own fallback.
pub(super) const FAMILY: &str = "Noto Sans, Noto Sans CJK JP, sans-serif";

/// Fonts for text in pictures.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in &super::FONTS {
        fonts.load_font_data(font.file.to_vec());
    }
    Arc::new(fonts)
});

/// Parses an SVG text into shapes and laid-out text.
pub(super) fn svg_tree(svg: &str) -> Result<Tree, ExportError> {
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "Noto Sans".to_owned(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| ExportError::Drawing(error.to_string()))
}
