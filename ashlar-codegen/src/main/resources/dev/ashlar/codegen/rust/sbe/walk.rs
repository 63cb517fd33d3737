// SPDX-License-Identifier: Apache-2.0
//! The check that a message keeps to its bytes.

use super::{Decoded, ErrorKind, Fields, MalformedMessage, Unread};

/// The most entries without bytes in all groups of one message: a bound on loops that cost a writer
/// nothing.
pub const MAX_EMPTY_ENTRIES: u64 = 65_536;

const MAX_LENGTH: i64 = i32::MAX as i64;

/// What a message header says.
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

/// What precedes the entries of a group.
pub(in super::super) trait Dimension {
    const LENGTH: usize;
    const MAX_COUNT: u64;
    fn block_length(from: &[u8]) -> i64;
    fn count(from: &[u8]) -> i64;
    fn write(to: &mut [u8], block_length: i64, count: i64, groups: i64, data: i64);
}

/// What precedes variable-length data.
pub(in super::super) trait DataLength {
    const LENGTH: usize;
    const MAX: u64;
    fn read(from: &[u8]) -> i64;
    fn write(to: &mut [u8], length: i64);
}

/// An entry of a group.
pub trait Entry<'a>: Copy {
    /// Name of the group.
    const NAME: &'static str;
    /// The schema version that first had the group.
    const SINCE_VERSION: u32;
    /// The version from which entries have groups or data of their own.
    #[doc(hidden)]
    const TAIL_SINCE: u32;
    #[doc(hidden)]
    const DIMENSION: usize;

    #[doc(hidden)]
    fn sbe_block_length(dimension: &[u8]) -> i64;
    #[doc(hidden)]
    fn sbe_count(dimension: &[u8]) -> i64;
    /// An entry, and the offset after it.
    #[doc(hidden)]
    fn sbe_walk(walk: &mut Walk<'a>, at: usize, block_length: i64) -> Decoded<(Self, usize)>;
    #[doc(hidden)]
    #[inline]
    fn sbe_next(entries: &mut Unread<'a>) -> Option<Self> {
        entries.walk(Self::sbe_walk)
    }
}

/// Walks over a message by its counts and lengths and proves that they stay within the bytes. Time
/// grows with the bytes, never with the counts that they claim.
///
/// Each step returns the offset after what it walked over.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    message: &'a [u8],
    version: u32,
    /// Whether all of it was walked over before.
    again: bool,
    empty_entries: u64,
}

impl<'a> Walk<'a> {
    /// Reads a header and holds it to the schema. The caller knows the templates.
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

    /// Begins the walk over a message of this template.
    #[inline]
    pub(in super::super) fn begin<H: MessageHeader>(
        message: &'a [u8],
        template_id: i64,
    ) -> Decoded<(Self, Acting)> {
        let acting = Self::header::<H>(message)?;
        if acting.template_id != template_id {
            return Err(malformed(ErrorKind::UnknownTemplate, 0, "templateId"));
        }
        if !(0..=MAX_LENGTH).contains(&acting.version) {
            return Err(malformed(ErrorKind::VersionOutOfRange, 0, "version"));
        }
        let walk = Self {
            message,
            version: acting.version as u32,
            again: false,
            empty_entries: 0,
        };
        Ok((walk, acting))
    }

    /// Walks once more over what was proved.
    #[inline]
    pub(in super::super) fn again(message: &'a [u8], version: u32) -> Self {
        Self {
            message,
            version,
            again: true,
            empty_entries: 0,
        }
    }

    #[inline]
    pub(in super::super) fn version(&self) -> u32 {
        self.version
    }

    pub(in super::super) fn message(&self) -> &'a [u8] {
        self.message
    }

    #[inline]
    pub(in super::super) fn block(
        &self,
        at: usize,
        length: i64,
        element: &'static str,
    ) -> Decoded<Fields<'a>> {
        let version = self.version;
        match usize::try_from(length) {
            Ok(length) if length <= MAX_LENGTH as usize => self.message.get(at..at + length),
            _ => None,
        }
        .map(|bytes| Fields { bytes, version })
        .ok_or_else(|| malformed(ErrorKind::BlockTooLong, at, element))
    }

    #[inline]
    pub(in super::super) fn group<E: Entry<'a>>(&mut self, at: usize) -> Decoded<usize> {
        if self.version < E::SINCE_VERSION {
            return Ok(at);
        }
        let too_long = malformed(ErrorKind::GroupTooLong, at, E::NAME);
        let dimension = self.message.get(at..at + E::DIMENSION).ok_or(too_long)?;
        let block_length = E::sbe_block_length(dimension);
        let count = E::sbe_count(dimension);
        let mut next = at + E::DIMENSION;
        let tail = self.version >= E::TAIL_SINCE;
        let empty = block_length == 0 && !tail;
        let proved = self.again
            || ((0..=MAX_LENGTH).contains(&block_length)
                && count >= 0
                && (count <= MAX_LENGTH || empty)
                && block_length * count <= (self.message.len() - next) as i64);
        if !proved {
            return Err(too_long);
        }
        if tail {
            for _ in 0..count {
                (_, next) = E::sbe_walk(self, next, block_length)?;
            }
            return Ok(next);
        }
        if empty && !self.again {
            self.empty_entries = self.empty_entries.saturating_add(count as u64);
            if self.empty_entries > MAX_EMPTY_ENTRIES {
                return Err(malformed(ErrorKind::TooManyEmptyEntries, at, E::NAME));
            }
        }
        Ok(next + (block_length * count) as usize)
    }

    #[inline]
    pub(in super::super) fn data<D: DataLength>(
        &self,
        at: usize,
        since: u32,
        element: &'static str,
    ) -> Decoded<usize> {
        if self.version < since {
            return Ok(at);
        }
        let too_long = malformed(ErrorKind::DataTooLong, at, element);
        let next = at + D::LENGTH;
        let length = D::read(self.message.get(at..next).ok_or(too_long)?);
        if !self.fits(next, length) {
            return Err(too_long);
        }
        Ok(next + length as usize)
    }

    #[inline]
    fn fits(&self, at: usize, length: i64) -> bool {
        (0..=MAX_LENGTH).contains(&length) && length as usize <= self.message.len() - at
    }
}

fn malformed(kind: ErrorKind, position: usize, element: &'static str) -> MalformedMessage {
    MalformedMessage {
        kind,
        position,
        element,
    }
}

/// The bytes of data that a walk has proved: none if the writer did not have it.
#[inline]
pub(in super::super) fn data_at<D: DataLength>(message: &[u8], at: usize, end: usize) -> &[u8] {
    if at == end {
        return &[];
    }
    &message[at + D::LENGTH..end]
}
