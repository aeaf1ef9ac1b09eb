//! Shapes of generated trees, and the random draws that choose them.

use std::ops::RangeInclusive;

use super::localized_text::LocalizedText;
use edagari_core::game::{TextbookNode, mix, shuffle};
use edagari_core::language::Text;

/// Maximum number of leaves of a generated tree.
pub const MAX_LEAVES: u32 = 200;

/// Shapes of trees, within ranges of the number of children and of the depth of leaves.
#[derive(Debug)]
pub(super) struct Shapes {
    /// Number of children of the root.
    root: RangeInclusive<u32>,
    /// Number of children of each other node with children.
    branching: RangeInclusive<u32>,
    depth: RangeInclusive<u32>,
    /// Table `fits[level][count][leaves]`: whether `count` subtrees of a level can have `leaves`
    /// leaves in total.
    fits: Vec<Vec<Vec<bool>>>,
}

impl Shapes {
    /// Computes the shapes with at most `most` leaves.
    pub(super) fn of(
        root: &RangeInclusive<u32>,
        branching: &RangeInclusive<u32>,
        depth: &RangeInclusive<u32>,
        most: u32,
    ) -> Self {
        let deepest = *depth.end() as usize;
        let (most, widest) = (most as usize, *root.end().max(branching.end()) as usize);
        let none = || vec![false; most + 1];
        let mut fits: Vec<Vec<Vec<bool>>> = Vec::with_capacity(deepest + 1);
        for level in (0..=deepest).rev() {
            let mut one = none();
            if level >= *depth.start() as usize && most >= 1 {
                one[1] = true;
            }
            if let Some(below) = fits.last() {
                for children in if level == 0 { root.clone() } else { branching.clone() } {
                    for (leaves, fits) in one.iter_mut().enumerate() {
                        *fits |= below[children as usize][leaves];
                    }
                }
            }
            let mut counts = vec![none(), one];
            counts[0][0] = true;
            for count in 2..=widest {
                let mut more = none();
                for first in (1..=most).filter(|&first| counts[1][first]) {
                    for (leaves, fits) in more.iter_mut().enumerate().skip(first) {
                        *fits |= counts[count - 1][leaves - first];
                    }
                }
                counts.push(more);
            }
            fits.push(counts);
        }
        fits.reverse();
        Self { root: root.clone(), branching: branching.clone(), depth: depth.clone(), fits }
    }

    /// Returns whether a tree can have this number of leaves.
    pub(super) fn has(&self, leaves: u32) -> bool {
        self.fits[0][1].get(leaves as usize).is_some_and(|&fits| fits)
    }

    /// Returns a message with the possible numbers of leaves next to an impossible range.
    pub(super) fn nearest(&self, leaves: &RangeInclusive<u32>) -> LocalizedText {
        let below = (0..*leaves.start()).rev().find(|&leaves| self.has(leaves));
        let larger = Self::of(&self.root, &self.branching, &self.depth, MAX_LEAVES);
        let above = (*leaves.end()..=MAX_LEAVES).find(|&leaves| larger.has(leaves));
        match (below, above) {
            (Some(below), Some(above)) => {
                LocalizedText::from(Text::WishEither).with("one", &below).with("other", &above)
            }
            (Some(one), None) | (None, Some(one)) => LocalizedText::from(Text::WishOne).with("one", &one),
            (None, None) => Text::WishSmaller.into(),
        }
    }

    /// Draws a random shape with `leaves` leaves: nodes in breadth-first order, without scores.
    pub(super) fn draw(&self, leaves: u32, draws: &mut Draws) -> Vec<TextbookNode> {
        let mut nodes = vec![TextbookNode::default()];
        // Number of leaves below each node, and the level of the node.
        let mut wanted = vec![(leaves as usize, 0)];
        let mut next = 0;
        while let Some(&(leaves, level)) = wanted.get(next) {
            for below in self.draw_children(leaves, level, draws) {
                nodes.push(TextbookNode { parent: Some(next), ..TextbookNode::default() });
                wanted.push((below, level + 1));
            }
            next += 1;
        }
        nodes
    }

    /// Draws the numbers of leaves below the children of a node; empty if it is a leaf.
    fn draw_children(&self, leaves: usize, level: usize, draws: &mut Draws) -> Vec<usize> {
        let mut counts: Vec<u32> = Vec::new();
        if leaves == 1 && level >= *self.depth.start() as usize {
            counts.push(0);
        }
        let Some(below) = self.fits.get(level + 1) else { return Vec::new() };
        let branching = if level == 0 { &self.root } else { &self.branching };
        counts.extend(branching.clone().filter(|&count| below[count as usize][leaves]));
        let count = *draws.one_of(&counts) as usize;
        let mut left = leaves;
        let draw = |place: usize| {
            let others = count - 1 - place;
            let fits = |&first: &usize| below[1][first] && below[others][left - first];
            let chosen = *draws.one_of(&(1..=left).filter(fits).collect::<Vec<_>>());
            left -= chosen;
            chosen
        };
        (0..count).map(draw).collect()
    }
}

/// Pseudorandom numbers: the same sequence for each seed on every machine.
#[derive(Debug)]
pub(super) struct Draws {
    seed: u64,
    drawn: u64,
}

impl Draws {
    /// Creates the sequence of an attempt `number` with a seed.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Self { seed: mix(seed, number), drawn: 0 }
    }

    fn next(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.seed, self.drawn)
    }

    /// Returns a random item; `items` must not be empty.
    pub(super) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[(self.next() % items.len() as u64) as usize]
    }

    /// Returns a random number between `first` and `last`, both included.
    pub(super) fn within(&mut self, first: i32, last: i32) -> i32 {
        let count = i64::from(last) - i64::from(first) + 1;
        (i64::from(first) + (self.next() % count.unsigned_abs()) as i64) as i32
    }

    /// Returns `count` distinct random numbers between `first` and `last`; the range must contain at least `count` numbers.
    pub(super) fn different(&mut self, first: i32, last: i32, count: usize) -> Vec<i32> {
        let width = (i64::from(last) - i64::from(first) + 1) as usize;
        if width <= 4 * count {
            let mut all: Vec<i32> = (first..=last).collect();
            shuffle(&mut all, self.next());
            all.truncate(count);
            return all;
        }
        let mut drawn = Vec::with_capacity(count);
        while drawn.len() < count {
            let number = self.within(first, last);
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::language::Language;

    #[test]
    fn possible_leaf_counts_match_all_trees() {
        // Depth 2, two or three children: two to three nodes with two to three leaves each.
        let shapes = Shapes::of(&(2..=3), &(2..=3), &(2..=2), 12);
        assert_eq!((0..=12).filter(|&leaves| shapes.has(leaves)).collect::<Vec<_>>(), [4, 5, 6, 7, 8, 9]);
        // With leaves at the first level too, everything from two leaves on.
        let shapes = Shapes::of(&(2..=3), &(2..=3), &(1..=2), 12);
        assert_eq!((0..=12).filter(|&leaves| shapes.has(leaves)).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Shapes::of(&(3..=3), &(3..=3), &(3..=3), 20).nearest(&(10..=20)).sentence(Language::English), "27");
        assert_eq!(Shapes::of(&(2..=2), &(2..=2), &(1..=4), 17).nearest(&(17..=17)).sentence(Language::English), "16");
    }

    #[test]
    fn drawn_shapes_respect_the_ranges() {
        for seed in 0..200 {
            let shapes = Shapes::of(&(2..=4), &(2..=4), &(2..=4), 30);
            let nodes = shapes.draw(17, &mut Draws::new(seed, 0));
            let mut children = vec![0_u32; nodes.len()];
            let mut depths = vec![0_u32; nodes.len()];
            for (index, node) in nodes.iter().enumerate() {
                if let Some(parent) = node.parent {
                    children[parent] += 1;
                    depths[index] = depths[parent] + 1;
                }
            }
            assert_eq!(children.iter().filter(|&&count| count == 0).count(), 17);
            assert!(children.iter().all(|count| *count == 0 || (2..=4).contains(count)));
            let leaves = children.iter().zip(&depths).filter(|&(&count, _)| count == 0);
            assert!(leaves.clone().all(|(_, depth)| (2..=4).contains(depth)), "{depths:?}");
        }
    }
}
