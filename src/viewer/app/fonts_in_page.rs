//! Fetches the fonts that a page has not from the start, once the window shows one of their characters.

use egui::{Context, FontFamily, FullOutput, Plugin, Shape};

use crate::platform::fonts::{can_fetch_again, fetch_font};
use crate::viewer::kit::fonts;
use crate::viewer::kit::theme::STRONG;
use edagari_core::platform::threads::pause;
use edagari_draw::export::LaterFont;

/// Time in milliseconds after which a font that could not be fetched is requested again; doubled each time.
const FIRST_WAIT: i32 = 4_000;

/// egui plugin that looks at the texts of each redraw until it has fetched the fonts.
#[derive(Default)]
pub(super) struct FontsInPage {
    requested: Vec<LaterFont>,
}

impl Plugin for FontsInPage {
    fn debug_name(&self) -> &'static str {
        "fonts in the page"
    }

    fn output_hook(&mut self, context: &Context, output: &mut FullOutput) {
        for font in LaterFont::ALL {
            if self.requested.contains(&font) || !output.shapes.iter().any(|clipped| needs(&clipped.shape, font)) {
                continue;
            }
            self.requested.push(font);
            if font.font().is_some() {
                continue;
            }
            let context = context.clone();
            wasm_bindgen_futures::spawn_local(async move {
                let mut wait = FIRST_WAIT;
                while !fetch_font(font).await {
                    if !can_fetch_again() {
                        return;
                    }
                    pause(wait).await;
                    wait = wait.saturating_mul(2);
                }
                fonts::install(&context);
                context.request_repaint();
            });
        }
    }
}

/// Whether a shape has a text with a character of the font.
fn needs(shape: &Shape, font: LaterFont) -> bool {
    match shape {
        Shape::Text(text) => {
            let job = &text.galley.job;
            job.sections.iter().any(|section| {
                let is_strong = section.format.font_id.family == FontFamily::Name(STRONG.into());
                let bytes = section.byte_range.start.0..section.byte_range.end.0;
                job.text.get(bytes).is_some_and(|text| text.chars().any(|character| font.is_for(character, is_strong)))
            })
        }
        Shape::Vec(shapes) => shapes.iter().any(|shape| needs(shape, font)),
        _ => false,
    }
}
