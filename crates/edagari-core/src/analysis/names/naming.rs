//! The names of players, games, searches and passes in sentences, and the position of a visit in the log of its program.

use super::scores::decimal_text;
use crate::game::GameSetup;
use crate::language::{Language, Text, Words, capitalized};
use crate::score::{Player, Window};
use crate::search::{
    Claim, Expectation, Exploration, Guess, MoveSource, Order, PassKind, PassSetup, Playout, Proof, RandomSide,
    RuleSetup, Sampling, SamplingSetup, TableKey,
};
use crate::trace::{Process, Setup, Trace, Traversal, UNNAMED, VisitId};

/// The text for a player: the name in the header, or else that of [`side_text`]. A recorded tree with null moves has the names of the
/// game by whose rules it is drawn.
#[must_use]
pub fn player_text(trace: &Trace, player: Player, language: Language) -> String {
    let game = trace.rules().map_or(&trace.game, |(game, _)| game);
    trace.player_name(player).unwrap_or_else(|| side_text(player, game.player_name(player), language))
}

/// The text for a player with the game's name for the player, if any. A name is the first part, `White (max)`; a sign is the
/// last part, `max (O)`.
#[must_use]
pub fn side_text(player: Player, name: Option<Words>, language: Language) -> String {
    let side = language.text(match player {
        Player::Max => Text::Max,
        Player::Min => Text::Min,
    });
    let Some(name) = name else { return side.to_owned() };
    let order = if name.is_sign() { Text::SideNamed } else { Text::NameWithSide };
    language.fill(order, &[("side", side), ("name", name.text(language))])
}

/// The text for a node with its player to move: "a max node", or "a node of White" if the header names the players.
#[must_use]
pub fn node_of_player(trace: &Trace, player: Player, language: Language) -> String {
    match (trace.player_name(player), player) {
        (Some(name), _) => language.fill(Text::NodeOfPlayer, &[("player", &name)]),
        (None, Player::Max) => language.text(Text::MaxNode).to_owned(),
        (None, Player::Min) => language.text(Text::MinNode).to_owned(),
    }
}

/// The name of a search or a traversal.
#[must_use]
pub fn process_text(process: Process, language: Language) -> &'static str {
    match process {
        Process::Search(algorithm) => algorithm.kind().title.text(language),
        Process::Sample(Sampling::Uct) => "UCT",
        Process::Sample(Sampling::Puct) => "PUCT",
        Process::Expect(Expectation::Expectimax) => language.text(Text::Expectimax),
        Process::Expect(Expectation::Star1) => "Star1",
        Process::Expect(Expectation::Star2) => "Star2",
        Process::Prove(Proof::Pns) => "PN",
        Process::Prove(Proof::Dfpn) => "df-pn",
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

/// The title of the guess that a word of the column `why` or `kind` names; any other word unchanged. Skipped late moves are pruned;
/// [`reduction_title`] is the title for moves that are searched less deep.
#[must_use]
pub fn reason_title(why: &str, language: Language) -> &str {
    const VERIFICATION: Words = Words::new("verification of the null move", "ヌルムーブの検証");
    match why {
        "late move" => Guess::LateMovePruning.kind().title.text(language),
        "verification" => VERIFICATION.text(language),
        _ => Guess::named(why).map_or(why, |guess| guess.kind().title.text(language)),
    }
}

/// The title of the reason for which moves are searched less deep: late moves are reduced, not pruned.
#[must_use]
pub fn reduction_title(why: &str, language: Language) -> &str {
    match why {
        "late move" => Guess::LateMoveReductions.kind().title.text(language),
        _ => reason_title(why, language),
    }
}

/// [`game_text`] of the game of a run.
#[must_use]
pub fn game_of_run_text(trace: &Trace, language: Language) -> String {
    let with_guesses = trace.setup_with_guesses();
    game_text(with_guesses.as_ref().map_or(&trace.setup.game, |setup| &setup.game), language)
}

/// The name of a run's search, with its depth limit and the kind of its table; for a trace of another program, the names in its
/// header.
#[must_use]
pub fn run_text(trace: &Trace, language: Language) -> String {
    let Some(header) = trace.origin() else { return setup_text(&trace.setup, language) };
    let known = header.process().map(|process| process_text(process, language).to_owned());
    let run_of = |name: &str| with_options(name, &trace.setup, language);
    // The guesses are already in the name of a search that Edagari recorded with them.
    let program = header.program_name().filter(|_| header.guesses.is_none());
    match (known.or_else(|| header.search_name()), program) {
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

/// The claim of a proof-number search in words: *max wins*.
pub(crate) fn claim_text(claim: Claim, language: Language) -> String {
    match claim.at_least {
        1 => language.text(Text::ClaimWins).to_owned(),
        0 => language.text(Text::ClaimDraws).to_owned(),
        least => language.fill(Text::ClaimAtLeast, &[("score", &least.to_string())]),
    }
}

/// The name of a search, with the depth limit, the passes and the kind of table.
fn with_options(name: &str, setup: &Setup, language: Language) -> String {
    let limited = setup
        .limit
        .map(|limit| language.fill(Text::WithDepth, &[("search", name), ("depth", &limit.depth.to_string())]));
    let mut search = limited.unwrap_or_else(|| name.to_owned());
    let add = |search: &str, option: &str| language.fill(Text::WithOption, &[("search", search), ("option", option)]);
    if setup.process.sampling().is_some() {
        let SamplingSetup { iterations, exploration, playouts, solver, .. } = setup.sampling;
        let count = language.number(iterations.into());
        search = language.fill(Text::WithIterations, &[("search", name), ("count", &count)]);
        if exploration != Exploration::default() {
            search = add(&search, &format!("c = {}", decimal_text(exploration.get())));
        }
        if solver {
            search = add(&search, language.text(Text::SolverName));
        }
        let is_usual = playouts == Playout::default();
        return if is_usual { search } else { add(&search, language.text(playouts.text())) };
    }
    if setup.process.proof().is_some() {
        let claim = claim_text(setup.proof.claim, language);
        let search = if setup.proof.table { add(name, language.text(Text::ProofTableName)) } else { name.to_owned() };
        return language.fill(Text::WithClaim, &[("search", &search), ("claim", &claim)]);
    }
    if let Some(random) = setup.random {
        let side = match random {
            RandomSide::Max => Text::RandomMax,
            RandomSide::Min => Text::RandomMin,
            RandomSide::Both => Text::RandomBoth,
        };
        search = language.fill(Text::WithRandom, &[("search", &search), ("side", language.text(side))]);
    }
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
    if setup.order != Order::Natural {
        search = add(&search, language.text(setup.order.text()));
    }
    let sources: Vec<&str> = setup.order_by.sources().map(|source| language.text(source.text())).collect();
    if !sources.is_empty() {
        search = language.fill(Text::WithOrderBy, &[("search", &search), ("sources", &sources.join(separator))]);
    }
    if let Some(guesses) = guesses_text(setup, language) {
        search = language.fill(Text::WithGuesses, &[("search", &search), ("guesses", &guesses)]);
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

/// The guesses of a search with their parameters; `None` without any.
pub(in crate::analysis) fn guesses_text(setup: &Setup, language: Language) -> Option<String> {
    let text = |(guess, value): (Guess, u32)| {
        let title = guess.kind().title.text(language);
        if guess.kind().has_parameter() { format!("{title} {value}") } else { title.to_owned() }
    };
    let guesses: Vec<String> = setup.guesses.list().map(text).collect();
    (!guesses.is_empty()).then(|| guesses.join(language.text(Text::ListSeparator)))
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
            Self::See => Text::SourceSee,
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

impl Playout {
    /// The evaluation's name in the user interface.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Random => Text::PlayoutRandom,
            Self::First => Text::PlayoutFirst,
            Self::Evaluation => Text::PlayoutEvaluation,
        }
    }
}

/// The text for a kind of pass; a kind of an unknown program is returned unchanged.
fn kind_text(kind: &str, language: Language) -> &str {
    match PassKind::of(kind) {
        Some(PassKind::Deepening) => language.text(Text::PassDeepening),
        Some(PassKind::Aspiration) => language.text(Text::PassAspiration),
        Some(PassKind::NullWindow) => language.text(Text::PassNullWindow),
        None => kind,
    }
}

/// The short name of a pass: the program's name for it, or else its kind with its number. Deepening goes by depth instead: other
/// kinds can search a depth several times.
#[must_use]
pub fn short_pass_name(trace: &Trace, place: usize, language: Language) -> String {
    let Some(pass) = trace.passes().get(place) else { return String::new() };
    let number = || (place + 1).to_string();
    let setup = &trace.setup;
    if setup.process.sampling().is_some() || setup.process.proof().is_some() {
        return number();
    }
    match (&pass.label, &pass.kind, pass.depth) {
        (Some(label), ..) => label.to_string(),
        (None, Some(kind), Some(depth)) if PassKind::of(kind) == Some(PassKind::Deepening) => {
            format!("{} {depth}", kind_text(kind, language))
        }
        (None, Some(kind), _) => format!("{} {}", kind_text(kind, language), number()),
        (None, None, Some(depth)) => depth.to_string(),
        (None, None, None) => number(),
    }
}

/// The name of a pass in a sentence: its number from 1, with the program's name or kind if any.
#[must_use]
pub fn pass_name(trace: &Trace, place: usize, language: Language) -> String {
    let number = language.number(place as u64 + 1);
    let pass = trace.passes().get(place);
    if trace.setup.process.sampling().is_some() {
        return language.fill(Text::IterationNumber, &[("number", &number)]);
    }
    if trace.setup.process.proof().is_some() {
        return language.fill(Text::ExpansionNumber, &[("number", &number)]);
    }
    let kind = |kind| kind_text(kind, language);
    match pass.and_then(|pass| pass.label.as_deref().or(pass.kind.as_deref().map(kind))) {
        Some(name) => language.fill(Text::PassNamed, &[("number", &number), ("name", name)]),
        None => language.fill(Text::PassNumber, &[("number", &number)]),
    }
}

/// A short tag for a visit among the visits of its node: `p3`, the visit in the third pass; `p3#2`, the second one there; in a
/// run without passes `#2`, the second one of all.
#[must_use]
pub fn visit_tag(trace: &Trace, visit: VisitId) -> String {
    let number = trace.layer_of(visit) + 1;
    let Some(place) = trace.pass_of(visit) else { return format!("#{number}") };
    let (first, node) = (trace.passes()[place].visit, trace.node_of(visit));
    let before = trace.span(first).0.checked_sub(1).map_or(0, |before| trace.layers_by(node, before));
    // Visits of other threads to the node can come in between.
    let since = trace.layers(node).skip(before).take(number - before);
    match since.filter(|&layer| trace.is_within(layer, first)).count() {
        0 | 1 => format!("p{}", place + 1),
        again => format!("p{}#{again}", place + 1),
    }
}

/// The id that the program assigned to a visit, and the line of its log; `None` for a run of Edagari itself.
#[must_use]
pub fn log_text(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    let (id, line) = (trace.id_of(visit)?.to_string(), language.number(trace.line_of(visit)?.into()));
    Some(language.fill(Text::IdAndLine, &[("id", &id), ("line", &line)]))
}
