//! The one place where commands are carried out.

use super::action::{Command, Link};
use super::app::Edagari;
use super::settings::{SPEEDS, TreeForm};
use super::setup_form::SetupForm;
use super::why_panel::WhyPanel;
use crate::analysis::{Counterpart, counterpart, path_in};

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
                self.why = Some(WhyPanel::default());
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
            Command::Cancel(pane) => self.panes[pane].cancel(),
            Command::OpenSetup(pane) => {
                let setup = &self.settings.setups[pane];
                self.setup_form = Some(SetupForm::new(pane, setup, self.settings.memory_limit_mib));
            }
            Command::CloseSetup => self.setup_form = None,
            Command::DismissNotice => self.notice = None,
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
    pub(super) fn link_other(&mut self) {
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
    pub(super) fn follow_both(&mut self) {
        // Views of the whole tree move by themselves, and what is selected there stays.
        if !self.settings.follow || self.settings.tree_form != TreeForm::Subtree {
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
    pub(super) fn center(&mut self, path: Vec<u16>) {
        if self.settings.two_panes
            && let Some(there) = self.in_other(&path)
        {
            self.panes[1 - self.active].set_center(there);
        }
        self.panes[self.active].set_center(path);
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
