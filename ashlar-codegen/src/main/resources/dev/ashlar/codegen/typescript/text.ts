// SPDX-License-Identifier: Apache-2.0
// Charsets of text.
import { EncodingError } from "./sbe.js";

/** A charset. Decoding never fails, except for malformed UTF-8 and UTF-16. */
export interface Charset {
  /** The text, or null if the bytes are malformed. */
  decode(bytes: Uint8Array): string | null;
  /** @throws EncodingError if the charset lacks a character of the text */
  encode(text: string, name: string): Uint8Array;
}

function lacking(index: number, charset: string, name: string): EncodingError {
  return new EncodingError(
    `text with a character that its charset lacks: index=${index}, charset=${charset} (${name})`,
  );
}

function singleByte(end: number, charset: string): Charset {
  return {
    decode(bytes) {
      let text = "";
      for (const b of bytes) {
        text += String.fromCharCode(b);
      }
      return text;
    },
    encode(text, name) {
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= end) {
          throw lacking(i, charset, name);
        }
        bytes[i] = unit;
      }
      return bytes;
    },
  };
}

/** US-ASCII. Bytes above 0x7f are read as ISO 8859-1. */
export const ascii: Charset = singleByte(0x80, "US-ASCII");
export const latin1: Charset = singleByte(0x100, "ISO-8859-1");

/** The characters of the bytes 0x80 to 0x9f in windows-1252; NUL if undefined. */
const WINDOWS_1252 =
  "\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0" +
  "\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178";

export const windows1252: Charset = {
  decode(bytes) {
    let text = "";
    for (const b of bytes) {
      const c =
        b >= 0x80 && b < 0xa0
          ? WINDOWS_1252.charAt(b - 0x80)
          : String.fromCharCode(b);
      if (c === "\0" && b !== 0) {
        return null;
      }
      text += c;
    }
    return text;
  },
  encode(text, name) {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const at = unit === 0 ? -1 : WINDOWS_1252.indexOf(text.charAt(i));
      if (at < 0 && (unit > 0xff || (unit >= 0x80 && unit < 0xa0))) {
        throw lacking(i, "windows-1252", name);
      }
      bytes[i] = at < 0 ? unit : at + 0x80;
    }
    return bytes;
  },
};

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** An unpaired surrogate. */
const HALF = /[\ud800-\udfff]/u;

/** Most texts are short and ASCII. For these, a loop is faster than the platform's coders. */
const SHORT = 32;

export const utf8: Charset = {
  decode(bytes) {
    let text = "";
    for (let i = 0; i < bytes.length && bytes.length <= SHORT; i++) {
      const b = bytes[i] ?? 0;
      if (b >= 0x80) {
        text = "";
        break;
      }
      text += String.fromCharCode(b);
    }
    if (text.length === bytes.length) {
      return text;
    }
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  },
  encode(text, name) {
    if (text.length <= SHORT && /^[\x00-\x7f]*$/.test(text)) {
      return ascii.encode(text, name);
    }
    const half = text.search(HALF);
    if (half >= 0) {
      throw lacking(half, "UTF-8", name);
    }
    return encoder.encode(text);
  },
};

function utf16(little: boolean): Charset {
  return {
    decode(bytes) {
      if (bytes.length % 2 !== 0) {
        return null;
      }
      const view = new DataView(
        bytes.buffer,
        bytes.byteOffset,
        bytes.byteLength,
      );
      let text = "";
      for (let at = 0; at < bytes.length; at += 2) {
        text += String.fromCharCode(view.getUint16(at, little));
      }
      return HALF.test(text) ? null : text;
    },
    encode(text, name) {
      const half = text.search(HALF);
      if (half >= 0) {
        throw lacking(half, little ? "UTF-16LE" : "UTF-16BE", name);
      }
      const bytes = new Uint8Array(text.length * 2);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < text.length; i++) {
        view.setUint16(2 * i, text.charCodeAt(i), little);
      }
      return bytes;
    },
  };
}

export const utf16le: Charset = utf16(true);
export const utf16be: Charset = utf16(false);
