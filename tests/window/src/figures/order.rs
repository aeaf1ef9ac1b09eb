//! Quality of the move order: the panel, and the marks in the tree.

use std::fmt::Write as _;
use std::num::NonZeroU32;

use edagari::game::{GameSetup, TicTacToe};
use edagari::language::{Language, Text};
use edagari::search::{Algorithm, DepthLimit, PassSetup};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;
use crate::files::window_with_files;

fn opened() -> Harness<'static, Edagari> {
    let setup = Setup {
        order_by: "killers,history".parse().expect("sources"),
        limit: Some(DepthLimit { depth: 4, evaluation: 0 }),
        ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::Pvs))
    };
    with_store(&Settings { setups: vec![setup], ..Settings::default() }, window_with)
}

#[test]
fn panel_shows_figures_and_its_rows_lead_to_frames() {
    let mut harness = opened();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::O);
    let expected = {
        let run = &harness.state().session.runs[0];
        let report = edagari::analysis::OrderReport::of(&run.trace, None, &edagari::trace::Progress::default());
        report.expect("a search")
    };
    assert!(expected.total.wasted > 0);
    for language in Language::ALL {
        apply(&mut harness, Command::Do(Action::Language(language)));
        harness.run_steps(5);
        for (name, value) in expected.rows(language) {
            assert!(says(&harness, name) && says(&harness, &value), "{name} {value}");
        }
        for text in [Text::OrderByDepth, Text::OrderBySource, Text::OrderPlot] {
            assert!(says(&harness, language.text(text)), "{text:?}");
        }
    }
    apply(&mut harness, Command::Do(Action::Language(Language::English)));
    let row = expected.by_depth.iter().find(|row| row.worst_frame.is_some()).expect("some cut came too late");
    let name = format!("Depth {}, Visited ", row.depth);
    harness.query_all_by_label_contains(&name).next().expect("its row").click();
    harness.run_steps(3);
    assert_eq!(Some(harness.state().session.runs[0].frame), row.worst_frame);
    let worst = &expected.costliest[0];
    let text = worst.text(&harness.state().session.runs[0].trace, Language::English);
    click(&mut harness, &text);
    assert_eq!(harness.state().session.runs[0].frame, worst.frame);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::O);
    assert!(!says(&harness, "By source of the move"), "the same keys close it");
}

#[test]
fn the_panel_shows_each_pass() {
    let setup = Setup {
        limit: Some(DepthLimit { depth: 4, evaluation: 0 }),
        passes: PassSetup { deepening: NonZeroU32::new(1), ..PassSetup::default() },
        ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta))
    };
    let settings = Settings { setups: vec![setup], ..Settings::default() };
    let mut harness = with_store(&settings, window_with);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::O);
    let of_pass = |harness: &Harness<'_, Edagari>, pass| {
        let run = &harness.state().session.runs[0];
        let report = edagari::analysis::OrderReport::of(&run.trace, pass, &edagari::trace::Progress::default());
        report.expect("a search").rows(Language::English)
    };
    let whole = of_pass(&harness, None);
    assert!(whole.iter().all(|(_, value)| says(&harness, value)), "{whole:?}");
    for place in [3, 1] {
        let name = edagari::analysis::pass_name(&harness.state().session.runs[0].trace, place, Language::English);
        harness.get_by_role_and_label(Role::ComboBox, "Pass").click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::Button, &name).click();
        harness.run_steps(3);
        let expected = of_pass(&harness, Some(place));
        assert_ne!(expected, whole);
        assert!(expected.iter().all(|(_, value)| says(&harness, value)), "{expected:?}");
    }
}

#[test]
fn marks_show_expected_node_types_and_visits_outside_the_minimal_tree() {
    let mut harness = opened();
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: usize::MAX });
    assert!(!says_in_tree(&harness, "PV, as predicted"));
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::O);
    assert!(harness.state().session.settings.order_marks);
    harness.run_steps(5);
    assert!(says_in_tree(&harness, "PV, as predicted"), "the root");
    let cut = {
        let run = &harness.state().session.runs[0];
        let report = edagari::analysis::OrderReport::of(&run.trace, None, &edagari::trace::Progress::default());
        report.expect("a search").costliest[0]
    };
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: cut.frame });
    let path = {
        let run = &harness.state().session.runs[0];
        run.trace.path(run.trace.node_of(cut.visit))
    };
    apply(&mut harness, Command::Center { run: RunId(0), path });
    harness.run_steps(5);
    assert!(says_in_tree(&harness, "wasted"), "the moves before the one that cut");
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::O);
    harness.run_steps(3);
    assert!(!says_in_tree(&harness, "wasted"));
}

#[test]
fn a_tree_that_is_generated_has_no_order() {
    let setup = Setup::new(GameSetup::textbook(None), "generate-depth-first".parse().expect("a process"));
    let mut harness = with_store(&Settings { setups: vec![setup], ..Settings::default() }, window_with);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::O);
    assert!(says(&harness, "This tree was generated, not searched"));
}

#[test]
fn remarks_on_work_in_vain_lead_to_their_frames() {
    let mut stream = "{\"edagari\":1,\"program\":\"other\",\"game\":\"hex\"}\n{\"event\":\"enter\"}\n".to_owned();
    for child in 0..60 {
        let _ = writeln!(stream, "{{\"event\":\"enter\",\"move\":\"m{child}\",\"kind\":\"quiescence\"}}");
        stream += "{\"event\":\"leave\",\"score\":1}\n";
    }
    stream += "{\"event\":\"leave\",\"score\":1}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.jsonl");
    std::fs::write(&path, stream).expect("written");
    let mut harness = window_with_files(&[path]);
    wait_until_it_says(&mut harness, "other");
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::O);
    let remarks = edagari::analysis::WorkRemark::of(&harness.state().session.runs[0].trace);
    let [remark] = &remarks[..] else { panic!("{remarks:?}") };
    for language in Language::ALL {
        apply(&mut harness, Command::Do(Action::Language(language)));
        harness.run_steps(5);
        assert!(says(&harness, &remark.sentence(language)), "{language:?}");
    }
    apply(&mut harness, Command::Do(Action::Language(Language::English)));
    let frame = remark.frames[1];
    click(&mut harness, &format!("Frame {frame}"));
    assert_eq!(harness.state().session.runs[0].frame, frame);
}
