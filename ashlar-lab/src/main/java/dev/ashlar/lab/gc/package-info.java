// SPDX-License-Identifier: Apache-2.0
/// Experiment `gc`: long-lived records under each collector and off the heap, with requests at a steady rate.
///
/// ```
///   GcExperiment ─► Records   objects, or bytes of a pool
///                ─► Requests  as fast as possible, and at a steady rate
///                ─► Hiccups   delays of an idle thread
/// ```
package dev.ashlar.lab.gc;
