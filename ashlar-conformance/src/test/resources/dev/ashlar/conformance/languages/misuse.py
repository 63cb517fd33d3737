# SPDX-License-Identifier: Apache-2.0
"""Says what becomes of encoders that are used too late, and of counts that the schema or readers do not accept."""

from ashlar_sbe import EncodingError
from conformance.check import BookDecoder, BookEncoder


def complete(level):
    level.orders(0)
    level.quotes(0)
    level.maker = "x"
    level.taker = "x"
    return level


def begin(book):
    book.levels(0)
    book.trades(0)


def pairs(book):
    for leg, entry in enumerate(book.pairs(2)):
        entry.leg = leg


def rest(book):
    pairs(book)
    book.ticks(0)
    book.marks(0)
    book.stamps(0)
    book.note = ""


def group_again(book):
    book.levels(1)
    book.levels(1)


def group_again_inside(book):
    level = next(book.levels(1))
    level.orders(0)
    level.quotes(0)
    level.maker = "x"
    book.levels(1)


def entry_that_does_not_fit(book):
    small = BookEncoder(max_length=64)
    small.levels(0)
    trades = small.trades(1)
    try:
        next(trades)
    except EncodingError:
        rest(small)
        bytes(small)


def low_count(book):
    begin(book)
    book.pairs(1)


def high_count(book):
    begin(book)
    book.pairs(4)


def empty_entries(book):
    begin(book)
    pairs(book)
    book.ticks(0)
    book.marks(65_537)


def more_empty_entries(book):
    begin(book)
    pairs(book)
    book.ticks(0)
    assert len(list(book.marks(65_536))) == 65_536
    book.stamps(1)


def great_count(book):
    begin(book)
    pairs(book)
    book.ticks(2**31)


def data_of_an_earlier_entry(book):
    levels = book.levels(2)
    first = complete(next(levels))
    second = next(levels)
    second.orders(0)
    first.maker = "x"


def group_of_an_earlier_entry(book):
    levels = book.levels(2)
    first = complete(next(levels))
    next(levels)
    first.quotes(0)


def part_of_an_earlier_message(book):
    buffer = bytearray()
    earlier = BookEncoder(buffer)
    BookEncoder(buffer)
    earlier.levels(0)


for use in (
    group_again,
    group_again_inside,
    entry_that_does_not_fit,
    low_count,
    high_count,
    empty_entries,
    more_empty_entries,
    great_count,
    data_of_an_earlier_entry,
    group_of_an_earlier_entry,
    part_of_an_earlier_message,
):
    name = use.__name__.replace("_", " ")
    try:
        use(BookEncoder())
        print(f"{name}: accepted")
    except EncodingError:
        print(f"{name}: rejected")

buffer = bytearray()
book = BookEncoder(buffer)
levels = book.levels(2)
first = complete(next(levels))
second = complete(next(levels))
first.price = 7
second.price = 9
book.trades(0)
rest(book)
BookEncoder(buffer)
assert bytes(book) == bytes(buffer)[: book.sbe_encoded_length] != bytes(buffer)
print("fields:", *(level.price for level in BookDecoder(bytes(book)).levels))
