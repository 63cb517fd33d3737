// SPDX-License-Identifier: Apache-2.0
/// CSV files as columns of text whose types are inferred from the values.
///
/// ```text
///   CsvFile ─► CsvBatches ─► CsvBlock ─► CsvReader     a file ─► a pass ─► blocks of whole records ─► records
///                  └──────► CsvInput                   its bytes, decompressed
/// ```
///
/// **Threads**: one reads the file and finds where blocks end; workers split a block each.
///
/// Start with [CsvFile].
package dev.ashlar.ingest.csv;
