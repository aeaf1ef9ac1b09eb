//! The page that the window is in.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::files::give;
use crate::platform::page_contents::PageContents;

/// The header by which `edagari serve` says that more follows.
pub(super) const GOES_ON: &str = "Edagari-Goes-On";

/// The element of the page with this id.
pub(crate) fn element(id: &str) -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

/// Shows a sentence in the place of the window.
pub(crate) fn say(sentence: &str) {
    let Some(message) = element("message") else { return };
    message.set_text_content(Some(sentence));
    let _ = message.remove_attribute("hidden");
}

/// Takes away what the page shows until the window is there.
pub(crate) fn has_started() {
    if let Some(message) = element("message") {
        let _ = message.set_attribute("hidden", "");
    }
}

/// Has a fault of the program said in the page, for its window does not go on then; `sentence` words it.
pub(crate) fn tell_panics(sentence: impl Fn(&str) -> String + Send + Sync + 'static) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        say(&sentence(&panic.to_string()));
        before(panic);
    }));
}

/// The words behind `#` in the address of the page, with their values.
pub(crate) fn words() -> Vec<(String, String)> {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    web_sys::UrlSearchParams::new_with_str(hash.trim_start_matches('#')).map(pairs).unwrap_or_default()
}

/// What the server of the page gives out while it grows, as `?follow=URL` names it in the address.
pub(crate) fn growing_files() -> Vec<PathBuf> {
    named("follow").map(PathBuf::from).collect()
}

/// Why the page cannot show what it has or names.
pub(crate) enum Fault {
    /// An element of the page that is missing or of another kind, by its id.
    Element(&'static str),
    /// The list of the files in the page, with what is wrong in it.
    List(String),
    /// A file that is listed and is not in the page.
    MissingFile(String),
    /// A file in the page, with what is wrong in it.
    DamagedFile(String, String),
    /// The address of a file that cannot be read, with what the browser or the server says.
    Unreadable(String, String),
}

/// What stands in the page itself, where `edagari share` put it.
pub(crate) struct Inside {
    /// The traces.
    pub(crate) traces: Vec<PathBuf>,
    /// Where the window begins, as [`words`].
    pub(crate) begin: Vec<(String, String)>,
}

/// The address of the page, which then begins where words say. What it shows of a file is there for others only if the address names the
/// file too.
pub(crate) fn link(_: Option<&Path>, words: &[(&'static str, String)]) -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let address = address.split('#').next().unwrap_or_default();
    let Ok(parameters) = web_sys::UrlSearchParams::new() else { return address.to_owned() };
    for (word, value) in words {
        parameters.append(word, value);
    }
    format!("{address}#{}", String::from(parameters.to_string()))
}

/// Whether what is looked at has an address that can say where one is.
pub(crate) const HAS_ADDRESS: bool = true;

/// Has the address of the page say where one is, without a step in its history.
pub(crate) fn tell_place(words: &[(&'static str, String)]) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    // Some places where a page is shown give it none.
    let _ = history.map(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&link(None, words))));
}

/// Takes what stands in the page itself.
///
/// # Errors
/// What is wrong in the page.
pub(crate) fn inside() -> Result<Inside, Fault> {
    let Some(listed) = element(PageContents::ELEMENT).and_then(|list| list.text_content()) else {
        return Ok(Inside { traces: Vec::new(), begin: Vec::new() });
    };
    let listed: PageContents = serde_json::from_str(&listed).map_err(|error| Fault::List(error.to_string()))?;
    let file = |(id, name): (String, String)| {
        let text = element(&id).and_then(|file| file.text_content());
        let text = text.ok_or_else(|| Fault::MissingFile(name.clone()))?;
        let bytes = BASE64_STANDARD.decode(text);
        let bytes = bytes.map_err(|error| Fault::DamagedFile(name.clone(), error.to_string()))?;
        Ok(give(&name, bytes.into()))
    };
    for beside in listed.beside {
        file(beside)?;
    }
    let traces = listed.traces.into_iter().map(file).collect::<Result<_, Fault>>()?;
    Ok(Inside { traces, begin: listed.begin })
}

/// The files that the address of the page names by `?trace=URL`, as often as it does.
///
/// # Errors
/// The first that cannot be read.
pub(crate) async fn named_files() -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    for url in named("trace") {
        let bytes = fetched(&url).await.map_err(|reason| Fault::Unreadable(url.clone(), reason))?;
        let name = url.rsplit('/').next().unwrap_or_default();
        let name = name.split(['?', '#']).next().filter(|name| !name.is_empty()).unwrap_or("trace");
        files.push(give(name, bytes.into()));
    }
    Ok(files)
}

/// The values that a word has behind `?` in the address of the page.
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

/// What the browser says of an error.
pub(super) fn said(error: JsValue) -> String {
    js_sys::Error::from(error).message().into()
}

/// What is found at an address.
async fn fetched(url: &str) -> Result<Vec<u8>, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let answer = JsFuture::from(window.fetch_with_str(url)).await.map_err(said)?;
    let answer: web_sys::Response = answer.dyn_into().map_err(|_| "no answer")?;
    if !answer.ok() {
        return Err(format!("the server answers {}", answer.status()));
    }
    let bytes = JsFuture::from(answer.array_buffer().map_err(said)?).await.map_err(said)?;
    Ok(js_sys::Uint8Array::new(&bytes).to_vec())
}
