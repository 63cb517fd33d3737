// SPDX-License-Identifier: Apache-2.0
// Sets each text of the standard input; answers what became of it, and the message.
import { readFileSync } from "node:fs";
import { EncodingError } from "./out/ashlar/index.js";
import { TextsEncoder } from "./out/conformance/check/index.js";

function accepts(texts, element, text) {
  try {
    texts[element] = text;
    console.log("accepted");
    return true;
  } catch (e) {
    if (!(e instanceof EncodingError)) {
      throw e;
    }
    console.log(e.message);
    return false;
  }
}

for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const [asked, , hex] = line.split(" ");
  const units = hex.slice(1, -1).match(/..../g) ?? [];
  const text = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
  const texts = new TextsEncoder();
  for (const array of ["plain", "ascii", "latin", "utf"]) {
    texts[array] = "ok";
    if (array === asked) {
      accepts(texts, array, text);
    }
  }
  // What was refused is still the next part.
  for (const data of ["asciiNote", "latinNote", "utfNote", "wideNote"]) {
    if (data !== asked || !accepts(texts, data, text)) {
      texts[data] = "ok";
    }
  }
  console.log(Buffer.from(texts.sbeBytes()).toString("hex"));
}
