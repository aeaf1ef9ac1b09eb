//! Japanese, as in the literature on game tree search.

use super::descriptor::Descriptor;
#[cfg(feature = "export")]
use super::descriptor::Font;
use super::ordinals::Ordinals;
use super::texts::{Text, table};

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    code: "ja",
    own_name: "日本語",
    listed_as: "Japanese (日本語)",
    text,
    words: &[],
    has_all_words: true,
    #[cfg(feature = "export")]
    fonts: &[
        Font {
            name: "Noto Sans JP",
            file: include_bytes!("../../resources/fonts/NotoSansJP-Regular.otf"),
            is_strong: false,
        },
        Font {
            name: "Noto Sans JP Bold",
            file: include_bytes!("../../resources/fonts/NotoSansJP-Bold.otf"),
            is_strong: true,
        },
    ],
    has_capitals: false,
    sentence_gap: "",
    digit_gap: ',',
    ordinals: Ordinals { words: &[], endings: &["番目"] },
    query_words: &[("記録", Text::FindStore), ("解決", Text::FindReturn)],
    query_fillers: &[],
};

table! {
    // Matches and experiments.
    Match: "対戦";
    Experiment: "実験";
    FirstSide: "先手（max）";
    SecondSide: "後手（min）";
    PlayMatch: "対戦開始";
    RunExperiment: "実験開始";
    MatchAbout: "2 つの探索が、手番ごとに 1 回ずつ探索して対戦します。";
    ExperimentAbout: "どの深さの組でも、それぞれの探索が自分自身と対戦します。1 局で評価した局面の数を比べます。";
    ExperimentSearches: "対戦する探索";
    NoMatch: "まだ対戦していません。";
    NoExperiment: "まだ実験していません。";
    TurnColumn: "手番";
    PlayerColumn: "プレイヤー";
    MovesColumn: "手";
    ScoreColumn: "評価値";
    EvaluationsColumn: "評価数";
    VisitsColumn: "訪問数";
    FirstColumn: "先手";
    SecondColumn: "後手";
    ResultColumn: "結果";
    TurnName: "{number} 手番目、{player}：{moves}";
    TurnFound: "評価値 {score}、評価した局面 {evaluations}、訪問したノード {visits}";
    PreviousTurn: "前の手番";
    NextTurn: "次の手番";
    MatchPlaying: "ここまで {turns} 手番、評価した局面 {evaluations}";
    MatchStopped: "{turns} 手番で中止、評価した局面 {evaluations}";
    MatchScore: "{turns} 手番で評価値 {score}、評価した局面 {evaluations}";
    MatchStores: "{turns} 手番で {first} 対 {second}、評価した局面 {evaluations}";
    BoardAfterTurn: "{moves} の後の盤面";
    LeastDepth: "最小の深さ";
    GreatestDepth: "最大の深さ";
    GamesPlayed: "{total} 局中 {done} 局";
    CellName: "{search}、深さ {first} と {second}：{count}";
    CellHint: "この対戦を開き、その最初の探索を選択中の探索に開く";
    ExperimentPlot: "深さの組（先手・後手）ごとの、1 局で評価した局面の数（対数）";

    // The noise laboratory.
    NoiseLab: "ノイズの実験室";
    RegularTree: "一様な木";
    OwnTree: "自分の木";
    RealGame: "実際のゲーム";
    RegularTreeAbout: "静的評価関数は、正しい値にノイズを加えた値を計算します。どのノードの子ノードも同じです。正しい値が 0 のノードを深さごとに探索すると、どのような値になるでしょうか。";
    OwnTreeAbout: "教科書の木の葉の値が不確かな場合です。各ノードに、探索で求められる値の平均と標準偏差を表示します。クリックすると確率分布を表示します。";
    RealGameAbout: "静的評価関数は、局面の正確な値にノイズを加えた値を計算します。ゲームを深さごとに何度も探索し、すべての葉に同じ大きさの独立したノイズがあるとするモデルと比べます。";
    Sigma: "ノイズの σ";
    TreeDepth: "深さ";
    Offsets: "子ノードの値の差";
    OffsetsExpected: "子ノードの値の差が「{offsets}」です。0, -1, -2 のように、子ノードごとの整数をコンマで区切ってください。";
    LastPlayer: "葉の親ノードの手番";
    NoiseArea: "ノイズの範囲";
    NoiseFile: "ファイルのノイズ";
    NoiseFileHint: "空なら正規分布";
    DepthsShown: "表示する深さ";
    BiasByDepth: "偏り：深さごとの平均";
    SpreadByDepth: "ばらつき：深さごとの標準偏差";
    DistributionsAtDepths: "確率分布";
    DistributionAt: "{node}：{moments}";
    SearchDepth: "探索の深さ";
    Mean: "平均";
    Deviation: "標準偏差";
    EvaluationValue: "評価値";
    Probability: "確率";
    DepthIs: "深さ {depth}";
    OpenTree: "開く";
    TreeTooLarge: "木のノードが {nodes} 個あります。{most} 個まで表示できます。";
    ExactFrom: "正確とみなす深さ";
    Runs: "深さごとの探索の回数";
    NoisyEnds: "終了した局面にもノイズを加える";
    SearchesDone: "{total} 回中 {done} 回";
    NothingSampled: "まだ探索していません。";
    ExactValueIs: "正確な値 {value}";
    IntervalLow: "99% 区間の下限";
    IntervalHigh: "99% 区間の上限";
    TheModel: "モデル";
    SampledHere: "このゲーム";
    WholeError: "全体の誤差（二乗平均平方根）";
    BiasOfGame: "偏り：平均と正確な値の差";
    MeanError: "平均の誤差";
    SpreadOfGame: "ばらつきと全体の誤差";
    BestMovesOfGame: "最善手を選ぶ割合";
    BestMoveShare: "最善手の割合（%）";
    DeeperIsWorse: "深さ {depth} から {deeper} にすると、かえって悪くなります。全体の誤差が {error} から {larger} に増えます。これを病理現象（pathology）と呼びます。";
    DeeperIsBetter: "深くするほど全体の誤差が小さくなります。";
    WhereModelFails: "モデルとの違いが最も大きいのは深さ {depth} です。標準偏差は、モデルでは {model}、このゲームでは {spread} です。";
    WhyModelFails: "モデルと異なるのは、モデルの前提が成り立たないためです。ばらつきは等しくありません。終了した局面の値は確実だからです。誤差は独立ではありません。複数の場所に現れる同じ局面は同じ誤差を持ち、値の等しい兄弟ノードも多いからです。";
    PictureAbout: "選択中の探索の木を、現在のフレームと中心で描きます。";
    SaveChart: "保存…";
    SaveChartNamed: "グラフ「{chart}」を保存";
    OpenAbout: "Edagari の記録か、ほかのプログラムが書き出したイベント列を開きます。ファイルをウィンドウにドロップしても開けます。最初のファイルは選択中の探索に、残りは新しい探索に開きます。";
    SaveTraceAbout: "選択中の探索の記録を保存します。.edagari は小さく、.jsonl と .jsonl.zst はどのプログラムでも読め、.ron は人が読めます。";
    DropToOpen: "ドロップして開く";
    FileName: "ファイル";
    OpenFile: "開く";
    Save: "保存";
    Browse: "参照…";
    NoDialog: "ファイルが選ばれなかったか、ダイアログを使えません。上の欄に入力してください。";
    Traces: "記録";
    RecentFiles: "最近使ったファイル";
    StandardInput: "標準入力";
    CheckTitle: "記録の検証";
    CheckSoFar: "{frames} フレーム中 {done}";
    CheckWrong: "{frames} フレームに {wrong} 件の誤り";
    AndConsequences: "ほかに、この誤りから生じうるもの {count} 件";
    FateRun: "この探索";
    FateBestLine: "{pass}では、この手順が最善です。";
    FateEnded: "{pass}では、この手順は {ply} 手目の {move} で終わります：{what}。";
    FateBest: "ここでの最善手";
    FateBestCuts: "ここでの最善手（カットを起こした）";
    FateOther: "{move} のほうがよい（{score}）";
    FateFailLow: "すでにわかっている値よりよい手がない（ウィンドウは {window}）";
    FateOnlyAsked: "評価値を調べただけで、親ノードの値には入らない";
    FateOpen: "返る前に記録が終わっている";
    FatePruned: "先に {move} がカットを起こしたため、枝刈り";
    FatePrunedByNode: "親ノード自身が知る値でカットが起き、枝刈り";
    FateSkipped: "推測により省略";
    FateSkippedWhy: "推測により省略（{why}）";
    FateAnswered: "親ノードが置換表の答え（{score}）で済んだため、探索なし";
    FateAnsweredFrom: "親ノードが置換表の答え（{score}。フレーム {frame} で {writer} が書いたもの）で済んだため、探索なし";
    FateDepthLimit: "{node} が深さの上限にあるため、探索なし";
    FateSettled: "親ノードが {why} で決まったため、探索なし";
    FateLeaf: "{node} が葉であるため、探索なし";
    FateNotBegun: "順番が来る前に記録が終わっている";
    FateLeftOut: "試されていない（理由は記録にない）";
    FateUnreached: "その先の {count} 手には達していない";
    FateLast: "最後に最善だったのは{pass}です。";
    FateNever: "最善だったことはありません。";
    FatePly: "手数";
    FateMove: "手";
    FatePlace: "順番";
    FatePlaceOf: "{moves} 手中 {place} 番目";
    FateSearched: "ウィンドウ";
    FateReturned: "戻り値";
    FateWhat: "どうなったか";
    FateLine: "手順";
    FateHint: "探索開始からの手順";
    FateOfSelected: "選択中のノードまでの手順";
    OrderVisits: "訪問数";
    OrderMinimal: "最小木の訪問数";
    OrderOverMinimal: "訪問数 ÷ 最小木";
    OrderWasted: "無駄な訪問";
    OrderCuts: "手によるカット";
    OrderOtherCuts: "その他のカット";
    OrderByFirst: "… 最初の手によるもの";
    OrderMeanRank: "カットを起こす手の平均順位";
    OrderAsExpected: "予想どおりの種類のノード";
    OrderDepthColumn: "深さ";
    OrderSourceColumn: "並べ方";
    OrderVisitsColumn: "訪問数";
    OrderMinimalColumn: "最小木";
    OrderOverColumn: "÷ 最小木";
    OrderWastedColumn: "無駄";
    OrderCutsColumn: "カット";
    OrderFirstColumn: "最初の手";
    OrderRankColumn: "平均順位";
    OrderExpectedColumn: "予想どおり";
    OrderTypeColumn: "予想";
    OrderCameTo: "結果 {type}";
    OrderUnknownType: "不明";
    OrderUntoldSource: "記録なし";
    OrderBaseSource: "基本の順序";
    OrderByDepth: "深さごと";
    OrderBySource: "手を並べた方法ごと";
    OrderTypes: "ノードの種類の予想と結果";
    OrderCostliest: "遅すぎたカット";
    OrderLateCut: "{node}：{rank} 番目の手 {move} でカット。それまでに無駄な訪問が {count} 回";
    OrderNoLateCuts: "無駄な訪問はありません。カットが起きるどのノードでも、最初の手がカットを起こしています。";
    OrderWorst: "ここで最も無駄の多いカット";
    OrderHow: "数え方";
    OrderGenerated: "この木は生成しただけで、探索していません。順序の良し悪しがあるのは探索だけです。";
    OrderNotMinimax: "プログラムによれば、数値はミニマックスの評価値ではありません。カットがないので、順序の良し悪しは判断できません。";
    OrderPlot: "深さごとの無駄な訪問";
    OrderDefTypes: "予想：ルートは PV です。PV の最初の子は PV、ほかの子は CUT、CUT の子は ALL、ALL の子は CUT になるはずです（同じプレイヤーが続けて指すところでは、CUT と ALL は入れ替わりません）。結果：手番のプレイヤーから見て、評価値が相手の限界以上なら CUT、自分の限界以下なら ALL、それ以外は PV です。";
    OrderDefMinimal: "最小木とは、ルートが返した結果の証明に足りる、最も小さい訪問の集まりです。十分な手が 1 つあればよいところではその手だけ、ほかではすべての手が入ります。実際の訪問だけから作るので、試されなかったもっとよい手は入りません。";
    OrderDefWasted: "自分または上のノードの手が、カットを起こした手より先に試された訪問を、無駄と数えます。そのような手がいくつも上にある訪問は、最も上のところで 1 回だけ数えます。";
    OrderDefFullWindows: "この探索はウィンドウを渡さないので、どのノードも PV になり、カットは起きません。";
    OrderDefNullWindow: "ヌルウィンドウの探索に PV はありません。ルートの予想は、その結果（CUT または ALL）とします。";
    OrderDefRuns: "ルートからの {count} 回の探索のそれぞれについて、返した結果の最小木を求め、合計します。";
    OrderDefReSearches: "同じ手の再探索が {count} 回あります。再探索でも手の順位は変わりません。開いたウィンドウでの再探索は PV と予想します。最小木には、手ごとに最も安く証明できる訪問だけが入り、ほかは訪問数にだけ数えます。";
    OrderDefTable: "置換表が {count} 回答えています。表の答えは最小木の葉とみなし、それを書き込んだ探索が最小木に入るかどうかは問いません。";
    OrderDefAsked: "ヌルムーブのように、評価値を調べるだけの探索は手ではありません。順位を持たず、無駄にも数えず、最小木にも入りません。";
    OrderDefGuesses: "推測により省略した手は、探索がそう扱ったとおり、反証されたものとします。";
    OrderDefThreads: "複数のスレッドの探索は、それぞれ 1 つの探索として扱います。";
    OrderDefUnended: "ルートからの探索のうち {count} 回は終わっていないので、最小木がありません。";
    OrderDefTrusted: "最小木のうち {count} 回の訪問では、記録にあるものから評価値が導けないので、そのまま受け入れています。";
    OrderDefWindows: "{count} 回の訪問はウィンドウがわからないので、種類もわかりません。";
    OrderDefSources: "手をその順位に置いた理由（order 列）を、プログラムがすべては記録していません。";
    OrderNodeExpected: "予想 {expected}、結果 {actual}";
    OrderNodeAs: "予想どおり {type}";
    OrderNodeOnly: "結果 {actual}";
    OrderNodeYet: "予想 {expected}";
    OrderNodeOutside: "最小木の外";
    OrderNodeWasted: "無駄";
    CheckMinimax: "開始局面のミニマックス値：{value}";
    VerdictProved: "証明済み：{frames} フレームのすべてが前のフレームから導かれます";
    VerdictNothingFound: "{frames} フレームに誤りは見つかりませんでした";
    VerdictAndReasons: "{verdict}。判定していないこと：{reasons}";
    NotJudged: "判定していないこと：";
    ReasonsBetween: "、";
    UnjudgedNothing: "調べるフレームがない";
    UnjudgedScores: "数値はミニマックス値ではないとプログラムが述べているので、事象の順序だけを調べた";
    UnjudgedRules: "ゲームのルールがわからない";
    UnjudgedEvaluation: "深さ制限での評価関数がわからない";
    UnjudgedDepths: "深さが書かれていないパスがある";
    UnjudgedWindows: "{visits} 回の訪問のうち {derived} 回はウィンドウが書かれていない";
    UnjudgedAnswers: "置換表の答えも、置換表がないことも書かれていない";
    UnjudgedGuesses: "推測によって省いた手、浅く読んだ手、別の形で調べた手がある";
    UnjudgedBounds: "置換表の上下界のうち {count} 件は、正確な値がわからないか、求めるのに時間がかかるため、確かめていない";
    UnjudgedValue: "開始局面の正確な値がわからないか、求めるのに時間がかかる";
    UnjudgedStopped: "{frames} フレームで検査を止めた";
    IncompleteNotStarted: "探索が始まっていない";
    IncompleteCancelled: "探索は中止された";
    IncompleteMemoryLimit: "記録はメモリの上限で終わっている";
    IncompleteCutShort: "ファイルが探索の途中で終わっている";
    ExactSoFar: "正確な値：最大 {all} 回の訪問のうち {done} 回";
    DiffTitle: "違い";
    DiffEqual: "2 つの探索はフレームごとに同じです。";
    DiffParting: "フレーム {frame} でわかれます";
    DiffCounts: "片方だけが訪問したノード：左 {left}、右 {right}。評価値の違い：{scores}。片方だけの枝刈り：左 {leftcuts}、右 {rightcuts}";
    DiffLeftOnly: "左だけが訪問";
    DiffRightOnly: "右だけが訪問";
    DiffLeftCut: "左だけで枝刈り";
    DiffRightCut: "右だけで枝刈り";
    DiffScores: "左は {left}、右は {right}";
    DiffLeftSaves: "左が {count} 回の訪問を省略";
    DiffRightSaves: "右が {count} 回の訪問を省略";
    Style: "スタイル";
    StyleScreen: "画面用";
    StylePrint: "印刷用（白黒でも見分けられる）";
    StyleProjector: "プロジェクター用";
    AnimationAbout: "またはフレームのアニメーション";
    FirstFrame: "最初";
    LastFrame: "最後";
    EveryFrame: "間隔";
    FrameDelay: "1 枚の時間";
    WithMotion: "フレーム間を動かす";
    BeforeAfter: "3 枚に分ける（前・途中・後）";
    NothingBefore: "フレーム 0 より前はありません。";
    PicturesCounted: "変化を調べています…";
    PicturesDrawn: "{all} 枚中 {done} 枚";
    SaveAs: "ファイル（拡張子なし）";
    SavingFile: "{file} を保存中";
    SavedAs: "{file} に保存しました";

    // Games and searches.
    RecordedTree: "記録された木";
    GenerateBreadthFirst: "生成（幅優先）";
    GenerateDepthFirst: "生成（深さ優先）";
    UnnamedSearch: "名前のない探索";
    OrderNatural: "ゲームの順序";
    OrderReversed: "逆順";
    OrderShuffled: "シャッフル";
    OrderBest: "最善手から";
    OrderCenter: "中央から";
    TableNone: "なし";
    TableWindow: "局面とウィンドウごと";
    TableBounds: "局面ごとの上下界";
    WithDepth: "{search}、深さ {depth}";
    WithDeepening: "{search}、反復深化";
    WithAspiration: "{search}、予想値 ±{width}";
    WithRules: "{search}、ルールの利用：{rules}";
    WithOrderBy: "{search}、先に調べる手：{sources}";
    WithRuleBounds: "上下界";
    WithWinAtOnce: "即座の勝ち";
    WithSkipLosing: "負ける手の除外";
    WithOwnRange: "{search}、ゲームの評価値の範囲";
    WithDeeperEntries: "{search}、より深い項目も利用";
    WithBestOnly: "{search}、手番側の最良値の限界だけを保存";
    ListSeparator: "、";
    WithRootWindow: "{search}、ウィンドウ {window}";
    WithTable: "{search}＋置換表";
    WithWindowTable: "{search}＋ウィンドウ別置換表";
    OfProgram: "{search}（{program}）";

    // Nodes and players.
    Root: "根";
    NodeAfter: "「{moves}」";
    ThisNode: "このノード";
    AtNode: "{node}";
    AfterMoves: "「{moves}」";
    HouseNamed: "穴 {move}";
    ColumnNamed: "列 {move}";
    MoveNamed: "手 {move}";
    Max: "max";
    Min: "min";
    SideNamed: "{side}（{name}）";
    MaxNode: "max ノード";
    MinNode: "min ノード";
    ToMove: "{player} の手番";
    Unvisited: "未訪問";
    Open: "探索中";
    Scored: "評価値確定";
    ScoredAtLimit: "深さの上限での静的評価値 ≈ {score}";
    Pruned: "枝刈り済み";
    LegendSkipped: "推測により省略";
    LegendLeavesOut: "推測で手を省略";
    Generated: "生成済み";
    PrunedAt: "フレーム {frame} で枝刈り";

    GroupPruned: "… {count} 個を枝刈り";
    OneNodeBelow: "下に 1 ノード";
    GroupAhead: "… {count} 個が未訪問";

    // Frames.
    FrameNumber: "フレーム {frame}";

    // One sentence a frame.
    SayNothingRecorded: "まだ何も記録されていません。";
    SayGenerated: "{node} を生成しました。木の {number} 番目のノードで、深さは {depth} です。";
    SayStart: "{kind} の {node} に、ウィンドウ {window} で入ります。";
    SayStartMinimax: "{kind} の {node} に入ります。";
    SayPass: "{pass}を始めます。";
    SayPassOfDepth: "{pass}を深さ {depth} で始めます。";
    SayPassEnded: "{pass}の結果は {score} でした。";
    SayPassEndedWith: "{pass}の結果は {score}、最善手は {best} でした。";
    SayAgain: "{node} をウィンドウ {window} で再探索します。{asked} での探索は {score} を返しました。";
    SayAgainInside: "{node} をウィンドウ {window} で再探索します。{asked} だけで調べたところ、{around} の内側の {score} が返ったためです。";
    AskedNullMove: "ヌルムーブ";
    AskedProbcut: "{child} の ProbCut 探索";
    AskedSingular: "{child} のシンギュラー探索";
    AskedVerification: "{child} の検証探索";
    AskedOther: "{child} の試し探索";
    SayAsked: "{node} を {asked}として探索します。その評価値は参考にするだけです。";
    SayAskedHigh: "{asked}は {score} ≥ β = {bound} を返しました（証明ではなく推測です）。";
    SayAskedLow: "{asked}は {score} ≤ α = {bound} を返しました（証明ではなく推測です）。";
    SayAskedInside: "{asked}はウィンドウ {window} の内側の {score} を返しました（証明ではなく推測です）。";
    SayAskedNotTaken: "{node} の評価値には反映しません。";
    SayAskedUpdate: "{node} のウィンドウは {window} のままです。{asked}の評価値は参考にするだけです。";
    SayCutOnGuess: "この枝刈りの根拠は{asked}で、証明ではなく推測です。";
    SayReduced: "通常より {by} 浅く探索します。";
    SayExtended: "通常より {by} 深く探索します。";
    SayEndGuessed: "{node} は {why} により {score} で終了します。証明ではなく推測です。";
    PassNamed: "パス {number}（{name}）";
    PassNumber: "パス {number}";
    VisitNumber: "{count} 回中 {number} 回目の訪問";
    SayStartToldLeaf: "葉である {node} に入ります。";
    SayStartLeaf: "ゲームが終了している {node} に入ります。";
    SayStartHorizon: "深さの上限にある {node} に入ります。ここでは先を探索せず、静的評価関数で評価します。";
    SayScoreRaises: "{child} が max ノードの {node} に {score} を返しました。これまでの {known} より大きい値です。";
    SayScoreTold: "{child} が {node} に {score} を返しました。";
    SayUpdateTold: "{node} の値は {value} になります。";
    SayEndTold: "{node} は {score} で終了します。";
    SayScoreKeepsMax: "{child} が max ノードの {node} に {score} を返しました。これまでの {known} より大きくありません。";
    SayScoreLowers: "{child} が min ノードの {node} に {score} を返しました。これまでの {known} より小さい値です。";
    SayScoreKeepsMin: "{child} が min ノードの {node} に {score} を返しました。これまでの {known} より小さくありません。";
    SayUpdateAlpha: "{node} の α 値を {bound} に更新し、ウィンドウは {window} になります。";
    SayUpdateBeta: "{node} の β 値を {bound} に更新し、ウィンドウは {window} になります。";
    SayUpdateNothing: "{node} のウィンドウは {window} のままです。";
    SayUpdateAside: "{child} はすぐに再探索するので、{node} は評価値をまだ取り入れません（ウィンドウ {window} のまま）。";
    SayUpdateValue: "{node} の値は {value} になりますが、ウィンドウは {window} のままです。";
    SayUpdateMinimax: "{node} の値は、これまでで最善の {value} になります。";
    SayOwnStandPat: "{node} は、指さずにそのままなら {value} です（スタンドパット）。";
    SayOwnRules: "ルールから、{node} では {searched} の外の評価値は結果に影響しません。";
    SayOwnWinAtOnce: "{node} では手番のプレイヤーがすぐに勝てます。これより良い評価値はなく、{value} です。";
    SayOwnLosing: "{node} の残りの手は、指すと相手がすぐに勝つので調べません。{node} は {value} を返します。";
    SayOwnRulesSettle: "ルールから、{node} の評価値の上下界は {value} で、{searched} の外なので、この下は調べません。";
    SayOwnMateDistance: "すでに見つかった詰みより短い詰みはこの下にないので、{node} は {searched} だけを調べます。";
    SayOwnOther: "{node} は、子ノードを調べずにわかること（{why}）で更新されます。";
    SayOwnWindow: "ウィンドウは {window} になります。";
    SayOwnKeeps: "ウィンドウは {window} のままです。";
    SayOwnCut: "これでウィンドウ {window} が閉じたので、この下は調べません。";
    SayKeepMinimax: "{node} の値は、これまでで最善の {value} のままです。";
    SayBetaCutOne: "βカット：max ノードの {place} に {child} が {score} ≥ β = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayBetaCutMany: "βカット：max ノードの {place} に {child} が {score} ≥ β = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayBetaCutNone: "βカット：max ノードの {place} に {child} が {score} ≥ β = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    SayAlphaCutOne: "αカット：min ノードの {place} に {child} が {score} ≤ α = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayAlphaCutMany: "αカット：min ノードの {place} に {child} が {score} ≤ α = {bound} を返しました。{reason}ので、{skipped} を省略します。";
    SayAlphaCutNone: "αカット：min ノードの {place} に {child} が {score} ≤ α = {bound} を返しました。最後の子ノードなので、省略されるノードはありません。";
    ReasonAncestor: "{player} は {where} ですでに {bound} を選べる";
    ReasonAskedHigh: "{owner} は {child} のミニマックス値が {bound} 以上かどうかだけを調べている";
    ReasonAskedLow: "{owner} は {child} のミニマックス値が {bound} 以下かどうかだけを調べている";
    ReasonGiven: "探索が初めからこの境界値を持つ";
    ReasonOwn: "{owner} が子ノードによらずこの境界値を持つ";
    ReasonTableUpper: "置換表から {owner} のミニマックス値は {bound} 以下とわかっている";
    ReasonTableLower: "置換表から {owner} のミニマックス値は {bound} 以上とわかっている";
    ListAnd: "{listed} と {last}";
    RunOfMoves: "{first} から {last}";
    SayAndMore: "{listed} ほか {count} 個";
    SayNodesPruned: "{count} 個のノードが枝刈りされました。";
    SayOneNodePruned: "{count} 個のノードが枝刈りされました。";
    SayEndToldLeaf: "{node} は葉で、評価値は {score} です。";
    SayEndUntold: "{node} は {score} で終了します。ウィンドウが書かれていないので、これはミニマックス値かもしれず、その上界か下界かもしれません。";
    SayEndLeaf: "{node} は葉で、ゲームは評価値 {score} で終了します。";
    SayEndOwn: "{node} は、この先を調べずに {score} を返します。";
    SayEndOwnCut: "{node} は、ウィンドウ {window} が閉じているので、この先を調べずに {score} を返します。";
    SayEndHorizon: "{node} は深さの上限にあるので、静的評価値 {score} で終了します。ゲームは終了していません。";
    SayEndMinimaxMax: "{node} の評価値は、子ノードの最大値 {score} に確定します。";
    SayEndMinimaxMin: "{node} の評価値は、子ノードの最小値 {score} に確定します。";
    SayEndExact: "{node} は {score} で終了します。ウィンドウ {window} の内側なので、これがミニマックス値です。";
    SayEndUpper: "{node} は {score} ≤ α = {bound} で終了します。fail low なので、ミニマックス値は {score} 以下です。";
    SayEndLower: "{node} は {score} ≥ β = {bound} で終了します。fail high なので、ミニマックス値は {score} 以上です。";
    SayEndAnswered: "{node} は置換表から得た {score} で終了します。その下のノードは探索していません。";
    SayLookupValue: "置換表に {place} の局面がフレーム {frame} で登録されています。ミニマックス値は {lower} なので、その値を返し、その下は探索しません。";
    SayLookupLow: "置換表に {place} の局面がフレーム {frame} で登録されています。{upper} 以下で {upper} ≤ α = {alpha} なので fail low になり、{upper} を返し、その下は探索しません。";
    SayLookupHigh: "置換表に {place} の局面がフレーム {frame} で登録されています。{lower} 以上で {lower} ≥ β = {beta} なので fail high になり、{lower} を返し、その下は探索しません。";
    SayLookupNarrowed: "置換表に {place} の局面がフレーム {frame} で登録されています（{bounds}）。ウィンドウを {given} から {window} に狭めます。";
    SayLookupNothing: "置換表に {place} の局面がフレーム {frame} で登録されています（{bounds}）。ウィンドウ {window} では評価値が確定しないので、子ノードを探索します。";
    FrameUnknown: "（記録外）";
    SayStore: "置換表に {place} の局面を登録します（{bounds}）。";
    SayStoreAgain: "置換表に {place} の局面を登録します（{bounds}）。フレーム {frame} の登録（{old}）と置き換わります。";
    BoundsExactly: "ちょうど {lower}";
    BoundsAtMost: "{upper} 以下";
    BoundsAtLeast: "{lower} 以上";
    BoundsBetween: "{lower} 以上 {upper} 以下";

    // The assumptions of a check.
    AssumeSearch: "探索の種類が書かれていないか、知らない名前なので、α 値と β 値の両方を渡す αβ 法と仮定しました。";
    AssumePointOfView: "評価値の視点が書かれていないので、max の視点と仮定しました。";
    AssumeFail: "fail-hard か fail-soft かが書かれていないので、どちらの値も認めました。";
    AssumeCutTest: "枝刈りの条件が書かれていないので、α ≥ β と仮定しました。";
    AssumeNullWindows: "null window を使うと書かれていないので、認めませんでした。";
    AssumeLeaf: "葉の条件が書かれていないので、子ノードのないノードをすべて葉として認めました。";
    AssumeOrder: "手の順番が書かれていないので、どの順番も認めました。";
    AssumeTableKey: "置換表のキーが書かれていないので、対称な局面をまとめたものと仮定しました。";
    AssumeUnknownGame: "ゲームのルールがわからないので、手番、手、葉の評価値は記録のまま受け入れました。";
    AssumeNotJudged: "プログラムによれば数値はミニマックスの評価値ではないので、イベントの順序だけを検査し、ウィンドウ・評価値・カットは検査していません。";
    AssumeColumnsLeftOut: "プログラムの列が 64 を超えるので、最初の 64 列だけを残しました。";

    // The findings of a check at a frame.
    FaultEndMissing: "{node} の End がありません。ファイルの {line} 行目は、その上のノードに進んでいます。";
    FaultNotOpen: "ファイルの {line} 行目は、開いていないノード {other} の {event} です。";
    FaultParentNotOpen: "ファイルの {line} 行目で、開いていないノード {other} から {node} に入っています。";
    FaultOutOfOrder: "ファイルの {line} 行目の {event} は、順番が違います。";
    FaultNoScore: "{node} は評価値なしで終了していて、子ノードからもゲームからも求められません。";
    FaultIllegalMove: "{node} への手 {move} は、合法手ではありません。";
    FaultIdInUse: "{node} の id は {other} ですが、それはまだ開いている別のノードの id です。";
    FaultPrunedWithoutCut: "ファイルの {line} 行目は prune ですが、枝刈りは行われていません。";
    FaultPrunedSearched: "{node} で {move} が枝刈りされたとありますが、その手は探索されています。";
    FaultPrunedTooFew: "{node} の {move} は探索も省略もされていないのに、枝刈りされた手に入っていません。";
    FaultPrunedNoMove: "{node} で {move} が枝刈りされたとありますが、そのような手はありません。";
    FaultPrunedCount: "{node} で枝刈りされたノードの数は {found} とありますが、手の数だけでも {expected} あるはずです。";
    FaultSkippedNoMove: "{node} で {move} が省略されたとありますが、そのような手はありません。";
    FaultSkippedSearched: "手 {move} は省略されたはずなのに、{node} に入っています。";
    FaultNotListed: "{node} への手 {move} は、親ノードの手の一覧にありません。";
    FaultNotInListedOrder: "{node} への手 {move} が、親ノードの一覧で前にある {other} より先に調べられています。";
    FaultNotInSaidOrder: "{node} の手の順番が、ヘッダーの順番（{order}）と違います。";
    FaultListedNotSearched: "{node} は手 {move} を挙げていますが、カットもないのに、それを調べずに終わっています。";
    FaultListedNoMove: "{node} の手の一覧に、合法手でない {move} があります。";
    FaultOtherStart: "最初のパスと違う局面から始まるパスは、別のファイルに分けてください。{field} は {first} ではなく {told} です。";
    FaultLegalNotListed: "{node} の手の一覧に、合法手の {move} がありません。";
    FaultClosedRoot: "{node} に渡されたウィンドウ {window} は、初めから閉じています。";
    FaultFailedWindowTaken: "評価値が最後のウィンドウの外にあるのに、探索が終わっています。わかっているのは {bounds} だけです。";
    FaultBoundsApart: "上界と下界が一致する前に、探索が終わっています。わかっているのは {bounds} だけです。";
    FaultBoundTaken: "{node} で {score} が子ノードの値とされていますが、ウィンドウ {window} からわかるのは、それが限界値だということだけです。";
    FaultSearchedTwice: "{node} は、フレーム {frame} と同じウィンドウ {window}、同じ深さで、理由もなく再び探索されています。";
    FaultOtherLeaf: "{node} は評価値 {found} の葉ですが、同じ局面の評価値はフレーム {frame} では {expected} でした。";
    FaultUnusedAnswer: "{node} で見つかった範囲 {bounds} は使われなかったとありますが、ノードはそれで終わっています。";
    FaultShallowAnswer: "{node} は深さ {found} の項目で値が決められていますが、深さ {expected} 以上が必要です。";
    FaultDeepStore: "{node} は深さ {found} まで探索したものとして登録されていますが、正しくは {expected} です。";
    FaultLooseStore: "{node} に {found} が登録されていますが、正しくは {expected} です。評価値は、このノードに渡されたウィンドウの中にあります。";
    FaultGivenWindow: "{node} に渡されたウィンドウは {found} ですが、親ノードのウィンドウは {expected} です。";
    FaultEnteredAfterCut: "フレーム {frame} で枝刈りされたのに、{node} に入っています。";
    FaultEnteredAfterAnswer: "置換表で親ノードの値が確定しているのに、{node} に入っています。";
    FaultBelowLimit: "{node} は深さの上限より下にあるので、訪問されないはずです。";
    FaultWrongPlayer: "記録では {node} の手番は {found} ですが、ルールでは {expected} です。";
    FaultNotAsStored: "置換表から {node} について {found} を得ていますが、最後に登録されたのは {expected} です。";
    FaultWrongEntry: "{node} の項目は、フレーム {frame} で登録された別の局面のものです。";
    FaultSecondEntry: "{node} は新しい項目に登録されていますが、同じ局面がフレーム {frame} で別の項目に登録されています。";
    FaultWrongBounds: "{node} の上下界 {bounds} は、ミニマックス値 {value} を含んでいません。";
    FaultUnjustifiedReturn: "{node} は置換表の {score} を返していますが、上下界 {bounds} ではウィンドウ {window} の値は確定しません。";
    FaultWrongNarrowing: "{node} のウィンドウは {found} に狭められていますが、上下界からは {expected} になります。";
    FaultWrongScore: "{node} は {found} を受け取っていますが、子ノードが返したのは {expected} です。";
    FaultStaleWindow: "{node} のウィンドウは {found} となっていますが、ここでは {expected} です。";
    FaultWrongValue: "{node} の暫定値は {found} となっていますが、子ノードの評価値からは {expected} になります。";
    FaultWrongUpdate: "{node} のウィンドウは {found} になっていますが、子ノードの評価値からは {expected} になります。";
    FaultUnjustifiedCut: "{node} はウィンドウ {window} で枝刈りされていますが、{test} は成り立ちません。";
    FaultNotByRules: "{node} はルールから決まる（{why}）とされていますが、そうはなりません。";
    FaultMissedCut: "{node} はウィンドウ {window} で {test} なのに、探索を続けています。";
    FaultWrongStore: "{node} について {found} が登録されましたが、わかっているのは {expected} だけです。";
    FaultSkippedChildren: "{node} は、枝刈りなしに、{count} 個の子ノードを訪問せずに終了しています。";
    FaultWrongLeaf: "葉 {node} の評価値は {expected} ですが、{found} で終了しています。";
    FaultEarlyLeaf: "ゲームは終了していないのに、{node} は子ノードを調べずに終了しています。";
    FaultIllegalScore: "{node} は {found} で終了していますが、子ノードからは {expected} になります。";
    FaultIllegalScoreEither: "{node} は {found} で終了していますが、子ノードからは {soft}（fail-soft）か {hard}（fail-hard）になります。";
    FaultWrongAnswer: "{node} は {found} で終了していますが、置換表から得た値は {expected} です。";
    FaultWrongBound: "{node} の評価値は {found} とされていますが、ウィンドウからは {expected} です。";
    FaultWrongRoot: "{node} は {found} で終了していますが、ミニマックス値は {expected} です。";

    // What the bounds of a table do.
    AnswerValue: "下界と上界が等しいので、ミニマックス値がわかっています。子ノードには入らず、その値 {score} を返します。";
    AnswerFailLow: "u ≤ α なので、このノードの評価値は結果に影響しません。子ノードには入らず、fail low として u = {score} を返します。";
    AnswerFailHigh: "l ≥ β なので、このノードの評価値は結果に影響しません。子ノードには入らず、fail high として l = {score} を返します。";
    AnswerNarrowed: "まだわかっていないのは max(α, l) と min(β, u) の間だけなので、ウィンドウ {window} で探索を続けます。";
    AnswerNothing: "l ≤ α かつ u ≥ β なので、上下界からは何もわかりません。何も見つからなかったときと同じく、ウィンドウ {window} で探索を続けます。";

    // The comparison of two traces.
    NodesVisited: "訪問したノード";
    VisitsRow: "訪問";
    VisitedAgain: "再訪問の割合";
    LeavesEvaluated: "評価した葉";
    Frames: "フレーム";
    AlphaCuts: "αカット";
    BetaCuts: "βカット";
    Cutoffs: "枝刈りの回数";
    NodesPruned: "枝刈りしたノード";
    Lookups: "置換表の参照";
    TableReturns: "置換表で確定";
    ReturnsFromEarlier: "… 前のパスによる";
    AnsweredByTable: "置換表で確定";
    TableNarrowings: "ウィンドウの縮小";
    TableStores: "置換表への登録";
    TableEntries: "置換表の項目";
    MaxDepth: "最大の深さ";
    CurrentFrame: "現在のフレーム";
    Value: "評価値";
    Unknown: "–";
    ColumnValues: "プログラムの値";
    IdAndLine: "ID {id}、ログの {line} 行目";
    Compared: "比較";
    DifferingOptions: "異なる設定";
    OnlyHereLegend: "この探索だけが訪問したノード";

    // The window.
    MenuFile: "ファイル";
    MenuView: "表示";
    MenuGo: "移動";
    MenuHelp: "ヘルプ";
    Theme: "テーマ";
    Close: "閉じる";
    Cancel: "中止";
    Discard: "破棄";
    Record: "記録";
    SetUp: "設定…";
    NodesPill: "{count} ノード";
    VisitsPill: "訪問 {count} 回";
    FramesPill: "{count} フレーム";
    TreeOfRun: "探索 {number} の木";
    StripOfRun: "探索 {number} の帯（{search}）";
    MenuZoom: "拡大と段数";
    MenuTextSize: "文字の大きさ";
    MenuPanels: "パネル";
    MenuTiles: "タイル";
    MenuWindow: "ウィンドウと最善手";
    MenuNode: "選択したノード";
    Dock: "元の位置に戻す";
    RestoreTile: "元の大きさに戻す";
    PanelFailed: "パネル「{panel}」で障害が起き（{message}）、閉じました。探索はそのままです。「ヘルプ」→「Edagari について」でコピーできる内容を添えて、Edagari の入手先にご報告ください。";
    ArrangementBroken: "タイルの配置を使えないため（{message}）、標準の配置にしました。";
    ArrangementName: "配置の名前";
    ForgetArrangement: "配置を削除";
    NoArrangements: "保存された配置はまだありません。";
    FramesFromTo: "フレーム {first}～{last}";
    ColumnSays: "フレーム {first}～{last}、深さ {depth}：訪問 {visits}、枝刈り {cuts}、置換表で確定 {answered}、枝刈りされた子ノード {pruned}";
    ActNextRise: "α 値の次の上昇";
    ActPreviousRise: "α 値の前の上昇";
    JumpCut: "枝刈り";
    MenuJump: "ジャンプ";
    JumpRise: "α 値の上昇";
    ActNextFall: "β 値の次の下降";
    ActPreviousFall: "β 値の前の下降";
    JumpFall: "β 値の下降";
    ActNextBestMove: "このノードの最善手の次の変更";
    ActPreviousBestMove: "このノードの最善手の前の変更";
    JumpBestMove: "このノードの最善手の変更";
    ActNextTableReturn: "次の置換表による確定";
    ActPreviousTableReturn: "前の置換表による確定";
    JumpTableReturn: "置換表による確定";
    ActNextStore: "次の置換表への登録";
    ActPreviousStore: "前の置換表への登録";
    JumpStore: "置換表への登録";
    ActNextPass: "次のパス";
    ActPreviousPass: "前のパス";
    JumpPass: "パス";
    ActNextSkip: "次の省略";
    ActPreviousSkip: "前の省略";
    JumpSkip: "省略";
    SkippedAt: "フレーム {frame} で推測により省略";
    SaySkipped: "証明ではなく推測により、{skipped} を省略します。";
    SaySkippedFor: "証明ではなく推測により、{skipped} を省略します（{why}）。";
    SomeMoves: "{count} 手";
    FindSkip: "省略";
    ActNextVisit: "このノードの次の訪問";
    ActPreviousVisit: "このノードの前の訪問";
    ActNextSearchedAgain: "次の再探索";
    ActPreviousSearchedAgain: "前の再探索";
    JumpVisit: "このノードの訪問";
    JumpSearchedAgain: "再探索";
    LayersHeading: "このノードの訪問";
    VisitedTimes: "訪問 {count} 回";
    PassFigures: "{pass}：訪問 {visits} 回、ウィンドウ {window}、結果 {result}";
    PassOpen: "まだなし";
    NoPasses: "この探索のパスは 1 回だけです。反復深化やヌルウィンドウなどで木を何度もたどる探索では、ここでパスどうしを比べられます。";
    PassVisitsPlot: "パスごとの訪問数";
    PassFirstVisits: "新しいノード";
    PassVisitsAgain: "訪問済みのノード";
    PassBoundsPlot: "パスごとの根の上下界";
    LowerBound: "下界";
    UpperBound: "上界";
    KnownValue: "値";
    PassColumn: "パス";
    WindowColumn: "ウィンドウ";
    RootColumn: "根の範囲";
    AgainColumn: "再訪問";
    CutsColumn: "枝刈り";
    AnsweredColumn: "表で確定";
    EarlierColumn: "以前のパス";
    SkippedColumn: "省略";
    ReducedColumn: "浅い探索";
    UntoldReason: "理由の記載なし";
    WholeRun: "全体";
    DepthNumber: "深さ {depth}";
    ActStartOfNode: "このノードの最初のフレーム";
    ActEndOfNode: "このノードの最後のフレーム";
    NoNextJump: "この後のフレームに {kind} はありません。";
    NoPreviousJump: "この前のフレームに {kind} はありません。";
    NodeNotVisited: "このノードは訪問されていません。";
    Why: "なぜ？";
    ActWhy: "このノードが枝刈りされた理由、または評価値の出どころ";
    ActFate: "この手順はどうなったか";
    ActOrder: "手の順序の良し悪し";
    ActOrderMarks: "ノードの種類と最小木を表示";
    WhyAlphaCut: "{child} により {node} は {score} ≤ α = {bound} となり、{pruned} は調べずに済みます。";
    WhyBetaCut: "{child} により {node} は {score} ≥ β = {bound} となり、{pruned} は調べずに済みます。";
    WhyOwnCutLow: "{node} は子ノードによらずすでに {score} ≤ α = {bound} なので、{pruned} は調べずに済みます。";
    WhyOwnCutHigh: "{node} は子ノードによらずすでに {score} ≥ β = {bound} なので、{pruned} は調べずに済みます。";
    WhyBoundOwn: "{letter} = {bound} は {owner} の境界値で、子ノードによらずに決まりました。";
    WhyBoundOfWindow: "{letter} = {bound} は{pass}の最初のウィンドウの端です。";
    WhyWindowAround: "{pass}のウィンドウ {window} は、{earlier}が返した {score} の前後 {by} です。";
    WhyWindowFailedLow: "{earlier}が {asked} に対して fail low（{score}）となったので、{pass}は {window} で調べ直します。";
    WhyWindowFailedHigh: "{earlier}が {asked} に対して fail high（{score}）となったので、{pass}は {window} で調べ直します。";
    WhyBoundSet: "{letter} = {bound} は {owner} の境界値で、{child} が値を返したときに決まりました。";
    WhyBoundFound: "{letter} = {bound} は {owner} の境界値で、置換表から得たものです。";
    WhyBoundWritten: "{bound} は {writer} が置換表に登録したものです。";
    WhyBoundAsked: "{letter} = {bound} は、{owner} が {child} を調べた null window の端です。";
    WhyBoundGiven: "{letter} = {bound} を決めたノードは、この探索にはありません。";
    WhyFromTable: "置換表が、{writer} がフレーム {frame} で登録した値を返しました。";
    WhyInPass: "{pass}の {node}";
    WhyBoundOfPass: "{letter} = {bound} は{pass}の最初の境界値で、{earlier}が返した値です。";
    WhyLeaf: "{score} はゲームが終了する {leaf} の値です。";
    WhyHorizon: "{score} は深さの上限で評価した {leaf} の値です。";
    WhyWindow: "{leaf} ではどの子ノードもよりよい値を返さず、自身のウィンドウの境界値 {score} を返しました。";
    WhyTableUnknown: "{leaf} には置換表が {score} を返しましたが、その登録は記録にありません。";
    WhyUnknown: "{leaf} の {score} の出どころは、記録からはわかりません。";
    WhyOwnLeaf: "{node} の評価値 {score} は、このノード自身の値です（下は探索していません）。";
    WhyNothing: "このフレームでは、{node} の評価値はまだありません。";
    WhyScore: "{node} の評価値は {score} です。この値は手順 {moves} の先にあります。";
    ActToCause: "この枝刈りの境界値を決めたノードの最初のフレーム";
    ActToPruning: "このノードが枝刈りされたフレーム";
    NotPruned: "この探索では、このノードは枝刈りされていません。";
    FindCut: "枝刈り";
    FindRise: "上昇";
    FindFall: "下降";
    FindReturn: "確定";
    FindStart: "開始";
    FindLookup: "参照";
    FindUpdate: "更新";
    FindStore: "登録";
    FindEnd: "終了";
    FindDepth: "深さ";
    FindScore: "評価値";
    FindAlpha: "アルファ";
    FindBeta: "ベータ";
    FindExact: "正確";
    FindUpper: "上界";
    FindLower: "下界";
    FindMoves: "手順";
    FindBelow: "配下";
    FindPosition: "局面";
    FindChild: "番号";
    FindPass: "パス";
    FindVisit: "訪問";
    FindSearchedAgain: "再探索";
    FindExpectedCount: "3、≥ 2、2-5 のような 1 からの番号";
    FindMissing: "末尾に {expected} が必要です。{word}";
    FindNotUnderstood: "「{word}」を解釈できません。{expected} が必要です。";
    FindExpectedScore: "3、≥ 1、-2..2、∞ のような評価値";
    FindExpectedNumber: "3、≥ 0.5、-2..2 のような数";
    FindExpectedDepth: "3、≤ 4、2-5 のような深さ";
    FindExpectedChild: "1 から始まる子ノードの番号";
    FindExpectedWord: "フレームの種類、「深さ」「評価値」「アルファ」「ベータ」「正確」「上界」「下界」「手順」「配下」「局面」「2番目」「パス」「訪問」「再探索」、または列の名前";
    Find: "検索";
    FindHint: "枝刈り 深さ 3 2番目";
    FindField: "検索条件";
    FoundCount: "{count} フレームが見つかりました";
    FoundMore: "{count} フレームまで見つかりました（続きがあるかもしれません）";
    FoundNone: "条件に合うフレームはありません。";
    Finding: "{frames} フレーム中 {done}";
    ActFind: "フレームを検索";
    ActNextFound: "次の検索結果";
    ActPreviousFound: "前の検索結果";
    NoNextFound: "この後のフレームに検索結果はありません。";
    NoPreviousFound: "この前のフレームに検索結果はありません。";
    ActFormFocus: "注目表示";
    ActMotion: "動き";
    ActToggleOpen: "選択したノードを開いたままにする、または閉じる";
    NodesBelow: "下に {count} ノード";
    VisitsBelow: "下に訪問 {count} 回";
    NodesAndVisitsBelow: "下に {nodes} ノード、訪問 {visits} 回";
    GroupVisits: "{node}、以前の訪問 {count} 回";
    OpenNode: "開いたままにする";
    ActFormWhole: "木の全体を表示";
    ActFormIcicle: "木の全体をつらら図で表示";
    CollapseBelow: "まとめるノード数";
    WholeNodes: "{count} 個を表示";
    LayOut: "配置";
    NotLaidOut: "木は配置されていません。";
    ThresholdRaised: "多すぎるため {count} 未満をまとめています";
    WidthCounts: "幅";
    PassesApart: "パスを分ける";
    ColorBy: "色分け";
    ColorByState: "状態";
    OtherWords: "その他";
    WithoutColumn: "{column} なし";
    NoColumns: "色分けに使える列がありません。";
    WidthVisits: "訪問ノード数";
    WidthLeaves: "葉の数";
    Minimap: "全体図";
    Performance: "性能";
    ActPerformance: "描画の負荷を表示";
    LastRedraw: "直前の描画";
    MiddleRedraw: "直近 240 回の中央値";
    SlowestRedraw: "直近 240 回の最大";
    OverBudget: "8 ms 超／全体";
    NodesDrawn: "描画したノード";
    TraceFrames: "記録のフレーム";
    TraceMemory: "記録のメモリ";
    BytesAFrame: "1 フレームのバイト数";
    BytesAVisit: "訪問した 1 ノードのバイト数";
    Board: "盤面";
    Fold: "{section} を折りたたむ";
    Unfold: "{section} を開く";
    LegendPath: "現在の経路";
    LegendVisited: "訪問済み";
    LegendCut: "枝刈りあり";
    LegendTable: "置換表から";
    LegendCollapsed: "まとめた部分木";
    SubtreeNodes: "全 {count} ノード";
    SubtreeVisits: "全 {count} 回の訪問";
    SubtreePruned: "枝刈り {share}%";
    SubtreeScores: "評価値 {low} から {high}";
    ActTimeZoomIn: "時間を拡大";
    ActTimeZoomOut: "時間を縮小";
    ActTimeWhole: "全フレームを表示";
    ActSameScale: "時間の縮尺を統一";
    OpeningProgress: "読み込み中：{count} ノード";
    IndexingProgress: "{count} ノードの索引を作成中：{share}%";
    RecordingProgress: "記録中：{count} ノード";
    NoteRecording: "記録中です。終わるまでは、木を未訪問のまま表示します。";
    NotePassedOver: "イベントではない{count}行を読み飛ばしました。最後は{line}行目です：{text}";
    WaitingForEvents: "最初のイベントを待っています…";
    NoteGrowing: "探索は続いています。最後のフレームでは、表示も探索とともに進みます。";
    NoteCutShort: "ファイルは探索の途中で終わっています。そこまでの記録を再生できます。";
    NoteCancelled: "記録は中止されました。それまでの記録を再生できます。";
    NoteMemoryLimit: "メモリの上限 {limit} MiB に達したため、記録を止めました。それまでの記録を再生できます。";
    NotePrunedHere: "この探索ではフレーム {frame} で枝刈りされたので、このノードには入りません。";
    NeverReached: "到達しません";
    NoteNeverReached: "この探索はそのノードに到達しません。";
    SettingsBroken: "設定ファイルを読めなかったため {file} として残し、既定の設定を使います。{message}";
    SettingsUnreadable: "設定ファイルを読めなかった{file}ため、既定の設定を使います。{message}";
    SettingsNotSaved: "設定を保存できませんでした：{message}";

    // Time.
    Speed: "速さ";
    FramesPerSecond: " フレーム／秒";
    Link: "連動";
    LinkIs: "連動：{link}";
    LinkFrame: "同じフレーム";
    LinkPlace: "同じノード";
    LinkShare: "同じ割合";
    Follow: "追跡";
    BestLine: "最善手順";
    FrameField: "フレーム番号";
    FrameSlider: "フレームのスライダー";
    NoNextOfNode: "選択したノードのフレームは、この後にはありません。";
    NoPreviousOfNode: "選択したノードのフレームは、この前にはありません。";

    // The inspector.
    BoardAfter: "盤面：{moves}";
    WindowHeading: "ウィンドウ";
    WindowIs: "ウィンドウ {window}";
    NarrowedFrom: "もとのウィンドウ {window}";
    BoundsAre: "上下界 {bounds}";
    FoundInTable: "参照";
    WrittenToTable: "登録";
    NoSource: "このフレームのノードは置換表を参照していません。";
    NoNextUse: "この後に、この項目を参照するノードはありません。";
    NoTable: "この探索は置換表を使っていません。設定で置換表を選ぶと、ここに表示されます。";
    WorkCancelled: "中止しました。";
    WorkAgain: "やり直す";
    TableCounts: "フレーム {frame} で {entries} 項目、表示 {shown}";
    AnyKind: "すべて";
    KindOfBounds: "上下界の種類";
    KindExact: "正確な値";
    KindAtMost: "上界だけ";
    KindAtLeast: "下界だけ";
    KindBetween: "上界と下界";
    MovesContain: "手順に含む手";
    UsedOnly: "参照されたものだけ";
    PositionColumn: "局面";
    BoundsColumn: "上下界";
    KindColumn: "種類";
    StoredColumn: "フレーム";
    UsesColumn: "参照";
    EntryOf: "{moves} の項目、フレーム {frame}";
    EqualPositions: "同じ局面のノード";
    EqualCount: "訪問した同じ局面のノード：{count}";
    EqualNotVisited: "この局面のノードは訪問されていません。";
    EqualUnknown: "このゲームでは、どの局面が同じかがわかりません。";
    SolveTitle: "すべての局面で最善手を選ぶか";
    SolveSoFar: "{positions} 局面中 {right}";
    SolveCount: "{positions} 局面中 {right}";
    SolvedAll: "最善手でない手がある局面のすべてで最善手を選びます。強解決です。";
    SolvedSome: "ほかの局面では、最善手でない手を選びます。最初の局面：";
    WrongChoiceAt: "{moves} の後：{best} ではなく {chosen}";
    LowerIs: "下界 = {score}";
    UpperIs: "上界 = {score}";
    Comma: "、";
    ScoreIs: "評価値 {score}";
    FailLow: "fail low";
    Exact: "exact";
    FailHigh: "fail high";
    WindowPlot: "フレームごとの α 値と β 値";
    PlotWhich: "グラフにするノード";
    PlotRoot: "根";
    PlotSelected: "選択したノード";
    PlotCurrent: "現在のノード";
    DepthPlot: "深さごとの数";
    ByDepthWhich: "深さごとに表示するもの";
    ByDepthVisits: "訪問したノード";
    ByDepthEvaluations: "評価した局面";
    ByDepthCuts: "枝刈り";
    ChildPlot: "何番目の子ノードで枝刈りしたか（割合）";
    TablePlot: "フレームごとの置換表の大きさとヒット率";
    PlotHits: "ヒット率";
    PlotSize: "項目数（最後は {entries}）";

    // The explorer of bounds.
    ExplorerHint: "置換表によるとミニマックス値は [l, u] の範囲にあり、このノードには (α, β) で入ります。4 つの印はドラッグするか、Tab キーと矢印キーで動かします。";
    MarkLower: "下界 l";
    MarkUpper: "上界 u";
    MarkAlpha: "α 値";
    MarkBeta: "β 値";
    CaseNumber: "{count} 通り中の {number} 番目";
    PreviousCase: "前の場合";
    NextCase: "次の場合";
    WhatSearchDoes: "探索の動作";

    // Setups.
    Game: "ゲーム";
    LowestScore: "最小の評価値";
    HighestScore: "最大の評価値";
    Seed: "乱数の種";
    After: "開始までの手順";
    Search: "探索";
    Order: "子ノードの順序";
    Table: "置換表";
    DepthLimit: "深さの上限";
    LimitDepth: "上限";
    LimitChanges: "回の手番の交代";
    Evaluation: "静的評価関数";
    Deepening: "反復深化（浅い深さから順に探索）";
    DeepeningStep: "深さの刻み";
    Aspiration: "予想値の前後のウィンドウで探索（アスピレーション）";
    AspirationWidth: "ウィンドウ幅 ±";
    AspirationGrows: "失敗した側を無限大にせず広げる";
    AspirationGrowth: "広げる倍率";
    GroupSearch: "探索";
    GroupPasses: "パス";
    GroupOrder: "順序";
    GroupTable: "置換表";
    GroupLimits: "制限";
    RootWindow: "ウィンドウ";
    RootWindowExpected: "-1..1 や -inf..0 のように、2 つの評価値を書きます";
    OwnRange: "−∞ と ∞ の代わりに、ゲームの評価値の範囲を使う";
    RuleBounds: "ルールからわかる上下界でウィンドウを狭める";
    WinAtOnce: "すぐに勝てる局面から先は調べない";
    SkipLosing: "すぐに負ける手を調べない";
    TriedFirst: "先に調べる手";
    SourceTable: "置換表の手";
    SourceKillers: "キラー手";
    SourceCountermoves: "応手";
    SourceHistory: "ヒストリー";
    SourceCaptures: "取る手";
    SourceThreats: "勝ちのマスを作る手";
    RefusedOption: "{option}：{why}";
    RefusedEmptyWindow: "このウィンドウに入る評価値はありません";
    RefusedNoWindows: "この探索はウィンドウを渡しません";
    RefusedOwnWindows: "この探索は自分でウィンドウを決めます";
    RefusedNoGuess: "この探索は予想値を使いません";
    RefusedNoDepthLimit: "深さの制限が必要です";
    RefusedNoTable: "置換表が必要です";
    RefusedNoCuts: "この探索は枝刈りをしません";
    RefusedNoBounds: "このゲームのルールからは上下界がわかりません";
    RefusedEvaluation: "深さの制限での評価値が、ルールの上下界を越えることがあります";
    RefusedNoCenter: "このゲームにはこの順序がありません";
    RefusedNoCaptures: "このゲームには取る手の区別がありません";
    RefusedNoThreats: "このゲームでは勝ちのマスを数えられません";
    FirstGuess: "最初の予想値";
    TableSymmetry: "対称な局面をまとめる";
    TableNarrowing: "上下界でウィンドウを狭める";
    TableIntersection: "新しい上下界と前の上下界の共通部分を登録";
    TableDeeperEntries: "より深く調べた項目も使う（値が変わることがあります）";
    TableBestOnly: "手番側がまだ得られる最良値の限界だけを残す";
    TableLimited: "大きさを制限";
    TableSize: "置換表の大きさ";
    TableUnlimited: "無制限";
    MemoryLimit: "メモリの上限";

    // Actions.
    PaletteHint: "コマンドを入力";
    PaletteEmpty: "該当するコマンドはありません。";
    ActPlay: "再生・一時停止";
    ActFrameOn: "1 フレーム進む";
    ActFrameBack: "1 フレーム戻る";
    ActTenOn: "10 フレーム進む";
    ActTenBack: "10 フレーム戻る";
    ActNextCut: "次の枝刈り";
    ActPreviousCut: "前の枝刈り";
    ActNextOfNode: "選択したノードの次のフレーム";
    ActPreviousOfNode: "選択したノードの前のフレーム";
    ActFirst: "最初のフレーム";
    ActLast: "最後のフレーム";
    ActFaster: "速く";
    ActSlower: "遅く";
    ActLoop: "繰り返す";
    ActLoopStart: "このフレームから繰り返す";
    ActLoopEnd: "このフレームまで繰り返す";
    ActParent: "親ノード";
    ActFirstChild: "最初の子ノード";
    ActPreviousSibling: "前の兄弟ノード";
    ActNextSibling: "次の兄弟ノード";
    ActRoot: "根";
    ActCurrentNode: "現在のフレームのノード";
    ActToSource: "この項目を登録したフレームへ";
    ActToNextUse: "この項目が次に参照されるフレームへ";
    ActTablePanel: "置換表の一覧";
    ActPasses: "パスごとの数値";
    ActEqualPositions: "同じ局面のノード";
    ActReplay: "再生";
    ActNoise: "ノイズの実験室";
    ActOpenTrace: "記録を開く";
    ActSaveTrace: "記録を保存";
    ActCheckTrace: "記録を検証";
    ActDifferences: "2 つの探索の違い";
    ActSavePicture: "木の図を保存";
    ActMatches: "対戦と実験";
    ActSolveCheck: "すべての局面で最善手を選ぶか調べる";
    ActBack: "前の中心に戻る";
    ActForward: "次の中心に進む";
    ActFit: "木全体を表示";
    ActZoomIn: "拡大";
    ActZoomOut: "縮小";
    ActPanUp: "上へ動かす";
    ActPanLeft: "左へ動かす";
    ActPanDown: "下へ動かす";
    ActPanRight: "右へ動かす";
    ActMoreBelow: "下のノードを広く表示";
    ActLessBelow: "下のノードを狭く表示";
    ActUsualBelow: "下のノードを標準の広さで表示";
    ActOrientation: "横向き・縦向きを切り替え";
    ActGroups: "枝刈りした兄弟ノードをまとめる";
    ActPassesApart: "パスを分けて表示";
    AllThreads: "全スレッド";
    OneThread: "スレッド{name}";
    ThreadsShown: "表示するスレッド";
    ActNextColumnColors: "次の列で色分け";
    ActBestLine: "最善手順を表示";
    ActFollow: "現在のノードを追跡";
    ActLinkFrame: "フレーム番号で連動";
    ActLinkPlace: "ノードで連動";
    ActLinkShare: "割合で連動";
    ActNextRun: "次の探索に切り替え";
    ActOneRun: "選択中の探索だけを表示";
    ActAddRun: "探索を追加";
    ActCloseRun: "選択中の探索を閉じる";
    ActNextTile: "次のタイルへ";
    ActPreviousTile: "前のタイルへ";
    ActMaximiseTile: "最大化";
    ActWidenTile: "タイルを広げる";
    ActNarrowTile: "タイルを狭める";
    ActFloatTile: "浮かせる";
    ActCloseTile: "タイルを閉じる";
    ActReopenPanel: "最後に閉じたパネルを再び開く";
    ActArrangeCompare: "配置：比較";
    ActArrangeOne: "配置：1 つを大きく";
    ActArrangeStudy: "配置：学習";
    ActArrangements: "配置の一覧";
    ActFiveSearches: "5 つの探索、1 つの木";
    ActInspector: "インスペクター";
    ActBoundsExplorer: "上下界とウィンドウ";
    ActSetUp: "探索の設定";
    ActSetUpLeft: "1 番目の探索の設定";
    ActSetUpRight: "2 番目の探索の設定";
    ActDismiss: "パネルやメッセージを閉じる、または記録を中止";
    ActThemeLight: "ライトテーマ";
    ActThemeDark: "ダークテーマ";
    ActThemeSystem: "システムのテーマ";
    ActTextLarger: "文字を大きく";
    ActTextSmaller: "文字を小さく";
    ActTextUsual: "文字を標準の大きさに";
    ActWelcome: "はじめに";
    ActRecordYourOwn: "自分のプログラムを記録";
    ActPalette: "すべてのコマンド";
    ActKeyboardHelp: "キー操作";
    ActAbout: "Edagari について";
    ActQuit: "終了";

    // Panels and forms that speak of several runs.
    InRun: "探索 {run} に開く";
    InNewRun: "新しい探索に開く";
    OpenSearchIn: "探索を開く先：";
    OpenSearchInRun: "探索 {number} に開く";
    OpenSearchInNewRun: "新しく探索を開く";
    DiffOneRun: "探索が 1 つしかありません。比べる探索を追加してください。";
    DiffLeftRun: "左の探索";
    DiffRightRun: "右の探索";
    DiffCancelled: "比較は中止されました。";
    DiffAgain: "比較";

    // Welcome, and the page for those who want to record a program of their own.
    WelcomeHeading: "Edagari へようこそ";
    WelcomeAbout: "Edagari はゲーム木の探索を 1 ステップずつ記録して再生します。どれかを選んで始めてください。";
    ExampleCut: "枝刈りを 1 分で見る";
    ExampleCutAbout: "αβ 法が小さな木を 1 秒に 1 フレームずつ探索し、インスペクターが文で説明します。";
    ExampleComparison: "〇×ゲームでミニマックス法と αβ 法を比べる";
    ExampleComparisonAbout: "連動する 2 つの探索を、最初の枝刈りのフレームで表示します。αβ 法が省く部分も、ミニマックス法は探索します。";
    ExampleTable: "置換表を試す";
    ExampleTableAbout: "置換表を使う αβ 法を、置換表で初めて値が確定するフレームで、置換表の一覧とともに表示します。";
    ExampleFiveSearchesAbout: "Plaat らの木で αβ 法、PVS、MTD(f)、SSS*、DUAL* を並べます。それぞれどのノードを何回訪れるかがわかります。";
    WelcomeOpenAbout: "Edagari の記録か、ほかのプログラムが書き出した記録を開きます。";
    WelcomeRecordAbout: "探索がノードに入るときと出るときに 1 行ずつ書き出すだけです。";
    WelcomeNoiseAbout: "評価値にはノイズがあります。それでも深く探索するとよいのはなぜでしょうか。";
    WelcomeReplaces: "最初の 4 つは、開いている探索と入れ替わります。このページは「ヘルプ」→「はじめに」で開けます。";
    RecordOwnAbout: "探索がノードに入るときと出るときに、プログラムから JSON を 1 行ずつ書き出します。手番、ウィンドウ、枝刈り、子ノードから決まる評価値など、残りはできるかぎり導きます。";
    RecordOwnStream: "最小の記録";
    RecordOwnOpen: "開く、探索中に追いかける、1 ステップずつ検証する";
    RecordOwnRust: "Rust では記録用の型が書き出します。ソースのフォルダーで例を試せます";
    RecordOwnFiles: "すべての項目と出発点になるプログラムは、ソースのフォルダーにあります";
    CopyNamed: "コピー：{text}";

    // What if.
    ChangeVanishes: "{node} での {child} の後のカットは、{leaf} の評価値を {from} から {to} に変える（差 {by}）と消えます。一つの葉では、これより小さい変更で消えることはありません。";
    ChangeAppears: "{leaf} の評価値を {from} から {to} に変える（差 {by}）と、{node} で {child} の後にカットが起こります。一つの葉では、これより小さい変更で起こることはありません。";
    NoChangeVanishes: "一つの葉の評価値をどう変えても、{node} での {child} の後のカットは消えません。";
    NoChangeAppears: "一つの葉の評価値をどう変えても、{node} で {child} の後にカットは起こりません。";

    // Groups of keys.
    KeysOfTime: "時間";
    KeysOfNodes: "ノード";
    KeysOfRuns: "探索";
    KeysOfTiles: "タイルと配置";
    KeysOfPanels: "パネルとファイル";
    KeysOfAll: "全般";

    // About.
    AboutVersion: "バージョン";
    AboutSystem: "システム";
    AboutGraphics: "グラフィックスドライバー";
    AboutUnknown: "不明";
    AboutCopy: "コピー";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Japanese letters, except brackets and stops.
    fn is_word(letter: char) -> bool {
        matches!(letter, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30fa}' | '\u{30fc}'..='\u{9fff}')
    }

    /// A Latin or Greek letter, a digit, or what is filled in.
    fn is_foreign(letter: char) -> bool {
        letter.is_ascii_alphanumeric() || ('α'..='ω').contains(&letter)
    }

    #[test]
    fn japanese_has_blanks_beside_latin_words_and_figures_alone() {
        // Single words, what is typed as one, and a list of words of a query.
        let words = ["αカット", "βカット", "2番目"];
        for &text in Text::ALL.iter().filter(|&&text| text != Text::FindHint) {
            let japanese = words.iter().fold(super::text(text).to_owned(), |text, word| text.replace(word, ""));
            let letters: Vec<char> = japanese.chars().collect();
            for pair in letters.windows(2) {
                let touch = (is_word(pair[0]) && is_foreign(pair[1])) || (is_foreign(pair[0]) && is_word(pair[1]));
                assert!(!touch, "{text:?}: no blank between {pair:?}");
            }
            for three in letters.windows(3) {
                assert!(!(is_word(three[0]) && three[1] == ' ' && is_word(three[2])), "{text:?}: a blank in {three:?}");
            }
        }
    }

    /// Punctuation of Japanese, which is as wide as its letters.
    fn is_wide_sign(letter: char) -> bool {
        matches!(letter, '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{ff00}'..='\u{ff5e}')
    }

    #[test]
    fn japanese_punctuation_is_wide_and_has_no_blanks_beside_it() {
        for &text in Text::ALL {
            let letters: Vec<char> = super::text(text).chars().collect();
            for pair in letters.windows(2) {
                let is_narrow = |letter: char| "()?!:;,/[]".contains(letter);
                let touch = (is_word(pair[0]) && is_narrow(pair[1])) || (is_narrow(pair[0]) && is_word(pair[1]));
                assert!(!touch, "{text:?}: a narrow sign in {pair:?}");
                let blank = (is_wide_sign(pair[0]) && pair[1] == ' ') || (pair[0] == ' ' && is_wide_sign(pair[1]));
                assert!(!blank, "{text:?}: a blank in {pair:?}");
            }
            for three in letters.windows(3) {
                let after = matches!(three[0], ':' | '?' | '!' | '/' | '·') && three[1] == ' ' && is_word(three[2]);
                let before = is_word(three[0]) && three[1] == ' ' && matches!(three[2], ':' | '?' | '!' | '/' | '·');
                assert!(!after && !before, "{text:?}: a narrow sign in {three:?}");
            }
        }
    }
}
