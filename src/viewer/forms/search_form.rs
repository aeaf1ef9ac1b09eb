//! The part of a form that chooses a search: the algorithm, the order of the children, the depth limit and the table.

use egui::{ComboBox, DragValue, Ui};

use super::pass_form::PassForm;
use super::table_form::TableForm;
use crate::analysis::process_text;
use crate::language::{Language, Text};
use crate::search::{DepthLimit, Order, PassSetup, SearchSetup, TableSetup};
use crate::trace::{Process, Setup};
use crate::viewer::kit::form::{FIELD_WIDTH, choice_ui, choose_ui, label_ui, number_ui, wrapped_ui};
use crate::viewer::kit::widgets::{check_ui, set_name};

/// A search while it is edited.
#[derive(Clone, Debug)]
pub(crate) struct SearchForm {
    process: Process,
    order: OrderKind,
    seed: u64,
    limit: Option<DepthLimit>,
    passes: PassForm,
    table: TableForm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderKind {
    Natural,
    Reversed,
    Shuffled,
    Best,
}

impl OrderKind {
    const ALL: [Self; 4] = [Self::Natural, Self::Reversed, Self::Shuffled, Self::Best];

    const fn with_seed(self, seed: u64) -> Order {
        match self {
            Self::Natural => Order::Natural,
            Self::Reversed => Order::Reversed,
            Self::Shuffled => Order::Shuffled(seed),
            Self::Best => Order::Best,
        }
    }
}

impl SearchForm {
    /// The form with a search in the game's own order.
    pub(crate) fn of_search(search: SearchSetup) -> Self {
        let SearchSetup { algorithm, table, limit, passes } = search;
        Self::new(Process::Search(algorithm), Order::Natural, limit, table, passes)
    }

    pub(crate) fn new(
        process: Process,
        order: Order,
        limit: Option<DepthLimit>,
        table: Option<TableSetup>,
        passes: PassSetup,
    ) -> Self {
        let (order, seed) = match order {
            Order::Natural => (OrderKind::Natural, 1),
            Order::Reversed => (OrderKind::Reversed, 1),
            Order::Shuffled(seed) => (OrderKind::Shuffled, seed),
            Order::Best => (OrderKind::Best, 1),
        };
        Self { process, order, seed, limit, passes: PassForm::new(passes), table: TableForm::new(table) }
    }

    /// What was chosen, of a game from a position.
    pub(crate) fn setup(&self, game: crate::game::GameSetup, after: &str) -> Setup {
        let is_search = self.process.is_search();
        let passes = self.process.algorithm().map(|algorithm| self.passes.passes(algorithm, self.limit.is_some()));
        Setup {
            game,
            after: after.to_owned(),
            process: self.process,
            order: self.order.with_seed(self.seed),
            table: self.table.table().filter(|_| is_search),
            limit: self.limit.filter(|_| is_search),
            passes: passes.unwrap_or_default(),
        }
    }

    /// A search that was chosen instead of another brings the table that belongs to it, if the other had its own.
    fn take_memory(&mut self, before: Process) {
        let memory = |process: Process| process.algorithm().and_then(|algorithm| algorithm.kind().memory);
        if before != self.process && self.table.table() == memory(before) {
            self.table = TableForm::new(memory(self.process));
        }
    }

    /// Rows of a grid with two columns; `evaluations` are those of the chosen game, `processes` what may be chosen.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, processes: &[Process], evaluations: &[&str]) {
        let title = |process| process_text(process, language);
        let before = self.process;
        choose_ui(ui, language.text(Text::Search), &mut self.process, processes.iter().copied(), title);
        self.take_memory(before);
        let seed = self.seed;
        choice_ui(ui, language, Text::Order, &mut self.order, &OrderKind::ALL, |order| order.with_seed(seed).text());
        if self.order == OrderKind::Shuffled {
            number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
        }
        if let Process::Search(algorithm) = self.process {
            depth_limit_ui(ui, language, Text::DepthLimit, &mut self.limit, evaluations);
            self.passes.ui(ui, language, algorithm, self.limit.is_some());
            self.table.ui(ui, language);
        }
    }
}

/// Switches a depth limit on and off, and sets it.
pub(crate) fn depth_limit_ui(
    ui: &mut Ui,
    language: Language,
    label: Text,
    limit: &mut Option<DepthLimit>,
    evaluations: &[&str],
) {
    label_ui(ui, language, label);
    let mut is_limited = limit.is_some();
    wrapped_ui(ui, |ui| {
        check_ui(ui, &mut is_limited, language.text(Text::LimitDepth));
        *limit = is_limited.then(|| limit.unwrap_or(DepthLimit { depth: 4, evaluation: 0 }));
        if let Some(limit) = limit {
            let field = ui.add(DragValue::new(&mut limit.depth).range(0..=1000).speed(0.05));
            set_name(ui, field.id, language.text(Text::LimitChanges));
            ui.add(egui::Label::new(language.text(Text::LimitChanges)).extend());
        }
    });
    ui.end_row();
    if let Some(limit) = limit {
        evaluation_ui(ui, language, &mut limit.evaluation, evaluations);
    }
}

/// Chooses one of a game's evaluations.
pub(crate) fn evaluation_ui(ui: &mut Ui, language: Language, evaluation: &mut u8, names: &[&str]) {
    *evaluation = (*evaluation).min(names.len().saturating_sub(1) as u8);
    label_ui(ui, language, Text::Evaluation);
    let chosen = names.get(usize::from(*evaluation)).copied().unwrap_or_default();
    let response = ComboBox::from_id_salt("evaluation").selected_text(chosen).width(FIELD_WIDTH).show_ui(ui, |ui| {
        for (index, &name) in names.iter().enumerate() {
            ui.selectable_value(evaluation, index as u8, name);
        }
    });
    set_name(ui, response.response.id, language.text(Text::Evaluation));
    ui.end_row();
}
