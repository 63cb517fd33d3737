// SPDX-License-Identifier: Apache-2.0
/// The model that the generators of all languages except Java share: the offset of each value, the tests whether it is
/// absent or null, its name in JSON, and the bytes of blocks with every value set to null.
///
/// ```text
///   Value ─► NullTest                             a field or member: present since, null if
///   Decimal                                       a composite that is a number
///   Part                                          a group or data: its name and place
///   Names                                         identifiers that are free and not reserved
///   TypeWriter                                    enums, sets and composites of a language
///   LiteralWords, NullBytes                           numbers of the schema; a block of nulls
///   JsonText, TextEncoding                        the JSON form
/// ```
///
/// **Threads**: everything is immutable or confined to one run.
///
/// Start with [Value]. Uses `layout` and `text`.
package dev.ashlar.codegen.internal.model;
