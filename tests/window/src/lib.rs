//! Tests of the window through accessible names and keys, as a person would use it. The pictures need a graphics
//! driver; without one they are skipped with a message.
#![cfg(test)]

mod bounds_explorer;
mod code;
mod contact_sheet;
mod driving;
mod figures;
mod files;
mod game_of_ones_own;
mod hands;
mod inspector;
mod keyboards;
mod learning;
mod links;
mod matches;
mod noise;
mod opening;
mod pictures;
mod position_board;
#[cfg(target_os = "linux")]
mod programs;
mod replaying;
mod scale;
mod setting_up;
mod settings;
mod small_windows;
mod tables;
mod tiles;
mod tree;
mod welcome;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../../examples/your_game.rs"]
mod your_game;
