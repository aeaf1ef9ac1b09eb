//! `--limit` and `--cursor`: the lists of a JSON object in parts.

use serde_json::Value;

use crate::running::{TIC_TAC_TOE, json_of, refused, words};

/// Lists of objects in an object, by name.
fn lists(object: &Value) -> Vec<(&String, &Vec<Value>)> {
    let members = object.as_object().expect("an object").iter();
    let lists = members.filter_map(|(name, value)| Some((name, value.as_array()?)));
    lists.filter(|(_, list)| list.iter().all(Value::is_object)).collect()
}

#[test]
fn parts_of_the_lists_are_the_whole_lists() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let [passes, plain] = [file("passes.edagari"), file("plain.edagari")];
    let record = |run: &str, to: &str| drop(crate::running::readable(&words(&format!("record {run} -o"), &[to])));
    record("tic-tac-toe --search pvs --deepening --depth-limit 4", &passes);
    record("tic-tac-toe --search alpha-beta --depth-limit 4", &plain);
    let stream = |name: &str| format!("{}/tests/data/streams/{name}", env!("CARGO_MANIFEST_DIR"));
    let (remarked, recorder) = (stream("lmr_without_research-bad.jsonl.zst"), stream("nim-recorder.jsonl"));
    for (command, list) in [
        (vec!["record", &passes], "by_depth"),
        (vec!["order", &passes], "costliest"),
        (vec!["fate", &passes, "--line", "b2 a1"], "passes"),
        (vec!["check", &remarked], "remarks"),
        (vec!["compare", &passes, &plain, &recorder], "runs"),
        (words("perft tic-tac-toe --depth 4", &[]), "depths"),
        (words("lesson list", &[]), "lessons"),
        (words("lesson cuts", &[]), "notes"),
        (words("noise --sigma 1 --area 4 --depth 5", &[]), "levels"),
    ] {
        let whole = json_of(&command);
        assert!(whole.get("next").is_none(), "{command:?}");
        let (mut cursor, mut found) = ("0".to_owned(), Vec::new());
        loop {
            let part = json_of(&[command.as_slice(), &["--limit", "2", "--cursor", &cursor]].concat());
            assert!(lists(&part).iter().all(|(_, list)| list.len() <= 2), "{part}");
            found.extend(part[list].as_array().expect("a list").iter().cloned());
            let Some(next) = part["next"].as_u64() else { break };
            cursor = next.to_string();
        }
        assert!(found.len() > 2, "{command:?}: {found:?}");
        assert_eq!(Some(&found), whole[list].as_array(), "{command:?}");
    }
}

#[test]
fn limit_and_cursor_need_json() {
    refused(&words(&format!("order {TIC_TAC_TOE} --limit 3"), &[]), &["--json"]);
    refused(&words(&format!("order {TIC_TAC_TOE} --json --cursor -1"), &[]), &["--cursor"]);
    refused(&words(&format!("order {TIC_TAC_TOE} --json --limit x"), &[]), &["expected a whole number from 0"]);
}
