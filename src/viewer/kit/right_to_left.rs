//! Right-to-left texts in the order in which they are drawn. egui reverses the letters of a right-to-left word, but neither the order of words nor the
//! characters between them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use edagari_core::language::has_right_to_left;
use egui::epaint::text::Glyph;
use egui::text::LayoutJob;
use egui::{FontSelection, Galley, TextBuffer, Ui};
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// A part of a text that is drawn from left to right, as a word whose letters egui reverses, or as a mirrored sign.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    range: Range<usize>,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceKind {
    Unchanged,
    Word,
    Sign,
}

/// Reorders the words of a text to their visual order, from left to right.
pub(crate) fn in_visual_order(text: &str) -> Cow<'_, str> {
    if !has_right_to_left(text) {
        return Cow::Borrowed(text);
    }
    let bidi = BidiInfo::new(text, None);
    Cow::Owned(written(text, &pieces(&bidi, 0..text.len())))
}

/// Lays out a text of one format in rows at most `width` wide, each in visual order.
pub(crate) fn rows_in_visual_order(
    job: &LayoutJob,
    width: f32,
    mut layout: impl FnMut(LayoutJob) -> Arc<Galley>,
) -> Arc<Galley> {
    let format = job.sections.first().map(|section| section.format.clone()).unwrap_or_default();
    let mut laid_out = |text: &str| {
        layout(LayoutJob { halign: job.halign, ..LayoutJob::single_section(text.to_owned(), format.clone()) })
    };
    let rows = rows_of(&job.text, width, |part| laid_out(part).size().x);
    let bidi = BidiInfo::new(&job.text, Some(Level::ltr()));
    let rows: Vec<String> = rows.into_iter().map(|row| written(&job.text, &pieces(&bidi, row))).collect();
    laid_out(&rows.join("\n"))
}

/// Lays out the text of a field in one row in visual order, with the cursor where the next letter appears.
pub(crate) fn field_in_visual_order(ui: &Ui, text: &dyn TextBuffer, _width: f32) -> Arc<Galley> {
    let text = text.as_str();
    let color = ui.visuals().override_text_color.unwrap_or_else(|| ui.visuals().widgets.inactive.text_color());
    let font = FontSelection::Default.resolve(ui.style());
    let laid_out = |text: &str| {
        let job = LayoutJob::simple_singleline(text.to_owned(), font.clone(), color);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    if !has_right_to_left(text) {
        return laid_out(text);
    }
    let bidi = BidiInfo::new(text, Some(Level::ltr()));
    let pieces = pieces(&bidi, 0..text.len());
    let mut galley = laid_out(&written(text, &pieces));
    let shown = Arc::make_mut(&mut galley);
    let mut glyphs: Vec<(usize, Glyph)> = Vec::new();
    let mut left = 0.0;
    for piece in &pieces {
        let alone = laid_out(&written(text, std::slice::from_ref(piece)));
        let of_piece = alone.rows.first().map_or(&[][..], |row| &row.glyphs);
        let letters = text[piece.range.clone()].char_indices();
        let (width, count) = (alone.size().x, text[piece.range.clone()].chars().count());
        for (at, (byte, chr)) in letters.enumerate() {
            let Some(glyph) = of_piece.get(at).or(of_piece.last()) else { continue };
            let mut glyph = *glyph;
            glyph.chr = chr;
            if piece.kind == PieceKind::Word {
                // The cursor before a letter is at its right.
                let letter = width / count as f32;
                (glyph.pos.x, glyph.advance_width) = (width - at as f32 * letter, -letter);
            }
            glyph.pos.x += left;
            glyphs.push((piece.range.start + byte, glyph));
        }
        left += width;
    }
    glyphs.sort_by_key(|(byte, _)| *byte);
    if let [row] = &mut *shown.rows {
        Arc::make_mut(&mut row.row).glyphs = glyphs.into_iter().map(|(_, glyph)| glyph).collect();
    }
    galley
}

/// Splits a text into rows at most `width` wide where `width_of` measures a part: after spaces, and between ideographs.
fn rows_of(text: &str, width: f32, mut width_of: impl FnMut(&str) -> f32) -> Vec<Range<usize>> {
    let is_wide = |letter: char| u32::from(letter) >= 0x2e80 && !has_right_to_left(letter.encode_utf8(&mut [0; 4]));
    let mut rows = Vec::new();
    let (mut start, mut filled, mut from) = (0, 0.0, 0);
    let breaks = text.char_indices().zip(text.chars().skip(1)).filter(|&((_, before), after)| {
        let is_between =
            is_wide(before) && !"「『（".contains(before) || is_wide(after) && !"、。」』）".contains(after);
        before == ' ' && after != ' '
            || before == '\n'
            || is_between && !"、。」』）\u{a0}".contains(after) && before != '\u{a0}'
    });
    let ends = breaks.map(|((at, before), _)| at + before.len_utf8()).chain([text.len()]);
    for end in ends {
        let part = &text[from..end];
        let needed = width_of(part.trim_end());
        if filled + needed > width && from > start {
            rows.push(start..from);
            (start, filled) = (from, 0.0);
        }
        filled += width_of(part);
        from = end;
    }
    rows.push(start..text.len());
    rows
}

/// Returns the pieces of a row in visual order.
fn pieces(bidi: &BidiInfo<'_>, row: Range<usize>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for paragraph in &bidi.paragraphs {
        let line = paragraph.range.start.max(row.start)..paragraph.range.end.min(row.end);
        if line.is_empty() {
            continue;
        }
        let (levels, runs) = bidi.visual_runs(paragraph, line);
        for run in runs {
            if levels[run.start].is_ltr() {
                pieces.push(Piece { range: run, kind: PieceKind::Unchanged });
            } else {
                turn(bidi.text, run, &mut pieces);
            }
        }
    }
    pieces
}

/// Appends the words of a run in reverse order, and each character between them.
fn turn(text: &str, run: Range<usize>, pieces: &mut Vec<Piece>) {
    let is_of_word = |letter: char| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL | BidiClass::NSM);
    let mut end = run.end;
    while let Some(last) = text[run.start..end].chars().next_back() {
        let (start, kind) = if is_of_word(last) {
            (run.start + text[run.start..end].trim_end_matches(is_of_word).len(), PieceKind::Word)
        } else {
            (end - last.len_utf8(), PieceKind::Sign)
        };
        pieces.push(Piece { range: start..end, kind });
        end = start;
    }
}

/// Returns the text of pieces, one after the other.
fn written(text: &str, pieces: &[Piece]) -> String {
    let mut shown = String::with_capacity(text.len());
    for Piece { range, kind } in pieces {
        let part = &text[range.clone()];
        match kind {
            PieceKind::Unchanged | PieceKind::Word => shown.push_str(part),
            PieceKind::Sign => shown.extend(part.chars().map(mirrored)),
        }
    }
    shown
}

const fn mirrored(sign: char) -> char {
    match sign {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        '≤' => '≥',
        '≥' => '≤',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_brackets_are_in_visual_order() {
        for (text, shown) in [
            ("שורש 12", "12 שורש"),
            ("לוח ראשון", "ראשון לוח"),
            ("מהלך 2 (א)", "(א) 2 מהלך"),
            ("نقلة 45", "45 نقلة"),
            ("a1 לוח ראשון", "a1 ראשון לוח"),
        ] {
            assert_eq!(in_visual_order(text), shown);
        }
        for text in ["", "e4 (5)", "枝 ≤ 3", "ход 5"] {
            assert!(matches!(in_visual_order(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn rows_are_broken_in_the_order_of_reading_and_each_is_turned() {
        // Each letter is one wide.
        let rows = |text: &str, width: f32| {
            let bidi = BidiInfo::new(text, Some(Level::ltr()));
            let rows = rows_of(text, width, |part| part.chars().count() as f32);
            rows.into_iter().map(|row| written(text, &pieces(&bidi, row)).trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(rows("after לוח ראשון שני, a leaf", 10.0), ["after לוח", "שני ראשון,", "a leaf"].map(str::to_owned));
        assert_eq!(
            rows("「לוח ראשון」に入ります。", 8.0).concat().chars().count(),
            "「לוח ראשון」に入ります。".chars().count() - 1
        );
        assert_eq!(rows("plain words only", 6.0), ["plain", "words", "only"].map(str::to_owned));
    }
}
