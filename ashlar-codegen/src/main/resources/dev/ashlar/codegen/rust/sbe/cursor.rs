// SPDX-License-Identifier: Apache-2.0
//! The order in which a message is written.

use super::text::{encode_latin1, latin1_length};
use super::{Acting, DataLength, Dimension, Encoded, EncodingError, MessageHeader};

/// What of the buffer is still to be written, and how many parts of the message are missing.
#[derive(Debug)]
pub(in super::super) struct Cursor<'a> {
    rest: &'a mut [u8],
    position: usize,
    pending: usize,
}

impl<'a> Cursor<'a> {
    #[inline]
    pub fn new(buffer: &'a mut [u8]) -> Self {
        Self {
            rest: buffer,
            position: 0,
            pending: 0,
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

    /// Writes a header, whose members beyond the standard's are zero.
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

    /// Begins a block in which every value is null.
    #[inline]
    pub fn block<const N: usize>(
        &mut self,
        nulls: &[u8; N],
        parts: usize,
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
        self.pending += parts;
        Ok(block)
    }

    /// Checks that a part is next: one of a block that lacks `missing`, this one included.
    #[inline]
    pub fn part(&mut self, missing: usize, element: &'static str) -> Encoded<()> {
        if self.pending != missing {
            return Err(EncodingError::OutOfOrder { element });
        }
        Ok(())
    }

    /// Writes data, which is the part that is next.
    #[inline]
    pub fn data<D: DataLength>(&mut self, bytes: &[u8], element: &'static str) -> Encoded<()> {
        self.begin_data::<D>(bytes.len(), element)?
            .copy_from_slice(bytes);
        Ok(())
    }

    /// Writes data that is text in ISO 8859-1.
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
        if length as u64 > D::MAX {
            return Err(EncodingError::DataTooLong {
                length,
                max: D::MAX,
                element,
            });
        }
        let (header, data) = self
            .reserve(D::LENGTH + length, element)?
            .split_at_mut(D::LENGTH);
        header.fill(0);
        D::write(header, length as i64);
        self.pending -= 1;
        Ok(data)
    }

    /// Bytes of a complete message.
    pub fn finish(&self, element: &'static str) -> Encoded<usize> {
        if self.pending != 0 {
            return Err(EncodingError::Incomplete { element });
        }
        Ok(self.position)
    }
}

/// Writes the entries of a group: exactly as many as announced.
#[derive(Debug)]
pub(in super::super) struct Entries<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    base: usize,
    remaining: usize,
    element: &'static str,
}

impl<'c, 'a> Entries<'c, 'a> {
    #[inline]
    pub fn begin<D: Dimension>(
        cursor: &'c mut Cursor<'a>,
        count: usize,
        shape: (i64, i64, i64),
        element: &'static str,
    ) -> Encoded<Self> {
        if count as u64 > D::MAX_COUNT {
            return Err(EncodingError::TooManyEntries {
                count,
                max: D::MAX_COUNT,
                element,
            });
        }
        let header = cursor.reserve(D::LENGTH, element)?;
        header.fill(0);
        let (block_length, groups, data) = shape;
        D::write(header, block_length, count as i64, groups, data);
        let base = cursor.pending - 1;
        cursor.pending = base + count;
        Ok(Self {
            cursor,
            base,
            remaining: count,
            element,
        })
    }

    /// The place of the next entry, and how many parts are missing after it.
    #[inline]
    pub fn add(&mut self) -> Encoded<(&mut Cursor<'a>, usize)> {
        if self.remaining == 0 || self.cursor.pending != self.base + self.remaining {
            return Err(EncodingError::OutOfOrder {
                element: self.element,
            });
        }
        self.remaining -= 1;
        self.cursor.pending -= 1;
        let missing = self.cursor.pending;
        Ok((self.cursor, missing))
    }

    pub fn remaining(&self) -> usize {
        self.remaining
    }
}
