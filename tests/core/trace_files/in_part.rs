//! Files above the memory limit open in part.

use std::fmt::Write as _;

use edagari::analysis::check;
use edagari::trace::file::{read_native, read_ron, write_ron};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Ending, Progress, Trace, record};
use proptest::prelude::*;

use super::round_trips::{native_of, read_stream};
use crate::oracles::random_games;
use crate::oracles::{cases, is_whole};

/// A search of another program that enters a few nodes very often, with columns, ids, a table, speculative visits and
/// updates without a child.
fn told(entries: usize, threads: usize) -> Trace {
    let mut stream = String::from("{\"edagari\":1,\"table\":\"position\",\"null_windows\":true}\n");
    let mut say = |thread: usize, event: &str| {
        let thread = if threads > 1 { format!("\"thread\":{thread},") } else { String::new() };
        let _ = writeln!(stream, "{{{thread}\"event\":{event}}}");
    };
    for pass in 0..2 {
        for thread in 0..threads {
            say(thread, &format!(r#""pass","kind":"deepening","depth":{pass}"#));
            say(thread, r#""enter","node":"root","window":[-9,9],"moves":["a","b","c"],"depth":3"#);
        }
        for entry in 0..entries {
            let (thread, mv) = (entry % threads, ["a", "b"][entry / 3 % 2]);
            let id = 10 * entry + 1;
            say(thread, &format!(r#""enter","node":{id},"move":"{mv}","window":[-9,9],"eval":{entry}.5,"kind":"pv""#));
            if entry % 1000 == 7 {
                say(thread, r#""update","why":"stand-pat","value":2"#);
                say(thread, r#""skip","children":["x"],"why":"late move""#);
            }
            say(thread, r#""store","bounds":[1,1],"entry":"e""#);
            say(thread, &format!(r#""leave","score":1,"best":"{mv}""#));
        }
        for thread in 0..threads {
            say(thread, r#""leave","score":1"#);
        }
    }
    read_stream(stream.as_bytes())
}

/// Opens the file of a trace with lower and lower memory limits: each result is a prefix of the trace.
fn check_beginnings(trace: &Trace) {
    let file = native_of(trace);
    let mut limit = 2 * trace.memory() + (1 << 20);
    let mut parts = 0;
    while limit > 64 {
        match read_native(file.as_slice(), limit) {
            Ok(opened) => {
                let frames = opened.frame_count();
                assert!(opened.visit_count() < trace.visit_count() || opened.ending == trace.ending);
                if opened.visit_count() < trace.visit_count() {
                    assert_eq!(opened.ending, Ending::MemoryLimit(limit));
                    parts += 1;
                }
                for frame in 0..frames {
                    // States are not compared: in a pass that is read in part, fewer pruned nodes are known.
                    assert_eq!(trace.step(frame), opened.step(frame), "frame {frame} within {limit} bytes");
                }
                for (whole, part) in trace.columns().iter().zip(opened.columns()) {
                    for visit in (0..opened.visit_count() as u32).map(edagari::trace::VisitId) {
                        assert_eq!(whole.value(visit), part.value(visit));
                    }
                }
                let judged = check(&opened, false, &Progress::default());
                assert!(
                    judged.is_right() || !check(trace, false, &Progress::default()).is_right(),
                    "within {limit} bytes, {} of {} visits: {judged:?}",
                    opened.visit_count(),
                    trace.visit_count()
                );
            }
            Err(error) => assert!(error.to_string().starts_with("takes more than"), "{error}"),
        }
        limit = limit * 3 / 4;
    }
    assert!(parts > 0 || trace.visit_count() < 20_000);
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn own_runs_open_in_part(setup in random_games::setups()) {
        check_beginnings(&record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup"));
    }
}

#[test]
fn searches_of_others_open_in_part() {
    for threads in [1, 2] {
        check_beginnings(&told(if is_whole() { 15_000 } else { 6_000 }, threads));
    }
}

/// A search of an unknown game with one node for each visit, most with a name and a score.
fn told_of_a_large_tree(nodes: usize) -> Trace {
    let mut stream = String::from("{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0,\"window\":[-9,9]}\n");
    let leave = "{\"event\":\"leave\",\"score\":1}\n";
    for number in 1..=nodes {
        let id = number * 10;
        if number % 20 == 1 {
            let _ = writeln!(stream, r#"{{"event":"enter","node":{},"move":"g{number}"}}"#, id + 1);
        }
        let _ = writeln!(stream, r#"{{"event":"enter","node":{id},"move":"m{number}","label":"after {number}"}}"#);
        for (leaf, score) in [("x", 1), ("y", number % 7)] {
            let window = if number % 3 == 0 { ",\"window\":[-8,9]" } else { "" };
            let _ = writeln!(stream, r#"{{"event":"enter","node":"{id}{leaf}","move":"{leaf}"{window}}}"#);
            let _ = writeln!(stream, r#"{{"event":"leave","score":{score},"bound":"lower","note":"n{number}"}}"#);
        }
        if number % 5 == 0 {
            let _ = writeln!(stream, r#"{{"event":"skip","children":["z"],"why":"late move"}}"#);
        }
        stream.push_str(leave);
        if number % 20 == 0 {
            stream.push_str(leave);
        }
    }
    stream.push_str(leave);
    read_stream(stream.as_bytes())
}

#[test]
fn large_trees_of_others_open_in_part() {
    let trace = told_of_a_large_tree(8_000);
    check_beginnings(&trace);
    let file = native_of(&trace);
    let opened = read_native(file.as_slice(), trace.memory() / 2).expect("as far as it goes");
    assert!(opened.visit_count() > trace.visit_count() / 20, "{} visits", opened.visit_count());
    assert_eq!(opened.ending, Ending::MemoryLimit(trace.memory() / 2));
}

#[test]
fn ron_opens_in_part() {
    let trace = told(600, 1);
    let mut file = Vec::new();
    write_ron(&trace, &mut file, &Progress::default()).expect("memory takes everything");
    for limit in [16 << 20, file.len() as u64, file.len() as u64 / 8] {
        let opened = read_ron(file.as_slice(), limit, &Progress::default()).expect("as far as it goes");
        let is_whole = opened.visit_count() == trace.visit_count();
        assert!(opened.visit_count() > 0 && is_whole == (limit == 16 << 20), "within {limit} bytes");
        assert!(is_whole || opened.ending == Ending::MemoryLimit(limit));
        for frame in 0..opened.frame_count() {
            assert_eq!(trace.step(frame), opened.step(frame), "frame {frame} within {limit} bytes");
        }
    }
}
