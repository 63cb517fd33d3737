// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterValueTest {
    @Test
    void shouldReadNumbersOfFloatingPointPlaces() {
        assertEquals(new BigDecimal("0.1"), ParameterValue.of(" 0.1 ", JDBCType.DOUBLE));
        assertEquals(1e300, ParameterValue.of("1e300", JDBCType.DOUBLE));
        assertEquals(Double.NaN, ParameterValue.of("NaN", JDBCType.REAL));
        assertEquals(Double.NEGATIVE_INFINITY, ParameterValue.of("-Infinity", JDBCType.DOUBLE));
    }

    /// A number that is too great is not infinite.
    @Test
    void shouldRefuseWhatIsNoNumber() {
        for (String text : List.of("1e400", "-1e309", "0x1p3", "1f", "1d", "1e300d", "inf", "many", "")) {
            assertEquals("not a number in the range of DOUBLE", assertThrows(IllegalArgumentException.class, () ->
                    ParameterValue.of(text, JDBCType.DOUBLE), text).getMessage());
        }
    }
}
