//! An hour's worth of random commands on large traces, one a second, run fast. In a process of its own, so that its memory
//! can be told. What the redraws cost is measured by `cargo bench --bench soak`, which does the same without a debugger's
//! burden.
#![cfg(feature = "viewer")]

mod commands;
#[path = "../window/driving.rs"]
#[expect(dead_code, reason = "the tests of the window use the rest")]
mod driving;

use commands::{Deed, Mixed, next};
use driving::{window_with, with_store};
use edagari::viewer::{Command, Settings};

/// Commands of an hour and of its first minute; the caches of fonts and pictures fill in the beginning, so that counts ten
/// minutes here.
const HOUR: usize = 3600;
const BEGINNING: usize = 600;

/// The memory of this process in bytes, where the system tells it.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[test]
fn an_hour_of_random_commands_leaves_the_window_standing() {
    let mut harness = with_store(&Settings::default(), window_with);
    let frames = harness.state().panes.each_ref().map(|pane| pane.trace.frame_count());
    let mut mixed = Mixed(2026);
    let mut at_beginning = None;
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
        if number == BEGINNING {
            at_beginning = memory();
        }
    }
    assert_eq!(
        harness.state().panes.each_ref().map(|pane| pane.trace.frame_count()),
        frames,
        "the traces are untouched"
    );
    // It still does what it is told.
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, Command::GoTo { pane: 0, frame: 126 });
    harness.step();
    assert_eq!(harness.state().panes[0].frame, 126);
    let Some((before, after)) = at_beginning.zip(memory()) else {
        println!("memory was not compared: this system does not tell it in /proc/self/statm");
        return;
    };
    let grown = after.saturating_sub(before) >> 20;
    println!("memory after {BEGINNING} commands {} MiB, after {HOUR} {} MiB", before >> 20, after >> 20);
    assert!(grown < 48, "memory has grown by {grown} MiB since the beginning");
}
