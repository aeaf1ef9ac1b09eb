//! Setup of runs: form, cancellation, memory limit, invalid input.

use edagari::game::{Eight, GameSetup, RandomTree, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, Aspiration, Order};
use edagari::trace::{Ending, Process, Setup, Traversal};
use edagari::viewer::{Command, RunId};
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

#[test]
fn a_pane_is_set_up_through_the_form() {
    let mut harness = small_window();
    click(&mut harness, "Set up the run 2");
    click(&mut harness, "Game");
    click(&mut harness, "Eight");
    click(&mut harness, "Move order");
    click(&mut harness, "reversed");
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let pane = &harness.state().session.runs[1];
    assert_eq!(pane.trace.setup.game, GameSetup::from(Eight));
    assert_eq!(pane.trace.setup.order, Order::Reversed);
    assert_eq!(pane.trace.ending, Ending::Complete);
    assert!(harness.query_by_label("Record").is_none(), "the form closes");
    assert_eq!(harness.state().session.settings.setups[1].game, GameSetup::from(Eight), "it is remembered");
}

#[test]
fn a_search_of_several_passes_is_set_up_through_the_form() {
    let mut harness = small_window();
    let value = harness.state().session.runs[1].trace.value();
    click(&mut harness, "Set up the run 2");
    assert_eq!(harness.query_all_by_label("First guess").count(), 0, "α-β takes none");
    click(&mut harness, "Search");
    click(&mut harness, "MTD(f)");
    assert!(harness.query_all_by_label("First guess").count() > 0);
    let aspiration = "aspiration: a window around a guess";
    assert!(harness.query_by_label(aspiration).is_none(), "it chooses its windows itself");
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let trace = &harness.state().session.runs[1].trace;
    assert_eq!(trace.setup.process, Process::Search(Algorithm::MtdF));
    assert_eq!(trace.setup.table, Algorithm::MtdF.kind().memory, "the table that belongs to it came along");
    assert!(!trace.passes().is_empty() && trace.value() == value);

    click(&mut harness, "Set up the run 2");
    click(&mut harness, "Search");
    click(&mut harness, "PVS");
    click(&mut harness, aspiration);
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let trace = &harness.state().session.runs[1].trace;
    assert_eq!((trace.setup.process, trace.setup.table), (Process::Search(Algorithm::Pvs), None));
    assert_eq!(trace.setup.passes.aspiration, Some(Aspiration::default()));
    assert_eq!(trace.passes()[0].kind.as_deref(), Some("aspiration"));
}

fn record(harness: &mut egui_kittest::Harness<'_, edagari::viewer::Edagari>, setup: Setup, memory_limit_mib: u64) {
    apply(harness, Command::Record { run: RunId(1), setup: Box::new(setup), memory_limit_mib });
}

#[test]
fn a_cancelled_recording_is_replayed_as_far_as_it_got() {
    let mut harness = small_window();
    record(&mut harness, huge(), 2048);
    assert!(harness.state().session.runs[1].is_recording());
    while harness.state().session.runs[1].is_recording() {
        if let Some(cancel) = harness.query_by_label("Stop here") {
            cancel.click();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.run_steps(2);
    }
    let pane = &harness.state().session.runs[1];
    assert_eq!(pane.trace.ending, Ending::Cancelled);
    let last = pane.last_frame();
    assert!(last > 0);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: last });
    assert_eq!(frames(&harness)[1], last);
    assert_eq!(harness.state().session.runs[1].trace.value(), None);
}

/// A trace needs indexes, so a recording cancelled during indexing is discarded.
#[test]
fn a_recording_is_discarded_while_its_indexes_are_made() {
    let mut harness = small_window();
    let tree = RandomTree { depth: 21, branching: 2, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax));
    record(&mut harness, setup.clone(), 2048);
    while harness.query_by_label("Discard").is_none() {
        assert!(harness.state().session.runs[1].is_recording(), "indexing takes longer than a few frames");
        harness.step();
    }
    harness.get_by_label("Discard").click();
    harness.run_steps(2);
    let pane = &harness.state().session.runs[1];
    assert!(!pane.is_recording());
    assert_eq!((&pane.trace.setup.game, pane.trace.ending), (&setup.game, Ending::NotStarted));
    assert_eq!(pane.problem(), None);
    // The receiver is dropped, so no late result of the recording thread can arrive.
    assert!(!pane.is_recording());
    harness.run_steps(2);
    assert_eq!(harness.state().session.runs[1].trace.ending, Ending::NotStarted);
}

#[test]
fn a_recording_that_grows_too_large_stops_and_stays_usable() {
    let mut harness = small_window();
    record(&mut harness, huge(), 2);
    wait_for_recordings(&mut harness);
    let pane = &harness.state().session.runs[1];
    assert_eq!(pane.trace.ending, Ending::MemoryLimit(2 << 20));
    assert!(pane.trace.memory() <= 2 << 20, "{}", pane.trace.memory());
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: usize::MAX });
    assert!(frames(&harness)[1] > 10_000);
}

#[test]
fn wrong_moves_are_refused_with_a_sentence() {
    let mut harness = small_window();
    let mut setup =
        Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    setup.after = "a1 a1".to_owned();
    record(&mut harness, setup, 64);
    wait_for_recordings(&mut harness);
    let problem = harness.state().session.runs[1].problem().expect("a sentence").to_string();
    assert!(problem.contains("move 2") && problem.contains("a1") && problem.contains("expected"), "{problem}");
}

#[test]
fn a_broken_tree_file_is_refused_with_line_and_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.ron");
    std::fs::write(&path, "(root: (children: [\n  (score: 1),\n  (score: \"two\"),\n]))").expect("written");
    let mut harness = small_window();
    let before = harness.state().session.runs[1].trace.frame_count();
    record(&mut harness, Setup::new(GameSetup::textbook(Some(&path)), Process::Search(Algorithm::AlphaBeta)), 64);
    wait_for_recordings(&mut harness);
    let pane = &harness.state().session.runs[1];
    let problem = pane.problem().expect("a sentence").to_string();
    assert!(problem.contains("tree.ron:3:"), "{problem}");
    assert_eq!(pane.trace.frame_count(), before, "what was shown is kept");
}

#[test]
fn a_tree_is_generated_one_frame_a_node() {
    let mut harness = small_window();
    for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
        record(&mut harness, Setup::new(GameSetup::from(Eight), Process::Generate(traversal)), 64);
        wait_for_recordings(&mut harness);
        let pane = &harness.state().session.runs[1];
        assert_eq!(pane.trace.frame_count(), pane.trace.visit_count());
        assert_eq!(pane.trace.value(), None::<Score>);
        apply(&mut harness, Command::GoTo { run: RunId(1), frame: 5 });
        assert!(says(&harness, "is generated"));
    }
}

#[test]
fn a_very_deep_tree_is_shown_like_any_other() {
    let mut harness = small_window();
    let tree = edagari::game::RandomTree { depth: 100_000, branching: 1, ..Default::default() };
    record(&mut harness, Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta)), 64);
    wait_for_recordings(&mut harness);
    for frame in [0, 1, 50_000, 100_001, 300_000, usize::MAX] {
        apply(&mut harness, Command::GoTo { run: RunId(1), frame });
    }
    assert_eq!(frames(&harness)[1], 4 * 100_001 - 3);
}
