//! Questions that a replay asks before it shows what a frame does.
