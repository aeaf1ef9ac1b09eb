//! Searches of other programs, right and wrong: none of the right ones is called wrong, and each fault of the wrong ones is looked for.
//!
//! What searches here (games, searches, writer of the stream) shares no code with the library and knows nothing of it but
//! `docs/trace-format.md`: a negamax from the mover's side over a ready-made graph of places.

mod boards;
mod called_wrong;
mod drivers;
mod games;
mod graph;
mod guessing;
mod made_up;
mod missed;
mod names;
mod others;
mod planted;
mod relay;
mod rewritten;
mod runs;
mod said;
mod scribe;
mod seeker;
mod silent;
mod slips;
mod story;
mod ways;

pub use silent::{read, told};
