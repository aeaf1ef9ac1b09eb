//! Answer key of a set as CSV, one row per step.

use crate::export::ExportError;
use edagari_core::language::{Language, csv_text, visible};
use edagari_core::score::{BoundKind, Score};
use edagari_teach::exercise::{Generated, Step};

#[derive(serde::Serialize)]
struct Row<'a> {
    exercise: u32,
    title: String,
    step: usize,
    node: String,
    action: &'a str,
    alpha: Option<Score>,
    beta: Option<Score>,
    score: Option<Score>,
    bound: Option<BoundKind>,
}

/// Returns the right answers of all exercises, step by step, in the order in which they are written down.
///
/// # Errors
/// [`ExportError::Drawing`] if CSV cannot be written, which does not happen in memory.
pub fn key_csv(exercises: &[Generated], language: Language) -> Result<Vec<u8>, ExportError> {
    let mut file = csv::Writer::from_writer(Vec::new());
    for made in exercises {
        let title = csv_text(&visible(made.exercise.title.text(language))).into_owned();
        for (step, number) in made.model.steps.iter().zip(1..) {
            let node = csv_text(&visible(made.exercise.tree().name(step.node()))).into_owned();
            let row = Row {
                exercise: made.number,
                title: title.clone(),
                step: number,
                node,
                action: "skip",
                alpha: None,
                beta: None,
                score: None,
                bound: None,
            };
            let row = match *step {
                Step::Skip { .. } => row,
                Step::Enter { window, .. } => {
                    Row { action: "enter", alpha: Some(window.alpha), beta: Some(window.beta), ..row }
                }
                Step::Return { score, bound, .. } => Row { action: "return", score: Some(score), bound, ..row },
            };
            file.serialize(row).map_err(|error| ExportError::Drawing(error.to_string()))?;
        }
    }
    file.into_inner().map_err(|error| ExportError::Drawing(error.to_string()))
}
