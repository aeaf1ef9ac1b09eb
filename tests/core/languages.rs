//! Completeness of languages for games, searches and kinds of frames. Some of these contain their own translations.

use std::collections::BTreeSet;

use edagari::game::{GAMES, OptionKind};
use edagari::language::{Language, Words};
use edagari::search::Algorithm;
use edagari::trace::FrameKind;

/// The texts of all games, searches and kinds of frames.
fn words() -> Vec<Words> {
    let mut words: Vec<Words> = Algorithm::ALL.into_iter().map(|algorithm| algorithm.kind().title).collect();
    words.extend(FrameKind::ALL.map(FrameKind::title));
    for kind in GAMES {
        words.extend([kind.title, kind.heading]);
        for option in kind.options {
            words.push(option.label);
            match option.kind {
                OptionKind::Choice(choices) => words.extend(choices.iter().map(|choice| choice.label)),
                OptionKind::File { hint, .. } => words.push(hint),
                _ => {}
            }
        }
    }
    words
}

#[test]
fn languages_marked_complete_have_all_words() {
    assert!(Language::English.has_all_words() && Language::Japanese.has_all_words());
    for language in Language::ALL.into_iter().filter(|language| language.has_all_words()) {
        let missing: BTreeSet<&str> = words()
            .into_iter()
            .filter(|words| words.translated(language).is_none_or(str::is_empty))
            .map(|words| words.text(Language::English))
            .collect();
        assert!(missing.is_empty(), "the file of {language:?} lacks words for {missing:#?}");
    }
}

#[test]
fn no_language_has_unused_words() {
    let said: BTreeSet<&str> = words().into_iter().map(|words| words.text(Language::English)).collect();
    for language in Language::ALL {
        for (english, own) in language.words() {
            assert!(said.contains(english), "{language:?} has {own:?} for {english:?}, which is said nowhere");
        }
    }
}

#[test]
fn languages_have_distinct_names_and_codes() {
    type Name = fn(Language) -> &'static str;
    for name in [Language::name, Language::code, Language::own_name, Language::listed_as] as [Name; 4] {
        let names: BTreeSet<&str> = Language::ALL.into_iter().map(name).collect();
        assert_eq!(names.len(), Language::ALL.len(), "{names:?}");
    }
}

/// Keys of the texts of one language in the script of the page, from the first `{` to the end of its table.
fn names_in_page(script: &str, code: &str) -> BTreeSet<String> {
    let (_, table) = script.split_once(&format!("\n  {code}: {{\n")).unwrap_or_else(|| panic!("no words for {code}"));
    let (table, _) = table.split_once("\n  },\n").expect("an end of the table");
    table.lines().map(|line| line.trim().split(':').next().expect("a name").to_owned()).collect()
}

#[test]
fn the_page_before_the_window_speaks_all_languages() {
    let script = include_str!("../../resources/web/app/start.js");
    let names = names_in_page(script, Language::English.code());
    assert!(names.contains("loading"), "{names:?}");
    for language in Language::ALL {
        assert_eq!(names_in_page(script, language.code()), names, "{language:?}");
        // The language chosen in the window is read from its saved settings.
        assert!(script.contains(&format!(r#"{language:?}: "{}""#, language.code())), "{language:?}");
    }
    let settings = ron::to_string(&Language::Japanese).expect("a name");
    assert_eq!(settings, "Japanese");
}
