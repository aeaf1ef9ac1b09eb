//! Keys, text fields, undo, messages: no input is lost, doubled, or applied to the wrong target.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use edagari::game::{ConnectFour, GameSetup};
use edagari::language::Language;
use edagari::lesson::note::Notes;
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::file::save_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use edagari::viewer::{Action, Command, Edagari, RunId, Session, Settings, SettingsStore, ThemeChoice};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Event of a key press.
fn pressed(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// Events of typing a text: a key press and a text event for each letter.
fn typed(text: &str) -> Vec<Event> {
    let key = |letter: char| {
        let name = if letter == ' ' { "Space".to_owned() } else { letter.to_ascii_uppercase().to_string() };
        Key::from_name(&name)
    };
    let events = |letter: char| {
        let held = if letter.is_ascii_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
        key(letter).map(|key| pressed(key, held)).into_iter().chain([Event::Text(letter.to_string())])
    };
    text.chars().flat_map(events).collect()
}

/// Sends all events between two redraws.
fn send(harness: &mut Harness<'_, Edagari>, events: impl IntoIterator<Item = Event>) {
    harness.input_mut().events.extend(events);
    harness.step();
    harness.run_steps(3);
}

/// Events of pressing and releasing a key.
fn struck(key: Key) -> [Event; 2] {
    let modifiers = Modifiers::NONE;
    [pressed(key, modifiers), Event::Key { key, physical_key: None, pressed: false, repeat: false, modifiers }]
}

#[test]
fn held_key_counts_once_a_redraw() {
    let mut harness = window();
    let before = frames(&harness)[1];
    // Without a release, every further press is a repeat.
    send(&mut harness, (0..12).map(|_| pressed(Key::ArrowRight, Modifiers::NONE)));
    assert_eq!(frames(&harness)[1], before + 2, "the press, and its repeats in one redraw");
    for _ in 0..5 {
        send(&mut harness, (0..3).map(|_| pressed(Key::ArrowRight, Modifiers::NONE)));
    }
    assert_eq!(frames(&harness)[1], before + 7);
    send(&mut harness, struck(Key::ArrowRight).into_iter().skip(1).chain(struck(Key::ArrowRight)));
    assert_eq!(frames(&harness)[1], before + 8, "a press after the release counts again");
}

#[test]
fn presses_between_two_redraws_all_count() {
    let mut harness = window();
    let before = frames(&harness)[1];
    send(&mut harness, (0..30).flat_map(|_| struck(Key::ArrowRight)));
    assert_eq!(frames(&harness)[1], before + 30);
    let back = [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowRight, Key::ArrowLeft];
    send(&mut harness, back.into_iter().flat_map(struck));
    assert_eq!(frames(&harness)[1], before + 28, "in the order in which they were pressed");
    // A panel that an event opens has the keyboard focus for the events after it.
    send(&mut harness, [pressed(Key::ArrowRight, Modifiers::NONE), pressed(Key::F1, Modifiers::NONE)]);
    send(&mut harness, [pressed(Key::Escape, Modifiers::NONE), pressed(Key::ArrowRight, Modifiers::NONE)]);
    assert_eq!(frames(&harness)[1], before + 30);
    assert!(!harness.state().open_panels().contains(&Action::KeyboardHelp));
}

/// State that typing must not change.
#[derive(PartialEq, Debug)]
struct Untouched {
    settings: Settings,
    runs: Vec<(RunId, usize, Vec<u32>, usize)>,
    active: RunId,
    notes: usize,
    playing: bool,
    notice: Option<String>,
    panels: Vec<Action>,
    files: Vec<std::path::PathBuf>,
}

impl Untouched {
    fn of(app: &Edagari, folder: &Path) -> Self {
        let session: &Session = &app.session;
        let mut files: Vec<_> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        Self {
            settings: Settings {
                arrangement: String::new(),
                open_panels: Vec::new(),
                unsaved_notes: String::new(),
                ..session.settings.clone()
            },
            runs: session
                .runs
                .iter()
                .map(|run| (run.id, run.frame, run.center.clone(), Arc::as_ptr(&run.trace).addr()))
                .collect(),
            active: session.active,
            notes: session.notebook.notes.notes.len(),
            playing: session.playing,
            notice: session.notice.clone(),
            panels: app.open_panels(),
            files,
        }
    }
}

fn text_fields(harness: &Harness<'_, Edagari>) -> usize {
    [Role::TextInput, Role::MultilineTextInput].map(|role| harness.query_all_by_role(role).count()).iter().sum()
}

fn settings_with_all() -> Settings {
    let mut settings = small_settings();
    settings.setups[1].table = Some(TableSetup::default());
    settings
}

/// Letters, digits and blanks of this text are shortcuts: play, note, turn, links, views, jumps, panels.
const SENTENCE: &str = "open NOTED 1234 Qyz kLM";

#[test]
fn a_sentence_typed_right_after_opening_a_panel_does_nothing_else() {
    let mut with_field = Vec::new();
    for panel in Edagari::all_panels() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut harness = with_store(&settings_with_all(), window_with);
        if panel == Action::ToggleNotes {
            press(&mut harness, Key::N);
            let since = std::time::Instant::now();
            while harness.state().session.notebook.notes.notes.is_empty() {
                assert!(since.elapsed().as_secs() < 60, "the note never comes");
                harness.step();
            }
            apply(&mut harness, Command::ClosePanel(panel));
        }
        apply(&mut harness, Command::ClosePanel(panel));
        let fields = text_fields(&harness);
        let before = Untouched::of(harness.state(), folder.path());
        let Some(keys) = panel.shortcuts().first() else { continue };
        let events = [pressed(keys.logical_key, keys.modifiers)].into_iter().chain(typed(SENTENCE));
        // The events are sent between two redraws if the panel has a text field, which a second window determines.
        let mut probe = with_store(&settings_with_all(), window_with);
        apply(&mut probe, Command::ClosePanel(panel));
        let without = text_fields(&probe);
        send(&mut probe, [pressed(keys.logical_key, keys.modifiers)]);
        let has_field = text_fields(&probe) > without || panel == Action::ToggleNotes;
        if !has_field {
            continue;
        }
        with_field.push(panel);
        send(&mut harness, events);
        send(&mut harness, typed(SENTENCE));
        let mut after = Untouched::of(harness.state(), folder.path());
        assert!(after.panels.contains(&panel), "{panel:?} is open");
        after.panels.retain(|open| *open != panel);
        let expected: Vec<_> = before.panels.iter().copied().filter(|open| *open != panel).collect();
        assert_eq!((&after.panels, expected.len()), (&expected, after.panels.len()), "{panel:?}");
        assert_eq!(Untouched { panels: Vec::new(), ..after }, Untouched { panels: Vec::new(), ..before }, "{panel:?}");
        assert!(text_fields(&harness) > fields, "{panel:?}");
        let mut values = harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value());
        assert!(values.any(|value| value.matches(SENTENCE).count() == 2), "{panel:?} has all letters");
    }
    let forms = [Action::Find, Action::Fate, Action::OpenTrace, Action::SaveTrace, Action::SavePicture, Action::Share];
    let others = [Action::Arrangements, Action::SetUp, Action::ToggleMatches, Action::ToggleTablePanel];
    for panel in forms.into_iter().chain(others).chain([Action::ToggleNotes]) {
        assert!(with_field.contains(&panel), "{panel:?} has a field");
    }
}

/// In a browser, a key and its letter can come in different redraws.
#[test]
fn letter_of_a_shortcut_is_not_for_the_field_that_it_opens() {
    let mut harness = small_window();
    let keys = Action::Share.shortcuts()[0];
    send(&mut harness, [pressed(keys.logical_key, keys.modifiers)]);
    let values = |harness: &Harness<'_, Edagari>| -> Vec<String> {
        harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value()).collect()
    };
    let before = values(&harness);
    send(&mut harness, [Event::Text("S".to_owned())]);
    assert_eq!(values(&harness), before);
    // The next letter has a key of its own, which no command takes.
    send(&mut harness, typed("s"));
    assert_ne!(values(&harness), before);
}

/// In a browser, a letter comes before its key while no field has the keyboard.
#[test]
fn letter_before_the_key_of_a_shortcut_is_not_for_the_field_that_it_opens() {
    let values = |harness: &Harness<'_, Edagari>| -> Vec<String> {
        harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value()).collect()
    };
    let keys = Action::Share.shortcuts()[0];
    let opened = |events: &[Event]| {
        let mut harness = small_window();
        send(&mut harness, events.iter().cloned());
        values(&harness)
    };
    let key = pressed(keys.logical_key, keys.modifiers);
    assert_eq!(opened(&[Event::Text("S".to_owned()), key.clone()]), opened(&[key]));
}

#[test]
fn palette_receives_text_typed_right_after_its_shortcut() {
    let mut harness = small_window();
    let before = harness.state().session.settings.orientation;
    let events = [pressed(Key::K, CTRL)].into_iter().chain(typed("left to right or"));
    send(&mut harness, events.chain([pressed(Key::Enter, Modifiers::NONE)]));
    assert_ne!(harness.state().session.settings.orientation, before, "the action that was typed");
    assert_eq!(frames(&harness), [0, 0]);
}

/// The pages that describe `Escape`, each with the words before and after the names of the panels that stay open.
const PAGES_OF_ESCAPE: [(&str, &str, &str); 3] = [
    (include_str!("../../../docs/reference/window.md"), "closes the panel opened last;", "stay."),
    (include_str!("../../../docs/reference/keys.md"), "close the panel opened last (not", ")"),
    (include_str!("../../../docs/how-to/window/arrange-the-window.md"), "for the panel opened last, except", "."),
];

#[test]
fn escape_closes_the_panels_that_the_guide_does_not_except() {
    for (page, before, after) in PAGES_OF_ESCAPE {
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, rest) = page.split_once(before).expect("the page describes Escape");
        let (names, _) = rest.split_once(after).expect("it ends");
        let names: Vec<&str> = names.split('*').skip(1).step_by(2).collect();
        let name = |panel: Action| panel.name(Language::English).split(':').next().expect("a name");
        assert!(names.iter().all(|stays| Edagari::all_panels().any(|panel| name(panel) == *stays)), "{names:?}");
        let stays = |panel: &Action| names.contains(&name(*panel));
        assert_eq!(Edagari::all_panels().filter(stays).collect::<Vec<_>>(), STAYING_PANELS, "{before}");
    }
    for panel in Edagari::all_panels() {
        let mut harness = small_window();
        apply(&mut harness, Command::OpenPanel(panel));
        wait_for_recordings(&mut harness);
        press(&mut harness, Key::Escape);
        let is_open = harness.state().open_panels().contains(&panel);
        assert_eq!(is_open, STAYING_PANELS.contains(&panel), "{panel:?}");
    }
}

/// The panels that `Escape` does not close, in the order of the list of panels.
const STAYING_PANELS: [Action; 4] =
    [Action::ToggleInspector, Action::ToggleCode, Action::ToggleEqualPositions, Action::TogglePerformance];

#[test]
fn a_closed_run_comes_back_with_its_trace_and_place() {
    let mut harness = small_window();
    let trace = Arc::clone(&harness.state().session.runs[1].trace);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 7 });
    press_with(&mut harness, CTRL, Key::W);
    assert_eq!(harness.state().session.runs.len(), 1);
    click(&mut harness, "Edit");
    assert!(says(&harness, "Undo: close run α-β"), "the menu names it");
    press(&mut harness, Key::Escape);
    let is_back = |harness: &Harness<'_, Edagari>| {
        let run = &harness.state().session.runs[1];
        assert!(Arc::ptr_eq(&run.trace, &trace) && run.id == RunId(1) && run.frame == 7);
        assert!(harness.query_by_label("tree of run 2").is_some());
        assert_eq!(harness.state().session.settings.setups.len(), 2);
    };
    press_with(&mut harness, CTRL, Key::Z);
    is_back(&harness);
    press_with(&mut harness, CTRL_SHIFT, Key::Z);
    assert_eq!(harness.state().session.runs.len(), 1, "redone");
    press_with(&mut harness, CTRL_SHIFT, Key::T);
    is_back(&harness);
    press_with(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().session.runs.len(), 1, "opening it again is undone too");
    press_with(&mut harness, CTRL, Key::Z);
    is_back(&harness);
}

#[test]
fn run_that_comes_back_shows_the_linked_moment() {
    for (modifiers, key) in [(CTRL, Key::Z), (CTRL_SHIFT, Key::T)] {
        let mut harness = small_window();
        apply(&mut harness, Command::Activate(RunId(0)));
        apply(&mut harness, Command::GoTo { run: RunId(0), frame: 20 });
        let moment = |harness: &Harness<'_, Edagari>| {
            let run = harness.state().session.runs.iter().find(|run| run.id == RunId(1)).expect("the other run");
            (run.frame, format!("{:?}", run.followed))
        };
        let before = moment(&harness);
        assert_ne!(before.1, "None");
        apply(&mut harness, Command::CloseRun(RunId(0)));
        press_with(&mut harness, modifiers, key);
        assert_eq!(moment(&harness), before);
    }
}

/// The first note of a run appears after a while.
#[test]
fn text_typed_right_after_the_key_of_a_note_is_its_title() {
    let mut harness = small_window();
    let folder = tempfile::tempdir().expect("a folder");
    let before = Untouched::of(harness.state(), folder.path());
    send(&mut harness, [pressed(Key::N, Modifiers::NONE)].into_iter().chain(typed("dog box ")));
    send(&mut harness, typed("xylo"));
    let is_typed = |harness: &Harness<'_, Edagari>| {
        let mut values = harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value());
        values.any(|value| value == "dog box xylo")
    };
    for _ in 0..100_000 {
        if is_typed(&harness) {
            break;
        }
        harness.step();
    }
    assert!(is_typed(&harness));
    let after = Untouched::of(harness.state(), folder.path());
    let is_same = |state: Untouched| Untouched { panels: Vec::new(), notes: 0, ..state };
    assert_eq!((is_same(after), 1), (is_same(before), harness.state().session.notebook.notes.notes.len()));
}

#[test]
fn name_of_a_file_is_selected_so_that_typing_replaces_it() {
    let mut harness = small_window();
    let keys = Action::SaveTrace.shortcuts()[0];
    send(&mut harness, [pressed(keys.logical_key, keys.modifiers)]);
    send(&mut harness, typed("my run"));
    let mut values = harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value());
    assert!(values.any(|value| value == "my run.edagari"), "the extension stays");
}

#[test]
fn setup_that_cannot_be_recorded_is_refused_in_its_form() {
    let mut harness = small_window();
    let trace = Arc::clone(&harness.state().session.active_run().trace);
    let keys = Action::SetUp.shortcuts()[0];
    send(&mut harness, [pressed(keys.logical_key, keys.modifiers)]);
    send(&mut harness, typed("zz 9"));
    click(&mut harness, "Record");
    assert!(says(&harness, "zz"), "the reason");
    assert!(harness.state().open_panels().contains(&Action::SetUp));
    assert!(Arc::ptr_eq(&harness.state().session.active_run().trace, &trace), "the run stays");
}

#[test]
fn undo_names_a_closed_panel_without_its_question() {
    let mut harness = small_window();
    apply(&mut harness, Command::OpenPanel(Action::Why));
    press(&mut harness, Key::Escape);
    click(&mut harness, "Edit");
    assert!(says(&harness, "Undo: close Why?"), "the menu names it");
}

#[test]
fn a_run_that_was_recorded_over_comes_back() {
    let mut harness = small_window();
    let trace = Arc::clone(&harness.state().session.runs[1].trace);
    let other = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::Pvs));
    apply(&mut harness, Command::RecordAgain { run: RunId(1), setup: Box::new(other.clone()) });
    wait_for_recordings(&mut harness);
    assert_eq!(harness.state().session.runs[1].trace.setup, other);
    press_with(&mut harness, CTRL, Key::Z);
    assert!(Arc::ptr_eq(&harness.state().session.runs[1].trace, &trace));
    press_with(&mut harness, CTRL_SHIFT, Key::Z);
    assert_eq!(harness.state().session.runs[1].trace.setup, other);
    // An example replaces all runs.
    apply(&mut harness, Command::BeginExample(edagari::viewer::Example::Cut));
    wait_for_recordings(&mut harness);
    press_with(&mut harness, CTRL, Key::Z);
    let runs = &harness.state().session.runs;
    assert_eq!((runs.len(), &runs[1].trace.setup), (2, &other));
}

#[test]
fn panels_tiles_settings_and_notes_are_undone_in_order() {
    let mut harness = small_window();
    let start = harness.state().session.settings.clone();
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    press(&mut harness, Key::O);
    press(&mut harness, Key::Y);
    press(&mut harness, Key::Y);
    assert!(!harness.state().open_panels().contains(&Action::Why), "closed by its key");
    apply(&mut harness, Command::SetSpeed(20.0));
    apply(&mut harness, Command::SetSpeed(30.0));
    press(&mut harness, Key::N);
    let since = std::time::Instant::now();
    while harness.state().session.notebook.notes.notes.is_empty() {
        assert!(since.elapsed().as_secs() < 60, "the note never comes");
        harness.step();
    }
    harness.run_steps(5);
    harness.ctx.memory_mut(egui::Memory::stop_text_input);
    harness.run_steps(2);
    press_with(&mut harness, CTRL, Key::Z);
    assert!(harness.state().session.notebook.notes.notes.is_empty(), "the note");
    press_with(&mut harness, CTRL, Key::Z);
    assert!((harness.state().session.settings.speed - start.speed).abs() < 0.1, "the speed, dragged in one go");
    press_with(&mut harness, CTRL, Key::Z);
    assert!(harness.state().open_panels().contains(&Action::Why), "the panel");
    press_with(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().session.settings.orientation, start.orientation);
    press_with(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().session.settings.theme, start.theme);
    for _ in 0..5 {
        press_with(&mut harness, CTRL_SHIFT, Key::Z);
    }
    assert_eq!(harness.state().session.notebook.notes.notes.len(), 1, "all of it is redone");
    assert_eq!(harness.state().session.settings.theme, ThemeChoice::Light);
}

#[test]
fn a_tile_that_was_widened_is_undone() {
    let mut harness = small_window();
    let width = |harness: &Harness<'_, Edagari>| harness.get_by_label("tree of run 1").rect().width();
    let before = width(&harness);
    apply(&mut harness, Command::Activate(RunId(0)));
    press_with(&mut harness, Modifiers::ALT, Key::Plus);
    assert!(width(&harness) > before + 20.0);
    press_with(&mut harness, CTRL, Key::Z);
    assert!((width(&harness) - before).abs() < 1.0);
}

#[test]
fn messages_move_nothing() {
    let mut harness = small_window();
    let places = |harness: &Harness<'_, Edagari>| {
        ["tree of run 1", "tree of run 2", "Frame slider", "File"]
            .map(|name| harness.query_by_label(name).map(|node| node.rect()))
    };
    let before = places(&harness);
    apply(&mut harness, Command::Tell("Something happened. ".repeat(12)));
    assert!(says(&harness, "Something happened."));
    assert_eq!(places(&harness), before);
    let message = harness.query_all_by_label_contains("Something happened.").next().expect("it").rect();
    let slider = harness.get_by_role(Role::Slider).rect();
    assert!(message.bottom() < slider.top(), "the controls of time stay free");
    click(&mut harness, "Close");
    assert_eq!(harness.state().session.notice, None);
}

#[test]
fn opening_a_panel_moves_the_picture_once() {
    let settings = Settings { motion: false, open_panels: Vec::new(), ..small_settings() };
    let mut harness = with_store(&settings, window_with);
    let boxes = |harness: &Harness<'_, Edagari>| harness.get_by_label("tree of run 1").rect();
    harness.key_press(Key::I);
    harness.step();
    harness.step();
    let first = boxes(&harness);
    for _ in 0..10 {
        harness.step();
        assert_eq!(boxes(&harness), first, "it rests after the frame that opens the panel");
    }
}

#[test]
fn speed_has_its_buttons_beside_it() {
    let mut harness = small_window();
    let before = harness.state().session.settings.speed;
    let speed = harness.get_by_label("Speed").rect();
    for (name, factor) in [("Faster", 2.0), ("Slower", 1.0)] {
        let button = harness.get_by_label(name).rect();
        assert!((button.center().y - speed.center().y).abs() < 2.0, "in the same row");
        assert!(button.expand(12.0).intersects(speed), "{name} is beside it");
        click(&mut harness, name);
        assert!((harness.state().session.settings.speed - before * factor).abs() < 0.01);
    }
    assert!(harness.query_by_label("Commands  Ctrl+K").is_some(), "the button says what it does");
}

fn trace_file(folder: &Path) -> std::path::PathBuf {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
    let path = folder.join("figure.edagari");
    save_trace(&trace, &path, &Progress::default()).expect("saved");
    path
}

fn wait_until(harness: &mut Harness<'_, Edagari>, what: &str, is_so: impl Fn(&Edagari) -> bool) {
    let since = std::time::Instant::now();
    while !is_so(harness.state()) {
        assert!(since.elapsed().as_secs() < 60, "{what} never comes");
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

#[test]
fn note_writes_no_file_until_it_is_saved() {
    let [own, traces] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let trace = trace_file(traces.path());
    let listed = || {
        let mut names: Vec<_> = fs::read_dir(traces.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let open = || {
        let store = SettingsStore::at(own.path().join("settings.ron"));
        let files = vec![trace.clone()];
        let mut harness =
            builder().build_eframe(move |creation| Edagari::with_files(&creation.egui_ctx, store, &files));
        wait_for_recordings(&mut harness);
        harness
    };
    let count = |app: &Edagari| app.session.notebook.notes.notes.len();
    let mut harness = open();
    press(&mut harness, Key::N);
    wait_until(&mut harness, "the note", |app| count(app) == 1);
    let notes = own.path().join("notes");
    wait_until(&mut harness, "the draft", |_| fs::read_dir(&notes).is_ok_and(|mut files| files.next().is_some()));
    assert_eq!(listed(), ["figure.edagari"], "nothing was asked for");
    assert!(says(&harness, "Not saved yet; kept in"), "its place is named");
    drop(harness);

    let mut again = open();
    wait_until(&mut again, "the notes", |app| count(app) == 1);
    apply(&mut again, Command::OpenPanel(Action::ToggleNotes));
    let saved = traces.path().join("mine.edagari-notes.ron");
    apply(&mut again, Command::SaveNotes(saved.clone()));
    wait_until(&mut again, "the file", |_| Notes::read(&saved).is_ok_and(|notes| notes.notes.len() == 1));
    assert_eq!(fs::read_dir(&notes).expect("a folder").count(), 0, "the draft has moved");
}

#[test]
fn large_games_get_a_depth_limit_and_an_estimate() {
    let mut harness = small_window();
    click(&mut harness, "Set up the run 2");
    assert!(says(&harness, "About "), "an estimate of the figure");
    click(&mut harness, "Game");
    click(&mut harness, "Connect Four");
    harness.run_steps(3);
    assert!(says(&harness, "is chosen so that recording takes about two seconds"));
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let trace = &harness.state().session.runs[1].trace;
    assert!(trace.setup.limit.is_some_and(|limit| limit.depth >= 5), "{:?}", trace.setup.limit);
    assert_eq!(trace.ending, edagari::trace::Ending::Complete);
    // Without the limit, the form reports that the recording does not end.
    click(&mut harness, "Set up the run 2");
    click(&mut harness, "stop after");
    assert!(says(&harness, "it will not end"));
}

#[test]
fn recording_shows_nodes_and_memory_and_stops_on_request() {
    let mut harness = small_window();
    apply(&mut harness, Command::RecordAgain { run: RunId(1), setup: Box::new(huge()) });
    wait_until_it_says(&mut harness, " MiB");
    assert!(says(&harness, "The recording is under way.") && !says(&harness, "Nothing has been recorded yet"));
    while harness.state().session.runs[1].is_recording() {
        if let Some(stop) = harness.query_by_label("Stop here") {
            stop.click();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.run_steps(2);
    }
    assert!(harness.state().session.runs[1].trace.visit_count() > 0, "it keeps what it has");
}

#[test]
fn no_check_box_of_the_form_breaks_into_three_lines() {
    for language in [Language::English, Language::Japanese] {
        let game = GameSetup::from(ConnectFour::default());
        let setups = vec![Setup::new(game, Process::Search(Algorithm::AlphaBeta))];
        let settings = Settings { language, setups, memory_limit_mib: 1, ..Settings::default() };
        let store = |store| {
            let build = move |creation: &mut eframe::CreationContext<'_>| Edagari::new(&creation.egui_ctx, store);
            builder().with_size(egui::vec2(1280.0, 800.0)).build_eframe(build)
        };
        let mut harness: Harness<'_, Edagari> = with_store(&settings, store);
        wait_for_recordings(&mut harness);
        apply(&mut harness, Command::OpenSetup(RunId(0)));
        let boxes: Vec<_> = harness.query_all_by_role(Role::CheckBox).collect();
        assert!(boxes.len() > 3, "the form has check boxes");
        for check in boxes {
            let height = check.rect().height();
            assert!(height < 44.0, "{:?} is {height} points high in {language:?}", check.accesskit_node().label());
        }
    }
}

#[test]
fn rows_of_find_show_differing_values_and_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = small_window();
    press_with(&mut harness, CTRL, Key::F);
    send(&mut harness, typed("cut"));
    wait_until_it_says(&mut harness, " found");
    let rows: Vec<String> = harness
        .query_all_by_label_contains("-cut")
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.contains('≥') || label.contains('≤'))
        .collect();
    assert!(rows.len() > 1 && rows[0] != rows[1], "{rows:?}");
    let short = rows[0].split(" · ").collect::<Vec<_>>();
    assert!(short.len() == 4 && short[0].starts_with("Frame "), "{rows:?}");
    let frames = harness.state().session.found.as_ref().expect("found").frames.len();
    for ending in ["csv", "json"] {
        let path = folder.path().join(format!("cuts.{ending}"));
        apply(&mut harness, Command::SaveFound(path.clone()));
        wait_until_it_says(&mut harness, &format!("cuts.{ending}"));
        assert!(says(&harness, "Show the folder"), "the folder can be shown");
        let text = fs::read_to_string(&path).expect("saved");
        let lines = if ending == "csv" { text.lines().count() - 1 } else { text.matches("\"frame\"").count() };
        assert_eq!(lines, frames, "{ending}");
        apply(&mut harness, Command::DismissNotice);
    }
}

#[test]
fn save_forms_show_the_folder() {
    let folder = std::env::current_dir().expect("a folder").display().to_string();
    for panel in [Action::SavePicture, Action::Share, Action::SaveTrace] {
        let mut harness = small_window();
        apply(&mut harness, Command::OpenPanel(panel));
        assert!(says(&harness, &format!("In the folder {folder}")), "{panel:?}");
    }
}
