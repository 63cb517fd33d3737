// SPDX-License-Identifier: Apache-2.0
/// Parts of reports: tables, charts, self-contained HTML, and JSON in both directions.
///
/// **Threading**: one thread. Start reading at [MarkdownTable].
package dev.ashlar.measure.report;
