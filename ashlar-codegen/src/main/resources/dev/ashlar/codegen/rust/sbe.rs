// SPDX-License-Identifier: Apache-2.0
//! What the decoders and encoders of all messages share.

// No schema needs all of it.
#![allow(dead_code, unused_imports, unused_macros)]

use core::error::Error;
use core::fmt;
use core::str::{from_utf8, Utf8Error};

/// The most entries without bytes in all groups of one message: a bound on loops that cost a writer
/// nothing.
pub const MAX_EMPTY_ENTRIES: u64 = 65_536;

const MAX_LENGTH: i64 = i32::MAX as i64;

/// The rule that a message breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Fewer bytes than a header.
    HeaderTooLong = 1,
    /// The header names another schema.
    OtherSchema,
    /// The header names another message, or one that the schema does not have.
    UnknownTemplate,
    /// The header names a version beyond 2^31-1.
    VersionOutOfRange,
    /// A block reaches beyond the end.
    BlockTooLong,
    /// A group reaches beyond the end, or its count or block length is out of range.
    GroupTooLong,
    /// Variable-length data reaches beyond the end, or its length is out of range.
    DataTooLong,
    /// Groups claim more than [`MAX_EMPTY_ENTRIES`] entries that take no bytes.
    TooManyEmptyEntries,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HeaderTooLong => "header longer than bytes",
            Self::OtherSchema => "message of another schema",
            Self::UnknownTemplate => "unknown template",
            Self::VersionOutOfRange => "version out of range",
            Self::BlockTooLong => "block longer than bytes",
            Self::GroupTooLong => "group longer than bytes",
            Self::DataTooLong => "data longer than bytes",
            Self::TooManyEmptyEntries => "too many entries without bytes",
        })
    }
}

/// Bytes that are not the message they claim to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedMessage {
    /// The rule that was broken.
    pub kind: ErrorKind,
    /// Offset of what broke it.
    pub position: usize,
    /// Name of the block, group or data that broke it.
    pub element: &'static str,
}

impl fmt::Display for MalformedMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            position,
            element,
        } = self;
        write!(f, "{kind}: position={position} ({element})")
    }
}

impl Error for MalformedMessage {}

/// A message that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum EncodingError {
    /// The message is longer than the buffer.
    BufferTooSmall {
        position: usize,
        length: usize,
        element: &'static str,
    },
    /// A text is longer than its array.
    TextTooLong {
        length: usize,
        max: usize,
        element: &'static str,
    },
    /// Data is longer than its length can say.
    DataTooLong {
        length: usize,
        max: u64,
        element: &'static str,
    },
    /// A group has more entries than it can count.
    TooManyEntries {
        count: usize,
        max: u64,
        element: &'static str,
    },
    /// A group, entry or data is not the next in the order of the schema.
    OutOfOrder { element: &'static str },
    /// Groups, entries or data are missing.
    Incomplete { element: &'static str },
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BufferTooSmall {
                position,
                length,
                element,
            } => {
                write!(
                    f,
                    "message longer than buffer: position={position}, length={length} ({element})"
                )
            }
            Self::TextTooLong {
                length,
                max,
                element,
            } => {
                write!(
                    f,
                    "text longer than its array: length={length}, max={max} ({element})"
                )
            }
            Self::DataTooLong {
                length,
                max,
                element,
            } => {
                write!(
                    f,
                    "data longer than its length can say: length={length}, max={max} ({element})"
                )
            }
            Self::TooManyEntries {
                count,
                max,
                element,
            } => {
                write!(
                    f,
                    "more entries than the group can count: count={count}, max={max} ({element})"
                )
            }
            Self::OutOfOrder { element } => {
                write!(f, "group, entry or data out of order ({element})")
            }
            Self::Incomplete { element } => {
                write!(f, "groups, entries or data are missing ({element})")
            }
        }
    }
}

impl Error for EncodingError {}

/// What a decoder returns.
pub type Decoded<T> = Result<T, MalformedMessage>;

/// What an encoder returns.
pub type Encoded<T> = Result<T, EncodingError>;

/// A field of the schema, or a member of a composite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Field id; `None` for a member of a composite.
    pub id: Option<u16>,
    /// The schema version that first had the field.
    pub since_version: u32,
    /// Bytes from the start of the block or composite.
    pub offset: usize,
    /// Bytes that the value takes.
    pub length: usize,
    /// What the schema calls the meaning of the field, or nothing.
    pub semantic_type: &'static str,
    /// Start of time of a timestamp, or nothing.
    pub epoch: &'static str,
    /// Unit of a timestamp, or nothing.
    pub time_unit: &'static str,
}

/// Text in US-ASCII or UTF-8, as it is in the message: its bytes have not been checked.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Text of these bytes.
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

/// A value that takes a fixed number of bytes.
pub trait Wire: Copy {
    /// Bytes that it takes.
    const SIZE: usize;
    /// The value of exactly as many bytes.
    fn load(bytes: &[u8]) -> Self;
    /// Writes exactly as many bytes.
    fn store(self, to: &mut [u8]);
    /// Whether it is the null value, which any NaN is where that is NaN.
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

/// Makes a struct of one number a value on the wire.
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

pub(super) use wire_newtype;

/// Values at fixed offsets: a block or composite, as long as its writer made it and of its writer's
/// version.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fields<'a> {
    pub bytes: &'a [u8],
    pub version: u32,
}

impl<'a> Fields<'a> {
    /// Whether the writer had a value.
    #[inline]
    pub fn has(self, since: u32, end: usize) -> bool {
        self.version >= since && self.bytes.len() >= end
    }

    /// The fields of a composite; none if it is absent.
    #[inline]
    pub fn part(self, since: u32, offset: usize, end: usize) -> Fields<'a> {
        let bytes = if self.has(since, end) {
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
pub(super) fn get<T: Wire>(fields: Fields<'_>, since: u32, offset: usize, null: T) -> T {
    match fields.bytes.get(offset..offset + T::SIZE) {
        Some(bytes) if fields.version >= since => T::load(bytes),
        _ => null,
    }
}

/// Characters before the first NUL; none if the text is absent.
#[inline]
pub(super) fn get_text(fields: Fields<'_>, since: u32, offset: usize, length: usize) -> &[u8] {
    match fields.bytes.get(offset..offset + length) {
        Some(text) if fields.version >= since => match text.iter().position(|&b| b == 0) {
            Some(end) => &text[..end],
            None => text,
        },
        _ => &[],
    }
}

/// Whether `count` elements, which must be present, all hold the null value.
#[inline]
pub(super) fn holds_null<T: Wire>(
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

/// Whether a value is there and not all of its elements hold the null value.
#[inline]
pub(super) fn has_value<T: Wire>(
    fields: Fields<'_>,
    since: u32,
    offset: usize,
    count: usize,
    null: T,
) -> bool {
    fields.has(since, offset + count * T::SIZE) && !holds_null(fields, offset, count, null)
}

/// A whole number of a header.
#[inline]
pub(super) fn load<T: Wire>(bytes: &[u8], offset: usize) -> T {
    T::load(&bytes[offset..offset + T::SIZE])
}

#[inline]
pub(super) fn put<T: Wire>(block: &mut [u8], offset: usize, value: T) {
    value.store(&mut block[offset..offset + T::SIZE]);
}

#[inline]
pub(super) fn put_text(
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
    let (used, padding) = block[offset..offset + max].split_at_mut(length);
    used.copy_from_slice(text);
    padding.fill(0);
    Ok(())
}

/// Copies a value, or writes the null value if it is absent.
#[inline]
pub(super) fn copy<T: Wire>(
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
pub(super) fn part_mut<const N: usize>(block: &mut [u8], offset: usize) -> &mut [u8; N] {
    block[offset..]
        .first_chunk_mut()
        .expect("a composite lies within its block")
}

/// What a message header says.
#[derive(Clone, Copy)]
pub(super) struct Acting {
    pub block_length: i64,
    pub template_id: i64,
    pub schema_id: i64,
    pub version: i64,
}

/// The header before each message.
pub(super) trait MessageHeader {
    const NAME: &'static str;
    const LENGTH: usize;
    const SCHEMA_ID: i64;
    fn read(from: &[u8]) -> Acting;
    fn write(to: &mut [u8], acting: Acting, groups: i64, data: i64);
}

/// What precedes the entries of a group.
pub(super) trait Dimension {
    const LENGTH: usize;
    const MAX_COUNT: u64;
    fn block_length(from: &[u8]) -> i64;
    fn count(from: &[u8]) -> i64;
    fn write(to: &mut [u8], block_length: i64, count: i64, groups: i64, data: i64);
}

/// What precedes variable-length data.
pub(super) trait DataLength {
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
    #[doc(hidden)]
    fn sbe_walk(walk: &mut Walk<'a>, at: usize, block_length: i64) -> Decoded<Self>;
    #[doc(hidden)]
    fn sbe_end(&self) -> usize;
}

/// Walks over a message by its counts and lengths and proves that they stay within the bytes. Time
/// grows with the bytes, never with the counts that they claim.
///
/// Each step returns the offset after what it walked over.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    message: &'a [u8],
    version: u32,
    empty_entries: u64,
}

impl<'a> Walk<'a> {
    /// Reads a header and holds it to the schema. The caller knows the templates.
    pub(super) fn header<H: MessageHeader>(message: &[u8]) -> Decoded<Acting> {
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
    pub(super) fn begin<H: MessageHeader>(
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
        let version = acting.version as u32;
        Ok((
            Self {
                message,
                version,
                empty_entries: 0,
            },
            acting,
        ))
    }

    pub(super) fn message(&self) -> &'a [u8] {
        self.message
    }

    /// A block that has been walked over.
    #[inline]
    pub(super) fn fields(&self, at: usize, end: usize) -> Fields<'a> {
        Fields {
            bytes: &self.message[at..end],
            version: self.version,
        }
    }

    #[inline]
    pub(super) fn block(&self, at: usize, length: i64, element: &'static str) -> Decoded<usize> {
        if !self.fits(at, length) {
            return Err(malformed(ErrorKind::BlockTooLong, at, element));
        }
        Ok(at + length as usize)
    }

    #[inline]
    pub(super) fn group<E: Entry<'a>>(&mut self, at: usize) -> Decoded<usize> {
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
        if !(0..=MAX_LENGTH).contains(&block_length)
            || count < 0
            || (count > MAX_LENGTH && !empty)
            || (block_length != 0 && count > (self.message.len() - next) as i64 / block_length)
        {
            return Err(too_long);
        }
        if tail {
            for _ in 0..count {
                next = E::sbe_walk(self, next, block_length)?.sbe_end();
            }
            return Ok(next);
        }
        if empty {
            self.empty_entries = self.empty_entries.saturating_add(count as u64);
            if self.empty_entries > MAX_EMPTY_ENTRIES {
                return Err(malformed(ErrorKind::TooManyEmptyEntries, at, E::NAME));
            }
        }
        Ok(next + (block_length * count) as usize)
    }

    #[inline]
    pub(super) fn data<D: DataLength>(
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
pub(super) fn data_at<D: DataLength>(message: &[u8], at: usize, end: usize) -> &[u8] {
    if at == end {
        return &[];
    }
    &message[at + D::LENGTH..end]
}

/// The entries of a group, which can be iterated as often as needed.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a, E: Entry<'a>> {
    walk: Walk<'a>,
    at: usize,
    block_length: i64,
    remaining: usize,
    entry: core::marker::PhantomData<E>,
}

impl<'a, E: Entry<'a>> Group<'a, E> {
    /// A group that has been walked over.
    #[inline]
    pub(super) fn new(message: &'a [u8], at: usize, version: u32) -> Self {
        let mut group = Self {
            walk: Walk {
                message,
                version,
                empty_entries: 0,
            },
            at,
            block_length: 0,
            remaining: 0,
            entry: core::marker::PhantomData,
        };
        if version >= E::SINCE_VERSION {
            let dimension = &message[at..at + E::DIMENSION];
            group.at += E::DIMENSION;
            group.block_length = E::sbe_block_length(dimension);
            group.remaining = E::sbe_count(dimension) as usize;
        }
        group
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.remaining
    }

    /// Whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.remaining == 0
    }

    /// The entries in their order.
    #[inline]
    pub fn iter(&self) -> GroupIter<'a, E> {
        GroupIter(*self)
    }
}

impl<'a, E: Entry<'a>> IntoIterator for Group<'a, E> {
    type Item = E;
    type IntoIter = GroupIter<'a, E>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        GroupIter(self)
    }
}

impl<'a, E: Entry<'a>> IntoIterator for &Group<'a, E> {
    type Item = E;
    type IntoIter = GroupIter<'a, E>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        GroupIter(*self)
    }
}

/// Iterates over the entries of a group.
#[derive(Clone, Debug)]
pub struct GroupIter<'a, E: Entry<'a>>(Group<'a, E>);

impl<'a, E: Entry<'a>> Iterator for GroupIter<'a, E> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        let group = &mut self.0;
        if group.remaining == 0 {
            return None;
        }
        // The message was walked over when it was decoded, so this cannot fail.
        let entry = E::sbe_walk(&mut group.walk, group.at, group.block_length).ok()?;
        group.at = entry.sbe_end();
        group.remaining -= 1;
        Some(entry)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.remaining, Some(self.0.remaining))
    }
}

impl<'a, E: Entry<'a>> ExactSizeIterator for GroupIter<'a, E> {}

/// What of the buffer is still to be written, and how many parts of the message are missing.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
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

    /// Begins a part of a block that is followed by `missing` more, this one included.
    #[inline]
    pub fn part(&mut self, missing: usize, element: &'static str) -> Encoded<()> {
        if self.pending != missing {
            return Err(EncodingError::OutOfOrder { element });
        }
        self.pending -= 1;
        Ok(())
    }

    #[inline]
    pub fn data<D: DataLength>(&mut self, bytes: &[u8], element: &'static str) -> Encoded<()> {
        let length = bytes.len();
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
        data.copy_from_slice(bytes);
        Ok(())
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
pub(super) struct Entries<'c, 'a> {
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
        let base = cursor.pending;
        cursor.pending += count;
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
