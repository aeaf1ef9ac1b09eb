//! Exercises: the right answer, the grader and the generator, tested with programs that share no code with the library.

mod after_slip;
#[cfg(feature = "export")]
mod arranged;
mod brute_force;
mod class;
mod conventions;
mod definitions;
mod either_cut;
mod follow_through;
mod generator;
mod named;
mod own_rules;
#[cfg(feature = "export")]
mod page;
mod plain;
mod planted;
mod published;
#[cfg(feature = "export")]
mod question_page;
mod questions;
mod readers;
mod root_window;
mod seats;
#[cfg(feature = "export")]
mod sheets;
mod stages;
mod student;
mod table;

use edagari::game::{Player, TextbookNode};
use edagari::lesson::exercise::{
    Answers, Convention, CutAt, Exercise, ExerciseTree, Returned, SearchByHand, Step, View,
};
use edagari::score::{BoundKind, Score, Window};
use plain::{Event, Fail, INFINITY, Rules, Search, Sign, Tree};

/// All valid conventions with one rule of cuts, regardless of the parts that are written down.
fn conventions() -> Vec<Convention> {
    let mut all = Vec::new();
    for search in SearchByHand::ALL {
        for (cut, returned, view) in [CutAt::Equality, CutAt::Above]
            .into_iter()
            .flat_map(|cut| Returned::ALL.map(move |returned| (cut, returned)))
            .flat_map(|(cut, returned)| View::ALL.map(move |view| (cut, returned, view)))
        {
            let windows = search != SearchByHand::Minimax;
            let convention = Convention { search, cut, returned, view, windows, ..Convention::default() };
            all.extend(Some(convention).filter(|convention| convention.check().is_ok()));
        }
    }
    all
}

/// All valid conventions, and PVS with a table.
fn conventions_with_table() -> Vec<Convention> {
    let with_table = conventions().into_iter().filter(|one| one.search == SearchByHand::Pvs);
    let with_table = with_table.map(|one| Convention { table: true, ..one });
    conventions().into_iter().chain(with_table).collect()
}

/// The convention with signs, if it supports them.
fn with_signs(convention: Convention) -> Convention {
    let signed = Convention { signs: true, ..convention };
    if signed.check().is_ok() { signed } else { convention }
}

fn rules(convention: Convention) -> Rules {
    Rules {
        search: match convention.search {
            SearchByHand::Minimax => Search::Minimax,
            SearchByHand::AlphaBeta => Search::AlphaBeta,
            SearchByHand::OneBound => Search::OneBound,
            SearchByHand::Pvs => Search::Pvs,
        },
        is_strict: convention.cut == CutAt::Above,
        fail: match convention.returned {
            Returned::Soft => Fail::Soft,
            Returned::Hard => Fail::Hard,
            Returned::HardAtBothEnds => Fail::HardAtBothEnds,
        },
        table: convention.table,
    }
}

fn plain_tree(list: &[TextbookNode]) -> Tree {
    let children =
        (0..list.len()).map(|node| (0..list.len()).filter(|&child| list[child].parent == Some(node)).collect());
    let mut is_max: Vec<bool> = Vec::new();
    for node in list {
        let default = node.parent.is_none_or(|parent| !is_max[parent]);
        is_max.push(node.player.map_or(default, |player| player == Player::Max));
    }
    Tree { children: children.collect(), is_max, leaf: list.iter().map(|node| node.score.map(i64::from)).collect() }
}

fn exercise(list: &[TextbookNode], convention: Convention) -> Exercise {
    let tree = ExerciseTree::from_nodes(list.to_vec()).expect("a tree");
    Exercise::new(tree, convention).expect("a convention that can be")
}

fn score(value: i64) -> Score {
    match value {
        INFINITY => Score::INFINITY,
        value if value == -INFINITY => Score::NEG_INFINITY,
        value => Score::new(i32::try_from(value).expect("a small number")),
    }
}

fn kind(sign: Sign) -> BoundKind {
    match sign {
        Sign::AtMost => BoundKind::Upper,
        Sign::Exactly => BoundKind::Exact,
        Sign::AtLeast => BoundKind::Lower,
    }
}

/// Converts an event to a step, with its numbers; `None` for a leaf.
fn step(event: Event) -> Option<Step> {
    match event {
        Event::Enter(node, (alpha, beta)) => {
            Some(Step::Enter { node: node as u32, window: Window { alpha: score(alpha), beta: score(beta) } })
        }
        Event::Leaf(_) => None,
        Event::Strike(node) => Some(Step::Skip { node: node as u32 }),
        Event::Leave(node, value, sign) => {
            Some(Step::Return { node: node as u32, score: score(value), bound: sign.map(kind) })
        }
    }
}

/// Converts an event from max's point of view to that of the convention.
fn written(tree: &Tree, view: View, event: Event) -> Event {
    let turns = |node: usize| view == View::Negamax && !tree.is_max[node];
    match event {
        Event::Enter(node, (alpha, beta)) if turns(node) => Event::Enter(node, (-beta, -alpha)),
        Event::Leave(node, value, sign) if turns(node) => Event::Leave(
            node,
            -value,
            sign.map(|sign| match sign {
                Sign::AtMost => Sign::AtLeast,
                Sign::Exactly => Sign::Exactly,
                Sign::AtLeast => Sign::AtMost,
            }),
        ),
        event => event,
    }
}

/// The step of an event that the convention requires, if any.
fn asked(convention: Convention, event: Event) -> Option<Step> {
    match step(event)? {
        Step::Enter { .. } if !convention.windows => None,
        Step::Return { node, score, .. } if !convention.signs => Some(Step::Return { node, score, bound: None }),
        step => Some(step),
    }
}

/// Number of events that the convention requires as steps.
fn asked_count(convention: Convention, events: &[Event]) -> usize {
    events.iter().filter(|&&event| asked(convention, event).is_some()).count()
}

/// Converts events from max's point of view to an answer.
fn answers(tree: &Tree, convention: Convention, events: &[Event]) -> Answers {
    let asked = |&event: &Event| asked(convention, written(tree, convention.view, event));
    Answers::from(events.iter().filter_map(asked).collect::<Vec<_>>())
}
