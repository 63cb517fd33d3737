// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpMediaType;
import io.helidon.webserver.http.ServerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Reads the media type and the text of a body. Text must be valid UTF-8, so that no character is stored that was not
/// sent.
public final class BodyText {
    private static final char REPLACEMENT = '\uFFFD';

    /// The type of a body without its parameters, in small letters; empty if it has none.
    ///
    /// @throws RejectedException if it is not a media type, or names a charset other than UTF-8
    public static String type(ServerRequest request) {
        String header = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        if (header.isEmpty()) {
            return "";
        }
        try {
            HttpMediaType type = HttpMediaType.create(header);
            String charset = type.charset().orElse("utf-8").replace("\"", "");
            if (!charset.equalsIgnoreCase("utf-8")) {
                throw new RejectedException(Rejection.MEDIA_TYPE, "text must be UTF-8: charset=" + charset);
            }
            return type.mediaType().text().toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // The library's parser throws either.
            throw new RejectedException(Rejection.MEDIA_TYPE, "not a media type: contentType=" + header);
        }
    }

    /// @throws RejectedException if the bytes are not UTF-8
    public static String decode(Exchange.Body body) {
        String text = new String(body.bytes(), 0, body.length(), StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            // Sent, or put in place of what is no character.
            ByteBuffer bytes = ByteBuffer.wrap(body.bytes(), 0, body.length());
            try {
                StandardCharsets.UTF_8.newDecoder().decode(bytes);
            } catch (CharacterCodingException e) {
                throw new RejectedException(Rejection.MALFORMED, "no UTF-8: offset=" + bytes.position());
            }
        }
        return text;
    }
}
