// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.random.RandomMessage;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;
import uk.co.real_logic.sbe.otf.TokenListener;

/// What the reference's on-the-fly decoder finds, in the lines of [RandomMessage#facts()].
public final class ReferenceFacts implements TokenListener {
    public final List<String> facts = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final ByteOrder order;
    private final int version;
    private int composites;

    private ReferenceFacts(ByteOrder order, int version) {
        this.order = order;
        this.version = version;
    }

    /// The facts of a message that begins with its header, and last `end=` with its length.
    public static List<String> of(Ir ir, byte[] message) {
        DirectBuffer buffer = new UnsafeBuffer(message);
        OtfHeaderDecoder header = new OtfHeaderDecoder(ir.headerStructure());
        int version = header.getSchemaVersion(buffer, 0);
        ReferenceFacts listener = new ReferenceFacts(ir.byteOrder(), version);
        int end = OtfMessageDecoder.decode(buffer, header.encodedLength(), version, header.getBlockLength(buffer, 0),
                ir.getMessage(header.getTemplateId(buffer, 0)), listener);
        listener.facts.add("end=" + end);
        return listener.facts;
    }

    private String at(String name) {
        return path.peek() + "/" + name;
    }

    @Override
    public void onBeginMessage(Token token) {
        path.push(token.name());
    }

    @Override
    public void onEndMessage(Token token) {
        path.pop();
    }

    private long read(DirectBuffer buffer, int index, PrimitiveType type) {
        return switch (type.size()) {
            case 1 -> buffer.getByte(index);
            case 2 -> buffer.getShort(index, order);
            case 4 -> buffer.getInt(index, order);
            default -> buffer.getLong(index, order);
        };
    }

    private static PrimitiveType typeOf(Token token) {
        return PrimitiveType.find(token.encoding().primitiveType().primitiveName());
    }

    private void add(String name, DirectBuffer buffer, int index, Token typeToken) {
        PrimitiveType type = typeOf(typeToken);
        facts.add(RandomMessage.fact(name, read(buffer, index, type), type));
    }

    @Override
    public void onEncoding(Token fieldToken, DirectBuffer buffer, int bufferIndex, Token typeToken, int actingVersion) {
        if (typeToken.isConstantEncoding() || fieldToken.isConstantEncoding() || typeToken.version() > version
                || fieldToken.version() > version) {
            return;
        }
        String name = at(composites > 0 ? typeToken.name() : fieldToken.name());
        int length = typeToken.arrayLength();
        for (int i = 0; i < length; i++) {
            add(length == 1 ? name : name + "[" + i + "]", buffer, bufferIndex + i * typeOf(typeToken).size(),
                    typeToken);
        }
    }

    @Override
    public void onEnum(Token fieldToken, DirectBuffer buffer, int bufferIndex, List<Token> tokens, int fromIndex,
            int toIndex,
            int actingVersion) {
        if (!fieldToken.isConstantEncoding() && fieldToken.version() <= version) {
            add(at(composites > 0 ? tokens.get(fromIndex).name() : fieldToken.name()), buffer, bufferIndex,
                    tokens.get(fromIndex));
        }
    }

    @Override
    public void onBitSet(Token fieldToken, DirectBuffer buffer, int bufferIndex, List<Token> tokens, int fromIndex,
            int toIndex,
            int actingVersion) {
        onEnum(fieldToken, buffer, bufferIndex, tokens, fromIndex, toIndex, actingVersion);
    }

    @Override
    public void onBeginComposite(Token fieldToken, List<Token> tokens, int fromIndex, int toIndex) {
        path.push(at(composites++ > 0 ? tokens.get(fromIndex).name() : fieldToken.name()));
    }

    @Override
    public void onEndComposite(Token fieldToken, List<Token> tokens, int fromIndex, int toIndex) {
        composites--;
        path.pop();
    }

    @Override
    public void onGroupHeader(Token token, int numInGroup) {
        if (token.version() <= version) {
            facts.add(at(token.name()) + "=" + numInGroup);
        }
    }

    @Override
    public void onBeginGroup(Token token, int groupIndex, int numInGroup) {
        path.push(at(token.name()) + "[" + groupIndex + "]");
    }

    @Override
    public void onEndGroup(Token token, int groupIndex, int numInGroup) {
        path.pop();
    }

    @Override
    public void onVarData(Token fieldToken, DirectBuffer buffer, int bufferIndex, int length, Token typeToken) {
        if (fieldToken.version() <= version) {
            byte[] bytes = new byte[length];
            buffer.getBytes(bufferIndex, bytes);
            facts.add(at(fieldToken.name()) + "=" + HexFormat.of().formatHex(bytes));
        }
    }
}
