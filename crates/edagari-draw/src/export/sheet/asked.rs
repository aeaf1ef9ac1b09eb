//! Questions of learning platforms for an exercise, as a table with a row per node, and as Cloze questions for Moodle.

use std::fmt::Write as _;

use super::picture::Filled;
use super::picture::{exercise_svg, summary};
use crate::export::ExportError;
use crate::export::svg::small_png_of_svg;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Score};
use edagari_core::trace::Progress;
use edagari_teach::exercise::{ExerciseTree, Generated, HandVisit, SearchByHand};

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
    // A learning platform compares with the solution alone.
    let solved = made.exercise.by_model();
    let convention = solved.convention();
    let mut texts = vec![language.text(Text::QuestionTask).to_owned()];
    if convention.search == SearchByHand::Pvs {
        texts.push(language.text(Text::QuestionFirst).to_owned());
    }
    texts.push(language.text(Text::SheetPlayers).to_owned());
    texts.extend(convention.sentences(language));
    texts
}

/// Escapes a text for XML, also in attributes. Characters that XML forbids are written as escape sequences.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(letter),
            letter if letter < ' ' || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.extend(letter.escape_default());
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes an untrusted text for XML.
pub(super) fn shown(text: &str) -> String {
    xml(&visible(text))
}

/// Escapes an untrusted text for the HTML of a Cloze question, where a brace begins a field.
pub(super) fn cloze_html(text: &str) -> String {
    shown(text).replace('{', "&#123;").replace('}', "&#125;")
}

/// Describes a tree as text, for users who cannot see the picture: each node with its children in brackets.
pub(super) fn tree_in_words(tree: &ExerciseTree, written: impl Fn(u32) -> String) -> String {
    enum Next {
        Node(u32),
        Sign(&'static str),
    }
    let mut text = String::new();
    let mut open = vec![Next::Node(0)];
    while let Some(next) = open.pop() {
        match next {
            Next::Sign(sign) => text += sign,
            Next::Node(node) if tree.is_leaf(node) => {
                let _ = write!(text, "{} = {}", visible(tree.name(node)), written(node));
            }
            Next::Node(node) => {
                text += &visible(tree.name(node));
                text += " (";
                open.push(Next::Sign(")"));
                for (place, &child) in tree.children(node).iter().enumerate().rev() {
                    open.push(Next::Node(child));
                    if place > 0 {
                        open.push(Next::Sign(", "));
                    }
                }
            }
        }
    }
    text
}

/// Encodes bytes in base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// Pixels per point of a picture.
const SCALE: f32 = 1.25;

/// Wrong answers that are longer than all others, equally long. Moodle makes a field as wide as its longest answer, so that without them the
/// width would give the right answer away.
const WIDE_WORDS: &str = "no such answer";
const WIDE_NUMBER: &str = "-1234567890123";

/// Returns the exercises as a file in Moodle XML. The general feedback of each has the picture of the solution.
///
/// # Errors
/// [`ExportError::Drawing`], or [`ExportError::Cancelled`] if `progress` is cancelled.
pub fn moodle_xml(exercises: &[Generated], language: Language, progress: &Progress) -> Result<String, ExportError> {
    let mut file = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
    for made in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let picture = small_png_of_svg(&exercise_svg(made, Filled::Names, language), SCALE)?;
        let solution = small_png_of_svg(&exercise_svg(made, Filled::Solution, language), SCALE)?;
        let feedback = format!(
            "<p><img src=\"@@PLUGINFILE@@/solution.png\" alt=\"{}\" style=\"max-width:100%\"></p>",
            cloze_html(&summary(made, language))
        );
        let _ = write!(
            file,
            "  <question type=\"cloze\">\n    <name><text>{}</text></name>\n    <questiontext format=\"html\">\n      \
             <text>{}</text>\n      <file name=\"tree.png\" path=\"/\" encoding=\"base64\">{}</file>\n    \
             </questiontext>\n    <generalfeedback format=\"html\">\n      <text>{}</text>\n      <file name=\"solution.png\" \
             path=\"/\" encoding=\"base64\">{}</file>\n    </generalfeedback>\n    <penalty>0.3333333</penalty>\n    <hidden>0</hidden>\n  </question>\n",
            shown(made.exercise.title.text(language)),
            xml(&question(made, language)),
            base64(&picture),
            xml(&feedback),
            base64(&solution)
        );
        progress.advance(1);
    }
    Ok(file + "</quiz>\n")
}

/// Returns the text of a question, as HTML with Cloze fields.
fn question(made: &Generated, language: Language) -> String {
    let exercise = &made.exercise;
    let tree = exercise.tree();
    let mut html = String::new();
    for sentence in task(made, language) {
        let _ = write!(html, "<p>{}</p>", cloze_html(&sentence));
    }
    let score = |leaf: u32| tree.score(leaf).map(|score| exercise.written(leaf, score).to_string()).unwrap_or_default();
    let label = language.text(Text::QuestionTree);
    let words = cloze_html(&format!("{label}: {}", tree_in_words(tree, score)));
    let _ = write!(html, "<p><img src=\"@@PLUGINFILE@@/tree.png\" alt=\"{words}\" style=\"max-width:100%\"></p>");
    let table = table(made, language);
    html += "<table><thead><tr>";
    for heading in &table.headings {
        let _ = write!(html, "<th scope=\"col\">{heading}</th>");
    }
    html += "</tr></thead><tbody>";
    for row in &table.rows {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", cloze_html(tree.name(row.node)));
        for field in &row.fields {
            let _ = write!(html, "<td>{}</td>", cloze(field));
        }
        html += "</tr>";
    }
    html + "</tbody></table>"
}

/// Formats a field in the Cloze syntax.
fn cloze(field: &Field) -> String {
    match field {
        Field::Empty => String::new(),
        Field::Nothing => short_answer(None),
        Field::Number(score) => match score.finite() {
            Some(number) => format!("{{1:NUMERICAL:={number}:0~%0%{WIDE_NUMBER}:0}}"),
            None => short_answer(Some(*score)),
        },
        Field::Choice { choices, right } => {
            let choice = |(place, (_, text)): (usize, &(&str, String))| {
                // Choices are weighted with percentages, because a choice can itself begin with the sign `=` that marks a right answer.
                format!("%{}%{}", if place == *right { 100 } else { 0 }, answer(text))
            };
            let choices: Vec<String> = choices.iter().enumerate().map(choice).collect();
            format!("{{1:MULTICHOICE:{}}}", choices.join("~"))
        }
    }
}

fn short_answer(number: Option<edagari_core::score::Score>) -> String {
    let ways: Vec<String> = ways_to_type(number).iter().map(|way| format!("={}", answer(way))).collect();
    format!("{{1:SHORTANSWER:{}~%0%{WIDE_WORDS}}}", ways.join("~"))
}

/// Escapes a text inside a Cloze field, where some characters have a meaning.
fn answer(text: &str) -> String {
    let mut escaped = String::new();
    for letter in xml(text).chars() {
        if matches!(letter, '\\' | '}' | '#' | '~' | '/' | '"') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_encoded_in_base64() {
        let of = ["", "a", "ab", "abc", "abcd", "abcde", "abcdef"].map(|text| base64(text.as_bytes()));
        assert_eq!(of, ["", "YQ==", "YWI=", "YWJj", "YWJjZA==", "YWJjZGU=", "YWJjZGVm"]);
        assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
    }

    #[test]
    fn untrusted_texts_are_escaped() {
        assert_eq!(cloze_html("<b>{1:SA:=x}</b>"), "&lt;b&gt;&#123;1:SA:=x&#125;&lt;/b&gt;");
        assert_eq!(shown("a\u{0}\u{202e}\"]]>"), "a\\u{0}\\u{202e}&quot;]]&gt;");
    }
}
