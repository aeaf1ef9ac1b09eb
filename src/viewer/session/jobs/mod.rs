//! Jobs: serializable background work, in one file per subject.

mod analyses;
mod games;
mod job;
#[cfg(any(target_arch = "wasm32", test))]
mod messages;
mod save;
mod teaching;
mod traces;

pub(crate) use analyses::{
    Check, CheckSolving, Checked, Compare, CountOrder, EqualPositions, Fates, Find, FindCodeLine, JudgeGuesses,
    TableRows,
};
pub(crate) use games::{ExperimentNews, MatchNews, Plan, PlayMatch, Sample, Sampled};
pub(crate) use job::{Job, Listed, News};
#[cfg(any(target_arch = "wasm32", test))]
pub(in crate::viewer::session) use messages::{message_for, opened};
pub(crate) use save::{Save, Saved};
pub(crate) use teaching::{FindChange, MakeExercises, NoChange};
pub(crate) use traces::{FindMismatch, FindSource, FollowCourse, LayOut, MakeSummary, TraceJob, What};

/// Names the jobs, so that a worker finds a job from its name.
macro_rules! jobs {
    ($($job:ident: $name:literal,)*) => {
        $(impl Listed for $job {
            const NAME: &'static str = $name;
        })*

        /// Runs the job with this name in a worker, and returns its last result.
        ///
        /// # Errors
        /// One sentence if there is no such job, or it cannot be deserialized.
        #[cfg(any(target_arch = "wasm32", test))]
        pub(crate) fn do_job(
            name: &str,
            parts: crate::platform::worker::Parts,
            tell: &mut (dyn FnMut(crate::platform::worker::Parts) + Send),
        ) -> Result<crate::platform::worker::Parts, String> {
            match name {
                $($name => messages::run_message::<$job>(parts, tell),)*
                _ => None,
            }
            .ok_or_else(|| format!("the worker cannot read its job \"{name}\""))
        }
    };
}

// A second job with the same name is an unreachable pattern, which the compiler reports.
jobs! {
    Check: "check",
    CheckSolving: "solve check",
    Compare: "differences",
    CountOrder: "order",
    EqualPositions: "equal positions",
    Fates: "fates",
    Find: "find",
    FindChange: "smallest change",
    FindCodeLine: "code-line",
    FindMismatch: "mismatch",
    FindSource: "run source",
    FollowCourse: "course",
    JudgeGuesses: "guesses",
    LayOut: "whole tree",
    MakeExercises: "exercises",
    MakeSummary: "summary",
    Plan: "experiment",
    PlayMatch: "match",
    Sample: "noise",
    Save: "saving",
    TableRows: "table rows",
    TraceJob: "recording",
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::messages::parts_of;
    use super::*;
    use crate::platform::worker::Parts;
    use edagari_core::analysis::TableQuery;
    use edagari_core::game::{GameSetup, TextbookTree, TicTacToe};
    use edagari_core::platform::threads::wait;
    use edagari_core::search::{Algorithm, TableSetup};
    use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};
    use edagari_teach::exercise::Requirements;
    use edagari_teach::note::RunSource;
    use edagari_teach::what_if::{CutSite, Wanted};

    fn run(algorithm: Algorithm) -> Arc<Trace> {
        let after = "a1 b1 c1 a2".to_owned();
        let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(algorithm));
        let setup = Setup { after, table: Some(TableSetup::default()), ..setup };
        Arc::new(record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"))
    }

    /// Returns the run of a setup in the words of the command line.
    fn recorded(words: &str) -> Arc<Trace> {
        let setup = Setup::of_words(words).expect("a setup");
        Arc::new(record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"))
    }

    /// A run with guesses that are wrong at some places.
    const WRONG_GUESSES: &str = "reversi,size=4,search=alpha-beta-soft,depth-limit=4,order=reversed,late-move-pruning";

    /// Returns the message that a worker gets.
    fn message<J: Job>(job: &J, traces: &[Arc<Trace>]) -> Parts {
        wait(message_for(job, traces, &Progress::default())).expect("a message").parts
    }

    /// Checks that a job returns the same results here and when serialized for a worker.
    fn same<J: Job>(job: impl Fn() -> J, traces: &[Arc<Trace>]) {
        let mut here = Vec::new();
        let last = job().work(traces, &Arc::default(), &mut |news| {
            here.push(parts_of(news));
            true
        });
        here.push(parts_of(last));
        let mut there = Vec::new();
        let last = do_job(J::NAME, message(&job(), traces), &mut |news| there.push(news)).expect("a job");
        there.push(last);
        assert_eq!(here, there, "{}", J::NAME);
        for news in there {
            let opened: J::News = wait(opened(news.clone())).expect(J::NAME);
            assert_eq!(parts_of(opened), news, "{}", J::NAME);
        }
    }

    #[test]
    fn serialized_jobs_return_the_same_results() {
        let run_of = run(Algorithm::AlphaBeta);
        let (one, two) = ([Arc::clone(&run_of)], [Arc::clone(&run_of), run(Algorithm::Minimax)]);
        let setup = &run_of.setup;
        same(|| Check {}, &one);
        same(|| Compare {}, &two);
        same(|| Compare {}, &one);
        same(|| CountOrder { pass: None }, &one);
        same(|| EqualPositions { path: vec![0] }, &one);
        same(|| Fates { line: "b2 a3".to_owned() }, &one);
        same(|| Find { query: "cut at depth 2".to_owned(), selected: Vec::new() }, &one);
        same(|| Find { query: "no query".to_owned(), selected: Vec::new() }, &one);
        same(|| FindCodeLine { line: 60, from: 7, forward: true, only: None }, &one);
        same(|| FindSource { file: Some("game.edagari".into()) }, &one);
        same(|| FindMismatch { source: RunSource::of(&run_of, None).expect("its setup") }, &two[1..]);
        same(|| JudgeGuesses {}, &one);
        same(|| JudgeGuesses {}, &[recorded(WRONG_GUESSES)]);
        same(|| FollowCourse { moments: 10 }, &one);
        same(|| FollowCourse { moments: 10 }, &[recorded("tic-tac-toe,search=uct,iterations=50")]);
        same(|| FollowCourse { moments: 10 }, &[recorded("tic-tac-toe,search=pns,after=a1 b1 c1 a2")]);
        same(|| LayOut { threshold: 3, apart: false }, &one);
        same(|| MakeSummary {}, &one);
        same(|| TableRows { frame: 400, query: TableQuery { descending: true, ..TableQuery::default() } }, &one);
        same(|| CheckSolving { setup: setup.clone() }, &[]);
        same(|| PlayMatch { sides: [setup.clone(), setup.clone()] }, &[]);
        same(|| MakeExercises { requirements: Requirements::default(), seed: 3, count: 2 }, &[]);
        let sample = || Sample {
            game: setup.game.clone(),
            after: setup.after.clone(),
            limit: None,
            sigma: 1.5,
            noisy_ends: false,
            depths: 1..=2,
            runs: 20,
            seed: 1,
        };
        same(sample, &[]);
        let tree = TextbookTree::figure("three-moves").expect("it comes with Edagari");
        let change = || FindChange {
            tree: tree.to_nodes(),
            setup: Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta)),
            site: CutSite { path: vec![1], after: 0 },
            wanted: Wanted::Vanish,
        };
        same(change, &[]);
    }

    #[test]
    fn serialized_experiment_plays_the_same_games() {
        let plan = Plan {
            game: GameSetup::from(TicTacToe::default()),
            after: "a1 b1 c1 a2".to_owned(),
            depths: [1, 2],
            evaluation: 0,
            searches: vec![Algorithm::AlphaBeta],
        };
        let mut games = Vec::new();
        let last = do_job(Plan::NAME, message(&plan, &[]), &mut |news| games.push(news));
        // Several threads play here, so the order of the games varies.
        assert_eq!(games.len(), 4);
        assert!(matches!(wait(opened(last.expect("a job"))), Some(ExperimentNews::Ended(None))));
    }

    #[test]
    fn serialized_save_job_writes_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = [run(Algorithm::AlphaBeta)];
        let written = |name: &str, what: Saved| {
            let path = folder.path().join(name);
            let job = message(&Save { what, path: path.clone() }, &trace);
            let last = do_job(Save::NAME, job, &mut |_| ()).expect("a job");
            let news: <Save as Job>::News = wait(opened(last)).expect("its news");
            news.map(|_| std::fs::read(path).expect("a file"))
        };
        assert!(written("run.edagari", Saved::Trace).is_ok_and(|bytes| bytes.starts_with(b"EDAGARI")));
        assert!(written("run.html", Saved::Figure(3..=5)).is_ok_and(|bytes| bytes.starts_with(b"<!DOCTYPE html>")));
        assert!(written("run.txt", Saved::Figure(3..=5)).is_err_and(|why| why.to_string().contains("run.txt")));
    }

    #[test]
    fn unknown_or_broken_job_returns_an_error() {
        let sentence = "the worker cannot read its job \"nothing\"";
        assert_eq!(do_job("nothing", Vec::new(), &mut |_| ()), Err(sentence.to_owned()));
        assert!(do_job(Find::NAME, vec![vec![7]], &mut |_| ()).is_err());
    }
}
