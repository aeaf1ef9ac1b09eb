//! The part of a form that chooses a search: algorithm, move order, rules and transposition table.

use std::num::NonZeroU32;

use super::guess_form::GuessForm;
use super::offered::offered_switch_ui;
use super::pass_form::PassForm;
use super::pass_form::RuleForm;
use crate::viewer::kit::form::{
    choice_ui, choose_ui, field_width, group_ui, label_ui, number_ui, reason_ui, switch_ui, wrapped_ui,
};
use crate::viewer::kit::widgets::{check_ui, set_name};
use edagari_core::analysis::process_text;
use edagari_core::game::GameSetup;
use edagari_core::language::{Language, Text};
use edagari_core::search::{
    Algorithm, DepthLimit, Exploration, FinalMove, GameKnowledge, Order, Playout, Priors, Proof, ProofSetup,
    RandomSide, RefusedSetup, Sampling, SamplingSetup, SearchSetup, TableKey, TableSetup,
};
use edagari_core::trace::{Process, Setup};
use egui::{ComboBox, DragValue, Ui};

/// A search that is being edited.
#[derive(Clone, Debug)]
pub(crate) struct SearchForm {
    process: Process,
    order: OrderKind,
    seed: u64,
    limit: Option<DepthLimit>,
    rules: RuleForm,
    guesses: GuessForm,
    passes: PassForm,
    table: TableForm,
    sampling: SamplingSetup,
    random: Option<RandomSide>,
    proof: ProofSetup,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderKind {
    Natural,
    Reversed,
    Shuffled,
    Center,
    Best,
}

impl OrderKind {
    const ALL: [Self; 5] = [Self::Natural, Self::Reversed, Self::Shuffled, Self::Center, Self::Best];

    const fn with_seed(self, seed: u64) -> Order {
        match self {
            Self::Natural => Order::Natural,
            Self::Reversed => Order::Reversed,
            Self::Shuffled => Order::Shuffled(seed),
            Self::Center => Order::Center,
            Self::Best => Order::Best,
        }
    }
}

impl SearchForm {
    /// Creates the form with a search and its move order.
    pub(crate) fn of_search(search: SearchSetup, order: Order) -> Self {
        Self::new(Process::Search(search.algorithm), order, &search)
    }

    /// Creates the form with the search of a setup.
    pub(crate) fn of_setup(setup: &Setup) -> Self {
        let algorithm = setup.process.algorithm().unwrap_or(Algorithm::AlphaBeta);
        let form = Self::new(setup.process, setup.order, &setup.search_with(algorithm));
        Self { sampling: setup.sampling, random: setup.random, proof: setup.proof, ..form }
    }

    fn new(process: Process, order: Order, search: &SearchSetup) -> Self {
        let (order, seed) = match order {
            Order::Natural => (OrderKind::Natural, 1),
            Order::Reversed => (OrderKind::Reversed, 1),
            Order::Shuffled(seed) => (OrderKind::Shuffled, seed),
            Order::Center => (OrderKind::Center, 1),
            Order::Best => (OrderKind::Best, 1),
        };
        Self {
            process,
            order,
            seed,
            limit: search.limit,
            rules: RuleForm::new(search.rules, search.order_by),
            guesses: GuessForm::new(search.guesses),
            passes: PassForm::new(search.passes),
            table: TableForm::new(search.table),
            sampling: SamplingSetup::default(),
            random: None,
            proof: ProofSetup::default(),
        }
    }

    /// Returns the chosen setup for a game and its start position; `knowledge` contains the facts that the game provides. Options
    /// that do not fit the game or the search are omitted.
    pub(crate) fn setup(&self, game: GameSetup, after: &str, knowledge: &GameKnowledge) -> Setup {
        let mut setup = Setup { after: after.to_owned(), ..Setup::new(game, self.process) };
        setup.table = None;
        if self.process.sampling().is_some() {
            return Setup { sampling: self.sampling, ..setup };
        }
        if self.process.proof().is_some() {
            let table = self.proof.table && self.process == Process::Prove(Proof::Dfpn) && knowledge.has_perfect_keys;
            return Setup { proof: ProofSetup { table, ..self.proof }, ..setup };
        }
        if self.process.expectation().is_some() {
            setup.table = self.table.table(self.limit.is_some(), false);
            setup.limit = self.limit;
            setup.random = self.random.or_else(|| (!knowledge.has_chance).then_some(RandomSide::Min));
        }
        if let Some(search) = self.process.algorithm().map(|algorithm| self.search(algorithm, knowledge)) {
            let SearchSetup { algorithm: _, table, limit, passes, rules, order_by, guesses } = search;
            setup = Setup { table, limit, passes, rules, order_by, guesses, ..setup };
        }
        let order = self.order.with_seed(self.seed);
        let is_left_out = match order {
            Order::Center => !knowledge.knows_center,
            Order::Best => self.process.expectation().is_some(),
            Order::Natural | Order::Reversed | Order::Shuffled(_) => false,
        };
        setup.order = if is_left_out { Order::Natural } else { order };
        setup
    }

    /// Returns the depth limit.
    pub(crate) const fn limit(&self) -> Option<DepthLimit> {
        self.limit
    }

    /// Sets or removes the depth limit; the evaluation is unchanged.
    pub(crate) fn set_depth(&mut self, depth: Option<u32>) {
        let evaluation = self.limit.map_or(0, |limit| limit.evaluation);
        self.limit = depth.map(|depth| DepthLimit { depth, evaluation });
    }

    /// Returns the chosen search.
    fn search(&self, algorithm: Algorithm, knowledge: &GameKnowledge) -> SearchSetup {
        let mut search = self.without_rules(algorithm);
        let refusal = |search: &SearchSetup| search.check_for(Order::Natural, knowledge).err();
        if self.passes.asks_for_own_range() {
            search.passes.own_range = true;
            search.passes.own_range = refusal(&search).is_none();
        }
        self.rules.add_to(&mut search, &refusal);
        self.guesses.add_to(&mut search, &refusal);
        search
    }

    /// Returns the chosen search, without options that depend on the game.
    fn without_rules(&self, algorithm: Algorithm) -> SearchSetup {
        SearchSetup {
            table: self.table.table(self.limit.is_some(), !algorithm.has_full_windows()),
            limit: self.limit,
            passes: self.passes.passes(algorithm, self.limit.is_some()),
            ..algorithm.into()
        }
    }

    /// Replaces the table by the usual one of the new search, if the previous search had its own usual table.
    fn take_memory(&mut self, before: Process) {
        let memory = |process: Process| process.algorithm().and_then(|algorithm| algorithm.kind().memory);
        let has_windows = before.algorithm().is_some_and(|algorithm| !algorithm.has_full_windows());
        if before != self.process && self.table.table(self.limit.is_some(), has_windows) == memory(before) {
            self.table = TableForm::new(memory(self.process));
        }
    }

    /// Draws the rows of a grid with two columns; `knowledge` contains the facts that the chosen game provides, `processes` the
    /// available choices.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, processes: &[Process], knowledge: &GameKnowledge) {
        let title = |process| process_text(process, language);
        let before = self.process;
        group_ui(ui, language.text(Text::GroupSearch));
        choose_ui(ui, language.text(Text::Search), &mut self.process, processes.iter().copied(), title);
        self.take_memory(before);
        let algorithm = match self.process {
            Process::Search(algorithm) => algorithm,
            Process::Sample(sampling) => return sampling_ui(ui, language, sampling, &mut self.sampling),
            Process::Expect(_) => return self.expectation_ui(ui, language, knowledge),
            Process::Prove(proof) => return proof_ui(ui, language, proof, &mut self.proof, knowledge),
            Process::Generate(_) => return self.order_ui(ui, language, knowledge),
        };
        let search = self.without_rules(algorithm);
        let refusal = |search: &SearchSetup| search.check_for(Order::Natural, knowledge).err();
        self.rules.rules_ui(ui, language, &search, &refusal);
        group_ui(ui, language.text(Text::GroupPasses));
        self.passes.ui(ui, language, &search, &refusal);
        group_ui(ui, language.text(Text::GroupOrder));
        self.order_ui(ui, language, knowledge);
        self.rules.order_ui(ui, language, &search, &refusal);
        group_ui(ui, language.text(Text::GroupTable));
        self.table.ui(ui, language, self.limit.is_some(), !algorithm.has_full_windows());
        group_ui(ui, language.text(Text::GroupLimits));
        let evaluations = knowledge.evaluation_names();
        depth_limit_ui(ui, language, Text::DepthLimit, &mut self.limit, &evaluations);
        if self.limit.is_some() && !algorithm.has_full_windows() {
            group_ui(ui, language.text(Text::GroupGuesses));
            self.guesses.ui(ui, language, &search, &refusal);
        }
    }

    /// Draws the options of a search for the expected score.
    fn expectation_ui(&mut self, ui: &mut Ui, language: Language, knowledge: &GameKnowledge) {
        let nobody = knowledge.has_chance.then_some(None);
        let sides: Vec<_> = nobody.into_iter().chain(RandomSide::ALL.map(Some)).collect();
        if self.random.is_none() && !knowledge.has_chance {
            self.random = Some(RandomSide::Min);
        }
        choice_ui(ui, language, Text::RandomRow, &mut self.random, &sides, |side| match side {
            None => Text::RandomNobody,
            Some(RandomSide::Max) => Text::RandomMax,
            Some(RandomSide::Min) => Text::RandomMin,
            Some(RandomSide::Both) => Text::RandomBoth,
        });
        group_ui(ui, language.text(Text::GroupOrder));
        self.order_ui(ui, language, knowledge);
        group_ui(ui, language.text(Text::GroupTable));
        self.table.ui(ui, language, self.limit.is_some(), false);
        group_ui(ui, language.text(Text::GroupLimits));
        depth_limit_ui(ui, language, Text::DepthLimit, &mut self.limit, &knowledge.evaluation_names());
    }

    /// Draws the move order.
    fn order_ui(&mut self, ui: &mut Ui, language: Language, knowledge: &GameKnowledge) {
        let seed = self.seed;
        let expects = self.process.expectation().is_some();
        let fits = |order: &OrderKind| match order {
            OrderKind::Center => knowledge.knows_center,
            OrderKind::Best => !expects,
            OrderKind::Natural | OrderKind::Reversed | OrderKind::Shuffled => true,
        };
        let orders: Vec<OrderKind> = OrderKind::ALL.into_iter().filter(fits).collect();
        if !fits(&self.order) {
            self.order = OrderKind::Natural;
        }
        choice_ui(ui, language, Text::Order, &mut self.order, &orders, |order| order.with_seed(seed).text());
        if !knowledge.knows_center {
            ui.label("");
            let values = [("option", language.text(Text::OrderCenter)), ("why", language.text(Text::RefusedNoCenter))];
            wrapped_ui(ui, |ui| reason_ui(ui, &language.fill(Text::RefusedOption, &values)));
            ui.end_row();
        }
        if self.order == OrderKind::Shuffled {
            number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
        }
    }
}

/// Draws the options of a Monte-Carlo tree search, as rows of a grid with two columns.
fn sampling_ui(ui: &mut Ui, language: Language, sampling: Sampling, setup: &mut SamplingSetup) {
    group_ui(ui, language.text(Text::GroupSampling));
    let iterations = DragValue::new(&mut setup.iterations).range(1..=SamplingSetup::MAX_ITERATIONS).speed(10.0);
    number_ui(ui, language, Text::SamplingIterations, iterations);
    let mut constant = setup.exploration.get();
    let field = DragValue::new(&mut constant).range(0.0..=1e6).speed(0.01).max_decimals(4);
    number_ui(ui, language, Text::SamplingExploration, field);
    // The field shows fewer decimals than √2 has, so the value is only replaced if it was changed.
    if constant.to_bits() != setup.exploration.get().to_bits()
        && let Some(exploration) = Exploration::new(constant)
    {
        setup.exploration = exploration;
    }
    choice_ui(ui, language, Text::SamplingPlayouts, &mut setup.playouts, &Playout::ALL, Playout::text);
    if setup.playouts == Playout::Random {
        number_ui(ui, language, Text::SamplingSeed, DragValue::new(&mut setup.seed));
    }
    match sampling {
        Sampling::Uct => switch_ui(ui, language, &mut setup.expands_all, Text::SamplingExpandsAll),
        Sampling::Puct => choice_ui(ui, language, Text::SamplingPriors, &mut setup.priors, &Priors::ALL, |priors| {
            if priors == Priors::Evaluation { Text::PriorsByEvaluation } else { Text::PriorsEqual }
        }),
    }
    switch_ui(ui, language, &mut setup.solver, Text::SamplingSolver);
    choice_ui(ui, language, Text::SamplingFinal, &mut setup.final_move, &FinalMove::ALL, |choice| match choice {
        FinalMove::Proven => Text::FinalProven,
        FinalMove::MostVisits => Text::FinalMostVisits,
        FinalMove::BestMean => Text::FinalBestMean,
    });
}

/// Draws the claim and the options of a proof-number search, as rows of a grid with two columns.
fn proof_ui(ui: &mut Ui, language: Language, proof: Proof, setup: &mut ProofSetup, knowledge: &GameKnowledge) {
    group_ui(ui, language.text(Text::GroupProof));
    let mut claim = Some(setup.claim.at_least).filter(|at_least| (0..=1).contains(at_least));
    choice_ui(ui, language, Text::ClaimRow, &mut claim, &[Some(1), Some(0), None], |claim| match claim {
        Some(1) => Text::ClaimWins,
        Some(_) => Text::ClaimDraws,
        None => Text::ClaimScore,
    });
    if let Some(at_least) = claim {
        setup.claim.at_least = at_least;
    } else {
        if (0..=1).contains(&setup.claim.at_least) {
            setup.claim.at_least = 2;
        }
        number_ui(ui, language, Text::ClaimNumber, DragValue::new(&mut setup.claim.at_least));
    }
    number_ui(ui, language, Text::ProofExpansions, DragValue::new(&mut setup.expansions).speed(10.0));
    if proof == Proof::Dfpn {
        number_ui(ui, language, Text::ProofEpsilon, DragValue::new(&mut setup.epsilon).range(0..=1000));
        let refused = (!knowledge.has_perfect_keys).then_some(RefusedSetup::NoProofTable);
        offered_switch_ui(ui, language, &mut setup.table, Text::ProofTable, refused);
    }
}

/// Draws the rows that switch a depth limit on and off, and set it.
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

/// Draws the choice of one of a game's evaluations.
pub(crate) fn evaluation_ui(ui: &mut Ui, language: Language, evaluation: &mut u8, names: &[&str]) {
    *evaluation = (*evaluation).min(names.len().saturating_sub(1) as u8);
    label_ui(ui, language, Text::Evaluation);
    let chosen = names.get(usize::from(*evaluation)).copied().unwrap_or_default();
    let response =
        ComboBox::from_id_salt("evaluation").selected_text(chosen).width(field_width(ui)).show_ui(ui, |ui| {
            for (index, &name) in names.iter().enumerate() {
                ui.selectable_value(evaluation, index as u8, name);
            }
        });
    set_name(ui, response.response.id, language.text(Text::Evaluation));
    ui.end_row();
}

/// A table that is being edited; its options are kept while there is none.
#[derive(Clone, Debug)]
pub(crate) struct TableForm {
    key: Option<TableKey>,
    options: TableSetup,
    is_limited: bool,
    size: u32,
}

/// Size limit when it is switched on, in entries.
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

    /// Returns the chosen table, for a search with or without a depth limit, and with or without windows.
    pub(crate) fn table(&self, has_depth_limit: bool, has_windows: bool) -> Option<TableSetup> {
        let size = if self.is_limited { NonZeroU32::new(self.size) } else { None };
        let deeper_entries = self.options.deeper_entries && has_depth_limit;
        let best_only = self.options.best_only && has_windows;
        self.key.map(|key| TableSetup { key, deeper_entries, best_only, size, ..self.options })
    }

    /// Draws the rows of a grid with two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, has_depth_limit: bool, has_windows: bool) {
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
            let refused = (!has_windows).then_some(RefusedSetup::NoBoundsToKeep(""));
            offered_switch_ui(ui, language, &mut self.options.best_only, Text::TableBestOnly, refused);
        }
        let refused = (!has_depth_limit).then_some(RefusedSetup::NoDepthOfEntries);
        offered_switch_ui(ui, language, &mut self.options.deeper_entries, Text::TableDeeperEntries, refused);
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
