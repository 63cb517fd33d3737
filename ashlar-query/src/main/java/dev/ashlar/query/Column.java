// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// A column of a relation or of a result.
///
/// @param index    its position, from 0
/// @param name     unique in the relation; case-sensitive
/// @param nullable whether it may be NULL
public record Column(int index, String name, ValueType type, boolean nullable) { }
