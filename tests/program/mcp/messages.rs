//! Messages of the protocol: the handshake, lines that are no messages, requests that cannot be answered, and the end.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::client::Client;
use super::stream;
use crate::running::refused;

const STREAM: &str = "small-one-key.jsonl";

/// Asserts that a message has the members that the protocol requires of an answer, and no others.
fn check_answer(message: &Value) {
    let members = message.as_object().expect("an object");
    assert_eq!(message["jsonrpc"], "2.0", "{message}");
    let known = ["jsonrpc", "id", "result", "error"];
    assert!(members.keys().all(|member| known.contains(&member.as_str())), "{message}");
    assert!(members.contains_key("result") != members.contains_key("error"), "{message}");
    if let Some(error) = members.get("error") {
        assert!(error["code"].is_i64(), "{message}");
        let sentence = error["message"].as_str().expect("a message");
        assert!(!sentence.is_empty() && sentence.lines().count() == 1 && sentence.len() < 2000, "{message}");
    } else {
        assert!(message["result"].is_object(), "{message}");
        assert!(message["id"].is_i64() || message["id"].is_string(), "{message}");
    }
}

#[test]
fn handshake_names_the_program_and_its_tools() {
    let mut client = Client::start(&[&stream(STREAM)]);
    let result = client.initialize();
    assert_eq!(result["protocolVersion"], "2025-06-18");
    assert_eq!(result["serverInfo"]["name"], "edagari");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(result["capabilities"]["tools"].is_object(), "{result}");
    assert!(result["instructions"].as_str().is_some_and(|text| text.contains("check")), "{result}");
    let tools = client.result("tools/list", &json!({}));
    let tools = tools["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let expected =
        ["open", "check", "figures", "frame", "state", "find", "why", "fate", "order", "diff", "picture", "show"];
    assert_eq!(names, expected);
    for tool in tools {
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()), "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        let properties = schema["properties"].as_object().expect("properties");
        for name in schema["required"].as_array().expect("a list") {
            assert!(properties.contains_key(name.as_str().expect("a name")), "{tool}");
        }
        for property in properties.values() {
            let kind = property["type"].as_str().expect("a type");
            assert!(["string", "integer", "boolean"].contains(&kind), "{tool}");
            assert!(property["description"].is_string(), "{tool}");
        }
    }
    let (left, status, errors) = client.close();
    assert!(left.is_empty() && status.success(), "{left:?} {errors}");
    assert_eq!(errors, "");
}

#[test]
fn each_version_of_the_handshake_is_answered() {
    for (version, answered) in
        [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-11-25", "2025-11-25"), ("1999", "2025")]
    {
        let mut client = Client::start(&[&stream(STREAM)]);
        let itself = json!({"name": "test", "version": "1"});
        let result =
            client.result("initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": itself}));
        assert!(result["protocolVersion"].as_str().is_some_and(|found| found.starts_with(answered)), "{result}");
        assert!(client.result("ping", &json!({})).is_object());
    }
}

#[test]
fn wrong_lines_are_answered_by_one_sentence() {
    let mut client = Client::of(&[&stream(STREAM)]);
    let long = format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"{}\"}}", "x".repeat(2 << 20));
    let nested = "[".repeat(100_000);
    for (line, part) in [
        ("{\"jsonrpc\": \"2.0\", \"id\": 7, \"meth", "no JSON"),
        ("hello", "no JSON"),
        (nested.as_str(), "no JSON"),
        ("[]", "no JSON object"),
        ("7", "no JSON object"),
        (long.as_str(), "too long"),
        (r#"{"id": 7, "method": "ping"}"#, "\"jsonrpc\": \"2.0\""),
        (r#"{"jsonrpc": "2.0", "id": 7}"#, "no method"),
        (r#"{"jsonrpc": "2.0", "id": 7, "method": 3}"#, "the method is no text"),
        (r#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, "the id is neither"),
        (r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, "the id is neither"),
        (r#"{"jsonrpc": "2.0", "id": 7, "method": "fetch"}"#, "method fetch: there is none of this name"),
        (r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call"}"#, "the parameters of tools/call"),
        (r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": 3}"#, "the parameters of tools/call"),
        (
            r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "open", "arguments": []}}"#,
            "the parameters of tools/call",
        ),
    ] {
        client.write(line.as_bytes());
        let answer = client.receive().expect("an answer");
        check_answer(&answer);
        let sentence = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(sentence.contains(part), "{line:.100}: {answer}");
    }
    client.write(b"\xff\xfe");
    check_answer(&client.receive().expect("an answer"));
    for ignored in [
        "",
        "  ",
        r#"{"jsonrpc": "2.0", "method": "notifications/unknown"}"#,
        r#"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 900}}"#,
        r#"{"jsonrpc": "2.0", "id": 5, "result": {}}"#,
        r#"{"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "no"}}"#,
    ] {
        client.write(ignored.as_bytes());
    }
    assert!(client.call("open", &json!({})).text.contains("frames"));
}

#[test]
fn requests_before_the_handshake_are_answered_and_it_can_still_be_done() {
    let mut client = Client::start(&[&stream(STREAM)]);
    client.notify("notifications/initialized", &json!({}));
    client.notify("notifications/cancelled", &json!({"requestId": 1}));
    let answer = client.request("tools/list", &json!({}));
    check_answer(&answer);
    assert!(answer["error"].is_object(), "{answer}");
    check_answer(&client.request("initialize", &json!({"protocolVersion": 3})));
    client.initialize();
    assert!(client.call("open", &json!({})).text.contains("frames"));
}

#[test]
fn answers_are_complete_when_the_input_ends_at_once() {
    let mut client = Client::of(&[&stream("stopped_search_scores-bad.jsonl.zst")]);
    let calls = ["open", "check", "figures", "order"];
    let ids: Vec<i64> =
        calls.map(|tool| client.send("tools/call", &json!({"name": tool, "arguments": {}}))).into_iter().collect();
    let (left, status, errors) = client.close();
    assert!(status.success(), "{errors}");
    let mut answered: Vec<i64> = left.iter().filter_map(|message| message["id"].as_i64()).collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    left.iter().for_each(check_answer);
    // An input without a handshake is no error.
    let (left, status, errors) = Client::start(&[&stream(STREAM)]).close();
    assert!(left.is_empty() && status.success(), "{errors}");
}

#[test]
fn standard_input_and_no_file_are_refused() {
    refused(&["mcp", "-"], &["standard input contains the messages"]);
    refused(&["mcp"], &["FILE"]);
}

/// A request that is right but for some of its bytes, or values in it.
fn mutated_line() -> impl Strategy<Value = Vec<u8>> {
    let tool = prop_oneof!["open|check|frame|state|find|why|fate|order|diff|picture|show|figures", "[a-z]{0,6}"];
    let value = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0_u32..40).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!("small-one-key.jsonl")),
        Just(json!([])),
        Just(json!({})),
    ];
    let name =
        prop_oneof!["frame|path|file|query|line|limit|cursor|first|second|thread|width|pass|visit", "[a-z]{0,4}"];
    let arguments = proptest::collection::vec((name, value), 0..4);
    let method =
        prop_oneof![4 => Just("tools/call"), 1 => Just("tools/list"), 1 => Just("ping"), 1 => Just("initialize")];
    let edits = proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..3);
    (method, tool, arguments, any::<i64>(), edits).prop_map(|(method, tool, arguments, id, edits)| {
        let arguments: serde_json::Map<String, Value> = arguments.into_iter().collect();
        let params = json!({"name": tool, "arguments": arguments});
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let mut line = request.to_string().into_bytes();
        for (place, byte) in edits {
            let place = place.index(line.len());
            line[place] = byte;
        }
        line
    })
}

#[test]
fn any_line_has_at_most_one_answer_and_the_server_survives() {
    let lines = prop_oneof![
        3 => mutated_line(),
        1 => proptest::collection::vec(any::<u8>(), 0..60),
        1 => ".{0,60}".prop_map(String::into_bytes),
    ];
    let state = RefCell::new((Client::of(&[&stream(STREAM)]), 0, 0));
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let survived = runner.run(&lines, |line| {
        let (client, number, answers) = &mut *state.borrow_mut();
        let line: Vec<u8> = line.into_iter().filter(|&byte| byte != b'\n').collect();
        client.write(&line);
        *number += 1;
        let ping = format!("ping {number}");
        client.write(json!({"jsonrpc": "2.0", "id": ping, "method": "ping"}).to_string().as_bytes());
        // The answer of the line can be before or after that of the ping.
        loop {
            let Some(message) = client.receive() else { return Err(TestCaseError::fail("the server has ended")) };
            check_answer(&message);
            if message["id"] == ping.as_str() {
                break;
            }
            *answers += 1;
        }
        prop_assert!(answers <= number, "{answers} answers of {number} lines");
        Ok(())
    });
    survived.expect("the server survives");
    assert!(state.into_inner().0.close().1.success());
}

#[test]
fn cancelled_call_has_no_answer_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = super::recorded(&folder, "run.edagari", "tic-tac-toe --search minimax --after a1");
    let mut client = Client::of(&[&run]);
    let id = client.send("tools/call", &json!({"name": "check", "arguments": {"against_minimax": true}}));
    client.notify("notifications/cancelled", &json!({"requestId": id, "reason": "no longer needed"}));
    assert!(client.result("ping", &json!({})).is_object());
    assert!(client.call("open", &json!({})).text.contains("frames"));
    let (left, status, errors) = client.close();
    assert!(left.is_empty() && status.success(), "{left:?} {errors}");
}
