//! Explanations of frames: the event of a frame, the reason why a node was pruned, the source of a
//! bound, and the source of a score.

pub(super) mod bound_source;
pub(super) mod bounds_case;
pub(super) mod expected;
pub(super) mod explain;
pub(super) mod pass_window;
pub(super) mod proved;
pub(super) mod reason;
pub(super) mod sampled;
pub(super) mod state_text;
pub(super) mod value_line;
pub(super) mod why;
pub(super) mod why_score;

pub use bound_source::BoundSource;
pub use bounds_case::{BoundsCase, answer_text};
pub use explain::explain;
pub use pass_window::{PassWindow, pass_window, pass_window_reason};
pub use proved::{proof_note, proof_number_text, proof_numbers_text};
pub use reason::Reason;
pub use sampled::{sample_by, sample_text};
pub use state_text::{
    FrameInShort, final_window, frame_in_short, next_frame_text, next_step_at_child_texts, next_step_texts,
    returned_text, returns_next, state_text, stored_text, window_text,
};
pub use value_line::{ValueEnd, ValueLine, ValueStep, best_line, known_bounds, nodes_of_line, value_line};
pub use why::{PruningReason, why_pruned};
pub use why_score::{ScoreReason, why_score};
