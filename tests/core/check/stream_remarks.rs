//! Streams with steps that are unusual but no faults: each with the names of its remarks.

use edagari::analysis::{Assumption, Unjudged};

use super::streams::{checked, stream};

#[test]
fn unusual_steps_are_remarks_and_no_faults() {
    let remarks = |name: &str| -> Vec<&'static str> {
        let mut names: Vec<&str> = checked(&stream(name)).remarks.iter().map(|remark| remark.kind.name()).collect();
        names.dedup();
        names
    };
    assert_eq!(remarks("small-no-repetition.jsonl"), ["no-repetition"]);
    assert_eq!(remarks("small-no-repetition-by-label.jsonl"), ["no-repetition"]);
    assert_eq!(remarks("lmr_without_research-bad.jsonl.zst"), ["reduced-score-taken"]);
    assert_eq!(remarks("lmr_without_research-good.jsonl.zst"), [""; 0]);
    assert_eq!(remarks("window_without_the_score-bad.jsonl.zst"), ["window-without-score"]);
    assert_eq!(remarks("window_without_the_score-good.jsonl.zst"), [""; 0]);
    assert_eq!(remarks("small-inner-window.jsonl"), ["other-inner-window"]);
    assert_eq!(remarks("small-line-ends-at-table.jsonl"), ["line-cut-by-table"]);
    assert_eq!(remarks("small-settled-window.jsonl"), ["settled-window"]);
    assert_eq!(remarks("small-two-static-scores.jsonl"), ["second-score"]);
    assert_eq!(remarks("small-stopped.jsonl"), [""; 0]);
    assert_eq!(remarks("small-one-bound-table.jsonl"), ["value-stored-as-bound"]);
    assert_eq!(remarks("small-root-without-move.jsonl"), ["root-without-move"]);
    assert_eq!(remarks("small-contempt.jsonl"), ["draw-score"]);
    assert_eq!(remarks("small-mate-at-horizon.jsonl"), ["unseen-end"]);
    assert_eq!(remarks("small-table-move-of-other-node.jsonl"), ["other-table-move"]);
    assert_eq!(remarks("small-other-key-of-node.jsonl"), ["second-key"]);
    assert_eq!(remarks("small-second-score-of-node.jsonl"), ["second-score-of-node"]);
    assert_eq!(remarks("small-reduced-stored-full.jsonl"), ["deeper-store"]);
    assert_eq!(remarks("small-quiescence-stored-deep.jsonl"), ["deeper-store"]);
    assert_eq!(remarks("small-depth-falls-in-loop.jsonl"), ["falling-depth"]);
    assert_eq!(remarks("small-evaluation-with-other-sign.jsonl"), ["other-evaluation"]);
    assert_eq!(remarks("small-null-move-mate.jsonl"), ["null-move-mate"]);
    assert_eq!(remarks("small-longer-mate.jsonl"), ["longer-mate"]);
    assert_eq!(remarks("small-wider-window.jsonl"), ["wider-window"]);
    assert_eq!(remarks("small-late-table-move.jsonl"), ["late-table-move"]);
    assert_eq!(remarks("small-repetition-settled-by-table.jsonl"), ["repetition-settled"]);
    assert_eq!(remarks("small-second-line-is-better.jsonl"), ["second-score-of-node"]);
    assert_eq!(remarks("small-value-stored-as-lower-bound.jsonl"), ["value-stored-as-bound"]);
    assert_eq!(remarks("small-inner-search-as-deep.jsonl"), ["inner-depth"]);
    assert_eq!(remarks("small-depth-grows.jsonl"), ["deeper-child"]);
    assert_eq!(remarks("small-extended-not-singular.jsonl"), ["not-singular"]);
    assert_eq!(remarks("small-pass-of-other-depth.jsonl"), ["other-pass-depth"]);
    assert_eq!(remarks("small-moves-left-out.jsonl"), ["unsearched-moves"]);
    assert_eq!(remarks("small-probcut-beyond.jsonl"), ["beyond-guess"]);
    assert_eq!(remarks("negascout_two_plies-good.jsonl.zst"), [""; 0]);
    assert_eq!(remarks("stores_some_too_deep-bad.jsonl"), ["deeper-store"]);
}

#[test]
fn rules_that_a_program_does_not_state_are_assumed() {
    let report = checked(&stream("strict_cuts_untold-good.jsonl.zst"));
    assert!(report.assumptions.contains(&Assumption::StrictCuts), "{:?}", report.assumptions);
    assert!(!report.assumptions.contains(&Assumption::CutTest), "{:?}", report.assumptions);
    for name in
        ["uct_graph_by_label-good.jsonl.zst", "uct_graph_by_moves-good.jsonl.zst", "uct_graph_unseen-good.jsonl.zst"]
    {
        let report = checked(&stream(name));
        assert!(report.unjudged.contains(&Unjudged::Transpositions), "{name}: {:?}", report.unjudged);
    }
}
