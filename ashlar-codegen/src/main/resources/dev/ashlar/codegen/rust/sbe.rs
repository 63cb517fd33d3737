// SPDX-License-Identifier: Apache-2.0
//! What the decoders and encoders of all messages share.

// No schema needs all of it.
#![allow(dead_code, unused_imports, unused_macros)]

mod cursor;
mod error;
mod group;
mod text;
mod walk;
mod wire;

pub use error::{Decoded, Encoded, EncodingError, ErrorKind, MalformedMessage};
pub use group::{Group, GroupIter};
pub use text::{Latin1, Text};
pub use walk::{Entry, Walk, MAX_EMPTY_ENTRIES};
pub use wire::Wire;

pub(super) use cursor::{Cursor, Entries, Parts};
pub(super) use text::require_ascii;
pub(super) use walk::{Acting, Counts, DataLength, Dimension, MessageHeader};
pub(super) use wire::{copy, get, get_text, has_value, holds_null, load};
pub(super) use wire::{part_mut, put, put_latin1, put_text};
pub(super) use wire::{wire_newtype, Fields};

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
