//! Between two focus views nodes glide, grow and fold: what must hold on the way, for any two frames.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use edagari::game::{Eight, GameSetup, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    Color, FocusLayout, FocusLook, FocusNode, FocusOptions, FocusRequest, Ink, Moment, Orientation, Point, Rect, Shape,
    Way, draw_effects, draw_focus, focus_at, tween,
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

/// Whether a rectangle lies in the smallest one that holds two others.
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
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn it_begins_at_the_old_picture_and_ends_at_the_new((run, from, to, orientation) in pairs()) {
        let trace = &RUNS[run];
        let (old, new) = (layout(trace, from, orientation), layout(trace, to, orientation));
        let begin = tween(&old, &new, 0.0);
        let shown = by_key(&begin);
        for node in &old.nodes {
            let shown = shown.get(&node.key).expect("every old node");
            prop_assert!(is_near(shown.rect, node.rect), "{:?} is at {:?}", node, shown.rect);
        }
        // What is new has no size yet.
        let before = by_key(&old);
        for node in begin.nodes.iter().filter(|node| !before.contains_key(&node.key)) {
            prop_assert!(node.rect.width() < 0.01 && node.rect.height() < 0.01, "{:?}", node.rect);
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
    fn nothing_strays_on_the_way((run, from, to, orientation) in pairs(), share in 0.0_f32..1.0) {
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
                for (label, old) in words.into_iter().filter_map(|(label, old)| label.zip(old)) {
                    prop_assert!(lies_between(label.rect, old.rect, new.extent()), "{:?}", label.rect);
                    prop_assert!(!label.rect.touches(node.rect.grown(-1.0)), "no words on the board");
                }
            }
        }
        for node in &new.nodes {
            prop_assert!(keys.contains(&node.key), "every new node is there from the start");
        }
        // The effects are drawn with numbers too, and nothing of them is left at the end.
        let moment = Moment::of(trace, to);
        for shape in draw_effects(trace, &between, to, &moment, share).shapes {
            let numbers = match shape {
                Shape::Rect { rect, .. } => sides(rect).to_vec(),
                Shape::Line { points, .. } => points.iter().flat_map(|point| [point.x, point.y]).collect(),
                Shape::Text { at, size, .. } => vec![at.x, at.y, size],
                Shape::Disc { center, radius, .. } | Shape::Ring { center, radius, .. } => {
                    vec![center.x, center.y, radius]
                }
                Shape::Triangle { corners, .. } => corners.iter().flat_map(|point| [point.x, point.y]).collect(),
            };
            prop_assert!(numbers.iter().all(|number| number.is_finite()), "{numbers:?}");
        }
        prop_assert!(draw_effects(trace, &new, to, &moment, 1.0).shapes.is_empty());
    }
}

#[test]
fn what_frames_do_is_drawn() {
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

/// What is seen of the focus view at a frame, on the way there or when it has come about.
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
        Shape::Disc { fill, .. } | Shape::Triangle { fill, .. } => vec![*fill],
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
fn skipped_siblings_sink_and_come_to_rest() {
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
                    // Away from the parent, which lies before its family or above it.
                    let (along, across) = if x.abs() > y.abs() { (x, y) } else { (y, x) };
                    assert!((-0.01..12.0).contains(&along) && across.abs() < 0.01, "frame {frame}: {along} {across}");
                    deepest = deepest.max(along);
                }
            }
        }
        assert!(deepest > 5.0, "they go down {deepest} points");
    }
}

/// The frame around the current node, the last one that is drawn.
fn current(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().rev().find_map(|shape| match shape {
        Shape::Rect { rect, stroke: Some(stroke), .. } if stroke.ink.color == Color::Current => Some(*rect),
        _ => None,
    })
}

#[test]
fn what_is_generated_grows_out_of_its_parent() {
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
