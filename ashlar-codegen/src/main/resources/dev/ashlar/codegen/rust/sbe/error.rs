// SPDX-License-Identifier: Apache-2.0
//! What decoders and encoders fail with.

use core::error::Error;
use core::fmt;

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
    /// A group reaches beyond the end, or its block length is out of range.
    GroupTooLong,
    /// Variable-length data reaches beyond the end.
    DataTooLong,
    /// Groups claim more than [`MAX_EMPTY_ENTRIES`](super::MAX_EMPTY_ENTRIES) entries that take no bytes.
    TooManyEmptyEntries,
    /// The schema does not allow the count of a group, or the length of variable-length data.
    CountOutOfRange,
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
            Self::CountOutOfRange => "count or length out of range",
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
    /// A text has a character that its charset lacks.
    NotInCharset {
        index: usize,
        charset: &'static str,
        element: &'static str,
    },
    /// Data is longer than its length can say.
    DataTooLong {
        length: usize,
        max: u64,
        element: &'static str,
    },
    /// Data is shorter than it must be.
    DataTooShort {
        length: usize,
        min: u64,
        element: &'static str,
    },
    /// A group has more entries than it can count, or than readers accept where they take no bytes.
    TooManyEntries {
        count: usize,
        max: u64,
        element: &'static str,
    },
    /// A group has fewer entries than it must have.
    TooFewEntries {
        count: usize,
        min: u64,
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
            Self::NotInCharset {
                index,
                charset,
                element,
            } => {
                write!(
                    f,
                    "text with a character that its charset lacks: index={index}, charset={charset} ({element})"
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
            Self::DataTooShort {
                length,
                min,
                element,
            } => {
                write!(
                    f,
                    "data shorter than it must be: length={length}, min={min} ({element})"
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
            Self::TooFewEntries {
                count,
                min,
                element,
            } => {
                write!(
                    f,
                    "fewer entries than the group must have: count={count}, min={min} ({element})"
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
