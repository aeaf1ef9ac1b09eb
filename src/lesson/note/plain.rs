//! The text of notes without colours and sizes, for terminals.

use super::markdown::{Block, Span};

/// Blocks as lines of plain text, paragraphs with an empty line between them.
#[must_use]
pub fn plain_text(blocks: &[Block]) -> String {
    let parts: Vec<String> = blocks.iter().map(plain_block).collect();
    parts.join("\n\n")
}

/// Spans as plain text: code in its signs, links with where they lead to.
#[must_use]
pub fn plain_line(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match &span.link {
            Some(link) => format!("{} ({link})", span.text),
            None if span.code => format!("`{}`", span.text),
            None => span.text.clone(),
        })
        .collect()
}

fn plain_block(block: &Block) -> String {
    match block {
        Block::Paragraph(spans) | Block::Heading(_, spans) => plain_line(spans),
        Block::Code(text) => set_in("    ", "    ", text),
        Block::Quote(blocks) => set_in("> ", "> ", &plain_text(blocks)),
        Block::List { first, items } => {
            let item = |(place, blocks): (u64, &Vec<Block>)| {
                let mark = first.map_or_else(|| "- ".to_owned(), |first| format!("{}. ", first.saturating_add(place)));
                set_in(&mark, &" ".repeat(mark.len()), &plain_text(blocks))
            };
            (0..).zip(items).map(item).collect::<Vec<_>>().join("\n")
        }
    }
}

fn set_in(first: &str, others: &str, text: &str) -> String {
    let lines =
        text.lines().enumerate().map(|(number, line)| format!("{}{line}", if number == 0 { first } else { others }));
    lines.collect::<Vec<_>>().join("\n")
}
