//! The server for browsers: which requests it answers, and which it refuses.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(feature = "export")]
use edagari::export::LaterFont;
#[cfg(feature = "export")]
use edagari::language::Language;
use edagari::server::{GrowingStream, Refusal, Request, Site, listener, serve};
use proptest::prelude::*;

const TOKEN: &str = "00112233445566778899aabbccddeeff";

fn token() -> [u8; 16] {
    std::array::from_fn(|place| place as u8 * 0x11)
}

/// Writes small files that replace the program.
fn program(folder: &Path) {
    for name in ["index.html", "page.css", "edagari.js", "names.js", "embed.js", "start.js", "edagari_bg.wasm"] {
        std::fs::write(folder.join(name), format!("this is {name}")).expect("written");
    }
    std::fs::write(folder.join("secret.txt"), "secret").expect("written");
}

/// Runs a server and calls `ask` with a function that sends a request and returns the answer, head and body.
fn answers(site: Site, ask: impl FnOnce(&dyn Fn(&str) -> String)) {
    let listener = listener(0).expect("a free port");
    let address = listener.local_addr().expect("an address");
    assert!(address.ip().is_loopback());
    let ends = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&ends);
    let server = thread::spawn(move || serve(&listener, &Arc::new(site), || asked.load(Ordering::Relaxed)));
    ask(&|request| answer(address, request));
    ends.store(true, Ordering::Relaxed);
    server.join().expect("it does not panic");
}

fn answer(address: SocketAddr, request: &str) -> String {
    let mut connection = TcpStream::connect(address).expect("the server listens");
    // The request can be refused before it is sent completely.
    let _ = connection.write_all(request.as_bytes());
    let _ = connection.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n")
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

#[test]
fn server_sends_program_and_traces_with_the_token() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let trace = folder.path().join("one & two?.edagari");
    std::fs::write(&trace, [0, 255, 10, 13]).expect("written");
    let site = Site::new(folder.path(), vec![trace], None, token()).expect("whole");
    let link = site.link([("frame", "12"), ("node", "a b"), ("find", "cut#1")].into_iter());
    assert_eq!(link, format!("/{TOKEN}/?trace=files/0/one%20%26%20two%3F.edagari#frame=12&node=a%20b&find=cut%231"));
    answers(site, |ask| {
        for (path, kind, body) in [
            ("", "text/html; charset=utf-8", "this is index.html"),
            ("?trace=files/0/x", "text/html; charset=utf-8", "this is index.html"),
            ("edagari_bg.wasm", "application/wasm", "this is edagari_bg.wasm"),
            ("start.js", "text/javascript; charset=utf-8", "this is start.js"),
        ] {
            let answer = ask(&get(&format!("/{TOKEN}/{path}")));
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {answer}");
            assert!(
                answer.contains(&format!("Content-Type: {kind}\r\n")) && answer.ends_with(body),
                "{path}: {answer}"
            );
            for header in
                ["Cache-Control: private, no-cache", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer"]
            {
                assert!(answer.contains(header));
            }
        }
        let bytes = ask(&get(&format!("/{TOKEN}/files/0/anything")));
        assert!(bytes.contains("Content-Length: 4\r\n") && bytes.ends_with("\u{0}\u{fffd}\n\r"), "{bytes:?}");
        let head = ask(&get(&format!("/{TOKEN}/start.js")).replace("GET", "HEAD"));
        assert!(head.contains("Content-Length: 16\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    });
}

#[test]
fn server_refuses_all_other_requests() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let missing = folder.path().join("gone.edagari");
    let site = Site::new(folder.path(), vec![missing], None, token()).expect("whole");
    answers(site, |ask| {
        let wrong = TOKEN.replace('0', "1");
        for path in [
            "/",
            "/index.html",
            "//",
            &format!("/{wrong}/"),
            &format!("/{TOKEN}"),
            &format!("/{TOKEN}secret.txt"),
            &format!("/{TOKEN}/secret.txt"),
            &format!("/{TOKEN}/../secret.txt"),
            &format!("/{TOKEN}/files/0/../../secret.txt"),
            &format!("/{TOKEN}/files/1/x"),
            &format!("/{TOKEN}/files/-1/x"),
            &format!("/{TOKEN}/files/0"),
            &format!("/{TOKEN}/stream"),
            &format!("/{TOKEN}/%2e%2e/secret.txt"),
        ] {
            let answer = ask(&get(path));
            assert_eq!(status(&answer), "404", "{path}: {answer}");
            assert!(!answer.contains(TOKEN) && !answer.contains("secret"), "{path}: {answer}");
        }
        let page = format!("/{TOKEN}/");
        for (request, expected) in [
            (format!("POST {page} HTTP/1.1\r\nHost: localhost\r\n\r\n"), "405"),
            (format!("GET {page} HTTP/1.1\r\n\r\n"), "403"),
            (format!("GET {page} HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "403"),
            (format!("GET {page} HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n"), "403"),
            (format!("GET {page} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"), "400"),
            (format!("GET {page} HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://evil.example\r\n\r\n"), "403"),
            (format!("GET {page} HTTP/1.1\r\nHost: localhost:1\r\nOrigin: null\r\n\r\n"), "403"),
            (format!("GET {page} HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1\r\n\r\n"), "200"),
            (format!("GET {page} HTTP/1.1\r\nHost: LOCALHOST:9999\r\n\r\n"), "200"),
            (format!("GET {page} HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"), "200"),
            ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(), "400"),
            ("hello\r\n\r\n".to_owned(), "400"),
            (format!("GET {page} HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(100)), "431"),
            (format!("GET {page} HTTP/1.1\r\nX: {}", "y".repeat(1 << 16)), "431"),
        ] {
            let answer = ask(&request);
            assert_eq!(status(&answer), expected, "{request:.80}: {answer}");
        }
        assert_eq!(ask("GET / HT"), "", "who goes away is not answered");
    });
    std::fs::remove_file(folder.path().join("start.js")).expect("removed");
    let error = Site::new(folder.path(), Vec::new(), None, token()).expect_err("a part is missing").to_string();
    assert!(error.contains("start.js: cannot be read"), "{error}");
}

#[test]
fn server_sends_a_stream_while_it_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let stream = Arc::new(GrowingStream::default());
    let site = Site::new(folder.path(), Vec::new(), Some(Arc::clone(&stream)), token()).expect("whole");
    assert_eq!(site.link(std::iter::empty()), format!("/{TOKEN}/?follow=stream"));
    let (mut writer, reader) = pipe();
    let read = thread::spawn(move || stream.read(reader, 10));
    answers(site, |ask| {
        let part = |from: usize| {
            let answer = ask(&get(&format!("/{TOKEN}/stream?x=1&from={from}")));
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
            (body.to_owned(), head.contains("Edagari-Goes-On: 1"))
        };
        writer.write_all(b"one\n").expect("the pipe is open");
        assert_eq!(part(0), ("one\n".to_owned(), true));
        // The server waits for missing bytes.
        let later = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            writer.write_all(b"two\nmore than is kept").expect("the pipe is open");
        });
        assert_eq!(part(4), ("two\nmo".to_owned(), false));
        assert_eq!(part(99), (String::new(), false));
        assert_eq!(part(0), ("one\ntwo\nmo".to_owned(), false));
        later.join().expect("it writes");
    });
    read.join().expect("it does not panic").expect("it can be read");
}

/// Returns a request for a path, with further headers.
fn get_with(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")
}

#[test]
fn program_is_sent_compressed_once_and_kept_by_its_tag() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    std::fs::write(folder.path().join("edagari_bg.wasm.br"), "by brotli").expect("written");
    std::fs::write(folder.path().join("edagari_bg.wasm.gz"), "by gzip").expect("written");
    let site = Site::new(folder.path(), Vec::new(), None, token()).expect("whole");
    answers(site, |ask| {
        let path = format!("/{TOKEN}/edagari_bg.wasm");
        for (accepts, body, encoding) in [
            ("", "this is edagari_bg.wasm", None),
            ("Accept-Encoding: gzip, deflate, br\r\n", "by brotli", Some("br")),
            ("accept-encoding: gzip;q=0.5, br;q=0\r\n", "by gzip", Some("gzip")),
            ("Accept-Encoding: identity\r\n", "this is edagari_bg.wasm", None),
        ] {
            let answer = ask(&get_with(&path, accepts));
            assert!(answer.ends_with(body) && answer.contains("Content-Type: application/wasm"), "{accepts}: {answer}");
            let named = encoding.map(|name| format!("Content-Encoding: {name}\r\n"));
            assert!(named.is_none_or(|named| answer.contains(&named)), "{accepts}: {answer}");
            assert_eq!(encoding.is_none(), !answer.contains("Content-Encoding"), "{accepts}: {answer}");
            let tag = answer.lines().find_map(|line| line.strip_prefix("ETag: ")).expect("a tag");
            let again = ask(&get_with(&path, &format!("{accepts}If-None-Match: \"x\", W/{tag}\r\n")));
            assert_eq!(status(&again), "304", "{again}");
            assert!(again.ends_with("\r\n\r\n"), "nothing is sent again: {again}");
            let other = ask(&get_with(&path, &format!("{accepts}If-None-Match: \"0-0\"\r\n")));
            assert_eq!(status(&other), "200");
        }
        // A file without a compressed form is sent unchanged.
        assert!(ask(&get_with(&format!("/{TOKEN}/start.js"), "Accept-Encoding: br\r\n")).ends_with("this is start.js"));
        // A refusal is never kept.
        assert!(ask(&get("/nothing")).contains("Cache-Control: no-store"));
    });
}

#[test]
#[cfg(feature = "export")]
fn fonts_that_a_page_fetches_are_sent_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let names = LaterFont::ALL.map(LaterFont::file_name);
    for name in names {
        std::fs::write(folder.path().join(name), name).expect("written");
    }
    answers(Site::new(folder.path(), Vec::new(), None, token()).expect("whole"), |ask| {
        for name in names {
            let answer = ask(&get(&format!("/{TOKEN}/{name}")));
            assert!(answer.contains("Content-Type: font/otf") && answer.ends_with(name), "{answer}");
        }
    });
    let offline = include_str!("../../resources/web/app/offline.js");
    let fonts = offline.lines().find(|line| line.starts_with("const FONTS = ")).expect("a list");
    assert!(names.iter().all(|name| fonts.contains(&format!("{name:?}"))), "{fonts}");
    // Fetched beside the program, and part of a page in one file.
    let name = LaterFont::of_language(Language::Japanese).expect("a font").file_name();
    for script in [include_str!("../../resources/web/app/start.js"), include_str!("../../.ci/one_file.py")] {
        assert!(script.contains(&format!("{name:?}")), "{name}");
    }
}

#[test]
fn frames_of_one_origin_are_allowed_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let site = Site::new(folder.path(), Vec::new(), None, token()).expect("whole");
    answers(site, |ask| {
        let answer = ask(&get(&format!("/{TOKEN}/")));
        assert!(answer.contains("X-Frame-Options: DENY\r\n") && !answer.contains("frame-ancestors"), "{answer}");
    });
    let site = Site::new(folder.path(), Vec::new(), None, token()).expect("whole");
    let site = site.in_frames_of(Some("http://localhost:8888".to_owned()));
    answers(site, |ask| {
        let answer = ask(&get(&format!("/{TOKEN}/")));
        assert!(answer.contains("frame-ancestors http://localhost:8888\r\n") && !answer.contains("DENY"), "{answer}");
    });
}

#[test]
fn folder_is_offered_as_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let traces = ["a <b>&\".edagari", "two.jsonl"].map(|name| folder.path().join(name));
    for trace in &traces {
        std::fs::write(trace, "trace").expect("written");
    }
    let site = Site::new(folder.path(), traces.to_vec(), None, token()).expect("whole").listing();
    assert_eq!(site.link(std::iter::empty()), format!("/{TOKEN}/list"));
    answers(site, |ask| {
        let answer = ask(&get(&format!("/{TOKEN}/list")));
        assert!(answer.contains("<a href=\"./?trace=files/1/two.jsonl\">two.jsonl</a>"), "{answer}");
        assert!(answer.contains(">a &lt;b&gt;&amp;&quot;.edagari</a>") && !answer.contains("<b>"), "{answer}");
        assert!(ask(&get(&format!("/{TOKEN}/files/1/two.jsonl"))).ends_with("trace"));
    });
    let site = Site::new(folder.path(), Vec::new(), None, token()).expect("whole");
    answers(site, |ask| assert_eq!(status(&ask(&get(&format!("/{TOKEN}/list")))), "404"));
}

#[test]
fn silent_and_dripping_connections_make_room_for_readers() {
    let folder = tempfile::tempdir().expect("a folder");
    program(folder.path());
    let listener = listener(0).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let ends = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&ends);
    let site = Arc::new(Site::new(folder.path(), Vec::new(), None, token()).expect("whole"));
    let server = thread::spawn(move || serve(&listener, &site, || asked.load(Ordering::Relaxed)));
    // More than the server takes at a time, half of them with the begin of a request.
    let silent: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut connection = TcpStream::connect(address).expect("the server listens");
            if number % 2 == 0 {
                connection.write_all(b"GET / HTTP/1.1\r\nX: ").expect("it reads");
            }
            connection
        })
        .collect();
    for _ in 0..20 {
        let answer = answer(address, &get(&format!("/{TOKEN}/")));
        assert_eq!(status(&answer), "200", "{answer}");
    }
    // Bytes that drip do not extend the time for the head.
    let mut dripping = TcpStream::connect(address).expect("the server listens");
    let since = std::time::Instant::now();
    while dripping.write_all(b"x").is_ok() && since.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(200));
    }
    assert!(since.elapsed() < Duration::from_secs(12), "{:?}", since.elapsed());
    drop(silent);
    ends.store(true, Ordering::Relaxed);
    server.join().expect("it does not panic");
}

/// A pipe within this process.
fn pipe() -> (TcpStream, TcpStream) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let writer = TcpStream::connect(listener.local_addr().expect("an address")).expect("it listens");
    (writer, listener.accept().expect("the writer").0)
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    let line = prop_oneof![
        "[ -~]{0,40}",
        "(Host|host|Origin): (localhost|127\\.0\\.0\\.1|\\[::1\\]|http://localhost)(:[0-9]{1,6})?",
        "(GET|HEAD|POST) /[!-~]{0,20} HTTP/1\\.[01]",
    ];
    prop::collection::vec(line, 0..6)
}

proptest! {
    #[test]
    fn any_request_is_read_or_refused(lines in lines(), bytes in prop::collection::vec(any::<u8>(), 0..40), cut in 0.0..1.0) {
        let mut head = (lines.join("\r\n") + "\r\n\r\n").into_bytes();
        let whole = Request::parse(&head);
        // Bytes after the head have no effect. A truncated head is incomplete or already known to be invalid.
        if let Ok(Some(request)) = &whole {
            prop_assert!(request.path.starts_with('/'));
            let part = Request::parse(&head[..(head.len() as f64 * cut) as usize]);
            prop_assert!(matches!(&part, Ok(None)) || part == whole, "{:?}", part);
            head.extend(&bytes);
            prop_assert_eq!(Request::parse(&head), whole);
        }
        let _ = Request::parse(&bytes);
    }

    #[test]
    fn only_the_token_opens_anything(path in "/[!-~]{0,40}") {
        prop_assume!(!path.contains('#'));
        let folder = tempfile::tempdir().expect("a folder");
        program(folder.path());
        let site = Site::new(folder.path(), Vec::new(), None, token()).expect("whole");
        if let Ok(Some(request)) = Request::parse(get(&path).as_bytes()) {
            prop_assert_eq!(site.answer(&request).status, Refusal::Missing.status());
        }
    }
}
