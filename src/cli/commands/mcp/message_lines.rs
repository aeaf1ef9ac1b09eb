//! Messages as lines on standard input and output. A line that is not a message of the protocol is
//! answered by one sentence, and the server continues.

use std::collections::HashSet;
use std::io::{self, BufRead, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ClientRequest, ErrorCode, ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};

use super::page::shortened;

/// Largest length of a line in bytes.
const LONGEST: usize = 1 << 20;

/// Number of messages that are read ahead.
const AHEAD: usize = 16;

type Received = RxJsonRpcMessage<RoleServer>;
type Sent = TxJsonRpcMessage<RoleServer>;

/// Standard input and output of a server.
#[derive(Debug)]
pub(super) struct MessageLines {
    received: mpsc::Receiver<Received>,
    open: Arc<OpenRequests>,
}

/// Requests without an answer yet.
#[derive(Debug, Default)]
struct OpenRequests {
    ids: Mutex<HashSet<RequestId>>,
    closed: Notify,
}

impl OpenRequests {
    fn ids(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, id: &RequestId) {
        self.ids().remove(id);
        self.closed.notify_one();
    }

    /// Waits until all requests are answered.
    async fn all_closed(&self) {
        while !self.ids().is_empty() {
            self.closed.notified().await;
        }
    }
}

impl MessageLines {
    /// Starts to read standard input in a thread.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(super) fn start() -> io::Result<Self> {
        let (sender, received) = mpsc::channel(AHEAD);
        let open = Arc::new(OpenRequests::default());
        let mut reader = Reader { sender, open: Arc::clone(&open), is_initialized: false };
        thread::Builder::new().name("messages".to_owned()).spawn(move || reader.read(io::stdin().lock()))?;
        Ok(Self { received, open })
    }
}

impl Transport<RoleServer> for MessageLines {
    type Error = io::Error;

    fn send(&mut self, message: Sent) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let open = Arc::clone(&self.open);
        async move {
            let written = write(&message);
            match &message {
                JsonRpcMessage::Response(response) => open.close(&response.id),
                JsonRpcMessage::Error(error) => error.id.iter().for_each(|id| open.close(id)),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<Received> {
        let message = self.received.recv().await;
        if message.is_none() {
            self.open.all_closed().await;
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.received.close();
        Ok(())
    }
}

/// Writes a message as one line.
fn write(message: &Sent) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    stdout.write_all(&line)?;
    stdout.flush()
}

/// Answers a rejected line by one sentence.
fn answer(refused: RefusedLine) -> io::Result<()> {
    write(&JsonRpcMessage::error(ErrorData::new(refused.code, refused.sentence, None), refused.id))
}

/// Reader of the lines.
#[derive(Debug)]
struct Reader {
    sender: mpsc::Sender<Received>,
    open: Arc<OpenRequests>,
    /// Whether the request `initialize` was passed on: the protocol allows no notification before
    /// it.
    is_initialized: bool,
}

impl Reader {
    /// Reads lines to the end of the input, or until the server ends.
    fn read(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        while let Ok(true) = next_line(&mut input, &mut line) {
            let message = match parsed(&line) {
                Ok(None) => continue,
                Ok(Some(message)) => self.admitted(message),
                Err(refused) => Err(refused),
            };
            let is_open = match message {
                Ok(None) => true,
                Ok(Some(message)) => self.sender.blocking_send(message).is_ok(),
                Err(refused) => answer(refused).is_ok(),
            };
            if !is_open {
                return;
            }
        }
    }

    /// Returns a message that the server can process now; `None` for a message without effect.
    fn admitted(&mut self, message: Received) -> Result<Option<Received>, RefusedLine> {
        match &message {
            JsonRpcMessage::Request(request) => {
                let is_initialize = matches!(request.request, ClientRequest::InitializeRequest(_));
                if !self.open.ids().insert(request.id.clone()) {
                    let sentence = "the id is that of a request without an answer yet, expected another one";
                    return Err(RefusedLine::invalid(Some(request.id.clone()), sentence));
                }
                self.is_initialized |= is_initialize;
                Ok(Some(message))
            }
            JsonRpcMessage::Notification(notification) => {
                let cancelled = match &notification.notification {
                    ClientNotification::CancelledNotification(cancelled) => cancelled.params.request_id.clone(),
                    _ => None,
                };
                let Some(id) = cancelled.filter(|_| self.is_initialized) else { return Ok(None) };
                // A cancelled request has no answer.
                self.open.close(&id);
                Ok(Some(message))
            }
            // The server sends no requests, so no answers are expected.
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => Ok(None),
        }
    }
}

/// Reads a line without its end into `line`; a line that is too long is kept only up to the limit. `false` at the end of the input.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut has_read = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(has_read);
        }
        has_read = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(available.len());
        let room = (LONGEST + 1).saturating_sub(line.len());
        line.extend_from_slice(&available[..length.min(room)]);
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Line that is answered by one sentence.
#[derive(Debug)]
struct RefusedLine {
    /// Id of the request, if it can be read.
    id: Option<RequestId>,
    code: ErrorCode,
    sentence: String,
}

impl RefusedLine {
    fn invalid(id: Option<RequestId>, sentence: impl Into<String>) -> Self {
        Self { id, code: ErrorCode::INVALID_REQUEST, sentence: sentence.into() }
    }
}

/// Parses a line; `None` for an empty one, and for a notification or an answer that the protocol does not know.
fn parsed(line: &[u8]) -> Result<Option<Received>, RefusedLine> {
    if line.len() > LONGEST {
        return Err(RefusedLine::invalid(None, format!("the line is too long, expected at most {LONGEST} bytes")));
    }
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_slice(line).map_err(|error| RefusedLine {
        id: None,
        code: ErrorCode::PARSE_ERROR,
        sentence: format!("the line is no JSON ({error}), expected one message per line"),
    })?;
    let Value::Object(message) = &value else {
        return Err(RefusedLine::invalid(None, "the line is no JSON object, expected one message per line"));
    };
    let id = match message.get("id") {
        None => None,
        Some(Value::String(id)) => Some(RequestId::String(id.as_str().into())),
        Some(Value::Number(id)) if id.is_i64() => id.as_i64().map(RequestId::Number),
        Some(_) if message.contains_key("method") => {
            return Err(RefusedLine::invalid(
                None,
                "the id is neither a text nor a whole number, expected one of them",
            ));
        }
        Some(_) => return Ok(None),
    };
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(RefusedLine::invalid(id, "the message has no \"jsonrpc\": \"2.0\", expected it in each message"));
    }
    let Some(method) = message.get("method") else {
        if message.contains_key("result") || message.contains_key("error") {
            return Ok(None);
        }
        return Err(RefusedLine::invalid(id, "the message has no method, expected one such as \"tools/call\""));
    };
    let Some(method) = method.as_str() else {
        return Err(RefusedLine::invalid(id, "the method is no text, expected one such as \"tools/call\""));
    };
    let method = shortened(method);
    let Some(id) = id else {
        // A notification has no answer.
        return Ok(serde_json::from_value(value).ok());
    };
    let message = serde_json::from_value::<Received>(value).map_err(|error| RefusedLine {
        id: Some(id.clone()),
        code: ErrorCode::INVALID_PARAMS,
        sentence: format!("the parameters of {method} cannot be read: {error}"),
    })?;
    let JsonRpcMessage::Request(request) = &message else { return Ok(None) };
    if let ClientRequest::CustomRequest(_) = request.request {
        const KNOWN: [&str; 4] = ["initialize", "ping", "tools/list", "tools/call"];
        let refused = if KNOWN.contains(&method.as_str()) {
            (ErrorCode::INVALID_PARAMS, format!("the parameters of {method} are not those of the protocol"))
        } else {
            (
                ErrorCode::METHOD_NOT_FOUND,
                format!("method {method}: there is none of this name, expected one of {}", KNOWN.join(", ")),
            )
        };
        return Err(RefusedLine { id: Some(id), code: refused.0, sentence: refused.1 });
    }
    Ok(Some(message))
}
