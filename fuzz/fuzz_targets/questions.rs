//! Answers to the questions of an exercise: an accepted file is graded, and writing and reading it again gives the same answers.
#![no_main]

use std::sync::LazyLock;

use edagari::lesson::exercise::{Exercise, QuestionGrade, Questions, Responses, checksum_of_answers};
use libfuzzer_sys::fuzz_target;

static EXERCISES: LazyLock<Vec<(Exercise, Questions)>> = LazyLock::new(|| {
    let texts = [include_str!("../seeds/exercise/order.ron"), include_str!("../seeds/exercise/cross-out.ron")];
    let read = |text: &str| {
        let exercise = Exercise::parse(text).expect("an exercise");
        let questions = Questions::of(&exercise).expect("a kind with questions");
        (exercise, questions)
    };
    texts.into_iter().map(read).collect()
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = checksum_of_answers(text);
    for (exercise, questions) in &*EXERCISES {
        let Ok(responses) = Responses::parse(text, exercise, questions) else { continue };
        let grade = QuestionGrade::of(exercise, questions, &responses);
        assert_eq!(grade.verdicts.len(), questions.questions.len());
        assert_eq!(Responses::parse(&responses.to_text(exercise, questions), exercise, questions), Ok(responses));
    }
});
