//! Matches and experiments between searches.

use serde_json::json;

use crate::running::{has, json_of, readable, refused, words};

#[test]
fn two_searches_play_a_match() {
    let played = json_of(&words("match kalah --first minimax:2 --second minimax:3", &[]));
    has(&played, &json!({ "score": 99, "stones": [39, 23], "evaluations": 4383 }));
    let turns = played["turns"].as_array().expect("turns");
    assert_eq!(turns[0]["player"], "max");
    assert!(turns.iter().all(|turn| turn["moves"].as_array().is_some_and(|moves| !moves.is_empty())));
    let perfect = json_of(&words("match tic-tac-toe --first alpha-beta --second minimax:9", &[]));
    has(&perfect, &json!({ "score": 0, "stones": null }));
    assert!(readable(&words("match kalah --first minimax:2 --second minimax:2", &[])).contains("41–31"));
    refused(&words("match kalah --first negamax:2 --second minimax:2", &[]), &["--first", "expected"]);
    refused(&words("match kalah --first minimax:x --second minimax:2", &[]), &["--first", "expected"]);
    refused(&words("match kalah --first minimax:2", &[]), &["--second"]);
}

#[test]
fn an_experiment_plays_every_pair_of_depths() {
    let report = json_of(&words("experiment kalah --depths 2..3", &[]));
    let cells = report["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 4);
    has(
        &cells[1],
        &json!({
            "first_depth": 2, "second_depth": 3, "score": 99, "stones": [39, 23], "minimax": 4383,
            "alpha_beta_one_bound": 1757,
        }),
    );
    let csv = readable(&words("experiment kalah --depths 2..3 --format csv", &[]));
    assert_eq!(csv.lines().count(), 5);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (names, values) = (lines.next().expect("names"), lines.next_back().expect("values"));
    for (name, expected) in [
        ("first_depth", "3"),
        ("second_depth", "3"),
        ("score", "99"),
        ("first_stones", "40"),
        ("second_stones", "32"),
        ("minimax", "41159"),
        ("alpha_beta_one_bound", "11320"),
        ("alpha_beta", "10122"),
    ] {
        let column = names.iter().position(|&other| other == name).expect("a column");
        assert_eq!(values[column], expected, "{name}: {csv}");
    }
    assert!(readable(&words("experiment kalah --depths 2..2", &[])).contains("11,775"));
    for depths in ["0..2", "3..2", "2", "a..b", "2..100"] {
        refused(&["experiment", "kalah", "--depths", depths], &["--depths", "expected"]);
    }
}

#[test]
fn an_experiment_takes_every_search() {
    let searches = [
        "minimax",
        "alpha-beta",
        "alpha-beta-soft",
        "alpha-beta-one-bound",
        "pvs",
        "aspiration",
        "mtd-f",
        "sss-star",
        "dual-star",
        "bisection",
    ];
    let options = "table=bounds,deepening,order-by=table";
    let named: Vec<String> =
        searches.iter().flat_map(|name| [(*name).to_owned(), format!("{name},{options}")]).collect();
    let game = ["experiment", "connect-four", "--width", "4", "--height", "3", "--line", "3", "--depths", "2..3"];
    let arguments: Vec<&str> =
        game.into_iter().chain(named.iter().flat_map(|name| ["--search", name.as_str()])).collect();
    let report = json_of(&arguments);
    for cell in report["cells"].as_array().expect("cells") {
        for name in &named {
            assert!(cell[name.replace('-', "_")].as_u64() > Some(0), "{name}: {cell}");
        }
    }
    let command = "experiment kalah --houses 3 --stones 2 --depths 2..2";
    let pair = words(command, &["--search", "pvs", "--search", "mtd-f,order-by=history+captures"]);
    assert!(readable(&pair).contains("  mtd-f,order-by=history+captures"));
    let csv = readable(&[&pair[..], &["--format", "csv"]].concat());
    assert!(
        csv.starts_with(
            "first_depth,second_depth,score,first_stones,second_stones,pvs,\"mtd_f,order_by=history+captures\"\n"
        ),
        "{csv}"
    );
    for (search, part) in [
        ("--search pvs:3", "expected neither"),
        ("--search pvs --search pvs", "occurs twice"),
        ("--search negamax", "expected one of"),
        ("--search minimax,order-by=killers", "minimax never cuts"),
        ("--search pvs,order=center", "order \"center\""),
        ("--search pvs,order-by=threats", "has no count of threats"),
    ] {
        refused(&words(&format!("{command} {search}"), &[]), &[part]);
    }
}

#[test]
fn a_match_takes_every_search() {
    let options = "deepening,order=center,order-by=table+threats+killers,rule-bounds,win-at-once,skip-losing";
    for name in ["alpha-beta", "pvs", "aspiration", "mtd-f", "sss-star", "dual-star", "bisection"] {
        let side = format!("{name}:9,evaluation=zero,table=bounds,{options}");
        let game = "match tic-tac-toe --shortest-win --first";
        has(&json_of(&words(game, &[&side, "--second", &side])), &json!({ "score": 0 }));
    }
}

#[test]
fn scores_outside_the_window_of_a_side_are_bounds() {
    let played = "match tic-tac-toe --first alpha-beta,window=1..5 --second alpha-beta";
    let turns = &json_of(&words(played, &[]))["turns"];
    has(&turns[0], &json!({"bound": "upper"}));
    has(&turns[1], &json!({"score": 0, "bound": "exact"}));
    let text = readable(&words(played, &[]));
    assert!(text.contains("score ≤ ") && text.contains("score 0,"), "{text}");
}

#[test]
fn the_sides_of_a_match_have_options_of_their_own() {
    let text = "match reversi --size 4 --first alpha-beta:3,table=bounds,no-symmetry,order=reversed \
                --second minimax:2,evaluation=discs";
    let played = json_of(&words(text, &[]));
    assert_eq!(played["rules"], json!("reversi (4×4)"));
    let turns = played["turns"].as_array().expect("turns");
    let evaluations: u64 = turns.iter().filter_map(|turn| turn["evaluations"].as_u64()).sum();
    assert_eq!(played["evaluations"], json!(evaluations));
    assert_eq!(turns.len(), turns.iter().map(|turn| turn["moves"].as_array().map_or(0, Vec::len)).sum::<usize>());
    for (side, part) in [
        ("minimax:2,order=best,x", "option x"),
        ("minimax:2,order=random", "order: expected natural"),
        ("minimax:2,table=big", "table: expected none"),
        ("minimax:2,no-symmetry", "options of a table"),
        ("minimax:2,table=bounds,table-size=0", "table-size: expected"),
        ("minimax,evaluation=discs", "evaluation: expected it only with a depth"),
        ("minimax:2,evaluation=best", "corners-mobility or discs or zero"),
    ] {
        refused(&["match", "reversi", "--first", side, "--second", "minimax:1"], &[part]);
    }
}

#[test]
fn scores_of_a_game_in_a_unit_have_their_point() {
    let chess = "chess --position smothered";
    let game = format!("match {chess} --first alpha-beta:3 --second alpha-beta:3");
    let text = readable(&words(&game, &[]));
    assert!(text.contains("score 299.97, ") && text.contains("score        299.97\n"), "{text}");
    let played = json_of(&words(&game, &[]));
    has(&played, &json!({ "score": 299.97 }));
    has(&played["turns"][0], &json!({ "score": 299.97 }));
    let experiment = format!("experiment {chess} --depths 3..3 --search alpha-beta");
    assert!(readable(&words(&experiment, &[])).contains("    3       3   299.97  "));
    assert!(readable(&words(&experiment, &["--format", "csv"])).contains("\n3,3,299.97,,,"));
    has(&json_of(&words(&experiment, &[]))["cells"][0], &json!({ "score": 299.97 }));
}
