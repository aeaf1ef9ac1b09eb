//! The sentence of each frame: what it says is taken apart again and held against what a plain walk over the frames
//! knows, in both languages.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use crate::plain_searches::{cuts, fail_of, handed_down, has_windows, with_its_table};
use crate::random_games::setups;
use crate::random_trees::{orders, stopped_run, trees};
use edagari::analysis::{explain, game_text, player_text, run_title, state_text, value_line, why_pruned};
use edagari::game::{
    AnyGame, AnyPosition, Eight, GameSetup, Kalah, Player, RandomTree, TextbookNode, TextbookTree, TicTacToe,
};
use edagari::language::{Language, Text, capitalized};
use edagari::score::{Bounds, Fail, Score, Window};
use edagari::search::{Algorithm, DepthLimit, Order, TableKey, TableSetup};
use edagari::trace::{
    Cut, DEFAULT_MEMORY_LIMIT, EntryId, FrameKind, Place, Process, Setup, Step, Trace, Traversal, record, record_game,
};
use proptest::prelude::*;

fn run(game: AnyGame, process: Process, order: Order) -> Trace {
    let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), process) };
    record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

/// Every sentence that a frame of a search can have; those of a cut come with or without the count of nodes.
const SENTENCES: [Text; 34] = [
    Text::SayStart,
    Text::SayStartMinimax,
    Text::SayStartLeaf,
    Text::SayScoreRaises,
    Text::SayScoreKeepsMax,
    Text::SayScoreLowers,
    Text::SayScoreKeepsMin,
    Text::SayUpdateAlpha,
    Text::SayUpdateBeta,
    Text::SayUpdateNothing,
    Text::SayUpdateValue,
    Text::SayUpdateMinimax,
    Text::SayKeepMinimax,
    Text::SayAlphaCutNone,
    Text::SayAlphaCutOne,
    Text::SayAlphaCutMany,
    Text::SayBetaCutNone,
    Text::SayBetaCutOne,
    Text::SayBetaCutMany,
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

/// What stands at the placeholders of a template in a sentence made from it; nothing if it was not made from it.
fn taken_apart(template: &str, sentence: &str) -> Option<HashMap<String, String>> {
    // In Japanese the blanks beside a placeholder are there or not, by what stands at it.
    let is_japanese = template.chars().any(|letter| letter >= '\u{3000}');
    let trimmed = |text| if is_japanese { str::trim(text) } else { text };
    let (literal, mut template) = template.split_once('{').unwrap_or((template, ""));
    let mut rest = sentence.strip_prefix(trimmed(literal))?;
    let mut values = HashMap::new();
    while let Some((name, after)) = template.split_once('}') {
        let (literal, next) = after.split_once('{').unwrap_or((after, ""));
        let literal = trimmed(literal);
        let end = if next.is_empty() { rest.strip_suffix(literal)?.len() } else { rest.find(literal)? };
        let value = trimmed(&rest[..end]).to_owned();
        rest = &rest[end + literal.len()..];
        template = next;
        // A value that stands twice has to be the same twice.
        if *values.entry(name.to_owned()).or_insert_with(|| value.clone()) != value {
            return None;
        }
    }
    rest.is_empty().then_some(values)
}

/// The score that a text tells.
fn score_said(text: &str) -> Option<Score> {
    match text {
        "∞" => Some(Score::INFINITY),
        "−∞" => Some(Score::NEG_INFINITY),
        _ => text.replace('−', "-").parse().ok().map(Score::new),
    }
}

/// The bounds that a text tells.
fn bounds_said(language: Language, text: &str) -> Option<Bounds> {
    [Text::BoundsExactly, Text::BoundsAtMost, Text::BoundsAtLeast, Text::BoundsBetween].into_iter().find_map(|form| {
        let values = taken_apart(language.text(form), text)?;
        let end = |name, otherwise| values.get(name).map_or(Some(otherwise), |text| score_said(text));
        let lower = end("lower", Score::NEG_INFINITY)?;
        let upper = if form == Text::BoundsExactly { lower } else { end("upper", Score::INFINITY)? };
        Some(Bounds { lower, upper })
    })
}

/// What an entry is found by: the position, or its class, and the window where that belongs to it.
type Key = (u128, Option<Window>);

/// An entry of the table, as the plain walk keeps it.
#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    bounds: Bounds,
    /// When it was written.
    frame: usize,
}

/// What a node is called.
#[derive(Clone)]
struct Names {
    node: String,
    /// Where something happens that happens there.
    place: String,
    /// Beside its parent.
    own: String,
    /// In a list of siblings.
    bare: String,
}

/// A node on the current path, as the plain walk sees it.
struct Open {
    names: Names,
    path: Vec<u16>,
    position: AnyPosition,
    player: Player,
    key: Option<Key>,
    given: Window,
    /// The window that its children are searched with: the given one, or what the table has left of it.
    searched: Window,
    window: Window,
    /// The bounds that the table had for it.
    found: Option<Bounds>,
    /// The score that the table gave it.
    answered: Option<Score>,
    /// What it would return now.
    value: Score,
    /// The scores that its children returned.
    returned: Vec<Score>,
    /// The minimax values of those children.
    values: Vec<Score>,
}

/// The plain walk over the frames of a search.
struct Walk<'a> {
    trace: &'a Trace,
    language: Language,
    algorithm: Algorithm,
    table: Option<TableSetup>,
    entries: HashMap<EntryId, Entry>,
    open: Vec<Open>,
    /// The child that returned last: its name and score.
    child: (String, Score),
    /// Known sizes and values of subtrees, by path.
    exact: &'a HashMap<Vec<u16>, (u64, Score)>,
}

/// The size and the minimax value of every subtree.
fn exact(position: &AnyPosition, path: &mut Vec<u16>, known: &mut HashMap<Vec<u16>, (u64, Score)>) -> (u64, Score) {
    let mut size = 1;
    let mut value = position.score();
    for mv in 0..position.move_count() as u16 {
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

fn all_exact(trace: &Trace) -> HashMap<Vec<u16>, (u64, Score)> {
    let mut known = HashMap::new();
    exact(&trace.position(&[]).expect("the start"), &mut Vec::new(), &mut known);
    known
}

impl Walk<'_> {
    /// What a node is called, where it is, and what it is called beside its parent.
    fn names(&self, path: &[u16]) -> Names {
        let text = |text, values: &[(&str, &str)]| self.language.fill(text, values);
        let moves: Vec<String> = (0..path.len())
            .map(|at| self.trace.position(&path[..at]).expect("a legal path").move_text(usize::from(path[at])))
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
        // A bare number would look like a score, and a letter like a square.
        let word = match self.trace.setup.game.name() {
            "kalah" => Some(Text::HouseNamed),
            "connect-four" => Some(Text::ColumnNamed),
            _ => bare.parse::<u64>().is_ok().then_some(Text::MoveNamed),
        };
        let own = word.map_or_else(|| bare.clone(), |word| text(word, &[("move", &bare)]));
        let (node, place) = (text(Text::NodeAfter, &[("moves", &line)]), text(Text::AfterMoves, &[("moves", &line)]));
        Names { node, place, own, bare }
    }

    /// Checks the sentence of the next frame, and takes the frame in.
    fn step(&mut self, frame: usize, is_checked: bool) {
        let step = self.trace.step(frame).expect("a frame");
        match step.kind {
            FrameKind::Start => {
                let path = self.trace.path(step.node);
                let position = self.trace.position(&path).expect("a legal path");
                let player = position.player();
                let above = self.open.last().map_or(Window::FULL, |parent| parent.window);
                let given = handed_down(self.algorithm, above, player);
                let value = match (fail_of(self.algorithm), player) {
                    (Fail::Hard, Player::Max) => given.alpha,
                    (Fail::Hard, Player::Min) => given.beta,
                    (Fail::Soft, Player::Max) => Score::NEG_INFINITY,
                    (Fail::Soft, Player::Min) => Score::INFINITY,
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
                let node = self.open.last_mut().expect("open");
                node.returned.push(score);
                node.values.push(value_of_child);
                // The sentence of an update compares with what was before it.
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
            kind => panic!("a frame that this does not know: {kind:?}"),
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
        let stored = step.store.and_then(|store| self.trace.stored(store)).expect("written");
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
            // Bounds of another position, which has to make room, are not what this one's are kept instead of.
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

    /// Which sentence it is, and its values.
    fn parsed(&self, frame: usize) -> (Text, HashMap<String, String>, Option<u64>) {
        let sentence = explain(self.trace, frame, self.language);
        assert!(!sentence.trim().is_empty() && !sentence.contains(['{', '}']), "{sentence:?}");
        assert!(
            !sentence.starts_with("the ") && !sentence.starts_with("move "),
            "a sentence begins with a capital: {sentence:?}"
        );
        let mut body = sentence.as_str();
        let mut count = None;
        let gap = self.language.number(1000).replace(|letter: char| letter.is_ascii_digit(), "");
        // The count of pruned nodes is a sentence of its own behind that of a cut.
        for text in [Text::SayNodesPruned, Text::SayOneNodePruned] {
            let (before, after) = self.language.text(text).split_once("{count}").expect("a placeholder");
            let number = |body: &str| {
                let digits = body.strip_suffix(after)?;
                let start = digits.rfind(|letter: char| !letter.is_ascii_digit() && !gap.contains(letter))?;
                let start = start + digits[start..].chars().next()?.len_utf8();
                let number: u64 = digits[start..].replace(&gap, "").parse().ok()?;
                assert_eq!(self.language.number(number), digits[start..], "{sentence}");
                Some((start, number))
            };
            if count.is_none()
                && let Some((start, found)) = number(body)
            {
                body = body[..start].strip_suffix(before).unwrap_or(&body[..start]).trim_end();
                count = Some(found);
            }
        }
        // "The root" begins a sentence, "the root" stands within one.
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
                let is_kind = values.get("kind").is_none_or(|kind| kinds.contains(&kind.as_str()));
                let are_bounds =
                    |name| values.get(name).is_none_or(|text: &String| bounds_said(self.language, text).is_some());
                (is_kind && are_bounds("bounds") && are_bounds("old")).then_some((text, values))
            })
            .collect();
        // Japanese says "one" and "many" alike.
        fitting.dedup_by_key(|(text, _)| self.language.text(*text));
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
                assert_eq!(value("known"), node.value.to_string(), "{says}");
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
            Text::SayUpdateNothing => {
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
        let is_alpha = matches!(text, Text::SayAlphaCutNone | Text::SayAlphaCutOne | Text::SayAlphaCutMany);
        assert_eq!(step.cut, Some(if is_alpha { Cut::Alpha } else { Cut::Beta }), "{says}");
        assert_eq!(node.player, if is_alpha { Player::Min } else { Player::Max }, "{says}");
        let bound_of = |window: Window| if is_alpha { window.alpha } else { window.beta };
        let reaches = |score: Score, bound: Score| if is_alpha { score <= bound } else { score >= bound };
        let bound = bound_of(node.searched);
        assert_eq!((value("child"), value("score")), (self.child.0.as_str(), &*self.child.1.to_string()), "{says}");
        assert_eq!(value("bound"), bound.to_string(), "{says}");
        assert!(reaches(self.child.1, bound), "{says}");

        let path = self.trace.path(step.node);
        let entered = node.returned.len();
        let order: Vec<u16> = self.trace.children(step.node).filter_map(|child| self.trace.move_of(child)).collect();
        let skipped: Vec<Vec<u16>> = order[entered..].iter().map(|&mv| [path.as_slice(), &[mv]].concat()).collect();
        let expected_count: u64 = skipped.iter().map(|path| self.exact[path].0).sum();
        assert_eq!(count, (expected_count > 0).then_some(expected_count), "{says}");
        let expected = match (is_alpha, skipped.len()) {
            (true, 0) => Text::SayAlphaCutNone,
            (true, 1) => Text::SayAlphaCutOne,
            (true, _) => Text::SayAlphaCutMany,
            (false, 0) => Text::SayBetaCutNone,
            (false, 1) => Text::SayBetaCutOne,
            (false, _) => Text::SayBetaCutMany,
        };
        assert_eq!(self.language.text(text), self.language.text(expected), "{says}");
        if skipped.is_empty() {
            return;
        }

        let names: Vec<String> = skipped.iter().map(|path| self.names(path).bare).collect();
        let (listed, more) = self.taken_list(value("skipped"));
        assert_eq!(listed.len() + more, names.len(), "{says}");
        assert!(names.starts_with(&listed) && (names.len() > 6 || more == 0), "{says}");

        self.check_reason(value("reason"), is_alpha, bound, says);
    }

    /// The names in a list of siblings, and how many it leaves out.
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

    /// Why a cut may skip what it skips.
    fn check_reason(&self, reason: &str, is_alpha: bool, bound: Score, says: &str) {
        let node = self.open.last().expect("open");
        let bound_of = |window: Window| if is_alpha { window.alpha } else { window.beta };
        let reaches = |score: Score, bound: Score| if is_alpha { score <= bound } else { score >= bound };
        let fitting: Vec<_> = [Text::ReasonAncestor, Text::ReasonTableUpper, Text::ReasonTableLower]
            .into_iter()
            .filter_map(|text| Some((text, taken_apart(self.language.text(text), reason)?)))
            .collect();
        let [(text, values)] = fitting.as_slice() else { panic!("{reason:?} could be {fitting:?}") };
        assert_eq!(values["bound"], bound.to_string(), "{says}");
        // Whose bound it is: the last on the path that has another than it was given, by the table or by its children.
        let owner = self.open.iter().rev().find(|open| bound_of(open.window) != bound_of(open.given));
        let owner = owner.expect("an owner");
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
        assert_eq!(values["where"], owner.names.place, "{says}");
        assert_eq!(values["player"], player_text(self.trace, owner.player, self.language), "{says}");
        assert_eq!(owner.player, node.player.other(), "{says}");
        assert_eq!(owner.value, bound, "{says}");
        // It really can: one of its children that returned is worth at least that much to it.
        assert!(owner.values.iter().any(|&value| reaches(bound, value)), "{says}");
    }
}

/// Checks the sentence of every so many frames, in both languages.
fn check_sentences(trace: &Trace, every: usize) {
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

fn check_generation(trace: &Trace) {
    for frame in 0..trace.frame_count() {
        let path = trace.path(trace.step(frame).expect("a frame").node);
        for language in Language::ALL {
            let sentence = explain(trace, frame, language);
            let values =
                taken_apart(language.text(Text::SayGenerated), &sentence).expect("the sentence of a generation");
            assert_eq!(values["number"], language.number(frame as u64 + 1), "{sentence}");
            assert_eq!(values["depth"], language.number(path.len() as u64), "{sentence}");
            assert_eq!(Some(&values["node"]), trace.position(&path).expect("legal").label().as_ref(), "{sentence}");
        }
    }
}

fn check_stopped(part: &Trace, whole: &Trace) -> Result<(), TestCaseError> {
    for language in Language::ALL {
        for frame in 0..part.frame_count() {
            // Pruned nodes are counted after a run; what was stopped here was never counted.
            let (sentence, expected) = (explain(part, frame, language), explain(whole, frame, language));
            prop_assert!(!sentence.is_empty() && expected.starts_with(&sentence), "{} / {}", sentence, expected);
            let is_cut = part.step(frame).is_some_and(|step| step.cut.is_some());
            prop_assert!(is_cut || sentence == expected, "{} / {}", sentence, expected);
        }
        let past_the_end = explain(part, part.frame_count(), language);
        prop_assert_eq!(past_the_end, language.text(Text::SayNothingRecorded));
    }
    Ok(())
}

fn named(mut list: Vec<TextbookNode>) -> TextbookTree {
    for (index, node) in list.iter_mut().enumerate() {
        node.name = Some(format!("n{index}"));
    }
    TextbookTree::from_nodes(&list).expect("a well-formed tree")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn every_sentence_is_true(list in trees(), order in orders()) {
        let game = AnyGame::from(named(list));
        for algorithm in Algorithm::ALL {
            check_sentences(&run(game.clone(), Process::Search(algorithm), order), 1);
        }
        for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
            check_generation(&run(game.clone(), Process::Generate(traversal), order));
        }
    }

    #[test]
    fn a_run_that_was_stopped_says_the_same(list in trees(), visits in 0_usize..60) {
        let tree = named(list);
        for algorithm in Algorithm::ALL {
            let whole = run(AnyGame::from(tree.clone()), Process::Search(algorithm), Order::Natural);
            let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
            check_stopped(&stopped_run(AnyGame::from(tree.clone()), &setup, visits), &whole)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_sentence_of_a_search_with_a_table_is_true(setup in setups()) {
        check_sentences(&record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"), 1);
    }

    #[test]
    fn a_run_with_a_table_that_was_stopped_says_the_same(setup in setups(), visits in 0_usize..60) {
        let setup = Setup { order: Order::Natural, ..setup };
        let whole = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        check_stopped(&stopped_run(whole.game.clone(), &setup, visits), &whole)?;
    }
}

#[test]
fn sentences_of_games_without_labels_are_true() {
    let random = RandomTree { depth: 5, branching: 7, seed: 3, scores: (-9, 9) };
    for (game, every) in [(GameSetup::from(Eight), 1), (GameSetup::from(random), 1)] {
        let game = game.open().expect("a game");
        for algorithm in Algorithm::ALL {
            for order in [Order::Natural, Order::Reversed, Order::Shuffled(4), Order::Best] {
                check_sentences(&run(game.clone(), Process::Search(algorithm), order), every);
            }
        }
    }
}

#[test]
fn sentences_of_tic_tac_toe_are_true() {
    let setup = |algorithm| Setup {
        after: "b2 a1".to_owned(),
        ..Setup::new(GameSetup::from(TicTacToe { shortest_win: true }), Process::Search(algorithm))
    };
    for algorithm in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft] {
        let trace = record(&setup(algorithm), DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        check_sentences(&trace, 3);
    }
}

/// The sentences of all frames.
fn said(file: Option<&str>, algorithm: Algorithm, language: Language) -> Vec<String> {
    let file = file.map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/textbook").join(name));
    let setup = Setup::new(GameSetup::textbook(file.as_deref()), Process::Search(algorithm));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    (0..trace.frame_count()).map(|frame| explain(&trace, frame, language)).collect()
}

/// The key frames of α-β on the three-move figure.
const PINNED: [(usize, &str); 16] = [
    (0, "The search enters R, a max node, with the window (−∞, ∞)."),
    (3, "The search enters G, where the game is over."),
    (4, "G is a leaf: the game ends with 1."),
    (5, "G returned 1 to C, a max node: more than the −∞ it has."),
    (6, "C raises α to 1; its window is now (1, ∞)."),
    (11, "C ends with 3: inside its window (−∞, ∞), so this is its value."),
    (12, "C returned 3 to A, a min node: less than the ∞ it has."),
    (13, "A lowers β to 3; its window is now (−∞, 3)."),
    (
        18,
        "β-cut at D, where max moves: I returned 4 ≥ β = 3; J is skipped, for min can already have 3 at A. 1 node pruned.",
    ),
    (19, "D ends with 4 ≥ β = 3: it failed high, so its value is at least 4."),
    (20, "D returned 4 to A, a min node: not less than the 3 it has."),
    (21, "A keeps its window (−∞, 3)."),
    (29, "K returned 2 to E, a max node: not more than the 3 it has."),
    (35, "E ends with 3 ≤ α = 3: it failed low, so its value is at most 3."),
    (
        37,
        "α-cut at B, where min moves: E returned 3 ≤ α = 3; F is skipped, for max can already have 3 at R. 3 nodes pruned.",
    ),
    (41, "R ends with 3: inside its window (−∞, ∞), so this is its value."),
];

const PINNED_JAPANESE: [(usize, &str); 3] = [
    (
        18,
        "βカット：max ノードの D に I が 4 ≥ β = 3 を返しました。min は A ですでに 3 を選べるので、J を省略します。1 個のノードが枝刈りされました。",
    ),
    (35, "E は 3 ≤ α = 3 で終了します。fail low なので、ミニマックス値は 3 以下です。"),
    (
        37,
        "αカット：min ノードの B に E が 3 ≤ α = 3 を返しました。max は R ですでに 3 を選べるので、F を省略します。3 個のノードが枝刈りされました。",
    ),
];

#[test]
fn the_three_move_figure_in_words() {
    let sentences = said(None, Algorithm::AlphaBeta, Language::English);
    for (frame, expected) in PINNED {
        assert_eq!(sentences[frame], expected, "frame {frame}");
    }
    let japanese = said(None, Algorithm::AlphaBeta, Language::Japanese);
    for (frame, expected) in PINNED_JAPANESE {
        assert_eq!(japanese[frame], expected, "frame {frame}");
    }
}

#[test]
fn the_deep_cut_belongs_to_the_root() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft] {
        let cuts: Vec<_> = said(Some("deep-cut.ron"), algorithm, Language::English)
            .into_iter()
            .filter(|sentence| sentence.contains("-cut "))
            .collect();
        // D's own parents have no score yet: the 5 that cuts is the root's, three levels up.
        let deep = "α-cut at D, where min moves: E returned 4 ≤ α = 5; F is skipped, for max can already have 5 at R. 1 node pruned.";
        let shallow = match algorithm {
            Algorithm::AlphaBetaSoft => 4,
            _ => 5,
        };
        let shallow = format!(
            "α-cut at B, where min moves: C returned {shallow} ≤ α = 5; H is skipped, for max can already have 5 at R. 1 node pruned."
        );
        assert_eq!(cuts, [deep.to_owned(), shallow], "{}", algorithm.name());
    }
}

#[test]
fn the_root_has_a_capital_where_it_begins_a_sentence() {
    let game = GameSetup::from(Eight).open().expect("a game");
    let trace = run(game, Process::Search(Algorithm::AlphaBeta), Order::Natural);
    let say = |frame| explain(&trace, frame, Language::English);
    assert_eq!(say(0), "The search enters the root, a max node, with the window (−∞, ∞).");
    assert!(say(trace.frame_count() - 1).starts_with("The root ends with "), "{}", say(trace.frame_count() - 1));
}

/// Key frames of α-β with a table of bounds on tic-tac-toe after a1 b2, where the shortest win scores most.
const PINNED_WITH_TABLE: [(usize, &str); 9] = [
    (14, "The table keeps for the position after b1 c1 a2 c2 b3: at most −1."),
    (
        65,
        "The table has the position after b1 c1 a2 c3 c2 b3 from frame 46: at least 1 ≥ β = −2. That fails high, so 1 is returned and \
         nothing below is searched.",
    ),
    (66, "The node after b1 c1 a2 c3 c2 b3 ends with 1, which the table has given it; nothing below it was searched."),
    (
        139,
        "The table has the position after b1 c1 a3 a2 c2 from frame 102: its value is 0. It is returned, and nothing below is searched.",
    ),
    (
        199,
        "The table has the position after b1 c1 b3 a2 c2 from frame 111: at most −1 ≤ α = 0. That fails low, so −1 is returned and \
         nothing below is searched.",
    ),
    (
        528,
        "The table has the position after c2 b1 b3 c1 a3 from frame 489: at most 1. Its window (0, ∞) shrinks to (0, 1).",
    ),
    (
        530,
        "The table has the position after c2 b1 b3 c1 a3 a2 from frame 485: at most 1. That does not settle its window (0, 1), so its \
         children are searched.",
    ),
    (535, "The table keeps for the position after c2 b1 b3 c1 a3 a2: at least 1, instead of at most 1 from frame 485."),
    (
        872,
        "α-cut after c3 b1 b3 a2 c2, where min moves: c1 returned 1 ≤ α = 1; a3 is skipped, for the table says that this node is worth at \
         least 1. 2 nodes pruned.",
    ),
];

const PINNED_WITH_TABLE_JAPANESE: [(usize, &str); 3] = [
    (
        65,
        "置換表に「b1 c1 a2 c3 c2 b3」の局面がフレーム 46 で登録されています。1 以上で 1 ≥ β = −2 なので fail high になり、1 を返し、その下は探索しません。",
    ),
    (535, "置換表に「c2 b1 b3 c1 a3 a2」の局面を登録します（1 以上）。フレーム 485 の登録（1 以下）と置き換わります。"),
    (
        872,
        "αカット：min ノードの「c3 b1 b3 a2 c2」に c1 が 1 ≤ α = 1 を返しました。置換表からこのノードのミニマックス値は 1 以上とわかっているので、a3 を省略します。2 個のノードが枝刈りされました。",
    ),
];

fn with_table(after: &str) -> Trace {
    let game = GameSetup::from(TicTacToe { shortest_win: true });
    let setup = Setup {
        after: after.to_owned(),
        table: Some(TableSetup::default()),
        ..Setup::new(game, Process::Search(Algorithm::AlphaBeta))
    };
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

#[test]
fn a_table_in_words() {
    let trace = with_table("a1 b2");
    for (frame, expected) in PINNED_WITH_TABLE {
        assert_eq!(explain(&trace, frame, Language::English), expected, "frame {frame}");
    }
    for (frame, expected) in PINNED_WITH_TABLE_JAPANESE {
        assert_eq!(explain(&trace, frame, Language::Japanese), expected, "frame {frame}");
    }
    let cut = "β-cut after b1 a2 a3 c1, where max moves: b3 returned 2 ≥ β = 2; c3 is skipped, for the table says that this node is worth at \
               most 2. 5 nodes pruned.";
    assert_eq!(explain(&with_table("b2 a1"), 246, Language::English), cut);
}

#[test]
fn a_position_that_makes_room_says_nothing_of_another() {
    let table = TableSetup { size: NonZeroU32::new(1), ..TableSetup::default() };
    let setup = Setup { table: Some(table), ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax)) };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let is_store = |&frame: &usize| trace.step(frame).is_some_and(|step| step.kind == FrameKind::Store);
    let stores: Vec<usize> = (0..trace.frame_count()).filter(is_store).collect();
    assert!(stores.len() > 10, "{stores:?}");
    for frame in stores {
        // Minimax settles a position for good, so one that is written again was not there any more.
        let sentence = explain(&trace, frame, Language::English);
        assert!(!sentence.contains("instead of"), "{sentence}");
    }
}

/// Whether a blank stands between two Japanese letters.
fn has_stray_blank(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_wide = |letter: char| letter >= '\u{3000}';
    letters.windows(3).any(|three| three[1] == ' ' && is_wide(three[0]) && is_wide(three[2]))
}

#[test]
fn japanese_letters_have_no_blank_between_them() {
    assert!(has_stray_blank("max ノードの ルート に") && !has_stray_blank("max ノードのルートに a1 が"));
    let limited = |game, algorithm| Setup {
        limit: Some(DepthLimit { depth: 3, evaluation: 0 }),
        table: Some(TableSetup::default()),
        ..Setup::new(game, Process::Search(algorithm))
    };
    let textbook = |algorithm| Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    let kalah = GameSetup::from(Kalah { stones: 3, ..Kalah::default() });
    let mut traces: Vec<Trace> = Algorithm::ALL
        .into_iter()
        .map(textbook)
        .chain([limited(kalah, Algorithm::AlphaBetaSoft), limited(GameSetup::from(Eight), Algorithm::Minimax)])
        .map(|setup| record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"))
        .collect();
    traces.push(with_table("a1 b2"));
    for trace in &traces {
        let mut said = vec![run_title(trace, Language::Japanese), game_text(&trace.setup.game, Language::Japanese)];
        for frame in 0..trace.frame_count() {
            said.push(explain(trace, frame, Language::Japanese));
            let Some(step) = trace.step(frame) else { continue };
            said.push(state_text(
                trace,
                Some(step.node),
                trace.state(Place { node: step.node, below: 0 }, frame),
                Language::Japanese,
            ));
            for child in trace.children(step.node).filter(|_| step.cut.is_some()) {
                let place = Place { node: child, below: 0 };
                let reasons = why_pruned(trace, place).map(|reason| reason.sentences(trace, place, Language::Japanese));
                said.extend(reasons.into_iter().flatten().map(|reason| reason.sentence));
            }
            if step.kind == FrameKind::End {
                let line = value_line(trace, step.visit, frame).map(|line| line.sentences(trace, Language::Japanese));
                said.extend(line.into_iter().flatten().map(|reason| reason.sentence));
            }
        }
        for text in said {
            assert!(!has_stray_blank(&text), "{text}");
        }
    }
}
