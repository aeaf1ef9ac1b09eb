//! `edagari mcp`: a server for assistants.

#[cfg(feature = "mcp")]
mod client;
#[cfg(feature = "mcp")]
mod faults;
#[cfg(feature = "mcp")]
mod messages;
#[cfg(feature = "mcp")]
mod tools;

#[cfg(not(feature = "mcp"))]
#[test]
fn program_without_the_server_says_how_to_get_it() {
    crate::running::refused(&["mcp", "run.jsonl"], &["built without the server for assistants", "--features mcp"]);
}

/// Path of a stream of another program.
#[cfg(feature = "mcp")]
fn stream(name: &str) -> String {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name).display().to_string()
}

/// Records a run into a file of a folder, and returns its path.
#[cfg(feature = "mcp")]
fn recorded(folder: &tempfile::TempDir, name: &str, run: &str) -> String {
    let path = folder.path().join(name).display().to_string();
    crate::running::readable(&crate::running::words(&format!("record {run} -o"), &[&path]));
    path
}
