//! Boards in labels of nodes, in the manner of FEN.
#![no_main]

use edagari::game::LabelBoard;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match LabelBoard::read(&text) {
        Ok(board) => {
            assert!((1..=30).contains(&board.width()) && (2..=30).contains(&board.height()));
            let marks = board.board().marks.len();
            assert!(marks <= board.width() * board.height() + board.width() + board.height() + 2);
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
