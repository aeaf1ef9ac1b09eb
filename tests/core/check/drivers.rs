//! Drivers of the root search: a single search, or several passes.

use super::games::Game;
use super::relay::Relay;
use super::scribe::{INFINITY, Scribe};
use super::seeker::{Call, Entry, Seeker};
use super::slips::{Planted, Slip};
use super::ways::{Degree, Drive, Ways};

/// A search of a game with some options.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub game: Game,
    pub ways: Ways,
    pub degree: Degree,
    /// Depth limit; `None` for a search to the end of the game.
    pub limit: Option<i32>,
}

impl Run {
    /// Name of the search, without the degree of recording.
    pub fn name(&self) -> String {
        let Self { game, ways, limit, .. } = self;
        let mut name = format!("{game:?} {}", ways.name());
        let mut say = |text: String| {
            name.push(' ');
            name.push_str(&text);
        };
        let flags = [
            (ways.is_hard && ways.scouts, "hard"),
            (ways.clamps_at_end, "clamping at the end"),
            (ways.cuts_above, ">"),
            (ways.is_negascout, "negascout"),
            (ways.mate_distance, "mate-distance"),
            (!ways.from_mover, "max"),
            (ways.evaluation.is_some(), "named"),
        ];
        for (_, text) in flags.into_iter().filter(|(is_so, _)| *is_so) {
            say(text.to_owned());
        }
        if ways.drive != Drive::Once {
            say(format!("{:?}", ways.drive));
        }
        if let Some(guess) = ways.guess {
            say(format!("{guess:?}"));
        }
        if let Some(table) = ways.table {
            let flags = [
                (table.narrows, " narrowing"),
                (table.deeper_answers, " deeper"),
                (!table.names_entries, " unnamed"),
                (table.is_warm, " warm"),
                (table.is_warm_from_deeper, " from deeper"),
                (table.tells_keys_alone, " by key"),
                (table.is_undeclared, " undeclared"),
                (table.omits_results, " without results"),
            ];
            let flags: String = flags.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect();
            say(format!("table{flags}"));
        }
        if let Some(limit) = limit {
            say(format!("to {limit}"));
        }
        name
    }

    pub fn depth(&self) -> i32 {
        self.limit.unwrap_or_else(|| self.game.whole())
    }

    /// Runs the search. Returns the seeker afterwards, and the score of the root for its mover.
    pub fn seek(&self) -> (Seeker, i32) {
        self.seek_with(Planted::default())
    }

    /// Runs the search as one of several threads. Returns the score of the root for its mover.
    pub fn seek_in(&self, relay: &Relay) -> i32 {
        let mut scribe = Scribe::new(self.game.graph(), self.ways, self.degree, None);
        scribe.relay = Some(relay.clone());
        Seeker::new(self.game.graph(), self.ways, scribe).drive(self.depth())
    }

    /// Runs the search with a slip.
    pub fn seek_with(&self, planted: Planted) -> (Seeker, i32) {
        let graph = self.game.graph();
        // With reductions and extensions there is no single depth limit.
        let limit = self.limit.filter(|_| self.ways.guess.is_none());
        let scribe = Scribe::new(graph, self.ways, self.degree, limit);
        let mut seeker = Seeker::new(graph, self.ways, scribe);
        (seeker.planted, seeker.has_limit) = (planted, self.limit.is_some());
        if self.ways.table.is_some_and(|table| table.is_warm) {
            seeker.scribe.is_silent = true;
            let more = i32::from(self.ways.table.is_some_and(|table| table.is_warm_from_deeper));
            seeker.root(self.depth() + more, (0, 1));
            seeker.scribe.is_silent = false;
        }
        let score = seeker.drive(self.depth());
        seeker.scribe.finish();
        (seeker, score)
    }
}

const WHOLE: (i32, i32) = (-INFINITY, INFINITY);

impl Seeker {
    /// Table entry of a key; threads share one table.
    pub fn entry(&self, key: &str) -> Option<Entry> {
        self.scribe.relay.as_ref().map_or_else(|| self.table.get(key).cloned(), |relay| relay.entry(key))
    }

    pub fn keep(&mut self, key: String, entry: Entry) {
        match &self.scribe.relay {
            Some(relay) => relay.keep(key, entry),
            None => drop(self.table.insert(key, entry)),
        }
    }

    fn root(&mut self, depth: i32, window: (i32, i32)) -> i32 {
        let window = self.slip_root(window);
        self.search(&Call { depth, window, ..Call::default() })
    }

    fn drive(&mut self, depth: i32) -> i32 {
        match self.ways.drive {
            Drive::Once => self.root(depth, WHOLE),
            Drive::Within(low, high) => self.root(depth, (low, high)),
            Drive::Deepening => {
                let mut score = 0;
                for depth in 1..=depth {
                    self.scribe.pass("deepening", Some(depth), WHOLE);
                    score = self.root(depth, WHOLE);
                }
                score
            }
            Drive::Aspiration { width, growth } => {
                let mut score = 0;
                for depth in 1..=depth {
                    score = self.aspire(depth, score, width, growth);
                }
                score
            }
            Drive::MtdF { guess } => self.converge(None, depth, guess),
            Drive::DeepeningMtdF => {
                let mut score = 0;
                for depth in 1..=depth {
                    score = self.converge(Some(depth), depth, score);
                }
                score
            }
            Drive::Bisection { range } => self.bisect(depth, range),
        }
    }

    /// Aspiration search: widens the window around a guess until the score is inside.
    fn aspire(&mut self, depth: i32, guess: i32, width: i32, growth: i32) -> i32 {
        let (mut below, mut above) = (width, width);
        let mut window = (guess - below, guess + above);
        loop {
            self.scribe.pass("aspiration", Some(depth), window);
            let score = self.root(depth, window);
            let is_taken = self.slips(Slip::FailedLowTaken, score <= window.0)
                || self.slips(Slip::FailedHighTaken, score >= window.1);
            if is_taken {
                self.has_just_ended();
                return score;
            }
            if score <= window.0 {
                below *= growth;
                window.0 = if growth == 0 || below > 100 { -INFINITY } else { guess - below };
            } else if score >= window.1 {
                above *= growth;
                window.1 = if growth == 0 || above > 100 { INFINITY } else { guess + above };
            } else {
                return score;
            }
        }
    }

    /// MTD(f): null windows, starting at a guess, until the bounds meet.
    fn converge(&mut self, said: Option<i32>, depth: i32, guess: i32) -> i32 {
        let (mut low, mut high, mut score) = (-INFINITY, INFINITY, guess);
        while low < high {
            let beta = if score == low { score + 1 } else { score };
            self.scribe.pass("null window", said, (beta - 1, beta));
            score = self.root(depth, (beta - 1, beta));
            if score < beta {
                high = score;
            } else {
                low = score;
            }
            if low < high && self.slips(Slip::StoppedBeforeBoundsMeet, true) {
                self.has_just_ended();
                break;
            }
        }
        score
    }

    /// The slip is visible at the end of the last pass.
    fn has_just_ended(&mut self) {
        self.planted.lines = self.planted.lines.map(|(_, last)| (last - 1, last));
    }

    /// Null windows that halve the range until one value is left.
    fn bisect(&mut self, depth: i32, range: i32) -> i32 {
        let (mut low, mut high) = (-range, range);
        while low < high {
            let beta = low + (high - low + 1) / 2;
            self.scribe.pass("null window", None, (beta - 1, beta));
            let score = self.root(depth, (beta - 1, beta));
            if score < beta {
                high = score.max(low);
            } else {
                low = score.min(high);
            }
        }
        low
    }
}
