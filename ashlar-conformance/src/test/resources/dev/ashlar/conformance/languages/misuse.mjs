// SPDX-License-Identifier: Apache-2.0
// Says what becomes of encoders that are used too late, and of counts that the schema or readers do not accept.
import { EncodingError } from "./out/ashlar/index.js";
import { BookDecoder, BookEncoder } from "./out/conformance/check/index.js";

function isRefused(use) {
  try {
    use();
    return false;
  } catch (e) {
    if (!(e instanceof EncodingError)) {
      throw e;
    }
    return true;
  }
}

function wrong(name, use, options = {}) {
  const book = new BookEncoder(options);
  console.log(`${name}: ${isRefused(() => use(book)) ? "rejected" : "accepted"}`);
}

function complete(level) {
  level.orders(0);
  level.quotes(0);
  level.maker = "x";
  level.taker = "x";
  return level;
}

function begin(book) {
  book.levels(0);
  book.trades(0);
}

function pairs(book) {
  const pairs = book.pairs(2);
  pairs.nextEntry().leg = 1;
  pairs.nextEntry().leg = 2;
}

function rest(book) {
  pairs(book);
  book.ticks(0);
  book.marks(0);
  book.stamps(0);
  book.note = "";
}

wrong("group again", (book) => {
  book.levels(1);
  book.levels(1);
});
wrong("group again inside", (book) => {
  const level = book.levels(1).nextEntry();
  level.orders(0);
  level.quotes(0);
  level.maker = "x";
  book.levels(1);
});
wrong(
  "entry that does not fit",
  (book) => {
    book.levels(0);
    const trades = book.trades(1);
    if (isRefused(() => trades.nextEntry())) {
      rest(book);
      book.sbeBytes();
    }
  },
  { maxLength: 64 },
);
wrong("low count", (book) => {
  begin(book);
  book.pairs(1);
});
wrong("high count", (book) => {
  begin(book);
  book.pairs(4);
});
wrong("empty entries", (book) => {
  begin(book);
  pairs(book);
  book.ticks(0);
  book.marks(65_537);
});
wrong("more empty entries", (book) => {
  begin(book);
  pairs(book);
  book.ticks(0);
  for (const marks = book.marks(65_536); marks.remaining > 0; ) {
    marks.nextEntry();
  }
  book.stamps(1);
});
wrong("great count", (book) => {
  begin(book);
  pairs(book);
  book.ticks(2 ** 31);
});
wrong("data of an earlier entry", (book) => {
  const levels = book.levels(2);
  const first = complete(levels.nextEntry());
  const second = levels.nextEntry();
  second.orders(0);
  first.maker = "x";
});
wrong("group of an earlier entry", (book) => {
  const levels = book.levels(2);
  const first = complete(levels.nextEntry());
  levels.nextEntry();
  first.quotes(0);
});

const book = new BookEncoder();
const levels = book.levels(2);
const first = complete(levels.nextEntry());
const second = complete(levels.nextEntry());
first.price = 7;
second.price = 9;
book.trades(0);
rest(book);
const read = new BookDecoder(book.sbeBytes());
console.log(`fields: ${[...read.levels].map((level) => level.price).join(" ")}`);
