// SPDX-License-Identifier: Apache-2.0
//! Entries of groups.

use core::marker::PhantomData;

use super::{Decoded, Entry, Fields, Walk};

/// The bytes of the entries that are left, of a group that has been walked over.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'a> {
    walk: Walk<'a>,
    at: usize,
    block_length: usize,
    /// If entries have bytes and no groups or data: those that are left.
    blocks: &'a [u8],
    /// If not: how many are left.
    count: usize,
}

impl<'a> Unread<'a> {
    #[inline]
    fn new<E: Entry<'a>>(message: &'a [u8], at: usize, version: u32) -> Self {
        let mut entries = Self {
            walk: Walk::again(message, version),
            at,
            block_length: 0,
            blocks: &[],
            count: 0,
        };
        if version >= E::SINCE_VERSION {
            let (dimension, rest) = message[at..].split_at(E::DIMENSION);
            entries.at += E::DIMENSION;
            entries.block_length = E::sbe_block_length(dimension) as usize;
            entries.count = E::sbe_count(dimension) as usize;
            if E::TAIL_SINCE == u32::MAX && entries.block_length != 0 {
                entries.blocks = &rest[..entries.block_length * entries.count];
            }
        }
        entries
    }

    #[inline]
    fn len<E: Entry<'a>>(&self) -> usize {
        if E::TAIL_SINCE == u32::MAX && self.block_length != 0 {
            self.blocks.len() / self.block_length
        } else {
            self.count
        }
    }

    /// The next of entries without groups or data.
    #[inline]
    pub(in super::super) fn block(&mut self) -> Option<Fields<'a>> {
        if self.block_length == 0 {
            self.count = self.count.checked_sub(1)?;
        }
        let bytes = self.blocks.get(..self.block_length)?;
        self.blocks = &self.blocks[self.block_length..];
        Some(Fields {
            bytes,
            version: self.walk.version(),
        })
    }

    /// The next of other entries. They were walked over when the message was decoded, so this cannot
    /// fail.
    #[inline]
    pub(in super::super) fn walk<E>(
        &mut self,
        step: impl Fn(&mut Walk<'a>, usize, i64) -> Decoded<(E, usize)>,
    ) -> Option<E> {
        self.count = self.count.checked_sub(1)?;
        let (entry, end) = step(&mut self.walk, self.at, self.block_length as i64).ok()?;
        self.at = end;
        Some(entry)
    }
}

/// The entries of a group, which can be iterated as often as needed.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a, E: Entry<'a>> {
    entries: Unread<'a>,
    entry: PhantomData<E>,
}

impl<'a, E: Entry<'a>> Group<'a, E> {
    /// A group that has been walked over.
    #[inline]
    pub(in super::super) fn new(message: &'a [u8], at: usize, version: u32) -> Self {
        Self {
            entries: Unread::new::<E>(message, at, version),
            entry: PhantomData,
        }
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len::<E>()
    }

    /// Whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        E::sbe_next(&mut self.0.entries)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<'a, E: Entry<'a>> ExactSizeIterator for GroupIter<'a, E> {}
