// SPDX-License-Identifier: Apache-2.0
//! Text as encoded in a message, and checks of charsets.

use core::fmt::{self, Write};
use core::str::{from_utf8, Utf8Error};

use super::{Encoded, EncodingError};

/// Text in US-ASCII or UTF-8, as encoded in the message. The bytes have not been checked.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Wraps the bytes of a text.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the text.
    #[inline]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, if it is valid UTF-8.
    pub fn to_str(self) -> Result<&'a str, Utf8Error> {
        from_utf8(self.0)
    }

    /// Whether there are no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Text<'_> {
    /// Writes the text with U+FFFD for bytes that are not UTF-8.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_str("\u{fffd}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

/// Text in ISO 8859-1, as encoded in the message: each byte is a character.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Latin1<'a>(&'a [u8]);

impl<'a> Latin1<'a> {
    /// Wraps the bytes of a text.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the text.
    #[inline]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The characters of the text.
    pub fn chars(self) -> impl Iterator<Item = char> + 'a {
        self.0.iter().map(|&b| b.into())
    }

    /// Whether there are no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Latin1<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|c| f.write_char(c))
    }
}

impl fmt::Debug for Latin1<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl PartialEq<str> for Latin1<'_> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl PartialEq<&str> for Latin1<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

/// Whether the text is US-ASCII. The standard library checks short texts byte by byte.
#[inline]
fn is_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() > 16 {
        return text.is_ascii();
    }
    if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let bits = u64::from_ne_bytes(first) | u64::from_ne_bytes(last);
        return bits & 0x8080_8080_8080_8080 == 0;
    }
    if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let bits = u32::from_ne_bytes(first) | u32::from_ne_bytes(last);
        return bits & 0x8080_8080 == 0;
    }
    match *bytes {
        [] => true,
        [first, .., last] => (first | bytes[bytes.len() / 2] | last) < 0x80,
        [only] => only < 0x80,
    }
}

/// Copies bytes to a slice of the same length. Inline copies of short texts are faster than a call.
#[inline]
pub(super) fn copy_bytes(to: &mut [u8], from: &[u8]) {
    let length = from.len();
    if length > 16 {
        to.copy_from_slice(from);
    } else if !copy_ends::<8>(to, from) && !copy_ends::<4>(to, from) && length > 0 {
        to[0] = from[0];
        to[length / 2] = from[length / 2];
        to[length - 1] = from[length - 1];
    }
}

/// Copies the first and the last `N` bytes; returns false if there are fewer than `N`.
#[inline]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) -> bool {
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
        return false;
    };
    if let Some(to) = to.first_chunk_mut::<N>() {
        *to = *first;
    }
    if let Some(to) = to.last_chunk_mut::<N>() {
        *to = *last;
    }
    true
}

/// Rejects text with a character outside US-ASCII.
#[inline]
pub(in super::super) fn require_ascii(text: &str, element: &'static str) -> Encoded<()> {
    if is_ascii(text) {
        return Ok(());
    }
    Err(lacking(text, '\x7f', "US-ASCII", element))
}

/// Length of a text in ISO 8859-1, in bytes.
#[inline]
pub(super) fn latin1_length(text: &str, element: &'static str) -> Encoded<usize> {
    if text.is_ascii() {
        return Ok(text.len());
    }
    if text.chars().any(|c| c > '\u{ff}') {
        return Err(lacking(text, '\u{ff}', "ISO-8859-1", element));
    }
    Ok(text.chars().count())
}

/// Writes text whose encoded length is known.
#[inline]
pub(super) fn encode_latin1(text: &str, to: &mut [u8]) {
    for (byte, c) in to.iter_mut().zip(text.chars()) {
        *byte = c as u8;
    }
}

#[cold]
fn lacking(
    text: &str,
    greatest: char,
    charset: &'static str,
    element: &'static str,
) -> EncodingError {
    EncodingError::NotInCharset {
        index: text.find(|c| c > greatest).unwrap_or_default(),
        charset,
        element,
    }
}
