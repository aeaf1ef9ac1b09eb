//! Figures of the passes, as plots and as a table. Reads the active run and its frame; pushes `GoTo` for it, to the first frame
//! of a pass, and `GiveFiguresUp` and `MakeFigures` for its figures, which are slow to compute.

use egui::{Align, Layout, RichText, ScrollArea, Sense, Ui};
use egui_extras::{Column, TableBuilder};

use super::course_plots::{MOMENTS, PlottedCourse};
use super::pass_plots::Plotted;
use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{SECONDARY, font, strong_font};
use crate::viewer::kit::widgets::{cancelled_ui, progress_ui, prose_ui, two_columns_ui};
use crate::viewer::panel::Panel;
use crate::viewer::panels::wide_table::{CELL_PADDING, cell_ui, heading_ui, wide_ui};
use crate::viewer::session::{FiguresSoFar, Run, Session};
use edagari_core::analysis::{ByReason, PassFigures, Summary, pass_name, reason_title, reduction_title};
use edagari_core::language::{Language, Text};

const ROW_HEIGHT: f32 = 22.0;
/// Maximum number of visible rows if the panel is a narrow column, and minimum; further rows are scrolled to.
const MAX_ROWS: usize = 12;
const MIN_ROWS: usize = 4;
/// Range of the height of the plots, which leave space for the table.
const PLOT_HEIGHTS: std::ops::RangeInclusive<f32> = 72.0..=120.0;
/// Share of the panel's height for the plot of a course, and the range of its height in points.
const COURSE_SHARE: f32 = 0.5;
const COURSE_HEIGHTS: std::ops::RangeInclusive<f32> = 96.0..=240.0;
/// Columns of searches with windows.
const OF_WINDOWS: [Text; 3] = [Text::WindowColumn, Text::RootColumn, Text::CutsColumn];
/// Height of the heading above the plots and the space below them.
const AROUND_PLOTS: f32 = 36.0;
/// Minimum width for the plots side by side.
const TWO_COLUMNS: f32 = 640.0;

/// Column of the table: its heading, its text in the row of a pass and in the row of the run, and its longest text.
struct FigureColumn {
    heading: Text,
    of_pass: fn(&PassFigures, Language) -> String,
    of_run: fn(&Summary, Language) -> String,
    longest: Longest,
    /// Whether the run has data for the column.
    is_shown: fn(&Summary) -> bool,
}

/// Source of the longest text of a column.
enum Longest {
    /// Row of the run, which contains the sums.
    OfRun,
    /// Row of one of the passes.
    OfPasses,
    /// Text known in advance.
    Known(&'static str),
}

/// Maximum number of passes measured for the longest text of a column; longer texts are truncated.
const MAX_MEASURED: usize = 200;

const FIGURES: [FigureColumn; 11] = [
    FigureColumn {
        heading: Text::WindowColumn,
        of_pass: |pass, _| format!("({}, {})", pass.alpha, pass.beta),
        of_run: |_, _| String::new(),
        longest: Longest::OfPasses,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::ResultColumn,
        of_pass: |pass, _| {
            let signed =
                |score| pass.bound.map_or_else(|| format!("{score}"), |kind| format!("{} {score}", kind.sign()));
            pass.score.map_or_else(|| "–".to_owned(), signed)
        },
        of_run: |run, _| run.value.map_or_else(String::new, |value| value.to_string()),
        longest: Longest::OfPasses,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::RootColumn,
        of_pass: |pass, _| pass.root_bounds.map_or_else(String::new, |bounds| bounds.to_string()),
        of_run: |_, _| String::new(),
        longest: Longest::OfPasses,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::VisitsColumn,
        of_pass: |pass, language| language.number(pass.visits),
        of_run: |run, language| language.number(run.nodes_visited),
        longest: Longest::OfRun,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::AgainColumn,
        of_pass: |pass, _| percent(pass.share_again()),
        of_run: |run, _| percent(run.visited_again.unwrap_or(0) as f64 / run.nodes_visited.max(1) as f64),
        longest: Longest::Known("100.0%"),
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::EvaluationsColumn,
        of_pass: |pass, language| language.number(pass.evaluations),
        of_run: |run, language| language.number(run.leaves_evaluated),
        longest: Longest::OfRun,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::CutsColumn,
        of_pass: |pass, language| language.number(pass.cuts),
        of_run: |run, language| language.number(run.alpha_cuts + run.beta_cuts),
        longest: Longest::OfRun,
        is_shown: |_| true,
    },
    FigureColumn {
        heading: Text::AnsweredColumn,
        of_pass: |pass, language| language.number(pass.table_returns),
        of_run: |run, language| language.number(run.table_returns),
        longest: Longest::OfRun,
        is_shown: |run| run.lookups > 0,
    },
    FigureColumn {
        heading: Text::EarlierColumn,
        of_pass: |pass, language| language.number(pass.returns_from_earlier),
        of_run: |run, language| language.number(run.returns_from_earlier.unwrap_or(0)),
        longest: Longest::OfRun,
        is_shown: |run| run.lookups > 0,
    },
    FigureColumn {
        heading: Text::SkippedColumn,
        of_pass: |pass, language| language.number(pass.skips.values().sum()),
        of_run: |run, language| language.number(run.skips.values().sum()),
        longest: Longest::OfRun,
        is_shown: |run| !run.skips.is_empty(),
    },
    FigureColumn {
        heading: Text::ReducedColumn,
        of_pass: |pass, language| language.number(pass.reductions.values().sum()),
        of_run: |run, language| language.number(run.reductions.values().sum()),
        longest: Longest::OfRun,
        is_shown: |run| !run.reductions.is_empty(),
    },
];

impl FigureColumn {
    /// Returns the width that fits the heading and the texts.
    fn width(&self, ui: &Ui, summary: &Summary, language: Language) -> f32 {
        let text = match self.longest {
            Longest::OfRun => (self.of_run)(summary, language),
            Longest::Known(text) => text.to_owned(),
            Longest::OfPasses => {
                let texts = summary.passes.iter().take(MAX_MEASURED).map(|pass| (self.of_pass)(pass, language));
                texts.max_by_key(|text| text.chars().count()).unwrap_or_default()
            }
        };
        let heading = (language.text(self.heading).to_owned(), strong_font(SECONDARY));
        let widths = [heading, (text, font(SECONDARY))]
            .map(|(text, font)| ui.painter().layout_no_wrap(text, font, egui::Color32::PLACEHOLDER).size().x);
        (widths[0].max(widths[1]) + 2.0 * CELL_PADDING).ceil()
    }
}

/// Minimum width of the column with the names, and the gap between columns.
const NAME_WIDTH: f32 = 176.0;
const COLUMN_GAP: f32 = 6.0;

/// The panel, without state.
#[derive(Debug, Default)]
pub(crate) struct Passes;

impl Panel for Passes {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        let language = session.settings.language;
        Some(format!("{} · {}", language.text(Text::ActPasses), run_name(session, session.active_run())))
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        let process = run.trace.setup.process;
        let may_have_course = process.sampling().is_some() || process.proof().is_some();
        if run.trace.passes().is_empty() && !may_have_course {
            prose_ui(ui, language.text(Text::NoPasses));
            return;
        }
        let wake = session.wake();
        let course = if may_have_course { run.course(wake, MOMENTS) } else { Ok(None) };
        let (summary, course) = match course.and_then(|course| Ok((run.summary(wake)?, course))) {
            Ok(made) => made,
            Err(FiguresSoFar::UnderWay(share)) => {
                if progress_ui(ui, share, None, language) {
                    commands.push(Command::GiveFiguresUp(run.id));
                }
                return;
            }
            Err(FiguresSoFar::GivenUp) => {
                if cancelled_ui(ui, language) {
                    commands.push(Command::MakeFigures(run.id));
                }
                return;
            }
        };
        let current = run.trace.pass_at(run.frame);
        let height = ui.available_height();
        let rows = (summary.passes.len() + 2) as f32 * ROW_HEIGHT;
        ScrollArea::vertical().id_salt("passes").auto_shrink(false).show(ui, |ui| {
            let is_wide = ui.available_width() >= TWO_COLUMNS;
            let plot_height = if is_wide { height - AROUND_PLOTS - rows } else { *PLOT_HEIGHTS.end() };
            let plot_height = match course {
                // The plot is more informative than a list of many passes.
                Some(_) => (height * COURSE_SHARE).clamp(*COURSE_HEIGHTS.start(), *COURSE_HEIGHTS.end()),
                None => plot_height.clamp(*PLOT_HEIGHTS.start(), *PLOT_HEIGHTS.end()),
            };
            let frame = run.frame;
            let course = course.map(|course| PlottedCourse { course, frame, height: plot_height, language });
            let has_course = course.is_some();
            if summary.passes.is_empty() {
                let clicked = course.and_then(|course| course.ui(ui));
                commands.extend(clicked.map(|frame| Command::GoTo { run: run.id, frame }));
                return;
            }
            let plotted = Plotted { passes: &summary.passes, current, height: plot_height, language };
            let first_frame = |place: usize| summary.passes[place].first_frame;
            // If the moves of the root are sampled, or its claim is proved, the root has no bounds.
            let result_ui = |ui: &mut Ui| match &course {
                Some(course) => course.ui(ui),
                None => plotted.bounds_ui(ui).map(first_frame),
            };
            let visits_ui = |ui: &mut Ui| plotted.visits_ui(ui).map(first_frame);
            let clicked = if is_wide {
                two_columns_ui(ui, |columns| [visits_ui(&mut columns[0]), result_ui(&mut columns[1])])
            } else {
                [visits_ui(ui), result_ui(ui)]
            };
            ui.add_space(4.0);
            let left = height - ui.min_rect().height() - ROW_HEIGHT;
            let most = if is_wide { left } else { ROW_HEIGHT * MAX_ROWS as f32 };
            let columns: Vec<ShownColumn> = FIGURES
                .iter()
                .filter(|figure| (figure.is_shown)(summary) && !(has_course && OF_WINDOWS.contains(&figure.heading)))
                .map(|figure| (figure, figure.width(ui, summary, language)))
                .collect();
            let table = Table { run, summary, columns, current, most_height: most.max(ROW_HEIGHT * MIN_ROWS as f32) };
            let width = NAME_WIDTH + table.columns.iter().map(|(_, width)| width + COLUMN_GAP).sum::<f32>();
            let row = wide_ui(ui, "table of passes", width, |ui| table.ui(ui, language, commands));
            let frame = clicked.into_iter().flatten().chain(row.map(first_frame)).next();
            commands.extend(frame.map(|frame| Command::GoTo { run: run.id, frame }));
        });
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A shown column, and its width.
type ShownColumn = (&'static FigureColumn, f32);

/// The table, with a row for each pass and one for the run.
struct Table<'a> {
    run: &'a Run,
    summary: &'a Summary,
    columns: Vec<ShownColumn>,
    /// Index of the pass of the current frame.
    current: Option<usize>,
    most_height: f32,
}

impl Table<'_> {
    /// Draws the table; returns the index of the clicked pass.
    fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) -> Option<usize> {
        let Self { run, summary, ref columns, current, most_height } = *self;
        let passes = &summary.passes;
        let mut clicked = None;
        ui.spacing_mut().item_spacing = egui::vec2(COLUMN_GAP, 0.0);
        let mut table = TableBuilder::new(ui)
            .id_salt("passes")
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::left_to_right(Align::Center))
            .auto_shrink([false, true])
            .max_scroll_height(most_height)
            .column(Column::remainder().at_least(NAME_WIDTH).clip(true));
        for &(_, width) in columns {
            // Otherwise a column could never become narrower again.
            table = table.column(Column::exact(width).clip(true));
        }
        table
            .header(ROW_HEIGHT, |mut header| {
                let figures = columns.iter().map(|(figure, _)| figure.heading);
                for (place, heading) in std::iter::once(Text::PassColumn).chain(figures).enumerate() {
                    header.col(|ui| heading_ui(ui, place == 0, heading, language, commands));
                }
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, passes.len() + 1, |mut row| {
                    let place = row.index();
                    let pass = passes.get(place);
                    row.set_selected(pass.is_some() && current == Some(place));
                    let name = match pass {
                        Some(pass) => name_of(run, pass, language),
                        None => language.text(Text::WholeRun).to_owned(),
                    };
                    let cells: Vec<String> = columns
                        .iter()
                        .map(|(figure, _)| match pass {
                            Some(pass) => (figure.of_pass)(pass, language),
                            None => (figure.of_run)(summary, language),
                        })
                        .collect();
                    row.col(|ui| cell_ui(ui, true, RichText::new(&name).size(SECONDARY)));
                    for cell in &cells {
                        row.col(|ui| cell_ui(ui, false, RichText::new(cell).size(SECONDARY)));
                    }
                    let (skips, reductions) = match pass {
                        Some(pass) => (&pass.skips, &pass.reductions),
                        None => (&summary.skips, &summary.reductions),
                    };
                    let figures = columns.iter().zip(&cells).filter(|(_, cell)| !cell.is_empty());
                    let figures =
                        figures.map(|((figure, _), cell)| format!("{} {cell}", language.text(figure.heading)));
                    let label: Vec<String> = std::iter::once(name).chain(figures).collect();
                    let label = label.join(language.text(Text::Comma));
                    let response = row.response();
                    let is_current = pass.is_some() && current == Some(place);
                    response.widget_info(|| match pass {
                        Some(_) => egui::WidgetInfo::selected(egui::Role::Button, true, is_current, &label),
                        None => egui::WidgetInfo::labeled(egui::Role::Label, true, &label),
                    });
                    if response.clicked() && pass.is_some() {
                        clicked = Some(place);
                    }
                    let reasons = [(Text::SkippedColumn, skips), (Text::ReducedColumn, reductions)];
                    let reasons = reasons.into_iter().filter(|(_, counts)| !counts.is_empty());
                    let reasons: Vec<String> =
                        reasons.map(|(text, counts)| reasons_text(text, counts, language)).collect();
                    if !reasons.is_empty() {
                        response.on_hover_text_at_pointer(reasons.join("\n"));
                    }
                });
            });
        clicked
    }
}

/// Returns the name of a pass and its depth, indented if it is a part of another pass.
fn name_of(run: &Run, pass: &PassFigures, language: Language) -> String {
    let name = language.capital(&pass_name(&run.trace, pass.pass - 1, language));
    let inset = if pass.within.is_some() { "↳ " } else { "" };
    match pass.depth {
        Some(depth) => {
            let depth = language.fill(Text::DepthNumber, &[("depth", &depth.to_string())]);
            format!("{inset}{name}{}{depth}", language.text(Text::Comma))
        }
        None => format!("{inset}{name}"),
    }
}

/// Returns the counts of speculative decisions by reason, the most frequent first.
fn reasons_text(done: Text, counts: &ByReason, language: Language) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let untold = language.text(Text::UntoldReason);
    let reason = |(reason, &count): (&String, &u64)| {
        let reason = match done {
            _ if reason.is_empty() => untold,
            Text::ReducedColumn => reduction_title(reason, language),
            _ => reason_title(reason, language),
        };
        format!("{reason} {}", language.number(count))
    };
    let reasons = counts.into_iter().map(reason).collect::<Vec<_>>().join(language.text(Text::Comma));
    format!("{} · {reasons}", language.text(done))
}
