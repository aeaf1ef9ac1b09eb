//! The figures of both traces, side by side.

use egui::{Align, Grid, Layout, RichText, Ui};

use super::app::Edagari;
use super::inspector::section_ui;
use super::theme::{Palette, SECONDARY, SMALL, strong};
use crate::analysis::{Summary, game_text, run_title};
use crate::language::{Language, Text, grouped};

/// The rows: a name, and the figure of each trace.
fn rows(summaries: &[(&Summary, usize)], language: Language) -> Vec<(Text, Vec<String>)> {
    let number = |pick: fn(&Summary) -> u64| summaries.iter().map(|(summary, _)| grouped(pick(summary))).collect();
    let unknown = || language.text(Text::Unknown).to_owned();
    let mut rows = vec![
        (
            Text::Value,
            summaries
                .iter()
                .map(|(summary, _)| summary.value.map_or_else(unknown, |value| value.to_string()))
                .collect(),
        ),
        (Text::NodesVisited, number(|summary| summary.nodes_visited)),
        (Text::LeavesEvaluated, number(|summary| summary.leaves_evaluated)),
        (Text::Frames, number(|summary| summary.frames)),
        (Text::AlphaCuts, number(|summary| summary.alpha_cuts)),
        (Text::BetaCuts, number(|summary| summary.beta_cuts)),
        (Text::Cutoffs, number(|summary| summary.cutoffs)),
        (
            Text::NodesPruned,
            summaries.iter().map(|(summary, _)| summary.nodes_pruned.map_or_else(unknown, grouped)).collect(),
        ),
    ];
    if summaries.iter().any(|(summary, _)| summary.table != "none") {
        rows.extend([
            (Text::Lookups, number(|summary| summary.lookups)),
            (Text::TableReturns, number(|summary| summary.table_returns)),
            (Text::TableNarrowings, number(|summary| summary.table_narrowings)),
            (Text::TableStores, number(|summary| summary.table_stores)),
            (Text::TableEntries, number(|summary| summary.table_entries)),
        ]);
    }
    rows.extend([
        (Text::MaxDepth, number(|summary| summary.max_depth)),
        (Text::CurrentFrame, summaries.iter().map(|&(_, frame)| grouped(frame as u64)).collect()),
    ]);
    rows
}

impl Edagari {
    pub(super) fn compare_ui(&mut self, ui: &mut Ui) {
        let language = self.settings.language;
        let palette = Palette::of(ui);
        section_ui(ui, language.text(Text::Compared));
        let shown = if self.settings.two_panes { 2 } else { 1 };
        let panes = &mut self.panes[..shown];
        let games: Vec<String> = panes.iter().map(|pane| game_text(&pane.trace.setup.game, language)).collect();
        let is_one_game = games.windows(2).all(|pair| pair[0] == pair[1]);
        // A value means nothing without the rule, where there is more than one.
        if is_one_game && games[0] != language.text(panes[0].trace.setup.game.text()) {
            ui.add(egui::Label::new(RichText::new(&games[0]).size(SMALL).color(palette.secondary)).truncate());
        }
        let names: Vec<String> = panes.iter().map(|pane| run_title(&pane.trace, language)).collect();
        let summaries: Vec<_> = panes
            .iter_mut()
            .map(|pane| (pane.frame, pane.summary()))
            .map(|(frame, summary)| (summary, frame))
            .collect();
        let column = (ui.available_width() * 0.28).floor();
        ui.spacing_mut().interact_size.y = 16.0;
        Grid::new("compared")
            .num_columns(1 + shown)
            .spacing([16.0, 3.0])
            .min_col_width(column)
            .max_col_width(column * 1.2)
            .show(ui, |ui| {
                ui.label("");
                for name in names {
                    // A long name goes on in a second line, for beside it stands another.
                    let heading = egui::Label::new(strong(name, SMALL)).wrap().halign(Align::RIGHT);
                    ui.with_layout(Layout::top_down(Align::RIGHT), |ui| ui.add(heading));
                }
                ui.end_row();
                for (text, figures) in rows(&summaries, language) {
                    ui.label(RichText::new(language.text(text)).size(SECONDARY).color(palette.secondary));
                    for figure in figures {
                        right_ui(ui, RichText::new(figure).size(SECONDARY));
                    }
                    ui.end_row();
                }
            });
        if self.settings.two_panes {
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new("◆").size(SECONDARY).color(palette.only));
                ui.label(RichText::new(language.text(Text::OnlyHereLegend)).size(SECONDARY).color(palette.secondary));
            });
        }
    }
}

fn right_ui(ui: &mut Ui, text: RichText) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(egui::Label::new(text).truncate()));
}
