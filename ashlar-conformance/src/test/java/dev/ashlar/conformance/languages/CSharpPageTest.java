// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.CSharpGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/languages/csharp.md` is a program that writes what the page says, and the example runs.
class CSharpPageTest {
    @TempDir
    Path folder;

    @Test
    void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
        Skips.require("C#", new CSharp().tools());
        LanguagePage page = LanguagePage.of("csharp");
        OutputDirectory.write(folder, CSharpGenerator.generate(page.schema(), LanguageOptions.DEFAULT));
        Files.writeString(folder.resolve("Page.cs"), page.blocks("csharp"));
        Tool.run(folder, Stream.concat(CSharp.COMPILER.stream(), Stream.of("-out:page.exe", "-recurse:*.cs")).toList());
        List<String> written = Tool.answers(folder, List.of("mono", "page.exe"), new byte[0]);
        assertEquals(page.written(), written);
    }

    @Test
    void shouldRunTheExample() throws IOException, InterruptedException {
        Skips.require("C#", new CSharp().tools());
        Schema schema = SchemaParser.parse(Path.of("../examples/src/main/sbe/orders.xml"), ParseOptions.DEFAULT).schema();
        OutputDirectory.write(folder, CSharpGenerator.generate(schema, LanguageOptions.DEFAULT));
        Files.copy(Path.of("../examples/csharp/Orders.cs"), folder.resolve("Orders.cs"));
        Tool.run(folder, Stream.concat(CSharp.COMPILER.stream(), Stream.of("-out:orders.exe", "-recurse:*.cs")).toList());
        assertEquals(List.of("BUY 50 ASHLAR: good till cancelled",
                "{\"template\":\"Order\",\"id\":1,\"schema\":81,\"version\":1,\"orderId\":42,\"symbol\":\"ASHLAR\","
                        + "\"side\":\"BUY\",\"limitPrice\":12.50,\"legs\":[{\"quantity\":30},{\"quantity\":20}],"
                        + "\"note\":\"good till cancelled\"}"),
                Tool.answers(folder, List.of("mono", "orders.exe"), new byte[0]));
    }
}
