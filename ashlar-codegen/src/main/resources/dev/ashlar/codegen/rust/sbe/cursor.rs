// SPDX-License-Identifier: Apache-2.0
//! Keeps track of the order in which the parts of a message are written.

use super::text::{copy_bytes, encode_latin1, latin1_length};
use super::{
    Acting, DataLength, Dimension, Encoded, EncodingError, MessageHeader, MAX_EMPTY_ENTRIES,
};

/// The unwritten rest of the buffer, and which part of the message must come next.
///
/// Each block reserves a number for every part that it still lacks, and each group reserves one for
/// every entry. `next` is the number of the part or entry that must be written next; it is 0 once
/// the message is complete. Numbers are never reused, so a part of an earlier entry or group stays
/// out of order for good. `after` is the number that follows the part checked last.
#[derive(Debug)]
pub(in super::super) struct Cursor<'a> {
    rest: &'a mut [u8],
    position: usize,
    next: u64,
    after: u64,
    numbers: u64,
    empty_entries: u64,
}

/// The numbers of the parts of a block, or of the entries of a group.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Parts {
    base: u64,
    after: u64,
}

impl Parts {
    /// The parts of a message, which have the first numbers.
    pub const OF_MESSAGE: Self = Self { base: 0, after: 0 };
}

impl<'a> Cursor<'a> {
    #[inline]
    pub fn new(buffer: &'a mut [u8]) -> Self {
        Self {
            rest: buffer,
            position: 0,
            next: 0,
            after: 0,
            numbers: 0,
            empty_entries: 0,
        }
    }

    #[inline]
    fn reserve(&mut self, length: usize, element: &'static str) -> Encoded<&'a mut [u8]> {
        let position = self.position;
        if length > self.rest.len() {
            return Err(EncodingError::BufferTooSmall {
                position,
                length,
                element,
            });
        }
        let (reserved, rest) = core::mem::take(&mut self.rest).split_at_mut(length);
        self.rest = rest;
        self.position += length;
        Ok(reserved)
    }

    /// Writes a header. Its non-standard members are zero.
    #[inline]
    pub fn header<H: MessageHeader>(
        &mut self,
        acting: Acting,
        groups: i64,
        data: i64,
    ) -> Encoded<&'a mut [u8]> {
        let header = self.reserve(H::LENGTH, H::NAME)?;
        header.fill(0);
        H::write(header, acting, groups, data);
        Ok(header)
    }

    /// Begins a block with every value set to null.
    #[inline]
    pub fn block<const N: usize>(
        &mut self,
        nulls: &[u8; N],
        element: &'static str,
    ) -> Encoded<&'a mut [u8; N]> {
        let position = self.position;
        let too_small = EncodingError::BufferTooSmall {
            position,
            length: N,
            element,
        };
        let reserved = self.reserve(N, element)?;
        let block: &mut [u8; N] = reserved.try_into().map_err(|_| too_small)?;
        *block = *nulls;
        Ok(block)
    }

    /// Makes the first of `count` parts the next one. What was next before follows the last part.
    #[inline]
    pub fn begin(&mut self, count: u64) -> Parts {
        let parts = Parts {
            base: self.numbers,
            after: self.next,
        };
        self.numbers += count + 1;
        if count > 0 {
            self.next = parts.base + count;
        }
        parts
    }

    /// Checks that a part is next. `missing` is the number of missing parts, including this one.
    #[inline]
    pub fn part(&mut self, parts: Parts, missing: u64, element: &'static str) -> Encoded<()> {
        if self.next != parts.base + missing {
            return Err(EncodingError::OutOfOrder { element });
        }
        self.after = if missing == 1 {
            parts.after
        } else {
            self.next - 1
        };
        Ok(())
    }

    /// Writes data, which must be the next part.
    #[inline]
    pub fn data<D: DataLength>(&mut self, bytes: &[u8], element: &'static str) -> Encoded<()> {
        copy_bytes(self.begin_data::<D>(bytes.len(), element)?, bytes);
        Ok(())
    }

    /// Writes text in ISO 8859-1 as data, which must be the next part.
    #[inline]
    pub fn latin1<D: DataLength>(&mut self, text: &str, element: &'static str) -> Encoded<()> {
        let length = latin1_length(text, element)?;
        encode_latin1(text, self.begin_data::<D>(length, element)?);
        Ok(())
    }

    #[inline]
    fn begin_data<D: DataLength>(
        &mut self,
        length: usize,
        element: &'static str,
    ) -> Encoded<&'a mut [u8]> {
        let (min, max) = (*D::LENGTHS.start() as u64, *D::LENGTHS.end() as u64);
        if length as u64 > max {
            return Err(EncodingError::DataTooLong {
                length,
                max,
                element,
            });
        }
        if (length as u64) < min {
            return Err(EncodingError::DataTooShort {
                length,
                min,
                element,
            });
        }
        let (header, data) = self
            .reserve(D::LENGTH + length, element)?
            .split_at_mut(D::LENGTH);
        header.fill(0);
        D::write(header, length as i64);
        self.next = self.after;
        Ok(data)
    }

    /// Length of a complete message in bytes.
    pub fn finish(&self, element: &'static str) -> Encoded<usize> {
        if self.next != 0 {
            return Err(EncodingError::Incomplete { element });
        }
        Ok(self.position)
    }
}

/// Writes the entries of a group: exactly as many as announced.
#[derive(Debug)]
pub(in super::super) struct Entries<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    parts: Parts,
    remaining: usize,
    element: &'static str,
}

impl<'c, 'a> Entries<'c, 'a> {
    /// Begins a group, which must be the next part.
    ///
    /// `shape` holds the block length of an entry, and its numbers of groups and data.
    #[inline]
    pub fn begin<D: Dimension>(
        cursor: &'c mut Cursor<'a>,
        count: usize,
        shape: (i64, i64, i64),
        element: &'static str,
    ) -> Encoded<Self> {
        let min = *D::COUNTS.start() as u64;
        let mut max = *D::COUNTS.end() as u64;
        if shape == (0, 0, 0) {
            max = max.min(MAX_EMPTY_ENTRIES - cursor.empty_entries);
        }
        if count as u64 > max {
            return Err(EncodingError::TooManyEntries {
                count,
                max,
                element,
            });
        }
        if (count as u64) < min {
            return Err(EncodingError::TooFewEntries {
                count,
                min,
                element,
            });
        }
        if shape == (0, 0, 0) {
            cursor.empty_entries += count as u64;
        }
        let header = cursor.reserve(D::LENGTH, element)?;
        header.fill(0);
        let (block_length, groups, data) = shape;
        D::write(header, block_length, count as i64, groups, data);
        cursor.next = cursor.after;
        let parts = cursor.begin(count as u64);
        Ok(Self {
            cursor,
            parts,
            remaining: count,
            element,
        })
    }

    /// Begins the block of the next entry, with every value set to null.
    #[inline]
    pub fn add<const N: usize>(&mut self, nulls: &[u8; N]) -> Encoded<&'a mut [u8; N]> {
        let cursor = &mut *self.cursor;
        cursor.part(self.parts, self.remaining as u64, self.element)?;
        let block = cursor.block(nulls, self.element)?;
        cursor.next = cursor.after;
        self.remaining -= 1;
        Ok(block)
    }

    /// Makes the first of `count` parts of the entry the next one.
    #[inline]
    pub fn parts(&mut self, count: u64) -> (&mut Cursor<'a>, Parts) {
        let parts = self.cursor.begin(count);
        (self.cursor, parts)
    }

    pub fn remaining(&self) -> usize {
        self.remaining
    }
}
