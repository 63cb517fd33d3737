// SPDX-License-Identifier: Apache-2.0
// Groups and variable-length data.
import type { DecoderOf } from "./composite.js";
import { decoded, textJson } from "./field.js";
import * as text from "./json.js";
import {
  EncodingError,
  EntryDecoder,
  EntryEncoder,
  MalformedMessage,
  Status,
  Walk,
  bytesOf,
} from "./sbe.js";
import type {
  BlockDecoder,
  BlockEncoder,
  Cursor,
  DataHeader,
  Dimension,
  GroupLayout,
  Layout,
  Part,
} from "./sbe.js";
import type { Charset } from "./text.js";

/** A group. */
export class Group<
  D extends EntryDecoder,
  E extends EntryEncoder,
> implements GroupLayout {
  readonly kind = "part" as const;
  readonly name: string;
  readonly jsonName: string;
  readonly since: number;
  readonly dimension: Dimension;
  readonly layout: Layout;
  readonly decoder: DecoderOf<D>;
  readonly encoder: new (cursor: Cursor, layout: Layout) => E;
  index = 0;

  constructor(options: {
    readonly name: string;
    readonly dimension: Dimension;
    readonly layout: Layout;
    readonly decoder: DecoderOf<D>;
    readonly encoder: new (cursor: Cursor, layout: Layout) => E;
    readonly since?: number;
    readonly jsonName?: string;
  }) {
    this.name = options.name;
    this.jsonName = text.quote(options.jsonName ?? options.name);
    this.since = options.since ?? 0;
    this.dimension = options.dimension;
    this.layout = options.layout;
    this.decoder = options.decoder;
    this.encoder = options.encoder;
  }

  /** Whether the group is present, even if empty. */
  isPresent(from: BlockDecoder): boolean {
    return from.sbeVersion >= this.since;
  }

  get(from: BlockDecoder): Entries<D> {
    return new Entries(from, this);
  }

  /**
   * @throws EncodingError if the group is not next, does not fit, or has a count out of range
   */
  begin(to: BlockEncoder, count: number): EntryWriter<E> {
    const after = to.sbeRequireNext(this);
    const { dimension, layout, name } = this;
    const { minCount: min, maxCount: max } = dimension;
    if (!Number.isInteger(count) || count < min || count > max) {
      throw new EncodingError(
        `count out of range: count=${count}, min=${min}, max=${max} (${name})`,
      );
    }
    const cursor = to.sbeCursor;
    if (layout.length === 0 && layout.parts.length === 0) {
      cursor.countEmpty(count, name);
    }
    const at = cursor.reserve(dimension.length, name);
    dimension.blockLength.write(cursor.view, at, layout.length, name);
    dimension.count.write(cursor.view, at, count, name);
    layout.writeCounts(dimension, cursor.view, at);
    cursor.next = after;
    return new EntryWriter(cursor, this, count);
  }

  walk(walk: Walk, at: number): number {
    return walk.group(at, this);
  }

  json(from: BlockDecoder): string {
    const entries: string[] = [];
    for (const entry of this.get(from)) {
      entries.push(`{${entry.sbeJsonMembers().join(",")}}`);
    }
    return `[${entries.join(",")}]`;
  }

  copy(from: BlockDecoder, to: BlockEncoder): void {
    const entries = this.get(from);
    const writer = this.begin(to, entries.length);
    for (const entry of entries) {
      writer.nextEntry().sbeCopyFrom(entry);
    }
  }
}

/** The entries of a group, which can be iterated any number of times. */
export class Entries<D extends EntryDecoder> implements Iterable<D> {
  readonly length: number;
  readonly #view: DataView;
  readonly #version: number;
  readonly #decoder: DecoderOf<D>;
  readonly #first: number;
  readonly #blockLength: number;

  /** @throws MalformedMessage if the bytes have changed and the group is out of bounds */
  constructor(from: BlockDecoder, group: Group<D, EntryEncoder>) {
    this.#view = from.sbeView;
    this.#version = from.sbeVersion;
    this.#decoder = group.decoder;
    const at = from.sbePositions[group.index] ?? 0;
    const { dimension } = group;
    this.#first = at + dimension.length;
    const rest = this.#view.byteLength - this.#first;
    const isThere = this.#version >= group.since;
    if (isThere && rest < 0) {
      throw new MalformedMessage(Status.groupTooLong, at, group.name);
    }
    this.length = isThere ? dimension.count.read(this.#view, at) : 0;
    this.#blockLength = isThere
      ? dimension.blockLength.read(this.#view, at)
      : 0;
    if (
      this.length < 0 ||
      this.#blockLength < 0 ||
      (isThere && this.length * this.#blockLength > rest)
    ) {
      throw new MalformedMessage(Status.groupTooLong, at, group.name);
    }
  }

  /** @throws MalformedMessage if the bytes have changed and an entry is out of bounds */
  *[Symbol.iterator](): Iterator<D> {
    let at = this.#first;
    for (let i = 0; i < this.length; i++) {
      const entry = new this.#decoder(
        this.#view,
        at,
        this.#blockLength,
        this.#version,
      );
      at = entry.sbeEnd;
      yield entry;
    }
  }
}

/** Writes the entries of a group: exactly as many as announced. */
export class EntryWriter<E extends EntryEncoder> implements Iterable<E> {
  readonly #cursor: Cursor;
  readonly #group: Group<EntryDecoder, E>;
  readonly #after: number;
  readonly #base: number;
  #remaining: number;

  constructor(cursor: Cursor, group: Group<EntryDecoder, E>, count: number) {
    this.#cursor = cursor;
    this.#group = group;
    this.#after = cursor.next;
    this.#base = cursor.begin(count);
    this.#remaining = count;
  }

  /** Number of entries still to be written. */
  get remaining(): number {
    return this.#remaining;
  }

  /**
   * Begins the next entry.
   *
   * @throws EncodingError if no entry is left, or if the previous entry lacks groups or data
   */
  nextEntry(): E {
    const cursor = this.#cursor;
    const { layout, name, encoder } = this.#group;
    // Fails if no entry remains: no part has the number of the base.
    if (cursor.next !== this.#base + this.#remaining) {
      throw new EncodingError(
        `no entry left, or the previous entry is incomplete (${name})`,
      );
    }
    cursor.require(layout.length, name);
    const rest = --this.#remaining;
    cursor.next = rest === 0 ? this.#after : this.#base + rest;
    return new encoder(cursor, layout);
  }

  /** Begins one entry after another. */
  *[Symbol.iterator](): Iterator<E> {
    while (this.#remaining > 0) {
      yield this.nextEntry();
    }
  }
}

interface DataOptions {
  readonly name: string;
  readonly header: DataHeader;
  readonly since?: number;
  readonly jsonName?: string;
}

abstract class Data<T> implements Part {
  readonly kind = "part" as const;
  readonly name: string;
  readonly jsonName: string;
  readonly since: number;
  readonly header: DataHeader;
  index = 0;

  constructor(options: DataOptions) {
    this.name = options.name;
    this.jsonName = text.quote(options.jsonName ?? options.name);
    this.since = options.since ?? 0;
    this.header = options.header;
  }

  /** Whether the data is present, even if empty. */
  isPresent(from: BlockDecoder): boolean {
    return from.sbeVersion >= this.since;
  }

  /** The bytes; empty if the data is absent. */
  raw(from: BlockDecoder): Uint8Array {
    const at = from.sbePositions[this.index] ?? 0;
    const walk = new Walk(from.sbeView, from.sbeVersion);
    const end = this.walk(walk, at);
    const first = Math.min(at + this.header.length, end);
    return bytesOf(from.sbeView, first, end - first);
  }

  abstract get(from: BlockDecoder): T;
  abstract set(to: BlockEncoder, value: T): void;
  protected abstract contentJson(content: Uint8Array): string;

  /** The value, or null if the data is absent. */
  getOrNull(from: BlockDecoder): T | null {
    return this.isPresent(from) ? this.get(from) : null;
  }

  walk(walk: Walk, at: number): number {
    return walk.data(at, this.since, this.header, this.name);
  }

  json(from: BlockDecoder): string {
    return this.isPresent(from) ? this.contentJson(this.raw(from)) : "null";
  }

  copy(from: BlockDecoder, to: BlockEncoder): void {
    this.write(to, this.raw(from));
  }

  protected write(to: BlockEncoder, content: Uint8Array): void {
    const after = to.sbeRequireNext(this);
    const { header, name } = this;
    const { minSize: min, maxSize: max } = header;
    if (content.length < min || content.length > max) {
      throw new EncodingError(
        `length out of range: bytes=${content.length}, min=${min}, max=${max} (${name})`,
      );
    }
    const cursor = to.sbeCursor;
    const at = cursor.reserve(header.length + content.length, name);
    header.size.write(cursor.view, at, content.length, name);
    cursor.bytes.set(content, at + header.length);
    cursor.next = after;
  }
}

/** Text of any length. */
export class TextData extends Data<string> {
  readonly charset: Charset;

  constructor(options: DataOptions & { readonly charset: Charset }) {
    super(options);
    this.charset = options.charset;
  }

  override get(from: BlockDecoder): string {
    const at = from.sbePositions[this.index] ?? 0;
    return decoded(this.charset, this.raw(from), at, this.name);
  }

  override set(to: BlockEncoder, value: string): void {
    this.write(to, this.charset.encode(value, this.name));
  }

  protected override contentJson(content: Uint8Array): string {
    return textJson(this.charset, content);
  }
}

/** Bytes of any length. */
export class BytesData extends Data<Uint8Array> {
  readonly #isHex: boolean;

  /** @param options hex: whether JSON has a string of hexadecimal digits instead of an object */
  constructor(options: DataOptions & { readonly hex?: boolean }) {
    super(options);
    this.#isHex = options.hex ?? false;
  }

  override get(from: BlockDecoder): Uint8Array {
    return this.raw(from);
  }

  override set(to: BlockEncoder, value: Uint8Array): void {
    this.write(to, value);
  }

  protected override contentJson(content: Uint8Array): string {
    return this.#isHex ? text.hexadecimal(content) : text.hexObject(content);
  }
}
