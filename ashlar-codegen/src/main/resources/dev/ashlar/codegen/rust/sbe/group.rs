// SPDX-License-Identifier: Apache-2.0
//! Groups and their entries.

use core::marker::PhantomData;

use super::{Entry, Walk};

/// The entries of a group, which can be iterated any number of times.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a, E: Entry<'a>> {
    walk: Walk<'a>,
    block_length: usize,
    count: usize,
    entry: PhantomData<E>,
}

impl<'a, E: Entry<'a>> Group<'a, E> {
    /// A group that has been checked, or an empty one if `group` has no bytes.
    #[inline]
    pub(in super::super) fn new(group: &'a [u8], version: u32) -> Self {
        let mut entries = Self {
            walk: Walk::again(&[], version),
            block_length: 0,
            count: 0,
            entry: PhantomData,
        };
        if let Some((dimension, rest)) = group.split_at_checked(E::DIMENSION) {
            entries.walk = Walk::again(rest, version);
            entries.block_length = E::sbe_block_length(dimension) as usize;
            entries.count = E::sbe_count(dimension) as usize;
        }
        entries
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        if self.is_blocks() {
            self.walk.remaining() / self.block_length
        } else {
            self.count
        }
    }

    /// Whether the number of remaining entries follows from the remaining bytes.
    #[inline]
    fn is_blocks(&self) -> bool {
        E::TAIL_SINCE == u32::MAX && self.block_length > 0
    }

    /// Whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the entries in order.
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
        // The group has been checked by the decoder, so this fails only after the last entry.
        let group = &mut self.0;
        if !group.is_blocks() {
            group.count = group.count.checked_sub(1)?;
        }
        E::sbe_walk(&mut group.walk, group.block_length).ok()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<'a, E: Entry<'a>> ExactSizeIterator for GroupIter<'a, E> {}
