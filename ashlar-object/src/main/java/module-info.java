// SPDX-License-Identifier: Apache-2.0
/// Objects of users as bytes and back.
module dev.ashlar.object {
    requires transitive dev.ashlar.codec;

    exports dev.ashlar.object;
}
