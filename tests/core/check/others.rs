//! Other streams: stopped searches, several threads, and scores that are not minimax scores.

use serde_json::{Value, json};

use super::drivers::Run;
use super::games::Game;
use super::graph::Graph;
use super::made_up::chance;
use super::relay::at_the_same_time;
use super::ways::{Degree, Drive, Ways};

/// A recorded stream, with the name of its search and the degree of recording.
pub struct Told {
    pub name: String,
    pub degree: Degree,
    pub stream: String,
}

fn text(lines: &[Value]) -> String {
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// Way in which a search was stopped.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// The file is truncated after a line.
    Ends,
    /// The file is truncated in the middle of a line.
    EndsWithinLine,
    /// The program records that it was cancelled.
    Cancelled,
    /// Like `Cancelled`, between two passes.
    BetweenPasses,
    /// The program unwinds: nodes are left without a score, with the reason `stopped`.
    CutShort,
}

/// Stream of a search that was stopped.
pub fn stopped(run: Run, stop: Stop) -> Told {
    let mut lines = run.seek().0.scribe.lines;
    let last_pass = lines.iter().rposition(|line| line["event"] == "pass" || line["node"] == 1).unwrap_or(1);
    let kept = if matches!(stop, Stop::BetweenPasses) { last_pass } else { lines.len() * 3 / 5 };
    lines.truncate(kept.max(2));
    match stop {
        Stop::Cancelled | Stop::BetweenPasses => lines.push(json!({"event": "finish", "ending": "cancelled"})),
        Stop::CutShort => lines.push(json!({"event": "finish", "ending": "cut-short"})),
        Stop::Ends | Stop::EndsWithinLine => {}
    }
    let mut stream = text(&lines);
    if matches!(stop, Stop::EndsWithinLine) {
        stream.truncate(stream.len() - 9);
    }
    Told { name: format!("{} {stop:?}", run.name()), degree: run.degree, stream }
}

/// Threads that search the same tree and share their table, if any.
pub fn threads(runs: &[Run]) -> Told {
    let (lines, scores) = at_the_same_time(runs);
    for (run, score) in runs.iter().zip(scores) {
        assert_eq!(score, run.game.graph().value(0, run.depth()), "{}", run.name());
    }
    Told { name: format!("threads {}", runs[0].name()), degree: runs[0].degree, stream: text(&lines) }
}

/// Monte-Carlo tree search: each playout is a pass from the root, with a mean instead of a score.
pub fn monte_carlo(game: Game, degree: Degree) -> Told {
    let graph = game.graph();
    let mut lines = vec![header(graph, "mcts")];
    let mut id = 0;
    for playout in 0..40_u64 {
        let (mut at, mut path) = (0, Vec::new());
        let mut mv = None;
        loop {
            id += 1;
            path.push(id);
            let mut line = json!({"event": "enter", "node": id});
            if let Some(mv) = &mv {
                line["move"] = json!(mv);
            }
            if degree == Degree::Full {
                line["visits"] = json!(playout);
            }
            lines.push(line);
            let ways = &graph.places[at].ways;
            if ways.is_empty() || (path.len() as u64 > 2 + playout / 10) {
                break;
            }
            let way = &ways[(chance(playout, path.len() as u64) % ways.len() as u64) as usize];
            (at, mv) = (way.to, Some(way.name.clone()));
        }
        let mean = (chance(playout, 99) % 201) as i64 - 100;
        while let Some(id) = path.pop() {
            if degree == Degree::Full {
                lines.push(json!({"event": "update", "node": id, "why": "mean", "value": mean / 2}));
            }
            lines.push(json!({"event": "leave", "node": id, "score": mean + path.len() as i64}));
        }
    }
    Told { name: format!("{game:?} mcts"), degree, stream: text(&lines) }
}

/// Proof-number search: each descent to the most proving node is a pass, with proof numbers instead of scores.
pub fn proof_numbers(game: Game, degree: Degree) -> Told {
    let graph = game.graph();
    let mut lines = vec![header(graph, "proof-number")];
    let mut numbers: std::collections::HashMap<Vec<usize>, (u64, u64)> = std::collections::HashMap::new();
    let end = |number: u64| if number >= 1_000_000 { json!("inf") } else { json!(number) };
    let mut id = 0;
    for _ in 0..30 {
        let (mut at, mut path, mut ids) = (0, Vec::new(), Vec::new());
        let mut mv: Option<String> = None;
        loop {
            id += 1;
            ids.push(id);
            let (proof, disproof) = numbers.get(&path).copied().unwrap_or((1, 1));
            let mut line = json!({"event": "enter", "node": id, "move": mv, "proof": proof, "disproof": disproof});
            if mv.is_none() {
                line.as_object_mut().expect("an object").remove("move");
            }
            lines.push(line);
            let place = &graph.places[at];
            let below = |way: usize| {
                let path: Vec<usize> = path.iter().copied().chain([way]).collect();
                numbers.get(&path).copied()
            };
            // A node is expanded when all its children have numbers.
            if place.ways.is_empty() || below(0).is_none() {
                break;
            }
            let best = (0..place.ways.len()).min_by_key(|&way| {
                let (proof, disproof) = below(way).unwrap_or((1, 1));
                if place.is_first { proof } else { disproof }
            });
            let best = best.expect("a move");
            path.push(best);
            (at, mv) = (place.ways[best].to, Some(place.ways[best].name.clone()));
        }
        expand(graph, at, &path, &mut numbers);
        while let Some(id) = ids.pop() {
            let (proof, disproof) = combined(graph, &path, &numbers);
            numbers.insert(path.clone(), (proof, disproof));
            lines.push(json!({"event": "leave", "node": id, "score": end(proof), "disproof": disproof}));
            path.pop();
        }
    }
    Told { name: format!("{game:?} proof numbers"), degree, stream: text(&lines) }
}

type Numbers = std::collections::HashMap<Vec<usize>, (u64, u64)>;

const NEVER: u64 = 1_000_000;

/// Sets the initial numbers of the children of a place.
fn expand(graph: &Graph, at: usize, path: &[usize], numbers: &mut Numbers) {
    for (number, way) in graph.places[at].ways.iter().enumerate() {
        let first = match graph.places[way.to].over {
            Some(1..) => (0, NEVER),
            Some(_) => (NEVER, 0),
            None => (1, 1),
        };
        numbers.insert(path.iter().copied().chain([number]).collect(), first);
    }
}

/// Computes the numbers of a node from those of its children.
fn combined(graph: &Graph, path: &[usize], numbers: &Numbers) -> (u64, u64) {
    let place = path.iter().fold(0, |at, &way| graph.places[at].ways[way].to);
    let place = &graph.places[place];
    let children = (0..place.ways.len()).map_while(|way| {
        let path: Vec<usize> = path.iter().copied().chain([way]).collect();
        numbers.get(&path).copied()
    });
    let children: Vec<(u64, u64)> = children.collect();
    if children.is_empty() {
        return numbers.get(path).copied().unwrap_or((1, 1));
    }
    let sum = |of: fn(&(u64, u64)) -> u64| children.iter().map(of).sum::<u64>().min(NEVER);
    let least = |of: fn(&(u64, u64)) -> u64| children.iter().map(of).min().unwrap_or(NEVER);
    if place.is_first { (least(|n| n.0), sum(|n| n.1)) } else { (sum(|n| n.0), least(|n| n.1)) }
}

fn header(graph: &Graph, search: &str) -> Value {
    let mut header = json!({"edagari": 1, "search": search, "judge": false, "scores": "max"});
    for (name, value) in &graph.header {
        header[*name] = value.clone();
    }
    header
}

/// All right streams of these kinds.
pub fn right() -> Vec<Told> {
    let mut told = Vec::new();
    for degree in [Degree::Full, Degree::Middle, Degree::Thin, Degree::Thinnest] {
        for (game, limit) in
            [(Game::TicTacToe, None), (Game::ConnectFour, Some(4)), (Game::Layers, None), (Game::Tree, None)]
        {
            let run = |ways| Run { game, ways, degree, limit };
            told.push(stopped(run(Ways::SOFT), Stop::Ends));
            told.push(stopped(run(Ways::PVS), Stop::Cancelled));
            told.push(stopped(run(Ways::MINIMAX), Stop::CutShort));
            let deepening = Ways { drive: Drive::Deepening, table: Some(Ways::TABLE), ..Ways::SOFT };
            told.push(stopped(run(deepening), Stop::BetweenPasses));
            told.push(stopped(run(deepening), Stop::EndsWithinLine));
            told.push(threads(&[run(Ways::SOFT), run(Ways::SOFT)]));
            let helper = Ways { table: deepening.table, ..Ways::PVS };
            let deepening = Ways { scouts: true, ..deepening };
            told.push(threads(&[run(deepening), run(deepening), run(helper)]));
        }
        for game in [Game::TicTacToe, Game::Layers] {
            told.push(monte_carlo(game, degree));
            told.push(proof_numbers(game, degree));
        }
    }
    told
}
