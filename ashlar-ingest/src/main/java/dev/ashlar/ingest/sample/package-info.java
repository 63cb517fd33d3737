// SPDX-License-Identifier: Apache-2.0
/// A synthetic feed to try everything with: the market data of an exchange that does not exist.
///
/// ```
///             ┌► Instrument    prices that wander, books of ten levels
/// FeedMarket ─┤
///   events,   └► FeedMessages ─► FeedLines ─► capture
///   bursts         flyweights,     packets, one line or two,
///                  FeedTally       some lost on either
/// ```
///
/// Start with [SampleFeed], the only class that users need: it has the schema, writes a capture, and says in
/// [SampleTotals] what is in it, so that a program that loads the capture can prove that nothing was lost or changed.
/// The same options give the same bytes on every machine.
///
/// The schema, `sample-feed.xml`, has what real ones have: root blocks alone (`Quote`), two groups in one message
/// (`BookUpdate`), a group in a group and text behind them (`SecurityDefinition`), enums, sets, decimals, char arrays,
/// values that may be null, and fields that later versions added. Its flyweights are
/// [dev.ashlar.ingest.sample.codec].
///
/// **Threading**: one thread for each feed that is written.
package dev.ashlar.ingest.sample;
