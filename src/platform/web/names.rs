//! The names of what the window shows, which `names.js` in `resources/web/app` puts into the page.

use std::cell::RefCell;

use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// The page's function that takes the names, and that of the window that hears what the page asks.
const NAMES: &str = "edagari_names";
const ASKED: &str = "edagari_asked";

thread_local! {
    /// The numbers of the widgets that are asked to do what a click does.
    static CLICKED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Whether the names are wanted.
pub(crate) fn are_wanted() -> bool {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    root.is_some_and(|root| root.has_attribute("data-names"))
}

/// Listens to the page for as long as that is there; `wake` has the window drawn anew.
pub(crate) fn listen(wake: impl Fn() + 'static) {
    let hears = Closure::<dyn FnMut(String)>::new(move |id: String| {
        CLICKED.with_borrow_mut(|clicked| clicked.extend(id.parse::<u64>().ok()));
        wake();
    });
    let _ = Reflect::set(&js_sys::global(), &ASKED.into(), hears.as_ref());
    hears.forget();
}

/// The widgets that the page has asked since.
pub(crate) fn take_asked() -> Vec<u64> {
    CLICKED.take()
}

/// Tells the page the names, as JSON.
pub(crate) fn tell(names: &str) {
    let tell = Reflect::get(&js_sys::global(), &NAMES.into()).ok().and_then(|tell| tell.dyn_into::<Function>().ok());
    if let Some(tell) = tell {
        let _ = tell.call1(&js_sys::global(), &names.into());
    }
}
