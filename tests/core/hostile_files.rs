//! Files that are not textbook trees, or almost: reading never panics and returns one sentence with the error, the file
//! and the position.

use std::path::{Path, PathBuf};

use crate::oracles::is_whole;
use edagari::game::{Game, MAX_NESTING, TextbookError, TextbookTree};
use edagari::score::Score;
use tempfile::TempDir;

const NESTED: &str = include_str!("../../crates/edagari-core/resources/textbook/three-moves.ron");
const FLAT: &str = include_str!("../../crates/edagari-core/resources/textbook/deep-cut.ron");

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("tree.ron")
    }

    /// Reads a file with this content, and checks the form of a refusal.
    fn read(&self, content: &[u8]) -> Result<TextbookTree, TextbookError> {
        let file = self.file();
        std::fs::write(&file, content).expect("written");
        let result = TextbookTree::read(&file);
        match &result {
            // An accepted file is a complete tree.
            Ok(tree) => assert_eq!(tree.subtree_size(&tree.root()), Some(tree.len() as u64)),
            Err(error) => check_refusal(error, &file, content),
        }
        result
    }

    /// Line and message of a refusal.
    fn refusal(&self, content: &str) -> (usize, String) {
        match self.read(content.as_bytes()) {
            Err(TextbookError::Malformed { line, message, .. }) => (line, message.to_string()),
            other => panic!("{content:?} is not refused as malformed: {other:?}"),
        }
    }
}

fn check_refusal(error: &TextbookError, file: &Path, content: &[u8]) {
    let sentence = error.to_string();
    assert!(sentence.starts_with(&format!("{}:", file.display())), "{sentence}");
    assert!(!sentence.contains(char::is_control), "not one line: {sentence:?}");
    assert!(!sentence.contains("the parser failed"), "the parser panicked: {sentence}");
    let TextbookError::Malformed { line, column, message, .. } = error else { return };
    assert!(message.to_string().chars().any(char::is_alphabetic), "{sentence}");
    assert!(sentence.contains(&format!(":{line}:{column}: ")), "{sentence}");
    // The position is inside the file or directly after its end.
    let lines: Vec<&[u8]> = content.split(|&byte| byte == b'\n').collect();
    assert!((1..=lines.len()).contains(line), "{sentence}: the file has {} lines", lines.len());
    let columns = String::from_utf8_lossy(lines[line - 1]).chars().count();
    assert!((1..=columns + 1).contains(column), "{sentence}: the line has {columns} columns");
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let folder = Folder::new();
    for text in [NESTED, FLAT] {
        let bytes = text.as_bytes();
        let whole = text.trim_end().len();
        for end in 0..bytes.len() {
            let result = folder.read(&bytes[..end]);
            assert_eq!(result.is_ok(), end >= whole, "the first {end} bytes");
        }
    }
}

#[test]
fn a_file_with_other_bytes_is_read_or_refused() {
    let folder = Folder::new();
    let mut state = 20_261_120_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let telling = b"()[]{}:,\"'\\-+0123456789.eE_xr#/* \n\t\0ENRname";
    let (mut read, mut refused) = (0, 0);
    let times = if is_whole() { 10_000 } else { 1_000 };
    for text in [NESTED, FLAT] {
        // Replaces each byte once by one that the parser treats specially, then several bytes at once by random ones.
        let single = (0..text.len()).map(|at| (vec![at], true));
        let several: Vec<_> =
            (0..times).map(|_| ((0..=random(4)).map(|_| random(text.len())).collect(), false)).collect();
        for (places, is_telling) in single.chain(several) {
            let mut bytes = text.as_bytes().to_vec();
            for at in places {
                bytes[at] = if is_telling { telling[random(telling.len())] } else { random(256) as u8 };
            }
            match folder.read(&bytes) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused: both happen");
}

#[test]
fn parts_of_a_file_in_another_order_are_read_or_refused() {
    let folder = Folder::new();
    for text in [NESTED, FLAT] {
        let lines: Vec<&str> = text.lines().collect();
        for first in 0..lines.len() {
            let without: Vec<&str> = [&lines[..first], &lines[first + 1..]].concat();
            let twice: Vec<&str> = [&lines[..=first], &lines[first..]].concat();
            let mut swapped = lines.clone();
            swapped.swap(first, (first + 1) % lines.len());
            for changed in [without, twice, swapped] {
                let _ = folder.read(changed.join("\n").as_bytes());
                let _ = folder.read(changed.join("\r\n").as_bytes());
            }
        }
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let folder = Folder::new();
    let levels = 1_000_000;
    for open in ["(", "[", "{", "(root:", "(root:(children:[", "Some(", "/*", "(nodes:[", "(score:-", "((((name:"] {
        let result = folder.read(open.repeat(levels).as_bytes());
        assert!(result.is_err(), "{open}");
    }
    let inner = |levels: usize| format!("(root: {}(score: 1){})", "(children: [".repeat(levels), "])".repeat(levels));
    assert_eq!(folder.read(inner(MAX_NESTING - 1).as_bytes()).expect("as deep as allowed").len(), MAX_NESTING);
    for levels in [MAX_NESTING, levels] {
        let (_, message) = folder.refusal(&inner(levels));
        assert!(message.contains("256 levels, expected the flat form"), "{message}");
    }
}

#[test]
fn other_things_than_files_are_refused() {
    let folder = Folder::new();
    let missing = folder.0.path().join("missing.ron");
    for path in [missing.as_path(), folder.0.path(), Path::new(""), Path::new("/dev/null/tree.ron")] {
        let error = TextbookTree::read(path).expect_err("nothing to read");
        assert!(matches!(error, TextbookError::Unreadable { .. }), "{error}");
        check_refusal(&error, path, b"");
    }
    let error = TextbookTree::read(&missing).expect_err("nothing to read").to_string();
    assert!(error.contains("missing.ron: cannot be read: No such file"), "{error}");
}

/// An endless file, and a file above the size limit.
#[test]
fn files_without_end_are_refused() {
    let folder = Folder::new();
    let error = TextbookTree::read(Path::new("/dev/zero")).expect_err("no end").to_string();
    assert_eq!(error, "/dev/zero: has at least 268435457 bytes, expected at most 268435456");
    let huge = folder.0.path().join("huge.ron");
    std::fs::File::create(&huge).and_then(|file| file.set_len((256 << 20) + 1)).expect("a file of holes");
    let error = TextbookTree::read(&huge).expect_err("too large").to_string();
    assert!(error.contains("has at least 268435457 bytes, expected at most 268435456"), "{error}");
}

#[test]
fn non_text_bytes_are_refused_with_their_position() {
    let folder = Folder::new();
    let mut bytes = b"(root: (children: [\n  (name: \"\xc3\xa4".to_vec();
    bytes.extend_from_slice(b"\xff\", score: 1)]))");
    match folder.read(&bytes) {
        Err(TextbookError::Malformed { line: 2, column: 12, message, .. }) => {
            let message = message.to_string();
            assert!(message.contains("not UTF-8 text, expected a RON file"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    for bytes in [&b"\xff\xfe("[..], b"\0\0\0\0", b"\x7fELF", b"\xef\xbb\xbf(nodes: [])", b"PK\x03\x04"] {
        assert!(folder.read(bytes).is_err(), "{bytes:?}");
    }
}

/// A file whose name is not UTF-8 text is read like any other. Windows has no such names.
#[cfg(unix)]
#[test]
fn names_of_files_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let file = folder.0.path().join(OsStr::from_bytes(b"\xff\n.ron"));
    std::fs::write(&file, FLAT).expect("written");
    assert_eq!(TextbookTree::read(&file).expect("a tree").len(), 9);
}

#[test]
fn errors_contain_the_fault_and_the_expected_value() {
    let folder = Folder::new();
    let flat = |nodes: &str| format!("(nodes: [\n(name: \"R\"),\n{nodes}\n])");
    // Content, reported line, required parts of the message. Siblings are compared at the end of their parent.
    let cases: Vec<(String, usize, &[&str])> = vec![
        (String::new(), 1, &["expected"]),
        ("()".to_owned(), 1, &["neither `root` nor `nodes`", "expected"]),
        ("(nodes: [])".to_owned(), 1, &["no nodes", "expected"]),
        (
            "(root: (score: 1), nodes: [(name: \"R\", score: 1)])".to_owned(),
            1,
            &["both `root` and `nodes`", "expected"],
        ),
        ("(root: (score: 1), root: (score: 2))".to_owned(), 1, &["root"]),
        ("(tree: [])".to_owned(), 1, &["tree", "root", "nodes"]),
        ("Game(root: (score: 1))".to_owned(), 1, &["Game", "Tree"]),
        (
            flat("(name: \"a\", parent: \"R\", score: 1),\n(name: \"a\", parent: \"R\", score: 2)"),
            4,
            &["called a", "expected"],
        ),
        (flat("(name: \"R\", parent: \"R\", score: 2)"), 3, &["called R", "expected"]),
        (flat("(name: \"a\", parent: \"S\", score: 1)"), 3, &["node a", "parent S", "expected"]),
        (flat("(name: \"a\", parent: \"a\", score: 1)"), 3, &["node a", "parent a", "expected"]),
        (
            flat("(name: \"a\", parent: \"b\"),\n(name: \"b\", parent: \"a\", score: 1)"),
            3,
            &["node a", "parent b", "expected"],
        ),
        (flat("(name: \"a\", score: 1)"), 3, &["node a", "no parent", "expected"]),
        (
            flat("(name: \"a\", parent: \"R\", score: 1),\n(name: \"b\", parent: \"a\", score: 1)"),
            4,
            &["node b", "parent a", "expected"],
        ),
        (flat("(name: \"a\", parent: \"R\")"), 3, &["leaf a", "no score", "expected"]),
        (flat("(name: \"\", parent: \"R\", score: 1)"), 3, &["\"\"", "expected one word"]),
        (flat("(name: \"a b\", parent: \"R\", score: 1)"), 3, &["\"a b\"", "expected one word"]),
        (flat("(name: \"a\\nb\", parent: \"R\", score: 1)"), 3, &["\"a\\nb\"", "expected one word"]),
        (flat("(name: \"a\", parent: \"x\\ny\", score: 1)"), 3, &["node a", "expected"]),
        (flat("(parent: \"R\", score: 1)"), 3, &["name"]),
        (
            flat("(name: \"a\", parent: \"R\", score: 2147483647)"),
            3,
            &["2147483647", "expected -2147483647 to 2147483646"],
        ),
        (flat("(name: \"a\", parent: \"R\", score: -2147483648)"), 3, &["-2147483648", "expected -2147483647"]),
        (flat("(name: \"a\", parent: \"R\", score: 2147483648)"), 3, &["2147483648"]),
        (flat("(name: \"a\", parent: \"R\", score: 99999999999999999999999999999999999999999999)"), 3, &["99999"]),
        (flat("(name: \"a\", parent: \"R\", score: 1.5)"), 3, &["1.5"]),
        (flat("(name: \"a\", parent: \"R\", score: inf)"), 3, &["inf"]),
        (flat("(name: \"a\", parent: \"R\", score: \"x\\ny\")"), 3, &["score", "x"]),
        (flat("(name: \"a\", parent: \"R\", player: Maximum, score: 1)"), 3, &["Maximum", "Max", "Min"]),
        (flat("(name: \"a\", parent: \"R\", value: 1)"), 3, &["value", "score"]),
        (
            "(root: (children: [\n(score: 1, children: [(score: 2)]),\n]))".to_owned(),
            2,
            &["both a score and children", "expected"],
        ),
        (
            "(root: (children: [\n(name: \"x\", children: [])\n]))".to_owned(),
            2,
            &["x", "neither a score nor children", "expected"],
        ),
        (
            "(root: (children: [\n(score: 2147483647)\n]))".to_owned(),
            2,
            &["2147483647", "expected -2147483647 to 2147483646"],
        ),
        (
            "(root: (children: [\n(name: \"x\", score: 1),\n(name: \"x\", score: 2)\n]))".to_owned(),
            4,
            &["two siblings are called x", "expected"],
        ),
        (
            "(root: (children: [\n(name: \"2\", score: 1),\n(score: 2)\n]))".to_owned(),
            4,
            &["two siblings are called 2", "expected"],
        ),
    ];
    for (content, line, words) in cases {
        let (found, message) = folder.refusal(&content);
        for word in words {
            assert!(
                message.to_lowercase().contains(&word.to_lowercase()),
                "{content}\nsays {message:?} without {word:?}"
            );
        }
        assert_eq!(found, line, "{content}\nsays {message:?}");
    }
}

#[test]
fn the_largest_and_smallest_scores_are_read() {
    let folder = Folder::new();
    let content = format!("(root: (children: [(score: {}), (score: {})]))", Score::MIN, Score::MAX);
    let tree = folder.read(content.as_bytes()).expect("finite scores");
    let scores = [0, 1].map(|mv| tree.score(&tree.play(&tree.root(), mv)).and_then(Score::finite));
    assert_eq!(scores, [Some(Score::MIN), Some(Score::MAX)]);
}

#[test]
fn a_node_can_have_very_many_children() {
    let folder = Folder::new();
    let wide = |count: usize| format!("(root: (children: [{}]))", "(score: 1),".repeat(count));
    for count in [65_535, 65_536, 100_000] {
        assert_eq!(folder.read(wide(count).as_bytes()).expect("children have numbers of 32 bits").len(), count + 1);
    }
}
