//! The view of a link: one type reads and writes its words.

use super::{Link, TreeForm};
use edagari_core::trace::{Setup, Trace};
use edagari_teach::note::{LESSONS, ShippedLesson};

/// Forms of the tree by their words in a link.
const FORMS: [(&str, TreeForm); 3] =
    [("focus", TreeForm::Focus), ("whole", TreeForm::Whole), ("icicle", TreeForm::Icicle)];

/// Links between runs by their words in a link.
const LINKS: [(&str, Link); 3] = [("frame", Link::Frame), ("place", Link::Place), ("share", Link::Share)];

/// View that a link contains: runs and a place in them. All fields are optional.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FirstView {
    /// Runs to record, after those of the files.
    pub runs: Vec<Setup>,
    /// Number of the run to which frame and node belong, from 1; `None` for the first.
    pub active: Option<usize>,
    /// How the other runs follow the frames of that run.
    pub link: Option<Link>,
    /// Lesson to start.
    pub lesson: Option<&'static ShippedLesson>,
    /// Step of the lesson, from 1.
    pub step: Option<usize>,
    /// Frame of the run, from 0; a number past the end means the last one.
    pub frame: Option<usize>,
    /// Moves to the node at the centre, separated by spaces; in a link, dots may replace the spaces.
    pub node: Option<String>,
    /// Form of the tree.
    pub form: Option<TreeForm>,
    /// Query to run.
    pub find: Option<String>,
    /// First frame that the strip of the run shows, and the one after the last.
    pub range: Option<(usize, usize)>,
    /// Arrangement of runs and panels, in the window's own text format.
    pub arrangement: Option<String>,
}

impl FirstView {
    /// Parses the words of a link, each with its value: `run` (each time it occurs), `active`, `link`, `lesson`, `step`, `frame`,
    /// `node`, `view`, `find`, `range` and `arrangement`. Other words are ignored.
    ///
    /// # Errors
    /// One sentence with the word, its value and the expected form.
    pub fn of_words<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut first = Self::default();
        for (word, value) in words {
            let expected = |what: &str| format!("{word}={value}: expected {what}");
            let from_1 = || value.parse().ok().filter(|&number: &usize| number > 0);
            match word {
                "run" => first.runs.push(Setup::of_words(value).map_err(|error| error.to_string())?),
                "active" => first.active = Some(from_1().ok_or_else(|| expected("the number of a run, from 1"))?),
                "link" => {
                    let link = LINKS.iter().find(|(name, _)| *name == value);
                    first.link = Some(link.ok_or_else(|| expected("frame, place or share"))?.1);
                }
                "lesson" => {
                    let names = || LESSONS.iter().map(|lesson| lesson.name).collect::<Vec<_>>().join(", ");
                    let lesson = ShippedLesson::named(value);
                    first.lesson = Some(lesson.ok_or_else(|| expected(&format!("one of {}", names())))?);
                }
                "step" => first.step = Some(from_1().ok_or_else(|| expected("the number of a step, from 1"))?),
                "frame" => first.frame = Some(value.parse().map_err(|_| expected("the number of a frame, from 0"))?),
                "node" => first.node = Some(value.to_owned()),
                "view" => {
                    let form = FORMS.iter().find(|(name, _)| *name == value);
                    first.form = Some(form.ok_or_else(|| expected("focus, whole or icicle"))?.1);
                }
                "find" => first.find = Some(value.to_owned()),
                "range" => {
                    let ends =
                        value.split_once("..").and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)));
                    let range = ends.filter(|&(start, end): &(usize, usize)| start < end);
                    first.range = Some(range.ok_or_else(|| expected("two frames A..B with A below B"))?);
                }
                "arrangement" => first.arrangement = Some(value.to_owned()),
                _ => {}
            }
        }
        Ok(first)
    }

    /// Returns the words of a link with their values, in a readable order.
    #[must_use]
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let name = |link: Link| LINKS.iter().find(|(_, known)| *known == link).map(|(name, _)| (*name).to_owned());
        let form = |form: TreeForm| FORMS.iter().find(|(_, known)| *known == form).map(|(name, _)| (*name).to_owned());
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        let runs = self.runs.iter().filter_map(Setup::to_words).map(|run| ("run", run));
        let others = [
            ("active", number(self.active)),
            ("link", self.link.and_then(name)),
            ("lesson", self.lesson.map(|lesson| lesson.name.to_owned())),
            ("step", number(self.step)),
            ("frame", number(self.frame)),
            ("node", self.node.clone()),
            ("view", self.form.and_then(form)),
            ("find", self.find.clone()),
            ("range", self.range.map(|(start, end)| format!("{start}..{end}"))),
            ("arrangement", self.arrangement.clone()),
        ];
        runs.chain(others.into_iter().filter_map(|(word, value)| Some((word, value?)))).collect()
    }

    /// Whether the view contains a place in a run, which is shown once the run is available.
    #[must_use]
    pub const fn has_place(&self) -> bool {
        self.frame.is_some() || self.node.is_some() || self.range.is_some()
    }

    /// Returns the path to the node in a run; `Ok(None)` if no node is given.
    ///
    /// # Errors
    /// One sentence with the moves and the first one that is wrong.
    pub fn path_in(&self, trace: &Trace) -> Result<Option<Vec<u32>>, String> {
        let Some(node) = &self.node else { return Ok(None) };
        let parse = |moves: &str| trace.game.parse_moves(&trace.start, moves);
        let parsed = parse(node).or_else(|error| parse(&node.replace('.', " ")).map_err(|_| error));
        parsed.map(Some).map_err(|error| format!("node={node}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use edagari_core::game::{GameSetup, RandomTree, TicTacToe};
    use edagari_core::trace::Process;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_parsed_by_name() {
        let words =
            [("frame", "126"), ("node", "a1.b1"), ("view", "whole"), ("find", "cut"), ("lesson", "cuts"), ("x", "y")];
        let first = FirstView::of_words(words).expect("a view");
        assert_eq!((first.frame, first.node.as_deref(), first.form), (Some(126), Some("a1.b1"), Some(TreeForm::Whole)));
        assert_eq!((first.find.as_deref(), first.lesson.map(|lesson| lesson.name)), (Some("cut"), Some("cuts")));
        let words = [("run", "kalah,search=pvs,depth=6"), ("run", "eight,search=minimax"), ("range", "3..40")];
        let first = FirstView::of_words(words).expect("a view");
        assert_eq!((first.runs.len(), first.runs[0].game.name(), first.range), (2, "kalah", Some((3, 40))));
        for (words, expected) in [
            (("frame", "-1"), "frame=-1: expected the number of a frame, from 0"),
            (("view", "Whole"), "view=Whole: expected focus, whole or icicle"),
            (("lesson", "cut"), "lesson=cut: expected one of why, minimax, cuts, "),
            (("step", "0"), "step=0: expected the number of a step, from 1"),
            (("link", "time"), "link=time: expected frame, place or share"),
            (("range", "4..4"), "range=4..4: expected two frames A..B with A below B"),
            (("run", "go"), "run=go: expected a game first, one of "),
        ] {
            let sentence = FirstView::of_words([words]).expect_err("refused");
            assert!(sentence.starts_with(expected), "{sentence}");
        }
    }

    prop_compose! {
        fn views()(
            runs in prop::collection::vec((any::<bool>(), 0..Process::ALL.len(), "[a-c1-3 ]{0,5}"), 0..3),
            numbers in any::<[Option<u16>; 4]>(),
            range in prop::option::of((0..99_usize, 1..99_usize)),
            texts in (prop::option::of(".{0,20}"), prop::option::of(".{0,20}"), prop::option::of(".{0,20}")),
            choices in (prop::option::of(0..LINKS.len()), prop::option::of(0..FORMS.len()), prop::option::of(0..LESSONS.len())),
        ) -> FirstView {
            let setup = |(is_random, process, after): (bool, usize, String)| {
                let game = if is_random { RandomTree::default().into() } else { GameSetup::from(TicTacToe::default()) };
                Setup { after, ..Setup::new(game, Process::ALL[process]) }
            };
            let [active, step, frame, _] = numbers.map(|number| number.map(usize::from));
            let (node, find, arrangement) = texts;
            let (link, form, lesson) = choices;
            FirstView {
                runs: runs.into_iter().map(setup).collect(),
                active: active.map(|number| number + 1),
                link: link.map(|at| LINKS[at].1),
                lesson: lesson.map(|at| &LESSONS[at]),
                step: step.map(|number| number + 1),
                frame,
                node,
                form: form.map(|at| FORMS[at].1),
                find,
                range: range.map(|(start, length)| (start, start + length)),
                arrangement,
            }
        }
    }

    proptest! {
        #[test]
        fn written_view_is_read_as_itself(view in views()) {
            let words = view.words();
            let read = FirstView::of_words(words.iter().map(|(word, value)| (*word, value.as_str())));
            prop_assert_eq!(read, Ok(view));
        }

        #[test]
        fn arbitrary_words_do_not_panic(words in prop::collection::vec(("[a-z]{0,6}|run|frame|node|view|find|lesson|step|range|link", ".{0,20}"), 0..8)) {
            let _ = FirstView::of_words(words.iter().map(|(word, value)| (word.as_str(), value.as_str())));
        }
    }
}
