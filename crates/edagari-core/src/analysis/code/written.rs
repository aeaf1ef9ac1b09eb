//! The pseudocode of a run, as displayed.

use super::line::{CodeLine, LineSet};
use super::pseudocode::{Entry, PSEUDOCODE};
use super::shape::{Driver, NoCode, Shape};
use crate::language::Text;
use crate::score::Score;
use crate::search::{First, RuleBounds};
use crate::trace::Trace;

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
    pub(super) shape: Shape,
    lines: Vec<WrittenLine>,
    /// The set of the lines in the code.
    pub(super) written: LineSet,
}

impl Code {
    /// The pseudocode of the search that recorded a trace.
    ///
    /// # Errors
    /// [`NoCode`] with the reason if there is no pseudocode.
    pub fn of(trace: &Trace) -> Result<Self, NoCode> {
        let shape = Shape::of(trace)?;
        let written = |entry: &Entry| {
            let deeper = usize::from((entry.is_deeper)(&shape));
            WrittenLine {
                line: entry.line,
                level: usize::from(entry.level) + deeper,
                text: filled(entry.text, &shape, trace),
                comment: entry.comment,
            }
        };
        let lines: Vec<WrittenLine> = PSEUDOCODE.iter().filter(|entry| (entry.when)(&shape)).map(written).collect();
        let written = lines.iter().map(|line| line.line).collect();
        Ok(Self { shape, lines, written })
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
    if shape.has_limit {
        key.push_str(", limit − node.depth");
    }
    let values = [
        ("{search}", driver_name(shape.driver).to_owned()),
        ("{node}", node_name(shape).to_owned()),
        ("{low}", score(shape.asked.alpha)),
        ("{high}", score(shape.asked.beta)),
        ("{guess}", known(shape.guess.map(score), "guess")),
        ("{reach}", if shape.growth.is_some() { "width".to_owned() } else { width.clone() }),
        ("{width}", width),
        ("{growth}", shape.growth.map_or_else(String::new, |growth| growth.to_string())),
        ("{limit}", shape.limit.map_or_else(String::new, |limit| limit.to_string())),
        ("{depths}", depths),
        ("{key}", key),
        ("{bounds}", bounds_call(shape.rule_bounds(shape.skips_losing()))),
        ("{near bounds}", bounds_call(shape.rule_bounds(false))),
    ];
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
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
    if shape.is_minimax() {
        "minimax"
    } else if shape.is_pvs() {
        "pvs"
    } else {
        "alpha_beta"
    }
}
