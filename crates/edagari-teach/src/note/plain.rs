//! Notes as plain text, for terminals.

use super::markdown::{Block, Span};
use super::shown::{ShownAnswers, ShownQuestion};
use edagari_core::language::{Language, Text};

/// Formats blocks as lines of plain text, with an empty line between paragraphs.
#[must_use]
pub fn plain_text(blocks: &[Block]) -> String {
    let parts: Vec<String> = blocks.iter().map(plain_block).collect();
    parts.join("\n\n")
}

/// Formats spans as plain text: code in backticks, links with their targets.
#[must_use]
pub fn plain_line(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match &span.link {
            Some(link) => format!("{} ({link})", span.text),
            None if span.code => format!("`{}`", span.text),
            None => span.text.clone(),
        })
        .collect()
}

/// Formats a question with its choices; `with_answer` adds the right answer and its reason.
#[must_use]
pub fn plain_question(question: &ShownQuestion, language: Language, with_answer: bool) -> String {
    let mut lines = vec![format!("? {}", plain_text(&question.text))];
    let right = match &question.answers {
        ShownAnswers::Choice(answers) => {
            let lettered = ('a'..='z').zip(answers);
            lines.extend(lettered.map(|(letter, (text, _))| format!("  {letter}) {}", plain_line(text))));
            answers.iter().find(|(_, right)| *right == Ok(true)).map(|(text, _)| plain_line(text))
        }
        ShownAnswers::Number(value) => {
            lines.push(format!("  {}", language.text(Text::LessonEnterNumber)));
            value.as_ref().ok().map(|value| value.text(language))
        }
    };
    if with_answer {
        lines.extend(right.map(|right| language.fill(Text::LessonRightAnswer, &[("answer", &right)])));
        lines.extend(Some(plain_text(&question.why)).filter(|why| !why.is_empty()));
    }
    lines.join("\n")
}

fn plain_block(block: &Block) -> String {
    match block {
        Block::Paragraph(spans) | Block::Heading(_, spans) => plain_line(spans),
        Block::Code(text) => set_in("    ", "    ", text),
        Block::Quote(blocks) => set_in("> ", "> ", &plain_text(blocks)),
        Block::List { first, items } => {
            let item = |(place, blocks): (u64, &Vec<Block>)| {
                let mark = first.map_or_else(|| "- ".to_owned(), |first| format!("{}. ", first.saturating_add(place)));
                set_in(&mark, &" ".repeat(mark.len()), &plain_text(blocks))
            };
            (0..).zip(items).map(item).collect::<Vec<_>>().join("\n")
        }
    }
}

fn set_in(first: &str, others: &str, text: &str) -> String {
    let lines =
        text.lines().enumerate().map(|(number, line)| format!("{}{line}", if number == 0 { first } else { others }));
    lines.collect::<Vec<_>>().join("\n")
}
