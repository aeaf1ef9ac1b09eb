//! Checks of the transposition table: lookups, stores, recorded keys, bounds against exact values, and leaves that occurred
//! before.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Fault;
use super::entry_depths::{loose_store, settling_score, shows_value};
use super::exact::ExactScores;
use super::known::{DepthOfEntry, Left, left_at_root};
use super::prover::{Claim, OpenVisit, Prover};
use crate::score::{Answer, BoundKind, Bounds, Fail, Player, Returnable, Score, ScoreSource, Window};
use crate::search::{TableKey, TableSetup};
use crate::trace::{
    ColumnValue, Fact, Found, KnownReason, Meaning, NodeId, Step, StoreId, TableField, VisitId, VisitKind,
};

impl Prover<'_> {
    /// The options of the table, if the program specifies them.
    pub(super) fn stated_table(&self) -> Option<TableSetup> {
        self.header.table.as_ref().and_then(TableField::options)
    }

    /// The key of a node's position. Symmetric positions may share an entry unless the program specifies that they do not.
    fn key(&self, open: &OpenVisit) -> Option<u128> {
        let share = self.stated_table().is_none_or(|table| table.symmetry);
        let by_rules = || {
            let position = open.position.as_ref()?;
            if share { position.class_key() } else { position.key() }
        };
        open.key.or_else(by_rules)
    }

    /// The fault of a lookup whose bounds should have narrowed the window.
    fn missing_narrowing(&self, visit: VisitId, found: &Found, (given, bounds): (Window, Bounds)) -> Option<Fault> {
        // Many programs do not narrow windows in the quiescence search.
        let is_quiet = self.trace.has_kind(visit, VisitKind::Quiescence)
            || self.whole(Meaning::Depth, visit).is_some_and(|depth| depth <= 0);
        let narrows = !is_quiet && self.stated_table().is_some_and(|table| table.narrowing);
        // With several passes, an entry may have another depth, for which its bounds do not hold here.
        // Without depths, it may have one in any search that has a limit.
        let knows_depth = || {
            let [wanted, of_entry] = [Meaning::Depth, Meaning::LookupDepth].map(|meaning| self.whole(meaning, visit));
            (wanted.is_some() && of_entry.is_some())
                || self.path.last().is_some_and(|open| self.is_left_known(open.left))
        };
        let is_of_depth = self.trace.passes().len() < 2 && knows_depth() && self.is_of_depth(visit, found);
        match self.trace.setup.table.unwrap_or_default().answer(bounds, given) {
            Answer::Narrowed(expected) if narrows && is_of_depth => {
                Some(Fault::WrongNarrowing { expected, found: given })
            }
            _ => None,
        }
    }

    pub(super) fn lookup(&mut self, frame: usize, step: &Step) {
        let Some(found) = self.trace.table().lookup_of(step.visit) else { return };
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (given, key, knows_window, player) = (open.given, self.key(open), open.knows_window, open.player);
        let mut faults = Vec::new();
        // An entry without bounds is no claim: it can be that of a static evaluation, stored before the search.
        let written = found.store.filter(|_| found.bounds != Bounds::UNKNOWN);
        if let Some((store, stored)) = written.and_then(|store| Some((store, self.trace.table().stored(store)?))) {
            if self.is_read_from_node(step.visit, &found, &stored) {
                self.noted.from_node.insert(store);
            }
            // With several threads, another store may happen between the read and the record of an
            // entry.
            let may_be_from_node = self.is_unread_entry_of_root(step.visit, &found, &stored);
            if !self.trace.has_threads() && !may_be_from_node {
                faults.extend(self.other_bounds(frame, step.visit, store, &stored, found.bounds));
            }
            faults.extend(self.other_position(step.visit, &found, &stored));
            // Only the position of the first store is remembered, unless the entry can be reused for another position.
            let owner = self.entries.get(&stored.entry.0).copied();
            let is_others = |owner: u128| key.is_some_and(|key| key != owner) && !self.trace.has_threads();
            if let Some((first, _)) = owner.filter(|&(_, owner)| is_others(owner)) {
                faults.push(Fault::WrongEntry { stored: first });
            }
        }
        let others = || [self.other_depth(step.visit, &found), self.other_move(step.visit, &found)];
        faults.extend(written.into_iter().flat_map(|_| others()).flatten());
        let of_whole = self.uses_whole_entry(step.visit).or_else(|| self.reads_whole_entry(step.visit, &found));
        faults.extend(of_whole.filter(|_| found.answer != Answer::Nothing));
        let here = self.bounds_here(step.visit, &found);
        let mut bounds = here.first().copied().unwrap_or(found.bounds);
        let mut searched = given;
        let mut answer = None;
        match found.answer {
            Answer::Returned { score, kind } => {
                answer = Some((score, kind));
                // An update without a child, such as mate-distance pruning, may narrow the window
                // before the lookup.
                let own = self.trace.own_updates_of(step.visit).map(|own| own.searched);
                let windows: Vec<Window> = std::iter::once(given).chain(own).collect();
                // An unclipped score of a fail-hard search is reported at the end of the visit.
                let fail = self.header.fail;
                let settles_in = |bounds: &Bounds, window: Window| {
                    // The kind is that of the entry. If its mates are counted from this node,
                    // another bound may settle the node.
                    let kinds = [kind, BoundKind::Lower, BoundKind::Upper];
                    let kinds = &kinds[..if *bounds == found.bounds { 1 } else { 3 }];
                    kinds.iter().filter_map(|&kind| settling_score(*bounds, window, kind)).any(|value| {
                        score == value || Returnable::of(fail, ScoreSource::Table, player, window, value).allows(score)
                    })
                };
                let settles = |bounds: &Bounds| windows.iter().any(|&window| settles_in(bounds, window));
                let is_end = |bounds: &Bounds| {
                    !knows_window && (self.may_be_end(*bounds, given, score) || self.is_in_any_window())
                };
                let settled = here.iter().copied().find(|bounds| settles(bounds) || is_end(bounds));
                let is_unadjusted = bounds != found.bounds && settles(&found.bounds);
                bounds = settled.unwrap_or(bounds);
                let is_firm = self.note_firm_answer(frame, given, bounds, score) || settled.is_some();
                if settled.is_none() && is_unadjusted {
                    faults.push(Fault::MateNotAdjusted { expected: bounds, found: found.bounds });
                } else if !is_firm && (self.trace.origin().is_none() || self.trace.span(step.visit).1.is_some()) {
                    // Otherwise, the file ends before the program states the score.
                    faults.push(Fault::UnjustifiedReturn { bounds, window: given, score });
                }
            }
            Answer::Narrowed(narrowed) => {
                let expected = given.within(bounds);
                // Updates without a child can come first.
                let own = self.trace.own_updates_of(step.visit).map(|own| own.searched.within(bounds));
                if knows_window && narrowed != expected && !own.into_iter().any(|window| window == narrowed) {
                    faults.push(Fault::WrongNarrowing { expected, found: narrowed });
                }
                searched = narrowed;
            }
            Answer::Nothing if knows_window => {
                faults.extend(self.missing_narrowing(step.visit, &found, (given, bounds)));
            }
            Answer::Nothing => {}
        }
        searched = searched.within(self.path.last().map_or(Bounds::UNKNOWN, |open| open.mates));
        if step.window != searched {
            faults.push(Fault::StaleWindow { expected: searched, found: step.window });
        }
        // If the search ignores bounds of a smaller depth, they need not hold at this depth.
        let depths = self.whole(Meaning::Depth, step.visit).zip(self.whole(Meaning::LookupDepth, step.visit));
        let is_too_shallow = found.answer == Answer::Nothing
            && depths.is_some_and(|(wanted, found)| found < wanted)
            && !self.goes_to_end();
        self.noted.uses_other_depths |=
            found.answer != Answer::Nothing && depths.is_none_or(|(wanted, found)| found != wanted);
        if let Some(open) = self.top(step.visit) {
            (open.searched, open.window) = (searched, searched);
            (open.answer, open.found) = (answer, Some(bounds).filter(|_| !is_too_shallow));
        }
        for fault in faults {
            self.find(frame, fault);
        }
        self.depth_of_answer(frame, step.visit, &found);
        self.note_move_of_entry(frame, step.visit, &found);
        if matches!(found.answer, Answer::Returned { .. }) {
            self.note_settled_repetition(frame);
        }
        if self.is_of_depth(step.visit, &found) {
            self.claim(frame, step, bounds);
            return;
        }
        // Later values that depend on the entry have other depths, too.
        self.has_other_depths |= found.answer != Answer::Nothing;
        // If the bounds were stored unchanged, they were already compared with the exact value at
        // the store.
        let is_as_stored = self.is_as_stored(step.visit, &found);
        self.report.unproved_bounds += u64::from(!is_as_stored);
    }

    /// Whether the table can have returned a score in a window that is not known. A fail-hard search clips the score to that
    /// window, which is a part of the window that follows from the parent's.
    fn may_be_end(&self, Bounds { lower, upper }: Bounds, Window { alpha, beta }: Window, score: Score) -> bool {
        let may_be_clipped = self.header.fail != Some(Fail::Soft);
        let is_clipped = || (alpha.min(lower)..=lower).contains(&score) || (upper..=beta.max(upper)).contains(&score);
        score == lower || score == upper || (may_be_clipped && is_clipped())
    }

    /// Records bounds for the comparison with the exact value after the last frame.
    pub(super) fn claim(&mut self, frame: usize, step: &Step, bounds: Bounds) {
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let moves = self.path.iter().skip(1);
        let path: Option<Vec<u32>> = moves.map(|open| self.trace.rule_move(open.node)).collect();
        match path {
            Some(path) => self.bounds.push(Claim { frame, path, left: open.left, bounds }),
            None => self.report.unproved_bounds += 1,
        }
    }

    /// Whether the trace specifies a table with one permanent entry per position.
    pub(super) fn has_one_entry_a_position(&self) -> bool {
        self.stated_table().is_some_and(|table| table.key == TableKey::Position && table.size.is_none())
    }

    /// Whether the trace specifies a table that keeps only the best score that the player to move can still have.
    fn keeps_best_only(&self) -> bool {
        self.stated_table().is_some_and(|table| table.best_only)
    }

    pub(super) fn store(&mut self, frame: usize, step: &Step) {
        let Some(stored) = step.store.and_then(|store| self.trace.table().stored(store)) else { return };
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let Some(score) = step.score.or(open.best) else {
            if let Some(fault) = self.stored_without_score(open, stored.bounds) {
                self.find(frame, fault);
            }
            return;
        };
        // A store after too few children is wrong in any case.
        if let Some(fault) = self.skipped(open) {
            return self.find(frame, fault);
        }
        // A wrong score of the node itself is reported at its end.
        let is_other = |best: Score| self.is_firm(open, best, score) || self.wrong_score(open, frame, score).is_some();
        let follows = open.best.filter(|&best| open.children > 0 && open.answer.is_none() && is_other(best));
        let has_wrong_score = follows.is_some();
        let score = follows.unwrap_or(score);
        // The bounds that were written before, in each possible point of view. Bounds of a smaller
        // depth do not hold for this one.
        let before = step.store.and_then(|store| self.trace.table().store_before(store));
        let before = before.filter(|&before| !self.is_shallower(before, step.visit));
        let earlier_bounds = before.map_or_else(|| vec![Bounds::UNKNOWN], |before| self.seen_from(before, step.visit));
        let all_known = |kind: BoundKind, before: Bounds| {
            Bounds::of(score, kind).intersect(open.found.unwrap_or(Bounds::UNKNOWN)).intersect(before)
        };
        // If the window is not known, the score can be a bound of either kind.
        let any = [open.kind_of(score), BoundKind::Exact, BoundKind::Lower, BoundKind::Upper];
        let may_be_any = (open.children > 0 || open.is_guess || open.is_settled) && !open.knows_window;
        let kinds = match (may_be_any, open.children > 0 && self.may_be_value_at_end(open, score)) {
            (true, _) => any.len(),
            (false, is_at_end) => 1 + usize::from(is_at_end),
        };
        let known = all_known(any[0], earlier_bounds.first().copied().unwrap_or(Bounds::UNKNOWN));
        let is_known = |of_root: &Bounds| any.iter().any(|&kind| Bounds::of(score, kind) == *of_root);
        let of_root = self.as_from_root(step.visit, stored.bounds).filter(is_known);
        let found = of_root.unwrap_or(stored.bounds);
        // A bound that every value of the node satisfies is no claim. But such a store at a node
        // with a known bound stored the wrong bound.
        let range = self.range_of(open).intersect(self.bounds_by_distance(step.visit));
        let claims = |bounds: Bounds| bounds.lower > range.lower || bounds.upper < range.upper;
        let [hides_more, hides_less] = self.clips_own_score(open, score);
        let says_more = |known: Bounds| {
            let range = if claims(known) && !claims(found) { Bounds::UNKNOWN } else { range };
            (found.lower > known.lower.max(range.lower) && !hides_more)
                || (found.upper < known.upper.min(range.upper) && !hides_less)
        };
        let (mut faults, mut loose) = (Vec::new(), None);
        let says_more_than = |kind: BoundKind| earlier_bounds.iter().all(|&before| says_more(all_known(kind, before)));
        if any[..kinds].iter().all(|&kind| says_more_than(kind)) {
            faults.push(Fault::WrongStore { known, found });
        } else if open.cut.is_some() && claims(known) && found == Bounds::UNKNOWN {
            faults.push(Fault::VacuousStore { known, found });
        } else if !has_wrong_score && !self.keeps_best_only() {
            let has_skipped = self.trace.skips_of(step.visit).next().is_some();
            // A bound that no value of the game exceeds is the value.
            let is_exact = found.intersect(range) == Bounds { lower: score, upper: score };
            let is_known = is_exact || self.may_be_end_of_root(open, score);
            loose = loose_store(open, score, found).filter(|loose| !(is_known || (loose.is_high && has_skipped)));
        }
        let contradicted = before.and_then(|before| self.contradicted(open, before, found));
        faults.extend(contradicted.filter(|_| faults.is_empty() && loose.is_none()));
        let stores_value = found.lower == found.upper;
        let is_inner_value = stores_value && shows_value(open, score);
        let is_certain = stores_value && self.is_certain(open);
        let of_whole = self.uses_whole_entry(step.visit);
        faults.extend(of_whole.or_else(|| self.writes_whole_entry(step.visit, stored.entry)));
        // An entry of a table of limited or unspecified size can be reused for another position.
        let may_change = self.stated_table().is_none_or(|table| table.size.is_some());
        let key = self.key(open);
        if key.is_none() && may_change {
            // The position is not known below a null move.
            self.entries.remove(&stored.entry.0);
        }
        if let Some(key) = key {
            if may_change {
                self.entries.insert(stored.entry.0, (frame, key));
            }
            let (first, owner) = *self.entries.entry(stored.entry.0).or_insert((frame, key));
            if owner != key {
                faults.push(Fault::WrongEntry { stored: first });
            } else if self.has_one_entry_a_position() {
                let place = self
                    .depth_of_entry(open)
                    .map(|depth| *self.positions.entry((key, open.left, depth)).or_insert((stored.entry.0, frame)));
                if let Some((_, stored)) = place.filter(|place| place.0 != stored.entry.0) {
                    faults.push(Fault::SecondEntry { stored });
                }
            }
        }
        let (left, is_unfinished, deepest_child) = (open.left, self.is_unfinished(open), open.deepest_child);
        let is_quiet = self.trace.has_kind(step.visit, VisitKind::Quiescence);
        let counted = &mut self.noted.loose_stores[usize::from(is_quiet)];
        counted.values += usize::from(stores_value);
        counted.inner_values += usize::from(is_inner_value);
        counted.found.extend(loose.map(|loose| (frame, loose)));
        for fault in faults {
            self.find(frame, fault);
        }
        if let Some(store) = step.store {
            self.noted.from_node.extend(of_root.map(|_| store));
            self.noted.left_at.insert(store, left);
            self.noted.certain.extend(is_certain.then_some(store));
            self.depth_of_store(frame, (step.visit, deepest_child), is_unfinished, store);
        }
        self.claim(frame, step, found);
    }

    /// Whether the score of the node itself, such as that of standing pat, can be greater, or less, than the score that it is
    /// recorded with: a fail-hard search clips it to the window, but the table can keep it unclipped.
    fn clips_own_score(&self, open: &OpenVisit, score: Score) -> [bool; 2] {
        let is_own = open.has_own_score && open.best == Some(score);
        let is_end = |end: Score| match self.header.fail {
            Some(Fail::Soft) => false,
            Some(Fail::Hard) if !open.knows_window => is_own,
            _ => is_own && open.knows_window && score == end,
        };
        [is_end(open.given.beta), is_end(open.given.alpha)]
    }

    /// The facts by which a table can have several entries for a position: many tables are keyed by the position and the depth,
    /// and the quiescence search can have a table of its own. `None` if the depth is not known.
    fn depth_of_entry(&self, open: &OpenVisit) -> Option<DepthOfEntry> {
        let [depth, stored] = [Meaning::Depth, Meaning::StoreDepth].map(|meaning| self.whole(meaning, open.visit));
        let is_quiet = self.trace.has_kind(open.visit, VisitKind::Quiescence);
        let is_known = depth.is_some() || stored.is_some() || self.trace.origin().is_none() || self.goes_to_end();
        (is_known || open.left != Left::Unknown).then_some((depth, stored, is_quiet))
    }

    /// The fault of a store although all searches of the node's children were stopped without a
    /// score.
    fn stored_without_score(&self, open: &OpenVisit, found: Bounds) -> Option<Fault> {
        let children = || self.trace.visited_children(open.visit);
        let is_unknown =
            open.children > 0 && !open.may_stand_pat && children().all(|child| self.trace.is_stopped(child));
        let known = self.range_of(open).intersect(open.found.unwrap_or(Bounds::UNKNOWN));
        let says_more = found.lower > known.lower || found.upper < known.upper;
        (is_unknown && says_more).then_some(Fault::WrongStore { known, found })
    }

    /// Whether an entry was written with a smaller depth than that of a visit.
    fn is_shallower(&self, before: StoreId, visit: VisitId) -> bool {
        let depth =
            |visit: VisitId| self.whole(Meaning::StoreDepth, visit).or_else(|| self.whole(Meaning::Depth, visit));
        let written = self.trace.table().stored(before).and_then(|stored| depth(stored.visit));
        written.zip(depth(visit)).is_some_and(|(before, now)| before < now)
    }

    /// Whether the depth left is known: a program that records no depth at all can have a limit all the same.
    fn is_left_known(&self, left: Left) -> bool {
        match left {
            Left::Changes(_) => true,
            Left::All => self.goes_to_end() || self.trace.origin().is_none(),
            Left::Unknown => false,
        }
    }

    /// The fault of bounds that contradict the exact value that the entry had for the same position and depth.
    fn contradicted(&self, open: &OpenVisit, before: StoreId, found: Bounds) -> Option<Fault> {
        let trace = self.trace;
        if !self.noted.certain.contains(&before) || !self.is_certain(open) || trace.has_threads() {
            return None;
        }
        let stored = trace.table().stored(before)?;
        let (key, owner) = (self.key(open)?, self.entries.get(&stored.entry.0)?.1);
        let depth =
            |visit: VisitId| self.whole(Meaning::StoreDepth, visit).or_else(|| self.whole(Meaning::Depth, visit));
        let is_same_depth = depth(open.visit) == depth(stored.visit)
            && (depth(open.visit).is_some()
                || (self.noted.left_at.get(&before) == Some(&open.left) && self.is_left_known(open.left)));
        let is_same_label = trace.label_of(open.visit) == trace.label_of(stored.visit);
        let values = self.seen_from(before, open.visit);
        let is_contradicted = values.iter().all(|value| value.lower == value.upper && !found.contain(value.lower));
        (key == owner && is_same_depth && is_same_label && is_contradicted).then_some(Fault::ContradictsExact {
            stored: trace.span(stored.visit).1?.saturating_sub(1),
            value: values.first()?.lower,
            found,
        })
    }

    /// The fault of a search that contradicts the bounds of its entry, at the same depth. Only guesses, repetitions and
    /// entries of other depths can have that effect; mates depend on the distance from the root.
    pub(super) fn contradicts_entry(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        let lookup = self.trace.table().lookup_of(open.visit)?;
        let known = open.found.filter(|known| known.lower <= known.upper)?;
        let is_deep =
            |visit: VisitId| Some(self.whole(Meaning::Depth, visit)? == self.whole(Meaning::LookupDepth, visit)?);
        let is_mate = |score: Score| self.mates.is_some_and(|mates| mates.has(score));
        let is_judged = open.children > 0
            && open.answer.is_none()
            && open.knows_window
            && is_deep(open.visit)?
            && lookup.answer != Answer::Nothing
            && open.is_certain
            && !self.known.guesses
            && !self.noted.uses_other_depths
            && !self.trace.has_threads()
            && self.stated_table().is_some_and(|table| !table.deeper_entries)
            && ![score, known.lower, known.upper].into_iter().any(is_mate);
        // The window of the search is narrowed, but its score is a bound of the value all the same.
        let found = Bounds::of(score, open.searched.judge(score));
        (is_judged && (found.lower > known.upper || found.upper < known.lower))
            .then_some(Fault::ContradictsEntry { known, found })
    }

    /// The values that a node can have: by the rules of a known game, and by the distance of a mate from the root.
    pub(super) fn range_of(&self, open: &OpenVisit) -> Bounds {
        let position = open.position.as_ref().filter(|_| open.left == Left::All);
        if let Some(most) = self.greatest_result() {
            return Bounds { lower: most.negated(), upper: most };
        }
        let by_rules = position.and_then(|position| position.bounds(0)).map_or(Bounds::UNKNOWN, |bounds| Bounds {
            lower: self.trace.of_rules(bounds.lower),
            upper: self.trace.of_rules(bounds.upper),
        });
        self.mates.map_or(by_rules, |mates| by_rules.intersect(mates.range(open.player, self.trace.ply_of(open.visit))))
    }

    /// Whether a node can have no better value for its player, so that it need not search its other moves: the game is won
    /// with the greatest score, or the mate is the nearest one.
    pub(super) fn is_best_possible(&self, open: &OpenVisit, value: Score) -> bool {
        let range = self.range_of(open);
        let best = if open.player == Player::Max { range.upper } else { range.lower };
        // A static evaluation can be better than any result of the game.
        let is_result = !self.has_early_leaf || self.goes_to_end() || self.mates.is_some_and(|mates| mates.has(value));
        value == best && value.finite().is_some() && is_result
    }

    /// Compares the bounds of the table, and with `against_minimax` the root's score, with exact values.
    pub(super) fn exact_values(&mut self) {
        let bounds = std::mem::take(&mut self.bounds);
        if !self.known.has_exact_values {
            self.report.unproved_bounds += bounds.len() as u64;
            return;
        }
        let mut exact = ExactScores::new(self.trace, self.options.exact_visits, self.progress);
        let is_known = !self.has_early_leaf && !self.has_other_depths;
        for claim in bounds {
            match exact.of(&claim.path, claim.left).filter(|_| is_known) {
                Some(value) if !claim.bounds.contain(value) => {
                    self.find(claim.frame, Fault::WrongBounds { bounds: claim.bounds, value });
                }
                Some(_) => {}
                None => self.report.unproved_bounds += 1,
            }
        }
        if !self.options.against_minimax || !is_known {
            return;
        }
        let is_judged =
            |&root: &VisitId| self.trace.source_of(Fact::Window(root)).is_known() && !self.is_restricted_root(root);
        let passes: Vec<VisitId> = self.trace.layers(NodeId::ROOT).filter(is_judged).collect();
        for root in passes {
            let minimax = exact.of(&[], left_at_root(self.trace, root));
            self.report.minimax = minimax;
            let end = self.trace.span(root).1.and_then(|end| Some((end, self.trace.step(end)?)));
            let Some((value, (frame, step))) = minimax.zip(end) else { continue };
            if let (Some(found), Some(kind)) = (step.score, step.bound)
                && !Bounds::of(found, kind).contain(value)
            {
                self.find(frame, Fault::WrongRoot { value, found });
            }
        }
    }
}

impl Prover<'_> {
    /// The recorded value of a visit in a column.
    pub(super) fn whole(&self, meaning: Meaning, visit: VisitId) -> Option<i64> {
        match self.trace.value_of(meaning, visit)? {
            ColumnValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// A hash of the recorded key of a position. `None` if symmetric positions, which have different keys, share an entry.
    pub(super) fn stated_key(&self, visit: VisitId) -> Option<u128> {
        if self.stated_table().is_some_and(|table| table.symmetry) {
            return None;
        }
        let key = self.trace.value_of(Meaning::Key, visit)?.to_string();
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &key).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Some(hash(0) << 64 | hash(1))
    }

    /// Whether the same leaf ended with another score before, at the same distance from the root.
    pub(super) fn other_leaf(&mut self, frame: usize, open: &OpenVisit, score: Score) -> Option<Fault> {
        let is_end = self.goes_to_end() && open.position.is_none();
        if !is_end
            || open.children > 0
            || open.found.is_some()
            || open.is_settled
            || open.has_own_score
            || self.is_settled_otherwise(open.visit)
        {
            return None;
        }
        let key = self.trace.value_of(Meaning::Key, open.visit)?.to_string();
        // A repeated position may be a draw.
        let is_repeated = |above: &OpenVisit| {
            self.trace.value_of(Meaning::Key, above.visit).is_some_and(|other| other.to_string() == key)
        };
        if self.path.iter().any(is_repeated) {
            return None;
        }
        // A fail-hard search can have clipped the score to its window.
        let is_end = [open.searched.alpha, open.searched.beta].contains(&score);
        let is_whole = self.header.fail == Some(Fail::Soft) || (open.knows_window && !is_end);
        let (expected, before) = if is_whole {
            *self.noted.leaves.entry((key, self.path.len())).or_insert((score, frame))
        } else {
            *self.noted.leaves.get(&(key, self.path.len()))?
        };
        (expected != score && !self.may_be_leaf(open, expected, score)).then_some(Fault::OtherLeaf {
            expected,
            found: score,
            before,
        })
    }

    /// Reports a lookup without effect at a node whose score is recorded as coming from the table.
    pub(super) fn unused_answer(&mut self, open: &OpenVisit) {
        let is_by_table = self.trace.reason_of(open.visit) == Some(KnownReason::Table);
        if open.children > 0 || open.has_own_score || open.is_settled || !is_by_table {
            return;
        }
        if let Some(found) = self.trace.table().lookup_of(open.visit).filter(|found| found.answer == Answer::Nothing) {
            self.find(found.frame, Fault::UnusedAnswer { bounds: found.bounds });
        }
    }
}
