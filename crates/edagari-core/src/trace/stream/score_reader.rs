//! Reader of scores in the unit that the header specifies.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Unexpected, Visitor};

use crate::language::{Message, Text};
use crate::score::{Score, Unit};

/// Reader of optional scores, in the unit of a file.
#[derive(Clone, Copy)]
pub(super) struct ScoreReader<'c> {
    /// Unit of the scores; `None` for whole numbers.
    pub(super) unit: Option<Unit>,
    /// Set if a score is no multiple of the unit and is rounded to one.
    pub(super) has_rounded: &'c Cell<bool>,
}

impl<'c> ScoreReader<'c> {
    /// Returns a seed that reads an optional score.
    pub(super) const fn score(self) -> OptionalSeed<One<'c>, Score> {
        OptionalSeed { seed: self.one(), value: PhantomData }
    }

    /// Returns a seed that reads a score.
    #[inline]
    pub(super) const fn one(self) -> One<'c> {
        One(self)
    }

    /// Returns a seed that reads an optional window or optional bounds.
    pub(super) const fn pair<T: From<[Score; 2]>>(self) -> OptionalSeed<Two<'c>, T> {
        OptionalSeed { seed: Two { one: self.one() }, value: PhantomData }
    }
}

/// Seed that reads an optional value.
pub(super) struct OptionalSeed<S, T> {
    seed: S,
    value: PhantomData<T>,
}

impl<'de, S: DeserializeSeed<'de>, T: From<S::Value>> DeserializeSeed<'de> for OptionalSeed<S, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>, T: From<S::Value>> Visitor<'de> for OptionalSeed<S, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("option")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.seed.deserialize(deserializer).map(|value| Some(value.into()))
    }
}

/// Seed that reads a score.
#[derive(Clone, Copy)]
pub(super) struct One<'c>(ScoreReader<'c>);

impl<'de> DeserializeSeed<'de> for One<'_> {
    type Value = Score;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Score, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl One<'_> {
    #[inline]
    fn integer<E: Error>(self, value: i128) -> Result<Score, E> {
        match self.0.unit {
            None => Ok(Score::of_integer(value)),
            Some(unit) => unit.score_of_integer(value).ok_or_else(|| no_multiple(value as f64, unit)),
        }
    }
}

/// Error for a number that is no multiple of the unit.
fn no_multiple<E: Error>(value: f64, unit: Unit) -> E {
    let nearest = unit.number_of(unit.nearest(value)).unwrap_or_default();
    let message = Message::from(Text::MalformedMultiple).with("value", &value);
    E::custom(message.with("unit", &unit).with("nearest", &nearest))
}

impl Visitor<'_> for One<'_> {
    type Value = Score;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = if self.0.unit.is_some() { Text::MalformedScore } else { Text::MalformedInteger };
        write!(f, "{}", Message::from(number))
    }

    #[inline]
    fn visit_i64<E: Error>(self, value: i64) -> Result<Score, E> {
        self.integer(value.into())
    }

    #[inline]
    fn visit_u64<E: Error>(self, value: u64) -> Result<Score, E> {
        self.integer(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Score, E> {
        let Some(unit) = self.0.unit else {
            let is_whole = value.is_infinite() || value.fract() == 0.0;
            let message = || Message::from(Text::MalformedPoint).with("value", &value);
            let refused = || E::custom(message().with("example", &"\"unit\": 0.01"));
            return if is_whole { Ok(Score::of_integer(value as i128)) } else { Err(refused()) };
        };
        let (score, is_rounded) = unit.score_and_rounding_of(value).ok_or_else(|| no_multiple(value, unit))?;
        self.0.has_rounded.set(is_rounded || self.0.has_rounded.get());
        Ok(score)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Score, E> {
        Score::infinite(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Seed that reads a list of two scores.
#[derive(Clone, Copy)]
pub(super) struct Two<'c> {
    one: One<'c>,
}

impl<'de> DeserializeSeed<'de> for Two<'_> {
    type Value = [Score; 2];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de> Visitor<'de> for Two<'_> {
    type Value = [Score; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of length 2")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut next = |place: usize| {
            let score = list.next_element_seed(self.one)?;
            score.ok_or_else(|| A::Error::invalid_length(place, &self))
        };
        Ok([next(0)?, next(1)?])
    }
}
