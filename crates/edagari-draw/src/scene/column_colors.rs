//! Colours of visits by the values of a column: a scale for numbers, one colour each for the most frequent words.

use std::collections::HashMap;

use super::Color;
use edagari_core::trace::{Column, Trace, VisitId};

/// Number of steps of the scale for numbers.
pub const SCALE_STEPS: u8 = 8;
/// Number of words with a colour of their own; all other words share one colour.
pub const MAX_WORDS: u8 = 8;
/// Maximum number of values that are sampled to find the ends of the scale.
const MAX_SAMPLED: usize = 20_000;
/// Maximum share of the numbers at each end that are cut off as outliers if they are far from the
/// rest: a few mate scores must not make all other values look alike.
const TAIL: f64 = 0.02;
/// Threshold for outliers: the range of all numbers is more than `FAR` times the range of the others.
const FAR: f64 = 2.0;
/// Maximum number of visits that are sampled for a place where many visits are drawn together.
const MAX_PER_PLACE: usize = 16;

/// Mapping from the values of a column to colours.
#[derive(Clone, Debug)]
pub struct ColumnColors {
    name: Box<str>,
    scale: Scale,
}

#[derive(Clone, Debug)]
enum Scale {
    Numbers {
        low: f64,
        high: f64,
        /// Whether there are values below `low` and above `high`.
        beyond: [bool; 2],
    },
    Words {
        /// Index in the legend of each word that has a colour of its own, by the word's number in the column.
        places: HashMap<usize, u8>,
        legend: Vec<Box<str>>,
        has_others: bool,
    },
}

/// Entry of a legend: a colour and its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnKey {
    /// Colour of the values.
    pub color: Color,
    /// Values with this colour; empty for an inner step of a scale, `None` for all words without a colour of their own.
    pub text: Option<String>,
}

impl ColumnColors {
    /// Returns the colours for the column `name`; `None` if the trace has no such column or the column has no values.
    #[must_use]
    pub fn of(trace: &Trace, name: &str) -> Option<Self> {
        let column = trace.columns().iter().find(|column| column.name() == name)?;
        let counts = column.text_counts();
        let scale = if counts.is_empty() { scale_of_numbers(column)? } else { scale_of_words(column, &counts) };
        Some(Self { name: name.into(), scale })
    }

    /// Name of the column.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the colour of a visit; `None` if the visit has no value.
    #[must_use]
    pub fn color(&self, trace: &Trace, visit: VisitId) -> Option<Color> {
        let column = trace.columns().iter().find(|column| column.name() == self.name())?;
        match &self.scale {
            Scale::Numbers { low, high, .. } => {
                let share = (column.value(visit)?.number()? - low) / (high - low).max(f64::MIN_POSITIVE);
                Some(Color::Step((share * f64::from(SCALE_STEPS)).clamp(0.0, f64::from(SCALE_STEPS - 1)) as u8))
            }
            Scale::Words { places, .. } => {
                let word = column.text_number(visit)?;
                Some(places.get(&word).map_or(Color::OtherWord, |&place| Color::Word(place)))
            }
        }
    }

    /// Returns one colour for each of `rows` rows, each of `Trace::depths_per_row` depths: the most frequent colour among the
    /// visits entered in `frames`. At most `MAX_PER_PLACE` visits are sampled.
    #[must_use]
    pub fn rows(&self, trace: &Trace, frames: std::ops::Range<usize>, rows: usize) -> Vec<Option<Color>> {
        let visits = trace.visits_within(&frames);
        let step = visits.len().div_ceil(MAX_PER_PLACE).max(1);
        let mut found: Vec<Vec<Color>> = vec![Vec::new(); rows];
        for visit in visits.step_by(step).map(VisitId) {
            let row = trace.depth_of(visit) / trace.depths_per_row();
            if let Some((colors, color)) = found.get_mut(row).zip(self.color(trace, visit)) {
                colors.push(color);
            }
        }
        let most = |colors: Vec<Color>| {
            let count = |color: &Color| colors.iter().filter(|other| *other == color).count();
            colors.iter().copied().max_by_key(count)
        };
        found.into_iter().map(most).collect()
    }

    /// Entries of the legend, in display order.
    #[must_use]
    pub fn legend(&self) -> Vec<ColumnKey> {
        match &self.scale {
            Scale::Numbers { low, high, beyond } => (0..SCALE_STEPS)
                .map(|step| {
                    let text = match step {
                        0 => format!("{}{}", if beyond[0] { "≤ " } else { "" }, shown(*low)),
                        last if last + 1 == SCALE_STEPS => {
                            format!("{}{}", if beyond[1] { "≥ " } else { "" }, shown(*high))
                        }
                        _ => String::new(),
                    };
                    ColumnKey { color: Color::Step(step), text: Some(text) }
                })
                .collect(),
            Scale::Words { legend, has_others, .. } => {
                let words = (0_u8..).zip(legend);
                let words =
                    words.map(|(place, word)| ColumnKey { color: Color::Word(place), text: Some(word.to_string()) });
                let others = has_others.then_some(ColumnKey { color: Color::OtherWord, text: None });
                words.chain(others).collect()
            }
        }
    }
}

/// Formats a number with no more digits than needed.
fn shown(number: f64) -> String {
    super::axis_number(number)
}

fn scale_of_numbers(column: &Column) -> Option<Scale> {
    let count = column.count();
    let mut sampled: Vec<f64> = column.numbers().step_by(count.div_ceil(MAX_SAMPLED).max(1)).collect();
    let (least, most) = column
        .numbers()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    sampled.sort_by(f64::total_cmp);
    let tail = (sampled.len() as f64 * TAIL) as usize;
    let (low, high) = (*sampled.get(tail)?, *sampled.get(sampled.len() - 1 - tail)?);
    let are_far = most - least > FAR * (high - low) && low < high;
    let (low, high) = if are_far { (low, high) } else { (least, most) };
    Some(Scale::Numbers { low, high, beyond: [least < low, most > high] })
}

fn scale_of_words(column: &Column, counts: &[u64]) -> Scale {
    let words: Vec<&str> = column.texts().collect();
    let mut order: Vec<usize> = (0..counts.len()).filter(|&word| counts[word] > 0).collect();
    // Most frequent words first; equal counts in alphabetical order.
    order.sort_by_key(|&word| (std::cmp::Reverse(counts[word]), words[word]));
    let has_others = order.len() > usize::from(MAX_WORDS);
    order.truncate(MAX_WORDS.into());
    order.sort_by_key(|&word| words[word]);
    let legend = order.iter().map(|&word| words[word].into()).collect();
    Scale::Words { places: order.into_iter().zip(0..).collect(), legend, has_others }
}
