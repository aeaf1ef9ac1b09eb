//! What is said of every answer that can be given at a node, as lists that end: each number that the grader tells apart from others stands there by
//! itself, and all others together.

use super::Step;
use crate::score::{BoundKind, Score, Window};

/// What is said of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is right, and leads to this stage.
    Right(usize),
    /// It is wrong, by this sentence.
    Wrong(usize),
}

/// What is said of windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowReplies {
    /// Windows of which neither end tells what is said.
    pub pairs: Vec<(Window, Reply)>,
    /// Other windows, by α.
    pub alphas: Vec<(Score, Reply)>,
    /// Other windows, by β.
    pub betas: Vec<(Score, Reply)>,
    /// All others.
    pub others: Reply,
}

/// What is said of scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreReplies {
    /// Scores, each with the signs that can stand before it, in the order of [`SIGNS`].
    pub scores: Vec<(Score, [Reply; SIGNS.len()])>,
    /// All others.
    pub others: Reply,
}

/// What can stand before a score: nothing, `≤`, `=` or `≥`.
pub const SIGNS: [Option<BoundKind>; 4] =
    [None, Some(BoundKind::Upper), Some(BoundKind::Exact), Some(BoundKind::Lower)];

/// What is asked of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskedOf {
    /// Its window, with which it is entered.
    Window(WindowReplies),
    /// The score that it returns.
    Score(ScoreReplies),
}

/// What can be answered at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeReplies {
    /// The numbers; none of a leaf.
    pub asked: Option<AskedOf>,
    /// What is said if it is struck; none where there is nothing to be struck.
    pub strike: Option<Reply>,
}

impl WindowReplies {
    /// Of what is said of each pair of these ends. The last stands for all ends that are not among them; `others` is said of it twice.
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

    /// What is said of a window. A script of a page looks it up in the same way.
    #[must_use]
    pub fn reply(&self, window: Window) -> Reply {
        found(&self.pairs, &window)
            .or_else(|| found(&self.alphas, &window.alpha))
            .or_else(|| found(&self.betas, &window.beta))
            .unwrap_or(self.others)
    }
}

impl ScoreReplies {
    /// Of what is said of each of these scores with each sign; `others` of all that are not among them.
    pub(super) fn of(scores: &[Score], others: Reply, mut said: impl FnMut(Score, Option<BoundKind>) -> Reply) -> Self {
        let with_signs = scores.iter().map(|&score| (score, SIGNS.map(|sign| said(score, sign))));
        Self {
            scores: with_signs.filter(|(_, replies)| replies.iter().any(|&reply| reply != others)).collect(),
            others,
        }
    }

    /// What is said of a score with its sign. A script of a page looks it up in the same way.
    #[must_use]
    pub fn reply(&self, score: Score, sign: Option<BoundKind>) -> Reply {
        let place = SIGNS.iter().position(|&one| one == sign).unwrap_or(0);
        found(&self.scores, &score).map_or(self.others, |replies| replies[place])
    }
}

impl NodeReplies {
    /// What is said of a step at this node; none if it cannot be answered here.
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
