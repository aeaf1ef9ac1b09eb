//! Exercises as one interactive HTML file, which needs no network: its limits and its template.

use super::exercise_data::{data, direction_of_all};
use super::exercise_refused::{ExercisePageRefused, MAX_PAGE_NODES};
use super::figure::packed;
use super::figure::{STYLE as FIGURE_STYLE, STYLE_HASH as FIGURE_STYLE_HASH, escaped, filled};
use crate::export::ExportError;
use crate::export::sheet::exercise_picture;
use crate::export::svg::svg;
use crate::scene::{Ground, Rect, Style};
use edagari_core::language::{Language, Message, Text, visible};
use edagari_core::trace::Progress;
use edagari_teach::exercise::{Generated, Stages, WrittenAnswer, exercise_element};

/// Returns the text of a page with interactive exercises: the tree of each, the grader's reply to every answer at every step, in all
/// languages, and the exercises themselves, so that the page can be read like an exercise file. The page starts in `begins_in`, or
/// in the browser's language if that is `None`. The bytes are the same on every machine. `progress` counts two steps per exercise.
///
/// # Errors
/// [`ExportError`] if there are no exercises or too many, one is too large, or `progress` was cancelled.
pub fn exercise_page(
    exercises: &[Generated],
    begins_in: Option<Language>,
    progress: &Progress,
) -> Result<String, ExportError> {
    let first = ExercisePageRefused::first_of(exercises)?;
    progress.expect(2 * exercises.len() as u64);
    let mut all = Vec::new();
    for made in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let (number, nodes) = (made.number, made.exercise.tree().len());
        if nodes > MAX_PAGE_NODES {
            return Err(ExercisePageRefused::TooLarge { number, nodes }.into());
        }
        let stages =
            Stages::of(&made.exercise.by_model()).map_err(|_| ExercisePageRefused::TooManyStages { number })?;
        all.push((made, stages));
        progress.advance(1);
    }
    let data = data(&all, progress)?;
    let json = serde_json::to_string(&data).map_err(|error| ExportError::Drawing(Message::verbatim(&error)))?;
    let language = begins_in.unwrap_or_default();
    // These two messages appear before a language can be chosen, so they contain all languages.
    let in_all = |text| Language::ALL.map(|language| language.text(text)).join(" ");
    let windows = first.exercise.convention().windows;
    Ok(page(&Parts {
        language: begins_in.map_or("", Language::code),
        code: language.code(),
        title: &visible(first.exercise.title.text(language)),
        about: &language.fill(
            if windows { Text::HandPageAbout } else { Text::HandPageAboutScores },
            &[("direction", language.text(direction_of_all(exercises)))],
        ),
        pictures: exercises.iter().map(blank).collect::<String>().trim_end(),
        no_script: language.text(Text::HandPageNoScript),
        old: &in_all(Text::HandPageOld),
        damaged: &in_all(Text::HandPageDamaged),
        data: &packed(&json),
        exercises: &exercises.iter().map(|made| exercise_element(&made.exercise.to_text())).collect::<String>(),
    }))
}

/// Returns the tree with blanks, as SVG.
fn blank(made: &Generated) -> String {
    let picture = exercise_picture(made, &WrittenAnswer::nothing(&made.exercise));
    let bounds = Rect::new(0.0, 0.0, picture.size.0, picture.size.1);
    svg(&picture.scene, bounds.grown(8.0), Style::Screen, Ground::Light, 1.4)
}

const PAGE: &str = include_str!("../../../resources/web/exercise/page.html");
const STYLE: &str = include_str!("../../../resources/web/exercise/exercise.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/numbers.js"),
    include_str!("../../../resources/web/exercise/exercise.js"),
);
/// Hashes of style and script for the content security policy: a browser runs only these two and the
/// style of figures. A test computes the hashes.
pub(super) const STYLE_HASH: &str = "sha256-asvd1R872ULy3WVOGES5ycBhIGfh9fv8jYVpAo8mmdw=";
pub(super) const SCRIPT_HASH: &str = "sha256-syBEKWpNls86HgEfGKFVNtUrF7M04syW5CZjsT3MoQw=";

/// Values of the template's placeholders.
pub(super) struct Parts<'a> {
    /// Language in which the page starts; empty if the browser chooses.
    pub language: &'a str,
    /// Language of the contents that are shown without the script.
    pub code: &'a str,
    pub title: &'a str,
    /// Instructions for the student.
    pub about: &'a str,
    /// Trees shown without the script, as SVG.
    pub pictures: &'a str,
    /// Messages for a disabled script, an outdated browser, and damaged data.
    pub no_script: &'a str,
    pub old: &'a str,
    pub damaged: &'a str,
    /// Data, compressed, in base64.
    pub data: &'a str,
    /// Exercises as elements with the text of their files.
    pub exercises: &'a str,
}

/// Returns the text of a page.
pub(super) fn page(parts: &Parts<'_>) -> String {
    let values = [
        ("language", escaped(parts.language)),
        ("code", escaped(parts.code)),
        ("figure-style-hash", FIGURE_STYLE_HASH.to_owned()),
        ("style-hash", STYLE_HASH.to_owned()),
        ("script-hash", SCRIPT_HASH.to_owned()),
        ("title", escaped(parts.title)),
        ("figure-style", FIGURE_STYLE.to_owned()),
        ("style", STYLE.to_owned()),
        ("about", escaped(parts.about)),
        ("picture", parts.pictures.to_owned()),
        ("no-script", escaped(parts.no_script)),
        ("old", escaped(parts.old)),
        ("damaged", escaped(parts.damaged)),
        ("data", parts.data.to_owned()),
        ("exercises", parts.exercises.to_owned()),
        ("script", SCRIPT.to_owned()),
    ];
    filled(PAGE, &values)
}

#[cfg(test)]
mod tests {
    use super::super::assert_safe;
    use super::*;

    #[test]
    fn page_hashes_match_script_and_style() {
        assert_safe((STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH), 40_000);
    }
}
