// SPDX-License-Identifier: Apache-2.0
//! Errors of decoders and encoders.

use core::error::Error;
use core::fmt;

/// The rule that a message breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes are too short for a message header.
    HeaderTooLong = 1,
    /// The header has the id of another schema.
    OtherSchema,
    /// The header has the template id of another message, or one that the schema does not define.
    UnknownTemplate,
    /// The version in the header is greater than 2^31-1.
    VersionOutOfRange,
    /// A block extends beyond the end of the bytes.
    BlockTooLong,
    /// A group extends beyond the end of the bytes, or its block length is out of range.
    GroupTooLong,
    /// Variable-length data extends beyond the end of the bytes.
    DataTooLong,
    /// The groups claim more than [`MAX_EMPTY_ENTRIES`](super::MAX_EMPTY_ENTRIES) empty entries.
    TooManyEmptyEntries,
    /// The schema does not allow the count of a group or the length of variable-length data.
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

/// The error for bytes that are not a valid message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedMessage {
    /// The rule that the bytes break.
    pub kind: ErrorKind,
    /// Offset of the offending element.
    pub position: usize,
    /// Name of the offending block, group, data or header member.
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

/// The reason why a message cannot be written.
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
    /// Data is longer than the schema allows or its length field can hold.
    DataTooLong {
        length: usize,
        max: u64,
        element: &'static str,
    },
    /// Data is shorter than the schema allows.
    DataTooShort {
        length: usize,
        min: u64,
        element: &'static str,
    },
    /// A group has more entries than allowed, or the message has too many entries without bytes.
    TooManyEntries {
        count: usize,
        max: u64,
        element: &'static str,
    },
    /// A group has fewer entries than the schema allows.
    TooFewEntries {
        count: usize,
        min: u64,
        element: &'static str,
    },
    /// A group, entry or data is not the next one in schema order.
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
                    "data longer than the maximum: length={length}, max={max} ({element})"
                )
            }
            Self::DataTooShort {
                length,
                min,
                element,
            } => {
                write!(
                    f,
                    "data shorter than the minimum: length={length}, min={min} ({element})"
                )
            }
            Self::TooManyEntries {
                count,
                max,
                element,
            } => {
                write!(
                    f,
                    "more entries than the maximum: count={count}, max={max} ({element})"
                )
            }
            Self::TooFewEntries {
                count,
                min,
                element,
            } => {
                write!(
                    f,
                    "fewer entries than the minimum: count={count}, min={min} ({element})"
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

/// The result of decoding.
pub type Decoded<T> = Result<T, MalformedMessage>;

/// The result of encoding.
pub type Encoded<T> = Result<T, EncodingError>;
