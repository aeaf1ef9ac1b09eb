//! Deserializer of messages.
//!
//! A value is a tag and its content. The fields of a struct are read in their order; an omitted field is [`ABSENT`]. Their names
//! are only for types that accept several kinds of values (`deserialize_any`), such as a table that is a name or a struct.
//!
//! A derived `Deserialize` has one function for fields in order, and a longer one for fields by name. With a format that can call
//! both, such as `MessagePack`, the reading of messages was a fifth of the program in a page.

use serde::de::value::{BorrowedStrDeserializer, U32Deserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer as _, Visitor};

/// A field that the serializer omitted.
pub(super) const ABSENT: u8 = 0;
/// `()` and `None`.
pub(super) const NOTHING: u8 = 1;
/// `Some`, followed by the value.
pub(super) const SOME: u8 = 2;
pub(super) const FALSE: u8 = 3;
pub(super) const TRUE: u8 = 4;
/// An integer from 0 on.
pub(super) const POSITIVE: u8 = 5;
/// An integer below 0, without its sign.
pub(super) const NEGATIVE: u8 = 6;
pub(super) const FLOAT: u8 = 7;
/// A string; also a variant without content, or a character.
pub(super) const STRING: u8 = 8;
pub(super) const BYTES: u8 = 9;
/// The number of values in four bytes, and the values.
pub(super) const SEQUENCE: u8 = 10;
/// The number of entries in four bytes, and the keys and values in turn.
pub(super) const MAP: u8 = 11;
/// The number of fields in four bytes, and their names and values in turn.
pub(super) const STRUCT: u8 = 12;
/// The name of a variant, and its content.
pub(super) const VARIANT: u8 = 13;

/// The error of a message that is not of the expected type. It has no details, because only the same build writes messages.
#[derive(Debug)]
pub(super) struct Malformed;

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("malformed message")
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// The rest of a message.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de> {
    pub(super) rest: &'de [u8],
}

impl<'de> Reader<'de> {
    fn bytes(&mut self, count: usize) -> Result<&'de [u8], Malformed> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(Malformed)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.bytes(1)?[0])
    }

    fn number(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    fn with_length(&mut self) -> Result<&'de [u8], Malformed> {
        let length = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        self.bytes(length)
    }

    fn string(&mut self) -> Result<&'de str, Malformed> {
        std::str::from_utf8(self.with_length()?).map_err(|_| Malformed)
    }

    /// Returns the number of values of a list; each has at least one byte.
    fn length(&mut self) -> Result<usize, Malformed> {
        let count = u32::from_le_bytes(self.bytes(4)?.try_into().map_err(|_| Malformed)?) as usize;
        if count <= self.rest.len() { Ok(count) } else { Err(Malformed) }
    }

    fn expect(&mut self, tag: u8) -> Result<(), Malformed> {
        if self.byte()? == tag { Ok(()) } else { Err(Malformed) }
    }

    fn sequence<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Malformed> {
        self.in_order(SEQUENCE, visitor)
    }

    /// Reads the fields of a struct in their order.
    fn fields<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Malformed> {
        self.in_order(STRUCT, visitor)
    }

    fn in_order<V: Visitor<'de>>(&mut self, tag: u8, visitor: V) -> Result<V::Value, Malformed> {
        self.expect(tag)?;
        let mut list = List { left: self.length()?, has_names: tag == STRUCT, reader: self };
        let value = visitor.visit_seq(&mut list)?;
        if list.left == 0 { Ok(value) } else { Err(Malformed) }
    }

    /// Reads a map, or the fields of a struct by their names.
    fn map<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Malformed> {
        let has_names = self.byte()? == STRUCT;
        let mut list = List { left: self.length()?, has_names, reader: self };
        let value = visitor.visit_map(&mut list)?;
        if list.left == 0 { Ok(value) } else { Err(Malformed) }
    }

    fn integer<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Malformed> {
        match self.byte()? {
            POSITIVE => visitor.visit_u64(self.number()?),
            NEGATIVE => visitor.visit_i64(0_i64.checked_sub_unsigned(self.number()?).ok_or(Malformed)?),
            _ => Err(Malformed),
        }
    }

    fn float<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Malformed> {
        self.expect(FLOAT)?;
        visitor.visit_f64(f64::from_le_bytes(self.bytes(8)?.try_into().map_err(|_| Malformed)?))
    }
}

macro_rules! alike {
    ($($method:ident $($wanted:ident)*;)*) => {$($(
        fn $wanted<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
            self.$method(visitor)
        }
    )*)*};
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Malformed;

    alike! {
        integer deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64;
        float deserialize_f32 deserialize_f64;
        sequence deserialize_seq;
        deserialize_str deserialize_string deserialize_char deserialize_identifier;
        deserialize_bytes deserialize_byte_buf;
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match *self.rest.first().ok_or(Malformed)? {
            NOTHING => self.deserialize_unit(visitor),
            SOME => self.deserialize_option(visitor),
            FALSE | TRUE => self.deserialize_bool(visitor),
            POSITIVE | NEGATIVE => self.integer(visitor),
            FLOAT => self.float(visitor),
            STRING => self.deserialize_str(visitor),
            BYTES => self.deserialize_bytes(visitor),
            SEQUENCE => self.sequence(visitor),
            MAP | STRUCT => self.map(visitor),
            VARIANT => {
                self.byte()?;
                visitor.visit_map(&mut NamedContent { name: Some(self.string()?), reader: self })
            }
            _ => Err(Malformed),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.rest.first() == Some(&MAP) { self.map(visitor) } else { Err(Malformed) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.byte()? {
            FALSE => visitor.visit_bool(false),
            TRUE => visitor.visit_bool(true),
            _ => Err(Malformed),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.expect(STRING)?;
        visitor.visit_borrowed_str(self.string()?)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.expect(BYTES)?;
        visitor.visit_borrowed_bytes(self.with_length()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.byte()? {
            NOTHING | ABSENT => visitor.visit_none(),
            SOME => visitor.visit_some(self),
            _ => Err(Malformed),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.expect(NOTHING)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        self.sequence(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.sequence(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let has_content = match self.byte()? {
            STRING => false,
            VARIANT => true,
            _ => return Err(Malformed),
        };
        let name = self.string()?;
        // By number, because derived code that compares names is long.
        let number = variants.iter().position(|variant| *variant == name).ok_or(Malformed)? as u32;
        visitor.visit_enum(Variant { number, has_content, reader: self })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_any(visitor)
    }
}

/// The values of a list that are left.
struct List<'a, 'de> {
    reader: &'a mut Reader<'de>,
    left: usize,
    /// Whether each value has a name before it.
    has_names: bool,
}

impl<'de> List<'_, 'de> {
    /// Returns whether there is another value, and goes to it.
    fn has_next(&mut self) -> bool {
        self.left.checked_sub(1).inspect(|&left| self.left = left).is_some()
    }

    /// Returns what follows a field if it is absent.
    fn after_absent(&self) -> Option<&'de [u8]> {
        self.reader.rest.split_first().filter(|(tag, _)| **tag == ABSENT).map(|(_, rest)| rest)
    }
}

impl<'de> de::SeqAccess<'de> for List<'_, 'de> {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if !self.has_next() {
            return Ok(None);
        }
        if self.has_names {
            self.reader.with_length()?;
        }
        let after = self.after_absent();
        match (seed.deserialize(&mut *self.reader), after) {
            // An omitted field has its default value, which the struct knows.
            (Err(_), Some(rest)) => {
                self.reader.rest = rest;
                Ok(None)
            }
            (value, _) => value.map(Some),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> de::MapAccess<'de> for List<'_, 'de> {
    type Error = Malformed;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        while self.has_next() {
            if !self.has_names {
                return seed.deserialize(&mut *self.reader).map(Some);
            }
            let name = self.reader.string()?;
            match self.after_absent() {
                Some(rest) => self.reader.rest = rest,
                None => return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some),
            }
        }
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(&mut *self.reader)
    }
}

/// A variant with content, as a map of one entry.
struct NamedContent<'a, 'de> {
    name: Option<&'de str>,
    reader: &'a mut Reader<'de>,
}

impl<'de> de::MapAccess<'de> for NamedContent<'_, 'de> {
    type Error = Malformed;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        let name = self.name.take().map(BorrowedStrDeserializer::new);
        name.map(|name| seed.deserialize(name)).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(&mut *self.reader)
    }
}

struct Variant<'a, 'de> {
    number: u32,
    has_content: bool,
    reader: &'a mut Reader<'de>,
}

impl<'de> de::EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Malformed;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Malformed> {
        let number: U32Deserializer<Malformed> = self.number.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        if self.has_content { Err(Malformed) } else { Ok(()) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        if self.has_content { seed.deserialize(self.reader) } else { Err(Malformed) }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        if self.has_content { self.reader.sequence(visitor) } else { Err(Malformed) }
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Malformed> {
        if self.has_content { self.reader.fields(visitor) } else { Err(Malformed) }
    }
}
