//! Threads that search concurrently but take turns deterministically.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};

use serde_json::{Value, json};

use super::drivers::Run;
use super::made_up::chance;
use super::seeker::Entry;

/// State shared by the threads: lines, table, and the current turn.
#[derive(Default)]
struct Shared {
    lines: Vec<Value>,
    table: HashMap<String, Entry>,
    turn: usize,
    has_ended: Vec<bool>,
}

/// Handle of one thread to the shared state. Only the thread with the turn runs, and turns change only when a line is
/// written, so a value read from the table is still current in the line that records it.
#[derive(Clone)]
pub struct Relay {
    shared: Arc<(Mutex<Shared>, Condvar)>,
    me: usize,
}

impl Relay {
    fn wait(&self) {
        let (shared, changed) = &*self.shared;
        let held = shared.lock().expect("no thread panics");
        drop(changed.wait_while(held, |shared| shared.turn != self.me).expect("no thread panics"));
    }

    /// Passes the turn to a thread that has not ended.
    fn pass_on(&self, has_ended: bool) {
        let (shared, changed) = &*self.shared;
        let mut held = shared.lock().expect("no thread panics");
        held.has_ended[self.me] = has_ended;
        let running: Vec<usize> = (0..held.has_ended.len()).filter(|&thread| !held.has_ended[thread]).collect();
        let drawn = chance(3, held.lines.len() as u64) as usize;
        held.turn = if running.is_empty() { usize::MAX } else { running[drawn % running.len()] };
        drop(held);
        changed.notify_all();
    }

    /// Writes a line with the name of the thread.
    pub fn write(&self, mut line: Value) {
        line["thread"] = json!(self.me);
        for field in ["node", "child"] {
            if line[field].is_number() {
                line[field] = json!(format!("{}:{}", self.me, line[field]));
            }
        }
        line.as_object_mut().expect("a line").retain(|_, value| !value.is_null());
        self.shared.0.lock().expect("no thread panics").lines.push(line);
        self.pass_on(false);
        self.wait();
    }

    pub fn entry(&self, key: &str) -> Option<Entry> {
        self.shared.0.lock().expect("no thread panics").table.get(key).cloned()
    }

    pub fn keep(&self, key: String, entry: Entry) {
        self.shared.0.lock().expect("no thread panics").table.insert(key, entry);
    }
}

/// Runs searches concurrently. Returns the header of the first with the lines of all, and the score of each.
pub fn at_the_same_time(runs: &[Run]) -> (Vec<Value>, Vec<i32>) {
    let shared =
        Arc::new((Mutex::new(Shared { has_ended: vec![false; runs.len()], ..Shared::default() }), Condvar::new()));
    let scores = std::thread::scope(|scope| {
        let search = |me: usize, run: Run| {
            let relay = Relay { shared: Arc::clone(&shared), me };
            scope.spawn(move || {
                relay.wait();
                let score = run.seek_in(&relay);
                relay.pass_on(true);
                score
            })
        };
        let threads: Vec<_> = runs.iter().enumerate().map(|(me, &run)| search(me, run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let mut lines = vec![runs[0].seek().0.scribe.lines.swap_remove(0)];
    lines.append(&mut shared.0.lock().expect("no thread panics").lines);
    (lines, scores)
}
