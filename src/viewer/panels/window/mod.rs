//! The program itself: welcome, help, arrangements, and performance.

pub(crate) mod about;
pub(crate) mod arrangements;
pub(crate) mod glossary;
pub(crate) mod keyboard_help;
pub(crate) mod performance;
pub(crate) mod record_your_own;
pub(crate) mod welcome;
