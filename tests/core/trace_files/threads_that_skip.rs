//! Speculative skips of several threads keep their position in each thread, also after saving.

use std::fmt::Write as _;

use edagari::trace::file::{read_native, read_ron, write_ron};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};
use proptest::prelude::*;

use super::round_trips::{native_of, read_stream, stream_of};

/// Events that a thread records for a child.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an optional event")]
struct Child {
    skips_before: bool,
    has_score: bool,
    has_update: bool,
    is_stored: bool,
}

/// Events of a thread that searches a root and its children, with skips in between.
fn told(thread: usize, children: &[Child]) -> Vec<String> {
    let root = r#""node":"r""#;
    let mut events = vec![format!(r#""enter",{root}"#)];
    let skip = |at: usize| format!(r#""skip",{root},"children":["x{at}"],"why":"after {at} of {thread}""#);
    for (at, child) in children.iter().enumerate() {
        if child.skips_before {
            events.push(skip(at));
        }
        events.push(format!(r#""enter","node":"c{at}","move":"c{at}""#));
        if child.is_stored {
            events.push(format!(r#""store","node":"c{at}","bounds":[{at},{at}]"#));
        }
        events.push(format!(r#""leave","node":"c{at}","score":{at}"#));
        if child.has_score {
            events.push(format!(r#""score",{root},"score":{at}"#));
        }
        if child.has_update {
            events.push(format!(r#""update",{root},"value":{at}"#));
        }
    }
    events.push(skip(children.len()));
    let value = children.len() as i64 - 1;
    events.push(format!(r#""leave",{root},"score":{value}"#));
    events
}

/// Skips of a trace: frame, visit and reason, which contains the thread and the place.
fn skips(trace: &Trace) -> Vec<(u32, u32, String)> {
    let of = |skip: &edagari::trace::Skip| (skip.frame, skip.visit().0, skip.why.as_deref().unwrap_or("").to_owned());
    trace.skips().iter().map(of).collect()
}

fn children() -> impl Strategy<Value = Vec<Child>> {
    let child = any::<[bool; 4]>().prop_map(|[skips_before, has_score, has_update, is_stored]| Child {
        skips_before,
        has_score,
        has_update,
        is_stored,
    });
    prop::collection::vec(child, 1..5)
}

proptest! {
    #[test]
    fn skips_of_threads_come_back_in_place(
        threads in prop::collection::vec(children(), 1..4),
        turns in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut left: Vec<_> = threads.iter().enumerate().map(|(thread, children)| told(thread, children).into_iter()).collect();
        let mut stream = "{\"edagari\":1}\n".to_owned();
        let mut tell = |thread: usize, event: String| writeln!(stream, r#"{{"event":{event},"thread":{thread}}}"#);
        for turn in turns {
            let thread = turn.index(left.len());
            if let Some(event) = left[thread].next() {
                tell(thread, event).expect("memory takes everything");
            }
        }
        for (thread, events) in left.into_iter().enumerate() {
            events.for_each(|event| tell(thread, event).expect("memory takes everything"));
        }
        let trace = read_stream(stream.as_bytes());
        prop_assert!(trace.remarks().is_empty(), "{:?}\n{stream}", trace.remarks());
        for skip in trace.skips() {
            let (start, end) = trace.span(skip.visit());
            let frame = skip.frame as usize;
            prop_assert!(start <= frame && end.is_none_or(|end| frame < end), "{frame} of {start} to {end:?}\n{stream}");
            // The number in the reason equals the number of children that have returned before the skip.
            let told: usize = skip.why.as_deref().and_then(|why| why.split(' ').nth(1)).expect("a place").parse().expect("a number");
            let returned = trace.visited_children(skip.visit()).filter(|&child| trace.span(child).1.is_some_and(|end| end <= frame));
            prop_assert_eq!(returned.count(), told, "{}", stream);
        }
        let mut ron = Vec::new();
        write_ron(&trace, &mut ron, &Progress::default()).expect("memory takes everything");
        let others = [
            read_stream(&stream_of(&trace)),
            read_native(native_of(&trace).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file"),
            read_ron(ron.as_slice(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a RON file"),
        ];
        for other in others {
            prop_assert_eq!(skips(&other), skips(&trace), "{}", stream);
            prop_assert!((0..trace.frame_count()).all(|frame| trace.step(frame) == other.step(frame)));
            prop_assert_eq!(other.remarks(), trace.remarks());
        }
    }
}
