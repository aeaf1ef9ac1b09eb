//! Streams of other programs: missing facts are derived, and recorded facts are used.

use edagari::analysis::{
    Assumption, Finding, Query, Summary, check, completions, explain, find, frame_in_short, run_text, run_title,
    state_text,
};
use edagari::export::{Picture, picture_svg};
use edagari::game::{AnyGame, Player, TicTacToe};
use edagari::language::Language;
use edagari::score::{Answer, BoundKind, Score, Window};
use edagari::search::Algorithm;
use edagari::trace::file::read_native;
use edagari::trace::{
    Column, ColumnValue, Cut, DEFAULT_MEMORY_LIMIT, Ending, Fact, FactSource, FrameKind, Jump, MAX_COLUMNS, NodeId,
    NodeState, Place, Progress, Recording, RemarkKind, Trace, VisitId, VisitKind,
};

use super::round_trips::{check_round_trips, native_of, read_stream, stream_of};

fn read(header: &str, events: &[&str]) -> Trace {
    let lines: Vec<String> = events.iter().map(|event| format!("{{\"event\":{event}}}\n")).collect();
    let trace = read_stream(format!("{header}\n{}", lines.concat()).as_bytes());
    check_round_trips(&trace);
    trace
}

fn window(alpha: Option<i32>, beta: Option<i32>) -> Window {
    Window { alpha: alpha.map_or(Score::NEG_INFINITY, Score::new), beta: beta.map_or(Score::INFINITY, Score::new) }
}

const DEEP: [&str; 10] = [
    r#""enter","node":"r""#,
    r#""enter","node":"a","move":"a""#,
    r#""enter","node":"c","move":"c""#,
    r#""leave","node":"c","score":3"#,
    r#""leave","node":"a","score":3"#,
    r#""enter","node":"b","move":"b""#,
    r#""enter","node":"e","move":"e""#,
    r#""leave","node":"e","score":2"#,
    r#""leave","node":"b","score":2"#,
    r#""leave","node":"r","score":3"#,
];

#[test]
fn windows_players_and_cuts_follow() {
    let trace = read(r#"{"edagari":1,"search":"my α-β","cut":">=","fail":"soft"}"#, &DEEP);
    assert_eq!((trace.ending, trace.frame_count(), trace.visit_count()), (Ending::Complete, 18, 5));
    let b = trace.visit_of(NodeId(2)).expect("b");
    assert_eq!(trace.player_of(b), Player::Min);
    assert_eq!(trace.given_window(b), window(Some(3), None));
    let cut = trace.cut_frame(b).expect("2 ≤ α = 3");
    assert_eq!(trace.step(cut).and_then(|step| step.cut), Some(Cut::Alpha));
    let report = check(&trace, true, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    assert!(report.assumptions.contains(&Assumption::PointOfView));
}

#[test]
fn stream_without_windows_is_minimax() {
    let trace = read(r#"{"edagari":1}"#, &DEEP);
    assert!((0..5).all(|visit| trace.given_window(VisitId(visit)) == Window::FULL));
    assert!(check(&trace, true, &Progress::default()).is_right());
}

#[test]
fn imported_search_keeps_its_own_names() {
    let said = |names: &str| {
        let trace = read(&format!("{{\"edagari\":1,\"fail\":\"soft\",\"cut\":\">=\"{names}}}"), &DEEP);
        assert!(trace.origin().is_some());
        let summary = Summary::of(&trace);
        (run_text(&trace, Language::English), run_title(&trace, Language::English), summary.search, summary.program)
    };
    let expected = |text: &str, title: &str, search: &str, program: Option<&str>| {
        (text.to_owned(), title.to_owned(), search.to_owned(), program.map(str::to_owned))
    };
    let pvs = said(r#","search":"PVS","program":"my-engine","depth_limit":4"#);
    let text = "PVS to depth 4 · my-engine";
    assert_eq!(pvs, expected(text, text, "PVS", Some("my-engine")));
    let unnamed_program = said(r#","search":" principal\nvariation  search ""#);
    let text = "principal variation search";
    assert_eq!(unnamed_program, expected(text, text, text, None));
    let known = said(r#","search":"minimax","program":"my-engine""#);
    assert_eq!(known, expected("minimax · my-engine", "Minimax · my-engine", "minimax", Some("my-engine")));
    let unnamed_search = said(r#","program":"my-engine","search":"""#);
    assert_eq!(unnamed_search, expected("my-engine", "my-engine", "?", Some("my-engine")));
    assert_eq!(said(""), expected("a search without a name", "A search without a name", "?", None));

    let order = |header: &str| Summary::of(&read(header, &DEEP)).order;
    assert_eq!(order(r#"{"edagari":1,"order":"killer moves"}"#), "killer moves");
    assert_eq!(order(r#"{"edagari":1}"#), "?");
}

#[test]
fn negamax_scores_are_turned_to_the_max_player() {
    let trace = read(
        r#"{"edagari":1,"scores":"mover","search":"x"}"#,
        &[
            r#""enter","node":1,"window":[-50,50]"#,
            r#""enter","node":2,"move":"a","window":[-50,50]"#,
            r#""lookup","node":2,"bounds":[-7,"inf"],"result":"narrowed","window":[-7,50]"#,
            r#""enter","node":3,"move":"b","window":[-50,7]"#,
            r#""leave","node":3,"score":4,"bound":"exact"#.trim_end(),
            r#""score","node":2,"child":3,"score":-4,"window":[-7,50]"#,
            r#""update","node":2,"value":-4,"window":[-4,50]"#,
            r#""store","node":2,"bounds":[-4,-4]"#,
            r#""leave","node":2,"score":-4"#,
            r#""leave","node":1,"score":4"#,
        ]
        .map(|event| if event.ends_with("exact") { format!("{event}\"").leak() as &str } else { event }),
    );
    let step = |frame| trace.step(frame).expect("a frame");
    // For max, the min player's "−7 or better" is at most 7.
    assert_eq!(step(2).answer, Some(Answer::Narrowed(window(Some(-50), Some(7)))));
    assert_eq!(step(2).kind, FrameKind::Lookup);
    assert_eq!((step(5).kind, step(5).score), (FrameKind::Score, Some(Score::new(4))));
    assert_eq!(step(6).window, window(Some(-50), Some(4)));
    assert_eq!(trace.value(), Some(Score::new(4)));
    assert!(check(&trace, false, &Progress::default()).findings.is_empty());
}

#[test]
fn pruned_children_are_those_that_are_named() {
    let trace = read(
        r#"{"edagari":1,"search":"x","cut":">="}"#,
        &[
            r#""enter","node":1,"moves":["a","b","c"],"window":[0,5]"#,
            r#""enter","node":2,"move":"a""#,
            r#""leave","node":2,"score":9"#,
            r#""update","node":1,"cut":true"#,
            r#""prune","node":1,"children":["b","c"],"count":40"#,
            r#""leave","node":1,"score":9,"bound":"lower"#,
        ]
        .map(|event| {
            if event.ends_with("lower") { "\"leave\",\"node\":1,\"score\":9,\"bound\":\"lower\"" } else { event }
        }),
    );
    let root = trace.visit_of(NodeId::ROOT).expect("the root");
    let pruned: Vec<_> =
        trace.pruned_children(root).map(|child| trace.game.move_texts(&[], &trace.path(child))).collect();
    assert_eq!(pruned, [["b"], ["c"]]);
    assert_eq!(trace.nodes_pruned(), Some(40));
    let end = trace.step(5).expect("the end");
    assert_eq!((end.kind, end.bound), (FrameKind::End, Some(BoundKind::Lower)));
}

#[test]
fn stream_without_cuts_needs_no_reasons() {
    let trace = read(
        r#"{"edagari":1,"search":"alpha-beta","scores":"max"}"#,
        &[
            r#""enter","node":"r","moves":["a","b"]"#,
            r#""enter","node":"a","move":"a","moves":["c","d"]"#,
            r#""enter","node":"c","move":"c""#,
            r#""leave","node":"c","score":5"#,
            r#""leave","node":"a","score":5"#,
            r#""enter","node":"b","move":"b","moves":["e","f"]"#,
            r#""enter","node":"e","move":"e""#,
            r#""leave","node":"e","score":3"#,
            r#""leave","node":"b","score":3"#,
            r#""leave","node":"r","score":5"#,
            r#""finish","ending":"complete""#,
        ],
    );
    // The second child of a is skipped without a cut, that of b by a derived cut.
    assert_eq!((trace.cuts().len(), trace.remarks()), (1, &[][..]));
}

#[test]
fn windows_of_updates_round_trip_without_cuts() {
    let trace = read(
        r#"{"edagari":1,"scores":"max"}"#,
        &[
            r#""enter","node":"r","moves":["a","b"]"#,
            r#""enter","node":"a","move":"a""#,
            r#""enter","node":"c","move":"c""#,
            r#""leave","node":"c","score":5"#,
            r#""leave","node":"a","score":5"#,
            r#""update","node":"r","window":[5,"inf"]"#,
            r#""enter","node":"b","move":"b","moves":["e","f"]"#,
            r#""enter","node":"e","move":"e""#,
            r#""leave","node":"e","score":3"#,
            r#""leave","node":"b","score":3"#,
            r#""leave","node":"r","score":5"#,
        ],
    );
    assert_eq!((trace.cuts().len(), trace.remarks()), (1, &[][..]));
}

#[test]
fn passes_are_visits_of_the_root_and_a_second_visit_is_a_layer() {
    let trace = read(
        r#"{"edagari":1,"null_windows":true,"search":"pvs","cut":">=","fail":"soft"}"#,
        &[
            r#""pass","label":"depth 1""#,
            r#""enter","node":1"#,
            r#""leave","node":1,"score":2"#,
            r#""pass","label":"depth 2""#,
            r#""enter","node":1"#,
            r#""enter","node":2,"move":"a""#,
            r#""leave","node":2,"score":1"#,
            r#""enter","node":3,"move":"b","window":[1,2]"#,
            r#""leave","node":3,"score":4"#,
            r#""enter","node":3,"move":"b","window":[1,"inf"]"#,
            r#""leave","node":3,"score":6"#,
            r#""leave","node":1,"score":6"#,
        ],
    );
    assert_eq!((trace.visit_count(), trace.node_count(), trace.ending), (5, 3, Ending::Complete));
    let labels: Vec<_> = trace.passes().iter().map(|pass| pass.label.as_deref()).collect();
    assert_eq!(labels, [Some("depth 1"), Some("depth 2")]);
    let layers = |node: NodeId| trace.layers(node).map(|visit| visit.0).collect::<Vec<_>>();
    let moves: Vec<_> =
        trace.children(NodeId::ROOT).flat_map(|child| trace.game.move_texts(&[], &trace.path(child))).collect();
    assert_eq!(moves, ["a", "b"]);
    let [a, b] = [0, 1].map(|place| trace.children(NodeId::ROOT).nth(place).expect("a child"));
    assert_eq!([layers(NodeId::ROOT), layers(a), layers(b)], [vec![0, 1], vec![2], vec![3, 4]]);
    assert_eq!((trace.searched_again(VisitId(4)), trace.searched_again(VisitId(1))), (Some(VisitId(3)), None));
    // Four frames for each visit, minus two for each pass.
    assert_eq!((trace.frame_count(), trace.pass_at(1), trace.pass_at(2)), (16, Some(0), Some(1)));
    let states: Vec<NodeState> = (0..16).map(|frame| trace.state(Place { node: b, below: 0 }, frame)).collect();
    let scored = |score| NodeState::Scored { score: Score::new(score), kind: Some(BoundKind::Exact) };
    assert_eq!((states[6], states[8], states[10], states[12]), (NodeState::Unvisited, scored(4), scored(4), scored(6)));
    let report = check(&trace, false, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
}

#[test]
fn known_games_are_known_and_others_show_their_labels() {
    let known = read(
        r#"{"edagari":1,"game":"tic-tac-toe","after":"a1 b1 a2 b2","search":"minimax"}"#,
        &[r#""enter","node":7"#, r#""enter","node":8,"move":"a3""#, r#""leave","node":8,"score":1"#],
    );
    assert!(matches!(known.game, AnyGame::TicTacToe(_)));
    assert_eq!((known.ending, known.children(NodeId::ROOT).len()), (Ending::CutShort, 5));

    // A program that enters a node twice is still checked against the rules.
    let twice = read(
        r#"{"edagari":1,"game":"kalah","rules":{"houses":2,"stones":1},"null_windows":true}"#,
        &[
            r#""enter","node":7"#,
            r#""enter","node":8,"move":"0""#,
            r#""leave","node":8,"score":1"#,
            r#""enter","node":8,"move":"0""#,
            r#""leave","node":8,"score":1"#,
            r#""leave","node":7,"score":1"#,
        ],
    );
    assert!(matches!(twice.game, AnyGame::Kalah(_)) && twice.recorded_tree().is_none());
    let child = twice.children(NodeId::ROOT).next().expect("a child");
    assert_eq!((twice.children(NodeId::ROOT).len(), twice.layers(child).len()), (2, 2));

    let unknown =
        read(r#"{"edagari":1,"game":"hex"}"#, &[r#""enter","node":7,"label":"empty""#, r#""leave","score":1"#]);
    assert_eq!(unknown.position(&[]).and_then(|position| position.label()), Some("empty".to_owned()));
    assert!(check(&unknown, false, &Progress::default()).assumptions.contains(&Assumption::UnknownGame));
}

#[test]
fn unknown_fields_and_events_are_skipped() {
    let trace = read(
        r#"{"edagari":1,"colour":"green","nested":{"a":[1,2]}}"#,
        &[
            r#""enter","node":-5,"time":0.25,"nested":{"b":null}"#,
            r#""heartbeat","seconds":3"#,
            r#""leave","score":99999999999"#,
        ],
    );
    assert_eq!((trace.visit_count(), trace.value()), (1, Some(Score::INFINITY)));
}

#[test]
fn events_out_of_their_place_are_found() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""enter","node":1"#,
            r#""leave","node":5,"score":0"#,
            r#""enter","node":2,"move":"a""#,
            r#""enter","node":3,"move":"b","parent":1"#,
            r#""leave","node":3,"score":4"#,
            r#""update","node":1,"child":2,"value":0"#,
            r#""leave","node":1,"score":4"#,
        ],
    );
    let report = check(&trace, false, &Progress::default());
    let named = |findings: &[Finding]| -> Vec<(usize, &'static str)> {
        findings.iter().map(|finding| (finding.frame, finding.fault.name())).collect()
    };
    assert_eq!(named(&report.findings), [(0, "not-open"), (2, "end-missing")]);
    let follow = named(&report.findings[1].consequences);
    assert_eq!(follow.first(), Some(&(2, "no-score")), "{follow:?}");
    assert!(follow.contains(&(6, "out-of-order")), "{follow:?}");
}

#[test]
fn unknown_fields_of_a_visit_become_columns() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""pass","depth":1,"line":["a"]"#,
            r#""enter","node":"r","eval":0.5,"depth":3"#,
            r#""enter","node":"a","move":"a","eval":-2,"flag":true,"note":"first \"try\"""#,
            r#""lookup","bounds":[0,5],"depth":7"#,
            r#""leave","node":"a","score":3,"why":"stand-pat","nothing":null"#,
            r#""score","child":"a","late":1"#,
            r#""leave","node":"r","score":3,"depth":4"#,
            r#""unknown","eval":9"#,
            r#""finish","eval":9"#,
        ],
    );
    let names: Vec<&str> = trace.columns().iter().map(Column::name).collect();
    assert_eq!(names, ["depth", "eval", "flag", "lookup.depth", "note", "pass.line", "score.late", "why"]);
    assert_eq!(trace.passes().iter().map(|pass| pass.depth).collect::<Vec<_>>(), [Some(1)]);
    let said = |visit: u32| {
        let values = trace.column_values(VisitId(visit));
        values.map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(said(0), "depth: 4, eval: 0.5, pass.line: a");
    assert_eq!(said(1), "eval: -2, flag: true, lookup.depth: 7, note: first \"try\", score.late: 1, why: stand-pat");
    assert_eq!(trace.columns()[1].value(VisitId(1)), Some(ColumnValue::Float(-2.0)));
}

#[test]
fn columns_above_the_limit_are_dropped_and_reported() {
    let fields = |count: usize| {
        let fields: Vec<String> = (0..count).map(|number| format!(",\"c{number:03}\":{number}")).collect();
        fields.concat()
    };
    for (count, is_left_out) in [(MAX_COLUMNS, false), (MAX_COLUMNS + 3, true)] {
        let events = format!("{{\"event\":\"enter\"{}}}\n{{\"event\":\"leave\",\"score\":1}}", fields(count));
        let trace = read_stream(format!("{{\"edagari\":1}}\n{events}\n").as_bytes());
        let trace = read_native(native_of(&trace).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
        assert_eq!(trace.columns().len(), MAX_COLUMNS);
        let assumptions = check(&trace, false, &Progress::default()).assumptions;
        assert_eq!(assumptions.contains(&Assumption::ColumnsLeftOut), is_left_out);
    }
}

#[test]
fn visits_are_found_by_their_columns() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""enter","node":"r","eval":10,"depth":2,"kind":"pv""#,
            r#""enter","node":"a","move":"a","eval":60.5,"depth":1,"kind":"cut","myflag":true,"order":"killer""#,
            r#""leave","node":"a","score":3,"why":"null-move""#,
            r#""enter","node":"b","move":"b","eval":-4,"depth":1,"kind":"all","myflag":false,"order":"late move""#,
            r#""leave","node":"b","score":3"#,
            r#""leave","node":"r","score":3"#,
        ],
    );
    let found = |text: &str| {
        let query = Query::parse_for(text, &trace).unwrap_or_else(|error| panic!("{text}: {error}"));
        find(&trace, &query, &[], &Progress::default()).expect("no moves").frames
    };
    // The root begins at frame 0, a at 1, b at 5.
    for (text, frames) in [
        ("eval ≥ 50", vec![1]),
        ("eval > 10", vec![1]),
        ("eval -4..10", vec![0, 5]),
        ("eval = 60.5", vec![1]),
        ("eval −4", vec![5]),
        ("kind cut", vec![1]),
        ("Kind = ALL", vec![5]),
        ("why null-move", vec![1]),
        ("why", vec![1]),
        ("myflag", vec![1]),
        ("myflag false", vec![5]),
        ("depth-left ≥ 2", vec![0]),
        ("depth 1 eval < 0", vec![5]),
        ("end kind pv", vec![9]),
        ("kind pv depth-left 1", vec![]),
        ("order killer", vec![1]),
        ("order \"late move\" depth 1", vec![5]),
        ("order = \"Late Move\"", vec![5]),
        ("moves \"b\" order", vec![5]),
        ("null-move", vec![1]),
        ("\"Late Move\" depth 1", vec![5]),
    ] {
        assert_eq!(found(text), frames, "{text}");
    }
    for text in ["eval ≥", "evil 3", "eval ≥ x", "eval ≥ nan"] {
        Query::parse_for(text, &trace).expect_err(text);
    }
    Query::parse("eval ≥ 50").expect_err("a trace without columns");
    let offered = |text: &str| {
        let completions = completions(text, text.len(), &trace, Language::English);
        completions.into_iter().map(|completion| completion.query).collect::<Vec<_>>()
    };
    assert_eq!(offered("ev"), ["eval"]);
    assert_eq!(offered("kind p"), ["kind pv", "kind position", "kind pass"]);
    assert_eq!(offered("depth-l"), ["depth-left"]);
    assert_eq!(offered("order \"la"), ["order \"late move\""]);
}

#[test]
fn moves_with_blanks_are_found_in_quotes() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""enter","node":"r","moves":["castle short","e4"]"#,
            r#""enter","node":"a","move":"castle short""#,
            r#""enter","node":"b","move":"a, b""#,
            r#""leave","node":"b","score":3"#,
            r#""leave","node":"a","score":3"#,
            r#""leave","node":"r","score":3"#,
        ],
    );
    let found = |text: &str| {
        let query = Query::parse_for(text, &trace).unwrap_or_else(|error| panic!("{text}: {error}"));
        find(&trace, &query, &[], &Progress::default()).expect("moves").frames
    };
    assert_eq!(found("moves \"castle short\""), [1]);
    assert_eq!(found("moves \"castle short\" \"a, b\" start"), [2]);
    assert_eq!(found("below \"castle short\" end"), [3, 6]);
    let offered = completions("moves \"cas", 10, &trace, Language::English);
    assert_eq!(offered[0].query, "moves \"castle short\"");
}

#[test]
fn columns_with_blanks_are_named_in_quotes() {
    let stream = r#"{"edagari":1}
{"event":"enter","node":"r"}
{"event":"enter","node":"a","move":"a","my own":1}
{"event":"leave","score":3}
{"event":"leave","node":"r","score":3}
"#;
    let trace = read_stream(stream.as_bytes());
    let query = Query::parse_for("\"my own\" > 0", &trace).expect("a column");
    assert_eq!(find(&trace, &query, &[], &Progress::default()).expect("no moves").frames, [1]);
    let offered = completions("\"my", 3, &trace, Language::English);
    assert_eq!(offered[0].query, "\"my own\"");
}

#[test]
fn a_leaf_can_write_to_the_table_without_a_lookup() {
    use FrameKind::{End, Score, Start, Store, Update};

    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""enter","node":"r""#,
            r#""enter","node":"a","move":"a""#,
            r#""store","bounds":[3,3]"#,
            r#""leave","node":"a","score":3"#,
            r#""leave","node":"r","score":3"#,
        ],
    );
    let kinds: Vec<FrameKind> =
        (0..trace.frame_count()).filter_map(|frame| trace.step(frame)).map(|step| step.kind).collect();
    assert_eq!(kinds, [Start, Start, Store, End, Score, Update, End]);
}

#[test]
fn events_out_of_place_are_findings_at_their_frames() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""enter","node":"r""#,
            r#""enter","node":"a","move":"a""#,
            r#""leave","node":"a","score":3"#,
            r#""leave","node":"x","score":3"#,
            r#""leave","node":"r","score":3"#,
        ],
    );
    let report = check(&trace, false, &Progress::default());
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!((finding.frame, finding.fault.name(), report.finding_count), (2, "not-open", 1));
    assert!(finding.sentence(&trace, Language::English).starts_with("Line 5"), "line 1 is the header");
}

#[test]
fn score_outside_its_window_is_exact_only_at_a_leaf() {
    let right = |store: &str, of_root: &str| {
        let trace = read(
            r#"{"edagari":1,"fail":"soft","search":"alpha-beta-soft"}"#,
            &[
                r#""enter","node":"r","window":[0,2]"#,
                r#""enter","node":"a","move":"a","window":[0,2]"#,
                &format!("\"store\",\"bounds\":{store}"),
                r#""leave","score":5"#,
                &format!("\"store\",\"bounds\":{of_root}"),
                r#""leave""#,
            ],
        );
        check(&trace, false, &Progress::default()).is_right()
    };
    assert!(right("[5,5]", r#"[5,"inf"]"#), "the root's score is a lower bound");
    assert!(!right("[6,6]", r#"[5,"inf"]"#));
    assert!(!right("[5,5]", "[5,5]"));
}

#[test]
fn ids_and_lines_lead_back_to_the_log() {
    let events = [
        r#""enter","node":"r""#,
        r#""enter","node":"a","move":"a""#,
        r#""leave","node":"a","score":3"#,
        r#""enter","node":"b","move":"b","log_line":900"#,
        r#""leave","node":"b","score":4"#,
        r#""leave","node":"r","score":4"#,
    ];
    let own = read(r#"{"edagari":1}"#, &events);
    // They are the same after a round trip through a stream with more events and through a native file.
    let again = read_stream(&stream_of(&own));
    let native = read_native(native_of(&again).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
    for trace in [&own, &again, &native] {
        let said = |visit: u32| (trace.id_of(VisitId(visit)).map(|id| id.to_string()), trace.line_of(VisitId(visit)));
        assert_eq!(said(0), (Some("r".to_owned()), Some(2)));
        assert_eq!(said(1), (Some("a".to_owned()), Some(3)));
        assert_eq!(said(2), (Some("b".to_owned()), Some(900)));
    }
}

#[test]
fn skip_events_mark_moves_skipped_not_pruned() {
    let trace = read(
        r#"{"edagari":1,"program":"other"}"#,
        &[
            r#""enter","node":"r","moves":["a","b","c","d"]"#,
            r#""skip","children":["d"],"why":"futility""#,
            r#""enter","node":"a","move":"a""#,
            r#""leave","node":"a","score":3"#,
            r#""skip","node":"r","children":["b","c"],"why":"late move""#,
            r#""leave","node":"r","score":3"#,
            r#""pass","kind":"verification""#,
            r#""enter","node":"r""#,
            r#""skip","count":7"#,
            r#""enter","node":"b","move":"b""#,
            r#""leave","node":"b","score":1"#,
            r#""leave","node":"r","score":1"#,
        ],
    );
    let child = |place| trace.children(NodeId::ROOT).nth(place).expect("a child");
    let state = |place, frame| trace.state(Place { node: child(place), below: 0 }, frame);
    let moves: Vec<_> = (0..4).flat_map(|place| trace.game.move_texts(&[], &trace.path(child(place)))).collect();
    assert_eq!(moves, ["a", "b", "c", "d"]);
    // The root begins at frame 0 and again at 6, and is updated with a at frame 4.
    let [unvisited, d, c] = [NodeState::Unvisited, NodeState::Skipped { frame: 0 }, NodeState::Skipped { frame: 4 }];
    assert_eq!([state(3, 0), state(2, 0), state(2, 3), state(2, 4), state(2, 5)], [d, unvisited, unvisited, c, c]);
    assert_eq!([state(1, 5), state(1, 6), state(2, 6)], [c, unvisited, unvisited]);
    let skips: Vec<_> = trace.skips().iter().map(|skip| (skip.frame, skip.count, skip.why.as_deref())).collect();
    assert_eq!(skips, [(0, 1, Some("futility")), (4, 2, Some("late move")), (6, 7, None)]);
    let all = std::iter::successors(trace.next_jump(Jump::Skip, 0), |&frame| trace.next_jump(Jump::Skip, frame));
    assert_eq!(all.collect::<Vec<_>>(), [4, 6]);
    assert_eq!((trace.previous_jump(Jump::Skip, 4), trace.previous_jump(Jump::Skip, 0)), (Some(0), None));
    let query = Query::parse("skip").expect("a query");
    assert_eq!(find(&trace, &query, &[], &Progress::default()).expect("no moves").frames, [0, 4, 6]);
    let said = |frame, language| edagari::analysis::explain(&trace, frame, language);
    assert!(said(4, Language::English).ends_with("Skipped on a guess, not proved: b and c (late move)."));
    assert!(said(6, Language::Japanese).replace('\u{a0}', " ").contains("7 手"), "{}", said(6, Language::Japanese));
    let summary = Summary::of(&trace);
    assert_eq!(summary.skips.values().sum::<u64>(), 10);
    assert_eq!(summary.nodes_pruned, Some(0));
    check_round_trips(&trace);
}

#[test]
fn a_skip_of_a_known_game_names_its_moves() {
    let skipping = |mv: &str| {
        let skip = format!(r#"{{"event":"skip","children":["b1","{mv}"],"why":"late move"}}"#);
        let stream = [
            r#"{"edagari":1,"game":"tic-tac-toe"}"#,
            r#"{"event":"enter","node":1}"#,
            r#"{"event":"enter","node":2,"move":"a1"}"#,
            r#"{"event":"leave","node":2,"score":0}"#,
            &skip,
            r#"{"event":"leave","node":1,"score":0}"#,
        ];
        let remarks = read_stream(stream.join("\n").as_bytes()).remarks().to_vec();
        remarks.into_iter().map(|remark| (remark.frame, remark.kind)).collect::<Vec<_>>()
    };
    assert_eq!(skipping("c1"), []);
    // The first node begins at frame 0 and the other at 1, which returns at 4.
    assert_eq!(skipping("d4"), [(4, RemarkKind::SkippedNoMove { mv: "d4".into() })]);
}

#[test]
fn speculative_score_does_not_change_its_parent() {
    for said in [r#""kind":"null-move""#, r#""counts":false"#] {
        let null_move = format!(r#""enter","node":"n","move":"null","window":[4,5],{said}"#);
        let events = [
            r#""enter","node":"r""#,
            &null_move,
            r#""leave","node":"n","score":9"#,
            r#""enter","node":"a","move":"a""#,
            r#""leave","node":"a","score":3"#,
            r#""leave","node":"r","score":3"#,
        ];
        let trace = read(r#"{"edagari":1,"fail":"soft","null_windows":true}"#, &events);
        assert!(trace.is_speculative(VisitId(1)) && !trace.is_speculative(VisitId(2)));
        let values = [4, 8].map(|frame| trace.value_at_update(frame));
        assert_eq!(values, [Some(Score::NEG_INFINITY), Some(Score::new(3))], "{said}");
        let report = check(&trace, false, &Progress::default());
        assert!(report.is_right(), "{said}: {:?}", report.findings.first());
        check_round_trips(&trace);
    }
}

#[test]
fn facts_have_the_source_that_states_them() {
    let window = |header: &str, window: &str| {
        let root = format!(r#""enter","node":"r"{window}"#);
        let child = r#""enter","node":"a","move":"a""#;
        let trace = read(header, &[&root, child, r#""leave","node":"a","score":3"#, r#""leave","node":"r","score":3"#]);
        [0, 1].map(|visit| trace.source_of(Fact::Window(VisitId(visit))))
    };
    let stated = r#","window":[0,9]"#;
    assert_eq!(window(r#"{"edagari":1}"#, stated), [FactSource::Program, FactSource::Unknown]);
    let known = r#"{"edagari":1,"search":"alpha-beta-soft","table":"none"}"#;
    assert_eq!(window(known, stated), [FactSource::Program, FactSource::Derived]);
    assert_eq!(window(known, ""), [FactSource::Derived; 2]);
    // Aspiration chooses the window of the root, and a table without recorded lookups can narrow any other.
    let aspiration = r#"{"edagari":1,"search":"aspiration","null_windows":false,"table":"none"}"#;
    assert_eq!(window(aspiration, "")[0], FactSource::Unknown);
    assert_eq!(window(&known.replace("none", "any"), stated), [FactSource::Program, FactSource::Unknown]);

    let own = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record().expect("a game");
    let facts = [Fact::Moves, Fact::Window(VisitId(9)), Fact::Cuts, Fact::Answers];
    let [moves, others @ ..] = facts.map(|fact| own.source_of(fact));
    assert_eq!((moves, others), (FactSource::Rules, [FactSource::Program; 3]));
}

#[test]
fn kind_and_reason_in_capitals_have_the_same_meaning() {
    for (kind, why) in [("quiescence", "stand-pat"), ("Quiescence", "Stand-Pat")] {
        let enter = format!(r#""enter","node":"r","window":[0,9],"kind":"{kind}""#);
        let leave = format!(r#""leave","node":"r","score":3,"why":"{why}""#);
        let trace = read(r#"{"edagari":1}"#, &[&enter, &leave]);
        assert_eq!(trace.kinds_of(VisitId(0)), [VisitKind::Quiescence]);
        assert_eq!(trace.step(1).and_then(|end| end.bound), Some(BoundKind::Lower), "others could be better");
    }
}

#[test]
fn passes_are_jumped_to_both_ways() {
    let trace = read(
        r#"{"edagari":1}"#,
        &[
            r#""pass","label":"depth 1""#,
            r#""enter","node":1"#,
            r#""leave","score":1"#,
            r#""pass","label":"depth 2""#,
            r#""enter","node":2"#,
            r#""leave","score":2"#,
        ],
    );
    let [first, second] = [0, 2];
    let (next, previous) = (|at| trace.next_jump(Jump::Pass, at), |at| trace.previous_jump(Jump::Pass, at));
    assert_eq!([next(first), next(second)], [Some(second), None]);
    assert_eq!([previous(second + 1), previous(second), previous(first)], [Some(second), Some(first), None]);
}

#[test]
fn frames_of_a_visit_are_within_a_truncated_file() {
    let events = [
        r#""enter","node":"r""#,
        r#""enter","node":"a","move":"a""#,
        r#""enter","node":"b","move":"b""#,
        r#""leave","node":"b","score":1"#,
        r#""leave","node":"a","score":1"#,
    ];
    for count in 1..=events.len() {
        let trace = read(r#"{"edagari":1}"#, &events[..count]);
        let frames = trace.frame_count();
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let of_visit = |&frame: &usize| trace.step(frame).is_some_and(|step| step.visit == visit);
            for frame in 0..frames {
                assert_eq!(
                    trace.next_frame_of(visit, frame),
                    (frame + 1..frames).find(of_visit),
                    "{visit:?} at {frame}"
                );
            }
        }
    }
}

#[test]
fn null_window_is_inside_the_window_of_its_parent() {
    let is_right = |table: &str, window: &str| {
        let enter = format!("\"enter\",\"node\":\"a\",\"move\":\"a\",\"window\":{window}");
        let events = [r#""enter","window":[0,10]"#, &enter, r#""leave","score":3"#, r#""leave","score":3"#];
        let header = format!(r#"{{"edagari":1,"search":"alpha-beta-soft","null_windows":true{table}}}"#);
        check(&read(&header, &events), false, &Progress::default()).is_right()
    };
    for (window, right) in [("[0,10]", true), ("[0,1]", true), ("[3,4]", true), ("[3,7]", false), ("[20,21]", false)] {
        assert_eq!(is_right(r#","table":"none""#, window), right, "{window}");
    }
    // A table that the stream does not record can have narrowed the window.
    assert!(is_right("", "[3,7]") && !is_right("", "[20,21]"));
}

#[test]
fn score_answered_by_the_table_must_match_its_bounds() {
    let checked = |bounds: &str| {
        let lookup = format!("\"lookup\",\"bounds\":{bounds},\"result\":\"returned\"");
        let events = [
            r#""enter","window":[0,10]"#,
            r#""enter","move":"a","window":[0,10]"#,
            &lookup,
            r#""leave","score":4,"bound":"exact""#,
            r#""leave","score":4"#,
        ];
        check(&read(r#"{"edagari":1,"search":"alpha-beta-soft"}"#, &events), false, &Progress::default())
    };
    let right = checked("[4,4]");
    assert!(right.is_right(), "{:?}", right.findings);
    assert!(right.assumptions.contains(&Assumption::TableKey), "a table that is only read is one");
    for bounds in ["[3,3]", "[3,5]"] {
        assert!(!checked(bounds).is_right(), "{bounds}");
    }
}

#[test]
fn fields_named_like_those_of_other_events_are_kept() {
    let trace = read_stream(
        br#"{"edagari":1,"program":"q","game":"g"}
{"event":"pass","kind":"aspiration","window":[0,9],"line":"a b"}
{"event":"enter","node":0,"moves":["a"]}
{"event":"lookup","bounds":[1,"inf"],"depth":4,"move":"a","result":"nothing"}
{"event":"enter","node":1,"move":"a","count":3,"window":[1,8]}
{"event":"leave","score":3}
{"event":"store","bounds":[3,3],"depth":5,"move":"b"}
{"event":"leave","score":3,"move":"c"}
"#,
    );
    assert_eq!(
        trace.given_window(VisitId(0)),
        window(Some(0), Some(9)),
        "the window of the pass is that of its first node"
    );
    assert_eq!(trace.given_window(VisitId(1)), window(Some(1), Some(8)));
    let said: Vec<String> = trace.column_values(VisitId(0)).map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(said, ["lookup.depth: 4", "lookup.move: a", "pass.line: a b", "store.depth: 5", "store.move: b"]);
    assert_eq!(trace.column_values(VisitId(1)).map(|(name, _)| name).collect::<Vec<_>>(), ["count"]);
    check_round_trips(&trace);
}

#[test]
fn a_pass_from_another_start_is_remarked() {
    let passes = |second: &str| {
        let stream = format!(
            "{{\"edagari\":1,\"after\":\"e4  e5\"}}\n{{\"event\":\"enter\",\"key\":\"k1\"}}\n{{\"event\":\"leave\",\"score\":1}}\n{second}\n{{\"event\":\"leave\",\"score\":2}}\n"
        );
        read_stream(stream.as_bytes())
    };
    for same in [
        r#"{"event":"enter","key":"k1"}"#,
        r#"{"event":"enter"}"#,
        "{\"event\":\"pass\",\"after\":\"e4 e5\"}\n{\"event\":\"enter\"}",
    ] {
        assert!(passes(same).remarks().is_empty(), "{same}");
    }
    for (other, field) in [
        (r#"{"event":"enter","key":"k2"}"#, "key"),
        ("{\"event\":\"pass\",\"after\":\"d4\"}\n{\"event\":\"enter\",\"key\":\"k1\"}", "after"),
    ] {
        let trace = passes(other);
        let [remark] = trace.remarks() else { panic!("{:?}", trace.remarks()) };
        assert!(matches!(&remark.kind, RemarkKind::OtherStart { field: found, .. } if &**found == field), "{remark:?}");
        assert_eq!(remark.frame, 2);
        let report = check(&trace, false, &Progress::default());
        assert!(report.findings[0].sentence(&trace, Language::English).contains(field));
    }
}

/// A stream whose nodes with children have no windows unless `window` gives them one. `a` states the kind of its score, `b` does not.
fn without_windows(window: &str) -> String {
    [
        r#"{"edagari":1,"game":"mine"}"#.to_owned(),
        format!(r#"{{"event":"enter","node":"r"{window}}}"#),
        format!(r#"{{"event":"enter","node":"a","move":"a"{window}}}"#),
        format!(r#"{{"event":"enter","node":"c","move":"c"{window}}}"#),
        r#"{"event":"leave","node":"c","score":3}"#.to_owned(),
        r#"{"event":"leave","node":"a","score":3,"bound":"exact"}"#.to_owned(),
        format!(r#"{{"event":"enter","node":"b","move":"b"{window}}}"#),
        format!(r#"{{"event":"enter","node":"d","move":"d"{window}}}"#),
        r#"{"event":"leave","node":"d","score":2}"#.to_owned(),
        r#"{"event":"leave","node":"b","score":2}"#.to_owned(),
        r#"{"event":"leave","node":"r","score":3}"#.to_owned(),
    ]
    .join("\n")
}

#[test]
fn a_score_whose_window_is_unknown_has_no_kind_anywhere() {
    let exact = Some(BoundKind::Exact);
    for (window, of_b) in [("", None), (r#","window":["-inf","inf"]"#, exact)] {
        let trace = read_stream(without_windows(window).as_bytes());
        // The same after it was saved as a stream and as a native file.
        for trace in [
            &trace,
            &read_stream(&stream_of(&trace)),
            &read_native(native_of(&trace).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file"),
        ] {
            for (moves, kind) in [("", of_b), ("b", of_b), ("a", exact), ("a c", exact), ("b d", exact)] {
                let place = trace.place(&trace.game.parse_moves(&[], moves).expect("moves of the tree"));
                let visit = trace.visit_at(place, usize::MAX).expect("visited");
                let end = trace.span(visit).1.expect("ended");
                assert_eq!(trace.step(end).and_then(|step| step.bound), kind, "frame of {moves:?}");
                let state = trace.state(place, usize::MAX);
                assert!(matches!(state, NodeState::Scored { kind: found, .. } if found == kind), "state of {moves:?}");
                assert_eq!(trace.visit(visit).score().map(|(_, kind)| kind), Some(kind));
                let sign = if kind.is_none() { "?" } else { "=" };
                let state = state_text(trace, Some(visit), state, Language::English);
                assert!(state.contains(&format!("scored {sign} ")), "{state}");
                assert!(frame_in_short(trace, end, Language::English).expect("a frame").values.starts_with(sign));
                let sentence = explain(trace, end, Language::English);
                assert_eq!(sentence.contains("its value or a bound of it"), kind.is_none(), "{sentence}");
            }
            assert_eq!(trace.kind_of_value(), of_b);
            let last = trace.frame_count() - 1;
            let shown = picture_svg(trace, &Picture::at(last)).expect("drawn");
            assert_eq!(shown.matches(">? ").count(), if of_b.is_none() { 2 } else { 0 }, "{shown}");
        }
    }
}
