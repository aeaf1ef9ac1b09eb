//! `edagari share`: pages, and traces taken out of them again.

use crate::running::{edagari, readable, refused, stderr, words};

#[test]
fn a_page_is_written_and_opens_as_its_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("cuts.html");
    let page = page.to_str().expect("UTF-8");
    let output = edagari(&words("share textbook --search alpha-beta -o", &[page]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = std::fs::read_to_string(page).expect("a page");
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
    assert!(
        !text.contains("http://")
            || text.matches("http://").count() == text.matches("http://www.w3.org/2000/svg").count()
    );
    assert_eq!(readable(&["frame", "18", page]), readable(&words("frame 18 textbook --search alpha-beta", &[])));
    assert!(readable(&["check", page]).contains("Proved"));
    // The part of the page changes what it shows, not what is in it.
    edagari(&words("share textbook --search alpha-beta --frames 3..9 --language japanese -o", &[page]));
    let part = std::fs::read_to_string(page).expect("a page");
    assert!(part.contains("<html lang=\"ja\" data-language=\"ja\">") && part.len() < text.len());
    assert!(readable(&["frame", "18", page]).contains("18"));
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    refused(&words("share tic-tac-toe --search alpha-beta -o", &[&path("x.html")]), &["73186 frames", "at most 5000"]);
    refused(&words("share textbook --search alpha-beta -o", &[&path("x.gif")]), &["x.gif", ".html"]);
    refused(&words("share textbook --search alpha-beta --frames 900..950 -o", &[&path("x.html")]), &["no frames"]);
    assert!(!folder.path().join("x.html").exists());
    for (page, parts) in [
        ("<!DOCTYPE html><p>hello</p>", ["byte 0", "without a trace"]),
        (
            "<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">AAAA",
            ["byte", "ends within its trace"],
        ),
        ("<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">A*</script>", ["byte", "damaged"]),
    ] {
        std::fs::write(path("x.html"), page).expect("written");
        refused(&["check", &path("x.html")], &parts);
    }
}

#[test]
fn the_example_pages_are_those_of_the_commands_beside_them() {
    let list = include_str!("../../docs/pages/README.md");
    let commands: Vec<&str> = list.split('`').filter(|part| part.starts_with("edagari share ")).collect();
    assert_eq!(commands.len(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    for command in commands {
        let mut arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let name = arguments.pop().expect("a page");
        let made = folder.path().join(name);
        arguments.push(made.to_str().expect("UTF-8"));
        let output = edagari(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pages").join(name);
        let same = std::fs::read(&made).expect("made") == std::fs::read(shipped).expect("shipped");
        assert!(same, "{name} is another page now: in docs/pages, run {command}");
    }
}
