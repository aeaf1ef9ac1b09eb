//! Template of the page with exercises.

use super::template::{STYLE as FIGURE_STYLE, STYLE_HASH as FIGURE_STYLE_HASH, escaped, filled};

const PAGE: &str = include_str!("../../../resources/web/exercise/page.html");
const STYLE: &str = include_str!("../../../resources/web/exercise/exercise.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/exercise/exercise.js"),
);
/// Hashes of style and script for the content security policy: a browser runs only these two and the
/// style of figures. A test computes the hashes.
const STYLE_HASH: &str = "sha256-bRoSJih+VCqV297V1+5tCZ7+dwGsQ7JOkrWluM8o5AY=";
const SCRIPT_HASH: &str = "sha256-ebrZUY9hdjlsqR6MUDiGmi4hYTQQyyXhFkJlSZVFQ8w=";

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
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn page_hashes_match_script_and_style() {
        let hash = |text: &str| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)));
        assert_eq!((STYLE_HASH, SCRIPT_HASH), (hash(STYLE).as_str(), hash(SCRIPT).as_str()));
        assert!(SCRIPT.len() <= 40_000);
        for forbidden in ["innerHTML", "eval(", "insertAdjacentHTML", "document.write", "</script", "fetch("] {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }
}
