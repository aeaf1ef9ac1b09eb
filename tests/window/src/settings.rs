//! Settings survive a restart.

use std::fs;

use edagari::language::{Language, Text};
use edagari::scene::Orientation;
use edagari::viewer::{Action, Command, Edagari, Link, Settings, SettingsStore, ThemeChoice};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

#[test]
fn settings_survive_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    fs::write(&path, ron::to_string(&small_settings()).expect("serialisable")).expect("written");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    apply(&mut harness, Command::SetLanguage(Language::Japanese));
    apply(&mut harness, Command::SetTheme(ThemeChoice::Light));
    apply(&mut harness, Command::SetLink(Link::Share));
    apply(&mut harness, Command::SetSpeed(60.0));
    apply(&mut harness, Command::Do(Action::ToggleOrientation));
    // Settings are written after a delay without changes.
    harness.run_steps((1.5 / STEP) as usize);
    let changed = harness.state().session.settings.clone();
    drop(harness);
    let again = window_with(SettingsStore::at(path));
    assert_eq!(again.state().session.settings, changed);
    assert_eq!(again.state().session.settings.orientation, Orientation::TopDown);
    assert!(says(&again, "ファイル"));
}

#[test]
fn a_broken_settings_file_is_reported_kept_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    fs::write(&path, "(theme: Purple)").expect("written");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    let settings = harness.state().session.settings.clone();
    assert_eq!(Settings { arrangement: String::new(), ..settings }, Settings::default());
    assert!(says(&harness, "settings.broken.ron"), "it is said where the file is kept");
    let kept = fs::read_to_string(folder.path().join("settings.broken.ron")).expect("kept");
    assert_eq!(kept, "(theme: Purple)");
    click(&mut harness, "Close");
    assert_eq!(harness.state().session.notice, None);
    apply(&mut harness, Command::SetSpeed(30.0));
    harness.run_steps((1.5 / STEP) as usize);
    let written: Settings = ron::from_str(&fs::read_to_string(path).expect("replaced")).expect("well-formed");
    assert_eq!(written, harness.state().session.settings);
}

/// Height of a text of the window on screen, in pixels.
fn height_on_screen(harness: &Harness<'_, Edagari>) -> f32 {
    harness.get_by_label("File").rect().height() * harness.ctx.pixels_per_point()
}

#[test]
fn text_grows_and_shrinks_by_keys_and_stays_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    fs::write(&path, ron::to_string(&small_settings()).expect("serialisable")).expect("written");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    let size = |harness: &Harness<'_, Edagari>| harness.state().session.settings.text_size;
    let usual = height_on_screen(&harness);
    for _ in 0..3 {
        press_with(&mut harness, Modifiers::COMMAND, Key::Plus);
    }
    press_with(&mut harness, Modifiers::COMMAND, Key::Equals);
    press_with(&mut harness, Modifiers::COMMAND, Key::Minus);
    assert_eq!(size(&harness), 130);
    let larger = height_on_screen(&harness);
    assert!((larger / usual - 1.3).abs() < 0.03, "{usual} and {larger}");
    harness.run_steps((1.5 / STEP) as usize);
    drop(harness);

    let mut again = window_with(SettingsStore::at(path));
    assert!((height_on_screen(&again) - larger).abs() < 0.5, "it is kept");
    press_with(&mut again, Modifiers::COMMAND, Key::Num0);
    assert_eq!(size(&again), 100);
    for _ in 0..12 {
        press_with(&mut again, Modifiers::COMMAND, Key::Minus);
    }
    assert_eq!(size(&again), 80);
    apply(&mut again, Command::Do(Action::WorkspaceNoise));
    for _ in 0..14 {
        apply(&mut again, Command::Do(Action::TextLarger));
    }
    assert_eq!(size(&again), 200);
    assert!((height_on_screen(&again) / usual - 2.0).abs() < 0.06);
}

/// Controls in the menu row and below the strips are inside the window and do not overlap.
#[test]
fn large_text_cuts_no_control_off() {
    for (width, height) in [(1280.0, 720.0), (1024.0, 640.0)] {
        for language in Language::ALL {
            let open = |store: SettingsStore| {
                let sized = builder().with_size(egui::vec2(width, height));
                sized.build_eframe(move |creation| Edagari::new(&creation.egui_ctx, store))
            };
            let mut harness = with_store(&Settings { language, ..settings_with_table() }, open);
            wait_for_recordings(&mut harness);
            // The inspector is closed, because its lower controls may be scrolled out of sight.
            apply(&mut harness, Command::ClosePanel(Action::ToggleInspector));
            let slider = harness.get_by_label(language.text(Text::FrameSlider)).rect();
            let controls: Vec<egui::Rect> = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider]
                .into_iter()
                .flat_map(|role| harness.query_all_by_role(role).map(|node| node.rect()).collect::<Vec<_>>())
                .filter(|rect| rect.bottom() < 36.0 || rect.top() > slider.top() - 80.0)
                .collect();
            assert!(controls.len() > 20, "{} controls", controls.len());
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for (place, rect) in controls.iter().enumerate() {
                assert!(window.contains_rect(*rect), "{rect:?} leaves {window:?}");
                for other in &controls[..place] {
                    assert!(!rect.shrink(1.0).intersects(other.shrink(1.0)), "{rect:?} overlaps {other:?}");
                }
            }
        }
    }
}
