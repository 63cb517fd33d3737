// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

/// Where a pair of elements stands in the older and in the newer schema, as paths of their source maps.
record Place(String oldPath, String newPath) {
    static final Place SCHEMA = new Place("", "");

    static Place type(String oldName, String newName) {
        return new Place("type " + oldName, "type " + newName);
    }

    Place child(String oldName, String newName) {
        return new Place(oldPath + "/" + oldName, newPath + "/" + newName);
    }

    /// The place of a child that only one of the two schemas has.
    Place child(String name) {
        return child(name, name);
    }
}
