//! Serializer of messages; the format is described in [`super::reader`].

use serde::ser::{self, Serialize};

use super::reader::{
    ABSENT, BYTES, FALSE, FLOAT, MAP, Malformed, NEGATIVE, NOTHING, POSITIVE, SEQUENCE, SOME, STRING, STRUCT, TRUE,
    VARIANT,
};

impl ser::Error for Malformed {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Written = Result<(), Malformed>;

/// Appends values to a message.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn with_length(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    fn list(&mut self, tag: u8) -> List<'_> {
        self.tag(tag);
        let at = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        List { writer: self, at, count: 0 }
    }

    fn variant(&mut self, name: &str) {
        self.tag(VARIANT);
        self.with_length(name.as_bytes());
    }
}

/// A list whose number of values is written at its end.
pub(super) struct List<'a> {
    writer: &'a mut Writer,
    at: usize,
    count: u32,
}

impl List<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.count += 1;
        value.serialize(&mut *self.writer)
    }

    fn finish(self) {
        self.writer.bytes[self.at..self.at + 4].copy_from_slice(&self.count.to_le_bytes());
    }
}

macro_rules! numbers {
    ($($signed:ident($of_signed:ty) $unsigned:ident($of_unsigned:ty))*) => {$(
        fn $signed(self, value: $of_signed) -> Written {
            self.serialize_i64(i64::from(value))
        }

        fn $unsigned(self, value: $of_unsigned) -> Written {
            self.serialize_u64(u64::from(value))
        }
    )*};
}

impl<'a> ser::Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Malformed;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = List<'a>;
    type SerializeStruct = List<'a>;
    type SerializeStructVariant = List<'a>;

    numbers! { serialize_i8(i8) serialize_u8(u8) serialize_i16(i16) serialize_u16(u16) serialize_i32(i32) serialize_u32(u32) }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Written {
        self.tag(if value { TRUE } else { FALSE });
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Written {
        let Ok(value) = u64::try_from(value) else {
            self.tag(NEGATIVE);
            self.number(value.unsigned_abs());
            return Ok(());
        };
        self.serialize_u64(value)
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.tag(POSITIVE);
        self.number(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Written {
        self.tag(FLOAT);
        self.bytes.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        self.tag(STRING);
        self.with_length(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.tag(BYTES);
        self.with_length(value);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.tag(SOME);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.tag(NOTHING);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.variant(variant);
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, Malformed> {
        Ok(self.list(SEQUENCE))
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'a>, Malformed> {
        Ok(self.list(SEQUENCE))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'a>, Malformed> {
        Ok(self.list(SEQUENCE))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Malformed> {
        self.variant(variant);
        Ok(self.list(SEQUENCE))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<List<'a>, Malformed> {
        Ok(self.list(MAP))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<List<'a>, Malformed> {
        Ok(self.list(STRUCT))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Malformed> {
        self.variant(variant);
        Ok(self.list(STRUCT))
    }
}

macro_rules! lists {
    ($($list:ident $add:ident)*) => {$(
        impl ser::$list for List<'_> {
            type Ok = ();
            type Error = Malformed;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.add(value)
            }

            fn end(self) -> Written {
                self.finish();
                Ok(())
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! structs {
    ($($list:ident)*) => {$(
        impl ser::$list for List<'_> {
            type Ok = ();
            type Error = Malformed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
                self.writer.with_length(name.as_bytes());
                self.add(value)
            }

            fn skip_field(&mut self, name: &'static str) -> Written {
                self.count += 1;
                self.writer.with_length(name.as_bytes());
                self.writer.tag(ABSENT);
                Ok(())
            }

            fn end(self) -> Written {
                self.finish();
                Ok(())
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for List<'_> {
    type Ok = ();
    type Error = Malformed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.add(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Written {
        self.finish();
        Ok(())
    }
}
