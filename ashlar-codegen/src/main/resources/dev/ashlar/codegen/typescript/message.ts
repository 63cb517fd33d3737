// SPDX-License-Identifier: Apache-2.0
// Messages and schemas.
import { CompositeDecoder, CompositeEncoder, objectOf } from "./composite.js";
import * as text from "./json.js";
import {
  ANY_VERSION,
  BlockDecoder,
  BlockEncoder,
  Cursor,
  EncodingError,
  MAX_LENGTH,
  MalformedMessage,
  Row,
  Status,
  Walk,
  bytesOf,
  viewOf,
} from "./sbe.js";
import type { Bytes, Header, Layout, Member, Validation } from "./sbe.js";

/** The description of a message. */
export interface MessageLayout {
  readonly layout: Layout;
  readonly templateId: number;
  readonly header: Header;
  readonly headerLayout: Layout;
  /** The non-standard members of the header. */
  readonly headerExtras: readonly string[];
}

class HeaderDecoder extends CompositeDecoder {
  readonly #layout: Layout;

  constructor(view: DataView, layout: Layout) {
    super(view, 0, layout.length, ANY_VERSION);
    this.#layout = layout;
  }

  get sbeLayout(): Layout {
    return this.#layout;
  }
}

/** The location of the block of a message. `found` has the positions of its groups and data. */
interface Start {
  readonly view: DataView;
  readonly at: number;
  readonly length: number;
  readonly version: number;
  readonly found: readonly number[] | undefined;
}

function blockAlone({ view, version }: Row): Start {
  return { view, at: 0, length: view.byteLength, version, found: undefined };
}

function checked(view: DataView, message: MessageLayout): Start {
  const { header, layout, templateId } = message;
  if (templateOf(view, header) !== templateId) {
    throw new MalformedMessage(Status.unknownTemplate, 0, "templateId");
  }
  const version = header.actingVersion.read(view, 0);
  if (version < 0 || version > MAX_LENGTH) {
    throw new MalformedMessage(Status.versionOutOfRange, 0, "version");
  }
  const at = header.length;
  const length = header.blockLength.read(view, 0);
  const found = new Walk(view, version).block(layout, at, length);
  return { view, at, length, version, found };
}

/**
 * Decodes the message whose header starts at the first byte. The whole message is checked once, so
 * that no accessor reads beyond the bytes.
 */
export abstract class MessageDecoder extends BlockDecoder {
  readonly #message: MessageLayout;

  protected constructor(from: Bytes | Row, message: MessageLayout) {
    const { view, at, length, version, found } =
      from instanceof Row ? blockAlone(from) : checked(viewOf(from), message);
    super(view, at, length, version);
    this.#message = message;
    this.sbeFound = found;
  }

  /**
   * Reads the block of a message without its header, such as a row of a store. Access to the
   * header, groups or data throws a MalformedMessage.
   */
  static sbeFromBlock<D extends MessageDecoder>(
    this: new (row: Row) => D,
    block: Bytes,
    version: number,
  ): D {
    return new this(new Row(block, version));
  }

  override get sbeLayout(): Layout {
    return this.#message.layout;
  }

  /** Length of the message in bytes, including the header. */
  get sbeEncodedLength(): number {
    this.#requireHeader();
    return this.sbeEnd;
  }

  /** The message as JSON. */
  sbeToJson(): string {
    const { header, layout, templateId } = this.#message;
    const members = [
      `"template":${text.quote(layout.name)}`,
      `"id":${templateId}`,
      `"schema":${header.schemaId}`,
      `"version":${this.sbeVersion}`,
    ];
    const extras = this.sbeHeaderExtras();
    if (extras.length > 0) {
      members.push(`"header":${objectOf(this.sbeHeader(), extras)}`);
    }
    return `{${[...members, ...this.sbeJsonMembers()].join(",")}}`;
  }

  #requireHeader(): void {
    if (this.sbeOffset === 0) {
      const { name } = this.#message.header;
      throw new MalformedMessage(Status.headerTooLong, 0, name);
    }
  }

  sbeHeader(): CompositeDecoder {
    this.#requireHeader();
    return new HeaderDecoder(this.sbeView, this.#message.headerLayout);
  }

  sbeHeaderExtras(): readonly Member[] {
    const { headerExtras, headerLayout } = this.#message;
    return headerLayout.members.filter((m) => headerExtras.includes(m.name));
  }
}

/** The template id of a message of the schema. */
export function templateOf(view: DataView, header: Header): number {
  if (view.byteLength < header.length) {
    throw new MalformedMessage(Status.headerTooLong, 0, header.name);
  }
  if (header.schema.read(view, 0) !== header.schemaId) {
    throw new MalformedMessage(Status.otherSchema, 0, "schemaId");
  }
  return header.templateId.read(view, 0);
}

/** Where an encoder writes the message. */
export interface EncoderOptions {
  /** The buffer to write to, from its first byte on; by default a new buffer that grows. */
  readonly buffer?: Bytes;
  /** The maximum length of the message. */
  readonly maxLength?: number;
}

/**
 * Writes a header and a block with every value set to null. Write groups and data next, in schema
 * order.
 */
export abstract class MessageEncoder extends BlockEncoder {
  readonly #message: MessageLayout;

  protected constructor(options: EncoderOptions, message: MessageLayout) {
    const { buffer = null, maxLength = MAX_LENGTH } = options;
    const { header, layout, templateId } = message;
    const cursor = new Cursor(buffer, maxLength);
    const at = cursor.reserve(header.length, header.name);
    header.blockLength.write(cursor.view, at, layout.length, header.name);
    header.templateId.write(cursor.view, at, templateId, header.name);
    header.schema.write(cursor.view, at, header.schemaId, header.name);
    header.actingVersion.write(cursor.view, at, header.version, header.name);
    layout.writeCounts(header, cursor.view, at);
    super(cursor, layout);
    this.#message = message;
  }

  override get sbeLayout(): Layout {
    return this.#message.layout;
  }

  /**
   * Length of the message in bytes, including the header.
   *
   * @throws EncodingError if groups, entries or data are missing
   */
  get sbeEncodedLength(): number {
    if (this.sbeCursor.next !== 0) {
      throw new EncodingError(
        `groups, entries or data are missing (${this.sbeLayout.name})`,
      );
    }
    return this.sbeCursor.position;
  }

  /**
   * The message: a view of the buffer.
   *
   * @throws EncodingError if groups, entries or data are missing
   */
  sbeBytes(): Uint8Array {
    const length = this.sbeEncodedLength;
    return bytesOf(this.sbeCursor.view, 0, length);
  }

  /** Copies the non-standard members of the header, and all fields, groups and data. */
  sbeCopyMessage(from: MessageDecoder): void {
    const { headerLayout } = this.#message;
    const header = new HeaderEncoder(this.sbeCursor, 0, headerLayout.length);
    from.sbeHeaderExtras().forEach((m) => m.copy(from.sbeHeader(), header));
    this.sbeCopyFrom(from);
  }
}

class HeaderEncoder extends CompositeEncoder {}

/** The messages of a schema, by template id. */
export class Schema<D extends MessageDecoder> {
  readonly header: Header;
  readonly #messages = new Map<
    number,
    readonly [
      new (bytes: Bytes) => D,
      new (options?: EncoderOptions) => MessageEncoder,
    ]
  >();

  constructor(header: Header) {
    this.header = header;
  }

  add(
    templateId: number,
    decoder: new (bytes: Bytes) => D,
    encoder: new (options?: EncoderOptions) => MessageEncoder,
  ): void {
    this.#messages.set(templateId, [decoder, encoder]);
  }

  validate(bytes: Bytes): Validation {
    return validated(() => this.decode(bytes));
  }

  decode(bytes: Bytes): D {
    return new (this.#of(bytes)[0])(bytes);
  }

  copy(bytes: Bytes, options: EncoderOptions): Uint8Array {
    const [decoder, encoder] = this.#of(bytes);
    const copied = new encoder(options);
    copied.sbeCopyMessage(new decoder(bytes));
    return copied.sbeBytes();
  }

  #of(bytes: Bytes) {
    const found = this.#messages.get(templateOf(viewOf(bytes), this.header));
    if (found === undefined) {
      throw new MalformedMessage(Status.unknownTemplate, 0, "templateId");
    }
    return found;
  }
}

/** Runs a decoder and returns the result of its check. */
export function validated(decode: () => MessageDecoder): Validation {
  try {
    const decoder = decode();
    return {
      status: Status.ok,
      position: decoder.sbeEnd,
      element: decoder.sbeLayout.name,
    };
  } catch (e) {
    if (e instanceof MalformedMessage) {
      return e.found;
    }
    throw e;
  }
}
