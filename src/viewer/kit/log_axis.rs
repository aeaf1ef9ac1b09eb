//! Logarithmic axes of counts that begin at 0: a count n is at log₁₀(1 + n).

use edagari_core::language::Language;

/// Height that a mark needs, in points.
const MARK_HEIGHT: f64 = 14.0;
/// Exponent of the largest marked power of ten.
const MAX_POWER: u32 = 18;

/// Returns the place of a count on the axis.
pub(crate) fn log_place(count: u64) -> f64 {
    (1.0 + count as f64).log10()
}

/// Returns the places of the marks between two places of an axis of a height in points: 0, 1, 10, 100, … Marks without room
/// above the mark before are omitted.
pub(crate) fn log_marks([from, to]: [f64; 2], height: f32) -> Vec<f64> {
    let gap = (to - from) * MARK_HEIGHT / f64::from(height.max(1.0));
    let powers = (0..=MAX_POWER).map(|power| log_place(10_u64.pow(power)));
    let all = std::iter::once(0.0).chain(powers).filter(|mark| (from..=to).contains(mark));
    let mut marks: Vec<f64> = Vec::new();
    for mark in all {
        if marks.last().is_none_or(|last| mark - last >= gap) {
            marks.push(mark);
        }
    }
    marks
}

/// Returns the count of a mark as a text; empty for a place that is no mark.
pub(crate) fn log_mark_text(place: f64, language: Language) -> String {
    let is_at = |count: u64| (log_place(count) - place).abs() < 1e-9;
    if is_at(0) {
        return language.number(0);
    }
    match (0..=MAX_POWER).find(|&power| is_at(10_u64.pow(power))) {
        None => String::new(),
        Some(power @ 0..=3) => language.number(10_u64.pow(power)),
        Some(power @ 4..=5) => format!("{}k", 10_u64.pow(power - 3)),
        Some(power) => format!("{}M", language.number(10_u64.pow(power - 6))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_at_the_places_of_their_counts() {
        let texts = |range: [f64; 2], height: f32| {
            let marks = log_marks(range, height).into_iter();
            marks.map(|mark| log_mark_text(mark, Language::English)).collect::<Vec<_>>()
        };
        assert_eq!(texts([0.0, 3.1], 200.0), ["0", "1", "10", "100", "1,000"]);
        assert_eq!(texts([0.0, 6.1], 100.0), ["0", "10", "100", "1,000", "10k", "100k", "1M"]);
        assert_eq!(texts([0.5, 1.9], 100.0), ["10"]);
        assert_eq!(log_mark_text(1.0, Language::English), "", "9 is no mark");
    }
}
