//! Glossary: the terms of the field and of the window, each with one or two sentences.

use super::{Language, Text, Words};

/// Defines the enum of terms: the name of each term and its explanation.
macro_rules! terms {
    ($($term:ident: $name:expr, $about:expr;)+) => {
        /// Term that the glossary explains.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the glossary itself says what each means")]
        pub enum Term {
            $($term,)+
        }

        impl Term {
            /// All terms, related ones next to each other.
            pub const ALL: &'static [Self] = &[$(Self::$term,)+];

            const fn words(self) -> (Words, Words) {
                match self {
                    $(Self::$term => ($name, $about),)+
                }
            }
        }
    };
}

impl Term {
    /// Returns the name of the term.
    #[must_use]
    pub fn name(self, language: Language) -> &'static str {
        self.words().0.text(language)
    }

    /// Returns the term that a heading, or the name of a figure, refers to.
    #[must_use]
    pub const fn of(heading: Text) -> Option<Self> {
        Some(match heading {
            Text::Value => Self::Minimax,
            Text::GroupPasses | Text::PassColumn | Text::RootColumn => Self::Pass,
            Text::VisitsRow | Text::VisitsColumn | Text::OrderVisitsColumn => Self::Visit,
            Text::NodesVisited => Self::Node,
            Text::VisitedAgain | Text::AgainColumn => Self::ReSearch,
            Text::LeavesEvaluated | Text::Evaluation | Text::EvaluationsColumn => Self::Evaluation,
            Text::Frames | Text::StoredColumn => Self::Frame,
            Text::AlphaCuts => Self::AlphaCut,
            Text::BetaCuts => Self::BetaCut,
            Text::Cutoffs | Text::CutsColumn | Text::OrderCutsColumn => Self::Cut,
            Text::NodesPruned => Self::Pruned,
            Text::SkippedColumn => Self::Skip,
            Text::Lookups | Text::UsesColumn => Self::Lookup,
            Text::TableReturns
            | Text::ReturnsFromEarlier
            | Text::TableNarrowings
            | Text::TableEntries
            | Text::Table
            | Text::AnsweredColumn
            | Text::EarlierColumn => Self::Table,
            Text::TableStores => Self::Store,
            Text::DepthLimit => Self::DepthLimit,
            Text::Order | Text::OrderFirstColumn | Text::OrderRankColumn | Text::OrderWastedColumn => Self::MoveOrder,
            Text::OrderMinimalColumn | Text::OrderOverColumn | Text::OrderExpectedColumn => Self::MinimalTree,
            Text::RootWindow | Text::WindowColumn => Self::Window,
            Text::AspirationWidth | Text::AspirationGrowth => Self::Aspiration,
            Text::DeepeningStep => Self::Deepening,
            Text::ResultColumn | Text::ScoreColumn => Self::Score,
            Text::BoundsColumn | Text::KindColumn => Self::Bounds,
            Text::PositionColumn => Self::Position,
            Text::PlayerColumn => Self::MaxMin,
            _ => return None,
        })
    }

    /// Returns the explanation of the term.
    #[must_use]
    pub fn about(self, language: Language) -> &'static str {
        self.words().1.text(language)
    }
}

terms! {
    Score: Words::new("score", "評価値"),
        Words::new("An integer, or ±∞. It is always seen from the max player, whoever is to move.", "整数、または ±∞ です。どちらの手番でも、つねに max プレイヤーから見た値です。");
    MaxMin: Words::new("max and min", "max と min"),
        Words::new("The two players. At a max node (▲) the largest score of the children counts, at a min node (▼) the smallest.", "2 人のプレイヤーです。max ノード（▲）では子の評価値の最大、min ノード（▼）では最小をとります。");
    Minimax: Words::new("minimax value", "ミニマックス値"),
        Words::new("The score of a node if both players play their best moves from there on.", "その先で両者が最善を尽くしたときの、ノードの評価値です。");
    AlphaBeta: Words::new("α-β pruning", "アルファベータ枝刈り"),
        Words::new("A search that leaves out children which cannot change the result: once α ≥ β at a node, its remaining children are skipped.", "結果を変えない子を省く探索です。ノードで α ≥ β になると、残りの子を調べません。");
    Window: Words::new("window (α, β)", "ウィンドウ (α, β)"),
        Words::new("α is the score that max can already have elsewhere, β the one that min can already have. Only scores between them still matter.", "α は max が、β は min がほかの手ですでに得られる評価値です。その間の評価値だけが結果に影響します。");
    Alpha: Words::same("α"),
        Words::new("The lower end of the window: what max can already have. It rises when a max node finds something better.", "ウィンドウの下端で、max がすでに得られる値です。max ノードでよりよい子が見つかると上がります。");
    Beta: Words::same("β"),
        Words::new("The upper end of the window: what min can already have. It falls when a min node finds something better.", "ウィンドウの上端で、min がすでに得られる値です。min ノードでよりよい子が見つかると下がります。");
    NullWindow: Words::new("null window", "ヌルウィンドウ"),
        Words::new("A window with no score between its ends. It asks one question: is the value above or below?", "間に評価値のないウィンドウです。値がそれより上か下かだけを調べます。");
    Bounds: Words::new("bounds [lower, upper]", "上下界"),
        Words::new("Two scores between which the minimax value is known to lie, ends included.", "ミニマックス値がその間（両端を含む）にあるとわかっている、2 つの評価値です。");
    Exact: Words::new("exact", "正確な値"),
        Words::new("α < score < β: the score is the value itself. It is written =.", "α < 評価値 < β のとき、評価値は値そのものです。= と書きます。");
    FailLow: Words::new("fail low", "下に外れる（fail low）"),
        Words::new("score ≤ α: the value is at most the score, an upper bound. It is written ≤.", "評価値 ≤ α のとき、値は評価値以下で、評価値は上界です。≤ と書きます。");
    FailHigh: Words::new("fail high", "上に外れる（fail high）"),
        Words::new("score ≥ β: the value is at least the score, a lower bound. It is written ≥.", "評価値 ≥ β のとき、値は評価値以上で、評価値は下界です。≥ と書きます。");
    FailSoft: Words::new("fail-hard and fail-soft", "fail-hard と fail-soft"),
        Words::new("What a node returns outside its window: fail-hard the end of the window, fail-soft the best score found.", "ウィンドウの外に出たときに返す値です。fail-hard は端の値、fail-soft は見つけた最善の評価値を返します。");
    Cut: Words::new("cut", "カット"),
        Words::new("The moment at which a node closes its window (α ≥ β), so that its remaining children are skipped.", "ノードのウィンドウが閉じ（α ≥ β）、残りの子を省く瞬間です。");
    AlphaCut: Words::new("α-cut", "αカット"),
        Words::new("A cut at a min node: a score ≤ α. Max has something better elsewhere and will not come here.", "min ノードで、評価値が α 以下になるカットです。max にはほかによりよい手があり、ここには来ません。");
    BetaCut: Words::new("β-cut", "βカット"),
        Words::new("A cut at a max node: a score ≥ β. Min has something better elsewhere and will not come here.", "max ノードで、評価値が β 以上になるカットです。min にはほかによりよい手があり、ここには来ません。");
    Pruned: Words::new("pruned", "枝刈り"),
        Words::new("Skipped by a cut. It is proved that nothing below can change the result.", "カットによって省かれた状態です。その下が結果を変えないことは証明されています。");
    Skip: Words::new("skip", "省略"),
        Words::new("A move left out on a guess, such as a null move or a late move. Unlike pruning, it is not proved.", "ヌルムーブや遅い手など、推測で省いた手です。枝刈りと違い、証明されていません。");
    Node: Words::new("node", "ノード"),
        Words::new("A place in the game tree: one path of moves from the root.", "ゲーム木の中の場所です。ルートからの手順 1 つが、ノード 1 つです。");
    Root: Words::new("root", "ルート"),
        Words::new("The node at which the search begins.", "探索を始めるノードです。");
    Leaf: Words::new("leaf", "葉"),
        Words::new("A node without children in the search: the game is over, or the node is evaluated.", "探索で子のないノードです。対局の終わりか、静的評価をするところです。");
    Position: Words::new("position", "局面"),
        Words::new("The state of the game at a node. Two nodes can have the same position, a transposition.", "ノードでのゲームの状態です。2 つのノードが同じ局面になることもあります。");
    Visit: Words::new("visit", "訪問"),
        Words::new("One entering of a node by the search. A node can have none, one or many.", "探索がノードに 1 回入ることです。ノードの訪問は 0 回、1 回、または何回もあります。");
    Pass: Words::new("pass", "パス"),
        Words::new("One run from the root, such as an iteration of deepening or a null-window search of MTD(f).", "ルートからの 1 回の探索です。反復深化の 1 回や、MTD(f) のヌルウィンドウ探索 1 回などです。");
    ReSearch: Words::new("re-search", "再探索"),
        Words::new("A later visit of the same node under the same visit of its parent, as PVS makes when a null window fails high.", "同じ親の訪問のなかで、同じノードにもう一度入ることです。PVS では、ヌルウィンドウから上に外れたときに起きます。");
    Frame: Words::new("frame", "フレーム"),
        Words::new("One recorded step of the search, numbered from 0.", "記録された探索の 1 ステップで、0 から番号がつきます。");
    FrameKinds: Words::new("Start, Score, Update, End", "開始・評価値・更新・終了"),
        Words::new("The frames of a visit. Start: the node is entered. Score: a child has returned. Update: its score is taken in, and a cut can happen. End: the score is settled.", "訪問のフレームの種類です。開始はノードに入るとき、評価値は子が返ったとき、更新はその評価値を取り入れるとき（カットもここ）、終了は評価値が決まるときです。");
    Trace: Words::new("trace", "記録"),
        Words::new("The tree, the visits and the frames of one run: all that is known of it.", "1 回の実行の木、訪問、フレームのすべてです。");
    Run: Words::new("run", "探索"),
        Words::new("A trace on screen. The window shows one or more side by side.", "画面に表示した記録です。いくつでも並べて表示できます。");
    Selected: Words::new("selected node", "選択したノード"),
        Words::new("The node that you clicked, else the node of the frame. The inspector shows it at the current frame.", "クリックしたノードです。なければフレームのノードです。インスペクターは、そのノードの今のフレームでの状態を表示します。");
    Open: Words::new("open", "探索中"),
        Words::new("Entered and not ended: the node lies on the path that the search is on.", "入ってまだ終わっていない状態です。ノードは、いま探索している経路の上にあります。");
    Scored: Words::new("scored", "評価値確定"),
        Words::new("The visit has ended, and its score is settled.", "訪問が終わり、評価値が決まった状態です。");
    Unvisited: Words::new("unvisited", "未訪問"),
        Words::new("The search has not reached the node by this frame.", "このフレームまでに、探索がそのノードに達していない状態です。");
    Evaluation: Words::new("static evaluation", "静的評価"),
        Words::new("An estimate of a position without search, used at the depth limit. It is written ≈.", "探索せずに局面を見積もった値です。深さの上限で使います。≈ と書きます。");
    DepthLimit: Words::new("depth limit", "深さの上限"),
        Words::new("The number of moves after which positions are evaluated instead of searched.", "この手数で探索をやめ、局面を静的に評価します。");
    Deepening: Words::new("iterative deepening", "反復深化"),
        Words::new("Searching to depth 1, then 2, and so on. Each pass helps to order the moves of the next.", "深さ 1、2、… と順に探索します。前のパスの結果が、次のパスの手の順序を改善します。");
    Table: Words::new("transposition table", "置換表"),
        Words::new("A memory of positions already searched, with bounds of their values. It answers when a position comes up again.", "探索した局面と、その値の上下界を覚えておく表です。同じ局面がまた現れたときに使います。");
    Lookup: Words::new("lookup", "参照"),
        Words::new("Reading the table when a node is entered. The entry can settle the node, narrow its window, or do nothing.", "ノードに入るときに置換表を読むことです。登録された値でノードが決まる、ウィンドウが狭まる、何も起きない、の 3 通りがあります。");
    Store: Words::new("store", "登録"),
        Words::new("Writing the bounds found at a node to the table.", "ノードで得た上下界を置換表に書くことです。");
    MoveOrder: Words::new("move ordering", "手の順序"),
        Words::new("The order in which children are searched. With the best move first, α-β cuts most.", "子を調べる順序です。最善手が先にあるほど、アルファベータの枝刈りが多くなります。");
    MinimalTree: Words::new("minimal tree", "最小木"),
        Words::new("The smallest part of the tree that proves the value of the root. α-β visits no more than this with perfect ordering.", "ルートの値を証明する最小の部分木です。手の順序が完全なら、アルファベータはこれだけを訪問します。");
    BestLine: Words::new("principal variation", "主要変化（PV）"),
        Words::new("The line of best moves of both players from the root.", "ルートから両者が最善手を続けたときの手順です。");
    Pvs: Words::same("PVS"),
        Words::new("Principal variation search: the first child with the whole window, the others with a null window, and again only if they turn out better.", "最初の子だけをウィンドウ全体で調べ、残りはヌルウィンドウで調べます。よりよいとわかった子だけを再探索します。");
    Aspiration: Words::new("aspiration", "アスピレーション"),
        Words::new("A search with a narrow window around a guess. If it fails, it is repeated with a wider one.", "予想した値のまわりの狭いウィンドウで探索します。外れたら、広げてやり直します。");
    Mtdf: Words::same("MTD(f)"),
        Words::new("A search by null windows alone, each closer to the value, with a table between the passes.", "ヌルウィンドウだけで値に近づいていく探索です。パスの間は置換表で結果を引き継ぎます。");
    Speculative: Words::new("speculative search", "推測の探索"),
        Words::new("A search whose score the parent does not use, such as that of a null move or a verification.", "ヌルムーブや検証のように、評価値を親が使わない探索です。");
    ChanceNode: Words::new("chance node", "偶然のノード"),
        Words::new("A node where chance moves, drawn round. Its value is the mean of its children's values by probability.", "偶然が手を選ぶノードで、丸い枠です。値は、子の値の確率による平均です。");
    Star: Words::new("Star1 and Star2", "Star1 と Star2"),
        Words::new("α-β with cuts at chance nodes: from the range of all scores follows how much the remaining children can still change the mean. Star2 first probes the children.", "偶然のノードでもカットするアルファベータです。評価値全体の範囲から、残りの子で平均がどこまで変わりうるかがわかります。Star2 は、先に子をプローブします。");
    Probe: Words::new("probe", "プローブ"),
        Words::new("In Star2, a visit of a child of a chance node that searches only the first move. Its score is a bound, which can cut the chance node early.", "Star2 で、偶然のノードの子を、最初の手だけ調べる訪問です。評価値は境界で、偶然のノードを早くカットできることがあります。");
    Sampling: Words::new("Monte-Carlo tree search", "モンテカルロ木探索"),
        Words::new("A search by iterations: each goes down to a new leaf, evaluates it once, and adds the result to the mean of every node on its way.", "反復による探索です。反復ごとに新しい葉まで進んで一度評価し、その結果を途中のすべてのノードの平均に加えます。");
    ProofNumbers: Words::new("proof number and disproof number", "証明数と反証数"),
        Words::new("The least number of leaves below a node that must be decided to prove, or to disprove, a claim about it.", "ノードについての主張を証明、または反証するために、決める必要がある葉の最小の数です。");
    Quiescence: Words::new("quiescence search", "静止探索"),
        Words::new("A search beyond the depth limit that follows only forcing moves, such as captures, until the position is quiet.", "深さの上限より先を、局面が落ち着くまで、取り合いなどの手だけで調べる探索です。");
    Column: Words::new("column", "列"),
        Words::new("A named value that a program gives to a visit, beyond what every search has.", "どの探索にもある値のほかに、プログラムが訪問につけた名前つきの値です。");
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_term_has_a_unique_name_and_sentences_in_every_language() {
        for language in Language::ALL {
            let names: HashSet<&str> = Term::ALL.iter().map(|term| term.name(language)).collect();
            assert_eq!(names.len(), Term::ALL.len());
            for term in Term::ALL {
                let about = term.about(language);
                assert!(about.ends_with(['.', '?', '。']) && about.chars().count() >= 12, "{term:?}: {about}");
            }
        }
    }
}
