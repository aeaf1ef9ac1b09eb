//! Client of `edagari mcp` in plain code: it writes JSON-RPC lines and reads the answers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::running::program;

/// Time after which a missing answer fails a test.
const PATIENCE: Duration = Duration::from_mins(2);

/// Server with its connection.
pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Value>,
    next_id: i64,
    /// Number of calls of tools.
    pub calls: usize,
}

/// Texts of the answer of a tool.
#[derive(Debug)]
pub struct ToolAnswer {
    /// Text of the page.
    pub text: String,
    /// Cursor of the next page.
    pub next: Option<String>,
    pub is_error: bool,
    /// The whole result.
    pub result: Value,
}

impl Client {
    /// Starts a server without a handshake.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = program();
        command.arg("mcp").args(arguments);
        let mut server = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = server.stdin.take();
        let answers = answers_of(server.stdout.take().expect("an output"));
        Self { server, input, answers, next_id: 1, calls: 0 }
    }

    /// Starts a server for these files, with the handshake.
    pub fn of(files: &[&str]) -> Self {
        let mut client = Self::start(files);
        client.initialize();
        client
    }

    /// Does the handshake, and returns its result.
    pub fn initialize(&mut self) -> Value {
        let result = self.result(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        self.notify("notifications/initialized", &json!({}));
        result
    }

    pub fn write(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).and_then(|()| input.flush()).expect("it reads");
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        self.write(json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string().as_bytes());
    }

    /// Sends a request, and returns its id.
    pub fn send(&mut self, method: &str, params: &Value) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(request.to_string().as_bytes());
        id
    }

    /// The next message of the server; `None` if it writes no more.
    pub fn receive(&mut self) -> Option<Value> {
        match self.answers.recv_timeout(PATIENCE) {
            Ok(message) => Some(message),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no answer"),
        }
    }

    /// Sends a request, and returns the answer with its id.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        let answer = self.receive().expect("an answer");
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
        answer
    }

    pub fn result(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.request(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool, and checks the form and the length of the answer.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> ToolAnswer {
        self.calls += 1;
        let result = self.result("tools/call", &json!({"name": tool, "arguments": arguments}));
        let content = result["content"].as_array().expect("content").clone();
        let texts = content.iter().filter(|block| block["type"] == "text");
        let texts: Vec<&str> = texts.map(|block| block["text"].as_str().expect("a text")).collect();
        let length: usize = texts.iter().map(|text| text.chars().count()).sum();
        assert!(length <= 4000, "{tool}: {length} characters");
        let next = texts.get(1).and_then(|text| text.rsplit_once("cursor ")).map(|(_, cursor)| cursor.to_owned());
        let text = texts.first().copied().unwrap_or_default().to_owned();
        ToolAnswer { text, next, is_error: result["isError"] == true, result }
    }

    /// Text of a call that succeeds; all its pages.
    pub fn whole(&mut self, tool: &str, arguments: &Value) -> String {
        let (mut whole, mut arguments) = (String::new(), arguments.clone());
        loop {
            let answer = self.call(tool, &arguments);
            assert!(!answer.is_error, "{tool} {arguments}: {}", answer.text);
            whole += &answer.text;
            let Some(next) = answer.next else { return whole };
            arguments["cursor"] = next.into();
        }
    }

    /// The one sentence of a call that is refused.
    pub fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.call(tool, arguments);
        assert!(answer.is_error, "{tool}: {}", answer.text);
        assert_eq!(answer.text.lines().count(), 1, "{}", answer.text);
        answer.text
    }

    /// Closes the input, and returns the messages that were not received yet, the exit status and the standard error.
    pub fn close(mut self) -> (Vec<Value>, ExitStatus, String) {
        drop(self.input.take());
        let mut left = Vec::new();
        while let Some(message) = self.receive() {
            left.push(message);
        }
        let mut errors = String::new();
        std::io::Read::read_to_string(&mut self.server.stderr.take().expect("a standard error"), &mut errors)
            .expect("UTF-8");
        (left, self.server.wait().expect("it ends"), errors)
    }
}

/// Reads the messages of a server in a thread, so that a missing one fails a test instead of blocking it.
fn answers_of(output: ChildStdout) -> Receiver<Value> {
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let message = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    answers
}
