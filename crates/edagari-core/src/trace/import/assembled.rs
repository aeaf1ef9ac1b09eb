//! Builds the trace from the data derived from a file.

use std::collections::HashMap;

use super::assemble::Assembly;
use super::contents::{FileContents, NONE, Skipped};
use super::listed_moves::{Shown, mismatches};
use super::numbered::Numbered;
use crate::game::{AnyGame, GameSetup, LabelBoard, LabelBoardError};
use crate::score::{Answer, Player};
use crate::trace::PositionCursor;
use crate::trace::index::retrace::{IndexInputs, Indexed};
use crate::trace::model::foreign::{Foreign, Remark, RemarkKind};
use crate::trace::model::tree::Visits;
use crate::trace::model::visit_frames;
use crate::trace::stream::FORMAT_VERSION;
use crate::trace::{
    Abandoned, BoardNotation, Ending, FrameKind, Id, NodeId, Progress, RecordedNode, RecordedTree, Rules, Skip, Texts,
    Trace, VisitId,
};

impl Assembly<'_> {
    /// Builds the trace after the walk.
    pub(in crate::trace) fn into_trace(
        mut self,
        game: Option<AnyGame>,
        start: Vec<u32>,
        progress: &Progress,
    ) -> Result<Trace, Abandoned> {
        // The index needs the updates that settle nodes, and the visits at which chance moves.
        self.foreign.columns = std::mem::take(&mut self.columns);
        self.foreign.own_updates = std::mem::take(&mut self.own_updates).into();
        let (visits, indexed) = self.visits(progress)?;
        let mut foreign = std::mem::take(&mut self.foreign);
        foreign.unscored.sort_unstable();
        self.note_remarks(&mut foreign);
        // In a run by Edagari, the ids are the numbers of the nodes.
        let mut ids = (0..).zip(&self.contents.ids).filter_map(|(visit, id)| Some((visit, id.as_ref()?)));
        let own = |visit: u32| Id::Number(visits.node(VisitId(visit)).0.into());
        if ids.any(|(visit, id)| !self.contents.header.is_own() || *id != own(visit)) {
            foreign.ids.clone_from(&self.contents.ids);
        }
        if !self.contents.header.is_own() {
            foreign.lines.clone_from(&self.contents.lines);
        }
        let mut setup = self.setup.clone();
        let (game, start) = match game {
            Some(game) if self.fits => {
                let labels = self.contents.visits.iter().enumerate().filter_map(|(visit, entered)| {
                    Some((visit as u32, self.contents.texts.text(entered.label?).into()))
                });
                foreign.labels = labels.collect();
                (game, start)
            }
            game => {
                let rules = game.map(|game| Rules { game, start });
                setup.game = GameSetup::unknown(setup.game.to_string());
                (AnyGame::other(self.recorded_tree(&visits, rules, &foreign.unscored)), Vec::new())
            }
        };
        let pruned = std::mem::take(&mut foreign.pruned);
        foreign.has_left_out_columns = self.contents.has_left_out_columns;
        foreign.has_rounded_scores = self.contents.has_rounded_scores;
        foreign.says_complete = self.contents.says_complete && !self.contents.header.is_own();
        foreign.header.edagari = FORMAT_VERSION;
        // A correct run by Edagari is read identically, however often it is saved.
        foreign.header.saved = !self.contents.header.is_own() || !foreign.remarks.is_empty();
        // The evaluation of a run by Edagari always belongs to its game.
        let evaluation = self.contents.header.evaluation.as_deref();
        let is_evaluated = !self.fits || evaluation.is_none_or(|name| game.evaluations().contains(&name));
        // A run that breaks the rules of its game is not one that the header describes.
        let fits = self.fits || self.known.is_none();
        let fits = fits && foreign.header.unit == game.unit();
        let is_own = foreign.is_nothing() && self.contents.skips.is_empty() && is_evaluated && fits;
        let ending = self.contents.ending.unwrap_or(Ending::CutShort);
        let mut table = std::mem::take(&mut self.table);
        table.index();
        let mut trace = Trace::not_started(setup, game, start);
        trace.ending = ending;
        trace.foreign = (!is_own).then(|| Box::new(foreign));
        debug_assert_eq!(indexed.frame_count, self.frame, "frames are counted as they are derived");
        trace.take(visits, table, indexed);
        trace.take_passes(self.contents.passes.clone());
        let skips = self.skips(&trace);
        if let Some(foreign) = &mut trace.foreign {
            foreign.skips = skips.into();
        }
        let lists_no_moves = self.lists_no_moves() && {
            let mut visits = (0..trace.visit_count() as u32).map(VisitId);
            visits.any(|visit| trace.lists_moves(visit))
        };
        let tells_no_cuts = !self.contents.tells_cuts() && trace.has_cuts_by_children();
        if let Some(foreign) = &mut trace.foreign {
            foreign.lists_no_moves = lists_no_moves;
            foreign.tells_no_cuts = tells_no_cuts;
        }
        trace.drop_derived_kinds();
        // A run by Edagari contains its own counts, if any.
        let counts = self.contents.header.is_own() || trace.recorded_tree().is_some();
        if counts || !pruned.is_empty() {
            let stated: HashMap<u32, u64> = pruned.into_iter().collect();
            let of_cuts: Vec<Option<u64>> = trace.cuts().iter().map(|cut| stated.get(cut).copied()).collect();
            trace.nodes_pruned = of_cuts.into();
        }
        Ok(trace)
    }

    /// Whether unsearched moves are known only from events that skip or prune them, not from rules
    /// or lists.
    fn lists_no_moves(&self) -> bool {
        let contents = self.contents;
        let names_others = !contents.skips.is_empty() || !contents.pruned.is_empty();
        let is_game_unknown = self.known.is_none() || !self.fits;
        !contents.generates
            && is_game_unknown
            && names_others
            && contents.visits.iter().all(|visit| visit.listed().is_empty())
    }

    fn visits(&self, progress: &Progress) -> Result<(Visits, Indexed), Abandoned> {
        let mut visits = Visits { ended: self.ended.clone(), ..Visits::default() };
        visits.number_root();
        let besides = IndexInputs {
            table: &self.table,
            table_setup: self.setup.table,
            foreign: Some(&self.foreign),
            frame_count: self.frame,
            windows_of: None,
        };
        if let Some(tree) = self.tree {
            self.take_layers(tree, &mut visits);
            let indexed = visits.index(besides, progress)?;
            return Ok((visits, indexed));
        }
        let mut first_child = 1;
        let mut first_children = Vec::new();
        let known = self.known.filter(|known| self.fits && known.visits.iter().any(|visit| visit.order.is_some()));
        for (visit, row) in self.rows.iter().enumerate() {
            if self.contents.generates {
                let parent = self.contents.parents[visit];
                let node = match parent {
                    NONE => 0,
                    _ => first_children[parent as usize] + self.siblings.place(visit as u32) as u32,
                };
                visits.generate(NodeId(node), row.player);
                first_children.push(first_child);
                first_child += row.child_count;
            } else {
                visits.keep_window(visit, row.given);
                let visit = visits.enter(row.player, row.start);
                visits.state_end(visit, row.end, row.score, row.value_of_parent);
            }
            if row.child_count > 0 {
                let natural = || (0..row.child_count).collect::<Box<[u32]>>();
                let order = known.map(|known| known.visits[visit].order.clone().unwrap_or_else(natural));
                visits.expand(row.child_count as usize, order.as_deref());
            }
        }
        let indexed = visits.index(besides, progress)?;
        Ok((visits, indexed))
    }

    /// Adds the visits of nodes that are entered several times.
    fn take_layers(&self, tree: &Numbered, visits: &mut Visits) {
        visits.begin_layers();
        for (visit, row) in (0_u32..).zip(&self.rows) {
            let node = NodeId(tree.of_visit[visit as usize]);
            if let Some(&thread) = self.contents.threads.of_visit.get(visit as usize) {
                visits.state_thread(thread);
            }
            visits.keep_window(visit as usize, row.given);
            visits.enter_layer(node, row.player, row.start);
            visits.state_end(VisitId(visit), row.end, row.score, row.value_of_parent);
            let Some(expansion) = tree.expansion_of[visit as usize] else { continue };
            if tree.expanded_by[expansion as usize] == visit {
                let natural = || (0..row.child_count).collect::<Box<[u32]>>();
                let known = self.known.filter(|_| self.fits);
                let order = known.map(|known| known.visits[visit as usize].order.clone().unwrap_or_else(natural));
                visits.expand_first(VisitId(visit), row.child_count as usize, order.as_deref());
            } else {
                visits.expand_again(VisitId(visit), expansion);
            }
        }
    }

    /// Frame of a kind for a visit.
    fn frame_of(&self, visit: u32, at: FrameKind) -> Option<u32> {
        let row = self.rows.get(visit as usize)?;
        let end = row.end.unwrap_or(self.frame.saturating_sub(1));
        // If the file ends before the visit does, there may be no space for a `Store`.
        let is_short = at == FrameKind::Store && end <= row.start;
        Some(if is_short { end } else { visit_frames::of_kind(at, row.start, end) })
    }

    /// Skipped moves, by the numbers of their nodes.
    fn skips(&self, trace: &Trace) -> Vec<Skip> {
        let mut positions = PositionCursor::new(trace);
        let mut named = NamedMoves::default();
        let skip_of = |skipped: &Skipped| {
            let node = trace.node_of(VisitId(skipped.visit));
            let texts = skipped.children.iter().map(|&text| self.contents.texts.text(text));
            let children = named.children(&mut positions, node, texts);
            let behind = skipped.behind.iter().filter_map(|&(visit, at)| self.frame_of(visit, at));
            let frame = behind.max().unwrap_or(0).min(self.frame.saturating_sub(1));
            let count = skipped.count.unwrap_or(skipped.children.len() as u64);
            Skip { frame, visit: skipped.visit, children, why: skipped.why.clone(), count }
        };
        self.contents.skips.iter().map(skip_of).collect()
    }

    /// Assigns frames to the remarks, and adds them.
    fn note_remarks(&self, foreign: &mut Foreign) {
        let frame = |visit: u32, at: FrameKind| self.frame_of(visit, at);
        let contents = self.contents.remarks.iter().map(|pending| Remark {
            frame: frame(pending.visit, pending.at).unwrap_or(0).min(self.frame.saturating_sub(1)),
            line: pending.line,
            kind: pending.kind.clone(),
        });
        let unscored = self.no_score.iter().map(|&visit| Remark {
            frame: frame(visit, FrameKind::End).unwrap_or(0),
            line: 0,
            kind: RemarkKind::NoScore,
        });
        let no_board = self.first_without_board().map(|(visit, label, problem)| Remark {
            frame: frame(visit, FrameKind::Start).unwrap_or(0),
            line: 0,
            kind: RemarkKind::NoBoard { label: label.into(), problem: problem.to_string().into() },
        });
        // In a known game, boards are compared with the rules.
        let tree = self.tree.filter(|_| self.known.is_none());
        let other_boards = tree.map(|tree| visits_with_other_boards(self.contents, tree)).unwrap_or_default();
        let other_boards = other_boards.into_iter().map(|visit| Remark {
            frame: frame(visit, FrameKind::Start).unwrap_or(0),
            line: self.contents.lines[visit as usize].into(),
            kind: RemarkKind::OtherBoard,
        });
        let illegal = self.known.into_iter().flat_map(|known| &known.illegal).map(|&visit| Remark {
            frame: frame(visit, FrameKind::Start).unwrap_or(0),
            line: 0,
            kind: RemarkKind::IllegalMove {
                mv: self.contents.mv(visit).map_or("", |mv| self.contents.texts.text(mv)).into(),
            },
        });
        let mismatches = mismatches(self.contents, self.siblings, self.known, &foreign.columns).into_iter().map(
            |(shown, line, kind)| {
                let frame = match shown {
                    Shown::Visit(visit, at) => frame(visit, at),
                    Shown::Own(place) => foreign.own_updates.list().get(place as usize).map(|own| own.frame),
                };
                Remark { frame: frame.unwrap_or(0).min(self.frame.saturating_sub(1)), line, kind }
            },
        );
        let derived = unscored.chain(illegal).chain(no_board).chain(other_boards).chain(mismatches);
        let mut remarks = self.contents.stated_remarks.clone();
        // The events of a saved trace differ from those of the file from which it was imported, so
        // only the saved remarks count.
        let derived = contents.chain(derived.filter(|_| !self.contents.header.saved));
        let others: Vec<Remark> = derived
            .filter(|new| !remarks.iter().any(|kept| (kept.frame, &kept.kind) == (new.frame, &new.kind)))
            .collect();
        remarks.extend(others);
        remarks.sort_by_key(|remark| remark.frame);
        foreign.remarks = remarks;
    }

    /// The first visit whose label is not the board that the header announces, with the label and its problem.
    fn first_without_board(&self) -> Option<(u32, &str, LabelBoardError)> {
        let BoardNotation::Fen = self.contents.header.board?;
        (0..self.rows.len() as u32).find_map(|visit| {
            let label = self.contents.texts.text(self.entered(visit).label?);
            LabelBoard::read(label).err().map(|problem| (visit, label, problem))
        })
    }

    /// The tree, as far as the file determines it. The visits of `unscored` ended without a score.
    fn recorded_tree(&self, visits: &Visits, rules: Option<Rules>, unscored: &[u32]) -> RecordedTree {
        // Texts are renumbered by node, so that their order in the file does not matter.
        let mut texts = Texts::default();
        let nothing = texts.number("");
        let contents = &self.contents.texts;
        let mut numbers = vec![NONE; contents.list().len()];
        let mut number = |text: u32| {
            let number = &mut numbers[text as usize];
            if *number == NONE {
                *number = texts.number(contents.text(text));
            }
            *number
        };
        let unvisited = |parent: u32, player: Player, text: u32| RecordedNode {
            parent,
            first_child: 0,
            child_count: 0,
            player,
            score: None,
            text,
            label: None,
            rule_move: None,
        };
        let mut nodes = vec![unvisited(0, Player::Max, nothing); visits.node_count()];
        for (visit, row) in self.rows.iter().enumerate() {
            let visit = visit as u32;
            let entered = self.entered(visit);
            let node = visits.node(VisitId(visit)).0;
            let children = visits.children(VisitId(visit));
            let is_answered = matches!(row.answer, Some(Answer::Returned { .. }));
            let is_unscored = unscored.binary_search(&visit).is_ok();
            let above = &mut nodes[node as usize];
            above.player = row.player;
            // If the program omitted the move of a visit, the name from another visit is not used.
            above.text = self.contents.mv(visit).map_or(above.text, &mut number);
            // Of several visits, the first one with a label counts.
            above.label = above.label.or_else(|| entered.label.map(&mut number));
            above.rule_move = self.known.and_then(|known| known.visits[visit as usize].mv);
            if self.contents.generates {
                above.score = entered.score.filter(|_| children.is_empty());
            } else if children.is_empty() && row.end.is_some() && !is_answered && !is_unscored {
                above.score = Some(row.score);
            }
            let repeats = above.child_count > 0;
            if children.is_empty() || repeats {
                continue;
            }
            above.first_child = children.start;
            above.child_count = children.len() as u32;
            for child in children.clone() {
                nodes[child as usize] = unvisited(node, row.player.other(), nothing);
            }
            if self.tree.is_none() {
                let first = children.start + self.siblings.of_visit(visit).len() as u32;
                for (child, text) in (first..children.end).zip(self.siblings.unvisited(self.contents, visit)) {
                    nodes[child as usize].text = number(text);
                }
            }
        }
        for &(node, text) in self.tree.iter().flat_map(|tree| &tree.unvisited) {
            nodes[node as usize].text = number(text);
        }
        // A node that another visit searched deeper is not a leaf.
        for node in nodes.iter_mut().filter(|node| node.child_count > 0) {
            node.score = None;
        }
        let evaluation = self.contents.header.evaluation.clone();
        RecordedTree::new(nodes, texts.list().to_vec(), rules)
            .evaluated_by(evaluation)
            .with_unit(self.contents.header.unit)
            .with_boards(self.contents.header.board)
    }
}

/// Children of one node by the texts of their moves, cached until another node is requested.
#[derive(Default)]
struct NamedMoves {
    of: Option<NodeId>,
    by_text: HashMap<String, Vec<(u32, NodeId)>>,
}

impl NamedMoves {
    /// Numbers of the children of a node that have these move texts, in the game's order.
    fn children<'t>(
        &mut self,
        positions: &mut PositionCursor<'_>,
        node: NodeId,
        texts: impl ExactSizeIterator<Item = &'t str>,
    ) -> Vec<u32> {
        if texts.len() == 0 {
            return Vec::new();
        }
        if self.of.replace(node) != Some(node) {
            self.by_text.clear();
            let trace = positions.trace();
            if let Some(position) = positions.at(node) {
                for child in trace.children(node) {
                    let Some(mv) = trace.move_of(child) else { continue };
                    self.by_text.entry(position.move_text(mv as usize)).or_default().push((mv, child));
                }
            }
        }
        let position = positions.at(node);
        let mut named: Vec<_> = Vec::new();
        for text in texts {
            if let Some(known) = self.by_text.get(text) {
                named.extend(known);
                continue;
            }
            let reads = |known: &&(u32, NodeId)| {
                position.as_ref().is_some_and(|position| position.reads_move(known.0 as usize, text))
            };
            named.extend(self.by_text.values().flatten().find(reads));
        }
        named.sort_unstable_by_key(|&(mv, _)| mv);
        named.dedup();
        named.into_iter().map(|(_, child)| child.0).collect()
    }
}

/// The board and the player to move, if a label is a FEN.
fn board_and_player(label: &str) -> Option<[&str; 2]> {
    let mut words = label.split_whitespace();
    let (board, player) = (words.next()?, words.next()?);
    let slashes = board.matches('/').count();
    (slashes == 7 || (slashes > 1 && matches!(player, "w" | "b"))).then_some([board, player])
}

/// The visits whose label has another board than the first visit with the same moves. None if most have, or if passes start
/// from different boards: then the labels follow other conventions.
fn visits_with_other_boards(contents: &FileContents, tree: &Numbered) -> Vec<u32> {
    let mut are_stated: Vec<bool> = Vec::with_capacity(contents.visits.len());
    let mut first: HashMap<u32, [&str; 2]> = HashMap::new();
    let (mut same, mut others) = (0_usize, Vec::new());
    for (visit, (entered, &parent)) in (0_u32..).zip(contents.visits.iter().zip(&contents.parents)) {
        let is_stated = parent == NONE || (contents.mv(visit).is_some() && are_stated[parent as usize]);
        are_stated.push(is_stated);
        let label =
            entered.label.filter(|_| is_stated && !entered.is_speculative).map(|label| contents.texts.text(label));
        let Some(board) = label.and_then(board_and_player) else { continue };
        if *first.entry(tree.of_visit[visit as usize]).or_insert(board) == board {
            same += 1;
        } else if parent == NONE {
            return Vec::new();
        } else {
            others.push(visit);
        }
    }
    if others.len() <= same { others } else { Vec::new() }
}
