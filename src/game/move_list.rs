//! Lists of moves as text: moves stand between blanks, and those with blanks of their own in double quotes.

use std::borrow::Cow;

/// The moves of a list, each without its quotes; a quote that is not closed ends with the text.
pub fn split_moves(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (found, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        rest = after.trim_start();
        Some(found)
    })
}

/// A list of moves, as [`split_moves`] reads it.
#[must_use]
pub fn join_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = |mv: &'a str| -> Cow<'a, str> {
        if mv.is_empty() || mv.starts_with('"') || mv.contains(char::is_whitespace) {
            format!("\"{mv}\"").into()
        } else {
            mv.into()
        }
    };
    moves.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quotes_hold_moves_with_blanks_together() {
        let moves: Vec<&str> = split_moves(" e4  \"O-O O\" \"\" x\"y \"not closed ").collect();
        assert_eq!(moves, ["e4", "O-O O", "", "x\"y", "not closed "]);
    }

    proptest! {
        #[test]
        fn a_list_is_read_as_it_was_written(moves in prop::collection::vec("[^\"]{0,6}", 0..6)) {
            let list = join_moves(moves.iter().map(String::as_str));
            prop_assert_eq!(split_moves(&list).collect::<Vec<_>>(), moves);
        }

        #[test]
        fn any_text_is_a_list(text: String) {
            let _ = split_moves(&text).count();
        }
    }
}
