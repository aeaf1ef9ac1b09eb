//! The oracle of sentences: a plain walk over the frames of a search, independent of `analysis`. It tracks the windows,
//! scores and table entries at each frame, and checks the values of sentences.

use std::collections::HashMap;

use edagari::analysis::{child_name, explain, player_text};
use edagari::game::{AnyPosition, Player};
use edagari::language::{Language, Text, capitalized};
use edagari::score::{Bounds, Fail, Score, Window};
use edagari::search::{Algorithm, TableKey, TableSetup};
use edagari::trace::{Cut, EntryId, FrameKind, Process, Step, Trace};

use super::reading::{bounds_said, plain, taken_apart};
use crate::oracles::plain_searches::{
    asked_again, asked_first, cuts, enters_once, fail_of, handed_down, has_windows, with_its_table,
};

/// Every sentence of a frame of a search; those of a cut with or without the count of nodes.
const SENTENCES: [Text; 35] = [
    Text::SayStart,
    Text::SayStartMinimax,
    Text::SayStartLeaf,
    Text::SayAgain,
    Text::SayAgainInside,
    Text::SayScoreRaises,
    Text::SayScoreKeepsMax,
    Text::SayScoreLowers,
    Text::SayScoreKeepsMin,
    Text::SayUpdateAlpha,
    Text::SayUpdateBeta,
    Text::SayUpdateNothing,
    Text::SayUpdateAside,
    Text::SayUpdateValue,
    Text::SayUpdateMinimax,
    Text::SayKeepMinimax,
    Text::SayAlphaCutNone,
    Text::SayAlphaCut,
    Text::SayBetaCutNone,
    Text::SayBetaCut,
    Text::SayEndLeaf,
    Text::SayEndMinimaxMax,
    Text::SayEndMinimaxMin,
    Text::SayEndExact,
    Text::SayEndUpper,
    Text::SayEndLower,
    Text::SayEndAnswered,
    Text::SayLookupValue,
    Text::SayLookupLow,
    Text::SayLookupHigh,
    Text::SayLookupNarrowed,
    Text::SayLookupNothing,
    Text::SayStore,
    Text::SayStoreAgain,
    Text::SayGenerated,
];

/// Key of an entry: the position or its class, and the window if the table uses it.
type Key = (u128, Option<Window>);

/// A table entry in the plain walk.
#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    bounds: Bounds,
    /// Frame at which it was stored.
    frame: usize,
}

/// Names of a node in sentences.
#[derive(Clone)]
struct Names {
    node: String,
    /// Form for a location ("at the node").
    place: String,
    /// Form in a sentence that also names its parent.
    own: String,
    /// Form in a list of siblings.
    bare: String,
}

/// A node on the current path in the plain walk.
struct Open {
    names: Names,
    path: Vec<u32>,
    position: AnyPosition,
    player: Player,
    key: Option<Key>,
    given: Window,
    /// Window for its children: the given one, or the part that the table left.
    searched: Window,
    window: Window,
    /// Bounds found in the table.
    found: Option<Bounds>,
    /// Score returned by the table.
    answered: Option<Score>,
    /// Score that it would return now.
    value: Score,
    /// Scores of its children that it has used.
    returned: Vec<Score>,
    /// Number of its children that were entered.
    entered: usize,
    /// Part of its window with which its last child was searched.
    asked: Window,
    /// Window of the re-search of its last child, and the score that requires it.
    again: Option<(Window, Score)>,
    /// Whether the node itself is being re-searched.
    is_again: bool,
    /// Minimax values of the children in `returned`.
    values: Vec<Score>,
}

/// Plain walk over the frames of a search.
struct Walk<'a> {
    trace: &'a Trace,
    language: Language,
    algorithm: Algorithm,
    table: Option<TableSetup>,
    entries: HashMap<EntryId, Entry>,
    open: Vec<Open>,
    /// Name and score of the child that returned last.
    child: (String, Score),
    /// Known sizes and values of subtrees, by path.
    exact: &'a HashMap<Vec<u32>, (u64, Score)>,
}

/// Size and minimax value of every subtree.
fn exact(position: &AnyPosition, path: &mut Vec<u32>, known: &mut HashMap<Vec<u32>, (u64, Score)>) -> (u64, Score) {
    let mut size = 1;
    let mut value = position.score();
    for mv in 0..position.move_count() as u32 {
        path.push(mv);
        let (below, score) = exact(&position.play(mv).expect("a legal move"), path, known);
        path.pop();
        size += below;
        value = Some(match (value, position.player()) {
            (None, _) => score,
            (Some(value), Player::Max) => value.max(score),
            (Some(value), Player::Min) => value.min(score),
        });
    }
    let found = (size, value.expect("an inner node has children"));
    known.insert(path.clone(), found);
    found
}

fn all_exact(trace: &Trace) -> HashMap<Vec<u32>, (u64, Score)> {
    let mut known = HashMap::new();
    exact(&trace.position(&[]).expect("the start"), &mut Vec::new(), &mut known);
    known
}

impl Walk<'_> {
    /// Names of the node at a path.
    fn names(&self, path: &[u32]) -> Names {
        let text = |text, values: &[(&str, &str)]| self.language.fill(text, values);
        let moves: Vec<String> = (0..path.len())
            .map(|at| self.trace.position(&path[..at]).expect("a legal path").move_text(path[at] as usize))
            .collect();
        let label = self.trace.position(path).expect("a legal path").label();
        let label = label.or_else(|| path.is_empty().then(|| self.language.text(Text::Root).to_owned()));
        if let Some(label) = label {
            let place = text(Text::AtNode, &[("node", &label)]);
            return Names { node: label.clone(), place, own: label.clone(), bare: label };
        }
        let mut line = moves.clone();
        if line.len() > 9 {
            line.splice(3..line.len() - 4, ["…".to_owned()]);
        }
        let line = line.join(" ");
        let bare = moves.last().expect("a move").clone();
        // A bare number would look like a score, and a bare letter like a square.
        let word = match self.trace.setup.game.name() {
            "kalah" => Some(Text::HouseNamed),
            "connect-four" => Some(Text::ColumnNamed),
            _ => bare.parse::<u64>().is_ok().then_some(Text::MoveNamed),
        };
        let own = word.map_or_else(|| bare.clone(), |word| text(word, &[("move", &bare)]));
        let (node, place) = (text(Text::NodeAfter, &[("moves", &line)]), text(Text::AfterMoves, &[("moves", &line)]));
        Names { node, place, own, bare }
    }

    /// Checks the sentence of the next frame, and processes the frame.
    fn step(&mut self, frame: usize, is_checked: bool) {
        let step = self.trace.step(frame).expect("a frame");
        match step.kind {
            FrameKind::Start => {
                let path = self.trace.path(step.node);
                let position = self.trace.position(&path).expect("a legal path");
                let player = position.player();
                let algorithm = self.algorithm;
                let is_again = self.open.last().is_some_and(|parent| parent.again.is_some());
                let above = self.open.last_mut().map_or(Window::FULL, |parent| {
                    parent.asked = match parent.again {
                        Some((window, _)) => window,
                        None => asked_first(algorithm, parent.window, parent.player, parent.entered),
                    };
                    parent.entered += usize::from(!is_again);
                    parent.asked
                });
                let given = handed_down(self.algorithm, above, player);
                let value = match (fail_of(self.algorithm), player) {
                    (Fail::Hard, Player::Max) => given.alpha,
                    (Fail::Hard, Player::Min) => given.beta,
                    (Fail::Soft | Fail::Firm, Player::Max) => Score::NEG_INFINITY,
                    (Fail::Soft | Fail::Firm, Player::Min) => Score::INFINITY,
                };
                self.open.push(Open {
                    names: self.names(&path),
                    key: self.key(&position, given),
                    path,
                    position,
                    player,
                    given,
                    searched: given,
                    window: given,
                    found: None,
                    answered: None,
                    value,
                    returned: Vec::new(),
                    entered: 0,
                    asked: given,
                    again: None,
                    is_again,
                    values: Vec::new(),
                });
                self.check(frame, &step, is_checked);
            }
            FrameKind::Lookup => self.look_up(frame, is_checked),
            FrameKind::Store => self.store(frame, &step, is_checked),
            FrameKind::Score => self.check(frame, &step, is_checked),
            FrameKind::Update => {
                let score = self.child.1;
                let child_path = self.trace.path(self.trace.step(frame - 2).expect("a frame").node);
                let value_of_child = self.exact[&child_path].1;
                let algorithm = self.algorithm;
                let node = self.open.last_mut().expect("open");
                let again = asked_again(node.window, node.asked, node.player, score).filter(|_| node.again.is_none());
                node.again = again.map(|window| (window, score));
                if again.is_some() {
                    assert!(!enters_once(algorithm));
                    let before = (node.window, node.value);
                    self.check_update(frame, &step, before, is_checked);
                    return;
                }
                node.returned.push(score);
                node.values.push(value_of_child);
                // The sentence of an update compares with the state before it.
                let before = (node.window, node.value);
                match node.player {
                    Player::Max => {
                        node.value = node.value.max(score);
                        node.window.alpha = node.window.alpha.max(node.value);
                    }
                    Player::Min => {
                        node.value = node.value.min(score);
                        node.window.beta = node.window.beta.min(node.value);
                    }
                }
                self.check_update(frame, &step, before, is_checked);
            }
            FrameKind::End => {
                self.check(frame, &step, is_checked);
                let node = self.open.pop().expect("open");
                self.child = (node.names.own, node.position.score().or(node.answered).unwrap_or(node.value));
            }
        }
    }

    fn key(&self, position: &AnyPosition, window: Window) -> Option<Key> {
        let table = self.table?;
        let key = if table.symmetry { position.class_key() } else { position.key() };
        Some((key?, (table.key == TableKey::PositionAndWindow).then_some(window)))
    }

    fn look_up(&mut self, frame: usize, is_checked: bool) {
        let is_narrowing = self.table.expect("a table").narrowing;
        let node = self.open.last_mut().expect("open");
        let found = self.entries.values().find(|entry| Some(entry.key) == node.key);
        let entry = *found.expect("what is found has been written");
        let Bounds { lower, upper } = entry.bounds;
        let Window { alpha, beta } = node.given;
        let (is_value, is_high, is_low) = (lower == upper, lower >= beta, upper <= alpha);
        node.found = Some(entry.bounds);
        if is_value || is_high {
            node.answered = Some(lower);
        } else if is_low {
            node.answered = Some(upper);
        } else if is_narrowing {
            node.searched = Window { alpha: alpha.max(lower), beta: beta.min(upper) };
            node.window = node.searched;
        }
        if !is_checked {
            return;
        }
        let node = self.open.last().expect("open");
        let (text, values, _) = self.parsed(frame);
        let value = |key: &str| values[key].as_str();
        let says = format!("frame {frame}: {}", explain(self.trace, frame, self.language));
        assert_eq!(
            (value("place"), value("frame")),
            (&*node.names.place, &*self.language.number(entry.frame as u64)),
            "{says}"
        );
        assert!(entry.bounds.contain(self.exact[&node.path].1), "{says}");
        match text {
            Text::SayLookupValue => {
                assert!(is_value, "{says}");
                assert_eq!(value("lower"), lower.to_string(), "{says}");
            }
            Text::SayLookupLow => {
                assert!(is_low && !is_value, "{says}");
                assert_eq!((value("upper"), value("alpha")), (&*upper.to_string(), &*alpha.to_string()), "{says}");
            }
            Text::SayLookupHigh => {
                assert!(is_high && !is_value, "{says}");
                assert_eq!((value("lower"), value("beta")), (&*lower.to_string(), &*beta.to_string()), "{says}");
            }
            Text::SayLookupNarrowed => {
                assert!(node.answered.is_none() && node.searched != node.given, "{says}");
                assert_eq!(value("given"), node.given.to_string(), "{says}");
                assert_eq!(value("window"), node.searched.to_string(), "{says}");
                assert_eq!(bounds_said(self.language, value("bounds")), Some(entry.bounds), "{says}");
            }
            Text::SayLookupNothing => {
                assert!(node.answered.is_none() && node.searched == node.given, "{says}");
                assert_eq!(value("window"), node.given.to_string(), "{says}");
                assert_eq!(bounds_said(self.language, value("bounds")), Some(entry.bounds), "{says}");
            }
            other => panic!("{other:?} at {says}"),
        }
    }

    fn store(&mut self, frame: usize, step: &Step, is_checked: bool) {
        let node = self.open.last().expect("open");
        let Window { alpha, beta } = node.searched;
        let mut bounds = Bounds {
            lower: if node.value <= alpha { Score::NEG_INFINITY } else { node.value },
            upper: if node.value >= beta { Score::INFINITY } else { node.value },
        };
        let stored = step.store.and_then(|store| self.trace.table().stored(store)).expect("written");
        let key = node.key.expect("a key");
        let old = self.entries.get(&stored.entry).copied();
        if let Some(old) = old.filter(|old| old.key == key && self.table.is_some_and(|table| table.intersection)) {
            bounds = Bounds { lower: bounds.lower.max(old.bounds.lower), upper: bounds.upper.min(old.bounds.upper) };
        }
        if is_checked {
            let (text, values, _) = self.parsed(frame);
            let says = format!("frame {frame}: {}", explain(self.trace, frame, self.language));
            assert_eq!(values["place"], node.names.place, "{says}");
            assert_eq!(bounds_said(self.language, &values["bounds"]), Some(bounds), "{says}");
            // A comparison with kept bounds requires an entry of the same position.
            match old.filter(|old| old.key.0 == key.0) {
                None => assert_eq!(text, Text::SayStore, "{says}"),
                Some(old) => {
                    assert_eq!(text, Text::SayStoreAgain, "{says}");
                    assert_eq!(bounds_said(self.language, &values["old"]), Some(old.bounds), "{says}");
                    assert_eq!(values["frame"], self.language.number(old.frame as u64), "{says}");
                    assert!(old.bounds.contain(self.exact[&node.path].1), "{says}");
                }
            }
            assert!(bounds.contain(self.exact[&node.path].1), "{says}");
        }
        self.entries.insert(stored.entry, Entry { key, bounds, frame });
    }

    /// Finds the template of a sentence, and its values.
    fn parsed(&self, frame: usize) -> (Text, HashMap<String, String>, Option<u64>) {
        let sentence = plain(&explain(self.trace, frame, self.language));
        assert!(!sentence.trim().is_empty() && !sentence.contains(['{', '}']), "{sentence:?}");
        assert!(
            !sentence.starts_with("the ") && !sentence.starts_with("move "),
            "a sentence begins with a capital: {sentence:?}"
        );
        let mut body = sentence.as_str();
        let mut count = None;
        let gap = self.language.number(1000).replace(|letter: char| letter.is_ascii_digit(), "");
        // The count of pruned nodes is a separate sentence after that of the cut.
        let forms = ["1", "2"].map(|form| plain(&self.language.fill(Text::SayNodesPruned, &[("count", form)])));
        for (said, form) in forms.iter().zip(["1", "2"]) {
            let (before, after) = said.split_once(form).expect("a number");
            let number = |body: &str| {
                let digits = body.strip_suffix(after)?;
                let start = digits.rfind(|letter: char| !letter.is_ascii_digit() && !gap.contains(letter))?;
                let start = start + digits[start..].chars().next()?.len_utf8();
                let number: u64 = digits[start..].replace(&gap, "").parse().ok()?;
                assert_eq!(self.language.number(number), digits[start..], "{sentence}");
                let said = self.language.fill(Text::SayNodesPruned, &[("count", &digits[start..])]);
                assert!(plain(&said).ends_with(after), "{sentence}");
                Some((start, number))
            };
            if count.is_none()
                && let Some((start, found)) = number(body)
            {
                body = body[..start].strip_suffix(before).unwrap_or(&body[..start]).trim_end();
                count = Some(found);
            }
        }
        // "The root" is used at the beginning of a sentence, "the root" within one.
        let begun = [Text::Root, Text::NodeAfter, Text::MoveNamed, Text::HouseNamed, Text::ColumnNamed]
            .map(|text| self.language.text(text).split('{').next().unwrap_or_default())
            .into_iter()
            .find_map(|word| Some(word.to_owned() + body.strip_prefix(&*capitalized(word))?));
        let body = begun.unwrap_or_else(|| body.to_owned());
        let kinds = [Text::MaxNode, Text::MinNode].map(|text| self.language.text(text));
        let mut fitting: Vec<_> = SENTENCES
            .into_iter()
            .filter_map(|text| {
                let template = self.language.text(text);
                let values = taken_apart(template, &body)?;
                // Where the player is all that two sentences differ in, it is in the kind of the node.
                let allowed = match text {
                    Text::SayScoreRaises | Text::SayScoreKeepsMax => &kinds[..1],
                    Text::SayScoreLowers | Text::SayScoreKeepsMin => &kinds[1..],
                    _ => &kinds[..],
                };
                let is_kind = values.get("kind").is_none_or(|kind| allowed.contains(&kind.as_str()));
                let are_bounds =
                    |name| values.get(name).is_none_or(|text: &String| bounds_said(self.language, text).is_some());
                (is_kind && are_bounds("bounds") && are_bounds("old")).then_some((text, values))
            })
            .collect();
        assert_eq!(fitting.len(), 1, "{sentence:?} could be {fitting:?}");
        let (text, values) = fitting.remove(0);
        (text, values, count)
    }

    fn check(&self, frame: usize, step: &Step, is_checked: bool) {
        if !is_checked {
            return;
        }
        let (text, values, count) = self.parsed(frame);
        let node = self.open.last().expect("open");
        let leaf = node.position.score();
        let is_minimax = !has_windows(self.algorithm);
        let value = |key: &str| values[key].as_str();
        let says = format!("frame {frame}: {}", explain(self.trace, frame, self.language));
        assert_eq!(count, None, "{says}");
        assert_eq!(value("node"), node.names.node, "{says}");
        match text {
            Text::SayAgain | Text::SayAgainInside => {
                assert!(step.kind == FrameKind::Start && node.is_again && text == Text::SayAgainInside, "{says}");
                let parent = &self.open[self.open.len() - 2];
                let (_, score) = parent.again.expect("searched again");
                let first = asked_first(self.algorithm, parent.window, parent.player, parent.entered - 1);
                let first = handed_down(self.algorithm, first, node.player);
                let said = value("score").trim_start_matches(['≤', '≥']).trim_start();
                assert_eq!((said, value("window")), (&*score.to_string(), &*node.given.to_string()), "{says}");
                assert_eq!(
                    (value("around"), value("asked")),
                    (&*parent.window.to_string(), &*first.to_string()),
                    "{says}"
                );
            }
            Text::SayStartLeaf => assert!(step.kind == FrameKind::Start && leaf.is_some(), "{says}"),
            Text::SayStart | Text::SayStartMinimax => {
                assert!(step.kind == FrameKind::Start && leaf.is_none(), "{says}");
                let kind = if node.player == Player::Max { Text::MaxNode } else { Text::MinNode };
                assert_eq!(value("kind"), self.language.text(kind), "{says}");
                assert_eq!(text == Text::SayStartMinimax, is_minimax, "{says}");
                assert!(is_minimax || value("window") == node.given.to_string(), "{says}");
            }
            Text::SayScoreRaises | Text::SayScoreKeepsMax | Text::SayScoreLowers | Text::SayScoreKeepsMin => {
                assert_eq!(step.kind, FrameKind::Score, "{says}");
                assert_eq!((value("child"), value("score")), (self.child.0.as_str(), &*self.child.1.to_string()));
                // A fail-hard node starts with its own bound, which no child has returned.
                let (bound, given) = match node.player {
                    Player::Max => ("α", node.given.alpha),
                    Player::Min => ("β", node.given.beta),
                };
                let is_given = fail_of(self.algorithm) == Fail::Hard && node.value == given;
                let name = if is_given && given.finite().is_some() { format!("{bound} = ") } else { String::new() };
                assert_eq!(value("known").replace('\u{a0}', " "), format!("{name}{}", node.value), "{says}");
                let (player, is_true) = match text {
                    Text::SayScoreRaises => (Player::Max, self.child.1 > node.value),
                    Text::SayScoreKeepsMax => (Player::Max, self.child.1 <= node.value),
                    Text::SayScoreLowers => (Player::Min, self.child.1 < node.value),
                    _ => (Player::Min, self.child.1 >= node.value),
                };
                assert!(player == node.player && is_true, "{says}");
            }
            Text::SayEndAnswered => {
                assert!(step.kind == FrameKind::End && leaf.is_none() && node.returned.is_empty(), "{says}");
                assert_eq!(Some(value("score")), node.answered.map(|score| score.to_string()).as_deref(), "{says}");
            }
            Text::SayEndLeaf => {
                assert!(step.kind == FrameKind::End && leaf.is_some_and(|leaf| leaf.to_string() == value("score")));
            }
            Text::SayEndMinimaxMax | Text::SayEndMinimaxMin => {
                let is_max = text == Text::SayEndMinimaxMax;
                let best = if is_max { node.returned.iter().max() } else { node.returned.iter().min() };
                assert!(is_minimax && leaf.is_none() && is_max == (node.player == Player::Max), "{says}");
                assert_eq!(value("score"), best.expect("a child returned").to_string(), "{says}");
            }
            Text::SayEndExact | Text::SayEndUpper | Text::SayEndLower => {
                let minimax = self.exact[&self.trace.path(step.node)].1;
                assert!(step.kind == FrameKind::End && !is_minimax && leaf.is_none(), "{says}");
                assert!(node.answered.is_none(), "{says}");
                assert_eq!(value("score"), node.value.to_string(), "{says}");
                let Window { alpha, beta } = node.searched;
                match text {
                    Text::SayEndExact => {
                        assert_eq!(value("window"), node.searched.to_string(), "{says}");
                        assert!(alpha < node.value && node.value < beta && minimax == node.value, "{says}");
                    }
                    Text::SayEndUpper => {
                        assert_eq!(value("bound"), alpha.to_string(), "{says}");
                        assert!(node.value <= alpha && minimax <= node.value, "{says}");
                    }
                    _ => {
                        assert_eq!(value("bound"), beta.to_string(), "{says}");
                        assert!(node.value >= beta && minimax >= node.value, "{says}");
                    }
                }
            }
            other => panic!("{other:?} at {says}"),
        }
    }

    fn check_update(&self, frame: usize, step: &Step, before: (Window, Score), is_checked: bool) {
        if !is_checked {
            return;
        }
        let (text, values, count) = self.parsed(frame);
        let node = self.open.last().expect("open");
        let value = |key: &str| values[key].as_str();
        let says = format!("frame {frame}: {}", explain(self.trace, frame, self.language));
        let said = values.get("node").or(values.get("place")).expect("which node it is");
        let expected = if values.contains_key("node") { &node.names.node } else { &node.names.place };
        assert_eq!(said, expected, "{says}");
        let (window_changed, value_changed) = (node.window != before.0, node.value != before.1);
        let is_minimax = !has_windows(self.algorithm);
        let is_closed = cuts(self.algorithm) && node.window.alpha >= node.window.beta;
        let is_plain = is_minimax || is_closed;
        let bound = match text {
            Text::SayUpdateAlpha => {
                assert!(!is_plain && node.player == Player::Max && node.window.alpha > before.0.alpha, "{says}");
                Some(node.window.alpha)
            }
            Text::SayUpdateBeta => {
                assert!(!is_plain && node.player == Player::Min && node.window.beta < before.0.beta, "{says}");
                Some(node.window.beta)
            }
            Text::SayUpdateAside => {
                assert!(node.again.is_some() && value("child") == self.child.0, "{says}");
                None
            }
            Text::SayUpdateNothing => {
                assert!(node.again.is_none(), "{says}");
                assert!(!is_plain && !window_changed && !value_changed, "{says}");
                None
            }
            Text::SayUpdateValue => {
                assert!(!is_plain && !window_changed && value_changed, "{says}");
                assert_eq!(value("value"), node.value.to_string(), "{says}");
                None
            }
            Text::SayUpdateMinimax | Text::SayKeepMinimax => {
                assert!(is_minimax && value_changed == (text == Text::SayUpdateMinimax), "{says}");
                assert_eq!(value("value"), node.value.to_string(), "{says}");
                None
            }
            _ => {
                assert!(is_closed, "{says}");
                self.check_cut(text, step, &values, count, &says);
                return;
            }
        };
        assert_eq!(count, None, "{says}");
        assert!(bound.is_none_or(|bound| value("bound") == bound.to_string()), "{says}");
        assert!(is_minimax || value("window") == node.window.to_string(), "{says}");
    }

    fn check_cut(&self, text: Text, step: &Step, values: &HashMap<String, String>, count: Option<u64>, says: &str) {
        let node = self.open.last().expect("open");
        let value = |key: &str| values[key].as_str();
        let is_alpha = matches!(text, Text::SayAlphaCutNone | Text::SayAlphaCut);
        assert_eq!(step.cut, Some(if is_alpha { Cut::Alpha } else { Cut::Beta }), "{says}");
        assert_eq!(node.player, if is_alpha { Player::Min } else { Player::Max }, "{says}");
        let bound_of = |window: Window| if is_alpha { window.alpha } else { window.beta };
        let reaches = |score: Score, bound: Score| if is_alpha { score <= bound } else { score >= bound };
        let bound = bound_of(node.searched);
        assert_eq!((value("child"), value("score")), (self.child.0.as_str(), &*self.child.1.to_string()), "{says}");
        assert_eq!(value("bound"), bound.to_string(), "{says}");
        assert!(reaches(self.child.1, bound), "{says}");

        let path = self.trace.path(step.node);
        let entered = node.entered;
        let order: Vec<u32> = self.trace.children(step.node).filter_map(|child| self.trace.move_of(child)).collect();
        let skipped: Vec<Vec<u32>> = order[entered..].iter().map(|&mv| [path.as_slice(), &[mv]].concat()).collect();
        let expected_count: u64 = skipped.iter().map(|path| self.exact[path].0).sum();
        assert_eq!(count, (expected_count > 0).then_some(expected_count), "{says}");
        let expected = match (is_alpha, skipped.len()) {
            (true, 0) => Text::SayAlphaCutNone,
            (true, _) => Text::SayAlphaCut,
            (false, 0) => Text::SayBetaCutNone,
            (false, _) => Text::SayBetaCut,
        };
        assert_eq!(text, expected, "{says}");
        if skipped.is_empty() {
            return;
        }

        let children: Vec<Names> = skipped.iter().map(|path| self.names(path)).collect();
        let names: Vec<String> = children.iter().map(|child| child.bare.clone()).collect();
        let (listed, more) = self.taken_list(&self.without_word(value("skipped"), &children));
        assert_eq!(listed.len() + more, names.len(), "{says}");
        assert!(names.starts_with(&listed) && (names.len() > 6 || more == 0), "{says}");

        self.check_reason(value("reason"), is_alpha, bound, says);
    }

    /// A list of siblings without the word for moves, with which a list of moves that would look like numbers begins.
    fn without_word(&self, text: &str, children: &[Names]) -> String {
        let words = match children.len() {
            1 => [Text::HouseNamed, Text::ColumnNamed, Text::MoveNamed],
            _ => [Text::HousesNamed, Text::ColumnsNamed, Text::MovesNamed],
        };
        let inner = words.into_iter().find_map(|word| taken_apart(self.language.text(word), text)?.remove("move"));
        assert_eq!(inner.is_some(), children.iter().all(|child| child.own != child.bare), "{text}");
        inner.unwrap_or_else(|| text.to_owned())
    }

    /// Names in a list of siblings, and the number of omitted ones.
    fn taken_list(&self, text: &str) -> (Vec<String>, usize) {
        let language = self.language;
        let apart = |form| taken_apart(language.text(form), text);
        let (listed, behind, more) = match (apart(Text::SayAndMore), apart(Text::ListAnd)) {
            (Some(values), _) => (values["listed"].clone(), None, values["count"].parse().expect("a number")),
            (None, Some(values)) => (values["listed"].clone(), Some(values["last"].clone()), 0),
            (None, None) => (text.to_owned(), None, 0),
        };
        let parts = listed.split(language.text(Text::Comma)).map(str::to_owned).chain(behind);
        let names = parts.flat_map(|part| match taken_apart(language.text(Text::RunOfMoves), &part) {
            Some(run) => {
                let [from, to] = ["first", "last"].map(|end| run[end].parse::<i64>().expect("a number"));
                let run: Vec<i64> = if from < to { (from..=to).collect() } else { (to..=from).rev().collect() };
                assert!(run.len() > 2, "{text}");
                run.iter().map(i64::to_string).collect()
            }
            None => vec![part],
        });
        (names.collect(), more)
    }

    /// Checks the reason of a cut.
    fn check_reason(&self, reason: &str, is_alpha: bool, bound: Score, says: &str) {
        let node = self.open.last().expect("open");
        let bound_of = |window: Window| if is_alpha { window.alpha } else { window.beta };
        let reaches = |score: Score, bound: Score| if is_alpha { score <= bound } else { score >= bound };
        // A reason is a sentence, but its template begins with a lower-case letter, or with the name of a player.
        let players = [Player::Max, Player::Min].map(|player| player_text(self.trace, player, self.language));
        let reason = match self.language {
            _ if players.iter().any(|player| reason.starts_with(player)) => reason.to_owned(),
            Language::English => reason[..1].to_ascii_lowercase() + &reason[1..],
            Language::Japanese => reason.to_owned(),
        };
        let reasons = [
            Text::ReasonAncestor,
            Text::ReasonTableUpper,
            Text::ReasonTableLower,
            Text::ReasonAskedHigh,
            Text::ReasonAskedLow,
        ];
        let fitting: Vec<_> = reasons
            .into_iter()
            .filter_map(|text| Some((text, taken_apart(self.language.text(text), &reason)?)))
            .collect();
        let [(text, values)] = fitting.as_slice() else { panic!("{reason:?} could be {fitting:?}") };
        assert_eq!(values["bound"], bound.to_string(), "{says}");
        // Owner of the bound: the last node on the path whose bound differs from its given one, by the table or by its
        // children.
        let at = (0..self.open.len()).rev().find(|&at| {
            let is_handed_down = |above: usize| bound_of(self.open[above].window) == bound;
            bound_of(self.open[at].given) != bound || !at.checked_sub(1).is_some_and(is_handed_down)
        });
        let at = at.expect("an owner");
        let owner = &self.open[at];
        if bound_of(owner.given) == bound {
            // Its parent searches it with a part of its window.
            let parent = &self.open[at - 1];
            if parent.player == if is_alpha { Player::Max } else { Player::Min } {
                // It is a re-search that starts with the score of the null window.
                assert_eq!(*text, Text::ReasonAncestor, "{says}");
                assert_eq!((&values["where"], &values["place"]), (&parent.names.place, &node.names.place), "{says}");
                assert_eq!(values["player"], player_text(self.trace, parent.player, self.language), "{says}");
                assert!(parent.again.is_some_and(|(_, score)| score == bound), "{says}");
                assert!(reaches(bound, self.exact[&owner.path].1), "{says}");
                return;
            }
            assert_eq!(*text, if is_alpha { Text::ReasonAskedLow } else { Text::ReasonAskedHigh }, "{says}");
            let is_here = owner.path == node.path;
            let child = child_name(self.trace, &owner.path, self.language);
            let child = if is_here { self.language.text(Text::ThisNode) } else { &child };
            assert_eq!((&*values["owner"], &*values["child"]), (&*parent.names.node, child), "{says}");
            assert!(!enters_once(self.algorithm) && parent.again.is_none(), "{says}");
            return;
        }
        if bound_of(owner.searched) == bound {
            let is_here = owner.path == node.path;
            let expected = if is_here { self.language.text(Text::ThisNode) } else { &owner.names.node };
            assert_eq!(values["owner"], expected, "{says}");
            assert_eq!(*text, if is_alpha { Text::ReasonTableLower } else { Text::ReasonTableUpper }, "{says}");
            let found = owner.found.expect("bounds");
            assert_eq!(if is_alpha { found.lower } else { found.upper }, bound, "{says}");
            assert!(reaches(bound, self.exact[&owner.path].1), "{says}");
            return;
        }
        assert_eq!(*text, Text::ReasonAncestor, "{says}");
        assert_eq!((&values["where"], &values["place"]), (&owner.names.place, &node.names.place), "{says}");
        assert_eq!(values["player"], player_text(self.trace, owner.player, self.language), "{says}");
        assert_eq!(owner.player, node.player.other(), "{says}");
        assert_eq!(owner.value, bound, "{says}");
        // The statement is true: a returned child has at least this value for the node.
        assert!(owner.values.iter().any(|&value| reaches(bound, value)), "{says}");
    }
}

/// Checks the sentence of every `every`-th frame, in both languages.
pub fn check_sentences(trace: &Trace, every: usize) {
    let exact = all_exact(trace);
    let (Process::Search(algorithm), table) = (trace.setup.process, trace.setup.table) else {
        panic!("only searches have such sentences");
    };
    let algorithm = with_its_table(algorithm, table);
    for language in Language::ALL {
        let child = (String::new(), Score::NEG_INFINITY);
        let mut walk =
            Walk { trace, language, algorithm, table, entries: HashMap::new(), open: Vec::new(), child, exact: &exact };
        for frame in 0..trace.frame_count() {
            walk.step(frame, frame.is_multiple_of(every));
        }
        assert!(walk.open.is_empty());
    }
}
