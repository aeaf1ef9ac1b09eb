//! Motion from frame to frame: when it begins and ends, and that every redraw has a reason.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use edagari::game::GameSetup;
use edagari::search::Algorithm;
use edagari::trace::{FrameKind, NodeState, Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui::{Key, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Delay until the next requested redraw.
fn delay(harness: &Harness<'_, Edagari>) -> Duration {
    harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

#[test]
fn a_step_moves_for_a_quarter_of_a_second_and_then_all_is_still() {
    let mut harness = window();
    harness.run_steps(30);
    assert!(delay(&harness) > Duration::from_millis(500), "nothing moves: {:?}", delay(&harness));
    press(&mut harness, Key::ArrowRight);
    assert_eq!(delay(&harness), Duration::ZERO, "it moves");
    assert_eq!(frames(&harness)[1], 1, "and the frame is there at once");
    // Further input during the motion: no frame is skipped.
    press(&mut harness, Key::ArrowRight);
    assert_eq!(frames(&harness)[1], 2);
    harness.run_steps((0.3 / STEP) as usize);
    assert!(delay(&harness) > Duration::from_millis(15), "only an afterglow fades: {:?}", delay(&harness));
    harness.run_steps((0.8 / STEP) as usize);
    assert!(delay(&harness) > Duration::from_millis(500), "it is over: {:?}", delay(&harness));

    apply(&mut harness, Command::Do(Action::ToggleMotion));
    harness.run_steps(30);
    press(&mut harness, Key::ArrowRight);
    assert!(delay(&harness) > Duration::from_millis(500), "without motion one redraw is enough: {:?}", delay(&harness));
}

#[test]
fn fast_playing_does_without_motion() {
    let mut harness = small_window();
    for (speed, moves) in [(4.0, true), (30.0, false)] {
        apply(&mut harness, Command::GoTo { run: RunId(1), frame: 0 });
        apply(&mut harness, Command::SetSpeed(speed));
        press(&mut harness, Key::Space);
        assert!(harness.state().session.playing);
        let is_moving = |harness: &mut Harness<'_, Edagari>| {
            let mut still = 0;
            for _ in 0..30 {
                harness.step();
                still += usize::from(delay(harness) > Duration::ZERO);
            }
            30 - still
        };
        let moving = is_moving(&mut harness);
        assert_eq!(moving > 15, moves, "{moving} of 30 redraws at {speed} frames a second want another at once");
        press(&mut harness, Key::Space);
    }
    let run = &harness.state().session.runs[1];
    assert!(!matches!(run.trace.state(run.trace.place(&[]), run.frame), NodeState::Unvisited));
}

/// A window without input for some time.
fn resting_window() -> Harness<'static, Edagari> {
    let mut harness = window();
    pass(&mut harness, 3.0, STEP.into(), |_, _| {});
    harness
}

#[test]
fn nothing_is_redrawn_when_nothing_moves() {
    let mut harness = resting_window();
    assert_eq!(pass(&mut harness, 600.0, STEP.into(), |_, _| {}), 0, "ten minutes of doing nothing");
    assert_eq!(delay(&harness), Duration::MAX);

    press(&mut harness, Key::ArrowRight);
    let redraws = pass(&mut harness, 3.0, STEP.into(), |_, _| {});
    assert!((10..=28).contains(&redraws), "{redraws} redraws for a quarter of a second and the afterglow");
    assert_eq!(pass(&mut harness, 600.0, STEP.into(), |_, _| {}), 0, "and none after it");
}

#[test]
fn playing_without_motion_redraws_once_a_frame() {
    let mut harness = resting_window();
    apply(&mut harness, Command::Do(Action::ToggleMotion));
    apply(&mut harness, Command::SetSpeed(8.0));
    press(&mut harness, Key::Space);
    // The changed settings are written once during this time.
    pass(&mut harness, 3.0, STEP.into(), |_, _| {});
    let mut before = frames(&harness)[1];
    let mut causes = std::collections::BTreeMap::<String, usize>::new();
    let redraws = pass(&mut harness, 60.0, STEP.into(), |harness, _| {
        let frame = frames(harness)[1];
        assert!(frame == before || frame == before + 1, "no redraw leaves a frame out");
        before = frame;
        for cause in harness.ctx.repaint_causes() {
            *causes.entry(cause.to_string()).or_default() += 1;
        }
    });
    // The scroll bar of the inspector appears once and disappears once.
    assert!((479..=486).contains(&redraws), "{redraws} redraws in a minute at 8 frames a second: {causes:#?}");
}

#[test]
fn playing_with_motion_redraws_while_it_lasts() {
    let mut harness = resting_window();
    apply(&mut harness, Command::SetSpeed(1.0));
    press(&mut harness, Key::Space);
    pass(&mut harness, 3.0, STEP.into(), |_, _| {});
    let before = frames(&harness)[1];
    let redraws = pass(&mut harness, 20.0, STEP.into(), |_, _| {});
    assert_eq!(frames(&harness)[1], before + 20, "a frame a second");
    // Redraws: a quarter of a second of motion for each frame, and the steps of the fading afterglow.
    assert!((20 * 15..=20 * 26).contains(&redraws), "{redraws} redraws in 20 seconds at a frame a second");

    // If the next frame is shown before the afterglow ends, there is no afterglow.
    apply(&mut harness, Command::SetSpeed(2.0));
    pass(&mut harness, 3.0, STEP.into(), |_, _| {});
    let redraws = pass(&mut harness, 20.0, STEP.into(), |_, _| {});
    assert!((40 * 15..=40 * 18).contains(&redraws), "{redraws} redraws in 20 seconds at two frames a second");
}

#[test]
fn an_afterglow_fades_in_few_redraws_within_a_second() {
    let mut harness = resting_window();
    press(&mut harness, Key::ArrowRight);
    let start = harness.ctx.input(|input| input.time);
    let mut times = Vec::new();
    pass(&mut harness, 3.0, STEP.into(), |_, time| times.push(time - start));
    let after: Vec<f64> = times.into_iter().filter(|&time| time > 0.3).collect();
    assert!((3..=11).contains(&after.len()), "at most 15 redraws a second: {after:?}");
    assert!(after.iter().all(|&time| time < 1.1), "it is over after a second: {after:?}");
}

/// Rectangles of the visible nodes, by name, in a tree with unique names.
fn places(harness: &Harness<'_, Edagari>) -> HashMap<String, egui::Rect> {
    let name = |label: String| label.split(", ").next().unwrap_or_default().to_owned();
    let items = harness.query_all_by_role(Role::TreeItem);
    items.filter_map(|item| Some((name(item.accesskit_node().label()?), item.rect()))).collect()
}

/// Displacement of the picture between two moments, by a node that is wholly in the tile at both: others have clipped rectangles.
fn moved(
    before: &HashMap<String, egui::Rect>,
    after: &HashMap<String, egui::Rect>,
    tile: egui::Rect,
) -> Option<egui::Vec2> {
    let inside = tile.shrink(1.0);
    let is_whole = |rect: &&egui::Rect| inside.contains_rect(**rect);
    let of_both = before
        .iter()
        .filter(|(_, was)| is_whole(was))
        .filter_map(|(name, was)| Some(after.get(name).filter(is_whole)?.center() - was.center()));
    // A node that the frame enlarges can also move slightly itself, so the smallest displacement counts.
    of_both.min_by(|a, b| a.length().total_cmp(&b.length()))
}

#[test]
fn the_camera_rests_while_the_node_is_in_the_middle_half_of_the_tile() {
    for motion in [true, false] {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        let settings = Settings { setups: vec![setup], motion, ..Settings::default() };
        let mut harness = with_store(&settings, window_with);
        let tile = harness.get_by_role(Role::Tree).rect();
        let middle = egui::Rect::from_center_size(tile.center(), tile.size() / 2.0);
        press(&mut harness, Key::Plus);
        press(&mut harness, Key::Plus);
        let trace = Arc::clone(&harness.state().session.runs[0].trace);
        let (mut rests, mut moves) = (0, 0);
        for frame in 1..trace.frame_count() {
            let before = places(&harness);
            press(&mut harness, Key::ArrowRight);
            let at_once = moved(&before, &places(&harness), tile).unwrap_or_default();
            assert!(!motion || at_once.length() < 0.5, "frame {frame}: first what the frame did");
            pass(&mut harness, 3.0, STEP.into(), |_, _| {});
            let after = places(&harness);
            let node = trace.step(frame).expect("a frame").node;
            let name = trace.game.move_texts(&trace.start, &trace.path(node)).pop().unwrap_or_else(|| "R".to_owned());
            let now =
                after.get(&name).unwrap_or_else(|| panic!("frame {frame}: {name} is in sight of {after:?}")).center();
            assert!(middle.expand(2.0).contains(now), "frame {frame}: {name} at {now:?} is in {middle:?}");
            let Some(by) = moved(&before, &after, tile) else {
                moves += 1;
                continue;
            };
            if middle.shrink(2.0).contains(now - by) {
                assert!(by.length() < 0.5, "frame {frame}: it rests, and moved by {by:?}");
                rests += 1;
            } else {
                moves += 1;
            }
        }
        assert!(rests > 5 && moves > 2, "it rests {rests} times and moves {moves} times");
    }
}

#[test]
fn bounds_glide_on_the_number_line_without_the_tree() {
    let mut harness = small_window();
    apply(&mut harness, Command::MaximisePanel(Action::ToggleInspector));
    apply(&mut harness, Command::Activate(RunId(1)));
    assert_eq!(frames(&harness)[1], 0);
    let run = &harness.state().session.runs[1];
    let updates: Vec<(usize, bool)> = (1..run.trace.frame_count())
        .filter_map(|frame| Some((frame, run.trace.step(frame)?, run.trace.step(frame - 1)?)))
        .filter(|(_, step, _)| step.kind == FrameKind::Update)
        .map(|(frame, step, before)| (frame, step.window != before.window))
        .collect();
    for has_moved in [true, false] {
        let &(frame, _) = updates.iter().find(|update| update.1 == has_moved).expect("both happen");
        apply(&mut harness, Command::GoTo { run: RunId(1), frame: frame - 1 });
        pass(&mut harness, 3.0, STEP.into(), |_, _| {});
        let ctx = harness.ctx.clone();
        harness.state_mut().apply(&ctx, Command::GoTo { run: RunId(1), frame });
        harness.step();
        let redraws = pass(&mut harness, 3.0, STEP.into(), |_, _| {});
        assert_eq!(redraws > 10, has_moved, "{redraws} redraws for frame {frame}");
        assert_eq!(says(&harness, "narrowed from"), has_moved, "frame {frame} says what it moved");
    }
}

#[test]
fn slow_playing_keeps_time() {
    let mut harness = resting_window();
    apply(&mut harness, Command::Do(Action::ToggleMotion));
    apply(&mut harness, Command::SetSpeed(0.5));
    press(&mut harness, Key::Space);
    let (before, mut seen) = (frames(&harness)[1], Vec::new());
    pass(&mut harness, 11.0, STEP.into(), |harness, _| seen.push(frames(harness)[1] - before));
    seen.dedup();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5], "a frame every two seconds");
}
