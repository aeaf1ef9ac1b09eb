//! Runs random commands of one hour, one each second, on two traces of ten million frames. Counts redraws over their
//! budget and measures memory growth: `cargo bench --bench soak`. Another seed: `-- 7`.

#[path = "../tests/soak/commands.rs"]
mod commands;
mod driven;

use std::time::Duration;

use commands::{Deed, Mixed, next};
use driven::Window;
use edagari::game::{GameSetup, RandomTree};
use edagari::search::{Algorithm, Order};
use edagari::trace::{Process, Setup};
use edagari::viewer::{REDRAW_BUDGET, Settings};

/// Numbers of commands in an hour and in its first ten minutes, which fill the caches of fonts and pictures.
const HOUR: usize = 3600;
const BEGINNING: usize = 600;
/// Redraws after each command: one that executes it, and some for motion.
const REDRAWS: usize = 4;

/// Memory of this process in MiB, or `None` if the system does not report it.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages * 4096) >> 20)
}

/// CPU time of this thread. Other threads and processes do not count.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static SINCE: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        SINCE.elapsed()
    }
}

fn main() {
    let seed = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(2026);
    let run = |order| {
        let tree = RandomTree { branching: 19, depth: 5, ..RandomTree::default() };
        Setup { order, ..Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax)) }
    };
    let setups = vec![run(Order::Natural), run(Order::Reversed)];
    let mut window = Window::open(&Settings { setups, memory_limit_mib: 8 << 10, ..Settings::default() });
    let mut mixed = Mixed(seed);
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut memories = Vec::new();
    for number in 0..HOUR {
        let deed = next(&mut mixed, &window.app);
        let what = format!("{deed:?}");
        let mut events = Vec::new();
        let since = processor_time();
        match deed {
            Deed::Command(command) => window.apply(*command),
            Deed::Events(told) => events = told,
        }
        let applied = processor_time().saturating_sub(since);
        for redraw in 0..REDRAWS {
            let since = processor_time();
            window.redraw_with(std::mem::take(&mut events));
            let taken = processor_time().saturating_sub(since) + if redraw == 0 { applied } else { Duration::ZERO };
            times.push((taken, format!("{what}, {:?}", window.app.session.settings.tree_form)));
        }
        if number % BEGINNING == BEGINNING - 1 {
            memories.extend(memory());
        }
    }
    let frames = [0, 1].map(|at| window.app.session.runs[at].trace.frame_count());
    times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    let over = times.iter().filter(|(time, _)| *time > REDRAW_BUDGET).count();
    println!("traces of {} and {} frames, {HOUR} random commands, {} redraws", frames[0], frames[1], times.len());
    println!(
        "median {:?}, slowest {:?}; {over} over {REDRAW_BUDGET:?} = {:.2} of 1,000 (goal: 1)",
        times[times.len() / 2].0,
        times[0].0,
        over as f64 * 1000.0 / times.len() as f64,
    );
    for (time, what) in times.iter().take(over.min(20)) {
        println!("  {time:?} after {what}");
    }
    println!("memory after each {BEGINNING} commands, in MiB: {memories:?}");
}
