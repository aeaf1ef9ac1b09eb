//! Remarks on the work of a search, as rows of JSON objects and as lines.

use serde::Serialize;

use super::printing::as_typed;
use edagari_core::analysis::WorkRemark;
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::Trace;

/// Printed remark; its fields are the keys of the JSON object.
#[derive(Serialize)]
pub(in crate::cli) struct RemarkRow {
    #[serde(flatten)]
    remark: WorkRemark,
    text: String,
}

impl RemarkRow {
    /// The remarks on a run.
    pub(in crate::cli) fn all(trace: &Trace, language: Language) -> Vec<Self> {
        let row = |remark: WorkRemark| Self { text: as_typed(remark.sentence(language)), remark };
        WorkRemark::of(trace).into_iter().map(row).collect()
    }
}

/// One line per remark below a heading; `None` without remarks.
pub(in crate::cli) fn remarks_text(remarks: &[RemarkRow], language: Language) -> Option<String> {
    let lines: Vec<String> = remarks.iter().map(|row| format!("- {}\n", visible(&row.text))).collect();
    (!remarks.is_empty()).then(|| format!("{}\n{}", language.text(Text::OrderRemarks), lines.concat()))
}
