//! The page of exercises with its parts put in.

use super::template::{STYLE as FIGURE_STYLE, STYLE_HASH as FIGURE_STYLE_HASH, escaped, filled};

const PAGE: &str = include_str!("../../../resources/web/exercise/page.html");
const STYLE: &str = include_str!("../../../resources/web/exercise/exercise.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/exercise/exercise.js"),
);
/// The hashes of style and script: a browser runs these two alone, and the style of figures. A test computes them.
const STYLE_HASH: &str = "sha256-bRoSJih+VCqV297V1+5tCZ7+dwGsQ7JOkrWluM8o5AY=";
const SCRIPT_HASH: &str = "sha256-ebrZUY9hdjlsqR6MUDiGmi4hYTQQyyXhFkJlSZVFQ8w=";

/// The parts of a page.
pub(super) struct Parts<'a> {
    /// The language that the page begins in; empty where the browser chooses.
    pub language: &'a str,
    /// The language of what is seen without the script.
    pub code: &'a str,
    pub title: &'a str,
    /// What is to be done.
    pub about: &'a str,
    /// The trees that are seen without the script, as SVG.
    pub pictures: &'a str,
    /// What is said where there is no script, an old browser, and where the data are damaged.
    pub no_script: &'a str,
    pub old: &'a str,
    pub damaged: &'a str,
    /// The data, packed.
    pub data: &'a str,
    /// The exercises themselves, as elements.
    pub exercises: &'a str,
}

/// The text of a page.
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
    fn the_browser_runs_this_script_and_this_style() {
        let hash = |text: &str| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)));
        assert_eq!((STYLE_HASH, SCRIPT_HASH), (hash(STYLE).as_str(), hash(SCRIPT).as_str()));
        assert!(SCRIPT.len() <= 40_000);
        for forbidden in ["innerHTML", "eval(", "insertAdjacentHTML", "document.write", "</script", "fetch("] {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }
}
