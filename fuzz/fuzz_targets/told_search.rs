//! Searches as other programs record them. Each trace survives a native file unchanged; without out-of-place events
//! also a stream and a RON file.
#![no_main]

use edagari::trace::file::{StreamReader, read_native, read_ron, write_native, write_ron, write_stream};
use edagari::trace::{NodeId, Step, Trace};
use edagari_fuzz::{MEMORY_LIMIT, look_at, told_search};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let told = told_search(data);
    let Ok(trace) = StreamReader::new(told.stream.as_bytes(), MEMORY_LIMIT).read(&Default::default()) else { return };
    look_at(&trace);
    let mut native = Vec::new();
    write_native(&trace, &mut native, &Default::default()).expect("memory takes everything");
    let opened = read_native(native.as_slice(), MEMORY_LIMIT).expect("a native file");
    check_same(&trace, &opened);
    assert_eq!(trace.remarks(), opened.remarks());
    assert!((0..trace.frame_count()).all(|frame| trace.step(frame) == opened.step(frame)));
    // An out-of-place event is written as it was interpreted. The second reading needs no correction there, so derived
    // facts can differ.
    if !told.is_right || !trace.remarks().is_empty() {
        return;
    }
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Default::default()).expect("memory takes everything");
    check_same(
        &trace,
        &StreamReader::new(stream.as_slice(), MEMORY_LIMIT).read(&Default::default()).expect("a stream"),
    );
    let mut ron = Vec::new();
    write_ron(&trace, &mut ron, &Default::default()).expect("memory takes everything");
    check_same(&trace, &read_ron(ron.as_slice(), MEMORY_LIMIT, &Default::default()).expect("a RON file"));
});

/// Asserts that two traces are equal up to the numbers of their nodes.
fn check_same(trace: &Trace, other: &Trace) {
    assert_eq!((trace.ending, trace.frame_count()), (other.ending, other.frame_count()));
    let unnumbered = |step: Option<Step>| {
        step.map(|mut step| {
            step.node = NodeId::ROOT;
            step
        })
    };
    for frame in 0..trace.frame_count() {
        assert_eq!(unnumbered(trace.step(frame)), unnumbered(other.step(frame)), "frame {frame}");
        assert_eq!(trace.value_at_update(frame), other.value_at_update(frame), "frame {frame}");
    }
    assert_eq!(trace.passes(), other.passes());
    assert_eq!(trace.columns(), other.columns());
    assert_eq!(trace.remarks(), other.remarks());
    assert_eq!((trace.tally(), trace.table().tally()), (other.tally(), other.table().tally()));
}
