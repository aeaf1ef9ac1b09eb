//! Endings of chess with king and rook or queen against king, solved backwards from the mates by a program of their own, and the
//! mates that searches find in them.

use std::collections::VecDeque;
use std::sync::LazyLock;

use edagari::analysis::check;
use edagari::game::{Chess, GameSetup};
use edagari::search::{Algorithm, DepthLimit, OrderBy, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, RecordError, Setup, record};
use proptest::prelude::*;

use crate::oracles::{cases, is_whole};

/// The squares of White's king, Black's king and White's piece, 0 for a1 to 63 for h8, and whether White moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ending {
    king: usize,
    other_king: usize,
    piece: usize,
    is_white: bool,
}

/// The number of all placements of three pieces, with the side to move.
const PLACEMENTS: usize = 2 * 64 * 64 * 64;

/// The moves from the mate with best play; `None` for a draw.
struct Solved {
    is_queen: bool,
    legal: Vec<bool>,
    plies: Vec<Option<u8>>,
    stalemates: usize,
}

impl Ending {
    fn index(self) -> usize {
        ((usize::from(self.is_white) * 64 + self.king) * 64 + self.other_king) * 64 + self.piece
    }

    fn of(index: usize) -> Self {
        Self {
            is_white: index / (64 * 64 * 64) == 1,
            king: index / (64 * 64) % 64,
            other_king: index / 64 % 64,
            piece: index % 64,
        }
    }

    fn is_legal(self, is_queen: bool) -> bool {
        let is_apart =
            self.king != self.piece && self.other_king != self.piece && distance(self.king, self.other_king) > 1;
        is_apart && !(self.is_white && self.is_check(is_queen))
    }

    /// Whether White's piece attacks Black's king.
    fn is_check(self, is_queen: bool) -> bool {
        attacks(self.piece, self.king, is_queen).contains(&self.other_king)
    }

    /// The positions after the legal moves, and whether Black can capture the piece.
    fn next(self, is_queen: bool) -> (Vec<Self>, bool) {
        let mut next = Vec::new();
        if self.is_white {
            for king in beside(self.king) {
                next.push(Self { king, is_white: false, ..self });
            }
            for piece in attacks(self.piece, self.king, is_queen) {
                // The piece stops before Black's king, which it does not attack.
                next.push(Self { piece, is_white: false, ..self });
            }
            next.retain(|below| below.is_legal(is_queen));
            return (next, false);
        }
        let is_free = beside(self.other_king).contains(&self.piece) && distance(self.king, self.piece) > 1;
        for other_king in beside(self.other_king) {
            if other_king != self.piece {
                next.push(Self { other_king, is_white: true, ..self });
            }
        }
        next.retain(|below| below.is_legal(is_queen));
        (next, is_free)
    }

    fn fen(self, is_queen: bool) -> String {
        let mut squares = vec!['1'; 64];
        for (square, piece) in
            [(self.king, 'K'), (self.other_king, 'k'), (self.piece, if is_queen { 'Q' } else { 'R' })]
        {
            squares[square] = piece;
        }
        let rows: Vec<String> = squares.chunks(8).rev().map(|row| row.iter().collect()).collect();
        format!("{} {} - - 0 1", rows.join("/"), if self.is_white { 'w' } else { 'b' })
    }
}

fn distance(one: usize, other: usize) -> usize {
    (one % 8).abs_diff(other % 8).max((one / 8).abs_diff(other / 8))
}

fn beside(square: usize) -> Vec<usize> {
    (0..64).filter(|&other| distance(square, other) == 1).collect()
}

/// The squares that a rook or queen attacks, if only `blocker` is in the way. It passes through Black's king: a king that moves away on
/// the same line stays in check, and no other position has its king there.
fn attacks(from: usize, blocker: usize, is_queen: bool) -> Vec<usize> {
    let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    let mut squares = Vec::new();
    for (across, up) in straight.into_iter().chain(diagonal.into_iter().filter(|_| is_queen)) {
        let (mut file, mut rank) = ((from % 8) as i32 + across, (from / 8) as i32 + up);
        while (0..8).contains(&file) && (0..8).contains(&rank) && (rank * 8 + file) as usize != blocker {
            squares.push((rank * 8 + file) as usize);
            (file, rank) = (file + across, rank + up);
        }
    }
    squares
}

impl Solved {
    fn new(is_queen: bool) -> Self {
        let legal: Vec<bool> = (0..PLACEMENTS).map(|index| Ending::of(index).is_legal(is_queen)).collect();
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); PLACEMENTS];
        let mut open = vec![0_u8; PLACEMENTS];
        let mut plies = vec![None; PLACEMENTS];
        let mut queue = VecDeque::new();
        let mut stalemates = 0;
        for index in (0..PLACEMENTS).filter(|&index| legal[index]) {
            let position = Ending::of(index);
            let (next, is_free) = position.next(is_queen);
            // A move to a draw is never lost.
            open[index] = next.len() as u8 + u8::from(is_free);
            if open[index] == 0 && !position.is_white {
                if position.is_check(is_queen) {
                    plies[index] = Some(0);
                    queue.push_back(index);
                } else {
                    stalemates += 1;
                }
            }
            for below in next {
                parents[below.index()].push(index as u32);
            }
        }
        while let Some(index) = queue.pop_front() {
            let is_white_above = !Ending::of(index).is_white;
            for above in std::mem::take(&mut parents[index]) {
                let above = above as usize;
                open[above] -= 1;
                // White takes the first move that wins, Black the last one of all that lose.
                if plies[above].is_none() && (is_white_above || open[above] == 0) {
                    plies[above] = plies[index].map(|plies: u8| plies + 1);
                    queue.push_back(above);
                }
            }
        }
        Self { is_queen, legal, plies, stalemates }
    }

    fn count(&self, is_meant: impl Fn(Ending, Option<u8>) -> bool) -> usize {
        (0..PLACEMENTS).filter(|&index| self.legal[index] && is_meant(Ending::of(index), self.plies[index])).count()
    }
}

static WITH_ROOK: LazyLock<Solved> = LazyLock::new(|| Solved::new(false));
static WITH_QUEEN: LazyLock<Solved> = LazyLock::new(|| Solved::new(true));

#[test]
fn endings_have_the_known_numbers_of_positions_and_mates() {
    for (solved, legal, mates, stalemates, longest, won) in
        [(&*WITH_ROOK, 399_112, 216, None, 32, 175_168), (&*WITH_QUEEN, 368_452, 364, Some(872), 20, 144_508)]
    {
        assert_eq!(solved.count(|_, _| true), legal);
        assert_eq!(solved.count(|_, plies| plies == Some(0)), mates);
        assert_eq!(solved.plies.iter().flatten().max(), Some(&longest));
        assert_eq!(solved.count(|position, _| position.is_white), won);
        assert_eq!(solved.count(|position, plies| position.is_white && plies.is_some()), won);
        if let Some(expected) = stalemates {
            assert_eq!(solved.stalemates, expected);
        }
    }
    assert_eq!(WITH_ROOK.count(|_, plies| plies == Some(32)), 3_056);
}

fn setup(fen: &str, depth: u32, algorithm: Algorithm) -> Setup {
    let game = GameSetup::placed(Chess::default(), fen);
    let limit = Some(DepthLimit { depth, evaluation: 2 });
    Setup { limit, ..Setup::new(game, Process::Search(algorithm)) }
}

/// The distance of the mate that a search announces, in plies.
///
/// # Errors
/// The search does not have these options.
fn announced(setup: &Setup) -> Result<Option<u32>, RecordError> {
    let trace = record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
    // The check, which has its own step of a search, agrees with each frame, those of the table included.
    assert_eq!(check(&trace, false, &Progress::default()).findings, []);
    let value = trace.value().expect("a value");
    Ok(trace.mates().expect("chess has mates").plies(value))
}

proptest! {
    #![proptest_config(cases(240))]

    /// A search to depth d finds exactly the mates within d, with their distances: with every table, order and rule.
    #[test]
    fn searches_find_exactly_the_mates_within_their_depth(
        number in 0..PLACEMENTS,
        is_queen: bool,
        depth in 0_u32..if is_whole() { 6 } else { 5 },
        algorithm in prop::sample::select(Algorithm::ALL.to_vec()),
        table in prop::option::of(any::<[bool; 4]>()),
        captures: bool,
    ) {
        let solved = if is_queen { &*WITH_QUEEN } else { &*WITH_ROOK };
        // The next position that is near enough to a mate to be of interest.
        let near = |&index: &usize| solved.legal[index] && solved.plies[index].is_some_and(|plies| u32::from(plies) <= depth + 2);
        let Some(index) = (number..PLACEMENTS).chain(0..number).find(near) else { return Ok(()) };
        let position = Ending::of(index);
        let expected = solved.plies[index].map(u32::from).filter(|&plies| plies <= depth);
        let mut setup = setup(&position.fen(solved.is_queen), depth, algorithm);
        setup.table = table.map(|[narrowing, intersection, deeper_entries, best_only]| {
            TableSetup { narrowing, intersection, deeper_entries, best_only, ..TableSetup::default() }
        });
        if captures {
            setup.order_by = "captures".parse::<OrderBy>().expect("sources of moves");
        }
        if let Some(table) = setup.table {
            // Mates through deeper entries can be beyond the depth.
            if table.deeper_entries {
                setup.table = Some(TableSetup { deeper_entries: false, ..table });
            }
        }
        let found = announced(&setup).ok();
        prop_assume!(found.is_some());
        prop_assert_eq!(found, Some(expected), "{:?} at depth {}", position.fen(solved.is_queen), depth);
    }
}
