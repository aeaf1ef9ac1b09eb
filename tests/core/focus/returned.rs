//! The child that has just returned, in pictures of whole trees.

use edagari::game::GameSetup;
use edagari::language::Language;
use edagari::scene::{
    Color, GlyphFigures, IcicleWidth, Orientation, Rect, Shape, Target, WholeArea, WholeLook, WholeTree, draw_icicle,
    draw_whole,
};
use edagari::search::Algorithm;
use edagari::trace::{Progress, Recording};

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
        let boxes = draw_icicle(&look, &icicle, IcicleWidth::Visits);
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
