//! One sentence for each frame: what it did, and why.

use super::node_name;
use crate::game::Player;
use crate::language::{Language, Text, capitalized, grouped};
use crate::score::{BoundKind, Score, Window};
use crate::search::Algorithm;
use crate::trace::{Cut, FrameKind, NodeId, Process, Step, Trace, VisitId};

/// How many skipped moves a sentence lists by name.
const MOST_NAMED: usize = 3;

/// What a frame did, and why.
#[must_use]
pub fn explain(trace: &Trace, frame: usize, language: Language) -> String {
    let Some(step) = trace.step(frame) else { return language.text(Text::SayNothingRecorded).to_owned() };
    let explained = Explained { trace, frame, step, language, node: name(trace, step.node, language) };
    let sentence = match (trace.setup.process, step.kind) {
        (Process::Generate(_), _) => explained.generated(),
        (_, FrameKind::Start) => explained.start(),
        (_, FrameKind::Score) => explained.score(),
        (_, FrameKind::Update) => explained.update(),
        (_, FrameKind::End) => explained.end(),
    };
    // "The root ends with 3", but "a1 ends with 3": a name of the game's stays as it is.
    if sentence.starts_with(language.text(Text::Root)) { capitalized(&sentence) } else { sentence }
}

fn name(trace: &Trace, node: NodeId, language: Language) -> String {
    node_name(trace, &trace.path(node), language)
}

struct Explained<'a> {
    trace: &'a Trace,
    frame: usize,
    step: Step,
    language: Language,
    node: String,
}

impl Explained<'_> {
    fn say(&self, text: Text, values: &[(&str, &str)]) -> String {
        let mut all = vec![("node", self.node.as_str())];
        all.extend_from_slice(values);
        self.language.fill(text, &all)
    }

    fn is_minimax(&self) -> bool {
        self.trace.setup.process == Process::Search(Algorithm::Minimax)
    }

    fn is_leaf(&self) -> bool {
        self.trace.children(self.step.node).len() == 0
    }

    fn generated(&self) -> String {
        let number = grouped(self.frame as u64 + 1);
        let depth = grouped(self.trace.path(self.step.node).len() as u64);
        self.say(Text::SayGenerated, &[("number", &number), ("depth", &depth)])
    }

    fn start(&self) -> String {
        let is_leaf = self.trace.position(&self.trace.path(self.step.node)).is_some_and(|here| here.score().is_some());
        if is_leaf {
            return self.say(Text::SayStartLeaf, &[]);
        }
        let kind = self.language.text(match self.step.player {
            Player::Max => Text::MaxNode,
            Player::Min => Text::MinNode,
        });
        let window = self.step.window.to_string();
        let text = if self.is_minimax() { Text::SayStartMinimax } else { Text::SayStart };
        self.say(text, &[("kind", kind), ("window", &window)])
    }

    /// The child whose return the `Score` frame at hand, or the one before the `Update` at hand, tells of.
    fn child(&self) -> (String, Score) {
        let score_frame = if self.step.kind == FrameKind::Score { self.frame } else { self.frame - 1 };
        let child = self.trace.step(score_frame - 1).map(|step| step.node);
        let score = self.trace.step(score_frame).and_then(|step| step.score);
        (
            child.map(|child| name(self.trace, child, self.language)).unwrap_or_default(),
            score.unwrap_or(Score::NEG_INFINITY),
        )
    }

    /// What the node would have returned before the child did.
    fn value_before(&self) -> Score {
        let score_frame = if self.step.kind == FrameKind::Score { self.frame } else { self.frame - 1 };
        let child_visit = self.trace.step(score_frame - 1).map(|step| step.visit);
        let before_child = child_visit.map_or(0, |visit| self.trace.span(visit).0 - 1);
        self.trace.value_at_update(before_child).unwrap_or_else(|| {
            let given = self.trace.given_window(self.step.visit);
            match (self.trace.setup.process, self.step.player) {
                (Process::Search(Algorithm::AlphaBeta), Player::Max) => given.alpha,
                (Process::Search(Algorithm::AlphaBeta), Player::Min) => given.beta,
                (_, Player::Max) => Score::NEG_INFINITY,
                (_, Player::Min) => Score::INFINITY,
            }
        })
    }

    fn score(&self) -> String {
        let (child, score) = self.child();
        let known = self.value_before();
        let text = match self.step.player {
            Player::Max if score > known => Text::SayScoreRaises,
            Player::Max => Text::SayScoreKeepsMax,
            Player::Min if score < known => Text::SayScoreLowers,
            Player::Min => Text::SayScoreKeepsMin,
        };
        self.say(text, &[("child", &child), ("score", &score.to_string()), ("known", &known.to_string())])
    }

    fn update(&self) -> String {
        if let Some(cut) = self.step.cut {
            return self.cut(cut);
        }
        let before = self.trace.step(self.frame - 1).map_or(Window::FULL, |step| step.window);
        let value = self.trace.value_at_update(self.frame).unwrap_or(Score::NEG_INFINITY);
        let window = self.step.window;
        let bound = match self.step.player {
            Player::Max => window.alpha,
            Player::Min => window.beta,
        };
        let has_new_value = value != self.value_before();
        let text = if self.is_minimax() {
            if has_new_value { Text::SayUpdateMinimax } else { Text::SayKeepMinimax }
        } else if window != before {
            match self.step.player {
                Player::Max => Text::SayUpdateAlpha,
                Player::Min => Text::SayUpdateBeta,
            }
        } else if has_new_value {
            Text::SayUpdateValue
        } else {
            Text::SayUpdateNothing
        };
        let (bound, value, window) = (bound.to_string(), value.to_string(), window.to_string());
        self.say(text, &[("bound", &bound), ("value", &value), ("window", &window)])
    }

    fn cut(&self, cut: Cut) -> String {
        let (child, score) = self.child();
        let bound = match cut {
            Cut::Alpha => self.step.window.alpha,
            Cut::Beta => self.step.window.beta,
        };
        let pruned: Vec<NodeId> = self.trace.pruned_children(self.step.visit).collect();
        let text = match (cut, pruned.len()) {
            (Cut::Alpha, 0) => Text::SayAlphaCutNone,
            (Cut::Alpha, 1) => Text::SayAlphaCutOne,
            (Cut::Alpha, _) => Text::SayAlphaCutMany,
            (Cut::Beta, 0) => Text::SayBetaCutNone,
            (Cut::Beta, 1) => Text::SayBetaCutOne,
            (Cut::Beta, _) => Text::SayBetaCutMany,
        };
        let values = [
            ("child", child.as_str()),
            ("score", &score.to_string()),
            ("bound", &bound.to_string()),
            ("skipped", &self.listed(&pruned)),
            ("owner", &self.owner(cut)),
        ];
        let sentence = self.say(text, &values);
        match self.trace.nodes_pruned_at(self.frame) {
            None | Some(0) => sentence,
            Some(count) => {
                let text = if count == 1 { Text::SayOneNodePruned } else { Text::SayNodesPruned };
                let space = if self.language == Language::English { " " } else { "" };
                sentence + space + &self.language.fill(text, &[("count", &grouped(count))])
            }
        }
    }

    fn listed(&self, nodes: &[NodeId]) -> String {
        let listed_count = if nodes.len() <= MOST_NAMED + 1 { nodes.len() } else { MOST_NAMED };
        let names: Vec<_> = nodes[..listed_count].iter().map(|&node| name(self.trace, node, self.language)).collect();
        let listed = names.join(", ");
        match nodes.len() - listed_count {
            0 => listed,
            more => self.language.fill(Text::SayAndMore, &[("listed", &listed), ("count", &grouped(more as u64))]),
        }
    }

    /// The ancestor whose bound makes the cut: the nearest of the other player that was given another bound itself.
    fn owner(&self, cut: Cut) -> String {
        let bound_given = |visit: VisitId| {
            let window = self.trace.given_window(visit);
            match cut {
                Cut::Alpha => window.alpha,
                Cut::Beta => window.beta,
            }
        };
        let bound = bound_given(self.step.visit);
        let mut owner = self.trace.parent_visit(self.step.visit);
        while let Some(visit) = owner.filter(|&visit| bound_given(visit) == bound) {
            owner = self.trace.parent_visit(visit);
        }
        owner.map(|visit| name(self.trace, self.trace.node_of(visit), self.language)).unwrap_or_default()
    }

    fn end(&self) -> String {
        let score = self.step.score.unwrap_or(Score::NEG_INFINITY);
        let given = self.trace.given_window(self.step.visit);
        let (text, bound) = if self.is_leaf() {
            (Text::SayEndLeaf, given.alpha)
        } else if self.is_minimax() {
            let text = match self.step.player {
                Player::Max => Text::SayEndMinimaxMax,
                Player::Min => Text::SayEndMinimaxMin,
            };
            (text, given.alpha)
        } else {
            match given.judge(score) {
                BoundKind::Upper => (Text::SayEndUpper, given.alpha),
                BoundKind::Exact => (Text::SayEndExact, given.alpha),
                BoundKind::Lower => (Text::SayEndLower, given.beta),
            }
        };
        let (score, bound, window) = (score.to_string(), bound.to_string(), given.to_string());
        self.say(text, &[("score", &score), ("bound", &bound), ("window", &window)])
    }
}
