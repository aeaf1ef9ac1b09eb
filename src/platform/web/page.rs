//! The HTML page that contains the window.

use std::cell::Cell;
use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

use edagari_core::language::{Message, reworded};
use edagari_core::platform::files::give;
use edagari_core::platform::page_contents::PageContents;

/// Header by which `edagari serve` reports that more data follows.
pub(super) const GOES_ON: &str = "Edagari-Goes-On";

/// Returns the element of the page with this id.
pub(crate) fn element(id: &str) -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

/// Shows a message instead of the window.
pub(crate) fn say(sentence: &str) {
    let Some(message) = element("message") else { return };
    message.set_text_content(Some(sentence));
    let _ = message.remove_attribute("hidden");
}

/// Hides the message that the page shows until the window is ready.
pub(crate) fn has_started() {
    if let Some(message) = element("message") {
        let _ = message.set_attribute("hidden", "");
    }
    call("edagari_ready");
}

/// Shows the page of a figure at a frame in place of the window, below a sentence with the reason. The policy of this page allows its
/// script.
pub(crate) fn show_figure(sentence: &str, figure: &str, frame: usize) {
    let show = js_sys::Reflect::get(&js_sys::global(), &"edagari_figure".into()).ok();
    if let Some(show) = show.and_then(|show| show.dyn_into::<js_sys::Function>().ok()) {
        let _ = show.call2(&JsValue::UNDEFINED, &figure.into(), &(frame as f64).into());
    }
    say(sentence);
}

/// Installs a panic hook that shows the panic in the page, because the window stops then; `sentence` formats the message.
pub(crate) fn install_panic_hook(sentence: impl Fn(&str) -> String + Send + Sync + 'static) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        say(&sentence(&panic.to_string()));
        before(panic);
    }));
}

/// Returns the words after `#` in the address of the page, with their values.
pub(crate) fn words() -> Vec<(String, String)> {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    web_sys::UrlSearchParams::new_with_str(hash.trim_start_matches('#')).map(pairs).unwrap_or_default()
}

/// Returns the addresses of growing data to follow, as given by `?follow=URL` in the address of the page.
pub(crate) fn growing_files() -> Vec<PathBuf> {
    named("follow").map(PathBuf::from).collect()
}

/// Reason why the page cannot show its contents or a file that its address names.
pub(crate) enum Fault {
    /// Element of the page that is missing or of another kind, by id.
    Element(&'static str),
    /// Invalid list of the bundled files, with the reason.
    List(Message),
    /// File that is listed but missing in the page.
    MissingFile(String),
    /// Damaged file in the page.
    DamagedFile(String),
    /// Address that the policy of the page does not allow.
    NotAllowed(String),
    /// Address of an unreadable file, with the error of the browser or the server.
    Unreadable(String, String),
}

/// Contents of the page itself, as stored by `edagari share`.
pub(crate) struct Inside {
    /// Paths of the bundled traces.
    pub(crate) traces: Vec<PathBuf>,
    /// Start place of the window, in the form of [`words`].
    pub(crate) begin: Vec<(String, String)>,
}

/// Returns the address of the page with the place given by `words`. Other users can open it only if the address also names the trace.
pub(crate) fn link(_: &[PathBuf], words: &[(&'static str, String)]) -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let address = address.split('#').next().unwrap_or_default();
    let Ok(parameters) = web_sys::UrlSearchParams::new() else { return address.to_owned() };
    for (word, value) in words {
        parameters.append(word, value);
    }
    // The special characters of a setup are legible in an address, and have no other meaning after
    // the name of a word.
    let text = String::from(parameters.to_string()).replace("%2C", ",").replace("%3D", "=").replace("%3A", ":");
    format!("{address}#{text}")
}

/// `true`: the address of the page can contain the place in the trace.
pub(crate) const HAS_ADDRESS: bool = true;

/// Updates the place in the address of the page; with a new entry in its history if `is_new`.
pub(crate) fn announce_place(words: &[(&'static str, String)], is_new: bool) {
    // A page in some embedded contexts has no history.
    let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
    let address = link(&[], words);
    let _ = if is_new {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    };
    call("edagari_placed");
}

/// Calls a function that a script of an embedding page has defined, if there is one.
fn call(name: &str) {
    let function = js_sys::Reflect::get(&js_sys::global(), &name.into()).ok();
    if let Some(function) = function.and_then(|function| function.dyn_into::<js_sys::Function>().ok()) {
        let _ = function.call0(&JsValue::UNDEFINED);
    }
}

/// Lets a page around this one choose the theme, `light`, `dark` or `system`, until the page is closed.
pub(crate) fn let_others_choose_theme(ctx: &egui::Context) {
    let ctx = ctx.clone();
    let choose = Closure::<dyn Fn(String)>::new(move |name: String| {
        ctx.set_theme(match name.as_str() {
            "light" => egui::ThemePreference::Light,
            "dark" => egui::ThemePreference::Dark,
            _ => egui::ThemePreference::System,
        });
        ctx.request_repaint();
    });
    let _ = js_sys::Reflect::set(&js_sys::global(), &"edagari_theme".into(), choose.as_ref());
    choose.forget();
}

/// Returns the theme that the address of the page names by `?theme=`.
pub(crate) fn requested_theme() -> Option<egui::ThemePreference> {
    named("theme").find_map(|name| match name.as_str() {
        "light" => Some(egui::ThemePreference::Light),
        "dark" => Some(egui::ThemePreference::Dark),
        _ => None,
    })
}

thread_local! {
    /// Whether the browser has changed the address since the words were last taken, and whether
    /// changes are watched.
    static ADDRESS: (Cell<bool>, Cell<bool>) = const { (Cell::new(false), Cell::new(false)) };
}

/// Returns the words of the address if it was changed from outside: by a link to the same page, or
/// by going back or forward.
pub(crate) fn changed_words(ctx: &egui::Context) -> Option<Vec<(String, String)>> {
    if !ADDRESS.with(|(_, is_watched)| is_watched.replace(true)) {
        let ctx = ctx.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            ADDRESS.with(|(is_changed, _)| is_changed.set(true));
            ctx.request_repaint();
        });
        // Going back or forward between two views of the page also changes the part after `#`.
        let window = web_sys::window()?;
        let _ = window.add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
        changed.forget();
    }
    ADDRESS.with(|(is_changed, _)| is_changed.replace(false)).then(words)
}

/// Whether touch is the most precise pointer of the device.
pub(crate) fn has_coarse_pointer() -> bool {
    let matched = web_sys::window().and_then(|window| window.match_media("(pointer: coarse)").ok().flatten());
    matched.is_some_and(|matched| matched.matches())
}

/// Reads the files bundled in the page.
///
/// # Errors
/// The first invalid part of the page.
pub(crate) fn inside() -> Result<Inside, Fault> {
    let Some(listed) = element(PageContents::ELEMENT).and_then(|list| list.text_content()) else {
        return Ok(Inside { traces: Vec::new(), begin: Vec::new() });
    };
    let listed: PageContents =
        serde_json::from_str(&listed).map_err(|error| Fault::List(reworded(&error.to_string())))?;
    let file = |(id, name): (String, String)| {
        let text = element(&id).and_then(|file| file.text_content());
        let text = text.ok_or_else(|| Fault::MissingFile(name.clone()))?;
        let bytes = BASE64_STANDARD.decode(text);
        let bytes = bytes.map_err(|_| Fault::DamagedFile(name.clone()))?;
        Ok(give(&name, bytes.into()))
    };
    for beside in listed.beside {
        file(beside)?;
    }
    let traces = listed.traces.into_iter().map(file).collect::<Result<_, Fault>>()?;
    Ok(Inside { traces, begin: listed.begin })
}

/// Fetches the files that the address of the page names by `?trace=URL`, which can be repeated. If
/// one file cannot be read, the others are still shown.
pub(crate) async fn named_files() -> Vec<Result<PathBuf, Fault>> {
    let mut files = Vec::new();
    for url in named("trace") {
        if is_refused_by_policy(&url) {
            files.push(Err(Fault::NotAllowed(url)));
            continue;
        }
        let bytes = match fetched(&url).await {
            Ok(bytes) => bytes,
            Err(reason) => {
                files.push(Err(Fault::Unreadable(url, reason)));
                continue;
            }
        };
        let name = url.rsplit('/').next().unwrap_or_default();
        let name = name.split(['?', '#']).next().filter(|name| !name.is_empty()).unwrap_or("trace");
        files.push(Ok(give(name, bytes.into())));
    }
    files
}

/// Whether the policy of the page refuses to fetch an address: it allows its own server, and others over https.
fn is_refused_by_policy(url: &str) -> bool {
    let location = web_sys::window().map(|window| window.location());
    let base = location.as_ref().and_then(|location| location.href().ok()).unwrap_or_default();
    let Ok(url) = web_sys::Url::new_with_base(url, &base) else { return false };
    let own = location.and_then(|location| location.origin().ok()).unwrap_or_default();
    !matches!(url.protocol().as_str(), "https:" | "blob:") && url.origin() != own
}

/// Returns the values of `word` after `?` in the address of the page.
pub(super) fn named(word: &str) -> impl Iterator<Item = String> {
    let query = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    let pairs = web_sys::UrlSearchParams::new_with_str(&query).map(pairs).unwrap_or_default();
    pairs.into_iter().filter(move |(name, _)| name == word).map(|(_, value)| value)
}

fn pairs(parameters: web_sys::UrlSearchParams) -> Vec<(String, String)> {
    let entries = js_sys::Array::from(&parameters);
    let text = |pair: &js_sys::Array, place| pair.get(place).as_string().unwrap_or_default();
    entries.iter().map(|pair| js_sys::Array::from(&pair)).map(|pair| (text(&pair, 0), text(&pair, 1))).collect()
}

/// Returns the message of a browser error.
pub(super) fn error_text(error: JsValue) -> String {
    js_sys::Error::from(error).message().into()
}

/// Fetches the bytes at an address.
pub(super) async fn fetched(url: &str) -> Result<Vec<u8>, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let answer = JsFuture::from(window.fetch_with_str(url)).await.map_err(error_text)?;
    let answer: web_sys::Response = answer.dyn_into().map_err(|_| "no answer")?;
    if !answer.ok() {
        return Err(format!("the server answers {}", answer.status()));
    }
    let bytes = JsFuture::from(answer.array_buffer().map_err(error_text)?).await.map_err(error_text)?;
    Ok(js_sys::Uint8Array::new(&bytes).to_vec())
}
