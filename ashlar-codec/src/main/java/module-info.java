// SPDX-License-Identifier: Apache-2.0
/// The few types that generated flyweights and their callers share.
module dev.ashlar.codec {
    exports dev.ashlar.codec;
}
