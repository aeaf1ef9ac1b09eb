//! Trees that are searched from right to left, or only down to a depth: each equals the usual exercise of the tree that is searched.

use std::collections::BTreeMap;

use edagari::export::{Filled, exercise_svg, key_csv, moodle_xml, qti_zip};
use edagari::game::TextbookNode;
use edagari::language::Language;
use edagari::lesson::exercise::{
    Answers, Convention, Exercise, ExerciseTree, Generated, Kind, KindName, ModelAnswer, Questions, Requirements,
    SearchByHand, Step, View, generate, grade,
};
use edagari::trace::Progress;

fn wishes(kind: KindName, search: SearchByHand, view: View) -> Requirements {
    let convention = Convention { search, view, windows: search.cuts(), ..Convention::default() };
    Requirements { kind, convention, leaves: 8..=14, depth: 3..=3, scores: -9..=12, ..Requirements::default() }
}

fn sets(convention: impl Fn(Convention) -> Convention) -> Vec<Generated> {
    let mut all = Vec::new();
    for search in SearchByHand::ALL {
        for view in View::ALL {
            let kinds = if search.cuts() {
                [KindName::Search, KindName::CrossOut]
            } else {
                [KindName::Search, KindName::Values]
            };
            for kind in kinds {
                let mut wishes = wishes(kind, search, view);
                wishes.convention = convention(wishes.convention);
                all.extend(generate(&wishes, 3, 4, &Progress::default()).expect("a set").exercises);
            }
        }
    }
    all
}

/// Nodes below the root in depth-first order, with the children of each node as `children` lists them; `score` is that of a leaf.
fn listed(
    tree: &ExerciseTree,
    children: impl Fn(u32) -> Vec<u32>,
    score: impl Fn(u32) -> Option<i32>,
) -> Vec<TextbookNode> {
    let mut list: Vec<TextbookNode> = Vec::new();
    let mut waiting = vec![(0, None)];
    while let Some((node, parent)) = waiting.pop() {
        let below = children(node);
        let own = score(node).filter(|_| below.is_empty());
        list.push(TextbookNode {
            parent,
            name: Some(tree.name(node).to_owned()),
            score: own,
            ..TextbookNode::default()
        });
        let place = list.len() - 1;
        waiting.extend(below.into_iter().rev().map(|child| (child, Some(place))));
    }
    list
}

/// Names of the nodes of steps, and the steps without their nodes.
fn named(exercise: &Exercise, steps: &[Step]) -> Vec<(String, Step)> {
    let without_node = |step: Step| match step {
        Step::Enter { window, .. } => Step::Enter { node: 0, window },
        Step::Skip { .. } => Step::Skip { node: 0 },
        Step::Return { score, bound, .. } => Step::Return { node: 0, score, bound },
    };
    steps.iter().map(|&step| (exercise.tree().name(step.node()).to_owned(), without_node(step))).collect()
}

/// Asserts that both exercises have the same answers, by name, and the same figures.
fn assert_same_answers(made: &Generated, usual: &Exercise) {
    let usual = Generated::of(made.number, usual.clone());
    assert_eq!(made.figures, usual.figures);
    assert_eq!(named(&made.exercise, &made.model.steps), named(&usual.exercise, &usual.model.steps));
    let answers = |made: &Generated| -> Option<BTreeMap<String, Vec<String>>> {
        let tree = made.exercise.tree();
        let all = Questions::of(&made.exercise)?.questions;
        let name = |node: Option<u32>| node.map_or_else(String::new, |node| tree.name(node).to_owned());
        Some(all.iter().map(|question| (name(question.node), question.expects.accepted(tree))).collect())
    };
    assert_eq!(answers(made), answers(&usual));
}

/// Asserts that an exercise and its model answer read back equal, and that the answer is right.
fn assert_whole(made: &Generated) {
    let exercise = &made.exercise;
    assert_eq!(Exercise::parse(&exercise.to_text()).as_ref(), Ok(exercise), "{}", exercise.to_text());
    if exercise.kind() == Kind::Search {
        assert!(grade(exercise, &Answers::from(ModelAnswer::of(exercise).steps)).is_right());
        let text = Answers::from(made.model.steps.clone()).to_text(exercise);
        assert_eq!(Answers::parse(&text, exercise).expect("answers").steps, made.model.steps);
    }
}

#[test]
fn search_from_the_right_is_the_search_of_the_mirrored_tree() {
    for made in sets(|convention| Convention { from_right: true, ..convention }) {
        let (exercise, tree) = (&made.exercise, made.exercise.tree());
        let score = |node| tree.score(node).and_then(edagari::score::Score::finite);
        let mirrored = listed(tree, |node| tree.children(node).to_vec(), score);
        let usual = Convention { from_right: false, ..*exercise.convention() };
        let usual = Exercise::new(ExerciseTree::from_nodes(mirrored).expect("a tree"), usual).expect("a convention");
        assert_same_answers(&made, &usual.with_kind(exercise.kind()).expect("the kind"));
        assert_whole(&made);
        // The tree is drawn in the order of the file; only the search takes the other direction.
        let drawn = listed(tree, |node| tree.drawn_children(node), score);
        let other = Convention { from_right: false, ..*exercise.convention() };
        let other = Exercise::new(ExerciseTree::from_nodes(drawn).expect("a tree"), other).expect("a convention");
        for node in tree.nodes() {
            let names = |tree: &ExerciseTree, nodes: &[u32]| -> Vec<String> {
                nodes.iter().map(|&node| tree.name(node).to_owned()).collect()
            };
            let there = other.tree().named(tree.name(node)).expect("the same names");
            let mut reversed = names(tree, tree.children(node));
            reversed.reverse();
            assert_eq!(names(other.tree(), other.tree().children(there)), reversed);
        }
        let other = Generated::of(made.number, other.with_kind(exercise.kind()).expect("the kind"));
        let [own, there] = [&made, &other].map(|made| exercise_svg(made, Filled::Names, Language::English));
        let texts = |svg: &str| -> Vec<String> {
            let mut all: Vec<String> =
                svg.lines().filter(|line| line.starts_with("<text")).map(str::to_owned).collect();
            all.sort();
            all
        };
        assert_eq!(texts(&own), texts(&there), "names and scores have the same places");
        for language in Language::ALL {
            assert_eq!(exercise.convention().sentences(language).len(), usual_sentences(exercise, language) + 1);
        }
    }
}

/// Number of sentences of the convention without direction and depth limit.
fn usual_sentences(exercise: &Exercise, language: Language) -> usize {
    Convention { from_right: false, depth_limit: None, ..*exercise.convention() }.sentences(language).len()
}

#[test]
fn search_to_a_depth_is_the_search_of_the_tree_cut_there() {
    for from_right in [false, true] {
        for made in sets(|convention| Convention { from_right, depth_limit: Some(2), ..convention }) {
            let (exercise, tree) = (&made.exercise, made.exercise.tree());
            assert!(tree.leaves().all(|leaf| tree.depth(leaf) <= 2) && tree.drawn().count() > tree.len());
            for leaf in tree.leaves().filter(|&leaf| !tree.drawn_children(leaf).is_empty()) {
                assert_eq!(tree.score(leaf), tree.estimate(leaf));
            }
            let score = |node| tree.score(node).and_then(edagari::score::Score::finite);
            let cut = listed(tree, |node| tree.children(node).to_vec(), score);
            let usual = Convention { from_right: false, depth_limit: None, ..*exercise.convention() };
            let usual = Exercise::new(ExerciseTree::from_nodes(cut).expect("a tree"), usual).expect("a convention");
            assert_same_answers(&made, &usual.with_kind(exercise.kind()).expect("the kind"));
            assert_whole(&made);
            // All nodes are drawn, with the scores of the leaves below the limit.
            let svg = exercise_svg(&made, Filled::Solution, Language::Japanese);
            assert!(svg.matches("<rect").count() >= tree.drawn().count());
        }
    }
}

#[test]
fn arranged_trees_are_questions_of_platforms() {
    let mut wishes = wishes(KindName::Search, SearchByHand::Pvs, View::Negamax);
    wishes.convention = Convention { from_right: true, depth_limit: Some(2), ..wishes.convention };
    let all = generate(&wishes, 3, 1, &Progress::default()).expect("a set").exercises;
    let language = Language::Japanese;
    assert!(moodle_xml(&all, language, &Progress::default()).expect("a file").contains("右から順に"));
    assert!(qti_zip(&all, language, &Progress::default()).is_ok() && key_csv(&all, language).is_ok());
}

#[test]
fn depth_limit_needs_static_scores_and_a_deeper_tree() {
    let text = |convention: &str, estimate: &str| {
        format!(
            "Exercise(version: 1, convention: ({convention}), nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\"{estimate}), \
             Node(name: \"C\", parent: \"B\", score: 1), Node(name: \"D\", parent: \"A\", score: 2)])"
        )
    };
    let refused = |text: String| Exercise::parse(&text).expect_err("refused").message.to_string();
    assert!(refused(text("depth_limit: 1", "")).contains("no static score"));
    assert!(refused(text("depth_limit: 0", ", estimate: 3")).contains("expected 1 or more"));
    let exercise = Exercise::parse(&text("depth_limit: 1, from_right: true", ", estimate: 3")).expect("an exercise");
    assert_eq!(ModelAnswer::of(&exercise).value, edagari::score::Score::new(3));
    let without = Exercise::parse(&text("", "")).expect("an exercise");
    assert_ne!(exercise.checksum(), without.checksum());
    let mut deep = wishes(KindName::Search, SearchByHand::AlphaBeta, View::Max);
    deep.convention.depth_limit = Some(3);
    assert!(deep.check().expect_err("nothing is below").to_string().contains("below the depth limit"));
}
