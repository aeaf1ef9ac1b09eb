//! Numbers as people type them. The script of web pages (`resources/web/numbers.js`) reads the same
//! forms.

/// Words for ∞, in lower case.
const INFINITE: [&str; 5] = ["inf", "infinity", "infty", "oo", "∞"];
/// Length of the groups of digits in a large number.
const GROUP: usize = 3;

/// Returns whether the number is negative if it is infinite; `None` for other texts.
pub(super) fn parse_infinite(text: &str) -> Option<bool> {
    let text = plain(text);
    let (is_negative, number) = without_sign(&text);
    INFINITE.contains(&number).then_some(is_negative)
}

/// Returns numerator and denominator of a number, not in lowest terms.
pub(super) fn parts_of(text: &str) -> Option<(i128, i128)> {
    let text = plain(text);
    let (is_negative, number) = without_sign(&text);
    let (numerator, denominator) = unsigned_parts(number)?;
    Some((if is_negative { -numerator } else { numerator }, denominator))
}

fn unsigned_parts(number: &str) -> Option<(i128, i128)> {
    if let Some((above, below)) = number.split_once('/') {
        let (above, below) = (above.trim_end(), below.trim_start());
        let (below_is_negative, below) = below.strip_prefix('-').map_or((false, below), |below| (true, below));
        let below = digits(below)?;
        let Some((whole, above)) = above.split_once(' ') else {
            return Some((digits(above)?, if below_is_negative { -below } else { below }));
        };
        // A mixed number such as 8 1/2.
        let (whole, above) = (digits(whole)?, digits(above)?);
        return (!below_is_negative && above < below).then_some((whole * below + above, below));
    }
    let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let mut groups = whole.split(' ');
    let is_grouped = groups.clone().count() == 1
        || (groups.next().is_some_and(|first| (1..=GROUP).contains(&first.len()))
            && groups.all(|one| one.len() == GROUP));
    let all = is_grouped.then(|| digits(&(whole.replace(' ', "") + decimals)))??;
    Some((all, 10_i128.checked_pow(u32::try_from(decimals.len()).ok()?)?))
}

fn digits(text: &str) -> Option<i128> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse::<i64>().ok().map(i128::from))?
}

fn without_sign(text: &str) -> (bool, &str) {
    let signed = text.strip_prefix(['-', '+']);
    (text.starts_with('-'), signed.map_or(text, str::trim_start))
}

/// Returns a text in lower case, with ASCII instead of full-width letters, and with one form of
/// dashes, spaces and fractions.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '！'..='～' => plain.extend(char::from_u32(letter as u32 - '！' as u32 + '!' as u32)),
            '‐'..='—' | '−' | '﹣' | 'ー' => plain.push('-'),
            '⁄' | '∕' | '÷' => plain.push('/'),
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            letter if letter.is_whitespace() => plain.push(' '),
            letter => match FRACTIONS.iter().find(|(sign, _)| *sign == letter) {
                Some((_, written)) => {
                    plain.push(' ');
                    plain += written;
                }
                None => plain.push(letter),
            },
        }
    }
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}

/// Signs for fractions, and how they are written with digits.
const FRACTIONS: [(char, &str); 15] = [
    ('½', "1/2"),
    ('⅓', "1/3"),
    ('⅔', "2/3"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('⅕', "1/5"),
    ('⅖', "2/5"),
    ('⅗', "3/5"),
    ('⅘', "4/5"),
    ('⅙', "1/6"),
    ('⅚', "5/6"),
    ('⅛', "1/8"),
    ('⅜', "3/8"),
    ('⅝', "5/8"),
    ('⅞', "7/8"),
];
