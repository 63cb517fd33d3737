// SPDX-License-Identifier: Apache-2.0
// Answers each message of the standard input with three lines: the verdict, the JSON and the copy.
import { readFileSync, writeSync } from "node:fs";
import { EncodingError } from "./out/ashlar/index.js";
import { copy, toJson, validate } from "./out/conformance/check/index.js";

const input = readFileSync(0);
const buffer = new Uint8Array(1 << 23);
for (let at = 0; at < input.length; ) {
  const length = input.readUInt32LE(at);
  const message = input.subarray(at + 4, at + 4 + length);
  at += 4 + length;
  const found = validate(message);
  const lines = [`${found.status} ${found.position} ${found.element}`];
  if (found.status === 0) {
    lines.push(toJson(message));
    try {
      lines.push(Buffer.from(copy(message, { buffer })).toString("hex"));
    } catch (e) {
      if (!(e instanceof EncodingError)) {
        throw e;
      }
      lines.push(`refused: ${e.message}`);
    }
  }
  const answer = Buffer.from(`${lines.join("\n")}\n`);
  for (let written = 0; written < answer.length; ) {
    written += writeSync(1, answer, written);
  }
}
