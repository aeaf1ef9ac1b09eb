//! Five games at a cut, in both themes and languages, small and large: two sheets, compared with those under `docs/pictures`.

use std::path::PathBuf;

use edagari::analysis::explain;
use edagari::game::{ConnectFour, Eight, GameSetup, Kalah, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings, ThemeChoice};
use egui_kittest::{Harness, SnapshotOptions, image_snapshot_options};
use image::imageops::FilterType;
use image::{RgbaImage, imageops};

use crate::driving::*;
use crate::pictures::window_from_store;

/// Width of one window on the sheet, in pixels.
const WIDTH: u32 = 480;

fn games() -> Vec<(GameSetup, Option<u32>)> {
    vec![
        (GameSetup::from(TicTacToe { shortest_win: false }), None),
        (GameSetup::from(Eight), None),
        (GameSetup::from(Kalah { stones: 4, ..Kalah::default() }), Some(5)),
        (GameSetup::from(ConnectFour { width: 7, height: 6, ..ConnectFour::default() }), Some(5)),
        (GameSetup::from(Reversi { size: 8 }), Some(4)),
    ]
}

fn settings(game: &GameSetup, depth: Option<u32>, theme: ThemeChoice, language: Language) -> Settings {
    let setup = |algorithm| Setup {
        limit: depth.map(|depth| DepthLimit { depth, evaluation: 0 }),
        ..Setup::new(game.clone(), Process::Search(algorithm))
    };
    let setups = vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)];
    Settings { setups, theme, language, motion: false, ..Settings::default() }
}

#[test]
fn five_games_in_both_themes_and_languages() {
    // The large windows take a minute.
    let is_whole = std::env::var_os("EDAGARI_TESTS").is_some_and(|value| value == "all");
    let sizes = [("small", [1280.0, 800.0]), ("large", [1920.0, 1080.0])];
    for (name, size) in sizes.into_iter().take(if is_whole { 2 } else { 1 }) {
        let height = (WIDTH as f32 * size[1] / size[0]) as u32;
        let mut sheet = RgbaImage::new(WIDTH * 4, height * 5);
        for (row, (game, depth)) in games().iter().enumerate() {
            let looks = [ThemeChoice::Light, ThemeChoice::Dark]
                .into_iter()
                .flat_map(|theme| [Language::English, Language::Japanese].map(|language| (theme, language)));
            for (column, (theme, language)) in looks.enumerate() {
                let settings = settings(game, *depth, theme, language);
                let Some(mut harness) = with_store(&settings, |store| window_from_store(size, store)) else { return };
                let trace = &harness.state().session.runs[1].trace;
                let frame = trace.next_cut(trace.frame_count() / 2).unwrap_or_default();
                apply(&mut harness, Command::GoTo { run: RunId(1), frame });
                let dressed = if theme == ThemeChoice::Light { Action::ThemeLight } else { Action::ThemeDark };
                apply(&mut harness, Command::Do(dressed));
                harness.run_steps(24);
                let picture = harness.render().expect("a picture");
                keep_looks(&mut harness, &format!("{name}-{row}-{column}"), frame);
                let small = imageops::resize(&picture, WIDTH, height, FilterType::Lanczos3);
                imageops::replace(&mut sheet, &small, i64::from(WIDTH) * column as i64, i64::from(height) * row as i64);
            }
        }
        // The same number of pixels for each window as in the other pictures.
        let options =
            SnapshotOptions::new().threshold(2.0).max_failed_pixels(600 * 20).output_path("../../docs/pictures");
        image_snapshot_options(&sheet, format!("contact-sheet-{name}"), &options);
    }
}

/// Saves the window at four frames to the folder `EDAGARI_LOOKS`, if it is set, each with a description of its expected
/// content, for review by a person who does not know the program.
fn keep_looks(harness: &mut Harness<'_, Edagari>, name: &str, frame: usize) {
    let Some(folder) = std::env::var_os("EDAGARI_LOOKS").map(PathBuf::from) else { return };
    for frame in frame..frame + 4 {
        apply(harness, Command::GoTo { run: RunId(1), frame });
        harness.run_steps(90);
        let picture = harness.render().expect("a picture");
        picture.save(folder.join(format!("{name}-{frame}.png"))).expect("saved");
        let said = harness.state().session.runs.iter().map(|run| {
            let at = |frame| explain(&run.trace, frame, Language::English);
            let step = run.trace.step(run.frame).expect("a frame");
            let (player, window) = (format!("{:?}", step.player), run.trace.in_unit(step.window));
            format!("frame {}: {player} to move, {window}\n{}\nnext: {}\n", run.frame, at(run.frame), at(run.frame + 1))
        });
        std::fs::write(folder.join(format!("{name}-{frame}.txt")), said.collect::<String>()).expect("saved");
    }
}
