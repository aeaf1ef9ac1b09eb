//! Exercises for a class: answers exported by Moodle are read and graded like the same steps, names and codes are found, and no bytes
//! cause a panic.

use edagari::language::Language;
use edagari::lesson::class::{
    ClassRow, Field, Table, class_key, class_names, class_table, grade_file, grade_parts, is_class_list,
    moodle_answers, ways_to_type,
};
use edagari::lesson::exercise::{
    Answers, Convention, Generated, KindName, Requirements, SearchByHand, Step, checksum_of_answers, generate,
};
use edagari::score::{Score, Window};
use edagari::trace::Progress;
use proptest::prelude::*;

use super::{conventions_with_table, with_signs};
use crate::oracles::cases;

fn made(wishes: &Requirements, count: u32) -> Vec<Generated> {
    generate(wishes, 4, count, &Progress::default()).unwrap_or_else(|error| panic!("{error}: {wishes:?}")).exercises
}

/// The texts that a student types who is right everywhere.
pub fn right_parts(made: &Generated, language: Language) -> Vec<String> {
    let typed = |field: Field| match field {
        Field::Choice { choices, right } => Some(choices[right].1.clone()),
        Field::Number(score) => ways_to_type(Some(score)).pop(),
        Field::Names(orders) => orders.into_iter().next(),
        Field::Nothing => ways_to_type(None).pop(),
        Field::Empty => None,
    };
    Table::of(made, language).rows.into_iter().flat_map(|row| row.fields).filter_map(typed).collect()
}

/// A report of one question as Moodle exports it.
fn report(label: &str, students: &[(&str, &[String])]) -> String {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(["Last name", "First name", "Grade/1.00", "Question 1", "Response 1", "Right answer 1"])
        .expect("a row");
    for (name, parts) in students {
        let parts: Vec<String> =
            parts.iter().zip(1..).map(|(part, number)| format!("{label} {number}: {part}")).collect();
        let cell = parts.join("; ");
        file.write_record([*name, "Student", "0.5", "Search the tree; fill in", &cell, &cell]).expect("a row");
    }
    file.write_record(["Overall average", "", "0.5", "", "", ""]).expect("a row");
    String::from_utf8(file.into_inner().expect("bytes")).expect("text")
}

#[test]
fn right_answers_in_a_report_get_all_points_in_every_convention_and_kind() {
    let mut all: Vec<Requirements> = conventions_with_table()
        .into_iter()
        .map(|convention| Requirements {
            convention: with_signs(convention),
            leaves: 8..=8,
            depth: 3..=3,
            ..Requirements::default()
        })
        .collect();
    for kind in KindName::ALL {
        let search = kind.usual_search();
        let convention = Convention { search, windows: search.cuts(), ..Convention::default() };
        all.push(Requirements { convention, leaves: 8..=12, depth: 3..=3, ..Requirements::of_kind(kind) });
    }
    for wishes in all {
        for (language, label) in [(Language::English, "part"), (Language::Japanese, "パート")] {
            let made = made(&wishes, 1).remove(0);
            let parts = right_parts(&made, language);
            let read = moodle_answers(&report(label, &[("Li", &parts)])).expect("a report");
            assert_eq!((read.len(), read[0].student.as_str()), (1, "Li Student"));
            let own = read[0].questions[0].as_ref().expect("answers");
            assert_eq!(*own, parts);
            let grade = grade_parts(&made, own, Language::English);
            assert!(grade.mistakes.is_empty() && grade.right == grade.judged, "{wishes:?}: {grade:?}");
            assert!(grade.judged > 0);
        }
    }
}

#[test]
fn slip_in_a_report_is_named_like_the_same_slip_in_a_file() {
    let convention = Convention::default();
    let wishes = Requirements { convention, leaves: 8..=8, depth: 3..=3, cuts: 2..=9, ..Requirements::default() };
    let made = made(&wishes, 1).remove(0);
    // The window of the root is mistyped.
    let mut parts = right_parts(&made, Language::English);
    assert_eq!(parts[1], "−∞");
    parts[1] = "5".to_owned();
    let grade = grade_parts(&made, &parts, Language::English);
    let mut steps = made.model.steps.clone();
    let edagari::lesson::exercise::Step::Enter { window, .. } = &mut steps[0] else { panic!("the root is entered") };
    window.alpha = edagari::score::Score::new(5);
    let file = Answers::from(steps).to_text(&made.exercise);
    let same = grade_file(&made.exercise, &file, Language::English).expect("answers");
    assert_eq!(grade, same);
    assert_eq!(grade.mistakes.len(), 1, "{grade:?}");
    assert_eq!(checksum_of_answers(&file), Ok(Some(made.exercise.checksum_text())));
    assert_eq!(checksum_of_answers("{}"), Ok(None));
    assert!(checksum_of_answers("{").is_err_and(|fault| (fault.line, fault.column) == (1, 1)));
    // Nothing at all is one unfinished answer.
    let nothing = grade_parts(&made, &[], Language::English);
    assert_eq!((nothing.right, nothing.mistakes.len()), (0, 1), "{nothing:?}");

    let row = |student: &str, grade| ClassRow {
        student: student.to_owned(),
        code: made.exercise.code(),
        grade,
        ..ClassRow::default()
    };
    let table = class_table(&[row("=Li", grade.clone()), row("Bo", grade)]);
    let lines: Vec<&str> = table.lines().collect();
    let kind = same.mistakes[0].0;
    assert!(lines[0].ends_with(&format!("sentence,{kind}")), "{table}");
    assert!(lines[1].starts_with(&format!("'=Li,{},", made.exercise.code())) && lines[1].ends_with(",1"), "{table}");
    assert!(lines[3].starts_with("total,") && lines[3].ends_with(",2"), "{table}");
}

#[test]
fn corrected_step_and_a_shown_step_earn_nothing() {
    let wishes = Requirements { leaves: 8..=8, depth: 3..=3, cuts: 2..=9, ..Requirements::default() };
    let made = made(&wishes, 1).remove(0);
    let right = &made.model.steps;
    let wrong = |step: Step| match step {
        Step::Enter { node, window } => Step::Enter { node, window: Window { alpha: Score::new(77), ..window } },
        Step::Return { node, bound, .. } => Step::Return { node, score: Score::new(99), bound },
        Step::Skip { node } => Step::Skip { node: made.exercise.tree().parent(node).expect("a parent") },
    };
    for place in 0..right.len() {
        // Two wrong tries before the right step, and one step that was shown.
        let shown = (place + 1) % right.len();
        let mut answers = Answers { is_corrected: true, ..Answers::default() };
        for (at, &step) in right.iter().enumerate() {
            if at == place {
                answers.steps.extend([wrong(step); 2]);
            }
            if at == shown {
                answers.shown.push(answers.steps.len());
            }
            answers.steps.push(step);
        }
        let text = answers.to_text(&made.exercise);
        assert_eq!(Answers::parse(&text, &made.exercise).as_ref(), Ok(&answers), "{text}");
        let grade = grade_file(&made.exercise, &text, Language::English).expect("answers");
        assert_eq!((grade.right, grade.judged, grade.mistakes.len()), (right.len() - 2, right.len(), 3), "{grade:?}");
    }
}

#[test]
fn pvs_in_a_report_is_graded_field_by_field() {
    let convention = Convention { search: SearchByHand::Pvs, ..Convention::default() };
    let made = made(&Requirements { convention, leaves: 8..=8, depth: 3..=3, ..Requirements::default() }, 1).remove(0);
    let mut parts = right_parts(&made, Language::English);
    parts[2] = "7".to_owned();
    let grade = grade_parts(&made, &parts, Language::English);
    assert_eq!((grade.judged - grade.right, grade.mistakes.len()), (1, 1), "{grade:?}");
    assert!(grade.mistakes[0].1.contains("the right answer is"), "{grade:?}");
}

#[test]
fn names_and_codes_are_found_by_their_columns() {
    assert_eq!(class_names("id,Name\n1,\"Li, Anna\"\n2,\n3,Bo\n").expect("names"), ["Li, Anna", "Bo"]);
    assert_eq!(class_names("\u{feff}番号;氏名\n1;山田\n").expect("names"), ["山田"]);
    let long = "x".repeat(61);
    for (text, line, part) in [("", 1, "without names"), ("name\n", 1, "without names"), (&long, 1, "60 letters")] {
        let error = class_names(text).expect_err("no names");
        assert!(error.line == line && error.message.to_string().contains(part), "{error}");
    }
    let key = class_key("exercise,code,student\n1,ABC234,Anna\n1,ABC234,Anna\n2,XYZ567,Bo\n").expect("a key");
    assert_eq!(key.len(), 2);
    assert_eq!(key["XYZ567"], "Bo");
    assert!(class_key("exercise,code\n1,A\n").expect_err("no names").message.to_string().contains("expected the key"));
    assert!(
        moodle_answers("Last name,Response 1\nLi,-\n").expect_err("no answers").message.to_string().contains("part 1")
    );
}

#[test]
fn report_of_each_language_and_delimiter_is_read() {
    let english =
        "Last name,First name,Grade/10.00,Response 1,Response 2\nLi,Anna,7.50,part 1: 3; part 2: 5,part 1: -inf\n";
    let german =
        "Nachname;Vorname;Bewertung/10,00;Antwort 1;Antwort 2\nLi;Anna;7,50;\"Teil 1: 3; Teil 2: 5\";Teil 1: -inf\n";
    let with_tabs = "Nachname\tVorname\tBewertung/10,00\tAntwort 1\tAntwort 2\nLi\tAnna\t7,50\tTeil 1: 3; Teil 2: 5\tTeil 1: -inf\n";
    let quoted = "\"Nachname\";\"Vorname\";\"Bewertung/10,00\";\"Frage 1, 2, 3, 4\";\"Antwort 1\";\"Antwort 2\"\n\
                  Li;Anna;\"7,50\";\"Such, find, pass\";\"Teil 1: 3; Teil 2: 5\";\"Teil 1: -inf\"\nGesamtdurchschnitt;;7,50;;;\n";
    for report in [english, german, with_tabs, quoted] {
        let read = moodle_answers(report).unwrap_or_else(|fault| panic!("{fault}: {report}"));
        assert_eq!((read.len(), read[0].student.as_str()), (1, "Li Anna"), "{report}");
        let parts = |texts: &[&str]| Some(texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        assert_eq!(read[0].questions, [parts(&["3", "5"]), parts(&["-inf"])], "{report}");
        assert!(!is_class_list(report), "{report}");
    }
}

#[test]
fn question_without_answers_keeps_its_place() {
    let report = "Last name,Grade/10.00,Response 1,Right answer 1,Response 2,Right answer 2,Response 3\n\
                  Li,7.50,part 1: 3,part 1: 3,-,part 1: 8,part 1: 5\n";
    let read = moodle_answers(report).expect("a report");
    let part = |text: &str| Some(vec![text.to_owned()]);
    assert_eq!(read[0].questions, [part("3"), None, part("5")]);
}

#[test]
fn empty_and_unreadable_answers_of_a_report_are_graded() {
    let report = "Last name,First name,Email address,State,Grade/3.00,Response 1\n\
                  Li,Anna,a@b.c,Finished,3.00,part 1: 15; part 2: 3 1/2; part 3: Anna\n\
                  Li,Bo,b@b.c,Finished,0.00,-\nLi,Cy,c@b.c,-,-,-\nOverall average,,,,1.50,\n";
    let read = moodle_answers(report).expect("a report");
    let students: Vec<&str> = read.iter().map(|one| one.student.as_str()).collect();
    assert_eq!(students, ["Li Anna", "Li Bo"]);
    assert_eq!(read[1].questions, [None]);
    let minimax = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
    let wishes =
        Requirements { convention: minimax, leaves: 4..=4, depth: 2..=2, ..Requirements::of_kind(KindName::Values) };
    let made = made(&wishes, 1).remove(0);
    let names = |parts: &[String]| {
        let grade = grade_parts(&made, parts, Language::English);
        grade.mistakes.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    };
    let parts = read[0].questions[0].clone().expect("parts");
    assert!(names(&parts).ends_with(&["wrong-answer"; 2]), "{:?}", names(&parts));
    assert_eq!(names(&[]), ["no-answer"; 3]);
}

#[test]
fn names_in_two_columns_are_whole() {
    for (list, names) in [
        ("Vorname,Nachname,E-Mail-Adresse\nAnna,Müller,anna@example.org\nBo,Li,\n", ["Anna Müller", "Bo Li"]),
        ("Nachname;Vorname;Note\nMüller;Anna;1,0\nLi;Bo;2,3\n", ["Anna Müller", "Bo Li"]),
        ("Name\tVorname\nMüller\tAnna\nLi\tBo\n", ["Anna Müller", "Bo Li"]),
        ("First name,Last name,ID number\nAnna,Müller,7\nBo,Li,8\n", ["Anna Müller", "Bo Li"]),
        ("ID,Surname,First name\n7,Müller,Anna\n8,Li,Bo\n", ["Anna Müller", "Bo Li"]),
        ("firstname,lastname\nAnna,Müller\nBo,Li\n", ["Anna Müller", "Bo Li"]),
        ("Prénom,Nom de famille\nAnna,Müller\nBo,Li\n", ["Anna Müller", "Bo Li"]),
        ("Nom;Prénom\nMüller;Anna\nLi;Bo\n", ["Anna Müller", "Bo Li"]),
        ("Nombre,Apellido(s),Dirección de correo\nAnna,Müller,\nBo,Li,\n", ["Anna Müller", "Bo Li"]),
        ("姓,名,メールアドレス\n山田,花子,\n李,,\n", ["山田 花子", "李"]),
        ("名,姓\n花子,山田\n健,李\n", ["山田 花子", "李 健"]),
        // One column of whole names.
        ("Vollständiger Name;E-Mail-Adresse\nAnna Müller;\nBo Li;\n", ["Anna Müller", "Bo Li"]),
        ("Nom\nAnna Müller\nBo Li\n", ["Anna Müller", "Bo Li"]),
        ("name\nMüller, Anna\nBo Li\n", ["Müller, Anna", "Bo Li"]),
        // Lists without headings.
        ("Müller, Anna\nLi, Bo\n", ["Müller, Anna", "Li, Bo"]),
        ("\"Müller, Anna\"\n\"Li, Bo\"\n", ["Müller, Anna", "Li, Bo"]),
        ("Müller\tAnna\nLi\tBo\n", ["Müller Anna", "Li Bo"]),
        ("Anna Müller,A,1\nBo Li,B,2\n", ["Anna Müller", "Bo Li"]),
        ("Anna Müller,anna@example.org\nBo Li,bo@example.org\n", ["Anna Müller", "Bo Li"]),
        ("Anna Müller,12\nBo Li,13\n", ["Anna Müller", "Bo Li"]),
    ] {
        assert_eq!(class_names(list).unwrap_or_else(|fault| panic!("{fault}: {list}")), names, "{list}");
    }
}

#[test]
fn lists_and_keys_of_a_class_differ_from_reports() {
    for list in [
        "name,group\nAnna,1\n",
        "Anna\nBo\n",
        "Müller, Anna\n",
        "exercise,title,step,node,action,alpha,beta,score,bound,answer,code,student\n1,t,1,A,enter,0,1,,,,ABC234,Anna\n",
    ] {
        assert!(is_class_list(list), "{list}");
    }
    for other in ["", "Last name,Response 1\nLi,-\n", "a,b,c\n1,2,3\n"] {
        assert!(!is_class_list(other), "{other}");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn no_bytes_break_the_readers_of_a_class(bytes in prop::collection::vec(any::<u8>(), 0..300), cell in "\\PC*") {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (class_names(&text), class_key(&text), moodle_answers(&text), is_class_list(&text));
        // A cell with the marks of a report reaches the later parts.
        let _ = moodle_answers(&format!("a,b,Response 1\nc,d,\"part 1: {}; part 2: x\"\n", cell.replace('"', "")));
    }

    /// For any typed texts, each field gets its own text, unless it contains the mark of the next one.
    #[test]
    fn fields_of_a_report_read_back_equal(parts in prop::collection::vec("[a-z0-9;:, =≤∞−-]{0,9}", 1..20)) {
        let parts: Vec<String> = parts.iter().map(|part| part.trim().to_owned()).collect();
        let read = moodle_answers(&report("part", &[("Li", &parts)])).expect("a report");
        prop_assert_eq!(read[0].questions[0].as_ref(), Some(&parts));
    }

    #[test]
    fn no_texts_break_the_grades_of_a_report(parts in prop::collection::vec("\\PC{0,4}|-?[0-9]|inf|-inf|skipped|searched", 0..60), number in any::<prop::sample::Index>()) {
        let convention = *number.get(&conventions_with_table());
        let wishes = Requirements { convention: with_signs(convention), leaves: 6..=6, depth: 2..=3, ..Requirements::default() };
        let made = made(&wishes, 1).remove(0);
        let grade = grade_parts(&made, &parts, Language::Japanese);
        prop_assert!(grade.right <= grade.judged);
        prop_assert!(grade.mistakes.iter().all(|(_, sentence)| !sentence.is_empty()));
    }
}
