// SPDX-License-Identifier: Apache-2.0
//! Entries of groups.

use core::marker::PhantomData;

use super::{Entry, Walk};

/// The entries of a group, which can be iterated as often as needed.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a, E: Entry<'a>> {
    walk: Walk<'a>,
    at: usize,
    block_length: i64,
    remaining: usize,
    entry: PhantomData<E>,
}

impl<'a, E: Entry<'a>> Group<'a, E> {
    /// A group that has been walked over.
    #[inline]
    pub(in super::super) fn new(message: &'a [u8], at: usize, version: u32) -> Self {
        let mut group = Self {
            walk: Walk::over(message, version),
            at,
            block_length: 0,
            remaining: 0,
            entry: PhantomData,
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
