//! Two runs of the same game as one animated figure: the second run shows the frame that corresponds to that of the first.

use serde_json::to_string;

use super::data::{BesideStep, Heading, Pair, Step, data};
use super::figure::{
    Extension, FigurePage, Still, canvases, check_name, encoded, finished, frames_of, pictures, place_of,
};
use super::pieces::StepArrows;
use crate::export::ExportError;
use crate::export::picture::{Canvas, Shot};
use crate::export::write::write_whole;
use crate::scene::shape::shift;
use crate::scene::{Anchor, Color, Ink, Point, Scene, Shape};
use edagari_core::analysis::{Code, Corresponding, corresponding, explain, game_of_run_text, run_title};
use edagari_core::language::{Language, Message, Text, visible};
use edagari_core::platform::page_contents::PageContents;
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};

/// Default width and height in points of each of two pictures side by side.
pub const PAIR_SIZE: (f32, f32) = (620.0, 600.0);
/// Space in points between the pictures.
const GAP: f32 = 16.0;
/// Height in points of the line with the names of the runs, above the pictures.
const NAMES: f32 = 24.0;
/// Font size of the names in points.
const NAME_SIZE: f32 = 15.0;

/// Writes two runs as a page; see [`figure_pair_page`].
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_figure_pair_page<'a>(
    runs: [&Trace; 2],
    figure: &FigurePage,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    check_name(target.path)?;
    let text = figure_pair_page(runs, figure, progress)?;
    write_whole(target, text.as_bytes(), progress)
}

/// Returns the text of a page with an animated figure of two runs side by side. The frames are those of the first run; next to each is
/// the [corresponding](corresponding) frame of the second. `figure.size` is the size of one picture. The page contains both traces.
/// `progress` counts the frames drawn.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{FigurePage, PAIR_SIZE, figure_pair_page};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let run = |search| Recording::of(GameSetup::textbook(None)).search(search).record();
/// # let (minimax, alpha_beta) = (run(Algorithm::Minimax)?, run(Algorithm::AlphaBeta)?);
///
/// // `minimax` and `alpha_beta` are runs on the three-move figure.
/// let figure = FigurePage { size: PAIR_SIZE, ..FigurePage::default() };
/// let page = figure_pair_page([&minimax, &alpha_beta], &figure, &Progress::default())?;
/// assert!(page.contains("id=\"trace-2\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] if the runs are of different games, there are no frames or too many, or `progress` was cancelled.
pub fn figure_pair_page(runs: [&Trace; 2], figure: &FigurePage, progress: &Progress) -> Result<String, ExportError> {
    let [trace, other] = runs;
    let (frames, count) = frames_of(trace, figure)?;
    let (first, last) = (*frames.start(), *frames.end());
    let beside = |frame| beside_frame(trace, frame, other).map_err(ExportError::Drawing);
    let at_last = beside(last)?.frame;
    let found = frames.clone().map(beside).collect::<Result<Vec<_>, _>>()?;
    let [own_pictures, other_pictures] = [last, at_last].map(|frame| pictures(figure, frame));
    let [own, others] = [canvases(trace, &own_pictures)?, canvases(other, &other_pictures)?];
    let (width, height) = figure.size;
    let names = runs.map(names_of);
    let pair = Pair { places: places(width), names: Some(names.clone()) };
    let says = |frame: usize, language| {
        let found = &found[frame - first];
        let (there, why) = beside_texts(found, other, language);
        let texts =
            [Some(explain(trace, frame, language)), Some(there), why, Some(explain(other, found.frame, language))];
        texts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    };
    let arrows = StepArrows::default();
    let codes: Vec<Code> = Code::of(trace).into_iter().collect();
    let code = Some(0).filter(|_| !codes.is_empty());
    let steps = frames.map(|frame| Step {
        trace,
        run: 0,
        canvases: &own,
        frame,
        before: frame.checked_sub(1).filter(|&before| before >= first),
        beside: Some(BesideStep { trace: other, canvases: &others, frame: found[frame - first].frame, run: 0 }),
        says: Language::ALL.map(|language| says(frame, language)).into(),
        arrows: &arrows,
        code,
    });
    let title = |language| {
        let [one, two] = names.each_ref().map(|names| names[place_of(language)].clone());
        [one, two, visible(&game_of_run_text(trace, language)).into_owned()].join(" · ")
    };
    let heading = Heading {
        title: &title,
        number: Text::PageFrame,
        first,
        size: (2.0 * width + GAP, height + NAMES),
        pair: Some(&pair),
        codes: &codes,
        texts: &[],
    };
    let data = data(steps, count, &heading, progress)?;
    let elements = elements(&names, other)?;
    let extension = Extension { class: "pair", elements: &elements, ..Extension::default() };
    finished(&data, &heading, figure.language, Some(extension), |language| {
        let drawn = [(&own, last), (&others, at_last)].map(|(canvases, frame)| (&canvases[..], frame));
        let picture = still_of_two(drawn, &pair.places, &names, language);
        Still { trace, picture, says: says(last, language) }
    })
}

/// Returns the frame of `other` that a page shows next to a frame of `trace`.
///
/// # Errors
/// A message, if the runs are of different games.
pub(super) fn beside_frame(trace: &Trace, frame: usize, other: &Trace) -> Result<Corresponding, Message> {
    if !trace.setup.game.is_same_game(&other.setup.game) {
        let [one, two] = [trace, other].map(|run| run.setup.game.to_string());
        return Err(Message::from(Text::ErrorBesideGames).with("first", &one).with("second", &two));
    }
    corresponding(trace, frame, other).ok_or_else(|| Text::ErrorBesideNone.into())
}

/// Returns the name and frame of the second run as a sentence, and the reason if the frame does not show the same moment.
pub(super) fn beside_texts(found: &Corresponding, other: &Trace, language: Language) -> (String, Option<String>) {
    let name = visible(&run_title(other, language)).into_owned();
    let number = language.number(found.frame as u64);
    let there = language.fill(Text::PageBeside, &[("run", &name), ("frame", &number)]);
    (there, found.sentence(other, language))
}

/// Returns the size of each of two pictures side by side that together have the given size.
pub(super) fn half_size((width, height): (f32, f32)) -> (f32, f32) {
    ((width - GAP) / 2.0, height - NAMES)
}

/// Returns the top left corners of two pictures of the given width, below their names.
pub(super) fn places(width: f32) -> [Point; 2] {
    [Point::new(0.0, NAMES), Point::new(width + GAP, NAMES)]
}

/// Returns the name of a run, in the order of [`Language::ALL`].
pub(super) fn names_of(run: &Trace) -> Vec<String> {
    Language::ALL.map(|language| visible(&run_title(run, language)).into_owned()).into()
}

/// Draws a frame of each of two runs with their names, as a page without its script shows them.
pub(super) fn still_of_two(
    drawn: [(&[Canvas<'_>], usize); 2],
    places: &[Point; 2],
    names: &[Vec<String>; 2],
    language: Language,
) -> Scene {
    let place = place_of(language);
    let mut picture = Scene::default();
    for (run, (canvases, frame)) in drawn.into_iter().enumerate() {
        let mut scene = canvases.get(place).map(|canvas| canvas.scene(Shot::of(frame))).unwrap_or_default();
        shift(&mut scene.shapes, places[run]);
        picture.shapes.append(&mut scene.shapes);
        picture.shapes.push(Shape::Text {
            at: Point::new(places[run].x + NAME_SIZE, NAMES / 2.0),
            anchor: Anchor::Left,
            size: NAME_SIZE,
            text: names[run][place].clone(),
            ink: Ink::full(Color::Text),
            strong: true,
        });
    }
    picture
}

/// Returns the elements with the second trace and the list of both, so that the page opens as two runs.
fn elements(names: &[Vec<String>; 2], other: &Trace) -> Result<String, ExportError> {
    let names = names.each_ref().map(|names| names[place_of(Language::English)].replace('/', "-"));
    let name = |place: usize| format!("{} {}.edagari", place + 1, names[place]);
    let contents = PageContents {
        edagari_page: PageContents::VERSION,
        traces: vec![("trace".to_owned(), name(0)), ("trace-2".to_owned(), name(1))],
        beside: Vec::new(),
        begin: Vec::new(),
    };
    let contents = to_string(&contents).map_err(|error| ExportError::Drawing(Message::verbatim(&error)))?;
    // JSON is escaped so that it cannot end the script element around it.
    let contents = contents.replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/octet-stream\" id=\"trace-2\">{}</script>\n<script type=\"application/json\" id=\"{}\">{contents}</script>\n",
        encoded(other)?,
        PageContents::ELEMENT,
    ))
}
