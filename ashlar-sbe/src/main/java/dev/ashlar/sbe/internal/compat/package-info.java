// SPDX-License-Identifier: Apache-2.0
/// The rules of the compatibility check, each an entry of [dev.ashlar.sbe.internal.compat.Rule].
///
/// ```
/// SchemaCheck ─► BlockCheck ─► FieldCheck ─► TypeCheck ─► ScalarCheck, CompositeCheck, NamedValueCheck
///                    ├─► TailCheck ─► BlockCheck of each group           │
///                    └───────────────── CompatibilityFindings ◄───────────────────────┘
/// ```
///
/// A type used in many places is compared once and reported where it is declared, if both versions declare it, perhaps
/// under another name.
///
/// Threads: each check belongs to one thread. Start reading at [dev.ashlar.sbe.internal.compat.SchemaCheck].
package dev.ashlar.sbe.internal.compat;
