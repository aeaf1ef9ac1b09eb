//! The window. Panels read the [`Session`] and push [`Command`]s; only [`Edagari::apply`] executes them.
//!
//! Folders, each of which uses only those before it: `kit`, `session`, `commands`, `tree`, `time`, `inspector`, `forms`,
//! `panels`, `noise`, `app`.

mod app;
mod commands;
mod forms;
mod inspector;
mod kit;
mod noise;
mod panel;
mod panels;
mod session;
mod time;
mod tree;

#[cfg(target_arch = "wasm32")]
pub use app::run_in_page;
pub use app::{Edagari, HeldSession};
#[cfg(not(target_arch = "wasm32"))]
pub use app::{ViewError, run, run_program, run_with};
pub use commands::{Action, ByHandCommand, CodeCommand, Command, PracticeCommand, SharedPage, WhatIfCommand};
pub use kit::redraws::{REDRAW_BUDGET, RedrawTimes};
pub use session::{
    ByHand, ByHandTally, DepthFigure, Example, FirstView, FoundFrames, InspectorSection, Link, PlotOf, Practice,
    Program, ProgramChange, ProgramEnd, ProgramSetup, ProgramTextError, Run, RunId, SavedByHand, Session, Settings,
    SettingsStore, ThemeChoice, TreeForm, UciRequest, WhatIf, Workspace,
};
