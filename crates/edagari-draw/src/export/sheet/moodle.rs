//! Questions for Moodle: one Cloze question per exercise, with the picture of its tree.

use std::fmt::Write as _;

use super::asked::{Field, table, task, ways_to_type};
use super::markup::{base64, cloze_html, shown, tree_in_words, xml};
use super::picture::exercise_svg;
use super::place::Filled;
use crate::export::ExportError;
use crate::export::pixels::png_of_svg;
use edagari_core::language::{Language, Text};
use edagari_core::trace::Progress;
use edagari_teach::exercise::Generated;

/// Pixels per point of a picture.
const SCALE: f32 = 2.0;

/// Returns the exercises as a file in Moodle XML.
///
/// # Errors
/// [`ExportError::Drawing`], or [`ExportError::Cancelled`] if `progress` is cancelled.
pub fn moodle_xml(exercises: &[Generated], language: Language, progress: &Progress) -> Result<String, ExportError> {
    let mut file = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
    for made in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let picture = png_of_svg(&exercise_svg(made, Filled::Names, language), SCALE)?;
        let _ = write!(
            file,
            "  <question type=\"cloze\">\n    <name><text>{}</text></name>\n    <questiontext format=\"html\">\n      \
             <text>{}</text>\n      <file name=\"tree.png\" path=\"/\" encoding=\"base64\">{}</file>\n    \
             </questiontext>\n    <generalfeedback format=\"html\"><text></text></generalfeedback>\n    \
             <penalty>0.3333333</penalty>\n    <hidden>0</hidden>\n  </question>\n",
            shown(made.exercise.title.text(language)),
            xml(&question(made, language)),
            base64(&picture)
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
            Some(number) => format!("{{1:NUMERICAL:={number}:0}}"),
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
    format!("{{1:SHORTANSWER:{}}}", ways.join("~"))
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
