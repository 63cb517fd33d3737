// SPDX-License-Identifier: Apache-2.0
// Composites.
import { Constant, Scalar, equalsNull } from "./field.js";
import * as text from "./json.js";
import { Struct, Writer } from "./sbe.js";
import type { Cursor, Layout, Member, Primitive } from "./sbe.js";

/** A composite in a message. */
export abstract class CompositeDecoder extends Struct {
  abstract get sbeLayout(): Layout;
  declare readonly sbeView: DataView;
  declare readonly sbeOffset: number;
  declare readonly sbeLength: number;
  declare readonly sbeVersion: number;

  constructor(view: DataView, offset: number, length: number, version: number) {
    super();
    this.sbeView = view;
    this.sbeOffset = offset;
    this.sbeLength = length;
    this.sbeVersion = version;
  }
}

/** A composite being written. */
export abstract class CompositeEncoder extends Writer {}

/** The elements of a composite that all hold the null value if the composite is null. */
export interface NullTest<T> {
  readonly type: Primitive<T>;
  readonly offset: number;
  readonly count: number;
  readonly value: T;
}

export type DecoderOf<D> = new (
  view: DataView,
  offset: number,
  length: number,
  version: number,
) => D;

/** A composite. */
export class Composite<
  D extends CompositeDecoder,
  E extends CompositeEncoder,
> implements Member {
  readonly kind = "member" as const;
  readonly name: string;
  readonly id: number | undefined;
  readonly offset: number;
  readonly since: number;
  readonly jsonName: string;
  readonly #end: number;
  readonly #layout: Layout;
  readonly #decoder: DecoderOf<D>;
  readonly #encoder: new (cursor: Cursor, offset: number, length: number) => E;
  readonly #null: NullTest<number> | NullTest<bigint> | undefined;
  readonly #isDecimal: boolean;

  constructor(options: {
    readonly name: string;
    readonly id?: number;
    readonly offset: number;
    readonly layout: Layout;
    readonly decoder: DecoderOf<D>;
    readonly encoder: new (cursor: Cursor, offset: number, length: number) => E;
    readonly since?: number;
    /** End of the members that it had when it was added, from the start of the block. */
    readonly end?: number;
    readonly null?: NullTest<number> | NullTest<bigint>;
    /** Whether the composite is a decimal: a mantissa and an exponent. */
    readonly decimal?: boolean;
    readonly jsonName?: string;
  }) {
    this.name = options.name;
    this.id = options.id;
    this.offset = options.offset;
    this.since = options.since ?? 0;
    this.jsonName = text.quote(options.jsonName ?? options.name);
    this.#layout = options.layout;
    this.#end = options.end ?? options.offset + options.layout.length;
    this.#decoder = options.decoder;
    this.#encoder = options.encoder;
    this.#null = options.null;
    this.#isDecimal = options.decimal ?? false;
  }

  /** Whether the value is present, even if null. */
  isPresent(from: Struct): boolean {
    return (
      this.#layout.length === 0 ||
      (from.sbeVersion >= this.since && from.sbeLength >= this.#end)
    );
  }

  /** Whether the value is absent or null. */
  isNull(from: Struct): boolean {
    if (!this.isPresent(from)) {
      return true;
    }
    const test = this.#null;
    const at = from.sbeOffset + this.offset;
    return test !== undefined && holdsNull<number | bigint>(test, from, at);
  }

  /** The members, even if the composite is null. */
  get(from: Struct): D {
    const length = this.isPresent(from) ? from.sbeLength - this.offset : 0;
    return new this.#decoder(
      from.sbeView,
      from.sbeOffset + this.offset,
      Math.max(0, length),
      from.sbeVersion,
    );
  }

  /** The members; null if the composite is absent or null. */
  getOrNull(from: Struct): D | null {
    return this.isNull(from) ? null : this.get(from);
  }

  encoder(to: Writer): E {
    return new this.#encoder(
      to.sbeCursor,
      to.sbeOffset + this.offset,
      this.#layout.length,
    );
  }

  json(from: Struct): string {
    if (!this.isPresent(from)) {
      return "null";
    }
    const isNull = this.isNull(from);
    const members = this.get(from);
    return this.#isDecimal
      ? decimalJson(members, isNull)
      : compositeJson(members, isNull);
  }

  holdsValue(from: Struct): boolean {
    if (this.#layout.length === 0 || !this.isPresent(from)) {
      return false;
    }
    return this.#isDecimal ? !this.isNull(from) : hasValue(this.get(from));
  }

  copy(from: Struct, to: Writer): void {
    const members = this.get(from);
    const copied = this.encoder(to);
    this.#layout.members.forEach((member) => member.copy(members, copied));
  }

  clear(view: DataView, at: number): void {
    this.#layout.members.forEach((m) => m.clear(view, at + this.offset));
  }
}

function holdsNull<T>(
  test: NullTest<number> | NullTest<bigint>,
  from: Struct,
  at: number,
): boolean {
  const { type, offset, count, value } = test as unknown as NullTest<T>;
  for (let i = 0; i < count; i++) {
    const element = type.read(from.sbeView, at + offset + i * type.size);
    if (!equalsNull(element, value)) {
      return false;
    }
  }
  return true;
}

function hasValue(composite: CompositeDecoder): boolean {
  return composite.sbeLayout.members.some((m) => m.holdsValue(composite));
}

export function objectOf(from: Struct, members: readonly Member[]): string {
  return `{${members.map((m) => `${m.jsonName}:${m.json(from)}`).join(",")}}`;
}

function compositeJson(from: CompositeDecoder, isNull: boolean): string {
  return isNull && !hasValue(from)
    ? "null"
    : objectOf(from, from.sbeLayout.members);
}

const MAX_POWER = 99_999n;

/** The number with exactly the digits of the mantissa. */
function decimalJson(from: CompositeDecoder, isNull: boolean): string {
  if (isNull) {
    return "null";
  }
  const { members } = from.sbeLayout;
  const mantissa = members.find((m) => m.name === "mantissa");
  const exponent = members.find((m) => m.name === "exponent");
  const power = BigInt.asIntN(64, BigInt(numberOf(exponent, from)));
  const isKnown = exponent instanceof Constant;
  if (
    (exponent instanceof Scalar && exponent.isNull(from)) ||
    power > MAX_POWER ||
    power < -MAX_POWER
  ) {
    return compositeJson(from, false);
  }
  return text.decimal(numberOf(mantissa, from), Number(power), isKnown);
}

function numberOf(member: Member | undefined, from: Struct): number | bigint {
  if (member instanceof Scalar) {
    return (member as Scalar<number | bigint>).get(from);
  }
  return member instanceof Constant
    ? (member as Constant<number | bigint>).value
    : 0;
}
