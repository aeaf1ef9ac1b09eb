//! Frames at which a value of a node changes: the indexes match a plain walk over all frames.

use edagari::game::{GameSetup, RandomTree, TicTacToe};
use edagari::search::{Algorithm, DepthLimit, PassSetup, Proof, ProofSetup, Sampling, SamplingSetup, TableSetup};
use edagari::trace::{Field, NodeId, NodeState, Place, Process, Progress, Setup, Trace, record};

const FIELDS: [Field; 6] = [Field::State, Field::Alpha, Field::Beta, Field::Score, Field::Given, Field::Visits];
/// The numbers of a Monte-Carlo tree search, and those of a proof-number search.
const SAMPLED: [Field; 6] = [Field::State, Field::Visits, Field::Total, Field::Mean, Field::Exploration, Field::Sum];
pub(crate) const PROVED: [Field; 3] = [Field::State, Field::Proof, Field::Disproof];

/// A value as comparable text. States of one kind are equal, regardless of their window.
fn plain(trace: &Trace, place: Place, field: Field, frame: usize) -> String {
    let visit = trace.visit_at(place, frame);
    let window = visit.and_then(|visit| trace.visit(visit).window_at(frame));
    match field {
        Field::State => match trace.state(place, frame) {
            NodeState::Unvisited => "unvisited".to_owned(),
            NodeState::Open { .. } => "open".to_owned(),
            NodeState::Scored { .. } => "scored".to_owned(),
            NodeState::Pruned { .. } => "pruned".to_owned(),
            NodeState::Skipped { .. } => "skipped".to_owned(),
        },
        Field::Alpha => format!("{:?}", window.map(|window| window.alpha)),
        Field::Beta => format!("{:?}", window.map(|window| window.beta)),
        Field::Score => format!("{:?}", visit.and_then(|visit| trace.visit(visit).score_at(frame))),
        Field::Given => format!("{:?}", visit.map(|visit| trace.given_window(visit))),
        Field::Visits | Field::Total | Field::Mean => {
            let node = place.recorded();
            let sample = node.and_then(|node| Some(trace.samples()?.of(node, frame)));
            match (field, sample) {
                (Field::Visits, None) => node.map_or(0, |node| trace.layers_by(node, frame)).to_string(),
                (_, None) => String::new(),
                (Field::Visits, Some(sample)) => sample.visits.to_string(),
                (Field::Total, Some(sample)) => sample.total.to_string(),
                (_, Some(sample)) => format!("{:?}", sample.mean()),
            }
        }
        Field::Exploration | Field::Sum => {
            let parent = place.recorded().and_then(|node| trace.parent(node));
            let candidates = trace.samples().zip(parent).map(|(samples, parent)| samples.candidates(parent, frame));
            let own = candidates.unwrap_or_default().into_iter().find(|own| Some(own.node) == place.recorded());
            let number = |own: edagari::trace::Candidate| if field == Field::Sum { own.sum() } else { own.exploration };
            format!("{:?}", own.map(number))
        }
        Field::Proof | Field::Disproof => {
            let numbers = trace.proofs().zip(place.recorded()).and_then(|(proofs, node)| proofs.of(node, frame));
            format!("{:?}", numbers.map(|own| if field == Field::Proof { own.proof } else { own.disproof }))
        }
        Field::Column(index) => {
            format!("{:?}", visit.and_then(|visit| trace.columns()[index].value(visit)).map(|value| value.shown()))
        }
    }
}

/// Compares the changes of a node before and after every frame with a walk over all frames.
pub(crate) fn check_node(trace: &Trace, place: Place, fields: &[Field]) {
    let count = trace.frame_count();
    for &field in fields {
        let values: Vec<String> = (0..count).map(|frame| plain(trace, place, field, frame)).collect();
        let changes: Vec<usize> = (1..count).filter(|&frame| values[frame - 1] != values[frame]).collect();
        for frame in 0..count {
            let next = changes.iter().copied().find(|&change| change > frame);
            let previous = changes.iter().copied().rfind(|&change| change < frame);
            let said = format!("{field:?} of {place:?} at frame {frame}, changes {changes:?}");
            assert_eq!(trace.history(field).next(place, frame), next, "next {said}");
            assert_eq!(trace.history(field).previous(place, frame), previous, "previous {said}");
        }
    }
}

fn recorded(setup: &Setup) -> Trace {
    record(setup, 1 << 30, &Progress::default()).expect("a small run")
}

/// Visited nodes, their children, and places below those.
pub(crate) fn places(trace: &Trace) -> Vec<Place> {
    let mut places = Vec::new();
    let mut nodes = vec![NodeId::ROOT];
    while let Some(node) = nodes.pop() {
        places.push(Place { node, below: 0 });
        nodes.extend(trace.children(node));
        if trace.children(node).len() == 0 {
            places.push(Place { node, below: 1 });
        }
    }
    places
}

#[test]
fn changes_in_every_search_match_a_plain_walk() {
    for algorithm in Algorithm::ALL {
        for table in [None, Some(TableSetup::default())] {
            let mut setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
            setup.table = table;
            let Ok(trace) = record(&setup, 1 << 30, &Progress::default()) else { continue };
            for place in places(&trace) {
                check_node(&trace, place, &FIELDS);
            }
        }
    }
}

#[test]
fn changes_in_random_trees_with_passes_match_a_plain_walk() {
    for seed in 0..6 {
        let tree = RandomTree { branching: 3, depth: 3, seed, ..RandomTree::default() };
        for algorithm in [Algorithm::AlphaBetaSoft, Algorithm::Pvs, Algorithm::MtdF] {
            let mut setup = Setup::new(GameSetup::from(tree), Process::Search(algorithm));
            setup.limit = Some(DepthLimit { depth: 3, evaluation: 0 });
            setup.passes = PassSetup { deepening: std::num::NonZeroU32::new(1), ..PassSetup::default() };
            let Ok(trace) = record(&setup, 1 << 30, &Progress::default()) else { continue };
            for place in places(&trace).into_iter().take(25) {
                check_node(&trace, place, &FIELDS);
            }
        }
    }
}

#[test]
fn changes_of_columns_and_recorded_windows_match_a_plain_walk() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let stream = stream(&recorded(&setup));
    // A program with a column whose values appear and disappear.
    let text = String::from_utf8(stream).expect("text");
    let mut number = 0;
    let lines = text.lines().map(|line| match line.strip_suffix('}') {
        Some(rest) if line.contains("\"enter\"") => {
            number += 1;
            if number % 3 == 0 { line.to_owned() } else { format!("{rest},\"eval\":{}}}", number / 2) }
        }
        _ => line.to_owned(),
    });
    let changed = lines.collect::<Vec<_>>().join("\n");
    let reader = edagari::trace::file::StreamReader::new(changed.as_bytes(), 1 << 30);
    let trace = reader.read(&Progress::default()).expect("a stream");
    assert_eq!(trace.columns().len(), 1);
    for place in places(&trace) {
        check_node(&trace, place, &[Field::State, Field::Alpha, Field::Beta, Field::Score, Field::Column(0)]);
    }
}

#[test]
fn changes_of_sampled_numbers_match_a_plain_walk() {
    let kinds = [(Sampling::Uct, false), (Sampling::Puct, false), (Sampling::Uct, true)];
    for (sampling, solver) in kinds {
        for game in [GameSetup::textbook(None), GameSetup::from(TicTacToe { shortest_win: false })] {
            let mut setup = Setup::new(game, Process::Sample(sampling));
            setup.sampling = SamplingSetup { iterations: 40, solver, ..SamplingSetup::default() };
            let Ok(trace) = record(&setup, 1 << 30, &Progress::default()) else { continue };
            for place in places(&trace).into_iter().step_by(3).take(12) {
                check_node(&trace, place, &SAMPLED);
            }
        }
    }
}

#[test]
fn changes_of_proof_numbers_match_a_plain_walk() {
    for proof in [Proof::Pns, Proof::Dfpn] {
        for table in [None, Some(TableSetup::default())] {
            let tree = RandomTree { branching: 3, depth: 4, seed: 2, ..RandomTree::default() };
            let mut setup = Setup::new(GameSetup::from(tree), Process::Prove(proof));
            setup.table = table;
            setup.proof = ProofSetup::default();
            let Ok(trace) = record(&setup, 1 << 30, &Progress::default()) else { continue };
            for place in places(&trace).into_iter().step_by(2).take(14) {
                check_node(&trace, place, &PROVED);
            }
        }
    }
}

fn stream(trace: &Trace) -> Vec<u8> {
    let mut stream = Vec::new();
    edagari::trace::file::write_stream(trace, &mut stream, &Progress::default()).expect("written");
    stream
}

#[test]
fn a_node_with_very_many_children_needs_few_looks() {
    let tree = RandomTree { branching: 1000, depth: 1, ..RandomTree::default() };
    let trace = recorded(&Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta)));
    let root = Place { node: NodeId::ROOT, below: 0 };
    let mut frame = 0;
    let mut changes = Vec::new();
    while let Some(next) = trace.history(Field::Alpha).next(root, frame) {
        changes.push(next);
        frame = next;
    }
    let mut back = Vec::new();
    let mut frame = trace.frame_count();
    while let Some(before) = trace.history(Field::Alpha).previous(root, frame) {
        back.push(before);
        frame = before;
    }
    back.reverse();
    assert_eq!(changes, back, "there and back the same");
    let rises: Vec<usize> = std::iter::successors(trace.next_jump(edagari::trace::Jump::AlphaRise, 0), |&at| {
        trace.next_jump(edagari::trace::Jump::AlphaRise, at)
    })
    .collect();
    assert_eq!(changes, rises, "the root's α rises where any α does");
}

#[test]
fn changes_in_a_small_game_with_a_table_match_a_plain_walk() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::Pvs));
    setup.table = Some(TableSetup::default());
    setup.limit = Some(DepthLimit { depth: 2, evaluation: 0 });
    let trace = recorded(&setup);
    for place in places(&trace).into_iter().take(8) {
        check_node(&trace, place, &FIELDS);
    }
}

#[test]
fn cut_of_a_second_visit_prunes_children_that_an_earlier_visit_searched() {
    let tree = RandomTree { branching: 3, depth: 4, seed: 5, ..RandomTree::default() };
    let mut searched_before = 0;
    for algorithm in [Algorithm::Pvs, Algorithm::MtdF, Algorithm::Aspiration] {
        let trace = recorded(&Setup::new(GameSetup::from(tree), Process::Search(algorithm)));
        for &cut in trace.cuts() {
            let step = trace.step(cut as usize).expect("a frame");
            for child in trace.pruned_children(step.visit) {
                let place = Place { node: child, below: 0 };
                let state = trace.state_in_parent(place, cut as usize);
                assert_eq!(state, NodeState::Pruned { frame: cut as usize }, "{algorithm:?} at {cut}: {child:?}");
                searched_before += usize::from(trace.visit_at(place, cut as usize).is_some());
            }
        }
    }
    assert!(searched_before > 10, "{searched_before} children were searched before");
}
