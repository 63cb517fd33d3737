// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

/// A peer and how many times as fast as it ours is to be.
///
/// @param contender the peer
/// @param target    least ratio of its time to ours; 0 if none is promised
public record Rival(Contender contender, double target) {
}
