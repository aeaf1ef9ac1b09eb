//! Costs and savings of the guesses of a search: runs with and without each guess, and the places where a guess was wrong.

use std::ops::ControlFlow;

use crate::analysis::figures::pass_figures::{ByReason, reductions_within, skips_within};
use crate::game::{AnyPosition, Game, GameVisitor, play_all};
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{
    Algorithm, DepthLimit, Guess, GuessSetup, Natural, Observer, PassSetup, SearchSetup, choose, search_any,
};
use crate::trace::{KnownReason, Meaning, NodeId, Progress, RecordError, Setup, Trace, VisitId, record};

/// The figures of a run that is compared.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct GuessRun {
    /// The number of visits; `None` if the run was cancelled.
    pub visits: Option<u64>,
    /// The score of the start.
    pub score: Option<Score>,
    /// The moves that the search chooses at the start, as indexes in the game's order.
    pub moves: Vec<u32>,
}

/// The effect of one guess.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct GuessEffect {
    /// The guess that the figures are about.
    pub guess: Guess,
    /// The parameter of the guess.
    pub value: u32,
    /// The run with the other guesses alone.
    pub without: GuessRun,
    /// The number of visits and skipped moves whose guess was judged by a search without it.
    pub judged: u64,
    /// The number of those that could not be judged within the limit of visits.
    pub undecided: u64,
    /// The places where it was wrong, in the order of the frames.
    pub wrong: Vec<WrongGuess>,
}

/// A place where a guess was wrong: a search of the same depth without it contradicts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct WrongGuess {
    /// The frame at which the guess took effect.
    pub frame: usize,
    /// The bound that the guess assumed: for the player to move, the score reaches it, or is no
    /// better than it.
    pub guessed: Score,
    /// The score that a search without the guess returns. It contradicts the assumed bound.
    pub found: Score,
}

/// The report on the guesses of a run.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct GuessReport {
    /// The run with all guesses.
    pub with: GuessRun,
    /// The run without any guess.
    pub plain: GuessRun,
    /// The number of skipped moves by reason.
    pub skips: ByReason,
    /// The number of visits that were searched less deep, by reason.
    pub reductions: ByReason,
    /// The effect of each guess, in the order of the list.
    pub effects: Vec<GuessEffect>,
}

/// The limits of the searches that judge guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuessLimits {
    /// The greatest number of places that are judged for each guess.
    pub places: u64,
    /// The greatest number of visits of each of these searches.
    pub visits: u64,
}

impl Default for GuessLimits {
    fn default() -> Self {
        Self { places: 1_000, visits: 100_000 }
    }
}

impl GuessReport {
    /// Records a run, compares it with runs without guesses, and judges its guesses. Also returns
    /// the trace of the run.
    ///
    /// # Errors
    /// [`RecordError`] if the setup cannot be run.
    pub fn of(
        setup: &Setup,
        limits: GuessLimits,
        memory_limit: u64,
        progress: &Progress,
    ) -> Result<(Trace, Self), RecordError> {
        let trace = record(setup, memory_limit, progress)?;
        let report = Self::of_trace(&trace, setup, limits, progress)?;
        Ok((trace, report))
    }

    /// Like [`Self::of`], for a recorded run of `setup`. The progress counts the runs that are compared and the places to judge.
    ///
    /// # Errors
    /// [`RecordError`] if the setup cannot be run.
    pub fn of_trace(
        trace: &Trace,
        setup: &Setup,
        limits: GuessLimits,
        progress: &Progress,
    ) -> Result<Self, RecordError> {
        let guesses = setup.guesses.list().map(|(guess, value)| (guess, value, claims_of(trace, guess)));
        let guesses: Vec<_> = guesses.collect();
        let places = guesses.iter().map(|(.., claims)| (claims.len() as u64).min(limits.places)).sum::<u64>();
        // The run with all guesses, the run without any, and the run without each.
        progress.expect(places + 2 + guesses.len() as u64);
        let run = |guesses: GuessSetup| Self::run(&Setup { guesses, ..setup.clone() }, progress);
        let (with, plain) = (run(setup.guesses)?, run(GuessSetup::default())?);
        let mut effects = Vec::new();
        for (guess, value, claims) in guesses {
            // A guess within another guess has no effect without it.
            let within = Guess::ALL.into_iter().filter(|other| other.kind().within == Some(guess));
            let without = within.fold(setup.guesses.without(guess), GuessSetup::without);
            let mut effect =
                GuessEffect { guess, value, without: run(without)?, judged: 0, undecided: 0, wrong: Vec::new() };
            let mut claims = claims.into_iter().filter(|_| !progress.is_cancelled());
            let search = SearchSetup {
                guesses: without,
                passes: PassSetup::default(),
                table: None,
                ..setup.search_with(Algorithm::AlphaBetaSoft)
            };
            while effect.judged + effect.undecided < limits.places
                && let Some(claim) = claims.next()
            {
                effect.take(trace, claim, search, limits.visits);
                progress.advance(1);
            }
            effects.push(effect);
        }
        Ok(Self { with, plain, skips: skips_within(trace, None), reductions: reductions_within(trace, None), effects })
    }

    /// Runs a search without recording it.
    fn run(setup: &Setup, progress: &Progress) -> Result<GuessRun, RecordError> {
        struct SearchRun<'a>(&'a Setup, SearchSetup, &'a [u32], &'a Progress);
        impl GameVisitor for SearchRun<'_> {
            type Output = GuessRun;
            fn visit<G: Game>(self, game: &G) -> GuessRun {
                let Self(setup, search, start, progress) = self;
                let position = play_all(game, start).unwrap_or_else(|| game.root());
                let over = game.score(&position);
                let choice = choose(game, &position, search, setup.order, progress.cancel_flag()).ok();
                let choice = choice.filter(|_| over.is_none());
                GuessRun {
                    visits: choice.as_ref().map(|choice| choice.visits),
                    score: over.or(choice.as_ref().map(|choice| choice.score)),
                    moves: choice.map(|choice| choice.moves).unwrap_or_default(),
                }
            }
        }
        let game = setup.game.open()?;
        let start = game.parse_moves(&[], &setup.after)?;
        let search = setup.search_with(setup.algorithm().unwrap_or(Algorithm::AlphaBeta));
        let run = game.visit(SearchRun(setup, search, &start, progress));
        progress.advance(1);
        Ok(run)
    }
}

impl GuessRun {
    /// The chosen moves as texts.
    #[must_use]
    pub fn move_texts(&self, trace: &Trace) -> Vec<String> {
        let (game, start) = trace.rules().unwrap_or((&trace.game, &trace.start));
        game.move_texts(start, &self.moves)
    }
}

impl GuessEffect {
    /// Visits of the run without the guess, less those of the run `with` all guesses; `None` if one was cancelled.
    #[must_use]
    pub fn saved(&self, with: &GuessRun) -> Option<i64> {
        let both = self.without.visits.zip(with.visits);
        both.map(|(without, with)| without as i64 - with as i64)
    }

    /// Whether the search chooses other moves without the guess than in the run `with` all guesses.
    #[must_use]
    pub fn changes_choice(&self, with: &GuessRun) -> bool {
        self.saved(with).is_some() && self.without.moves != with.moves
    }

    /// Judges a claim by a search without the guess.
    fn take(&mut self, trace: &Trace, claim: Claim, search: SearchSetup, most_visits: u64) {
        let Some((game, start)) = trace.rules() else { return };
        let path: Vec<u32> = start.iter().copied().chain(claim.path).collect();
        let limit = search.limit.map(|limit| DepthLimit { depth: claim.left, ..limit });
        let passes = PassSetup { window: claim.window, ..PassSetup::default() };
        let found = game.visit(Judge { path: &path, search: SearchSetup { limit, passes, ..search }, most_visits });
        let Some(found) = found else {
            self.undecided += 1;
            return;
        };
        self.judged += 1;
        let kind = claim.window.judge(found);
        if kind == claim.wrong {
            self.wrong.push(WrongGuess { frame: claim.frame, guessed: claim.guessed, found });
        }
    }
}

/// A bound that a guess assumes.
struct Claim {
    frame: usize,
    /// The moves by the rules from the start of the run.
    path: Vec<u32>,
    /// The depth left there.
    left: u32,
    /// The null window that tests the bound.
    window: Window,
    guessed: Score,
    /// The side of the window on which a score contradicts the guess.
    wrong: BoundKind,
}

/// The window that tests whether a score reaches `goal` for `player`, and the kind of a score that does not.
fn reaches(player: Player, goal: Score) -> (Window, BoundKind) {
    match player {
        Player::Max => (Window { alpha: goal.previous(), beta: goal }, BoundKind::Upper),
        Player::Min => (Window { alpha: goal, beta: goal.next() }, BoundKind::Lower),
    }
}

/// The window that tests whether a score is better for `player` than `bound`, and the kind of a score that is.
fn exceeds(player: Player, bound: Score) -> (Window, BoundKind) {
    match player {
        Player::Max => (Window { alpha: bound, beta: bound.next() }, BoundKind::Lower),
        Player::Min => (Window { alpha: bound.previous(), beta: bound }, BoundKind::Upper),
    }
}

/// The claims of a guess in a trace, in the order of the frames: visits that it settled, moves that
/// it skipped, and visits that it reduced and that were not re-searched. Contains only positions
/// that the rules can reach.
fn claims_of(trace: &Trace, guess: Guess) -> Vec<Claim> {
    let visits = (0..trace.visit_count() as u32).map(VisitId);
    let settles = |reason: KnownReason| visits.clone().filter(move |&visit| trace.reason_of(visit) == Some(reason));
    match guess {
        Guess::NullMove => settles(KnownReason::NullMove).filter_map(|visit| of_cut(trace, visit)).collect(),
        Guess::Probcut => settles(KnownReason::Probcut).filter_map(|visit| of_cut(trace, visit)).collect(),
        Guess::LateMovePruning => of_skips(trace, KnownReason::LateMove.name()),
        Guess::Futility => of_skips(trace, KnownReason::Futility.name()),
        Guess::Delta => of_skips(trace, "delta"),
        Guess::LateMoveReductions => visits.filter_map(|visit| of_reduction(trace, visit)).collect(),
        Guess::Quiescence | Guess::CheckExtensions | Guess::Singular | Guess::InternalDeepening => Vec::new(),
    }
}

/// The moves by the rules to a visit; `None` below a null move or a repeated position.
fn rule_path(trace: &Trace, visit: VisitId) -> Option<Vec<u32>> {
    let mut path = Vec::new();
    let mut at = visit;
    while let Some(above) = trace.parent_visit(at) {
        path.push(trace.rule_move(trace.node_of(at))?);
        at = above;
    }
    path.reverse();
    Some(path)
}

fn whole(trace: &Trace, meaning: Meaning, visit: VisitId) -> Option<u32> {
    let number = trace.value_of(meaning, visit)?.number()?;
    (number >= 0.0).then_some(number as u32)
}

/// The claim of a visit that was cut off before its moves were searched: its score reaches β.
fn of_cut(trace: &Trace, visit: VisitId) -> Option<Claim> {
    let player = trace.player_of(visit);
    let goal = trace.given_window(visit).of(player.other());
    let (window, wrong) = reaches(player, goal);
    let frame = trace.span(visit).1?;
    Some(Claim {
        frame,
        path: rule_path(trace, visit)?,
        left: whole(trace, Meaning::Depth, visit)?,
        window,
        guessed: goal,
        wrong,
    })
}

/// The claim of a visit that was only searched with reduced depth: its score is no better than its
/// parent's.
fn of_reduction(trace: &Trace, visit: VisitId) -> Option<Claim> {
    let reduced = whole(trace, Meaning::Reduced, visit).filter(|&reduced| reduced > 0)?;
    let above = trace.parent_visit(visit)?;
    if trace.is_speculative(visit) || trace.update_frame(visit).is_none() {
        return None;
    }
    let player = trace.player_of(above);
    let guessed = trace.given_window(visit).of(player);
    let (window, wrong) = exceeds(player, guessed);
    let left = whole(trace, Meaning::Depth, visit)? + reduced;
    Some(Claim { frame: trace.span(visit).1?, path: rule_path(trace, visit)?, left, window, guessed, wrong })
}

/// The claims of skipped moves: their scores are no better than the score of their node.
fn of_skips(trace: &Trace, why: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    for skip in trace.skips().iter().filter(|skip| skip.why.as_deref() == Some(why)) {
        let visit = skip.visit();
        let Some(path) = rule_path(trace, visit) else { continue };
        let player = trace.player_of(visit);
        let Some(state) = trace.step(skip.frame as usize).filter(|step| step.visit == visit) else { continue };
        let guessed = state.window.of(player);
        if guessed.finite().is_none() {
            continue;
        }
        let (window, wrong) = exceeds(player, guessed);
        let Some(position) = trace
            .rules()
            .and_then(|(game, start)| game.position(&start.iter().chain(&path).copied().collect::<Vec<_>>()))
        else {
            continue;
        };
        let left = whole(trace, Meaning::Depth, visit).unwrap_or(0);
        for child in skip.children() {
            let Some(mv) = rule_move_of(trace, child, &position) else { continue };
            let changes = position.play(mv).is_some_and(|below| below.player() != player);
            let path = path.iter().copied().chain([mv]).collect();
            let left = left.saturating_sub(changes.into());
            claims.push(Claim { frame: skip.frame as usize, path, left, window, guessed, wrong });
        }
    }
    claims
}

/// The index of the move to a child of `position` that was not searched: by the rules, or by its text.
fn rule_move_of(trace: &Trace, child: NodeId, position: &AnyPosition) -> Option<u32> {
    trace.rule_move(child).or_else(|| {
        let text = trace.recorded_move_text(child)?;
        (0..position.move_count()).find(|&mv| position.move_text(mv) == text).map(|mv| mv as u32)
    })
}

/// A search of one position, to a limit of visits.
struct Judge<'a> {
    path: &'a [u32],
    search: SearchSetup,
    most_visits: u64,
}

impl GameVisitor for Judge<'_> {
    type Output = Option<Score>;

    fn visit<G: Game>(self, game: &G) -> Option<Score> {
        let position = play_all(game, self.path)?;
        let mut bounded = Bounded { left: self.most_visits };
        search_any(game, &position, self.search, &Natural, &mut bounded)
    }
}

/// An observer that stops a search after a number of visits.
struct Bounded {
    left: u64,
}

impl Observer for Bounded {
    type Node = ();

    fn above(&self) {}

    fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn expand(&mut self, (): (), _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, (): (), (): (), _: Score, _: Score, _: bool) {}

    fn end(&mut self, (): (), _: Score, _: BoundKind) {}
}
