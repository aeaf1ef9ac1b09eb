//! Writes the steps of the engine as a stream, in the words of `docs/trace-format.md`.

use serde_json::{Map, Value, json};

use super::super::graph::{Graph, Place};
use super::super::scribe::INFINITY;
use super::options::{Detail, Options, Stop, Table};

/// Score of a mate at the root.
pub const MATE: i32 = 1000;

/// Stream of one run.
pub struct Journal {
    pub lines: Vec<Value>,
    pub graph: &'static Graph,
    options: Options,
    /// Set when the clock has stopped the search and nothing more is recorded.
    pub is_closed: bool,
}

/// A window or bounds of a mover.
type Pair = (i32, i32);

impl Journal {
    pub fn new(options: Options) -> Self {
        let graph = options.game.graph();
        let mut journal = Self { lines: Vec::new(), graph, options, is_closed: false };
        let mut header = json!({"edagari": 1, "scores": if options.from_mover { "mover" } else { "max" }});
        for (name, value) in &graph.header {
            header[*name] = value.clone();
        }
        let speculates = options.null_move || options.singular || options.internal || options.reductions;
        if options.scouts || speculates || options.declares {
            header["null_windows"] = json!(options.scouts || speculates);
        }
        if options.is_hard || options.declares {
            header["fail"] = json!(if options.is_hard { "hard" } else { "soft" });
        }
        if options.declares {
            header["program"] = json!("engine");
            let search = if options.is_hard { "alpha-beta" } else { "alpha-beta-soft" };
            header["search"] = json!(if options.scouts { "pvs" } else { search });
            header["cut"] = json!(">=");
            header["leaf"] = json!("game over, or evaluated");
            header["order"] = json!("the table's move, captures, killers, the rest");
            if matches!(options.table, Table::None) {
                header["table"] = json!("none");
            } else if options.table == Table::Always {
                header["table"] = json!({"key": "Position", "symmetry": false, "narrowing": false});
            }
            if graph.places.iter().any(|place| place.is_mate) {
                header["mates"] = json!({"from": MATE, "by": "ply"});
            }
        }
        if matches!(options.table, Table::Deeper | Table::AsEntered) && options.declares {
            header["table"] = json!({"key": "Position", "symmetry": false, "size": 1024});
        }
        journal.lines.push(header);
        journal
    }

    fn is(&self, detail: Detail) -> bool {
        self.options.detail >= detail
    }

    pub fn write(&mut self, event: &str, fields: Value) {
        if self.is_closed {
            return;
        }
        let mut line = Map::from_iter([("event".to_owned(), json!(event))]);
        let Value::Object(fields) = fields else { return };
        line.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
        self.lines.push(Value::Object(line));
    }

    fn end(score: i32) -> Value {
        match score {
            _ if score >= INFINITY => json!("inf"),
            _ if score <= -INFINITY => json!("-inf"),
            _ => json!(score),
        }
    }

    fn place(&self, spot: usize) -> &'static Place {
        &self.graph.places[spot]
    }

    fn is_mover(&self, spot: usize) -> bool {
        self.options.from_mover || self.place(spot).is_first
    }

    pub fn score(&self, spot: usize, score: i32) -> Value {
        Self::end(if self.is_mover(spot) { score } else { -score })
    }

    pub fn pair(&self, spot: usize, (low, high): Pair) -> Value {
        if self.is_mover(spot) {
            json!([Self::end(low), Self::end(high)])
        } else {
            json!([Self::end(-high), Self::end(-low)])
        }
    }

    /// Records the start of a pass.
    pub fn pass(&mut self, kind: &str, depth: i32, window: Pair, line: Option<&str>) {
        let window = self.pair(0, window);
        self.write("pass", json!({"kind": kind, "depth": depth, "window": window, "line": line}));
    }

    /// Records the start of a node; `fields` has the rest.
    pub fn enter(&mut self, id: u64, spot: usize, window: Pair, is_root: bool, fields: &Value) {
        let place = self.place(spot);
        let tells_window = self.is(Detail::Middle) || is_root;
        let is_odd_root = is_root && !place.is_first;
        let mut line = json!({
            "node": id,
            "window": tells_window.then(|| self.pair(spot, window)),
            "eval": self.score(spot, if place.is_first { place.feel } else { -place.feel }),
            "player": (is_odd_root && !self.graph.is_known).then_some("min"),
        });
        for (name, value) in fields.as_object().into_iter().flatten() {
            line[name] = value.clone();
        }
        self.write("enter", line);
    }

    pub fn moves(&mut self, id: u64, names: &[String]) {
        if self.is(Detail::Middle) && !names.is_empty() {
            self.write("moves", json!({"node": id, "moves": names}));
        }
    }

    pub fn lookup(&mut self, id: u64, spot: usize, bounds: Pair, depth: i32, result: &str) {
        if self.is(Detail::Middle) {
            let bounds = self.pair(spot, bounds);
            self.write("lookup", json!({"node": id, "bounds": bounds, "depth": depth, "result": result}));
        }
    }

    pub fn store(&mut self, id: u64, spot: usize, bounds: Pair, depth: i32, best: Option<&str>) {
        if self.is(Detail::Middle) {
            let bounds = self.pair(spot, bounds);
            self.write("store", json!({"node": id, "bounds": bounds, "depth": depth, "move": best}));
        }
    }

    pub fn returned(&mut self, (id, spot): (u64, usize), child: u64, score: i32, window: Pair) {
        if self.is(Detail::Full) {
            let (score, window) = (self.score(spot, score), self.pair(spot, window));
            self.write("score", json!({"node": id, "child": child, "score": score, "window": window}));
        }
    }

    pub fn update(&mut self, (id, spot): (u64, usize), child: u64, value: i32, window: Pair, cut: bool) {
        if self.is(Detail::Full) {
            let (value, window) = (self.score(spot, value), self.pair(spot, window));
            self.write("update", json!({"node": id, "child": child, "value": value, "window": window, "cut": cut}));
        }
    }

    /// Records an update without a child.
    pub fn knows(&mut self, (id, spot): (u64, usize), why: &str, value: Option<i32>, window: Pair, cut: bool) {
        let tells_window = self.is(Detail::Middle) || value.is_some();
        let (value, window) = (value.map(|value| self.score(spot, value)), self.pair(spot, window));
        let window = tells_window.then_some(window);
        let fields = json!({"node": id, "why": why, "value": value, "window": window, "cut": cut.then_some(true)});
        self.write("update", fields);
    }

    pub fn prune(&mut self, id: u64, names: &[String]) {
        if self.is(Detail::Full) && !names.is_empty() {
            self.write("prune", json!({"node": id, "children": names}));
        }
    }

    pub fn skip(&mut self, id: u64, names: &[String], why: &str) {
        self.write("skip", json!({"node": id, "children": names, "why": why}));
    }

    /// Records the end of a node; `fields` has the rest.
    pub fn leave(&mut self, id: u64, spot: usize, score: Option<i32>, fields: &Value) {
        let mut line = json!({"node": id, "score": score.map(|score| self.score(spot, score))});
        for (name, value) in fields.as_object().into_iter().flatten() {
            line[name] = value.clone();
        }
        self.write("leave", line);
    }

    pub fn finish(&mut self, is_stopped: bool) {
        if self.options.stop == Stop::Never || self.options.detail != Detail::Thin {
            self.write("finish", json!({"ending": if is_stopped { "cancelled" } else { "complete" }}));
        }
        self.is_closed = true;
    }
}
