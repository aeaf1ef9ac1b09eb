//! A small interpreter of the pseudocode. It implements the language, the rules of a game and a table, but no search.

use std::collections::HashMap;
use std::iter::Peekable;
use std::rc::Rc;
use std::slice::Iter;

use edagari::analysis::{CodeLine, WrittenLine, decimal_text};
use edagari::game::{AnyPosition, Player};
use edagari::score::{Bounds, MateScale, Probability, Score};
use edagari::search::{GuessSetup, Playout, Priors, RandomSide, SamplingSetup, TableKey, TableSetup};
use edagari::trace::{FrameKind, Trace};

use super::guesses;

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

/// A node of the game tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) path: Vec<u32>,
    pub(super) position: AnyPosition,
    pub(super) depth: i64,
    /// The number of moves from the root.
    pub(super) ply: i64,
    pub(super) parent: Option<Rc<Node>>,
    pub(super) is_first: bool,
    /// Whether the position of the parent is searched again.
    pub(super) is_again: bool,
    /// Whether the last move was a pass, or a pass is being verified.
    pub(super) is_after_pass: bool,
    /// The move that is not searched.
    pub(super) excluded: Option<u32>,
    /// The probability with which chance moves to the node.
    pub(super) probability: Option<(i128, i128)>,
}

impl Node {
    fn of(position: AnyPosition) -> Self {
        Self {
            path: Vec::new(),
            position,
            depth: 0,
            ply: 0,
            parent: None,
            is_first: false,
            is_again: false,
            is_after_pass: false,
            excluded: None,
            probability: None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Value {
    /// Infinities are the extreme scores.
    Number(i64),
    /// Numerator and denominator of a number that need not be whole.
    Fraction(i128, i128),
    /// A rounded number.
    Float(f64),
    Truth(bool),
    Player(Player),
    Node(Rc<Node>),
    Nodes(Vec<Rc<Node>>),
    Numbers(Vec<i64>),
    /// The key of a position, or of a node if the game has no keys of positions.
    Position(u128),
    /// The key of an entry: the position, and the numbers after it.
    Key(u128, Vec<i64>),
    Entry(Bounds),
    /// A move, as its index in the game's order.
    Move(u32),
    Nothing,
}

pub(super) fn of_score(score: Score) -> Value {
    match score.finite() {
        Some(score) => Value::Number(score.into()),
        None if score == Score::INFINITY => Value::Number(i32::MAX.into()),
        None => Value::Number(i32::MIN.into()),
    }
}

impl Value {
    pub(super) fn number(&self) -> i64 {
        match self {
            Self::Number(number) => *number,
            Self::Fraction(number, 1) => i64::try_from(*number).expect("a score"),
            other => panic!("{other:?} is no number"),
        }
    }

    pub fn score(&self) -> Score {
        Score::of_integer(self.number().into())
    }

    /// The value of a variable as the panel shows it.
    pub fn text(&self, trace: &Trace, name: &str) -> String {
        match self {
            _ if name == "best" && trace.setup.process.sampling().is_some() => decimal_text(self.float()),
            Self::Entry(bounds) => trace.in_unit(*bounds).to_string(),
            Self::Number(limit) if ["limit", "depth"].contains(&name) => limit.to_string().replace('-', "−"),
            Self::Number(1) | Self::Fraction(..) if ["p", "rest"].contains(&name) => {
                let (over, under) = self.fraction().expect("a probability");
                Probability::new(over as u64, under as u64).expect("a probability").to_string()
            }
            Self::Fraction(over, under) if *under > 1 => {
                let unit = trace.unit().map_or(1.0, |unit| unit.number_of(Score::new(1)).expect("a number"));
                let text = format!("{:.3}", (*over as f64 / *under as f64 * unit).abs());
                let is_zero = text.chars().all(|letter| letter == '0' || letter == '.');
                if *over < 0 && !is_zero { format!("−{text}") } else { text }
            }
            Self::Float(number) => decimal_text(*number),
            Self::Number(number) if ["node.pn", "node.dn", "tp", "td"].contains(&name) && *number < INFINITE => {
                number.to_string()
            }
            Self::Number(number) if ["i", "node.N"].contains(&name) => number.to_string(),
            number => trace.in_unit(number.score()).to_string(),
        }
    }

    /// The number as a fraction; `None` if it is infinite.
    fn fraction(&self) -> Option<(i128, i128)> {
        match *self {
            Self::Number(number) if [i32::MIN, i32::MAX].map(i64::from).contains(&number) => None,
            Self::Number(number) => Some((number.into(), 1)),
            Self::Fraction(over, under) => Some((over, under)),
            _ => panic!("{self:?} is no number"),
        }
    }

    /// The number, rounded if it is not whole.
    pub(super) fn float(&self) -> f64 {
        match *self {
            Self::Float(number) => number,
            _ => match self.fraction() {
                Some((over, under)) => over as f64 / under as f64,
                None if self.number() > 0 => f64::INFINITY,
                None => f64::NEG_INFINITY,
            },
        }
    }

    /// Calculates with two numbers, of which at least one is a fraction. An infinite number stays infinite.
    fn calculated(&self, other: &Self, sign: &str) -> Self {
        if matches!(self, Self::Float(_)) || matches!(other, Self::Float(_)) {
            let (one, other) = (self.float(), other.float());
            return Self::Float(match sign {
                "+" => one + other,
                "−" => one - other,
                "*" => one * other,
                _ => one / other,
            });
        }
        let Some((a, b)) = self.fraction() else { return self.clone() };
        let (c, d) = other.fraction().expect("a finite number");
        match sign {
            "+" => reduced(a * d + c * b, b * d),
            "−" => reduced(a * d - c * b, b * d),
            "*" => reduced(a * c, b * d),
            _ => reduced(a * d, b * c),
        }
    }

    const fn is_fraction(&self) -> bool {
        matches!(self, Self::Fraction(..) | Self::Float(_))
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Truth(is_true) => *is_true,
            Self::Nothing => false,
            Self::Entry(_) | Self::Move(_) => true,
            Self::Nodes(nodes) => !nodes.is_empty(),
            other => panic!("{other:?} is neither true nor false"),
        }
    }

    pub(super) fn node(&self) -> &Rc<Node> {
        match self {
            Self::Node(node) => node,
            other => panic!("{other:?} is no node"),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Fraction(..), Self::Number(_) | Self::Fraction(..)) | (Self::Number(_), Self::Fraction(..)) => {
                self.fraction() == other.fraction()
            }
            (Self::Player(one), Self::Player(other)) => one == other,
            (Self::Move(one), Self::Move(other)) => one == other,
            (Self::Nothing, Self::Nothing) => true,
            _ => false,
        }
    }
}

/// The number ∞.
const INFINITE: i64 = i32::MAX as i64;

/// A fraction. Its denominator is 0 after a division by 0, until it is rounded.
fn reduced(over: i128, under: i128) -> Value {
    if under == 0 {
        return Value::Fraction(over, under);
    }
    let (mut shared, mut rest) = (over.unsigned_abs(), under.unsigned_abs());
    while rest > 0 {
        (shared, rest) = (rest, shared % rest);
    }
    let shared = shared as i128 * under.signum();
    Value::Fraction(over / shared, under / shared)
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
    /// Whether the line with the last effect is highlighted at an update, as in depth-first searches.
    pub is_depth_first: bool,
    /// For each call, the order in which it searches the children that it visits; other children come after them.
    pub orders: Vec<Vec<u32>>,
}

impl World {
    /// The prior of a child in PUCT.
    fn prior(&self, parent: &AnyPosition, child: &AnyPosition) -> Value {
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
struct Scope {
    /// Node of the call; `None` in the driver.
    node: Option<Rc<Node>>,
    /// Number of the call.
    number: usize,
    variables: Variables,
    /// Lines that belong to the next frame of the call.
    held: Vec<CodeLine>,
    holds: bool,
    /// Whether a child has returned and its score is not compared yet.
    has_returned: bool,
    /// Whether bounds of the rules have narrowed the window.
    is_narrowed: bool,
    /// The best move, once a child has improved the score.
    best_move: Option<u32>,
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
    functions: HashMap<String, Rc<Statement>>,
    entries: HashMap<Slot, (EntryKey, Bounds)>,
    /// The numbers of the nodes that were searched, if nodes are the keys of the table.
    places: HashMap<Vec<u32>, u128>,
    calls: usize,
    /// The values that the code has assigned to nodes.
    states: HashMap<Vec<u32>, State>,
    pub frames: Vec<Made>,
    /// Lines of the driver that belong to the next frame.
    before_start: Vec<CodeLine>,
    pub(super) driver: Variables,
    /// The best move of the node that returned last.
    pub(super) last_best: Option<u32>,
}

/// The values that the code has assigned to a node.
#[derive(Clone, Default, Debug)]
struct State {
    visits: i64,
    total: i64,
    result: Option<i64>,
    is_expanded: bool,
    /// The proof and disproof numbers, once they are set.
    proof: Option<[i64; 2]>,
}

/// The key of an entry as the table compares it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct EntryKey {
    position: u128,
    /// α and β, if the key includes them.
    window: Option<(i64, i64)>,
    left: Option<i64>,
}

/// The place of an entry in the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Slot {
    /// A slot for each key, in a table without a size limit; the depth is not part of the key if deeper entries can answer.
    Own(u128, Option<(i64, i64)>, Option<i64>),
    Numbered(u64),
}

/// Mixes two numbers; a table with a size limit derives the slot of a key from the result.
fn mixed(seed: u64, value: u64) -> u64 {
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
    fn call(&mut self, name: &str, arguments: Vec<Value>) -> Value {
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
        let state = scope.node.as_ref().and_then(|node| self.states.get(&node.path)).cloned().unwrap_or_default();
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
                let state = self.states.entry(scope.variables[&words[0]].node().path.clone()).or_default();
                let numbers = state.proof.unwrap_or([1, 1]);
                match words[2].as_str() {
                    "N" => state.visits = value,
                    "W" => state.total = value,
                    "result" => state.result = Some(value),
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

    /// Goes to the end of the expression, or to one of these words at its level.
    fn skip(&mut self, until: &[&str]) {
        let mut level = 0;
        while self.at < self.words.len() {
            match self.peek() {
                "(" => level += 1,
                ")" | "," if level == 0 => return,
                ")" => level -= 1,
                word if level == 0 && until.contains(&word) => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }
}

/// Copies of the nodes, of which the first one has `is_first` set.
fn numbered<'a>(nodes: impl Iterator<Item = &'a Rc<Node>>) -> Vec<Rc<Node>> {
    nodes.enumerate().map(|(place, node)| Rc::new(Node { is_first: place == 0, ..(**node).clone() })).collect()
}

fn joined(values: &[Value]) -> Value {
    match &values[0] {
        Value::Position(position) => Value::Key(*position, values[1..].iter().map(Value::number).collect()),
        Value::Nothing => Value::Nothing,
        other => panic!("{other:?} is no part of a key"),
    }
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
            if value.is_true() {
                reader.skip(&[]);
                return value;
            }
            let other = self.both(reader, scope);
            value = Value::Truth(value.is_true() || other.is_true());
        }
        value
    }

    fn both(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.compared(reader, scope);
        while reader.takes("and") {
            if !value.is_true() {
                value = Value::Truth(false);
                reader.skip(&["or"]);
                continue;
            }
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
        while ["<", ">", "<=", ">=", "=="].contains(&reader.peek()) {
            let sign = reader.next();
            let right = self.sum(reader, scope);
            let this = match sign.as_str() {
                ">" => left.float() > right.float(),
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
            let other = self.product(reader, scope);
            value = match (&value, &other) {
                _ if value.is_fraction() || other.is_fraction() => {
                    value.calculated(&other, if by == 1 { "+" } else { "−" })
                }
                (Value::Number(one), Value::Number(_)) if *one == INFINITE && !self.world.is_depth_first => value,
                (Value::Nodes(all), Value::Nodes(without)) => {
                    let is_left = |node: &&Rc<Node>| !without.iter().any(|other| other.path == node.path);
                    Value::Nodes(numbered(all.iter().filter(is_left)))
                }
                _ => Value::Number(value.number() + by * other.number()),
            };
        }
    }

    fn product(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
        let mut value = self.factor(reader, scope);
        loop {
            if reader.takes("*") {
                let other = self.factor(reader, scope);
                value = if value.is_fraction() || other.is_fraction() {
                    value.calculated(&other, "*")
                } else {
                    Value::Number(value.number().saturating_mul(other.number()))
                };
            } else if reader.takes("/") {
                let other = self.factor(reader, scope);
                value = value.calculated(&other, "/");
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
        if reader.takes("[") {
            assert!(reader.takes("]"));
            return Value::Nodes(Vec::new());
        }
        let word = reader.next();
        match word.as_str() {
            "None" => return Value::Nothing,
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
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            let number: f64 = word.parse().expect("a number");
            // A score with a decimal point.
            let is_score = self.world.is_depth_first;
            return if is_score {
                Value::Number((number * self.world.per_unit).round() as i64)
            } else {
                Value::Float(number)
            };
        }
        if reader.peek() == "(" && ["min", "sum"].contains(&word.as_str()) {
            let rest = reader.words[reader.at..].to_vec();
            if let ["(", "c", ".", number, "for", "c", "in", node, ".", "children", ")"] =
                *rest.iter().take(11).map(String::as_str).collect::<Vec<_>>()
            {
                reader.at += 11;
                let children = self.part(&scope.variables[node].clone(), "children", scope.number);
                let Value::Nodes(children) = children else { panic!("no children") };
                let numbers = children.into_iter().map(|child| self.part(&Value::Node(child), number, 0).number());
                let numbers: Vec<i64> = numbers.collect();
                let sum = if numbers.contains(&INFINITE) { INFINITE } else { numbers.iter().sum() };
                let least = numbers.iter().copied().min().expect("a child");
                return Value::Number(if word == "min" { least } else { sum });
            }
            if let ["(", node, ".", "children", ",", "key", "=", number, ")"] =
                *rest.iter().take(9).map(String::as_str).collect::<Vec<_>>()
            {
                reader.at += 9;
                let children = self.part(&scope.variables[node].clone(), "children", scope.number);
                let Value::Nodes(children) = children else { panic!("no children") };
                let key = |child: &Rc<Node>| self.part(&Value::Node(Rc::clone(child)), number, 0).number();
                return Value::Node(children.into_iter().min_by_key(key).expect("a child"));
            }
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
            value = if reader.peek() == "(" {
                let arguments = self.arguments(reader, scope);
                Self::method(&value, &part, &arguments)
            } else {
                self.part(&value, &part, scope.number)
            };
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
                let (start, end) = match &arguments[..] {
                    [end] => (0, end.number()),
                    _ => (arguments[0].number(), arguments[1].number()),
                };
                let next = |at: &i64| Some(at + step);
                let all = std::iter::successors(Some(start), next);
                Value::Numbers(all.take_while(|&at| at < end).collect())
            }
            "evaluate" => self.scaled(arguments[0].node().position.evaluate(self.world.evaluation)),
            "runner_up" => self.runner_up(&arguments),
            "sqrt" => Value::Float(arguments[0].float().sqrt()),
            "ln" => Value::Float(arguments[0].float().ln()),
            "playout" => self.playout(&arguments[0].node().position),
            "is_win" => {
                let bounds = self.world.start.bounds(0);
                let (node, score) = (arguments[0].node(), arguments[1].score());
                Value::Truth(bounds.is_some_and(|bounds| match node.position.player() {
                    Player::Max => score == bounds.upper,
                    Player::Min => score == bounds.lower,
                }))
            }
            "floor" | "ceil" | "round" => match arguments[0].fraction() {
                None => arguments[0].clone(),
                // A child that chance never chooses has no bounds.
                Some((_, 0)) => of_score(if name == "floor" { Score::NEG_INFINITY } else { Score::INFINITY }),
                Some((over, under)) => Value::Number(match name {
                    "floor" => over.div_euclid(under),
                    "ceil" => -(-over).div_euclid(under),
                    _ => over.signum() * ((2 * over.abs() + under) / (2 * under)),
                } as i64),
            },
            "narrow" => {
                let [alpha, beta, score] = [1, 2, 3].map(|place| arguments[place].number());
                let is_max = arguments[0].node().position.player() == Player::Max;
                Value::Numbers(if is_max { vec![alpha.max(score), beta] } else { vec![alpha, beta.min(score)] })
            }
            "bounds" | "best_bound" => {
                let quiet = arguments.get(1).map_or(0, Value::number);
                let position = &arguments[0].node().position;
                let Bounds { lower, upper } = position.bounds(quiet as u32).expect("the rules give bounds");
                Value::Entry(match position.player() {
                    _ if name == "bounds" => Bounds { lower, upper },
                    Player::Max => Bounds { lower: Score::NEG_INFINITY, upper },
                    Player::Min => Bounds { lower, upper: Score::INFINITY },
                })
            }
            "highest" | "lowest" => {
                let Value::Nodes(nodes) = &arguments[0] else { panic!("{name} of {arguments:?}") };
                let scores = nodes.iter().map(|node| node.position.win_at_once().expect("a win"));
                of_score(if name == "highest" { scores.max() } else { scores.min() }.expect("a move that loses"))
            }
            _ if let Some(value) = self.guessed(name, &arguments) => value,
            _ => self.call(name, arguments),
        }
    }

    fn playout(&self, position: &AnyPosition) -> Value {
        let Value::Number(iteration) = self.driver["i"] else { panic!("an iteration") };
        let seed = mixed(self.world.sampling.seed, iteration as u64);
        let mut position = position.clone();
        for ply in 0.. {
            if let Some(score) = position.score() {
                return of_score(score);
            }
            let count = position.move_count() as u64;
            let is_random = self.world.sampling.playouts == Playout::Random;
            let mv = if is_random { mixed(seed, ply) % count } else { 0 };
            position = position.play(mv as u32).expect("a legal move");
        }
        unreachable!("an endless playout")
    }

    /// Gives the children of a node their numbers.
    fn expand(&mut self, arguments: &[Value]) {
        let (node, goal) = (arguments[0].node(), arguments[1].score());
        for mv in 0..node.position.move_count() as u32 {
            let below = node.position.play(mv).expect("a legal move");
            let numbers = match below.score() {
                None => [1, 1],
                Some(score) if score >= goal => [0, INFINITE],
                Some(_) => [INFINITE, 0],
            };
            let path = [node.path.as_slice(), &[mv]].concat();
            self.states.entry(path).or_default().proof = Some(numbers);
        }
        self.states.entry(node.path.clone()).or_default().is_expanded = true;
    }

    /// The number up to which a child stays the chosen one.
    fn runner_up(&self, arguments: &[Value]) -> Value {
        let (node, child) = (arguments[0].node(), arguments[1].node());
        let key = usize::from(node.position.player() == Player::Min);
        let Value::Nodes(children) = self.part(&arguments[0], "children", 0) else { panic!("no children") };
        let number = |at: &Rc<Node>| self.states[&at.path].proof.expect("numbers")[key];
        let others = children.iter().filter(|other| other.path != child.path);
        let Some(second) = others.min_by_key(|other| number(other)) else { return Value::Number(INFINITE) };
        let second_number = number(second);
        if second_number == INFINITE {
            return Value::Number(INFINITE);
        }
        let usual = second_number + i64::from(child.path < second.path);
        let raised = arguments.get(2).map_or(0, |percent| second_number * (100 + percent.number()) / 100 + 1);
        Value::Number(usual.max(raised))
    }

    /// The results of the children of a node that are known.
    fn known(&self, node: &Value, call: usize) -> Vec<Option<i64>> {
        let Value::Nodes(children) = self.part(node, "children", call) else { panic!("no children") };
        children.iter().map(|child| self.states.get(&child.path).and_then(|state| state.result)).collect()
    }

    /// A score of the game in the unit of the run.
    pub(super) fn scaled(&self, score: Score) -> Value {
        let Value::Number(number) = of_score(score) else { panic!("a number") };
        Value::Number(if score.finite().is_some() { number * self.world.scale } else { number })
    }

    pub(super) fn part(&self, value: &Value, part: &str, call: usize) -> Value {
        if let Value::Entry(bounds) = value {
            return of_score(match part {
                "lower" | "score" => bounds.lower,
                _ => bounds.upper,
            });
        }
        if let Value::Nodes(nodes) = value {
            assert_eq!(part, "first");
            return Value::Node(Rc::clone(&nodes[0]));
        }
        let node = value.node();
        let position = &node.position;
        let state = self.states.get(&node.path).cloned().unwrap_or_default();
        match part {
            "N" => Value::Number(state.visits),
            "W" => Value::Number(state.total),
            "Q" if state.visits == 0 => Value::Number(0),
            "Q" => reduced(state.total.into(), state.visits.into()),
            "P" => {
                let (_, above) = node.path.split_last().expect("a child");
                let parent = above.iter().fold(self.world.start.clone(), |at, &mv| at.play(mv).expect("a legal move"));
                self.world.prior(&parent, position)
            }
            "is_expanded" => Value::Truth(state.is_expanded),
            "is_solved" => Value::Truth(state.proof.is_some_and(|numbers| numbers.contains(&0))),
            "pn" => Value::Number(state.proof.unwrap_or([1, 1])[0]),
            "dn" => Value::Number(state.proof.unwrap_or([1, 1])[1]),
            "result" => Value::Number(state.result.expect("a known result")),
            "is_known" => Value::Truth(state.result.is_some()),
            "is_root" => Value::Truth(node.path.is_empty()),
            "sign" => Value::Number(if position.player() == Player::Max { 1 } else { -1 }),
            "unvisited" => {
                let Value::Nodes(children) = self.part(value, "children", call) else { panic!("no children") };
                let is_new = |child: &Rc<Node>| self.states.get(&child.path).is_none_or(|state| state.visits == 0);
                Value::Nodes(children.into_iter().filter(is_new).collect())
            }
            "all_known" => Value::Truth(self.known(value, call).iter().all(Option::is_some)),
            "best_known" => {
                let known = self.known(value, call).into_iter().flatten();
                Value::Number(if position.player() == Player::Max { known.max() } else { known.min() }.expect("one"))
            }
            "is_over" => Value::Truth(position.score().is_some()),
            "is_first" => Value::Truth(node.is_first),
            "score" => self.scaled(position.score().expect("the game is over")),
            "is_chance" => {
                let is_random = || self.world.random.is_some_and(|random| random.includes(position.player()));
                Value::Truth(position.chance(0).is_some() || is_random())
            }
            "probability" => {
                let (over, under) = node.probability.expect("a child of a chance node");
                reduced(over, under)
            }
            "depth" => Value::Number(node.depth),
            "player" => Value::Player(position.player()),
            "can_win" => Value::Truth(position.win_at_once().is_some()),
            "win_score" => of_score(position.win_at_once().expect("a win")),
            "losing_children" => {
                let Value::Nodes(children) = self.part(value, "children", call) else { panic!("no children") };
                let loses = |child: &Rc<Node>| {
                    let below = &child.position;
                    below.score().is_none() && below.player() != position.player() && below.win_at_once().is_some()
                };
                Value::Nodes(children.into_iter().filter(loses).collect())
            }
            "children" => {
                let mut moves = self.world.orders[call].clone();
                let others = (0..position.move_count() as u32).filter(|mv| !moves.contains(mv));
                let others: Vec<u32> = others.collect();
                moves.extend(others);
                let weight = |mv: usize| i128::from(position.chance(mv).unwrap_or(1));
                let whole: i128 = (0..position.move_count()).map(weight).sum();
                let child = |(place, mv): (usize, u32)| {
                    let below = position.play(mv).expect("a legal move");
                    let depth = node.depth + i64::from(below.player() != position.player());
                    let path = [node.path.as_slice(), &[mv]].concat();
                    let probability = Some((weight(mv as usize), whole));
                    let (is_first, parent) = (place == 0, Some(Rc::clone(node)));
                    Rc::new(Node { path, depth, ply: node.ply + 1, parent, is_first, probability, ..Node::of(below) })
                };
                Value::Nodes(moves.into_iter().enumerate().map(child).collect())
            }
            "position" => {
                let table = self.world.table.expect("a table");
                let key = if table.symmetry { position.class_key() } else { position.key() };
                match key {
                    _ if node.is_again => Value::Nothing,
                    _ if self.world.knows_nodes => Value::Position(self.places[&node.path]),
                    Some(key) => Value::Position(key),
                    None => Value::Nothing,
                }
            }
            _ => self.part_of_guess(node, part).unwrap_or_else(|| panic!("a node has no {part}")),
        }
    }

    /// The key of an entry, and its slot.
    fn slot(&self, position: u128, numbers: &[i64]) -> (EntryKey, Slot) {
        let table = self.world.table.expect("a table");
        let (numbers, left) = match self.driver.get("limit") {
            Some(_) => (&numbers[..numbers.len() - 1], numbers.last().copied()),
            None => (numbers, None),
        };
        let window = (numbers.len() == 2).then(|| (numbers[0], numbers[1]));
        let key = EntryKey { position, window, left };
        let left = left.filter(|_| !table.deeper_entries);
        let Some(size) = table.size else { return (key, Slot::Own(position, window, left)) };
        let infinite = (i32::MIN.into(), i32::MAX.into());
        let (alpha, beta) = window.unwrap_or(infinite);
        let bits = |score: i64| u64::from((score as i32).cast_unsigned());
        let has_window = table.key == TableKey::PositionAndWindow;
        let parts = [
            position as u64,
            (position >> 64) as u64,
            if has_window { bits(alpha) << 32 | bits(beta) } else { 0 },
            left.map_or(0, |left| left as u64 + 1),
        ];
        let number = parts.into_iter().fold(0, mixed) % u64::from(size.get());
        (key, Slot::Numbered(number))
    }

    fn find(&self, arguments: &[Value]) -> Value {
        let Value::Key(position, numbers) = &arguments[0] else { return Value::Nothing };
        let (key, slot) = self.slot(*position, numbers);
        let is_deep_enough = |found: &EntryKey| {
            let answers_deeper = self.world.table.is_some_and(|table| table.deeper_entries);
            if answers_deeper { found.left >= key.left } else { found.left == key.left }
        };
        match self.entries.get(&slot) {
            Some((found, bounds))
                if (found.position, found.window) == (key.position, key.window) && is_deep_enough(found) =>
            {
                Value::Entry(*bounds)
            }
            _ => Value::Nothing,
        }
    }

    /// Stores an entry. Returns whether it was stored.
    fn store(&mut self, arguments: &[Value], scope: &Scope) -> Value {
        let table = self.world.table.expect("a table");
        let player = scope.node.as_ref().expect("a node").position.player();
        let bounds = Bounds { lower: arguments[1].score(), upper: arguments[2].score() };
        let (Value::Key(position, numbers), Some(kept)) = (&arguments[0], table.kept(bounds, player)) else {
            return Value::Truth(false);
        };
        let (key, slot) = self.slot(*position, numbers);
        let before = self.entries.get(&slot).filter(|(owner, _)| table.intersection && *owner == key);
        let now = before.map_or(kept, |(_, before)| before.intersect(kept));
        // An entry of another position in the slot is replaced.
        self.entries.insert(slot, (key, now));
        Value::Truth(true)
    }
}
