//! Mirrors widget names into the DOM for screen readers, together with `names.js` in `resources/web/app`.

use std::cell::RefCell;

use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// Function of the page that receives the names, and function of the program that receives clicks on them.
const NAMES: &str = "edagari_names";
const CLICK: &str = "edagari_asked";

thread_local! {
    /// Ids of the widgets that the page has requested to click.
    static CLICKED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Returns whether the page wants names.
pub(crate) fn are_wanted() -> bool {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    root.is_some_and(|root| root.has_attribute("data-names"))
}

/// Receives clicks from the page for as long as the page exists; `wake` requests a redraw of the window.
pub(crate) fn listen(wake: impl Fn() + 'static) {
    let on_click = Closure::<dyn FnMut(String)>::new(move |id: String| {
        CLICKED.with_borrow_mut(|clicked| clicked.extend(id.parse::<u64>().ok()));
        wake();
    });
    let _ = Reflect::set(&js_sys::global(), &CLICK.into(), on_click.as_ref());
    on_click.forget();
}

/// Returns and clears the widgets clicked through the page since the last call.
pub(crate) fn take_clicked() -> Vec<u64> {
    CLICKED.take()
}

/// Sends the names to the page, as JSON.
pub(crate) fn tell(names: &str) {
    let tell = Reflect::get(&js_sys::global(), &NAMES.into()).ok().and_then(|tell| tell.dyn_into::<Function>().ok());
    if let Some(tell) = tell {
        let _ = tell.call1(&js_sys::global(), &names.into());
    }
}
