//! Published problems, by their numbers: each has the published answer under the convention of its source.

use edagari::game::{Player, TextbookNode};
use edagari::lesson::exercise::{
    Convention, CutAt, Exercise, ExerciseTree, Expects, Kind, Question, Response, SearchByHand, View,
};

use super::questions::{number, questions};

/// Parses a tree such as `((2 3) (5 9))`; its nodes get letters.
pub(super) fn nested(text: &str) -> Vec<TextbookNode> {
    let mut list: Vec<TextbookNode> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for word in text.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
        let node = |score| TextbookNode { parent: open.last().copied(), score, ..TextbookNode::default() };
        match word {
            "(" => {
                list.push(node(None));
                open.push(list.len() - 1);
            }
            ")" => drop(open.pop()),
            score => list.push(node(Some(score.parse().expect("a score")))),
        }
    }
    list
}

fn tree_of(text: &str, root: Player) -> ExerciseTree {
    let mut nodes = nested(text);
    nodes[0].player = Some(root);
    ExerciseTree::from_nodes(nodes).expect("a tree")
}

/// Published problem with a tree and its skipped leaves.
struct Published {
    /// Exam, course or page.
    source: &'static str,
    /// Player to move at the root.
    root: Player,
    search: SearchByHand,
    cut: CutAt,
    /// Value of the root.
    value: i64,
    /// Leaves that the source does not specify, because they are skipped, have the score 0.
    tree: &'static str,
    /// Skipped leaves, counted from 1 from left to right.
    skipped: &'static [usize],
}

/// Problem with α-β, cuts at equality and a max root.
const USUAL: Published = Published {
    source: "",
    root: Player::Max,
    search: SearchByHand::AlphaBeta,
    cut: CutAt::Equality,
    value: 0,
    tree: "",
    skipped: &[],
};

const PUBLISHED: &[Published] = &[
    Published {
        source: "UCLA CS 161 recitation notes (Rosen); the same tree in OI-wiki PR 5275",
        value: 3,
        tree: "((((3 17) (2 12)) ((15) (25 0))) (((2 5) (3)) ((2 14))))",
        skipped: &[4, 6, 7, 9, 11, 12],
        ..USUAL
    },
    Published {
        source: "cs.stackexchange.com/questions/11308, answer with windows, tutor agrees",
        value: 12,
        tree: "(((11 9) (4 13 0)) ((12 8 4)) ((9 13 1) (12 9) (0)))",
        skipped: &[5, 14],
        ..USUAL
    },
    Published {
        source: "cs.stackexchange.com/questions/11308, the picture of the question",
        cut: CutAt::Above,
        value: 12,
        tree: "(((11 9) (4 13 0)) ((12 8 4)) ((9 13 1) (12 9) (0)))",
        skipped: &[5],
        ..USUAL
    },
    Published {
        source: "JavaTpoint alpha-beta page (also Scribd 651733617, omumrania notes)",
        value: 3,
        tree: "(((2 3) (5 9)) ((0 1) (7 5)))",
        skipped: &[4, 7, 8],
        ..USUAL
    },
    Published {
        source: "GeeksforGeeks minimax set 4, in many repositories",
        value: 5,
        tree: "(((3 5) (6 9)) ((1 2) (0 -1)))",
        skipped: &[4, 7, 8],
        ..USUAL
    },
    Published {
        source: "Russell and Norvig, figure 5.2/5.5; aima-python Fig52Game",
        value: 3,
        tree: "((3 12 8) (2 4 6) (14 5 2))",
        skipped: &[5, 6],
        ..USUAL
    },
    Published {
        source: "Algorithms Explained (Lague), tree also in usamajutt786 Task_2.py",
        value: 3,
        tree: "(((-1 3) (5 1)) ((-6 -4) (0 9)))",
        skipped: &[4, 7, 8],
        ..USUAL
    },
    // CS 188 compares strictly. Its solution files list the expanded states and the move; the value is that of this move.
    Published {
        source: "Berkeley CS 188, project 2 (multi-agent search), test q3/0-tied-root, solution file",
        cut: CutAt::Above,
        value: 10,
        tree: "((10) (10 0))",
        skipped: &[],
        ..USUAL
    },
    Published {
        source: "Berkeley CS 188, project 2 (multi-agent search), test q3/2-one-ghost-3level, solution file",
        cut: CutAt::Above,
        value: 9,
        tree: "(((3 9) (10 6)) ((4 7) (0 5)))",
        skipped: &[4, 7, 8],
        ..USUAL
    },
    Published {
        source: "Berkeley CS 188, project 2 (multi-agent search), test q3/3-one-ghost-4level, solution file",
        cut: CutAt::Above,
        value: 5,
        tree: "((((3 13) (5 9)) ((10 11) (6 8))) (((1 0) (4 7)) ((12 15) (2 14))))",
        skipped: &[7, 8, 10, 12, 13, 14, 15, 16],
        ..USUAL
    },
    // The condition α ≥ β holds after the last child of an inner node, which skips nothing.
    Published {
        source: "Canterbury COSC367, lab 11, question 4 (in jakewilson23/COSC367)",
        root: Player::Min,
        value: 0,
        tree: "(0 (-2 1) 5)",
        skipped: &[],
        ..USUAL
    },
    Published {
        source: "Canterbury COSC367, lab 11, question 5 (in jakewilson23/COSC367)",
        value: 3,
        tree: "(3 ((2 1) (4 (7 -2))) 0)",
        skipped: &[4, 5, 6],
        ..USUAL
    },
    // The answer compares each node with its parent only: a deep cut would also skip the leaf 122.
    Published {
        source: "problem 1 of a course's solutions, the game with the start state 100 (text in the data set Nemotron-CC-Math)",
        search: SearchByHand::OneBound,
        value: 101,
        tree: "((((101 122) (117 53)) ((135 161) (0 0))) (((119 91) (101 122)) ((0 0) (0 0))))",
        skipped: &[7, 8, 13, 14, 15, 16],
        ..USUAL
    },
];

#[test]
fn published_problems_have_the_published_answers() {
    for Published { source, root, search, cut, value, tree, skipped } in PUBLISHED {
        let convention = Convention { search: *search, cut: *cut, ..Convention::default() };
        let tree = || tree_of(tree, *root);
        let exercise = Exercise::new(tree(), convention).expect("a search").with_kind(Kind::CrossOut).expect("leaves");
        let crossed_out = |(question, number): (&Question, usize)| {
            (question.expects.solution() == Response::Choice(1)).then_some(number)
        };
        // Questions are in the order of the nodes, which is that of the text.
        let own: Vec<usize> = questions(&exercise).questions.iter().zip(1..).filter_map(crossed_out).collect();
        assert_eq!(own, *skipped, "{source}");
        let minimax = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
        let values = Exercise::new(tree(), minimax).expect("minimax").with_kind(Kind::Values).expect("values");
        assert_eq!(number(&questions(&values).questions[0].expects), *value, "{source}");
    }
}

/// Loren Blaney, documents of the chess program Matey 1.1 (2005), `NEGAMAX.TXT`. Its figures have at each node the score after the change
/// of sign, which is that of our view times −1.
#[test]
fn published_negamax_values_are_those_to_fill_in() {
    let text = "((((8 20) (18 16)) ((24 20) (10 12 4))) (((8 21) (11 5 10)) ((32 27) (10 9 4 3))))";
    let minimax =
        Convention { search: SearchByHand::Minimax, view: View::Negamax, windows: false, ..Convention::default() };
    let values = Exercise::new(tree_of(text, Player::Max), minimax).expect("minimax");
    let values = values.with_kind(Kind::Values).expect("values");
    let own: Vec<i64> = questions(&values).questions.iter().map(|question| -number(&question.expects)).collect();
    assert_eq!(own, [-16, 16, -16, 8, 16, -20, 20, 4, 8, -8, 8, 5, -27, 27, 3]);
    // With α-β, the second move returns 11 instead of 8.
    let negamax = Convention { view: View::Negamax, ..Convention::default() };
    let search = Exercise::new(tree_of(text, Player::Max), negamax).expect("α-β").with_kind(Kind::CrossOut);
    let search = search.expect("leaves");
    let solution = questions(&search).solution;
    let returned = |node: u32| solution.visits(node)[0].score.and_then(|score| score.negated().finite());
    let [first, second] = search.tree().children(0) else { panic!("two moves") };
    assert_eq!([0, *first, *second].map(returned), [Some(-16), Some(16), Some(11)]);
}

/// Russell and Norvig, *Artificial Intelligence*, on figure 5.5: no child of D can be pruned because the worst ones for min (14 and 5)
/// come first; if the third (2) came first, the other two would be pruned.
#[test]
fn published_order_of_children_prunes_the_most_leaves() {
    let tree = ExerciseTree::from_nodes(nested("((3 12 8) (2 4 6) (14 5 2))")).expect("a tree");
    let last = tree.children(0)[2];
    let children = tree.children(last).to_vec();
    let exercise = Exercise::new(tree, Convention::default()).expect("α-β");
    let exercise = exercise.with_kind(Kind::Order { node: last }).expect("an order");
    let all = questions(&exercise);
    let [fewest, count, most, all_count] = &all.questions[..] else { panic!("four questions") };
    let Expects::Order { among, right } = &fewest.expects else { panic!("an order") };
    assert_eq!(*among, children);
    assert!(right.iter().all(|order| order[0] == children[2]) && right.len() == 2, "{right:?}");
    assert_eq!((number(&count.expects), number(&all_count.expects)), (5, 7));
    assert!(most.expects.accepts(&Response::Order(children)), "the drawn order prunes none of them");
    assert_eq!(Exercise::parse(&exercise.to_text()).as_ref(), Ok(&exercise), "{}", exercise.to_text());
}

/// Jonathan Schaeffer, lecture "Iterative Deepening and Move Ordering" (2002), example: the moves A, B and C have the scores 15, 20 and 13
/// at one depth, and 16, 30 and 19 at the next one. The example has no replies; here each move has one.
#[test]
fn published_scores_of_two_iterations_order_the_moves() {
    let text = "Exercise(version: 1, convention: (search: Minimax, windows: false), kind: Deepening, nodes: [Node(name: \"root\"), \
        Node(name: \"A\", parent: \"root\", estimate: 15), Node(name: \"a\", parent: \"A\", score: 16), \
        Node(name: \"B\", parent: \"root\", estimate: 20), Node(name: \"b\", parent: \"B\", score: 30), \
        Node(name: \"C\", parent: \"root\", estimate: 13), Node(name: \"c\", parent: \"C\", score: 19)])";
    let exercise = Exercise::parse(text).expect("an exercise");
    let all = questions(&exercise);
    let [first, order, second] = &all.questions[..] else { panic!("three questions") };
    assert_eq!((number(&first.expects), number(&second.expects)), (20, 30));
    assert_eq!(order.expects.accepted(exercise.tree()), ["B A C"]);
}
