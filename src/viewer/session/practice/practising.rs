//! Practice: the replay of a run stops before some frames, with a question on their effects.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::round::Practice;
use crate::viewer::session::Session;
use crate::viewer::session::runs::run_id::RunId;
use edagari_core::language::Text;
use edagari_core::trace::NodeId;
use edagari_teach::practice::{Plan, Question, Reply, Round, Stage, Tally};

impl Session {
    /// Starts practice while it is turned on and the active run is recorded; ends it when it is turned off.
    pub fn update_practice(&mut self) {
        if !self.practises {
            self.practice = None;
            return;
        }
        let is_current =
            |practice: &Practice| self.run(practice.run).is_some_and(|run| Arc::ptr_eq(&run.trace, &practice.trace));
        if self.practice.as_ref().is_some_and(is_current) {
            return;
        }
        self.practice = None;
        let run = self.active_run();
        if !run.is_recording() && !run.is_growing() && self.example.is_none() && run.trace.frame_count() > 0 {
            self.begin_round(run.frame);
        }
    }

    /// Starts a round after a frame of the active run; from the first frame if no question remains.
    pub fn begin_round(&mut self, after: usize) {
        let trace = Arc::clone(&self.active_run().trace);
        let plan = &self.settings.practice_plan;
        let questions = Some(plan.questions(&trace, after)).filter(|questions| !questions.is_empty());
        self.ask(questions.unwrap_or_else(|| plan.questions(&trace, 0)));
    }

    /// Starts a round with the questions that were answered wrongly.
    pub fn ask_again(&mut self) {
        let Some(practice) = &self.practice else { return };
        let (run, wrong) = (practice.run, practice.round.wrong());
        if !wrong.is_empty() && self.activate(run) {
            self.ask(wrong);
        }
    }

    fn ask(&mut self, questions: Vec<Question>) {
        let (run, trace) = (self.active, Arc::clone(&self.active_run().trace));
        let round = Round::new(questions);
        self.practice = Some(Practice { run, trace, round, marked: BTreeSet::new(), asks_why: false });
        self.playing = false;
        self.show_question();
    }

    /// Goes to the frame before the next question, which is then shown.
    fn show_question(&mut self) {
        let Some(practice) = &self.practice else { return };
        let is_left = practice.round.next().is_some();
        if is_left && self.activate(practice.run) {
            self.go_to(usize::MAX);
        }
    }

    /// Continues after an answered question: to the next question at once, or by playing.
    pub fn go_on(&mut self, plays: bool) {
        let Some(practice) = self.practice.as_mut().filter(|practice| practice.round.stage() != Stage::Question) else {
            return;
        };
        practice.round.go_on();
        let wants_why = std::mem::take(&mut practice.asks_why);
        let (run, last) = (practice.run, practice.round.last_shown());
        let is_before = last.is_some_and(|last| self.run(run).is_some_and(|run| run.frame < last));
        if wants_why {
            self.deselect();
        }
        if plays && is_before && self.activate(run) {
            self.frames_due = 0.0;
            self.playing = true;
        } else {
            self.show_question();
        }
    }

    /// Receives an answer, counts it, and shows the frame.
    pub fn reply(&mut self, reply: Reply) {
        let Some(practice) = &mut self.practice else { return };
        let Some((kind, frame)) = practice.round.next().map(|question| (question.kind, question.frame)) else { return };
        let Some(is_right) = practice.round.reply(reply) else { return };
        practice.marked.clear();
        let run = practice.run;
        self.settings.practice_tally.count(kind, is_right);
        if self.activate(run) {
            self.show_frame(frame);
        }
    }

    /// Submits the marked nodes as the answer.
    pub fn reply_marked(&mut self) {
        let marking = self.practice.as_ref().filter(|practice| practice.marking().is_some());
        if let Some(marked) = marking.map(|practice| practice.marked.clone()).filter(|marked| !marked.is_empty()) {
            self.reply(Reply::Marked(marked));
        }
    }

    /// Marks or unmarks, as skipped, the child whose subtree contains the node at `path`, and the siblings after it, `count`
    /// nodes in total.
    pub fn mark(&mut self, paths: &[Vec<u32>]) {
        let language = self.settings.language;
        let Some(practice) = &mut self.practice else { return };
        let Some(question) = practice.marking() else { return };
        let (trace, node) = (&practice.trace, practice.trace.node_of(question.visit));
        let nodes: Vec<NodeId> = paths.iter().filter_map(|path| question.child_at(trace, path)).collect();
        if nodes.is_empty() {
            let name = edagari_core::analysis::node_name(trace, &trace.path(node), language);
            self.notice = Some(language.fill(Text::PracticeNotBelow, &[("node", &name)]));
            return;
        }
        let all_marked = nodes.iter().all(|node| practice.marked.contains(node));
        for node in nodes {
            if all_marked {
                practice.marked.remove(&node);
            } else {
                practice.marked.insert(node);
            }
        }
        self.notice = None;
    }

    /// Shows or hides the causes of the last answer: for a cut, why it prunes the first node; otherwise the causes at the current node.
    pub fn toggle_practice_why(&mut self) {
        let Some(practice) = self.practice.as_mut().filter(|practice| practice.round.stage() == Stage::Answered) else {
            return;
        };
        practice.asks_why = !practice.asks_why;
        let Some((question, _)) = practice.round.last() else { return };
        let trace = &practice.trace;
        let is_cut = trace.step(question.frame).is_some_and(|step| step.cut.is_some());
        let pruned = is_cut.then(|| trace.pruned_children(question.visit).next()).flatten();
        let path = trace.path(pruned.unwrap_or_else(|| trace.node_of(question.visit)));
        let (run, asks, frame) = (practice.run, practice.asks_why, question.frame);
        if asks && self.activate(run) {
            self.show_frame(frame);
            self.center(path);
        } else {
            self.deselect();
        }
    }

    /// Changes the plan of the questions, from the current frame on.
    pub fn set_practice_plan(&mut self, plan: Plan) {
        self.settings.practice_plan = plan;
        let Some(run) = self.practice.as_ref().map(|practice| practice.run) else { return };
        if self.activate(run) {
            self.begin_round(self.active_run().frame);
        }
    }

    /// Resets the tally of answered questions.
    pub fn forget_tally(&mut self) {
        self.settings.practice_tally = Tally::default();
    }

    /// Whether a question on the active run is open.
    #[must_use]
    pub fn has_open_question(&self) -> bool {
        let practice = self.practice.as_ref().filter(|practice| practice.run == self.active);
        practice.is_some_and(|practice| practice.round.stage() == Stage::Question)
    }

    /// Whether the frames after the current one must stay hidden, because a question about them follows.
    #[must_use]
    pub fn hides_future(&self, id: RunId) -> bool {
        let practice = self.practice.as_ref().filter(|practice| practice.run == id);
        practice.is_some_and(|practice| practice.round.next().is_some())
    }

    /// Returns the frame at which a run stops on its way to `frame`: not past the next question.
    pub(in crate::viewer::session) fn held_back(&self, id: RunId, frame: usize) -> usize {
        let practice = self.practice.as_ref().filter(|practice| practice.run == id);
        let is_shown = |practice: &&Practice| self.run(id).is_some_and(|run| Arc::ptr_eq(&run.trace, &practice.trace));
        let last = practice.filter(is_shown).and_then(|practice| practice.round.last_shown());
        last.map_or(frame, |last| frame.min(last))
    }

    /// Opens the next question, if the active run, moving from frame `from` to `wanted`, has reached it.
    pub(in crate::viewer::session) fn arrive(&mut self, from: usize, wanted: usize) {
        let (active, frame) = (self.active, self.active_run().frame);
        if wanted <= from {
            return;
        }
        if let Some(practice) = self.practice.as_mut().filter(|practice| practice.run == active) {
            practice.round.arrive(frame);
            if practice.round.stage() == Stage::Question {
                practice.asks_why = false;
                self.playing = false;
            }
        }
    }
}
