//! A plain walk over the frames of a trace: of each visit it knows the window with which it begins and what the table has for it, and of each
//! child what it returns. What else a frame shows is worked out again from these.

use std::collections::HashMap;

use edagari::game::Player;
use edagari::score::{Answer, BoundKind, Fail, Score, Window};
use edagari::trace::{Cut, FrameKind, Trace, VisitId};

/// How a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// What it returns outside its window; `None` where that is not told.
    pub fail: Option<Fail>,
    pub cuts: bool,
    /// Whether only α > β cuts.
    pub cuts_above: bool,
    pub has_windows: bool,
}

/// What a frame shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    Other,
    /// The child's score, and what the node has before.
    Score {
        score: Score,
        known: Option<Score>,
        player: Player,
    },
    /// The window after it, the cut, and the moves that are then left.
    Update {
        after: Window,
        cut: Option<Cut>,
        left: Vec<u32>,
    },
    /// And what searches return that fail hard in another way.
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
    /// The same, if nothing is held to the window.
    best: Option<Score>,
    child: Option<Score>,
}

/// The open visits.
pub struct Walk<'a> {
    trace: &'a Trace,
    habits: Habits,
    open: HashMap<VisitId, Open>,
}

impl<'a> Walk<'a> {
    pub fn new(trace: &'a Trace, habits: Habits) -> Self {
        Self { trace, habits, open: HashMap::new() }
    }

    /// What a node begins with; `None` where it is not told what is returned outside windows.
    fn initial(&self, open: &Open) -> Option<Score> {
        Some(match (self.habits.fail?, open.player) {
            (Fail::Soft, Player::Max) => Score::NEG_INFINITY,
            (Fail::Soft, Player::Min) => Score::INFINITY,
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

    /// What the next frame shows; `lists_left` where the moves that are left are wanted.
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
                // Of what is beyond the window some return the end of it, and others what they have.
                let beyond = open.best.filter(|_| self.habits.fail == Some(Fail::Hard));
                let clamped = beyond.map(|best| best.max(open.searched.alpha).min(open.searched.beta));
                let also = [beyond, clamped].into_iter().flatten().find(|&other| other != score);
                Shown::Returned { score, kind, also }
            }
            other => panic!("no walk knows {other:?}"),
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
        // Whether it is narrowed is seen in the window of the frame.
        if self.trace.step(self.trace.span(visit).0 + 1).is_some_and(|lookup| lookup.window == narrowed) {
            open.searched = narrowed;
        }
        Shown::Entry(Answer::Narrowed(narrowed))
    }

    fn update(&mut self, frame: usize, visit: VisitId, lists_left: bool) -> Shown {
        let open = &self.open[&visit];
        let initial = self.initial(open);
        let (Some(score), Some(child)) = (open.child, self.trace.returned_child(frame)) else { return Shown::Other };
        // Frames of other threads can come between.
        let next = self.trace.visited_children(visit).skip_while(|&other| other != child).nth(1);
        let is_again = next.is_some_and(|next| self.trace.node_of(next) == self.trace.node_of(child));
        // The same for one that is asked only on a guess, of which the program says that it does not count.
        if is_again || self.trace.is_only_asked(child) {
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

    /// The moves that a visit has not entered, from the rules of the game.
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
