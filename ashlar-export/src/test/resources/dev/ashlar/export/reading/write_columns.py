# SPDX-License-Identifier: Apache-2.0
"""Writes a table of all types with random values, and prints its rows as lines of text: NULL, times as nanoseconds,
and all else as it prints.

arguments: file, seed, rows, form (file, stream, parquet), codec, and for Parquet the encoding and the page version
"""
import sys, random, datetime, decimal, uuid
import pyarrow as pa
import pyarrow.ipc as ipc
path, seed, rows, form, codec = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
parquet = form == 'parquet'
r = random.Random(seed)
def maybe(f):
    return lambda: None if r.random() < 0.2 else f()
def whole(bits, signed):
    low = -(1 << bits - 1) + 1 if signed else 0
    high = (1 << bits - 1) - 1 if signed else (1 << bits) - 2
    return lambda: r.randint(low, high)
def ns(unit):
    return {'s': 10**9, 'ms': 10**6, 'us': 1000, 'ns': 1}[unit]
words = ['', 'A', 'Müller', '日本', 'a text longer than twelve bytes']
text = lambda: r.choice(words)
def times(unit):
    return lambda: r.randint(-10**18 // ns(unit), 4 * 10**18 // ns(unit))
C = []
def add(name, type, make, show=str):
    C.append((name, type, [make() for _ in range(rows)], show))
for bits in (8, 16, 32, 64):
    add(f'i{bits}', pa.int64() if bits == 64 else getattr(pa, f'int{bits}')(), maybe(whole(bits, True)))
    add(f'u{bits}', getattr(pa, f'uint{bits}')(), whole(bits, False))
add('flag', pa.bool_(), maybe(lambda: r.random() < 0.5), lambda v: str(v).lower())
add('single', pa.float32(), maybe(lambda: r.randint(-1000, 1000) / 8))
add('real', pa.float64(), maybe(lambda: r.random() * 1000 + 0.001))
add('amount', pa.decimal128(12, 3), 
    maybe(lambda: decimal.Decimal(r.randint(-10**12 + 1, 10**12 - 1)).scaleb(-3)))
add('wide', pa.decimal128(38, 2) if parquet else pa.decimal256(50, 2),
    maybe(lambda: decimal.Decimal(r.randint(-10**12, 10**12)).scaleb(-2)))
add('day', pa.date32(), maybe(lambda: r.randint(-30000, 60000)), lambda v: str(v * 86400 * 10**9))
for unit in ('s', 'ms', 'us', 'ns'):
    add('at_' + unit, pa.timestamp(unit), maybe(times(unit)), (lambda u: lambda v: str(v * ns(u)))(unit))
add('zoned', pa.timestamp('us', 'Europe/Berlin'), times('us'), lambda v: str(v * 1000))
add('time', pa.time64('us'), maybe(lambda: r.randint(0, 86400 * 10**6 - 1)), lambda v:
    (datetime.datetime(2026, 1, 1) + datetime.timedelta(microseconds=v)).strftime('%H:%M:%S.%f'))
add('text', pa.string(), maybe(text))
add('large', pa.large_string(), maybe(text))
add('view', pa.string() if parquet else pa.string_view(), maybe(text))
add('symbol', pa.dictionary(pa.int16(), pa.string()), maybe(text))
add('four', pa.binary(4), lambda: bytes(r.choice([b'abcd', b'wxyz'])), lambda v: v.decode())
arrays, fields = [], []
for name, type, values, show in C:
    fields.append(pa.field(name, type))
    arrays.append(pa.array(values, type))
inner = pa.StructArray.from_arrays([pa.array([i for i in range(rows)], pa.int32())], ['n'],
    mask=pa.array([i % 7 == 0 for i in range(rows)], pa.bool_()))
fields.append(pa.field('inner', inner.type)); arrays.append(inner)
fields.append(pa.field('items', pa.list_(pa.int8())))
arrays.append(pa.array([[1]] * rows, pa.list_(pa.int8())))
table = pa.table(arrays, schema=pa.schema(fields))
if parquet:
    import pyarrow.parquet as pq
    encoding, version = sys.argv[6], sys.argv[7]
    plain = {'dictionary', 'int96'}
    kinds = {
        'delta': lambda t: 'DELTA_BINARY_PACKED' if pa.types.is_integer(t) or pa.types.is_temporal(t)
            else 'DELTA_BYTE_ARRAY' if pa.types.is_string(t) or pa.types.is_large_string(t)
            else 'RLE' if pa.types.is_boolean(t) else 'PLAIN',
        'lengths': lambda t: 'DELTA_LENGTH_BYTE_ARRAY' if pa.types.is_string(t) else 'PLAIN',
        'split': lambda t: 'BYTE_STREAM_SPLIT' if pa.types.is_floating(t) or pa.types.is_integer(t)
            or pa.types.is_decimal(t) or pa.types.is_fixed_size_binary(t) else 'PLAIN'}
    columns = {f.name: kinds[encoding](f.type) for f in fields if f.name not in ('inner', 'items')} \
        if encoding in kinds else None
    pq.write_table(table, path, compression=codec, use_dictionary=encoding in plain, column_encoding=columns,
                   data_page_version=version, row_group_size=max(1, rows // 3), data_page_size=4096,
                   dictionary_pagesize_limit=2048, write_page_checksum=True, version='2.6',
                   use_deprecated_int96_timestamps=encoding == 'int96')
else:
    options = ipc.IpcWriteOptions(compression=None if codec == 'none' else codec)
    new = ipc.new_file if form == 'file' else ipc.new_stream
    with new(path, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=max(1, rows // 3))
for i in range(rows):
    line = ['NULL' if values[i] is None else show(values[i]) for _, _, values, show in C]
    line.append('NULL' if i % 7 == 0 else str(i))
    print('|'.join(line))
