//! A plain walk over the frames of a trace. Its only inputs are the initial window and the table entry of each visit,
//! and the returned scores; everything else is recomputed.

use std::collections::HashMap;

use edagari::game::Player;
use edagari::score::{Answer, BoundKind, Fail, Score, Window};
use edagari::trace::{Cut, FrameKind, Trace, VisitId};

/// Rules of a search.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Fail-soft or fail-hard; `None` if not recorded.
    pub fail: Option<Fail>,
    pub cuts: bool,
    /// Whether only α > β cuts.
    pub cuts_above: bool,
    pub has_windows: bool,
}

/// Content of a frame.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    Other,
    /// Score of the child, and the value of the node before it.
    Score {
        score: Score,
        known: Option<Score>,
        player: Player,
    },
    /// Window after the update, the cut, and the remaining moves.
    Update {
        after: Window,
        cut: Option<Cut>,
        left: Vec<u32>,
    },
    /// `also` is the score of a search with the other fail-hard rule.
    Returned {
        score: Score,
        kind: BoundKind,
        also: Option<Score>,
    },
    Entry(Answer),
}

struct Open {
    player: Player,
    given: Window,
    searched: Window,
    value: Option<Score>,
    /// Like `value`, without clamping to the window.
    best: Option<Score>,
    child: Option<Score>,
}

/// A walk with its open visits.
pub struct Walk<'a> {
    trace: &'a Trace,
    habits: Habits,
    open: HashMap<VisitId, Open>,
}

impl<'a> Walk<'a> {
    pub fn new(trace: &'a Trace, habits: Habits) -> Self {
        Self { trace, habits, open: HashMap::new() }
    }

    /// Initial value of a node; `None` if the fail rule is unknown.
    fn initial(&self, open: &Open) -> Option<Score> {
        Some(match (self.habits.fail?, open.player) {
            (Fail::Soft | Fail::Firm, Player::Max) => Score::NEG_INFINITY,
            (Fail::Soft | Fail::Firm, Player::Min) => Score::INFINITY,
            (Fail::Hard, Player::Max) => open.searched.alpha,
            (Fail::Hard, Player::Min) => open.searched.beta,
        })
    }

    fn better(player: Player, one: Score, other: Score) -> Score {
        match player {
            Player::Max => one.max(other),
            Player::Min => one.min(other),
        }
    }

    fn window(open: &Open, value: Score) -> Window {
        match open.player {
            Player::Max => Window { alpha: open.searched.alpha.max(value), ..open.searched },
            Player::Min => Window { beta: open.searched.beta.min(value), ..open.searched },
        }
    }

    /// Processes a frame and returns its content, with the remaining moves if `lists_left`.
    pub fn step(&mut self, frame: usize, lists_left: bool) -> Shown {
        let step = self.trace.step(frame).expect("a frame");
        let visit = step.visit;
        match step.kind {
            FrameKind::Start => {
                let given = step.window;
                let open = Open { player: step.player, given, searched: given, value: None, best: None, child: None };
                self.open.insert(visit, open);
                Shown::Other
            }
            FrameKind::Lookup => self.entry(visit, step.bounds.expect("bounds")),
            FrameKind::Score => {
                let child = self.trace.returned_child(frame).expect("a child");
                let score = self.trace.span(child).1.and_then(|end| self.trace.step(end)?.score).expect("a score");
                let open = &self.open[&visit];
                let known = open.value.or_else(|| self.initial(open));
                let player = open.player;
                self.open.get_mut(&visit).expect("open").child = Some(score);
                Shown::Score { score, known, player }
            }
            FrameKind::Update => self.update(frame, visit, lists_left),
            FrameKind::Store => Shown::Other,
            FrameKind::End => {
                let open = self.open.remove(&visit).expect("open");
                let Some(score) = open.value else { return Shown::Other };
                let kind = if !self.habits.has_windows {
                    BoundKind::Exact
                } else if score <= open.searched.alpha {
                    BoundKind::Upper
                } else if score >= open.searched.beta {
                    BoundKind::Lower
                } else {
                    BoundKind::Exact
                };
                // Outside the window, some programs return the bound and others the score.
                let beyond = open.best.filter(|_| self.habits.fail == Some(Fail::Hard));
                let clamped = beyond.map(|best| best.max(open.searched.alpha).min(open.searched.beta));
                let also = [beyond, clamped].into_iter().flatten().find(|&other| other != score);
                Shown::Returned { score, kind, also }
            }
        }
    }

    fn entry(&mut self, visit: VisitId, bounds: edagari::score::Bounds) -> Shown {
        let open = self.open.get_mut(&visit).expect("open");
        let (lower, upper, Window { alpha, beta }) = (bounds.lower, bounds.upper, open.given);
        let returned = |score, kind| Shown::Entry(Answer::Returned { score, kind });
        if lower == upper {
            return returned(lower, BoundKind::Exact);
        }
        if lower >= beta {
            return returned(lower, BoundKind::Lower);
        }
        if upper <= alpha {
            return returned(upper, BoundKind::Upper);
        }
        let narrowed = Window { alpha: alpha.max(lower), beta: beta.min(upper) };
        if narrowed == open.given {
            return Shown::Entry(Answer::Nothing);
        }
        // The window of the frame shows whether it is narrowed.
        if self.trace.step(self.trace.span(visit).0 + 1).is_some_and(|lookup| lookup.window == narrowed) {
            open.searched = narrowed;
        }
        Shown::Entry(Answer::Narrowed(narrowed))
    }

    fn update(&mut self, frame: usize, visit: VisitId, lists_left: bool) -> Shown {
        let open = &self.open[&visit];
        let initial = self.initial(open);
        let (Some(score), Some(child)) = (open.child, self.trace.returned_child(frame)) else { return Shown::Other };
        // Frames of other threads can be in between.
        let next = self.trace.visited_children(visit).skip_while(|&other| other != child).nth(1);
        let is_again = next.is_some_and(|next| self.trace.node_of(next) == self.trace.node_of(child));
        // A speculative child, whose score the program does not use, is handled in the same way.
        if is_again || self.trace.is_speculative(child) {
            return Shown::Other;
        }
        let known = open.value.or(initial);
        let value = known.map_or(score, |known| Self::better(open.player, known, score));
        let best = open.best.or(initial).map_or(score, |best| Self::better(open.player, best, score));
        let clamped = value.max(open.searched.alpha).min(open.searched.beta);
        let is_clamped = self.habits.fail == Some(Fail::Hard) && self.trace.value_at_update(frame) == Some(clamped);
        let value = if is_clamped { clamped } else { value };
        let after = Self::window(open, value);
        let is_closed = if self.habits.cuts_above { after.alpha > after.beta } else { after.alpha >= after.beta };
        let cut = (is_closed && self.habits.cuts).then_some(match open.player {
            Player::Max => Cut::Beta,
            Player::Min => Cut::Alpha,
        });
        let open = self.open.get_mut(&visit).expect("open");
        (open.value, open.best) = (Some(value), Some(best));
        let left = if lists_left && cut.is_some() { self.left(visit) } else { Vec::new() };
        Shown::Update { after, cut, left }
    }

    /// Moves that a visit has not entered, by the rules of the game.
    fn left(&self, visit: VisitId) -> Vec<u32> {
        let path = self.trace.path(self.trace.node_of(visit));
        let count = self.trace.position(&path).map_or(0, |position| position.move_count() as u32);
        let entered: Vec<u32> = self
            .trace
            .visited_children(visit)
            .filter_map(|child| self.trace.path(self.trace.node_of(child)).last().copied())
            .collect();
        (0..count).filter(|mv| !entered.contains(mv)).collect()
    }
}
