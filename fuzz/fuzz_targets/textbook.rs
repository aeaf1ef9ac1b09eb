//! Textbook trees.
#![no_main]

use edagari::game::TextbookTree;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let path = std::env::temp_dir().join(format!("edagari-fuzz-{}.ron", std::process::id()));
    if std::fs::write(&path, data).is_ok() {
        let _ = TextbookTree::read(&path);
    }
});
