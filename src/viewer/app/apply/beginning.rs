//! The first view of a window.

use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::Action;
use crate::viewer::session::FirstView;

impl Edagari {
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
        let finds = first.find.is_some();
        if let Some(text) = &first.arrangement {
            self.arrange_by(text);
        }
        if let Some(lesson) = first.lesson {
            self.begin_lesson(lesson);
        }
        self.session.change().begin_at(first);
        if finds {
            self.open_to_type(Action::Find);
        }
        self
    }
}
