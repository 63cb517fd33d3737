// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import java.util.HashMap;
import java.util.Map;

/// Codecs by the name of their charset, each made once.
///
/// **Threading**: one thread at a time, as the codecs.
public final class TextCodecs {
    private final Map<String, TextCodec> codecs = new HashMap<>();

    /// The codec, or `null` if there is no such charset.
    ///
    /// @param characterEncoding empty if the bytes are not text
    public TextCodec get(String characterEncoding) {
        TextCodec codec = codecs.get(characterEncoding);
        if (codec == null && !codecs.containsKey(characterEncoding)) {
            codec = TextCodec.of(characterEncoding);
            codecs.put(characterEncoding, codec);
        }
        return codec;
    }
}
