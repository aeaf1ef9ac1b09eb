//! Files of packages: completions, manual pages, and versions.

use std::fs;
use std::path::Path;

use crate::running::{readable, refused};

/// Names of the commands, from the help.
fn commands() -> Vec<String> {
    let help = readable(&["-h"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<_> = list.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.iter().any(|name| name == "record"), "{help}");
    names
}

#[test]
fn completions_of_every_shell_contain_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = readable(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("against-minimax"), "{shell}: an option");
    }
    refused(&["completions", "tcsh"], &["tcsh", "bash"]);
}

#[test]
fn manual_contains_a_page_for_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("new").join("man1");
    let name = pages.to_str().expect("UTF-8");
    assert_eq!(readable(&["manual", name, "--date", "2026-12-31"]), "");
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    for command in commands().iter().filter(|command| *command != "help") {
        let text = page(&format!("edagari-{command}.1"));
        let title = format!(".TH edagari-{command} 1 \"2026-12-31\" \"edagari {}\"\n", env!("CARGO_PKG_VERSION"));
        assert!(text.starts_with(&title), "{text}");
    }
    let of_program = page("edagari.1");
    // Headings of the help have sections of their own, in which lines are not joined.
    assert!(of_program.contains(".SH EXAMPLES\n.nf\n"), "{of_program}");
    assert!(of_program.contains(".SH \"EXIT CODES\"\n.nf\n"), "{of_program}");
    assert!(of_program.contains("edagari \\- Record what"), "{of_program}");
    assert!(page("edagari-experiment-positions.1").contains("edagari(1)"));
    // A second time, existing pages are replaced.
    assert_eq!(readable(&["manual", name]), "");
    assert!(page("edagari.1").starts_with(".TH edagari 1 \"\" "));
}

#[test]
fn unusable_folders_and_dates_of_the_manual_are_refused() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let name = file.path().to_str().expect("UTF-8");
    refused(&["manual", name], &[name, "cannot be written"]);
    refused(&["manual", name, "--date", "31.12.2026"], &["31.12.2026", "2026-12-31"]);
    refused(&["manual"], &["FOLDER"]);
}

#[test]
fn all_packages_have_the_version_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = env!("CARGO_PKG_VERSION");
    for (file, part) in [
        ("python/edagari/pyproject.toml", format!("version = \"{version}\"")),
        ("python/edagari/pyproject.toml", format!("edagari-bin=={version};")),
        ("python/edagari/src/edagari/__init__.py", format!("__version__ = \"{version}\"")),
        ("resources/package/edagari.metainfo.xml", format!("<release version=\"{version}\"")),
        ("CHANGELOG.md", format!("## {version} ")),
    ] {
        let text = fs::read_to_string(root.join(file)).expect(file);
        assert!(text.contains(&part), "{file}: no {part}");
    }
}
