//! The names of nodes in sentences: the name given by the game, or else the moves that lead to the node.

use crate::game::{AnyPosition, join_moves};
use crate::language::{Language, Text};
use crate::trace::{Meaning, NodeId, Trace};

/// The maximum number of moves in a complete path; of a longer path, only the first and the last moves are shown.
const MAX_MOVES: usize = 9;
const FIRST_MOVES: usize = 3;
const LAST_MOVES: usize = 4;
/// The maximum number of visits in which the name of a move is looked for.
const MAX_LAYERS: usize = 16;
/// The maximum number of siblings, or runs of siblings, in a list.
const MAX_LISTED: usize = 5;

/// The maximum length of a label that is used as a name: a longer one describes the position.
const LONGEST_NAME: usize = 16;

/// The label of a position, if it is suitable as a name in sentences and lists. A label that is long or contains blanks, such as
/// a chess position in letters, is not, as it would displace the move.
#[must_use]
pub fn name_of(position: &AnyPosition) -> Option<String> {
    position.label().filter(|label| label.chars().count() <= LONGEST_NAME && !label.contains(char::is_whitespace))
}

/// The name of the node at the end of a path, within a sentence: `A`, "the root", "the node after 0 7 1 5".
#[must_use]
pub fn node_name(trace: &Trace, path: &[u32], language: Language) -> String {
    Called::of(trace, path, language).name(language)
}

/// The name of a node on its own, as in a heading: `A`, "the root", `0 7 1 5`.
#[must_use]
pub fn node_title(trace: &Trace, path: &[u32], language: Language) -> String {
    match Called::of(trace, path, language) {
        Called::Label(label) => label,
        Called::Root => language.text(Text::Root).to_owned(),
        Called::After(moves) => moves,
    }
}

/// The name of a child in the context of its parent: its label, or its move. A move that is a letter or a number gets the game's
/// word for moves, because it would look like a score.
#[must_use]
pub fn child_name(trace: &Trace, path: &[u32], language: Language) -> String {
    NamedChild::of(trace, path, language).name(trace, language)
}

/// The name of a child in a list: its label or its move.
#[must_use]
pub fn child_text(trace: &Trace, path: &[u32], language: Language) -> String {
    NamedChild::of(trace, path, language).text(language)
}

/// A list of children of one node, for a sentence: consecutive numbers as "9 to 12"; a long list is truncated. Moves that are
/// numbers, or a game's single letters, get the word for moves once: "house 2", "houses 5 and 6".
#[must_use]
pub fn children_text(trace: &Trace, children: &[NodeId], language: Language) -> String {
    let named: Vec<NamedChild> =
        children.iter().map(|&child| NamedChild::of(trace, &trace.path(child), language)).collect();
    let first = named.first().and_then(|child| child.word(trace));
    let shared = first.filter(|_| named.iter().all(|child| child.word(trace) == first));
    let text = |child: &NamedChild| match shared {
        Some(_) => child.text(language),
        None => child.name(trace, language),
    };
    let listed = listed(&named.iter().map(text).collect::<Vec<_>>(), language);
    match shared {
        None => listed,
        Some(word) if named.len() == 1 => language.fill(word, &[("move", &listed)]),
        Some(word) => language.fill(of_several(word), &[("move", &listed)]),
    }
}

/// The word for several moves, by the word for one.
const fn of_several(word: Text) -> Text {
    match word {
        Text::HouseNamed => Text::HousesNamed,
        Text::ColumnNamed => Text::ColumnsNamed,
        _ => Text::MovesNamed,
    }
}

fn listed(texts: &[String], language: Language) -> String {
    let runs = runs_of_numbers(texts);
    let shown = if runs.len() <= MAX_LISTED + 1 { runs.len() } else { MAX_LISTED };
    let mut parts: Vec<String> = runs[..shown]
        .iter()
        .map(|run| match run {
            [first, _, .., last] => language.fill(Text::RunOfMoves, &[("first", first), ("last", last)]),
            alone => alone.concat(),
        })
        .collect();
    let left_out: usize = runs[shown..].iter().map(|run| run.len()).sum();
    let comma = language.text(Text::Comma);
    if left_out > 0 {
        let values = [("listed", &*parts.join(comma)), ("count", &language.number(left_out as u64))];
        return language.fill(Text::SayAndMore, &values);
    }
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() {
        last
    } else {
        language.fill(Text::ListAnd, &[("listed", &parts.join(comma)), ("last", &last)])
    }
}

/// Splits texts into runs: three or more consecutive whole numbers, ascending or descending, or a single text.
fn runs_of_numbers(texts: &[String]) -> Vec<&[String]> {
    let number = |at: usize| texts.get(at).and_then(|text| text.parse::<i64>().ok());
    let step = |at: usize| Some(number(at + 1)? - number(at)?).filter(|step| step.abs() == 1);
    let mut runs = Vec::new();
    let mut first = 0;
    while first < texts.len() {
        let mut last = first;
        while step(first).is_some() && step(last) == step(first) {
            last += 1;
        }
        let end = if last - first < 2 { first + 1 } else { last + 1 };
        runs.push(&texts[first..end]);
        first = end;
    }
    runs
}

/// The kinds of names of a node.
pub(in crate::analysis) enum Called {
    Label(String),
    Root,
    After(String),
}

impl Called {
    pub(in crate::analysis) fn of(trace: &Trace, path: &[u32], language: Language) -> Self {
        if let Some(name) = trace.position(path).and_then(|position| name_of(&position)) {
            return Self::Label(name);
        }
        if path.is_empty() { Self::Root } else { Self::After(shortened(&moves_to(trace, path, language))) }
    }

    /// The name within a sentence; see [`node_name`].
    pub(in crate::analysis) fn name(&self, language: Language) -> String {
        match self {
            Self::Label(label) => label.clone(),
            Self::Root => language.text(Text::Root).to_owned(),
            Self::After(moves) => language.fill(Text::NodeAfter, &[("moves", moves)]),
        }
    }

    /// The place of an event: "at A", "at the root", "after 0 7 1 5".
    pub(in crate::analysis) fn place(&self, language: Language) -> String {
        match self {
            Self::After(moves) => language.fill(Text::AfterMoves, &[("moves", moves)]),
            Self::Label(_) | Self::Root => language.fill(Text::AtNode, &[("node", &self.name(language))]),
        }
    }
}

/// The moves of a path as the command line accepts them; the last move also has its name for
/// people. If the program did not record a move, its place contains the id of the node.
fn moves_to(trace: &Trace, path: &[u32], language: Language) -> Vec<String> {
    let moves = trace.game.move_texts(&trace.start, path);
    let mut moves: Vec<String> = moves.iter().map(|mv| join_moves([mv.as_str()])).collect();
    let last = trace.place(path).recorded();
    let nodes = std::iter::successors(last, |&node| trace.parent(node));
    for (mv, node) in moves.iter_mut().rev().zip(nodes) {
        if let Some(unnamed) = without_move(trace, node, language) {
            *mv = format!("({unnamed})");
        }
    }
    if let Some((mv, name)) = moves.last_mut().zip(last.and_then(|node| name_of_move(trace, node))) {
        *mv = beside(mv, &name);
    }
    moves
}

fn shortened(moves: &[String]) -> String {
    if moves.len() <= MAX_MOVES {
        return moves.join(" ");
    }
    format!("{} … {}", moves[..FIRST_MOVES].join(" "), moves[moves.len() - LAST_MOVES..].join(" "))
}

/// The name that the program gives the move to a node, for people, such as standard algebraic
/// notation.
fn name_of_move(trace: &Trace, node: NodeId) -> Option<String> {
    trace.column_of(Meaning::Name)?;
    let named = trace.layers(node).take(MAX_LAYERS).find_map(|visit| trace.value_of(Meaning::Name, visit))?;
    Some(named.shown()).filter(|name| !name.is_empty())
}

/// A move with its name, unless they are the same.
fn beside(mv: &str, name: &str) -> String {
    if mv == name { mv.to_owned() } else { format!("{mv} ({name})") }
}

/// The name of a node without a recorded move: the kind of its search, if it has one, and its id, or the frame at which it was first
/// visited (its number in the trace is another one after saving); `None` for any other node.
fn without_move(trace: &Trace, node: NodeId, language: Language) -> Option<String> {
    trace.parent(node)?;
    trace.recorded_move_text(node).filter(|mv| mv.is_empty())?;
    let first = trace.layers(node).next();
    let id = first.and_then(|visit| trace.id_of(visit));
    let named = match (id, first) {
        (None, Some(visit)) => {
            language.fill(Text::NodeOfFrame, &[("frame", &language.number(trace.visit(visit).start() as u64))])
        }
        (id, _) => {
            let id = id.map_or_else(|| node.0.to_string(), |id| id.to_string());
            language.fill(Text::NodeWithId, &[("id", &id)])
        }
    };
    let kind = first.and_then(|visit| trace.value_of(Meaning::Kind, visit)).map(|kind| kind.shown());
    Some(kind.map_or(named.clone(), |kind| format!("{kind}{}{named}", language.text(Text::Comma))))
}

/// The kinds of names of a child.
enum NamedChild {
    Label(String),
    Root,
    Move(String),
}

impl NamedChild {
    fn of(trace: &Trace, path: &[u32], language: Language) -> Self {
        let Some((&mv, above)) = path.split_last() else {
            return trace.position(path).and_then(|root| name_of(&root)).map_or(Self::Root, Self::Label);
        };
        let parent = trace.position(above);
        let label = parent.as_ref().and_then(|parent| parent.play(mv)).and_then(|child| name_of(&child));
        let own = || {
            let node = trace.place(path).recorded();
            if let Some(unnamed) = node.and_then(|node| without_move(trace, node, language)) {
                return unnamed;
            }
            let own = parent.as_ref().map(|parent| parent.move_text(mv as usize)).unwrap_or_default();
            node.and_then(|node| name_of_move(trace, node)).map_or(own.clone(), |name| beside(&own, &name))
        };
        label.map_or_else(|| Self::Move(own()), Self::Label)
    }

    /// The word that is added to a move; `None` for a name, and for a move that needs none.
    fn word(&self, trace: &Trace) -> Option<Text> {
        match self {
            Self::Move(own) => move_word(trace, own),
            Self::Label(_) | Self::Root => None,
        }
    }

    /// The name without that word.
    fn text(&self, language: Language) -> String {
        match self {
            Self::Root => language.text(Text::Root).to_owned(),
            Self::Label(own) | Self::Move(own) => own.clone(),
        }
    }

    /// The name with that word.
    fn name(&self, trace: &Trace, language: Language) -> String {
        let text = self.text(language);
        match self.word(trace) {
            Some(word) => language.fill(word, &[("move", &text)]),
            None => text,
        }
    }
}

/// The word that is added to a move, if any.
fn move_word(trace: &Trace, own: &str) -> Option<Text> {
    let is_number = own.bytes().all(|letter| letter.is_ascii_digit());
    let of_game = trace.setup.game.kind().and_then(|kind| kind.move_named);
    let is_short = is_number || own.chars().count() == 1;
    of_game.filter(|_| is_short).or(is_number.then_some(Text::MoveNamed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(texts: &str, language: Language) -> String {
        listed(&texts.split(' ').map(str::to_owned).collect::<Vec<_>>(), language)
    }

    #[test]
    fn consecutive_numbers_are_a_run() {
        let english = |texts| list(texts, Language::English);
        assert_eq!(english("9"), "9");
        assert_eq!(english("9 10"), "9 and 10");
        assert_eq!(english("9 10 11 12"), "9 to 12");
        assert_eq!(english("12 11 10 9"), "12 to 9");
        assert_eq!(english("1 3 4 5 9 8"), "1, 3 to 5, 9 and 8");
        assert_eq!(english("1 2 3 2 1 2"), "1 to 3, 2, 1 and 2");
        assert_eq!(english("1 1 1"), "1, 1 and 1");
        assert_eq!(list("9 10 11 2", Language::Japanese), "9 から 11 と 2");
    }

    #[test]
    fn long_list_is_truncated() {
        assert_eq!(list("a1 b1 c1 d1 e1 f1", Language::English), "a1, b1, c1, d1, e1 and f1");
        assert_eq!(list("a1 b1 c1 d1 e1 f1 1 2 3", Language::English), "a1, b1, c1, d1, e1 and 4 more");
        assert_eq!(list("a b c d e f g", Language::Japanese), "a、b、c、d、e ほか 2\u{a0}個");
    }

    #[test]
    fn middle_of_a_long_path_is_omitted() {
        let moves = |count: usize| shortened(&(0..count).map(|mv| mv.to_string()).collect::<Vec<_>>());
        assert_eq!(moves(9), "0 1 2 3 4 5 6 7 8");
        assert_eq!(moves(10), "0 1 2 … 6 7 8 9");
        assert_eq!(moves(1_000), "0 1 2 … 996 997 998 999");
    }
}
