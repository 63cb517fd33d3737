// SPDX-License-Identifier: Apache-2.0
/// Arrow IPC files.
///
/// Threads: each column of a batch is encoded by one thread. Start reading at
/// [dev.ashlar.export.arrow.ArrowFileWriter].
package dev.ashlar.export.arrow;
