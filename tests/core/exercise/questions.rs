//! Exercises with questions: each right answer agrees with a plain program that shares no code with the library, and answers are graded.

use std::collections::{BTreeSet, HashMap};

use edagari::game::TextbookNode;
use edagari::language::Language;
use edagari::lesson::exercise::{
    Convention, Exercise, ExerciseTree, Expects, Fault, Generated, Kind, KindName, QuestionGrade, QuestionVerdict,
    Questions, Requirements, Response, Responses, SearchByHand, View, generate,
};
use edagari::score::Score;
use edagari::trace::Progress;

use super::plain::{Event, INFINITY, Tree, Walk};
use super::published::nested;
use super::{plain_tree, rules};

/// Generates exercises of a kind, with trees of some depth.
fn made(kind: KindName, search: SearchByHand, view: View, depth: u32, count: u32) -> Vec<Generated> {
    let windows = search != SearchByHand::Minimax;
    let convention = Convention { search, view, windows, ..Convention::default() };
    let wishes =
        Requirements { kind, convention, leaves: 8..=14, depth: 2..=depth, scores: -9..=12, ..Requirements::default() };
    generate(&wishes, 5, count, &Progress::default()).unwrap_or_else(|error| panic!("{kind:?}: {error}")).exercises
}

fn tree_of(exercise: &Exercise) -> Tree {
    plain_tree(&exercise.tree().game().to_nodes())
}

pub(super) fn questions(exercise: &Exercise) -> Questions {
    Questions::of(exercise).expect("a kind with questions")
}

pub(super) fn number(expects: &Expects) -> i64 {
    match expects {
        Expects::Number(Score::INFINITY) => INFINITY,
        Expects::Number(Score::NEG_INFINITY) => -INFINITY,
        Expects::Number(score) => i64::from(score.finite().expect("a number")),
        other => panic!("{other:?} is no number"),
    }
}

/// Nodes that a plain search visits; leaves are evaluated.
fn visited(tree: &Tree, exercise: &Exercise) -> BTreeSet<usize> {
    let visit = |event: Event| match event {
        Event::Enter(node, _) | Event::Leaf(node) => Some(node),
        Event::Strike(_) | Event::Leave(..) => None,
    };
    Walk::of(tree, rules(*exercise.convention()), None).events.into_iter().filter_map(visit).collect()
}

#[test]
fn crossed_out_leaves_are_those_a_plain_search_skips() {
    for search in [SearchByHand::AlphaBeta, SearchByHand::OneBound, SearchByHand::Pvs] {
        for made in made(KindName::CrossOut, search, View::Max, 4, 15) {
            let visited = visited(&tree_of(&made.exercise), &made.exercise);
            let all = questions(&made.exercise);
            assert_eq!(all.questions.len(), made.exercise.tree().leaves().count());
            for question in all.questions {
                let leaf = question.node.expect("a leaf") as usize;
                let Expects::Choice { right, .. } = question.expects else { panic!("a choice") };
                assert_eq!(right == 0, visited.contains(&leaf), "{search:?}, leaf {leaf}");
            }
        }
    }
}

#[test]
fn values_to_fill_in_are_minimax_values_seen_from_the_view() {
    for view in View::ALL {
        for made in made(KindName::Values, SearchByHand::Minimax, view, 4, 15) {
            let tree = tree_of(&made.exercise);
            for question in questions(&made.exercise).questions {
                let node = question.node.expect("a node") as usize;
                let sign = if view == View::Negamax && !tree.is_max[node] { -1 } else { 1 };
                assert_eq!(number(&question.expects), sign * tree.value(node), "{view:?}");
            }
        }
    }
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &first) in items.iter().enumerate() {
        let others = [&items[..place], &items[place + 1..]].concat();
        all.extend(permutations(&others).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}

#[test]
fn right_orders_are_those_with_the_fewest_and_the_most_leaves() {
    for search in [SearchByHand::AlphaBeta, SearchByHand::Pvs] {
        for made in made(KindName::Order, search, View::Max, 4, 10) {
            let tree = tree_of(&made.exercise);
            let mut counts: HashMap<usize, Vec<Vec<u32>>> = HashMap::new();
            for order in permutations(&tree.children[0]) {
                let mut ordered = Tree { ..tree_of(&made.exercise) };
                ordered.children[0].clone_from(&order);
                let leaves = visited(&ordered, &made.exercise).into_iter().filter(|&node| tree.is_leaf(node)).count();
                counts.entry(leaves).or_default().push(order.into_iter().map(|node| node as u32).collect());
            }
            let all = questions(&made.exercise).questions;
            for (place, count) in [(0, counts.keys().min()), (2, counts.keys().max())] {
                let count = *count.expect("an order");
                let Expects::Order { right, .. } = &all[place].expects else { panic!("an order") };
                assert_eq!(right.iter().collect::<BTreeSet<_>>(), counts[&count].iter().collect(), "{search:?}");
                assert_eq!(number(&all[place + 1].expects), count as i64);
            }
        }
    }
}

#[test]
fn interval_is_where_a_plain_search_skips_the_node() {
    for (search, view) in [
        (SearchByHand::AlphaBeta, View::Max),
        (SearchByHand::AlphaBeta, View::Negamax),
        (SearchByHand::OneBound, View::Max),
        (SearchByHand::Pvs, View::Max),
    ] {
        for made in made(KindName::Interval, search, view, 4, 10) {
            let Kind::Interval { leaf, node } = made.exercise.kind() else { panic!("an interval") };
            let mut tree = tree_of(&made.exercise);
            let all = questions(&made.exercise).questions;
            let (least, greatest) = (number(&all[0].expects), number(&all[1].expects));
            // Every whole number around the scores of the tree, and beyond them.
            for x in -20..=20_i64 {
                let turns = view == View::Negamax && !tree.is_max[leaf as usize];
                tree.leaf[leaf as usize] = Some(if turns { -x } else { x });
                let is_skipped = !visited(&tree, &made.exercise).contains(&(node as usize));
                assert_eq!(is_skipped, (least..=greatest).contains(&x), "{search:?}, {view:?}: x = {x}");
            }
        }
    }
}

/// Minimax that stops above the leaves at the estimates.
fn limited(exercise: &Exercise, node: u32, depth: u32) -> i64 {
    let tree = exercise.tree();
    let finite = |score: Score| i64::from(score.finite().expect("a number"));
    match (tree.score(node), tree.estimate(node)) {
        (Some(score), _) => finite(score),
        (None, Some(estimate)) if depth == 0 => finite(estimate),
        _ => {
            let below = tree.children(node).iter().map(|&child| limited(exercise, child, depth - 1));
            if tree_of(exercise).is_max[node as usize] { below.max() } else { below.min() }.expect("a child")
        }
    }
}

#[test]
fn second_iteration_searches_the_best_of_the_first_one_first() {
    for view in View::ALL {
        for made in made(KindName::Deepening, SearchByHand::Minimax, view, 4, 15) {
            let exercise = &made.exercise;
            let all = questions(exercise).questions;
            assert_eq!(
                [0, 2].map(|place| number(&all[place].expects)),
                [1, 2].map(|depth| limited(exercise, 0, depth))
            );
            let Expects::Order { right, among } = &all[1].expects else { panic!("an order") };
            let first = |node: &u32| limited(exercise, *node, 0);
            assert!(right[0].is_sorted_by_key(|node| -first(node)) && right[0] != *among);
            // Equal children keep their order.
            assert!(right[0].windows(2).all(|pair| first(&pair[0]) > first(&pair[1]) || pair[0] < pair[1]));
        }
    }
}

/// Interpreter of the printed program.
struct Interpreter<'a> {
    code: Vec<String>,
    tree: &'a Tree,
    visits: HashMap<usize, ((i64, i64), i64)>,
}

impl Interpreter<'_> {
    fn eval(&mut self, text: &str, child: usize, values: &HashMap<String, i64>) -> i64 {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            let literal = match text {
                "∞" => Some(INFINITY),
                "−∞" => Some(-INFINITY),
                text => text.parse().ok(),
            };
            return literal.unwrap_or_else(|| values[text]);
        };
        let inside = rest.strip_suffix(')').expect("a closing bracket");
        let mut depth = 0;
        let split = |letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ',' && depth == 0
        };
        let parts: Vec<String> = inside.split(split).map(str::to_owned).collect();
        let own = |interpreter: &mut Self, place: usize| interpreter.eval(&parts[place], child, values);
        match name {
            "max" => own(self, 0).max(own(self, 1)),
            "min" => own(self, 0).min(own(self, 1)),
            "search" => {
                let window = (own(self, 1), own(self, 2));
                self.search(child, window)
            }
            name => panic!("{name} is unknown"),
        }
    }

    fn search(&mut self, node: usize, window: (i64, i64)) -> i64 {
        if let Some(score) = self.tree.leaf[node] {
            return score;
        }
        let line = |lines: &[String], number: usize| lines[number - 1].trim().to_owned();
        let code = self.code.clone();
        let first = if self.tree.is_max[node] { 4 } else { 10 };
        let mut values = HashMap::from([("α".to_owned(), window.0), ("β".to_owned(), window.1)]);
        let assign = |interpreter: &mut Self, values: &mut HashMap<String, i64>, number: usize, child: usize| {
            let text = line(&code, number);
            let (name, expression) = text.split_once('←').expect("an assignment");
            let value = interpreter.eval(expression, child, values);
            values.insert(name.trim().to_owned(), value);
        };
        assign(self, &mut values, first, 0);
        for child in self.tree.children[node].clone() {
            assign(self, &mut values, first + 2, child);
            assign(self, &mut values, first + 3, child);
            let text = line(&self.code, first + 4);
            let condition = text.strip_prefix("if ").and_then(|rest| rest.strip_suffix(": break")).expect("a test");
            let (left, right) = condition.split_once(['≥', '≤']).expect("a comparison");
            let (left, right) = (values[left.trim()], values[right.trim()]);
            if if condition.contains('≥') { left >= right } else { left <= right } {
                break;
            }
        }
        let text = line(&self.code, 15);
        let result = values[text.strip_prefix("return ").expect("a return")];
        self.visits.insert(node, (window, result));
        result
    }
}

#[test]
fn printed_program_with_its_fault_makes_the_run_that_is_drawn() {
    let value = |score: Score| match score {
        Score::INFINITY => INFINITY,
        Score::NEG_INFINITY => -INFINITY,
        score => i64::from(score.finite().expect("a number")),
    };
    let mut seen = BTreeSet::new();
    for made in made(KindName::Bug, SearchByHand::AlphaBeta, View::Max, 4, 80) {
        let Kind::Bug(fault) = made.exercise.kind() else { panic!("a fault") };
        let all = questions(&made.exercise);
        let tree = tree_of(&made.exercise);
        let run = |code: Vec<String>| {
            let mut interpreter = Interpreter { code, tree: &tree, visits: HashMap::new() };
            interpreter.search(0, (-INFINITY, INFINITY));
            interpreter.visits
        };
        let drawn: HashMap<usize, ((i64, i64), i64)> = made
            .exercise
            .tree()
            .nodes()
            .filter_map(|node| {
                let visit = all.given.visits(node).first()?;
                let window = visit.window?;
                Some((node as usize, ((value(window.alpha), value(window.beta)), value(visit.score?))))
            })
            .collect();
        assert_eq!(run(all.code.clone()), drawn, "{fault:?}");
        // With the line of the reason the program is right, and with any other fault it runs differently.
        let mut right = all.code.clone();
        right[fault.line() - 1] = fault.right_text().to_owned();
        let events = Walk::of(&tree, rules(*made.exercise.convention()), None).events;
        let mut windows = HashMap::new();
        let mut visits = HashMap::new();
        for event in events {
            match event {
                Event::Enter(node, window) => drop(windows.insert(node, window)),
                Event::Leave(node, score, _) => drop(visits.insert(node, (windows[&node], score))),
                Event::Leaf(_) | Event::Strike(_) => {}
            }
        }
        assert_eq!(run(right), visits, "{fault:?}");
        assert_ne!(drawn, visits, "{fault:?}");
        let Expects::Choice { choices, right } = &all.questions[0].expects else { panic!("a choice") };
        assert_eq!((choices.len(), right + 1), (15, fault.line()));
        seen.insert(format!("{fault:?}"));
    }
    assert!(seen.len() + 3 >= Fault::ALL.len(), "{seen:?}");
}

#[test]
fn answers_are_graded_one_by_one_and_values_follow_from_written_ones() {
    let kinds = KindName::ALL.into_iter().filter(|&kind| kind != KindName::Search);
    for kind in kinds {
        let made = made(kind, kind.usual_search(), View::Max, 4, 1).remove(0);
        let exercise = &made.exercise;
        let all = questions(exercise);
        let right = Responses::solution(&all);
        assert!(QuestionGrade::of(exercise, &all, &right).is_right(), "{kind:?}");
        let text = right.to_text(exercise, &all);
        assert_eq!(Responses::parse(&text, exercise, &all), Ok(right.clone()), "{text}");
        for place in 0..all.questions.len() {
            let mut one = right.clone();
            one.answers[place] = None;
            let grade = QuestionGrade::of(exercise, &all, &one);
            assert_eq!(grade.points(), (all.questions.len() - 1, all.questions.len()), "{kind:?}");
            assert_eq!(grade.verdicts[place], QuestionVerdict::Missing);
        }
        for language in Language::ALL {
            for question in &all.questions {
                assert!(!question.why.sentence(language).contains('{'), "{kind:?}");
                assert!(!question.text.sentence(language).contains('{'), "{kind:?}");
            }
        }
        // The exercise reads back equal, with another checksum than a search of the same tree.
        assert_eq!(Exercise::parse(&exercise.to_text()).as_ref(), Ok(exercise), "{}", exercise.to_text());
        assert_ne!(exercise.checksum(), exercise.clone().with_kind(Kind::Search).expect("a search").checksum());
    }
    // A(B(1 9) C(4 5)): B is 1. After a 9 written there, 9 at A is right.
    let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
    let list = [node(None, None), node(Some(0), None), node(Some(0), None), node(Some(1), Some(1))];
    let list = list.into_iter().chain([node(Some(1), Some(9)), node(Some(2), Some(4)), node(Some(2), Some(5))]);
    let tree = ExerciseTree::from_nodes(list.collect()).expect("a tree");
    let convention = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
    let exercise = Exercise::new(tree, convention).expect("minimax").with_kind(Kind::Values).expect("values");
    let written = |scores: [i32; 3]| Responses {
        answers: scores.map(|score| Some(Response::Number(Score::new(score)))).to_vec(),
    };
    let verdicts = |scores| QuestionGrade::of(&exercise, &questions(&exercise), &written(scores)).verdicts;
    assert_eq!(verdicts([4, 1, 4]), [QuestionVerdict::Right, QuestionVerdict::Right, QuestionVerdict::Right]);
    assert_eq!(verdicts([9, 9, 4]), [QuestionVerdict::Follows, QuestionVerdict::Wrong, QuestionVerdict::Right]);
    assert_eq!(verdicts([4, 9, 4]), [QuestionVerdict::Right, QuestionVerdict::Wrong, QuestionVerdict::Right]);
    assert_eq!(verdicts([5, 1, 4]), [QuestionVerdict::Wrong, QuestionVerdict::Right, QuestionVerdict::Right]);
}

#[test]
fn number_of_leaves_follows_from_the_order_written_before() {
    use QuestionVerdict::{Follows, Right, Wrong};
    let wishes = Requirements { leaves: 12..=12, branching: 2..=3, ..Requirements::of_kind(KindName::Order) };
    for made in generate(&wishes, 1, 10, &Progress::default()).expect("a set").exercises {
        let exercise = &made.exercise;
        let all = questions(exercise);
        let plain = tree_of(exercise);
        let Expects::Order { among, right } = &all.questions[0].expects else { panic!("an order") };
        let evaluated = |order: &[u32]| {
            let mut ordered = plain.clone();
            ordered.children[0] = order.iter().map(|&child| child as usize).collect();
            let events = Walk::of(&ordered, rules(*exercise.convention()), None).events;
            events.into_iter().filter(|event| matches!(event, Event::Leaf(_))).count() as i32
        };
        // The drawn order is in no set of right ones.
        assert!(!right.contains(among));
        let count = evaluated(among);
        let mut responses = Responses::solution(&all);
        let number = |count: i32| Some(Response::Number(Score::new(count)));
        for place in [0, 2] {
            responses.answers[place] = Some(Response::Order(among.clone()));
            responses.answers[place + 1] = number(count);
        }
        let verdicts = |responses: &Responses| QuestionGrade::of(exercise, &all, responses).verdicts;
        assert_eq!(verdicts(&responses), [Wrong, Follows, Wrong, Follows]);
        responses.answers[1] = number(count + 1);
        let is_right = all.questions[1].expects.accepts(&Response::Number(Score::new(count + 1)));
        assert_eq!(verdicts(&responses)[1], if is_right { Right } else { Wrong });
    }
}

#[test]
fn misjudged_cut_is_one_mistake_in_crossed_out_leaves() {
    use QuestionVerdict::{Follows, Right, Wrong};
    // A(B(3 5) C(2 D(6 7) 8)): after the 2, C cuts; the leaves are 3 5 2 6 7 8 in the order of the questions.
    let tree = ExerciseTree::from_nodes(nested("((3 5) (2 (6 7) 8))")).expect("a tree");
    let exercise = Exercise::new(tree, Convention::default()).expect("α-β").with_kind(Kind::CrossOut).expect("leaves");
    let of = |crossed_out: [usize; 6]| {
        let answers = crossed_out.map(|choice| Some(Response::Choice(choice))).to_vec();
        let grade = QuestionGrade::of(&exercise, &questions(&exercise), &Responses { answers });
        (grade.points(), grade.verdicts)
    };
    let all = questions(&exercise);
    let solution = all.questions.iter().map(|question| question.expects.solution());
    assert!(solution.eq([0, 0, 0, 1, 1, 1].map(Response::Choice)), "{all:?}");
    // The cut is missed, in part or as a whole.
    assert_eq!(of([0, 0, 0, 0, 0, 0]), ((5, 6), vec![Right, Right, Right, Wrong, Follows, Follows]));
    assert_eq!(of([0, 0, 0, 0, 1, 1]), ((5, 6), vec![Right, Right, Right, Wrong, Right, Right]));
    // One cut too many: at A after B, or at C after nothing.
    assert_eq!(of([0, 0, 1, 1, 1, 1]), ((5, 6), vec![Right, Right, Wrong, Right, Right, Right]));
    assert_eq!(of([1, 1, 0, 1, 1, 1]), ((5, 6), vec![Wrong, Follows, Right, Right, Right, Right]));
    // Two cuts are two mistakes.
    assert_eq!(of([0, 1, 0, 0, 0, 0]), ((4, 6), vec![Right, Wrong, Right, Wrong, Follows, Follows]));
}

#[test]
fn later_cuts_follow_from_a_leaf_crossed_out_by_mistake() {
    use QuestionVerdict::{Follows, Right, Wrong};
    // A(B(5 2) E(4 7) H(3 9)): without the 2, B is 5, and the 4 at E cuts.
    let tree = ExerciseTree::from_nodes(nested("((5 2) (4 7) (3 9))")).expect("a tree");
    let exercise = Exercise::new(tree, Convention::default()).expect("α-β").with_kind(Kind::CrossOut).expect("leaves");
    let of = |crossed_out: [usize; 6]| {
        let answers = crossed_out.map(|choice| Some(Response::Choice(choice))).to_vec();
        QuestionGrade::of(&exercise, &questions(&exercise), &Responses { answers }).verdicts
    };
    assert_eq!(of([0, 0, 0, 0, 0, 1]), [Right; 6]);
    assert_eq!(of([0, 1, 0, 1, 0, 1]), [Right, Wrong, Right, Follows, Right, Right]);
    assert_eq!(of([0, 1, 0, 0, 0, 1]), [Right, Wrong, Right, Right, Right, Right]);
    assert_eq!(of([0, 0, 0, 1, 0, 1]), [Right, Right, Right, Wrong, Right, Right]);
}

#[test]
fn default_trees_have_children_worth_ordering() {
    for kind in [KindName::Order, KindName::Deepening] {
        let convention = Convention { search: kind.usual_search(), ..Convention::default() };
        let convention = Convention { windows: convention.search.cuts(), ..convention };
        let wishes = Requirements { convention, ..Requirements::of_kind(kind) };
        let set = generate(&wishes, 1, 30, &Progress::default()).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        let orders = set.exercises.iter().map(|made| questions(&made.exercise)).flat_map(|all| all.questions);
        let orders: BTreeSet<String> = orders
            .filter(|question| matches!(question.expects, Expects::Order { .. }))
            .map(|question| format!("{:?}", question.expects.solution()))
            .collect();
        assert!(set.exercises.iter().all(|made| made.exercise.tree().children(0).len() >= 3), "{kind:?}");
        assert!(orders.len() >= 3, "{orders:?}");
    }
    let refused = |wishes: Requirements| match generate(&wishes, 1, 1, &Progress::default()) {
        // A number and its noun are not separated at the end of a line.
        Err(error) => error.to_string().replace('\u{a0}', " "),
        Ok(_) => panic!("a set"),
    };
    let order = || Requirements::of_kind(KindName::Order);
    assert!(refused(Requirements { branching: 2..=2, ..order() }).contains("of two orders"));
    assert!(refused(Requirements { depth: 4..=4, ..order() }).contains("3 children of the root"));
    assert!(
        refused(Requirements { depth: 1..=1, branching: 3..=5, leaves: 3..=5, ..order() }).contains("the first cut")
    );
}

#[test]
fn kinds_that_do_not_fit_are_refused_with_their_place() {
    let text = |convention: &str, kind: &str, estimate: &str| {
        format!(
            "Exercise(version: 1, convention: ({convention}),\nkind: {kind}, nodes: [Node(name: \"A\"), Node(name: \"B\", parent: \"A\"{estimate}), \
             Node(name: \"C\", parent: \"B\", score: 1), Node(name: \"D\", parent: \"A\", score: 2)])"
        )
    };
    let minimax = "search: Minimax, windows: false";
    let cases = [
        ("", "Values", "", "minimax"),
        (minimax, "CrossOut", "", "a search that cuts"),
        ("cut: Either", "Order", "", ""),
        ("cut: Either", "Bug(AlphaReturned)", "", "another search"),
        (minimax, "Deepening", "", "node B has no estimate"),
        ("", "Interval(leaf: \"B\", node: \"D\")", "", "expected a leaf"),
        ("", "Interval(leaf: \"C\", node: \"X\")", "", "\"X\""),
        ("", "Interval(leaf: \"C\", node: \"D\")", "", "one interval"),
        ("", "Bug(AlphaReturned)", "", ""),
        ("signs: true", "Bug(AlphaReturned)", "", "another search"),
    ];
    for (convention, kind, estimate, part) in cases {
        match Exercise::parse(&text(convention, kind, estimate)) {
            Ok(_) if part.is_empty() => {}
            Ok(_) => panic!("{kind} with ({convention}) is accepted"),
            Err(error) => assert!(error.to_string().contains(part) && error.line == 2, "{kind}: {error}"),
        }
    }
    let deepening = Exercise::parse(&text(minimax, "Deepening", ", estimate: 7")).expect("an exercise");
    let all = questions(&deepening).questions;
    assert_eq!((number(&all[0].expects), number(&all[2].expects)), (7, 2));
    assert_eq!(Questions::of(&Exercise::parse(&text("", "Search", "")).expect("a search")), None);
}

#[test]
fn order_of_an_inner_node_agrees_with_a_plain_search_of_each_order() {
    for made in made(KindName::CrossOut, SearchByHand::AlphaBeta, View::Max, 3, 6) {
        let tree = made.exercise.tree();
        for node in tree.nodes().filter(|&node| (2..=4).contains(&tree.children(node).len())) {
            let exercise = made.exercise.clone().with_kind(Kind::Order { node }).expect("an order");
            let all = questions(&exercise);
            let plain = tree_of(&exercise);
            let evaluated = |order: &[u32]| {
                let mut ordered = plain.clone();
                ordered.children[node as usize] = order.iter().map(|&child| child as usize).collect();
                let events = Walk::of(&ordered, rules(*exercise.convention()), None).events;
                events.into_iter().filter(|event| matches!(event, Event::Leaf(_))).count() as i64
            };
            for (place, is_better) in [(0, i64::lt as fn(&i64, &i64) -> bool), (2, i64::gt)] {
                let Expects::Order { among, right } = &all.questions[place].expects else { panic!("an order") };
                let count = number(&all.questions[place + 1].expects);
                assert!(right.iter().all(|order| evaluated(order) == count));
                // No cyclic order or exchange of neighbours is better.
                for at in 0..among.len() {
                    let mut other = among.clone();
                    other.rotate_left(at);
                    assert!(!is_better(&evaluated(&other), &count));
                    other.swap(0, 1);
                    assert!(!is_better(&evaluated(&other), &count));
                }
            }
        }
    }
}

#[test]
fn equally_hard_sets_differ_by_at_most_one() {
    let wishes = Requirements { leaves: 12..=18, cuts: 2..=u32::MAX, equally_hard: true, ..Requirements::default() };
    let set = generate(&wishes, 3, 12, &Progress::default()).expect("a set").exercises;
    let figures: [fn(&Generated) -> u32; 7] = [
        |made| made.figures.leaves,
        |made| made.figures.evaluated,
        |made| made.figures.cuts,
        |made| made.figures.alpha_cuts,
        |made| made.figures.beta_cuts,
        |made| made.figures.cuts_above_leaves,
        |made| made.figures.deep_cuts,
    ];
    for (place, figure) in figures.into_iter().enumerate() {
        let (least, most) = (set.iter().map(figure).min(), set.iter().map(figure).max());
        assert!(most <= least.map(|least| least + 1), "figure {place}: {least:?} to {most:?}");
    }
    // A larger set begins with the same exercises.
    let first = generate(&wishes, 3, 2, &Progress::default()).expect("a set").exercises;
    assert_eq!(first, set[..2]);
}
