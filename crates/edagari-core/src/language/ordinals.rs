//! Ordinals: "second", "2nd", 2番目.

/// Writing of ordinals in a language.
pub(super) struct Ordinals {
    /// Ordinals as words, from the first on.
    pub words: &'static [&'static str],
    /// Suffixes after digits, for ordinals without a word. The first is used for output.
    pub endings: &'static [&'static str],
}

impl Ordinals {
    /// Returns the number of an ordinal in lower case, from 1.
    pub fn number(&self, text: &str) -> Option<usize> {
        if let Some(index) = self.words.iter().position(|&word| word == text) {
            return Some(index + 1);
        }
        let digits = self.endings.iter().find_map(|ending| text.strip_suffix(ending))?;
        digits.parse().ok().filter(|&number| number > 0)
    }

    /// Returns the first `count` ordinals: as words, or as digits with the first suffix.
    pub fn first(&self, count: usize) -> Vec<String> {
        let ending = self.endings.first().unwrap_or(&"");
        (1..=count)
            .map(|n| self.words.get(n - 1).map_or_else(|| format!("{n}{ending}"), |&word| word.to_owned()))
            .collect()
    }
}
