//! Answers to exercises: an accepted file is graded, each mistake has a sentence, and writing and reading it again
//! gives the same answers.
#![no_main]

use std::sync::LazyLock;

use edagari::language::Language;
use edagari::lesson::exercise::{Answers, Exercise, grade};
use libfuzzer_sys::fuzz_target;

/// One exercise with α-β, and one with PVS without windows, where a re-search can begin at any step.
static EXERCISES: LazyLock<[Exercise; 2]> = LazyLock::new(|| {
    [include_str!("../seeds/exercise/alpha-beta.ron"), include_str!("../seeds/exercise/pvs.ron")]
        .map(|text| Exercise::parse(text).expect("an exercise"))
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for exercise in &*EXERCISES {
        let Ok(answers) = Answers::parse(text, exercise) else { continue };
        let grade = grade(exercise, &answers);
        assert_eq!(grade.verdicts.len(), answers.steps.len());
        for mistake in grade.mistakes().map(|(_, mistake)| mistake).chain(grade.unfinished.as_deref()) {
            assert!(!mistake.sentence(exercise, Language::Japanese).is_empty());
        }
        assert_eq!(Answers::parse(&answers.to_text(exercise), exercise), Ok(answers));
    }
});
