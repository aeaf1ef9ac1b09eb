//! Generates streams of searches: with passes, speculative visits, a table, threads and columns, complete or sparse,
//! right or wrong.

use libfuzzer_sys::arbitrary::Unstructured;
use serde_json::{Map, Value, json};

/// Moves of all games: squares, so that some are legal if the header names tic-tac-toe.
const SQUARES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const GAMES: [&str; 4] = ["tic-tac-toe", "a game of others", "kalah", "textbook"];
const NAMES_OF_SEARCHES: [&str; 6] = ["alpha-beta", "alpha-beta-soft", "pvs", "mtd-f", "minimax", "a search of others"];
/// Largest score of a leaf; full windows end one beyond it.
const MOST: i32 = 20;
/// Number of entered nodes from which a thread expands no further node.
const MAX_NODES: usize = 120;
const MAX_LEVELS: usize = 6;

/// A generated search, as another program would record it.
pub struct ToldSearch {
    /// Complete text of the stream.
    pub stream: String,
    /// Whether every event is recorded correctly and the stream is not truncated.
    pub is_right: bool,
}

/// Generates a search from `data`. After the last byte, every choice takes its default, so the search ends soon.
pub fn told_search(data: &[u8]) -> ToldSearch {
    let mut choices = Choices(Unstructured::new(data));
    let header = header(&mut choices);
    let habits = Habits::chosen(&mut choices);
    let threads = if choices.one_in(4) { 2 + choices.below(3) } else { 1 };
    let mut is_right = true;
    let mut told: Vec<_> = (0..threads)
        .map(|thread| {
            let mut search = Search::new(&mut choices, habits, (threads > 1).then_some(thread));
            search.run();
            is_right &= search.is_right;
            search.lines.into_iter()
        })
        .collect();
    let mut stream = format!("{header}\n");
    // The threads take turns of one to nine lines.
    while !told.is_empty() {
        let thread = choices.below(told.len());
        let lines = 1 + choices.below(9);
        for line in told[thread].by_ref().take(lines) {
            stream.push_str(&line.to_string());
            stream.push('\n');
        }
        if told[thread].len() == 0 {
            told.remove(thread);
        }
    }
    if choices.one_in(8) {
        let ending = choices.one_of(&["complete", "cancelled", "memory-limit", "cut-short"]);
        stream.push_str(&json!({"event": "finish", "ending": ending}).to_string());
    }
    if choices.one_in(16) {
        let most = stream.len();
        stream.truncate(choices.below(most));
        is_right = false;
    }
    ToldSearch { stream, is_right }
}

/// Choices made from bytes. When no bytes are left, each choice takes its first option.
struct Choices<'a>(Unstructured<'a>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.0.int_in_range(0..=limit.max(1) - 1).unwrap_or_default()
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1 && count > 1
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn score(&mut self) -> i32 {
        self.below(2 * MOST as usize + 1) as i32 - MOST
    }
}

fn header(choices: &mut Choices<'_>) -> Value {
    let mut header = json!({"edagari": 1, "scores": choices.one_of(&["max", "mover"])});
    let mut say = |name: &str, value: Value| header[name] = value;
    if choices.one_in(2) {
        say("search", choices.one_of(&NAMES_OF_SEARCHES).into());
    }
    if choices.one_in(2) {
        say("game", choices.one_of(&GAMES).into());
    }
    if choices.one_in(3) {
        say("fail", choices.one_of(&["soft", "hard"]).into());
    }
    if choices.one_in(3) {
        say("table", choices.one_of(&["none", "position", "window", "of its own"]).into());
    }
    if choices.one_in(3) {
        say("null_windows", true.into());
    }
    if choices.one_in(4) {
        say("unit", choices.one_of(&[0.5, 0.01, 3.0]).into());
    }
    if choices.one_in(4) {
        say("leaf", choices.one_of(&["game over", "evaluated"]).into());
    }
    if choices.one_in(6) {
        say("order", choices.one_of(&["natural", "of its own"]).into());
    }
    if choices.one_in(8) {
        say("cut", ">".into());
    }
    if choices.one_in(8) {
        say("judge", false.into());
    }
    if choices.one_in(8) {
        say("after", choices.one_of(&SQUARES).into());
    }
    if choices.one_in(8) {
        say("depth_limit", choices.below(4).into());
    }
    header
}

/// Recording options of a program, constant during a run.
#[derive(Clone, Copy)]
struct Habits {
    is_mover: bool,
    windows: bool,
    moves: bool,
    steps: bool,
    table: bool,
    columns: bool,
    /// Whether it records which updates cut, and which children they prune.
    cuts: bool,
    /// One in `wrong` events is recorded wrongly; 0 for none.
    wrong: usize,
}

impl Habits {
    fn chosen(choices: &mut Choices<'_>) -> Self {
        let mut chosen = Self {
            is_mover: choices.one_in(2),
            windows: choices.one_in(2),
            moves: choices.one_in(2),
            steps: choices.one_in(2),
            table: choices.one_in(3),
            columns: choices.one_in(2),
            cuts: true,
            wrong: 0,
        };
        (chosen.cuts, chosen.wrong) = choices.one_of(&[(true, 0), (false, 0), (true, 40), (true, 8)]);
        chosen
    }
}

/// Search of one thread.
struct Search<'c, 'a> {
    choices: &'c mut Choices<'a>,
    habits: Habits,
    thread: Option<usize>,
    lines: Vec<Value>,
    path: Vec<&'static str>,
    nodes: usize,
    is_right: bool,
}

#[derive(Clone, Copy)]
struct Asked {
    alpha: i32,
    beta: i32,
    is_max: bool,
}

impl<'c, 'a> Search<'c, 'a> {
    fn new(choices: &'c mut Choices<'a>, habits: Habits, thread: Option<usize>) -> Self {
        Self { choices, habits, thread, lines: Vec::new(), path: Vec::new(), nodes: 0, is_right: true }
    }

    /// Runs one or more passes.
    fn run(&mut self) {
        for depth in 0..=self.choices.below(4) {
            if self.choices.one_in(2) {
                let kind = self.choices.one_of(&["deepening", "aspiration", "of its own"]);
                let mut pass = json!({"event": "pass", "kind": kind, "depth": depth});
                if self.choices.one_in(4) {
                    pass["window"] = json!([self.choices.score(), self.choices.score()]);
                }
                self.say(pass);
            }
            let alpha = if self.choices.one_in(3) { self.choices.score() } else { -MOST - 1 };
            let beta = if self.choices.one_in(3) { alpha + 1 } else { MOST + 1 };
            self.search(Asked { alpha, beta, is_max: true }, &Map::new());
        }
    }

    /// Writes an event. At random, it is written wrongly, twice, or not at all.
    fn say(&mut self, mut event: Value) {
        if let Some(thread) = self.thread {
            event["thread"] = thread.into();
        }
        let wrong = self.habits.wrong;
        if wrong > 0 && self.choices.one_in(wrong) {
            self.is_right = false;
            let fields: Vec<String> = event.as_object().into_iter().flat_map(Map::keys).cloned().collect();
            let field = &fields[self.choices.below(fields.len())];
            match self.choices.below(5) {
                0 => return,
                1 => self.lines.push(event.clone()),
                2 => event[field] = Value::Null,
                3 => event[field] = self.choices.score().into(),
                _ => event[field] = json!([self.choices.score(), "inf"]),
            }
        }
        self.lines.push(event);
    }

    /// Converts a score to the recorded point of view, with infinities as text.
    fn told(&self, score: i32, is_max: bool) -> Value {
        match if self.habits.is_mover && !is_max { -score } else { score } {
            score if score > MOST => "inf".into(),
            score if score < -MOST => "-inf".into(),
            score => score.into(),
        }
    }

    fn window(&self, Asked { alpha, beta, is_max }: Asked) -> Value {
        let (low, high) = if self.habits.is_mover && !is_max { (beta, alpha) } else { (alpha, beta) };
        json!([self.told(low, is_max), self.told(high, is_max)])
    }

    /// Searches a random subtree and returns its minimax value or a bound of it.
    fn search(&mut self, mut asked: Asked, fields: &Map<String, Value>) -> i32 {
        let (node, given, is_max) = (self.enter(asked, fields), asked, asked.is_max);
        let bound = |asked: Asked| if is_max { asked.alpha } else { asked.beta };
        if self.habits.table && self.choices.one_in(4) {
            let score = self.choices.score();
            let result = self.choices.one_of(&["returned", "narrowed", "nothing"]);
            let bounds = json!([self.told(score, is_max), self.told(score, is_max)]);
            self.say(json!({"event": "lookup", "node": node, "bounds": bounds, "result": result, "entry": score}));
            if result == "returned" {
                return self.leave(node, score, given);
            }
        }
        let mut value = None;
        if self.choices.one_in(6) {
            let known = self.choices.score();
            value = Some(known);
            asked = after(asked, known);
            self.know_itself(known, asked);
        }
        let open: Vec<&'static str> = SQUARES.into_iter().filter(|mv| !self.path.contains(mv)).collect();
        let most = if self.path.len() < MAX_LEVELS && self.nodes < MAX_NODES { open.len().min(4) } else { 0 };
        let children = self.choices.below(most + 1);
        for place in 0..children {
            if self.choices.one_in(10) {
                let skipped = &open[place..(place + 1 + self.choices.below(2)).min(open.len())];
                self.say(json!({"event": "skip", "children": skipped, "why": "late move"}));
                continue;
            }
            let score = self.ask(open[place], place, asked);
            value = Some(value.map_or(score, |value| if is_max { score.max(value) } else { score.min(value) }));
            let before = asked;
            asked = after(asked, score);
            if self.habits.steps {
                self.say(json!({"event": "score", "node": node, "score": self.told(score, is_max), "window": self.window(before)}));
                let told = value.map(|value| self.told(value, is_max));
                let mut update = json!({"event": "update", "node": node, "value": told, "window": self.window(asked)});
                if self.habits.cuts {
                    update["cut"] = (asked.alpha >= asked.beta).into();
                }
                self.say(update);
            }
            if asked.alpha >= asked.beta {
                if self.habits.cuts && self.choices.one_in(2) {
                    self.say(json!({"event": "prune", "children": &open[place + 1..children.max(place + 1)]}));
                }
                break;
            }
        }
        let value = value.unwrap_or_else(|| self.choices.score());
        if self.habits.table && self.choices.one_in(3) {
            let bounds =
                if value == bound(given) { json!(["-inf", "inf"]) } else { json!([self.told(value, is_max), "inf"]) };
            self.say(json!({"event": "store", "node": node, "bounds": bounds, "entry": value, "move": open.first()}));
        }
        self.leave(node, value, given)
    }

    /// Searches a child: normally, speculatively, with reduced depth, or with a null window and a re-search.
    fn ask(&mut self, mv: &'static str, place: usize, asked: Asked) -> i32 {
        let mut fields = Map::new();
        let mut say = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
        let mut below = Asked { is_max: !asked.is_max, ..asked };
        let mut again = 0;
        match self.choices.below(8) {
            7 => {
                say("kind", self.choices.one_of(&["null-move", "probcut", "singular", "verification"]).into());
                again = 1;
            }
            6 => {
                say("counts", false.into());
                again = self.choices.below(2);
            }
            5 => {
                say("reduced", 1.into());
                again = self.choices.below(3);
            }
            3 | 4 if place > 0 => {
                (below.alpha, below.beta) =
                    if asked.is_max { (asked.alpha, asked.alpha + 1) } else { (asked.beta - 1, asked.beta) };
                again = 1;
            }
            _ => {}
        }
        if self.habits.columns {
            say("depth", (MAX_LEVELS - self.path.len().min(MAX_LEVELS)).into());
            let value = match self.choices.below(4) {
                0 => 0.25.into(),
                1 => true.into(),
                2 => "pv".into(),
                _ => self.choices.score().into(),
            };
            say(self.choices.one_of(&["eval", "kind", "key", "a name with blanks", "leave.why"]), value);
        }
        self.path.push(mv);
        let mut score = self.search(below, &fields);
        for _ in 0..again {
            score = self.search(Asked { is_max: !asked.is_max, ..asked }, &Map::new());
        }
        self.path.pop();
        score
    }

    fn enter(&mut self, asked: Asked, fields: &Map<String, Value>) -> usize {
        let node = self.nodes;
        self.nodes += 1;
        let mut enter = json!({"event": "enter", "node": node, "move": self.path.last()});
        if self.habits.windows {
            enter["window"] = self.window(asked);
        }
        if self.habits.moves {
            enter["moves"] = SQUARES.into_iter().filter(|mv| !self.path.contains(mv)).collect();
        }
        if self.choices.one_in(8) {
            enter["player"] = if asked.is_max { "max" } else { "min" }.into();
        }
        if self.choices.one_in(8) {
            enter["label"] = format!("=position\u{1b} {}", self.path.join(" ")).into();
        }
        for (name, value) in fields {
            enter[name] = value.clone();
        }
        self.say(enter);
        node
    }

    fn know_itself(&mut self, known: i32, asked: Asked) {
        let why = self.choices.one_of(&["stand-pat", "rules", "mate-distance", "of its own"]);
        let mut update = json!({"event": "update", "why": why});
        if self.choices.one_in(2) {
            update["window"] = self.window(asked);
        } else {
            update["value"] = self.told(known, asked.is_max);
        }
        self.say(update);
    }

    fn leave(&mut self, node: usize, score: i32, given: Asked) -> i32 {
        let mut leave = json!({"event": "leave", "node": node, "score": self.told(score, given.is_max)});
        if self.choices.one_in(8) {
            leave["bound"] = self.choices.one_of(&["upper", "exact", "lower"]).into();
        }
        if self.habits.columns && self.choices.one_in(4) {
            leave["why"] = self.choices.one_of(&["table", "stand-pat", "stopped", "futility"]).into();
            leave["best"] = self.choices.one_of(&SQUARES).into();
        }
        self.say(leave);
        score
    }
}

fn after(asked: Asked, score: i32) -> Asked {
    if asked.is_max {
        Asked { alpha: asked.alpha.max(score), ..asked }
    } else {
        Asked { beta: asked.beta.min(score), ..asked }
    }
}
