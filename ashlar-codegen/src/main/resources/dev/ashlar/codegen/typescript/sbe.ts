// SPDX-License-Identifier: Apache-2.0
// What the generated codecs of every schema share. No dependencies; browsers and node.

/** What a message can be read from. */
export type Bytes = ArrayBuffer | ArrayBufferView;

declare const enumName: unique symbol;

/**
 * A value of one enum: no number, and no value of another. A number that the enum has no name for is
 * cast: `7 as Side`.
 */
export type Enum<T extends number | bigint, Name extends string> = T & {
  readonly [enumName]: Name;
};

/** The greatest length, count and version. */
export const MAX_LENGTH = 2 ** 31 - 1;

/**
 * The most entries without bytes in all groups of one message: a bound on loops that cost a writer
 * nothing.
 */
export const MAX_EMPTY_ENTRIES = 65_536;

/** Of what is written here: newer than every field. */
export const ANY_VERSION = 2 ** 32 - 1;

/** The rules that a message is held to. */
export const Status = {
  ok: 0,
  /** Fewer bytes than a header. */
  headerTooLong: 1,
  /** The header names another schema. */
  otherSchema: 2,
  /** The header names another message, or one that the schema does not have. */
  unknownTemplate: 3,
  /** The header names a version beyond 2^31-1. */
  versionOutOfRange: 4,
  /** A block reaches beyond the end. */
  blockTooLong: 5,
  /** A group reaches beyond the end, or its block length is out of range. */
  groupTooLong: 6,
  /** Data reaches beyond the end. */
  dataTooLong: 7,
  /** Groups claim too many entries that take no bytes. */
  tooManyEmptyEntries: 8,
  /** The schema does not allow the count of a group, or the length of data. */
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

/** What the check of a message found. */
export interface Validation {
  readonly status: Status;
  /** Offset of what broke the rule; if ok, of the first byte after the message. */
  readonly position: number;
  /** Name of the block, group or data that broke the rule. */
  readonly element: string;
}

/** Bytes that are not the message they claim to be. */
export class MalformedMessage extends Error {
  readonly found: Validation;

  constructor(status: Status, position: number, element: string) {
    super(`${TEXTS[status]}: position=${position} (${element})`);
    this.name = "MalformedMessage";
    this.found = { status, position, element };
  }
}

/** A value out of range or too long, or a part that is missing or out of order. */
export class EncodingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EncodingError";
  }
}

/** How values of a primitive type lie in memory. */
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
          `no 64-bit integer: value=${String(value)} (${name})`,
        );
      }
      view.setBigUint64(at, BigInt.asUintN(64, value), little);
    },
  };
}

/** A number of four or eight bytes that JSON shows with as few digits as give it back. */
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

  /** @param type null if it takes no bytes */
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

/** What precedes the entries of a group. */
export interface Dimension {
  readonly length: number;
  readonly blockLength: Count;
  readonly count: Count;
  readonly minCount: number;
  readonly maxCount: number;
  readonly groups?: Count;
  readonly data?: Count;
}

/** What precedes variable-length data. */
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

/** A block or composite of its writer's length and version. */
export abstract class Struct {
  abstract readonly sbeView: DataView;
  abstract readonly sbeOffset: number;
  abstract readonly sbeLength: number;
  abstract readonly sbeVersion: number;
}

/** A block or composite that can be written to. */
export abstract class Writer extends Struct {
  // Declared alone: engines are slow to define fields of objects of many subclasses.
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
 * Where the next group or data goes, and which of them it is.
 *
 * Each block has numbers for the parts that it still lacks, and each group for its entries. No
 * number is given out twice, so that what belongs to an earlier entry or group is out of order for
 * good.
 */
export class Cursor {
  view: DataView;
  /** The bytes of the view. */
  bytes: Uint8Array;
  position = 0;
  /** The number of what has to be written next; 0 once the message is complete. */
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
   * Begins the first of as many parts, which is the one with the number `count` after the one that
   * is returned. What was next comes after the last.
   */
  begin(count: number): number {
    const base = this.#numbers;
    this.#numbers += count + 1;
    if (count > 0) {
      this.next = base + count;
    }
    return base;
  }

  /** @throws EncodingError if a message may not have as many entries without bytes */
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

/** Walks over a message by its counts and lengths and proves that they are in bounds. Time grows
 * with the bytes, never with the counts that they claim. */
export class Walk {
  readonly view: DataView;
  readonly version: number;
  #emptyEntries = 0;

  constructor(view: DataView, version: number) {
    this.view = view;
    this.version = version;
  }

  /** Where each group and data of a block begins, and where all of them end. */
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
  /** Its name in JSON, with quotes. */
  readonly jsonName: string;
  isPresent(from: Struct): boolean;
  json(from: Struct): string;
  /** Whether it holds anything but null, as a member of a composite. */
  holdsValue(from: Struct): boolean;
  /** Copies the value if the writer of the source had it. */
  copy(from: Struct, to: Writer): void;
  /** Writes null into all elements. */
  clear(view: DataView, at: number): void;
}

/** A group or data of a block, in the order of the wire. */
export interface Part {
  readonly kind: "part";
  readonly name: string;
  readonly jsonName: string;
  readonly since: number;
  /** Among the parts of its block. */
  index: number;
  walk(walk: Walk, at: number): number;
  json(from: BlockDecoder): string;
  copy(from: BlockDecoder, to: BlockEncoder): void;
}

/** What `Walk` needs of a group. */
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
  /** The version that first had any of the parts. */
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

  /** A block in which every value is null. */
  get nulls(): Uint8Array {
    if (this.#nulls === undefined) {
      this.#nulls = new Uint8Array(this.length);
      const view = viewOf(this.#nulls);
      this.members.forEach((member) => member.clear(view, 0));
    }
    return this.#nulls;
  }

  /** Writes how many groups and data follow, if the header or dimension says so. */
  writeCounts(to: Header | Dimension, view: DataView, at: number): void {
    const groups = this.parts.filter(this.#isGroup).length;
    to.groups?.write(view, at, groups, this.name);
    to.data?.write(view, at, this.parts.length - groups, this.name);
  }
}

/** A message or entry whose blocks, counts and lengths were proved to be in bounds. */
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

  /** Where each group and data begins, and where all of them end. */
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

/** A block alone, as a row of a store has it. */
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
   * The block of an entry alone, as a row of a store has it. Its groups and data are out of reach:
   * they throw a MalformedMessage.
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

/** A block that is being written, which begins with null in every value. */
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
   * The number of what is next after a part.
   *
   * @throws EncodingError unless exactly this part is next
   */
  sbeRequireNext(part: Part): number {
    const missing = this.sbeLayout.parts.length - part.index;
    const number = this.sbeBase + missing;
    if (this.sbeCursor.next !== number) {
      throw new EncodingError(`group or data out of order (${part.name})`);
    }
    return missing === 1 ? this.sbeAfter : number - 1;
  }

  /** Copies everything; what the writer did not have becomes null. */
  sbeCopyFrom(from: BlockDecoder): void {
    this.sbeLayout.members.forEach((member) => member.copy(from, this));
    this.sbeLayout.parts.forEach((part) => part.copy(from, this));
  }
}

/** An entry of a group that is being written. */
export abstract class EntryEncoder extends BlockEncoder {
  constructor(cursor: Cursor, layout: Layout) {
    super(cursor, layout);
  }
}
