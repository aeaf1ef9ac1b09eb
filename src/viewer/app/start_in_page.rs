//! Start of the program in a page of a browser.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::WebRunner;
use wasm_bindgen::JsCast as _;

use super::edagari::Edagari;
use super::fonts_in_page::FontsInPage;
use super::names_in_page::NamesInPage;
use crate::platform::fonts::fetch_font;
use crate::platform::{page, worker};
use crate::viewer::session::jobs::do_job;
use crate::viewer::session::{FirstView, Given, SettingsStore};
use edagari_core::game::GameSetup;
use edagari_core::language::{Language, Text};
use edagari_core::search::Algorithm;
use edagari_core::trace::file::open_trace;
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use edagari_draw::export::{FigurePage, LaterFont, figure_page};

/// Runs a job if called in a worker of the page; in the page itself, opens the window in its canvas, with the traces that the
/// page contains or its address names.
pub fn run_in_page() {
    if let Some((job, parts)) = worker::job() {
        return match do_job(&job, parts, &mut |news| worker::report(news, false)) {
            Ok(last) => worker::report(last, true),
            Err(sentence) => worker::fail(&sentence),
        };
    }
    wasm_bindgen_futures::spawn_local(async {
        let runner = WebRunner::new();
        page::install_panic_hook(|fault| language().fill(Text::PagePanicked, &[("fault", fault)]));
        if let Err(message) = start(&runner).await {
            page::say(&message);
        }
        // The runner must live as long as the page.
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
        List(fault) => say(Text::PageList, &[("fault", &fault.text(language()))]),
        MissingFile(file) => say(Text::PageMissingFile, &[("file", &file)]),
        DamagedFile(file) => {
            say(Text::PageDamagedFile, &[("file", &file), ("fault", language().text(Text::MalformedOtherForm))])
        }
        NotAllowed(url) => say(Text::PageNotAllowed, &[("url", &url)]),
        Unreadable(file, fault) => say(Text::PageUnreadable, &[("file", &file), ("fault", &fault)]),
    }
}

async fn start(runner: &WebRunner) -> Result<(), String> {
    let canvas = page::element("window").and_then(|element| element.dyn_into().ok());
    let canvas = canvas.ok_or_else(|| sentence(page::Fault::Element("window")))?;
    let page::Inside { traces, begin } = page::inside().map_err(sentence)?;
    let named = page::named_files().await.into_iter();
    if let Some(font) = LaterFont::of_language(language()) {
        // The page's script has begun to fetch it before the program was there.
        fetch_font(font).await;
    }
    let named = named.map(|named| named.map_or_else(|fault| Given::Refused(sentence(fault).into()), Given::File));
    let growing = page::growing_files().into_iter().map(Given::Growing);
    let words = Some(page::words()).filter(|words| !words.is_empty()).unwrap_or(begin);
    let first = FirstView::of_words(words.iter().map(|(word, value)| (word.as_str(), value.as_str())));
    let recorded: Vec<Given> = first.iter().flat_map(Given::of_view).collect();
    let given: Vec<Given> = traces.into_iter().map(Given::File).chain(named).chain(growing).chain(recorded).collect();
    let shown = given.iter().find_map(FigureOf::given).unwrap_or_default();
    let frame = first.as_ref().ok().and_then(|first| first.frame).unwrap_or(0);
    let opened = runner.start(
        canvas,
        eframe::WebOptions::default(),
        Box::new(move |creation| {
            creation.egui_ctx.add_plugin(NamesInPage);
            creation.egui_ctx.add_plugin(FontsInPage::default());
            let opened = Edagari::with(&creation.egui_ctx, SettingsStore::of_this_user(), given);
            page::let_others_choose_theme(&creation.egui_ctx);
            if let Some(theme) = page::requested_theme() {
                creation.egui_ctx.set_theme(theme);
            }
            Ok(Box::new(opened.beginning_at(first)))
        }),
    );
    if let Err(error) = opened.await {
        let reason = error.as_string().or_else(|| js_sys::Error::from(error).message().as_string());
        let sentence = language().fill(Text::PageNoWindow, &[("fault", &reason.unwrap_or_default())]);
        return match shown.figure(frame) {
            Some(figure) => {
                page::show_figure(&format!("{sentence} {}", language().text(Text::PageFigureInstead)), &figure, frame);
                Ok(())
            }
            None => Err(sentence),
        };
    }
    page::has_started();
    Ok(())
}

/// Maximum number of frames of the figure: drawing them takes some seconds, in which the page does not respond.
const FIGURE_FRAMES: usize = 500;

/// The run that a page without WebGL shows as a figure: the first given run, or else that of the
/// first example.
enum FigureOf {
    File(PathBuf),
    Run(Box<Setup>),
}

impl Default for FigureOf {
    fn default() -> Self {
        Self::Run(Box::new(Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta))))
    }
}

impl FigureOf {
    fn given(given: &Given) -> Option<Self> {
        match given {
            Given::File(path) => Some(Self::File(path.clone())),
            Given::Run(setup) => Some(Self::Run(setup.clone())),
            Given::Growing(_) | Given::Program(_) | Given::Trace(..) | Given::Refused(_) => None,
        }
    }

    /// Returns the page of a figure of the run with the frames around this one; `None` if the run cannot be opened.
    fn figure(&self, frame: usize) -> Option<String> {
        let progress = Arc::new(Progress::default());
        let trace = match self {
            Self::File(path) => open_trace(path, DEFAULT_MEMORY_LIMIT, &progress).ok()?,
            Self::Run(setup) => record(setup, DEFAULT_MEMORY_LIMIT, &progress).ok()?,
        };
        let first = frame.min(trace.frame_count().saturating_sub(1)).saturating_sub(FIGURE_FRAMES / 2);
        let frames = first..=first + FIGURE_FRAMES - 1;
        let figure = FigurePage { frames, language: Some(language()), ..FigurePage::default() };
        figure_page(&trace, &figure, &progress).ok()
    }
}
