//! A fast reader of typical lines of JSON: an object of texts without escapes, numbers, `true`, `false`, `null` and lists of these.
//! It returns [`Doubt`] on anything unusual, so that it never accepts a line that `serde_json` rejects or reads differently.

/// The line is unusual or invalid: fall back to `serde_json`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Doubt;

/// A value that is neither a list nor an object.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Plain<'a> {
    Null,
    Boolean(bool),
    Integer(u64),
    /// A negative integer.
    Negative(i64),
    Float(f64),
    Text(&'a str),
}

/// Maximum number of digits of a number that is read here: it is exact as a `u64`, and as an `f64` if it has a decimal point.
const MAX_DIGITS: usize = 15;

/// Powers of ten by which digits with a decimal point are divided.
const POWERS: [f64; MAX_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A line and the current position in it, which is never inside a value between two calls.
pub(super) struct FlatLine<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> FlatLine<'a> {
    /// Starts before the first field.
    #[inline]
    pub(super) fn of(text: &'a str) -> Result<Self, Doubt> {
        let mut line = Self { text, at: 0 };
        line.skip_blanks();
        line.take(b'{')?;
        Ok(line)
    }

    /// Reads the name of the next field; its value is read next. `None` at the end of the object, which must also be the end of the
    /// line.
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

    /// Reads the start of a list.
    #[inline]
    pub(super) fn begin_list(&mut self) -> Result<(), Doubt> {
        self.take(b'[')
    }

    /// Whether the list has another item, which is read next.
    #[inline]
    pub(super) fn next_item(&mut self, is_first: bool) -> Result<bool, Doubt> {
        self.goes_on(is_first, b']')
    }

    /// Skips `null`, if it is next.
    #[inline]
    pub(super) fn is_null(&mut self) -> Result<bool, Doubt> {
        if self.next() == b'n' { self.word("null").map(|()| true) } else { Ok(false) }
    }

    /// Reads a text without escapes.
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

    /// Reads a value that is neither a list nor an object.
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

    /// The next byte, or 0 at the end, which is no part of any value.
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

    /// Moves to the next item of an object or a list that ends with the byte `end`; returns whether there is one.
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

    /// Reads digits and adds them to a number; returns the number of digits.
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
        let is_long = whole + behind > MAX_DIGITS || matches!(self.next(), b'e' | b'E');
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

    /// Reads a number that may have to be rounded with `serde_json`, to round in the same way.
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

/// Whether this byte ends a text, or is left to `serde_json`.
#[inline]
const fn is_special(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < b' '
}

/// Index of the first byte that [`is_special`] among eight, of which the first is the lowest; 8 if there is none.
#[inline]
const fn first_special(eight: u64) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHEST: u64 = ONES << 7;
    const QUOTES: u64 = ONES * b'"' as u64;
    const BACKSLASHES: u64 = ONES * b'\\' as u64;
    const BLANKS: u64 = ONES * b' ' as u64;
    // A subtraction that borrows sets the highest bit of a byte. Higher bytes can then be wrong, but the first one is right.
    let (quotes, backslashes) = (eight ^ QUOTES, eight ^ BACKSLASHES);
    let is_quote = quotes.wrapping_sub(ONES) & !quotes;
    let is_backslash = backslashes.wrapping_sub(ONES) & !backslashes;
    let is_control = eight.wrapping_sub(BLANKS) & !eight;
    ((is_quote | is_backslash | is_control) & HIGHEST).trailing_zeros() as usize / 8
}
