//! A set of exercises for a class: requirements, generation, preview, and saving as sheets, solutions and questions. Pushes the
//! commands of `ByHandCommand`.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{
    Align, Button, Context, DragValue, Frame, Grid, Key, Label, Layout, Margin, RichText, ScrollArea, Sense, TextEdit,
    Ui,
};
use egui_extras::{Column, TableBuilder};

use super::requirement_form::{convention_rows_ui, kind_row_ui, requirement_rows_ui};
use crate::viewer::commands::{Action, ByHandCommand, Command};
use crate::viewer::kit::form::{choose_ui, number_ui};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, SMALL, strong};
use crate::viewer::kit::widgets::{progress_ui, prose_ui, section_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::jobs::MakeExercises;
use crate::viewer::session::{Session, Work};
use edagari_core::language::{Language, Text};
use edagari_draw::export::{Filled, MAX_A_PAGE, Paper, Sheets, check_exercise_file};
use edagari_teach::exercise::{
    Contradiction, ExerciseFigures, ExerciseSet, GenerateError, MAX_EXERCISES, Requirements,
};

/// Width of the form.
const FORM: f32 = 420.0;
/// Height of a row of the table.
const ROW: f32 = 22.0;
/// Height of the headings, which take two lines.
const HEADINGS: f32 = 36.0;

/// The panel, with the requirements and the generated set.
#[derive(Debug)]
struct MakingASet {
    requirements: Requirements,
    /// Requirements that were checked last, and why they cannot be fulfilled.
    judged: (Requirements, Option<Contradiction>),
    count: u32,
    seed: u64,
    making: Option<Work<Result<ExerciseSet, GenerateError>>>,
    made: Option<Arc<ExerciseSet>>,
    problem: Option<GenerateError>,
    paper: Paper,
    a_page: usize,
    blank_file: String,
    solution_file: String,
}

/// Creates the panel.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(MakingASet {
        requirements: Requirements::default(),
        judged: (Requirements::default(), None),
        count: 30,
        seed: 1,
        making: None,
        made: None,
        problem: None,
        paper: Paper::A4,
        a_page: 1,
        blank_file: String::new(),
        solution_file: String::new(),
    })
}

impl Panel for MakingASet {
    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {
        if self.judged.0 != self.requirements {
            self.judged = (self.requirements.clone(), self.requirements.check().err());
        }
        let Some(made) = self.making.as_ref().and_then(Work::poll) else { return };
        self.making = None;
        match made {
            Ok(set) => self.made = Some(Arc::new(set)),
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let width = FORM.min(ui.available_width() * 0.42);
        egui::Panel::left("wishes").resizable(false).exact_size(width).show(ui, |ui| {
            egui::Panel::bottom("making").show(ui, |ui| {
                ui.add_space(4.0);
                self.making_ui(ui, session);
            });
            ScrollArea::vertical().id_salt("wishes").auto_shrink(false).show(ui, |ui| self.form_ui(ui, session));
        });
        let made = Frame::new().inner_margin(Margin::symmetric(10, 0));
        made.show(ui, |ui| self.made_ui(ui, session.settings.language, commands));
    }
}

impl MakingASet {
    fn form_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        prose_ui(ui, RichText::new(language.text(Text::ExerciseSetAbout)).size(BODY));
        section_ui(ui, language.text(Text::ByHandConvention));
        Grid::new("convention").num_columns(2).show(ui, |ui| {
            let before = Requirements::of_kind(self.requirements.kind);
            kind_row_ui(ui, &mut self.requirements.kind, &mut self.requirements.convention, language);
            let usual = Requirements::of_kind(self.requirements.kind);
            let requirements = &mut self.requirements;
            // Values that the user has not changed get the defaults of the new kind.
            if requirements.kind != before.kind {
                if requirements.leaves == before.leaves {
                    requirements.leaves = usual.leaves;
                }
                if requirements.depth == before.depth {
                    requirements.depth = usual.depth;
                }
                if requirements.scores == before.scores {
                    requirements.scores = usual.scores;
                }
            }
            convention_rows_ui(ui, &mut self.requirements.convention, language);
        });
        section_ui(ui, language.text(Text::ExerciseSetTrees));
        Grid::new("trees").num_columns(2).show(ui, |ui| {
            requirement_rows_ui(ui, &mut self.requirements, language);
            let count = DragValue::new(&mut self.count).range(1..=MAX_EXERCISES).speed(0.2);
            number_ui(ui, language, Text::ExerciseSetCount, count);
            number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
        });
    }

    /// Draws the button that generates the set, or the reason why that is impossible.
    fn making_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        let refused = self.judged.1.as_ref().map(|contradiction| contradiction.sentence(language));
        if let Some(refused) = &refused {
            fault_ui(ui, refused);
        }
        match &self.making {
            Some(work) => {
                if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                    self.making = None;
                }
            }
            None => {
                if ui.add_enabled(refused.is_none(), Button::new(language.text(Text::ExerciseSetMake))).clicked() {
                    self.make(session);
                }
            }
        }
        if let Some(problem) = self.problem.as_ref().filter(|_| refused.is_none()) {
            fault_ui(ui, &problem.sentence(language));
        }
    }

    fn make(&mut self, session: &Session) {
        let (requirements, seed, count) = (self.requirements.clone(), self.seed, self.count);
        (self.problem, self.made) = (None, None);
        self.making = Work::of(MakeExercises { requirements, seed, count }, Vec::new(), session.wake()).ok();
    }

    /// Draws the set, once it is generated.
    fn made_ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let Some(set) = self.made.clone() else {
            prose_ui(ui, RichText::new(language.text(Text::ExerciseSetNone)).size(BODY));
            return;
        };
        let values = [("count", language.number(set.exercises.len() as u64)), ("tried", language.number(set.tried))];
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        ui.add(Label::new(strong(language.fill(Text::ExerciseSetMade, &values), BODY)).wrap());
        ui.add_space(4.0);
        self.saving_ui(ui, &set, language, commands);
        ui.separator();
        table_ui(ui, &set, language, commands);
    }

    fn saving_ui(&mut self, ui: &mut Ui, set: &Arc<ExerciseSet>, language: Language, commands: &mut Vec<Command>) {
        Grid::new("paper").num_columns(2).show(ui, |ui| {
            let papers = [Paper::A4, Paper::Letter];
            choose_ui(ui, language.text(Text::ExerciseSetPaper), &mut self.paper, papers, |paper| match paper {
                Paper::A4 => "A4",
                Paper::Letter => "Letter",
            });
            number_ui(
                ui,
                language,
                Text::ExerciseSetAPage,
                DragValue::new(&mut self.a_page).range(1..=MAX_A_PAGE).speed(0.05),
            );
        });
        let sheets = |filled| Sheets { filled, paper: self.paper, a_page: self.a_page, language };
        let files = [
            (&mut self.blank_file, Filled::Blank, Text::ExerciseSetBlank, "sheets.pdf"),
            (&mut self.solution_file, Filled::Solution, Text::ExerciseSetSolution, "solutions.pdf"),
        ];
        for (file, filled, text, hint) in files {
            ui.horizontal(|ui| {
                let name = language.text(text);
                let field = ui.add(TextEdit::singleline(file).hint_text(hint).desired_width(260.0));
                set_name(ui, field.id, name);
                let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                let path = PathBuf::from(file.trim());
                let is_named = check_exercise_file(&path, filled).is_ok();
                let saves = ui.add_enabled(is_named, Button::new(name)).clicked();
                if is_named && (saves || is_entered) {
                    let set = Arc::clone(set);
                    let saving = ByHandCommand::SaveSet { set, sheets: sheets(filled), path };
                    commands.push(Command::ByHand(saving));
                }
            });
        }
        let color = Palette::of(ui).secondary;
        prose_ui(ui, RichText::new(language.text(Text::ExerciseSetEndings)).size(SECONDARY).color(color));
    }
}

fn fault_ui(ui: &mut Ui, sentence: &str) {
    let color = Palette::of(ui).cut;
    prose_ui(ui, RichText::new(sentence).size(SECONDARY).color(color));
}

/// Column of the table: its heading, and its figure of an exercise.
type Figure = (Text, fn(&ExerciseFigures) -> u32);

const FIGURES: [Figure; 7] = [
    (Text::StatisticsLeaves, |figures| figures.leaves),
    (Text::StatisticsEvaluated, |figures| figures.evaluated),
    (Text::StatisticsCuts, |figures| figures.cuts),
    (Text::StatisticsAlphaCuts, |figures| figures.alpha_cuts),
    (Text::StatisticsBetaCuts, |figures| figures.beta_cuts),
    (Text::StatisticsAboveLeaves, |figures| figures.cuts_above_leaves),
    (Text::StatisticsDeep, |figures| figures.deep_cuts),
];

/// Draws the exercises with their figures, so that their difficulty can be compared; a click starts an exercise by hand.
fn table_ui(ui: &mut Ui, set: &ExerciseSet, language: Language, commands: &mut Vec<Command>) {
    let cell_ui = |ui: &mut Ui, text: RichText| {
        ui.add(Label::new(text).truncate().selectable(false));
    };
    let heading_ui = |ui: &mut Ui, heading: Text| {
        ui.add(Label::new(strong(language.text(heading), SMALL)).wrap().halign(Align::RIGHT).selectable(false));
    };
    let table = TableBuilder::new(ui)
        .id_salt("exercises")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::right_to_left(Align::Center))
        .auto_shrink(false)
        .column(Column::exact(58.0))
        .columns(Column::remainder().at_least(44.0).clip(true), FIGURES.len());
    table
        .header(HEADINGS, |mut header| {
            header.col(|ui| heading_ui(ui, Text::StatisticsNumber));
            for (heading, _) in FIGURES {
                header.col(|ui| heading_ui(ui, heading));
            }
        })
        .body(|body| {
            body.rows(ROW, set.exercises.len(), |mut row| {
                let made = &set.exercises[row.index()];
                row.col(|ui| cell_ui(ui, RichText::new(language.number(made.number.into())).size(SECONDARY)));
                for (_, figure) in FIGURES {
                    let text = language.number(figure(&made.figures).into());
                    row.col(|ui| cell_ui(ui, RichText::new(text).size(SECONDARY)));
                }
                let number = language.number(made.number.into());
                let name = language.fill(Text::ExerciseSetDo, &[("number", &number)]);
                let response = row.response();
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                if response.on_hover_text(&name).clicked() {
                    commands.push(Command::ByHand(ByHandCommand::Begin(Box::new(made.clone()))));
                    commands.push(Command::Do(Action::ByHand));
                }
            });
        });
}
