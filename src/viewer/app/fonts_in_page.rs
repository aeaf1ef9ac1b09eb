//! Fetches the font of rare kanji once the window shows one of them.

use egui::{Context, FullOutput, Plugin, Shape};

use crate::platform::fonts::fetch_rare_kanji;
use crate::viewer::kit::fonts;
use edagari_draw::export::{is_rare_kanji, rare_kanji};

/// egui plugin that looks at the texts of each redraw until it has fetched the font.
#[derive(Default)]
pub(super) struct FontsInPage {
    has_asked: bool,
}

impl Plugin for FontsInPage {
    fn debug_name(&self) -> &'static str {
        "fonts in the page"
    }

    fn output_hook(&mut self, context: &Context, output: &mut FullOutput) {
        if self.has_asked || !output.shapes.iter().any(|clipped| has_rare_kanji(&clipped.shape)) {
            return;
        }
        self.has_asked = true;
        if rare_kanji().is_some() {
            return;
        }
        let context = context.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if fetch_rare_kanji().await {
                fonts::install(&context);
                context.request_repaint();
            }
        });
    }
}

fn has_rare_kanji(shape: &Shape) -> bool {
    match shape {
        Shape::Text(text) => text.galley.text().chars().any(is_rare_kanji),
        Shape::Vec(shapes) => shapes.iter().any(has_rare_kanji),
        _ => false,
    }
}
