//! Job: generates exercises.

use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};
use edagari_teach::exercise::{ExerciseSet, GenerateError, Wishes, generate};

/// Generates `count` exercises that satisfy the wishes.
pub(crate) struct MakeExercises {
    pub(crate) wishes: Wishes,
    pub(crate) seed: u64,
    pub(crate) count: u32,
}

parceled! {
    MakeExercises { wishes, seed, count }
}

impl Job for MakeExercises {
    const NAME: &'static str = "exercises";

    type News = Result<ExerciseSet, GenerateError>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        generate(&self.wishes, self.seed, self.count, progress)
    }

    fn failed(_: String) -> Self::News {
        Err(GenerateError::Cancelled)
    }

    fn is_short(&self, _: &[Arc<Trace>]) -> bool {
        self.wishes.check().is_err()
    }
}
