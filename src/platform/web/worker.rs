//! Work in a worker of the browser: the same program once more, with a memory of its own, so that the page goes on meanwhile. It is told a job,
//! the files and the lists of numbers that it needs, does that alone, and ends.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use js_sys::{Array, Function, Object, Reflect, Uint8Array, Uint32Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use super::clock::Instant;
use super::files::give;
use super::threads::{self, pause};

/// The functions of the page's script: one starts a worker, one asks it to stop and to keep what it has.
const START: &str = "edagari_worker";
const STOP: &str = "edagari_stop";
/// The job of a worker, in its global scope, and the function that says whether it is asked to stop.
const JOB: &str = "edagari_job";
const IS_STOPPED: &str = "edagari_is_stopped";
/// The longest pause between two looks at what a worker says, in milliseconds.
const LONGEST_PAUSE: i32 = 40;
/// The time between two words on how far the work is.
const BETWEEN_WORDS: Duration = Duration::from_millis(60);
/// The time for which lists are taken in before the page has its turn.
const TURN: Duration = Duration::from_millis(8);
/// How long a worker that is asked to stop may take before it is ended.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Lists of numbers, one thing after the other.
pub(crate) type Lists = Vec<Vec<u32>>;

/// What a worker is told.
pub(crate) struct Told {
    /// The name of its job.
    pub(crate) job: &'static str,
    /// The files that are read for it.
    pub(crate) files: Vec<(PathBuf, Arc<[u8]>)>,
    /// What it is about.
    pub(crate) things: Vec<Lists>,
}

/// What a worker says.
pub(crate) enum Heard {
    /// How far it is.
    Progress([u64; 4]),
    /// Some news; more follow.
    News(Lists),
    /// The last news.
    Last(Lists),
    /// Why there are none.
    Failed(String),
}

/// A worker; it is ended when it is dropped.
pub(crate) struct Worker {
    worker: web_sys::Worker,
    said: Rc<RefCell<VecDeque<JsValue>>>,
    pause: i32,
    /// When it was asked to stop, and how long it may take to say its last words.
    stopped: Option<(Instant, Duration)>,
    _hears: Closure<dyn FnMut(web_sys::MessageEvent)>,
    _fails: Closure<dyn FnMut(JsValue)>,
}

/// Whether the page can have workers.
pub(crate) fn can_be_asked() -> bool {
    Reflect::get(&js_sys::global(), &START.into()).is_ok_and(|start| start.is_function())
}

/// Has a job done by a worker; `None` where the page can have none.
pub(crate) async fn ask(told: Told) -> Option<Worker> {
    let start: Function = Reflect::get(&js_sys::global(), &START.into()).ok()?.dyn_into().ok()?;
    let Told { job, files, things } = told;
    let given = Array::new();
    for (path, bytes) in files {
        given.push(&Array::of2(&path.display().to_string().into(), &Uint8Array::from(&bytes[..])));
    }
    let (arrays, mut since) = (Array::new(), None);
    for lists in things {
        let of_one = Array::new();
        for list in lists {
            // What was packed has taken its turn.
            if since.is_none_or(|since: Instant| since.elapsed() > TURN) {
                pause(0).await;
                since = Some(Instant::now());
            }
            of_one.push(&Uint32Array::from(&list[..]));
        }
        arrays.push(&of_one);
    }
    let worker = start.call3(&JsValue::UNDEFINED, &job.into(), &given, &arrays).ok()?;
    let worker: web_sys::Worker = worker.dyn_into().ok()?;
    let said = Rc::new(RefCell::new(VecDeque::new()));
    let (hears, fails) = (Rc::clone(&said), Rc::clone(&said));
    let hears = Closure::new(move |event: web_sys::MessageEvent| hears.borrow_mut().push_back(event.data()));
    let fails = Closure::new(move |_: JsValue| fails.borrow_mut().push_back("the worker has stopped".into()));
    worker.set_onmessage(Some(hears.as_ref().unchecked_ref()));
    worker.set_onerror(Some(fails.as_ref().unchecked_ref()));
    Some(Worker { worker, said, pause: 1, stopped: None, _hears: hears, _fails: fails })
}

/// Lets the window go on before more is done on its thread.
pub(crate) async fn let_window_go_on() {
    pause(0).await;
}

/// Lists as the browser moves them.
fn arrays(lists: &[Vec<u32>]) -> Array {
    lists.iter().map(|list| Uint32Array::from(&list[..])).collect()
}

/// The lists that the browser has moved; the page has its turn in between.
async fn lists(arrays: &JsValue) -> Lists {
    let mut lists = Vec::new();
    let mut since = Instant::now();
    for array in Array::from(arrays) {
        if since.elapsed() > TURN {
            pause(0).await;
            since = Instant::now();
        }
        lists.push(array.dyn_into::<Uint32Array>().map(|array| array.to_vec()).unwrap_or_default());
    }
    lists
}

impl Worker {
    /// Waits a moment for what the worker says; `None` if it says nothing.
    pub(crate) async fn hear(&mut self) -> Option<Heard> {
        let Some(said) = self.said.borrow_mut().pop_front() else {
            pause(self.pause).await;
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return None;
        };
        if let Some(sentence) = said.as_string() {
            return Some(Heard::Failed(sentence));
        }
        // What it is, and then its numbers.
        let (kind, said) = (Reflect::get_u32(&said, 0).ok()?.as_string()?, Reflect::get_u32(&said, 1).ok()?);
        Some(match kind.as_str() {
            "progress" => {
                let counts = Array::from(&said);
                Heard::Progress([0, 1, 2, 3].map(|at| counts.get(at).as_f64().unwrap_or(0.0) as u64))
            }
            "news" => Heard::News(lists(&said).await),
            _ => Heard::Last(lists(&said).await),
        })
    }

    /// Asks the worker to stop and to say what it has by then; whether that can still be waited for.
    pub(crate) fn stop(&mut self) -> bool {
        if self.stopped.is_none() {
            let stop = Reflect::get(&js_sys::global(), &STOP.into()).ok();
            let stop = stop.and_then(|stop| stop.dyn_into::<Function>().ok());
            let asked = stop.and_then(|stop| stop.call1(&JsValue::UNDEFINED, &self.worker).ok());
            let patience = if asked.is_some_and(|asked| asked.is_truthy()) { LAST_WORDS } else { Duration::ZERO };
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

/// The name of the job and what it is about, if this is a worker that has one; its files are there then, and how far it is is told to the page.
pub(crate) fn job() -> Option<(String, Vec<Lists>)> {
    let told = Reflect::get(&js_sys::global(), &JOB.into()).ok()?;
    let told: Array = told.dyn_into().ok()?;
    for file in told.get(1).dyn_into::<Array>().ok()? {
        let file: Array = file.dyn_into().ok()?;
        give(&file.get(0).as_string()?, file.get(1).dyn_into::<Uint8Array>().ok()?.to_vec().into());
    }
    let list = |array: JsValue| array.dyn_into::<Uint32Array>().map(|array| array.to_vec()).unwrap_or_default();
    let lists = |lists: JsValue| Array::from(&lists).into_iter().map(list).collect();
    let things = Array::from(&told.get(2)).into_iter().map(lists).collect();
    threads::tell_progress_to(|counts| {
        thread_local! {
            static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
        }
        if LAST.get().is_some_and(|last| last.elapsed() < BETWEEN_WORDS) {
            return false;
        }
        say("progress", &counts.map(|count| JsValue::from(count as f64)).into_iter().collect(), &Array::new());
        let is_stopped = is_stopped();
        // Only now, for the look itself takes some time.
        LAST.set(Some(Instant::now()));
        is_stopped
    });
    Some((told.get(0).as_string()?, things))
}

/// Whether the page has asked this worker to stop.
fn is_stopped() -> bool {
    let asks =
        Reflect::get(&js_sys::global(), &IS_STOPPED.into()).ok().and_then(|asks| asks.dyn_into::<Function>().ok());
    let answer = asks.and_then(|asks| asks.call0(&JsValue::UNDEFINED).ok());
    answer.is_some_and(|answer| answer.is_truthy())
}

/// Tells the page some news of the job, or the last.
pub(crate) fn tell(news: Lists, is_last: bool) {
    let arrays = arrays(&news);
    drop(news);
    let given_over: Array =
        arrays.iter().filter_map(|array| Some(JsValue::from(array.dyn_into::<Uint32Array>().ok()?.buffer()))).collect();
    say(if is_last { "last" } else { "news" }, &arrays, &given_over);
}

/// Tells the page why there is no news.
pub(crate) fn fail(sentence: &str) {
    post(&sentence.into(), &Array::new());
}

/// Says something to the page, and leaves it what is given over.
fn say(kind: &str, message: &Array, given_over: &Array) {
    post(&Array::of2(&kind.into(), message), given_over);
}

fn post(message: &JsValue, given_over: &Array) {
    let global: Object = js_sys::global();
    let post = Reflect::get(&global, &"postMessage".into()).ok().and_then(|post| post.dyn_into::<Function>().ok());
    if let Some(post) = post {
        // The page may be gone.
        let _ = post.call2(&global, message, given_over);
    }
}
