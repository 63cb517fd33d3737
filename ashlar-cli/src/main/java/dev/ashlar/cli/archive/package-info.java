// SPDX-License-Identifier: Apache-2.0
/// Commands for archives alone: which days they have, and which are kept.
///
/// Threads: one. Start reading at [ArchiveCommand]. Uses `store`, `output`.
package dev.ashlar.cli.archive;
