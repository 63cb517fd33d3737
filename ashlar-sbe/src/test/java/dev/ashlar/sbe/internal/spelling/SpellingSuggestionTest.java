// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.spelling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpellingSuggestionTest {
    @Test
    void shouldSuggestTheNameWithTheFewestLettersToChange() {
        List<String> names = List.of("Trades", "price", "quantity");
        assertEquals(Optional.of("quantity"), SpellingSuggestion.nearest("Qantity", names));
        assertEquals(Optional.of("price"), SpellingSuggestion.similar("PRICES", names));
        assertEquals(Optional.of("price"), SpellingSuggestion.nearest("xyz", names));
        assertEquals(Optional.empty(), SpellingSuggestion.similar("xyz", names));
    }

    @Test
    void shouldSuggestTheFirstByAlphabetOfNamesAsNear() {
        assertEquals(Optional.of("ab"), SpellingSuggestion.nearest("aa", List.of("ac", "ab")));
    }

    @Test
    void shouldSuggestNothingWithoutCandidates() {
        assertEquals(Optional.empty(), SpellingSuggestion.nearest("a", List.of()));
        assertEquals(Optional.empty(), SpellingSuggestion.similar("", List.of("")));
    }
}
