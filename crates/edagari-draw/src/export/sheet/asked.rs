//! Questions of learning platforms for an exercise, as a table with a row per node, and as Cloze questions for Moodle.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::paper::Filled;
use super::picture::{estimate_text, on_pixels_svg, summary};
use crate::export::ExportError;
use crate::export::svg::small_png_of_svg;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari_core::language::{Language, Text, visible};
use edagari_core::platform::threads;
use edagari_core::trace::Progress;
use edagari_teach::class::{Field, Table, ways_to_type};
use edagari_teach::exercise::{Expects, Generated, Kind, Questions, SearchByHand};

/// Returns the lines of the program that is printed with an exercise, with their numbers; empty if there is none.
pub(super) fn program(made: &Generated) -> String {
    let code = Questions::of(&made.exercise).map(|questions| questions.code).unwrap_or_default();
    let lines: Vec<String> = code.iter().zip(1..).map(|(line, number)| format!("{number:>2}  {line}")).collect();
    lines.join("\n")
}

/// Returns the instructions, one sentence per item.
pub(super) fn task(made: &Generated, language: Language) -> Vec<String> {
    // A learning platform compares with the solution alone.
    let solved = made.exercise.by_model();
    let convention = solved.convention();
    if let Some(questions) = Questions::of(&made.exercise) {
        let mut texts: Vec<String> = questions.about.iter().map(|said| said.sentence(language)).collect();
        texts.push(language.text(Text::SheetPlayers).to_owned());
        if !matches!(made.exercise.kind(), Kind::Bug(_)) {
            texts.extend(convention.sentences(language));
        }
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

/// Describes the tree of an exercise as text, for users who cannot see the picture: each node with its children in brackets, with the
/// static scores and the values of a run that are written in it.
pub(in crate::export) fn tree_in_words(made: &Generated) -> String {
    let tree = made.exercise.tree();
    let given = Questions::of(&made.exercise).map(|questions| questions.given);
    let mut text = String::new();
    let mut open = vec![Next::Node(0)];
    while let Some(next) = open.pop() {
        match next {
            Next::Sign(sign) => text += sign,
            Next::Node(node) if tree.is_leaf(node) => {
                let _ = write!(text, "{} = {}", visible(tree.name(node)), made.exercise.leaf_text(node));
            }
            Next::Node(node) => {
                text += &visible(tree.name(node));
                if let Some(estimate) = estimate_text(made, node) {
                    let _ = write!(text, " [{estimate}]");
                }
                for visit in given.iter().flat_map(|given| given.visits(node)) {
                    if let (Some(window), Some(score)) = (visit.window, visit.score) {
                        let _ = write!(text, " [{window} {score}]");
                    }
                }
                text += " (";
                open.push(Next::Sign(")"));
                // At the depth limit a node is a leaf: nothing below it is described.
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
    // Drawing takes longest, so that each processor draws questions until there are no more.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(made) = exercises.get(place) else { return Ok(done) };
            if progress.is_cancelled() {
                return Err(ExportError::Cancelled);
            }
            done.push((place, moodle_question(made, language)?));
            progress.advance(1);
        }
    };
    let done: Result<Vec<_>, ExportError> = threads::on_all(exercises.len(), work).into_iter().collect();
    let mut questions: Vec<(usize, String)> = done?.into_iter().flatten().collect();
    questions.sort_unstable_by_key(|&(place, _)| place);
    if questions.len() < exercises.len() {
        // A thread panicked, which its hook has reported.
        return Err(ExportError::Drawing("a thread that draws questions stopped".to_owned()));
    }
    let questions: String = questions.into_iter().map(|(_, question)| question).collect();
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n{questions}</quiz>\n"))
}

/// Returns one question in Moodle XML.
fn moodle_question(made: &Generated, language: Language) -> Result<String, ExportError> {
    let picture = |filled| Ok::<_, ExportError>(base64(&small_png_of_svg(&on_pixels_svg(made, filled, SCALE), SCALE)?));
    let feedback = format!(
        "<p><img src=\"@@PLUGINFILE@@/solution.png\" alt=\"{}\" style=\"max-width:100%\"></p>",
        cloze_html(&explanation(made, language))
    );
    Ok(format!(
        "<question type=\"cloze\">\n<name><text>{}</text></name>\n<questiontext format=\"html\">\n<text>{}</text>\n\
         <file name=\"tree.png\" path=\"/\" encoding=\"base64\">{}</file>\n</questiontext>\n<generalfeedback \
         format=\"html\">\n<text>{}</text>\n<file name=\"solution.png\" path=\"/\" encoding=\"base64\">{}</file>\n\
         </generalfeedback>\n<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>\n",
        shown(made.exercise.title.text(language)),
        unparsed(&question(made, language)),
        picture(Filled::Names)?,
        unparsed(&feedback),
        picture(Filled::Solution)?
    ))
}

/// HTML as a part of XML that is not parsed: shorter than with each of its signs escaped. Texts in it are escaped already, so that it
/// contains no character that XML forbids.
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

/// Returns the text of a question, as HTML with Cloze fields.
fn question(made: &Generated, language: Language) -> String {
    let mut html = String::new();
    for sentence in task(made, language) {
        let _ = write!(html, "<p>{}</p>", cloze_html(&sentence));
    }
    let label = language.text(Text::QuestionTree);
    let words = cloze_html(&format!("{label}: {}", tree_in_words(made)));
    let _ = write!(html, "<p><img src=\"@@PLUGINFILE@@/tree.png\" alt=\"{words}\" style=\"max-width:100%\"></p>");
    let program = program(made);
    if !program.is_empty() {
        let _ = write!(html, "<pre>{}</pre>", cloze_html(&program));
    }
    let table = Table::of(made, language);
    html += "<table><thead><tr>";
    for heading in &table.headings {
        let _ = write!(html, "<th scope=\"col\">{heading}</th>");
    }
    html += "</tr></thead><tbody>";
    for row in &table.rows {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", cloze_html(&row.heading));
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
        Field::Nothing => short_answer(&ways_to_type(None)),
        // An asterisk matches any text in a short answer.
        Field::Names(orders) => short_answer(&orders.iter().map(|order| order.replace('*', "\\*")).collect::<Vec<_>>()),
        Field::Number(score) => match score.finite() {
            Some(number) => format!("{{1:NUMERICAL:={number}:0~%0%{WIDE_NUMBER}:0}}"),
            None => short_answer(&ways_to_type(Some(*score))),
        },
        Field::Choice { choices, right } => {
            let choice = |(place, (_, text)): (usize, &(String, String))| {
                // Choices are weighted with percentages, because a choice can itself begin with the sign `=` that marks a right answer.
                format!("%{}%{}", if place == *right { 100 } else { 0 }, answer(text))
            };
            let choices: Vec<String> = choices.iter().enumerate().map(choice).collect();
            format!("{{1:MULTICHOICE:{}}}", choices.join("~"))
        }
    }
}

fn short_answer(ways: &[String]) -> String {
    let ways: Vec<String> = ways.iter().map(|way| format!("={}", answer(way))).collect();
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
