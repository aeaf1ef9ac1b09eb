//! Queries and their completions at a cursor.
#![no_main]

use std::sync::{Arc, LazyLock};

use edagari::analysis::{Query, completions, find};
use edagari::game::{GameSetup, TicTacToe};
use edagari::language::Language;
use edagari::search::Algorithm;
use edagari::trace::file::StreamReader;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};
use libfuzzer_sys::fuzz_target;

static TRACE: LazyLock<Trace> = LazyLock::new(|| {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    setup.after = "a1 b2 c3 a3".to_owned();
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
});

static WITH_COLUMNS: LazyLock<Trace> = LazyLock::new(|| {
    let stream = "{\"edagari\":1}\n{\"event\":\"enter\",\"eval\":1.5,\"depth\":3,\"kind\":\"pv\",\"late\":true}\n";
    StreamReader::new(stream.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream")
});

fuzz_target!(|data: &[u8]| {
    // The first byte is the cursor; the rest is the text.
    let Some((&cursor, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let _ = Query::parse(&text);
    if let Ok(query) = Query::parse_for(&text, &WITH_COLUMNS) {
        let _ = find(&WITH_COLUMNS, &query, &[], &Progress::default());
    }
    for language in Language::ALL {
        for completion in completions(&text, cursor.into(), &TRACE, language) {
            let start = completion.cursor - completion.word.len();
            assert_eq!(completion.query[..start], text[..start]);
            assert_eq!(completion.query[start..completion.cursor], completion.word);
            assert!(text.ends_with(&completion.query[completion.cursor..]));
        }
    }
});
