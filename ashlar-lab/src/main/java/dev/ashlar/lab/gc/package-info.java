// SPDX-License-Identifier: Apache-2.0
/// Experiment `gc`: records that live long, under each collector and off the heap, and requests that come by the clock.
///
/// ```
///   GcExperiment ─► Records   objects, or bytes of a pool
///                ─► Requests  as fast as possible, and at a steady rate
///                ─► Hiccups   what happens to who does nothing
/// ```
package dev.ashlar.lab.gc;
