//! The fonts of pictures and of the window, bundled with the program; see `resources/fonts`.

/// Font bundled with the program.
#[derive(Debug)]
pub struct Font {
    /// Font name, such as `Noto Sans`.
    pub name: &'static str,
    /// Contents of the font file.
    pub file: &'static [u8],
    /// Whether the font is for headings and other emphasis.
    pub is_strong: bool,
}

/// The bundled fonts: a character is taken from the first one that has it. Each language of the interface needs fonts with its
/// characters here.
pub static FONTS: [Font; 4] = [
    Font { name: "Noto Sans", file: include_bytes!("../../resources/fonts/NotoSans-Regular.ttf"), is_strong: false },
    Font {
        name: "Noto Sans SemiBold",
        file: include_bytes!("../../resources/fonts/NotoSans-SemiBold.ttf"),
        is_strong: true,
    },
    Font {
        name: "Noto Sans JP",
        file: include_bytes!("../../resources/fonts/NotoSansJP-Regular.otf"),
        is_strong: false,
    },
    Font {
        name: "Noto Sans JP Bold",
        file: include_bytes!("../../resources/fonts/NotoSansJP-Bold.otf"),
        is_strong: true,
    },
];
