//! The sentence of each frame, parsed and compared with a plain walk over the frames, in both languages, for random
//! trees, games and tables.

mod oracle;
mod pinned;
mod reading;

pub use oracle::check_sentences;

use std::sync::Arc;

use crate::oracles::plain_searches::single_runs;
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, stopped_run, trees};
use crate::oracles::{cases, is_whole};
use edagari::analysis::explain;
use edagari::game::{AnyGame, Eight, GameSetup, RandomTree, TextbookNode, TextbookTree, TicTacToe};
use edagari::language::{Language, Text};
use edagari::search::{Algorithm, Order};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, Trace, Traversal, record, record_game};
use proptest::prelude::*;

use reading::taken_apart;

fn run(game: AnyGame, process: Process, order: Order) -> Trace {
    let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), process) };
    record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

fn check_generation(trace: &Trace) {
    for frame in 0..trace.frame_count() {
        let path = trace.path(trace.step(frame).expect("a frame").node);
        for language in Language::ALL {
            let sentence = explain(trace, frame, language);
            let values =
                taken_apart(language.text(Text::SayGenerated), &sentence).expect("the sentence of a generation");
            assert_eq!(values["number"], language.number(frame as u64 + 1), "{sentence}");
            assert_eq!(values["depth"], language.number(path.len() as u64), "{sentence}");
            assert_eq!(Some(&values["node"]), trace.position(&path).expect("legal").label().as_ref(), "{sentence}");
        }
    }
}

fn check_stopped(part: &Trace, whole: &Trace) -> Result<(), TestCaseError> {
    for language in Language::ALL {
        for frame in 0..part.frame_count() {
            // Pruned nodes are counted for complete runs only.
            let (sentence, expected) = (explain(part, frame, language), explain(whole, frame, language));
            prop_assert!(!sentence.is_empty() && expected.starts_with(&sentence), "{} / {}", sentence, expected);
            let is_cut = part.step(frame).is_some_and(|step| step.cut.is_some());
            prop_assert!(is_cut || sentence == expected, "{} / {}", sentence, expected);
        }
        let past_the_end = explain(part, part.frame_count(), language);
        prop_assert_eq!(past_the_end, language.text(Text::SayNothingRecorded));
    }
    Ok(())
}

fn named(mut list: Vec<TextbookNode>) -> TextbookTree {
    for (index, node) in list.iter_mut().enumerate() {
        node.name = Some(format!("n{index}"));
    }
    TextbookTree::from_nodes(&list).expect("a well-formed tree")
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn every_sentence_is_true(list in trees(), order in orders()) {
        let game = AnyGame::from(named(list));
        for algorithm in single_runs() {
            check_sentences(&run(game.clone(), Process::Search(algorithm), order), 1);
        }
        for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
            check_generation(&run(game.clone(), Process::Generate(traversal), order));
        }
    }

    #[test]
    fn stopped_run_has_the_same_sentences(list in trees(), visits in 0_usize..60) {
        let tree = named(list);
        for algorithm in single_runs() {
            let whole = run(AnyGame::from(tree.clone()), Process::Search(algorithm), Order::Natural);
            let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
            check_stopped(&stopped_run(AnyGame::from(tree.clone()), &setup, visits), &whole)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_sentence_of_a_search_with_a_table_is_true(setup in setups()) {
        check_sentences(&record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"), 1);
    }

    #[test]
    fn stopped_run_with_a_table_has_the_same_sentences(setup in setups(), visits in 0_usize..60) {
        let setup = Setup { order: Order::Natural, ..setup };
        let whole = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        check_stopped(&stopped_run(whole.game.clone(), &setup, visits), &whole)?;
    }
}

#[test]
fn sentences_of_games_without_labels_are_true() {
    let random = RandomTree { depth: 5, branching: 7, seed: 3, scores: (-9, 9) };
    let every = if is_whole() { 1 } else { 29 };
    for game in [GameSetup::from(Eight), GameSetup::from(random)] {
        let game = game.open().expect("a game");
        for algorithm in single_runs() {
            for order in [Order::Natural, Order::Reversed, Order::Shuffled(4), Order::Best] {
                check_sentences(&run(game.clone(), Process::Search(algorithm), order), every);
            }
        }
    }
}

#[test]
fn sentences_of_tic_tac_toe_are_true() {
    let setup = |algorithm| Setup {
        after: "b2 a1".to_owned(),
        ..Setup::new(GameSetup::from(TicTacToe { shortest_win: true }), Process::Search(algorithm))
    };
    for algorithm in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft] {
        let trace = record(&setup(algorithm), DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        check_sentences(&trace, 3);
    }
}
