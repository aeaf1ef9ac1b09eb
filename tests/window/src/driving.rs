//! What all tests of the window share.

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

/// A window that keeps no settings, as it opens, with both recordings done.
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

/// Lets time pass before a screen that shows a picture every `tick` seconds at most: the window is redrawn when it has asked for
/// it, and at no other time. Gives back how often; `seen` is told the time after each.
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
    // From here on time goes by steps again.
    harness.input_mut().time = None;
    redraws
}

/// Clicks the widget with this name, which is no mere text; the first where there are several.
pub fn click(harness: &mut Harness<'_, Edagari>, name: &str) {
    let is_text = |role| matches!(role, Role::Label | Role::TextRun);
    // What lies farther down in a panel is scrolled to, as a person would.
    let widget = harness.query_all_by_label(name).find(|node| !is_text(node.accesskit_node().role()));
    widget.unwrap_or_else(|| panic!("{name} is not on screen")).scroll_to_me();
    harness.run_steps(8);
    let widget = harness.query_all_by_label(name).find(|node| !is_text(node.accesskit_node().role()));
    widget.unwrap_or_else(|| panic!("{name} is not on screen")).click();
    harness.run_steps(3);
}

/// Whether a text is somewhere on screen. A person does not see which of its spaces are no-break spaces.
pub fn says(harness: &Harness<'_, Edagari>, text: &str) -> bool {
    let plain = with_plain_spaces(text);
    let has = move |name: Option<String>| name.is_some_and(|name| with_plain_spaces(&name).contains(&*plain));
    let named = By::new().predicate(move |node| {
        let is_text = matches!(node.role(), Role::Label | Role::TextRun);
        has(node.label()) || (is_text && has(node.value()))
    });
    harness.query_all_by_label_contains(text).next().is_some() || harness.query_all(named).next().is_some()
}

/// Whether a widget has a name with a text in it, such as a node of a tree.
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

/// The frames of the left and the right pane.
pub fn frames(harness: &Harness<'_, Edagari>) -> [usize; 2] {
    [0, 1].map(|index| harness.state().session.runs[index].frame)
}

/// The moves to the centre of a pane, as texts.
pub fn center(harness: &Harness<'_, Edagari>, pane: usize) -> String {
    let pane = &harness.state().session.runs[pane];
    let texts = (0..pane.center.len()).map(|length| {
        let position = pane.trace.position(&pane.center[..length]).expect("a legal path");
        position.move_text(pane.center[length] as usize)
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Both panes run a tree that is recorded at once.
pub fn small_settings() -> Settings {
    let setup = |algorithm| Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    Settings { setups: vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)], ..Settings::default() }
}

pub fn small_window() -> Harness<'static, Edagari> {
    with_store(&small_settings(), window_with)
}

/// Plain α-β on the left, with a table of bounds on the right.
pub fn settings_with_table() -> Settings {
    let mut settings = Settings::default();
    settings.setups[0].process = Process::Search(Algorithm::AlphaBeta);
    settings.setups[1].table = Some(TableSetup::default());
    settings
}

/// What opens a window with these settings; it reads them at once, so the file need not outlive this function.
pub fn with_store<T>(settings: &Settings, open: impl FnOnce(SettingsStore) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, ron::to_string(settings).expect("serialisable")).expect("written");
    open(SettingsStore::at(path))
}

/// A tree whose recording takes so long that it can be cancelled on the way.
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

/// Writes into the field with this name, which holds something else.
pub fn replace_text(harness: &mut Harness<'_, Edagari>, name: &str, text: &str) {
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).focus();
    harness.run_steps(2);
    press_with(harness, egui::Modifiers::COMMAND, egui::Key::A);
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).type_text(text);
    harness.run_steps(3);
}
