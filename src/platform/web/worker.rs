//! Jobs in web workers: a second instance of the program with its own memory, so that the page stays responsive. A worker
//! receives one job with its files and traces, runs it, and ends.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use edagari_core::platform::clock::Instant;
use edagari_core::platform::files::give;
use edagari_core::platform::threads::{self, pause};

/// Functions of the page's script: the first starts a worker, the second requests it to stop and to keep its partial result.
const START: &str = "edagari_worker";
const STOP: &str = "edagari_stop";
/// Global variables of a worker: its job, and the function that returns whether a stop is requested.
const JOB: &str = "edagari_job";
const IS_STOPPED: &str = "edagari_is_stopped";
/// Function of a worker that waits for a number of milliseconds.
const SLEEP: &str = "edagari_sleep";
/// Longest pause between two checks for a message of the worker, in milliseconds.
const LONGEST_PAUSE: i32 = 40;
/// Time between two progress messages.
const BETWEEN_WORDS: Duration = Duration::from_millis(60);
/// Time slice for copying parts before the page may run its event loop.
const TURN: Duration = Duration::from_millis(8);
/// Time until a worker is terminated after a stop request.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Message content: serialized values, and the parts of traces.
pub(crate) type Parts = Vec<Vec<u8>>;

/// Message to a worker.
pub(crate) struct WorkerMessage {
    /// Name of the job.
    pub(crate) job: &'static str,
    /// Files that the job reads.
    pub(crate) files: Vec<(PathBuf, Arc<[u8]>)>,
    /// The job and its traces.
    pub(crate) parts: Parts,
}

/// Message from a worker.
pub(crate) enum WorkerReply {
    /// Progress counters of the job.
    Progress([u64; 4]),
    /// Part of the result; more parts follow.
    News(Parts),
    /// Last part of the result.
    Last(Parts),
    /// Error message; there is no result.
    Failed(String),
}

/// Running worker; it is terminated when dropped.
pub(crate) struct Worker {
    worker: web_sys::Worker,
    inbox: Rc<RefCell<VecDeque<JsValue>>>,
    pause: i32,
    /// Time of the stop request, and how long the worker may still take.
    stopped: Option<(Instant, Duration)>,
    _on_message: Closure<dyn FnMut(web_sys::MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

/// Returns whether the page can start workers.
pub(crate) fn is_available() -> bool {
    Reflect::get(&js_sys::global(), &START.into()).is_ok_and(|start| start.is_function())
}

/// Starts a job in a worker; `None` if the page cannot start one.
pub(crate) async fn start(message: WorkerMessage) -> Option<Worker> {
    let start: Function = Reflect::get(&js_sys::global(), &START.into()).ok()?.dyn_into().ok()?;
    let WorkerMessage { job, files, parts } = message;
    let given = Array::new();
    for (path, bytes) in files {
        given.push(&Array::of2(&path.display().to_string().into(), &Uint8Array::from(&bytes[..])));
    }
    let (arrays, mut since) = (Array::new(), None);
    for part in parts {
        // Serializing before this loop has already used a time slice.
        if since.is_none_or(|since: Instant| since.elapsed() > TURN) {
            pause(0).await;
            since = Some(Instant::now());
        }
        arrays.push(&Uint8Array::from(&part[..]));
    }
    let worker = start.call3(&JsValue::UNDEFINED, &job.into(), &given, &arrays).ok()?;
    let worker: web_sys::Worker = worker.dyn_into().ok()?;
    let inbox = Rc::new(RefCell::new(VecDeque::new()));
    let (on_message, on_error) = (Rc::clone(&inbox), Rc::clone(&inbox));
    let on_message = Closure::new(move |event: web_sys::MessageEvent| on_message.borrow_mut().push_back(event.data()));
    let on_error = Closure::new(move |_: JsValue| on_error.borrow_mut().push_back("the worker has stopped".into()));
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Some(Worker { worker, inbox, pause: 1, stopped: None, _on_message: on_message, _on_error: on_error })
}

/// Yields to the event loop of the window.
pub(crate) async fn let_window_go_on() {
    pause(0).await;
}

/// Copies transferred arrays and yields to the event loop after each time slice.
async fn parts(arrays: &JsValue) -> Parts {
    let mut parts = Vec::new();
    let mut since = Instant::now();
    for array in Array::from(arrays) {
        if since.elapsed() > TURN {
            pause(0).await;
            since = Instant::now();
        }
        parts.push(bytes_of(array));
    }
    parts
}

fn bytes_of(array: JsValue) -> Vec<u8> {
    array.dyn_into::<Uint8Array>().map(|array| array.to_vec()).unwrap_or_default()
}

impl Worker {
    /// Waits briefly for a message of the worker; `None` if none has arrived.
    pub(crate) async fn receive(&mut self) -> Option<WorkerReply> {
        let Some(message) = self.inbox.borrow_mut().pop_front() else {
            pause(self.pause).await;
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return None;
        };
        if let Some(sentence) = message.as_string() {
            return Some(WorkerReply::Failed(sentence));
        }
        // The kind of the message, then its numbers.
        let (kind, message) = (Reflect::get_u32(&message, 0).ok()?.as_string()?, Reflect::get_u32(&message, 1).ok()?);
        Some(match kind.as_str() {
            "progress" => {
                let counts = Array::from(&message);
                WorkerReply::Progress([0, 1, 2, 3].map(|at| counts.get(at).as_f64().unwrap_or(0.0) as u64))
            }
            "news" => WorkerReply::News(parts(&message).await),
            _ => WorkerReply::Last(parts(&message).await),
        })
    }

    /// Requests the worker to stop and to send its partial result. Returns whether that result can still be awaited.
    pub(crate) fn stop(&mut self) -> bool {
        if self.stopped.is_none() {
            let stop = Reflect::get(&js_sys::global(), &STOP.into()).ok();
            let stop = stop.and_then(|stop| stop.dyn_into::<Function>().ok());
            let accepted = stop.and_then(|stop| stop.call1(&JsValue::UNDEFINED, &self.worker).ok());
            let patience =
                if accepted.is_some_and(|accepted| accepted.is_truthy()) { LAST_WORDS } else { Duration::ZERO };
            self.stopped = Some((Instant::now(), patience));
        }
        self.stopped.is_some_and(|(since, patience)| since.elapsed() < patience)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.stop();
        self.worker.terminate();
    }
}

/// If this is a worker with a job, returns the name and the message of the job, stores its files,
/// and sets up progress messages to the page.
pub(crate) fn job() -> Option<(String, Parts)> {
    let message = Reflect::get(&js_sys::global(), &JOB.into()).ok()?;
    let message: Array = message.dyn_into().ok()?;
    for file in message.get(1).dyn_into::<Array>().ok()? {
        let file: Array = file.dyn_into().ok()?;
        give(&file.get(0).as_string()?, file.get(1).dyn_into::<Uint8Array>().ok()?.to_vec().into());
    }
    let parts = Array::from(&message.get(2)).into_iter().map(bytes_of).collect();
    threads::set_progress_receiver(|counts| {
        thread_local! {
            static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
        }
        if LAST.get().is_some_and(|last| last.elapsed() < BETWEEN_WORDS) {
            return false;
        }
        send("progress", &counts.map(|count| JsValue::from(count as f64)).into_iter().collect(), &Array::new());
        let is_stopped = is_stopped();
        // Set after the check, because the check itself takes time.
        LAST.set(Some(Instant::now()));
        is_stopped
    });
    Some((message.get(0).as_string()?, parts))
}

/// Returns whether the page has requested this worker to stop.
fn is_stopped() -> bool {
    let function = Reflect::get(&js_sys::global(), &IS_STOPPED.into())
        .ok()
        .and_then(|function| function.dyn_into::<Function>().ok());
    let answer = function.and_then(|function| function.call0(&JsValue::UNDEFINED).ok());
    answer.is_some_and(|answer| answer.is_truthy())
}

/// Lets the worker sleep; returns at once where the browser cannot do that.
pub(super) fn sleep(time: Duration) {
    let sleep = Reflect::get(&js_sys::global(), &SLEEP.into()).ok().and_then(|sleep| sleep.dyn_into::<Function>().ok());
    if let Some(sleep) = sleep {
        let _ = sleep.call1(&JsValue::UNDEFINED, &JsValue::from(time.as_millis() as f64));
    }
}

/// Sends a part of the result to the page; `is_last` marks the last part.
pub(crate) fn report(news: Parts, is_last: bool) {
    // Each part is freed before the next one is copied.
    let arrays: Array = news.into_iter().map(|part| Uint8Array::from(&part[..])).collect();
    let given_over: Array =
        arrays.iter().filter_map(|array| Some(JsValue::from(array.dyn_into::<Uint8Array>().ok()?.buffer()))).collect();
    send(if is_last { "last" } else { "news" }, &arrays, &given_over);
}

/// Sends an error message to the page instead of a result.
pub(crate) fn fail(sentence: &str) {
    post(&sentence.into(), &Array::new());
}

/// Sends a message to the page and transfers the buffers in `given_over`.
fn send(kind: &str, message: &Array, given_over: &Array) {
    post(&Array::of2(&kind.into(), message), given_over);
}

fn post(message: &JsValue, given_over: &Array) {
    let global: Object = js_sys::global();
    let post = Reflect::get(&global, &"postMessage".into()).ok().and_then(|post| post.dyn_into::<Function>().ok());
    if let Some(post) = post {
        // The page may have been closed.
        let _ = post.call2(&global, message, given_over);
    }
}
