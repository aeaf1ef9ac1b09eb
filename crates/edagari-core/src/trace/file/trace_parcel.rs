//! Conversion of traces to and from parcels.

use std::sync::OnceLock;

use crate::game::AnyGame;
use crate::trace::index::cuts::CountedCuts;
use crate::trace::parcel::{Packing, Parceled, Unpacking, parceled, parceled_as_text, parceled_enum};
use crate::trace::stream::header::Described;
use crate::trace::{Ending, Header, RecordedNode, RecordedTree, Rules, Setup, Trace};

parceled_as_text! { Setup }

parceled_enum! {
    Ending { 0 NotStarted, 1 Complete, 2 Cancelled, 3 MemoryLimit(limit), 4 CutShort }
}

impl Parceled for Trace {
    fn pack(&self, packing: &mut Packing) {
        self.setup.pack(packing);
        // The header describes the game as in files, including the nodes of a textbook tree.
        Header::of(self).pack(packing);
        pack_tree(self.recorded_tree(), packing);
        self.start.pack(packing);
        self.ending.pack(packing);
        self.visits.pack(packing);
        self.table.pack(packing);
        self.frame_count.pack(packing);
        self.visits_by_depth.pack(packing);
        self.counted_cuts().pack(packing);
        self.passes.pack(packing);
        self.overview.pack(packing);
        self.foreign.pack(packing);
        // The last field, because the window can count pruned nodes between two turns: that adds a list and keeps the lists before
        // it.
        let nodes_pruned = self.nodes_pruned.get();
        nodes_pruned.is_some().pack(packing);
        if let Some(nodes_pruned) = nodes_pruned {
            nodes_pruned.pack(packing);
        }
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        let setup = Setup::unpack(unpacking)?;
        let header = Header::unpack(unpacking)?;
        let Described { game, .. } = header.described().ok()?;
        let game = match Option::<RecordedTreeParcel>::unpack(unpacking)? {
            Some(told) => AnyGame::other(told.tree(game, &header)?),
            None => game?,
        };
        let mut trace = Self::not_started(setup, game, Parceled::unpack(unpacking)?);
        trace.ending = Parceled::unpack(unpacking)?;
        trace.visits = Parceled::unpack(unpacking)?;
        trace.table = Parceled::unpack(unpacking)?;
        trace.frame_count = Parceled::unpack(unpacking)?;
        trace.visits_by_depth = Parceled::unpack(unpacking)?;
        trace.counted_cuts = OnceLock::from(CountedCuts::unpack(unpacking)?);
        trace.passes = Parceled::unpack(unpacking)?;
        trace.overview = Parceled::unpack(unpacking)?;
        trace.foreign = Parceled::unpack(unpacking)?;
        let nodes_pruned = Option::<Vec<Option<u64>>>::unpack(unpacking)?;
        trace.nodes_pruned = nodes_pruned.map_or_else(OnceLock::new, OnceLock::from);
        Some(trace)
    }
}

/// A recorded tree without the data that the header contains.
struct RecordedTreeParcel {
    nodes: Vec<RecordedNode>,
    texts: Vec<Box<str>>,
    /// Moves to the root of the tree, if the rules of its game are known.
    start: Option<Vec<u32>>,
    evaluation: Option<String>,
}

parceled! {
    RecordedTreeParcel { nodes, texts, start, evaluation }
}

/// Packs a recorded tree as an optional [`RecordedTreeParcel`], without copying it.
fn pack_tree(tree: Option<&RecordedTree>, packing: &mut Packing) {
    tree.is_some().pack(packing);
    if let Some(tree) = tree {
        Parceled::pack_all(tree.nodes(), packing);
        Parceled::pack_all(tree.texts(), packing);
        tree.rules().map(|rules| rules.start.clone()).pack(packing);
        tree.evaluation().map(str::to_owned).pack(packing);
    }
}

impl RecordedTreeParcel {
    fn tree(self, game: Option<AnyGame>, header: &Header) -> Option<RecordedTree> {
        let rules = match self.start {
            Some(start) => Some(Rules { game: game?, start }),
            None => None,
        };
        let tree = RecordedTree::new(self.nodes, self.texts, rules);
        Some(tree.evaluated_by(self.evaluation).with_unit(header.unit))
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::super::read_trace;
    use super::*;
    use crate::game::{GameSetup, RandomTree, TicTacToe};
    use crate::search::{Algorithm, TableSetup};
    use crate::trace::parcel::{InTurns, Turn};
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Parcel, Process, Progress, record};

    fn comes_back(trace: &Trace) {
        let parcel = Parcel::of(trace);
        let back = Parcel::open::<Trace>(parcel.clone()).expect("a trace");
        assert_eq!(Parcel::of(&back), parcel);
        let (mut packing, mut unpacking) = (Packing::default(), InTurns::new(parcel.clone().into_lists()));
        while !packing.take_turn(700, |packing| trace.pack(packing)) {}
        assert_eq!(Parcel::from(packing.into_lists()), parcel);
        let in_turns = loop {
            if let Turn::Done(back) = unpacking.take_turn(700, Trace::unpack) {
                break back.expect("a trace");
            }
        };
        assert_eq!(Parcel::of(&in_turns), parcel);
        for frame in 0..trace.frame_count().min(2_000) {
            assert_eq!(format!("{:?}", back.step(frame)), format!("{:?}", trace.step(frame)), "frame {frame}");
        }
        assert_eq!(
            back.position(&[]).map(|position| position.board()),
            trace.position(&[]).map(|position| position.board())
        );
    }

    #[test]
    fn own_trace_round_trips_through_a_parcel() {
        let tree = RandomTree { depth: 6, branching: 3, ..RandomTree::default() };
        for game in [GameSetup::textbook(None), GameSetup::from(tree)] {
            for process in Process::ALL {
                let mut setup = Setup::new(game.clone(), process);
                comes_back(&record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"));
                if setup.process == Process::Search(Algorithm::AlphaBeta) {
                    setup.table = Some(TableSetup::default());
                    comes_back(&record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"));
                    comes_back(&record(&setup, 3_000, &Progress::default()).expect("a run"));
                }
            }
        }
        let game = AnyGame::from(TicTacToe::default());
        comes_back(&Trace::not_started(
            Setup::new(GameSetup::from(TicTacToe::default()), Process::ALL[0]),
            game,
            Vec::new(),
        ));
    }

    #[test]
    fn imported_trace_round_trips_through_a_parcel() {
        let told = r#"{"edagari":1,"program":"other","game":"tic-tac-toe"}
{"event":"pass","kind":"deepening","depth":1}
{"event":"enter","id":"r","eval":3,"kind":"root","line":7}
{"event":"enter","id":"x","parent":"r","move":"a1","alpha":0,"beta":2,"eval":1.5}
{"event":"leave","id":"x","score":1,"bound":"lower"}
{"event":"skip","id":"r","count":2,"why":"late"}
{"event":"leave","id":"r","score":1}
{"event":"pass","kind":"deepening","depth":2}
{"event":"enter","id":"r","thread":1}
{"event":"enter","id":"x","parent":"r","move":"a1","thread":1,"label":"次"}
{"event":"prune","id":"x","count":3}
{"event":"leave","id":"x","score":2,"thread":1}
"#;
        for told in [told.to_owned(), told.replace("tic-tac-toe", "of its own"), told.replace(",\"thread\":1", "")] {
            let trace = read_trace(told.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
            assert!(trace.frame_count() > 4, "{}", trace.frame_count());
            comes_back(&trace);
        }
    }

    #[test]
    fn counting_between_turns_keeps_the_parcel_valid() {
        let setup = Setup::new(
            GameSetup::from(RandomTree { depth: 6, branching: 3, ..RandomTree::default() }),
            Process::Search(Algorithm::AlphaBeta),
        );
        let recorded = || record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        for most in 1..40 {
            // Like a trace whose pruned nodes are not counted yet.
            let mut trace = recorded();
            trace.nodes_pruned = OnceLock::new();
            let mut packing = Packing::default();
            let mut turns = 0;
            while !packing.take_turn(most * 200, |packing| trace.pack(packing)) {
                turns += 1;
                if turns == most {
                    let _ = trace.nodes_pruned();
                    assert!(trace.nodes_pruned.get().is_some());
                }
            }
            let back = Parcel::open::<Trace>(packing.into_lists().into()).expect("a trace");
            assert_eq!(back.frame_count(), trace.frame_count());
        }
    }

    #[test]
    fn invalid_parcel_is_rejected() {
        assert!(Parcel::open::<Trace>(Parcel::default()).is_none());
        let setup = Setup::new(GameSetup::textbook(None), Process::ALL[0]);
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        let mut lists = Parcel::of(&trace).into_lists();
        lists.pop();
        assert!(Parcel::open::<Trace>(lists.into()).is_none());
    }
}
