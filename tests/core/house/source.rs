//! Names in a source file: the modules it declares, its imports, and the paths in its code.

use std::collections::HashSet;

/// A path, such as `["crate", "trace", "Trace"]`.
pub type Path = Vec<String>;

/// A name imported by a `use` item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// Path of the imported item; for a glob, of the module.
    pub path: Path,
    /// Local name; `None` for a glob, and for a trait imported as `_`.
    pub name: Option<String>,
    /// Whether it is re-exported.
    pub is_public: bool,
}

/// References of a source file to others.
#[derive(Debug, Default)]
pub struct Source {
    /// Modules that it declares.
    pub modules: Vec<String>,
    pub imports: Vec<Import>,
    /// Paths in its code.
    pub paths: Vec<Path>,
    /// Names in its code, outside its `use` items.
    pub names: HashSet<String>,
}

impl Source {
    /// Parses a file; its tests are skipped.
    pub fn read(text: &str) -> Self {
        let tokens = without_tests(&tokens(text));
        let mut source = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            at = source.take(&tokens, at);
        }
        source
    }

    /// Processes the construct at a token, and returns the index after it.
    fn take(&mut self, tokens: &[Token], at: usize) -> usize {
        let is_inside_path = at > 0 && tokens[at - 1] == Token::Separator;
        match &tokens[at] {
            Token::Word(word) if word == "use" => {
                let end = position_of(tokens, at, ";");
                let is_public = at > 0 && (tokens[at - 1].is("pub") || tokens[at - 1].is(")"));
                let mut tree = UseTree { tokens: &tokens[at + 1..end], at: 0, is_public, imports: &mut self.imports };
                tree.read(&[]);
                end + 1
            }
            // The path in `pub(in some::path)` is a visibility, not a use.
            Token::Word(word) if word == "in" && at > 1 && tokens[at - 1].is("(") && tokens[at - 2].is("pub") => {
                position_of(tokens, at, ")")
            }
            Token::Word(word) if word == "mod" && tokens.get(at + 2).is_some_and(|token| token.is(";")) => {
                self.modules.extend(tokens[at + 1].word());
                at + 3
            }
            Token::Word(word) if !is_inside_path => {
                let mut path = vec![word.clone()];
                let mut end = at + 1;
                while let (Some(Token::Separator), Some(Token::Word(word))) = (tokens.get(end), tokens.get(end + 1)) {
                    path.push(word.clone());
                    end += 2;
                }
                // Methods and items defined here are not names of imports.
                if at == 0 || ![".", "fn"].iter().any(|before| tokens[at - 1].is(before)) {
                    self.names.insert(word.clone());
                }
                if path.len() > 1 {
                    self.paths.push(path);
                }
                end
            }
            _ => at + 1,
        }
    }
}

/// The tree after `use`, such as `super::{a, b::{self, c as d}, e::*}`.
struct UseTree<'a> {
    tokens: &'a [Token],
    at: usize,
    is_public: bool,
    imports: &'a mut Vec<Import>,
}

impl UseTree<'_> {
    /// Reads one branch up to the next comma or bracket.
    fn read(&mut self, stem: &[String]) {
        let mut path = stem.to_vec();
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Separator => self.at += 1,
                Token::Word(word) if word == "as" => {
                    let name = self.tokens.get(self.at + 1).and_then(Token::word).filter(|name| name != "_");
                    self.at += 2;
                    return self.add(path, name);
                }
                Token::Word(word) => {
                    path.push(word.clone());
                    self.at += 1;
                }
                Token::Other('*') => {
                    self.at += 1;
                    return self.add(path, None);
                }
                Token::Other('{') => {
                    self.at += 1;
                    while self.tokens.get(self.at).is_some_and(|token| !token.is("}")) {
                        if self.tokens[self.at].is(",") {
                            self.at += 1;
                        } else {
                            self.read(&path);
                        }
                    }
                    self.at += 1;
                    return;
                }
                Token::Other(_) => break,
            }
        }
        // `b::{self}` is `b`.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = path.last().cloned();
        self.add(path, name);
    }

    fn add(&mut self, path: Path, name: Option<String>) {
        self.imports.push(Import { path, name, is_public: self.is_public });
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    /// `::`
    Separator,
    Other(char),
}

impl Token {
    fn is(&self, text: &str) -> bool {
        match self {
            Self::Word(word) => word == text,
            Self::Separator => text == "::",
            Self::Other(letter) => text.chars().eq([*letter]),
        }
    }

    fn word(&self) -> Option<String> {
        if let Self::Word(word) = self { Some(word.clone()) } else { None }
    }
}

/// Index of the next token with this text, or the end.
fn position_of(tokens: &[Token], from: usize, text: &str) -> usize {
    tokens[from..].iter().position(|token| token.is(text)).map_or(tokens.len(), |offset| from + offset)
}

/// Tokens without the items that are compiled only for tests.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    const FOR_TESTS: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let is_for_tests = tokens[at..].iter().zip(FOR_TESTS).filter(|(token, text)| token.is(text)).count();
        if is_for_tests < FOR_TESTS.len() {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0_i32;
        at += FOR_TESTS.len();
        while let Some(token) = tokens.get(at) {
            at += 1;
            depth += i32::from(token.is("{")) - i32::from(token.is("}"));
            if depth == 0 && (token.is("}") || token.is(";")) {
                break;
            }
        }
    }
    kept
}

/// Words and symbols of a text, without comments and literals.
fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        if letter == '/' && next == Some('/') {
            at += letters[at..].iter().position(|&letter| letter == '\n').unwrap_or(letters.len() - at);
        } else if letter == '/' && next == Some('*') {
            at = end_of_comment(&letters, at);
        } else if letter == '"' {
            at = end_of_text(&letters, at);
        } else if letter == '\'' {
            at = end_of_letter(&letters, at);
        } else if letter.is_alphanumeric() || letter == '_' {
            let length = letters[at..].iter().take_while(|letter| letter.is_alphanumeric() || **letter == '_').count();
            let word: String = letters[at..at + length].iter().collect();
            at += length;
            match (word.as_str(), end_of_raw_text(&letters, at)) {
                ("r" | "br", Some(end)) => at = end,
                _ => tokens.push(Token::Word(word)),
            }
        } else if letter == ':' && next == Some(':') {
            tokens.push(Token::Separator);
            at += 2;
        } else {
            if !letter.is_whitespace() {
                tokens.push(Token::Other(letter));
            }
            at += 1;
        }
    }
    tokens
}

/// Position after the comment that starts here; comments can be nested.
fn end_of_comment(letters: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0_i32);
    while at + 1 < letters.len() {
        let step = match (letters[at], letters[at + 1]) {
            ('/', '*') => 1,
            ('*', '/') => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
        if depth == 0 {
            return at;
        }
    }
    letters.len()
}

/// Position after the string literal that starts here.
fn end_of_text(letters: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < letters.len() && letters[at] != '"' {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Position after a raw string literal whose `r` is directly before `from`, if there is one.
fn end_of_raw_text(letters: &[char], from: usize) -> Option<usize> {
    let hashes = letters[from..].iter().take_while(|&&letter| letter == '#').count();
    if letters.get(from + hashes) != Some(&'"') {
        return None;
    }
    let mut closing = vec!['"'];
    closing.resize(hashes + 1, '#');
    let inner = from + hashes + 1;
    let length = letters[inner..].windows(closing.len()).position(|window| *window == closing)?;
    Some(inner + length + closing.len())
}

/// Position after a character literal that starts here, or after the quote of a lifetime.
fn end_of_letter(letters: &[char], from: usize) -> usize {
    match letters.get(from + 1) {
        Some('\\') => letters[from + 3..]
            .iter()
            .position(|&letter| letter == '\'')
            .map_or(letters.len(), |length| from + length + 4),
        Some(_) if letters.get(from + 2) == Some(&'\'') => from + 3,
        _ => from + 1,
    }
}
