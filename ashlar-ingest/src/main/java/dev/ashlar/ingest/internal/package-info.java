// SPDX-License-Identifier: Apache-2.0
/// Reading, parsing, reassembling and splitting; one class for each step of the picture in the package above.
///
/// Everything here works on memory that others own and is valid until the next step; nothing allocates per packet.
package dev.ashlar.ingest.internal;
