//! The places of families across the tree, from one sibling to the next.

/// A family, or several nodes that stay together: what it takes before and behind its anchor, and where that would lie best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub before: f32,
    pub after: f32,
    pub ideal: f32,
}

/// Between two families.
pub(super) const FAMILY_GAP: f32 = 10.0;

/// The anchors of blocks that keep their order and do not overlap, each as near to its ideal place as its neighbours let it;
/// the one that is `first` has its place before the others.
pub(super) fn pack(blocks: &[Block], first: Option<usize>, (start, end): (f32, f32)) -> Vec<f32> {
    let mut anchors = vec![0.0; blocks.len()];
    let size = |block: &Block| block.before + block.after + FAMILY_GAP;
    if let Some(first) = first {
        let above: f32 = blocks[..first].iter().map(size).sum();
        let below: f32 = blocks[first + 1..].iter().map(size).sum();
        let block = &blocks[first];
        let lowest = start + above + block.before;
        let anchor = block.ideal.min(end - below - block.after).max(lowest);
        anchors[first] = anchor;
        let upper = pack(&blocks[..first], None, (start, anchor - block.before - FAMILY_GAP));
        let lower = pack(&blocks[first + 1..], None, (anchor + block.after + FAMILY_GAP, end));
        anchors[..first].copy_from_slice(&upper);
        anchors[first + 1..].copy_from_slice(&lower);
    } else {
        let mut free = start;
        for (anchor, block) in anchors.iter_mut().zip(blocks) {
            *anchor = block.ideal.max(free + block.before);
            free = *anchor + block.after + FAMILY_GAP;
        }
        let mut free = end;
        for (anchor, block) in anchors.iter_mut().zip(blocks).rev() {
            *anchor = anchor.min(free - block.after);
            free = *anchor - block.before - FAMILY_GAP;
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(size: f32, ideal: f32) -> Block {
        Block { before: size / 2.0, after: size / 2.0, ideal }
    }

    #[test]
    fn blocks_lie_at_their_ideal_places_where_these_are_free() {
        assert_eq!(pack(&[block(10.0, 20.0), block(10.0, 60.0)], None, (0.0, 100.0)), [20.0, 60.0]);
    }

    #[test]
    fn blocks_that_would_overlap_move_apart_and_stay_inside() {
        let blocks = [block(40.0, 50.0), block(20.0, 50.0), block(10.0, 95.0)];
        let anchors = pack(&blocks, None, (0.0, 100.0));
        for (index, pair) in anchors.windows(2).enumerate() {
            assert!(pair[0] + blocks[index].after <= pair[1] - blocks[index + 1].before, "{anchors:?}");
        }
        assert!(anchors[0] - 20.0 >= 0.0 && anchors[2] + 5.0 <= 100.0, "{anchors:?}");
    }

    #[test]
    fn the_first_keeps_its_place() {
        let anchors = pack(&[block(20.0, 50.0), block(20.0, 50.0)], Some(1), (0.0, 100.0));
        assert!((anchors[1] - 50.0).abs() < f32::EPSILON, "{anchors:?}");
    }
}
