// SPDX-License-Identifier: Apache-2.0
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.SchemaParser;
import java.nio.file.Path;

/// Run by the build from its source: writes Ashlar's codecs of the benchmark's schema.
class GenerateCodecs {
    static void main(String[] args) throws Exception {
        OutputDirectory.write(Path.of(args[0]), JavaGenerator.generate(SchemaParser.parse(Path.of(args[2])).schema(),
                JavaOptions.DEFAULT.withPackageName(args[1])).stream()
                .map(f -> new GeneratedFile(f.path(), f.content().replace("long limit = limit;", "long limit = this.limit;").replace(" limit = limit + ", " this.limit = limit + ")))
                .toList());
    }
}
