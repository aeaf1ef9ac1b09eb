//! Replies of a page to every answer at every step, compared with the grader and the plain search.

use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{
    Answers, Convention, Exercise, GIVEN, ModelAnswer, NumberReplies, Reply, SIGNS, SearchByHand, Stages, Step,
    Verdict, grade,
};
use edagari::score::{Score, Window};
use proptest::prelude::*;

use super::plain::Walk;
use super::{answers, conventions_with_table, exercise, plain_tree, rules, with_signs};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// A step as sentences quote it.
fn quoted(step: Step) -> String {
    match step {
        Step::Enter { window, .. } => window.to_string(),
        Step::Return { score, bound: Some(bound), .. } => format!("{} {score}", bound.sign()),
        Step::Return { score, bound: None, .. } => score.to_string(),
        Step::Skip { .. } => String::new(),
    }
}

/// Steps in an order that is independent of the order of strikes.
fn in_any_order(steps: &[Step]) -> Vec<String> {
    let mut texts: Vec<String> = steps.iter().map(|step| format!("{step:?}")).collect();
    texts.sort();
    texts
}

/// Checks that the reply to a step at a stage matches the grader, and leads to the right next stage.
fn is_said_by_the_grader(exercise: &Exercise, stages: &Stages, place: usize, step: Step) -> Result<(), TestCaseError> {
    let stage = &stages.stages[place];
    let Some(reply) = stage.nodes[step.node() as usize].reply(step) else { return Ok(()) };
    let mut answers = stage.answers.clone();
    answers.steps.push(step);
    let graded = grade(exercise, &answers);
    match (reply, graded.verdicts.last()) {
        (Reply::Right(next), Some(Verdict::Right | Verdict::Follows)) => {
            prop_assert!(next > place);
            prop_assert_eq!(in_any_order(&stages.stages[next].answers.steps), in_any_order(&answers.steps));
        }
        (Reply::Wrong(sentence), Some(Verdict::Wrong(mistake))) => {
            for (said, language) in stages.sentences[sentence].iter().zip(Language::ALL) {
                let said = said.replace(GIVEN, &quoted(step));
                let graded = mistake.sentence(exercise, language);
                let [said, graded] = [&said, &graded].map(|text| with_plain_spaces(text));
                prop_assert_eq!(said, graded, "{:?} at {:?}", step, stage.answers);
            }
        }
        (reply, verdict) => prop_assert!(false, "{:?}: {:?}, but {:?} at {:?}", step, reply, verdict, stage.answers),
    }
    Ok(())
}

fn end(value: i32) -> Score {
    match value {
        -12 => Score::NEG_INFINITY,
        12 => Score::INFINITY,
        value => Score::new(value),
    }
}

/// Whether the reply at a node depends on the number.
fn depends_on_number(asked: Option<&NumberReplies>) -> bool {
    match asked {
        None => false,
        Some(NumberReplies::Window(replies)) => !replies.pairs.is_empty(),
        Some(NumberReplies::Score(replies)) => !replies.scores.is_empty(),
    }
}

fn conventions() -> Vec<Convention> {
    let all = conventions_with_table().into_iter().flat_map(|one| [one, with_signs(one)]);
    let all = all.flat_map(|one| [one, Convention { windows: false, ..one }]);
    all.collect()
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn every_answer_is_answered_as_by_the_grader(
        list in trees(),
        which in any::<prop::sample::Index>(),
        drawn in prop::collection::vec((-12_i32..=12, -12_i32..=12, 0..4_usize), 40),
    ) {
        let convention = *which.get(&conventions());
        let exercise = exercise(&list, convention);
        // Wide trees have too many orders of steps.
        let Ok(stages) = Stages::of(&exercise) else {
            prop_assert!(list.len() > 9);
            return Ok(());
        };
        let mut number = drawn.iter().cycle();
        let mut ends = Vec::new();
        for (place, stage) in stages.stages.iter().enumerate() {
            // Strikes in another order can lead to another end stage, but the answer is the same.
            prop_assert!(stage.next.is_none() || place + 1 < stages.stages.len());
            if stage.next.is_none() {
                ends.push(in_any_order(&stage.answers.steps));
            }
            for (node, replies) in stage.nodes.iter().enumerate() {
                let node = node as u32;
                is_said_by_the_grader(&exercise, &stages, place, Step::Skip { node })?;
                for _ in 0..if depends_on_number(replies.numbers.as_ref()) { 30 } else { 1 } {
                    let &(one, other, sign) = number.next().expect("numbers without end");
                    let window = Window { alpha: end(one), beta: end(other) };
                    is_said_by_the_grader(&exercise, &stages, place, Step::Enter { node, window })?;
                    let bound = SIGNS[sign].filter(|_| convention.signs);
                    is_said_by_the_grader(&exercise, &stages, place, Step::Return { node, score: end(one), bound })?;
                }
            }
        }
        // The right answers lead to the end and equal the plain search.
        let tree = plain_tree(&list);
        let right = answers(&tree, convention, &Walk::of(&tree, rules(convention), None).events);
        let mut place = 0;
        for step in ModelAnswer::of(&exercise).steps {
            prop_assert_eq!(stages.stages[place].next, Some(step));
            let reply = stages.stages[place].nodes[step.node() as usize].reply(step);
            let Some(Reply::Right(next)) = reply else { panic!("{step:?}: {reply:?}") };
            place = next;
        }
        prop_assert!(stages.stages[place].next.is_none());
        prop_assert!(ends.iter().all(|end| *end == in_any_order(&right.steps)));
        prop_assert!(stages.sentences.iter().flatten().all(|sentence| sentence.len() > 5));
    }
}

/// Tests all numbers on small trees, so that every number that the grader distinguishes has a reply.
#[test]
fn no_number_is_forgotten() {
    let seen = std::cell::Cell::new(0_u32);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) };
    let small = trees().prop_filter("a small tree", |list| list.len() <= 14);
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    runner
        .run(&(small, any::<prop::sample::Index>()), |(list, which)| {
            let wide = |one: &Convention| one.search != SearchByHand::Minimax;
            let conventions: Vec<Convention> = conventions().into_iter().filter(wide).collect();
            let convention = *which.get(&conventions);
            let exercise = exercise(&list, convention);
            let Ok(stages) = Stages::of(&exercise) else { return Ok(()) };
            for (place, stage) in stages.stages.iter().enumerate() {
                for (node, replies) in stage.nodes.iter().enumerate() {
                    if !depends_on_number(replies.numbers.as_ref()) {
                        continue;
                    }
                    seen.set(seen.get() + 1);
                    let node = node as u32;
                    for alpha in (-12..=12).map(end) {
                        for beta in (-12..=12).map(end) {
                            let window = Window { alpha, beta };
                            is_said_by_the_grader(&exercise, &stages, place, Step::Enter { node, window })?;
                        }
                        for bound in SIGNS.into_iter().filter(|sign| convention.signs || sign.is_none()) {
                            let step = Step::Return { node, score: alpha, bound };
                            is_said_by_the_grader(&exercise, &stages, place, step)?;
                        }
                    }
                }
            }
            Ok(())
        })
        .expect("as the grader says");
    assert!(seen.get() > 400, "{}", seen.get());
}

#[test]
fn skipped_nodes_can_be_struck_in_any_order() {
    let node = |parent, score| edagari::game::TextbookNode { parent, score, ..edagari::game::TextbookNode::default() };
    let mut list = vec![node(None, None), node(Some(0), Some(3)), node(Some(0), None), node(Some(2), Some(1))];
    list.extend((0..4).map(|score| node(Some(2), Some(score))));
    let exercise = exercise(&list, Convention::default());
    let stages = Stages::of(&exercise).expect("stages");
    // Before the cut, the root and the node below it are entered. Then follow all subsets of four strikes, then two
    // returns.
    assert_eq!(stages.stages.len(), 2 + 16 + 2);
    let mut place = 0;
    let mut taken = Answers::default();
    for step in [0, 1].map(|_| None).into_iter().chain([7, 4, 6, 5].map(|node| Some(Step::Skip { node }))) {
        let stage = &stages.stages[place];
        let step = step.or(stage.next).expect("a step");
        let Some(Reply::Right(next)) = stage.nodes[step.node() as usize].reply(step) else {
            panic!("{step:?} is right")
        };
        taken.steps.push(step);
        place = next;
    }
    assert_eq!(place, 17);
    assert!(matches!(stages.stages[place].next, Some(Step::Return { node: 2, .. })));
    // Too many strikes are refused.
    list.extend((0..12).map(|score| node(Some(2), Some(score))));
    assert!(Stages::of(&self::exercise(&list, Convention::default())).is_err());
}
