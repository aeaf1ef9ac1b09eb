//! The part of the setup form that chooses a transposition table.

use std::num::NonZeroU32;

use egui::{DragValue, Ui};

use crate::language::{Language, Text};
use crate::search::{TableKey, TableSetup};
use crate::viewer::kit::form::{choice_ui, label_ui, number_ui, switch_ui};

/// A table while it is edited: the options are kept while there is none.
#[derive(Clone, Debug)]
pub(crate) struct TableForm {
    key: Option<TableKey>,
    options: TableSetup,
    is_limited: bool,
    size: u32,
}

/// The limit when it is switched on.
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

    /// The table that was chosen.
    pub(crate) fn table(&self) -> Option<TableSetup> {
        let size = if self.is_limited { NonZeroU32::new(self.size) } else { None };
        self.key.map(|key| TableSetup { key, size, ..self.options })
    }

    /// Rows of a grid with two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language) {
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
        }
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
