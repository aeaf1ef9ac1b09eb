//! Verification of lessons: every place exists, every statement can be computed, every claim holds, and no number is typed.

use std::fmt;

use super::markdown::{Block, Span};
use super::note::NodePath;
use super::note::Note;
use super::notes::Notes;
use super::question::{Answering, Question};
use super::shown::typed_blocks;
use super::statement::{Condition, Piece, Statement, StatementContext, StatementFault, pieces};
use super::wording::Wording;
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::Trace;

/// Part of a lesson that is false or cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonFault {
    /// Index of the note, from 0; `None` for the lesson as a whole.
    pub note: Option<usize>,
    /// Part of the note, and its language; `None` if the fault does not depend on the language.
    part: (Text, Option<Language>),
    /// Source of the faulty statement or claim; empty if there is none.
    source: String,
    what: FaultKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum FaultKind {
    Statement(StatementFault),
    Mismatch(super::placing::Mismatch),
    Sentence(Text, &'static str, String),
}

impl LessonFault {
    /// Returns the fault as a sentence, with its place.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let note = match self.note {
            Some(note) => language.fill(Text::LessonNote, &[("number", &language.number(note as u64 + 1))]),
            None => language.text(Text::LessonHead).to_owned(),
        };
        let part = language.text(self.part.0);
        let part = match self.part.1 {
            Some(own) => language.fill(Text::LessonFaultInLanguage, &[("part", part), ("language", own.own_name())]),
            None => part.to_owned(),
        };
        let fault = match &self.what {
            FaultKind::Statement(fault) => fault.sentence(language),
            FaultKind::Mismatch(mismatch) => mismatch.sentence(language),
            FaultKind::Sentence(text, name, value) => language.fill(*text, &[(name, &visible(value))]),
        };
        let fault = if self.source.is_empty() { fault } else { format!("{}: {fault}", visible(&self.source)) };
        language.fill(Text::LessonFaultAt, &[("note", &note), ("part", &part), ("fault", &fault)])
    }
}

impl fmt::Display for LessonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl Notes {
    /// Returns all faults of the notes, in their order. `runs` are the runs of the notes, in the same order; `None` for an unavailable run.
    #[must_use]
    pub fn check(&self, runs: &[Option<&Trace>]) -> Vec<LessonFault> {
        let mut faults = Vec::new();
        let at = StatementContext { runs, run: 0, frame: 0, language: Language::English };
        let mut checking = Checking { faults: &mut faults, note: None, at };
        checking.wording(Text::LessonPartTitle, &self.title);
        checking.wording(Text::LessonPartAbout, &self.about);
        for (number, note) in self.notes.iter().enumerate() {
            let at = note.statement_context(runs, Language::English);
            Checking { faults: &mut faults, note: Some(number), at }.note(note);
        }
        faults
    }

    /// Returns the statements in the texts of a note that cannot be computed, and all faults in its question; see [`Self::check`].
    #[must_use]
    pub fn check_note(&self, number: usize, runs: &[Option<&Trace>]) -> Vec<LessonFault> {
        let mut faults = Vec::new();
        let Some(note) = self.notes.get(number) else { return faults };
        let at = note.statement_context(runs, Language::English);
        Checking { faults: &mut faults, note: Some(number), at }.texts(note);
        // A note of a user may contain typed numbers.
        faults.retain(|fault| matches!(fault.what, FaultKind::Statement(_)));
        if let Some(question) = &note.question {
            Checking { faults: &mut faults, note: Some(number), at }.question(question);
        }
        faults
    }
}

struct Checking<'a> {
    faults: &'a mut Vec<LessonFault>,
    note: Option<usize>,
    at: StatementContext<'a>,
}

impl Checking<'_> {
    fn found(&mut self, part: Text, language: Option<Language>, source: &str, what: FaultKind) {
        self.faults.push(LessonFault { note: self.note, part: (part, language), source: source.to_owned(), what });
    }

    fn note(&mut self, note: &Note) {
        if let Some(trace) = self.at.runs.get(note.run).copied().flatten() {
            for mismatch in note.place_in(trace).mismatches {
                self.found(Text::LessonPartPlace, None, "", FaultKind::Mismatch(mismatch));
            }
        } else {
            let run = FaultKind::Sentence(Text::StatementNoRun, "number", (note.run + 1).to_string());
            self.found(Text::LessonPartPlace, None, "", run);
        }
        self.beside(note);
        self.texts(note);
        if let Some(question) = &note.question {
            self.question(question);
        }
        if let Some(trace) = self.at.runs.get(note.run).copied().flatten() {
            for activity in &note.activities {
                if activity.check(trace).is_err() {
                    let what = FaultKind::Sentence(Text::LessonNoActivity, "activity", activity.to_string());
                    self.found(Text::LessonPartActivity, None, "", what);
                }
            }
        }
        for claim in &note.claims {
            let what = match Condition::parse(claim).and_then(|condition| condition.holds(&self.at)) {
                Ok(true) => continue,
                Ok(false) => FaultKind::Sentence(Text::LessonClaimFails, "claim", claim.clone()),
                Err(fault) => FaultKind::Statement(fault),
            };
            let source = if matches!(what, FaultKind::Statement(_)) { claim } else { "" };
            self.found(Text::LessonPartClaim, None, source, what);
        }
    }

    fn texts(&mut self, note: &Note) {
        self.wording(Text::LessonPartTitle, &note.title);
        self.wording(Text::LessonPartText, &note.text);
        for arrow in note.arrows.iter().filter_map(|arrow| arrow.text.as_ref()) {
            self.wording(Text::LessonPartArrow, arrow);
        }
    }

    /// Checks that the second run exists and is of the same game.
    fn beside(&mut self, note: &Note) {
        let Some(number) = note.beside else { return };
        let [run, other] = [note.run, number].map(|number| self.at.runs.get(number).copied().flatten());
        let text = match (run, other) {
            (_, None) => Text::StatementNoRun,
            (Some(run), Some(other)) if !run.setup.game.is_same_game(&other.setup.game) => Text::LessonOtherGame,
            _ => return,
        };
        self.found(Text::LessonPartPlace, None, "", FaultKind::Sentence(text, "number", (number + 1).to_string()));
    }

    fn question(&mut self, question: &Question) {
        self.wording(Text::LessonPartQuestion, &question.text);
        if let Some(why) = &question.why {
            self.wording(Text::LessonPartWhy, why);
        }
        match &question.answer {
            Answering::Number(source) => {
                let value = Statement::parse(source).and_then(|statement| statement.value(&self.at));
                match value {
                    Ok(value) if value.is_number() => {}
                    Ok(value) => {
                        let what =
                            FaultKind::Sentence(Text::StatementNoNumber, "quantity", value.text(self.at.language));
                        self.found(Text::LessonPartAnswer, None, source, what);
                    }
                    Err(fault) => self.found(Text::LessonPartAnswer, None, source, FaultKind::Statement(fault)),
                }
            }
            Answering::Choice(choices) => {
                let mut right = 0;
                for choice in choices {
                    self.wording(Text::LessonPartAnswer, &choice.text);
                    match choice.right.holds(&self.at) {
                        Ok(is_right) => right += usize::from(is_right),
                        Err(fault) => self.found(Text::LessonPartAnswer, None, "", FaultKind::Statement(fault)),
                    }
                }
                if right != 1 {
                    let what = FaultKind::Sentence(Text::LessonAnswersRight, "count", right.to_string());
                    self.found(Text::LessonPartQuestion, None, "", what);
                }
                for language in Language::ALL {
                    let at = StatementContext { language, ..self.at };
                    let mut seen = Vec::new();
                    for choice in choices {
                        let shown = line(&choice.text.shown_in_line(&at));
                        if seen.contains(&shown) {
                            let what = FaultKind::Sentence(Text::LessonAnswersAlike, "answer", shown.clone());
                            self.found(Text::LessonPartQuestion, Some(language), "", what);
                        }
                        seen.push(shown);
                    }
                }
            }
        }
    }

    /// Checks a text in all its languages.
    fn wording(&mut self, part: Text, wording: &Wording) {
        let texts: Vec<(Option<Language>, String)> = match wording {
            Wording::Same(text) => vec![(None, text.clone())],
            Wording::ByLanguage(texts) => {
                texts.iter().map(|(language, text)| (Some(*language), text.clone())).collect()
            }
        };
        for (language, text) in texts {
            self.text(part, language, &text);
        }
    }

    fn text(&mut self, part: Text, language: Option<Language>, text: &str) {
        let pieces = match pieces(text) {
            Ok(pieces) => pieces,
            Err(fault) => return self.found(part, language, "", FaultKind::Statement(fault)),
        };
        let at = StatementContext { language: language.unwrap_or(self.at.language), ..self.at };
        for piece in pieces {
            let Piece::Statement(source) = piece else { continue };
            let what = match Statement::parse(source) {
                Ok(statement) if !statement.is_computed() => {
                    FaultKind::Sentence(Text::StatementTyped, "number", source.to_owned())
                }
                Ok(statement) => match statement.value(&at) {
                    Ok(_) => continue,
                    Err(fault) => FaultKind::Statement(fault),
                },
                Err(fault) => FaultKind::Statement(fault),
            };
            self.found(part, language, &format!("{{{source}}}"), what);
        }
        let trace = self.at.runs.get(self.at.run).copied().flatten();
        // The title of a note may contain its own number, as in "exercise 3".
        let own_number = self.note.filter(|_| part == Text::LessonPartTitle).map(|note| (note + 1).to_string());
        for number in typed_numbers(&typed_blocks(text), trace) {
            if Some(&number) == own_number.as_ref() {
                continue;
            }
            self.found(part, language, "", FaultKind::Sentence(Text::StatementTyped, "number", number));
        }
    }
}

fn line(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Returns the numbers typed in a text. Names of nodes and moves are excluded: words with letters, and code that names a node of the run.
fn typed_numbers(blocks: &[Block], trace: Option<&Trace>) -> Vec<String> {
    let of_spans = |spans: &[Span]| {
        let is_checked = |span: &&Span| {
            !span.code || trace.is_none_or(|trace| NodePath::from(span.text.as_str()).path_in(trace).is_none())
        };
        spans.iter().filter(is_checked).flat_map(|span| numbers(&span.text)).collect()
    };
    let found = blocks.iter().flat_map(|block| match block {
        Block::Paragraph(spans) | Block::Heading(_, spans) => of_spans(spans),
        Block::Code(text) => numbers(text),
        Block::List { items, .. } => items.iter().flat_map(|item| typed_numbers(item, trace)).collect(),
        Block::Quote(blocks) => typed_numbers(blocks, trace),
    });
    found.collect()
}

/// Returns the words that are numbers: they contain digits of any script, and no Latin letters. A number added to a name, as in
/// `α+1`, is part of a formula and excluded.
fn numbers(text: &str) -> Vec<String> {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter.is_numeric();
    let words = text.split(|letter: char| !is_of_word(letter));
    let is_number =
        |word: &&str| word.chars().any(char::is_numeric) && !word.contains(|letter: char| letter.is_ascii_alphabetic());
    let is_added = |word: &&str| {
        let before = &text[..word.as_ptr() as usize - text.as_ptr() as usize];
        let name = before.strip_suffix(['+', '−', '-']);
        name.and_then(|name| name.chars().next_back()).is_some_and(char::is_alphabetic)
    };
    words.filter(is_number).filter(|word| !is_added(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_of_a_text_without_a_value_is_a_fault_of_its_note() {
        let note = Note { text: Wording::Same("3 nodes, {value Q}".to_owned()), ..Note::default() };
        let notes = Notes { notes: vec![note], ..Notes::default() };
        let faults = notes.check_note(0, &[]);
        let [fault] = faults.as_slice() else { panic!("{faults:?}") };
        assert!(fault.sentence(Language::English).contains("{value Q}"), "{fault}");
    }

    #[test]
    fn typed_numbers_exclude_names() {
        assert_eq!(numbers("s9 and a1, but 3 or −12"), ["3", "12"]);
        assert_eq!(numbers("葉は３個で、 ½ と ② も数"), ["３", "½", "②"]);
        assert_eq!(numbers("two of MTD(f), 一つ"), [""; 0]);
        assert_eq!(numbers("(α, α+1) and (β−1, β), but α + 1 is 3+4"), ["1", "3", "4"]);
    }
}
