//! Scores and bounds in sentences: the number in the unit of the trace, with the distance of a mate.

use std::fmt::Display;

use crate::game::AnyGame;
use crate::language::{Language, Text};
use crate::score::{BoundKind, Bounds, InUnit, Score, Window};
use crate::trace::Trace;

/// A value with scores that can be mate scores.
pub trait Announcing: Copy {
    /// The scores for which a sentence states the distance of the mate.
    fn announced(self) -> impl Iterator<Item = Score>;
}

impl Announcing for Score {
    fn announced(self) -> impl Iterator<Item = Score> {
        std::iter::once(self)
    }
}

impl Announcing for Bounds {
    fn announced(self) -> impl Iterator<Item = Score> {
        let upper = Some(self.upper).filter(|&upper| upper != self.lower);
        std::iter::once(self.lower).chain(upper)
    }
}

impl Announcing for Window {
    /// A window is not a result, so its bounds are never announced as mates.
    fn announced(self) -> impl Iterator<Item = Score> {
        std::iter::empty()
    }
}

/// A score, a window or bounds in the unit of the trace. Each mate score is followed by its
/// distance from the root, in moves of the mating player: `994 (mate in 3)`, or `−996 (mated in 2)`
/// if the opponent mates.
#[must_use]
pub fn score_text<T: Announcing>(trace: &Trace, value: T, language: Language) -> String
where
    InUnit<T>: Display,
{
    let number = trace.in_unit(value).to_string();
    let mates: Vec<String> = value.announced().filter_map(|score| mate_text(trace, score, language)).collect();
    if mates.is_empty() {
        return number;
    }
    let mates = mates.join(language.text(Text::ListSeparator));
    language.fill(Text::ScoreWithMate, &[("score", &number), ("mate", &mates)])
}

/// A score with the sign of its kind, see [`BoundKind::signed`]; without a sign if the scores of the trace are no minimax scores.
#[must_use]
pub fn signed_text(trace: &Trace, kind: Option<BoundKind>, score: impl Display) -> String {
    if trace.has_minimax_scores() { BoundKind::signed(kind, score) } else { score.to_string() }
}

/// A score with a sign only if it is a bound, or if it is unknown whether it is one: `3`, `≥ 3`, `? 3`.
#[must_use]
pub fn bounded_text(trace: &Trace, kind: Option<BoundKind>, score: impl Display) -> String {
    match kind {
        Some(BoundKind::Exact) => score.to_string(),
        _ => signed_text(trace, kind, score),
    }
}

/// A score in the unit of the trace for a picture, where a mate score is only its distance in moves of the mating player: `#2`,
/// or `−#2` if min mates.
#[must_use]
pub fn short_score_text(trace: &Trace, score: Score) -> String {
    match trace.mates().and_then(|mates| mates.plies(score)) {
        Some(plies) => {
            let sign = if score > Score::new(0) { "" } else { "−" };
            format!("{sign}#{}", plies.div_ceil(2))
        }
        None => trace.in_unit(score).to_string(),
    }
}

/// The distance of the mate that a score announces; `None` for any other score.
#[must_use]
pub fn mate_text(trace: &Trace, score: Score, language: Language) -> Option<String> {
    let plies = trace.mates()?.plies(score)?;
    Some(mate_after(plies, score, language))
}

/// The distance of the mate that `score`, a value of the game after `moves` moves, announces from there; `None` for any other score.
#[must_use]
pub fn mate_text_of_game(game: &AnyGame, moves: usize, score: Score, language: Language) -> Option<String> {
    let scale = game.mates()?;
    let value = score.finite().map(i32::abs).filter(|&value| value >= scale.least)?;
    let plies = u32::try_from(scale.after(moves as u32) - value).ok()?;
    Some(mate_after(plies, score, language))
}

/// The distance of a mate after `plies` moves of both players, in moves of the player who mates.
fn mate_after(plies: u32, score: Score, language: Language) -> String {
    let text = if score > Score::new(0) { Text::MateIn } else { Text::MatedIn };
    language.fill(text, &[("count", &language.number(plies.div_ceil(2).into()))])
}

/// A mean or an exploration term with three decimals, as all texts show it; ∞ for a child that has to be visited first.
#[must_use]
pub fn decimal_text(number: f64) -> String {
    if number.is_infinite() {
        return "∞".to_owned();
    }
    let text = format!("{:.3}", number.abs());
    // A number that rounds to 0 has no sign.
    let is_negative = number < 0.0 && text.bytes().any(|byte| byte.is_ascii_digit() && byte != b'0');
    format!("{}{text}", if is_negative { "−" } else { "" })
}
