//! Tasks where chance moves, with equal and unequal probabilities, against plain programs with fractions.

use edagari::game::TextbookNode;
use edagari::language::Language;
use edagari::lesson::exercise::{
    Exercise, ExerciseTree, Expects, Generated, Kind, KindName, QuestionVerdict, Requirements, Response, generate,
};
use edagari::trace::Progress;
use proptest::prelude::*;

use super::{PLAIN, number, of_text, set, tree_of, verdicts, write};
use crate::exercise::plain::Tree;
use crate::exercise::published::nested;
use crate::exercise::questions::questions;
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1).reduced()
    }

    fn reduced(self) -> Self {
        let (mut one, mut other) = (self.0.abs(), self.1);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Self(self.0 / one, self.1 / one)
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1).reduced()
    }

    fn over(self, other: Self) -> Self {
        self.times(Self(other.1, other.0))
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, other.1))
    }

    fn exceeds(self, other: Self) -> bool {
        self.0 * other.1 > other.0 * self.1
    }
}

/// A tree in which chance moves instead of min.
struct Lottery {
    tree: Tree,
    /// Probability of each node when chance moves to it.
    likely: Vec<Fraction>,
    highest: i128,
}

impl Lottery {
    fn of(exercise: &Exercise, highest: i128) -> Self {
        let (tree, own) = (tree_of(exercise), exercise.tree());
        let mut likely = vec![Fraction(1, 1); tree.children.len()];
        for children in &tree.children {
            for &child in children {
                likely[child] = match own.probability(child as u32) {
                    Some(one) => Fraction(one.numerator().into(), one.denominator().into()),
                    None => Fraction(1, children.len() as i128),
                };
            }
        }
        Self { tree, likely, highest }
    }

    /// Star1. Returns the value of a node, or a bound that does not exceed α, and collects the evaluated leaves.
    fn star1(&self, node: usize, alpha: Option<Fraction>, evaluated: &mut Vec<usize>) -> Fraction {
        let tree = &self.tree;
        if tree.is_leaf(node) {
            evaluated.push(node);
            return Fraction(tree.leaf[node].expect("a score").into(), 1);
        }
        let children = &tree.children[node];
        if tree.is_max[node] {
            let mut best = None::<Fraction>;
            for &child in children {
                let passed = match (alpha, best) {
                    (Some(alpha), Some(best)) if best.exceeds(alpha) => Some(best),
                    (None, best) => best,
                    (alpha, _) => alpha,
                };
                let value = self.star1(child, passed, evaluated);
                best = Some(best.filter(|best| !value.exceeds(*best)).unwrap_or(value));
            }
            return best.expect("a child");
        }
        let highest = Fraction(self.highest, 1);
        let mut sum = Fraction(0, 1);
        for (place, &child) in children.iter().enumerate() {
            let rest = children[place + 1..].iter().fold(Fraction(0, 1), |rest, &one| rest.plus(self.likely[one]));
            let after = rest.times(highest);
            let passed = alpha.map(|alpha| alpha.minus(sum).minus(after).over(self.likely[child]));
            sum = sum.plus(self.likely[child].times(self.star1(child, passed, evaluated)));
            let most = sum.plus(after);
            if alpha.is_some_and(|alpha| !most.exceeds(alpha)) {
                return most;
            }
        }
        sum
    }

    /// The expected value without any cut.
    fn exact(&self, node: usize) -> Fraction {
        if self.tree.is_leaf(node) {
            return Fraction(self.tree.leaf[node].expect("a score").into(), 1);
        }
        let children = self.tree.children[node].iter();
        if self.tree.is_max[node] {
            let values = children.map(|&child| self.exact(child));
            return values.reduce(|best, value| if value.exceeds(best) { value } else { best }).expect("a child");
        }
        let terms = children.map(|&child| self.likely[child].times(self.exact(child)));
        terms.fold(Fraction(0, 1), Fraction::plus)
    }
}

fn unequal(kind: KindName) -> Vec<Generated> {
    let wishes = Requirements { convention: PLAIN, unequal_probabilities: true, ..Requirements::of_kind(kind) };
    let made = generate(&wishes, 7, 20, &Progress::default()).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
    for made in &made.exercises {
        let tree = made.exercise.tree();
        let children = |node: u32| tree.children(node).iter().map(|&child| tree.probability(child));
        let has_children = |node: u32| !tree.children(node).is_empty();
        for node in tree.nodes().filter(|&node| made.exercise.is_chance(node) && has_children(node)) {
            let all: Vec<_> = children(node).map(|one| one.expect("a probability")).collect();
            assert!(all.len() == 1 || all.iter().any(|one| *one != all[0]), "{all:?}");
        }
        assert_eq!(Exercise::parse(&made.exercise.to_text()).as_ref(), Ok(&made.exercise));
    }
    made.exercises
}

#[test]
fn expected_values_are_those_of_a_plain_program() {
    for made in set(KindName::Expectimax).into_iter().chain(unequal(KindName::Expectimax)) {
        let lottery = Lottery::of(&made.exercise, 0);
        for question in questions(&made.exercise).questions {
            let value = lottery.exact(question.node.expect("a node") as usize);
            assert_eq!(Fraction(number(&question.expects).into(), 1), value);
        }
    }
}

fn check_star1(exercise: &Exercise) {
    let Kind::Star1 { lowest, highest } = exercise.kind() else { panic!("Star1") };
    let mut lottery = Lottery::of(exercise, highest.into());
    let mut evaluated = Vec::new();
    let value = lottery.star1(0, None, &mut evaluated);
    // The value of the root is exact, whatever is skipped.
    let root = lottery.exact(0);
    assert_eq!(value, root);
    for question in questions(exercise).questions {
        let leaf = question.node.expect("a leaf") as usize;
        let Expects::Choice { right, .. } = question.expects else { panic!("a choice") };
        let is_skipped = !evaluated.contains(&leaf);
        assert_eq!(right == 1, is_skipped, "{leaf} of {:?}", lottery.tree);
        let why = question.why.sentence(Language::English);
        assert_eq!(why.contains(" is skipped: after "), is_skipped, "{why}");
        // A skipped leaf can have any score.
        for score in [lowest, highest].into_iter().filter(|_| is_skipped) {
            let own = lottery.tree.leaf[leaf].replace(score.into());
            assert_eq!(lottery.exact(0), root);
            lottery.tree.leaf[leaf] = own;
        }
    }
}

#[test]
fn leaves_that_star1_skips_are_those_of_a_plain_program() {
    for made in set(KindName::Star1).into_iter().chain(unequal(KindName::Star1)) {
        check_star1(&made.exercise);
        let skipped =
            |question: &&edagari::lesson::exercise::Question| question.expects.solution() == Response::Choice(1);
        let count = questions(&made.exercise).questions.iter().filter(skipped).count() as u32;
        assert_eq!(made.figures.leaves - made.figures.evaluated, count);
        assert!(made.figures.alpha_cuts > 0 && made.figures.alpha_cuts == made.figures.cuts, "{:?}", made.figures);
    }
    let exercise = of_text("((5 7) (2 0 9))", Kind::Star1 { lowest: 0, highest: 9 });
    let last = questions(&exercise).questions.pop().expect("a leaf");
    assert_eq!(
        last.why.sentence(Language::English),
        "H is skipped: after G, the mean of C is at most (2 + 1 · 9) / 3\u{a0}=\u{a0}11/3, and α is 6."
    );
}

#[test]
fn star1_in_deep_trees_is_exact_or_refused() {
    for levels in [10, 20, 30, 60] {
        // Max and chance in turns, each with a leaf and the next node.
        let text = (0..levels).fold("(0 1000000)".to_owned(), |below, level| format!("({below} {level})"));
        let tree = ExerciseTree::from_nodes(nested(&text)).expect("a tree");
        let kind = Kind::Star1 { lowest: 0, highest: i32::MAX };
        let made = Exercise::new(tree, PLAIN).expect("minimax").with_kind(kind);
        match made {
            Ok(exercise) => check_star1(&exercise),
            Err(error) => assert!(error.to_string().contains("too deep for exact means"), "{levels}: {error}"),
        }
    }
}

/// The nodes of a text, where chance takes the children of its nodes with probabilities by weights.
fn weighted(text: &str, weights: &[&[u64]]) -> Vec<TextbookNode> {
    let mut list = nested(text);
    let mut weights = weights.iter();
    for parent in 1..list.len() {
        let children: Vec<usize> = (0..list.len()).filter(|&child| list[child].parent == Some(parent)).collect();
        if children.is_empty() {
            continue;
        }
        let own = weights.next().expect("weights for each node");
        for (child, weight) in children.into_iter().zip(*own) {
            list[child].probability = edagari::score::Probability::new(*weight, own.iter().sum());
        }
    }
    list
}

#[test]
fn reasons_state_the_probabilities() {
    let of = |text: &str, weights: &[&[u64]], kind: Kind| {
        let tree = ExerciseTree::from_nodes(weighted(text, weights)).expect("a tree");
        Exercise::new(tree, PLAIN).expect("minimax").with_kind(kind).expect("the kind")
    };
    let why = |exercise: &Exercise, place: usize| questions(exercise).questions[place].why.sentence(Language::English);
    let exercise = of("((8 12) (2 6))", &[&[1, 3], &[1, 1]], Kind::Expectimax);
    assert_eq!(why(&exercise, 1), "At B chance moves: 1/4 · 8 + 3/4 · 12\u{a0}=\u{a0}11.");
    assert!(exercise.rules(Language::English)[0].contains("the number at each line is the probability"));
    let exercise = of("((5 7) (2 9))", &[&[1, 1], &[3, 1]], Kind::Star1 { lowest: 0, highest: 9 });
    assert_eq!(
        why(&exercise, 3),
        "G is skipped: after F, the expected value of C is at most 15/4, even if each child after it has the value 9; α is 6."
    );
    // Chance moves nowhere else.
    let tree = ExerciseTree::from_nodes(weighted("((8 12) (2 6))", &[&[1, 3], &[1, 1]])).expect("a tree");
    let error = Exercise::new(tree, PLAIN).expect("minimax").with_kind(Kind::Values).expect_err("no chance");
    assert!(error.to_string().starts_with("D has a probability, but chance does not move"), "{error}");
}

#[test]
fn expected_value_follows_from_a_wrong_one_by_its_probabilities() {
    use QuestionVerdict::{Follows, Right, Wrong};
    let mut list = weighted("(((8) (12)) ((2) (6)))", &[&[1, 3], &[1], &[1], &[1, 1], &[1], &[1]]);
    // Max moves below chance, where nodes have no probabilities.
    for node in (0..list.len()).filter(|&node| list[node].score.is_some()).collect::<Vec<_>>() {
        list[node].probability = None;
    }
    let tree = ExerciseTree::from_nodes(list).expect("a tree");
    let exercise = Exercise::new(tree, PLAIN).expect("minimax").with_kind(Kind::Expectimax).expect("whole values");
    // B = 1/4 · D + 3/4 · E; the value of D, 8, is written as 4: B is 10 then.
    let place = |name: &str| {
        let node = exercise.tree().named(name).expect("a node");
        questions(&exercise).questions.iter().position(|question| question.node == Some(node)).expect("a question")
    };
    let [a, b, d] = ["A", "B", "D"].map(place);
    let graded = |at_b: i32| {
        let all = verdicts(&exercise, |_, answers| write(answers, &[(a, at_b), (b, at_b), (d, 4)]));
        [all[a], all[b], all[d]]
    };
    assert_eq!(graded(10), [Follows, Follows, Wrong]);
    assert_eq!(graded(11), [Right, Right, Wrong]);
    assert_eq!(graded(8), [Follows, Wrong, Wrong]);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn star1_skips_in_any_tree_what_a_plain_program_skips(list in trees(), weights in prop::collection::vec(1_u64..4, 60), is_equal in any::<bool>()) {
        let plain = ExerciseTree::from_nodes(list.clone()).expect("a tree");
        let mut list = list;
        for node in plain.nodes().filter(|&node| !is_equal && plain.player(node) == edagari::score::Player::Min) {
            let own: Vec<u64> = plain.children(node).iter().map(|&child| weights[child as usize % weights.len()]).collect();
            for (&child, weight) in plain.children(node).iter().zip(&own) {
                list[child as usize].probability = edagari::score::Probability::new(*weight, own.iter().sum());
            }
        }
        let tree = ExerciseTree::from_nodes(list).expect("a tree");
        let exercise = Exercise::new(tree, PLAIN).expect("minimax").with_kind(Kind::Star1 { lowest: -5, highest: 5 });
        // A tree can be too deep for exact means, or have other scores.
        if let Ok(exercise) = exercise {
            check_star1(&exercise);
        }
    }
}

#[test]
fn leaves_below_one_cut_of_star1_are_one_mistake() {
    use QuestionVerdict::{Follows, Right, Wrong};
    let exercise = of_text("((9 9 9 9) (0 5 5 5))", Kind::Star1 { lowest: 0, highest: 9 });
    let evaluated = verdicts(&exercise, |_, answers| answers.fill(Some(Response::Choice(0))));
    assert_eq!(evaluated, [Right, Right, Right, Right, Right, Wrong, Follows, Follows]);
}

#[test]
fn later_stops_of_star1_follow_from_a_leaf_crossed_out_by_mistake() {
    use QuestionVerdict::{Follows, Right, Wrong};
    // Without the second leaf, B can be as high as (2 + 9) / 2, so C stops after its first leaf only if that is low enough.
    let exercise = of_text("((2 1) (3 5) (0 8))", Kind::Star1 { lowest: 0, highest: 9 });
    let of = |crossed_out: [usize; 6]| {
        let answered = crossed_out.map(|choice| Some(Response::Choice(choice)));
        verdicts(&exercise, |_, answers| answers.clone_from_slice(&answered))
    };
    assert_eq!(of([0; 6]), [Right; 6]);
    assert_eq!(of([0, 1, 0, 0, 0, 1]), [Right, Wrong, Right, Right, Right, Follows]);
    assert_eq!(of([0, 1, 0, 0, 0, 0]), [Right, Wrong, Right, Right, Right, Right]);
}
