// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.python;

import static dev.ashlar.bench.TrialSuite.NS_PER_MS;
import static dev.ashlar.bench.tables.StoreTables.INT;

import dev.ashlar.bench.Programs;
import dev.ashlar.measure.Recorder;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// All measurements of one table: by Java, by a program in C, and by a script in Python.
///
/// @param files    the table
/// @param recorder of all figures
record PythonTrial(DealFiles files, Recorder recorder) {
    private static final int PASSES = 5;
    private static final int WARM_PASSES = 2;
    private static final String COMPILE = """
            import os, shutil, subprocess, sys, sysconfig
            shutil.copytree(sys.argv[1], sys.argv[2])
            sys.exit(subprocess.call(["cc", "-O2", "-shared", "-fPIC", "-I" + sysconfig.get_paths()["include"],
                                      os.path.join(sys.argv[1], "_native.c"), "-o",
                                      os.path.join(sys.argv[2], "_native" + sysconfig.get_config_var("EXT_SUFFIX"))]))
            """;

    void run() throws IOException {
        scanByJava();
        scanByC();
        double exportMs = export();
        for (String line : python().lines().toList()) {
            int space = line.lastIndexOf(' ');
            String what = line.substring(0, space);
            double value = Double.parseDouble(line.substring(space + 1));
            if (what.equals("sum of quantities")) {
                recorder.sample(PythonSuite.CHUNKS, PythonSuite.SUM, value);
            } else if (!what.equals("native")) {
                recorder.sample(what, PythonSuite.TIME, value);
            } else if (value == 0) {
                throw new IOException("the extension of the Python package was not compiled");
            }
            if (what.equals(PythonSuite.READ_PARQUET)) {
                recorder.sample(PythonSuite.PARQUET, PythonSuite.TIME, exportMs + value);
            }
        }
    }

    private void scanByJava() throws IOException {
        try (Store store = Store.open(files.store())) {
            Table table = store.table(DealFiles.TABLE);
            int offset = table.block().fields().stream().filter(field -> field.name().equals("quantity")).findFirst()
                    .orElseThrow().offset();
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                long[] sum = new long[1];
                long start = System.nanoTime();
                table.forEachRun(table.firstRow(), table.endRow(), (memory, at, stride, rows, _, _) -> {
                    long found = 0;
                    for (long row = 0; row < rows; row++) {
                        found += memory.get(INT, at + offset + row * stride);
                    }
                    sum[0] += found;
                });
                record(PythonSuite.JAVA_SCAN, pass, System.nanoTime() - start, sum[0]);
            }
        }
    }

    private void record(String subject, int pass, long ns, long sum) {
        if (pass >= WARM_PASSES) {
            recorder.sample(subject, PythonSuite.TIME, ns / NS_PER_MS);
            recorder.sample(subject, PythonSuite.SUM, sum);
        }
    }

    private void scanByC() throws IOException {
        Path sources = Programs.checkout().resolve("c");
        Path program = files.folder().resolve("scan");
        Programs.run(List.of("cc", "-std=c11", "-O2", "-I" + sources, sources.resolve("tests/ashlar.c").toString(),
                sources.resolve("tests/scan.c").toString(), "-o", program.toString()));
        String text = Programs.run(List.of(program.toString(), files.store().toString(), DealFiles.TABLE, "quantity",
                Integer.toString(WARM_PASSES + PASSES)));
        int pass = 0;
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            record(PythonSuite.C_SCAN, pass++, Long.parseLong(words[0]), Long.parseLong(words[1]));
        }
    }

    /// @return the least time that it took
    private double export() throws IOException {
        double least = Double.MAX_VALUE;
        try (Store store = Store.open(files.store())) {
            SqlSession session = SqlSession.of(store);
            QueryOptions options = QueryOptions.defaults();
            for (int pass = 0; pass < 3; pass++) {
                Files.deleteIfExists(files.parquet());
                long start = System.nanoTime();
                try (SqlResult result = session.run("select \"at\", dealId, price, ratio, quantity, account, side, "
                        + "level from Deal", options)) {
                    SqlExporter.of("parquet").orElseThrow().write(result, files.parquet(), ExportOptions.of(options));
                }
                least = Math.min(least, (System.nanoTime() - start) / NS_PER_MS);
            }
        }
        return least;
    }

    private String python() throws IOException {
        Path folder = Files.createDirectory(files.folder().resolve("python"));
        Programs.run(List.of("python3", "-c", COMPILE, Programs.checkout().resolve("python/src/ashlar").toString(),
                folder.resolve("ashlar").toString()));
        Path script = folder.resolve("measure.py");
        try (InputStream text = PythonSuite.class.getResourceAsStream("measure.py")) {
            Files.copy(text, script);
        }
        // Python searches the script's own folder for modules first.
        return Programs.run(List.of("python3", script.toString(), files.store().toString(), files.structs().toString(),
                files.parquet().toString()));
    }
}
