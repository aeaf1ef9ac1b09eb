//! Execution of each action; `dismiss` is that of Escape.

use std::path::PathBuf;

use egui::{Context, ViewportCommand};

use super::jumps::{jump, jump_to};
use crate::platform::page;
use crate::viewer::app::arrangement::{Arrangement, Tile};
use crate::viewer::app::command_palette::CommandPalette;
use crate::viewer::app::edagari::Edagari;
use crate::viewer::app::open_panels::{WhenOpen, entry_of};
use crate::viewer::commands::Action;
use crate::viewer::kit::screen::is_narrow;
use crate::viewer::kit::widgets::IS_FREE_DESKTOP;
use crate::viewer::session::{Example, Link, SPEEDS, Session, TEXT_SIZES, ThemeChoice, TreeForm, WEIGHTS, Workspace};
use crate::viewer::tree::{RunView, zoom_around};
use edagari_core::language::Text;
use edagari_teach::practice::Stage;

/// Distance, in points, by which a key moves the picture.
const PAN: f32 = 60.0;

/// Executes an action.
#[expect(clippy::too_many_lines, reason = "one entry an action")]
pub(super) fn act(app: &mut Edagari, ctx: &egui::Context, action: Action) {
    if action == Action::Why && why_of_practice(app) {
        return;
    }
    if let Some(entry) = entry_of(action) {
        let is_seen = is_on_screen(app, ctx, action) && app.session.settings.workspace == Workspace::Replay;
        if entry.again == WhenOpen::Close && is_seen {
            app.close_panel(action);
        } else {
            app.open_to_type(action);
        }
        return;
    }
    let session = app.session.change();
    let active = session.active;
    let frame = session.active_run().frame;
    match action {
        Action::TogglePlay => session.toggle_play(),
        Action::FrameOn => session.go_to(frame + 1),
        Action::FrameBack => session.go_to(frame.saturating_sub(1)),
        Action::TenOn => session.go_to(frame + 10),
        Action::TenBack => session.go_to(frame.saturating_sub(10)),
        Action::NextRise
        | Action::PreviousRise
        | Action::NextFall
        | Action::PreviousFall
        | Action::NextBestMove
        | Action::PreviousBestMove
        | Action::NextTableReturn
        | Action::PreviousTableReturn
        | Action::NextStore
        | Action::PreviousStore
        | Action::NextPass
        | Action::PreviousPass
        | Action::NextSkip
        | Action::PreviousSkip
        | Action::NextStateChange
        | Action::PreviousStateChange
        | Action::NextAlphaChange
        | Action::PreviousAlphaChange
        | Action::NextBetaChange
        | Action::PreviousBetaChange
        | Action::NextScoreChange
        | Action::PreviousScoreChange
        | Action::NextExplorationChange
        | Action::PreviousExplorationChange
        | Action::NextSumChange
        | Action::PreviousSumChange
        | Action::NextVisit
        | Action::PreviousVisit
        | Action::NextSearchedAgain
        | Action::PreviousSearchedAgain
        | Action::StartOfNode
        | Action::EndOfNode
        | Action::ToCause
        | Action::ToPruning
        | Action::NextCut
        | Action::PreviousCut
        | Action::NextOfNode
        | Action::PreviousOfNode
        | Action::ToSource
        | Action::ToNextUse => jump_to(session, action),
        Action::First => session.go_to(0),
        Action::Last => session.go_to(usize::MAX),
        Action::Faster => session.settings.speed = (session.settings.speed * 2.0).min(*SPEEDS.end()),
        Action::Slower => session.settings.speed = (session.settings.speed / 2.0).max(*SPEEDS.start()),
        Action::ToggleLoop => session.loops = !session.loops,
        Action::LoopStart => session.set_loop(Some(frame), None),
        Action::LoopEnd => session.set_loop(None, Some(frame)),
        Action::TimeZoomIn => session.zoom_time(active, frame as f64 + 0.5, 2.0),
        Action::TimeZoomOut => session.zoom_time(active, frame as f64 + 0.5, 0.5),
        Action::TimeWhole => session.show_frames(active, None),
        Action::ToggleSameScale => session.settings.same_scale = !session.settings.same_scale,
        Action::Parent | Action::FirstChild | Action::PreviousSibling | Action::NextSibling | Action::Root => {
            move_center(session, action);
        }
        Action::CurrentNode => session.deselect(),
        Action::NextFound => jump(session, session.found_frame(true), Text::NoNextFound),
        Action::PreviousFound => jump(session, session.found_frame(false), Text::NoPreviousFound),
        Action::Back => session.go_back(false),
        Action::Forward => session.go_back(true),
        Action::FormFocus => set_form(app, TreeForm::Focus),
        Action::FormWhole => set_form(app, TreeForm::Whole),
        Action::FormIcicle => set_form(app, TreeForm::Icicle),
        Action::Fit => app.views.values_mut().for_each(RunView::fit),
        Action::ZoomIn => zoom(app, ctx, 1.25),
        Action::ZoomOut => zoom(app, ctx, 0.8),
        Action::PanUp => pan(app, egui::vec2(0.0, PAN)),
        Action::PanLeft => pan(app, egui::vec2(PAN, 0.0)),
        Action::PanDown => pan(app, egui::vec2(0.0, -PAN)),
        Action::PanRight => pan(app, egui::vec2(-PAN, 0.0)),
        Action::MoreBelow => change_weight(session, 1),
        Action::LessBelow => change_weight(session, -1),
        Action::UsualBelow => session.settings.weight_below = 0,
        Action::ToggleOpen => {
            let path = session.active_run().looked_at().to_vec();
            session.toggle_open(active, path);
        }
        Action::ToggleOrientation => session.turn_trees(),
        Action::ToggleGroups => session.settings.group_pruned = !session.settings.group_pruned,
        Action::DifferencesOnly => session.settings.differences_only = !session.settings.differences_only,
        Action::TogglePassesApart => set_passes_apart(app),
        Action::ToggleOrderMarks => session.settings.order_marks = !session.settings.order_marks,
        Action::NextColumnColors => color_by_next(session),
        Action::ToggleBestLine => session.settings.best_line = !session.settings.best_line,
        Action::ToggleMotion => session.settings.motion = !session.settings.motion,
        Action::ToggleFollow => {
            session.settings.follow = !session.settings.follow;
            session.follow_all();
        }
        Action::LinkFrame => session.set_link(Link::Frame),
        Action::LinkPlace => session.set_link(Link::Place),
        Action::LinkShare => session.set_link(Link::Share),
        Action::NextRun => session.activate_next(),
        Action::OneRun => session.show_one(!session.shows_one_run()),
        Action::AddRun => {
            let setup = session.active_run().setup().clone();
            session.add_run(setup);
        }
        Action::CloseRun => session.close_run(active),
        Action::NextTile => move_focus(app, ctx, true),
        Action::PreviousTile => move_focus(app, ctx, false),
        Action::MaximiseTile => app.maximise(focused(app)),
        Action::WidenTile => resize(app, true),
        Action::NarrowTile => resize(app, false),
        Action::FloatTile => float(app),
        Action::CloseTile => close_tile(app),
        Action::ReopenPanel => app.reopen_closed(),
        Action::ArrangeCompare | Action::ArrangeOne | Action::ArrangeStudy => arrange(app, action),
        Action::AddNote => app.add_note(),
        Action::NextNote => app.step_note(true),
        Action::PreviousNote => app.step_note(false),
        Action::BackToNote => match app.session.notebook.current {
            Some(note) => app.go_to_note(note),
            None => app.step_note(true),
        },
        Action::UndoEdit => app.undo(ctx, false),
        Action::RedoEdit => app.undo(ctx, true),
        Action::FiveSearches => app.begin_example(Example::FiveSearches),
        Action::WorkspaceReplay => session.settings.workspace = Workspace::Replay,
        Action::WorkspaceNoise => session.settings.workspace = Workspace::Noise,
        Action::SetUpLeft => set_up(app, 0),
        Action::SetUpRight => set_up(app, 1),
        Action::Dismiss => dismiss(app),
        Action::ExplainPicture => explain_picture(session),
        Action::ThemeLight => app.set_theme(ctx, ThemeChoice::Light),
        Action::ThemeDark => app.set_theme(ctx, ThemeChoice::Dark),
        Action::ThemeSystem => app.set_theme(ctx, ThemeChoice::System),
        Action::Language(language) => session.settings.language = language,
        Action::TextLarger => change_text_size(session, 1),
        Action::TextSmaller => change_text_size(session, -1),
        Action::CopyLink => {
            let files: Vec<PathBuf> = app.session.runs.iter().filter_map(|run| run.file.clone()).collect();
            let link = page::link(&files, &app.words_of_link());
            copy(app.session.change(), ctx, link);
        }
        Action::CopyPosition => {
            let run = session.active_run();
            let position = run.trace.position(&run.selected());
            match position.and_then(|position| position.position_text()) {
                Some(position) => copy(session, ctx, position),
                None => session.notice = Some(session.settings.language.text(Text::NoPositionText).to_owned()),
            }
        }
        Action::TextUsual => session.settings.text_size = 100,
        Action::Palette => app.palette = if app.palette.is_some() { None } else { Some(CommandPalette::default()) },
        Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        // All other actions open a panel.
        _ => {}
    }
}

/// Copies a text to the clipboard, and reports it.
fn copy(session: &mut Session, ctx: &Context, text: String) {
    let language = session.settings.language;
    let copied = language.fill(Text::LinkCopied, &[("link", &text)]);
    // Under X11 and Wayland, the program that copied a text must keep running to provide it, unless
    // a clipboard manager has taken it over.
    let may_end = if IS_FREE_DESKTOP { format!("\n{}", language.text(Text::CopyMayEnd)) } else { String::new() };
    session.notice = Some(copied + &may_end);
    ctx.copy_text(text);
}

/// Handles *Why* during practice: refused while a question is open, shown by practice after the answer. Returns whether practice
/// handled it.
fn why_of_practice(app: &mut Edagari) -> bool {
    let session = app.session.change();
    let answered = session.practice.as_ref().filter(|practice| practice.round.stage() == Stage::Answered);
    if session.has_open_question() {
        session.notice = Some(session.settings.language.text(Text::PracticeAnswerFirst).to_owned());
        return true;
    }
    let is_answered = answered.is_some_and(|practice| practice.run == session.active);
    if is_answered {
        session.toggle_practice_why();
    }
    is_answered
}

/// Selects the previous or next sibling, the parent or a child of the selected node.
fn move_center(session: &mut Session, action: Action) {
    let run = session.active_run();
    let mut path = run.selected().to_vec();
    // Children in search order if the node was visited, otherwise in the game's order.
    let moves_at = |path: &[u32]| -> Vec<u32> {
        let recorded = run.trace.place(path).recorded();
        let moves: Vec<u32> = recorded
            .map(|node| run.trace.children(node).filter_map(|child| run.trace.move_of(child)).collect())
            .unwrap_or_default();
        if moves.is_empty() {
            let count = run.trace.position(path).map_or(0, |position| position.move_count());
            (0..count as u32).collect()
        } else {
            moves
        }
    };
    match action {
        Action::Parent => {
            path.pop();
        }
        Action::FirstChild => path.extend(moves_at(&path).first()),
        Action::PreviousSibling | Action::NextSibling => {
            let Some(own) = path.pop() else { return };
            let siblings = moves_at(&path);
            let at = siblings.iter().position(|&mv| mv == own).unwrap_or(0);
            let to =
                if action == Action::NextSibling { (at + 1).min(siblings.len() - 1) } else { at.saturating_sub(1) };
            path.push(siblings[to]);
        }
        _ => path.clear(),
    }
    session.center(path);
}

/// Changes the space for the levels below the focus.
fn change_weight(session: &mut Session, by: i8) {
    let weight = &mut session.settings.weight_below;
    *weight = (*weight + by).clamp(*WEIGHTS.start(), *WEIGHTS.end());
}

/// Changes the text size to the next multiple of a step.
fn change_text_size(session: &mut Session, steps: i32) {
    const STEP: i32 = 10;
    let [least, most] = [*TEXT_SIZES.start(), *TEXT_SIZES.end()].map(i32::from);
    let size = i32::from(session.settings.text_size);
    let from = if steps > 0 { size.div_euclid(STEP) } else { -(-size).div_euclid(STEP) };
    session.settings.text_size = ((from + steps) * STEP).clamp(least, most) as u16;
}

fn set_form(app: &mut Edagari, form: TreeForm) {
    app.session.change().settings.tree_form = form;
    app.views.values_mut().for_each(|view| view.whole.fit());
    app.session.change().follow_all();
}

/// Selects the next column of the active run for the colours; after the last column, the usual colours.
fn color_by_next(session: &mut Session) {
    let columns = session.active_run().trace.columns();
    let at =
        session.settings.color_by.as_deref().and_then(|name| columns.iter().position(|column| column.name() == name));
    let next = columns.get(at.map_or(0, |at| at + 1)).map(|column| column.name().to_owned());
    session.notice = match &next {
        None if columns.is_empty() => Some(session.settings.language.text(Text::NoColumns).to_owned()),
        _ => None,
    };
    session.settings.color_by = next;
}

/// Switches between one node per visit and one per node of the trace.
fn set_passes_apart(app: &mut Edagari) {
    let settings = &mut app.session.change().settings;
    settings.passes_apart = !settings.passes_apart;
    let form = settings.tree_form;
    set_form(app, form);
}

fn zoom(app: &mut Edagari, ctx: &egui::Context, by: f32) {
    let is_whole = app.session.settings.tree_form != TreeForm::Focus;
    let tile = app.arrangement.find(Tile::Run(app.session.active));
    let rect = tile.and_then(|id| app.arrangement.tree.tiles.rect(id)).unwrap_or_else(|| ctx.content_rect());
    let view = app.view_of(app.session.active);
    if is_whole {
        view.whole.zoom_by_key(f64::from(by));
    } else {
        zoom_around(&mut view.camera, rect.center(), by);
    }
}

/// Moves the picture of the active run.
fn pan(app: &mut Edagari, by: egui::Vec2) {
    let is_whole = app.session.settings.tree_form != TreeForm::Focus;
    let view = app.view_of(app.session.active);
    if is_whole {
        view.whole.pan_by_key(by);
    } else {
        view.camera.screen_from_scene.translation += by;
        view.camera.fits = false;
    }
}

/// Opens the setup of the run at an index.
fn set_up(app: &mut Edagari, place: usize) {
    if let Some(id) = app.session.runs.get(place).map(|run| run.id) {
        app.session.change().activate(id);
        app.open_to_type(Action::SetUp);
    }
}

/// Shows or hides the labels that explain the picture.
fn explain_picture(session: &mut Session) {
    session.explains_picture = !session.explains_picture;
    if session.explains_picture {
        session.settings.workspace = Workspace::Replay;
        session.playing = false;
    }
}

/// Closes the topmost overlay, panel or message; if there is none, stops the recordings.
fn dismiss(app: &mut Edagari) {
    let session = app.session.change();
    if std::mem::take(&mut session.explains_picture) || app.arrangement.maximised.take().is_some() {
        return;
    }
    if let Some(panel) = app.panels.topmost() {
        app.close_panel(panel);
    } else if !app.session.change().dismiss_messages() {
        let ids: Vec<_> = app.session.runs.iter().map(|run| run.id).collect();
        for id in ids {
            app.session.change().cancel(id);
        }
    }
}

/// Whether an open panel can be seen: it floats, or its tab is selected.
fn is_on_screen(app: &Edagari, ctx: &egui::Context, panel: Action) -> bool {
    let tile = Tile::Panel(panel);
    let is_in_front =
        || if is_narrow(ctx) { app.front_tile() == tile } else { app.arrangement.on_screen().contains(&tile) };
    app.panels.is_open(panel) && (app.arrangement.floating.contains(&panel) || is_in_front())
}

/// Returns the tile with the keyboard focus; the active run if there is none.
fn focused(app: &Edagari) -> Tile {
    let is_there = |tile: &Tile| match *tile {
        Tile::Run(run) => app.session.run(run).is_some(),
        Tile::Panel(panel) => app.panels.is_open(panel),
    };
    app.focused.filter(is_there).unwrap_or(Tile::Run(app.session.active))
}

fn move_focus(app: &mut Edagari, ctx: &egui::Context, forward: bool) {
    let is_narrow = is_narrow(ctx);
    let tiles = if is_narrow { app.tiles_by_tabs() } else { app.arrangement.on_screen() };
    let current = if is_narrow { app.front_tile() } else { focused(app) };
    let Some(at) = tiles.iter().position(|tile| *tile == current).or((!tiles.is_empty()).then_some(0)) else {
        return;
    };
    let next = if forward { (at + 1) % tiles.len() } else { (at + tiles.len() - 1) % tiles.len() };
    app.focus(tiles[next]);
    app.shows_focus = true;
}

fn resize(app: &mut Edagari, larger: bool) {
    app.arrangement.resize(focused(app), larger);
    app.keep_arrangement();
}

fn float(app: &mut Edagari) {
    if let Tile::Panel(panel) = focused(app) {
        let floats = !app.arrangement.floating.contains(&panel);
        app.set_floating(panel, floats);
    }
}

fn close_tile(app: &mut Edagari) {
    match focused(app) {
        Tile::Run(run) => app.session.change().close_run(run),
        Tile::Panel(panel) => app.close_panel(panel),
    }
    app.focused = None;
}

/// Applies one of the built-in arrangements.
fn arrange(app: &mut Edagari, action: Action) {
    let open: Vec<Action> = app.panels.actions().collect();
    for panel in open {
        app.close_panel(panel);
    }
    app.session.change().show_one(action != Action::ArrangeCompare);
    app.arrangement = Arrangement::side_by_side(&app.session);
    app.open_panel(Action::ToggleInspector);
    if action == Action::ArrangeStudy {
        app.open_panel(Action::Why);
    }
    app.keep_arrangement();
}
