//! Names of keys, as printed on the keyboard.

use egui::{Context, Key, KeyboardShortcut};

/// Returns the character printed on a key, if there is one.
const fn sign(key: Key) -> Option<&'static str> {
    Some(match key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Colon => ":",
        Key::Semicolon => ";",
        Key::Slash => "/",
        Key::Backslash => "\\",
        Key::Pipe => "|",
        Key::Questionmark => "?",
        Key::Exclamationmark => "!",
        Key::Backtick => "`",
        Key::Quote => "'",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::OpenCurlyBracket => "{",
        Key::CloseCurlyBracket => "}",
        _ => return None,
    })
}

/// Returns the text of a key combination: `Ctrl+F`, `Shift+Z`, `{`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "actions list their keys by reference")]
pub(crate) fn keys_text(ctx: &Context, shortcut: &KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(shortcut);
    let key = shortcut.logical_key;
    let Some(sign) = sign(key) else { return text };
    let held = text.strip_suffix(key.name()).or_else(|| text.strip_suffix(key.symbol_or_name()));
    held.map_or_else(|| text.clone(), |held| format!("{held}{sign}"))
}
