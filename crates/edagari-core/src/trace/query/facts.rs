//! Facts of a trace beyond its frames: their sources, names and labels that a program gives, columns, and the range of scores; and
//! the handles that lead to all other queries.

use std::collections::HashMap;

use super::chance::Chance;
use super::changes::{Field, History};
use super::handles::{Frame, Node, Visit};
use super::mates::{decay_of_scores, scores_of_mates};
use super::proofs::Proofs;
use super::samples::{PLAYOUT, Samples};
use super::table::TableHistory;
use crate::game::AnyGame;
use crate::score::{Bounds, Decay, Player, Window};
use crate::search::{Algorithm, PassKind, Priors, Proof, Sampling};
use crate::trace::model::header::GUESSING_PROGRAM;
use crate::trace::{
    Column, ColumnValue, Fact, FactSource, Header, KnownReason, MateScores, Meaning, NodeId, PointOfView, Process,
    Setup, Trace, VisitId, VisitKind,
};

impl Trace {
    /// Returns the source of a fact. Facts of a run by Edagari are those of its recorder, the program of such a trace.
    #[must_use]
    pub fn source_of(&self, fact: Fact) -> FactSource {
        let has_no_table = |header: &Header| header.table.as_ref().is_some_and(|table| table.setup().is_none());
        let foreign = self.foreign();
        match fact {
            Fact::Moves if self.rules().is_some() => FactSource::Rules,
            Fact::Window(visit) if foreign.is_some_and(|foreign| !foreign.tells_window(visit.0)) => {
                // A run from the root has the full window, unless its search or the kind of its pass can start with a narrower one.
                let may_be_narrow = || self.parent_visit(visit).is_none() && self.may_begin_narrow(visit);
                if self.windows_follow() && !may_be_narrow() { FactSource::Derived } else { FactSource::Unknown }
            }
            Fact::Cuts if foreign.is_some_and(|foreign| foreign.tells_no_cuts) => FactSource::Derived,
            Fact::Answers if self.origin().is_some_and(|header| !has_no_table(header)) && !self.tells_table() => {
                FactSource::Unknown
            }
            Fact::Moves | Fact::Window(_) | Fact::Cuts | Fact::Answers => FactSource::Program,
        }
    }

    /// Number of visits whose windows are derived because the program does not record them.
    #[must_use]
    pub fn derived_windows(&self) -> u64 {
        self.foreign().map_or(0, |foreign| foreign.derived_windows.iter().map(|&(_, count)| u64::from(count)).sum())
    }

    /// Whether the file states a window at `frame` that differs from the derived one.
    pub fn states_window(&self, frame: usize) -> bool {
        let stated = self.foreign().map_or(&[][..], |foreign| &foreign.windows);
        u32::try_from(frame).is_ok_and(|frame| crate::trace::model::foreign::value_for(stated, frame).is_some())
    }

    /// Whether windows of updates are the only evidence that the search has windows: the header
    /// names neither a search nor a cutoff test, no visit states its given window, and no cuts are
    /// marked.
    pub(crate) fn has_windows_of_updates_alone(&self) -> bool {
        let is_silent = self.origin().is_some_and(|header| header.search.is_none() && header.cut.is_none());
        let visits = self.visit_count() as u32;
        is_silent
            && self.derived_windows() == u64::from(visits)
            && !(self.source_of(Fact::Cuts).is_program() && self.has_cuts_by_children())
            && (0..visits).any(|visit| self.given_window(VisitId(visit)) != Window::FULL)
    }

    /// Whether the trace contains table events. A program that records stores is assumed to record lookups, too.
    #[must_use]
    pub fn tells_table(&self) -> bool {
        !self.table.lookups.is_empty() || !self.table.stores.is_empty()
    }

    /// Whether the window of a child can be derived from the parent's window: the header names an algorithm with such windows.
    #[must_use]
    pub fn windows_follow(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let may_be_null = |algorithm: Algorithm| algorithm.has_null_windows() || header.null_windows == Some(true);
        header.process().and_then(Process::algorithm).is_some_and(|algorithm| {
            algorithm.has_full_windows() || (!may_be_null(algorithm) && self.source_of(Fact::Answers).is_known())
        })
    }

    fn may_begin_narrow(&self, root: VisitId) -> bool {
        let Some(header) = self.origin() else { return false };
        let begins_wide =
            |algorithm: Algorithm| !matches!(algorithm, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::Bisection);
        let pass = self.pass_of(root).map(|pass| &self.passes()[pass]);
        let is_plain = header.process().and_then(Process::algorithm).is_some_and(begins_wide);
        !is_plain || pass.is_some_and(|pass| pass.kind.is_some() && pass.known_kind() != Some(PassKind::Deepening))
    }
}

impl Trace {
    /// Columns of values that the program recorded with visits, sorted by name.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        self.foreign().map_or(&[], |foreign| foreign.columns.list())
    }

    /// Whether the program named more columns than [`MAX_COLUMNS`](crate::trace::MAX_COLUMNS).
    #[must_use]
    pub fn has_left_out_columns(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.has_left_out_columns)
    }

    /// Names and values of the columns in which a visit has a value.
    pub fn column_values(&self, visit: VisitId) -> impl Iterator<Item = (&str, ColumnValue<'_>)> {
        self.columns().iter().filter_map(move |column| Some((column.name(), column.value(visit)?)))
    }

    /// The column with a known meaning; `None` if the trace has none.
    #[must_use]
    pub fn column_of(&self, meaning: Meaning) -> Option<&Column> {
        self.foreign()?.columns.of(meaning)
    }

    /// The value of a visit in the column with a known meaning.
    #[must_use]
    pub fn value_of(&self, meaning: Meaning, visit: VisitId) -> Option<ColumnValue<'_>> {
        self.column_of(meaning)?.value(visit)
    }

    /// Kinds with a known meaning that the program records for a visit.
    #[must_use]
    pub fn kinds_of(&self, visit: VisitId) -> &[VisitKind] {
        self.foreign().map_or(&[], |foreign| foreign.columns.kinds(visit))
    }

    /// Whether the program records this kind for a visit, alone or in a list.
    #[must_use]
    pub fn has_kind(&self, visit: VisitId, kind: VisitKind) -> bool {
        self.kinds_of(visit).contains(&kind)
    }

    /// Known reason that the program records for the score of a visit; `None` for any other reason.
    pub(crate) fn reason_of(&self, visit: VisitId) -> Option<KnownReason> {
        self.foreign()?.columns.reason(visit)
    }

    /// Whether `visit` is speculative according to its columns (`kind` null-move, `counts` false): its parent does not use its
    /// score.
    #[must_use]
    pub fn is_speculative(&self, visit: VisitId) -> bool {
        self.kinds_of(visit).iter().any(|kind| kind.is_speculative())
            || self.value_of(Meaning::Counts, visit) == Some(ColumnValue::Boolean(false))
    }

    /// Whether the search of `visit` was stopped, so that its score is no result.
    pub(crate) fn is_stopped(&self, visit: VisitId) -> bool {
        self.reason_of(visit) == Some(KnownReason::Stopped)
    }

    /// The number of moves from the root to a visit. A speculative visit of the place of its parent adds none.
    #[must_use]
    pub fn ply_of(&self, visit: VisitId) -> i32 {
        let is_move = |&visit: &VisitId| self.parent_visit(visit).is_some() && !self.is_same_place(visit);
        std::iter::successors(Some(visit), |&visit| self.parent_visit(visit)).filter(is_move).count() as i32
    }

    /// Whether a speculative visit searches the position of its parent once more: no move leads to it, not even a null move.
    pub(crate) fn is_same_place(&self, visit: VisitId) -> bool {
        self.is_speculative(visit)
            && self.recorded_move_text(self.node_of(visit)) == Some("")
            && !self.has_kind(visit, VisitKind::NullMove)
    }
}

impl Trace {
    /// Name of a player in the header of the file.
    #[must_use]
    pub fn player_name(&self, player: Player) -> Option<String> {
        self.foreign()?.header.player_name(player)
    }

    /// Whether the program wrote the scores, windows and bounds of events at `visit` negated: from the point of view of the player to
    /// move, who is the min player there.
    #[must_use]
    pub fn is_written_negated(&self, visit: VisitId) -> bool {
        self.player_of(visit) == Player::Min && self.is_written_for_mover()
    }

    /// Whether another program wrote scores, windows and bounds from the point of view of the player to move.
    #[must_use]
    pub fn is_written_for_mover(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.header.scores == Some(PointOfView::Mover))
    }

    /// Whether another program states that its run is complete. Without that statement, a file may
    /// have been cut off even if all nodes are left.
    #[must_use]
    pub fn says_complete(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.says_complete)
    }

    /// Returns whether `test` holds for a text that another program gave: the names in its header, its moves and labels.
    pub fn has_text(&self, mut test: impl FnMut(&str) -> bool) -> bool {
        let of_tree = self.recorded_tree().is_some_and(|tree| tree.texts().iter().any(|text| test(text)));
        let of_visits = || self.foreign().map_or(&[][..], |foreign| &foreign.labels);
        of_tree
            || self.origin().and_then(|header| serde_json::to_string(header).ok()).is_some_and(|header| test(&header))
            || of_visits().iter().any(|(_, label)| test(label))
    }

    /// Whether the game comes from another program, so that no file can name it: a reader of a file knows only the tree in it.
    pub fn is_of_other_game(&self) -> bool {
        matches!(self.game, AnyGame::Other(_)) && self.recorded_tree().is_none()
    }

    /// Whether Edagari recorded the run, with guesses.
    #[must_use]
    pub fn is_recorded_with_guesses(&self) -> bool {
        let header = self.origin();
        header.is_some_and(|header| header.program.as_deref() == Some(GUESSING_PROGRAM) && header.guesses.is_some())
    }

    /// Setup of a run that Edagari recorded with guesses; `None` for other traces. [`Self::setup`]
    /// does not contain its game, because the tree has null moves, which the rules do not allow.
    #[must_use]
    pub fn setup_with_guesses(&self) -> Option<Setup> {
        let header = self.origin().filter(|_| self.is_recorded_with_guesses())?;
        header.described().ok().map(|described| described.setup)
    }

    /// Index of the move to `node` in the order of the rules; `None` if it is not legal, or the rules are unknown.
    pub(crate) fn rule_move(&self, node: NodeId) -> Option<u32> {
        match self.recorded_tree() {
            Some(tree) if tree.rules().is_some() => tree.nodes().get(node.0 as usize)?.rule_move,
            _ => self.move_of(node),
        }
    }

    /// Text that the trace contains for the move to a node; `None` if the text follows from the rules.
    pub(crate) fn recorded_move_text(&self, node: NodeId) -> Option<&str> {
        let tree = self.recorded_tree()?;
        tree.nodes().get(node.0 as usize).map(|node| tree.text(node.text))
    }

    /// Whether two siblings have the same move, as for a node that is visited again.
    pub(crate) fn have_same_move(&self, [first, second]: [NodeId; 2]) -> bool {
        match self.recorded_tree() {
            Some(_) => self.recorded_move_text(first) == self.recorded_move_text(second),
            None => first == second,
        }
    }

    /// Label that the program gives the node of a visit; `None` if it gives none.
    #[must_use]
    pub fn label_of(&self, visit: VisitId) -> Option<&str> {
        if let Some(tree) = self.recorded_tree() {
            return tree.nodes().get(self.node_of(visit).0 as usize)?.label.map(|label| tree.text(label));
        }
        let labels = &self.foreign()?.labels;
        let index = labels.binary_search_by_key(&visit.0, |&(key, _)| key).ok()?;
        Some(&labels[index].1)
    }

    /// Whether the program gives labels to nodes.
    #[must_use]
    pub fn has_labels(&self) -> bool {
        match self.recorded_tree() {
            Some(tree) => tree.nodes().iter().any(|node| node.label.is_some()),
            None => self.foreign().is_some_and(|foreign| !foreign.labels.is_empty()),
        }
    }

    /// Whether this is a run of PUCT whose children have different priors.
    #[must_use]
    pub fn has_priors(&self) -> bool {
        self.setup.process.sampling() == Some(Sampling::Puct) && self.setup.sampling.priors != Priors::Equal
    }

    /// Whether two nodes have the same recorded key.
    pub(crate) fn shares_keys(&self) -> bool {
        let Some(column) = self.column_of(Meaning::Key) else { return false };
        let mut nodes = HashMap::new();
        column.visits(VisitId(0)).any(|visit| {
            let node = self.node_of(visit);
            column.value(visit).is_some_and(|key| *nodes.entry(key.to_string()).or_insert(node) != node)
        })
    }

    /// Whether the game is over at a leaf: by the rules if they are known, otherwise if it has no other reason.
    pub(crate) fn is_result_of_game(&self, leaf: VisitId) -> bool {
        let by_rules = self.origin().and(self.rules());
        match by_rules.and_then(|_| self.position(&self.path(self.node_of(leaf)))) {
            Some(position) => position.score().is_some(),
            None => !self.is_playout(leaf),
        }
    }

    /// Whether the result of a leaf is that of a playout, or of an evaluation.
    #[must_use]
    pub fn is_playout(&self, visit: VisitId) -> bool {
        self.value_of(Meaning::Why, visit).is_some_and(|why| why.to_string() == PLAYOUT)
    }

    /// Whether this is a Monte-Carlo tree search that passes results up unchanged: by Edagari, or by a program that states its options.
    #[must_use]
    pub fn has_stated_sampling(&self) -> bool {
        let is_stated = self.origin().is_none_or(|header| header.sampling.is_some());
        is_stated && self.samples().is_some() && !self.has_threads()
    }

    /// Whether this is a Monte-Carlo tree search whose formula is known, see [`Samples::has_formula`](crate::trace::Samples::has_formula).
    #[must_use]
    pub fn has_formula(&self) -> bool {
        self.samples().is_some_and(|samples| samples.has_formula())
    }

    /// Bounds of all scores, in the unit of the trace: by the rules of the game, or as the program states them. `None` if they are not
    /// known.
    #[must_use]
    pub fn known_range(&self) -> Option<Bounds> {
        self.range_of_rules().or_else(|| self.origin()?.range())
    }

    /// Bounds of all scores by the rules of the game, in the unit of the trace.
    fn range_of_rules(&self) -> Option<Bounds> {
        let (game, _) = self.rules()?;
        let start = self.position(&[]).filter(|start| start.score().is_none());
        let range = start.and_then(|start| start.bounds(0)).or_else(|| game.score_range())?;
        Some(Bounds { lower: self.of_rules(range.lower), upper: self.of_rules(range.upper) })
    }
}

impl Trace {
    /// Whether chance moves at the node of `visit` instead of a player.
    #[inline]
    #[must_use]
    pub fn is_chance(&self, visit: VisitId) -> bool {
        self.foreign().is_some_and(|foreign| foreign.columns.is_chance(visit))
    }

    /// Whether `visit` only probes its node: below a chance node, it searches a part of the children, so its score is a bound.
    #[inline]
    #[must_use]
    pub fn is_probe(&self, visit: VisitId) -> bool {
        self.foreign().is_some_and(|foreign| foreign.columns.is_probe(visit))
            && self.visits.parent(visit).is_some_and(|parent| self.is_chance(parent))
    }

    /// Whether chance moves at some nodes.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.columns.has_chance())
    }

    /// Whether this is a proof-number search by another program that states its claim, and records the numbers of nodes in a game whose
    /// rules are not known.
    pub(crate) fn records_proof_numbers(&self) -> bool {
        let has = |name: &str| self.columns().iter().any(|column| column.name() == name);
        let is_stated = self.origin().is_some_and(|header| header.proof.is_some());
        let is_proof = is_stated && self.setup.process.proof().is_some() && self.rules().is_none();
        is_proof && has("pn") && has("dn") && !self.has_threads()
    }

    /// Whether nodes with the same position can share their numbers in a game whose rules are not known. A depth-first proof-number
    /// search has a table unless it states that it has none.
    pub(crate) fn may_share_numbers(&self) -> bool {
        match self.origin().and_then(|header| header.table.as_ref()) {
            Some(table) => table.setup().is_some(),
            None => self.setup.process.proof() == Some(Proof::Dfpn) || self.shares_keys(),
        }
    }
}

/// Handles for reading a trace.
impl Trace {
    /// Returns the frame numbered `index`, from 0; `None` after the last one.
    ///
    /// ```
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{FrameKind, Recording};
    ///
    /// let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
    /// let cut = trace.frames().find(|frame| frame.cut().is_some()).expect("α-β cuts");
    /// assert_eq!((cut.index(), cut.kind()), (19, FrameKind::Update));
    /// let pruned = cut.visit().pruned().count();
    /// assert_eq!(cut.node().children().count(), cut.visit().children().count() + pruned);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<Frame<'_>> {
        self.step(index).map(|step| Frame { trace: self, index, step })
    }

    /// Returns all frames, in order.
    #[must_use]
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = Frame<'_>> + '_ {
        (0..self.frame_count()).filter_map(|index| self.frame(index))
    }

    /// Returns the node at the start of the run; `None` if nothing was recorded.
    ///
    /// ```
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{NodeState, Recording};
    ///
    /// let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
    /// let root = trace.root().expect("a complete run");
    /// let first = root.children().next().expect("nine moves");
    /// assert_eq!(first.path(), [0]);
    /// assert_eq!(first.state(0), NodeState::Unvisited);
    /// assert_eq!(first.visits().next().and_then(|visit| visit.score()).map(|(score, _)| score), trace.value());
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        (self.node_count() > 0).then(|| self.node(NodeId::ROOT))
    }

    /// Returns a node.
    ///
    /// # Panics
    /// The methods of the handle panic if this trace has no such node.
    #[must_use]
    pub const fn node(&self, id: NodeId) -> Node<'_> {
        Node { trace: self, id }
    }

    /// Returns the node that the moves `path` lead to from the start of the run; `None` if it is not recorded.
    #[must_use]
    pub fn node_at(&self, path: &[u32]) -> Option<Node<'_>> {
        self.root()?;
        self.place(path).recorded().map(|id| self.node(id))
    }

    /// Returns a visit.
    ///
    /// # Panics
    /// The methods of the handle panic if this trace has no such visit.
    #[must_use]
    pub const fn visit(&self, id: VisitId) -> Visit<'_> {
        Visit { trace: self, id }
    }

    /// Returns the changes of one field, from frame to frame.
    #[must_use]
    pub const fn history(&self, field: Field) -> History<'_> {
        History { trace: self, field }
    }

    /// Returns the lookups and stores in the transposition table.
    #[must_use]
    pub const fn table(&self) -> TableHistory<'_> {
        TableHistory { trace: self }
    }

    /// The scores of mates; `None` if the trace neither declares nor shows any. The first query
    /// scans all leaves.
    #[must_use]
    pub fn mates(&self) -> Option<MateScores> {
        *self.mates.get_or_init(|| scores_of_mates(self))
    }

    /// How scores move toward 0 on the way to the parent, if the header declares it, or if all scores that a parent receives
    /// changed show it. The query scans all visits if there are such scores.
    #[must_use]
    pub fn decay(&self) -> Option<Decay> {
        decay_of_scores(self)
    }

    /// The iterations with their results; `None` unless this is a Monte-Carlo tree search. The
    /// first query scans all visits.
    #[must_use]
    pub fn samples(&self) -> Option<Samples<'_>> {
        Samples::of_trace(self)
    }

    /// The proof and disproof numbers; `None` unless this is a proof-number search with known
    /// rules. The first query scans all visits.
    #[must_use]
    pub fn proofs(&self) -> Option<Proofs<'_>> {
        Proofs::of_trace(self)
    }

    /// The moves of chance: probabilities and sums.
    #[must_use]
    pub const fn chance(&self) -> Chance<'_> {
        Chance { trace: self }
    }
}
