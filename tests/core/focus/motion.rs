//! Transitions between two focus views: nodes move, grow and collapse. Invariants for any two frames.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::oracles::cases;
use edagari::game::{Eight, GameSetup, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    Color, FocusLayout, FocusLook, FocusNode, FocusOptions, FocusRequest, Form, Ground, Ink, Moment, Orientation,
    Piece, PieceKind, PieceName, Point, Rect, Shape, Way, draw_effects, draw_focus, draw_focus_pieces, focus_at, tween,
};
use edagari::search::Algorithm;
use edagari::trace::{FrameKind, Process, Progress, Setup, Trace, Traversal, record};
use proptest::prelude::*;

fn run(game: GameSetup) -> Trace {
    run_of(game, Process::Search(Algorithm::AlphaBeta))
}

fn run_of(game: GameSetup, process: Process) -> Trace {
    let setup = Setup::new(game, process);
    record(&setup, 1 << 30, &Progress::default()).expect("a small run")
}

static RUNS: LazyLock<[Trace; 2]> = LazyLock::new(|| {
    [
        run(GameSetup::from(TicTacToe { shortest_win: false })),
        run(GameSetup::from(RandomTree { branching: 7, depth: 5, ..RandomTree::default() })),
    ]
});

fn layout(trace: &Trace, frame: usize, orientation: Orientation) -> FocusLayout {
    let options = FocusOptions { orientation, scores: trace.finite_scores(), ..FocusOptions::default() };
    let in_sight: Vec<Vec<u32>> = Moment::of(trace, frame).child().into_iter().collect();
    let (focus, opened) = (focus_at(trace, frame), BTreeSet::new());
    let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
    FocusLayout::new(&request).expect("there is a root")
}

fn by_key(layout: &FocusLayout) -> HashMap<u64, &FocusNode> {
    layout.nodes.iter().map(|node| (node.key, node)).collect()
}

fn sides(rect: Rect) -> [f32; 4] {
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y]
}

fn is_near(a: Rect, b: Rect) -> bool {
    sides(a).iter().zip(sides(b)).all(|(a, b)| (a - b).abs() < 0.01)
}

/// Whether a rectangle is inside the bounding box of two others.
fn lies_between(rect: Rect, a: Rect, b: Rect) -> bool {
    let hull = a.union(b).grown(0.01);
    rect.min.x >= hull.min.x && rect.min.y >= hull.min.y && rect.max.x <= hull.max.x && rect.max.y <= hull.max.y
}

/// A run, two of its frames that are often near each other, and a direction.
fn pairs() -> impl Strategy<Value = (usize, usize, usize, Orientation)> {
    let near = (0_usize..2, any::<usize>(), 1_usize..8, any::<bool>());
    let far = (0_usize..2, any::<usize>(), any::<usize>(), any::<bool>());
    prop_oneof![3 => near, 1 => far].prop_map(|(run, from, step, down)| {
        let count = RUNS[run].frame_count();
        let (from, step) = (from % count, step % count);
        (run, from, (from + step) % count, if down { Orientation::TopDown } else { Orientation::LeftToRight })
    })
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn motion_begins_at_the_old_picture_and_ends_at_the_new((run, from, to, orientation) in pairs()) {
        let trace = &RUNS[run];
        let (old, new) = (layout(trace, from, orientation), layout(trace, to, orientation));
        let begin = tween(&old, &new, 0.0);
        let shown = by_key(&begin);
        for node in &old.nodes {
            let shown = shown.get(&node.key).expect("every old node");
            prop_assert!(is_near(shown.rect, node.rect), "{:?} is at {:?}", node, shown.rect);
        }
        // New nodes start with zero size.
        let before = by_key(&old);
        let begun = tween(&old, &new, 1e-5);
        for node in begun.nodes.iter().filter(|node| !before.contains_key(&node.key)) {
            prop_assert!(node.rect.width() < 0.05 && node.rect.height() < 0.05, "{:?}", node.rect);
        }
        let end = tween(&old, &new, 1.0);
        prop_assert_eq!(end.nodes.len(), new.nodes.len());
        for (shown, node) in end.nodes.iter().zip(&new.nodes) {
            prop_assert_eq!(shown.key, node.key);
            prop_assert_eq!(shown.extent(), node.extent());
            prop_assert_eq!((shown.form, shown.parent, shown.player), (node.form, node.parent, node.player));
        }
    }

    #[test]
    fn moving_shapes_stay_between_their_old_and_new_places((run, from, to, orientation) in pairs(), share in 0.001_f32..1.0) {
        let trace = &RUNS[run];
        let (old, new) = (layout(trace, from, orientation), layout(trace, to, orientation));
        let (before, after) = (by_key(&old), by_key(&new));
        let between = tween(&old, &new, share);
        let place = Rect::new(0.0, 0.0, new.size.0, new.size.1).grown(0.1);
        let mut keys = BTreeSet::new();
        for (index, node) in between.nodes.iter().enumerate() {
            prop_assert!(keys.insert(node.key), "no node is shown twice");
            prop_assert!(node.parent.is_none_or(|parent| parent < between.nodes.len() && parent != index));
            prop_assert!(sides(node.extent()).iter().all(|side| side.is_finite()), "{:?}", node.rect);
            prop_assert!(node.rect.width() >= 0.0 && node.rect.height() >= 0.0, "{:?}", node.rect);
            prop_assert!(lies_between(node.rect, place, place), "{:?} leaves the picture", node.rect);
            if let (Some(old), Some(new)) = (before.get(&node.key), after.get(&node.key)) {
                prop_assert!(lies_between(node.rect, old.rect, new.rect), "{:?}", node.rect);
                let words = [(node.move_label, old.move_label), (node.note_label, old.note_label)];
                for label in words.into_iter().filter_map(|(label, old)| label.filter(|_| old.is_some())) {
                    // A label that changes sides stays next to its board.
                    let (reach, beside) = (label.rect.width(), |node: &FocusNode| node.extent().union(node.rect));
                    let (a, b) = (beside(old).grown(reach), beside(new).grown(reach));
                    prop_assert!(lies_between(label.rect, a, b), "{:?}", label.rect);
                    prop_assert!(!label.rect.touches(node.rect.grown(-1.0)), "no words on the board");
                }
            }
        }
        for node in &new.nodes {
            prop_assert!(keys.contains(&node.key), "every new node is there from the start");
        }
        // The effects contain only finite numbers, and at the end there are none.
        let moment = Moment::of(trace, to);
        for shape in draw_effects(trace, &between, to, &moment, share).shapes {
            let numbers = match shape {
                Shape::Rect { rect, .. } => sides(rect).to_vec(),
                Shape::Line { points, .. } => points.iter().flat_map(|point| [point.x, point.y]).collect(),
                Shape::Text { at, size, .. } => vec![at.x, at.y, size],
                Shape::Disc { center, radius, .. } | Shape::Ring { center, radius, .. } => {
                    vec![center.x, center.y, radius]
                }
                Shape::Polygon { corners, .. } => corners.iter().flat_map(|point| [point.x, point.y]).collect(),
            };
            prop_assert!(numbers.iter().all(|number| number.is_finite()), "{numbers:?}");
        }
        prop_assert!(draw_effects(trace, &new, to, &moment, 1.0).shapes.is_empty());
    }

    #[test]
    fn bars_never_become_blocks((run, from, to, orientation) in pairs(), share in 0.0_f32..1.0, turns in any::<bool>()) {
        let trace = &RUNS[run];
        // The tree can be turned, too.
        let turned = match orientation {
            Orientation::LeftToRight if turns => Orientation::TopDown,
            Orientation::TopDown if turns => Orientation::LeftToRight,
            orientation => orientation,
        };
        let (old, new) = (layout(trace, from, orientation), layout(trace, to, turned));
        let moment = Moment::of(trace, to);
        // The effects of the frame have ended.
        let way = Some(Way { from, share: 1.0 });
        let look = FocusLook { way, ..FocusLook::plain(to, &moment, Language::English) };
        let at = |share: f32| draw_focus_pieces(trace, &tween(&old, &new, share), &look);
        let (first, last) = (at(0.0), at(1.0));
        let largest = largest_block(&first).max(largest_block(&last));
        for share in [0.01, share, 0.99] {
            let now = at(share);
            prop_assert!(largest_block(&now) <= largest + 0.1, "a block of {} at {share}", largest_block(&now));
        }
    }
}

/// The opacity below which a shape is hardly visible.
const FAINT: f32 = 0.12;

/// The shorter side of the largest rectangle in the colour of a player or of an edge.
fn largest_block(pieces: &[Piece]) -> f32 {
    let sizes = pieces.iter().flat_map(|piece| &piece.shapes).filter_map(|shape| match shape {
        Shape::Rect { rect, fill: Some(fill), .. }
            if fill.opacity > FAINT && matches!(fill.color, Color::Max | Color::Min | Color::Edge | Color::Cut) =>
        {
            Some(rect.width().min(rect.height()))
        }
        _ => None,
    });
    sizes.fold(0.0, f32::max)
}

#[test]
fn node_that_changes_form_is_drawn_in_both_forms_with_total_opacity_of_at_most_one() {
    let mut seen_changes = BTreeSet::new();
    for (trace, orientation) in
        RUNS.iter().flat_map(|run| [(run, Orientation::LeftToRight), (run, Orientation::TopDown)])
    {
        for to in 1..400 {
            let (old, new) = (layout(trace, to - 1, orientation), layout(trace, to, orientation));
            let (before, after) = (by_key(&old), by_key(&new));
            let changed: Vec<(u64, Form, Form)> = before
                .iter()
                .filter_map(|(key, node)| Some((*key, node.form, after.get(key)?.form)))
                .filter(|(_, from, to)| from != to)
                .collect();
            if changed.is_empty() {
                continue;
            }
            let moment = Moment::of(trace, to);
            let way = Some(Way { from: to - 1, share: 1.0 });
            let look = FocusLook { way, ..FocusLook::plain(to, &moment, Language::English) };
            for share in [0.25, 0.5, 0.75] {
                let pieces = draw_focus_pieces(trace, &tween(&old, &new, share), &look);
                for &(key, from, to_form) in &changed {
                    let name = PieceName { kind: PieceKind::Node, of: key };
                    let Some(piece) = pieces.iter().find(|piece| piece.name == name) else { continue };
                    let opacities = piece.shapes.iter().flat_map(inks).map(|ink| ink.opacity);
                    let strongest = opacities.fold(0.0, f32::max);
                    let most = share.max(1.0 - share) + 0.01;
                    assert!(strongest <= most, "frame {to} at {share}: {from:?} to {to_form:?} at {strongest}");
                    let grounds = piece.shapes.iter().filter_map(|shape| match shape {
                        Shape::Rect { fill: Some(fill), .. } if fill.color == Color::Node => Some(fill.opacity),
                        _ => None,
                    });
                    let sum: f32 = grounds.sum();
                    assert!(sum <= 1.01, "frame {to} at {share}: {from:?} to {to_form:?} is seen {sum} times");
                    seen_changes.insert(format!("{from:?} to {to_form:?}"));
                }
            }
        }
    }
    assert!(seen_changes.contains("Board to Chip") && seen_changes.contains("Chip to Board"), "{seen_changes:?}");
}

/// Shapes drawn with this strength of the afterglow, minus the shapes drawn without it.
fn glow(trace: &Trace, frame: usize, strength: f32) -> Vec<Shape> {
    let (layout, moment) = (layout(trace, frame, Orientation::LeftToRight), Moment::of(trace, frame));
    let plain = FocusLook::plain(frame, &moment, Language::English);
    let rest = draw_focus(trace, &layout, &plain).shapes;
    let mut glowing = draw_focus(trace, &layout, &FocusLook { glow: strength, ..plain }).shapes;
    // The afterglow only adds shapes.
    let mut added = Vec::new();
    let mut rest = rest.into_iter().peekable();
    for shape in glowing.drain(..) {
        if rest.peek() == Some(&shape) {
            rest.next();
        } else {
            added.push(shape);
        }
    }
    assert_eq!(rest.next(), None, "frame {frame}: all is seen as without it");
    added
}

#[test]
fn changed_shapes_glow_in_the_colour_of_the_frame() {
    for trace in &*RUNS {
        let mut words = BTreeSet::new();
        for frame in 1..300 {
            let kind = trace.step(frame).expect("a frame").kind;
            assert!(glow(trace, frame, 0.0).is_empty(), "a still picture has none");
            let (strong, weak) = (glow(trace, frame, 1.0), glow(trace, frame, 0.25));
            assert!(strong.len() >= 2 && strong.len() == weak.len(), "frame {frame}: the node at least");
            for (strong, weak) in strong.iter().zip(&weak) {
                let ([strong_ink], [weak_ink]) = (&inks(strong)[..], &inks(weak)[..]) else { panic!("{strong:?}") };
                assert_eq!(strong_ink.color, Color::Current);
                assert!((strong_ink.opacity - 4.0 * weak_ink.opacity).abs() < 1e-4);
            }
            if strong.len() > 2 {
                words.insert(format!("{kind:?}"));
            }
            let window = |frame: usize| trace.step(frame).expect("a frame").window;
            let is_moved = kind == FrameKind::Update && window(frame) != window(frame - 1);
            assert!(!is_moved || strong.len() > 2, "frame {frame}: the bound glows");
        }
        assert!(words.contains("Score") && words.contains("Update") && words.contains("End"), "{words:?}");
    }
}

#[test]
fn afterglow_is_visible_on_both_grounds() {
    let (trace, frame) = (&RUNS[0], 20);
    let strongest = glow(trace, frame, 1.0).iter().flat_map(inks).map(|ink| ink.opacity).fold(0.0, f32::max);
    for ground in [Ground::Light, Ground::Dark] {
        let [below, light] = [Color::Ground, Color::Current].map(|color| {
            let value = color.value(ground);
            [16, 8, 0].map(|shift| f32::from((value >> shift) as u8))
        });
        let apart = below.iter().zip(light).map(|(a, b)| (strongest * (b - a)).abs()).fold(0.0, f32::max);
        assert!(apart > 40.0, "{ground:?}: {apart} of 255");
    }
}

#[test]
fn effects_of_frames_are_drawn() {
    let trace = &RUNS[0];
    let mut drawn = BTreeSet::new();
    for frame in 1..200 {
        let (layout, moment) = (layout(trace, frame, Orientation::LeftToRight), Moment::of(trace, frame));
        if !draw_effects(trace, &layout, frame, &moment, 0.5).shapes.is_empty() {
            drawn.insert(format!("{:?}", trace.step(frame).expect("a frame").kind));
        }
    }
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), ["Score", "Start", "Update"]);
}

/// Shapes of the focus view at a frame, during the transition to it or after it.
fn seen(trace: &Trace, layout: &FocusLayout, frame: usize, share: Option<f32>) -> Vec<Shape> {
    let moment = Moment::of(trace, frame);
    let way = share.map(|share| Way { from: frame - 1, share });
    let look = FocusLook { way, ..FocusLook::plain(frame, &moment, Language::English) };
    let mut shapes = draw_focus(trace, layout, &look).shapes;
    shapes.retain(|shape| inks(shape).iter().any(|ink| ink.opacity > 0.0));
    shapes
}

fn inks(shape: &Shape) -> Vec<Ink> {
    match shape {
        Shape::Rect { fill, stroke, .. } => fill.iter().copied().chain(stroke.map(|stroke| stroke.ink)).collect(),
        Shape::Line { stroke, .. } | Shape::Ring { stroke, .. } => vec![stroke.ink],
        Shape::Disc { fill, .. } | Shape::Polygon { fill, .. } => vec![*fill],
        Shape::Text { ink, .. } => vec![*ink],
    }
}

/// The strokes of cuts.
fn strokes(shapes: &[Shape]) -> Vec<&[Point]> {
    let points = shapes.iter().filter_map(|shape| match shape {
        Shape::Line { points, stroke } if stroke.ink.color == Color::Cut => Some(points.as_slice()),
        _ => None,
    });
    points.collect()
}

#[test]
fn skipped_siblings_sink_and_return_to_their_places() {
    for (trace, orientation) in
        RUNS.iter().flat_map(|run| [(run, Orientation::LeftToRight), (run, Orientation::TopDown)])
    {
        let cuts = (1..3000).filter(|&frame| trace.step(frame).is_some_and(|step| step.cut.is_some()));
        let mut deepest: f32 = 0.0;
        for frame in cuts.take(60) {
            let layout = layout(trace, frame, orientation);
            let rest = seen(trace, &layout, frame, None);
            assert_eq!(seen(trace, &layout, frame, Some(1.0)), rest, "frame {frame} ends where it rests");
            let before = seen(trace, &layout, frame - 1, None);
            let begin = seen(trace, &layout, frame, Some(0.0));
            assert_eq!(strokes(&begin), strokes(&before), "frame {frame}: nothing is struck yet");
            for share in [0.2, 0.5, 0.8] {
                let between = seen(trace, &layout, frame, Some(share));
                for (now, then) in strokes(&between).into_iter().zip(strokes(&rest)) {
                    let (x, y) = (now[0].x - then[0].x, now[0].y - then[0].y);
                    // They move away from the parent, which is drawn before or above its children.
                    let (along, across) = if x.abs() > y.abs() { (x, y) } else { (y, x) };
                    assert!((-0.01..12.0).contains(&along) && across.abs() < 0.01, "frame {frame}: {along} {across}");
                    deepest = deepest.max(along);
                }
            }
        }
        assert!(deepest > 5.0, "they go down {deepest} points");
    }
}

/// The border of the current node, which is drawn last.
fn current(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().rev().find_map(|shape| match shape {
        Shape::Rect { rect, stroke: Some(stroke), .. } if stroke.ink.color == Color::Current => Some(*rect),
        _ => None,
    })
}

#[test]
fn generated_nodes_grow_out_of_their_parent() {
    let games = [GameSetup::from(Eight), GameSetup::from(TicTacToe { shortest_win: false })];
    for (game, traversal) in games
        .into_iter()
        .flat_map(|game| [Traversal::BreadthFirst, Traversal::DepthFirst].map(|way| (game.clone(), way)))
    {
        let trace = run_of(game, Process::Generate(traversal));
        for frame in 1..trace.frame_count().min(120) {
            let layout = layout(&trace, frame, Orientation::LeftToRight);
            let at = |share| seen(&trace, &layout, frame, share);
            assert_eq!(at(Some(1.0)), at(None), "frame {frame} ends where it rests");
            let rest = current(&at(None)).expect("the current node is in sight");
            let widths: Vec<f32> = [0.0, 0.3, 0.6, 1.0]
                .map(|share| current(&at(Some(share))).expect("it is there all the time").width())
                .into();
            assert!(widths.is_sorted() && widths[0] < 0.01, "frame {frame}: {widths:?}");
            assert!((widths[3] - rest.width()).abs() < 0.01);
            assert_eq!(trace.step(frame).map(|step| step.kind), Some(FrameKind::Start));
        }
    }
}
