//! Entry point of the window in a browser; `.ci/web` builds the page around it.

#[cfg(target_arch = "wasm32")]
fn main() {
    edagari::viewer::run_in_page();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this program is for a browser: build it by .ci/web, or build `edagari` for this machine");
    std::process::exit(2);
}
