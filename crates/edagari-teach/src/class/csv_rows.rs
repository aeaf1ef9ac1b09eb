//! Rows of tables in CSV, whose cells are separated by commas, semicolons or tabs.

use crate::exercise::TextFault;

/// Characters that can separate cells; if several separate equally many columns, the last of them
/// is used.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// Number of lines from which the delimiter is derived.
const SAMPLED_LINES: usize = 10;

/// Returns the rows of a text in CSV with their lines, with trimmed cells.
pub(super) fn rows_of(text: &str) -> Result<Vec<(usize, Vec<String>)>, TextFault> {
    let (stated, table) = without_stated_delimiter(text);
    let lines_before = usize::from(stated.is_some());
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter_of(text))
        .from_reader(table.as_bytes());
    let mut rows = Vec::new();
    let (mut line, mut counted) = (1 + lines_before, 0);
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(1, |position| position.line() as usize);
            fault_of(line.max(1) + lines_before, "the line is not CSV, expected cells separated by commas".to_owned())
        })?;
        // The position of a record can be before the end of the line above it.
        let start = record.position().map_or(counted, |position| position.byte() as usize);
        let is_break = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let begin = start + table.as_bytes()[start..].iter().take_while(is_break).count();
        line += table[counted..begin].matches('\n').count();
        counted = begin;
        rows.push((line, record.iter().map(|cell| cell.trim().to_owned()).collect()));
    }
    Ok(rows)
}

/// Returns the delimiter that a first line such as `sep=;` states, as Excel reads and writes it, and the table after that line.
fn without_stated_delimiter(text: &str) -> (Option<u8>, &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, table) = text.split_once('\n').unwrap_or((text, ""));
    // Programs that save the line again may quote it.
    let first = first.trim_end_matches('\r').trim_matches('"');
    let stated = first.get(..4).filter(|start| start.eq_ignore_ascii_case("sep=")).map(|start| &first[start.len()..]);
    match stated.map(str::as_bytes) {
        Some(&[delimiter]) if !delimiter.is_ascii_alphanumeric() => (Some(delimiter), table),
        _ => (None, text),
    }
}

/// Returns the character that separates the cells of a table: the one that its first line states, or the one that separates the most
/// columns in the first line, if most of the next lines have as many. A decimal comma in a heading,
/// such as `Bewertung/10,00`, separates fewer columns, and none in the next lines.
pub(super) fn delimiter_of(text: &str) -> u8 {
    let (stated, table) = without_stated_delimiter(text);
    if let Some(delimiter) = stated {
        return delimiter;
    }
    let lines = delimiter_counts(table);
    let Some(first) = lines.first() else { return DELIMITERS[0] };
    let fit = |&place: &usize| {
        let same = lines.iter().filter(|line| line[place] == first[place]).count();
        (2 * same > lines.len(), first[place])
    };
    let separating = (0..DELIMITERS.len()).filter(|&place| first[place] > 0);
    separating.max_by_key(fit).map_or(DELIMITERS[0], |place| DELIMITERS[place])
}

/// Counts each delimiter outside quotes in each of the first lines that are not blank.
fn delimiter_counts(text: &str) -> Vec<[usize; DELIMITERS.len()]> {
    let mut lines = Vec::new();
    let mut line = [0; DELIMITERS.len()];
    let (mut is_quoted, mut is_blank) = (false, true);
    for byte in text.bytes().chain([b'\n']) {
        if byte == b'\n' && !is_quoted {
            if !is_blank {
                lines.push(line);
            }
            if lines.len() == SAMPLED_LINES {
                break;
            }
            (line, is_blank) = ([0; DELIMITERS.len()], true);
        } else {
            is_quoted ^= byte == b'"';
            is_blank &= byte == b'\r';
            let separated = DELIMITERS.iter().position(|&delimiter| delimiter == byte && !is_quoted);
            if let Some(place) = separated {
                line[place] += 1;
            }
        }
    }
    lines
}

/// Creates an error at the beginning of a line.
pub(super) fn fault_of(line: usize, message: String) -> TextFault {
    TextFault { line, column: 1, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiter_separates_the_most_columns_of_most_lines() {
        for (text, delimiter) in [
            ("", b','),
            ("Anna\nBo\n", b','),
            ("a,b\n1,2\n", b','),
            ("a;b\n1;2\n", b';'),
            ("a\tb\n1\t2\n", b'\t'),
            // A decimal comma in a heading or in a cell, and commas in texts.
            ("a;b;c/10,00\n1;2;7,50\n", b';'),
            ("a\tc/10,00\n1\t7,50\n", b'\t'),
            ("a;b/1,0;c/1,0;d/1,0\n1;\"2, 3, 4\";5;6\n", b';'),
            ("a,b,c\n1,x; y; z,3\n", b','),
            // Delimiters in quotes do not count, nor do line breaks.
            ("\"a,b,c\";d\n\"1,\n2,3\";4\n", b';'),
            ("a;\"x \"\"b, c, d\"\"\"\n1;2\n", b';'),
            // Rows of different lengths: the delimiter of the first row is used.
            ("name;group\nAnna\nBo\n", b';'),
            ("\r\n\r\na;b\r\n1;2\r\n", b';'),
            // A stated delimiter, and a heading that only looks like one.
            ("sep=;\r\na,b,c\r\n", b';'),
            ("\u{feff}SEP=\t\na,b\n", b'\t'),
            ("sep=a,b\n1,2\n", b','),
        ] {
            assert_eq!(char::from(delimiter_of(text)), char::from(delimiter), "{text:?}");
        }
    }

    #[test]
    fn line_with_the_delimiter_is_no_row_but_counts_as_a_line() {
        for text in ["sep=;\r\nname;group\r\nLi, Anna;1\r\n", "\"sep=;\"\nname;group\nLi, Anna;1\n"] {
            let rows = rows_of(text).expect("a table");
            assert_eq!(rows.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3], "{text:?}");
            assert_eq!(rows[1].1, ["Li, Anna", "1"], "{text:?}");
        }
        assert_eq!(rows_of("sep=;").expect("an empty table"), []);
    }

    #[test]
    fn cells_of_a_table_with_tabs_are_trimmed() {
        let rows = rows_of("\u{feff}a\tb\n\"x\ny\"\t z \n").expect("a table");
        let cells: Vec<Vec<String>> = rows.into_iter().map(|(_, cells)| cells).collect();
        assert_eq!(cells, [["a", "b"], ["x\ny", "z"]]);
    }
}
