//! Tests of the command line: output, streams and exit codes. One file for each command or kind of command.

mod compare;
#[cfg(feature = "export")]
mod documents;
#[cfg(feature = "export")]
mod exercises;
mod export;
mod frame_and_state;
mod games;
#[cfg(unix)]
mod interrupt;
mod json_parts;
mod lessons;
mod mcp;
mod of_authors;
mod order;
#[cfg(unix)]
mod output_targets;
mod packages;
mod passes;
mod playing;
mod program;
mod reading;
mod record;
mod refusals;
mod running;
#[cfg(target_os = "linux")]
mod scarce_memory;
#[cfg(unix)]
mod serve;
mod share;
mod texts_of_others;
mod threads;
mod traces;
