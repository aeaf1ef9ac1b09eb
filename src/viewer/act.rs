//! What each action does.

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
use super::solve_panel::SolvePanel;
use super::table_panel::TablePanel;
use super::tree_view::zoom_around;
use super::why_panel::WhyPanel;
use crate::language::{Language, Text};
use crate::scene::{Levels, Orientation};

/// Points by which a key moves the picture.
const PAN: f32 = 60.0;
/// The most levels that can be asked for.
const MOST_LEVELS: u8 = 30;

impl Edagari {
    #[expect(clippy::too_many_lines, reason = "one entry an action")]
    pub(super) fn act(&mut self, ctx: &egui::Context, action: Action) {
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
            Action::Why => self.why = if self.why.is_some() { None } else { Some(WhyPanel::default()) },
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
            Action::TogglePerformance => self.settings.performance_panel = !self.settings.performance_panel,
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
        self.follow_both();
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
            || self.why.take().is_some()
            || self.match_panel.take().is_some()
            || self.table_panel.take().is_some()
            || std::mem::take(&mut self.settings.equal_positions)
            || self.notice.take().is_some();
        if !is_closed {
            for pane in [0, 1] {
                self.panes[pane].cancel();
            }
        }
    }

    fn check_trace(&mut self, ctx: &egui::Context) {
        self.check_panel = Some(CheckPanel::open(self.active, &self.panes[self.active].trace, ctx));
    }
}
