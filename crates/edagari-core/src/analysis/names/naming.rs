//! The names of players, games and searches in sentences.

use crate::game::GameSetup;
use crate::language::{Language, Text, capitalized};
use crate::score::{Player, Window};
use crate::search::{MoveSource, Order, PassSetup, RuleSetup, TableKey};
use crate::trace::{Process, Setup, Trace, Traversal, UNNAMED};

/// The text for a player, with the game's name for the player if any: `max (O)`, or `max`.
#[must_use]
pub fn player_text(trace: &Trace, player: Player, language: Language) -> String {
    let side = language.text(match player {
        Player::Max => Text::Max,
        Player::Min => Text::Min,
    });
    match trace.game.player_name(player) {
        Some(name) => language.fill(Text::SideNamed, &[("side", side), ("name", name)]),
        None => side.to_owned(),
    }
}

/// The name of a search or a traversal.
#[must_use]
pub fn process_text(process: Process, language: Language) -> &'static str {
    match process {
        Process::Search(algorithm) => algorithm.kind().title.text(language),
        Process::Generate(Traversal::BreadthFirst) => language.text(Text::GenerateBreadthFirst),
        Process::Generate(Traversal::DepthFirst) => language.text(Text::GenerateDepthFirst),
    }
}

/// The heading of a game, with its options.
#[must_use]
pub fn game_text(game: &GameSetup, language: Language) -> String {
    match game {
        GameSetup::Known { kind, options } => kind.heading_text(options, language),
        GameSetup::Unknown { name } if name != UNNAMED => name.clone(),
        // An unnamed game of a trace is described as a recorded tree.
        GameSetup::Unknown { .. } => language.text(Text::RecordedTree).to_owned(),
    }
}

/// The name of a run's search, with its depth limit and the kind of its table; for a trace of another program, the names in its
/// header.
#[must_use]
pub fn run_text(trace: &Trace, language: Language) -> String {
    let Some(header) = trace.origin() else { return setup_text(&trace.setup, language) };
    let known = header.process().map(|process| process_text(process, language).to_owned());
    let run_of = |name: &str| with_options(name, &trace.setup, language);
    match (known.or_else(|| header.search_name()), header.program_name()) {
        (Some(search), Some(program)) => {
            language.fill(Text::OfProgram, &[("search", &run_of(&search)), ("program", &program)])
        }
        (Some(only), None) | (None, Some(only)) => run_of(&only),
        (None, None) => run_of(language.text(Text::UnnamedSearch)),
    }
}

/// [`run_text`] as a heading: capitalized, unless the name comes from another program.
#[must_use]
pub fn run_title(trace: &Trace, language: Language) -> String {
    let text = run_text(trace, language);
    let foreign = trace.origin().filter(|header| header.process().is_none());
    let is_foreign = foreign.is_some_and(|header| header.search_name().or(header.program_name()).is_some());
    if is_foreign { text } else { capitalized(&text) }
}

/// The name of a setup's search, with its depth limit and the kind of its table.
#[must_use]
pub fn setup_text(setup: &Setup, language: Language) -> String {
    with_options(process_text(setup.process, language), setup, language)
}

/// [`setup_text`] as a heading: capitalized.
#[must_use]
pub fn setup_title(setup: &Setup, language: Language) -> String {
    capitalized(&setup_text(setup, language))
}

/// The name of a search, with the depth limit, the passes and the kind of table.
fn with_options(name: &str, setup: &Setup, language: Language) -> String {
    let limited = setup
        .limit
        .map(|limit| language.fill(Text::WithDepth, &[("search", name), ("depth", &limit.depth.to_string())]));
    let mut search = limited.unwrap_or_else(|| name.to_owned());
    let PassSetup { window, own_range, aspiration, deepening, .. } = setup.passes;
    if deepening.is_some() {
        search = language.fill(Text::WithDeepening, &[("search", &search)]);
    }
    if let Some(aspiration) = aspiration {
        let width = language.number(aspiration.width.get().into());
        search = language.fill(Text::WithAspiration, &[("search", &search), ("width", &width)]);
    }
    if window != Window::FULL {
        search = language.fill(Text::WithRootWindow, &[("search", &search), ("window", &window.to_string())]);
    }
    if own_range {
        search = language.fill(Text::WithOwnRange, &[("search", &search)]);
    }
    let RuleSetup { bounds, win_at_once, skip_losing } = setup.rules;
    let rules = [
        (bounds.is_some(), Text::WithRuleBounds),
        (win_at_once, Text::WithWinAtOnce),
        (skip_losing, Text::WithSkipLosing),
    ];
    let rules: Vec<&str> = rules.iter().filter(|(is_used, _)| *is_used).map(|&(_, text)| language.text(text)).collect();
    let separator = language.text(Text::ListSeparator);
    if !rules.is_empty() {
        search = language.fill(Text::WithRules, &[("search", &search), ("rules", &rules.join(separator))]);
    }
    let sources: Vec<&str> = setup.order_by.sources().map(|source| language.text(source.text())).collect();
    if !sources.is_empty() {
        search = language.fill(Text::WithOrderBy, &[("search", &search), ("sources", &sources.join(separator))]);
    }
    if setup.table.is_some_and(|table| table.deeper_entries) {
        search = language.fill(Text::WithDeeperEntries, &[("search", &search)]);
    }
    if setup.table.is_some_and(|table| table.best_only) {
        search = language.fill(Text::WithBestOnly, &[("search", &search)]);
    }
    match setup.table.map(|table| table.key) {
        None => search,
        Some(TableKey::Position) => language.fill(Text::WithTable, &[("search", &search)]),
        Some(TableKey::PositionAndWindow) => language.fill(Text::WithWindowTable, &[("search", &search)]),
    }
}

impl GameSetup {
    /// The game's name in the user interface, without its options.
    #[must_use]
    pub fn title(&self, language: Language) -> &'static str {
        self.kind().map_or(language.text(Text::RecordedTree), |kind| kind.title.text(language))
    }
}

impl MoveSource {
    /// The name of the source in the user interface.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Table => Text::SourceTable,
            Self::Killers => Text::SourceKillers,
            Self::Countermoves => Text::SourceCountermoves,
            Self::History => Text::SourceHistory,
            Self::Captures => Text::SourceCaptures,
            Self::Threats => Text::SourceThreats,
        }
    }
}

impl Order {
    /// The order's name in the user interface, without the seed.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Natural => Text::OrderNatural,
            Self::Reversed => Text::OrderReversed,
            Self::Shuffled(_) => Text::OrderShuffled,
            Self::Center => Text::OrderCenter,
            Self::Best => Text::OrderBest,
        }
    }
}
