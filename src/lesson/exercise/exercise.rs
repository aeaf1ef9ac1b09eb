use super::{Convention, ConventionError, ExerciseTree, Step};
use crate::game::mix;
use crate::language::Language;
use crate::score::{Score, Window};

/// When the student is told what is right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Mode {
    /// When the whole answer is handed in.
    AtTheEnd,
    /// After each step.
    #[default]
    AtOnce,
    /// After each step, and a wrong one is put right before the next.
    FixAndGoOn,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::AtTheEnd, Self::AtOnce, Self::FixAndGoOn];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtTheEnd => "at-the-end",
            Self::AtOnce => "at-once",
            Self::FixAndGoOn => "fix-and-go-on",
        }
    }
}

/// The title of an exercise in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Title {
    /// In English.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub english: String,
    /// In Japanese.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub japanese: String,
}

impl Title {
    /// The title in a language, or in the other where it has none in this one. Files hold any text: write it out with
    /// [`crate::language::visible`].
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        let texts = [self.english.as_str(), self.japanese.as_str()];
        let [own, other] = if language.code() == "ja" { [texts[1], texts[0]] } else { texts };
        if own.is_empty() { other } else { own }
    }
}

/// A tree that is to be searched by hand, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// Its title.
    pub title: Title,
    tree: ExerciseTree,
    convention: Convention,
    /// When the student is told what is right.
    pub mode: Mode,
}

impl Exercise {
    /// Makes an exercise.
    ///
    /// # Errors
    /// [`ConventionError`] if the convention cannot be.
    pub fn new(tree: ExerciseTree, convention: Convention) -> Result<Self, ConventionError> {
        convention.check()?;
        Ok(Self { title: Title::default(), tree, convention, mode: Mode::default() })
    }

    /// The tree.
    #[must_use]
    pub const fn tree(&self) -> &ExerciseTree {
        &self.tree
    }

    /// How it is searched.
    #[must_use]
    pub const fn convention(&self) -> &Convention {
        &self.convention
    }

    /// A score of max's view as it is written at a node, and the other way round.
    #[must_use]
    pub fn written(&self, node: u32, score: Score) -> Score {
        self.convention.view.score(self.tree.player(node), score)
    }

    /// A window of max's view as it is written at a node, and the other way round.
    #[must_use]
    pub fn written_window(&self, node: u32, window: Window) -> Window {
        self.convention.view.window(self.tree.player(node), window)
    }

    /// A step of max's view as it is written, and the other way round.
    #[must_use]
    pub fn written_step(&self, step: Step) -> Step {
        match step {
            Step::Enter { node, window } => Step::Enter { node, window: self.written_window(node, window) },
            Step::Skip { node } => Step::Skip { node },
            Step::Return { node, score, bound } => {
                let view = self.convention.view;
                let turned = |kind| view.bound(self.tree.player(node), kind);
                Step::Return { node, score: self.written(node, score), bound: bound.map(turned) }
            }
        }
    }

    /// A number that differs, but for accidents, between exercises with different answers: of the tree, its names and the convention. It is
    /// the same on every machine.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let Convention { search, cut, returned, view, windows, signs, table } = self.convention;
        let flags = [search as u64, cut as u64, returned as u64, view as u64, windows.into(), signs.into()];
        // Those without a table keep the number that they had before there were tables.
        let mut sum = flags.into_iter().chain(table.then_some(1)).fold(0, mix);
        for node in self.tree.nodes() {
            let name = self.tree.name(node).bytes().fold(0, |sum, byte| mix(sum, byte.into()));
            let parent = self.tree.parent(node).map_or(u64::MAX, u64::from);
            let score = self.tree.score(node).map_or(u64::MAX, |score| score.to_bits().into());
            let parts = [name, parent, self.tree.player(node) as u64, score];
            sum = parts.into_iter().fold(sum, mix);
        }
        sum
    }
}
