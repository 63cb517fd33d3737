// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/// What is in the jar, and what is not.
class DriverJarTest {
    private static final long MOST_BYTES = 24 << 20;

    private static String text(JarFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldHaveNoClassesThatOthersHave() throws IOException {
        try (JarFile jar = new JarFile(DriverJar.PATH.toFile())) {
            Set<String> foreign = new TreeSet<>();
            jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class") && !name.startsWith("dev/ashlar/"))
                    .forEach(foreign::add);
            assertEquals(Set.of(), foreign);
            assertEquals(Set.of(), new TreeSet<>(jar.stream().map(ZipEntry::getName).filter(name -> name.matches(
                    ".*module-info\\.class|META-INF/[^/]*\\.(SF|DSA|RSA)|META-INF/maven/.*")).toList()));
            assertEquals(Set.of("META-INF/", "dev/"), new TreeSet<>(jar.stream().map(entry -> entry.getName().replaceAll(
                    "/.*", "/")).toList()));
        }
    }

    @Test
    void shouldNameItsDriverAlone() throws IOException {
        try (JarFile jar = new JarFile(DriverJar.PATH.toFile())) {
            assertEquals("dev.ashlar.sql.jdbc.AshlarDriver", text(jar, "META-INF/services/java.sql.Driver").strip());
            for (String service : jar.stream().map(ZipEntry::getName).filter(name -> name.matches("META-INF/services/.+"))
                    .toList()) {
                assertTrue(service.matches("META-INF/services/(java|dev\\.ashlar)\\..*"), service);
                for (String provider : text(jar, service).lines().filter(line -> !line.isBlank()).toList()) {
                    assertTrue(jar.getEntry(provider.replace('.', '/') + ".class") != null, service + ": " + provider);
                }
            }
            assertEquals("dev.ashlar.jdbc", jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"));
        }
    }

    /// Each library that is in it stands in the list of licences, and the texts that their licences ask for are there.
    @Test
    void shouldKeepLicencesAndNotices() throws IOException {
        try (JarFile jar = new JarFile(DriverJar.PATH.toFile())) {
            assertTrue(text(jar, "META-INF/LICENSE").contains("Apache License"));
            String notice = text(jar, "META-INF/NOTICE");
            assertTrue(notice.contains("Apache Calcite") && notice.contains("Jackson"), notice);
            assertTrue(notice.strip().startsWith("Ashlar JDBC, with the libraries that THIRD-PARTY.md lists\n"), notice);
            String list = text(jar, "META-INF/THIRD-PARTY.md");
            Set<String> found = new TreeSet<>(jar.stream().map(ZipEntry::getName).filter(name -> name.matches(
                    "dev/ashlar/jdbc/shaded/.*\\.class")).map(name -> name.replaceAll("dev/ashlar/jdbc/shaded/"
                    + "((commons/)?[^/]+)/.*", "$1")).toList());
            Set<String> listed = new TreeSet<>(list.lines().filter(line -> line.startsWith("| `")).map(line ->
                    line.replaceAll("\\| `([^`]+)`.*", "$1")).toList());
            assertEquals(found, listed);
            for (String licence : List.of("BSD-3-Clause-janino.txt", "BSD-3-Clause-jts.txt", "BSD-3-Clause-asm.txt",
                    "MIT-slf4j.txt")) {
                assertTrue(list.contains(licence), licence);
                assertTrue(text(jar, "META-INF/licenses/" + licence).contains("Copyright"), licence);
            }
        }
    }

    @Test
    void shouldStaySmall() throws IOException {
        long bytes = Files.size(DriverJar.PATH);
        System.out.println("ashlar-jdbc.jar: bytes=" + bytes);
        assertTrue(bytes < MOST_BYTES, () -> "bytes=" + bytes + ", most=" + MOST_BYTES);
    }
}
