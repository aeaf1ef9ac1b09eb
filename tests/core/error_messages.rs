//! Messages of errors: the command line has the English ones, the window has a whole sentence in every language.

use std::io;
use std::path::{Path, PathBuf};

use edagari_core::analysis::noise::NoiseError;
use edagari_core::analysis::{DiffError, MatchError, SolveError};
use edagari_core::game::{
    FenError, GAMES, GameKind, GameSetup, OptionValue, Options, SetupError, TextbookError, TextbookTree, TicTacToe,
    TreeError,
};
use edagari_core::language::{HasMessage, Language, Message, Text};
use edagari_core::score::{DistributionError, DistributionFileError};
use edagari_core::trace::file::{FileError, NamedFileError, Place, open_trace};
use edagari_core::trace::{Abandoned, Process, Progress, RecordError, Setup, SetupWordsError};
use edagari_draw::export::ExportError;
use edagari_teach::exercise::{Exercise, ExerciseFileError};
use edagari_teach::note::{Notes, NotesError};

/// Words of Japanese messages that are names: of programs, files, options, letters of notations and moves.
const NAMES: &[&str] = &[
    "Edagari",
    "RON",
    "MiB",
    "Parquet",
    "edagari",
    "jsonl",
    "zst",
    "ron",
    "csv",
    "json",
    "svg",
    "html",
    "png",
    "apng",
    "gif",
    "one",
    "file",
    "best",
    "true",
    "false",
    "first",
    "second",
    "run",
    "search",
    "record",
    "KQRBNPkqrbnp",
    "KQkq",
    "pns",
    "dfpn",
    "fail",
    "hard",
    "soft",
];

/// Returns the Latin words of a text, without those of placeholders and of names.
fn english_words(text: &str, names: &[&str]) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let words = plain.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    words.filter(|word| !NAMES.contains(word) && !names.contains(word)).map(str::to_owned).collect()
}

fn is_of_errors(text: Text) -> bool {
    let name = format!("{text:?}");
    ["Error", "Io", "Expected", "Fen", "Malformed"].iter().any(|start| name.starts_with(start))
}

#[test]
fn japanese_messages_have_no_english_words() {
    let mut count = 0;
    for &text in Text::ALL.iter().filter(|&&text| is_of_errors(text)) {
        count += 1;
        let japanese = Language::Japanese.text(text);
        let names = if format!("{text:?}").starts_with("Malformed") { WORDS_OF_FORMATS } else { &[] };
        let words = english_words(japanese, names);
        assert!(words.is_empty(), "{text:?}: {words:?} in {japanese}");
        assert!(!japanese.ends_with('。'), "{text:?}: the full stop is added to a whole sentence");
        assert!(!Language::English.text(text).ends_with('.'), "{text:?}");
    }
    assert!(count > 100, "{count}");
}

fn missing() -> io::Error {
    io::Error::from_raw_os_error(2)
}

/// Returns a setup that is refused when it is opened.
fn refused(game: &str, position: &str) -> SetupError {
    let kind = GameKind::named(game).expect(game);
    let option = kind.position_option().expect("an option for positions");
    let mut options = Options::default();
    options.set(option, OptionValue::Text(position.to_owned()));
    GameSetup::known(kind, options).open().map(|_| ()).expect_err(position)
}

/// Impossible positions of games.
const POSITIONS: [(&str, &str); 14] = [
    ("tic-tac-toe", "Q"),
    ("tic-tac-toe", "OOO/..."),
    ("tic-tac-toe", "OOO/OO./..."),
    ("tic-tac-toe", "OOO/XXX/..."),
    ("tic-tac-toe", "OQ./.../..."),
    ("connect-four", "X....../......./......./......./......./......."),
    ("kalah", "1 2 3"),
    ("kalah", "q"),
    ("reversi", "XO"),
    ("chess", "8/8 w - -"),
    ("chess", "q"),
    ("chess", "kk6/8/8/8/8/8/8/K7 w - - 0 1"),
    ("chess", "k7/8/8/8/8/8/8/K7 q - - 0 1"),
    ("chess", "k7/8/8/8/8/8/8/K7 w - - 999 1"),
];

/// Returns one error of each kind, with the names in it.
fn errors() -> Vec<(Message, String)> {
    let mut all: Vec<(Message, String)> = Vec::new();
    macro_rules! take {
        ($($error:expr),+ $(,)?) => { $({ let error = $error; all.push((error.message(), error.to_string())); })+ };
    }
    let path = || PathBuf::from("q.x");
    let game = || GameSetup::from(TicTacToe::default()).open().expect("a game");
    take![
        DiffError::OtherGame { first: "q".into(), second: "x".into() },
        DiffError::OtherStart { first: "q".into(), second: "x".into() },
        DiffError::Cancelled,
        SetupError::NoSuchGame { name: "q".into() },
        SetupError::OnlyRecorded { name: "q".into() },
        SetupError::Tree(TreeError::new("木")),
        game().parse_moves(&[], "q").expect_err("no move"),
        game().parse_moves(&[], "a1 a2 b1 b2 c1 a3").expect_err("it is over"),
        TextbookError::Unreadable { path: path(), source: missing() },
        TextbookError::TooLarge { path: path(), size: 7 },
        FileError::Unreadable(missing()),
        FileError::Malformed { place: Place::Byte(3), message: "木".into() },
        FileError::Setup(SetupError::NoSuchGame { name: "q".into() }),
        FileError::Record(RecordError::TooDeep { levels: 3 }),
        FileError::TooLarge { limit: 3 },
        FileError::TooLongRon { limit: 3 << 20 },
        FileError::TooLongForRon { limit: 3 << 20 },
        FileError::Cancelled,
        FileError::Unwritable(missing()),
        FileError::UnknownEnding,
        NamedFileError { path: path(), error: FileError::Unreadable(missing()) },
        NamedFileError {
            path: path(),
            error: FileError::Malformed { place: Place::Line { line: 3, column: 5 }, message: "木".into() },
        },
        RecordError::TooLargeToOrder { limit: 3 },
        RecordError::TooDeep { levels: 3 },
        Abandoned,
        NoiseError::Children(0),
        NoiseError::Offset(9999),
        NoiseError::Depth(9999),
        NoiseError::TooLarge { most: 3 },
        NoiseError::Cancelled,
        DistributionError::Sigma(0.0),
        DistributionError::Area(0),
        DistributionError::Width(0),
        DistributionError::Value(7),
        DistributionError::Mass { value: 1, mass: 2.0 },
        DistributionError::Sum(2.0),
        DistributionFileError::Unreadable { path: path(), error: missing() },
        DistributionFileError::TooLarge { path: path() },
        DistributionFileError::NoDistribution { path: path(), error: DistributionError::Sum(2.0) },
        MatchError::TooLargeToOrder,
        SolveError::NotASearch("q"),
        SolveError::TooLarge,
        SolveError::Endless,
        SolveError::NoChoice,
        SolveError::Cancelled,
        ExportError::Kind { path: path(), expected: ".png, .svg or .csv" },
        ExportError::NoParquet { path: path() },
        ExportError::Drawing("木".into()),
        ExportError::TooManyPictures { most: 3 },
        ExportError::TooManyFrames { count: 4, most: 3 },
        ExportError::PathsTooLong { depth: 4, most: 3 },
        ExportError::Program { path: path(), source: missing() },
        ExportError::NoProgram { path: path(), expected: "<!-- -->" },
        ExportError::TooFast { delay: 1, least: 2 },
        ExportError::NothingBefore,
        ExportError::TooWide { first: 1, a_page: 1 },
        ExportError::TooWide { first: 1, a_page: 2 },
        ExportError::Cancelled,
        ExportError::Writing { path: path(), source: missing() },
        NotesError::Unreadable { path: path(), source: missing() },
        NotesError::TooLarge { path: path() },
        NotesError::TooLong { path: path() },
        NotesError::Unwritable { path: path(), source: missing() },
        ExerciseFileError::TooLarge { path: path(), limit: 3 },
        ExerciseFileError::Several { path: path(), count: 3 },
        FenError::Fields(3),
        Setup::of_words("q").expect_err("no game"),
    ];
    for text in ["eight", "eight,search=pvs,search=pvs", "eight,search=pvs,pits=3", "kalah,search=pvs,pits=99"] {
        let error: SetupWordsError = Setup::of_words(text).expect_err(text);
        take![error];
    }
    for (game, position) in POSITIONS {
        take![refused(game, position)];
    }
    all
}

#[test]
fn errors_have_a_sentence_in_every_language() {
    for (message, shown) in errors() {
        assert_eq!(message.to_string(), shown, "the command line has the English message");
        let english = message.sentence(Language::English);
        assert!(english.ends_with('.') && !english.ends_with(".."), "{english}");
        let japanese = message.sentence(Language::Japanese);
        assert!(japanese.ends_with('。') && !japanese.contains("。。"), "{japanese}");
        let kinds = GAMES.iter().map(|kind| kind.name);
        let searches = Process::ALL.iter().map(|process| process.name());
        let mut names: Vec<&str> = kinds.chain(searches).flat_map(|name| name.split('-')).collect();
        names.extend(["depth", "limit", "pits", "OOO", "OO", "XXX", "OQ", "XO", "kk"]);
        let words = english_words(&japanese, &names);
        assert!(words.is_empty(), "{words:?} in {japanese}");
    }
}

#[test]
fn errors_of_the_system_are_in_the_words_of_the_window() {
    let missing = NamedFileError { path: PathBuf::from("q.x"), error: FileError::Unreadable(missing()) };
    assert!(missing.to_string().ends_with("(os error 2)"), "{missing}");
    let sentence = |language| missing.message().sentence(language);
    assert_eq!(sentence(Language::English), "q.x: cannot be read: there is no such file or folder.");
    assert_eq!(sentence(Language::Japanese), "q.x：読み込めません：そのようなファイルやフォルダーはありません。");
}

/// Broken traces, as text: each is refused when it is opened.
const BROKEN_TRACES: &[&str] = &[
    "",
    "[1]\n",
    "hello world\n",
    "{\"edagari\": 1",
    "{\"edagari\": \"a\"}\n",
    "{\"game\": \"q\"}\n",
    "{\"edagari\": 99}\n",
    "{\"edagari\": 1, \"players\": [\"q\"]}\n",
    "{\"edagari\": 1, \"range\": [3, 1]}\n",
    "{\"edagari\": 1, \"cut\": \"=\"}\n",
    "{\"edagari\": 1, \"unit\": 0}\n",
    "{\"edagari\": 1, \"unit\": \"2/3\"}\n",
    "{\"edagari\": 1, \"unit\": true}\n",
    "{\"edagari\": 1, \"table\": 5}\n",
    "{\"edagari\": 1, \"search\": 7}\n",
    "{\"edagari\": 1, \"fail\": \"q\"}\n",
    "{\"edagari\": 1, \"order_by\": [\"killers\", \"killers\"]}\n",
    "{\"edagari\": 1, \"order_by\": [\"q\"]}\n",
    "{\"edagari\": 1, \"guesses\": {\"q\": 1}}\n",
    "{\"edagari\": 1, \"guesses\": {\"null-move\": 99}}\n",
    "{\"edagari\": 1, \"sampling\": {\"exploration\": -1.0}}\n",
    "{\"edagari\": 1, \"proof\": {\"claim\": \"q\"}}\n",
    "{\"edagari\": 1, \"mates\": {\"from\": 3}}\n",
    "{\"edagari\": 1, \"depth_limit\": -1}\n",
    "{\"edagari\": 1, \"tree\": 3}\n",
    "{\"edagari\": 1, \"tree\": [{\"name\": \"A\", \"score\": 3}, {\"name\": \"B\", \"parent\": 0, \"score\": 2}]}\n",
    "{\"edagari\": 1, \"game\": \"kalah\", \"rules\": {\"pits\": 3}}\n",
    "{\"edagari\": 1, \"game\": \"kalah\", \"rules\": {\"houses\": 99}}\n",
    "{\"edagari\": 1, \"game\": \"chess\", \"rules\": {\"position\": \"q\"}}\n",
    "{\"edagari\": 1, \"game\": \"chess\", \"after\": \"q\"}\n",
    "{\"edagari\": 1}\n{\"event\": \"q\"}\n",
    "{\"edagari\": 1}\n{\"event\": \"enter\", \"node\": [1]}\n",
    "{\"edagari\": 1}\n{\"event\": \"enter\", \"move\": 3}\n",
    "{\"edagari\": 1}\n{\"event\": \"enter\", \"window\": [1]}\n",
    "{\"edagari\": 1}\n{\"event\": \"leave\", \"score\": 1.5}\n",
    "{\"edagari\": 1}\n{\"event\": \"leave\", \"score\": \"q\"}\n",
    "{\"edagari\": 1}\n{\"event\": \"leave\", \"score\": NaN}\n",
    "{\"edagari\": 1}\n{\"event\": \"leave\", \"score\": 1, \"score\": 2}\n",
    "{\"edagari\": 1, \"unit\": 0.5}\n{\"event\": \"leave\", \"score\": 1e300}\n",
    "{\"edagari\": 1}\n{\"score\": 1}\n",
    "{\"edagari\": 1}\n{\"event\": \"leave\" \"score\": 1}\n",
    "{\"edagari\": 1}\n7\n",
    "(",
    "(header: (edagari: 1))",
    "(header: (edagari: 99), events: [])",
    "(header: (edagari: 1), events: 3)",
    "(header: (edagari: 1), events: [(event: \"q\")])",
    "(game: Eight)",
    "(game: Q, process: Search(AlphaBeta))",
    "(game: Eight, process: Search(Q))",
    "(game: Eight, process: Search(AlphaBeta), limit: 3)",
    "Tree(root: Node(score: 3))",
    "EDA",
    "EDAGARI7777777",
    "EDAGARI\x1a\x63\0\0\0",
    "EDAGARI\x1a\x05\0\0\0qqqq",
    "<!DOCTYPE html><p>q</p>",
    "<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">qqqq",
    "<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">?</script>",
];

/// Broken textbook trees.
const BROKEN_TREES: &[&str] = &[
    "",
    "()",
    "(nodes: [])",
    "(root: (score: 3), nodes: [])",
    "(root: (name: \"A\"))",
    "(root: (name: \"a b\", score: 3))",
    "(root: (name: \"A\", score: 99999999999))",
    "(root: (name: \"A\", score: 2147483647))",
    "(root: (name: \"A\", score: 3, children: [(score: 1)]))",
    "(root: (name: \"A\", noise: Normal(sigma: 1.0), children: [(score: 1)]))",
    "(root: (children: [(name: \"B\", score: 1), (name: \"B\", score: 2)]))",
    "(root: (children: [(score: 1, noise: Normal(sigma: 0.0))]))",
    "(root: (children: [(score: 1, noise: Masses({0: 0.5}))]))",
    "(root: (children: [(score: 1, probability: 0.5)]))",
    "(root: (chance: true, children: [(score: 1, probability: 2.0)]))",
    "(root: (chance: true, children: [(score: 1, probability: 0.5), (score: 2)]))",
    "(root: (chance: true, children: [(score: 1, probability: 0.5), (score: 2, probability: 0.25)]))",
    "(root: (player: Q, score: 1))",
    "(root: (children: [(score: 1)) , score: 2)",
    "(nodes: [(name: \"A\"), (name: \"A\", parent: \"A\", score: 1)])",
    "(nodes: [(name: \"A\"), (name: \"B\", score: 1)])",
    "(nodes: [(name: \"A\"), (name: \"B\", parent: \"Z\", score: 1)])",
    "(nodes: [(name: \"A\"), (name: \"B\", parent: \"A\")])",
    "(nodes: [(name: \"A\", score: 1), (name: \"B\", parent: \"A\", score: 1)])",
    "(nodes: [(name: \"A\", chance: true, score: 1)])",
    "(nodes: 3)",
];

/// Broken files of notes.
const BROKEN_NOTES: &[&str] = &[
    "",
    "(edagari_notes: 9)",
    "(edagari_notes: 1, runs: 3, notes: [])",
    "(edagari_notes: 1, runs: [], notes: [(run: 0, frame: 1)])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, beside: 0)])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, text: (french: \"q\"))])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, text: 7)])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, text: (english: \"q\", english: \"q\"))])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, question: (text: \"q\"))])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, question: (text: \"q\", number: \"q\", answers: [(text: \"q\"), (text: \"q\")]))])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, question: (text: \"q\", answers: [(text: \"q\", right: \"\"), (text: \"q\")]))])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, question: (text: \"q\", answers: [(text: \"q\", right: 3), (text: \"q\")]))])",
    "(edagari_notes: 1, runs: [(from: File(\"q\"), checksum: \"q\")], notes: [])",
    "(edagari_notes: 1, runs: [(from: Q)], notes: [])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, activities: [Q])])",
    "(edagari_notes: 1, runs: [], notes: [(frame: 1, q: 3)])",
];

/// Broken exercises: fields and nodes after the version.
const BROKEN_EXERCISES: &[&str] = &[
    "",
    "nodes: []",
    "nodes: [Node(name: \"A\", score: 1)]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"Z\", score: 1)]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\")]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", score: 1)]",
    "nodes: [Node(name: \"A\"), Node(name: \"A\", parent: \"A\", score: 1)]",
    "nodes: [Node(name: \"ABCDEFGHIJ\")]",
    "nodes: [Node(name: \"A\", score: 1), Node(name: \"B\", parent: \"A\", score: 1)]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 1, estimate: 1)]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9999999)]",
    "nodes: [Node(name: \"A\", probability: 0.5), Node(name: \"B\", parent: \"A\", score: 9)]",
    "nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9, probability: 0.5)]",
    "kind: Q, nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "kind: OrderOf(node: \"Z\"), nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "kind: Values, nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "convention: (search: Minimax), nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "convention: (table: true), nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "title: 3, nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
    "mode: Q, nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\", score: 9)]",
];

/// Words of formats and of examples in messages, in addition to those of the file itself.
const WORDS_OF_FORMATS: &[&str] = &[
    "Windows",
    "Shift",
    "JIS",
    "Excel",
    "CSV",
    "UTF",
    "JSON",
    "EDAGARI",
    "gzip",
    "zstd",
    "inf",
    "none",
    "position",
    "window",
    "header",
    "events",
    "game",
    "Eight",
    "process",
    "Search",
    "AlphaBeta",
    "textbook",
    "share",
    "exercise",
    "root",
    "nodes",
    "Exercise",
    "version",
    "Node",
    "name",
    "runs",
    "notes",
    "number",
    "answers",
    "english",
    "japanese",
    "state",
    "pruned",
    "unit",
    "beside",
    "max",
    "wins",
    "at",
    "least",
    "draws",
    "score",
    "White",
    "Black",
    "null",
    "PVS",
    "minimax",
    "children",
    "event",
    // Options of Kalah, guesses and moves of chess.
    "houses",
    "stones",
    "capture",
    "play",
    "out",
    "position",
    "quiescence",
    "delta",
    "move",
    "probcut",
    "late",
    "reductions",
    "pruning",
    "futility",
    "check",
    "extensions",
    "singular",
    "internal",
    "deepening",
    "Na",
    "Nc",
    "Nf",
    "Nh",
];

/// A text without names in backquotes and without quoted parts of files.
fn without_quotations(text: &str) -> String {
    let outside = |sign: char, text: &str| text.split(sign).step_by(2).collect::<String>();
    outside('"', &outside('`', text))
}

#[test]
fn faults_in_files_have_no_english_words_in_japanese() {
    let folder = tempfile::tempdir().expect("a folder");
    let progress = Progress::default();
    let mut all: Vec<(String, Message)> = Vec::new();
    let written = |ending: &str, bytes: &[u8]| {
        let path = folder.path().join(format!("q{ending}"));
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    let read = |path: &Path| open_trace(path, 1 << 20, &progress).err().map(Message::from);
    for text in BROKEN_TRACES {
        all.extend(read(&written(".q", text.as_bytes())).map(|message| ((*text).to_owned(), message)));
    }
    for bytes in [&b"\x1f\x8b\x08"[..], b"\xff\xfe(\0", b"(\xff)", b"{\0}\0", b"{\xff}", b"\x28\xb5\x2f\xfd\x04"] {
        all.extend(read(&written(".q", bytes)).map(|message| (format!("{bytes:?}"), message)));
    }
    for text in BROKEN_TREES {
        let error = TextbookTree::read(&written(".ron", text.as_bytes())).err();
        all.extend(error.map(|error| ((*text).to_owned(), error.into())));
    }
    for text in BROKEN_NOTES {
        let error = Notes::read(&written(".edagari-notes.ron", text.as_bytes())).err();
        all.extend(error.map(|error| ((*text).to_owned(), error.into())));
    }
    for text in BROKEN_EXERCISES {
        let text = format!("Exercise(version: 1, {text})");
        let error = Exercise::read(&written(".edagari-exercise.ron", text.as_bytes())).err();
        all.extend(error.map(|error| (text, error.into())));
    }
    assert!(all.len() >= 120, "{} are refused", all.len());
    let is_letter = |letter: char| letter.is_ascii_alphabetic();
    let mut faults = Vec::new();
    for (text, message) in all {
        let japanese = message.sentence(Language::Japanese).replace(&*folder.path().to_string_lossy(), "");
        let own: Vec<&str> = text.split(|letter| !is_letter(letter)).chain(WORDS_OF_FORMATS.iter().copied()).collect();
        let words = english_words(&without_quotations(&japanese), &own);
        if !words.is_empty() || japanese.contains(" or ") {
            faults.push(format!("{words:?} in {japanese} ({message})"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
