//! The noise laboratory at the command line.

use serde_json::json;

use crate::running::{edagari, has, json_of, readable, refused, stderr, tree_file, words};

#[test]
fn noise_is_printed_as_table_csv_and_json() {
    let report = json_of(&words("noise --sigma 5 --area 20 --depth 10", &[]));
    assert_eq!((report["levels"].as_array().map(Vec::len), &report["last"]), (Some(11), &json!("max")));
    let near = |value: &serde_json::Value, expected: f64| {
        let found = value.as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    };
    near(&report["levels"][10]["mean"], 1.887_055_077_197_721_7);
    near(&report["levels"][10]["standard_deviation"], 0.624_288_021_861_071_4);
    near(&report["levels"][0]["variance"], 25.080_403_422_818_06);
    assert_eq!(report["levels"][0]["first"], json!(-20));
    assert_eq!(report["levels"][3]["masses"].as_array().map(Vec::len), Some(41));
    let two = json_of(&words("noise --sigma 5 --depth 1 --offsets 0,-1 --last min", &[]));
    near(&two["levels"][1]["mean"], -2.349_041_216_719_884);
    let csv = readable(&words("noise --sigma 5 --depth 2 --csv", &[]));
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!((lines[0], lines.len()), ("depth,mean,variance,standard_deviation", 4));
    assert!(lines[2].starts_with("1,3.31552636759"), "{csv}");
    assert!(readable(&words("noise --sigma 5", &[])).contains("    2    1.057485696         2.699680994\n"));
    for (options, part) in [
        ("--sigma 0", "σ is 0, expected a number above 0"),
        ("--sigma -3", "σ is -3, expected"),
        ("--sigma NaN", "σ is NaN, expected"),
        ("--sigma 5 --area 0", "--area"),
        ("--sigma 5 --offsets 0,x", "--offsets"),
        ("--sigma 5 --offsets 0,-99999", "offset is -99999, expected"),
        ("--sigma 5 --depth 201", "--depth"),
    ] {
        refused(&words(&format!("noise {options}"), &[]), &[part]);
    }
    refused(&["noise", "--sigma", "5", "--offsets", ""], &["--offsets", "expected"]);
    refused(&words("noise", &[]), &["--sigma"]);
    let (_folder, path) = tree_file("{-1: 0.5, 1: 0.5}");
    let own = json_of(&["noise", "--masses", &path.display().to_string(), "--depth", "1", "--offsets", "0,0"]);
    has(&own, &json!({"sigma": null, "area": null}));
    near(&own["levels"][1]["mean"], 0.5);
    let far = "{-2147483648: 1.0}";
    for (content, part) in [
        ("{0: 0.5}", "tree.ron: the masses sum to 0.5"),
        ("{0: }", "tree.ron:1:"),
        (far, "a mass is for the integer -2147483648"),
    ] {
        let (_folder, path) = tree_file(content);
        refused(&["noise", "--masses", &path.display().to_string()], &[part, "expected"]);
    }
    refused(&words("noise --masses /nowhere/noise.ron", &[]), &["/nowhere/noise.ron: cannot be read"]);
    refused(&words("noise --masses x.ron --sigma 3", &[]), &["--sigma", "--masses"]);
}

#[test]
fn noise_on_a_game_is_sampled() {
    let report =
        json_of(&words("noise-game tic-tac-toe --shortest-win --sigma 2 --depths 0..9 --runs 200 --seed 1", &[]));
    has(&report, &json!({"game": "tic-tac-toe", "exact": 0, "seed": 1}));
    let rows = report["depths"].as_array().expect("depths");
    assert_eq!(rows.len(), 10);
    has(&rows[9], &json!({"depth": 9, "runs": 200, "error": 0.0, "mean": 0.0, "best_move_share": 1.0}));
    let interval = rows[0]["mean_interval"].as_array().expect("two bounds");
    assert!(interval[0].as_f64() < rows[0]["mean"].as_f64() && rows[0]["mean"].as_f64() < interval[1].as_f64());
    let again = json_of(&words("noise-game tic-tac-toe --shortest-win --sigma 2 --depths 9..9 --runs 200", &[]));
    assert_eq!(again["depths"][0], rows[9]);
    let text = readable(&words("noise-game kalah --depth-limit 3 --sigma 1 --depths 0..3 --runs 50", &[]));
    assert!(text.starts_with("kalah(6,6) (capture opposite-nonempty), σ = 1, exact value 2\n"), "{text}");
    for (arguments, part) in [
        ("eight --sigma 0 --depths 0..1", "σ is 0"),
        ("eight --sigma 1 --depths 2..1", "--depths"),
        ("eight --sigma 1 --depths 0..1 --runs 0", "--runs"),
        ("eight --sigma 1 --depths 0..1 --evaluation zero", "--depth-limit"),
        ("kalah --sigma 1 --depths 0..1 --depth-limit 2 --evaluation best", "stores or zero"),
        ("eight --sigma 1 --depths 0..1 --houses 2", "--houses"),
    ] {
        refused(&words(&format!("noise-game {arguments}"), &[]), &[part]);
    }
}

#[test]
fn clipped_noise_is_reported() {
    for command in ["noise --sigma 15 --depth 1", "noise-game eight --sigma 3 --area 2 --depths 1..2 --runs 2"] {
        let done = edagari(&words(command, &[]));
        assert_eq!(done.status.code(), Some(0), "{command}: {}", stderr(&done));
        assert!(stderr(&done).starts_with("note: σ is "), "{command}: {}", stderr(&done));
        assert!(stderr(&done).contains("expected an --area of at least"), "{}", stderr(&done));
    }
}
