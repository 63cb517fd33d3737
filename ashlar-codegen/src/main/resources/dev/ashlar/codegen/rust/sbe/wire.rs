// SPDX-License-Identifier: Apache-2.0
//! Values at fixed offsets.

use super::text::{copy_bytes, encode_latin1, latin1_length};
use super::{Encoded, EncodingError};

/// A value with a fixed number of bytes on the wire.
pub trait Wire: Copy {
    /// Length of the value in bytes.
    const SIZE: usize;
    /// Reads the value from exactly `SIZE` bytes.
    fn load(bytes: &[u8]) -> Self;
    /// Writes the value to exactly `SIZE` bytes.
    fn store(self, to: &mut [u8]);
    /// Whether the value is the null value. If `null` is NaN, any NaN is null.
    fn is_null(self, null: Self) -> bool;
}

macro_rules! wire_integers {
    ($($type:ty)*) => {$(
        impl Wire for $type {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<Self>()];
                own.copy_from_slice(bytes);
                Self::from_ORDER_bytes(own)
            }

            #[inline]
            fn store(self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_ORDER_bytes());
            }

            #[inline]
            fn is_null(self, null: Self) -> bool {
                self == null
            }
        }
    )*};
}

wire_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! wire_floats {
    ($($type:ty, $bits:ty;)*) => {$(
        impl Wire for $type {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                Self::from_bits(<$bits>::load(bytes))
            }

            #[inline]
            fn store(self, to: &mut [u8]) {
                self.to_bits().store(to);
            }

            #[inline]
            fn is_null(self, null: Self) -> bool {
                self == null || self.is_nan() && null.is_nan()
            }
        }
    )*};
}

wire_floats!(f32, u32; f64, u64;);

impl<T: Wire, const N: usize> Wire for [T; N] {
    const SIZE: usize = N * T::SIZE;

    #[inline]
    fn load(bytes: &[u8]) -> Self {
        core::array::from_fn(|i| T::load(&bytes[i * T::SIZE..(i + 1) * T::SIZE]))
    }

    #[inline]
    fn store(self, to: &mut [u8]) {
        for (element, bytes) in self.into_iter().zip(to.chunks_exact_mut(T::SIZE)) {
            element.store(bytes);
        }
    }

    #[inline]
    fn is_null(self, null: Self) -> bool {
        self.into_iter()
            .zip(null)
            .all(|(element, null)| element.is_null(null))
    }
}

/// Implements `Wire` for a newtype of a number.
macro_rules! wire_newtype {
    ($type:ty, $bits:ty) => {
        impl sbe::Wire for $type {
            const SIZE: usize = size_of::<$bits>();

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                Self(<$bits as sbe::Wire>::load(bytes))
            }

            #[inline]
            fn store(self, to: &mut [u8]) {
                sbe::Wire::store(self.0, to);
            }

            #[inline]
            fn is_null(self, null: Self) -> bool {
                self == null
            }
        }
    };
}

pub(in super::super) use wire_newtype;

/// Values at fixed offsets: a block or composite with the length and schema version of its writer.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Fields<'a> {
    pub bytes: &'a [u8],
    pub version: u32,
}

impl<'a> Fields<'a> {
    /// Whether a value is present.
    #[inline]
    pub fn has(self, since: u32, end: usize) -> bool {
        self.version >= since && self.bytes.len() >= end
    }

    /// The fields of a composite, as far as they are present; none if the composite is absent.
    ///
    /// `least` is the end of the members that the composite had when it was added.
    #[inline]
    pub fn part(self, since: u32, offset: usize, least: usize, end: usize) -> Fields<'a> {
        let bytes = if self.has(since, end) {
            &self.bytes[offset..end]
        } else if self.has(since, least) {
            &self.bytes[offset..]
        } else {
            &[]
        };
        Fields {
            bytes,
            version: self.version,
        }
    }
}

/// A value, or the null value if it is absent.
#[inline]
pub(in super::super) fn get<T: Wire>(fields: Fields<'_>, since: u32, offset: usize, null: T) -> T {
    match fields.bytes.get(offset..offset + T::SIZE) {
        Some(bytes) if fields.version >= since => T::load(bytes),
        _ => null,
    }
}

/// The characters before the first NUL; empty if the text is absent.
#[inline]
pub(in super::super) fn get_text(
    fields: Fields<'_>,
    since: u32,
    offset: usize,
    length: usize,
) -> &[u8] {
    match fields.bytes.get(offset..offset + length) {
        Some(text) if fields.version >= since => &text[..characters(text)],
        _ => &[],
    }
}

/// Number of bytes before the first NUL; all, if there is none.
#[inline]
fn characters(text: &[u8]) -> usize {
    let mut count = 0;
    for word in text.chunks(8) {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        let bytes = u64::from_le_bytes(padded);
        // The lowest bit set here belongs to the first byte that is 0.
        let zeros = bytes.wrapping_sub(0x0101_0101_0101_0101) & !bytes & 0x8080_8080_8080_8080;
        count += zeros.trailing_zeros() as usize / 8;
        if zeros != 0 {
            break;
        }
    }
    count
}

/// Whether `count` elements, which must be present, all hold the null value.
#[inline]
pub(in super::super) fn holds_null<T: Wire>(
    fields: Fields<'_>,
    offset: usize,
    count: usize,
    null: T,
) -> bool {
    let bytes = fields
        .bytes
        .get(offset..offset + count * T::SIZE)
        .unwrap_or_default();
    bytes
        .chunks_exact(T::SIZE)
        .all(|element| T::load(element).is_null(null))
}

/// Whether a value is present and any of its elements differs from the null value.
#[inline]
pub(in super::super) fn has_value<T: Wire>(
    fields: Fields<'_>,
    since: u32,
    offset: usize,
    count: usize,
    null: T,
) -> bool {
    fields.has(since, offset + count * T::SIZE) && !holds_null(fields, offset, count, null)
}

/// Reads an integer member of a header.
#[inline]
pub(in super::super) fn load<T: Wire>(bytes: &[u8], offset: usize) -> T {
    T::load(&bytes[offset..offset + T::SIZE])
}

#[inline]
pub(in super::super) fn put<T: Wire>(block: &mut [u8], offset: usize, value: T) {
    value.store(&mut block[offset..offset + T::SIZE]);
}

#[inline]
pub(in super::super) fn put_text(
    block: &mut [u8],
    offset: usize,
    max: usize,
    text: &[u8],
    element: &'static str,
) -> Encoded<()> {
    let length = text.len();
    if length > max {
        return Err(EncodingError::TextTooLong {
            length,
            max,
            element,
        });
    }
    let to = &mut block[offset..offset + max];
    if length == max {
        to.copy_from_slice(text);
    } else {
        to.fill(0);
        copy_bytes(&mut to[..length], text);
    }
    Ok(())
}

/// Writes text in ISO 8859-1 and pads it with NULs.
#[inline]
pub(in super::super) fn put_latin1(
    block: &mut [u8],
    offset: usize,
    max: usize,
    text: &str,
    element: &'static str,
) -> Encoded<()> {
    let length = latin1_length(text, element)?;
    if length > max {
        return Err(EncodingError::TextTooLong {
            length,
            max,
            element,
        });
    }
    let (used, padding) = block[offset..offset + max].split_at_mut(length);
    encode_latin1(text, used);
    padding.fill(0);
    Ok(())
}

/// Copies a value, or writes the null value if it is absent.
#[inline]
pub(in super::super) fn copy<T: Wire>(
    block: &mut [u8],
    from: Fields<'_>,
    since: u32,
    offset: usize,
    null: T,
) {
    put(block, offset, get(from, since, offset, null));
}

/// The bytes of a composite.
#[inline]
pub(in super::super) fn part_mut<const N: usize>(block: &mut [u8], offset: usize) -> &mut [u8; N] {
    block[offset..]
        .first_chunk_mut()
        .expect("a composite lies within its block")
}
