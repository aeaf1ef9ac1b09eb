//! The session, without any drawing: runs, places in time, links, selection, questions, settings.

mod asking;
mod at_first;
mod begun;
mod breadcrumb;
mod by_hand;
mod changing;
mod doing_by_hand;
mod example;
mod figures;
mod first_view;
mod job;
mod lanes;
mod link;
mod live;
mod not_started;
mod note_arrows;
mod note_files;
mod note_runs;
mod notebook;
mod noting;
mod one_thread;
mod places;
mod playing;
mod practice;
mod practising;
mod recording;
mod run;
mod run_id;
mod run_questions;
mod run_threads;
mod runs;
mod settings;
mod state;
mod store;
mod unsaved_notes;
mod what_if;
mod why;
mod work;

pub use breadcrumb::Crumb;
pub use by_hand::{ByHand, ByHandTally, KeptByHand};
pub use example::Example;
pub(crate) use figures::Figures;
pub use figures::FiguresSoFar;
pub use first_view::FirstView;
#[cfg(target_arch = "wasm32")]
pub use job::do_job;
pub use link::Link;
pub use notebook::NoteAnswer;
pub use practice::Practice;
pub use recording::Given;
pub use run::Run;
pub use run_id::RunId;
pub use settings::{
    DepthFigure, InspectorSection, PlotOf, SPEEDS, Settings, TEXT_SIZES, ThemeChoice, TreeForm, WEIGHTS, Workspace,
};
pub use state::{FoundFrames, Session};
pub use store::SettingsStore;
pub use what_if::WhatIf;
pub use why::{Pointer, Why};
pub use work::{Wake, Work, drop_elsewhere, panic_text};
