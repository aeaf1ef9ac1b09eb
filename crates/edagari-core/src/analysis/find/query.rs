//! Queries, and their parser.

use std::fmt;

use super::FindKind;
use super::column::{self, ColumnCondition, ColumnTest};
use super::conditions::Compare;
use super::tokens::{Sign, Token, tokens, unquoted};
use super::tokens::{Word, ordinal};
use crate::language::{HasMessage, Language, Message, Text};
use crate::score::{BoundKind, Score, Unit};
use crate::trace::{Column, Trace};

/// A query for frames. A frame must meet all its conditions; those on a number can be repeated, as in `depth ≥ 2 depth ≤ 4`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Query {
    /// The kind of the frames. If `None`: `End` frames if a score or a bound is specified, otherwise `Start` frames.
    pub kind: Option<FindKind>,
    /// Other kinds that the frames must have, too; visits that re-search their node for [`FindKind::SearchedAgain`].
    pub other_kinds: Vec<FindKind>,
    /// The depth of the node, 0 at the start of the run.
    pub depth: Vec<Compare<usize>>,
    /// The score of the frame; for an `Update`, the node's value.
    pub score: Vec<Compare<Score>>,
    /// The α of the frame's window.
    pub alpha: Vec<Compare<Score>>,
    /// The β of the frame's window.
    pub beta: Vec<Compare<Score>>,
    /// The kind of the score, for `End` frames.
    pub bound: Option<BoundKind>,
    /// The number of the child, from 1, in search order: of the child that has returned, if there is one; otherwise of the node
    /// itself among its siblings.
    pub child: Option<usize>,
    /// The number of the pass, from 1.
    pub pass: Vec<Compare<usize>>,
    /// The number of the visit among the visits of its node, from 1.
    pub visit: Vec<Compare<usize>>,
    /// The line of the program's log: that of the event that entered the node, or a later one before the next node was entered.
    pub line: Vec<Compare<usize>>,
    /// The text of the moves that lead to the node.
    pub moves: Option<String>,
    /// The text of the moves that lead to the node, or to an ancestor.
    pub below: Option<String>,
    /// The text of the moves to a position equal to the node's; empty for the position of the selected node.
    pub position: Option<String>,
    /// Conditions on the columns of the visit.
    pub columns: Vec<ColumnCondition>,
}

/// The reason why a query cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    /// The unknown word; empty if a word is missing at the end.
    pub word: String,
    /// The description of what was expected instead.
    pub expected: Text,
}

impl QueryError {
    /// The error as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let expected = language.text(self.expected);
        let text = if self.word.is_empty() { Text::FindMissing } else { Text::FindNotUnderstood };
        language.fill(text, &[("word", &self.word), ("expected", expected)])
    }
}

impl HasMessage for QueryError {
    fn message(&self) -> Message {
        let text = if self.word.is_empty() { Text::FindMissing } else { Text::FindNotUnderstood };
        Message::from(text).with("word", &self.word).with_message("expected", self.expected)
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for QueryError {}

struct Words<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    unit: Option<Unit>,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn take(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    fn take_sign(&mut self) -> Option<Sign> {
        let sign = self.tokens.get(self.at)?.sign?;
        self.at += 1;
        Some(sign)
    }

    /// Parses a condition: a number, a range, or a number after a comparison sign.
    fn compare<T: PartialOrd>(
        &mut self,
        expected: Text,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Compare<T>, QueryError> {
        let sign = self.take_sign();
        let word = self.take().unwrap_or_default();
        let wrong = || QueryError { word: word.to_owned(), expected };
        // "3..5" and "3-5" are ranges, but "-5" is a number.
        let ends = word.split_once("..").or_else(|| {
            let dash = word.char_indices().skip(1).find(|&(_, letter)| matches!(letter, '-' | '–'))?;
            Some((&word[..dash.0], word[dash.0..].trim_start_matches(['-', '–'])))
        });
        if let Some((low, high)) = ends {
            let (low, high) = parse(low).zip(parse(high)).ok_or_else(wrong)?;
            if low > high {
                return Err(QueryError { word: word.to_owned(), expected: Text::FindExpectedAscending });
            }
            return Ok(Compare::Between(low, high));
        }
        let number = parse(word).ok_or_else(wrong)?;
        Ok(match sign {
            None | Some(Sign::Equal) => Compare::Equal(number),
            Some(Sign::AtLeast) => Compare::AtLeast(number),
            Some(Sign::AtMost) => Compare::AtMost(number),
            Some(Sign::MoreThan) => Compare::MoreThan(number),
            Some(Sign::LessThan) => Compare::LessThan(number),
        })
    }

    fn score(&mut self) -> Result<Compare<Score>, QueryError> {
        let unit = self.unit;
        self.compare(Text::FindExpectedScore, |text| parse_score(text, unit))
    }

    /// Parses a condition on a number from 1.
    fn number(&mut self) -> Result<Compare<usize>, QueryError> {
        self.compare(Text::FindExpectedCount, |text| text.parse().ok().filter(|&number| number > 0))
    }

    /// Whether the next token starts a condition on a number.
    fn is_at_number(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.sign.is_some() || begins_with_digit(token))
    }

    /// Whether a number, or a sign and a number, follow.
    fn is_before_number(&self) -> bool {
        let skipped = self.tokens.get(self.at).map_or(0, |token| usize::from(token.sign.is_some()));
        self.tokens.get(self.at + skipped).is_some_and(begins_with_digit)
    }

    /// Parses the test after the name of a column: a comparison, a number, a text of the column, or nothing.
    fn column_test(&mut self, column: &Column) -> Result<ColumnTest, QueryError> {
        let sign = self.tokens.get(self.at).and_then(|token| token.sign);
        let skipped = usize::from(sign == Some(Sign::Equal));
        if let Some(text) = self.tokens.get(self.at + skipped).map(Token::word)
            && column::is_text_of(text, column)
        {
            self.at += skipped + 1;
            return Ok(ColumnTest::Text(text.to_owned()));
        }
        if let Some(key) = self.tokens.get(self.at + skipped).and_then(|token| column::hexadecimal(token.word())) {
            self.at += skipped + 1;
            return Ok(ColumnTest::Hexadecimal(key));
        }
        let begins_number =
            |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit() || "-−.".contains(letter));
        if sign.is_some() || self.peek().is_some_and(begins_number) {
            return self.compare(Text::FindExpectedNumber, parse_number).map(ColumnTest::Number);
        }
        Ok(ColumnTest::Given)
    }

    /// Parses moves up to the next query word or column name; a move with the same text must be quoted.
    fn moves(&mut self, columns: &[Column]) -> String {
        let is_move = |word: &&str| Word::of(word).is_none() && !column::is_name_of(word, columns);
        let mut moves = Vec::new();
        while let Some(word) = self.peek().filter(is_move) {
            moves.push(word);
            self.at += 1;
        }
        moves.join(" ")
    }
}

fn begins_with_digit(token: &Token<'_>) -> bool {
    token.text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Sets a condition that a frame can meet in one way only. A second, different one would never be met together with the first.
fn set_once<T: PartialEq>(condition: &mut Option<T>, value: T, word: &str) -> Result<(), QueryError> {
    if condition.as_ref().is_some_and(|before| *before != value) {
        return Err(QueryError { word: word.to_owned(), expected: Text::FindExpectedOnce });
    }
    *condition = Some(value);
    Ok(())
}

/// Parses a score as displayed: in the unit, if there is one.
fn parse_score(text: &str, unit: Option<Unit>) -> Option<Score> {
    match (text.to_lowercase().as_str(), unit) {
        ("∞" | "inf" | "+∞" | "+inf", _) => Some(Score::INFINITY),
        ("-∞" | "−∞" | "-inf", _) => Some(Score::NEG_INFINITY),
        (text, Some(unit)) => unit.score_of(parse_number(text)?).filter(|score| score.finite().is_some()),
        (text, None) => text
            .replace('−', "-")
            .parse()
            .ok()
            .filter(|value| (Score::MIN..=Score::MAX).contains(value))
            .map(Score::new),
    }
}

/// Parses a finite number, with or without decimals.
fn parse_number(text: &str) -> Option<f64> {
    text.replace('−', "-").parse().ok().filter(|number: &f64| number.is_finite())
}

impl Query {
    /// Parses a query for traces without columns and without a unit; see [`Self::parse_for`].
    ///
    /// ```
    /// use edagari_core::analysis::Query;
    ///
    /// assert!(Query::parse("cut at depth >= 3 by second move").is_ok());
    /// assert!(Query::parse("cut at depth x").is_err());
    /// ```
    ///
    /// # Errors
    /// [`QueryError`] with the unknown word and what was expected.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Self::parse_with(text, &[], None)
    }

    /// Parses a query for a trace; its scores are in the trace's unit, as displayed. Columns of the trace are allowed: `eval ≥
    /// 50`, `kind cut`, `why null-move`, just the name for visits with a value, or just a text that a column contains. The query's
    /// own words take precedence; `depth-left` is the column `depth`. Texts with blanks are in double quotes.
    ///
    /// # Errors
    /// The errors of [`Self::parse`].
    pub fn parse_for(text: &str, trace: &Trace) -> Result<Self, QueryError> {
        Self::parse_with(text, trace.columns(), trace.unit())
    }

    fn parse_with(text: &str, columns: &[Column], unit: Option<Unit>) -> Result<Self, QueryError> {
        let mut words = Words { tokens: tokens(text), at: 0, unit };
        let mut query = Self::default();
        while let Some(word) = words.take() {
            if let Some(number) = ordinal(word) {
                set_once(&mut query.child, number, word)?;
                // In "by second move", the following word repeats the child.
                if words.peek().and_then(Word::of) == Some(Word::Child) {
                    words.at += 1;
                }
                continue;
            }
            match Word::of(word) {
                Some(Word::Kind(kind)) => query.add_kind(kind),
                Some(Word::Depth) => {
                    query.depth.push(words.compare(Text::FindExpectedDepth, |text| text.parse().ok())?);
                }
                Some(Word::Pass) => query.pass.push(words.number()?),
                Some(Word::Visit) if words.is_at_number() => query.visit.push(words.number()?),
                Some(Word::Visit) => query.add_kind(FindKind::Start),
                Some(Word::Score) => query.score.push(words.score()?),
                Some(Word::Alpha) => query.alpha.push(words.score()?),
                Some(Word::Beta) => query.beta.push(words.score()?),
                Some(Word::Bound(kind)) => set_once(&mut query.bound, kind, word)?,
                Some(Word::Moves) => set_once(&mut query.moves, words.moves(columns), word)?,
                Some(Word::Below) => set_once(&mut query.below, words.moves(columns), word)?,
                Some(Word::Position) => set_once(&mut query.position, words.moves(columns), word)?,
                Some(Word::Child) => {
                    let number = words.take().unwrap_or_default();
                    let child = number.parse().ok().filter(|&number: &usize| number > 0).or_else(|| ordinal(number));
                    let wrong = || QueryError { word: number.to_owned(), expected: Text::FindExpectedChild };
                    set_once(&mut query.child, child.ok_or_else(wrong)?, number)?;
                }
                Some(Word::Filler) => {}
                Some(Word::Line) if words.is_before_number() => query.line.push(words.number()?),
                // Programs record their best lines in a column of this name.
                Some(Word::Line) | None => {
                    let name = unquoted(word);
                    let condition = match column::named(name, columns) {
                        Some(column) => {
                            let column_test = words.column_test(column)?;
                            ColumnCondition { column: column.name().to_owned(), test: column_test }
                        }
                        None => column::of_text(name, columns)
                            .ok_or_else(|| QueryError { word: word.to_owned(), expected: Text::FindExpectedWord })?,
                    };
                    query.columns.push(condition);
                }
            }
        }
        Ok(query)
    }

    /// Adds a kind that the frames must have. Re-searching is a property of visits, so it can be combined with other kinds of frames.
    fn add_kind(&mut self, kind: FindKind) {
        match self.kind {
            None => self.kind = Some(kind),
            Some(before) if before == kind => {}
            Some(FindKind::SearchedAgain) => {
                self.kind = Some(kind);
                self.other_kinds.push(FindKind::SearchedAgain);
            }
            Some(_) => self.other_kinds.push(kind),
        }
    }

    /// The kind of the frames, with the default resolved.
    #[must_use]
    pub fn kind(&self) -> FindKind {
        let has_score = !self.score.is_empty() || self.bound.is_some();
        self.kind.unwrap_or(if has_score { FindKind::End } else { FindKind::Start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_parsed() {
        let query = Query::parse("cut at depth 3 by second move").expect("a query");
        assert_eq!(query.kind(), FindKind::Cut);
        assert_eq!(query.depth, [Compare::Equal(3)]);
        assert_eq!(query.child, Some(2));
        assert_eq!(Query::parse("枝刈り 深さ 3 2番目"), Ok(query));

        // Kinds in any order; re-searching is a property of the visits.
        let query = Query::parse("re-search cut").expect("a query");
        assert_eq!((query.kind(), query.other_kinds.as_slice()), (FindKind::Cut, [FindKind::SearchedAgain].as_slice()));
        assert_eq!(Query::parse("cut re-search"), Ok(query));

        let query = Query::parse("score>=1 depth 2-4 below a1 b2 exact").expect("a query");
        assert_eq!(query.kind(), FindKind::End);
        assert_eq!(query.score, [Compare::AtLeast(Score::new(1))]);
        assert_eq!(query.depth, [Compare::Between(2, 4)]);
        assert_eq!(query.below.as_deref(), Some("a1 b2"));
        assert_eq!(query.bound, Some(BoundKind::Exact));

        let query = Query::parse("α > -2 β = ∞ depth < 3").expect("a query");
        assert_eq!(query.alpha, [Compare::MoreThan(Score::new(-2))]);
        assert_eq!(query.beta, [Compare::Equal(Score::INFINITY)]);
        assert_eq!(query.depth, [Compare::LessThan(3)]);
    }

    #[test]
    fn repeated_conditions_are_kept() {
        let query = Query::parse("depth ≥ 2 depth ≤ 4 score 1..1").expect("a query");
        assert_eq!(query.depth, [Compare::AtLeast(2), Compare::AtMost(4)]);
        assert_eq!(query.score, [Compare::Between(Score::new(1), Score::new(1))]);
        assert_eq!(Query::parse("second move 2nd move exact exact"), Query::parse("second move exact"));
    }

    #[test]
    fn signs_are_parsed_with_and_without_blanks() {
        for (sign, of) in [
            ("=", Compare::Equal as fn(usize) -> Compare<usize>),
            ("≥", Compare::AtLeast),
            (">=", Compare::AtLeast),
            ("≤", Compare::AtMost),
            ("<=", Compare::AtMost),
            (">", Compare::MoreThan),
            ("<", Compare::LessThan),
        ] {
            for name in ["depth", "深さ"] {
                for blank in ["", " ", "\u{3000}"] {
                    let text = format!("{name}{blank}{sign}{blank}3{blank}");
                    let query = Query::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(query.depth, [of(3)], "{text}");
                }
            }
        }
    }

    #[test]
    fn no_score_is_less_than_negative_infinity() {
        assert!(!Compare::LessThan(0_usize).holds(&0));
        assert!(!Compare::LessThan(Score::NEG_INFINITY).holds(&Score::NEG_INFINITY));
        assert!(!Compare::MoreThan(Score::INFINITY).holds(&Score::INFINITY));
        assert!(Compare::MoreThan(Score::new(Score::MAX)).holds(&Score::INFINITY));
    }

    #[test]
    fn error_contains_the_unknown_word() {
        for (text, word) in [
            ("cutt", "cutt"),
            ("depth x", "x"),
            ("score", ""),
            ("score 1.5", "1.5"),
            ("move 0", "0"),
            ("!", "!"),
            ("depth ! 3", "!"),
            ("depth <! 3", "!"),
            ("深さ ≥ ! 3", "!"),
            ("cut >= 3", ">="),
            ("depth >=", ""),
            ("depth >= <= 3", "<="),
            ("評価値\u{3000}３", "３"),
            ("depth 3..1", "3..1"),
            ("score 2..-2", "2..-2"),
            ("cut second move third move", "third"),
            ("second move move 3", "3"),
            ("exact upper", "upper"),
            ("below a1 cut below b1", "below"),
        ] {
            let error = Query::parse(text).expect_err("not a query");
            assert_eq!(error.word, word, "{text}: {error}");
        }
    }
}
