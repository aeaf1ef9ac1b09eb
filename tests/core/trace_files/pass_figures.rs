//! The figures of a run and of each of its passes.

use std::collections::BTreeMap;

use edagari::analysis::Summary;
use edagari::score::{Bounds, Score};

use super::round_trips::read_stream;

const STREAM: &str = r#"{"edagari":1,"program":"other","search":"mtd-f","null_windows":true,"fail":"soft","table":"bounds"}
{"event":"pass","kind":"deepening","depth":1}
{"event":"enter","node":"r","moves":["a","b","c"]}
{"event":"enter","node":"a","move":"a"}
{"event":"store","entry":1,"bounds":[4,4]}
{"event":"leave","score":4}
{"event":"skip","children":["b","c"],"why":"late move"}
{"event":"leave","node":"r","score":4}
{"event":"pass","kind":"null window","depth":2}
{"event":"enter","node":"r","window":[3,4]}
{"event":"enter","node":"a","move":"a","reduced":2,"order":"history"}
{"event":"lookup","entry":1,"bounds":[4,4],"answer":"returned"}
{"event":"leave","score":4}
{"event":"leave","node":"r","score":4,"bound":"lower"}
{"event":"pass","kind":"null window","depth":2}
{"event":"enter","node":"r","window":[6,7]}
{"event":"enter","node":"a","move":"a","reduced":1,"kind":"null-move","order":"killer"}
{"event":"leave","score":4}
{"event":"enter","node":"b","move":"b","reduced":0}
{"event":"leave","score":6}
{"event":"enter","node":"c","move":"c","reduced":1}
{"event":"leave","score":5}
{"event":"leave","node":"r","score":6,"bound":"upper"}
"#;

fn bounds(lower: i32, upper: Option<i32>) -> Bounds {
    Bounds { lower: Score::new(lower), upper: upper.map_or(Score::INFINITY, Score::new) }
}

fn counts(counts: &[(&str, u64)]) -> BTreeMap<String, u64> {
    counts.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect()
}

#[test]
fn each_pass_has_figures_of_its_own() {
    let summary = Summary::of(&read_stream(STREAM.as_bytes()));
    let visits: Vec<_> = summary.passes.iter().map(|pass| (pass.visits, pass.new_nodes, pass.visited_again)).collect();
    assert_eq!(visits, [(2, 2, 0), (2, 0, 2), (4, 2, 2)]);
    assert!((summary.passes[2].share_again() - 0.5).abs() < 1e-9);
    let returns: Vec<_> = summary.passes.iter().map(|pass| (pass.table_returns, pass.returns_from_earlier)).collect();
    assert_eq!(returns, [(0, 0), (1, 1), (0, 0)]);
    assert_eq!((summary.nodes_visited, summary.distinct_nodes, summary.visited_again), (8, Some(4), Some(4)));
    assert_eq!(summary.returns_from_earlier, Some(1));
}

#[test]
fn passes_of_one_depth_narrow_the_bounds_of_the_root() {
    let summary = Summary::of(&read_stream(STREAM.as_bytes()));
    let root: Vec<_> = summary.passes.iter().filter_map(|pass| pass.root_bounds).map(|bounds| bounds.value).collect();
    // The window of the first pass is unknown, so its score can be a value or a bound.
    let unknown = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };
    assert_eq!(root, [unknown, bounds(4, None), bounds(4, Some(6))]);
}

#[test]
fn guesses_are_counted_by_reason() {
    let summary = Summary::of(&read_stream(STREAM.as_bytes()));
    assert_eq!(summary.skips, counts(&[("late move", 2)]));
    assert_eq!(summary.passes[0].skips, summary.skips);
    assert!(summary.passes[1].skips.is_empty());
    // A null move counts as such regardless of its reason. A reduction by 0 does not count.
    assert_eq!(summary.reductions, counts(&[("history", 1), ("null-move", 1), ("", 1)]));
    assert_eq!(summary.passes[1].reductions, counts(&[("history", 1)]));
}
