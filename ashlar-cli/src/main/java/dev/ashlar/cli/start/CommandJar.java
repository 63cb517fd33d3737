// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Merges the jars of a folder into one, from which commands start faster.
///
/// - The JVM opens one file instead of seventy and does not inflate it.
/// - Signatures are left out: the JVM neither checks nor caches classes of signed jars ahead of time.
/// - Classes older than Java 6 get stack maps: without them the JVM verifies such classes by inference, on every start.
/// - Code that the JVM would generate when classes first run is generated in advance: [DynamicCalls].
/// - What libraries do at their start and commands seldom need is done on first use: [LazyStart].
/// - Annotations are objects of plain classes: [AnnotationCode].
final class CommandJar {
    private static final String SERVICES = "META-INF/services/";
    private static final int FIRST_WITH_STACK_MAPS = 50;
    private static final int FIRST_WITH_RECORDS = 60;

    private final Set<String> names = new HashSet<>();
    private final Map<String, ByteArrayOutputStream> services = new LinkedHashMap<>();
    private final AnnotationCode annotations = new AnnotationCode();
    private final ZipOutputStream out;

    private CommandJar(ZipOutputStream out) {
        this.out = out;
        out.setMethod(ZipOutputStream.STORED);
    }

    /// @param arguments the file to write, then folders of jars; if several entries have the same name, the first one
    ///     is used
    public static void main(String[] arguments) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(
                Files.newOutputStream(Path.of(arguments[0]))))) {
            CommandJar jar = new CommandJar(out);
            jar.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (int i = 1; i < arguments.length; i++) {
                for (Path file : jars(Path.of(arguments[i]))) {
                    jar.add(file);
                }
            }
            jar.putAll(jar.annotations.known());
            for (Map.Entry<String, ByteArrayOutputStream> service : jar.services.entrySet()) {
                jar.put(service.getKey(), service.getValue().toByteArray());
            }
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    private void add(Path file) throws IOException {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            List<ZipEntry> entries = new ArrayList<>();
            for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements();) {
                entries.add(all.nextElement());
            }
            for (ZipEntry entry : entries) {
                String name = entry.getName();
                if (!entry.isDirectory() && !isLeftOut(name)) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        byte[] bytes = in.readAllBytes();
                        if (name.endsWith(".class")) {
                            addClass(name, bytes, jar);
                        } else {
                            add(name, bytes);
                        }
                    }
                }
            }
        }
    }

    private void addClass(String name, byte[] bytes, ZipFile jar) throws IOException {
        if (name.equals(AnnotationCode.KNOWN_FILE)) {
            // Written when all annotations are.
            return;
        }
        put(name, prepared(name, bytes, jar));
        putAll(annotations.of(name, bytes));
        putAll(LazyStart.delegates(name, bytes));
    }

    private void putAll(Map<String, byte[]> entries) throws IOException {
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    /// Signatures, and module descriptors, which have no use on the class path.
    private static boolean isLeftOut(String name) {
        return name.endsWith("module-info.class") || name.startsWith("META-INF/")
                && (name.endsWith(".SF") || name.endsWith(".RSA") || name.endsWith(".DSA") || name.endsWith(".EC"));
    }

    private void add(String name, byte[] bytes) throws IOException {
        if (name.startsWith(SERVICES)) {
            ByteArrayOutputStream lines = services.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
            lines.writeBytes(bytes);
            lines.write('\n');
        } else {
            put(name, bytes);
        }
    }

    private static byte[] prepared(String name, byte[] bytes, ZipFile jar) {
        Optional<ClassTransform> lazy = LazyStart.of(name).or(() -> AnnotationCode.asking(name));
        int major = (bytes[6] & 0xFF) << 8 | bytes[7] & 0xFF;
        if (lazy.isEmpty() && major >= FIRST_WITH_STACK_MAPS && major < FIRST_WITH_RECORDS) {
            return bytes;
        }
        ClassHierarchyResolver classes = ClassHierarchyResolver.ofResourceParsing(type -> bytesOf(type, jar))
                .orElse(ClassHierarchyResolver.defaultResolver()).cached();
        ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(classes));
        byte[] changed = lazy.isEmpty() ? bytes : classFile.transformClass(classFile.parse(bytes), lazy.get());
        return major < FIRST_WITH_STACK_MAPS ? withStackMaps(classFile.withOptions(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS), changed) : DynamicCalls.replaced(classFile, changed);
    }

    /// The name of a class's file.
    static String file(ClassDesc type) {
        return type.descriptorString().substring(1).replace(';', '.') + "class";
    }

    private static byte[] withStackMaps(ClassFile classFile, byte[] bytes) {
        ClassTransform code = ClassTransform.transformingMethodBodies((builder, element) -> builder.with(element));
        return classFile.transformClass(classFile.parse(bytes), code.andThen(ClassTransform.endHandler(builder ->
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0))));
    }

    /// A class of the same jar; null if it has none.
    private static InputStream bytesOf(ClassDesc type, ZipFile jar) {
        ZipEntry entry = jar.getEntry(file(type));
        try {
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(String name, byte[] bytes) throws IOException {
        if (!names.add(name)) {
            return;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
