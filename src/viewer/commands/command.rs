//! Commands: requests of panels, with their values.

use std::path::PathBuf;
use std::sync::Arc;

use super::action::Action;
use crate::viewer::session::{
    DepthFigure, Example, FoundFrames, InspectorSection, Link, NoteAnswer, PlotOf, ProgramSetup, RunId, ThemeChoice,
    TypedAnswers,
};
use edagari_core::analysis::CodeLine;
use edagari_core::language::{Language, Term};
use edagari_core::trace::{Field, NodeId, Setup};
use edagari_draw::export::Sheets;
use edagari_draw::scene::{Chart, IcicleWidth, Style};
use edagari_teach::exercise::{ExerciseSet, Generated, Responses, Step};
use edagari_teach::note::{Note, ShippedLesson, Wording};
use edagari_teach::practice::Plan;
use edagari_teach::what_if::Edit;

/// A request of a panel. All commands are executed in one place, after the panels have been drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Executes an action without values.
    Do(Action),
    /// Makes a run the active one.
    Activate(RunId),
    /// Goes to a frame of a run.
    GoTo {
        /// Run to move.
        run: RunId,
        /// Frame number; past the end means the last frame.
        frame: usize,
    },
    /// Selects a node and makes it the centre.
    Center {
        /// Run in which the node is given.
        run: RunId,
        /// Moves that lead to the node.
        path: Vec<u32>,
    },
    /// Goes to the next or the previous frame at which a value of the selected node changes.
    ToChange {
        /// Run of the selected node.
        run: RunId,
        /// Value to watch.
        field: Field,
        /// Whether to go forward.
        forward: bool,
    },
    /// Shows a range of frames in the strip of a run.
    ShowFrames {
        /// Run of the strip.
        run: RunId,
        /// Range of frames; `None` for all frames.
        part: Option<std::ops::Range<f64>>,
    },
    /// Sets the minimum number of visits of subtrees that are not collapsed in the view of the whole tree.
    SetCollapseBelow(usize),
    /// Sets the column that colours whole trees and strips; `None` for the usual colours.
    SetColorBy(Option<String>),
    /// Sets the quantity shown by the widths of the icicle.
    SetIcicleWidth(IcicleWidth),
    /// Zooms the view of the whole tree to the subtree of a node.
    ZoomToNode {
        /// Run of the tree.
        run: RunId,
        /// Root of the subtree.
        node: NodeId,
    },
    /// Sets the playing speed, in frames per second.
    SetSpeed(f32),
    /// Sets the link between the runs.
    SetLink(Link),
    /// Sets the theme.
    SetTheme(ThemeChoice),
    /// Sets the language.
    SetLanguage(Language),
    /// Sets the node whose window is plotted.
    SetPlotOf(PlotOf),
    /// Sets the figure that is plotted by depth.
    SetDepthFigure(DepthFigure),
    /// Folds or unfolds a section of the inspector.
    ToggleSection(InspectorSection),
    /// Records a run again.
    Record {
        /// Run to record.
        run: RunId,
        /// Setup of the recording.
        setup: Box<Setup>,
        /// Memory limit of the trace, in MiB.
        memory_limit_mib: u64,
    },
    /// Records a run again, with the current memory limit.
    RecordAgain {
        /// Run to record.
        run: RunId,
        /// Setup of the recording.
        setup: Box<Setup>,
    },
    /// Draws the tree of a run into a file, in the format of the file's extension.
    SavePicture {
        /// Run to draw.
        run: RunId,
        /// Medium of the picture.
        style: Style,
        /// Whether to draw three pictures: before, during and after the frame.
        before_after: bool,
        /// File to write.
        path: PathBuf,
    },
    /// Writes a web page with the active run, or with all runs.
    SharePage {
        /// Kind of page.
        page: SharedPage,
        /// File to write.
        path: PathBuf,
    },
    /// Goes to a frame in each of the given runs, ignoring links.
    GoToEach(Vec<(RunId, usize)>),
    /// Opens *Why* for a node: why it was pruned or has its score.
    AskWhy {
        /// Run of the node.
        run: RunId,
        /// Moves that lead to the node.
        path: Vec<u32>,
    },
    /// Shows a single thread of a run, or all of them.
    ShowThread {
        /// Run to show.
        run: RunId,
        /// Number of the thread; `None` for all threads.
        thread: Option<usize>,
    },
    /// Goes to a frame of a run without moving the centre of the view.
    Look {
        /// Run to move.
        run: RunId,
        /// Number of the frame to show.
        frame: usize,
    },
    /// Executes a command about the code of a run.
    Code {
        /// Run that executes the code.
        run: RunId,
        /// Command to execute.
        command: CodeCommand,
    },
    /// Opens or closes a node of a run; the children of an open node are always shown.
    ToggleOpen {
        /// Run of the node.
        run: RunId,
        /// Moves that lead to the node.
        path: Vec<u32>,
    },
    /// Makes a node the centre of one run only.
    CenterOne {
        /// Run of the node.
        run: RunId,
        /// Moves that lead to the node.
        path: Vec<u32>,
    },
    /// Opens a trace in a run.
    OpenTrace {
        /// Run that shows the trace.
        run: RunId,
        /// File to read; `-` is standard input, which is followed while it grows.
        path: PathBuf,
    },
    /// Starts a program, and shows its stream in a run; in a new one without it.
    RecordProgram {
        /// Run that shows the stream.
        run: Option<RunId>,
        /// How the program is started.
        setup: Box<ProgramSetup>,
    },
    /// Starts the program of a run again, and compares the new run with it.
    RunProgramAgain(RunId),
    /// Saves the trace of a run, in the format of the file's extension.
    SaveTrace {
        /// Run to save.
        run: RunId,
        /// File to write.
        path: PathBuf,
    },
    /// Writes a chart to a file, in the format of the file's extension.
    SaveChart {
        /// Chart to write.
        chart: Box<Chart>,
        /// File to write.
        path: PathBuf,
    },
    /// Cancels the writing of a file.
    CancelSaving(PathBuf),
    /// Cancels the computation of a run's figures.
    GiveFiguresUp(RunId),
    /// Restarts the cancelled computation of a run's figures.
    MakeFigures(RunId),
    /// Cancels the computation of a run's move-ordering report.
    GiveOrderUp(RunId),
    /// Restarts the cancelled computation of a run's move-ordering report.
    CountOrder(RunId),
    /// Stops the recording of a run; the trace so far is shown.
    Cancel(RunId),
    /// Zooms the strip of a run in time.
    ZoomTime {
        /// Run of the strip.
        run: RunId,
        /// Frame that keeps its place.
        around: f64,
        /// Zoom factor; more than 1 zooms in.
        by: f64,
    },
    /// Adds a run and records it.
    AddRun(Box<Setup>),
    /// Replaces all runs by an example and records it.
    BeginExample(Example),
    /// Replaces all runs by a lesson that comes with Edagari.
    BeginLesson(&'static ShippedLesson),
    /// Goes to a note, by its index in the list.
    GoToNote(usize),
    /// Plays the notes as a lesson, or lists them.
    PlayNotes(bool),
    /// Answers the question of the current note; `None` withdraws the answer.
    AnswerNote(Option<NoteAnswer>),
    /// Replaces a note.
    SetNote {
        /// Index of the note.
        note: usize,
        /// New contents of the note.
        changed: Box<Note>,
    },
    /// Changes the title and the description of all notes.
    SetNotesHead {
        /// New title of all notes.
        title: Wording,
        /// New description of all notes.
        about: Wording,
    },
    /// Moves a note one place in the order.
    MoveNote {
        /// Index of the note.
        note: usize,
        /// Whether to move it towards the end.
        forward: bool,
    },
    /// Deletes a note, by its index.
    RemoveNote(usize),
    /// Saves the notes in a file, now and after each change.
    SaveNotes(PathBuf),
    /// Closes the notes; their file is unchanged.
    CloseNotes,
    /// Opens a trace in a new run.
    OpenInNewRun(PathBuf),
    /// Closes a run; the last remaining run is never closed.
    CloseRun(RunId),
    /// Opens a panel; an open panel is restarted if its action specifies so.
    OpenPanel(Action),
    /// Brings an open panel to the front.
    ShowPanel(Action),
    /// Closes a panel.
    ClosePanel(Action),
    /// Maximises the tile of a run, or restores the tiles.
    MaximiseRun(RunId),
    /// Maximises the tile of a panel, or restores the tiles.
    MaximisePanel(Action),
    /// Lets a panel float above the tiles, or docks it again.
    SetFloating {
        /// Action of the panel.
        panel: Action,
        /// Whether the panel floats.
        floats: bool,
    },
    /// Opens the glossary at a term.
    ShowTerm(Term),
    /// Opens the setup of a run.
    OpenSetup(RunId),
    /// Writes the found frames to a file, as CSV or JSON by its extension.
    SaveFound(PathBuf),
    /// Stores the frames found by a query, or clears them.
    SetFound(Option<FoundFrames>),
    /// Stores the arrangement for the next start.
    KeepArrangement,
    /// Saves the arrangement under a name.
    SaveArrangement(String),
    /// Restores the arrangement saved under a name.
    UseArrangement(String),
    /// Deletes a saved arrangement.
    ForgetArrangement(String),
    /// Executes a command of practice.
    Practice(PracticeCommand),
    /// Executes a command on an exercise that is done by hand.
    ByHand(ByHandCommand),
    /// Executes a command on a tree that is edited by hand.
    WhatIf(WhatIfCommand),
    /// Shows a message in the corner of the window.
    Tell(String),
    /// Shows a message that a file was saved, and offers to show its folder.
    TellSaved {
        /// Text of the message.
        text: String,
        /// Path of the saved file.
        path: PathBuf,
    },
    /// Shows the folder of a file in the file manager of the system.
    ShowFolder(PathBuf),
    /// Closes the message in the corner.
    DismissNotice,
}

/// A command about the code of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum CodeCommand {
    /// Sets or removes a breakpoint at a line.
    ToggleBreakpoint(CodeLine),
    /// Removes all breakpoints.
    ClearBreakpoints,
    /// Restricts breakpoints and jumps to lines to the node at the end of these moves; `None` lifts the restriction.
    SetNode(Option<Vec<u32>>),
}

/// A command of practice.
#[derive(Clone, PartialEq, Debug)]
pub enum PracticeCommand {
    /// Answers with the choice of this index.
    Choose(usize),
    /// Answers with the marked nodes.
    AnswerMarked,
    /// Marks or unmarks a node, or the siblings that the picture shows as one group, as skipped.
    Mark {
        /// Moves that lead to each node, or to one of its descendants.
        paths: Vec<Vec<u32>>,
    },
    /// Continues with the next question.
    GoOn {
        /// Whether to play up to the question instead of jumping.
        plays: bool,
    },
    /// Shows or hides the causes of the last answer.
    Why,
    /// Starts a round with the questions that were answered wrongly.
    WhenOpen,
    /// Starts a round from the current frame.
    NextRound,
    /// Starts a round from the first frame.
    FromBeginning,
    /// Changes the plan of the questions.
    SetPlan(Plan),
    /// Resets the tally of answered questions.
    Forget,
}

/// Kind of a shared page.
#[derive(Clone, PartialEq, Debug)]
pub enum SharedPage {
    /// An animated figure of the active run, with this range of frames.
    Figure(std::ops::RangeInclusive<usize>),
    /// The program with all runs; the file is the program's own page.
    App(PathBuf),
}

/// A command on an exercise that is done by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum ByHandCommand {
    /// Starts an exercise.
    Begin(Box<Generated>),
    /// Selects a node.
    Select(u32),
    /// Adds a step to the answer.
    Take(Step),
    /// Replaces the answers typed to the questions of the exercise.
    Type(TypedAnswers),
    /// Removes the last step.
    Undo,
    /// Hands in the answer.
    HandIn,
    /// Restarts the exercise.
    WhenOpen,
    /// Closes the exercise.
    Close,
    /// Saves the exercise to a file.
    SaveExercise(PathBuf),
    /// Saves the answer to a file.
    SaveAnswers(PathBuf),
    /// Saves answers to the questions of the exercise to a file.
    SaveResponses(Responses, PathBuf),
    /// Saves a set of exercises, in the format of the file's extension.
    SaveSet {
        /// Exercises to save.
        set: Arc<ExerciseSet>,
        /// Contents of the sheets.
        sheets: Sheets,
        /// File to write; if each exercise gets a file of its own, the files are numbered.
        path: PathBuf,
    },
}

/// A command on a tree that is edited by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum WhatIfCommand {
    /// Adds an editable copy of a run.
    Begin(RunId),
    /// Edits the tree of a run.
    Edit {
        /// Run with the tree.
        run: RunId,
        /// Edit to make.
        edit: Edit,
        /// Whether the edit continues the previous one, as during a drag; both are then undone together.
        goes_on: bool,
    },
    /// Saves the tree of a run as a textbook tree.
    Save {
        /// Run with the tree.
        run: RunId,
        /// File to write.
        path: PathBuf,
    },
}
