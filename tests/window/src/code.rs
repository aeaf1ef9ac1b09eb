//! The code panel: current line, values, clicks on lines, and breakpoints.

use edagari::game::{ConnectFour, GameSetup};
use edagari::language::Language;
use edagari::search::{Algorithm, RuleBounds, RuleSetup};
use edagari::trace::{FrameKind, Process, Setup};
use edagari::viewer::{Action, CodeCommand, Command, Edagari};
use egui::accesskit::{Role, Toggled};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;
use crate::files::window_with_files;

/// α-β on the three-move tree, with the panel opened by its name in the palette.
fn opened() -> Harness<'static, Edagari> {
    let mut harness = small_window();
    let run = harness.state().session.runs[1].id;
    apply(&mut harness, Command::Activate(run));
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::K);
    harness.run_steps(3);
    harness.get_by_label("Type a command").type_text("pseudocode");
    harness.run_steps(3);
    press(&mut harness, egui::Key::Enter);
    harness.run_steps(3);
    assert!(harness.state().open_panels().contains(&Action::ToggleCode));
    harness
}

fn frame(harness: &Harness<'_, Edagari>) -> usize {
    harness.state().session.active_run().frame
}

/// Text of the line that is marked as current.
fn lit(harness: &Harness<'_, Edagari>) -> String {
    let mut lit =
        harness.query_all_by_label_contains("– current line").filter_map(|line| line.accesskit_node().label());
    let name = lit.next().expect("a line is lit");
    assert_eq!(lit.next(), None, "one line is lit");
    let text = name.strip_suffix(" – current line").expect("it is the current line");
    text.split_once(": ").expect("a number and a text").1.to_owned()
}

/// Number of the first line with a text.
fn number_of(harness: &Harness<'_, Edagari>, text: &str) -> String {
    let ends = format!(": {text}");
    let line = harness.query_all_by_label_contains(&ends).find_map(|line| line.accesskit_node().label());
    let name = line.unwrap_or_else(|| panic!("there is no line {text}"));
    name.strip_prefix("Line ").and_then(|name| name.split_once(':')).expect("a number").0.to_owned()
}

fn click_line(harness: &mut Harness<'_, Edagari>, text: &str, modifiers: egui::Modifiers) {
    let name = format!("Line {}: {text}", number_of(harness, text));
    let find = |harness: &Harness<'_, Edagari>| {
        let line = harness.query_all_by_label_contains(&name).find(|line| line.accesskit_node().role() == Role::Button);
        line.expect("the line").scroll_to_me();
    };
    find(harness);
    harness.run_steps(8);
    let line = harness.query_all_by_label_contains(&name).find(|line| line.accesskit_node().role() == Role::Button);
    line.expect("the line").click_modifiers(modifiers);
    harness.run_steps(3);
}

#[test]
fn the_code_lights_the_line_of_each_frame_with_its_values() {
    let mut harness = opened();
    assert_eq!(lit(&harness), "return alpha_beta(root, −∞, ∞)");
    assert!(says(&harness, "α = −∞") && says(&harness, "child = –"));
    press(&mut harness, egui::Key::ArrowRight);
    assert_eq!(lit(&harness), "def alpha_beta(node, α, β):");
    let last = harness.state().session.active_run().trace.frame_count();
    for _ in 2..last {
        press(&mut harness, egui::Key::ArrowRight);
        let run = harness.state().session.active_run();
        let step = run.trace.step(run.frame).expect("a frame");
        let expected = match step.kind {
            FrameKind::Start => vec!["def alpha_beta(node, α, β):"],
            FrameKind::Score => vec!["score = alpha_beta(child, α, β)"],
            FrameKind::Update if step.cut.is_some() => vec!["break"],
            FrameKind::Update => {
                vec!["α = max(α, best)", "β = min(β, best)", "best = max(best, score)", "best = min(best, score)"]
            }
            _ => vec!["return best", "return node.score"],
        };
        assert!(expected.contains(&lit(&harness).as_str()), "{} at {step:?}", lit(&harness));
        assert!(says(&harness, &format!("α = {}", step.window.alpha)), "{step:?}");
        assert!(says(&harness, &format!("β = {}", step.window.beta)), "{step:?}");
    }
}

#[test]
fn a_click_on_a_line_goes_to_the_next_frame_at_which_it_runs_and_shift_goes_back() {
    let mut harness = opened();
    click_line(&mut harness, "break", egui::Modifiers::NONE);
    let run = harness.state().session.active_run();
    let step = run.trace.step(run.frame).expect("a frame");
    assert!(step.cut.is_some(), "{step:?}");
    assert_eq!(lit(&harness), "break");
    let at_cut = frame(&harness);
    click_line(&mut harness, "return node.score", egui::Modifiers::SHIFT);
    assert!(frame(&harness) < at_cut);
    assert_eq!(lit(&harness), "return node.score");
    // By keyboard: Enter on the focused line.
    let number = number_of(&harness, "if node.is_over:");
    harness.get_by_role_and_label(Role::Button, &format!("Line {number}: if node.is_over:")).focus();
    harness.run_steps(2);
    let before = frame(&harness);
    press(&mut harness, egui::Key::Enter);
    assert!(frame(&harness) > before);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::Enter);
    assert!(frame(&harness) <= before);
    apply(&mut harness, Command::Do(Action::Last));
    click_line(&mut harness, "if node.is_over:", egui::Modifiers::NONE);
    assert!(says(&harness, "does not run after this frame"));
}

#[test]
fn a_breakpoint_stops_playing_where_its_line_runs() {
    let mut harness = opened();
    let number = number_of(&harness, "break");
    click(&mut harness, &format!("Breakpoint at line {number}"));
    let name = format!("Breakpoint at line {number}");
    let mark = harness.get_by_role_and_label(Role::CheckBox, &name);
    assert_eq!(mark.accesskit_node().toggled(), Some(Toggled::True));
    let run = harness.state().session.active;
    apply(&mut harness, Command::SetSpeed(1_000.0));
    apply(&mut harness, Command::Do(Action::TogglePlay));
    harness.run_steps(200);
    assert!(!harness.state().session.playing);
    let trace = &harness.state().session.active_run().trace;
    let line = trace.step(frame(&harness)).expect("a frame");
    assert!(line.cut.is_some() && frame(&harness) < trace.frame_count() - 1, "{line:?}");
    assert_eq!(lit(&harness), "break");
    // Restricted to another node, the breakpoint is not reached.
    apply(&mut harness, Command::Do(Action::First));
    click(&mut harness, "This node only");
    assert!(says(&harness, "This node only: the root") || says(&harness, "This node only: "));
    apply(&mut harness, Command::Do(Action::TogglePlay));
    harness.run_steps(200);
    let last = harness.state().session.active_run().trace.frame_count() - 1;
    assert!(
        frame(&harness) == last
            || harness.state().session.active_run().trace.step(frame(&harness)).is_some_and(|step| step.node.0 == 0)
    );
    apply(&mut harness, Command::Code { run, command: CodeCommand::SetNode(None) });
    click(&mut harness, "Remove all breakpoints");
    assert!(harness.state().session.active_run().breakpoints.lines.is_empty());
}

#[test]
fn space_on_a_breakpoint_or_a_line_acts_on_it_and_does_not_play() {
    let mut harness = opened();
    let number = number_of(&harness, "break");
    let mark = format!("Breakpoint at line {number}");
    harness.get_by_role_and_label(Role::CheckBox, &mark).focus();
    harness.run_steps(2);
    let before = frame(&harness);
    for is_set in [Toggled::True, Toggled::False] {
        press(&mut harness, egui::Key::Space);
        assert_eq!(harness.get_by_role_and_label(Role::CheckBox, &mark).accesskit_node().toggled(), Some(is_set));
        assert!(!harness.state().session.playing);
        assert_eq!(frame(&harness), before);
    }
    harness.get_by_role_and_label(Role::Button, &format!("Line {number}: break")).focus();
    harness.run_steps(2);
    press(&mut harness, egui::Key::Space);
    assert!(!harness.state().session.playing);
    assert_eq!(lit(&harness), "break");
    // Without a focus in the code it plays again.
    let focused = harness.ctx.memory(egui::Memory::focused).expect("a focus");
    harness.ctx.memory_mut(|memory| memory.surrender_focus(focused));
    harness.run_steps(2);
    press(&mut harness, egui::Key::Space);
    assert!(harness.state().session.playing);
}

#[test]
fn a_run_that_uses_the_rules_has_their_lines() {
    let mut harness = opened();
    let game = GameSetup::from(ConnectFour { width: 3, height: 3, line: 3, shortest_win: true });
    let rules = RuleSetup { bounds: Some(RuleBounds::Best), win_at_once: true, skip_losing: true };
    let plain = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    for after in ["", "a", "a b", "b a"] {
        let setup = Setup { rules, after: after.to_owned(), ..plain.clone() };
        apply(&mut harness, Command::AddRun(Box::new(setup)));
    }
    wait_for_recordings(&mut harness);
    let runs = harness.state().session.runs.iter();
    let run = runs.max_by_key(|run| run.trace.own_updates().len()).expect("a run").id;
    apply(&mut harness, Command::Activate(run));
    let trace = &harness.state().session.active_run().trace;
    let own: Vec<usize> = trace.own_updates().iter().map(|own| own.frame as usize).collect();
    assert!(own.len() > 3, "{own:?}");
    for frame in own.into_iter().take(20) {
        apply(&mut harness, Command::GoTo { run, frame });
        harness.run_steps(2);
        assert!(!says(&harness, "This step is not in the code"));
        let expected =
            ["best = node.win_score", "α, β = narrow(node, α, β, best)", "α = max(α, ", "β = min(β, ", "best = "];
        assert!(expected.iter().any(|text| lit(&harness).starts_with(text)), "{}", lit(&harness));
    }
}

const STREAM: &str = r#"{"edagari":1,"program":"other","game":"hex","search":"pvs","null_windows":true,"fail":"soft"}
{"event":"enter","node":0,"moves":["a","b"]}
{"event":"enter","node":1,"move":"a"}
{"event":"leave","score":2}
{"event":"enter","node":2,"move":"b","window":[2,3]}
{"event":"leave","score":4}
{"event":"enter","node":3,"move":"b","window":[4,"inf"]}
{"event":"leave","score":5}
{"event":"leave","node":0,"score":5}
"#;

fn foreign(stream: &str) -> (tempfile::TempDir, Harness<'static, Edagari>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.jsonl");
    std::fs::write(&path, stream).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::C);
    (folder, harness)
}

#[test]
fn imported_trace_of_a_known_search_has_code() {
    let (_folder, mut harness) = foreign(STREAM);
    assert_eq!(lit(&harness), "return pvs(root, −∞, ∞)");
    click_line(&mut harness, "score = pvs(child, α, α + 1)", egui::Modifiers::NONE);
    assert!(says(&harness, "score = 4"));
    press(&mut harness, egui::Key::ArrowRight);
    assert_eq!(lit(&harness), "if α < score < β:");
    click_line(&mut harness, "score = pvs(child, score, β)", egui::Modifiers::NONE);
    assert!(says(&harness, "score = 5"));
}

#[test]
fn unknown_search_shows_a_message_instead_of_code() {
    let (_folder, harness) = foreign(&STREAM.replace("\"pvs\"", "\"mine\""));
    assert!(says(&harness, "names no search for which Edagari has code"));
}

#[test]
fn the_code_fits_a_narrow_column_in_both_languages() {
    let mut harness = opened();
    for language in Language::ALL {
        apply(&mut harness, Command::Do(Action::Language(language)));
        harness.run_steps(5);
        let lines: Vec<egui::Rect> =
            harness.query_all_by_label_contains("alpha_beta").map(|line| line.rect()).collect();
        assert!(lines.iter().all(|line| line.right() <= 1600.0), "{language:?}: {lines:?}");
    }
}

#[test]
fn code_of_a_run_with_guesses_has_their_lines() {
    let setup = Setup::of_words("reversi,size=6,search=alpha-beta,depth-limit=3,order=reversed,late-move-pruning");
    let mut harness = small_window();
    let run = harness.state().session.runs[1].id;
    apply(&mut harness, Command::Activate(run));
    apply(&mut harness, Command::Do(Action::ToggleCode));
    let line = "is_late(child, count, depth, best, α, β)";
    assert!(!says(&harness, line));
    let setup = Box::new(setup.expect("a setup"));
    apply(&mut harness, Command::Record { run, setup, memory_limit_mib: 64 });
    wait_for_recordings(&mut harness);
    assert!(says(&harness, line));
}

#[test]
fn current_line_stays_in_sight_when_the_panel_becomes_lower() {
    let mut harness = opened();
    apply(&mut harness, Command::Do(Action::Last));
    for height in [800.0, 520.0, 640.0] {
        harness.set_size(egui::vec2(1280.0, height));
        harness.run_steps(12);
        let line = harness.query_all_by_label_contains("– current line").next().expect("a line is lit").rect();
        let slider = harness.get_by_role(egui::accesskit::Role::Slider).rect();
        assert!(line.top() > 0.0 && line.bottom() < slider.top(), "height {height}: {line:?} above {slider:?}");
    }
}
