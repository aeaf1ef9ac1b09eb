//! What is looked at, and what can be done with it.

use std::path::PathBuf;
use std::sync::Arc;

use super::link::Link;
use super::recording::Source;
use super::run::{Received, Run, RunId};
use super::settings::{Settings, TreeForm};
use super::why::Why;
use super::work::Wake;
use crate::analysis::{Counterpart, counterpart, path_in};
use crate::game::AnyGame;
use crate::language::Text;
use crate::trace::{Setup, Trace};

/// The frames of a trace that a query found, in order.
#[derive(Clone, Debug)]
pub struct FoundFrames {
    /// Where they were found.
    pub trace: Arc<Trace>,
    /// Their numbers.
    pub frames: Arc<Vec<u32>>,
}

impl PartialEq for FoundFrames {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.trace, &other.trace) && Arc::ptr_eq(&self.frames, &other.frames)
    }
}

/// What is looked at: runs, places in time, links, what is selected and asked, and the settings. There is always a run.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and any of them can go together")]
pub struct Session {
    /// What survives a restart.
    pub settings: Settings,
    /// The runs, in the order in which they were added.
    pub runs: Vec<Run>,
    /// The run whose frames the slider moves over; the others follow.
    pub active: RunId,
    /// Whether time runs.
    pub playing: bool,
    /// Whether playing begins anew at the end of the range.
    pub loops: bool,
    /// The range that is looped; all frames without one.
    pub loop_range: Option<(usize, usize)>,
    /// A message at the bottom, until it is dismissed.
    pub notice: Option<String>,
    /// What was found, and where.
    pub found: Option<FoundFrames>,
    /// Whether it is asked why the selected node is what it is.
    pub asks_why: bool,
    /// The answer to that.
    pub why: Option<Why>,
    /// Whether nodes with the position of the selected one are marked.
    pub marks_equal: bool,
    /// The part of the frames that all strips show, where they have one scale.
    pub(super) common_lane: Option<std::ops::Range<f64>>,
    /// Frames that are due but not whole yet.
    frames_due: f64,
    /// Whether it began with the runs of the settings, and not with files: then it is remembered what runs.
    keeps_setups: bool,
    next_id: u32,
    wake: Wake,
}

impl Session {
    /// The runs of the settings, which begin to be recorded; or the files, which begin to be read.
    #[must_use]
    pub fn new(settings: Settings, wake: Wake, files: &[PathBuf]) -> Self {
        let mut session = Self {
            runs: Vec::new(),
            active: RunId(0),
            playing: false,
            loops: false,
            loop_range: None,
            notice: None,
            found: None,
            asks_why: false,
            why: None,
            marks_equal: false,
            common_lane: None,
            frames_due: 0.0,
            keeps_setups: files.is_empty(),
            next_id: 0,
            wake,
            settings,
        };
        if files.is_empty() {
            for setup in session.settings.setups.clone() {
                let id = session.new_run(&setup);
                session.start_recording(id, setup);
            }
            // The last one is looked at, so that what it saves is beside what it saves it from.
            let last = if session.settings.one_run { session.runs.first() } else { session.runs.get(1) };
            session.active = last.unwrap_or(&session.runs[0]).id;
        } else {
            for path in files {
                let setup = session.settings.setups[0].clone();
                let id = session.new_run(&setup);
                session.open_trace(id, path.clone());
            }
            session.active = RunId(0);
        }
        session
    }

    fn new_run(&mut self, setup: &Setup) -> RunId {
        let id = RunId(self.next_id);
        self.next_id += 1;
        self.runs.push(Run::new(id, setup));
        id
    }

    fn start_recording(&mut self, id: RunId, setup: Setup) {
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake.clone());
        if let Some(run) = self.run_mut(id) {
            run.record(setup, limit, &wake);
        }
    }

    /// What wakes the window up.
    #[must_use]
    pub const fn wake(&self) -> &Wake {
        &self.wake
    }

    /// The run with a number; nothing once it is closed.
    #[must_use]
    pub fn run(&self, id: RunId) -> Option<&Run> {
        self.runs.iter().find(|run| run.id == id)
    }

    /// The run with a number, to be changed.
    pub(super) fn run_mut(&mut self, id: RunId) -> Option<&mut Run> {
        self.runs.iter_mut().find(|run| run.id == id)
    }

    fn index(&self, id: RunId) -> Option<usize> {
        self.runs.iter().position(|run| run.id == id)
    }

    /// The place of a run in the order of all, from 1.
    #[must_use]
    pub fn number(&self, id: RunId) -> usize {
        self.index(id).map_or(0, |index| index + 1)
    }

    /// The active run.
    #[must_use]
    pub fn active_run(&self) -> &Run {
        self.run(self.active).unwrap_or(&self.runs[0])
    }

    fn active_mut(&mut self) -> &mut Run {
        let index = self.index(self.active).unwrap_or(0);
        &mut self.runs[index]
    }

    /// Whether a run is on screen: all are, unless only the active one is wanted.
    #[must_use]
    pub fn is_shown(&self, id: RunId) -> bool {
        !self.settings.one_run || id == self.active
    }

    /// The runs on screen.
    pub fn shown_runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| self.is_shown(run.id))
    }

    /// The trace that a run is compared with: the active one is compared with the next that is shown, and any other with the
    /// active one, where both run the same game.
    #[must_use]
    pub fn compared_with(&self, id: RunId) -> Option<Arc<Trace>> {
        let trace = &self.run(id)?.trace;
        let is_same_game = |other: &&Run| other.id != id && other.trace.setup.game == trace.setup.game;
        let other = if id == self.active {
            let at = self.index(id)?;
            let others = self.runs[at + 1..].iter().chain(&self.runs[..at]);
            others.filter(|run| self.is_shown(run.id)).find(is_same_game)?
        } else {
            Some(self.active_run()).filter(is_same_game)?
        };
        let is_known = !matches!(other.trace.game, AnyGame::Recorded(_));
        is_known.then(|| Arc::clone(&other.trace))
    }

    /// Takes in what recordings have to say, and moves on the frames that are due after some seconds.
    pub fn advance(&mut self, seconds: f64) {
        for index in 0..self.runs.len() {
            let id = self.runs[index].id;
            match self.runs[index].receive() {
                Received::Nothing => {}
                Received::Grown => self.after_growth(id),
                Received::Done => self.after_recording(id),
            }
        }
        if self.playing {
            self.play_on(seconds);
        }
    }

    /// Brings the answer to why up to date while it is wanted. What an arrow needs that is not in sight is brought together
    /// with the node that is asked about, in place of its subtree.
    pub fn update_why(&mut self) {
        let language = self.settings.language;
        let is_current = self.why.as_ref().is_some_and(|why| why.is_of(self.active_run(), language));
        if is_current && self.asks_why {
            return;
        }
        self.why = None;
        for run in &mut self.runs {
            run.along = None;
        }
        if !self.asks_why {
            return;
        }
        let run = self.active_run();
        let why = Why::of(run, language);
        let part = run.part(&self.settings, self.compared_with(run.id).as_ref());
        // A whole tree is too small for arrows between its nodes.
        let is_close = self.settings.tree_form == TreeForm::Subtree;
        let is_shown = |path: &[u16]| is_close && part.as_ref().is_some_and(|part| part.tree.indexes_on_path(path).1);
        if !why.arrows.iter().all(|arrow| is_shown(&arrow.from) && is_shown(&arrow.to)) {
            let mut paths = vec![run.center.clone()];
            paths.extend(why.arrows.iter().flat_map(|arrow| [arrow.to.clone(), arrow.from.clone()]));
            self.active_mut().along = Some(Arc::new(paths));
        }
        self.why = Some(why);
    }

    /// Makes a run the active one; whether it is there.
    pub fn activate(&mut self, id: RunId) -> bool {
        let is_there = self.run(id).is_some();
        if self.active != id && is_there {
            self.active = id;
            self.loop_range = None;
            self.active_mut().followed = None;
        }
        is_there
    }

    /// Makes the run after the active one the active one; after the last comes the first.
    pub fn activate_next(&mut self) {
        let next = self.index(self.active).map_or(0, |index| (index + 1) % self.runs.len());
        self.activate(self.runs[next].id);
    }

    /// Adds a run and records it; it becomes the active one.
    pub fn add_run(&mut self, setup: Setup) -> RunId {
        let id = self.new_run(&setup);
        self.settings.one_run = false;
        self.start_recording(id, setup);
        self.remember_setups();
        self.activate(id);
        id
    }

    /// Adds a run that shows a trace from a file.
    pub fn open_in_new_run(&mut self, path: PathBuf) {
        let setup = self.active_run().trace.setup.clone();
        let id = self.new_run(&setup);
        self.settings.one_run = false;
        self.open_trace(id, path);
    }

    /// Closes a run; the last one stays.
    pub fn close_run(&mut self, id: RunId) {
        let Some(index) = self.index(id).filter(|_| self.runs.len() > 1) else { return };
        let closed = self.runs.remove(index);
        super::work::drop_elsewhere(closed.trace);
        self.remember_setups();
        if self.active == id {
            let next = self.runs[index.min(self.runs.len() - 1)].id;
            self.active = next;
            self.loop_range = None;
            self.active_mut().followed = None;
        }
    }

    /// Shows only the active run, or all.
    pub fn show_one(&mut self, one: bool) {
        self.settings.one_run = one;
        self.link_others();
    }

    /// Records a run anew.
    pub fn record(&mut self, id: RunId, setup: Setup, memory_limit_mib: u64) {
        self.settings.memory_limit_mib = memory_limit_mib;
        self.playing = false;
        self.start_recording(id, setup);
        self.remember_setups();
    }

    /// Notes what a plain start records the next time.
    fn remember_setups(&mut self) {
        let setups: Vec<Setup> = self.runs.iter().filter_map(|run| run.kept.clone()).collect();
        if self.keeps_setups && !setups.is_empty() {
            self.settings.setups = setups;
        }
    }

    /// Begins to read a trace into a run; the file `-` is standard input.
    pub fn open_trace(&mut self, id: RunId, path: PathBuf) {
        self.playing = false;
        self.activate(id);
        let (source, origin) = if path.as_os_str() == "-" {
            (Source::StandardInput, self.settings.language.text(Text::StandardInput).to_owned())
        } else {
            self.settings.remember_file(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (Source::File(path), name)
        };
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake.clone());
        if let Some(run) = self.run_mut(id) {
            run.open(source, origin, limit, &wake);
        }
    }

    /// Stops what is under way in a run.
    pub fn cancel(&mut self, id: RunId) {
        if let Some(run) = self.run_mut(id) {
            run.cancel();
        }
    }

    /// Goes to a frame of the active run, and lets the others follow; past the end means the last frame.
    pub fn go_to(&mut self, frame: usize) {
        let run = self.active_mut();
        run.frame = frame.min(run.last_frame());
        run.followed = None;
        self.link_others();
        self.follow_all();
        for index in 0..self.runs.len() {
            self.bring_frame_into_lane(self.runs[index].id);
        }
    }

    /// Goes to a frame in each of some runs, whatever links them.
    pub fn go_to_each(&mut self, places: &[(RunId, usize)]) {
        for &(id, frame) in places {
            if let Some(run) = self.run_mut(id) {
                run.frame = frame.min(run.last_frame());
                run.followed = None;
            }
        }
        for &(id, _) in places {
            if self.settings.follow {
                self.follow(id);
            }
            self.bring_frame_into_lane(id);
        }
    }

    /// Links the runs in another way.
    pub fn set_link(&mut self, link: Link) {
        self.settings.link = link;
        self.link_others();
    }

    /// Brings the other runs on screen to the frame that the link says.
    pub fn link_others(&mut self) {
        let Some(at) = self.index(self.active) else { return };
        for index in (0..self.runs.len()).filter(|&index| index != at) {
            if self.is_shown(self.runs[index].id) {
                self.link_to_active(at, index);
            }
        }
    }

    fn link_to_active(&mut self, active: usize, other: usize) {
        let (active, link) = (&self.runs[active], self.settings.link);
        let rest = &self.runs[other];
        let last = rest.last_frame();
        let (frame, followed) = match link {
            Link::Frame => (active.frame.min(last), None),
            Link::Share => {
                let share = active.frame as f64 / active.last_frame().max(1) as f64;
                ((share * last as f64).round() as usize, None)
            }
            Link::Place if rest.trace.frame_count() == 0 || active.trace.frame_count() == 0 => (rest.frame, None),
            Link::Place => {
                let is_same_game = active.trace.setup.game == rest.trace.setup.game;
                let found = if is_same_game {
                    counterpart(&active.trace, active.frame, &rest.trace)
                } else {
                    Counterpart::NeverReached
                };
                match found {
                    Counterpart::Entered(frame) | Counterpart::Pruned(frame) => (frame, Some(found)),
                    Counterpart::NeverReached => (rest.frame, Some(found)),
                }
            }
        };
        let run = &mut self.runs[other];
        run.frame = frame;
        run.followed = followed;
    }

    /// Keeps the current nodes in sight, where that is wanted. Linked by place, all runs show the same part.
    pub fn follow_all(&mut self) {
        // Views of the whole tree move by themselves, and what is selected there stays.
        if !self.settings.follow || self.settings.tree_form != TreeForm::Subtree {
            return;
        }
        let before = self.active_run().center.clone();
        self.follow(self.active);
        let center = self.active_run().center.clone();
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&id| id != self.active).collect();
        for id in others {
            match self.in_run(id, &center).filter(|_| self.settings.link == Link::Place) {
                Some(there) if center != before => self.select(id, there),
                Some(_) => {}
                None => self.follow(id),
            }
        }
    }

    fn follow(&mut self, id: RunId) {
        let other = self.compared_with(id);
        let Some(index) = self.index(id) else { return };
        self.runs[index].follow(&self.settings, other.as_ref());
    }

    /// The moves to a node of the active run in another, where that runs the same game from the same start.
    fn in_run(&self, id: RunId, path: &[u16]) -> Option<Vec<u16>> {
        let (active, other) = (&self.active_run().trace, &self.run(id)?.trace);
        let is_same = active.setup.game == other.setup.game && active.start == other.start;
        if is_same { path_in(active, path, other) } else { None }
    }

    /// Makes a node of the active run the centre, and the same node of the others on screen that show the same tree.
    pub fn center(&mut self, path: Vec<u16>) {
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&id| id != self.active).collect();
        for id in others {
            if let Some(there) = self.in_run(id, &path) {
                self.select(id, there);
            }
        }
        self.select(self.active, path);
    }

    /// Makes a node the centre of one run alone.
    pub fn select(&mut self, id: RunId, path: Vec<u16>) {
        if let Some(run) = self.run_mut(id) {
            run.set_center(path);
        }
    }

    /// Goes back to the centre before this one, or forward again.
    pub fn go_back(&mut self, forward: bool) {
        let run = self.active_mut();
        if forward { run.forward() } else { run.back() }
    }

    /// The next or the previous of the frames that were found in the active run.
    #[must_use]
    pub fn found_frame(&self, forward: bool) -> Option<usize> {
        let run = self.active_run();
        let frames = self.found_in(&run.trace);
        let at = |index: usize| frames.get(index).map(|&frame| frame as usize);
        if forward {
            at(frames.partition_point(|&frame| frame as usize <= run.frame))
        } else {
            at(frames.partition_point(|&frame| (frame as usize) < run.frame).checked_sub(1)?)
        }
    }

    /// The frames that were found in a trace, in order.
    #[must_use]
    pub fn found_in(&self, trace: &Arc<Trace>) -> &[u32] {
        match &self.found {
            Some(found) if Arc::ptr_eq(&found.trace, trace) => &found.frames,
            _ => &[],
        }
    }

    /// Starts or stops time; at the end, playing begins anew.
    pub fn toggle_play(&mut self) {
        self.playing = !self.playing;
        self.frames_due = 0.0;
        if self.playing && self.active_run().frame == self.active_run().last_frame() {
            self.go_to(0);
        }
    }

    /// Seconds until the next frame is due, while time runs.
    #[must_use]
    pub fn seconds_to_next_frame(&self) -> Option<f64> {
        self.playing.then(|| (1.0 - self.frames_due).max(0.0) / f64::from(self.settings.speed))
    }

    /// Sets one end of the range that is looped, and loops.
    pub fn set_loop(&mut self, start: Option<usize>, end: Option<usize>) {
        let (old_start, old_end) = self.loop_range.unwrap_or((0, self.active_run().last_frame()));
        let (start, end) = match (start, end) {
            (Some(start), _) => (start, old_end.max(start)),
            (None, end) => (old_start.min(end.unwrap_or(old_end)), end.unwrap_or(old_end)),
        };
        self.loop_range = Some((start, end));
        self.loops = true;
    }

    fn play_on(&mut self, seconds: f64) {
        self.frames_due += seconds * f64::from(self.settings.speed);
        let whole = self.frames_due.floor();
        self.frames_due -= whole;
        if whole < 1.0 {
            return;
        }
        let run = self.active_run();
        let last = run.last_frame();
        let (start, end) = self.loop_range.filter(|_| self.loops).unwrap_or((0, last));
        let next = run.frame + whole as usize;
        if next <= end.min(last) {
            self.go_to(next);
        } else if self.loops {
            self.go_to(start);
        } else {
            self.go_to(last);
            self.playing = false;
        }
    }

    /// While a stream grows, the other runs follow and what is new stays in sight.
    fn after_growth(&mut self, id: RunId) {
        if id == self.active {
            self.link_others();
            self.follow_all();
        }
    }

    /// After a recording, the frames of all runs fit each other again.
    fn after_recording(&mut self, id: RunId) {
        self.loop_range = None;
        if id == self.active {
            self.go_to(0);
        } else {
            self.link_others();
        }
    }
}
