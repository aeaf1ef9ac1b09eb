//! Questions in QTI 2.1: a package with one item and one picture per exercise.

use std::fmt::Write as _;

use super::asked::{Field, table, task, ways_to_type};
use super::markup::{shown, tree_in_words, xml};
use super::picture::exercise_svg;
use super::place::Filled;
use super::zip::Zip;
use crate::export::ExportError;
use crate::export::pixels::png_of_svg;
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;
use edagari_core::trace::Progress;
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
    let table = table(made, language);
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
    let tree = exercise.tree();
    let score = |leaf: u32| tree.score(leaf).map(|score| exercise.written(leaf, score).to_string()).unwrap_or_default();
    let label = language.text(Text::QuestionTree);
    let words = xml(&format!("{label}: {}", tree_in_words(tree, score)));
    let _ = writeln!(file, "    <p><img src=\"images/{}.png\" alt=\"{words}\"/></p>", name(made));
    file += "    <table>\n      <thead><tr>";
    for heading in &table.headings {
        let _ = write!(file, "<th scope=\"col\">{heading}</th>");
    }
    file += "</tr></thead>\n      <tbody>\n";
    let mut names = responses.iter();
    for row in &table.rows {
        let _ = write!(file, "        <tr><th scope=\"row\">{}</th>", shown(tree.name(row.node)));
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
        Field::Choice { choices, right } => ("identifier", vec![choices[*right].0.to_owned()]),
        Field::Number(score) => typed(Some(*score)),
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
