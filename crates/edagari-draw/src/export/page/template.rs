//! Template of the page with an animated figure.

use edagari_core::language::visible;

const PAGE: &str = include_str!("../../../resources/web/figure/page.html");
/// Style of figures, included first in other pages.
pub(super) const STYLE: &str = include_str!("../../../resources/web/figure/figure.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/figure/shapes.js"),
    include_str!("../../../resources/web/figure/figure.js"),
);
/// Hashes of style and script for the content security policy: a browser runs only these two. A test computes the hashes.
pub(super) const STYLE_HASH: &str = "sha256-o/xS7lNwEiy5jiyXwuX+56RIIj9lyb/ecMcy1o83niI=";
const SCRIPT_HASH: &str = "sha256-HktGIa8DxFbUk/81YPruKPksYFq7lkOfnAtLguUoDlI=";

/// Values of the template's placeholders.
pub(super) struct Parts<'a> {
    /// Language in which the page starts; empty if the browser chooses.
    pub language: &'a str,
    /// Language of the contents that are shown without the script.
    pub code: &'a str,
    pub title: &'a str,
    /// Picture shown without the script, as SVG.
    pub picture: &'a str,
    /// Explanation of that picture.
    pub sentence: &'a str,
    /// Message for a disabled script.
    pub no_script: &'a str,
    /// Data as JSON, compressed if `is_packed`.
    pub data: &'a str,
    pub is_packed: bool,
    /// Trace in the native format, in base64.
    pub trace: &'a str,
}

/// Returns the text of a page.
pub(super) fn page(parts: &Parts<'_>) -> String {
    let encoding = if parts.is_packed { " data-encoding=\"deflate\"" } else { "" };
    // JSON is escaped so that it cannot end the script element around it.
    let data = parts.data.replace('<', "\\u003c");
    let values = [
        ("language", escaped(parts.language)),
        ("code", escaped(parts.code)),
        ("style-hash", STYLE_HASH.to_owned()),
        ("script-hash", SCRIPT_HASH.to_owned()),
        ("title", escaped(parts.title)),
        ("style", STYLE.to_owned()),
        ("picture", parts.picture.to_owned()),
        ("sentence", escaped(parts.sentence)),
        ("no-script", escaped(parts.no_script)),
        ("encoding", encoding.to_owned()),
        ("data", data),
        ("trace", parts.trace.to_owned()),
        ("script", SCRIPT.to_owned()),
    ];
    filled(PAGE, &values)
}

/// Replaces each `{{name}}` of a template by its value. Placeholders inside values are not replaced.
pub(super) fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::with_capacity(template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        let Some((name, behind)) = after.split_once("}}") else { break };
        text.extend(values.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str()));
        rest = behind;
    }
    text + rest
}

/// Escapes a text for HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(letter),
        }
    }
    escaped
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

    #[test]
    fn placeholders_in_values_are_not_replaced() {
        assert_eq!(filled("a{{x}}b{{y}}", &[("x", "{{y}}".to_owned()), ("y", "1".to_owned())]), "a{{y}}b1");
        assert_eq!(escaped("<a b=\"c\">'&"), "&lt;a b=&quot;c&quot;&gt;&#39;&amp;");
    }
}
