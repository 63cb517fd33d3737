// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

/// What a token begins, ends or is. The code in the file is the ordinal plus one.
enum Signal {
    BEGIN_MESSAGE,
    END_MESSAGE,
    BEGIN_COMPOSITE,
    END_COMPOSITE,
    BEGIN_FIELD,
    END_FIELD,
    BEGIN_GROUP,
    END_GROUP,
    BEGIN_ENUM,
    VALID_VALUE,
    END_ENUM,
    BEGIN_SET,
    CHOICE,
    END_SET,
    BEGIN_VAR_DATA,
    END_VAR_DATA,
    ENCODING;

    private static final Signal[] ALL = values();

    int code() {
        return ordinal() + 1;
    }

    /// The signal with this code, or `null`.
    static Signal of(int code) {
        return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
    }

    boolean isBegin() {
        return name().startsWith("BEGIN_");
    }

    boolean isEnd() {
        return name().startsWith("END_");
    }

    /// The signal that ends what this one begins.
    Signal end() {
        return valueOf("END_" + name().substring("BEGIN_".length()));
    }
}
