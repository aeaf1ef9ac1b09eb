//! The values of variables of the pseudocode.

use std::rc::Rc;

use edagari::analysis::decimal_text;
use edagari::game::{AnyPosition, Player};
use edagari::score::{Bounds, Probability, Score};
use edagari::trace::Trace;

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
    pub(super) fn of(position: AnyPosition) -> Self {
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
    pub(super) fn fraction(&self) -> Option<(i128, i128)> {
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
    pub(super) fn calculated(&self, other: &Self, sign: &str) -> Self {
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

    pub(super) const fn is_fraction(&self) -> bool {
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

    pub(super) fn is_same(&self, other: &Self) -> bool {
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
pub(super) const INFINITE: i64 = i32::MAX as i64;

/// A fraction. Its denominator is 0 after a division by 0, until it is rounded.
pub(super) fn reduced(over: i128, under: i128) -> Value {
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
