//! First view of a window: the words after `#` in a link to a page, and the options of `edagari view`.

use crate::viewer::session::Run;
use crate::viewer::session::settings::TreeForm;
use edagari_teach::note::{LESSONS, ShippedLesson};

/// Forms of the tree by their words in a link.
pub(in crate::viewer::session) const FORMS: [(&str, TreeForm); 3] =
    [("focus", TreeForm::Focus), ("whole", TreeForm::Whole), ("icicle", TreeForm::Icicle)];

/// The first view of a window. All fields are optional.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FirstView {
    /// Frame of the first run; a number past the end means the last one.
    pub frame: Option<usize>,
    /// Moves to the node at the centre, separated by spaces; in a link, dots may replace the spaces.
    pub node: Option<String>,
    /// Form of the tree.
    pub form: Option<TreeForm>,
    /// Query to run.
    pub find: Option<String>,
    /// Arrangement of runs and panels, in the window's own text format.
    pub arrangement: Option<String>,
    /// Lesson to start.
    pub lesson: Option<&'static ShippedLesson>,
}

impl FirstView {
    /// Parses the words `frame`, `node`, `view`, `find`, `arrangement` and `lesson`, each with its value. Other words are ignored.
    ///
    /// # Errors
    /// One sentence with the word, its value and the expected form.
    pub fn of_words<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut first = Self::default();
        for (word, value) in words {
            let expected = |what: &str| format!("{word}={value}: expected {what}");
            match word {
                "frame" => first.frame = Some(value.parse().map_err(|_| expected("the number of a frame, from 0"))?),
                "node" => first.node = Some(value.to_owned()),
                "view" => {
                    let form = FORMS.iter().find(|(name, _)| *name == value);
                    first.form = Some(form.ok_or_else(|| expected("focus, whole or icicle"))?.1);
                }
                "arrangement" => first.arrangement = Some(value.to_owned()),
                "find" => first.find = Some(value.to_owned()),
                "lesson" => {
                    let names = || LESSONS.iter().map(|lesson| lesson.name).collect::<Vec<_>>().join(", ");
                    let lesson = ShippedLesson::named(value);
                    first.lesson = Some(lesson.ok_or_else(|| expected(&format!("one of {}", names())))?);
                }
                _ => {}
            }
        }
        Ok(first)
    }

    /// Returns the path to the node in a run; `Ok(None)` if no node is given.
    pub(in crate::viewer::session) fn path_in(&self, run: &Run) -> Result<Option<Vec<u32>>, String> {
        let Some(node) = &self.node else { return Ok(None) };
        let parse = |moves: &str| run.trace.game.parse_moves(&run.trace.start, moves);
        let parsed = parse(node).or_else(|error| parse(&node.replace('.', " ")).map_err(|_| error));
        parsed.map(Some).map_err(|error| format!("node={node}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_parsed_by_name() {
        let words =
            [("frame", "126"), ("node", "a1.b1"), ("view", "whole"), ("find", "cut"), ("lesson", "cuts"), ("x", "y")];
        let first = FirstView::of_words(words).expect("a view");
        assert_eq!((first.frame, first.node.as_deref(), first.form), (Some(126), Some("a1.b1"), Some(TreeForm::Whole)));
        assert_eq!((first.find.as_deref(), first.lesson.map(|lesson| lesson.name)), (Some("cut"), Some("cuts")));
        for (words, expected) in [
            (("frame", "-1"), "frame=-1: expected the number of a frame, from 0"),
            (("view", "Whole"), "view=Whole: expected focus, whole or icicle"),
            (("lesson", "cut"), "lesson=cut: expected one of why, minimax, cuts, "),
        ] {
            let sentence = FirstView::of_words([words]).expect_err("refused");
            assert!(sentence.starts_with(expected), "{sentence}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_words_do_not_panic(words in prop::collection::vec(("[a-z]{0,6}|frame|node|view|find|lesson", ".{0,20}"), 0..8)) {
            let _ = FirstView::of_words(words.iter().map(|(word, value)| (word.as_str(), value.as_str())));
        }
    }
}
