//! Opening of the window, and one-sentence errors if that fails.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::edagari::{Edagari, NAME};
use crate::platform::child;
use crate::viewer::kit::widgets::IS_FREE_DESKTOP;
use crate::viewer::session::{FirstView, Given, ProgramSetup, SettingsStore};
use edagari_core::trace::Trace;

/// Size of the window at its first start, in points.
const FIRST_SIZE: (f32, f32) = (1600.0, 900.0);

/// Error: the window could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The environment names no display.
    #[error(
        "there is no display: `edagari serve` gives the window to a browser, also over SSH; otherwise set DISPLAY or \
         WAYLAND_DISPLAY, or install and start a virtual one (Debian: xvfb, then `xvfb-run edagari`); `edagari record`, \
         `edagari frame` and `edagari state` work without one"
    )]
    NoDisplay,
    /// No driver provides the OpenGL version with which the window is drawn.
    #[error(
        "the window needs OpenGL 2.0 or newer, and no graphics driver here provides it (Debian: libgl1-mesa-dri has one in \
         software): `edagari serve` shows the window in a browser, and `edagari share` writes a run as a web page"
    )]
    NoOpenGl,
    /// The display or the system refused; contains the reason.
    #[error(
        "the window cannot be opened ({0}): check DISPLAY or WAYLAND_DISPLAY, and install what is missing (Debian: \
         libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon0 libxkbcommon-x11-0 libegl1 libgl1-mesa-dri); \
         `edagari serve` gives the window to a browser; `edagari record`, `edagari frame` and `edagari state` work without a \
         display"
    )]
    Refused(String),
}

/// Opens the window with a run for each of `files`, and returns when it is closed. If `follows` is set, the files are read
/// further while they grow. A page with several traces opens all of them. `first` is the first view; without files, the runs of
/// the settings are recorded.
///
/// # Errors
/// [`ViewError`] if there is no display or no driver for it.
pub fn run(files: Vec<PathBuf>, follows: bool, first: FirstView) -> Result<(), ViewError> {
    let mut given = Vec::new();
    for file in files {
        if follows && file.as_os_str() != "-" {
            given.push(Given::Growing(file));
            continue;
        }
        given.push(Given::File(file));
    }
    given.extend(Given::of_view(&first));
    run_app(move |ctx| Edagari::with(ctx, SettingsStore::of_this_user(), given).beginning_at(Ok(first)))
}

/// Opens the window with a run that starts a program and shows its stream, and returns when the window is closed; the program
/// then ends, too.
///
/// # Errors
/// [`ViewError`] if there is no display or no driver for it.
pub fn run_program(program: ProgramSetup, first: FirstView) -> Result<(), ViewError> {
    let mut given = vec![Given::Program(Box::new(program))];
    given.extend(Given::of_view(&first));
    run_app(move |ctx| Edagari::with(ctx, SettingsStore::of_this_user(), given).beginning_at(Ok(first)))
}

/// Opens the window on traces that a program made, possibly of its own game, and returns when it is closed. Each trace is a run
/// with the given name, with all features of a run from a trace file; if the rules of the game are available, pruned subtrees are
/// generated from them. The settings are those of the user's window.
///
/// Must be called from the main thread, as windowing systems require, and only once in a process.
///
/// ```no_run
/// use edagari::game::{AnyGame, GameSetup, TicTacToe};
/// use edagari::search::Algorithm;
/// use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record_game};
///
/// let setup = Setup::new(GameSetup::unknown("my game"), Process::Search(Algorithm::AlphaBeta));
/// let my_game = AnyGame::other(TicTacToe::default());
/// let trace = record_game(my_game, &setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// edagari::viewer::run_with(vec![("α-β".to_owned(), trace)])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ViewError`] if there is no display or no driver for it.
pub fn run_with(traces: Vec<(String, Trace)>) -> Result<(), ViewError> {
    run_app(move |ctx| Edagari::with_traces(ctx, SettingsStore::of_this_user(), traces))
}

fn run_app(edagari: impl FnOnce(&egui::Context) -> Edagari) -> Result<(), ViewError> {
    let names_a_display = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if IS_FREE_DESKTOP && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(names_a_display) {
        return Err(ViewError::NoDisplay);
    }
    // Messages of libraries are off unless RUST_LOG enables them. In a second start within one process, the logger is already set.
    let _ = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).try_init();
    let has_opened = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&has_opened);
    let kept = SettingsStore::of_this_user().window_size();
    let (width, height) = kept.map_or(FIRST_SIZE, |window| window.size);
    let options = eframe::NativeOptions {
        // Also where another package switches on the other renderer, as the tests of the window do.
        renderer: eframe::Renderer::Glow,
        viewport: egui::ViewportBuilder::default()
            .with_title(NAME)
            .with_app_id("edagari")
            .with_icon(icon())
            // On a screen that is smaller, eframe opens the window as large as the screen.
            .with_inner_size([width, height])
            .with_maximized(kept.is_some_and(|window| window.is_maximised))
            .with_min_inner_size([360.0, 320.0]),
        ..Default::default()
    };
    let open = || {
        eframe::run_native(
            NAME,
            options,
            Box::new(move |creation| {
                opened.store(true, Ordering::Relaxed);
                keep_driver(creation);
                Ok(Box::new(edagari(&creation.egui_ctx)))
            }),
        )
    };
    let ended = catch_start_up_panic(open, &has_opened);
    child::end_all();
    match ended {
        Ok(Ok(())) => Ok(()),
        Ok(Err(eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_))) => {
            Err(ViewError::NoOpenGl)
        }
        Ok(Err(error)) => Err(ViewError::Refused(one_line(&error.to_string()))),
        Err(message) => Err(ViewError::Refused(one_line(&message))),
    }
}

/// Returns the icon of the window; under Wayland, the desktop entry names it.
fn icon() -> egui::IconData {
    let png = include_bytes!("../../../resources/package/icons/edagari-128.png");
    // A missing icon must not prevent the window from opening.
    eframe::icon_data::from_png_bytes(png).unwrap_or_default()
}

/// Stores the name of the graphics driver, for bug reports.
fn keep_driver(creation: &eframe::CreationContext<'_>) {
    use eframe::glow::HasContext as _;
    let Some(version) = creation.gl.as_ref().map(|gl| gl.version().clone()) else { return };
    let driver = format!("OpenGL {}.{} {}", version.major, version.minor, version.vendor_info);
    creation.egui_ctx.data_mut(|data| data.insert_temp(egui::Id::unique("graphics driver"), driver));
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs `open`, and converts a panic during start-up to an error. The windowing library panics if a system library is missing
/// (libxkbcommon-x11, for one). After the window has opened, a panic is a bug of ours and is propagated.
fn catch_start_up_panic<T>(open: impl FnOnce() -> T, has_opened: &Arc<AtomicBool>) -> Result<T, String> {
    let default_hook = Arc::new(std::panic::take_hook());
    let (hook, opened) = (Arc::clone(&default_hook), Arc::clone(has_opened));
    std::panic::set_hook(Box::new(move |info| {
        if opened.load(Ordering::Relaxed) {
            hook(info);
        }
    }));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(open));
    let hook = Arc::clone(&default_hook);
    std::panic::set_hook(Box::new(move |info| hook(info)));
    match result {
        Ok(value) => Ok(value),
        Err(panic) if has_opened.load(Ordering::Relaxed) => std::panic::resume_unwind(panic),
        Err(panic) => Err(panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
            .unwrap_or_default()),
    }
}
