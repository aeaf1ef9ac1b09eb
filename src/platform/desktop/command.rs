//! The command that opens the window at a given view.

use std::path::PathBuf;

/// Returns the command that opens the window with `files` at the place given by `words`.
pub(crate) fn link(files: &[PathBuf], words: &[(&'static str, String)]) -> String {
    let mut command = vec!["edagari view".to_owned()];
    command.extend(files.iter().map(|file| quoted(&file.to_string_lossy())));
    command.extend(words.iter().map(|(word, value)| format!("--{word} {}", quoted(value))));
    command.join(" ")
}

/// Quotes a text as one argument of a shell.
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
    fn link_quotes_its_arguments_for_a_shell() {
        let words = [("frame", "126".to_owned()), ("node", "a1 b1".to_owned())];
        assert_eq!(link(&[], &words), "edagari view --frame 126 --node 'a1 b1'");
        assert_eq!(link(&["it's.edagari".into()], &words[..1]), "edagari view 'it'\\''s.edagari' --frame 126");
    }
}
