//! The texts of faults.

use std::cell::Cell;

use super::Fault;
use crate::analysis::{child_name, decimal_text, node_name, player_text, proof_number_text, reason_title, score_text};
use crate::language::{Language, Text, visible};
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::{CutTest, Remark, RemarkKind, SampleView, Trace};

impl Fault {
    /// The fault as a sentence about the node of the frame.
    #[expect(clippy::too_many_lines, reason = "a sentence for each fault")]
    pub(super) fn sentence(&self, trace: &Trace, frame: usize, language: Language) -> String {
        let step = trace.step(frame);
        let path = step.map(|step| trace.path(step.node)).unwrap_or_default();
        let node = node_name(trace, &path, language);
        let say = |text: Text, values: &[(&str, String)]| {
            let node = [("node", node.as_str())];
            let values = values.iter().map(|(name, value)| (*name, value.as_str()));
            language.fill(text, &node.into_iter().chain(values).collect::<Vec<_>>())
        };
        let pair = |text: Text, expected: &dyn ToString, found: &dyn ToString| {
            say(text, &[("expected", expected.to_string()), ("found", found.to_string())])
        };
        // Numbers are shown as the program wrote them.
        let is_negated = step.as_ref().is_some_and(|step| trace.is_written_negated(step.visit));
        let has_numbers = Cell::new(false);
        let shown_score = |score: Score| {
            has_numbers.set(true);
            score_text(trace, if is_negated { score.negated() } else { score }, language)
        };
        let shown_window = |window: Window| {
            has_numbers.set(true);
            trace.in_unit(if is_negated { window.negated() } else { window }).to_string()
        };
        let shown_bounds = |bounds: Bounds| {
            has_numbers.set(true);
            score_text(trace, if is_negated { bounds.negated() } else { bounds }, language)
        };
        let scores =
            |text: Text, expected: Score, found: Score| pair(text, &shown_score(expected), &shown_score(found));
        let windows =
            |text: Text, expected: Window, found: Window| pair(text, &shown_window(expected), &shown_window(found));
        let ranges =
            |text: Text, expected: Bounds, found: Bounds| pair(text, &shown_bounds(expected), &shown_bounds(found));
        let of_bounds = |text: Text, bounds: Bounds| say(text, &[("bounds", shown_bounds(bounds))]);
        let number = |frame: usize| language.number(frame as u64);
        let sign = |test: CutTest| match test {
            CutTest::AtLeast => "α ≥ β".to_owned(),
            CutTest::Above => "α > β".to_owned(),
        };
        let is_below_chance = || {
            let parent = step.as_ref().and_then(|step| trace.parent_visit(step.visit));
            trace.setup.process.expectation().is_some() && parent.is_some_and(|parent| trace.is_chance(parent))
        };
        let sentence = match self {
            Self::Nesting(remark) => nesting(remark, &say, language),
            Self::GivenWindow { expected, found } if *found == expected.negated() && expected.is_null() => {
                windows(Text::FaultUnturnedNullWindow, *expected, *found)
            }
            Self::GivenWindow { expected, found } if *found == expected.negated() => {
                windows(Text::FaultUnturnedWindow, *expected, *found)
            }
            Self::GivenWindow { expected, found } if expected.is_null() => {
                windows(Text::FaultGivenNullWindow, *expected, *found)
            }
            Self::GivenWindow { expected, found } if is_below_chance() => {
                windows(Text::FaultChanceWindow, *expected, *found)
            }
            Self::GivenWindow { expected, found } => windows(Text::FaultGivenWindow, *expected, *found),
            Self::EnteredAfterCut { cut } => say(Text::FaultEnteredAfterCut, &[("frame", number(*cut))]),
            Self::EnteredAfterAnswer => say(Text::FaultEnteredAfterAnswer, &[]),
            Self::BelowLimit => say(Text::FaultBelowLimit, &[]),
            Self::WrongPlayer { expected, found } => pair(
                Text::FaultWrongPlayer,
                &player_text(trace, *expected, language),
                &player_text(trace, *found, language),
            ),
            Self::NotAsStored { expected, found } => ranges(Text::FaultNotAsStored, *expected, *found),
            Self::MateNotAdjusted { expected, found } => ranges(Text::FaultMateNotAdjusted, *expected, *found),
            Self::MateAdjustedTwice { expected, found } => ranges(Text::FaultMateAdjustedTwice, *expected, *found),
            Self::NotOfStoredDepth { expected, found } => pair(Text::FaultNotOfStoredDepth, expected, found),
            Self::WrongEntry { stored } => say(Text::FaultWrongEntry, &[("frame", number(*stored))]),
            Self::OneKeyTwoPositions { stored } => say(Text::FaultOneKeyTwoPositions, &[("frame", number(*stored))]),
            Self::ExcludedEntry => say(Text::FaultExcludedEntry, &[]),
            Self::ExcludedMoveSearched { mv } => say(Text::FaultExcludedMoveSearched, &[("move", mv.to_string())]),
            Self::SecondEntry { stored } => say(Text::FaultSecondEntry, &[("frame", number(*stored))]),
            Self::WrongBounds { bounds, value } => {
                say(Text::FaultWrongBounds, &[("bounds", shown_bounds(*bounds)), ("value", shown_score(*value))])
            }
            Self::UnjustifiedReturn { bounds, window, score } => say(
                Text::FaultUnjustifiedReturn,
                &[("bounds", shown_bounds(*bounds)), ("window", shown_window(*window)), ("score", shown_score(*score))],
            ),
            Self::WrongNarrowing { expected, found } => windows(Text::FaultWrongNarrowing, *expected, *found),
            Self::WrongScore { expected, found } => scores(Text::FaultWrongScore, *expected, *found),
            Self::StaleWindow { expected, found } => windows(Text::FaultStaleWindow, *expected, *found),
            Self::WrongValue { expected, found } => scores(Text::FaultWrongValue, *expected, *found),
            Self::WrongUpdate { expected, found } => windows(Text::FaultWrongUpdate, *expected, *found),
            Self::NotByRules { why } => say(Text::FaultNotByRules, &[("why", why.to_string())]),
            Self::UnjustifiedCut { window, test } => {
                say(Text::FaultUnjustifiedCut, &[("window", shown_window(*window)), ("test", sign(*test))])
            }
            Self::RefutedCut { why, found, window } => say(
                Text::FaultRefutedCut,
                &[
                    ("why", reason_title(why, language).to_owned()),
                    ("found", shown_score(*found)),
                    ("window", shown_window(*window)),
                ],
            ),
            Self::MissedCut { window, test } => {
                say(Text::FaultMissedCut, &[("window", shown_window(*window)), ("test", sign(*test))])
            }
            Self::WrongStore { known, found } => ranges(Text::FaultWrongStore, *known, *found),
            Self::SkippedChildren { count } => {
                say(Text::FaultSkippedChildren, &[("count", language.number(*count as u64))])
            }
            Self::StoppedInMiddle => say(Text::FaultStoppedInMiddle, &[]),
            Self::WrongLeaf { expected, found } => scores(Text::FaultWrongLeaf, *expected, *found),
            Self::EarlyLeaf => say(Text::FaultEarlyLeaf, &[]),
            Self::IllegalScore { expected: (expected, None), found } => {
                scores(Text::FaultIllegalScore, *expected, *found)
            }
            Self::IllegalScore { expected: (soft, Some(hard)), found } => say(
                Text::FaultIllegalScoreEither,
                &[("soft", shown_score(*soft)), ("hard", shown_score(*hard)), ("found", shown_score(*found))],
            ),
            Self::UnclippedReturn { expected, found } => scores(Text::FaultUnclippedReturn, *expected, *found),
            Self::WrongAnswer { expected, found } => scores(Text::FaultWrongAnswer, *expected, *found),
            Self::WrongBound { expected, found } => {
                let words = |kind: BoundKind| {
                    language.text(match kind {
                        BoundKind::Upper => Text::FailLow,
                        BoundKind::Exact => Text::Exact,
                        BoundKind::Lower => Text::FailHigh,
                    })
                };
                pair(Text::FaultWrongBound, &words(*expected), &words(*found))
            }
            Self::ClosedRoot { window } => say(Text::FaultClosedRoot, &[("window", shown_window(*window))]),
            Self::ClosedWindow { window } => say(Text::FaultClosedWindow, &[("window", shown_window(*window))]),
            Self::FailedWindowTaken { bounds } => of_bounds(Text::FaultFailedWindowTaken, *bounds),
            Self::BoundsApart { bounds } => of_bounds(Text::FaultBoundsApart, *bounds),
            Self::BoundTaken { window, score } => {
                say(Text::FaultBoundTaken, &[("window", shown_window(*window)), ("score", shown_score(*score))])
            }
            Self::OtherBoard => say(Text::FaultOtherBoard, &[]),
            Self::NotOfStoredMove { expected, found } => {
                say(Text::FaultNotOfStoredMove, &[("expected", expected.to_string()), ("found", found.to_string())])
            }
            Self::StoredMoveIsBound { mv, score } => {
                say(Text::FaultStoredMoveIsBound, &[("move", mv.to_string()), ("score", shown_score(*score))])
            }
            Self::BestIsBound { mv, score } => {
                say(Text::FaultBestIsBound, &[("move", mv.to_string()), ("score", shown_score(*score))])
            }
            Self::BestNotSearched { mv } => say(Text::FaultBestNotSearched, &[("move", mv.to_string())]),
            Self::BestNoMove { mv } => say(Text::FaultBestNoMove, &[("move", mv.to_string())]),
            Self::LineLeaves { mv } => say(Text::FaultLineLeaves, &[("move", mv.to_string())]),
            Self::SearchedTwice { window, before } => {
                say(Text::FaultSearchedTwice, &[("window", shown_window(*window)), ("frame", number(*before))])
            }
            Self::NotMostProving { expected, by } => {
                let child = child_name(trace, expected, language);
                let [own, best] = by.map(|number| proof_number_text(number, language));
                say(Text::FaultNotMostProving, &[("expected", child), ("number", own), ("best", best)])
            }
            Self::LeftLate { left, expected, by } => {
                let [left, child] = [left, expected].map(|path| child_name(trace, path, language));
                let [own, best] = by.map(|number| proof_number_text(number, language));
                say(Text::FaultLeftLate, &[("left", left), ("expected", child), ("number", own), ("best", best)])
            }
            Self::ProvedBefore => say(Text::FaultProvedBefore, &[]),
            Self::WrongProofNumber { column, expected, found } => {
                let expected = proof_number_text(*expected, language);
                say(
                    Text::FaultWrongProofNumber,
                    &[("column", column.to_string()), ("expected", expected), ("found", found.to_string())],
                )
            }
            Self::WrongProbability { found } => say(Text::FaultWrongProbability, &[("found", found.to_string())]),
            Self::ProbabilitySum { found } => say(Text::FaultProbabilitySum, &[("found", found.to_string())]),
            Self::WrongSelection { expected, by } => {
                let child = child_name(trace, expected, language);
                match by {
                    Some(by) => say(
                        Text::FaultWrongSelection,
                        &[("expected", child), ("by", decimal_text(*by as f64 / 1000.0))],
                    ),
                    None => say(Text::FaultNotVisitedFirst, &[("expected", child)]),
                }
            }
            Self::WrongView { expected, view, count } => {
                let child = child_name(trace, expected, language);
                let values = [("expected", child), ("count", language.number(*count))];
                match view {
                    SampleView::Mover | SampleView::Opponent => say(Text::FaultViewOfOpponent, &values),
                    SampleView::Always(player) => {
                        let player = ("player", player_text(trace, *player, language));
                        say(Text::FaultViewOfOne, &[&values[..], &[player]].concat())
                    }
                }
            }
            Self::ResultChanged { expected, found } => scores(Text::FaultResultChanged, *expected, *found),
            Self::OtherLeaf { expected, found, before } => say(
                Text::FaultOtherLeaf,
                &[("expected", shown_score(*expected)), ("found", shown_score(*found)), ("frame", number(*before))],
            ),
            Self::UnusedAnswer { bounds } => of_bounds(Text::FaultUnusedAnswer, *bounds),
            Self::ShallowAnswer { wanted, found } => pair(Text::FaultShallowAnswer, wanted, found),
            Self::DeepStore { depth, found } => pair(Text::FaultDeepStore, depth, found),
            Self::LooseStore { known, found } => ranges(Text::FaultLooseStore, *known, *found),
            Self::VacuousStore { known, found } => ranges(Text::FaultVacuousStore, *known, *found),
            Self::ContradictsExact { stored, value, found } => say(
                Text::FaultContradictsExact,
                &[("found", shown_bounds(*found)), ("value", shown_score(*value)), ("frame", number(*stored))],
            ),
            Self::ContradictsEntry { known, found } => ranges(Text::FaultContradictsEntry, *known, *found),
            Self::UnshownScore { found } => say(Text::FaultUnshownScore, &[("found", shown_score(*found))]),
            Self::StoppedChild { found } => say(Text::FaultStoppedChild, &[("found", shown_score(*found))]),
            Self::WrongRoot { value, found } => scores(Text::FaultWrongRoot, *value, *found),
        };
        let sentence = language.begun(sentence);
        if !(is_negated && has_numbers.get()) {
            return sentence;
        }
        let [min, max] = [Player::Min, Player::Max].map(|player| player_text(trace, player, language));
        let seen = language.fill(Text::FaultAsWritten, &[("player", &min), ("max", &max)]);
        language.joined(&sentence, &language.begun(seen))
    }
}

/// Fills values into a text about the node of a frame.
type Say<'a> = dyn Fn(Text, &[(&str, String)]) -> String + 'a;

/// The sentence for an event out of place.
fn nesting(remark: &Remark, say: &Say<'_>, language: Language) -> String {
    let of_move = |text: Text, mv: &str| say(text, &[("move", mv.to_owned())]);
    match &remark.kind {
        RemarkKind::EndMissing => say(Text::FaultEndMissing, &[("line", language.number(remark.line))]),
        RemarkKind::NotOpen { event, node } => say(
            Text::FaultNotOpen,
            &[("line", language.number(remark.line)), ("event", event.to_string()), ("other", node.to_string())],
        ),
        RemarkKind::ParentNotOpen { parent } => {
            say(Text::FaultParentNotOpen, &[("line", language.number(remark.line)), ("other", parent.to_string())])
        }
        RemarkKind::OutOfOrder { event } => {
            say(Text::FaultOutOfOrder, &[("line", language.number(remark.line)), ("event", event.to_string())])
        }
        RemarkKind::NoScore => say(Text::FaultNoScore, &[]),
        RemarkKind::IllegalMove { mv } => of_move(Text::FaultIllegalMove, mv),
        RemarkKind::NoBoard { label, problem } => {
            say(Text::FaultNoBoard, &[("label", visible(label).into_owned()), ("problem", problem.to_string())])
        }
        RemarkKind::IdInUse { node } => say(Text::FaultIdInUse, &[("other", node.to_string())]),
        RemarkKind::PrunedWithoutCut => say(Text::FaultPrunedWithoutCut, &[("line", language.number(remark.line))]),
        RemarkKind::PrunedSearched { mv } => of_move(Text::FaultPrunedSearched, mv),
        RemarkKind::PrunedTooFew { mv } => of_move(Text::FaultPrunedTooFew, mv),
        RemarkKind::PrunedNoMove { mv } => of_move(Text::FaultPrunedNoMove, mv),
        RemarkKind::PrunedCount { count, children } => {
            say(Text::FaultPrunedCount, &[("found", language.number(*count)), ("expected", language.number(*children))])
        }
        RemarkKind::PrunedCountTooLarge { count, most } => {
            let values = [("found", language.number(*count)), ("most", language.number(*most))];
            say(Text::FaultPrunedCountTooLarge, &values)
        }
        RemarkKind::SkippedNoMove { mv } => of_move(Text::FaultSkippedNoMove, mv),
        RemarkKind::SkippedSearched { mv } => of_move(Text::FaultSkippedSearched, mv),
        RemarkKind::NotListed { mv } => of_move(Text::FaultNotListed, mv),
        RemarkKind::NotInListedOrder { mv, before } => {
            say(Text::FaultNotInListedOrder, &[("move", mv.to_string()), ("other", before.to_string())])
        }
        RemarkKind::NotInSaidOrder { order } => say(Text::FaultNotInSaidOrder, &[("order", order.to_string())]),
        RemarkKind::ListedNotSearched { mv } => of_move(Text::FaultListedNotSearched, mv),
        RemarkKind::OtherBoard => say(Text::FaultOtherBoard, &[]),
        RemarkKind::OtherStart { field, told, first } => {
            let values = [field, told, first].map(ToString::to_string);
            let [field, told, first] = values;
            say(Text::FaultOtherStart, &[("field", field), ("told", told), ("first", first)])
        }
        RemarkKind::ListedNoMove { mv } => of_move(Text::FaultListedNoMove, mv),
        RemarkKind::LegalNotListed { mv } => of_move(Text::FaultLegalNotListed, mv),
    }
}
