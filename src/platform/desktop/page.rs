//! Where the program is, for others to begin there too.

use std::path::Path;

/// The command that opens the window with a file, if there is one, and begins where words say.
pub(crate) fn link(file: Option<&Path>, words: &[(&'static str, String)]) -> String {
    let mut command = vec!["edagari view".to_owned()];
    command.extend(file.map(|file| quoted(&file.to_string_lossy())));
    command.extend(words.iter().map(|(word, value)| format!("--{word} {}", quoted(value))));
    command.join(" ")
}

/// Whether what is looked at has an address that could say where one is: here it has none.
pub(crate) const HAS_ADDRESS: bool = false;

/// Has the address say where one is.
pub(crate) const fn tell_place(_: &[(&'static str, String)]) {}

/// A text as a shell takes it for one argument.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,:+=@".contains(letter);
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_quoted_for_a_shell() {
        let words = [("frame", "126".to_owned()), ("node", "a1 b1".to_owned())];
        assert_eq!(link(None, &words), "edagari view --frame 126 --node 'a1 b1'");
        assert_eq!(link(Some("it's.edagari".as_ref()), &words[..1]), "edagari view 'it'\\''s.edagari' --frame 126");
    }
}
