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
    // Matches and experiments.
    Match: "Match", "対戦";
    Experiment: "Experiment", "実験";
    FirstSide: "First player (max)", "先手(max)";
    SecondSide: "Second player (min)", "後手(min)";
    PlayMatch: "Play", "対戦開始";
    RunExperiment: "Run", "実験開始";
    MatchAbout: "Two searches play a game against each other, each searching once a turn.", "2 つの探索が 1 手番に 1 回ずつ探索して対戦します。";
    ExperimentAbout: "Each search plays against itself at every pair of depths. What counts is how many positions it evaluates in the whole game.", "それぞれの探索が深さのすべての組で自分自身と対戦し、1 局で評価した局面の数を比べます。";
    NoMatch: "Nothing has been played yet.", "まだ対戦していません。";
    NoExperiment: "Nothing has been played yet.", "まだ実験していません。";
    TurnColumn: "Turn", "手番";
    PlayerColumn: "Player", "手番側";
    MovesColumn: "Moves", "手";
    ScoreColumn: "Score", "評価値";
    EvaluationsColumn: "Evaluated", "評価数";
    VisitsColumn: "Visited", "訪問数";
    FirstColumn: "First", "先手";
    SecondColumn: "Second", "後手";
    ResultColumn: "Result", "結果";
    TurnName: "Turn {number}, {player}: {moves}", "{number} 手番目、{player}: {moves}";
    TurnFound: "searched to {score}, {evaluations} positions evaluated, {visits} nodes visited", "評価値 {score}、評価した局面 {evaluations}、訪問したノード {visits}";
    PreviousTurn: "Previous turn", "前の手番";
    NextTurn: "Next turn", "次の手番";
    OpenLeft: "Open search on the left", "探索を左に開く";
    OpenRight: "Open search on the right", "探索を右に開く";
    MatchPlaying: "{turns} turns so far, {evaluations} positions evaluated", "ここまで {turns} 手番、評価した局面 {evaluations}";
    MatchStopped: "stopped after {turns} turns, {evaluations} positions evaluated", "{turns} 手番で中止、評価した局面 {evaluations}";
    MatchScore: "score {score} after {turns} turns, {evaluations} positions evaluated", "{turns} 手番で評価値 {score}、評価した局面 {evaluations}";
    MatchStores: "{first}–{second} after {turns} turns, {evaluations} positions evaluated", "{turns} 手番で {first}–{second}、評価した局面 {evaluations}";
    BoardAfterTurn: "Board after {moves}", "{moves} の後の盤面";
    LeastDepth: "Least depth", "最小の深さ";
    GreatestDepth: "Greatest depth", "最大の深さ";
    GamesPlayed: "{done} of {total} games", "{total} 局のうち {done} 局";
    CellName: "{search}, depths {first} and {second}: {count}", "{search}、深さ {first} と {second}: {count}";
    CellHint: "Open this match, and its first search in a pane", "この対戦と、その最初の探索をペインに開く";
    ExperimentPlot: "Positions evaluated in a game, by depths (first·second), logarithmic", "深さの組(先手·後手)ごとの 1 局で評価した局面の数(対数)";

    // The noise laboratory.
    NoiseLab: "Noise laboratory", "ノイズの実験室";
    RegularTree: "Regular tree", "規則正しい木";
    OwnTree: "Own tree", "自分の木";
    RealGame: "Real game", "実際のゲーム";
    RegularTreeAbout: "An evaluation gives the true value plus noise. All nodes have the same children. What does a search to each depth return for a node of true value 0?", "静的評価関数は正しい値にノイズを加えた値を計算します。どのノードも同じ子ノードを持ちます。正しい値が 0 のノードについて、深さごとの探索は何を計算するでしょうか。";
    OwnTreeAbout: "The leaves of a textbook tree are uncertain. Each node shows the mean and the standard deviation of what a search returns there; click one for its distribution.", "教科書の木の葉の値が不確かな場合です。各ノードには、探索が計算する値の平均と標準偏差を表示します。クリックすると確率分布を表示します。";
    RealGameAbout: "An evaluation gives the exact value of a position plus noise. The game is searched to each depth many times, beside the model, in which all leaves are uncertain by the same noise and independent.", "静的評価関数は局面の正確な値にノイズを加えた値を計算します。ゲームを深さごとに何度も探索し、すべての葉に同じ大きさの独立したノイズがあるとするモデルと比べます。";
    Sigma: "Noise σ", "ノイズの σ";
    TreeDepth: "Depth", "深さ";
    Offsets: "Offsets of children", "子ノードの差";
    OffsetsExpected: "The offsets are \"{offsets}\", expected one whole number for each child with commas between them, such as 0, -1, -2.", "子ノードの差が「{offsets}」です。0, -1, -2 のように、子ノードごとの整数をコンマで区切ってください。";
    LastPlayer: "Player above the leaves", "葉の親の手番";
    NoiseArea: "Area of the noise", "ノイズの範囲";
    NoiseFile: "Noise from a file", "ファイルのノイズ";
    NoiseFileHint: "path; empty: normal", "パス(空なら正規分布)";
    DepthsShown: "Depths shown", "表示する深さ";
    BiasByDepth: "Bias: mean against depth", "偏り:深さごとの平均";
    SpreadByDepth: "Spread: standard deviation against depth", "ばらつき:深さごとの標準偏差";
    DistributionsAtDepths: "Distributions", "確率分布";
    DistributionAt: "{node}: {moments}", "{node}: {moments}";
    SearchDepth: "depth of search", "探索の深さ";
    Mean: "mean", "平均";
    Deviation: "standard deviation", "標準偏差";
    EvaluationValue: "evaluation", "評価値";
    Probability: "probability", "確率";
    DepthIs: "depth {depth}", "深さ {depth}";
    OpenTree: "Open", "開く";
    TreeTooLarge: "The tree has {nodes} nodes, expected at most {most}.", "木のノードが {nodes} 個あります。{most} 個まで表示できます。";
    ExactFrom: "Exact after", "正確とみなす深さ";
    Runs: "Searches of each depth", "深さごとの探索の回数";
    NoisyEnds: "finished games are uncertain too", "終了した局面にもノイズを加える";
    SearchesDone: "{done} of {total} searches", "{total} 回のうち {done} 回";
    NothingSampled: "Nothing has been searched yet.", "まだ探索していません。";
    ExactValueIs: "exact value {value}", "正確な値 {value}";
    IntervalLow: "99 % interval, low", "99 % 区間の下限";
    IntervalHigh: "99 % interval, high", "99 % 区間の上限";
    TheModel: "model", "モデル";
    SampledHere: "this game", "このゲーム";
    WholeError: "whole error (root mean square)", "全体の誤差(二乗平均平方根)";
    BiasOfGame: "Bias: mean less exact value", "偏り:平均と正確な値の差";
    MeanError: "error of the mean", "平均の誤差";
    SpreadOfGame: "Spread and whole error", "ばらつきと全体の誤差";
    BestMovesOfGame: "How often the move chosen is a best one", "最善手を選ぶ割合";
    BestMoveShare: "best moves in %", "最善手の割合(%)";
    DeeperIsWorse: "Deeper is worse from depth {depth} to {deeper}: the whole error grows from {error} to {larger}. This is called pathology.", "深さ {depth} から {deeper} にすると、かえって悪くなります。全体の誤差が {error} から {larger} に増えます。これを病理現象(pathology)と呼びます。";
    DeeperIsBetter: "Each depth has a smaller whole error than the one before.", "深くするほど全体の誤差が小さくなります。";
    WhereModelFails: "The model is furthest off at depth {depth}: it says a standard deviation of {model}, and the game has {spread}.", "モデルとの違いが最も大きいのは深さ {depth} です。標準偏差は、モデルでは {model}、このゲームでは {spread} です。";
    WhyModelFails: "Where they differ, an assumption of the model fails. Equal spread: finished games are certain. Independence: a position that comes up in several places has the same error in all of them, and siblings of equal value are common.", "モデルと異なるのは、その前提が成り立たないためです。ばらつきが等しいという前提については、終了した局面の値は確実です。独立という前提については、複数の場所に現れる同じ局面は同じ誤差を持ち、値の等しい兄弟も多くあります。";
    PictureAbout: "The tree of the active pane at this frame, around its centre.", "アクティブなペインの木を、現在のフレームと中心で描きます。";
    SaveChart: "Save…", "保存…";
    SaveChartNamed: "Save the chart {chart}", "グラフ「{chart}」を保存";
    OpenAbout: "A trace as Edagari saves it, or a stream of events from any program. It can also be dropped on the window.", "Edagari の記録か、ほかのプログラムが書き出したイベント列を開きます。ウィンドウにドロップしても開けます。";
    SaveTraceAbout: "The trace of the active pane: .edagari is compact, .jsonl and .jsonl.zst can be read by any program, .ron by people.", "アクティブなペインの記録を保存します。.edagari は小さく、.jsonl と .jsonl.zst はどのプログラムでも、.ron は人が読めます。";
    DropToOpen: "Drop to open", "ドロップして開く";
    FileName: "File", "ファイル";
    OpenFile: "Open", "開く";
    Save: "Save", "保存";
    Browse: "Browse…", "参照…";
    NoDialog: "No file was chosen, or there is no dialog service here; the field above does as well.", "ファイルが選ばれなかったか、ダイアログを使えません。上の欄に入力してください。";
    Traces: "Traces", "記録";
    RecentFiles: "Opened or saved last", "最近使ったファイル";
    StandardInput: "standard input", "標準入力";
    CheckTitle: "Check of the trace", "記録の検証";
    CheckSoFar: "{done} of {frames} frames", "{frames} フレーム中 {done}";
    CheckRight: "All {frames} frames follow from those before them", "{frames} フレームすべてが正しくつながっています";
    CheckWrong: "Faults: {wrong} in {frames} frames", "{frames} フレームに {wrong} 件の誤り";
    CheckMinimax: "Minimax value of the start: {value}", "開始局面のミニマックス値: {value}";
    CheckUnproved: "{count} bounds in the table were not held against exact values, which are not known or take too long to find.", "置換表の上下界のうち {count} 件は、正確な値がわからないか時間がかかるため、確かめていません。";
    DiffTitle: "Differences", "違い";
    DiffEqual: "Both panes show the same run, frame by frame.", "左右の記録はフレームごとに同じです。";
    DiffParting: "They part at frame {frame}", "フレーム {frame} で分かれます";
    DiffCounts: "Nodes visited by one alone: {left} on the left, {right} on the right · other scores: {scores} · cuts in one alone: {leftcuts} and {rightcuts}", "片方だけが訪問したノード: 左 {left}、右 {right} · 評価値の違い: {scores} · 片方だけの枝狩り: 左 {leftcuts}、右 {rightcuts}";
    DiffLeftOnly: "visited on the left alone", "左だけが訪問";
    DiffRightOnly: "visited on the right alone", "右だけが訪問";
    DiffLeftCut: "cut on the left alone", "左だけで枝狩り";
    DiffRightCut: "cut on the right alone", "右だけで枝狩り";
    DiffScores: "{left} on the left, {right} on the right", "左は {left}、右は {right}";
    DiffLeftSaves: "the left saves {count} visits", "左が {count} 回の訪問を省略";
    DiffRightSaves: "the right saves {count} visits", "右が {count} 回の訪問を省略";
    Style: "Style", "スタイル";
    StyleScreen: "Screen", "画面用";
    StylePrint: "Print (also without colours)", "印刷用(白黒でも見分けられる)";
    StyleProjector: "Projector", "プロジェクター用";
    AnimationAbout: "Or an animation over the frames", "またはフレームのアニメーション";
    FirstFrame: "from", "最初";
    LastFrame: "to", "最後";
    EveryFrame: "one in", "間隔";
    FrameDelay: "Each for", "1 枚の時間";
    PicturesDrawn: "{done} of {all} pictures", "{all} 枚中 {done} 枚";
    SaveAs: "File, without its ending", "ファイル(拡張子なし)";
    SavedAs: "Saved as {file}", "{file} に保存しました";

    // Games and searches.
    TicTacToe: "tic-tac-toe", "〇×ゲーム";
    Eight: "Eight", "エイト";
    Textbook: "textbook tree", "教科書の木";
    RandomTree: "random tree", "ランダムな木";
    LayeredGraph: "layered graph", "ランダムな層のグラフ";
    Kalah: "Kalah", "カラー";
    ConnectFour: "Connect Four", "四目並べ";
    Reversi: "Reversi", "リバーシ";
    RecordedTree: "Tree of a trace", "記録された木";
    KalahWithRule: "Kalah({houses}, {stones}), capture {rule}", "カラー({houses}, {stones}){rule}取る";
    ConnectFourOn: "Connect Four {width} × {height}, {line} in a row", "四目並べ {width} × {height}、{line} 並べ";
    ReversiOn: "Reversi {size} × {size}", "リバーシ {size} × {size}";
    Minimax: "minimax", "ミニマックス法";
    AlphaBeta: "α-β", "αβ 法";
    AlphaBetaSoft: "α-β (fail-soft)", "αβ 法(fail-soft)";
    AlphaBetaOneBound: "α-β (one bound)", "αβ 法(片側だけ)";
    GenerateBreadthFirst: "generation, breadth-first", "生成(幅優先)";
    GenerateDepthFirst: "generation, depth-first", "生成(深さ優先)";
    OrderNatural: "the game's order", "ゲームの順";
    OrderReversed: "reversed", "逆順";
    OrderShuffled: "shuffled", "シャッフル";
    OrderBest: "best first", "最善手から";
    TableNone: "none", "なし";
    TableWindow: "by position and window", "局面とウィンドウごと";
    TableBounds: "of bounds", "下界と上界";
    WithDepth: "{search} to depth {depth}", "{search} 深さ {depth}";
    WithTable: "{search} + table", "{search} + 置換表";
    WithWindowTable: "{search} + window table", "{search} + ウィンドウ別置換表";

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
    ScoredAtLimit: "evaluated at the depth limit ≈ {score}", "深さの上限での評価 ≈ {score}";
    Pruned: "pruned", "枝狩り済み";
    Generated: "generated", "生成済み";
    PrunedAt: "pruned at frame {frame}", "フレーム {frame} で枝狩り";

    GroupPruned: "… {count} pruned", "… {count} 個を枝狩り";
    GroupAhead: "… {count} unvisited", "… {count} 個が未訪問";

    // Frames.
    FrameNumber: "Frame {frame}", "フレーム {frame}";
    KindStart: "Start", "開始";
    KindLookup: "Lookup", "参照";
    KindScore: "Score", "評価値";
    KindUpdate: "Update", "更新";
    KindStore: "Store", "記録";
    KindEnd: "End", "終了";
    AlphaCut: "α-cut", "α 狩り";
    BetaCut: "β-cut", "β 狩り";

    // One sentence a frame.
    SayNothingRecorded: "Nothing has been recorded yet.", "まだ何も記録されていません。";
    SayGenerated: "{node} is generated, node {number} of the tree, at depth {depth}.", "{node} を生成しました。木の {number} 番目のノードで、深さは {depth} です。";
    SayStart: "The search enters {node}, {kind}, with the window {window}.", "{kind}の {node} に、ウィンドウ {window} で入ります。";
    SayStartMinimax: "The search enters {node}, {kind}.", "{kind}の {node} に入ります。";
    SayStartLeaf: "The search enters {node}, where the game is over.", "ゲームが終了している {node} に入ります。";
    SayStartHorizon: "The search enters {node} at the depth limit, where it does not search on but evaluates.", "深さの上限にある {node} に入ります。ここでは先を探索せず、局面を評価します。";
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
    SayBetaCutOne: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; {skipped} is skipped, {reason}.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayBetaCutMany: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; {skipped} are skipped, {reason}.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayBetaCutNone: "β-cut: {node} is a max node and {child} returned {score} ≥ β = {bound}; it was the last child, so nothing is skipped.", "β 狩り:max ノードの {node} に {child} が {score} ≥ β = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    SayAlphaCutOne: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; {skipped} is skipped, {reason}.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayAlphaCutMany: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; {skipped} are skipped, {reason}.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayAlphaCutNone: "α-cut: {node} is a min node and {child} returned {score} ≤ α = {bound}; it was the last child, so nothing is skipped.", "α 狩り:min ノードの {node} に {child} が {score} ≤ α = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    ReasonAncestor: "for {owner} can already have {bound}", "{owner} はすでに {bound} を選べる";
    ReasonTableUpper: "for the table says that {owner} is worth at most {bound}", "置換表から {owner} のミニマックス値は {bound} 以下とわかっている";
    ReasonTableLower: "for the table says that {owner} is worth at least {bound}", "置換表から {owner} のミニマックス値は {bound} 以上とわかっている";
    SayAndMore: "{listed} and {count} more", "{listed} ほか {count} 個";
    SayNodesPruned: "{count} nodes pruned.", "{count} 個のノードが枝狩りされました。";
    SayOneNodePruned: "{count} node pruned.", "{count} 個のノードが枝狩りされました。";
    SayEndLeaf: "{node} is a leaf: the game ends with {score}.", "{node} は葉ノードで、評価値 {score} でゲームが終了します。";
    SayEndHorizon: "{node} lies at the depth limit and is evaluated: {score}. The game is not over there.", "{node} は深さの上限にあるので、静的評価値 {score} で終了します。ゲームは終了していません。";
    SayEndMinimaxMax: "{node} ends with {score}, the greatest score of its children.", "{node} の評価値は、子ノードの最大値 {score} に確定します。";
    SayEndMinimaxMin: "{node} ends with {score}, the least score of its children.", "{node} の評価値は、子ノードの最小値 {score} に確定します。";
    SayEndExact: "{node} ends with {score}: inside its window {window}, so this is its value.", "{node} は {score} で終了します。ウィンドウ {window} の内側なので、これがミニマックス値です。";
    SayEndUpper: "{node} ends with {score} ≤ α = {bound}: it failed low, so its value is at most {score}.", "{node} は {score} ≤ α = {bound} で終了します。fail low なので、ミニマックス値は {score} 以下です。";
    SayEndLower: "{node} ends with {score} ≥ β = {bound}: it failed high, so its value is at least {score}.", "{node} は {score} ≥ β = {bound} で終了します。fail high なので、ミニマックス値は {score} 以上です。";
    SayEndAnswered: "{node} ends with {score}, which the table has given it; nothing below it was searched.", "{node} は置換表から得た {score} で終了します。その下のノードは探索していません。";
    SayLookupValue: "The table has the position of {node} from frame {frame}: its value is {lower}. It is returned, and nothing below is searched.", "置換表に {node} の局面がフレーム {frame} で記録されています。ミニマックス値は {lower} なので、その値を返し、その下は探索しません。";
    SayLookupLow: "The table has the position of {node} from frame {frame}: at most {upper} ≤ α = {alpha}. That fails low, so {upper} is returned and nothing below is searched.", "置換表に {node} の局面がフレーム {frame} で記録されています。{upper} 以下で {upper} ≤ α = {alpha} なので fail low になり、{upper} を返し、その下は探索しません。";
    SayLookupHigh: "The table has the position of {node} from frame {frame}: at least {lower} ≥ β = {beta}. That fails high, so {lower} is returned and nothing below is searched.", "置換表に {node} の局面がフレーム {frame} で記録されています。{lower} 以上で {lower} ≥ β = {beta} なので fail high になり、{lower} を返し、その下は探索しません。";
    SayLookupNarrowed: "The table has the position of {node} from frame {frame}: {bounds}. Its window {given} shrinks to {window}.", "置換表に {node} の局面がフレーム {frame} で記録されています({bounds})。ウィンドウを {given} から {window} に狭めます。";
    SayLookupNothing: "The table has the position of {node} from frame {frame}: {bounds}. That does not settle its window {window}, so its children are searched.", "置換表に {node} の局面がフレーム {frame} で記録されています({bounds})。ウィンドウ {window} では評価値が確定しないので、子ノードを探索します。";
    FrameUnknown: "(not in this trace)", "(記録外)";
    SayStore: "The table keeps for the position of {node}: {bounds}.", "置換表に {node} の局面を記録します({bounds})。";
    SayStoreAgain: "The table keeps for the position of {node}: {bounds}, instead of {old} from frame {frame}.", "置換表に {node} の局面を記録します({bounds})。フレーム {frame} の記録({old})と置き換わります。";
    BoundsExactly: "exactly {lower}", "ちょうど {lower}";
    BoundsAtMost: "at most {upper}", "{upper} 以下";
    BoundsAtLeast: "at least {lower}", "{lower} 以上";
    BoundsBetween: "from {lower} to {upper}", "{lower} 以上 {upper} 以下";

    // What a check assumes where a trace does not say.
    AssumeSearch: "The search is not named: α-β with both bounds handed down was assumed.", "探索の種類が書かれていないので、両方の境界を渡す α-β と仮定しました。";
    AssumePointOfView: "It is not said whose point of view scores are seen from: the max player's was assumed.", "評価値の視点が書かれていないので、max の視点と仮定しました。";
    AssumeFail: "Neither fail-hard nor fail-soft is declared: scores of both forms were accepted.", "fail-hard か fail-soft かが書かれていないので、どちらの値も認めました。";
    AssumeCutTest: "The cut test is not declared: α ≥ β was assumed.", "枝狩りの条件が書かれていないので、α ≥ β と仮定しました。";
    AssumeNullWindows: "Null windows are not declared: none were accepted.", "null window が宣言されていないので、認めませんでした。";
    AssumeLeaf: "It is not said where leaves are: any node without children was accepted as one.", "葉の条件が書かれていないので、子のないノードをすべて葉として認めました。";
    AssumeOrder: "The order of moves is not said: any was accepted.", "手の順番が書かれていないので、どの順番も認めました。";
    AssumeTableKey: "The table's key is not said: the position, up to symmetry, was assumed.", "置換表のキーが書かれていないので、対称性を考慮した局面と仮定しました。";
    AssumeUnknownGame: "The rules of the game are not known: players, moves and the scores of leaves were taken as they stand.", "ゲームのルールがわからないので、手番、手、葉の評価値は記録のまま受け入れました。";

    // What a check finds at a frame.
    FaultEndMissing: "{node} has no End: line {line} of the file goes on with a node above it.", "{node} の End がありません。ファイルの {line} 行目は、その上のノードに進んでいます。";
    FaultNotOpen: "Line {line} of the file has a {event} of node {other}, which is not open.", "ファイルの {line} 行目は、開いていないノード {other} の {event} です。";
    FaultParentNotOpen: "{node} is entered from node {other} on line {line} of the file, which is not open.", "ファイルの {line} 行目で、{node} は開いていないノード {other} から開始されています。";
    FaultOutOfOrder: "Line {line} of the file has a {event} out of its place.", "ファイルの {line} 行目の {event} は、順番が違います。";
    FaultNoScore: "{node} ends without a score, and none follows from its children or the game.", "{node} は評価値なしで終了していて、子ノードからもゲームからも求められません。";
    FaultIllegalMove: "{node} is reached by the move {move}, which is not legal there.", "{node} への手 {move} は、反則です。";
    FaultGivenWindow: "{node} was given the window {found}, expected {expected}, which its parent has.", "{node} に渡されたウィンドウは {found} ですが、親ノードのウィンドウは {expected} です。";
    FaultEnteredAfterCut: "{node} is entered though frame {frame} has cut it off.", "フレーム {frame} で枝狩りされたのに、{node} を開始しています。";
    FaultEnteredAfterAnswer: "{node} is entered though the table has settled its parent.", "置換表で親ノードの値が確定しているのに、{node} を開始しています。";
    FaultBelowLimit: "{node} lies below the depth limit, expected no visit there.", "{node} は深さの上限より下にあるので、訪問されないはずです。";
    FaultWrongPlayer: "At {node} {found} is to move in the trace, by the rules {expected}.", "記録では {node} の手番は {found} ですが、ルールでは {expected} です。";
    FaultNotAsStored: "The table gave {found} for {node}, but {expected} was written last.", "置換表から {node} について {found} を得ていますが、最後に書かれたのは {expected} です。";
    FaultWrongEntry: "The entry of {node} is that of another position, which frame {frame} stored.", "{node} の項目は、フレーム {frame} で記録された別の局面のものです。";
    FaultSecondEntry: "{node} is stored in an entry of its own, but frame {frame} stored the same position in another.", "{node} は新しい項目に記録されていますが、同じ局面がフレーム {frame} で別の項目に記録されています。";
    FaultWrongBounds: "The bounds {bounds} of {node} do not contain its minimax value, {value}.", "{node} の上下界 {bounds} は、ミニマックス値 {value} を含んでいません。";
    FaultUnjustifiedReturn: "{node} returns {score} from the table, but the bounds {bounds} do not settle its window {window} with that.", "{node} は置換表の {score} を返していますが、上下界 {bounds} ではウィンドウ {window} の値は確定しません。";
    FaultWrongNarrowing: "The window of {node} was narrowed to {found}, but its window and the bounds leave {expected}.", "{node} のウィンドウは {found} に狭められていますが、上下界からは {expected} になります。";
    FaultWrongScore: "{node} takes in {found}, but its child returned {expected}.", "{node} は {found} を受け取っていますが、子ノードが返したのは {expected} です。";
    FaultStaleWindow: "{node} has the window {found} here, but by now it is {expected}.", "{node} のウィンドウは {found} となっていますが、ここでは {expected} です。";
    FaultWrongValue: "{node} would return {found} now, but from its child's score follows {expected}.", "{node} の暫定値は {found} となっていますが、子ノードの評価値からは {expected} になります。";
    FaultWrongUpdate: "The window of {node} becomes {found}, but from its child's score follows {expected}.", "{node} のウィンドウは {found} になっていますが、子ノードの評価値からは {expected} になります。";
    FaultUnjustifiedCut: "{node} is cut with the window {window}, for which {test} does not hold.", "{node} はウィンドウ {window} で枝狩りされていますが、{test} は成り立ちません。";
    FaultMissedCut: "{node} goes on with the window {window}, though {test} holds.", "{node} はウィンドウ {window} で {test} なのに、探索を続けています。";
    FaultWrongStore: "{found} was stored for {node}, but all that is known of its value is {expected}.", "{node} について {found} が記録されましたが、わかっているのは {expected} だけです。";
    FaultSkippedChildren: "{node} ends with {count} children not visited, and no cut.", "{node} は、枝狩りなしに {count} 個の子ノードを訪問しないで終了しています。";
    FaultWrongLeaf: "{node} is a leaf with the score {expected}, but ends with {found}.", "葉 {node} の評価値は {expected} ですが、{found} で終了しています。";
    FaultEarlyLeaf: "{node} ends without a look at its children, though the game goes on there.", "ゲームは終了していないのに、{node} は子ノードを調べずに終了しています。";
    FaultIllegalScore: "{node} ends with {found}, but from its children follows {expected}.", "{node} は {found} で終了していますが、子ノードからは {expected} になります。";
    FaultIllegalScoreEither: "{node} ends with {found}, but from its children follows {soft} (fail-soft) or {hard} (fail-hard).", "{node} は {found} で終了していますが、子ノードからは {soft}(fail-soft)か {hard}(fail-hard)になります。";
    FaultWrongAnswer: "{node} ends with {found}, but the table answered {expected}.", "{node} は {found} で終了していますが、置換表から得た値は {expected} です。";
    FaultWrongBound: "The score of {node} is taken as {found}, but by its window it is {expected}.", "{node} の評価値は {found} とされていますが、ウィンドウからは {expected} です。";
    FaultWrongRoot: "{node} ends with {found}, but its minimax value is {expected}.", "{node} は {found} で終了していますが、ミニマックス値は {expected} です。";

    // What the bounds of a table do.
    AnswerValue: "The bounds are equal, so the value is known: the search enters no child and returns it, {score}.", "下界と上界が等しいので、ミニマックス値がわかっています。子ノードには入らず、その値 {score} を返します。";
    AnswerFailLow: "u ≤ α: no score of this node can matter, so the search enters no child and returns u = {score} as a fail low.", "u ≤ α です。子ノードには入らず、fail low として u = {score} を返します。";
    AnswerFailHigh: "l ≥ β: no score of this node can matter, so the search enters no child and returns l = {score} as a fail high.", "l ≥ β です。子ノードには入らず、fail high として l = {score} を返します。";
    AnswerNarrowed: "Only scores between max(α, l) and min(β, u) are still in question: the search goes on with the window {window}.", "まだわかっていないのは max(α, l) と min(β, u) の間だけなので、ウィンドウ {window} で探索します。";
    AnswerNothing: "l ≤ α and u ≥ β, so the bounds rule nothing out: the search goes on with the window {window}, as if nothing had been found.", "l ≤ α で u ≥ β なので、何も除けません。何も見つからなかったときと同じく、ウィンドウ {window} で探索します。";

    // What two traces are compared by.
    NodesVisited: "nodes visited", "訪問したノード";
    LeavesEvaluated: "leaves evaluated", "評価した葉";
    Frames: "frames", "フレーム";
    AlphaCuts: "α-cuts", "α 狩り";
    BetaCuts: "β-cuts", "β 狩り";
    Cutoffs: "cuts that prune", "枝狩りの回数";
    NodesPruned: "nodes pruned", "枝狩りしたノード";
    Lookups: "table lookups", "置換表の参照";
    TableReturns: "table returns", "置換表で確定";
    AnsweredByTable: "answered by the table", "置換表で確定";
    TableNarrowings: "windows narrowed", "ウィンドウの縮小";
    TableStores: "table stores", "置換表への記録";
    TableEntries: "table entries", "置換表の局面";
    MaxDepth: "greatest depth", "最大の深さ";
    CurrentFrame: "current frame", "現在のフレーム";
    Value: "value", "評価値";
    BestMoves: "best moves", "最善手";
    Unknown: "–", "–";
    Compared: "Compared", "比較";
    OnlyHereLegend: "visited by this search only", "この探索だけが訪問したノード";

    // The window.
    MenuFile: "File", "ファイル";
    MenuView: "View", "表示";
    MenuGo: "Go", "移動";
    MenuHelp: "Help", "ヘルプ";
    Theme: "Theme", "テーマ";
    Close: "Close", "閉じる";
    Cancel: "Cancel", "中止";
    Record: "Record", "記録する";
    SetUp: "Set up…", "設定…";
    NodesPill: "{count} nodes", "{count} ノード";
    FramesPill: "{count} frames", "{count} フレーム";
    LeftTree: "left tree", "左の木";
    RightTree: "right tree", "右の木";
    LeftLane: "run of the left pane, {search}", "左の探索の帯({search})";
    RightLane: "run of the right pane, {search}", "右の探索の帯({search})";
    FramesFromTo: "frames {first}–{last}", "フレーム {first}–{last}";
    ColumnSays: "Frames {first}–{last}, depth {depth}: {visits} visited, {cuts} cut, {answered} answered by the table, {pruned} pruned", "フレーム {first}–{last}、深さ {depth}: 訪問 {visits}、枝狩り {cuts}、表で解決 {answered}、枝狩りされた子 {pruned}";
    ActNextRise: "Next rise of α", "次のα の上昇";
    ActPreviousRise: "Previous rise of α", "前のα の上昇";
    JumpCut: "cut", "枝狩り";
    MenuJump: "Jump", "ジャンプ";
    JumpRise: "rise of α", "α の上昇";
    ActNextFall: "Next fall of β", "次のβ の下降";
    ActPreviousFall: "Previous fall of β", "前のβ の下降";
    JumpFall: "fall of β", "β の下降";
    ActNextBestMove: "Next change of this node's best move", "次のこのノードの最善手の変更";
    ActPreviousBestMove: "Previous change of this node's best move", "前のこのノードの最善手の変更";
    JumpBestMove: "change of this node's best move", "このノードの最善手の変更";
    ActNextTableReturn: "Next table return", "次の表による解決";
    ActPreviousTableReturn: "Previous table return", "前の表による解決";
    JumpTableReturn: "table return", "表による解決";
    ActNextStore: "Next store", "次の表への記録";
    ActPreviousStore: "Previous store", "前の表への記録";
    JumpStore: "store", "表への記録";
    ActNextPass: "Next pass", "次のパス";
    ActPreviousPass: "Previous pass", "前のパス";
    JumpPass: "pass", "パス";
    ActStartOfNode: "First frame of this node", "このノードの最初のフレーム";
    ActEndOfNode: "Last frame of this node", "このノードの最後のフレーム";
    NoNextJump: "There is no {kind} after this frame.", "この後のフレームに{kind}はありません。";
    NoPreviousJump: "There is no {kind} before this frame.", "この前のフレームに{kind}はありません。";
    NodeNotVisited: "This node was not visited.", "このノードは訪問されていません。";
    Why: "Why?", "なぜ?";
    ActWhy: "Why was this node pruned, or where does its score come from?", "このノードが枝狩りされた理由・評価値の出どころ";
    WhyAlphaCut: "{pruned} is skipped: {child} brings {node} down to {score} ≤ α = {bound}.", "{child} により {node} は {score} ≤ α = {bound} となり、{pruned} は調べずに済みます。";
    WhyBetaCut: "{pruned} is skipped: {child} brings {node} up to {score} ≥ β = {bound}.", "{child} により {node} は {score} ≥ β = {bound} となり、{pruned} は調べずに済みます。";
    WhyBoundSet: "{letter} = {bound} is the bound of {owner}, set when {child} returned it.", "{letter} = {bound} は {owner} の境界値で、{child} が返したときに決まりました。";
    WhyBoundFound: "{letter} = {bound} is the bound of {owner}, found in the table.", "{letter} = {bound} は {owner} の境界値で、表にありました。";
    WhyBoundWritten: "{writer} had written {bound} to the table.", "{bound} は {writer} が表に記録したものです。";
    WhyBoundGiven: "{letter} = {bound} is not set by any node of this run.", "{letter} = {bound} を決めたノードはこの探索にはありません。";
    WhyFromTable: "The table answered with what {writer} had written in frame {frame}.", "表が、{writer} がフレーム {frame} で記録した値を返しました。";
    WhyLeaf: "{score} comes from the leaf {leaf}, reached by {moves}.", "{score} は末端 {leaf} ({moves}) の値です。";
    WhyHorizon: "{score} comes from {leaf}, evaluated at the depth limit, reached by {moves}.", "{score} は深さの上限で評価した {leaf} ({moves}) の値です。";
    WhyWindow: "{leaf} returned {score}, the bound of its own window: no child did better ({moves}).", "{leaf} ({moves}) ではどの子も上回らず、自身のウィンドウの境界値 {score} を返しました。";
    WhyTableUnknown: "{leaf} was answered with {score} by an entry whose writing is not in the trace ({moves}).", "{leaf} ({moves}) には表が {score} を返しましたが、その記録はトレースにありません。";
    WhyUnknown: "The trace does not tell where the {score} of {leaf} comes from ({moves}).", "{leaf} ({moves}) の {score} の出どころはトレースからは分かりません。";
    WhyOwnLeaf: "{node} is where its score {score} comes from: nothing was searched below it.", "{node} の評価値 {score} はこのノード自身の値です(下は探索していません)。";
    WhyNothing: "{node} has no score at this frame.", "{node} の評価値はこのフレームではまだありません。";
    WhyScore: "{node} has {score}; it comes down these nodes: {moves}.", "{node} の評価値は {score} です。たどる道筋: {moves}。";
    ActToCause: "First frame of what set the bound that pruned this node", "このノードを枝狩りさせた値の探索の始まり";
    ActToPruning: "Cut that pruned this node", "このノードが枝狩りされたフレーム";
    NotPruned: "No cut of this run pruned this node.", "このノードはこの探索では枝狩りされていません。";
    ActTimeZoomIn: "Zoom in on time", "時間を拡大";
    ActTimeZoomOut: "Zoom out of time", "時間を縮小";
    ActTimeWhole: "Show all frames", "全フレームを表示";
    ActSameScale: "Same time scale", "時間の縮尺を揃える";
    RecordingProgress: "recording: {count} nodes", "記録中:{count} ノード";
    NoteRecording: "Recording; the tree is shown unvisited until it is done.", "記録中です。終わるまでは未訪問の木を表示します。";
    NoteGrowing: "The run goes on; who stands at its last frame goes along.", "実行は続いています。最後のフレームにいれば、表示も進みます。";
    NoteCutShort: "The file ends before the run does; what it holds can be replayed.", "ファイルは実行の途中で終わっています。そこまでの記録を再生できます。";
    NoteCancelled: "The recording was cancelled; what was recorded by then can be replayed.", "記録は中止されました。それまでの記録を再生できます。";
    NoteMemoryLimit: "The recording stopped at the memory limit of {limit} MiB; what was recorded by then can be replayed.", "メモリの上限 {limit} MiB に達したため、記録を止めました。それまでの記録を再生できます。";
    NotePrunedHere: "Pruned here, at frame {frame}: this search never enters that node.", "ここではフレーム {frame} で枝狩りされ、このノードには入りません。";
    NoteNeverReached: "This run never comes to that node.", "この実行はそのノードに到達しません。";
    SettingsBroken: "The settings file could not be read and was kept as {file}; the default settings are used. {message}", "設定ファイルを読めなかったため {file} として残し、既定の設定を使います。{message}";
    SettingsUnreadable: "The settings file could not be read{file}; the default settings are used. {message}", "設定ファイルを読めなかった{file}ため、既定の設定を使います。{message}";
    SettingsNotSaved: "The settings could not be saved: {message}", "設定を保存できませんでした:{message}";

    // Time.
    Speed: "Speed", "速さ";
    FramesPerSecond: " frames/s", " フレーム/秒";
    Link: "Link", "連動";
    LinkIs: "Link: {link}", "連動:{link}";
    LinkFrame: "same frame", "同じフレーム";
    LinkPlace: "same place", "同じノード";
    LinkShare: "same share", "同じ割合";
    Follow: "Follow", "追跡";
    BestLine: "Best line", "最善手順";
    FrameField: "Frame number", "フレーム番号";
    FrameSlider: "Frame slider", "フレームのスライダー";
    NoNextOfNode: "The selected node has no frame after this one.", "選択したノードのフレームは、この後にはありません。";
    NoPreviousOfNode: "The selected node has no frame before this one.", "選択したノードのフレームは、この前にはありません。";

    // The inspector.
    BoardAfter: "board after: {moves}", "盤面:{moves}";
    WindowHeading: "Window", "ウィンドウ";
    WindowIs: "window {window}", "ウィンドウ {window}";
    NarrowedFrom: "narrowed from {window}", "もとのウィンドウ {window}";
    BoundsAre: "bounds {bounds}", "下界と上界 {bounds}";
    FoundInTable: "found", "参照";
    WrittenToTable: "written", "記録";
    NoSource: "The node of this frame has found nothing in the table.", "このフレームのノードは置換表を参照していません。";
    NoNextUse: "The table gives these bounds to no node after this frame.", "この後に、この記録を参照するノードはありません。";
    NoTable: "This search has no transposition table. Set one up to see its entries here.", "この探索は置換表を使っていません。設定で置換表を選ぶと、ここに表示されます。";
    TableCounts: "{entries} entries at frame {frame}, {shown} shown", "フレーム {frame} で {entries} 局面、表示 {shown}";
    AnyKind: "any bounds", "すべての範囲";
    KindOfBounds: "Kind of bounds", "範囲の種類";
    KindExact: "exact", "exact";
    KindAtMost: "upper bound", "上界";
    KindAtLeast: "lower bound", "下界";
    KindBetween: "both bounds", "下界と上界";
    MovesContain: "moves contain", "手順に含む手";
    UsedOnly: "found at least once", "参照されたものだけ";
    PositionColumn: "position", "局面";
    BoundsColumn: "bounds", "範囲";
    KindColumn: "kind", "種類";
    StoredColumn: "at frame", "フレーム";
    UsesColumn: "found", "参照";
    EntryOf: "entry of {moves}, written at frame {frame}", "{moves} の記録、フレーム {frame}";
    EqualPositions: "Nodes with this position", "同じ局面のノード";
    EqualCount: "visited nodes with the position of the selected one: {count}", "選択したノードと同じ局面のノードを {count} 個訪問";
    EqualNotVisited: "No node with this position was visited.", "この局面のノードは訪問されていません。";
    EqualUnknown: "This game does not tell equal positions apart from others.", "このゲームは同じ局面を区別できません。";
    SolveTitle: "Is every choice a best move?", "すべての局面で最善手を選ぶか";
    SolveSoFar: "{right} of {positions} positions", "{positions} 局面のうち {right}";
    SolveCount: "{right} of {positions}", "{positions} 局面のうち {right}";
    SolvedAll: "In every position in which a move can be wrong, the search chooses a best one: it is strongly solving.", "最善手でない手がある局面のすべてで最善手を選ぶので、強解決です。";
    SolvedSome: "In the others the search chooses a move that is not a best one. The first of them:", "ほかの局面では最善手を選びません。最初の局面:";
    WrongChoiceAt: "after {moves}: {chosen} instead of {best}", "{moves} の後:{best} ではなく {chosen}";
    LowerIs: "lower = {score}", "下界 = {score}";
    UpperIs: "upper = {score}", "上界 = {score}";
    Comma: ", ", "、";
    ScoreIs: "score {score}", "評価値 {score}";
    FailLow: "fail low", "fail low";
    Exact: "exact", "exact";
    FailHigh: "fail high", "fail high";
    WindowPlot: "α and β against frames", "フレームごとの α 値と β 値";
    PlotWhich: "Whose window is plotted", "グラフにするノード";
    PlotRoot: "root", "ルート";
    PlotSelected: "selected node", "選択したノード";
    PlotCurrent: "current node", "現在のノード";
    DepthPlot: "By depth", "深さごとの数";
    ByDepthWhich: "What is plotted by depth", "深さごとに表示するもの";
    ByDepthVisits: "nodes visited", "訪問したノード";
    ByDepthEvaluations: "positions evaluated", "評価した局面";
    ByDepthCuts: "cuts", "枝狩り";
    ChildPlot: "Cuts by child, first to last (share)", "何番目の子で枝狩りしたか(割合)";
    TablePlot: "Table size and hit rate against frames", "フレームごとの置換表の大きさと参照率";
    PlotHits: "hit rate", "参照率";
    PlotSize: "entries, {entries} in the end", "局面数(最後は {entries})";

    // The explorer of bounds.
    ExplorerHint: "The table knows that the value lies in [l, u]; the node is entered with (α, β). Drag the four marks, or move them with Tab and the arrow keys.", "置換表によると評価値は [l, u] の範囲にあり、ノードのウィンドウは (α, β) です。4 つの印はドラッグするか、Tab キーと矢印キーで動かします。";
    MarkLower: "lower bound l", "下界 l";
    MarkUpper: "upper bound u", "上界 u";
    MarkAlpha: "α of the window", "α 値";
    MarkBeta: "β of the window", "β 値";
    CaseNumber: "case {number} of {count}", "{count} 通り中の {number} 番目";
    PreviousCase: "Previous case", "前の場合";
    NextCase: "Next case", "次の場合";
    WhatSearchDoes: "What the search does", "探索の動作";

    // Setting up.
    Game: "Game", "ゲーム";
    ShortestWin: "shortest win scores most", "早い勝ちほど高い評価値";
    TreeFile: "Tree file", "木のファイル";
    TreeFileHint: "path of a RON file; empty: the three-move figure", "RON ファイルのパス(空欄:三手の図)";
    Depth: "Depth", "深さ";
    Branching: "Children of each node", "子ノードの数";
    LayerWidth: "Positions of each layer", "層ごとの局面の数";
    Houses: "Houses of each side", "片側の穴の数";
    Stones: "Stones of each house", "穴ごとの石の数";
    CaptureRule: "Capture", "取る条件";
    CaptureNonempty: "if the opposite house holds stones", "向かいの穴に石があるとき";
    CaptureAlways: "always", "いつでも";
    BoardSize: "Board", "盤";
    Board4: "4 × 4", "4 × 4";
    Board6: "6 × 6", "6 × 6";
    Board8: "8 × 8", "8 × 8";
    Columns: "Columns", "列の数";
    Rows: "Rows", "段の数";
    LineLength: "In a row to win", "勝ちになる並びの長さ";
    PlayOut: "play on when a store holds more than half", "過半数を取っても続ける";
    Scores: "Scores", "評価値の範囲";
    LowestScore: "Lowest score", "最小の評価値";
    HighestScore: "Highest score", "最大の評価値";
    Seed: "Seed", "乱数の種";
    After: "After the moves", "開始までの手順";
    Search: "Search", "探索";
    Order: "Move order", "子ノードの順序";
    Table: "Transposition table", "置換表";
    DepthLimit: "Depth limit", "深さの上限";
    LimitDepth: "stop after", "上限";
    LimitChanges: "changes of player", "回の手番の交代";
    Evaluation: "Evaluation", "評価関数";
    TableSymmetry: "symmetric positions share an entry", "対称な局面をまとめる";
    TableNarrowing: "bounds narrow the window", "下界と上界でウィンドウを狭める";
    TableIntersection: "intersect new bounds with the old", "新しい範囲と前の範囲の共通部分を記録";
    TableLimited: "limited size", "大きさを制限";
    TableSize: "Table size", "置換表の大きさ";
    TableUnlimited: "unlimited", "無制限";
    MemoryLimit: "Memory limit", "メモリの上限";

    // Actions.
    PaletteHint: "Type a command", "コマンドを入力";
    PaletteEmpty: "No command has this name.", "該当するコマンドはありません。";
    ActPlay: "Play or pause", "再生・一時停止";
    ActFrameOn: "One frame on", "1 フレーム進む";
    ActFrameBack: "One frame back", "1 フレーム戻る";
    ActTenOn: "Ten frames on", "10 フレーム進む";
    ActTenBack: "Ten frames back", "10 フレーム戻る";
    ActNextCut: "Next cut", "次の枝狩り";
    ActPreviousCut: "Previous cut", "前の枝狩り";
    ActNextOfNode: "Next frame of the selected node", "選択したノードの次のフレーム";
    ActPreviousOfNode: "Previous frame of the selected node", "選択したノードの前のフレーム";
    ActFirst: "First frame", "最初のフレーム";
    ActLast: "Last frame", "最後のフレーム";
    ActFaster: "Faster", "速く";
    ActSlower: "Slower", "遅く";
    ActLoop: "Loop", "繰り返す";
    ActLoopStart: "Loop from this frame", "このフレームから繰り返す";
    ActLoopEnd: "Loop to this frame", "このフレームまで繰り返す";
    ActParent: "Parent", "親ノード";
    ActFirstChild: "First child", "最初の子ノード";
    ActPreviousSibling: "Previous sibling", "前の兄弟ノード";
    ActNextSibling: "Next sibling", "次の兄弟ノード";
    ActRoot: "Root", "ルートノード";
    ActCurrentNode: "Node of the current frame", "現在のフレームのノード";
    ActToSource: "To where the table got this", "置換表に記録したフレームへ";
    ActToNextUse: "To where the table is asked for this next", "次に置換表が参照されるフレームへ";
    ActTablePanel: "Entries of the transposition table", "置換表の一覧";
    ActEqualPositions: "Nodes with the same position", "同じ局面のノード";
    ActReplay: "Replay", "再生";
    ActNoise: "Noise laboratory", "ノイズの実験室";
    ActOpenTrace: "Open a trace", "記録を開く";
    ActSaveTrace: "Save the trace", "記録を保存";
    ActCheckTrace: "Check the trace", "記録を検証";
    ActDifferences: "Differences of the panes", "左右の違い";
    ActSavePicture: "Save a picture of the tree", "木の図を保存";
    ActMatches: "Matches and experiments", "対戦と実験";
    ActSolveCheck: "Check every position for a best move", "すべての局面で最善手を選ぶか調べる";
    ActBack: "Back to the previous centre", "前の中心に戻る";
    ActForward: "Forward to the next centre", "次の中心に進む";
    ActFit: "Fit the tree into the pane", "木全体を表示";
    ActZoomIn: "Zoom in", "拡大";
    ActZoomOut: "Zoom out", "縮小";
    ActPanUp: "Look further up", "上へ動かす";
    ActPanLeft: "Look further left", "左へ動かす";
    ActPanDown: "Look further down", "下へ動かす";
    ActPanRight: "Look further right", "右へ動かす";
    ActMoreLevels: "More levels", "表示する深さを増やす";
    ActFewerLevels: "Fewer levels", "表示する深さを減らす";
    ActAutoLevels: "As many levels as stay readable", "表示する深さを自動で決める";
    ActOrientation: "Left to right or top down", "横向き・縦向きを切り替え";
    ActGroups: "Group pruned siblings", "枝狩りした兄弟をまとめる";
    ActBestLine: "Show the line of best moves", "最善手順を表示";
    ActFollow: "Follow the current node", "現在のノードを追跡";
    ActLinkFrame: "Link by frame number", "フレーム番号で連動";
    ActLinkPlace: "Link by place", "ノードで連動";
    ActLinkShare: "Link by share of the run", "割合で連動";
    ActOtherPane: "Switch to the other pane", "もう一方のペインに切り替え";
    ActPanes: "Two panes", "2 つのペイン";
    ActInspector: "Inspector", "インスペクター";
    ActBoundsExplorer: "Bounds and window", "下界・上界とウィンドウ";
    ActSetUpLeft: "Set up the left pane", "左のペインの設定";
    ActSetUpRight: "Set up the right pane", "右のペインの設定";
    ActDismiss: "Close the message or form, or cancel recordings", "メッセージや設定を閉じる・記録を中止";
    ActThemeLight: "Light theme", "ライトテーマ";
    ActThemeDark: "Dark theme", "ダークテーマ";
    ActThemeSystem: "Theme of the system", "システムのテーマ";
    ActEnglish: "English", "英語(English)";
    ActJapanese: "Japanese (日本語)", "日本語";
    ActPalette: "All commands", "すべてのコマンド";
    ActKeyboardHelp: "Keys", "キー操作";
    ActQuit: "Quit", "終了";
}
