//! Parser for the text of notes: a subset of Markdown (paragraphs, headings, lists, quotes, code,
//! emphasis, links). HTML is shown as source text.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

/// Block of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// Paragraph of inline text.
    Paragraph(Vec<Span>),
    /// Heading of level 1 to 6.
    Heading(u8, Vec<Span>),
    /// Code block, without line feeds at its end.
    Code(String),
    /// Ordered or unordered list.
    List {
        /// Number of the first item; `None` for an unordered list.
        first: Option<u64>,
        /// Blocks of each item.
        items: Vec<Vec<Block>>,
    },
    /// Quoted blocks.
    Quote(Vec<Block>),
}

/// Part of a line with a uniform style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Text of the span; `\n` is a hard line break.
    pub text: String,
    /// Whether the text is strong.
    pub strong: bool,
    /// Whether the text is emphasized.
    pub emphasis: bool,
    /// Whether the text is code, such as moves.
    pub code: bool,
    /// Target of the link; `None` outside of links.
    pub link: Option<String>,
    /// Whether the text was typed or computed.
    pub origin: Origin,
}

/// Source of the text of a [`Span`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// The text is written in the note.
    #[default]
    Typed,
    /// The text is the value of a statement.
    Computed,
    /// The text is the source of a statement that could not be computed.
    Fault,
}

/// Maximum nesting depth of lists and quotes; deeper contents are added to the innermost of these.
const DEEPEST: usize = 12;

/// List, item or quote that has not ended.
enum OpenContainer {
    List {
        first: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Item(Vec<Block>),
    Quote(Vec<Block>),
    /// Container below the maximum nesting depth, which is ignored.
    Nothing,
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    open: Vec<OpenContainer>,
    /// Spans of the current paragraph or heading.
    spans: Vec<Span>,
    strong: usize,
    emphasis: usize,
    links: Vec<String>,
    heading: Option<u8>,
    code: Option<String>,
    /// Whether a soft line break is pending, which becomes a space between words.
    is_broken: bool,
}

/// Maximum number of marks (emphasis, code and links) in a text; a text with more is one paragraph, shown as it was typed.
const MAX_MARKS: usize = 4_000;

/// Parses a text into blocks. Common indentation of the lines after the first is removed, so that texts can be indented like their file.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let text = set_out(text);
    // The parser takes quadratic time for marks.
    if text.bytes().filter(|byte| b"*_[]`<~".contains(byte)).count() > MAX_MARKS {
        return vec![Block::Paragraph(vec![Span { text, ..Span::default() }])];
    }
    let mut builder = Builder::default();
    for event in Parser::new_ext(&text, Options::empty()) {
        builder.take(event);
    }
    builder.end_spans();
    while !builder.open.is_empty() {
        builder.close();
    }
    builder.blocks
}

/// Parses a text of one line, such as a title, into spans.
#[must_use]
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for block in blocks(text) {
        if let Block::Paragraph(more) | Block::Heading(_, more) = block {
            if !spans.is_empty() {
                spans.push(Span { text: " ".to_owned(), ..Span::default() });
            }
            spans.extend(more);
        }
    }
    spans
}

/// Removes the indentation that all lines after the first have in common.
fn set_out(text: &str) -> String {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indented = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    let lines = text.lines().enumerate().map(|(number, line)| match number {
        0 => line.trim_start(),
        _ => line.get(indented..).unwrap_or_default(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) if self.code.is_some() => {
                let code = self.code.take().unwrap_or_default();
                self.add(Block::Code(code.trim_end_matches('\n').to_owned()));
            }
            Event::End(tag) => match tag {
                pulldown_cmark::TagEnd::Paragraph
                | pulldown_cmark::TagEnd::Heading(_)
                | pulldown_cmark::TagEnd::HtmlBlock => self.end_spans(),
                pulldown_cmark::TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
                pulldown_cmark::TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
                pulldown_cmark::TagEnd::Link | pulldown_cmark::TagEnd::Image => drop(self.links.pop()),
                pulldown_cmark::TagEnd::List(_)
                | pulldown_cmark::TagEnd::Item
                | pulldown_cmark::TagEnd::BlockQuote(_) => {
                    self.end_spans();
                    self.close();
                }
                _ => {}
            },
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.add_text(&text, false),
            },
            Event::Code(text) => self.add_text(&text, true),
            Event::SoftBreak => self.is_broken = true,
            Event::HardBreak => self.add_text("\n", false),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.end_spans();
                self.heading = Some(match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    HeadingLevel::H3 => 3,
                    HeadingLevel::H4 => 4,
                    HeadingLevel::H5 => 5,
                    HeadingLevel::H6 => 6,
                });
            }
            Tag::CodeBlock(CodeBlockKind::Indented | CodeBlockKind::Fenced(_)) => {
                self.end_spans();
                self.code = Some(String::new());
            }
            Tag::List(first) => self.open(OpenContainer::List { first, items: Vec::new() }),
            Tag::Item => self.open(OpenContainer::Item(Vec::new())),
            Tag::BlockQuote(_) => self.open(OpenContainer::Quote(Vec::new())),
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.links.push(dest_url.into_string()),
            _ => {}
        }
    }

    fn open(&mut self, open: OpenContainer) {
        // The text of an item precedes a list nested in it.
        self.end_spans();
        self.open.push(if self.open.len() < 2 * DEEPEST { open } else { OpenContainer::Nothing });
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(OpenContainer::List { first, items }) => self.add(Block::List { first, items }),
            Some(OpenContainer::Quote(blocks)) => self.add(Block::Quote(blocks)),
            Some(OpenContainer::Item(blocks)) => match self.open.last_mut() {
                Some(OpenContainer::List { items, .. }) => items.push(blocks),
                _ => blocks.into_iter().for_each(|block| self.add(block)),
            },
            Some(OpenContainer::Nothing) | None => {}
        }
    }

    fn add(&mut self, block: Block) {
        let innermost = self.open.iter_mut().rev().find(|open| !matches!(open, OpenContainer::Nothing));
        match innermost {
            Some(OpenContainer::Item(blocks) | OpenContainer::Quote(blocks)) => blocks.push(block),
            Some(OpenContainer::List { items, .. }) => items.push(vec![block]),
            Some(OpenContainer::Nothing) | None => self.blocks.push(block),
        }
    }

    fn end_spans(&mut self) {
        self.is_broken = false;
        let spans = std::mem::take(&mut self.spans);
        let heading = self.heading.take();
        if !spans.is_empty() {
            self.add(match heading {
                Some(level) => Block::Heading(level, spans),
                None => Block::Paragraph(spans),
            });
        }
    }

    fn add_text(&mut self, text: &str, code: bool) {
        let before = self.spans.last().and_then(|span| span.text.chars().last());
        let is_broken = std::mem::take(&mut self.is_broken);
        // Characters of scripts without spaces, such as Japanese, are joined without a space.
        let is_wide = |letter: Option<char>| letter.is_some_and(|letter| letter >= '\u{2e80}');
        let blank = if is_broken && !is_wide(before) && !is_wide(text.chars().next()) { " " } else { "" };
        let style = Span {
            text: String::new(),
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code,
            link: self.links.last().cloned(),
            origin: Origin::Typed,
        };
        match self.spans.last_mut() {
            Some(last) if (Span { text: String::new(), ..last.clone() }) == style => {
                last.text.push_str(blank);
                last.text.push_str(text);
            }
            last => {
                // The space belongs to the previous span, so that code begins with code.
                if let Some(last) = last {
                    last.text.push_str(blank);
                }
                self.spans.push(Span { text: text.to_owned(), ..style });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Span {
        Span { text: text.to_owned(), ..Span::default() }
    }

    #[test]
    fn emphasis_code_and_links_become_spans() {
        let found = spans("A *b* **c** `d e` [f](g) <i>");
        let expected = [
            typed("A "),
            Span { emphasis: true, ..typed("b") },
            typed(" "),
            Span { strong: true, ..typed("c") },
            typed(" "),
            Span { code: true, ..typed("d e") },
            typed(" "),
            Span { link: Some("g".to_owned()), ..typed("f") },
            typed(" <i>"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn list_items_contain_blocks() {
        let item = |text| vec![Block::Paragraph(vec![typed(text)])];
        let lists = blocks("First:\n\n1. a\n2. b\n   - c\n\n> q\n\n```\nx = {y}\n```");
        let expected = [
            Block::Paragraph(vec![typed("First:")]),
            Block::List {
                first: Some(1),
                items: vec![
                    item("a"),
                    vec![Block::Paragraph(vec![typed("b")]), Block::List { first: None, items: vec![item("c")] }],
                ],
            },
            Block::Quote(vec![Block::Paragraph(vec![typed("q")])]),
            Block::Code("x = {y}".to_owned()),
        ];
        assert_eq!(lists, expected);
    }

    #[test]
    fn soft_line_breaks_become_spaces_except_in_japanese() {
        assert_eq!(blocks("one\n    two"), [Block::Paragraph(vec![typed("one two")])], "set in as the file is");
        assert_eq!(blocks("枝を\n  刈る"), [Block::Paragraph(vec![typed("枝を刈る")])]);
        assert_eq!(blocks("one  \ntwo"), [Block::Paragraph(vec![typed("one\ntwo")])]);
    }

    #[test]
    fn text_with_too_many_marks_is_shown_as_typed() {
        let typed = "*a_ ".repeat(40_000);
        assert_eq!(blocks(&typed), [Block::Paragraph(vec![Span { text: typed.clone(), ..Span::default() }])]);
    }

    #[test]
    fn excessive_nesting_does_not_panic() {
        for text in [">".repeat(20_000), "- ".repeat(20_000), "*".repeat(20_000), "[".repeat(20_000)] {
            let _ = blocks(&text);
        }
    }
}
