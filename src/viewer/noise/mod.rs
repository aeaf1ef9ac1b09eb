//! The noise laboratory.

mod noise_game_view;
mod noise_lab;
mod noise_tree_view;
mod regular_tree_view;

pub(crate) use noise_lab::NoiseLab;
