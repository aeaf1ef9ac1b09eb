//! Texts that are kept once each.

use std::collections::HashMap;

/// The texts of a tree while it is read, each kept once.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    numbers: HashMap<Box<str>, u32>,
    list: Vec<Box<str>>,
    /// Texts that were asked for lately, by [`place_of`].
    recent: Vec<u32>,
    bytes: u64,
}

/// The number of texts that are found without hashing; a power of two.
const RECENT: usize = 256;

/// The place of a text among the recent ones: the same for the same text, and most often another for another short one.
#[inline]
fn place_of(text: &str) -> usize {
    let bytes = text.as_bytes();
    let end = |bytes: &[u8]| bytes.iter().fold(0_u64, |all, &byte| all << 8 | u64::from(byte));
    let (first, last) = (&bytes[..bytes.len().min(4)], &bytes[bytes.len().saturating_sub(4)..]);
    let mixed = (end(first) << 32 | end(last)).wrapping_add(bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 56) as usize % RECENT
}

impl Texts {
    /// The number of a text.
    #[inline]
    pub fn number(&mut self, text: &str) -> u32 {
        let place = place_of(text);
        if let Some(&number) = self.recent.get(place)
            && self.list.get(number as usize).is_some_and(|recent| **recent == *text)
        {
            return number;
        }
        let number = self.hashed_number(text);
        self.recent.resize(RECENT, 0);
        self.recent[place] = number;
        number
    }

    fn hashed_number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(text.into(), number);
        self.list.push(text.into());
        self.bytes += 2 * text.len() as u64 + 64;
        number
    }

    /// The text numbered `number`.
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.list.get(number as usize).map_or("", |text| text)
    }

    /// All texts, by their numbers.
    #[must_use]
    pub fn list(&self) -> &[Box<str>] {
        &self.list
    }

    /// About the bytes they take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.bytes
    }
}
