//! The expressions of the pseudocode, and the functions and parts of nodes in them.

use std::rc::Rc;

use edagari::game::{AnyPosition, Player};
use edagari::score::{Bounds, Score};
use edagari::search::{Playout, TableKey};

use super::interpreter::{EntryKey, Interpreter, Scope, Slot, mixed};
use super::value::{INFINITE, Node, Value, of_score, reduced};

/// Position in the tokens of an expression.
pub(super) struct Reader<'a> {
    pub(super) words: &'a [String],
    pub(super) at: usize,
}

impl Reader<'_> {
    pub(super) fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    pub(super) fn takes(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes to the end of the expression, or to one of these words at its level.
    pub(super) fn skip(&mut self, until: &[&str]) {
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

    pub(super) fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }
}

/// Copies of the nodes, of which the first one has `is_first` set.
pub(super) fn numbered<'a>(nodes: impl Iterator<Item = &'a Rc<Node>>) -> Vec<Rc<Node>> {
    nodes.enumerate().map(|(place, node)| Rc::new(Node { is_first: place == 0, ..(**node).clone() })).collect()
}

pub(super) fn joined(values: &[Value]) -> Value {
    match &values[0] {
        Value::Position(position) => Value::Key(*position, values[1..].iter().map(Value::number).collect()),
        Value::Nothing => Value::Nothing,
        other => panic!("{other:?} is no part of a key"),
    }
}

impl Interpreter {
    pub(super) fn value(&mut self, words: &[String], scope: &mut Scope) -> Value {
        let mut reader = Reader { words, at: 0 };
        let value = self.either(&mut reader, scope);
        assert_eq!(reader.at, words.len(), "{words:?}");
        value
    }

    pub(super) fn list(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Vec<Value> {
        let mut values = vec![self.either(reader, scope)];
        while reader.takes(",") {
            values.push(self.either(reader, scope));
        }
        values
    }

    pub(super) fn either(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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

    pub(super) fn both(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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

    pub(super) fn compared(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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

    pub(super) fn sum(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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
                // In the windows of children of a chance node, α and β can be infinite.
                (Value::Number(one), Value::Number(_))
                    if self.driver.contains_key("L") && value.fraction().is_none() && one.abs() >= INFINITE =>
                {
                    value
                }
                (Value::Nodes(all), Value::Nodes(without)) => {
                    let is_left = |node: &&Rc<Node>| !without.iter().any(|other| other.path == node.path);
                    Value::Nodes(numbered(all.iter().filter(is_left)))
                }
                _ => Value::Number(value.number() + by * other.number()),
            };
        }
    }

    pub(super) fn product(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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

    pub(super) fn factor(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Value {
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

    pub(super) fn arguments(&mut self, reader: &mut Reader<'_>, scope: &mut Scope) -> Vec<Value> {
        assert!(reader.takes("("));
        let values = self.list(reader, scope);
        assert!(reader.takes(")"));
        values
    }

    pub(super) fn called(&mut self, name: &str, arguments: Vec<Value>) -> Value {
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
            "clip" if self.driver.contains_key("L") => {
                let given = [0, 1].map(|place| arguments[place].number());
                let [lowest, highest] = ["L", "U"].map(|name| self.driver[name].number());
                let clipped = [given[0].max(lowest), given[1].min(highest)];
                Value::Numbers(if clipped[0] < clipped[1] { clipped } else { given }.to_vec())
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

    pub(super) fn playout(&self, position: &AnyPosition) -> Value {
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
    pub(super) fn expand(&mut self, arguments: &[Value]) {
        let (node, goal) = (arguments[0].node(), arguments[1].score());
        for mv in 0..node.position.move_count() as u32 {
            let below = node.position.play(mv).expect("a legal move");
            let numbers = match below.score() {
                None => [1, 1],
                Some(score) if score >= goal => [0, INFINITE],
                Some(_) => [INFINITE, 0],
            };
            let path = [node.path.as_slice(), &[mv]].concat();
            let key = below.key().filter(|_| self.world.proof.table);
            let is_known = key.is_some_and(|key| self.first_paths.contains_key(&key));
            self.first_paths.extend(key.filter(|_| !is_known).map(|key| (key, path.clone())));
            if !is_known {
                self.states.entry(path).or_default().proof = Some(numbers);
            }
        }
        self.states.entry(self.state_path(node)).or_default().is_expanded = true;
    }

    /// The path under which the state of a node is.
    pub(super) fn state_path(&self, node: &Node) -> Vec<u32> {
        let key = if self.world.proof.table { node.position.key() } else { None };
        key.and_then(|key| self.first_paths.get(&key)).unwrap_or(&node.path).clone()
    }

    /// The number up to which a child stays the chosen one.
    pub(super) fn runner_up(&self, arguments: &[Value]) -> Value {
        let (node, child) = (arguments[0].node(), arguments[1].node());
        let key = usize::from(node.position.player() == Player::Min);
        let Value::Nodes(children) = self.part(&arguments[0], "children", 0) else { panic!("no children") };
        let number = |at: &Rc<Node>| self.states[&self.state_path(at)].proof.expect("numbers")[key];
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
    pub(super) fn known(&self, node: &Value, call: usize) -> Vec<Option<i64>> {
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
        let state = self.states.get(&self.state_path(node)).cloned().unwrap_or_default();
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
            "has_choice" => {
                let is_random = || self.world.random.is_some_and(|random| random.includes(position.player()));
                let is_chosen = || position.chance(0).is_none() && !is_random();
                Value::Truth(position.score().is_none() && is_chosen() && position.move_count() > 1)
            }
            "low" => Value::Number(state.bounds[0]),
            "high" => Value::Number(state.bounds[1]),
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
    pub(super) fn slot(&self, position: u128, numbers: &[i64]) -> (EntryKey, Slot) {
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

    pub(super) fn find(&self, arguments: &[Value]) -> Value {
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
    pub(super) fn store(&mut self, arguments: &[Value], scope: &Scope) -> Value {
        let table = self.world.table.expect("a table");
        let player = scope.node.as_ref().expect("a node").position.player();
        let bounds = Bounds { lower: arguments[1].score(), upper: arguments[2].score() };
        let (Value::Key(position, numbers), Some(stored_bounds)) = (&arguments[0], table.stored_bounds(bounds, player))
        else {
            return Value::Truth(false);
        };
        let (key, slot) = self.slot(*position, numbers);
        let before = self.entries.get(&slot).filter(|(owner, _)| table.intersection && *owner == key);
        let now = before.map_or(stored_bounds, |(_, before)| before.intersect(stored_bounds));
        // An entry of another position in the slot is replaced.
        self.entries.insert(slot, (key, now));
        Value::Truth(true)
    }
}
