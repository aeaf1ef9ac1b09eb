//! The source of a node's score, as sentences.

use super::pass_window::pass_window_reason;
use super::reason::Reason;
use super::value_line::{ValueLine, ValueStep, value_line};
use crate::analysis::names::node_names::{child_text, node_name};
use crate::language::{Language, Text};
use crate::trace::{Jump, NodeState, Trace};

/// Maximum number of moves listed in a sentence.
const MAX_MOVES: usize = 24;

/// The source of a node's score at a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreReason {
    /// The explanation; one sentence if the node has no score by then.
    pub sentences: Vec<Reason>,
    /// The score as text; empty if there is none.
    pub score: String,
    /// The nodes from which the score comes; `None` if the node has no score by then.
    pub line: Option<ValueLine>,
}

/// The source of the score that a node has at a frame, by its latest visit.
///
/// ```
/// use edagari_core::analysis::why_score;
/// use edagari_core::language::Language;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let reason = why_score(&trace, &[], trace.frame_count() - 1, Language::English);
/// assert!(reason.line.is_some());
/// assert!(reason.sentences[0].sentence.contains(&reason.score));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn why_score(trace: &Trace, path: &[u32], frame: usize, language: Language) -> ScoreReason {
    let node = node_name(trace, path, language);
    let visit = trace.visit_at(trace.place(path), frame);
    let found = visit.and_then(|visit| Some((visit, value_line(trace, visit, frame)?)));
    let window = visit.and_then(|visit| pass_window_reason(trace, visit, language));
    let Some((visit, line)) = found else {
        let sentence = language.sentence(Text::WhyNothing, &[("node", &node)]);
        let sentences = std::iter::once(Reason { sentence, frame: None }).chain(window).collect();
        return ScoreReason { sentences, score: String::new(), line: None };
    };
    let score = match trace.state(trace.place(path), frame) {
        NodeState::Scored { score, .. } => Some(score),
        NodeState::Open { .. } | NodeState::Unvisited | NodeState::Pruned { .. } | NodeState::Skipped { .. } => {
            let last = trace.previous_jump(Jump::BestMove(visit), frame + 1);
            last.and_then(|update| trace.value_at_update(update))
        }
    };
    let score = score.map(|score| trace.in_unit(score).to_string()).unwrap_or_default();
    let end = trace.span(visit).1;
    if line.steps.is_empty() {
        let values = [("node", node.as_str()), ("score", score.as_str())];
        let sentence = language.sentence(Text::WhyOwnLeaf, &values);
        return ScoreReason { sentences: vec![Reason { sentence, frame: end }], score, line: Some(line) };
    }
    let children = line.steps.iter().filter(|step| matches!(step, ValueStep::Child(_)));
    let moves = children.clone().take(MAX_MOVES).map(|step| {
        let path = trace.path(trace.node_of(step.visit()));
        child_text(trace, &path, language)
    });
    let left_out = if children.clone().count() > MAX_MOVES { " → …" } else { "" };
    let moves = moves.collect::<Vec<_>>().join(" → ") + left_out;
    let values = [("node", node.as_str()), ("score", &score), ("moves", &moves)];
    let mut sentences = vec![Reason { sentence: language.sentence(Text::WhyScore, &values), frame: end }];
    sentences.extend(line.sentences(trace, visit, language));
    sentences.extend(window);
    ScoreReason { sentences, score, line: Some(line) }
}
