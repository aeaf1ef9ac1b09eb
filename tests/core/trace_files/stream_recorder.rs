//! The recorder for external searches, tested with its example.

use edagari::analysis::check;
use edagari::score::Score;
use edagari::trace::file::Enter;
use edagari::trace::{Ending, Header, NodeId, Progress, Trace, VisitId};

use super::round_trips::{check_round_trips, read_stream};
use crate::record_your_search::record;

type Recorder = edagari::trace::file::StreamRecorder<Vec<u8>>;

fn recorded(filters: impl Fn(Recorder) -> Recorder) -> (Trace, usize) {
    let (value, stream) = record(&[1, 2, 2], Vec::new(), filters).expect("memory takes everything");
    assert_eq!(value, 1, "the search is what it was");
    let trace = read_stream(&stream);
    check_round_trips(&trace);
    (trace, stream.len())
}

fn passes(trace: &Trace) -> Vec<&str> {
    trace.passes().iter().filter_map(|pass| pass.label.as_deref()).collect()
}

fn labels(trace: &Trace, nodes: impl Iterator<Item = NodeId>) -> Vec<String> {
    nodes.filter_map(|node| trace.position(&trace.path(node))?.label()).collect()
}

#[test]
fn a_search_is_recorded_whole() {
    let (trace, _) = recorded(|recorder| recorder.one_in(2));
    // One of two searches is recorded: the first.
    assert_eq!((trace.visit_count(), trace.ending), (26, Ending::Complete));
    assert_eq!(passes(&trace), ["search 1"]);
    assert_eq!(trace.value(), Some(Score::new(1)));
    assert!(check(&trace, true, &Progress::default()).is_right());
    let (both, _) = recorded(|recorder| recorder);
    assert_eq!(both.passes().len(), 2);
    assert!(both.visit_count() > trace.visit_count());
}

#[test]
fn filters_limit_depth_and_subtree() {
    let (shallow, _) = recorded(|recorder| recorder.one_in(2).to_depth(2));
    assert_eq!(shallow.max_depth(), 2);
    let (below, _) = recorded(|recorder| recorder.one_in(2).below(&["0:1", "1:1"]));
    assert_eq!(below.setup.after, "0:1 1:1");
    let children = labels(&below, below.children(NodeId::ROOT));
    assert!(children.iter().all(|label| label.starts_with("0-")), "{children:?}");
    let (nothing, length) = recorded(|recorder| recorder.below(&["9:9"]));
    assert_eq!(nothing.visit_count(), 0);
    assert!(length < 300);
}

#[test]
fn size_limit_is_enforced_and_reported() {
    for limit in [1, 500, 2_000, 5_000] {
        let (trace, length) = recorded(|recorder| recorder.at_most(limit));
        assert_eq!(trace.ending, Ending::MemoryLimit(limit));
        // The output can exceed the limit by one event and the line that reports the limit.
        assert!(length as u64 <= limit + 500, "{length} for {limit}");
        assert!(check(&trace, false, &Progress::default()).is_right());
    }
}

#[test]
fn values_belong_to_the_open_node() {
    let mut recorder = Recorder::new(Vec::new(), Header::new()).to_depth(1);
    recorder.value("early", || panic!("no node is open"));
    recorder.enter(Enter::default);
    recorder.value("eval", || 1.into());
    recorder.enter(|| Enter { mv: Some("a".into()), ..Enter::default() });
    recorder.value("eval", || (-0.5).into());
    recorder.enter(Enter::default);
    recorder.value("eval", || panic!("two moves below the start"));
    recorder.leave(Score::new(9));
    recorder.value("why", || "table".into());
    recorder.value("eval", || 2.5.into());
    recorder.value("score", || 7.into());
    recorder.value("odd", || f64::NAN.into());
    recorder.leave(Score::new(3));
    recorder.value("late", || true.into());
    recorder.leave(Score::new(3));
    let trace = read_stream(&recorder.finish().expect("memory takes everything"));
    let said = |visit: u32| {
        let values = trace.column_values(VisitId(visit));
        values.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    assert_eq!(said(0), ["eval=1", "late=true"]);
    assert_eq!(said(1), ["eval=2.5", "why=table"]);
    assert_eq!(trace.value(), Some(Score::new(3)));
}

#[test]
fn threads_take_turns() {
    let mut recorder = Recorder::new(Vec::new(), Header::new()).to_depth(1).one_in(2);
    let below = |mv: &'static str| move || Enter { mv: Some(mv.into()), ..Enter::default() };
    // Events without a thread belong to the first thread.
    recorder.enter(Enter::default);
    recorder.thread("main").enter(below("a"));
    recorder.thread(2).enter(Enter::default);
    recorder.thread(2).enter(below("b"));
    recorder.thread("main").value("eval", || 4.into());
    recorder.thread("2").value("eval", || 5.into());
    recorder.value("thread", || "other".into());
    recorder.thread("main").enter(|| panic!("two moves below the start"));
    recorder.thread(2).leave(Score::new(3));
    recorder.thread("main").leave(Score::new(9));
    recorder.leave(Score::new(1));
    recorder.leave(Score::new(1));
    // Every second search of each thread.
    recorder.enter(|| panic!("its second search"));
    recorder.thread(2).leave(Score::new(3));
    recorder.enter(|| panic!("its second search"));
    recorder.leave(Score::new(9));
    recorder.enter(Enter::default);
    recorder.thread("main").leave(Score::new(9));
    recorder.thread(2).leave(Score::new(4));
    let stream = recorder.finish().expect("memory takes everything");
    let trace = read_stream(&stream);
    check_round_trips(&trace);
    assert_eq!((trace.visit_count(), trace.ending), (5, Ending::Complete));
    let threads: Vec<_> = (0..5).map(|visit| trace.thread_of(VisitId(visit))).collect();
    assert_eq!(threads, [0, 0, 1, 1, 1]);
    let names: Vec<_> = (0..2).filter_map(|thread| trace.thread_name(thread)).map(|name| name.to_string()).collect();
    assert_eq!(names, ["main", "2"]);
    assert_eq!(passes(&trace), ["search 1", "search 1", "search 3"]);
    let evals: Vec<_> = [1, 3].map(|visit| trace.column_values(VisitId(visit)).next()).into_iter().flatten().collect();
    assert_eq!(evals.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>(), ["4", "5"]);
    assert!(check(&trace, false, &Progress::default()).is_right());
}

#[test]
fn real_threads_share_a_recorder() {
    let shared = std::sync::Mutex::new(Recorder::new(Vec::new(), Header::new()));
    let with = |thread: i64, call: &dyn Fn(&mut Recorder)| call(shared.lock().expect("no panic").thread(thread));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                with(thread, &|recorder| recorder.enter(Enter::default));
                for mv in ["a", "b", "c"] {
                    with(thread, &|recorder| recorder.enter(|| Enter { mv: Some(mv.into()), ..Enter::default() }));
                    with(thread, &|recorder| recorder.leave(Score::new(0)));
                }
                with(thread, &|recorder| recorder.leave(Score::new(0)));
            });
        }
    });
    let recorder = shared.into_inner().expect("no panic");
    let trace = read_stream(&recorder.finish().expect("memory takes everything"));
    assert_eq!((trace.thread_count(), trace.visit_count(), trace.ending), (4, 16, Ending::Complete));
    assert!(check(&trace, true, &Progress::default()).is_right());
}

#[test]
fn write_error_is_returned_at_the_end() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let failed = record(&[1, 2, 2], Full, |recorder| recorder).map(|(value, _)| value);
    assert_eq!(failed.expect_err("a full disk").kind(), std::io::ErrorKind::StorageFull);
}

#[test]
fn stream_equals_that_of_the_recorders_for_python_and_c() {
    let (_, stream) = record(&[1, 2, 2], Vec::new(), |recorder| recorder.one_in(2).at_most(64 << 20))
        .expect("memory takes everything");
    // `.ci/python` and `.ci/c` compare their streams of the same search with this file.
    let expected = include_str!("../../data/streams/nim-recorder.jsonl");
    assert_eq!(String::from_utf8_lossy(&stream), expected);
}
