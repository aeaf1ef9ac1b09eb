//! The events of a stream, as they stand in a file.

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::score::{BoundKind, Bounds, Player, Score, Unit, Window};
use crate::trace::model::threads::THREAD;
use crate::trace::{ColumnValue, Id, Remark};

/// One event of a stream; see `docs/trace-format.md`. All fields may be left out. Ids of nodes are the program's own; where an event
/// does not name its node, that is the one that was entered last and not left.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search enters a node.
    Enter(Enter<'a>),
    /// An entry of the table was found for the node.
    Lookup {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The window, narrowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// The bounds that were found.
        #[serde(skip_serializing_if = "Option::is_none")]
        bounds: Option<Bounds>,
        /// The entry of the table, by the program's own id.
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<Id>,
        /// Its result.
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<LookupResult>,
    },
    /// A child has returned.
    Score {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The child.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// The window, not yet updated.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// The child's score.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
    },
    /// The node has been updated with the child's score; or, if it names no child and says `why`, by what it knows itself.
    Update {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The child.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// The window, updated.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// The score that the node would return now.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Score>,
        /// Whether the rest of the children is skipped.
        #[serde(skip_serializing_if = "Option::is_none")]
        cut: Option<bool>,
        /// What the node knows itself: `stand-pat`, `rules`, `mate-distance`.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Cow<'a, str>>,
    },
    /// The rest of the children is skipped.
    Prune {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The child whose score made the cut.
        #[serde(skip_serializing_if = "Option::is_none")]
        child: Option<Id>,
        /// The moves of the children that are skipped.
        #[serde(skip_serializing_if = "Option::is_none")]
        children: Option<Vec<Cow<'a, str>>>,
        /// The number of nodes at and below these, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// Moves are left out on a guess.
    Skip {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The moves.
        #[serde(skip_serializing_if = "Option::is_none")]
        children: Option<Vec<Cow<'a, str>>>,
        /// The number of moves, if they are not named.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
        /// The reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Cow<'a, str>>,
    },
    /// Bounds of the node were written to the table.
    Store {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// The bounds.
        #[serde(skip_serializing_if = "Option::is_none")]
        bounds: Option<Bounds>,
        /// The entry of the table, by the program's own id.
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<Id>,
    },
    /// The search leaves the node.
    Leave {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<Id>,
        /// Its window in the end.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
        /// Its score.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// Whether the score is the value, or bounds it.
        #[serde(skip_serializing_if = "Option::is_none")]
        bound: Option<BoundKind>,
    },
    /// A pass begins: the next node that is entered is its first.
    Pass {
        /// The name of the pass.
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<Cow<'a, str>>,
        /// The window that its first node is given, if the node does not say so itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// Nothing follows.
    Finish {
        /// How the run ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        ending: Option<EndingName>,
        /// The memory limit in bytes, if that was the reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u64>,
    },
    /// Something that was out of place in the file that the trace was first read from.
    Remark {
        /// Its description.
        remark: Remark,
    },
    /// An event of another name, which is passed over.
    Unknown,
}

/// The events whose further fields are columns with the event's name before theirs.
const EVENTS_WITH_FIELDS: [&str; 6] = ["lookup", "score", "update", "prune", "store", "pass"];

/// The data of an `enter` event.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Enter<'a> {
    /// The node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Id>,
    /// The parent; if left out, the node that was entered last and not left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Id>,
    /// The move that leads there.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Cow<'a, str>>,
    /// The name of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Cow<'a, str>>,
    /// The player to move there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The window that it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// The moves of all children, in the order in which they will be searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Cow<'a, str>>>,
    /// The line of the log that it stands in, if that is not the line of this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_line: Option<u64>,
}

impl Event<'_> {
    /// The name that stands in files.
    pub(in crate::trace) const fn name(&self) -> &'static str {
        match self {
            Self::Enter(_) => "enter",
            Self::Lookup { .. } => "lookup",
            Self::Score { .. } => "score",
            Self::Update { .. } => "update",
            Self::Prune { .. } => "prune",
            Self::Skip { .. } => "skip",
            Self::Store { .. } => "store",
            Self::Leave { .. } => "leave",
            Self::Pass { .. } => "pass",
            Self::Finish { .. } => "finish",
            Self::Remark { .. } => "remark",
            Self::Unknown => "unknown",
        }
    }

    /// The node that it names.
    pub(in crate::trace) const fn node(&self) -> Option<&Id> {
        match self {
            Self::Enter(Enter { node, .. })
            | Self::Lookup { node, .. }
            | Self::Score { node, .. }
            | Self::Update { node, .. }
            | Self::Prune { node, .. }
            | Self::Skip { node, .. }
            | Self::Store { node, .. }
            | Self::Leave { node, .. } => node.as_ref(),
            Self::Pass { .. } | Self::Finish { .. } | Self::Remark { .. } | Self::Unknown => None,
        }
    }

    /// Whether a field beyond those of its kind becomes a column; the thread of an event is that of the visit.
    pub(in crate::trace) fn keeps(&self, field: &str) -> bool {
        field != THREAD || matches!(self, Self::Enter(_) | Self::Leave { .. })
    }

    /// The column of a field beyond those of its kind: an event other than `enter` and `leave` stands before it.
    pub(in crate::trace) fn column_of_field<'f>(&self, field: &'f str) -> Cow<'f, str> {
        match self {
            Self::Enter(_) | Self::Leave { .. } => Cow::Borrowed(field),
            _ => Cow::Owned(format!("{}.{field}", self.name())),
        }
    }

    /// The field in which it carries a column, if it does: what an `enter` or a `leave` said, an `enter` carries. So it does with what
    /// is named as if another event had said it, if the visit has none: `follows` tells which do.
    pub(super) fn field_of_column<'c>(&self, column: &'c str, follows: impl Fn(&str) -> bool) -> Option<&'c str> {
        let field = |event: &str| column.strip_prefix(event)?.strip_prefix('.').filter(|field| !field.is_empty());
        let is_told_later = || EVENTS_WITH_FIELDS.iter().any(|event| field(event).is_some() && follows(event));
        match self {
            Self::Enter(_) => (!is_told_later()).then_some(column),
            Self::Leave { .. } => None,
            _ => field(self.name()),
        }
    }

    /// Whether it says something of a node that was entered and not left yet.
    pub(super) const fn is_within_visit(&self) -> bool {
        match self {
            Self::Lookup { .. }
            | Self::Score { .. }
            | Self::Update { .. }
            | Self::Prune { .. }
            | Self::Skip { .. }
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

/// An event, with what a program says beyond the fields of its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct EventLine<'a> {
    /// The event.
    pub event: Event<'a>,
    /// The other fields, by name: they become columns.
    pub others: Vec<(Cow<'a, str>, ColumnValue<'a>)>,
}

/// The result of a lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LookupResult {
    /// The node returned the score that its `leave` has.
    Returned,
    /// Its window was narrowed to that of the event.
    Narrowed,
    /// It was searched as if nothing had been found.
    Nothing,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndingName {
    /// It went to the end.
    Complete,
    /// It was cancelled.
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

/// The fields of an event, but those that are left out.
struct Fields<S>(S);

impl<S: SerializeStruct> Fields<S> {
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
            let mut fields = Fields(serializer.serialize_struct("Event", fields + 1)?);
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
            // They have no scores.
            event @ (Event::Prune { .. }
            | Event::Skip { .. }
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
    fn each_event_has_its_name_first_and_comes_back() {
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
    fn a_wrong_value_is_refused_where_it_stands() {
        let line = r#"{"event":"leave","score":"x","node":1}"#;
        let error = serde_json::from_str::<Event<'_>>(line).expect_err("no score");
        assert_eq!(&line[..error.column()], r#"{"event":"leave","score":"x""#);
    }
}
