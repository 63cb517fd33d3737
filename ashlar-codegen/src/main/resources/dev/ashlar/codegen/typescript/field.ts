// SPDX-License-Identifier: Apache-2.0
// Fields of blocks and members of composites.
import * as text from "./json.js";
import { EncodingError, bytesOf } from "./sbe.js";
import type {
  FloatingPoint,
  Member,
  Primitive,
  Struct,
  Writer,
} from "./sbe.js";
import type { Charset } from "./text.js";

/** Options of all fields. */
export interface FieldOptions {
  /** The name in the schema. */
  readonly name: string;
  /** Field id; absent for a member of a composite. */
  readonly id?: number;
  /** The offset from the start of the block or composite. */
  readonly offset: number;
  /** The schema version that added it. */
  readonly since?: number;
  /** Whether the field may hold the null value. */
  readonly nullable?: boolean;
  readonly jsonName?: string;
  readonly semanticType?: string;
  readonly epoch?: string;
  readonly timeUnit?: string;
}

export interface NumberOptions<T> extends FieldOptions {
  readonly type: Primitive<T>;
  /** The null value, if it differs from that of the type. */
  readonly null?: T;
  readonly min?: T;
  readonly max?: T;
}

/** A value of a block or composite, as `T`. */
export abstract class Field<T> implements Member {
  readonly kind = "member" as const;
  readonly name: string;
  readonly id: number | undefined;
  readonly offset: number;
  readonly length: number;
  readonly since: number;
  readonly jsonName: string;
  readonly semanticType: string;
  readonly epoch: string;
  readonly timeUnit: string;
  protected readonly nullable: boolean;

  constructor(options: FieldOptions, length: number) {
    this.name = options.name;
    this.id = options.id;
    this.offset = options.offset;
    this.length = length;
    this.since = options.since ?? 0;
    this.nullable = options.nullable ?? false;
    this.jsonName = text.quote(options.jsonName ?? options.name);
    this.semanticType = options.semanticType ?? "";
    this.epoch = options.epoch ?? "";
    this.timeUnit = options.timeUnit ?? "";
  }

  /** Whether the value is present, even if null. */
  isPresent(from: Struct): boolean {
    return (
      from.sbeVersion >= this.since &&
      from.sbeLength >= this.offset + this.length
    );
  }

  /** Whether the value is absent or null. */
  isNull(from: Struct): boolean {
    return !this.isPresent(from) || (this.nullable && !this.holdsValue(from));
  }

  /** The value; the null value if it is absent. */
  get(from: Struct): T {
    return this.isPresent(from)
      ? this.read(from.sbeView, from.sbeOffset + this.offset)
      : this.absent();
  }

  /** The value, or null if it is absent or null. */
  getOrNull(from: Struct): T | null {
    return this.isNull(from) ? null : this.get(from);
  }

  /** @throws EncodingError if the value is out of range */
  set(to: Writer, value: T | null): void {
    const at = to.sbeOffset + this.offset;
    if (value === null) {
      this.clear(to.sbeView, to.sbeOffset);
    } else {
      this.write(to.sbeView, at, value);
    }
  }

  /** The bytes of the value; empty if it is absent. */
  raw(from: Struct): Uint8Array {
    return this.isPresent(from)
      ? bytesOf(from.sbeView, from.sbeOffset + this.offset, this.length)
      : new Uint8Array(0);
  }

  json(from: Struct): string {
    return this.isNull(from) ? "null" : this.valueJson(from);
  }

  copy(from: Struct, to: Writer): void {
    if (this.isPresent(from)) {
      bytesOf(to.sbeView, to.sbeOffset + this.offset, this.length).set(
        this.raw(from),
      );
    }
  }

  abstract holdsValue(from: Struct): boolean;
  abstract clear(view: DataView, at: number): void;
  protected abstract read(view: DataView, at: number): T;
  protected abstract write(view: DataView, at: number, value: T): void;
  protected abstract absent(): T;
  protected abstract valueJson(from: Struct): string;
}

/** Whether a value is the null value. If the null value is NaN, any NaN is null. */
export function equalsNull<T>(value: T, nothing: T): boolean {
  return value === nothing || (value !== value && nothing !== nothing);
}

function numberJson<T>(type: Primitive<T>, value: T): string {
  return "isSingle" in type
    ? text.real(Number(value), (type as FloatingPoint & Primitive<T>).isSingle)
    : String(value);
}

/** A number. */
export class Scalar<T> extends Field<T> {
  readonly type: Primitive<T>;
  readonly nullValue: T;
  readonly minValue: T;
  readonly maxValue: T;

  constructor(options: NumberOptions<T>) {
    super(options, options.type.size);
    this.type = options.type;
    this.nullValue = options.null ?? options.type.nullValue;
    this.minValue = options.min ?? options.type.minValue;
    this.maxValue = options.max ?? options.type.maxValue;
  }

  override holdsValue(from: Struct): boolean {
    return this.isPresent(from) && !equalsNull(this.get(from), this.nullValue);
  }

  override clear(view: DataView, at: number): void {
    this.write(view, at + this.offset, this.nullValue);
  }

  protected override read(view: DataView, at: number): T {
    return this.type.read(view, at);
  }

  protected override write(view: DataView, at: number, value: T): void {
    this.type.write(view, at, value, this.name);
  }

  protected override absent(): T {
    return this.nullValue;
  }

  protected override valueJson(from: Struct): string {
    return numberJson(this.type, this.get(from));
  }
}

/** An array of numbers. Individual elements that are null hold the null value. */
export class List<T> extends Field<readonly T[]> {
  readonly type: Primitive<T>;
  readonly nullValue: T;
  readonly count: number;

  constructor(options: NumberOptions<T> & { readonly count: number }) {
    super(options, options.type.size * options.count);
    this.type = options.type;
    this.nullValue = options.null ?? options.type.nullValue;
    this.count = options.count;
  }

  override holdsValue(from: Struct): boolean {
    return (
      this.isPresent(from) &&
      !this.get(from).every((e) => equalsNull(e, this.nullValue))
    );
  }

  override clear(view: DataView, at: number): void {
    this.write(view, at + this.offset, this.absent());
  }

  protected override read(view: DataView, at: number): readonly T[] {
    const { type } = this;
    return Array.from({ length: this.count }, (_, i) =>
      type.read(view, at + i * type.size),
    );
  }

  protected override write(
    view: DataView,
    at: number,
    value: readonly T[],
  ): void {
    if (value.length !== this.count) {
      throw new EncodingError(
        `array of the wrong length: elements=${value.length}, length=${this.count} (${this.name})`,
      );
    }
    value.forEach((element, i) =>
      this.type.write(view, at + i * this.type.size, element, this.name),
    );
  }

  protected override absent(): readonly T[] {
    return new Array<T>(this.count).fill(this.nullValue);
  }

  protected override valueJson(from: Struct): string {
    const elements = this.get(from).map((e) =>
      this.nullable && equalsNull(e, this.nullValue)
        ? "null"
        : numberJson(this.type, e),
    );
    return `[${elements.join(",")}]`;
  }
}

/** A character of ISO 8859-1. */
export class Char extends Field<string> {
  readonly nullValue: number;

  constructor(options: FieldOptions & { readonly null?: number }) {
    super(options, 1);
    this.nullValue = options.null ?? 0;
  }

  override holdsValue(from: Struct): boolean {
    return (
      this.isPresent(from) && this.get(from).charCodeAt(0) !== this.nullValue
    );
  }

  override clear(view: DataView, at: number): void {
    view.setUint8(at + this.offset, this.nullValue);
  }

  protected override read(view: DataView, at: number): string {
    return String.fromCharCode(view.getUint8(at));
  }

  protected override write(view: DataView, at: number, value: string): void {
    if (value.length !== 1 || value.charCodeAt(0) > 0xff) {
      throw new EncodingError(
        `not one character: value=${value} (${this.name})`,
      );
    }
    view.setUint8(at, value.charCodeAt(0));
  }

  protected override absent(): string {
    return String.fromCharCode(this.nullValue);
  }

  protected override valueJson(from: Struct): string {
    const character = this.get(from);
    return text.quote(character === "\0" ? "" : character);
  }
}

export interface ArrayOptions extends FieldOptions {
  /** The length in bytes. */
  readonly length: number;
  readonly null?: number;
}

abstract class Characters<T> extends Field<T> {
  readonly nullValue: number;

  constructor(options: ArrayOptions) {
    super(options, options.length);
    this.nullValue = options.null ?? 0;
  }

  override holdsValue(from: Struct): boolean {
    const raw = this.raw(from);
    // Everything after the first NUL is padding.
    return (
      this.isPresent(from) &&
      !(this.nullValue === 0
        ? raw[0] === 0
        : raw.every((b) => b === this.nullValue))
    );
  }

  override clear(view: DataView, at: number): void {
    bytesOf(view, at + this.offset, this.length).fill(this.nullValue);
  }
}

/** Text in an array of characters, up to the first NUL. */
export class Text extends Characters<string> {
  readonly charset: Charset;

  constructor(options: ArrayOptions & { readonly charset: Charset }) {
    super(options);
    this.charset = options.charset;
  }

  protected override read(view: DataView, at: number): string {
    return decoded(this.charset, this.content(view, at), at, this.name);
  }

  protected override write(view: DataView, at: number, value: string): void {
    const content = this.charset.encode(value, this.name);
    if (content.length > this.length) {
      throw new EncodingError(
        `text longer than its array: bytes=${content.length}, length=${this.length} (${this.name})`,
      );
    }
    const to = bytesOf(view, at, this.length);
    to.fill(0);
    to.set(content);
  }

  protected override absent(): string {
    return "";
  }

  protected override valueJson(from: Struct): string {
    const content = this.content(from.sbeView, from.sbeOffset + this.offset);
    return textJson(this.charset, content);
  }

  private content(view: DataView, at: number): Uint8Array {
    const all = bytesOf(view, at, this.length);
    const end = all.indexOf(0);
    return end < 0 ? all : all.subarray(0, end);
  }
}

export function decoded(
  charset: Charset,
  content: Uint8Array,
  at: number,
  name: string,
): string {
  const found = charset.decode(content);
  if (found === null) {
    throw new TextError(at, name);
  }
  return found;
}

export function textJson(charset: Charset, content: Uint8Array): string {
  const found = charset.decode(content);
  return found === null ? text.hexObject(content) : text.quote(found);
}

/** The error for bytes that are not valid in their charset. `raw` returns the bytes. */
export class TextError extends Error {
  constructor(position: number, name: string) {
    super(
      `bytes are not valid in their charset: position=${position} (${name})`,
    );
    this.name = "TextError";
  }
}

/** An array of characters. Callers decode it, as its charset is not supported here. */
export class RawText extends Characters<Uint8Array> {
  readonly #isHex: boolean;

  /** @param options hex: whether JSON has a string of hexadecimal digits instead of an object */
  constructor(options: ArrayOptions & { readonly hex?: boolean }) {
    super(options);
    this.#isHex = options.hex ?? false;
  }

  protected override read(view: DataView, at: number): Uint8Array {
    return bytesOf(view, at, this.length);
  }

  protected override write(
    view: DataView,
    at: number,
    value: Uint8Array,
  ): void {
    if (value.length !== this.length) {
      throw new EncodingError(
        `array of the wrong length: bytes=${value.length}, length=${this.length} (${this.name})`,
      );
    }
    bytesOf(view, at, this.length).set(value);
  }

  protected override absent(): Uint8Array {
    return new Uint8Array(this.length).fill(this.nullValue);
  }

  protected override valueJson(from: Struct): string {
    const raw = this.raw(from);
    return this.#isHex ? text.hexadecimal(raw) : text.hexObject(raw);
  }
}

/** A value of an enum, or a number that has no name in the enum. */
export class Enumerated<T extends number | bigint> extends Scalar<T> {
  readonly #names = new Map<T, string>();

  /** @param options values: the values by their names in the schema */
  constructor(
    options: NumberOptions<T extends bigint ? bigint : number> & {
      readonly values: Readonly<Record<string, T>>;
    },
  ) {
    super(options as unknown as NumberOptions<T>);
    for (const [name, value] of Object.entries(options.values)) {
      // If a value has two names, the first one is shown.
      if (!this.#names.has(value)) {
        this.#names.set(value, text.quote(name));
      }
    }
  }

  protected override valueJson(from: Struct): string {
    const value = this.get(from);
    return this.#names.get(value) ?? String(value);
  }
}

/** The choices of a set, as bits. */
export class BitSet<T extends number | bigint> extends Scalar<T> {
  readonly #choices: readonly (readonly [string, bigint])[];

  /** @param options choices: the bits of the choices by their names in the schema */
  constructor(
    options: NumberOptions<T> & {
      readonly choices: Readonly<Record<string, T>>;
    },
  ) {
    super(options);
    this.#choices = Object.entries(options.choices).map(([name, bit]) => [
      text.quote(name),
      BigInt(bit),
    ]);
  }

  /** @throws EncodingError if the type is too small for the bits */
  override set(to: Writer, value: T | null): void {
    // `|` returns a negative number if the highest bit is set.
    const bits = typeof value === "number" && value < 0 ? value >>> 0 : value;
    super.set(to, bits as T | null);
  }

  protected override valueJson(from: Struct): string {
    const bits = BigInt(this.get(from));
    let unnamed = bits;
    const shown: string[] = [];
    for (const [name, bit] of this.#choices) {
      if ((bits & bit) !== 0n) {
        shown.push(name);
        unnamed &= ~bit;
      }
    }
    if (unnamed !== 0n) {
      shown.push(String(unnamed));
    }
    return `[${shown.join(",")}]`;
  }
}

/** A constant of the schema, which occupies no bytes. */
export class Constant<T> implements Member {
  readonly kind = "member" as const;
  readonly name: string;
  readonly jsonName: string;
  readonly value: T;
  readonly #json: string;

  constructor(options: {
    readonly name: string;
    readonly value: T;
    readonly json: string;
    readonly jsonName?: string;
  }) {
    this.name = options.name;
    this.jsonName = text.quote(options.jsonName ?? options.name);
    this.value = options.value;
    this.#json = options.json;
  }

  isPresent(): boolean {
    return true;
  }

  json(): string {
    return this.#json;
  }

  holdsValue(): boolean {
    return false;
  }

  copy(): void {
    // A constant occupies no bytes.
  }

  clear(): void {
    // A constant occupies no bytes.
  }
}
