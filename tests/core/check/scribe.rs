//! Writes the steps of a search as a stream in the format of `docs/trace-format.md`, with a given degree of recording.

use serde_json::{Map, Value, json};

use super::graph::Graph;
use super::relay::Relay;
use super::ways::{Degree, Ways};

/// Scores from this number on are infinite.
pub const INFINITY: i32 = 1_000_000;

/// A node that is entered, from the point of view of its mover.
#[derive(Clone, Debug, Default)]
pub struct Entered {
    pub id: u64,
    pub place: usize,
    /// Whether the first player moves at the parent, if there is one.
    pub is_below_first: Option<bool>,
    pub mv: Option<String>,
    pub window: (i32, i32),
    pub moves: Option<Vec<String>>,
    pub depth: i32,
    pub kind: Option<&'static str>,
    /// Whether the node is the same place as its parent.
    pub is_same_place: bool,
    pub counts: Option<bool>,
    pub reduced: Option<i32>,
    pub extended: Option<i32>,
}

/// Writes a stream.
pub struct Scribe {
    pub lines: Vec<Value>,
    graph: &'static Graph,
    degree: Degree,
    ways: Ways,
    /// Suppresses all output.
    pub is_silent: bool,
    /// Receiver of the lines, if several threads search.
    pub relay: Option<Relay>,
}

impl Scribe {
    pub fn new(graph: &'static Graph, ways: Ways, degree: Degree, depth: Option<i32>) -> Self {
        let mut scribe = Self { lines: Vec::new(), graph, degree, ways, is_silent: false, relay: None };
        scribe.header(depth);
        scribe
    }

    fn header(&mut self, depth: Option<i32>) {
        let mut header = Map::from_iter([
            ("edagari".to_owned(), json!(1)),
            ("scores".to_owned(), json!(if self.ways.from_mover { "mover" } else { "max" })),
        ]);
        let mut say = |name: &str, value: Value| header.insert(name.to_owned(), value);
        for (name, value) in &self.graph.header {
            say(name, value.clone());
        }
        if self.ways.has_null_windows() {
            say("null_windows", json!(true));
        }
        if self.ways.cuts_above {
            say("cut", json!(">"));
        }
        if self.degree >= Degree::Thin {
            say("program", json!("a program of its own"));
            say("search", json!(self.ways.name()));
            if self.ways.cuts {
                say("fail", json!(if self.ways.is_hard { "hard" } else { "soft" }));
                say("cut", json!(if self.ways.cuts_above { ">" } else { ">=" }));
            }
            if !self.ways.has_null_windows() {
                say("null_windows", json!(false));
            }
            match depth {
                Some(depth) => {
                    say("leaf", json!("game over, or evaluated at depth 0"));
                    say("depth_limit", json!(depth));
                }
                None if self.ways.goes_to_the_end() => {
                    say("leaf", json!("game over"));
                }
                None => {
                    say("leaf", json!("game over, or evaluated"));
                }
            }
            if self.degree == Degree::Full && self.graph.is_known && self.ways.tries_in_order() {
                say("order", json!("natural"));
            }
            if let Some(name) = self.ways.evaluation {
                say("evaluation", json!(name));
            }
        }
        match self.ways.table {
            None if self.degree >= Degree::Thin => {
                say("table", json!("none"));
            }
            Some(table) if self.degree >= Degree::Middle && !table.is_undeclared => {
                let narrows = table.narrows;
                let said = json!({"key": "Position", "symmetry": false, "narrowing": narrows, "intersection": false, "size": null});
                say("table", said);
            }
            _ => {}
        }
        self.lines.push(Value::Object(header));
    }

    fn is(&self, degree: Degree) -> bool {
        self.degree >= degree
    }

    fn end(score: i32) -> Value {
        match score {
            _ if score >= INFINITY => json!("inf"),
            _ if score <= -INFINITY => json!("-inf"),
            _ => json!(score),
        }
    }

    fn score(&self, place: usize, score: i32) -> Value {
        Self::end(if self.ways.from_mover || self.graph.places[place].is_first { score } else { -score })
    }

    fn pair(&self, place: usize, (low, high): (i32, i32)) -> Value {
        if self.ways.from_mover || self.graph.places[place].is_first {
            json!([Self::end(low), Self::end(high)])
        } else {
            json!([Self::end(-high), Self::end(-low)])
        }
    }

    /// Writes a line without null fields.
    pub fn write(&mut self, event: &str, fields: Value) {
        if self.is_silent {
            return;
        }
        let mut line = Map::from_iter([("event".to_owned(), json!(event))]);
        let Value::Object(fields) = fields else { return };
        line.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
        match &self.relay {
            Some(relay) => relay.write(Value::Object(line)),
            None => self.lines.push(Value::Object(line)),
        }
    }

    pub fn enter(&mut self, entered: &Entered) {
        let place = &self.graph.places[entered.place];
        // Plain minimax has no windows to record.
        let tells_window =
            self.ways.cuts && (self.is(Degree::Middle) || (self.is(Degree::Thin) && entered.is_below_first.is_none()));
        let takes_turns = entered.is_below_first.is_none_or(|above| above != place.is_first);
        // The root of a game that the other player begins. In a known game this follows from the rules.
        let is_odd_root = entered.is_below_first.is_none() && !place.is_first && !self.graph.is_known;
        let tells_player =
            !entered.is_same_place && (!takes_turns || is_odd_root || (self.is(Degree::Full) && !self.graph.is_known));
        let (full, middle) = (self.is(Degree::Full), self.is(Degree::Middle));
        let fields = json!({
            "node": entered.id,
            "move": entered.mv,
            "label": full.then_some(&place.label),
            "player": tells_player.then_some(if place.is_first { "max" } else { "min" }),
            "window": tells_window.then(|| self.pair(entered.place, entered.window)),
            "moves": entered.moves.as_ref().filter(|_| full),
            "depth": middle.then_some(entered.depth),
            "kind": entered.kind,
            "counts": entered.counts,
            "reduced": entered.reduced.filter(|_| middle),
            "extended": entered.extended.filter(|_| middle),
            "key": (middle && self.ways.table.is_some_and(|table| table.names_entries || table.tells_keys_alone))
                .then_some(&place.key),
            "eval": full.then(|| self.score(entered.place, if place.is_first { place.feel } else { -place.feel })),
        });
        self.write("enter", fields);
    }

    /// Records the table entry of an open node.
    pub fn lookup(
        &mut self,
        (id, place): (u64, usize),
        bounds: (i32, i32),
        depth: i32,
        result: &str,
        narrowed: Option<(i32, i32)>,
    ) {
        if !self.is(Degree::Middle) {
            return;
        }
        let fields = json!({
            "node": id,
            "entry": self.entry(place),
            "bounds": self.pair(place, bounds),
            "depth": depth,
            "result": (!self.ways.table.is_some_and(|table| table.omits_results)).then_some(result),
            "window": narrowed.map(|window| self.pair(place, window)),
        });
        self.write("lookup", fields);
    }

    fn entry(&self, place: usize) -> Option<&str> {
        self.ways
            .table
            .is_some_and(|table| table.names_entries && !table.tells_keys_alone)
            .then(|| self.graph.places[place].key.as_str())
    }

    pub fn store(&mut self, (id, place): (u64, usize), bounds: (i32, i32), depth: i32, best: Option<&str>) {
        if !self.is(Degree::Middle) {
            return;
        }
        let fields = json!({
            "node": id, "entry": self.entry(place), "bounds": self.pair(place, bounds), "depth": depth, "move": best,
        });
        self.write("store", fields);
    }

    /// Records that a child has returned, with its score from the point of view of its parent.
    pub fn returned(&mut self, (id, place): (u64, usize), child: u64, score: i32, window: (i32, i32)) {
        if !self.is(Degree::Full) {
            return;
        }
        let fields = json!({
            "node": id, "child": child, "score": self.score(place, score),
            "window": self.ways.cuts.then(|| self.pair(place, window)),
        });
        self.write("score", fields);
    }

    pub fn update(&mut self, (id, place): (u64, usize), child: u64, value: i32, window: (i32, i32), cut: bool) {
        if !self.is(Degree::Full) {
            return;
        }
        let fields = json!({
            "node": id, "child": child, "value": self.score(place, value),
            "window": self.ways.cuts.then(|| self.pair(place, window)), "cut": self.ways.cuts.then_some(cut),
        });
        self.write("update", fields);
    }

    /// Records an update without a child.
    pub fn knows(&mut self, (id, place): (u64, usize), why: &str, value: Option<i32>, window: (i32, i32), cut: bool) {
        if !self.is(Degree::Thin) {
            return;
        }
        let fields = json!({
            "node": id, "why": why, "value": value.map(|value| self.score(place, value)),
            "window": self.pair(place, window), "cut": cut.then_some(true),
        });
        self.write("update", fields);
    }

    pub fn prune(&mut self, id: u64, children: &[String]) {
        if self.is(Degree::Full) && !children.is_empty() {
            self.write("prune", json!({"node": id, "children": children}));
        }
    }

    pub fn skip(&mut self, id: u64, children: &[String], why: &str) {
        let fields = if self.is(Degree::Thin) {
            json!({"node": id, "children": children, "why": why})
        } else {
            json!({"node": id, "count": children.len()})
        };
        self.write("skip", fields);
    }

    pub fn leave(
        &mut self,
        (id, place): (u64, usize),
        score: i32,
        bound: &str,
        why: Option<&str>,
        best: Option<&str>,
        has_children: bool,
    ) {
        let full = self.is(Degree::Full);
        // Bounds have the same point of view as scores.
        let is_turned = !self.ways.from_mover && !self.graph.places[place].is_first;
        let bound = match bound {
            "lower" if is_turned => "upper",
            "upper" if is_turned => "lower",
            same => same,
        };
        let tells_score = self.is(Degree::Thinnest) || !has_children;
        let fields = json!({
            "node": id,
            "score": tells_score.then(|| self.score(place, score)),
            "bound": full.then_some(bound),
            "why": why.filter(|_| self.is(Degree::Thin)),
            "best": best.filter(|_| full),
        });
        self.write("leave", fields);
    }

    pub fn pass(&mut self, kind: &str, depth: Option<i32>, window: (i32, i32)) {
        if self.is(Degree::Thin) {
            let window = self.is(Degree::Middle).then(|| self.pair(0, window));
            self.write("pass", json!({"kind": kind, "depth": depth, "window": window}));
        }
    }

    /// Records the end of the search.
    pub fn finish(&mut self) {
        if self.is(Degree::Middle) {
            self.write("finish", json!({"ending": "complete"}));
        }
    }

    /// The stream as text.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
    }
}
