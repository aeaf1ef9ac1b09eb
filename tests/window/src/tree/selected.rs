//! The selected node: the inspector shows it at every frame, and buttons go to the frames at which its values change.

use edagari::analysis::{explain, node_title};
use edagari::game::{GameSetup, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::search::{Algorithm, Proof, Sampling};
use edagari::trace::{Field, FrameKind, NodeId, NodeState, Process, Setup, Trace};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings, TreeForm};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// One α-β run on the three-move figure, without motion.
fn one_run() -> Harness<'static, Edagari> {
    let setups = vec![Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta))];
    with_store(&Settings { setups, motion: false, ..Settings::default() }, window_with)
}

/// Clicks the node of the tree whose name begins with the given text.
fn click_node(harness: &mut Harness<'_, Edagari>, name: &str) {
    let start = format!("{name}, ");
    let node = harness
        .query_all_by_role(Role::TreeItem)
        .find(|item| item.accesskit_node().label().is_some_and(|label| label.starts_with(&start)));
    node.unwrap_or_else(|| panic!("{name} is not in the tree")).click();
    harness.run_steps(4);
}

/// Whether a text of the inspector equals `text`.
fn shows(harness: &Harness<'_, Edagari>, text: &str) -> bool {
    harness.query_all_by_label(text).next().is_some()
}

fn trace(harness: &Harness<'_, Edagari>) -> std::sync::Arc<Trace> {
    std::sync::Arc::clone(&harness.state().session.runs[0].trace)
}

fn go_to(harness: &mut Harness<'_, Edagari>, frame: usize) {
    apply(harness, Command::GoTo { run: RunId(0), frame });
}

fn frame(harness: &Harness<'_, Edagari>) -> usize {
    harness.state().session.runs[0].frame
}

#[test]
fn the_inspector_stays_with_the_node_one_clicked_at_every_frame() {
    let mut harness = one_run();
    click_node(&mut harness, "D");
    let trace = trace(&harness);
    let path = trace.game.parse_moves(&trace.start, "A D").expect("moves");
    let place = trace.place(&path);
    for at in 0..trace.frame_count() {
        go_to(&mut harness, at);
        // Expected values: only the steps up to this frame count.
        let mut steps =
            (0..=at).filter_map(|frame| trace.step(frame)).filter(|step| Some(step.node) == place.recorded());
        let last = steps.next_back();
        let window = last.as_ref().map(|step| step.window);
        for (name, bound) in [("α", window.map(|window| window.alpha)), ("β", window.map(|window| window.beta))] {
            let expected = bound.map_or_else(|| format!("{name} –"), |bound| format!("{name} {bound}"));
            assert!(shows(&harness, &expected), "{expected} at frame {at}");
        }
        let ended = last.as_ref().filter(|step| step.kind == FrameKind::End);
        let score = match (ended, trace.state(place, at)) {
            (Some(end), NodeState::Scored { kind: Some(kind), .. }) => {
                let word = match kind.name() {
                    "upper" => "upper bound",
                    "lower" => "lower bound",
                    exact => exact,
                };
                format!("score {} {} {word}", kind.sign(), end.score.expect("a score"))
            }
            (_, NodeState::Scored { .. }) => panic!("scored without an end, or of an unknown kind"),
            _ => String::new(),
        };
        assert!(score.is_empty() || shows(&harness, &score), "{score} at frame {at}");
        let state = match trace.state(place, at) {
            NodeState::Unvisited => "state unvisited",
            NodeState::Scored { .. } => "state scored",
            _ => "state open",
        };
        assert!(says(&harness, state), "{state} at frame {at}");
        let sentence = explain(&trace, at, Language::English);
        assert!(says(&harness, &sentence), "the line of frame {at}: {sentence}");
    }
}

#[test]
fn stepping_keeps_the_selection_and_c_returns_to_the_frame() {
    let mut harness = one_run();
    go_to(&mut harness, 3);
    assert!(shows(&harness, "Frame 3 · Start"), "with nothing selected the heading is the frame's");
    click_node(&mut harness, "B");
    assert!(shows(&harness, "state unvisited"));
    press(&mut harness, Key::ArrowRight);
    assert_eq!(frame(&harness), 4);
    assert!(shows(&harness, "state unvisited"), "it stays with B");
    let selected = harness.state().session.runs[0].selection.clone();
    assert_eq!(selected.as_deref(), Some(&vec![1]));
    press(&mut harness, Key::C);
    assert!(harness.state().session.runs[0].selection.is_none());
    assert!(shows(&harness, "Frame 4 · End"), "the node of the frame is shown again");

    // A click on the line of the current frame also ends the selection.
    click_node(&mut harness, "B");
    let sentence = explain(&trace(&harness), 4, Language::English);
    click(&mut harness, &format!("Frame 4 · End: {sentence}"));
    assert!(harness.state().session.runs[0].selection.is_none());

    // By keyboard: the first child of the current node.
    go_to(&mut harness, 1);
    press(&mut harness, Key::S);
    assert_eq!(harness.state().session.runs[0].selection.as_deref(), Some(&vec![0, 0]));
    press(&mut harness, Key::W);
    assert_eq!(harness.state().session.runs[0].selection.as_deref(), Some(&vec![0]));
}

#[test]
fn a_selection_is_marked_in_every_run_of_the_same_tree() {
    let mut harness = small_window();
    apply(&mut harness, Command::Center { run: RunId(1), path: vec![1] });
    for run in &harness.state().session.runs {
        assert_eq!(run.selection.as_deref(), Some(&vec![1]));
    }
    apply(&mut harness, Command::Do(Action::CurrentNode));
    assert!(harness.state().session.runs.iter().all(|run| run.selection.is_none()));
}

#[test]
fn back_brings_the_selection_back() {
    let mut harness = one_run();
    click_node(&mut harness, "B");
    click_node(&mut harness, "F");
    let selection = |harness: &Harness<'_, Edagari>| harness.state().session.runs[0].selection.as_deref().cloned();
    assert_eq!(selection(&harness), Some(vec![1, 1]));
    press_with(&mut harness, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(selection(&harness), Some(vec![1]));
    press_with(&mut harness, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(selection(&harness), None);
    press_with(&mut harness, Modifiers::ALT, Key::ArrowRight);
    assert_eq!(selection(&harness), Some(vec![1]));
}

/// Frames at which a text about a node changes, by a walk over all frames.
fn plain_changes(trace: &Trace, value: impl Fn(usize) -> String) -> Vec<usize> {
    let values: Vec<String> = (0..trace.frame_count()).map(value).collect();
    (1..values.len()).filter(|&frame| values[frame - 1] != values[frame]).collect()
}

#[test]
fn the_buttons_go_to_the_frames_at_which_a_value_changes() {
    let mut harness = one_run();
    click_node(&mut harness, "A");
    let trace = trace(&harness);
    let place = trace.place(&[0]);
    let kind = |frame| match trace.state(place, frame) {
        NodeState::Open { .. } => "open",
        NodeState::Scored { .. } => "scored",
        _ => "neither",
    };
    let beta = |frame| {
        let mut steps = (0..=frame).filter_map(|frame| trace.step(frame));
        let last = steps.rfind(|step| Some(step.node) == place.recorded());
        format!("{:?}", last.map(|step| step.window.beta))
    };
    let cases: [(&str, Vec<usize>); 2] =
        [("the state", plain_changes(&trace, |frame| kind(frame).to_owned())), ("β", plain_changes(&trace, beta))];
    for (name, changes) in cases {
        assert!(changes.len() >= 2, "{name} changes: {changes:?}");
        go_to(&mut harness, 0);
        for &change in &changes {
            click(&mut harness, &format!("Next change of {name}"));
            assert_eq!(frame(&harness), change, "{name}");
        }
        click(&mut harness, &format!("Next change of {name}"));
        assert!(says(&harness, &format!("no change of {name} after this frame")));
        for &change in changes.iter().rev().skip(1) {
            click(&mut harness, &format!("Previous change of {name}"));
            assert_eq!(frame(&harness), change, "{name}");
        }
    }
    // By keyboard.
    go_to(&mut harness, 0);
    let first = trace.history(Field::Score).next(place, 0);
    press_with(&mut harness, Modifiers::ALT, Key::V);
    assert_eq!(Some(frame(&harness)), first);
}

#[test]
fn buttons_and_keys_go_to_changes_of_sampled_numbers_and_of_proof_numbers() {
    let sampled: &[(&str, Field, Key)] = &[
        ("N", Field::Visits, Key::H),
        ("W", Field::Total, Key::B),
        ("Q", Field::Mean, Key::V),
        ("U", Field::Exploration, Key::X),
        ("Q + U", Field::Sum, Key::M),
    ];
    let proved: &[(&str, Field, Key)] = &[("pn", Field::Proof, Key::H), ("dn", Field::Disproof, Key::B)];
    for (process, fields) in [(Process::Sample(Sampling::Uct), sampled), (Process::Prove(Proof::Pns), proved)] {
        let mut setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), process);
        setup.sampling.iterations = 60;
        let settings = Settings { setups: vec![setup], motion: false, ..Settings::default() };
        let mut harness = with_store(&settings, window_with);
        let trace = trace(&harness);
        let place = trace.place(&[0]);
        for &(name, field, key) in fields {
            apply(&mut harness, Command::Center { run: RunId(0), path: vec![0] });
            go_to(&mut harness, 0);
            let changes: Vec<usize> =
                std::iter::successors(trace.history(field).next(place, 0), |&at| trace.history(field).next(place, at))
                    .take(3)
                    .collect();
            assert_eq!(changes.len(), 3, "{name} changes: {changes:?}");
            for &change in &changes {
                click(&mut harness, &format!("Next change of {name}"));
                assert_eq!(frame(&harness), change, "{name}");
            }
            click(&mut harness, &format!("Previous change of {name}"));
            assert_eq!(frame(&harness), changes[1], "{name}");
            press_with(&mut harness, Modifiers::ALT, key);
            assert_eq!(frame(&harness), changes[2], "{name} by key");
            press_with(&mut harness, Modifiers::ALT | Modifiers::SHIFT, key);
            assert_eq!(frame(&harness), changes[1], "{name} back by key");
        }
    }
}

#[test]
fn why_at_a_cut_explains_the_cut() {
    let mut harness = one_run();
    go_to(&mut harness, 18);
    press(&mut harness, Key::Y);
    let trace = trace(&harness);
    let sentence = explain(&trace, 18, Language::English);
    assert!(harness.query_all_by_label(&sentence).count() >= 2, "in the inspector and in the answer: {sentence}");
    assert!(says(&harness, "Why? · J"), "the skipped node is asked about");
    click_node(&mut harness, "C");
    assert!(says(&harness, "Why? · C"), "what is selected goes first");
}

#[test]
fn figures_of_a_single_run_are_not_called_compared() {
    let harness = one_run();
    assert!(says(&harness, "Figures of the run") && !says(&harness, "Compared"));
    assert!(says(&small_window(), "Compared"));
}

#[test]
fn children_are_listed_in_order_and_only_those_in_sight_are_made() {
    let mut harness = one_run();
    go_to(&mut harness, 40);
    assert!(says(&harness, "1. A, scored = 3, best so far"));
    go_to(&mut harness, 41);
    for name in ["1. A, scored = 3, best", "2. B, scored ≤ "] {
        assert!(says(&harness, name), "{name}");
    }
    assert!(!says(&harness, "best so far"), "nothing is to come at the end");
    let row = harness.query_all_by_label_contains("2. B, scored").next().expect("a row");
    row.click();
    harness.run_steps(4);
    assert_eq!(harness.state().session.runs[0].selection.as_deref(), Some(&vec![1]));

    let tree = RandomTree { branching: 1_000, depth: 1, ..RandomTree::default() };
    let setups = vec![Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta))];
    let settings = Settings { setups, tree_form: TreeForm::Icicle, motion: false, ..Settings::default() };
    let harness = with_store(&settings, window_with);
    assert!(says(&harness, "1. move 1, unvisited"), "the first is there");
    let rows = harness.query_all_by_label_contains(", unvisited").count();
    assert!(rows < 60, "{rows} rows are made for 1,000 children");
}

#[test]
fn hovered_node_shows_window_score_and_bounds() {
    let mut harness = one_run();
    go_to(&mut harness, 30);
    let node = harness
        .query_all_by_role(Role::TreeItem)
        .find(|item| item.accesskit_node().label().is_some_and(|label| label.starts_with("D, ")))
        .expect("D")
        .rect();
    harness.hover_at(node.center());
    harness.run_steps((1.0 / STEP) as usize);
    for text in ["D, scored ≥", "given (", "bounds ["] {
        assert!(says(&harness, text), "{text}");
    }
}

#[test]
fn shared_proof_numbers_name_the_node_at_which_they_were_found() {
    let words = "tic-tac-toe,search=dfpn,claim=max-at-least-draws,proof-table";
    let setups = vec![Setup::of_words(words).expect("a setup")];
    let mut harness = with_store(&Settings { setups, ..Default::default() }, window_with);
    wait_for_recordings(&mut harness);
    let trace = trace(&harness);
    let proofs = trace.proofs().expect("a proof-number search");
    // The first visits of nodes whose position was searched at another node before.
    let starts = (0..trace.frame_count()).filter_map(|frame| Some((frame, trace.step(frame)?)));
    let shared: Vec<(usize, NodeId)> = starts
        .filter(|(_, step)| step.kind == FrameKind::Start && trace.layer_of(step.visit) == 0)
        .map(|(frame, step)| (frame, step.node, proofs.source(step.node, frame)))
        .filter(|(_, node, source)| node != source)
        .map(|(frame, _, source)| (frame, source))
        .collect();
    assert!(shared.len() > 2, "{shared:?}");
    for (frame, source) in shared {
        go_to(&mut harness, frame);
        let title = node_title(&trace, &trace.path(source), Language::English);
        assert!(says(&harness, &format!("found at {title}")), "{frame}: {title}");
    }
}
