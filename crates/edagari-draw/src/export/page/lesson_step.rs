//! Step of a lesson's page: pictures and texts of one note, with one run or two side by side.

use super::activities::picture;
use super::data::BesideStep;
use super::figure::{canvases, place_of};
use super::figure_pair::{beside_frame, beside_texts, half_size, names_of, places, still_of_two};
use super::pieces::StepArrows;
use crate::export::picture::{Canvas, Shot};
use crate::export::{ExportError, PICTURE_SIZE, Picture};
use crate::scene::{Point, Scene};
use edagari_core::analysis::{Corresponding, explain};
use edagari_core::language::{Language, Message, Text};
use edagari_core::trace::Trace;
use edagari_teach::note::{Activity, Note, plain_line, plain_question, plain_text};

/// Note of a lesson with the options of its pictures.
pub(super) struct LessonStep<'a> {
    pub note: &'a Note,
    pub trace: &'a Trace,
    /// Picture options, one per language.
    pictures: Vec<Picture>,
    beside: Option<Beside<'a>>,
}

/// Second run of a note, at the frame that corresponds to that of the note.
struct Beside<'a> {
    trace: &'a Trace,
    run: usize,
    found: Corresponding,
    pictures: Vec<Picture>,
}

/// Canvases of a step, in the order of [`Language::ALL`].
pub(super) struct StepCanvases<'a> {
    pub own: Vec<Canvas<'a>>,
    beside: Option<Vec<Canvas<'a>>>,
}

/// Returns the top left corners of the two pictures of a step.
pub(super) fn places_of_two() -> [Point; 2] {
    places(half_size(PICTURE_SIZE).0)
}

impl<'a> LessonStep<'a> {
    /// Determines the pictures of a note. `number` is that of the note, from 1.
    ///
    /// # Errors
    /// [`ExportError`] if a run of the note is missing, or its two runs are of different games.
    pub(super) fn of(note: &'a Note, number: usize, runs: &[&'a Trace]) -> Result<Self, ExportError> {
        let missing = || {
            let message = Message::from(Text::ErrorNoteRun).with("number", &number).with("run", &(note.run + 1));
            ExportError::Drawing(message)
        };
        let trace = runs.get(note.run).copied().filter(|trace| trace.frame_count() > 0).ok_or_else(missing)?;
        let beside = beside_of(note, number, trace, runs)?;
        let size = if beside.is_some() { half_size(PICTURE_SIZE) } else { PICTURE_SIZE };
        let pictures = pictures(note, trace, note.place_in(trace).frame, size);
        Ok(Self { note, trace, pictures, beside })
    }

    pub(super) fn frame(&self) -> usize {
        self.pictures[0].frame
    }

    pub(super) const fn has_two_runs(&self) -> bool {
        self.beside.is_some()
    }

    /// Returns the names of the two runs, each in the order of [`Language::ALL`].
    pub(super) fn names(&self) -> Option<[Vec<String>; 2]> {
        self.beside.as_ref().map(|beside| [names_of(self.trace), names_of(beside.trace)])
    }

    pub(super) fn canvases(&self) -> Result<StepCanvases<'_>, ExportError> {
        let beside = self.beside.as_ref().map(|beside| canvases(beside.trace, &beside.pictures)).transpose()?;
        Ok(StepCanvases { own: canvases(self.trace, &self.pictures)?, beside })
    }

    /// Returns the frame of the second run in the form that the page data needs.
    pub(super) fn beside_step<'b>(&'b self, drawn: &'b StepCanvases<'b>) -> Option<BesideStep<'b>> {
        let (beside, canvases) = self.beside.as_ref().zip(drawn.beside.as_deref())?;
        Some(BesideStep { trace: beside.trace, canvases, frame: beside.found.frame, run: beside.run })
    }

    /// Draws the step as a page without its script shows it.
    pub(super) fn still(&self, drawn: &StepCanvases<'_>, arrows: &StepArrows, language: Language) -> Scene {
        let (place, frame) = (place_of(language), self.frame());
        if let (Some(beside), Some(others), Some(names)) = (&self.beside, &drawn.beside, self.names()) {
            let both = [(&drawn.own[..], frame), (&others[..], beside.found.frame)];
            return still_of_two(both, &places_of_two(), &names, language);
        }
        let Some(canvas) = drawn.own.get(place) else { return Scene::default() };
        let mut picture = canvas.scene(Shot::of(frame));
        picture.shapes.extend(canvas.layout(frame).into_iter().flat_map(|layout| arrows.shapes(place, &layout)));
        picture
    }

    /// Returns the title and the text of the note, and the explanation of the second run's frame.
    pub(super) fn text(&self, runs: &[Option<&Trace>], language: Language) -> String {
        let shown = self.note.shown(&self.note.statement_context(runs, language));
        let text = Some(plain_text(&shown.text)).filter(|text| !text.is_empty());
        let there = self.beside.as_ref().map(|Beside { trace, found, .. }| {
            let (there, why) = beside_texts(found, trace, language);
            let texts = [Some(there), why, Some(explain(trace, found.frame, language))];
            texts.into_iter().flatten().collect::<Vec<_>>().join("\n")
        });
        let parts = [Some(plain_line(&shown.title)), text, there].into_iter().flatten();
        // Code marks of the plain text are removed: on a page, code looks like any other name.
        parts.collect::<Vec<_>>().join("\n\n").replace('`', "")
    }

    /// Returns the texts with the question and its answer, as a page without its script shows them.
    pub(super) fn text_with_answer(&self, runs: &[Option<&Trace>], language: Language) -> String {
        let shown = self.note.shown(&self.note.statement_context(runs, language));
        let question = shown.question.as_ref().map(|question| plain_question(question, language, true));
        let text = self.text(runs, language);
        question.map_or_else(|| text.clone(), |question| format!("{text}\n\n{}", question.replace('`', "")))
    }
}

/// Returns the second run of a note; `None` if it has none, or activities with pictures of their own.
fn beside_of<'a>(
    note: &Note,
    number: usize,
    trace: &Trace,
    runs: &[&'a Trace],
) -> Result<Option<Beside<'a>>, ExportError> {
    let has_pictures = note.activities.iter().any(|one| matches!(one, Activity::Play(_) | Activity::Change));
    let Some(run) = note.beside.filter(|_| !has_pictures) else { return Ok(None) };
    let missing = || {
        let message = Message::from(Text::ErrorNoteBeside).with("number", &number).with("run", &(run + 1));
        ExportError::Drawing(message.with("count", &runs.len()))
    };
    let &other = runs.get(run).ok_or_else(missing)?;
    let of_note = |message| Message::from(Text::ErrorOfNote).with("number", &number).with_message("message", message);
    let found = beside_frame(trace, note.place_in(trace).frame, other)
        .map_err(|message| ExportError::Drawing(of_note(message)))?;
    let pictures = pictures(note, trace, found.frame, half_size(PICTURE_SIZE));
    Ok(Some(Beside { trace: other, run, pictures, found }))
}

/// Returns the picture options of a note, one per language. The nodes are those of the note in its own run.
fn pictures(note: &Note, trace: &Trace, frame: usize, size: (f32, f32)) -> Vec<Picture> {
    let place = note.place_in(trace);
    let of = |language| Picture {
        size,
        center: place.node.clone(),
        opened: place.opened.iter().cloned().collect(),
        ..picture(frame, language)
    };
    Language::ALL.map(of).into()
}
