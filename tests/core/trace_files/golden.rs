//! Stored native files of each version: they must open in all later versions.

use std::path::{Path, PathBuf};

use edagari::game::{GameSetup, TicTacToe};
use edagari::search::{Algorithm, Order, TableSetup};
use edagari::trace::file::{open_trace, read_native, save_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

use super::round_trips::{check_same, native_of, read_stream};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/core/trace_files/golden").join(name)
}

/// A run of the library, with a table and an order.
fn own() -> Trace {
    let setup = Setup {
        after: "b2 a1 c3 a3".to_owned(),
        order: Order::Shuffled(5),
        table: Some(TableSetup::default()),
        ..Setup::new(GameSetup::from(TicTacToe { shortest_win: true }), Process::Search(Algorithm::AlphaBeta))
    };
    record(&setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a legal setup")
}

/// A trace of another program that contains errors.
fn foreign() -> Trace {
    read_stream(
        br#"{"edagari":1,"program":"other","game":"hex","search":"pvs","cut":">","null_windows":true}
{"event":"pass","label":"depth 1"}
{"event":"enter","node":"r","label":"empty","moves":["a","b","c"]}
{"event":"enter","node":"x","move":"a"}
{"event":"lookup","node":"x","bounds":[-3,"inf"],"entry":7,"result":"narrowed","window":[-2,"inf"]}
{"event":"enter","node":"y","move":"c"}
{"event":"update","node":"x","child":"y","value":4,"window":[1,5],"cut":true}
{"event":"store","node":"x","bounds":[1,2],"entry":7}
{"event":"leave","node":"x","score":4,"bound":"lower"}
{"event":"prune","node":"r","children":["b","c"],"count":12}
"#,
    )
}

/// A trace of another program, with columns of every kind.
fn with_columns() -> Trace {
    read_stream(
        br#"{"edagari":1,"program":"other"}
{"event":"enter","node":1,"eval":0.25,"depth":2,"kind":"pv"}
{"event":"enter","node":2,"move":"a","depth":1,"kind":"cut","checks":true,"eval":-1.5}
{"event":"lookup","node":2,"bounds":[0,3],"depth":4}
{"event":"leave","node":2,"score":3,"why":"table"}
{"event":"leave","node":1,"score":3,"best":["a","b"]}
"#,
    )
}

fn check_golden(name: &str, trace: &Trace) {
    let opened = open_trace(&golden(name), DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a golden file");
    check_same(trace, &opened);
}

/// A trace of another program, in which one cut skips only a null move, and one a move of the game.
fn with_null_moves() -> Trace {
    read_stream(
        br#"{"edagari":1,"program":"other","search":"alpha-beta","scores":"max"}
{"event":"enter","node":0,"move":null,"player":"max"}
{"event":"enter","node":1,"move":"a","player":"min"}
{"event":"enter","node":2,"move":"pass","player":"max","kind":"null-move"}
{"event":"leave","node":2,"score":5}
{"event":"enter","node":3,"move":"b","player":"max"}
{"event":"leave","node":3,"score":4}
{"event":"leave","node":1,"score":4}
{"event":"leave","node":0,"score":4}
{"event":"enter","node":0,"move":null,"player":"max"}
{"event":"enter","node":1,"move":"a","player":"min"}
{"event":"enter","node":3,"move":"b","player":"max"}
{"event":"leave","node":3,"score":4}
{"event":"update","value":0,"why":"of its own","window":[0,0],"cut":true}
{"event":"leave","node":1,"score":0}
{"event":"leave","node":0,"score":0}
{"event":"enter","node":0,"move":null,"player":"max"}
{"event":"enter","node":1,"move":"a","player":"min"}
{"event":"enter","node":2,"move":"pass","player":"max","kind":"null-move"}
{"event":"leave","node":2,"score":5}
{"event":"update","value":0,"why":"of its own","window":[0,0],"cut":true}
{"event":"prune","node":1,"children":["b"],"count":7}
{"event":"leave","node":1,"score":0}
{"event":"leave","node":0,"score":0}
"#,
    )
}

#[test]
fn files_of_version_1_open() {
    check_golden("own-1.edagari", &own());
    check_golden("foreign-1.edagari", &foreign());
}

/// Rewrites the files before the version is released: `UPDATE_GOLDEN=1 cargo test --test core golden`.
#[test]
fn files_of_version_2_open() {
    for (name, trace) in
        [("own-2.edagari", own()), ("foreign-2.edagari", foreign()), ("columns-2.edagari", with_columns())]
    {
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            save_trace(&trace, &golden(name), &Progress::default()).expect("saved");
        }
        check_golden(name, &trace);
    }
}

/// Older versions counted null moves and the quiet moves of a quiescence search as pruned.
#[test]
fn files_with_counts_of_moves_that_could_not_be_searched_open() {
    check_golden("null-move-2.edagari", &with_null_moves());
    let path = golden("quiescence-2.edagari");
    let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a golden file");
    check_same(&record(&opened.setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("legal"), &opened);
}

#[test]
fn changed_bytes_of_a_native_file_are_detected() {
    let file = native_of(&own());
    let refused = |bytes: &[u8]| read_native(bytes, DEFAULT_MEMORY_LIMIT).expect_err("refused").to_string();
    let mut newer = file.clone();
    newer[8] = 3;
    assert_eq!(refused(&newer), "byte 8: format version 3, expected at most 2: a newer Edagari wrote this file");
    for byte in 12..file.len() {
        let mut flipped = file.clone();
        flipped[byte] ^= 0x10;
        match read_native(flipped.as_slice(), DEFAULT_MEMORY_LIMIT) {
            Err(error) => assert!(error.to_string().contains("damaged"), "{error}"),
            // Some bits of the Zstandard frame header do not affect the content.
            Ok(trace) => check_same(&trace, &own()),
        }
    }
    for length in 0..file.len() {
        let sentence = refused(&file[..length]);
        assert!(sentence.contains("ends") || sentence.contains("end in the middle"), "{length}: {sentence}");
    }
}
