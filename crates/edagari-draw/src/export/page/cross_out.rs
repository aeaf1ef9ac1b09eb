//! Page parts for crossing out leaves: a button on each leaf of the picture, and the replies to its
//! answer.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::figure::{escaped, in_languages, text_in_languages};
use crate::scene::Rect;
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{Player, Score};
use edagari_teach::exercise::{
    CutAt, ExerciseTree, Generated, ModelAnswer, Question, Questions, Response, Returned, SearchByHand,
};
use serde_json::{Value, json};

/// Margin around a leaf in which a click crosses it out, in points.
const AROUND: f32 = 3.0;

/// Returns the buttons on the leaves of a picture, as an SVG of the same size on top of it. `nodes` has the rectangle of each node,
/// `bounds` is the visible part, and `id` is that of the exercise.
pub(super) fn leaf_buttons(
    made: &Generated,
    questions: &Questions,
    (nodes, bounds): (&[Rect], Rect),
    scale: f32,
    id: &str,
) -> String {
    let tree = made.exercise.tree();
    let (width, height) = ((bounds.width() * scale).ceil(), (bounds.height() * scale).ceil());
    let mut html = format!(
        "<svg class=\"leaves\" role=\"group\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">"
    );
    for (question, number) in questions.questions.iter().zip(1..) {
        let Some(leaf) = question.node else { continue };
        let Some(place) = nodes.get(leaf as usize).map(|node| node.grown(AROUND)) else { continue };
        let (left, top) = ((place.min.x - bounds.min.x) * scale, (place.min.y - bounds.min.y) * scale);
        let (wide, high) = (place.width() * scale, place.height() * scale);
        let (right, bottom) = (left + wide, top + high);
        let label = |language: Language| {
            let values = [("node", &*visible(tree.name(leaf))), ("score", &made.exercise.leaf_text(leaf))];
            format!(" data-{}=\"{}\"", language.code(), escaped(&language.fill(Text::CrossOutLeaf, &values)))
        };
        let _ = write!(
            html,
            "<g id=\"{id}-{number}-leaf\" class=\"leaf\" role=\"button\" tabindex=\"-1\" aria-pressed=\"false\"{}>\
             <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"4\"/>\
             <path d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{right:.1} {top:.1}L{left:.1} {bottom:.1}\"/></g>",
            Language::ALL.map(label).concat()
        );
    }
    html + "</svg>"
}

/// Returns the replies to the answer for a leaf: whether it is right, and why. They are shown after
/// the check.
pub(super) fn leaf_html(made: &Generated, question: &Question, id: &str) -> String {
    let why = in_languages(|language| question.why.sentence(language));
    format!(
        "<div id=\"{id}\" class=\"question\" data-form=\"leaf\"{} hidden><span>{}</span> \
         <p class=\"is-wrong\" role=\"status\" hidden>{}</p><p class=\"why\" role=\"status\" hidden>{why}</p></div>\n",
        path_of(made, question),
        in_languages(|language| visible(&question.text.sentence(language)).into_owned()),
        text_in_languages(Text::QuestionIsWrong),
    )
}

/// Returns the attribute of a section that contains the search of its exercise, from which the
/// script derives which marks follow from others. Empty for PVS, whose re-searches the page does
/// not contain.
pub(super) fn search_attribute(made: &Generated) -> String {
    let exercise = &made.exercise;
    let convention = exercise.convention();
    if convention.search == SearchByHand::Pvs {
        return String::new();
    }
    let leaves: Vec<u32> = exercise.tree().leaves().collect();
    let window = convention.root.window();
    let end = |score: Score| match score {
        Score::INFINITY => json!("inf"),
        Score::NEG_INFINITY => json!("-inf"),
        score => json!(score.finite()),
    };
    let strict: Vec<bool> = exercise.by_each_cut().iter().map(|one| one.convention().cut == CutAt::Above).collect();
    let search = json!({
        "tree": tree_of(exercise.tree(), &leaves, 0),
        "root": [end(window.alpha), end(window.beta)],
        "strict": strict,
        "oneBound": convention.search == SearchByHand::OneBound,
        "returned": match convention.returned {
            Returned::Soft => "soft",
            Returned::Hard => "hard",
            Returned::HardAtBothEnds => "hard-at-both-ends",
        },
    });
    format!(" data-search=\"{}\"", BASE64_STANDARD.encode(search.to_string()))
}

/// Returns a node with its children for the search of a page; leaves have their index among the questions.
fn tree_of(tree: &ExerciseTree, leaves: &[u32], node: u32) -> Value {
    if tree.is_leaf(node) {
        let place = leaves.binary_search(&node).ok();
        return json!({ "leaf": place, "score": tree.score(node).and_then(Score::finite) });
    }
    let children: Vec<Value> = tree.children(node).iter().map(|&child| tree_of(tree, leaves, child)).collect();
    json!({ "max": tree.player(node) == Player::Max, "children": children })
}

/// Returns the attributes of a leaf: its path from the root, and, for each accepted condition of
/// cuts, the right answer and the node whose cut skips the leaf.
fn path_of(made: &Generated, question: &Question) -> String {
    let exercise = &made.exercise;
    let tree = exercise.tree();
    let Some(leaf) = question.node else { return String::new() };
    let line: Vec<u32> = std::iter::once(leaf).chain(tree.above(leaf)).collect();
    let places: Vec<String> = line.iter().rev().skip(1).map(|&node| tree.place(node).to_string()).collect();
    let rules: Vec<[String; 2]> = exercise
        .by_each_cut()
        .iter()
        .map(|exercise| {
            let model = ModelAnswer::of(exercise);
            let response = Response::Choice(usize::from(!model.evaluated.contains(&leaf)));
            let struck = line.iter().find(|&&node| model.is_struck(node));
            let cut = struck.and_then(|&node| tree.parent(node)).map_or_else(String::new, |node| node.to_string());
            [response.typed(&question.expects, tree), cut]
        })
        .collect();
    let rules = BASE64_STANDARD.encode(serde_json::to_string(&rules).unwrap_or_default());
    format!(" data-path=\"{}\" data-rules=\"{rules}\"", places.join(" "))
}
