//! Questions before frames: the right answer is right and every wrong choice is wrong, according to programs that share
//! no code with the library. Every possible question is asked, and only about recorded facts.

mod choosing;
mod plain;
mod rounds;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use edagari::game::{AnyGame, GameSetup, Player, TextbookNode, TextbookTree, TicTacToe};
use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::practice::{Choice, MAX_CHOICES, Plan, Question, QuestionKind, Reply};
use edagari::score::{BoundKind, Score, Window};
use edagari::search::{Algorithm, DepthLimit, Order};
use edagari::trace::{Cut, DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record, record_game};
use proptest::prelude::*;

use crate::oracles::cases;
use crate::oracles::plain_searches::{cuts, fail_of, has_windows, with_its_table};
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, trees};
use plain::{INFINITY, Plain, Reached, Rule, Says, Tree};
use walk::{Habits, Walk};

/// The kinds of questions on searches for the minimax value.
const OF_MINIMAX: [QuestionKind; 6] = [
    QuestionKind::Entry,
    QuestionKind::Score,
    QuestionKind::Window,
    QuestionKind::Cut,
    QuestionKind::Skipped,
    QuestionKind::Returned,
];

/// Each rule, and the library's search that follows it.
const RULES: [(Rule, Algorithm); 5] = [
    (Rule::Minimax, Algorithm::Minimax),
    (Rule::Hard, Algorithm::AlphaBeta),
    (Rule::Soft, Algorithm::AlphaBetaSoft),
    (Rule::OneBound, Algorithm::AlphaBetaOneBound),
    (Rule::Pvs, Algorithm::Pvs),
];

fn plain_tree(list: &[TextbookNode]) -> Tree {
    let children =
        (0..list.len()).map(|node| (0..list.len()).filter(|&child| list[child].parent == Some(node)).collect());
    let mut is_max: Vec<bool> = Vec::new();
    for node in list {
        let default = node.parent.is_none_or(|parent| !is_max[parent]);
        is_max.push(node.player.map_or(default, |player| player == Player::Max));
    }
    Tree { children: children.collect(), is_max, leaf: list.iter().map(|node| node.score.map(i64::from)).collect() }
}

fn whole(score: Score) -> i64 {
    match score {
        Score::NEG_INFINITY => -INFINITY,
        Score::INFINITY => INFINITY,
        score => i64::from(score.finite().expect("a number")),
    }
}

fn says(kind: BoundKind) -> Says {
    match kind {
        BoundKind::Upper => Says::AtMost,
        BoundKind::Exact => Says::Exactly,
        BoundKind::Lower => Says::AtLeast,
    }
}

/// Path of each node of a list.
fn paths(list: &[TextbookNode]) -> Vec<Vec<u32>> {
    let mut paths: Vec<Vec<u32>> = Vec::new();
    let mut children = vec![0; list.len()];
    for node in list {
        paths.push(node.parent.map_or_else(Vec::new, |parent| {
            children[parent] += 1;
            [&*paths[parent], &[children[parent] - 1]].concat()
        }));
    }
    paths
}

/// Whether a choice matches a frame of the plain program.
fn is_shown(choice: &Choice, shown: &plain::Shown, trace: &Trace, path: &[u32]) -> bool {
    match (choice, shown) {
        (Choice::Score { score, is_better }, plain::Shown::Score { score: is, is_better: better }) => {
            whole(*score) == *is && is_better == better
        }
        (Choice::Window(Window { alpha, beta }), plain::Shown::Update { after, .. }) => {
            (whole(*alpha), whole(*beta)) == *after
        }
        (Choice::Cut(cut), plain::Shown::Update { cut: is, .. }) => {
            cut.map(|cut| if cut == Cut::Alpha { Reached::Alpha } else { Reached::Beta }) == *is
        }
        (Choice::Skipped { of, nodes }, plain::Shown::Update { skipped, .. }) => {
            let skipped: BTreeSet<Vec<u32>> = skipped.iter().map(|&mv| [path, &[mv as u32]].concat()).collect();
            let nodes: BTreeSet<Vec<u32>> = nodes.iter().map(|&node| trace.path(node)).collect();
            nodes == skipped && (trace.path(trace.node_of(*of)) == path || nodes.is_empty())
        }
        (Choice::Returned { score, kind }, plain::Shown::Returned { score: is, says: said, also, .. }) => {
            [Some(*is), *also].contains(&Some(whole(*score))) && says(*kind) == *said
        }
        _ => false,
    }
}

/// Asserts that a question has one right choice, distinct choices, and texts in all languages.
fn check_form(question: &Question, trace: &Trace) {
    let Question { choices, right, .. } = question;
    assert!((2..=MAX_CHOICES).contains(&choices.len()) && *right < choices.len(), "{question:?}");
    for (place, choice) in choices.iter().enumerate() {
        assert!(!choices[..place].contains(choice), "{question:?}");
        assert_eq!(question.is_right(&Reply::Choice(place)), place == *right);
    }
    if let Some(skipped) = question.skipped() {
        let marked: BTreeSet<_> = skipped.iter().copied().collect();
        assert!(question.is_right(&Reply::Marked(marked.clone())));
        let fewer: BTreeSet<_> = marked.iter().copied().skip(1).collect();
        assert!(!question.is_right(&Reply::Marked(fewer)));
        let child = question.child.map(|child| trace.node_of(child)).expect("a child");
        assert!(!question.is_right(&Reply::Marked(marked.iter().copied().chain([child]).collect())));
    } else {
        assert!(!question.is_right(&Reply::Marked(BTreeSet::new())));
    }
}

/// Asserts that the texts have no placeholders, and that no two choices have the same text.
fn check_words(question: &Question, trace: &Trace) {
    for language in Language::ALL {
        let asked = question.text(trace, language);
        let choices: Vec<String> =
            question.choices.iter().map(|choice| question.choice_text(choice, trace, language)).collect();
        for text in choices.iter().chain([&asked]) {
            let is_empty = text.trim().is_empty() || text.contains("  ") || text.contains("()") || text.contains("( ");
            assert!(!text.contains(['{', '}']) && !is_empty, "{text:?} in {asked:?}");
        }
        let different: BTreeSet<&String> = choices.iter().collect();
        assert_eq!(different.len(), choices.len(), "{asked} {choices:?}");
    }
}

/// Kinds of questions that a frame of the plain program answers.
fn answered_by(shown: &plain::Shown) -> Vec<QuestionKind> {
    match shown {
        plain::Shown::Other | plain::Shown::Returned { is_leaf: true, .. } => Vec::new(),
        plain::Shown::Score { .. } => vec![QuestionKind::Score],
        plain::Shown::Returned { .. } => vec![QuestionKind::Returned],
        plain::Shown::Update { has_windows: false, .. } | plain::Shown::Update { is_left_aside: true, .. } => {
            Vec::new()
        }
        plain::Shown::Update { cut: Some(_), skipped, .. } if skipped.is_empty() => Vec::new(),
        plain::Shown::Update { cut: Some(_), .. } => vec![QuestionKind::Cut, QuestionKind::Skipped],
        plain::Shown::Update { window, is_max, .. } => {
            let bound = if *is_max { window.1 } else { window.0 };
            let can_cut = bound.abs() != INFINITY;
            if can_cut { vec![QuestionKind::Window, QuestionKind::Cut] } else { vec![QuestionKind::Window] }
        }
    }
}

/// Compares all questions about a run with the plain program.
fn check_against_plain(list: &[TextbookNode], (rule, algorithm): (Rule, Algorithm), words: usize) {
    let game = AnyGame::from(TextbookTree::from_nodes(list).expect("a well-formed tree"));
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    let trace = record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
    let (tree, paths) = (plain_tree(list), paths(list));
    let plain = Plain::search(&tree, rule);
    assert_eq!(plain.frames.len(), trace.frame_count(), "{rule:?}");
    let mut cuts = Vec::new();
    for (frame, (node, shown)) in plain.frames.iter().enumerate() {
        let path = &paths[*node];
        assert_eq!(*path, trace.path(trace.step(frame).expect("a frame").node), "{rule:?} {frame}");
        let answered = answered_by(shown);
        for kind in OF_MINIMAX {
            let question = Question::before(&trace, frame, kind);
            assert_eq!(question.is_some(), answered.contains(&kind), "{rule:?} {frame} {kind:?} {shown:?}");
            let Some(question) = question else { continue };
            for (place, choice) in question.choices.iter().enumerate() {
                let is_right = is_shown(choice, shown, &trace, path);
                assert_eq!(is_right, place == question.right, "{rule:?} {frame} {choice:?} {shown:?}");
            }
            check_form(&question, &trace);
            if frame % words == 0 {
                check_words(&question, &trace);
            }
        }
        if matches!(shown, plain::Shown::Update { cut: Some(_), skipped, .. } if !skipped.is_empty()) {
            cuts.push(frame);
        }
    }
    let asked = |plan: &Plan| plan.questions(&trace, 0).iter().map(|question| question.frame).collect::<Vec<_>>();
    let only_cuts = Plan { share: 0, length: usize::MAX, ..Plan::default() };
    assert_eq!(asked(&only_cuts), cuts, "{rule:?}");
    let all = Plan { share: 100, ..only_cuts };
    let askable = plain.frames.iter().enumerate().filter(|(_, (_, shown))| !answered_by(shown).is_empty());
    assert_eq!(asked(&all), askable.map(|(frame, _)| frame).collect::<Vec<_>>(), "{rule:?}");
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn questions_on_random_trees_have_one_right_answer(list in trees()) {
        for rule in RULES {
            check_against_plain(&list, rule, 7);
        }
    }
}

/// Whether a choice matches the walk at a frame; `None` if the walk does not know.
fn is_right(choice: &Choice, shown: &walk::Shown, question: &Question, trace: &Trace) -> Option<bool> {
    Some(match (choice, shown) {
        (Choice::Score { score, is_better }, walk::Shown::Score { score: is, known, player }) => {
            let better = match player {
                Player::Max => *is > (*known)?,
                Player::Min => *is < (*known)?,
            };
            score == is && *is_better == better
        }
        (Choice::Window(window), walk::Shown::Update { after, .. }) => window == after,
        (Choice::Cut(cut), walk::Shown::Update { cut: is, .. }) => cut == is,
        (Choice::Skipped { of, nodes }, walk::Shown::Update { left, .. }) => {
            let moves: BTreeSet<u32> = nodes.iter().filter_map(|&node| trace.path(node).last().copied()).collect();
            (*of == question.visit || nodes.is_empty()) && moves.iter().eq(left)
        }
        (Choice::Returned { score, kind }, walk::Shown::Returned { score: is, kind: kinds, also }) => {
            [Some(is), also.as_ref()].contains(&Some(score)) && kind == kinds
        }
        (Choice::Entry(answer), walk::Shown::Entry(is)) => answer == is,
        _ => return None,
    })
}

/// Compares all questions about a trace with the walk. Returns the number of questions of each kind.
fn check_against_walk(trace: &Trace, habits: Habits, every: usize, name: &str) -> BTreeMap<QuestionKind, usize> {
    let mut walk = Walk::new(trace, habits);
    let mut asked = BTreeMap::new();
    for frame in 0..trace.frame_count() {
        let is_looked_at = frame % every == 0;
        let shown = walk.step(frame, is_looked_at);
        if !is_looked_at {
            continue;
        }
        for kind in OF_MINIMAX {
            let Some(question) = Question::before(trace, frame, kind) else { continue };
            *asked.entry(kind).or_insert(0) += 1;
            for (place, choice) in question.choices.iter().enumerate() {
                let right = is_right(choice, &shown, &question, trace);
                let said = || format!("{name}: frame {frame}, {choice:?} of {question:?}, {shown:?}");
                assert_eq!(right, Some(place == question.right), "{}", said());
            }
            check_form(&question, trace);
            if frame % 31 == 0 {
                check_words(&question, trace);
            }
        }
    }
    asked
}

fn habits_of(setup: &Setup) -> Habits {
    let Process::Search(search) = setup.process else { panic!("a search") };
    let algorithm = with_its_table(search, setup.table);
    Habits {
        fail: Some(fail_of(algorithm)),
        cuts: cuts(algorithm),
        cuts_above: false,
        has_windows: has_windows(algorithm),
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn questions_on_tables_have_one_right_answer(setup in setups()) {
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
        check_against_walk(&trace, habits_of(&setup), 1, "tables");
    }

    #[test]
    fn questions_on_passes_have_one_right_answer(list in trees(), order in orders()) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        for algorithm in Algorithm::ALL {
            let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
            let trace = record_game(game.clone(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
            check_against_walk(&trace, habits_of(&setup), 1, algorithm.name());
        }
    }
}

#[test]
fn searches_with_passes_and_tables_yield_every_kind_of_question() {
    let tic_tac_toe = GameSetup::from(TicTacToe { shortest_win: true });
    let mut all = BTreeMap::new();
    for algorithm in Algorithm::ALL {
        let mut setup =
            Setup { after: "b2 a1 c3".to_owned(), ..Setup::new(tic_tac_toe.clone(), Process::Search(algorithm)) };
        setup.limit = Some(DepthLimit { depth: 4, evaluation: 0 });
        setup.order = Order::Shuffled(5);
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
        for (kind, count) in check_against_walk(&trace, habits_of(&setup), 1, algorithm.name()) {
            *all.entry(kind).or_insert(0) += count;
        }
    }
    assert!(OF_MINIMAX.iter().all(|kind| all.get(kind).is_some_and(|&count| count > 100)), "{all:?}");
}

/// Searches of other programs: with and without rules, windows, tables, speculation, threads, and some that are not
/// minimax.
#[cfg(feature = "files")]
#[test]
fn questions_on_imported_traces_need_only_recorded_facts() {
    use edagari::trace::CutTest;
    let mut all: BTreeMap<QuestionKind, usize> = BTreeMap::new();
    for (place, told) in crate::check::told().iter().enumerate() {
        let trace = crate::check::read(&told.stream);
        let header = trace.origin().expect("another program's").clone();
        let named = header.process().and_then(Process::algorithm);
        let habits = Habits {
            fail: header.fail.or_else(|| named.map(fail_of)),
            cuts: named.map_or(header.cut.is_some() || !trace.cuts().is_empty(), cuts),
            cuts_above: header.cut == Some(CutTest::Above),
            has_windows: named.is_none_or(has_windows),
        };
        // Long traces are sampled.
        let every = 1 + trace.frame_count() / 2_000 * 2 + place % 2;
        let asked = check_against_walk(&trace, habits, every, &told.name);
        if header.judge == Some(false) {
            assert!(asked.is_empty(), "{}", told.name);
        }
        for (kind, count) in asked {
            *all.entry(kind).or_insert(0) += count;
        }
    }
    assert!(OF_MINIMAX.iter().all(|kind| all.get(kind).is_some_and(|&count| count > 100)), "{all:?}");
}

#[test]
fn generated_tree_has_no_questions() {
    use edagari::trace::Traversal;
    let setup = Setup::new(GameSetup::textbook(None), Process::Generate(Traversal::DepthFirst));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
    for frame in 0..trace.frame_count() + 2 {
        for kind in QuestionKind::ALL {
            assert_eq!(Question::before(&trace, frame, kind), None);
        }
    }
}

/// Computed by hand for the three-move figure: D cuts after I, and B after E. B returns the bound 3 of its window,
/// because the search is fail-hard.
#[test]
fn three_move_figure_has_the_textbook_questions() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
    let plan = Plan { share: 0, ..Plan::default() };
    let questions = plan.questions(&trace, 0);
    let read: Vec<(String, Vec<String>, usize)> = questions
        .iter()
        .map(|question| {
            let spaced = |text: String| with_plain_spaces(&text).into_owned();
            let say = |choice| spaced(question.choice_text(choice, &trace, Language::English));
            (
                spaced(question.text(&trace, Language::English)),
                question.choices.iter().map(say).collect(),
                question.right,
            )
        })
        .collect();
    let [first, second] = &read[..] else { panic!("two cuts: {read:?}") };
    assert_eq!(
        first.0,
        "I returned 4 to D, a max node, with the window (−∞, 3). Is there a cut? (This search cuts when α ≥ β.)"
    );
    assert_eq!((&first.1[..], first.2), (&["α-cut", "β-cut", "No cut"].map(str::to_owned)[..], 1));
    assert_eq!(
        second.0,
        "E returned 3 to B, a min node, with the window (3, ∞): that is a cut. Which nodes does it prune?"
    );
    assert_eq!(second.1[second.2], "F");
    assert!(second.1.contains(&"None".to_owned()) && second.1.contains(&"E and F".to_owned()), "{:?}", second.1);
}
