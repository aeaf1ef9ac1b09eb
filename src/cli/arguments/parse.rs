//! Parsers for the values of arguments.

use std::num::NonZeroU32;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use edagari_core::language::Language;
use edagari_core::score::{ParseWindowError, Window};
use edagari_core::search::{Order, OrderBy};

/// Parses a whole number from `least` to `greatest`.
pub(in crate::cli) fn whole_number(text: &str, least: u64, greatest: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=greatest).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {greatest}"))
}

/// Parses a whole number from 0 to the greatest one of an unsigned type.
pub(in crate::cli) fn parse_unsigned<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let greatest = u64::MAX >> (64 - 8 * size_of::<T>());
    let number = whole_number(text, 0, greatest)?;
    T::try_from(number).map_err(|_| format!("expected a whole number from 0 to {greatest}"))
}

/// Parses a depth limit, in changes of player.
pub(in crate::cli) fn parse_depth_limit(text: &str) -> Result<u32, String> {
    whole_number(text, 0, 1_000_000).map(|depth| depth as u32)
}

/// Parses a frame number.
pub(in crate::cli) fn parse_frame(text: &str) -> Result<u64, String> {
    whole_number(text, 0, u64::MAX).map_err(|_| "expected the number of a frame, a whole number from 0".to_owned())
}

/// Parses the first and the last frame, written `A..B`.
#[cfg(feature = "export")]
pub(in crate::cli) fn parse_frame_range(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..").and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    ends.filter(|(first, last)| first <= last).ok_or_else(|| {
        "expected the first and the last frame, two whole numbers with two dots between them, such as 0..40".to_owned()
    })
}

/// Parses the size of a table, in entries.
pub(super) fn parse_table_size(text: &str) -> Result<NonZeroU32, String> {
    let size = whole_number(text, 1, u64::from(u32::MAX))?;
    NonZeroU32::new(size as u32).ok_or_else(|| "expected a whole number from 1".to_owned())
}

/// Parses a number from 1 to 1,000,000,000.
pub(super) fn parse_positive(text: &str) -> Result<NonZeroU32, String> {
    let number = whole_number(text, 1, 1_000_000_000)?;
    NonZeroU32::new(number as u32).ok_or_else(|| "expected a whole number from 1".to_owned())
}

/// Parses a window, written `A..B`.
pub(super) fn parse_window(text: &str) -> Result<Window, String> {
    text.parse().map_err(|error: ParseWindowError| error.to_string())
}

/// Parses a number of bytes; without a unit it is in MiB.
pub(in crate::cli) fn parse_size(text: &str) -> Result<u64, String> {
    let unit_at = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let bytes = match unit.trim().to_ascii_lowercase().as_str() {
        "kib" => 1_u64 << 10,
        "" | "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => 0,
    };
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(bytes)).filter(|&size| size > 0);
    size.ok_or_else(|| "expected a number of MiB from 1, or a number with KiB, MiB or GiB, such as 512MiB".to_owned())
}

/// Parses the name of a move order.
pub(super) fn parse_order(text: &str) -> Result<Order, &'static str> {
    text.parse().map_err(|_| "expected natural, reversed, shuffled:SEED (a whole number from 0), center or best")
}

/// Parses sources of moves, separated by commas.
pub(super) fn parse_order_by(text: &str) -> Result<OrderBy, String> {
    text.parse().map_err(|_| {
        "expected some of table, killers, countermoves, history, captures, see and threats, each once, with commas between them"
            .to_owned()
    })
}

/// Parser of languages: names, or two letters.
pub(in crate::cli) fn languages() -> impl TypedValueParser<Value = Language> {
    let value = |language: Language| PossibleValue::new(language.name()).alias(language.code());
    let is = |language: Language, text: &str| language.name() == text || language.code() == text;
    PossibleValuesParser::new(Language::ALL.map(value)).map(move |text| {
        let found = Language::ALL.into_iter().find(|&language| is(language, &text));
        found.expect("the parser accepts only languages")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::score::Score;

    #[test]
    fn window_is_parsed_only_with_two_ordered_ends() {
        let window = |alpha, beta| Ok(Window { alpha, beta });
        assert_eq!(parse_window("-1..1"), window(Score::new(-1), Score::new(1)));
        assert_eq!(parse_window("-inf..0"), window(Score::NEG_INFINITY, Score::new(0)));
        assert_eq!(parse_window("-3..inf"), window(Score::new(-3), Score::INFINITY));
        for text in ["", "..", "1..", "1..1", "2..1", "a..b", "inf..-inf", "1-2"] {
            assert!(parse_window(text).is_err(), "{text}");
        }
    }

    #[test]
    fn unsigned_number_is_parsed_up_to_the_greatest_of_its_type() {
        assert_eq!(parse_unsigned::<u64>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parse_unsigned::<u16>("65535"), Ok(u16::MAX));
        assert_eq!(parse_unsigned::<u16>("65536"), Err("expected a whole number from 0 to 65535".to_owned()));
        assert_eq!(parse_unsigned::<u32>("-1"), Err("expected a whole number from 0 to 4294967295".to_owned()));
        assert!(parse_unsigned::<u64>("").is_err() && parse_unsigned::<u64>("1.5").is_err());
    }

    #[test]
    fn size_with_or_without_unit_is_parsed_to_bytes() {
        for (text, bytes) in [("512", 512 << 20), ("64KiB", 64 << 10), ("3 mib", 3 << 20), ("2GiB", 2 << 30)] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "0GiB", "-1", "1.5GiB", "2GB", "MiB", "99999999999999999999", "18446744073709551615GiB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
