//! Exercises done by hand: by keyboard, graded step by step.

use edagari::game::TextbookTree;
use edagari::language::Language;
use edagari::lesson::exercise::{
    Convention, Exercise, ExerciseTree, Generated, Kind, Mode, Questions, Responses, SearchByHand, Step, Verdict,
};
use edagari::viewer::{Action, ByHandCommand, Command, Edagari};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;
use crate::files::window_with_files;

/// The three-move figure with α-β.
fn exercise(mode: Mode) -> Generated {
    let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes()).expect("a tree");
    let mut exercise = Exercise::new(tree, Convention::default()).expect("a convention");
    exercise.mode = mode;
    Generated::of(1, exercise)
}

fn doing(mode: Mode) -> Harness<'static, Edagari> {
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::Q);
    assert!(harness.state().open_panels().contains(&Action::ByHand));
    apply(&mut harness, Command::ByHand(ByHandCommand::Begin(Box::new(exercise(mode)))));
    harness
}

#[test]
fn questions_are_answered_checked_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes()).expect("a tree");
    let order = Exercise::new(tree.clone(), Convention::default())
        .expect("α-β")
        .with_kind(Kind::Order { node: 0 })
        .expect("an order");
    let questions = Questions::of(&order).expect("questions");
    let right = Responses::solution(&questions);
    let mut harness = doing(Mode::AtOnce);
    apply(&mut harness, Command::ByHand(ByHandCommand::Begin(Box::new(Generated::of(1, order.clone())))));
    let fields: Vec<String> =
        questions.questions.iter().map(|question| question.text.sentence(Language::English)).collect();
    // The two counts have the same question.
    assert_eq!(fields[1], fields[3]);
    click(&mut harness, "Check");
    assert!(says(&harness, "Right: 0 of 4 answers."));
    replace_text(&mut harness, &fields[0], "C B X");
    assert!(says(&harness, "This is no answer to the question"));
    for (place, field) in [(0, &fields[0]), (2, &fields[2])] {
        let response = right.answers[place].as_ref().expect("an answer");
        replace_text(&mut harness, field, &response.typed(&questions.questions[place].expects, &tree));
    }
    click(&mut harness, "Check");
    assert!(says(&harness, "Right: 2 of 4 answers."));
    assert!(says(&harness, "leaves are evaluated."));
    // The answers and their grades survive a restart.
    let settings = harness.state().session.settings.clone();
    let mut again = with_store(&settings, window_with);
    if !again.state().open_panels().contains(&Action::ByHand) {
        press_with(&mut again, egui::Modifiers::SHIFT, egui::Key::Q);
    }
    assert!(says(&again, "Right: 2 of 4 answers.") && says(&again, "leaves are evaluated."));
    let file = folder.path().join("mine");
    replace_text(&mut harness, "File", &file.display().to_string());
    click(&mut harness, "Save the answer");
    wait_until_it_says(&mut harness, "Saved as");
    let saved = Responses::read(&folder.path().join("mine.edagari-answers.json"), &order, &questions).expect("answers");
    assert_eq!((&saved.answers[0], &saved.answers[1]), (&right.answers[0], &None));
    click(&mut harness, "Show the answer");
    assert!(says(&harness, "The answer: "));
    // Leaves are chosen from a list, and another exercise is of the same kind.
    let leaves = Exercise::new(tree, Convention::default()).expect("α-β").with_kind(Kind::CrossOut).expect("leaves");
    apply(&mut harness, Command::ByHand(ByHandCommand::Begin(Box::new(Generated::of(1, leaves.clone())))));
    assert!(says(&harness, "Cross out each leaf that is not evaluated"));
    click(&mut harness, "Another one");
    let since = std::time::Instant::now();
    let next = loop {
        let own = harness.state().session.by_hand.as_ref().expect("an exercise").exercise().clone();
        if own.checksum() != leaves.checksum() {
            break own;
        }
        assert!(since.elapsed() < std::time::Duration::from_mins(1), "never made");
        harness.step();
    };
    assert_eq!(next.kind(), Kind::CrossOut);
}

fn take(harness: &mut Harness<'_, Edagari>, step: Step) {
    apply(harness, Command::ByHand(ByHandCommand::Take(step)));
}

fn type_into(harness: &mut Harness<'_, Edagari>, name: &str, text: &str) {
    let field = harness.get_by_role_and_label(Role::TextInput, name);
    field.focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, name).type_text(text);
    harness.run_steps(2);
    press(harness, egui::Key::Enter);
}

#[test]
fn the_right_answer_is_written_by_keyboard_alone() {
    let mut harness = doing(Mode::AtOnce);
    let model = exercise(Mode::AtOnce).model;
    for &step in &model.steps {
        let by_hand = harness.state().session.by_hand.as_ref().expect("an exercise");
        let name = by_hand.exercise().tree().name(step.node()).to_owned();
        if by_hand.selected != step.node() {
            apply(&mut harness, Command::ByHand(ByHandCommand::Select(step.node())));
        }
        match step {
            Step::Enter { window, .. } => {
                type_into(&mut harness, "α", &window.alpha.to_string());
                type_into(&mut harness, "β", &window.beta.to_string());
            }
            Step::Return { score, .. } => type_into(&mut harness, "Score", &score.to_string()),
            Step::Skip { .. } => click(&mut harness, &format!("Strike {name}: it is skipped")),
        }
        let by_hand = harness.state().session.by_hand.as_ref().expect("an exercise");
        assert_eq!(by_hand.grade().verdicts.last(), Some(&Verdict::Right), "{step:?}");
    }
    let session = &harness.state().session;
    let by_hand = session.by_hand.as_ref().expect("an exercise");
    assert!(by_hand.is_handed_in && by_hand.grade().is_right());
    assert!(says(&harness, &format!("All {} steps are right", model.steps.len())));
    assert_eq!(session.settings.by_hand_tally.without_mistake, 1);
    let before = by_hand.exercise().clone();
    click(&mut harness, "Another one");
    wait_until_it_says(&mut harness, "Take the step back");
    let next = harness.state().session.by_hand.as_ref().expect("another one").exercise();
    assert_eq!((next.convention(), next.mode), (before.convention(), before.mode));
    assert!(next.tree() != before.tree() && next.tree().leaves().count() == before.tree().leaves().count());
}

#[test]
fn a_wrong_step_is_named_and_can_be_taken_back() {
    let mut harness = doing(Mode::AtOnce);
    let window = edagari::score::Window::FULL;
    take(&mut harness, Step::Enter { node: 0, window });
    let tree = exercise(Mode::AtOnce).exercise;
    let first = tree.tree().children(0)[0];
    take(&mut harness, Step::Skip { node: first });
    assert!(says(&harness, "is not skipped"));
    click(&mut harness, "Take the step back");
    assert!(!says(&harness, "is not skipped"));
    assert_eq!(harness.state().session.by_hand.as_ref().map(|by_hand| by_hand.answers().steps.len()), Some(1));
}

#[test]
fn wrong_steps_are_put_right_before_the_next() {
    let mut harness = doing(Mode::FixAndGoOn);
    let window = edagari::score::Window::FULL;
    take(&mut harness, Step::Enter { node: 0, window });
    let first = exercise(Mode::AtOnce).exercise.tree().children(0)[0];
    take(&mut harness, Step::Skip { node: first });
    let by_hand = harness.state().session.by_hand.as_ref().expect("an exercise");
    assert_eq!((by_hand.answers().steps.len(), by_hand.refusals), (1, 1));
    assert!(says(&harness, "is not skipped"));
}

#[test]
fn answers_are_graded_only_after_submission() {
    let mut harness = doing(Mode::AtTheEnd);
    let first = exercise(Mode::AtOnce).exercise.tree().children(0)[0];
    take(&mut harness, Step::Skip { node: first });
    assert!(!says(&harness, "is not skipped"));
    click(&mut harness, "Hand in");
    assert!(says(&harness, "not finished") || says(&harness, "comes first"));
    assert_eq!(harness.state().session.settings.by_hand_tally.exercises, 1);
}

#[test]
fn an_exercise_is_made_by_wishes_and_kept_over_a_restart() {
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::Q);
    click(&mut harness, "Begin");
    wait_until_it_says(&mut harness, "How it is searched");
    take(&mut harness, Step::Enter { node: 0, window: edagari::score::Window::FULL });
    let settings = harness.state().session.settings.clone();
    let again = with_store(&settings, window_with);
    let [before, after] = [&harness, &again].map(|harness| harness.state().session.by_hand.as_ref().expect("kept"));
    assert_eq!(before.exercise(), after.exercise());
    assert_eq!(before.answers(), after.answers());
}

#[test]
fn every_node_has_a_name_and_can_be_selected() {
    let mut harness = doing(Mode::AtOnce);
    let tree = exercise(Mode::AtOnce).exercise;
    let tree = tree.tree();
    for node in tree.nodes() {
        let name = tree.name(node);
        let named = harness.query_all_by_role(Role::TreeItem).any(|item| {
            let label = egui_kittest::kittest::NodeT::accesskit_node(&item).label();
            label.is_some_and(|label| label.starts_with(&format!("{name}, ")))
        });
        assert!(named, "{name}");
    }
    let last = tree.len() as u32 - 1;
    let score = tree.score(last).expect("a leaf");
    click(&mut harness, &format!("{}, leaf, {score}", tree.name(last)));
    assert_eq!(harness.state().session.by_hand.as_ref().map(|by_hand| by_hand.selected), Some(last));
    assert!(says(&harness, "A leaf with the score"));
}

#[test]
fn the_tree_of_the_run_is_searched_by_hand() {
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::Q);
    let session = &harness.state().session;
    let run = session.active_run();
    let name = session.numbered(run.id, &edagari::analysis::run_text(&run.trace, session.settings.language));
    click(&mut harness, &name);
    let by_hand = harness.state().session.by_hand.as_ref().expect("begun");
    // The search by hand is the fail-hard α-β.
    assert_eq!(by_hand.exercise().convention().returned, edagari::lesson::exercise::Returned::Hard);
    assert_eq!(by_hand.exercise().tree().leaves().count(), 8);
}

#[test]
fn exercise_in_a_file_is_opened_like_a_trace_and_done_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mean.edagari-exercise.ron");
    // Two leaves 4 and 2 below a node of chance, beside the leaf 1.
    let node = |parent, score| edagari::game::TextbookNode { parent, score, ..Default::default() };
    let list = vec![
        node(None, None),
        node(Some(0), None),
        node(Some(0), Some(1)),
        node(Some(1), Some(4)),
        node(Some(1), Some(2)),
    ];
    let tree = ExerciseTree::from_nodes(list).expect("a tree");
    let convention = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
    let exercise = Exercise::new(tree, convention).expect("minimax").with_kind(Kind::Expectimax).expect("whole means");
    exercise.write(&path).expect("a file");
    let mut given = window_with_files(std::slice::from_ref(&path));
    wait_until_it_says(&mut given, "where chance takes each child with the same probability");
    // It begins beside the runs of a plain start.
    assert!(given.state().session.runs.iter().all(|run| run.problem().is_none() && run.trace.frame_count() > 0));
    replace_text(&mut given, "What is the value of B?", "2");
    replace_text(&mut given, "What is the value of A?", "2");
    click(&mut given, "Check");
    assert!(says(&given, "Right: 1 of 2 answers."), "A follows from what is written at B");
    click(&mut given, "Show the answer");
    assert!(says(&given, "At B chance moves: (4 + 2) / 2 = 3."));

    let mut opened = small_window();
    let run = opened.state().session.active;
    apply(&mut opened, Command::OpenTrace { run, path: path.clone() });
    wait_until_it_says(&mut opened, "where chance takes each child with the same probability");
    assert!(opened.state().session.runs.iter().all(|run| run.file.is_none()), "the runs stay");

    std::fs::write(&path, "Exercise(version: 1, nodes: [])").expect("a file");
    let mut refused = small_window();
    apply(&mut refused, Command::OpenTrace { run, path });
    wait_until_it_says(&mut refused, "mean.edagari-exercise.ron");
}
