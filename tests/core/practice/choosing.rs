//! Questions on Monte-Carlo tree searches and proof-number searches, against programs that share no code with the library.

use std::collections::HashMap;

use edagari::game::{AnyGame, GameSetup, Player, TextbookTree, TicTacToe};
use edagari::lesson::practice::{Choice, Question, QuestionKind};
use edagari::search::{Playout, Proof, ProofNumbers, ProofSetup, Sampling, SamplingSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Process, Progress, Recording, Setup, Trace, VisitId, record_game};
use proptest::prelude::*;

use super::{check_form, check_words};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// The right choice of each question of a kind, by its frame.
fn right_choices(trace: &Trace, kind: QuestionKind) -> Vec<(Question, Choice)> {
    let asked = (0..trace.frame_count()).filter_map(|frame| Question::before(trace, frame, kind));
    asked
        .map(|question| {
            check_form(&question, trace);
            check_words(&question, trace);
            let right = question.choices[question.right].clone();
            (question, right)
        })
        .collect()
}

/// Visits and sums of all nodes before each iteration, from the recorded paths and results.
fn check_samples(trace: &Trace, puct: bool) -> usize {
    let mut now: HashMap<NodeId, (f64, f64)> = HashMap::new();
    let mut ends = HashMap::new();
    let mut worths: HashMap<VisitId, HashMap<NodeId, f64>> = HashMap::new();
    for root in trace.layers(NodeId::ROOT) {
        let path: Vec<VisitId> =
            std::iter::successors(Some(root), |&visit| trace.visited_children(visit).next()).collect();
        let end = trace.span(path[path.len() - 1]).1.expect("an end");
        let result = f64::from(trace.step(end).and_then(|step| step.score?.finite()).expect("a result"));
        for &visit in &path {
            let node = trace.node_of(visit);
            let sign = if trace.player_of(visit) == Player::Max { 1.0 } else { -1.0 };
            let children: Vec<NodeId> = trace.children(node).collect();
            let above = now.get(&node).copied().unwrap_or_default().0;
            let worth = |&child: &NodeId| {
                let (visits, sum) = now.get(&child).copied().unwrap_or_default();
                let mean = if visits > 0.0 { sign * sum / visits } else { 0.0 };
                let term = if puct {
                    2_f64.sqrt() * above.sqrt() / children.len() as f64 / (visits + 1.0)
                } else {
                    2_f64.sqrt() * (above.ln() / visits).sqrt()
                };
                // Once a finished game was seen, PUCT knows its result.
                let is_over = trace.position(&trace.path(child)).is_some_and(|position| position.score().is_some());
                let term = if puct && is_over && visits > 0.0 { 0.0 } else { term };
                (child, mean + term)
            };
            worths.insert(visit, children.iter().map(worth).collect());
        }
        for visit in path {
            let sample = now.entry(trace.node_of(visit)).or_default();
            *sample = (sample.0 + 1.0, sample.1 + result);
            ends.insert(visit, *sample);
        }
    }
    let chosen = right_choices(trace, QuestionKind::Chosen);
    for (question, right) in &chosen {
        let Choice::Child(right) = right else { panic!("{question:?}") };
        assert_eq!(trace.step(question.frame).map(|step| step.node), Some(*right));
        let worths = &worths[&question.visit];
        for choice in &question.choices {
            let Choice::Child(other) = choice else { panic!("{question:?}") };
            assert!(worths[other] <= worths[right] + 1e-9, "{question:?}");
        }
    }
    let backed_up = right_choices(trace, QuestionKind::BackedUp);
    assert_eq!(backed_up.len(), trace.visit_count(), "each visit ends once");
    for (question, right) in backed_up {
        let Choice::Sampled(sample) = right else { panic!("{question:?}") };
        assert_eq!((f64::from(sample.visits), sample.total as f64), ends[&question.visit]);
    }
    chosen.len()
}

#[test]
fn questions_on_samples_have_one_right_answer() {
    let setup = SamplingSetup { iterations: 300, playouts: Playout::First, ..SamplingSetup::default() };
    for (sampling, puct) in [(Sampling::Uct, false), (Sampling::Puct, true)] {
        let recording = Recording::of(TicTacToe::default()).sampling(sampling, setup);
        let trace = recording.record().expect("a run");
        assert!(check_samples(&trace, puct) > 100, "{sampling:?}");
    }
}

/// Proof and disproof number of the claim that max wins, from the children; `u32::MAX` is infinite.
fn combined(is_max: bool, children: &[[u32; 2]]) -> [u32; 2] {
    let least = |which: usize| children.iter().map(|pair| pair[which]).min().expect("a child");
    let sum = |which: usize| children.iter().fold(0_u32, |sum, pair| sum.saturating_add(pair[which]));
    if is_max { [least(0), sum(1)] } else { [sum(0), least(1)] }
}

/// Replays a proof-number search on a tree whose nodes are known: the numbers after each visit.
fn check_proof(trace: &Trace) -> usize {
    let new = |node: NodeId| match trace.position(&trace.path(node)).and_then(|position| position.score()) {
        None => [1, 1],
        Some(score) if score > edagari::score::Score::new(0) => [0, u32::MAX],
        Some(_) => [u32::MAX, 0],
    };
    let mut now: HashMap<NodeId, [u32; 2]> = HashMap::new();
    let mut ends: HashMap<VisitId, [u32; 2]> = HashMap::new();
    let mut starts: HashMap<VisitId, Vec<(NodeId, [u32; 2])>> = HashMap::new();
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a step");
        match step.kind {
            edagari::trace::FrameKind::Start => {
                if let Some(parent) = trace.parent_visit(step.visit) {
                    let above = trace.node_of(parent);
                    let of = |child: NodeId| (child, now.get(&child).copied().unwrap_or_else(|| new(child)));
                    starts.insert(step.visit, trace.children(above).map(of).collect());
                }
            }
            edagari::trace::FrameKind::End => {
                let children: Vec<[u32; 2]> = trace
                    .children(step.node)
                    .map(|child| now.get(&child).copied().unwrap_or_else(|| new(child)))
                    .collect();
                let numbers =
                    if children.is_empty() { new(step.node) } else { combined(step.player == Player::Max, &children) };
                now.insert(step.node, numbers);
                ends.insert(step.visit, numbers);
            }
            _ => {}
        }
    }
    let chosen = right_choices(trace, QuestionKind::Chosen);
    for (question, right) in &chosen {
        let visit = trace.step(question.frame).expect("a step").visit;
        let is_max = trace.player_of(question.visit) == Player::Max;
        let key = |&&(_, pair): &&(NodeId, [u32; 2])| pair[usize::from(!is_max)];
        let least = starts[&visit].iter().min_by_key(key).expect("a child").0;
        assert_eq!(*right, Choice::Child(least), "{question:?}");
    }
    for (question, right) in right_choices(trace, QuestionKind::BackedUp) {
        let [proof, disproof] = ends[&question.visit];
        assert_eq!(right, Choice::Proof(ProofNumbers { proof, disproof }), "{question:?}");
    }
    chosen.len()
}

#[test]
fn questions_on_proofs_have_one_right_answer() {
    // The default claim is that max wins.
    let after = |proof: Proof| {
        let game = GameSetup::from(TicTacToe::default());
        Recording::of(game).after("b2 a1").proof(proof, ProofSetup::default()).record().expect("a run")
    };
    for proof in [Proof::Pns, Proof::Dfpn] {
        assert!(check_proof(&after(proof)) > 100, "{proof:?}");
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn questions_on_samples_and_proofs_of_random_trees(list in trees(), iterations in 1_u32..60) {
        let tree = TextbookTree::from_nodes(&list);
        prop_assume!(tree.is_ok());
        let game = AnyGame::from(tree.expect("a tree"));
        let record = |setup: &Setup| {
            record_game(game.clone(), setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
        };
        let of = |process: Process| Setup { table: None, ..Setup::new(GameSetup::textbook(None), process) };
        let sampling = SamplingSetup { iterations, playouts: Playout::First, ..SamplingSetup::default() };
        check_samples(&record(&Setup { sampling, ..of(Process::Sample(Sampling::Uct)) }), false);
        check_proof(&record(&of(Process::Prove(Proof::Pns))));
    }
}
