//! The questions of an exercise, each with its expected answer and its reason, and given answers.

use super::fraction::Fraction;
use super::typed_number::{parse_infinite, plain};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, WrittenAnswer};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::Score;

/// Answer to choose, with its identifier in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Identifier in files, the same in every language.
    pub name: String,
    /// Text that the student reads.
    pub text: LocalizedText,
}

impl Choice {
    /// Creates the choice of a node, by its name.
    pub(super) fn of_node(tree: &ExerciseTree, node: u32) -> Self {
        let text = LocalizedText::from(Text::QuestionNodeName).with("node", &visible(tree.name(node)));
        Self { name: tree.name(node).to_owned(), text }
    }
}

/// Form of the answer, and the right one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expects {
    /// A number or ±∞, in written form.
    Number(Score),
    /// One of several choices.
    Choice {
        /// All choices, in the order in which they are shown.
        choices: Vec<Choice>,
        /// Index of the right choice.
        right: usize,
    },
    /// The children of a node in some order.
    Order {
        /// Children in the order of the tree.
        among: Vec<u32>,
        /// All right orders.
        right: Vec<Vec<u32>>,
    },
}

/// Question of an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Node at which the answer is written; `None` if the question is printed below the tree.
    pub node: Option<u32>,
    /// The question as a sentence, without its number.
    pub text: LocalizedText,
    /// Form of the answer, and the right one.
    pub expects: Expects,
    /// Right answers by the other condition of cuts; empty unless [`CutAt::Either`](crate::exercise::CutAt::Either) accepts both.
    pub also: Vec<Response>,
    /// Reason for the right answer.
    pub why: LocalizedText,
    /// Answers to this question that follow from answers to earlier ones.
    pub follows: Vec<Follows>,
    /// Rule by which the answer follows from several others, such as those at the children of its
    /// node.
    pub from_children: Option<FromChildren>,
}

/// An answer that follows from the answer to an earlier question of the exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Follows {
    /// Index of the earlier question.
    pub question: usize,
    /// Answer to the earlier question.
    pub earlier: Response,
    /// Answer to this question.
    pub own: Response,
}

/// Rule by which a number follows from several others, such as those at the children of its node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromChildren {
    /// How the numbers are combined.
    pub rule: Combination,
    /// The other numbers: those at the children as seen from the node.
    pub parts: Vec<Part>,
    /// Weight of each number in a mean; empty if all have the same.
    pub weights: Vec<u64>,
}

/// How the numbers at the children of a node are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// The greatest number.
    Greatest,
    /// The least number.
    Least,
    /// The sum of all numbers.
    Sum,
    /// The mean of all numbers by their weights, if it is whole.
    Mean,
}

impl Combination {
    /// Returns the name used in web pages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greatest => "max",
            Self::Least => "min",
            Self::Sum => "sum",
            Self::Mean => "mean",
        }
    }

    /// Combines numbers; `None` without numbers, or if their mean is not whole.
    #[must_use]
    pub fn of(self, numbers: &[Score]) -> Option<Score> {
        self.of_weighted(numbers, &[])
    }

    /// Combines numbers of which each has a weight in a mean; without weights, all have the same.
    pub(super) fn of_weighted(self, numbers: &[Score], weights: &[u64]) -> Option<Score> {
        match self {
            Self::Greatest => numbers.iter().copied().max(),
            Self::Least => numbers.iter().copied().min(),
            Self::Sum | Self::Mean => {
                let exact = |number: &Score| number.finite().map(Fraction::from);
                let Some(finite) = numbers.iter().map(exact).collect::<Option<Vec<Fraction>>>() else {
                    return numbers.iter().copied().find(|number| number.finite().is_none());
                };
                let whole = self.of_fractions(&finite, weights)?.whole()?;
                i32::try_from(whole).ok().map(Score::new)
            }
        }
    }

    /// Combines exact numbers; `None` if the result is too large, or there is none.
    pub(super) fn of_fractions(self, numbers: &[Fraction], weights: &[u64]) -> Option<Fraction> {
        let sum = || numbers.iter().try_fold(Fraction::from(0), |sum, &number| sum.plus(number));
        let weighted = || {
            let terms = numbers.iter().zip(weights);
            let sum =
                { terms }.try_fold(Fraction::from(0), |sum, (number, &weight)| sum.plus(number.times(weight)?))?;
            sum.over(weights.iter().sum::<u64>() as usize)
        };
        match self {
            Self::Greatest => numbers.iter().copied().max(),
            Self::Least => numbers.iter().copied().min(),
            Self::Sum => sum(),
            Self::Mean if weights.is_empty() => sum()?.over(numbers.len()),
            Self::Mean => weighted(),
        }
    }
}

/// Number at a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A number that is printed in the tree.
    Given(Score),
    /// The answer to a question.
    Answer {
        /// Index of the question.
        question: usize,
        /// Whether the number is negated, because another player moves at the child.
        is_negated: bool,
    },
}

impl Question {
    /// Creates a question whose answer does not follow from others.
    pub(super) const fn new(node: Option<u32>, text: LocalizedText, expects: Expects, why: LocalizedText) -> Self {
        Self { node, text, expects, why, also: Vec::new(), follows: Vec::new(), from_children: None }
    }

    /// Returns the question with its number.
    #[must_use]
    pub fn line(&self, number: usize, language: Language) -> String {
        let (number, text) = (language.number(number as u64), self.text.sentence(language));
        language.fill(Text::QuestionLine, &[("number", &number), ("text", &text)])
    }

    /// Returns whether an answer is right, by either condition of cuts where both are accepted.
    #[must_use]
    pub fn accepts(&self, response: &Response) -> bool {
        self.expects.accepts(response) || self.also.contains(response)
    }

    /// Returns the right answers in the form that [`Expects::parse`] reads; several if several
    /// orders are right, or if both conditions of cuts are accepted.
    #[must_use]
    pub fn accepted(&self, tree: &ExerciseTree) -> Vec<String> {
        let mut accepted = self.expects.accepted(tree);
        accepted.extend(self.also.iter().map(|response| response.typed(&self.expects, tree)));
        accepted
    }
}

/// Answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// A whole number or ±∞, in written form.
    Number(Score),
    /// A number that is not whole, in written form.
    Fraction(Fraction),
    /// Index of the choice.
    Choice(usize),
    /// Nodes in order.
    Order(Vec<u32>),
}

impl Expects {
    /// Returns a right answer.
    #[must_use]
    pub fn solution(&self) -> Response {
        match self {
            Self::Number(score) => Response::Number(*score),
            Self::Choice { right, .. } => Response::Choice(*right),
            Self::Order { among, right } => Response::Order(right.first().unwrap_or(among).clone()),
        }
    }

    /// Returns whether an answer is right.
    #[must_use]
    pub fn accepts(&self, response: &Response) -> bool {
        match (self, response) {
            (Self::Number(score), Response::Number(given)) => score == given,
            (Self::Choice { right, .. }, Response::Choice(given)) => right == given,
            (Self::Order { right, .. }, Response::Order(given)) => right.contains(given),
            _ => false,
        }
    }

    /// Returns the right answers as [`Self::parse`] reads them; several if several orders are right.
    #[must_use]
    pub fn accepted(&self, tree: &ExerciseTree) -> Vec<String> {
        match self {
            Self::Order { right, .. } => {
                right.iter().map(|order| Response::Order(order.clone()).typed(self, tree)).collect()
            }
            expects => vec![expects.solution().typed(expects, tree)],
        }
    }

    /// Parses an answer as a person types it: a number, a fraction, `inf` or `-inf`; the name of a
    /// choice; or names of nodes, separated by spaces, commas or arrows, which are optional
    /// between single letters. `None` if it is no answer of this form.
    #[must_use]
    pub fn parse(&self, tree: &ExerciseTree, text: &str) -> Option<Response> {
        let text = text.trim();
        match self {
            Self::Number(_) => parse_response(text),
            Self::Choice { choices, .. } => choices.iter().position(|choice| choice.name == text).map(Response::Choice),
            Self::Order { among, .. } => {
                let half_width = plain(text);
                let forms = [text, &half_width].into_iter().flat_map(|text| [words_of(text), letters_of(text)]);
                { forms }.find_map(|names| order_of(tree, among, &names)).map(Response::Order)
            }
        }
    }
}

/// Splits a typed order into the names between its separators.
fn words_of(text: &str) -> Vec<String> {
    let is_separator = |letter: char| letter.is_whitespace() || ",、，;；>＞→".contains(letter);
    let arrows = text.replace("->", " ");
    arrows.split(is_separator).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn letters_of(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

/// Returns the nodes with these names, if they are the nodes `among` in some order; upper and lower case are the same where that is
/// unambiguous.
fn order_of(tree: &ExerciseTree, among: &[u32], names: &[String]) -> Option<Vec<u32>> {
    let found = |name: &String| {
        let same = |node: &&u32| tree.name(**node) == name;
        let mut alike = among.iter().filter(|&&node| tree.name(node).to_lowercase() == name.to_lowercase());
        among.iter().find(same).or_else(|| alike.next().filter(|_| alike.next().is_none())).copied()
    };
    let order: Vec<u32> = names.iter().map(found).collect::<Option<_>>()?;
    let is_whole = order.len() == among.len() && among.iter().all(|node| order.contains(node));
    is_whole.then_some(order)
}

/// Parses a number as a person types it: see [`Fraction::parse`], or an infinite one such as `inf`,
/// `-inf`, `∞` or `−∞`.
fn parse_response(text: &str) -> Option<Response> {
    match parse_infinite(text) {
        Some(true) => Some(Response::Number(Score::NEG_INFINITY)),
        Some(false) => Some(Response::Number(Score::INFINITY)),
        None => Fraction::parse(text).map(Response::from),
    }
}

/// Parses a whole or infinite score as a person types it; `None` for other texts.
#[must_use]
pub fn typed_score(text: &str) -> Option<Score> {
    match parse_response(text)? {
        Response::Number(score) => Some(score),
        Response::Fraction(_) | Response::Choice(_) | Response::Order(_) => None,
    }
}

impl From<Fraction> for Response {
    fn from(number: Fraction) -> Self {
        let whole = number.whole().and_then(|whole| i32::try_from(whole).ok()).map(Score::new);
        whole.filter(|score| score.finite().is_some()).map_or(Self::Fraction(number), Self::Number)
    }
}

impl Response {
    /// Returns the answer as [`Expects::parse`] reads it.
    #[must_use]
    pub fn typed(&self, expects: &Expects, tree: &ExerciseTree) -> String {
        match (self, expects) {
            (Self::Number(score), _) => match *score {
                Score::INFINITY => "inf".to_owned(),
                Score::NEG_INFINITY => "-inf".to_owned(),
                score => score.to_string().replace('−', "-"),
            },
            (Self::Fraction(number), _) => number.to_string(),
            (Self::Choice(place), Expects::Choice { choices, .. }) => {
                choices.get(*place).map_or_else(String::new, |choice| choice.name.clone())
            }
            (Self::Choice(_), _) => String::new(),
            (Self::Order(nodes), _) => nodes.iter().map(|&node| tree.name(node)).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Questions of an exercise, with what is printed beside them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Questions {
    /// Task of the student, one sentence per item.
    pub about: Vec<LocalizedText>,
    /// Lines of a program that is printed with the exercise; empty if there is none.
    pub code: Vec<String>,
    /// Values that are written in the tree beforehand.
    pub given: WrittenAnswer,
    /// Values and struck nodes that are written in the tree of the solution.
    pub solution: WrittenAnswer,
    /// The questions, in order.
    pub questions: Vec<Question>,
}

impl Questions {
    /// Creates questions that are printed below the tree.
    pub(super) fn below(exercise: &Exercise, about: LocalizedText, questions: Vec<Question>) -> Self {
        let nothing = WrittenAnswer::nothing(exercise);
        Self { about: vec![about], code: Vec::new(), given: nothing.clone(), solution: nothing, questions }
    }

    /// Returns the questions that are printed below the tree.
    pub fn listed(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| question.node.is_none())
    }

    /// Returns an answer as text for a person.
    #[must_use]
    pub fn shown(&self, exercise: &Exercise, question: &Question, response: &Response, language: Language) -> String {
        match (&question.expects, response) {
            (Expects::Choice { choices, .. }, Response::Choice(place)) => {
                choices.get(*place).map_or_else(String::new, |choice| choice.text.sentence(language))
            }
            (_, Response::Number(score)) => score.to_string(),
            (_, Response::Fraction(number)) => number.to_string().replace('-', "−"),
            (expects, response) => visible(&response.typed(expects, exercise.tree())).into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `.ci/browser/drive_questions.py` tests the script of pages on the same lines.
    #[test]
    fn typed_numbers_have_one_meaning_in_all_common_forms() {
        let cases: Vec<(String, Option<String>)> =
            serde_json::from_str(include_str!("typed_numbers.json")).expect("a list");
        for (text, expected) in cases {
            let read = parse_response(&text).map(|response| match response {
                Response::Number(Score::INFINITY) => "inf".to_owned(),
                Response::Number(Score::NEG_INFINITY) => "-inf".to_owned(),
                Response::Number(score) => score.to_string().replace('−', "-"),
                Response::Fraction(number) => number.to_string(),
                Response::Choice(_) | Response::Order(_) => unreachable!("a number"),
            });
            assert_eq!(read, expected, "{text:?}");
        }
    }
}
