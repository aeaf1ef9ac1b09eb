//! What a trace tells, and what therefore cannot be judged: nothing is put in silently for what it leaves out.

use crate::analysis::guesses::{reductions_within, skips_within};
use crate::trace::{ColumnValue, Header, NodeId, Trace, VisitId};

/// What a trace tells of its search.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether something is known, under its own name")]
pub(super) struct Known {
    /// Whether the window of a child follows from that of the visit above: the search is named, and it is one of those.
    pub(super) windows_follow: bool,
    /// Whether the table's answers are told, if there can be any.
    pub(super) answers_are_told: bool,
    /// The evaluation at the depth limit, if it is named and known.
    pub(super) evaluation: Option<u8>,
    /// Whether some moves are left out, searched less deep or asked in other ways on guesses, which can change any value.
    pub(super) guesses: bool,
    /// Whether visits stand pat of which nothing says that they belong to a quiescence search.
    pub(super) stands_pat_untold: bool,
    /// Whether exact values can be found.
    pub(super) has_exact_values: bool,
}

/// The changes of player that are left below a node until the depth limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Left {
    /// The search goes on to the end.
    All,
    Changes(u32),
    /// There is a limit, but where it is is not told.
    Unknown,
}

impl Left {
    /// What is left below a child, if the player changes.
    pub(super) const fn below(self, changes: bool) -> Self {
        match self {
            Self::Changes(left) => Self::Changes(left.saturating_sub(changes as u32)),
            left => left,
        }
    }
}

/// The words of `why` that settle a node by a rule of the game or by the table, not by a guess.
const PROVED: [&str; 6] = ["table", "mate", "repetition", "tablebase", "game over", "mate-distance"];

impl Known {
    pub(super) fn of(trace: &Trace, header: &Header) -> Self {
        let is_own = trace.origin().is_none();
        let says_table = header.table.as_ref().map(|table| table.setup().is_some());
        let evaluation = evaluation_of(trace, header);
        let guesses = !is_own && makes_guesses(trace);
        let is_limited = trace.setup.limit.is_some();
        // Without rules only the leaves of the trace tell, and these must be final: not of a lesser depth, and no answers of a table.
        let has_final_leaves = !trace.has_layers() && !trace.tells_table() && says_table != Some(true);
        let is_found = if trace.knows_rules() { !is_limited || evaluation.is_some() } else { has_final_leaves };
        // Entries that were searched deeper bring in values of other depths.
        let is_deeper = is_limited && trace.setup.table.is_some_and(|table| table.deeper_entries);
        Self {
            windows_follow: trace.windows_follow(),
            answers_are_told: trace.tells_answers(),
            evaluation,
            guesses,
            stands_pat_untold: !is_own && stands_pat_untold(trace),
            has_exact_values: is_found && !is_deeper && !guesses && trace.has_minimax_scores(),
        }
    }
}

/// The number of the evaluation that the header names, if the game has it.
fn evaluation_of(trace: &Trace, header: &Header) -> Option<u8> {
    let limit = trace.setup.limit?;
    let (game, _) = trace.rules()?;
    let name = header.evaluation.as_deref()?;
    let known = game.evaluations().iter().position(|&known| known == name)?;
    (known == usize::from(limit.evaluation)).then_some(limit.evaluation)
}

/// Whether visits are settled by standing pat, and no visit is named as one of a quiescence search.
fn stands_pat_untold(trace: &Trace) -> bool {
    any(trace, "why", &|_, why| is_text(why, "stand-pat"))
        && !any(trace, "kind", &|_, kind| is_text(kind, "quiescence"))
}

fn makes_guesses(trace: &Trace) -> bool {
    let is_below_horizon = |visit: VisitId, depth: &ColumnValue<'_>| {
        let depth = match depth {
            ColumnValue::Integer(depth) => Some(*depth),
            depth => depth.to_string().parse().ok(),
        };
        depth.is_some_and(|depth| depth < 0 || (depth == 0 && trace.visited_children(visit).next().is_some()))
    };
    !skips_within(trace, None).is_empty()
        || !reductions_within(trace, None).is_empty()
        || any(trace, "extended", &|_, by| !matches!(by, ColumnValue::Integer(0)) && by.to_string() != "0")
        || any(trace, "depth", &is_below_horizon)
        || any(trace, "counts", &|visit, _| trace.is_only_asked(visit))
        || any(trace, "kind", &|visit, kind| is_text(kind, "quiescence") || trace.is_only_asked(visit))
        || any(trace, "why", &|_, why| !PROVED.iter().any(|proved| is_text(why, proved)))
}

fn is_text(value: &ColumnValue<'_>, text: &str) -> bool {
    matches!(value, ColumnValue::Text(found) if found == text)
}

/// Returns whether `holds` is true of any value of the column `name`. Values are borrowed: a column can have millions.
fn any(trace: &Trace, name: &str, holds: &dyn Fn(VisitId, &ColumnValue<'_>) -> bool) -> bool {
    let Some(column) = trace.columns().iter().find(|column| column.name() == name) else { return false };
    let mut from = Some(VisitId(0));
    while let Some(visit) = from.and_then(|from| column.next(from)) {
        if column.value(visit).is_some_and(|value| holds(visit, &value)) {
            return true;
        }
        from = visit.0.checked_add(1).map(VisitId);
    }
    false
}

/// The changes of player left at the root of a pass that begins with `visit`.
pub(super) fn left_at_root(trace: &Trace, visit: VisitId) -> Left {
    let passes = trace.passes();
    let Some(limit) = trace.setup.limit else {
        // A pass that says how deep it goes has a limit of its own, in depths of its program.
        let stated = trace.pass_of(visit).and_then(|pass| passes[pass].depth);
        return if stated.is_some() && trace.origin().is_some() { Left::Unknown } else { Left::All };
    };
    if passes.len() < 2 && trace.layers(NodeId::ROOT).count() < 2 {
        return Left::Changes(limit.depth);
    }
    let stated = trace.pass_of(visit).and_then(|pass| passes[pass].depth);
    stated.map_or(Left::Unknown, |stated| Left::Changes(stated.min(limit.depth)))
}
