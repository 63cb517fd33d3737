// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/// The token that clients must send, if there is one.
///
/// Compares digests, all of their bytes, so that the time taken reveals nothing about the token.
public final class AccessToken {
    private static final String SCHEME = "Bearer ";

    private final byte[] digest;

    public AccessToken(Optional<String> token) {
        digest = token.map(AccessToken::digest).orElse(null);
    }

    public boolean isWanted() {
        return digest != null;
    }

    /// @param credentials `Bearer` and the token; null if the client sent none
    public boolean allows(String credentials) {
        if (digest == null) {
            return true;
        }
        boolean bearer = credentials != null && credentials.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        return MessageDigest.isEqual(digest, digest(bearer ? credentials.substring(SCHEME.length()).strip() : ""));
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }
}
