// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.PytestSkips;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The Python package reads what Java writes, with its extension and without: pytest over the kit.
class PythonTest {
    @BeforeEach
    void requirePython() throws Exception {
        PythonPrograms.require();
    }

    private static void pass(Map<String, String> environment, String... files) throws Exception {
        PythonPrograms.built();
        List<Object> arguments = new ArrayList<>(List.of("-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"));
        Arrays.stream(files).map(PythonPrograms.PYTHON.resolve("tests")::resolve).forEach(arguments::add);
        ProgramRun output = PythonPrograms.run(environment, arguments.toArray());
        assertEquals(0, output.exitCode(), output.text());
        assertTrue(output.text().contains(" passed"), output.text());
        // PythonDemoIT has the demo's store, and installs the package once.
        PytestSkips.check(output.text(), "ASHLAR_DEMO names no folder", "ASHLAR_INSTALL is not set");
    }

    @Test
    void shouldPassPytest() throws Exception {
        pass(Map.of(), "");
    }

    @Test
    @Tag("slow")
    void shouldBeInstalledByPip() throws Exception {
        pass(Map.of("ASHLAR_INSTALL", "pip"), "test_install.py");
    }

    /// As a new user does, with pandas from the registry.
    @Test
    @Tag("long")
    void shouldBeInstalledWithAllThatItNeeds() throws Exception {
        pass(Map.of("ASHLAR_INSTALL", "all"), "test_install.py");
    }

    /// Those tests that depend on how memory is read and written, and on checksums.
    @Tag("slow")
    @Test
    void shouldPassPytestWithoutTheExtension() throws Exception {
        pass(Map.of("ASHLAR_PURE", "1"), "test_kit.py", "test_reader.py", "test_rings.py", "test_many_ring.py",
                "test_cells.py", "test_decode.py", "test_archive.py", "test_archive_values.py");
    }
}
