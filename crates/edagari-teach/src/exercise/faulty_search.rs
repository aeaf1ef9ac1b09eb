//! α-β with one wrong line: its pseudocode, and its execution on the tree of an exercise.

use super::ExerciseTree;
use edagari_core::score::{Player, Score, Window};

/// Lines of α-β without a fault.
const LINES: [&str; 15] = [
    "search(node, α, β):",
    "    if node is a leaf: return its score",
    "    if max moves at node:",
    "        best ← −∞",
    "        for each child:",
    "            best ← max(best, search(child, α, β))",
    "            α ← max(α, best)",
    "            if α ≥ β: break",
    "    else:",
    "        best ← ∞",
    "        for each child:",
    "            best ← min(best, search(child, α, β))",
    "            β ← min(β, best)",
    "            if α ≥ β: break",
    "    return best",
];

/// Defines the faults, each with the number of its line, from 1, and the wrong text of that line without indentation.
macro_rules! faults {
    ($($(#[$doc:meta])* $Fault:ident $line:literal $wrong:literal,)+) => {
        /// Fault of one line of α-β.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Fault {
            $($(#[$doc])* $Fault,)+
        }

        impl Fault {
            /// All faults, in the order of their lines.
            pub const ALL: &'static [Self] = &[$(Self::$Fault,)+];

            const fn wrong(self) -> (usize, &'static str) {
                match self {
                    $(Self::$Fault => ($line, $wrong),)+
                }
            }
        }
    };
}

faults! {
    /// Max does not pass α to its children.
    AlphaNotPassed 6 "best ← max(best, search(child, −∞, β))",
    /// Max takes the least score of its children.
    MaxTakesLeast 6 "best ← min(best, search(child, α, β))",
    /// Max never raises α.
    AlphaNotRaised 7 "α ← min(α, best)",
    /// Max replaces β by its best score.
    BetaReplaced 7 "β ← best",
    /// Max cuts while the window is open.
    MaxCutReversed 8 "if α ≤ β: break",
    /// Min begins with 0 as its best score.
    BestBeginsAtZero 10 "best ← 0",
    /// Min does not pass β to its children.
    BetaNotPassed 12 "best ← min(best, search(child, α, ∞))",
    /// Min exchanges the ends of the window of its children.
    EndsExchanged 12 "best ← min(best, search(child, β, α))",
    /// Min takes the greatest score of its children.
    MinTakesGreatest 12 "best ← max(best, search(child, α, β))",
    /// Min never lowers β.
    BetaNotLowered 13 "β ← max(β, best)",
    /// Min cuts as soon as its best score is β, which it has just become.
    CutAtOwnBound 14 "if best ≥ β: break",
    /// Every node returns α.
    AlphaReturned 15 "return α",
}

impl Fault {
    /// Returns the number of the wrong line, from 1.
    #[must_use]
    pub const fn line(self) -> usize {
        self.wrong().0
    }

    /// Returns the text that the line must have.
    #[must_use]
    pub fn right_text(self) -> &'static str {
        LINES[self.line() - 1].trim_start()
    }

    /// Returns the lines of the program with this fault, indented by spaces.
    #[must_use]
    pub fn code(self) -> Vec<String> {
        let (line, wrong) = self.wrong();
        let written = |(number, right): (usize, &&str)| {
            let indent = right.len() - right.trim_start().len();
            if number == line { format!("{:indent$}{wrong}", "") } else { (*right).to_owned() }
        };
        (1..).zip(&LINES).map(written).collect()
    }
}

/// Run of α-β in max's view: the window and the score of each entered node with children, and the
/// evaluated leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FaultyRun {
    pub visits: Vec<Option<(Window, Score)>>,
    pub evaluated: Vec<bool>,
}

impl FaultyRun {
    /// Runs α-β with a fault, or without one, on a tree.
    pub(super) fn of(tree: &ExerciseTree, fault: Option<Fault>) -> Self {
        let mut run = Self { visits: vec![None; tree.len()], evaluated: vec![false; tree.len()] };
        run.search(tree, fault, 0, Window::FULL);
        run
    }

    fn search(&mut self, tree: &ExerciseTree, fault: Option<Fault>, node: u32, given: Window) -> Score {
        if let Some(score) = tree.score(node) {
            self.evaluated[node as usize] = true;
            return score;
        }
        let has = |one: Fault| fault == Some(one);
        let Window { mut alpha, mut beta } = given;
        let is_max = tree.player(node) == Player::Max;
        let mut best = tree.player(node).worst();
        if !is_max && has(Fault::BestBeginsAtZero) {
            best = Score::new(0);
        }
        for &child in tree.children(node) {
            let passed = match fault {
                Some(Fault::AlphaNotPassed) if is_max => Window { alpha: Score::NEG_INFINITY, beta },
                Some(Fault::BetaNotPassed) if !is_max => Window { alpha, beta: Score::INFINITY },
                Some(Fault::EndsExchanged) if !is_max => Window { alpha: beta, beta: alpha },
                _ => Window { alpha, beta },
            };
            let score = self.search(tree, fault, child, passed);
            if is_max {
                best = if has(Fault::MaxTakesLeast) { best.min(score) } else { best.max(score) };
                match fault {
                    Some(Fault::AlphaNotRaised) => alpha = alpha.min(best),
                    Some(Fault::BetaReplaced) => beta = best,
                    _ => alpha = alpha.max(best),
                }
                if if has(Fault::MaxCutReversed) { alpha <= beta } else { alpha >= beta } {
                    break;
                }
            } else {
                best = if has(Fault::MinTakesGreatest) { best.max(score) } else { best.min(score) };
                beta = if has(Fault::BetaNotLowered) { beta.max(best) } else { beta.min(best) };
                if if has(Fault::CutAtOwnBound) { best >= beta } else { alpha >= beta } {
                    break;
                }
            }
        }
        let score = if has(Fault::AlphaReturned) { alpha } else { best };
        self.visits[node as usize] = Some((given, score));
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_changes_its_line_alone() {
        for &fault in Fault::ALL {
            let changed: Vec<usize> =
                (1..).zip(fault.code().iter().zip(LINES)).filter(|(_, (a, b))| a != b).map(|(line, _)| line).collect();
            assert_eq!(changed, [fault.line()], "{fault:?}");
        }
    }
}
