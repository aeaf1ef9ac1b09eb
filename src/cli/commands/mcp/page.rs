//! Pages of a long answer: each ends at the end of a line, and a cursor continues the answer.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Largest number of characters in the text of an answer, with the sentence on its cursor.
pub(super) const MAX_CHARACTERS: usize = 4000;

/// Characters left for the sentence on the cursor.
const FOR_CURSOR: usize = 200;

/// Part of an answer.
#[derive(Debug)]
pub(super) struct Page<'a> {
    /// Text of the page.
    pub(super) text: &'a str,
    /// Cursor of the next page; `None` on the last one.
    pub(super) next: Option<String>,
}

/// Returns the page of `answer` at a cursor; the first page without one.
///
/// # Errors
/// One sentence if the cursor is not one of this answer.
pub(super) fn page<'a>(answer: &'a str, cursor: Option<&str>) -> Result<Page<'a>, String> {
    let start = match cursor {
        None => 0,
        Some(cursor) => start_of(answer, cursor).ok_or_else(|| {
            format!(
                "cursor {:?} does not belong to this answer, expected the one at the end of the page before, with the same arguments \
                 and an unchanged file",
                shortened(cursor)
            )
        })?,
    };
    let rest = &answer[start..];
    let end = end_of_page(rest);
    let next = (end < rest.len()).then(|| format!("{:x}-{:016x}", start + end, checksum(answer)));
    Ok(Page { text: &rest[..end], next })
}

/// Length in bytes of the first page of a text: whole lines, unless the first line does not fit.
fn end_of_page(rest: &str) -> usize {
    let Some((end, _)) = rest.char_indices().nth(MAX_CHARACTERS) else { return rest.len() };
    let most = rest[..end].char_indices().nth(MAX_CHARACTERS - FOR_CURSOR).map_or(end, |(most, _)| most);
    rest[..most].rfind('\n').map_or(most, |line| line + 1)
}

/// Byte of `answer` at which the page of a cursor starts; `None` if the cursor was not made for this answer.
fn start_of(answer: &str, cursor: &str) -> Option<usize> {
    let (start, sum) = cursor.split_once('-')?;
    let start = usize::from_str_radix(start, 16).ok()?;
    let sum = u64::from_str_radix(sum, 16).ok()?;
    let is_inside = 0 < start && start < answer.len() && answer.is_char_boundary(start);
    (is_inside && sum == checksum(answer)).then_some(start)
}

fn checksum(answer: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}

/// Returns the beginning of a text that a sentence quotes.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pages of an answer, in order.
    fn pages(answer: &str) -> Vec<String> {
        let (mut pages, mut cursor) = (Vec::new(), None);
        loop {
            let page = page(answer, cursor.as_deref()).expect("a cursor of this answer");
            pages.push(page.text.to_owned());
            cursor = page.next;
            if cursor.is_none() {
                return pages;
            }
        }
    }

    proptest! {
        #[test]
        fn pages_are_the_whole_answer(answer in proptest::collection::vec("[a-zα-ω≤∞\\n]{0,3000}", 0..6)) {
            let answer = answer.join("\n");
            let pages = pages(&answer);
            prop_assert_eq!(pages.concat(), answer.clone());
            prop_assert!(pages.iter().all(|page| page.chars().count() <= MAX_CHARACTERS));
        }

        #[test]
        fn any_cursor_is_a_page_or_a_sentence(answer in "[a-zα\\n]{0,9000}", cursor in ".{0,40}|[0-9a-f]{1,16}-[0-9a-f]{1,16}") {
            if let Err(sentence) = page(&answer, Some(&cursor)) {
                prop_assert!(sentence.starts_with("cursor ") && sentence.lines().count() == 1);
            }
        }
    }

    #[test]
    fn page_ends_at_the_end_of_a_line() {
        let answer = "a line of some length\n".repeat(1000);
        let pages = pages(&answer);
        assert!(pages.len() > 5 && pages.iter().all(|page| page.ends_with("length\n")), "{pages:?}");
    }

    #[test]
    fn cursor_of_another_answer_is_refused() {
        let (first, second) = ("a\n".repeat(3000), "b\n".repeat(3000));
        let cursor = page(&first, None).expect("a page").next.expect("a cursor");
        assert!(page(&first, Some(&cursor)).is_ok());
        assert!(page(&second, Some(&cursor)).is_err());
    }
}
