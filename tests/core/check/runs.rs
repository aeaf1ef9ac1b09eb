//! Table of the right searches: games, search options, and degrees of recording.

use super::drivers::Run;
use super::games::Game;
use super::ways::{Degree, Drive, Guess, TableUse, Ways};

/// Degrees of recording that fit searches of every kind.
const FOUR: [Degree; 4] = [Degree::Full, Degree::Middle, Degree::Thin, Degree::Thinnest];

/// Searches without a table.
fn plain() -> Vec<Ways> {
    vec![
        Ways::MINIMAX,
        Ways::SOFT,
        Ways::HARD,
        Ways::PVS,
        Ways { cuts_above: true, ..Ways::SOFT },
        Ways { from_mover: false, ..Ways::SOFT },
        Ways { from_mover: false, ..Ways::HARD },
        Ways { from_mover: false, ..Ways::PVS },
        Ways { is_hard: true, ..Ways::PVS },
        Ways { is_negascout: true, ..Ways::PVS },
        Ways { drive: Drive::Within(-50, 50), ..Ways::SOFT },
        Ways { drive: Drive::Aspiration { width: 1, growth: 2 }, ..Ways::SOFT },
        Ways { drive: Drive::Aspiration { width: 2, growth: 0 }, ..Ways::PVS },
        Ways { drive: Drive::Deepening, ..Ways::PVS },
        Ways { drive: Drive::MtdF { guess: 2 }, ..Ways::SOFT },
    ]
}

/// Searches with a table.
fn with_table() -> Vec<Ways> {
    let table = Some(Ways::TABLE);
    let narrows = Some(TableUse { narrows: true, ..Ways::TABLE });
    let deeper = Some(TableUse { deeper_answers: true, ..Ways::TABLE });
    let warm = Some(TableUse { is_warm: true, ..Ways::TABLE });
    vec![
        Ways { table, ..Ways::SOFT },
        Ways { table, ..Ways::PVS },
        Ways { table: narrows, ..Ways::SOFT },
        Ways { table: narrows, from_mover: false, ..Ways::PVS },
        Ways { table, drive: Drive::Deepening, ..Ways::PVS },
        Ways { table: narrows, drive: Drive::Deepening, ..Ways::SOFT },
        Ways { table: deeper, drive: Drive::Deepening, ..Ways::PVS },
        Ways { table, drive: Drive::Aspiration { width: 1, growth: 3 }, ..Ways::PVS },
        Ways { table, drive: Drive::MtdF { guess: 0 }, ..Ways::SOFT },
        Ways { table: narrows, drive: Drive::MtdF { guess: 5 }, from_mover: false, ..Ways::SOFT },
        Ways { table, drive: Drive::DeepeningMtdF, ..Ways::SOFT },
        Ways { table, drive: Drive::Bisection { range: 64 }, ..Ways::SOFT },
        Ways { table: warm, ..Ways::SOFT },
        Ways { table: warm, drive: Drive::Deepening, ..Ways::PVS },
    ]
}

/// A game, an optional depth limit, and whether the header names an evaluation that the library does not have.
type Searched = (Game, Option<i32>, Option<&'static str>);

const SEARCHED: [Searched; 6] = [
    (Game::TicTacToe, None, None),
    (Game::TicTacToe, Some(3), None),
    (Game::ConnectFour, Some(4), Some("near the middle")),
    (Game::Tree, None, None),
    (Game::Layers, None, None),
    (Game::ExtraTurns, None, None),
];

fn base() -> Vec<Run> {
    let mut runs = Vec::new();
    for (game, limit, evaluation) in SEARCHED {
        // In trees, no position occurs twice.
        let has_transpositions = !matches!(game, Game::Tree | Game::ExtraTurns);
        let tables = if has_transpositions { with_table() } else { Vec::new() };
        for ways in plain().into_iter().chain(tables) {
            for degree in FOUR {
                runs.push(Run { game, ways: Ways { evaluation, ..ways }, degree, limit });
            }
        }
    }
    runs
}

/// Nodes whose score follows from their children omit it, in searches without speculation and table.
fn bare() -> Vec<Run> {
    let degree = Degree::Bare;
    [Game::TicTacToe, Game::Eight, Game::Tree, Game::ExtraTurns]
        .into_iter()
        .flat_map(|game| [Ways::MINIMAX, Ways::SOFT, Ways::PVS].map(|ways| Run { game, ways, degree, limit: None }))
        .collect()
}

/// Small differences between programs.
fn habits() -> Vec<Run> {
    let unnamed = Some(TableUse { names_entries: false, ..Ways::TABLE });
    let late = Ways { clamps_at_end: true, ..Ways::HARD };
    let mut runs: Vec<Run> = [(Game::TicTacToe, None), (Game::ConnectFour, Some(3)), (Game::Tree, None)]
        .map(|(game, limit)| Run { game, ways: late, degree: Degree::Full, limit })
        .to_vec();
    for degree in FOUR {
        for ways in [Ways::MINIMAX, Ways::SOFT, Ways { table: Some(Ways::TABLE), ..Ways::PVS }] {
            let ways = Ways { evaluation: Some("open-lines"), ..ways };
            runs.push(Run { game: Game::OpenLines, ways, degree, limit: Some(3) });
        }
        for game in [Game::TicTacToe, Game::Eight] {
            runs.push(Run { game, ways: Ways { table: unnamed, ..Ways::SOFT }, degree, limit: None });
        }
        for game in [Game::Mates, Game::KnownMates] {
            runs.push(Run { game, ways: Ways::PVS, degree, limit: None });
        }
        for table in [None, Some(Ways::TABLE)] {
            let ways = Ways { mate_distance: true, table, ..Ways::SOFT };
            if degree >= Degree::Thin {
                runs.push(Run { game: Game::Mates, ways, degree, limit: None });
            }
        }
        runs.push(Run { game: Game::ConnectFour, ways: Ways::SOFT, degree, limit: Some(3) });
    }
    runs
}

/// Speculative searches.
fn guessing() -> Vec<Run> {
    let on = |guess, ways| Ways { guess: Some(guess), ..ways };
    let all = [
        on(Guess::Quiescence, Ways::SOFT),
        on(Guess::Quiescence, Ways::PVS),
        on(Guess::NullMove, Ways::SOFT),
        on(Guess::NullMove, Ways::PVS),
        on(Guess::ProbCut, Ways::SOFT),
        on(Guess::Singular, Ways::SOFT),
        on(Guess::Excluding, Ways::PVS),
        on(Guess::LateReductions, Ways::PVS),
        on(Guess::InternalDeepening, Ways::SOFT),
        on(Guess::Futility, Ways::SOFT),
        on(Guess::FutilityBySkip, Ways::SOFT),
        on(Guess::FutilityBySkip, Ways::PVS),
        on(Guess::StandPatUntold, Ways::SOFT),
        on(Guess::StandPatUntold, Ways::PVS),
        on(Guess::InternalPass, Ways::SOFT),
        on(Guess::LateMoves, Ways::SOFT),
        on(Guess::LateMoves, Ways::PVS),
        on(Guess::Razoring, Ways::SOFT),
    ];
    let mut runs = Vec::new();
    for (game, limit) in [(Game::TicTacToe, 4), (Game::ConnectFour, 4), (Game::Tree, 4), (Game::Layers, 4)] {
        let tables = if game == Game::Tree { &[None][..] } else { &[None, Some(Ways::TABLE)] };
        for (&table, ways) in tables.iter().flat_map(|table| all.iter().map(move |ways| (table, ways))) {
            // Without a recorded reason, a score that settles a node has no explanation.
            let has_own_scores = matches!(
                ways.guess,
                Some(Guess::Quiescence | Guess::Futility | Guess::StandPatUntold | Guess::InternalPass)
            );
            for degree in FOUR.into_iter().filter(|degree| *degree >= Degree::Thin || !has_own_scores) {
                runs.push(Run { game, ways: Ways { table, ..*ways }, degree, limit: Some(limit) });
            }
        }
    }
    runs
}

/// Sparsely recorded tables: by keys only or not at all, from deeper searches, without results of lookups.
fn tables() -> Vec<Run> {
    let undeclared = TableUse { is_undeclared: true, ..Ways::TABLE };
    let by_key = TableUse { tells_keys_alone: true, ..undeclared };
    let unnamed = TableUse { names_entries: false, ..undeclared };
    let from_deeper = TableUse { is_warm: true, is_warm_from_deeper: true, deeper_answers: true, ..Ways::TABLE };
    let silent = TableUse { omits_results: true, ..Ways::TABLE };
    let deeper = TableUse { deeper_answers: true, ..by_key };
    let mut runs = Vec::new();
    for degree in [Degree::Full, Degree::Middle] {
        let mut run = |game, table, limit, ways: Ways| {
            runs.push(Run { game, ways: Ways { table: Some(table), ..ways }, degree, limit });
        };
        for table in [undeclared, by_key, unnamed] {
            run(Game::WholeTicTacToe, table, None, Ways::SOFT);
            run(Game::WholeTicTacToe, table, Some(4), Ways { drive: Drive::Deepening, ..Ways::PVS });
            run(Game::Layers, table, None, Ways { drive: Drive::DeepeningMtdF, ..Ways::SOFT });
        }
        for (game, limit) in [(Game::TicTacToe, 3), (Game::OpenLines, 3), (Game::ConnectFour, 4), (Game::Layers, 3)] {
            let evaluation = (game == Game::OpenLines).then_some("open-lines");
            run(game, from_deeper, Some(limit), Ways { evaluation, ..Ways::SOFT });
            run(game, deeper, Some(limit), Ways { evaluation, drive: Drive::Deepening, ..Ways::PVS });
            run(game, silent, Some(limit), Ways { guess: Some(Guess::Razoring), ..Ways::SOFT });
            run(game, silent, Some(limit), Ways { evaluation, ..Ways::PVS });
        }
    }
    runs
}

/// All right searches that end normally.
pub fn right() -> Vec<Run> {
    [base(), bare(), habits(), guessing(), tables()].concat()
}
