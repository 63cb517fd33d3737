// SPDX-License-Identifier: Apache-2.0
/// Experiment `spaceship`: locks, copies and cells around a position that moves while it is read.
///
/// ```
///   SpaceshipExperiment ─► Flight     threads that read and move for a time
///                       ─► Spaceship ┬ HeapShips  the JDK's locks, or a new object for each move
///                                    └ CellShip   Ashlar's cells
/// ```
package dev.ashlar.lab.spaceship;
