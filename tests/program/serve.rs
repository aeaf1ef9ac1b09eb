//! `edagari serve`: the window for a browser.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::running::{program, readable, refused, words};

/// Writes small files that replace the program for browsers.
fn web(folder: &Path) -> String {
    for name in ["index.html", "page.css", "edagari.js", "names.js", "embed.js", "start.js", "edagari_bg.wasm"] {
        std::fs::write(folder.join(name), name).expect("written");
    }
    folder.display().to_string()
}

fn get(address: &str, path: &str) -> Vec<u8> {
    let mut connection = TcpStream::connect(address).expect("the server listens");
    write!(connection, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).expect("an answer");
    answer
}

#[test]
fn a_link_is_printed_and_answered_until_ctrl_c() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = web(folder.path());
    let trace = folder.path().join("run.edagari").display().to_string();
    readable(&words("record textbook --search alpha-beta -o", &[&trace]));
    let mut child = program()
        .args(["serve", &trace, "-", "--web", &web, "--frame", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut link = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut link).expect("text");
    let link = link.trim_end().strip_prefix("http://").expect("an address");
    let (address, path) = link.split_once('/').expect("a path");
    let (token, rest) = path.split_once('/').expect("a token");
    assert!(address.starts_with("127.0.0.1:"), "{link}");
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{link}");
    assert_eq!(rest, "?trace=files/0/run.edagari&follow=stream#frame=3");
    assert!(get(address, &format!("/{token}/")).ends_with(b"index.html"));
    let bytes = std::fs::read(&trace).expect("the trace");
    assert!(get(address, &format!("/{token}/files/0/run.edagari")).ends_with(&bytes));
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"{\"edagari\": 1}\n").expect("it reads");
    assert!(get(address, &format!("/{token}/stream?from=0")).ends_with(b"{\"edagari\": 1}\n"));
    assert!(get(address, "/").starts_with(b"HTTP/1.1 404 "));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(stdin);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(said, "edagari: interrupted, so the server has ended\n");
}

#[test]
fn folder_is_served_as_a_list_with_a_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = web(folder.path());
    let traces = folder.path().join("traces");
    std::fs::create_dir(&traces).expect("made");
    readable(&words("record textbook --search alpha-beta -o", &[&traces.join("run.edagari").display().to_string()]));
    std::fs::write(traces.join("notes.txt"), "no trace").expect("written");
    let arguments = ["serve", &traces.display().to_string(), "--web", &web, "--log"];
    let mut child =
        program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut link = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut link).expect("text");
    let (address, path) =
        link.trim_end().strip_prefix("http://").and_then(|link| link.split_once('/')).expect("a link");
    let list = get(address, &format!("/{path}"));
    let list = String::from_utf8_lossy(&list);
    assert!(list.contains("<a href=\"./?trace=files/0/run.edagari\">run.edagari</a>"), "{list}");
    assert!(!list.contains("notes.txt"), "{list}");
    assert!(get(address, "/nothing").starts_with(b"HTTP/1.1 404 "));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("note: list: 200, ") && lines[0].ends_with(" bytes"), "{said}");
    assert_eq!(lines[1], "note: refused: an address without the token");
    let token = path.split('/').next().expect("a token");
    assert!(!said.contains(token), "the log has no token");
}

#[test]
fn serve_refuses_folders_without_traces_and_wrong_origins() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = web(folder.path());
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("made");
    let empty = empty.display().to_string();
    refused(&["serve", &empty, "--web", &web], &["there is no trace in the folder", ".jsonl"]);
    refused(&["serve", &empty, "-", "--web", &web], &["expected one folder alone"]);
    for origin in ["localhost:8888", "http://", "http://a b", "http://a/b", "*"] {
        refused(&["serve", "--web", &web, "--read-only-frame-ancestors", origin], &["expected http:// or https://"]);
    }
}

#[test]
fn serve_refuses_bad_files_folders_and_ports() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = web(folder.path());
    let missing = folder.path().join("missing").display().to_string();
    refused(&["serve", &missing, "--web", &web], &["missing", "cannot be"]);
    refused(&["serve", "--web", &missing], &["index.html", "cannot be read"]);
    refused(&["serve", "--web", &web, "--port", "70000"], &["70000", "--port"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refused(&["serve", "--web", &web, "--port", &port], &[&port, "expected a free port"]);
    #[cfg(feature = "viewer")]
    refused(&["serve", "--web", &web, "--frame", "x"], &["--frame=x", "expected the number of a frame"]);
}

#[cfg(all(feature = "viewer", target_os = "linux"))]
#[test]
fn without_a_display_the_command_is_named() {
    let output = program()
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no display") && said.contains("edagari serve"), "{said}");
}
