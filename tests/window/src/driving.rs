//! Shared helpers of the tests of the window.

use std::time::{Duration, Instant};

use edagari::game::{GameSetup, RandomTree};
use edagari::language::with_plain_spaces;
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Command, Edagari, Run, Settings, SettingsStore};
use egui::accesskit::Role;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use egui_kittest::{Harness, HarnessBuilder};

/// Seconds of one step of the harness.
pub const STEP: f32 = 1.0 / 60.0;

pub fn builder() -> HarnessBuilder<Edagari> {
    Harness::builder().with_size(egui::vec2(1600.0, 900.0)).with_step_dt(STEP).with_max_steps(200)
}

/// Opens a window that stores no settings, and waits for both recordings.
pub fn window() -> Harness<'static, Edagari> {
    window_with(SettingsStore::nowhere())
}

pub fn window_with(store: SettingsStore) -> Harness<'static, Edagari> {
    let mut harness = builder().build_eframe(move |creation| Edagari::new(&creation.egui_ctx, store));
    wait_for_recordings(&mut harness);
    harness
}

pub fn wait_for_recordings(harness: &mut Harness<'_, Edagari>) {
    let since = Instant::now();
    while harness.state().session.runs.iter().any(Run::is_recording) {
        assert!(since.elapsed() < Duration::from_mins(5), "the recordings take too long");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

/// Advances the clock by `seconds`, as on a screen with at most one picture each `tick` seconds. The window is redrawn
/// only when it requests it. Returns the number of redraws; `seen` is called with the time after each.
pub fn pass(
    harness: &mut Harness<'_, Edagari>,
    seconds: f64,
    tick: f64,
    mut seen: impl FnMut(&Harness<'_, Edagari>, f64),
) -> usize {
    let mut now = harness.ctx.input(|input| input.time);
    let end = now + seconds;
    let mut redraws = 0;
    loop {
        let asked = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
        now += asked.as_secs_f64().max(tick);
        if now > end {
            break;
        }
        harness.input_mut().time = Some(now);
        harness.step();
        redraws += 1;
        seen(harness, now);
    }
    // Later steps advance the time by `STEP` again.
    harness.input_mut().time = None;
    redraws
}

/// Clicks the first widget with this name that is not plain text.
pub fn click(harness: &mut Harness<'_, Edagari>, name: &str) {
    let is_text = |role| matches!(role, Role::Label | Role::TextRun);
    // A widget below the visible part of a panel is scrolled into view first.
    let widget = harness.query_all_by_label(name).find(|node| !is_text(node.accesskit_node().role()));
    widget.unwrap_or_else(|| panic!("{name} is not on screen")).scroll_to_me();
    harness.run_steps(8);
    let widget = harness.query_all_by_label(name).find(|node| !is_text(node.accesskit_node().role()));
    widget.unwrap_or_else(|| panic!("{name} is not on screen")).click();
    harness.run_steps(3);
}

/// Whether a text is on screen. No-break spaces are equal to spaces.
pub fn says(harness: &Harness<'_, Edagari>, text: &str) -> bool {
    let plain = with_plain_spaces(text);
    let has = move |name: Option<String>| name.is_some_and(|name| with_plain_spaces(&name).contains(&*plain));
    let named = By::new().predicate(move |node| {
        let is_text = matches!(node.role(), Role::Label | Role::TextRun);
        has(node.label()) || (is_text && has(node.value()))
    });
    harness.query_all_by_label_contains(text).next().is_some() || harness.query_all(named).next().is_some()
}

/// Whether a widget, such as a node of a tree, has a name that contains the text.
pub fn says_in_tree(harness: &Harness<'_, Edagari>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).any(|node| node.accesskit_node().label().is_some())
}

pub fn apply(harness: &mut Harness<'_, Edagari>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, command);
    harness.run_steps(3);
}

pub fn press(harness: &mut Harness<'_, Edagari>, key: egui::Key) {
    press_with(harness, egui::Modifiers::NONE, key);
}

pub fn press_with(harness: &mut Harness<'_, Edagari>, modifiers: egui::Modifiers, key: egui::Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

/// Current frames of the left and the right pane.
pub fn frames(harness: &Harness<'_, Edagari>) -> [usize; 2] {
    [0, 1].map(|index| harness.state().session.runs[index].frame)
}

/// Moves to the centre of a pane, as text.
pub fn center(harness: &Harness<'_, Edagari>, pane: usize) -> String {
    let pane = &harness.state().session.runs[pane];
    let texts = (0..pane.center.len()).map(|length| {
        let position = pane.trace.position(&pane.center[..length]).expect("a legal path");
        position.move_text(pane.center[length] as usize)
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Settings with small trees in both panes, which are recorded immediately.
pub fn small_settings() -> Settings {
    let setup = |algorithm| Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    Settings { setups: vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)], ..Settings::default() }
}

pub fn small_window() -> Harness<'static, Edagari> {
    with_store(&small_settings(), window_with)
}

/// Settings with α-β on the left, and the right run with a table of bounds.
pub fn settings_with_table() -> Settings {
    let mut settings = Settings::default();
    settings.setups[0].process = Process::Search(Algorithm::AlphaBeta);
    settings.setups[1].table = Some(TableSetup::default());
    settings
}

/// Opens a window with these settings. `open` must read them at once, because the file is deleted afterwards.
pub fn with_store<T>(settings: &Settings, open: impl FnOnce(SettingsStore) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, ron::to_string(settings).expect("serialisable")).expect("written");
    open(SettingsStore::at(path))
}

/// A tree whose recording takes long enough to be cancelled.
pub fn huge() -> Setup {
    let tree = RandomTree { depth: 40, branching: 4, ..RandomTree::default() };
    Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax))
}

pub fn wait_until_it_says(harness: &mut Harness<'_, Edagari>, text: &str) {
    let since = Instant::now();
    while !says(harness, text) {
        assert!(since.elapsed() < Duration::from_mins(5), "it never says {text}");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

pub fn wait_while_it_says(harness: &mut Harness<'_, Edagari>, text: &str) {
    let since = Instant::now();
    while says(harness, text) {
        assert!(since.elapsed() < Duration::from_mins(5), "it says {text} for ever");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

/// Replaces the text of the field with this name.
pub fn replace_text(harness: &mut Harness<'_, Edagari>, name: &str, text: &str) {
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).focus();
    harness.run_steps(2);
    press_with(harness, egui::Modifiers::COMMAND, egui::Key::A);
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).type_text(text);
    harness.run_steps(3);
}
