// SPDX-License-Identifier: Apache-2.0
//! Writes messages as JSON, without allocation.

// A schema may need only some of these items.
#![allow(dead_code, unused_imports, unused_macros)]

use core::char::decode_utf16;
use core::fmt::{self, Write};
use core::str::from_utf8;

use super::sbe::Wire;

const MAX_ZEROS: i64 = 40;

/// Writes JSON to any [`fmt::Write`], such as a `String`, a formatter or your own buffer.
pub struct JsonWriter<'w> {
    out: &'w mut dyn Write,
    comma: bool,
}

impl<'w> JsonWriter<'w> {
    /// Creates a writer for one value.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, comma: false }
    }

    pub(super) fn begin(&mut self, bracket: char) -> fmt::Result {
        self.separate()?;
        self.comma = false;
        self.out.write_char(bracket)
    }

    pub(super) fn end(&mut self, bracket: char) -> fmt::Result {
        self.comma = true;
        self.out.write_char(bracket)
    }

    /// Writes a name that is already JSON, except for its quotes.
    pub(super) fn name(&mut self, name: &str) -> fmt::Result {
        self.separate()?;
        self.comma = false;
        write!(self.out, "\"{name}\":")
    }

    /// Writes a value that is already JSON.
    pub(super) fn raw(&mut self, json: &str) -> fmt::Result {
        self.separate()?;
        self.out.write_str(json)
    }

    pub(super) fn null(&mut self) -> fmt::Result {
        self.raw("null")
    }

    pub(super) fn number<T: Number>(&mut self, value: Option<T>) -> fmt::Result {
        match value {
            Some(value) => {
                self.separate()?;
                value.write(self.out)
            }
            None => self.null(),
        }
    }

    /// Writes a string of one character; an empty string for NUL.
    pub(super) fn character(&mut self, value: Option<u8>) -> fmt::Result {
        match value {
            Some(0) => self.latin1(&[]),
            Some(value) => self.latin1(&[value]),
            None => self.null(),
        }
    }

    /// Writes an array. `null` is the null value of its elements, if they may be null.
    pub(super) fn array<T: Number + Wire, const N: usize>(
        &mut self,
        values: Option<[T; N]>,
        null: Option<T>,
    ) -> fmt::Result {
        let Some(values) = values else {
            return self.null();
        };
        self.begin('[')?;
        for value in values {
            let is_null = null.is_some_and(|null| value.is_null(null));
            self.number(if is_null { None } else { Some(value) })?;
        }
        self.end(']')
    }

    /// Writes the name of an enum value, or its number if it has no name.
    pub(super) fn enumerator<E: Enumerator>(&mut self, value: Option<E>) -> fmt::Result {
        let Some(value) = value else {
            return self.null();
        };
        match value.name() {
            Some(name) => {
                self.separate()?;
                write!(self.out, "\"{name}\"")
            }
            None => self.number(Some(value.number())),
        }
    }

    /// Writes the exact number `mantissa` * 10^`exponent`.
    ///
    /// If `known`, the schema fixes the exponent, so that trailing zeros may replace it.
    pub(super) fn decimal<T: fmt::Display>(
        &mut self,
        mantissa: T,
        exponent: i64,
        known: bool,
    ) -> fmt::Result {
        self.separate()?;
        let mut buffer = Buffer::default();
        write!(buffer, "{mantissa}")?;
        let mut digits = buffer.as_str();
        if let Some(rest) = digits.strip_prefix('-') {
            self.out.write_char('-')?;
            digits = rest;
        }
        if (-MAX_ZEROS..0).contains(&exponent) {
            let places = exponent.unsigned_abs() as usize;
            if digits.len() <= places {
                self.out.write_str("0.")?;
                self.zeros(places - digits.len())?;
                return self.out.write_str(digits);
            }
            let (whole, fraction) = digits.split_at(digits.len() - places);
            return write!(self.out, "{whole}.{fraction}");
        }
        self.out.write_str(digits)?;
        if exponent == 0 || known && digits == "0" {
            return Ok(());
        }
        if known && (0..=MAX_ZEROS).contains(&exponent) {
            return self.zeros(exponent as usize);
        }
        write!(self.out, "E{exponent}")
    }

    /// Writes text in ISO 8859-1, or in US-ASCII, its subset.
    pub(super) fn latin1(&mut self, text: &[u8]) -> fmt::Result {
        self.string(text.iter().map(|&b| char::from(b)))
    }

    /// Writes text in windows-1252, or an object with the bytes if they are not valid text.
    pub(super) fn windows_1252(&mut self, text: &[u8]) -> fmt::Result {
        if text.iter().any(|&b| from_windows_1252(b).is_none()) {
            return self.hex_object(text);
        }
        self.string(text.iter().filter_map(|&b| from_windows_1252(b)))
    }

    /// Writes text in UTF-8, or an object with the bytes if they are not valid text.
    pub(super) fn utf8(&mut self, text: &[u8]) -> fmt::Result {
        match from_utf8(text) {
            Ok(text) => self.string(text.chars()),
            Err(_) => self.hex_object(text),
        }
    }

    /// Writes text in UTF-16 without a byte order mark, or an object with the bytes if they are not
    /// valid text.
    pub(super) fn utf16(&mut self, text: &[u8], unit: fn([u8; 2]) -> u16) -> fmt::Result {
        let units = text.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let valid = text.len() % 2 == 0 && decode_utf16(units.clone()).all(|c| c.is_ok());
        if !valid {
            return self.hex_object(text);
        }
        self.string(decode_utf16(units).flatten())
    }

    /// Writes bytes as a string of hexadecimal digits.
    pub(super) fn hex(&mut self, bytes: &[u8]) -> fmt::Result {
        self.separate()?;
        self.out.write_char('"')?;
        for byte in bytes {
            write!(self.out, "{byte:02x}")?;
        }
        self.out.write_char('"')
    }

    pub(super) fn hex_object(&mut self, bytes: &[u8]) -> fmt::Result {
        self.begin('{')?;
        self.name("hex")?;
        self.hex(bytes)?;
        self.end('}')
    }

    fn separate(&mut self) -> fmt::Result {
        if self.comma {
            self.out.write_char(',')?;
        }
        self.comma = true;
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> fmt::Result {
        (0..count).try_for_each(|_| self.out.write_char('0'))
    }

    fn string(&mut self, text: impl Iterator<Item = char>) -> fmt::Result {
        self.separate()?;
        self.out.write_char('"')?;
        for c in text {
            match c {
                '"' | '\\' => write!(self.out, "\\{c}")?,
                '\n' => self.out.write_str("\\n")?,
                '\r' => self.out.write_str("\\r")?,
                '\t' => self.out.write_str("\\t")?,
                '\0'..='\x1f' | '\x7f' => write!(self.out, "\\u{:04x}", u32::from(c))?,
                _ => self.out.write_char(c)?,
            }
        }
        self.out.write_char('"')
    }
}

/// A value of an enum.
pub(super) trait Enumerator: Copy {
    type Number: Number;
    fn name(self) -> Option<&'static str>;
    fn number(self) -> Self::Number;
}

/// Implements `Enumerator` for a newtype of a number.
macro_rules! enumerator {
    ($type:ty, $bits:ty) => {
        impl json::Enumerator for $type {
            type Number = $bits;

            fn name(self) -> Option<&'static str> {
                self.name()
            }

            fn number(self) -> $bits {
                self.0
            }
        }
    };
}

pub(super) use enumerator;

/// A number that can be written as JSON.
pub(super) trait Number: Copy {
    fn write(self, out: &mut dyn Write) -> fmt::Result;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn write(self, out: &mut dyn Write) -> fmt::Result {
                write!(out, "{self}")
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl Number for $type {
            /// Writes the fewest digits, but at least two, that read back as the same number.
            fn write(self, out: &mut dyn Write) -> fmt::Result {
                if self.is_nan() {
                    return out.write_str("\"NaN\"");
                }
                if self.is_infinite() {
                    let text = if self > 0.0 { "\"Infinity\"" } else { "\"-Infinity\"" };
                    return out.write_str(text);
                }
                let mut shortest = Buffer::default();
                write!(shortest, "{self:e}")?;
                let text = shortest.as_str();
                let places = match (text.find('.'), text.find('e')) {
                    (Some(point), Some(e)) => e - point - 1,
                    _ => 1,
                };
                // Of two candidates that are equally near, take the even one.
                let mut nearest = Buffer::default();
                write!(nearest, "{self:.places$e}")?;
                let same = nearest.as_str().parse() == Ok(self);
                plain_or_scientific(if same { nearest.as_str() } else { text }, out)
            }
        }
    )*};
}

floats!(f32 f64);

/// Writes a number such as `-1.25e-7` as Java does.
fn plain_or_scientific(text: &str, out: &mut dyn Write) -> fmt::Result {
    let (text, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    if negative {
        out.write_char('-')?;
    }
    let (significand, exponent) = text.split_once('e').ok_or(fmt::Error)?;
    let exponent: i32 = exponent.parse().map_err(|_| fmt::Error)?;
    let (first, rest) = significand.split_once('.').unwrap_or((significand, ""));
    let rest = rest.trim_end_matches('0');
    let or_zero = |digits: &str, out: &mut dyn Write| {
        out.write_str(if digits.is_empty() { "0" } else { digits })
    };
    if !(-3..7).contains(&exponent) {
        write!(out, "{first}.")?;
        or_zero(rest, out)?;
        return write!(out, "E{exponent}");
    }
    if exponent < 0 {
        out.write_str("0.")?;
        for _ in exponent..-1 {
            out.write_char('0')?;
        }
        return write!(out, "{first}{rest}");
    }
    let whole = exponent as usize;
    out.write_str(first)?;
    let (integer, fraction) = rest.split_at(whole.min(rest.len()));
    out.write_str(integer)?;
    for _ in integer.len()..whole {
        out.write_char('0')?;
    }
    out.write_char('.')?;
    or_zero(fraction, out)
}

/// The character of a byte in windows-1252, which leaves some bytes undefined.
fn from_windows_1252(byte: u8) -> Option<char> {
    const FROM_80: [u16; 32] = [
        0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
        0x152, 0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
        0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
    ];
    match byte {
        0x80..=0x9f => match FROM_80[usize::from(byte - 0x80)] {
            0 => None,
            unit => char::from_u32(u32::from(unit)),
        },
        _ => Some(char::from(byte)),
    }
}

/// Digits of one number.
struct Buffer {
    bytes: [u8; 40],
    length: usize,
}

impl Default for Buffer {
    fn default() -> Self {
        Self {
            bytes: [0; 40],
            length: 0,
        }
    }
}

impl Buffer {
    fn as_str(&self) -> &str {
        from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let to = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        to.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
