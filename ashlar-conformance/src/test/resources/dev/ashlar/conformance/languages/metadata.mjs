// SPDX-License-Identifier: Apache-2.0
// Prints what the codecs say of fields.
import { OrderDecoder, OrderEncoder } from "./out/conformance/check/index.js";

const members = OrderDecoder.sbeMembers;

function field(name) {
  const { id, since, offset, length, semanticType } = members[name];
  return `${name} id=${id} since=${since} offset=${offset} length=${length} semantic=${semanticType}`;
}

for (const name of ["u16", "i16", "custom", "wide", "added"]) {
  const { nullValue, minValue, maxValue } = members[name];
  console.log(`${field(name)} null=${nullValue} min=${minValue} max=${maxValue}`);
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
