//! Labels and keys of nodes: the schemes that programs use.

use edagari::analysis::check;
use edagari::trace::Progress;

use super::super::games::Game;
use super::super::silent::read;
use super::bugs::{Bug, Planted};
use super::options::{Options, Passes, Table};
use super::search::{Call, Engine};

/// Contents of the label of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    None,
    Position,
    /// The moves from the root.
    Line,
    /// The moves from the root, with numbers.
    NumberedLine,
    /// The last move, with its distance from the root.
    Ply,
    LastMoves,
    PositionAndMove,
    PositionAndPly,
    Key,
    /// The number of the node.
    Node,
}

impl Labels {
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::Position,
        Self::Line,
        Self::NumberedLine,
        Self::Ply,
        Self::LastMoves,
        Self::PositionAndMove,
        Self::PositionAndPly,
        Self::Key,
        Self::Node,
    ];
}

impl Engine {
    /// The key of a place.
    pub fn key(&self, spot: usize) -> String {
        let key = &self.place(spot).key;
        if self.has_bug(Bug::KeyCollides) {
            let side = if self.place(spot).is_first { "w" } else { "b" };
            let rest = if matches!(self.options.game, Game::Chess | Game::ChessEnding) {
                key.replace(['k', 'n', 'p'], ".")
            } else {
                key[..1].to_owned()
            };
            return format!("{rest}{side}");
        }
        let is_odd = self.line.first().and_then(|mv| mv.bytes().last()).is_some_and(|last| last % 2 == 1);
        let has_other = self.has_bug(Bug::SecondKey) && spot % 3 == 1 && is_odd;
        format!("{key}{}", if has_other { "'" } else { "" })
    }

    /// The label of a node.
    pub fn label(&self, call: &Call) -> Option<String> {
        let position = &self.place(call.spot).label;
        let last = self.line.last().map_or("start", String::as_str);
        let ply = call.ply;
        Some(match self.options.labels {
            Labels::None => return None,
            Labels::Position => position.clone(),
            Labels::Line if self.line.is_empty() => "start".to_owned(),
            Labels::Line => self.line.join(" "),
            Labels::NumberedLine => {
                let numbered = |(number, mv): (usize, &String)| {
                    if number.is_multiple_of(2) { format!("{}.{mv}", number / 2 + 1) } else { mv.clone() }
                };
                self.line.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" ")
            }
            Labels::Ply => format!("ply {ply} {last}"),
            Labels::LastMoves => self.line[self.line.len().saturating_sub(2)..].join(" "),
            Labels::PositionAndMove => format!("{position} ({last})"),
            Labels::PositionAndPly => format!("{ply}: {position}"),
            Labels::Key => self.key(call.spot),
            Labels::Node => format!("n{}", self.nodes),
        })
    }
}

#[test]
fn labels_of_any_scheme_are_silent() {
    for labels in Labels::ALL {
        for game in [Game::Chess, Game::Rings, Game::Layers, Game::WholeTicTacToe] {
            for depth in [2, 4] {
                let passes = if depth == 2 { Passes::Once } else { Passes::Deepening };
                let options =
                    Options { game, labels, depth, passes, table: Table::Always, scouts: true, ..Options::PLAIN };
                let lines = Engine::run(options, Planted::default()).journal.lines;
                let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
                let report = check(&read(&text.join("\n")), false, &Progress::default());
                let found = report.findings.first().map(|finding| (finding.frame, finding.fault.name()));
                assert_eq!(found, None, "{options:?}");
                assert_eq!(report.remarks, [], "{options:?}");
            }
        }
    }
}

#[test]
fn position_of_a_known_game_with_two_keys_is_remarked() {
    let game = Game::WholeTicTacToe;
    let options = Options { game, labels: Labels::None, depth: 5, passes: Passes::Once, ..Options::PLAIN };
    let engine = Engine::run(options, Planted { bug: Some(Bug::SecondKey), ..Planted::default() });
    let lines: Vec<String> = engine.journal.lines.iter().map(ToString::to_string).collect();
    let report = check(&read(&lines.join("\n")), false, &Progress::default());
    assert_eq!(report.findings.first().map(|finding| finding.fault.name()), None);
    assert_eq!(report.remarks.first().map(|remark| remark.kind.name()), Some("second-key"));
}
