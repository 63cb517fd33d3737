// SPDX-License-Identifier: Apache-2.0
// Prints what the codecs say of fields.
import { OrderDecoder, OrderEncoder } from "./out/conformance/check/index.js";

const members = OrderDecoder.sbeMembers;

function field(name) {
  const { id, since, offset, length, semanticType } = members[name];
  return `${name} id=${id} since=${since} offset=${offset} length=${length} semantic=${semanticType}`;
}

/** A float by its bits. */
function bits(real) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, real);
  return Number.isNaN(real) ? "NaN" : view.getBigUint64(0).toString(16);
}

for (const name of ["u16", "i16", "custom", "wide", "added"]) {
  const { nullValue, minValue, maxValue } = members[name];
  console.log(`${field(name)} null=${nullValue} min=${minValue} max=${maxValue}`);
}
for (const name of ["ratio", "rate"]) {
  const { nullValue, minValue, maxValue } = members[name];
  console.log(`${field(name)} null=${bits(nullValue)} min=${bits(minValue)} max=${bits(maxValue)}`);
}
const { id, since, offset } = members.price;
console.log(`price id=${id} since=${since} offset=${offset}`);
for (const name of ["side", "few"]) {
  console.log(field(name));
}
try {
  new OrderEncoder().text = "\u2603";
} catch (e) {
  console.log(`${field("text")} ${/charset=\S+/.exec(e.message)[0]}`);
}
