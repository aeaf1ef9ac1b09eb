//! Lines of streams: the fast reader and `serde_json` return the same result for each.
#![no_main]

use edagari::score::Unit;
use edagari::trace::file::{EventLine, EventReader};
use libfuzzer_sys::fuzz_target;
use serde::de::DeserializeSeed as _;

/// Result of a reader for a line, exact to the last bit of each number.
fn shown(read: serde_json::Result<EventLine<'_>>) -> String {
    read.map_or_else(|error| format!("refused: {error}"), |said| format!("{said:?}"))
}

fuzz_target!(|line: &str| {
    for unit in [None, Unit::of(0.5)] {
        let reader = EventReader { unit };
        let mut json = serde_json::Deserializer::from_str(line);
        let said = reader.deserialize(&mut json);
        let said = said.and_then(|said| json.end().map(|()| said));
        assert_eq!(shown(reader.read_line(line)), shown(said));
    }
});
