//! The figures of the runs on screen, side by side.

use egui::{Align, Grid, Label, Layout, RichText, ScrollArea, Ui};

use super::run_name::run_name;
use crate::analysis::{Summary, game_text};
use crate::language::{Language, Text, grouped};
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL, strong};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::session::{Run, Session};

/// The least width of a column, so that figures stay whole.
const LEAST_COLUMN: f32 = 68.0;
/// The greatest width of a column, so that figures stay beside their names.
const GREATEST_COLUMN: f32 = 130.0;
/// Points between two columns.
const SPACING: f32 = 12.0;
/// Room for the names of the rows.
const NAME_SHARE: f32 = 0.38;

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

/// A column a run that is on screen; where they do not fit, they are scrolled sideways.
pub(super) fn compare_ui(ui: &mut Ui, session: &Session) {
    let language = session.settings.language;
    let palette = Palette::of(ui);
    section_ui(ui, language.text(Text::Compared));
    let runs: Vec<&Run> = session.shown_runs().collect();
    let games: Vec<String> = runs.iter().map(|run| game_text(&run.trace.setup.game, language)).collect();
    let is_one_game = games.windows(2).all(|pair| pair[0] == pair[1]);
    // A value means nothing without the rule, where there is more than one.
    if let (Some(game), Some(run)) = (games.first(), runs.first())
        && is_one_game
        && game != language.text(run.trace.setup.game.text())
    {
        ui.add(Label::new(RichText::new(game).size(SMALL).color(palette.secondary)).truncate());
    }
    let width = ui.available_width();
    ScrollArea::horizontal().id_salt("compared").auto_shrink([false, true]).show(ui, |ui| {
        figures_ui(ui, session, &runs, width);
    });
    if runs.len() > 1 {
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("◆").size(SECONDARY).color(palette.only));
            let legend = RichText::new(language.text(Text::OnlyHereLegend)).size(SECONDARY).color(palette.secondary);
            ui.add(Label::new(legend).truncate());
        });
    }
}

fn figures_ui(ui: &mut Ui, session: &Session, runs: &[&Run], width: f32) {
    let language = session.settings.language;
    let palette = Palette::of(ui);
    let summaries: Vec<_> = runs.iter().map(|run| (run.summary(), run.frame)).collect();
    let share = width * (1.0 - NAME_SHARE) / runs.len().max(1) as f32 - SPACING;
    let column = share.clamp(LEAST_COLUMN, GREATEST_COLUMN).floor();
    ui.spacing_mut().interact_size.y = 16.0;
    let right_ui = |ui: &mut Ui, label: Label| {
        ui.with_layout(Layout::top_down(Align::RIGHT), |ui| {
            ui.set_width(column);
            ui.add(label);
        });
    };
    Grid::new("compared").num_columns(1 + runs.len()).spacing([SPACING, 3.0]).show(ui, |ui| {
        ui.label("");
        for run in runs {
            // A long name goes on in a second line, for beside it stands another.
            right_ui(ui, Label::new(strong(run_name(session, run), SMALL)).wrap().halign(Align::RIGHT));
        }
        ui.end_row();
        for (text, figures) in rows(&summaries, language) {
            ui.label(RichText::new(language.text(text)).size(SECONDARY).color(palette.secondary));
            for figure in figures {
                right_ui(ui, Label::new(RichText::new(figure).size(SECONDARY)).truncate());
            }
            ui.end_row();
        }
    });
}
