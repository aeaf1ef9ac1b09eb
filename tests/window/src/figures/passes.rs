//! Traces whose nodes are entered several times: passes, layers, re-searches, and speculative skips.

use edagari::language::{Language, Text};
use edagari::viewer::{Action, Command};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;
use crate::files::window_with_files;

const STREAM: &str = r#"{"edagari":1,"program":"other","game":"hex","search":"pvs","null_windows":true,"fail":"soft"}
{"event":"pass","kind":"deepening","depth":1}
{"event":"enter","node":0,"moves":["a","b","c"]}
{"event":"enter","node":1,"move":"a"}
{"event":"leave","score":2}
{"event":"skip","children":["b","c"],"why":"late move"}
{"event":"leave","node":0,"score":2}
{"event":"pass","kind":"deepening","depth":2}
{"event":"enter","node":2}
{"event":"enter","node":3,"move":"a"}
{"event":"leave","score":2}
{"event":"enter","node":4,"move":"b","window":[2,3]}
{"event":"leave","score":4}
{"event":"enter","node":5,"move":"b","window":[2,"inf"]}
{"event":"leave","score":5}
{"event":"leave","node":2,"score":5}
"#;

fn opened() -> (tempfile::TempDir, egui_kittest::Harness<'static, edagari::viewer::Edagari>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("passes.jsonl");
    std::fs::write(&path, STREAM).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    (folder, harness)
}

fn frame(harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>) -> usize {
    harness.state().session.runs[0].frame
}

#[test]
fn visits_passes_and_re_searches_are_gone_through_by_keys() {
    let (_folder, mut harness) = opened();
    press(&mut harness, egui::Key::F4);
    // The first pass has 6 frames.
    assert_eq!(frame(&harness), 6);
    assert!(says(&harness, "Pass 2 (deepening) begins with depth 2."));
    press(&mut harness, egui::Key::F10);
    assert_eq!(frame(&harness), 15);
    assert!(says(
        &harness,
        "with the window (2, ∞): with (2, 3) it returned 4, inside (2, ∞), so its exact value is needed"
    ));
    // C selects the node of the frame. With *Follow*, its parent was selected, because it is a leaf.
    press(&mut harness, egui::Key::C);
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::PageUp);
    assert_eq!(frame(&harness), 11, "the visit of the same node before");
    press(&mut harness, egui::Key::C);
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::PageDown);
    assert_eq!(frame(&harness), 15);
}

#[test]
fn fate_of_a_line_is_shown_pass_by_pass() {
    let (_folder, mut harness) = opened();
    press(&mut harness, egui::Key::S);
    press(&mut harness, egui::Key::J);
    wait_until_it_says(&mut harness, "It was last the best line in pass 1 (deepening).");
    assert!(says(&harness, "○ pass 1 (deepening)") && says(&harness, "× pass 2 (deepening) · 1. a"));
    assert!(says(&harness, "b is better (5)"));
    let row = harness.query_all_by_label_contains("1. a: ").next().expect("the move");
    row.click();
    harness.run_steps(3);
    assert_eq!(frame(&harness), 10, "where the score of a is taken in");
    replace_text(&mut harness, "Line of moves", "a q");
    wait_until_it_says(&mut harness, "not searched, because");
    harness.get_by_label("The line to the selected node").click();
    wait_until_it_says(&mut harness, "b is better (5)");
}

#[test]
fn the_inspector_lists_the_visits_of_a_node_and_leads_to_them() {
    let (_folder, mut harness) = opened();
    press(&mut harness, egui::Key::F10);
    assert!(says(&harness, "Visits of this node"));
    let row = harness.query_all_by_label_contains("1 · pass 2 (deepening) · (2, 3)").next().expect("the first visit");
    row.click();
    harness.run_steps(3);
    assert_eq!(frame(&harness), 11);
    press(&mut harness, egui::Key::F10);
    assert!(says_in_tree(&harness, "visited 2 times"), "the node says how often it was visited");
}

#[test]
fn the_list_of_visits_follows_the_current_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.jsonl");
    let pass = |depth: usize| {
        let visits = "{\"event\":\"enter\",\"node\":0}\n{\"event\":\"leave\",\"score\":1}\n";
        format!("{{\"event\":\"pass\",\"kind\":\"deepening\",\"depth\":{depth}}}\n{visits}")
    };
    let stream: String = (1..=30).map(pass).collect();
    std::fs::write(&path, format!("{{\"edagari\":1,\"program\":\"many\"}}\n{stream}")).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "many");
    let lists = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>, visit: usize| {
        let row = format!("{visit} · pass {visit} (deepening) · ");
        harness.query_all_by_label_contains(&row).next().is_some()
    };
    harness.run_steps(3);
    assert!(lists(&harness, 1) && !lists(&harness, 20));
    apply(&mut harness, Command::GoTo { run: edagari::viewer::RunId(0), frame: 38 });
    harness.run_steps(4);
    assert!(lists(&harness, 20) && !lists(&harness, 1) && !lists(&harness, 30), "it goes on to the current visit");
    // Manual scrolling is not reset.
    let row = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
        harness.query_all_by_label_contains("20 · pass 20 (deepening) · ").next().map(|row| {
            row.scroll_to_me();
            row.rect()
        })
    };
    // The row may be below the visible part of the inspector.
    row(&harness).expect("its row");
    harness.run_steps(30);
    let at = row(&harness).expect("its row").center();
    harness.hover_at(at);
    harness.run_steps(2);
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 2000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run_steps(30);
    assert!(lists(&harness, 1) && !lists(&harness, 20), "scrolled by hand");
    press(&mut harness, egui::Key::F4);
    harness.run_steps(4);
    assert!(lists(&harness, 21), "and follows again");
}

#[test]
fn speculatively_skipped_node_is_marked() {
    let (_folder, mut harness) = opened();
    for _ in 0..4 {
        press(&mut harness, egui::Key::ArrowRight);
    }
    assert!(says(&harness, "Skipped on a guess, not proved: b and c (late move)."));
    assert!(says_in_tree(&harness, "b, skipped on a guess at frame 4"));
    press(&mut harness, egui::Key::Num6);
    harness.run_steps(5);
    assert!(
        harness.query_all_by_label_contains("skips moves on a guess").next().is_some(),
        "the icicle has a sign for it"
    );
    apply(&mut harness, Command::Do(Action::Language(Language::Japanese)));
    harness.run_steps(3);
    assert!(says(&harness, "推測"));
}

#[test]
fn the_figures_of_the_passes_lead_to_them() {
    let (_folder, mut harness) = opened();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::P);
    assert!(harness.state().open_panels().contains(&Action::TogglePasses));
    for plot in ["Visits by pass", "Bounds of the root by pass"] {
        assert!(says_in_tree(&harness, plot), "{plot}");
    }
    let second = "Pass 2 (deepening), depth 2, Window";
    harness.query_all_by_label_contains(second).next().expect("its row").click();
    harness.run_steps(3);
    assert_eq!(frame(&harness), 6, "the first frame of the pass");
    let run = "Whole run, Result 5, Visited 6, Again 50.0%";
    assert!(harness.query_all_by_label_contains(run).next().is_some());
}

#[test]
fn the_figures_of_the_passes_fit_a_small_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deepening.jsonl");
    let pass = |depth: usize| {
        let found = r#"{"event":"lookup","bounds":["-inf",3],"result":"nothing"}"#;
        let root = format!("{{\"event\":\"enter\",\"node\":0}}\n{found}\n{{\"event\":\"leave\",\"score\":1}}\n");
        format!("{{\"event\":\"pass\",\"kind\":\"deepening\",\"depth\":{depth}}}\n{root}")
    };
    let stream: String = (1..=4).map(pass).collect();
    std::fs::write(&path, format!("{{\"edagari\":1}}\n{stream}")).expect("written");
    for language in Language::ALL {
        let files = [path.clone()];
        let open = move |creation: &mut eframe::CreationContext<'_>| {
            edagari::viewer::Edagari::with_files(&creation.egui_ctx, edagari::viewer::SettingsStore::nowhere(), &files)
        };
        let mut harness = builder().with_size(egui::vec2(1280.0, 800.0)).build_eframe(open);
        wait_for_recordings(&mut harness);
        apply(&mut harness, Command::Do(Action::Language(language)));
        press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::P);
        harness.run_steps(10);
        let text = |text: Text| language.text(text).to_owned();
        let run = text(Text::WholeRun) + language.text(Text::Comma);
        let run = harness.query_all_by_label_contains(&run).next().expect("the last row").rect();
        assert!(run.bottom() < 660.0, "{language:?}: {run:?}");
        let last = harness.query_all_by_label(&text(Text::EarlierColumn)).next().expect("the last column").rect();
        let inspector = harness.query_all_by_label(&text(Text::LayersHeading)).next().expect("it is open").rect();
        assert!(last.right() < inspector.left(), "{language:?}: {last:?}");
        assert!(!says(&harness, language.text(Text::ReducedColumn)), "nothing was done on guesses");
    }
}

#[test]
fn passes_can_be_drawn_apart() {
    let (_folder, mut harness) = opened();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::N);
    let settings = harness.state().session.settings.clone();
    assert!(settings.passes_apart);
    assert_eq!(settings.tree_form, edagari::viewer::TreeForm::Focus, "every form can show it");
    for key in [egui::Key::Num4, egui::Key::Num5, egui::Key::Num6] {
        press(&mut harness, key);
        harness.run_steps(5);
        apply(&mut harness, Command::GoTo { run: edagari::viewer::RunId(0), frame: usize::MAX });
        for layer in ["scored = 4, visit 1 of 2, pass 2 (deepening)", "scored = 5, visit 2 of 2, pass 2 (deepening)"] {
            assert!(says_in_tree(&harness, layer), "{layer}");
        }
        harness.get_by_label_contains("the root, scored ? 2, visit 1 of 2").click();
        harness.run_steps(3);
        assert_eq!(frame(&harness), 0, "a click on an older visit goes to it");
    }
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::N);
    harness.run_steps(3);
    assert!(!says_in_tree(&harness, "visit 1 of 2"));
}

const COLUMNS: &str = r#"{"edagari":1,"program":"other","search":"pvs"}
{"event":"enter","node":0,"eval":-40,"moves":["a","b","c"]}
{"event":"enter","node":1,"move":"a","eval":-40,"order":"table"}
{"event":"leave","score":2}
{"event":"enter","node":2,"move":"b","eval":60,"order":"killer"}
{"event":"leave","score":3}
{"event":"enter","node":3,"move":"c","order":"killer"}
{"event":"leave","score":1}
{"event":"leave","node":0,"score":3}
"#;

#[test]
fn a_column_colours_trees_and_strips() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("columns.jsonl");
    std::fs::write(&path, COLUMNS).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    for key in [egui::Key::Num4, egui::Key::Num5, egui::Key::Num6] {
        press(&mut harness, key);
        apply(&mut harness, Command::GoTo { run: edagari::viewer::RunId(0), frame: usize::MAX });
        apply(&mut harness, Command::SetColorBy(None));
        harness.run_steps(5);
        assert!(harness.query_all_by_label_contains("no eval").next().is_none());
        press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::C);
        harness.run_steps(3);
        assert_eq!(harness.state().session.settings.color_by.as_deref(), Some("eval"));
        for text in ["eval −40", "no eval", "b, scored = 3, eval 60"] {
            assert!(harness.query_all_by_label_contains(text).next().is_some(), "{text}");
        }
        press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::C);
        harness.run_steps(3);
        for text in ["order killer", "no order", "c, scored = 1, order killer"] {
            assert!(harness.query_all_by_label_contains(text).next().is_some(), "{text}");
        }
        press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::C);
        assert_eq!(harness.state().session.settings.color_by, None, "after the last column the usual colours");
    }
    harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "Colour by").click();
    harness.run_steps(3);
    let offered =
        harness.query_all_by_label("order").find(|node| node.accesskit_node().role() != egui::accesskit::Role::Label);
    offered.expect("a choice").click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.settings.color_by.as_deref(), Some("order"));
}

#[test]
fn nodes_and_visits_are_counted_apart_and_the_window_is_called_by_its_trace() {
    let (_folder, harness) = opened();
    for pill in ["3 nodes", "6 visits"] {
        assert!(says(&harness, pill), "{pill}");
    }
    let title = harness.state().title();
    assert!(title.contains("other") && title.contains("hex") && title.ends_with("– Edagari"), "{title}");
}

#[test]
fn threads_are_shown_together_or_one_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("threads.jsonl");
    let lines = [
        r#"{"edagari":1,"program":"other"}"#,
        r#"{"thread":"x","event":"enter","node":1}"#,
        r#"{"thread":"y","event":"enter","node":2}"#,
        r#"{"thread":"x","event":"enter","node":3,"move":"a"}"#,
        r#"{"thread":"y","event":"enter","node":4,"move":"b"}"#,
        r#"{"thread":"y","event":"leave","score":7}"#,
        r#"{"thread":"x","event":"leave","score":5}"#,
        r#"{"thread":"x","event":"leave"}"#,
        r#"{"thread":"y","event":"leave"}"#,
    ];
    std::fs::write(&path, lines.join("\n")).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    let frames = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
        harness.state().session.runs[0].trace.frame_count()
    };
    assert_eq!(frames(&harness), 12);
    // The visit of `b` by the thread `y`.
    let run = harness.state().session.runs[0].id;
    for _ in 0..3 {
        press(&mut harness, egui::Key::ArrowRight);
    }
    for (choice, frame, count) in [("Thread y", 1, 6), ("Thread x", 1, 6), ("All threads", 2, 12)] {
        harness.get_by_label("Threads shown").click();
        harness.run_steps(3);
        harness.get_by_label(choice).click();
        for _ in 0..200 {
            harness.run_steps(1);
            if frames(&harness) == count && !harness.state().session.runs[0].is_recording() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert_eq!((frames(&harness), self::frame(&harness)), (count, frame), "{choice}");
        assert_eq!(harness.state().session.runs[0].id, run);
    }
    assert!(harness.query_by_label("Thread y").is_none());
}

#[test]
fn course_of_the_root_is_plotted_and_a_click_goes_to_its_frame() {
    let window = |words: &str| {
        let setups = vec![edagari::trace::Setup::of_words(words).expect("a setup")];
        let mut harness = with_store(&edagari::viewer::Settings { setups, ..Default::default() }, window_with);
        wait_for_recordings(&mut harness);
        apply(&mut harness, Command::Do(Action::TogglePasses));
        harness
    };
    let clicked = |harness: &mut egui_kittest::Harness<'static, edagari::viewer::Edagari>, name: &str| {
        harness.get_by_label_contains(&format!("{name}, ")).click();
        harness.run_steps(3);
        let run = &harness.state().session.runs[0];
        run.frame as f64 / run.trace.frame_count() as f64
    };
    let mut harness = window("tic-tac-toe,search=uct,iterations=300,playouts=first");
    wait_until_it_says(&mut harness, "After 300 iterations, ");
    assert!(says(&harness, "The favourite changed ") && says(&harness, "of them went through b2."));
    let share = clicked(&mut harness, "Shares of the moves at the root");
    assert!((0.2..0.8).contains(&share), "{share}");

    let mut harness = window("tic-tac-toe,search=dfpn,claim=max-at-least-draws");
    wait_until_it_says(&mut harness, "After 474 expansions, the root has pn = 0 and dn = ∞.");
    let share = clicked(&mut harness, "Proof and disproof numbers of the root");
    assert!((0.2..0.8).contains(&share), "{share}");
}

#[test]
fn passes_of_a_proof_without_known_rules_are_a_table_without_a_course() {
    let stream =
        STREAM.replace(r#""search":"pvs","null_windows":true,"fail":"soft""#, r#""search":"pns","judge":false"#);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.jsonl");
    std::fs::write(&path, stream).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    apply(&mut harness, Command::Do(Action::TogglePasses));
    wait_until_it_says(&mut harness, Language::English.text(Text::PassVisitsPlot));
    assert!(!says(&harness, Language::English.text(Text::CourseNumbers)));
}
