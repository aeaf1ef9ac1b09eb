//! Replacement of threads on the single thread of a page: work starts after the window has been drawn and blocks it until the
//! work is done. Long jobs that can be serialized run in a worker instead, see `worker.rs`.

use std::io;
#[cfg(feature = "window")]
use std::pin::Pin;
use std::sync::OnceLock;

/// `false`: on a single thread, blocking would never end.
#[cfg(feature = "window")]
pub const CAN_WAIT: bool = false;

/// Starts `work` after the window has been drawn.
///
/// # Errors
/// Never returns an error.
#[cfg(feature = "window")]
pub fn start(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    wasm_bindgen_futures::spawn_local(async move {
        drawn().await;
        work();
    });
    Ok(())
}

/// Runs `work` immediately: there is no window to keep responsive.
///
/// # Errors
/// Never returns an error.
#[cfg(not(feature = "window"))]
pub fn start(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    work();
    Ok(())
}

/// Waits until the browser has drawn the latest changes: two frames, because the first may have started already.
#[cfg(feature = "window")]
async fn drawn() {
    // A page in the background gets no frames, but its timers continue.
    pause(2 * FRAME).await;
}

/// Waits for a time in milliseconds.
#[cfg(feature = "window")]
pub async fn pause(milliseconds: i32) {
    let passed = js_sys::Promise::new(&mut |done, _| {
        let window = web_sys::window();
        let timer =
            window.map(|window| window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds));
        if !matches!(timer, Some(Ok(_))) {
            let _ = done.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    let _ = wasm_bindgen_futures::JsFuture::from(passed).await;
}

/// Duration of a frame in milliseconds.
#[cfg(feature = "window")]
const FRAME: i32 = 17;

/// Receiver of progress outside this memory, set in a worker. It returns whether the work must stop.
static RECEIVER: OnceLock<fn([u64; 4]) -> bool> = OnceLock::new();

/// Sets the receiver of progress for the rest of the worker's life.
#[cfg(feature = "window")]
pub fn set_progress_receiver(receiver: fn([u64; 4]) -> bool) {
    let _ = RECEIVER.set(receiver);
}

/// Reports progress to the receiver and returns whether it requests a stop; `false` if there is no receiver.
pub fn report_progress(counts: impl FnOnce() -> [u64; 4]) -> bool {
    RECEIVER.get().is_some_and(|receiver| receiver(counts()))
}

/// Runs `work` on the existing stack.
///
/// # Errors
/// Never returns an error.
pub fn on_stack<T: Send + 'static>(
    _: &str,
    _: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    Ok(Some(work()))
}

/// Runs `work` once and returns its result.
pub fn on_all<T: Send>(_: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    vec![work()]
}

/// Polls `awaited` once and returns its result. In a worker, the browser blocks for all awaited operations, so they are complete.
///
/// # Panics
/// If `awaited` is not complete.
#[cfg(feature = "window")]
pub fn wait<T>(awaited: impl Future<Output = T>) -> T {
    match std::pin::pin!(awaited).poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => panic!("a page cannot wait"),
    }
}

/// Operation that completes later, in the browser's event loop.
#[cfg(feature = "window")]
pub type Awaited<T> = Pin<Box<dyn Future<Output = T>>>;

/// Waits for `awaited` in the browser's event loop, then runs `work` with its result.
///
/// # Errors
/// Never returns an error.
#[cfg(feature = "window")]
pub fn when_ready<T: 'static>(_: &str, awaited: Awaited<T>, work: impl FnOnce(T) + Send + 'static) -> io::Result<()> {
    wasm_bindgen_futures::spawn_local(async move {
        // The redraw that started the operation must end first.
        pause(0).await;
        work(awaited.await);
    });
    Ok(())
}
