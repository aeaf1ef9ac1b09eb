//! The values of the colours, on a light and on a dark ground. Max and min, cut, table and current path keep apart for people
//! who do not tell red from green (after Okabe and Ito, 2008).

use super::Color;

/// A set of values for all colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ground {
    /// Dark words on a light ground.
    #[default]
    Light,
    /// Light words on a dark ground.
    Dark,
}

impl Color {
    /// Its value as 0xRRGGBB.
    #[must_use]
    pub const fn value(self, ground: Ground) -> u32 {
        let (light, dark) = match self {
            Self::Max => (0x00_72b2, 0x56_b4e9),
            Self::Min => (0xd5_5e00, 0xf0_894a),
            Self::Current => (0xe6_9f00, 0xf0_b429),
            Self::CurrentText => (0x86_5c00, 0xf0_b429),
            Self::Cut => (0xa6_3d7a, 0xd9_87b5),
            Self::Table => (0x00_9e73, 0x3f_c39a),
            Self::Only => (0x5b_4fc4, 0xa8_9bf5),
            Self::Text => (0x1f_2328, 0xe6_e8ea),
            Self::SecondaryText => (0x63_686f, 0x9a_a1a9),
            Self::Line => (0xd9_d9d6, 0x33_383e),
            Self::Edge => (0x8b_9097, 0x7d_848c),
            Self::Ground => (0xfb_fbfa, 0x17_191c),
            Self::DepthShade => (0xf3_f4f2, 0x1b_1e21),
            Self::Node => (0xff_ffff, 0x22_262b),
            Self::PrunedNode => (0xc9_cace, 0x0c_0d0f),
            Self::LastMove => (0xf0_efe6, 0x2f_343a),
        };
        match ground {
            Ground::Light => light,
            Ground::Dark => dark,
        }
    }
}
