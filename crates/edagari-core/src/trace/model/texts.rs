//! Interned texts: each distinct text is stored once.

use std::collections::HashMap;

/// Interned texts of a tree while it is read: each distinct text is stored once.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    numbers: HashMap<Box<str>, u32>,
    list: Vec<Box<str>>,
    /// Numbers of recently requested texts, at the index computed by [`place_of`].
    recent: Vec<u32>,
    bytes: u64,
}

/// Number of texts that can be found without the hash map; a power of two.
const RECENT: usize = 256;

/// Index of a text in the list of recent texts: equal for equal texts, and usually different for different short texts.
#[inline]
fn place_of(text: &str) -> usize {
    let bytes = text.as_bytes();
    let end = |bytes: &[u8]| bytes.iter().fold(0_u64, |all, &byte| all << 8 | u64::from(byte));
    let (first, last) = (&bytes[..bytes.len().min(4)], &bytes[bytes.len().saturating_sub(4)..]);
    let mixed = (end(first) << 32 | end(last)).wrapping_add(bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 56) as usize % RECENT
}

impl Texts {
    /// Returns the number of a text, and adds the text if it is new.
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

    /// The text numbered `number`; empty if there is none.
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.list.get(number as usize).map_or("", |text| text)
    }

    /// All texts, by number.
    #[must_use]
    pub fn list(&self) -> &[Box<str>] {
        &self.list
    }

    /// Approximate number of bytes of the texts.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.bytes
    }
}
