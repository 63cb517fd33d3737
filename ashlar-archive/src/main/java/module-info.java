// SPDX-License-Identifier: Apache-2.0
/// A folder of stores, one for each day or hour, read as one.
module dev.ashlar.archive {
    requires transitive dev.ashlar.query;

    exports dev.ashlar.archive;
}
