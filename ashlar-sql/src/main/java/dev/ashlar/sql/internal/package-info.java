// SPDX-License-Identifier: Apache-2.0
/// From SQL to scans, in packages whose dependencies run one way, downwards:
///
/// ```text
///   session                     stores of a session; a statement, analyzed and run
///     ├─ statement              checks the text and what the parser made of it
///     ├─ dialect                forms that the parser does not know
///     │    └─ problem           failures as one line with a place and advice
///     ├─ catalog                tables, and information_schema
///     ├─ planning               chooses what runs in scans and what above them
///     │    ├─ exact             arithmetic, casts, times and texts without rounding errors
///     │    ├─ scan              a plan of dev.ashlar.query as a relational expression
///     │    └─ operator          operators above scans, with a budget
///     └─ result                 rows of scans and of compiled operators
///   type                        SQL types and functions; the budget of one query
/// ```
///
/// Threads: a session serves any number of threads; objects of one query belong to one thread. Start reading at
/// [dev.ashlar.sql.internal.session.StoreSession], then [dev.ashlar.sql.internal.planning.Planning].
package dev.ashlar.sql.internal;
