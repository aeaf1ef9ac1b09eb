//! `edagari state`: prints the state of a node at a frame.

use clap::Args;
use serde::Serialize;

use super::frame::bound_text;
use crate::cli::CliError;
use crate::cli::arguments::parse::parse_frame;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::recording::{TraceArgs, checked_frame, move_texts};
use crate::cli::output::layer::{Layer, LayerArgs, Named};
use crate::cli::output::printing::print;
use crate::cli::output::text::{ForeignNames, OfProgram, Rows, label_width, path_text, rules_text, table};
use edagari_core::analysis::mate_text;
use edagari_core::language::Language;
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::{NodeState, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari state 126 \"a1 b1\" tic-tac-toe --search alpha-beta
  edagari state 26 \"A D J\" textbook --search alpha-beta --json
  edagari state 40 \"\" textbook --search minimax

Exit codes:
  0  done
  2  bad usage or input, such as a move that is not legal";

/// The arguments of `edagari state`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct StateArgs {
    /// Number of the frame, from 0
    #[arg(value_name = "N", value_parser = parse_frame, allow_negative_numbers = true)]
    frame: u64,

    /// Moves from the start of the run to the node, such as "a1 b2"; "" is the start; put moves with blanks in double quotes
    #[arg(value_name = "PATH")]
    path: String,

    #[command(flatten)]
    layer: LayerArgs,

    #[command(flatten)]
    of: TraceArgs,

    /// Print one JSON object; infinite scores are "-inf" and "inf"
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

impl StateArgs {
    /// Records or opens the run and prints the state.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let report = StateReport::at(&trace, self.frame, &self.path, &self.layer)?;
        if self.json { self.part.print_json(&report) } else { print(&report.readable()) }
    }
}

/// Returns the state of the node after the moves `path` at a frame, as text.
#[cfg(feature = "mcp")]
pub(super) fn state_text(trace: &Trace, frame: u64, path: &str, layer: &LayerArgs) -> Result<String, CliError> {
    Ok(StateReport::at(trace, frame, path, layer)?.readable())
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum StateName {
    Unvisited,
    Open,
    Scored,
    Pruned,
    Skipped,
}

/// Printed state; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct StateReport {
    /// Game with its options, if values depend on options that its name does not contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(flatten)]
    names: ForeignNames,
    frame: usize,
    path: Vec<String>,
    state: StateName,
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    /// Distance of the mate that the score announces.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
    bound: Option<BoundKind>,
    pruned_at: Option<usize>,
    /// Frame from which on the node is speculatively skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped_at: Option<usize>,
    #[serde(flatten)]
    layer: Layer,
    /// Data of the traced program, from the first frame of the visit on.
    #[serde(flatten)]
    of_program: OfProgram,
}

impl StateReport {
    /// The state of the node after the moves `path`, at the frame with this number.
    fn at(trace: &Trace, frame: u64, path: &str, layer: &LayerArgs) -> Result<Self, CliError> {
        let path = trace.game.parse_moves(&trace.start, path)?;
        let frame = checked_frame(trace, frame)?;
        let named = layer.named(trace, trace.place(&path).recorded())?;
        Ok(Self::of(trace, frame, &path, named.as_ref()))
    }

    fn of(trace: &Trace, frame: usize, path: &[u32], named: Option<&Named>) -> Self {
        let mut report = Self {
            rules: rules_text(&trace.setup.game),
            names: ForeignNames::of(trace),
            frame,
            path: move_texts(trace, path),
            state: StateName::Unvisited,
            alpha: None,
            beta: None,
            score: None,
            mate: None,
            bound: None,
            pruned_at: None,
            skipped_at: None,
            layer: Layer::default(),
            of_program: OfProgram::default(),
        };
        let place = trace.place(path);
        let (visit, state) = match named {
            None => (trace.visit_at(place, frame), trace.state_in_parent(place, frame)),
            Some(&Named(visit)) => {
                let state = visit.map_or(NodeState::Unvisited, |visit| trace.state_by(visit, frame));
                (visit.filter(|&visit| trace.span(visit).0 <= frame), state)
            }
        };
        if let Some(visit) = visit {
            report.layer = Layer::of(trace, visit);
            report.of_program = OfProgram::of(trace, visit);
        }
        match state {
            NodeState::Unvisited => {}
            NodeState::Open { window } => {
                report.state = StateName::Open;
                let window = Some(window).filter(|_| trace.has_minimax_scores());
                report.alpha = window.map(|window| trace.in_unit(window.alpha));
                report.beta = window.map(|window| trace.in_unit(window.beta));
            }
            // A proof-number search gives no score to a node that it has not solved.
            NodeState::Scored { kind, .. } if trace.proofs().is_some() && kind != Some(BoundKind::Exact) => {
                report.state = StateName::Scored;
            }
            NodeState::Scored { score, kind } => {
                report.state = StateName::Scored;
                report.score = Some(trace.in_unit(score));
                report.mate = mate_text(trace, score, Language::English);
                report.bound = kind;
            }
            NodeState::Skipped { frame } => {
                report.state = StateName::Skipped;
                report.skipped_at = Some(frame);
            }
            NodeState::Pruned { frame } => {
                report.state = StateName::Pruned;
                report.pruned_at = Some(frame);
            }
        }
        report
    }

    /// Table with one line per known value.
    fn readable(&self) -> String {
        let mut rows = self.rules.iter().map(|rules| ("game", rules.clone())).collect::<Rows<'_>>();
        rows.extend(self.names.rows());
        rows.extend([
            ("frame", self.frame.to_string()),
            ("path", path_text(&self.path)),
            ("state", self.state.text().to_owned()),
        ]);
        rows.extend(self.alpha.map(|alpha| ("alpha", alpha.to_string())));
        rows.extend(self.beta.map(|beta| ("beta", beta.to_string())));
        rows.extend(self.score.map(|score| ("score", score.to_string())));
        rows.extend(self.mate.clone().map(|mate| ("mate", mate)));
        rows.extend(self.bound.map(|bound| ("bound", bound_text(bound).to_owned())));
        rows.extend(self.pruned_at.map(|frame| ("pruned at", format!("frame {frame}"))));
        rows.extend(self.skipped_at.map(|frame| ("skipped at", format!("frame {frame}"))));
        rows.extend(self.layer.rows());
        rows.extend(self.of_program.rows());
        table(&rows, label_width(&rows))
    }
}

impl StateName {
    const fn text(self) -> &'static str {
        match self {
            Self::Unvisited => "unvisited",
            Self::Open => "open",
            Self::Scored => "scored",
            Self::Pruned => "pruned",
            Self::Skipped => "skipped",
        }
    }
}
