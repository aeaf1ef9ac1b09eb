//! Words of links: `word=value`, separated by `&` as in an address. A view that is read is written and read as itself, and its node is
//! looked up in a run.
#![no_main]

use std::sync::{Arc, LazyLock};

use edagari::game::GameSetup;
use edagari::search::Algorithm;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, Trace, record};
use edagari::view_link::FirstView;
use libfuzzer_sys::fuzz_target;

static TRACE: LazyLock<Trace> = LazyLock::new(|| {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let words = text.split('&').map(|word| word.split_once('=').unwrap_or((word, "")));
    match FirstView::of_words(words) {
        Err(sentence) => assert!(!sentence.is_empty()),
        Ok(view) => {
            let _ = view.path_in(&TRACE);
            let written = view.words();
            let read = FirstView::of_words(written.iter().map(|(word, value)| (*word, value.as_str())));
            assert_eq!(read, Ok(view), "{written:?}");
        }
    }
});
