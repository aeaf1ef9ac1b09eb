//! Parser of texts with statements in braces.

use super::fault::{Fault, StatementFault};

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
