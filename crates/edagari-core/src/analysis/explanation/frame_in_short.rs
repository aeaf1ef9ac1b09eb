//! A short text of a frame for lists, in which the differences between lines are easy to see.

use crate::analysis::names::node_names::{child_name, node_title};
use crate::language::{Language, Text};
use crate::score::BoundKind;
use crate::trace::{Cut, FrameKind, Trace};

/// The text of a frame in three short parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrameInShort {
    /// The kind of the frame, or the kind of the cutoff.
    pub kind: String,
    /// The child that returned, with its score or the closed window; otherwise the window, bounds or score of the node.
    pub values: String,
    /// The name of the node, or its moves.
    pub node: String,
}

/// The short text of a frame; `None` past the end.
#[must_use]
pub fn frame_in_short(trace: &Trace, frame: usize, language: Language) -> Option<FrameInShort> {
    let step = trace.step(frame)?;
    let score = |score| trace.in_unit(score).to_string();
    let window = || trace.in_unit(step.window).to_string();
    let bounds = || step.bounds.map(|bounds| trace.in_unit(bounds).to_string()).unwrap_or_default();
    let child = || {
        let child = trace.returned_child(frame)?;
        Some(child_name(trace, &trace.path(trace.node_of(child)), language))
    };
    let (alpha, beta) = (score(step.window.alpha), score(step.window.beta));
    let values = match (step.kind, step.cut) {
        _ if !trace.is_search() => String::new(),
        (FrameKind::Update, Some(cut)) => {
            let closed = match cut {
                Cut::Alpha => format!("β {beta} ≤ α {alpha}"),
                Cut::Beta => format!("α {alpha} ≥ β {beta}"),
            };
            child().map_or(closed.clone(), |child| format!("{child}: {closed}"))
        }
        (FrameKind::Score, _) => {
            let returned = step.score.map(score).unwrap_or_default();
            child().map_or(returned.clone(), |child| format!("{child} = {returned}"))
        }
        (FrameKind::Lookup | FrameKind::Store, _) => bounds(),
        (FrameKind::End, _) => {
            let sign = match step.bound {
                Some(BoundKind::Upper) => "≤",
                Some(BoundKind::Lower) => "≥",
                _ => "=",
            };
            step.score.map(|own| format!("{sign} {}", score(own))).unwrap_or_default()
        }
        (FrameKind::Start | FrameKind::Update, _) => window(),
    };
    let kind = match step.cut {
        Some(Cut::Alpha) => language.text(Text::ChoiceAlphaCut).to_owned(),
        Some(Cut::Beta) => language.text(Text::ChoiceBetaCut).to_owned(),
        None if !trace.is_search() => language.text(Text::Generated).to_owned(),
        None => step.kind.title().text(language).to_owned(),
    };
    Some(FrameInShort { kind, values, node: node_title(trace, &trace.path(step.node), language) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameSetup;
    use crate::search::Algorithm;
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};

    #[test]
    fn short_frames_of_the_figure_contain_node_child_and_scores() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
        let short = |frame| frame_in_short(&trace, frame, Language::English).expect("a frame");
        assert_eq!(short(0).values, "(−∞, ∞)");
        let cut = trace.cuts()[0] as usize;
        let said = short(cut);
        let is_closed = said.values.contains('≥') || said.values.contains('≤');
        assert!(said.kind.ends_with("-cut") && is_closed, "{said:?}");
        assert!(short(cut - 1).values.contains(" = "), "{:?}", short(cut - 1));
        assert!(short(trace.frame_count() - 1).values.starts_with("= "));
        assert_eq!(frame_in_short(&trace, trace.frame_count(), Language::English), None);
    }
}
