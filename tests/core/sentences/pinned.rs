//! Exact sentences: key frames of the three-move figure and of tic-tac-toe with a table.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use edagari::analysis::{explain, game_text, run_title, state_text, value_line, why_pruned};
use edagari::game::{Eight, GameSetup, Kalah, TicTacToe};
use edagari::language::Language;
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, FrameKind, Place, Process, Setup, Trace, record};

use super::reading::plain;
use super::run;

/// Sentences of all frames.
fn said(file: Option<&str>, algorithm: Algorithm, language: Language) -> Vec<String> {
    let file = file
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/edagari-core/resources/textbook").join(name));
    let setup = Setup::new(GameSetup::textbook(file.as_deref()), Process::Search(algorithm));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    (0..trace.frame_count()).map(|frame| plain(&explain(&trace, frame, language))).collect()
}

/// Key frames of α-β on the three-move figure.
const PINNED: [(usize, &str); 16] = [
    (0, "The search enters R, a max node, with the window (−∞, ∞)."),
    (3, "G is a leaf: the game is over."),
    (4, "G is a leaf: the game ends with 1."),
    (5, "G returned 1 to C, a max node: an improvement on −∞."),
    (6, "C raises α to 1; its window is now (1, ∞)."),
    (11, "C returns 3, inside its window (−∞, ∞): exact."),
    (12, "C returned 3 to A, a min node: an improvement on ∞."),
    (13, "A lowers β to 3; its window is now (−∞, 3)."),
    (
        18,
        "β-cut at D, a max node: I returned 4 ≥ β = 3. Min already has 3 at A and gains nothing at D, so J need not be searched. 1 node pruned.",
    ),
    (19, "D returns 4 ≥ β = 3: a fail high. Its value is at least 4."),
    (20, "D returned 4 to A, a min node that already has 3: nothing improves."),
    (21, "Nothing improves at A; the window stays (−∞, 3)."),
    (29, "K returned 2 to E, a max node that already has α = 3: nothing improves."),
    (35, "E returns 3 ≤ α = 3: a fail low. Its value is at most 3."),
    (
        37,
        "α-cut at B, a min node: E returned 3 ≤ α = 3. Max already has 3 at R and gains nothing at B, so F need not be searched. 3 nodes pruned.",
    ),
    (41, "R returns 3, inside its window (−∞, ∞): exact."),
];

const PINNED_JAPANESE: [(usize, &str); 3] = [
    (
        18,
        "βカット：max ノードの D に I が 4 ≥ β = 3 を返しました。min は A ですでに 3 を選べ、D に進んでも得をしないので、J は調べません。1 個のノードが枝刈りされました。",
    ),
    (35, "E は 3 ≤ α = 3 を返します。ウィンドウの下に外れた（fail low）ので、値は 3 以下です。"),
    (
        37,
        "αカット：min ノードの B に E が 3 ≤ α = 3 を返しました。max は R ですでに 3 を選べ、B に進んでも得をしないので、F は調べません。3 個のノードが枝刈りされました。",
    ),
];

#[test]
fn sentences_of_the_three_move_figure() {
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
        // The ancestors nearest to D have no score yet: the bound 5 is the root's, three levels up.
        let deep = "α-cut at D, a min node: E returned 4 ≤ α = 5. Max already has 5 at R and gains nothing at D, so F need not be searched. 1 node pruned.";
        let shallow = match algorithm {
            Algorithm::AlphaBetaSoft => 4,
            _ => 5,
        };
        let shallow = format!(
            "α-cut at B, a min node: C returned {shallow} ≤ α = 5. Max already has 5 at R and gains nothing at B, so H need not be searched. 1 node pruned."
        );
        assert_eq!(cuts, [deep.to_owned(), shallow], "{}", algorithm.name());
    }
}

#[test]
fn the_root_has_a_capital_where_it_begins_a_sentence() {
    let game = GameSetup::from(Eight).open().expect("a game");
    let trace = run(game, Process::Search(Algorithm::AlphaBeta), Order::Natural);
    let say = |frame| plain(&explain(&trace, frame, Language::English));
    assert_eq!(say(0), "The search enters the root, a max node, with the window (−∞, ∞).");
    assert!(say(trace.frame_count() - 1).starts_with("The root returns "), "{}", say(trace.frame_count() - 1));
}

/// Key frames of α-β with a table of bounds on tic-tac-toe after a1 b2, where the shortest win scores most.
const PINNED_WITH_TABLE: [(usize, &str); 9] = [
    (14, "The table stores for the position after b1 c1 a2 c2 b3: at most −1."),
    (
        65,
        "The table has the position after b1 c1 a2 c3 c2 b3, from frame 46. The value is at least 1 ≥ β = −2: a fail high. 1 is returned at \
         once.",
    ),
    (66, "The node after b1 c1 a2 c3 c2 b3 returns 1 from the table; nothing below it was searched."),
    (
        139,
        "The table has the position after b1 c1 a3 a2 c2, from frame 102. Its value is 0, which is returned at once.",
    ),
    (
        199,
        "The table has the position after b1 c1 b3 a2 c2, from frame 111. The value is at most −1 ≤ α = 0: a fail low. −1 is returned at once.",
    ),
    (
        528,
        "The table has the position after c2 b1 b3 c1 a3, from frame 489. The value is at most 1, so the window (0, ∞) narrows to (0, 1).",
    ),
    (
        530,
        "The table has the position after c2 b1 b3 c1 a3 a2, from frame 485. The value is at most 1. That does not settle the window (0, 1), \
         so the children are searched.",
    ),
    (
        535,
        "The table stores for the position after c2 b1 b3 c1 a3 a2: at least 1. It replaces at most 1 from frame 485.",
    ),
    (
        872,
        "α-cut after c3 b1 b3 a2 c2, a min node: c1 returned 1 ≤ α = 1. According to the table, this node is worth at least 1, so a3 need not \
         be searched. 2 nodes pruned.",
    ),
];

const PINNED_WITH_TABLE_JAPANESE: [(usize, &str); 3] = [
    (
        65,
        "置換表に「b1 c1 a2 c3 c2 b3」の局面がフレーム 46 で登録されています。値は 1 以上で 1 ≥ β = −2 なので、ウィンドウの上に外れ（fail high）、すぐに 1 を返します。",
    ),
    (535, "置換表に「c2 b1 b3 c1 a3 a2」の局面を登録します（1 以上）。フレーム 485 の登録（1 以下）と置き換わります。"),
    (
        872,
        "αカット：min ノードの「c3 b1 b3 a2 c2」に c1 が 1 ≤ α = 1 を返しました。置換表からこのノードの値は 1 以上とわかっているので、a3 は調べません。2 個のノードが枝刈りされました。",
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
fn sentences_of_a_search_with_a_table() {
    let trace = with_table("a1 b2");
    for (frame, expected) in PINNED_WITH_TABLE {
        assert_eq!(plain(&explain(&trace, frame, Language::English)), expected, "frame {frame}");
    }
    for (frame, expected) in PINNED_WITH_TABLE_JAPANESE {
        assert_eq!(plain(&explain(&trace, frame, Language::Japanese)), expected, "frame {frame}");
    }
    let cut = "β-cut after b1 a2 a3 c1, a max node: b3 returned 2 ≥ β = 2. According to the table, this node is worth at most 2, so c3 need not be \
               searched. 5 nodes pruned.";
    assert_eq!(plain(&explain(&with_table("b2 a1"), 246, Language::English)), cut);
}

#[test]
fn sentence_of_a_store_omits_the_evicted_position() {
    let table = TableSetup { size: NonZeroU32::new(1), ..TableSetup::default() };
    let setup = Setup { table: Some(table), ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax)) };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let is_store = |&frame: &usize| trace.step(frame).is_some_and(|step| step.kind == FrameKind::Store);
    let stores: Vec<usize> = (0..trace.frame_count()).filter(is_store).collect();
    assert!(stores.len() > 10, "{stores:?}");
    for frame in stores {
        // Minimax settles a position permanently, so a position stored again had been evicted.
        let sentence = explain(&trace, frame, Language::English);
        assert!(!sentence.contains("It replaces"), "{sentence}");
    }
}

/// Whether a text has a blank between two Japanese letters.
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
