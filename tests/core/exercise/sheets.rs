//! Sheets, keys and questions: their content matches a plain search, all texts are escaped, and all XML is well-formed.

use std::collections::{BTreeMap, BTreeSet};

use edagari::export::{
    ExportError, Filled, Paper, Sheets, exercise_notes, exercise_svg, exercise_tikz, key_csv, moodle_xml, qti_zip,
    sheets_pdf,
};
use edagari::language::Language;
use edagari::lesson::exercise::{Convention, CutAt, Generated, Requirements, SearchByHand, Title, View, generate};
use edagari::lesson::note::Notes;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace, VisitId};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::plain::{Event, INFINITY, Sign, Tree, Walk};
use super::{plain_tree, rules, written};
use crate::oracles::plain_pdf;

const HOSTILE: &str = "<b>\"&'{1:SA:=x}]]>\u{202e}\\end{document}%";

fn set(search: SearchByHand, count: u32) -> Vec<Generated> {
    let windows = search != SearchByHand::Minimax;
    let convention = Convention { search, windows, ..Convention::default() };
    let cuts = if windows { 1..=u32::MAX } else { 0..=u32::MAX };
    let wishes = Requirements { convention, cuts, scores: -9..=20, ..Requirements::default() };
    generate(&wishes, 5, count, &Progress::default()).expect("a set").exercises
}

/// Every search, with both points of view and with signs.
fn all() -> Vec<Generated> {
    let mut all = Vec::new();
    for search in SearchByHand::ALL {
        for view in View::ALL {
            let cuts = search != SearchByHand::Minimax;
            let convention = Convention { search, view, windows: cuts, signs: cuts, ..Convention::default() };
            let wishes = Requirements { convention, scores: -9..=20, ..Requirements::default() };
            all.extend(generate(&wishes, 5, 2, &Progress::default()).expect("a set").exercises);
        }
    }
    for (made, number) in all.iter_mut().zip(1..) {
        made.number = number;
        made.exercise.title = Title { english: HOSTILE.to_owned(), japanese: format!("問{HOSTILE}") };
    }
    all
}

/// Parses XML and asserts that it is well-formed. Returns the names of elements with their texts.
fn elements(text: &str) -> Vec<(String, String)> {
    let mut open: Vec<(String, String)> = Vec::new();
    let mut found = Vec::new();
    let mut rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").unwrap_or(text);
    while let Some((before, after)) = rest.split_once('<') {
        if let Some(after) = after.strip_prefix("![CDATA[") {
            let (unparsed, after) = after.split_once("]]>").expect("a section ends");
            let is_legal = |letter: char| letter >= ' ' || matches!(letter, '\n' | '\t');
            assert!(before.trim().is_empty() && unparsed.chars().all(is_legal), "{unparsed:?}");
            // As other texts are: with its signs escaped.
            let escaped =
                unparsed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            open.last_mut().expect("inside an element").1.push_str(&escaped);
            rest = after;
            continue;
        }
        assert!(open.last().is_some() || before.trim().is_empty(), "{before:?} outside");
        let is_legal = |letter: char| letter >= ' ' || matches!(letter, '\n' | '\t');
        assert!(before.chars().all(is_legal) && !before.contains("]]>"), "{before:?}");
        let references = before.split('&').skip(1);
        for reference in references {
            let name = reference.split_once(';').expect("a reference ends").0;
            assert!(matches!(name, "amp" | "lt" | "gt" | "quot") || name.starts_with('#'), "&{name};");
        }
        if let Some((_, text)) = open.last_mut() {
            text.push_str(before);
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let (opened, text) = open.pop().expect("it was opened");
            assert_eq!(opened, name);
            found.push((opened, text));
            continue;
        }
        let name = tag.trim_end_matches('/').split_whitespace().next().expect("a name");
        // Quotes in attributes are paired, and attributes contain no `<`.
        assert!(tag.matches('"').count() % 2 == 0 && !tag.contains('<'), "{tag:?}");
        if !tag.ends_with('/') {
            open.push((name.to_owned(), String::new()));
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} stay open");
    found
}

fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

/// Right content of a field, as a person types it.
fn typed(value: i64) -> String {
    match value {
        INFINITY => "inf".to_owned(),
        value if value == -INFINITY => "-inf".to_owned(),
        value => value.to_string(),
    }
}

/// Right fields of an exercise, in the order of its nodes, by a plain search.
fn fields(tree: &Tree, convention: Convention) -> Vec<String> {
    let events = Walk::of(tree, rules(convention), None).events;
    let events: Vec<Event> = events.into_iter().map(|event| written(tree, convention.view, event)).collect();
    let mut all = Vec::new();
    for node in 0..tree.is_max.len() {
        let entered: Vec<(i64, i64)> = events
            .iter()
            .filter_map(
                |event| if let Event::Enter(one, window) = event { (*one == node).then_some(*window) } else { None },
            )
            .collect();
        let left = events.iter().find_map(|event| match *event {
            Event::Leave(one, score, sign) if one == node => Some((score, sign)),
            _ => None,
        });
        let is_seen = events.contains(&Event::Leaf(node)) || !entered.is_empty();
        let cuts = convention.search != SearchByHand::Minimax;
        if cuts {
            all.push(if is_seen { "searched" } else { "skipped" }.to_owned());
        }
        if tree.is_leaf(node) {
            continue;
        }
        let hyphen = || "-".to_owned();
        if convention.search == SearchByHand::Pvs {
            all.push(if is_seen { entered.len().to_string() } else { hyphen() });
        }
        if convention.windows {
            let window = entered.first();
            all.push(window.map_or_else(hyphen, |window| typed(window.0)));
            all.push(window.map_or_else(hyphen, |window| typed(window.1)));
        }
        all.push(left.map_or_else(hyphen, |(score, _)| typed(score)));
        if convention.signs {
            all.push(match left.and_then(|(_, sign)| sign) {
                Some(Sign::AtMost) => "≤".to_owned(),
                Some(Sign::Exactly) => "=".to_owned(),
                Some(Sign::AtLeast) => "≥".to_owned(),
                None => hyphen(),
            });
        }
    }
    all
}

/// First right answer of each field of a Cloze question.
fn cloze(html: &str) -> Vec<String> {
    let fields = html.split("{1:").skip(1).map(|rest| rest.split_once('}').expect("a field ends").0);
    let right = fields.map(|field| {
        let (kind, answers) = field.split_once(':').expect("a kind");
        assert!(["MC", "SA", "NM"].contains(&kind), "{field}");
        // A wrong answer has no mark, or a share of 0% if it begins with a mark itself.
        assert!(answers.split('~').all(|answer| answer.starts_with("%0%") || !answer.starts_with('%')), "{field}");
        plain(answers.split('~').find_map(|answer| answer.strip_prefix('=')).expect("a right one"))
    });
    right.collect()
}

#[test]
fn moodle_answers_match_a_plain_search() {
    let exercises = all();
    for language in Language::ALL {
        let file = moodle_xml(&exercises, language, &Progress::default()).expect("a file");
        let elements = elements(&file);
        let texts: Vec<&String> = elements.iter().filter(|(name, _)| name == "text").map(|(_, text)| text).collect();
        let names: Vec<String> = texts.iter().step_by(3).map(|text| plain(text)).collect();
        assert_eq!(names.len(), exercises.len());
        assert!(names.iter().all(|name| name.contains("<b>\"&'{1:SA:=x}]]>\\u{202e}")), "{names:?}");
        let questions = texts.iter().skip(1).step_by(3);
        for (question, made) in questions.zip(&exercises) {
            let tree = plain_tree(&made.exercise.tree().game().to_nodes());
            let right = fields(&tree, *made.exercise.convention());
            let [searched, skipped] =
                if language == Language::English { ["searched", "skipped"] } else { ["○", "×"] };
            let asked: Vec<String> = cloze(&plain(question))
                .into_iter()
                .map(|field| field.replace(searched, "searched").replace(skipped, "skipped"))
                .collect();
            assert_eq!(asked, right, "{:?}", made.exercise.convention());
        }
        let pictures = elements.iter().filter(|(name, _)| name == "file").map(|(_, text)| svg_of(text));
        // The question has a picture, and so has the feedback, with the solution.
        assert_eq!(pictures.filter(|svg| svg.starts_with("<svg ")).count(), 2 * exercises.len());
        assert_eq!(file.matches("@@PLUGINFILE@@/tree.svg").count(), exercises.len());
        assert_eq!(file.matches("@@PLUGINFILE@@/solution.svg").count(), exercises.len());
    }
}

/// Text of a picture in a file for Moodle; it is well-formed.
fn svg_of(base64: &str) -> String {
    let svg = String::from_utf8(BASE64_STANDARD.decode(base64).expect("base64")).expect("UTF-8");
    elements(&svg);
    svg
}

#[test]
fn moodle_questions_are_at_most_10_000_bytes() {
    let exercises = generate(&Requirements::default(), 3, 50, &Progress::default()).expect("a set").exercises;
    for language in Language::ALL {
        let file = moodle_xml(&exercises, language, &Progress::default()).expect("a file");
        assert!(file.len() <= 10_000 * exercises.len(), "{} bytes", file.len());
    }
}

#[test]
fn moodle_fields_of_an_exercise_are_equally_wide() {
    let exercises = generate(&Requirements::default(), 3, 40, &Progress::default()).expect("a set").exercises;
    for made in [exercises, all()].concat() {
        let file = moodle_xml(std::slice::from_ref(&made), Language::Japanese, &Progress::default()).expect("a file");
        // The second text is the question; the first is its title, in which a field has no meaning.
        let mut texts = elements(&file).into_iter().filter(|(name, _)| name == "text").map(|(_, text)| plain(&text));
        let text = texts.nth(1).expect("a question");
        let fields = text.split("{1:").skip(1).map(|rest| rest.split_once('}').expect("a field ends").0);
        let is_typed = |field: &&str| field.starts_with("NM:") || field.starts_with("SA:");
        for field in fields.filter(is_typed) {
            let (_, answers) = field.split_once(':').expect("a kind");
            // The width that Moodle gives a field: that of its longest answer.
            let width = answers.split('~').map(|answer| answer.trim_start_matches('=').chars().count()).max();
            assert_eq!(width, Some(4), "{field}");
            // The answer that makes a field wider is a wrong one.
            let right: Vec<&str> = answers.split('~').filter_map(|answer| answer.strip_prefix('=')).collect();
            let wrong = answers.split('~').filter(|answer| !answer.starts_with('='));
            assert!(wrong.into_iter().all(|wrong| !right.contains(&wrong)), "{field}");
        }
    }
}

#[test]
fn solutions_give_the_comparison_at_each_struck_node() {
    for view in View::ALL {
        for cut in [CutAt::Equality, CutAt::Above] {
            let convention = Convention { view, cut, ..Convention::default() };
            let wishes = Requirements { convention, scores: -9..=20, cuts: 2..=u32::MAX, ..Requirements::default() };
            for made in generate(&wishes, 4, 5, &Progress::default()).expect("a set").exercises {
                let [solution, blank] =
                    [Filled::Solution, Filled::Blank].map(|filled| exercise_svg(&made, filled, Language::English));
                let signs: &[&str] = if cut == CutAt::Above { &[" > ", " < "] } else { &[" ≥ ", " ≤ "] };
                let reasons = |svg: &str| -> Vec<(i64, i64, bool)> {
                    let texts =
                        elements(svg).into_iter().filter(|(name, _)| name == "text").map(|(_, text)| plain(&text));
                    let parts = texts.filter_map(|text| {
                        let sign = signs.iter().find(|sign| text.contains(**sign))?;
                        let (score, bound) = text.split_once(sign)?;
                        let number = |text: &str| text.replace('−', "-").parse::<i64>().expect("a number");
                        Some((number(score), number(bound), *sign == signs[0]))
                    });
                    parts.collect()
                };
                let struck: usize = made.model.cuts.iter().map(|cut| cut.skipped.len()).sum();
                let found = reasons(&solution);
                assert_eq!((found.len(), reasons(&blank).len()), (struck, 0));
                for (score, bound, is_upward) in found {
                    assert!(is_upward || view == View::Max, "negamax compares upward");
                    assert!(if is_upward { score >= bound } else { score <= bound }, "{score}, {bound}");
                    assert!(score != bound || cut == CutAt::Equality);
                }
            }
        }
    }
}

#[test]
fn sheet_for_beginners_has_no_words_of_engines() {
    for made in set(SearchByHand::AlphaBeta, 1) {
        for language in Language::ALL {
            let sentences = made.exercise.convention().sentences(language).join(" ").to_lowercase();
            for word in ["table", "置換表", "fail-soft", "fail-hard"] {
                assert!(!sentences.contains(word), "{sentences}");
            }
        }
    }
}

/// Files of an uncompressed archive.
fn unpacked(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let number = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
    };
    let end = bytes.len() - 22;
    assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
    let mut at = number(end + 16, 4);
    let mut files = BTreeMap::new();
    for _ in 0..number(end + 10, 2) {
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let (sum, length, name) = (number(at + 16, 4), number(at + 20, 4), number(at + 28, 2));
        let local = number(at + 42, 4);
        assert_eq!(&bytes[local..local + 4], b"PK\x03\x04");
        let start = local + 30 + number(local + 26, 2);
        let contents = bytes[start..start + length].to_vec();
        let mut crc = flate2::Crc::new();
        crc.update(&contents);
        assert_eq!(crc.sum() as usize, sum);
        let title = String::from_utf8(bytes[at + 46..at + 46 + name].to_vec()).expect("UTF-8");
        assert!(files.insert(title, contents).is_none());
        at += 46 + name;
    }
    assert_eq!(at, end);
    files
}

#[test]
fn qti_answers_match_a_plain_search() {
    let exercises = all();
    let files = unpacked(&qti_zip(&exercises, Language::English, &Progress::default()).expect("a package"));
    let text = |name: &str| String::from_utf8(files[name].clone()).expect("UTF-8");
    let manifest = text("imsmanifest.xml");
    elements(&manifest);
    assert_eq!(files.len(), 1 + 2 * exercises.len());
    for made in &exercises {
        let name = format!("exercise-{:03}", made.number);
        assert!(manifest.contains(&format!("href=\"{name}.xml\"")) && manifest.contains(&format!("images/{name}.png")));
        assert!(files[&format!("images/{name}.png")].starts_with(b"\x89PNG"));
        let item = text(&format!("{name}.xml"));
        assert!(item.contains("title=\"&lt;b&gt;&quot;&amp;&#39;{1:SA:=x}]]&gt;"), "{item}");
        let elements = elements(&item);
        let values = elements.iter().filter(|(name, _)| name == "value").map(|(_, text)| text.as_str());
        let signs = BTreeMap::from([("upper", "≤"), ("exact", "="), ("lower", "≥"), ("none", "-")]);
        let mut values: Vec<String> =
            values.map(|value| signs.get(value).map_or(value, |sign| sign).to_owned()).collect();
        let most = values.pop().expect("the most points");
        assert_eq!(values.pop().as_deref(), Some("0"));
        assert_eq!(most, values.len().to_string());
        let tree = plain_tree(&made.exercise.tree().game().to_nodes());
        assert_eq!(values, fields(&tree, *made.exercise.convention()));
        // Each answer has one field and is scored once.
        for number in 1..=values.len() {
            assert_eq!(item.matches(&format!("responseIdentifier=\"R{number}\"")).count(), 1);
            assert_eq!(item.matches(&format!("<mapResponse identifier=\"R{number}\"/>")).count(), 1);
        }
    }
}

#[test]
fn the_key_has_every_step() {
    let exercises = all();
    let bytes = key_csv(&exercises, Language::English).expect("a key");
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(&bytes[..]).records().map(|row| row.expect("a row")).collect();
    let mut rows = rows.iter();
    for made in &exercises {
        let tree = plain_tree(&made.exercise.tree().game().to_nodes());
        let convention = *made.exercise.convention();
        let mut number = 0;
        for event in Walk::of(&tree, rules(convention), None).events {
            let event = written(&tree, convention.view, event);
            let is_asked =
                !matches!(event, Event::Leaf(_)) && (convention.windows || !matches!(event, Event::Enter(..)));
            if !is_asked {
                continue;
            }
            number += 1;
            let (node, rest) = match event {
                Event::Enter(node, (alpha, beta)) => {
                    (node, ["enter".to_owned(), typed(alpha), typed(beta), String::new(), String::new()])
                }
                Event::Strike(node) => {
                    (node, ["skip".to_owned(), String::new(), String::new(), String::new(), String::new()])
                }
                Event::Leave(node, score, sign) => {
                    let bound = match sign.filter(|_| convention.signs) {
                        Some(Sign::AtMost) => "upper",
                        Some(Sign::Exactly) => "exact",
                        Some(Sign::AtLeast) => "lower",
                        None => "",
                    };
                    (node, ["return".to_owned(), String::new(), String::new(), typed(score), bound.to_owned()])
                }
                Event::Leaf(_) => continue,
            };
            let row = rows.next().expect("a row");
            let start = [
                made.number.to_string(),
                row[1].to_owned(),
                number.to_string(),
                made.exercise.tree().name(node as u32).to_owned(),
            ];
            // No answer to a question, the code of the exercise, and no student.
            let end = [String::new(), made.exercise.code(), String::new()];
            assert_eq!(
                row.iter().collect::<Vec<_>>(),
                start.iter().chain(&rest).chain(&end).map(String::as_str).collect::<Vec<_>>()
            );
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn notes_open_as_the_runs_of_the_exercises() {
    for search in SearchByHand::ALL {
        let exercises = set(search, 3);
        let text = exercise_notes(&exercises).expect("notes").to_text();
        let notes = Notes::parse(&text).expect("notes");
        assert_eq!((notes.runs.len(), notes.notes.len()), (3, 3));
        let mut traces = Vec::new();
        for (run, made) in notes.runs.iter().zip(&exercises) {
            let trace = run.open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
            let visits = (0..trace.visit_count() as u32).map(VisitId);
            let leaves: BTreeSet<u32> =
                visits.filter(|&visit| trace.is_leaf_visit(visit)).map(|visit| trace.node_of(visit).0).collect();
            assert_eq!(leaves.len(), made.figures.evaluated as usize, "{search:?}");
            traces.push(trace);
        }
        let runs: Vec<Option<&Trace>> = traces.iter().map(Some).collect();
        assert_eq!(notes.check(&runs), []);
    }
    let convention = Convention { cut: CutAt::Above, ..Convention::default() };
    let wishes = Requirements { convention, ..Requirements::default() };
    let above = generate(&wishes, 1, 1, &Progress::default()).expect("a set").exercises;
    let refused = exercise_notes(&above).expect_err("no search does so").to_string();
    assert!(refused.contains("α > β") && refused.contains("expected"), "{refused}");
}

#[test]
fn blank_sheet_shows_no_answer_and_solution_shows_all() {
    let exercises = set(SearchByHand::AlphaBeta, 5);
    let progress = Progress::default();
    for (paper, width, height) in [(Paper::A4, 595.3, 841.9), (Paper::Letter, 612.0, 792.0)] {
        let sheets = Sheets { paper, ..Sheets::in_language(Language::English) };
        let blank = plain_pdf::pages(&sheets_pdf(&exercises, &sheets, &progress).expect("sheets"));
        let filled = Sheets { filled: Filled::Solution, ..sheets };
        let filled = plain_pdf::pages(&sheets_pdf(&exercises, &filled, &progress).expect("sheets"));
        assert_eq!((blank.len(), filled.len()), (5, 6));
        for (number, (made, page)) in exercises.iter().zip(&blank).enumerate() {
            let (short, long) = (page.size.0.min(page.size.1), page.size.0.max(page.size.1));
            assert!((short - width).abs() < 0.5 && (long - height).abs() < 0.5, "{:?}", page.size);
            let tree = made.exercise.tree();
            let has = |page: &plain_pdf::Page, word: &str| page.words.iter().any(|words| words == word);
            assert!(has(page, "Name") && has(page, "Date") && has(page, &format!("Exercise {}", made.number)));
            assert!(has(&filled[number], &format!("Exercise {}: solution", made.number)));
            // The blank sheet has the numbers of the leaves; the solution also has windows and scores.
            let numbers = |page: &plain_pdf::Page| {
                let is_number =
                    |word: &&String| word.trim_start_matches('−').parse::<u32>().is_ok() || word.contains('∞');
                page.words.iter().filter(is_number).count()
            };
            let leaves = tree.leaves().count();
            assert_eq!(numbers(page), leaves);
            let visits: usize = tree.nodes().map(|node| made.model.visits(node).len()).sum();
            assert_eq!(numbers(&filled[number]), leaves + 3 * visits);
            assert!(tree.nodes().all(|node| has(page, tree.name(node))), "{:?}", page.words);
        }
        let statistics = &filled[5].words;
        assert!(statistics.iter().any(|words| words == "mean"), "{statistics:?}");
    }
    let several = Sheets { a_page: 2, ..Sheets::in_language(Language::Japanese) };
    let pages = plain_pdf::pages(&sheets_pdf(&exercises, &several, &progress).expect("sheets"));
    assert_eq!(pages.len(), 3);
    assert!(pages[0].words.iter().filter(|words| words.contains("練習問題")).count() == 2, "{:?}", pages[0].words);
}

#[test]
fn unreadable_tree_is_refused() {
    let wishes = Requirements { leaves: 150..=150, branching: 2..=4, depth: 2..=8, ..Requirements::default() };
    let large = generate(&wishes, 1, 1, &Progress::default()).expect("a set").exercises;
    let error =
        sheets_pdf(&large, &Sheets::in_language(Language::English), &Progress::default()).expect_err("too wide");
    assert!(matches!(error, ExportError::TooWide { first: 1, a_page: 1 }), "{error}");
    elements(&exercise_svg(&large[0], Filled::Blank, Language::English));
}

#[test]
fn pictures_hold_titles_of_others_as_texts() {
    for made in all() {
        for filled in [Filled::Blank, Filled::Solution, Filled::Names] {
            let svg = exercise_svg(&made, filled, Language::English);
            elements(&svg);
            assert_eq!(filled != Filled::Names, svg.contains("&lt;b&gt;"), "{filled:?}");
            let tikz = exercise_tikz(&made, filled, Language::English);
            assert!(!tikz.contains("\\end{document}"), "{tikz}");
            assert_eq!(tikz.matches("\\begin{tikzpicture}").count(), 1);
            assert!(tikz.contains("\\resizebox{") && tikz.contains("\\usepackage{tikz}"));
            let japanese = exercise_tikz(&made, filled, Language::Japanese);
            assert_eq!(japanese.contains("luatexja"), filled != Filled::Names, "{japanese:.200}");
        }
    }
}

#[test]
fn sheets_are_tagged_for_readers_that_read_aloud() {
    let exercises = set(SearchByHand::AlphaBeta, 2);
    for filled in [Filled::Blank, Filled::Solution] {
        let sheets = Sheets { filled, ..Sheets::in_language(Language::English) };
        let pdf = sheets_pdf(&exercises, &sheets, &Progress::default()).expect("sheets");
        let (parts, marks) = plain_pdf::tags(&pdf);
        let kinds: Vec<&str> = parts.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, marks.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), "in the order of the page");
        for kind in ["H1", "P", "Figure"] {
            assert!(kinds.iter().filter(|other| **other == kind).count() >= 2, "{kind} in {kinds:?}");
        }
        assert!(parts.iter().all(|(kind, has_words)| *has_words == (kind == "Figure")), "{parts:?}");
    }
}
