//! Speculative pruning and searches: null move, probcut, singular verification, razoring, futility.

use super::seeker::{Call, Open, Seeker};
use super::slips::Slip;
use super::ways::Guess;

/// Largest expected improvement of the evaluation by one move.
const MARGIN: i32 = 4;

impl Seeker {
    pub fn has(&self, guess: Guess) -> bool {
        self.ways.guess == Some(guess)
    }

    /// Whether a quiescence search follows at depth 0.
    pub fn is_quiet(&self) -> bool {
        self.has(Guess::Quiescence) || self.has(Guess::StandPatUntold)
    }

    pub fn deepens_inside(&self) -> bool {
        self.has(Guess::InternalDeepening) || self.has(Guess::InternalPass)
    }

    /// Static evaluation of a place for its mover.
    fn feel(&self, place: usize) -> i32 {
        let place = &self.graph.places[place];
        if place.is_first { place.feel } else { -place.feel }
    }

    /// Razoring: whether a place is left at once because its evaluation is far below the window.
    pub fn is_razored(&self, call: &Call) -> bool {
        let is_hopeless = call.depth == 1 && self.feel(call.place) + MARGIN <= call.window.0;
        self.has(Guess::Razoring) && call.ply > 0 && is_hopeless
    }

    /// Stand pat: the static evaluation, with which a quiescence search starts.
    pub fn stand_pat(&mut self, open: &mut Open, has_moves: bool) -> Option<i32> {
        let score = self.feel(open.call.place);
        open.best = score;
        open.alpha = open.alpha.max(score);
        let is_closed = open.alpha >= open.beta;
        if self.has(Guess::Quiescence) {
            self.scribe.knows(open.at(), "stand-pat", Some(score), open.window(), is_closed);
        }
        if is_closed && self.slips(Slip::EnteredAfterStandPat, has_moves) {
            return None;
        }
        is_closed.then(|| self.leave(open, score, "lower", Some("stand-pat")))
    }

    /// Speculative steps before the moves. Returns the score of the node if they settle it.
    pub fn guess_first(&mut self, open: &mut Open, order: &mut Vec<usize>) -> Option<i32> {
        if self.is_razored(&open.call) {
            return Some(self.leave(open, self.feel(open.call.place), "upper", Some("razor")));
        }
        let is_below = open.call.ply > 0 && open.call.kind.is_none();
        match self.ways.guess? {
            Guess::NullMove if is_below && open.call.depth >= 2 => self.null_move(open),
            Guess::ProbCut if is_below && open.call.depth >= 3 => self.prob_cut(open, order),
            Guess::Singular if is_below && open.call.depth >= 3 => self.others_are_worse(open, order),
            Guess::Excluding if is_below && open.call.depth >= 3 => self.is_worse_without(open, order),
            Guess::InternalDeepening if open.call.depth >= 3 => self.deepen_inside(open, order),
            Guess::InternalPass if open.call.ply == 0 && open.call.depth >= 3 && !open.call.is_same_place => {
                self.deepen_by_pass(open, order)
            }
            Guess::Futility | Guess::FutilityBySkip if open.call.depth == 1 => self.leave_futile(open, order),
            _ => None,
        }
    }

    /// Null move: if the score is high although the opponent moves twice, the node is cut.
    fn null_move(&mut self, open: &mut Open) -> Option<i32> {
        let to = self.graph.places[open.call.place].null?;
        let (beta, depth) = (open.beta, open.call.depth - 2);
        if beta > 500 {
            return None;
        }
        let extra = Call { kind: Some("null-move"), reduced: Some(1), ..Call::default() };
        let (id, score) = self.ask(open, ("null", to), depth, (beta - 1, beta), extra);
        self.scribe.returned(open.at(), id, score, open.window());
        (score >= beta).then(|| self.leave(open, score, "lower", Some("null-move")))
    }

    /// Probcut: a shallow search far above β replaces a deep one above β.
    fn prob_cut(&mut self, open: &mut Open, order: &[usize]) -> Option<i32> {
        let high = open.beta + 2;
        if high > 500 {
            return None;
        }
        for &way in order.iter().take(2) {
            let way = &self.graph.places[open.call.place].ways[way];
            let extra = Call { kind: Some("probcut"), reduced: Some(2), ..Call::default() };
            let (id, score) = self.ask(open, (&way.name, way.to), open.call.depth - 3, (high - 1, high), extra);
            self.scribe.returned(open.at(), id, score, open.window());
            if score >= high {
                return Some(self.leave(open, score, "lower", Some("probcut")));
            }
        }
        None
    }

    /// Singular verification: whether shallow searches of all moves except the first stay below a score.
    fn others_are_worse(&mut self, open: &mut Open, order: &[usize]) -> Option<i32> {
        let high = self.feel(open.call.place);
        open.is_singular = open.call.ply == 1 && order.len() > 1;
        for &way in order.iter().skip(1) {
            let way = &self.graph.places[open.call.place].ways[way];
            let extra = Call { kind: Some("singular"), reduced: Some(1), ..Call::default() };
            let (id, score) = self.ask(open, (&way.name, way.to), open.call.depth - 2, (high - 1, high), extra);
            self.scribe.returned(open.at(), id, score, open.window());
            if score >= high {
                open.is_singular = false;
                break;
            }
        }
        None
    }

    /// Singular verification in one visit: the same place, below itself, is searched without its first move.
    fn is_worse_without(&mut self, open: &mut Open, order: &[usize]) -> Option<i32> {
        let high = self.feel(open.call.place);
        let first = self.graph.places[open.call.place].ways[*order.first()?].name.clone();
        let named = format!("without {first}");
        let extra = Call { kind: Some("singular"), reduced: Some(2), without: Some(first), ..Call::default() };
        let (id, score) = self.ask(open, (&named, open.call.place), open.call.depth - 2, (high - 1, high), extra);
        self.scribe.returned(open.at(), id, score, open.window());
        open.is_singular = open.call.ply == 1 && score < high;
        None
    }

    /// Internal deepening: a shallow search of the same place, below itself, finds the move to try first.
    fn deepen_inside(&mut self, open: &mut Open, order: &mut [usize]) -> Option<i32> {
        let extra = Call { counts: Some(false), reduced: Some(2), ..Call::default() };
        let (depth, window) = (open.call.depth - 2, open.window());
        let (id, score) = self.ask(open, ("deepening", open.call.place), depth, window, extra);
        self.scribe.returned(open.at(), id, score, open.window());
        let first = self.last_best.clone();
        let ways = &self.graph.places[open.call.place].ways;
        order.sort_by_key(|&way| first.as_ref() != Some(&ways[way].name));
        None
    }

    /// Internal deepening as a pass inside that of the root; its first node has no move.
    fn deepen_by_pass(&mut self, open: &mut Open, order: &mut [usize]) -> Option<i32> {
        let (place, depth) = (open.call.place, open.call.depth - 2);
        self.scribe.pass("iid", Some(depth), open.window());
        let is_below_first = Some(self.graph.places[place].is_first);
        let window = open.window();
        self.search(&Call { place, depth, window, is_below_first, is_same_place: true, ..Call::default() });
        let first = self.last_best.clone();
        let ways = &self.graph.places[place].ways;
        order.sort_by_key(|&way| first.as_ref() != Some(&ways[way].name));
        None
    }

    /// Futility: quiet moves are skipped if the evaluation is far below α.
    fn leave_futile(&mut self, open: &mut Open, order: &mut Vec<usize>) -> Option<i32> {
        let most = self.feel(open.call.place) + MARGIN;
        let ways = &self.graph.places[open.call.place].ways;
        let quiet: Vec<String> =
            order.iter().filter(|&&way| !ways[way].is_loud).map(|&way| ways[way].name.clone()).collect();
        if most > open.alpha || quiet.is_empty() {
            return None;
        }
        order.retain(|&way| ways[way].is_loud);
        open.best = most;
        if self.has(Guess::Futility) {
            self.scribe.knows(open.at(), "futility", Some(most), open.window(), false);
        }
        self.scribe.skip(open.id, &quiet, "futility");
        None
    }
}
