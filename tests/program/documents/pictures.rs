//! The pictures on the page `docs/how-to/make-a-figure.md` are equal to the output of the commands there.

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/how-to/make-a-figure.md");

/// The commands on the page, to be run in the root of the repository.
fn commands() -> Vec<&'static str> {
    let lines = PAGE.lines().filter(|line| line.starts_with("edagari export") && line.contains(" -o docs/pictures/"));
    lines.collect()
}

#[test]
fn pictures_match_the_output_of_their_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let commands = commands();
    assert!(commands.len() >= 3, "{commands:?}");
    for command in commands {
        let (arguments, file) = command.split_once(" -o ").expect("a file");
        let made = folder.path().join(Path::new(file).file_name().expect("a name"));
        let kept = root.join(file);
        let mut program = Command::new(env!("CARGO_BIN_EXE_edagari"));
        let output = program.args(arguments.split(' ').skip(1)).arg("-o").arg(&made).output().expect("run");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::copy(&made, &kept).expect("copied");
        }
        let [made, kept] = [&made, &kept].map(|path| std::fs::read(path).expect("a picture"));
        assert!(made == kept, "{file} is not what its command makes: UPDATE_SNAPSHOTS=1 makes it anew");
        assert!(PAGE.contains(&format!("](../{})", file.trim_start_matches("docs/"))), "the page shows {file}");
    }
}
