//! The differences between two runs, each a jump in both. Reads all runs; pushes `GoToEach` and `CenterOne` for the two compared runs.

use std::sync::Arc;

use egui::{Button, Color32, ComboBox, Context, Label, RichText, ScrollArea, Ui, vec2};

use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{lines_height, progress_ui, prose_ui, row_text, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Computed, Run, RunId, Session, jobs};
use edagari_core::analysis::{BisectStep, Difference, DifferenceKind, TraceDiff, bisect, node_title, signed_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

/// Number of lines of a row of the list: the difference, and its node.
const LINES: usize = 3;

/// The panel, with the comparison of two runs.
#[derive(Debug)]
struct Differences {
    /// Compared runs. Sentences use their numbers, since tiles can be above each other.
    sides: Option<[RunId; 2]>,
    comparison: Comparison,
    /// The way to the cause of a different decision, after the first click.
    way: Option<Way>,
}

/// The steps to the cause of a different decision, and the index of the step on screen.
#[derive(Debug)]
struct Way {
    steps: Vec<BisectStep>,
    at: usize,
}

/// The comparison of two traces.
type Comparison = Computed<[Arc<Trace>; 2], TraceDiff>;

/// Creates the panel for the active run and the one with which it is compared.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    Box::new(Differences { sides: usual_sides(session), comparison: Computed::Empty, way: None })
}

/// Returns the active run and the one with which it is compared, otherwise the next run, in the order of all runs.
fn usual_sides(session: &Session) -> Option<[RunId; 2]> {
    let at = session.runs.iter().position(|run| run.id == session.active)?;
    let others = || session.runs[at + 1..].iter().chain(&session.runs[..at]);
    let compared = session.compared_with(session.active);
    let is_compared = |run: &&Run| compared.as_ref().is_some_and(|trace| Arc::ptr_eq(trace, &run.trace));
    let other = others().find(is_compared).or_else(|| others().next())?;
    let mut sides = [session.active, other.id];
    sides.sort_by_key(|&run| session.number(run));
    Some(sides)
}

impl Panel for Differences {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::DiffTitle).to_owned())
    }

    fn advance(&mut self, _: &Context, session: &Session, _: &mut Vec<Command>) {
        self.comparison.advance();
        let are_there = self.sides.is_some_and(|sides| sides.iter().all(|&side| session.run(side).is_some()));
        if !are_there {
            self.sides = usual_sides(session);
        }
        let Some([Some(left), Some(right)]) = self.sides.map(|sides| sides.map(|side| session.run(side))) else {
            self.comparison = Computed::Empty;
            return;
        };
        // The comparison must be of the traces on screen.
        let traces = [&left.trace, &right.trace];
        let are_shown = |compared: &[Arc<Trace>; 2]| {
            compared.iter().zip(traces).all(|(compared, shown)| Arc::ptr_eq(compared, shown))
        };
        let is_current = self.comparison.key().is_some_and(are_shown);
        if !is_current && !left.is_recording() && !right.is_recording() {
            self.comparison = compare(traces.map(Arc::clone), session);
            self.way = None;
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let Some(sides) = &mut self.sides else {
            ui.label(language.text(Text::DiffOneRun));
            return;
        };
        ui.horizontal_wrapped(|ui| {
            side_ui(ui, Text::DiffFirstRun, &mut sides[0], session);
            ui.label("–");
            side_ui(ui, Text::DiffSecondRun, &mut sides[1], session);
        });
        ui.add_space(4.0);
        comparison_ui(&mut self.comparison, &mut self.way, ui, *sides, session, commands);
    }
}

/// Draws the choice of the run on one side.
fn side_ui(ui: &mut Ui, name: Text, side: &mut RunId, session: &Session) {
    // Runs of one program differ only in their files.
    let shown = session.run(*side).map(|run| match &run.origin {
        Some(file) => session.numbered(run.id, file),
        None => run_name(session, run),
    });
    let shown = shown.unwrap_or_default();
    let width = (ui.available_width() / 2.0 - 20.0).clamp(110.0, 220.0);
    let chosen = ComboBox::from_id_salt(name).selected_text(shown).width(width).truncate();
    let response = chosen.show_ui(ui, |ui| {
        for run in &session.runs {
            ui.selectable_value(side, run.id, run_name(session, run));
        }
    });
    set_name(ui, response.response.id, session.settings.language.text(name));
}

fn compare(traces: [Arc<Trace>; 2], session: &Session) -> Comparison {
    let compared = traces.to_vec();
    Computed::begin(traces, jobs::Compare {}, compared, session.wake())
}

fn comparison_ui(
    comparison: &mut Comparison,
    way: &mut Option<Way>,
    ui: &mut Ui,
    sides: [RunId; 2],
    session: &Session,
    commands: &mut Vec<Command>,
) {
    let language = session.settings.language;
    match comparison {
        Computed::Empty => {}
        Computed::Working(_, work) => {
            if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                comparison.cancel();
            }
        }
        Computed::Cancelled(traces) => {
            ui.label(language.text(Text::DiffCancelled));
            if ui.button(language.text(Text::DiffAgain)).clicked() {
                *comparison = compare(traces.clone(), session);
            }
        }
        Computed::Refused(_, message) => {
            ui.add(Label::new(message.sentence(language)).wrap());
        }
        Computed::Done(traces, diff) => {
            let numbers = sides.map(|side| language.number(session.number(side) as u64));
            Compared { traces, diff, numbers }.ui(ui, sides, way, language, commands);
        }
    }
}

/// The differences between two traces.
struct Compared<'a> {
    traces: &'a [Arc<Trace>; 2],
    diff: &'a TraceDiff,
    /// The numbers of the runs, as in the headings of their tiles.
    numbers: [String; 2],
}

impl Compared<'_> {
    fn ui(
        &self,
        ui: &mut Ui,
        sides: [RunId; 2],
        way: &mut Option<Way>,
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        let diff = self.diff;
        let go_to = |frames: [usize; 2]| Command::GoToEach(sides.into_iter().zip(frames).collect());
        let Some(frame) = diff.parting else {
            ui.add(Label::new(language.text(Text::DiffEqual)).wrap());
            return;
        };
        let color = Palette::of(ui).secondary;
        let parting = language.fill(Text::DiffParting, &[("frame", &language.number(frame as u64))]);
        if ui.add(Button::new(parting).frame(false)).clicked() {
            commands.push(go_to(diff.frames.map(|frames| frame.min(frames.saturating_sub(1)))));
        }
        let [run, other] = &self.numbers;
        let counts = [
            ("run", run.clone()),
            ("other", other.clone()),
            ("left", language.number(diff.visited_by_one[0])),
            ("right", language.number(diff.visited_by_one[1])),
            ("scores", language.number(diff.other_scores)),
            ("leftcuts", language.number(diff.cuts_in_one[0])),
            ("rightcuts", language.number(diff.cuts_in_one[1])),
        ];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        let counts = RichText::new(language.fill(Text::DiffCounts, &counts)).size(SECONDARY).color(color);
        prose_ui(ui, counts);
        if let Some(step) = self.way_ui(ui, way, language) {
            commands.push(go_to(step.frames));
            for (side, run) in sides.into_iter().enumerate() {
                let node = self.traces[side].node_of(step.visits[side]);
                commands.push(Command::CenterOne { run, path: self.traces[side].path(node) });
            }
        }
        ui.separator();
        let height = lines_height(ui, LINES);
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, diff.list.len(), |ui, rows| {
            for difference in &diff.list[rows] {
                let [node, what] = self.texts(difference, language);
                // The difference first: the path to its node can be long.
                let parts = [(&*what, Color32::PLACEHOLDER), ("\n", color), (&*node, color)];
                let row = Button::new(row_text(ui, &parts, LINES)).frame(false);
                let row = row.min_size(vec2(ui.available_width(), height));
                if ui.add(row).on_hover_text(format!("{node} · {what}")).clicked() {
                    commands.push(go_to(difference.frames));
                    let centers = [0, 1].map(|side| self.path(difference, side));
                    for (run, path) in sides.into_iter().zip(centers) {
                        commands.extend(path.map(|path| Command::CenterOne { run, path }));
                    }
                }
            }
        });
    }

    /// Draws the steps to the cause of a different decision, one at a time. Returns the step to go
    /// to.
    fn way_ui(&self, ui: &mut Ui, way: &mut Option<Way>, language: Language) -> Option<BisectStep> {
        let traces = self.traces.each_ref().map(|trace| &**trace);
        let mut is_gone_to = false;
        ui.horizontal_wrapped(|ui| {
            let Some(way) = way else {
                if ui.button(language.text(Text::BisectBegin)).clicked() {
                    *way = Some(Way { steps: bisect(traces), at: 0 });
                    is_gone_to = true;
                }
                return;
            };
            if way.steps.is_empty() {
                ui.label(language.text(Text::BisectNothing));
                return;
            }
            let last = way.steps.len() - 1;
            let (has_previous, has_next) = (way.at > 0, way.at < last);
            if ui.add_enabled(has_previous, Button::new(language.text(Text::BisectPrevious))).clicked() {
                way.at -= 1;
                is_gone_to = true;
            }
            if ui.add_enabled(has_next, Button::new(language.text(Text::BisectNext))).clicked() {
                way.at += 1;
                is_gone_to = true;
            }
            let [number, count] = [way.at + 1, last + 1].map(|number| language.number(number as u64));
            ui.label(language.fill(Text::BisectStepNumber, &[("number", &number), ("count", &count)]));
        });
        let way = way.as_ref()?;
        let step = *way.steps.get(way.at)?;
        prose_ui(ui, RichText::new(step.text(traces, language)).size(SECONDARY));
        is_gone_to.then_some(step)
    }

    fn path(&self, difference: &Difference, side: usize) -> Option<Vec<u32>> {
        difference.nodes[side].map(|node| self.traces[side].path(node))
    }

    /// Returns the node of a difference, and the difference.
    fn texts(&self, difference: &Difference, language: Language) -> [String; 2] {
        let side = usize::from(difference.nodes[0].is_none());
        let path = self.path(difference, side).unwrap_or_default();
        let node = node_title(&self.traces[side], &path, language);
        let what = match difference.kind {
            DifferenceKind::VisitedByOne(side) => language.fill(Text::DiffOnly, &[("run", &self.numbers[side])]),
            DifferenceKind::CutInOne(side) => language.fill(Text::DiffCut, &[("run", &self.numbers[side])]),
            DifferenceKind::Scores([(left, left_kind), (right, right_kind)]) => language.fill(
                Text::DiffScores,
                &[
                    ("run", &self.numbers[0]),
                    ("other", &self.numbers[1]),
                    ("left", &signed_text(&self.traces[0], left_kind, self.traces[0].in_unit(left))),
                    ("right", &signed_text(&self.traces[1], right_kind, self.traces[1].in_unit(right))),
                ],
            ),
        };
        let saved = match difference.work {
            0 => String::new(),
            work => {
                let run = &self.numbers[usize::from(work > 0)];
                let count = language.number(work.unsigned_abs());
                format!(" · {}", language.fill(Text::DiffSaves, &[("run", run), ("count", &count)]))
            }
        };
        [node, format!("{what}{saved}")]
    }
}
