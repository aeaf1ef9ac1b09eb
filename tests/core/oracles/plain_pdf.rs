//! A plain reader of PDF files that shares no code with the writer: pages, their sizes, and their texts.

use std::collections::HashMap;
use std::io::Read as _;

/// A page: width and height in points, and one text for each text operator.
pub struct Page {
    pub size: (f64, f64),
    pub words: Vec<String>,
}

/// An object of a file: its text before the stream, and the content of the stream.
struct Object {
    text: String,
    stream: Vec<u8>,
}

struct File(HashMap<u32, Object>);

/// Pages of a file in their order.
pub fn pages(bytes: &[u8]) -> Vec<Page> {
    assert!(bytes.starts_with(b"%PDF-1."), "a PDF");
    assert!(bytes.trim_ascii_end().ends_with(b"%%EOF"), "a whole PDF");
    let file = File(objects(bytes));
    let root = file.0.values().find(|object| object.text.contains("/Type/Pages")).expect("a tree of pages");
    let pages = numbers(after(&root.text, "/Kids").expect("pages"), ']');
    pages.chunks(2).map(|kid| file.page(kid[0] as u32)).collect()
}

/// Fonts of a file: names, and whether they are embedded.
pub fn fonts(bytes: &[u8]) -> Vec<(String, bool)> {
    let file = File(objects(bytes));
    let described = file.0.values().filter(|object| object.text.contains("/Type/FontDescriptor"));
    let fonts = described.map(|object| {
        let name = after(&object.text, "/FontName/").expect("a name");
        let is_inside = ["/FontFile2", "/FontFile3"].iter().any(|key| object.text.contains(key));
        (name.split(['/', ' ', '>']).next().unwrap_or_default().to_owned(), is_inside)
    });
    fonts.collect()
}

/// Kind of a part, and whether it has words for users who cannot see it.
pub type Part = (String, bool);
/// Kind and number of a mark in the content of a page.
pub type Mark = (String, u32);

/// Tags of a file: the parts in reading order, and the marks in the contents of the pages.
pub fn tags(bytes: &[u8]) -> (Vec<Part>, Vec<Mark>) {
    let file = File(objects(bytes));
    for part in ["/Type/StructTreeRoot", "/Marked true"] {
        assert!(file.0.values().any(|object| object.text.contains(part)), "a tagged file has {part}");
    }
    let name = |text: &str, key: &str| {
        let rest = after(text, key).expect("a name");
        rest.split(['/', ' ', '>', '[', '\n']).next().unwrap_or_default().to_owned()
    };
    let document = file.0.values().find(|object| object.text.contains("/S/Document")).expect("a document");
    let kids = numbers(after(&document.text, "/K").expect("parts"), ']');
    let parts = kids.chunks(2).map(|kid| &file.0[&(kid[0] as u32)].text);
    let parts = parts.map(|text| (name(text, "/S/"), text.contains("/Alt"))).collect();
    let tree = file.0.values().find(|object| object.text.contains("/Type/Pages")).expect("a tree of pages");
    let pages = numbers(after(&tree.text, "/Kids").expect("pages"), ']');
    let mut marks = Vec::new();
    for page in pages.chunks(2) {
        let text = &file.0[&(page[0] as u32)].text;
        let content = numbers(after(text, "/Contents").expect("a content"), 'R')[0] as u32;
        let content = String::from_utf8_lossy(&file.0[&content].stream).into_owned();
        let (opened, closed) =
            (content.matches("BDC").count() + content.matches("BMC").count(), content.matches("EMC").count());
        assert_eq!(opened, closed, "each mark ends");
        for (before, number) in content.split("/MCID ").zip(content.split("/MCID ").skip(1)) {
            let kind = before.rsplit('/').next().unwrap_or_default().trim_end_matches(['<', ' ']).to_owned();
            marks.push((kind, numbers(number, '>')[0] as u32));
        }
    }
    (parts, marks)
}

fn after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.split_once(key).map(|(_, rest)| rest)
}

/// Numbers before a delimiter.
fn numbers(text: &str, end: char) -> Vec<f64> {
    let text = text.split(end).next().unwrap_or_default();
    text.split(|letter: char| !matches!(letter, '0'..='9' | '.' | '-')).filter_map(|word| word.parse().ok()).collect()
}

fn find(bytes: &[u8], what: &[u8], from: usize) -> Option<usize> {
    bytes[from..].windows(what.len()).position(|window| window == what).map(|place| place + from)
}

fn objects(bytes: &[u8]) -> HashMap<u32, Object> {
    let mut objects = HashMap::new();
    let mut at = 0;
    while let Some(place) = find(bytes, b" 0 obj", at) {
        let digits = bytes[..place].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let id = str::from_utf8(&bytes[place - digits..place]).expect("digits").parse().expect("a number");
        let start = place + b" 0 obj".len();
        let end = find(bytes, b"endobj", start).expect("an end");
        let stream_at = find(bytes, b"stream\n", start).filter(|stream| *stream < end);
        let text = String::from_utf8_lossy(&bytes[start..stream_at.unwrap_or(end)]).into_owned();
        let stream = stream_at.map_or_else(Vec::new, |place| {
            let from = place + b"stream\n".len();
            let length = numbers(after(&text, "/Length ").expect("a length"), '/')[0] as usize;
            let packed = &bytes[from..from + length];
            at = from + length;
            unpacked(packed, &text)
        });
        at = at.max(start);
        objects.insert(id, Object { text, stream });
    }
    objects
}

fn unpacked(packed: &[u8], text: &str) -> Vec<u8> {
    if !text.contains("/FlateDecode") {
        return packed.to_vec();
    }
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(packed).read_to_end(&mut bytes).expect("a packed stream");
    bytes
}

impl File {
    fn page(&self, id: u32) -> Page {
        let text = &self.0[&id].text;
        let corners = numbers(after(text, "/MediaBox").expect("a size"), ']');
        let content = numbers(after(text, "/Contents").expect("a content"), 'R')[0] as u32;
        let resources = numbers(after(text, "/Resources").expect("resources"), 'R')[0] as u32;
        let fonts = self.fonts_of(&self.0[&resources].text);
        let words = words(&self.0[&content].stream, &fonts);
        Page { size: (corners[2] - corners[0], corners[3] - corners[1]), words }
    }

    /// Letters of the codes of each font in the resources of a page.
    fn fonts_of(&self, page: &str) -> HashMap<String, HashMap<u16, String>> {
        let Some(fonts) = after(page, "/Font<<") else { return HashMap::new() };
        let entries = fonts.split(">>").next().unwrap_or_default().split('/').skip(1);
        let named = entries.map(|entry| {
            let words: Vec<&str> = entry.split_whitespace().collect();
            let font = &self.0[&words[1].parse().expect("an object")].text;
            let map = numbers(after(font, "/ToUnicode").expect("a map"), 'R')[0] as u32;
            (words[0].to_owned(), letters(&String::from_utf8_lossy(&self.0[&map].stream)))
        });
        named.collect()
    }
}

/// Parses the lines `<…> <…>` of a map from codes to letters.
fn letters(map: &str) -> HashMap<u16, String> {
    let mut letters = HashMap::new();
    for part in map.split("beginbfchar").skip(1) {
        for line in part.split("endbfchar").next().unwrap_or_default().lines() {
            let [code, text] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
            let units: Vec<u16> = hex(text).chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            let code = hex(code);
            letters.insert(u16::from_be_bytes([code[0], code[1]]), String::from_utf16(&units).expect("letters"));
        }
    }
    assert!(!map.contains("beginbfrange"), "ranges are not read");
    letters
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).expect("digits"), 16).expect("hex")).collect()
}

/// Texts drawn by a page.
fn words(content: &[u8], fonts: &HashMap<String, HashMap<u16, String>>) -> Vec<String> {
    let mut words = Vec::new();
    let (mut font, mut name, mut said) = (None, String::new(), String::new());
    let mut at = 0;
    while at < content.len() {
        match content[at] {
            b'(' | b'<' if content.get(at + 1) != Some(&b'<') => {
                let (bytes, end) = string(content, at);
                at = end;
                let font: &HashMap<u16, String> = font.expect("a font before words");
                for code in bytes.chunks(2) {
                    said += &font[&u16::from_be_bytes([code[0], code[1]])];
                }
            }
            b'<' => at += 2,
            b'[' | b']' | b'>' => at += 1,
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let length = content[at..].iter().skip(1).take_while(|byte| !b" \n\r\t()<>[]/".contains(byte)).count();
                let word = str::from_utf8(&content[at..=at + length]).expect("an operator");
                match word {
                    "Tf" => font = fonts.get(&name),
                    "Tj" | "TJ" => words.push(std::mem::take(&mut said)),
                    _ => {}
                }
                if let Some(of) = word.strip_prefix('/') {
                    of.clone_into(&mut name);
                }
                at += length + 1;
            }
        }
    }
    words
}

/// Bytes of a string, and the position after it.
fn string(content: &[u8], start: usize) -> (Vec<u8>, usize) {
    if content[start] == b'<' {
        let end = find(content, b">", start).expect("an end");
        return (hex(str::from_utf8(&content[start..end]).expect("digits")), end + 1);
    }
    let (mut bytes, mut at, mut open) = (Vec::new(), start + 1, 1);
    loop {
        match content[at] {
            b'\\' => {
                at += 1;
                let octal: Vec<u8> =
                    content[at..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).copied().collect();
                if octal.is_empty() {
                    bytes.push(match content[at] {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'f' => 12,
                        other => other,
                    });
                } else {
                    bytes.push(octal.iter().fold(0, |sum: u8, digit| sum.wrapping_mul(8).wrapping_add(digit - b'0')));
                    at += octal.len() - 1;
                }
            }
            b'(' => {
                open += 1;
                bytes.push(b'(');
            }
            b')' => {
                open -= 1;
                if open == 0 {
                    return (bytes, at + 1);
                }
                bytes.push(b')');
            }
            other => bytes.push(other),
        }
        at += 1;
    }
}
