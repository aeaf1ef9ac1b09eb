//! The legend of a whole tree's colours.

use egui::{Frame, Margin, Ui};

use crate::viewer::kit::legend::{Entry, Sign, column_entries, legend_ui};
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::{Run, Settings, TreeForm};
use edagari_core::language::Text;
use edagari_draw::scene::{ColumnColors, IcicleWidth, shows_left_out};

/// Shows a legend on the background of the picture below it.
pub(super) fn framed_legend_ui(ui: &mut Ui, entries: &[Entry<'_>]) {
    Frame::new().fill(Palette::of(ui).ground).inner_margin(Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        legend_ui(ui, entries);
    });
}

/// Shows the meanings of the colours in the view of a run.
pub(super) fn whole_legend_ui(ui: &mut Ui, run: &Run, settings: &Settings, colors: Option<&ColumnColors>) {
    let palette = Palette::of(ui);
    let trace = &run.trace;
    let is_icicle = settings.tree_form == TreeForm::Icicle;
    let mut entries = Vec::new();
    if colors.is_none() {
        entries.push((Sign::Filled, palette.visited, Text::LegendVisited));
    }
    if trace.is_search() {
        entries.push((Sign::Filled, palette.current, Text::LegendPath));
        entries.push((Sign::Filled, palette.cut, Text::LegendCut));
    }
    if trace.setup.table.is_some() {
        entries.push((Sign::Filled, palette.table, Text::LegendTable));
    }
    if trace.is_search() && (!is_icicle || settings.icicle_width == IcicleWidth::Leaves) {
        entries.push((Sign::Struck, palette.pruned, Text::Pruned));
    }
    if !trace.skips().is_empty() {
        let has_boxes = !is_icicle || shows_left_out(trace, settings.icicle_width);
        let text = if has_boxes { Text::LegendSkipped } else { Text::LegendLeavesOut };
        entries.push((Sign::Dots, palette.text, text));
    }
    entries.push((Sign::Filled, palette.unvisited, Text::Unvisited));
    if !is_icicle {
        entries.push((Sign::Triangle, palette.visited, Text::LegendCollapsed));
    }
    let language = settings.language;
    let of_column =
        colors.map(|colors| column_entries(colors, &palette, palette.visited, language)).unwrap_or_default();
    let of_states = entries.into_iter().map(|(sign, color, text)| (sign, color, language.text(text)));
    let of_column = of_column.iter().map(|(sign, color, text)| (*sign, *color, text.as_str()));
    let entries: Vec<_> = of_column.chain(of_states).collect();
    framed_legend_ui(ui, &entries);
}
