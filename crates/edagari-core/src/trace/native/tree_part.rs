//! The tree of a trace in a native file, if it does not follow from the rules of a known game.

use std::io;

use crate::score::{Player, Score};
use crate::trace::model::tree::Visits;
use crate::trace::stream::writer::Positions;
use crate::trace::{Progress, RecordedNode, RecordedTree, Rules, Texts, Trace, VisitId};

/// Tree of a game that is known only from the trace, without the data that follows from the visits.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct TreePart {
    pub(super) name: String,
    texts: Vec<Box<str>>,
    /// For each node: text of the move to it, its label (from 1, 0 for none), and the move by the rules (from 1, 0 for none).
    nodes: Vec<(u32, u32, u32)>,
    /// Scores of leaves, if no visit contains them because the tree was generated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) leaves: Vec<(u32, Score)>,
    /// Whether the header names rules by which positions can be drawn.
    pub(super) has_rules: bool,
}

impl TreePart {
    /// Returns the tree part of a trace; `None` if the tree follows from the rules of a game that a file can name.
    ///
    /// # Errors
    /// [`io::ErrorKind::Interrupted`] if `progress` was cancelled.
    pub(super) fn of(trace: &Trace, progress: &Progress) -> io::Result<Option<Self>> {
        match trace.recorded_tree() {
            Some(tree) => Ok(Some(Self::of_recorded(trace, tree))),
            None if trace.is_of_other_game() => Self::of_game(trace, progress).map(Some),
            None => Ok(None),
        }
    }

    fn of_recorded(trace: &Trace, tree: &RecordedTree) -> Self {
        let nodes = tree
            .nodes()
            .iter()
            .map(|node| (node.text, node.label.map_or(0, |label| label + 1), node.rule_move.map_or(0, |mv| mv + 1)));
        let scored = tree.nodes().iter().zip(0..).filter(|_| !trace.is_search());
        Self {
            name: trace.setup.game.to_string(),
            texts: tree.texts().to_vec(),
            nodes: nodes.collect(),
            leaves: scored.filter_map(|(node, number)| Some((number, node.score?))).collect(),
            has_rules: tree.rules().is_some(),
        }
    }

    /// Builds the tree of a trace from its game, for readers without the game.
    fn of_game(trace: &Trace, progress: &Progress) -> io::Result<Self> {
        let mut texts = Texts::default();
        // A root exists even before the run has started.
        let mut nodes = vec![(texts.number(""), 0, 0); trace.node_count().max(1)];
        let mut leaves = Vec::new();
        let mut positions = Positions::of(trace);
        progress.expect(trace.visit_count() as u64);
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            if progress.stops_at(visit.0.into()) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let node = trace.node_of(visit);
            let above = positions.go_to(visit);
            let text = above.and_then(|(_, place)| positions.move_text(place, node));
            let text = texts.number(&text.unwrap_or_default());
            let label = positions.label().map_or(0, |label| texts.number(&label) + 1);
            nodes[node.0 as usize] = (text, label, 0);
            leaves.extend(positions.generated_score().map(|score| (node.0, score)));
            for child in trace.children(node).filter(|&child| trace.visit_of(child).is_none()) {
                let text = positions.move_text(positions.last_place(), child);
                nodes[child.0 as usize].0 = texts.number(&text.unwrap_or_default());
            }
        }
        leaves.sort_unstable_by_key(|&(node, _)| node);
        Ok(Self { name: trace.setup.game.to_string(), texts: texts.list().to_vec(), nodes, leaves, has_rules: false })
    }

    /// Drops all nodes except the first `nodes`, for a trace that is opened in part.
    pub(super) fn keep_first(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
        self.leaves.retain(|&(leaf, _)| (leaf as usize) < nodes);
    }

    /// Returns the first visit of a node that the truncated lists do not cover, or that is not among the first `nodes`.
    pub(super) fn first_unlisted(&self, visits: &Visits, nodes: usize) -> Option<u32> {
        (0..visits.len() as u32).find(|&visit| {
            let node = visits.node(VisitId(visit)).0 as usize;
            node >= nodes || self.nodes.get(node).is_none_or(|entry| !self.has_names_of(entry))
        })
    }

    fn has_names_of(&self, &(text, label, _): &(u32, u32, u32)) -> bool {
        let texts = self.texts.len() as u32;
        text < texts && label <= texts
    }

    /// Extends the truncated lists to `nodes` nodes; nodes that the lists do not cover get no names.
    pub(super) fn go_on_without_names(&mut self, nodes: usize) {
        let nameless = (self.texts.len() as u32, 0, 0);
        self.texts.push("".into());
        let names = self.nodes.iter().map(|entry| if self.has_names_of(entry) { *entry } else { nameless });
        let nameless = std::iter::repeat(nameless);
        self.nodes = names.chain(nameless).take(nodes).collect();
    }

    /// Rebuilds the tree of a trace from the visits; `None` if the lists do not match them. The visits of `no_leaves` have no score
    /// of a leaf: the table answered them, or they ended without a score.
    pub(super) fn grown(self, visits: &Visits, no_leaves: [&[u32]; 2], rules: Option<Rules>) -> Option<RecordedTree> {
        if self.nodes.len() != visits.node_count() || !self.nodes.iter().all(|entry| self.has_names_of(entry)) {
            return None;
        }
        let mut nodes: Vec<RecordedNode> = Vec::with_capacity(self.nodes.len());
        for &(text, label, rule_move) in &self.nodes {
            nodes.push(RecordedNode {
                parent: 0,
                first_child: 0,
                child_count: 0,
                player: Player::Max,
                score: None,
                text,
                label: label.checked_sub(1),
                rule_move: rule_move.checked_sub(1),
            });
        }
        for visit in (0..visits.len() as u32).map(VisitId) {
            let node = visits.node(visit).0;
            let children = visits.children(visit);
            let player = visits.player(visit);
            let above = &mut nodes[node as usize];
            above.player = player;
            if children.is_empty() {
                let is_leaf = no_leaves.iter().all(|list| list.binary_search(&visit.0).is_err());
                if visits.end(visit).is_some() && is_leaf {
                    above.score = Some(visits.score(visit));
                }
                continue;
            }
            above.first_child = children.start;
            above.child_count = u32::try_from(children.len()).ok()?;
            for child in children {
                nodes[child as usize].parent = node;
                nodes[child as usize].player = player.other();
            }
        }
        // A node that another visit searched deeper is not a leaf.
        for node in nodes.iter_mut().filter(|node| node.child_count > 0) {
            node.score = None;
        }
        for (leaf, score) in self.leaves {
            let node = nodes.get_mut(leaf as usize).filter(|node| node.child_count == 0)?;
            node.score = Some(score);
        }
        Some(RecordedTree::new(nodes, self.texts, rules))
    }
}
