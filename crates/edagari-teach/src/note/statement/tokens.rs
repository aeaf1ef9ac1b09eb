//! Tokenizer of statements.

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

#[cfg(test)]
mod tests {
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
