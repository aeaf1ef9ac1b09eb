//! Pages that bundle runs with the program itself in one HTML file, which needs no network.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::data::title;
use super::figure::check_name;
use super::figure::escaped;
use crate::export::write::write_whole;
use crate::export::{ExportError, LaterFont, has_rare_kanji, is_rare_kanji};
use edagari_core::language::{HasMessage as _, Language, Message};
use edagari_core::platform::files;
use edagari_core::platform::page_contents::PageContents;
use edagari_core::trace::file::{Target, write_native};
use edagari_core::trace::{Progress, Trace};
use edagari_teach::note::{Notes, RunFrom, notes_beside};

/// File name of the program as a single page. `.ci/web` creates it in the folder of the web build.
pub const APP_PAGE: &str = "one-file.html";
/// Maximum size of the program page in bytes.
const MAX_BYTES_OF_PROGRAM: u64 = 256 << 20;
/// Placeholder for the files in the program page.
const PLACE: &str = "<!-- files -->";
/// Title of the program page without a run.
const TITLE: &str = "<title>Edagari</title>";
/// Extension of a native file.
const NATIVE: &str = ".edagari";

/// Contents of a page with the bundled program.
#[derive(Clone, Debug, Default)]
pub struct AppPage<'a> {
    /// Runs with their file names, shown side by side.
    pub runs: Vec<(String, &'a Trace)>,
    /// Notes on the runs. Runs that the notes name by file are matched with `runs` by file name.
    pub notes: Option<&'a Notes>,
    /// Start view of the window: the words of a link to a page (`frame`, `node`, `view`, `find`),
    /// each with its value.
    pub begin: Vec<(String, String)>,
}

/// Writes a page that bundles runs with the program, which is read from the file `program`; see [`app_page`].
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_app_page<'a>(
    page: &AppPage<'_>,
    program: &Path,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    check_name(target.path)?;
    let reading = |source| ExportError::Program { path: program.to_owned(), source };
    let bytes = files::read(program, MAX_BYTES_OF_PROGRAM).map_err(reading)?;
    let text = String::from_utf8(bytes).map_err(|_| reading(std::io::ErrorKind::InvalidData.into()))?;
    let text = app_page(page, &text, progress)?;
    let text = text.ok_or_else(|| ExportError::NoProgram { path: program.to_owned(), expected: PLACE })?;
    write_whole(target, text.as_bytes(), progress)
}

/// Returns the text of a page that bundles runs with the program; `program` is the text of the program page. `None` if that has
/// no placeholder for files. Importers of traces find the first run in the page. `progress` counts the visits written.
///
/// # Errors
/// [`ExportError::Cancelled`].
pub fn app_page(page: &AppPage<'_>, program: &str, progress: &Progress) -> Result<Option<String>, ExportError> {
    let Some((before, after)) = program.split_once(PLACE) else { return Ok(None) };
    let mut text = before.to_owned();
    if let [(_, trace)] = page.runs[..] {
        let title = escaped(&title(trace, Language::English));
        text = text.replacen(TITLE, &format!("<title>{title} · Edagari</title>"), 1);
    }
    let mut file = |id: &str, bytes: &[u8]| {
        let start = format!("<script type=\"application/octet-stream\" id=\"{id}\">");
        text.extend([&start, &*BASE64_STANDARD.encode(bytes), "</script>\n"]);
    };
    let mut traces: Vec<(String, String)> = Vec::new();
    let mut taken = BTreeSet::new();
    for (index, (name, trace)) in page.runs.iter().enumerate() {
        let mut native = Vec::new();
        write_native(trace, &mut native, progress).map_err(|error| {
            if progress.is_cancelled() { ExportError::Cancelled } else { ExportError::Drawing(error.message()) }
        })?;
        let id = if index == 0 { "trace".to_owned() } else { format!("trace-{}", index + 1) };
        file(&id, &native);
        traces.push((id, own_name(name, &mut taken)));
    }
    let mut beside = Vec::new();
    if let (Some(notes), Some((_, first))) = (page.notes, traces.first()) {
        let mut notes = notes.clone();
        for run in &mut notes.runs {
            let RunFrom::File(named) = &mut run.from else { continue };
            let is_it = |((name, _), _): &(&(String, &Trace), _)| named.file_name() == Some(OsStr::new(name.as_str()));
            if let Some((_, (_, own))) = page.runs.iter().zip(&traces).find(is_it) {
                *named = own.into();
            }
        }
        file("notes", notes.to_text().as_bytes());
        beside.push(("notes".to_owned(), notes_beside(Path::new(first)).display().to_string()));
    }
    let noted = page.notes.map(Notes::to_text).unwrap_or_default();
    let needs_rare = page.runs.iter().any(|(name, trace)| name.chars().any(is_rare_kanji) || has_rare_kanji(trace));
    if let Some(font) = LaterFont::RareKanji.font().filter(|_| needs_rare || noted.chars().any(is_rare_kanji)) {
        file("rare-kanji", font.file);
        beside.push(("rare-kanji".to_owned(), LaterFont::RareKanji.file_name().to_owned()));
    }
    let contents = PageContents { edagari_page: PageContents::VERSION, traces, beside, begin: page.begin.clone() };
    let contents = serde_json::to_string(&contents).map_err(|error| ExportError::Drawing(Message::verbatim(&error)))?;
    let start = format!("<script type=\"application/json\" id=\"{}\">", PageContents::ELEMENT);
    // JSON is escaped so that it cannot end the script element around it.
    text.extend([&start, &*contents.replace('<', "\\u003c"), "</script>", after]);
    Ok(Some(text))
}

/// Returns a file name for a native file that is unique in the page.
fn own_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let stem = name.trim_end_matches(NATIVE);
    let names =
        (1..).map(|count| if count == 1 { format!("{stem}{NATIVE}") } else { format!("{stem} {count}{NATIVE}") });
    // The iterator is infinite, so a free name is always found.
    names.into_iter().find(|name| taken.insert(name.clone())).unwrap_or_default()
}
