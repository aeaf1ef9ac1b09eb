//! Deduplicated lists of JSON values.

use std::collections::HashMap;

use serde_json::Value;

/// List of distinct values, looked up by their JSON text.
#[derive(Default)]
pub(super) struct Once {
    places: HashMap<String, u32>,
    values: Vec<Value>,
}

impl Once {
    /// Returns the index of a value; a new value is appended.
    pub(super) fn place(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let place = *self.places.entry(value.to_string()).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }

    /// Returns the values in the order of their indexes.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
