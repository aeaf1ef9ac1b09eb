//! The one place where commands are carried out.

use egui::ViewportCommand;

use super::action::{Action, Command, Link};
use super::app::Edagari;
use super::bounds_explorer::BoundsExplorer;
use super::check_panel::CheckPanel;
use super::command_palette::CommandPalette;
use super::diff_panel::DiffPanel;
use super::file_form::FileForm;
use super::find_panel::FindPanel;
use super::match_panel::MatchPanel;
use super::settings::{SPEEDS, ThemeChoice, TreeForm, Workspace};
use super::setup_form::SetupForm;
use super::solve_panel::SolvePanel;
use super::table_panel::TablePanel;
use super::tree_view::zoom_around;
use crate::analysis::{Counterpart, counterpart, path_in};
use crate::language::{Language, Text};
use crate::scene::{Levels, Orientation};

/// Points by which a key moves the picture.
const PAN: f32 = 60.0;
/// The most levels that can be asked for.
const MOST_LEVELS: u8 = 30;

impl Edagari {
    /// Carries out one command.
    pub fn apply(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Do(action) => self.act(ctx, action),
            Command::Activate(pane) => self.activate(pane),
            Command::GoTo { pane, frame } => {
                self.activate(pane);
                self.go_to(frame);
            }
            Command::Center { pane, path } => {
                self.activate(pane);
                self.center(path);
            }
            Command::ShowFrames { lane, part } => self.show_frames(lane, part),
            Command::SetCollapseBelow(visits) => self.settings.collapse_below = visits.max(1),
            Command::SetIcicleWidth(width) => {
                self.settings.icicle_width = width;
                self.panes.iter_mut().for_each(|pane| pane.whole.fit());
            }
            Command::ZoomToNode { pane, node } => self.panes[pane].zoom_to_node(node, &self.settings),
            Command::SetSpeed(speed) => self.settings.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
            Command::SetLink(link) => {
                self.settings.link = link;
                self.link_other();
            }
            Command::SetTheme(theme) => {
                self.settings.theme = theme;
                ctx.set_theme(egui::ThemePreference::from(theme));
            }
            Command::SetLanguage(language) => self.settings.language = language,
            Command::SetPlotOf(of) => self.settings.plot_of = of,
            Command::SetDepthFigure(figure) => self.settings.depth_figure = figure,
            Command::Record { pane, setup, memory_limit_mib } => {
                self.settings.setups[pane] = (*setup).clone();
                self.settings.memory_limit_mib = memory_limit_mib;
                self.playing = false;
                self.panes[pane].record(*setup, memory_limit_mib, ctx);
            }
            Command::RecordAgain { pane, setup } => {
                let memory_limit_mib = self.settings.memory_limit_mib;
                self.apply(ctx, Command::Record { pane, setup, memory_limit_mib });
            }
            Command::SavePicture { pane, style, path } => self.save_picture(ctx, pane, style, path),
            Command::SaveAnimation { pane, style, animation, path } => {
                self.save_animation(ctx, pane, style, animation, path);
            }
            Command::GoToBoth(frames) => {
                for (pane, frame) in self.panes.iter_mut().zip(frames) {
                    pane.frame = frame.min(pane.last_frame());
                    pane.followed = None;
                }
                if self.settings.follow {
                    for index in [0, 1] {
                        let other = self.compared_with(index);
                        self.panes[index].follow(&self.settings, other.as_ref());
                    }
                }
            }
            Command::AskWhy { pane, path } => {
                self.activate(pane);
                self.center(path);
                self.asks_why = true;
            }
            Command::Look { pane, frame } => {
                self.activate(pane);
                let center = self.panes[pane].center.clone();
                self.go_to(frame);
                // What was asked about stays selected.
                self.center(center);
            }
            Command::CenterOne { pane, path } => self.panes[pane].set_center(path),
            Command::OpenTrace { pane, path } => self.open_trace(ctx, pane, path),
            Command::SaveTrace { pane, path } => self.save_trace(ctx, pane, path),
            Command::SaveChart { chart, path } => self.save_chart(ctx, chart, path),
            Command::Cancel(pane) => self.cancel(pane),
            Command::OpenSetup(pane) => {
                let setup = &self.settings.setups[pane];
                self.setup_form = Some(SetupForm::new(pane, setup, self.settings.memory_limit_mib));
            }
            Command::CloseSetup => self.setup_form = None,
            Command::DismissNotice => self.notice = None,
        }
    }

    fn act(&mut self, ctx: &egui::Context, action: Action) {
        let frame = self.panes[self.active].frame;
        match action {
            Action::TogglePlay => self.toggle_play(),
            Action::FrameOn => self.go_to(frame + 1),
            Action::FrameBack => self.go_to(frame.saturating_sub(1)),
            Action::TenOn => self.go_to(frame + 10),
            Action::TenBack => self.go_to(frame.saturating_sub(10)),
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
            | Action::StartOfNode
            | Action::EndOfNode
            | Action::ToCause
            | Action::ToPruning
            | Action::NextCut
            | Action::PreviousCut
            | Action::NextOfNode
            | Action::PreviousOfNode
            | Action::ToSource
            | Action::ToNextUse => self.jump_to(action),
            Action::First => self.go_to(0),
            Action::Last => self.go_to(usize::MAX),
            Action::Faster => self.settings.speed = (self.settings.speed * 2.0).min(*SPEEDS.end()),
            Action::Slower => self.settings.speed = (self.settings.speed / 2.0).max(*SPEEDS.start()),
            Action::ToggleLoop => self.loops = !self.loops,
            Action::LoopStart => self.set_loop(Some(frame), None),
            Action::LoopEnd => self.set_loop(None, Some(frame)),
            Action::TimeZoomIn => self.zoom_time(self.active, frame as f64 + 0.5, 2.0),
            Action::TimeZoomOut => self.zoom_time(self.active, frame as f64 + 0.5, 0.5),
            Action::TimeWhole => self.show_frames(self.active, None),
            Action::ToggleSameScale => self.settings.same_scale = !self.settings.same_scale,
            Action::Parent | Action::FirstChild | Action::PreviousSibling | Action::NextSibling | Action::Root => {
                self.move_center(action);
            }
            Action::CurrentNode => {
                let path = self.panes[self.active].current_path();
                self.center(path.to_vec());
            }
            Action::Find => self.find_panel = Some(FindPanel::open()),
            Action::NextFound => self.jump(self.found_frame(true), Text::NoNextFound),
            Action::PreviousFound => self.jump(self.found_frame(false), Text::NoPreviousFound),
            Action::Why => self.asks_why = !self.asks_why,
            Action::Back => self.panes[self.active].back(),
            Action::Forward => self.panes[self.active].forward(),
            Action::FormSubtree => self.set_form(TreeForm::Subtree),
            Action::FormWhole => self.set_form(TreeForm::Whole),
            Action::FormIcicle => self.set_form(TreeForm::Icicle),
            Action::Fit => self.panes.iter_mut().for_each(|pane| {
                pane.camera.fits = true;
                pane.whole.fit();
            }),
            Action::ZoomIn => self.zoom(ctx, 1.25),
            Action::ZoomOut => self.zoom(ctx, 0.8),
            Action::PanUp => self.pan(egui::vec2(0.0, PAN)),
            Action::PanLeft => self.pan(egui::vec2(PAN, 0.0)),
            Action::PanDown => self.pan(egui::vec2(0.0, -PAN)),
            Action::PanRight => self.pan(egui::vec2(-PAN, 0.0)),
            Action::MoreLevels => self.change_levels(1),
            Action::FewerLevels => self.change_levels(-1),
            Action::AutoLevels => self.set_levels(Levels::Auto),
            Action::ToggleOrientation => {
                self.settings.orientation = match self.settings.orientation {
                    Orientation::LeftToRight => Orientation::TopDown,
                    Orientation::TopDown => Orientation::LeftToRight,
                };
                self.panes.iter_mut().for_each(|pane| pane.camera.fits = true);
            }
            Action::ToggleGroups => self.settings.group_pruned = !self.settings.group_pruned,
            Action::ToggleBestLine => self.settings.best_line = !self.settings.best_line,
            Action::ToggleFollow => {
                self.settings.follow = !self.settings.follow;
                self.follow_both();
            }
            Action::LinkFrame => self.apply(ctx, Command::SetLink(Link::Frame)),
            Action::LinkPlace => self.apply(ctx, Command::SetLink(Link::Place)),
            Action::LinkShare => self.apply(ctx, Command::SetLink(Link::Share)),
            Action::OtherPane => self.activate(1 - self.active),
            Action::TogglePanes => {
                self.settings.two_panes = !self.settings.two_panes;
                self.two_panes_before = None;
                self.activate(0);
                self.link_other();
            }
            Action::ToggleInspector => self.settings.inspector = !self.settings.inspector,
            Action::ToggleBoundsExplorer => {
                self.bounds_explorer = if self.bounds_explorer.is_some() { None } else { Some(BoundsExplorer::open()) }
            }
            Action::ToggleTablePanel => {
                self.table_panel = if self.table_panel.is_some() { None } else { Some(TablePanel::default()) }
            }
            Action::ToggleEqualPositions => self.settings.equal_positions = !self.settings.equal_positions,
            Action::WorkspaceReplay => self.settings.workspace = Workspace::Replay,
            Action::WorkspaceNoise => self.settings.workspace = Workspace::Noise,
            Action::OpenTrace => self.file_form = Some(FileForm::open(self.active)),
            Action::SaveTrace => self.file_form = Some(FileForm::save(self.active, "trace.edagari")),
            Action::CheckTrace => self.check_trace(ctx),
            Action::Differences => self.diff_panel = Some(DiffPanel::open(&self.panes, ctx)),
            Action::SavePicture => self.open_picture_form(frame),
            Action::ToggleMatches => {
                let setup = &self.panes[self.active].trace.setup;
                self.match_panel = if self.match_panel.is_some() { None } else { Some(MatchPanel::new(setup)) }
            }
            Action::SolveCheck => {
                let setup = &self.panes[self.active].trace.setup;
                self.solve_panel = Some(SolvePanel::open(self.active, setup, ctx));
            }
            Action::SetUpLeft => self.apply(ctx, Command::OpenSetup(0)),
            Action::SetUpRight => self.apply(ctx, Command::OpenSetup(1)),
            Action::Dismiss => self.dismiss(),
            Action::ThemeLight => self.apply(ctx, Command::SetTheme(ThemeChoice::Light)),
            Action::ThemeDark => self.apply(ctx, Command::SetTheme(ThemeChoice::Dark)),
            Action::ThemeSystem => self.apply(ctx, Command::SetTheme(ThemeChoice::System)),
            Action::English => self.settings.language = Language::English,
            Action::Japanese => self.settings.language = Language::Japanese,
            Action::Palette => {
                self.palette = if self.palette.is_some() { None } else { Some(CommandPalette::default()) }
            }
            Action::KeyboardHelp => self.keyboard_help = !self.keyboard_help,
            Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    pub(super) fn activate(&mut self, pane: usize) {
        let pane = if self.settings.two_panes { pane } else { 0 };
        if self.active != pane {
            self.active = pane;
            self.loop_range = None;
            self.panes[pane].followed = None;
        }
    }

    /// Goes to a frame of the active pane, and lets the other follow.
    pub(super) fn go_to(&mut self, frame: usize) {
        let pane = &mut self.panes[self.active];
        pane.frame = frame.min(pane.last_frame());
        pane.followed = None;
        self.link_other();
        self.follow_both();
        for pane in [0, 1] {
            self.bring_frame_into_lane(pane);
        }
    }

    /// Brings the other pane to the frame that the link says.
    fn link_other(&mut self) {
        if !self.settings.two_panes {
            return;
        }
        let [left, right] = &mut self.panes;
        let (active, other) = if self.active == 0 { (left, right) } else { (right, left) };
        other.followed = None;
        match self.settings.link {
            Link::Frame => other.frame = active.frame.min(other.last_frame()),
            Link::Share => {
                let share = active.frame as f64 / active.last_frame().max(1) as f64;
                other.frame = (share * other.last_frame() as f64).round() as usize;
            }
            Link::Place => {
                if other.trace.frame_count() == 0 || active.trace.frame_count() == 0 {
                    return;
                }
                let is_same_game = active.trace.setup.game == other.trace.setup.game;
                let found = if is_same_game {
                    counterpart(&active.trace, active.frame, &other.trace)
                } else {
                    Counterpart::NeverReached
                };
                if let Counterpart::Entered(frame) | Counterpart::Pruned(frame) = found {
                    other.frame = frame;
                }
                other.followed = Some(found);
            }
        }
    }

    /// Keeps the current nodes in sight, where that is wanted. Linked by place, both panes show the same part.
    fn follow_both(&mut self) {
        if !self.settings.follow {
            return;
        }
        let other = self.compared_with(self.active);
        let before = self.panes[self.active].center.clone();
        self.panes[self.active].follow(&self.settings, other.as_ref());
        if self.settings.two_panes {
            let rest = 1 - self.active;
            let center = self.panes[self.active].center.clone();
            let same = self.in_other(&center).filter(|_| self.settings.link == Link::Place);
            if let Some(center_there) = same {
                if center != before {
                    self.panes[rest].set_center(center_there);
                }
            } else {
                let other = self.compared_with(rest);
                self.panes[rest].follow(&self.settings, other.as_ref());
            }
        }
    }

    /// The moves to a node of the active pane in the other, where that runs the same game from the same start.
    fn in_other(&self, path: &[u16]) -> Option<Vec<u16>> {
        let (active, other) = (&self.panes[self.active].trace, &self.panes[1 - self.active].trace);
        let is_same = active.setup.game == other.setup.game && active.start == other.start;
        if is_same { path_in(active, path, other) } else { None }
    }

    /// Makes a node of the active pane the centre, and the same node of the other where it shows the same tree.
    fn center(&mut self, path: Vec<u16>) {
        if self.settings.two_panes
            && let Some(there) = self.in_other(&path)
        {
            self.panes[1 - self.active].set_center(there);
        }
        self.panes[self.active].set_center(path);
    }

    fn move_center(&mut self, action: Action) {
        let pane = &self.panes[self.active];
        let mut path = pane.center.clone();
        // Children in search order where the node was visited, else in the game's order.
        let moves_at = |path: &[u16]| -> Vec<u16> {
            let recorded = pane.trace.place(path).recorded();
            let moves: Vec<u16> = recorded
                .map(|node| pane.trace.children(node).filter_map(|child| pane.trace.move_of(child)).collect())
                .unwrap_or_default();
            if moves.is_empty() {
                let count = pane.trace.position(path).map_or(0, |position| position.move_count());
                (0..count as u16).collect()
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
        self.center(path);
    }

    fn set_form(&mut self, form: TreeForm) {
        self.settings.tree_form = form;
        self.panes.iter_mut().for_each(|pane| pane.whole.fit());
    }

    fn zoom(&mut self, ctx: &egui::Context, by: f32) {
        if self.settings.tree_form != TreeForm::Subtree {
            self.panes[self.active].whole.zoom_by_key(f64::from(by));
            return;
        }
        let middle = ctx.content_rect().center();
        zoom_around(&mut self.panes[self.active].camera, middle, by);
    }

    /// Moves the picture of the active pane.
    fn pan(&mut self, by: egui::Vec2) {
        if self.settings.tree_form != TreeForm::Subtree {
            self.panes[self.active].whole.pan_by_key(by);
            return;
        }
        let camera = &mut self.panes[self.active].camera;
        camera.screen_from_scene.translation += by;
        camera.fits = false;
    }

    fn change_levels(&mut self, by: i8) {
        let now = match self.settings.levels {
            Levels::Fixed(levels) => levels,
            Levels::Auto => {
                // What is shown now is where the counting begins.
                let other = self.compared_with(self.active);
                let view = self.panes[self.active].view(&self.settings, other.as_ref());
                let deepest = view.as_ref().and_then(|view| view.tree.nodes.iter().map(|node| node.depth).max());
                let center = view.as_ref().map_or(0, |view| view.tree.nodes[view.tree.center].depth);
                deepest.unwrap_or(center).saturating_sub(center).min(usize::from(MOST_LEVELS)) as u8
            }
        };
        self.set_levels(Levels::Fixed(now.saturating_add_signed(by).clamp(1, MOST_LEVELS)));
    }

    fn set_levels(&mut self, levels: Levels) {
        self.settings.levels = levels;
        self.panes.iter_mut().for_each(|pane| pane.camera.fits = true);
    }

    fn set_loop(&mut self, start: Option<usize>, end: Option<usize>) {
        let (old_start, old_end) = self.loop_range.unwrap_or((0, self.panes[self.active].last_frame()));
        let (start, end) = match (start, end) {
            (Some(start), _) => (start, old_end.max(start)),
            (None, end) => (old_start.min(end.unwrap_or(old_end)), end.unwrap_or(old_end)),
        };
        self.loop_range = Some((start, end));
        self.loops = true;
    }

    fn toggle_play(&mut self) {
        self.playing = !self.playing;
        self.frames_due = 0.0;
        // At the end, playing begins anew.
        if self.playing && self.panes[self.active].frame == self.panes[self.active].last_frame() {
            self.go_to(0);
        }
    }

    /// Moves on by the frames that are due after some seconds.
    pub(super) fn play_on(&mut self, seconds: f64) {
        self.frames_due += seconds * f64::from(self.settings.speed);
        let whole = self.frames_due.floor();
        self.frames_due -= whole;
        if whole < 1.0 {
            return;
        }
        let pane = &self.panes[self.active];
        let last = pane.last_frame();
        let (start, end) = self.loop_range.filter(|_| self.loops).unwrap_or((0, last));
        let next = pane.frame + whole as usize;
        if next <= end.min(last) {
            self.go_to(next);
        } else if self.loops {
            self.go_to(start);
        } else {
            self.go_to(last);
            self.playing = false;
        }
    }

    /// Closes what lies on top; where nothing does, stops the recordings.
    fn dismiss(&mut self) {
        let is_closed = self.setup_form.take().is_some()
            || std::mem::take(&mut self.keyboard_help)
            || self.bounds_explorer.take().is_some()
            || self.solve_panel.take().is_some()
            || self.picture_form.take().is_some()
            || self.file_form.take().is_some()
            || self.check_panel.take().is_some()
            || self.diff_panel.take().is_some()
            || self.find_panel.take().is_some()
            || std::mem::take(&mut self.asks_why)
            || self.match_panel.take().is_some()
            || self.table_panel.take().is_some()
            || std::mem::take(&mut self.settings.equal_positions)
            || self.notice.take().is_some();
        if !is_closed {
            for pane in [0, 1] {
                self.cancel(pane);
            }
        }
    }

    fn check_trace(&mut self, ctx: &egui::Context) {
        self.check_panel = Some(CheckPanel::open(self.active, &self.panes[self.active].trace, ctx));
    }

    fn cancel(&self, pane: usize) {
        if let Some(recording) = &self.panes[pane].recording {
            recording.progress.cancel();
        }
    }

    /// While a stream grows, the other pane follows and what is new stays in sight.
    pub(super) fn after_growth(&mut self, pane: usize) {
        if pane == self.active {
            self.link_other();
            self.follow_both();
        }
    }

    /// After a recording, the frames of both panes fit each other again.
    pub(super) fn after_recording(&mut self, pane: usize) {
        self.loop_range = None;
        if pane == self.active {
            self.go_to(0);
        } else {
            self.link_other();
        }
    }
}
