// SPDX-License-Identifier: Apache-2.0
/// The results of a run on one page: stored as JSON, shown as Markdown, HTML and the table of the README.
///
/// ```
/// suites ─► SuiteRun* ─► BenchRun ─► PageTable ─► MarkdownPage, HtmlPage, PastedTable
///                           ▲ │
///                       RunJson
/// ```
///
/// Threads: one. Start reading at [dev.ashlar.bench.page.BenchRun].
package dev.ashlar.bench.page;
