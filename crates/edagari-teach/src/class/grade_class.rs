//! Grades of answers from files and from learning platforms, with the kinds of their mistakes.

use std::borrow::Cow;

use super::table::{Field, Table, ways_to_type};
use crate::exercise::{
    Answers, Exercise, Expects, Generated, QuestionGrade, QuestionVerdict, Questions, Responses, SearchByHand, Step,
    TextFault, grade, typed_score,
};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Score, Window};

/// Grade of one student's answers to an exercise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassGrade {
    /// Points: right steps or answers, including those that follow from an earlier mistake.
    pub right: usize,
    /// Maximum number of points: the steps of the right answer, or the questions or fields.
    pub judged: usize,
    /// Name and sentence of each mistake, in order.
    pub mistakes: Vec<(&'static str, String)>,
}

/// Grades the text of a file of answers.
///
/// # Errors
/// [`TextFault`] if the text has no answers to the exercise.
pub fn grade_file(exercise: &Exercise, text: &str, language: Language) -> Result<ClassGrade, TextFault> {
    match Questions::of(exercise) {
        Some(questions) => {
            let responses = Responses::parse(text, exercise, &questions)?;
            Ok(of_responses(exercise, &questions, &responses, |_| false, language))
        }
        None => Ok(of_steps(exercise, &Answers::parse(text, exercise)?, language)),
    }
}

/// Grades the fields that a student filled in on a learning platform, in the order of [`Table`]. If
/// each node is searched at most once, the answer is graded step by step, so that steps that follow
/// from an earlier mistake are right. In PVS each field is compared with the solution separately, by
/// the accepted rule of cuts that fits the fields best.
#[must_use]
pub fn grade_parts(made: &Generated, parts: &[String], language: Language) -> ClassGrade {
    let exercise = &made.exercise;
    if let Some(questions) = Questions::of(exercise) {
        let read = |(question, part): (&crate::exercise::Question, &String)| {
            let by_text = |part: &String| match &question.expects {
                Expects::Choice { choices, .. } => choices
                    .iter()
                    .find(|choice| Language::ALL.into_iter().any(|language| choice.text.sentence(language) == *part)),
                Expects::Number(_) | Expects::Order { .. } => None,
            };
            let typed = by_text(part).map_or(part, |choice| &choice.name);
            question.expects.parse(exercise.tree(), typed)
        };
        let mut answers: Vec<_> = questions.questions.iter().zip(parts).map(read).collect();
        answers.resize(questions.questions.len(), None);
        let is_typed = |place: usize| parts.get(place).is_some_and(|part| !["", "-"].contains(&part.as_str()));
        return of_responses(exercise, &questions, &Responses { answers }, is_typed, language);
    }
    if exercise.convention().search == SearchByHand::Pvs {
        let by_cut = |one: Cow<'_, Exercise>| of_fields(&Generated::of(made.number, one.into_owned()), parts, language);
        // Of equally good rules, the first counts, that of the model answer.
        let grades = exercise.by_each_cut().into_iter().rev().map(by_cut);
        return grades.max_by_key(|grade| grade.right).unwrap_or_default();
    }
    of_steps(exercise, &steps_of(made, parts), language)
}

fn of_steps(exercise: &Exercise, answers: &Answers, language: Language) -> ClassGrade {
    let grade = grade(exercise, answers);
    let (right, judged) = grade.points();
    let all = grade.mistakes().map(|(_, mistake)| mistake).chain(grade.unfinished.as_deref());
    let mistakes = all.map(|mistake| (mistake.kind.name(), mistake.sentence(exercise, language))).collect();
    ClassGrade { right, judged, mistakes }
}

/// Grades answers to questions; `is_typed` returns whether a question without an answer has a text
/// that is no answer.
fn of_responses(
    exercise: &Exercise,
    questions: &Questions,
    responses: &Responses,
    is_typed: impl Fn(usize) -> bool,
    language: Language,
) -> ClassGrade {
    let grade = QuestionGrade::of(exercise, questions, responses);
    let (right, judged) = grade.points();
    let name = |place: usize, verdict: QuestionVerdict| match verdict {
        QuestionVerdict::Right | QuestionVerdict::Follows => None,
        QuestionVerdict::Missing if !is_typed(place) => Some("no-answer"),
        QuestionVerdict::Wrong | QuestionVerdict::Missing => Some("wrong-answer"),
    };
    let judged_questions = questions.questions.iter().zip(&grade.verdicts).enumerate();
    let mistakes = judged_questions
        .filter_map(|(place, (question, &verdict))| Some((name(place, verdict)?, question.why.sentence(language))))
        .collect();
    ClassGrade { right, judged, mistakes }
}

/// A field in each language, and the text that the student gave for it; empty for none.
type FilledField<'a> = (Vec<Field>, &'a str);

/// Rows of the table, and the text that the student gave for each field.
fn filled<'a>(made: &Generated, parts: &'a [String]) -> Vec<(String, Vec<FilledField<'a>>)> {
    let tables = Language::ALL.map(|language| Table::of(made, language));
    let mut parts = parts.iter();
    let row = |place: usize| {
        let own = &tables[0].rows[place];
        let field = |column: usize| {
            let takes_answer = own.fields[column] != Field::Empty;
            let part = if takes_answer { parts.next().map_or("", String::as_str) } else { "" };
            (tables.iter().map(|table| table.rows[place].fields[column].clone()).collect(), part)
        };
        (own.heading.clone(), (0..own.fields.len()).map(field).collect())
    };
    (0..tables[0].rows.len()).map(row).collect()
}

/// Returns the index of the choice with this text in any language, or with this identifier.
fn choice_of(fields: &[Field], part: &str) -> Option<usize> {
    fields.iter().find_map(|field| match field {
        Field::Choice { choices, .. } => choices.iter().position(|(name, text)| name == part || text == part),
        _ => None,
    })
}

/// Values that a student gave for a node.
#[derive(Clone, Copy, Default)]
struct GivenNode {
    is_skipped: bool,
    window: Option<Window>,
    score: Option<Score>,
    bound: Option<BoundKind>,
}

/// Next part of a walk through the tree.
enum Next {
    Begin(u32),
    End(u32),
}

/// Returns the steps of the search that a student filled in, in the order of the search; nodes
/// below a skipped node have no steps.
fn steps_of(made: &Generated, parts: &[String]) -> Answers {
    let exercise = &made.exercise;
    let (tree, convention) = (exercise.tree(), exercise.convention());
    let mut given = vec![GivenNode::default(); tree.len()];
    for (name, fields) in filled(made, parts) {
        let Some(node) = tree.named(&name) else { continue };
        let own = &mut given[node as usize];
        let mut fields = fields.into_iter();
        let number = |fields: &mut dyn Iterator<Item = FilledField<'_>>| typed_score(fields.next()?.1);
        if convention.search.cuts() {
            own.is_skipped = fields.next().and_then(|(field, part)| choice_of(&field, part)) == Some(1);
        }
        if convention.windows {
            let (alpha, beta) = (number(&mut fields), number(&mut fields));
            own.window = alpha.zip(beta).map(|(alpha, beta)| Window { alpha, beta });
        }
        own.score = number(&mut fields);
        if convention.signs {
            let sign = fields.next().and_then(|(field, part)| choice_of(&field, part));
            own.bound = sign.and_then(|sign| [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower].get(sign).copied());
        }
    }
    let mut answers = Answers::default();
    let mut waiting = vec![Next::Begin(0)];
    while let Some(next) = waiting.pop() {
        match next {
            Next::Begin(node) if given[node as usize].is_skipped => answers.steps.push(Step::Skip { node }),
            Next::Begin(node) if tree.is_leaf(node) => {}
            Next::Begin(node) => {
                answers.steps.extend(given[node as usize].window.map(|window| Step::Enter { node, window }));
                waiting.push(Next::End(node));
                waiting.extend(tree.children(node).iter().rev().map(|&child| Next::Begin(child)));
            }
            Next::End(node) => {
                let GivenNode { score, bound, .. } = given[node as usize];
                answers.steps.extend(score.map(|score| Step::Return { node, score, bound }));
            }
        }
    }
    answers
}

/// Compares each field with its right answer.
fn of_fields(made: &Generated, parts: &[String], language: Language) -> ClassGrade {
    let headings = Table::of(made, language).headings;
    let mut grade = ClassGrade::default();
    for (name, fields) in filled(made, parts) {
        for ((field, part), heading) in fields.into_iter().zip(headings.iter().skip(1)) {
            let own = &field[0];
            let (is_right, right) = match own {
                Field::Empty => continue,
                Field::Choice { choices, right } => {
                    (choice_of(&field, part) == Some(*right), choices[*right].1.clone())
                }
                Field::Number(score) => (typed_score(part) == Some(*score), score.to_string()),
                Field::Names(orders) => (orders.iter().any(|order| order == part), orders.join(", ")),
                Field::Nothing => (ways_to_type(None).iter().any(|way| way == part), "-".to_owned()),
            };
            grade.judged += 1;
            if is_right {
                grade.right += 1;
                continue;
            }
            let node = visible(&name);
            let values = [("node", &*node), ("heading", heading), ("right", &right)];
            grade.mistakes.push(("wrong-field", language.fill(Text::ClassWrongField, &values)));
        }
    }
    grade
}
