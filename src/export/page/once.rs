//! Values that are listed once each.

use std::collections::HashMap;

use serde_json::Value;

/// Values that are listed once each, by what they are written as.
#[derive(Default)]
pub(super) struct Once {
    places: HashMap<String, u32>,
    values: Vec<Value>,
}

impl Once {
    /// Where a value stands in the list.
    pub(super) fn place(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let place = *self.places.entry(value.to_string()).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }

    /// The list.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
