//! Plots over frames: α and β, and the size and hit rate of the table. A click goes to the frame.

use egui::{RichText, Ui};
use egui_plot::{HPlacement, Line, LineStyle, Plot, PlotPoint, PlotPoints, VLine};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SMALL};
use crate::viewer::kit::widgets::{marks_at, section_ui, set_name};
use crate::viewer::session::{PlotOf, Run, Session};
use edagari_core::analysis::TablePoint;
use edagari_core::language::Text;
use edagari_core::score::{InUnit, Score};
use edagari_core::trace::{FrameKind, NodeId, Trace, VisitId};

/// The height of a plot, in points.
pub(super) const HEIGHT: f32 = 96.0;
/// The maximum number of plotted steps of one visit; only the first ones of a longer visit are plotted.
const MAX_POINTS: usize = 2000;

/// The choices for the window plot.
const ALL: [PlotOf; 3] = [PlotOf::Root, PlotOf::Selected, PlotOf::Current];

const fn plot_text(of: PlotOf) -> Text {
    match of {
        PlotOf::Root => Text::PlotRoot,
        PlotOf::Selected => Text::PlotSelected,
        PlotOf::Current => Text::PlotCurrent,
    }
}

/// Plots the hit rate of the table, and its size relative to its final size, so that both fit one scale.
pub(super) fn table_plot_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let palette = Palette::of(ui);
    section_ui(ui, language.text(Text::TablePlot));
    let run = session.active_run();
    let last = last_visible(session, run);
    let entries = run.table_curve.last().map_or(0, |point| point.entries);
    let by_frame = |share: &dyn Fn(&TablePoint) -> f64| -> Vec<PlotPoint> {
        let visible = run.table_curve.iter().filter(|point| point.frame <= last);
        visible.map(|point| PlotPoint::new(point.frame as f64, 100.0 * share(point))).collect()
    };
    let size = by_frame(&|point| point.entries as f64 / entries.max(1) as f64);
    let hits = by_frame(&|point| point.hit_rate);
    ui.horizontal_wrapped(|ui| {
        let size_name = language.fill(Text::PlotSize, &[("entries", &language.number(entries))]);
        for (sign, name, color) in
            [("—", language.text(Text::PlotHits), palette.table_text), ("- -", size_name.as_str(), palette.secondary)]
        {
            ui.label(RichText::new(format!("{sign} {name}")).size(SMALL).color(color));
        }
    });
    let response = Plot::new("table plot")
        .height(HEIGHT)
        .include_y(0.0)
        .include_y(100.0)
        .allow_scroll(false)
        .allow_zoom([true, false])
        .allow_drag([true, false])
        .show_grid(false)
        .y_axis_min_width(28.0)
        .y_grid_spacer(|_| marks_at([0.0, 50.0, 100.0]))
        .y_axis_formatter(|mark, _| format!("{}%", mark.value))
        .x_axis_formatter(|mark, _| {
            if mark.value.fract() == 0.0 && mark.value >= 0.0 {
                language.number(mark.value as u64)
            } else {
                String::new()
            }
        })
        .show(ui, |plot| {
            let size = Line::new(language.text(Text::TableEntries), PlotPoints::Owned(size));
            plot.line(size.color(palette.secondary).style(LineStyle::dashed_loose()).allow_band(false));
            let hits = Line::new(language.text(Text::PlotHits), PlotPoints::Owned(hits));
            plot.line(hits.color(palette.table).width(2.0).allow_band(false));
            plot.vline(
                VLine::new(language.text(Text::CurrentFrame), run.frame as f64).color(palette.current).width(2.0),
            );
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
    set_name(ui, response.response.id, language.text(Text::TablePlot));
    if let Some(point) = response.inner {
        commands.push(Command::GoTo { run: run.id, frame: point.x.round().max(0.0) as usize });
    }
}

/// Plots α and β of a node of the active run by frame.
pub(super) fn window_plot_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        section_ui(ui, language.text(Text::WindowPlot));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let response = egui::ComboBox::from_id_salt("plot of")
                .selected_text(language.text(plot_text(session.settings.plot_of)))
                .show_ui(ui, |ui| {
                    for of in ALL {
                        if ui.selectable_label(session.settings.plot_of == of, language.text(plot_text(of))).clicked() {
                            commands.push(Command::SetPlotOf(of));
                        }
                    }
                });
            set_name(ui, response.response.id, language.text(Text::PlotWhich));
        });
    });
    let run = session.active_run();
    let visit = plotted_visit(run, session.settings.plot_of);
    let (low, high) = run.scores.unwrap_or((-1, 1));
    let unit = run.trace.unit();
    let (low, high) = (f64::from(low) - 1.0, f64::from(high) + 1.0);
    let [alpha, beta] = visit.map_or([Vec::new(), Vec::new()], |visit| {
        bounds_by_frame(&run.trace, (visit, last_visible(session, run)), low, high)
    });
    let response = Plot::new("window plot")
        .height(HEIGHT)
        .include_y(low)
        .include_y(high)
        .allow_scroll(false)
        .allow_zoom([true, false])
        .allow_drag([true, false])
        .auto_bounds([true, true])
        .show_grid(false)
        .y_axis_position(HPlacement::Left)
        .y_axis_min_width(28.0)
        .y_grid_spacer(move |_| marks_at(bound_marks(low, high)))
        .y_axis_formatter(move |mark, _| {
            if mark.value <= low {
                "−∞".to_owned()
            } else if mark.value >= high {
                "∞".to_owned()
            } else if mark.value.fract() == 0.0 {
                InUnit { value: Score::new(mark.value as i32), unit }.to_string()
            } else {
                String::new()
            }
        })
        .x_axis_formatter(|mark, _| {
            if mark.value.fract() == 0.0 && mark.value >= 0.0 {
                language.number(mark.value as u64)
            } else {
                String::new()
            }
        })
        .show(ui, |plot| {
            plot.line(Line::new("α", PlotPoints::Owned(alpha)).color(palette.max).width(2.0).allow_band(false));
            plot.line(Line::new("β", PlotPoints::Owned(beta)).color(palette.min).width(2.0).allow_band(false));
            plot.vline(
                VLine::new(language.text(Text::CurrentFrame), run.frame as f64).color(palette.current).width(2.0),
            );
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
    set_name(ui, response.response.id, language.text(Text::WindowPlot));
    if let Some(point) = response.inner {
        commands.push(Command::GoTo { run: run.id, frame: point.x.round().max(0.0) as usize });
    }
}

/// Returns the marks of the axis: its ends, which represent ±∞, zero, and the extreme scores if there is room.
fn bound_marks(low: f64, high: f64) -> Vec<f64> {
    const ROOM: f64 = 6.0;
    let zero = 0.0_f64.clamp(low + 1.0, high - 1.0);
    if high - low > ROOM { vec![low, zero, high] } else { vec![low, low + 1.0, zero, high - 1.0, high] }
}

fn plotted_visit(run: &Run, of: PlotOf) -> Option<VisitId> {
    let trace = &run.trace;
    match of {
        PlotOf::Root => trace.layer_at(NodeId::ROOT, run.frame),
        PlotOf::Selected => run.selected_visit(),
        PlotOf::Current => trace.layer_at(run.current_node(), run.frame),
    }
}

/// Returns the last plotted frame of a run: while questions are open, later frames are hidden.
fn last_visible(session: &Session, run: &Run) -> usize {
    if session.hides_future(run.id) { run.frame } else { usize::MAX }
}

/// Returns α and β of a visit by frame, as steps; ±∞ is at the edges.
fn bounds_by_frame(trace: &Trace, (visit, last_visible): (VisitId, usize), low: f64, high: f64) -> [Vec<PlotPoint>; 2] {
    let value = |score: Score| match score.finite() {
        Some(score) => f64::from(score),
        None if score == Score::INFINITY => high,
        None => low,
    };
    let (start, end) = trace.span(visit);
    let end = end.unwrap_or(trace.frame_count().saturating_sub(1)).min(last_visible);
    let mut bounds = [Vec::new(), Vec::new()];
    let mut frame = Some(start);
    let mut last = [f64::NAN; 2];
    while let Some(here) = frame.filter(|&here| here <= last_visible && bounds[0].len() < MAX_POINTS) {
        if let Some(step) = trace.step(here).filter(|step| matches!(step.kind, FrameKind::Start | FrameKind::Update)) {
            for (points, (last, now)) in
                bounds.iter_mut().zip(last.iter_mut().zip([value(step.window.alpha), value(step.window.beta)]))
            {
                if last.is_finite() {
                    points.push(PlotPoint::new(here as f64, *last));
                }
                points.push(PlotPoint::new(here as f64, now));
                *last = now;
            }
        }
        frame = trace.next_frame_of(visit, here);
    }
    for (points, last) in bounds.iter_mut().zip(last) {
        points.push(PlotPoint::new(end as f64, last));
    }
    bounds
}
