//! The quality of the move ordering: figures, by depth and by source, late cuts, and the definitions of the counts. Covers the
//! whole run, or one of its passes. Reads the active run; pushes `GoTo` for it, `GiveOrderUp` and `CountOrder` for the slow
//! computation, the switch of the marks, and `SaveChart`.

use std::sync::Arc;

use egui::{Align, Button, ComboBox, Grid, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::chart_view::chart_ui;
use crate::viewer::kit::theme::{Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::{
    cancelled_ui, check_ui, progress_ui, prose_ui, section_ui, set_name, two_columns_ui,
};
use crate::viewer::panel::Panel;
use crate::viewer::panels::wide_table::{CELL_PADDING, cell_ui, heading_ui, wide_ui};
use crate::viewer::session::jobs::CountOrder;
use crate::viewer::session::{Figures, FiguresSoFar, Run, RunId, Session, Wake};
use edagari_core::analysis::{NodeType, OrderCounts, OrderReport, OrderUnknown, pass_name};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;
use edagari_draw::scene::{Chart, Color, Series, SeriesKind};

const ROW_HEIGHT: f32 = 20.0;
const COLUMN_GAP: f32 = 6.0;
const NAME_WIDTH: f32 = 120.0;
const PASS_WIDTH: f32 = 220.0;
/// Maximum number of visible rows of a table; further rows are scrolled to.
const MAX_ROWS: usize = 12;
/// Minimum widths for figures and plot side by side, and for the tables side by side.
const TWO_COLUMNS: f32 = 640.0;
const TWO_TABLES: f32 = 1480.0;
/// Height of a line of figures.
const LINE_HEIGHT: f32 = 17.0;
const PLOT_HEIGHT: f32 = 120.0;
/// Maximum number of late cuts that are listed.
const MAX_CUTS: usize = 20;

/// The panel, with the chosen pass.
#[derive(Debug)]
struct Order {
    /// File name for the chart.
    file: String,
    /// Chosen pass; `None` for the whole run.
    pass: Option<OfPass>,
}

/// Move-ordering report of a pass.
#[derive(Debug)]
struct OfPass {
    /// Trace with the pass; below, the index of the pass.
    trace: Arc<Trace>,
    place: usize,
    report: Figures<Result<OrderReport, OrderUnknown>>,
}

impl OfPass {
    fn new(trace: &Arc<Trace>, place: usize) -> Self {
        Self { trace: Arc::clone(trace), place, report: Figures::default() }
    }

    fn report(&self, wake: &Wake) -> Result<Result<&OrderReport, OrderUnknown>, FiguresSoFar> {
        let job = CountOrder { pass: Some(self.place) };
        Ok(self.report.of(&self.trace, wake, job)?.as_ref().map_err(|unknown| *unknown))
    }
}

/// Creates the panel.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(Order { file: "wasted-visits".to_owned(), pass: None })
}

impl Panel for Order {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        let language = session.settings.language;
        Some(format!("{} · {}", language.text(Text::ActOrder), run_name(session, session.active_run())))
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        // Another run has other passes.
        self.pass = self.pass.take().filter(|pass| Arc::ptr_eq(&pass.trace, &run.trace));
        ui.horizontal_wrapped(|ui| {
            self.pass_ui(ui, run, language);
            let mut marks = session.settings.order_marks;
            let text = RichText::new(language.text(Text::ActOrderMarks)).size(SECONDARY);
            if check_ui(ui, &mut marks, text).changed() {
                commands.push(Command::Do(Action::ToggleOrderMarks));
            }
        });
        let report = match &self.pass {
            None => run.order(session.wake()),
            Some(pass) => pass.report(session.wake()),
        };
        let report = match report {
            Ok(Ok(report)) => report,
            Ok(Err(unknown)) => {
                prose_ui(ui, unknown.text(language));
                return;
            }
            Err(FiguresSoFar::UnderWay(share)) => {
                if progress_ui(ui, share, None, language) {
                    match &mut self.pass {
                        None => commands.push(Command::GiveOrderUp(run.id)),
                        Some(pass) => pass.report.give_up(),
                    }
                }
                return;
            }
            Err(FiguresSoFar::GivenUp) => {
                if cancelled_ui(ui, language) {
                    match &mut self.pass {
                        None => commands.push(Command::CountOrder(run.id)),
                        Some(pass) => pass.report = Figures::default(),
                    }
                }
                return;
            }
        };
        let shown = ShownReport { report, trace: &run.trace, run: run.id, language };
        ScrollArea::vertical().id_salt("order").auto_shrink(false).show(ui, |ui| {
            shown.ui(ui, &mut self.file, commands);
        });
    }
}

impl Order {
    /// Draws the choice of a pass, if the run has passes.
    fn pass_ui(&mut self, ui: &mut Ui, run: &Run, language: Language) {
        let count = run.trace.passes().len();
        if count == 0 {
            return;
        }
        let name = |place: Option<usize>| match place {
            None => language.text(Text::WholeRun).to_owned(),
            Some(place) => pass_name(&run.trace, place, language),
        };
        let shown = self.pass.as_ref().map(|pass| pass.place);
        let mut chosen = shown;
        let choice = ComboBox::from_id_salt("pass of the order").selected_text(name(shown)).width(PASS_WIDTH);
        let response = choice.show_ui(ui, |ui| {
            // There can be a million passes: only the visible ones are drawn.
            let height = ui.spacing().interact_size.y;
            ui.set_max_height((height + ui.spacing().item_spacing.y) * MAX_ROWS as f32);
            ScrollArea::vertical().show_rows(ui, height, count + 1, |ui, rows| {
                for row in rows {
                    let place = row.checked_sub(1);
                    ui.selectable_value(&mut chosen, place, name(place));
                }
            });
        });
        set_name(ui, response.response.id, language.text(Text::PassColumn));
        if chosen != shown {
            self.pass = chosen.map(|place| OfPass::new(&run.trace, place));
        }
    }
}

/// The report as drawn.
struct ShownReport<'a> {
    report: &'a OrderReport,
    trace: &'a Trace,
    run: RunId,
    language: Language,
}

/// Row of a table: its name, its cells, and the frame to which it links.
type OrderRow = (String, Vec<String>, Option<usize>);

impl ShownReport<'_> {
    fn ui(&self, ui: &mut Ui, file: &mut String, commands: &mut Vec<Command>) {
        if ui.available_width() >= TWO_COLUMNS {
            two_columns_ui(ui, |columns| {
                self.figures_ui(&mut columns[0]);
                self.plot_ui(&mut columns[1], file, commands);
            });
        } else {
            self.figures_ui(ui);
            ui.add_space(6.0);
            self.plot_ui(ui, file, commands);
        }
        ui.add_space(6.0);
        if ui.available_width() >= TWO_TABLES {
            two_columns_ui(ui, |columns| {
                self.depths_ui(&mut columns[0], commands);
                self.sources_ui(&mut columns[1], commands);
                columns[1].add_space(6.0);
                self.types_ui(&mut columns[1]);
            });
        } else {
            self.depths_ui(ui, commands);
            ui.add_space(6.0);
            self.sources_ui(ui, commands);
            ui.add_space(6.0);
            self.types_ui(ui);
        }
        ui.add_space(6.0);
        self.late_cuts_ui(ui, commands);
        self.remarks_ui(ui, commands);
        ui.add_space(6.0);
        self.definitions_ui(ui);
    }

    fn figures_ui(&self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        Grid::new("figures of the order").num_columns(2).min_row_height(LINE_HEIGHT).spacing(vec2(16.0, 1.0)).show(
            ui,
            |ui| {
                for (name, value) in self.report.rows(self.language) {
                    ui.label(RichText::new(name).size(SECONDARY).color(palette.secondary));
                    ui.label(strong(&value, SECONDARY));
                    ui.end_row();
                }
            },
        );
    }

    fn plot_ui(&self, ui: &mut Ui, file: &mut String, commands: &mut Vec<Command>) {
        let text = |text: Text| self.language.text(text).to_owned();
        let points = self.report.by_depth.iter().map(|row| [row.depth as f64, row.counts.wasted as f64]);
        let bars = Series {
            name: text(Text::OrderWastedColumn),
            color: Color::Cut,
            kind: SeriesKind::Bars,
            points: points.collect(),
        };
        let chart = Chart {
            title: text(Text::OrderPlot),
            x_axis: text(Text::OrderDepthColumn),
            y_axis: text(Text::OrderWastedColumn),
            y_range: Some([0.0, 1.0]),
            series: vec![bars],
        };
        if let Some(path) = chart_ui(ui, &chart, PLOT_HEIGHT, file, self.language) {
            commands.push(Command::SaveChart { chart: Box::new(chart), path });
        }
    }

    fn cells(&self, counts: &OrderCounts) -> Vec<String> {
        counts.cells(self.language).to_vec()
    }

    fn depths_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let text = |text: Text| self.language.text(text);
        let mut headings = OrderReport::HEADINGS.to_vec();
        headings.push(Text::OrderExpectedColumn);
        let row = |place: usize| -> OrderRow {
            let row = &self.report.by_depth[place];
            let mut cells = self.cells(&row.counts);
            cells.push(row.as_expected_text());
            (row.depth.to_string(), cells, row.worst_frame)
        };
        let names = (text(Text::OrderByDepth), text(Text::OrderDepthColumn));
        self.table_ui(ui, names, &headings, (self.report.by_depth.len(), &row), commands);
    }

    fn sources_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let text = |text: Text| self.language.text(text);
        let row = |place: usize| -> OrderRow {
            let row = &self.report.by_source[place];
            (row.name(self.language), self.cells(&row.counts), row.worst_frame)
        };
        let names = (text(Text::OrderBySource), text(Text::OrderSourceColumn));
        self.table_ui(ui, names, &OrderReport::HEADINGS, (self.report.by_source.len(), &row), commands);
    }

    /// Draws the numbers of nodes by expected type and actual type.
    fn types_ui(&self, ui: &mut Ui) {
        let language = self.language;
        let name = language.text(Text::OrderTypes);
        section_ui(ui, name);
        let palette = Palette::of(ui);
        Grid::new("types of nodes")
            .num_columns(NodeType::ALL.len() + 2)
            .min_row_height(LINE_HEIGHT)
            .spacing(vec2(18.0, 1.0))
            .show(ui, |ui| {
                ui.label(strong(language.text(Text::OrderTypeColumn), SECONDARY));
                for heading in OrderReport::type_headings(language) {
                    ui.label(RichText::new(heading).size(SECONDARY).color(palette.secondary));
                }
                ui.end_row();
                for (place, (name, counts)) in self.report.type_rows(language).into_iter().enumerate() {
                    ui.label(strong(name, SECONDARY));
                    for (at, count) in counts.into_iter().enumerate() {
                        let text = RichText::new(language.number(count)).size(SECONDARY);
                        let is_as_expected = place == at && place < NodeType::ALL.len();
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            ui.label(if is_as_expected { text.strong() } else { text });
                        });
                    }
                    ui.end_row();
                }
            });
    }

    /// Draws a table whose rows link to frames; `row` returns a row by its index.
    fn table_ui(
        &self,
        ui: &mut Ui,
        (title, name): (&str, &str),
        headings: &[Text],
        (count, row): (usize, &dyn Fn(usize) -> OrderRow),
        commands: &mut Vec<Command>,
    ) {
        section_ui(ui, title);
        // The whole run has the longest numbers.
        let longest = self.cells(&self.report.total);
        let widths: Vec<f32> = headings
            .iter()
            .enumerate()
            .map(|(at, heading)| {
                let texts = [
                    (self.language.text(*heading).to_owned(), strong_font(SECONDARY)),
                    (longest.get(at).cloned().unwrap_or_default(), font(SECONDARY)),
                ];
                let widths = texts
                    .map(|(text, font)| ui.painter().layout_no_wrap(text, font, egui::Color32::PLACEHOLDER).size().x);
                (widths[0].max(widths[1]) + 2.0 * CELL_PADDING).ceil()
            })
            .collect();
        let width = NAME_WIDTH + widths.iter().map(|width| width + COLUMN_GAP).sum::<f32>();
        let height = ROW_HEIGHT * (count.min(MAX_ROWS) + 1) as f32;
        let clicked = ui
            .allocate_ui(vec2(ui.available_width(), height + 12.0), |ui| {
                wide_ui(ui, title, width, |ui| {
                    table_of(ui, (title, name), (headings, &widths), (count, row), self.language, commands)
                })
            })
            .inner;
        commands.extend(clicked.map(|frame| Command::GoTo { run: self.run, frame }));
    }

    fn late_cuts_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.language;
        if self.report.total.wasted == 0 {
            prose_ui(ui, RichText::new(language.text(Text::OrderNoLateCuts)).size(SECONDARY));
            return;
        }
        section_ui(ui, language.text(Text::OrderCostliest));
        for cut in self.report.costliest.iter().take(MAX_CUTS) {
            let text = cut.text(self.trace, language);
            let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(cut.frame as u64))]);
            let row = ui.add(Button::new(RichText::new(text).size(SECONDARY)).frame(false).wrap());
            if row.on_hover_text(frame).clicked() {
                commands.push(Command::GoTo { run: self.run, frame: cut.frame });
            }
        }
    }

    /// Draws the remarks on unnecessary work, each with links to the frames that show it.
    fn remarks_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        if self.report.remarks.is_empty() {
            return;
        }
        let language = self.language;
        ui.add_space(6.0);
        section_ui(ui, language.text(Text::OrderRemarks));
        for remark in &self.report.remarks {
            prose_ui(ui, RichText::new(remark.sentence(language)).size(SECONDARY));
            ui.horizontal_wrapped(|ui| {
                for &frame in &remark.frames {
                    let text = language.fill(Text::FrameNumber, &[("frame", &language.number(frame as u64))]);
                    if ui.link(RichText::new(text).size(SECONDARY)).clicked() {
                        commands.push(Command::GoTo { run: self.run, frame });
                    }
                }
            });
            ui.add_space(3.0);
        }
    }

    fn definitions_ui(&self, ui: &mut Ui) {
        section_ui(ui, self.language.text(Text::OrderHow));
        let color = Palette::of(ui).secondary;
        for rule in &self.report.definitions {
            prose_ui(ui, RichText::new(rule.text(self.language)).size(SECONDARY).color(color));
            ui.add_space(3.0);
        }
    }
}

/// Draws a table, and returns the frame of a clicked row.
fn table_of(
    ui: &mut Ui,
    (title, name): (&str, &str),
    (headings, widths): (&[Text], &[f32]),
    (count, row_of): (usize, &dyn Fn(usize) -> OrderRow),
    language: Language,
    commands: &mut Vec<Command>,
) -> Option<usize> {
    let mut clicked = None;
    ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, 0.0);
    let mut table = TableBuilder::new(ui)
        .id_salt(title)
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink([false, true])
        .max_scroll_height(ROW_HEIGHT * MAX_ROWS as f32)
        .column(Column::exact(NAME_WIDTH).clip(true));
    for &width in widths {
        table = table.column(Column::exact(width).clip(true));
    }
    table
        .header(ROW_HEIGHT, |mut header| {
            header.col(|ui| cell_ui(ui, true, strong(name, SECONDARY)));
            for &heading in headings {
                header.col(|ui| heading_ui(ui, false, heading, language, commands));
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, count, |mut row| {
                let (of_row, cells, frame) = row_of(row.index());
                row.col(|ui| cell_ui(ui, true, RichText::new(&of_row).size(SECONDARY)));
                for cell in &cells {
                    row.col(|ui| cell_ui(ui, false, RichText::new(cell).size(SECONDARY)));
                }
                let figures =
                    headings.iter().zip(&cells).map(|(heading, cell)| format!("{} {cell}", language.text(*heading)));
                let label = std::iter::once(format!("{name} {of_row}")).chain(figures);
                let label = label.collect::<Vec<_>>().join(language.text(Text::Comma));
                let response = row.response();
                let role = if frame.is_some() { egui::Role::Button } else { egui::Role::Label };
                response.widget_info(|| egui::WidgetInfo::labeled(role, true, &label));
                if response.clicked() {
                    clicked = frame;
                }
                if let Some(frame) = frame {
                    let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(frame as u64))]);
                    response.on_hover_text_at_pointer(format!("{} · {frame}", language.text(Text::OrderWorst)));
                }
            });
        });
    clicked
}
