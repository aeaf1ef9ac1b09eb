//! An hour's worth of random commands on large traces, one a second, run fast. In a process of its own, so that its memory
//! can be told. What the redraws cost is measured by `cargo bench --bench soak`, which does the same without a debugger's
//! burden.

use edagari::language::Language;
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
mod commands;
#[path = "../../src/driving.rs"]
#[expect(dead_code, reason = "the tests of the window use the rest")]
mod driving;

use commands::{Deed, Mixed, next};
use driving::{builder, wait_for_recordings, with_store};
use egui_kittest::{Harness, TestRenderer};
use peak_alloc::PeakAlloc;

/// Commands of an hour and of its first minute.
const HOUR: usize = 3600;
const MINUTE: usize = 60;
/// Bytes by which memory may grow. Letters that were not yet on screen in the first minute are kept; and with debug
/// assertions egui keeps the names of all ids that were ever used, of which runs and tiles that are opened bring new ones.
/// That these two are all of it is not shown: memory still grows after the hour, by about 2 KB a command.
const MOST_GROWTH: usize = 24 << 20;

/// What is looked at before memory is told.
const LOOKS: [Command; 5] = [
    Command::Do(Action::FormWhole),
    Command::Do(Action::FormIcicle),
    Command::Do(Action::FormFocus),
    Command::SetLanguage(Language::Japanese),
    Command::SetLanguage(Language::English),
];

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What is drawn is not kept: until there is a picture, the harness would keep all letters that were ever drawn for it.
struct NoScreen;

impl TestRenderer for NoScreen {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        delta.clear();
    }

    fn render(&mut self, _: &egui::Context, _: &egui::FullOutput) -> Result<image::RgbaImage, String> {
        Err("nothing is drawn here".to_owned())
    }
}

/// What brings the window into the same state, whatever was done to it before, so that its memory can be compared.
fn plain() -> Vec<Command> {
    // More than can lie on one another.
    let mut commands: Vec<Command> = std::iter::repeat_with(|| Command::Do(Action::Dismiss)).take(20).collect();
    for id in 0..2 {
        let run = RunId(id);
        commands.push(Command::ShowFrames { run, part: None });
        commands.push(Command::Center { run, path: Vec::new() });
        commands.push(Command::GoTo { run, frame: 0 });
    }
    commands
}

/// The bytes in use when the window shows what it showed in the beginning.
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
    // What is kept of each of these is then the same, too.
    for command in LOOKS {
        harness.state_mut().apply(&ctx, command);
        for _ in 0..20 {
            harness.step();
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
    MEMORY.current_usage()
}

#[test]
fn an_hour_of_random_commands_leaves_the_window_standing() {
    let open = |store| builder().renderer(NoScreen).build_eframe(move |made| Edagari::new(&made.egui_ctx, store));
    let mut harness = with_store(&Settings::default(), open);
    wait_for_recordings(&mut harness);
    let counts = |harness: &Harness<'_, Edagari>| [0, 1].map(|at| harness.state().session.runs[at].trace.frame_count());
    let frames = counts(&harness);
    let mut mixed = Mixed(2026);
    let mut after_minute = 0;
    for number in 0..HOUR {
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
    let after_hour = memory(&mut harness);
    assert_eq!(counts(&harness), frames, "the traces are untouched");
    // It still does what it is told.
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, Command::GoTo { run: RunId(0), frame: 126 });
    harness.step();
    assert_eq!(harness.state().session.runs[0].frame, 126);
    println!("bytes in use after a minute {after_minute}, after an hour {after_hour}");
    assert!(after_hour < after_minute + MOST_GROWTH, "memory grew from {after_minute} to {after_hour} bytes");
}
