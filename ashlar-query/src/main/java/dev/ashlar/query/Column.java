// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// A column of a relation or of a result.
///
/// @param index    its place, from 0
/// @param name     of its own in the relation; capitals matter
/// @param nullable whether it may be NULL
public record Column(int index, String name, ValueType type, boolean nullable) { }
