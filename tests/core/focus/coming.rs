//! The child that is entered next, and scores of visits before: read from the picture, and compared with the frames that follow.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use edagari::game::{GameSetup, RandomTree};
use edagari::language::Language;
use edagari::scene::{
    Color, FocusLayout, FocusLook, FocusNode, FocusOptions, FocusRequest, Form, Moment, Part, PieceKind, Shape,
    draw_focus_pieces, focus_at,
};
use edagari::search::Algorithm;
use edagari::trace::file::StreamReader;
use edagari::trace::{FrameKind, NodeState, Process, Progress, Setup, Trace, VisitId, record};

fn runs() -> Vec<Trace> {
    let algorithms = [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Bisection];
    let run = |(at, algorithm)| {
        let tree = RandomTree { branching: 3 + at % 2, depth: 4, seed: 11 + u64::from(at), ..RandomTree::default() };
        let setup = Setup::new(GameSetup::from(tree), Process::Search(algorithm));
        record(&setup, 1 << 30, &Progress::default()).expect("a small run")
    };
    (0_u32..).zip(algorithms).map(run).collect()
}

fn layout(trace: &Trace, frame: usize) -> FocusLayout {
    let scores = trace.finite_scores();
    let options = FocusOptions { width: 928.0, height: 560.0, scores, ..FocusOptions::default() };
    let in_sight: Vec<Vec<u32>> = Moment::of(trace, frame).child().into_iter().collect();
    let (focus, opened) = (focus_at(trace, frame), BTreeSet::new());
    let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
    FocusLayout::new(&request).expect("there is a root")
}

/// The child that a visit enters after a frame, by the frames that follow.
fn entered_after(trace: &Trace, visit: VisitId, frame: usize) -> Option<VisitId> {
    let steps = (frame + 1..trace.frame_count()).map_while(|frame| trace.step(frame));
    let mut of_visit = steps.take_while(|step| step.visit != visit || step.kind != FrameKind::End);
    of_visit
        .find(|step| step.kind == FrameKind::Start && trace.parent_visit(step.visit) == Some(visit))
        .map(|step| step.visit)
}

#[test]
fn next_is_the_child_that_is_entered_and_scores_of_visits_before_are_faint() {
    let (mut marked, mut entered_again, mut faint) = (0, 0, 0);
    for trace in runs() {
        for frame in 0..trace.frame_count().min(700) {
            let layout = layout(&trace, frame);
            let moment = Moment::of(&trace, frame);
            let look = FocusLook::plain(frame, &moment, Language::English);
            let pieces = draw_focus_pieces(&trace, &layout, &look);
            let texts = |node: &FocusNode| {
                let of_node =
                    pieces.iter().filter(|piece| piece.name.kind == PieceKind::Node && piece.name.of == node.key);
                let shapes = of_node.flat_map(|piece| &piece.shapes);
                let text = shapes.filter_map(|shape| match shape {
                    Shape::Text { text, ink, .. } => Some((text.clone(), *ink)),
                    _ => None,
                });
                text.collect::<Vec<_>>()
            };
            let focus = &layout.nodes[layout.focus];
            let Some(visit) = focus.visit_at(&trace, frame) else { continue };
            let next =
                entered_after(&trace, visit, frame).filter(|_| trace.span(visit).1.is_none_or(|end| frame < end));
            for node in layout.nodes.iter().filter(|node| node.part == Part::Node && node.stands_for == 1) {
                let (own, texts) = (node.visit_at(&trace, frame), texts(node));
                if texts.iter().any(|(text, _)| text == "next" || text.ends_with(" · next")) {
                    let is_next = next.is_some_and(|next| node.place.recorded() == Some(trace.node_of(next)));
                    assert!(
                        is_next && node.parent == Some(layout.focus),
                        "frame {frame}: {:?} is not next",
                        node.move_text
                    );
                    marked += 1;
                    entered_again += usize::from(own.is_some());
                }
                let Some((own, parent)) = own.zip(node.parent) else { continue };
                let Some(parent) = layout.nodes[parent].visit_at(&trace, frame) else { continue };
                let is_scored = matches!(node.state(&trace, frame), NodeState::Scored { .. });
                let scores = texts.iter().filter(|(text, _)| text.starts_with(['=', '≤', '≥']));
                for (text, ink) in scores.filter(|_| is_scored && node.form == Form::Board) {
                    let is_before = own < parent;
                    assert_eq!(ink.color == Color::SecondaryText, is_before, "frame {frame}: {text}");
                    faint += usize::from(is_before);
                }
            }
        }
    }
    assert!(marked > 200 && entered_again > 20 && faint > 20, "{marked} marked, {entered_again} again, {faint} faint");
}

#[test]
fn player_to_move_has_the_name_that_the_program_states() {
    let mut stream =
        "{\"edagari\":1,\"players\":[\"White\",\"Black\"]}\n{\"event\":\"enter\",\"player\":\"max\"}\n".to_owned();
    // Too many nodes for a picture of the whole tree.
    for child in 0..40 {
        for (mv, player) in [(format!("c{child}"), "min"), ("reply".to_owned(), "max")] {
            let _ = writeln!(stream, "{{\"event\":\"enter\",\"move\":\"{mv}\",\"player\":\"{player}\"}}");
        }
        stream += "{\"event\":\"leave\",\"score\":1}\n{\"event\":\"leave\",\"score\":1}\n";
    }
    let trace = StreamReader::new(stream.as_bytes(), 1 << 20).read(&Progress::default()).expect("a stream");
    for (frame, expected) in [(0, "White to move"), (1, "Black to move")] {
        let (layout, moment) = (layout(&trace, frame), Moment::of(&trace, frame));
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let of_player = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Player);
        let texts: Vec<&str> = of_player
            .flat_map(|piece| &piece.shapes)
            .filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None })
            .collect();
        assert_eq!(texts, [expected], "frame {frame}");
    }
}
