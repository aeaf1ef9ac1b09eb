//! Text on paper.

use crate::scene::{Anchor, Color, Ink, Point, Shape};
use edagari_core::language::{begins_no_line, ends_no_line};

/// Line height as a multiple of the font size.
pub(super) const LINE: f32 = 1.4;

/// Estimates the width of a text; rather too large than too small.
pub(super) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().map(|letter| letter_width(letter) * size).sum()
}

fn letter_width(letter: char) -> f32 {
    match letter {
        ' ' | '(' | ')' | ',' | '.' | ':' | ';' | '\'' | '-' | 'i' | 'j' | 'l' | 'f' | 't' | 'r' => 0.36,
        'm' | 'w' | 'M' | 'W' | '…' | '∞' => 0.92,
        _ if u32::from(letter) >= 0x2e80 => 1.0,
        _ if letter.is_uppercase() => 0.68,
        _ => 0.58,
    }
}

/// Wraps a text into lines of at most `width`. A line that ends between two words keeps its space, so that programs that read the text of
/// a page do not join the words. Japanese text can break between any characters, except before one that begins no line and
/// after an opening bracket (kinsoku).
pub(super) fn wrapped(text: &str, size: f32, width: f32) -> Vec<String> {
    let is_wide = |letter: char| u32::from(letter) >= 0x2e80;
    let mut pieces: Vec<String> = Vec::new();
    for letter in text.chars() {
        let joins = match (pieces.last().and_then(|piece| piece.chars().last()), letter) {
            (None | Some(' '), _) => false,
            (_, letter) if begins_no_line(letter) || letter == ' ' => true,
            (Some(last), _) if ends_no_line(last) => true,
            (Some(last), letter) => !is_wide(last) && !is_wide(letter),
        };
        match pieces.last_mut().filter(|_| joins) {
            Some(piece) => piece.push(letter),
            None => pieces.push(letter.to_string()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line}{}", piece.trim_end()), size) <= width => line.push_str(&piece),
            _ => lines.push(piece),
        }
    }
    if let Some(last) = lines.last_mut() {
        last.truncate(last.trim_end().len());
    }
    lines
}

/// Creates a text shape, vertically centred at a point.
pub(super) fn words(at: Point, anchor: Anchor, size: f32, text: impl Into<String>) -> Shape {
    Shape::Text { at, anchor, size, text: text.into(), ink: Ink::full(Color::Text), strong: false }
}

/// Creates a text shape like [`words`], in the heavier weight.
pub(super) fn strong(at: Point, anchor: Anchor, size: f32, text: impl Into<String>) -> Shape {
    Shape::Text { at, anchor, size, text: text.into(), ink: Ink::full(Color::Text), strong: true }
}

/// Creates a text shape like [`words`], in the secondary colour.
pub(super) fn faint(at: Point, anchor: Anchor, size: f32, text: impl Into<String>) -> Shape {
    Shape::Text { at, anchor, size, text: text.into(), ink: Ink::full(Color::SecondaryText), strong: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_fit_and_keep_the_text() {
        let english = "At each node that is searched, write its window and the score that it returns.";
        let lines = wrapped(english, 10.0, 120.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| text_width(line.trim_end(), 10.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.concat(), english);
        let japanese = "調べたノードには、入ったときのウィンドウ (α, β) をかっこの中に書きます。";
        let lines = wrapped(japanese, 10.0, 120.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| text_width(line.trim_end(), 10.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), japanese.replace(' ', ""));
        for width in [30.0, 41.0, 52.0, 63.0, 74.0, 85.0, 96.0, 107.0, 118.0] {
            let japanese = "「ウィンドウ」（α、β）を書き、カットしたら「っ」ではなく線を引きます。ノードは 4 つ（葉は 6 つ）です。";
            for line in wrapped(japanese, 10.0, width) {
                let line = line.trim();
                assert!(!line.starts_with(begins_no_line), "{line}");
                assert!(!line.ends_with(ends_no_line), "{line}");
            }
        }
    }
}
