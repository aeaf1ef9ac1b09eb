//! Work in a worker of the browser: the same program once more, with a memory of its own, so that the page goes on meanwhile. It is told a job
//! and the files that it needs, does that alone, and ends.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use super::clock::Instant;
use super::files::give;
use super::threads::{self, pause};

/// The function of the page's script that starts a worker.
const START: &str = "edagari_worker";
/// The job of a worker, in its global scope.
const JOB: &str = "edagari_job";
/// The longest pause between two looks at what a worker says, in milliseconds.
const LONGEST_PAUSE: i32 = 40;
/// The time between two words on how far the work is.
const BETWEEN_WORDS: Duration = Duration::from_millis(60);

/// A worker; it is ended when it is dropped.
pub(crate) struct Worker {
    worker: web_sys::Worker,
    said: Rc<RefCell<VecDeque<JsValue>>>,
    pause: i32,
    _hears: Closure<dyn FnMut(web_sys::MessageEvent)>,
    _fails: Closure<dyn FnMut(JsValue)>,
}

/// Has a job, with files that it needs, done by a worker; `None` where the page can have none.
pub(crate) fn ask(job: &str, files: impl FnOnce() -> Vec<(PathBuf, Arc<[u8]>)>) -> Option<Worker> {
    let start: Function = Reflect::get(&js_sys::global(), &START.into()).ok()?.dyn_into().ok()?;
    let given = Array::new();
    for (path, bytes) in files() {
        given.push(&Array::of2(&path.display().to_string().into(), &Uint8Array::from(&bytes[..])));
    }
    let worker = start.call2(&JsValue::UNDEFINED, &job.into(), &given).ok()?;
    let worker: web_sys::Worker = worker.dyn_into().ok()?;
    let said = Rc::new(RefCell::new(VecDeque::new()));
    let (hears, fails) = (Rc::clone(&said), Rc::clone(&said));
    let hears = Closure::new(move |event: web_sys::MessageEvent| hears.borrow_mut().push_back(event.data()));
    let fails = Closure::new(move |_: JsValue| fails.borrow_mut().push_back("the worker has stopped".into()));
    worker.set_onmessage(Some(hears.as_ref().unchecked_ref()));
    worker.set_onerror(Some(fails.as_ref().unchecked_ref()));
    Some(Worker { worker, said, pause: 1, _hears: hears, _fails: fails })
}

impl Worker {
    /// Waits a moment for what came of the job, and tells how many steps are done.
    pub(crate) async fn hear(&mut self, done: impl Fn(u64)) -> Option<Result<Vec<u8>, String>> {
        let Some(said) = self.said.borrow_mut().pop_front() else {
            pause(self.pause).await;
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return None;
        };
        // A count, the bytes of a result, or a sentence.
        if let Some(count) = said.as_f64() {
            done(count as u64);
            return None;
        }
        let sentence = said.as_string();
        Some(said.dyn_into().map(|bytes: Uint8Array| bytes.to_vec()).map_err(|_| sentence.unwrap_or_default()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// The job, if this is a worker that has one; its files are there then, and what it does is told to the page.
pub(crate) fn job() -> Option<String> {
    let told = Reflect::get(&js_sys::global(), &JOB.into()).ok()?;
    let told: Array = told.dyn_into().ok()?;
    for file in told.get(1).dyn_into::<Array>().ok()?.iter() {
        let file: Array = file.dyn_into().ok()?;
        give(&file.get(0).as_string()?, file.get(1).dyn_into::<Uint8Array>().ok()?.to_vec().into());
    }
    threads::tell_done_to(|done| {
        thread_local! {
            static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
        }
        if LAST.get().is_none_or(|last| last.elapsed() >= BETWEEN_WORDS) {
            LAST.set(Some(Instant::now()));
            say(&(done as f64).into(), &Array::new());
        }
    });
    told.get(0).as_string()
}

/// Tells the page what came of the job.
pub(crate) fn answer(result: Result<Vec<u8>, String>) {
    match result {
        Ok(bytes) => {
            let bytes = Uint8Array::from(&bytes[..]);
            say(&bytes, &Array::of1(&bytes.buffer()));
        }
        Err(sentence) => say(&sentence.into(), &Array::new()),
    }
}

/// Says something to the page, and leaves it what is given over.
fn say(message: &JsValue, given_over: &Array) {
    let global: Object = js_sys::global();
    let post = Reflect::get(&global, &"postMessage".into()).ok().and_then(|post| post.dyn_into::<Function>().ok());
    if let Some(post) = post {
        // The page may be gone.
        let _ = post.call2(&global, message, given_over);
    }
}
