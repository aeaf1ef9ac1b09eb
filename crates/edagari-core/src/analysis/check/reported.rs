//! Checks of results that a program reports: the best move of a node, and the line of a search.

use super::proved_bounds::Tried;
use super::prover::{OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::game::AnyPosition;
use crate::score::{BoundKind, Player, Score, ScoreSource, Window};
use crate::trace::{ColumnValue, CutTest, Fact, KnownReason, Meaning, NodeId, Step, VisitId};

/// Texts that programs write if there is no move.
const NO_MOVE: [&str; 6] = ["", "-", "none", "(none)", "null", "0000"];

/// A move that a program reports for a node, by the scores of the node's moves.
enum Rated {
    Best,
    /// The move was only shown to be no better than this score, or is worse.
    Bound(Score),
    NotSearched,
}

/// The end of a line that follows the best children.
enum LineEnd {
    /// The line leaves them with this move.
    Leaves(String),
    /// The line ends at this visit.
    At(VisitId),
}

impl Prover<'_> {
    /// Whether the trace reports best moves that can be judged.
    pub(super) fn judges_best(&self) -> bool {
        const STATED_BY: [Meaning; 3] = [Meaning::Best, Meaning::Line, Meaning::StoreMove];
        let is_stated = || STATED_BY.into_iter().any(|meaning| self.trace.column_of(meaning).is_some());
        self.trace.origin().is_some() && is_stated() && !self.trace.has_threads()
    }

    /// The fault of a reported best move of which only a bound is known: it was proved to be no
    /// better than another move.
    pub(super) fn other_best(&mut self, frame: usize, open: &OpenVisit, score: Score) -> Option<Fault> {
        let best = self.move_in(Meaning::Best, open)?;
        match self.rated(open, score, &best)? {
            Rated::Best => self.noted.known_moves += 1,
            Rated::Bound(score) => {
                self.noted.known_moves += 1;
                return Some(Fault::BestIsBound { mv: best.into(), score });
            }
            Rated::NotSearched => return self.unsearched_best(frame, open, best),
        }
        None
    }

    /// The fault of a move written to the table of which only a bound is known. A program may keep a move that it did not search.
    pub(super) fn other_stored_move(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        self.trace.table().store_of(open.visit)?;
        let stored = self.move_in(Meaning::StoreMove, open)?;
        match self.rated(open, score, &stored)? {
            Rated::Bound(score) => Some(Fault::StoredMoveIsBound { mv: stored.into(), score }),
            Rated::Best | Rated::NotSearched => None,
        }
    }

    /// Notes whether the move of the entry that a node found is one of its moves, if these are known.
    pub(super) fn note_table_move(&mut self, frame: usize, open: &OpenVisit) {
        let trace = self.trace;
        if trace.origin().is_none() || trace.has_threads() || trace.table().lookup_of(open.visit).is_none() {
            return;
        }
        let Some(mv) = self.text_in(Meaning::LookupMove, open.visit).filter(|mv| !NO_MOVE.contains(&mv.as_str()))
        else {
            return;
        };
        if trace.children(open.node).any(|node| self.is_named(open.position.as_ref(), node, &mv)) {
            self.noted.right_table_moves += 1;
            return;
        }
        let is_legal = |position: &AnyPosition| {
            (0..position.move_count()).any(|index| position.move_text(index) == mv || position.reads_move(index, &mv))
        };
        let is_other = if let Some(position) = &open.position {
            position.move_count() > 0 && !is_legal(position)
        } else {
            // Without rules, a node without a cut has searched all its moves.
            let is_plain = open.children > 0 && open.cut.is_none() && open.answer.is_none() && !open.may_stand_pat;
            is_plain && !self.is_settled_otherwise(open.visit) && trace.skips_of(open.visit).next().is_none()
        };
        if is_other {
            self.noted.other_table_moves.push(frame);
        }
    }

    /// Remarks on moves of the table that are no moves of their nodes, unless most are: then the program writes them in another
    /// notation.
    pub(super) fn remark_table_moves(&mut self) {
        let frames = std::mem::take(&mut self.noted.other_table_moves);
        if frames.len() <= self.noted.right_table_moves + 1 {
            for frame in frames {
                self.remark(frame, CheckRemarkKind::OtherTableMove);
            }
        }
    }

    /// Compares a move that a program reports for a node with the scores of the node's moves; `None` if no move of the node is
    /// known to be the best.
    fn rated(&self, open: &OpenVisit, score: Score, best: &str) -> Option<Rated> {
        if !self.judges_best() {
            return None;
        }
        let has_own_score = open.has_own_score || open.is_settled || open.may_stand_pat || open.answer.is_some();
        let is_by_children = open.children > 0 && !has_own_score && !self.is_settled_otherwise(open.visit);
        let soft = open.best.filter(|_| is_by_children && open.knows_window)?;
        let Window { alpha, beta } = open.searched;
        // A node that fails low knows only bounds of its moves.
        let (is_low, is_beyond): (bool, fn(Score, Window) -> bool) = match open.player {
            Player::Max => (soft <= alpha, |score, window| score >= window.beta),
            Player::Min => (soft >= beta, |score, window| score <= window.alpha),
        };
        let follows = self.returnable(ScoreSource::Children, open, soft).allows(score);
        if is_low || !follows {
            return None;
        }
        let is_best = |&(&node, _): &(&NodeId, &Tried)| self.is_named(open.position.as_ref(), node, best);
        let Some((_, tried)) = open.proved.tried.iter().find(is_best) else { return Some(Rated::NotSearched) };
        if self.trace.skips_of(open.visit).next().is_some() {
            return Some(Rated::Best);
        }
        let is_worse = open.player.better(tried.score, soft) != tried.score;
        let is_no_better = match open.player {
            Player::Max => tried.score <= tried.before.alpha,
            Player::Min => tried.score >= tried.before.beta,
        };
        let is_open = tried.bounds.is_some_and(|bounds| match open.player {
            Player::Max => bounds.lower < tried.score,
            Player::Min => bounds.upper > tried.score,
        });
        let is_bound = is_no_better && (is_open || tried.may_have_others);
        let is_wrong =
            if is_worse { !is_beyond(tried.score, open.searched) } else { is_bound && self.test == CutTest::AtLeast };
        Some(if is_wrong { Rated::Bound(tried.score) } else { Rated::Best })
    }

    /// The fault of a reported best move that the node has not searched. A text that is no move of
    /// the node is kept until the end, because the program may use another notation.
    fn unsearched_best(&mut self, frame: usize, open: &OpenVisit, best: String) -> Option<Fault> {
        let trace = self.trace;
        let is_best = |node: NodeId| self.is_named(open.position.as_ref(), node, &best);
        if NO_MOVE.contains(&best.as_str())
            || trace.visited_children(open.visit).any(|child| is_best(trace.node_of(child)))
        {
            return None;
        }
        let is_skipped = trace.skips_of(open.visit).any(|skip| skip.children().any(is_best));
        if is_skipped || trace.children(open.node).any(is_best) {
            return Some(Fault::BestNotSearched { mv: best.into() });
        }
        let is_named = |node: NodeId| self.text_of(open, node).is_some_and(|text| !text.is_empty());
        let are_known = trace.column_of(Meaning::Name).is_none() && trace.children(open.node).all(is_named);
        self.noted.no_moves.extend(are_known.then(|| (frame, Fault::BestNoMove { mv: best.into() })));
        None
    }

    /// Reports best moves that are no moves of their nodes, unless most are: then the program uses
    /// another notation.
    pub(super) fn best_in_the_end(&mut self) {
        let no_moves = std::mem::take(&mut self.noted.no_moves);
        if no_moves.len() <= self.noted.known_moves + 1 {
            for (frame, fault) in no_moves {
                self.find(frame, fault);
            }
        }
    }

    /// Records the score of the child that has returned.
    pub(super) fn note_tried(&mut self, frame: usize, step: &Step, score: Score, before: Window) {
        let child = self.trace.returned_child(frame).filter(|&child| !self.trace.is_speculative(child));
        let Some(child) = child.filter(|&child| self.judges_best() && !self.trace.is_stopped(child)) else { return };
        let (trace, node) = (self.trace, self.trace.node_of(child));
        let tells_moves = self.noted.tells_moves.unwrap_or_else(|| {
            let mut visits = (0..trace.visit_count() as u32).map(VisitId);
            visits.any(|visit| self.child_count(trace.node_of(visit)) > trace.visited_children(visit).count())
        });
        self.noted.tells_moves = Some(tells_moves);
        let is_cut = trace.visited_children(child).next().is_some()
            && trace.source_of(Fact::Window(child)).is_known()
            && match step.player {
                Player::Max => score <= trace.judged_window(child).alpha,
                Player::Min => score >= trace.judged_window(child).beta,
            };
        let Some(open) = self.top(step.visit) else { return };
        let bounds = open.proved.children.get(&node).copied();
        let may_have_others = is_cut && !tells_moves;
        open.proved.tried.insert(node, Tried { score, before, bounds, may_have_others });
    }

    /// The text of a visit in a column. Numbers are ignored: they are scores or log lines, not
    /// moves.
    pub(super) fn text_in(&self, meaning: Meaning, visit: VisitId) -> Option<String> {
        match self.trace.value_of(meaning, visit)? {
            ColumnValue::Text(text) => Some(text.into_owned()),
            _ => None,
        }
    }

    /// The move of a node in a column: a text, or a number if the node has such a move.
    fn move_in(&self, meaning: Meaning, open: &OpenVisit) -> Option<String> {
        if let ColumnValue::Integer(number) = self.trace.value_of(meaning, open.visit)? {
            let text = number.to_string();
            let is_move = |node: NodeId| self.trace.recorded_move_text(node) == Some(&text);
            return self.trace.children(open.node).any(is_move).then_some(text);
        }
        self.text_in(meaning, open.visit)
    }

    /// The text of the move to a child.
    fn text_of(&self, open: &OpenVisit, child: NodeId) -> Option<String> {
        if let Some(text) = self.trace.recorded_move_text(child) {
            return Some(text.to_owned());
        }
        Some(open.position.as_ref()?.move_text(self.trace.rule_move(child)? as usize))
    }

    /// Whether a text names the move to a child: in the notation of the stream, or in one that the game reads.
    pub(super) fn is_named(&self, position: Option<&AnyPosition>, child: NodeId, text: &str) -> bool {
        if self.trace.recorded_move_text(child) == Some(text) {
            return true;
        }
        let by_rules = position.zip(self.trace.rule_move(child));
        by_rules.is_some_and(|(position, mv)| {
            let mv = mv as usize;
            position.move_text(mv) == text || position.reads_move(mv, text)
        })
    }

    /// The fault of a reported line that does not follow the best children of the search. The line
    /// of a `pass` may be that of the pass before.
    pub(super) fn other_line(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        if self.trace.has_threads() {
            return None;
        }
        let (visit, position) = (open.visit, open.position.as_ref());
        let fault = |mv: String| Fault::LineLeaves { mv: mv.into() };
        if let Some(line) = self.text_in(Meaning::Line, visit) {
            // A line of one word is a move in most notations.
            let first = line.split_whitespace().next()?;
            let is_bound = matches!(self.rated(open, score, first), Some(Rated::Bound(_)));
            let left = if is_bound { Some(first.to_owned()) } else { self.left_at(visit, position, &line) };
            return left.map(fault);
        }
        let line = self.text_in(Meaning::PassLine, visit)?;
        let left = self.left_at(visit, position, &line)?;
        let before = self.trace.layers(NodeId::ROOT).take_while(|&root| root < visit).last();
        before.is_none_or(|before| self.left_at(before, position, &line).is_some()).then(|| fault(left))
    }

    /// The move at which a reported line differs from the best children below a visit; `None` if it
    /// does not, or if that is unknown.
    fn left_at(&self, visit: VisitId, position: Option<&AnyPosition>, line: &str) -> Option<String> {
        match self.end_of(visit, position, line)? {
            LineEnd::Leaves(mv) => Some(mv),
            LineEnd::At(_) => None,
        }
    }

    /// Remarks on a reported line of the root that ends where the table answered.
    pub(super) fn remark_line(&mut self, frame: usize, open: &OpenVisit) {
        if self.trace.has_threads() || !self.path.is_empty() {
            return;
        }
        let root = open.visit;
        let line = self.text_in(Meaning::Line, root).or_else(|| self.text_in(Meaning::PassLine, root));
        let end = line.and_then(|line| self.end_of(root, open.position.as_ref(), &line));
        let Some(LineEnd::At(end)) = end else { return };
        // Some programs do not report the move to a node that the table answered.
        let trace = self.trace;
        let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
        let is_best = |child: &VisitId| !trace.is_speculative(*child) && score_of(*child) == score_of(end);
        let best = trace.visited_children(end).find(is_best);
        let is_answered = |visit: &VisitId| *visit != root && trace.table().answered(*visit).is_some();
        let answered = [Some(end), best].into_iter().flatten().find(is_answered);
        if let Some(lookup) = answered.and_then(|visit| trace.table().lookup_of(visit)) {
            self.remark(frame, CheckRemarkKind::LineCutByTable { lookup: lookup.frame });
        }
    }

    /// Follows a line below a visit along the best children; `None` where it is unknown which child is the best. `position` is that
    /// of the visit, if the rules are known.
    fn end_of(&self, visit: VisitId, position: Option<&AnyPosition>, line: &str) -> Option<LineEnd> {
        let trace = self.trace;
        let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
        let first_move = |line: &str| Some(LineEnd::Leaves(line.split_whitespace().next()?.to_owned()));
        let has_table = self.header.table.as_ref().is_none_or(|table| table.setup().is_some()) || trace.tells_table();
        let (mut rest, mut at, mut position) = (line.trim(), visit, position.cloned());
        while !rest.is_empty() {
            let score = score_of(at)?;
            let mut children: Vec<VisitId> =
                trace.visited_children(at).filter(|&child| !trace.is_speculative(child)).collect();
            children.reverse();
            if at != visit && children.is_empty() && self.is_end_of_game(at, position.as_ref()) {
                return first_move(rest);
            }
            // Beyond the horizon, a line can come from a deeper search that the table remembers.
            let goes_beyond = at != visit
                && ((children.is_empty() && (has_table || self.is_deepest(at))) || self.may_be_from_table(at, rest));
            let is_exact = children.is_empty() || trace.judged_window(at).judge(score) == BoundKind::Exact;
            let is_settled = trace.table().answered(at).is_some()
                || self.is_settled_otherwise(at)
                || trace.own_updates_of(at).any(|own| own.value.is_some() || own.cut)
                || trace.skips_of(at).next().is_some();
            if !is_exact || is_settled || !trace.source_of(Fact::Window(at)).is_known() {
                return None;
            }
            let next = children.iter().find_map(|&child| {
                let after = self.after_move(position.as_ref(), trace.node_of(child), rest)?;
                Some((child, after))
            });
            let Some((child, after)) = next else {
                // The first move may have another notation, and a recorder may omit deep nodes.
                return first_move(rest).filter(|_| at != visit && !goes_beyond);
            };
            if self.header.move_scores == Some(true) {
                return None;
            }
            let received = |score: Score| self.known.decay.map_or(score, |decay| decay.of(score));
            if received(score_of(child)?) != score {
                return first_move(rest).filter(|_| !goes_beyond);
            }
            position = position.zip(trace.rule_move(trace.node_of(child))).and_then(|(here, mv)| here.play(mv));
            (rest, at) = (after, child);
        }
        Some(LineEnd::At(at))
    }

    /// The rest of a line after the move to a child; `None` if the line does not begin with it.
    fn after_move<'l>(&self, position: Option<&AnyPosition>, child: NodeId, line: &'l str) -> Option<&'l str> {
        let after = |text: &str| {
            let after = line.strip_prefix(text).filter(|_| !text.is_empty())?;
            (after.is_empty() || after.starts_with(char::is_whitespace)).then(|| after.trim_start())
        };
        let by_rules = || {
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            self.is_named(position, child, first).then(|| rest.trim_start())
        };
        self.trace.recorded_move_text(child).and_then(after).or_else(by_rules)
    }

    /// Whether the game is over at a leaf, so that a line ends there.
    fn is_end_of_game(&self, leaf: VisitId, position: Option<&AnyPosition>) -> bool {
        let is_stated = matches!(self.trace.reason_of(leaf), Some(KnownReason::Mate | KnownReason::GameOver));
        is_stated || position.is_some_and(|position| position.score().is_some() && !position.is_dead())
    }

    /// Whether a line that begins at a visit can be read from the table: an entry of the position has the first move.
    fn may_be_from_table(&self, visit: VisitId, line: &str) -> bool {
        let trace = self.trace;
        let Some(first) = line.split_whitespace().next().filter(|_| trace.column_of(Meaning::StoreMove).is_some())
        else {
            return false;
        };
        let found = || trace.table().lookup_of(visit).and_then(|found| found.store);
        let Some(store) = trace.table().store_of(visit).or_else(found) else { return false };
        let Some(entry) = trace.table().stored(store).map(|stored| stored.entry) else { return false };
        let moves = &self.written().moves;
        moves.get(&entry).is_some_and(|moves| moves.iter().any(|mv| **mv == *first))
    }

    /// Whether no visit of the same pass is deeper.
    fn is_deepest(&self, visit: VisitId) -> bool {
        let trace = self.trace;
        let first = trace.layers(NodeId::ROOT).take_while(|&root| root <= visit).last().map_or(0, |root| root.0);
        let next =
            trace.layers(NodeId::ROOT).find(|&root| root > visit).map_or(trace.visit_count() as u32, |root| root.0);
        let depth = trace.depth_of(visit);
        !(first..next).any(|other| trace.depth_of(VisitId(other)) > depth)
    }
}
