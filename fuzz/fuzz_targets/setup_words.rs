//! Setups of runs in the words of the command line, as links contain them.
#![no_main]

use edagari::trace::Setup;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Ok(setup) = Setup::of_words(&text) else { return };
    let written = setup.to_words().expect("a game with rules");
    assert_eq!(Setup::of_words(&written), Ok(setup), "{written}");
});
