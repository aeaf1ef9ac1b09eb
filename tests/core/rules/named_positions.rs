//! The positions of chess that come with Edagari: searches find what each of them claims, at the depth that it states and not before.

use std::collections::BTreeSet;

use edagari::analysis::{Solution, solve};
use edagari::game::{AnyGame, Chess, GameKind, GameSetup, NamedPosition, OptionKind, Options};
use edagari::score::{Player, Score};
use edagari::search::{Algorithm, DepthLimit, Order, SearchSetup, TableSetup};
use edagari::trace::Progress;

/// Scores from which a mate begins, and those of a pawn.
const MATE: i32 = 20_001;
const PAWN: i32 = 100;

fn positions() -> &'static [NamedPosition] {
    let chess = GameKind::named("chess").expect("a game");
    chess.position_option().expect("an option").positions()
}

fn game(position: &str) -> AnyGame {
    GameSetup::placed(Chess::default(), position).open().expect(position)
}

/// α-β with a table, and the material at the depth limit.
fn searched(game: &AnyGame, start: &[u32], depth: u32) -> Solution {
    let limit = Some(DepthLimit { depth, evaluation: 0 });
    let setup = SearchSetup { limit, table: Some(TableSetup::default()), ..Algorithm::AlphaBetaSoft.into() };
    solve(game, start, setup, Order::Natural, &Progress::default()).expect("not cancelled")
}

/// A score from the point of view of the player to move at the start.
fn for_mover(game: &AnyGame, score: Score) -> i32 {
    let score = score.finite().expect("a finite score");
    if game.position(&[]).expect("a start").player() == Player::Max { score } else { -score }
}

fn best_moves(game: &AnyGame, depth: u32) -> BTreeSet<String> {
    let moves = searched(game, &[], depth).best_moves.expect("an exact value");
    moves.iter().flat_map(|&mv| game.move_texts(&[], &[mv])).collect()
}

#[test]
fn twenty_positions_have_distinct_names_and_positions_that_read_as_themselves() {
    assert_eq!(positions().len(), 20);
    let names: BTreeSet<&str> = positions().iter().map(|position| position.name).collect();
    assert_eq!(names.len(), 20);
    let option = GameKind::named("chess").expect("a game").position_option().expect("an option");
    for position in positions() {
        let start = game(position.position).position(&[]).expect("a start");
        assert_eq!(start.position_text().as_deref(), Some(position.position), "{}", position.name);
        let entered = option.parse(position.name, &Options::default()).expect("a name");
        assert_eq!(entered.to_string(), position.position);
        assert!(position.mate.is_some() || position.depth.is_some() || position.illegal.is_some(), "{}", position.name);
    }
    let refused = option.parse("back-ranks", &Options::default()).expect_err("no such name").to_string();
    assert!(refused.contains("or the name of a position: back-rank, smothered"), "{refused}");
    assert!(matches!(option.kind, OptionKind::Position { .. }));
}

#[test]
fn mates_are_found_at_their_depth_and_not_before() {
    for position in positions() {
        let Some(moves) = position.mate else { continue };
        let game = game(position.position);
        let plies = 2 * moves - 1;
        let value = for_mover(&game, searched(&game, &[], plies).value);
        assert_eq!(value, 30_000 - plies as i32, "{}", position.name);
        for earlier in 1..plies {
            let value = for_mover(&game, searched(&game, &[], earlier).value);
            assert!(value < MATE, "{} at depth {earlier}: {value}", position.name);
        }
        if !position.best.is_empty() {
            let best: BTreeSet<String> = position.best.iter().map(ToString::to_string).collect();
            assert_eq!(best_moves(&game, plies), best, "{}", position.name);
        }
    }
}

#[test]
fn named_moves_are_the_only_best_ones_at_their_depth() {
    for position in positions() {
        let (Some(depth), false) = (position.depth, position.best.is_empty()) else { continue };
        let best: BTreeSet<String> = position.best.iter().map(ToString::to_string).collect();
        assert_eq!(best_moves(&game(position.position), depth), best, "{}", position.name);
    }
}

#[test]
fn traps_lose_a_pawn_or_more_and_look_good_before_that() {
    for position in positions() {
        let Some(trap) = position.trap else { continue };
        let game = game(position.position);
        let depth = position.depth.or(position.mate.map(|moves| 2 * moves)).expect("a depth");
        let path = game.parse_moves(&[], trap).expect(trap);
        let kept = for_mover(&game, searched(&game, &[], depth).value);
        let left = for_mover(&game, searched(&game, &path, depth - 1).value);
        assert!(left <= kept - PAWN, "{}: {left} after {trap}, {kept}", position.name);
        // Without the replies, it gains material or keeps it.
        let now = for_mover(&game, searched(&game, &[], 0).value);
        let after = for_mover(&game, searched(&game, &path, 0).value);
        let is_over = game.position(&path).expect("legal").move_count() == 0;
        assert!(is_over || after >= now, "{}: {after} after {trap}, {now}", position.name);
    }
}

#[test]
fn pass_is_better_than_any_move_in_mutual_zugzwang() {
    let mut compared = 0;
    for position in positions().iter().filter(|position| position.passes_better) {
        let depth = position.depth.expect("a depth");
        let moving = game(position.position);
        let passing = game(&position.position.replacen(" w ", " b ", 1));
        let [moved, passed] =
            [&moving, &passing].map(|game| searched(game, &[], depth).value.finite().expect("finite"));
        assert!(passed >= moved + PAWN, "{}: {moved}, {passed} with a pass", position.name);
        compared += 1;
    }
    assert_eq!(compared, 1);
}

#[test]
fn illegal_capture_is_legal_without_the_pinning_piece() {
    for position in positions() {
        let Some(illegal) = position.illegal else { continue };
        let is_legal = |fen: &str| game(fen).parse_moves(&[], illegal).is_ok();
        assert!(!is_legal(position.position), "{}", position.name);
        assert!(is_legal(&position.position.replacen("p3r/", "p4/", 1)), "{}", position.name);
    }
}
