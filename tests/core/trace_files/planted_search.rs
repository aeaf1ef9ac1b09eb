//! A search outside the library: α-β with a table, recorded as a stream, in which faults can be planted.

use std::collections::HashMap;
use std::fmt::Debug;

use edagari::game::{Game, Player};
use edagari::score::{BoundKind, Bounds, Score, Window};
use edagari::trace::Id;
use edagari::trace::file::{Enter, Event, LookupResult};

/// A fault that is planted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plant {
    /// No fault.
    Nothing,
    /// A child gets the initial window of its parent instead of the current one.
    StaleWindow,
    /// After an extra turn the wrong player is used.
    WrongPlayer,
    /// A leaf's score is off by one.
    WrongLeaf,
    /// Minimum and maximum are exchanged when the table narrows the window.
    SwappedNarrowing,
    /// The table answers a node although its bounds do not settle it.
    UnjustifiedReturn,
    /// The node returns another score than the table.
    OtherAnswer,
    /// A lookup returns other bounds than were stored.
    StaleEntry,
    /// A lookup returns an entry that was never stored, with wrong bounds: two positions share a hash.
    Collision,
    /// A lookup returns the entry of another position.
    OtherEntry,
    /// The child's score is changed in the update.
    WrongScore,
    /// The window is not updated.
    ForgottenUpdate,
    /// The worse of two values is kept.
    SwappedUpdate,
    /// Cut only at > although ≥ is declared.
    LateCut,
    /// Cut although the window is open.
    EarlyCut,
    /// The search continues after a cut.
    EnteredAfterCut,
    /// A child is skipped.
    SkippedChild,
    /// A node with a cut has no `leave`.
    LostEnd,
    /// A node is left twice.
    SecondEnd,
    /// A node is entered from a node that is not open.
    WrongParent,
    /// A node returns a score that does not follow from its children.
    WrongValue,
    /// A bound is recorded as exact.
    BoundAsValue,
    /// A bound is stored as exact.
    StoredAsExact,
    /// A position is stored in a second entry, without its symmetry.
    StoredWithoutSymmetry,
    /// A position is stored in the entry of another one.
    StoredElsewhere,
    /// A node returns as a leaf although the game is not over.
    EarlyLeaf,
    /// An illegal move is entered.
    IllegalMove,
    /// A `score` event is duplicated.
    SecondScore,
}

/// All faults, and the name of the first finding for each.
pub const PLANTS: [(Plant, &str); 27] = [
    (Plant::StaleWindow, "given-window"),
    (Plant::WrongPlayer, "wrong-player"),
    (Plant::WrongLeaf, "wrong-leaf"),
    (Plant::SwappedNarrowing, "wrong-narrowing"),
    (Plant::UnjustifiedReturn, "unjustified-return"),
    (Plant::OtherAnswer, "unjustified-return"),
    (Plant::StaleEntry, "not-as-stored"),
    (Plant::Collision, "wrong-bounds"),
    (Plant::OtherEntry, "wrong-entry"),
    (Plant::WrongScore, "wrong-score"),
    (Plant::ForgottenUpdate, "wrong-update"),
    (Plant::SwappedUpdate, "wrong-value"),
    (Plant::LateCut, "missed-cut"),
    (Plant::EarlyCut, "unjustified-cut"),
    (Plant::EnteredAfterCut, "entered-after-cut"),
    (Plant::SkippedChild, "skipped-children"),
    (Plant::LostEnd, "end-missing"),
    (Plant::SecondEnd, "not-open"),
    (Plant::WrongParent, "parent-not-open"),
    (Plant::WrongValue, "illegal-score"),
    (Plant::BoundAsValue, "wrong-bound"),
    (Plant::StoredAsExact, "wrong-store"),
    (Plant::StoredWithoutSymmetry, "second-entry"),
    (Plant::StoredElsewhere, "wrong-entry"),
    (Plant::EarlyLeaf, "early-leaf"),
    (Plant::IllegalMove, "illegal-move"),
    (Plant::SecondScore, "out-of-order"),
];

struct Entry {
    number: u64,
    bounds: Bounds,
}

/// The program and its output.
pub struct Program<'a, G: Game> {
    game: &'a G,
    plant: Plant,
    /// Number of opportunities to skip before the fault is planted.
    wait: usize,
    /// Frame at which the fault is visible.
    pub planted: Option<usize>,
    pub stream: String,
    frame: usize,
    ids: u64,
    table: HashMap<u128, Entry>,
    entries: u64,
}

impl<'a, G: Game> Program<'a, G> {
    /// Searches the tree below a position and records it after the line `header`.
    pub fn run(game: &'a G, start: &G::Position, header: &str, plant: Plant, wait: usize) -> Self {
        let mut program = Self {
            game,
            plant,
            wait,
            planted: None,
            stream: format!("{header}\n"),
            frame: 0,
            ids: 0,
            table: HashMap::new(),
            entries: 0,
        };
        program.search(start, Window::FULL, None, String::new(), None);
        program
    }

    /// Whether to plant the fault here; `frame` is the frame at which it is visible.
    fn plants(&mut self, plant: Plant, frame: usize) -> bool {
        if self.plant != plant || self.planted.is_some() {
            return false;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        self.planted = Some(frame);
        true
    }

    fn write(&mut self, event: &Event<'_>) {
        self.stream += &serde_json::to_string(event).expect("an event");
        self.stream.push('\n');
    }

    #[expect(clippy::too_many_lines, reason = "a program's search, with all that can be wrong in it, in one place")]
    fn search(
        &mut self,
        position: &G::Position,
        given: Window,
        parent: Option<u64>,
        mv: String,
        above: Option<Player>,
    ) -> Score {
        let id = self.ids;
        self.ids += 1;
        let node = || Some(Id::Number(id));
        let mut player = self.game.player(position);
        if above == Some(player) && self.plants(Plant::WrongPlayer, self.frame) {
            player = player.other();
        }
        let (mut parent, mut text) = (parent, mv);
        if id > 40 && self.plants(Plant::WrongParent, self.frame) {
            // The first leaf is never entered again.
            parent = Some(10_000_000);
        }
        if id > 0 && self.plants(Plant::IllegalMove, self.frame) {
            "z9".clone_into(&mut text);
        }
        self.write(&Event::Enter(Enter {
            node: node(),
            parent: parent.map(Id::Number),
            mv: (!text.is_empty()).then(|| text.into()),
            player: Some(player),
            window: Some(given),
            ..Enter::default()
        }));
        self.frame += 1;
        if let Some(score) = self.game.score(position) {
            let off = self.plants(Plant::WrongLeaf, self.frame);
            let score = if off { Score::new(score.finite().unwrap_or(0) + 1) } else { score };
            return self.leave(id, score, BoundKind::Exact);
        }
        if self.plants(Plant::EarlyLeaf, self.frame) {
            return self.leave(id, Score::new(0), BoundKind::Exact);
        }

        let mut searched = given;
        let class = self.game.class_key(position);
        let mut known = None;
        if let Some(key) = class {
            let mut found = self.table.get(&key).map(|entry| (entry.number, entry.bounds));
            let other = self
                .table
                .values()
                .find(|other| found.is_some_and(|(number, bounds)| other.number != number && other.bounds == bounds));
            let other = other.map(|other| other.number);
            if let (Some(entry), Some(other)) = (&mut found, other)
                && self.plants(Plant::OtherEntry, self.frame)
            {
                entry.0 = other;
            }
            if found.is_none() && self.plants(Plant::Collision, self.frame) {
                found = Some((77_777, Bounds { lower: Score::new(5), upper: Score::new(5) }));
            }
            if let Some((number, stored)) = found {
                known = Some(stored);
                let mut bounds = stored;
                if bounds.lower < bounds.upper && self.plants(Plant::StaleEntry, self.frame) {
                    bounds = Bounds { lower: bounds.lower.max(Score::new(-7)), upper: bounds.upper.min(Score::new(7)) };
                    known = Some(bounds);
                }
                if let Some(score) = self.look_up(id, number, bounds, &mut searched) {
                    return score;
                }
            }
        }

        let mut window = searched;
        let mut value = match player {
            Player::Max => Score::NEG_INFINITY,
            Player::Min => Score::INFINITY,
        };
        let moves = self.game.legal_moves(position);
        // No child can improve the best score of the game, so it is right to stop there.
        let bounds = self.game.bounds(position, 0);
        let is_best = |value: Score| {
            bounds.is_some_and(|bounds| match player {
                Player::Max => value >= bounds.upper,
                Player::Min => value <= bounds.lower,
            })
        };
        let mut is_cut = false;
        for (child, &mv) in moves.iter().enumerate() {
            let is_last = child + 1 == moves.len();
            if child > 0 && is_last && !is_cut && !is_best(value) && self.plants(Plant::SkippedChild, usize::MAX) {
                break;
            }
            if is_cut {
                // The fault of continuing after a cut.
                self.planted = Some(self.frame);
            }
            let below = self.game.play(position, mv);
            let mut handed_down = window;
            if window != searched && self.plants(Plant::StaleWindow, self.frame) {
                handed_down = searched;
            }
            let child_id = self.ids;
            let text = self.game.move_text(position, mv);
            let score = self.search(&below, handed_down, Some(id), text, Some(self.game.player(position)));

            let off = self.plants(Plant::WrongScore, self.frame);
            let score = if off { Score::new(score.finite().unwrap_or(0) - 3) } else { score };
            let child_node = Some(Id::Number(child_id));
            let event =
                Event::Score { node: node(), child: child_node.clone(), score: Some(score), window: Some(window) };
            self.write(&event);
            if self.plants(Plant::SecondScore, self.frame) {
                self.write(&event);
            }
            self.frame += 1;

            let (better, worse) = match player {
                Player::Max => (value.max(score), value.min(score)),
                Player::Min => (value.min(score), value.max(score)),
            };
            let swapped = child > 0 && better != worse && self.plants(Plant::SwappedUpdate, self.frame);
            value = if swapped { worse } else { better };
            let mut updated = searched;
            match player {
                Player::Max => updated.alpha = updated.alpha.max(value),
                Player::Min => updated.beta = updated.beta.min(value),
            }
            let forgets = updated != window && self.plants(Plant::ForgottenUpdate, self.frame);
            window = if forgets { window } else { updated };
            let mut cuts = window.alpha >= window.beta;
            if cuts && window.alpha == window.beta && !is_last && self.plants(Plant::LateCut, self.frame) {
                cuts = false;
            }
            if !cuts && !is_last && !is_best(value) && self.plants(Plant::EarlyCut, self.frame) {
                cuts = true;
            }
            self.write(&Event::Update {
                node: node(),
                child: child_node,
                window: Some(window),
                value: Some(value),
                cut: Some(cuts),
                why: None,
            });
            self.frame += 1;
            if cuts && !is_last && !is_cut && self.plants(Plant::EnteredAfterCut, usize::MAX) {
                is_cut = true;
            } else if cuts {
                is_cut = true;
                break;
            }
        }

        if self.plant == Plant::SkippedChild && self.planted == Some(usize::MAX) {
            // In the stored bounds, or in the end of the node.
            self.planted = Some(self.frame);
        }
        let mut score = value;
        let mut kind = searched.judge(value);
        if self.planted.is_none() && self.plants(Plant::WrongValue, usize::MAX) {
            score = Score::new(value.finite().unwrap_or(0) + 2);
            kind = searched.judge(score);
        }
        if let Some(key) = class {
            self.store(id, key, position, Bounds::of(score, kind), known);
        }
        if self.plant == Plant::WrongValue && self.planted == Some(usize::MAX) {
            self.planted = Some(self.frame);
        }
        if kind != BoundKind::Exact && self.plants(Plant::BoundAsValue, self.frame) {
            kind = BoundKind::Exact;
        }
        if is_cut && self.plants(Plant::LostEnd, self.frame) {
            self.frame += 1;
            return score;
        }
        self.leave(id, score, kind)
    }

    fn leave(&mut self, id: u64, score: Score, kind: BoundKind) -> Score {
        let event = Event::Leave { node: Some(Id::Number(id)), score: Some(score), bound: Some(kind), window: None };
        self.write(&event);
        if id > 0 && self.plants(Plant::SecondEnd, self.frame) {
            self.write(&event);
        }
        self.frame += 1;
        score
    }

    /// Records the lookup of a node, and narrows its window or returns.
    fn look_up(&mut self, id: u64, number: u64, bounds: Bounds, searched: &mut Window) -> Option<Score> {
        let given = *searched;
        let Bounds { lower, upper } = bounds;
        let mut answer = if lower == upper {
            Some((lower, BoundKind::Exact))
        } else if lower >= given.beta {
            Some((lower, BoundKind::Lower))
        } else if upper <= given.alpha {
            Some((upper, BoundKind::Upper))
        } else {
            None
        };
        if answer.is_none() && lower.finite().is_some() && self.plants(Plant::UnjustifiedReturn, self.frame) {
            answer = Some((lower, BoundKind::Lower));
        }
        let right = Window { alpha: given.alpha.max(lower), beta: given.beta.min(upper) };
        if answer.is_none() {
            *searched = right;
            if right != given && self.plants(Plant::SwappedNarrowing, self.frame) {
                *searched = Window { alpha: given.alpha.min(lower), beta: given.beta.max(upper) };
            }
        }
        let result = match answer {
            Some(_) => LookupResult::Returned,
            None if *searched == given => LookupResult::Nothing,
            None => LookupResult::Narrowed,
        };
        self.write(&Event::Lookup {
            node: Some(Id::Number(id)),
            entry: Some(Id::Number(number)),
            bounds: Some(bounds),
            result: Some(result),
            window: (result == LookupResult::Narrowed).then_some(*searched),
        });
        self.frame += 1;
        let (score, kind) = answer?;
        // With the original bounds of the entry, the only possible finding about an answer is a different score.
        let off = self.plant == Plant::OtherAnswer && self.wait == 0 && self.planted.is_none();
        if off {
            self.planted = Some(self.frame - 1);
            return Some(self.leave(id, Score::new(score.finite().unwrap_or(0) - 2), kind));
        }
        if self.plant == Plant::OtherAnswer {
            self.wait = self.wait.saturating_sub(1);
        }
        Some(self.leave(id, score, kind))
    }

    fn store(&mut self, id: u64, key: u128, position: &G::Position, bounds: Bounds, known: Option<Bounds>) {
        let mut bounds = known.map_or(bounds, |known| bounds.intersect(known));
        if self.plant == Plant::WrongValue && self.planted == Some(usize::MAX) {
            // The stored bounds are right, so the fault is only in the score.
            return;
        }
        let is_bound = bounds.lower != bounds.upper;
        let score = if bounds.lower.finite().is_some() { bounds.lower } else { bounds.upper };
        // At the end of the range of the game, a bound is exact.
        let range = self.game.bounds(position, 0);
        let is_end = range.is_some_and(|range| score == range.lower || score == range.upper);
        if is_bound && !is_end && self.plants(Plant::StoredAsExact, self.frame) {
            bounds = Bounds { lower: score, upper: score };
        }
        let is_own = self.game.key(position) != Some(key);
        let other = self.table.values().next().map(|other| other.number);
        let mut number = self.table.get(&key).map_or(self.entries + 1, |entry| entry.number);
        self.entries = self.entries.max(number);
        if is_own && self.table.contains_key(&key) && self.plants(Plant::StoredWithoutSymmetry, self.frame) {
            self.entries += 1;
            number = self.entries;
        }
        if let Some(other) = other.filter(|&other| other != number)
            && self.plants(Plant::StoredElsewhere, self.frame)
        {
            number = other;
        }
        self.table.insert(key, Entry { number, bounds });
        self.write(&Event::Store { node: Some(Id::Number(id)), entry: Some(Id::Number(number)), bounds: Some(bounds) });
        self.frame += 1;
    }
}
