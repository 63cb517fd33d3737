// SPDX-License-Identifier: Apache-2.0
/// Experiment `access`: walks over memory in several orders, and chases through it.
///
/// ```
///   AccessExperiment ─► Stretch   memory in one piece, small pages or huge ones
///                    ─► Walk      as published: each word once, constant step
///                    ─► Chase     each address from the last load
/// ```
package dev.ashlar.lab.access;
