//! The session, independent of any drawing: runs, current frames, links, selection, questions, settings.

mod computed;
mod displaced;
pub(crate) mod jobs;
mod notes;
mod practice;
mod runs;
mod settings;
mod state;
mod store;
mod time;
mod undoable;
mod work;

pub use crate::view_link::{FirstView, Link, TreeForm};
pub(crate) use computed::{Computed, TraceKey};
pub use displaced::{Displaced, NotesBefore, RunsBefore};
pub use notes::NoteAnswer;
pub use practice::{ByHand, ByHandTally, Practice, SavedByHand, TypedAnswers, WhatIf};
pub use runs::{
    Awaited, Crumb, Example, FiguresSoFar, Given, Program, ProgramChange, ProgramEnd, ProgramSetup, ProgramTextError,
    Run, RunId, UciRequest, program_end_text,
};
pub(crate) use runs::{Figures, Recording};
pub use settings::{
    DepthFigure, InspectorSection, PlotOf, SPEEDS, Settings, TEXT_SIZES, ThemeChoice, WEIGHTS, WindowSize, Workspace,
};
pub use state::{FoundFrames, Session};
pub use store::SettingsStore;
pub use time::Followed;
pub use work::{Wake, Work, drop_elsewhere, panic_text};
