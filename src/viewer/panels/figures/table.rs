//! Entries of the transposition table at the current frame. Reads the active run and its frame; pushes `GoTo` for it.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Align, Button, ComboBox, Context, Label, Layout, RichText, Sense, TextEdit, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::debounce::Debounced;
use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::{Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{FirstFocus, cancelled_ui, check_ui, progress_ui, prose_ui, set_name, term_ui};
use crate::viewer::panel::Panel;
use crate::viewer::panels::wide_table::wide_ui;
use crate::viewer::session::{Run, RunId, Session, Work, jobs};
use edagari_core::analysis::{BoundsKind, TableOrder, TableQuery, moves_of_entry, table_rows};
use edagari_core::language::{Language, Message, Term, Text};
use edagari_core::trace::{EntryId, EntryState, Progress, Trace};
use edagari_draw::scene::{Rect, Scene, draw_board};

const ROW_HEIGHT: f32 = 34.0;
const BOARD_SIZE: f32 = 28.0;
/// Maximum number of entries sorted within a redraw; more are sorted in a job.
const MAX_AT_ONCE: usize = 4000;

/// Minimum width of the list.
const LIST_WIDTH: f32 = 470.0;

/// Listed entries, or an error message.
type Entries = Result<Vec<EntryId>, Message>;

/// The panel, with its query and rows.
#[derive(Debug, Default)]
pub(crate) struct TablePanel {
    /// Filter and order of the entries.
    query: TableQuery,
    requirement: Debounced<RowsRequest>,
    /// Pending keyboard focus for the field of the moves.
    focus: FirstFocus,
    /// Rows shown, unless the query is plain.
    listed: Option<ListedRows>,
    /// Rows being computed.
    work: Option<(RowsRequest, Work<Entries>)>,
    /// Request whose work the user cancelled; it does not restart by itself.
    cancelled: Option<RowsRequest>,
    /// Error of the last computation.
    problem: Option<Message>,
}

/// Inputs of the rows.
#[derive(Clone, Debug)]
struct RowsRequest {
    trace: Arc<Trace>,
    frame: usize,
    query: TableQuery,
}

impl PartialEq for RowsRequest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.trace, &other.trace) && self.frame == other.frame && self.query == other.query
    }
}

/// The rows, and their inputs.
#[derive(Debug)]
struct ListedRows {
    of: RowsRequest,
    rows: Vec<EntryId>,
}

/// The entries shown.
enum EntryRows<'a> {
    /// All entries, in the order of their first stores, which needs no list.
    All(usize),
    Listed(&'a [EntryId]),
}

impl EntryRows<'_> {
    fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Listed(rows) => rows.len(),
        }
    }

    fn entry(&self, row: usize) -> EntryId {
        match self {
            Self::All(_) => EntryId(row as u32),
            Self::Listed(rows) => rows[row],
        }
    }
}

impl Panel for TablePanel {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn take_focus(&mut self, session: &Session) -> bool {
        let has_field = session.active_run().trace.setup.table.is_some();
        self.focus = FirstFocus::wanted_if(has_field);
        has_field
    }

    fn title(&self, session: &Session) -> Option<String> {
        let language = session.settings.language;
        Some(format!("{} · {}", language.text(Text::Table), run_name(session, session.active_run())))
    }

    fn advance(&mut self, ctx: &Context, session: &Session, _: &mut Vec<Command>) {
        self.update(ctx, session);
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        if run.trace.setup.table.is_none() {
            ui.label(language.text(Text::NoTable));
            return;
        }
        self.query_ui(ui, language);
        self.counts_ui(ui, run, language);
        self.work_ui(ui, run, language);
        ui.separator();
        wide_ui(ui, "table entries", LIST_WIDTH, |ui| {
            entries_ui(ui, self, &run.trace, run.frame, run.id, language, commands);
        });
    }
}

impl TablePanel {
    /// Updates the rows, or starts the work that computes them.
    fn update(&mut self, ctx: &Context, session: &Session) {
        let run = session.active_run();
        let (trace, frame) = (&run.trace, run.frame);
        if let Some((of, rows)) = self.work.as_ref().and_then(|(of, work)| Some((of.clone(), work.poll()?))) {
            self.work = None;
            match rows {
                Ok(rows) => self.listed = Some(ListedRows { of, rows }),
                Err(problem) => self.problem = Some(problem),
            }
        }
        let wanted = RowsRequest { trace: Arc::clone(trace), frame, query: self.query.clone() };
        if self.query.is_plain() || self.listed.as_ref().is_some_and(|listed| listed.of == wanted) {
            return;
        }
        if trace.table().entry_count(frame) <= MAX_AT_ONCE {
            let rows = table_rows(trace, frame, &self.query, &Progress::default());
            self.listed = Some(ListedRows { of: wanted, rows });
            return;
        }
        let is_under_way = self.work.as_ref().is_some_and(|(of, _)| *of == wanted);
        let is_cancelled = self.cancelled.as_ref() == Some(&wanted);
        if !is_under_way && !is_cancelled && self.problem.is_none() && self.requirement.has_rested(&wanted, ctx) {
            let of = wanted.clone();
            let job = jobs::TableRows { frame: of.frame, query: of.query };
            let work = Work::of(job, vec![of.trace], session.wake());
            self.cancelled = None;
            match work {
                Ok(work) => self.work = Some((wanted, work)),
                Err(error) => self.problem = Some(error.into()),
            }
        }
    }

    /// Draws the progress of the rows being computed, or that they were cancelled.
    fn work_ui(&mut self, ui: &mut Ui, run: &Run, language: Language) {
        if let Some((_, work)) = &self.work
            && progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language)
        {
            self.cancelled = self.work.take().map(|(of, _)| of);
        }
        let is_of_now =
            |of: &RowsRequest| Arc::ptr_eq(&of.trace, &run.trace) && of.frame == run.frame && of.query == self.query;
        if self.cancelled.as_ref().is_some_and(is_of_now) && cancelled_ui(ui, language) {
            self.cancelled = None;
        }
        if let Some(problem) = &self.problem {
            prose_ui(ui, problem.sentence(language));
        }
    }

    /// Returns the rows to show. While the current ones are being computed, rows of another frame are shown, but never rows of
    /// another trace.
    fn rows(&self, trace: &Arc<Trace>, frame: usize) -> EntryRows<'_> {
        if self.query.is_plain() {
            return EntryRows::All(trace.table().entry_count(frame));
        }
        let listed = self.listed.as_ref().filter(|listed| Arc::ptr_eq(&listed.of.trace, trace));
        EntryRows::Listed(listed.map_or(&[], |listed| &listed.rows))
    }

    fn query_ui(&mut self, ui: &mut Ui, language: Language) {
        ui.horizontal_wrapped(|ui| {
            let shown = language.text(self.query.kind.map_or(Text::AnyKind, kind_text));
            let response =
                ComboBox::from_id_salt("kind of bounds").width(120.0).selected_text(shown).show_ui(ui, |ui| {
                    ui.selectable_value(&mut self.query.kind, None, language.text(Text::AnyKind));
                    for kind in BoundsKind::ALL {
                        ui.selectable_value(&mut self.query.kind, Some(kind), language.text(kind_text(kind)));
                    }
                });
            set_name(ui, response.response.id, language.text(Text::KindOfBounds));
            let hint = language.text(Text::MovesContain);
            let field = TextEdit::singleline(&mut self.query.moves).hint_text(hint).desired_width(130.0);
            let field = self.focus.field_ui(ui, field);
            set_name(ui, field.id, hint);
            check_ui(ui, &mut self.query.used_only, language.text(Text::UsedOnly));
        });
    }

    fn counts_ui(&self, ui: &mut Ui, run: &Run, language: Language) {
        let counts = [
            ("frame", language.number(run.frame as u64)),
            ("entries", language.number(run.trace.table().entry_count(run.frame) as u64)),
            ("shown", language.number(self.rows(&run.trace, run.frame).len() as u64)),
        ];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        let text = RichText::new(language.fill(Text::TableCounts, &counts)).size(SECONDARY);
        ui.label(text.color(Palette::of(ui).secondary));
    }

    /// Draws the heading of a column, by which the rows can be sorted.
    fn heading_ui(&mut self, ui: &mut Ui, order: TableOrder, heading: Text, language: Language) {
        let text = language.text(heading);
        let is_sorted = self.query.order == order;
        let arrow = match (is_sorted, self.query.descending) {
            (false, _) => "",
            (true, false) => " ▲",
            (true, true) => " ▼",
        };
        let button = Button::new(strong(format!("{text}{arrow}"), SECONDARY)).frame(false);
        let mut response = ui.add(button);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_sorted, text));
        if let Some(term) = Term::of(heading) {
            response = response.on_hover_text(term.about(language));
        }
        if response.clicked() {
            self.query.descending = is_sorted && !self.query.descending;
            self.query.order = order;
        }
    }
}

const fn kind_text(kind: BoundsKind) -> Text {
    match kind {
        BoundsKind::Exact => Text::KindExact,
        BoundsKind::AtMost => Text::KindAtMost,
        BoundsKind::AtLeast => Text::KindAtLeast,
        BoundsKind::Between => Text::KindBetween,
    }
}

fn entries_ui(
    ui: &mut Ui,
    panel: &mut TablePanel,
    trace: &Arc<Trace>,
    frame: usize,
    run: RunId,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let current = trace.step(frame).and_then(|step| step.store).and_then(|store| trace.table().stored(store));
    let current = current.map(|stored| stored.entry);
    let bounds_width = if trace.unit().is_some_and(|unit| unit.decimals() > 0) { 124.0 } else { 70.0 };
    TableBuilder::new(ui)
        .id_salt("entries")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false)
        .column(Column::exact(BOARD_SIZE + 6.0))
        .column(Column::remainder().at_least(90.0).clip(true))
        .column(Column::exact(bounds_width))
        .column(Column::exact(84.0))
        .column(Column::exact(74.0))
        .column(Column::exact(62.0))
        .header(24.0, |mut header| {
            header.col(|_| {});
            header.col(|ui| panel.heading_ui(ui, TableOrder::Entry, Text::PositionColumn, language));
            header.col(|ui| panel.heading_ui(ui, TableOrder::Bounds, Text::BoundsColumn, language));
            header.col(|ui| {
                let label = Label::new(strong(language.text(Text::KindColumn), SECONDARY)).selectable(false);
                commands.extend(term_ui(ui, Text::KindColumn, label, language).map(Command::ShowTerm));
            });
            header.col(|ui| panel.heading_ui(ui, TableOrder::Stored, Text::StoredColumn, language));
            header.col(|ui| panel.heading_ui(ui, TableOrder::Uses, Text::UsesColumn, language));
        })
        .body(|body| {
            let rows = panel.rows(trace, frame);
            body.rows(ROW_HEIGHT, rows.len(), |mut row| {
                let entry = rows.entry(row.index());
                // Rows computed for another frame can contain entries that are not stored yet.
                let state = trace.table().entry_at(entry, frame);
                row.set_selected(current == Some(entry));
                let Some(stored) = state.and_then(|state| trace.table().stored(state.store)) else {
                    for _ in 0..6 {
                        row.col(|_| {});
                    }
                    return;
                };
                entry_ui(&mut row, trace, state, language, stored.frame);
                if row.response().clicked() {
                    commands.push(Command::GoTo { run, frame: stored.frame });
                }
            });
        });
}

fn entry_ui(row: &mut TableRow<'_, '_>, trace: &Trace, state: Option<EntryState>, language: Language, frame: usize) {
    let Some((state, stored)) = state.and_then(|state| Some((state, trace.table().stored(state.store)?))) else {
        return;
    };
    let moves = moves_of_entry(trace, state);
    let moves = if moves.is_empty() { language.text(Text::Root).to_owned() } else { moves };
    row.col(|ui| board_ui(ui, trace, state));
    row.col(|ui| {
        let name = language.fill(Text::EntryOf, &[("moves", &moves), ("frame", &language.number(frame as u64))]);
        let response = ui.add(Label::new(RichText::new(&moves).size(SECONDARY)).truncate().selectable(false));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    });
    let palette_color = |ui: &Ui| Palette::of(ui).table_text;
    row.col(|ui| {
        let color = palette_color(ui);
        let text = RichText::new(trace.in_unit(stored.bounds).to_string()).strong().color(color);
        ui.add(Label::new(text).selectable(false));
    });
    row.col(|ui| {
        let kind = language.text(kind_text(BoundsKind::of(stored.bounds)));
        ui.add(Label::new(RichText::new(kind).size(SECONDARY)).selectable(false));
    });
    row.col(|ui| {
        let text = language.number(frame as u64);
        ui.add(Label::new(text).selectable(false));
    });
    row.col(|ui| {
        ui.add(Label::new(language.number(state.uses as u64)).selectable(false));
    });
}

fn board_ui(ui: &mut Ui, trace: &Trace, state: EntryState) {
    let (rect, _) = ui.allocate_exact_size(vec2(BOARD_SIZE, BOARD_SIZE), Sense::hover());
    let Some(stored) = trace.table().stored(state.store) else { return };
    let Some(position) = trace.position(&trace.path(trace.node_of(stored.visit))) else { return };
    let palette = Palette::of(ui);
    let mut board = Scene::default();
    draw_board(&position.board(), Rect::new(0.0, 0.0, BOARD_SIZE, BOARD_SIZE), 1.0, &mut board.shapes);
    ui.painter().rect_filled(rect, 2.0, palette.node);
    paint(ui.painter(), &palette, &board.shapes, TSTransform::from_translation(rect.min.to_vec2()));
}
