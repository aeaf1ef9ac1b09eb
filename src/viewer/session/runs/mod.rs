//! The runs of a session: how they are recorded and changed, and their figures.

pub(super) mod breadcrumb;
pub(super) mod derived;
pub(super) mod example;
pub(super) mod figures;
pub(super) mod first_view;
pub(super) mod one_thread;
pub(super) mod program;
pub(super) mod program_change;
pub(super) mod programs;
pub(super) mod recorded;
pub(super) mod recording;
pub(super) mod replaced_runs;
pub(super) mod run;
pub(super) mod run_id;
pub(super) mod run_threads;
pub(super) mod session_runs;
pub(super) mod strip_range;

pub use breadcrumb::Crumb;
pub use example::Example;
pub(crate) use figures::Figures;
pub use figures::FiguresSoFar;
pub use program::{Program, ProgramEnd, ProgramSetup, ProgramTextError, UciRequest};
pub use program_change::{ProgramChange, end_text as program_end_text};
pub use recording::{Given, Recording};
pub use run::{Awaited, Run};
pub use run_id::RunId;
