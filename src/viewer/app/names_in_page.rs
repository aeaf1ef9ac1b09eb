//! Mirrors the names of widgets into the page's DOM for screen readers.

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use egui::{Context, Event, FullOutput, Plugin, RawInput};

use super::widgets_named::WidgetsNamed;
use crate::platform::names;

/// egui plugin that publishes the names of widgets, and feeds back the requests of screen readers.
pub(super) struct NamesInPage;

impl Plugin for NamesInPage {
    fn debug_name(&self) -> &'static str {
        "names in the page"
    }

    fn setup(&mut self, context: &Context) {
        let context = context.clone();
        names::listen(move || context.request_repaint());
    }

    fn input_hook(&mut self, context: &Context, input: &mut RawInput) {
        if names::are_wanted() {
            context.enable_accesskit();
        }
        let request = |id| ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node: NodeId(id),
            data: None,
        };
        input.events.extend(names::take_clicked().into_iter().map(|id| Event::AccessKitActionRequest(request(id))));
    }

    fn output_hook(&mut self, context: &Context, output: &mut FullOutput) {
        if let Some(update) = output.platform_output.accesskit_update.take() {
            // The list consists of plain values, so its serialization cannot fail.
            if let Ok(text) = serde_json::to_string(&WidgetsNamed::of(&update, context.zoom_factor())) {
                names::tell(&text);
            }
        }
    }
}
