//! Lists of moves as text: moves are separated by blanks; moves that contain blanks are in double quotes.

use std::borrow::Cow;

/// Splits a list into its moves, without their quotes; an unclosed quote ends at the end of the text.
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

/// Joins moves into a list that [`split_moves`] can read.
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
    fn quotes_enclose_moves_with_blanks() {
        let moves: Vec<&str> = split_moves(" e4  \"O-O O\" \"\" x\"y \"not closed ").collect();
        assert_eq!(moves, ["e4", "O-O O", "", "x\"y", "not closed "]);
    }

    proptest! {
        #[test]
        fn joined_list_splits_into_the_same_moves(moves in prop::collection::vec("[^\"]{0,6}", 0..6)) {
            let list = join_moves(moves.iter().map(String::as_str));
            prop_assert_eq!(split_moves(&list).collect::<Vec<_>>(), moves);
        }

        #[test]
        fn any_text_splits_without_a_panic(text: String) {
            let _ = split_moves(&text).count();
        }
    }
}
