//! Replies to all possible answers at a node, in finite lists: numbers with a reply of their own are listed, all others share one reply.

use super::Step;
use edagari_core::score::{BoundKind, Score, Window};

/// Reply to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The answer is right and leads to the stage with this index.
    Right(usize),
    /// The answer is wrong, with the sentence with this index.
    Wrong(usize),
}

/// Replies to windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowReplies {
    /// Windows whose reply is determined by neither end alone.
    pub pairs: Vec<(Window, Reply)>,
    /// Replies to other windows, by α.
    pub alphas: Vec<(Score, Reply)>,
    /// Replies to other windows, by β.
    pub betas: Vec<(Score, Reply)>,
    /// Reply to all remaining windows.
    pub others: Reply,
}

/// Replies to scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreReplies {
    /// Scores, each with the replies for the signs of [`SIGNS`], in that order.
    pub scores: Vec<(Score, [Reply; SIGNS.len()])>,
    /// Reply to all remaining scores.
    pub others: Reply,
}

/// Signs before a score: none, `≤`, `=` or `≥`.
pub const SIGNS: [Option<BoundKind>; 4] =
    [None, Some(BoundKind::Upper), Some(BoundKind::Exact), Some(BoundKind::Lower)];

/// Replies to the numbers of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskedOf {
    /// Replies to the window of an entry.
    Window(WindowReplies),
    /// Replies to the score of a return.
    Score(ScoreReplies),
}

/// Replies to all answers at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeReplies {
    /// Replies to numbers; `None` for a leaf.
    pub asked: Option<AskedOf>,
    /// Reply if the node is struck; `None` if it cannot be struck.
    pub strike: Option<Reply>,
}

impl WindowReplies {
    /// Builds the lists from the reply to each pair of `ends`. The last end represents all unlisted scores;
    /// `others` is the reply if both ends are unlisted.
    pub(super) fn of(ends: &[Score], others: Reply, mut said: impl FnMut(Window) -> Reply) -> Self {
        let mut replies = Self { pairs: Vec::new(), alphas: Vec::new(), betas: Vec::new(), others };
        let Some((&other, named)) = ends.split_last() else { return replies };
        for &end in named {
            let alone = said(Window { alpha: end, beta: other });
            replies.alphas.extend((alone != others).then_some((end, alone)));
            let alone = said(Window { alpha: other, beta: end });
            replies.betas.extend((alone != others).then_some((end, alone)));
        }
        for &alpha in named {
            for &beta in named {
                let window = Window { alpha, beta };
                let reply = said(window);
                if reply != replies.reply(window) {
                    replies.pairs.push((window, reply));
                }
            }
        }
        replies
    }

    /// Returns the reply to a window. The script of the page uses the same lookup.
    #[must_use]
    pub fn reply(&self, window: Window) -> Reply {
        found(&self.pairs, &window)
            .or_else(|| found(&self.alphas, &window.alpha))
            .or_else(|| found(&self.betas, &window.beta))
            .unwrap_or(self.others)
    }
}

impl ScoreReplies {
    /// Builds the list from the reply to each score with each sign; `others` is the reply to unlisted scores.
    pub(super) fn of(scores: &[Score], others: Reply, mut said: impl FnMut(Score, Option<BoundKind>) -> Reply) -> Self {
        let with_signs = scores.iter().map(|&score| (score, SIGNS.map(|sign| said(score, sign))));
        Self {
            scores: with_signs.filter(|(_, replies)| replies.iter().any(|&reply| reply != others)).collect(),
            others,
        }
    }

    /// Returns the reply to a score with its sign. The script of the page uses the same lookup.
    #[must_use]
    pub fn reply(&self, score: Score, sign: Option<BoundKind>) -> Reply {
        let place = SIGNS.iter().position(|&one| one == sign).unwrap_or(0);
        found(&self.scores, &score).map_or(self.others, |replies| replies[place])
    }
}

impl NodeReplies {
    /// Returns the reply to a step at this node; `None` if the node does not accept this kind of step.
    #[must_use]
    pub fn reply(&self, step: Step) -> Option<Reply> {
        match (step, &self.asked) {
            (Step::Skip { .. }, _) => self.strike,
            (Step::Enter { window, .. }, Some(AskedOf::Window(replies))) => Some(replies.reply(window)),
            (Step::Return { score, bound, .. }, Some(AskedOf::Score(replies))) => Some(replies.reply(score, bound)),
            _ => None,
        }
    }
}

fn found<K: PartialEq, V: Copy>(list: &[(K, V)], key: &K) -> Option<V> {
    list.iter().find(|(own, _)| own == key).map(|&(_, value)| value)
}
