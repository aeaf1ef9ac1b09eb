//! The depths and moves that were written to the entries of the table, in the whole trace.

use std::collections::{HashMap, HashSet};

use super::prover::Prover;
use crate::score::Bounds;
use crate::trace::{EntryId, Meaning, StoreId};

/// Index of the stores by entry.
#[derive(Default)]
pub(super) struct Written {
    pub(super) depths: HashSet<(EntryId, i64, Bounds)>,
    pub(super) moves: HashMap<EntryId, Vec<Box<str>>>,
}

impl Prover<'_> {
    pub(super) fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            let table = self.trace.table();
            let mut written = Written::default();
            for stored in (0..table.tally().stores as u32).filter_map(|store| table.stored(StoreId(store))) {
                let depth = self.whole(Meaning::StoreDepth, stored.visit);
                written.depths.extend(depth.map(|depth| (stored.entry, depth, stored.bounds)));
                let Some(mv) = self.text_in(Meaning::StoreMove, stored.visit) else { continue };
                let moves = written.moves.entry(stored.entry).or_default();
                if !moves.iter().any(|known| **known == *mv) {
                    moves.push(mv.into());
                }
            }
            written
        })
    }
}
