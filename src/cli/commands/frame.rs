//! `edagari frame`: prints one frame of a run.

use std::path::Path;

use clap::{Args, Parser};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::opened;
use crate::cli::arguments::parse::parse_frame;
use crate::cli::arguments::recording::{OutputArgs, TraceArgs, checked_frame, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::layer::Layer;
use crate::cli::output::printing::{as_typed, with_progress};
use crate::cli::output::samples::{SampleRow, sample_table};
use crate::cli::output::text::{
    ForeignNames, OfProgram, Rows, label_width, listed, path_text, pruned_text, rules_text, table,
};
use edagari_core::analysis::{corresponding, explain, mate_text, player_text, proof_numbers_text};
use edagari_core::game::Player;
use edagari_core::language::{Language, grouped};
use edagari_core::score::{Answer, BoundKind, InUnit, Score};
use edagari_core::search::{GameKnowledge, ProofNumbers};
use edagari_core::trace::{Cut, FrameKind, NodeId, Process, Progress, RecordError, Setup, Step, Trace, record_game};

const AFTER_HELP: &str = "\
Examples:
  edagari frame 126 tic-tac-toe --search alpha-beta
  edagari frame 14325 tic-tac-toe --search alpha-beta --json
  edagari frame 18 textbook --search alpha-beta --language japanese
  edagari frame 126 tic-tac-toe --search alpha-beta --beside minimax
  edagari frame 126 a.edagari --beside b.edagari --json

Exit codes:
  0  done
  2  bad usage or input, such as a number past the last frame";

/// The arguments of `edagari frame`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct FrameArgs {
    /// Number of the frame, from 0
    #[arg(value_name = "N", value_parser = parse_frame, allow_negative_numbers = true)]
    frame: u64,

    #[command(flatten)]
    of: TraceArgs,

    /// Also print the corresponding frame of another run: a trace file, the name of a search of the same game, or the arguments of a run in
    /// quotes, such as "tic-tac-toe --search pvs"
    #[arg(long, value_name = "OTHER")]
    beside: Option<String>,

    #[command(flatten)]
    output: OutputArgs,
}

impl FrameArgs {
    /// Records or opens the run and prints the frame.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let mut report = FrameReport::at(&trace, self.frame, self.output.language)?;
        let other = self.beside.as_deref().map(|other| other_run(&trace, other, self.of.memory_limit()));
        let other = other.transpose()?;
        if let Some(other) = &other {
            report.beside = Some(Beside::of(&trace, report.frame, other, self.output.language)?);
        }
        self.output.print(&report, |report| report.readable(&trace))
    }
}

/// Returns a frame as text, with the corresponding frame of `other`.
#[cfg(feature = "mcp")]
pub(super) fn frame_text(
    trace: &Trace,
    frame: u64,
    other: Option<&Trace>,
    language: Language,
) -> Result<String, CliError> {
    other.map(|other| check_same_game(trace, other)).transpose()?;
    let mut report = FrameReport::at(trace, frame, language)?;
    report.beside = other.map(|other| Beside::of(trace, report.frame, other, language)).transpose()?;
    Ok(report.readable(trace))
}

/// Printed frame; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct FrameReport {
    /// Game with its options, if values depend on options that its name does not contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(flatten)]
    names: ForeignNames,
    frame: usize,
    kind: FrameKind,
    node: u32,
    path: Vec<String>,
    player: Player,
    /// Window, kind of the score, and cut; `None` if the numbers of the trace are not minimax
    /// scores.
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    /// Distance of the mate that the score announces.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
    bound: Option<BoundKind>,
    cut: Option<Cut>,
    /// Cause of an update without a child.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Box<str>>,
    /// Lower bound that a lookup found or a store wrote.
    lower: Option<InUnit<Score>>,
    /// Upper bound that a lookup found or a store wrote.
    upper: Option<InUnit<Score>>,
    /// Effect of the bounds found.
    outcome: Option<Outcome>,
    /// Frame that stored the bounds found.
    stored_at: Option<usize>,
    pruned_moves: Vec<String>,
    nodes_pruned: Option<u64>,
    /// `nodes_pruned` as text; if it is `None`, `unknown` or `too many to count`.
    #[serde(skip)]
    pruned_text: String,
    #[serde(flatten)]
    layer: Layer,
    #[serde(flatten)]
    of_program: OfProgram,
    text: String,
    /// Children among which a Monte-Carlo tree search selects at the node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<SampleRow>,
    /// Proof and disproof number of the node after the frame, in a proof-number search: `None` for ∞.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRow>,
    /// Corresponding frame of another run (`--beside`).
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<Beside>,
}

/// The numbers of a node in a proof-number search.
#[derive(Serialize)]
struct ProofRow {
    pn: Option<u32>,
    dn: Option<u32>,
    #[serde(skip)]
    text: String,
}

impl ProofRow {
    fn of(trace: &Trace, node: NodeId, frame: usize) -> Option<Self> {
        let numbers = trace.proofs()?.of(node, frame)?;
        let finite = |number: u32| Some(number).filter(|&number| number != ProofNumbers::INFINITE);
        let text = proof_numbers_text(numbers, Language::English);
        Some(Self { pn: finite(numbers.proof), dn: finite(numbers.disproof), text })
    }
}

/// Effect of a lookup.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Returned,
    Narrowed,
    Nothing,
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Returned { .. } => Self::Returned,
            Answer::Narrowed(_) => Self::Narrowed,
            Answer::Nothing => Self::Nothing,
        }
    }
}

impl Outcome {
    const fn text(self) -> &'static str {
        match self {
            Self::Returned => "returned (the node is settled)",
            Self::Narrowed => "narrowed (the window is smaller)",
            Self::Nothing => "nothing (the node is searched as it is)",
        }
    }
}

impl FrameReport {
    /// The frame with this number; an error if the trace does not contain it.
    fn at(trace: &Trace, number: u64, language: Language) -> Result<Self, CliError> {
        let frame = checked_frame(trace, number)?;
        let Some(step) = trace.step(frame) else {
            return Err(CliError::NoSuchFrame { frame: number, last: trace.frame_count().saturating_sub(1) });
        };
        Ok(Self::of(trace, frame, step, language))
    }

    fn of(trace: &Trace, frame: usize, step: Step, language: Language) -> Self {
        let path = trace.path(step.node);
        let judged = trace.has_minimax_scores();
        let window = Some(step.window).filter(|_| judged);
        let cut = step.cut.filter(|_| judged);
        Self {
            rules: rules_text(&trace.setup.game),
            names: ForeignNames::of(trace),
            frame,
            kind: step.kind,
            node: step.node.0,
            path: move_texts(trace, &path),
            player: step.player,
            alpha: window.map(|window| trace.in_unit(window.alpha)),
            beta: window.map(|window| trace.in_unit(window.beta)),
            // In a proof-number search, only finished games have scores.
            score: step.score.filter(|score| judged || score.finite().is_some()).map(|score| trace.in_unit(score)),
            mate: step.score.and_then(|score| mate_text(trace, score, Language::English)),
            bound: step.bound.filter(|_| judged),
            cut,
            why: trace.own_update_at(frame).and_then(|own| own.why.clone()),
            lower: step.bounds.map(|bounds| trace.in_unit(bounds.lower)),
            upper: step.bounds.map(|bounds| trace.in_unit(bounds.upper)),
            outcome: step.answer.map(Outcome::from),
            stored_at: step
                .store
                .filter(|_| step.kind == FrameKind::Lookup)
                .and_then(|store| trace.table().stored(store))
                .map(|stored| stored.frame),
            pruned_moves: cut.map_or_else(Vec::new, |_| pruned_moves(trace, &path, step)),
            nodes_pruned: trace.nodes_pruned_at(frame),
            pruned_text: pruned_text(trace, trace.nodes_pruned_at(frame)),
            layer: Layer::of(trace, step.visit),
            of_program: OfProgram::of(trace, step.visit),
            text: as_typed(explain(trace, frame, language)),
            candidates: SampleRow::selected_at(trace, frame),
            proof: ProofRow::of(trace, step.node, frame),
            beside: None,
        }
    }

    /// The player to move, or a text that the game is over.
    fn player_to_move(&self, trace: &Trace) -> String {
        let path = trace.path(NodeId(self.node));
        if trace.position(&path).is_some_and(|position| trace.is_over(&position)) {
            return "none (the game is over)".to_owned();
        }
        if trace.step(self.frame).is_some_and(|step| trace.is_chance(step.visit)) {
            return "none (chance moves)".to_owned();
        }
        player_text(trace, self.player, Language::English)
    }

    /// Rows of the known values, and the sentence that explains the frame.
    fn readable(&self, trace: &Trace) -> String {
        let mut rows = self.rules.iter().map(|rules| ("game", rules.clone())).collect::<Rows<'_>>();
        rows.extend(self.names.rows());
        rows.extend([
            ("frame", self.frame.to_string()),
            ("kind", self.kind.name().to_owned()),
            ("node", self.node.to_string()),
            ("path", path_text(&self.path)),
            ("player", self.player_to_move(trace)),
        ]);
        rows.extend(self.alpha.map(|alpha| ("alpha", alpha.to_string())));
        rows.extend(self.beta.map(|beta| ("beta", beta.to_string())));
        rows.extend(self.score.map(|score| ("score", score.to_string())));
        rows.extend(self.mate.clone().map(|mate| ("mate", mate)));
        rows.extend(self.bound.map(|bound| ("bound", bound_text(bound).to_owned())));
        rows.extend(self.lower.map(|lower| ("lower", lower.to_string())));
        rows.extend(self.upper.map(|upper| ("upper", upper.to_string())));
        rows.extend(self.outcome.map(|outcome| ("outcome", outcome.text().to_owned())));
        rows.extend(self.stored_at.map(|frame| ("stored at", format!("frame {frame}"))));
        rows.extend(self.cut.map(|cut| ("cut", cut_text(cut).to_owned())));
        if !self.pruned_moves.is_empty() {
            rows.push(("pruned moves", listed(&self.pruned_moves)));
            rows.push(("nodes pruned", self.pruned_text.clone()));
        }
        rows.extend(self.proof.as_ref().map(|proof| ("pn | dn", proof.text.clone())));
        rows.extend(self.layer.rows());
        rows.extend(self.of_program.rows());
        let mut text = format!("{}\n{}\n", table(&rows, label_width(&rows)), self.text);
        if !self.candidates.is_empty() {
            text.push('\n');
            text.push_str(&sample_table(&self.candidates));
        }
        if let Some(beside) = &self.beside {
            text.push('\n');
            text.push_str(&beside.readable());
        }
        text
    }
}

/// Moves skipped by the cut of a step.
fn pruned_moves(trace: &Trace, path: &[u32], step: Step) -> Vec<String> {
    let Some(position) = trace.position(path) else { return Vec::new() };
    let moves = trace.pruned_children(step.visit).filter_map(|child| trace.move_of(child));
    moves.map(|mv| position.move_text(mv as usize)).collect()
}

/// Text of the relation between a score and the value of its node.
pub(super) const fn bound_text(bound: BoundKind) -> &'static str {
    match bound {
        BoundKind::Upper => "upper (the value is at most the score)",
        BoundKind::Exact => "exact (the value is the score)",
        BoundKind::Lower => "lower (the value is at least the score)",
    }
}

const fn cut_text(cut: Cut) -> &'static str {
    match cut {
        Cut::Alpha => "α-cut",
        Cut::Beta => "β-cut",
    }
}

/// Arguments of a run, as after the name of a command.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    of: TraceArgs,
}

/// Opens or records the run that `text` specifies; an error if its game differs from that of `trace`.
pub(super) fn other_run(trace: &Trace, text: &str, memory_limit: u64) -> Result<Trace, CliError> {
    let path = Path::new(text);
    let other = if path.exists() {
        opened(path, memory_limit)?
    } else if let Ok(process) = text.parse::<Process>() {
        searched_by(trace, process, memory_limit)?
    } else if text.split_whitespace().count() > 1 {
        let words = Words::try_parse_from(text.split_whitespace());
        words.map_err(|error| unusable(text, error.to_string().lines().next().unwrap_or_default()))?.of.trace()?
    } else {
        return Err(unusable(text, "there is no such file, and no search has this name"));
    };
    check_same_game(trace, &other)?;
    Ok(other)
}

/// Checks that two runs are of the same game.
pub(super) fn check_same_game(trace: &Trace, other: &Trace) -> Result<(), CliError> {
    if other.setup.game.is_same_game(&trace.setup.game) {
        return Ok(());
    }
    Err(CliError::OtherGameBeside { game: trace.setup.game.to_string(), other: other.setup.game.to_string() })
}

fn unusable(text: &str, reason: &str) -> CliError {
    let reason = reason.trim_start_matches("error: ");
    CliError::Usage(format!(
        "--beside '{text}' is not a run ({reason}), expected a trace file, the name of a search, or a game and --search NAME"
    ))
}

/// Records the same game from the same start with another search.
fn searched_by(trace: &Trace, process: Process, memory_limit: u64) -> Result<Trace, CliError> {
    if trace.recorded_tree().is_some() {
        return Err(CliError::Usage(
            "--beside names a search, but the trace has only the tree of its own search; expected a trace file"
                .to_owned(),
        ));
    }
    let mut setup = Setup { process, ..trace.setup.clone() };
    if !process.is_search() {
        setup = Setup::new(setup.game, process);
        setup.after.clone_from(&trace.setup.after);
    }
    setup.check_for(&GameKnowledge::of_any(&trace.game, &trace.start))?;
    let progress = Progress::default();
    let run = || {
        let other = record_game(trace.game.clone(), &setup, memory_limit, &progress)?;
        Ok::<_, RecordError>(other)
    };
    let tell = || format!("recording: {} nodes", grouped(progress.visits()));
    Ok(with_progress(&tell, || interruptible(&progress, run))?)
}

/// Printed corresponding frame; its fields are the keys of the JSON object.
#[derive(Serialize)]
pub(super) struct Beside {
    frame: usize,
    kind: FrameKind,
    path: Vec<String>,
    /// Kind of the correspondence, see `Relation`.
    relation: &'static str,
    /// Moves to the node that the other run pruned, skipped, ended without searching below it, or never entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<String>>,
    /// Reason why the frame is not the same moment of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Explanation of the frame.
    text: String,
}

impl Beside {
    pub(super) fn of(trace: &Trace, frame: usize, other: &Trace, language: Language) -> Result<Self, CliError> {
        let found = corresponding(trace, frame, other).and_then(|found| Some((other.step(found.frame)?, found)));
        let Some((step, found)) = found else {
            return Err(CliError::Usage(
                "the runs have no node in common, expected runs of the same part of the game".to_owned(),
            ));
        };
        Ok(Self {
            frame: found.frame,
            kind: step.kind,
            path: move_texts(other, &other.path(step.node)),
            relation: found.relation.name(),
            left_out: found.relation.path().map(|path| move_texts(other, path)),
            reason: found.sentence(other, language).map(as_typed),
            text: as_typed(explain(other, found.frame, language)),
        })
    }

    /// Rows of the frame, and the sentences.
    pub(super) fn readable(&self) -> String {
        let rows: Rows<'_> = [
            ("beside", format!("frame {}", self.frame)),
            ("kind", self.kind.name().to_owned()),
            ("path", path_text(&self.path)),
            ("relation", self.relation.to_owned()),
        ]
        .into_iter()
        .collect();
        let sentences = self.reason.iter().chain([&self.text]).map(String::as_str).collect::<Vec<_>>().join("\n");
        format!("{}\n{sentences}\n", table(&rows, label_width(&rows)))
    }
}
