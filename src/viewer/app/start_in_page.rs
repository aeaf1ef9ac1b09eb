//! Opening the window in a page of a browser.

use eframe::WebRunner;
use wasm_bindgen::JsCast as _;

use super::edagari::Edagari;
use super::names_in_page::NamesInPage;
use crate::platform::{page, worker};
use crate::viewer::session::jobs::do_job;
use crate::viewer::session::{FirstView, Given, SettingsStore};

/// In a worker of the page, does its job; in the page itself, opens the window in its canvas, with the traces that stand in it or that its address names.
pub fn run_in_page() {
    if let Some((job, things)) = worker::job() {
        return match do_job(&job, things, &mut |news| worker::tell(news, false)) {
            Ok(last) => worker::tell(last, true),
            Err(sentence) => worker::fail(&sentence),
        };
    }
    wasm_bindgen_futures::spawn_local(async {
        let runner = WebRunner::new();
        page::tell_panics();
        if let Err(message) = start(&runner).await {
            page::say(&message);
        }
        // It goes on for as long as the page.
        std::mem::forget(runner);
    });
}

async fn start(runner: &WebRunner) -> Result<(), String> {
    let canvas = page::element("window")
        .ok_or("the page has no canvas of the name `window`, expected the page as it was built")?;
    let canvas = canvas.dyn_into().map_err(|_| "`window` is no canvas, expected the page as it was built")?;
    let page::Inside { mut traces, begin } = page::inside()?;
    traces.extend(page::named_files().await?);
    let growing = page::growing_files().into_iter().map(Given::Growing);
    let given = traces.into_iter().map(Given::File).chain(growing).collect();
    let words = Some(page::words()).filter(|words| !words.is_empty()).unwrap_or(begin);
    let first = FirstView::of_words(words.iter().map(|(word, value)| (word.as_str(), value.as_str())));
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
        format!(
            "the window cannot be opened ({}): it needs WebGL, so switch hardware acceleration on, or open the page in another browser",
            reason.unwrap_or_default()
        )
    })?;
    page::has_started();
    Ok(())
}
