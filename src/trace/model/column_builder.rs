//! Columns while a file is read: its values one after another, in their own kind from the first one on.

use super::bits::Bits;
use super::column::Values;
use super::texts::Texts;
use super::{Column, ColumnValue};

/// The value for "none" among numbers.
const NONE: u32 = u32::MAX;

/// A column that takes values one by one.
#[derive(Clone, Debug)]
pub(in crate::trace) struct ColumnBuilder {
    name: Box<str>,
    /// The visits of the values, in the order in which the file says these.
    visits: Vec<u32>,
    values: Building,
}

/// The values so far, of one kind as long as they are.
#[derive(Clone, Debug)]
enum Building {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    Booleans(Vec<bool>),
    Texts(Interned),
    Mixed(Vec<ColumnValue<'static>>),
}

/// Values that are texts.
#[derive(Clone, Debug, Default)]
struct Interned {
    texts: Texts,
    numbers: Vec<u32>,
}

impl ColumnBuilder {
    pub(in crate::trace) fn new(name: Box<str>) -> Self {
        Self { name, visits: Vec::new(), values: Building::Mixed(Vec::new()) }
    }

    pub(in crate::trace) fn name(&self) -> &str {
        &self.name
    }

    /// Takes a value of a visit, which holds even if the visit had one.
    pub(in crate::trace) fn push(&mut self, visit: u32, value: &ColumnValue<'_>) {
        if self.visits.is_empty() {
            self.values = match value {
                ColumnValue::Integer(_) => Building::Integers(Vec::new()),
                ColumnValue::Float(_) => Building::Floats(Vec::new()),
                ColumnValue::Boolean(_) => Building::Booleans(Vec::new()),
                ColumnValue::Text(_) => Building::Texts(Interned::default()),
            };
        }
        self.visits.push(visit);
        match (&mut self.values, value) {
            (Building::Integers(values), ColumnValue::Integer(value)) => values.push(*value),
            (Building::Floats(values), ColumnValue::Float(value)) => values.push(*value),
            (Building::Booleans(values), ColumnValue::Boolean(value)) => values.push(*value),
            (Building::Texts(Interned { texts, numbers }), ColumnValue::Text(text)) => numbers.push(texts.number(text)),
            (Building::Mixed(values), value) => values.push(value.clone().into_owned()),
            (_, value) => {
                let mut mixed = self.values.mixed();
                mixed.push(value.clone().into_owned());
                self.values = Building::Mixed(mixed);
            }
        }
    }

    /// Bytes of the values so far, and of the column that is made of them.
    pub(in crate::trace) fn memory(&self) -> u64 {
        // The visit and the number of each value here, its number there.
        self.visits.len() as u64 * 12
    }

    /// The column of the values so far.
    pub(in crate::trace) fn column(&self) -> Column {
        if self.visits.is_sorted_by(|first, second| first < second) {
            let all = 0..self.visits.len();
            return Column::of_sorted(self.name.clone(), &self.visits, self.values.chosen(all));
        }
        // Of each visit the last value.
        let most = self.visits.iter().max().map_or(0, |&visit| visit as usize + 1);
        let mut places = vec![NONE; most];
        for (place, &visit) in (0..).zip(&self.visits) {
            places[visit as usize] = place;
        }
        let visits: Vec<u32> = (0..most as u32).filter(|&visit| places[visit as usize] != NONE).collect();
        let chosen = visits.iter().map(|&visit| places[visit as usize] as usize);
        Column::of_sorted(self.name.clone(), &visits, self.values.chosen(chosen))
    }
}

impl Building {
    /// All values so far, each as it was said.
    fn mixed(&self) -> Vec<ColumnValue<'static>> {
        match self {
            Self::Integers(values) => values.iter().map(|&value| ColumnValue::Integer(value)).collect(),
            Self::Floats(values) => values.iter().map(|&value| ColumnValue::Float(value)).collect(),
            Self::Booleans(values) => values.iter().map(|&value| ColumnValue::Boolean(value)).collect(),
            Self::Texts(Interned { texts, numbers }) => {
                let text = |&number: &u32| ColumnValue::Text(texts.text(number).to_owned().into());
                numbers.iter().map(text).collect()
            }
            Self::Mixed(values) => values.clone(),
        }
    }

    /// The values at these places, as one kind.
    fn chosen(&self, places: impl Iterator<Item = usize>) -> Values {
        match self {
            Self::Integers(values) => Values::Integers(places.map(|place| values[place]).collect()),
            Self::Floats(values) => Values::Floats(places.map(|place| values[place]).collect()),
            Self::Booleans(values) => {
                let mut bits = Bits::with_capacity(values.len());
                places.for_each(|place| bits.push(values[place]));
                Values::Booleans(bits)
            }
            Self::Texts(Interned { texts, numbers }) => {
                // Numbered anew, in the order of the visits.
                let mut renumbered = vec![NONE; texts.list().len()];
                let mut list = Vec::new();
                let numbers = places.map(|place| {
                    let text = numbers[place] as usize;
                    if renumbered[text] == NONE {
                        renumbered[text] = list.len() as u32;
                        list.push(texts.list()[text].clone());
                    }
                    renumbered[text]
                });
                let numbers = numbers.collect();
                Values::Texts { list, numbers }
            }
            Self::Mixed(values) => of_mixed(places.map(|place| &values[place]).collect::<Vec<_>>().as_slice()),
        }
    }
}

/// Values of several kinds: integers among floats become floats, and where kinds differ otherwise, all become texts.
fn of_mixed(values: &[&ColumnValue<'_>]) -> Values {
    let all = |fits: fn(&ColumnValue<'_>) -> bool| values.iter().all(|value| fits(value));
    if all(|value| matches!(value, ColumnValue::Integer(_))) {
        let number = |value: &&ColumnValue<'_>| if let ColumnValue::Integer(value) = **value { value } else { 0 };
        return Values::Integers(values.iter().map(number).collect());
    }
    if all(|value| value.number().is_some()) {
        return Values::Floats(values.iter().filter_map(|value| value.number()).collect());
    }
    if all(|value| matches!(value, ColumnValue::Boolean(_))) {
        let mut bits = Bits::with_capacity(values.len());
        for value in values {
            bits.push(**value == ColumnValue::Boolean(true));
        }
        return Values::Booleans(bits);
    }
    let mut texts = Texts::default();
    let numbers = values.iter().map(|value| texts.number(&value.to_string())).collect();
    Values::Texts { list: texts.list().to_vec(), numbers }
}
