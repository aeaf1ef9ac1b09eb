//! Checks of updates by the rules of the game: bounds, wins at once, and moves that lose at once. Wins and losses are checked by
//! playing the moves, and bounds by comparison with exact values, independent of the functions of the game that the search uses.

use super::Fault;
use super::prover::{Open, Prover};
use crate::game::AnyPosition;
use crate::score::{Bounds, Player, Score};
use crate::search::RuleSetup;
use crate::trace::{OwnUpdate, Step};

impl Prover<'_> {
    /// Checks an update whose reason is a rule of the game.
    pub(super) fn judge_by_rules(&mut self, frame: usize, step: &Step, own: &OwnUpdate) {
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (player, before) = (open.player, open.searched);
        let anything = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };
        let claimed = match (own.why.as_deref(), own.value) {
            (Some(RuleSetup::WIN_AT_ONCE), Some(value)) => Bounds { lower: value, upper: value },
            (Some(RuleSetup::BOUNDS), Some(value)) if value <= before.alpha => Bounds { upper: value, ..anything },
            (Some(RuleSetup::BOUNDS), Some(value)) => Bounds { lower: value, ..anything },
            (Some(RuleSetup::BOUNDS), None) => Bounds {
                lower: if own.searched.alpha > before.alpha { own.searched.alpha } else { anything.lower },
                upper: if own.searched.beta < before.beta { own.searched.beta } else { anything.upper },
            },
            _ => anything,
        };
        let is_wrong = match own.why.as_deref() {
            Some(RuleSetup::WIN_AT_ONCE) => !self.wins_at_once(open, own),
            Some(RuleSetup::LOSING_MOVES) => !self.loses_at_once(open, own, player),
            Some(RuleSetup::BOUNDS) => own.cut && own.value.is_some_and(|value| before.contains(value)),
            _ => false,
        };
        if is_wrong && open.position.is_some() && self.trace.origin().is_none() {
            let why = own.why.as_deref().unwrap_or_default().into();
            self.find(frame, Fault::NotByRules { why });
        }
        if claimed != anything && self.trace.origin().is_none() {
            self.claim(frame, step, claimed);
        }
    }

    fn wins_at_once(&self, open: &Open, own: &OwnUpdate) -> bool {
        let Some(position) = &open.position else { return false };
        let ends = |mv: usize| position.play(mv as u32).and_then(|below| self.score_of(&below));
        (0..position.move_count()).any(|mv| ends(mv).is_some() && ends(mv) == own.value)
    }

    /// Whether each move that was not searched lets the other player end the game with a score that is no better than the node's.
    fn loses_at_once(&self, open: &Open, own: &OwnUpdate, player: Player) -> bool {
        let (Some(position), Some(value)) = (&open.position, own.value) else { return false };
        let searched: Vec<Option<u32>> = self
            .trace
            .visited_children(open.visit)
            .map(|child| self.trace.rule_move(self.trace.node_of(child)))
            .collect();
        let is_no_better = |score: Score| match player {
            Player::Max => score <= value,
            Player::Min => score >= value,
        };
        let loses = |mv: u32| {
            let Some(below) = position.play(mv).filter(|below| below.player() != player) else { return false };
            let reply = |reply: usize| below.play(reply as u32).and_then(|end| self.score_of(&end));
            (0..below.move_count()).any(|mv| reply(mv).is_some_and(is_no_better))
        };
        (0..position.move_count() as u32).filter(|&mv| !searched.contains(&Some(mv))).all(loses)
    }

    fn score_of(&self, position: &AnyPosition) -> Option<Score> {
        position.score().map(|score| self.trace.of_rules(score))
    }
}
