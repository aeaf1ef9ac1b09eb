//! Page parts for crossing out leaves: a button on each leaf of the picture, and the replies to its
//! answer.

use std::cmp::Ordering;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::figure::{escaped, in_languages, text_in_languages};
use crate::scene::Rect;
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{Player, Score};
use edagari_teach::exercise::{CutAt, ExerciseTree, Generated, Kind, Question, Questions, Returned, SearchByHand};
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
/// the check. `by_cut` has the questions of the exercise for each accepted condition of cuts.
pub(super) fn leaf_html(made: &Generated, question: &Question, by_cut: &[Questions], place: usize, id: &str) -> String {
    let why = in_languages(|language| question.why.sentence(language));
    format!(
        "<div id=\"{id}\" class=\"question\" data-form=\"leaf\"{} hidden><span>{}</span> \
         <p class=\"is-wrong\" role=\"status\" hidden>{}</p><p class=\"why\" role=\"status\" hidden>{why}</p></div>\n",
        path_of(made, question, by_cut, place),
        in_languages(|language| visible(&question.text.sentence(language)).into_owned()),
        text_in_languages(Text::QuestionIsWrong),
    )
}

/// Returns the attribute of a section that contains the search of its exercise, from which the
/// script derives which marks follow from others.
pub(super) fn search_attribute(made: &Generated) -> String {
    let exercise = &made.exercise;
    let convention = exercise.convention();
    let leaves: Vec<u32> = exercise.tree().leaves().collect();
    let tree = tree_of(exercise.tree(), &leaves, 0);
    let window = convention.root.window();
    let end = |score: Score| match score {
        Score::INFINITY => json!("inf"),
        Score::NEG_INFINITY => json!("-inf"),
        score => json!(score.finite()),
    };
    let strict: Vec<bool> = exercise.by_each_cut().iter().map(|one| one.convention().cut == CutAt::Above).collect();
    let search = match exercise.kind() {
        Kind::Star1 { highest, .. } => json!({ "tree": tree, "star1": [highest, exercise.tree().parts_of_values()] }),
        _ => json!({
            "tree": tree,
            "root": [end(window.alpha), end(window.beta)],
            "strict": strict,
            "oneBound": convention.search == SearchByHand::OneBound,
            "pvs": convention.search == SearchByHand::Pvs,
            "table": convention.table,
            "returned": match convention.returned {
                Returned::Soft => "soft",
                Returned::Hard => "hard",
                Returned::HardAtBothEnds => "hard-at-both-ends",
            },
        }),
    };
    format!(" data-search=\"{}\"", BASE64_STANDARD.encode(search.to_string()))
}

/// Returns a node with its children for the search of a page; leaves have their index among the
/// questions. Weights are those of chance.
fn tree_of(tree: &ExerciseTree, leaves: &[u32], node: u32) -> Value {
    let weight = tree.weight(node);
    if tree.is_leaf(node) {
        let place = leaves.binary_search(&node).ok();
        return json!({ "leaf": place, "score": tree.score(node).and_then(Score::finite), "weight": weight });
    }
    let children: Vec<Value> = tree.children(node).iter().map(|&child| tree_of(tree, leaves, child)).collect();
    json!({ "max": tree.player(node) == Player::Max, "children": children, "weight": weight })
}

/// Returns the attribute of the question for the most-proving node, from which the script finds the
/// node by the numbers that are written; empty for other questions. Each node above the leaves has
/// the index of the question for its proof number.
pub(super) fn next_attribute(made: &Generated, question: &Question) -> String {
    if made.exercise.kind() != Kind::ProofNumbers || question.node.is_some() {
        return String::new();
    }
    let tree = made.exercise.tree();
    let inner: Vec<u32> = tree.nodes().filter(|&node| !tree.is_leaf(node)).collect();
    let data = proof_tree(tree, &inner, 0);
    format!(" data-next=\"{}\"", BASE64_STANDARD.encode(data.to_string()))
}

fn proof_tree(tree: &ExerciseTree, inner: &[u32], node: u32) -> Value {
    let Some(score) = tree.score(node) else {
        let question = inner.binary_search(&node).ok().map(|place| 2 * place);
        let children: Vec<Value> = tree.children(node).iter().map(|&child| proof_tree(tree, inner, child)).collect();
        return json!({ "max": tree.player(node) == Player::Max, "question": question, "children": children });
    };
    let numbers = match score.cmp(&Score::new(0)) {
        Ordering::Greater => json!([0, "inf"]),
        Ordering::Less => json!(["inf", 0]),
        Ordering::Equal => json!([1, 1]),
    };
    json!({ "numbers": numbers, "name": tree.name(node) })
}

/// Returns the attributes of a leaf: its path from the root, and, for each accepted condition of
/// cuts, the right answer and the node whose cut skips the leaf.
fn path_of(made: &Generated, question: &Question, by_cut: &[Questions], place: usize) -> String {
    let tree = made.exercise.tree();
    let Some(leaf) = question.node else { return String::new() };
    let line: Vec<u32> = std::iter::once(leaf).chain(tree.above(leaf)).collect();
    let places: Vec<String> = line.iter().rev().skip(1).map(|&node| tree.place(node).to_string()).collect();
    let rule = |all: &Questions| {
        let expects = &all.questions[place].expects;
        let struck = line.iter().find(|&&node| all.solution.is_struck(node));
        let cut = struck.and_then(|&node| tree.parent(node)).map_or_else(String::new, |node| node.to_string());
        [expects.solution().typed(expects, tree), cut]
    };
    let rules: Vec<[String; 2]> = by_cut.iter().map(rule).collect();
    let rules = BASE64_STANDARD.encode(serde_json::to_string(&rules).unwrap_or_default());
    format!(" data-path=\"{}\" data-rules=\"{rules}\"", places.join(" "))
}
