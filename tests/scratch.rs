#![allow(dead_code)]
#[path = "core/exercise/mod.rs"]
mod exercise;
#[path = "core/random_trees.rs"]
mod random_trees;
