//! List of the window's widgets in reading order, for screen readers on platforms where the library does not provide one.

use std::collections::HashMap;

use egui::accesskit::{Node, NodeId, Role, Toggled, TreeUpdate};
use serde::Serialize;

/// The widgets that are shown.
#[derive(Serialize, PartialEq, Debug)]
pub(super) struct WidgetsNamed {
    widgets: Vec<Widget>,
    /// Id of the focused widget.
    focus: String,
}

/// A widget, as `names.js` in `resources/web/app` reads it.
#[derive(Serialize, PartialEq, Debug)]
struct Widget {
    id: String,
    /// ARIA role (<https://www.w3.org/TR/wai-aria-1.2/#role_definitions>); empty for a text.
    role: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Current value, minimum and maximum of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<bool>,
    off: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<usize>,
    /// Left, top, width and height, in points of the page.
    at: [i32; 4],
}

const TREE: &str = "tree";
const TREE_ITEM: &str = "treeitem";

impl WidgetsNamed {
    /// Lists the widgets of an accessibility tree; one of its points is `zoom` points of the page.
    pub(super) fn of(update: &TreeUpdate, zoom: f32) -> Self {
        let nodes: HashMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let mut widgets = Vec::new();
        let mut waiting: Vec<NodeId> = update.tree.iter().map(|tree| tree.root).collect();
        while let Some(id) = waiting.pop() {
            let Some(node) = nodes.get(&id) else { continue };
            waiting.extend(node.children().iter().rev());
            widgets.extend(Widget::of(id, node, &nodes, zoom));
        }
        // ARIA requires that a tree has items, and that items are in a tree.
        let mut is_in_tree = false;
        for at in 0..widgets.len() {
            let has_items = widgets.get(at + 1).is_some_and(|next: &Widget| next.role == TREE_ITEM);
            let widget = &mut widgets[at];
            match widget.role {
                TREE if has_items => is_in_tree = true,
                TREE => widget.role = "img",
                TREE_ITEM if !is_in_tree => (widget.role, widget.level) = ("button", None),
                _ => {}
            }
        }
        Self { widgets, focus: update.focus.0.to_string() }
    }
}

impl Widget {
    fn of(id: NodeId, node: &Node, nodes: &HashMap<NodeId, &Node>, zoom: f32) -> Option<Self> {
        let role = role(node)?;
        let named = |id: &NodeId| nodes.get(id).and_then(|node| node.label().or(node.value()));
        let labels: Vec<&str> = node.labelled_by().iter().filter_map(named).collect();
        let own = node.label().map(str::to_owned).or_else(|| (!labels.is_empty()).then(|| labels.join(" ")));
        let (name, value) = match (own, node.value()) {
            (Some(name), value) => (name, value.map(str::to_owned)),
            (None, Some(value)) => (value.to_owned(), None),
            (None, None) => return None,
        };
        let range = |number: f64| {
            let (least, most) = (node.min_numeric_value(), node.max_numeric_value());
            [number, least.unwrap_or(number), most.unwrap_or(number)]
        };
        let bounds = node.bounds().unwrap_or_default();
        let length = |length: f64| (length * f64::from(zoom)).round() as i32;
        Some(Self {
            id: id.0.to_string(),
            role,
            name,
            value,
            number: node.numeric_value().map(range),
            on: node.toggled().map(|toggled| toggled == Toggled::True).or_else(|| node.is_selected()),
            open: node.is_expanded(),
            off: node.is_disabled(),
            level: node.level().filter(|_| role == TREE_ITEM),
            at: [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(length),
        })
    }
}

/// Returns the ARIA role of a node; `None` for nodes that are useless in a page.
fn role(node: &Node) -> Option<&'static str> {
    Some(match node.role() {
        Role::Button
        | Role::DefaultButton
        | Role::MenuItem
        | Role::ComboBox
        | Role::ColorWell
        | Role::DisclosureTriangle
        | Role::Tab => "button",
        Role::CheckBox | Role::Switch => "checkbox",
        Role::RadioButton => "radio",
        Role::Link => "link",
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput => "textbox",
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::ProgressIndicator => "progressbar",
        Role::Image => "img",
        Role::Tree => TREE,
        Role::TreeItem => TREE_ITEM,
        Role::Pane | Role::Heading => "heading",
        Role::Label | Role::Paragraph | Role::Unknown => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(window: impl FnMut(&mut egui::Ui)) -> WidgetsNamed {
        let context = egui::Context::default();
        context.enable_accesskit();
        let mut output = context.run_ui(egui::RawInput::default(), window);
        // The textures are not drawn in tests.
        output.textures_delta.clear();
        WidgetsNamed::of(&output.platform_output.accesskit_update.expect("a tree"), 1.5)
    }

    #[test]
    fn widgets_are_listed_in_reading_order() {
        let mut text = "a1".to_owned();
        let mut number = 3;
        let named = shown(|ui| {
            ui.label("Search");
            let _ = ui.button("Play");
            ui.checkbox(&mut true, "Follow");
            let label = ui.label("Find");
            ui.text_edit_singleline(&mut text).labelled_by(label.id);
            ui.add(egui::Slider::new(&mut number, 0..=7).text("Frame"));
            ui.add_enabled(false, egui::Button::new("Back"));
        });
        let told = |name: &str, role: &str| {
            let found = named.widgets.iter().position(|widget| widget.name == name && widget.role == role);
            found.unwrap_or_else(|| panic!("no {role} of the name {name:?} in {:?}", named.widgets))
        };
        let order = [told("Search", ""), told("Play", "button"), told("Follow", "checkbox"), told("Find", "textbox")];
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(named.widgets[order[2]].on, Some(true));
        assert_eq!(named.widgets[order[3]].value.as_deref(), Some("a1"));
        let slider = named.widgets.iter().find(|widget| widget.role == "slider").expect("a slider");
        assert_eq!(slider.number, Some([3.0, 0.0, 7.0]));
        assert!(named.widgets[told("Back", "button")].off && !named.widgets[order[1]].off);
        assert!(named.widgets.iter().all(|widget| widget.at[2] > 0 && widget.at[3] > 0), "{:?}", named.widgets);
    }

    #[test]
    fn tree_items_and_trees_are_nested_as_aria_requires() {
        let area = |ui: &mut egui::Ui, role, name: &'static str| {
            let (_, response) = ui.allocate_exact_size(egui::vec2(20.0, 20.0), egui::Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(role, true, name));
        };
        let named = shown(|ui| {
            area(ui, Role::TreeItem, "alone");
            area(ui, Role::Tree, "empty");
            area(ui, Role::Tree, "whole");
            area(ui, Role::TreeItem, "one");
        });
        let roles: Vec<_> = named.widgets.iter().map(|widget| (&*widget.name, widget.role)).collect();
        assert_eq!(roles, [("alone", "button"), ("empty", "img"), ("whole", "tree"), ("one", "treeitem")]);
    }
}
