// SPDX-License-Identifier: Apache-2.0
//! Types shared by the decoders and encoders of all messages.

// A schema may need only some of these items.
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
    /// The schema version that added the field.
    pub since_version: u32,
    /// Offset from the start of the block or composite, in bytes.
    pub offset: usize,
    /// Length of the value in bytes.
    pub length: usize,
    /// The semantic type that the schema declares, or empty.
    pub semantic_type: &'static str,
    /// Epoch of a timestamp, or empty.
    pub epoch: &'static str,
    /// Time unit of a timestamp, or empty.
    pub time_unit: &'static str,
}
