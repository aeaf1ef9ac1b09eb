//! Answers to the questions of an exercise: their files and their grades.

use std::collections::HashSet;
use std::path::Path;

use super::crossing::CrossedOut;
use super::fraction::Fraction;
use super::question::{Expects, Follows, FromChildren, Part, Questions, Response};
use super::{proof_numbers, star1};
use crate::exercise::limited_file::{ExerciseFileError, TextFault, one_line, read_text};
use crate::exercise::{Exercise, Kind};
use edagari_core::score::Score;

/// Version of the format.
const VERSION: u32 = 1;
/// Maximum size of a file in bytes.
pub const MAX_RESPONSE_BYTES: u64 = 1 << 20;

/// Answers to the questions of an exercise, in order; `None` where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Responses {
    /// Answer to each question.
    pub answers: Vec<Option<Response>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    version: u32,
    /// Checksum of the exercise; it is checked before the answers are read.
    #[serde(default, rename = "exercise")]
    _exercise: Option<String>,
    answers: Vec<Option<Given>>,
}

/// Answer as written in a file: a number, or a text as a person types it.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(untagged, expecting = "an answer that is neither a number nor a text nor null")]
enum Given {
    Number(serde_json::Number),
    Text(String),
}

/// Returns the checksum of the exercise that a file of answers belongs to; `None` if it has none.
///
/// # Errors
/// [`TextFault`] contains the reason and the place if the text is not JSON.
pub fn checksum_of_answers(text: &str) -> Result<Option<String>, TextFault> {
    let file: serde_json::Value = serde_json::from_str(text).map_err(|error| json_fault(&error))?;
    Ok(file.get("exercise").and_then(serde_json::Value::as_str).map(str::to_owned))
}

/// Returns an error of the JSON parser with its place.
fn json_fault(error: &serde_json::Error) -> TextFault {
    let message = error.to_string();
    // The fault already contains the place.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
    TextFault { line: error.line().max(1), column: error.column().max(1), message: one_line(message).into() }
}

impl Responses {
    /// Returns the right answers.
    #[must_use]
    pub fn solution(questions: &Questions) -> Self {
        Self { answers: questions.questions.iter().map(|question| Some(question.expects.solution())).collect() }
    }

    /// Parses the answers to an exercise from the text of a JSON file.
    ///
    /// # Errors
    /// [`TextFault`] contains the reason and the place, also if the answers belong to another exercise.
    pub fn parse(text: &str, exercise: &Exercise, questions: &Questions) -> Result<Self, TextFault> {
        let fault = |what: &str, message: String| Err(TextFault::at(text, what, message));
        // Answers to an exercise of another kind have another form, but the reader needs to know that they are to another one.
        let own = exercise.checksum_text();
        if let Some(other) = checksum_of_answers(text).ok().flatten().filter(|other| *other != own) {
            let message = format!("the answers are to the exercise {other:?}, expected those to this one, {own:?}");
            return fault("exercise", one_line(&message));
        }
        let contents: Contents = serde_json::from_str(text).map_err(|error| {
            let fault = json_fault(&error);
            let message = format!("{}, expected answers such as {{\"version\": 1, \"answers\": [3]}}", fault.message);
            TextFault { message: message.into(), ..fault }
        })?;
        if contents.version != VERSION {
            let message = format!("the answers have the version {}, expected {VERSION}", contents.version);
            return fault("version", message);
        }
        let (count, expected) = (contents.answers.len(), questions.questions.len());
        if count > expected {
            return fault("answers", format!("{count} answers, expected at most {expected}"));
        }
        let mut answers = Vec::new();
        for (given, (question, number)) in contents.answers.into_iter().zip(questions.questions.iter().zip(1..)) {
            let typed = match given {
                None => {
                    answers.push(None);
                    continue;
                }
                Some(Given::Number(number)) => number.to_string(),
                Some(Given::Text(text)) => text,
            };
            if typed.trim().is_empty() {
                answers.push(None);
                continue;
            }
            let Some(response) = question.expects.parse(exercise.tree(), &typed) else {
                let expected = match &question.expects {
                    Expects::Number(_) => "a number, a fraction, \"inf\" or \"-inf\"".to_owned(),
                    Expects::Choice { choices, .. } => {
                        let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
                        names.join(" or ")
                    }
                    Expects::Order { among, .. } => {
                        let order = Response::Order(among.clone()).typed(&question.expects, exercise.tree());
                        format!("an order of {order}")
                    }
                };
                let message = format!("answer {number} is {typed:?}, expected {expected}");
                return fault("answers", one_line(&message));
            };
            answers.push(Some(response));
        }
        answers.resize(expected, None);
        Ok(Self { answers })
    }

    /// Reads the answers to an exercise from a file.
    ///
    /// # Errors
    /// [`ExerciseFileError`] contains the file, the reason and the place.
    pub fn read(path: &Path, exercise: &Exercise, questions: &Questions) -> Result<Self, ExerciseFileError> {
        let text = read_text(path, MAX_RESPONSE_BYTES)?;
        Self::parse(&text, exercise, questions).map_err(|fault| fault.in_file(path))
    }

    /// Returns the answers as the text of a JSON file.
    #[must_use]
    pub fn to_text(&self, exercise: &Exercise, questions: &Questions) -> String {
        let given = |(response, expects): (&Option<Response>, &Expects)| {
            let response = response.as_ref()?;
            Some(match response {
                Response::Number(score) if score.finite().is_some() => {
                    Given::Number(score.finite().unwrap_or_default().into())
                }
                response => Given::Text(response.typed(expects, exercise.tree())),
            })
        };
        let expects = questions.questions.iter().map(|question| &question.expects);
        let answers: Vec<Option<Given>> = self.answers.iter().zip(expects).map(given).collect();
        let answers = serde_json::to_string(&answers).unwrap_or_default();
        format!("{{\"version\": {VERSION}, \"exercise\": \"{}\", \"answers\": {answers}}}\n", exercise.checksum_text())
    }
}

/// Judgement of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuestionVerdict {
    /// The answer is right.
    Right,
    /// The answer is wrong, but follows correctly from an earlier wrong answer.
    Follows,
    /// The answer is wrong.
    Wrong,
    /// There is no answer.
    Missing,
}

impl QuestionVerdict {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Follows => "follows",
            Self::Wrong => "wrong",
            Self::Missing => "missing",
        }
    }

    /// Returns whether the answer earns its point.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Right | Self::Follows)
    }
}

/// Grade of the answers to the questions of an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionGrade {
    /// Judgement of each answer.
    pub verdicts: Vec<QuestionVerdict>,
}

impl QuestionGrade {
    /// Grades answers. An answer that follows from an earlier one is accepted, see
    /// [`Question::follows`](super::Question::follows) and
    /// [`Question::from_children`](super::Question::from_children). In [`Kind::CrossOut`] and
    /// [`Kind::Star1`], all leaves below one misjudged cut are a single mistake. In [`Kind::CrossOut`] and
    /// [`Kind::Order`] with [`CutAt::Either`](crate::exercise::CutAt::Either), the condition of
    /// cuts that fits the whole answer better is used.
    #[must_use]
    pub fn of(exercise: &Exercise, questions: &Questions, responses: &Responses) -> Self {
        if !matches!(exercise.kind(), Kind::CrossOut | Kind::Order { .. }) {
            return Self::by_questions(exercise, questions, responses);
        }
        let by_cut = |exercise: std::borrow::Cow<'_, Exercise>| {
            Questions::of(&exercise).map(|questions| Self::by_questions(&exercise, &questions, responses))
        };
        let wrong = |grade: &Self| grade.verdicts.iter().filter(|&&verdict| verdict != QuestionVerdict::Right).count();
        // If points are equal, the answer with fewer wrong parts fits better.
        let fit = |grade: &Self| (grade.points().0, std::cmp::Reverse(wrong(grade)));
        // If grades fit equally well, the last one is used, which is that of the model answer.
        let grades = exercise.by_each_cut().into_iter().rev().filter_map(by_cut);
        grades.max_by_key(fit).unwrap_or_else(|| Self::by_questions(exercise, questions, responses))
    }

    /// Grades answers by the right ones of the questions.
    fn by_questions(exercise: &Exercise, questions: &Questions, responses: &Responses) -> Self {
        let given = |place: usize| responses.answers.get(place).and_then(Option::as_ref);
        let follows = |question: &super::Question, response: &Response| {
            let is_after = |one: &Follows| given(one.question) == Some(&one.earlier) && one.own == *response;
            question.follows.iter().any(is_after)
                || question.from_children.as_ref().is_some_and(|from| follows_from_children(from, &given, response))
        };
        let crossed_out =
            exercise.kind().crosses_out().then(|| CrossedOut::of(exercise, questions, &responses.answers));
        let reached = crossed_out.as_ref().map(|crossed| match exercise.kind() {
            // Star1 is not one of the searches of the convention.
            Kind::Star1 { highest, .. } => star1::reached(exercise.tree(), highest, crossed),
            _ => crossed.reached(exercise),
        });
        let fits = |leaf: u32| {
            let crossed = crossed_out.as_ref().is_some_and(|crossed| crossed.contains(leaf));
            reached.as_ref().is_some_and(|reached| reached.contains(&leaf) != crossed)
        };
        let is_proof = exercise.kind() == Kind::ProofNumbers;
        let next = is_proof.then(|| proof_numbers::next_by_written(exercise, &given)).flatten();
        let mut cuts = HashSet::new();
        let verdict = |(place, question): (usize, &super::Question)| match given(place) {
            None => QuestionVerdict::Missing,
            Some(response) if question.accepts(response) => QuestionVerdict::Right,
            Some(response) if follows(question, response) => QuestionVerdict::Follows,
            Some(response) if question.node.is_none() && next.as_ref() == Some(response) => QuestionVerdict::Follows,
            Some(_) => match (question.node, &crossed_out) {
                (Some(leaf), Some(_)) if fits(leaf) => QuestionVerdict::Follows,
                (Some(leaf), Some(crossed)) => {
                    let cut = crossed.misjudged_cut(questions, leaf);
                    if cut.is_none_or(|cut| cuts.insert(cut)) {
                        QuestionVerdict::Wrong
                    } else {
                        QuestionVerdict::Follows
                    }
                }
                _ => QuestionVerdict::Wrong,
            },
        };
        Self { verdicts: questions.questions.iter().enumerate().map(verdict).collect() }
    }

    /// Returns the number of right answers, including those that follow from an earlier one, and the number of questions.
    #[must_use]
    pub fn points(&self) -> (usize, usize) {
        (self.verdicts.iter().filter(|verdict| verdict.is_good()).count(), self.verdicts.len())
    }

    /// Returns whether all answers are right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.verdicts.iter().all(|&verdict| verdict == QuestionVerdict::Right)
    }
}

/// Returns whether the number written at a node follows from the numbers written at its children.
fn follows_from_children<'a>(
    from: &FromChildren,
    given: &impl Fn(usize) -> Option<&'a Response>,
    response: &Response,
) -> bool {
    let number = |part: &Part| match *part {
        Part::Given(score) => Some(score),
        Part::Answer { question, is_negated } => match given(question)? {
            Response::Number(score) => Some(if is_negated { score.negated() } else { *score }),
            Response::Fraction(_) | Response::Choice(_) | Response::Order(_) => None,
        },
    };
    let exact = |part: &Part| match *part {
        Part::Answer { question, is_negated } if let Some(Response::Fraction(number)) = given(question) => {
            Some(if is_negated { number.negated() } else { *number })
        }
        _ => number(part)?.finite().map(Fraction::from),
    };
    let numbers: Option<Vec<Fraction>> = from.parts.iter().map(exact).collect();
    let combined = if let Some(numbers) = numbers {
        from.rule.of_fractions(&numbers, &from.weights).map(Response::from)
    } else {
        // Some are infinite.
        let numbers: Option<Vec<Score>> = from.parts.iter().map(number).collect();
        numbers.and_then(|numbers| from.rule.of(&numbers)).map(Response::Number)
    };
    combined.as_ref() == Some(response)
}
