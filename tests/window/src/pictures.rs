//! Pictures of the window, compared with those under `docs/pictures`, which the README and the documents show.
//!
//! They need a graphics driver (Debian: `mesa-vulkan-drivers libvulkan1`). Without one they are skipped with a message,
//! or fail if `EDAGARI_PICTURES=required`. `UPDATE_SNAPSHOTS=1 cargo test` rewrites them.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use edagari::game::GameSetup;
use edagari::language::Language;
use edagari::search::Algorithm;
use edagari::trace::file::write_stream;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use edagari::viewer::{Action, Command, Edagari, Link, RunId, SettingsStore, ThemeChoice};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotOptions};

use crate::driving::*;
use crate::matches::kalah_settings;
use crate::noise::noise_settings;
use crate::scale::{cut_with_a_leaf_farther_down, type_text, wait_for_whole_trees};

/// Opens a window with a renderer; `None` without a driver.
fn window_with_renderer(size: [f32; 2]) -> Option<Harness<'static, Edagari>> {
    window_from_store(size, SettingsStore::nowhere())
}

pub fn window_from_store(size: [f32; 2], store: SettingsStore) -> Option<Harness<'static, Edagari>> {
    let build = || {
        builder()
            .with_size(egui::Vec2::from(size))
            .wgpu()
            .build_eframe(|creation| Edagari::new(&creation.egui_ctx, store))
    };
    if let Ok(mut harness) = catch_unwind(AssertUnwindSafe(build)) {
        wait_for_recordings(&mut harness);
        return Some(harness);
    }
    let is_required = std::env::var_os("EDAGARI_PICTURES").is_some_and(|value| value == "required");
    assert!(!is_required, "no graphics driver, though EDAGARI_PICTURES=required");
    // Written directly to stderr, because the test runner captures `eprintln!` of passing tests.
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: no graphics driver to draw pictures with (Debian: mesa-vulkan-drivers libvulkan1)"
    );
    None
}

fn picture(name: &str, size: [f32; 2], commands: Vec<Command>) {
    let Some(mut harness) = window_with_renderer(size) else { return };
    for command in commands {
        apply(&mut harness, command);
    }
    compare(&mut harness, name);
}

fn compare(harness: &mut Harness<'_, Edagari>, name: &str) {
    // Waits for the end of motion and afterglow.
    harness.run_steps(70);
    // The software driver generates code for the local processor, so single pixels differ between machines.
    let options = SnapshotOptions::new().threshold(2.0).max_failed_pixels(600).output_path("../../docs/pictures");
    harness.snapshot_options(name, &options);
}

#[test]
fn the_cut_of_frame_126_in_dark() {
    let commands = vec![Command::SetTheme(ThemeChoice::Dark), Command::GoTo { run: RunId(1), frame: 126 }];
    picture("window-dark", [1600.0, 900.0], commands);
}

#[test]
fn the_great_cut_of_frame_14325_in_light() {
    let commands = vec![
        Command::SetTheme(ThemeChoice::Light),
        Command::GoTo { run: RunId(1), frame: 14_325 },
        Command::Do(Action::ToggleGroups),
    ];
    picture("window-light", [1600.0, 900.0], commands);
}

#[test]
fn the_window_in_japanese_and_small() {
    let commands = vec![
        Command::SetTheme(ThemeChoice::Light),
        Command::SetLanguage(Language::Japanese),
        Command::GoTo { run: RunId(1), frame: 126 },
        Command::Do(Action::ToggleOrientation),
    ];
    picture("window-japanese", [1280.0, 800.0], commands);
}

#[test]
fn the_page_of_the_first_start() {
    let commands = vec![Command::SetTheme(ThemeChoice::Dark), Command::Do(Action::Welcome)];
    picture("welcome", [1280.0, 800.0], commands);
}

#[test]
fn the_setup_form() {
    let commands = vec![Command::SetTheme(ThemeChoice::Dark), Command::OpenSetup(RunId(1))];
    picture("setup", [1280.0, 800.0], commands);
}

#[test]
fn the_explorer_of_bounds() {
    let Some(mut harness) = window_with_renderer([1280.0, 800.0]) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    press(&mut harness, egui::Key::E);
    for _ in 0..8 {
        click(&mut harness, "Next case");
    }
    harness.get_by_label("lower bound l").focus();
    harness.remove_cursor();
    compare(&mut harness, "bounds");
}

#[test]
fn a_window_that_the_table_narrows() {
    let open = |store| window_from_store([1600.0, 900.0], store);
    let Some(mut harness) = with_store(&settings_with_table(), open) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    let trace = &harness.state().session.runs[1].trace;
    let is_narrowed = |&frame: &usize| {
        trace.step(frame).is_some_and(|step| matches!(step.answer, Some(edagari::score::Answer::Narrowed(_))))
    };
    let frame = (0..trace.frame_count()).find(is_narrowed).expect("a narrowed window");
    apply(&mut harness, Command::GoTo { run: RunId(1), frame });
    apply(&mut harness, Command::Do(Action::ToggleTablePanel));
    compare(&mut harness, "table");
}

#[test]
fn a_match_of_kalah() {
    let open = |store| window_from_store([1280.0, 800.0], store);
    let Some(mut harness) = with_store(&kalah_settings(), open) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    press(&mut harness, egui::Key::V);
    click(&mut harness, "Play");
    wait_until_it_says(&mut harness, "39–23 after 23 turns");
    for _ in 0..10 {
        click(&mut harness, "Next turn");
    }
    harness.remove_cursor();
    compare(&mut harness, "match");
}

#[test]
fn an_experiment_with_kalah() {
    let open = |store| window_from_store([1280.0, 800.0], store);
    let Some(mut harness) = with_store(&kalah_settings(), open) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Dark));
    press(&mut harness, egui::Key::V);
    click(&mut harness, "Experiment");
    click(&mut harness, "Run");
    // All games are played when the progress bar disappears.
    wait_until_it_says(&mut harness, "of 48 games");
    while says(&harness, "of 48 games") {
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    harness.remove_cursor();
    compare(&mut harness, "experiment");
}

#[test]
fn the_noise_laboratory() {
    let open = |store| window_from_store([1280.0, 800.0], store);
    let Some(mut harness) = with_store(&noise_settings(), open) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    compare(&mut harness, "noise");
}

#[test]
fn noise_on_a_game_in_dark_and_japanese() {
    let open = |store| window_from_store([1280.0, 800.0], store);
    let Some(mut harness) = with_store(&noise_settings(), open) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Dark));
    apply(&mut harness, Command::SetLanguage(Language::Japanese));
    click(&mut harness, "実際のゲーム");
    click(&mut harness, "実験開始");
    wait_until_it_says(&mut harness, "正確な値 0");
    harness.remove_cursor();
    compare(&mut harness, "noise-game");
}

/// Trace of another program that misses a cut, with the findings of the check.
#[test]
fn a_trace_of_another_program_and_its_check() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a legal setup");
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Progress::default()).expect("memory takes everything");
    let stream = String::from_utf8(stream).expect("text");
    let (_, events) = stream.split_once('\n').expect("a header");
    let header =
        r#"{"edagari":1,"program":"my engine","game":"three moves","search":"alpha-beta","scores":"max","cut":">="}"#;
    let wrong = events.replacen("\"cut\":true", "\"cut\":false", 1);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my-engine.jsonl");
    std::fs::write(&path, format!("{header}\n{wrong}")).expect("written");
    let Some(mut harness) = window_with_renderer([1280.0, 800.0]) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    apply(&mut harness, Command::Do(Action::OneRun));
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path });
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::Do(Action::CheckTrace));
    wait_until_it_says(&mut harness, "Faults: ");
    let row = harness.query_all_by_label_contains("continues with the window").next().expect("the finding");
    row.click();
    harness.run_steps(3);
    compare(&mut harness, "check");
}

#[test]
fn whole_trees_with_the_frames_that_were_found() {
    let Some(mut harness) = window_with_renderer([1600.0, 900.0]) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    apply(&mut harness, Command::SetLink(Link::Share));
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 54_000 });
    press(&mut harness, egui::Key::Num5);
    wait_for_whole_trees(&mut harness);
    press(&mut harness, egui::Key::Slash);
    type_text(&mut harness, "cut at depth 3 by second move");
    wait_until_it_says(&mut harness, "frames found");
    harness.remove_cursor();
    compare(&mut harness, "whole-tree");
}

#[test]
fn an_icicle_and_its_minimap() {
    let Some(mut harness) = window_with_renderer([1600.0, 900.0]) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Dark));
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 14_325 });
    press(&mut harness, egui::Key::Num6);
    for pane in [0, 1] {
        let trace = harness.state().session.runs[pane].trace.clone();
        let path = trace.game.parse_moves(&[], "a1 a2").expect("legal moves");
        let node = trace.place(&path).recorded().expect("it was visited");
        apply(&mut harness, Command::ZoomToNode { run: RunId(pane as u32), node });
    }
    apply(&mut harness, Command::ShowFrames { run: RunId(1), part: Some(14_200.0..14_450.0) });
    compare(&mut harness, "icicle");
}

#[test]
fn why_a_node_was_pruned() {
    let Some(mut harness) = window_with_renderer([1280.0, 800.0]) else { return };
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    let trace = harness.state().session.runs[1].trace.clone();
    let (cut, node) = cut_with_a_leaf_farther_down(&trace);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: cut });
    apply(&mut harness, Command::AskWhy { run: RunId(1), path: trace.path(node) });
    compare(&mut harness, "why");
}
