// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The characters of an XML file and the starts of its lines. The XML reader reports only the end of a tag; this class
/// finds the place of the tag and of its attributes from it.
final class XmlText {
    private static final Pattern DECLARED_ENCODING =
            Pattern.compile("^<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']");
    private static final int DECLARATION_BYTES = 256;

    private final String file;
    private final String text;
    private final int[] lineStarts;

    /// @throws BadEncodingException if the bytes are not text
    XmlText(String file, byte[] bytes) throws BadEncodingException {
        this.file = file;
        this.text = decode(file, bytes);
        this.lineStarts = lineStarts(text);
    }

    /// Bytes that are not text in their encoding, or an unknown encoding.
    static final class BadEncodingException extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Location location;

        BadEncodingException(Location location, String message) {
            super(message);
            this.location = location;
        }
    }

    String text() {
        return text;
    }

    /// The place of the start tag that ends just before this line and column.
    Location tag(int endLine, int endColumn) {
        return at(tagStart(offset(endLine, endColumn)));
    }

    /// The place of an attribute inside that tag.
    Location attribute(int endLine, int endColumn, String attribute) {
        int end = offset(endLine, endColumn);
        int start = tagStart(end);
        Matcher matcher = Pattern.compile("\\s" + Pattern.quote(attribute) + "\\s*=").matcher(text).region(start, end);
        return at(matcher.find() ? matcher.start() + 1 : start);
    }

    /// The characters between two places of the reader.
    String between(javax.xml.stream.Location start, javax.xml.stream.Location end) {
        int from = offset(start.getLineNumber(), start.getColumnNumber());
        int to = offset(end.getLineNumber(), end.getColumnNumber());
        return from <= to ? text.substring(from, to) : "";
    }

    private int offset(int line, int column) {
        int start = lineStarts[Math.clamp(line - 1, 0, lineStarts.length - 1)];
        return Math.clamp((long) start + column - 1, 0, text.length());
    }

    private int tagStart(int end) {
        // A '<' cannot stand inside a tag, so the last one before its end opens it.
        return Math.max(0, text.lastIndexOf('<', end - 1));
    }

    private Location at(int offset) {
        int low = 0;
        int high = lineStarts.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (lineStarts[middle] <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return new Location(file, low + 1, offset - lineStarts[low] + 1);
    }

    private static int[] lineStarts(String text) {
        IntStream.Builder starts = IntStream.builder();
        starts.add(0);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n')) {
                starts.add(i + 1);
            }
        }
        return starts.build().toArray();
    }

    /// Decodes by byte order mark, else by XML declaration, else as UTF-8, following XML 1.0, appendix F.
    private static String decode(String file, byte[] bytes) throws BadEncodingException {
        if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
            return decode(file, bytes, 3, StandardCharsets.UTF_8);
        }
        if (startsWith(bytes, 0xfe, 0xff)) {
            return decode(file, bytes, 2, StandardCharsets.UTF_16BE);
        }
        if (startsWith(bytes, 0xff, 0xfe)) {
            return decode(file, bytes, 2, StandardCharsets.UTF_16LE);
        }
        if (startsWith(bytes, 0, '<')) {
            return decode(file, bytes, 0, StandardCharsets.UTF_16BE);
        }
        if (startsWith(bytes, '<', 0)) {
            return decode(file, bytes, 0, StandardCharsets.UTF_16LE);
        }
        String head = new String(bytes, 0, Math.min(bytes.length, DECLARATION_BYTES), StandardCharsets.ISO_8859_1);
        Matcher declared = DECLARED_ENCODING.matcher(head);
        return decode(file, bytes, 0, declared.find() ? charset(file, declared.group(1)) : StandardCharsets.UTF_8);
    }

    private static Charset charset(String file, String name) throws BadEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new BadEncodingException(new Location(file, 1, 1), "unknown encoding: encoding=\"" + name
                    + "\"; save the file as UTF-8 and declare that");
        }
    }

    private static String decode(String file, byte[] bytes, int begin, Charset charset) throws BadEncodingException {
        ByteBuffer in = ByteBuffer.wrap(bytes, begin, bytes.length - begin);
        CharBuffer out = CharBuffer.allocate((int) Math.ceil(in.remaining()
                * (double) charset.newDecoder().maxCharsPerByte()) + 1);
        CharsetDecoder decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isUnderflow()) {
            result = decoder.flush(out);
        }
        String text = out.flip().toString();
        if (result.isError()) {
            int[] lines = lineStarts(text);
            StringBuilder wrong = new StringBuilder();
            for (int i = 0; i < result.length(); i++) {
                wrong.append(String.format("%s0x%02X", i == 0 ? "" : " ", bytes[in.position() + i] & 0xff));
            }
            int column = text.length() - lines[lines.length - 1] + 1;
            throw new BadEncodingException(new Location(file, lines.length, column),
                    "not text in " + charset.name() + ": bytes=" + wrong + ", offset=" + in.position()
                            + "; save the file as UTF-8, or declare its encoding in <?xml ... encoding=\"...\"?>");
        }
        return text;
    }

    private static boolean startsWith(byte[] bytes, int... first) {
        if (bytes.length < first.length) {
            return false;
        }
        for (int i = 0; i < first.length; i++) {
            if ((bytes[i] & 0xff) != first[i]) {
                return false;
            }
        }
        return true;
    }
}
