//! The sources of moves that are searched first.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::language::{HasMessage, Message, Text};

/// A source of moves that are searched before the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveSource {
    /// The best move of the position's last search, from the table.
    Table,
    /// The last two moves that caused a cutoff at the same distance from the root.
    Killers,
    /// The move that caused the last cutoff after the same move of the other player.
    Countermoves,
    /// Moves that caused cutoffs anywhere, those with the most cutoffs and the most depth left first.
    History,
    /// Moves that capture.
    Captures,
    /// Captures that lose nothing by static exchange evaluation, with the greatest gain first;
    /// other captures keep their places.
    See,
    /// Moves that create threats, those with the most threats first.
    Threats,
}

impl MoveSource {
    /// All sources, in the order of help.
    pub const ALL: [Self; 7] =
        [Self::Table, Self::Killers, Self::Countermoves, Self::History, Self::Captures, Self::See, Self::Threats];

    /// The word in the column `order` of a trace for a move that no source moved to the front.
    pub const BASE: &'static str = "base";

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Killers => "killers",
            Self::Countermoves => "countermoves",
            Self::History => "history",
            Self::Captures => "captures",
            Self::See => "see",
            Self::Threats => "threats",
        }
    }

    /// Whether the source collects moves from cutoffs.
    #[must_use]
    pub const fn needs_cuts(self) -> bool {
        matches!(self, Self::Killers | Self::Countermoves | Self::History)
    }

    /// The word in the column `order` of a trace for a move that this source moved to the front.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Killers => "killer",
            Self::Countermoves => "countermove",
            Self::History => "history",
            Self::Captures => "capture",
            Self::See => "exchange",
            Self::Threats => "threat",
        }
    }
}

/// The sources of moves that are searched before the rest, in order of precedence; each at most once.
///
/// ```
/// use edagari_core::search::{MoveSource, OrderBy};
///
/// let order: OrderBy = "killers,history".parse()?;
/// assert!(order.sources().eq([MoveSource::Killers, MoveSource::History]));
/// assert!("killers,killers".parse::<OrderBy>().is_err());
/// # Ok::<(), edagari_core::search::OrderByError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<MoveSource>", into = "Vec<MoveSource>")]
pub struct OrderBy {
    sources: [Option<MoveSource>; MoveSource::ALL.len()],
}

/// The error of a text that is not a list of sources of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum OrderByError {
    /// The name is not a source.
    Unknown(String),
    /// A source occurs twice.
    Twice(&'static str),
}

impl HasMessage for OrderByError {
    fn message(&self) -> Message {
        let of = |text: Text, name: &str| Message::from(text).with("name", &format!("\"{name}\""));
        match self {
            Self::Unknown(name) => {
                of(Text::MalformedMoveSource, name).with_one_of("names", MoveSource::ALL.map(MoveSource::name))
            }
            Self::Twice(name) => of(Text::MalformedMoveSourceTwice, name),
        }
    }
}

impl OrderBy {
    /// The sources, in order of precedence.
    pub fn sources(&self) -> impl Iterator<Item = MoveSource> + '_ {
        self.sources.iter().flatten().copied()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the list contains a source.
    #[must_use]
    pub fn has(&self, source: MoveSource) -> bool {
        self.sources().any(|other| other == source)
    }
}

impl TryFrom<Vec<MoveSource>> for OrderBy {
    type Error = OrderByError;

    fn try_from(list: Vec<MoveSource>) -> Result<Self, OrderByError> {
        let mut order = Self::default();
        for (at, source) in list.into_iter().enumerate() {
            if order.has(source) {
                return Err(OrderByError::Twice(source.name()));
            }
            order.sources[at] = Some(source);
        }
        Ok(order)
    }
}

impl From<OrderBy> for Vec<MoveSource> {
    fn from(order: OrderBy) -> Self {
        order.sources().collect()
    }
}

impl FromStr for OrderBy {
    type Err = OrderByError;

    fn from_str(text: &str) -> Result<Self, OrderByError> {
        let source = |name: &str| {
            let known = MoveSource::ALL.into_iter().find(|source| source.name() == name);
            known.ok_or_else(|| OrderByError::Unknown(name.to_owned()))
        };
        text.split(',').map(source).collect::<Result<Vec<_>, _>>()?.try_into()
    }
}

impl fmt::Display for OrderBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sources().map(MoveSource::name).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_round_trip_through_text() {
        for text in ["table", "killers,history", "threats,captures,history,countermoves,killers,table"] {
            let order: OrderBy = text.parse().expect("sources");
            assert_eq!(order.to_string(), text);
            let written = serde_json::to_string(&order).expect("a list");
            assert_eq!(serde_json::from_str::<OrderBy>(&written).expect("as it was"), order);
        }
        for text in ["", "killer", "table,", "table,table", "history,killers,history"] {
            assert!(text.parse::<OrderBy>().is_err(), "{text}");
        }
    }
}
