//! Widths of texts; texts that are shortened, or broken into lines, to fit.

/// The largest number of lines of a broken text.
const MAX_LINES: usize = 4;
/// The largest number of letters of a broken text: more could not be read in a picture.
const MAX_LETTERS: usize = 200;
/// The ratio of a font size to the next larger one that is tried.
const NEXT_SIZE: f32 = 0.93;
/// The distance of two lines, relative to the font size.
pub(super) const LINE_PITCH: f32 = 1.28;

/// Estimates the width of a text: at least its width in the fonts that are used.
pub(super) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().map(|letter| letter_width(letter) * size).sum()
}

fn letter_width(letter: char) -> f32 {
    match letter {
        ' ' | '(' | ')' | '[' | ']' | ',' | '.' | 'i' | 'j' | 'l' | '·' => 0.36,
        'm' | 'w' | 'M' | 'W' | '…' | '∞' => 0.98,
        _ if u32::from(letter) >= 0x2e80 => 1.02,
        _ => 0.62,
    }
}

/// Shortens a text to a width: an ellipsis replaces the end if the text does not fit.
pub(super) fn fitted(text: &str, size: f32, width: f32) -> String {
    // Half a point of tolerance for rounding errors of the sums.
    let width = width + 0.5;
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut taken = letter_width('…') * size;
    for letter in text.chars() {
        taken += letter_width(letter) * size;
        if taken > width {
            break;
        }
        kept.push(letter);
    }
    kept.push('…');
    kept
}

/// Breaks a text into lines for a box of a width and height, in the largest font size from `smallest` to `largest` in which all
/// of it fits. Returns the lines and the size. If the text fits in no size, its end is left out.
pub(super) fn broken(text: &str, box_size: [f32; 2], [smallest, largest]: [f32; 2]) -> (Vec<String>, f32) {
    let mut begin: String = text.trim().chars().take(MAX_LETTERS).collect();
    if begin.len() < text.trim().len() {
        begin.push('…');
    }
    let mut size = largest.max(smallest);
    loop {
        let (lines, is_whole) = filled(&begin, size, box_size);
        if is_whole || size <= smallest {
            return (lines, size);
        }
        size = (size * NEXT_SIZE).max(smallest);
    }
}

/// Fills the lines of a box in a font size. Returns them, and whether they contain all of the text without a break inside a word.
fn filled(text: &str, size: f32, [width, height]: [f32; 2]) -> (Vec<String>, bool) {
    let has_room = |lines: usize| lines < MAX_LINES && (lines + 1) as f32 * size * LINE_PITCH <= height;
    let (mut lines, mut rest, mut is_whole) = (Vec::new(), text, true);
    while !rest.is_empty() {
        if !has_room(lines.len() + 1) {
            is_whole &= text_width(rest, size) <= width + 0.5;
            lines.push(fitted(rest, size, width));
            return (lines, is_whole);
        }
        let (end, is_between_words) = line_end(rest, size, width);
        is_whole &= is_between_words;
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    (lines, is_whole)
}

/// Returns the number of bytes of a text that fit into a line, at least one letter, and whether the line ends between two words.
fn line_end(text: &str, size: f32, width: f32) -> (usize, bool) {
    let (mut taken, mut between_words) = (0.0, None);
    for (at, letter) in text.char_indices() {
        taken += letter_width(letter) * size;
        if at > 0 && taken > width + 0.5 && !letter.is_whitespace() {
            return between_words.map_or((at, false), |end| (end, true));
        }
        let is_end = letter.is_whitespace() || matches!(letter, '/' | ',' | ';' | '|');
        if is_end || u32::from(letter) >= 0x2e80 {
            between_words = Some(at + letter.len_utf8());
        }
    }
    (text.len(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_in_the_largest_size() {
        let label = "4 9 2 7 5 8 1 6 (+0, A to move)";
        for width in [60.0, 100.0, 200.0, 400.0] {
            let (lines, size) = broken(label, [width, width], [11.0, 0.12 * width]);
            assert!(size >= 11.0 && lines.len() <= MAX_LINES, "{width}: {lines:?}");
            assert!(lines.iter().all(|line| text_width(line, size) <= width + 0.5), "{width}: {lines:?}");
            assert!(lines.len() as f32 * size * LINE_PITCH <= width, "{width}: {lines:?}");
            assert_eq!(lines.join(" "), label, "{width}");
        }
    }

    #[test]
    fn text_that_fits_in_no_size_is_shortened_at_its_end() {
        let long = "x".repeat(1000);
        let (lines, size) = broken(&long, [100.0, 100.0], [11.0, 20.0]);
        assert!(size <= 11.0 && lines.len() == MAX_LINES, "{lines:?}");
        assert!(lines[3].ends_with('…') && lines[..3].iter().all(|line| !line.contains('…')), "{lines:?}");
        assert!(broken(" ", [100.0, 100.0], [11.0, 20.0]).0.is_empty());
    }
}
