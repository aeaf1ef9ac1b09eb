//! The helpers of the pseudocode of searches that guess, and the tests of this code.

use std::rc::Rc;

use edagari::analysis::{Code, CodeLine, LineSet};
use edagari::game::{Chess, GameSetup, Kalah, Player, RandomTree};
use edagari::language::Language;
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, Guess, GuessSetup, PassSetup};
use edagari::trace::file::{read_trace, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace};
use proptest::prelude::*;

use super::interpreter::Interpreter;
use super::value::{Node, Value, of_score};
use super::{check, check_seeks, check_wrong_lines, fits, number, passes, recorded, tables};
use crate::oracles::{cases, is_whole};

/// The numbers of a pass, and of the same position again, in a path.
pub(super) const PASS: u32 = u32::MAX;
pub(super) const AGAIN: u32 = u32::MAX - 1;

/// The lines that first use the score of a speculative search.
pub(super) const ENDS_SPECULATION: [CodeLine; 7] = [
    CodeLine::KeepScore,
    CodeLine::IfVerify,
    CodeLine::IfPassCut,
    CodeLine::IfProbeCut,
    CodeLine::FirstOfShallow,
    CodeLine::FoundFirst,
    CodeLine::IfOthersWorse,
];

/// `score` improved for the player by a number of units.
fn moved(player: Player, score: i64, by: i64) -> i64 {
    let is_infinite = [i32::MIN, i32::MAX].map(i64::from).contains(&score);
    match player {
        _ if is_infinite => score,
        Player::Max => (score + by).clamp(Score::MIN.into(), Score::MAX.into()),
        Player::Min => (score - by).clamp(Score::MIN.into(), Score::MAX.into()),
    }
}

fn exceeds(player: Player, score: i64, other: i64) -> bool {
    match player {
        Player::Max => score > other,
        Player::Min => score < other,
    }
}

impl Interpreter {
    fn is_mate(&self, score: i64) -> bool {
        let least = self.world.mates.map_or(i64::from(i32::MAX), |mates| mates.least.into());
        [i32::MIN, i32::MAX].map(i64::from).contains(&score) || score.abs() >= least
    }

    fn evaluation(&self, node: &Node) -> i64 {
        self.scaled(node.position.evaluate(self.world.evaluation)).number()
    }

    fn parameter(&self, guess: Guess) -> i64 {
        self.world.guesses.get(guess).expect("a guess of the run").into()
    }

    fn is_quiet(node: &Node, child: &Node) -> bool {
        let mv = *child.path.last().expect("a move") as usize;
        node.position.is_in_check() != Some(true) && node.position.is_noisy(mv) != Some(true)
    }

    /// Whether a move can be skipped: its number, and the best score so far.
    fn can_skip(&self, child: &Node, count: i64, best: i64, alpha: i64, beta: i64) -> bool {
        let node = child.parent.as_ref().expect("a child");
        let own = if node.position.player() == Player::Max { alpha } else { beta };
        let is_of_line = self.is_pvs() && alpha + 1 != beta;
        let is_near_mate = self.is_mate(best) || self.is_mate(own);
        let is_over = child.position.score().is_some();
        count > 0
            && node.ply > 0
            && !is_of_line
            && !is_near_mate
            && !is_over
            && Self::is_quiet(node, child)
            && child.position.is_in_check() != Some(true)
    }

    fn most(&self, node: &Node, depth: i64) -> i64 {
        moved(node.position.player(), self.evaluation(node), self.parameter(Guess::Futility) * depth)
    }

    /// The result of a helper that the code of a guess calls; `None` if there is no such helper.
    pub(super) fn guessed(&self, name: &str, arguments: &[Value]) -> Option<Value> {
        match name {
            "clip" => {
                let [score, alpha, beta] = [0, 1, 2].map(|place: usize| arguments[place].number());
                return Some(Value::Number(score.max(alpha).min(beta)));
            }
            "score_or" if self.is_mate(arguments[1].number()) => return Some(arguments[0].clone()),
            "score_or" => return Some(arguments[1].clone()),
            _ => {}
        }
        let Some(Value::Node(node)) = arguments.first() else { return None };
        let player = node.position.player();
        let is_max = player == Player::Max;
        let number = |place: usize| arguments[place].number();
        Some(match name {
            "worst" => of_score(if is_max { Score::NEG_INFINITY } else { Score::INFINITY }),
            "own_bound" => Value::Number(if is_max { number(1) } else { number(2) }),
            "cut_bound" => Value::Number(if is_max { number(2) } else { number(1) }),
            "better" => Value::Number(if is_max { number(1).max(number(2)) } else { number(1).min(number(2)) }),
            "reaches" => Value::Truth(!exceeds(player, number(2), number(1))),
            "beats" => Value::Truth(exceeds(player, number(1), if is_max { number(2) } else { number(3) })),
            "test" if is_max => Value::Numbers(vec![number(1) - 1, number(1)]),
            "test" => Value::Numbers(vec![number(1), number(1) + 1]),
            "null" if is_max => Value::Numbers(vec![number(1), number(1) + 1]),
            "null" => Value::Numbers(vec![number(2) - 1, number(2)]),
            "improved" => Value::Number(moved(player, number(1), number(2))),
            "worsened" => Value::Number(moved(player, number(1), -number(2))),
            "can_pass" => {
                let (depth, goal) = (number(1), number(2));
                let is_open = !node.is_after_pass && depth >= 2 && node.position.is_in_check() != Some(true);
                let is_good = !self.is_mate(goal) && !exceeds(player, goal, self.evaluation(node));
                Value::Truth(is_open && is_good && node.position.pass().is_some())
            }
            "can_probe" => {
                let (depth, goal) = (number(1), number(2));
                let far = moved(player, goal, self.parameter(Guess::Probcut));
                let is_mate = self.is_mate(goal) || self.is_mate(far);
                Value::Truth(depth >= 4 && node.position.is_in_check() != Some(true) && !is_mate)
            }
            "can_be_singular" => {
                let is_short = node.ply > 0 && node.ply < 2 * self.driver["limit"].number();
                Value::Truth(number(1) >= 4 && is_short && !node.is_again && node.position.move_count() >= 2)
            }
            "is_value" => {
                let own = if is_max { number(3) } else { number(4) };
                let is_mate = self.is_mate(number(1)) || self.is_mate(number(2));
                Value::Truth(exceeds(player, number(1), own) && !is_mate)
            }
            "in_order" => {
                let Value::Nodes(mut children) = self.part(&arguments[0], "children", 0) else { return None };
                if let Value::Move(first) = arguments[1] {
                    children.sort_by_key(|child| child.path.last() != Some(&first));
                }
                Value::Nodes(children)
            }
            "is_late" => {
                let (count, depth) = (number(1), number(2));
                let can_skip = self.can_skip(node, count, number(3), number(4), number(5));
                Value::Truth(can_skip && depth <= 2 && count >= 3 + depth * depth)
            }
            "is_futile" => {
                let (count, depth, parent) = (number(1), number(2), node.parent.as_ref().expect("a child"));
                let can_skip = self.can_skip(node, count, number(3), number(4), number(5));
                let own = if parent.position.player() == Player::Max { number(4) } else { number(5) };
                let is_low = || !exceeds(parent.position.player(), self.most(parent, depth), own);
                Value::Truth(can_skip && (0..=2).contains(&depth) && is_low())
            }
            "most" => Value::Number(self.most(node, number(1))),
            "is_hopeless" => {
                let child = arguments[1].node();
                let own = if is_max { number(2) } else { number(3) };
                let reach = moved(player, self.evaluation_or_nothing(child), self.parameter(Guess::Delta));
                let is_fixed = node.position.is_in_check() == Some(true) || child.position.score().is_some();
                Value::Truth(!is_fixed && !self.is_mate(own) && !exceeds(player, reach, own))
            }
            "reduction" => {
                let (count, depth, parent) = (number(1), number(2), node.parent.as_ref().expect("a child"));
                let is_late = depth >= 3 && count >= 3 && Self::is_quiet(parent, node);
                let left = depth - i64::from(player != parent.position.player());
                let by_formula = i64::from(depth.max(1).ilog2() * (count + 1).ilog2() / 2);
                Value::Number(if is_late { by_formula.max(1).min(left.max(1) - 1) } else { 0 })
            }
            "extends" => {
                let parent = node.parent.as_ref().expect("a child");
                let is_short = parent.ply < 2 * self.driver["limit"].number();
                let is_singular = matches!(arguments[1], Value::Move(singular) if node.path.last() == Some(&singular));
                let gives_check = is_short && node.position.is_in_check() == Some(true);
                Value::Truth(gives_check || is_singular && player != parent.position.player())
            }
            _ => return None,
        })
    }

    /// The evaluation of a position; 0 where the game is over and it has none.
    fn evaluation_or_nothing(&self, node: &Node) -> i64 {
        if node.position.score().is_some() { 0 } else { self.evaluation(node) }
    }

    fn is_pvs(&self) -> bool {
        self.world.is_pvs
    }

    /// A part of a node that only searches with guesses use.
    pub(super) fn part_of_guess(&self, node: &Rc<Node>, part: &str) -> Option<Value> {
        let path = |last: u32| [node.path.as_slice(), &[last]].concat();
        let again = Node { path: path(AGAIN), is_again: true, ..(**node).clone() };
        Some(match part {
            "in_check" => Value::Truth(node.position.is_in_check() == Some(true)),
            "ply" => Value::Number(node.ply),
            "is_again" => Value::Truth(node.is_again),
            "is_child" => Value::Truth(node.ply > 0 && !node.is_again),
            "best_move" => self.last_best.map_or(Value::Nothing, Value::Move),
            "excluded" => node.excluded.map_or(Value::Nothing, Value::Move),
            "move" => Value::Move(*node.path.last()?),
            "plies" => {
                let parent = node.parent.as_ref()?;
                Value::Number(i64::from(parent.position.player() != node.position.player()))
            }
            // A search of the position after a pass has reached its goal: passes are not tried below.
            "again" => Value::Node(Rc::new(again)),
            "passed" => Value::Node(Rc::new(Node {
                path: path(PASS),
                position: node.position.pass()?,
                ply: node.ply + 1,
                is_after_pass: true,
                is_again: false,
                parent: Some(Rc::clone(node)),
                ..again
            })),
            "noisy_children" => {
                let Value::Nodes(children) = self.part(&Value::Node(Rc::clone(node)), "children", 0) else {
                    return None;
                };
                let is_all = node.position.is_in_check() == Some(true);
                let is_noisy = |child: &Rc<Node>| is_all || !Self::is_quiet(node, child);
                Value::Nodes(children.into_iter().filter(is_noisy).collect())
            }
            _ => return None,
        })
    }

    /// The result of a method of a node.
    pub(super) fn method(value: &Value, name: &str, arguments: &[Value]) -> Value {
        let (node, [Value::Move(excluded)]) = (value.node(), arguments) else { panic!("{name} of {arguments:?}") };
        assert_eq!(name, "without");
        let path = [node.path.as_slice(), &[AGAIN]].concat();
        Value::Node(Rc::new(Node { path, is_again: true, excluded: Some(*excluded), ..(**node).clone() }))
    }
}

/// The path of a node by the rules, with numbers for passes and repeated positions.
pub(super) fn rule_path(trace: &Trace, interpreter: &Interpreter, path: &[u32]) -> Vec<u32> {
    let mut position = interpreter.world.start.clone();
    let texts = trace.game.move_texts(&trace.start, path);
    assert_eq!(texts.len(), path.len());
    let number = |text: String| {
        let by_rules = || (0..position.move_count()).find(|&mv| position.move_text(mv) == text);
        // Repeated ones are numbered.
        let kind =
            text.rsplit_once('#').filter(|(_, number)| !number.is_empty()).map_or(text.as_str(), |(text, _)| text);
        match kind {
            "" => AGAIN,
            "null" => {
                position = position.pass().expect("a pass");
                PASS
            }
            _ => {
                let mv = by_rules().unwrap_or_else(|| panic!("no move {text}")) as u32;
                position = position.play(mv).expect("a legal move");
                mv
            }
        }
    };
    texts.into_iter().map(number).collect()
}

/// The setup of a search with guesses, with a depth limit.
fn setup(game: &GameSetup, algorithm: Algorithm, depth: u32, guesses: GuessSetup) -> Setup {
    let limit = Some(DepthLimit { depth, evaluation: 0 });
    Setup { limit, guesses, ..Setup::new(game.clone(), Process::Search(algorithm)) }
}

/// The searches that make guesses.
const SEARCHES: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft, Algorithm::Pvs, Algorithm::Aspiration];

/// All guesses that a game allows, each with a parameter that has an effect on small trees.
fn possible(game: &GameSetup, margin: u32) -> Vec<(Guess, u32)> {
    let value = |guess: Guess| match guess {
        Guess::Quiescence => 3,
        Guess::Futility | Guess::Probcut | Guess::Singular | Guess::Delta => margin,
        _ => 1,
    };
    let all = Guess::ALL.into_iter().map(|guess| (guess, value(guess)));
    let is_possible = |&(guess, value): &(Guess, u32)| {
        let guesses = guess
            .kind()
            .within
            .map_or_else(GuessSetup::default, |within| GuessSetup::default().with(within, value_within(within)));
        fits(&setup(game, Algorithm::Pvs, 4, guesses.with(guess, value)))
    };
    all.filter(is_possible).collect()
}

fn value_within(guess: Guess) -> u32 {
    if guess == Guess::Quiescence { 3 } else { 1 }
}

/// A set of guesses, with those that they are part of.
fn together<'a>(list: impl Iterator<Item = &'a (Guess, u32)>) -> GuessSetup {
    list.fold(GuessSetup::default(), |set, &(guess, value)| {
        let set = guess.kind().within.map_or(set, |within| set.with(within, value_within(within)));
        set.with(guess, value)
    })
}

/// A game with a small tree, the depths of its searches, a margin with an effect on its scores, and an evaluation.
type Case = (GameSetup, &'static [u32], u32, u8);

fn games() -> Vec<Case> {
    let chess = |fen: &str| GameSetup::placed(Chess::default(), fen);
    let random = RandomTree { branching: 5, depth: 5, seed: 7, scores: (-20, 20) };
    vec![
        (chess("4k3/2p5/8/1P6/8/8/8/4K3 w - - 0 1"), &[3, 4], 40, 1),
        (chess("7k/6pp/8/8/3p4/2P5/8/R6K w - - 0 1"), &[2, 3], 100, 0),
        (GameSetup::from(random), &[3, 4, 5], 3, 0),
        (GameSetup::from(Kalah { houses: 3, stones: 2, ..Kalah::default() }), &[3, 4, 5], 1, 0),
    ]
}

/// A setup of a game with some of its guesses: bit `n` of `chosen` is set if it makes the `n`-th one.
fn setup_of((game, depths, margin, evaluation): &Case, chosen: u32, place: usize) -> Option<Setup> {
    let possible = possible(game, *margin);
    let guesses = together(possible.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, guess)| guess));
    let depth = depths[place % depths.len()];
    let (tables, passes) = (tables(), passes());
    let has_keys = game.open().expect("a game").position(&[]).is_some_and(|start| start.key().is_some());
    let deepening = place.is_multiple_of(3).then(|| number(1));
    let plain = setup(game, SEARCHES[place % SEARCHES.len()], depth, guesses);
    let setup = Setup {
        limit: Some(DepthLimit { depth, evaluation: *evaluation }),
        table: tables[place / 4 % tables.len()].filter(|_| has_keys),
        passes: PassSetup { deepening, ..passes[place / 5 % passes.len()] },
        ..plain.clone()
    };
    let is_possible = |setup: &Setup| !guesses.is_nothing() && fits(setup) && setup.check_passes().is_ok();
    [setup.clone(), Setup { table: None, ..setup.clone() }, Setup { limit: setup.limit, ..plain }]
        .into_iter()
        .find(is_possible)
}

#[test]
fn code_of_searches_with_guesses_produces_the_frames_of_their_runs() {
    let mut ran = LineSet::default();
    for (number, case) in games().into_iter().enumerate() {
        // All guesses, each alone, and every third one, in each search.
        let sets =
            [u32::MAX, 0b100_1001, 0b1001_0010, 0b10_0010_0100].into_iter().chain((0..10).map(|guess| 1 << guess));
        for (place, chosen) in sets.enumerate() {
            if !is_whole() && chosen.is_power_of_two() && (place + number) % 2 == 0 {
                continue;
            }
            for algorithm in 0..SEARCHES.len() {
                let every = if chosen == u32::MAX { 1 } else { 4 };
                for place in (0..4).step_by(every).map(|step| 4 * (5 * place + step) + algorithm) {
                    if let Some(setup) = setup_of(&case, chosen, place) {
                        ran.extend(check(&recorded(None, &setup)).iter());
                    }
                }
            }
        }
    }
    let lines = (CodeLine::IfQuiet.index()..=CodeLine::CountChild.index()).map(|index| CodeLine::ALL[index]);
    let left: Vec<CodeLine> = lines.filter(|&line| !ran.contains(line)).collect();
    assert_eq!(left, []);
}

/// Wrong texts of lines: each must produce other frames, or highlight other lines, in at least one of the runs.
const WRONG: [(CodeLine, &str); 39] = [
    (CodeLine::IfLimit, "if depth <= −2:"),
    (CodeLine::IfQuiet, "if depth <= −1:"),
    (CodeLine::InitQuiet, "best = 0"),
    (CodeLine::IfStand, "if node.in_check:"),
    (CodeLine::BestStand, "best = evaluate(node) + 1"),
    (CodeLine::ForNoisy, "for child in node.children:"),
    (CodeLine::IfHopeless, "if depth > 0:"),
    (CodeLine::BestNoisy, "best = score"),
    (CodeLine::CutBound, "goal = own_bound(node, α, β)"),
    (CodeLine::MayGuess, "guesses = not node.is_again"),
    (CodeLine::IfPass, "if guesses:"),
    (CodeLine::PassWindow, "a, b = α, β"),
    (CodeLine::PassDepth, "left = depth − 1"),
    (CodeLine::KeepScore, "kept = score + 1"),
    (CodeLine::IfVerify, "if depth > 1:"),
    (CodeLine::VerifyDepth, "left = depth − 2"),
    (CodeLine::IfPassCut, "if score > 0:"),
    (CodeLine::ReturnPass, "return score + 1"),
    (CodeLine::IfProbe, "if guesses and depth >= 4:"),
    (CodeLine::ProbeBound, "far = goal"),
    (CodeLine::ProbeDepth, "left = depth − 1"),
    (CodeLine::IfProbeCut, "if reaches(node, score, goal):"),
    (CodeLine::ReturnProbe, "return score"),
    (CodeLine::IfShallow, "if depth >= 3 and not node.is_again:"),
    (CodeLine::FirstOfShallow, "first = None"),
    (CodeLine::IfSingle, "if depth >= 4:"),
    (CodeLine::OthersBound, "bound = score"),
    (CodeLine::IfFirstIsValue, "if first:"),
    (CodeLine::IfOthersWorse, "if reaches(node, score, bound):"),
    (CodeLine::InitBest, "best = 0"),
    (CodeLine::ForChild, "for child in node.children:"),
    (CodeLine::IfLate, "if count > 3:"),
    (CodeLine::BestFutile, "best = best + 0"),
    (CodeLine::ChildDepth, "left = depth − 1"),
    (CodeLine::Reduce, "reduce = 1"),
    (CodeLine::Extend, "left = left + 2"),
    (CodeLine::IfWhole, "if reduce == 0:"),
    (CodeLine::AgainWindow, "a, b = α, β"),
    (CodeLine::CountChild, "count = count + 2"),
];

#[test]
fn wrong_line_of_a_guess_fails_the_comparison() {
    let mut runs = Vec::new();
    for case in games() {
        for place in 0..8 {
            runs.extend(setup_of(&case, u32::MAX, place).map(|setup| recorded(None, &setup)));
        }
        for guess in 0..10 {
            runs.extend(setup_of(&case, 1 << guess, guess).map(|setup| recorded(None, &setup)));
        }
    }
    check_wrong_lines(&runs, &WRONG);
}

fn some_case() -> impl Strategy<Value = Case> {
    let random = (2_u32..6, 2_u32..6, any::<u64>(), 0_i32..20).prop_map(|(branching, depth, seed, spread)| {
        let game = RandomTree { branching, depth, seed, scores: (-spread, spread) };
        (GameSetup::from(game), &[2, 3, 4, 5, 6][..], 1 + seed as u32 % 4, 0)
    });
    prop_oneof![3 => random, 2 => proptest::sample::select(games())]
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn code_of_any_guesses_produces_the_frames(case in some_case(), chosen in 1_u32..1024, place in 0_usize..1000) {
        if let Some(setup) = setup_of(&case, chosen, place) {
            check(&recorded(None, &setup));
        }
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_line_of_a_guess(
        chosen in 1_u32..1024,
        place in 0_usize..1000,
        seed: u64,
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let game = RandomTree { branching: 3, depth: 5, seed, scores: (-9, 9) };
        if let Some(setup) = setup_of(&(GameSetup::from(game), &[4, 5], 2, 0), chosen, place) {
            let trace = recorded(None, &setup);
            check_seeks(&trace, from.index(trace.frame_count()), one_node);
        }
    }
}

#[test]
fn lines_of_guesses_are_short_and_have_comments_in_both_languages() {
    for case in games() {
        for place in 0..12 {
            for chosen in [u32::MAX, 0b101_0101_0101, 0b010_1010_1010] {
                if let Some(setup) = setup_of(&case, chosen, place) {
                    super::check_lengths(&recorded(None, &setup));
                }
            }
        }
    }
}

#[test]
fn every_beginning_of_a_run_with_guesses_has_lines() {
    let case = (GameSetup::from(RandomTree { branching: 3, depth: 5, seed: 3, scores: (-9, 9) }), &[4][..], 2, 0);
    let whole = recorded(None, &setup_of(&case, u32::MAX, 2).expect("a setup"));
    let mut stream = Vec::new();
    write_stream(&whole, &mut stream, &Progress::default()).expect("written to memory");
    let ends: Vec<usize> =
        stream.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    for &end in ends.iter().skip(2).step_by(ends.len() / 60 + 1) {
        let trace = read_trace(&stream[..end], DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a beginning");
        let code = Code::of(&trace).expect("code");
        for frame in 0..trace.frame_count() {
            let at = code.at(&trace, frame).unwrap_or_else(|| panic!("no line at {frame} of {}", trace.frame_count()));
            assert!(at.runs.contains(at.lit), "{at:?}");
            assert!(!code.variables(&trace, frame, Language::English).is_empty());
        }
    }
}
