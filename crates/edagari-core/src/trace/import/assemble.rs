//! Builds the data of a trace from the imported events: derives facts that the file does not state,
//! and keeps statements that differ from the derived facts.

use std::collections::HashMap;

use super::contents::Turn;
use super::contents::{Entered, FileContents, Lookup, NONE, UpdatedByItself};
use super::decay::decay_of;
use super::known_moves::{KnownMoves, Siblings};
use super::numbered::{Numbered, Paths};
use crate::score::{Answer, BoundKind, Bounds, Decay, Fail, Player, Returnable, Score, ScoreSource, Window};
use crate::search::TableSetup;
use crate::trace::model::columns::Columns;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::visit_frames;
use crate::trace::stream::header::Described;
use crate::trace::stream::{FileError, LookupResult};
use crate::trace::{
    Abandoned, ColumnValue, CutTest, Id, KnownReason, Meaning, OwnUpdate, PointOfView, Process, Progress, Setup,
    TableField, Trace, VisitId,
};

/// Assembles the trace of the events so far.
pub(in crate::trace) fn assemble(contents: &FileContents, progress: &Progress) -> Result<Trace, FileError> {
    let Described { mut setup, game } = contents.header.described()?;
    if contents.visits.iter().any(|visit| visit.lookup().is_some() || visit.store().is_some()) {
        setup.table.get_or_insert_default();
    }
    let start = match &game {
        Some(game) => game.parse_moves(&[], &setup.after)?,
        None => Vec::new(),
    };
    let siblings = Siblings::of(&contents.parents);
    let known = game.as_ref().map(|game| KnownMoves::of(game, contents, &siblings, &start, &setup, progress));
    let known = known.transpose()?;
    let fits = known.as_ref().is_some_and(|known| known.fits);
    // Frames can be derived from the visits only if every update is by a child. Probes need not begin with the first child.
    let has_probes = contents.visits.iter().any(Entered::is_probe);
    let needs_layers = |paths: &Paths| {
        paths.has_layers() || has_probes || !contents.own_updates.is_empty() || contents.threads.are_several()
    };
    let tree = if contents.generates { None } else { Some(Paths::of(contents)).filter(needs_layers) };
    let tree = tree.map(|paths| Numbered::of(&paths, contents, &siblings, known.as_ref().filter(|_| fits)));
    let table = contents.header.table.as_ref();
    let mut assembly = Assembly {
        contents,
        stated_table: table.and_then(TableField::options),
        columns: contents.built_columns(&random_visits(contents, &siblings, known.as_ref())),
        keeps_windows: table.is_some_and(TableField::keeps_windows),
        setup: &setup,
        siblings: &siblings,
        tree: tree.as_ref(),
        known: known.as_ref(),
        fits,
        minimax: derives_full_windows(contents, &setup),
        rows: Vec::with_capacity(contents.visits.len()),
        ended: Vec::new(),
        path: Vec::new(),
        frame: 0,
        own_updates: Vec::new(),
        table: TableLog::default(),
        entries: HashMap::new(),
        written: HashMap::new(),
        by_class: HashMap::new(),
        decay: decay_of(contents, &siblings),
        foreign: Foreign { header: contents.header.clone(), ..Foreign::default() },
        no_score: Vec::new(),
    };
    assembly.walk(progress)?;
    Ok(assembly.into_trace(game, start, progress)?)
}

/// Visits of nodes that have children and belong to a player who moves at random, as the header states.
fn random_visits(contents: &FileContents, siblings: &Siblings, known: Option<&KnownMoves>) -> Vec<u32> {
    let Some(random) = contents.header.random else { return Vec::new() };
    let mut players: Vec<Player> = Vec::with_capacity(contents.visits.len());
    let mut visits = Vec::new();
    for (visit, (entered, &parent)) in (0_u32..).zip(contents.visits.iter().zip(&contents.parents)) {
        let above = players.get(parent as usize).copied();
        let next = above.map(|above| if entered.is_same_place { above } else { above.other() });
        let by_rules = || known.and_then(|known| known.visits[visit as usize].player);
        let first = || players.first().copied().unwrap_or(Player::Max);
        let player = entered.player.or_else(by_rules).or(next).unwrap_or_else(first);
        players.push(player);
        if random.includes(player) && !siblings.of_visit(visit).is_empty() {
            visits.push(visit);
        }
    }
    visits
}

/// Whether missing windows are full windows, as in plain minimax: the header implies that, or the
/// file contains no windows, no cuts and no updates without a child, which would move windows.
fn derives_full_windows(contents: &FileContents, setup: &Setup) -> bool {
    match contents.header.process() {
        _ if contents.header.judge == Some(false) => true,
        Some(Process::Search(algorithm)) => algorithm.has_full_windows(),
        Some(Process::Expect(search)) => !search.cuts(),
        Some(Process::Sample(_) | Process::Prove(_) | Process::Generate(_)) => true,
        None => {
            let has_window_or_cut = |visit: u32| {
                let returned = contents.returned(visit);
                let window = contents.visits[visit as usize].window.or(returned.window);
                window.is_some() || returned.cut == Some(true)
            };
            contents.header.search.is_none()
                && contents.header.cut.is_none()
                && setup.table.is_none()
                && contents.own_updates.is_empty()
                && !(0..contents.visits.len() as u32).any(has_window_or_cut)
        }
    }
}

/// State of a visit during the walk over the file.
pub(super) struct Row {
    pub(super) start: u32,
    pub(super) end: Option<u32>,
    pub(super) player: Player,
    pub(super) given: Window,
    pub(super) searched: Window,
    pub(super) answer: Option<Answer>,
    /// Score that the visit would return now, if a child has returned.
    pub(super) value: Option<Score>,
    pub(super) window: Window,
    pub(super) score: Score,
    pub(super) value_of_parent: Score,
    pub(super) child_count: u32,
    /// Whether the visit made a cut by an update without a child.
    pub(super) is_settled: bool,
}

pub(super) struct Assembly<'a> {
    pub(super) contents: &'a FileContents,
    pub(super) setup: &'a Setup,
    /// Options of the table, if the program states them.
    stated_table: Option<TableSetup>,
    pub(super) columns: Columns,
    /// Whether table entries are distinguished by windows, too.
    keeps_windows: bool,
    pub(super) siblings: &'a Siblings,
    /// Nodes of the visits, if some are entered several times.
    pub(super) tree: Option<&'a Numbered>,
    pub(super) known: Option<&'a KnownMoves>,
    /// Whether the visits follow the rules of the game.
    pub(super) fits: bool,
    pub(super) minimax: bool,
    pub(super) rows: Vec<Row>,
    /// Visits that have ended, in the order of their ends.
    pub(super) ended: Vec<u32>,
    pub(super) path: Vec<u32>,
    pub(super) frame: u32,
    /// Updates without a child so far.
    pub(super) own_updates: Vec<OwnUpdate>,
    pub(super) table: TableLog,
    /// Numbers of the table entries, and the bounds last stored in them.
    pub(super) entries: HashMap<EntryName, (u32, Bounds)>,
    /// All bounds that were stored in an entry; used if it is unknown whether a position keeps only one entry.
    written: HashMap<u32, Vec<Bounds>>,
    /// Last stored entry for positions that are equal up to symmetry; used if it is unknown whether these share an entry.
    by_class: HashMap<u128, (u32, Bounds)>,
    /// How scores change on the way to the parent.
    decay: Option<Decay>,
    pub(super) foreign: Foreign,
    pub(super) no_score: Vec<u32>,
}

/// Name of a table entry: the program's id, otherwise the position, by its stated key or its key by the rules, together with the
/// window if the table distinguishes entries by windows.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum EntryName {
    Id(Id),
    Key(Box<str>, Option<Window>),
    Position(u128, Option<Window>),
}

impl Assembly<'_> {
    pub(super) fn entered(&self, visit: u32) -> &Entered {
        &self.contents.visits[visit as usize]
    }

    fn row(&mut self, visit: u32) -> &mut Row {
        &mut self.rows[visit as usize]
    }

    /// Whether the parent's next child after the return of `child` is `child` again.
    fn is_searched_again(&self, visit: u32, child: u32) -> bool {
        let Some(tree) = self.tree else { return false };
        let children = self.siblings.of_visit(visit);
        let next = children.get(self.siblings.place(child) + 1);
        next.is_some_and(|&next| tree.of_visit[next as usize] == tree.of_visit[child as usize])
    }

    /// Whether scores in events at nodes of `player` are negated.
    fn negates(&self, player: Player) -> bool {
        player == Player::Min && self.contents.header.scores == Some(PointOfView::Mover)
    }

    fn score_for_max(&self, player: Player, score: Score) -> Score {
        if self.negates(player) { score.negated() } else { score }
    }

    fn window_for_max(&self, player: Player, window: Window) -> Window {
        if self.negates(player) { window.negated() } else { window }
    }

    fn bounds_for_max(&self, player: Player, bounds: Bounds) -> Bounds {
        if self.negates(player) { bounds.negated() } else { bounds }
    }

    fn walk(&mut self, progress: &Progress) -> Result<(), Abandoned> {
        if self.contents.threads.are_several() {
            return self.walk_in_threads(progress);
        }
        for visit in 0..self.contents.visits.len() as u32 {
            progress.step_at(visit as usize)?;
            if self.contents.generates {
                self.generate(visit);
            } else {
                let parent = self.contents.parents[visit as usize];
                while let Some(done) = self.path.pop_if(|top| *top != parent) {
                    self.close(done);
                    self.update_by_itself(visit);
                }
                self.enter(visit);
                self.update_by_itself(visit + 1);
            }
        }
        while let Some(done) = self.path.pop() {
            self.close(done);
            self.update_by_itself(self.contents.visits.len() as u32);
        }
        Ok(())
    }

    /// Processes the visits of several threads in the order of the file.
    fn walk_in_threads(&mut self, progress: &Progress) -> Result<(), Abandoned> {
        let contents = self.contents;
        for &turn in &contents.threads.turns {
            match turn {
                Turn::Enter => {
                    let visit = self.rows.len() as u32;
                    progress.step_at(visit as usize)?;
                    self.enter(visit);
                }
                Turn::Leave(visit) => self.close(visit),
                Turn::UpdateByItself => {
                    if let Some(recorded) = contents.own_updates.get(self.own_updates.len()) {
                        self.take_own_update(recorded);
                    }
                }
            }
        }
        Ok(())
    }

    fn player_of(&self, visit: u32) -> Player {
        let entered = self.entered(visit);
        let by_rules = || self.known.and_then(|known| known.visits[visit as usize].player);
        let alternating = || match self.contents.parents[visit as usize] {
            NONE => self.rows.first().map_or(Player::Max, |root| root.player),
            parent if entered.is_same_place || self.moves_after_chance(parent) => self.rows[parent as usize].player,
            parent => self.rows[parent as usize].player.other(),
        };
        entered.player.or_else(by_rules).unwrap_or_else(alternating)
    }

    /// Whether the player of a node is the one who moves after chance has moved there.
    fn moves_after_chance(&self, visit: u32) -> bool {
        self.contents.header.random.is_none() && self.columns.is_chance(VisitId(visit))
    }

    fn generate(&mut self, visit: u32) {
        let player = self.player_of(visit);
        let child_count = self.child_count(visit);
        self.rows.push(Row {
            start: self.frame,
            end: None,
            player,
            given: Window::FULL,
            searched: Window::FULL,
            answer: None,
            value: None,
            window: Window::FULL,
            score: Score::NEG_INFINITY,
            value_of_parent: Score::NEG_INFINITY,
            child_count,
            is_settled: false,
        });
        self.frame += 1;
    }

    /// Number of numbered children of `visit`.
    fn child_count(&self, visit: u32) -> u32 {
        if let Some(tree) = self.tree {
            return tree.expansion_of[visit as usize].map_or(0, |expansion| tree.child_counts[expansion as usize]);
        }
        let children = self.siblings.of_visit(visit);
        match self.known.filter(|_| self.fits) {
            Some(known) => known.visits[visit as usize].child_count,
            None => (children.len() + self.siblings.unvisited(self.contents, visit).count()) as u32,
        }
    }

    fn derived_window(&self, parent: u32, player: Player) -> Window {
        if parent == NONE || self.minimax {
            return Window::FULL;
        }
        let window = self.rows[parent as usize].window;
        self.setup.algorithm().map_or(Window::FULL, |algorithm| algorithm.child_window(window, player))
    }

    fn enter(&mut self, visit: u32) {
        let entered = self.entered(visit);
        let player = self.player_of(visit);
        let parent = self.contents.parents[visit as usize];
        let recorded = entered.window.map(|window| self.window_for_max(player, window));
        if recorded.is_none() && !self.contents.header.is_own() {
            self.foreign.derive_window(visit);
        }
        let given = recorded.unwrap_or_else(|| self.derived_window(parent, player));
        let child_count = self.child_count(visit);
        self.rows.push(Row {
            start: self.frame,
            end: None,
            player,
            given,
            searched: given,
            answer: None,
            value: None,
            window: given,
            score: Score::NEG_INFINITY,
            value_of_parent: Score::NEG_INFINITY,
            child_count,
            is_settled: false,
        });
        let has_lookup = self.look_up(visit);
        self.frame = visit_frames::after_start(self.frame, has_lookup);
        self.path.push(visit);
    }

    /// Applies the stated updates without a child of the innermost open visit that come next, after
    /// `entered` visits were entered.
    fn update_by_itself(&mut self, entered: u32) {
        let Some(&visit) = self.path.last() else { return };
        let contents = self.contents;
        while let Some(recorded) = contents.own_updates.get(self.own_updates.len()) {
            if recorded.visit != visit || recorded.entered != entered {
                return;
            }
            self.take_own_update(recorded);
        }
    }

    /// Makes an update without a child.
    fn take_own_update(&mut self, recorded: &UpdatedByItself) {
        let (visit, entered) = (recorded.visit, recorded.entered);
        let row = &self.rows[visit as usize];
        let (player, mut searched) = (row.player, row.searched);
        let value = recorded.value.map(|value| self.score_for_max(player, value)).or(row.value);
        let by_value = value.map_or(searched, |value| searched.taking_in(player, value));
        let stated = recorded.window.map(|window| self.window_for_max(player, window));
        if let Some(window) = stated.filter(|&window| !self.is_narrowed_after(visit, window)) {
            // A bound that follows from the score is not stored as a narrowed window.
            let Window { alpha, beta } = searched;
            searched = Window {
                alpha: if window.alpha == by_value.alpha { alpha } else { window.alpha },
                beta: if window.beta == by_value.beta { beta } else { window.beta },
            };
        }
        let window = value.map_or(searched, |value| searched.taking_in(player, value));
        let goes_on = self.siblings.of_visit(visit).last().is_some_and(|&last| last >= entered);
        let by_test = self.contents.header.cut.unwrap_or(CutTest::AtLeast).is_met(window);
        let cut = recorded.cut.unwrap_or(by_test && !goes_on);
        let frame = self.frame;
        let why = Some(recorded.why.clone());
        self.foreign.pruned.extend(recorded.pruned.map(|count| (frame, count)));
        self.own_updates.push(OwnUpdate { frame, visit, searched, value, cut, why });
        self.frame = visit_frames::after_own_update(frame);
        let row = self.row(visit);
        (row.searched, row.window, row.value, row.is_settled) = (searched, window, value, cut);
    }

    /// Whether the window of an update without a child already contains the narrowing by the
    /// visit's lookup: many programs make such an update, for example mate-distance pruning, before
    /// the lookup.
    fn is_narrowed_after(&self, visit: u32, window: Window) -> bool {
        let row = &self.rows[visit as usize];
        let bounds = self.entered(visit).lookup().and_then(|lookup| lookup.bounds);
        row.searched != row.given
            && bounds.is_some_and(|bounds| row.searched == window.within(self.bounds_for_max(row.player, bounds)))
    }

    /// Name of the entry of a visit: the stated id, otherwise its position, if that is known.
    fn entry_name(&self, visit: u32, id: Option<&Id>) -> Option<EntryName> {
        if let Some(id) = id {
            return Some(EntryName::Id(id.clone()));
        }
        let window = self.keeps_windows.then(|| self.rows[visit as usize].given);
        let shares = self.stated_table.is_some_and(|table| table.symmetry);
        let recorded = || Some(self.columns.of(Meaning::Key)?.value(VisitId(visit))?.to_string());
        let by_rules = || Some(EntryName::Position(self.known?.visits[visit as usize].key?, window));
        // Symmetric positions that share an entry have different stated keys.
        let by_key = || Some(EntryName::Key(recorded()?.into(), window));
        if shares && self.known.is_some() { by_rules() } else { by_key().or_else(by_rules) }
    }

    /// The entry that a lookup found: the one with the name of the visit's position. If neither the
    /// id of the entry nor the options of the table are stated, the lookup may have found another
    /// entry: an older one of the same position, or one of a symmetric position. Then it is only
    /// known whether the trace contains a store of the entry.
    fn found_entry(&self, visit: u32, lookup: &Lookup, stated: Option<Bounds>) -> Option<(u32, Bounds)> {
        let name = self.entry_name(visit, lookup.entry.as_ref());
        let is_named = matches!(name, Some(EntryName::Id(_)));
        let has_key = matches!(name, Some(EntryName::Key(..)));
        let entry = name.and_then(|name| self.entries.get(&name)).copied();
        let Some(stated) = stated.filter(|_| !is_named && !self.identifies_entries()) else { return entry };
        let is_last = |entry: &(u32, Bounds)| entry.1 == stated;
        let class = || self.by_class.get(&self.known?.visits[visit as usize].class_key?).copied().filter(|_| !has_key);
        let is_older = |&(entry, _): &(u32, Bounds)| self.written.get(&entry).is_some_and(|all| all.contains(&stated));
        entry.filter(is_last).or_else(|| class().filter(is_last)).or_else(|| entry.filter(|entry| !is_older(entry)))
    }

    /// Whether the known options of the table imply that each position has one entry, and determine
    /// which positions share one.
    fn identifies_entries(&self) -> bool {
        let has_one = |table: TableSetup| table.size.is_none() && (!table.symmetry || self.known.is_some());
        self.stated_table.is_some_and(has_one)
    }

    /// Whether the entry that a visit found is shallower than the visit, so that its bounds settle
    /// nothing there.
    fn is_shallow(&self, visit: u32) -> bool {
        let depths = self.whole(Meaning::LookupDepth, visit).zip(self.whole(Meaning::Depth, visit));
        depths.is_some_and(|(found, wanted)| found < wanted)
    }

    /// Whether the first child of a visit has a stated window that reaches beyond `window`: then the search did not narrow the
    /// window of the visit to this one.
    fn is_wider_below(&self, visit: u32, window: Window) -> bool {
        let first = self.siblings.of_visit(visit).iter().find(|&&child| !self.entered(child).is_speculative);
        let stated = first.and_then(|&child| Some((child, self.entered(child).window?)));
        stated.is_some_and(|(child, stated)| {
            let stated = self.window_for_max(self.player_of(child), stated);
            stated.alpha < window.alpha || stated.beta > window.beta
        })
    }

    /// The whole number in a column of a visit.
    fn whole(&self, meaning: Meaning, visit: u32) -> Option<i64> {
        match self.columns.of(meaning)?.value(VisitId(visit))? {
            ColumnValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// Adds the `Lookup` of `visit`, which was just entered; returns whether it has one.
    fn look_up(&mut self, visit: u32) -> bool {
        let entered = self.entered(visit);
        let Some(lookup) = entered.lookup() else { return false };
        let player = self.rows[visit as usize].player;
        let given = self.rows[visit as usize].given;
        let stated = lookup.bounds.map(|bounds| self.bounds_for_max(player, bounds));
        let entry = self.found_entry(visit, lookup, stated);
        let score = entered.score.map(|score| self.score_for_max(player, score));
        let bounds = stated.or(entry.map(|(_, bounds)| bounds)).unwrap_or_else(|| self.unstated_bounds(visit, score));
        let by_rules = self.setup.table.unwrap_or_default().answer(bounds, given);
        let window = lookup.window.map(|window| self.window_for_max(player, window));
        // The score and the bound of a node that searched children are its own, not those of the
        // entry.
        let is_by_table = self.siblings.of_visit(visit).is_empty();
        let (of_entry, bound) = (score.filter(|_| is_by_table), entered.bound.filter(|_| is_by_table));
        let returned = || {
            let kind = match (bound, by_rules) {
                (Some(kind), _) if self.negates(player) => kind.negated(),
                // A score clipped to the window is a bound.
                (None, Answer::Returned { score: value, .. }) if of_entry.is_some_and(|score| score != value) => {
                    given.judge(of_entry.unwrap_or(value))
                }
                (Some(kind), _) | (None, Answer::Returned { kind, .. }) => kind,
                // The node may have narrowed its window itself before a single bound settled it.
                (None, _) if bounds.upper == Score::INFINITY && of_entry == Some(bounds.lower) => BoundKind::Lower,
                (None, _) if bounds.lower == Score::NEG_INFINITY && of_entry == Some(bounds.upper) => BoundKind::Upper,
                // The bounds may settle the node in another form: with mates counted from the node
                // instead of the root, or the reverse.
                (None, _) => given.judge(of_entry.unwrap_or(bounds.lower)),
            };
            let by_rules = match by_rules {
                Answer::Returned { score, .. } => Some(score),
                _ => None,
            };
            Answer::Returned { score: of_entry.or(by_rules).unwrap_or(bounds.lower), kind }
        };
        let answer = match lookup.result {
            Some(LookupResult::Returned) => returned(),
            Some(LookupResult::Narrowed) => Answer::Narrowed(window.unwrap_or(match by_rules {
                Answer::Narrowed(window) => window,
                _ => given,
            })),
            Some(LookupResult::Nothing) => Answer::Nothing,
            None if self.seems_answered(visit, score, bounds, by_rules) => returned(),
            None => match window {
                Some(window) if window != given => Answer::Narrowed(window),
                Some(_) => Answer::Nothing,
                None => match by_rules {
                    // Assume narrowing only if the options of the table state it.
                    Answer::Narrowed(narrowed)
                        if self.stated_table.is_some_and(|table| table.narrowing)
                            && !self.is_shallow(visit)
                            && !self.is_wider_below(visit, narrowed) =>
                    {
                        by_rules
                    }
                    _ => Answer::Nothing,
                },
            },
        };
        if let Some((entry, written)) = entry {
            self.table.look_up(VisitId(visit), entry);
            if written != bounds || answer != by_rules {
                self.foreign.lookups.push((visit, bounds, answer));
            }
        } else {
            self.table.look_up_unwritten(VisitId(visit));
            self.foreign.lookups.push((visit, bounds, answer));
        }
        if let Some(stated) =
            window.filter(|&stated| stated != if let Answer::Narrowed(narrowed) = answer { narrowed } else { given })
        {
            self.foreign.windows.push((visit_frames::lookup(self.frame), stated));
        }
        let row = self.row(visit);
        row.answer = Some(answer);
        if let Answer::Narrowed(window) = answer {
            (row.searched, row.window) = (window, window);
        }
        true
    }

    /// Whether a lookup without a stated result has settled its visit: the visit ends immediately, without another reason, with the
    /// score that the bounds imply.
    fn seems_answered(&self, visit: u32, score: Option<Score>, bounds: Bounds, by_rules: Answer) -> bool {
        let entered = self.entered(visit);
        // A node that writes its own result was not settled by the table.
        if !entered.is_left || !self.siblings.of_visit(visit).is_empty() || entered.store().is_some() {
            return false;
        }
        if self.columns.of(Meaning::Why).is_some_and(|whys| whys.value(VisitId(visit)).is_some()) {
            return self.columns.reason(VisitId(visit)) == Some(KnownReason::Table);
        }
        let row = &self.rows[visit as usize];
        let may_be = |value: Score| {
            let fail = self.contents.header.fail;
            let may_be = Returnable::of(fail, ScoreSource::Table, row.player, row.given, value);
            score.is_none_or(|score| score == value || may_be.allows(score))
        };
        let is_by_rules = matches!(by_rules, Answer::Returned { score: by_rules, .. } if may_be(by_rules));
        // If the window is not stated, it is unknown whether the bounds settle it.
        let is_end = score.is_some_and(|score| score == bounds.lower || score == bounds.upper);
        // A leaf at the horizon, whose static score can equal a bound that settles nothing.
        let is_evaluated = self.whole(Meaning::Depth, visit).is_some_and(|depth| depth <= 0)
            && bounds.lower != bounds.upper
            && self.follows_windows();
        is_by_rules || (entered.window.is_none() && is_end && !is_evaluated)
    }

    /// Whether windows that are not stated follow from those of the parents.
    fn follows_windows(&self) -> bool {
        let header = &self.contents.header;
        let algorithm = header.process().and_then(Process::algorithm);
        header.null_windows != Some(true) && algorithm.is_some_and(|algorithm| !algorithm.has_null_windows())
    }

    /// Bounds of a lookup that does not state them: derived from the score that it returned.
    fn unstated_bounds(&self, visit: u32, score: Option<Score>) -> Bounds {
        let has_answered =
            self.entered(visit).lookup().is_some_and(|lookup| lookup.result == Some(LookupResult::Returned));
        let kind = |score: Score| self.rows[visit as usize].given.judge(score);
        score.filter(|_| has_answered).map_or(Bounds::UNKNOWN, |score| Bounds::of(score, kind(score)))
    }

    /// Whether `visit` ended without a score because the program was stopped.
    fn is_unscored(&self, visit: u32) -> bool {
        self.columns.reason(VisitId(visit)) == Some(KnownReason::Stopped)
            && self.entered(visit).score.is_none()
            && self.contents.returned(visit).score.is_none()
    }

    /// Score of `visit` at its end; any score if it has none.
    fn score_of(&mut self, visit: u32) -> Score {
        if self.is_unscored(visit) {
            self.foreign.unscored.push(visit);
            return Score::new(0);
        }
        let entered = self.entered(visit);
        let row = &self.rows[visit as usize];
        let by_parent = || {
            let parent = self.rows.get(self.contents.parents[visit as usize] as usize)?.player;
            self.contents.returned(visit).score.map(|score| self.score_for_max(parent, score))
        };
        let by_answer = || match row.answer {
            Some(Answer::Returned { score, .. }) => Some(score),
            _ => None,
        };
        let by_rules = || self.known.and_then(|known| known.visits[visit as usize].leaf);
        let stated = entered.score.map(|score| self.score_for_max(row.player, score));
        let score = stated.or_else(by_parent).or(row.value).or_else(by_answer).or_else(by_rules);
        score.unwrap_or_else(|| {
            self.no_score.push(visit);
            Score::new(0)
        })
    }

    /// Ends `visit`, and updates its parent with its score.
    fn close(&mut self, visit: u32) {
        if !self.entered(visit).is_left {
            return;
        }
        let score = self.score_of(visit);
        let entered = &self.contents.visits[visit as usize];
        let row = &self.rows[visit as usize];
        let (player, searched) = (row.player, row.searched);
        let is_speculative = |&child: &u32| self.entered(child).is_speculative;
        let reason = self.columns.reason(VisitId(visit));
        let reason = reason.filter(|_| self.siblings.of_visit(visit).iter().all(is_speculative));
        let by_reason = reason.and_then(|reason| OwnUpdate::bound_by_reason(reason, player, searched, score));
        let judged = searched.judge(score);
        let is_judged = self.contents.header.judge != Some(false);
        let (derived, depends_on_window) = match row.answer {
            _ if !is_judged => (BoundKind::Exact, true),
            // A node whose score comes from the table may have listed its moves before.
            Some(Answer::Returned { kind, .. }) if row.child_count == 0 || self.siblings.of_visit(visit).is_empty() => {
                (kind, false)
            }
            Some(Answer::Returned { .. }) => (judged, true),
            _ => match by_reason {
                Some(kind) => (kind, false),
                None if row.child_count > 0 => (judged, true),
                None if row.is_settled => (OwnUpdate::bound_of_cut(player, searched, score), false),
                None => (BoundKind::Exact, false),
            },
        };
        // If the kind depends on a window that the program does not state, it can be unknown.
        let is_probe = self.columns.is_probe(VisitId(visit));
        let is_known = !is_probe && (!depends_on_window || (is_judged && entered.window.is_some()));
        let stated = entered.bound.map(|kind| if self.negates(player) { kind.negated() } else { kind });
        let kind = stated.unwrap_or(derived);
        if let Some(store) = entered.store() {
            let bounds = store.bounds.map(|bounds| self.bounds_for_max(player, bounds));
            let bounds = bounds
                .unwrap_or_else(|| if self.is_unscored(visit) { Bounds::UNKNOWN } else { Bounds::of(score, kind) });
            let count = self.entries.len() as u32;
            let unnamed = EntryName::Id(Id::Text(format!("unnamed {visit}").into()));
            let name = self.entry_name(visit, store.entry.as_ref()).unwrap_or(unnamed);
            let entry = self.entries.entry(name).and_modify(|entry| entry.1 = bounds).or_insert((count, bounds)).0;
            if !self.identifies_entries() && store.entry.is_none() {
                let all = self.written.entry(entry).or_default();
                if !all.contains(&bounds) {
                    all.push(bounds);
                }
                let class = self.known.and_then(|known| known.visits[visit as usize].class_key);
                self.by_class.extend(class.map(|class| (class, (entry, bounds))));
            }
            self.table.store(VisitId(visit), entry, bounds);
        }
        let end = visit_frames::end(self.frame, entered.store().is_some());
        self.foreign.bounds.extend(stated.filter(|&stated| !is_known || stated != derived).map(|stated| (end, stated)));
        let end_window = entered.end_window.map(|window| self.window_for_max(player, window));
        if let Some(window) = end_window.filter(|&window| window != self.rows[visit as usize].window) {
            self.foreign.windows.push((end, window));
        }
        self.ended.push(visit);
        let row = self.row(visit);
        (row.score, row.end) = (score, Some(end));
        let parent = self.contents.parents[visit as usize];
        if parent == NONE {
            self.frame = visit_frames::count(end);
        } else {
            self.take_in(parent, visit, score, end);
            self.frame = visit_frames::after_update(end);
        }
    }

    /// Adds `Score` and `Update` of `visit` for `child`, which has returned.
    fn take_in(&mut self, visit: u32, child: u32, score: Score, end: u32) {
        let returned = self.contents.returned(child);
        let row = &self.rows[visit as usize];
        let (player, searched, before, row_children) = (row.player, row.searched, row.window, row.child_count as usize);
        let (score_frame, update_frame) = (visit_frames::score(end), visit_frames::update(end));
        let by_decay =
            self.decay.filter(|_| !self.entered(child).is_speculative).map_or(score, |decay| decay.of(score));
        let received = stated_score(self, returned.score, player).unwrap_or(by_decay);
        self.foreign.scores.extend(Some((score_frame, received)).filter(|_| received != score));
        let stated = returned.score_window.map(|window| self.window_for_max(player, window));
        self.foreign.windows.extend(stated.filter(|&stated| stated != before).map(|stated| (score_frame, stated)));

        let fail = self.contents.header.fail.unwrap_or(Fail::Soft);
        let so_far = row.value.unwrap_or_else(|| fail.initial_value(player, searched));
        // The score of a speculative child does not change the parent's value, and neither does
        // that of a stopped child.
        let is_speculative = self.entered(child).is_speculative
            || self.is_searched_again(visit, child)
            || self.columns.reason(VisitId(child)) == Some(KnownReason::Stopped);
        let is_chance = self.columns.is_chance(VisitId(visit));
        let is_last = self.siblings.of_visit(visit).last() == Some(&child);
        let by_rules = match self.contents.header.judge {
            // The value of a chance node is known once all its children have returned.
            _ if is_chance && is_last => stated_score(self, self.entered(visit).score, player).unwrap_or(so_far),
            _ if is_speculative || is_chance => so_far,
            Some(false) => received,
            _ => player.better(so_far, received),
        };
        let value = returned.value.map_or(by_rules, |value| self.score_for_max(player, value));
        let window = if is_chance { searched } else { searched.taking_in(player, value) };
        let stated = returned.window.map(|window| self.window_for_max(player, window));
        self.foreign.windows.extend(stated.filter(|&stated| stated != window).map(|stated| (update_frame, stated)));
        let by_test = if is_chance {
            let is_outside = value.finite().is_some() && searched.judge(value) != BoundKind::Exact;
            // A probe does not replace the search of its node.
            let siblings = self.siblings.of_visit(visit).iter();
            let searched = siblings.filter(|&&sibling| sibling <= child && !self.columns.is_probe(VisitId(sibling)));
            is_outside && searched.count() < row_children
        } else {
            self.contents.header.cut.unwrap_or(CutTest::AtLeast).is_met(window)
        };
        let cut = returned.cut.unwrap_or(by_test && is_last && self.contents.header.judge != Some(false));
        if cut != (if is_chance { by_test } else { window.is_closed() }) {
            self.foreign.cuts.push((update_frame, cut));
        }
        self.foreign.pruned.extend(returned.pruned.map(|count| (update_frame, count)));
        let row = self.row(visit);
        (row.value, row.window) = (Some(value), window);
        self.row(child).value_of_parent = value;
    }
}

fn stated_score(assembly: &Assembly<'_>, score: Option<Score>, player: Player) -> Option<Score> {
    score.map(|score| assembly.score_for_max(player, score))
}
