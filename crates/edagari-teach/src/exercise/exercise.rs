//! An exercise: a tree with a convention, and the steps of its answer.

use std::borrow::Cow;

use super::kind::proof_numbers_of_leaf;
use super::{Convention, ConventionError, CutAt, ExerciseTree, Kind, RootWindow};
use edagari_core::game::mix;
use edagari_core::language::{Language, Message, Text};
use edagari_core::score::{BoundKind, Player, Score, Window};

/// Time at which the student gets feedback.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Mode {
    /// Feedback when the whole answer is submitted.
    AtTheEnd,
    /// Feedback after each step.
    #[default]
    AtOnce,
    /// Feedback after each step; a wrong step must be corrected before the next one.
    FixAndGoOn,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::AtTheEnd, Self::AtOnce, Self::FixAndGoOn];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtTheEnd => "at-the-end",
            Self::AtOnce => "at-once",
            Self::FixAndGoOn => "fix-and-go-on",
        }
    }
}

/// Title of an exercise in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Title {
    /// English title; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub english: String,
    /// Japanese title; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub japanese: String,
}

/// Maximum number of letters of a title in each language.
const LONGEST_TITLE: usize = 200;

/// Error: a title has too many letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", Message::from(Text::MalformedTitleLong).with("letters", &self.letters).with("most", &LONGEST_TITLE))]
pub struct TitleTooLong {
    letters: usize,
}

impl Title {
    /// Checks the length of the title. Files with a longer one cannot be read.
    ///
    /// # Errors
    /// [`TitleTooLong`] contains the number of letters.
    pub fn check(&self) -> Result<(), TitleTooLong> {
        let letters = self.english.chars().count().max(self.japanese.chars().count());
        if letters > LONGEST_TITLE { Err(TitleTooLong { letters }) } else { Ok(()) }
    }

    /// Returns the title in a language, or in the other language if there is none. Files can contain any text, so escape it with
    /// [`edagari_core::language::visible`] before output.
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        let texts = [self.english.as_str(), self.japanese.as_str()];
        let [own, other] = if language.code() == "ja" { [texts[1], texts[0]] } else { texts };
        if own.is_empty() { other } else { own }
    }
}

/// Tree to be searched by hand, with its convention.
///
/// ```
/// use edagari_core::game::TextbookTree;
/// use edagari_core::score::Score;
/// use edagari_teach::exercise::{Convention, Exercise, ExerciseTree, View};
///
/// let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// let exercise = Exercise::new(tree, Convention { view: View::Negamax, ..Convention::default() })?;
/// // The min player moves at B, so a score is written from that player's view.
/// let node = exercise.tree().named("B").expect("a node of the figure");
/// assert_eq!(exercise.written(node, Score::new(2)), Score::new(-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// Title of the exercise.
    pub title: Title,
    pub(super) tree: ExerciseTree,
    pub(super) convention: Convention,
    pub(super) kind: Kind,
    /// Time at which the student gets feedback.
    pub mode: Mode,
}

impl Exercise {
    /// Creates an exercise without a title, of the kind [`Kind::Search`].
    ///
    /// # Errors
    /// [`ConventionError`] if the convention is invalid, or does not fit the scores of the tree.
    pub fn new(tree: ExerciseTree, convention: Convention) -> Result<Self, ConventionError> {
        convention.check()?;
        let tree = tree.arranged(convention.from_right, convention.depth_limit);
        let tree = tree.map_err(|_| ConventionError::LimitScores)?;
        if let RootWindow::Known(Window { alpha, beta }) = convention.root {
            let is_known = |leaf: u32| tree.score(leaf).is_some_and(|score| alpha <= score && score <= beta);
            if !tree.leaves().all(is_known) {
                return Err(ConventionError::RootScores);
            }
        }
        Ok(Self { title: Title::default(), tree, convention, kind: Kind::Search, mode: Mode::default() })
    }

    /// Returns the tree.
    #[must_use]
    pub const fn tree(&self) -> &ExerciseTree {
        &self.tree
    }

    /// Returns the convention of the search.
    #[must_use]
    pub const fn convention(&self) -> &Convention {
        &self.convention
    }

    /// Returns what the student does with the tree.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns whether chance moves at the node. These are the nodes at which min would move, in [`Kind::Expectimax`] and [`Kind::Star1`].
    #[must_use]
    pub fn is_chance(&self, node: u32) -> bool {
        self.kind.name().has_chance() && self.tree.player(node) == Player::Min
    }

    /// Returns the rules of the search as sentences, first the rule of the players. The rules of
    /// the convention follow, unless the task itself contains all rules.
    #[must_use]
    pub fn rules(&self, language: Language) -> Vec<String> {
        let players = match (self.kind.name().has_chance(), self.tree.has_probabilities()) {
            (false, _) => Text::SheetPlayers,
            (true, false) => Text::SheetChance,
            (true, true) => Text::SheetChanceUnequal,
        };
        let mut rules = vec![language.text(players).to_owned()];
        if !self.kind.name().has_own_rules() {
            rules.extend(self.convention.sentences(language));
        }
        rules
    }

    /// Returns what is printed at a leaf: its score in written form, its proof and disproof number, or `x` if it is unknown; empty at
    /// other nodes.
    #[must_use]
    pub fn leaf_text(&self, node: u32) -> String {
        let below = || self.tree.estimate(node).filter(|_| self.tree.is_below_limit(node));
        match (self.kind, self.tree.score(node).or_else(below)) {
            (Kind::Interval { leaf, .. }, _) if leaf == node => "x".to_owned(),
            (Kind::ProofNumbers, Some(score)) => {
                let [proof, disproof] = proof_numbers_of_leaf(score);
                format!("{proof} | {disproof}")
            }
            (_, Some(score)) => self.written(node, score).to_string(),
            (_, None) => String::new(),
        }
    }

    /// Returns the checksum as text, which identifies the exercise in files of answers.
    #[must_use]
    pub fn checksum_text(&self) -> String {
        format!("{:016x}", self.checksum())
    }

    /// Returns a short code of the exercise, which is printed on personal sheets: six letters and
    /// digits without characters that are easily confused.
    #[must_use]
    pub fn code(&self) -> String {
        const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
        let sum = self.checksum();
        (0..6).map(|place| char::from(LETTERS[(sum >> (5 * place)) as usize % LETTERS.len()])).collect()
    }

    /// Returns the exercise with another condition of cuts.
    pub(super) fn with_cut(&self, cut: CutAt) -> Self {
        Self { convention: Convention { cut, ..self.convention }, ..self.clone() }
    }

    /// Returns the exercise with each accepted condition of cuts; that of the model answer is the first.
    #[must_use]
    pub fn by_each_cut(&self) -> Vec<Cow<'_, Self>> {
        match self.convention.cut {
            CutAt::Either => [CutAt::Equality, CutAt::Above].map(|cut| Cow::Owned(self.with_cut(cut))).to_vec(),
            CutAt::Equality | CutAt::Above => vec![Cow::Borrowed(self)],
        }
    }

    /// Returns the exercise for feedback that compares only with the model answer:
    /// [`CutAt::Either`] becomes the condition of the model answer.
    #[must_use]
    pub fn by_model(&self) -> Cow<'_, Self> {
        match self.convention.cut {
            CutAt::Either => Cow::Owned(self.with_cut(CutAt::Equality)),
            CutAt::Equality | CutAt::Above => Cow::Borrowed(self),
        }
    }

    /// Converts a score between max's view and the written form at a node. The conversion is its own inverse.
    #[must_use]
    pub fn written(&self, node: u32, score: Score) -> Score {
        self.convention.view.score(self.tree.player(node), score)
    }

    /// Converts a window between max's view and the written form at a node. The conversion is its own inverse.
    #[must_use]
    pub fn written_window(&self, node: u32, window: Window) -> Window {
        self.convention.view.window(self.tree.player(node), window)
    }

    /// Converts a step between max's view and the written form. The conversion is its own inverse.
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

    /// Returns a checksum of the tree, its names, the convention and the kind. Exercises with different answers have different checksums,
    /// except for collisions. It is the same on every machine.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let Convention { search, cut, returned, view, windows, signs, table, root, from_right, depth_limit } =
            self.convention;
        let flags = [search as u64, cut as u64, returned as u64, view as u64, windows.into(), signs.into()];
        // Exercises without a table keep the checksum from before tables were introduced.
        let mut sum = flags.into_iter().chain(table.then_some(1)).fold(0, mix);
        for node in self.tree.drawn() {
            let name = self.tree.name(node).bytes().fold(0, |sum, byte| mix(sum, byte.into()));
            let parent = self.tree.parent(node).map_or(u64::MAX, u64::from);
            let score = self.tree.score(node).map_or(u64::MAX, |score| score.to_bits().into());
            let parts = [name, parent, self.tree.player(node) as u64, score];
            sum = parts.into_iter().fold(sum, mix);
            sum = self.tree.estimate(node).map_or(sum, |estimate| mix(sum, estimate.to_bits().into()));
            let probability = self.tree.probability(node);
            sum = probability.map_or(sum, |one| mix(mix(sum, one.numerator().into()), one.denominator().into()));
        }
        if !root.is_full() {
            let Window { alpha, beta } = root.window();
            let is_known = matches!(root, RootWindow::Known(_));
            sum = [is_known.into(), alpha.to_bits().into(), beta.to_bits().into()].into_iter().fold(sum, mix);
        }
        // The default direction and depth do not change the checksum, either.
        sum = from_right.then_some(2).into_iter().chain(depth_limit.map(|depth| 3 + u64::from(depth))).fold(sum, mix);
        // Searches keep the checksum from before other kinds were introduced.
        if self.kind == Kind::Search { sum } else { self.kind.key().into_iter().fold(sum, mix) }
    }
}

/// Step of a search by hand. Nodes are those of the exercise's tree. Scores and windows are in written form: with
/// [`View::Negamax`](super::View), they have the signs of the player to move at the node.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_teach::exercise::{ModelAnswer, Step};
///
/// # use edagari_core::game::TextbookTree;
/// # use edagari_teach::exercise::{Convention, Exercise, ExerciseTree};
/// # let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// # let exercise = Exercise::new(tree, Convention::default())?;
/// // `exercise` asks for α-β on the three-move figure.
/// let last = *ModelAnswer::of(&exercise).steps.last().expect("the root returns last");
/// assert_eq!(last, Step::Return { node: 0, score: Score::new(3), bound: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Entry of a node with children.
    Enter {
        /// Node that is entered.
        node: u32,
        /// Window of the node.
        window: Window,
    },
    /// Striking of a node: the node and all its descendants are skipped.
    Skip {
        /// Node that is struck.
        node: u32,
    },
    /// Return from a node with children. Leaves need no step: a leaf that is not struck is
    /// evaluated.
    Return {
        /// Node that returns.
        node: u32,
        /// Returned score.
        score: Score,
        /// Kind of the score, exact or a bound; `None` if the exercise does not require it.
        bound: Option<BoundKind>,
    },
}

impl Step {
    /// Returns the node of the step.
    #[must_use]
    pub const fn node(self) -> u32 {
        match self {
            Self::Enter { node, .. } | Self::Skip { node } | Self::Return { node, .. } => node,
        }
    }

    /// Returns the node to select after the step, for keyboard use. It does not depend on the right answer.
    #[must_use]
    pub fn goes_on_at(self, tree: &ExerciseTree) -> u32 {
        let node = self.node();
        let above_leaves = |nodes: &[u32]| nodes.iter().copied().find(|&node| !tree.is_leaf(node));
        if matches!(self, Self::Enter { .. }) {
            return above_leaves(tree.children(node)).unwrap_or(node);
        }
        let Some(parent) = tree.parent(node) else { return node };
        above_leaves(&tree.children(parent)[tree.place(node) + 1..]).unwrap_or(parent)
    }
}

/// Steps that a student wrote down, in the order of writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// Steps of the answer.
    pub steps: Vec<Step>,
    /// Whether each wrong step was corrected, as on a web page: wrong steps are not carried out,
    /// and later steps are judged without them.
    pub is_corrected: bool,
    /// Indexes of the steps that were shown to the student, in ascending order.
    pub shown: Vec<usize>,
}

impl From<Vec<Step>> for Answers {
    /// Returns answers that were neither corrected nor shown.
    fn from(steps: Vec<Step>) -> Self {
        Self { steps, ..Self::default() }
    }
}
