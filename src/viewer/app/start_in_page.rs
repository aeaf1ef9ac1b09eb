//! Start of the program in a page of a browser.

use eframe::WebRunner;
use wasm_bindgen::JsCast as _;

use super::edagari::Edagari;
use super::names_in_page::NamesInPage;
use crate::platform::{page, worker};
use crate::viewer::session::jobs::do_job;
use crate::viewer::session::{FirstView, Given, SettingsStore};
use edagari_core::language::{Language, Text};

/// Runs a job if called in a worker of the page; in the page itself, opens the window in its canvas, with the traces that the
/// page contains or its address names.
pub fn run_in_page() {
    if let Some((job, parts)) = worker::job() {
        return match do_job(&job, parts, &mut |news| worker::tell(news, false)) {
            Ok(last) => worker::tell(last, true),
            Err(sentence) => worker::fail(&sentence),
        };
    }
    wasm_bindgen_futures::spawn_local(async {
        let runner = WebRunner::new();
        page::tell_panics(|fault| language().fill(Text::PagePanicked, &[("fault", fault)]));
        if let Err(message) = start(&runner).await {
            page::say(&message);
        }
        // The runner has to live as long as the page.
        std::mem::forget(runner);
    });
}

/// Language of the messages shown in place of the window.
fn language() -> Language {
    SettingsStore::of_this_user().load().0.language
}

fn sentence(fault: page::Fault) -> String {
    use page::Fault::{DamagedFile, Element, List, MissingFile, NotAllowed, Unreadable};
    let say = |text, values: &[(&str, &str)]| language().fill(text, values);
    match fault {
        Element(id) => say(Text::PageElement, &[("element", id)]),
        List(fault) => say(Text::PageList, &[("fault", &fault)]),
        MissingFile(file) => say(Text::PageMissingFile, &[("file", &file)]),
        DamagedFile(file, fault) => say(Text::PageDamagedFile, &[("file", &file), ("fault", &fault)]),
        NotAllowed(url) => say(Text::PageNotAllowed, &[("url", &url)]),
        Unreadable(file, fault) => say(Text::PageUnreadable, &[("file", &file), ("fault", &fault)]),
    }
}

async fn start(runner: &WebRunner) -> Result<(), String> {
    let canvas = page::element("window").and_then(|element| element.dyn_into().ok());
    let canvas = canvas.ok_or_else(|| sentence(page::Fault::Element("window")))?;
    let page::Inside { traces, begin } = page::inside().map_err(sentence)?;
    let named = page::named_files().await.into_iter();
    let named = named.map(|named| named.map_or_else(|fault| Given::Refused(sentence(fault)), Given::File));
    let growing = page::growing_files().into_iter().map(Given::Growing);
    let words = Some(page::words()).filter(|words| !words.is_empty()).unwrap_or(begin);
    let first = FirstView::of_words(words.iter().map(|(word, value)| (word.as_str(), value.as_str())));
    let recorded: Vec<Given> = first.iter().flat_map(FirstView::given).collect();
    let given = traces.into_iter().map(Given::File).chain(named).chain(growing).chain(recorded).collect();
    let opened = runner.start(
        canvas,
        eframe::WebOptions::default(),
        Box::new(move |creation| {
            creation.egui_ctx.add_plugin(NamesInPage);
            let opened = Edagari::with(&creation.egui_ctx, SettingsStore::of_this_user(), given);
            Ok(Box::new(opened.beginning_at(first)))
        }),
    );
    opened.await.map_err(|error| {
        let reason = error.as_string().or_else(|| js_sys::Error::from(error).message().as_string());
        language().fill(Text::PageNoWindow, &[("fault", &reason.unwrap_or_default())])
    })?;
    page::has_started();
    Ok(())
}
