//! The generator: each tree meets the wishes, according to a plain program. Sets depend only on wishes and seed.
//! Impossible wishes are reported.

use std::collections::BTreeSet;

use edagari::game::TextbookNode;
use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{
    Contradiction, Convention, CutAt, ExerciseSet, GenerateError, Generated, KindName, Requirements, Returned,
    RootWindow, SearchByHand, View, generate,
};
use edagari::score::{Player, Score, Window};
use edagari::trace::Progress;

use super::plain::{Event, Tree, Walk};
use super::seats::{closes, seats};
use super::{plain_tree, rules};

fn set(wishes: &Requirements, seed: u64, count: u32) -> ExerciseSet {
    generate(wishes, seed, count, &Progress::default()).unwrap_or_else(|error| panic!("{error}: {wishes:?}"))
}

fn nodes(made: &Generated) -> Vec<TextbookNode> {
    made.exercise.tree().game().to_nodes()
}

/// Statistics of the cuts of a plain search.
#[derive(Default, Debug, PartialEq)]
struct Counts {
    cuts: u32,
    of_max: u32,
    above_leaves: u32,
    deep: u32,
    evaluated: BTreeSet<usize>,
    struck: u32,
}

fn counts(tree: &Tree, convention: Convention) -> Counts {
    let rules = rules(convention);
    let events = Walk::of(tree, rules, None).events;
    let mut counts = Counts::default();
    let mut is_above = false;
    for (number, &event) in events.iter().enumerate() {
        match event {
            Event::Leaf(leaf) => drop(counts.evaluated.insert(leaf)),
            Event::Strike(node) => {
                let seats = seats(tree, &events[..number], None);
                let (seat, above) = seats.split_last().expect("a parent");
                counts.struck += 1;
                if seat.struck.is_empty() {
                    counts.cuts += 1;
                    counts.of_max += u32::from(tree.is_max[seat.node]);
                    is_above = false;
                    let others = above.iter().rev().filter(|above| tree.is_max[above.node] != tree.is_max[seat.node]);
                    let mut by_them =
                        others.map(|above| closes(rules, tree.is_max[seat.node], seat.best(tree), above.best(tree)));
                    counts.deep += u32::from(by_them.next() == Some(false) && by_them.any(|cuts| cuts));
                }
                if !tree.is_leaf(node) && !is_above {
                    is_above = true;
                    counts.above_leaves += 1;
                }
            }
            _ => {}
        }
    }
    counts
}

fn depth(tree: &Tree, node: usize) -> u32 {
    tree.parent(node).map_or(0, |parent| depth(tree, parent) + 1)
}

/// Asserts that an exercise meets the wishes.
fn is_as_wished(wishes: &Requirements, made: &Generated) {
    let tree = plain_tree(&nodes(made));
    let all = 0..tree.is_max.len();
    let leaves: Vec<usize> = all.clone().filter(|&node| tree.is_leaf(node)).collect();
    assert!(wishes.leaves.contains(&(leaves.len() as u32)));
    for node in all.clone() {
        if tree.is_leaf(node) {
            assert!(wishes.depth.contains(&depth(&tree, node)));
            assert!(wishes.scores.contains(&i32::try_from(tree.leaf[node].expect("a leaf")).expect("a small number")));
        } else {
            assert!(wishes.branching.contains(&(tree.children[node].len() as u32)));
        }
        let turns = tree.parent(node).is_none_or(|parent| tree.is_max[parent] != tree.is_max[node]);
        assert!(turns, "players take turns");
        let values: Vec<i64> = tree.children[node].iter().map(|&child| tree.value(child)).collect();
        let distinct: BTreeSet<&i64> = values.iter().collect();
        assert!(!wishes.no_ties || distinct.len() == values.len());
    }
    let scores: BTreeSet<i64> = leaves.iter().filter_map(|&leaf| tree.leaf[leaf]).collect();
    assert!(!wishes.distinct_scores || scores.len() == leaves.len());

    let counts = counts(&tree, wishes.convention);
    assert!(wishes.cuts.contains(&counts.cuts));
    assert!(wishes.alpha_cuts.contains(&(counts.cuts - counts.of_max)) && wishes.beta_cuts.contains(&counts.of_max));
    assert!(wishes.evaluated.contains(&(counts.evaluated.len() as u32)));
    assert!(wishes.cuts_above_leaves.contains(&counts.above_leaves));
    assert!(wishes.deep_cuts.contains(&counts.deep));
    let share = (leaves.len() - counts.evaluated.len()) as f64 / leaves.len() as f64;
    assert!(wishes.pruned_share.contains(&share));
    if wishes.conventions_agree {
        let evaluated = CutAt::ALL.map(|cut| self::counts(&tree, Convention { cut, ..wishes.convention }));
        assert_eq!(evaluated[0], evaluated[1]);
    }
    let figures = made.figures;
    assert_eq!((figures.cuts, figures.beta_cuts), (counts.cuts, counts.of_max));
    assert_eq!(figures.alpha_cuts, counts.cuts - counts.of_max);
    assert_eq!((figures.cuts_above_leaves, figures.deep_cuts), (counts.above_leaves, counts.deep));
    assert_eq!((figures.leaves, figures.evaluated), (leaves.len() as u32, counts.evaluated.len() as u32));
    assert_eq!((figures.nodes, figures.struck), (all.len() as u32, counts.struck));
    assert_eq!(figures.steps as usize, made.model.steps.len());
}

fn of(search: SearchByHand) -> Requirements {
    let windows = search != SearchByHand::Minimax;
    Requirements { convention: Convention { search, windows, ..Convention::default() }, ..Requirements::default() }
}

#[test]
fn every_tree_is_as_wished() {
    let all = [
        of(SearchByHand::Minimax),
        Requirements { branching: 1..=4, depth: 1..=5, leaves: 3..=12, ..of(SearchByHand::Pvs) },
        Requirements {
            cuts: 3..=u32::MAX,
            cuts_above_leaves: 1..=u32::MAX,
            pruned_share: 0.2..=0.5,
            no_ties: true,
            conventions_agree: true,
            scores: 0..=30,
            distinct_scores: true,
            ..of(SearchByHand::AlphaBeta)
        },
        Requirements { alpha_cuts: 2..=2, beta_cuts: 1..=1, ..of(SearchByHand::AlphaBeta) },
        Requirements { alpha_cuts: 0..=0, beta_cuts: 1..=u32::MAX, ..of(SearchByHand::OneBound) },
        Requirements { evaluated: 9..=10, ..of(SearchByHand::AlphaBeta) },
        Requirements { deep_cuts: 1..=2, scores: -9..=9, ..of(SearchByHand::AlphaBeta) },
        Requirements { deep_cuts: 0..=0, cuts: 2..=4, conventions_agree: true, ..of(SearchByHand::OneBound) },
        Requirements { cuts: 1..=1, cuts_above_leaves: 1..=1, ..of(SearchByHand::OneBound) },
        Requirements {
            leaves: 27..=27,
            branching: 3..=3,
            depth: 3..=3,
            pruned_share: 0.3..=0.9,
            ..of(SearchByHand::AlphaBeta)
        },
        Requirements { cuts: 0..=0, leaves: 8..=8, depth: 3..=3, ..of(SearchByHand::AlphaBeta) },
        Requirements {
            scores: 0..=3,
            no_ties: true,
            leaves: 4..=4,
            branching: 2..=2,
            depth: 2..=2,
            ..of(SearchByHand::AlphaBeta)
        },
        Requirements {
            convention: Convention { cut: CutAt::Above, view: View::Negamax, ..Convention::default() },
            cuts: 2..=9,
            distinct_scores: true,
            ..Requirements::default()
        },
    ];
    for wishes in all {
        // A tree with as few scores as this has few forms.
        let count = if wishes.scores == (0..=3) { 2 } else { 12 };
        let set = set(&wishes, 7, count);
        assert_eq!(set.exercises.len(), count as usize);
        assert!(set.tried >= u64::from(count));
        for made in &set.exercises {
            is_as_wished(&wishes, made);
            assert_eq!(*made.exercise.convention(), wishes.convention);
        }
    }
}

#[test]
fn a_set_differs_from_number_to_number_and_is_the_same_for_each_seed() {
    let wishes = Requirements { cuts: 2..=u32::MAX, ..Requirements::default() };
    let first = set(&wishes, 7, 30);
    assert_eq!(first, set(&wishes, 7, 30));
    // A larger set starts with the smaller one.
    assert_eq!(first.exercises, set(&wishes, 7, 40).exercises[..30]);
    let trees =
        |set: &ExerciseSet| set.exercises.iter().map(|made| format!("{:?}", nodes(made))).collect::<BTreeSet<_>>();
    assert_eq!(trees(&first).len(), 30);
    assert!(trees(&first).is_disjoint(&trees(&set(&wishes, 8, 30))));
    for (number, made) in (1..).zip(&first.exercises) {
        assert_eq!(made.number, number);
        assert_eq!(made.exercise.title.text(Language::English), format!("Exercise {number}"));
        assert!(made.exercise.title.text(Language::Japanese).contains(&number.to_string()));
        assert_eq!(made.exercise.tree().player(0), Player::Max);
    }
}

/// If only a few trees exist, the set contains each of them once, and then the generator reports that there are no
/// more.
#[test]
fn small_sets_are_exhausted() {
    let wishes =
        Requirements { leaves: 2..=2, branching: 2..=2, depth: 1..=1, scores: 0..=2, ..of(SearchByHand::AlphaBeta) };
    let set = set(&wishes, 3, 9);
    let trees: BTreeSet<String> = set.exercises.iter().map(|made| format!("{:?}", nodes(made))).collect();
    assert_eq!(trees.len(), 9);
    let error = generate(&wishes, 3, 10, &Progress::default()).expect_err("there are nine");
    let GenerateError::TooRare { tried, found: 9, wanted: 10, requirement: None } = error else { panic!("{error}") };
    assert!(tried > 1000);
    assert!(error.to_string().contains(&tried.to_string()), "{error}");
}

#[test]
fn too_rare_tree_error_has_the_number_of_tries() {
    let wishes = Requirements { pruned_share: 0.95..=0.96, ..of(SearchByHand::AlphaBeta) };
    let error = generate(&wishes, 1, 1, &Progress::default()).expect_err("it is too rare");
    assert!(matches!(error, GenerateError::TooRare { tried: 50_000, found: 0, wanted: 1, .. }), "{error}");
    assert!(error.to_string().contains("0 of 50000 trees tried"), "{error}");
}

#[test]
fn wish_that_excludes_the_most_trees_is_named() {
    let usual = of(SearchByHand::AlphaBeta);
    for (wishes, wish) in [
        (
            Requirements { pruned_share: 0.95..=0.96, cuts: 1..=u32::MAX, ..usual.clone() },
            "the wish for pruned share 0.95..0.96 excludes the most",
        ),
        (Requirements { deep_cuts: 9..=u32::MAX, ..usual.clone() }, "the wish for deep cuts 9.. excludes"),
        (Requirements { no_ties: true, scores: 0..=2, cuts: 2..=20, ..usual }, "the wish for no ties excludes"),
    ] {
        let error = generate(&wishes, 1, 1, &Progress::default()).expect_err("it is too rare").to_string();
        assert!(with_plain_spaces(&error).contains(wish), "{error}");
    }
}

#[test]
fn impossible_number_of_leaves_is_refused_in_the_singular() {
    let wishes = Requirements { leaves: 1..=1, branching: 2..=2, depth: 1..=1, ..of(SearchByHand::AlphaBeta) };
    let error = wishes.check().expect_err("two children").to_string();
    let error = with_plain_spaces(&error);
    assert!(error.contains("2 children a node and all leaves 1 move below the root has 1 leaf, expected 2"), "{error}");
}

#[test]
fn contradictory_wishes_are_refused_without_a_search() {
    let refused = |wishes: Requirements, parts: &[&str]| {
        let contradiction: Contradiction = wishes.check().expect_err("a contradiction");
        let error = generate(&wishes, 1, 30, &Progress::default()).expect_err("the same");
        assert_eq!(error.to_string(), contradiction.to_string());
        let sentence = with_plain_spaces(&error.to_string()).into_owned();
        for part in parts {
            assert!(sentence.contains(part), "{sentence:?} does not say {part:?}");
        }
    };
    let plain = || of(SearchByHand::AlphaBeta);
    refused(Requirements { leaves: 17..=17, branching: 2..=2, ..plain() }, &["17", "16"]);
    refused(Requirements { distinct_scores: true, scores: 0..=14, ..plain() }, &["distinct", "16", "15"]);
    refused(Requirements { no_ties: true, scores: 0..=0, ..plain() }, &["ties"]);
    refused(Requirements { cuts: 1..=9, ..of(SearchByHand::Minimax) }, &["minimax", "cuts"]);
    refused(Requirements { pruned_share: 0.1..=0.2, ..of(SearchByHand::Minimax) }, &["minimax", "0.1"]);
    refused(Requirements { deep_cuts: 1..=9, ..of(SearchByHand::OneBound) }, &["deep"]);
    refused(Requirements { deep_cuts: 1..=9, depth: 3..=3, leaves: 12..=12, ..plain() }, &["deep", "depth 3"]);
    refused(
        Requirements { cuts_above_leaves: 1..=9, depth: 2..=2, leaves: 6..=6, ..plain() },
        &["above leaves", "depth 2"],
    );
    refused(Requirements { cuts: 1..=9, depth: 1..=1, leaves: 3..=3, ..plain() }, &["depth 1"]);
    refused(Requirements { cuts: 1..=9, branching: 1..=1, leaves: 1..=1, ..plain() }, &["branching 1"]);
    refused(Requirements { cuts: 0..=1, cuts_above_leaves: 2..=3, ..plain() }, &["at most 1 cut contradict"]);
    refused(
        Requirements { cuts: 0..=2, alpha_cuts: 2..=3, beta_cuts: 1..=3, ..plain() },
        &["at most 2 cuts", "no cut is both"],
    );
    refused(Requirements { beta_cuts: 3..=9, cuts: 0..=2, ..plain() }, &["β-cuts", "at most 2 cuts"]);
    refused(Requirements { beta_cuts: 1..=9, depth: 2..=2, leaves: 6..=6, ..plain() }, &["β-cuts", "depth 2"]);
    refused(Requirements { alpha_cuts: 1..=9, ..of(SearchByHand::Minimax) }, &["minimax", "α-cuts"]);
    refused(Requirements { evaluated: 17..=20, ..plain() }, &["evaluated leaves 17..20", "leaves 16"]);
    refused(Requirements { evaluated: 1..=15, ..of(SearchByHand::Minimax) }, &["evaluated leaves 1..15", "minimax"]);
    refused(Requirements { cuts: 1..=9, pruned_share: 0.0..=0.0, ..plain() }, &["pruned share 0"]);
    refused(Requirements { cuts: 0..=0, pruned_share: 0.2..=0.5, ..plain() }, &["at most 0 cuts"]);
    let known = Convention { root: known_range(0, 20), ..Convention::default() };
    refused(
        Requirements { conventions_agree: true, convention: known, ..plain() },
        &["agreeing conventions and a known range of scores", "only at α ≥ β"],
    );
    let one_score = || Requirements { scores: 3..=3, cuts: 1..=u32::MAX, ..plain() };
    refused(
        Requirements { conventions_agree: true, ..one_score() },
        &["one score for all leaves", "agreeing conventions"],
    );
    // Below a window at the root, equal scores make cuts in which α > β.
    let root = RootWindow::Given(Window { alpha: Score::new(5), beta: Score::new(9) });
    let convention = Convention { root, ..Convention::default() };
    assert_eq!(Requirements { conventions_agree: true, convention, ..one_score() }.check(), Ok(()));
    refused(Requirements { evaluated: 17..=u32::MAX, ..plain() }, &["evaluated leaves 17.. and leaves 16"]);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    refused(Requirements { cuts: 5..=3, ..plain() }, &["cuts 5..3"]);
    refused(Requirements { leaves: 1..=1000, ..plain() }, &["leaves 1..1000", "200"]);
    refused(Requirements { pruned_share: f64::NAN..=0.5, ..plain() }, &["pruned share"]);
    refused(Requirements { convention: Convention { table: true, ..Convention::default() }, ..plain() }, &["table"]);
    for count in [0, 10_001] {
        let error = generate(&plain(), 1, count, &Progress::default()).expect_err("no such number");
        assert!(error.to_string().contains("expected 1 to 10000"), "{error}");
    }
}

/// The wish for a known range of scores.
const fn known_range(least: i32, greatest: i32) -> RootWindow {
    RootWindow::Known(Window { alpha: Score::new(least), beta: Score::new(greatest) })
}

/// Default wishes for a kind, with its usual search.
fn of_kind(kind: KindName) -> Requirements {
    let search = kind.usual_search();
    Requirements {
        convention: Convention { search, windows: search.cuts(), ..Convention::default() },
        ..Requirements::of_kind(kind)
    }
}

/// The sentence with which contradictory wishes are refused.
fn refusal(wishes: &Requirements, language: Language) -> String {
    let contradiction = wishes.check().expect_err("a contradiction");
    with_plain_spaces(&contradiction.sentence(language)).into_owned()
}

#[test]
fn trees_that_never_suit_a_kind_are_refused_without_a_search() {
    use KindName::{Deepening, Interval, ProofNumbers, Star1, Uct};
    let flat = |kind: KindName| Requirements { depth: 1..=1, branching: 2..=9, leaves: 2..=9, ..of_kind(kind) };
    let narrow = |kind: KindName| Requirements { branching: 1..=1, leaves: 1..=1, ..of_kind(kind) };
    let known = Convention { root: known_range(0, 20), ..Convention::default() };
    for (wishes, parts) in [
        (Requirements { convention: known, ..of_kind(Interval) }, ["a known range of scores", "the unknown score"]),
        (flat(Interval), ["depth 1", "the first cut"]),
        (narrow(Interval), ["branching 1", "only children after the first"]),
        (
            Requirements { leaves: 101..=150, depth: 6..=6, ..of_kind(Interval) },
            ["leaves 101..150", "at most 100 leaves"],
        ),
        (flat(Star1), ["depth 1", "the first cut"]),
        (narrow(Star1), ["branching 1", "only children after the first"]),
        (narrow(Deepening), ["branching 1", "keeps the order"]),
        (Requirements { scores: 4..=4, ..of_kind(Deepening) }, ["scores 4", "keeps the order"]),
        (Requirements { scores: 1..=9, ..of_kind(ProofNumbers) }, ["scores 1..9", "without a leaf of score 0"]),
        (flat(Uct), ["depth 1", "a choice below the root"]),
    ] {
        let sentence = refusal(&wishes, Language::English);
        let task = with_plain_spaces(Language::English.text(wishes.kind.text()));
        assert!(sentence.starts_with(&format!("the task “{task}” and {} contradict", parts[0])), "{sentence}");
        assert!(sentence.contains(parts[1]), "{sentence}");
        assert!(matches!(generate(&wishes, 1, 1, &Progress::default()), Err(GenerateError::Contradiction(_))));
    }
}

#[test]
fn refused_option_of_a_convention_is_named() {
    let usual = Convention::default();
    let root = RootWindow::Given(Window { alpha: Score::new(3), beta: Score::new(8) });
    for (convention, english, japanese) in [
        (Convention { search: SearchByHand::OneBound, ..usual }, "α-β with one bound", "αβ 法（片側だけ）"),
        (Convention { cut: CutAt::Above, ..usual }, "cuts only at α > β", "α > β のときだけのカット"),
        (
            Convention { cut: CutAt::Either, ..usual },
            "cuts at α ≥ β or only at α > β",
            "α ≥ β でも α > β のときだけでもよいカット",
        ),
        (
            Convention { returned: Returned::HardAtBothEnds, ..usual },
            "fail-hard at both bounds",
            "両方の境界値で fail-hard",
        ),
        (Convention { windows: false, ..usual }, "no windows", "ウィンドウを書かない"),
        (Convention { signs: true, ..usual }, "signs before scores", "評価値の前に符号を書く"),
        (Convention { from_right: true, ..usual }, "children from right to left", "子ノードを右から左へ"),
        (Convention { view: View::Negamax, ..usual }, "negamax", "ネガマックス"),
        (Convention { root, ..usual }, "the window (3, 8) at the root", "ルートのウィンドウ (3, 8)"),
        (Convention { root: known_range(0, 20), ..usual }, "a known range of scores", "既知の評価値の範囲"),
        (Convention { depth_limit: Some(2), ..usual }, "a depth limit of 2", "深さの制限 2"),
    ] {
        let wishes = Requirements { convention, ..Requirements::of_kind(KindName::Bug) };
        let sentence = refusal(&wishes, Language::English);
        let start = format!("the task “find the wrong line” and {english} contradict each other: the program is α-β");
        assert!(sentence.starts_with(&start), "{sentence}");
        let sentence = refusal(&wishes, Language::Japanese);
        let start = format!("「課題『誤りのある行を探す』」と「{japanese}」は両立しません：");
        assert!(sentence.starts_with(&start), "{sentence}");
    }
    let negamax = Convention { view: View::Negamax, ..of_kind(KindName::Uct).convention };
    let sentence = refusal(&Requirements { convention: negamax, ..of_kind(KindName::Uct) }, Language::English);
    assert!(sentence.starts_with("the task “do an iteration of UCT” and negamax contradict each other"), "{sentence}");
}

#[test]
fn a_cancelled_set_is_not_made() {
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(generate(&Requirements::default(), 1, 3, &progress), Err(GenerateError::Cancelled));
}
