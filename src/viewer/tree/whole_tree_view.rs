//! The whole tree of a run on one screen: as an icicle, or as nodes and links with small subtrees collapsed.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Align, ComboBox, Id, Layout, ProgressBar, Rect, Role, Sense, Slider, Ui, WidgetInfo, pos2, vec2};

use super::color_by::{color_by_ui, passes_apart_ui};
use super::explained::explained_ui;
use super::focus_nodes::{column_text, layer_text};
use super::focus_view::tree_name;
use super::minimap::minimap_ui;
use super::motion::Pace;
use super::run_view::RunView;
use super::whole_camera::WholeView;
use super::whole_legend::whole_legend_ui;
use super::whole_marks::whole_marks;
use super::whole_shown::Shown;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{bar_ui, set_name};
use crate::viewer::session::{Run, RunId, Session, Settings, TreeForm};
use edagari_core::analysis::{log_text, node_title, state_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::{NodeId, NodeState, Place, Subtree, Trace};
use edagari_draw::scene::{IcicleWidth, Target, WholeLook, WholeTree};

/// The maximum number of nodes with an accessible name.
const MAX_NAMED: usize = 400;
const SMALLEST_NAMED: f32 = 10.0;
/// The largest threshold that can be set.
const LARGEST_THRESHOLD: usize = 1_000_000;

/// While the user has chosen no threshold: the largest one, the number of parts of that size in a smaller tree, and the greatest number
/// of visits of a tree that is shown with all nodes.
const USUAL_THRESHOLD: usize = 300;
const PARTS: usize = 60;
const SHOWN_WHOLE: usize = 1_000;

/// Returns the minimum number of visits of a subtree that is not collapsed: small trees are shown with all their nodes.
fn threshold_of(settings: &Settings, trace: &Trace) -> usize {
    match settings.collapse_below {
        0 if trace.visit_count() <= SHOWN_WHOLE => 1,
        0 => (trace.visit_count() / PARTS).min(USUAL_THRESHOLD),
        chosen => chosen,
    }
}

/// Shows the view of a whole tree, with its settings above it.
pub(crate) fn whole_tree_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    run_view: &mut RunView,
    commands: &mut Vec<Command>,
) {
    let settings = &session.settings;
    let view = &mut run_view.whole;
    let trace = &run.trace;
    let threshold = threshold_of(settings, trace);
    let tree = if settings.tree_form == TreeForm::Whole {
        view.tree(trace, threshold, settings.passes_apart, session.wake())
    } else {
        None
    };
    toolbar_ui(ui, session, run, view, tree.as_deref(), commands);
    let colors = settings.color_by.as_deref().and_then(|column| run.colors(column));
    let colors = colors.as_deref();
    whole_legend_ui(ui, run, settings, colors);
    let selected = trace.place(&run.selected()).recorded();
    // Until the other tree is laid out, the previous one stays unchanged.
    let apart = tree.as_ref().map_or(settings.passes_apart, |tree| tree.apart);
    let order = if settings.order_marks { run.order_marks(session.wake()) } else { None };
    let look = WholeLook { trace, frame: run.frame, selected, apart, colors, order, language: settings.language };
    let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
    let rect = ui.available_rect_before_wrap();
    let response = ui.interact(rect, Id::unique(("whole tree", run.id)), Sense::click_and_drag());
    let name = tree_name(session, run);
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, &name));
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
        let pace = Pace::of(ui, session, run);
        let orientation = session.orientation();
        if view.follow(&shown, (inner, units, depths), (settings.follow, orientation), pace) {
            ui.request_repaint();
        }
        let area = view.area(inner, units, depths, orientation);
        view.move_camera(ui, &response, &area, units, depths);
        let area = view.area(inner, units, depths, orientation);
        let mut scene = shown.draw(&area, &mut view.figures);
        run_view.drawn = scene.drawn;
        let is_explained = session.explains_picture && session.active == run.id;
        let marks = if is_explained { whole_marks(&shown, &scene, orientation) } else { Vec::new() };
        view.fade.paint_ui(ui, (inner, &palette), &mut scene, (trace, run.frame), pace);
        targets_ui(ui, run.id, &shown, &scene.targets, rect, settings.language, commands);
        if let Some(target) = clicked(&response, &scene.targets, egui::Response::double_clicked) {
            let (first, width) = shown.place(target.node);
            view.show(first - width * 0.05, width * 1.1, units);
        } else if let Some(target) = clicked(&response, &scene.targets, egui::Response::clicked) {
            select(&shown, run.id, target, commands);
        } else if response.clicked() {
            commands.push(Command::Activate(run.id));
        }
        minimap_ui(ui, run.id, view, &shown, &area, settings.language);
        if is_explained {
            let places: Vec<_> = scene.targets.iter().map(|target| target.rect).collect();
            let in_points = TSTransform::IDENTITY;
            explained_ui(ui, rect, (run, &marks), &places, in_points, settings.language, commands);
        }
    } else if !is_ready {
        waiting_ui(ui, rect, view, settings.language);
    }
}

/// Selects a node. A click on a visit that is not the current one also goes to the start of that visit.
fn select(shown: &Shown<'_>, run: RunId, target: &Target, commands: &mut Vec<Command>) {
    let look = &shown.look;
    let other = target.layer.filter(|&layer| look.trace.layer_at(target.node, look.frame) != Some(layer));
    commands.extend(other.map(|layer| Command::GoTo { run, frame: look.trace.span(layer).0 }));
    commands.push(Command::Center { run, path: look.trace.path(target.node) });
}

/// Returns the target of a click.
fn clicked<'a>(
    response: &egui::Response,
    targets: &'a [Target],
    is_it: impl Fn(&egui::Response) -> bool,
) -> Option<&'a Target> {
    let at = response.interact_pointer_pos().filter(|_| is_it(response))?;
    let holds = |target: &&Target| {
        let rect = target.rect;
        (rect.min.x..=rect.max.x).contains(&at.x) && (rect.min.y..=rect.max.y).contains(&at.y)
    };
    // The last target is on top.
    targets.iter().rev().find(holds)
}

/// Shows the settings of the form: the threshold of collapsing, or the quantity that widths represent.
fn toolbar_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    view: &mut WholeView,
    tree: Option<&WholeTree>,
    commands: &mut Vec<Command>,
) {
    let settings = &session.settings;
    let language = settings.language;
    let is_whole = settings.tree_form == TreeForm::Whole;
    bar_ui(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if is_whole {
                making_ui(ui, view, &tree_name(session, run), language);
            }
            passes_apart_ui(ui, run, settings, commands);
            color_by_ui(ui, run, settings, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if is_whole {
                    threshold_ui(ui, settings, &run.trace, tree, commands);
                } else {
                    icicle_width_ui(ui, run, settings, commands);
                }
            });
        });
    });
}

/// Shows a button that cancels the layout while it runs, or, after it was cancelled, one that starts it again.
fn making_ui(ui: &mut Ui, view: &mut WholeView, name: &str, language: Language) {
    let is_making = view.progress().is_some();
    if !is_making && !view.is_given_up() {
        return;
    }
    let text = language.text(if is_making { Text::Cancel } else { Text::LayOut });
    let button = ui.button(text);
    set_name(ui, button.id, &format!("{text}: {name}"));
    match (button.clicked(), is_making) {
        (true, true) => view.give_up(),
        (true, false) => view.begin_again(),
        (false, true) => {
            ui.spinner();
        }
        (false, false) => {}
    }
}

/// Shows the placeholder of a tree that is not laid out yet.
fn waiting_ui(ui: &mut Ui, rect: Rect, view: &WholeView, language: Language) {
    let place = Rect::from_center_size(rect.center(), vec2(200.0_f32.min(rect.width()), 24.0));
    if let Some(progress) = view.progress() {
        ui.put(place, ProgressBar::new(progress.share().unwrap_or(0.0)).show_percentage());
    } else if view.is_given_up() {
        ui.put(place, egui::Label::new(language.text(Text::NotLaidOut)));
    }
}

/// Shows the threshold of collapsing, and the number of nodes that remain.
fn threshold_ui(
    ui: &mut Ui,
    settings: &Settings,
    trace: &Trace,
    tree: Option<&WholeTree>,
    commands: &mut Vec<Command>,
) {
    let (palette, language) = (Palette::of(ui), settings.language);
    ui.label(egui::RichText::new(language.text(Text::CollapseBelow)).size(SECONDARY));
    let requested = threshold_of(settings, trace);
    let mut threshold = requested;
    ui.spacing_mut().slider_width = (ui.available_width() - 250.0).clamp(60.0, 220.0);
    let slider = Slider::new(&mut threshold, 1..=LARGEST_THRESHOLD).logarithmic(true);
    let response = ui.add(slider);
    set_name(ui, response.id, language.text(Text::CollapseBelow));
    if response.changed() {
        commands.push(Command::SetCollapseBelow(threshold));
    }
    let mut caption = tree.map_or(String::new(), |tree| {
        language.fill(Text::WholeNodes, &[("count", &language.number(tree.nodes.len() as u64))])
    });
    if let Some(raised) = tree.filter(|tree| tree.threshold > requested) {
        let count = language.number(raised.threshold as u64);
        caption = language.fill(Text::ThresholdRaised, &[("count", &count)]);
    }
    ui.add(egui::Label::new(egui::RichText::new(caption).size(SECONDARY).color(palette.secondary)).truncate());
}

fn icicle_width_ui(ui: &mut Ui, run: &Run, settings: &Settings, commands: &mut Vec<Command>) {
    let language = settings.language;
    let name = |width: IcicleWidth| match width {
        IcicleWidth::Visits if run.trace.has_layers() => language.text(Text::VisitsRow),
        IcicleWidth::Visits => language.text(Text::WidthVisits),
        IcicleWidth::Leaves => language.text(Text::WidthLeaves),
    };
    ui.label(egui::RichText::new(language.text(Text::WidthCounts)).size(SECONDARY));
    let response =
        ComboBox::from_id_salt(("icicle width", run.id)).selected_text(name(settings.icicle_width)).show_ui(ui, |ui| {
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
    run: RunId,
    shown: &Shown<'_>,
    targets: &[Target],
    rect: Rect,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let mut named = 0;
    for target in targets {
        let place =
            Rect::from_min_max(pos2(target.rect.min.x, target.rect.min.y), pos2(target.rect.max.x, target.rect.max.y))
                .intersect(rect);
        if !place.is_positive() || place.width().min(place.height()) < SMALLEST_NAMED {
            continue;
        }
        named += 1;
        if named > MAX_NAMED {
            break;
        }
        let response = ui.interact(
            place,
            Id::unique(("whole node", run, target.node.0, target.layer.map(|layer| layer.0))),
            Sense::click(),
        );
        let texts = || target_texts(&shown.look, target);
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, texts().join(language.text(Text::Comma))));
        if response.clicked() {
            select(shown, run, target, commands);
        }
        if response.double_clicked() {
            commands.push(Command::ZoomToNode { run, node: target.node });
        }
        if response.hovered() {
            let visit = target.layer.or_else(|| shown.look.trace.layer_at(target.node, shown.look.frame));
            let log = visit.and_then(|visit| log_text(shown.look.trace, visit, language));
            response.on_hover_text(texts().into_iter().chain(log).collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Returns the texts of a target: its moves and its state; for several nodes, their number; for a collapsed subtree, its contents.
fn target_texts(look: &WholeLook<'_>, target: &Target) -> Vec<String> {
    let WholeLook { trace, frame, language, .. } = *look;
    let name = node_title(trace, &trace.path(target.node), language);
    let state = match target.layer {
        Some(layer) => trace.state_by(layer, frame),
        None => trace.state(Place { node: target.node, below: 0 }, frame),
    };
    let has_ended = matches!(state, NodeState::Scored { .. });
    let visit = target.layer.or_else(|| trace.layer_at(target.node, frame));
    let mut state = state_text(trace, visit, state, language);
    if let Some(layer) = target.layer {
        state = [state, layer_text(trace, layer, language)].join(language.text(Text::Comma));
    }
    if let Some(value) = visit.and_then(|visit| column_text(trace, frame, look.colors, visit)) {
        state = [state, value].join(language.text(Text::Comma));
    }
    let ordered = visit.and_then(|visit| look.order?.at_frame(trace, visit, frame));
    if let Some(text) = ordered.map(|ordered| ordered.text(language)).filter(|text| !text.is_empty()) {
        state = [state, text].join(language.text(Text::Comma));
    }
    match visit.or_else(|| trace.layers(target.node).next()) {
        Some(visit) if target.count > 1 => {
            let mut texts = vec![name, state];
            let subtree = look.subtree(visit);
            // The result is not revealed before the visit has it.
            let visible = if has_ended { subtree } else { Subtree { pruned: None, scores: None, ..subtree } };
            texts.extend(subtree_texts(trace, &visible, language));
            texts
        }
        None if target.count > 1 => {
            let values = [("listed", &*name), ("count", &language.number(target.count - 1))];
            vec![language.fill(Text::SayAndMore, &values), state]
        }
        _ => vec![name, state],
    }
}

/// Returns the contents of a subtree as texts.
fn subtree_texts(trace: &Trace, subtree: &Subtree, language: Language) -> Vec<String> {
    let text = if trace.has_layers() { Text::SubtreeVisits } else { Text::SubtreeNodes };
    let nodes = language.fill(text, &[("count", &language.number(subtree.visits))]);
    let pruned = subtree.share_pruned().map(|share| {
        let share = format!("{:.0}", share * 100.0);
        language.fill(Text::SubtreePruned, &[("share", &share)])
    });
    let scores = subtree.scores.map(|(low, high)| {
        language.fill(
            Text::SubtreeScores,
            &[("low", &trace.in_unit(low).to_string()), ("high", &trace.in_unit(high).to_string())],
        )
    });
    [Some(nodes), pruned, scores].into_iter().flatten().collect()
}

/// Zooms the view of the whole tree to the subtree of a node.
pub(crate) fn zoom_to_node(run_view: &mut RunView, run: &Run, node: NodeId, settings: &Settings) {
    let trace = &run.trace;
    let made = run_view.whole.tree.as_ref().filter(|made| made.is_of(trace));
    let tree = made.map(|made| Arc::clone(&made.tree));
    let apart = tree.as_ref().map_or(settings.passes_apart, |tree| tree.apart);
    let look = WholeLook {
        trace,
        frame: run.frame,
        selected: None,
        apart,
        colors: None,
        order: None,
        language: settings.language,
    };
    let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
    let (first, width) = shown.place(node);
    run_view.whole.show(first - width * 0.05, width * 1.1, shown.units());
}
