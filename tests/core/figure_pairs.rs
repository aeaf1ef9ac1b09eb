//! Pages with two runs side by side.

use edagari::export::{FigurePage, PAIR_SIZE, figure_page, figure_pair_page};
use edagari::game::GameSetup;
use edagari::search::Algorithm;
use edagari::trace::file::{open_others_in_page, read_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

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
    ] {
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
