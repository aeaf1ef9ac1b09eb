//! The marks of pictures: the kind, place and meaning of each of them, with arrows and equal positions.

use std::sync::Arc;

use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use edagari_core::analysis::{player_text, position_key};
use edagari_core::language::{Language, Term, Text};
use edagari_core::score::Player;
use edagari_core::trace::{NodeState, Trace};
use edagari_draw::scene::{
    Anchor, Color, FocusLayout, FocusLook, Form, MEAN_BAR, Piece, PieceKind, Point, Pointer, Rect, Scene, Shape,
    draw_focus_pieces,
};
use egui::emath::TSTransform;
use egui::{Response, RichText, Ui};

/// The width of a letter relative to the font size.
const LETTER: f32 = 0.58;
/// The distance around a mark that still counts as the mark, in points.
const REACH: f32 = 2.0;

/// Defines the marks, each with its name, its meaning, and its glossary term.
macro_rules! marks {
    ($($mark:ident: $name:ident, $about:ident, $term:expr;)+) => {
        /// A kind of sign in the picture.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Mark {
            $($mark,)+
        }

        impl Mark {
            /// All marks, in the order of their definition.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$mark,)+];

            const fn texts(self) -> (Text, Text) {
                match self {
                    $(Self::$mark => (Text::$name, Text::$about),)+
                }
            }

            /// Returns the glossary term with the full explanation.
            pub(crate) const fn term(self) -> Term {
                match self {
                    $(Self::$mark => $term,)+
                }
            }
        }
    };
}

marks! {
    Current: SignCurrent, SignCurrentAbout, Term::Frame;
    Path: SignPath, SignPathAbout, Term::Open;
    Window: SignWindow, SignWindowAbout, Term::Window;
    Closed: SignClosed, SignClosedAbout, Term::Cut;
    CutEdge: SignCutEdge, SignCutEdgeAbout, Term::Cut;
    Struck: SignStruck, SignStruckAbout, Term::Pruned;
    Exact: SignExact, SignExactAbout, Term::Exact;
    Upper: SignUpper, SignUpperAbout, Term::FailLow;
    Lower: SignLower, SignLowerAbout, Term::FailHigh;
    Evaluated: SignEvaluated, SignEvaluatedAbout, Term::Evaluation;
    Guess: SignGuess, SignGuessAbout, Term::Skip;
    FromTable: SignFromTable, SignFromTableAbout, Term::Table;
    SamePosition: SignSamePosition, SignSamePositionAbout, Term::Position;
    OnlyHere: SignOnlyHere, SignOnlyHereAbout, Term::Visit;
    Max: SignMax, SignMaxAbout, Term::MaxMin;
    Min: SignMin, SignMinAbout, Term::MaxMin;
    Fold: SignFold, SignFoldAbout, Term::Visit;
    Group: SignGroup, SignGroupAbout, Term::Node;
    Visits: SignVisits, SignVisitsAbout, Term::Visit;
    Type: SignType, SignTypeAbout, Term::MinimalTree;
    Bar: SignBar, SignBarAbout, Term::Node;
    SmallBoard: SignSmallBoard, SignSmallBoardAbout, Term::Position;
    Unvisited: SignUnvisited, SignUnvisitedAbout, Term::Unvisited;
    Alpha: SignAlphaRow, SignAlphaRowAbout, Term::Alpha;
    Beta: SignBetaRow, SignBetaRowAbout, Term::Beta;
    Sample: SignSample, SignSampleAbout, Term::Sampling;
    MeanBar: SignMeanBar, SignMeanBarAbout, Term::Sampling;
    ProofNumbers: SignProofNumbers, SignProofNumbersAbout, Term::ProofNumbers;
    AndNode: SignAndNode, SignAndNodeAbout, Term::ProofNumbers;
    ChanceNode: SignChanceNode, SignChanceNodeAbout, Term::Node;
    Returned: SignReturned, SignReturnedAbout, Term::Frame;
    Selected: SignSelected, SignSelectedAbout, Term::Selected;
    MaxFrame: SignMaxFrame, SignMaxFrameAbout, Term::MaxMin;
    MinFrame: SignMinFrame, SignMinFrameAbout, Term::MaxMin;
    Collapsed: SignCollapsed, SignCollapsedAbout, Term::Node;
    PrunedShare: SignPrunedShare, SignPrunedShareAbout, Term::Pruned;
    Figures: SignFigures, SignFiguresAbout, Term::Node;
    Narrow: SignNarrow, SignNarrowAbout, Term::Node;
    CutCorner: SignCutCorner, SignCutCornerAbout, Term::Cut;
    Outcome: SignOutcome, SignOutcomeAbout, Term::Visit;
    WidthVisits: SignWidthVisits, SignWidthVisitsAbout, Term::Visit;
    WidthLeaves: SignWidthLeaves, SignWidthLeavesAbout, Term::Leaf;
    Column: SignColumn, SignColumnAbout, Term::Visit;
    Dots: SignDots, SignDotsAbout, Term::Skip;
    Pass: SignPass, SignPassAbout, Term::Pass;
}

impl Mark {
    /// Returns the name in pictures of a run, a few words.
    pub(crate) fn name(self, trace: &Trace, language: Language) -> String {
        self.filled(self.texts().0, trace, language)
    }

    /// Returns a sentence that explains the meaning in pictures of a run.
    pub(crate) fn about(self, trace: &Trace, language: Language) -> String {
        self.filled(self.texts().1, trace, language)
    }

    /// Inserts the players' names into a text about a mark that depends on them.
    fn filled(self, text: Text, trace: &Trace, language: Language) -> String {
        let player = match self {
            Self::Max | Self::MaxFrame | Self::Sample | Self::MeanBar | Self::AndNode => Player::Max,
            Self::Min | Self::MinFrame => Player::Min,
            _ => return language.text(text).to_owned(),
        };
        let name = |player: Player| player_text(trace, player, language);
        language.fill(text, &[("player", &name(player)), ("other", &name(player.other()))])
    }

    /// Whether the mark covers a large area and is therefore only explained by labels: the tooltip of a node contains the same.
    const fn is_area(self) -> bool {
        matches!(
            self,
            Self::Current
                | Self::Path
                | Self::Bar
                | Self::SmallBoard
                | Self::Unvisited
                | Self::AndNode
                | Self::ChanceNode
        )
    }
}

/// The marks of a picture, cached until the picture changes.
#[derive(Debug, Default)]
pub(crate) struct MarksSeen {
    of: Option<(Arc<FocusLayout>, usize, usize, bool)>,
    marks: Arc<Vec<(Rect, Mark)>>,
}

impl MarksSeen {
    /// Returns the marks of a layout as drawn at a frame, back to front.
    pub(super) fn of(
        &mut self,
        trace: &Trace,
        layout: &Arc<FocusLayout>,
        look: &FocusLook<'_>,
    ) -> Arc<Vec<(Rect, Mark)>> {
        let is_same = self.of.as_ref().is_some_and(|(of, frame, equal, has_types)| {
            Arc::ptr_eq(of, layout)
                && *frame == look.frame
                && *equal == look.equal.len()
                && *has_types == look.order.is_some()
        });
        if !is_same {
            self.marks = Arc::new(marks_of(trace, layout, look));
            self.of = Some((Arc::clone(layout), look.frame, look.equal.len(), look.order.is_some()));
        }
        Arc::clone(&self.marks)
    }
}

/// Returns the marks of a layout as drawn, back to front.
fn marks_of(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<(Rect, Mark)> {
    let look = FocusLook { way: None, glow: 0.0, ..*look };
    let mut marks = Vec::new();
    for piece in draw_focus_pieces(trace, layout, &look) {
        for shape in &piece.shapes {
            // A number on a board can have the colour of a player, as the stones of Kalah; it is no bound.
            let is_bound = |mark: Mark| matches!(mark, Mark::Alpha | Mark::Beta);
            let found = mark_of(trace, &piece, shape);
            marks.extend(found.filter(|&(rect, mark)| !is_bound(mark) || !is_on_board(layout, rect)));
        }
    }
    let current = look.moment.current.as_ref().and_then(|path| layout.showing(trace, path, look.frame));
    for (index, node) in layout.nodes.iter().enumerate() {
        let state = node.state(trace, look.frame);
        if node.has_small_board() {
            marks.push((node.rect, Mark::SmallBoard));
        }
        if node.is_round(trace) {
            marks.push((node.rect, if node.is_chance { Mark::ChanceNode } else { Mark::AndNode }));
        }
        let mark = match (node.form, state) {
            _ if current == Some(index) => Mark::Current,
            (Form::Bar, _) => Mark::Bar,
            (_, NodeState::Unvisited) => Mark::Unvisited,
            _ => continue,
        };
        marks.push((node.rect, mark));
    }
    marks
}

/// Whether the middle of a rectangle is on the board of a node.
fn is_on_board(layout: &FocusLayout, rect: Rect) -> bool {
    let Point { x, y } = rect.center();
    let holds = |board: Rect| board.min.x <= x && x <= board.max.x && board.min.y <= y && y <= board.max.y;
    layout.nodes.iter().any(|node| node.form == Form::Board && holds(node.rect))
}

/// Returns the mark that a shape of a piece represents, and its place.
fn mark_of(trace: &Trace, piece: &Piece, shape: &Shape) -> Option<(Rect, Mark)> {
    let mark = match (piece.name.kind, shape) {
        (PieceKind::Type, _) => Mark::Type,
        (PieceKind::Layers, _) => Mark::Visits,
        (PieceKind::Arrow, _) => return None,
        (_, Shape::Text { text, ink, .. }) => mark_of_text(trace, text, ink.color)?,
        (_, Shape::Polygon { fill, .. }) => match fill.color {
            Color::Only => Mark::OnlyHere,
            Color::Max => Mark::Max,
            Color::Min => Mark::Min,
            Color::SecondaryText => Mark::Fold,
            _ => return None,
        },
        (PieceKind::Edge, Shape::Line { stroke, .. }) => match stroke.ink.color {
            Color::Cut => Mark::CutEdge,
            Color::Current => Mark::Path,
            _ => return None,
        },
        (_, Shape::Line { stroke, .. }) if stroke.ink.color == Color::Cut => Mark::Struck,
        (_, Shape::Rect { fill: Some(fill), .. }) if fill.color == Color::Only => Mark::OnlyHere,
        (_, Shape::Rect { rect, fill: Some(fill), stroke: None, .. }) if is_of_mean(trace, *rect, fill.color) => {
            Mark::MeanBar
        }
        (_, Shape::Rect { rect, corner, stroke: Some(stroke), .. }) if stroke.ink.color == Color::Table => {
            if *corner * 2.0 + 0.5 >= rect.height() { Mark::FromTable } else { Mark::SamePosition }
        }
        _ => return None,
    };
    let rect = match shape {
        // The middle of the line represents the whole line.
        Shape::Line { points, .. } if mark == Mark::Path => {
            let center = points.get(points.len() / 2)?;
            Rect::new(center.x - 3.0, center.y - 3.0, center.x + 3.0, center.y + 3.0)
        }
        _ => bounds_of(shape)?,
    };
    Some((rect, mark))
}

/// Whether a filled rectangle is a part of the bar that shows the mean of a node: boards have no areas of its height.
fn is_of_mean(trace: &Trace, rect: Rect, color: Color) -> bool {
    let is_of_player = matches!(color, Color::Max | Color::Min);
    is_of_player && trace.samples().is_some() && (rect.height() - MEAN_BAR).abs() < 0.1
}

/// Returns the mark that a text represents.
pub(super) fn mark_of_text(trace: &Trace, text: &str, color: Color) -> Option<Mark> {
    let is_score = |rest: &str| {
        let number = rest.trim_start().trim_start_matches(['−', '-']);
        number.starts_with(|first: char| first.is_ascii_digit() || first == '∞')
    };
    let mark = match text.chars().next()? {
        first if first.is_ascii_digit() && trace.samples().is_some() && text.contains(" · ") => Mark::Sample,
        first if (first.is_ascii_digit() || first == '∞') && trace.proofs().is_some() && text.contains(" | ") => {
            Mark::ProofNumbers
        }
        'α' | 'β' if text.contains('α') && text.contains('β') => Mark::Closed,
        'α' if is_score(&text['α'.len_utf8()..]) => Mark::Alpha,
        'β' if is_score(&text['β'.len_utf8()..]) => Mark::Beta,
        '=' => Mark::Exact,
        '≤' => Mark::Upper,
        '≥' => Mark::Lower,
        '≈' => Mark::Evaluated,
        '(' if text.contains(',') => Mark::Window,
        // Along the path a bound is a number in the colour of its player.
        _ if is_score(text) && color == Color::Max => Mark::Alpha,
        _ if is_score(text) && color == Color::MinText => Mark::Beta,
        '?' if text.len() == 1 => Mark::Guess,
        // A number after × alone counts the visits of one node; only a group has a name before it, or an ellipsis.
        '×' if is_score(text.trim_start_matches('×')) => Mark::Visits,
        '…' if is_score(text.trim_start_matches('…')) => Mark::Group,
        _ if text.contains(" ×") => Mark::Group,
        _ => return None,
    };
    Some(mark)
}

/// Returns the bounding rectangle of a shape.
pub(super) fn bounds_of(shape: &Shape) -> Option<Rect> {
    let around = |points: &[Point]| {
        let first = points.first()?;
        let mut rect = Rect::new(first.x, first.y, first.x, first.y);
        for point in points {
            rect = rect.union(Rect::new(point.x, point.y, point.x, point.y));
        }
        Some(rect)
    };
    match shape {
        Shape::Rect { rect, .. } => Some(*rect),
        Shape::Line { points, .. } => around(points),
        Shape::Polygon { corners, .. } => around(corners),
        Shape::Ring { center, radius, .. } | Shape::Disc { center, radius, .. } => {
            Some(Rect::new(center.x - radius, center.y - radius, center.x + radius, center.y + radius))
        }
        Shape::Text { at, anchor, size, text, .. } => {
            let (width, half) = (text.chars().count() as f32 * size * LETTER, size * 0.65);
            let (left, top) = match anchor {
                Anchor::Left => (at.x, at.y - half),
                Anchor::Right => (at.x - width, at.y - half),
                Anchor::Center => (at.x - width / 2.0, at.y - half),
                Anchor::Top => (at.x - width / 2.0, at.y),
            };
            Some(Rect::new(left, top, left + width, top + 2.0 * half))
        }
    }
}

/// Returns the mark at a point: the topmost one that is not an area.
pub(super) fn mark_at(marks: &[(Rect, Mark)], at: Point) -> Option<Mark> {
    let holds = |rect: &Rect| {
        let rect = rect.grown(REACH);
        rect.min.x <= at.x && at.x <= rect.max.x && rect.min.y <= at.y && at.y <= rect.max.y
    };
    marks.iter().rev().find(|(rect, mark)| !mark.is_area() && holds(rect)).map(|&(_, mark)| mark)
}

/// Shows the meaning of a mark in a tooltip.
pub(super) fn mark_ui(ui: &mut Ui, mark: Mark, trace: &Trace, language: Language) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(mark.about(trace, language)).size(SECONDARY).color(color));
}

/// Shows the tooltip of a mark beside the nodes, such as a score below a board or a bound in the footer.
pub(super) fn mark_beside_ui(tree: &Response, mark: Option<Mark>, trace: &Trace, language: Language) {
    if let Some(mark) = mark {
        tree.clone().on_hover_ui_at_pointer(|ui| mark_ui(ui, mark, trace, language));
    }
}

/// Draws arrows between nodes; an end that is not shown is replaced by its nearest shown ancestor.
pub(crate) fn arrows_ui(
    ui: &Ui,
    rect: egui::Rect,
    arrows: &[Pointer],
    layout: &FocusLayout,
    screen_from_scene: TSTransform,
) {
    let mut scene = Scene::default();
    for arrow in Pointer::arrows(arrows, layout) {
        arrow.draw(screen_from_scene.scaling, &mut scene.shapes);
    }
    paint(&ui.painter_at(rect), &Palette::of(ui), &scene.shapes, screen_from_scene);
}

/// Returns the nodes of a view that have the same position as its focus, the focus included; none if the focus has no position key.
pub(crate) fn equal_nodes(trace: &Trace, layout: &FocusLayout) -> Vec<usize> {
    let key = |index: usize| {
        let node = &layout.nodes[index];
        let position = node.position.clone().or_else(|| trace.position(&layout.path(index)));
        position.filter(|_| node.stands_for == 1).and_then(|position| position_key(trace, &position))
    };
    let Some(wanted) = key(layout.focus) else { return Vec::new() };
    (0..layout.nodes.len()).filter(|&index| key(index) == Some(wanted)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::game::GameSetup;
    use edagari_core::search::{Algorithm, Proof, Sampling};
    use edagari_core::trace::{Process, Progress, Setup, record};
    use edagari_draw::scene::{FocusOptions, FocusRequest, Moment};

    #[test]
    fn every_mark_has_texts_in_every_language() {
        let trace = named_players();
        for language in Language::ALL {
            for mark in Mark::ALL {
                let [name, about] = [mark.name(&trace, language), mark.about(&trace, language)];
                assert!(!name.is_empty() && about.chars().count() > 10, "{mark:?}");
                assert!(![&name, &about].iter().any(|text| text.contains('{')), "{mark:?}: {name}, {about}");
            }
        }
    }

    #[test]
    fn triangles_have_the_names_of_the_players() {
        let trace = named_players();
        for language in Language::ALL {
            for (mark, player, other) in [(Mark::Max, "White", "max"), (Mark::Min, "Black", "min")] {
                for text in [mark.name(&trace, language), mark.about(&trace, language)] {
                    assert!(text.contains(player) && !text.contains(other), "{text}");
                }
            }
        }
    }

    /// A run of a program whose header names the players.
    fn named_players() -> Trace {
        let lines = [
            r#"{"edagari": 1, "players": ["White", "Black"]}"#,
            r#"{"event": "enter", "id": 0, "player": "max"}"#,
            r#"{"event": "leave", "id": 0, "score": 1}"#,
        ];
        edagari_core::trace::file::read_trace(std::io::Cursor::new(lines.join("\n")), 1 << 30, &Progress::default())
            .expect("a stream")
    }

    #[test]
    fn scores_windows_cuts_and_players_are_found_in_the_picture() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
        let opened = std::collections::BTreeSet::new();
        let options = FocusOptions { width: 900.0, height: 600.0, ..FocusOptions::default() };
        let request = FocusRequest { trace: &trace, focus: &[], in_sight: &[], opened: &opened, other: None, options };
        let layout = FocusLayout::new(&request).expect("a root");
        let mut seen = Vec::new();
        for frame in 0..trace.frame_count() {
            let moment = Moment::of(&trace, frame);
            let look = FocusLook::plain(frame, &moment, Language::English);
            seen.extend(marks_of(&trace, &layout, &look).into_iter().map(|(_, mark)| mark));
        }
        let expected = [
            Mark::Exact,
            Mark::Window,
            Mark::Closed,
            Mark::CutEdge,
            Mark::Struck,
            Mark::Max,
            Mark::Min,
            Mark::Current,
            Mark::Path,
            Mark::Unvisited,
        ];
        for mark in expected {
            assert!(seen.contains(&mark), "{mark:?} is never found");
        }
    }

    /// Returns the marks of the last frame of a search of the end of a game of tic-tac-toe.
    fn marks_at_end(process: Process) -> Vec<Mark> {
        let setup = Setup {
            after: "b2 a1 c3 a3 a2".to_owned(),
            ..Setup::new(GameSetup::from(edagari_core::game::TicTacToe::default()), process)
        };
        marks_at_end_of(&setup)
    }

    fn marks_at_end_of(setup: &Setup) -> Vec<Mark> {
        let trace = record(setup, 1 << 30, &Progress::default()).expect("a small run");
        let opened = std::collections::BTreeSet::new();
        let options = FocusOptions { width: 900.0, height: 600.0, ..FocusOptions::default() };
        let request = FocusRequest { trace: &trace, focus: &[], in_sight: &[], opened: &opened, other: None, options };
        let layout = FocusLayout::new(&request).expect("a root");
        let frame = trace.frame_count() - 1;
        let moment = Moment::of(&trace, frame);
        let marks = marks_of(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        marks.into_iter().map(|(_, mark)| mark).collect()
    }

    #[test]
    fn numbers_bars_and_circles_of_other_searches_are_found_in_the_picture() {
        let sampled = marks_at_end(Process::Sample(Sampling::Uct));
        for mark in [Mark::Sample, Mark::MeanBar] {
            assert!(sampled.contains(&mark), "{mark:?}");
        }
        let proved = marks_at_end(Process::Prove(Proof::Pns));
        assert!(proved.contains(&Mark::AndNode));
        assert!(!proved.contains(&Mark::MeanBar) && !proved.contains(&Mark::Group));
    }

    #[test]
    fn stones_on_a_board_are_no_bounds() {
        let mut setup =
            Setup::new(GameSetup::from(edagari_core::game::Kalah::default()), Process::Sample(Sampling::Uct));
        setup.sampling.iterations = 10;
        let marks = marks_at_end_of(&setup);
        assert!(marks.contains(&Mark::Sample));
        assert!(!marks.contains(&Mark::Alpha) && !marks.contains(&Mark::Beta));
    }

    #[test]
    fn number_after_a_times_sign_counts_visits_and_with_a_name_a_group() {
        let trace = named_players();
        let mark = |text: &str| mark_of_text(&trace, text, Color::SecondaryText);
        assert_eq!(mark("×32"), Some(Mark::Visits));
        assert_eq!(mark("R ×3"), Some(Mark::Group));
        assert_eq!(mark("… 5"), Some(Mark::Group));
    }
}
