//! Output of `exercise` and `grade`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::running::{edagari, has, json_of, readable, refused, stderr, stdout, words};

/// Temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.file(name).display().to_string()
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn one_command_makes_thirty_sheets_with_solutions() {
    let folder = Folder::new();
    let [sheets, solutions, key] = ["sheets.pdf", "solutions.pdf", "key.csv"].map(|name| folder.name(name));
    let command = words(
        "exercise -n 30 --leaves 16 --branching 2..3 --depth 4 --scores 0..20 --cuts 3.. --cut-above-leaves 1.. --deep-cuts 0.. \
         --pruned-share 0.2..0.5 --distinct-scores --no-ties --conventions-agree --search alpha-beta --seed 7",
        &["-o", &sheets, "-o", &key, "--solutions", &solutions],
    );
    let object = json_of(&command);
    let exercises = object["exercises"].as_array().expect("a list");
    assert_eq!(exercises.len(), 30);
    for (exercise, number) in exercises.iter().zip(1..) {
        has(exercise, &json!({"number": number, "leaves": 16}));
        assert!(exercise["cuts"].as_u64() >= Some(3) && exercise["cuts_above_leaves"].as_u64() >= Some(1));
        assert!((0.2..=0.5).contains(&exercise["pruned_share"].as_f64().expect("a share")));
    }
    assert!(object["tried"].as_u64() >= Some(30));
    assert_eq!(object["files"], json!([sheets, key, solutions]));
    for (file, start) in [(&sheets, "%PDF"), (&solutions, "%PDF"), (&key, "exercise,title,step,node")] {
        assert!(fs::read(file).expect("a file").starts_with(start.as_bytes()), "{file}");
    }
    // The same seed produces the same files.
    let before = fs::read(&sheets).expect("a file");
    readable(&command);
    assert_eq!(fs::read(&sheets).expect("a file"), before);
}

#[test]
fn refused_file_leaves_the_others_written() {
    let folder = Folder::new();
    let [sheets, key, page] = ["sheets.pdf", "key.csv", "page.html"].map(|name| folder.name(name));
    let arguments =
        words("exercise --leaves 150..150 --branching 2..4 --depth 2..8", &["-o", &sheets, "-o", &key, "-o", &page]);
    let output = edagari(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(Path::new(&key)).starts_with("exercise,title,step,node"), "the key is written");
    assert!(!Path::new(&sheets).exists() && !Path::new(&page).exists());
    assert!(stdout(&output).contains("key.csv"), "{}", stdout(&output));
    // Both refusals are reported.
    assert_eq!(stderr(&output).matches("expected").count(), 2, "{}", stderr(&output));
}

#[test]
fn title_and_number_of_an_exercise_are_apart() {
    let folder = Folder::new();
    let key = folder.name("key.csv");
    readable(&words("exercise -n 2", &["--title", "Week 3", "-o", &key]));
    let text = text(Path::new(&key));
    assert!(text.contains("\"Week 3, exercise 1\"") && text.contains("\"Week 3, exercise 2\""), "{text}");
}

#[test]
fn figures_are_printed_as_a_table() {
    let printed = readable(&words("exercise -n 3 --cuts 2.. --seed 3", &[]));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("exercise  leaves  evaluated  skipped"), "{printed}");
    assert!(lines[1].trim_start().starts_with("1      16"), "{printed}");
    assert!(printed.contains("\ntrees tried: "), "{printed}");
}

#[test]
fn every_kind_of_file_is_known_by_its_ending() {
    let folder = Folder::new();
    for (name, start) in [
        ("a.svg", "<svg "),
        ("a.tex", "% Needs"),
        ("a.html", "<!DOCTYPE html>"),
        ("a.xml", "<?xml "),
        ("a.zip", "PK\u{3}\u{4}"),
        ("a.edagari-notes.ron", ""),
        ("a.edagari-exercise.ron", "Exercise("),
    ] {
        let file = folder.name(name);
        readable(&words("exercise --leaves 8 --depth 3 --language japanese", &["-o", &file]));
        let bytes = fs::read(&file).expect("a file");
        assert!(bytes.starts_with(start.as_bytes()), "{name}");
    }
    readable(&words("lesson", &[&folder.name("a.edagari-notes.ron")]));
    // Several pictures get numbered file names.
    let printed = readable(&words("exercise -n 3 --leaves 8 --depth 3", &["-o", &folder.name("b.svg")]));
    assert!(printed.contains("b-01.svg to ") && printed.contains("b-03.svg"), "{printed}");
    assert!(folder.file("b-02.svg").exists() && !folder.file("b.svg").exists());
}

#[test]
fn impossible_exercises_are_refused_in_one_sentence() {
    let exercise = |options: &str, parts: &[&str]| refused(&words(&format!("exercise {options}"), &[]), parts);
    exercise("--leaves 17 --branching 2", &["17", "16"]);
    exercise("--search minimax --cuts 1..", &["minimax", "cuts"]);
    exercise("--pruned-share 0.95..0.96", &["0 of 50000 trees tried"]);
    exercise("--cuts 5..3", &["--cuts", "5..3", "A..B"]);
    exercise("--cuts x", &["--cuts", "'x'"]);
    for option in ["--leaves", "--cuts", "--alpha-cuts", "--beta-cuts", "--evaluated", "--pruned-share"] {
        exercise(&format!("{option} -1"), &[option, "'-1'", "expected numbers from"]);
        exercise(&format!("{option} -1..3"), &[option, "'-1..3'", "expected numbers from"]);
    }
    for option in ["-n", "--seed", "--per-page", "--depth-limit"] {
        let name = if option == "-n" { "--count" } else { option };
        exercise(&format!("{option} -1"), &[name, "'-1'", "expected a whole number from"]);
    }
    exercise("--kind bug --cut-at either", &["find the wrong line", "cuts at α ≥ β or only at α > β contradict"]);
    exercise("--conventions-agree --known-range", &["agreeing conventions and a known range of scores contradict"]);
    exercise("--kind interval --known-range", &["skipped” and a known range of scores contradict"]);
    exercise("--pruned-share 2", &["--pruned-share", "0 to 1"]);
    exercise("--kind order --branching 2", &["order", "of two orders"]);
    exercise("--kind order --depth 4", &["3 children of the root", "24"]);
    exercise("--search best", &["best", "alpha-beta"]);
    exercise("-n 0", &["0", "1 to 10000"]);
    exercise("-o sheets.doc", &["sheets.doc", ".pdf", ".html", ".xml"]);
    exercise("-n 21 -o a.html", &["21 exercises", "at most 20"]);
    exercise("--leaves 128 --branching 2 --depth 7 -o a.html", &["exercise 1", "255 nodes", "at most 120"]);
    exercise("--solutions a.html", &["a.html", ".pdf"]);
    exercise("--solutions key.csv", &["key.csv", ".pdf"]);
    exercise("--cut-at above -o a.edagari-notes.ron", &["α > β", "notes"]);
    exercise("--of missing.edagari-exercise.ron", &["missing.edagari-exercise.ron", "cannot be read"]);
    assert!(!Path::new("a.edagari-notes.ron").exists());
}

#[test]
fn a_page_is_a_file_of_exercises_too() {
    let folder = Folder::new();
    let [one, set, again, answers, exercise] =
        ["one.html", "set.html", "again.html", "a.edagari-answers.json", "a.edagari-exercise.ron"]
            .map(|name| folder.name(name));
    let made = "exercise --leaves 8 --depth 3 --branching 2 --cuts 2.. --seed 4";
    readable(&words(made, &["-o", &one, "--solutions", &answers, "-o", &exercise]));
    let page = text(Path::new(&one));
    assert!(page.ends_with("</html>\n") && page.contains("default-src 'none'"));
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count() + 1, "nothing is loaded");
    // The page is accepted in place of its exercise file: for grading, and to write the same page again.
    assert!(readable(&["grade", &one, &answers]).starts_with("All right: "));
    readable(&["exercise", "--of", &exercise, "-o", &again]);
    assert_eq!(text(Path::new(&again)), page);
    readable(&["exercise", "--of", &one, "-o", &again]);
    assert_eq!(text(Path::new(&again)), page);

    readable(&words("exercise -n 3 --seed 4 --search pvs --table --language japanese", &["-o", &set]));
    assert!(text(Path::new(&set)).contains("<html lang=\"ja\" data-language=\"ja\">"));
    let object = json_of(&["exercise", "--of", &set, "--language", "japanese", "-o", &again]);
    assert_eq!(object["exercises"].as_array().map(Vec::len), Some(3));
    assert_eq!(text(Path::new(&again)), text(Path::new(&set)));
    let parts =
        [answers.as_str(), ":1:1: the answers are to the exercise", "expected one of the 3 exercises in", "set.html"];
    refused(&["grade", &set, &answers], &parts);
    refused(&["grade", &one, &one], &["one.html:1:"]);
    for (page, part) in [
        ("<!DOCTYPE html><p>hello</p>", "a web page without an exercise"),
        ("<!DOCTYPE html><script type=\"text/plain\" class=\"exercise\">Exercise(", "the page ends within"),
        ("<!DOCTYPE html><script type=\"text/plain\" class=\"exercise\">x</script>", "expected an exercise"),
    ] {
        fs::write(&again, page).expect("written");
        refused(&["exercise", "--of", &again], &["again.html:1:", part]);
    }
}

#[test]
fn answers_are_graded_step_by_step() {
    let folder = Folder::new();
    let [exercise, answers] = ["a.edagari-exercise.ron", "a.edagari-answers.json"].map(|name| folder.name(name));
    readable(&words(
        "exercise --leaves 8 --depth 3 --branching 2 --cuts 2.. --seed 4",
        &["-o", &exercise, "--solutions", &answers],
    ));
    let right = json_of(&["grade", &exercise, &answers]);
    has(&right, &json!({"all_right": true, "first_wrong": null, "unfinished": null}));
    assert_eq!(right["right"], right["judged"]);
    assert!(readable(&["grade", &exercise, &answers]).starts_with("All right: "));

    // Removes the first strike and the return of the root.
    let lines: Vec<String> = text(Path::new(&answers)).lines().map(str::to_owned).collect();
    let strike = lines.iter().position(|line| line.contains("skip")).expect("a strike");
    let kept = lines.iter().enumerate().filter(|&(place, _)| place != strike && place + 2 != lines.len());
    let wrong: Vec<&str> = kept.map(|(_, line)| line.as_str()).collect();
    let wrong = wrong.join("\n").replace("},\n]}", "}\n]}");
    fs::write(&answers, wrong).expect("a file");
    let output = edagari(&["grade", &exercise, &answers, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let object: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
    has(&object, &json!({"all_right": false, "first_wrong": strike}));
    let step = &object["steps"][strike - 1];
    has(step, &json!({"step": strike, "verdict": "wrong", "pruning": "too little"}));
    assert!(step["sentence"].as_str().expect("a sentence").contains("is skipped"), "{step}");
    assert_eq!(object["unfinished"]["mistake"], "unfinished");
    let judged = object["judged"].as_u64().expect("a number");
    assert!(
        stderr(&output).contains(&format!("not all right: {} of {judged} steps", object["right"])),
        "{}",
        stderr(&output)
    );

    let output = edagari(&["grade", &exercise, &answers, "--language", "japanese"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains(&format!("手順 {strike}")) && stdout(&output).contains("飛ばします"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn bad_answers_are_refused_with_their_place() {
    let folder = Folder::new();
    let [exercise, other, answers] =
        ["a.edagari-exercise.ron", "b.edagari-exercise.ron", "a.edagari-answers.json"].map(|name| folder.name(name));
    readable(&words("exercise --seed 1", &["-o", &exercise, "--solutions", &answers]));
    readable(&words("exercise --seed 2", &["-o", &other]));
    refused(&["grade", &other, &answers], &[&answers, ":1:", "are to the exercise"]);
    refused(&["grade", &exercise, &exercise], &[&exercise, ":1:"]);
    refused(&["grade", &exercise, "missing.json"], &["missing.json", "cannot be read"]);
    fs::write(&answers, "{\"version\": 1, \"steps\": [\n{\"skip\": \"?\"}\n]}").expect("a file");
    refused(&["grade", &exercise, &answers], &[":2:", "\"?\"", "expected one of the exercise"]);
}

#[test]
fn answers_of_another_form_are_refused_with_what_is_expected() {
    let folder = Folder::new();
    let [steps, uct] = ["a.edagari-exercise.ron", "b.edagari-exercise.ron"].map(|name| folder.name(name));
    let [to_steps, to_uct] = ["a.edagari-answers.json", "b.edagari-answers.json"].map(|name| folder.name(name));
    readable(&words("exercise", &["-o", &steps, "--solutions", &to_steps]));
    readable(&words("exercise --kind uct", &["-o", &uct, "--solutions", &to_uct]));
    // Answers to another exercise are named as such, also if they have another form.
    refused(&["grade", &uct, &to_steps], &[&to_steps, "are to the exercise"]);
    refused(&["grade", &steps, &to_uct], &[&to_uct, "are to the exercise"]);
    fs::write(&to_steps, "{\"version\": 1, \"steps\": []}").expect("a file");
    refused(&["grade", &uct, &to_steps], &["`steps`", "`answers`", "expected answers such as"]);
    for answer in ["true", "[1]", "{}"] {
        fs::write(&to_uct, format!("{{\"version\": 1, \"answers\": [null, {answer}]}}")).expect("a file");
        refused(&["grade", &uct, &to_uct], &[&to_uct, "neither a number nor a text nor null"]);
    }
    fs::write(&to_uct, "{\"version\": 1, \"answers\": []}").expect("a file");
    let output = edagari(&["grade", &uct, &to_uct]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("not all right: 0 of 8 answers are"), "{}", stderr(&output));
}

#[test]
fn title_too_long_for_the_files_is_refused() {
    let folder = Folder::new();
    let file = folder.name("a.edagari-exercise.ron");
    let title = "x".repeat(200);
    readable(&["exercise", "--title", &title, "-o", &file]);
    readable(&["exercise", "--of", &file]);
    refused(&["exercise", "--title", &format!("{title}x"), "-o", &file], &["--title", "201 letters", "at most 200"]);
    // The number of an exercise is a part of its title.
    refused(&["exercise", "-n", "2", "--title", &title, "-o", &file], &["--title", "at most 200"]);
}

#[test]
fn exercises_of_files_become_sheets_too() {
    let folder = Folder::new();
    let exercise = folder.file("own.edagari-exercise.ron");
    fs::write(
        &exercise,
        "Exercise(version: 1, title: (english: \"Two <b>{x}</b>\"), nodes: [Node(name: \"A\"), Node(name: \"{1:SA:=}\", parent: \"A\", \
         score: 3), Node(name: \"<&>\", parent: \"A\", score: -4)])",
    )
    .expect("a file");
    let [name, quiz, svg] = [exercise.display().to_string(), folder.name("quiz.xml"), folder.name("tree.svg")];
    let object = json_of(&["exercise", "--of", &name, "-o", &quiz, "-o", &svg]);
    has(&object, &json!({"files": [quiz, svg]}));
    has(&object["exercises"][0], &json!({"number": 1, "leaves": 2, "evaluated": 2}));
    let quiz = text(Path::new(&quiz));
    assert!(quiz.contains("Two &lt;b&gt;{x}&lt;/b&gt;") && !quiz.contains("{1:SA:=}"), "{quiz}");
    assert!(text(Path::new(&svg)).contains("&lt;&amp;&gt;"));
    refused(&["exercise", "--of", &name, "--seed", "4"], &["--seed", "--of"]);
    refused(&["exercise", "--of", &name, "--cuts", "3.."], &["--cuts", "--of"]);
    refused(&["exercise", "--of", &name, "--signs"], &["--signs", "--of"]);
}

/// The kinds with questions.
const KINDS: [&str; 6] = ["cross-out", "values", "order", "interval", "deepening", "bug"];

#[test]
fn each_kind_is_a_sheet_a_page_a_quiz_and_a_key() {
    let folder = Folder::new();
    for kind in KINDS {
        let files = ["a.pdf", "a.svg", "a.tex", "a.html", "a.csv", "a.xml", "a.zip", "a.edagari-exercise.ron"];
        let files = files.map(|name| folder.name(name));
        let answers = folder.name("a.edagari-answers.json");
        let solved = folder.name("solved.pdf");
        let command = format!("exercise --kind {kind} --leaves 8..12 --depth 3");
        let outputs: Vec<&str> = files.iter().flat_map(|file| ["-o", file.as_str()]).collect();
        readable(&words(&command, &[&outputs[..], &["--solutions", &answers, "--solutions", &solved]].concat()));
        let [_, svg, _, page, key, quiz, _, exercise] = &files;
        assert!(fs::read(&solved).expect("a file").starts_with(b"%PDF"));
        assert!(text(Path::new(svg)).starts_with("<svg "), "{kind}");
        assert!(text(Path::new(key)).lines().nth(1).expect("a row").contains(",answer,"), "{kind}");
        assert!(text(Path::new(quiz)).contains("{1:"), "{kind}");
        let right = if kind == "cross-out" { "data-rules=" } else { "data-right=" };
        assert!(text(Path::new(page)).contains(right), "{kind}");
        // The right answers are right, also with the page in place of the exercise, and one less is not.
        assert!(readable(&["grade", exercise, &answers]).starts_with("All right: "), "{kind}");
        assert!(readable(&["grade", page, &answers, "--language", "japanese"]).starts_with("すべて正解"), "{kind}");
        fs::write(&answers, "{\"version\": 1, \"answers\": []}").expect("written");
        let output = edagari(&["grade", exercise, &answers, "--json"]);
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", stderr(&output));
        let object: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
        has(&object, &json!({"all_right": false, "right": 0}));
        has(&object["answers"][0], &json!({"question": 1, "verdict": "missing", "given": null}));
        fs::write(&answers, "{\"version\": 1, \"answers\": [{}]}").expect("written");
        refused(&["grade", exercise, &answers], &[&answers, "expected answers"]);
        let again = folder.name("again.html");
        readable(&["exercise", "--of", exercise, "-o", &again]);
        assert_eq!(text(Path::new(&again)), text(Path::new(page)), "{kind}");
    }
    refused(&words("exercise --kind order --search minimax", &[]), &["order the children", "minimax"]);
    refused(&words("exercise --kind values --search pvs", &[]), &["fill in the values", "PVS"]);
    refused(&words("exercise --kind bug --signs", &[]), &["find the wrong line", "signs before scores"]);
    refused(&words("exercise --kind interval -o a.edagari-notes.ron", &[]), &["questions", "notes"]);
}

#[test]
fn sets_without_wishes_have_cuts_of_both_kinds() {
    let object = json_of(&words("exercise -n 10", &[]));
    for row in object["exercises"].as_array().expect("exercises") {
        assert!(row["alpha_cuts"].as_u64() >= Some(1) && row["beta_cuts"].as_u64() >= Some(1), "{row}");
    }
    // Where there are none, the set is made all the same.
    json_of(&words("exercise --leaves 4 --branching 2 --depth 2", &[]));
    json_of(&words("exercise --scores 3..3 --cut-at above", &[]));
    let object = json_of(&words("exercise -n 8 --equally-hard --leaves 12..20", &[]));
    let evaluated = object["exercises"].as_array().expect("exercises").iter().map(|row| row["evaluated"].as_u64());
    let (least, most) = (evaluated.clone().min().flatten(), evaluated.max().flatten());
    assert!(most <= least.map(|least| least + 1), "{least:?} to {most:?}");
}

#[test]
fn class_gets_sheets_with_codes_and_a_table_of_grades() {
    let folder = Folder::new();
    let names = folder.name("names.csv");
    fs::write(&names, "name,group\nAnna Li,1\nBo,2\n").expect("written");
    let handed = folder.file("handed-in");
    fs::create_dir(&handed).expect("a folder");
    let inside = |name: &str| handed.join(name).display().to_string();
    let (key, sheets) = (folder.name("key.csv"), folder.name("sheets.svg"));
    let (exercises, answers) = (inside("week.edagari-exercise.ron"), inside("week.edagari-answers.json"));
    let outputs = ["-o", &key, "-o", &sheets, "-o", &exercises, "--solutions", &answers, "--class", &names];
    readable(&words("exercise --leaves 8 --depth 3", &outputs));
    let table = text(Path::new(&key));
    assert!(table.lines().next().expect("headings").ends_with(",code,student"), "{table}");
    assert!(table.contains(",Anna Li\n") && table.contains(",Bo\n"));
    let first = text(&handed.join("week-01.edagari-exercise.ron"));
    assert!(!first.contains("Anna"), "{first}");
    // The second student has done nothing.
    let second = handed.join("week-02.edagari-answers.json");
    let bare = text(&second).split('[').next().expect("a beginning").to_owned() + "[]}";
    fs::write(&second, bare).expect("written");
    let graded = readable(&["grade", &handed.display().to_string(), "--csv", "--key", &key]);
    let lines: Vec<&str> = graded.lines().collect();
    assert!(
        lines[0].starts_with("student,code,exercise,file,points,out of,first mistake,sentence,unfinished"),
        "{graded}"
    );
    assert!(lines[1].starts_with("Anna Li,") && lines[1].ends_with(",0"), "{graded}");
    // The points are out of the steps of the right answer.
    let count = text(&second.with_file_name("week-02.edagari-exercise.ron")).matches("parent").count() - 8 + 1;
    let of = lines[2].split(',').nth(5).and_then(|of| of.parse::<usize>().ok()).expect("a number");
    assert!(lines[2].starts_with("Bo,") && lines[2].contains(&format!(",0,{of},unfinished,")), "{graded}");
    assert!(of >= count, "at least {count} of the nodes are entered or struck: {graded}");
    assert!(lines[3].starts_with("total,,,,") && lines[3].ends_with(",1"), "{graded}");
    // A file that cannot be graded is named after the table.
    fs::write(handed.join("x.edagari-answers.json"), "{\"version\": 1, \"steps\": []}").expect("written");
    let output = edagari(&["grade", &handed.display().to_string(), "--csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("\ntotal,"), "{}", stdout(&output));
    assert!(
        stderr(&output).contains("x.edagari-answers.json") && stderr(&output).contains("1 file"),
        "{}",
        stderr(&output)
    );
    // Broken JSON is named as such, with its place.
    fs::write(handed.join("y.edagari-answers.json"), "{").expect("written");
    let output = edagari(&["grade", &handed.display().to_string(), "--csv"]);
    let broken = stderr(&output).lines().find(|line| line.contains("y.edagari-answers.json")).expect("the file");
    assert!(broken.contains(":1:1") && broken.contains("EOF"), "{broken}");
    refused(&["grade", &exercises], &["ANSWERS"]);
    refused(&words("exercise", &["--class", &key, "-n", "3"]), &["--class"]);
}

#[test]
fn folder_with_second_downloads_and_subfolders_is_graded() {
    let folder = Folder::new();
    let handed = folder.file("handed-in");
    for name in ["", "anna", "bo"] {
        fs::create_dir_all(handed.join(name)).expect("a folder");
    }
    let inside = |name: &str| handed.join(name).display().to_string();
    let (page, answers) = (inside("week.html"), inside("anna.edagari-answers (1).json"));
    let saved = folder.name("saved.edagari-answers.json");
    readable(&words("exercise --leaves 8 --depth 3", &["-o", &page, "--solutions", &saved]));
    for name in [answers.as_str(), &inside("anna/own.edagari-answers.json"), &inside("bo/own.edagari-answers-2.json")] {
        fs::copy(&saved, name).expect("a copy");
    }
    // A copy of the exercise, a list of the class and files of the system are expected.
    fs::copy(&page, inside("anna/week.html")).expect("a copy");
    fs::write(inside("names.csv"), "Vorname,Nachname\nAnna,Li\n").expect("written");
    fs::write(inside("anna/._own.edagari-answers.json"), b"\xff").expect("written");
    let table = readable(&["grade", &handed.display().to_string(), "--csv"]);
    let files: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').nth(3)).collect();
    let expected =
        ["anna.edagari-answers (1).json", "anna/own.edagari-answers.json", "bo/own.edagari-answers-2.json", ""];
    assert_eq!(files, expected, "{table}");

    fs::create_dir(handed.join("bo/deep")).expect("a folder");
    for name in ["a01.json", "bo/scan.pdf", "bo/typed.html"] {
        fs::write(inside(name), "?").expect("written");
    }
    let output = edagari(&["grade", &handed.display().to_string(), "--csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), table);
    let note = stderr(&output);
    assert!(note.contains("a01.json, bo/deep/, bo/scan.pdf, bo/typed.html: ignored, expected names such as"), "{note}");
    assert_eq!(note.lines().count(), 1, "{note}");
}

#[test]
fn folder_without_answers_is_refused() {
    let folder = Folder::new();
    let name = folder.0.path().display().to_string();
    refused(&["grade", &name, "--csv"], &[&name, "no answers, expected files such as anna.edagari-answers.json"]);
    fs::write(folder.file("a01.json"), "{}").expect("written");
    let output = edagari(&["grade", &name, "--csv"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("a01.json: ignored") && stderr(&output).contains("no answers"));
    // Answers without their exercise are named, in a report too.
    let report = folder.file("report.csv");
    fs::write(&report, "Nachname;Bewertung/10,00;Antwort 1\nLi;7,50;\"Teil 1: 3; Teil 2: 5\"\n").expect("written");
    let output = edagari(&["grade", &name, "--csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("report.csv:1:1: the folder has no exercise"), "{}", stderr(&output));
}

#[test]
fn exercise_of_a_page_is_chosen_by_the_checksum_of_the_answers() {
    let folder = Folder::new();
    let set = folder.name("set.html");
    let solutions = folder.name("set.edagari-answers.json");
    readable(&words("exercise -n 3 --leaves 8 --depth 3", &["-o", &set, "--solutions", &solutions]));
    for number in 1..=3 {
        let answers = folder.name(&format!("set-0{number}.edagari-answers.json"));
        assert!(readable(&["grade", &set, &answers]).starts_with("All right: "), "{number}");
    }
    let bare = folder.name("bare.json");
    fs::write(&bare, "{\"version\": 1, \"steps\": []}").expect("written");
    refused(&["grade", &set, &bare], &["bare.json:1:1:", "no checksum", "of one of the 3 exercises in"]);
}

#[test]
fn class_with_two_columns_of_names_gets_whole_names() {
    let folder = Folder::new();
    let [names, key] = ["names.csv", "key.csv"].map(|name| folder.name(name));
    fs::write(&names, "Nachname;Vorname;E-Mail-Adresse\nMüller;Anna;a@example.org\nLi;Bo;\n").expect("written");
    readable(&words("exercise --leaves 8 --depth 3", &["--class", &names, "-o", &key]));
    let key = text(Path::new(&key));
    assert!(key.contains(",Anna Müller\n") && key.contains(",Bo Li\n") && !key.contains("Vorname"), "{key}");
}
