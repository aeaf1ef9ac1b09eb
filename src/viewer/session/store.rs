//! The settings file.

use std::path::{Path, PathBuf};

use super::settings::{Settings, WindowSize};
use crate::platform::persistence;
use edagari_core::language::{Language, Message, Text, reworded};

/// The settings file, or no file.
#[derive(Clone, Debug)]
pub struct SettingsStore {
    path: Option<PathBuf>,
}

/// Error: a settings file could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenSettings {
    /// Parser error, with line and column.
    pub message: Message,
    /// Path to which the broken file was moved, if that succeeded.
    pub saved_as: Option<PathBuf>,
}

impl SettingsStore {
    /// Returns the settings file in the system's folder for settings.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self { path: persistence::settings_file() }
    }

    /// Returns a settings file at a path chosen by the user.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Returns a store without a file: nothing is read or kept.
    #[must_use]
    pub const fn nowhere() -> Self {
        Self { path: None }
    }

    /// Returns the folder for notes that the user has not saved.
    #[must_use]
    pub fn notes_folder(&self) -> Option<PathBuf> {
        Some(self.path.as_deref()?.parent()?.join("notes"))
    }

    /// Whether this is the first start: settings can be kept, and there are none yet.
    #[must_use]
    pub fn is_first_start(&self) -> bool {
        self.path.as_deref().is_some_and(|path| !persistence::exists(path))
    }

    /// Reads the settings; the default ones if there is no file. A broken file is moved aside.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<BrokenSettings>) {
        let Some(path) = self.path.as_deref() else { return (Settings::default(), None) };
        let text = match persistence::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let language = Language::preferred(persistence::languages().iter().map(String::as_str));
                return (Settings { language, ..Settings::default() }, None);
            }
            Err(error) => {
                let message =
                    Message::from(Text::ErrorInFile).with("file", &path.display()).with_message("error", error);
                return (Settings::default(), Some(BrokenSettings { message, saved_as: None }));
            }
        };
        match ron::from_str::<Settings>(&text) {
            Ok(settings) => (taken_over(settings, &text).within_limits(), None),
            Err(error) => {
                let saved_as = free_name_beside(path).filter(|aside| persistence::rename(path, aside).is_ok());
                let message = Message::from(Text::ErrorInText)
                    .with("path", &path.display())
                    .with("line", &error.span.start.line)
                    .with("column", &error.span.start.col)
                    .with_message("message", reworded(&error.code.to_string()));
                (Settings::default(), Some(BrokenSettings { message, saved_as }))
            }
        }
    }

    /// Reads only the size of the window, before it is opened; `None` if there is none or the file is broken.
    #[must_use]
    pub fn window_size(&self) -> Option<WindowSize> {
        #[derive(Default, serde::Deserialize)]
        #[serde(default)]
        struct StoredWindow {
            window: Option<WindowSize>,
        }
        let text = persistence::read(self.path.as_deref()?).ok()?;
        let window = ron::de::from_bytes::<StoredWindow>(&text).ok()?.window?;
        [window.size.0, window.size.1].iter().all(|side| side.is_finite()).then_some(window)
    }

    /// Writes the settings to a temporary file and renames it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, settings: &Settings) -> std::io::Result<()> {
        let Some(path) = self.path.as_deref() else { return Ok(()) };
        let text =
            ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default()).map_err(std::io::Error::other)?;
        persistence::write(path, &text)
    }
}

/// Settings of earlier versions, instead of the list of open panels.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct FormerSettings {
    two_panes: Option<bool>,
    inspector: Option<bool>,
    performance_panel: Option<bool>,
    equal_positions: Option<bool>,
}

/// Converts the settings of an earlier version to the current form.
fn taken_over(mut settings: Settings, text: &str) -> Settings {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let before: FormerSettings = options.from_str(text).unwrap_or_default();
    if before.two_panes == Some(false) {
        settings.one_run = true;
    }
    for (is_open, name) in [
        (before.inspector, "ToggleInspector"),
        (before.performance_panel, "TogglePerformance"),
        (before.equal_positions, "ToggleEqualPositions"),
    ] {
        let Some(is_open) = is_open else { continue };
        settings.open_panels.retain(|open| open != name);
        if is_open {
            settings.open_panels.push(name.to_owned());
        }
    }
    settings
}

/// Returns `settings.broken.ron`, or a numbered name if that one exists.
fn free_name_beside(path: &Path) -> Option<PathBuf> {
    let names = std::iter::once("broken.ron".to_owned()).chain((2..1000).map(|number| format!("broken-{number}.ron")));
    names.map(|name| path.with_extension(name)).find(|candidate| !persistence::exists(candidate))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::SPEEDS;
    use super::*;

    #[test]
    fn saved_settings_are_restored() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SettingsStore::at(folder.path().join("deep/settings.ron"));
        assert!(store.is_first_start() && !SettingsStore::nowhere().is_first_start());
        let (first, broken) = store.load();
        // Only the language depends on the environment of the test.
        assert_eq!((Settings { language: Language::default(), ..first }, broken), (Settings::default(), None));
        let changed = Settings { speed: 60.0, language: Language::Japanese, one_run: true, ..Settings::default() };
        store.save(&changed).expect("written");
        assert_eq!(store.load(), (changed, None));
        assert!(!store.is_first_start());
    }

    #[test]
    fn window_size_is_read_before_the_window_opens_and_nothing_is_moved() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        let store = SettingsStore::at(path.clone());
        assert_eq!(store.window_size(), None, "there is no file");
        let window = Some(WindowSize { size: (1280.0, 800.0), is_maximised: true });
        store.save(&Settings { window, ..Settings::default() }).expect("written");
        assert_eq!(store.window_size(), window);
        for broken in ["(window: Some((size: (NaN, 800.0), is_maximised: false)))", "(window: 3)", "\0"] {
            fs::write(&path, broken).expect("written");
            assert_eq!(store.window_size(), None, "{broken}");
            assert!(path.exists());
        }
    }

    #[test]
    fn broken_file_is_moved_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        let store = SettingsStore::at(path.clone());
        for attempt in 0..3 {
            fs::write(&path, format!("(speed: \"fast {attempt}\")")).expect("written");
            let (settings, broken) = store.load();
            assert_eq!(settings, Settings::default());
            let broken = broken.expect("a report");
            assert!(broken.message.to_string().contains("settings.ron:1:"), "{}", broken.message);
            let saved = fs::read_to_string(broken.saved_as.expect("kept")).expect("readable");
            assert!(saved.contains(&format!("fast {attempt}")));
            assert!(!path.exists());
        }
    }

    #[test]
    fn incomplete_file_gets_defaults_and_clamped_values() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(language: Japanese, speed: -4.0, text_size: 900)").expect("written");
        let (settings, broken) = SettingsStore::at(path).load();
        assert_eq!(broken, None);
        assert_eq!(settings.language, Language::Japanese);
        assert!(SPEEDS.contains(&settings.speed));
        assert_eq!(settings.text_size, 200);
    }

    #[test]
    fn language_names_in_files_are_stable() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        let store = SettingsStore::at(path.clone());
        for (name, language) in [("English", Language::English), ("Japanese", Language::Japanese)] {
            fs::write(&path, format!("(theme: Dark, language: {name})")).expect("written");
            let (settings, broken) = store.load();
            assert_eq!((settings.language, broken), (language, None));
            store.save(&settings).expect("written");
            let text = fs::read_to_string(&path).expect("readable");
            assert!(text.contains(&format!("language: {name},")), "{text}");
        }
    }

    #[test]
    fn settings_of_the_two_pane_version_are_converted() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        let setup = "(game: Eight, after: \"\", process: Search(AlphaBeta), order: Natural, table: None, limit: None)";
        let text = format!(
            "(theme: Dark, two_panes: false, inspector: false, performance_panel: true, setups: ({setup}, {setup}))"
        );
        fs::write(&path, text).expect("written");
        let (settings, broken) = SettingsStore::at(path).load();
        assert_eq!(broken, None);
        assert!(settings.one_run);
        assert_eq!(settings.open_panels, ["TogglePerformance"]);
        assert_eq!(settings.setups.len(), 2);
        assert_eq!(settings.setups[1].game, edagari_core::game::GameSetup::from(edagari_core::game::Eight));
    }
}
