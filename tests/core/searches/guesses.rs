//! Searches that guess: the steps without effect of a guess, an independent quiescence search, the silence of the check, and refusals.

use edagari::analysis::{GuessLimits, GuessReport, Summary, check, reason_title, reduction_title};
use edagari::game::{Chess, Game, Kalah, Player};
use edagari::language::Language;
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, Aspiration, DepthLimit, Guess, GuessSetup, Order, TableSetup};
use edagari::trace::file::{read_trace, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Meaning, Process, Progress, Setup, Trace, VisitId, record};
use std::num::NonZeroU32;

use crate::oracles::is_whole;

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a setup that can be run")
}

/// Positions in the words of the command line, with an evaluation that differs between positions.
const STARTS: [&str; 10] = [
    "chess",
    r"chess,position=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    r"chess,position=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    r"chess,position=r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    r"chess,position=6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    r"chess,position=8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "kalah",
    r"kalah,houses=4,stones=3",
    "reversi,size=6",
    "connect-four",
];

fn start(number: usize, depth: u32, algorithm: Algorithm) -> Setup {
    let text = format!("{},search={},depth-limit={depth}", STARTS[number % STARTS.len()], algorithm.name());
    Setup::of_words(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const SEARCHES: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft, Algorithm::Pvs, Algorithm::Aspiration];

/// Guesses from bits, only those that the game of the setup offers.
fn guesses(setup: &Setup, bits: u32, by: u32) -> GuessSetup {
    let mut made = GuessSetup::default();
    for (place, guess) in Guess::ALL.into_iter().enumerate() {
        let kind = guess.kind();
        let value = if by.is_multiple_of(2) { kind.usual } else { (kind.values.start() + by).min(*kind.values.end()) };
        let tried = made.with(guess, value);
        let fits = || {
            record(
                &Setup {
                    guesses: tried,
                    limit: setup.limit.map(|limit| DepthLimit { depth: 0, ..limit }),
                    ..setup.clone()
                },
                1 << 20,
                &Progress::default(),
            )
            .is_ok()
        };
        if bits >> place & 1 == 1 && fits() {
            made = tried;
        }
    }
    made
}

/// The visits of a trace: place by moves, window, score.
fn visits(trace: &Trace) -> Vec<(String, Window, Option<Score>)> {
    (0..trace.visit_count() as u32)
        .map(VisitId)
        .map(|visit| {
            let place = format!("{:?}", trace.path(trace.node_of(visit)));
            (place, trace.given_window(visit), trace.span(visit).1.and_then(|end| trace.step(end)?.score))
        })
        .collect()
}

fn silent(trace: &Trace, setup: &Setup) -> Result<(), String> {
    let report = check(trace, false, &Progress::default());
    match report.findings.first() {
        None => Ok(()),
        Some(finding) => Err(format!(
            "{} at {}: {} {} {:?} {:?}",
            finding.fault.name(),
            finding.frame,
            finding.sentence(trace, Language::English),
            setup.to_words().unwrap_or_default(),
            setup.limit,
            report.finding_count,
        )),
    }
}

#[test]
fn check_is_silent_about_random_guesses() {
    let mut wrong = Vec::new();
    // Small margins of singular extensions make some of these searches very large, so each stops at a few megabytes.
    let limit = if is_whole() { 40 << 20 } else { 3 << 20 };
    for number in 0..if is_whole() { 240 } else { 40_u32 } {
        let mix = number.wrapping_mul(2_654_435_761);
        let mut setup = drawn(number);
        setup.guesses = guesses(&setup, mix >> 8, mix >> 20);
        let trace = record(&setup, limit, &Progress::default()).expect("a run");
        wrong.extend(silent(&trace, &setup).err());
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Search, depth, table, passes and order drawn from a number.
fn drawn(number: u32) -> Setup {
    let mix = number.wrapping_mul(2_654_435_761);
    let algorithm = SEARCHES[(mix >> 3) as usize % 4];
    let mut setup = start(number as usize, 2 + mix % 3, algorithm);
    if mix >> 5 & 1 == 1 {
        setup.table = Some(TableSetup::default());
    }
    if mix >> 6 & 1 == 1 {
        setup.passes.deepening = NonZeroU32::new(1);
    }
    if mix >> 7 & 3 == 3 && algorithm != Algorithm::Aspiration {
        setup.passes.aspiration = Some(Aspiration::default());
    }
    if mix >> 9 & 1 == 1 {
        setup.order = Order::Reversed;
    }
    if mix >> 10 & 1 == 1 {
        setup.order_by = "killers,history".parse().expect("sources");
    }
    setup
}

#[test]
fn guess_without_effect_makes_the_steps_of_the_plain_search() {
    for number in 0..if is_whole() { 60 } else { 20 } {
        let plain = drawn(number);
        // No evaluation is so far from the window.
        let setup = Setup { guesses: GuessSetup::default().with(Guess::Futility, 100_000), ..plain.clone() };
        let (plain, guessing) = (recorded(&plain), recorded(&setup));
        assert_eq!(guessing.value(), plain.value(), "{setup:?}");
        let (expected, found) = (visits(&plain), visits(&guessing));
        assert_eq!(found.len(), expected.len(), "{setup:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{setup:?}");
        }
    }
}

/// The score of a position by a negamax that shares nothing with the searches: a full-width search to `left` changes of player, then
/// noisy moves for at most `plies` moves.
fn quiet_value<G: Game>(game: &G, position: &G::Position, left: u32, plies: u32) -> i32 {
    let sign = if game.player(position) == Player::Max { 1 } else { -1 };
    let number = |score: Score| sign * score.finite().expect("a finite score");
    if let Some(score) = game.score(position) {
        return number(score);
    }
    let in_check = game.is_in_check(position) == Some(true);
    let mut best = i32::MIN + 1;
    if left == 0 {
        let stand = number(game.evaluate(position, 0));
        if plies == 0 {
            return stand;
        }
        if !in_check {
            best = stand;
        }
    }
    for mv in game.legal_moves(position) {
        if left == 0 && !in_check && game.is_noisy(position, mv) != Some(true) {
            continue;
        }
        let below = game.play(position, mv);
        let changes = game.player(&below) != game.player(position);
        let value = match (left, changes) {
            (0, _) => quiet_value(game, &below, 0, plies - 1),
            (_, true) => quiet_value(game, &below, left - 1, plies),
            (_, false) => quiet_value(game, &below, left, plies),
        };
        best = best.max(if changes { -value } else { value });
    }
    best
}

fn has_value<G: Game>(game: &G, position: &G::Position, name: &str, plies: u32) {
    for depth in 0..=2 {
        let sign = if game.player(position) == Player::Max { 1 } else { -1 };
        let expected = sign * quiet_value(game, position, depth, plies);
        for algorithm in SEARCHES {
            let text = format!("{name},search={},depth-limit={depth},quiescence={plies}", algorithm.name());
            let setup = Setup::of_words(&text).expect("a setup");
            for table in [None, Some(TableSetup::default())] {
                let trace = recorded(&Setup { table, ..setup.clone() });
                assert_eq!(trace.value(), Some(Score::new(expected)), "{text} {table:?}");
            }
        }
    }
}

#[test]
fn quiescence_search_has_the_value_of_a_plain_one() {
    let kalah = Kalah::default();
    has_value(&kalah, &kalah.root(), "kalah", 4);
    for name in STARTS.iter().filter_map(|name| name.strip_prefix("chess,position=")) {
        let position = Chess::default().read_fen(name).expect("a position");
        has_value(&Chess::default(), &position, &format!("chess,position={name}"), 2);
    }
}

#[test]
fn each_guess_leaves_its_word_in_the_trace() {
    let mut setup = start(2, 5, Algorithm::Pvs);
    let of = |guess: Guess| match guess {
        Guess::Quiescence | Guess::Delta => (Meaning::Kind, "quiescence"),
        Guess::NullMove => (Meaning::Kind, "null-move"),
        Guess::Probcut => (Meaning::Kind, "probcut"),
        Guess::Singular => (Meaning::Kind, "singular"),
        Guess::InternalDeepening => (Meaning::Kind, "iid"),
        Guess::LateMoveReductions => (Meaning::Reduced, "1"),
        Guess::CheckExtensions => (Meaning::Extended, "1"),
        Guess::LateMovePruning | Guess::Futility => (Meaning::Depth, "1"),
    };
    setup.limit = Some(DepthLimit { depth: 5, evaluation: 1 });
    setup.order_by = "captures".parse().expect("sources");
    for guess in Guess::ALL {
        let mut guesses = GuessSetup::default().with(guess, guess.kind().usual.min(50));
        if let Some(within) = guess.kind().within {
            guesses = guesses.with(within, 8);
        }
        let trace = recorded(&Setup { guesses, ..setup.clone() });
        let (meaning, word) = of(guess);
        let has = |visit: &VisitId| trace.value_of(meaning, *visit).is_some_and(|value| value.to_string() == word);
        assert!((0..trace.visit_count() as u32).map(VisitId).any(|visit| has(&visit)), "{guess:?}");
    }
}

#[test]
fn fail_hard_search_with_guesses_and_a_table_of_windows_is_silent() {
    let text = "connect-four,width=5,height=4,search=alpha-beta,depth-limit=5,table=window";
    let mut setup = Setup::of_words(text).expect("a setup");
    let guess = Guess::InternalDeepening;
    setup.guesses = GuessSetup::default().with(guess, guess.kind().usual);
    silent(&recorded(&setup), &setup).expect("nothing is wrong");
}

/// Visits of the children of each visit, by the visit's number.
fn visits_below(trace: &Trace) -> Vec<Vec<VisitId>> {
    let mut below = vec![Vec::new(); trace.visit_count()];
    for visit in (0..trace.visit_count() as u32).map(VisitId) {
        if let Some(above) = trace.parent_visit(visit) {
            below[above.0 as usize].push(visit);
        }
    }
    below
}

#[test]
fn move_is_extended_exactly_where_all_others_are_worse_by_the_margin() {
    let number = |trace: &Trace, meaning, visit| trace.value_of(meaning, visit).and_then(|value| value.number());
    for (place, depth, margin) in [(2, 5, 40), (7, 6, 1), (8, 6, 1), (9, 6, 1)] {
        let (mut singular, mut others) = (0, 0);
        for algorithm in SEARCHES {
            let mut setup = start(place, depth, algorithm);
            setup.guesses = GuessSetup::default().with(Guess::Singular, margin);
            let trace = record(&setup, 1 << 30, &Progress::default()).expect("a run");
            silent(&trace, &setup).expect("nothing is wrong");
            let below = visits_below(&trace);
            let kind = |visit: VisitId| trace.value_of(Meaning::Kind, visit).map(|value| value.to_string());
            let is_without = |visit: &&VisitId| kind(**visit).as_deref() == Some("singular");
            for (visit, inside) in (0..).map(VisitId).zip(&below) {
                let tested: Vec<&VisitId> = inside.iter().filter(is_without).collect();
                let extended: Vec<&VisitId> = inside
                    .iter()
                    .filter(|&&child| number(&trace, Meaning::Extended, child).is_some_and(|plies| plies > 0.0))
                    .collect();
                let [&test] = tested[..] else {
                    assert!(tested.is_empty() && extended.is_empty(), "{visit:?} of {setup:?}");
                    continue;
                };
                let step = trace.span(test).1.and_then(|end| trace.step(end)).expect("an end");
                let player = trace.player_of(visit);
                let window = trace.given_window(test);
                let is_below = match player {
                    Player::Max => step.score <= Some(window.alpha),
                    Player::Min => step.score >= Some(window.beta),
                };
                // The first child that counts is the best move, and the search before did not enter it.
                let best = inside
                    .iter()
                    .copied()
                    .find(|&child| kind(child).is_none_or(|kind| !["singular", "iid"].contains(&kind.as_str())));
                let best = best.expect("a child");
                let moves = |visit: VisitId| {
                    let path = trace.path(trace.node_of(visit));
                    trace.game.move_texts(&trace.start, &path).pop()
                };
                assert!(
                    below[test.0 as usize].iter().all(|&other| moves(other) != moves(best)),
                    "{test:?} of {setup:?}"
                );
                let keeps_turn = trace.player_of(best) == player;
                assert_eq!(!extended.is_empty(), is_below && !keeps_turn, "{visit:?} of {setup:?}");
                assert!(extended.iter().all(|&&child| moves(child) == moves(best)), "{visit:?} of {setup:?}");
                if is_below { singular += 1 } else { others += 1 }
            }
        }
        assert!(singular > 0 && others > 0, "{}: {singular} singular, {others} others", STARTS[place]);
    }
}

#[test]
fn singular_extensions_with_a_margin_that_no_move_has_leave_the_value() {
    for number in 0..if is_whole() { 60 } else { 10 } {
        let plain = Setup { table: None, ..drawn(number) };
        let limit = plain.limit.map(|limit| DepthLimit { depth: limit.depth.max(4), ..limit });
        let plain = Setup { limit, ..plain };
        let setup = Setup { guesses: GuessSetup::default().with(Guess::Singular, 100_000), ..plain.clone() };
        assert_eq!(recorded(&setup).value(), recorded(&plain).value(), "{setup:?}");
    }
}

#[test]
fn trace_with_guesses_survives_a_stream() {
    let mut setup = start(2, 3, Algorithm::Pvs);
    setup.guesses = guesses(&setup, u32::MAX, 0);
    let trace = recorded(&setup);
    assert_eq!(trace.setup.guesses, setup.guesses);
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Progress::default()).expect("memory");
    let read = read_trace(&stream[..], DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
    assert_eq!((visits(&read), read.setup.guesses), (visits(&trace), setup.guesses));
}

#[test]
fn guesses_that_do_not_fit_are_refused_in_a_sentence() {
    let of = |text: &str| Setup::of_words(text).expect("a setup");
    for (text, part) in [
        ("chess,search=mtd-f,depth-limit=3,null-move=2", "mtd-f makes no guesses"),
        ("chess,search=minimax,depth-limit=3,null-move=2", "minimax makes no guesses"),
        ("chess,search=alpha-beta,null-move=2", "expected a depth limit for --null-move"),
        ("chess,search=alpha-beta,depth-limit=3,delta=90", "expected --quiescence, too"),
        ("chess,search=alpha-beta,depth-limit=3,futility=90,win-at-once", "--win-at-once and the guess --futility"),
        ("reversi,search=alpha-beta,depth-limit=3,null-move=2", "this game has no pass to try"),
        ("kalah,search=alpha-beta,depth-limit=3,check-extensions", "this game has no check"),
        ("connect-four,search=alpha-beta,depth-limit=3,quiescence=3", "this game has no noisy moves"),
        ("chess,search=uct,null-move=2", "uct has no guesses"),
    ] {
        let error = record(&of(text), 1 << 20, &Progress::default()).expect_err(text).to_string();
        assert!(error.contains(part) && error.lines().count() == 1, "{text}: {error}");
    }
    let setup = of("chess,search=alpha-beta,depth-limit=3");
    let setup = Setup { guesses: GuessSetup::default().with(Guess::NullMove, 99), ..setup };
    let error = record(&setup, 1 << 20, &Progress::default()).expect_err("out of range").to_string();
    assert_eq!(error, "--null-move is 99, expected 1 to 8");
    assert!(matches!(setup.process, Process::Search(_)));
}

/// A trébuchet-like pawn ending: the side to move loses its pawn, so that a pass is worth more than any move.
const ZUGZWANG: &str = "chess,position=8/8/8/2Kp4/3Pk3/8/8/8 w - - 0 1";

#[test]
fn report_finds_the_places_where_a_guess_is_wrong() {
    let of = |text: &str| Setup::of_words(text).expect("a setup");
    let report = |setup: &Setup| {
        let limits = GuessLimits { places: 200, visits: 50_000 };
        GuessReport::of(setup, limits, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
    };
    let late = of("reversi,size=6,search=alpha-beta-soft,depth-limit=4,order=reversed,late-move-pruning");
    let (trace, report_of_late) = report(&late);
    let [effect] = &report_of_late.effects[..] else { panic!("one guess") };
    assert!(effect.judged > 0 && !effect.wrong.is_empty(), "{effect:?}");
    assert_eq!(effect.without, report_of_late.plain, "no other guess is made");
    assert_eq!(report_of_late.with.visits, Some(trace.visit_count() as u64));
    for wrong in &effect.wrong {
        let step = trace.step(wrong.frame).expect("a frame of the run");
        let player = trace.player_of(step.visit);
        assert_ne!(player.better(wrong.guessed, wrong.found), wrong.guessed, "{wrong:?}");
    }
    // Futility with a margin that no evaluation reaches skips nothing, so nothing is judged or saved.
    let without_effect = Setup { guesses: GuessSetup::default().with(Guess::Futility, 100_000), ..late };
    let (_, none) = report(&without_effect);
    assert_eq!((none.effects[0].judged, none.effects[0].wrong.len(), &none.with), (0, 0, &none.plain));
    let (_, null) = report(&of(&format!("{ZUGZWANG},search=pvs,depth-limit=6,null-move=2,evaluation=piece-square")));
    assert_eq!(null.effects[0].guess, Guess::NullMove);
    assert_eq!(null.effects[0].without, null.plain);
}

#[test]
fn reduced_late_moves_are_counted_as_reductions_not_as_pruning() {
    let words = "kalah,search=alpha-beta-soft,depth-limit=4,late-move-reductions";
    let summary = Summary::of(&recorded(&Setup::of_words(words).expect("a setup")));
    let reasons: Vec<&str> = summary.reductions.keys().map(String::as_str).collect();
    assert_eq!(reasons, [Guess::LateMoveReductions.name()]);
    for reason in ["late move", reasons[0]] {
        assert_eq!(reduction_title(reason, Language::English), "late-move reductions");
    }
    assert_eq!(reason_title("late move", Language::English), "late-move pruning");
}
