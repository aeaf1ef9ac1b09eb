//! The part of the setup form that chooses a transposition table.

use std::num::NonZeroU32;

use egui::{DragValue, Ui};

use super::offered::offered_switch_ui;
use crate::viewer::kit::form::{choice_ui, label_ui, number_ui, switch_ui};
use edagari_core::language::{Language, Text};
use edagari_core::search::{RefusedSetup, TableKey, TableSetup};

/// A table that is being edited; its options are kept while there is none.
#[derive(Clone, Debug)]
pub(crate) struct TableForm {
    key: Option<TableKey>,
    options: TableSetup,
    is_limited: bool,
    size: u32,
}

/// Size limit when it is switched on, in entries.
const USUAL_SIZE: u32 = 1000;

impl TableForm {
    pub(crate) fn new(table: Option<TableSetup>) -> Self {
        let options = table.unwrap_or_default();
        Self {
            key: table.map(|table| table.key),
            options,
            is_limited: options.size.is_some(),
            size: options.size.map_or(USUAL_SIZE, NonZeroU32::get),
        }
    }

    /// Returns the chosen table, for a search with or without a depth limit, and with or without windows.
    pub(crate) fn table(&self, has_depth_limit: bool, has_windows: bool) -> Option<TableSetup> {
        let size = if self.is_limited { NonZeroU32::new(self.size) } else { None };
        let deeper_entries = self.options.deeper_entries && has_depth_limit;
        let best_only = self.options.best_only && has_windows;
        self.key.map(|key| TableSetup { key, deeper_entries, best_only, size, ..self.options })
    }

    /// Draws the rows of a grid with two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, has_depth_limit: bool, has_windows: bool) {
        let keys = [None, Some(TableKey::PositionAndWindow), Some(TableKey::Position)];
        choice_ui(ui, language, Text::Table, &mut self.key, &keys, |key| match key {
            None => Text::TableNone,
            Some(TableKey::PositionAndWindow) => Text::TableWindow,
            Some(TableKey::Position) => Text::TableBounds,
        });
        let Some(key) = self.key else { return };
        switch_ui(ui, language, &mut self.options.symmetry, Text::TableSymmetry);
        if key == TableKey::Position {
            switch_ui(ui, language, &mut self.options.narrowing, Text::TableNarrowing);
            switch_ui(ui, language, &mut self.options.intersection, Text::TableIntersection);
            let refused = (!has_windows).then_some(RefusedSetup::NoBoundsToKeep(""));
            offered_switch_ui(ui, language, &mut self.options.best_only, Text::TableBestOnly, refused);
        }
        let refused = (!has_depth_limit).then_some(RefusedSetup::NoDepthOfEntries);
        offered_switch_ui(ui, language, &mut self.options.deeper_entries, Text::TableDeeperEntries, refused);
        switch_ui(ui, language, &mut self.is_limited, Text::TableLimited);
        if self.is_limited {
            number_ui(ui, language, Text::TableSize, DragValue::new(&mut self.size).range(1..=u32::MAX));
        } else {
            label_ui(ui, language, Text::TableSize);
            ui.label(language.text(Text::TableUnlimited));
            ui.end_row();
        }
    }
}
