//! States and steps of a trace, compared with a replay of its frames from the first one.

use std::collections::{HashMap, HashSet};

use edagari::game::AnyPosition;
use edagari::score::{Answer, BoundKind, Window};
use edagari::trace::{FrameKind, NodeId, NodeState, Place, Step, Trace};
use proptest::prelude::*;

/// The paths to all nodes below the start of a run, parents first.
pub fn all_paths(trace: &Trace) -> Vec<Vec<u32>> {
    fn collect(position: &AnyPosition, path: &mut Vec<u32>, paths: &mut Vec<Vec<u32>>) {
        paths.push(path.clone());
        for mv in 0..position.move_count() as u32 {
            path.push(mv);
            collect(&position.play(mv).expect("a legal move"), path, paths);
            path.pop();
        }
    }
    let mut paths = Vec::new();
    collect(&trace.position(&[]).expect("the start"), &mut Vec::new(), &mut paths);
    paths
}

/// All recorded nodes, parents first.
pub fn recorded_nodes(trace: &Trace) -> Vec<NodeId> {
    let mut nodes = vec![NodeId::ROOT];
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        nodes.extend(trace.children(node));
        at += 1;
    }
    nodes
}

/// A node on the current path.
struct Open {
    path: Vec<u32>,
    /// Window for its children.
    window: Window,
    /// Kind of the score that the table returned for the node, if any.
    answered: Option<BoundKind>,
}

/// States of all nodes of the whole tree, updated frame by frame from 0.
struct Naive<'a> {
    trace: &'a Trace,
    open: Vec<Open>,
    /// States of all nodes except unvisited ones.
    states: HashMap<Vec<u32>, NodeState>,
    all: &'a [Vec<u32>],
    leaves: HashSet<&'a [u32]>,
}

impl Naive<'_> {
    fn step(&mut self, frame: usize) {
        let step = self.trace.step(frame).expect("a frame");
        let path = self.trace.path(step.node);
        match step.kind {
            FrameKind::Start => {
                self.open_again(&path);
                self.states.insert(path.clone(), NodeState::Open { window: step.window });
                self.open.push(Open { path, window: step.window, answered: None });
            }
            FrameKind::Lookup => {
                let node = self.open.last_mut().expect("open");
                match step.answer.expect("an answer") {
                    Answer::Returned { kind, .. } => node.answered = Some(kind),
                    Answer::Narrowed(window) => node.window = window,
                    Answer::Nothing => {}
                }
                self.states.insert(path, NodeState::Open { window: node.window });
            }
            FrameKind::Score | FrameKind::Store => {}
            FrameKind::Update => {
                if let Some(own) = self.trace.own_update_at(frame) {
                    let node = self.open.last_mut().expect("open");
                    node.window = own.searched;
                    // A score of the node's own without a cut is exact.
                    node.answered = own.value.filter(|_| !own.cut).map(|_| BoundKind::Exact);
                }
                if step.cut.is_some() {
                    self.prune(&path, frame);
                }
                self.states.insert(path, NodeState::Open { window: step.window });
            }
            FrameKind::End => {
                let node = self.open.pop().expect("open");
                assert_eq!(node.path, path, "frame {frame}");
                let score = step.score.expect("a score");
                let is_leaf = self.leaves.contains(path.as_slice());
                let kind = match node.answered {
                    Some(kind) => kind,
                    None if is_leaf || node.window.alpha < score && score < node.window.beta => BoundKind::Exact,
                    None if score <= node.window.alpha => BoundKind::Upper,
                    None => BoundKind::Lower,
                };
                self.states.insert(path, NodeState::Scored { score, kind: Some(kind) });
            }
        }
    }

    /// Resets nodes that an earlier visit of this node pruned.
    fn open_again(&mut self, path: &[u32]) {
        if !self.states.contains_key(path) {
            return;
        }
        for below in self.all.iter().filter(|below| below.len() > path.len() && below.starts_with(path)) {
            if matches!(self.states.get(&below[..=path.len()]), None | Some(NodeState::Pruned { .. })) {
                self.states.remove(below);
            }
        }
    }

    /// Prunes the children that were not entered, with their subtrees. Unvisited nodes below other children stay
    /// unvisited.
    fn prune(&mut self, path: &[u32], frame: usize) {
        for below in self.all.iter().filter(|below| below.len() > path.len() && below.starts_with(path)) {
            let child = self.states.get(&below[..=path.len()]);
            if matches!(child, None | Some(NodeState::Pruned { .. })) {
                self.states.insert(below.clone(), NodeState::Pruned { frame });
            }
        }
    }
}

/// Compares the state of every place at every frame.
pub fn check_states(trace: &Trace) -> Result<(), TestCaseError> {
    let all = all_paths(trace);
    // Paths are in preorder: the first child of a node directly follows it.
    let is_leaf = |&at: &usize| all.get(at + 1).is_none_or(|next| next.len() <= all[at].len());
    let leaves = (0..all.len()).filter(is_leaf).map(|at| all[at].as_slice()).collect();
    let mut naive = Naive { trace, open: Vec::new(), states: HashMap::new(), all: &all, leaves };
    let places: Vec<Place> = all.iter().map(|path| trace.place(path)).collect();
    for frame in 0..trace.frame_count() {
        naive.step(frame);
        for (path, &place) in all.iter().zip(&places) {
            let expected = naive.states.get(path).copied().unwrap_or(NodeState::Unvisited);
            prop_assert_eq!(trace.state(place, frame), expected, "{:?} at frame {}", path, frame);
        }
    }
    Ok(())
}

/// Checks that starts and ends nest: each frame belongs to the last entered node that has not ended.
pub fn check_nesting(trace: &Trace) -> Result<(), TestCaseError> {
    let mut open = Vec::new();
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        if step.kind == FrameKind::Start {
            prop_assert_eq!(trace.parent(step.node), open.last().copied(), "frame {}", frame);
            open.push(step.node);
        }
        prop_assert_eq!(open.last(), Some(&step.node), "frame {}", frame);
        if step.kind == FrameKind::End {
            open.pop();
        }
    }
    prop_assert!(open.is_empty());
    Ok(())
}

/// Compares the next and previous cut of every frame, and the next and previous frame of every visit.
pub fn check_jumps(trace: &Trace) -> Result<(), TestCaseError> {
    let steps: Vec<Step> = (0..trace.frame_count()).filter_map(|frame| trace.step(frame)).collect();
    let frames = steps.len();
    prop_assert_eq!(frames, trace.frame_count());
    let prunes: Vec<bool> =
        steps.iter().map(|step| step.cut.is_some() && trace.pruned_children(step.visit).len() > 0).collect();
    let is_cut = |&frame: &usize| prunes[frame];
    for frame in 0..frames {
        prop_assert_eq!(trace.next_cut(frame), (frame + 1..frames).find(is_cut));
        prop_assert_eq!(trace.previous_cut(frame), (0..frame).rev().find(is_cut));
    }
    for node in recorded_nodes(trace) {
        let Some(visit) = trace.visit_of(node) else { continue };
        let is_own = |&frame: &usize| steps[frame].visit == visit;
        for frame in 0..frames {
            let (next, previous) = (trace.next_frame_of(visit, frame), trace.previous_frame_of(visit, frame));
            prop_assert_eq!(next, (frame + 1..frames).find(is_own), "{:?} at {}", visit, frame);
            prop_assert_eq!(previous, (0..frame).rev().find(is_own), "{:?} at {}", visit, frame);
        }
    }
    Ok(())
}
