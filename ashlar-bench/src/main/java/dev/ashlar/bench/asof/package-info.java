// SPDX-License-Identifier: Apache-2.0
/// How fast are time-series queries in SQL: the quote in force at each trade, bars, last rows, sessions
/// ([dev.ashlar.bench.asof.AsofSuite])?
package dev.ashlar.bench.asof;
