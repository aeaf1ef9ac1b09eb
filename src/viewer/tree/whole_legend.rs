//! The legend of a whole tree's colours.

use egui::{Frame, Margin, Ui};

use crate::language::Text;
use crate::scene::IcicleWidth;
use crate::viewer::kit::legend::{Sign, legend_ui};
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::{Run, Settings, TreeForm};

/// The meanings of the colours in the view of a run.
pub(super) fn whole_legend_ui(ui: &mut Ui, run: &Run, settings: &Settings) {
    let palette = Palette::of(ui);
    let trace = &run.trace;
    let is_icicle = settings.tree_form == TreeForm::Icicle;
    let mut entries = vec![(Sign::Filled, palette.visited, Text::LegendVisited)];
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
    entries.push((Sign::Filled, palette.unvisited, Text::Unvisited));
    if !is_icicle {
        entries.push((Sign::Triangle, palette.visited, Text::LegendCollapsed));
    }
    let language = settings.language;
    let entries: Vec<_> = entries.into_iter().map(|(sign, color, text)| (sign, color, language.text(text))).collect();
    Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        legend_ui(ui, &entries);
    });
}
