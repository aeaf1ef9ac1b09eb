//! A plain implementation, on bitboards, of the solver of Connect Four by P. Pons ("Solving Connect 4: how to build a
//! perfect AI", blog.gamesolver.org). It reproduces the published figures of the upper rungs and counts the same nodes
//! as the search.

use std::cmp::Reverse;
use std::collections::HashMap;

use edagari::analysis::{KnownPosition, Side};
use edagari::game::AnyGame;
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, Order, OrderBy, PassSetup, RuleBounds, RuleSetup, SearchSetup, TableSetup};

use crate::rules::positions::{end_easy, tried};

const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
const BOARD: u64 = BOTTOM * 0b11_1111;
const FROM_CENTER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

const fn column(index: u32) -> u64 {
    0b11_1111 << (7 * index)
}

/// A position from the view of the player to move.
#[derive(Clone, Copy, Default)]
struct Position {
    own: u64,
    all: u64,
    stones: i32,
}

/// Free squares that complete four of these stones.
fn winning(own: u64, all: u64) -> u64 {
    let mut squares = own << 1 & own << 2 & own << 3;
    for step in [6, 7, 8] {
        let ahead = own << step & own << (2 * step);
        squares |= ahead & own << (3 * step) | ahead & own >> step;
        let behind = own >> step & own >> (2 * step);
        squares |= behind & own << step | behind & own >> (3 * step);
    }
    squares & BOARD & !all
}

impl Position {
    fn of(game: &AnyGame, path: &[u32]) -> Self {
        let mut position = game.position(&[]).expect("a root");
        let mut plain = Self::default();
        for &mv in path {
            let index = u32::from(position.move_text(mv as usize).as_bytes()[0] - b'a');
            plain = plain.play(plain.possible() & column(index));
            position = position.play(mv).expect("a legal move");
        }
        plain
    }

    const fn possible(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    const fn play(self, square: u64) -> Self {
        Self { own: self.own ^ self.all, all: self.all | square, stones: self.stones + 1 }
    }

    fn wins_at_once(self) -> bool {
        winning(self.own, self.all) & self.possible() != 0
    }

    /// Moves after which the opponent cannot win immediately.
    fn not_losing(self) -> u64 {
        let other = winning(self.own ^ self.all, self.all);
        let forced = self.possible() & other;
        let left = if forced == 0 { self.possible() } else { forced };
        if forced.count_ones() > 1 { 0 } else { left & !(other >> 1) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Nothing,
    Upper,
    Both,
}

/// Features of the solver on a rung.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each rung adds one")]
struct Rung {
    kept: Kept,
    bisects: bool,
    skips_losing: bool,
    by_threats: bool,
    /// Whether a node that fails low returns its best score instead of α as in the articles.
    is_soft: bool,
}

struct Solver {
    rung: Rung,
    upper: HashMap<(u64, u64), i32>,
    lower: HashMap<(u64, u64), i32>,
    nodes: u64,
}

impl Solver {
    /// Starts with an empty table.
    fn new(rung: Rung) -> Self {
        Self { rung, upper: HashMap::new(), lower: HashMap::new(), nodes: 0 }
    }

    fn solve(&mut self, at: Position, is_weak: bool) -> i32 {
        let Rung { bisects, skips_losing, .. } = self.rung;
        let (mut least, mut most) = if is_weak { (-1, 1) } else { ((at.stones - 42) / 2, (43 - at.stones) / 2) };
        if !bisects {
            return self.search(at, least - i32::from(!is_weak), most + i32::from(!is_weak));
        }
        if skips_losing && at.wins_at_once() {
            return most;
        }
        while least < most {
            let mut middle = least + (most - least) / 2;
            if middle <= 0 && least / 2 < middle {
                middle = least / 2;
            } else if middle >= 0 && most / 2 > middle {
                middle = most / 2;
            }
            let found = self.search(at, middle, middle + 1);
            if found <= middle {
                most = found;
            } else {
                least = found;
            }
        }
        least
    }

    fn search(&mut self, at: Position, given: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let (stones, key) = (at.stones, (at.own, at.all));
        if at.wins_at_once() {
            return (43 - stones) / 2;
        }
        let possible = if self.rung.skips_losing { at.not_losing() } else { at.possible() };
        if possible == 0 {
            return if self.rung.skips_losing { (stones - 42) / 2 } else { 0 };
        }
        let mut alpha = given;
        if let Some(&lower) = self.lower.get(&key) {
            alpha = alpha.max(lower);
        }
        if alpha >= beta {
            return alpha;
        }
        if let Some(&upper) = self.upper.get(&key) {
            beta = beta.min(upper);
        }
        if alpha >= beta {
            return beta;
        }
        if self.rung.skips_losing {
            alpha = alpha.max((stones - 40) / 2);
            if alpha >= beta {
                return alpha;
            }
        }
        beta = beta.min((41 - stones) / 2);
        if alpha >= beta {
            return beta;
        }
        let mut squares: Vec<u64> =
            FROM_CENTER.iter().map(|&index| possible & column(index)).filter(|&square| square != 0).collect();
        if self.rung.by_threats {
            squares.sort_by_key(|&square| Reverse(winning(at.own | square, at.all).count_ones()));
        }
        let mut best = if self.rung.is_soft { -100 } else { alpha };
        for square in squares {
            best = best.max(-self.search(at.play(square), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                if self.rung.kept == Kept::Both {
                    self.lower.insert(key, best);
                }
                return best;
            }
        }
        if self.rung.kept != Kept::Nothing {
            self.upper.insert(key, best);
        }
        best
    }
}

const TABLE: Rung = Rung { kept: Kept::Upper, bisects: false, skips_losing: false, by_threats: false, is_soft: false };
const BISECTION: Rung = Rung { bisects: true, ..TABLE };
const NOT_LOSING: Rung = Rung { skips_losing: true, ..BISECTION };
const BY_THREATS: Rung = Rung { by_threats: true, ..NOT_LOSING };
const LOWER_BOUNDS: Rung = Rung { kept: Kept::Both, ..BY_THREATS };

/// Parts 6 to 12 publish 92.84 (68.69), 131.6 (74.40), 70.71 (43.30), 54.93 (31.46) and 51.28 (29.36) nodes a position.
/// An unlimited table that is empty at each position reproduces them, except for one digit of two of them.
#[test]
fn plain_program_reproduces_the_upper_rungs_of_the_solver() {
    let (game, set) = end_easy();
    for (rung, thousandths) in [
        (TABLE, [92_844, 68_687]),
        // Count of the library's search, which is fail-soft with a table.
        (Rung { is_soft: true, ..TABLE }, [92_601, 68_573]),
        (BISECTION, [131_630, 74_479]),
        (NOT_LOSING, [70_710, 43_303]),
        (BY_THREATS, [54_931, 31_464]),
        (LOWER_BOUNDS, [51_273, 29_355]),
    ] {
        for (is_weak, thousandths) in [(false, thousandths[0]), (true, thousandths[1])] {
            let mut nodes = 0;
            for known in &set {
                let at = Position::of(&game, &known.path);
                let score =
                    known.score.and_then(Score::finite).expect("a number") * if at.stones % 2 == 0 { 1 } else { -1 };
                let mut solver = Solver::new(rung);
                let found = solver.solve(at, is_weak);
                assert!(if is_weak { found.signum() == score.signum() } else { found == score }, "{found}, {score}");
                nodes += solver.nodes;
            }
            assert_eq!(nodes, thousandths, "of a thousand positions");
        }
    }
}

/// With the same null windows, entries and order, the plain program and the search visit the same nodes.
#[test]
fn the_plain_program_counts_the_same_with_threats_and_either_table() {
    let (game, set) = end_easy();
    let few: Vec<KnownPosition> = set.iter().step_by(5).cloned().collect();
    for (kept, best_only) in [(Kept::Nothing, None), (Kept::Upper, Some(true)), (Kept::Both, Some(false))] {
        for (skips_losing, by_threats) in [(false, false), (false, true), (true, false), (true, true)] {
            let rung = Rung { kept, bisects: false, skips_losing, by_threats, is_soft: true };
            for beta in [-3, 0, 1, 4] {
                let window = Window { alpha: Score::new(beta - 1), beta: Score::new(beta) };
                let order_by = if by_threats { "threats".parse().expect("a source") } else { OrderBy::default() };
                let search = SearchSetup {
                    rules: RuleSetup { bounds: Some(RuleBounds::Best), win_at_once: true, skip_losing: skips_losing },
                    passes: PassSetup { window, ..PassSetup::default() },
                    table: best_only.map(|best_only| TableSetup {
                        symmetry: false,
                        best_only,
                        ..TableSetup::default()
                    }),
                    order_by,
                    ..Algorithm::AlphaBetaSoft.into()
                };
                for one in tried(&game, &few, Side { search, order: Order::Center }) {
                    let at = Position::of(&game, &few[one.number].path);
                    let (alpha, beta) = if at.stones % 2 == 0 { (beta - 1, beta) } else { (-beta, 1 - beta) };
                    let mut solver = Solver::new(rung);
                    solver.search(at, alpha, beta);
                    assert!(one.is_right, "{beta} at {}", one.number);
                    assert_eq!(one.visits, solver.nodes, "{skips_losing} {by_threats} {beta} at {}", one.number);
                }
            }
        }
    }
}
