//! The table. The compiler sees to it that no language is left out.

macro_rules! texts {
    ($($name:ident: $english:literal, $japanese:literal;)+) => {
        /// The name of a text in the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the English text is the documentation")]
        pub enum Text {
            $($name,)+
        }

        impl Text {
            /// All texts.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            pub(super) const fn english(self) -> &'static str {
                match self {
                    $(Self::$name => $english,)+
                }
            }

            pub(super) const fn japanese(self) -> &'static str {
                match self {
                    $(Self::$name => $japanese,)+
                }
            }
        }
    };
}

texts! {
    // Games and searches.
    TicTacToe: "tic-tac-toe", "〇×ゲーム";
    Eight: "Eight", "エイト";
    Textbook: "textbook tree", "教科書の木";
    RandomTree: "random tree", "ランダムな木";
    Minimax: "minimax", "ミニマックス法";
    AlphaBeta: "α-β", "αβ 法";
    AlphaBetaSoft: "α-β (fail-soft)", "αβ 法(fail-soft)";
    GenerateBreadthFirst: "generation, breadth-first", "生成(幅優先)";
    GenerateDepthFirst: "generation, depth-first", "生成(深さ優先)";
    OrderNatural: "the game's order", "ゲームの順";
    OrderReversed: "reversed", "逆順";
    OrderShuffled: "shuffled", "シャッフル";
    OrderBest: "best first", "最善手から";

    // Nodes and players.
    Root: "the root", "ルート";
    Max: "max", "max";
    Min: "min", "min";
    MaxNode: "a max node", "max ノード";
    MinNode: "a min node", "min ノード";
    ToMove: "{player} to move", "{player} の手番";
    GameOver: "the game is over", "ゲーム終了";
    Unvisited: "unvisited", "未訪問";
    Open: "open", "探索中";
    Scored: "scored", "評価値確定";
    Pruned: "pruned", "枝狩り済み";
    Generated: "generated", "生成済み";
    PrunedAt: "pruned at frame {frame}", "フレーム {frame} で枝狩り";

    GroupPruned: "… {count} pruned", "… {count} 個を枝狩り";
    GroupAhead: "… {count} unvisited", "… {count} 個が未訪問";

    // Frames.
    FrameNumber: "Frame {frame}", "フレーム {frame}";
    KindStart: "Start", "開始";
    KindScore: "Score", "評価値";
    KindUpdate: "Update", "更新";
    KindEnd: "End", "終了";
    AlphaCut: "α-cut", "α 狩り";
    BetaCut: "β-cut", "β 狩り";

    // One sentence a frame.
    SayNothingRecorded: "Nothing has been recorded yet.", "まだ何も記録されていません。";
    SayGenerated: "{node} is generated, node {number} of the tree, at depth {depth}.", "{node} を生成しました。木の {number} 番目のノードで、深さは {depth} です。";
    SayStart: "The search enters {node}, {kind}, with the window {window}.", "{kind}の {node} に、ウィンドウ {window} で入ります。";
    SayStartMinimax: "The search enters {node}, {kind}.", "{kind}の {node} に入ります。";
    SayStartLeaf: "The search enters {node}, where the game is over.", "ゲームが終了している {node} に入ります。";
    SayScoreRaises: "{child} returned {score} to {node}, a max node: more than the {known} it has.", "{child} が max ノードの {node} に {score} を返しました。これまでの {known} より大きい値です。";
    SayScoreKeepsMax: "{child} returned {score} to {node}, a max node: not more than the {known} it has.", "{child} が max ノードの {node} に {score} を返しました。これまでの {known} より大きくありません。";
    SayScoreLowers: "{child} returned {score} to {node}, a min node: less than the {known} it has.", "{child} が min ノードの {node} に {score} を返しました。これまでの {known} より小さい値です。";
    SayScoreKeepsMin: "{child} returned {score} to {node}, a min node: not less than the {known} it has.", "{child} が min ノードの {node} に {score} を返しました。これまでの {known} より小さくありません。";
    SayUpdateAlpha: "{node} raises α to {bound}; its window is now {window}.", "{node} の α 値を {bound} に更新し、ウィンドウは {window} になります。";
    SayUpdateBeta: "{node} lowers β to {bound}; its window is now {window}.", "{node} の β 値を {bound} に更新し、ウィンドウは {window} になります。";
    SayUpdateNothing: "{node} keeps its window {window}.", "{node} のウィンドウは {window} のままです。";
    SayUpdateValue: "{node} now has {value}; its window stays {window}.", "{node} の値は {value} になりますが、ウィンドウは {window} のままです。";
    SayUpdateMinimax: "{node} now has {value}, the best so far.", "{node} の値は、これまでで最善の {value} になります。";
    SayKeepMinimax: "{node} keeps {value}, the best so far.", "{node} の値は、これまでで最善の {value} のままです。";
    SayBetaCutOne: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; {skipped} is skipped, for {owner} can already have {bound}.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。{owner} はすでに {bound} を選べるので、{skipped} を省略します。";
    SayBetaCutMany: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; {skipped} are skipped, for {owner} can already have {bound}.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。{owner} はすでに {bound} を選べるので、{skipped} を省略します。";
    SayBetaCutNone: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; it was the last child, so nothing is skipped.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    SayAlphaCutOne: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; {skipped} is skipped, for {owner} can already have {bound}.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。{owner} はすでに {bound} を選べるので、{skipped} を省略します。";
    SayAlphaCutMany: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; {skipped} are skipped, for {owner} can already have {bound}.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。{owner} はすでに {bound} を選べるので、{skipped} を省略します。";
    SayAlphaCutNone: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; it was the last child, so nothing is skipped.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    SayAndMore: "{listed} and {count} more", "{listed} ほか {count} 個";
    SayNodesPruned: "{count} nodes pruned.", "{count} 個のノードが枝狩りされました。";
    SayOneNodePruned: "{count} node pruned.", "{count} 個のノードが枝狩りされました。";
    SayEndLeaf: "{node} is a leaf: the game ends with {score}.", "{node} は葉ノードで、評価値 {score} でゲームが終了します。";
    SayEndMinimaxMax: "{node} ends with {score}, the greatest score of its children.", "{node} の評価値は、子ノードの最大値 {score} に確定します。";
    SayEndMinimaxMin: "{node} ends with {score}, the least score of its children.", "{node} の評価値は、子ノードの最小値 {score} に確定します。";
    SayEndExact: "{node} ends with {score}: inside its window {window}, so this is its value.", "{node} は {score} で終了します。ウィンドウ {window} の内側なので、これがミニマックス値です。";
    SayEndUpper: "{node} ends with {score} ≤ α = {bound}: it failed low, so its value is at most {score}.", "{node} は {score} ≤ α = {bound} で終了します。fail low なので、ミニマックス値は {score} 以下です。";
    SayEndLower: "{node} ends with {score} ≥ β = {bound}: it failed high, so its value is at least {score}.", "{node} は {score} ≥ β = {bound} で終了します。fail high なので、ミニマックス値は {score} 以上です。";

    // What two traces are compared by.
    NodesVisited: "nodes visited", "訪問したノード";
    LeavesEvaluated: "leaves evaluated", "評価した葉";
    Frames: "frames", "フレーム";
    AlphaCuts: "α-cuts", "α 狩り";
    BetaCuts: "β-cuts", "β 狩り";
    Cutoffs: "cuts that prune", "枝狩りが起きた回数";
    NodesPruned: "nodes pruned", "枝狩りしたノード";
    MaxDepth: "greatest depth", "最大の深さ";
    CurrentFrame: "current frame", "現在のフレーム";
    Value: "value", "評価値";
    BestMoves: "best moves", "最善手";
}
