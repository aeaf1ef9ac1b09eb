//! Completeness of languages for games, searches and kinds of frames. Some of these contain their own translations.

use std::collections::BTreeSet;

use edagari::analysis::side_text;
use edagari::game::{GAMES, GameSetup, OptionKind, Options};
use edagari::language::{Language, Words};
use edagari::score::Player;
use edagari::search::Algorithm;
use edagari::trace::FrameKind;

/// The names of max and min in a game with its usual options.
fn players(game: &str) -> [Option<Words>; 2] {
    let kind = GAMES.iter().find(|kind| kind.name == game).expect("a game");
    let game = GameSetup::known(kind, Options::default()).open();
    [Player::Max, Player::Min].map(|player| game.as_ref().ok()?.player_name(player))
}

#[test]
fn players_have_the_names_of_their_game_in_each_language() {
    for (game, english, japanese) in [
        ("chess", ["White (max)", "Black (min)"], ["白（max）", "黒（min）"]),
        ("reversi", ["Black (max)", "White (min)"], ["黒（max）", "白（min）"]),
        ("connect-four", ["max (●)", "min (○)"], ["max（●）", "min（○）"]),
        ("tic-tac-toe", ["max (O)", "min (X)"], ["max（O）", "min（X）"]),
        ("kalah", ["max", "min"], ["max", "min"]),
    ] {
        for (language, expected) in [(Language::English, english), (Language::Japanese, japanese)] {
            let [max, min] = players(game);
            let found =
                [(Player::Max, max), (Player::Min, min)].map(|(player, name)| side_text(player, name, language));
            assert_eq!(found, expected, "{game}");
        }
    }
}

/// The texts of all games, searches and kinds of frames.
fn words() -> Vec<Words> {
    let mut words: Vec<Words> = Algorithm::ALL.into_iter().map(|algorithm| algorithm.kind().title).collect();
    words.extend(FrameKind::ALL.map(FrameKind::title));
    for kind in GAMES {
        words.extend([kind.title, kind.heading]);
        words.extend(players(kind.name).into_iter().flatten());
        for option in kind.options {
            words.push(option.label);
            match option.kind {
                OptionKind::Choice(choices) => words.extend(choices.iter().map(|choice| choice.label)),
                OptionKind::File { hint, .. } => words.push(hint),
                OptionKind::Position { .. } => {
                    words.extend(option.positions().iter().flat_map(|position| [position.title, position.about]));
                }
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
