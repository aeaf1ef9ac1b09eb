//! Lesson as one HTML file, which needs no network: one step per note, with questions to answer, activities and exercises.

use serde_json::json;

use super::activities::{Activities, TEXTS, picture, question};
use super::data::{Heading, Step, data};
use super::exercise::{SCRIPT_HASH as EXERCISE_SCRIPT_HASH, STYLE_HASH as EXERCISE_STYLE_HASH};
use super::figure::{Extension, check_name};
use super::figure::{Still, finished};
use super::pieces::StepArrows;
use crate::export::picture::{Canvas, Shot};
use crate::export::write::write_whole;
use crate::export::{ExportError, PICTURE_SIZE, Picture};
use edagari_core::analysis::Code;
use edagari_core::language::{Language, Text};
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};
use edagari_teach::note::{Note, Notes, plain_line, plain_question, plain_text};

/// Options of a page with a lesson.
#[derive(Clone, Copy, Debug)]
pub struct LessonPage<'a> {
    /// Notes of the lesson.
    pub notes: &'a Notes,
    /// Runs of the lesson, in the order in which the notes number them.
    pub runs: &'a [&'a Trace],
    /// Language in which the page starts; `None` lets the browser choose. The page contains all languages.
    pub language: Option<Language>,
}

/// Writes a lesson as a page; see [`lesson_page`].
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_lesson_page<'a>(
    lesson: LessonPage<'_>,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    check_name(target.path)?;
    write_whole(target, lesson_page(lesson, progress)?.as_bytes(), progress)
}

/// Returns the text of a page with a lesson: for each note its picture with text, code, question and activities. Statements are
/// computed from the runs. The page contains the first run, so that it can be opened as a trace, and its exercises as pages of their
/// own. `progress` counts the pictures.
///
/// # Errors
/// [`ExportError`] if the run of a note is missing or not suited to an activity, there are no notes, or `progress` was cancelled.
pub fn lesson_page(lesson: LessonPage<'_>, progress: &Progress) -> Result<String, ExportError> {
    let runs: Vec<Option<&Trace>> = lesson.runs.iter().copied().map(Some).collect();
    let notes = lesson.notes;
    let mut activities = Activities::new(notes.notes.len(), &notes.title);
    let (mut places, mut tasks) = (Vec::new(), Vec::new());
    for (number, note) in (1..).zip(&notes.notes) {
        let trace = lesson.runs.get(note.run).copied();
        let missing = || ExportError::Drawing(format!("note {number} is of run {}, which is not there", note.run + 1));
        let trace = trace.filter(|trace| trace.frame_count() > 0).ok_or_else(missing)?;
        places.push((trace, pictures(note, trace), note));
        tasks.push(json!({ "question": question(note, &runs), "activities": activities.of(note, trace, progress)? }));
    }
    let arrows = (0..).zip(&places).map(|(number, (trace, _, note))| StepArrows::of(note, number, trace, &runs));
    let (arrows, no_arrows): (Vec<StepArrows>, _) = (arrows.collect(), StepArrows::default());
    let canvases_of = |trace, pictures| canvases(trace, pictures);
    let canvases: Vec<_> =
        places.iter().map(|(trace, pictures, _)| canvases_of(trace, pictures)).collect::<Result<_, _>>()?;
    let scenes = activities.scenes.iter();
    let scene_canvases: Vec<_> =
        scenes.map(|scene| canvases_of(scene.trace(), &scene.pictures)).collect::<Result<_, _>>()?;
    let codes_of_runs: Vec<Option<Code>> = lesson.runs.iter().map(|trace| Code::of(trace).ok()).collect();
    let code_of = |run: usize| {
        codes_of_runs[run].as_ref()?;
        Some(codes_of_runs[..run].iter().flatten().count())
    };
    let codes: Vec<Code> = codes_of_runs.iter().flatten().cloned().collect();
    let steps = places.iter().enumerate().map(|(place, (trace, pictures, note))| Step {
        trace,
        run: note.run,
        canvases: &canvases[place],
        frame: pictures[0].frame,
        before: None,
        beside: None,
        says: Language::ALL.map(|language| said(note, &runs, language)).into(),
        arrows: &arrows[place],
        code: code_of(note.run),
    });
    let scenes = activities.scenes.iter().zip(&scene_canvases).map(|(scene, canvases)| Step {
        trace: scene.trace(),
        run: scene.run,
        canvases,
        frame: scene.pictures[0].frame,
        before: None,
        beside: None,
        says: scene.says.clone(),
        arrows: &no_arrows,
        code: None,
    });
    let (Some(first), Some((last, canvas))) = (lesson.runs.first(), places.last().zip(canvases.last())) else {
        return Err(ExportError::Drawing("there are no notes".to_owned()));
    };
    let at = |language| Note::default().standpoint(&runs, language);
    let title = |language| plain_line(&notes.title.shown_in_line(&at(language)));
    let heading = Heading {
        title: &title,
        number: Text::PageStep,
        first: 1,
        size: PICTURE_SIZE,
        pair: None,
        codes: &codes,
        texts: &TEXTS,
    };
    let count = places.len() + activities.scenes.len();
    let mut data = data(steps.chain(scenes), count, &heading, progress)?;
    let about = Language::ALL.map(|language| plain_text(&notes.about.shown(&at(language))).replace('`', ""));
    let frames: Vec<usize> = places.iter().map(|(_, pictures, _)| pictures[0].frame).collect();
    data.lesson = Some(json!({ "steps": places.len(), "frames": frames, "about": about, "tasks": tasks }));
    let element = |(run, page): &(usize, String)| {
        format!("<script type=\"application/octet-stream\" id=\"exercise-{run}\">{page}</script>\n")
    };
    let extension = Extension {
        class: "lesson",
        style: STYLE,
        style_hashes: &[STYLE_HASH, EXERCISE_STYLE_HASH],
        script: SCRIPT,
        script_hashes: &[SCRIPT_HASH, EXERCISE_SCRIPT_HASH],
        elements: &activities.exercises.iter().map(element).collect::<String>(),
    };
    finished(&data, &heading, lesson.language, Some(extension), |language| {
        let place = Language::ALL.iter().position(|&one| one == language).unwrap_or(0);
        let frame = last.1[0].frame;
        let layout = canvas.get(place).and_then(|canvas| canvas.layout(frame));
        let mut picture = canvas.get(place).map(|canvas| canvas.scene(Shot::of(frame))).unwrap_or_default();
        picture
            .shapes
            .extend(layout.zip(arrows.last()).into_iter().flat_map(|(layout, arrows)| arrows.shapes(place, &layout)));
        Still { trace: first, picture, says: said_with_answer(last.2, &runs, language) }
    })
}

fn canvases<'a>(trace: &'a Trace, pictures: &'a [Picture]) -> Result<Vec<Canvas<'a>>, ExportError> {
    pictures.iter().map(|picture| Canvas::new(trace, picture)).collect()
}

/// Returns the picture options of a note, one per language.
fn pictures(note: &Note, trace: &Trace) -> Vec<Picture> {
    let place = note.place_in(trace);
    let of = |language| Picture {
        center: place.node.clone(),
        opened: place.opened.iter().cloned().collect(),
        ..picture(place.frame, language)
    };
    Language::ALL.map(of).into()
}

/// Returns the title and the text of a note.
fn said(note: &Note, runs: &[Option<&Trace>], language: Language) -> String {
    let shown = note.shown(&note.standpoint(runs, language));
    let text = Some(plain_text(&shown.text)).filter(|text| !text.is_empty());
    // Code marks of the plain text are removed: in a page, code looks like any other name.
    [Some(plain_line(&shown.title)), text].into_iter().flatten().collect::<Vec<_>>().join("\n\n").replace('`', "")
}

/// Returns a note with its question and the answer to it, as a page without its script shows them.
fn said_with_answer(note: &Note, runs: &[Option<&Trace>], language: Language) -> String {
    let shown = note.shown(&note.standpoint(runs, language));
    let question = shown.question.as_ref().map(|question| plain_question(question, language, true));
    let text = said(note, runs, language);
    question.map_or_else(|| text.clone(), |question| format!("{text}\n\n{}", question.replace('`', "")))
}

const STYLE: &str = include_str!("../../../resources/web/lesson/lesson.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/figure/figure.js"),
    include_str!("../../../resources/web/lesson/lesson.js"),
);
/// Hashes of style and script for the content security policy. A page of an exercise that is opened from a lesson inherits the
/// policy, so its hashes are in it as well. A test computes the hashes.
const STYLE_HASH: &str = "sha256-ZcRRmPZWadwLvEN6L7z7gtje38v3vRC4//jMY1qyWi8=";
const SCRIPT_HASH: &str = "sha256-BoIuNQttVqJjfy6CDNtQQ0KfqMhksAzvX7U/auOa74k=";

#[cfg(test)]
mod tests {
    use super::super::assert_safe;
    use super::*;

    #[test]
    fn page_hashes_match_script_and_style() {
        assert_safe((STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH), 50_000);
    }
}
