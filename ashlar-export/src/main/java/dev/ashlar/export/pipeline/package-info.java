// SPDX-License-Identifier: Apache-2.0
/// From the columns of an answer to a file of groups of rows, by several threads.
///
/// Threads: see [dev.ashlar.export.pipeline.ExportPipeline], where to start reading.
package dev.ashlar.export.pipeline;
