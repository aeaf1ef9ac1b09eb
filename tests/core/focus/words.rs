//! The texts of the focus view: captions, windows, scores and numbers.

use std::collections::BTreeSet;

use super::{TILES, at_frame, frames_of, games, layout, random, run};
use edagari::analysis::{child_name, explain, next_step_texts};
use edagari::game::{Chess, GameSetup, TicTacToe};
use edagari::language::{Language, with_plain_spaces};
use edagari::scene::{
    FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, PieceKind, Shape, draw_focus_pieces, focus_at,
};
use edagari::search::{Algorithm, Proof, Sampling, TableSetup};
use edagari::trace::{Cut, FrameKind, Process, Progress, Setup, Trace, record};

/// The texts of the pieces of a kind, or of all pieces.
fn texts_of(trace: &Trace, frame: usize, language: Language, kind: Option<PieceKind>) -> Vec<String> {
    let (focus, opened) = (focus_at(trace, frame), BTreeSet::new());
    let options = FocusOptions { scores: trace.finite_scores(), ..FocusOptions::default() };
    let request = FocusRequest { trace, focus: &focus, in_sight: &[], opened: &opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("there is a root");
    let moment = Moment::of(trace, frame);
    let pieces = draw_focus_pieces(trace, &layout, &FocusLook::plain(frame, &moment, language));
    let pieces = pieces.into_iter().filter(|piece| kind.is_none_or(|kind| piece.name.kind == kind));
    let texts = pieces.flat_map(|piece| piece.shapes).filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(with_plain_spaces(&text).into_owned()),
        _ => None,
    });
    texts.collect()
}

/// The texts beside the focus.
fn beside_focus(trace: &Trace, frame: usize, language: Language) -> Vec<String> {
    texts_of(trace, frame, language, Some(PieceKind::Caption))
}

#[test]
fn alpha_and_beta_beside_focus_have_one_font_size_in_a_tile() {
    for (name, trace) in games() {
        for (width, height) in TILES {
            let mut sizes = BTreeSet::new();
            for frame in frames_of(&trace) {
                let options = FocusOptions { width, height, scores: trace.finite_scores(), ..FocusOptions::default() };
                let layout = at_frame(&trace, frame, options);
                let moment = Moment::of(&trace, frame);
                let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
                let captions = pieces.into_iter().filter(|piece| piece.name.kind == PieceKind::Caption);
                sizes.extend(captions.flat_map(|piece| piece.shapes).filter_map(|shape| match shape {
                    Shape::Text { size, text, .. } if text.starts_with(['α', 'β']) && !text.contains("-cut") => {
                        Some(size.to_bits())
                    }
                    _ => None,
                }));
            }
            assert!(sizes.len() <= 1, "{name}, {width}×{height}: {} sizes", sizes.len());
        }
    }
}

#[test]
fn update_is_announced_after_a_score_and_the_next_child_only_after_the_update() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut scores, mut announced, mut children, mut leaves) = (0, 0, 0, 0);
    for frame in 1..1500 {
        let step = trace.step(frame).expect("a frame");
        let has_child = texts_of(&trace, frame, Language::English, None).iter().any(|text| text == "next");
        let texts = beside_focus(&trace, frame, Language::English);
        let is_left = step.kind == FrameKind::End;
        assert!(!is_left || texts.iter().all(|text| !text.starts_with("returns")), "frame {frame}: {texts:?}");
        let expected = trace.step(frame + 1).filter(|next| next.kind == FrameKind::Update && next.visit == step.visit);
        let expected = expected.map(|next| {
            let value = |frame: usize| trace.value_by(step.visit, frame as u32);
            // The sentence of the update says the same.
            let is_kept = explain(&trace, frame + 1, Language::English).to_lowercase().starts_with("nothing improves");
            match next.cut {
                Some(Cut::Alpha) => ["next: α-cut".to_owned(), "α-cut".to_owned()],
                Some(Cut::Beta) => ["next: β-cut".to_owned(), "β-cut".to_owned()],
                None if is_kept => ["next: no improvement".to_owned(), "no change".to_owned()],
                None => {
                    let value = trace.in_unit(value(frame + 1).expect("a value"));
                    [format!("next: improves to {value}"), format!("then {value}")]
                }
            }
        });
        let is_announced = step.kind == FrameKind::Score
            && expected.is_some_and(|forms| texts.iter().any(|text| forms.contains(text)));
        if step.kind == FrameKind::Score {
            assert!(!has_child, "frame {frame}");
            scores += 1;
            announced += usize::from(is_announced);
        } else {
            let said = texts.iter().find(|text| text.starts_with("next: "));
            let is_leaf = trace.children(step.node).len() == 0;
            let returned = trace.step(frame + 1).and_then(|next| next.score);
            let child = child_name(&trace, &trace.path(step.node), Language::English);
            let is_right = |text: &String| match step.kind {
                FrameKind::Start if is_leaf => text.starts_with("next: the score of ") || text.ends_with("'s score"),
                FrameKind::End if is_leaf => {
                    let ends = |score| text == &format!("next: {child} returns {}", trace.in_unit(score));
                    text == &format!("next: {child} returns") || returned.is_some_and(ends)
                }
                FrameKind::End => text == "next: the parent",
                _ => false,
            };
            assert!(said.is_none_or(is_right), "frame {frame}: {texts:?}");
            leaves += usize::from(is_leaf && said.is_some());
            children += usize::from(has_child);
        }
    }
    assert!(announced * 10 > scores * 9 && scores > 200 && children > 50, "{announced} of {scores}, {children}");
    assert!(leaves > 100, "the step after {leaves} leaves is announced");
}

#[test]
fn caption_shows_returned_score_after_last_child_and_window_at_end() {
    let (mut cuts, mut others, mut ends) = (0, 0, 0);
    for trace in [run(GameSetup::from(TicTacToe { shortest_win: false }), None), random(12, 4)] {
        for frame in (1..1500.min(trace.frame_count() - 1)).chain(trace.frame_count() - 20..trace.frame_count()) {
            let step = trace.step(frame).expect("a frame");
            if trace.children(step.node).len() == 0 {
                continue;
            }
            let next = trace.step(frame + 1).filter(|next| next.kind == FrameKind::End && next.visit == step.visit);
            // The short form is used where there is little room.
            let english = (Language::English, ["returns next: ", "returns "]);
            let japanese = (Language::Japanese, ["次に返す値：", "返す値："]);
            for (language, words) in [english, japanese] {
                let texts = beside_focus(&trace, frame, language);
                let said = words.iter().find_map(|word| texts.iter().find_map(|text| text.strip_prefix(word)));
                let end = next.filter(|_| step.kind == FrameKind::Update);
                let expected = end.and_then(|end| Some(end.bound?.before(end.score?)));
                // Where both bounds take the room of the line, nothing is said.
                if expected.is_none() || said.is_some() {
                    assert_eq!(said, expected.as_deref(), "frame {frame}: {texts:?}");
                }
                cuts += usize::from(said.is_some() && step.cut.is_some());
                others += usize::from(said.is_some() && step.cut.is_none());
                if step.kind == FrameKind::End {
                    ends += 1;
                    let (alpha, beta) = (step.window.alpha.to_string(), step.window.beta.to_string());
                    let has = |bound: &str| texts.iter().skip(1).any(|text| text.contains(bound));
                    assert!(has(&alpha) && has(&beta), "frame {frame}: {texts:?} without {:?}", step.window);
                }
            }
        }
    }
    assert!(cuts > 20 && others > 20 && ends > 20, "{cuts} cuts, {others} others, {ends} ends");
}

#[test]
fn caption_shows_the_bounds_that_the_table_gives_and_takes() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta));
    setup.table = Some(TableSetup::default());
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let (mut said, mut found, mut stored) = (0, 0, 0);
    for frame in 0..1500 {
        let step = trace.step(frame).expect("a frame");
        let texts = beside_focus(&trace, frame, Language::English);
        for (word, kind, count) in
            [("table: ", FrameKind::Lookup, &mut found), ("stored: ", FrameKind::Store, &mut stored)]
        {
            let is_said = texts.iter().any(|text| text.contains(word));
            assert!(!is_said || step.kind == kind, "frame {frame}: {texts:?}");
            said += usize::from(is_said);
            *count += usize::from(step.kind == kind);
        }
    }
    assert!(found > 20 && stored > 20 && 10 * said > 9 * (found + stored), "{said} of {found} and {stored}");
}

/// Five runs share a window in tiles of this size.
#[test]
fn low_tile_shows_window_or_score_of_the_focus() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut low, mut said) = (0, 0);
    for frame in frames_of(&trace) {
        let scores = trace.finite_scores();
        let options = FocusOptions { width: 309.0, height: 200.0, scores, ..FocusOptions::default() };
        let layout = at_frame(&trace, frame, options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        let texts = captions.flat_map(|piece| &piece.shapes);
        low += usize::from(!layout.is_whole);
        said += usize::from(texts.filter(|shape| matches!(shape, Shape::Text { .. })).count() > 0);
    }
    assert!(low > 50 && 2 * said > low, "{said} of {low}");
}

#[test]
fn low_tile_names_alpha_and_beta_of_the_focus() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut named, mut unnamed) = (0, 0);
    for frame in frames_of(&trace) {
        let scores = trace.finite_scores();
        let options = FocusOptions { width: 464.0, height: 195.0, scores, ..FocusOptions::default() };
        let layout = at_frame(&trace, frame, options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        for shape in captions.flat_map(|piece| &piece.shapes) {
            if let Shape::Text { text, .. } = shape {
                named += usize::from(text.starts_with('α') && !text.contains("-cut"));
                unnamed += usize::from(text == "·");
            }
        }
    }
    assert!(named > unnamed, "{named} with names, {unnamed} without");
}

#[test]
fn numbers_of_a_sampling_are_not_shortened_below_a_small_focus() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Sample(Sampling::Uct));
    setup.sampling.iterations = 300;
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let frame = trace.frame_count() - 1;
    for (width, height) in [(464.0, 195.0), (464.0, 250.0), (577.0, 545.0)] {
        let options = FocusOptions { width, height, scores: trace.finite_scores(), ..FocusOptions::default() };
        let layout = layout(&trace, &[], &[], &BTreeSet::new(), options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        let texts = captions.flat_map(|piece| &piece.shapes).filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        });
        let shortened: Vec<&String> = texts.filter(|text| text.contains('…')).collect();
        assert_eq!(shortened, Vec::<&String>::new(), "{width}×{height}");
    }
}

#[test]
fn caption_tells_the_numbers_that_an_expansion_gives() {
    let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Prove(Proof::Pns));
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let proofs = trace.proofs().expect("numbers");
    let mut told = 0;
    for frame in (1..3000).filter(|&frame| frame + 1 < trace.frame_count()) {
        let [step, next] = [frame, frame + 1].map(|frame| trace.step(frame).expect("a frame"));
        if step.kind != FrameKind::Start || next.kind != FrameKind::End || next.visit != step.visit {
            continue;
        }
        let numbers = proofs.of(step.node, frame + 1).expect("an expanded node");
        let numbers = edagari::analysis::proof_numbers_text(numbers, Language::English);
        let [text, _] = next_step_texts(&trace, frame, Language::English).expect("a next step");
        assert_eq!(text, format!("next: {numbers}"), "frame {frame}");
        told += 1;
    }
    assert!(told > 100, "{told} expansions");
}

#[test]
fn a_mate_has_one_text_in_nodes_and_windows() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let trace = run(GameSetup::placed(Chess::default(), mate), Some(2));
    let in_window = |text: &String| text.starts_with('α') && text.contains("#1");
    let frames = (0..trace.frame_count()).filter(|&frame| {
        let texts = texts_of(&trace, frame, Language::English, None);
        assert!(!texts.iter().any(|text| text.contains("299.99")), "{frame}: {texts:?}");
        texts.iter().any(in_window)
    });
    assert!(frames.count() > 10, "the mate raises α for the moves after it");
}
