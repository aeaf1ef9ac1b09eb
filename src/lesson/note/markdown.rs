//! The text of notes: a small Markdown (paragraphs, headings, lists, quotes, code, emphasis, links), as plain data. HTML is shown as it is
//! written.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

/// A block of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A heading, of level 1 to 6.
    Heading(u8, Vec<Span>),
    /// Lines of code.
    Code(String),
    /// A list.
    List {
        /// The number of its first item; `None` if its items have none.
        first: Option<u64>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// What is quoted.
    Quote(Vec<Block>),
}

/// A part of a line that looks the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The text. A line that must end has `\n`.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// Code, such as moves.
    pub code: bool,
    /// Where a link leads to.
    pub link: Option<String>,
    /// Whether it was typed or computed.
    pub origin: Origin,
}

/// Where the text of a [`Span`] comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// It is written so.
    #[default]
    Typed,
    /// A statement was computed.
    Computed,
    /// A statement could not be computed, so that it is shown itself.
    Fault,
}

/// Lists and quotes within one another, at most; what lies deeper lies in the innermost of these.
const DEEPEST: usize = 12;

/// A list, an item or a quote that has not ended.
enum Open {
    List {
        first: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Item(Vec<Block>),
    Quote(Vec<Block>),
    /// Too deep to be one.
    Nothing,
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    open: Vec<Open>,
    /// The spans of the paragraph or heading at hand.
    spans: Vec<Span>,
    strong: usize,
    emphasis: usize,
    links: Vec<String>,
    heading: Option<u8>,
    code: Option<String>,
    /// A line has ended, which is a blank between words.
    is_broken: bool,
}

/// The blocks of a text. Lines that are all indented by some blanks count from there, so that texts can be set in as the file is.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let text = set_out(text);
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

/// The spans of a text of one line, such as a title.
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

/// Takes away the blanks before all lines behind the first.
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
            Tag::List(first) => self.open(Open::List { first, items: Vec::new() }),
            Tag::Item => self.open(Open::Item(Vec::new())),
            Tag::BlockQuote(_) => self.open(Open::Quote(Vec::new())),
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.links.push(dest_url.into_string()),
            _ => {}
        }
    }

    fn open(&mut self, open: Open) {
        // The text of an item goes before the list in it.
        self.end_spans();
        self.open.push(if self.open.len() < 2 * DEEPEST { open } else { Open::Nothing });
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::List { first, items }) => self.add(Block::List { first, items }),
            Some(Open::Quote(blocks)) => self.add(Block::Quote(blocks)),
            Some(Open::Item(blocks)) => match self.open.last_mut() {
                Some(Open::List { items, .. }) => items.push(blocks),
                _ => blocks.into_iter().for_each(|block| self.add(block)),
            },
            Some(Open::Nothing) | None => {}
        }
    }

    fn add(&mut self, block: Block) {
        let innermost = self.open.iter_mut().rev().find(|open| !matches!(open, Open::Nothing));
        match innermost {
            Some(Open::Item(blocks) | Open::Quote(blocks)) => blocks.push(block),
            Some(Open::List { items, .. }) => items.push(vec![block]),
            Some(Open::Nothing) | None => self.blocks.push(block),
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
        // Between letters that need no blanks there is none.
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
                // The blank belongs to the span before, so that code begins with code.
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
    fn emphasis_code_and_links_are_spans() {
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
    fn lists_hold_blocks() {
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
    fn lines_are_joined_as_the_language_does() {
        assert_eq!(blocks("one\n    two"), [Block::Paragraph(vec![typed("one two")])], "set in as the file is");
        assert_eq!(blocks("枝を\n  刈る"), [Block::Paragraph(vec![typed("枝を刈る")])]);
        assert_eq!(blocks("one  \ntwo"), [Block::Paragraph(vec![typed("one\ntwo")])]);
    }

    #[test]
    fn what_is_nested_without_end_does_no_harm() {
        for text in [">".repeat(20_000), "- ".repeat(20_000), "*".repeat(20_000), "[".repeat(20_000)] {
            let _ = blocks(&text);
        }
    }
}
