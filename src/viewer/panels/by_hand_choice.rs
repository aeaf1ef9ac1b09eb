//! Which exercise is done by hand: made by wishes, or read from a file.

use std::path::PathBuf;

use egui::{Button, DragValue, Grid, Key, RichText, TextEdit, Ui};

use super::begin_by_hand::begin_by_hand;
use super::convention_form::convention_rows_ui;
use crate::language::{Language, Text, visible};
use crate::lesson::exercise::{Convention, Exercise, ExerciseSet, GenerateError, Generated, Mode, Wishes};
use crate::lesson::what_if::editable_apart;
use crate::trace::Progress;
use crate::viewer::commands::{Action, ByHandCommand, Command};
use crate::viewer::forms::why_not_editable;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::form::{choice_ui, number_ui};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, progress_ui, prose_ui, section_ui, set_name};
use crate::viewer::session::jobs::MakeExercises;
use crate::viewer::session::{Session, Work};

/// The leaves of a tree that is made here.
const LEAVES: std::ops::RangeInclusive<u32> = 4..=24;

/// What is wished of the next exercise.
#[derive(Debug)]
pub(super) struct ExerciseChoice {
    convention: Convention,
    mode: Mode,
    leaves: u32,
    seed: u64,
    file: String,
    /// The keyboard for the field of the file.
    pub(super) focus: FirstFocus,
    making: Option<Making>,
    problem: Option<String>,
}

/// An exercise on its way.
#[derive(Debug)]
enum Making {
    /// A new one, in a mode; what goes wrong is said in a language.
    New(Work<Result<ExerciseSet, GenerateError>>, Mode, Language),
    /// That of a file.
    Read(Work<Result<Generated, String>>),
}

impl Making {
    fn progress(&self) -> &Progress {
        match self {
            Self::New(work, ..) => work.progress(),
            Self::Read(work) => work.progress(),
        }
    }

    fn poll(&self) -> Option<Result<Generated, String>> {
        let (work, mode, language) = match self {
            Self::New(work, mode, language) => (work, *mode, *language),
            Self::Read(work) => return work.poll(),
        };
        let first = |set: ExerciseSet| set.exercises.into_iter().next().ok_or_else(String::new);
        let exercise = work.poll()?.map_err(|error| error.sentence(language)).and_then(first);
        Some(exercise.map(|Generated { mut exercise, .. }| {
            exercise.mode = mode;
            Generated::of(1, exercise)
        }))
    }
}

impl Default for ExerciseChoice {
    fn default() -> Self {
        Self {
            convention: Convention::default(),
            mode: Mode::default(),
            leaves: 8,
            seed: 1,
            file: String::new(),
            focus: FirstFocus::default(),
            making: None,
            problem: None,
        }
    }
}

impl ExerciseChoice {
    /// Takes in an exercise that was made or read.
    pub(super) fn advance(&mut self, commands: &mut Vec<Command>) {
        let Some(made) = self.making.as_ref().and_then(Making::poll) else { return };
        self.making = None;
        match made {
            Ok(made) => commands.push(Command::ByHand(ByHandCommand::Begin(Box::new(made)))),
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Makes another exercise like one that was done, wherever that came from.
    pub(super) fn make_next(&mut self, done: &Exercise, session: &Session) {
        (self.convention, self.mode) = (*done.convention(), done.mode);
        self.leaves = (done.tree().leaves().count() as u32).clamp(*LEAVES.start(), *LEAVES.end());
        self.seed = self.seed.wrapping_add(1);
        self.make(session);
    }

    fn make(&mut self, session: &Session) {
        let (wishes, seed, mode) = (self.wishes(), self.seed, self.mode);
        self.problem = None;
        let work = Work::of(MakeExercises { wishes, seed, count: 1 }, Vec::new(), session.wake());
        self.making = work.ok().map(|work| Making::New(work, mode, session.settings.language));
    }

    fn read(&mut self, session: &Session) {
        let path = PathBuf::from(self.file.trim());
        self.problem = None;
        let work = Work::start("exercise", session.wake(), move |_| {
            let exercise = Exercise::read(&path).map_err(|error| error.to_string())?;
            Ok(Generated::of(1, exercise))
        });
        self.making = work.ok().map(Making::Read);
    }

    /// Trees that fit the search and the number of leaves: with something to be skipped, if the search skips.
    fn wishes(&self) -> Wishes {
        let depth = if self.leaves <= 6 { 2..=3 } else { 3..=4 };
        let cuts = if self.convention.search.cuts() { 1..=u32::MAX } else { 0..=u32::MAX };
        Wishes {
            convention: self.convention,
            leaves: self.leaves..=self.leaves,
            branching: 2..=3,
            depth,
            scores: 0..=20,
            cuts,
            ..Wishes::default()
        }
    }

    /// The form.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        prose_ui(ui, RichText::new(language.text(Text::ByHandAbout)).size(BODY));
        ui.add_space(6.0);
        Grid::new("exercise").num_columns(2).show(ui, |ui| self.rows_ui(ui, language));
        ui.add_space(6.0);
        let refused = self.convention.check().err();
        if let Some(error) = refused {
            let color = Palette::of(ui).cut;
            prose_ui(ui, RichText::new(error.sentence(language)).size(SECONDARY).color(color));
        }
        match &self.making {
            Some(making) => {
                if progress_ui(ui, making.progress().share().unwrap_or(0.0), None, language) {
                    self.making = None;
                }
            }
            None => {
                if ui.add_enabled(refused.is_none(), Button::new(language.text(Text::ByHandBegin))).clicked() {
                    self.make(session);
                }
            }
        }
        if let Some(problem) = &self.problem {
            let color = Palette::of(ui).cut;
            prose_ui(ui, RichText::new(problem).size(SECONDARY).color(color));
        }
        ui.add_space(10.0);
        section_ui(ui, language.text(Text::ByHandFromFile));
        ui.horizontal(|ui| {
            let hint = "class.edagari-exercise.ron";
            let field = TextEdit::singleline(&mut self.file).hint_text(hint).desired_width(260.0);
            let field = self.focus.field_ui(ui, field);
            set_name(ui, field.id, language.text(Text::FileName));
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_named = !self.file.trim().is_empty() && self.making.is_none();
            let opens = ui.add_enabled(is_named, Button::new(language.text(Text::OpenFile))).clicked();
            if is_named && (opens || is_entered) {
                self.read(session);
            }
        });
        ui.add_space(10.0);
        section_ui(ui, language.text(Text::ByHandOfRun));
        let run = session.active_run();
        let name = run_name(session, run);
        if ui.add_enabled(!run.is_recording(), Button::new(visible(&name)).wrap()).clicked() {
            commands.extend(match editable_apart(&run.trace) {
                Ok((tree, setup)) => begin_by_hand(&tree, &setup, language),
                Err(refused) => vec![Command::Tell(why_not_editable(&refused, language))],
            });
        }
        ui.add_space(10.0);
        section_ui(ui, language.text(Text::ByHandForClass));
        if ui.button(language.text(Text::ActExerciseSet)).clicked() {
            commands.push(Command::Do(Action::ExerciseSet));
        }
        let tally = session.settings.by_hand_tally;
        if tally.exercises > 0 {
            ui.add_space(10.0);
            let number = |count: u32| language.number(count.into());
            let values = [
                ("exercises", number(tally.exercises)),
                ("faultless", number(tally.without_mistake)),
                ("right", number(tally.right)),
                ("steps", number(tally.steps)),
            ];
            let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let color = Palette::of(ui).secondary;
            prose_ui(ui, RichText::new(language.fill(Text::ByHandSoFar, &values)).size(SECONDARY).color(color));
        }
    }

    fn rows_ui(&mut self, ui: &mut Ui, language: Language) {
        convention_rows_ui(ui, &mut self.convention, language);
        choice_ui(ui, language, Text::ByHandMode, &mut self.mode, &Mode::ALL, |mode| match mode {
            Mode::AtTheEnd => Text::ByHandAtTheEnd,
            Mode::AtOnce => Text::ByHandAtOnce,
            Mode::FixAndGoOn => Text::ByHandFixAndGoOn,
        });
        number_ui(ui, language, Text::ByHandLeaves, DragValue::new(&mut self.leaves).range(LEAVES).speed(0.1));
        number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
    }
}
