//! Commands: the requests of panels, with their values.

use std::path::PathBuf;

use super::action::Action;
use super::by_hand::ByHandCommand;
use super::what_if::WhatIfCommand;
use crate::language::Language;
use crate::lesson::note::{Note, ShippedLesson, Wording};
use crate::lesson::practice::Plan;
use crate::scene::{Chart, IcicleWidth, Style};
use crate::trace::{NodeId, Setup};
use crate::viewer::session::{
    DepthFigure, Example, FoundFrames, InspectorSection, Link, NoteAnswer, PlotOf, RunId, ThemeChoice,
};

/// A request of a panel. All commands are carried out in one place, after the panels have been drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An action without values.
    Do(Action),
    /// Makes a run the active one.
    Activate(RunId),
    /// Goes to a frame of a run; past the end means the last one.
    GoTo {
        /// The run.
        run: RunId,
        /// The frame.
        frame: usize,
    },
    /// Makes a node the centre.
    Center {
        /// The run.
        run: RunId,
        /// The moves that lead to the node.
        path: Vec<u32>,
    },
    /// Shows a part of the frames in the strip of a run, or all of them.
    ShowFrames {
        /// The run.
        run: RunId,
        /// The frames.
        part: Option<std::ops::Range<f64>>,
    },
    /// Collapses subtrees with fewer visits in the view of the whole tree.
    SetCollapseBelow(usize),
    /// Chooses the column that colours whole trees and strips; `None` for the usual colours.
    SetColorBy(Option<String>),
    /// Chooses what the widths of the icicle count.
    SetIcicleWidth(IcicleWidth),
    /// Shows the subtree of a node in the view of the whole tree.
    ZoomToNode {
        /// The run.
        run: RunId,
        /// The node.
        node: NodeId,
    },
    /// Frames a second while playing.
    SetSpeed(f32),
    /// Links the runs.
    SetLink(Link),
    /// Chooses the theme.
    SetTheme(ThemeChoice),
    /// Chooses the language.
    SetLanguage(Language),
    /// Chooses whose window is plotted.
    SetPlotOf(PlotOf),
    /// Chooses what is plotted by depth.
    SetDepthFigure(DepthFigure),
    /// Folds a section of the inspector, or unfolds it.
    ToggleSection(InspectorSection),
    /// Records a run anew.
    Record {
        /// The run.
        run: RunId,
        /// What is run.
        setup: Box<Setup>,
        /// The most memory its trace may take, in MiB.
        memory_limit_mib: u64,
    },
    /// Records a run anew, with the memory limit as it is.
    RecordAgain {
        /// The run.
        run: RunId,
        /// What is run.
        setup: Box<Setup>,
    },
    /// Draws the tree of a run into a file, whose ending says as what.
    SavePicture {
        /// The run.
        run: RunId,
        /// The medium.
        style: Style,
        /// Whether it is three pictures: before the frame, during what it does, after it.
        before_after: bool,
        /// The file.
        path: PathBuf,
    },
    /// Writes a web page with the active run, or with all of them.
    SharePage {
        /// What it is.
        page: SharedPage,
        /// The file.
        path: PathBuf,
    },
    /// Goes to a frame in each of some runs, whatever links them.
    GoToEach(Vec<(RunId, usize)>),
    /// Asks why a node of a run is what it is.
    AskWhy {
        /// The run.
        run: RunId,
        /// The moves that lead to the node.
        path: Vec<u32>,
    },
    /// Shows what one thread of a run did, or all of them.
    ShowThread {
        /// The run.
        run: RunId,
        /// The number of the thread; `None` for all.
        thread: Option<usize>,
    },
    /// Goes to a frame of a run and leaves the centre of the view where it is.
    Look {
        /// The run.
        run: RunId,
        /// The frame.
        frame: usize,
    },
    /// Opens a node of a run, so that its children stay in sight, or closes it.
    ToggleOpen {
        /// The run.
        run: RunId,
        /// The moves that lead to the node.
        path: Vec<u32>,
    },
    /// Makes a node the centre of one run alone.
    CenterOne {
        /// The run.
        run: RunId,
        /// The moves that lead to the node.
        path: Vec<u32>,
    },
    /// Opens a trace in a run; the file `-` is standard input, which is followed while it grows.
    OpenTrace {
        /// The run.
        run: RunId,
        /// The file.
        path: PathBuf,
    },
    /// Saves the trace of a run, in the format that the file's ending says.
    SaveTrace {
        /// The run.
        run: RunId,
        /// The file.
        path: PathBuf,
    },
    /// Writes a chart to a file, whose ending says as what.
    SaveChart {
        /// The chart.
        chart: Box<Chart>,
        /// The file.
        path: PathBuf,
    },
    /// Gives up the writing of a file.
    CancelSaving(PathBuf),
    /// Stops making the figures of a run.
    GiveFiguresUp(RunId),
    /// Makes the figures of a run that were given up.
    MakeFigures(RunId),
    /// Stops counting what the order of a run is worth.
    GiveOrderUp(RunId),
    /// Counts what the order of a run is worth, after that was given up.
    CountOrder(RunId),
    /// Stops the recording of a run; what was recorded is shown.
    Cancel(RunId),
    /// Zooms the strip of a run in time, around a frame that stays where it is.
    ZoomTime {
        /// The run.
        run: RunId,
        /// The frame.
        around: f64,
        /// By what factor.
        by: f64,
    },
    /// Adds a run beside the others and records it.
    AddRun(Box<Setup>),
    /// Records an example in the place of all runs.
    BeginExample(Example),
    /// Begins a lesson that comes with Edagari, in the place of all runs.
    BeginLesson(&'static ShippedLesson),
    /// Goes to a note, by its place in the list.
    GoToNote(usize),
    /// Plays the notes as a lesson, or lists them.
    PlayNotes(bool),
    /// Answers the question of the current note; `None` takes the answer back.
    AnswerNote(Option<NoteAnswer>),
    /// Puts a changed note in the place of one.
    SetNote {
        /// Its place in the list.
        note: usize,
        /// The note from now on.
        changed: Box<Note>,
    },
    /// Changes the title of all notes and what they are about.
    SetNotesHead {
        /// The title.
        title: Wording,
        /// What they are about.
        about: Wording,
    },
    /// Moves a note on in the order, or back.
    MoveNote {
        /// Its place in the list.
        note: usize,
        /// Whether it is moved towards the end.
        forward: bool,
    },
    /// Deletes a note.
    RemoveNote(usize),
    /// Saves the notes in a file, from now on whenever they change.
    SaveNotes(PathBuf),
    /// Forgets the notes at hand; their file stays.
    CloseNotes,
    /// Opens a trace in a run of its own.
    OpenInNewRun(PathBuf),
    /// Closes a run; the last one stays.
    CloseRun(RunId),
    /// Opens a panel; one that is open is begun anew where its action says so.
    OpenPanel(Action),
    /// Closes a panel.
    ClosePanel(Action),
    /// Lets the tile of a run fill the window, or takes that back.
    MaximiseRun(RunId),
    /// Lets the tile of a panel fill the window, or takes that back.
    MaximisePanel(Action),
    /// Lets a panel float above the others, or brings it back to its place.
    SetFloating {
        /// The panel's action.
        panel: Action,
        /// Whether it floats.
        floats: bool,
    },
    /// Opens the setup of a run.
    OpenSetup(RunId),
    /// Writes the frames found to a file, as CSV or JSON by its ending.
    SaveFound(PathBuf),
    /// Keeps what was found, or forgets it.
    SetFound(Option<FoundFrames>),
    /// Keeps the arrangement for the next start.
    KeepArrangement,
    /// Keeps the arrangement under a name.
    SaveArrangement(String),
    /// Arranges everything as it was kept under a name.
    UseArrangement(String),
    /// Forgets an arrangement that was kept.
    ForgetArrangement(String),
    /// Something of practice.
    Practice(PracticeCommand),
    /// Something on an exercise that is done by hand.
    ByHand(ByHandCommand),
    /// Something on a tree that is changed by hand.
    WhatIf(WhatIfCommand),
    /// Says something in the corner of the window.
    Tell(String),
    /// Says that a file was saved, and offers to show its folder.
    TellSaved {
        /// The message.
        text: String,
        /// The file.
        path: PathBuf,
    },
    /// Shows the folder of a file in the file manager of the system.
    ShowFolder(PathBuf),
    /// Closes the message in the corner.
    DismissNotice,
}

/// A request of practice.
#[derive(Clone, PartialEq, Debug)]
pub enum PracticeCommand {
    /// Answers with the choice with this index.
    Choose(usize),
    /// Answers with the nodes that are marked.
    AnswerMarked,
    /// Marks a node as skipped, and so many siblings from there on; or no longer.
    Mark {
        /// The moves that lead to the node, or to one below it.
        path: Vec<u32>,
        /// How many siblings are shown as one.
        count: usize,
    },
    /// Goes on to the next question, at once or by playing up to it.
    GoOn {
        /// Whether by playing.
        plays: bool,
    },
    /// Shows the causes of the last answer, or no longer.
    Why,
    /// Asks again what was answered wrongly.
    Again,
    /// Begins a round from the current frame on.
    NextRound,
    /// Begins a round from the first frame on.
    FromBeginning,
    /// Asks by another plan.
    SetPlan(Plan),
    /// Forgets how many questions were answered.
    Forget,
}

/// What a shared page is.
#[derive(Clone, PartialEq, Debug)]
pub enum SharedPage {
    /// An animated figure of the active run: the first frame and the last.
    Figure(std::ops::RangeInclusive<usize>),
    /// The program, the file of whose page this is, with all runs.
    App(PathBuf),
}
