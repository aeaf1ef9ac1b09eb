//! Tests of the window through accessible names and keys, as a person would use it. The pictures need a graphics
//! driver; without one they are skipped with a message.
#![cfg(test)]

mod bounds_explorer;
mod by_hand;
mod code;
mod contact_sheet;
mod driving;
mod exercise_set;
mod explained;
mod files;
mod focus_view;
mod game_of_ones_own;
mod hands;
mod inspector;
mod keyboards;
mod links;
mod matches;
mod motion;
mod noise;
mod notes;
mod order;
mod passes;
mod pictures;
mod practice;
mod replaying;
mod scale;
mod selected;
mod setting_up;
mod settings;
mod side_by_side;
mod tables;
mod tiles;
mod welcome;
mod what_if;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../../examples/your_game.rs"]
mod your_game;
