//! State of the session. Its operations are in the folders `runs`, `time`, `practice` and `notes`.

use std::path::PathBuf;
use std::sync::Arc;

use super::displaced::Displaced;
use super::settings::Settings;
use super::work::{Wake, Work};
use crate::view_link::FirstView;
use crate::viewer::session::notes::notebook::Notebook;
use crate::viewer::session::practice::by_hand::ByHand;
use crate::viewer::session::practice::round::Practice;
use crate::viewer::session::practice::why::Why;
use crate::viewer::session::runs::example::Example;
use crate::viewer::session::runs::program_change::ProgramChange;
use crate::viewer::session::runs::recording::Given;
use crate::viewer::session::runs::run::Run;
use crate::viewer::session::runs::run_id::RunId;
use edagari_core::analysis::run_title;
use edagari_core::language::{Message, Term, Text};
use edagari_core::trace::Trace;
use edagari_teach::exercise::Generated;

/// The frames of a trace that match a query, in order.
#[derive(Clone, Debug)]
pub struct FoundFrames {
    /// Query that the frames match, as it was entered.
    pub query: Arc<str>,
    /// Trace that contains the frames.
    pub trace: Arc<Trace>,
    /// Frame numbers, in ascending order.
    pub frames: Arc<Vec<u32>>,
}

impl PartialEq for FoundFrames {
    fn eq(&self, other: &Self) -> bool {
        self.query == other.query && Arc::ptr_eq(&self.trace, &other.trace) && Arc::ptr_eq(&self.frames, &other.frames)
    }
}

/// The session: runs, current frames, links, selection, questions and settings. There is always at least one run.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and any of them can go together")]
pub struct Session {
    /// Settings, which are kept across restarts.
    pub settings: Settings,
    /// Runs, in the order in which they were added.
    pub runs: Vec<Run>,
    /// Run whose frames the slider moves over; the others follow.
    pub active: RunId,
    /// Whether the replay is playing.
    pub playing: bool,
    /// Whether playing restarts at the end of the range.
    pub loops: bool,
    /// Range of frames that is looped; `None` for all frames.
    pub loop_range: Option<(usize, usize)>,
    /// Message in the corner, until it is dismissed.
    pub notice: Option<String>,
    /// Message about the frame of a run, which is gone at any other frame.
    pub passing: Option<(String, RunId, usize)>,
    /// Message about the file that was saved last, and its path.
    pub saved: Option<(String, PathBuf)>,
    /// Frames found by the last query, and their trace.
    pub found: Option<FoundFrames>,
    /// Whether the answer to *Why* is shown for the selected node.
    pub asks_why: bool,
    /// Answer to *Why*, while it is shown.
    pub why: Option<Why>,
    /// Open notes, with the progress of a lesson.
    pub notebook: Notebook,
    /// Whether practice is turned on for the active run.
    pub practises: bool,
    /// Current round of practice, once it has started.
    pub practice: Option<Practice>,
    /// Exercise that is done by hand.
    pub by_hand: Option<ByHand>,
    /// File of an exercise that is being read, to be done by hand.
    pub(super) reading_exercise: Option<Work<Result<Generated, Message>>>,
    /// Whether nodes with the position of the selected one are marked.
    pub marks_equal: bool,
    /// Whether the pictures have labels that explain their marks.
    pub explains_picture: bool,
    /// Glossary term that was looked up last.
    pub term: Option<Term>,
    /// Range of frames that all strips show, if they have the same scale.
    pub(super) common_lane: Option<std::ops::Range<f64>>,
    /// Run that was opened by the command in progress, or at the start: its tile is brought to the front.
    pub(super) opened: Option<RunId>,
    /// Started example that is not shown yet.
    pub(super) example: Option<Example>,
    /// First view of the window, until it is reached.
    pub(super) first_view: Option<FirstView>,
    /// Comparison of a program's run with its former one.
    pub program_change: Option<ProgramChange>,
    /// Fraction of a frame that is due.
    pub(super) frames_due: f64,
    /// Whether the session started with the runs of the settings, not with given content; only then are the setups of its runs kept.
    pub(super) keeps_setups: bool,
    pub(super) next_id: u32,
    /// State closed or replaced by the command in progress.
    pub(super) displaced: Displaced,
    /// Folder of notes that the user has not saved; `None` if nothing is kept.
    pub(super) notes_folder: Option<PathBuf>,
    wake: Wake,
}

impl Session {
    /// Shows a message about an error.
    pub fn report_error(&mut self, error: impl Into<Message>) {
        self.notice = Some(error.into().sentence(self.settings.language));
    }

    /// Creates a session with the runs of the settings, which start recording, or with the given content, which starts being read.
    #[must_use]
    pub fn new(settings: Settings, wake: Wake, given: Vec<Given>) -> Self {
        let mut session = Self {
            runs: Vec::new(),
            active: RunId(0),
            playing: false,
            loops: false,
            loop_range: None,
            notice: None,
            passing: None,
            saved: None,
            found: None,
            asks_why: false,
            why: None,
            practises: false,
            practice: None,
            by_hand: None,
            reading_exercise: None,
            marks_equal: false,
            explains_picture: false,
            term: None,
            notebook: Notebook::default(),
            opened: None,
            example: None,
            first_view: None,
            common_lane: None,
            program_change: None,
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
            // If all runs are shown, the second one becomes active, so that its savings are compared with the first run.
            let last = if session.settings.one_run { session.runs.first() } else { session.runs.get(1) };
            session.active = last.unwrap_or(&session.runs[0]).id;
        } else {
            // Several files on the command line are all shown.
            session.settings.one_run &= given.len() == 1;
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
                    Given::Program(setup) => {
                        let before = session.settings.setups[0].clone();
                        let id = session.new_run(&before);
                        session.record_program(id, *setup);
                    }
                    Given::Trace(name, trace) => session.add_made(name, trace),
                    Given::Run(setup) => {
                        let id = session.new_run(&setup);
                        session.start_recording(id, *setup);
                    }
                    Given::Refused(problem) => {
                        let setup = session.settings.setups[0].clone();
                        let id = session.new_run(&setup);
                        if let Some(run) = session.run_mut(id) {
                            run.refuse(problem);
                        }
                    }
                }
            }
            session.active = RunId(0);
            session.opened = Some(session.active);
        }
        session.resume_by_hand();
        if session.keeps_setups {
            session.take_up_unsaved_notes();
        }
        session
    }

    /// Returns the handle that wakes the window.
    #[must_use]
    pub const fn wake(&self) -> &Wake {
        &self.wake
    }

    /// Returns the run with this id; `None` once it is closed.
    #[must_use]
    pub fn run(&self, id: RunId) -> Option<&Run> {
        self.runs.iter().find(|run| run.id == id)
    }

    /// Returns the run with this id, mutably.
    pub(super) fn run_mut(&mut self, id: RunId) -> Option<&mut Run> {
        self.runs.iter_mut().find(|run| run.id == id)
    }

    pub(super) fn index(&self, id: RunId) -> Option<usize> {
        self.runs.iter().position(|run| run.id == id)
    }

    /// Returns the position of a run in the list, from 1; 0 if it is closed.
    #[must_use]
    pub fn number(&self, id: RunId) -> usize {
        self.index(id).map_or(0, |index| index + 1)
    }

    /// Returns a text about a run, with the run's number before it if there are several: `2 · α-β`.
    #[must_use]
    pub fn numbered(&self, id: RunId, text: &str) -> String {
        if self.runs.len() > 1 { format!("{} · {text}", self.number(id)) } else { text.to_owned() }
    }

    /// Removes the messages in the corner of the window; returns whether there were any.
    pub fn dismiss_messages(&mut self) -> bool {
        let had_notice = self.notice.take().is_some();
        self.runs.iter_mut().fold(had_notice, |had, run| run.forget_problem() || had)
    }

    /// Returns the name of a run for a place that is too narrow for all of it: the parts that other runs share come last.
    #[must_use]
    pub fn distinct_first(&self, run: &Run) -> String {
        let language = self.settings.language;
        let comma = language.text(Text::Comma);
        let others = self.runs.iter().filter(|other| other.id != run.id);
        let others: Vec<String> = others.map(|other| run_title(&other.trace, language)).collect();
        let is_shared = |part: &&str| others.iter().any(|other| other.split(comma).any(|of_other| of_other == *part));
        let name = run_title(&run.trace, language);
        let (shared, own): (Vec<&str>, Vec<&str>) = name.split(comma).partition(is_shared);
        self.numbered(run.id, &own.into_iter().chain(shared).collect::<Vec<_>>().join(comma))
    }

    /// Returns the name of the stream or file that a run waits for, or a text that the run has no
    /// trace; `None` if it shows a trace.
    #[must_use]
    pub fn awaited_name<'a>(&self, run: &'a Run) -> Option<&'a str> {
        let language = self.settings.language;
        run.awaited().map(|awaited| match awaited.name() {
            // The runs of a lesson have no names before they are recorded.
            Some("") => language.text(Text::OpeningFile),
            Some(name) => name,
            None => language.text(Text::NoTrace),
        })
    }

    /// Returns the active run.
    #[must_use]
    pub fn active_run(&self) -> &Run {
        self.run(self.active).unwrap_or(&self.runs[0])
    }

    pub(super) fn active_mut(&mut self) -> &mut Run {
        let index = self.index(self.active).unwrap_or(0);
        &mut self.runs[index]
    }

    /// Whether a run is on screen. All runs are, unless only the active one is shown, possibly with
    /// the run that a note shows beside it.
    #[must_use]
    pub fn is_shown(&self, id: RunId) -> bool {
        !self.shows_one_run() || id == self.active || self.run_beside() == Some(id)
    }

    /// Returns the runs on screen.
    pub fn shown_runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| self.is_shown(run.id))
    }

    /// Returns the run with which a run is compared: the active run is compared with the next shown run of the same game, preferably one
    /// of the same kind of search; any other run with the active one.
    #[must_use]
    pub fn compared_run(&self, id: RunId) -> Option<&Run> {
        let run = self.run(id)?;
        let is_same_game = |other: &&Run| other.id != id && other.has_nodes_of(run);
        if id != self.active {
            return Some(self.active_run()).filter(is_same_game);
        }
        let at = self.index(id)?;
        let others = || {
            let others = self.runs[at + 1..].iter().chain(&self.runs[..at]);
            others.filter(|other| self.is_shown(other.id)).filter(is_same_game)
        };
        let kind = |run: &Run| [run.trace.is_search(), run.trace.samples().is_some(), run.trace.proofs().is_some()];
        others().find(|other| kind(other) == kind(run)).or_else(|| others().next())
    }

    /// Returns the trace with which a run is compared, if its rules are known.
    #[must_use]
    pub fn compared_with(&self, id: RunId) -> Option<Arc<Trace>> {
        let other = self.compared_run(id)?;
        other.trace.recorded_tree().is_none().then(|| Arc::clone(&other.trace))
    }
}
