// SPDX-License-Identifier: Apache-2.0
// Runtime shared by the generated codecs of all schemas. No dependencies; for browsers and Node.js.

/** The types of buffers that a message can be read from. */
export type Bytes = ArrayBuffer | ArrayBufferView;

declare const enumName: unique symbol;

/**
 * A value of one enum. Neither numbers nor values of other enums can be assigned to it. Cast a
 * number that has no name in the enum: `7 as Side`.
 */
export type Enum<T extends number | bigint, Name extends string> = T & {
  readonly [enumName]: Name;
};

/** Maximum of lengths, counts and versions. */
export const MAX_LENGTH = 2 ** 31 - 1;

/**
 * Maximum number of entries without bytes in one message. They cost a writer nothing, so readers
 * limit the loops.
 */
export const MAX_EMPTY_ENTRIES = 65_536;

/** The version of values being written: newer than every field. */
export const ANY_VERSION = 2 ** 32 - 1;

/** The result of checking a message: `ok`, or the rule that it breaks. */
export const Status = {
  ok: 0,
  /** The bytes are too short for a message header. */
  headerTooLong: 1,
  /** The header has the id of another schema. */
  otherSchema: 2,
  /** The header has the template id of another message, or one that the schema does not define. */
  unknownTemplate: 3,
  /** The version in the header is greater than 2^31-1. */
  versionOutOfRange: 4,
  /** A block extends beyond the end of the bytes. */
  blockTooLong: 5,
  /** A group extends beyond the end of the bytes, or its block length is out of range. */
  groupTooLong: 6,
  /** Data extends beyond the end of the bytes. */
  dataTooLong: 7,
  /** The groups claim too many entries that occupy no bytes. */
  tooManyEmptyEntries: 8,
  /** The schema does not allow the count of a group or the length of data. */
  countOutOfRange: 9,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

const TEXTS = [
  "ok",
  "header longer than bytes",
  "message of another schema",
  "unknown template",
  "version out of range",
  "block longer than bytes",
  "group longer than bytes",
  "data longer than bytes",
  "too many entries without bytes",
  "count or length out of range",
] as const;

/** The result of checking a message. */
export interface Validation {
  readonly status: Status;
  /** Offset of the offending element; if ok, offset of the first byte after the message. */
  readonly position: number;
  /** Name of the offending block, group, data or header member. */
  readonly element: string;
}

/** Thrown if bytes are not a valid message: they break one of the rules in `Status`. */
export class MalformedMessage extends Error {
  readonly found: Validation;

  constructor(status: Status, position: number, element: string) {
    super(`${TEXTS[status]}: position=${position} (${element})`);
    this.name = "MalformedMessage";
    this.found = { status, position, element };
  }
}

/** Thrown if a value is out of range or too long, or if a part is missing or out of order. */
export class EncodingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EncodingError";
  }
}

/** How values of a primitive type are encoded in memory. */
export interface Primitive<T> {
  readonly size: number;
  readonly nullValue: T;
  readonly minValue: T;
  readonly maxValue: T;
  read(view: DataView, at: number): T;
  /** @throws EncodingError if the value is out of range */
  write(view: DataView, at: number, value: T, name: string): void;
}

function integer(
  size: 1 | 2 | 4,
  signed: boolean,
  little: boolean,
): Primitive<number> {
  const bits = size * 8;
  const min = signed ? -(2 ** (bits - 1)) : 0;
  const max = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const read = {
    1: (view: DataView, at: number) =>
      signed ? view.getInt8(at) : view.getUint8(at),
    2: (view: DataView, at: number) =>
      signed ? view.getInt16(at, little) : view.getUint16(at, little),
    4: (view: DataView, at: number) =>
      signed ? view.getInt32(at, little) : view.getUint32(at, little),
  }[size];
  return {
    size,
    nullValue: signed ? min : max,
    minValue: signed ? min + 1 : min,
    maxValue: signed ? max : max - 1,
    read,
    write(view, at, value, name) {
      if (!Number.isInteger(value) || value < min || value > max) {
        throw new EncodingError(
          `value out of range: value=${value}, min=${min}, max=${max} (${name})`,
        );
      }
      if (size === 1) {
        view.setUint8(at, value & 0xff);
      } else if (size === 2) {
        view.setUint16(at, value & 0xffff, little);
      } else {
        view.setUint32(at, value >>> 0, little);
      }
    },
  };
}

function wide(signed: boolean, little: boolean): Primitive<bigint> {
  const fit = signed ? BigInt.asIntN : BigInt.asUintN;
  return {
    size: 8,
    nullValue: signed ? -(1n << 63n) : (1n << 64n) - 1n,
    minValue: signed ? 1n - (1n << 63n) : 0n,
    maxValue: signed ? (1n << 63n) - 1n : (1n << 64n) - 2n,
    read: (view, at) =>
      signed ? view.getBigInt64(at, little) : view.getBigUint64(at, little),
    write(view, at, value, name) {
      if (typeof value !== "bigint" || fit(64, value) !== value) {
        throw new EncodingError(
          `not a 64-bit integer: value=${String(value)} (${name})`,
        );
      }
      view.setBigUint64(at, BigInt.asUintN(64, value), little);
    },
  };
}

/** A float of four or eight bytes. JSON has the fewest digits that read back as the same number. */
export interface FloatingPoint extends Primitive<number> {
  readonly isSingle: boolean;
}

function floating(isSingle: boolean, little: boolean): FloatingPoint {
  const greatest = isSingle ? (2 - 2 ** -23) * 2 ** 127 : Number.MAX_VALUE;
  return {
    size: isSingle ? 4 : 8,
    nullValue: NaN,
    minValue: -greatest,
    maxValue: greatest,
    isSingle,
    read: (view, at) =>
      isSingle ? view.getFloat32(at, little) : view.getFloat64(at, little),
    write(view, at, value, name) {
      if (
        typeof value !== "number" ||
        (isSingle &&
          Number.isFinite(value) &&
          !Number.isFinite(Math.fround(value)))
      ) {
        throw new EncodingError(`value out of range: value=${value} (${name})`);
      }
      if (isSingle) {
        view.setFloat32(at, value, little);
      } else {
        view.setFloat64(at, value, little);
      }
    },
  };
}

/** The primitive types in one byte order. */
export interface ByteOrder {
  readonly int8: Primitive<number>;
  readonly int16: Primitive<number>;
  readonly int32: Primitive<number>;
  readonly int64: Primitive<bigint>;
  readonly uint8: Primitive<number>;
  readonly uint16: Primitive<number>;
  readonly uint32: Primitive<number>;
  readonly uint64: Primitive<bigint>;
  readonly float: FloatingPoint;
  readonly double: FloatingPoint;
}

function byteOrder(little: boolean): ByteOrder {
  return {
    int8: integer(1, true, little),
    int16: integer(2, true, little),
    int32: integer(4, true, little),
    int64: wide(true, little),
    uint8: integer(1, false, little),
    uint16: integer(2, false, little),
    uint32: integer(4, false, little),
    uint64: wide(false, little),
    float: floating(true, little),
    double: floating(false, little),
  };
}

export const littleEndian: ByteOrder = byteOrder(true);
export const bigEndian: ByteOrder = byteOrder(false);

/** A length, count, id or version in a header or dimension. */
export class Count {
  readonly #type: Primitive<number> | Primitive<bigint> | null;
  readonly #offset: number;
  readonly #constant: number;

  /** @param type null if the number is constant and occupies no bytes */
  constructor(
    type: Primitive<number> | Primitive<bigint> | null,
    offset: number,
    constant = 0,
  ) {
    this.#type = type;
    this.#offset = offset;
    this.#constant = constant;
  }

  /** The number; -1 if it is beyond 2^63-1. */
  read(view: DataView, at: number): number {
    const number = this.#type?.read(view, at + this.#offset) ?? this.#constant;
    return typeof number === "bigint" && number >= 1n << 63n
      ? -1
      : Number(number);
  }

  write(view: DataView, at: number, count: number, name: string): void {
    const type = this.#type;
    if (type === null) {
      return;
    }
    if (typeof type.nullValue === "bigint") {
      const wide = type as Primitive<bigint>;
      wide.write(view, at + this.#offset, BigInt(count), name);
    } else {
      const narrow = type as Primitive<number>;
      narrow.write(view, at + this.#offset, count, name);
    }
  }
}

/** The header before each message, and the schema that it belongs to. */
export interface Header {
  readonly name: string;
  readonly length: number;
  readonly schemaId: number;
  readonly version: number;
  readonly semanticVersion: string;
  readonly blockLength: Count;
  readonly templateId: Count;
  readonly schema: Count;
  readonly actingVersion: Count;
  readonly groups?: Count;
  readonly data?: Count;
}

/** The dimension composite before the entries of a group. */
export interface Dimension {
  readonly length: number;
  readonly blockLength: Count;
  readonly count: Count;
  readonly minCount: number;
  readonly maxCount: number;
  readonly groups?: Count;
  readonly data?: Count;
}

/** The length before variable-length data. */
export interface DataHeader {
  readonly length: number;
  readonly size: Count;
  readonly minSize: number;
  readonly maxSize: number;
}

export function viewOf(bytes: Bytes): DataView {
  return ArrayBuffer.isView(bytes)
    ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new DataView(bytes);
}

export function bytesOf(
  view: DataView,
  at: number,
  length: number,
): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}

/** A block or composite with the length and schema version of its writer. */
export abstract class Struct {
  abstract readonly sbeView: DataView;
  abstract readonly sbeOffset: number;
  abstract readonly sbeLength: number;
  abstract readonly sbeVersion: number;
}

/** A block or composite that can be written to. */
export abstract class Writer extends Struct {
  // Only declared: engines are slow to define fields in objects of many subclasses.
  declare readonly sbeCursor: Cursor;
  declare readonly sbeOffset: number;
  declare readonly sbeLength: number;
  declare readonly sbeVersion: number;

  constructor(cursor: Cursor, offset: number, length: number) {
    super();
    this.sbeCursor = cursor;
    this.sbeOffset = offset;
    this.sbeLength = length;
    this.sbeVersion = ANY_VERSION;
  }

  get sbeView(): DataView {
    return this.sbeCursor.view;
  }
}

/**
 * The position of the next group or data, and which of them must come next.
 *
 * Each block reserves a number for every part that it still lacks, and each group reserves one for
 * every entry. Numbers are never reused, so a part of an earlier entry or group stays out of order
 * for good.
 */
export class Cursor {
  view: DataView;
  /** The bytes of the view. */
  bytes: Uint8Array;
  position = 0;
  /** The number of the part or entry that must be written next; 0 once the message is complete. */
  next = 0;
  #numbers = 0;
  #emptyEntries = 0;
  readonly maxLength: number;
  readonly #grows: boolean;

  constructor(buffer: Bytes | null, maxLength: number) {
    this.view =
      buffer === null ? new DataView(new ArrayBuffer(256)) : viewOf(buffer);
    this.bytes = bytesOf(this.view, 0, this.view.byteLength);
    this.#grows = buffer === null;
    this.maxLength = this.#grows
      ? maxLength
      : Math.min(maxLength, this.view.byteLength);
  }

  /**
   * Makes the first of `count` parts the next one, and returns the base of their numbers: the first
   * part has the number base + count. Whatever was next before follows the last part.
   */
  begin(count: number): number {
    const base = this.#numbers;
    this.#numbers += count + 1;
    if (count > 0) {
      this.next = base + count;
    }
    return base;
  }

  /** @throws EncodingError if the message would have too many entries without bytes */
  countEmpty(count: number, name: string): void {
    const max = MAX_EMPTY_ENTRIES - this.#emptyEntries;
    if (count > max) {
      throw new EncodingError(
        `too many entries without bytes: count=${count}, max=${max} (${name})`,
      );
    }
    this.#emptyEntries += count;
  }

  /** @throws EncodingError if the bytes do not fit */
  require(length: number, name: string): void {
    if (length > this.maxLength - this.position) {
      throw new EncodingError(
        `message too long: position=${this.position}, length=${length}, max=${this.maxLength} (${name})`,
      );
    }
  }

  /** Reserves zeroed bytes; returns their offset. */
  reserve(length: number, name: string): number {
    this.require(length, name);
    const at = this.position;
    const end = at + length;
    if (end > this.view.byteLength && this.#grows) {
      const capacity = Math.min(
        this.maxLength,
        Math.max(end, 2 * this.view.byteLength),
      );
      const grown = new Uint8Array(capacity);
      grown.set(this.bytes.subarray(0, at));
      this.view = viewOf(grown);
      this.bytes = grown;
    }
    this.bytes.fill(0, at, end);
    this.position = end;
    return at;
  }
}

/** Walks over a message by its counts and lengths, and proves that all of it is in bounds. The time
 * depends on the number of bytes, never on the counts that a message claims. */
export class Walk {
  readonly view: DataView;
  readonly version: number;
  #emptyEntries = 0;

  constructor(view: DataView, version: number) {
    this.view = view;
    this.version = version;
  }

  /** The offset of each group and data of a block, then the offset after the last of them. */
  block(layout: Layout, at: number, length: number): number[] {
    if (
      length < 0 ||
      length > MAX_LENGTH ||
      length > this.view.byteLength - at
    ) {
      throw new MalformedMessage(Status.blockTooLong, at, layout.name);
    }
    let next = at + length;
    const positions = [next];
    for (const part of layout.parts) {
      next = part.walk(this, next);
      positions.push(next);
    }
    return positions;
  }

  group(at: number, group: GroupLayout): number {
    if (this.version < group.since) {
      return at;
    }
    const { dimension, layout, name } = group;
    if (dimension.length > this.view.byteLength - at) {
      throw new MalformedMessage(Status.groupTooLong, at, name);
    }
    const length = dimension.blockLength.read(this.view, at);
    const count = dimension.count.read(this.view, at);
    if (count < dimension.minCount || count > dimension.maxCount) {
      throw new MalformedMessage(Status.countOutOfRange, at, name);
    }
    let next = at + dimension.length;
    const hasTail = this.version >= layout.tailSince;
    if (
      length < 0 ||
      length > MAX_LENGTH ||
      length * count > this.view.byteLength - next
    ) {
      throw new MalformedMessage(Status.groupTooLong, at, name);
    }
    if (hasTail) {
      for (let i = 0; i < count; i++) {
        next = last(this.block(layout, next, length));
      }
      return next;
    }
    if (length === 0) {
      this.#emptyEntries += count;
      if (this.#emptyEntries > MAX_EMPTY_ENTRIES) {
        throw new MalformedMessage(Status.tooManyEmptyEntries, at, name);
      }
    }
    return next + length * count;
  }

  data(at: number, since: number, header: DataHeader, name: string): number {
    if (this.version < since) {
      return at;
    }
    if (header.length > this.view.byteLength - at) {
      throw new MalformedMessage(Status.dataTooLong, at, name);
    }
    const size = header.size.read(this.view, at);
    if (size < header.minSize || size > header.maxSize) {
      throw new MalformedMessage(Status.countOutOfRange, at, name);
    }
    const next = at + header.length;
    if (size > this.view.byteLength - next) {
      throw new MalformedMessage(Status.dataTooLong, at, name);
    }
    return next + size;
  }
}

export function last(positions: readonly number[]): number {
  return positions[positions.length - 1] ?? 0;
}

/** A field of a block, or a member of a composite. */
export interface Member {
  readonly kind: "member";
  readonly name: string;
  /** The name in JSON, including its quotes. */
  readonly jsonName: string;
  isPresent(from: Struct): boolean;
  json(from: Struct): string;
  /** Whether the member, as part of a composite, has a value other than null. */
  holdsValue(from: Struct): boolean;
  /** Copies the value if it is present in the source. */
  copy(from: Struct, to: Writer): void;
  /** Sets all elements to null. */
  clear(view: DataView, at: number): void;
}

/** A group or data of a block, in wire order. */
export interface Part {
  readonly kind: "part";
  readonly name: string;
  readonly jsonName: string;
  readonly since: number;
  /** The index among the parts of its block. */
  index: number;
  walk(walk: Walk, at: number): number;
  json(from: BlockDecoder): string;
  copy(from: BlockDecoder, to: BlockEncoder): void;
}

/** What `Walk` needs to know about a group. */
export interface GroupLayout extends Part {
  readonly dimension: Dimension;
  readonly layout: Layout;
}

/** The members and parts of a block or composite. */
export class Layout {
  readonly name: string;
  readonly length: number;
  readonly members: readonly Member[];
  readonly parts: readonly Part[];
  /** The first version that has any of the parts. */
  readonly tailSince: number;
  readonly #isGroup: (part: Part) => boolean;
  #nulls: Uint8Array | undefined;

  constructor(
    name: string,
    length: number,
    all: Readonly<Record<string, Member | Part>>,
  ) {
    this.name = name;
    this.length = length;
    const members = Object.values(all);
    this.members = members.filter((m) => m.kind === "member");
    this.parts = members.filter((m) => m.kind === "part");
    this.parts.forEach((part, index) => (part.index = index));
    this.tailSince = Math.min(
      ANY_VERSION,
      ...this.parts.map((part) => part.since),
    );
    this.#isGroup = (part) => "dimension" in part;
  }

  /** A block with every value set to null. */
  get nulls(): Uint8Array {
    if (this.#nulls === undefined) {
      this.#nulls = new Uint8Array(this.length);
      const view = viewOf(this.#nulls);
      this.members.forEach((member) => member.clear(view, 0));
    }
    return this.#nulls;
  }

  /** Writes the numbers of groups and data, if the header or dimension has members for them. */
  writeCounts(to: Header | Dimension, view: DataView, at: number): void {
    const groups = this.parts.filter(this.#isGroup).length;
    to.groups?.write(view, at, groups, this.name);
    to.data?.write(view, at, this.parts.length - groups, this.name);
  }
}

/** A message or entry whose blocks, groups and data are known to be in bounds. */
export abstract class BlockDecoder extends Struct {
  abstract get sbeLayout(): Layout;
  declare readonly sbeView: DataView;
  declare readonly sbeOffset: number;
  declare readonly sbeLength: number;
  declare readonly sbeVersion: number;
  declare protected sbeFound: readonly number[] | undefined;

  protected constructor(
    view: DataView,
    offset: number,
    length: number,
    version: number,
  ) {
    super();
    this.sbeView = view;
    this.sbeOffset = offset;
    this.sbeLength = length;
    this.sbeVersion = version;
    this.sbeFound = undefined;
  }

  /** The offset of each group and data, then the offset after the last of them. */
  get sbePositions(): readonly number[] {
    this.sbeFound ??= new Walk(this.sbeView, this.sbeVersion).block(
      this.sbeLayout,
      this.sbeOffset,
      this.sbeLength,
    );
    return this.sbeFound;
  }

  /** Offset in the message of the first byte after this message or entry. */
  get sbeEnd(): number {
    return last(this.sbePositions);
  }

  /** The members of a JSON object. */
  sbeJsonMembers(): string[] {
    const { members, parts } = this.sbeLayout;
    return [
      ...members.map((m) => `${m.jsonName}:${m.json(this)}`),
      ...parts.map((p) => `${p.jsonName}:${p.json(this)}`),
    ];
  }
}

/** A block without its message, such as a row of a store. */
export class Row {
  readonly view: DataView;
  readonly version: number;

  /** @param version the schema version of the writer */
  constructor(block: Bytes, version: number) {
    if (!Number.isInteger(version) || version < 0 || version > MAX_LENGTH) {
      throw new RangeError(
        `version out of range: version=${version}, max=${MAX_LENGTH}`,
      );
    }
    this.view = viewOf(block);
    this.version = version;
  }
}

/** An entry of a group. */
export abstract class EntryDecoder extends BlockDecoder {
  constructor(view: DataView, offset: number, length: number, version: number) {
    super(view, offset, length, version);
  }

  /**
   * Reads the block of an entry without its message, such as a row of a store. Access to groups or
   * data throws a MalformedMessage.
   */
  static sbeFromBlock<D extends EntryDecoder>(
    this: new (
      view: DataView,
      offset: number,
      length: number,
      version: number,
    ) => D,
    block: Bytes,
    version: number,
  ): D {
    const row = new Row(block, version);
    return new this(row.view, 0, row.view.byteLength, row.version);
  }
}

/** A block being written. All of its values are null at first. */
export abstract class BlockEncoder extends Writer {
  abstract get sbeLayout(): Layout;
  declare protected readonly sbeAfter: number;
  declare protected readonly sbeBase: number;

  protected constructor(cursor: Cursor, layout: Layout) {
    const at = cursor.reserve(layout.length, layout.name);
    cursor.bytes.set(layout.nulls, at);
    super(cursor, at, layout.length);
    this.sbeAfter = cursor.next;
    this.sbeBase = cursor.begin(layout.parts.length);
  }

  /**
   * Returns the number that is next after a part.
   *
   * @throws EncodingError if another part is next
   */
  sbeRequireNext(part: Part): number {
    const missing = this.sbeLayout.parts.length - part.index;
    const number = this.sbeBase + missing;
    if (this.sbeCursor.next !== number) {
      throw new EncodingError(`group or data out of order (${part.name})`);
    }
    return missing === 1 ? this.sbeAfter : number - 1;
  }

  /** Copies all fields, groups and data; absent fields become null. */
  sbeCopyFrom(from: BlockDecoder): void {
    this.sbeLayout.members.forEach((member) => member.copy(from, this));
    this.sbeLayout.parts.forEach((part) => part.copy(from, this));
  }
}

/** An entry of a group being written. */
export abstract class EntryEncoder extends BlockEncoder {
  constructor(cursor: Cursor, layout: Layout) {
    super(cursor, layout);
  }
}
