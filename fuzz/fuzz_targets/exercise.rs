//! Exercises: an accepted file can be searched by hand, its right answer is graded right, and it reads back equal after
//! writing.
#![no_main]

use edagari::lesson::exercise::{Answers, Exercise, ModelAnswer, QuestionGrade, Questions, Responses, grade};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(exercise) = Exercise::parse(text) else { return };
    let answers = Answers::from(ModelAnswer::of(&exercise).steps);
    if let Some(questions) = Questions::of(&exercise) {
        let responses = Responses::solution(&questions);
        assert!(QuestionGrade::of(&exercise, &questions, &responses).is_right());
        assert_eq!(Responses::parse(&responses.to_text(&exercise, &questions), &exercise, &questions), Ok(responses));
    }
    assert!(grade(&exercise, &answers).is_right());
    assert_eq!(Answers::parse(&answers.to_text(&exercise), &exercise), Ok(answers));
    assert_eq!(Exercise::parse(&exercise.to_text()), Ok(exercise));
});
