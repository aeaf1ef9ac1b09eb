//! Ten minutes of playing, run fast: memory does not grow, and the frame on screen always matches the clock.

use std::sync::PoisonError;

use edagari::viewer::InspectorSection::{ChildPlot, Compared, DepthPlot, WindowPlot};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::{builder, pass, wait_for_recordings, with_store};
use crate::{ALONE, NoScreen, without_letters};

/// Frames a second: the highest speed with motion.
const SPEED: f32 = 8.0;
/// Seconds between two redraws during motion: each motion is drawn at its beginning and its middle.
const TICK: f64 = 1.0 / 16.0;
const MINUTE: f64 = 60.0;
/// Bytes by which memory may grow from the first minute to the tenth: egui's lists keep their largest capacity.
const MAX_GROWTH: usize = 1 << 20;
/// The slider is checked once in `LOOK_EVERY` frames.
const LOOK_EVERY: usize = 8;
const FIRST_FRAME: usize = 20_000;

/// Current frame of the active run.
fn frame(harness: &Harness<'_, Edagari>) -> usize {
    harness.state().session.active_run().frame
}

fn apply(harness: &mut Harness<'_, Edagari>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, command);
    harness.step();
}

/// Plays for some minutes. Each frame must be shown once, in order, when it is due.
fn play(harness: &mut Harness<'_, Edagari>, minutes: f64) {
    let first = frame(harness);
    let began = harness.ctx.input(|input| input.time);
    apply(harness, Command::Do(Action::TogglePlay));
    let mut before = first;
    let redraws = pass(harness, minutes * MINUTE, TICK, |harness, now| {
        let frame = frame(harness);
        let due = (now - began) * f64::from(SPEED);
        let shown = (frame - first) as f64;
        assert!((shown - 1e-6..shown + 1.0 + 1e-6).contains(&due), "frame {shown} is on screen when {due} are due");
        assert!(frame == before || frame == before + 1, "{frame} comes after {before}");
        before = frame;
        // Finding the slider takes longer than a redraw.
        if frame.is_multiple_of(LOOK_EVERY) {
            let slider = harness.get_by_role_and_label(Role::Slider, "Frame slider");
            assert_eq!(slider.accesskit_node().numeric_value(), Some(frame as f64), "the slider shows the frame");
        }
    });
    let frames = (minutes * MINUTE * f64::from(SPEED)) as usize;
    assert!((frames - 1..=frames).contains(&(before - first)), "{} frames of {frames} were seen", before - first);
    assert!(redraws > frames * 3 / 2, "things move in between: {redraws} redraws of {frames} frames");
    apply(harness, Command::Do(Action::TogglePlay));
    assert!(!harness.state().session.playing);
}

/// Bytes in use at `FIRST_FRAME` without motion.
fn memory(harness: &mut Harness<'_, Edagari>) -> usize {
    let at = frame(harness);
    let run = harness.state().session.active;
    apply(harness, Command::GoTo { run, frame: FIRST_FRAME });
    pass(harness, 5.0, TICK, |_, _| {});
    let bytes = without_letters(&harness.ctx);
    apply(harness, Command::GoTo { run, frame: at });
    pass(harness, 5.0, TICK, |_, _| {});
    bytes
}

#[test]
fn playing_shows_each_frame_in_time_and_keeps_memory_constant() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut settings = Settings { speed: SPEED, ..Settings::default() };
    settings.setups.remove(0);
    // Figures and plots of whole runs are closed, because they do not change.
    settings.folded_sections = [ChildPlot, Compared, DepthPlot, WindowPlot].into();
    assert!(settings.motion);
    let builder = builder().with_size(egui::vec2(1280.0, 800.0)).renderer(NoScreen);
    let open = |store| builder.build_eframe(move |made| Edagari::new(&made.egui_ctx, store));
    let mut harness = with_store(&settings, open);
    wait_for_recordings(&mut harness);
    let run = harness.state().session.active;
    assert_eq!(run, RunId(0));
    apply(&mut harness, Command::GoTo { run, frame: FIRST_FRAME });
    pass(&mut harness, 5.0, TICK, |_, _| {});
    play(&mut harness, 1.0);
    let after_first = memory(&mut harness);
    let more = super::minutes(9);
    play(&mut harness, more as f64);
    let at_end = memory(&mut harness);
    println!("bytes in use after a minute of playing {after_first}, after {more} more {at_end}");
    assert!(at_end < after_first + MAX_GROWTH, "memory grew from {after_first} to {at_end} bytes");
}
