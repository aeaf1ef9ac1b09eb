//! The window without a screen, driven by a bench: each redraw ends with tessellation.

use std::time::Duration;

use edagari::viewer::{Command, Edagari, Run, Settings, SettingsStore};
use egui::{Context, Event, RawInput, Rect, pos2, vec2};

pub struct Window {
    pub ctx: Context,
    pub app: Edagari,
    time: f64,
}

impl Window {
    /// Opens the window and waits for its recordings.
    pub fn open(settings: &Settings) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, ron::to_string(settings).expect("serialisable")).expect("written");
        let ctx = Context::default();
        let app = Edagari::new(&ctx, SettingsStore::at(path));
        let mut window = Self { ctx, app, time: 0.0 };
        while window.app.session.runs.iter().any(Run::is_recording) {
            std::thread::sleep(Duration::from_millis(5));
            window.redraw();
        }
        window.redraw();
        window
    }

    pub fn redraw(&mut self) -> usize {
        self.redraw_with(Vec::new())
    }

    /// Redraws with the given input events and returns the number of meshes.
    pub fn redraw_with(&mut self, events: Vec<Event>) -> usize {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 900.0))),
            time: Some(self.time),
            // The size that drivers support, software ones too. With egui's default of 2,048, glyphs of all text sizes
            // fill the font atlas, which is then rebuilt during the measurement.
            max_texture_side: Some(8192),
            events,
            ..RawInput::default()
        };
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| {
            app.advance(ui.ctx());
            app.window_ui(ui);
        });
        let meshes = self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        output.drop_without_applying_deltas();
        meshes.len()
    }

    pub fn apply(&mut self, command: Command) {
        let ctx = self.ctx.clone();
        self.app.apply(&ctx, command);
    }
}
