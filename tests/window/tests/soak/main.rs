//! Memory and responses under random commands, one a second, and under playing, both faster than in reality. A process of its own that
//! runs one test after the other, because memory is counted exactly. `cargo bench --bench soak` measures the cost of the redraws, without
//! the burden of this allocator.

use std::sync::{Mutex, PoisonError};

use edagari::language::Language;
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
mod commands;
#[path = "../../src/driving.rs"]
#[expect(dead_code, reason = "the tests of the window use the rest")]
mod driving;
mod playing;

use commands::{Deed, Mixed, next, quiet_panels};
use driving::{builder, wait_for_recordings, with_store};
use egui_kittest::{Harness, TestRenderer};
use peak_alloc::PeakAlloc;

/// The number of commands of the first minute, at one a second.
const MINUTE: usize = 60;
/// Bytes by which memory may grow, font atlas excluded. According to a heap profiler, the growth is capacity of egui's
/// and `AccessKit`'s lists for the largest number of widgets so far, which later redraws reuse.
const MAX_GROWTH: usize = 4 << 20;

/// Minutes of a test: a sixth of `all`, or all of them with `EDAGARI_TESTS=all` in the environment, which `.ci/release` sets.
fn minutes(all: usize) -> usize {
    if std::env::var_os("EDAGARI_TESTS").is_some_and(|value| value == "all") { all } else { all.div_ceil(6) }
}

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
/// Locked by the running test, because memory is counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Renderer that discards texture updates. Without it, the harness would keep all glyphs until a picture is rendered.
struct NoScreen;

impl TestRenderer for NoScreen {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        delta.clear();
    }

    fn render(&mut self, _: &egui::Context, _: &egui::FullOutput) -> Result<image::RgbaImage, String> {
        Err("nothing is drawn here".to_owned())
    }
}

/// Commands that restore the same view from any state, so that memory is comparable.
fn plain() -> Vec<Command> {
    // More than the possible number of nested overlays.
    let mut commands: Vec<Command> = std::iter::repeat_with(|| Command::Do(Action::Dismiss)).take(20).collect();
    for id in 0..2 {
        let run = RunId(id);
        commands.push(Command::ShowFrames { run, part: None });
        commands.push(Command::Center { run, path: Vec::new() });
        commands.push(Command::GoTo { run, frame: 0 });
    }
    commands
}

/// Bytes in use after the initial view is restored.
fn memory(harness: &mut Harness<'_, Edagari>) -> usize {
    let ctx = harness.ctx.clone();
    let app = harness.state_mut();
    app.begin_anew_with(Settings { setups: app.session.settings.setups.clone(), ..Settings::default() });
    let added: Vec<RunId> = app.session.runs.iter().map(|run| run.id).filter(|id| id.0 > 1).collect();
    for run in added {
        app.apply(&ctx, Command::CloseRun(run));
    }
    app.apply(&ctx, Command::Do(Action::ArrangeCompare));
    for command in plain() {
        app.apply(&ctx, command);
    }
    // Opens each panel once, so that its cached state is the same, too.
    for panel in quiet_panels() {
        look(harness, Command::OpenPanel(panel), 3);
        look(harness, Command::ClosePanel(panel), 1);
    }
    let forms = [Action::FormWhole, Action::FormIcicle, Action::FormFocus];
    for action in forms.into_iter().chain(Language::ALL.into_iter().rev().map(Action::Language)) {
        look(harness, Command::Do(action), 20);
    }
    without_letters(&ctx)
}

/// Bytes in use without the font atlas: egui doubles it as glyphs of more sizes are drawn, and rebuilds it when it is
/// full.
fn without_letters(ctx: &egui::Context) -> usize {
    let points: usize = ctx.fonts(|fonts| fonts.font_image_size().iter().product());
    MEMORY.current_usage() - points * size_of::<egui::Color32>()
}

fn look(harness: &mut Harness<'_, Edagari>, command: Command, steps: usize) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, command);
    for _ in 0..steps {
        harness.step();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn random_commands_leave_the_window_working_and_its_memory_constant() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let open = |store| builder().renderer(NoScreen).build_eframe(move |made| Edagari::new(&made.egui_ctx, store));
    let mut harness = with_store(&Settings::default(), open);
    wait_for_recordings(&mut harness);
    let counts = |harness: &Harness<'_, Edagari>| [0, 1].map(|at| harness.state().session.runs[at].trace.frame_count());
    let frames = counts(&harness);
    let mut mixed = Mixed(2026);
    let mut after_minute = 0;
    let minutes = minutes(60);
    for number in 0..minutes * MINUTE {
        match next(&mut mixed, harness.state()) {
            Deed::Command(command) => {
                let ctx = harness.ctx.clone();
                harness.state_mut().apply(&ctx, *command);
            }
            Deed::Events(events) => {
                for event in events {
                    harness.event(event);
                }
            }
        }
        harness.step();
        if number + 1 == MINUTE {
            after_minute = memory(&mut harness);
        }
    }
    let at_end = memory(&mut harness);
    assert_eq!(counts(&harness), frames, "the traces are untouched");
    // The window still executes commands.
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, Command::GoTo { run: RunId(0), frame: 126 });
    harness.step();
    assert_eq!(harness.state().session.runs[0].frame, 126);
    println!("bytes in use after a minute {after_minute}, after {minutes} minutes {at_end}");
    assert!(at_end < after_minute + MAX_GROWTH, "memory grew from {after_minute} to {at_end} bytes");
}
