//! Practice: questions before frames, by keyboard and by mouse.

use edagari::lesson::practice::{Count, Plan, QuestionKind, Stage};
use edagari::viewer::{Action, Command, Edagari, PracticeCommand, Settings, SettingsStore};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Opens a window that asks about the two cuts of α-β on the three-move figure; α-β is the active run.
fn settings() -> Settings {
    Settings { practice_plan: Plan { share: 0, ..Plan::default() }, ..small_settings() }
}

fn practising() -> Harness<'static, Edagari> {
    let mut harness = with_store(&settings(), window_with);
    press(&mut harness, egui::Key::Q);
    harness
}

fn stage(harness: &Harness<'_, Edagari>) -> Option<Stage> {
    harness.state().session.practice.as_ref().map(|practice| practice.round.stage())
}

fn frame(harness: &Harness<'_, Edagari>) -> usize {
    harness.state().session.active_run().frame
}

fn cut(harness: &Harness<'_, Edagari>, place: usize) -> usize {
    harness.state().session.active_run().trace.cuts()[place] as usize
}

fn round(harness: &Harness<'_, Edagari>) -> Count {
    harness.state().session.practice.as_ref().expect("a round").round.tally().total()
}

#[test]
fn questions_are_answered_by_keyboard_alone() {
    let mut harness = practising();
    assert!(harness.state().open_panels().contains(&Action::Practice));
    let first = cut(&harness, 0);
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), first - 1));
    assert!(says(&harness, "I returned 4 to D") && says(&harness, "Is there a cut?"));
    assert!(says(&harness, "Question 1 of 2"));
    for name in ["Answer 1: α-cut", "Answer 2: β-cut", "Answer 3: No cut"] {
        harness.get_by_role_and_label(Role::Button, name);
    }
    // No navigation shows the frame before it is answered.
    for key in [egui::Key::ArrowRight, egui::Key::End, egui::Key::Space, egui::Key::Num6] {
        press(&mut harness, key);
        harness.run_steps(30);
        assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), first - 1), "{key:?}");
    }
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::ArrowRight);
    assert_eq!(frame(&harness), first - 1);
    press(&mut harness, egui::Key::Y);
    assert!(says(&harness, "Answer first"));
    assert!(!says(&harness, "need not be searched"));
    // Earlier frames can be shown.
    press(&mut harness, egui::Key::Home);
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), 0));
    assert!(says(&harness, "You are looking back"));

    press(&mut harness, egui::Key::Num2);
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Answered), first));
    assert!(says(&harness, "Right.") && says(&harness, "β-cut, right"));
    assert!(says(&harness, "β-cut at D, a max node: I returned 4 ≥ β = 3. Min already has 3 at A"));
    press(&mut harness, egui::Key::Y);
    let session = &harness.state().session;
    assert!(session.why.as_ref().is_some_and(|why| !why.reasons.is_empty()) && center(&harness, 1) == "A D J");
    assert!(says(&harness, "J is pruned: I brings D up to 4 ≥ β = 3"));

    press(&mut harness, egui::Key::Enter);
    let second = cut(&harness, 1);
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), second - 1));
    assert!(harness.state().session.why.is_none(), "the causes of the next one are not shown");
    let question = harness.state().session.practice.as_ref().and_then(|practice| practice.round.next().cloned());
    let question = question.expect("a question");
    let wrong = (0..question.choices.len()).find(|&place| place != question.right).expect("a wrong one");
    let keys = [egui::Key::Num1, egui::Key::Num2, egui::Key::Num3, egui::Key::Num4];
    press(&mut harness, keys[wrong]);
    assert!(says(&harness, "Not quite. The answer: F") && says(&harness, "your answer"));
    assert_eq!(round(&harness), Count { asked: 2, right: 1 });
    press(&mut harness, egui::Key::Enter);
    assert_eq!(stage(&harness), Some(Stage::Over));
    assert!(says(&harness, "1 of 2 right") && says(&harness, "Nodes pruned") && says(&harness, "0 of 1"));
    // After the last answer, every frame can be shown.
    press(&mut harness, egui::Key::End);
    assert!(frame(&harness) > second);

    click(&mut harness, "Repeat my mistakes");
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), second - 1));
    press(&mut harness, keys[question.right]);
    press(&mut harness, egui::Key::Enter);
    assert!(says(&harness, "1 of 1 right") && says(&harness, "All right."));
    assert!(says(&harness, "In all rounds so far: 2 of 3"));

    press(&mut harness, egui::Key::Q);
    assert!(harness.state().session.practice.is_none());
    assert!(!harness.state().open_panels().contains(&Action::Practice));
    // The keys have their usual meaning again.
    press(&mut harness, egui::Key::Num1);
    assert_eq!(harness.state().session.settings.link, edagari::viewer::Link::Frame);
}

#[test]
fn skipped_nodes_are_clicked_in_the_picture() {
    let mut harness = practising();
    press(&mut harness, egui::Key::Num2);
    press(&mut harness, egui::Key::Enter);
    assert!(says(&harness, "Or click the nodes in the picture."));
    let click_node = |harness: &mut Harness<'_, Edagari>, name: &str| {
        let nodes = harness.query_all_by_role(Role::TreeItem);
        let is_named = |label: Option<String>| label.is_some_and(|label| label.starts_with(name));
        let node = nodes.rev().find(|node| is_named(node.accesskit_node().label()));
        node.unwrap_or_else(|| panic!("{name} is not in the picture")).click();
        harness.run_steps(3);
    };
    click_node(&mut harness, "A,");
    assert!(says(&harness, "That node is no child of B."));
    click_node(&mut harness, "F,");
    assert!(says(&harness, "Marked: F"), "marked, and not made the centre");
    click_node(&mut harness, "F,");
    assert!(!says(&harness, "Marked: F"));
    click_node(&mut harness, "F,");
    click(&mut harness, "These are pruned");
    assert!(says(&harness, "Right.") && says(&harness, "so F need not be searched"));
    assert_eq!(round(&harness), Count { asked: 2, right: 2 });
}

#[test]
fn space_plays_up_to_the_next_question() {
    let mut harness = practising();
    click(&mut harness, "Answer 2: β-cut");
    let (first, second) = (cut(&harness, 0), cut(&harness, 1));
    assert_eq!(frame(&harness), first);
    press(&mut harness, egui::Key::Space);
    assert!(harness.state().session.playing);
    harness.run_steps(20);
    assert!(frame(&harness) < second - 1 && says(&harness, "The next question comes at frame"));
    harness.run_steps((6.0 / STEP) as usize);
    assert_eq!((stage(&harness), frame(&harness)), (Some(Stage::Question), second - 1));
    assert!(!harness.state().session.playing);
}

#[test]
fn from_the_first_start_to_the_first_answer_are_two_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("edagari/settings.ron");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    click(&mut harness, "Practise: predict what comes next");
    wait_for_recordings(&mut harness);
    harness.run_steps(5);
    assert_eq!(stage(&harness), Some(Stage::Question));
    press(&mut harness, egui::Key::Num1);
    assert_eq!(round(&harness).asked, 1);
    assert!(says(&harness, "Next question"));
    harness.run_steps((2.0 / STEP) as usize);
    drop(harness);
    // The answers are saved in the settings.
    let again = window_with(SettingsStore::at(path));
    assert_eq!(again.state().session.settings.practice_tally.total().asked, 1);
}

#[test]
fn kinds_and_share_are_chosen() {
    let mut harness = practising();
    let plan = Plan { kinds: [QuestionKind::Returned].into(), share: 100, length: 5 };
    apply(&mut harness, Command::Practice(PracticeCommand::SetPlan(plan)));
    assert!(says(&harness, "What does it return: its exact value or a bound?") && says(&harness, "Score returned"));
    let questions = harness.state().session.practice.as_ref().expect("a round").round.questions().to_vec();
    assert!(questions.iter().all(|question| question.kind == QuestionKind::Returned) && !questions.is_empty());
    click(&mut harness, "Kinds of questions");
    harness.run_steps(20);
    click(&mut harness, "Score returned");
    assert!(says(&harness, "Choose a kind of question."));
    click(&mut harness, "Window");
    assert!(says(&harness, "Its window was"));
    assert_eq!(harness.state().session.settings.practice_plan.kinds, [QuestionKind::Window].into());
}

#[test]
fn new_recording_restarts_practice_and_generated_tree_refuses_it() {
    let mut harness = practising();
    press(&mut harness, egui::Key::Num2);
    let run = harness.state().session.active;
    let setup = harness.state().session.active_run().setup().clone();
    apply(&mut harness, Command::RecordAgain { run, setup: Box::new(setup.clone()) });
    wait_for_recordings(&mut harness);
    assert_eq!((stage(&harness), round(&harness).asked), (Some(Stage::Question), 0));
    let process = edagari::trace::Process::Generate(edagari::trace::Traversal::DepthFirst);
    let setup = edagari::trace::Setup { process, ..setup };
    apply(&mut harness, Command::RecordAgain { run, setup: Box::new(setup) });
    wait_for_recordings(&mut harness);
    assert!(says(&harness, "A tree that is only generated has nothing to predict."));
    press(&mut harness, egui::Key::End);
    assert!(frame(&harness) > 5, "nothing is held back");
    press(&mut harness, egui::Key::Escape);
    assert!(harness.state().session.practice.is_none());
}
