//! The page `docs/how-to/measure-a-solver.md`: the program makes its figures, its plot and its recordings.

use std::path::{Path, PathBuf};

use edagari::export::chart_svg;
use edagari::scene::{Chart, Color, Series, SeriesKind};
use serde_json::json;

use crate::running::{has, json_of, readable, words};

const PAGE: &str = include_str!("../../../docs/how-to/measure-a-solver.md");

/// A row of the table.
struct Rung {
    number: usize,
    options: &'static str,
    /// Mean nodes of a position, published by the author of the solver and measured by this program: for the strong
    /// solution and for the weak one.
    there: Vec<f64>,
    here: Vec<f64>,
    /// Visits of the recording of this rung.
    visits: u64,
}

/// Parses numbers such as `1,024.5 (68.69)`.
fn figures(cell: &str) -> Vec<f64> {
    let number = |text: &str| text.trim_matches(['(', ')']).replace(',', "").parse().expect("a number");
    cell.split_whitespace().map(number).collect()
}

fn rungs() -> Vec<Rung> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| ") && line.contains("`--search "));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [number, _, options, there, here] = cells[..] else { panic!("{row}") };
        let link = format!("(../recordings/ladder-{number}.edagari): ");
        let (_, told) = PAGE.split_once(&link).expect("a recording");
        let visits = told.split_once(" visits").expect("its visits").0.replace(',', "");
        Rung {
            number: number.parse().expect("a number"),
            options: options.trim_matches('`'),
            there: figures(there),
            here: figures(here),
            visits: visits.parse().expect("a number"),
        }
    })
    .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn updates() -> bool {
    std::env::var_os("UPDATE_SNAPSHOTS").is_some()
}

#[test]
fn figures_of_the_page_come_out() {
    let set = root().join("tests/data/connect-four/end-easy.txt");
    let rungs = rungs();
    assert_eq!(rungs.iter().map(|rung| rung.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    for Rung { number, options, here, .. } in rungs {
        for (window, told) in [None, Some("--window=-1..1")].into_iter().zip(here) {
            let command = "experiment positions --game connect-four --shortest-win --count-as solver --set";
            let more: Vec<&str> =
                [set.to_str().expect("a name")].into_iter().chain(options.split(' ')).chain(window).collect();
            let report = json_of(&words(command, &more));
            has(&report, &json!({ "positions": 1000, "wrong": 0 }));
            let found = report["mean_visits"].as_f64().expect("a number");
            let unit = if told < 100.0 { 0.01 } else { 0.1 };
            assert!(
                (found - told).abs() <= 0.5 * unit + 1e-9,
                "rung {number} {window:?}: {found}, and {told} on the page"
            );
        }
    }
}

#[test]
fn plot_of_the_page_shows_its_figures() {
    let rungs = rungs();
    let series = |name: &str, place: usize, color, kind, of: fn(&Rung) -> &Vec<f64>| Series {
        name: name.to_owned(),
        color,
        kind,
        // Minimax is omitted, because its large value would flatten the other curves.
        points: rungs[1..].iter().map(|rung| [rung.number as f64, of(rung)[place]]).collect(),
    };
    let chart = Chart {
        title: "Connect Four, rung by rung".to_owned(),
        x_axis: "rung".to_owned(),
        y_axis: "mean visits of a position".to_owned(),
        y_range: Some([0.0, 300.0]),
        series: vec![
            series("printed there", 0, Color::Min, SeriesKind::Dashed, |rung| &rung.there),
            series("printed there, weak", 1, Color::SecondaryText, SeriesKind::Dashed, |rung| &rung.there),
            series("here", 0, Color::Max, SeriesKind::Line, |rung| &rung.here),
            series("here, weak", 1, Color::Table, SeriesKind::Line, |rung| &rung.here),
        ],
    };
    let kept = root().join("docs/pictures/ladder.svg");
    if updates() {
        std::fs::write(&kept, chart_svg(&chart)).expect("written");
    }
    let kept = std::fs::read_to_string(kept).expect("a picture");
    assert!(kept == chart_svg(&chart), "UPDATE_SNAPSHOTS=1 makes the plot anew");
    assert!(PAGE.contains("](../pictures/ladder.svg)"));
}

/// The command for the recordings, with the options of a rung.
fn recording_of(rung: &Rung) -> (String, Vec<String>) {
    let line =
        PAGE.lines().find(|line| line.starts_with("edagari record ") && line.contains(" OPTIONS ")).expect("a command");
    let (before, rest) = line.split_once('"').expect("moves");
    let (after, rest) = rest.split_once('"').expect("their end");
    let options = rest.replace("OPTIONS", rung.options);
    let is_given = |word: &&str| *word != "-o" && *word != "FILE" && (rung.number > 1 || *word != "--rule-bounds=best");
    let words = before.split_whitespace().skip(1).chain([after]);
    let arguments = words.map(str::to_owned).chain(options.split_whitespace().filter(is_given).map(str::to_owned));
    (after.to_owned(), arguments.collect())
}

#[test]
fn recordings_of_the_page_open_with_its_figures() {
    for rung in rungs() {
        let (after, arguments) = recording_of(&rung);
        let file: PathBuf = root().join(format!("docs/recordings/ladder-{}.edagari", rung.number));
        let name = file.to_str().expect("a name");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if updates() {
            readable(&[&arguments[..], &["-o", name]].concat());
        }
        let told = json!({ "nodes_visited": rung.visits, "value": 0, "complete": true, "after": after });
        for report in [json_of(&["record", name]), json_of(&arguments)] {
            has(&report, &told);
            // With null windows, the last pass returns one of two bounds that meet.
            let passes = report["passes"].as_array();
            let is_settled = passes.and_then(|passes| passes.last()).map(|pass| pass["root_bounds"] == json!([0, 0]));
            assert!(is_settled.unwrap_or(report["value_bound"] == "exact"), "{report}");
        }
        let check = json_of(&["check", name]);
        assert!(check["findings"].as_array().is_none_or(Vec::is_empty), "{check}");
        let size = std::fs::metadata(&file).expect("a file").len();
        assert!(size < 32 << 10, "{size} bytes");
    }
}
