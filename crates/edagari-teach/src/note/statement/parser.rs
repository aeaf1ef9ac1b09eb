//! Parser of statements and conditions, and of texts with statements in braces.

use super::expression::{Comparison, Condition, Relation, Side};
use super::expression::{Expression, Operation, Query, Statement};
use super::fault::{Expected, Fault, StatementFault};
use super::quantity::{Quantity, Scope};
use crate::note::note::NodePath;
use edagari_core::language::Text;

/// Maximum number of characters of a statement.
const MAX_LETTERS: usize = 500;
/// Maximum nesting depth of brackets.
const MAX_BRACKETS: usize = 20;

/// Keywords of the arguments after a quantity.
const RUN: &str = "run";
const PASS: &str = "pass";
const AT: &str = "at";
const SO_FAR: &str = "so-far";
const AND: &str = "and";

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    /// Number of characters of the statement.
    length: usize,
    brackets: usize,
}

impl<'a> Parser<'a> {
    fn of(text: &'a str) -> Result<Self, StatementFault> {
        let length = text.chars().count();
        if length > MAX_LETTERS {
            return Err(StatementFault(Fault::TooLong { most: MAX_LETTERS }));
        }
        let tokens = tokens(text).map_err(|_| StatementFault::ends(length, Text::StatementExpectedClosing))?;
        Ok(Self { tokens, next: 0, length, brackets: 0 })
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn take(&mut self, expected: Text) -> Result<Token<'a>, StatementFault> {
        let token = self.peek().ok_or_else(|| StatementFault::ends(self.length, expected))?;
        self.next += 1;
        Ok(token)
    }

    fn refused<T>(token: Token<'_>, expected: Text) -> Result<T, StatementFault> {
        Err(StatementFault::not_understood(token.text, token.at, expected))
    }

    fn take_sign(&mut self, signs: &[&str]) -> Option<&'a str> {
        let token = self.peek().filter(|token| token.kind == Kind::Sign && signs.contains(&token.text))?;
        self.next += 1;
        Some(token.text)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.kind == Kind::Word && token.text == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn sum(&mut self) -> Result<Expression, StatementFault> {
        let mut sum = self.product()?;
        while let Some(sign) = self.take_sign(&["+", "-", "−"]) {
            let operation = if sign == "+" { Operation::Plus } else { Operation::Minus };
            sum = Expression::Joined(Box::new(sum), operation, Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Expression, StatementFault> {
        let mut product = self.factor()?;
        while self.take_sign(&["*"]).is_some() {
            product = Expression::Joined(Box::new(product), Operation::Times, Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Expression, StatementFault> {
        const EXPECTED: Text = Text::StatementExpectedQuantity;
        let token = self.take(EXPECTED)?;
        match token.kind {
            Kind::Sign if token.text == "(" => {
                self.brackets += 1;
                if self.brackets > MAX_BRACKETS {
                    return Self::refused(token, Text::StatementExpectedShorter);
                }
                let inner = self.sum()?;
                let close = self.take(Text::StatementExpectedBracket)?;
                if (close.kind, close.text) != (Kind::Sign, ")") {
                    return Self::refused(close, Text::StatementExpectedBracket);
                }
                self.brackets -= 1;
                Ok(inner)
            }
            // A run or a pass can precede the quantity, as in `pass 2 result`.
            Kind::Word if [RUN, PASS].contains(&token.text) => {
                self.next -= 1;
                let (run, pass) = self.places()?;
                let token = self.take(EXPECTED)?;
                let quantity = Quantity::named(token.text).filter(|_| token.kind == Kind::Word);
                let Some(quantity) = quantity else { return Self::refused(token, EXPECTED) };
                let mut query = self.query(quantity)?;
                (query.run, query.pass) = (query.run.or(run), query.pass.or(pass));
                Ok(Expression::Query(query))
            }
            Kind::Word => match (number(token.text), Quantity::named(token.text)) {
                (Some(number), _) => Ok(Expression::Number(number)),
                (None, Some(quantity)) => Ok(Expression::Query(self.query(quantity)?)),
                (None, None) => Self::refused(token, EXPECTED),
            },
            Kind::Sign | Kind::Quoted => Self::refused(token, EXPECTED),
        }
    }

    /// Parses `run 2` and `pass 3`, in any order.
    fn places(&mut self) -> Result<(Option<usize>, Option<usize>), StatementFault> {
        let (mut run, mut pass) = (None, None);
        loop {
            if self.take_word(RUN) {
                run = Some(self.place()?);
            } else if self.take_word(PASS) {
                pass = Some(self.place()?);
            } else {
                return Ok((run, pass));
            }
        }
    }

    /// Parses a number from 1 and returns it as an index from 0.
    fn place(&mut self) -> Result<usize, StatementFault> {
        const EXPECTED: Text = Text::StatementExpectedNumber;
        let token = self.take(EXPECTED)?;
        let place = number(token.text).filter(|_| token.kind == Kind::Word).filter(|&number| number > 0);
        place.map_or_else(|| Self::refused(token, EXPECTED), |number| Ok(number as usize - 1))
    }

    /// Parses the arguments after a quantity: a node, `run 2`, `pass 3`, `at 40`, `so-far`.
    fn query(&mut self, quantity: Quantity) -> Result<Query, StatementFault> {
        let mut query = Query { quantity, node: None, run: None, pass: None, frame: None, so_far: false };
        let scope = quantity.scope();
        while let Some(token) = self.peek() {
            let is_word = token.kind == Kind::Word;
            if is_word && token.text == AND {
                break;
            } else if is_word && [RUN, PASS].contains(&token.text) {
                let (run, pass) = self.places()?;
                if pass.is_some() && scope != Scope::Part {
                    return Self::refused(token, Text::StatementExpectedEnd);
                }
                (query.run, query.pass) = (run.or(query.run), pass.or(query.pass));
            } else if is_word && token.text == AT {
                self.next += 1;
                let token = self.take(Text::StatementExpectedNumber)?;
                let Some(frame) = number(token.text).and_then(|number| usize::try_from(number).ok()) else {
                    return Self::refused(token, Text::StatementExpectedNumber);
                };
                query.frame = Some(frame);
            } else if is_word && token.text == SO_FAR && scope == Scope::Part {
                self.next += 1;
                query.so_far = true;
            } else if token.kind != Kind::Sign && query.node.is_none() && !matches!(scope, Scope::Run | Scope::Frame) {
                self.next += 1;
                query.node = Some(NodePath::from(token.text));
            } else {
                break;
            }
        }
        Ok(query)
    }

    fn end(&self) -> Result<(), StatementFault> {
        self.peek().map_or(Ok(()), |token| Self::refused(token, Text::StatementExpectedEnd))
    }

    fn comparison(&mut self) -> Result<Comparison, StatementFault> {
        const EXPECTED: Text = Text::StatementExpectedSign;
        let left = self.sum()?;
        let sign = self.take(EXPECTED)?;
        let relation = Relation::written(sign.text).filter(|_| sign.kind == Kind::Sign);
        let Some(relation) = relation else { return Self::refused(sign, EXPECTED) };
        let right = match &left {
            Expression::Query(query) if query.quantity.words().is_some() || query.quantity.is_text() => {
                if !matches!(relation, Relation::Equal | Relation::Other) {
                    return Err(StatementFault(Fault::NotUnderstood {
                        word: sign.text.to_owned(),
                        at: sign.at,
                        expected: Expected::OneOf(&["=", "≠"]),
                    }));
                }
                Side::Word(self.word_of(query.quantity)?)
            }
            _ => Side::Expression(self.sum()?),
        };
        Ok(Comparison { left, relation, right })
    }

    /// Parses a word that is a possible value of a quantity.
    fn word_of(&mut self, quantity: Quantity) -> Result<String, StatementFault> {
        let token = self.take(Text::StatementExpectedNode)?;
        match quantity.words() {
            Some(words) if !words.contains(&token.text) => Err(StatementFault(Fault::NotUnderstood {
                word: token.text.to_owned(),
                at: token.at,
                expected: Expected::OneOf(words),
            })),
            _ if token.kind == Kind::Sign => Self::refused(token, Text::StatementExpectedNode),
            _ => Ok(token.text.to_owned()),
        }
    }
}

/// Parses a whole number; its size is limited so that sums cannot overflow.
fn number(text: &str) -> Option<i64> {
    text.replace('−', "-").parse().ok().filter(|number: &i64| number.unsigned_abs() <= 1_000_000_000_000)
}

impl Statement {
    /// Parses a statement, given without its braces.
    ///
    /// # Errors
    /// [`StatementFault`] contains the unexpected word, and what was expected.
    pub fn parse(text: &str) -> Result<Self, StatementFault> {
        let mut parser = Parser::of(text)?;
        let first = parser.peek();
        let expression = parser.sum()?;
        parser.end()?;
        match (&expression, first) {
            // Quantities whose values are words cannot be shown: a text has its own words for them, in each language.
            (Expression::Query(query), Some(first)) if query.quantity.words().is_some() => {
                Parser::refused(first, Text::StatementExpectedShown)
            }
            _ => Ok(Self(expression)),
        }
    }
}

impl Condition {
    /// Parses a condition, such as `state J = pruned and alpha ≥ 3`.
    ///
    /// # Errors
    /// [`StatementFault`] contains the unexpected word, and what was expected.
    pub fn parse(text: &str) -> Result<Self, StatementFault> {
        let mut parser = Parser::of(text)?;
        let mut comparisons = vec![parser.comparison()?];
        while parser.take_word(AND) {
            comparisons.push(parser.comparison()?);
        }
        parser.end()?;
        Ok(Self(comparisons))
    }
}

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Quoted,
    Sign,
}

/// Token with its index in the statement, in characters from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    /// Text of the token, without quotes.
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    pub(super) at: usize,
}

/// Signs; a sign that is a prefix of another is listed after it.
const SIGNS: [&str; 14] = ["<=", ">=", "!=", "≤", "≥", "≠", "=", "<", ">", "+", "*", "(", ")", "−"];

fn sign_at(text: &str) -> Option<&'static str> {
    SIGNS.into_iter().find(|sign| text.starts_with(sign))
}

/// Splits a statement into tokens. A hyphen is a sign only as a whole word, because names can contain hyphens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, usize> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    let place = |rest: &str| text[..text.len() - rest.len()].chars().count();
    while !rest.is_empty() {
        let at = place(rest);
        let (token, length) = if let Some(quoted) = rest.strip_prefix('"') {
            let length = quoted.find('"').ok_or(at)?;
            (Token { text: &quoted[..length], kind: Kind::Quoted, at }, length + 2)
        } else if let Some(sign) = sign_at(rest).filter(|&sign| sign != "−" || !begins_number(&rest[sign.len()..])) {
            (Token { text: &rest[..sign.len()], kind: Kind::Sign, at }, sign.len())
        } else {
            // A minus before a digit belongs to the number.
            let mut letters = rest.char_indices().skip(1);
            let end = letters
                .find(|&(index, letter)| letter.is_whitespace() || letter == '"' || sign_at(&rest[index..]).is_some());
            let length = end.map_or(rest.len(), |(index, _)| index);
            let kind = if &rest[..length] == "-" { Kind::Sign } else { Kind::Word };
            (Token { text: &rest[..length], kind, at }, length)
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn begins_number(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Literal text.
    Plain(&'a str),
    /// Source of a statement, without its braces.
    Statement(&'a str),
}

/// Splits a text into parts, in order. A doubled brace is a literal brace.
///
/// # Errors
/// [`StatementFault`] with the place of an unmatched brace.
pub fn pieces(text: &str) -> Result<Vec<Piece<'_>>, StatementFault> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(index) = rest.find(['{', '}']) {
        let brace = &rest[index..=index];
        let behind = &rest[index + 1..];
        pieces.push(Piece::Plain(&rest[..index]));
        if let Some(after) = behind.strip_prefix(brace) {
            pieces.push(Piece::Plain(brace));
            rest = after;
            continue;
        }
        let close = behind.find(['{', '}']).filter(|&close| brace == "{" && behind[close..].starts_with('}'));
        let Some(close) = close else {
            let before = &text[..text.len() - rest.len() + index];
            return Err(StatementFault(Fault::NotClosed { at: before.chars().count() }));
        };
        pieces.push(Piece::Statement(&behind[..close]));
        rest = &behind[close + 1..];
    }
    pieces.push(Piece::Plain(rest));
    pieces.retain(|piece| *piece != Piece::Plain(""));
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::language::Language;

    #[test]
    fn statements_are_parsed() {
        let query = |text: &str| match Statement::parse(text).expect("a statement").0 {
            Expression::Query(query) => query,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(query("score \"a1 b1\"").node, Some(NodePath::from("a1 b1")));
        assert_eq!(query("visits run 2").run, Some(1));
        assert_eq!(query("pass 2 result"), query("result pass 2"));
        assert_eq!(query("alpha A at 12").frame, Some(12));
        assert!(query("leaves so-far").so_far);
        assert!(matches!(
            Statement::parse("visits - 2 * leaves").expect("a difference").0,
            Expression::Joined(_, Operation::Minus, _)
        ));
        assert!(!Statement::parse("3 + 4").expect("a sum").is_computed());
    }

    #[test]
    fn conditions_compare_numbers_or_words() {
        for text in [
            "alpha >= 3",
            "state J = pruned",
            "cut ≠ none and returned E < minimax \"A D\"",
            "node = R",
            "leaves+1 = 3",
        ] {
            Condition::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        }
    }

    #[test]
    fn unexpected_words_are_reported_with_their_place() {
        let statement = |text: &str| Statement::parse(text).map(|_| ()).expect_err("a fault").to_string();
        let condition = |text: &str| Condition::parse(text).map(|_| ()).expect_err("a fault").to_string();
        for (statement, expected) in [
            (statement(""), "ends too early (letter 1), expected a quantity"),
            (statement("leavs"), "“leavs” (letter 1) is not understood, expected a quantity"),
            (statement("visits run x"), "“x” (letter 12) is not understood, expected a whole number from 1"),
            (statement("visits run 0"), "“0” (letter 12)"),
            (statement("frame A"), "“A” (letter 7)"),
            (statement("(visits"), "expected a closing bracket"),
            (statement("score \"a1"), "expected a closing quote"),
            (statement("alpha pass 2"), "“pass” (letter 7)"),
            (statement("state J"), "“state” (letter 1) is not understood, expected a number or a name"),
            (statement(&"(".repeat(30)), "expected fewer brackets"),
            (statement(&"1+".repeat(400)), "more than 500 letters"),
            (condition("alpha"), "expected a sign of comparison"),
            (condition("state J = gone"), "expected one of unvisited, open, scored, pruned, skipped"),
            (condition("cut < beta"), "expected one of =, ≠"),
            (condition("alpha = 3 or"), "“or” (letter 11)"),
        ] {
            assert!(statement.contains(expected), "{statement}");
        }
        assert!(Statement::parse("").expect_err("a fault").sentence(Language::Japanese).contains("量"));
    }
}

#[cfg(test)]
mod tokens_tests {
    use super::*;

    #[test]
    fn minus_can_be_part_of_names_and_numbers() {
        let texts = |text| tokens(text).expect("tokens").iter().map(|token| token.text).collect::<Vec<_>>();
        assert_eq!(texts("alpha-cuts - -3*(leaves)"), ["alpha-cuts", "-", "-3", "*", "(", "leaves", ")"]);
        assert_eq!(texts("score \"a1 b1\" ≥−3"), ["score", "a1 b1", "≥", "−3"]);
        assert_eq!(tokens("score \"a1"), Err(6));
        assert_eq!(tokens("ααα <= 1").map(|tokens| tokens[1].at), Ok(4));
    }
}

#[cfg(test)]
mod template_tests {
    use super::*;

    #[test]
    fn statements_are_parsed_in_braces() {
        use Piece::{Plain, Statement};
        assert_eq!(pieces("α = {alpha}."), Ok(vec![Plain("α = "), Statement("alpha"), Plain(".")]));
        assert_eq!(pieces("{a}{b}"), Ok(vec![Statement("a"), Statement("b")]));
        assert_eq!(pieces("{{x}}"), Ok(vec![Plain("{"), Plain("x"), Plain("}")]));
        assert_eq!(pieces(""), Ok(vec![]));
        for text in ["α {", "α }", "α {alpha", "α {alpha {beta}}"] {
            assert_eq!(pieces(text), Err(StatementFault(Fault::NotClosed { at: 2 })), "{text}");
        }
    }
}
