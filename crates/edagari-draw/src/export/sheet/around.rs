//! Texts around the tree of an exercise with questions: the task above it, and a program and the
//! questions below it, with blanks or with answers.

use super::paper::Filled;
use super::words::{LINE, faint, strong, words, wrapped};
use crate::scene::{Anchor, Color, Ink, Point, Shape, Stroke};
use edagari_core::language::{Language, Text};
use edagari_teach::exercise::{Exercise, Expects, Question, Questions};

/// Font size of the texts.
const LETTERS: f32 = 9.5;
const ROW: f32 = LETTERS * LINE;
/// Height of a row for a written answer, and its width for a number or a line, and for an order.
const BLANK: f32 = 26.0;
const NUMBER: f32 = 90.0;
const ORDER: f32 = 240.0;
/// Width of the numbers of the program's lines, and of a space of its indentation.
const NUMBERS: f32 = 24.0;
const INDENT: f32 = 4.5;

enum SheetRow {
    /// Line of the program with its number.
    Code(usize, String),
    Text(String),
    Answer(String),
    Why(String),
    /// Blank of a given width for an answer.
    Blank(f32),
}

impl SheetRow {
    const fn height(&self) -> f32 {
        match self {
            Self::Blank(_) => BLANK,
            _ => ROW,
        }
    }
}

/// Texts around a tree; empty for an exercise that has no questions.
pub(super) struct Around {
    above: Vec<String>,
    /// Rows of each line of the program, and of each question.
    below: Vec<Vec<SheetRow>>,
}

impl Around {
    /// Wraps the texts into lines of a width.
    pub(super) fn of(exercise: &Exercise, filled: Filled, language: Language, width: f32) -> Self {
        let mut around = Self { above: Vec::new(), below: Vec::new() };
        let Some(questions) = Questions::of(exercise).filter(|_| filled != Filled::Names) else { return around };
        let about = questions.about.iter().map(|message| message.sentence(language)).collect::<Vec<_>>().join(" ");
        around.above = wrapped(&about, LETTERS, width);
        around
            .below
            .extend(questions.code.iter().zip(1..).map(|(line, number)| vec![SheetRow::Code(number, line.clone())]));
        let listed: Vec<&Question> = questions.listed().collect();
        for (place, question) in listed.iter().enumerate() {
            let text = question.line(place + 1, language);
            let mut rows: Vec<SheetRow> = wrapped(&text, LETTERS, width).into_iter().map(SheetRow::Text).collect();
            if filled == Filled::Solution {
                let answer = questions.shown(exercise, question, &question.expects.solution(), language);
                let answer = language.fill(Text::QuestionShown, &[("answer", &answer)]);
                rows.push(SheetRow::Answer(answer));
                // Questions with the same reason share it.
                if listed.get(place + 1).is_none_or(|next| next.why != question.why) {
                    let why = wrapped(&question.why.sentence(language), LETTERS, width);
                    rows.extend(why.into_iter().map(SheetRow::Why));
                }
            } else {
                let is_order = matches!(question.expects, Expects::Order { .. });
                rows.push(SheetRow::Blank(if is_order { ORDER } else { NUMBER }));
            }
            around.below.push(rows);
        }
        around
    }

    /// Returns the height of the texts above and below the tree.
    pub(super) fn heights(&self) -> (f32, f32) {
        (self.above.len() as f32 * ROW, self.below.iter().flatten().map(SheetRow::height).sum())
    }

    /// Draws the texts above the tree, from a point downwards.
    pub(super) fn above(&self, from: Point) -> Vec<Shape> {
        let at = |row: usize| Point::new(from.x, from.y + (row as f32 + 0.5) * ROW);
        self.above.iter().enumerate().map(|(row, text)| words(at(row), Anchor::Left, LETTERS, text.clone())).collect()
    }

    /// Draws the program and the questions, from a point downwards: the shapes of each line of the program, and of each question.
    pub(super) fn below(&self, from: Point) -> Vec<Vec<Shape>> {
        let mut top = from.y;
        let mut drawn = |rows: &Vec<SheetRow>| {
            let shapes = Self::rows(rows, Point::new(from.x, top));
            top += rows.iter().map(SheetRow::height).sum::<f32>();
            shapes
        };
        self.below.iter().map(&mut drawn).collect()
    }

    /// Draws rows, from a point downwards. A text that is followed by another text ends with a
    /// space.
    fn rows(rows: &[SheetRow], from: Point) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut top = from.y;
        for (place, row) in rows.iter().enumerate() {
            let ended = |text: &String| {
                let is_followed = matches!(rows.get(place + 1), Some(SheetRow::Answer(_) | SheetRow::Why(_)));
                if is_followed && !text.ends_with(' ') { format!("{text} ") } else { text.clone() }
            };
            let middle = Point::new(from.x, top + row.height() / 2.0);
            match row {
                SheetRow::Code(number, line) => {
                    let text = line.trim_start();
                    let left = from.x + NUMBERS + (line.len() - text.len()) as f32 * INDENT;
                    let right = Point::new(from.x + NUMBERS - 8.0, middle.y);
                    shapes.push(faint(right, Anchor::Right, LETTERS, number.to_string()));
                    shapes.push(words(Point::new(left, middle.y), Anchor::Left, LETTERS, text));
                }
                SheetRow::Text(text) => shapes.push(words(middle, Anchor::Left, LETTERS, ended(text))),
                SheetRow::Answer(text) => shapes.push(strong(middle, Anchor::Left, LETTERS, ended(text))),
                SheetRow::Why(text) => shapes.push(faint(middle, Anchor::Left, LETTERS, text.clone())),
                SheetRow::Blank(width) => {
                    let y = top + BLANK - 5.0;
                    let points = vec![Point::new(from.x, y), Point::new(from.x + width, y)];
                    shapes.push(Shape::Line { points, stroke: Stroke::solid(0.7, Ink::full(Color::Edge)) });
                }
            }
            top += row.height();
        }
        shapes
    }
}
