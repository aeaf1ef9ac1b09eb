//! The entries of the transposition table at the current frame.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use egui::emath::TSTransform;
use egui::{Align, Button, ComboBox, Context, Id, Label, Layout, RichText, Sense, TextEdit, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use super::action::Command;
use super::app::Edagari;
use super::job::{Job, has_rested};
use super::paint::paint;
use super::theme::{Palette, SECONDARY, strong};
use super::time_bar::set_name;
use crate::analysis::{BoundsKind, TableOrder, TableQuery, moves_of_entry, run_text, table_rows};
use crate::language::{Language, Text, grouped};
use crate::scene::{Rect, Scene, draw_board};
use crate::trace::{EntryId, EntryState, Trace};

const ROW_HEIGHT: f32 = 34.0;
const BOARD_SIZE: f32 = 28.0;
/// So many entries are sorted at once; more, on another thread.
const MOST_AT_ONCE: usize = 4000;

/// The open panel.
#[derive(Debug, Default)]
pub(super) struct TablePanel {
    query: TableQuery,
    /// What is wanted, and since when.
    wanted: Option<(Wanted, f64)>,
    listed: Option<Listed>,
    job: Option<(Wanted, Job<Vec<EntryId>>)>,
}

/// What rows are computed from.
#[derive(Clone, Debug)]
struct Wanted {
    trace: Arc<Trace>,
    frame: usize,
    query: TableQuery,
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.trace, &other.trace) && self.frame == other.frame && self.query == other.query
    }
}

/// The rows, and what they were computed from.
#[derive(Debug)]
struct Listed {
    of: Wanted,
    rows: Vec<EntryId>,
}

/// The entries that are shown.
enum Rows<'a> {
    /// All, in the order of the first writings, which need no list.
    All(usize),
    Listed(&'a [EntryId]),
}

impl Rows<'_> {
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

impl TablePanel {
    /// Brings the rows up to date, or sees to it that they will be.
    fn update(&mut self, trace: &Arc<Trace>, frame: usize, ctx: &Context) {
        if let Some((of, rows)) = self.job.as_ref().and_then(|(of, job)| Some((of.clone(), job.poll()?))) {
            self.job = None;
            self.listed = Some(Listed { of, rows });
        }
        let wanted = Wanted { trace: Arc::clone(trace), frame, query: self.query.clone() };
        if self.query.is_plain() || self.listed.as_ref().is_some_and(|listed| listed.of == wanted) {
            return;
        }
        if trace.entry_count(frame) <= MOST_AT_ONCE {
            let rows = table_rows(trace, frame, &self.query, &AtomicBool::new(false));
            self.listed = Some(Listed { of: wanted, rows });
            return;
        }
        let since = match &self.wanted {
            Some((before, since)) if *before == wanted => *since,
            _ => {
                let now = ctx.input(|input| input.time);
                self.wanted = Some((wanted.clone(), now));
                now
            }
        };
        let is_under_way = self.job.as_ref().is_some_and(|(of, _)| *of == wanted);
        if !is_under_way && has_rested(since, ctx) {
            let of = wanted.clone();
            let job =
                Job::start("table rows", ctx, move |cancelled| table_rows(&of.trace, of.frame, &of.query, cancelled));
            self.job = job.ok().map(|job| (wanted, job));
        }
    }

    /// The rows to show. While the right ones are being computed, those of another frame are better than none; those of
    /// another trace are not.
    fn rows(&self, trace: &Arc<Trace>, frame: usize) -> Rows<'_> {
        if self.query.is_plain() {
            return Rows::All(trace.entry_count(frame));
        }
        let listed = self.listed.as_ref().filter(|listed| Arc::ptr_eq(&listed.of.trace, trace));
        Rows::Listed(listed.map_or(&[], |listed| &listed.rows))
    }

    fn query_ui(&mut self, ui: &mut Ui, language: Language) {
        ui.horizontal(|ui| {
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
            let field = ui.add(TextEdit::singleline(&mut self.query.moves).hint_text(hint).desired_width(130.0));
            set_name(ui, field.id, hint);
            ui.checkbox(&mut self.query.used_only, language.text(Text::UsedOnly));
        });
    }

    /// The heading of a column, by which the rows can be sorted.
    fn heading_ui(&mut self, ui: &mut Ui, order: TableOrder, text: &str) {
        let is_sorted = self.query.order == order;
        let arrow = match (is_sorted, self.query.descending) {
            (false, _) => "",
            (true, false) => " ▲",
            (true, true) => " ▼",
        };
        let button = Button::new(strong(format!("{text}{arrow}"), SECONDARY)).frame(false);
        let response = ui.add(button);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_sorted, text));
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

impl Edagari {
    pub(super) fn table_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(panel) = &mut self.table_panel else { return };
        let index = self.active;
        let pane = &self.panes[index];
        panel.update(&pane.trace, pane.frame, ui.ctx());
        let mut is_open = true;
        let title = format!("{} · {}", language.text(Text::Table), run_text(&pane.trace, language));
        egui::Window::new(title)
            .id(Id::unique("table panel"))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(vec2(480.0, 460.0))
            .min_width(440.0)
            .default_pos(ui.content_rect().left_top() + vec2(40.0, 110.0))
            .show(ui, |ui| {
                if pane.trace.setup.table.is_none() {
                    ui.label(language.text(Text::NoTable));
                    return;
                }
                panel.query_ui(ui, language);
                let entries = pane.trace.entry_count(pane.frame);
                let counts = [
                    ("frame", grouped(pane.frame as u64)),
                    ("entries", grouped(entries as u64)),
                    ("shown", grouped(panel.rows(&pane.trace, pane.frame).len() as u64)),
                ];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                ui.horizontal(|ui| {
                    let text = RichText::new(language.fill(Text::TableCounts, &counts)).size(SECONDARY);
                    ui.label(text.color(Palette::of(ui).secondary));
                    if panel.job.is_some() {
                        ui.spinner();
                    }
                });
                ui.separator();
                entries_ui(ui, panel, &pane.trace, pane.frame, index, language, commands);
            });
        if !is_open {
            commands.push(Command::Do(super::action::Action::ToggleTablePanel));
        }
    }
}

fn entries_ui(
    ui: &mut Ui,
    panel: &mut TablePanel,
    trace: &Arc<Trace>,
    frame: usize,
    index: usize,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let current = trace.step(frame).and_then(|step| step.store).and_then(|store| trace.stored(store));
    let current = current.map(|stored| stored.entry);
    TableBuilder::new(ui)
        .id_salt("entries")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false)
        .column(Column::exact(BOARD_SIZE + 6.0))
        .column(Column::remainder().at_least(90.0).clip(true))
        .column(Column::exact(70.0))
        .column(Column::exact(84.0))
        .column(Column::exact(74.0))
        .column(Column::exact(62.0))
        .header(24.0, |mut header| {
            header.col(|_| {});
            header.col(|ui| panel.heading_ui(ui, TableOrder::Entry, language.text(Text::PositionColumn)));
            header.col(|ui| panel.heading_ui(ui, TableOrder::Bounds, language.text(Text::BoundsColumn)));
            header.col(|ui| {
                ui.add(Label::new(strong(language.text(Text::KindColumn), SECONDARY)).selectable(false));
            });
            header.col(|ui| panel.heading_ui(ui, TableOrder::Stored, language.text(Text::StoredColumn)));
            header.col(|ui| panel.heading_ui(ui, TableOrder::Uses, language.text(Text::UsesColumn)));
        })
        .body(|body| {
            let rows = panel.rows(trace, frame);
            body.rows(ROW_HEIGHT, rows.len(), |mut row| {
                let entry = rows.entry(row.index());
                // Rows that were computed for another frame can be of entries that are not there yet.
                let state = trace.entry_at(entry, frame);
                row.set_selected(current == Some(entry));
                let Some(stored) = state.and_then(|state| trace.stored(state.store)) else {
                    for _ in 0..6 {
                        row.col(|_| {});
                    }
                    return;
                };
                entry_ui(&mut row, trace, state, language, stored.frame);
                if row.response().clicked() {
                    commands.push(Command::GoTo { pane: index, frame: stored.frame });
                }
            });
        });
}

fn entry_ui(row: &mut TableRow<'_, '_>, trace: &Trace, state: Option<EntryState>, language: Language, frame: usize) {
    let Some((state, stored)) = state.and_then(|state| Some((state, trace.stored(state.store)?))) else { return };
    let moves = moves_of_entry(trace, state);
    let moves = if moves.is_empty() { language.text(Text::Root).to_owned() } else { moves };
    row.col(|ui| board_ui(ui, trace, state));
    row.col(|ui| {
        let name = language.fill(Text::EntryOf, &[("moves", &moves), ("frame", &grouped(frame as u64))]);
        let response = ui.add(Label::new(RichText::new(&moves).size(SECONDARY)).truncate().selectable(false));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    });
    let palette_color = |ui: &Ui| Palette::of(ui).table_text;
    row.col(|ui| {
        let color = palette_color(ui);
        let text = RichText::new(stored.bounds.to_string()).strong().color(color);
        ui.add(Label::new(text).selectable(false));
    });
    row.col(|ui| {
        let kind = language.text(kind_text(BoundsKind::of(stored.bounds)));
        ui.add(Label::new(RichText::new(kind).size(SECONDARY)).selectable(false));
    });
    row.col(|ui| {
        let text = grouped(frame as u64);
        ui.add(Label::new(text).selectable(false));
    });
    row.col(|ui| {
        ui.add(Label::new(grouped(state.uses as u64)).selectable(false));
    });
}

fn board_ui(ui: &mut Ui, trace: &Trace, state: EntryState) {
    let (rect, _) = ui.allocate_exact_size(vec2(BOARD_SIZE, BOARD_SIZE), Sense::hover());
    let Some(stored) = trace.stored(state.store) else { return };
    let Some(position) = trace.position(&trace.path(trace.node_of(stored.visit))) else { return };
    let palette = Palette::of(ui);
    let mut board = Scene::default();
    draw_board(&position.board(), Rect::new(0.0, 0.0, BOARD_SIZE, BOARD_SIZE), 1.0, &mut board.shapes);
    ui.painter().rect_filled(rect, 2.0, palette.node);
    paint(ui.painter(), &palette, &board.shapes, TSTransform::from_translation(rect.min.to_vec2()));
}
