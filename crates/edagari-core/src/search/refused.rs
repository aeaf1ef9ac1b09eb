//! Validation of the options of a search, also against its game.

use super::{
    Algorithm, GameKnowledge, MoveSource, Needed, Order, PassSetup, RootWindows, RuleSetup, SamplingSetup, SearchSetup,
};
use crate::language::{HasMessage, Message, Text};
use crate::score::Window;

/// An invalid combination of options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum RefusedSetup {
    /// An empty window: no score is strictly inside.
    EmptyWindow(Window),
    /// A window, for a search without windows.
    NoWindows(&'static str),
    /// Aspiration, for a search that chooses the windows of its passes itself.
    OwnWindows(&'static str),
    /// A first guess, for a search that does not use one.
    NoGuess(&'static str),
    /// Iterative deepening without a depth limit.
    NoDepthLimit,
    /// Bounds from the rules, for a search without windows to narrow.
    NothingToNarrow(&'static str),
    /// Reuse of entries searched deeper, without a depth limit.
    NoDepthOfEntries,
    /// Best moves of the table, for a search without a table.
    NoTableToOrderBy,
    /// A source of moves that needs cutoffs, for a search without any.
    NoCuts {
        /// The name of the search.
        search: &'static str,
        /// The name of the source of moves.
        source_of_moves: &'static str,
    },
    /// Bounds from the rules, for a game that has none.
    NoBounds(&'static str),
    /// Bounds of the game's value, for a search with a depth limit whose evaluation can be outside them.
    EvaluatesBeyond {
        /// The name of the evaluation.
        evaluation: &'static str,
        /// The game's first evaluation that is always within the bounds, if any.
        fitting: Option<&'static str>,
        /// The name of the option.
        option: &'static str,
    },
    /// The order `center`, for a game without such an order.
    NoCenter,
    /// The source `captures`, for a game without captures.
    NoCaptures,
    /// The source `see`, for a game that does not evaluate exchanges.
    NoExchanges,
    /// The source `threats`, for a game that does not count threats.
    NoThreats,
    /// An option of depth-first searches, for a Monte-Carlo tree search.
    OfSampling {
        /// The name of the search.
        search: &'static str,
        /// The option, as used in a sentence.
        option: Text,
    },
    /// A player who moves at random, for a search in which all players choose.
    NoRandomSide(&'static str),
    /// A search for the expected score, in a game without chance.
    NoChance(&'static str),
    /// A number of iterations outside the range of a Monte-Carlo tree search.
    Iterations(u32),
    /// A guess, for a search other than α-β, PVS and aspiration.
    GuessOfSearch {
        /// The name of the search.
        search: &'static str,
        /// The name of the guess.
        guess: &'static str,
    },
    /// A guess without a depth limit.
    GuessWithoutDepth(&'static str),
    /// A guess that has an effect only within another one.
    GuessAlone {
        /// The name of the guess.
        guess: &'static str,
        /// The name of the other guess.
        within: &'static str,
    },
    /// A guess together with rules of the game that settle positions.
    GuessAndRules {
        /// The option that uses rules.
        rules: &'static str,
        /// The name of the guess.
        guess: &'static str,
    },
    /// A guess with a parameter outside its range.
    GuessOutOfRange {
        /// The name of the guess.
        guess: &'static str,
        /// The value of its parameter.
        value: u32,
        /// The least value.
        least: u32,
        /// The greatest value.
        most: u32,
    },
    /// A guess, for a game without the capability that the guess needs.
    GuessOfGame {
        /// The name of the guess.
        guess: &'static str,
        /// The capability that the game lacks.
        lacks: Text,
    },
    /// Shared numbers, for another search than df-pn, or for a game without perfect keys.
    NoProofTable,
    /// Entries with one bound, for a search that computes the value of every node.
    NoBoundsToKeep(&'static str),
}

impl HasMessage for RefusedSetup {
    fn message(&self) -> Message {
        let of_search = |text: Text, search: &&str| Message::from(text).with("search", search);
        let of_guess = |text: Text, guess: &&str| Message::from(text).with("guess", guess);
        match self {
            Self::EmptyWindow(window) => Message::from(Text::UnfitEmptyWindow).with("window", window),
            Self::NoWindows(search) => of_search(Text::UnfitNoWindows, search),
            Self::OwnWindows(search) => of_search(Text::UnfitOwnWindows, search),
            Self::NoGuess(search) => of_search(Text::UnfitNoGuess, search),
            Self::NoDepthLimit => Text::UnfitNoDepthLimit.into(),
            Self::NothingToNarrow(search) => of_search(Text::UnfitNothingToNarrow, search),
            Self::NoDepthOfEntries => Text::UnfitNoDepthOfEntries.into(),
            Self::NoTableToOrderBy => Text::UnfitNoTable.into(),
            Self::NoCuts { search, source_of_moves } => {
                of_search(Text::UnfitNoCuts, search).with("source", source_of_moves)
            }
            Self::NoBounds(option) => Message::from(Text::UnfitNoBounds).with("option", option),
            Self::EvaluatesBeyond { evaluation, fitting, option } => {
                let message = match fitting {
                    Some(fitting) => Message::from(Text::UnfitEvaluationOr).with("fitting", fitting),
                    None => Text::UnfitEvaluation.into(),
                };
                message.with("evaluation", evaluation).with("option", option)
            }
            Self::NoCenter => Text::UnfitNoCenter.into(),
            Self::NoCaptures => Text::UnfitNoCaptures.into(),
            Self::NoExchanges => Text::UnfitNoExchanges.into(),
            Self::NoThreats => Text::UnfitNoThreats.into(),
            Self::OfSampling { search, option } => of_search(Text::UnfitOption, search).with_message("option", *option),
            Self::NoRandomSide(search) => of_search(Text::UnfitRandomSide, search),
            Self::NoChance(search) => of_search(Text::UnfitNoChance, search),
            Self::Iterations(count) => {
                let message = Message::from(Text::UnfitIterations).with("count", count);
                message.with("most", &SamplingSetup::MAX_ITERATIONS)
            }
            Self::GuessOfSearch { search, guess } => of_search(Text::UnfitGuessOfSearch, search).with("guess", guess),
            Self::GuessWithoutDepth(guess) => of_guess(Text::UnfitGuessWithoutDepth, guess),
            Self::GuessAlone { guess, within } => of_guess(Text::UnfitGuessAlone, guess).with("within", within),
            Self::GuessAndRules { rules, guess } => of_guess(Text::UnfitGuessAndRules, guess).with("rules", rules),
            Self::GuessOutOfRange { guess, value, least, most } => Message::from(Text::MalformedGuessValue)
                .with("guess", &format!("--{guess}"))
                .with("value", value)
                .with("least", least)
                .with("most", most),
            Self::GuessOfGame { guess, lacks } => of_guess(Text::UnfitGuessOfGame, guess).with_message("lacks", *lacks),
            Self::NoProofTable => Text::UnfitNoProofTable.into(),
            Self::NoBoundsToKeep(search) => of_search(Text::UnfitNoBoundsToKeep, search),
        }
    }
}

impl SearchSetup {
    /// Whether the search runs, or can run, several times from the root.
    #[must_use]
    pub fn has_passes(&self) -> bool {
        self.passes.has_passes(self.algorithm)
    }

    /// Checks whether the options fit each other and the search. [`search`](super::search()) ignores options that do not fit.
    ///
    /// # Errors
    /// [`RefusedSetup`] with the first option that does not fit.
    pub fn check(&self) -> Result<(), RefusedSetup> {
        let PassSetup { window, own_range: _, first_guess, aspiration, deepening } = self.passes;
        let kind = self.algorithm.kind();
        let is_driven = !matches!(kind.root_windows, RootWindows::Requested | RootWindows::Aspiration);
        let takes_guess = aspiration.is_some() || kind.root_windows.take_guess();
        if window.is_closed() {
            Err(RefusedSetup::EmptyWindow(window))
        } else if self.algorithm.has_full_windows() && (window != Window::FULL || aspiration.is_some()) {
            Err(RefusedSetup::NoWindows(kind.name))
        } else if is_driven && aspiration.is_some() {
            Err(RefusedSetup::OwnWindows(kind.name))
        } else if first_guess.is_some() && !takes_guess {
            Err(RefusedSetup::NoGuess(kind.name))
        } else if deepening.is_some() && self.limit.is_none() {
            Err(RefusedSetup::NoDepthLimit)
        } else if self.rules.bounds.is_some() && !kind.cuts {
            Err(RefusedSetup::NothingToNarrow(kind.name))
        } else if self.table.is_some_and(|table| table.deeper_entries) && self.limit.is_none() {
            Err(RefusedSetup::NoDepthOfEntries)
        } else if self.table.is_some_and(|table| table.best_only) && self.algorithm.has_full_windows() {
            Err(RefusedSetup::NoBoundsToKeep(kind.name))
        } else if self.order_by.has(MoveSource::Table) && self.table.is_none() {
            Err(RefusedSetup::NoTableToOrderBy)
        } else if let Some(source) = self.order_by.sources().find(|source| source.needs_cuts() && !kind.cuts) {
            Err(RefusedSetup::NoCuts { search: kind.name, source_of_moves: source.name() })
        } else {
            self.check_guesses()
        }
    }

    /// Checks whether the guesses fit each other and the search.
    fn check_guesses(&self) -> Result<(), RefusedSetup> {
        let search = self.algorithm.kind().name;
        let guesses = matches!(
            self.algorithm,
            Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::Pvs | Algorithm::Aspiration
        );
        let RuleSetup { bounds, win_at_once, skip_losing } = self.rules;
        let rules =
            [("--rule-bounds", bounds.is_some()), ("--win-at-once", win_at_once), ("--skip-losing", skip_losing)];
        for (guess, value) in self.guesses.list() {
            let (name, kind) = (guess.name(), guess.kind());
            if !guesses {
                return Err(RefusedSetup::GuessOfSearch { search, guess: name });
            }
            if self.limit.is_none() {
                return Err(RefusedSetup::GuessWithoutDepth(name));
            }
            if let Some(&(rules, _)) = rules.iter().find(|(_, is_used)| *is_used) {
                return Err(RefusedSetup::GuessAndRules { rules, guess: name });
            }
            if !kind.values.contains(&value) {
                let (least, most) = (*kind.values.start(), *kind.values.end());
                return Err(RefusedSetup::GuessOutOfRange { guess: name, value, least, most });
            }
            if let Some(within) = kind.within.filter(|&within| !self.guesses.has(within)) {
                return Err(RefusedSetup::GuessAlone { guess: name, within: within.name() });
            }
        }
        Ok(())
    }

    /// Checks whether the options and the order also fit the game.
    ///
    /// # Errors
    /// [`RefusedSetup`] with the first option that does not fit.
    pub fn check_for(&self, order: Order, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        self.check()?;
        for (guess, _) in self.guesses.list() {
            let lacks = match guess.kind().needs {
                Needed::NoisyMoves if !game.has_noisy_moves => Text::UnfitNoisyMoves,
                Needed::Check if !game.knows_check => Text::UnfitCheck,
                Needed::Pass if !game.may_pass => Text::UnfitPass,
                Needed::Nothing | Needed::NoisyMoves | Needed::Check | Needed::Pass => continue,
            };
            return Err(RefusedSetup::GuessOfGame { guess: guess.name(), lacks });
        }
        let RuleSetup { bounds, win_at_once, skip_losing } = self.rules;
        let by_bounds = [
            ("--rule-bounds", bounds.is_some()),
            ("--win-at-once", win_at_once),
            ("--skip-losing", skip_losing),
            ("--own-range", self.passes.own_range),
        ];
        if let Some((option, _)) = by_bounds.into_iter().find(|&(_, is_set)| is_set) {
            if !game.tells_bounds {
                return Err(RefusedSetup::NoBounds(option));
            }
            let evaluation = self.limit.and_then(|limit| game.evaluations.get(usize::from(limit.evaluation)));
            if let Some(&(evaluation, false)) = evaluation {
                let fitting = game.evaluations.iter().find(|&&(_, fits)| fits).map(|&(name, _)| name);
                return Err(RefusedSetup::EvaluatesBeyond { evaluation, fitting, option });
            }
        }
        if order == Order::Center && !game.knows_center {
            Err(RefusedSetup::NoCenter)
        } else if self.order_by.has(MoveSource::Captures) && !game.names_captures {
            Err(RefusedSetup::NoCaptures)
        } else if self.order_by.has(MoveSource::See) && !game.knows_exchanges {
            Err(RefusedSetup::NoExchanges)
        } else if self.order_by.has(MoveSource::Threats) && !game.counts_threats {
            Err(RefusedSetup::NoThreats)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn reasons_are_sentences_in_every_language() {
        let evaluates = |fitting| RefusedSetup::EvaluatesBeyond { evaluation: "mobility", fitting, option: "star1" };
        for (refused, english) in [
            (
                RefusedSetup::NoWindows("minimax"),
                "minimax searches every node with the full window, expected a search that passes its window on",
            ),
            (
                RefusedSetup::OfSampling { search: "uct", option: Text::UnfitTable },
                "uct has no transposition table, expected a depth-first search such as alpha-beta for it",
            ),
            (
                RefusedSetup::GuessOutOfRange { guess: "probcut", value: 9, least: 1, most: 8 },
                "--probcut is 9, expected 1 to 8",
            ),
            (
                RefusedSetup::GuessOfGame { guess: "null-move", lacks: Text::UnfitPass },
                "this game has no pass to try, which --null-move needs",
            ),
            (
                evaluates(None),
                "the evaluation \"mobility\" can be outside the bounds that the rules give, expected no depth limit, for star1",
            ),
            (
                evaluates(Some("material")),
                "the evaluation \"mobility\" can be outside the bounds that the rules give, expected \"material\" or no depth \
                 limit, for star1",
            ),
        ] {
            assert_eq!(refused.to_string(), english);
            let japanese = refused.message().text(Language::Japanese);
            let words =
                |text: &str| text.split(' ').filter(|word| word.chars().all(|c| c.is_ascii_lowercase())).count();
            assert!(!japanese.is_ascii() && words(&japanese) <= 2, "{japanese}");
        }
    }
}
