//! The pseudocode of a run, as displayed.

use super::at_frame::CodeAt;
use super::guessing::GUESSING;
use super::line::{CodeLine, Entry, LineSet};
use super::proving::{self, ProvingCode};
use super::pseudocode::PSEUDOCODE;
use super::sampling::{self, SamplingCode};
use super::shape::{Driver, NoCode, Shape};
use super::variables::Variable;
use crate::language::{Language, Text};
use crate::score::Score;
use crate::search::{First, Guess, RuleBounds};
use crate::trace::{Process, Trace};

/// A line of the pseudocode of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenLine {
    /// The identity of the line.
    pub line: CodeLine,
    /// The number of indentation levels.
    pub level: usize,
    /// The text, without indentation and comment.
    pub text: String,
    /// The comment on the line, if any.
    pub comment: Option<Text>,
}

/// The facts about a run, by the kind of its search. Each kind has its own lines.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Family {
    /// A depth-first search: minimax, α-β and its relatives, expectimax, Star1 and Star2.
    DepthFirst(Shape),
    Sampling(SamplingCode),
    Proving(ProvingCode),
}

/// The pseudocode of the search of a run. It can be queried with the trace it was created for, or with a longer part of the same
/// run.
///
/// ```
/// use edagari_core::analysis::Code;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let code = Code::of(&trace).expect("a search of Edagari");
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let at = code.at(&trace, cut).expect("a frame of the trace");
/// let line = code.place_of(at.lit).expect("a line of the code");
/// assert_eq!(code.lines()[line].text, "break");
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    family: Family,
    lines: Vec<WrittenLine>,
    /// The set of the lines in the code.
    written: LineSet,
}

impl Code {
    /// The pseudocode of the search that recorded a trace.
    ///
    /// # Errors
    /// [`NoCode`] with the reason if there is no pseudocode.
    pub fn of(trace: &Trace) -> Result<Self, NoCode> {
        if trace.origin().is_some_and(|header| header.process().is_none()) {
            return Err(NoCode::UnknownSearch);
        }
        let (family, lines) = match trace.setup.process {
            Process::Sample(search) => {
                let code = SamplingCode::of(trace, search)?;
                (Family::Sampling(code), written(sampling::LINES, &code, |text| code.filled(text)))
            }
            Process::Prove(proof) => {
                let code = ProvingCode::of(trace, proof);
                (Family::Proving(code), written(proving::LINES, &code, |text| code.filled(text)))
            }
            Process::Search(_) | Process::Expect(_) | Process::Generate(_) => {
                let shape = Shape::of(trace)?;
                let fill = |text: &str| filled(text, &shape, trace);
                let mut lines = written(PSEUDOCODE, &shape, fill);
                if shape.has_guesses() {
                    lines.retain(|line| line.line < CodeLine::Def);
                    lines.extend(written(GUESSING, &shape, fill));
                }
                (Family::DepthFirst(shape), lines)
            }
        };
        let written = lines.iter().map(|line| line.line).collect();
        Ok(Self { family, lines, written })
    }

    /// The lines of a frame of the trace. `None` after the last frame, and for a step that the code
    /// does not contain: a window update by knowledge of another program.
    #[must_use]
    pub fn at(&self, trace: &Trace, frame: usize) -> Option<CodeAt> {
        let (lit, runs) = match &self.family {
            Family::DepthFirst(code) => code.at(trace, frame)?,
            Family::Sampling(code) => code.at(trace, frame)?,
            Family::Proving(code) => code.at(trace, frame)?,
        };
        let runs = runs.and(self.written);
        Some(CodeAt { lit, runs }).filter(|at| self.written.contains(at.lit))
    }

    /// The names of all variables of this code, for display in two columns: related ones are adjacent.
    #[must_use]
    pub fn variable_names(&self) -> Vec<&'static str> {
        match &self.family {
            Family::DepthFirst(code) => code.variable_names(),
            Family::Sampling(code) => code.variable_names(),
            Family::Proving(code) => code.variable_names(),
        }
    }

    /// The variables that have a value after the lines of a frame have run, in the order in which the code assigns them.
    #[must_use]
    pub fn variables(&self, trace: &Trace, frame: usize, language: Language) -> Vec<Variable> {
        match &self.family {
            Family::DepthFirst(code) => code.variables(trace, frame, language),
            Family::Sampling(code) => code.variables(trace, frame, language),
            Family::Proving(code) => code.variables(trace, frame, language),
        }
    }

    /// The lines, in order.
    #[must_use]
    pub fn lines(&self) -> &[WrittenLine] {
        &self.lines
    }

    /// The index of a line, if the code contains it.
    #[must_use]
    pub fn place_of(&self, line: CodeLine) -> Option<usize> {
        self.lines.iter().position(|written| written.line == line)
    }
}

/// The lines that the code of a run contains. `fill` replaces the placeholders of a text.
fn written<S>(entries: &[Entry<S>], shape: &S, fill: impl Fn(&str) -> String) -> Vec<WrittenLine> {
    let written = |entry: &Entry<S>| WrittenLine {
        line: entry.line,
        level: usize::from(entry.level) + usize::from((entry.is_deeper)(shape)),
        text: fill(entry.text),
        comment: entry.comment,
    };
    entries.iter().filter(|entry| (entry.when)(shape)).map(written).collect()
}

/// The text of a line with the placeholders replaced by values of the run.
fn filled(text: &str, shape: &Shape, trace: &Trace) -> String {
    let score = |score: Score| trace.in_unit(score).to_string();
    let known = |value: Option<String>, name: &str| value.unwrap_or_else(|| name.to_owned());
    let width = known(shape.width.map(|width| width.to_string()), "width");
    let depths = shape.depths.as_ref().map_or_else(String::new, |depths| {
        let (first, behind) = (depths.range.start(), depths.range.end().saturating_add(1));
        if depths.step == 1 { format!("{first}, {behind}") } else { format!("{first}, {behind}, {}", depths.step) }
    });
    let mut key = String::new();
    if shape.keys_windows() {
        key.push_str(", α, β");
    }
    if shape.has_guesses() {
        key.push_str(", depth");
    } else if shape.has_limit {
        key.push_str(", limit − node.depth");
    }
    let guess = |guess: Guess| i64::from(shape.guesses.get(guess).unwrap_or_default());
    let margin = |of: Guess| score(Score::of_integer(guess(of).into()));
    let floor = guess(Guess::Quiescence);
    let range = shape.chance.and_then(|chance| chance.range);
    let values = [
        ("{search}", driver_name(shape.driver).to_owned()),
        ("{node}", node_name(shape).to_owned()),
        ("{mean}", if shape.probes() { "low" } else { "total" }.to_owned()),
        ("{lowest}", range.map_or_else(String::new, |range| without_zeros(&score(range.lower)))),
        ("{highest}", range.map_or_else(String::new, |range| without_zeros(&score(range.upper)))),
        ("{low}", score(shape.requested.alpha)),
        ("{high}", score(shape.requested.beta)),
        ("{guess}", known(shape.guess.map(score), "guess")),
        ("{reach}", if shape.growth.is_some() { "width".to_owned() } else { width.clone() }),
        ("{width}", width),
        ("{growth}", shape.growth.map_or_else(String::new, |growth| growth.to_string())),
        ("{limit}", shape.limit.map_or_else(String::new, |limit| limit.to_string())),
        ("{depths}", depths),
        ("{key}", key),
        ("{depth}", if shape.has_guesses() { ", limit".to_owned() } else { String::new() }),
        ("{floor}", if floor > 0 { format!("−{floor}") } else { floor.to_string() }),
        ("{pass plies}", (guess(Guess::NullMove) + 1).to_string()),
        ("{pass}", guess(Guess::NullMove).to_string()),
        ("{probe}", margin(Guess::Probcut)),
        ("{singular}", margin(Guess::Singular)),
        ("{bounds}", bounds_call(shape.rule_bounds(shape.skips_losing()))),
        ("{near bounds}", bounds_call(shape.rule_bounds(false))),
    ];
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// The text of a number without zeros at the end of its decimals.
fn without_zeros(number: &str) -> String {
    let text = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    text.to_owned()
}

/// The call that returns bounds of the rules. Its argument is the number of moves known not to win.
fn bounds_call((which, quiet): (RuleBounds, u32)) -> String {
    let name = match which {
        RuleBounds::Both => "bounds",
        RuleBounds::Best => "best_bound",
    };
    if quiet == 0 { format!("{name}(node)") } else { format!("{name}(node, {quiet})") }
}

/// The name of the function that runs the search from the root.
const fn driver_name(driver: Driver) -> &'static str {
    match driver {
        Driver::Single | Driver::OfProgram => "search",
        Driver::Aspiration => "aspiration",
        Driver::NullWindows(First::Guess) => "mtd_f",
        Driver::NullWindows(First::Highest) => "sss_star",
        Driver::NullWindows(First::Lowest) => "dual_star",
        Driver::Halves => "bisection",
    }
}

/// The name of the function that searches a node.
const fn node_name(shape: &Shape) -> &'static str {
    if shape.has_chance() {
        shape.chance_name()
    } else if shape.is_minimax() {
        "minimax"
    } else if shape.is_pvs() {
        "pvs"
    } else {
        "alpha_beta"
    }
}
