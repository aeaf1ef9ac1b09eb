//! Events as they stand in a file whose header has a unit.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{Enter, Event};
use crate::score::Unit;

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
