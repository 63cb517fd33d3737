// SPDX-License-Identifier: Apache-2.0
/// Version 1 of the layouts of cells and rings, as specified in `docs/formats/cell-v1.md`, `ring-v1.md` and
/// `many-to-one-ring-v1.md`: offsets, and how words are packed.
package dev.ashlar.flow.internal.v1;
