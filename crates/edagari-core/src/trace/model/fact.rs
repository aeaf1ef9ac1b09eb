//! Facts of a trace that can have different sources, and these sources.

use super::frame::VisitId;

/// A fact of a trace that can have different sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The moves and players of nodes, and the results of games: by the rules, or only by the program.
    Moves,
    /// The window given to a visit: stated by the program, derived from the parent's window, or unknown.
    Window(VisitId),
    /// The cuts by scores of children: marked by the program, or derived from windows.
    Cuts,
    /// The effects of table entries on visits: stated by the program (also by the statement that it has no table), or unknown.
    Answers,
}

/// The source of a fact of a trace. A displayed statement is never more certain than its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactSource {
    /// The rules of the game.
    Rules,
    /// The program that made the trace.
    Program,
    /// Edagari, from other facts of the trace.
    Derived,
    /// None: any value is an assumption.
    Unknown,
}

impl FactSource {
    /// Whether the fact is known from any source.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether the program states the fact.
    #[must_use]
    pub const fn is_program(self) -> bool {
        matches!(self, Self::Program)
    }
}
