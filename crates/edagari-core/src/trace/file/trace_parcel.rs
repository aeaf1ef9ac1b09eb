//! Traces as messages between the page and its workers: a list of parts, so that the page stays
//! responsive between two parts.

use std::sync::OnceLock;

use crate::game::AnyGame;
use crate::trace::index::cuts::CountedCuts;
use crate::trace::model::column as values;
use crate::trace::model::foreign::Foreign;
use crate::trace::parcel::{self, Column, column};
use crate::trace::stream::header::Described;
use crate::trace::{Header, Pass, RecordedNode, RecordedTree, Rules, Trace};

/// Parts of a trace that are one field each: how the field is serialized, and how it is set from these bytes.
type FieldPart = (fn(&Trace) -> Vec<u8>, fn(&mut Trace, &[u8]) -> Option<()>);

macro_rules! field_parts {
    ($($codec:ident $($field:ident).+,)*) => {
        &[$((
            |trace| $codec::to_bytes(&trace.$($field).+),
            |trace, bytes| $codec::from_bytes(bytes).map(|value| trace.$($field).+ = value),
        ),)*]
    };
}

const FIELD_PARTS: &[FieldPart] = field_parts! {
    column visits.list,
    column visits.given,
    column visits.move_of_node,
    column visits.nodes,
    column visits.starts,
    column visits.visit_of_node,
    column visits.ended,
    parcel visits.guides,
    parcel visits.layers,
    column visits.stated_threads,
    parcel visits.threads,
    column table.lookups,
    column table.stores,
    parcel table.stores_by_entry,
    parcel table.lookups_by_store,
    parcel visits_by_depth,
    parcel overview,
    nested_passes passes,
    counted nodes_pruned,
    facts foreign,
};

/// Passes with the derived field, which a file does not contain.
mod nested_passes {
    use super::{Pass, parcel};

    pub(super) fn to_bytes(passes: &[Pass]) -> Vec<u8> {
        parcel::to_bytes(&passes.iter().map(|pass| (pass, pass.within)).collect::<Vec<_>>())
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Vec<Pass>> {
        let passes: Vec<(Pass, Option<u32>)> = parcel::from_bytes(bytes)?;
        Some(passes.into_iter().map(|(pass, within)| Pass { within, ..pass }).collect())
    }
}

/// Numbers of pruned nodes, if they were counted. The window can count them while a trace is serialized.
mod counted {
    use super::{Column, OnceLock, parcel};

    pub(super) fn to_bytes(counts: &OnceLock<Vec<Option<u64>>>) -> Vec<u8> {
        parcel::to_bytes(&counts.get().map(|counts| Column(counts.clone())))
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<OnceLock<Vec<Option<u64>>>> {
        let counts: Option<Column<_>> = parcel::from_bytes(bytes)?;
        Some(counts.map_or_else(OnceLock::new, |counts| OnceLock::from(counts.0)))
    }
}

/// Facts, including the fields that the JSON object of a file does not contain.
mod facts {
    use super::{Column, Foreign, parcel, values};

    type All = (Box<Foreign>, Column<u32>, Vec<values::Column>, bool);

    #[expect(clippy::ref_option, reason = "the type of the field")]
    pub(super) fn to_bytes(foreign: &Option<Box<Foreign>>) -> Vec<u8> {
        parcel::to_bytes(&foreign.as_ref().map(|foreign| {
            let Foreign { lines, columns, has_rounded_scores, .. } = &**foreign;
            (foreign, Column(lines.clone()), columns.list(), has_rounded_scores)
        }))
    }

    #[expect(clippy::option_option, reason = "wrong bytes are not a trace without such facts")]
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Option<Box<Foreign>>> {
        let all: Option<All> = parcel::from_bytes(bytes)?;
        Some(all.map(|(foreign, Column(lines), columns, has_rounded_scores)| {
            Box::new(Foreign { lines, columns: columns.into(), has_rounded_scores, ..*foreign })
        }))
    }
}

/// A recorded tree without the data that the header contains: its nodes and texts, the moves to its root if the rules of its game
/// are known, and its evaluation.
type TreePart = (Column<RecordedNode>, Vec<Box<str>>, Option<Vec<u32>>, Option<String>);

/// Numbers of nodes and frames, and the cuts.
type Counts = (u32, u32, CountedCuts);

/// The number of parts.
pub const TRACE_PARTS: usize = 1 + FIELD_PARTS.len();

/// Serializes the part with this number, from 0; empty if there is none.
#[must_use]
pub fn trace_part(trace: &Trace, part: usize) -> Vec<u8> {
    let Some(field) = part.checked_sub(1) else { return first_part(trace) };
    FIELD_PARTS.get(field).map(|(serialize, _)| serialize(trace)).unwrap_or_default()
}

fn first_part(trace: &Trace) -> Vec<u8> {
    let tree = trace.recorded_tree().map(|tree| {
        let start = tree.rules().map(|rules| &rules.start);
        (Column(tree.nodes().to_vec()), tree.texts(), start, tree.evaluation())
    });
    // The header describes the game as in files, including the nodes of a textbook tree.
    let header = Header::of(trace);
    let counts = (trace.visits.node_count, trace.frame_count, trace.counted_cuts());
    parcel::to_bytes(&(&trace.setup, header, tree, &trace.start, trace.ending, counts))
}

/// Creates a trace from its first part; [`set_trace_part`] adds the others.
#[must_use]
pub fn trace_of_first_part(bytes: &[u8]) -> Option<Trace> {
    let (setup, header, tree, start, ending, counts): (_, Header, Option<TreePart>, _, _, Counts) =
        parcel::from_bytes(bytes)?;
    let Described { game, .. } = header.described().ok()?;
    let game = match tree {
        Some((Column(nodes), texts, start, evaluation)) => {
            let rules = match start {
                Some(start) => Some(Rules { game: game?, start }),
                None => None,
            };
            let tree = RecordedTree::new(nodes, texts, rules);
            AnyGame::other(tree.evaluated_by(evaluation).with_unit(header.unit).with_boards(header.board))
        }
        None => game?,
    };
    let mut trace = Trace::not_started(setup, game, start);
    let (node_count, frame_count, cuts) = counts;
    (trace.ending, trace.visits.node_count, trace.frame_count) = (ending, node_count, frame_count);
    trace.counted_cuts = OnceLock::from(cuts);
    Some(trace)
}

/// Sets the part with this number, from 1; `None` if the bytes are not such a part.
pub fn set_trace_part(trace: &mut Trace, part: usize, bytes: &[u8]) -> Option<()> {
    FIELD_PARTS.get(part.checked_sub(1)?).and_then(|(_, set)| set(trace, bytes))
}

/// Creates a trace from its parts, in their order; `None` if one of them is missing or wrong.
pub fn trace_of_parts(parts: &mut impl Iterator<Item = Vec<u8>>) -> Option<Trace> {
    let mut trace = trace_of_first_part(&parts.next()?)?;
    (1..TRACE_PARTS).try_for_each(|part| set_trace_part(&mut trace, part, &parts.next()?))?;
    Some(trace)
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::super::read_trace;
    use super::*;
    use crate::game::{GameSetup, RandomTree, TicTacToe};
    use crate::search::{Algorithm, RandomSide, TableSetup};
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};

    fn parts(trace: &Trace) -> Vec<Vec<u8>> {
        (0..TRACE_PARTS).map(|part| trace_part(trace, part)).collect()
    }

    fn of_parts(parts: Vec<Vec<u8>>) -> Option<Trace> {
        trace_of_parts(&mut parts.into_iter())
    }

    fn comes_back(trace: &Trace) {
        let back = of_parts(parts(trace)).expect("a trace");
        assert_eq!(parts(&back), parts(trace));
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
                setup.random = process.expectation().map(|_| RandomSide::Both);
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
        let stream = r#"{"edagari":1,"program":"other","game":"tic-tac-toe"}
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
        for stream in
            [stream.to_owned(), stream.replace("tic-tac-toe", "of its own"), stream.replace(",\"thread\":1", "")]
        {
            let trace = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
            assert!(trace.frame_count() > 4, "{}", trace.frame_count());
            comes_back(&trace);
        }
    }

    #[test]
    fn trace_without_a_part_or_with_wrong_bytes_is_rejected() {
        let setup = Setup::new(GameSetup::textbook(None), Process::ALL[0]);
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        assert!(of_parts(Vec::new()).is_none());
        for part in 0..TRACE_PARTS {
            let parts = parts(&trace);
            assert!(of_parts(parts[..part].to_vec()).is_none(), "{part}");
            let mut longer = parts;
            longer[part].push(0);
            assert!(of_parts(longer).is_none(), "{part}");
        }
    }
}
