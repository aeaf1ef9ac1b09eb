//! Panics, which are faults of the program itself: a sentence that says where, in the words of the source, not of the machine that built it.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write as _;
use std::panic::{PanicHookInfo, set_hook};

use crate::language::visible;

/// Lets every panic be told on stderr as one sentence; with `RUST_BACKTRACE=1` the calls that led to it follow.
pub fn tell_panics() {
    set_hook(Box::new(|info| {
        let backtrace = Backtrace::capture();
        let mut stderr = std::io::stderr().lock();
        // If even this cannot be written, nothing is left to be said.
        let _ = writeln!(stderr, "edagari: {}", sentence(info));
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = write!(stderr, "{backtrace}");
        }
    }));
}

fn sentence(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(|place| format!(" at {}:{}", of_source(place.file()), place.line()));
    let message = info.payload_as_str().unwrap_or("it stopped without a reason");
    format!("a fault of the program itself{}, please report it: {}", place.unwrap_or_default(), visible(message))
}

/// The name of a source file from its package on: what stands before it belongs to the machine that built the program.
fn of_source(file: &str) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    let is_absolute = parts.first().is_some_and(|first| first.is_empty() || first.ends_with(':'));
    let source = parts.iter().rposition(|&part| part == "src").filter(|_| is_absolute);
    parts[source.map_or(0, |source| source.saturating_sub(1))..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_source() {
        assert_eq!(of_source("src/trace/mod.rs"), "src/trace/mod.rs");
        assert_eq!(of_source("/home/me/.cargo/registry/src/index-1/egui-0.37.0/src/ui.rs"), "egui-0.37.0/src/ui.rs");
        assert_eq!(of_source("C:\\Users\\me\\crates\\zstd-0.14\\src\\lib.rs"), "zstd-0.14/src/lib.rs");
        assert_eq!(of_source("/rustc/5980/library/core/src/option.rs"), "core/src/option.rs");
    }
}
