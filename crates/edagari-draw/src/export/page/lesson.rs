//! Lesson as one HTML file, which needs no network: one step per note, with questions to answer, activities and exercises.

use serde_json::json;

use super::activities::{Activities, TEXTS, question};
use super::data::{Heading, Pair, Step, data};
use super::exercise::{SCRIPT_HASH as EXERCISE_SCRIPT_HASH, STYLE_HASH as EXERCISE_STYLE_HASH};
use super::figure::{Extension, Still, check_name, finished};
use super::lesson_step::{LessonStep, places_of_two};
use super::pieces::StepArrows;
use crate::export::write::write_whole;
use crate::export::{ExportError, PICTURE_SIZE};
use edagari_core::analysis::Code;
use edagari_core::language::{Language, Text};
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};
use edagari_teach::note::{Note, Notes, plain_line, plain_text};

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

/// Returns the text of a page with a lesson: for each note its picture with text, code, question and activities, with a second run to
/// the right if the note has one. Statements are computed from the runs. The page contains the first run, so that it can be opened as a
/// trace, and its exercises as pages of their own. `progress` counts the pictures.
///
/// # Errors
/// [`ExportError`] if the run of a note is missing or not suited to an activity, its two runs are of different games, there are no notes,
/// or `progress` was cancelled.
pub fn lesson_page(lesson: LessonPage<'_>, progress: &Progress) -> Result<String, ExportError> {
    let runs: Vec<Option<&Trace>> = lesson.runs.iter().copied().map(Some).collect();
    let notes = lesson.notes;
    let mut activities = Activities::new(notes.notes.len(), &notes.title);
    let (mut shown, mut tasks) = (Vec::new(), Vec::new());
    for (number, note) in (1..).zip(&notes.notes) {
        let step = LessonStep::of(note, number, lesson.runs)?;
        let activities = activities.of(note, step.trace, progress)?;
        tasks.push(json!({ "question": question(note, &runs), "activities": activities }));
        shown.push(step);
    }
    let arrows = (0..).zip(&shown).map(|(number, step)| StepArrows::of(step.note, number, step.trace, &runs));
    let (arrows, no_arrows): (Vec<StepArrows>, _) = (arrows.collect(), StepArrows::default());
    let canvases: Vec<_> = shown.iter().map(LessonStep::canvases).collect::<Result<_, _>>()?;
    let scenes = activities.scenes.iter();
    let scene_canvases: Vec<_> =
        scenes.map(|scene| super::figure::canvases(scene.trace(), &scene.pictures)).collect::<Result<_, _>>()?;
    let codes_of_runs: Vec<Option<Code>> = lesson.runs.iter().map(|trace| Code::of(trace).ok()).collect();
    let code_of = |run: usize| {
        codes_of_runs[run].as_ref()?;
        Some(codes_of_runs[..run].iter().flatten().count())
    };
    let codes: Vec<Code> = codes_of_runs.iter().flatten().cloned().collect();
    let steps = shown.iter().enumerate().map(|(place, step)| Step {
        trace: step.trace,
        run: step.note.run,
        canvases: &canvases[place].own,
        frame: step.frame(),
        before: None,
        beside: step.beside_step(&canvases[place]),
        says: Language::ALL.map(|language| step.text(&runs, language)).into(),
        arrows: &arrows[place],
        code: code_of(step.note.run),
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
    let (Some(first), Some(last)) = (lesson.runs.first(), shown.last().zip(canvases.last()).zip(arrows.last())) else {
        return Err(ExportError::Drawing(Text::ErrorNoNotes.into()));
    };
    let at = |language| Note::default().statement_context(&runs, language);
    let title = |language| plain_line(&notes.title.shown_in_line(&at(language)));
    let pair = Pair { places: places_of_two(), names: None };
    let heading = Heading {
        title: &title,
        number: Text::PageStep,
        first: 1,
        size: PICTURE_SIZE,
        pair: Some(&pair).filter(|_| shown.iter().any(LessonStep::has_two_runs)),
        codes: &codes,
        texts: &TEXTS,
    };
    let count = shown.len() + activities.scenes.len();
    let mut data = data(steps.chain(scenes), count, &heading, progress)?;
    let about = Language::ALL.map(|language| plain_text(&notes.about.shown(&at(language))).replace('`', ""));
    let frames: Vec<usize> = shown.iter().map(LessonStep::frame).collect();
    let names: Vec<Option<[Vec<String>; 2]>> = shown.iter().map(LessonStep::names).collect();
    data.lesson =
        Some(json!({ "steps": shown.len(), "frames": frames, "about": about, "tasks": tasks, "beside": names }));
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
        let ((step, canvases), arrows) = last;
        let picture = step.still(canvases, arrows, language);
        Still { trace: first, picture, says: step.text_with_answer(&runs, language) }
    })
}

const STYLE: &str = include_str!("../../../resources/web/lesson/lesson.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/figure/figure.js"),
    include_str!("../../../resources/web/lesson/lesson.js"),
);
/// Hashes of style and script for the content security policy. A page of an exercise that is opened from a lesson inherits the
/// policy, so its hashes are in it as well. A test computes the hashes.
const STYLE_HASH: &str = "sha256-wduIPR7sTbAANO2NpxDJZmrWPG1WrJzzIFQT/O+Rqa8=";
const SCRIPT_HASH: &str = "sha256-HcRrsmwrlFUW3KlHytfXDvLfpzd/n49re8ytoVujd60=";

#[cfg(test)]
mod tests {
    use super::super::assert_safe;
    use super::*;

    #[test]
    fn page_hashes_match_script_and_style() {
        assert_safe((STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH), 50_000);
    }
}
