//! All orders of the bounds [l, u] of a transposition table and the window (α, β) of a node, with
//! the effect of the bounds in each case.

use std::iter;

use crate::language::{Language, Text};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};

/// The position of a bound relative to the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Place {
    BelowAlpha,
    AtAlpha,
    Inside,
    AtBeta,
    AboveBeta,
}

impl Place {
    const ALL: [Self; 5] = [Self::BelowAlpha, Self::AtAlpha, Self::Inside, Self::AtBeta, Self::AboveBeta];

    fn of(bound: Score, window: Window) -> Self {
        if bound < window.alpha {
            Self::BelowAlpha
        } else if bound == window.alpha {
            Self::AtAlpha
        } else if bound < window.beta {
            Self::Inside
        } else if bound == window.beta {
            Self::AtBeta
        } else {
            Self::AboveBeta
        }
    }

    /// Whether this is a single score, so that two bounds with this position are equal.
    const fn is_point(self) -> bool {
        matches!(self, Self::AtAlpha | Self::AtBeta)
    }

    /// A score with this position relative to the window (−5, 5).
    const fn example(self) -> i32 {
        match self {
            Self::BelowAlpha => -8,
            Self::AtAlpha => -5,
            Self::Inside => 0,
            Self::AtBeta => 5,
            Self::AboveBeta => 8,
        }
    }
}

/// One order of l, u, α and β, where l ≤ u and α < β.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoundsCase {
    lower: Place,
    upper: Place,
    are_equal: bool,
}

impl BoundsCase {
    /// All 18 cases: the 13 with l < u from low to high, then the 5 with l = u.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let pairs = Place::ALL.into_iter().flat_map(|lower| Place::ALL.map(|upper| (lower, upper)));
        let is_possible = |&(lower, upper): &(Place, Place)| lower < upper || (lower == upper && !lower.is_point());
        let different = pairs.filter(is_possible).map(|(lower, upper)| Self { lower, upper, are_equal: false });
        let equal = Place::ALL.map(|place| Self { lower: place, upper: place, are_equal: true });
        different.chain(equal).collect()
    }

    /// The case of `bounds` and `window`.
    #[must_use]
    pub fn of(bounds: Bounds, window: Window) -> Self {
        Self {
            lower: Place::of(bounds.lower, window),
            upper: Place::of(bounds.upper, window),
            are_equal: bounds.lower == bounds.upper,
        }
    }

    /// The index of the case in [`Self::all`].
    #[must_use]
    pub fn index(self) -> usize {
        Self::all().iter().take_while(|&&case| case != self).count()
    }

    /// Example bounds and window of this case.
    #[must_use]
    pub fn example(self) -> (Bounds, Window) {
        let window = Window { alpha: Score::new(Place::AtAlpha.example()), beta: Score::new(Place::AtBeta.example()) };
        let apart = if self.lower == self.upper && !self.are_equal { 2 } else { 0 };
        let bounds =
            Bounds { lower: Score::new(self.lower.example() - apart), upper: Score::new(self.upper.example() + apart) };
        (bounds, window)
    }

    /// The case as a chain of relations, such as `l < u = α < β`.
    #[must_use]
    pub fn relation(self) -> String {
        // The stable sort keeps this order for equal positions: l = u = α, but β = l = u.
        let mut marks = [(Place::AtBeta, "β"), (self.lower, "l"), (self.upper, "u"), (Place::AtAlpha, "α")];
        marks.sort_by_key(|&(place, _)| place);
        let signs = marks.windows(2).map(|pair| {
            let is_same = pair[0].0 == pair[1].0 && (pair[0].0.is_point() || self.are_equal);
            if is_same { " = " } else { " < " }
        });
        iter::once("").chain(signs).zip(marks).flat_map(|(sign, (_, name))| [sign, name]).collect()
    }
}

/// A sentence with the effect of these bounds, found in a table at a node with this window.
#[must_use]
pub fn answer_text(bounds: Bounds, window: Window, language: Language) -> String {
    let sentence = |text, name, value: String| language.fill(text, &[(name, &value)]);
    match bounds.answer(window) {
        Answer::Returned { score, kind } => {
            let text = match kind {
                BoundKind::Upper => Text::AnswerFailLow,
                BoundKind::Exact => Text::AnswerValue,
                BoundKind::Lower => Text::AnswerFailHigh,
            };
            sentence(text, "score", score.to_string())
        }
        Answer::Narrowed(narrowed) => sentence(Text::AnswerNarrowed, "window", narrowed.to_string()),
        Answer::Nothing => sentence(Text::AnswerNothing, "window", window.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// All combinations of bounds and windows with these scores as ends.
    fn quadruples() -> Vec<(Bounds, Window)> {
        let scores: Vec<Score> = iter::once(Score::NEG_INFINITY)
            .chain((-3..=3).map(Score::new))
            .chain(iter::once(Score::INFINITY))
            .collect();
        let pairs = || scores.iter().flat_map(|&low| scores.iter().map(move |&high| (low, high)));
        let windows: Vec<Window> =
            pairs().filter(|(low, high)| low < high).map(|(alpha, beta)| Window { alpha, beta }).collect();
        let all_bounds = pairs().filter(|(low, high)| low <= high).map(|(lower, upper)| Bounds { lower, upper });
        all_bounds.flat_map(|bounds| windows.iter().map(move |&window| (bounds, window))).collect()
    }

    #[test]
    fn there_are_18_cases() {
        let all = BoundsCase::all();
        assert_eq!((all.len(), all.iter().filter(|case| case.are_equal).count()), (18, 5));
        let met: HashSet<BoundsCase> =
            quadruples().into_iter().map(|(bounds, window)| BoundsCase::of(bounds, window)).collect();
        assert_eq!(met, all.into_iter().collect());
    }

    #[test]
    fn every_example_belongs_to_its_case() {
        for (index, case) in BoundsCase::all().into_iter().enumerate() {
            let (bounds, window) = case.example();
            assert_eq!(BoundsCase::of(bounds, window), case);
            assert_eq!(case.index(), index);
        }
    }

    #[test]
    fn relations_are_unique_per_case() {
        let relations: Vec<String> = BoundsCase::all().into_iter().map(BoundsCase::relation).collect();
        assert_eq!(
            relations,
            [
                "l < u < α < β",
                "l < u = α < β",
                "l < α < u < β",
                "l < α < β = u",
                "l < α < β < u",
                "l = α < u < β",
                "l = α < β = u",
                "l = α < β < u",
                "α < l < u < β",
                "α < l < β = u",
                "α < l < β < u",
                "α < β = l < u",
                "α < β < l < u",
                "l = u < α < β",
                "l = u = α < β",
                "α < l = u < β",
                "α < β = l = u",
                "α < β < l = u",
            ]
        );
    }

    /// Checks each sign of the relation with the scores on both sides.
    #[test]
    fn relations_hold_for_their_examples() {
        for (bounds, window) in quadruples() {
            let relation = BoundsCase::of(bounds, window).relation();
            let words: Vec<&str> = relation.split(' ').collect();
            let score = |name| match name {
                "l" => bounds.lower,
                "u" => bounds.upper,
                "α" => window.alpha,
                _ => window.beta,
            };
            for part in words.windows(3).step_by(2) {
                let holds =
                    if part[1] == "=" { score(part[0]) == score(part[2]) } else { score(part[0]) < score(part[2]) };
                assert!(holds, "{relation} of {bounds:?} and {window}");
            }
        }
    }

    /// The effect is the same for all examples of a case, and equal to the sentence's.
    #[test]
    fn each_case_has_one_answer() {
        for (bounds, window) in quadruples() {
            let (bounds_of_example, window_of_example) = BoundsCase::of(bounds, window).example();
            let sign = |answer| match answer {
                Answer::Returned { kind, .. } => Some(kind),
                Answer::Narrowed(_) | Answer::Nothing => None,
            };
            let (answer, example) = (bounds.answer(window), bounds_of_example.answer(window_of_example));
            assert_eq!(sign(answer), sign(example), "{bounds:?} and {window}");
            assert_eq!(answer == Answer::Nothing, example == Answer::Nothing, "{bounds:?} and {window}");
            let sentence = answer_text(bounds, window, Language::English);
            let expected = match answer {
                Answer::Returned { score, kind: BoundKind::Upper } => format!("returns u = {score}, a fail low"),
                Answer::Returned { score, kind: BoundKind::Exact } => format!("returns it: {score}"),
                Answer::Returned { score, kind: BoundKind::Lower } => format!("returns l = {score}, a fail high"),
                Answer::Narrowed(narrowed) => format!("the window {narrowed}"),
                Answer::Nothing => format!("the window {window}, as without an entry"),
            };
            assert!(sentence.replace('\u{a0}', " ").contains(&expected), "{sentence}");
        }
    }
}
