//! A small interpreter of the pseudocode. It implements the language, the rules of a game and a table, but no search.

use std::collections::HashMap;
use std::iter::Peekable;
use std::rc::Rc;
use std::slice::Iter;

use edagari::analysis::{Code, CodeLine, WrittenLine};
use edagari::game::{AnyPosition, Player};
use edagari::score::{Bounds, Score};
use edagari::search::TableSetup;
use edagari::trace::FrameKind;

/// Variables by name.
pub type Variables = HashMap<String, Value>;

/// A frame produced by the code.
#[derive(Clone, Debug)]
pub struct Made {
    pub kind: FrameKind,
    pub path: Vec<u32>,
    /// Lines that ran at this frame, in order.
    pub ran: Vec<CodeLine>,
    /// Highlighted line.
    pub lit: CodeLine,
    /// Whether a later line can still become the highlighted one.
    is_open: bool,
    /// Variables of the function that searches a node, after these lines.
    pub variables: Variables,
    /// Variables of the driver when the frame began.
    pub of_driver: Variables,
}

/// A node of the game tree.
#[derive(Clone, Debug)]
pub struct Node {
    path: Vec<u32>,
    position: AnyPosition,
    depth: i64,
    is_first: bool,
}

#[derive(Clone, Debug)]
pub enum Value {
    /// Infinities are the extreme scores.
    Number(i64),
    Truth(bool),
    Player(Player),
    Node(Rc<Node>),
    Nodes(Vec<Rc<Node>>),
    Numbers(Vec<i64>),
    Text(String),
    Entry(Bounds),
    Nothing,
}

fn of_score(score: Score) -> Value {
    match score.finite() {
        Some(score) => Value::Number(score.into()),
        None if score == Score::INFINITY => Value::Number(i32::MAX.into()),
        None => Value::Number(i32::MIN.into()),
    }
}

impl Value {
    fn number(&self) -> i64 {
        match self {
            Self::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    pub fn score(&self) -> Score {
        Score::of_integer(self.number().into())
    }

    pub fn text(&self) -> String {
        match self {
            Self::Entry(bounds) => bounds.to_string(),
            number => number.score().to_string(),
        }
    }

    fn is_true(&self) -> bool {
        match self {
            Self::Truth(is_true) => *is_true,
            Self::Nothing => false,
            Self::Entry(_) => true,
            other => panic!("{other:?} is neither true nor false"),
        }
    }

    fn node(&self) -> &Rc<Node> {
        match self {
            Self::Node(node) => node,
            other => panic!("{other:?} is no node"),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Player(one), Self::Player(other)) => one == other,
            (Self::Nothing, Self::Nothing) => true,
            _ => false,
        }
    }
}

/// A statement with the lines that are indented below it.
#[derive(Debug)]
struct Statement {
    line: CodeLine,
    text: String,
    words: Vec<String>,
    below: Vec<Rc<Statement>>,
}

/// Control flow after a block of statements.
enum Flow {
    On,
    Break,
    Return(Value),
}

/// Rules of the game and the table, which the code uses without showing them.
pub struct World {
    pub start: AnyPosition,
    pub table: Option<TableSetup>,
    /// Whether nodes are the keys of the table, because the game has no keys of positions.
    pub knows_nodes: bool,
    pub evaluation: u8,
    pub is_reversed: bool,
}

/// The variables of a call.
struct Scope {
    /// Node of the call; `None` in the driver.
    node: Option<Rc<Node>>,
    variables: Variables,
    /// Lines that belong to the next frame of the call.
    held: Vec<CodeLine>,
    holds: bool,
    /// Whether a child has returned and its score is not compared yet.
    has_returned: bool,
}

pub struct Interpreter {
    world: World,
    functions: HashMap<String, Rc<Statement>>,
    entries: HashMap<String, Bounds>,
    pub frames: Vec<Made>,
    /// Lines of the driver that belong to the next frame.
    before_start: Vec<CodeLine>,
    driver: Variables,
}

type Lines<'a> = Peekable<Iter<'a, WrittenLine>>;

fn read(lines: &mut Lines<'_>) -> Rc<Statement> {
    let head = lines.next().expect("a line");
    let mut below = Vec::new();
    while lines.peek().is_some_and(|line| line.level > head.level) {
        assert_eq!(lines.peek().expect("a line").level, head.level + 1, "below {head:?}");
        below.push(read(lines));
    }
    assert_eq!(head.text.ends_with(':'), !below.is_empty(), "{head:?}");
    Rc::new(Statement { line: head.line, text: head.text.clone(), words: words(&head.text), below })
}

/// Splits a line into tokens: names, numbers and symbols.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let begin = at;
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        at += 1;
        if is_word(letters[begin]) {
            while at < letters.len() && is_word(letters[at]) {
                at += 1;
            }
        } else if at < letters.len()
            && ["<=", ">=", "==", "//"].contains(&&*format!("{}{}", letters[begin], letters[at]))
        {
            at += 1;
        }
        let word: String = letters[begin..at].iter().collect();
        if word != " " {
            words.push(word);
        }
    }
    words
}

impl Interpreter {
    pub fn new(code: &Code, world: World) -> Self {
        let mut lines = code.lines().iter().peekable();
        let mut functions = HashMap::new();
        while lines.peek().is_some() {
            let function = read(&mut lines);
            assert_eq!(function.words[0], "def");
            functions.insert(function.words[1].clone(), function);
        }
        let driver = Variables::new();
        Self { world, functions, entries: HashMap::new(), frames: Vec::new(), before_start: Vec::new(), driver }
    }

    /// Runs the first function, which starts the search.
    pub fn run(&mut self, first: &WrittenLine) -> Score {
        let function = Rc::clone(&self.functions[&words(&first.text)[1]]);
        let node = Node { path: Vec::new(), position: self.world.start.clone(), depth: 0, is_first: false };
        self.driver.insert("root".to_owned(), Value::Node(Rc::new(node)));
        let mut scope =
            Scope { node: None, variables: Variables::new(), held: Vec::new(), holds: false, has_returned: false };
        self.ran(&mut scope, &function, false);
        match self.block(&function.below, &mut scope) {
            Flow::Return(value) => value.score(),
            _ => panic!("the driver returns nothing"),
        }
    }

    /// Calls the function that searches a node.
    fn call(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let function = Rc::clone(self.functions.get(name).unwrap_or_else(|| panic!("there is no {name}")));
        let node = Rc::clone(arguments[0].node());
        let parameters = function.words[3..].iter().filter(|word| ![",", ")", ":"].contains(&word.as_str()));
        let variables = parameters.cloned().zip(arguments).collect();
        let mut scope = Scope { node: Some(node), variables, held: Vec::new(), holds: false, has_returned: false };
        let before = std::mem::take(&mut self.before_start);
        let lit = before.last().copied().unwrap_or(function.line);
        scope.held = before;
        self.begin(&mut scope, FrameKind::Start, lit);
        self.ran(&mut scope, &function, false);
        let Flow::Return(value) = self.block(&function.below, &mut scope) else { panic!("{name} returns nothing") };
        value
    }

    /// Begins a frame with the held lines.
    fn begin(&mut self, scope: &mut Scope, kind: FrameKind, lit: CodeLine) {
        scope.holds = false;
        self.frames.push(Made {
            kind,
            path: scope.node.as_ref().expect("a node").path.clone(),
            ran: std::mem::take(&mut scope.held),
            lit,
            is_open: matches!(kind, FrameKind::Lookup | FrameKind::Update),
            variables: scope.variables.clone(),
            of_driver: self.driver.clone(),
        });
    }

    /// Records that a line has run, and whether it had an effect.
    fn ran(&mut self, scope: &mut Scope, statement: &Statement, has_effect: bool) {
        if scope.node.is_none() {
            // The next call begins the next frame; all other lines belong to the last frame.
            let calls = statement.text.contains("(root") && !statement.text.starts_with("def");
            match self.frames.last_mut() {
                Some(frame) if !calls => frame.ran.push(statement.line),
                _ => self.before_start.push(statement.line),
            }
        } else if scope.holds {
            scope.held.push(statement.line);
        } else {
            let frame = self.frames.last_mut().expect("a frame");
            frame.ran.push(statement.line);
            frame.variables.clone_from(&scope.variables);
            if has_effect && frame.is_open {
                frame.lit = statement.line;
            }
        }
    }

    fn block(&mut self, statements: &[Rc<Statement>], scope: &mut Scope) -> Flow {
        let mut at = 0;
        while let Some(statement) = statements.get(at) {
            at += 1;
            let flow = match statement.words[0].as_str() {
                "if" => {
                    let mut arms = vec![statement];
                    while statements.get(at).is_some_and(|next| ["elif", "else"].contains(&next.words[0].as_str())) {
                        arms.push(&statements[at]);
                        at += 1;
                    }
                    self.choose(&arms, scope)
                }
                _ => self.execute(statement, scope),
            };
            if !matches!(flow, Flow::On) {
                return flow;
            }
        }
        Flow::On
    }

    /// Begins the frames that a statement of this kind starts.
    fn before(&mut self, statement: &Statement, scope: &mut Scope) {
        if scope.node.is_none() {
            return;
        }
        if std::mem::take(&mut scope.has_returned) {
            // If no line has an effect, the comparison with the best score is highlighted.
            let best = statement.line;
            self.begin(scope, FrameKind::Update, best);
        }
        let leads_to_store = ["if best <= α0:", "table.store(key, best, best)"].contains(&statement.text.as_str());
        if leads_to_store || statement.words[0] == "for" {
            scope.holds = true;
        }
    }

    fn choose(&mut self, arms: &[&Rc<Statement>], scope: &mut Scope) -> Flow {
        for arm in arms {
            self.before(arm, scope);
            let holds = arm.words[0] == "else" || self.value(&arm.words[1..arm.words.len() - 1], scope).is_true();
            self.ran(scope, arm, holds);
            if holds {
                let flow = self.block(&arm.below, scope);
                if arm.text == "if entry:"
                    && let Some(frame) = self.frames.last_mut()
                {
                    frame.is_open = false;
                }
                return flow;
            }
        }
        Flow::On
    }

    fn execute(&mut self, statement: &Statement, scope: &mut Scope) -> Flow {
        let words = statement.words.as_slice();
        match words[0].as_str() {
            "for" => return self.repeat(statement, scope),
            "while" => loop {
                let goes_on = words[1] == "True" || self.value(&words[1..words.len() - 1], scope).is_true();
                self.ran(scope, statement, goes_on);
                if !goes_on {
                    return Flow::On;
                }
                match self.block(&statement.below, scope) {
                    Flow::On => {}
                    Flow::Break => return Flow::On,
                    flow @ Flow::Return(_) => return flow,
                }
            },
            "break" => {
                self.before(statement, scope);
                self.ran(scope, statement, true);
                return Flow::Break;
            }
            "return" => {
                if scope.node.is_none() {
                    self.ran(scope, statement, false);
                    return Flow::Return(self.value(&words[1..], scope));
                }
                self.before(statement, scope);
                let value = self.value(&words[1..], scope);
                scope.variables.insert("return".to_owned(), value.clone());
                self.begin(scope, FrameKind::End, statement.line);
                self.ran(scope, statement, false);
                return Flow::Return(value);
            }
            "table" => {
                self.before(statement, scope);
                let is_stored = self.value(words, scope).is_true();
                if is_stored {
                    self.begin(scope, FrameKind::Store, statement.line);
                }
                self.ran(scope, statement, false);
            }
            _ => self.assign(statement, scope),
        }
        Flow::On
    }

    fn repeat(&mut self, statement: &Statement, scope: &mut Scope) -> Flow {
        let words = statement.words.as_slice();
        let place = words.iter().position(|word| word == "in").expect("in");
        let values: Vec<Value> = match self.value(&words[place + 1..words.len() - 1], scope) {
            Value::Nodes(nodes) => nodes.into_iter().map(Value::Node).collect(),
            Value::Numbers(numbers) => numbers.into_iter().map(Value::Number).collect(),
            other => panic!("{other:?} is no list"),
        };
        for value in values {
            self.before(statement, scope);
            self.set(scope, &words[1], value);
            self.ran(scope, statement, true);
            match self.block(&statement.below, scope) {
                Flow::On => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::On
    }

    fn set(&mut self, scope: &mut Scope, name: &str, value: Value) -> bool {
        let variables = if scope.node.is_some() { &mut scope.variables } else { &mut self.driver };
        let is_new = variables.get(name).is_none_or(|before| !before.is_same(&value));
        variables.insert(name.to_owned(), value);
        is_new
    }

    fn assign(&mut self, statement: &Statement, scope: &mut Scope) {
        let words = statement.words.as_slice();
        let sign = words.iter().position(|word| word == "=").expect("an assignment");
        let calls = self.functions.contains_key(&words[sign + 1]);
        if scope.node.is_none() {
            if calls {
                self.ran(scope, statement, true);
            }
        } else if !calls {
            self.before(statement, scope);
        } else if scope.has_returned {
            panic!("a score that nothing looks at");
        }
        let is_key = words[0] == "key";
        let mut values = self.list(&mut Reader { words: &words[sign + 1..], at: 0 }, scope);
        if is_key {
            values = vec![joined(&values)];
        }
        let names: Vec<&String> = words[..sign].iter().filter(|word| *word != ",").collect();
        assert_eq!(names.len(), values.len(), "{}", statement.text);
        if words[sign + 1] == "table" && matches!(values[0], Value::Entry(_)) {
            self.begin(scope, FrameKind::Lookup, statement.line);
        }
        let mut has_effect = false;
        for (name, value) in names.into_iter().zip(values) {
            has_effect |= self.set(scope, name, value);
        }
        match (calls, scope.node.is_some()) {
            (true, false) => {}
            (true, true) => {
                self.begin(scope, FrameKind::Score, statement.line);
                self.ran(scope, statement, false);
                scope.has_returned = true;
            }
            (false, _) => {
                if let Some(frame) = self.frames.last_mut().filter(|_| scope.node.is_some() && words[0] == "best")
                    && frame.is_open
                    && !scope.holds
                    && frame.ran.iter().all(|line| *line == frame.lit)
                {
                    // No line had an effect so far.
                    frame.lit = statement.line;
                }
                self.ran(scope, statement, has_effect);
            }
        }
    }
}

/// Position in the tokens of an expression.
struct Reader<'a> {
    words: &'a [String],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        self.at += usize::from(is_next);
        is_next
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }
}

fn joined(values: &[Value]) -> Value {
    let text = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Nothing => None,
        other => panic!("{other:?} is no part of a key"),
    };
    let parts: Option<Vec<String>> = values.iter().map(text).collect();
    parts.map_or(Value::Nothing, |parts| Value::Text(parts.join(" ")))
}

impl Interpreter {
    fn value(&mut self, words: &[String], scope: &mut Scope) -> Value {
        let mut reader = Reader { words, at: 0 };
        let value = self.either(&mut reader, scope);
        assert_eq!(reader.at, words.len(), "{words:?}");
        value
    }

    fn list(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Vec<Value> {
        let mut values = vec![self.either(reader, scope)];
        while reader.takes(",") {
            values.push(self.either(reader, scope));
        }
        values
    }

    fn either(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.both(reader, scope);
        while reader.takes("or") {
            let other = self.both(reader, scope);
            value = Value::Truth(value.is_true() || other.is_true());
        }
        value
    }

    fn both(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.compared(reader, scope);
        while reader.takes("and") {
            let other = self.compared(reader, scope);
            value = Value::Truth(value.is_true() && other.is_true());
        }
        value
    }

    fn compared(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        if reader.takes("not") {
            return Value::Truth(!self.compared(reader, scope).is_true());
        }
        let mut left = self.sum(reader, scope);
        let mut holds = None;
        while ["<", "<=", ">=", "=="].contains(&reader.peek()) {
            let sign = reader.next();
            let right = self.sum(reader, scope);
            let this = match sign.as_str() {
                "<" => left.number() < right.number(),
                "<=" => left.number() <= right.number(),
                ">=" => left.number() >= right.number(),
                _ => left.is_same(&right),
            };
            holds = Some(holds.unwrap_or(true) && this);
            left = right;
        }
        holds.map_or(left, Value::Truth)
    }

    fn sum(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.product(reader, scope);
        loop {
            let by = if reader.takes("+") {
                1
            } else if reader.takes("−") {
                -1
            } else {
                return value;
            };
            let other = self.product(reader, scope).number();
            value = Value::Number(value.number() + by * other);
        }
    }

    fn product(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.factor(reader, scope);
        loop {
            if reader.takes("*") {
                let other = self.factor(reader, scope).number();
                value = Value::Number(value.number().saturating_mul(other));
            } else if reader.takes("//") {
                let other = self.factor(reader, scope).number();
                value = Value::Number(value.number().div_euclid(other));
            } else {
                return value;
            }
        }
    }

    fn factor(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        if reader.takes("(") {
            let value = self.either(reader, scope);
            assert!(reader.takes(")"));
            return value;
        }
        if reader.takes("−") {
            if reader.takes("∞") {
                return of_score(Score::NEG_INFINITY);
            }
            return Value::Number(-self.factor(reader, scope).number());
        }
        let word = reader.next();
        match word.as_str() {
            "∞" => return of_score(Score::INFINITY),
            "MAX" => return Value::Player(Player::Max),
            "MIN" => return Value::Player(Player::Min),
            "table" => {
                assert!(reader.takes("."));
                let method = reader.next();
                let arguments = self.arguments(reader, scope);
                return if method == "find" { self.find(&arguments) } else { self.store(&arguments, scope) };
            }
            _ => {}
        }
        if let Ok(number) = word.parse() {
            return Value::Number(number);
        }
        if reader.peek() == "(" {
            if scope.node.is_none() && word != "range" && self.functions.contains_key(&word) {
                // The calling line was recorded before.
                let arguments = self.arguments(reader, scope);
                return self.call(&word, arguments);
            }
            let arguments = self.arguments(reader, scope);
            return self.called(&word, arguments);
        }
        let variable = scope.variables.get(&word).or_else(|| self.driver.get(&word));
        let mut value = variable.unwrap_or_else(|| panic!("{word} has no value")).clone();
        while reader.takes(".") {
            let part = reader.next();
            value = self.part(&value, &part);
        }
        value
    }

    fn arguments(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Vec<Value> {
        assert!(reader.takes("("));
        let values = self.list(reader, scope);
        assert!(reader.takes(")"));
        values
    }

    fn called(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let numbers = || arguments.iter().map(Value::number);
        match name {
            "max" => Value::Number(numbers().max().expect("two numbers")),
            "min" => Value::Number(numbers().min().expect("two numbers")),
            "range" => {
                let step = arguments.get(2).map_or(1, Value::number);
                let end = arguments[1].number();
                let next = |at: &i64| Some(at + step);
                let all = std::iter::successors(Some(arguments[0].number()), next);
                Value::Numbers(all.take_while(|&at| at < end).collect())
            }
            "evaluate" => of_score(arguments[0].node().position.evaluate(self.world.evaluation)),
            _ => self.call(name, arguments),
        }
    }

    fn part(&self, value: &Value, part: &str) -> Value {
        if let Value::Entry(bounds) = value {
            return of_score(match part {
                "lower" | "score" => bounds.lower,
                _ => bounds.upper,
            });
        }
        let node = value.node();
        let position = &node.position;
        match part {
            "is_over" => Value::Truth(position.score().is_some()),
            "is_first" => Value::Truth(node.is_first),
            "score" => of_score(position.score().expect("the game is over")),
            "depth" => Value::Number(node.depth),
            "player" => Value::Player(position.player()),
            "children" => {
                let mut moves: Vec<u32> = (0..position.move_count() as u32).collect();
                if self.world.is_reversed {
                    moves.reverse();
                }
                let child = |(place, mv): (usize, u32)| {
                    let below = position.play(mv).expect("a legal move");
                    let depth = node.depth + i64::from(below.player() != position.player());
                    let path = [node.path.as_slice(), &[mv]].concat();
                    Rc::new(Node { path, position: below, depth, is_first: place == 0 })
                };
                Value::Nodes(moves.into_iter().enumerate().map(child).collect())
            }
            "position" => {
                let table = self.world.table.expect("a table");
                let key = if table.symmetry { position.class_key() } else { position.key() };
                match key {
                    _ if self.world.knows_nodes => Value::Text(format!("{:?}", node.path)),
                    Some(key) => Value::Text(key.to_string()),
                    None => Value::Nothing,
                }
            }
            _ => panic!("a node has no {part}"),
        }
    }

    fn find(&self, arguments: &[Value]) -> Value {
        match &arguments[0] {
            Value::Text(key) => self.entries.get(key).copied().map_or(Value::Nothing, Value::Entry),
            _ => Value::Nothing,
        }
    }

    /// Whether the entry was stored.
    fn store(&mut self, arguments: &[Value], scope: &Scope) -> Value {
        let table = self.world.table.expect("a table");
        let player = scope.node.as_ref().expect("a node").position.player();
        let bounds = Bounds { lower: arguments[1].score(), upper: arguments[2].score() };
        let (Value::Text(key), Some(kept)) = (&arguments[0], table.kept(bounds, player)) else {
            return Value::Truth(false);
        };
        let before = self.entries.get(key).filter(|_| table.intersection);
        let now = before.map_or(kept, |before| before.intersect(kept));
        self.entries.insert(key.clone(), now);
        Value::Truth(true)
    }
}
