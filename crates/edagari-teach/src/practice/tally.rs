//! Counts of right answers by kind of question.

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign};

use super::kind::QuestionKind;

/// Count of answered questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Count {
    /// Number of answered questions.
    pub asked: u32,
    /// Number of right answers.
    pub right: u32,
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { asked: self.asked.saturating_add(other.asked), right: self.right.saturating_add(other.right) }
    }
}

/// Counts of answered questions, by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<QuestionKind, Count>);

impl Tally {
    /// Counts an answered question.
    pub fn count(&mut self, kind: QuestionKind, is_right: bool) {
        let count = self.0.entry(kind).or_default();
        *count = *count + Count { asked: 1, right: u32::from(is_right) };
    }

    /// Returns the count of a kind.
    #[must_use]
    pub fn of(&self, kind: QuestionKind) -> Count {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Returns the count of all kinds.
    #[must_use]
    pub fn total(&self) -> Count {
        self.0.values().copied().fold(Count::default(), Add::add)
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        for (&kind, &count) in &other.0 {
            let own = self.0.entry(kind).or_default();
            *own = *own + count;
        }
    }
}
