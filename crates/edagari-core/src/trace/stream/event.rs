//! Events of a stream, in the form in which files contain them.

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::score::{BoundKind, Bounds, Player, Score, Unit, Window};
use crate::trace::model::threads::THREAD;
use crate::trace::{ColumnValue, Id, Remark};

/// One event of a stream; see `docs/trace-format.md`. All fields are optional. Ids of nodes are the program's own; an event without
/// an id belongs to the node that was entered last and has not been left.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// The search enters a node.
    Enter(Enter<'a>),
    /// A table entry was found for the node.
    Lookup {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Window after the lookup, possibly narrowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// Bounds of the entry.
        #[serde(skip_serializing_if = "Option::is_none")]
        bounds: Option<Bounds>,
        /// The program's id of the table entry.
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<Id>,
        /// Effect of the entry on the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<LookupResult>,
    },
    /// A child has returned.
    Score {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Id of the child.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// Window before the update with the child's score.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// Score of the child.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
    },
    /// The node has been updated with the child's score; or without a child, if `child` is missing and `why` is present.
    Update {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Id of the child.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// Window after the update.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// Score that the node would return now.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Score>,
        /// Whether the remaining children are pruned.
        #[serde(skip_serializing_if = "Option::is_none")]
        cut: Option<bool>,
        /// Reason of an update without a child: `stand-pat`, `rules`, `mate-distance`.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Cow<'a, str>>,
    },
    /// The remaining children are pruned.
    Prune {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Id of the child whose score made the cut.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// Moves of the pruned children.
        #[serde(skip_serializing_if = "Option::is_none")]
        children: Option<Vec<Cow<'a, str>>>,
        /// Number of nodes in the subtrees of these children, including the children, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// Moves are skipped heuristically.
    Skip {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Moves that are skipped.
        #[serde(skip_serializing_if = "Option::is_none")]
        children: Option<Vec<Cow<'a, str>>>,
        /// Number of moves, if they are not listed.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
        /// Reason of the skip.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Cow<'a, str>>,
    },
    /// Further moves of the node are generated.
    Moves {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The moves, in the order in which they will be searched.
        moves: Vec<Cow<'a, str>>,
    },
    /// Bounds of the node were written to the table.
    Store {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Bounds that were written.
        #[serde(skip_serializing_if = "Option::is_none")]
        bounds: Option<Bounds>,
        /// The program's id of the table entry.
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<Id>,
    },
    /// The search leaves the node.
    Leave {
        /// Id of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Last window of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// Score of the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// Whether the score is the exact value or a bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        bound: Option<BoundKind>,
    },
    /// A pass starts: the next node that is entered is its first.
    Pass {
        /// Name of the pass.
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<Cow<'a, str>>,
        /// Window of its first node, if the node does not state one itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// The stream ends.
    Finish {
        /// Reason for which the run ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        ending: Option<EndingName>,
        /// The memory limit in bytes, if the run ended for that reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u64>,
    },
    /// A remark on an event that was out of place in the file from which the trace was first imported.
    Remark {
        /// Kind of the fault, with its frame and line.
        remark: Remark,
    },
    /// An event with an unknown name, which is ignored.
    Unknown,
}

/// Events whose additional fields become columns named with the event as a prefix.
const EVENTS_WITH_FIELDS: [&str; 6] = ["lookup", "score", "update", "prune", "store", "pass"];

/// Data of an `enter` event.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Enter<'a> {
    /// Id of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Id>,
    /// Id of the parent; if missing, the node that was entered last and has not been left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Id>,
    /// The move that leads to the node.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Cow<'a, str>>,
    /// Label of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Cow<'a, str>>,
    /// The player to move at the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// Window given to the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// Moves of all children, in the order in which they will be searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Cow<'a, str>>>,
    /// Line number of the event in the log, if it differs from the line of this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_line: Option<u64>,
}

impl Event<'_> {
    /// Name of the event in files.
    pub(in crate::trace) const fn name(&self) -> &'static str {
        match self {
            Self::Enter(_) => "enter",
            Self::Lookup { .. } => "lookup",
            Self::Score { .. } => "score",
            Self::Update { .. } => "update",
            Self::Prune { .. } => "prune",
            Self::Skip { .. } => "skip",
            Self::Moves { .. } => "moves",
            Self::Store { .. } => "store",
            Self::Leave { .. } => "leave",
            Self::Pass { .. } => "pass",
            Self::Finish { .. } => "finish",
            Self::Remark { .. } => "remark",
            Self::Unknown => "unknown",
        }
    }

    /// The node that the event names.
    pub(in crate::trace) const fn node(&self) -> Option<&Id> {
        match self {
            Self::Enter(Enter { node, .. })
            | Self::Lookup { node, .. }
            | Self::Score { node, .. }
            | Self::Update { node, .. }
            | Self::Prune { node, .. }
            | Self::Skip { node, .. }
            | Self::Moves { node, .. }
            | Self::Store { node, .. }
            | Self::Leave { node, .. } => node.as_ref(),
            Self::Pass { .. } | Self::Finish { .. } | Self::Remark { .. } | Self::Unknown => None,
        }
    }

    /// The event with its scores from the other player's point of view.
    pub(super) fn negated(mut self) -> Self {
        match &mut self {
            Self::Enter(Enter { window, .. }) | Self::Pass { window, .. } => *window = window.map(Window::negated),
            Self::Lookup { window, bounds, .. } => {
                (*window, *bounds) = (window.map(Window::negated), bounds.map(Bounds::negated));
            }
            Self::Score { window, score, .. } | Self::Update { window, value: score, .. } => {
                (*window, *score) = (window.map(Window::negated), score.map(Score::negated));
            }
            Self::Store { bounds, .. } => *bounds = bounds.map(Bounds::negated),
            Self::Leave { window, score, bound, .. } => {
                (*window, *score) = (window.map(Window::negated), score.map(Score::negated));
                *bound = bound.map(BoundKind::negated);
            }
            Self::Prune { .. }
            | Self::Skip { .. }
            | Self::Moves { .. }
            | Self::Finish { .. }
            | Self::Remark { .. }
            | Self::Unknown => {}
        }
        self
    }

    /// Whether an additional field becomes a column. The thread of an event is that of its visit and is kept only at `enter` and
    /// `leave`.
    pub(in crate::trace) fn keeps(&self, field: &str) -> bool {
        field != THREAD || matches!(self, Self::Enter(_) | Self::Leave { .. })
    }

    /// Name of the column for an additional field: prefixed with the name of the event, except for `enter` and `leave`.
    pub(in crate::trace) fn column_of_field<'f>(&self, field: &'f str) -> Cow<'f, str> {
        match self {
            Self::Enter(_) | Self::Leave { .. } => Cow::Borrowed(field),
            _ => Cow::Owned(format!("{}.{field}", self.name())),
        }
    }

    /// Name of the field in which this event contains the column, if it does. `enter` contains the columns of `enter` and `leave`.
    /// It also contains a column with the prefix of another event if the visit has no such event: `follows` returns whether it has.
    pub(super) fn field_of_column<'c>(&self, column: &'c str, follows: impl Fn(&str) -> bool) -> Option<&'c str> {
        let field = |event: &str| column.strip_prefix(event)?.strip_prefix('.').filter(|field| !field.is_empty());
        let is_in_other_event = || EVENTS_WITH_FIELDS.iter().any(|event| field(event).is_some() && follows(event));
        match self {
            Self::Enter(_) => (!is_in_other_event()).then_some(column),
            Self::Leave { .. } => None,
            _ => field(self.name()),
        }
    }

    /// Whether the event belongs to a node that was entered and has not been left.
    pub(super) const fn is_within_visit(&self) -> bool {
        match self {
            Self::Lookup { .. }
            | Self::Score { .. }
            | Self::Update { .. }
            | Self::Prune { .. }
            | Self::Skip { .. }
            | Self::Moves { .. }
            | Self::Store { .. } => true,
            Self::Enter(_)
            | Self::Leave { .. }
            | Self::Pass { .. }
            | Self::Finish { .. }
            | Self::Remark { .. }
            | Self::Unknown => false,
        }
    }
}

/// An event with its additional fields.
#[derive(Clone, PartialEq, Debug)]
pub struct EventLine<'a> {
    /// The event with the fields of its kind.
    pub event: Event<'a>,
    /// Additional fields by name: they become columns.
    pub others: Vec<(Cow<'a, str>, ColumnValue<'a>)>,
    /// Whether a score of the file was rounded to a multiple of the unit.
    pub has_rounded: bool,
}

/// Effect of a table lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LookupResult {
    /// The node returned the score in its `leave` event.
    Returned,
    /// The window of the node was narrowed to the window of the event.
    Narrowed,
    /// The entry had no effect on the search of the node.
    Nothing,
}

/// The way in which a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingName {
    /// The run is complete.
    Complete,
    /// The run was cancelled.
    Cancelled,
    /// The memory limit was reached.
    MemoryLimit,
    /// The file ended before the run did.
    CutShort,
}

/// An event whose scores are written in a unit.
pub(in crate::trace) struct EventInUnit<'a> {
    pub(in crate::trace) event: &'a Event<'a>,
    pub(in crate::trace) unit: Unit,
}

/// Serializer of the fields of an event that are present.
struct FieldSink<S>(S);

impl<S: SerializeStruct> FieldSink<S> {
    fn say<T: Serialize>(&mut self, name: &'static str, value: Option<&T>) -> Result<(), S::Error> {
        match value {
            Some(value) => self.0.serialize_field(name, value),
            None => self.0.skip_field(name),
        }
    }
}

impl Serialize for EventInUnit<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = self.unit;
        let start = |serializer: S, fields: usize| {
            let mut fields = FieldSink(serializer.serialize_struct("Event", fields + 1)?);
            fields.say("event", Some(&self.event.name()))?;
            Ok(fields)
        };
        let fields = match self.event {
            Event::Enter(Enter { node, parent, mv, label, player, window, moves, log_line }) => {
                let mut fields = start(serializer, 8)?;
                fields.say("node", node.as_ref())?;
                fields.say("parent", parent.as_ref())?;
                fields.say("move", mv.as_ref())?;
                fields.say("label", label.as_ref())?;
                fields.say("player", player.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields.say("moves", moves.as_ref())?;
                fields.say("log_line", log_line.as_ref())?;
                fields
            }
            Event::Lookup { node, window, bounds, entry, result } => {
                let mut fields = start(serializer, 5)?;
                fields.say("node", node.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields.say("bounds", bounds.map(|bounds| unit.text(bounds)).as_ref())?;
                fields.say("entry", entry.as_ref())?;
                fields.say("result", result.as_ref())?;
                fields
            }
            Event::Score { node, child, window, score } => {
                let mut fields = start(serializer, 4)?;
                fields.say("node", node.as_ref())?;
                fields.say("child", child.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields.say("score", score.map(|score| unit.text(score)).as_ref())?;
                fields
            }
            Event::Update { node, child, window, value, cut, why } => {
                let mut fields = start(serializer, 6)?;
                fields.say("node", node.as_ref())?;
                fields.say("child", child.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields.say("value", value.map(|value| unit.text(value)).as_ref())?;
                fields.say("cut", cut.as_ref())?;
                fields.say("why", why.as_ref())?;
                fields
            }
            Event::Store { node, bounds, entry } => {
                let mut fields = start(serializer, 3)?;
                fields.say("node", node.as_ref())?;
                fields.say("bounds", bounds.map(|bounds| unit.text(bounds)).as_ref())?;
                fields.say("entry", entry.as_ref())?;
                fields
            }
            Event::Leave { node, window, score, bound } => {
                let mut fields = start(serializer, 4)?;
                fields.say("node", node.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields.say("score", score.map(|score| unit.text(score)).as_ref())?;
                fields.say("bound", bound.as_ref())?;
                fields
            }
            Event::Pass { label, window } => {
                let mut fields = start(serializer, 2)?;
                fields.say("label", label.as_ref())?;
                fields.say("window", window.map(|window| unit.text(window)).as_ref())?;
                fields
            }
            // These events contain no scores.
            event @ (Event::Prune { .. }
            | Event::Skip { .. }
            | Event::Moves { .. }
            | Event::Finish { .. }
            | Event::Remark { .. }
            | Event::Unknown) => return event.serialize(serializer),
        };
        fields.0.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_start_with_their_name_and_round_trip() {
        let (node, child, window) = (Some(Id::Number(7)), Some(Id::Text("b".into())), Some(Window::FULL));
        let bounds = Some(Bounds { lower: Score::new(-1), upper: Score::INFINITY });
        let moves = || Some(vec![Cow::Borrowed("a1"), Cow::Borrowed("b1")]);
        let remark = Remark { frame: 3, line: 4, kind: crate::trace::RemarkKind::NoScore };
        let events = [
            Event::Enter(Enter {
                node: node.clone(),
                parent: child.clone(),
                mv: Some("a1".into()),
                label: Some("start".into()),
                player: Some(Player::Min),
                window,
                moves: moves(),
                log_line: Some(12),
            }),
            Event::Lookup {
                node: node.clone(),
                window,
                bounds,
                entry: child.clone(),
                result: Some(LookupResult::Narrowed),
            },
            Event::Score { node: node.clone(), child: child.clone(), window, score: Some(Score::new(2)) },
            Event::Update {
                node: node.clone(),
                child: child.clone(),
                window,
                value: Some(Score::new(2)),
                cut: Some(true),
                why: None,
            },
            Event::Update {
                node: node.clone(),
                child: None,
                window,
                value: None,
                cut: None,
                why: Some("stand-pat".into()),
            },
            Event::Prune { node: node.clone(), child: child.clone(), children: moves(), count: Some(9) },
            Event::Store { node: node.clone(), bounds, entry: child },
            Event::Leave { node, window, score: Some(Score::new(2)), bound: Some(BoundKind::Lower) },
            Event::Pass { label: Some("depth 3".into()), window },
            Event::Finish { ending: Some(EndingName::MemoryLimit), limit: Some(64) },
            Event::Remark { remark },
            Event::Unknown,
        ];
        for event in events {
            let line = serde_json::to_string(&event).expect("an event");
            assert!(line.starts_with(&format!(r#"{{"event":"{}""#, event.name())), "{line}");
            assert_eq!(serde_json::from_str::<Event<'_>>(&line).expect(&line), event);
        }
    }

    #[test]
    fn wrong_value_is_rejected_at_its_column() {
        let line = r#"{"event":"leave","score":"x","node":1}"#;
        let error = serde_json::from_str::<Event<'_>>(line).expect_err("no score");
        assert_eq!(&line[..error.column()], r#"{"event":"leave","score":"x""#);
    }
}
