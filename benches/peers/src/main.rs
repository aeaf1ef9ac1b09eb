//! Compares Edagari with crates that do part of its work, in one process and in alternation.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use edagari::game::{Game as _, GameSetup, TicTacToe};
use edagari::scene::{Tidy, WholeTree};
use edagari::score::Score;
use edagari::search::{Algorithm, Natural, Unobserved, search};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use minimax::{Evaluation, Evaluator, Negamax, Strategy as _, Winner};
use tidy_tree::{Layout as _, Node, TidyLayout};

/// Number of nodes of tic-tac-toe.
const NODES: usize = 549_946;

fn time(work: impl FnOnce()) -> Duration {
    let since = Instant::now();
    work();
    since.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

type Squares = <TicTacToe as edagari::game::Game>::Position;
type Square = <TicTacToe as edagari::game::Game>::Move;

/// Tic-tac-toe for the crate `minimax`, with Edagari's own rules, so that only the searches differ.
struct Peer;

/// The game of `Peer`, counting its nodes.
struct Counted;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

impl minimax::Game for Peer {
    type S = Squares;
    type M = Square;

    #[inline]
    fn generate_moves(position: &Squares, moves: &mut Vec<Square>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            TicTacToe::default().moves(position, moves);
        }
        winner
    }

    #[inline]
    fn apply(position: &mut Squares, mv: Square) -> Option<Squares> {
        Some(TicTacToe::default().play(position, mv))
    }

    #[inline]
    fn get_winner(position: &Squares) -> Option<Winner> {
        let score = TicTacToe::default().score(position)?;
        Some(if score == Score::new(0) { Winner::Draw } else { Winner::PlayerJustMoved })
    }
}

impl minimax::Game for Counted {
    type S = Squares;
    type M = Square;

    fn generate_moves(position: &Squares, moves: &mut Vec<Square>) -> Option<Winner> {
        COUNT.set(COUNT.get() + 1);
        Peer::generate_moves(position, moves)
    }

    fn apply(position: &mut Squares, mv: Square) -> Option<Squares> {
        Peer::apply(position, mv)
    }

    fn get_winner(position: &Squares) -> Option<Winner> {
        Peer::get_winner(position)
    }
}

struct Nothing<G>(std::marker::PhantomData<G>);

impl<G: minimax::Game> Evaluator for Nothing<G> {
    type G = G;

    fn evaluate(&self, _: &G::S) -> Evaluation {
        0
    }
}

fn negamax<G: minimax::Game<S = Squares, M = Square>>() {
    let root = black_box(TicTacToe::default().root());
    // One more than the number of moves, so that every line is searched to the end of the game.
    black_box(Negamax::new(Nothing::<G>(std::marker::PhantomData), 10).choose_move(&root));
}

fn searches() {
    const ROUNDS: usize = 201;
    let game = TicTacToe::default();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time(|| {
            black_box(search(&black_box(game), &game.root(), Algorithm::Minimax, &Natural, &mut Unobserved));
        }));
        theirs.push(time(negamax::<Peer>));
    }
    // The crate shuffles the first moves, so cuts differ between runs: nodes and times are averaged.
    for _ in 0..ROUNDS {
        negamax::<Counted>();
    }
    let nodes = COUNT.get() as f64 / ROUNDS as f64;
    let average = theirs.iter().sum::<Duration>().as_secs_f64() / ROUNDS as f64;
    let mine = NODES as f64 / median(ours).as_secs_f64() / 1e6;
    println!("bare minimax, edagari: {mine:.0} M nodes/s");
    println!("Negamax of crate minimax 0.6: {:.0} M nodes/s ({nodes:.0} nodes a run)", nodes / average / 1e6);
}

/// Builds a tree in the form that the crate `tidy-tree` requires.
fn boxed(sizes: &[u32], at: usize) -> Box<Node> {
    let mut node = Node::new(at, 1.0, 1.0);
    let mut child = at + 1;
    while child < at + sizes[at] as usize {
        node.children.push(boxed(sizes, child));
        child += sizes[child] as usize;
    }
    Box::new(node)
}

fn linked(node: &mut Node) {
    let parent = std::ptr::NonNull::from(&mut *node);
    for child in &mut node.children {
        child.parent = Some(parent);
        linked(child);
    }
}

fn layouts() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::Minimax));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("not cancelled");
    let mut root = boxed(&tree.sizes, 0);
    linked(&mut root);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        ours.push(time(|| {
            black_box(Tidy::new(&tree.sizes));
        }));
        theirs.push(time(|| TidyLayout::new(1.0, 1.0).layout(&mut root)));
    }
    let per_node = |times| median(times).as_nanos() as f64 / tree.sizes.len() as f64;
    println!("tidy layout of {} nodes, edagari: {:.0} ns a node", tree.sizes.len(), per_node(ours));
    println!("crate tidy-tree 0.1: {:.0} ns a node", per_node(theirs));
}

fn main() {
    searches();
    layouts();
}
