//! Ordinals: "second", "2nd", 2番目.

/// How a language writes ordinals.
pub(super) struct Ordinals {
    /// As words, from the first on.
    pub words: &'static [&'static str],
    /// The endings after digits, for those without a word.
    pub endings: &'static [&'static str],
}

impl Ordinals {
    /// The number of an ordinal in small letters, from 1.
    pub fn number(&self, text: &str) -> Option<usize> {
        if let Some(index) = self.words.iter().position(|&word| word == text) {
            return Some(index + 1);
        }
        let digits = self.endings.iter().find_map(|ending| text.strip_suffix(ending))?;
        digits.parse().ok().filter(|&number| number > 0)
    }

    /// The first `count`: as words, or with the first of the endings.
    pub fn first(&self, count: usize) -> Vec<String> {
        let ending = self.endings.first().unwrap_or(&"");
        (1..=count)
            .map(|n| self.words.get(n - 1).map_or_else(|| format!("{n}{ending}"), |&word| word.to_owned()))
            .collect()
    }
}
