// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec.object;

/// Where a record ended, for whoever goes on behind it. There is one for each reading of an object that has such
/// records in it; classes need none, as the method that fills one has a result to spare.
final class Cursor {
    long at;
}
