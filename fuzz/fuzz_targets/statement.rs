//! Statements, conditions and Markdown with statements, evaluated on a run of a lesson.
#![no_main]

use std::sync::LazyLock;

use edagari::language::Language;
use edagari::lesson::note::{Condition, LESSONS, Statement, StatementContext, Wording};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};
use libfuzzer_sys::fuzz_target;

static TRACES: LazyLock<Vec<Trace>> = LazyLock::new(|| {
    let open = |run: &edagari::lesson::note::RunSource| run.open(None, DEFAULT_MEMORY_LIMIT, &Progress::default());
    LESSONS[1].notes().runs.iter().map(|run| open(run).expect("a run")).collect()
});

fuzz_target!(|data: &[u8]| {
    let Some((&frame, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let runs: Vec<Option<&Trace>> = TRACES.iter().map(Some).collect();
    let at = StatementContext { runs: &runs, run: 0, frame: frame.into(), language: Language::English };
    if let Ok(statement) = Statement::parse(&text) {
        let _ = statement.value(&at);
    }
    if let Ok(condition) = Condition::parse(&text) {
        let _ = condition.holds(&at);
    }
    let _ = Wording::from(&*text).shown(&at);
});
