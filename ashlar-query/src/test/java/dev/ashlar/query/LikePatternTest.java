// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import org.junit.jupiter.api.Test;

/// The rules of PostgreSQL, except that a malformed pattern always fails: there it fails only when matching reaches its
/// end.
class LikePatternTest {
    private static boolean matches(String text, String pattern, int escape) {
        return new LikePattern(pattern, escape).matches(text);
    }

    @Test
    void shouldMatchByCodePoints() {
        assertTrue(matches("", "", LikePattern.NO_ESCAPE));
        assertTrue(matches("", "%%", LikePattern.NO_ESCAPE));
        assertFalse(matches("", "_", LikePattern.NO_ESCAPE));
        assertTrue(matches("a\uD83D\uDE00\n", "a__", LikePattern.NO_ESCAPE));
        assertFalse(matches("abcab", "%abc", LikePattern.NO_ESCAPE));
        assertTrue(matches("ababc", "%a%bc", LikePattern.NO_ESCAPE));
        assertTrue(matches("a\\b", "a\\b", LikePattern.NO_ESCAPE));
    }

    @Test
    void shouldTakeEscapedCharactersAsThemselves() {
        assertTrue(matches("50%", "50!%", '!'));
        assertFalse(matches("500", "50!%", '!'));
        assertFalse(matches("ab", "a!_", '!'));
        assertTrue(matches("a!", "a!!", '!'));
        assertTrue(matches("ab", "a!b", '!'));
        assertTrue(matches("a%", "a%%", '%'));
        assertFalse(matches("a", "a%%", '%'));
    }

    @Test
    void shouldRejectAPatternThatEndsWithItsEscapeCharacter() {
        for (String pattern : new String[] {"!", "a!", "a!!!", "%!"}) {
            QueryException e = assertThrows(QueryException.class, () -> new LikePattern(pattern, '!'));
            assertEquals(Reason.UNSUPPORTED, e.reason());
            assertEquals("LIKE pattern must not end with escape character: pattern='" + pattern + "', escape='!'",
                    e.getMessage());
        }
    }
}
