// SPDX-License-Identifier: Apache-2.0
/// Writes user objects as bytes and reads them back.
module dev.ashlar.object {
    requires transitive dev.ashlar.codec;

    exports dev.ashlar.object;
}
