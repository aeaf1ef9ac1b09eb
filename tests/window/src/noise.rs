//! The noise laboratory.

use edagari::viewer::{Edagari, Settings, Workspace};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

pub fn noise_settings() -> Settings {
    Settings { workspace: Workspace::Noise, ..small_settings() }
}

fn laboratory() -> Harness<'static, Edagari> {
    with_store(&noise_settings(), window_with)
}

#[test]
fn the_workspaces_are_switched_by_key_and_by_name() {
    let mut harness = small_window();
    press(&mut harness, Key::F3);
    assert!(says(&harness, "Bias: mean against depth") && !says(&harness, "Compared"));
    let before = frames(&harness);
    press(&mut harness, Key::ArrowRight);
    assert_eq!(frames(&harness), before, "keys of the replay do nothing here");
    click(&mut harness, "Replay");
    assert!(says(&harness, "Compared"));
    press(&mut harness, Key::ArrowRight);
    assert_ne!(frames(&harness), before);
    click(&mut harness, "Noise laboratory");
    assert_eq!(harness.state().session.settings.workspace, Workspace::Noise);
}

#[test]
fn invalid_regular_tree_shows_an_error_and_keeps_the_result() {
    let mut harness = laboratory();
    assert!(says(&harness, "depth 20"));
    replace_text(&mut harness, "Offsets of children", "0, x");
    assert!(says(&harness, "The offsets are \"0, x\", expected one whole number for each child"));
    assert!(says(&harness, "Bias: mean against depth"), "the last tree stays");
    replace_text(&mut harness, "Offsets of children", "0, 5000");
    assert!(says(&harness, "Offset is 5000, expected"));
    replace_text(&mut harness, "Offsets of children", "0, −1");
    assert!(!says(&harness, "expected"));
    replace_text(&mut harness, "Noise from a file", "/nowhere/noise.ron");
    click(&mut harness, "Open");
    wait_until_it_says(&mut harness, "/nowhere/noise.ron: cannot be read");
    replace_text(&mut harness, "Depths shown", "2");
    assert!(!says(&harness, "depth 20") && harness.query_by_label("depth 2").is_some());
}

#[test]
fn a_chart_is_saved_as_png_svg_and_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = laboratory();
    for ending in ["png", "svg", "csv"] {
        click(&mut harness, "Save the chart Bias: mean against depth");
        let file = folder.path().join("bias");
        replace_text(&mut harness, "File name", &file.display().to_string());
        click(&mut harness, &ending.to_uppercase());
        wait_until_it_says(&mut harness, &format!("/bias.{ending}"));
    }
    let read = |ending: &str| std::fs::read(folder.path().join(format!("bias.{ending}"))).expect("written");
    assert!(read("png").starts_with(b"\x89PNG"));
    let svg = String::from_utf8(read("svg")).expect("text");
    assert!(svg.starts_with("<svg") && svg.contains("Bias: mean against depth"), "{}", &svg[..200]);
    let csv = String::from_utf8(read("csv")).expect("text");
    assert!(csv.starts_with("depth of search,mean\n0,") && csv.contains("\n1,3.31552636759"), "{csv}");

    click(&mut harness, "Save the chart Bias: mean against depth");
    replace_text(&mut harness, "File name", "/nowhere/at/all");
    click(&mut harness, "CSV");
    wait_until_it_says(&mut harness, "/nowhere/at/all.csv: cannot be written");
}

#[test]
fn a_node_of_an_own_tree_shows_its_distribution() {
    let mut harness = laboratory();
    click(&mut harness, "Own tree");
    wait_until_it_says(&mut harness, "R, 3.5 ± 1.2");
    click(&mut harness, "A, 2.8 ± 1.5");
    assert!(says(&harness, "A: 2.8 ± 1.5"));
    replace_text(&mut harness, "Tree file", "/nowhere/tree.ron");
    click(&mut harness, "Open");
    wait_until_it_says(&mut harness, "/nowhere/tree.ron: cannot be read");
}

#[test]
fn a_game_is_searched_beside_the_model() {
    let mut harness = laboratory();
    click(&mut harness, "Real game");
    assert!(says(&harness, "Nothing has been searched yet."));
    click(&mut harness, "Run");
    wait_until_it_says(&mut harness, "exact value 0");
    assert!(says(&harness, "Deeper is worse from depth") && says(&harness, "The model is least accurate at depth"));
    replace_text(&mut harness, "After the moves", "a1 a1");
    click(&mut harness, "Run");
    wait_until_it_says(&mut harness, "is not a legal move here");
}
