//! Comparison of an imported trace with a known game: legal moves, move order of the header, and counts of nodes.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::contents::{FileContents, NONE, Pruned};
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::score::{Player, Score, Unit};
use crate::search::{MoveOrder, Order, arrange};
use crate::trace::{Abandoned, Column, Process, Progress, Setup, TableField, VisitId};

/// Children of each visit, in the order of entry.
pub(super) struct Siblings {
    /// Start of each visit's children in `list`, and the end of the last group.
    starts: Vec<u32>,
    list: Vec<u32>,
    /// Index of each visit among its siblings.
    places: Vec<u32>,
}

/// Maximum number of listed moves that are compared one by one.
const MAX_COMPARED: usize = 64;

impl Siblings {
    /// Groups visits by their parents.
    pub(super) fn of(parents: &[u32]) -> Self {
        let mut starts = vec![0_u32; parents.len() + 1];
        let children = || parents.iter().enumerate().filter(|&(_, &parent)| parent != NONE);
        for (_, &parent) in children() {
            starts[parent as usize + 1] += 1;
        }
        for visit in 0..parents.len() {
            starts[visit + 1] += starts[visit];
        }
        let mut next = starts.clone();
        let mut list = vec![0; starts[parents.len()] as usize];
        let mut places = vec![0; parents.len()];
        for (child, &parent) in children() {
            let at = &mut next[parent as usize];
            list[*at as usize] = child as u32;
            places[child] = *at - starts[parent as usize];
            *at += 1;
        }
        Self { starts, list, places }
    }

    pub(super) fn of_visit(&self, visit: u32) -> &[u32] {
        &self.list[self.starts[visit as usize] as usize..self.starts[visit as usize + 1] as usize]
    }

    /// Index of a visit among its siblings.
    pub(super) fn place(&self, visit: u32) -> usize {
        self.places[visit as usize] as usize
    }

    /// Texts of the moves that a visit lists and does not enter, each once.
    pub(super) fn unvisited<'a>(&'a self, contents: &'a FileContents, visit: u32) -> impl Iterator<Item = u32> + 'a {
        let moves = contents.visits[visit as usize].moves();
        let entered = self.of_visit(visit).iter().filter_map(|&child| contents.mv(child));
        // A short list is searched faster than a set is made.
        let is_long = moves.len() > MAX_COMPARED;
        let mut seen: HashSet<u32> = if is_long { entered.clone().collect() } else { HashSet::new() };
        let mut is_new = move |at: usize, text: u32| {
            if is_long {
                seen.insert(text)
            } else {
                !moves[..at].contains(&text) && entered.clone().all(|mv| mv != text)
            }
        };
        moves.iter().enumerate().filter(move |&(at, &text)| is_new(at, text)).map(|(_, &text)| text)
    }
}

/// Data of each visit by the rules of the game.
pub(super) struct KnownMoves {
    pub(super) visits: Vec<KnownVisit>,
    /// Whether the visits follow the rules.
    pub(super) fits: bool,
    /// Visits whose moves are not legal.
    pub(super) illegal: Vec<u32>,
    pub(super) listed: ListedByRules,
}

/// Faults of listed, pruned and skipped moves by the rules.
#[derive(Default)]
pub(super) struct ListedByRules {
    /// Visits with a listed, pruned or skipped text that is no legal move, and the index of the text among the visit's texts.
    pub(super) illegal: Vec<(u32, u32)>,
    /// Skips with a text that is no legal move, and the number of the text.
    pub(super) skipped: Vec<(u32, u32)>,
    /// Visits whose lists lack a legal move, with the first missing one.
    pub(super) missing: Vec<(u32, String)>,
    /// Visits whose moves violate the order of the header, with the first child that does; `None` if the list does.
    pub(super) disordered: Vec<(u32, Option<u32>)>,
    /// Prunes that count more nodes than exist, with the number of existing nodes.
    pub(super) counted_too_many: Vec<(u32, u64)>,
    /// Indexes of the prunes of each visit, in the order of the file.
    prunes_of: HashMap<u32, Vec<u32>>,
    /// Number of nodes that may still be counted.
    nodes_left: u64,
    /// Number of visits whose order was compared with that of the header.
    pub(super) ordered: usize,
}

impl ListedByRules {
    /// Records the texts of a visit that are no legal moves; `named` contains the index of each text's move by the rules.
    fn name(&mut self, visit: u32, named: &[Option<u32>]) {
        let places = named.iter().enumerate().filter(|(_, index)| index.is_none());
        self.illegal.extend(places.map(|(place, _)| (visit, place as u32)));
    }

    /// Compares the counts of prunes at a visit with the actual numbers: below the moves that the prunes list, or else below all
    /// moves that are not searched.
    fn prunes<G: Game>(
        &mut self,
        game: &G,
        (visit, position, legal): (u32, &G::Position, &[G::Move]),
        (named, is_taken): (&[Option<u32>], &[bool]),
        contents: &FileContents,
    ) {
        for &pruned in self.prunes_of.get(&visit).cloned().iter().flatten() {
            let Pruned { count: Some(count), moves: (from, to), .. } = contents.pruned[pruned as usize] else {
                continue;
            };
            let stated = named[from as usize..to as usize].iter().flatten().copied();
            let left = (0..legal.len() as u32).filter(|&index| !is_taken[index as usize]);
            let moves: Vec<u32> = if from < to { stated.collect() } else { left.collect() };
            let below = moves.iter().map(|&index| game.play(position, legal[index as usize])).collect();
            let most = count_nodes(game, below, count, &mut self.nodes_left);
            self.counted_too_many.extend(most.map(|most| (pruned, most)));
        }
    }

    /// Compares the order of a visit's listed moves, and of its searched moves (with the first visit of each), with the order of
    /// the header; `places` contains the index of each move in that order.
    fn order(&mut self, visit: u32, listed: &[Option<u32>], searched: &[(u32, u32)], places: &[u32]) {
        let is_right = |one: u32, next: u32| places[one as usize] < places[next as usize];
        let stated: Vec<u32> = listed.iter().flatten().copied().collect();
        self.ordered += usize::from(searched.len().max(stated.len()) > 1);
        if !stated.windows(2).all(|pair| is_right(pair[0], pair[1])) {
            self.disordered.push((visit, None));
        } else if let Some(pair) = searched.windows(2).find(|pair| !is_right(pair[0].0, pair[1].0)) {
            self.disordered.push((visit, Some(pair[0].1)));
        }
    }
}

/// Data of a visit by the rules; empty if the moves to it are not legal.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownVisit {
    /// Index of the move to the visit, in the game's order.
    pub(super) mv: Option<u32>,
    pub(super) player: Option<Player>,
    /// Score at the end of the game, or at the depth limit.
    pub(super) leaf: Option<Score>,
    /// Equal for positions that share a table entry.
    pub(super) key: Option<u128>,
    /// Equal for positions that are the same up to symmetry; used if it is unknown whether these share a table entry.
    pub(super) class_key: Option<u128>,
    /// Number of numbered children: 0 if the visit ended before they were generated.
    pub(super) child_count: u32,
    /// Order of the children, if it is not the game's own.
    pub(super) order: Option<Box<[u32]>>,
}

impl KnownMoves {
    pub(super) fn of(
        game: &AnyGame,
        contents: &FileContents,
        siblings: &Siblings,
        start: &[u32],
        setup: &Setup,
        progress: &Progress,
    ) -> Result<Self, Abandoned> {
        game.visit(Walk { contents, siblings, start, setup, progress })
    }
}

struct Walk<'a> {
    contents: &'a FileContents,
    siblings: &'a Siblings,
    start: &'a [u32],
    setup: &'a Setup,
    progress: &'a Progress,
}

/// The columns of proof and disproof numbers of a proof-number search.
struct ProofColumns([Option<Column>; 2]);

impl ProofColumns {
    /// Whether a visit without listed or entered moves makes the children of its node: every visit of such a search does, except one
    /// that leaves the numbers of a new leaf, 1 and 1.
    fn expands(&self, visit: usize) -> bool {
        let is_one = |column: &Option<Column>| {
            let value = column.as_ref().and_then(|column| column.value(VisitId(visit as u32)));
            value.and_then(|value| value.number()).is_some_and(|number| (number - 1.0).abs() < 0.5)
        };
        !self.0.iter().all(is_one)
    }
}

impl Walk<'_> {
    fn proof_numbers(&self) -> Option<ProofColumns> {
        self.contents.header.process().and_then(Process::proof)?;
        let column = |name: &str| Some(self.contents.columns.iter().find(|column| column.name() == name)?.column());
        Some(ProofColumns(["pn", "dn"].map(column)))
    }
}

impl GameVisitor for Walk<'_> {
    type Output = Result<KnownMoves, Abandoned>;

    #[expect(
        clippy::too_many_lines,
        reason = "one walk, which looks at all that a visit names while its position is at hand"
    )]
    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let visits = &self.contents.visits;
        let mut known = vec![KnownVisit::default(); visits.len()];
        let mut positions: Vec<Option<G::Position>> = vec![None; visits.len()];
        let (mut fits, mut illegal) = (true, Vec::new());
        // Texts of the legal moves at a visit, computed lazily.
        let mut texts: Vec<Option<String>> = Vec::new();
        let root = play_all(game, self.start);
        let mut by_rules = ListedByRules { nodes_left: MAX_COUNTED, ..ListedByRules::default() };
        // A best-first search visits children in the order of their numbers.
        let process = self.contents.header.process();
        let is_best_first = process.is_some_and(|process| process.proof().is_some() || process.sampling().is_some());
        let root_of_order = root.as_ref().filter(|_| !is_best_first);
        let mut stated_order = root_of_order.and_then(|root| StatedOrder::of(game, root, self.contents, self.setup));
        for (index, pruned) in (0..).zip(&self.contents.pruned) {
            by_rules.prunes_of.entry(pruned.visit).or_default().push(index);
        }
        let mut skips: HashMap<u32, Vec<u32>> = HashMap::new();
        for (index, skip) in (0..).zip(&self.contents.skips) {
            skips.entry(skip.visit).or_default().push(index);
        }
        let proof_numbers = self.proof_numbers();
        for visit in 0..visits.len() {
            self.progress.step_at(visit)?;
            if self.contents.parents[visit] == NONE {
                positions[visit].clone_from(&root);
            }
            let Some(position) = positions[visit].take() else {
                fits = false;
                continue;
            };
            let legal = game.legal_moves(&position);
            // A program can search on where by the rules neither player can win.
            let is_dead = legal.is_empty() && game.is_dead(&position);
            texts.clear();
            texts.resize(legal.len(), None);
            let mut index_of = |number: u32, hint: usize| {
                let text = self.contents.texts.text(number);
                let mut is_named = |index: usize| {
                    let made = || game.move_text(&position, legal[index]);
                    *texts[index].get_or_insert_with(made) == *text
                };
                let is_hinted = hint < legal.len() && is_named(hint);
                let index = if is_hinted { Some(hint) } else { (0..legal.len()).find(|&index| is_named(index)) };
                let reads = |&index: &usize| game.reads_move(&position, legal[index], text);
                let index = index.or_else(|| (0..legal.len()).find(reads));
                index.map(|index| index as u32)
            };
            let mut order: Vec<u32> = Vec::with_capacity(legal.len());
            let mut is_taken = vec![false; legal.len()];
            // The searched moves in the order of their first visits, without those of speculative visits and of probes, which come
            // before the searches of other moves.
            let mut counted: Vec<(u32, u32)> = Vec::new();
            let (mut names_all, mut has_probe) = (true, false);
            for (place, &child) in self.siblings.of_visit(visit as u32).iter().enumerate() {
                let mv = self.contents.mv(child);
                if visits[child as usize].is_same_place {
                    positions[child as usize] = Some(position.clone());
                    fits = false;
                    continue;
                }
                if is_dead {
                    fits = false;
                    continue;
                }
                let Some(index) = mv.and_then(|mv| index_of(mv, place)) else {
                    (fits, names_all) = (false, names_all && mv.is_some());
                    // A speculative visit need not follow a legal move: it can have another player's turn, or be the same position
                    // without some moves.
                    let is_speculative = visits[child as usize].is_speculative;
                    illegal.extend(mv.filter(|_| !is_speculative).map(|_| child));
                    continue;
                };
                known[child as usize].mv = Some(index);
                if let Some(stated_order) = &mut stated_order {
                    stated_order.play(visit, child, index);
                }
                let is_probe = visits[child as usize].is_probe();
                has_probe |= is_probe;
                let is_searched = !visits[child as usize].is_speculative && !is_probe;
                if is_searched && counted.iter().all(|&(before, _)| before != index) {
                    counted.push((index, child));
                }
                positions[child as usize] = Some(game.play(&position, legal[index as usize]));
                if std::mem::replace(&mut is_taken[index as usize], true) {
                    // In a generated tree, each node occurs once.
                    fits &= !self.contents.generates;
                } else {
                    order.push(index);
                }
            }
            let named: Vec<Option<u32>> =
                visits[visit].moves().iter().enumerate().map(|(place, &mv)| index_of(mv, place)).collect();
            let listed = &named[..visits[visit].listed().len()];
            if !is_dead {
                by_rules.name(visit as u32, &named);
            }
            if let Some(stated_order) = stated_order.as_ref().filter(|_| counted.len().max(listed.len()) > 1) {
                let listed = if stated_order.is_of_lists { listed } else { &[] };
                by_rules.order(visit as u32, listed, &counted, &stated_order.places(game, &position, &legal, visit));
            }
            by_rules.prunes(game, (visit as u32, &position, &legal), (&named, &is_taken), self.contents);
            for &skip in skips.get(&(visit as u32)).into_iter().flatten() {
                let mut children = self.contents.skips[skip as usize].children.iter().filter(|_| !is_dead);
                by_rules.skipped.extend(children.find(|&&mv| index_of(mv, 0).is_none()).map(|&mv| (skip, mv)));
            }
            let is_staged = visits[visit].beside.as_ref().is_some_and(|beside| beside.is_staged);
            if !listed.is_empty() && visits[visit].is_left && names_all && !is_staged {
                let is_missing = |index: usize| !is_taken[index] && !named.contains(&Some(index as u32));
                let missing = (0..legal.len()).find(|&index| is_missing(index));
                by_rules.missing.extend(missing.map(|index| (visit as u32, game.move_text(&position, legal[index]))));
            }
            for index in named.into_iter().flatten().chain(0..legal.len() as u32) {
                if !std::mem::replace(&mut is_taken[index as usize], true) {
                    order.push(index);
                }
            }
            if let Some(stated_order) = stated_order.as_ref().filter(|_| has_probe) {
                // Not all moves are probed, so the probes do not show the order.
                let places = stated_order.places(game, &position, &legal, visit);
                order.sort_by_key(|&index| places[index as usize]);
            }
            let entered = &visits[visit];
            let is_expanded = !self.siblings.of_visit(visit as u32).is_empty()
                || !entered.moves().is_empty()
                || !entered.is_left
                || self.contents.generates
                || (game.score(&position).is_none()
                    && proof_numbers.as_ref().is_some_and(|numbers| numbers.expands(visit)));
            let stated = self.contents.header.table.as_ref().and_then(TableField::options);
            let share = stated.is_some_and(|table| table.symmetry);
            let here = &mut known[visit];
            here.player = Some(game.player(&position));
            here.leaf = game.score(&position);
            if here.leaf.is_none() && !is_expanded {
                here.leaf = self.setup.limit.map(|limit| game.evaluate(&position, limit.evaluation));
            }
            here.leaf = here.leaf.map(|leaf| Unit::converted(leaf, game.unit(), self.contents.header.unit));
            here.key = if share { game.class_key(&position) } else { game.key(&position) };
            here.class_key = if stated.is_none() { game.class_key(&position) } else { None };
            if is_expanded {
                here.child_count = legal.len() as u32;
                let is_natural = order.iter().enumerate().all(|(place, &index)| place == index as usize);
                here.order = (!is_natural && order.len() == legal.len()).then(|| order.into_boxed_slice());
            }
        }
        Ok(KnownMoves { visits: known, fits, illegal, listed: by_rules })
    }
}

/// Maximum number of bytes for preparing an order by exact values.
const MEMORY_OF_BEST: u64 = 8 << 20;

/// The order of the header, with the marks of each visit for it.
pub(super) struct StatedOrder {
    order: Box<dyn MoveOrder>,
    marks: Vec<u64>,
    /// Whether lists must have the order, too. If an order does not follow from the rules alone, the unsearched rest of a list may
    /// have any order.
    pub(super) is_of_lists: bool,
}

impl StatedOrder {
    /// Returns `None` if no order can be expected: threads leave moves to each other, and if some
    /// moves are moved to the front or to the end, the order applies only to the others.
    pub(super) fn of<G: Game>(game: &G, start: &G::Position, contents: &FileContents, setup: &Setup) -> Option<Self> {
        let header = &contents.header;
        let is_of_rest = header.order_by.is_some() || header.rules_used.is_some_and(|rules| rules.skip_losing);
        if is_of_rest || contents.threads.are_several() || contents.generates {
            return None;
        }
        let order: Order = header.order.as_deref()?.parse().ok()?;
        let is_evaluated = header.evaluation.as_deref().is_some_and(|name| game.evaluations().contains(&name));
        if order == Order::Best && setup.limit.is_some() && !is_evaluated {
            return None;
        }
        let order: Box<dyn MoveOrder> =
            order.prepare(game, start, setup.limit, MEMORY_OF_BEST, &AtomicBool::new(false)).ok()?;
        let marks = vec![order.root(); contents.visits.len()];
        Some(Self { order, marks, is_of_lists: header.has_rising_moves().is_some() })
    }

    /// Records the move that leads to a child of a visit.
    pub(super) fn play(&mut self, visit: usize, child: u32, index: u32) {
        if !self.order.is_natural() && !self.order.is_from_center() {
            self.marks[child as usize] = self.order.child(self.marks[visit], index as usize);
        }
    }

    /// Index of each move of a visit in the order of the header.
    pub(super) fn places<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        visit: usize,
    ) -> Vec<u32> {
        let mut indexes: Vec<u32> = (0..moves.len() as u32).collect();
        if !self.order.is_natural() {
            arrange(&*self.order, game, position, moves, self.marks[visit], &mut indexes);
        }
        let mut places = vec![0; moves.len()];
        for (place, &index) in (0..).zip(&indexes) {
            places[index as usize] = place;
        }
        places
    }
}

/// Maximum number of nodes, for a whole file, that are counted below moves that cuts prune.
pub(in crate::trace) const MAX_COUNTED: u64 = 200_000;

/// Number of nodes from these positions on, if it is less than `count`; `None` if it is not, or if it exceeds the limit for
/// counting.
pub(super) fn count_nodes<G: Game>(
    game: &G,
    mut left: Vec<G::Position>,
    count: u64,
    nodes_left: &mut u64,
) -> Option<u64> {
    let mut found = 0;
    while let Some(position) = left.pop() {
        found += 1;
        *nodes_left = nodes_left.checked_sub(1)?;
        if found >= count {
            return None;
        }
        left.extend(game.legal_moves(&position).into_iter().map(|mv| game.play(&position, mv)));
    }
    Some(found)
}
