//! Runs and panels as tiles: any number of them, arranged by mouse and by keys, kept over a restart.

use edagari::game::{Eight, GameSetup};
use edagari::language::{Language, Text};
use edagari::search::{Algorithm, DepthLimit, Sampling, TableSetup};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, Link, RunId, Settings, SettingsStore};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

fn figure(algorithm: Algorithm) -> Setup {
    Setup::new(GameSetup::textbook(None), Process::Search(algorithm))
}

/// Opens a window with `count` runs of the three-move figure.
fn window_with_runs(count: usize) -> Harness<'static, Edagari> {
    let algorithm = |at| [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft][at % 3];
    let setups = (0..count).map(|at| figure(algorithm(at))).collect();
    with_store(&Settings { setups, ..Settings::default() }, window_with)
}

fn width_of(harness: &Harness<'_, Edagari>, run: usize) -> f32 {
    harness.get_by_label(&format!("tree of run {run}")).rect().width()
}

#[test]
fn every_panel_opens_is_drawn_and_closes_with_one_to_six_runs() {
    for count in [1, 2, 3, 6] {
        let mut harness = window_with_runs(count);
        for panel in Edagari::all_panels() {
            let was_open = harness.state().open_panels().contains(&panel);
            for floats in [false, true] {
                apply(&mut harness, Command::OpenPanel(panel));
                apply(&mut harness, Command::SetFloating { panel, floats });
                wait_for_recordings(&mut harness);
                assert!(harness.state().open_panels().contains(&panel), "{panel:?} is open with {count} runs");
                assert_eq!(harness.state().session.notice, None, "{panel:?} with {count} runs");
            }
            apply(&mut harness, Command::SetFloating { panel, floats: false });
            apply(&mut harness, Command::ClosePanel(panel));
            assert!(!harness.state().open_panels().contains(&panel), "{panel:?} is closed");
            if was_open {
                apply(&mut harness, Command::OpenPanel(panel));
            }
        }
    }
}

#[test]
fn runs_are_tiled_in_rows_of_equal_tiles() {
    // The columns, by number of runs; a fourth run makes two rows of two.
    for (count, columns) in [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 3)] {
        let harness = window_with_runs(count);
        let places: Vec<egui::Rect> =
            (1..=count).map(|run| harness.get_by_label(&format!("tree of run {run}")).rect()).collect();
        let mut lefts: Vec<i32> = places.iter().map(|place| place.min.x.round() as i32).collect();
        lefts.sort_unstable();
        lefts.dedup();
        assert_eq!(lefts.len(), columns, "{count} runs are at {places:?}");
        let widths = places.iter().map(egui::Rect::width);
        let (least, most) =
            widths.fold((f32::MAX, 0.0_f32), |(least, most), width| (least.min(width), most.max(width)));
        assert!(most - least < 2.0, "{count} runs are {least} to {most} wide");
        assert!(count != 4 || (places[0].height() - places[3].height()).abs() < 2.0, "{places:?}");
    }
}

#[test]
fn escape_closes_panels_from_the_last_to_the_first() {
    let mut harness = window_with_runs(2);
    for panel in [Action::Why, Action::Find, Action::KeyboardHelp] {
        apply(&mut harness, Command::Do(panel));
    }
    // A text field with the focus consumes the key.
    harness.ctx.memory_mut(egui::Memory::stop_text_input);
    for left in [3, 2, 1] {
        press(&mut harness, Key::Escape);
        assert_eq!(harness.state().open_panels().len(), left);
    }
    assert_eq!(harness.state().open_panels(), [Action::ToggleInspector], "the inspector stays");
}

#[test]
fn run_is_compared_with_one_of_its_kind() {
    let sampling = Setup::new(GameSetup::textbook(None), Process::Sample(Sampling::Uct));
    let setups = vec![figure(Algorithm::AlphaBeta), sampling, figure(Algorithm::Minimax)];
    let mut harness = with_store(&Settings { setups, ..Settings::default() }, window_with);
    for (run, other) in [(0, 2), (2, 0), (1, 2)] {
        apply(&mut harness, Command::Activate(RunId(run)));
        let compared = harness.state().session.compared_run(RunId(run)).map(|run| run.id);
        assert_eq!(compared, Some(RunId(other)), "run {run}");
    }
}

#[test]
fn runs_are_added_linked_compared_and_closed() {
    let mut harness = window_with_runs(2);
    apply(&mut harness, Command::AddRun(Box::new(figure(Algorithm::AlphaBetaSoft))));
    apply(&mut harness, Command::AddRun(Box::new(figure(Algorithm::AlphaBetaOneBound))));
    wait_for_recordings(&mut harness);
    assert_eq!(harness.state().session.active, RunId(3), "the new one is looked at");
    for run in 1..=4 {
        assert!(harness.query_by_label(&format!("tree of run {run}")).is_some(), "run {run} is on screen");
        assert!(harness.query_by_label_contains(&format!("strip of run {run}")).is_some(), "so is its strip");
    }
    assert_eq!(harness.state().session.settings.setups.len(), 4, "they are there again after a restart");

    apply(&mut harness, Command::SetLink(Link::Frame));
    apply(&mut harness, Command::GoTo { run: RunId(3), frame: 9 });
    assert!(harness.state().session.runs.iter().all(|run| run.frame == 9), "all follow");
    press(&mut harness, Key::X);
    assert_eq!(harness.state().session.active, RunId(0), "after the last comes the first");

    apply(&mut harness, Command::CloseRun(RunId(1)));
    assert!(harness.query_by_label("tree of run 4").is_none());
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 3 });
    assert_eq!(harness.state().session.runs[0].frame, 9, "nothing happens to what is closed");
    for run in [0, 2, 3] {
        apply(&mut harness, Command::CloseRun(RunId(run)));
    }
    assert_eq!(harness.state().session.runs.len(), 1, "the last one stays");
}

#[test]
fn figures_of_many_runs_are_compared_without_scrolling_sideways() {
    for count in [2, 3, 6] {
        let algorithm = |at| [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft][at % 3];
        let setups = (0..count).map(|at| figure(algorithm(at))).collect();
        let open = |store| {
            let open = move |creation: &mut eframe::CreationContext<'_>| Edagari::new(&creation.egui_ctx, store);
            // High enough that the comparison is above the strips.
            builder().with_size(egui::vec2(1280.0, 1000.0)).build_eframe(open)
        };
        let mut harness = with_store(&Settings { setups, ..Settings::default() }, open);
        wait_for_recordings(&mut harness);
        let rect = |name: &str| harness.get_by_label(name).rect();
        let (above, below) = (rect("leaves evaluated"), rect("frames"));
        assert!(above.height() < 20.0, "a name takes one line: {above:?}");
        // Each figure is at the right of the name of its row, or below it.
        let figures: Vec<(String, egui::Rect)> = harness
            .get_all_by_role(egui::accesskit::Role::Label)
            .map(|label| (label.value().unwrap_or_default(), label.rect()))
            .filter(|(_, rect)| rect.left() >= above.left() && rect.top() >= above.top() - 2.0)
            .filter(|(_, rect)| rect.bottom() <= below.top() + 2.0 && *rect != above)
            .collect();
        assert_eq!(figures.len(), count, "a figure of each run: {figures:?}");
        assert!(figures.iter().all(|(_, rect)| rect.right() < 1275.0), "all are in sight: {figures:?}");
    }
}

/// Labels between two others, from top to bottom, in the column that starts with the first.
fn labels_between(harness: &Harness<'_, Edagari>, first: &str, last: &str) -> Vec<(String, egui::Rect)> {
    let rect = |name: &str| harness.get_all_by_label(name).last().unwrap_or_else(|| panic!("no {name}")).rect();
    let (first, last) = (rect(first), rect(last));
    harness
        .get_all_by_role(Role::Label)
        .map(|label| (label.accesskit_node().label().unwrap_or_default(), label.rect()))
        .filter(|(_, rect)| rect.left() >= first.left() - 1.0 && rect.top() > first.top() && rect.bottom() < last.top())
        .collect()
}

#[test]
fn the_comparison_never_wraps_its_labels() {
    let algorithms = [Algorithm::Minimax, Algorithm::AlphaBetaSoft, Algorithm::AlphaBetaOneBound, Algorithm::AlphaBeta];
    for count in 1..=6 {
        let setup = |at: usize| Setup {
            table: (at % 2 == 1).then(TableSetup::default),
            limit: (at % 3 == 2).then_some(DepthLimit { depth: 4, evaluation: 0 }),
            ..Setup::new(GameSetup::from(Eight), Process::Search(algorithms[at % algorithms.len()]))
        };
        let setups = (0..count).map(setup).collect();
        let mut harness = with_store(&Settings { setups, ..Settings::default() }, window_with);
        for language in Language::ALL {
            apply(&mut harness, Command::SetLanguage(language));
            for (size, percent) in
                [[1280.0, 800.0], [1920.0, 1080.0]].into_iter().flat_map(|size| TEXTS.map(|text| (size, text)))
            {
                // With larger text, the window has fewer points.
                let [width, height] = size.map(|points: f32| points * 100.0 / percent);
                harness.set_size(egui::vec2(width, height));
                // Where there is one tile at a time, it is that of the comparison.
                apply(&mut harness, Command::ShowPanel(Action::ToggleInspector));
                // Minimax has no windows to plot.
                let next = [Text::WindowPlot, Text::DepthPlot].map(|text| language.text(text));
                let last = next.into_iter().find(|text| harness.query_all_by_label(text).next().is_some());
                let heading = if count == 1 { Text::FiguresOfRun } else { Text::Compared };
                let (first, last) = (language.text(heading), last.expect("a plot follows"));
                let labels = labels_between(&harness, first, last);
                assert!(labels.len() > 10, "{count} runs, {language:?}, {percent} %: {labels:?}");
                for (label, rect) in labels {
                    let said = format!("{count} runs, {language:?}, {percent} % of {size:?}: {label} at {rect:?}");
                    assert!(rect.height() < 20.0, "a label takes one line: {said}");
                    assert!(rect.right() <= width, "it is in sight: {said}");
                }
            }
        }
    }
}

/// Some of the available text sizes, in percent.
const TEXTS: [f32; 5] = [80.0, 100.0, 125.0, 150.0, 200.0];

#[test]
fn runs_have_their_numbers_wherever_there_are_several() {
    let mut harness = window_with_runs(2);
    for (search, heading) in [("1 · minimax", "1 · Minimax"), ("2 · α-β", "2 · α-β")] {
        let heading = format!("{heading} · textbook tree");
        assert!(harness.query_by_role_and_label(Role::Button, &heading).is_some(), "{heading}");
        assert!(says(&harness, search), "the comparison says {search}");
    }
    apply(&mut harness, Command::CloseRun(RunId(0)));
    assert!(harness.query_by_role_and_label(Role::Button, "α-β · textbook tree").is_some());
    assert!(!says(&harness, "1 · "), "one run alone needs no number");
}

#[test]
fn summary_of_a_run_does_not_overlap_its_tree() {
    let mut harness = small_window();
    apply(&mut harness, Command::SetLink(Link::Place));
    let pruned = {
        let [minimax, alpha_beta] = [0, 1].map(|run: usize| harness.state().session.runs[run].trace.clone());
        let is_left_out = |&frame: &usize| {
            let path = minimax.step(frame).map(|step| minimax.path(step.node)).unwrap_or_default();
            alpha_beta.place(&path).recorded().is_none_or(|node| alpha_beta.visit_of(node).is_none())
        };
        (0..minimax.frame_count()).find(is_left_out).expect("a node that α-β leaves out")
    };
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: 0 });
    let before = harness.get_by_label("tree of run 2").rect();
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: pruned });
    let tree = harness.get_by_label("tree of run 2").rect();
    let note = harness.get_by_label_contains("This run prunes").rect();
    assert!(!note.intersects(tree.shrink(0.5)), "{note:?} overlaps {tree:?}");
    assert_eq!(tree, before, "the tree does not jump");
    assert!(note.right() <= tree.right() && note.height() < 20.0, "{note:?}");
}

#[test]
fn column_squeezed_by_a_narrow_window_is_as_wide_as_before_afterwards() {
    let mut harness = window_with_runs(1);
    apply(&mut harness, Command::OpenPanel(Action::ToggleInspector));
    let width = |harness: &mut Harness<'_, Edagari>, window: f32| {
        harness.set_size(egui::vec2(window, 800.0));
        harness.run_steps(4);
        window - width_of(harness, 1)
    };
    let wished = width(&mut harness, 1280.0);
    assert!((wished - 352.0).abs() < 20.0, "{wished}");
    for narrow in [1000.0, 720.0, 390.0, 720.0] {
        harness.set_size(egui::vec2(narrow, 800.0));
        harness.run_steps(4);
        let again = width(&mut harness, 1280.0);
        assert!((again - wished).abs() < 2.0, "{again} after {narrow}, {wished} before");
    }
}

#[test]
fn tiles_are_focused_widened_maximised_closed_and_brought_back_by_keys() {
    let mut harness = window_with_runs(2);
    press_with(&mut harness, Modifiers::COMMAND, Key::PageUp);
    let first = harness.state().session.active;
    assert_eq!(first, RunId(0), "the tile before that of the active run");
    let before = width_of(&harness, 1);
    press_with(&mut harness, Modifiers::ALT, Key::Plus);
    let (one, two) = (width_of(&harness, 1), width_of(&harness, 2));
    assert!(one > two + 40.0, "the focused tile is wider: {one} and {two}, before {before}");
    press_with(&mut harness, Modifiers::ALT, Key::Minus);
    assert!((width_of(&harness, 1) - width_of(&harness, 2)).abs() < 2.0, "and as wide as before");

    press_with(&mut harness, Modifiers::ALT, Key::Enter);
    let shown = [1, 2].map(|run| harness.query_by_label(&format!("tree of run {run}")).is_some());
    assert_eq!(shown.iter().filter(|shown| **shown).count(), 1, "one tile alone, of {first:?}");
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("tree of run 1").is_some() && harness.query_by_label("tree of run 2").is_some());

    // The focus moves to the inspector, at the right of the runs.
    for _ in 0..3 {
        if harness.state().open_panels().is_empty() {
            break;
        }
        press_with(&mut harness, Modifiers::COMMAND, Key::PageDown);
        if harness.query_all_by_label("Inspector").count() > 1 {
            press_with(&mut harness, Modifiers::ALT, Key::W);
        }
    }
    assert!(harness.state().open_panels().is_empty(), "the inspector is closed");
    press_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::T);
    assert_eq!(harness.state().open_panels(), [Action::ToggleInspector], "and brought back");
}

#[test]
fn a_tile_is_dragged_beside_another() {
    let mut harness = window_with_runs(2);
    apply(&mut harness, Command::Do(Action::Find));
    let tab = |harness: &Harness<'_, Edagari>| harness.get_all_by_label("Find").next().expect("a tab").rect();
    let before = tab(&harness);
    let target = harness.get_by_label("tree of run 1").rect();
    harness.hover_at(before.center());
    harness.run_steps(2);
    harness.drag_at(before.center());
    harness.run_steps(2);
    for share in [0.3, 0.7, 1.0_f32] {
        harness.hover_at(before.center().lerp(target.center() + egui::vec2(0.0, target.height() * 0.3), share));
        harness.run_steps(2);
    }
    harness.drop_at(target.center() + egui::vec2(0.0, target.height() * 0.3));
    harness.run_steps(4);
    let after = tab(&harness);
    assert!(after.left() < before.left() - 200.0, "{before:?} was dragged to {after:?}");
}

#[test]
fn a_lone_run_is_dragged_by_its_heading() {
    let mut harness = window_with_runs(2);
    let tree = |harness: &Harness<'_, Edagari>, run: usize| harness.get_by_label(&format!("tree of run {run}")).rect();
    let (first, second) = (tree(&harness, 1), tree(&harness, 2));
    assert!(second.left() > first.right() - 2.0, "they lie side by side");
    let heading = harness.get_by_role_and_label(egui::accesskit::Role::Button, "2 · α-β · textbook tree").rect();
    let before = harness.state().session.settings.arrangement.clone();
    let target = first.center() + egui::vec2(0.0, first.height() * 0.35);
    harness.hover_at(heading.center());
    harness.run_steps(2);
    harness.drag_at(heading.center());
    harness.run_steps(2);
    for share in [0.3, 0.7, 1.0_f32] {
        harness.hover_at(heading.center().lerp(target, share));
        harness.run_steps(2);
    }
    harness.drop_at(target);
    harness.run_steps(4);
    let (first, second) = (tree(&harness, 1), tree(&harness, 2));
    assert!(
        second.top() > first.bottom() && (second.left() - first.left()).abs() < 2.0,
        "{first:?} is above {second:?}"
    );
    assert_ne!(harness.state().session.settings.arrangement, before, "it is kept for the next start");
}

#[test]
fn a_field_keeps_the_keyboard_while_tiles_are_arranged_anew() {
    let mut harness = window_with_runs(2);
    apply(&mut harness, Command::Do(Action::Arrangements));
    let field = |harness: &Harness<'_, Edagari>| {
        let field = harness.get_by_role_and_label(Role::TextInput, "name of the arrangement");
        (field.is_focused(), field.value())
    };
    harness.get_by_role_and_label(Role::TextInput, "name of the arrangement").focus();
    harness.run_steps(3);
    harness.event(egui::Event::Text("my ".to_owned()));
    apply(&mut harness, Command::ClosePanel(Action::ToggleInspector));
    apply(&mut harness, Command::OpenPanel(Action::Why));
    apply(&mut harness, Command::OpenPanel(Action::ToggleTablePanel));
    harness.event(egui::Event::Text("way".to_owned()));
    harness.run_steps(3);
    assert_eq!(field(&harness), (true, Some("my way".to_owned())));
}

#[test]
fn arrangements_survive_a_restart_and_are_kept_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, ron::to_string(&small_settings()).expect("serialisable")).expect("written");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    press_with(&mut harness, Modifiers::ALT, Key::Plus);
    let wide = width_of(&harness, 2);
    apply(&mut harness, Command::SaveArrangement("wide".to_owned()));
    harness.run_steps((1.5 / STEP) as usize);
    drop(harness);

    let mut again = window_with(SettingsStore::at(path.clone()));
    assert!((width_of(&again, 2) - wide).abs() < 2.0, "{} and {wide}", width_of(&again, 2));
    apply(&mut again, Command::Do(Action::ArrangeCompare));
    assert!((width_of(&again, 2) - wide).abs() > 20.0, "the built-in one has tiles of one width");
    apply(&mut again, Command::UseArrangement("wide".to_owned()));
    assert!((width_of(&again, 2) - wide).abs() < 2.0);
    apply(&mut again, Command::Do(Action::ArrangeOne));
    assert!(again.query_by_label("tree of run 1").is_none(), "one run is large");
    drop(again);

    for broken in [
        "nonsense",
        "(tree: 3)",
        "(tree:(id:1,root:Some((7)),tiles:(next_tile_id:9,tiles:{},invisible:[]),height:None,width:None),floating:[],width:1600.0)",
    ] {
        let settings = Settings { arrangement: broken.to_owned(), ..small_settings() };
        std::fs::write(&path, ron::to_string(&settings).expect("serialisable")).expect("written");
        let harness = window_with(SettingsStore::at(path.clone()));
        assert!(says(&harness, "The arrangement of the tiles cannot be used"), "{broken}");
        assert!(harness.query_by_label("tree of run 2").is_some(), "the built-in one is used instead");
    }
}

#[test]
fn playing_redraws_when_a_frame_is_due() {
    let mut harness = window_with_runs(2);
    apply(&mut harness, Command::Do(Action::ToggleMotion));
    apply(&mut harness, Command::SetSpeed(8.0));
    press(&mut harness, Key::Space);
    harness.run_steps(30);
    let delay = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(harness.state().session.playing);
    let due = harness.state().session.seconds_to_next_frame().expect("time runs");
    assert!(
        delay.as_secs_f64() + 0.001 >= due.min(0.1),
        "the next redraw comes in {delay:?}, the next frame in {due} s"
    );
}

#[test]
fn side_column_keeps_its_width_when_a_run_is_hidden_or_closed() {
    let mut harness = window_with_runs(2);
    let trees = |harness: &Harness<'_, Edagari>| -> Vec<egui::Rect> {
        let tree = |run: usize| harness.query_by_label(&format!("tree of run {run}")).map(|tree| tree.rect());
        (1..=2).filter_map(tree).collect()
    };
    let side = |harness: &Harness<'_, Edagari>| {
        let right = trees(harness).iter().map(egui::Rect::right).fold(0.0, f32::max);
        harness.ctx.content_rect().right() - right
    };
    let before = side(&harness);
    assert!(before > 200.0, "the inspector is {before} wide");
    press(&mut harness, Key::P);
    harness.run_steps(4);
    assert_eq!(trees(&harness).len(), 1);
    assert!((side(&harness) - before).abs() < 2.0, "a run is hidden");
    press(&mut harness, Key::P);
    harness.run_steps(4);
    assert!((side(&harness) - before).abs() < 2.0, "it is shown again");
    apply(&mut harness, Command::CloseRun(RunId(0)));
    harness.run_steps(4);
    assert!((side(&harness) - before).abs() < 2.0, "it is closed");
    apply(&mut harness, Command::Do(Action::UndoEdit));
    harness.run_steps(4);
    assert!((side(&harness) - before).abs() < 2.0, "it is open again");
    let trees = trees(&harness);
    assert!(trees.len() == 2 && trees[0].right() < trees[1].left() + 2.0, "run 1 is at the left again: {trees:?}");
}

#[test]
fn key_of_a_hidden_panel_brings_it_forward() {
    let mut harness = window_with_runs(1);
    apply(&mut harness, Command::Do(Action::ToggleCode));
    apply(&mut harness, Command::OpenPanel(Action::ToggleInspector));
    harness.run_steps(4);
    apply(&mut harness, Command::Do(Action::ToggleCode));
    harness.run_steps(4);
    assert!(harness.state().open_panels().contains(&Action::ToggleCode), "it was behind the inspector");
    apply(&mut harness, Command::Do(Action::ToggleCode));
    assert!(!harness.state().open_panels().contains(&Action::ToggleCode), "it was in front");
}

#[test]
fn message_about_a_frame_is_gone_at_another_frame() {
    let mut harness = window_with_runs(1);
    apply(&mut harness, Command::Do(Action::Last));
    apply(&mut harness, Command::Do(Action::NextCut));
    assert!(harness.state().session.notice.is_some(), "there is no cut after the last frame");
    apply(&mut harness, Command::Do(Action::FrameBack));
    harness.run_steps(2);
    assert_eq!(harness.state().session.notice, None);
}

#[test]
fn panel_below_the_inspector_leaves_its_number_line_in_sight() {
    let mut harness = window_with_runs(1);
    harness.set_size(egui::vec2(1280.0, 800.0));
    apply(&mut harness, Command::OpenPanel(Action::ToggleInspector));
    for (frame, panel) in [
        (17, Action::Why),
        (17, Action::Fate),
        (18, Action::Find),
        (41, Action::ToggleEqualPositions),
        (18, Action::CheckTrace),
        (18, Action::SolveCheck),
        (4, Action::Practice),
    ] {
        apply(&mut harness, Command::GoTo { run: RunId(0), frame });
        apply(&mut harness, Command::OpenPanel(panel));
        wait_for_recordings(&mut harness);
        harness.run_steps(4);
        let tabs: Vec<egui::Rect> = harness.get_all_by_role(Role::Tab).map(|tab| tab.rect()).collect();
        let lowest = tabs.iter().map(egui::Rect::top).fold(0.0, f32::max);
        // The number line ends about 380 points below the tab of the inspector.
        let highest = tabs.iter().map(egui::Rect::top).fold(f32::INFINITY, f32::min);
        assert!(lowest - highest > 380.0, "{panel:?} at {lowest}, the inspector at {highest}");
        apply(&mut harness, Command::ClosePanel(panel));
    }
}
