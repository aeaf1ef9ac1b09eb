//! Printed tree of an exercise: with blanks, with the solution, or with names only.

use super::place::{BLANK, Filled, LETTERS, Places, SPACE};
use super::words::{faint, strong, text_width, words};
use crate::export::svg::svg;
use crate::export::tikz::tikz;
use crate::scene::{Anchor, Color, Ground, Ink, Point, Rect, Scene, Shape, Stroke, Style};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::Player;
use edagari_teach::exercise::{Generated, WrittenAnswer, WrittenVisit};

/// Margin in points around a picture without a page.
const MARGIN: f32 = 10.0;
const TITLE: f32 = 13.0;

struct Pen<'a> {
    made: &'a Generated,
    places: &'a Places,
    filled: Filled,
    written: &'a WrittenAnswer,
    shapes: Vec<Shape>,
}

/// Returns the shapes of a tree, with its upper left corner at (0, 0).
pub(super) fn tree_shapes(made: &Generated, places: &Places, filled: Filled) -> Vec<Shape> {
    let written = match filled {
        Filled::Solution => WrittenAnswer::solution(&made.exercise, &made.model),
        Filled::Blank | Filled::Names => WrittenAnswer::nothing(&made.exercise),
    };
    written_shapes(made, places, filled, &written)
}

/// Returns the shapes of a tree with the values written in it.
fn written_shapes(made: &Generated, places: &Places, filled: Filled, written: &WrittenAnswer) -> Vec<Shape> {
    let mut pen = Pen { made, places, filled, written, shapes: Vec::new() };
    let tree = made.exercise.tree();
    let is_skipped = |node: u32| written.is_skipped(node);
    for node in tree.nodes() {
        pen.edge(node, is_skipped(node));
    }
    for node in tree.nodes() {
        if tree.is_leaf(node) { pen.leaf(node, is_skipped(node)) } else { pen.inner(node, is_skipped(node)) }
    }
    pen.shapes
}

const fn line(width: f32) -> Stroke {
    Stroke::solid(width, Ink::full(Color::Edge))
}

impl Pen<'_> {
    fn rect(&self, node: u32) -> Rect {
        self.places.nodes[node as usize]
    }

    fn edge(&mut self, node: u32, is_skipped: bool) {
        let Some(parent) = self.made.exercise.tree().parent(node) else { return };
        let (from, to) = (self.rect(parent), self.rect(node));
        let from = Point::new(from.center().x, from.max.y);
        let to = Point::new(to.center().x, to.min.y);
        let stroke = Stroke { dashed: is_skipped, ..line(0.9) };
        self.shapes.push(Shape::Line { points: vec![from, to], stroke });
        if is_skipped && self.written.is_struck(node) {
            let middle = Point::new(from.x + (to.x - from.x) * 0.6, from.y + (to.y - from.y) * 0.6);
            for shift in [-1.8, 1.8] {
                let at = |x: f32, y: f32| Point::new(middle.x + x + shift, middle.y + y);
                let stroke = Stroke::solid(1.5, Ink::full(Color::Cut));
                self.shapes.push(Shape::Line { points: vec![at(-4.5, 4.5), at(4.5, -4.5)], stroke });
            }
        }
    }

    fn leaf(&mut self, node: u32, is_skipped: bool) {
        let exercise = &self.made.exercise;
        let rect = self.rect(node);
        let frame = Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.min.y + BLANK);
        let fill = Ink::full(if is_skipped { Color::PrunedNode } else { Color::Node });
        let stroke = Stroke { dashed: is_skipped, ..line(0.9) };
        self.shapes.push(Shape::Rect { rect: frame, corner: 5.0, fill: Some(fill), stroke: Some(stroke) });
        let score = exercise.tree().score(node).map(|score| exercise.written(node, score));
        let score = score.map_or_else(String::new, |score| score.to_string());
        self.shapes.push(if is_skipped {
            faint(frame.center(), Anchor::Center, LETTERS, score)
        } else {
            strong(frame.center(), Anchor::Center, LETTERS, score)
        });
        let below = Point::new(rect.center().x, frame.max.y + 2.0 + LETTERS / 2.0);
        let size = (LETTERS - 1.0).min(LETTERS * rect.width() / text_width(self.name(node), LETTERS).max(1.0));
        self.shapes.push(faint(below, Anchor::Center, size, visible(self.name(node))));
    }

    fn name(&self, node: u32) -> &str {
        self.made.exercise.tree().name(node)
    }

    fn inner(&mut self, node: u32, is_skipped: bool) {
        let rect = self.rect(node);
        let sizes = self.places.sizes;
        let fill = Ink::full(if is_skipped { Color::PrunedNode } else { Color::Node });
        let stroke = Stroke { dashed: is_skipped, ..line(1.0) };
        self.shapes.push(Shape::Rect { rect, corner: 4.0, fill: Some(fill), stroke: Some(stroke) });
        let top = rect.min.y + SPACE;
        let middle = top + BLANK / 2.0;
        let left = rect.min.x + SPACE;
        if self.filled == Filled::Names {
            let width = text_width(self.name(node), LETTERS) + 11.0;
            let left = rect.center().x - width / 2.0;
            self.head(node, Point::new(left, rect.center().y));
            return;
        }
        self.head(node, Point::new(left, middle));
        let written = self.written;
        let visits = written.visits(node);
        if is_skipped {
            return;
        }
        let score_at = |top: f32| Rect::new(rect.max.x - SPACE - sizes.score, top, rect.max.x - SPACE, top + BLANK);
        if sizes.lines == 1 {
            let visit = visits.last();
            self.score(score_at(top), visit);
            if sizes.windows {
                let center = rect.center().x - sizes.window() / 2.0;
                self.window(Point::new(center, top + BLANK + SPACE), visit);
            }
            return;
        }
        for number in 0..sizes.lines {
            let top = top + (number + 1) as f32 * (BLANK + SPACE);
            let visit = visits.get(number);
            if self.filled == Filled::Solution && visit.is_none() {
                continue;
            }
            self.score(score_at(top), visit);
            if sizes.windows {
                self.window(Point::new(left, top), visit);
            }
        }
    }

    /// Draws the name, and a triangle for the player to move.
    fn head(&mut self, node: u32, left: Point) {
        let name = visible(self.name(node)).into_owned();
        let x = left.x + text_width(&name, LETTERS) + 6.5;
        self.shapes.push(strong(left, Anchor::Left, LETTERS, name));
        let player = self.made.exercise.tree().player(node);
        let up = if player == Player::Max { -1.0 } else { 1.0 };
        let corners = [(-3.6, -2.8), (3.6, -2.8), (0.0, 3.4)];
        let corners = corners.map(|(across, along)| Point::new(x + across, left.y + along * up));
        self.shapes.push(Shape::Triangle { corners, fill: Ink::full(player.into()) });
    }

    fn blank(&mut self, rect: Rect, text: Option<String>) {
        let stroke = Stroke::solid(0.6, Ink::full(Color::Unvisited));
        self.shapes.push(Shape::Rect { rect, corner: 1.5, fill: None, stroke: Some(stroke) });
        self.shapes.extend(text.map(|text| words(rect.center(), Anchor::Center, LETTERS, text)));
    }

    fn score(&mut self, rect: Rect, visit: Option<&WrittenVisit>) {
        let signs = self.made.exercise.convention().signs;
        let text = visit.and_then(|visit| {
            let score = visit.score?;
            Some(match visit.bound.filter(|_| signs) {
                Some(bound) => format!("{} {score}", bound.sign()),
                None => score.to_string(),
            })
        });
        self.blank(rect, text);
    }

    fn window(&mut self, left: Point, visit: Option<&WrittenVisit>) {
        let window = visit.and_then(|visit| visit.window);
        let blank = self.places.sizes.blank;
        let middle = left.y + BLANK / 2.0;
        let sign = |x: f32, text: &str| words(Point::new(x, middle), Anchor::Center, LETTERS + 1.0, text);
        let first = left.x + 4.0;
        let second = first + blank + 4.0;
        self.shapes.extend([sign(left.x + 2.0, "("), sign(first + blank + 2.0, ","), sign(second + blank + 2.0, ")")]);
        let at = |x: f32| Rect::new(x, left.y, x + blank, left.y + BLANK);
        self.blank(at(first), window.map(|window| window.alpha.to_string()));
        self.blank(at(second), window.map(|window| window.beta.to_string()));
    }
}

/// Returns a line that summarizes the right answer.
pub(super) fn summary(made: &Generated, language: Language) -> String {
    let number = |count: u32| language.number(count.into());
    let figures = &made.figures;
    let values = [
        ("root", visible(made.exercise.tree().name(0)).into_owned()),
        ("value", made.model.value.to_string()),
        ("evaluated", number(figures.evaluated)),
        ("leaves", number(figures.leaves)),
        ("alpha", number(figures.alpha_cuts)),
        ("beta", number(figures.beta_cuts)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    language.fill(Text::SheetSummary, &values)
}

/// Returns the title; on a sheet with the solution it is marked as such.
pub(super) fn title(made: &Generated, filled: Filled, language: Language) -> String {
    let title = visible(made.exercise.title.text(language)).into_owned();
    if filled == Filled::Solution { language.fill(Text::SheetSolution, &[("title", &title)]) } else { title }
}

/// Returns a picture without a page, with its title.
fn alone(made: &Generated, filled: Filled, language: Language) -> (Scene, Rect) {
    let places = Places::of(made, filled);
    let mut shapes = tree_shapes(made, &places, filled);
    let title = if filled == Filled::Names { String::new() } else { title(made, filled, language) };
    let width = places.width.max(text_width(&title, TITLE));
    let top = if title.is_empty() { 0.0 } else { TITLE * 2.0 };
    if !title.is_empty() {
        shapes.push(strong(Point::new(0.0, TITLE / 2.0 - top), Anchor::Left, TITLE, title));
    }
    (Scene { shapes }, Rect::new(0.0, -top, width, places.height).grown(MARGIN))
}

/// Tree of an exercise with the values written in it, drawn for the screen.
#[derive(Clone, Debug)]
pub struct ExercisePicture {
    /// Shapes of the picture, with its upper left corner at (0, 0).
    pub scene: Scene,
    /// Rectangle of each node, by node.
    pub nodes: Vec<Rect>,
    /// Width and height of the picture in points.
    pub size: (f32, f32),
}

/// Draws the tree of an exercise with the values written in it, for the screen.
#[must_use]
pub fn exercise_picture(made: &Generated, written: &WrittenAnswer) -> ExercisePicture {
    let places = Places::of(made, Filled::Blank);
    let shapes = written_shapes(made, &places, Filled::Blank, written);
    let size = (places.width, places.height);
    ExercisePicture { scene: Scene { shapes }, nodes: places.nodes, size }
}

/// Returns the tree of an exercise as the text of an SVG file.
#[must_use]
pub fn exercise_svg(made: &Generated, filled: Filled, language: Language) -> String {
    let (scene, bounds) = alone(made, filled, language);
    svg(&scene, bounds, Style::Print, Ground::Light, 1.0)
}

/// Returns the tree of an exercise as TikZ.
#[must_use]
pub fn exercise_tikz(made: &Generated, filled: Filled, language: Language) -> String {
    let (scene, bounds) = alone(made, filled, language);
    tikz(&scene, bounds, Style::Print, Ground::Light)
}
