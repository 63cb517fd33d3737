// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.Optional;

/// A peer and how many times as fast as it ours is to be.
///
/// @param contender the peer
/// @param target    of the ratio of its time to ours, if one is promised
public record Rival(Contender contender, Optional<Target> target) {
}
