// SPDX-License-Identifier: Apache-2.0
//! Checks that a message lies within its bytes.

use core::ops::RangeInclusive;

use super::{Decoded, ErrorKind, Fields, MalformedMessage};

/// Maximum number of entries without bytes in one message. They cost a writer nothing, so readers
/// limit the loops.
pub const MAX_EMPTY_ENTRIES: u64 = 65_536;

const MAX_LENGTH: i64 = i32::MAX as i64;

/// The counts or lengths that the schema allows.
pub(in super::super) type Counts = RangeInclusive<i64>;

/// The standard members of a message header.
#[derive(Clone, Copy)]
pub(in super::super) struct Acting {
    pub block_length: i64,
    pub template_id: i64,
    pub schema_id: i64,
    pub version: i64,
}

/// The header before each message.
pub(in super::super) trait MessageHeader {
    const NAME: &'static str;
    const LENGTH: usize;
    const SCHEMA_ID: i64;
    fn read(from: &[u8]) -> Acting;
    fn write(to: &mut [u8], acting: Acting, groups: i64, data: i64);
}

/// The dimension composite before the entries of a group.
pub(in super::super) trait Dimension {
    const LENGTH: usize;
    const COUNTS: Counts;
    fn block_length(from: &[u8]) -> i64;
    fn count(from: &[u8]) -> i64;
    fn write(to: &mut [u8], block_length: i64, count: i64, groups: i64, data: i64);
}

/// The length before variable-length data.
pub(in super::super) trait DataLength {
    const LENGTH: usize;
    const LENGTHS: Counts;
    fn read(from: &[u8]) -> i64;
    fn write(to: &mut [u8], length: i64);
}

/// An entry of a group.
pub trait Entry<'a>: Copy {
    /// Name of the group.
    const NAME: &'static str;
    /// The schema version that added the group.
    const SINCE_VERSION: u32;
    /// The first version in which entries have groups or data of their own.
    #[doc(hidden)]
    const TAIL_SINCE: u32;
    #[doc(hidden)]
    const DIMENSION: usize;
    #[doc(hidden)]
    const COUNTS: Counts;
    /// Length of an entry's block in this version of the schema.
    #[doc(hidden)]
    const BLOCK_LENGTH: i64;

    #[doc(hidden)]
    fn sbe_block_length(dimension: &[u8]) -> i64;
    #[doc(hidden)]
    fn sbe_count(dimension: &[u8]) -> i64;
    #[doc(hidden)]
    fn sbe_walk(walk: &mut Walk<'a>, block_length: usize) -> Decoded<Self>;
}

/// Walks over a message by its counts and lengths, and proves that all of it lies within the bytes.
/// The time depends on the number of bytes, never on the counts that a message claims.
///
/// Each step removes the element that it walked over from the front of `rest`.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    bytes: &'a [u8],
    rest: &'a [u8],
    version: u32,
    /// Whether the bytes have been checked by an earlier walk.
    again: bool,
    empty_entries: u64,
}

impl<'a> Walk<'a> {
    /// Reads a header and checks its schema id. Callers check the template id.
    pub(in super::super) fn header<H: MessageHeader>(message: &[u8]) -> Decoded<Acting> {
        let header = message
            .get(..H::LENGTH)
            .ok_or_else(|| malformed(ErrorKind::HeaderTooLong, 0, H::NAME))?;
        let acting = H::read(header);
        if acting.schema_id != H::SCHEMA_ID {
            return Err(malformed(ErrorKind::OtherSchema, 0, "schemaId"));
        }
        Ok(acting)
    }

    /// Begins the walk over a message of this template, and returns the length of its block.
    #[inline]
    pub(in super::super) fn begin<H: MessageHeader>(
        message: &'a [u8],
        template_id: i64,
        block_length: usize,
    ) -> Decoded<(Self, usize)> {
        let acting = Self::header::<H>(message)?;
        if acting.template_id != template_id {
            return Err(malformed(ErrorKind::UnknownTemplate, 0, "templateId"));
        }
        if !(0..=MAX_LENGTH).contains(&acting.version) {
            return Err(malformed(ErrorKind::VersionOutOfRange, 0, "version"));
        }
        let walk = Self {
            bytes: message,
            rest: message.get(H::LENGTH..).unwrap_or_default(),
            version: acting.version as u32,
            again: false,
            empty_entries: 0,
        };
        let length = length_of(acting.block_length).unwrap_or(usize::MAX);
        Ok((walk, expect(length, block_length)))
    }

    /// Walks again over bytes that have been checked.
    #[inline]
    pub(in super::super) fn again(bytes: &'a [u8], version: u32) -> Self {
        Self {
            bytes,
            rest: bytes,
            version,
            again: true,
            empty_entries: 0,
        }
    }

    /// The bytes walked over so far, including the header.
    #[inline]
    pub(in super::super) fn walked(&self) -> &'a [u8] {
        &self.bytes[..self.position()]
    }

    /// Number of bytes not yet walked over.
    #[inline]
    pub(in super::super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    fn position(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    #[inline]
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    #[inline]
    pub(in super::super) fn block(
        &mut self,
        length: usize,
        element: &'static str,
    ) -> Decoded<Fields<'a>> {
        let too_long = self.fail(ErrorKind::BlockTooLong, element);
        let bytes = self.take(length);
        Ok(Fields {
            bytes: bytes.ok_or(too_long)?,
            version: self.version,
        })
    }

    /// The bytes of the dimension and entries of a group; empty if the group is absent.
    #[inline]
    pub(in super::super) fn group<E: Entry<'a>>(&mut self) -> Decoded<&'a [u8]> {
        if self.version < E::SINCE_VERSION {
            return Ok(&[]);
        }
        let start = self.rest;
        let too_long = self.fail(ErrorKind::GroupTooLong, E::NAME);
        let too_many = self.fail(ErrorKind::TooManyEmptyEntries, E::NAME);
        let out_of_range = self.fail(ErrorKind::CountOutOfRange, E::NAME);
        let dimension = self.take(E::DIMENSION).ok_or(too_long)?;
        let block_length = expect(E::sbe_block_length(dimension), E::BLOCK_LENGTH);
        let count = E::sbe_count(dimension);
        let tail = self.version >= E::TAIL_SINCE;
        if !self.again {
            if !E::COUNTS.contains(&count) {
                return Err(out_of_range);
            }
            if !(0..=MAX_LENGTH).contains(&block_length) {
                return Err(too_long);
            }
        }
        let length = E::DIMENSION as i64 + block_length * count;
        let length = usize::try_from(length).map_err(|_| too_long)?;
        if tail {
            // Each entry has bytes, so the bytes bound the number of entries.
            if length > start.len() {
                return Err(too_long);
            }
            for _ in 0..count {
                E::sbe_walk(self, block_length as usize)?;
            }
            return Ok(&start[..start.len() - self.rest.len()]);
        }
        if block_length == 0 && !self.again {
            self.empty_entries += count as u64;
            if self.empty_entries > MAX_EMPTY_ENTRIES {
                return Err(too_many);
            }
        }
        let (group, rest) = start.split_at_checked(length).ok_or(too_long)?;
        self.rest = rest;
        Ok(group)
    }

    /// The bytes of data; empty if the data is absent.
    #[inline]
    pub(in super::super) fn data<D: DataLength>(
        &mut self,
        since: u32,
        element: &'static str,
    ) -> Decoded<&'a [u8]> {
        if self.version < since {
            return Ok(&[]);
        }
        let too_long = self.fail(ErrorKind::DataTooLong, element);
        let out_of_range = self.fail(ErrorKind::CountOutOfRange, element);
        let length = D::read(self.take(D::LENGTH).ok_or(too_long)?);
        if !D::LENGTHS.contains(&length) {
            return Err(out_of_range);
        }
        self.take(length as usize).ok_or(too_long)
    }

    #[inline]
    fn fail(&self, kind: ErrorKind, element: &'static str) -> MalformedMessage {
        malformed(kind, self.position(), element)
    }
}

/// The same value. If it is the expected one, a processor predicts so, and knows where the next
/// element begins before it has read the value.
#[inline]
fn expect<T: PartialEq>(value: T, expected: T) -> T {
    if value == expected {
        expected
    } else {
        core::hint::black_box(value)
    }
}

/// The length, if it is in range.
#[inline]
fn length_of(length: i64) -> Option<usize> {
    (0..=MAX_LENGTH)
        .contains(&length)
        .then_some(length as usize)
}

#[inline]
fn malformed(kind: ErrorKind, position: usize, element: &'static str) -> MalformedMessage {
    MalformedMessage {
        kind,
        position,
        element,
    }
}
