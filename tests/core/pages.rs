//! Pages with an animated figure, taken apart by a plain reader.

use std::collections::BTreeSet;
use std::io::Read as _;

use crate::oracles::cases;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari::analysis::{Code, corresponding, explain, run_title};
use edagari::export::{
    FigurePage, LessonPage, MAX_PAGE_FRAMES, PICTURE_SIZE, Picture, figure_page, lesson_page, picture_svg,
};
use edagari::game::{GameSetup, TextbookNode, TextbookTree};
use edagari::language::Language;
use edagari::lesson::note::{LESSONS, NodePath, NoteArrow, ShippedLesson, plain_line};
use edagari::scene::Orientation;
use edagari::search::Algorithm;
use edagari::trace::file::{open_others_in_page, read_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record, record_game};
use proptest::prelude::*;
use serde_json::Value;

fn setup(game: GameSetup) -> Setup {
    Setup::new(game, Process::Search(Algorithm::AlphaBeta))
}

fn run(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
}

fn page(trace: &Trace, frames: std::ops::RangeInclusive<usize>) -> String {
    let figure = FigurePage { frames, ..FigurePage::default() };
    figure_page(trace, &figure, &Progress::default()).expect("a page")
}

/// Attributes and content of the script with this id.
fn script<'a>(page: &'a str, id: &str) -> (&'a str, &'a str) {
    let start = page.find(&format!(" id=\"{id}\"")).expect("the script");
    let rest = &page[start..];
    let (attributes, rest) = rest.split_once('>').expect("its end");
    (attributes, rest.split_once("</script>").expect("its end").0)
}

/// Data of a page, unpacked.
pub fn data(page: &str) -> Value {
    let (attributes, text) = script(page, "data");
    if !attributes.contains("deflate") {
        return serde_json::from_str(text).expect("JSON");
    }
    let bytes = BASE64_STANDARD.decode(text).expect("base64");
    let mut json = String::new();
    flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut json).expect("packed");
    serde_json::from_str(&json).expect("JSON")
}

/// Elements of each frame, from a delta-encoded list. A second run shares the elements of the first.
pub fn lists(data: &Value, which: &str) -> Vec<Vec<Value>> {
    let frames = data[format!("{which}_frames")].as_array().expect("frames");
    let mut list: Vec<Value> = Vec::new();
    let mut lists = Vec::new();
    for frame in frames {
        for splice in frame.as_array().expect("changes") {
            let number = |at: usize| splice[at].as_u64().expect("a number") as usize;
            let mut place = 0;
            let come = splice[2].as_array().expect("numbers").iter().map(|step| {
                place += step.as_i64().expect("a number");
                data[which.trim_start_matches("beside_")][place as usize].clone()
            });
            let come: Vec<Value> = come.collect();
            list.splice(number(0)..number(0) + number(1), come);
        }
        lists.push(list.clone());
    }
    lists
}

/// Shapes of a piece.
pub fn shapes_of(data: &Value, piece: &Value) -> Vec<Value> {
    let group = piece[3].as_u64().expect("a number") as usize;
    let mut place = 0;
    let steps = data["groups"][group].as_array().expect("numbers").iter();
    let shapes = steps.map(|step| {
        place += step.as_i64().expect("a number");
        data["shapes"][place as usize].clone()
    });
    shapes.collect()
}

/// Shapes of each frame, from all its pieces.
fn pictures(data: &Value) -> Vec<Vec<Value>> {
    pictures_of(data, "pieces")
}

fn pictures_of(data: &Value, which: &str) -> Vec<Vec<Value>> {
    let of_frame = |pieces: &Vec<Value>| pieces.iter().flat_map(|piece| shapes_of(data, piece)).collect();
    lists(data, which).iter().map(of_frame).collect()
}

/// Texts of shapes in their order, in English.
fn words_of(shapes: &[Value]) -> Vec<String> {
    let texts = shapes.iter().filter(|shape| shape[0] == "t");
    texts.map(|shape| shape[7].as_str().or_else(|| shape[7][0].as_str()).expect("words").to_owned()).collect()
}

/// Texts of a picture in their order.
fn words_of_svg(svg: &str) -> Vec<String> {
    let unescaped =
        |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    svg.split("<text")
        .skip(1)
        .map(|text| unescaped(text.split_once('>').expect("a start").1.split_once("</text>").expect("an end").0))
        .collect()
}

/// Checks that each frame of a page has the same number of shapes, the same texts and the same sentence as the picture
/// of that frame.
fn shows_its_frames(trace: &Trace, page: &str, first: usize) {
    let data = data(page);
    for (at, shapes) in pictures(&data).iter().enumerate() {
        let frame = first + at;
        let svg = picture_svg(trace, &Picture::at(frame)).expect("a picture");
        // The first rectangle is the background.
        let drawn = svg
            .lines()
            .filter(|line| ["<rect", "<text", "<poly", "<circ"].iter().any(|start| line.starts_with(start)))
            .count()
            - 1;
        assert_eq!(shapes.len(), drawn, "frame {frame}");
        assert_eq!(words_of(shapes), words_of_svg(&svg), "frame {frame}");
        for language in Language::ALL {
            assert_eq!(data["says"][language.name()][at], explain(trace, frame, language));
        }
    }
    for pieces in lists(&data, "pieces") {
        let names: BTreeSet<&str> = pieces.iter().map(|piece| piece[0].as_str().expect("a name")).collect();
        assert_eq!(names.len(), pieces.len(), "each name is that of one piece");
    }
    let items = lists(&data, "items");
    assert!(items.iter().all(|items| items.iter().filter(|item| item[6] == 1).count() == 1), "one node is selected");
}

#[test]
fn a_small_page_shows_every_frame_and_is_small() {
    let trace = run(&setup(GameSetup::textbook(None)));
    let page = page(&trace, 0..=usize::MAX);
    assert!(page.len() <= 71_000, "{} bytes", page.len());
    assert_eq!(data(&page)["says"]["english"].as_array().map(Vec::len), Some(trace.frame_count()));
    shows_its_frames(&trace, &page, 0);
    assert_eq!(page, self::page(&run(&setup(GameSetup::textbook(None))), 0..=usize::MAX), "the same bytes again");
    let again = read_trace(page.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("the trace");
    assert_eq!(again.frame_count(), trace.frame_count());
    assert_eq!(again.value(), trace.value());
}

#[test]
fn a_page_lights_the_line_of_the_code_at_each_of_its_frames() {
    let trace = run(&setup(edagari::game::TicTacToe::default().into()));
    let code = Code::of(&trace).expect("a search has code");
    let data = data(&page(&trace, 700..=740));
    let lines = data["codes"][0].as_array().expect("lines");
    assert_eq!(lines.len(), code.lines().len());
    for (shown, line) in lines.iter().zip(code.lines()) {
        assert_eq!((shown[0].as_u64(), shown[1].as_str()), (Some(line.level as u64), Some(line.text.as_str())));
        let comments = line.comment.map(|comment| Language::ALL.map(|language| language.text(comment)));
        assert_eq!(shown[2], serde_json::json!(comments));
    }
    let lit = data["code_frames"].as_array().expect("a line a frame");
    assert_eq!(lit.len(), 41);
    for (frame, lit) in (700..=740).zip(lit) {
        let expected = code.at(&trace, frame).and_then(|at| code.place_of(at.lit));
        assert_eq!(lit.as_u64(), expected.map(|place| place as u64), "frame {frame}");
    }
}

#[test]
fn shapes_of_a_node_keep_their_name_at_every_frame() {
    let trace = run(&setup(GameSetup::textbook(None)));
    let data = data(&page(&trace, 0..=usize::MAX));
    let nodes = |pieces: &Vec<Value>| -> BTreeSet<String> {
        let names = pieces.iter().filter_map(|piece| piece[0].as_str());
        names.filter(|name| name.starts_with('n')).map(str::to_owned).collect()
    };
    let frames = lists(&data, "pieces");
    let first = nodes(&frames[0]);
    assert_eq!(first.len(), 15, "the whole tree: {first:?}");
    assert!(frames.iter().all(|pieces| nodes(pieces) == first));
    // The effect of a frame has the same shapes at its start and end.
    let effects = data["effects"].as_array().expect("a list");
    assert_eq!(effects.len(), trace.frame_count());
    let ends = effects.iter().filter_map(|effect| effect.as_array().filter(|ends| !ends.is_empty()));
    let mut count = 0;
    for ends in ends {
        let kinds = |end: &Value| -> Vec<Value> {
            let piece = data["pieces"][end.as_u64().expect("a number") as usize].clone();
            shapes_of(&data, &piece).iter().map(|shape| shape[0].clone()).collect()
        };
        assert_eq!(ends.len(), 2);
        assert_eq!(kinds(&ends[0]), kinds(&ends[1]));
        count += 1;
    }
    assert!(count > trace.frame_count() / 2, "{count}");
}

#[test]
fn a_thousand_frames_of_tic_tac_toe_are_not_large() {
    let trace = run(&setup(edagari::game::TicTacToe::default().into()));
    let page = page(&trace, 0..=999);
    assert!(page.len() <= 400_000, "{} bytes", page.len());
    let part = self::page(&trace, 700..=740);
    shows_its_frames(&trace, &part, 700);
    let all = FigurePage::default();
    let error = figure_page(&trace, &all, &Progress::default()).expect_err("too many frames").to_string();
    assert!(error.contains("73186 frames") && error.contains(&MAX_PAGE_FRAMES.to_string()), "{error}");
}

#[test]
fn lesson_page_has_the_texts_and_places_of_its_notes() {
    let (mut arrows_seen, mut pairs_seen) = (0, 0);
    for shipped in LESSONS {
        let mut notes = shipped.notes();
        for note in &mut notes.notes {
            let to_node =
                |to: &NodePath| NoteArrow { to: to.clone(), text: Some("to here".into()), ..NoteArrow::default() };
            note.arrows = note.node.iter().map(to_node).collect();
        }
        let progress = Progress::default();
        let runs: Vec<Trace> =
            notes.runs.iter().map(|run| run.open(None, DEFAULT_MEMORY_LIMIT, &progress).expect("a run")).collect();
        let traces: Vec<&Trace> = runs.iter().collect();
        let page = lesson_page(LessonPage { notes: &notes, runs: &traces, language: None }, &progress).expect("a page");
        assert!(page.len() <= 200_000, "{}: {} bytes", shipped.name, page.len());
        let data = data(&page);
        let drawn = pictures(&data);
        let drawn_beside = if data["places"].is_array() { pictures_of(&data, "beside_pieces") } else { Vec::new() };
        let known: Vec<Option<&Trace>> = traces.iter().copied().map(Some).collect();
        for language in Language::ALL {
            let says = data["says"][language.name()].as_array().expect("texts");
            assert_eq!(says.len(), drawn.len());
            let about = data["lesson"]["about"][usize::from(language == Language::Japanese)].as_str();
            assert_eq!(about, Some(notes.about.text(language)), "{}", shipped.name);
            for (step, note) in notes.notes.iter().enumerate() {
                let shown = note.shown(&note.statement_context(&known, language));
                let said = says[step].as_str().expect("a text");
                let title = plain_line(&shown.title).replace('`', "");
                assert!(said.starts_with(&title), "{}: {said:?} does not begin with {title:?}", shipped.name);
                let place = note.place_in(traces[note.run]);
                let picture = |frame| Picture {
                    center: place.node.clone(),
                    opened: place.opened.iter().cloned().collect(),
                    orientation: Orientation::TopDown,
                    size: if note.beside.is_some() { (472.0, 576.0) } else { PICTURE_SIZE },
                    ..Picture::at(frame)
                };
                let svg = picture_svg(traces[note.run], &picture(place.frame)).expect("a picture");
                let names = &data["lesson"]["beside"][step];
                if let Some(other) = note.beside.map(|run| traces[run]) {
                    let found = corresponding(traces[note.run], place.frame, other).expect("the same game");
                    let svg = picture_svg(other, &picture(found.frame)).expect("a picture");
                    assert_eq!(words_of(&drawn_beside[step]), words_of_svg(&svg), "{}: {title}", shipped.name);
                    assert_eq!(names[1][0], run_title(other, Language::English), "{}: {title}", shipped.name);
                    pairs_seen += 1;
                } else {
                    assert!(names.is_null(), "{}: {title}", shipped.name);
                    assert!(drawn_beside.get(step).is_none_or(Vec::is_empty), "{}: {title}", shipped.name);
                }
                let of_arrows = of_arrows(&data, step);
                let texts = drawn[step].iter().filter(|shape| shape[0] == "t").count();
                let of_tree = texts - of_arrows.iter().filter(|shape| shape[0] == "t").count();
                assert_eq!(of_tree, words_of_svg(&svg).len(), "{}: {title}", shipped.name);
                // Arrows between close nodes are omitted.
                let words = |shape: &&Value| shape[0] == "t" && shape[7] == "to here";
                let (lines, texts) = (of_arrows.iter().filter(|shape| shape[0] == "l"), of_arrows.iter().filter(words));
                assert!(lines.count() == texts.clone().count() && texts.clone().count() <= note.arrows.len());
                arrows_seen += texts.count();
                let question = &data["lesson"]["tasks"][step]["question"];
                assert_eq!(question.is_object(), note.question.is_some(), "{}: {title}", shipped.name);
                let line = data["code_frames"][step].as_u64();
                // The code does not have the steps of guesses.
                let setup = &traces[note.run].setup;
                if setup.guesses.is_nothing() {
                    let has_code = setup.process.is_search();
                    assert_eq!(line.is_some(), has_code, "{}: {title} lights a line of the code", shipped.name);
                }
            }
            assert_eq!(data["lesson"]["steps"], notes.notes.len());
        }
    }
    assert!(arrows_seen > 40, "{arrows_seen} arrows are drawn");
    assert!(pairs_seen > 5, "{pairs_seen} notes have two runs");
}

#[test]
fn changed_leaf_in_a_lesson_page_has_the_picture_and_figures_of_its_run() {
    let notes = ShippedLesson::named("cuts").expect("a lesson").notes();
    let progress = Progress::default();
    let runs: Vec<Trace> =
        notes.runs.iter().map(|run| run.open(None, DEFAULT_MEMORY_LIMIT, &progress).expect("a run")).collect();
    let traces: Vec<&Trace> = runs.iter().collect();
    let page = lesson_page(LessonPage { notes: &notes, runs: &traces, language: None }, &progress).expect("a page");
    let data = data(&page);
    let drawn = pictures(&data);
    let activities = data["lesson"]["tasks"][notes.notes.len() - 1]["activities"].as_array().expect("activities");
    let change = activities.iter().find(|one| one["kind"] == "change").expect("a leaf to change");
    let tree = TextbookTree::three_move_figure().to_nodes();
    let leaves = change["leaves"].as_array().expect("leaves");
    assert_eq!(leaves.len(), 8);
    for leaf in leaves {
        let place = tree.iter().position(|node| node.name.as_deref() == leaf["name"].as_str()).expect("a leaf");
        assert_eq!(tree[place].score.map(i64::from), leaf["score"].as_i64());
        let scores = leaf["scores"].as_array().expect("scores");
        // The scores of the figure are 1 to 5.
        assert_eq!(scores.len(), 7);
        for (at, score) in scores.iter().enumerate() {
            let score = score.as_i64().expect("a score") as i32;
            let mut changed = tree.clone();
            changed[place].score = Some(score);
            let game = TextbookTree::from_nodes(&changed).expect("a tree");
            let trace = record_game(game.into(), &runs[0].setup, DEFAULT_MEMORY_LIMIT, &progress).expect("a run");
            let scene = leaf["first"].as_u64().expect("a picture") as usize + at;
            let end = Picture { orientation: Orientation::TopDown, ..Picture::at(trace.frame_count() - 1) };
            let expected = words_of_svg(&picture_svg(&trace, &end).expect("a picture"));
            let texts: Vec<&str> =
                drawn[scene].iter().filter(|shape| shape[0] == "t").filter_map(|shape| shape[7].as_str()).collect();
            assert_eq!(texts, expected, "{} = {score}", leaf["name"]);
            let says = data["says"]["english"][scene].as_str().expect("a sentence");
            let value = format!("the root is worth {}.", trace.value().expect("a value"));
            assert!(says.contains(&value), "{says}");
        }
    }
}

#[test]
fn changed_leaves_of_chance_and_samples_say_what_the_search_finds() {
    let progress = Progress::default();
    for (name, note, expected) in [
        ("chance", 2, ["With E = 1 the root is worth 2.1.", "With E = 2 the root is worth 2.2."]),
        (
            "exploration",
            4,
            ["the search prefers b1: 97 of 100 visits, with the mean 0.959.", "the search prefers c2: "],
        ),
    ] {
        let notes = ShippedLesson::named(name).expect("a lesson").notes();
        let runs: Vec<Trace> =
            notes.runs.iter().map(|run| run.open(None, DEFAULT_MEMORY_LIMIT, &progress).expect("a run")).collect();
        let traces: Vec<&Trace> = runs.iter().collect();
        let page = lesson_page(LessonPage { notes: &notes, runs: &traces, language: None }, &progress).expect("a page");
        let data = data(&page);
        assert_eq!(data["lesson"]["tasks"][note]["activities"][0]["kind"], "change", "{name}");
        let says = data["says"]["english"].as_array().expect("sentences").iter();
        let says: Vec<String> = says.filter_map(|text| Some(text.as_str()?.replace('\u{a0}', " "))).collect();
        for expected in expected {
            assert!(says.iter().any(|text| text.contains(expected)), "{expected}: {says:?}");
        }
    }
}

/// Shapes of the arrows at a step.
fn of_arrows(data: &Value, step: usize) -> Vec<Value> {
    let is_arrow = |piece: &&Value| piece[0].as_str().is_some_and(|name| name.starts_with('a'));
    lists(data, "pieces")[step].iter().filter(is_arrow).flat_map(|piece| shapes_of(data, piece)).collect()
}

/// Element names of a page, and all other text that begins like markup.
fn markup(page: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "!-/".contains(*letter)).collect()
    };
    page.split('<').skip(1).map(name).collect()
}

fn named_page(name: &str) -> Option<String> {
    let tree = TextbookTree::from_nodes(&[
        TextbookNode::default(),
        TextbookNode { parent: Some(0), score: Some(3), name: Some(name.to_owned()), ..TextbookNode::default() },
    ]);
    let trace =
        record_game(tree.ok()?.into(), &setup(GameSetup::unknown(name)), DEFAULT_MEMORY_LIMIT, &Progress::default());
    Some(page(&trace.ok()?, 0..=usize::MAX))
}

#[test]
fn texts_of_traces_never_become_markup() {
    let plain = named_page("plain").expect("a page");
    let long = "<b>".repeat(350_000);
    for name in [
        "</script><script>alert(1)</script>",
        "<!--",
        "]]>",
        "\"'><img/src=x/onerror=alert(1)>",
        "javascript:alert(1)",
        "{{data}}",
        "\u{202e}abc",
        &long,
    ] {
        let page = named_page(name).unwrap_or_else(|| panic!("no page for {name:.40}"));
        assert_eq!(markup(&page), markup(&plain), "{name:.40}");
        assert_eq!(page.matches("<script").count(), plain.matches("<script").count());
        assert!(!page.contains('\u{202e}'), "what turns the direction is written out");
        assert!(!page.contains("<img") && !page.contains("<b>"), "{name:.40}");
    }
    assert!(named_page("<b>").is_some());
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn any_name_stays_a_text(name in "\\PC{1,12}") {
        if let Some(page) = named_page(&name) {
            let plain = named_page("plain").expect("a page");
            prop_assert_eq!(markup(&page), markup(&plain));
            data(&page);
        }
    }

    #[test]
    fn any_list_of_traces_is_read_or_refused(list in ".{0,60}", ids in prop::collection::vec("trace(-[0-9])?|.{0,4}", 0..4), text in "[A-Za-z0-9+/=]{0,40}") {
        let traces: Vec<[&str; 2]> = ids.iter().map(|id| [id.as_str(), "name"]).collect();
        let listed = serde_json::json!({"edagari_page": 1, "traces": traces, "beside": [], "begin": []}).to_string();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("page.html");
        for contents in [list, listed] {
            let page = format!(
                "<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace-2\">{text}</script>\
                 <script type=\"application/json\" id=\"contents\">{contents}</script>"
            );
            std::fs::write(&path, page).expect("written");
            if let Err(error) = open_others_in_page(&path, 1 << 26, &Progress::default()) {
                let said = error.to_string();
                prop_assert!(said.contains("page.html") && !said.contains('\n'), "{said}");
            }
        }
    }

    #[test]
    fn any_page_opens_or_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 0.0..1.0) {
        let begun = [b"<!DOCTYPE html>".to_vec(), bytes.clone()].concat();
        prop_assert!(read_trace(&begun[..], 1 << 26, &Progress::default()).is_err());
        let whole = named_page("A").expect("a page");
        let part = &whole.as_bytes()[..(whole.len() as f64 * cut) as usize];
        let trace_ends = whole.find("</script>\n<script>").expect("the end of the trace");
        let opened = read_trace(part, 1 << 26, &Progress::default());
        prop_assert_eq!(opened.is_ok(), part.len() >= trace_ends + "</script>".len(), "{:?}", opened.err().map(|error| error.to_string()));
    }
}
