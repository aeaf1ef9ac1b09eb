//! The expected data of each visit of a native file; one walk through the visits serves for writing and for reading.

use super::series::{Codec, OutOfNumbers, Series};
use crate::score::{Answer, BoundKind, Bounds, Fail, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::foreign::Foreign;
use crate::trace::table_log::TableLog;
use crate::trace::tree::Visits;
use crate::trace::{Header, NodeId, Progress, Setup, StoreId, Trace, VisitId, visit_frames};

/// Predicts each visit, as far as it follows from the setup.
pub(super) struct Model<'a> {
    setup: &'a Setup,
    foreign: Option<&'a Foreign>,
    algorithm: Option<Algorithm>,
    fail: Fail,
    has_order: bool,
    has_table: bool,
}

/// A visit on the current path.
struct Open {
    visit: u32,
    player: Player,
    searched: Window,
    window: Window,
    value: Score,
    answered: Option<BoundKind>,
    children: u32,
    to_enter: u32,
    has_entered: bool,
    is_left: bool,
}

/// The visits, the table, the visits that the table answered, and the number of frames.
pub(super) type Walked = (Visits, TableLog, Vec<u32>, u32);

/// Frames have numbers of 32 bits, with room for the last frames of a visit.
const MOST_FRAMES: u32 = u32::MAX - 8;

/// Visits between two checks for cancellation.
const VISITS_BETWEEN_CHECKS: u32 = 4096;

const fn number(score: Score) -> i64 {
    score.to_bits().cast_signed() as i64
}

impl<'a> Model<'a> {
    pub(super) fn new(setup: &'a Setup, header: &Header, foreign: Option<&'a Foreign>, has_order: bool) -> Self {
        Self {
            setup,
            foreign,
            algorithm: setup.algorithm(),
            fail: header.fail.unwrap_or(Fail::Soft),
            has_order,
            has_table: setup.table.is_some() || foreign.is_some(),
        }
    }

    /// Encodes or decodes all visits in the order of entering, and returns them; `None` if `progress` is cancelled.
    pub(super) fn walk<C: Codec>(
        &self,
        codec: &mut C,
        count: u32,
        trace: Option<&Trace>,
        progress: &Progress,
    ) -> Result<Option<Walked>, OutOfNumbers> {
        let mut walk = Walk {
            model: self,
            codec,
            trace,
            path: Vec::new(),
            rows: Vec::new(),
            table: TableLog::default(),
            stores: Vec::new(),
            answered: Vec::new(),
            entry_count: 0,
            frame: 0,
            numbered: 1,
        };
        let mut visits = Visits::default();
        visits.number_root();
        let mut orders = Vec::new();
        let generates = self.algorithm.is_none();
        for visit in 0..count {
            if visit.is_multiple_of(VISITS_BETWEEN_CHECKS) {
                progress.tell(visit.into());
                if progress.is_cancelled() {
                    return Ok(None);
                }
            }
            if generates {
                walk.generate(visit, &mut visits)?;
            } else {
                walk.enter(visit)?;
            }
            let children = walk.rows.last().map_or(0, |row| row.children);
            if self.has_order {
                for place in 0..children {
                    let actual = || i64::from(trace.map_or(0, |trace| trace.visits.move_at(VisitId(visit), place)));
                    let mv = walk.codec.code(Series::Order, i64::from(place), actual)?;
                    orders.push(
                        u16::try_from(mv)
                            .ok()
                            .filter(|&mv| u32::from(mv) < children)
                            .ok_or(OutOfNumbers(Series::Order))?,
                    );
                }
            }
            if !generates {
                walk.close()?;
            } else if children > 0 {
                let order = self.has_order.then(|| orders.split_off(orders.len() - children as usize));
                visits.expand(children as usize, order.as_deref());
            }
        }
        let Walk { rows, table, answered, frame, path, .. } = walk;
        if path.iter().any(|open| open.is_left) {
            return Err(OutOfNumbers(Series::Skipped));
        }
        if !generates {
            let mut orders = orders.as_slice();
            for (visit, row) in (0..).zip(&rows) {
                if u32::is_multiple_of(visit, VISITS_BETWEEN_CHECKS) && progress.is_cancelled() {
                    return Ok(None);
                }
                visits.take(row.player, row.end, row.given, row.score, row.value_of_parent);
                if row.children > 0 {
                    let (order, rest) = orders.split_at(if self.has_order { row.children as usize } else { 0 });
                    orders = rest;
                    visits.expand(row.children as usize, self.has_order.then_some(order));
                }
            }
        }
        Ok(Some((visits, table, answered, frame)))
    }
}

struct Row {
    player: Player,
    given: Window,
    score: Score,
    value_of_parent: Score,
    end: Option<u32>,
    children: u32,
}

struct Walk<'a, 'c, C> {
    model: &'a Model<'a>,
    codec: &'c mut C,
    trace: Option<&'a Trace>,
    path: Vec<Open>,
    rows: Vec<Row>,
    table: TableLog,
    /// The bounds stored so far.
    stores: Vec<Bounds>,
    answered: Vec<u32>,
    entry_count: u32,
    frame: u32,
    numbered: u64,
}

impl<C: Codec> Walk<'_, '_, C> {
    fn score(
        &mut self,
        series: Series,
        expected: Score,
        actual: impl FnOnce() -> Score,
    ) -> Result<Score, OutOfNumbers> {
        let coded = self.codec.code(series, number(expected), || number(actual()))?;
        let coded = i32::try_from(coded).map_err(|_| OutOfNumbers(series))?;
        Ok(Score::from_bits(coded.cast_unsigned()))
    }

    fn flag(&mut self, series: Series, actual: impl FnOnce() -> bool) -> Result<bool, OutOfNumbers> {
        match self.codec.code(series, 0, || i64::from(actual()))? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(OutOfNumbers(series)),
        }
    }

    /// Numbers the children of `visit`.
    fn children(&mut self, visit: u32) -> Result<u32, OutOfNumbers> {
        let trace = self.trace;
        let actual = || trace.map_or(0, |trace| trace.visits.children(VisitId(visit)).len() as i64);
        let children = self.codec.code(Series::Children, 0, actual)?;
        let children = u16::try_from(children).map_err(|_| OutOfNumbers(Series::Children))?;
        self.numbered += u64::from(children);
        if self.numbered >= Visits::MAX_NODES as u64 {
            return Err(OutOfNumbers(Series::Children));
        }
        Ok(u32::from(children))
    }

    fn player(&mut self, visit: u32, expected: Player) -> Result<Player, OutOfNumbers> {
        let trace = self.trace;
        let differs =
            self.flag(Series::Player, || trace.is_some_and(|trace| trace.visits.player(VisitId(visit)) != expected))?;
        Ok(if differs { expected.other() } else { expected })
    }

    fn generate(&mut self, visit: u32, visits: &mut Visits) -> Result<(), OutOfNumbers> {
        let trace = self.trace;
        let actual = || trace.map_or(0, |trace| i64::from(trace.visits.node(VisitId(visit)).0));
        let node = self.codec.code(Series::Node, i64::from(visit), actual)?;
        let node = u32::try_from(node).ok().filter(|&node| (node as usize) < visits.node_count());
        let node = node.ok_or(OutOfNumbers(Series::Node))?;
        let player = self.player(visit, Player::Max)?;
        let children = self.children(visit)?;
        visits.generate(NodeId(node), player);
        self.frame += 1;
        self.rows.push(Row {
            player,
            given: Window::FULL,
            score: Score::NEG_INFINITY,
            value_of_parent: Score::NEG_INFINITY,
            end: None,
            children,
        });
        Ok(())
    }

    fn enter(&mut self, visit: u32) -> Result<(), OutOfNumbers> {
        let trace = self.trace;
        let above = match self.path.last_mut() {
            Some(above) if above.to_enter > 0 => {
                above.to_enter -= 1;
                above.has_entered = true;
                Some((above.player, above.window))
            }
            None if visit == 0 => None,
            _ => return Err(OutOfNumbers(Series::Skipped)),
        };
        let player = self.player(visit, above.map_or(Player::Max, |(player, _)| player.other()))?;
        let expected = match (above, self.model.algorithm) {
            (Some((_, window)), Some(algorithm)) => algorithm.child_window(window, player),
            (None, _) | (_, None) => Window::FULL,
        };
        let given = trace.map_or(expected, |trace| trace.visits.given(VisitId(visit)));
        let given = Window {
            alpha: self.score(Series::Alpha, expected.alpha, || given.alpha)?,
            beta: self.score(Series::Beta, expected.beta, || given.beta)?,
        };
        let children = self.children(visit)?;
        let to_enter = if children > 0 {
            let entered =
                || trace.map_or(0, |trace| trace.visits.children_entered_by(VisitId(visit), u32::MAX - 1) as u32);
            let skipped = self.codec.code(Series::Skipped, 0, || i64::from(children - entered()))?;
            let skipped = u32::try_from(skipped).ok().and_then(|skipped| children.checked_sub(skipped));
            skipped.ok_or(OutOfNumbers(Series::Skipped))?
        } else {
            0
        };
        let is_left =
            !self.flag(Series::Open, || trace.is_some_and(|trace| trace.visits.end(VisitId(visit)).is_none()))?;
        let answer = self.look_up(visit, given)?;
        self.go_to(visit_frames::after_start(self.frame, answer.is_some()))?;
        let searched = if let Some(Answer::Narrowed(window)) = answer { window } else { given };
        let value = self.model.fail.initial_value(player, searched);
        let answered = match answer {
            Some(Answer::Returned { kind, .. }) => {
                self.answered.push(visit);
                Some(kind)
            }
            _ => None,
        };
        let has_entered = false;
        self.path.push(Open {
            visit,
            player,
            searched,
            window: searched,
            value,
            answered,
            children,
            to_enter,
            has_entered,
            is_left,
        });
        let (end, score, value_of_parent) = (None, Score::NEG_INFINITY, Score::NEG_INFINITY);
        self.rows.push(Row { player, given, score, value_of_parent, end, children });
        Ok(())
    }

    /// Moves on to `next`, a few frames later.
    fn go_to(&mut self, next: u32) -> Result<(), OutOfNumbers> {
        if next >= MOST_FRAMES {
            return Err(OutOfNumbers(Series::Children));
        }
        self.frame = next;
        Ok(())
    }

    fn look_up(&mut self, visit: u32, given: Window) -> Result<Option<Answer>, OutOfNumbers> {
        if !self.model.has_table {
            return Ok(None);
        }
        let found = self.trace.and_then(|trace| trace.lookup_of(VisitId(visit)));
        let kind = self
            .codec
            .code(Series::Lookup, 0, || found.map_or(0, |found| if found.store.is_some() { 1 } else { 2 }))?;
        let bounds = match kind {
            0 => return Ok(None),
            1 => {
                let last = self.stores.len() as i64 - 1;
                let fed = self.codec.code(Series::Fed, last, || {
                    found.and_then(|found| found.store).map_or(0, |store| i64::from(store.0))
                })?;
                let bounds = usize::try_from(fed).ok().and_then(|fed| self.stores.get(fed));
                let bounds = *bounds.ok_or(OutOfNumbers(Series::Fed))?;
                self.table.look_up_store(VisitId(visit), StoreId(fed as u32));
                bounds
            }
            2 => {
                self.table.look_up_unwritten(VisitId(visit));
                Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY }
            }
            _ => return Err(OutOfNumbers(Series::Lookup)),
        };
        let stated = self.model.foreign.and_then(|foreign| foreign.lookup(visit)).map(|(_, answer)| answer);
        Ok(Some(stated.unwrap_or_else(|| self.model.setup.table.unwrap_or_default().answer(bounds, given))))
    }

    /// Ends the visits with no more children to enter.
    fn close(&mut self) -> Result<(), OutOfNumbers> {
        let trace = self.trace;
        while let Some(done) = self.path.pop_if(|top| top.is_left && top.to_enter == 0) {
            let actual = || trace.map_or(Score::NEG_INFINITY, |trace| trace.visits.score(VisitId(done.visit)));
            let score = if done.has_entered {
                self.score(Series::Score, done.value, actual)?
            } else {
                self.score(Series::Leaf, Score::new(0), actual)?
            };
            let kind = match done.answered {
                _ if done.children > 0 => done.searched.judge(score),
                Some(kind) => kind,
                None => BoundKind::Exact,
            };
            let has_store = self.store(done.visit, Bounds::of(score, kind))?;
            let end = visit_frames::end(self.frame, has_store);
            let row = &mut self.rows[done.visit as usize];
            (row.score, row.end) = (score, Some(end));
            let Some(above) = self.path.last() else {
                self.go_to(visit_frames::count(end))?;
                break;
            };
            let better = above.player.better(above.value, score);
            let actual = || trace.map_or(better, |trace| trace.visits.value_of_parent(VisitId(done.visit)));
            let value = self.score(Series::Value, better, actual)?;
            self.rows[done.visit as usize].value_of_parent = value;
            self.go_to(visit_frames::after_update(end))?;
            if let Some(above) = self.path.last_mut() {
                above.value = value;
                above.window = above.searched.taking_in(above.player, value);
            }
        }
        Ok(())
    }

    /// Whether `visit` writes to the table; codes its bounds.
    fn store(&mut self, visit: u32, expected: Bounds) -> Result<bool, OutOfNumbers> {
        if !self.model.has_table {
            return Ok(false);
        }
        let stored = self.trace.and_then(|trace| trace.stored(trace.store_of(VisitId(visit))?));
        if !self.flag(Series::Store, || stored.is_some())? {
            return Ok(false);
        }
        let count = i64::from(self.entry_count);
        let entry =
            self.codec.code(Series::Entry, count, || stored.map_or(count, |stored| i64::from(stored.entry.0)))?;
        let entry =
            u32::try_from(entry).ok().filter(|&entry| entry <= self.entry_count).ok_or(OutOfNumbers(Series::Entry))?;
        self.entry_count += u32::from(entry == self.entry_count);
        let actual = stored.map_or(expected, |stored| stored.bounds);
        let bounds = Bounds {
            lower: self.score(Series::Lower, expected.lower, || actual.lower)?,
            upper: self.score(Series::Upper, expected.upper, || actual.upper)?,
        };
        self.stores.push(bounds);
        self.table.store(VisitId(visit), entry, bounds);
        Ok(true)
    }
}
