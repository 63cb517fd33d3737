// SPDX-License-Identifier: Apache-2.0
/// CSV files as columns of text whose types follow from the values.
///
/// ```text
///   CsvFile ─► CsvBatches ─► CsvReader     a file ─► a pass over it, by batches ─► its records
/// ```
///
/// **Threads**: one for each file.
///
/// Start with [CsvFile].
package dev.ashlar.ingest.csv;
