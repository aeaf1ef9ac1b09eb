//! The focus view with separate visits: every visit is visible or counted, and nothing overlaps.

use std::collections::{BTreeMap, BTreeSet};

use edagari::game::{GameSetup, Kalah, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Moment, Orientation, Part, Shape, draw_focus, focus_at,
};
use edagari::search::{Algorithm, DepthLimit, PassSetup};
use edagari::trace::{NodeState, Process, Progress, Setup, Trace, record};

const TILES: [(f32, f32); 3] = [(470.0, 490.0), (940.0, 490.0), (1200.0, 800.0)];
const FRAMES: usize = 60;

/// Runs that search one tree in several passes.
fn runs() -> Vec<Trace> {
    [GameSetup::from(TicTacToe { shortest_win: false }), GameSetup::from(Kalah::default())]
        .into_iter()
        .map(|game| {
            let mut setup = Setup::new(game, Process::Search(Algorithm::MtdF));
            setup.limit = Some(DepthLimit { depth: 4, evaluation: 0 });
            setup.passes = PassSetup { deepening: std::num::NonZeroU32::new(1), ..PassSetup::default() };
            record(&setup, 1 << 30, &Progress::default()).expect("a small run")
        })
        .collect()
}

fn layouts(trace: &Trace) -> impl Iterator<Item = (usize, FocusLayout)> + '_ {
    let frames = (0..FRAMES).map(|index| index * 7919 % trace.frame_count());
    let places = TILES
        .into_iter()
        .flat_map(|tile| [Orientation::LeftToRight, Orientation::TopDown].map(|orientation| (tile, orientation)));
    let all = places.flat_map(move |place| frames.clone().map(move |frame| (place, frame)));
    all.map(|(((width, height), orientation), frame)| {
        let scores = trace.finite_scores();
        let options =
            FocusOptions { width, height, orientation, scores, passes_apart: true, ..FocusOptions::default() };
        let in_sight: Vec<Vec<u32>> = Moment::of(trace, frame).child().into_iter().collect();
        let request = FocusRequest {
            trace,
            focus: &focus_at(trace, frame),
            in_sight: &in_sight,
            opened: &BTreeSet::new(),
            other: None,
            options,
        };
        (frame, FocusLayout::new(&request).expect("there is a root"))
    })
}

#[test]
fn each_visit_of_a_child_of_the_focus_is_in_sight_or_counted() {
    for trace in runs() {
        let mut most = 0;
        for (frame, layout) in layouts(&trace) {
            let mut counted: BTreeMap<_, (usize, bool)> = BTreeMap::new();
            let children = layout.nodes.iter().filter(|node| node.parent == Some(layout.focus));
            for node in children.filter(|node| node.place.recorded().is_some()) {
                let of_node = counted.entry(node.place.node).or_default();
                match node.part {
                    Part::Visits { .. } => of_node.0 += node.stands_for,
                    Part::Node | Part::LeftOut { .. } => of_node.1 = true,
                }
            }
            for (node, (visits, is_node)) in counted {
                let layers = trace.layers(node).len();
                assert!(is_node || visits == layers, "frame {frame}: {visits} of {layers} visits");
                most = most.max(visits);
            }
        }
        assert!(most > 5, "visits stand apart: {most}");
    }
}

#[test]
fn parts_have_keys_of_their_own_and_do_not_overlap() {
    for trace in runs() {
        for (frame, layout) in layouts(&trace) {
            let keys: BTreeSet<u64> = layout.nodes.iter().map(|node| node.key).collect();
            assert_eq!(keys.len(), layout.nodes.len(), "frame {frame}");
            for (index, node) in layout.nodes.iter().enumerate().filter(|(_, node)| node.form != Form::Bar) {
                for other in &layout.nodes[index + 1..] {
                    let (a, b) = ((node.form, &node.move_text, node.rect), (other.form, &other.move_text, other.rect));
                    assert!(!b.2.touches(node.rect.grown(-0.5)), "frame {frame}, {:?}: {a:?} {b:?}", layout.size);
                }
            }
        }
    }
}

#[test]
fn the_current_child_is_shown_by_its_latest_visit() {
    for trace in runs() {
        for (frame, layout) in layouts(&trace) {
            let Some(path) = Moment::of(&trace, frame).child() else { continue };
            let Some(shown) = layout.showing(&trace, &path, frame) else { continue };
            let node = &layout.nodes[shown];
            assert_eq!(layout.path(shown), path);
            assert_eq!(node.visit_at(&trace, frame), trace.visit_at(node.place, frame), "frame {frame}");
            assert_eq!(node.state(&trace, frame), trace.state(node.place, frame));
        }
    }
}

#[test]
fn chip_shows_the_number_of_its_visit() {
    for trace in runs() {
        for (frame, layout) in layouts(&trace) {
            let moment = Moment::of(&trace, frame);
            let look = FocusLook::plain(frame, &moment, Language::English);
            let scene = draw_focus(&trace, &layout, &look);
            let texts: Vec<&str> = scene
                .shapes
                .iter()
                .filter_map(|shape| match shape {
                    Shape::Text { text, .. } => Some(&**text),
                    _ => None,
                })
                .collect();
            for node in layout.nodes.iter().filter(|node| node.form == Form::Chip && node.stands_for == 1) {
                let is_scored = matches!(node.state(&trace, frame), NodeState::Scored { .. });
                if is_scored && matches!(node.part, Part::Visits { .. }) {
                    assert!(texts.iter().any(|text| text.ends_with(&*node.tag)), "frame {frame}: {}", node.move_text);
                }
            }
        }
    }
}
