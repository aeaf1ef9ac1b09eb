//! `edagari record`: prints the figures of a run and saves its trace.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::recording::TraceArgs;
use crate::cli::output::interrupt::saving;
use crate::cli::output::printing::{RemarkRow, print, remarks_text, with_progress};
use crate::cli::output::samples::{SampleRow, sample_table};
use crate::cli::output::text::{Rows, label_width, listed, number_table, pruned_text, table, uncounted_line};
use edagari_core::analysis::{ByReason, PassFigures, ProofFigures, ProofResult, Summary, WorkRemark, signed_text};
use edagari_core::language::{Language, grouped, visible};
use edagari_core::search::{DepthLimit, FinalMove, Playout, Priors, SamplingSetup, TableKey, TableSetup};
use edagari_core::trace::file::{Target, check_target, save_trace};
use edagari_core::trace::{Ending, NodeId, Process, Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari record tic-tac-toe --search minimax
  edagari record tic-tac-toe --search alpha-beta --after \"b2 a1\" --order reversed --json
  edagari record tic-tac-toe --search alpha-beta --table bounds --no-symmetry
  edagari record textbook --file tree.ron --search alpha-beta-soft
  edagari record tic-tac-toe --search alpha-beta -o game.edagari
  edagari record game.edagari -o game.jsonl
  edagari record tic-tac-toe --search uct --iterations 1000 --playouts first
  edagari record random --depth 8 --branching 4 --seed 1 --scores -9..9 --search alpha-beta

Exit codes:
  0  done
  2  bad usage or input; or the memory limit was reached, and the figures so far are printed
130  interrupted with Ctrl-C; the figures so far are printed, and the trace so far is saved";

/// The arguments of `edagari record`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct RecordArgs {
    #[command(flatten)]
    of: TraceArgs,

    /// Print one JSON object; infinite scores are "-inf" and "inf"
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,

    /// Also save the trace: .edagari (compact), .jsonl or .jsonl.zst (a stream), or .ron
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file even if it is read-only
    #[arg(long, requires = "output")]
    force: bool,

    /// Also print the figures of each depth, and the share of cuts by child; JSON always contains them
    #[arg(long)]
    by_depth: bool,
}

impl RecordArgs {
    /// Records or opens the run, saves it and prints its figures; a recording that stopped early is an error.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let target = |path| Target { path, forced: self.force };
        // Checked before the search, which can take long.
        self.output.as_deref().map(|path| check_target(target(path))).transpose()?;
        let trace = self.of.trace()?;
        let summary = Summary::of(&trace);
        if let Some(output) = &self.output {
            let progress = Progress::default();
            let tell = || format!("saving: {:.0} %", progress.share().unwrap_or(0.0) * 100.0);
            let save = || save_trace(&trace, target(output), &progress);
            // After an interrupted search, everything recorded is saved.
            with_progress(&tell, || saving(&progress, save))?;
        }
        let remarks = RemarkRow::all(&WorkRemark::of(&trace), Language::English);
        if self.json {
            let sampling = trace.setup.process.sampling().map(|_| trace.setup.sampling);
            let moves = SampleRow::children(&trace, NodeId::ROOT, usize::MAX);
            let favourite = favourite(&trace);
            self.part.print_json(&Printed { summary: &summary, remarks, sampling, moves, favourite })?;
        } else {
            print(&figures(&trace, &summary, &remarks, self.by_depth))?;
        }
        match trace.ending {
            Ending::MemoryLimit(limit) => Err(CliError::MemoryLimit { limit, nodes: summary.nodes_visited }),
            _ => Ok(()),
        }
    }
}

/// Printed figures; the fields are keys of the JSON object.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<RemarkRow>,
    /// Options of a Monte-Carlo tree search, its moves at the start, and the one that it would play.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<SamplingSetup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<SampleRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    favourite: Option<String>,
}

/// The move that a Monte-Carlo tree search would play at its start.
fn favourite(trace: &Trace) -> Option<String> {
    let mv = trace.move_of(trace.samples()?.favourite(NodeId::ROOT, usize::MAX)?)?;
    Some(trace.position(&[])?.move_text(mv as usize))
}

/// Rows of a proof-number search: the claim, the result, and the number of expansions.
fn proof_rows(proof: &ProofFigures) -> Vec<(&'static str, String)> {
    let result = proof.text(Language::English);
    vec![
        ("claim", proof.claim.clone()),
        ("result", if proof.result == ProofResult::Open { format!("open: pn | dn {result}") } else { result }),
        ("expansions", grouped(proof.expansions as u64)),
        ("nodes made", grouped(proof.nodes_made as u64)),
    ]
}

/// The options of a Monte-Carlo tree search as a text.
fn sampling_text(trace: &Trace) -> Option<String> {
    trace.setup.process.sampling()?;
    let setup = &trace.setup.sampling;
    let playouts = match setup.playouts {
        Playout::Random => format!("random playouts with seed {}", setup.seed),
        Playout::First => "playouts with the first moves".to_owned(),
        Playout::Evaluation => "the first evaluation".to_owned(),
    };
    let final_move = match setup.final_move {
        FinalMove::Proven => None,
        FinalMove::MostVisits => Some("plays the most visits"),
        FinalMove::BestMean => Some("plays the best mean"),
    };
    let priors = match setup.priors {
        Priors::Equal => None,
        Priors::Evaluation => Some("priors by the evaluation"),
        Priors::Recorded => Some("priors of the program"),
    };
    let options = [
        Some(format!("{} iterations", grouped(setup.iterations.into()))),
        Some(format!("exploration {}", setup.exploration.get())),
        Some(playouts),
        setup.expands_all.then(|| "all children at once".to_owned()),
        setup.solver.then(|| "solver".to_owned()),
        priors.map(str::to_owned),
        final_move.map(str::to_owned),
    ];
    Some(options.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Returns the figures of a run as text, with those of each depth if `by_depth` is set.
#[cfg(feature = "mcp")]
pub(super) fn figures_text(trace: &Trace, by_depth: bool, language: Language) -> String {
    let remarks = RemarkRow::all(&WorkRemark::of(trace), language);
    figures(trace, &Summary::of(trace), &remarks, by_depth)
}

/// Figures, a table of the root's moves or of the passes, guesses and remarks.
fn figures(trace: &Trace, summary: &Summary, remarks: &[RemarkRow], by_depth: bool) -> String {
    let mut text = readable(trace, summary);
    let moves = sample_table(&SampleRow::children(trace, NodeId::ROOT, usize::MAX));
    if !moves.is_empty() {
        text.extend(["\n", moves.as_str()]);
    } else if !summary.passes.is_empty() && trace.proofs().is_none() {
        text += &pass_table(trace, summary);
    }
    text += &guess_lines(summary);
    text.extend(remarks_text(remarks, Language::English).map(|text| format!("\n{text}")));
    if by_depth {
        text += &depth_table(summary);
    }
    text
}

fn readable(trace: &Trace, summary: &Summary) -> String {
    let (run, figures) = (run_rows(trace, summary), figure_rows(trace, summary));
    let width = label_width(&run).max(label_width(&figures));
    let uncounted = has_cuts(trace).then(|| uncounted_line(trace, summary.nodes_pruned)).flatten();
    let uncounted = uncounted.map_or_else(String::new, |line| format!("\n{line}"));
    format!("{}\n{}{uncounted}", table(&run, width), number_table(&figures, width))
}

/// Whether the figures of a run include those of cuts.
fn has_cuts(trace: &Trace) -> bool {
    matches!(trace.setup.process, Process::Search(_) | Process::Expect(_)) && trace.has_minimax_scores()
}

/// Rows of the setup and the result of a run.
fn run_rows(trace: &Trace, summary: &Summary) -> Rows<'static> {
    let mut rows = vec![("game", summary.rules.clone())];
    rows.extend(summary.program.clone().map(|program| ("program", program)));
    rows.extend([("search", summary.search.clone()), ("order", summary.order.clone())]);
    rows.extend(sampling_text(trace).map(|text| ("sampling", text)));
    rows.extend(summary.proof.iter().flat_map(proof_rows));
    let guesses = Some(trace.setup.guesses).filter(|guesses| !guesses.is_nothing());
    rows.extend(guesses.map(|guesses| ("guesses", guesses.to_string())));
    rows.extend(trace.setup.table.map(|table| ("table", table_text(table))));
    rows.extend(trace.setup.limit.map(|limit| ("depth limit", limit_text(trace, limit))));
    if !trace.start.is_empty() {
        rows.push(("after", summary.after.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    if !summary.complete {
        rows.push(("complete", "no".to_owned()));
    }
    if trace.game.has_chance() && trace.setup.process.expectation().is_none() && trace.is_search() {
        rows.push(("chance", "its moves are taken for those of a player".to_owned()));
    }
    rows.extend(trace.setup.random.map(|random| ("random", random.name().to_owned())));
    if let Some(value) = summary.value {
        let decimal = value.decimal().map_or_else(String::new, |decimal| format!(" ≈ {decimal}"));
        rows.push(match summary.value_bound {
            Some(bound) => ("value", bound.before(value) + &decimal),
            // The window of the root is unknown, so the result can be a value or a bound.
            None => ("returned", value.to_string()),
        });
    }
    rows.extend(favourite(trace).map(|mv| ("favourite", mv)));
    if !summary.best_moves.is_empty() {
        rows.push(("best moves", listed(&summary.best_moves)));
    }
    rows
}

/// Rows of the numbers; the generation of a tree has no cuts and no evaluations.
fn figure_rows(trace: &Trace, summary: &Summary) -> Rows<'static> {
    let is_search = matches!(trace.setup.process, Process::Search(_) | Process::Expect(_));
    let mut rows = vec![
        ("nodes visited", grouped(summary.nodes_visited)),
        (if is_search { "leaves evaluated" } else { "leaves" }, grouped(summary.leaves_evaluated)),
        ("frames", grouped(summary.frames)),
    ];
    if let Some(nodes) = summary.distinct_nodes {
        let again = summary.nodes_visited.saturating_sub(nodes) as f64 / summary.nodes_visited.max(1) as f64;
        rows.insert(1, ("… different nodes", grouped(nodes)));
        rows.insert(2, ("… visited again", format!("{:.1}%", 100.0 * again)));
    }
    if has_cuts(trace) {
        rows.extend([
            ("α-cuts", grouped(summary.alpha_cuts)),
            ("β-cuts", grouped(summary.beta_cuts)),
            ("cuts that prune", grouped(summary.cutoffs)),
            ("nodes pruned", pruned_text(trace, summary.nodes_pruned)),
        ]);
    }
    for (name, counts) in [("skipped on guesses", &summary.skips), ("searched less deep", &summary.reductions)] {
        if !counts.is_empty() {
            rows.push((name, grouped(counts.values().sum())));
        }
    }
    if trace.setup.table.is_some() {
        rows.extend([("table lookups", grouped(summary.lookups)), ("… that returned", grouped(summary.table_returns))]);
        let earlier = summary.returns_from_earlier.filter(|_| summary.passes.len() > 1);
        rows.extend(earlier.map(|count| ("… what an earlier pass stored", grouped(count))));
        rows.extend([
            ("… that narrowed", grouped(summary.table_narrowings)),
            ("table stores", grouped(summary.table_stores)),
            ("table entries", grouped(summary.table_entries)),
        ]);
    }
    rows.push(("greatest depth", grouped(summary.max_depth)));
    rows
}

/// Shares of the cuts by the first child, by the second and so on; those after the fifth together.
fn shares_of_children(cuts: &[u64]) -> Option<String> {
    const SHOWN: usize = 5;
    let all = cuts.iter().sum::<u64>();
    let share = |cuts: u64| (all > 0).then(|| format!("{:.1}%", 100.0 * cuts as f64 / all as f64));
    let (first, later) = cuts.split_at(cuts.len().min(SHOWN));
    let mut shares = first.iter().map(|&cuts| share(cuts)).collect::<Option<Vec<_>>>()?;
    if !later.is_empty() {
        shares.push(format!("later {}", share(later.iter().sum())?));
    }
    Some(shares.join(", "))
}

/// Table with one line per depth, and the shares of cuts by child.
fn depth_table(summary: &Summary) -> String {
    let header = ["depth", "visits", "evaluations", "α-cuts", "β-cuts"].map(str::to_owned);
    let rows = summary.by_depth.iter().enumerate().map(|(depth, row)| {
        let counts = [row.visits, row.evaluations, row.alpha_cuts, row.beta_cuts].map(grouped);
        let [visits, evaluations, alpha_cuts, beta_cuts] = counts;
        [depth.to_string(), visits, evaluations, alpha_cuts, beta_cuts]
    });
    let line = |[depth, rest @ ..]: [String; 5]| {
        let rest = rest.each_ref().map(|count| format!("{count:>13}"));
        format!("{depth:>6}  {}\n", rest.join("  "))
    };
    let table = std::iter::once(header).chain(rows).map(line).collect::<String>();
    let shares = shares_of_children(&summary.cuts_by_child);
    let shares = shares.map(|shares| format!("\ncuts by the first child, the second, …: {shares}\n"));
    format!("\n{table}{}", shares.unwrap_or_default())
}

/// Number of occurrences of each reason, the most frequent first.
fn reasons_text(counts: &ByReason) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let reason = |(reason, &count): (&String, &u64)| match reason.as_str() {
        "" => format!("{} for no told reason", grouped(count)),
        name => format!("{} {}", visible(name), grouped(count)),
    };
    counts.into_iter().map(reason).collect::<Vec<_>>().join(", ")
}

/// Numbers of speculative skips and depth reductions in the run and in each pass, by reason.
fn guess_lines(summary: &Summary) -> String {
    let all = ("in all".to_owned(), &summary.skips, &summary.reductions);
    let [first, last] = shown_passes(summary);
    let passes = first.iter().chain(last);
    let passes = passes.map(|pass| (format!("pass {}", pass.pass), &pass.skips, &pass.reductions));
    let lines: Vec<String> = std::iter::once(all)
        .chain(passes)
        .flat_map(|(name, skips, reductions)| {
            [("skipped", skips), ("searched less deep", reductions)]
                .into_iter()
                .filter(|(_, counts)| !counts.is_empty())
                .map(move |(done, counts)| format!("{name}, {done}: {}\n", reasons_text(counts)))
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("\n{}", lines.concat()) }
}

/// Number of passes in readable output, half of them the first ones; JSON contains all passes.
const MAX_PASSES: usize = 10;

/// The printed passes: the first and the last ones.
fn shown_passes(summary: &Summary) -> [&[PassFigures]; 2] {
    let passes = &summary.passes;
    let left_out = passes.len().saturating_sub(MAX_PASSES);
    let (first, rest) = passes.split_at(if left_out > 0 { MAX_PASSES / 2 } else { passes.len() });
    [first, &rest[left_out..]]
}

/// Table with one line per printed pass.
fn pass_table(trace: &Trace, summary: &Summary) -> String {
    const COLUMNS: [&str; 12] = [
        "pass",
        "depth",
        "window",
        "result",
        "root",
        "visits",
        "again",
        "re-searches",
        "evaluations",
        "cuts",
        "returns",
        "from earlier",
    ];
    let mut lines = vec![COLUMNS.map(str::to_owned)];
    let [first, last] = shown_passes(summary);
    let is_judged = trace.has_minimax_scores();
    for pass in first.iter().chain(last) {
        let result = pass.score.map(|score| signed_text(trace, pass.bound, score));
        let name = pass.label.as_ref().or(pass.kind.as_ref()).map(|name| format!(" ({})", visible(name)));
        lines.push([
            format!("{}{}", pass.pass, name.unwrap_or_default()),
            pass.depth.map_or_else(String::new, |depth| depth.to_string()),
            if is_judged { format!("({}, {})", pass.alpha, pass.beta) } else { String::new() },
            result.unwrap_or_default(),
            pass.root_bounds.filter(|_| is_judged).map_or_else(String::new, |bounds| bounds.to_string()),
            grouped(pass.visits),
            format!("{:.1}%", 100.0 * pass.share_again()),
            grouped(pass.re_searches),
            grouped(pass.evaluations),
            if is_judged { grouped(pass.cuts) } else { String::new() },
            if is_judged { grouped(pass.table_returns) } else { String::new() },
            if is_judged { grouped(pass.returns_from_earlier) } else { String::new() },
        ]);
    }
    // Numbers that are not minimax scores have no windows, cuts or bounds.
    let is_empty = |column: usize| !is_judged && lines[1..].iter().all(|line| line[column].is_empty());
    let widths: Vec<Option<usize>> = (0..COLUMNS.len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().filter(|_| !is_empty(column)))
        .collect();
    let line = |cells: &[String; COLUMNS.len()]| {
        let cells = cells.iter().zip(&widths).enumerate();
        let cells = cells.filter_map(|(column, (cell, &width))| Some((column, cell, width?)));
        let cells = cells.map(|(column, cell, width)| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  "))
    };
    let mut lines: Vec<String> = lines.iter().map(line).collect();
    let left_out = summary.passes.len() - first.len() - last.len();
    if left_out > 0 {
        lines.insert(1 + first.len(), format!("… {} passes (--json prints all)\n", grouped(left_out as u64)));
    }
    format!("\n{}", lines.concat())
}

/// Text of the depth limit and its evaluation.
fn limit_text(trace: &Trace, limit: DepthLimit) -> String {
    // The tree of a file has no evaluations.
    let of_file = trace.origin().and_then(|header| header.evaluation.as_deref());
    let of_game = || trace.game.evaluations().get(usize::from(limit.evaluation)).copied();
    let evaluation = of_file.or_else(of_game).unwrap_or_default();
    format!("{} (evaluation {evaluation})", limit.depth)
}

/// Text of the table and its options.
fn table_text(table: TableSetup) -> String {
    let mut options = vec![if table.symmetry { "symmetry" } else { "no symmetry" }.to_owned()];
    if table.key == TableKey::Position {
        options.push(if table.narrowing { "narrowing" } else { "no narrowing" }.to_owned());
    }
    if table.deeper_entries {
        options.push("deeper entries answer too, so the value can differ".to_owned());
    }
    if table.intersection {
        options.push("intersected".to_owned());
    }
    if table.best_only {
        options.push("best scores alone".to_owned());
    }
    options.extend(table.size.map(|size| format!("{} entries", grouped(u64::from(size.get())))));
    format!("{} ({})", table.key.name(), options.join(", "))
}
