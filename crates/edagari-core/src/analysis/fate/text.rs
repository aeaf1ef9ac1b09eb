//! Texts for the fate of a line.

use super::line::answer;
use super::{Line, LineFate, Ply, PlyEnd};
use crate::analysis::explanation::reason::depth_text;
use crate::analysis::explanation::reason::own_text;
use crate::analysis::explanation::reason::{name, name_across, name_of_child};
use crate::analysis::names::naming::pass_name;
use crate::analysis::names::scores::{score_text, signed_text};
use crate::language::{Language, Text};
use crate::score::{BoundKind, Player};
use crate::trace::{KnownReason, Meaning, Trace, VisitId};

impl LineFate {
    /// The name of the pass, or the text for the run if there are no passes.
    #[must_use]
    pub fn pass_text(&self, trace: &Trace, language: Language) -> String {
        let run = || language.text(Text::FateRun).to_owned();
        self.pass.map_or_else(run, |place| pass_name(trace, place, language))
    }

    /// The fate of the line as a sentence.
    #[must_use]
    pub fn sentence(&self, trace: &Trace, line: &Line, language: Language) -> String {
        let pass = self.pass_text(trace, language);
        let Some(end) = self.end() else {
            let text = if line.texts().is_empty() {
                Text::FateNoMoves
            } else if self.failed(trace) {
                Text::FateBestByBounds
            } else {
                Text::FateBestLine
            };
            return language.sentence(text, &[("pass", &pass)]);
        };
        let ply = language.number(end as u64 + 1);
        let mv = line.texts().get(end).map_or("", String::as_str);
        let what = self.plies[end].text(trace, language);
        language.sentence(Text::FateEnded, &[("pass", &pass), ("ply", &ply), ("move", mv), ("what", &what)])
    }
}

impl Ply {
    /// The place of the move in the search order and its number of visits; `None` if it was not tried.
    #[must_use]
    pub fn place_text(&self, language: Language) -> Option<String> {
        let (place, moves) = (language.number(self.place? as u64), language.number(self.moves as u64));
        let text = language.fill(Text::FatePlaceOf, &[("place", &place), ("moves", &moves)]);
        Some(if self.visits > 1 { format!("{text} ×{}", language.number(self.visits as u64)) } else { text })
    }

    /// The window with which the move was searched, if it was.
    #[must_use]
    pub fn window_text(&self, trace: &Trace) -> Option<String> {
        self.window(trace).map(|window| trace.in_unit(window).to_string())
    }

    /// The score that the search of the move returned, with the sign of its kind if it is a minimax score.
    #[must_use]
    pub fn returned_text(&self, trace: &Trace, language: Language) -> Option<String> {
        let (score, kind) = self.returned(trace)?;
        let score = score_text(trace, score, language);
        Some(signed_text(trace, kind, score))
    }

    /// The remaining depth of the move's search, in changes of player or in the program's own unit; `None` if not known.
    #[must_use]
    pub fn depth_text(&self, trace: &Trace, language: Language) -> Option<String> {
        let depth = match self.of_column(trace, Meaning::Depth) {
            Some(text) => text,
            None => language.number(self.depth_left(trace)?.into()),
        };
        Some(language.fill(Text::FateDepth, &[("depth", &depth)]))
    }

    /// The fate of the move as a short text, with facts about its search: an entry of the table, or a changed depth.
    #[must_use]
    pub fn text(&self, trace: &Trace, language: Language) -> String {
        let elsewhere = || {
            let count = language.number(self.visits_elsewhere as u64);
            language.fill(Text::FateElsewhere, &[("count", &count)])
        };
        let besides = [
            (self.visits_elsewhere > 0).then(elsewhere),
            self.answer_text(trace, language),
            self.visit.and_then(|visit| depth_text(trace, visit, [Text::FateReduced, Text::FateExtended], language)),
            self.rests_on_text(trace, language),
        ];
        let besides = besides.into_iter().flatten();
        std::iter::once(self.end_text(trace, language))
            .chain(besides)
            .collect::<Vec<_>>()
            .join(language.text(Text::FateBesides))
    }

    /// The text for a cutoff by the table at the move itself, with the place of the entry's store.
    fn answer_text(&self, trace: &Trace, language: Language) -> Option<String> {
        let visit = self.visit?;
        let Some((score, kind, written)) = answer(trace, visit) else {
            let by_table = trace.reason_of(visit) == Some(KnownReason::Table);
            return by_table.then(|| language.text(Text::FateFromTable).to_owned());
        };
        let score = format!("{} {}", kind.sign(), score_text(trace, score, language));
        Some(match written {
            Some((writer, frame)) => {
                let writer = name_across(trace, writer, visit, language);
                let frame = language.number(frame as u64);
                language.fill(Text::FateFromEntryOf, &[("score", &score), ("writer", &writer), ("frame", &frame)])
            }
            None => language.fill(Text::FateFromEntry, &[("score", &score)]),
        })
    }

    /// The recorded value of the move's visit in a column.
    fn of_column(&self, trace: &Trace, meaning: Meaning) -> Option<String> {
        trace.value_of(meaning, self.visit?).map(|value| value.shown())
    }

    /// Another move of the node that was tried later and returned the same exact score.
    fn equal_sibling(&self, trace: &Trace) -> Option<VisitId> {
        let own = self.returned(trace).filter(|&(_, kind)| kind == Some(BoundKind::Exact))?;
        let node = trace.node_of(self.visit?);
        trace.visited_children(self.above).filter(|&other| trace.node_of(other) != node).find(|&other| {
            let end = trace.span(other).1.and_then(|end| trace.step(end));
            !trace.is_speculative(other) && end.is_some_and(|end| (end.score, end.bound) == (Some(own.0), own.1))
        })
    }

    /// The text for the fate of the move itself.
    fn end_text(&self, trace: &Trace, language: Language) -> String {
        let say = |text: Text, values: &[(&str, &str)]| language.fill(text, values);
        match &self.end {
            PlyEnd::Best { cuts: false } => match self.equal_sibling(trace) {
                Some(equal) => say(Text::FateBestOfEqual, &[("move", &name_of_child(trace, equal, language))]),
                None => say(Text::FateBest, &[]),
            },
            PlyEnd::Best { cuts: true } => say(Text::FateBestCuts, &[]),
            PlyEnd::Other { preferred, score } => {
                let text = match self.returned(trace) {
                    Some((returned, Some(BoundKind::Exact))) if returned == *score => Text::FateEqual,
                    // If a bound is no worse than the best score, it is unknown whether the move is
                    // as good.
                    Some((returned, Some(_))) if returned == *score => Text::FateNoBetter,
                    _ => Text::FateOther,
                };
                let score = score_text(trace, *score, language);
                say(text, &[("move", &name_of_child(trace, *preferred, language)), ("score", &score)])
            }
            PlyEnd::FailLow { window } => {
                let (letter, bound) = match trace.player_of(self.above) {
                    Player::Max => ("α", window.alpha),
                    Player::Min => ("β", window.beta),
                };
                say(Text::FateFailLow, &[("letter", letter), ("bound", &score_text(trace, bound, language))])
            }
            PlyEnd::OnlyAsked => say(Text::FateOnlyAsked, &[]),
            PlyEnd::Open => say(Text::FateOpen, &[]),
            PlyEnd::Pruned { by: Some(by) } => say(Text::FatePruned, &[("move", &name_of_child(trace, *by, language))]),
            PlyEnd::Pruned { by: None } => match trace.own_updates_of(self.above).rfind(|own| own.cut) {
                Some(own) => {
                    let known = own_text(trace, own, &name(trace, self.above, language), language);
                    say(Text::FatePrunedByWhat, &[("known", &known)])
                }
                None => say(Text::FatePrunedByNode, &[]),
            },
            PlyEnd::Skipped { why: Some(why) } => say(Text::FateSkippedWhy, &[("why", why)]),
            PlyEnd::Skipped { why: None } => say(Text::FateSkipped, &[]),
            PlyEnd::Answered { score, kind, written } => {
                let score = format!("{} {}", kind.sign(), score_text(trace, *score, language));
                match written {
                    Some((writer, frame)) => {
                        let writer = name_across(trace, *writer, self.above, language);
                        let frame = language.number(*frame as u64);
                        say(Text::FateAnsweredFrom, &[("score", &score), ("writer", &writer), ("frame", &frame)])
                    }
                    None => say(Text::FateAnswered, &[("score", &score)]),
                }
            }
            PlyEnd::DepthLimit => say(Text::FateDepthLimit, &[("node", &name(trace, self.above, language))]),
            PlyEnd::Settled => {
                let why = trace.value_of(Meaning::Why, self.above).map(|why| why.to_string());
                say(Text::FateSettled, &[("why", &why.unwrap_or_default())])
            }
            PlyEnd::Leaf => say(Text::FateLeaf, &[("node", &name(trace, self.above, language))]),
            PlyEnd::NotBegun => say(Text::FateNotBegun, &[]),
            PlyEnd::LeftOut => say(Text::FateLeftOut, &[]),
        }
    }
}
