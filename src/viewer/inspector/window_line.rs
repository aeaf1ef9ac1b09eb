//! The window of the selected node on a number line. Bounds and scores move there in step with the event of the frame in the tree.

use egui::{Label, RichText, Ui};

use crate::viewer::kit::number_line::{LineRange, Narrowed, NumberLine, gliding_line_ui};
use crate::viewer::kit::score_scale::LinePlaces;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::session::{Run, Session};
use crate::viewer::tree::{Motion, Pace, Picture, has_stages};
use edagari_core::language::Text;
use edagari_core::score::Window;
use edagari_core::trace::{FrameKind, Process, Trace};

impl Picture for LinePlaces {
    const IS_CAMERA: bool = false;

    fn is(&self, other: &Self) -> bool {
        self == other
    }

    fn leads_to(&self, _: &Self) -> bool {
        true
    }

    fn toward(&self, other: &Self, share: f32) -> Self {
        self.between(other, share)
    }
}

/// Shows the window of the selected node at its own last frame; none if the node is not visited.
pub(super) fn window_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    own_frame: Option<usize>,
    places: &mut Motion<LinePlaces>,
) {
    let language = session.settings.language;
    section_ui(ui, language.text(Text::WindowHeading));
    let is_search = matches!(run.trace.setup.process, Process::Search(_) | Process::Expect(_));
    let has_table = run.trace.setup.table.is_some();
    let line = match own_frame.filter(|_| is_search) {
        Some(own) => number_line(&run.trace, own),
        None => NumberLine::of(Window::FULL),
    };
    let line = NumberLine { reach: LineRange::Shown(run.scores), has_table, unit: run.trace.unit(), ..line };
    if is_search && own_frame.is_none() && run.trace.frame_count() > 0 {
        // The same height as with a line, so that the sections below do not move.
        ui.allocate_ui(egui::vec2(ui.available_width(), line.height()), |ui| {
            ui.set_min_height(line.height());
            let words = RichText::new(language.text(Text::NoWindowYet)).size(SECONDARY);
            ui.add(Label::new(words.color(Palette::of(ui).secondary)).wrap());
        });
        return;
    }
    let rest = line.places();
    places.view_moves = has_stages(ui.ctx(), run.id);
    let seen = places.at(Pace::of(ui, session, run), &run.trace, run.frame, &rest).picture;
    if seen != rest {
        ui.request_repaint();
    }
    gliding_line_ui(ui, &line, seen, language);
}

/// Returns the contents of the number line. A score is compared with the window before the update, which the update narrows; the bounds are those
/// that the node found in the table, until it writes its own.
fn number_line(trace: &Trace, frame: usize) -> NumberLine {
    let Some(step) = trace.step(frame) else { return NumberLine::of(Window::FULL) };
    let found = trace.table().lookup_of(step.visit).map(|found| found.bounds).filter(|_| step.kind != FrameKind::Start);
    let given = trace.given_window(step.visit);
    let searched = trace.judged_window(step.visit);
    let narrowed_from =
        (given != step.window).then_some(Narrowed { from: given, by_table: step.window == searched, is_given: true });
    let line = NumberLine { bounds: found, score: step.score, ..NumberLine::of(step.window) };
    match step.kind {
        FrameKind::Start => line,
        FrameKind::Score => NumberLine { is_of_child: true, ..line },
        FrameKind::Lookup => NumberLine { given: narrowed_from, ..line },
        FrameKind::Update => {
            let met = frame.checked_sub(1).and_then(|before| trace.step(before));
            met.map_or(line, |met| {
                let narrowed = Narrowed { from: met.window, by_table: false, is_given: met.window == given };
                let own = trace.own_update_at(frame);
                let score = own.as_ref().map_or(met.score, |own| own.value);
                let given = (met.window != step.window).then_some(narrowed);
                NumberLine { given, score, is_of_child: own.is_none(), ..line }
            })
        }
        FrameKind::Store | FrameKind::End => {
            let written = trace
                .table()
                .store_of(step.visit)
                .and_then(|store| trace.table().stored(store))
                .map(|stored| stored.bounds);
            NumberLine { given: narrowed_from, bounds: written.or(found), ..line }
        }
    }
}
