//! Searches that enter nodes several times: deepening PVS on random trees, recorded as a stream, compared with a naive
//! replay of the same steps for every node at every frame.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use edagari::analysis::{check, visit_tag};
use edagari::game::{GameSetup, TicTacToe};
use edagari::language::Language;
use edagari::scene::{IcicleWidth, Orientation, Rect, WholeArea, WholeLook, WholeNode, WholeTree, draw_icicle};
use edagari::score::{BoundKind, Score, Window};
use edagari::search::{Algorithm, Order, TableSetup};
use edagari::trace::file::one_thread;
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, FrameKind, Jump, NodeId, NodeState, Process, Progress, Setup, Trace, VisitId, record,
};
use proptest::prelude::*;

use super::round_trips::{check_round_trips, read_stream, stream_of};

const SEARCH: Process = Process::Search(Algorithm::AlphaBeta);

/// A tree in which each node has a value, for searches that stop above its leaves.
#[derive(Clone, Debug)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-9..10).prop_map(|value| Tree { value, children: Vec::new() });
    leaf.prop_recursive(4, 40, 4, |below| {
        (-9..10, prop::collection::vec(below, 1..4)).prop_map(|(value, children)| Tree { value, children })
    })
}

/// Names of the moves to a node.
type Path = Vec<String>;

/// State of each node after a step.
type States = BTreeMap<Path, NodeState>;

/// A search that records its steps as a stream, and stores the states of all known nodes after each frame.
struct Told {
    stream: String,
    states: States,
    frames: Vec<States>,
    ids: u32,
    /// Number of updates without a child.
    updates: usize,
    rotates: bool,
    /// Whether the search makes updates without a child.
    knows_itself: bool,
    /// Open and finished visits, by path.
    visits: HashMap<Path, Vec<usize>>,
}

fn bound(score: i32) -> String {
    match score {
        i32::MIN => r#""-inf""#.to_owned(),
        i32::MAX => r#""inf""#.to_owned(),
        score => score.to_string(),
    }
}

fn score(score: i32) -> Score {
    match score {
        i32::MIN => Score::NEG_INFINITY,
        i32::MAX => Score::INFINITY,
        score => Score::new(score),
    }
}

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: score(alpha), beta: score(beta) }
}

impl Told {
    fn frame(&mut self) {
        self.frames.push(self.states.clone());
    }

    fn line(&mut self, text: &str) {
        writeln!(self.stream, "{text}").expect("memory takes everything");
    }

    /// Fail-soft PVS from the max player's point of view. Returns the score, and the id of the visit in the stream.
    fn search(
        &mut self,
        tree: &Tree,
        path: &Path,
        depth: u32,
        is_max: bool,
        given: (i32, i32),
        above: Option<u32>,
    ) -> (i32, u32) {
        let id = self.ids;
        self.ids += 1;
        let (mut alpha, mut beta) = given;
        let parent = above.map_or(String::new(), |above| format!(r#","parent":{above}"#));
        let mv = path.last().map_or(String::new(), |mv| format!(r#","move":"{mv}""#));
        let player = if is_max { "max" } else { "min" };
        self.line(&format!(
            r#"{{"event":"enter","node":{id}{parent}{mv},"player":"{player}","window":[{},{}],"left":{depth}}}"#,
            bound(alpha),
            bound(beta)
        ));
        self.states.insert(path.clone(), NodeState::Open { window: window(alpha, beta) });
        // Children that an earlier visit pruned are unvisited again.
        let children: Vec<Path> = tree.children.iter().enumerate().map(|(at, _)| below(path, at)).collect();
        for child in &children {
            if matches!(self.states.get(child), Some(NodeState::Pruned { .. })) {
                self.states.retain(|path, _| !path.starts_with(child));
            }
        }
        let start = self.frames.len();
        self.visits.entry(path.clone()).or_default().push(start);
        self.frame();
        if depth == 0 || tree.children.is_empty() {
            return (self.leave(path, id, tree.value, BoundKind::Exact), id);
        }
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        let count = tree.children.len();
        let mut entered = Vec::new();
        let mut judged = given;
        if self.knows_itself {
            let window = (alpha.max(-20), beta.min(20));
            judged = window;
            (alpha, beta) = self.know_itself(tree, path, id, is_max, window);
            best = tree.value;
            if alpha >= beta {
                let kind = self::window(judged.0, judged.1).judge(score(best));
                return (self.leave(path, id, best, kind), id);
            }
        }
        for place in 0..count {
            let at = if self.rotates { (place + depth as usize) % count } else { place };
            entered.push(at);
            let (child, under) = (&tree.children[at], &children[at]);
            let mut asks = vec![(alpha, beta)];
            if place > 0 && alpha != i32::MIN && is_max && beta > alpha + 1 {
                asks.insert(0, (alpha, alpha + 1));
            } else if place > 0 && beta != i32::MAX && !is_max && alpha < beta - 1 {
                asks.insert(0, (beta - 1, beta));
            }
            let last = asks.len() - 1;
            for (number, ask) in asks.into_iter().enumerate() {
                let (found, child_id) = self.search(child, under, depth - 1, !is_max, ask, Some(id));
                // Frame of kind `Score`, with the window before the update.
                self.frame();
                let is_aside = number < last && alpha < found && found < beta;
                if !is_aside {
                    best = if is_max { best.max(found) } else { best.min(found) };
                    if is_max { alpha = alpha.max(best) } else { beta = beta.min(best) }
                }
                let cuts = alpha >= beta;
                self.line(&format!(
                    r#"{{"event":"update","node":{id},"child":{child_id},"value":{},"window":[{},{}],"cut":{cuts}}}"#,
                    bound(best),
                    bound(alpha),
                    bound(beta)
                ));
                self.states.insert(path.clone(), NodeState::Open { window: window(alpha, beta) });
                let frame = self.frames.len();
                if cuts {
                    let pruned: Vec<usize> = (0..count).filter(|at| !entered.contains(at)).collect();
                    let names: Vec<String> = pruned.iter().map(|at| format!(r#""m{at}""#)).collect();
                    self.line(&format!(r#"{{"event":"prune","node":{id},"children":[{}]}}"#, names.join(",")));
                    for at in pruned {
                        // Prunes the whole subtree, unless an earlier visit has a score for the child.
                        if !self.states.contains_key(&children[at]) {
                            self.prune(&tree.children[at], &children[at], frame);
                        }
                    }
                }
                self.frame();
                if cuts || !is_aside {
                    break;
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let kind = window(judged.0, judged.1).judge(score(best));
        (self.leave(path, id, best, kind), id)
    }

    /// Records the updates without a child (a window by the rules and the score of standing pat) and the moves that
    /// they prune. Returns the window after them.
    fn know_itself(&mut self, tree: &Tree, path: &Path, id: u32, is_max: bool, judged: (i32, i32)) -> (i32, i32) {
        let (mut alpha, mut beta) = judged;
        self.update(path, &format!(r#"{{"event":"update","node":{id},"why":"rules""#), None, judged);
        if is_max {
            alpha = alpha.max(tree.value);
        } else {
            beta = beta.min(tree.value);
        }
        let children: Vec<Path> = (0..tree.children.len()).map(|at| below(path, at)).collect();
        let frame = self.frames.len();
        for (at, child) in children.iter().enumerate() {
            if alpha >= beta && !self.states.contains_key(child) {
                self.prune(&tree.children[at], child, frame);
            }
        }
        self.update(path, r#"{"event":"update","why":"stand-pat""#, Some(tree.value), (alpha, beta));
        if alpha >= beta {
            let names: Vec<String> = (0..children.len()).map(|at| format!(r#""m{at}""#)).collect();
            self.line(&format!(r#"{{"event":"prune","children":[{}]}}"#, names.join(",")));
        }
        (alpha, beta)
    }

    /// Records an update without a child, whose line begins with `start`.
    fn update(&mut self, path: &Path, start: &str, value: Option<i32>, (alpha, beta): (i32, i32)) {
        let value = value.map_or(String::new(), |value| format!(r#","value":{value}"#));
        self.line(&format!(r#"{start}{value},"window":[{},{}]}}"#, bound(alpha), bound(beta)));
        self.states.insert(path.clone(), NodeState::Open { window: window(alpha, beta) });
        self.frame();
        self.updates += 1;
    }

    fn prune(&mut self, tree: &Tree, path: &Path, frame: usize) {
        self.states.insert(path.clone(), NodeState::Pruned { frame });
        for (at, child) in tree.children.iter().enumerate() {
            self.prune(child, &below(path, at), frame);
        }
    }

    fn leave(&mut self, path: &Path, id: u32, found: i32, kind: BoundKind) -> i32 {
        self.line(&format!(r#"{{"event":"leave","node":{id},"score":{}}}"#, bound(found)));
        self.states.insert(path.clone(), NodeState::Scored { score: score(found), kind: Some(kind) });
        self.frame();
        found
    }
}

fn below(path: &Path, at: usize) -> Path {
    path.iter().cloned().chain([format!("m{at}")]).collect()
}

/// Deepening PVS: the recorded stream and the naive states.
fn told(tree: &Tree, iterations: u32, rotates: bool, knows_itself: bool) -> Told {
    let mut told = Told {
        stream: r#"{"edagari":1,"program":"other","game":"tree","search":"pvs","fail":"soft","cut":">=","null_windows":true}"#
            .to_owned()
            + "\n",
        states: States::new(),
        frames: Vec::new(),
        ids: 0,
        updates: 0,
        rotates,
        knows_itself,
        visits: HashMap::new(),
    };
    for depth in 1..=iterations {
        told.line(&format!(r#"{{"event":"pass","kind":"deepening","depth":{depth},"label":"iteration {depth}"}}"#));
        told.search(tree, &Path::new(), depth, true, (i32::MIN, i32::MAX), None);
    }
    told.line(r#"{"event":"finish"}"#);
    told
}

fn path_of(trace: &Trace, node: NodeId) -> Path {
    trace.game.move_texts(&trace.start, &trace.path(node))
}

/// A search of several threads that take turns; each records its own steps.
struct ToldByThreads {
    stream: String,
    threads: Vec<Told>,
    /// For each frame, its thread and the number of frames of the thread up to it.
    frames: Vec<(usize, usize)>,
}

/// Two deepening searches of a tree that take turns as `turns` specifies.
fn told_by_threads(tree: &Tree, rotates: bool, knows_itself: bool, turns: &[bool]) -> ToldByThreads {
    let threads: Vec<Told> =
        [false, true].map(|other| told(tree, 2 + u32::from(other), rotates != other, knows_itself)).into();
    let mut stream = threads[0].stream.lines().next().expect("a header").to_owned() + "\n";
    // Sequences of lines that other threads cannot interrupt.
    let mut steps = threads.iter().map(|told| {
        let lines: Vec<&str> = told.stream.lines().skip(1).filter(|line| !line.contains("finish")).collect();
        let begins = |line: &str| {
            let enters = line.contains(r#""enter""#) || line.contains(r#""pass""#);
            enters || line.contains(r#""leave""#) || line.contains(r#""why""#)
        };
        let mut steps: Vec<Vec<&str>> = Vec::new();
        for line in lines {
            let follows_pass = steps.last().and_then(|step| step.last()).is_some_and(|last| last.contains(r#""pass""#));
            match steps.last_mut() {
                Some(step) if follows_pass || !begins(line) => step.push(line),
                _ => steps.push(vec![line]),
            }
        }
        steps.into_iter()
    });
    let mut steps = [steps.next().expect("a thread"), steps.next().expect("a thread")];
    let (mut frames, mut done) = (Vec::new(), [0, 0]);
    for turn in turns.iter().map(|&other| usize::from(other)).chain([0, 1].into_iter().cycle()) {
        let Some(step) = steps[turn].next() else {
            if steps.iter().all(|steps| steps.len() == 0) {
                break;
            }
            continue;
        };
        let is_taken_in = step[0].contains(r#""leave""#) && step.len() > 1;
        for _ in 0..if is_taken_in { 3 } else { 1 } {
            done[turn] += 1;
            frames.push((turn, done[turn]));
        }
        for line in step {
            let (node, other) = (r#""node":"#, r#""node":1000"#);
            // The second thread gets different ids, because independent threads do not share them.
            let line = if turn == 1 {
                line.replace(node, other).replace(r#"nt":"#, r#"nt":1000"#).replace(r#"ld":"#, r#"ld":1000"#)
            } else {
                line.to_owned()
            };
            let line = line.replace(r#""event":1000"#, r#""event":"#);
            writeln!(stream, r#"{{"thread":{},{}"#, turn + 4, &line[1..]).expect("memory takes everything");
        }
    }
    stream += "{\"event\":\"finish\"}\n";
    ToldByThreads { stream, threads, frames }
}

impl ToldByThreads {
    /// Frame of the run for a frame of a thread.
    fn frame_of(&self, thread: usize, frame: usize) -> usize {
        self.frames.iter().position(|&at| at == (thread, frame + 1)).expect("a frame of the thread")
    }

    /// State of a node in the thread that last entered it or its nearest visited ancestor.
    fn state(&self, path: &Path, frame: usize) -> NodeState {
        for depth in (0..=path.len()).rev() {
            let visits = |thread: usize| self.threads[thread].visits.get(&path[..depth]).into_iter().flatten();
            let begun =
                (0..2).flat_map(|thread| visits(thread).map(move |&start| (self.frame_of(thread, start), thread)));
            if let Some((_, thread)) = begun.filter(|&(start, _)| start <= frame).max() {
                let told = self.frames[..=frame].iter().rfind(|&&(of, _)| of == thread).map_or(0, |&(_, count)| count);
                let state = self.threads[thread].frames[told - 1].get(path).copied();
                return match state.unwrap_or(NodeState::Unvisited) {
                    NodeState::Pruned { frame } => NodeState::Pruned { frame: self.frame_of(thread, frame) },
                    state => state,
                };
            }
        }
        NodeState::Unvisited
    }
}

proptest! {
    #[test]
    fn threads_take_turns(
        tree in trees(),
        rotates: bool,
        knows_itself: bool,
        turns in prop::collection::vec(any::<bool>(), 0..200),
    ) {
        let told = told_by_threads(&tree, rotates, knows_itself, &turns);
        let trace = read_stream(told.stream.as_bytes());
        prop_assert!(trace.remarks().is_empty(), "{:?}\n{}", trace.remarks().first(), told.stream);
        prop_assert_eq!(trace.frame_count(), told.frames.len());
        prop_assert_eq!(trace.thread_count(), 2);
        prop_assert_eq!(trace.passes().len(), 5);
        for node in (0..trace.node_count() as u32).map(NodeId) {
            let path = path_of(&trace, node);
            for frame in 0..trace.frame_count() {
                let state = trace.state(edagari::trace::Place { node, below: 0 }, frame);
                prop_assert_eq!(state, told.state(&path, frame), "{:?} at {}\n{}", path, frame, told.stream);
            }
        }
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let (start, end) = trace.span(visit);
            let of_thread: Vec<VisitId> = trace.visits_of(visit).collect();
            prop_assert_eq!(of_thread.len(), trace.visits_below(visit));
            for below in (0..trace.visit_count() as u32).map(VisitId) {
                let mut above = Some(below);
                while above.is_some_and(|above| above != visit) {
                    above = trace.parent_visit(above.expect("not at the root"));
                }
                prop_assert_eq!(above.is_some(), of_thread.contains(&below));
                prop_assert_eq!(above.is_some(), trace.is_within(below, visit));
            }
            let pass = trace.pass_of(visit);
            let mut upwards = std::iter::successors(Some(visit), |&below| trace.parent_visit(below));
            let by_parents = upwards.find_map(|above| trace.passes().iter().position(|pass| pass.visit == above));
            prop_assert_eq!(pass, by_parents);
            let layers = trace.layers(trace.node_of(visit)).filter(|&layer| layer <= visit && trace.pass_of(layer) == pass);
            let number = match layers.count() {
                1 => String::new(),
                again => format!("#{again}"),
            };
            prop_assert_eq!(visit_tag(&trace, visit), format!("p{}{number}", pass.expect("a pass") + 1));
            if let Some(parent) = trace.parent_visit(visit) {
                let above = trace.span(parent);
                prop_assert!(above.0 < start && end < above.1);
                prop_assert_eq!(trace.thread_of(parent), trace.thread_of(visit));
            }
            // Follows the frames of a visit forward and back.
            let mut frames = vec![start];
            while let Some(next) = trace.next_frame_of(visit, *frames.last().expect("a frame")) {
                prop_assert_eq!(trace.step(next).map(|step| step.visit), Some(visit), "{}\n{}", next, told.stream);
                frames.push(next);
            }
            let all = (0..trace.frame_count()).filter(|&frame| trace.step(frame).is_some_and(|step| step.visit == visit));
            prop_assert_eq!(&frames, &all.collect::<Vec<_>>());
            for pair in frames.windows(2) {
                prop_assert_eq!(trace.previous_frame_of(visit, pair[1]), Some(pair[0]));
            }
        }
        // One column for each frame, and a few columns for the whole run.
        let frames = trace.frame_count();
        for columns in [frames, 7, 1] {
            for column in trace.strip(0..frames, columns) {
                let starts = column.frames.clone().filter(|&frame| {
                    trace.step(frame).is_some_and(|step| step.kind == FrameKind::Start)
                });
                let entered: u32 = column.rows.iter().map(|row| row.visits).sum();
                prop_assert_eq!(entered as usize, starts.count());
                let cuts = column.frames.clone().filter(|&frame| trace.cuts().contains(&(frame as u32)));
                let counted: u32 = column.rows.iter().map(|row| row.cuts).sum();
                prop_assert_eq!(counted as usize, cuts.count());
            }
        }
        let rises = (0..frames).filter(|&frame| {
            let window = |frame: usize| trace.step(frame).map(|step| step.window);
            let step = trace.step(frame).filter(|step| step.kind == FrameKind::Update);
            let before = step.and_then(|step| window(trace.previous_frame_of(step.visit, frame)?));
            before.zip(window(frame)).is_some_and(|(before, after)| after.alpha > before.alpha)
        });
        let jumps = std::iter::successors(trace.next_jump(Jump::AlphaRise, 0), |&at| trace.next_jump(Jump::AlphaRise, at));
        prop_assert_eq!(jumps.collect::<Vec<_>>(), rises.collect::<Vec<_>>());
        let report = check(&trace, false, &Progress::default());
        prop_assert!(report.is_right(), "{:?}\n{}", report.findings.first(), told.stream);
        check_round_trips(&trace);
        for (number, thread) in told.threads.iter().enumerate() {
            // Threads are numbered in the order of their first frames.
            let number = if told.frames[0].0 == 0 { number } else { 1 - number };
            let alone = one_thread(&trace, number, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a thread");
            prop_assert!(!alone.has_threads());
            prop_assert_eq!(alone.frame_count(), thread.frames.len());
            for node in (0..alone.node_count() as u32).map(NodeId) {
                let path = path_of(&alone, node);
                for (frame, states) in thread.frames.iter().enumerate() {
                    let state = alone.state(edagari::trace::Place { node, below: 0 }, frame);
                    prop_assert_eq!(state, states.get(&path).copied().unwrap_or(NodeState::Unvisited));
                }
            }
        }
    }

    #[test]
    fn states_at_every_frame_match_a_naive_replay(
        tree in trees(),
        iterations in 1_u32..5,
        rotates: bool,
        knows_itself: bool,
    ) {
        let told = told(&tree, iterations, rotates, knows_itself);
        let trace = read_stream(told.stream.as_bytes());
        prop_assert_eq!(trace.frame_count(), told.frames.len());
        prop_assert_eq!(trace.frame_count(), 4 * trace.visit_count() - 2 * iterations as usize + told.updates);
        prop_assert_eq!(trace.passes().len(), iterations as usize);
        let nodes: Vec<(NodeId, Path)> =
            (0..trace.node_count() as u32).map(|node| (NodeId(node), path_of(&trace, NodeId(node)))).collect();
        let distinct: std::collections::HashSet<&Path> = nodes.iter().map(|(_, path)| path).collect();
        prop_assert_eq!(distinct.len(), nodes.len(), "a node is a path");
        for (node, path) in &nodes {
            let place = edagari::trace::Place { node: *node, below: 0 };
            for (frame, states) in told.frames.iter().enumerate() {
                let expected = states.get(path).copied().unwrap_or(NodeState::Unvisited);
                prop_assert_eq!(trace.state(place, frame), expected, "{:?} at {}\n{}", path, frame, told.stream);
            }
            let starts: Vec<usize> = trace.layers(*node).map(|visit| trace.span(visit).0).collect();
            prop_assert_eq!(&starts, &told.visits.get(path).cloned().unwrap_or_default());
            prop_assert_eq!(trace.place(&trace.path(*node)), place);
        }
        let report = check(&trace, false, &Progress::default());
        prop_assert!(report.is_right(), "{:?}\n{}", report.findings.first(), told.stream);
        check_round_trips(&trace);
    }

    #[test]
    fn states_of_a_truncated_run_match_a_naive_replay(
        tree in trees(),
        iterations in 1_u32..4,
        knows_itself: bool,
        share in 0.0..1.0,
    ) {
        let told = told(&tree, iterations, false, knows_itself);
        let lines = told.stream.lines().count();
        // At least the header and the first visit.
        let kept = 3 + (share * (lines - 3) as f64) as usize;
        let cut: String = told.stream.lines().take(kept).flat_map(|line| [line, "\n"]).collect();
        let trace = read_stream(cut.as_bytes());
        for node in (0..trace.node_count() as u32).map(NodeId) {
            let path = path_of(&trace, node);
            for frame in 0..trace.frame_count().saturating_sub(3) {
                let state = trace.state(edagari::trace::Place { node, below: 0 }, frame);
                let expected = told.frames[frame].get(&path).copied().unwrap_or(NodeState::Unvisited);
                // Some pruned nodes are known only from later lines, so their states are not compared.
                if !matches!(expected, NodeState::Pruned { .. }) {
                    prop_assert_eq!(state, expected, "{:?} at {}\n{}", path, frame, cut);
                }
            }
        }
        check_round_trips(&trace);
    }

    #[test]
    fn visits_are_within_those_of_their_parents(
        tree in trees(),
        iterations in 1_u32..5,
        rotates: bool,
        knows_itself: bool,
    ) {
        let trace = read_stream(told(&tree, iterations, rotates, knows_itself).stream.as_bytes());
        let mut again = Vec::new();
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let (start, end) = trace.span(visit);
            let end = end.expect("the search went to its end");
            if let Some(parent) = trace.parent_visit(visit) {
                let (first, last) = trace.span(parent);
                prop_assert!(first < start && end < last.expect("ended"));
                prop_assert_eq!(trace.parent(trace.node_of(visit)), Some(trace.node_of(parent)));
                prop_assert!(trace.visited_children(parent).any(|child| child == visit));
                prop_assert_eq!(trace.depth_of(visit), trace.depth_of(parent) + 1);
            } else {
                prop_assert_eq!(trace.node_of(visit), NodeId::ROOT);
            }
            again.extend(trace.searched_again(visit).map(|_| start));
            prop_assert_eq!(trace.layers(trace.node_of(visit)).nth(trace.layer_of(visit)), Some(visit));
            let mut last = None;
            for frame in start..=end {
                let step = trace.step(frame).expect("a frame");
                if step.visit == visit {
                    prop_assert_eq!(trace.previous_frame_of(visit, frame), last);
                    if let Some(last) = last {
                        prop_assert_eq!(trace.next_frame_of(visit, last), Some(frame));
                    }
                    last = Some(frame);
                }
            }
        }
        let (mut frame, mut found) = (0, Vec::new());
        while let Some(next) = trace.next_jump(Jump::SearchedAgain, frame) {
            found.push(next);
            frame = next;
        }
        prop_assert_eq!(&found, &again);
        let strip = trace.strip(0..trace.frame_count(), 3);
        let visits: u32 = strip.iter().flat_map(|column| &column.rows).map(|row| row.visits).sum();
        prop_assert_eq!(visits as usize, trace.visit_count());
    }
}

proptest! {
    #[test]
    fn passes_apart_show_each_visit_below_the_one_that_made_it(tree in trees(), iterations in 1_u32..5, rotates: bool) {
        let trace = read_stream(told(&tree, iterations, rotates, false).stream.as_bytes());
        let whole = WholeTree::apart(&trace, 1, &Progress::default()).expect("not cancelled");
        prop_assert_eq!(whole.apart, trace.has_layers());
        let mut shown = Vec::new();
        for (index, node) in whole.nodes.iter().enumerate() {
            let WholeNode::Visit(visit) = *node else { continue };
            shown.push(visit);
            prop_assert_eq!(whole.depths[index] as usize, trace.depth_of(visit));
            for child in whole.children(index) {
                match whole.nodes[child] {
                    WholeNode::Visit(below) => prop_assert_eq!(trace.parent_visit(below), Some(visit)),
                    WholeNode::Skipped { first, count, by } => {
                        for child in (first.0..first.0 + count).map(NodeId) {
                            prop_assert_eq!(trace.parent(child), Some(trace.node_of(visit)));
                            prop_assert!(trace.visited_children(visit).all(|other| trace.node_of(other) != child));
                            if let Some(by) = by.filter(|_| trace.cut_frame(visit).is_some()) {
                                let state = trace.state_left_out(by, child, usize::MAX);
                                prop_assert!(matches!(state, NodeState::Pruned { .. }), "{:?}", state);
                            }
                        }
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
            }
        }
        let all: Vec<VisitId> = (0..trace.visit_count() as u32).map(VisitId).collect();
        prop_assert_eq!(&shown, &all, "in the order of entering");
        for visit in all {
            let held = whole.nodes[whole.holding(&trace, trace.node_of(visit), trace.span(visit).0)];
            prop_assert_eq!(held, WholeNode::Visit(visit));
        }
    }

    #[test]
    fn an_icicle_of_passes_apart_has_a_box_for_each_visit(tree in trees(), iterations in 1_u32..5) {
        let trace = read_stream(told(&tree, iterations, false, false).stream.as_bytes());
        let (visits, depths) = (trace.visit_count(), trace.max_depth() + 1);
        let area = WholeArea {
            rect: Rect::new(0.0, 0.0, 100.0 * depths as f32, 10.0 * visits as f32),
            orientation: Orientation::LeftToRight,
            across: 0.0..visits as f64,
            scrolled: 0.0,
            depth_pitch: 100.0,
        };
        let look = WholeLook { trace: &trace, frame: 0, selected: None, apart: true, colors: None, order: None, language: Language::English };
        let scene = draw_icicle(&look, &area, IcicleWidth::Visits);
        prop_assert_eq!(scene.targets.len(), visits);
        for target in scene.targets.iter().filter(|_| trace.has_layers()) {
            let layer = target.layer.expect("each visit for itself");
            prop_assert!((target.rect.min.y - 10.0 * layer.0 as f32).abs() < 0.1, "in the order of entering");
            prop_assert_eq!(target.count as usize, trace.visits_below(layer));
        }
    }
}

#[test]
fn threads_of_a_known_game_keep_its_boards() {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let runs = [Order::Natural, Order::Reversed].map(|order| {
        let table = Some(TableSetup::default());
        let setup = Setup { order, table, after: "a1 b2 c3 a3".to_owned(), ..Setup::new(game.clone(), SEARCH) };
        record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
    });
    let streams = runs.each_ref().map(|run| String::from_utf8(stream_of(run)).expect("text"));
    let header = r#"{"edagari":1,"program":"other","game":"tic-tac-toe","after":"a1 b2 c3 a3","fail":"soft"}"#;
    let mut merged = header.to_owned() + "\n";
    let mut lines = streams.each_ref().map(|stream| stream.lines().skip(1).filter(|line| !line.contains("finish")));
    // The threads alternate with three and two lines.
    while lines.iter().any(|lines| lines.clone().next().is_some()) {
        for (thread, (lines, at_a_time)) in lines.iter_mut().zip([3, 2]).enumerate() {
            for line in lines.by_ref().take(at_a_time) {
                // Each thread has its own table.
                let line = line.replace(r#""entry":"#, &format!(r#""entry":{}000"#, thread + 1));
                writeln!(merged, r#"{{"thread":{thread},{}"#, &line[1..]).expect("memory takes everything");
            }
        }
    }
    let trace = read_stream(merged.as_bytes());
    assert!(trace.remarks().is_empty(), "{:?}", trace.remarks().first());
    assert!(trace.recorded_tree().is_none(), "the moves are legal");
    assert_eq!((trace.thread_count(), trace.passes().len()), (2, 2));
    let values =
        trace.passes().iter().enumerate().map(|(pass, _)| trace.pass_result(pass, usize::MAX).map(|it| it.score));
    assert_eq!(values.collect::<Vec<_>>(), runs.each_ref().map(Trace::value));
    let table = trace.table().tally();
    let of_runs = runs.each_ref().map(|run| run.table().tally());
    assert_eq!(table.lookups, of_runs.iter().map(|tally| tally.lookups).sum::<u64>());
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        let expected = if frame == 0 { None } else { trace.previous_frame_of(step.visit, frame) };
        assert_eq!(expected.is_none(), step.kind == FrameKind::Start);
        assert!(expected.is_none_or(|before| trace.next_frame_of(step.visit, before) == Some(frame)), "{frame}");
    }
    let report = check(&trace, true, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    check_round_trips(&trace);
}

#[test]
fn columns_with_event_prefixes_round_trip() {
    let stream = r#"{"edagari":1}
{"event":"enter","node":1,"lookup.x":1,"store.y":"a","update.z":true,"prune.w":2,"pass.v":3,"score.u":4}
{"event":"enter","node":2,"move":"a","update.z":false,"score.u":5}
{"event":"leave","score":3}
{"event":"leave","score":3}
"#;
    let trace = read_stream(stream.as_bytes());
    let values = |visit: u32| trace.column_values(VisitId(visit)).count();
    assert_eq!((values(0), values(1)), (6, 2));
    check_round_trips(&trace);
}
