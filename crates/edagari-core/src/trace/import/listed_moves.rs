//! Checks of the moves that an imported file lists in addition to searched ones: `moves` of a node, moves of `prune` and `skip`.
//! They must be consistent with the searched moves.

use std::collections::{HashMap, HashSet};

use super::contents::{Entered, FileContents, NONE, Pruned, PrunedBy, Skipped};
use super::known_moves::{KnownMoves, Siblings};
use crate::score::BoundKind;
use crate::trace::model::columns::Columns;
use crate::trace::model::foreign::RemarkKind;
use crate::trace::stream::LookupResult;
use crate::trace::{FrameKind, Id, Meaning, VisitId};

/// Frame at which a fault is shown.
#[derive(Clone, Copy)]
pub(super) enum Shown {
    /// The frame of this kind for this visit, see `visit_frames`.
    Visit(u32, FrameKind),
    /// The update with this index among the updates without a child.
    Own(u32),
}

/// A fault: its frame, its line, and its kind.
pub(super) type Mismatch = (Shown, u64, RemarkKind);

/// A child of a visit, and the text of its move.
type ChildByMove = (u32, u32);

/// Returns all faults of listed moves.
pub(super) fn mismatches(
    contents: &FileContents,
    siblings: &Siblings,
    known: Option<&KnownMoves>,
    columns: &Columns,
) -> Vec<Mismatch> {
    if contents.generates {
        return Vec::new();
    }
    let mut found = MismatchFinder { contents, siblings, mismatches: Vec::new() };
    let mut named: HashMap<u32, Named<'_>> = HashMap::new();
    for pruned in &contents.pruned {
        named.entry(pruned.visit).or_default().prunes.push(pruned);
    }
    for skipped in &contents.skips {
        named.entry(skipped.visit).or_default().skips.push(skipped);
    }
    let nothing = Named::default();
    for visit in 0..contents.visits.len() as u32 {
        let named = named.get(&visit).unwrap_or(&nothing);
        let lists = !contents.visits[visit as usize].listed().is_empty();
        if (lists || !named.prunes.is_empty() || !named.skips.is_empty()) && !found.fits_plainly(visit, named) {
            found.visit(visit, named);
        }
    }
    found.left_out(&named, columns, known.is_some());
    if let Some(known) = known {
        found.by_rules(known, &named);
    }
    found.ids();
    found.mismatches
}

/// Prunes and skips of a visit.
#[derive(Default)]
struct Named<'a> {
    prunes: Vec<&'a Pruned>,
    skips: Vec<&'a Skipped>,
}

struct MismatchFinder<'a> {
    contents: &'a FileContents,
    siblings: &'a Siblings,
    mismatches: Vec<Mismatch>,
}

impl<'a> MismatchFinder<'a> {
    fn find(&mut self, shown: Shown, line: u64, kind: RemarkKind) {
        self.mismatches.push((shown, line, kind));
    }

    fn at_start(&mut self, visit: u32, kind: RemarkKind) {
        let line = self.contents.lines[visit as usize].into();
        self.find(Shown::Visit(visit, FrameKind::Start), line, kind);
    }

    fn text(&self, text: u32) -> Box<str> {
        self.contents.texts.text(text).into()
    }

    /// Children of a visit that are not speculative, with their moves, if these are recorded.
    fn children(&self, visit: u32) -> impl Iterator<Item = ChildByMove> + use<'a> {
        let contents = self.contents;
        let all = self.siblings.of_visit(visit).iter();
        all.filter(|&&child| !contents.visits[child as usize].is_speculative)
            .filter_map(|&child| Some((child, contents.mv(child)?)))
    }

    fn names_of(&self, pruned: &Pruned) -> &'a [u32] {
        let (from, to) = pruned.moves;
        &self.contents.visits[pruned.visit as usize].moves()[from as usize..to as usize]
    }

    /// Fast path: whether a visit searches its list from the first move on, and prunes the rest, as most visits do.
    fn fits_plainly(&self, visit: u32, named: &Named<'_>) -> bool {
        let listed = self.contents.visits[visit as usize].listed();
        let mut searched = 0;
        for (_, mv) in self.children(visit) {
            if listed.get(searched) == Some(&mv) {
                searched += 1;
            } else if searched == 0 || listed[searched - 1] != mv {
                return false;
            }
        }
        let mut prunes = named.prunes.iter();
        let prunes_rest = match (prunes.next(), prunes.next()) {
            (None, _) => true,
            (Some(prune), None) => {
                let rest = self.names_of(prune);
                let counts = prune.count.is_none_or(|count| count >= rest.len() as u64);
                !prune.has_no_cut && counts && rest == &listed[searched..]
            }
            _ => false,
        };
        prunes_rest && named.skips.is_empty()
    }

    fn visit(&mut self, visit: u32, named: &Named<'_>) {
        let listed = self.contents.visits[visit as usize].listed();
        let mut first = HashMap::new();
        let mut searched: Vec<ChildByMove> = Vec::new();
        // Not all moves are probed, and probes come before the searches of other moves, so they do not show the order.
        let (mut in_order, mut ordered) = (Vec::new(), HashSet::new());
        for (child, mv) in self.children(visit) {
            first.entry(mv).or_insert_with(|| {
                searched.push((child, mv));
                child
            });
            if !self.contents.visits[child as usize].is_probe() && ordered.insert(mv) {
                in_order.push((child, mv));
            }
        }
        let pruned: HashSet<u32> = named.prunes.iter().flat_map(|pruned| self.names_of(pruned)).copied().collect();
        if !listed.is_empty() {
            self.list(listed, (&searched, &in_order, &first), &pruned);
        }
        let in_list: HashSet<u32> =
            if named.prunes.is_empty() { HashSet::new() } else { listed.iter().copied().collect() };
        for prune in &named.prunes {
            self.prune(prune, &in_list, &first);
        }
        if let Some(prune) = named.prunes.first().filter(|_| !listed.is_empty() && !pruned.is_empty()) {
            let names_all = |skip: &&Skipped| !skip.children.is_empty() && skip.count.is_none();
            if named.skips.iter().all(names_all) {
                let skipped: HashSet<u32> = named.skips.iter().flat_map(|skip| &skip.children).copied().collect();
                let entered_moves = self.siblings.of_visit(visit).iter().filter_map(|&child| self.contents.mv(child));
                let entered_moves: HashSet<u32> = entered_moves.collect();
                let is_left_out =
                    |mv: &&u32| !entered_moves.contains(*mv) && !pruned.contains(*mv) && !skipped.contains(*mv);
                if let Some(&mv) = listed.iter().find(is_left_out) {
                    let kind = RemarkKind::PrunedTooFew { mv: self.text(mv) };
                    self.find(shown(prune), prune.line, kind);
                }
            }
        }
        if named.skips.is_empty() {
            return;
        }
        // Children by move, in the order of entry.
        let mut by_move: HashMap<u32, Vec<u32>> = HashMap::new();
        for (child, mv) in self.children(visit) {
            by_move.entry(mv).or_default().push(child);
        }
        for skip in &named.skips {
            let again = |&mv: &u32| {
                let children = by_move.get(&mv)?;
                let later = children.partition_point(|&child| child < skip.entered);
                children.get(later).map(|&child| (child, mv))
            };
            if let Some((child, mv)) = skip.children.iter().filter_map(again).min() {
                self.at_start(child, RemarkKind::SkippedSearched { mv: self.text(mv) });
            }
        }
    }

    /// Compares the list of a visit with the moves that it searches and prunes. `searched` contains the children with their moves,
    /// `in_order` those that must have the order of the list, and `by_move` the first child of each move.
    fn list(
        &mut self,
        listed: &[u32],
        (searched, in_order, by_move): (&[ChildByMove], &[ChildByMove], &HashMap<u32, u32>),
        pruned: &HashSet<u32>,
    ) {
        let places: HashMap<u32, usize> = listed.iter().enumerate().map(|(place, &mv)| (mv, place)).collect();
        if let Some(&(child, mv)) = searched.iter().find(|(_, mv)| !places.contains_key(mv)) {
            self.at_start(child, RemarkKind::NotListed { mv: self.text(mv) });
        }
        // Moves with equal texts cannot be distinguished, threads leave one another's moves for later, and a best-first search
        // visits children in the order of their numbers.
        let process = self.contents.header.process();
        let is_best_first = process.is_some_and(|process| process.proof().is_some() || process.sampling().is_some());
        if places.len() < listed.len() || self.contents.threads.are_several() || is_best_first {
            return;
        }
        let left = pruned.iter().filter(|mv| !by_move.contains_key(mv));
        let mut next = left.filter_map(|mv| places.get(mv)).copied().min().unwrap_or(usize::MAX);
        let mut ahead = None;
        for &(child, mv) in in_order.iter().rev() {
            let Some(&place) = places.get(&mv) else { continue };
            if place > next {
                ahead = Some((child, mv, next));
            }
            next = next.min(place);
        }
        if let Some((child, mv, before)) = ahead {
            let kind = RemarkKind::NotInListedOrder { mv: self.text(mv), before: self.text(listed[before]) };
            self.at_start(child, kind);
        }
    }

    fn prune(&mut self, prune: &Pruned, listed: &HashSet<u32>, searched: &HashMap<u32, u32>) {
        let at = shown(prune);
        if prune.has_no_cut {
            self.find(at, prune.line, RemarkKind::PrunedWithoutCut);
        }
        let names = self.names_of(prune);
        if let Some(&mv) = names.iter().find(|mv| searched.contains_key(mv)) {
            self.find(at, prune.line, RemarkKind::PrunedSearched { mv: self.text(mv) });
        }
        let is_none = |mv: &&u32| !listed.is_empty() && !listed.contains(mv);
        if let Some(&mv) = names.iter().find(is_none) {
            self.find(at, prune.line, RemarkKind::PrunedNoMove { mv: self.text(mv) });
        }
        if let Some(count) = prune.count.filter(|&count| count < names.len() as u64) {
            self.find(at, prune.line, RemarkKind::PrunedCount { count, children: names.len() as u64 });
        }
    }

    /// Finds listed moves that are neither searched nor pruned nor skipped. Only for a complete run whose program records cuts:
    /// otherwise there may be an unrecorded reason, except at a node whose score is inside its window. With a single pass, the
    /// check compares the moves of such a node itself. In a known game, it compares all nodes but a root of which few moves
    /// are searched: the user can have chosen them, unless the root lists the others.
    fn left_out(&mut self, named: &HashMap<u32, Named<'_>>, columns: &Columns, is_known_game: bool) {
        let contents = self.contents;
        let why = columns.of(Meaning::Why);
        let cuts = |child: &u32| contents.returned(*child).cut == Some(true);
        if !contents.says_complete || contents.threads.are_several() {
            return;
        }
        let (tells_cuts, has_passes) = (contents.tells_cuts(), contents.passes.len() > 1);
        // A visit of a kind, such as quiescence, need not search all moves.
        let has =
            |meaning: Meaning, visit: VisitId| columns.of(meaning).is_some_and(|column| column.value(visit).is_some());
        let depth = |visit: VisitId| columns.of(Meaning::Depth)?.value(visit)?.number();
        let is_whole = |visit: u32, entered: &Entered| {
            let is_inside = entered.window.zip(entered.score).is_some_and(|(window, score)| window.contains(score));
            let is_exact = entered.bound.is_none_or(|bound| bound == BoundKind::Exact) && !entered.is_speculative;
            let is_limited = depth(VisitId(visit)).is_some_and(|depth| depth <= 0.0);
            (has_passes || is_known_game) && is_inside && is_exact && !is_limited && !has(Meaning::Kind, VisitId(visit))
        };
        let is_root = |visit: u32| contents.parents[visit as usize] == NONE;
        // A root whose moves the program chooses may list all of them.
        let states_moves = |visit: VisitId| {
            contents.header.searchmoves.is_some()
                || [Meaning::SearchMoves, Meaning::PassSearchMoves, Meaning::MultiPv, Meaning::PassMultiPv]
                    .into_iter()
                    .any(|meaning| has(meaning, visit))
        };
        let updated_by_itself: HashSet<u32> = contents.own_updates.iter().map(|own| own.visit).collect();
        for visit in 0..contents.visits.len() as u32 {
            let entered = &contents.visits[visit as usize];
            let all = self.siblings.of_visit(visit);
            let is_judged = !is_known_game || (is_root(visit) && 2 * all.len() <= entered.listed().len());
            if !is_judged || (!tells_cuts && !is_whole(visit, entered)) {
                continue;
            }
            if is_root(visit) && states_moves(VisitId(visit)) {
                continue;
            }
            let searched = all.iter().map(|&child| contents.moves[child as usize]);
            if searched.eq(entered.listed().iter().copied()) {
                continue;
            }
            let has_reason = !entered.is_left
                || entered.lookup().is_some_and(|lookup| lookup.result != Some(LookupResult::Nothing))
                || named.contains_key(&visit)
                || updated_by_itself.contains(&visit)
                || why.is_some_and(|why| why.value(VisitId(visit)).is_some())
                || all.iter().any(cuts);
            // A visit that entered no child may be a leaf that lists its moves.
            if has_reason || all.is_empty() {
                continue;
            }
            let searched: HashSet<u32> = all.iter().filter_map(|&child| contents.mv(child)).collect();
            if let Some(&mv) = entered.listed().iter().find(|mv| !searched.contains(mv)) {
                let last = if entered.store().is_some_and(|store| !store.is_early) {
                    FrameKind::Store
                } else {
                    FrameKind::End
                };
                let line = contents.lines[visit as usize].into();
                self.find(Shown::Visit(visit, last), line, RemarkKind::ListedNotSearched { mv: self.text(mv) });
            }
        }
    }

    /// Adds the faults found by the rules of a known game.
    fn by_rules(&mut self, known: &KnownMoves, named: &HashMap<u32, Named<'_>>) {
        let mut latest = None;
        for &(visit, place) in &known.listed.illegal {
            let entered = &self.contents.visits[visit as usize];
            let mv = self.text(entered.moves()[place as usize]);
            if (place as usize) < entered.listed().len() {
                // One remark per list is enough.
                if latest.replace(visit) != Some(visit) {
                    self.at_start(visit, RemarkKind::ListedNoMove { mv });
                }
            } else if entered.listed().is_empty() {
                let is_in = |pruned: &&&Pruned| (pruned.moves.0..pruned.moves.1).contains(&place);
                if let Some(&pruned) = named.get(&visit).and_then(|named| named.prunes.iter().find(is_in)) {
                    self.find(shown(pruned), pruned.line, RemarkKind::PrunedNoMove { mv });
                }
            }
        }
        for &(skip, mv) in &known.listed.skipped {
            let (visit, kind) = self.contents.skips[skip as usize].behind[0];
            let line = self.contents.lines[visit as usize].into();
            self.find(Shown::Visit(visit, kind), line, RemarkKind::SkippedNoMove { mv: self.text(mv) });
        }
        for (visit, mv) in &known.listed.missing {
            self.at_start(*visit, RemarkKind::LegalNotListed { mv: mv.as_str().into() });
        }
        for &(pruned, most) in &known.listed.counted_too_many {
            let pruned = &self.contents.pruned[pruned as usize];
            let kind = RemarkKind::PrunedCountTooLarge { count: pruned.count.unwrap_or_default(), most };
            self.find(shown(pruned), pruned.line, kind);
        }
        // If many nodes have another order, the header is wrong, which is one fault.
        let disordered = &known.listed.disordered;
        let is_stated_wrongly = disordered.len() * 4 > known.listed.ordered;
        let shown = match (is_stated_wrongly, self.contents.header.is_own()) {
            (false, _) => disordered.len(),
            (true, false) => 1,
            // Users of the library's recorder may search moves in an order without a name.
            (true, true) => 0,
        };
        for &(visit, child) in &disordered[..shown] {
            let order = self.contents.header.order.as_deref().unwrap_or_default().into();
            self.at_start(child.unwrap_or(visit), RemarkKind::NotInSaidOrder { order });
        }
    }

    /// Finds ids that are in use for several open nodes.
    fn ids(&mut self) {
        for &visit in &self.contents.in_use {
            // A speculative search of the same position may reuse its id.
            if !self.contents.visits[visit as usize].is_speculative {
                let node = self.contents.id(visit).cloned().unwrap_or(Id::Number(0));
                self.at_start(visit, RemarkKind::IdInUse { node });
            }
        }
    }
}

fn shown(pruned: &Pruned) -> Shown {
    match pruned.by {
        PrunedBy::Child(child) => Shown::Visit(child, FrameKind::Update),
        PrunedBy::Own(place) => Shown::Own(place),
    }
}
