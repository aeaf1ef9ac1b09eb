//! The marks of a whole tree or an icicle, for the labels that name them.

use super::marks::{Mark, bounds_of, mark_of_text};
use super::whole_shown::Shown;
use crate::viewer::session::TreeForm;
use edagari_core::analysis::NodeType;
use edagari_core::score::Player;
use edagari_core::trace::{NodeState, Place};
use edagari_draw::scene::{Color, IcicleWidth, Orientation, Rect, Shape, Target, WholeScene};

/// Width of a line for subtrees without room, in points; lines are narrower than boxes.
const MAX_LINE: f32 = 1.9;
/// Height of the bar at the edge of a box of an icicle, in points, and its tolerance.
const BAR: f32 = 2.0;
const TOLERANCE: f32 = 0.05;
/// Width of the two strokes of a cut, in points.
const OF_CUT: f32 = 1.5;
/// Largest radius of the dots of skipped moves, in points; discs on boards are larger.
const MAX_DOT: f32 = 1.5;
/// Largest font size of the letters of a node type; letters on boards are larger.
const MAX_TYPE: f32 = 12.0;

/// Returns the marks of a picture, the largest ones first.
pub(super) fn whole_marks(shown: &Shown<'_>, scene: &WholeScene, orientation: Orientation) -> Vec<(Rect, Mark)> {
    let picture = Picture { shown, targets: &scene.targets, orientation };
    let of_targets = scene.targets.iter().flat_map(|target| picture.of_target(target).map(|mark| (target.rect, mark)));
    let of_shapes = scene.shapes.iter().filter_map(|shape| Some((bounds_of(shape)?, picture.of_shape(shape)?)));
    let mut marks: Vec<_> = of_targets.chain(of_shapes).collect();
    marks.sort_by(|(one, _), (two, _)| (two.width() * two.height()).total_cmp(&(one.width() * one.height())));
    marks
}

struct Picture<'a> {
    shown: &'a Shown<'a>,
    targets: &'a [Target],
    orientation: Orientation,
}

impl Picture<'_> {
    fn is_icicle(&self) -> bool {
        self.shown.form == TreeForm::Icicle
    }

    /// Returns the marks of a node: its state, the player of its frame, and the meaning of its size.
    fn of_target(&self, target: &Target) -> impl Iterator<Item = Mark> + use<> {
        let look = &self.shown.look;
        let trace = look.trace;
        let is_current = trace.step(look.frame).is_some_and(|step| step.node == target.node);
        let state = trace.state(Place { node: target.node, below: 0 }, look.frame);
        let of_state = match state {
            _ if is_current => Some(Mark::Current),
            NodeState::Open { .. } if trace.is_search() => Some(Mark::Path),
            NodeState::Pruned { .. } => Some(Mark::Struck),
            NodeState::Unvisited => Some(Mark::Unvisited),
            _ => None,
        };
        let visit = target.layer.or_else(|| trace.visit_of(target.node));
        let is_framed = matches!(state, NodeState::Scored { .. }) && (self.is_icicle() || target.count == 1);
        let frame = visit.filter(|_| is_framed && !is_current).map(|visit| match trace.player_of(visit) {
            Player::Max => Mark::MaxFrame,
            Player::Min => Mark::MinFrame,
        });
        let size = self.is_icicle().then_some(match self.shown.width {
            IcicleWidth::Visits => Mark::WidthVisits,
            IcicleWidth::Leaves => Mark::WidthLeaves,
        });
        [of_state, frame, size].into_iter().flatten()
    }

    fn of_shape(&self, shape: &Shape) -> Option<Mark> {
        Some(match shape {
            Shape::Text { text, size, .. } if *size <= MAX_TYPE && self.is_type(text) => Mark::Type,
            Shape::Text { text, ink, .. } => return self.of_text(text, ink.color, bounds_of(shape)?),
            Shape::Ring { stroke, .. } if stroke.ink.color == Color::Table => Mark::FromTable,
            Shape::Disc { radius, fill, .. } if fill.color == Color::Text && *radius <= MAX_DOT => Mark::Dots,
            // Thinner strokes in this colour cross nodes out, whose state has a name.
            Shape::Line { stroke, .. } if stroke.ink.color == Color::Cut && stroke.width >= OF_CUT => Mark::CutCorner,
            Shape::Polygon { fill, .. } if fill.color == Color::Pruned => Mark::PrunedShare,
            Shape::Polygon { fill, .. } if is_outcome(fill.color) || is_of_column(fill.color) => Mark::Collapsed,
            Shape::Rect { fill: None, stroke: Some(stroke), .. } => match stroke.ink.color {
                Color::Current => Mark::Returned,
                Color::Only => Mark::Selected,
                _ if stroke.dashed => Mark::Type,
                _ => return None,
            },
            Shape::Rect { rect, fill: Some(fill), stroke: None, .. } if is_outcome(fill.color) => {
                let across = match self.orientation {
                    Orientation::LeftToRight => rect.height(),
                    Orientation::TopDown => rect.width(),
                };
                let is_bar = (rect.height() - BAR).abs() < TOLERANCE && rect.width() > BAR;
                match across {
                    _ if self.is_icicle() && is_bar => Mark::Outcome,
                    across if across < MAX_LINE => Mark::Narrow,
                    _ => return None,
                }
            }
            Shape::Rect { fill: Some(fill), .. } if is_of_column(fill.color) => Mark::Column,
            _ => return None,
        })
    }

    /// Returns the mark of a text. A number on a board can have the colour of a player.
    fn of_text(&self, text: &str, color: Color, rect: Rect) -> Option<Mark> {
        let look = &self.shown.look;
        let group = text.trim_start_matches("? ").starts_with('×').then_some(Mark::Group);
        let mark = group.or_else(|| mark_of_text(look.trace, text.trim_end(), Color::Text));
        mark.or_else(|| match color {
            // Beside nodes there are the figures of collapsed subtrees, and above roots the names of passes.
            _ if self.is_icicle() || self.is_on_node(rect) => None,
            Color::SecondaryText => Some(Mark::Pass),
            Color::Text => Some(Mark::Figures),
            _ => None,
        })
    }

    /// Whether a text is the type of a node, expected and actual.
    fn is_type(&self, text: &str) -> bool {
        let is_letter = |letter: &str| NodeType::ALL.iter().any(|of| of.letter() == letter);
        self.shown.look.order.is_some() && text.split('→').all(is_letter)
    }

    fn is_on_node(&self, rect: Rect) -> bool {
        let at = rect.center();
        let holds = |of: Rect| of.min.x <= at.x && at.x <= of.max.x && of.min.y <= at.y && at.y <= of.max.y;
        self.targets.iter().any(|target| holds(target.rect))
    }
}

/// Whether a colour shows the outcome of a visit.
const fn is_outcome(color: Color) -> bool {
    matches!(color, Color::Visited | Color::Unvisited | Color::Pruned | Color::Current | Color::Cut | Color::Table)
}

/// Whether a colour shows the value of a column.
const fn is_of_column(color: Color) -> bool {
    matches!(color, Color::Step(_) | Color::Word(_) | Color::OtherWord)
}
