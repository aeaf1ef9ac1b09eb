//! Notes and lessons: an accepted file reads back equal after writing.
#![no_main]

use edagari::lesson::note::Notes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(notes) = Notes::parse(text) {
        assert_eq!(Notes::parse(&notes.to_text()), Ok(notes));
    }
});
