// SPDX-License-Identifier: Apache-2.0
/// Types and values of expressions as objects: typing rules, arithmetic, comparison, casts, text.
///
/// Every engine has to agree with this package. Threads: static functions without state; any thread.
/// Start reading at [Typing], then [Values]. Siblings it may use: none.
package dev.ashlar.query.internal.value;
