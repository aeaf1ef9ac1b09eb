//! The table of an exercise on a learning platform: a row per node or question, with typed fields.

use crate::exercise::{Expects, Generated, HandVisit, Kind, Questions, SearchByHand};
use edagari_core::language::{Language, Text};
use edagari_core::score::{BoundKind, Score};

/// Form of a field, and its right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// Selection from several choices, each with an identifier.
    Choice {
        /// Identifier and text of each choice.
        choices: Vec<(String, String)>,
        /// Index of the right choice.
        right: usize,
    },
    /// Number, or ±∞.
    Number(Score),
    /// Names in one of several orders, with spaces between them.
    Names(Vec<String>),
    /// Hyphen: the node has no value.
    Nothing,
    /// No input field.
    Empty,
}

/// Row of the table: a node or a question, and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Name of the node, or the question with its number; untrusted text.
    pub heading: String,
    /// Fields of the row, one per column after the first.
    pub fields: Vec<Field>,
}

/// Table of an exercise: column headings and rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Headings of the columns.
    pub headings: Vec<&'static str>,
    /// Rows in the order of the nodes or questions.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// Builds the table of an exercise.
    #[must_use]
    pub fn of(made: &Generated, language: Language) -> Self {
        match Questions::of(&made.exercise) {
            Some(questions) => table_of_questions(made, &questions, language),
            None => table_of_search(made, language),
        }
    }
}

fn table_of_search(made: &Generated, language: Language) -> Table {
    let exercise = &made.exercise;
    let (tree, convention) = (exercise.tree(), exercise.convention());
    let skipped = made.model.skipped(exercise);
    let may_be_again = convention.search == SearchByHand::Pvs;
    let mut headings = vec![language.text(Text::QuestionNode)];
    if convention.search.cuts() {
        headings.push(language.text(Text::QuestionFate));
    }
    if may_be_again {
        headings.push(language.text(Text::QuestionTimes));
    }
    if convention.windows {
        headings.extend(["α", "β"]);
    }
    headings.push(language.text(Text::QuestionScore));
    if convention.signs {
        headings.push(language.text(Text::QuestionBound));
    }
    let asks = |node: &u32| convention.search.cuts() || !tree.is_leaf(*node);
    let rows = tree.nodes().filter(asks).map(|node| {
        let is_leaf = tree.is_leaf(node);
        let visits = made.model.visits(node);
        let of = |value: &dyn Fn(&HandVisit) -> Field| match visits.first() {
            _ if is_leaf => Field::Empty,
            Some(visit) => value(visit),
            None => Field::Nothing,
        };
        let mut fields = Vec::new();
        if convention.search.cuts() {
            let choices = [("searched", Text::QuestionSearched), ("skipped", Text::QuestionSkipped)];
            let choices = choices.map(|(name, text)| (name.to_owned(), language.text(text).to_owned())).to_vec();
            fields.push(Field::Choice { choices, right: usize::from(skipped.contains(&node)) });
        }
        if may_be_again {
            let times = Score::new(visits.len() as i32);
            fields.push(of(&|_| Field::Number(times)));
        }
        if convention.windows {
            fields.push(of(&|visit| Field::Number(visit.window.alpha)));
            fields.push(of(&|visit| Field::Number(visit.window.beta)));
        }
        fields.push(of(&|visit| Field::Number(visit.score)));
        if convention.signs {
            fields.push(if is_leaf { Field::Empty } else { sign(visits.first().and_then(|visit| visit.bound)) });
        }
        TableRow { heading: tree.name(node).to_owned(), fields }
    });
    Table { headings, rows: rows.collect() }
}

/// Builds the table of an exercise with questions.
fn table_of_questions(made: &Generated, questions: &Questions, language: Language) -> Table {
    let (first, second) = match made.exercise.kind() {
        Kind::CrossOut | Kind::Star1 { .. } => (Text::QuestionLeaf, Text::QuestionFate),
        Kind::Values | Kind::Expectimax => (Text::QuestionNode, Text::QuestionScore),
        _ => (Text::QuestionQuestion, Text::QuestionAnswer),
    };
    // Two questions at one node.
    let is_pair = made.exercise.kind() == Kind::ProofNumbers;
    let rows = questions.questions.iter().zip(1..).map(|(question, number)| {
        let field = match &question.expects {
            Expects::Number(score) => Field::Number(*score),
            Expects::Choice { choices, right } => {
                let choices = choices.iter().map(|choice| (choice.name.clone(), choice.text.sentence(language)));
                Field::Choice { choices: choices.collect(), right: *right }
            }
            expects @ Expects::Order { .. } => Field::Names(expects.accepted(made.exercise.tree())),
        };
        let heading = match question.node {
            Some(node) if !is_pair => made.exercise.tree().name(node).to_owned(),
            _ => question.line(number, language),
        };
        TableRow { heading, fields: vec![field] }
    });
    Table { headings: vec![language.text(first), language.text(second)], rows: rows.collect() }
}

/// Returns the field for the sign of a score; a hyphen is right for a skipped node.
fn sign(bound: Option<BoundKind>) -> Field {
    let kinds = [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower];
    let names = ["upper", "exact", "lower"];
    let mut choices: Vec<(String, String)> =
        names.into_iter().zip(kinds).map(|(name, kind)| (name.to_owned(), kind.sign().to_owned())).collect();
    choices.push(("none".to_owned(), "-".to_owned()));
    let right = bound.and_then(|bound| kinds.iter().position(|&kind| kind == bound)).unwrap_or(kinds.len());
    Field::Choice { choices, right }
}

/// Returns the accepted spellings of a number, or of the hyphen for `None`.
#[must_use]
pub fn ways_to_type(number: Option<Score>) -> Vec<String> {
    let ways: &[&str] = match number {
        None => &["-", "−", "–"],
        Some(Score::INFINITY) => &["inf", "+inf", "∞", "+∞"],
        Some(Score::NEG_INFINITY) => &["-inf", "−inf", "-∞", "−∞"],
        Some(score) => {
            let shown = score.to_string();
            let typed = shown.replace('−', "-");
            return if typed == shown { vec![typed] } else { vec![typed, shown] };
        }
    };
    ways.iter().map(|&way| way.to_owned()).collect()
}
