//! Searches with transposition tables: known figures, and invariants under all options, checked on games with repeated
//! positions against a naive implementation.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::oracles::plain_searches::{
    asked_again, asked_first, cuts, enters_once, fail_of, handed_down, single_runs, with_its_table,
};
use crate::oracles::random_games::{setups, tables};
use crate::oracles::random_trees::{orders, stopped_run, trees};
use crate::oracles::replays::{check_jumps, check_nesting, check_states, recorded_nodes};
use crate::oracles::{cases, is_whole};
use edagari::analysis::{Summary, best_line};
use edagari::game::{AnyGame, AnyPosition, Game, GameSetup, LayeredGraph, Player, TextbookTree, TicTacToe};
use edagari::score::{Answer, BoundKind, Bounds, Fail, Score, Window};
use edagari::search::{Algorithm, Order, TableKey, TableSetup};
use edagari::trace::{
    Cut, DEFAULT_MEMORY_LIMIT, DepthTally, Ending, EntryId, EntryState, Found, FrameKind, NodeState, Place, Process,
    Setup, Step, StoreId, Stored, Trace, VisitId, record, record_game,
};
use proptest::prelude::*;

const BOUNDS: TableSetup = TableSetup { intersection: false, ..TableSetup::BOTH_BOUNDS };
const WINDOW: TableSetup = TableSetup { key: TableKey::PositionAndWindow, ..BOUNDS };

fn run(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

fn tic_tac_toe(algorithm: Algorithm, table: Option<TableSetup>) -> Setup {
    Setup { table, ..Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm)) }
}

fn algorithm_of(setup: &Setup) -> Algorithm {
    setup.process.algorithm().expect("only searches have tables")
}

/// Size and minimax value of every subtree, by the path from the start of the run.
type Exact = HashMap<Vec<u32>, (u64, Score)>;

fn exact(trace: &Trace) -> Exact {
    fn collect(position: &AnyPosition, path: &mut Vec<u32>, known: &mut Exact) -> (u64, Score) {
        let mut size = 1;
        let mut values: Vec<Score> = position.score().into_iter().collect();
        for mv in 0..position.move_count() as u32 {
            path.push(mv);
            let (below, value) = collect(&position.play(mv).expect("a legal move"), path, known);
            path.pop();
            size += below;
            values.push(value);
        }
        let value = match position.player() {
            Player::Max => values.into_iter().max(),
            Player::Min => values.into_iter().min(),
        };
        let found = (size, value.expect("an inner node has children"));
        known.insert(path.clone(), found);
        found
    }
    let mut known = Exact::new();
    collect(&trace.position(&[]).expect("the start"), &mut Vec::new(), &mut known);
    known
}

/// A frame as the plain program writes it.
#[derive(Debug, PartialEq)]
struct PlainFrame {
    kind: FrameKind,
    /// Moves to the node.
    path: Vec<u32>,
    window: Window,
    score: Option<Score>,
    bound: Option<BoundKind>,
    cut: Option<Cut>,
    pruned: Vec<u32>,
    bounds: Option<Bounds>,
    answer: Option<Answer>,
    /// `Store` frame of the bounds.
    stored_at: Option<usize>,
    entry: Option<EntryId>,
}

impl PlainFrame {
    fn new(kind: FrameKind, path: &[u32], window: Window) -> Self {
        Self {
            kind,
            path: path.to_vec(),
            window,
            score: None,
            bound: None,
            cut: None,
            pruned: Vec::new(),
            bounds: None,
            answer: None,
            stored_at: None,
            entry: None,
        }
    }

    /// Converts a frame of a trace to this form.
    fn of(trace: &Trace, frame: usize) -> Self {
        let step = trace.step(frame).expect("a frame");
        let stored = step.store.and_then(|store| trace.table().stored(store));
        Self {
            score: step.score,
            bound: step.bound,
            cut: step.cut,
            pruned: match step.cut {
                Some(_) => trace.pruned_children(step.visit).filter_map(|node| trace.move_of(node)).collect(),
                None => Vec::new(),
            },
            bounds: step.bounds,
            answer: step.answer,
            stored_at: stored.map(|stored| stored.frame),
            entry: stored.map(|stored| stored.entry),
            ..Self::new(step.kind, &trace.path(step.node), step.window)
        }
    }
}

/// Key of the entries of the plain program.
type PlainKey = (u128, Option<Window>);

#[derive(Clone, Copy)]
struct PlainEntry {
    bounds: Bounds,
    stored_at: usize,
}

/// Naive recursive search with a table in a `HashMap`: fail-hard, fail-soft or without cuts.
struct Plain<'a> {
    /// The checked run. It is used only for the slot of a key in a table of limited size, the first time: a key always
    /// has the same slot.
    trace: &'a Trace,
    /// A complete run without a table, for the order of the children; `None` for the natural order.
    whole: Option<&'a Trace>,
    algorithm: Algorithm,
    table: TableSetup,
    entries: HashMap<PlainKey, PlainEntry>,
    places: HashMap<PlainKey, EntryId>,
    /// Key that occupies each slot.
    owners: HashMap<EntryId, PlainKey>,
    frames: Vec<PlainFrame>,
}

impl<'a> Plain<'a> {
    fn run(trace: &'a Trace, whole: Option<&'a Trace>) -> Self {
        let table = trace.setup.table.expect("a table");
        let mut plain = Plain {
            trace,
            whole,
            algorithm: with_its_table(algorithm_of(&trace.setup), Some(table)),
            table,
            entries: HashMap::new(),
            places: HashMap::new(),
            owners: HashMap::new(),
            frames: Vec::new(),
        };
        plain.search(&trace.position(&[]).expect("the start"), &mut Vec::new(), Window::FULL);
        plain
    }

    fn key(&self, position: &AnyPosition, window: Window) -> Option<PlainKey> {
        let key = if self.table.symmetry { position.class_key() } else { position.key() };
        Some((key?, (self.table.key == TableKey::PositionAndWindow).then_some(window)))
    }

    fn moves(&self, position: &AnyPosition, path: &[u32]) -> Vec<u32> {
        let Some(whole) = self.whole else { return (0..position.move_count() as u32).collect() };
        let node = whole.place(path).recorded().expect("everything was searched");
        whole.children(node).filter_map(|child| whole.move_of(child)).collect()
    }

    fn answer(&self, bounds: Bounds, window: Window) -> Answer {
        let Bounds { lower, upper } = bounds;
        if lower == upper {
            Answer::Returned { score: lower, kind: BoundKind::Exact }
        } else if lower >= window.beta {
            Answer::Returned { score: lower, kind: BoundKind::Lower }
        } else if upper <= window.alpha {
            Answer::Returned { score: upper, kind: BoundKind::Upper }
        } else if self.table.narrowing && (lower > window.alpha || upper < window.beta) {
            Answer::Narrowed(Window { alpha: lower.max(window.alpha), beta: upper.min(window.beta) })
        } else {
            Answer::Nothing
        }
    }

    fn store(&mut self, key: PlainKey, new: Bounds) -> (EntryId, Bounds) {
        let frame = self.frames.len();
        let entry_count = self.owners.len() as u32;
        let told =
            self.trace.step(frame).and_then(|step| self.trace.table().stored(step.store?)).map(|stored| stored.entry);
        let is_limited = self.table.size.is_some();
        let place = *self.places.entry(key).or_insert(match told {
            Some(told) if is_limited && told.0 < entry_count => told,
            _ => EntryId(entry_count),
        });
        if let Some(old) = self.owners.insert(place, key).filter(|&old| old != key) {
            self.entries.remove(&old);
        }
        assert!(self.table.size.is_none_or(|size| self.owners.len() <= size.get() as usize), "too many entries");
        let mut bounds = new;
        if let Some(old) = self.entries.get(&key).filter(|_| self.table.intersection) {
            bounds.lower = bounds.lower.max(old.bounds.lower);
            bounds.upper = bounds.upper.min(old.bounds.upper);
        }
        self.entries.insert(key, PlainEntry { bounds, stored_at: frame });
        (place, bounds)
    }

    fn search(&mut self, position: &AnyPosition, path: &mut Vec<u32>, given: Window) -> Score {
        self.frames.push(PlainFrame::new(FrameKind::Start, path, given));
        if let Some(score) = position.score() {
            self.end(path, given, score, BoundKind::Exact);
            return score;
        }
        let key = self.key(position, given);
        let mut searched = given;
        if let Some((key, entry)) = key.and_then(|key| Some((key, *self.entries.get(&key)?))) {
            let answer = self.answer(entry.bounds, given);
            if let Answer::Narrowed(window) = answer {
                searched = window;
            }
            self.frames.push(PlainFrame {
                bounds: Some(entry.bounds),
                answer: Some(answer),
                stored_at: Some(entry.stored_at),
                entry: Some(self.places[&key]),
                ..PlainFrame::new(FrameKind::Lookup, path, searched)
            });
            if let Answer::Returned { score, kind } = answer {
                self.end(path, given, score, kind);
                return score;
            }
        }
        let (window, best) = self.children(position, path, searched);
        let score = match (fail_of(self.algorithm), position.player()) {
            (Fail::Hard, Player::Max) => window.alpha,
            (Fail::Hard, Player::Min) => window.beta,
            (Fail::Soft | Fail::Firm, _) => best,
        };
        let (kind, known) = if score <= searched.alpha {
            (BoundKind::Upper, Bounds { lower: Score::NEG_INFINITY, upper: score })
        } else if score < searched.beta {
            (BoundKind::Exact, Bounds { lower: score, upper: score })
        } else {
            (BoundKind::Lower, Bounds { lower: score, upper: Score::INFINITY })
        };
        if let Some(key) = key {
            let (entry, bounds) = self.store(key, known);
            self.frames.push(PlainFrame {
                score: Some(score),
                bounds: Some(bounds),
                stored_at: Some(self.frames.len()),
                entry: Some(entry),
                ..PlainFrame::new(FrameKind::Store, path, window)
            });
        }
        self.end(path, window, score, kind);
        score
    }

    /// Searches the child after a move with a part of its parent's window.
    fn child(&mut self, child: &AnyPosition, (path, mv): (&mut Vec<u32>, u32), asked: Window) -> Score {
        let below = handed_down(self.algorithm, asked, child.player());
        path.push(mv);
        let score = self.search(child, path, below);
        path.pop();
        score
    }

    /// Searches the children. Returns the last window and the best score.
    fn children(&mut self, position: &AnyPosition, path: &mut Vec<u32>, searched: Window) -> (Window, Score) {
        let Window { mut alpha, mut beta } = searched;
        let player = position.player();
        let mut best = if player == Player::Max { Score::NEG_INFINITY } else { Score::INFINITY };
        let moves = self.moves(position, path);
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.play(mv).expect("a legal move");
            let open = Window { alpha, beta };
            let asked = asked_first(self.algorithm, open, player, index);
            let mut score = self.child(&child, (&mut *path, mv), asked);
            if let Some(again) = asked_again(open, asked, player, score) {
                let met = PlainFrame::new(FrameKind::Score, path, open);
                self.frames.push(PlainFrame { score: Some(score), ..met });
                self.frames.push(PlainFrame::new(FrameKind::Update, path, open));
                score = self.child(&child, (&mut *path, mv), again);
            }
            let met = PlainFrame::new(FrameKind::Score, path, open);
            self.frames.push(PlainFrame { score: Some(score), ..met });
            let closes = match player {
                Player::Max => {
                    best = best.max(score);
                    alpha = alpha.max(score);
                    score >= beta
                }
                Player::Min => {
                    best = best.min(score);
                    beta = beta.min(score);
                    score <= alpha
                }
            };
            let mut update = PlainFrame::new(FrameKind::Update, path, Window { alpha, beta });
            if closes && cuts(self.algorithm) {
                update.cut = Some(if player == Player::Max { Cut::Beta } else { Cut::Alpha });
                update.pruned = moves[index + 1..].to_vec();
                self.frames.push(update);
                break;
            }
            self.frames.push(update);
        }
        (Window { alpha, beta }, best)
    }

    fn end(&mut self, path: &[u32], window: Window, score: Score, kind: BoundKind) {
        let end = PlainFrame::new(FrameKind::End, path, window);
        self.frames.push(PlainFrame { score: Some(score), bound: Some(kind), ..end });
    }
}

fn steps(trace: &Trace) -> Vec<Step> {
    (0..trace.frame_count()).map(|frame| trace.step(frame).expect("a frame")).collect()
}

/// The table reconstructed from the frames, from 0 on.
#[derive(Default)]
struct Told {
    stores: Vec<Stored>,
    /// Visits that found each store.
    uses: Vec<Vec<VisitId>>,
    /// Stores of each entry.
    entries: Vec<Vec<StoreId>>,
    lookup_count: usize,
}

impl Told {
    fn store(&mut self, trace: &Trace, frame: usize, step: &Step, store: StoreId) -> Result<(), TestCaseError> {
        let stored = trace.table().stored(store).expect("written");
        prop_assert_eq!(store.0 as usize, self.stores.len());
        prop_assert_eq!((stored.frame, stored.visit, Some(stored.bounds)), (frame, step.visit, step.bounds));
        prop_assert_eq!(trace.table().store_of(step.visit), Some(store));
        let entry = stored.entry.0 as usize;
        prop_assert!(entry <= self.entries.len(), "entries are numbered in the order of their first writings");
        self.entries.resize(self.entries.len().max(entry + 1), Vec::new());
        prop_assert_eq!(trace.table().store_before(store), self.entries[entry].last().copied());
        self.entries[entry].push(store);
        self.stores.push(stored);
        self.uses.push(Vec::new());
        Ok(())
    }

    fn look_up(&mut self, trace: &Trace, frame: usize, step: &Step, store: StoreId) -> Result<(), TestCaseError> {
        let stored = self.stores[store.0 as usize];
        let answer = step.answer.expect("an answer");
        let found = Found { frame, store: Some(store), bounds: stored.bounds, answer };
        prop_assert_eq!(self.entries[stored.entry.0 as usize].last(), Some(&store), "what the entry holds now");
        prop_assert_eq!(step.bounds, Some(stored.bounds));
        prop_assert_eq!(trace.table().lookup_of(step.visit), Some(found));
        let answered = match answer {
            Answer::Returned { score, kind } => Some((score, kind)),
            Answer::Narrowed(_) | Answer::Nothing => None,
        };
        prop_assert_eq!(trace.table().answered(step.visit), answered);
        prop_assert_eq!(trace.table().searched_window(step.visit), step.window);
        prop_assert!(
            answered.is_none() || trace.table().store_of(step.visit).is_none(),
            "what is answered is not written"
        );
        self.uses[store.0 as usize].push(step.visit);
        self.lookup_count += 1;
        Ok(())
    }

    fn entry(&self, entry: usize) -> Option<EntryState> {
        let store = *self.entries.get(entry)?.last()?;
        Some(EntryState { store, uses: self.uses[store.0 as usize].len() })
    }
}

/// Compares all queries about the table with the frames. At every frame, the bounds of every entry contain the value of
/// its position.
fn check_table(trace: &Trace, exact: &Exact) -> Result<(), TestCaseError> {
    let mut told = Told::default();
    let value_at = |visit| exact[&trace.path(trace.node_of(visit))].1;
    let steps = steps(trace);
    let all_entries = trace.table().tally().entries as usize;
    for (frame, step) in steps.iter().enumerate() {
        match (step.kind, step.store) {
            (FrameKind::Store, Some(store)) => told.store(trace, frame, step, store)?,
            (FrameKind::Lookup, Some(store)) => {
                told.look_up(trace, frame, step, store)?;
                prop_assert!(step.bounds.is_some_and(|bounds| bounds.contain(value_at(step.visit))), "frame {}", frame);
            }
            (_, store) => prop_assert_eq!((store, step.bounds, step.answer), (None, None, None), "frame {}", frame),
        }
        prop_assert_eq!(trace.table().entry_count(frame), told.entries.len());
        prop_assert_eq!(trace.table().store_count(frame), told.stores.len());
        prop_assert_eq!(trace.table().lookup_count(frame), told.lookup_count);
        for entry in 0..=all_entries {
            let found = trace.table().entry_at(EntryId(entry as u32), frame);
            prop_assert_eq!(found, told.entry(entry), "entry {} at frame {}", entry, frame);
            if let Some(stored) = found.and_then(|state| trace.table().stored(state.store)) {
                prop_assert!(stored.bounds.contain(value_at(stored.visit)), "entry {} at frame {}", entry, frame);
            }
        }
    }
    prop_assert_eq!(all_entries, told.entries.len());
    for (entry, stores) in told.entries.iter().enumerate() {
        prop_assert_eq!(&trace.table().stores_to(EntryId(entry as u32)).collect::<Vec<_>>(), stores);
    }
    for (store, visits) in told.uses.iter().enumerate() {
        let store = StoreId(store as u32);
        prop_assert_eq!(&trace.table().uses_of(store).collect::<Vec<_>>(), visits);
        let lookups: Vec<usize> = (0..steps.len()).filter(|&frame| is_use(&steps[frame], store)).collect();
        for frame in 0..steps.len() {
            let next = lookups.iter().copied().find(|&lookup| lookup > frame);
            prop_assert_eq!(trace.table().next_use(store, frame), next, "{:?} after frame {}", store, frame);
        }
    }
    let (no_entry, no_store) = (EntryId(all_entries as u32), StoreId(told.stores.len() as u32));
    prop_assert_eq!((trace.table().stores_to(no_entry).len(), trace.table().uses_of(no_store).len()), (0, 0));
    prop_assert_eq!((trace.table().stored(no_store), trace.table().store_before(no_store)), (None, None));
    check_summary(trace, &steps)
}

fn is_use(step: &Step, store: StoreId) -> bool {
    step.kind == FrameKind::Lookup && step.store == Some(store)
}

fn check_summary(trace: &Trace, steps: &[Step]) -> Result<(), TestCaseError> {
    let summary = Summary::of(trace);
    let count = |is_counted: &dyn Fn(&Step) -> bool| steps.iter().filter(|step| is_counted(step)).count() as u64;
    let of_kind = |kind| count(&|step| step.kind == kind);
    prop_assert_eq!(summary.lookups, of_kind(FrameKind::Lookup));
    prop_assert_eq!(summary.table_stores, of_kind(FrameKind::Store));
    prop_assert_eq!(summary.table_returns, count(&|step| matches!(step.answer, Some(Answer::Returned { .. }))));
    prop_assert_eq!(summary.table_narrowings, count(&|step| matches!(step.answer, Some(Answer::Narrowed(_)))));
    prop_assert_eq!(summary.table_entries, trace.table().entry_count(usize::MAX) as u64);
    let is_leaf = |step: &Step| trace.position(&trace.path(step.node)).is_some_and(|here| here.score().is_some());
    prop_assert_eq!(summary.leaves_evaluated, count(&|step| step.kind == FrameKind::Start && is_leaf(step)));
    prop_assert_eq!(summary.alpha_cuts, count(&|step| step.cut == Some(Cut::Alpha)));
    prop_assert_eq!(summary.beta_cuts, count(&|step| step.cut == Some(Cut::Beta)));
    for (depth, row) in summary.by_depth.iter().enumerate() {
        let here = |step: &Step| trace.path(step.node).len() == depth;
        let expected = DepthTally {
            visits: count(&|step| step.kind == FrameKind::Start && here(step)),
            evaluations: count(&|step| step.kind == FrameKind::Start && is_leaf(step) && here(step)),
            alpha_cuts: count(&|step| step.cut == Some(Cut::Alpha) && here(step)),
            beta_cuts: count(&|step| step.cut == Some(Cut::Beta) && here(step)),
        };
        prop_assert_eq!(*row, expected, "depth {}", depth);
    }
    // The child that made a cut is the one before the first pruned child, or the last.
    let mut by_child = Vec::new();
    for step in steps.iter().filter(|step| step.cut.is_some()) {
        let child = trace.children(step.node).len() - trace.pruned_children(step.visit).len() - 1;
        by_child.resize(by_child.len().max(child + 1), 0);
        by_child[child] += 1;
    }
    prop_assert_eq!(summary.cuts_by_child, by_child);
    Ok(())
}

/// Path of each visit and its given window, in the order of the visits.
fn visited(trace: &Trace) -> Vec<(Vec<u32>, Window)> {
    let starts = steps(trace).into_iter().filter(|step| step.kind == FrameKind::Start);
    starts.map(|step| (trace.path(step.node), step.window)).collect()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn frames_are_those_of_the_plain_program(setup in setups()) {
        let trace = run(&setup);
        let whole = run(&Setup { process: Process::Search(Algorithm::Minimax), table: None, ..setup.clone() });
        let plain = Plain::run(&trace, Some(&whole));
        for (frame, expected) in plain.frames.iter().enumerate().take(trace.frame_count()) {
            prop_assert_eq!(&PlainFrame::of(&trace, frame), expected, "frame {}", frame);
        }
        prop_assert_eq!(trace.frame_count(), plain.frames.len());
    }

    #[test]
    fn no_option_changes_the_value(setup in setups()) {
        let trace = run(&setup);
        let exact = exact(&trace);
        let (size, value) = exact[&Vec::new()];
        prop_assert_eq!(trace.value(), Some(value));
        prop_assert_eq!(trace.ending, Ending::Complete);
        check_nesting(&trace)?;

        let tally = trace.table().tally();
        let frames = 4 * trace.visit_count() as u64 - 2 + tally.lookups + tally.stores;
        prop_assert_eq!(trace.frame_count() as u64, frames);

        // Every node is visited, pruned, or below a node that the table answered.
        let mut answered = 0;
        for node in recorded_nodes(&trace) {
            let Some(visit) = trace.visit_of(node) else { continue };
            let path = trace.path(node);
            if trace.table().answered(visit).is_some() {
                answered += exact[&path].0 - 1;
                prop_assert!(trace.is_leaf_visit(visit));
                prop_assert!(trace.children(node).len() == 0 || trace.layers(node).len() > 1);
            }
            match trace.state(Place { node, below: 0 }, usize::MAX) {
                NodeState::Scored { score, kind: Some(kind) } => {
                    prop_assert!(Bounds::of(score, kind).contain(exact[&path].1), "{:?}: {:?} {}", path, kind, score);
                }
                state => prop_assert!(false, "{:?}: {:?}", path, state),
            }
        }
        let pruned = trace.nodes_pruned().expect("counted");
        if enters_once(algorithm_of(&setup)) {
            prop_assert_eq!(trace.visit_count() as u64 + pruned + answered, size);
        }
    }

    #[test]
    fn best_moves_and_lines_keep_the_value(setup in setups()) {
        let trace = run(&setup);
        let exact = exact(&trace);
        let value = exact[&Vec::new()].1;
        let line = best_line(&trace, &[], usize::MAX);
        for length in 0..=line.len() {
            prop_assert_eq!(exact[&line[..length]].1, value, "{:?} of {:?}", &line[..length], line);
        }
        let summary = Summary::of(&trace);
        let root = trace.position(&[]).expect("the start");
        prop_assert_eq!(summary.best_moves.is_empty(), root.score().is_some());
        for mv in (0..root.move_count()).filter(|&mv| summary.best_moves.contains(&root.move_text(mv))) {
            prop_assert_eq!(exact[[mv as u32].as_slice()].1, value, "{}", root.move_text(mv));
        }
    }

    /// A search with a table visits no node that the same search without one does not visit.
    ///
    /// Conditions: both runs start at the same position, the order of children does not depend on the table, there is
    /// no depth limit, and every entry contains the value of its position.
    ///
    /// Proof: the score that a node's search or its entry returns is on the same side of the node's window as its
    /// value, and equals the value if the value is inside the window. So a returned score changes a window in the same
    /// way in both runs, unless the table narrowed the window before. A narrower window stays narrower: its bounds only
    /// move closer with each child, cuts are not later, and every node gets a window inside the window that it gets
    /// without the table.
    ///
    /// The proof fails if values depend on the remaining depth, or if the best move of the table is searched first.
    #[test]
    fn a_table_never_costs_a_visit(setup in setups()) {
        if !enters_once(algorithm_of(&setup)) {
            // Re-searches depend on the bound that the null window returned, and the table can make this bound looser.
            return Ok(());
        }
        let with = visited(&run(&setup));
        let without = visited(&run(&Setup { table: None, ..setup.clone() }));
        prop_assert!(with.len() <= without.len());
        let mut rest = without.iter();
        for (path, window) in with {
            let Some((_, wider)) = rest.find(|(other, _)| *other == path) else {
                return Err(TestCaseError::fail(format!("{path:?} is new or out of order")));
            };
            prop_assert!(wider.alpha <= window.alpha && window.beta <= wider.beta, "{} in {}", window, wider);
        }
    }

    #[test]
    fn table_of_a_tree_without_equal_positions_helps_only_re_searches(
        list in trees(),
        table in tables(),
        order in orders(),
    ) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        for algorithm in single_runs() {
            let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
            let record = |setup: &Setup| {
                record_game(game.clone(), setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
            };
            let with = record(&Setup { table: Some(table), ..setup.clone() });
            let without = record(&Setup { process: Process::Search(algorithm.with_table(Some(table))), ..setup });
            if algorithm.kind().null_windows {
                // Each node is a distinct position, which is found again by the second search of the node.
                prop_assert_eq!(with.value(), without.value());
                let found = (0..with.frame_count()).filter_map(|frame| with.step(frame)?.bounds.map(|_| frame));
                for frame in found.filter(|&frame| with.step(frame).is_some_and(|step| step.kind == FrameKind::Lookup)) {
                    let step = with.step(frame).expect("a frame");
                    let store = step.store.expect("told where it was stored");
                    prop_assert_eq!(with.table().stored(store).map(|stored| with.node_of(stored.visit)), Some(step.node));
                }
            } else {
                prop_assert_eq!(steps(&with), steps(&without));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn every_question_is_answered_as_by_a_scan(setup in setups()) {
        let trace = run(&setup);
        check_states(&trace)?;
        check_jumps(&trace)?;
        check_table(&trace, &exact(&trace))?;
    }

    #[test]
    fn a_stopped_run_is_the_beginning_of_the_whole(setup in setups(), share in 0.0..1.1) {
        let setup = Setup { order: Order::Natural, ..setup };
        let whole = run(&setup);
        let visits = (share * whole.visit_count() as f64) as usize;
        let part = stopped_run(whole.game.clone(), &setup, visits);
        prop_assert_eq!(part.visit_count(), visits.min(whole.visit_count()));
        prop_assert_eq!(part.ending == Ending::Complete, visits >= whole.visit_count());
        for frame in 0..part.frame_count() {
            prop_assert_eq!(part.step(frame), whole.step(frame), "frame {}", frame);
        }
        check_states(&part)?;
        check_jumps(&part)?;
        check_table(&part, &exact(&whole))?;
    }
}

#[test]
fn the_figures_of_tic_tac_toe() {
    for (table, visits) in [
        (WINDOW, 1718),
        (BOUNDS, 1085),
        (TableSetup { narrowing: false, ..BOUNDS }, 1113),
        (TableSetup { intersection: true, ..BOUNDS }, 1069),
        (TableSetup { symmetry: false, ..BOUNDS }, 4781),
        (TableSetup { symmetry: false, ..WINDOW }, 5404),
    ] {
        let trace = run(&tic_tac_toe(Algorithm::AlphaBeta, Some(table)));
        assert_eq!(trace.visit_count(), visits, "{table:?}");
        assert_eq!(trace.value(), Some(Score::new(0)), "{table:?}");
        let tally = trace.table().tally();
        assert_eq!(trace.frame_count() as u64, 4 * visits as u64 - 2 + tally.lookups + tally.stores, "{table:?}");
        let plain = Plain::run(&trace, None);
        assert_eq!(plain.frames.len(), trace.frame_count(), "{table:?}");
        for (frame, expected) in plain.frames.iter().enumerate() {
            assert_eq!(&PlainFrame::of(&trace, frame), expected, "{table:?}, frame {frame}");
        }
    }
}

/// The published search: fail-soft, with a table of bounds for each class of symmetric positions.
struct Published {
    game: TicTacToe,
    table: HashMap<u128, Bounds>,
    narrowed: fn(Window, Bounds) -> Window,
    visits: usize,
}

impl Published {
    fn visits(narrowed: fn(Window, Bounds) -> Window) -> (usize, Score) {
        let mut search = Self { game: TicTacToe::default(), table: HashMap::new(), narrowed, visits: 0 };
        let root = search.game.root();
        let score = search.search(root, Window::FULL);
        (search.visits, score)
    }

    fn search(&mut self, position: <TicTacToe as Game>::Position, given: Window) -> Score {
        self.visits += 1;
        if let Some(score) = self.game.score(&position) {
            return score;
        }
        let key = self.game.class_key(&position).expect("tic-tac-toe knows equal positions");
        let mut window = given;
        if let Some(&bounds) = self.table.get(&key) {
            if bounds.lower == bounds.upper || bounds.lower >= given.beta {
                return bounds.lower;
            }
            if bounds.upper <= given.alpha {
                return bounds.upper;
            }
            window = (self.narrowed)(given, bounds);
        }
        let Window { mut alpha, mut beta } = window;
        let is_max = self.game.player(&position) == Player::Max;
        let mut best = if is_max { Score::NEG_INFINITY } else { Score::INFINITY };
        for mv in self.game.legal_moves(&position) {
            let score = self.search(self.game.play(&position, mv), Window { alpha, beta });
            if is_max {
                best = best.max(score);
                alpha = alpha.max(score);
            } else {
                best = best.min(score);
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        let lower = if best <= window.alpha { Score::NEG_INFINITY } else { best };
        let upper = if best >= window.beta { Score::INFINITY } else { best };
        self.table.insert(key, Bounds { lower, upper });
        best
    }
}

#[test]
fn bounds_that_are_applied_the_wrong_way_round_cost_visits() {
    let narrowed = |window: Window, bounds: Bounds| Window {
        alpha: window.alpha.max(bounds.lower),
        beta: window.beta.min(bounds.upper),
    };
    assert_eq!(Published::visits(narrowed), (1085, Score::new(0)));
    // As printed in the article: the window never narrows, so a value is judged by a window that is too wide.
    let swapped = |window: Window, bounds: Bounds| Window {
        alpha: window.alpha.min(bounds.lower),
        beta: window.beta.max(bounds.upper),
    };
    assert_eq!(Published::visits(swapped), (1208, Score::new(0)));
    assert_eq!(Published::visits(|window, _| window), (1113, Score::new(0)));
}

#[test]
fn every_entry_of_tic_tac_toe_contains_the_value() {
    let mut known = None;
    for (place, table) in [BOUNDS, TableSetup { intersection: true, ..BOUNDS }, WINDOW].into_iter().enumerate() {
        // By default only some algorithms are tried, each with one of the tables.
        let every = if is_whole() { 1 } else { 5 };
        for algorithm in single_runs().into_iter().skip(place % every).step_by(every) {
            let trace = run(&tic_tac_toe(algorithm, Some(table)));
            let exact = known.get_or_insert_with(|| exact(&trace));
            check_table(&trace, exact).unwrap_or_else(|error| panic!("{table:?}, {algorithm:?}: {error}"));
            let answered = recorded_nodes(&trace).into_iter().filter_map(|node| {
                trace.table().answered(trace.visit_of(node)?)?;
                Some(exact[&trace.path(node)].0 - 1)
            });
            let all = trace.visit_count() as u64 + trace.nodes_pruned().expect("counted") + answered.sum::<u64>();
            assert!(all == 549_946 || !enters_once(algorithm), "{table:?}, {algorithm:?}: {all}");
        }
    }
}

/// Runs that stop at the memory limit, at different points.
#[test]
fn a_table_counts_towards_the_memory_limit() {
    let graph = LayeredGraph { depth: 12, width: 300, branching: 4, ..LayeredGraph::default() };
    for (size, limit) in [(NonZeroU32::new(40), 2 << 20), (NonZeroU32::new(600), 2 << 20), (None, 600 << 10)] {
        let table = Some(TableSetup { size, ..WINDOW });
        let setup = Setup { table, ..Setup::new(GameSetup::from(graph), Process::Search(Algorithm::AlphaBeta)) };
        let whole = run(&setup);
        let part = record(&setup, limit, &Arc::default()).expect("a legal setup");
        assert_eq!(part.ending, Ending::MemoryLimit(limit), "{size:?}: {}", whole.visit_count());
        assert!(part.memory() <= limit, "{} bytes, {limit} allowed", part.memory());
        assert!(part.memory() > limit / 3, "the limit is used: {} of {limit}", part.memory());
        assert_eq!(part.value(), None);
        let tally = part.table().tally();
        assert!(tally.lookups > 100 && tally.stores > 100, "{tally:?}");
        for frame in (0..part.frame_count()).step_by(7).chain([part.frame_count() - 1]) {
            assert_eq!(part.step(frame), whole.step(frame), "{size:?}, frame {frame}");
            assert_eq!(part.table().entry_count(frame), whole.table().entry_count(frame), "{size:?}, frame {frame}");
            let entry = EntryId((frame % part.table().entry_count(usize::MAX)) as u32);
            assert_eq!(
                part.table().entry_at(entry, frame),
                whole.table().entry_at(entry, frame),
                "{size:?}, frame {frame}"
            );
        }
    }
}

#[test]
fn a_table_of_one_entry_holds_the_latest_position() {
    let size = NonZeroU32::new(1);
    for key in [TableKey::Position, TableKey::PositionAndWindow] {
        let table = TableSetup { key, size, intersection: true, ..BOUNDS };
        let trace = run(&Setup { after: "a1 b2".to_owned(), ..tic_tac_toe(Algorithm::AlphaBeta, Some(table)) });
        let mut latest = None;
        for (frame, step) in steps(&trace).iter().enumerate() {
            let here = || trace.position(&trace.path(step.node)).expect("a legal path").class_key();
            match step.kind {
                FrameKind::Lookup => assert_eq!(here(), latest, "frame {frame}"),
                FrameKind::Store => latest = here(),
                _ => {}
            }
        }
        assert_eq!(trace.table().entry_count(usize::MAX), 1);
    }
}

/// A node on the best line whose window was narrowed to its exact value: its first child only appears to be equally
/// good.
#[test]
fn the_best_line_trusts_no_bound_from_the_wrong_side() {
    let graph = LayeredGraph { depth: 5, width: 5, branching: 4, seed: 11_655_661_206_736_815_465, scores: (-11, 11) };
    let setup = Setup {
        order: Order::Reversed,
        table: Some(TableSetup { size: NonZeroU32::new(62), ..BOUNDS }),
        ..Setup::new(GameSetup::from(graph), Process::Search(Algorithm::AlphaBeta))
    };
    let trace = run(&setup);
    let exact = exact(&trace);
    let line = best_line(&trace, &[], usize::MAX);
    for length in 0..=line.len() {
        assert_eq!(exact[&line[..length]].1, exact[&Vec::new()].1, "{:?} of {line:?}", &line[..length]);
    }
}
