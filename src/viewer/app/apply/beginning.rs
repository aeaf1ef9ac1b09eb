//! The first view of a window, the views of links opened in it, and the link to its current view.

use std::path::PathBuf;

use crate::viewer::app::arrangement::Arrangement;
use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::Action;
use crate::viewer::session::{FirstView, Given, Session, Settings, SettingsStore};

impl Edagari {
    /// Creates the application with a run for each file and for each run of a link, at the view of the link.
    #[must_use]
    pub fn with_view(ctx: &egui::Context, store: SettingsStore, files: &[PathBuf], view: FirstView) -> Self {
        let files = files.iter().cloned().map(Given::File);
        Self::with(ctx, store, files.chain(Given::of_view(&view)).collect()).beginning_at(Ok(view))
    }

    /// Sets the first view of the window; an error is shown as a message.
    #[must_use]
    pub fn beginning_at(mut self, first: Result<FirstView, String>) -> Self {
        let first = match first {
            Ok(first) => first,
            Err(sentence) => {
                self.session.change().notice = Some(sentence);
                return self;
            }
        };
        if let Some(lesson) = first.lesson {
            self.begin_lesson(lesson);
        }
        self.show_view(first, Session::begin_at);
        self
    }

    /// Goes to the view of another link in the same window.
    pub(in crate::viewer::app) fn go_to_link(&mut self, view: Result<FirstView, String>) {
        let mut view = match view {
            Ok(view) => view,
            Err(sentence) => {
                self.session.change().notice = Some(sentence);
                return;
            }
        };
        match view.lesson {
            Some(lesson) if self.session.notebook.lesson != Some(lesson.name) => self.begin_lesson(lesson),
            None if self.session.notebook.is_lesson => {
                // If the window shows the usual runs, its address does not contain them.
                if view.runs.is_empty() && self.session.has_usual_runs() {
                    view.runs.clone_from(&self.session.settings.setups);
                }
                self.session.change().close_notes();
            }
            _ => {}
        }
        self.show_view(view, Session::go_to_view);
    }

    fn show_view(&mut self, view: FirstView, show: fn(&mut Session, FirstView)) {
        let finds = view.find.is_some();
        let arrangement = view.arrangement.clone();
        show(self.session.change(), view);
        if let Some(text) = &arrangement {
            self.arrange_by(text);
        }
        if finds {
            self.panels.close(Action::Find);
            self.open_to_type(Action::Find);
        }
    }

    /// Returns the words of a link to the current view, with the runs and, unless it is the
    /// default, the arrangement.
    pub(in crate::viewer::app) fn words_of_link(&self) -> Vec<(&'static str, String)> {
        let view = self.session.view(true);
        // A lesson arranges its panels by itself.
        let is_usual = view.lesson.is_some() || self.is_arranged_as_usual();
        let arrangement = (!is_usual).then(|| self.arrangement.text_among(&self.session.order_in_link()));
        FirstView { arrangement, ..view }.words()
    }

    /// Whether runs and panels are arranged as in a new window with these runs.
    fn is_arranged_as_usual(&self) -> bool {
        let open: Vec<Action> = self.panels.actions().collect();
        let usual = Settings::default().open_panels;
        if open.iter().map(|panel| format!("{panel:?}")).ne(usual) {
            return false;
        }
        let mut usual = Arrangement::side_by_side(&self.session);
        usual.fit_to(&self.session, &open);
        self.arrangement.has_places_of(&usual)
    }
}
