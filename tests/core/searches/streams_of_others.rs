//! Streams of other searches: proof numbers that positions share in a table, numbers and results in games whose rules are not known,
//! the range of scores, and lists of moves beside probes. The searches here share no code with those of Edagari.

use std::collections::HashMap;

use crate::changes;
use edagari::analysis::{CheckReport, Verdict, check};
use edagari::language::Language;
use edagari::trace::file::read_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Progress, Trace};

fn read(lines: &[String]) -> Trace {
    read_trace((lines.join("\n") + "\n").as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

fn checked(lines: &[String]) -> CheckReport {
    check(&read(lines), false, &Progress::default())
}

/// The names of the first fault and of the reasons for skipped checks.
fn judged(lines: &[String]) -> (Option<&'static str>, Vec<&'static str>) {
    let report = checked(lines);
    let fault = report.findings.first().map(|finding| finding.fault.name());
    (fault, report.unjudged.iter().map(|reason| reason.name()).collect())
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

const NEVER: u64 = 1_000_000;

/// df-pn with a table of positions on tic-tac-toe, whose thresholds are always the second number plus 1.
struct TableSearch {
    table: HashMap<Vec<u8>, (u64, u64)>,
    lines: Vec<String>,
    expansions: usize,
    limit: usize,
}

impl TableSearch {
    fn run(header: &str, limit: usize) -> Vec<String> {
        let header = format!(
            r#"{{"edagari":1,"program":"other","game":"tic-tac-toe","search":"dfpn","judge":false,"proof":{{"claim":"max-wins"}}{header}}}"#
        );
        let mut search = Self { table: HashMap::new(), lines: vec![header], expansions: 0, limit };
        search.visit(&mut vec![0; 9], None, (NEVER, NEVER));
        search.lines
    }

    fn is_over(board: &[u8]) -> Option<bool> {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let line = LINES.iter().find(|line| board[line[0]] != 0 && line.iter().all(|&at| board[at] == board[line[0]]));
        line.map(|line| board[line[0]] == 1).or_else(|| board.iter().all(|&mark| mark != 0).then_some(false))
    }

    fn numbers(&self, board: &[u8]) -> (u64, u64) {
        match Self::is_over(board) {
            Some(true) => (0, NEVER),
            Some(false) => (NEVER, 0),
            None => self.table.get(board).copied().unwrap_or((1, 1)),
        }
    }

    fn visit(&mut self, board: &mut Vec<u8>, mv: Option<usize>, limits: (u64, u64)) {
        let node = self.lines.len();
        let mv = mv.map(|at| format!(r#","move":"{}{}""#, ["a", "b", "c"][at % 3], at / 3 + 1)).unwrap_or_default();
        self.lines.push(format!(r#"{{"event":"enter","node":{node}{mv}}}"#));
        self.expansions += 1;
        let moves: Vec<usize> = (0..9).filter(|&at| board[at] == 0).collect();
        let mark = if moves.len() % 2 == 1 { 1 } else { 2 };
        let own = loop {
            let below = moves.iter().map(|&at| {
                board[at] = mark;
                let numbers = self.numbers(board);
                board[at] = 0;
                numbers
            });
            let below: Vec<(u64, u64)> = below.collect();
            let key = |&(proof, disproof): &(u64, u64)| if mark == 1 { proof } else { disproof };
            let sum: u64 = below.iter().map(|&(proof, disproof)| if mark == 1 { disproof } else { proof }).sum();
            let place = (0..moves.len()).min_by_key(|&place| key(&below[place])).expect("a move");
            let (least, sum) = (key(&below[place]), sum.min(NEVER));
            let own = if mark == 1 { (least, sum) } else { (sum, least) };
            let is_settled = own.0 >= limits.0 || own.1 >= limits.1 || own.0 == 0 || own.1 == 0;
            if is_settled || self.expansions >= self.limit {
                break own;
            }
            let others = (0..moves.len()).filter(|&other| other != place).map(|other| key(&below[other]));
            let second = others.min().map_or(NEVER, |second| second + 1);
            let child = below[place];
            let limits = if mark == 1 {
                (limits.0.min(second), limits.1 - own.1 + child.1)
            } else {
                (limits.0 - own.0 + child.0, limits.1.min(second))
            };
            board[moves[place]] = mark;
            self.visit(board, Some(moves[place]), limits);
            board[moves[place]] = 0;
        };
        self.table.insert(board.clone(), own);
        let text = |number: u64| if number >= NEVER { "\"inf\"".to_owned() } else { number.to_string() };
        let score = if own.0 == 0 { r#","score":1"# } else { r#","score":0"# };
        let (proof, disproof) = (text(own.0), text(own.1));
        self.lines.push(format!(r#"{{"event":"leave","node":{node},"pn":{proof},"dn":{disproof}{score}}}"#));
    }
}

/// Changes pn of the first node from this line on that has another one than 0, 1 and ∞.
fn with_wrong_number(lines: &[String], from: usize) -> Vec<String> {
    let mut lines = lines.to_vec();
    let small = [r#""pn":0,"#, r#""pn":1,"#, r#""pn":"inf""#];
    let has_number = |line: &String| line.contains("\"pn\"") && !small.iter().any(|small| line.contains(small));
    let at = (from..lines.len()).find(|&at| has_number(&lines[at])).expect("a number");
    lines[at] = lines[at].replace("\"pn\":", "\"pn\":9");
    lines
}

#[test]
fn positions_share_their_proof_numbers_where_the_program_has_a_table() {
    let of = |header: &str| TableSearch::run(header, 600);
    for header in ["", r#","table":"position""#, r#","table":{"key":"Position"}"#] {
        let right = of(header);
        let report = checked(&right);
        assert_eq!(report.verdict(), Verdict::Proved, "{header}: {:?}", report.findings.first());
        assert_eq!(report.assumptions.len(), usize::from(header.is_empty()), "{header}");
        let faults = checked(&with_wrong_number(&right, 500)).findings;
        assert_eq!(faults.len(), 1, "{header}: only the wrong number is a fault");
        assert_eq!(faults[0].fault.name(), "wrong-proof-number");
    }
    // Without a table, or with entries of symmetric positions, these numbers do not follow.
    for header in [r#","table":"none""#, r#","table":{"key":"Position","symmetry":true}"#] {
        assert!(judged(&of(header)).0.is_some(), "{header}");
    }
    // Entries of a small table can be lost.
    let small = of(r#","table":{"key":"Position","size":50}"#);
    assert_eq!(judged(&small), (None, vec![]));
    assert_eq!(judged(&with_wrong_number(&small, 500)), (None, vec!["shared-numbers"]));
    // Without recorded numbers, a depth-first search may have a table that it does not state.
    let without = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().map(|line| line.replace("\"pn\"", "\"a\"").replace("\"dn\"", "\"b\"")).collect()
    };
    assert_eq!(judged(&without(of(""))), (None, vec!["shared-numbers"]));
}

#[test]
fn shared_proof_numbers_solve_the_root_with_fewer_expansions() {
    let trace = read(&TableSearch::run(r#","table":"position""#, usize::MAX));
    let proofs = trace.proofs().expect("a proof-number search");
    let root = proofs.of(NodeId::ROOT, usize::MAX).expect("numbers");
    assert!(root.is_solved() && root.disproof == 0, "{root:?}");
    assert!(proofs.shares_numbers());
    let expansions = proofs.expansions(usize::MAX);
    assert!(expansions < 3_323, "{expansions}");
    // Each position is expanded once; a node is visited again in other places.
    assert!(expansions < (0..trace.node_count()).filter(|&node| trace.visit_of(NodeId(node as u32)).is_some()).count());
}

#[test]
fn changes_of_shared_proof_numbers_match_a_plain_walk() {
    let trace = read(&TableSearch::run(r#","table":"position""#, 60));
    assert!(trace.proofs().is_some_and(|proofs| proofs.shares_numbers()));
    for place in changes::places(&trace).into_iter().step_by(9).take(12) {
        changes::check_node(&trace, place, &changes::PROVED);
    }
}

/// Two expansions of a game that Edagari does not know: the root has three children, of which one is the end of a game.
fn small_proof(second_root: &str, first_child: &str) -> Vec<String> {
    let stream = r#"
        {"edagari":1,"program":"other","game":"hex","search":"pns","judge":false,"proof":{"claim":"max-wins"}}
        {"event":"enter","node":0,"player":"max","moves":["a","b","c"]}
        {"event":"leave","node":0,"pn":1,"dn":2}
        {"event":"enter","node":0,"player":"max"}
        {"event":"enter","node":1,"move":"a","player":"min","moves":["d","e","f"]}
        {"event":"leave","node":1,FIRST}
        {"event":"leave","node":0,SECOND}
        {"event":"enter","node":0,"player":"max"}
        {"event":"enter","node":2,"move":"b","player":"min","moves":["g"]}
        {"event":"leave","node":2,"pn":1,"dn":1}
        {"event":"leave","node":0,"pn":1,"dn":2}
        {"event":"finish","ending":"complete"}"#;
    lines(&stream.replace("SECOND", second_root).replace("FIRST", first_child))
}

#[test]
fn recorded_proof_numbers_follow_from_the_children_where_the_rules_are_not_known() {
    let right = small_proof(r#""pn":1,"dn":2"#, r#""pn":3,"dn":1"#);
    assert_eq!(judged(&right), (None, vec!["rules"]));
    // The sum still has the new leaf b, and not the finished game c.
    let stale = small_proof(r#""pn":1,"dn":3"#, r#""pn":3,"dn":1"#);
    assert_eq!(judged(&stale).0, Some("wrong-proof-number"));
    let sentence = checked(&stale).findings[0].sentence(&read(&stale), Language::English).replace('\u{a0}', " ");
    assert!(sentence.contains("dn of the root is 3, but by its children it is 2"), "{sentence}");
    // A new min node has dn 1.
    assert_eq!(judged(&small_proof(r#""pn":1,"dn":2"#, r#""pn":1,"dn":3"#)).0, Some("wrong-proof-number"));
    let mut again = right.clone();
    again[8] = again[8].replace(r#""node":2,"move":"b","player":"min","moves":["g"]"#, r#""node":1,"move":"a""#);
    again[9] = again[9].replace(r#""node":2,"pn":1"#, r#""node":1,"pn":3"#);
    assert_eq!(judged(&again), (None, vec!["rules"]), "b was never entered: it can be the finished game");
    // A solved root is not searched.
    let solved = small_proof(r#""pn":0,"dn":"inf""#, r#""pn":0,"dn":"inf""#);
    assert_eq!(judged(&solved).0, Some("proved-before"));
    // A depth-first search has a table unless it states that it has none.
    let depth_first = |table: &str| -> Vec<String> {
        stale.iter().map(|line| line.replace(r#""search":"pns""#, &format!(r#""search":"dfpn"{table}"#))).collect()
    };
    assert_eq!(judged(&depth_first("")), (None, vec!["rules", "shared-numbers"]));
    assert_eq!(judged(&depth_first(r#","table":"none""#)).0, Some("wrong-proof-number"));
}

#[test]
fn probes_need_not_follow_the_list_of_moves() {
    // Of the children of the chance node only b, where a player chooses, is probed.
    let stream = lines(
        r#"
        {"edagari":1,"program":"other","game":"dice","search":"star2","unit":0.5,"scores":"max","range":[-1,1],"table":"none"}
        {"event":"enter","node":0,"player":"max","kind":"chance","window":["-inf","inf"],"moves":["a","b"]}
        {"event":"enter","node":1,"move":"b","kind":"probe","player":"max","window":[-1,1],"moves":["c","d"]}
        {"event":"enter","node":2,"move":"c","player":"min","window":[-1,1]}
        {"event":"leave","node":2,"score":0}
        {"event":"leave","node":1,"score":0}
        {"event":"enter","node":3,"parent":0,"move":"a","player":"min","window":[-1,1]}
        {"event":"leave","node":3,"score":0}
        {"event":"enter","node":1,"parent":0,"move":"b","player":"max","window":[-1,1],"moves":["c","d"]}
        {"event":"enter","node":2,"move":"c","player":"min","window":[-1,1]}
        {"event":"leave","node":2,"score":0}
        {"event":"enter","node":4,"move":"d","player":"min","window":[0,1]}
        {"event":"leave","node":4,"score":1}
        {"event":"leave","node":1,"score":1}
        {"event":"leave","node":0,"score":0.5}
        {"event":"finish","ending":"complete"}"#,
    );
    assert_eq!(judged(&stream), (None, vec!["rules"]));
    let disordered: Vec<String> =
        stream.iter().map(|line| line.replace(r#""moves":["a","b"]"#, r#""moves":["b","a"]"#)).collect();
    assert_eq!(judged(&disordered).0, Some("not-in-listed-order"), "the searches follow the list");
}

/// Star1 at a chance node with two children in the window (0, 1): the first one is given (−1, 1), the second one (α, 1).
fn small_star1(range: &str, alpha: &str) -> Vec<String> {
    let stream = r#"
        {"edagari":1,"program":"other","game":"dice","search":"star1","unit":0.5,"scores":"max","table":"none"RANGE}
        {"event":"enter","node":0,"player":"max","kind":"chance","window":[0,1],"moves":["a","b"]}
        {"event":"enter","node":1,"move":"a","player":"max","window":[-1,1]}
        {"event":"leave","node":1,"score":0.5}
        {"event":"enter","node":2,"parent":0,"move":"b","player":"max","window":[ALPHA,1]}
        {"event":"leave","node":2,"score":0.5}
        {"event":"leave","node":0,"score":0.5}
        {"event":"finish","ending":"complete"}"#;
    lines(&stream.replace("RANGE", range).replace("ALPHA", alpha))
}

#[test]
fn range_of_the_header_proves_the_windows_of_star1() {
    let range = r#","range":[-1,1]"#;
    assert_eq!(judged(&small_star1(range, "-0.5")), (None, vec!["rules"]));
    let wrong = small_star1(range, "0");
    assert_eq!(judged(&wrong), (Some("given-window"), vec!["rules"]));
    let trace = read(&wrong);
    for (language, text) in [(Language::English, "the chance node above"), (Language::Japanese, "偶然のノード")] {
        let sentence = checked(&wrong).findings[0].sentence(&trace, language);
        assert!(sentence.contains(text), "{sentence}");
    }
    // Without the range, a window cannot be judged, and the report states it.
    assert_eq!(judged(&small_star1("", "0")), (None, vec!["rules", "range"]));
    for bad in ["[1,-1]", "[0]", "3", r#"["a","b"]"#] {
        let stream = small_star1(&format!(r#","range":{bad}"#), "0").join("\n");
        let error = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err("no range");
        assert!(error.to_string().contains("expected the least and the greatest score"), "{error}");
    }
}

#[test]
fn results_are_passed_up_also_where_selections_are_not_judged() {
    let stream = |passed: &str| {
        let stream = r#"
            {"edagari":1,"program":"other","game":"hex","search":"puct","judge":false,"sampling":{"exploration":1.0}}
            {"event":"enter","node":0,"player":"max","why":"playout"}
            {"event":"leave","node":0,"score":0}
            {"event":"enter","node":0,"player":"max"}
            {"event":"enter","node":1,"move":"a","player":"min","why":"playout"}
            {"event":"leave","node":1,"score":1}
            {"event":"leave","node":0,"score":PASSED}
            {"event":"finish","ending":"complete"}"#;
        lines(&stream.replace("PASSED", passed))
    };
    assert_eq!(judged(&stream("1")), (None, vec!["rules", "playouts", "selections"]));
    assert_eq!(judged(&stream("-1")).0, Some("result-changed"));
}
