//! Texts of questions and choices.

use super::question::{Choice, Question};
use super::returned_child::ReturnedChild;
use super::returned_child::{cut_test, fail, has_full_windows};
use edagari_core::analysis::{child_name, children_text, node_name, node_of_player, proof_numbers_text};
use edagari_core::language::{Language, Text};
use edagari_core::score::{Answer, BoundKind, Fail, Player, Window};
use edagari_core::trace::{Cut, CutTest, Trace, VisitId};

use super::question::QuestionKind;

impl Question {
    /// Returns the text of the question.
    #[must_use]
    pub fn text(&self, trace: &Trace, language: Language) -> String {
        let node = name(trace, self.visit, language);
        let kind = node_of_player(trace, trace.player_of(self.visit), language);
        let taken = self.taken_in(trace);
        let child = self.child.map(|child| own_name(trace, child, language)).unwrap_or_default();
        let score = taken.map(|taken| trace.in_unit(taken.score).to_string()).unwrap_or_default();
        let known = taken.map(|taken| trace.in_unit(taken.known).to_string()).unwrap_or_default();
        let window = trace.in_unit(match self.kind {
            QuestionKind::Entry => trace.given_window(self.visit),
            QuestionKind::Returned => trace.judged_window(self.visit),
            _ => taken.map_or_else(|| trace.given_window(self.visit), |taken| taken.window),
        });
        let window = window.to_string();
        let bounds = trace.table().lookup_of(self.visit).map(|found| trace.in_unit(found.bounds).to_string());
        let (bounds, test) = (bounds.unwrap_or_default(), cut_test(trace).unwrap_or(CutTest::AtLeast));
        let test = match test {
            CutTest::AtLeast => "α ≥ β",
            CutTest::Above => "α > β",
        };
        let values = [
            ("node", &*node),
            ("kind", &kind),
            ("child", &child),
            ("score", &score),
            ("known", &known),
            ("window", &window),
            ("bounds", &bounds),
            ("test", test),
        ];
        let question = language.sentence(self.words(trace), &values);
        match (self.kind, fail(trace)) {
            // With the full window, no score is outside.
            (QuestionKind::Returned, Some(fail)) if trace.judged_window(self.visit) != Window::FULL => {
                let convention = match fail {
                    Fail::Hard => Text::AskReturnedHard,
                    Fail::Soft | Fail::Firm => Text::AskReturnedSoft,
                };
                language.joined(&question, language.text(convention))
            }
            _ => question,
        }
    }

    fn words(&self, trace: &Trace) -> Text {
        match self.kind {
            QuestionKind::Score => Text::AskScore,
            QuestionKind::Window => Text::AskWindow,
            QuestionKind::Cut => Text::AskCut,
            QuestionKind::Skipped => Text::AskSkipped,
            QuestionKind::Returned if has_full_windows(trace) => Text::AskReturnedMinimax,
            QuestionKind::Returned => Text::AskReturned,
            QuestionKind::Entry => Text::AskEntry,
            QuestionKind::Chosen => Text::AskChosen,
            QuestionKind::BackedUp if trace.samples().is_some() => Text::AskSampled,
            QuestionKind::BackedUp => Text::AskProof,
        }
    }

    /// Returns the values at the `Score` frame of the question's child; `None` without a child.
    fn taken_in(&self, trace: &Trace) -> Option<ReturnedChild> {
        ReturnedChild::at(trace, trace.score_frame(self.child?)?)
    }

    /// Returns the text of a choice.
    #[must_use]
    pub fn choice_text(&self, choice: &Choice, trace: &Trace, language: Language) -> String {
        let say = |text: Text, values: &[(&str, &str)]| language.fill(text, values);
        match choice {
            Choice::Score { score, is_better } => {
                let text = match (trace.player_of(self.visit), is_better) {
                    (Player::Max, true) => Text::ChoiceMore,
                    (Player::Max, false) => Text::ChoiceNotMore,
                    (Player::Min, true) => Text::ChoiceLess,
                    (Player::Min, false) => Text::ChoiceNotLess,
                };
                let known = self.taken_in(trace).map(|taken| trace.in_unit(taken.known).to_string());
                let score = trace.in_unit(*score).to_string();
                say(text, &[("score", &score), ("known", &known.unwrap_or_default())])
            }
            Choice::Window(window) => trace.in_unit(*window).to_string(),
            Choice::Cut(cut) => language
                .text(match cut {
                    Some(Cut::Alpha) => Text::ChoiceAlphaCut,
                    Some(Cut::Beta) => Text::ChoiceBetaCut,
                    None => Text::ChoiceNoCut,
                })
                .to_owned(),
            Choice::Skipped { nodes, .. } if nodes.is_empty() => language.text(Text::ChoiceNothing).to_owned(),
            Choice::Skipped { of, nodes } => {
                let listed = children_text(trace, nodes, language);
                if *of == self.visit {
                    return listed;
                }
                say(Text::ChoiceBelow, &[("nodes", &listed), ("parent", &name(trace, *of, language))])
            }
            Choice::Returned { score, kind } => {
                let text = match kind {
                    BoundKind::Upper => Text::ChoiceUpper,
                    BoundKind::Exact => Text::ChoiceExact,
                    BoundKind::Lower => Text::ChoiceLower,
                };
                say(text, &[("score", &trace.in_unit(*score).to_string())])
            }
            Choice::Child(node) => child_name(trace, &trace.path(*node), language),
            Choice::Sampled(sample) => {
                let (visits, total) = (language.number(sample.visits.into()), sample.total_text(trace));
                say(Text::ChoiceSampled, &[("visits", &visits), ("total", &total)])
            }
            Choice::Proof(numbers) => proof_numbers_text(*numbers, language),
            Choice::Entry(answer) => {
                let given = trace.in_unit(trace.given_window(self.visit)).to_string();
                match answer {
                    Answer::Returned { score, kind } => {
                        let text = match kind {
                            BoundKind::Upper => Text::ChoiceAnswersUpper,
                            BoundKind::Exact => Text::ChoiceAnswersExact,
                            BoundKind::Lower => Text::ChoiceAnswersLower,
                        };
                        say(text, &[("score", &trace.in_unit(*score).to_string())])
                    }
                    Answer::Narrowed(window) => {
                        say(Text::ChoiceNarrows, &[("window", &trace.in_unit(*window).to_string())])
                    }
                    Answer::Nothing => say(Text::ChoiceDoesNothing, &[("window", &given)]),
                }
            }
        }
    }
}

fn name(trace: &Trace, visit: VisitId, language: Language) -> String {
    node_name(trace, &trace.path(trace.node_of(visit)), language)
}

/// Returns the name of a child without the path of its parent.
fn own_name(trace: &Trace, visit: VisitId, language: Language) -> String {
    child_name(trace, &trace.path(trace.node_of(visit)), language)
}
