//! Continuity of motion: between two neighbouring moments no shape or text leaps, also where one motion interrupts another.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::oracles::cases;
use edagari::game::{GameSetup, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    Anchor, Color, FocusLayout, FocusLook, FocusOptions, FocusRequest, Ink, Moment, Orientation, Piece, PieceKind,
    PieceName, Point, Shape, Way, draw_focus_pieces, focus_at, stopped, tween,
};
use edagari::search::Algorithm;
use edagari::trace::{Process, Progress, Setup, Trace, record};
use proptest::prelude::*;

/// The number of moments of a stage of a motion.
const MOMENTS: usize = 100;
/// The longest way of a shape from one moment to the next, as a share of width and height of the tile together, and when a motion takes over from
/// another, in points.
const WAY: f32 = 0.03;
const TAKEN_OVER: f32 = 2.0;
/// The opacity below which a shape is hardly visible.
const FAINT: f32 = 0.09;

/// A part of a shape in one colour: the piece it belongs to, its kind or text, the points that place it, and its opacity.
#[derive(Clone, Debug)]
struct Mark {
    of: PieceName,
    what: (String, Color),
    at: Vec<Point>,
    opacity: f32,
}

/// Splits a picture into its marks, except those of captions, which each frame writes anew, and of the resting score, which replaces the one that
/// travels.
fn marks(pieces: &[Piece]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let is_compared = |kind| !matches!(kind, PieceKind::Score | PieceKind::Caption);
    for piece in pieces.iter().filter(|piece| is_compared(piece.name.kind)) {
        for shape in &piece.shapes {
            let mut mark = |what: &str, ink: Ink, at: Vec<Point>| {
                let what = (what.to_owned(), ink.color);
                marks.push(Mark { of: piece.name, what, at, opacity: ink.opacity });
            };
            match shape {
                Shape::Rect { rect, fill, stroke, .. } => {
                    for (what, ink) in [("fill", *fill), ("frame", stroke.map(|stroke| stroke.ink))] {
                        if let Some(ink) = ink {
                            mark(what, ink, vec![rect.min, rect.max]);
                        }
                    }
                }
                Shape::Line { points, stroke } => mark("line", stroke.ink, spaced(points)),
                Shape::Ring { center, radius, stroke } => {
                    mark("ring", stroke.ink, vec![*center, Point::new(center.x + radius, center.y)]);
                }
                Shape::Disc { center, radius, fill } => {
                    mark("disc", *fill, vec![*center, Point::new(center.x + radius, center.y)]);
                }
                Shape::Polygon { corners, fill } => mark("polygon", *fill, corners.clone()),
                Shape::Text { at, anchor, size, text, ink, .. } => {
                    let below = Point::new(at.x, at.y + size);
                    mark(&format!("{text:?} {}", side(*anchor)), *ink, vec![*at, below]);
                }
            }
        }
    }
    marks
}

const fn side(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Left => "left",
        Anchor::Right => "right",
        Anchor::Center => "center",
        Anchor::Top => "top",
    }
}

/// Nine points of a line, at equal distances along it.
fn spaced(points: &[Point]) -> Vec<Point> {
    let lengths: Vec<f32> = points.windows(2).map(|ends| distance(ends[0], ends[1])).collect();
    let all: f32 = lengths.iter().sum();
    let at = |share: f32| {
        let mut rest = share * all;
        for (ends, &length) in points.windows(2).zip(&lengths) {
            if rest <= length && length > 0.0 {
                let part = rest / length;
                return Point::new(
                    ends[0].x + (ends[1].x - ends[0].x) * part,
                    ends[0].y + (ends[1].y - ends[0].y) * part,
                );
            }
            rest -= length;
        }
        points[points.len() - 1]
    };
    (0..9).map(|part| at(part as f32 / 8.0)).collect()
}

fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Finds a mark that is in both pictures, but farther than `way` from all its equals in the other. If the state of nodes changes in between, only marks
/// that both pictures have equally often are compared.
fn leap(before: &[Mark], after: &[Mark], way: f32, changes: bool) -> Option<String> {
    let one_way = |from: &[Mark], to: &[Mark]| {
        from.iter().filter(|mark| mark.opacity > FAINT).find_map(|mark| {
            let same = |other: &&Mark| other.of == mark.of && other.what == mark.what;
            // β is written after α, whose text can change.
            let is_rewritten = || from.iter().filter(same).count() != to.iter().filter(same).count();
            if changes && (mark.what.0.contains('β') || is_rewritten()) {
                return None;
            }
            let moved = |other: &Mark| mark.at.iter().zip(&other.at).map(|(&a, &b)| distance(a, b)).fold(0.0, f32::max);
            let least = to.iter().filter(same).map(moved).reduce(f32::min).filter(|&least| least > way)?;
            Some(format!("{mark:?} moves by {least}"))
        })
    };
    one_way(before, after).or_else(|| one_way(after, before))
}

static RUNS: LazyLock<Vec<Trace>> = LazyLock::new(|| {
    let trees = [(2, 6, 1), (3, 5, 2), (7, 4, 3), (12, 3, 4), (40, 2, 5)];
    let trees = trees.map(|(branching, depth, seed)| {
        GameSetup::from(RandomTree { branching, depth, seed, ..RandomTree::default() })
    });
    let games = trees.into_iter().chain([GameSetup::from(TicTacToe { shortest_win: false })]);
    let run = |game| {
        let setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
        record(&setup, 1 << 30, &Progress::default()).expect("a small run")
    };
    games.map(run).collect()
});

const SIZES: [(f32, f32); 3] = [(464.0, 498.0), (577.0, 545.0), (928.0, 560.0)];

fn layout(trace: &Trace, frame: usize, (orientation, size): (Orientation, usize)) -> FocusLayout {
    let (width, height) = SIZES[size];
    let scores = trace.finite_scores();
    let options = FocusOptions { orientation, scores, width, height, ..FocusOptions::default() };
    let in_sight: Vec<Vec<u32>> = Moment::of(trace, frame).child().into_iter().collect();
    let (focus, opened) = (focus_at(trace, frame), BTreeSet::new());
    let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
    FocusLayout::new(&request).expect("there is a root")
}

/// The marks of a layout that is drawn at a frame, on the way from another.
fn seen(trace: &Trace, layout: &FocusLayout, frame: usize, way: Option<Way>) -> Vec<Mark> {
    let moment = Moment::of(trace, frame);
    let look = FocusLook { way, ..FocusLook::plain(frame, &moment, Language::English) };
    marks(&draw_focus_pieces(trace, layout, &look))
}

/// Frames from one to the next, and the shares of event and movement at which the motion is interrupted.
type Interrupted = (isize, f32, f32);

/// A run, a frame of it, the steps, and the tile.
fn motions() -> impl Strategy<Value = (usize, usize, Vec<Interrupted>, (Orientation, usize))> {
    let step = prop_oneof![4 => Just(1_isize), 1 => Just(-1_isize), 2 => -9_isize..10];
    let share = || prop_oneof![3 => 0.02_f32..0.98, 1 => Just(1.0_f32)];
    let steps = prop::collection::vec((step, share(), prop_oneof![1 => Just(0.0_f32), 4 => share()]), 1..4);
    let tile = (any::<bool>(), 0..SIZES.len());
    (0..RUNS.len(), any::<usize>(), steps, tile).prop_map(|(run, frame, steps, (down, size))| {
        let orientation = if down { Orientation::TopDown } else { Orientation::LeftToRight };
        (run, frame % RUNS[run].frame_count(), steps, (orientation, size))
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn nothing_leaps_from_one_moment_of_a_motion_to_the_next((run, first, steps, tile) in motions()) {
        let trace = &RUNS[run];
        let longest = WAY * (SIZES[tile.1].0 + SIZES[tile.1].1);
        let (mut frame, mut picture) = (first, Arc::new(layout(trace, first, tile)));
        let mut last = seen(trace, &picture, frame, None);
        for (step, event, movement) in steps {
            let to = frame.saturating_add_signed(step).min(trace.frame_count() - 1);
            let goal = layout(trace, to, tile);
            let way = |share: f32| Some(Way { from: frame, share });
            // A frame changes states at once, and moves nothing.
            let begin = seen(trace, &picture, to, way(0.0));
            let leapt = leap(&last, &begin, TAKEN_OVER, true);
            prop_assert!(leapt.is_none(), "frame {frame} to {to} begins: {}", leapt.unwrap_or_default());
            last = begin;
            // A motion that is interrupted in its movement has shown all of its event.
            let event = if movement > 0.0 { 1.0 } else { event };
            for moment in 1..=(event * MOMENTS as f32) as usize {
                let share = moment as f32 / MOMENTS as f32;
                let now = seen(trace, &picture, to, way(share));
                let leapt = leap(&last, &now, longest, false);
                prop_assert!(leapt.is_none(), "event of frame {frame} to {to} at {share}: {}", leapt.unwrap_or_default());
                last = now;
            }
            let from = Arc::clone(&picture);
            for moment in 1..=(movement * MOMENTS as f32) as usize {
                let share = moment as f32 / MOMENTS as f32;
                picture = Arc::new(tween(&from, &goal, share));
                let now = seen(trace, &picture, to, way(1.0));
                let leapt = leap(&last, &now, longest, false);
                prop_assert!(leapt.is_none(), "frame {frame} to {to} at {share}: {}", leapt.unwrap_or_default());
                last = now;
            }
            picture = if event < 1.0 || movement < 1.0 {
                Arc::new(stopped(trace, &picture, to, Way { from: frame, share: event }))
            } else {
                Arc::new(goal)
            };
            frame = to;
        }
    }
}

#[test]
fn text_of_a_chip_that_becomes_narrower_does_not_leap() {
    // Halfway, the chip loses the room for the number of nodes below it.
    let (trace, tile) = (&RUNS[5], (Orientation::LeftToRight, 2));
    let (from, to) = (61_761, 61_768);
    let (picture, goal) = (layout(trace, from, tile), layout(trace, to, tile));
    let longest = WAY * (SIZES[tile.1].0 + SIZES[tile.1].1);
    let at = |share: f32| seen(trace, &tween(&picture, &goal, share), to, Some(Way { from, share: 1.0 }));
    let mut last = at(0.0);
    for moment in 1..=MOMENTS {
        let share = moment as f32 / MOMENTS as f32;
        let now = at(share);
        let leapt = leap(&last, &now, longest, false);
        assert!(leapt.is_none(), "at {share}: {}", leapt.unwrap_or_default());
        last = now;
    }
}
