//! A fast reader of lines of JSON as programs write them: an object of texts without escapes, numbers, `true`, `false`, `null` and lists of
//! these. It doubts any other line, and is strict where it is in doubt, so that it reads nothing that `serde_json` refuses or
//! reads in another way.

/// The line is unusual, or not what is expected: `serde_json` has to say what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Doubt;

/// A value that is no list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Plain<'a> {
    Null,
    Boolean(bool),
    Integer(u64),
    /// Below zero.
    Negative(i64),
    Float(f64),
    Text(&'a str),
}

/// The most digits of a number that is read here: it is exact as a `u64`, and as an `f64` if it has a point.
const MOST_DIGITS: usize = 15;

/// The powers of ten by which digits behind a point are divided.
const POWERS: [f64; MOST_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A line, and how far it is read. Between two calls that is never within a value.
pub(super) struct FlatLine<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> FlatLine<'a> {
    /// Before the first field.
    #[inline]
    pub(super) fn of(text: &'a str) -> Result<Self, Doubt> {
        let mut line = Self { text, at: 0 };
        line.skip_blanks();
        line.take(b'{')?;
        Ok(line)
    }

    /// The name of the next field, whose value is read next; `None` at the end of the object, behind which nothing stands.
    #[inline]
    pub(super) fn next_name(&mut self, is_first: bool) -> Result<Option<&'a str>, Doubt> {
        if !self.goes_on(is_first, b'}')? {
            self.skip_blanks();
            return if self.at == self.text.len() { Ok(None) } else { Err(Doubt) };
        }
        let name = self.text()?;
        self.skip_blanks();
        self.take(b':')?;
        self.skip_blanks();
        Ok(Some(name))
    }

    /// Begins a list.
    #[inline]
    pub(super) fn begin_list(&mut self) -> Result<(), Doubt> {
        self.take(b'[')
    }

    /// Whether the list has another item, which is read next.
    #[inline]
    pub(super) fn next_item(&mut self, is_first: bool) -> Result<bool, Doubt> {
        self.goes_on(is_first, b']')
    }

    /// Passes over `null`, if it is next.
    #[inline]
    pub(super) fn is_null(&mut self) -> Result<bool, Doubt> {
        if self.next() == b'n' { self.word("null").map(|()| true) } else { Ok(false) }
    }

    /// A text.
    #[inline]
    pub(super) fn text(&mut self) -> Result<&'a str, Doubt> {
        self.take(b'"')?;
        let from = self.at;
        let bytes = self.text.as_bytes();
        while let Some(eight) = bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
            let end = first_special(u64::from_le_bytes(*eight));
            self.at += end;
            if end < 8 {
                break;
            }
        }
        while !is_special(self.next()) {
            self.at += 1;
        }
        let text = self.text.get(from..self.at).ok_or(Doubt)?;
        self.take(b'"')?;
        Ok(text)
    }

    /// A value that is no list.
    #[inline]
    pub(super) fn plain(&mut self) -> Result<Plain<'a>, Doubt> {
        match self.next() {
            b'"' => self.text().map(Plain::Text),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word("true").map(|()| Plain::Boolean(true)),
            b'f' => self.word("false").map(|()| Plain::Boolean(false)),
            b'n' => self.word("null").map(|()| Plain::Null),
            _ => Err(Doubt),
        }
    }

    /// The next byte, or 0, with which nothing begins or goes on.
    #[inline]
    fn next(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while matches!(self.next(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Result<(), Doubt> {
        if self.next() != byte {
            return Err(Doubt);
        }
        self.at += 1;
        Ok(())
    }

    /// Goes to the next item of an object or a list that ends with this byte; whether there is one.
    #[inline]
    fn goes_on(&mut self, is_first: bool, end: u8) -> Result<bool, Doubt> {
        self.skip_blanks();
        if self.next() == end {
            self.at += 1;
            return Ok(false);
        }
        if !is_first {
            self.take(b',')?;
            self.skip_blanks();
        }
        Ok(true)
    }

    #[inline]
    fn word(&mut self, word: &str) -> Result<(), Doubt> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(Doubt);
        }
        self.at += word.len();
        Ok(())
    }

    /// Adds digits to a number; how many.
    #[inline]
    fn digits(&mut self, number: &mut u64) -> usize {
        let from = self.at;
        loop {
            let digit = self.next().wrapping_sub(b'0');
            if digit > 9 {
                return self.at - from;
            }
            *number = number.wrapping_mul(10).wrapping_add(digit.into());
            self.at += 1;
        }
    }

    #[inline]
    fn number(&mut self) -> Result<Plain<'a>, Doubt> {
        let from = self.at;
        let is_negative = self.next() == b'-';
        self.at += usize::from(is_negative);
        let begins_with_zero = self.next() == b'0';
        let mut number = 0;
        let whole = self.digits(&mut number);
        let mut behind = 0;
        if self.next() == b'.' {
            self.at += 1;
            behind = self.digits(&mut number);
            if behind == 0 {
                return Err(Doubt);
            }
        }
        let is_long = whole + behind > MOST_DIGITS || matches!(self.next(), b'e' | b'E');
        if is_long || whole == 0 || begins_with_zero && (is_negative || whole > 1) {
            self.at = from;
            return self.unusual_number();
        }
        Ok(match (behind, is_negative) {
            (0, false) => Plain::Integer(number),
            (0, true) => Plain::Negative(-number.cast_signed()),
            (_, false) => Plain::Float(number as f64 / POWERS[behind]),
            (_, true) => Plain::Float(-(number as f64 / POWERS[behind])),
        })
    }

    /// A number that may have to be rounded: `serde_json` reads it, for it has a way of its own to do so.
    #[cold]
    fn unusual_number(&mut self) -> Result<Plain<'a>, Doubt> {
        let from = self.at;
        while matches!(self.next(), b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E') {
            self.at += 1;
        }
        let number: serde_json::Number = serde_json::from_str(&self.text[from..self.at]).map_err(|_| Doubt)?;
        match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => Ok(Plain::Integer(number)),
            (None, Some(number), _) => Ok(Plain::Negative(number)),
            (None, None, Some(number)) => Ok(Plain::Float(number)),
            (None, None, None) => Err(Doubt),
        }
    }
}

/// Whether a text ends with this byte, or is left to `serde_json` because of it.
#[inline]
const fn is_special(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < b' '
}

/// The place of the first byte that [`is_special`] among eight, the first of which is the lowest; 8 if there is none.
#[inline]
const fn first_special(eight: u64) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHEST: u64 = ONES << 7;
    const QUOTES: u64 = ONES * b'"' as u64;
    const BACKSLASHES: u64 = ONES * b'\\' as u64;
    const BLANKS: u64 = ONES * b' ' as u64;
    // A subtraction that borrows sets the highest bit of a byte; those behind it can then be wrong, but the first one is not.
    let (quotes, backslashes) = (eight ^ QUOTES, eight ^ BACKSLASHES);
    let is_quote = quotes.wrapping_sub(ONES) & !quotes;
    let is_backslash = backslashes.wrapping_sub(ONES) & !backslashes;
    let is_control = eight.wrapping_sub(BLANKS) & !eight;
    ((is_quote | is_backslash | is_control) & HIGHEST).trailing_zeros() as usize / 8
}
