//! Distributions of noisy evaluations: published figures, invariants of any distribution, and sampling on games.

use std::collections::BTreeMap;

use crate::oracles::cases;
use edagari::analysis::noise::{
    DepthSample, ModelTree, NoiseError, RegularTree, SamplingPlan, node_of_path, sample_depths, tree_distributions,
};
use edagari::game::{AnyGame, GameSetup, Kalah, Player, RandomTree, TextbookTree, TicTacToe};
use edagari::score::{Distribution, DistributionError};
use edagari::search::DepthLimit;
use edagari::trace::Progress;
use proptest::collection::vec;
use proptest::prelude::*;

fn normal(mean: i32, sigma: f64) -> Distribution {
    Distribution::normal(mean, sigma, 20).expect("a distribution")
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[track_caller]
fn assert_figures(found: &Distribution, mean: f64, variance: f64, deviation: f64) {
    assert_near(found.mean(), mean, 1e-9);
    assert_near(found.variance(), variance, 1e-9);
    assert_near(found.standard_deviation(), deviation, 1e-9);
}

#[test]
fn the_published_figures_of_single_distributions() {
    let own = normal(0, 5.0);
    assert_figures(&own, 0.0, 25.080_403_422_818_06, 5.008_033_887_946_253);
    let least = Distribution::minimum(&[own.clone(), normal(1, 5.0)]);
    assert_figures(&least, -2.349_041_216_719_884, 17.213_367_568_249_353, 4.148_899_561_118_508);
    // Max node with three min children, their offsets one apart, each with three leaves one apart.
    let min_node = |mean| Distribution::minimum(&[0, 1, 2].map(|step| normal(mean + step, 5.0)));
    let above = [0, -1, -2].map(min_node);
    assert_figures(&above[0], -3.315_526_367_592_076_5, 14.289_116_783_779_123, 3.780_094_811_480_146_3);
    assert_near(above[1].mean(), -4.315_526_367_592_078, 1e-9);
    assert_near(above[2].mean(), -5.315_526_367_592_078, 1e-9);
    let top = Distribution::maximum(&above);
    assert_figures(&top, -1.057_485_695_880_456_2, 7.288_277_471_989_034, 2.699_680_994_486_021_4);
}

const MEANS: [f64; 11] = [
    0.0,
    3.315_526_367_592_076_5,
    1.057_485_695_880_457,
    2.470_226_383_353_668_6,
    1.581_089_613_133_164_7,
    2.108_238_587_903_657_4,
    1.793_283_933_183_716_3,
    1.981_482_253_238_067_8,
    1.863_760_716_497_032_7,
    1.940_878_140_636_157,
    1.887_055_077_197_721_7,
];

const DEVIATIONS: [f64; 11] = [
    5.008_033_887_946_253,
    3.780_094_811_480_146_3,
    2.699_680_994_486_022_3,
    2.034_136_619_914_731_3,
    1.524_957_256_241_308_5,
    1.201_396_622_252_51,
    0.978_285_653_025_818_2,
    0.835_124_630_580_837_1,
    0.738_376_148_821_52,
    0.673_152_000_652_494,
    0.624_288_021_861_071_4,
];

#[test]
fn the_published_zigzag_of_a_regular_tree() {
    let levels = RegularTree::default().levels().expect("a tree");
    assert_eq!(levels.len(), MEANS.len());
    for ((level, mean), deviation) in levels.iter().zip(MEANS).zip(DEVIATIONS) {
        assert_near(level.mean(), mean, 1e-9);
        assert_near(level.standard_deviation(), deviation, 1e-9);
    }
    let shares = [(2, 0.62), (1, 0.24), (3, 0.14)];
    for (value, share) in shares {
        assert_near(levels[10].mass(value), share, 0.005);
    }
    let mirrored = RegularTree { last: Player::Min, ..RegularTree::default() }.levels().expect("a tree");
    for (level, mirrored) in levels.iter().zip(&mirrored) {
        assert_near(mirrored.mean(), -level.mean(), 1e-12);
        assert_near(mirrored.standard_deviation(), level.standard_deviation(), 1e-12);
    }
}

#[test]
fn the_published_figures_of_a_smaller_spread() {
    let levels = RegularTree { sigma: 3.0, depth: 20, ..RegularTree::default() }.levels().expect("a tree");
    for (depth, mean, deviation) in [
        (0, 0.0, 3.013_857),
        (1, 1.677_981, 2.309_782),
        (5, 1.070_107, 0.889_185),
        (10, 0.966_795, 0.572_464),
        (15, 0.988_196, 0.476_206),
        (19, 0.985_555, 0.428_004),
        (20, 0.977_198, 0.417_756),
    ] {
        assert_near(levels[depth].mean(), mean, 1e-6);
        assert_near(levels[depth].standard_deviation(), deviation, 1e-6);
    }
}

#[test]
fn masses_sum_to_one_at_any_depth() {
    for (sigma, area) in [(5.0, 20), (0.3, 60), (40.0, 60), (1e-3, 1), (1e6, 5)] {
        for last in [Player::Max, Player::Min] {
            let tree = RegularTree { sigma, area, depth: 200, last, ..RegularTree::default() };
            for level in tree.levels().expect("a tree") {
                assert_near(level.masses().iter().sum(), 1.0, 1e-12);
                assert!(level.masses().iter().all(|mass| (0.0..=1.0).contains(mass)));
            }
        }
    }
}

#[test]
fn depth_100_agrees_with_more_precise_arithmetic() {
    // σ, mean and standard deviation at depth 100, by differences of products of distribution functions in 400-bit arithmetic
    // (Python's mpmath).
    let figures = [
        (1.5, 0.327_595_831_579_302_8, 0.469_336_557_007_773_45),
        (3.0, 0.980_308_437_499_624_6, 0.202_785_448_888_688_46),
        (5.0, 1.903_315_688_944_689, 0.297_485_372_391_163_55),
        (12.0, 5.218_246_138_322_713, 0.413_059_211_723_094_96),
    ];
    for (sigma, mean, deviation) in figures {
        let levels = RegularTree { sigma, depth: 100, ..RegularTree::default() }.levels().expect("a tree");
        assert_near(levels[100].mean(), mean, 1e-9);
        assert_near(levels[100].standard_deviation(), deviation, 1e-9);
    }
}

#[test]
fn invalid_regular_trees_are_refused() {
    let tree = RegularTree::default;
    let refused = |tree: RegularTree| tree.levels().expect_err("refused");
    assert_eq!(refused(RegularTree { offsets: Vec::new(), ..tree() }), NoiseError::Children(0));
    assert_eq!(refused(RegularTree { offsets: vec![0, 5000], ..tree() }), NoiseError::Offset(5000));
    assert_eq!(refused(RegularTree { depth: 201, ..tree() }), NoiseError::Depth(201));
    let noise = |error| NoiseError::Distribution(error);
    assert_eq!(refused(RegularTree { sigma: 0.0, ..tree() }), noise(DistributionError::Sigma(0.0)));
    assert_eq!(refused(RegularTree { sigma: -2.0, ..tree() }), noise(DistributionError::Sigma(-2.0)));
    assert_eq!(refused(RegularTree { area: 0, ..tree() }), noise(DistributionError::Area(0)));
}

/// Distributions with masses that can be counted in 1/1000.
fn distributions() -> impl Strategy<Value = Distribution> {
    (-20_i32..20, vec(0_u32..100, 1..12)).prop_filter_map("some mass", |(first, weights)| {
        let all: u32 = weights.iter().sum();
        let masses: BTreeMap<i32, f64> =
            (first..).zip(&weights).map(|(value, &weight)| (value, f64::from(weight) / f64::from(all))).collect();
        (all > 0).then(|| Distribution::from_masses(&masses).expect("masses"))
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn extremes_multiply_distribution_functions(children in vec(distributions(), 1..5)) {
        let at_most = |one: &Distribution, value: i32| (one.first()..=value).map(|at| one.mass(at)).sum::<f64>();
        let best = Distribution::maximum(&children);
        let worst = Distribution::minimum(&children);
        for value in -40..40 {
            let all: f64 = children.iter().map(|child| at_most(child, value)).product();
            prop_assert!((at_most(&best, value) - all).abs() < 1e-12);
            let none: f64 = children.iter().map(|child| 1.0 - at_most(child, value)).product();
            prop_assert!((1.0 - at_most(&worst, value) - none).abs() < 1e-12);
        }
        prop_assert!((best.masses().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        prop_assert!(children.iter().all(|child| child.mean() <= best.mean() + 1e-9 && child.mean() >= worst.mean() - 1e-9));
    }

    #[test]
    fn moments_and_quantiles_are_those_of_the_masses(one in distributions(), by in -1000_i32..1000) {
        let mean: f64 = (one.first()..=one.last()).map(|value| f64::from(value) * one.mass(value)).sum();
        prop_assert!((one.mean() - mean).abs() < 1e-9);
        let moved = one.shifted(by);
        prop_assert!((moved.mean() - mean - f64::from(by)).abs() < 1e-9);
        prop_assert!((moved.variance() - one.variance()).abs() < 1e-9);
        let mirrored = one.mirrored();
        prop_assert!((mirrored.mean() + one.mean()).abs() < 1e-9);
        for share in [0.01, 0.25, 0.5, 0.75, 0.99] {
            let quantile = one.quantile(share);
            let below: f64 = (one.first()..quantile).map(|value| one.mass(value)).sum();
            prop_assert!(below < share && below + one.mass(quantile) >= share - 1e-12);
        }
    }
}

fn sampled(game: &AnyGame, limit: Option<DepthLimit>, plan: &SamplingPlan) -> (ModelTree, Vec<DepthSample>) {
    let progress = Progress::default();
    let tree = ModelTree::new(game, &[], limit, &progress).expect("small enough");
    let samples = sample_depths(&tree, plan, &progress);
    let runs = samples.iter().map(|sample| sample.runs).sum();
    assert_eq!((progress.done(), progress.total()), (runs, Some(runs)));
    (tree, samples)
}

fn plan(depths: std::ops::RangeInclusive<u32>, sigma: f64, seed: u64, noisy_ends: bool) -> SamplingPlan {
    let noise = Distribution::usual(sigma, None).expect("a distribution");
    SamplingPlan { depths, runs: 4000, seed, noise, noisy_ends }
}

#[test]
fn sampling_agrees_with_the_exact_distribution() {
    // The assumptions of the model are met: no position occurs twice and all leaves are uncertain.
    let mut games = vec![AnyGame::from(TextbookTree::three_move_figure())];
    for seed in 1..6 {
        let tree = RandomTree { depth: 4, branching: 3, seed, scores: (-6, 6) };
        games.push(AnyGame::from(tree));
    }
    for (number, game) in games.iter().enumerate() {
        let (_, samples) = sampled(game, None, &plan(0..=4, 2.5, 11 + number as u64, true));
        for sample in samples {
            let [low, high] = sample.mean_interval();
            assert!((low..=high).contains(&sample.model_mean), "game {number}: {sample:?}");
            // The standard deviation of 4,000 samples is accurate to about 5 %.
            assert_near(sample.standard_deviation / sample.model_standard_deviation, 1.0, 0.05);
            let [low, high] = sample.best_move_interval();
            assert!(low <= sample.best_move_share && sample.best_move_share <= high);
        }
    }
}

#[test]
fn searched_to_its_end_a_game_is_certain() {
    let game = GameSetup::from(TicTacToe { shortest_win: true }).open().expect("a game");
    let (tree, samples) = sampled(&game, None, &plan(0..=9, 2.0, 1, false));
    assert_eq!(tree.value(), 0);
    assert!((samples[0].standard_deviation - 2.0).abs() < 0.15, "depth 0 is the noise");
    let last = samples[9];
    let certain = [last.mean, last.standard_deviation, last.error, 1.0 - last.best_move_share];
    for figure in certain {
        assert_near(figure, 0.0, 0.0);
    }
    // At medium depths, deeper is not always better: the side that moves last overestimates itself.
    assert!(samples[7].error > samples[6].error);
}

#[test]
fn players_who_move_again_cost_no_depth() {
    let game = AnyGame::from(Kalah { houses: 3, stones: 3, ..Kalah::default() });
    let limit = Some(DepthLimit { depth: 4, evaluation: 0 });
    let (tree, samples) = sampled(&game, limit, &plan(0..=4, 1.0, 5, false));
    assert_near(samples[4].error, 0.0, 0.0);
    assert_near(samples[4].mean, f64::from(tree.value()), 0.0);
    assert!(samples[1].best_move_share > samples[0].best_move_share);
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let game = GameSetup::from(TicTacToe { shortest_win: false }).open().expect("a game");
    let run = |seed| sampled(&game, None, &plan(0..=4, 2.0, seed, false)).1;
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn cancelled_sampling_returns_no_depths() {
    let game = GameSetup::from(TicTacToe { shortest_win: false }).open().expect("a game");
    let tree = ModelTree::new(&game, &[], None, &Progress::default()).expect("small enough");
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(sample_depths(&tree, &plan(0..=4, 2.0, 1, false), &cancelled).is_empty());
    assert_eq!(ModelTree::new(&game, &[], None, &cancelled).err(), Some(NoiseError::Cancelled));
}

#[test]
fn leaves_of_a_textbook_tree_have_noise_of_their_own() {
    let text = "(root: (children: [
        (name: \"a\", score: 1, noise: Masses({-1: 0.5, 1: 0.5})),
        (name: \"b\", score: 0, noise: Normal(sigma: 2.0, area: 9)),
        (name: \"c\", children: [(score: 3), (score: 4)]),
    ]))";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("noisy.ron");
    std::fs::write(&path, text).expect("written");
    let tree = TextbookTree::read(&path).expect("a tree");
    let usual = normal(0, 5.0);
    let found = tree_distributions(&tree, &usual);
    let at = |path: &[u32]| &found[node_of_path(&tree, path)];
    assert_near(at(&[0]).mass(0), 0.5, 1e-15);
    assert_near(at(&[0]).mass(2), 0.5, 1e-15);
    assert_eq!(at(&[1]), &Distribution::normal(0, 2.0, 9).expect("a distribution"));
    let least = Distribution::minimum(&[usual.shifted(3), usual.shifted(4)]);
    assert_eq!(at(&[2]), &least);
    assert_eq!(at(&[]), &Distribution::maximum(&[at(&[0]).clone(), at(&[1]).clone(), least]));

    for (noise, part) in [
        ("Normal(sigma: 0.0)", "σ is 0, expected"),
        ("Normal(sigma: 1.0, area: 0)", "area is 0, expected"),
        ("Masses({0: 0.5})", "sum to 0.5, expected 1"),
        ("Masses({})", "expected"),
        ("Cauchy", "Normal"),
    ] {
        std::fs::write(
            &path,
            format!("(nodes: [\n(name: \"r\"),\n(name: \"a\", parent: \"r\", score: 1, noise: {noise}),\n])"),
        )
        .expect("written");
        let refused = TextbookTree::read(&path).expect_err(noise).to_string();
        assert!(refused.contains("noisy.ron:3:") && refused.contains(part), "{refused}");
    }
    std::fs::write(&path, "(root: (noise: Normal(sigma: 1.0), children: [(score: 1)]))").expect("written");
    assert!(
        TextbookTree::read(&path).expect_err("a noise above leaves").to_string().contains("both a noise and children")
    );
}
