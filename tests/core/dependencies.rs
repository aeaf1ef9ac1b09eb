//! The dependencies that the README names, against those that cargo sees.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Names in backquotes of the sentence in the README that lists the dependencies of a crate without features.
fn named_in_readme(readme: &str, name: &str) -> BTreeSet<String> {
    let words = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = words.split_once(&format!("`{name}` depends only on")).expect("the sentence on dependencies");
    let (sentence, _) = after.split_once('.').unwrap_or((after, ""));
    sentence.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn readme_lists_the_dependencies_of_the_crates_without_features() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("a README");
    let is_wasm = |target: &serde_json::Value| target.as_str().is_some_and(|target| !target.contains("not("));
    for name in ["edagari-core", "edagari-teach", "edagari-draw", "edagari"] {
        let package = packages.iter().find(|package| package["name"] == name).expect("this package");
        let needed = package["dependencies"].as_array().expect("dependencies").iter().filter(|dependency| {
            dependency["kind"].is_null() && dependency["optional"] == false && !is_wasm(&dependency["target"])
        });
        let needed: BTreeSet<String> =
            needed.filter_map(|dependency| dependency["name"].as_str().map(str::to_owned)).collect();
        assert!(!needed.is_empty(), "{name}");
        assert_eq!(named_in_readme(&readme, name), needed, "{name}");
    }
}
