//! A search with its options, as one argument of a match or an experiment.

use std::str::FromStr;

use super::game_args::ChosenGame;
use super::parse::{parse_depth_limit, parse_order, parse_order_by, parse_positive, parse_table_size, parse_window};
use super::setup_args::evaluation_number;
use super::setup_args::{aspiration, deepening};
use crate::cli::CliError;
use edagari_core::analysis::Side;
use edagari_core::search::{
    Algorithm, DepthLimit, GameKnowledge, Guess, GuessSetup, Order, OrderBy, PassSetup, RuleBounds, RuleSetup,
    SearchSetup, TableKey, TableSetup,
};

/// A search with its options.
#[derive(Clone, Debug)]
pub(in crate::cli) struct SideArg {
    /// Text of the argument.
    text: String,
    algorithm: Algorithm,
    depth: Option<u32>,
    evaluation: Option<String>,
    order: Order,
    table: Option<TableSetup>,
    passes: PassSetup,
    rules: RuleSetup,
    order_by: OrderBy,
    guesses: GuessSetup,
}

impl FromStr for SideArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let search = parts.next().unwrap_or_default();
        let (name, depth) = search.split_once(':').map_or((search, None), |(name, depth)| (name, Some(depth)));
        let names = Algorithm::ALL.map(Algorithm::name);
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        let algorithm = algorithm.ok_or_else(|| format!("expected one of {}, perhaps with :DEPTH", names.join(" ")))?;
        let depth =
            depth.map(|depth| parse_depth_limit(depth).map_err(|error| format!("depth: {error}"))).transpose()?;
        let usual = algorithm.kind().memory;
        let mut side = Self {
            text: text.to_owned(),
            algorithm,
            depth,
            evaluation: None,
            order: Order::Natural,
            table: usual,
            passes: PassSetup::default(),
            rules: RuleSetup::default(),
            order_by: OrderBy::default(),
            guesses: GuessSetup::default(),
        };
        let mut table = usual.unwrap_or_default();
        let (mut width, mut growth) = (None, None);
        let (mut deepens, mut step) = (false, None);
        let positive = |name: &str, value: &str| parse_positive(value).map_err(|error| format!("{name}: {error}"));
        for option in parts {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            match name {
                "order" => side.order = parse_order(value).map_err(|error| format!("order: {error}"))?,
                "order-by" => {
                    let sources = parse_order_by(&value.replace('+', ","));
                    side.order_by = sources.map_err(|_| "order-by: expected some of table, killers, countermoves, history, captures, see and threats, each once, with + between them".to_owned())?;
                }
                "rule-bounds" => {
                    side.rules.bounds = Some(match value {
                        "" | "both" => RuleBounds::Both,
                        "best" => RuleBounds::Best,
                        _ => return Err("rule-bounds: expected both or best".to_owned()),
                    });
                }
                "win-at-once" => side.rules.win_at_once = true,
                "skip-losing" => side.rules.skip_losing = true,
                "own-range" => side.passes.own_range = true,
                "evaluation" => side.evaluation = Some(value.to_owned()),
                "table" => {
                    let key = [TableKey::Position, TableKey::PositionAndWindow];
                    let key = key.into_iter().find(|key| key.name() == value);
                    if key.is_none() && value != "none" {
                        return Err("table: expected none, window or bounds".to_owned());
                    }
                    side.table = key.map(|key| TableSetup { key, ..table });
                }
                "no-symmetry" => table.symmetry = false,
                "no-narrowing" => table.narrowing = false,
                "intersect" => table.intersection = true,
                "deeper-entries" => table.deeper_entries = true,
                "best-only" => table.best_only = true,
                "table-size" => {
                    table.size = Some(parse_table_size(value).map_err(|error| format!("table-size: {error}"))?);
                }
                "window" => side.passes.window = parse_window(value).map_err(|error| format!("window: {error}"))?,
                "first-guess" => {
                    let guess = value.parse().map_err(|_| "first-guess: expected a whole number".to_owned())?;
                    side.passes.first_guess = Some(guess);
                }
                "aspiration" => width = Some(positive(name, value)?),
                "aspiration-growth" => growth = Some(positive(name, value)?),
                "deepening" => deepens = true,
                "deepening-step" => step = Some(positive(name, value)?),
                _ => side.guesses = with_guess(side.guesses, name, value, option)?,
            }
        }
        match &mut side.table {
            Some(chosen) => *chosen = TableSetup { key: chosen.key, ..table },
            None if table != usual.unwrap_or_default() => {
                return Err("options of a table: expected them only with table=window or table=bounds".to_owned());
            }
            None => {}
        }
        side.passes.aspiration = aspiration(width, growth);
        side.passes.deepening = deepening(deepens, step);
        if side.evaluation.is_some() && side.depth.is_none() {
            return Err("evaluation: expected it only with a depth, such as minimax:3".to_owned());
        }
        Ok(side)
    }
}

const SIDE_OPTIONS: &str = "order= order-by= evaluation= table= no-symmetry no-narrowing intersect deeper-entries best-only table-size= rule-bounds win-at-once skip-losing \
                            window= own-range first-guess= aspiration= \
                            aspiration-growth= deepening deepening-step=";

/// Adds a guess, named with its parameter if it has one.
fn with_guess(guesses: GuessSetup, name: &str, value: &str, option: &str) -> Result<GuessSetup, String> {
    let names = Guess::ALL.map(Guess::name).join(" ");
    let guess = Guess::named(name).ok_or_else(|| format!("option {option}: expected one of {SIDE_OPTIONS} {names}"))?;
    let kind = guess.kind();
    let (least, most) = (*kind.values.start(), *kind.values.end());
    if value.is_empty() && (guess == Guess::Quiescence || !kind.has_parameter()) {
        return Ok(guesses.with(guess, kind.usual));
    }
    let parsed = value.parse().ok().filter(|value| kind.values.contains(value) && kind.has_parameter());
    match parsed {
        Some(value) => Ok(guesses.with(guess, value)),
        None if kind.has_parameter() => Err(format!("{name}: expected a whole number from {least} to {most}")),
        None => Err(format!("{name}: expected no value")),
    }
}

impl SideArg {
    /// Returns the text of the argument.
    pub(in crate::cli) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the argument contains a depth or an evaluation.
    pub(in crate::cli) const fn has_depth(&self) -> bool {
        self.depth.is_some() || self.evaluation.is_some()
    }

    /// Returns the side for a game, with `limit` as its depth limit (for an argument without one).
    pub(in crate::cli) fn side_at(&self, limit: DepthLimit, chosen: &ChosenGame) -> Result<Side, CliError> {
        self.with_limit(Some(limit), chosen)
    }

    /// Returns the side for a game, with the depth limit of the argument.
    pub(in crate::cli) fn side(&self, chosen: &ChosenGame) -> Result<Side, CliError> {
        let evaluation = evaluation_number(&chosen.game, &chosen.setup, self.evaluation.as_deref())?;
        self.with_limit(self.depth.map(|depth| DepthLimit { depth, evaluation }), chosen)
    }

    fn with_limit(&self, limit: Option<DepthLimit>, chosen: &ChosenGame) -> Result<Side, CliError> {
        let search = SearchSetup {
            algorithm: self.algorithm,
            table: self.table,
            limit,
            passes: self.passes,
            rules: self.rules,
            order_by: self.order_by,
            guesses: self.guesses,
        };
        search.check_for(self.order, &GameKnowledge::of_any(&chosen.game, &chosen.start()?))?;
        Ok(Side { search, order: self.order })
    }
}
