//! Reports of panics (faults of the program itself): one sentence, with a source path that does not depend on the build machine.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write as _;
use std::panic::{PanicHookInfo, set_hook};

use edagari_core::language::visible;

/// Installs a panic hook that reports each panic on stderr as one sentence; with `RUST_BACKTRACE=1`, a backtrace follows.
pub fn tell_panics() {
    set_hook(Box::new(|info| {
        let backtrace = Backtrace::capture();
        let mut stderr = std::io::stderr().lock();
        // If stderr cannot be written, the panic is not reported.
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

/// Returns the path of a source file from its package on, without the folders of the build machine.
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
    fn absolute_source_path_is_shortened_to_its_package() {
        assert_eq!(of_source("src/trace/mod.rs"), "src/trace/mod.rs");
        assert_eq!(of_source("/home/me/.cargo/registry/src/index-1/egui-0.37.0/src/ui.rs"), "egui-0.37.0/src/ui.rs");
        assert_eq!(of_source("C:\\Users\\me\\crates\\zstd-0.14\\src\\lib.rs"), "zstd-0.14/src/lib.rs");
        assert_eq!(of_source("/rustc/5980/library/core/src/option.rs"), "core/src/option.rs");
    }
}
