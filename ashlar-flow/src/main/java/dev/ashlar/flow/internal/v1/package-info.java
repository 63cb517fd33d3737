// SPDX-License-Identifier: Apache-2.0
/// Version 1 of the layout of cells, as `docs/formats/cell-v1.md` has it: where things lie and how words are packed.
package dev.ashlar.flow.internal.v1;
