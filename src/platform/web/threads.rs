//! Work beside the window, on the one thread that a page has: it is begun when the window has been drawn, and holds it up until it is
//! done. What takes long and can be told in words is done by a worker instead, see `worker.rs`.

use std::io;
#[cfg(feature = "viewer")]
use std::pin::Pin;
use std::sync::OnceLock;

/// Whether one can wait for what others do: here that would be for ever.
#[cfg(feature = "viewer")]
pub(crate) const CAN_WAIT: bool = false;

/// Begins work once the window has been drawn.
///
/// # Errors
/// None.
#[cfg(feature = "viewer")]
pub(crate) fn start(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    wasm_bindgen_futures::spawn_local(async move {
        drawn().await;
        work();
    });
    Ok(())
}

/// Does the work at once: there is no window that waits.
///
/// # Errors
/// None.
#[cfg(not(feature = "viewer"))]
pub(crate) fn start(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    work();
    Ok(())
}

/// Waits until the browser has drawn what has changed: two frames, as the first of them can be under way.
#[cfg(feature = "viewer")]
async fn drawn() {
    // A page in the background has no frames, but its timers go on.
    pause(2 * FRAME).await;
}

/// Waits for so many milliseconds.
#[cfg(feature = "viewer")]
pub(super) async fn pause(milliseconds: i32) {
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

/// The milliseconds of a frame.
#[cfg(feature = "viewer")]
const FRAME: i32 = 17;

/// Who wants to know how far work is, where that is not in this memory, and says whether it is to stop.
static TOLD: OnceLock<fn([u64; 4]) -> bool> = OnceLock::new();

/// Has it told from now on how far work is.
#[cfg(feature = "viewer")]
pub(super) fn tell_progress_to(told: fn([u64; 4]) -> bool) {
    let _ = TOLD.set(told);
}

/// Tells others how far work is, and returns whether these ask it to stop.
pub(crate) fn tell_progress(counts: impl FnOnce() -> [u64; 4]) -> bool {
    TOLD.get().is_some_and(|told| told(counts()))
}

/// Does work on the stack that there is.
///
/// # Errors
/// None.
pub(crate) fn on_stack<T: Send + 'static>(
    _: &str,
    _: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    Ok(Some(work()))
}

/// Does work once, and returns what it has made.
pub(crate) fn on_all<T: Send>(_: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    vec![work()]
}

/// Waits for what is under way; in a worker all that is waited for is done by the browser while it waits.
///
/// # Panics
/// If it goes on elsewhere.
#[cfg(feature = "viewer")]
pub(crate) fn wait<T>(awaited: impl Future<Output = T>) -> T {
    match std::pin::pin!(awaited).poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => panic!("a page cannot wait"),
    }
}

/// What is under way elsewhere.
#[cfg(feature = "viewer")]
pub(crate) type Awaited<T> = Pin<Box<dyn Future<Output = T>>>;

/// Waits for what is under way elsewhere, and then does `work` with it.
///
/// # Errors
/// None.
#[cfg(feature = "viewer")]
pub(crate) fn when_ready<T: 'static>(
    _: &str,
    awaited: Awaited<T>,
    work: impl FnOnce(T) + Send + 'static,
) -> io::Result<()> {
    wasm_bindgen_futures::spawn_local(async move {
        // The redraw that asks for it ends first.
        pause(0).await;
        work(awaited.await);
    });
    Ok(())
}
