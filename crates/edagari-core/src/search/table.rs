//! Transposition tables: the bounds or scores that a search stores for positions.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use crate::game::{Game, mix};
use crate::score::{Answer, Bounds, Player, Score, Window};

/// The key of a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum TableKey {
    /// The position alone: an entry can be used at every node of the position.
    #[default]
    Position,
    /// The position and the window it was searched with: an entry is used only with the same window.
    PositionAndWindow,
}

impl TableKey {
    /// The name on the command line and in files for tables with this key.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "bounds",
            Self::PositionAndWindow => "window",
        }
    }

    /// The name of a table's key, or `none` without a table.
    #[must_use]
    pub fn name_of(table: Option<TableSetup>) -> &'static str {
        table.map_or("none", |table| table.key.name())
    }
}

/// A transposition table and its options.
///
/// ```
/// use edagari_core::game::{GameSetup, TicTacToe};
/// use edagari_core::search::{Algorithm, TableSetup};
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
///
/// let setup = Setup {
///     table: Some(TableSetup::default()),
///     ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta))
/// };
/// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// // Without a table the search visits 18,297 nodes.
/// assert_eq!(trace.visit_count(), 1_085);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, under its own name")]
pub struct TableSetup {
    /// The key of the entries.
    pub key: TableKey,
    /// Whether positions that are equal up to the game's symmetries share an entry.
    pub symmetry: bool,
    /// Whether bounds that cause no cutoff narrow the window of the node.
    pub narrowing: bool,
    /// Whether new bounds of a position are intersected with the old ones instead of replacing them.
    pub intersection: bool,
    /// Whether, under a depth limit, an entry is also used at nodes with less depth left than it was searched with, not only with
    /// equal depth. The resulting value can differ from the value without a table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deeper_entries: bool,
    /// Whether an entry keeps only the bound of the best score that the player to move can still have: the upper bound of a max
    /// node, the lower bound of a min node. The score that the player has secured is not stored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub best_only: bool,
    /// The maximum number of entries, if limited. The key determines the only slot of a position; a new position always replaces
    /// the old one in its slot.
    pub size: Option<NonZeroU32>,
}

impl Default for TableSetup {
    fn default() -> Self {
        Self {
            key: TableKey::Position,
            symmetry: true,
            narrowing: true,
            intersection: false,
            deeper_entries: false,
            best_only: false,
            size: None,
        }
    }
}

impl TableSetup {
    /// The table limited to the number of entries that fit into `memory_limit` bytes, even while the hash table grows; at least
    /// one.
    #[must_use]
    pub fn within(self, memory_limit: u64) -> Self {
        /// An entry with its key and slot; while a hash table grows, less than a fifth of its memory is in use.
        const BYTES_PER_ENTRY: u64 = 5 * size_of::<(Key, (Key, Entry))>() as u64;
        let fitting = u32::try_from(memory_limit / BYTES_PER_ENTRY).unwrap_or(u32::MAX).max(1);
        let size = self.size.map_or(fitting, |size| size.get().min(fitting));
        Self { size: NonZeroU32::new(size), ..self }
    }

    /// Both bounds of each position, intersected with earlier ones: the memory of Plaat et al. (1996).
    pub const BOTH_BOUNDS: Self = Self {
        key: TableKey::Position,
        symmetry: true,
        narrowing: true,
        intersection: true,
        deeper_entries: false,
        best_only: false,
        size: None,
    };

    /// The bounds to store for a node of `player`; `None` if there is nothing to store.
    #[must_use]
    pub fn stored_bounds(&self, bounds: Bounds, player: Player) -> Option<Bounds> {
        if !self.best_only {
            return Some(bounds);
        }
        let stored_bounds = match player {
            Player::Max => Bounds { lower: Score::NEG_INFINITY, ..bounds },
            Player::Min => Bounds { upper: Score::INFINITY, ..bounds },
        };
        (stored_bounds != Bounds::UNKNOWN).then_some(stored_bounds)
    }

    /// The effect, with these options, of bounds found in the table at a node with this window.
    #[must_use]
    pub fn answer(&self, bounds: Bounds, window: Window) -> Answer {
        match bounds.answer(window) {
            Answer::Narrowed(_) if !self.narrowing => Answer::Nothing,
            answer => answer,
        }
    }
}

/// The table of a search. A game that does not identify equal positions has no keys, so its entries
/// exist only if the table identifies nodes.
pub(super) trait Memory {
    /// Identifies a node if the game does not identify equal positions.
    type Place: Copy;

    /// The place of the start node.
    fn root(&self) -> Self::Place;

    /// The place of a child, given its index in the game's order.
    fn below(&mut self, place: Self::Place, index: usize) -> Self::Place;

    /// The key of a node's best move: that of its position, or of the node itself if the table identifies nodes.
    fn place_key<G: Game>(&self, game: &G, position: &G::Position, place: Self::Place) -> Option<u128>;

    /// Whether anything can be stored.
    fn remembers(&self) -> bool;

    /// The key of a node's entry; it includes the depth left, if limited.
    fn key<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        place: Self::Place,
        window: Window,
        left: Option<u32>,
    ) -> Option<Key>;

    /// The entry of a key, if any.
    fn find(&self, key: Key) -> Option<Entry>;

    /// The effect of an entry's `bounds` at a node with `window`.
    fn answer(&self, bounds: Bounds, window: Window) -> Answer;

    /// Stores the new bounds of a node of `player`, as far as the options keep them, and returns the resulting entry; `None` if
    /// nothing is kept, or there is no memory for another entry.
    fn store(&mut self, key: Key, bounds: Bounds, player: Player) -> Option<Entry>;
}

/// No table.
pub(super) struct Forgetful;

impl Memory for Forgetful {
    type Place = ();

    #[inline]
    fn root(&self) {}

    #[inline]
    fn below(&mut self, (): (), _: usize) {}

    #[inline]
    fn place_key<G: Game>(&self, _: &G, _: &G::Position, (): ()) -> Option<u128> {
        None
    }

    #[inline]
    fn remembers(&self) -> bool {
        false
    }

    #[inline]
    fn key<G: Game>(&self, _: &G, _: &G::Position, (): (), _: Window, _: Option<u32>) -> Option<Key> {
        None
    }

    #[inline]
    fn find(&self, _: Key) -> Option<Entry> {
        None
    }

    #[inline]
    fn answer(&self, _: Bounds, _: Window) -> Answer {
        Answer::Nothing
    }

    #[inline]
    fn store(&mut self, _: Key, _: Bounds, _: Player) -> Option<Entry> {
        None
    }
}

/// The key of an entry: the key of its position, the window if it is part of the key (otherwise the full window), and the depth
/// left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    position: u128,
    window: Window,
    /// The number of changes of player left, if limited.
    left: Option<u32>,
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Hashed as a single number: hashing the parts separately takes twice as long.
        let window = self.window.to_bits();
        let left = self.left.map_or(0, |left| u64::from(left) + 1);
        state.write_u128(self.position ^ (u128::from(window) << 64) ^ u128::from(left.rotate_right(16)));
    }
}

impl Key {
    /// The key without the depth left, and the depth left.
    #[inline]
    fn without_depth(self) -> (Self, Option<u32>) {
        (Self { left: None, ..self }, self.left)
    }
}

/// An entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The number of the entry: entries are numbered from 0 in the order of their first stores. A position that replaces another
    /// keeps that number.
    pub(super) number: u32,
    /// The bounds of the position's value.
    pub(super) bounds: Bounds,
}

/// The transposition table of a running search.
pub(super) struct Table {
    setup: TableSetup,
    /// The entries by slot: the key itself, or a number derived from it if the size is limited. With deeper entries, the slot
    /// does not depend on the depth left, and the stored key contains the depth of the entry.
    entries: HashMap<Key, (Key, Entry)>,
    /// The numbers of nodes by parent number and child index, for a search that enters nodes again
    /// in a game that does not identify equal positions: each node counts as a different position.
    places: Option<HashMap<(u32, u32), u32>>,
}

impl Table {
    /// Creates a table; `knows_nodes` is whether it has an entry per node instead of per position.
    pub(super) fn new(setup: TableSetup, knows_nodes: bool) -> Self {
        /// The initial capacity: the table of a small search never reallocates.
        const ROOM: u32 = 1 << 10;
        let room = setup.size.map_or(ROOM, |size| size.get().min(ROOM));
        Self { setup, entries: HashMap::with_capacity(room as usize), places: knows_nodes.then(HashMap::new) }
    }

    #[inline]
    fn slot(&self, key: Key) -> Key {
        let key = if self.setup.deeper_entries { key.without_depth().0 } else { key };
        let Some(size) = self.setup.size else { return key };
        let has_window = self.setup.key == TableKey::PositionAndWindow;
        let parts = [
            key.position as u64,
            (key.position >> 64) as u64,
            if has_window { key.window.to_bits() } else { 0 },
            key.left.map_or(0, |left| u64::from(left) + 1),
        ];
        let hash = parts.into_iter().fold(0, mix);
        Key { position: u128::from(hash % u64::from(size.get())), window: Window::FULL, left: None }
    }
}

impl Table {
    #[inline]
    fn key<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        place: u32,
        window: Window,
        left: Option<u32>,
    ) -> Option<Key> {
        let position = match self.places {
            Some(_) => (place != UNKNOWN).then_some(u128::from(place)),
            None if self.setup.symmetry => game.class_key(position),
            None => game.key(position),
        }?;
        let window = if self.setup.key == TableKey::PositionAndWindow { window } else { Window::FULL };
        Some(Key { position, window, left })
    }

    #[inline]
    fn find(&self, key: Key) -> Option<Entry> {
        let answers = |found: Key| {
            found == key || {
                let ((found, deeper), (key, left)) = (found.without_depth(), key.without_depth());
                self.setup.deeper_entries && found == key && deeper >= left
            }
        };
        self.entries.get(&self.slot(key)).filter(|(found, _)| answers(*found)).map(|&(_, entry)| entry)
    }

    #[inline]
    fn store(&mut self, key: Key, bounds: Bounds) -> Option<Entry> {
        let next = self.entries.len() as u32;
        let place = self.slot(key);
        if !has_room(&mut self.entries) && !self.entries.contains_key(&place) {
            return None;
        }
        let (owner, entry) = self.entries.entry(place).or_insert((key, Entry { number: next, bounds }));
        entry.bounds = if *owner == key && self.setup.intersection { entry.bounds.intersect(bounds) } else { bounds };
        *owner = key;
        Some(*entry)
    }
}

/// The place of a node that could not be numbered for lack of memory.
const UNKNOWN: u32 = u32::MAX;

/// Whether one more entry fits into a map. When it grows, a map allocates twice its memory at once.
/// If that fails, there is still memory for the search itself.
#[inline]
pub(super) fn has_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>) -> bool {
    map.len() < map.capacity() || map.try_reserve(1).is_ok()
}

/// An optional table, selected at run time.
impl Memory for Option<Table> {
    type Place = u32;

    #[inline]
    fn root(&self) -> u32 {
        0
    }

    #[inline]
    fn below(&mut self, place: u32, index: usize) -> u32 {
        let Some(places) = self.as_mut().and_then(|table| table.places.as_mut()) else { return 0 };
        let (next, below) = (places.len() as u32 + 1, (place, index as u32));
        if place == UNKNOWN || next == UNKNOWN || !has_room(places) {
            return places.get(&below).copied().unwrap_or(UNKNOWN);
        }
        *places.entry(below).or_insert(next)
    }

    fn place_key<G: Game>(&self, game: &G, position: &G::Position, place: u32) -> Option<u128> {
        match self.as_ref()?.places {
            Some(_) => (place != UNKNOWN).then_some(u128::from(place)),
            None => game.key(position),
        }
    }

    #[inline]
    fn remembers(&self) -> bool {
        self.is_some()
    }

    #[inline]
    fn key<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        place: u32,
        window: Window,
        left: Option<u32>,
    ) -> Option<Key> {
        self.as_ref()?.key(game, position, place, window, left)
    }

    #[inline]
    fn find(&self, key: Key) -> Option<Entry> {
        self.as_ref()?.find(key)
    }

    #[inline]
    fn answer(&self, bounds: Bounds, window: Window) -> Answer {
        self.as_ref().map_or(Answer::Nothing, |table| table.setup.answer(bounds, window))
    }

    #[inline]
    fn store(&mut self, key: Key, bounds: Bounds, player: Player) -> Option<Entry> {
        let table = self.as_mut()?;
        let stored_bounds = table.setup.stored_bounds(bounds, player)?;
        table.store(key, stored_bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    fn key(position: u128) -> Key {
        Key { position, window: Window::FULL, left: None }
    }

    #[test]
    fn new_bounds_replace_or_intersect_the_old_ones() {
        for (intersection, expected) in [(false, bounds(0, 9)), (true, bounds(0, 5))] {
            let mut table = Table::new(TableSetup { intersection, ..TableSetup::default() }, false);
            assert_eq!(table.find(key(1)), None);
            table.store(key(1), bounds(-5, 5));
            assert_eq!(table.store(key(1), bounds(0, 9)), Some(Entry { number: 0, bounds: expected }));
            assert_eq!(table.find(key(1)).map(|entry| entry.bounds), Some(expected));
        }
    }

    #[test]
    fn limited_table_keeps_the_latest_position_of_a_slot() {
        let setup = TableSetup { size: NonZeroU32::new(1), intersection: true, ..TableSetup::default() };
        let mut table = Table::new(setup, false);
        table.store(key(1), bounds(1, 1));
        assert_eq!(table.store(key(2), bounds(-3, 7)), Some(Entry { number: 0, bounds: bounds(-3, 7) }));
        assert_eq!(table.find(key(1)), None);
        assert!(table.find(key(2)).is_some());
    }

    #[test]
    fn windows_are_part_of_the_key_only_if_configured() {
        let narrow = Window { alpha: Score::new(0), beta: Score::new(1) };
        let mut table = Table::new(TableSetup { key: TableKey::PositionAndWindow, ..TableSetup::default() }, false);
        table.store(Key { window: narrow, ..key(1) }, bounds(0, 0));
        assert_eq!(table.find(Key { window: Window::FULL, ..key(1) }), None);
        assert!(table.find(Key { window: narrow, ..key(1) }).is_some());
    }
}
