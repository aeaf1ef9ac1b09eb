//! Sentences for the frames of a proof-number search: why a child is chosen, which leaves an
//! expansion adds, and whether the claim is proved.

use crate::analysis::names::naming::claim_text;
use crate::analysis::names::node_names::{child_name, node_title};
use crate::language::{Language, Text};
use crate::score::Player;
use crate::search::ProofNumbers;
use crate::trace::{FrameKind, NodeId, Proofs, Step, Trace, VisitId};

/// A proof number or a disproof number as a text: ∞ if it can no longer be reached.
#[must_use]
pub fn proof_number_text(number: u32, language: Language) -> String {
    if number == ProofNumbers::INFINITE { "∞".to_owned() } else { language.number(number.into()) }
}

/// The proof and the disproof number of a node: `3 | 12`.
#[must_use]
pub fn proof_numbers_text(numbers: ProofNumbers, language: Language) -> String {
    let [proof, disproof] = [numbers.proof, numbers.disproof].map(|number| proof_number_text(number, language));
    format!("{proof} | {disproof}")
}

/// The numbers of a node as shown beside it in a picture: `3 | 12`, or whether the claim is proved
/// or disproved there.
#[must_use]
pub fn proof_note(trace: &Trace, node: NodeId, frame: usize, language: Language) -> Option<String> {
    let numbers = trace.proofs()?.of(node, frame)?;
    Some(match numbers {
        ProofNumbers { proof: 0, .. } => language.text(Text::Proved).to_owned(),
        ProofNumbers { disproof: 0, .. } => language.text(Text::Disproved).to_owned(),
        numbers => proof_numbers_text(numbers, language),
    })
}

/// The sentence for a frame; `None` unless the trace is a proof-number search.
pub(super) fn proved_sentence(trace: &Trace, frame: usize, step: &Step, language: Language) -> Option<String> {
    let sentence = ProofSentence { trace, proofs: trace.proofs()?, frame, step, language };
    match step.kind {
        FrameKind::Start => Some(sentence.start()),
        FrameKind::Score | FrameKind::Update => sentence.returned(),
        FrameKind::End => Some(sentence.end()),
        FrameKind::Lookup | FrameKind::Store => None,
    }
}

struct ProofSentence<'a> {
    trace: &'a Trace,
    proofs: Proofs<'a>,
    frame: usize,
    step: &'a Step,
    language: Language,
}

impl ProofSentence<'_> {
    fn say(&self, text: Text, values: &[(&str, &str)]) -> String {
        let node = node_title(self.trace, &self.trace.path(self.step.node), self.language);
        let all: Vec<(&str, &str)> = std::iter::once(("node", node.as_str())).chain(values.iter().copied()).collect();
        self.language.begun(self.language.fill(text, &all))
    }

    fn numbers(&self, numbers: ProofNumbers) -> String {
        proof_numbers_text(numbers, self.language)
    }

    fn start(&self) -> String {
        let claim = claim_text(self.proofs.claim().1, self.language);
        let Some(choice) = self.proofs.choice(self.step.visit) else {
            let number = self.language.number(self.trace.layer_of(self.step.visit) as u64 + 1);
            return self.say(Text::SayProofBegins, &[("number", &number), ("claim", &claim)]);
        };
        let player = self.trace.parent_visit(self.step.visit).map(|parent| self.trace.player_of(parent));
        let (own, best) = (choice.children[choice.chosen], choice.children[choice.expected]);
        let key = |numbers: ProofNumbers| proof_number_text(numbers.key(player.unwrap_or(Player::Max)), self.language);
        if own.1.key(player.unwrap_or(Player::Max)) != best.1.key(player.unwrap_or(Player::Max)) {
            let expected = child_name(self.trace, &self.trace.path(best.0), self.language);
            let values = [("number", key(own.1)), ("expected", expected), ("best", key(best.1))];
            return self.say(Text::SayProofChosenWrong, &values.each_ref().map(|(key, value)| (*key, value.as_str())));
        }
        let text = match player {
            Some(Player::Min) => Text::SayProofChosenMin,
            _ => Text::SayProofChosenMax,
        };
        self.say(text, &[("number", &key(own.1))])
    }

    fn returned(&self) -> Option<String> {
        let child = self.trace.returned_child(self.frame)?;
        let end = self.trace.span(child).1?;
        let name = child_name(self.trace, &self.trace.path(self.trace.node_of(child)), self.language);
        let numbers = self.numbers(self.proofs.of(self.trace.node_of(child), end)?);
        if self.step.kind == FrameKind::Score {
            return Some(self.say(Text::SayProofReturned, &[("child", &name), ("numbers", &numbers)]));
        }
        Some(self.of_children(self.proofs.of(self.step.node, self.frame)?))
    }

    /// How the numbers of the node follow from those of its children.
    fn of_children(&self, numbers: ProofNumbers) -> String {
        let text = match self.step.player {
            Player::Max => Text::SayProofOr,
            Player::Min => Text::SayProofAnd,
        };
        let [proof, disproof] =
            [numbers.proof, numbers.disproof].map(|number| proof_number_text(number, self.language));
        self.say(text, &[("proof", &proof), ("disproof", &disproof)])
    }

    fn is_expanded_now(&self, visit: VisitId) -> bool {
        self.proofs.is_expansion(visit) && self.trace.visited_children(visit).next().is_none()
    }

    fn end(&self) -> String {
        let Some(numbers) = self.proofs.of(self.step.node, self.frame) else { return String::new() };
        let mut sentence = if self.is_expanded_now(self.step.visit) {
            let count = self.language.number(self.trace.children(self.step.node).count() as u64);
            let expanded = self.say(Text::SayProofExpanded, &[("count", &count)]);
            self.language.joined(&expanded, &self.of_children(numbers))
        } else {
            let numbers = self.numbers(numbers);
            self.say(Text::SayProofEnds, &[("numbers", &numbers)])
        };
        let claim = claim_text(self.proofs.claim().1, self.language);
        let solved = match numbers {
            ProofNumbers { proof: 0, .. } => Some(Text::SayProofProved),
            ProofNumbers { disproof: 0, .. } => Some(Text::SayProofDisproved),
            _ => None,
        };
        if let Some(text) = solved {
            sentence = self.language.joined(&sentence, &self.say(text, &[("claim", &claim)]));
        }
        sentence
    }
}
