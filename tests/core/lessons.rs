//! Lessons and notes: the shipped ones are true, by the program's check and by plain searches that share no code with
//! it. Planted faults are named, files read back equal, and arbitrary content is handled.

use std::path::Path;

use edagari::export::{LessonPage, lesson_page};
use edagari::game::AnyPosition;
use edagari::language::Language;
use edagari::lesson::note::{
    Activity, Checksum, Condition, LESSONS, Mismatch, NodePath, Note, Notes, PlayTree, RunFrom, RunSource,
    ShippedLesson, Statement, StatementContext, Wording, blocks, leaves_of_growth, pieces,
};
use edagari::score::{Player, Score};
use edagari::search::{Algorithm, Order};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Trace};
use proptest::prelude::*;

fn opened(notes: &Notes) -> Vec<Trace> {
    let open = |run: &RunSource| run.open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    notes.runs.iter().map(open).collect()
}

fn shipped(name: &str) -> Notes {
    ShippedLesson::named(name).expect("a lesson").notes()
}

fn all(traces: &[Trace]) -> Vec<Option<&Trace>> {
    traces.iter().map(Some).collect()
}

fn faults(notes: &Notes, traces: &[Trace]) -> Vec<String> {
    notes.check(&all(traces)).iter().map(ToString::to_string).collect()
}

#[test]
fn shipped_lessons_are_true_and_speak_all_languages() {
    for lesson in LESSONS {
        let notes = lesson.notes();
        let traces = opened(&notes);
        assert_eq!(faults(&notes, &traces), [""; 0], "{}", lesson.name);
        assert!((4..=14).contains(&notes.notes.len()), "{}: {} notes", lesson.name, notes.notes.len());
        assert!(notes.notes.iter().any(|note| note.question.is_some()), "{} asks", lesson.name);
        let texts = notes.notes.iter().flat_map(|note| [&note.title, &note.text]).chain([&notes.title, &notes.about]);
        for text in texts {
            assert_eq!(text.languages(), Language::ALL, "{}: {text:?}", lesson.name);
        }
        assert_eq!(Notes::parse(&notes.to_text()).as_ref(), Ok(&notes), "{}", lesson.name);
    }
}

#[test]
fn shipped_lessons_end_with_a_change_and_an_exercise_of_their_tree() {
    for lesson in LESSONS {
        let notes = lesson.notes();
        let last = notes.notes.last().expect("notes");
        for activity in [Activity::Change, Activity::Exercise] {
            assert!(last.activities.contains(&activity), "{} has no {activity}", lesson.name);
        }
    }
    let plays = |note: &Note| note.activities.contains(&Activity::Play(Player::Max));
    assert!(plays(&LESSONS[0].notes().notes[0]), "the first lesson begins with a game");
}

#[test]
fn activities_that_do_not_fit_their_run_are_reported() {
    // The fifth note is on a tree with 81 leaves.
    let mut notes = shipped("order");
    notes.notes[4].activities = vec![Activity::Play(Player::Max), Activity::Growth, Activity::Change];
    let said = faults(&notes, &opened(&notes)).join("\n");
    assert!(said.contains("Note 5, activity: the run is not suited to Play(max)"), "{said}");
    assert!(said.contains("Change") && !said.contains("Growth"), "{said}");
}

/// Plays all games of a reader against the replies of a tree; returns the final scores.
fn final_scores(tree: &PlayTree, at: usize, reader: Player) -> Vec<Score> {
    let node = &tree.nodes[at];
    let Some(best) = node.best else { return vec![node.value] };
    if node.player == reader {
        return node.moves.iter().flat_map(|&(_, to)| final_scores(tree, to, reader)).collect();
    }
    final_scores(tree, node.moves[best].1, reader)
}

#[test]
fn reader_gets_the_value_of_a_game_at_most() {
    for (name, players) in [("why", [Player::Max, Player::Min]), ("minimax", [Player::Max, Player::Min])] {
        let trace = &opened(&shipped(name))[0];
        let tree = PlayTree::of(trace).expect("a small game");
        let value = plain(&trace.position(&[]).expect("a start"), None, true, false, &mut Counts::default());
        assert_eq!(number(tree.nodes[0].value), value, "{name}");
        for node in &tree.nodes {
            let position = trace.position(&node.path).expect("a position");
            let texts: Vec<String> = (0..node.moves.len()).map(|mv| position.move_text(mv)).collect();
            assert_eq!(node.moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), texts);
            assert_eq!(number(node.value), plain(&position, None, true, false, &mut Counts::default()));
        }
        let scores = |player| final_scores(&tree, 0, player).into_iter().map(number);
        let [max, min] = players.map(|player| scores(player).collect::<Vec<_>>());
        assert_eq!((max.iter().max(), min.iter().min()), (Some(&value), Some(&value)), "{name}");
    }
}

#[test]
fn leaves_of_growth_are_those_of_searches_in_the_best_order() {
    for (branching, depth) in [(2, 1), (2, 5), (3, 4), (4, 3), (5, 2)] {
        let text = format!(
            "(edagari_notes: 1, runs: [(from: Setup((game: Random((depth: {depth}, branching: {branching}, seed: 3, scores: (-99, 99))), process: Search(AlphaBetaSoft), order: Best)))], notes: [])"
        );
        let trace = &opened(&Notes::parse(&text).expect("notes"))[0];
        let at = StatementContext {
            runs: &[Some(trace)],
            run: 0,
            frame: trace.frame_count() - 1,
            language: Language::English,
        };
        let leaves = |what: &str| {
            let value = Statement::parse(what).expect("a statement").value(&at).expect("a value");
            value.text(Language::English).replace(',', "").parse::<u128>().expect("a number")
        };
        let found = (leaves("leaves-below"), leaves("leaves"));
        assert_eq!(found, leaves_of_growth(branching, depth), "{branching}, {depth}");
    }
}

/// Counters of a plain search.
#[derive(Default)]
struct Counts {
    visits: u64,
    leaves: u64,
    skipped: u64,
}

fn size(position: &AnyPosition) -> u64 {
    let children = 0..if position.score().is_some() { 0 } else { position.move_count() };
    1 + children.map(|mv| size(&position.play(mv as u32).expect("a move"))).sum::<u64>()
}

/// Textbook minimax without a window, or α-β.
fn plain(position: &AnyPosition, window: Option<(i64, i64)>, soft: bool, reversed: bool, counts: &mut Counts) -> i64 {
    counts.visits += 1;
    if let Some(score) = position.score() {
        counts.leaves += 1;
        return number(score);
    }
    let is_max = position.player() == Player::Max;
    let (mut alpha, mut beta) = window.unwrap_or((i64::MIN, i64::MAX));
    let mut best = match (is_max, soft || window.is_none()) {
        (true, true) => i64::MIN,
        (false, true) => i64::MAX,
        (true, false) => alpha,
        (false, false) => beta,
    };
    let mut moves: Vec<u32> = (0..position.move_count() as u32).collect();
    if reversed {
        moves.reverse();
    }
    for (place, &mv) in moves.iter().enumerate() {
        let child = position.play(mv).expect("a move");
        let score = plain(&child, window.map(|_| (alpha, beta)), soft, reversed, counts);
        best = if is_max { best.max(score) } else { best.min(score) };
        if window.is_some() {
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                counts.skipped +=
                    moves[place + 1..].iter().map(|&mv| size(&position.play(mv).expect("a move"))).sum::<u64>();
                break;
            }
        }
    }
    best
}

fn number(score: Score) -> i64 {
    score.finite().map_or(i64::MAX, i64::from)
}

#[test]
fn figures_of_shipped_lessons_are_those_of_plain_searches() {
    let mut compared = 0;
    for lesson in LESSONS {
        let notes = lesson.notes();
        let traces = opened(&notes);
        let runs = all(&traces);
        let searches = traces.iter().enumerate().filter(|(_, trace)| trace.setup.process.algorithm().is_some());
        for (run, trace) in searches {
            // The definition of minimax is not computed for large trees.
            let is_small = trace.visit_count() < 10_000;
            let shown = |statement: &str| {
                let at =
                    StatementContext { runs: &runs, run, frame: trace.frame_count() - 1, language: Language::English };
                let value = Statement::parse(statement).expect("a statement").value(&at).expect("a value");
                value.text(Language::English).replace(',', "").replace('−', "-").parse::<i64>().expect("a number")
            };
            let root = trace.position(&[]).expect("a root");
            if trace.setup.limit.is_none() && is_small {
                let value = plain(&root, None, true, false, &mut Counts::default());
                assert_eq!((shown("value"), shown("minimax")), (value, value), "{} run {run}", lesson.name);
            }
            let (window, soft) = match trace.setup.process {
                Process::Search(Algorithm::Minimax) => (None, true),
                Process::Search(Algorithm::AlphaBeta) => (Some((i64::MIN, i64::MAX)), false),
                Process::Search(Algorithm::AlphaBetaSoft) => (Some((i64::MIN, i64::MAX)), true),
                _ => continue,
            };
            if trace.setup.limit.is_some() || trace.setup.table.is_some() || trace.setup.order == Order::Best {
                continue;
            }
            let mut counts = Counts::default();
            plain(&root, window, soft, trace.setup.order == Order::Reversed, &mut counts);
            let found = [shown("visits"), shown("leaves"), shown("pruned")];
            assert_eq!(
                found,
                [counts.visits, counts.leaves, counts.skipped].map(|count| count as i64),
                "{} run {run}",
                lesson.name
            );
            compared += 1;
        }
    }
    assert!(compared >= 10, "only {compared} runs compared");
}

#[test]
fn planted_faults_are_named() {
    let lesson = || shipped("cuts");
    let traces = opened(&lesson());
    let plant = |change: &dyn Fn(&mut Note)| {
        let mut notes = lesson();
        change(&mut notes.notes[3]);
        faults(&notes, &traces).join("\n")
    };
    for (said, expected) in [
        (plant(&|note| note.text = "It has 3 leaves".into()), "Note 4, text: 3 is typed"),
        (plant(&|note| note.text = "{3}".into()), "Note 4, text: {3}: 3 is typed"),
        (plant(&|note| note.text = "葉は３個".into()), "３ is typed"),
        (plant(&|note| note.text = "{leavs}".into()), "{leavs}: “leavs” (letter 1) is not understood"),
        (plant(&|note| note.text = "{returned X}".into()), "there is no node X"),
        (plant(&|note| note.text = "{returned J}".into()), "returned has no value for J at frame 17"),
        (plant(&|note| note.text = "a { brace".into()), "a brace at letter 3 is unpaired"),
        (plant(&|note| note.title = "{visits run 9}".into()), "Note 4, title: {visits run 9}: there is no run 9"),
        (plant(&|note| note.frame = 99), "Frame 99 is past the end of the run"),
        (plant(&|note| note.run = 7), "there is no run 8"),
        (plant(&|note| note.beside = Some(8)), "Note 4, place: there is no run 9"),
        (plant(&|note| note.node = Some("A X".into())), "There is no node A X in the run: X is no move there"),
        (plant(&|note| note.claims = vec!["cut = beta".to_owned()]), "Note 4, claim: cut = beta does not hold"),
        (plant(&|note| note.claims = vec!["cut".to_owned()]), "expected a sign of comparison"),
        (plant(&|note| note.frame = 13), "0\u{a0}answers are right"),
    ] {
        assert!(said.contains(expected), "{said:?} has no {expected:?}");
    }
    let names = plant(&|note| note.text = "Names like s9, `A D` and one are no numbers: {frame}".into());
    assert_eq!(names, "");
}

#[test]
fn run_of_another_game_beside_a_note_is_refused() {
    let mut notes = shipped("chance");
    let traces = opened(&notes);
    (notes.notes[0].run, notes.notes[0].beside) = (0, Some(3));
    let said = faults(&notes, &traces).join("\n");
    assert!(said.contains("Note 1, place: run 4 is of another game"), "{said}");
    let runs: Vec<&Trace> = traces.iter().collect();
    let lesson = LessonPage { notes: &notes, runs: &runs, language: None };
    let error = lesson_page(lesson, &Progress::default()).expect_err("another game").to_string();
    assert!(error.contains("note 1: the runs are of") && error.contains("tic-tac-toe"), "{error}");
}

#[test]
fn note_of_a_changed_run_reports_mismatches_and_uses_the_nearest_place() {
    let notes = shipped("cuts");
    let traces = opened(&notes);
    let mut note = notes.notes[0].clone();
    (note.frame, note.node) = (4_000, Some(NodePath::from("A D X")));
    let place = note.place_in(&traces[0]);
    assert_eq!((place.frame, place.node), (traces[0].frame_count() - 1, Some(vec![0, 1])));
    assert_eq!(place.mismatches.len(), 2);
    let source = RunSource { checksum: Some(Checksum::of(&traces[0])), ..notes.runs[0].clone() };
    assert_eq!(source.mismatch(&traces[0]), None);
    assert_eq!(source.mismatch(&traces[1]), Some(Mismatch::OtherRun));
}

#[test]
fn runs_are_noted_by_setup_or_with_their_tree() {
    let lesson = shipped("horizon");
    let traces = opened(&lesson);
    for trace in &traces {
        let source = RunSource::of(trace, None).expect("a run of Edagari's own");
        let again = source.open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("recorded again");
        assert_eq!(source.mismatch(&again), None);
    }
    assert!(matches!(RunSource::of(&traces[3], None).expect("a tree").from, RunFrom::Tree { .. }));
}

#[cfg(feature = "files")]
#[test]
fn broken_files_are_refused_in_a_sentence_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.edagari-notes.ron");
    let write = |text: &[u8]| std::fs::write(&path, text).expect("written");
    for (text, said) in [
        (&b"(edagari_notes: 2, sparks: 3)"[..], ":1:2: notes of version 2, expected version 1"),
        (b"(edagari_notes: 1, notes: [(frame: 1, framed: 2)])", "framed"),
        (b"(edagari_notes: 1,\n notes: [(run: 0, frame: 1)])", ":2:"),
        (b"(edagari_notes: 1, notes: [(frame: 1, beside: 0)])", "beside is 0, expected the number of a run, from 1"),
        (b"(edagari_notes: 1, notes: [", ":1:"),
        (b"\xff\xfe", "not UTF-8"),
        (b"", "expected notes"),
    ] {
        write(text);
        let error = Notes::read(&path).expect_err("broken").to_string();
        assert!(error.contains(said) && !error.contains('\n'), "{error}");
        let refused = Notes::default().save(&path, &Progress::default()).expect_err("not overwritten").to_string();
        assert!(refused.contains("not overwritten") && !refused.contains('\n'), "{refused}");
        assert_eq!(std::fs::read(&path).expect("there"), text);
    }
    write(&vec![b' '; (8 << 20) + 1]);
    assert!(Notes::read(&path).expect_err("too large").to_string().contains("more than 8388608 bytes"));
    std::fs::remove_file(&path).expect("removed");
    let notes = shipped("minimax");
    notes.save(&path, &Progress::default()).expect("saved");
    notes.save(&path, &Progress::default()).expect("saved again");
    assert_eq!(Notes::read(&path).expect("read"), notes);
    let error = Notes::read(Path::new("/nowhere/a.edagari-notes.ron")).expect_err("nowhere").to_string();
    assert!(error.starts_with("/nowhere/a.edagari-notes.ron: cannot be read"), "{error}");
}

proptest! {
    #[test]
    fn any_text_of_notes_is_read_or_refused(text: String, cut in 0..4_000_usize, other in any::<char>()) {
        let _ = Notes::parse(&text);
        // A lesson with one letter changed, or truncated.
        let lesson: Vec<char> = ShippedLesson::named("cuts").expect("a lesson").text.chars().collect();
        let place = cut % lesson.len();
        let changed: String = lesson[..place].iter().chain([&other]).chain(&lesson[place + 1..]).collect();
        let _ = Notes::parse(&changed);
        let _ = Notes::parse(&lesson[..place].iter().collect::<String>());
    }

    #[test]
    fn any_statement_and_any_markdown_is_read_or_refused(
        text: String,
        words in "((alpha|score|pass|run|[0-9]{1,3}|A|so-far|at|and|\\(|\\)|\\+|-|\\*|=|<|state|\"A D\") ?){0,12}",
        marks in "[-*_`>#\\[\\]()! \n0-9.{}a枝]{0,60}",
    ) {
        let notes = shipped("cuts");
        let traces = opened(&notes);
        let runs = all(&traces);
        let at = StatementContext { runs: &runs, run: 0, frame: 18, language: Language::Japanese };
        for text in [&text, &words] {
            if let Ok(statement) = Statement::parse(text) {
                let _ = statement.value(&at);
            }
            if let Ok(condition) = Condition::parse(text) {
                let _ = condition.holds(&at);
            }
        }
        for text in [text, marks] {
            let _ = (pieces(&text), blocks(&text));
            let _ = Wording::from(text).shown(&at);
        }
    }

    #[test]
    fn notes_are_read_as_they_were_written(title: String, text: String, japanese: String, frame in 0..1_000_usize, run in 0..9_usize, node: String) {
        let mut words = Wording::from(text);
        words.split(Language::English);
        words.set(Language::Japanese, japanese);
        let note = Note { run, frame, node: Some(NodePath(node)), title: title.into(), text: words, ..Note::default() };
        let notes = Notes { notes: vec![note.clone(), note], ..Notes::default() };
        prop_assert_eq!(Notes::parse(&notes.to_text()), Ok(notes));
    }
}
