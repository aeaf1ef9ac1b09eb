//! Writes textbook trees as RON files, in the forms that `file.rs` reads.

use std::fmt::Write as _;

use super::file::MAX_NESTING;
use super::{Game as _, Node, TextbookTree, number_text};
use crate::game::Player;
use crate::score::Distribution;

impl TextbookTree {
    /// The text of a RON file that parses to the same tree. The file is nested, or flat if the tree has more levels than
    /// [`MAX_NESTING`]; in a flat file the nodes get unique names.
    #[must_use]
    pub fn to_ron(&self) -> String {
        if self.height() <= MAX_NESTING { self.nested() } else { self.flat() }
    }

    /// The number of levels of the tree.
    fn height(&self) -> usize {
        let mut levels = vec![1; self.len()];
        let mut highest = 1;
        // Parents come before children.
        for (index, node) in self.0.nodes.iter().enumerate() {
            for &child in self.0.children(node) {
                levels[child as usize] = levels[index] + 1;
                highest = highest.max(levels[child as usize]);
            }
        }
        highest
    }

    fn nested(&self) -> String {
        let mut text = String::from("Tree(\n");
        self.write_nested(&mut text, 0, None, 1);
        text.push_str(")\n");
        text
    }

    /// Writes a node and its subtree. `place` is the node's index among its siblings and the player by default, `None` at the
    /// root. Recurses at most [`MAX_NESTING`] levels.
    fn write_nested(&self, text: &mut String, index: u32, place: Option<(usize, Player)>, depth: usize) {
        let node = self.node(index);
        let indent = "    ".repeat(depth);
        let lead = if depth == 1 { "root: " } else { "" };
        let mut fields = Vec::new();
        // A name equal to the node's number is omitted.
        let number = place.map(|(at, _)| number_text(at));
        fields.extend(node.name.as_ref().filter(|&name| Some(name) != number.as_ref()).map(name_field));
        fields.extend(player_field(node, place.map(|(_, usual)| usual)));
        fields.extend(chance_fields(node));
        fields.extend(leaf_fields(node));
        let children = self.0.children(node);
        if children.is_empty() {
            let _ = writeln!(text, "{indent}{lead}Node({}),", fields.join(", "));
            return;
        }
        fields.push("children: [".to_owned());
        let _ = writeln!(text, "{indent}{lead}Node({}", fields.join(", "));
        for (at, &child) in children.iter().enumerate() {
            self.write_nested(text, child, Some((at, node.usual_player_below())), depth + 1);
        }
        let _ = writeln!(text, "{indent}]),");
    }

    fn flat(&self) -> String {
        let mut text = String::from("Tree(\n    nodes: [\n");
        let mut parents = vec![None; self.len()];
        for (index, node) in self.0.nodes.iter().enumerate() {
            for &child in self.0.children(node) {
                parents[child as usize] = Some(index as u32);
            }
        }
        let is_named = (0..self.len() as u32).all(|node| self.label(&node).is_some());
        let name = |index: u32| match &self.node(index).name {
            Some(name) if is_named => name.clone(),
            _ => format!("n{index}"),
        };
        for (index, node) in self.0.nodes.iter().enumerate() {
            let mut fields = vec![name_field(&name(index as u32))];
            fields.extend(parents[index].map(|parent| format!("parent: {:?}", name(parent))));
            fields.extend(player_field(node, parents[index].map(|parent| self.node(parent).usual_player_below())));
            fields.extend(chance_fields(node));
            fields.extend(leaf_fields(node));
            let _ = writeln!(text, "        Node({}),", fields.join(", "));
        }
        text.push_str("    ],\n)\n");
        text
    }
}

fn name_field(name: &String) -> String {
    format!("name: {name:?}")
}

/// The player to move, unless it is the one by default. Always written at the root.
fn player_field(node: &Node, usual: Option<Player>) -> Option<String> {
    let named = match node.player {
        Player::Max => "player: Max",
        Player::Min => "player: Min",
    };
    (Some(node.player) != usual).then(|| named.to_owned())
}

/// Whether chance moves at the node, and the probability with which it moves there.
fn chance_fields(node: &Node) -> impl Iterator<Item = String> {
    let chance = node.is_chance.then(|| "chance: true".to_owned());
    let probability = node.probability.map(|probability| format!("probability: \"{probability}\""));
    chance.into_iter().chain(probability)
}

fn leaf_fields(node: &Node) -> Vec<String> {
    let score = node.score.and_then(crate::score::Score::finite).map(|score| format!("score: {score}"));
    score.into_iter().chain(node.noise.as_deref().map(noise_field)).collect()
}

fn noise_field(noise: &Distribution) -> String {
    let masses = (noise.first()..).zip(noise.masses()).filter(|&(_, &mass)| mass > 0.0);
    let masses: Vec<String> = masses.map(|(value, mass)| format!("{value}: {mass:?}")).collect();
    format!("noise: Masses({{{}}})", masses.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TextbookNode;

    /// The nodes in depth-first order: index of the parent, move text, player and score.
    fn in_order(tree: &TextbookTree) -> Vec<(Option<u32>, String, Player, Option<i32>)> {
        let mut list = Vec::new();
        let mut open = vec![(0, None, String::new())];
        while let Some((index, parent, name)) = open.pop() {
            let number = list.len() as u32;
            list.push((parent, name, tree.player(&index), tree.score(&index).and_then(crate::score::Score::finite)));
            let children = tree.legal_moves(&index);
            open.extend(
                children.iter().rev().map(|&mv| (tree.play(&index, mv), Some(number), tree.move_text(&index, mv))),
            );
        }
        list
    }

    #[test]
    fn written_tree_reads_back_unchanged() {
        for name in ["three-moves", "deep-cut", "plaat"] {
            let tree = TextbookTree::figure(name).expect("a figure");
            let again = TextbookTree::parse(&tree.to_ron()).expect("a tree");
            assert_eq!(in_order(&again), in_order(&tree), "{name}: {}", tree.to_ron());
        }
        let twice = |name: &str, parent| TextbookNode {
            name: Some(name.to_owned()),
            parent,
            player: Some(Player::Min),
            ..TextbookNode::default()
        };
        let leaf = |name: &str, parent, score| TextbookNode { score: Some(score), ..twice(name, Some(parent)) };
        let list = [twice("R", None), twice("2", Some(0)), leaf("1", 0, -3), leaf("a\"b", 1, 7)];
        let tree = TextbookTree::from_nodes(&list).expect("a tree");
        let again = TextbookTree::parse(&tree.to_ron()).expect("a tree");
        assert_eq!(in_order(&again), in_order(&tree), "{}", tree.to_ron());
    }

    #[test]
    fn deep_tree_is_written_flat() {
        let node = |index: usize| TextbookNode {
            parent: index.checked_sub(1),
            score: (index == 400).then_some(5),
            ..TextbookNode::default()
        };
        let list: Vec<TextbookNode> = (0..401).map(node).collect();
        let tree = TextbookTree::from_nodes(&list).expect("a tree");
        let text = tree.to_ron();
        assert!(text.contains("nodes: ["));
        assert_eq!(TextbookTree::parse(&text).expect("a tree").len(), 401);
    }
}
