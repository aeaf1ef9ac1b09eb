//! The whole tree of a pane on one screen: as an icicle, or as nodes and links with small subtrees collapsed; and a minimap.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{ComboBox, Id, Rect, Role, Sense, Slider, Ui, WidgetInfo, pos2, vec2};

use super::action::Command;
use super::minimap::minimap_ui;
use super::paint::paint;
use super::pane::Pane;
use super::pane_view::pane_bar_ui;
use super::settings::{Settings, TreeForm};
use super::theme::{Palette, SECONDARY};
use super::time_bar::set_name;
use super::tree_view::state_text;
use super::whole_camera::WholeView;
use crate::analysis::node_name;
use crate::language::{Language, Text, grouped};
use crate::scene::{
    GlyphFigures, IcicleWidth, Target, WholeArea, WholeLook, WholeScene, WholeTree, draw_icicle, draw_whole,
    icicle_place, icicle_units, whole_place,
};
use crate::trace::{NodeId, Place, Subtree};

/// The most nodes with an accessible name of their own.
const MOST_NAMED: usize = 400;
const SMALLEST_NAMED: f32 = 10.0;
/// The largest threshold that can be set.
const LARGEST_THRESHOLD: usize = 1_000_000;

/// What is shown of a pane's tree.
pub(super) struct Shown<'a> {
    pub(super) look: WholeLook<'a>,
    form: TreeForm,
    width: IcicleWidth,
    tree: Option<&'a WholeTree>,
}

impl Shown<'_> {
    pub(super) fn units(&self) -> f64 {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => tree.places.width(),
            _ => icicle_units(&self.look, self.width),
        }
    }

    pub(super) fn draw(&self, area: &WholeArea, figures: &mut GlyphFigures) -> WholeScene {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => draw_whole(&self.look, tree, area, figures),
            _ => draw_icicle(&self.look, area, self.width),
        }
    }

    /// Where a node begins and how wide it is.
    fn place(&self, node: NodeId) -> (f64, f64) {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => {
                let index = tree.holding(self.look.trace, node);
                let (first, last) = tree.places.extents[index];
                (first, last - first + 1.0)
            }
            _ => icicle_place(&self.look, self.width, node),
        }
    }

    pub(super) fn middle(&self, node: NodeId) -> f64 {
        if let (TreeForm::Whole, Some(tree)) = (self.form, self.tree) {
            return whole_place(&self.look, tree, node);
        }
        let (first, width) = icicle_place(&self.look, self.width, node);
        first + width / 2.0
    }
}

/// The view of a whole tree, with its settings above it.
pub(super) fn whole_tree_ui(
    ui: &mut Ui,
    index: usize,
    pane: &mut Pane,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let mut view = std::mem::take(&mut pane.whole);
    let trace = Arc::clone(&pane.trace);
    let threshold = settings.collapse_below;
    let tree = if settings.tree_form == TreeForm::Whole { view.tree(&trace, threshold, ui.ctx()) } else { None };
    toolbar_ui(ui, index, &view, tree.as_deref(), settings, commands);
    let selected = trace.place(&pane.center).recorded();
    let look = WholeLook { trace: &trace, frame: pane.frame, selected };
    let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
    let rect = ui.available_rect_before_wrap();
    let response = ui.interact(rect, Id::unique(("whole tree", index)), Sense::click_and_drag());
    let name = settings.language.text(if index == 0 { Text::LeftTree } else { Text::RightTree });
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, name));
    ui.advance_cursor_after_rect(rect);
    let palette = Palette::of(ui);
    ui.painter_at(rect).rect_filled(rect, 0.0, palette.ground);
    let is_ready = settings.tree_form != TreeForm::Whole || tree.is_some();
    if trace.visit_count() > 0 && is_ready {
        let inner = rect.shrink(8.0);
        let units = shown.units();
        let depths = match &tree {
            Some(tree) => tree.deepest[0] as usize + 1,
            None => trace.max_depth() + 1,
        };
        view.follow(&shown, units, inner, depths, settings);
        let area = view.area(inner, units, depths, settings.orientation);
        view.move_camera(ui, &response, &area, units, depths);
        let area = view.area(inner, units, depths, settings.orientation);
        let scene = shown.draw(&area, &mut view.figures);
        pane.drawn = scene.drawn;
        paint_scene(ui, inner, &palette, &scene);
        targets_ui(ui, index, &shown, &scene.targets, rect, settings.language, commands);
        if let Some(node) = clicked(&response, &scene.targets, egui::Response::double_clicked) {
            let (first, width) = shown.place(node);
            view.show(first - width * 0.05, width * 1.1, units);
        } else if let Some(node) = clicked(&response, &scene.targets, egui::Response::clicked) {
            commands.push(Command::Center { pane: index, path: trace.path(node) });
        } else if response.clicked() {
            commands.push(Command::Activate(index));
        }
        minimap_ui(ui, index, &mut view, &shown, &area, settings.language);
    } else if !is_ready {
        ui.put(Rect::from_center_size(rect.center(), vec2(32.0, 32.0)), egui::Spinner::new());
    }
    pane.whole = view;
}

pub(super) fn paint_scene(ui: &Ui, rect: Rect, palette: &Palette, scene: &WholeScene) {
    paint(&ui.painter_at(rect.expand(4.0)), palette, &scene.shapes, TSTransform::IDENTITY);
}

/// The node that a click is for.
fn clicked(response: &egui::Response, targets: &[Target], is_it: impl Fn(&egui::Response) -> bool) -> Option<NodeId> {
    let at = response.interact_pointer_pos().filter(|_| is_it(response))?;
    let holds = |target: &&Target| {
        let rect = target.rect;
        (rect.min.x..=rect.max.x).contains(&at.x) && (rect.min.y..=rect.max.y).contains(&at.y)
    };
    // The last one lies on top.
    targets.iter().rev().find(holds).map(|target| target.node)
}

/// What the form can be set to: the threshold of collapsing, or what widths count.
fn toolbar_ui(
    ui: &mut Ui,
    index: usize,
    view: &WholeView,
    tree: Option<&WholeTree>,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let language = settings.language;
    pane_bar_ui(ui, |ui| match settings.tree_form {
        TreeForm::Whole => {
            ui.label(egui::RichText::new(language.text(Text::CollapseBelow)).size(SECONDARY));
            let mut threshold = settings.collapse_below;
            ui.spacing_mut().slider_width = (ui.available_width() - 250.0).clamp(60.0, 220.0);
            let slider = Slider::new(&mut threshold, 1..=LARGEST_THRESHOLD).logarithmic(true);
            let response = ui.add(slider);
            set_name(ui, response.id, language.text(Text::CollapseBelow));
            if response.changed() {
                commands.push(Command::SetCollapseBelow(threshold));
            }
            let mut said = tree.map_or(String::new(), |tree| {
                language.fill(Text::WholeNodes, &[("count", &grouped(tree.nodes.len() as u64))])
            });
            if let Some(raised) = tree.filter(|tree| tree.threshold > settings.collapse_below) {
                let count = grouped(raised.threshold as u64);
                said = language.fill(Text::ThresholdRaised, &[("count", &count)]);
            }
            ui.add(egui::Label::new(egui::RichText::new(said).size(SECONDARY).color(palette.secondary)).truncate());
            if view.is_making() {
                ui.spinner();
            }
        }
        _ => icicle_width_ui(ui, index, settings, commands),
    });
}

fn icicle_width_ui(ui: &mut Ui, index: usize, settings: &Settings, commands: &mut Vec<Command>) {
    let language = settings.language;
    let name = |width: IcicleWidth| match width {
        IcicleWidth::Visits => language.text(Text::WidthVisits),
        IcicleWidth::Leaves => language.text(Text::WidthLeaves),
    };
    ui.label(egui::RichText::new(language.text(Text::WidthCounts)).size(SECONDARY));
    let response =
        ComboBox::from_id_salt(("icicle width", index)).selected_text(name(settings.icicle_width)).show_ui(ui, |ui| {
            for width in [IcicleWidth::Visits, IcicleWidth::Leaves] {
                if ui.selectable_label(settings.icicle_width == width, name(width)).clicked() {
                    commands.push(Command::SetIcicleWidth(width));
                }
            }
        });
    set_name(ui, response.response.id, language.text(Text::WidthCounts));
}

/// Gives the nodes that are large enough an accessible name, a tooltip and a click.
fn targets_ui(
    ui: &Ui,
    index: usize,
    shown: &Shown<'_>,
    targets: &[Target],
    rect: Rect,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let trace = shown.look.trace;
    let mut named = 0;
    for target in targets {
        let place =
            Rect::from_min_max(pos2(target.rect.min.x, target.rect.min.y), pos2(target.rect.max.x, target.rect.max.y))
                .intersect(rect);
        if !place.is_positive() || place.width().min(place.height()) < SMALLEST_NAMED {
            continue;
        }
        named += 1;
        if named > MOST_NAMED {
            break;
        }
        let response = ui.interact(place, Id::unique(("whole node", index, target.node.0)), Sense::click());
        let name = || {
            let path = trace.path(target.node);
            let name = node_name(trace, &path, language);
            let place = Place { node: target.node, below: 0 };
            let state = state_text(trace, Some(target.node), trace.state(place, shown.look.frame), language);
            match trace.visit_of(target.node).filter(|_| target.count > 1) {
                Some(visit) => format!("{name}, {state}, {}", subtree_text(&trace.subtree(visit), language)),
                None => format!("{name}, {state}"),
            }
        };
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name()));
        if response.clicked() {
            commands.push(Command::Center { pane: index, path: trace.path(target.node) });
        }
        if response.double_clicked() {
            commands.push(Command::ZoomToNode { pane: index, node: target.node });
        }
        if response.hovered() {
            response.on_hover_text(name());
        }
    }
}

/// What a subtree holds, in words.
fn subtree_text(subtree: &Subtree, language: Language) -> String {
    let mut text = language.fill(Text::SubtreeNodes, &[("count", &grouped(subtree.visits))]);
    if let Some(share) = subtree.share_pruned() {
        text += &language.fill(Text::SubtreePruned, &[("share", &format!("{:.0}", share * 100.0))]);
    }
    if let Some((low, high)) = subtree.scores {
        text += &language.fill(Text::SubtreeScores, &[("low", &low.to_string()), ("high", &high.to_string())]);
    }
    text
}

impl Pane {
    /// Shows the subtree of a node in the view of the whole tree.
    pub(super) fn zoom_to_node(&mut self, node: NodeId, settings: &Settings) {
        let trace = Arc::clone(&self.trace);
        let made = self.whole.tree.as_ref().filter(|made| Arc::ptr_eq(&made.trace, &trace));
        let tree = made.map(|made| Arc::clone(&made.tree));
        let look = WholeLook { trace: &trace, frame: self.frame, selected: None };
        let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
        let (first, width) = shown.place(node);
        self.whole.show(first - width * 0.05, width * 1.1, shown.units());
    }
}
