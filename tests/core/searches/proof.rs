//! Proof-number searches: published counts, laws on random trees, the check, and files.

use edagari::analysis::{
    Course, Fault, NoProofTree, ProofTree, Summary, Verdict, check, compared_figures, explain, state_text,
};
use edagari::game::{AnyPosition, ConnectFour, GameSetup, Mnk, RandomTree, TicTacToe};
use edagari::language::{Language, Text};
use edagari::score::{Player, Score};
use edagari::search::{Algorithm, Claim, Proof, ProofNumbers, ProofSetup};
use edagari::trace::file::{StreamReader, read_native, read_trace, write_native, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Progress, Recording, Setup, Trace, VisitId, record};
use proptest::prelude::*;

pub(super) fn recorded(game: impl Into<GameSetup>, proof: Proof, at_least: i32) -> Trace {
    let setup = ProofSetup { claim: Claim { at_least }, ..ProofSetup::default() };
    Recording::of(game).proof(proof, setup).record().expect("a run")
}

pub(super) fn root(trace: &Trace) -> ProofNumbers {
    trace.proofs().and_then(|proofs| proofs.of(NodeId::ROOT, usize::MAX)).expect("a proof-number search")
}

/// Proof number, disproof number, children, and the square taken.
pub(super) type PlainNode = (u64, u64, Vec<usize>, usize);

/// Proof-number search of an (m, n, k) game by its definition, which shares nothing with the program: the number of expansions and of
/// nodes, and whether the claim is true.
pub(super) struct Plain {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) line: usize,
    pub(super) draw_is_enough: bool,
    pub(super) nodes: Vec<PlainNode>,
}

pub(super) const NEVER: u64 = 1 << 50;

impl Plain {
    fn has_line(&self, board: &[u8], mark: u8) -> bool {
        let at = |x: i32, y: i32| {
            let inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
            inside && board[y as usize * self.width + x as usize] == mark
        };
        let length = self.line as i32;
        (0..self.height as i32).any(|y| {
            (0..self.width as i32).any(|x| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(dx, dy)| (0..length).all(|step| at(x + dx * step, y + dy * step)))
            })
        })
    }

    /// Whether the claim is true, if the game is over.
    pub(super) fn over(&self, board: &[u8]) -> Option<bool> {
        if self.has_line(board, 1) {
            Some(true)
        } else if self.has_line(board, 2) {
            Some(false)
        } else {
            board.iter().all(|&mark| mark != 0).then_some(self.draw_is_enough)
        }
    }

    fn run(&mut self) -> (u64, usize, bool) {
        let mut expansions = 0;
        self.nodes.push((1, 1, Vec::new(), usize::MAX));
        while self.nodes[0].0 > 0 && self.nodes[0].1 > 0 {
            expansions += 1;
            let mut board = vec![0; self.width * self.height];
            let (mut path, mut is_max) = (vec![0], true);
            while let Some(&node) = path.last() {
                let children = &self.nodes[node].2;
                let key = |child: &usize| if is_max { self.nodes[*child].0 } else { self.nodes[*child].1 };
                let Some(least) = children.iter().map(key).min() else { break };
                let next = *children.iter().find(|child| key(child) == least).expect("the least one");
                board[self.nodes[next].3] = if is_max { 1 } else { 2 };
                is_max = !is_max;
                path.push(next);
            }
            let leaf = *path.last().expect("the root");
            for square in 0..board.len() {
                if board[square] != 0 {
                    continue;
                }
                board[square] = if is_max { 1 } else { 2 };
                let (proof, disproof) = match self.over(&board) {
                    None => (1, 1),
                    Some(true) => (0, NEVER),
                    Some(false) => (NEVER, 0),
                };
                board[square] = 0;
                self.nodes.push((proof, disproof, Vec::new(), square));
                let child = self.nodes.len() - 1;
                self.nodes[leaf].2.push(child);
            }
            for node in path.into_iter().rev() {
                let of = |which: fn(&PlainNode) -> u64| {
                    let numbers = self.nodes[node].2.iter().map(|&child| which(&self.nodes[child]));
                    numbers.collect::<Vec<u64>>()
                };
                let (proofs, disproofs) = (of(|node| node.0), of(|node| node.1));
                let least = |numbers: &[u64]| numbers.iter().copied().min().expect("children");
                let sum = |numbers: &[u64]| numbers.iter().sum::<u64>().min(NEVER);
                let numbers =
                    if is_max { (least(&proofs), sum(&disproofs)) } else { (sum(&proofs), least(&disproofs)) };
                (self.nodes[node].0, self.nodes[node].1) = numbers;
                is_max = !is_max;
            }
        }
        (expansions, self.nodes.len(), self.nodes[0].0 == 0)
    }
}

/// Whether the positions of a tree prove its result by the rules alone: one player has one move in each, the other all of them, and each
/// finished game has the result. Returns the number of positions used.
pub(super) fn proves(trace: &Trace, tree: &ProofTree, at_least: i32) -> usize {
    fn visit(tree: &ProofTree, place: &mut usize, position: &AnyPosition, at_least: i32) {
        let own = &tree.positions[*place];
        let depth = own.depth;
        assert_eq!(own.player, position.player());
        *place += 1;
        if let Some(score) = position.score() {
            assert_eq!(score >= Score::new(at_least), tree.proved);
            assert!(own.score.is_some());
            return;
        }
        assert!(own.score.is_none());
        let mut moves = Vec::new();
        while let Some(below) = tree.positions.get(*place).filter(|below| below.depth > depth) {
            assert_eq!(below.depth, depth + 1);
            let text = below.r#move.clone().expect("a move");
            let mv = (0..position.move_count()).find(|&mv| position.move_text(mv) == text).expect("a legal move");
            moves.push(mv);
            visit(tree, place, &position.play(mv as u32).expect("a legal move"), at_least);
        }
        let has_one = (position.player() == Player::Max) == tree.proved;
        let expected = if has_one { moves.clone() } else { (0..position.move_count()).collect() };
        assert_eq!(moves, expected);
        assert!(!has_one || moves.len() == 1);
    }
    let mut place = 0;
    visit(tree, &mut place, &trace.position(&[]).expect("a start"), at_least);
    place
}

#[test]
fn proof_tree_proves_the_claim_by_the_rules_alone() {
    for proof in Proof::ALL {
        for at_least in [0, 1] {
            let trace = recorded(TicTacToe::default(), proof, at_least);
            let tree = ProofTree::of(&trace).expect("a solved claim");
            assert_eq!(tree.proved, at_least == 0);
            assert_eq!(proves(&trace, &tree, at_least), tree.positions.len());
            assert!(tree.positions.len() < trace.node_count());
            assert_eq!(tree.text().lines().count(), tree.positions.len());
        }
    }
    let unsolved = ProofSetup { expansions: 3, ..ProofSetup::default() };
    let stopped = Recording::of(TicTacToe::default()).proof(Proof::Pns, unsolved).record().expect("a run");
    assert_eq!(ProofTree::of(&stopped), Err(NoProofTree::Unsolved));
    let plain = Recording::of(TicTacToe::default()).after("a1 b1 c1 a2").search(Algorithm::AlphaBeta).record();
    assert_eq!(ProofTree::of(&plain.expect("a run")), Err(NoProofTree::NoProof));
}

#[test]
fn mates_of_the_named_positions_are_proved_by_their_trees() {
    let names = [
        "back-rank",
        "smothered",
        "boden",
        "legal",
        "quiet-sacrifice",
        "waiting",
        "damiano",
        "double-check",
        "anastasia",
    ];
    for name in names {
        let setup = Setup::of_words(&format!("chess,position={name},search=dfpn")).expect("a setup");
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        let tree = ProofTree::of(&trace).expect("a mate");
        assert!(tree.proved, "{name}");
        assert_eq!(proves(&trace, &tree, 1), tree.positions.len(), "{name}");
        // White has the last move.
        let deepest = tree.positions.iter().map(|at| at.depth).max().expect("a start");
        assert!(deepest % 2 == 1, "{name}: {deepest}");
    }
}

/// The course of a run, at up to `moments` moments: expansions, frames and numbers of the root.
fn course(trace: &Trace, moments: usize) -> Vec<(u32, usize, ProofNumbers)> {
    let Some(Course::Proof(numbers)) = Course::of(trace, moments, &Progress::default()) else {
        panic!("it is a proof-number search")
    };
    numbers.iter().map(|at| (at.expansions, at.frame, at.numbers)).collect()
}

#[test]
fn course_has_the_numbers_of_the_root_after_each_expansion() {
    for proof in Proof::ALL {
        let setup = ProofSetup { claim: Claim { at_least: 0 }, ..ProofSetup::default() };
        let trace = Recording::of(TicTacToe::default()).proof(proof, setup).record().expect("a run");
        let all = course(&trace, usize::MAX);
        assert_eq!(all.len(), 474, "{proof:?}");
        assert!(all.iter().zip(1..).all(|(at, number)| at.0 == number));
        assert_eq!(all.last().expect("the end").2, ProofNumbers::PROVED);
        assert!(all.windows(2).all(|pair| pair[0].1 < pair[1].1 && !pair[0].2.is_solved()));
        // The moments of a shorter course are among them.
        let few = course(&trace, 9);
        assert!(few.len() <= 10 && few.iter().all(|at| all.contains(at)));
        assert_eq!(few.last(), all.last());
    }
}

#[test]
fn claims_are_solved_with_the_published_numbers_of_expansions() {
    for (width, height, line, at_least, expansions, nodes, is_true) in [
        (3_u8, 3_u8, 3_u8, 1, 3_323, 13_950, false),
        (3, 3, 3, 0, 474, 2_510, true),
        (4, 3, 3, 1, 1_744, 13_917, true),
        (3, 4, 3, 1, 1_239, 9_789, true),
        (5, 3, 3, 1, 2_994, 32_938, true),
        (4, 4, 3, 1, 3_135, 38_239, true),
        (5, 5, 3, 1, 8_727, 184_166, true),
    ] {
        let mut plain = Plain {
            width: width.into(),
            height: height.into(),
            line: line.into(),
            draw_is_enough: at_least == 0,
            nodes: Vec::new(),
        };
        assert_eq!(plain.run(), (expansions, nodes, is_true));
        for proof in Proof::ALL {
            let game = match (width, height) {
                (3, 3) => TicTacToe::default().into(),
                _ => GameSetup::from(Mnk { width, height, line, shortest_win: false }),
            };
            let trace = recorded(game, proof, at_least);
            let made = trace.proofs().expect("a proof-number search").expansions(usize::MAX);
            assert_eq!((made as u64, trace.node_count()), (expansions, nodes), "{proof:?} {width} {height}");
            let expected = if is_true { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED };
            assert_eq!(root(&trace), expected);
        }
    }
}

/// The nodes in the order of their expansions.
fn expanded(trace: &Trace) -> Vec<Vec<u32>> {
    let visits = (0..trace.visit_count() as u32).map(VisitId);
    visits.filter(|&visit| trace.layer_of(visit) == 0).map(|visit| trace.path(trace.node_of(visit))).collect()
}

#[test]
fn both_searches_expand_the_same_nodes_in_the_same_order() {
    for game in
        [GameSetup::from(TicTacToe::default()), Mnk { width: 4, height: 3, line: 3, shortest_win: false }.into()]
    {
        for at_least in [0, 1] {
            let [pns, dfpn] = Proof::ALL.map(|proof| expanded(&recorded(game.clone(), proof, at_least)));
            assert_eq!(pns, dfpn);
        }
    }
}

#[test]
fn check_proves_both_searches() {
    for proof in Proof::ALL {
        for epsilon in [0, 25] {
            let setup = ProofSetup { epsilon, ..ProofSetup::default() };
            let trace = Recording::of(TicTacToe::default()).proof(proof, setup).record().expect("a run");
            let report = check(&trace, false, &Progress::default());
            assert_eq!(report.verdict(), Verdict::Proved, "{proof:?} {epsilon}: {:?}", report.findings.first());
        }
    }
    let setup = ProofSetup { expansions: 500, ..ProofSetup::default() };
    let trace = Recording::of(ConnectFour::default()).proof(Proof::Dfpn, setup).record().expect("a run");
    assert!(!root(&trace).is_solved());
    assert!(check(&trace, false, &Progress::default()).is_right());
}

#[test]
fn sentences_name_the_numbers_that_decide() {
    let trace = recorded(TicTacToe::default(), Proof::Pns, 1);
    let said = |frame| explain(&trace, frame, Language::English).replace('\u{a0}', " ");
    assert_eq!(said(0), "Expansion 1 begins at the root, to prove or disprove that max wins.");
    let whole: Vec<String> = (0..400).map(said).collect();
    assert!(whole.iter().any(|said| said.contains("no sibling has a smaller proof number than")), "{whole:#?}");
    assert!(whole.iter().any(|said| said.contains("is expanded: it has 8 children")));
    assert!(
        said(trace.frame_count() - 1).ends_with("It is disproved there that max wins."),
        "{}",
        said(trace.frame_count() - 1)
    );
}

#[test]
fn every_format_keeps_the_claim() {
    for proof in Proof::ALL {
        let trace = recorded(TicTacToe::default(), proof, 0);
        let (mut native, mut stream) = (Vec::new(), Vec::new());
        write_native(&trace, &mut native, &Progress::default()).expect("memory takes everything");
        write_stream(&trace, &mut stream, &Progress::default()).expect("memory takes everything");
        let native = read_native(native.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
        let read = StreamReader::new(stream.as_slice(), DEFAULT_MEMORY_LIMIT).read(&Progress::default());
        for other in [native, read.expect("a stream")] {
            assert_eq!((&other.setup, root(&other)), (&trace.setup, root(&trace)));
            for frame in (0..trace.frame_count()).step_by(7) {
                assert_eq!(other.step(frame), trace.step(frame));
                assert_eq!(explain(&other, frame, Language::English), explain(&trace, frame, Language::English));
            }
            assert_eq!(check(&other, false, &Progress::default()).verdict(), Verdict::Proved);
        }
    }
}

/// A stream of another program, in which each visit has its numbers, changed at one line by `change`.
fn stream_with_numbers(change: impl Fn(usize, &str) -> Option<String>) -> Trace {
    let trace = recorded(TicTacToe::default(), Proof::Pns, 1);
    let proofs = trace.proofs().expect("a proof-number search");
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Progress::default()).expect("memory takes everything");
    let stream = String::from_utf8(stream).expect("text").replace("\"program\":\"edagari\"", "\"program\":\"solver\"");
    let mut ends = (0..trace.frame_count())
        .filter(|&frame| trace.step(frame).is_some_and(|step| step.kind == edagari::trace::FrameKind::End));
    let mut lines: Vec<String> = Vec::new();
    for (at, line) in stream.lines().enumerate() {
        let mut line = line.to_owned();
        if line.contains("\"leave\"")
            && let Some(frame) = ends.next()
        {
            let node = trace.step(frame).expect("a frame").node;
            let numbers = proofs.of(node, frame).expect("numbers");
            let text =
                |number: u32| if number == ProofNumbers::INFINITE { "\"inf\"".to_owned() } else { number.to_string() };
            let fields = format!(",\"pn\":{},\"dn\":{}}}", text(numbers.proof), text(numbers.disproof));
            line = line.strip_suffix('}').expect("an object").to_owned() + &fields;
        }
        lines.push(change(at, &line).unwrap_or(line));
    }
    read_trace((lines.join("\n") + "\n").as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

#[test]
fn numbers_of_other_programs_are_checked() {
    let right = stream_with_numbers(|_, _| None);
    let report = check(&right, false, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    let stale = stream_with_numbers(|at, line| {
        (at > 60 && at < 70 && line.contains("\"dn\":")).then(|| line.replace("\"dn\":", "\"dn\":9"))
    });
    let report = check(&stale, false, &Progress::default());
    let fault = report.findings.first().map(|finding| &finding.fault);
    assert!(matches!(fault, Some(Fault::WrongProofNumber { .. })), "{fault:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn solved_claims_agree_with_minimax(
        (depth, branching, seed) in (1_u32..5, 1_u32..4, any::<u64>()),
        at_least in -5_i32..6,
    ) {
        let game = RandomTree { depth, branching, seed, scores: (-6, 6) };
        let minimax = Recording::of(game).search(Algorithm::Minimax).record().expect("a run");
        let is_true = minimax.value() >= Some(Score::new(at_least));
        for proof in Proof::ALL {
            let trace = recorded(game, proof, at_least);
            prop_assert_eq!(root(&trace), if is_true { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED });
            let report = check(&trace, false, &Progress::default());
            prop_assert_eq!(report.verdict(), Verdict::Proved, "{:?}", report.findings.first());
        }
    }

    #[test]
    fn numbers_follow_from_the_children_at_every_end((depth, branching, seed) in (2_u32..5, 2_u32..4, any::<u64>())) {
        let game = RandomTree { depth, branching, seed, scores: (-6, 6) };
        for proof in Proof::ALL {
            let trace = recorded(game, proof, 1);
            let proofs = trace.proofs().expect("a proof-number search");
            for visit in (0..trace.visit_count() as u32).map(VisitId) {
                let end = trace.span(visit).1.expect("a complete run");
                let children: Vec<_> =
                    proofs.children(trace.node_of(visit), end).into_iter().map(|(_, numbers)| numbers).collect();
                let keys = |player: Player| children.iter().map(move |child| child.key(player));
                let sum = |player: Player| keys(player).fold(0_u32, u32::saturating_add);
                let player = trace.player_of(visit);
                let least = keys(player).min().unwrap_or(1);
                let own = proofs.of(trace.node_of(visit), end).expect("numbers");
                prop_assert_eq!((own.key(player), own.key(player.other())), (least, sum(player.other())));
            }
        }
    }
}

#[test]
fn comparison_counts_expansions_and_states_show_proof_numbers() {
    let proof = recorded(TicTacToe::default(), Proof::Pns, 1);
    let search = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record().expect("a run");
    let summaries = [Summary::of(&proof), Summary::of(&search)];
    let row = |runs: &[Option<&Summary>], name: Text| {
        compared_figures(runs, Language::English).into_iter().find(|row| row.name == name).map(|row| row.values)
    };
    let both = [Some(&summaries[0]), Some(&summaries[1])];
    assert_eq!(row(&both, Text::Expansions), Some(vec!["3,323".to_owned(), "–".to_owned()]));
    assert_eq!(row(&both, Text::GroupPasses), None);
    assert_eq!(row(&both, Text::Value), Some(vec!["disproved".to_owned(), "0".to_owned()]));
    let by_depth = Summary::of(&recorded(TicTacToe::default(), Proof::Dfpn, 1));
    let expansions = row(&[Some(&by_depth), both[0]], Text::Expansions);
    assert_eq!(expansions, Some(vec!["3,323".to_owned(), "3,323".to_owned()]));
    assert_eq!(row(&both[..1], Text::AlphaCuts), None, "a proof-number search has no cutoffs");
    let last = proof.frame_count() - 1;
    let state = |visit: VisitId| {
        let node = proof.node_of(visit);
        state_text(
            &proof,
            proof.layer_at(node, last),
            proof.state(proof.place(&proof.path(node)), last),
            Language::English,
        )
    };
    assert_eq!(state(VisitId(0)), "disproved");
    assert!(state(VisitId(1)).contains('|') || state(VisitId(1)).ends_with("proved"), "{}", state(VisitId(1)));
}
