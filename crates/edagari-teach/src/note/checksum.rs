//! Checksum of a run, which identifies it in any file format.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use edagari_core::game::mix;
use edagari_core::score::{Player, Score, Window};
use edagari_core::trace::{Trace, VisitId};

/// Checksum of a run: of the frames, players, windows and scores of its visits. It does not depend on the file format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Checksum(u64);

impl Checksum {
    /// Computes the checksum of a run, in time linear in the number of visits.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let visits = (0..trace.visit_count() as u32).map(VisitId);
        Self(visits.fold(mix(0, trace.frame_count() as u64), |sum, visit| {
            let (start, end) = trace.span(visit);
            let Window { alpha, beta } = trace.given_window(visit);
            let score = end.and_then(|end| trace.step(end)).and_then(|step| step.score);
            let player = u64::from(trace.player_of(visit) == Player::Max);
            let parts = [
                start as u64,
                end.map_or(u64::MAX, |end| end as u64),
                player,
                number(alpha),
                number(beta),
                score.map_or(u64::MAX, number),
            ];
            parts.into_iter().fold(sum, mix)
        }))
    }
}

fn number(score: Score) -> u64 {
    match score {
        Score::NEG_INFINITY => i64::MIN.cast_unsigned(),
        Score::INFINITY => i64::MAX.cast_unsigned(),
        score => i64::from(score.finite().unwrap_or_default()).cast_unsigned(),
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Checksum {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_hex = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number.map(Self).ok_or_else(|| format!("the checksum {text:?}, expected 16 hexadecimal digits"))
    }
}

impl TryFrom<String> for Checksum {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        checksum.to_string()
    }
}
