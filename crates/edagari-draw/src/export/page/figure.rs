//! A run as an animated figure in one HTML file, which needs no network, and the template of that file.

use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;

use super::data::{Data, Heading, Step, data, title};
use super::pieces::StepArrows;
use super::shapes::simplify;
use crate::export::picture::{Canvas, Shot};
use crate::export::svg::svg;
use crate::export::write::{ending, write_whole};
use crate::export::{ExportError, PICTURE_SIZE, Picture};
use crate::scene::{Ground, Rect, Scene, Style};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari_core::analysis::{Code, explain};
use edagari_core::language::{HasMessage as _, Language, Message, Text, visible};
use edagari_core::trace::file::{Target, write_native};
use edagari_core::trace::{Progress, Trace};
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Maximum number of frames of a page.
pub const MAX_PAGE_FRAMES: usize = 5_000;
/// Size in bytes above which the data are compressed.
const MAX_PLAIN: usize = 100_000;

/// Options of a page with an animated figure.
#[derive(Clone, PartialEq, Debug)]
pub struct FigurePage {
    /// Range of frames, both ends included; it is limited to the last frame of the run.
    pub frames: RangeInclusive<usize>,
    /// Width and height of the picture in points.
    pub size: (f32, f32),
    /// Language in which the page starts; `None` lets the browser choose. The page contains all languages.
    pub language: Option<Language>,
}

impl Default for FigurePage {
    /// Returns options for all frames.
    fn default() -> Self {
        Self { frames: 0..=usize::MAX, size: PICTURE_SIZE, language: None }
    }
}

/// Writes a run as a page; see [`figure_page`].
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_figure_page<'a>(
    trace: &Trace,
    figure: &FigurePage,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    check_name(target.path)?;
    let text = figure_page(trace, figure, progress)?;
    write_whole(target, text.as_bytes(), progress)
}

/// Returns the text of a page with an animated figure of a run, with explanations in all languages, and with the trace itself, so
/// that the page can be opened as a trace. The bytes are the same on every machine. `progress` counts the frames drawn.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{FigurePage, figure_page};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let figure = FigurePage { frames: 0..=3, ..FigurePage::default() };
/// let page = figure_page(&trace, &figure, &Progress::default())?;
/// assert!(page.trim_end().ends_with("</html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] if there are no frames or too many, or `progress` was cancelled.
pub fn figure_page(trace: &Trace, figure: &FigurePage, progress: &Progress) -> Result<String, ExportError> {
    let (frames, count) = frames_of(trace, figure)?;
    let (first, last) = (*frames.start(), *frames.end());
    let pictures = pictures(figure, last);
    let canvases = canvases(trace, &pictures)?;
    let says = |frame| Language::ALL.map(|language| explain(trace, frame, language)).into();
    let arrows = StepArrows::default();
    let codes: Vec<Code> = Code::of(trace).into_iter().collect();
    let code = Some(0).filter(|_| !codes.is_empty());
    let steps = (first..=last).map(|frame| {
        let before = frame.checked_sub(1).filter(|&before| before >= first);
        Step {
            trace,
            run: 0,
            canvases: &canvases,
            frame,
            before,
            beside: None,
            says: says(frame),
            arrows: &arrows,
            code,
        }
    });
    let title = |language| title(trace, language);
    let size = figure.size;
    let heading =
        Heading { title: &title, number: Text::PageFrame, first, size, pair: None, codes: &codes, texts: &[] };
    let data = data(steps, count, &heading, progress)?;
    finished(&data, &heading, figure.language, None, |language| Still {
        trace,
        picture: canvases.get(place_of(language)).map(|canvas| canvas.scene(Shot::of(last))).unwrap_or_default(),
        says: explain(trace, last, language),
    })
}

/// Returns the options of the pictures, in the order of [`Language::ALL`].
pub(super) fn pictures(figure: &FigurePage, frame: usize) -> Vec<Picture> {
    Language::ALL.map(|language| Picture { size: figure.size, language, ..Picture::at(frame) }).into()
}

pub(super) fn canvases<'a>(trace: &'a Trace, pictures: &'a [Picture]) -> Result<Vec<Canvas<'a>>, ExportError> {
    pictures.iter().map(|picture| Canvas::new(trace, picture)).collect()
}

/// Returns the index of a language in [`Language::ALL`].
pub(super) fn place_of(language: Language) -> usize {
    Language::ALL.iter().position(|&one| one == language).unwrap_or(0)
}

/// Returns the frames of a figure that the run has, and their number.
///
/// # Errors
/// [`ExportError`] if there are no frames or too many.
pub(super) fn frames_of(trace: &Trace, figure: &FigurePage) -> Result<(RangeInclusive<usize>, usize), ExportError> {
    let (first, last) = (*figure.frames.start(), *figure.frames.end());
    let last = last.min(trace.frame_count().saturating_sub(1));
    if first > last || trace.frame_count() == 0 {
        return Err(ExportError::Drawing(Text::ErrorNoFramesInRange.into()));
    }
    let count = last - first + 1;
    if count > MAX_PAGE_FRAMES {
        return Err(ExportError::TooManyFrames { count, most: MAX_PAGE_FRAMES });
    }
    Ok((first..=last, count))
}

/// Contents of a page that are shown without its script.
pub(super) struct Still<'a> {
    /// Trace stored in the page.
    pub trace: &'a Trace,
    pub picture: Scene,
    pub says: String,
}

/// Returns the text of a page with its data, which starts in `begins_in`, or in the browser's language if that is `None`. A lesson has
/// an extension.
pub(super) fn finished<'a>(
    data: &Data,
    heading: &Heading<'_>,
    begins_in: Option<Language>,
    extension: Option<Extension<'_>>,
    still: impl FnOnce(Language) -> Still<'a>,
) -> Result<String, ExportError> {
    let json = serde_json::to_string(data).map_err(|error| ExportError::Drawing(Message::verbatim(&error)))?;
    let is_packed = json.len() > MAX_PLAIN;
    let json = if is_packed { packed(&json) } else { json };
    let language = begins_in.unwrap_or_default();
    let Still { trace, picture: mut shapes, says } = still(language);
    simplify(&mut shapes);
    let bounds = Rect::new(0.0, 0.0, heading.size.0, heading.size.1);
    let picture = svg(&shapes, bounds, Style::Screen, Ground::Light, 1.0);
    let Extension { class, style, style_hashes, script, script_hashes, elements } = extension.unwrap_or_default();
    let sources = |hashes: &[&str]| hashes.iter().map(|hash| format!("'{hash}'")).collect::<Vec<_>>().join(" ");
    let script_hashes = if script.is_empty() { &[SCRIPT_HASH][..] } else { script_hashes };
    let encoding = if is_packed { " data-encoding=\"deflate\"" } else { "" };
    let values = [
        ("language", escaped(begins_in.map_or("", Language::code))),
        // Language of the contents that are shown without the script.
        ("code", escaped(language.code())),
        ("style-hashes", sources(&[&[STYLE_HASH], style_hashes].concat())),
        ("script-hashes", sources(script_hashes)),
        ("class", class.to_owned()),
        ("further-style", if style.is_empty() { String::new() } else { format!("<style>{style}</style>\n") }),
        ("elements", elements.to_owned()),
        ("title", escaped(&(heading.title)(language))),
        ("style", STYLE.to_owned()),
        ("picture", picture.trim_end().to_owned()),
        ("sentence", escaped(&says)),
        ("no-script", escaped(language.text(Text::PageNoScript))),
        ("encoding", encoding.to_owned()),
        // JSON is escaped so that it cannot end the script element around it.
        ("data", json.replace('<', "\\u003c")),
        ("trace", encoded(trace)?),
        ("script", if script.is_empty() { SCRIPT } else { script }.to_owned()),
    ];
    Ok(filled(PAGE, &values))
}

/// Returns a trace as a native file in base64.
pub(super) fn encoded(trace: &Trace) -> Result<String, ExportError> {
    let mut native = Vec::new();
    let cannot = |error: std::io::Error| ExportError::Drawing(error.message());
    write_native(trace, &mut native, &Progress::default()).map_err(cannot)?;
    Ok(BASE64_STANDARD.encode(native))
}

/// Compresses a text with zlib and encodes it in base64.
pub(super) fn packed(json: &str) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to a `Vec` cannot fail.
    let bytes = encoder.write_all(json.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
    BASE64_STANDARD.encode(bytes)
}

const PAGE: &str = include_str!("../../../resources/web/figure/page.html");
/// Style of figures, included first in other pages.
pub(super) const STYLE: &str = include_str!("../../../resources/web/figure/figure.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/figure/figure.js"),
);
/// Hashes of style and script for the content security policy: a browser runs only these two. A test computes the hashes.
pub(super) const STYLE_HASH: &str = "sha256-CI9Dr0PqUAZqzfxXQmfaX5a1AJLke68FwOEMSIv33go=";
const SCRIPT_HASH: &str = "sha256-l7VNLMYLhxX4JfUc6JoCJUyjSpt7D2foozTZPAD/VAs=";

/// Parts that a lesson adds to the page of a figure.
#[derive(Clone, Copy, Default)]
pub(super) struct Extension<'a> {
    /// Class of the page's main element.
    pub class: &'a str,
    /// Additional style, and the hashes of all additional styles for the content security policy.
    pub style: &'a str,
    pub style_hashes: &'a [&'a str],
    /// Script that replaces the one of figures, and the hashes of all scripts; empty for a figure.
    pub script: &'a str,
    pub script_hashes: &'a [&'a str],
    /// Elements with further data.
    pub elements: &'a str,
}

/// Replaces each `{{name}}` of a template by its value. Placeholders inside values are not replaced.
pub(super) fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::with_capacity(template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        let Some((name, behind)) = after.split_once("}}") else { break };
        text.extend(values.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str()));
        rest = behind;
    }
    text + rest
}

/// Returns a text in all languages, of which the style shows one.
pub(super) fn in_languages(text: impl Fn(Language) -> String) -> String {
    let in_one = |language: Language| format!("<span lang=\"{}\">{}</span>", language.code(), escaped(&text(language)));
    Language::ALL.map(in_one).concat()
}

/// Returns a text of the language tables in all languages.
pub(super) fn text_in_languages(key: Text) -> String {
    in_languages(|language| language.text(key).to_owned())
}

/// Escapes a text for HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Returns an error if the file extension is not that of an HTML page.
pub(super) fn check_name(path: &Path) -> Result<(), ExportError> {
    match ending(path).as_str() {
        "html" | "htm" => Ok(()),
        _ => Err(ExportError::Kind { path: path.to_owned(), expected: ".html" }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_safe;
    use super::*;

    #[test]
    fn page_hashes_match_script_and_style() {
        assert_safe((STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH), 40_000);
    }

    #[test]
    fn placeholders_in_values_are_not_replaced() {
        assert_eq!(filled("a{{x}}b{{y}}", &[("x", "{{y}}".to_owned()), ("y", "1".to_owned())]), "a{{y}}b1");
        assert_eq!(escaped("<a b=\"c\">'&"), "&lt;a b=&quot;c&quot;&gt;&#39;&amp;");
    }
}
