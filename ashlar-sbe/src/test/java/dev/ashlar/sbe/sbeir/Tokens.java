// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.Presence;
import java.util.Arrays;
import java.util.List;

/// Tokens as text, a line each, so that a difference can be read.
final class Tokens {
    static String shown(byte[] bytes) {
        return String.join("\n", TokenInput.read(bytes, "shown").tokens().stream().map(Tokens::shown).toList());
    }

    /// Whether a type that is required has a null value, as far as it does not have one of its own as an enum.
    static boolean hasNullOfRequired(byte[] bytes) {
        return TokenInput.read(bytes, "shown").tokens().stream().anyMatch(t -> isRequired(t) && t.nullValue().length > 0);
    }

    private static boolean isRequired(Token token) {
        return token.signal() == Signal.ENCODING && token.presence() == Presence.REQUIRED;
    }

    /// Without what differs from the reference by design: space around descriptions, the semantic type that a field
    /// repeats from its type, versions and null values of required types that the reference forgets.
    static List<String> comparable(byte[] bytes) {
        return TokenInput.read(bytes, "shown").tokens().stream()
                .map(t -> Token.of(t.signal(), t.name(), t.id(), t.offset(), t.size(), 0, t.deprecated())
                        .withType(t.primitive(), t.bigEndian(), t.presence())
                        .withValues(t.constant(), t.min(), t.max(), isRequired(t) ? new byte[0] : t.nullValue())
                        .withText(t.characterEncoding(), t.epoch(), t.timeUnit(),
                                t.signal().name().endsWith("FIELD") || t.signal().name().endsWith("DATA") ? ""
                                : t.semanticType(),
                                t.description().replaceAll("\\s+", " ").strip())
                        .withOrigin(t.referencedName(), t.packageName()))
                .map(Tokens::shown)
                .toList();
    }

    private static String shown(Token t) {
        return t.signal() + " " + t.name() + " id=" + t.id() + " offset=" + t.offset() + " size=" + t.size()
                + " version="
                + t.version() + " deprecated=" + t.deprecated() + " " + t.primitive() + " big=" + t.bigEndian() + " "
                + t.presence() + " constant=" + Arrays.toString(t.constant()) + " min=" + Arrays.toString(t.min())
                + " max="
                + Arrays.toString(t.max()) + " null=" + Arrays.toString(t.nullValue()) + " charset="
                + t.characterEncoding()
                + " epoch=" + t.epoch() + " unit=" + t.timeUnit() + " semantic=" + t.semanticType() + " reference="
                + t.referencedName() + " package=" + t.packageName() + " description=" + t.description();
    }
}
