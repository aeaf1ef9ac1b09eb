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
    /// Id of the widget whose element contains this one's: a landmark, a list of tabs or a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    /// Left, top, width and height, in points of the page.
    at: [i32; 4],
}

const TREE: &str = "tree";
const TREE_ITEM: &str = "treeitem";
const TAB: &str = "tab";
const TAB_LIST: &str = "tablist";
/// Maximum number of widgets between two tabs of a list, for example the button that closes the first one.
const BETWEEN_TABS: usize = 2;

impl WidgetsNamed {
    /// Lists the widgets of an accessibility tree; one of its points is `zoom` points of the page.
    pub(super) fn of(update: &TreeUpdate, zoom: f32) -> Self {
        let nodes: HashMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let mut widgets = Vec::new();
        // Each with the landmark in which it is.
        let mut waiting: Vec<(NodeId, Option<String>)> = update.tree.iter().map(|tree| (tree.root, None)).collect();
        while let Some((id, within)) = waiting.pop() {
            let Some(node) = nodes.get(&id) else { continue };
            let widget = Widget::of(id, node, &nodes, zoom).map(|widget| Widget { within: within.clone(), ..widget });
            let is_landmark = widget.as_ref().is_some_and(|widget| LANDMARKS.contains(&widget.role));
            let of_children = if is_landmark { Some(id.0.to_string()) } else { within };
            waiting.extend(node.children().iter().rev().map(|&child| (child, of_children.clone())));
            widgets.extend(widget);
        }
        put_items_into_trees(&mut widgets);
        put_tabs_into_lists(&mut widgets);
        Self { widgets, focus: update.focus.0.to_string() }
    }
}

/// ARIA requires that a tree has items, and that items are in a tree.
fn put_items_into_trees(widgets: &mut [Widget]) {
    let mut tree: Option<String> = None;
    for at in 0..widgets.len() {
        let has_items = widgets.get(at + 1).is_some_and(|next| next.role == TREE_ITEM);
        let widget = &mut widgets[at];
        match widget.role {
            TREE if has_items => tree = Some(widget.id.clone()),
            TREE => widget.role = "img",
            TREE_ITEM if tree.is_none() => (widget.role, widget.level) = ("button", None),
            TREE_ITEM => widget.within.clone_from(&tree),
            _ => {}
        }
    }
}

/// ARIA requires that tabs are in a list of tabs, which the window does not name.
fn put_tabs_into_lists(widgets: &mut Vec<Widget>) {
    // Place of the last tab and the id of its list.
    let mut last: Option<(usize, String)> = None;
    let mut at = 0;
    while at < widgets.len() {
        if widgets[at].role == TAB {
            let Widget { id, within, at: place, .. } = &widgets[at];
            let is_near = |before: usize| at - before <= BETWEEN_TABS + 1 && widgets[before].at[1] == place[1];
            let shared = last.take().filter(|(before, _)| is_near(*before)).map(|(_, shared)| shared);
            let own = shared.clone().unwrap_or_else(|| format!("tabs {id}"));
            if shared.is_none() {
                let (within, place) = (within.clone(), *place);
                widgets.insert(at, Widget { role: TAB_LIST, within, ..Widget::new(own.clone(), place) });
                at += 1;
            }
            widgets[at].within = Some(own.clone());
            last = Some((at, own));
        }
        at += 1;
    }
}

impl Widget {
    /// A widget without a name.
    const fn new(id: String, at: [i32; 4]) -> Self {
        Self {
            id,
            role: "",
            name: String::new(),
            value: None,
            number: None,
            on: None,
            open: None,
            off: false,
            level: None,
            within: None,
            at,
        }
    }

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
            role,
            name,
            value,
            number: node.numeric_value().map(range),
            on: node.toggled().map(|toggled| toggled == Toggled::True).or_else(|| node.is_selected()),
            open: node.is_expanded(),
            off: node.is_disabled(),
            level: node.level().filter(|_| role == TREE_ITEM),
            ..Self::new(id.0.to_string(), [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(length))
        })
    }
}

/// Roles of the regions that a screen reader can go to.
const LANDMARKS: [&str; 2] = ["navigation", "region"];

/// Returns the ARIA role of a node; `None` for nodes that a page need not contain.
fn role(node: &Node) -> Option<&'static str> {
    Some(match node.role() {
        Role::Button
        | Role::DefaultButton
        | Role::MenuItem
        | Role::ComboBox
        | Role::ColorWell
        | Role::DisclosureTriangle => "button",
        Role::Tab => TAB,
        Role::Navigation => "navigation",
        Role::Region => "region",
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
    use crate::viewer::kit::widgets::landmark;

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
        let key = |name: &str, role: &str| {
            let found = named.widgets.iter().position(|widget| widget.name == name && widget.role == role);
            found.unwrap_or_else(|| panic!("no {role} of the name {name:?} in {:?}", named.widgets))
        };
        let order = [key("Search", ""), key("Play", "button"), key("Follow", "checkbox"), key("Find", "textbox")];
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(named.widgets[order[2]].on, Some(true));
        assert_eq!(named.widgets[order[3]].value.as_deref(), Some("a1"));
        let slider = named.widgets.iter().find(|widget| widget.role == "slider").expect("a slider");
        assert_eq!(slider.number, Some([3.0, 0.0, 7.0]));
        assert!(named.widgets[key("Back", "button")].off && !named.widgets[order[1]].off);
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
        assert_eq!(named.widgets[3].within.as_ref(), Some(&named.widgets[2].id));
    }

    #[test]
    fn tabs_are_in_a_list_and_widgets_in_their_landmarks() {
        let named = shown(|ui| {
            let _ = ui.button("outside");
            egui::Panel::top("bar").show(ui, |ui| {
                landmark(ui, Role::Navigation, "Menu");
                let _ = ui.button("File");
            });
            ui.horizontal(|ui| {
                for name in ["first", "second"] {
                    let (_, response) = ui.allocate_exact_size(egui::vec2(20.0, 20.0), egui::Sense::click());
                    response.widget_info(|| egui::WidgetInfo::selected(Role::Tab, true, name == "first", name));
                    let _ = ui.button("close");
                }
            });
        });
        let widgets: HashMap<_, _> = named.widgets.iter().map(|widget| (&*widget.id, widget)).collect();
        let around = |name: &str| {
            let widget = named.widgets.iter().find(|widget| widget.name == name).expect("it is listed");
            widget.within.as_deref().map(|id| (widgets[id].role, &*widgets[id].name))
        };
        assert_eq!(around("outside"), None);
        assert_eq!(around("File"), Some(("navigation", "Menu")));
        assert_eq!((around("first"), around("second")), (Some(("tablist", "")), Some(("tablist", ""))));
        assert_eq!(named.widgets.iter().filter(|widget| widget.role == "tablist").count(), 1);
        assert_eq!(around("close"), None);
    }
}
