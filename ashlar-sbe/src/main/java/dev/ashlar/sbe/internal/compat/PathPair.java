// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

/// The places of a pair of elements in the older and the newer schema, as paths of their source maps.
record PathPair(String oldPath, String newPath) {
    static final PathPair SCHEMA = new PathPair("", "");

    static PathPair type(String oldName, String newName) {
        return new PathPair("type " + oldName, "type " + newName);
    }

    PathPair child(String oldName, String newName) {
        return new PathPair(oldPath + "/" + oldName, newPath + "/" + newName);
    }

    /// The place of a child that only one of the two schemas has.
    PathPair child(String name) {
        return child(name, name);
    }
}
