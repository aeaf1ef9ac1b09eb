//! Architecture rules: rooms use only the rooms before them, and dependencies between files have no circles.

mod arrows;
mod source;

use std::path::Path;

use arrows::{Arrow, House, circles};

/// The folders of the crates, with their rooms; each room may use those before it. A nested folder in the list is a separate room.
/// Cargo refuses an arrow from a crate to one that uses it.
const CRATES: [(&str, &[&str]); 4] = [
    (
        "crates/edagari-core/src",
        &[
            "platform",
            "language",
            "score",
            "game",
            "search",
            "trace/parcel",
            "trace/model",
            "trace/index",
            "trace",
            "trace/record",
            "trace/query",
            "trace/stream",
            "trace/import",
            "trace/run",
            "trace/native",
            "trace/file",
            "analysis",
            "analysis/names",
            "analysis/noise",
            "analysis/explanation",
            "analysis/figures",
            "analysis/code",
            "analysis/compare",
            "analysis/games",
            "analysis/order",
            "analysis/fate",
            "analysis/find",
            "analysis/check",
        ],
    ),
    ("crates/edagari-teach/src", &["exercise", "class", "what_if", "note", "practice"]),
    ("crates/edagari-draw/src", &["scene", "export"]),
    (
        "src",
        &[
            "platform",
            "server",
            "view_link",
            "viewer/kit",
            "viewer/session",
            "viewer/commands",
            "viewer",
            "viewer/tree",
            "viewer/time",
            "viewer/inspector",
            "viewer/forms",
            "viewer/panels",
            "viewer/panels/compare",
            "viewer/panels/explain",
            "viewer/panels/figures",
            "viewer/panels/notes",
            "viewer/panels/search",
            "viewer/panels/teach",
            "viewer/panels/window",
            "viewer/noise",
            "viewer/app",
            "cli/output",
            "cli/arguments",
            "cli/commands",
            "cli",
        ],
    ),
];

/// Whether a file is in a folder.
fn lies_in(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Index of the room of a file: the innermost folder in the list counts.
fn room_of(file: &str, rooms: &[&str]) -> Option<usize> {
    let around = (0..rooms.len()).filter(|&room| lies_in(file, rooms[room]));
    around.max_by_key(|&room| rooms[room].len())
}

/// Arrows from a room to a later one, as text.
fn arrows_up(arrows: &[Arrow], rooms: &[&str]) -> Vec<String> {
    let goes_up = |arrow: &&Arrow| {
        let [from, to] = [&arrow.from, &arrow.to].map(|file| room_of(file, rooms));
        from.zip(to).is_some_and(|(from, to)| from < to)
    };
    arrows.iter().filter(goes_up).map(in_words).collect()
}

/// Circles of files, as text.
fn circles_in(arrows: &[Arrow]) -> Vec<String> {
    circles(arrows)
        .iter()
        .map(|circle| circle.iter().map(|arrow| in_words(arrow)).collect::<Vec<_>>().join(", "))
        .collect()
}

fn in_words(arrow: &Arrow) -> String {
    format!("{} uses {} ({})", arrow.from, arrow.to, arrow.item)
}

/// The sources of a crate.
fn house_of(folder: &str) -> House {
    House::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("the sources can be read")
}

#[test]
fn every_file_belongs_to_a_room() {
    for (folder, rooms) in CRATES {
        let house = house_of(folder);
        let homeless: Vec<&str> =
            house.names().filter(|&file| file != "lib.rs" && room_of(file, rooms).is_none()).collect();
        assert!(homeless.is_empty(), "{folder}: in no room of the list: {homeless:?}");
    }
}

#[test]
fn rooms_use_only_those_before_them() {
    for (folder, rooms) in CRATES {
        let up = arrows_up(&house_of(folder).arrows(), rooms);
        assert!(up.is_empty(), "{folder}: arrows up:\n{}", up.join("\n"));
    }
}

#[test]
fn no_files_use_each_other() {
    for (folder, _) in CRATES {
        let found = circles_in(&house_of(folder).arrows());
        assert!(found.is_empty(), "{folder}: {} circles:\n{}", found.len(), found.join("\n"));
    }
}

/// Whether a file requires mutable access to the session. The window returns a `&mut Session` only in its own folder.
fn changes_session(text: &str) -> bool {
    ["&mut Session", "DerefMut for HeldSession", "AsMut<Session>"].iter().any(|way| text.contains(way))
}

#[test]
fn only_command_execution_borrows_the_session_mutably() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let house = house_of("src");
    let read = |file: &str| std::fs::read_to_string(source.join(file)).expect("a source file");
    let changing: Vec<&str> = house.names().filter(|file| changes_session(&read(file))).collect();
    assert!(changing.contains(&"viewer/app/apply/held.rs"), "it is looked for in the right place: {changing:?}");
    let elsewhere: Vec<&&str> = changing.iter().filter(|file| !lies_in(file, "viewer/app/apply")).collect();
    assert!(elsewhere.is_empty(), "files that can change the session: {elsewhere:?}");
    let held = read("viewer/app/apply/held.rs");
    assert!(held.contains("pub(super) const fn change(&mut self)") && !held.contains("DerefMut"), "nobody else can");
    let app = read("viewer/app/edagari.rs");
    assert!(app.contains("pub session: HeldSession,"), "the window holds it so");
}

/// Collects the folders below `folder` with more than 25 files.
fn note_full_folders(folder: &Path, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    if files.len() > 25 {
        found.push(format!("{}: {} files", folder.display(), files.len()));
    }
    for folder in folders {
        note_full_folders(&folder, found);
    }
}

#[test]
fn no_folder_of_code_has_more_than_25_files() {
    let mut found = Vec::new();
    for folder in ["src", "crates", "tests/core", "tests/program", "tests/window/src", "benches", ".ci"] {
        note_full_folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn methods_of_a_trace_are_in_at_most_six_files() {
    let folder = CRATES[0].0;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let house = house_of(folder);
    let has_methods = |file: &&str| {
        let text = std::fs::read_to_string(source.join(file)).expect("a source file");
        text.lines().any(|line| line == "impl Trace {")
    };
    let files: Vec<&str> = house.names().filter(has_methods).collect();
    assert!(files.contains(&"trace/mod.rs"), "it is looked for in the right place: {files:?}");
    assert!(files.len() <= 6, "ask through a handle such as `Trace::chance` instead: {files:?}");
}

const MADE_UP_ROOMS: &[&str] = &["low", "low/inner", "high"];

#[test]
fn a_clean_house_passes() {
    let house = House::of(&[
        ("lib.rs", "pub mod high; pub mod low;"),
        ("low/mod.rs", "mod a; mod b; pub mod inner; pub use a::A; pub use b::B;"),
        ("low/a.rs", "pub struct A;"),
        // Comments, literals and tests are not arrows.
        (
            "low/b.rs",
            "use super::A; /// See [`crate::high::C`].\nconst TEXT: &str = \"crate::high::C\"; fn new(it: &'static A) {} \
                      #[cfg(test)] mod tests { use super::*; use crate::high::C; }",
        ),
        ("low/inner/mod.rs", "pub use super::B; pub(in crate::low) struct D;"),
        ("high/mod.rs", "use crate::low::{self, inner::B}; pub struct C(low::A);"),
    ]);
    let arrows = house.arrows();
    let found: Vec<(&str, &str)> = arrows.iter().map(|arrow| (arrow.from.as_str(), arrow.to.as_str())).collect();
    let expected = [
        ("high/mod.rs", "low/a.rs"),
        ("high/mod.rs", "low/b.rs"),
        ("high/mod.rs", "low/mod.rs"),
        ("low/b.rs", "low/a.rs"),
    ];
    assert_eq!(found, expected);
    assert_eq!(arrows_up(&arrows, MADE_UP_ROOMS), [""; 0]);
    assert_eq!(circles_in(&arrows), [""; 0]);
}

#[test]
fn a_circle_is_found() {
    let house = House::of(&[
        ("lib.rs", "mod low;"),
        ("low/mod.rs", "mod a; mod b; mod c; pub use a::{A, of_c}; pub use b::B;"),
        ("low/a.rs", "use super::c::C; pub struct A;"),
        ("low/b.rs", "pub struct B; fn of_a() -> super::A { super::of_c() }"),
        ("low/c.rs", "use crate::low::{inner, B as Other}; pub struct C;"),
    ]);
    let arrows = house.arrows();
    let circle = "low/a.rs uses low/c.rs (C), low/c.rs uses low/b.rs (B), low/b.rs uses low/a.rs (A)";
    assert_eq!(circles_in(&arrows), [circle]);
}

#[test]
fn folder_file_that_uses_and_is_used_by_its_files_forms_a_circle() {
    let house = House::of(&[
        ("lib.rs", "mod low;"),
        (
            "low/mod.rs",
            "mod a; mod b; pub use b::B; use a::helped; pub struct Whole; pub fn run() { helped(); b::go() }",
        ),
        ("low/a.rs", "use super::Whole; pub fn helped() {}"),
        ("low/b.rs", "pub struct B; pub fn go() {}"),
    ]);
    let circle = "low/a.rs uses low/mod.rs (Whole), low/mod.rs uses low/a.rs (helped)";
    assert_eq!(circles_in(&house.arrows()), [circle]);
}

#[test]
fn an_arrow_up_is_found() {
    let house = House::of(&[
        ("lib.rs", "pub mod high; pub mod low;"),
        ("low/mod.rs", "mod a; mod inner;"),
        ("low/a.rs", "fn new() { let _ = crate::high::C::new(); }"),
        ("low/inner/mod.rs", "mod d; pub use d::D;"),
        ("low/inner/d.rs", "pub struct D;"),
        ("low/e.rs", "use super::inner::D as _;"),
        ("high/mod.rs", "mod c; pub use self::c::{C};"),
        ("high/c.rs", "pub struct C;"),
    ]);
    let expected = ["low/a.rs uses high/c.rs (C)", "low/e.rs uses low/inner/d.rs (D)"];
    assert_eq!(arrows_up(&house.arrows(), MADE_UP_ROOMS), expected);
}
