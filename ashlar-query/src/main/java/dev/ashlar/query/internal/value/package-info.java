// SPDX-License-Identifier: Apache-2.0
/// Types and values of expressions as objects: typing rules, arithmetic, comparison, casts, text.
///
/// Every engine must agree with this package. Threads: static functions without state; any thread. Start reading at
/// [Typing], then [Values]. Uses nothing of its siblings.
package dev.ashlar.query.internal.value;
