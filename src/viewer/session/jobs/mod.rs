//! Jobs: serializable background work, one file each.

mod analyses;
mod games;
mod job;
mod save;
mod teaching;
mod traces;

pub(crate) use analyses::{
    Check, CheckSolving, Checked, Compare, CountOrder, EqualPositions, Fates, Find, FindCodeLine, TableRows,
};
pub(crate) use games::{ExperimentNews, MatchNews, Plan, PlayMatch, Sample, Sampled};
pub(crate) use job::Job;
pub(in crate::viewer::session) use job::{opened, told};
pub(crate) use save::{Save, Saved};
pub(crate) use teaching::{FindChange, MakeExercises, NoChange, Nodes};
pub(crate) use traces::{FindMisfit, FindSource, LayOut, MakeSummary, TraceJob, What};

/// List of all jobs, by which a worker finds a job from its name.
#[cfg(any(target_arch = "wasm32", test))]
macro_rules! jobs {
    ($($job:ty,)*) => {
        /// Runs the job with this name in a worker, and returns its last result.
        ///
        /// # Errors
        /// One sentence if there is no such job, or it cannot be deserialized.
        pub(crate) fn do_job(
            name: &str,
            things: Vec<crate::platform::worker::Lists>,
            tell: &mut (dyn FnMut(crate::platform::worker::Lists) + Send),
        ) -> Result<crate::platform::worker::Lists, String> {
            match name {
                $(<$job>::NAME => job::do_told::<$job>(things, tell),)*
                _ => None,
            }
            .ok_or_else(|| format!("the worker cannot read its job \"{name}\""))
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(<$job>::NAME),*];
    };
}

#[cfg(any(target_arch = "wasm32", test))]
jobs! {
    Check,
    CheckSolving,
    Compare,
    CountOrder,
    EqualPositions,
    Fates,
    Find,
    FindChange,
    FindCodeLine,
    FindMisfit,
    FindSource,
    LayOut,
    MakeExercises,
    MakeSummary,
    Plan,
    PlayMatch,
    Sample,
    Save,
    TableRows,
    TraceJob,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use edagari_core::analysis::TableQuery;
    use edagari_core::game::{GameSetup, TextbookTree, TicTacToe};
    use edagari_core::search::{Algorithm, TableSetup};
    use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Parcel, Process, Progress, Setup, Trace, record};
    use edagari_teach::exercise::Wishes;
    use edagari_teach::note::RunSource;
    use edagari_teach::what_if::{CutSite, Wanted};

    fn run(algorithm: Algorithm) -> Arc<Trace> {
        let after = "a1 b1 c1 a2".to_owned();
        let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(algorithm));
        let setup = Setup { after, table: Some(TableSetup::default()), ..setup };
        Arc::new(record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"))
    }

    /// Checks that a job returns the same results here and when serialized for a worker.
    fn same<J: Job>(job: impl Fn() -> J, traces: &[Arc<Trace>]) {
        let mut here = Vec::new();
        let last = job().work(traces, &Arc::default(), &mut |news| {
            here.push(Parcel::of(&news).into_lists());
            true
        });
        here.push(Parcel::of(&last).into_lists());
        let told = [Parcel::of(&job())].into_iter();
        let things = told.chain(traces.iter().map(|trace| Parcel::of(&**trace)));
        let things = things.map(Parcel::into_lists).collect();
        let mut there = Vec::new();
        let last = do_job(J::NAME, things, &mut |news| there.push(news)).expect("a job");
        there.push(last);
        assert_eq!(here, there, "{}", J::NAME);
        for news in there {
            assert!(Parcel::from(news).open::<J::News>().is_some(), "{}", J::NAME);
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
        same(|| FindMisfit { source: RunSource::of(&run_of, None).expect("its setup") }, &two[1..]);
        same(|| LayOut { threshold: 3, apart: false }, &one);
        same(|| MakeSummary {}, &one);
        same(|| TableRows { frame: 400, query: TableQuery { descending: true, ..TableQuery::default() } }, &one);
        same(|| CheckSolving { setup: setup.clone() }, &[]);
        same(|| PlayMatch { sides: [setup.clone(), setup.clone()] }, &[]);
        same(|| MakeExercises { wishes: Wishes::default(), seed: 3, count: 2 }, &[]);
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
            tree: Nodes(tree.to_nodes()),
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
        let last = do_job(Plan::NAME, vec![Parcel::of(&plan).into_lists()], &mut |news| games.push(news));
        // Several threads play here, so the order of the games varies.
        assert_eq!(games.len(), 4);
        assert!(matches!(Parcel::from(last.expect("a job")).open(), Some(ExperimentNews::Ended(None))));
    }

    #[test]
    fn serialized_save_job_writes_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = Parcel::of(&*run(Algorithm::AlphaBeta)).into_lists();
        let written = |name: &str, what: Saved| {
            let path = folder.path().join(name);
            let job = Parcel::of(&Save { what, path: path.clone() }).into_lists();
            let last = do_job(Save::NAME, vec![job, trace.clone()], &mut |_| ()).expect("a job");
            let news = Parcel::from(last).open::<<Save as Job>::News>().expect("its news");
            news.map(|_| std::fs::read(path).expect("a file"))
        };
        assert!(written("run.edagari", Saved::Trace).is_ok_and(|bytes| bytes.starts_with(b"EDAGARI")));
        assert!(written("run.html", Saved::Figure(3..=5)).is_ok_and(|bytes| bytes.starts_with(b"<!DOCTYPE html>")));
        assert!(written("run.txt", Saved::Figure(3..=5)).is_err_and(|why| why.contains("run.txt")));
    }

    #[test]
    fn unknown_or_broken_job_returns_an_error() {
        let sentence = "the worker cannot read its job \"nothing\"";
        assert_eq!(do_job("nothing", Vec::new(), &mut |_| ()), Err(sentence.to_owned()));
        assert!(do_job(Find::NAME, vec![vec![vec![7]]], &mut |_| ()).is_err());
        let mut names = NAMES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
    }
}
