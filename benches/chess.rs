//! Benchmarks α-β on chess: against a search written by hand over the same library of moves, and with the recorder.
//!
//! Goals: at least 0.9 of the nodes a second of the hand-written search, and a recording as a whole in at most 2.5 times
//! the bare search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cozy_chess::{BitBoard, Board, Color, GameStatus, Move, Piece, PieceMoves, Square};
use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{Chess, GameSetup};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, Natural, SearchSetup, Unobserved, search};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};

/// The positions that are searched, and how deep.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

/// A search written by hand.
#[derive(Default)]
struct ByHand {
    /// Whether it tries the moves in Edagari's order, so that it visits the same nodes; otherwise in the order of the library.
    is_sorted: bool,
    nodes: u64,
}

impl ByHand {
    fn alpha_beta(&mut self, board: &Board, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return match board.status() {
                GameStatus::Ongoing => material(board),
                GameStatus::Won => mate(board, depth),
                GameStatus::Drawn => 0,
            };
        }
        let mut moves: Vec<Move> = Vec::with_capacity(48);
        let (mut by_square, mut departures) = ([BitBoard::EMPTY; Square::NUM], BitBoard::EMPTY);
        board.generate_moves(|of_piece| {
            if self.is_sorted {
                by_square[of_piece.from as usize] |= of_piece.to;
                departures |= of_piece.from.bitboard();
            } else {
                moves.extend(of_piece);
            }
            false
        });
        if self.is_sorted {
            for from in departures {
                let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
                let first = moves.len();
                moves.extend(PieceMoves { piece, from, to: by_square[from as usize] });
                if moves[first].promotion.is_some() {
                    moves[first..].sort_by_key(|mv| (mv.to, std::cmp::Reverse(mv.promotion)));
                }
            }
        }
        if moves.is_empty() {
            return if board.checkers().is_empty() { 0 } else { mate(board, depth) };
        }
        let is_white = board.side_to_move() == Color::White;
        for mv in moves {
            let mut below = board.clone();
            below.play_unchecked(mv);
            let score = self.alpha_beta(&below, depth - 1, alpha, beta);
            if is_white {
                alpha = alpha.max(score);
            } else {
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        if is_white { alpha } else { beta }
    }
}

fn mate(board: &Board, depth: u32) -> i32 {
    let value = 30_000 + depth as i32;
    if board.side_to_move() == Color::White { -value } else { value }
}

fn material(board: &Board) -> i32 {
    const VALUES: [(Piece, i32); 5] =
        [(Piece::Pawn, 100), (Piece::Knight, 300), (Piece::Bishop, 300), (Piece::Rook, 500), (Piece::Queen, 900)];
    let of = |color: Color| -> i32 {
        VALUES.into_iter().map(|(piece, value)| value * board.colored_pieces(color, piece).len() as i32).sum()
    };
    of(Color::White) - of(Color::Black)
}

fn limit(depth: u32) -> DepthLimit {
    DepthLimit { depth, evaluation: 0 }
}

fn bare(fen: &str, depth: u32) -> Option<Score> {
    let game = black_box(Chess::default());
    let start = game.read_fen(fen).expect("a position");
    let setup = SearchSetup { limit: Some(limit(depth)), ..Algorithm::AlphaBeta.into() };
    search(&game, &start, setup, &Natural, &mut Unobserved)
}

/// Returns the number of visits of a recording.
fn recorded(fen: &str, depth: u32) -> usize {
    let mut setup = Setup::new(GameSetup::placed(Chess::default(), fen), Process::Search(Algorithm::AlphaBeta));
    setup.limit = Some(limit(depth));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a setup that can be run").visit_count()
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let since = Instant::now();
    black_box(work());
    since.elapsed()
}

/// The median times of works, in turns.
fn medians<const N: usize>(works: [&dyn Fn() -> Duration; N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..31 {
        for (times, work) in times.iter_mut().zip(works) {
            times.push(work());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    })
}

fn chess(_: &mut Criterion) {
    for (name, fen, depth) in POSITIONS {
        let board = Board::from_fen(fen, false).expect("a position");
        let by_hand = |is_sorted: bool| {
            let mut search = ByHand { is_sorted, nodes: 0 };
            let value = search.alpha_beta(&board, depth, -40_000, 40_000);
            assert_eq!(
                bare(fen, depth).and_then(Score::finite),
                Some(value),
                "{name}: no mate, so the values are equal"
            );
            search.nodes
        };
        let (nodes, other_nodes) = (by_hand(true), by_hand(false));
        let visits = recorded(fen, depth) as u64;
        assert_eq!(nodes, visits, "{name}");
        let search = |is_sorted: bool| ByHand { is_sorted, nodes: 0 }.alpha_beta(&board, depth, -40_000, 40_000);
        let [same, other, plain, whole] =
            medians([&|| time(|| search(true)), &|| time(|| search(false)), &|| time(|| bare(fen, depth)), &|| {
                time(|| recorded(fen, depth))
            }]);
        let speed = |nodes: u64, time: f64| nodes as f64 / time / 1e6;
        let bare = speed(visits, plain);
        println!(
            "chess, {name}, depth {depth}, million nodes a second: {bare:.2} ({visits} nodes), by hand in the same order \
             {:.2}, ratio {:.2} (goal: 0.9); by hand in the library's order {:.2} ({other_nodes} nodes), ratio {:.2}; a \
             recording as a whole takes {:.2} times the bare search (goal: 2.5)",
            speed(nodes, same),
            same / plain,
            speed(other_nodes, other),
            bare / speed(other_nodes, other),
            whole / plain,
        );
    }
}

criterion_group!(benches, chess);
criterion_main!(benches);
