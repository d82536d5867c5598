//! Plain data as JSON, in few bytes of WebAssembly: nothing here is generic where it writes, and nothing can fail.
//!
//! What serde_json makes of the same structs is a tenth of the first load.

use sched_core::document::json::write_text;
use serde::ser::{self, Serialize};
use std::fmt::{self, Display};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A number as JavaScript writes it, which is JSON where it is finite.
    #[wasm_bindgen(js_name = String)]
    fn text_of(number: f64) -> String;
}

/// The JSON of a value.
pub fn json(value: &impl Serialize) -> String {
    let mut out = Json { out: String::new() };
    match value.serialize(&mut out) {
        Ok(()) => out.out,
    }
}

/// No error: JSON can say all there is.
#[derive(Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    /// No struct of the core refuses to be written.
    fn custom<T: Display>(_: T) -> Self {
        panic!("not to be written")
    }
}

pub struct Json {
    out: String,
}

impl Json {
    #[inline(never)]
    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        // A string takes whatever it is given.
        let _ = write_text(text, &mut self.out);
    }

    #[inline(never)]
    fn number(&mut self, number: f64) {
        if number.is_finite() {
            self.out.push_str(&text_of(number));
        } else {
            self.raw("null");
        }
    }

    #[inline(never)]
    fn whole(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.out.extend(digits[first..].iter().map(|&digit| char::from(digit)));
    }

    /// Puts a comma before what is not the first of its list or object.
    #[inline(never)]
    fn comma(&mut self) {
        if !self.out.ends_with(['[', '{']) {
            self.out.push(',');
        }
    }

    /// The name of a field, which needs no escape.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.comma();
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
    }
}

type Done = Result<(), Never>;

macro_rules! written {
    ($($name:ident($type:ty) |$to:ident, $value:ident| $how:expr;)+) => {
        $(fn $name(self, $value: $type) -> Done {
            let $to = self;
            $how;
            Ok(())
        })+
    };
}

impl ser::Serializer for &mut Json {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    written! {
        serialize_bool(bool) |to, on| to.raw(if on { "true" } else { "false" });
        serialize_i8(i8) |to, number| to.number(number.into());
        serialize_i16(i16) |to, number| to.number(number.into());
        serialize_i32(i32) |to, number| to.number(number.into());
        serialize_i64(i64) |to, number| {
            if number < 0 {
                to.raw("-");
            }
            to.whole(number.unsigned_abs());
        };
        serialize_u8(u8) |to, number| to.whole(number.into());
        serialize_u16(u16) |to, number| to.whole(number.into());
        serialize_u32(u32) |to, number| to.whole(number.into());
        serialize_u64(u64) |to, number| to.whole(number);
        serialize_f32(f32) |to, number| to.number(number.into());
        serialize_f64(f64) |to, number| to.number(number);
        serialize_char(char) |to, c| to.text(c.encode_utf8(&mut [0; 4]));
        serialize_str(&str) |to, text| to.text(text);
        serialize_bytes(&[u8]) |to, bytes| {
            to.raw("[");
            for &byte in bytes {
                to.comma();
                to.whole(byte.into());
            }
            to.raw("]");
        };
    }

    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.raw("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.raw("{");
        self.name(variant);
        value.serialize(&mut *self)?;
        self.raw("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.raw("[");
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.raw("{");
        self.name(variant);
        self.serialize_seq(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.raw("{");
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.raw("{");
        self.name(variant);
        self.serialize_map(None)
    }
}

/// The parts of a list, by what serde calls one.
macro_rules! parts {
    ($($trait:ident $part:ident $end:literal;)+) => {
        $(impl ser::$trait for &mut Json {
            type Ok = ();
            type Error = Never;

            fn $part<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.comma();
                value.serialize(&mut **self)
            }

            fn end(self) -> Done {
                self.raw($end);
                Ok(())
            }
        })+
    };
}

parts! {
    SerializeSeq serialize_element "]";
    SerializeTuple serialize_element "]";
    SerializeTupleStruct serialize_field "]";
    SerializeTupleVariant serialize_field "]}";
}

/// The fields of a struct, by what serde calls one.
macro_rules! fields {
    ($($trait:ident $end:literal;)+) => {
        $(impl ser::$trait for &mut Json {
            type Ok = ();
            type Error = Never;

            // Once for each type, not for each field of it.
            #[inline(never)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
                self.name(name);
                value.serialize(&mut **self)
            }

            fn end(self) -> Done {
                self.raw($end);
                Ok(())
            }
        })+
    };
}

fields! {
    SerializeStruct "}";
    SerializeStructVariant "}}";
}

impl ser::SerializeMap for &mut Json {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.comma();
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.raw(":");
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.raw("}");
        Ok(())
    }
}
