//! Positions as text: a grid with one line per row, if the notation of the position describes a
//! grid.

use edagari_core::trace::Trace;

/// Returns the position after the moves `path` as lines below a heading; empty if the position has no notation.
pub(super) fn board_text(trace: &Trace, path: &[u32]) -> String {
    let Some(position) = trace.position(path) else { return String::new() };
    match position.position_text().or_else(|| position.label()) {
        Some(notation) if !notation.trim().is_empty() => format!("\nposition\n{}", lines_of(&notation)),
        _ => String::new(),
    }
}

/// Lines of a position: one per row of its grid, then the rest of the notation; the notation itself if it has no grid.
fn lines_of(notation: &str) -> String {
    let (squares, rest) = notation.trim().split_once(char::is_whitespace).unwrap_or((notation.trim(), ""));
    let Some(rows) = rows_of(squares) else { return format!("{}\n", notation.trim()) };
    let rows = rows.iter().map(|row| format!("{}\n", row.iter().map(char::to_string).collect::<Vec<_>>().join(" ")));
    let mut lines: String = rows.collect();
    if !rest.trim().is_empty() {
        lines.extend([notation.trim(), "\n"]);
    }
    lines
}

/// Rows of a grid: written with `/` between them, as in a FEN, or as a square of marks; `None` for other texts.
fn rows_of(squares: &str) -> Option<Vec<Vec<char>>> {
    const LONGEST: usize = 40;
    let rows: Vec<Vec<char>> = if squares.contains('/') {
        squares.split('/').map(expanded).collect()
    } else {
        let marks: Vec<char> = squares.chars().collect();
        let side = marks.len().isqrt();
        let is_square = side >= 3 && side * side == marks.len() && marks.iter().all(|mark| "XO-.".contains(*mark));
        is_square.then(|| marks.chunks(side).map(<[char]>::to_vec).collect())?
    };
    let width = rows.first()?.len();
    let is_grid = (2..=LONGEST).contains(&rows.len()) && (2..=LONGEST).contains(&width);
    (is_grid && rows.iter().all(|row| row.len() == width)).then_some(rows)
}

/// Squares of a row, in which a digit is a number of free squares.
fn expanded(row: &str) -> Vec<char> {
    let squares = |letter: char| match letter.to_digit(10) {
        Some(count) => vec!['.'; count as usize],
        None => vec![letter],
    };
    row.chars().flat_map(squares).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_has_one_line_per_row() {
        assert_eq!(lines_of("XO./.X./..O"), "X O .\n. X .\n. . O\n");
        assert_eq!(lines_of("---OX-X-- X"), "- - -\nO X -\nX - -\n---OX-X-- X\n");
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let lines = lines_of(fen);
        assert!(lines.starts_with(". . . . k . . .\n. . . .") && lines.ends_with(&format!("{fen}\n")), "{lines}");
    }

    #[test]
    fn notation_without_a_grid_is_one_line() {
        for notation in ["[4, 4, 0] [4, 4, 0] first", "A/B", "ab/c", "https://example.org/a", "a pile of 7"] {
            assert_eq!(lines_of(notation), format!("{notation}\n"));
        }
    }
}
