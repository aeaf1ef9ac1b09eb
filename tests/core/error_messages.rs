//! Messages of errors: the command line has the English ones, the window has a whole sentence in every language.

use std::io;
use std::path::PathBuf;

use edagari_core::analysis::noise::NoiseError;
use edagari_core::analysis::{DiffError, MatchError, SolveError};
use edagari_core::game::{
    FenError, GAMES, GameKind, GameSetup, OptionValue, Options, SetupError, TextbookError, TicTacToe, TreeError,
};
use edagari_core::language::{HasMessage, Language, Message, Text};
use edagari_core::score::{DistributionError, DistributionFileError};
use edagari_core::trace::file::{FileError, NamedFileError, Place};
use edagari_core::trace::{Abandoned, Process, RecordError, Setup, SetupWordsError};
use edagari_draw::export::ExportError;
use edagari_teach::exercise::ExerciseFileError;
use edagari_teach::note::NotesError;

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
    ["Error", "Io", "Expected", "Fen"].iter().any(|start| name.starts_with(start))
}

#[test]
fn japanese_messages_have_no_english_words() {
    let mut count = 0;
    for &text in Text::ALL.iter().filter(|&&text| is_of_errors(text)) {
        count += 1;
        let japanese = Language::Japanese.text(text);
        let words = english_words(japanese, &[]);
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
