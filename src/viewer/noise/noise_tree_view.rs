//! A textbook tree with noisy leaves: the distribution at each node.

use std::path::Path;
use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Grid, Id, RichText, Role, Sense, Slider, Ui, WidgetInfo, pos2, vec2};

use crate::viewer::commands::Command;
use crate::viewer::kit::chart_view::chart_ui;
use crate::viewer::kit::form::{file_ui, label_ui};
use crate::viewer::kit::paint::{on_screen, paint, visible};
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::set_name;
use crate::viewer::session::{Session, Wake, Work};
use edagari_core::analysis::node_title;
use edagari_core::analysis::noise::{node_of_path, tree_distributions};
use edagari_core::game::{AnyGame, GameSetup, TREE_FILE, TextbookTree};
use edagari_core::language::{Language, Message, Text};
use edagari_core::score::Distribution;
use edagari_core::search::Algorithm;
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, Trace, record};
use edagari_draw::scene::{
    Appearance, Chart, Color, Layout, Orientation, Series, SeriesKind, ViewOptions, ViewTree, draw_tree,
};

/// State of the view of a noisy tree.
#[derive(Debug)]
pub(crate) struct NoiseTreeView {
    file: String,
    sigma: f64,
    /// File from which [`Self::opened`] is read.
    wanted: Option<String>,
    opening: Option<Work<Result<Arc<Trace>, Message>>>,
    opened: Option<Result<Arc<Trace>, Message>>,
    /// Standard deviation of the noise, and the distributions of all nodes computed with it.
    known: Option<(f64, Vec<Distribution>)>,
    center: Vec<u32>,
    save_as: String,
}

impl Default for NoiseTreeView {
    fn default() -> Self {
        Self {
            file: String::new(),
            sigma: 2.0,
            wanted: None,
            opening: None,
            opened: None,
            known: None,
            center: Vec::new(),
            save_as: "edagari-node".to_owned(),
        }
    }
}

/// Maximum number of nodes whose distributions are computed.
const MAX_NODES: usize = 20_000;
/// Maximum number of screen points per point of the layout.
const LARGEST: f32 = 1.6;

impl NoiseTreeView {
    pub(crate) fn advance(&mut self) {
        if let Some(result) = self.opening.as_ref().and_then(Work::poll) {
            self.opened = Some(result);
            self.opening = None;
            self.known = None;
            self.center.clear();
        }
    }

    /// Reads the tree and searches it once, in the background.
    fn open(&mut self, wake: &Wake) {
        let file = self.file.trim().to_owned();
        self.wanted = Some(file.clone());
        let work = Work::start("noisy tree", wake, move |progress| {
            let file = (!file.is_empty()).then(|| Path::new(&file));
            let setup = Setup::new(GameSetup::textbook(file), Process::Search(Algorithm::Minimax));
            let trace = record(&setup, DEFAULT_MEMORY_LIMIT, progress)?;
            Ok(Arc::new(trace))
        });
        match work {
            Ok(work) => self.opening = Some(work),
            Err(error) => self.opened = Some(Err(error.into())),
        }
    }

    pub(crate) fn form_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        if self.wanted.is_none() {
            self.open(session.wake());
        }
        Grid::new("own tree").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            file_ui(ui, &TREE_FILE, &mut self.file, language);
            label_ui(ui, language, Text::Sigma);
            let slider = ui.add(Slider::new(&mut self.sigma, 0.1..=30.0).logarithmic(true).fixed_decimals(2));
            set_name(ui, slider.id, language.text(Text::Sigma));
            ui.end_row();
        });
        ui.add_space(8.0);
        if ui.button(language.text(Text::OpenTree)).clicked() {
            self.open(session.wake());
        }
    }

    pub(crate) fn result_ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let trace = match &self.opened {
            Some(Ok(trace)) => Arc::clone(trace),
            Some(Err(message)) => {
                ui.label(message.sentence(language));
                return;
            }
            None => return,
        };
        let AnyGame::TextbookTree(tree) = &trace.game else { return };
        if tree.len() > MAX_NODES {
            let [nodes, most] = [tree.len(), MAX_NODES].map(|count| count.to_string());
            ui.label(language.fill(Text::TreeTooLarge, &[("nodes", &nodes), ("most", &most)]));
            return;
        }
        self.compute(tree);
        let height = (ui.available_height() * 0.6).max(200.0);
        self.tree_ui(ui, &trace, tree, height, language);
        ui.add_space(10.0);
        if let Some(chart) = self.chart(&trace, tree, language) {
            let height = (ui.available_height() - 70.0).max(110.0);
            let path = chart_ui(ui, &chart, height, &mut self.save_as, language);
            commands.extend(path.map(|path| Command::SaveChart { chart: Box::new(chart), path }));
        }
    }

    fn compute(&mut self, tree: &TextbookTree) {
        if self.known.as_ref().is_some_and(|(sigma, _)| sigma.to_bits() == self.sigma.to_bits()) {
            return;
        }
        if let Ok(noise) = Distribution::usual(self.sigma, None) {
            self.known = Some((self.sigma, tree_distributions(tree, &noise)));
        }
    }

    fn at(&self, tree: &TextbookTree, path: &[u32]) -> Option<&Distribution> {
        self.known.as_ref().and_then(|(_, list)| list.get(node_of_path(tree, path)))
    }

    /// Draws the tree around the centre; each node has the mean and the standard deviation of its search result.
    fn tree_ui(&mut self, ui: &mut Ui, trace: &Arc<Trace>, tree: &TextbookTree, height: f32, language: Language) {
        let palette = Palette::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let Some(view) = ViewTree::new(trace, &self.center, ViewOptions::default()) else { return };
        let layout = Layout::new(&view, Orientation::LeftToRight, rect.width() / rect.height().max(1.0));
        let texts: Vec<String> =
            (0..view.nodes.len()).map(|node| self.at(tree, &view.path(node)).map_or_else(String::new, note)).collect();
        let zoom = (rect.width() / layout.bounds.width()).min((rect.height() - 16.0) / layout.bounds.height());
        let zoom = zoom.min(LARGEST);
        let middle = layout.bounds.center();
        let screen_from_scene = TSTransform::new(rect.center() - zoom * pos2(middle.x, middle.y), zoom);
        let appearance = Appearance {
            frame: trace.frame_count().saturating_sub(1),
            visible: visible(rect, screen_from_scene),
            zoom,
            current_path: &[],
            best_line: &[],
            notes: &texts,
            language,
        };
        let scene = draw_tree(trace, &view, &layout, &appearance);
        paint(&ui.painter_at(rect), &palette, &scene.shapes, screen_from_scene);
        for (number, text) in texts.iter().enumerate() {
            let place = on_screen(layout.node_rect(number), screen_from_scene);
            let response = ui.interact(place, Id::unique(("noisy node", number)), Sense::click());
            let path = view.path(number);
            let name = format!("{}, {text}", node_title(trace, &path, language));
            response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, &name));
            if path == self.center {
                let ring = egui::Stroke::new(2.0, palette.action);
                ui.painter().rect_stroke(place.expand(4.0), 6.0, ring, egui::StrokeKind::Outside);
            }
            if response.on_hover_text(RichText::new(&name)).clicked() {
                self.center = path;
            }
        }
    }

    fn chart(&self, trace: &Trace, tree: &TextbookTree, language: Language) -> Option<Chart> {
        let distribution = self.at(tree, &self.center)?;
        let name = node_title(trace, &self.center, language);
        let points = (distribution.first()..).zip(distribution.masses());
        // The tails are omitted: their masses are invisible.
        let points = points.filter(|&(_, &mass)| mass > 1e-9).map(|(value, &mass)| [f64::from(value), mass]);
        let values = [("node", name.as_str()), ("moments", &note(distribution))];
        Some(Chart {
            title: language.fill(Text::DistributionAt, &values),
            x_axis: language.text(Text::EvaluationValue).to_owned(),
            y_axis: language.text(Text::Probability).to_owned(),
            y_range: None,
            series: vec![Series { name, color: Color::Max, kind: SeriesKind::Bars, points: points.collect() }],
        })
    }
}

/// Formats mean and standard deviation for a node.
fn note(distribution: &Distribution) -> String {
    let mean = (distribution.mean() * 10.0).round() / 10.0;
    let sign = if mean < 0.0 { "−" } else { "" };
    format!("{sign}{:.1} ± {:.1}", mean.abs(), distribution.standard_deviation())
}
