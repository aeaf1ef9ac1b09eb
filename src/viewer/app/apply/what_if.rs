//! Execution of the commands that edit trees.

use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::WhatIfCommand;
use crate::viewer::forms::why_not_editable;

impl Edagari {
    /// Executes a command on a tree that is edited.
    pub(super) fn change_tree(&mut self, command: WhatIfCommand) {
        let session = self.session.change();
        match command {
            WhatIfCommand::Begin(run) => {
                if let Err(refused) = session.begin_what_if(run) {
                    session.notice = Some(why_not_editable(&refused, session.settings.language));
                }
            }
            WhatIfCommand::Edit { run, edit, goes_on } => session.edit_tree(run, &edit, goes_on),
            WhatIfCommand::Save { run, path } => {
                let tree = self.session.run(run).and_then(|run| run.what_if.as_ref());
                if let Some(tree) = tree.map(|what_if| what_if.history.tree().to_textbook()) {
                    let begun = match tree {
                        Ok(tree) => self.saving.text(&self.session, tree.to_ron(), path),
                        Err(error) => Err(std::io::Error::other(error)),
                    };
                    self.tell_error(begun);
                }
            }
        }
    }
}
