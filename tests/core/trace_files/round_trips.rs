use std::sync::Arc;

use edagari::game::{
    AnyGame, Eight, GAMES, GameKind, GameOption, GameSetup, Kalah, OptionKind, OptionValue, Options, RandomTree,
    TicTacToe,
};
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::file::{
    FileError, StreamReader, open_trace, read_native, read_ron, save_trace, write_native, write_ron, write_stream,
};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Ending, Process, Progress, Setup, Trace, Traversal, VisitId, record};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracles::cases;
use crate::oracles::random_games;
use crate::oracles::random_trees::{orders, stopped_run, trees};

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

pub fn stream_of(trace: &Trace) -> Vec<u8> {
    let mut stream = Vec::new();
    write_stream(trace, &mut stream, &Progress::default()).expect("memory takes everything");
    stream
}

pub fn read_stream(stream: &[u8]) -> Trace {
    StreamReader::new(stream, DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream")
}

/// Asserts that all queries by frame and about the whole run have equal results.
pub fn check_same(trace: &Trace, other: &Trace) {
    assert_eq!(trace.setup, other.setup);
    assert_eq!((&trace.start, trace.ending), (&other.start, other.ending));
    assert_eq!(trace.frame_count(), other.frame_count());
    for frame in 0..trace.frame_count() {
        assert_eq!(trace.step(frame), other.step(frame), "frame {frame}");
        assert_eq!(trace.value_at_update(frame), other.value_at_update(frame), "frame {frame}");
    }
    for visit in trace.frame_count().min(1).min(trace.visit_count())..trace.visit_count() {
        let node = trace.node_of(edagari::trace::VisitId(visit as u32));
        assert_eq!(trace.path(node), other.path(node));
        assert!(trace.children(node).eq(other.children(node)));
        assert!(
            trace
                .children(node)
                .map(|child| trace.move_of(child))
                .eq(other.children(node).map(|child| other.move_of(child)))
        );
    }
    assert_eq!(trace.tally(), other.tally());
    assert_eq!(trace.cuts(), other.cuts());
    assert!(trace.cuts().iter().all(|&cut| trace.nodes_pruned_at(cut as usize) == other.nodes_pruned_at(cut as usize)));
    assert_eq!(trace.table().tally(), other.table().tally());
    assert_eq!(trace.remarks(), other.remarks());
    assert_eq!(trace.columns(), other.columns());
}

pub fn native_of(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    write_native(trace, &mut file, &Progress::default()).expect("memory takes everything");
    file
}

/// Asserts that record → native → stream → native keeps the trace, and RON too.
pub fn check_round_trips(trace: &Trace) {
    let native = native_of(trace);
    let opened = read_native(native.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
    check_same(trace, &opened);
    let stream = stream_of(&opened);
    let read = read_stream(&stream);
    check_same(trace, &read);
    assert!(native_of(&read) == native, "the native file of what was read is the same");
    assert!(stream_of(&read) == stream, "the stream of what was read is the same");
    let mut ron = Vec::new();
    write_ron(&read, &mut ron, &Progress::default()).expect("memory takes everything");
    let read = read_ron(ron.as_slice(), DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a RON file");
    check_same(trace, &read);
    assert!(native_of(&read) == native, "the native file of what was written as RON is the same");
}

#[test]
fn runs_of_all_kinds_come_back_from_their_streams() {
    let alpha_beta = Process::Search(Algorithm::AlphaBeta);
    let tic_tac_toe = GameSetup::from(TicTacToe { shortest_win: true });
    let table = Some(TableSetup { intersection: true, ..TableSetup::default() });
    let limit = Some(DepthLimit { depth: 3, evaluation: 1 });
    for setup in [
        Setup { after: "b2 a1".to_owned(), ..Setup::new(tic_tac_toe.clone(), alpha_beta) },
        Setup { table, order: Order::Shuffled(3), ..Setup::new(tic_tac_toe.clone(), alpha_beta) },
        Setup { limit, table, ..Setup::new(GameSetup::from(Kalah::default()), alpha_beta) },
        Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBetaOneBound)),
        Setup { order: Order::Best, ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax)) },
        Setup::new(GameSetup::from(RandomTree::default()), Process::Generate(Traversal::BreadthFirst)),
        Setup {
            order: Order::Reversed,
            ..Setup::new(GameSetup::textbook(None), Process::Generate(Traversal::DepthFirst))
        },
    ] {
        check_round_trips(&recorded(&setup));
    }
}

#[test]
fn moves_that_follow_from_the_rules_are_not_listed() {
    // Cuts skip several moves here; a single move has no order.
    let game = GameSetup::from(RandomTree { depth: 4, branching: 4, ..RandomTree::default() });
    let setup = |order| Setup { order, ..Setup::new(game.clone(), Process::Search(Algorithm::AlphaBeta)) };
    for (order, is_listed) in [(Order::Natural, false), (Order::Reversed, true)] {
        let stream = String::from_utf8(stream_of(&recorded(&setup(order)))).expect("text");
        assert_eq!(stream.contains("\"moves\""), is_listed, "{order:?}");
    }
}

#[test]
fn skipped_moves_keep_their_place_in_the_order_of_the_header() {
    for (order, moves) in [
        ("natural", ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]),
        ("reversed", ["c3", "b3", "a3", "c2", "b2", "a2", "c1", "b1", "a1"]),
    ] {
        let listed = format!(r#""moves":["{}"]"#, moves.join(r#"",""#));
        let enter = |mv: &str| format!("{{\"event\":\"enter\",\"node\":1,\"move\":\"{mv}\"}}\n");
        let leave = "{\"event\":\"leave\",\"node\":1,\"score\":0}\n";
        // The first move is skipped and the next one is searched twice. When the node is entered again, no move is
        // recorded.
        let stream = [
            format!("{{\"edagari\":1,\"game\":\"tic-tac-toe\",\"order\":\"{order}\"}}\n"),
            format!("{{\"event\":\"enter\",\"node\":0,{listed}}}\n"),
            format!("{{\"event\":\"skip\",\"node\":0,\"children\":[\"{}\"],\"why\":\"late move\"}}\n", moves[0]),
            [enter(moves[1]), leave.to_owned()].concat().repeat(2),
            "{\"event\":\"leave\",\"node\":0,\"score\":0}\n".to_owned(),
            format!("{{\"event\":\"enter\",\"node\":0,{listed}}}\n"),
            "{\"event\":\"leave\",\"node\":0,\"score\":0}\n".to_owned(),
        ]
        .concat();
        let trace = read_stream(stream.as_bytes());
        let again = read_stream(&stream_of(&trace));
        assert_eq!(trace.skips().len(), 1, "{order}");
        assert_eq!((trace.remarks(), trace.frame_count()), (again.remarks(), again.frame_count()), "{order}");
    }
}

/// Values of an option except its default.
fn other_values(option: &GameOption) -> Vec<OptionValue> {
    let default = option.default_value();
    let values: Vec<OptionValue> = match option.kind {
        OptionKind::Switch => vec![true.into()],
        OptionKind::Number { range, .. } => {
            let range = range(&Options::default());
            let least = *range.start();
            [least, least + 1, (*range.end()).min(7)].map(OptionValue::from).to_vec()
        }
        OptionKind::OneOf { numbers, .. } => numbers.iter().copied().map(OptionValue::from).collect(),
        OptionKind::Choice(choices) => choices.iter().map(|choice| choice.name.into()).collect(),
        OptionKind::Scores { .. } => vec![(-3, 5).into()],
        OptionKind::Position { example, .. } => vec![example.into()],
        // A file exists only on its machine, so a trace stores the tree itself.
        OptionKind::File { .. } => Vec::new(),
    };
    values.into_iter().filter(|value| Some(value) != default.as_ref()).collect()
}

#[test]
fn every_game_with_every_option_comes_back() {
    // A value can be invalid with the defaults of the other options. Then the game is refused, and there is no round
    // trip.
    let check = |kind: &'static GameKind, options: Options| {
        let limit = Some(DepthLimit { depth: 1, evaluation: 0 });
        let game = GameSetup::known(kind, options);
        if game.open().is_err() {
            return false;
        }
        let setup = Setup { limit, ..Setup::new(game, Process::Search(Algorithm::AlphaBeta)) };
        check_round_trips(&recorded(&setup));
        let text = ron::to_string(&setup).expect("RON");
        assert_eq!(Setup::parse(&text).expect("a setup"), setup, "{text}");
        true
    };
    for &kind in GAMES {
        assert!(check(kind, Options::default()), "{kind:?}");
        for option in kind.options {
            let values = other_values(option);
            let checked = values.iter().filter(|&value| check(kind, Options::default().with(option, value.clone())));
            assert!(checked.count() > 0 || values.is_empty(), "{kind:?} {option:?}");
        }
    }
}

#[test]
fn a_run_that_was_broken_off_comes_back() {
    let setup = Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta));
    for visits in 1..60 {
        let trace = stopped_run(setup.game.open().expect("a game"), &setup, visits);
        check_round_trips(&trace);
    }
}

#[test]
fn truncated_stream_opens_up_to_its_end() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let whole = recorded(&setup);
    let stream = stream_of(&whole);
    let header = stream.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    for length in header..stream.len() - 40 {
        let read = read_stream(&stream[..length]);
        assert_eq!(read.ending, Ending::CutShort, "{length} bytes");
        assert!(read.frame_count() <= whole.frame_count());
        for frame in 0..read.frame_count() {
            // In general, a `Store` or the result of a lookup can be missing at the end of the file; this run has no
            // table.
            assert_eq!(
                read.step(frame).map(|step| step.kind),
                whole.step(frame).map(|step| step.kind),
                "frame {frame}"
            );
        }
    }
}

/// The setup in `docs/formats.md`.
#[test]
fn a_setup_in_ron_is_recorded() {
    let formats = include_str!("../../../docs/formats.md");
    let (_, rest) = formats.split_once("## Setups").and_then(|(_, rest)| rest.split_once("```ron\n")).expect("a setup");
    let text = rest.split_once("```").expect("its end").0;
    let setup = Setup::parse(text).expect("a setup");
    let read = |text: &str| read_ron(text.as_bytes(), DEFAULT_MEMORY_LIMIT, &Arc::default());
    check_same(&read(text).expect("recorded"), &recorded(&setup));
    let small = read("(process: Search(Minimax), game: Eight)").expect("recorded");
    check_same(&small, &recorded(&Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax))));
    let refused = |text: &str| read(text).expect_err("refused").to_string();
    assert!(refused("(game: Eight,\n  process: Search(Maximin))").starts_with("2:"), "{}", refused("(game: Chess)"));
    assert!(refused("Tree(root: Node(score: 1))").contains("textbook"));
    assert!(refused("(game: Kalah((houses: 99)), process: Search(Minimax))").contains("houses"));
}

#[test]
fn native_files_keep_cuts_that_depend_on_the_kinds_of_visits() {
    // The cut of `b2` by a value of its own skips only `c1`, a null move, which is no move that could be pruned.
    let stream = r#"{"edagari":1,"game":"?","search":"alpha-beta","scores":"max"}
{"event":"enter","node":0,"move":null,"player":"max","alpha":0,"beta":3}
{"event":"enter","node":1,"move":"b2","player":"min"}
{"event":"enter","node":2,"move":"c1","player":"max","kind":"null-move"}
{"event":"leave","node":2,"score":5}
{"event":"leave","node":1,"score":0}
{"event":"leave","node":0,"score":0}
{"event":"enter","node":0,"move":null,"player":"max","alpha":0,"beta":3}
{"event":"enter","node":1,"move":"b2","player":"min"}
{"event":"update","value":0,"why":"of its own","window":[0,0],"cut":true}
{"event":"leave","node":1,"score":0}
{"event":"leave","node":0,"score":0}
"#;
    let trace = read_stream(stream.as_bytes());
    assert!(trace.cut_frame(VisitId(4)).is_some() && trace.cuts().is_empty(), "{:?}", trace.cuts());
    check_round_trips(&trace);
}

#[test]
fn native_files_are_small() {
    for (algorithm, most) in [(Algorithm::AlphaBeta, 0.2), (Algorithm::Minimax, 0.05)] {
        let trace =
            recorded(&Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm)));
        let file = native_of(&trace);
        let share = file.len() as f64 / trace.frame_count() as f64;
        assert!(share <= most, "{algorithm:?}: {share} bytes a frame");
        let opened = read_native(file.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
        assert_eq!((opened.frame_count(), opened.value()), (trace.frame_count(), trace.value()));
        assert_eq!(opened.nodes_pruned(), trace.nodes_pruned());
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn searches_with_tables_come_back(setup in random_games::setups()) {
        check_round_trips(&recorded(&setup));
    }

    #[test]
    fn searches_of_trees_come_back((list, order) in (trees(), orders()), algorithm in proptest::sample::select(&Algorithm::ALL[..])) {
        let tree = edagari::game::TextbookTree::from_nodes(&list).expect("a well-formed tree");
        let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
        let trace = edagari::trace::record_game(AnyGame::from(tree), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        check_round_trips(&trace);
    }
}

#[test]
fn opening_reports_progress_and_can_be_cancelled() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::Minimax));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("minimax.edagari");
    save_trace(&trace, &path, &Progress::default()).expect("written");
    let progress = Arc::new(Progress::default());
    let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &progress).expect("a native file");
    assert_eq!(opened.frame_count(), trace.frame_count());
    assert!(progress.is_indexing() && progress.visits() > 540_000);
    assert!(progress.share_indexed() > 0.85, "{}", progress.share_indexed());
    progress.cancel();
    let error = open_trace(&path, DEFAULT_MEMORY_LIMIT, &progress).expect_err("it was cancelled");
    assert!(matches!(error.error, FileError::Cancelled), "{error}");
}

/// Writer that discards all bytes and cancels at the first write.
struct Impatient<'a> {
    progress: &'a Progress,
    written: usize,
}

impl std::io::Write for Impatient<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.progress.cancel();
        self.written += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn saving_reports_progress_and_cancelled_save_keeps_the_old_file() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.edagari", "a.jsonl", "a.jsonl.zst", "a.ron"] {
        let path = folder.path().join(name);
        let progress = Progress::default();
        save_trace(&trace, &path, &progress).expect("written");
        assert!(progress.share() > Some(0.98), "{name}: {:?}", progress.share());
        let old = std::fs::read(&path).expect("there");
        progress.cancel();
        let error = save_trace(&trace, &path, &progress).expect_err("it was cancelled");
        assert!(matches!(error.error, FileError::Cancelled), "{error}");
        assert!(std::fs::read(&path).expect("there") == old, "{name} is as it was");
        std::fs::remove_file(&path).expect("there");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "{name}: nothing is left over");
    }
}

type Write = fn(&Trace, &mut Impatient<'_>, &Progress) -> std::io::Result<()>;

#[test]
fn writing_stops_soon_after_it_is_cancelled_in_every_format() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let formats: [Write; 3] = [
        |trace, file, progress| write_native(trace, file, progress),
        |trace, file, progress| write_stream(trace, file, progress),
        |trace, file, progress| write_ron(trace, file, progress),
    ];
    for write in formats {
        let progress = Progress::default();
        let mut file = Impatient { progress: &progress, written: 0 };
        let error = write(&trace, &mut file, &progress).expect_err("it was cancelled");
        assert_eq!(error.kind(), std::io::ErrorKind::Interrupted);
        assert!(file.written < 4096, "{} bytes more were written", file.written);
    }
}

#[test]
fn abandoned_opening_fails_in_every_format() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.edagari", "a.jsonl", "a.jsonl.zst", "a.ron"] {
        let path = folder.path().join(name);
        save_trace(&trace, &path, &Progress::default()).expect("written");
        let progress = Arc::new(Progress::default());
        progress.abandon();
        let error = open_trace(&path, DEFAULT_MEMORY_LIMIT, &progress).expect_err("it was given up");
        assert!(matches!(error.error, FileError::Cancelled), "{error}");
    }
    // A setup in RON, which is recorded when opened.
    let path = folder.path().join("setup.ron");
    std::fs::write(&path, "(game: Eight, process: Search(AlphaBeta))").expect("written");
    let progress = Arc::new(Progress::default());
    progress.abandon();
    let error = open_trace(&path, DEFAULT_MEMORY_LIMIT, &progress).expect_err("it was given up");
    assert!(matches!(error.error, FileError::Cancelled), "{error}");
}

#[test]
fn cancelled_stream_opens_up_to_the_last_event_read() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Progress::default()).expect("a vector takes all");
    let progress = Progress::default();
    progress.cancel();
    let read = StreamReader::new(stream.as_slice(), DEFAULT_MEMORY_LIMIT).read(&progress).expect("some of it");
    assert!(0 < read.frame_count() && read.frame_count() < trace.frame_count());
    // During indexing, cancelling discards the trace.
    assert!(progress.is_indexing() && !progress.is_abandoned());
    progress.cancel();
    assert!(progress.is_abandoned());
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn columns_of_any_name_come_back(names in vec(".{0,6}|[a-z .+-]{1,6}|columns|評価 値|\"q\"", 1..5), first in any::<bool>()) {
        let fields = |names: &[String]| -> String {
            let field = |(value, name): (usize, &String)| format!(",{}:{value}", serde_json::json!(name));
            names.iter().enumerate().map(field).collect::<Vec<_>>().concat()
        };
        let (ones, others) = names.split_at(names.len() / 2);
        let (ones, others) = if first { (ones, others) } else { (others, ones) };
        let stream = format!(
            "{{\"edagari\":1}}\n{{\"event\":\"enter\",\"node\":1{}}}\n{{\"event\":\"enter\",\"node\":2,\"move\":\"a\"{}}}\n\
             {{\"event\":\"leave\",\"score\":3}}\n{{\"event\":\"leave\",\"score\":3}}\n",
            fields(ones),
            fields(others)
        );
        check_round_trips(&read_stream(stream.as_bytes()));
    }
}

#[test]
fn columns_can_be_named_in_a_field() {
    let ron = r#"(header: (edagari: 1), events: [
        (event: "enter", node: 1, columns: {"my eval": 3, "move": "x", "評価": 0.5}),
        (event: "leave", score: 3, columns: "four"),
    ])"#;
    let trace = read_ron(ron.as_bytes(), DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a RON file");
    let values = trace.column_values(edagari::trace::VisitId(0));
    let values: Vec<_> = values.map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(values, ["columns=four", "my eval=3", "評価=0.5"]);
    let json = r#"{"edagari":1}
{"event":"enter","node":1,"columns":{"my eval":3,"評価":0.5}}
{"event":"leave","score":3,"columns":"four"}
"#;
    let stream = read_stream(json.as_bytes());
    let names: Vec<_> = stream.columns().iter().map(|column| column.name().to_owned()).collect();
    assert_eq!(names, ["columns", "my eval", "評価"]);
}
