//! The facts about a run that determine the lines of its pseudocode.

use std::ops::RangeInclusive;

use crate::score::{Bounds, Fail, Score, Window};
use crate::search::{
    Algorithm, Expectation, First, GuessSetup, RootWindows, RuleBounds, RuleSetup, TableKey, TableSetup,
};
use crate::trace::{NodeId, Process, Trace};

/// The reason why a run has no pseudocode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCode {
    /// The run is no search.
    NotASearch,
    /// Another program does not specify a known search.
    UnknownSearch,
    /// The program's scores are not minimax scores.
    OtherScores,
    /// The formula of a Monte-Carlo tree search, or the results it uses, are unknown.
    UnknownFormula,
    /// The windows of Star1 and Star2 follow from the range of all scores, which is unknown.
    UnknownRange,
}

/// The structure of the runs from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Driver {
    /// One window, at each depth.
    Single,
    /// Windows around a guess.
    Aspiration,
    /// Null windows next to the last result.
    NullWindows(First),
    /// Null windows in the middle of the bounds.
    Halves,
    /// The passes of another program, as recorded.
    OfProgram,
}

/// The depths of iterative deepening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Depths {
    /// The first and the last depth.
    pub(super) range: RangeInclusive<u32>,
    /// The number of levels between two depths.
    pub(super) step: u32,
}

/// The facts about a search for the expected score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChanceShape {
    pub(super) search: Expectation,
    /// The range of all scores, if windows of the children of chance nodes follow from it.
    pub(super) range: Option<Bounds>,
    /// Whether all sums are multiples of the unit of the scores.
    pub(super) is_exact: bool,
}

impl ChanceShape {
    /// Determines the facts about a run of `search`; `None` if its windows follow from an unknown range.
    fn of(trace: &Trace, search: Expectation) -> Option<Self> {
        let range =
            trace.known_range().filter(|range| range.lower.finite().is_some() && range.upper.finite().is_some());
        if search.cuts() && range.is_none() && trace.origin().is_some() {
            return None;
        }
        let is_exact = trace.unit().is_none_or(crate::score::Unit::is_fraction);
        Some(Self { search, range: range.filter(|_| search.cuts()), is_exact })
    }
}

/// The facts about a run that determine the lines of its code and the values in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) algorithm: Algorithm,
    pub(super) driver: Driver,
    /// The facts about chance nodes; `None` if chance moves nowhere.
    pub(super) chance: Option<ChanceShape>,
    /// The requested window.
    pub(super) requested: Window,
    pub(super) limit: Option<u32>,
    /// Whether nodes are evaluated at a depth limit.
    pub(super) has_limit: bool,
    pub(super) depths: Option<Depths>,
    pub(super) table: Option<TableSetup>,
    /// The rules of the game that the search applies in addition to moves and ends.
    pub(super) rules: RuleSetup,
    /// The guesses of a search of Edagari.
    pub(super) guesses: GuessSetup,
    /// The first guess; `None` if another program does not specify it.
    pub(super) guess: Option<Score>,
    /// Half of the width of aspiration windows; `None` if another program does not specify it.
    pub(super) width: Option<u32>,
    pub(super) growth: Option<u32>,
}

impl Shape {
    /// Determines the facts about a run.
    ///
    /// # Errors
    /// [`NoCode`] if the run's search has no code.
    pub(super) fn of(trace: &Trace) -> Result<Self, NoCode> {
        let setup = &trace.setup;
        let origin = trace.origin();
        let guesses = trace.setup_with_guesses().map(|setup| setup.guesses).unwrap_or_default();
        if !trace.has_minimax_scores() {
            return Err(NoCode::OtherScores);
        }
        let (named, algorithm, chance) = match (setup.process, setup.algorithm()) {
            (Process::Search(named), Some(algorithm)) => (named, algorithm, None),
            (Process::Expect(search), _) => {
                let named = if search.cuts() { Algorithm::AlphaBetaSoft } else { Algorithm::Minimax };
                (named, named, Some(ChanceShape::of(trace, search).ok_or(NoCode::UnknownRange)?))
            }
            _ => return Err(NoCode::NotASearch),
        };
        let passes = setup.passes;
        // A run of Edagari with guesses omits passes that are the default.
        let says_passes = origin.is_none_or(|header| header.passes.is_some()) || !guesses.is_nothing();
        let root_count = trace.layers(NodeId::ROOT).len();
        let driver = match named.kind().root_windows {
            RootWindows::Requested if passes.aspiration.is_some() => Driver::Aspiration,
            RootWindows::Requested if !says_passes && root_count > 1 => Driver::OfProgram,
            RootWindows::Requested => Driver::Single,
            RootWindows::Aspiration => Driver::Aspiration,
            RootWindows::NullWindows(first) => Driver::NullWindows(first),
            RootWindows::Halves => Driver::Halves,
        };
        let limit = setup.limit.map(|limit| limit.depth);
        let depths = passes.deepening.zip(limit).map(|(step, limit)| {
            let step = step.get();
            let first = if limit > 0 { (limit - 1) % step + 1 } else { limit };
            Depths { range: first..=limit, step }
        });
        let requested = match trace.layers(NodeId::ROOT).next() {
            Some(root) if origin.is_some() && driver == Driver::Single => trace.given_window(root),
            _ => requested_window(trace, algorithm),
        };
        let is_open = requested.alpha.finite().is_none() && requested.beta.finite().is_none();
        let no_guess = if driver == Driver::Halves && !is_open { requested.alpha } else { Score::new(0) };
        // The header of another program may specify no table although its trace contains table
        // events.
        let implied = (origin.is_some() && trace.tells_table()).then(TableSetup::default);
        let table = setup.table.or(implied);
        Ok(Self {
            algorithm,
            driver,
            chance,
            requested,
            limit,
            has_limit: limit.is_some(),
            depths,
            table,
            rules: setup.rules,
            guesses,
            guess: says_passes.then(|| passes.first_guess.map_or(no_guess, Score::new)),
            width: says_passes.then(|| passes.aspiration.unwrap_or_default().width.get()),
            growth: passes.aspiration.and_then(|aspiration| aspiration.growth).map(std::num::NonZeroU32::get),
        })
    }

    /// Whether the search guesses, so that its nodes have lines of their own.
    pub(super) fn has_guesses(&self) -> bool {
        !self.guesses.is_nothing()
    }

    /// Whether chance moves at some nodes.
    pub(super) const fn has_chance(&self) -> bool {
        self.chance.is_some()
    }

    /// Whether the children of chance nodes get windows from the range of all scores.
    pub(super) fn has_range(&self) -> bool {
        self.chance.is_some_and(|chance| chance.range.is_some())
    }

    /// Whether the children of chance nodes are probed before they are searched.
    pub(super) fn probes(&self) -> bool {
        self.chance.is_some_and(|chance| chance.search.probes() && chance.range.is_some())
    }

    /// The name of the function that searches a node, if chance moves at some nodes.
    pub(super) const fn chance_name(&self) -> &'static str {
        match self.chance {
            Some(chance) => chance.search.name(),
            None => "",
        }
    }

    /// Whether the values of chance nodes are not rounded.
    pub(super) fn is_exact(&self) -> bool {
        self.chance.is_none_or(|chance| chance.is_exact)
    }

    /// Whether nodes have no windows.
    pub(super) const fn is_minimax(&self) -> bool {
        self.algorithm.has_full_windows()
    }

    /// Whether nodes have windows.
    pub(super) const fn has_windows(&self) -> bool {
        !self.is_minimax()
    }

    pub(super) const fn is_pvs(&self) -> bool {
        self.algorithm.has_null_windows()
    }

    pub(super) const fn is_one_bound(&self) -> bool {
        matches!(self.algorithm, Algorithm::AlphaBetaOneBound)
    }

    /// Whether every child gets the window of its parent.
    pub(super) const fn hands_down(&self) -> bool {
        !self.is_pvs() && !self.is_one_bound()
    }

    pub(super) fn is_hard(&self) -> bool {
        self.algorithm.fail() == Fail::Hard
    }

    pub(super) const fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// Whether nodes have windows and the table stores bounds.
    pub(super) const fn stores_bounds(&self) -> bool {
        self.has_windows() && self.has_table()
    }

    pub(super) fn narrows(&self) -> bool {
        self.has_windows() && self.table.is_some_and(|table| table.narrowing)
    }

    pub(super) fn keys_windows(&self) -> bool {
        self.has_windows() && self.table.is_some_and(|table| table.key == TableKey::PositionAndWindow)
    }

    /// Whether an entry that was searched deeper answers, too.
    pub(super) fn finds_deeper(&self) -> bool {
        self.table.is_some_and(|table| table.deeper_entries)
    }

    pub(super) const fn wins_at_once(&self) -> bool {
        self.rules.win_at_once
    }

    pub(super) const fn skips_losing(&self) -> bool {
        self.rules.skip_losing
    }

    /// Whether bounds from the rules narrow the windows of nodes.
    pub(super) const fn has_rule_bounds(&self) -> bool {
        self.has_windows() && self.rules.bounds.is_some()
    }

    /// Kind of the bounds from the rules, and number of moves known not to win. `looks_ahead`
    /// selects between nodes that search for moves that lose at once and all other nodes.
    pub(super) fn rule_bounds(&self, looks_ahead: bool) -> (RuleBounds, u32) {
        let quiet = u32::from(self.wins_at_once());
        if looks_ahead { (RuleBounds::Both, 2 * quiet) } else { (self.rules.bounds.unwrap_or(RuleBounds::Both), quiet) }
    }

    /// Whether nodes next to the depth limit have other bounds from the rules.
    pub(super) fn has_two_rule_bounds(&self) -> bool {
        let differ = self.rule_bounds(true) != self.rule_bounds(false);
        self.has_rule_bounds() && self.skips_losing() && self.has_limit && differ
    }

    pub(super) fn has_one_rule_bounds(&self) -> bool {
        self.has_rule_bounds() && !self.has_two_rule_bounds()
    }

    /// Whether the only bound from the rules is the best score that the player to move can still
    /// reach, at nodes that do not look for losing moves.
    pub(super) fn keeps_best_bound(&self) -> bool {
        self.rules.bounds == Some(RuleBounds::Best)
    }

    /// Whether the best score that the player to move can still reach is the only bound from the rules at every node.
    pub(super) fn has_best_bound_alone(&self) -> bool {
        self.keeps_best_bound() && !self.skips_losing()
    }

    pub(super) fn has_requested_window(&self) -> bool {
        self.requested != Window::FULL
    }

    pub(super) const fn deepens(&self) -> bool {
        self.depths.is_some()
    }

    pub(super) fn is(&self, driver: Driver) -> bool {
        self.driver == driver
    }

    pub(super) const fn has_null_passes(&self) -> bool {
        matches!(self.driver, Driver::NullWindows(_))
    }

    /// Whether passes with null windows maintain two bounds that converge.
    pub(super) const fn has_bounds(&self) -> bool {
        matches!(self.driver, Driver::NullWindows(_) | Driver::Halves)
    }

    /// Whether passes start with a guess that is a variable of the driver.
    pub(super) const fn has_guess(&self) -> bool {
        matches!(self.driver, Driver::Aspiration | Driver::Halves)
    }

    pub(super) const fn begins_with_guess(&self) -> bool {
        matches!(self.driver, Driver::NullWindows(First::Guess))
    }

    /// Whether the run is a single call of the function.
    pub(super) fn is_one_call(&self) -> bool {
        self.is(Driver::Single) && !self.deepens()
    }
}

/// The window that a run of Edagari itself searches with: that of its setup, narrowed to the game's range of scores if requested.
fn requested_window(trace: &Trace, algorithm: Algorithm) -> Window {
    let passes = trace.setup.passes;
    if algorithm.has_full_windows() {
        return Window::FULL;
    }
    let start = match trace.setup_with_guesses() {
        _ if !passes.own_range => None,
        Some(setup) => {
            setup.game.open().ok().and_then(|game| game.position(&game.parse_moves(&[], &setup.after).ok()?))
        }
        None => trace.position(&[]),
    };
    let start = start.filter(|start| start.score().is_none());
    let range = start.and_then(|start| start.bounds(0)).map(|bounds| passes.window.within(bounds));
    range.filter(|range| !range.is_closed()).unwrap_or(passes.window)
}
