//! The list of the nodes in a group, one chip or bar: in a tooltip, and, after a click, open until it is closed.

use egui::{Button, Id, Popup, PopupCloseBehavior, RichText, ScrollArea, Ui};

use super::focus_nodes::NodesShown;
use crate::viewer::commands::Command;
use crate::viewer::kit::paint::on_screen;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::session::RunId;
use edagari_core::analysis::state_text;
use edagari_core::language::Text;
use edagari_draw::scene::Part;

/// The maximum number of nodes in the tooltip, which shows the number of the others.
const MAX_POINTED: usize = 12;
/// The height of the list that was opened by a click, in points.
const HEIGHT: f32 = 280.0;
const WIDTH: f32 = 220.0;

/// Returns the id of the open list of a run.
fn list_id(run: RunId) -> Id {
    Id::unique(("nodes of a group", run))
}

impl NodesShown<'_> {
    /// Whether a node is a group whose members can be listed.
    pub(super) fn is_group(&self, number: usize) -> bool {
        let node = &self.layout.nodes[number];
        node.stands_for > 1 && !self.marks && !matches!(node.part, Part::Visits { .. })
    }

    /// Lists the first nodes of a group, for a tooltip.
    pub(super) fn first_of_group_ui(&self, ui: &mut Ui, number: usize, commands: &mut Vec<Command>) {
        self.members_ui(ui, number, 0..MAX_POINTED, commands);
        let count = self.layout.nodes[number].stands_for;
        if count > MAX_POINTED {
            let more = self.language.number((count - MAX_POINTED) as u64);
            let more = self.language.fill(Text::GroupClickForAll, &[("count", &more)]);
            ui.label(RichText::new(more).size(SECONDARY).color(Palette::of(ui).secondary));
        }
    }

    /// Opens the list of a group.
    pub(super) fn open_group(&self, ui: &Ui, number: usize) {
        let id = list_id(self.run.id);
        ui.data_mut(|data| data.insert_temp(id, self.layout.nodes[number].key));
        Popup::open_id(ui.ctx(), id);
    }

    /// Shows the open list of a group, if the group is still in the picture.
    pub(super) fn group_ui(&self, ui: &Ui, screen_from_scene: egui::emath::TSTransform, commands: &mut Vec<Command>) {
        let id = list_id(self.run.id);
        if !Popup::is_id_open(ui.ctx(), id) {
            return;
        }
        let key: Option<u64> = ui.data(|data| data.get_temp(id));
        let is_it = |number: &usize| Some(self.layout.nodes[*number].key) == key && self.is_group(*number);
        let Some(number) = (0..self.layout.nodes.len()).find(is_it) else {
            Popup::close_id(ui.ctx(), id);
            return;
        };
        let node = &self.layout.nodes[number];
        let popup = Popup::new(id, ui.ctx().clone(), on_screen(node.rect, screen_from_scene), ui.layer_id());
        let popup = popup.open_memory(None).close_behavior(PopupCloseBehavior::CloseOnClickOutside).width(WIDTH);
        popup.show(|ui| {
            let height = ui.text_style_height(&egui::TextStyle::Button).max(BODY * 1.4);
            ScrollArea::vertical().max_height(HEIGHT).show_rows(ui, height, node.stands_for, |ui, rows| {
                self.members_ui(ui, number, rows, commands);
            });
        });
    }

    fn members_ui(&self, ui: &mut Ui, number: usize, range: std::ops::Range<usize>, commands: &mut Vec<Command>) {
        let (run, language) = (self.run, self.language);
        let path = self.layout.path(number);
        for member in self.layout.members(&run.trace, number, range) {
            let state = run.trace.state_in_parent(member.place, run.frame);
            let state = state_text(&run.trace, run.trace.visit_at(member.place, run.frame), state, language);
            let text = format!("{}{}{state}", member.text, language.text(Text::Comma));
            if ui.add(Button::new(RichText::new(text).size(BODY)).frame(false).truncate()).clicked() {
                let mut path = path.clone();
                path.pop();
                path.push(member.mv);
                commands.push(Command::Center { run: run.id, path });
                ui.close();
            }
        }
    }
}
