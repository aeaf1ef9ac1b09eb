//! The state of the session. Its operations are in files of their own: `runs`, `places`, `lanes`, `playing`, `asking`.

use std::path::PathBuf;
use std::sync::Arc;

use super::by_hand::ByHand;
use super::displaced::Displaced;
use super::example::Example;
use super::first_view::FirstView;
use super::notebook::Notebook;
use super::practice::Practice;
use super::recording::Given;
use super::run::Run;
use super::run_id::RunId;
use super::settings::Settings;
use super::why::Why;
use super::work::Wake;
use crate::language::Term;
use crate::trace::Trace;

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

/// The session: runs, places in time, links, selection, questions and settings. There is always a run.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and any of them can go together")]
pub struct Session {
    /// The settings, which are kept over a restart.
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
    /// A message in the corner, until it is dismissed.
    pub notice: Option<String>,
    /// The message on the file that was saved last, and that file.
    pub saved: Option<(String, PathBuf)>,
    /// The frames found, and their trace.
    pub found: Option<FoundFrames>,
    /// Whether why is shown for the selected node.
    pub asks_why: bool,
    /// The answer to that.
    pub why: Option<Why>,
    /// The notes at hand.
    pub notebook: Notebook,
    /// Whether questions are asked before frames of the active run.
    pub practises: bool,
    /// The questions, once they have begun.
    pub practice: Option<Practice>,
    /// The exercise that is done by hand.
    pub by_hand: Option<ByHand>,
    /// Whether nodes with the position of the selected one are marked.
    pub marks_equal: bool,
    /// Whether the pictures have labels that say what their marks mean.
    pub explains_picture: bool,
    /// The word whose meaning was asked for last.
    pub term: Option<Term>,
    /// The part of the frames that all strips show, if they have one scale.
    pub(super) common_lane: Option<std::ops::Range<f64>>,
    /// The example that was begun and is not shown yet.
    pub(super) example: Option<Example>,
    /// Where the window begins, until it does.
    pub(super) first_view: Option<FirstView>,
    /// Frames that are due but not whole yet.
    pub(super) frames_due: f64,
    /// Whether it began with the runs of the settings, and not with what was given: then it is remembered what runs.
    pub(super) keeps_setups: bool,
    pub(super) next_id: u32,
    /// What was closed or replaced by the command that is being carried out.
    pub(super) displaced: Displaced,
    /// The folder of notes that are in no file of the user's; `None` where nothing is kept.
    pub(super) notes_folder: Option<PathBuf>,
    wake: Wake,
}

impl Session {
    /// The runs of the settings, which begin to be recorded; or what is given, which begins to be read.
    #[must_use]
    pub fn new(settings: Settings, wake: Wake, given: Vec<Given>) -> Self {
        let mut session = Self {
            runs: Vec::new(),
            active: RunId(0),
            playing: false,
            loops: false,
            loop_range: None,
            notice: None,
            saved: None,
            found: None,
            asks_why: false,
            why: None,
            practises: false,
            practice: None,
            by_hand: None,
            marks_equal: false,
            explains_picture: false,
            term: None,
            notebook: Notebook::default(),
            example: None,
            first_view: None,
            common_lane: None,
            frames_due: 0.0,
            keeps_setups: given.is_empty(),
            next_id: 0,
            displaced: Displaced::default(),
            notes_folder: None,
            wake,
            settings,
        };
        if given.is_empty() {
            for setup in session.settings.setups.clone() {
                let id = session.new_run(&setup);
                session.start_recording(id, setup);
            }
            // The last one is looked at, so that what it saves is beside what it saves it from.
            let last = if session.settings.one_run { session.runs.first() } else { session.runs.get(1) };
            session.active = last.unwrap_or(&session.runs[0]).id;
        } else {
            for given in given {
                match given {
                    Given::File(path) => {
                        let setup = session.settings.setups[0].clone();
                        let id = session.new_run(&setup);
                        session.open_trace(id, path);
                    }
                    Given::Growing(path) => {
                        let setup = session.settings.setups[0].clone();
                        let id = session.new_run(&setup);
                        session.follow_file(id, path);
                    }
                    Given::Trace(name, trace) => session.add_made(name, trace),
                }
            }
            session.active = RunId(0);
        }
        session.resume_by_hand();
        if session.keeps_setups {
            session.take_up_unsaved_notes();
        }
        session
    }

    /// The handle that wakes the window.
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

    pub(super) fn index(&self, id: RunId) -> Option<usize> {
        self.runs.iter().position(|run| run.id == id)
    }

    /// The place of a run in the order of all, from 1.
    #[must_use]
    pub fn number(&self, id: RunId) -> usize {
        self.index(id).map_or(0, |index| index + 1)
    }

    /// A text on a run, with the run's number before it if there are several: `2 · α-β`.
    #[must_use]
    pub fn numbered(&self, id: RunId, said: &str) -> String {
        if self.runs.len() > 1 { format!("{} · {said}", self.number(id)) } else { said.to_owned() }
    }

    /// The active run.
    #[must_use]
    pub fn active_run(&self) -> &Run {
        self.run(self.active).unwrap_or(&self.runs[0])
    }

    pub(super) fn active_mut(&mut self) -> &mut Run {
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
        let run = self.run(id)?;
        let is_same_game = |other: &&Run| other.id != id && other.has_nodes_of(run);
        let other = if id == self.active {
            let at = self.index(id)?;
            let others = self.runs[at + 1..].iter().chain(&self.runs[..at]);
            others.filter(|run| self.is_shown(run.id)).find(is_same_game)?
        } else {
            Some(self.active_run()).filter(is_same_game)?
        };
        other.trace.recorded_tree().is_none().then(|| Arc::clone(&other.trace))
    }
}
