//! Searches at positions with known scores: the published figures of a solver of Connect Four.

use std::path::Path;
use std::sync::Mutex;

use edagari::analysis::{KnownPosition, Side, TriedPosition, parse_set, try_positions};
use edagari::game::{AnyGame, ConnectFour, GameSetup};
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, Order, PassSetup, RuleBounds, RuleSetup, SearchSetup};
use edagari::trace::{PointOfView, Progress};

pub fn end_easy() -> (AnyGame, Vec<KnownPosition>) {
    let setup = GameSetup::from(ConnectFour { shortest_win: true, ..ConnectFour::default() });
    let game = setup.open().expect("a game");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect-four/end-easy.txt");
    let text = std::fs::read_to_string(path).expect("the set");
    let set = parse_set(&text, (&setup, &game), &[], PointOfView::Mover).expect("positions");
    (game, set)
}

pub fn tried(game: &AnyGame, set: &[KnownPosition], side: Side) -> Vec<TriedPosition> {
    let tried = Mutex::new(Vec::new());
    try_positions(game, set, side, &Progress::default(), &|one| tried.lock().expect("no panic").push(one))
        .expect("it can be searched");
    tried.into_inner().expect("no panic")
}

/// Setup with the solver's way of counting.
fn as_solver(algorithm: Algorithm, is_weak: bool, order: Order) -> Side {
    let bounds = algorithm.cuts().then_some(RuleBounds::Best);
    let window = if is_weak { Window { alpha: Score::new(-1), beta: Score::new(1) } } else { Window::FULL };
    let search = SearchSetup {
        rules: RuleSetup { bounds, win_at_once: true, skip_losing: false },
        passes: PassSetup { window, ..PassSetup::default() },
        ..algorithm.into()
    };
    Side { search, order }
}

/// P. Pons, "Solving Connect 4: how to build a perfect AI" (blog.gamesolver.org), parts 3, 4 and 5: nodes per position of End-Easy.
#[test]
fn rungs_of_the_solver_match_the_published_figures() {
    let (game, set) = end_easy();
    assert_eq!(set.len(), 1000);
    for (algorithm, is_weak, order, tenths) in [
        (Algorithm::Minimax, false, Order::Natural, 110_245),
        (Algorithm::AlphaBeta, false, Order::Natural, 2_836),
        (Algorithm::AlphaBeta, true, Order::Natural, 2_229),
        (Algorithm::AlphaBeta, false, Order::Center, 1_397),
        (Algorithm::AlphaBeta, true, Order::Center, 1_071),
    ] {
        let tried = tried(&game, &set, as_solver(algorithm, is_weak, order));
        assert!(tried.len() == set.len() && tried.iter().all(|one| one.is_right), "{algorithm:?} {order}");
        let visits: u64 = tried.iter().map(|one| one.visits).sum();
        // Mean of the thousand positions, in tenths of a node.
        assert_eq!((visits + 50) / 100, tenths, "{algorithm:?} {is_weak} {order}: {visits}");
    }
}

/// Reimplementation of the first two rungs of the solver, with its own boards.
#[test]
fn a_plain_program_of_the_solver_counts_the_same() {
    let (game, set) = end_easy();
    let few: Vec<KnownPosition> = set.iter().step_by(7).cloned().collect();
    for (algorithm, ends) in
        [(Algorithm::Minimax, None), (Algorithm::AlphaBeta, Some([-21, 21])), (Algorithm::AlphaBeta, Some([-1, 1]))]
    {
        let side = as_solver(algorithm, ends == Some([-1, 1]), Order::Natural);
        for one in tried(&game, &few, side) {
            let mut grid = Grid::default();
            let mut position = game.position(&[]).expect("a root");
            for &mv in &few[one.number].path {
                let column = position.move_text(mv as usize).as_bytes()[0] - b'a';
                grid.drop(column.into());
                position = position.play(mv).expect("a legal move");
            }
            let mut nodes = 0;
            match ends {
                None => drop(grid.negamax(&mut nodes)),
                Some([alpha, beta]) => drop(grid.alpha_beta(&mut nodes, alpha, beta)),
            }
            assert_eq!(one.visits, nodes, "{algorithm:?} at {}", one.number);
        }
    }
}

/// A board as in the articles, one list for each column.
#[derive(Clone, Default)]
struct Grid {
    columns: [Vec<u8>; 7],
    stones: i32,
}

impl Grid {
    fn drop(&mut self, column: usize) {
        self.columns[column].push((self.stones % 2) as u8);
        self.stones += 1;
    }

    fn is_free(&self, column: usize) -> bool {
        self.columns[column].len() < 6
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let column = usize::try_from(column).ok().and_then(|column| self.columns.get(column))?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether the player to move wins in this column.
    fn wins(&self, column: usize) -> bool {
        let (own, x, y) = (Some((self.stones % 2) as u8), column as i32, self.columns[column].len() as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                (1..4).take_while(|step| self.at(x + sign * step * dx, y + sign * step * dy) == own).count()
            };
            run(1) + run(-1) >= 3
        })
    }

    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..7).filter(|&column| self.is_free(column))
    }

    fn after(&self, column: usize) -> Self {
        let mut next = self.clone();
        next.drop(column);
        next
    }

    fn negamax(&self, nodes: &mut u64) -> i32 {
        *nodes += 1;
        if self.stones == 42 {
            return 0;
        }
        if self.free().any(|column| self.wins(column)) {
            return (43 - self.stones) / 2;
        }
        self.free().map(|column| -self.after(column).negamax(nodes)).max().unwrap_or(0)
    }

    fn alpha_beta(&self, nodes: &mut u64, mut alpha: i32, mut beta: i32) -> i32 {
        *nodes += 1;
        if self.stones == 42 {
            return 0;
        }
        if self.free().any(|column| self.wins(column)) {
            return (43 - self.stones) / 2;
        }
        beta = beta.min((41 - self.stones) / 2);
        if alpha >= beta {
            return beta;
        }
        for column in self.free() {
            let score = -self.after(column).alpha_beta(nodes, -beta, -alpha);
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
        alpha
    }
}
