//! The child that has just returned, in pictures of whole trees.

use edagari::game::GameSetup;
use edagari::language::Language;
use edagari::scene::{
    Color, GlyphFigures, IcicleWidth, Orientation, Rect, Shape, Target, WholeArea, WholeLook, WholeTree, draw_icicle,
    draw_whole,
};
use edagari::search::Algorithm;
use edagari::trace::{FrameKind, Progress, Recording};

/// The text of a score on its way to the parent.
fn in_capsule(shape: &Shape) -> Option<&String> {
    match shape {
        Shape::Text { text, ink, strong: true, .. } if ink.color == Color::Ground => Some(text),
        _ => None,
    }
}

#[test]
fn child_that_returned_is_larger_than_its_siblings_in_whole_trees_and_icicles() {
    let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record().expect("a run");
    let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("visits");
    let [whole, icicle] = [tree.places.width(), trace.visit_count() as f64].map(|units| WholeArea {
        rect: Rect::new(0.0, 0.0, 800.0, 600.0),
        orientation: Orientation::LeftToRight,
        across: 0.0..units,
        scrolled: 0.0,
        depth_pitch: 120.0,
    });
    let mut seen = 0;
    for frame in 0..trace.frame_count() {
        let look = WholeLook {
            trace: &trace,
            frame,
            selected: None,
            apart: false,
            colors: None,
            order: None,
            language: Language::English,
        };
        let returned = trace.returned_child(frame).map(|child| trace.node_of(child));
        let drawn = draw_whole(&look, &tree, &whole, &mut GlyphFigures::default());
        let size = |target: &Target| (target.rect.width() * 10.0).round() as i32;
        let sizes = |is_it: bool| drawn.targets.iter().filter(move |of| (Some(of.node) == returned) == is_it).map(size);
        assert!(sizes(true).all(|size| sizes(false).all(|other| size > other)), "frame {frame}");
        let step = trace.step(frame).expect("a frame");
        let on_the_way = (step.kind == FrameKind::Score).then(|| step.score.expect("returned").to_string());
        let written: Vec<&String> = drawn.shapes.iter().filter_map(in_capsule).collect();
        assert_eq!(written, on_the_way.iter().collect::<Vec<_>>(), "frame {frame}");
        let boxes = draw_icicle(&look, &icicle, IcicleWidth::Visits);
        for (shapes, targets) in [(&drawn.shapes, &drawn.targets), (&boxes.shapes, &boxes.targets)] {
            let current = targets.iter().find(|target| target.node == step.node).expect("in sight").rect;
            let is_current = |shape: &Shape| match shape {
                Shape::Rect { rect, stroke: Some(stroke), .. } => {
                    let is_there = (rect.center().x - current.center().x).abs() < 1.0
                        && (rect.center().y - current.center().y).abs() < 1.0;
                    is_there && stroke.ink.color == Color::Current
                }
                _ => false,
            };
            assert!(shapes.iter().any(is_current), "frame {frame}");
        }
        let place = boxes.targets.iter().find(|target| Some(target.node) == returned).map(|target| target.rect);
        let is_around = |shape: &Shape| {
            let Shape::Rect { rect, fill: None, stroke: Some(stroke), .. } = shape else { return false };
            let of = place.map(|place| place.grown(2.0));
            stroke.ink.color == Color::Current && of.is_some_and(|of| rect.min.x < of.min.x && rect.max.y > of.max.y)
        };
        assert_eq!(boxes.shapes.iter().any(is_around), place.is_some(), "frame {frame}");
        seen += usize::from(returned.is_some());
    }
    assert!(seen > 10, "{seen} frames");
}
