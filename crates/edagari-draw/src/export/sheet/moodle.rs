//! Questions of an exercise for learning platforms: as a table with one row per node, and as Cloze
//! questions for Moodle.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::paper::Filled;
use super::picture::{small_exercise_svg, summary};
use super::places::{beside_text, sampled_text};
use crate::export::ExportError;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari_core::language::{Language, Text, visible};
use edagari_core::platform::threads;
use edagari_core::score::Score;
use edagari_core::trace::Progress;
use edagari_teach::class::{Field, Table, ways_to_type};
use edagari_teach::exercise::{Expects, Generated, Questions, SearchByHand};

/// Returns the lines of the program that is printed with an exercise, with their numbers; empty if there is none.
pub(super) fn program(made: &Generated) -> String {
    let code = Questions::of(&made.exercise).map(|questions| questions.code).unwrap_or_default();
    let lines: Vec<String> = code.iter().zip(1..).map(|(line, number)| format!("{number:>2}  {line}")).collect();
    lines.join("\n")
}

/// Returns the instructions, one sentence per item.
pub(super) fn task(made: &Generated, language: Language) -> Vec<String> {
    // A learning platform compares answers only with the solution.
    let solved = made.exercise.by_model();
    let convention = solved.convention();
    if let Some(questions) = Questions::of(&made.exercise) {
        let mut texts: Vec<String> = questions.about.iter().map(|message| message.sentence(language)).collect();
        texts.extend(solved.rules(language));
        let has = |is_one: fn(&Expects) -> bool| questions.questions.iter().any(|question| is_one(&question.expects));
        if has(|expects| matches!(expects, Expects::Number(_))) {
            texts.push(language.text(Text::QuestionHowNumbers).to_owned());
        }
        if has(|expects| matches!(expects, Expects::Order { .. })) {
            texts.push(language.text(Text::QuestionHowOrders).to_owned());
        }
        return texts;
    }
    let mut texts = vec![language.fill(Text::QuestionTask, &[("direction", language.text(convention.direction()))])];
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

/// Next part of a tree in words.
enum Next {
    Node(u32),
    Sign(&'static str),
}

/// Describes the tree of an exercise as text, for users who cannot see the picture: each node with its children in brackets, with its
/// probability, the static scores and the values of a run that are written in it.
pub(in crate::export) fn tree_in_words(made: &Generated) -> String {
    let tree = made.exercise.tree();
    let given = Questions::of(&made.exercise).map(|questions| questions.given);
    let likely = |node: u32| tree.probability_text(node).map_or_else(String::new, |one| format!("{one}: "));
    let mut text = String::new();
    let mut open = vec![Next::Node(0)];
    while let Some(next) = open.pop() {
        match next {
            Next::Sign(sign) => text += sign,
            Next::Node(node) if tree.is_leaf(node) => {
                text += &likely(node);
                let _ = write!(text, "{} = {}", visible(tree.name(node)), made.exercise.leaf_text(node));
                if let Some(sampled) = sampled_text(made, node) {
                    let _ = write!(text, " [{sampled}]");
                }
            }
            Next::Node(node) => {
                text += &likely(node);
                text += &visible(tree.name(node));
                if let Some(beside) = beside_text(made, node) {
                    let _ = write!(text, " [{beside}]");
                }
                for visit in given.iter().flat_map(|given| given.visits(node)) {
                    if let (Some(window), Some(score)) = (visit.window, visit.score) {
                        let _ = write!(text, " [{window} {score}]");
                    }
                }
                text += " (";
                open.push(Next::Sign(")"));
                // A node at the depth limit is a leaf: nodes below it are not described.
                let children = tree.drawn_children(node);
                for (place, &child) in children.iter().enumerate().rev() {
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

/// Returns the exercises as a file in Moodle XML. The general feedback of each has the picture of the solution.
///
/// # Errors
/// [`ExportError::Drawing`], or [`ExportError::Cancelled`] if `progress` is cancelled.
pub fn moodle_xml(exercises: &[Generated], language: Language, progress: &Progress) -> Result<String, ExportError> {
    // Drawing takes longest, so each processor draws questions until none are left.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(made) = exercises.get(place) else { return Ok(done) };
            if progress.is_cancelled() {
                return Err(ExportError::Cancelled);
            }
            done.push((place, moodle_question(made, language)));
            progress.advance(1);
        }
    };
    let done: Result<Vec<_>, ExportError> = threads::on_all(exercises.len(), work).into_iter().collect();
    let mut questions: Vec<(usize, String)> = done?.into_iter().flatten().collect();
    questions.sort_unstable_by_key(|&(place, _)| place);
    if questions.len() < exercises.len() {
        // A thread panicked; its hook has already reported that.
        return Err(ExportError::Drawing("a thread that draws questions stopped".into()));
    }
    let questions: String = questions.into_iter().map(|(_, question)| question).collect();
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n{questions}</quiz>\n"))
}

/// Returns one question in Moodle XML. Penalty, visibility and the folder of files are those that Moodle uses by default.
fn moodle_question(made: &Generated, language: Language) -> String {
    let picture = |filled| base64(small_exercise_svg(made, filled).as_bytes());
    let feedback = image("solution.svg", &explanation(made, language));
    format!(
        "<question type=\"cloze\"><name><text>{}</text></name>\n<questiontext format=\"html\"><text>{}</text>\n<file \
         name=\"tree.svg\" encoding=\"base64\">{}</file></questiontext>\n<generalfeedback format=\"html\"><text>{}</text>\n\
         <file name=\"solution.svg\" encoding=\"base64\">{}</file></generalfeedback></question>\n",
        shown(made.exercise.title.text(language)),
        unparsed(&question(made, language)),
        picture(Filled::Names),
        unparsed(&feedback),
        picture(Filled::Solution)
    )
}

/// Returns a paragraph with a picture file, and its description for users who cannot see it.
fn image(name: &str, words: &str) -> String {
    format!("<p><img src=\"@@PLUGINFILE@@/{name}\" alt=\"{}\" style=\"max-width:100%\">", cloze_html(words))
}

/// Wraps HTML in a CDATA section, which is shorter than escaping each of its signs. Its texts are
/// escaped already, so it contains no character that XML forbids.
fn unparsed(html: &str) -> String {
    format!("<![CDATA[{}]]>", html.replace("]]>", "]]]]><![CDATA[>"))
}

/// Returns the summary of the right answer, or the reasons of the right answers.
fn explanation(made: &Generated, language: Language) -> String {
    let summary = summary(made, language);
    match Questions::of(&made.exercise).filter(|_| summary.is_empty()) {
        Some(questions) => {
            let reasons: Vec<String> =
                questions.questions.iter().map(|question| question.why.sentence(language)).collect();
            reasons.join(" ")
        }
        None => summary,
    }
}

/// Returns the text of a question, as HTML with Cloze fields. It lacks the end tags and the empty cells that HTML does not need.
fn question(made: &Generated, language: Language) -> String {
    let mut html = String::new();
    for sentence in task(made, language) {
        let _ = write!(html, "<p>{}", cloze_html(&sentence));
    }
    let label = language.text(Text::QuestionTree);
    html += &image("tree.svg", &format!("{label}: {}", tree_in_words(made)));
    let program = program(made);
    if !program.is_empty() {
        // A line break would be shown as an escape.
        let lines: Vec<String> = program.lines().map(cloze_html).collect();
        let _ = write!(html, "<pre>{}</pre>", lines.join("\n"));
    }
    let table = Table::of(made, language);
    html += "<table><thead><tr>";
    for heading in &table.headings {
        let _ = write!(html, "<th scope=col>{heading}");
    }
    html += "<tbody>";
    let width = field_width(made, &table);
    for row in &table.rows {
        let _ = write!(html, "<tr><th scope=row>{}", cloze_html(&row.heading));
        let count = row.fields.iter().rposition(|field| *field != Field::Empty).map_or(0, |last| last + 1);
        for field in &row.fields[..count] {
            let _ = write!(html, "<td>{}", cloze(field, width));
        }
    }
    html + "</table>"
}

/// Returns the number of characters of the longest typed right answer, but at least that of ∞ and
/// of the scores of the leaves.
fn field_width(made: &Generated, table: &Table) -> usize {
    let answers = table.rows.iter().flat_map(|row| &row.fields).flat_map(typed);
    let infinity = ways_to_type(Some(Score::NEG_INFINITY));
    let tree = made.exercise.tree();
    let scores = tree.nodes().filter(|&node| tree.is_leaf(node)).map(|node| made.exercise.leaf_text(node));
    answers.chain(infinity).chain(scores).map(|answer| answer.chars().count()).max().unwrap_or_default()
}

/// Returns the right answers to a field to type in.
fn typed(field: &Field) -> Vec<String> {
    match field {
        Field::Empty | Field::Choice { .. } => Vec::new(),
        Field::Nothing => ways_to_type(None),
        Field::Names(orders) => orders.clone(),
        Field::Number(score) if score.finite().is_none() => ways_to_type(Some(*score)),
        Field::Number(score) => score.finite().iter().map(ToString::to_string).collect(),
    }
}

/// Formats a field in the Cloze syntax. Moodle makes a typed field as wide as its longest answer,
/// so its width would reveal the right answer. Therefore a wrong answer is added that makes every
/// field `width` characters wide.
fn cloze(field: &Field, width: usize) -> String {
    let Field::Choice { choices, right } = field else {
        let ways = typed(field);
        if ways.is_empty() {
            return String::new();
        }
        let is_number = matches!(field, Field::Number(score) if score.finite().is_some());
        let mut answers: Vec<String> = ways.iter().map(|way| format!("={}", typed_answer(way))).collect();
        if ways.iter().all(|way| way.chars().count() < width) {
            // It is longer than each right answer, so it equals none of them.
            let filler = if is_number { "9" } else { "-" };
            answers.push(format!("-{}", filler.repeat(width.saturating_sub(1))));
        }
        return format!("{{1:{}:{}}}", if is_number { "NM" } else { "SA" }, answers.join("~"));
    };
    let choice = |(place, (_, text)): (usize, &(String, String))| {
        let mark = if place == *right { "=" } else { "" };
        // Without a mark, a wrong choice that begins with a sign of the syntax would count as right
        // or get a weight.
        let mark = if mark.is_empty() && text.starts_with(['=', '%']) { "%0%" } else { mark };
        format!("{mark}{}", answer(text))
    };
    let choices: Vec<String> = choices.iter().enumerate().map(choice).collect();
    format!("{{1:MC:{}}}", choices.join("~"))
}

/// Escapes a right answer of a typed field, where an asterisk would match any text.
fn typed_answer(text: &str) -> String {
    answer(&text.replace('*', "\\*"))
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
