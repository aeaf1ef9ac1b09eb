//! Pages with two runs side by side.

use crate::oracles::is_whole;
use crate::pages::{data, lists, shapes_of};
use edagari::analysis::{Relation, corresponding};
use edagari::export::{FigurePage, PAIR_SIZE, figure_page, figure_pair_page};
use edagari::game::GameSetup;
use edagari::search::Algorithm;
use edagari::trace::file::{open_others_in_page, read_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};
use serde_json::{Value, json};

fn run(game: GameSetup, search: Algorithm) -> Trace {
    let setup = Setup::new(game, Process::Search(search));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
}

fn pair(runs: [&Trace; 2], frames: std::ops::RangeInclusive<usize>) -> String {
    let figure = FigurePage { frames, size: PAIR_SIZE, language: None };
    figure_pair_page(runs, &figure, &Progress::default()).expect("a page")
}

fn single(run: &Trace, frames: std::ops::RangeInclusive<usize>) -> String {
    let figure = FigurePage { frames, size: PAIR_SIZE, language: None };
    figure_page(run, &figure, &Progress::default()).expect("a page")
}

#[test]
fn page_of_two_runs_with_traces_alike_is_at_most_three_fifths_larger_than_that_of_one() {
    for (game, frames) in [
        (GameSetup::textbook(None), 0..=usize::MAX),
        (edagari::game::TicTacToe::default().into(), 0..=999),
        (edagari::game::TicTacToe::default().into(), 20_000..=22_000),
    ]
    .into_iter()
    .take(if is_whole() { 3 } else { 2 })
    {
        let runs = [Algorithm::AlphaBeta, Algorithm::Pvs].map(|search| run(game.clone(), search));
        let one = runs.iter().map(|run| single(run, frames.clone()).len()).min().expect("a page");
        let two = pair([&runs[0], &runs[1]], frames.clone()).len();
        assert!(two * 10 <= one * 16, "{two} bytes for two, {one} for one");
    }
}

#[test]
fn page_of_two_runs_opens_as_both() {
    let runs = [Algorithm::Minimax, Algorithm::AlphaBeta].map(|search| run(GameSetup::textbook(None), search));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.html");
    let page = pair([&runs[0], &runs[1]], 0..=usize::MAX);
    std::fs::write(&path, &page).expect("written");
    let first = read_trace(page.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
    let others = open_others_in_page(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("traces");
    assert_eq!(first.frame_count(), runs[0].frame_count());
    assert_eq!(others.iter().map(|(_, run)| run.frame_count()).collect::<Vec<_>>(), [runs[1].frame_count()]);
}

#[test]
fn page_of_two_games_is_refused_with_both_names() {
    let one = run(GameSetup::textbook(None), Algorithm::Minimax);
    let two = run(edagari::game::TicTacToe::default().into(), Algorithm::AlphaBeta);
    let error = figure_pair_page([&one, &two], &FigurePage::default(), &Progress::default()).expect_err("two games");
    for part in ["textbook", "tic-tac-toe", "same game"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// Pieces of each frame: place and shapes with their colours, without numbers that are those of a page.
fn drawn(data: &Value, which: &str) -> Vec<Vec<Value>> {
    let ink = |number: &Value| {
        let ink = number.as_u64().map(|number| data["inks"][number as usize].clone());
        let color = ink.as_ref().and_then(|ink| ink[0].as_u64());
        json!([ink.map(|ink| json!([ink[1], ink[2], ink[3]])), color.map(|at| &data["colors"]["light"][at as usize])])
    };
    let shape = |shape: Value| {
        let inks: &[usize] = match shape[0].as_str() {
            Some("r") => &[6, 7],
            Some("t") => &[6],
            Some("l" | "p") => &[2],
            Some("o" | "d") => &[4],
            other => panic!("{other:?} is no kind of shape"),
        };
        let values = shape.as_array().expect("a list").iter().enumerate();
        values.map(|(at, value)| if inks.contains(&at) { ink(value) } else { value.clone() }).collect()
    };
    let piece = |piece: &Value| {
        let shapes: Vec<Value> = shapes_of(data, piece).into_iter().map(shape).collect();
        json!([piece[1], piece[2], shapes])
    };
    lists(data, which).iter().map(|pieces| pieces.iter().map(piece).collect()).collect()
}

#[test]
fn right_picture_at_each_frame_is_that_of_the_corresponding_frame_of_the_other_run() {
    let tic_tac_toe = GameSetup::from(edagari::game::TicTacToe::default());
    for (game, searches, frames) in [
        (GameSetup::textbook(None), [Algorithm::Minimax, Algorithm::AlphaBeta], 0..=usize::MAX),
        (GameSetup::textbook(None), [Algorithm::AlphaBeta, Algorithm::Minimax], 0..=usize::MAX),
        (GameSetup::textbook(Some("plaat".as_ref())), [Algorithm::AlphaBeta, Algorithm::Pvs], 0..=usize::MAX),
        (tic_tac_toe.clone(), [Algorithm::AlphaBeta, Algorithm::Pvs], 0..=300),
        (tic_tac_toe, [Algorithm::Pvs, Algorithm::AlphaBetaSoft], 40..=300),
    ] {
        let [one, two] = searches.map(|search| run(game.clone(), search));
        let first = *frames.start();
        let data = data(&pair([&one, &two], frames));
        let (left, right) = (drawn(&data, "pieces"), drawn(&data, "beside_pieces"));
        assert_eq!(left.len(), right.len());
        let found: Vec<usize> = (first..first + left.len())
            .map(|frame| {
                let found = corresponding(&one, frame, &two).expect("the same game");
                if found.relation == Relation::Same {
                    let at = |run: &Trace, frame| run.step(frame).map(|step| (run.path(step.node), step.kind));
                    assert_eq!(at(&one, frame), at(&two, found.frame), "frame {frame}");
                }
                found.frame
            })
            .collect();
        let last = found.iter().copied().max().expect("frames");
        let alone = drawn(&crate::pages::data(&single(&two, 0..=last)), "pieces");
        for (at, frame) in found.into_iter().enumerate() {
            assert_eq!(right[at], alone[frame], "{searches:?}: frame {} and frame {frame} of the other", first + at);
        }
        // The left picture is that of the first run.
        let alone = drawn(&crate::pages::data(&single(&one, first..=first + left.len() - 1)), "pieces");
        assert_eq!(left, alone, "{searches:?}");
    }
}
