//! Sentences word for word: key frames of the three-move figure and of tic-tac-toe with a table.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use edagari::analysis::{explain, game_text, run_title, state_text, value_line, why_pruned};
use edagari::game::{Eight, GameSetup, Kalah, TicTacToe};
use edagari::language::Language;
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, FrameKind, Place, Process, Setup, Trace, record};

use super::run;

/// The sentences of all frames.
fn said(file: Option<&str>, algorithm: Algorithm, language: Language) -> Vec<String> {
    let file = file.map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/textbook").join(name));
    let setup = Setup::new(GameSetup::textbook(file.as_deref()), Process::Search(algorithm));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    (0..trace.frame_count()).map(|frame| explain(&trace, frame, language)).collect()
}

/// The key frames of α-β on the three-move figure.
const PINNED: [(usize, &str); 16] = [
    (0, "The search enters R, a max node, with the window (−∞, ∞)."),
    (3, "The search enters G, where the game is over."),
    (4, "G is a leaf: the game ends with 1."),
    (5, "G returned 1 to C, a max node: more than the −∞ it has."),
    (6, "C raises α to 1; its window is now (1, ∞)."),
    (11, "C ends with 3: inside its window (−∞, ∞), so this is its value."),
    (12, "C returned 3 to A, a min node: less than the ∞ it has."),
    (13, "A lowers β to 3; its window is now (−∞, 3)."),
    (
        18,
        "β-cut at D, where max moves: I returned 4 ≥ β = 3; J is skipped, for min can already have 3 at A. 1 node pruned.",
    ),
    (19, "D ends with 4 ≥ β = 3: it failed high, so its value is at least 4."),
    (20, "D returned 4 to A, a min node: not less than the 3 it has."),
    (21, "A keeps its window (−∞, 3)."),
    (29, "K returned 2 to E, a max node: not more than the 3 it has."),
    (35, "E ends with 3 ≤ α = 3: it failed low, so its value is at most 3."),
    (
        37,
        "α-cut at B, where min moves: E returned 3 ≤ α = 3; F is skipped, for max can already have 3 at R. 3 nodes pruned.",
    ),
    (41, "R ends with 3: inside its window (−∞, ∞), so this is its value."),
];

const PINNED_JAPANESE: [(usize, &str); 3] = [
    (
        18,
        "βカット：max ノードの D に I が 4 ≥ β = 3 を返しました。min は A ですでに 3 を選べるので、J を省略します。1 個のノードが枝刈りされました。",
    ),
    (35, "E は 3 ≤ α = 3 で終了します。fail low なので、ミニマックス値は 3 以下です。"),
    (
        37,
        "αカット：min ノードの B に E が 3 ≤ α = 3 を返しました。max は R ですでに 3 を選べるので、F を省略します。3 個のノードが枝刈りされました。",
    ),
];

#[test]
fn the_three_move_figure_in_words() {
    let sentences = said(None, Algorithm::AlphaBeta, Language::English);
    for (frame, expected) in PINNED {
        assert_eq!(sentences[frame], expected, "frame {frame}");
    }
    let japanese = said(None, Algorithm::AlphaBeta, Language::Japanese);
    for (frame, expected) in PINNED_JAPANESE {
        assert_eq!(japanese[frame], expected, "frame {frame}");
    }
}

#[test]
fn the_deep_cut_belongs_to_the_root() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft] {
        let cuts: Vec<_> = said(Some("deep-cut.ron"), algorithm, Language::English)
            .into_iter()
            .filter(|sentence| sentence.contains("-cut "))
            .collect();
        // D's own parents have no score yet: the 5 that cuts is the root's, three levels up.
        let deep = "α-cut at D, where min moves: E returned 4 ≤ α = 5; F is skipped, for max can already have 5 at R. 1 node pruned.";
        let shallow = match algorithm {
            Algorithm::AlphaBetaSoft => 4,
            _ => 5,
        };
        let shallow = format!(
            "α-cut at B, where min moves: C returned {shallow} ≤ α = 5; H is skipped, for max can already have 5 at R. 1 node pruned."
        );
        assert_eq!(cuts, [deep.to_owned(), shallow], "{}", algorithm.name());
    }
}

#[test]
fn the_root_has_a_capital_where_it_begins_a_sentence() {
    let game = GameSetup::from(Eight).open().expect("a game");
    let trace = run(game, Process::Search(Algorithm::AlphaBeta), Order::Natural);
    let say = |frame| explain(&trace, frame, Language::English);
    assert_eq!(say(0), "The search enters the root, a max node, with the window (−∞, ∞).");
    assert!(say(trace.frame_count() - 1).starts_with("The root ends with "), "{}", say(trace.frame_count() - 1));
}

/// Key frames of α-β with a table of bounds on tic-tac-toe after a1 b2, where the shortest win scores most.
const PINNED_WITH_TABLE: [(usize, &str); 9] = [
    (14, "The table keeps for the position after b1 c1 a2 c2 b3: at most −1."),
    (
        65,
        "The table has the position after b1 c1 a2 c3 c2 b3 from frame 46: at least 1 ≥ β = −2. That fails high, so 1 is returned and \
         nothing below is searched.",
    ),
    (66, "The node after b1 c1 a2 c3 c2 b3 ends with 1, which the table has given it; nothing below it was searched."),
    (
        139,
        "The table has the position after b1 c1 a3 a2 c2 from frame 102: its value is 0. It is returned, and nothing below is searched.",
    ),
    (
        199,
        "The table has the position after b1 c1 b3 a2 c2 from frame 111: at most −1 ≤ α = 0. That fails low, so −1 is returned and \
         nothing below is searched.",
    ),
    (
        528,
        "The table has the position after c2 b1 b3 c1 a3 from frame 489: at most 1. Its window (0, ∞) shrinks to (0, 1).",
    ),
    (
        530,
        "The table has the position after c2 b1 b3 c1 a3 a2 from frame 485: at most 1. That does not settle its window (0, 1), so its \
         children are searched.",
    ),
    (535, "The table keeps for the position after c2 b1 b3 c1 a3 a2: at least 1, instead of at most 1 from frame 485."),
    (
        872,
        "α-cut after c3 b1 b3 a2 c2, where min moves: c1 returned 1 ≤ α = 1; a3 is skipped, for the table says that this node is worth at \
         least 1. 2 nodes pruned.",
    ),
];

const PINNED_WITH_TABLE_JAPANESE: [(usize, &str); 3] = [
    (
        65,
        "置換表に「b1 c1 a2 c3 c2 b3」の局面がフレーム 46 で登録されています。1 以上で 1 ≥ β = −2 なので fail high になり、1 を返し、その下は探索しません。",
    ),
    (535, "置換表に「c2 b1 b3 c1 a3 a2」の局面を登録します（1 以上）。フレーム 485 の登録（1 以下）と置き換わります。"),
    (
        872,
        "αカット：min ノードの「c3 b1 b3 a2 c2」に c1 が 1 ≤ α = 1 を返しました。置換表からこのノードのミニマックス値は 1 以上とわかっているので、a3 を省略します。2 個のノードが枝刈りされました。",
    ),
];

fn with_table(after: &str) -> Trace {
    let game = GameSetup::from(TicTacToe { shortest_win: true });
    let setup = Setup {
        after: after.to_owned(),
        table: Some(TableSetup::default()),
        ..Setup::new(game, Process::Search(Algorithm::AlphaBeta))
    };
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

#[test]
fn a_table_in_words() {
    let trace = with_table("a1 b2");
    for (frame, expected) in PINNED_WITH_TABLE {
        assert_eq!(explain(&trace, frame, Language::English), expected, "frame {frame}");
    }
    for (frame, expected) in PINNED_WITH_TABLE_JAPANESE {
        assert_eq!(explain(&trace, frame, Language::Japanese), expected, "frame {frame}");
    }
    let cut = "β-cut after b1 a2 a3 c1, where max moves: b3 returned 2 ≥ β = 2; c3 is skipped, for the table says that this node is worth at \
               most 2. 5 nodes pruned.";
    assert_eq!(explain(&with_table("b2 a1"), 246, Language::English), cut);
}

#[test]
fn a_position_that_makes_room_says_nothing_of_another() {
    let table = TableSetup { size: NonZeroU32::new(1), ..TableSetup::default() };
    let setup = Setup { table: Some(table), ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax)) };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let is_store = |&frame: &usize| trace.step(frame).is_some_and(|step| step.kind == FrameKind::Store);
    let stores: Vec<usize> = (0..trace.frame_count()).filter(is_store).collect();
    assert!(stores.len() > 10, "{stores:?}");
    for frame in stores {
        // Minimax settles a position for good, so one that is written again was not there any more.
        let sentence = explain(&trace, frame, Language::English);
        assert!(!sentence.contains("instead of"), "{sentence}");
    }
}

/// Whether a blank stands between two Japanese letters.
fn has_stray_blank(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_wide = |letter: char| letter >= '\u{3000}';
    letters.windows(3).any(|three| three[1] == ' ' && is_wide(three[0]) && is_wide(three[2]))
}

#[test]
fn japanese_letters_have_no_blank_between_them() {
    assert!(has_stray_blank("max ノードの ルート に") && !has_stray_blank("max ノードのルートに a1 が"));
    let limited = |game, algorithm| Setup {
        limit: Some(DepthLimit { depth: 3, evaluation: 0 }),
        table: Some(TableSetup::default()),
        ..Setup::new(game, Process::Search(algorithm))
    };
    let textbook = |algorithm| Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    let kalah = GameSetup::from(Kalah { stones: 3, ..Kalah::default() });
    let mut traces: Vec<Trace> = Algorithm::ALL
        .into_iter()
        .map(textbook)
        .chain([limited(kalah, Algorithm::AlphaBetaSoft), limited(GameSetup::from(Eight), Algorithm::Minimax)])
        .map(|setup| record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"))
        .collect();
    traces.push(with_table("a1 b2"));
    for trace in &traces {
        let mut said = vec![run_title(trace, Language::Japanese), game_text(&trace.setup.game, Language::Japanese)];
        for frame in 0..trace.frame_count() {
            said.push(explain(trace, frame, Language::Japanese));
            let Some(step) = trace.step(frame) else { continue };
            said.push(state_text(
                trace,
                Some(step.visit),
                trace.state(Place { node: step.node, below: 0 }, frame),
                Language::Japanese,
            ));
            for child in trace.children(step.node).filter(|_| step.cut.is_some()) {
                let place = Place { node: child, below: 0 };
                let reasons = why_pruned(trace, place).map(|reason| reason.sentences(trace, place, Language::Japanese));
                said.extend(reasons.into_iter().flatten().map(|reason| reason.sentence));
            }
            if step.kind == FrameKind::End {
                let line = value_line(trace, step.visit, frame)
                    .map(|line| line.sentences(trace, step.visit, Language::Japanese));
                said.extend(line.into_iter().flatten().map(|reason| reason.sentence));
            }
        }
        for text in said {
            assert!(!has_stray_blank(&text), "{text}");
        }
    }
}
