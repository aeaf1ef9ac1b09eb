//! Questions and activities of a lesson's page in the form that its script reads, and the pictures
//! that only they show.

use serde_json::{Value, json};

use super::exercise::exercise_page;
use super::figure::packed;
use super::shapes::tenths;
use crate::export::picture::Canvas;
use crate::export::{ExportError, Picture};
use crate::scene::Orientation;
use edagari_core::game::join_moves;
use edagari_core::language::{HasMessage as _, Language, Message, Text, visible};
use edagari_core::score::Player;
use edagari_core::search::DepthLimit;
use edagari_core::trace::{NodeId, Progress, Setup, Trace, record_game};
use edagari_teach::exercise::{Generated, Title};
use edagari_teach::note::{
    Activity, MAX_GROWTH, Note, PlayTree, ShownAnswers, Statement, StatementContext, Wording, plain_line, plain_text,
};
use edagari_teach::what_if::{LeafChanges, exercise_of_run};

/// Memory limit for recording a position and its moves, which need far less.
const MEMORY_LIMIT: u64 = 16 << 20;

/// Picture that an activity shows. In the data of the page it follows the steps.
pub(super) struct ActivityScene<'a> {
    trace: SceneTrace<'a>,
    /// Number of the run. Nodes with the same path have the same element name in all pictures of a
    /// run.
    pub run: usize,
    /// Picture options, one per language.
    pub pictures: Vec<Picture>,
    /// Sentences, one per language.
    pub says: Vec<String>,
}

enum SceneTrace<'a> {
    OfLesson(&'a Trace),
    Changed(Box<Trace>),
}

impl ActivityScene<'_> {
    /// Returns the run that the picture shows.
    pub(super) fn trace(&self) -> &Trace {
        match &self.trace {
            SceneTrace::OfLesson(trace) => trace,
            SceneTrace::Changed(trace) => trace,
        }
    }
}

/// Activities of all steps of a lesson.
pub(super) struct Activities<'a> {
    /// Number of steps, which come before the scenes.
    steps: usize,
    title: &'a Wording,
    /// Pictures of the activities.
    pub scenes: Vec<ActivityScene<'a>>,
    /// Pages with exercises, compressed, by their run.
    pub exercises: Vec<(usize, String)>,
}

impl<'a> Activities<'a> {
    /// Creates the activities of a lesson with a number of steps.
    pub(super) const fn new(steps: usize, title: &'a Wording) -> Self {
        Self { steps, title, scenes: Vec::new(), exercises: Vec::new() }
    }

    /// Encodes the activities of a note and collects their pictures.
    pub(super) fn of(&mut self, note: &Note, trace: &'a Trace, progress: &Progress) -> Result<Vec<Value>, ExportError> {
        let mut all = Vec::new();
        for &activity in &note.activities {
            let drawing = |message: Message| {
                let of_activity = Message::from(Text::ErrorAtPlace).with("place", &activity);
                ExportError::Drawing(of_activity.with_message("message", message))
            };
            all.push(match activity {
                Activity::Play(player) => {
                    let tree = PlayTree::of(trace).map_err(|error| drawing(error.message()))?;
                    self.play(&tree, player, (note.run, trace))
                }
                Activity::Growth => json!({ "kind": "growth", "most": [MAX_GROWTH.0, MAX_GROWTH.1] }),
                Activity::Change => {
                    let changes = LeafChanges::of(trace).map_err(|error| drawing(error.message()))?;
                    self.change(&changes, note.run, progress)?
                }
                Activity::Exercise => self.exercise((note.run, trace), progress)?,
                _ => return Err(drawing("this activity has no place in a page".into())),
            });
        }
        Ok(all)
    }

    fn play(&mut self, tree: &PlayTree, player: Player, (run, trace): (usize, &'a Trace)) -> Value {
        let nodes = tree.nodes.iter().map(|node| {
            let alone = position_alone(trace, &node.path);
            let center = Some(node.path.clone()).filter(|_| alone.is_none());
            let pictures = Language::ALL.map(|language| Picture { center: center.clone(), ..picture(0, language) });
            let trace = alone.map_or(SceneTrace::OfLesson(trace), |alone| SceneTrace::Changed(Box::new(alone)));
            let says = vec![String::new(); Language::ALL.len()];
            self.scenes.push(ActivityScene { trace, run, pictures: pictures.into(), says });
            let moves: Vec<Value> =
                node.moves.iter().map(|(text, to)| json!([visible(text).into_owned(), to])).collect();
            json!({
                "scene": self.steps + self.scenes.len() - 1,
                "max": node.player == Player::Max,
                "value": node.value.to_string(),
                "moves": moves,
                "best": node.best,
            })
        });
        json!({ "nodes": nodes.collect::<Vec<_>>(), "kind": "play", "max": player == Player::Max })
    }

    fn change(&mut self, changes: &LeafChanges, run: usize, progress: &Progress) -> Result<Value, ExportError> {
        let first = self.scenes.len();
        let mut leaves = Vec::new();
        for leaf in changes.leaves() {
            let begin = self.steps + self.scenes.len();
            for &score in &leaf.scores {
                if progress.is_cancelled() {
                    return Err(ExportError::Cancelled);
                }
                let recorded = changes.run(leaf, score, progress);
                let trace = recorded.map_err(|error| ExportError::Drawing(error.message()))?;
                let frame = trace.frame_count().saturating_sub(1);
                let says = Language::ALL.map(|language| changed_text(&trace, (&leaf.name, score), language)).into();
                let pictures = Language::ALL.map(|language| picture(frame, language)).into();
                self.scenes.push(ActivityScene { trace: SceneTrace::Changed(Box::new(trace)), run, pictures, says });
            }
            leaves.push((leaf, begin));
        }
        // A change of a leaf moves no node.
        let scene = &self.scenes[first];
        let canvas = Canvas::new(scene.trace(), &scene.pictures[0])?;
        let frame = scene.pictures[0].frame;
        let layout = canvas.layout(frame);
        let leaves = leaves.into_iter().map(|(leaf, begin)| {
            let rect = layout.as_ref().and_then(|layout| {
                let place = layout.showing(scene.trace(), &leaf.path, frame)?;
                Some(layout.nodes[place].rect)
            });
            let rect = rect.unwrap_or_default();
            let at = [rect.min.x, rect.min.y, rect.width(), rect.height()].map(tenths);
            json!({ "name": visible(&leaf.name), "score": leaf.score, "scores": leaf.scores, "first": begin, "at": at })
        });
        let leaves: Vec<Value> = leaves.collect();
        Ok(json!({ "kind": "change", "leaves": leaves }))
    }

    fn exercise(&mut self, (run, trace): (usize, &Trace), progress: &Progress) -> Result<Value, ExportError> {
        if !self.exercises.iter().any(|&(other, _)| other == run) {
            let refused = || ExportError::Drawing(Message::from(Text::ErrorRunByHand).with("number", &(run + 1)));
            let mut exercise = exercise_of_run(trace).ok_or_else(refused)?;
            exercise.title = Title {
                english: self.title.text(Language::English).to_owned(),
                japanese: self.title.text(Language::Japanese).to_owned(),
            };
            self.exercises.push((run, packed(&exercise_page(&[Generated::of(1, exercise)], None, progress)?)));
        }
        Ok(json!({ "kind": "exercise", "run": run }))
    }
}

/// Records a position with its moves only, so that its picture does not show later positions;
/// `None` if the game has no depth limit.
fn position_alone(trace: &Trace, path: &[u32]) -> Option<Trace> {
    let moves = join_moves(trace.game.move_texts(&trace.start, path).iter().map(String::as_str));
    let setup = Setup {
        after: format!("{} {moves}", trace.setup.after).trim().to_owned(),
        limit: Some(DepthLimit { depth: 1, evaluation: 0 }),
        ..trace.setup.clone()
    };
    record_game(trace.game.clone(), &setup, MEMORY_LIMIT, &Progress::default()).ok()
}

/// Returns the picture options of a whole run at a frame, in which the tree grows top down.
pub(super) fn picture(frame: usize, language: Language) -> Picture {
    Picture { orientation: Orientation::TopDown, language, ..Picture::at(frame) }
}

/// Returns the sentence on a finished run in which a leaf was changed.
fn changed_text(trace: &Trace, (leaf, score): (&str, i32), language: Language) -> String {
    let runs = [Some(trace)];
    let at = StatementContext { runs: &runs, run: 0, frame: trace.frame_count().saturating_sub(1), language };
    let value_of = |quantity: &str| {
        let value = Statement::parse(quantity).and_then(|statement| statement.value(&at));
        value.map(|value| value.text(language)).unwrap_or_default()
    };
    let score = edagari_core::score::Score::new(score).to_string();
    if let Some(text) = sampled_text(trace, (leaf, &score), language) {
        return text;
    }
    let [value, leaves, pruned] = ["value", "leaves", "pruned"].map(value_of);
    let values = [
        ("leaf", &*visible(leaf)),
        ("score", score.as_str()),
        ("value", value.as_str()),
        ("leaves", leaves.as_str()),
        ("pruned", pruned.as_str()),
    ];
    language.fill(Text::ActivityChanged, &values)
}

/// Returns the sentence on a Monte-Carlo tree search in which a leaf was changed; `None` for other runs.
fn sampled_text(trace: &Trace, (leaf, score): (&str, &str), language: Language) -> Option<String> {
    let (samples, end) = (trace.samples()?, trace.frame_count().checked_sub(1)?);
    let favourite = samples.favourite(NodeId::ROOT, end)?;
    let [all, own] = [NodeId::ROOT, favourite].map(|node| samples.of(node, end));
    let names = trace.game.move_texts(&trace.start, &trace.path(favourite));
    let values = [
        ("leaf", &*visible(leaf)),
        ("score", score),
        ("move", &*visible(names.last()?)),
        ("visits", &language.number(own.visits.into())),
        ("all", &language.number(all.visits.into())),
        ("mean", &format!("{:.3}", own.mean()?).replace('-', "−")),
    ];
    Some(language.fill(Text::ActivityChangedSample, &values))
}

/// Encodes the question of a note; null if it has none.
pub(super) fn question(note: &Note, runs: &[Option<&Trace>]) -> Value {
    let shown = Language::ALL.map(|language| note.shown(&note.statement_context(runs, language)).question);
    let [Some(first), ..] = &shown else { return Value::Null };
    let plain = |text: &dyn Fn(&edagari_teach::note::ShownQuestion) -> String| -> Vec<String> {
        shown.iter().flatten().map(text).map(|text| text.replace('`', "")).collect()
    };
    let mut encoded = json!({
        "text": plain(&|question| plain_text(&question.text)),
        "why": plain(&|question| plain_text(&question.why)),
    });
    match &first.answers {
        ShownAnswers::Choice(answers) => {
            let choice = |place: usize| {
                plain(&|question| match &question.answers {
                    ShownAnswers::Choice(answers) => plain_line(&answers[place].0),
                    ShownAnswers::Number(_) => String::new(),
                })
            };
            encoded["choices"] = json!((0..answers.len()).map(choice).collect::<Vec<_>>());
            encoded["right"] = json!(answers.iter().position(|(_, right)| *right == Ok(true)));
        }
        ShownAnswers::Number(value) => {
            encoded["number"] = json!(value.as_ref().ok().map(|value| value.text(Language::English)));
        }
    }
    encoded
}

/// Interface texts of questions and activities, with the names that the script uses.
pub(super) const TEXTS: [(&str, Text); 32] = [
    ("back", Text::ActPreviousNote),
    ("on", Text::ActNextNote),
    ("question", Text::LessonQuestion),
    ("right", Text::AnswerRight),
    ("wrong", Text::AnswerWrong),
    ("no_number", Text::AnswerNoNumber),
    ("field", Text::AnswerField),
    ("give", Text::AnswerGive),
    ("again", Text::AnswerAgain),
    ("is_right", Text::AnswerIsRight),
    ("is_yours", Text::AnswerIsYours),
    ("comma", Text::Comma),
    ("play_game", Text::ActivityPlay),
    ("play_as", Text::ActivityPlayAs),
    ("reply", Text::ActivityReply),
    ("over_best", Text::ActivityOverBest),
    ("over_less", Text::ActivityOverLess),
    ("play_again", Text::ActivityAgain),
    ("growth", Text::ActivityGrowth),
    ("branching", Text::ActivityBranching),
    ("depth", Text::ActivityDepth),
    ("growth_all", Text::ActivityGrowthAll),
    ("growth_best", Text::ActivityGrowthBest),
    ("growth_share", Text::ActivityGrowthShare),
    ("change", Text::ActivityChange),
    ("change_hint", Text::ActivityChangeHint),
    ("leaf", Text::ActivityLeaf),
    ("score", Text::WhatIfScore),
    ("exercise", Text::ActivityExercise),
    ("exercise_hint", Text::ActivityExerciseHint),
    ("answer_keys", Text::AnswerByKeys),
    ("other_sign", Text::PageOtherSign),
];
