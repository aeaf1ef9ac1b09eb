//! Values of the colours, on a light and on a dark ground. Max and min, cut, table and current path remain distinguishable with
//! red-green colour blindness (after Okabe and Ito, 2008).

use super::Color;

/// Brightness of the background, which selects the values of all colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Ground {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
}

/// Medium for which a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Style {
    /// Screen, as in the window.
    #[default]
    Screen,
    /// White paper, readable without colours: greys, and states that differ in shape.
    Print,
    /// Projector: strong contrast, heavier lines and larger text.
    Projector,
}

impl Style {
    /// All styles, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Screen, Self::Print, Self::Projector];

    /// Scale of text, relative to the window's.
    #[must_use]
    pub const fn text_scale(self) -> f32 {
        match self {
            Self::Screen | Self::Print => 1.0,
            Self::Projector => 1.2,
        }
    }

    /// Scale of line widths, relative to the window's.
    #[must_use]
    pub const fn line_scale(self) -> f32 {
        match self {
            Self::Screen | Self::Print => 1.0,
            Self::Projector => 1.7,
        }
    }
}

/// Scale for numbers, on a light and on a dark ground: high values contrast most with the ground.
const STEPS: [(u32, u32); 8] = [
    (0x8f_c9a3, 0x4a_5aa8),
    (0x6c_b9a3, 0x3f_76b5),
    (0x4d_a7a5, 0x3b_93bb),
    (0x38_90a5, 0x45_aeb2),
    (0x2f_78a1, 0x64_c4a0),
    (0x2f_5e98, 0x8f_d68a),
    (0x36_4286, 0xc0_e37a),
    (0x36_2466, 0xf3_ee7c),
];
const PRINTED_STEPS: [u32; 8] =
    [0xd8_d8d8, 0xc0_c0c0, 0xa8_a8a8, 0x90_9090, 0x78_7878, 0x58_5858, 0x38_3838, 0x10_1010];
/// Colours for words (after Tol's muted scheme), on a light and on a dark ground.
const WORDS: [(u32, u32); 8] = [
    (0x33_2288, 0x8c_84e8),
    (0x3d_9cc4, 0x88_ccee),
    (0xb8_8a3a, 0xe0_c078),
    (0xcc_6677, 0xf0_8a98),
    (0x11_7733, 0x5f_bf75),
    (0x88_2255, 0xc8_6aa0),
    (0x44_aa99, 0x5f_d0bd),
    (0x8a_8a22, 0xc9_c95a),
];

impl Color {
    /// Returns the value of the colour as 0xRRGGBB in a style. Print has only one ground.
    #[must_use]
    pub const fn value_in(self, style: Style, ground: Ground) -> u32 {
        match (style, ground) {
            (Style::Screen, _) => self.value(ground),
            (Style::Print, _) => match self {
                Self::Max | Self::Current | Self::CurrentText | Self::Cut | Self::Only | Self::Text => 0x00_0000,
                Self::Min => 0x6a_6a6a,
                Self::MinText | Self::Table | Self::TableText | Self::SecondaryText => 0x44_4444,
                Self::Edge => 0x70_7070,
                Self::Line => 0xc8_c8c8,
                Self::Ground | Self::DepthShade | Self::Node => 0xff_ffff,
                Self::PrunedNode => 0xe6_e6e6,
                Self::Visited => 0x38_3838,
                Self::Unvisited | Self::Pruned => 0x85_8585,
                Self::FaintMax => 0x94_9494,
                Self::FaintMin => 0xc0_c0c0,
                Self::LastMove => 0xee_eeee,
                Self::Step(step) => PRINTED_STEPS[(step & 7) as usize],
                Self::Word(_) | Self::OtherWord => self.value(Ground::Light),
            },
            (Style::Projector, Ground::Light) => match self {
                Self::Text => 0x00_0000,
                Self::SecondaryText => 0x38_3c42,
                Self::Ground | Self::Node => 0xff_ffff,
                Self::DepthShade => 0xf2_f2f2,
                Self::Edge => 0x4a_4f55,
                Self::CurrentText => 0x6b_4900,
                color => color.value(Ground::Light),
            },
            (Style::Projector, Ground::Dark) => match self {
                Self::Text => 0xff_ffff,
                Self::SecondaryText => 0xd0_d4d8,
                Self::Ground => 0x00_0000,
                Self::DepthShade => 0x12_1416,
                Self::Node => 0x16_191c,
                Self::Edge => 0xb8_bec4,
                color => color.value(Ground::Dark),
            },
        }
    }

    /// Returns the value of the colour as 0xRRGGBB on a ground, for the screen.
    #[must_use]
    pub const fn value(self, ground: Ground) -> u32 {
        let (light, dark) = match self {
            Self::Max => (0x00_72b2, 0x56_b4e9),
            Self::Min => (0xd5_5e00, 0xf0_894a),
            Self::MinText => (0xb3_4700, 0xf0_894a),
            Self::Current => (0xe6_9f00, 0xf0_b429),
            Self::CurrentText => (0x86_5c00, 0xf0_b429),
            Self::Cut => (0xa6_3d7a, 0xd9_87b5),
            Self::Table => (0x00_9e73, 0x3f_c39a),
            Self::TableText => (0x00_7553, 0x3f_c39a),
            Self::Only => (0x5b_4fc4, 0xa8_9bf5),
            Self::Text => (0x1f_2328, 0xe6_e8ea),
            Self::SecondaryText => (0x63_686f, 0x9a_a1a9),
            Self::Line => (0xd9_d9d6, 0x33_383e),
            Self::Edge => (0x8b_9097, 0x7d_848c),
            Self::Ground => (0xfb_fbfa, 0x17_191c),
            Self::DepthShade => (0xf3_f4f2, 0x1b_1e21),
            Self::Node => (0xff_ffff, 0x22_262b),
            Self::PrunedNode => (0xc9_cace, 0x10_1214),
            Self::Visited => (0x38_3d43, 0xcd_d2d7),
            Self::Unvisited => (0x85_8b92, 0x6f_757c),
            Self::Pruned => (0xb7_739a, 0x9a_5f85),
            Self::FaintMax => (0x94_c4df, 0x38_627b),
            Self::FaintMin => (0xed_bb94, 0x78_5038),
            Self::LastMove => (0xf0_efe6, 0x2f_343a),
            Self::Step(step) => STEPS[(step & 7) as usize],
            Self::Word(word) => WORDS[(word & 7) as usize],
            Self::OtherWord => (0x7a_6250, 0xbf_a791),
        };
        match ground {
            Ground::Light => light,
            Ground::Dark => dark,
        }
    }
}
