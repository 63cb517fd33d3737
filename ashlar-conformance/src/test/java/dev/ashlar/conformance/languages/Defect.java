// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A mistake that a generator could make.
///
/// One of the schema is a mistake of emitters: they write something else than the schema says, such as another offset.
/// One of the code is a mistake in a line that is the same for all schemas, such as a bound.
///
/// @param from what is in the schema or the code
/// @param to   what the generator makes of it
record Defect(String name, boolean isOfSchema, String from, String to) {
    private static final String XML = Resources.text("defects.xml");

    private static final List<Defect> OF_SCHEMA = List.of(
            ofSchema("offset", "offset=\"16\"", "offset=\"17\""),
            ofSchema("offset in a group", "id=\"12\" offset=\"0\"", "id=\"12\" offset=\"1\""),
            ofSchema("byte order", "littleEndian", "bigEndian"),
            ofSchema("sign", "type=\"int16\"", "type=\"uint16\""),
            ofSchema("width", "type=\"uint64\"", "type=\"uint32\""),
            ofSchema("floating", "type=\"double\"", "type=\"float\""),
            ofSchema("null value", "nullValue=\"2147483647\"", "nullValue=\"2147483646\""),
            ofSchema("presence", " presence=\"optional\" nullValue=\"2147483647\"", ""),
            ofSchema("version of a field", " sinceVersion=\"3\"", ""),
            ofSchema("version of a group", "id=\"13\" sinceVersion=\"5\"", "id=\"13\""),
            ofSchema("enum value", "<validValue name=\"SELL\">2<", "<validValue name=\"SELL\">3<"),
            ofSchema("enum name", "<validValue name=\"SELL\">", "<validValue name=\"SOLD\">"),
            ofSchema("bit", "<choice name=\"h\">7<", "<choice name=\"h\">6<"),
            ofSchema("constant", ">-9<", ">-8<"),
            ofSchema("length of text", "length=\"6\"", "length=\"5\""),
            ofSchema("charset", "UTF-8\"/>", "ISO-8859-1\"/>"),
            ofSchema("block length", "blockLength=\"64\"", "blockLength=\"65\""),
            ofSchema("header of groups", "offset=\"2\" primitiveType=\"uint16\"", "offset=\"2\" primitiveType=\"uint8\""),
            ofSchema("header of data", "name=\"length\" primitiveType=\"uint16\"", "name=\"length\" primitiveType=\"uint8\""),
            ofSchema("least count", " minValue=\"1\"", ""),
            ofSchema("greatest count", " maxValue=\"3\"", ""),
            ofSchema("greatest length of data", " maxValue=\"33\"", ""),
            ofSchema("template", "name=\"Ping\" id=\"2\"", "name=\"Ping\" id=\"4\""),
            ofSchema("schema id", "id=\"78\"", "id=\"79\""),
            ofSchema("schema version", "version=\"5\" byteOrder", "version=\"6\" byteOrder"),
            ofSchema("name", "name=\"wide\"", "name=\"wild\""));

    /// Of what codecs say of fields, which no message shows.
    private static final List<Defect> OF_METADATA = List.of(
            ofSchema("least value", "minValue=\"5\"", "minValue=\"6\""),
            ofSchema("greatest value", "maxValue=\"60000\"", "maxValue=\"60001\""),
            ofSchema("least float", "minValue=\"-2.5\"", "minValue=\"-2.25\""),
            ofSchema("greatest float", "maxValue=\"1e10\"", "maxValue=\"1e11\""),
            ofSchema("semantic type", "semanticType=\"Qty\"", "semanticType=\"Amt\""),
            ofSchema("field id", "id=\"2\" offset=\"2\"", "id=\"22\" offset=\"2\""),
            ofSchema("id of a composite", "id=\"5\" offset=\"16\"", "id=\"55\" offset=\"16\""),
            ofSchema("id of an enum", "id=\"6\" offset=\"28\"", "id=\"66\" offset=\"28\""),
            ofSchema("null value of a field", "nullValue=\"2147483647\"", "nullValue=\"2147483646\""),
            ofSchema("version that added a field", "sinceVersion=\"3\"", "sinceVersion=\"2\""),
            ofSchema("charset of an array", "length=\"6\" characterEncoding=\"US-ASCII\"",
                    "length=\"6\" characterEncoding=\"ISO-8859-1\""));

    /// By language without its compiler: bounds that are one byte or one version too narrow. One that is too wide would
    /// be as wrong, but stops some programs.
    private static final Map<String, List<Defect>> OF_CODE = Map.of(
            "C++", List.of(
                    ofCode("block at the end", "(length) > bytes_.size() - at)", "(length) >= bytes_.size() - at)"),
                    ofCode("group at the end", "* count) <= left", "* count) < left"),
                    ofCode("data at the end", "(length) > bytes_.size() - next)", "(length) >= bytes_.size() - next)"),
                    ofCode("field at the end", "bytes_.size() >= end;", "bytes_.size() > end;"),
                    ofCode("group of this version", "version_ < Entry::sbe_since", "version_ <= Entry::sbe_since")),
            "C#", List.of(
                    ofCode("block at the end", "length > Bytes.Length - at)", "length >= Bytes.Length - at)"),
                    ofCode("group at the end", "* count > Bytes.Length - next", "* count >= Bytes.Length - next"),
                    ofCode("data at the end", "length > Bytes.Length - next)", "length >= Bytes.Length - next)")),
            "Rust", List.of(
                    ofCode("block or data at the end", " = self.rest.split_at_checked(length)?;",
                            " = self\n            .rest\n            .split_at_checked(length)\n"
                                    + "            .filter(|(_, rest)| !rest.is_empty())?;"),
                    ofCode("group at the end", " = start.split_at_checked(length).ok_or(too_long)?;",
                            " = start\n            .split_at_checked(length)\n"
                                    + "            .filter(|(_, rest)| !rest.is_empty())\n            .ok_or(too_long)?;"),
                    ofCode("group of this version", "self.version < E::SINCE", "self.version <= E::SINCE")),
            "Go", List.of(
                    ofCode("block or data at the end", "length <= int64(len", "length < int64(len"),
                    ofCode("group at the end", "*count > int64(len", "*count >= int64(len"),
                    ofCode("field at the end", "len(f.bytes) >= end", "len(f.bytes) > end"),
                    ofCode("part of this version", "w.version < since", "w.version <= since")),
            "TypeScript", List.of(
                    ofCode("block at the end", "length > this.view.byteLength - at", "length >= this.view.byteLength - at"),
                    ofCode("group at the end", "length * count > this", "length * count >= this"),
                    ofCode("data at the end", "size > this.view", "size >= this.view"),
                    ofCode("group of this version", "this.version < group.since", "this.version <= group.since")),
            "Python", List.of(
                    ofCode("block at the end", "length > self._size - at", "length >= self._size - at"),
                    ofCode("group at the end", "block_length * count > self", "block_length * count >= self"),
                    ofCode("data at the end", "length > self._size - next", "length >= self._size - next"),
                    ofCode("group of this version", "self._version < group.since", "self._version <= group.since")));

    private static Defect ofSchema(String name, String from, String to) {
        return new Defect(name, true, from, to);
    }

    private static Defect ofCode(String name, String from, String to) {
        return new Defect(name, false, from, to);
    }

    /// Those that a language's generator could have.
    static List<Defect> of(TargetLanguage language) {
        return Stream.concat(OF_SCHEMA.stream(), OF_CODE.get(language.name().replaceAll(" \\(.*", "")).stream()).toList();
    }

    /// Those that only what codecs say of fields shows.
    static List<Defect> ofMetadata() {
        return OF_METADATA;
    }

    /// Those of emitters that a decoder can have: it asks each message for its version and the length of its block.
    static List<Defect> ofDecoders() {
        return OF_SCHEMA.stream().filter(defect -> !Set.of("block length", "schema version").contains(defect.name()))
                .toList();
    }

    /// The schema of the messages.
    static Schema schema() {
        return parse(XML);
    }

    /// An older version with blocks as long.
    static Schema older() {
        String fees = XML.replaceAll("(?s) *<group name=\"fees\".*?</group>\n", "");
        return parse(fees.replaceAll("(?m)^.*name=\"added\".*\n", "").replace("version=\"5\"", "version=\"2\""));
    }

    /// The schema that emitters with this mistake seem to have read.
    Schema misread() {
        return parse(isOfSchema ? changed(XML) : XML);
    }

    /// What a generator with this mistake writes.
    List<GeneratedFile> generate(TargetLanguage language) {
        List<GeneratedFile> files = language.generate(misread());
        if (isOfSchema) {
            return files;
        }
        List<GeneratedFile> changed = new ArrayList<>(files);
        for (int i = 0; i < files.size(); i++) {
            GeneratedFile file = files.get(i);
            if (file.content().contains(from)) {
                changed.set(i, new GeneratedFile(file.path(), changed(file.content())));
                return changed;
            }
        }
        throw new AssertionError(language.name() + " has no such line: " + from + "; files="
                + files.stream().map(GeneratedFile::path).collect(Collectors.joining(", ")));
    }

    private String changed(String text) {
        int at = text.indexOf(from);
        if (at < 0 || isOfSchema && text.indexOf(from, at + 1) >= 0) {
            throw new AssertionError("not once: " + from);
        }
        return text.substring(0, at) + to + text.substring(at + from.length());
    }

    private static Schema parse(String xml) {
        return SchemaParser.parseText(xml, "defects.xml").schema();
    }

    @Override
    public String toString() {
        return name;
    }
}
