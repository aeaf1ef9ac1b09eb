//! Data of a page with exercises: each stage with its picture, and the reply to every possible answer.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::once::Once;
use super::shapes::{Inks, tenths};
use crate::export::ExportError;
use crate::export::sheet::exercise_picture;
use crate::scene::{Ground, Point, Rect};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{Player, Score, Window};
use edagari_core::trace::Progress;
use edagari_teach::exercise::{
    Exercise, Generated, NodeReplies, NumberReplies, Reply, SIGNS, ScoreReplies, Stage, Stages, Step, WindowReplies,
    WrittenAnswer,
};

/// Version of the data format.
const VERSION: u32 = 1;
/// Margin around a picture, in points.
const MARGIN: f32 = 8.0;

/// Data of the exercises, serialized as JSON for the script. Texts are stored in all languages.
#[derive(Serialize)]
pub(super) struct Data {
    edagari_exercises: u32,
    colors: BTreeMap<&'static str, Vec<String>>,
    /// Fill and line styles of shapes, each stored once.
    inks: Vec<Value>,
    texts: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    /// Shapes, each stored once.
    shapes: Vec<Value>,
    /// Descriptions of nodes with the values written there, in each language; each stored once.
    labels: Vec<Value>,
    exercises: Vec<ExerciseData>,
}

#[derive(Serialize)]
struct ExerciseData {
    number: u32,
    /// Checksum, for files of answers.
    checksum: String,
    title: Vec<String>,
    convention: Vec<Vec<String>>,
    windows: bool,
    signs: bool,
    /// Visible area: left, top, width and height, in tenths of a point.
    seen: [i64; 4],
    /// Number of steps of the model answer.
    steps: usize,
    nodes: Vec<NodeData>,
    sentences: Vec<Vec<String>>,
    stages: Vec<StageData>,
}

#[derive(Serialize)]
struct NodeData {
    name: String,
    /// Name in files of answers, if it differs from the displayed name.
    #[serde(skip_serializing_if = "Option::is_none")]
    typed: Option<String>,
    level: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    max: bool,
    /// Score of a leaf; `None` for other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf: Option<Score>,
    /// Rectangle of the node: left, top, width and height, in tenths of a point.
    at: [i64; 4],
    /// Nodes that are selected next: `entered` after the node is entered, `left` after it has returned or is struck.
    entered: u32,
    left: u32,
}

#[derive(Serialize)]
struct StageData {
    shapes: Vec<u32>,
    labels: Vec<u32>,
    /// Right step; null at the end.
    next: Value,
    /// Replies to the possible answers at each node, see [`replies`].
    at: Vec<Value>,
}

/// Lists shared by the exercises of a page.
#[derive(Default)]
struct Gathered {
    inks: Inks,
    shapes: Once,
    labels: Once,
}

/// Converts exercises with all their stages. `progress` counts the exercises.
pub(super) fn data(exercises: &[(&Generated, Stages)], progress: &Progress) -> Result<Data, ExportError> {
    let mut gathered = Gathered::default();
    let mut all = Vec::new();
    for (made, stages) in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        all.push(gathered.exercise(made, stages));
        progress.advance(1);
    }
    let direction = direction_of_all(exercises.iter().map(|&(made, _)| made));
    let colors = [("light", Ground::Light), ("dark", Ground::Dark)];
    Ok(Data {
        edagari_exercises: VERSION,
        colors: colors.map(|(name, ground)| (name, gathered.inks.colors(ground))).into(),
        inks: gathered.inks.into_values(),
        texts: Language::ALL.into_iter().map(|language| (language.name(), texts(language, direction))).collect(),
        shapes: gathered.shapes.into_values(),
        labels: gathered.labels.into_values(),
        exercises: all,
    })
}

impl Gathered {
    fn exercise(&mut self, made: &Generated, stages: &Stages) -> ExerciseData {
        let exercise = &made.exercise;
        let solved = exercise.by_model();
        let convention = solved.convention();
        let picture = exercise_picture(made, &WrittenAnswer::nothing(exercise));
        let in_languages = |text: &dyn Fn(Language) -> String| Language::ALL.into_iter().map(text).collect();
        ExerciseData {
            number: made.number,
            checksum: exercise.checksum_text(),
            title: in_languages(&|language| visible(exercise.title.text(language)).into_owned()),
            convention: Language::ALL.into_iter().map(|language| convention.sentences(language)).collect(),
            windows: convention.windows,
            signs: convention.signs,
            seen: measures(Rect::new(0.0, 0.0, picture.size.0, picture.size.1).grown(MARGIN)),
            steps: made.model.steps.len(),
            nodes: exercise
                .tree()
                .nodes()
                .map(|node| node_data(exercise, node, picture.nodes[node as usize]))
                .collect(),
            sentences: stages.sentences.clone(),
            stages: stages.stages.iter().map(|stage| self.stage(made, stage)).collect(),
        }
    }

    fn stage(&mut self, made: &Generated, stage: &Stage) -> StageData {
        let exercise = &made.exercise;
        let written = WrittenAnswer::of(exercise, &stage.answers);
        let picture = exercise_picture(made, &written);
        let shapes = picture.scene.shapes.iter().map(|shape| {
            let shape = self.inks.shape(shape, None, Point::new(0.0, 0.0));
            self.shapes.place(shape)
        });
        let shapes = shapes.collect();
        let label = |node| Language::ALL.map(|language| written.in_words(exercise, node, language));
        let labels = exercise.tree().nodes().map(|node| self.labels.place(json!(&label(node)[..]))).collect();
        StageData { shapes, labels, next: next(stage.next), at: stage.nodes.iter().map(replies).collect() }
    }
}

fn node_data(exercise: &Exercise, node: u32, rect: Rect) -> NodeData {
    let tree = exercise.tree();
    let window = Window::FULL;
    let name = visible(tree.name(node)).into_owned();
    NodeData {
        typed: Some(tree.name(node).to_owned()).filter(|typed| *typed != name),
        name,
        level: tree.depth(node) + 1,
        parent: tree.parent(node),
        max: tree.player(node) == Player::Max,
        leaf: tree.score(node).map(|score| exercise.written(node, score)),
        at: measures(rect),
        entered: Step::Enter { node, window }.goes_on_at(tree),
        left: Step::Skip { node }.goes_on_at(tree),
    }
}

fn measures(rect: Rect) -> [i64; 4] {
    [rect.min.x, rect.min.y, rect.width(), rect.height()].map(tenths)
}

/// Encodes a step: kind, node, and numbers.
fn next(step: Option<Step>) -> Value {
    match step {
        None => Value::Null,
        Some(Step::Enter { node, window }) => json!(["enter", node, window.alpha, window.beta]),
        Some(Step::Skip { node }) => json!(["skip", node]),
        Some(Step::Return { node, score, bound }) => {
            json!(["return", node, score, SIGNS.iter().position(|&sign| sign == bound)])
        }
    }
}

/// Encodes the replies at a node: a list of the replies to its numbers (null for a leaf) and the reply
/// to striking it (null if it cannot be struck).
///
/// Windows are encoded as `"w"`, the reply to all other windows, and, if there are exceptions, lists by both ends, by α and by β.
/// Scores are encoded as `"s"`, the reply to all other scores, and a list by score, with one reply or one for each of [`SIGNS`].
fn replies(node: &NodeReplies) -> Value {
    let numbers = match &node.numbers {
        None => Value::Null,
        Some(NumberReplies::Window(WindowReplies { pairs, alphas, betas, others })) => {
            let by_end = |ends: &[(Score, Reply)]| -> Vec<Value> {
                ends.iter().map(|&(end, reply)| json!([end, number(reply)])).collect()
            };
            let pairs: Vec<Value> =
                pairs.iter().map(|&(window, reply)| json!([window.alpha, window.beta, number(reply)])).collect();
            let mut numbers = vec![json!("w"), json!(number(*others))];
            if !(pairs.is_empty() && alphas.is_empty() && betas.is_empty()) {
                numbers.extend([json!(pairs), json!(by_end(alphas)), json!(by_end(betas))]);
            }
            json!(numbers)
        }
        Some(NumberReplies::Score(ScoreReplies { scores, others })) => {
            let by_sign = |all: &[Reply; SIGNS.len()]| {
                let numbers = all.map(number);
                if numbers.iter().all(|&one| one == numbers[0]) { json!(numbers[0]) } else { json!(numbers) }
            };
            let mut numbers = vec![json!("s"), json!(number(*others))];
            if !scores.is_empty() {
                let scores: Vec<Value> = scores.iter().map(|(score, all)| json!([score, by_sign(all)])).collect();
                numbers.push(json!(scores));
            }
            json!(numbers)
        }
    };
    json!([numbers, node.strike.map(number)])
}

/// Encodes a right reply as its stage and a wrong one as a negative number: -1 minus its sentence.
fn number(reply: Reply) -> i64 {
    match reply {
        Reply::Right(stage) => stage as i64,
        Reply::Wrong(sentence) => -1 - sentence as i64,
    }
}

/// Returns the key of the direction in which the trees are searched.
pub(super) fn direction_of_all<'a>(exercises: impl IntoIterator<Item = &'a Generated>) -> Text {
    let mut directions = exercises.into_iter().map(|made| made.exercise.convention().direction());
    let first = directions.next().unwrap_or(Text::SearchFromLeft);
    if directions.all(|other| other == first) { first } else { Text::SearchFromEither }
}

/// Returns the interface texts of the page in a language.
fn texts(language: Language, direction: Text) -> BTreeMap<&'static str, String> {
    let other = Language::ALL.into_iter().find(|&other| other != language).unwrap_or(language);
    let entries = [
        ("light", Text::PageLight),
        ("dark", Text::PageDark),
        ("hint", Text::HandPageHint),
        ("show", Text::HandPageShow),
        ("hinted", Text::HandPageHinted),
        ("shown", Text::HandPageShown),
        ("place", Text::HandPagePlace),
        ("number", Text::HandPageNumber),
        ("previous", Text::HandPagePrevious),
        ("next", Text::HandPageNext),
        ("counts", Text::HandPageCounts),
        ("keys", Text::HandPageKeys),
        ("signs", Text::HandPageSign),
        ("other_sign", Text::PageOtherSign),
        ("again", Text::HandPageAgain),
        ("save", Text::QuestionsSave),
        ("enter", Text::ByHandEnter),
        ("return", Text::ByHandReturn),
        ("score", Text::WhatIfScore),
        ("strike", Text::ByHandStrike),
        ("struck", Text::ByHandStruck),
        ("leaf", Text::ByHandLeaf),
        ("no_number", Text::ByHandNoNumber),
        ("right", Text::PracticeRight),
        ("all_right", Text::ByHandAllRight),
        ("points", Text::ByHandPoints),
        ("convention", Text::ByHandConvention),
        ("steps", Text::ByHandSteps),
    ];
    let mut texts: BTreeMap<_, _> = entries.map(|(name, text)| (name, language.text(text).to_owned())).into();
    for (name, text) in [("about", Text::HandPageAbout), ("about_scores", Text::HandPageAboutScores)] {
        texts.insert(name, language.fill(text, &[("direction", language.text(direction))]));
    }
    texts.insert("other", other.own_name().to_owned());
    texts.insert("code", language.code().to_owned());
    texts
}
