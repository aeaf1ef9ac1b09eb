//! The printed tree of an exercise, with blanks, with the solution or with names.

use super::around::Around;
use super::paper::Filled;
use super::places::{
    BELOW, BLANK, Blanks, LETTERS, Places, REASON, SPACE, Sizes, beside_text, has_pairs, sampled_text,
};
use super::words::{faint, strong, text_width, words};
use crate::export::small_svg::small_svg;
use crate::export::svg::svg;
use crate::export::tikz::tikz;
use crate::scene::{Anchor, Color, Ground, Ink, Point, Rect, Scene, Shape, Stroke, Style};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Player};
use edagari_teach::exercise::{Generated, Kind, Questions, RootWindow, WrittenAnswer, WrittenVisit};

/// Margin in points around a picture without a page.
const MARGIN: f32 = 10.0;
const TITLE: f32 = 13.0;
/// Share of an edge above the probability beside it.
const PROBABILITY: f32 = 0.5;
/// Minimum width of texts around a picture without a page.
const TEXT: f32 = 420.0;

struct Pen<'a> {
    made: &'a Generated,
    places: &'a Places,
    filled: Filled,
    written: &'a WrittenAnswer,
    shapes: Vec<Shape>,
}

/// Returns the shapes of a tree, with its upper left corner at (0, 0).
pub(super) fn tree_shapes(made: &Generated, places: &Places, filled: Filled) -> Vec<Shape> {
    let written = match (filled, Questions::of(&made.exercise)) {
        (Filled::Solution, Some(questions)) => questions.solution,
        (Filled::Blank | Filled::Names, Some(questions)) => questions.given,
        (Filled::Solution, None) => WrittenAnswer::solution(&made.exercise, &made.model),
        (Filled::Blank | Filled::Names, None) => WrittenAnswer::nothing(&made.exercise),
    };
    written_shapes(made, places, filled, &written)
}

/// Returns the shapes of a tree with the values written in it.
fn written_shapes(made: &Generated, places: &Places, filled: Filled, written: &WrittenAnswer) -> Vec<Shape> {
    let mut pen = Pen { made, places, filled, written, shapes: Vec::new() };
    let tree = made.exercise.tree();
    let is_skipped = |node: u32| tree.is_below_limit(node) || written.is_skipped(node);
    for node in tree.drawn() {
        pen.edge(node, is_skipped(node));
    }
    for node in tree.drawn().filter(|&node| tree.is_below_limit(node)) {
        pen.below_limit(node);
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
        if let Some(probability) = self.made.exercise.tree().probability_text(node) {
            let at = |share: f32| Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
            let (middle, is_left) = (at(PROBABILITY), to.x < from.x);
            // Marks of a cut need more room.
            let side = if self.written.is_struck(node) { 9.0 } else { 3.0 };
            let (anchor, side) = if is_left { (Anchor::Right, -side) } else { (Anchor::Left, side) };
            let beside = Point::new(middle.x + side, middle.y - 1.0);
            self.shapes.push(words(beside, anchor, REASON, probability));
        }
        let is_below_limit = self.made.exercise.tree().is_below_limit(node);
        if is_skipped && !is_below_limit && self.written.is_struck(node) {
            let middle = Point::new(from.x + (to.x - from.x) * 0.6, from.y + (to.y - from.y) * 0.6);
            for shift in [-1.8, 1.8] {
                let at = |x: f32, y: f32| Point::new(middle.x + x + shift, middle.y + y);
                let stroke = Stroke::solid(1.5, Ink::full(Color::Cut));
                self.shapes.push(Shape::Line { points: vec![at(-4.5, 4.5), at(4.5, -4.5)], stroke });
            }
        }
    }

    fn leaf(&mut self, node: u32, is_skipped: bool) {
        let rect = self.rect(node);
        let frame = Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.min.y + BLANK);
        let fill = Ink::full(if is_skipped { Color::PrunedNode } else { Color::Node });
        let stroke = Stroke { dashed: is_skipped, ..line(0.9) };
        self.shapes.push(Shape::Rect { rect: frame, corner: 5.0, fill: Some(fill), stroke: Some(stroke) });
        let score = self.made.exercise.leaf_text(node);
        self.shapes.push(if is_skipped {
            faint(frame.center(), Anchor::Center, LETTERS, score)
        } else {
            strong(frame.center(), Anchor::Center, LETTERS, score)
        });
        if let Some(reason) = self.reason(node) {
            let at = Point::new(rect.center().x, rect.max.y - REASON / 2.0);
            self.shapes.push(words(at, Anchor::Center, REASON, reason));
        }
        let below = Point::new(rect.center().x, frame.max.y + 2.0 + LETTERS / 2.0);
        let size = (LETTERS - 1.0).min(LETTERS * rect.width() / text_width(self.name(node), LETTERS).max(1.0));
        self.shapes.push(faint(below, Anchor::Center, size, visible(self.name(node))));
    }

    /// Draws a node below the depth limit: faint, with the score of a leaf or the static score of another node.
    fn below_limit(&mut self, node: u32) {
        let rect = self.rect(node);
        let frame = Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.min.y + BLANK);
        let stroke = Stroke { dashed: true, ..line(0.9) };
        self.shapes.push(Shape::Rect {
            rect: frame,
            corner: 5.0,
            fill: Some(Ink::full(Color::PrunedNode)),
            stroke: Some(stroke),
        });
        let score = self.made.exercise.leaf_text(node);
        self.shapes.push(faint(frame.center(), Anchor::Center, LETTERS, score));
    }

    /// Returns the comparison because of which a struck node is skipped, as on the solution:
    /// `7 ≥ 5`; or the visits of a leaf.
    fn reason(&self, node: u32) -> Option<String> {
        if self.made.exercise.tree().is_leaf(node)
            && let Some(sampled) = sampled_text(self.made, node)
        {
            return Some(sampled);
        }
        if self.filled != Filled::Solution || !self.written.is_struck(node) {
            return None;
        }
        let (model, exercise) = (&self.made.model, &self.made.exercise);
        match model.reasons_by_search(exercise, node) {
            Some(reasons) => {
                let numbered = |(search, reason): (usize, String)| format!("{search}: {}", reason.replace(' ', ""));
                Some(reasons.into_iter().map(numbered).collect::<Vec<_>>().join(" "))
            }
            None => model.reason(exercise, node),
        }
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
        let tall = sizes.tall;
        let head = if self.places.lines[node as usize] == 1 { tall } else { BLANK };
        let middle = top + head / 2.0;
        let left = rect.min.x + SPACE;
        if sizes.is_bare {
            let estimate = sizes.estimate.max(2.0) - 2.0;
            let width = text_width(self.name(node), LETTERS) + 11.0 + estimate;
            let left = rect.center().x - width / 2.0;
            self.head(node, Point::new(left, rect.min.y + sizes.tall / 2.0 + SPACE));
            if let Some(reason) = self.reason(node) {
                let at = Point::new(rect.center().x, rect.max.y - SPACE - REASON / 2.0);
                self.shapes.push(words(at, Anchor::Center, REASON, reason));
            }
            return;
        }
        self.head(node, Point::new(left, middle));
        let written = self.written;
        let visits = written.visits(node);
        if is_skipped {
            if let Some(reason) = self.reason(node) {
                let at = Point::new(rect.center().x, rect.max.y - SPACE - LETTERS / 2.0);
                self.shapes.push(words(at, Anchor::Center, LETTERS - 1.0, reason));
            }
            return;
        }
        let score_at = |top: f32| Rect::new(rect.max.x - SPACE - sizes.score, top, rect.max.x - SPACE, top + tall);
        let lines = self.places.lines[node as usize];
        if lines == 1 {
            let visit = visits.last();
            if sizes.score > 0.0 {
                self.score(score_at(top), visit);
            }
            if sizes.windows {
                let center = rect.center().x - sizes.window() / 2.0;
                self.window(Point::new(center, top + tall + SPACE), visit);
            }
            return;
        }
        // After the root has returned, no node is searched again.
        let is_over = written.visits(0).last().is_some_and(|visit| visit.score.is_some());
        for number in 0..lines {
            let top = top + BLANK + SPACE + (number * sizes.rows()) as f32 * (tall + SPACE);
            let visit = visits.get(number);
            if is_over && visit.is_none() {
                continue;
            }
            let below = if sizes.is_stacked && sizes.windows { tall + SPACE } else { 0.0 };
            self.score(score_at(top + below), visit);
            if sizes.windows {
                self.window(Point::new(left, top), visit);
            }
        }
    }

    /// Draws the name, and a triangle for the player to move, or a ring where chance moves.
    fn head(&mut self, node: u32, left: Point) {
        let name = visible(self.name(node)).into_owned();
        let x = left.x + text_width(&name, LETTERS) + 6.5;
        self.shapes.push(strong(left, Anchor::Left, LETTERS, name));
        if self.made.exercise.is_chance(node) {
            let stroke = Stroke::solid(1.2, Ink::full(Color::Edge));
            self.shapes.push(Shape::Ring { center: Point::new(x, left.y), radius: 3.2, stroke });
        } else {
            self.triangle(node, Point::new(x, left.y));
        }
        if let Some(beside) = beside_text(self.made, node) {
            self.shapes.push(words(Point::new(x + 7.0, left.y), Anchor::Left, LETTERS, beside));
        }
    }

    fn triangle(&mut self, node: u32, at: Point) {
        let player = self.made.exercise.tree().player(node);
        let up = if player == Player::Max { -1.0 } else { 1.0 };
        let corners = [(-3.6, -2.8), (3.6, -2.8), (0.0, 3.4)];
        let corners = corners.map(|(across, along)| Point::new(at.x + across, at.y + along * up));
        self.shapes.push(Shape::Polygon { corners: corners.to_vec(), fill: Ink::full(player.into()) });
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
        let Sizes { blank, tall, .. } = self.places.sizes;
        let middle = left.y + tall / 2.0;
        let sign = |x: f32, text: &str| words(Point::new(x, middle), Anchor::Center, LETTERS + 1.0, text);
        let first = left.x + 4.0;
        let second = first + blank + 4.0;
        let signs = if has_pairs(self.made) { ["", "|", ""] } else { ["(", ",", ")"] };
        let places = [left.x + 2.0, first + blank + 2.0, second + blank + 2.0];
        self.shapes.extend(places.into_iter().zip(signs).map(|(x, text)| sign(x, text)));
        let at = |x: f32| Rect::new(x, left.y, x + blank, left.y + tall);
        self.blank(at(first), window.map(|window| window.alpha.to_string()));
        self.blank(at(second), window.map(|window| window.beta.to_string()));
    }
}

/// Returns the score of the root. It has a sign if the root's window is narrow enough to make it a
/// bound.
fn value_text(made: &Generated) -> String {
    let value = made.model.value;
    let is_given = matches!(made.exercise.convention().root, RootWindow::Given(_));
    let bound = made.model.visits(0).last().and_then(|visit| visit.bound);
    match bound.filter(|&bound| is_given && bound != BoundKind::Exact) {
        Some(bound) => format!("{} {value}", bound.sign()),
        None => value.to_string(),
    }
}

/// Returns a line that summarizes the right answer; empty if its numbers are not part of the
/// answer.
pub(super) fn summary(made: &Generated, language: Language) -> String {
    if !matches!(made.exercise.kind(), Kind::Search | Kind::CrossOut | Kind::Values) {
        return String::new();
    }
    let number = |count: u32| language.number(count.into());
    let figures = &made.figures;
    let values = [
        ("root", visible(made.exercise.tree().name(0)).into_owned()),
        ("value", value_text(made)),
        ("evaluated", number(figures.evaluated)),
        ("leaves", number(figures.leaves)),
        ("alpha", number(figures.alpha_cuts)),
        ("beta", number(figures.beta_cuts)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let summary = language.fill(Text::SheetSummary, &values);
    let mut nodes = made.exercise.tree().nodes();
    if nodes.any(|node| made.model.reasons_by_search(&made.exercise, node).is_some()) {
        return language.joined(&summary, language.text(Text::SheetSearchNumber));
    }
    summary
}

/// Returns the title; on a sheet with the solution it is marked as such.
pub(super) fn title(made: &Generated, filled: Filled, language: Language) -> String {
    let title = visible(made.exercise.title.text(language)).into_owned();
    if filled == Filled::Solution { language.fill(Text::SheetSolution, &[("title", &title)]) } else { title }
}

/// Returns a picture without a page, with its title.
fn alone(made: &Generated, filled: Filled, language: Language) -> (Scene, Rect) {
    let places = Places::of(made, filled, Blanks::PRINTED, BELOW);
    let mut shapes = tree_shapes(made, &places, filled);
    let title = if filled == Filled::Names { String::new() } else { title(made, filled, language) };
    let around = Around::of(&made.exercise, filled, language, places.width.max(TEXT));
    let (above, below) = around.heights();
    let has_text = above + below > 0.0;
    let width = places.width.max(text_width(&title, TITLE)).max(if has_text { TEXT } else { 0.0 });
    let above = if has_text { above + TITLE } else { 0.0 };
    let top = if title.is_empty() { 0.0 } else { TITLE * 2.0 } + above;
    if !title.is_empty() {
        shapes.push(strong(Point::new(0.0, TITLE / 2.0 - top), Anchor::Left, TITLE, title));
    }
    shapes.extend(around.above(Point::new(0.0, -above)));
    let bottom = places.height + if below > 0.0 { TITLE } else { 0.0 };
    shapes.extend(around.below(Point::new(0.0, bottom)).concat());
    (Scene { shapes }, Rect::new(0.0, -top, width, bottom + below).grown(MARGIN))
}

/// Tree of an exercise with the values written in it, drawn for the screen.
#[derive(Clone, Debug)]
pub struct ExercisePicture {
    /// Shapes of the picture, with its upper left corner at (0, 0).
    pub scene: Scene,
    /// Rectangle of each searched node, by node.
    pub nodes: Vec<Rect>,
    /// Width and height of the picture in points.
    pub size: (f32, f32),
}

/// Draws the tree of an exercise with the values written in it, for the screen.
#[must_use]
pub fn exercise_picture(made: &Generated, written: &WrittenAnswer) -> ExercisePicture {
    let places = Places::of(made, Filled::Blank, Blanks::PRINTED, BELOW);
    let shapes = written_shapes(made, &places, Filled::Blank, written);
    let size = (places.width, places.height);
    let mut nodes = places.nodes;
    nodes.truncate(made.exercise.tree().len());
    ExercisePicture { scene: Scene { shapes }, nodes, size }
}

/// Returns the tree of an exercise as the text of an SVG file.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{Filled, exercise_svg};
/// use edagari_teach::exercise::{Requirements, generate};
///
/// let set = generate(&Requirements::default(), 1, 1, &Progress::default()).expect("there are such trees");
/// let [blank, solution] = [Filled::Blank, Filled::Solution]
///     .map(|filled| exercise_svg(&set.exercises[0], filled, Language::English));
/// assert!(blank.starts_with("<svg") && blank != solution);
/// ```
#[must_use]
pub fn exercise_svg(made: &Generated, filled: Filled, language: Language) -> String {
    let (scene, bounds) = alone(made, filled, language);
    svg(&scene, bounds, Style::Print, Ground::Light, 1.0)
}

/// Pixels per point of a picture without a title.
const SCALE: f32 = 1.25;

/// Returns the tree of an exercise without its title, with its nodes aligned to whole pixels, so
/// that equal nodes have equal pixels.
fn on_pixels(made: &Generated, filled: Filled) -> (Scene, Rect) {
    let mut places = Places::of(made, filled, Blanks::PRINTED, BELOW);
    for node in &mut places.nodes {
        let whole = |length: f32| (length * SCALE).round() / SCALE;
        let (left, top) = (whole(node.min.x), whole(node.min.y));
        *node = Rect::new(left, top, left + node.width(), top + node.height());
    }
    let mut shapes = tree_shapes(made, &places, filled);
    // Texts of one weight and colour are one element per row.
    for shape in &mut shapes {
        if let Shape::Text { ink, strong, .. } = shape {
            (*ink, *strong) = (Ink::full(Color::Text), false);
        }
    }
    let whole = |length: f32| (length * SCALE).ceil() / SCALE;
    let margin = whole(MARGIN / 2.0);
    let bounds = Rect::new(0.0, 0.0, whole(places.width), whole(places.height)).grown(margin);
    (Scene { shapes }, bounds)
}

/// Returns the tree of an exercise without its title, as the text of a short SVG file.
pub(super) fn small_exercise_svg(made: &Generated, filled: Filled) -> String {
    let (scene, bounds) = on_pixels(made, filled);
    small_svg(&scene, bounds, (Style::Print, Ground::Light), SCALE)
}

/// Returns the tree of an exercise as TikZ.
#[must_use]
pub fn exercise_tikz(made: &Generated, filled: Filled, language: Language) -> String {
    let (scene, bounds) = alone(made, filled, language);
    tikz(&scene, bounds, Style::Print, Ground::Light)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::svg::svg_tree;
    use edagari_core::trace::Progress;
    use edagari_teach::exercise::{Convention, KindName, Requirements, SearchByHand, View, generate};
    use resvg::usvg::{Group, Node};

    /// Letters of a picture with their places in pixels, except spaces.
    fn letters(group: &Group, found: &mut Vec<(String, f32, f32)>) {
        for node in group.children() {
            match node {
                Node::Group(group) => letters(group, found),
                Node::Text(text) => {
                    for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
                        let place = text.abs_transform().pre_concat(glyph.outline_transform());
                        found.push((glyph.text.clone(), place.tx, place.ty));
                    }
                }
                _ => {}
            }
        }
        found.retain(|(letter, ..)| !letter.trim().is_empty());
    }

    fn letters_of(svg: &str) -> Vec<(String, f32, f32)> {
        let tree = svg_tree(&svg.replace("\"sans-serif\"", "\"Noto Sans\"")).expect("a picture");
        let mut found = Vec::new();
        letters(tree.root(), &mut found);
        found
    }

    fn every_kind() -> Vec<Generated> {
        let mut all = Vec::new();
        for kind in KindName::ALL {
            let needs_minimax = kind.is_minimax();
            for search in SearchByHand::ALL {
                if needs_minimax != (search == SearchByHand::Minimax) {
                    continue;
                }
                for view in View::ALL {
                    let convention = Convention { search, view, windows: !needs_minimax, ..Convention::default() };
                    let signs = kind == KindName::Search && view == View::Max;
                    let convention = Convention { signs, ..convention };
                    let leaves = 8..=14;
                    let requirements = Requirements {
                        kind,
                        convention,
                        leaves,
                        depth: 2..=3,
                        scores: -99..=120,
                        ..Requirements::default()
                    };
                    // Some searches have no exercises of some kinds.
                    all.extend(
                        generate(&requirements, 5, 2, &Progress::default()).into_iter().flat_map(|set| set.exercises),
                    );
                }
            }
        }
        all
    }

    #[test]
    fn small_picture_has_every_letter_where_the_large_one_has_it() {
        let all = every_kind();
        for kind in KindName::ALL {
            assert!(all.iter().any(|made| made.exercise.kind().name() == kind), "{kind:?}");
        }
        for (made, filled) in all.iter().flat_map(|made| [Filled::Names, Filled::Solution].map(|filled| (made, filled)))
        {
            let (scene, bounds) = on_pixels(made, filled);
            let large = letters_of(&svg(&scene, bounds, Style::Print, Ground::Light, SCALE));
            let small = small_exercise_svg(made, filled);
            let mut left = letters_of(&small);
            assert_eq!(large.len(), left.len(), "{small}");
            for (letter, x, y) in large {
                let is_there = |other: &(String, f32, f32)| {
                    other.0 == letter && (other.1 - x).abs() < 2.0 && (other.2 - y).abs() < 1.5
                };
                let found = left.iter().position(is_there);
                left.swap_remove(found.unwrap_or_else(|| panic!("{letter} at {x}, {y}: {small}")));
            }
        }
    }
}
