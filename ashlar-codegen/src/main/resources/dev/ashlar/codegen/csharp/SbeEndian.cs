    /// <summary>Reads and writes numbers in ${order}-endian byte order.</summary>
    public static class Sbe${Order}Endian
    {
        public static sbyte GetSByte(ReadOnlySpan<byte> bytes, int at) => unchecked((sbyte)bytes[at]);

        public static void PutSByte(Span<byte> bytes, int at, sbyte value) => bytes[at] = unchecked((byte)value);

        public static byte GetByte(ReadOnlySpan<byte> bytes, int at) => bytes[at];

        public static void PutByte(Span<byte> bytes, int at, byte value) => bytes[at] = value;

        public static short GetInt16(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadInt16${Order}Endian(bytes.Slice(at));

        public static void PutInt16(Span<byte> bytes, int at, short value) =>
            BinaryPrimitives.WriteInt16${Order}Endian(bytes.Slice(at), value);

        public static ushort GetUInt16(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadUInt16${Order}Endian(bytes.Slice(at));

        public static void PutUInt16(Span<byte> bytes, int at, ushort value) =>
            BinaryPrimitives.WriteUInt16${Order}Endian(bytes.Slice(at), value);

        public static int GetInt32(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadInt32${Order}Endian(bytes.Slice(at));

        public static void PutInt32(Span<byte> bytes, int at, int value) =>
            BinaryPrimitives.WriteInt32${Order}Endian(bytes.Slice(at), value);

        public static uint GetUInt32(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadUInt32${Order}Endian(bytes.Slice(at));

        public static void PutUInt32(Span<byte> bytes, int at, uint value) =>
            BinaryPrimitives.WriteUInt32${Order}Endian(bytes.Slice(at), value);

        public static long GetInt64(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadInt64${Order}Endian(bytes.Slice(at));

        public static void PutInt64(Span<byte> bytes, int at, long value) =>
            BinaryPrimitives.WriteInt64${Order}Endian(bytes.Slice(at), value);

        public static ulong GetUInt64(ReadOnlySpan<byte> bytes, int at) =>
            BinaryPrimitives.ReadUInt64${Order}Endian(bytes.Slice(at));

        public static void PutUInt64(Span<byte> bytes, int at, ulong value) =>
            BinaryPrimitives.WriteUInt64${Order}Endian(bytes.Slice(at), value);

        public static float GetSingle(ReadOnlySpan<byte> bytes, int at) =>
            BitConverter.Int32BitsToSingle(GetInt32(bytes, at));

        public static void PutSingle(Span<byte> bytes, int at, float value) =>
            PutInt32(bytes, at, BitConverter.SingleToInt32Bits(value));

        public static double GetDouble(ReadOnlySpan<byte> bytes, int at) =>
            BitConverter.Int64BitsToDouble(GetInt64(bytes, at));

        public static void PutDouble(Span<byte> bytes, int at, double value) =>
            PutInt64(bytes, at, BitConverter.DoubleToInt64Bits(value));

        public static char GetChar(ReadOnlySpan<byte> bytes, int at) => (char)bytes[at];

        public static void PutChar(Span<byte> bytes, int at, char value) => bytes[at] = SbeText.ToByte(value);
    }
