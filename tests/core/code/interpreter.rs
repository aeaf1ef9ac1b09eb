//! A small interpreter of the pseudocode. It implements the language, the rules of a game and a table, but no search.

use std::collections::HashMap;
use std::iter::Peekable;
use std::rc::Rc;
use std::slice::Iter;

use edagari::analysis::{CodeLine, WrittenLine};
use edagari::game::{AnyPosition, Player};
use edagari::score::{Bounds, MateScale, Score};
use edagari::search::{GuessSetup, Priors, ProofSetup, RandomSide, SamplingSetup, TableSetup};
use edagari::trace::FrameKind;

use super::expressions::{Reader, joined};
use super::guesses;
use super::value::{Node, Value, reduced};

/// Variables by name.
pub type Variables = HashMap<String, Value>;

/// A frame produced by the code.
#[derive(Clone, Debug)]
pub struct Made {
    pub kind: FrameKind,
    pub path: Vec<u32>,
    /// Lines that ran at this frame, in order.
    pub ran: Vec<CodeLine>,
    /// The highlighted line at this frame.
    pub lit: CodeLine,
    /// Whether a later line can still become the highlighted one.
    is_open: bool,
    /// Variables of the function that searches a node, after these lines.
    pub variables: Variables,
    /// Variables of the driver when the frame began.
    pub of_driver: Variables,
}

/// A statement with the lines that are indented below it.
#[derive(Debug)]
pub(super) struct Statement {
    line: CodeLine,
    text: String,
    words: Vec<String>,
    below: Vec<Rc<Statement>>,
}

/// Control flow after a block of statements.
enum Flow {
    On,
    Continue,
    Break,
    Return(Value),
}

/// Rules of the game and the table, which the code uses without showing them.
pub struct World {
    pub start: AnyPosition,
    /// The number of frames after which the code is stopped: a wrong line may never end.
    pub most_frames: usize,
    pub table: Option<TableSetup>,
    /// Whether nodes are the keys of the table, because the game has no keys of positions.
    pub knows_nodes: bool,
    pub evaluation: u8,
    /// The number of units of the scores in the unit of the game.
    pub scale: i64,
    /// The number of units of the scores in 1.
    pub per_whole: i64,
    /// The players who move at random.
    pub random: Option<RandomSide>,
    pub guesses: GuessSetup,
    pub is_pvs: bool,
    /// The number of units of the scores in 1, if they have a decimal point.
    pub per_unit: f64,
    /// The scores of mates, if the game has them.
    pub mates: Option<MateScale>,
    /// The options of playouts; not used by other searches.
    pub sampling: SamplingSetup,
    /// The options of a proof-number search; not used by other searches.
    pub proof: ProofSetup,
    /// Whether the line with the last effect is highlighted at an update, as in depth-first searches.
    pub is_depth_first: bool,
    /// For each call, the order in which it searches the children that it visits; other children come after them.
    pub orders: Vec<Vec<u32>>,
}

impl World {
    /// The prior of a child in PUCT.
    pub(super) fn prior(&self, parent: &AnyPosition, child: &AnyPosition) -> Value {
        let count = parent.move_count() as i128;
        if self.sampling.priors == Priors::Equal {
            return reduced(1, count);
        }
        let seen = |position: &AnyPosition| {
            let score = position.score().unwrap_or_else(|| position.evaluate(0)).finite().expect("a number");
            i128::from(if parent.player() == Player::Max { score } else { -score })
        };
        let all = || (0..count as u32).map(|mv| seen(&parent.play(mv).expect("a legal move")));
        let worst = all().min().expect("a child");
        reduced(seen(child) - worst + 1, all().map(|score| score - worst + 1).sum())
    }
}

/// The variables of a call.
pub(super) struct Scope {
    /// Node of the call; `None` in the driver.
    pub(super) node: Option<Rc<Node>>,
    /// Number of the call.
    pub(super) number: usize,
    pub(super) variables: Variables,
    /// Lines that belong to the next frame of the call.
    pub(super) held: Vec<CodeLine>,
    pub(super) holds: bool,
    /// Whether a child has returned and its score is not compared yet.
    pub(super) has_returned: bool,
    /// Whether bounds of the rules have narrowed the window.
    pub(super) is_narrowed: bool,
    /// The best move, once a child has improved the score.
    pub(super) best_move: Option<u32>,
}

impl Scope {
    fn new(node: Option<Rc<Node>>, number: usize, variables: Variables) -> Self {
        Self {
            node,
            number,
            variables,
            held: Vec::new(),
            holds: false,
            has_returned: false,
            is_narrowed: false,
            best_move: None,
        }
    }
}

pub struct Interpreter {
    pub(super) world: World,
    pub(super) functions: HashMap<String, Rc<Statement>>,
    pub(super) entries: HashMap<Slot, (EntryKey, Bounds)>,
    /// The numbers of the nodes that were searched, if nodes are the keys of the table.
    pub(super) places: HashMap<Vec<u32>, u128>,
    pub(super) calls: usize,
    /// The values that the code has assigned to nodes.
    pub(super) states: HashMap<Vec<u32>, State>,
    /// The first path to each position, under which its proof numbers are, if nodes share them.
    pub(super) first_paths: HashMap<u128, Vec<u32>>,
    pub frames: Vec<Made>,
    /// Lines of the driver that belong to the next frame.
    pub(super) before_start: Vec<CodeLine>,
    pub(super) driver: Variables,
    /// The best move of the node that returned last.
    pub(super) last_best: Option<u32>,
}

/// The values that the code has assigned to a node.
#[derive(Clone, Default, Debug)]
pub(super) struct State {
    pub(super) visits: i64,
    pub(super) total: i64,
    pub(super) result: Option<i64>,
    pub(super) is_expanded: bool,
    /// The proof and disproof numbers, once they are set.
    pub(super) proof: Option<[i64; 2]>,
    /// The bounds of a child of a chance node, once they are set.
    pub(super) bounds: [i64; 2],
}

/// The key of an entry as the table compares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EntryKey {
    pub(super) position: u128,
    /// α and β, if the key includes them.
    pub(super) window: Option<(i64, i64)>,
    pub(super) left: Option<i64>,
}

/// The place of an entry in the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Slot {
    /// A slot for each key, in a table without a size limit; the depth is not part of the key if deeper entries can answer.
    Own(u128, Option<(i64, i64)>, Option<i64>),
    Numbered(u64),
}

/// Mixes two numbers; a table with a size limit derives the slot of a key from the result.
pub(super) fn mixed(seed: u64, value: u64) -> u64 {
    let mut z = seed.rotate_left(25) ^ value.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The conditions that, if they hold, start an update of the window by the rules.
const UPDATES_BY_RULES: [&str; 5] =
    ["if node.can_win:", "if rules.upper <= α:", "if rules.lower >= β:", "if losing and α < β:", "if losing:"];

/// The conditions after whose blocks the highlighted line of a frame is final.
const CLOSES: [&str; 2] = ["if entry:", "if rules.lower < rules.upper:"];

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
            let is_number = letters[begin].is_ascii_digit();
            let is_point =
                |at: usize| is_number && letters[at] == '.' && letters.get(at + 1).is_some_and(char::is_ascii_digit);
            while at < letters.len() && (is_word(letters[at]) || is_point(at)) {
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
    pub fn new(lines: &[WrittenLine], world: World) -> Self {
        let mut lines = lines.iter().peekable();
        let mut functions = HashMap::new();
        while lines.peek().is_some() {
            let function = read(&mut lines);
            assert_eq!(function.words[0], "def");
            functions.insert(function.words[1].clone(), function);
        }
        let driver = Variables::new();
        Self {
            world,
            functions,
            entries: HashMap::new(),
            places: HashMap::from([(Vec::new(), 0)]),
            calls: 0,
            states: HashMap::new(),
            first_paths: HashMap::new(),
            frames: Vec::new(),
            before_start: Vec::new(),
            driver,
            last_best: None,
        }
    }

    /// Runs the first function, which starts the search.
    pub fn run(&mut self, first: &WrittenLine) -> Option<Score> {
        let function = Rc::clone(&self.functions[&words(&first.text)[1]]);
        let node = Node::of(self.world.start.clone());
        self.driver.insert("root".to_owned(), Value::Node(Rc::new(node)));
        let mut scope = Scope::new(None, 0, Variables::new());
        self.ran(&mut scope, &function, false);
        match self.block(&function.below, &mut scope) {
            Flow::Return(value) => Some(value.score()),
            _ => None,
        }
    }

    /// Calls the function that searches a node.
    pub(super) fn call(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let function = Rc::clone(self.functions.get(name).unwrap_or_else(|| panic!("there is no {name}")));
        let node = Rc::clone(arguments[0].node());
        let parameters = function.words[3..].iter().filter(|word| ![",", ")", ":"].contains(&word.as_str()));
        let variables = parameters.cloned().zip(arguments).collect();
        let is_evaluated = self.driver.get("limit").is_some_and(|limit| limit.number() == node.depth);
        if node.position.score().is_none() && !is_evaluated {
            // The table numbers the nodes in the order in which their searches begin.
            let next = self.places.len() as u128;
            self.places.entry(node.path.clone()).or_insert(next);
        }
        let mut scope = Scope::new(Some(node), self.calls, variables);
        self.calls += 1;
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
        assert!(self.frames.len() <= self.world.most_frames, "too many frames");
        self.frames.push(Made {
            kind,
            path: scope.node.as_ref().expect("a node").path.clone(),
            ran: std::mem::take(&mut scope.held),
            lit,
            is_open: self.world.is_depth_first && matches!(kind, FrameKind::Lookup | FrameKind::Update),
            variables: self.variables_of(scope),
            of_driver: self.driver.clone(),
        });
    }

    /// The variables of a call, with those of its node.
    fn variables_of(&self, scope: &Scope) -> Variables {
        let mut variables = scope.variables.clone();
        let state = scope.node.as_ref().and_then(|node| self.states.get(&self.state_path(node))).cloned();
        let state = state.unwrap_or_default();
        variables.insert("node.N".to_owned(), Value::Number(state.visits));
        variables.insert("node.W".to_owned(), Value::Number(state.total));
        let [proof, disproof] = state.proof.unwrap_or([1, 1]);
        variables.insert("node.pn".to_owned(), Value::Number(proof));
        variables.insert("node.dn".to_owned(), Value::Number(disproof));
        variables
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
            let variables = self.variables_of(scope);
            let frame = self.frames.last_mut().expect("a frame");
            frame.ran.push(statement.line);
            frame.variables = variables;
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
        let backs_up = statement.text.starts_with("node.N =");
        if backs_up && !scope.has_returned && self.frames.last().is_some_and(|frame| frame.kind == FrameKind::Start) {
            // A leaf adds its result at its end.
            scope.holds = true;
        }
        if statement.line == CodeLine::BestStand {
            self.begin(scope, FrameKind::Update, statement.line);
        }
        if std::mem::take(&mut scope.has_returned) {
            // If no line has an effect, the comparison with the best score is highlighted.
            let best = statement.line;
            self.begin(scope, FrameKind::Update, best);
            if let Some(frame) = self.frames.last_mut().filter(|_| guesses::ENDS_SPECULATION.contains(&best)) {
                frame.is_open = false;
            }
        }
        if let Some(frame) = self.frames.last_mut().filter(|frame| backs_up && frame.kind == FrameKind::Update) {
            frame.lit = statement.line;
        }
        let is_loop = statement.words[0] == "for" && self.world.is_depth_first;
        let leads_to_store = ["if best <= α0:", "table.store(key, best, best)"].contains(&statement.text.as_str());
        if leads_to_store || is_loop {
            scope.holds = true;
        }
    }

    fn choose(&mut self, arms: &[&Rc<Statement>], scope: &mut Scope) -> Flow {
        for arm in arms {
            self.before(arm, scope);
            let holds = arm.words[0] == "else" || self.value(&arm.words[1..arm.words.len() - 1], scope).is_true();
            if holds && UPDATES_BY_RULES.contains(&arm.text.as_str()) {
                self.begin(scope, FrameKind::Update, arm.line);
            }
            self.ran(scope, arm, holds && arm.words[0] != "else");
            if holds {
                let flow = self.block(&arm.below, scope);
                if CLOSES.contains(&arm.text.as_str())
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
                    Flow::On | Flow::Continue => {}
                    Flow::Break => return Flow::On,
                    flow @ Flow::Return(_) => return flow,
                }
            },
            "continue" => {
                self.ran(scope, statement, false);
                return Flow::Continue;
            }
            "break" => {
                self.before(statement, scope);
                self.ran(scope, statement, true);
                if let Some(frame) = self.frames.last_mut().filter(|_| scope.node.is_some()) {
                    frame.is_open = false;
                }
                return Flow::Break;
            }
            "return" => {
                if scope.node.is_none() {
                    self.ran(scope, statement, false);
                    return Flow::Return(self.value(&words[1..], scope));
                }
                self.before(statement, scope);
                let value = if words.len() == 1 { Value::Nothing } else { self.value(&words[1..], scope) };
                scope.variables.insert("return".to_owned(), value.clone());
                match statement.line {
                    CodeLine::Return => self.last_best = scope.best_move,
                    CodeLine::ReturnPass
                    | CodeLine::ReturnProbe
                    | CodeLine::ReturnExact
                    | CodeLine::ReturnLower
                    | CodeLine::ReturnUpper => self.last_best = None,
                    _ => {}
                }
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
            "update" => {
                self.before(statement, scope);
                self.ran(scope, statement, true);
                let function = Rc::clone(&self.functions["update"]);
                self.ran(scope, &function, false);
                self.block(&function.below, scope);
            }
            "expand" => {
                self.before(statement, scope);
                let arguments = self.arguments(&mut Reader { words, at: 1 }, scope);
                self.expand(&arguments);
                self.ran(scope, statement, true);
            }
            _ if self.functions.contains_key(&words[0]) => self.call_alone(statement, scope),
            _ if words.get(1).is_some_and(|word| word == ".") => {
                self.before(statement, scope);
                let value = self.value(&words[4..], scope).number();
                let path = self.state_path(scope.variables[&words[0]].node());
                let state = self.states.entry(path).or_default();
                let numbers = state.proof.unwrap_or([1, 1]);
                match words[2].as_str() {
                    "N" => state.visits = value,
                    "W" => state.total = value,
                    "result" => state.result = Some(value),
                    "low" => state.bounds[0] = value,
                    "high" => state.bounds[1] = value,
                    "pn" => state.proof = Some([value, numbers[1]]),
                    "dn" => state.proof = Some([numbers[0], value]),
                    other => panic!("a node has no {other}"),
                }
                self.ran(scope, statement, true);
            }
            _ => self.assign(statement, scope),
        }
        Flow::On
    }

    /// A statement that is a call.
    fn call_alone(&mut self, statement: &Statement, scope: &mut Scope) {
        let words = statement.words.as_slice();
        if scope.node.is_none() {
            self.ran(scope, statement, true);
        } else {
            self.before(statement, scope);
        }
        let arguments = self.arguments(&mut Reader { words, at: 1 }, scope);
        self.call(&words[0], arguments);
        if scope.node.is_some() {
            self.begin(scope, FrameKind::Score, statement.line);
            self.ran(scope, statement, false);
            scope.has_returned = true;
        }
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
                Flow::On | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::On
    }

    fn set(&mut self, scope: &mut Scope, name: &str, value: Value) -> bool {
        let is_of_driver = scope.node.is_none() || name == "left" && !self.world.is_depth_first;
        let variables = if is_of_driver { &mut self.driver } else { &mut scope.variables };
        let is_new = variables.get(name).is_none_or(|before| !before.is_same(&value));
        variables.insert(name.to_owned(), value);
        is_new
    }

    fn assign(&mut self, statement: &Statement, scope: &mut Scope) {
        let words = statement.words.as_slice();
        let sign = words.iter().position(|word| word == "=").expect("an assignment");
        let calls = self.functions.contains_key(&words[sign + 1]) && words[sign + 2] == "(";
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
        if let [Value::Numbers(both)] = values.as_slice() {
            values = both.iter().copied().map(Value::Number).collect();
        }
        if words[0] == "L" {
            // The text has the range in whole numbers.
            values = values.iter().map(|end| Value::Number(end.number() * self.world.per_whole)).collect();
        }
        let names: Vec<&String> = words[..sign].iter().filter(|word| *word != ",").collect();
        assert_eq!(names.len(), values.len(), "{}", statement.text);
        if words[sign + 1] == "table" && matches!(values[0], Value::Entry(_)) {
            self.begin(scope, FrameKind::Lookup, statement.line);
        }
        let uses_rules = words.iter().skip(sign).any(|word| word == "rules") && ["α", "β"].contains(&words[0].as_str());
        if uses_rules && !scope.is_narrowed && !scope.variables[&words[0]].is_same(&values[0]) {
            self.begin(scope, FrameKind::Update, statement.line);
            scope.is_narrowed = true;
        }
        let mut has_effect = false;
        for (name, value) in names.into_iter().zip(values) {
            has_effect |= self.set(scope, name, value) && !["a", "b", "count"].contains(&name.as_str());
        }
        if has_effect && statement.line == CodeLine::BestChild {
            scope.best_move = scope.variables["child"].node().path.last().copied();
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
