// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Words, literals, comments and lines of Python, as black formats them.
final class PythonWords {
    private static final int WIDTH = 88;
    private static final Set<String> KEYWORDS = Set.of(("False None True and as assert async await break class continue "
            + "def del elif else except finally for from global if import in is lambda nonlocal not or pass raise "
            + "return try while with yield").split(" "));
    /// Modules of the standard library. A package of the same name would shadow the module or be shadowed by it.
    private static final Set<String> STANDARD = Set.of((
            "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop "
            + "base64 bdb binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop "
            + "collections colorsys compileall compression concurrent configparser contextlib contextvars copy "
            + "copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email "
            + "encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib "
            + "functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http "
            + "idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache "
            + "locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt "
            + "multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os "
            + "ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath "
            + "pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re "
            + "readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil "
            + "signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants "
            + "sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig "
            + "syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter "
            + "token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata "
            + "unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml "
            + "xmlrpc zipapp zipfile zipimport zlib zoneinfo").split(" "));
    /// Members of the base classes of blocks and composites, and names that their declarations call.
    private static final List<String> MEMBERS = List.of("float", "sbe", "sbe_acting_block_length", "sbe_acting_version",
            "sbe_block_length", "sbe_dtype", "sbe_encoded_length", "sbe_end", "sbe_header_decoder", "sbe_header_encoder",
            "sbe_from_block", "sbe_header_extras", "sbe_layout", "sbe_members", "sbe_name", "sbe_parts", "sbe_template_id", "sbe_to_json",
            "sbe_validate");
    /// Members of enums and integers.
    private static final List<String> NUMBERS = List.of("as_integer_ratio", "bit_count", "bit_length", "classmethod",
            "conjugate", "denominator", "dict", "from_bytes", "imag", "is_integer", "mro", "name", "numerator", "real",
            "sbe", "sbe_name", "str", "to_bytes", "value");

    private PythonWords() {
    }

    /// A scope of the attributes of a block or composite.
    static Names members() {
        return new Names(Names::snake, Stream.concat(KEYWORDS.stream(), MEMBERS.stream()).toList());
    }

    /// A scope of the choices of a set.
    static Names choices() {
        return new Names(Names::snake, Stream.concat(KEYWORDS.stream(), NUMBERS.stream()).toList());
    }

    /// A scope of the values of an enum, which keep their names.
    static Names enumerators() {
        return new Names(Names::verbatim, Stream.concat(KEYWORDS.stream(), NUMBERS.stream()).toList());
    }

    /// A scope of classes.
    static Names types() {
        return new Names(Names::pascal, Stream.concat(KEYWORDS.stream(), Stream.of("HEADER", "SCHEMA")).toList());
    }

    /// A scope of modules. Importing one makes it an attribute of the package, which has the shared one as `sbe`.
    static Names modules() {
        return Names.ofFiles(Names::snake, Stream.concat(KEYWORDS.stream(), Stream.of("types", "sbe")).toList());
    }

    /// The folder of a package: `dev.ashlar` is `dev/ashlar/`.
    static String folder(String packageName) {
        StringBuilder out = new StringBuilder();
        for (String part : packageName.split("\\.|::|/")) {
            String name = Names.snake(part);
            boolean isTaken = KEYWORDS.contains(name)
                    || out.isEmpty() && (STANDARD.contains(name) || name.equals("ashlar_sbe"));
            out.append(name).append(isTaken ? "_/" : "/");
        }
        return out.toString();
    }

    /// The letter of a type for `struct`, without its byte order.
    static char code(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR, UINT8 -> 'B';
            case INT8 -> 'b';
            case INT16 -> 'h';
            case INT32 -> 'i';
            case INT64 -> 'q';
            case UINT16 -> 'H';
            case UINT32 -> 'I';
            case UINT64 -> 'Q';
            case FLOAT -> 'f';
            case DOUBLE -> 'd';
        };
    }

    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, PythonWords::whole, (_, value) -> real(value));
    }

    static String whole(PrimitiveType primitive, long bits) {
        return primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
    }

    private static String real(double value) {
        if (Double.isNaN(value)) {
            return "float(\"nan\")";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "float(\"inf\")" : "-float(\"inf\")";
        }
        return Double.toString(value).replace('E', 'e');
    }

    static String string(String text) {
        String quoted = Strings.quoted(text.codePoints(), c -> String.format(c < 0x80 ? "\\x%02x"
                : c > 0xffff ? "\\U%08x" : "\\u%04x", c));
        // Black prefers the quotes that need fewer backslashes.
        return text.indexOf('"') >= 0 && text.indexOf('\'') < 0
                ? "'" + quoted.substring(1, quoted.length() - 1).replace("\\\"", "\"") + "'" : quoted;
    }

    /// Comments of an attribute, in the form that documentation tools read.
    static String comment(Meta meta) {
        StringBuilder out = new StringBuilder();
        lines(meta, "", WIDTH - 7).forEach(line -> out.append("    #: ").append(line).append('\n'));
        return out.toString();
    }

    /// The docstring of a class, followed by an empty line.
    static String docstring(Meta meta, String fallback) {
        List<String> lines = lines(meta, fallback, WIDTH - 10);
        String first = escape(lines.getFirst());
        if (lines.size() == 1) {
            return "    \"\"\"" + first + "\"\"\"\n\n";
        }
        return lines.stream().skip(1).map(line -> "    " + escape(line) + "\n")
                .collect(Collectors.joining("", "    \"\"\"" + first + "\n", "    \"\"\"\n\n"));
    }

    private static String escape(String line) {
        return line.replace("\\", "\\\\").replace("\"", "'");
    }

    private static List<String> lines(Meta meta, String fallback, int width) {
        List<String> lines = Wrapping.lines((meta.description().isBlank() ? fallback : meta.description())
                .replaceAll("[\\s\\p{Cntrl}\u2028\u2029]+", " "), width);
        if (meta.isDeprecated()) {
            lines.add("Deprecated since version " + meta.deprecatedSince() + " of the schema.");
        }
        return lines;
    }

    /// A line that ends in arguments. If they do not fit, each is on its own line, with a trailing comma.
    static String call(String indent, String start, List<String> arguments, String end) {
        String line = indent + start + String.join(", ", arguments) + end + "\n";
        return line.length() <= WIDTH + 1 ? line : Wrapping.spread(indent, "    ", start, arguments, end);
    }

    /// The head of a class. If its bases do not fit, each is on its own line.
    static String head(String name, String... bases) {
        String all = String.join(", ", bases);
        String line = "class " + name + "(" + all + "):\n";
        return line.length() <= WIDTH + 1 ? line
                : all.length() + 4 <= WIDTH ? "class " + name + "(\n    " + all + "\n):\n"
                : call("", "class " + name + "(", List.of(bases), "):");
    }

    /// A statement that imports names. If they do not fit, each is on its own line.
    static String imports(String module, List<String> names) {
        String line = "from " + module + " import " + String.join(", ", names) + "\n";
        return line.length() <= WIDTH + 1 ? line
                : Wrapping.spread("", "    ", "from " + module + " import (", names, ")");
    }
}
