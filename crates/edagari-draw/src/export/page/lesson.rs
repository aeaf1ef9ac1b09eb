//! Lesson as one HTML file, which needs no network: one step per note, and one per answer.

use super::data::{Heading, Step, data};
use super::figure::check_name;
use super::figure::{Still, finished};
use super::pieces::StepArrows;
use crate::export::picture::Canvas;
use crate::export::write::write_whole;
use crate::export::{ExportError, PICTURE_SIZE, Picture};
use crate::scene::Orientation;
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

/// Returns the text of a page with a lesson: for each note its picture with text and question, then the answer. Statements are
/// computed from the runs. The page contains the first run, so that it can be opened as a trace. `progress` counts the steps.
///
/// # Errors
/// [`ExportError`] if the run of a note is missing, there are no notes, or `progress` was cancelled.
pub fn lesson_page(lesson: LessonPage<'_>, progress: &Progress) -> Result<String, ExportError> {
    let runs: Vec<Option<&Trace>> = lesson.runs.iter().copied().map(Some).collect();
    let mut places = Vec::new();
    for (number, note) in (1..).zip(&lesson.notes.notes) {
        let trace = lesson.runs.get(note.run).copied();
        let missing = || ExportError::Drawing(format!("note {number} is of run {}, which is not there", note.run + 1));
        let trace = trace.filter(|trace| trace.frame_count() > 0).ok_or_else(missing)?;
        places.push((trace, pictures(note, trace), note));
    }
    let arrows = (0..).zip(&places).map(|(number, (trace, _, note))| StepArrows::of(note, number, trace, &runs));
    let arrows: Vec<StepArrows> = arrows.collect();
    let mut canvases = Vec::new();
    for (trace, pictures, _) in &places {
        canvases.push(pictures.iter().map(|picture| Canvas::new(trace, picture)).collect::<Result<Vec<_>, _>>()?);
    }
    let at = |language| Note::default().standpoint(&runs, language);
    let about = |language| plain_text(&lesson.notes.about.shown(&at(language)));
    let mut steps = Vec::new();
    for (place, (trace, pictures, note)) in places.iter().enumerate() {
        let step = |says: Vec<String>| Step {
            trace,
            run: note.run,
            canvases: &canvases[place],
            frame: pictures[0].frame,
            before: None,
            says,
            arrows: &arrows[place],
        };
        let asked = Language::ALL.map(|language| said(note, &runs, language, false));
        if place == 0 && Language::ALL.into_iter().any(|language| !about(language).is_empty()) {
            steps.push(step(Language::ALL.map(about).into()));
        }
        steps.push(step(asked.into()));
        if note.question.is_some() {
            steps.push(step(Language::ALL.map(|language| said(note, &runs, language, true)).into()));
        }
    }
    let (Some(first), Some((last, canvas))) = (lesson.runs.first(), places.last().zip(canvases.last())) else {
        return Err(ExportError::Drawing("there are no notes".to_owned()));
    };
    let count = steps.len();
    let title = |language| plain_line(&lesson.notes.title.shown_in_line(&at(language)));
    let heading = Heading { title: &title, number: Text::PageStep, first: 1, size: PICTURE_SIZE, code: None };
    let data = data(steps.into_iter(), count, &heading, progress)?;
    finished(&data, &heading, lesson.language, |language| {
        let place = Language::ALL.iter().position(|&one| one == language).unwrap_or(0);
        let frame = last.1[0].frame;
        let layout = canvas.get(place).and_then(|canvas| canvas.layout(frame));
        Still {
            trace: first,
            canvas: canvas.get(place),
            frame,
            over: layout.zip(arrows.last()).map(|(layout, arrows)| arrows.shapes(place, &layout)).unwrap_or_default(),
            says: said(last.2, &runs, language, true),
        }
    })
}

/// Returns the picture options of a note, one per language.
fn pictures(note: &Note, trace: &Trace) -> Vec<Picture> {
    let place = note.place_in(trace);
    let picture = |language| Picture {
        center: place.node.clone(),
        opened: place.opened.iter().cloned().collect(),
        orientation: Orientation::TopDown,
        language,
        ..Picture::at(place.frame)
    };
    Language::ALL.map(picture).into()
}

/// Returns the text and question of a note, or the answer to its question if `is_answered`.
fn said(note: &Note, runs: &[Option<&Trace>], language: Language, is_answered: bool) -> String {
    let shown = note.shown(&note.standpoint(runs, language));
    let question = shown.question.as_ref().map(|question| plain_question(question, language, is_answered));
    let text = Some(plain_text(&shown.text)).filter(|text| !text.is_empty());
    let text = text.filter(|_| !(is_answered && question.is_some()));
    let parts = [Some(plain_line(&shown.title)), text, question];
    // Code marks of the plain text are removed: in a page, code looks like any other name.
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n").replace('`', "")
}
