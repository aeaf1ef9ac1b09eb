//! Questions in QTI 2.1: a package (a zip archive whose bytes depend only on its contents) with one item and one picture
//! per exercise.

use std::fmt::Write as _;

use super::moodle::{program, task};
use super::moodle::{shown, tree_in_words, xml};
use super::paper::Filled;
use super::picture::exercise_svg;
use crate::export::ExportError;
use crate::export::svg::png_of_svg;
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;
use edagari_core::trace::Progress;
use edagari_teach::class::{Field, Table, ways_to_type};
use edagari_teach::exercise::Generated;

const NAMESPACE: &str = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const SCHEMA: &str = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd";
const PACKAGE: &str = "http://www.imsglobal.org/xsd/imscp_v1p1";
const PACKAGE_SCHEMA: &str = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd";
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Pixels per point of a picture.
const SCALE: f32 = 2.0;

/// Returns the exercises as the bytes of a QTI 2.1 package.
///
/// # Errors
/// [`ExportError::Drawing`], or [`ExportError::Cancelled`] if `progress` is cancelled.
pub fn qti_zip(exercises: &[Generated], language: Language, progress: &Progress) -> Result<Vec<u8>, ExportError> {
    let mut zip = Zip::default();
    zip.add("imsmanifest.xml", manifest(exercises).as_bytes());
    for made in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let name = name(made);
        zip.add(&format!("{name}.xml"), item(made, language).as_bytes());
        let picture = png_of_svg(&exercise_svg(made, Filled::Names, language), SCALE)?;
        zip.add(&format!("images/{name}.png"), &picture);
        progress.advance(1);
    }
    Ok(zip.finish())
}

fn name(made: &Generated) -> String {
    format!("exercise-{:03}", made.number)
}

fn manifest(exercises: &[Generated]) -> String {
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest xmlns=\"{PACKAGE}\" xmlns:xsi=\"{INSTANCE}\" \
         xsi:schemaLocation=\"{PACKAGE} {PACKAGE_SCHEMA}\" identifier=\"edagari-exercises\">\n  <metadata>\n    \
         <schema>QTIv2.1 Package</schema>\n    <schemaversion>1.0.0</schemaversion>\n  </metadata>\n  <organizations/>\n  \
         <resources>\n"
    );
    for name in exercises.iter().map(name) {
        let _ = write!(
            file,
            "    <resource identifier=\"{name}\" type=\"imsqti_item_xmlv2p1\" href=\"{name}.xml\">\n      \
             <file href=\"{name}.xml\"/>\n      <file href=\"images/{name}.png\"/>\n    </resource>\n"
        );
    }
    file + "  </resources>\n</manifest>\n"
}

/// Field to answer, with its identifier.
struct Response<'a> {
    name: String,
    field: &'a Field,
}

fn item(made: &Generated, language: Language) -> String {
    let exercise = &made.exercise;
    let table = Table::of(made, language);
    let fields = table.rows.iter().flat_map(|row| &row.fields).filter(|field| **field != Field::Empty);
    let responses: Vec<Response<'_>> =
        (1..).zip(fields).map(|(number, field)| Response { name: format!("R{number}"), field }).collect();
    let title = shown(exercise.title.text(language));
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<assessmentItem xmlns=\"{NAMESPACE}\" xmlns:xsi=\"{INSTANCE}\" \
         xsi:schemaLocation=\"{NAMESPACE} {SCHEMA}\" identifier=\"{}\" title=\"{title}\" adaptive=\"false\" \
         timeDependent=\"false\" xml:lang=\"{}\">\n",
        name(made),
        language.code()
    );
    for response in &responses {
        file += &declaration(response);
    }
    for (outcome, value) in [("SCORE", 0), ("MAXSCORE", responses.len())] {
        let _ = writeln!(
            file,
            "  <outcomeDeclaration identifier=\"{outcome}\" cardinality=\"single\" baseType=\"float\"><defaultValue>\
             <value>{value}</value></defaultValue></outcomeDeclaration>"
        );
    }
    file += "  <itemBody>\n";
    for sentence in task(made, language) {
        let _ = writeln!(file, "    <p>{}</p>", xml(&sentence));
    }
    let label = language.text(Text::QuestionTree);
    let words = xml(&format!("{label}: {}", tree_in_words(made)));
    let _ = writeln!(file, "    <p><img src=\"images/{}.png\" alt=\"{words}\"/></p>", name(made));
    let program = program(made);
    if !program.is_empty() {
        let _ = writeln!(file, "    <pre>{}</pre>", xml(&program));
    }
    file += "    <table>\n      <thead><tr>";
    for heading in &table.headings {
        let _ = write!(file, "<th scope=\"col\">{heading}</th>");
    }
    file += "</tr></thead>\n      <tbody>\n";
    let mut names = responses.iter();
    for row in &table.rows {
        let _ = write!(file, "        <tr><th scope=\"row\">{}</th>", shown(&row.heading));
        for field in &row.fields {
            let interaction = if *field == Field::Empty { None } else { names.next().map(interaction) };
            let _ = write!(file, "<td>{}</td>", interaction.unwrap_or_default());
        }
        file += "</tr>\n";
    }
    file += "      </tbody>\n    </table>\n  </itemBody>\n  <responseProcessing>\n    <setOutcomeValue identifier=\"SCORE\">\n      <sum>\n";
    for Response { name, .. } in &responses {
        let _ = writeln!(file, "        <mapResponse identifier=\"{name}\"/>");
    }
    file + "      </sum>\n    </setOutcomeValue>\n  </responseProcessing>\n</assessmentItem>\n"
}

/// Declares the right answers of a field, worth one point.
fn declaration(Response { name, field }: &Response<'_>) -> String {
    let typed = |number: Option<Score>| ("string", ways_to_type(number));
    let (kind, right) = match field {
        Field::Choice { choices, right } => ("identifier", vec![choices[*right].0.clone()]),
        Field::Number(score) => typed(Some(*score)),
        Field::Names(orders) => ("string", orders.clone()),
        Field::Nothing | Field::Empty => typed(None),
    };
    let entries: Vec<String> =
        right.iter().map(|way| format!("<mapEntry mapKey=\"{}\" mappedValue=\"1\"/>", xml(way))).collect();
    let entries = entries.concat();
    format!(
        "  <responseDeclaration identifier=\"{name}\" cardinality=\"single\" baseType=\"{kind}\"><correctResponse><value>{}\
         </value></correctResponse><mapping defaultValue=\"0\">{entries}</mapping></responseDeclaration>\n",
        xml(&right[0])
    )
}

fn interaction(Response { name, field }: &Response<'_>) -> String {
    let Field::Choice { choices, .. } = field else {
        return format!("<textEntryInteraction responseIdentifier=\"{name}\" expectedLength=\"6\"/>");
    };
    let choices: Vec<String> = choices
        .iter()
        .map(|(name, text)| format!("<inlineChoice identifier=\"{name}\">{}</inlineChoice>", xml(text)))
        .collect();
    format!(
        "<inlineChoiceInteraction responseIdentifier=\"{name}\" shuffle=\"false\">{}</inlineChoiceInteraction>",
        choices.concat()
    )
}

/// Earliest date of the format, 1980-01-01.
const DATE: u16 = 1 << 5 | 1;
const VERSION: u16 = 20;
/// General purpose flag: names are in UTF-8.
const FLAGS: u16 = 1 << 11;

/// Archive under construction.
#[derive(Debug, Default)]
pub(super) struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Zip {
    /// Adds a file.
    pub(super) fn add(&mut self, name: &str, contents: &[u8]) {
        let start = self.bytes.len() as u32;
        let mut entry = Vec::new();
        for number in [VERSION, FLAGS, 0, 0, DATE] {
            entry.extend(number.to_le_bytes());
        }
        for number in [checksum(contents), contents.len() as u32, contents.len() as u32] {
            entry.extend(number.to_le_bytes());
        }
        entry.extend((name.len() as u16).to_le_bytes());
        entry.extend([0, 0]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&entry);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(contents);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&entry);
        // No comment, one disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(start.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    /// Returns the bytes of the archive.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let start = self.bytes.len() as u32;
        let length = self.directory.len() as u32;
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(length.to_le_bytes());
        self.bytes.extend(start.to_le_bytes());
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// Computes the CRC-32 of zip.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_crc_32_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
