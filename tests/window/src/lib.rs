//! The window, driven as a person would: by the accessible names of what is on screen, and by keys. The pictures need
//! a graphics driver and say so where there is none.
#![cfg(test)]

mod bounds_explorer;
mod driving;
mod files;
mod matches;
mod noise;
mod pictures;
mod replaying;
mod scale;
mod setting_up;
mod settings;
mod tables;
mod tiles;
mod welcome;
