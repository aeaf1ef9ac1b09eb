//! Rendering of notes: texts as blocks with their statements computed, and notes as plain text for terminals.

use super::markdown::{Block, Origin, Span, blocks, spans};
use super::note::Note;
use super::question::{Answering, Question, Right};
use super::statement::{Condition, Piece, Statement, StatementContext, StatementFault, Value, pieces};
use super::wording::Wording;
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

/// Note with parsed texts and computed statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownNote {
    /// Spans of the title.
    pub title: Vec<Span>,
    /// Blocks of the text.
    pub text: Vec<Block>,
    /// Labels of the arrows, in their order; empty for an arrow without a label.
    pub arrows: Vec<Vec<Span>>,
    /// Question of the note; `None` if it has none.
    pub question: Option<ShownQuestion>,
}

/// Question with parsed texts and computed statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownQuestion {
    /// Blocks of the question's text.
    pub text: Vec<Block>,
    /// Choices, or the right number.
    pub answers: ShownAnswers,
    /// Explanation of the right answer, shown after the answer; empty if there is none.
    pub why: Vec<Block>,
}

/// Answers to a question, computed in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownAnswers {
    /// Choices, each with whether it is right (`Err` if that cannot be computed).
    Choice(Vec<(Vec<Span>, Result<bool, StatementFault>)>),
    /// Right number, with which entered text is compared by [`Value::is_typed_as`].
    Number(Result<Value, StatementFault>),
}

impl Note {
    /// Returns the standpoint from which the statements of the note are computed.
    #[must_use]
    pub fn statement_context<'a>(&self, runs: &'a [Option<&'a Trace>], language: Language) -> StatementContext<'a> {
        StatementContext { runs, run: self.run, frame: self.frame, language }
    }

    /// Renders the note, with its statements computed from the given standpoint.
    #[must_use]
    pub fn shown(&self, at: &StatementContext<'_>) -> ShownNote {
        let of_arrow = |text: &Option<Wording>| text.as_ref().map(|text| text.shown_in_line(at)).unwrap_or_default();
        ShownNote {
            title: self.title.shown_in_line(at),
            text: self.text.shown(at),
            arrows: self.arrows.iter().map(|arrow| of_arrow(&arrow.text)).collect(),
            question: self.question.as_ref().map(|question| question.shown(at)),
        }
    }
}

impl Question {
    fn shown(&self, at: &StatementContext<'_>) -> ShownQuestion {
        let answers = match &self.answer {
            Answering::Choice(choices) => {
                let shown = |choice: &super::question::Choice| (choice.text.shown_in_line(at), choice.right.holds(at));
                ShownAnswers::Choice(choices.iter().map(shown).collect())
            }
            Answering::Number(statement) => {
                ShownAnswers::Number(Statement::parse(statement).and_then(|statement| statement.value(at)))
            }
        };
        let why = self.why.as_ref().map(|why| why.shown(at)).unwrap_or_default();
        ShownQuestion { text: self.text.shown(at), answers, why }
    }
}

impl Right {
    /// Returns whether the answer is right.
    ///
    /// # Errors
    /// [`StatementFault`] is the reason why the condition has no value.
    pub fn holds(&self, at: &StatementContext<'_>) -> Result<bool, StatementFault> {
        match self {
            Self::Fixed(is_right) => Ok(*is_right),
            Self::If(condition) => Condition::parse(condition)?.holds(at),
        }
    }
}

impl Wording {
    /// Renders the text in the language of the standpoint as blocks, with computed statements.
    #[must_use]
    pub fn shown(&self, at: &StatementContext<'_>) -> Vec<Block> {
        let filled = Filled::of(self.text(at.language), at);
        let mut blocks = blocks(&filled.text);
        for block in &mut blocks {
            filled.put_into(block);
        }
        blocks
    }

    /// Renders the text in the language of the standpoint as one line, with computed statements.
    #[must_use]
    pub fn shown_in_line(&self, at: &StatementContext<'_>) -> Vec<Span> {
        let filled = Filled::of(self.text(at.language), at);
        filled.put_in(spans(&filled.text))
    }
}

/// Returns the typed blocks of a text: its statements are removed.
pub(super) fn typed_blocks(text: &str) -> Vec<Block> {
    let nothing = StatementContext { runs: &[], run: 0, frame: 0, language: Language::English };
    let mut filled = Filled::of(text, &nothing);
    filled.values.iter_mut().for_each(|(value, _)| value.clear());
    let mut blocks = blocks(&filled.text);
    for block in &mut blocks {
        filled.put_into(block);
    }
    blocks
}

/// Characters that represent statements while the text is parsed, so that computed values are never parsed as Markdown. They are
/// from a private use area of Unicode and have no meaning in texts.
const FIRST_SIGN: u32 = 0xf_0000;
const LAST_SIGN: u32 = 0xf_fffd;

/// Text with a placeholder character for each statement, and the values of the statements.
struct Filled {
    text: String,
    values: Vec<(String, Origin)>,
}

impl Filled {
    fn of(text: &str, at: &StatementContext<'_>) -> Self {
        let mut filled = Self { text: String::new(), values: Vec::new() };
        let Ok(pieces) = pieces(text) else {
            filled.text = without_signs(text);
            return filled;
        };
        for piece in pieces {
            match piece {
                Piece::Plain(text) => filled.text += &without_signs(text),
                Piece::Statement(source) => {
                    let sign = char::from_u32(FIRST_SIGN + filled.values.len() as u32)
                        .filter(|&sign| sign as u32 <= LAST_SIGN);
                    let Some(sign) = sign else { continue };
                    filled.text.push(sign);
                    let value = Statement::parse(source).and_then(|statement| statement.value(at));
                    filled.values.push(match value {
                        Ok(value) => (value.text(at.language), Origin::Computed),
                        Err(_) => (format!("{{{source}}}"), Origin::Fault),
                    });
                }
            }
        }
        filled
    }

    fn value(&self, letter: char) -> Option<&(String, Origin)> {
        self.values.get((letter as u32).checked_sub(FIRST_SIGN)? as usize)
    }

    fn put_into(&self, block: &mut Block) {
        match block {
            Block::Paragraph(spans) | Block::Heading(_, spans) => *spans = self.put_in(std::mem::take(spans)),
            Block::Code(text) => *text = self.in_text(text),
            Block::List { items, .. } => items.iter_mut().flatten().for_each(|block| self.put_into(block)),
            Block::Quote(blocks) => blocks.iter_mut().for_each(|block| self.put_into(block)),
        }
    }

    /// Fills in the placeholders of a text without separate spans.
    fn in_text(&self, text: &str) -> String {
        let mut put = String::new();
        for letter in text.chars() {
            match self.value(letter) {
                Some((value, _)) => put += value,
                None => put.push(letter),
            }
        }
        put
    }

    fn put_in(&self, spans: Vec<Span>) -> Vec<Span> {
        let mut all = Vec::new();
        for span in spans {
            let style = Span { link: span.link.as_deref().map(|link| self.in_text(link)), text: String::new(), ..span };
            let mut typed = String::new();
            let end = |typed: &mut String, all: &mut Vec<Span>| {
                if !typed.is_empty() {
                    all.push(Span { text: std::mem::take(typed), ..style.clone() });
                }
            };
            for letter in span.text.chars() {
                let Some((value, origin)) = self.value(letter) else {
                    typed.push(letter);
                    continue;
                };
                end(&mut typed, &mut all);
                all.push(Span { text: value.clone(), origin: *origin, ..style.clone() });
            }
            end(&mut typed, &mut all);
        }
        all
    }
}

/// Replaces placeholder characters that occur in the source text.
fn without_signs(text: &str) -> String {
    let is_sign = |letter: char| (FIRST_SIGN..=LAST_SIGN).contains(&(letter as u32));
    text.chars().map(|letter| if is_sign(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

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
