//! Seeded pseudo-random numbers, the same on every machine and in every version; random number crates do not guarantee that.

use crate::score::Score;

/// Hashes two numbers into one pseudo-random number: `SplitMix64`'s output function (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", OOPSLA 2014), applied to their combination.
#[inline]
#[must_use]
pub const fn mix(seed: u64, value: u64) -> u64 {
    let mut z = seed.rotate_left(25) ^ value.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Score {
    /// A score in the range from `lowest` to `highest`, selected by the pseudo-random number `random`.
    #[inline]
    pub(super) fn drawn((lowest, highest): (i32, i32), random: u64) -> Self {
        let (lowest, highest) = (i64::from(lowest), i64::from(highest));
        let count = (highest - lowest).unsigned_abs() + 1;
        Self::new((lowest + (random % count) as i64) as i32)
    }
}

/// Fisher–Yates shuffle with numbers from [`mix`].
#[inline]
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    for last in (1..items.len()).rev() {
        let other = mix(seed, last as u64) % (last as u64 + 1);
        items.swap(last, other as usize);
    }
}
