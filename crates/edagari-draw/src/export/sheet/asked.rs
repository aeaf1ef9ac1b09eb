//! Questions of a learning platform for an exercise: a table with a row per node and a field per property.

use edagari_core::language::{Language, Text};
use edagari_core::score::{BoundKind, Score};
use edagari_teach::exercise::{Generated, HandVisit, SearchByHand};

/// Right answer of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// Selection from several choices, each with an identifier.
    Choice { choices: Vec<(&'static str, String)>, right: usize },
    /// Number, or ±∞.
    Number(Score),
    /// Hyphen: the node has no value.
    Nothing,
    /// No input field.
    Empty,
}

/// Row of the table: a node and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub node: u32,
    pub fields: Vec<Field>,
}

/// Table of an exercise: column headings and rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub headings: Vec<&'static str>,
    pub rows: Vec<Asked>,
}

/// Builds the table of an exercise.
pub(super) fn table(made: &Generated, language: Language) -> Table {
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
            let choices = choices.map(|(name, text)| (name, language.text(text).to_owned())).to_vec();
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
        Asked { node, fields }
    });
    Table { headings, rows: rows.collect() }
}

/// Returns the field for the sign of a score; a hyphen is right for a skipped node.
fn sign(bound: Option<BoundKind>) -> Field {
    let kinds = [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower];
    let names = ["upper", "exact", "lower"];
    let mut choices: Vec<(&str, String)> =
        names.into_iter().zip(kinds).map(|(name, kind)| (name, kind.sign().to_owned())).collect();
    choices.push(("none", "-".to_owned()));
    let right = bound.and_then(|bound| kinds.iter().position(|&kind| kind == bound)).unwrap_or(kinds.len());
    Field::Choice { choices, right }
}

/// Returns the accepted spellings of a number, or of the hyphen for `None`.
pub(super) fn ways_to_type(number: Option<Score>) -> Vec<String> {
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

/// Returns the instructions, one sentence per item.
pub(super) fn task(made: &Generated, language: Language) -> Vec<String> {
    let convention = made.exercise.convention();
    let mut texts = vec![language.text(Text::QuestionTask).to_owned()];
    if convention.search == SearchByHand::Pvs {
        texts.push(language.text(Text::QuestionFirst).to_owned());
    }
    texts.push(language.text(Text::SheetPlayers).to_owned());
    texts.extend(convention.sentences(language));
    texts
}
