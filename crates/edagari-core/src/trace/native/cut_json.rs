//! Reader of a JSON object that is larger than the memory: drops the last elements of its long lists.

/// Approximate number of bytes in memory of an element, in addition to its text.
const BYTES_PER_ELEMENT: u64 = 32;

/// Receives the text of a JSON object in pieces, and keeps as many elements of its lists as fit into memory. A list is an array
/// that is the value of a key; arrays within its elements are parts of the elements.
pub(super) struct CutJson {
    /// Text outside of lists.
    frame: Vec<u8>,
    lists: Vec<List>,
    /// Whether the last list is still open.
    is_in_list: bool,
    /// Maximum number of bytes of all lists and of the text outside of them.
    room: u64,
    /// Maximum number of bytes of one list; it shrinks as the number of lists grows.
    share: u64,
    /// Keys of the objects that are open outside of lists, and `None` for each open list whose elements contain lists.
    above: Vec<Option<String>>,
    /// Number of brackets that are open within the element of a list.
    depth: u32,
    is_in_text: bool,
    is_escaped: bool,
    /// Offset in the frame at which the last text starts, which may be a key.
    text_start: usize,
    /// Key of a list of objects that contain lists themselves.
    outer_list: &'static str,
}

struct List {
    /// Keys on the path to the list, joined by dots.
    path: String,
    /// Offset of the list in the frame.
    at: usize,
    text: Vec<u8>,
    /// End offsets of the elements in the text.
    ends: Vec<usize>,
    is_cut: bool,
}

/// The text that was kept; valid JSON if the input was.
pub(super) struct TruncatedJson {
    pub(super) text: Vec<u8>,
    /// Lists that lack elements, by the keys on the path to them.
    pub(super) cut_lists: Vec<String>,
}

impl List {
    fn memory(&self) -> u64 {
        self.text.len() as u64 + self.ends.len() as u64 * BYTES_PER_ELEMENT
    }

    fn end_element(&mut self) {
        // Whitespace alone is no element.
        let start = self.ends.last().copied().unwrap_or(0);
        if !self.text[start..].trim_ascii().is_empty() {
            self.ends.push(self.text.len());
        }
    }

    fn cut_to(&mut self, share: u64) {
        while self.memory() > share && !(self.text.is_empty() && self.ends.is_empty()) {
            self.is_cut = true;
            let last = self.ends.last().copied().unwrap_or(0);
            if self.text.len() > last {
                self.text.truncate(last);
            } else {
                self.ends.pop();
                self.text.truncate(self.ends.last().copied().unwrap_or(0));
            }
        }
    }
}

impl CutJson {
    /// Creates a reader that keeps at most `room` bytes. Lists inside the elements of `outer_list` are shortened, not that list
    /// itself.
    pub(super) const fn new(room: u64, outer_list: &'static str) -> Self {
        Self {
            frame: Vec::new(),
            lists: Vec::new(),
            is_in_list: false,
            room,
            share: room / 2,
            above: Vec::new(),
            depth: 0,
            is_in_text: false,
            is_escaped: false,
            text_start: 0,
            outer_list,
        }
    }

    /// Processes the next piece; `false` if even the text outside of lists does not fit.
    #[must_use]
    pub(super) fn take(&mut self, piece: &[u8]) -> bool {
        for &byte in piece {
            self.take_byte(byte);
        }
        let mut lists: u64 = self.lists.iter().map(List::memory).sum();
        while self.frame.len() as u64 + lists > self.room && lists > 0 {
            self.share -= self.share.div_ceil(8);
            self.lists.iter_mut().for_each(|list| list.cut_to(self.share));
            lists = self.lists.iter().map(List::memory).sum();
        }
        self.frame.len() as u64 <= self.room
    }

    fn take_byte(&mut self, byte: u8) {
        if self.is_in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_text = false,
                _ => {}
            }
            self.keep(byte);
        } else if self.is_in_list {
            self.take_in_list(byte);
        } else {
            self.take_in_frame(byte);
        }
    }

    fn take_in_list(&mut self, byte: u8) {
        match byte {
            b'"' => self.is_in_text = true,
            b'[' | b'{' => self.depth += 1,
            b',' if self.depth == 0 => {
                self.end_element();
                return;
            }
            b']' if self.depth == 0 => {
                self.end_element();
                self.is_in_list = false;
                return;
            }
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.keep(byte);
    }

    fn end_element(&mut self) {
        if let Some(list) = self.lists.last_mut().filter(|list| !list.is_cut) {
            list.end_element();
            list.cut_to(self.share);
        }
    }

    fn take_in_frame(&mut self, byte: u8) {
        match byte {
            b'"' => {
                self.is_in_text = true;
                self.text_start = self.frame.len() + 1;
            }
            b':' => {
                let key = self.frame.get(self.text_start..).unwrap_or_default().trim_ascii_end();
                let key = String::from_utf8_lossy(key.strip_suffix(b"\"").unwrap_or(key)).into_owned();
                if let Some(Some(last)) = self.above.last_mut() {
                    *last = key;
                }
            }
            b'{' => self.above.push(Some(String::new())),
            b'[' => match self.above.last() {
                Some(Some(key)) if key != self.outer_list => {
                    let keys: Vec<&str> = self.above.iter().filter_map(Option::as_deref).collect();
                    let (path, at) = (keys.join("."), self.frame.len());
                    self.lists.push(List { path, at, text: Vec::new(), ends: Vec::new(), is_cut: false });
                    self.is_in_list = true;
                    self.depth = 0;
                    return;
                }
                _ => self.above.push(None),
            },
            b']' | b'}' => {
                self.above.pop();
            }
            _ => {}
        }
        self.keep(byte);
    }

    /// Keeps a byte as part of the current list, or of the text outside of lists.
    fn keep(&mut self, byte: u8) {
        match self.lists.last_mut().filter(|_| self.is_in_list) {
            None if (self.frame.len() as u64) <= self.room => self.frame.push(byte),
            None => {}
            Some(list) if list.is_cut => {}
            Some(list) => {
                list.text.push(byte);
                // An element larger than the share is dropped before its end is reached.
                if list.text.len() as u64 > self.share {
                    list.cut_to(self.share);
                }
            }
        }
    }

    /// Returns the kept text.
    pub(super) fn finish(self) -> TruncatedJson {
        let mut truncated = TruncatedJson { text: Vec::new(), cut_lists: Vec::new() };
        let mut written = 0;
        for list in self.lists {
            truncated.text.extend_from_slice(&self.frame[written..list.at]);
            written = list.at;
            truncated.text.push(b'[');
            let starts = std::iter::once(0).chain(list.ends.iter().copied());
            for (start, &end) in starts.zip(&list.ends) {
                if start > 0 {
                    truncated.text.push(b',');
                }
                truncated.text.extend_from_slice(&list.text[start..end]);
            }
            truncated.text.push(b']');
            if list.is_cut {
                truncated.cut_lists.push(list.path);
            }
        }
        truncated.text.extend_from_slice(&self.frame[written..]);
        truncated
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn truncated(text: &[u8], room: u64, piece: usize) -> Option<TruncatedJson> {
        let mut cut = CutJson::new(room, "columns");
        text.chunks(piece).all(|piece| cut.take(piece)).then(|| cut.finish())
    }

    #[test]
    fn long_lists_are_truncated_and_short_ones_kept() {
        let nodes: Vec<Value> = (0..1000).map(|number| json!([number, {"a": [1, "],\""]}])).collect();
        let texts: Vec<String> = (0..500).map(|number| format!("t\\{number}")).collect();
        let whole = json!({
            "header": {"edagari": 1, "rules": {"a:b": "[x]"}, "after": ["d4"]},
            "tree": {"nodes": nodes, "texts": texts},
            "columns": [{"name": "x", "texts": ["a", "b"]}, {"name": "y", "texts": texts}],
            "empty": [ ],
        });
        let text = whole.to_string();
        for (room, piece) in [(40_000, 7), (40_000, 4096), (9_000, 100)] {
            let TruncatedJson { text, cut_lists } =
                truncated(text.as_bytes(), room, piece).expect("room for the frame");
            assert!((text.len() as u64) < room);
            let part: Value = serde_json::from_slice(&text).expect("valid JSON");
            assert_eq!(part["header"], whole["header"]);
            assert_eq!(part["empty"], whole["empty"]);
            assert_eq!(part["columns"][0], whole["columns"][0]);
            assert_eq!(cut_lists, ["columns.texts", "tree.nodes", "tree.texts"]);
            for list in ["/tree/nodes", "/tree/texts", "/columns/1/texts"] {
                let list = |of: &Value| of.pointer(list).and_then(Value::as_array).cloned().expect("a list");
                let (first, all) = (list(&part), list(&whole));
                assert!(!first.is_empty() && all.starts_with(&first));
            }
        }
        let all = truncated(text.as_bytes(), 1 << 20, 50).expect("room for all");
        assert_eq!((serde_json::from_slice::<Value>(&all.text).expect("valid JSON"), all.cut_lists.len()), (whole, 0));
        assert!(truncated(text.as_bytes(), 60, 50).is_none());
    }

    proptest! {
        #[test]
        fn truncation_keeps_valid_json_valid(text in r#"[\[\]{},:"\\ a1]{0,60}"#, room in 0_u64..400, piece in 1_usize..9) {
            let valid = serde_json::from_str::<Value>(&text).is_ok_and(|value| value.is_object());
            if let Some(truncated) = truncated(text.as_bytes(), room, piece) {
                let again = serde_json::from_slice::<Value>(&truncated.text);
                prop_assert!(!valid || again.is_ok(), "{text} to {}", String::from_utf8_lossy(&truncated.text));
            }
        }
    }
}
