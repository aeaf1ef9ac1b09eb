//! Files of a class: lists of names, keys, and reports of Moodle, whose answers are graded.
#![no_main]

use std::sync::LazyLock;

use edagari::language::Language;
use edagari::lesson::class::{class_key, class_names, grade_parts, is_class_list, moodle_answers};
use edagari::lesson::exercise::{Exercise, Generated};
use libfuzzer_sys::fuzz_target;

static EXERCISES: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    let texts = [
        include_str!("../seeds/exercise/alpha-beta.ron"),
        include_str!("../seeds/exercise/pvs.ron"),
        include_str!("../seeds/exercise/order.ron"),
    ];
    texts.into_iter().map(|text| Generated::of(1, Exercise::parse(text).expect("an exercise"))).collect()
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(names) = class_names(text) {
        assert!(names.iter().all(|name| !name.is_empty()));
    }
    let _ = (class_key(text), is_class_list(text));
    for answers in moodle_answers(text).unwrap_or_default() {
        for parts in answers.questions.iter().flatten() {
            for made in &*EXERCISES {
                let grade = grade_parts(made, parts, Language::English);
                assert!(grade.right <= grade.judged);
            }
        }
    }
});
