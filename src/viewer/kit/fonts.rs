//! The bundled fonts: Noto Sans for Latin and Greek, Noto Sans JP for Japanese; see `resources/fonts`.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

use super::theme::STRONG;

/// Installs the fonts. Whatever they lack is looked for in those of the system.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let bundled: [(&str, &'static [u8]); 4] = [
        ("Noto Sans", include_bytes!("../../../resources/fonts/NotoSans-Regular.ttf")),
        ("Noto Sans SemiBold", include_bytes!("../../../resources/fonts/NotoSans-SemiBold.ttf")),
        ("Noto Sans JP", include_bytes!("../../../resources/fonts/NotoSansJP-Regular.otf")),
        ("Noto Sans JP Bold", include_bytes!("../../../resources/fonts/NotoSansJP-Bold.otf")),
    ];
    for (name, bytes) in bundled {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let family = |first: [&str; 3]| {
        let names = first.into_iter().map(str::to_owned);
        names.chain(["Hack".to_owned()]).chain(fallbacks.iter().cloned()).collect::<Vec<_>>()
    };
    let regular = family(["Noto Sans", "Noto Sans JP", "Noto Sans JP Bold"]);
    let strong = family(["Noto Sans SemiBold", "Noto Sans JP Bold", "Noto Sans JP"]);
    fonts.families.insert(FontFamily::Proportional, regular);
    fonts.families.insert(FontFamily::Name(STRONG.into()), strong);
    if let Some(monospace) = fonts.families.get_mut(&FontFamily::Monospace) {
        monospace.push("Noto Sans JP".to_owned());
    }
    ctx.set_fonts(fonts);
}
