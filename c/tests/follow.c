// SPDX-License-Identifier: Apache-2.0
//
// Follows a store in which everything follows from its number, for at least some seconds: LiveWriter.java says how.
// Started by CLiveTest.java, next to the writer.
//
//     follow FOLDER SECONDS [--read-only | --elsewhere]     as with a boot id of its own, as in another container
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEYS 2
#define TURN 1000
#define LEVELS 30
#define VALUE_READS 20000
#define MESSAGE_BYTES 128

static int64_t rounds;
static int64_t rows;
static int64_t messages_read;
static int64_t changed;
static int64_t retired;

static _Noreturn void fail(const char *what, int64_t number) {
    printf("%s: number=%" PRId64 ", rounds=%" PRId64 "\n", what, number, rounds);
    exit(1);
}

// Whether an error only says that rows or messages were retired, which a reader without a pin has to expect.
static bool is_retired(ashlar_code code, const ashlar_error *error, bool pinned) {
    return code == ASHLAR_DAMAGED && !pinned && strstr(error->message, "retired") != NULL;
}

static int64_t long_at(const uint8_t *bytes) {
    int64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static int32_t int_at(const uint8_t *bytes) {
    int32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

// Whether a row, from its prefix on, is the one with this number.
typedef bool row_check(int64_t number, const uint8_t *row);

static bool is_tick(int64_t number, const uint8_t *row) {
    return long_at(row) == number && long_at(row + 8) == 3 * number && int_at(row + 16) == (int32_t) number &&
           int_at(row + 20) == ~(int32_t) number;
}

static bool is_order(int64_t number, const uint8_t *row) {
    return long_at(row + 8) == 1000 * number && long_at(row + 16) == number &&
           int_at(row + 24) == (number % 2 == 0 ? (int32_t) number : -1);
}

static bool is_party(int64_t number, const uint8_t *row) {
    return long_at(row) == number && int_at(row + 8) == (int32_t) number;
}

static int64_t order_of_leg(int64_t leg) {
    return leg / 3 * 3 + (leg % 3 == 0 ? 1 : 2);
}

static bool is_leg(int64_t number, const uint8_t *row) {
    int64_t order = order_of_leg(number);
    return long_at(row) == order && long_at(row + 8) == 10 * order + (number % 3 == 2 ? 1 : 0);
}

static bool is_fill(int64_t number, const uint8_t *row) {
    int64_t leg = number / 4 * 3 + (number % 4 == 3 ? 2 : number % 4);
    return long_at(row) == leg && long_at(row + 8) == 10 * leg + (number % 4 == 3 ? 1 : 0);
}

// Reads all rows, and what was read stays as it is until the next refresh.
static void read_rows(const ashlar_container *table, row_check *check, bool pinned) {
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_chunk kept;
    ashlar_error error;
    ashlar_code code;
    uint8_t *copy = NULL;
    int64_t expected = table->first;
    memset(&kept, 0, sizeof kept);
    require(ashlar_chunks_open(table, 0, &chunks, &error), &error);
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) != ASHLAR_END) {
        if (is_retired(code, &error, pinned)) {
            retired++;
            expected = error.end;
            continue;
        }
        require(code, &error);
        if (chunk.first_row != expected) {
            fail("rows are missing", expected);
        }
        for (int64_t i = 0; i < chunk.rows; i++) {
            if (!check(chunk.first_row + i, chunk.base + i * chunk.stride)) {
                printf("%s: ", table->name);
                fail("torn or misplaced row", chunk.first_row + i);
            }
        }
        expected += chunk.rows;
        rows += chunk.rows;
        if (copy == NULL && pinned) {
            kept = chunk;
            copy = (uint8_t *) malloc((size_t) (chunk.rows * chunk.stride));
            memcpy(copy, chunk.base, (size_t) (chunk.rows * chunk.stride));
        }
    }
    if (copy != NULL && memcmp(kept.base, copy, (size_t) (kept.rows * kept.stride)) != 0) {
        fail("a pinned chunk has changed", kept.first_row);
    }
    free(copy);
    ashlar_chunks_close(chunks);
    if (expected != table->end) {
        fail("rows are missing at the end", expected);
    }
}

static const ashlar_container *table_of(const ashlar_store *store, const char *name) {
    const ashlar_container *table = ashlar_find(store, ASHLAR_TABLE, name);
    if (table == NULL) {
        printf("%s: ", name);
        fail("no such table", 0);
    }
    return table;
}

// Reads all rows of a group, whose parents are there unless they are retired.
static void read_group(const ashlar_store *store, const char *name, const char *parent, row_check *check, bool pinned) {
    const ashlar_container *table = table_of(store, name);
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_error error;
    read_rows(table, check, pinned);
    require(ashlar_chunks_open(table, table->end - 1, &chunks, &error), &error);
    ashlar_code code = ashlar_chunks_next(chunks, &chunk, &error);
    if (!is_retired(code, &error, pinned)) {
        require(code, &error);
        // Those before have parents before.
        int64_t last = long_at(chunk.base + (table->end - 1 - chunk.first_row) * chunk.stride);
        int64_t end = table_of(store, parent)->end;
        if (last >= end) {
            printf("%s: parent=%" PRId64 ", rows of %s=%" PRId64 ": ", name, last, parent, end);
            fail("row without a parent", table->end - 1);
        }
    }
    ashlar_chunks_close(chunks);
}

static uint8_t *put(uint8_t *at, uint64_t value, int bytes) {
    memcpy(at, &value, (size_t) bytes);
    return at + bytes;
}

static size_t encode(int64_t order, uint8_t *message) {
    int64_t legs = order % 3;
    int64_t first_leg = order / 3 * 3 + (legs == 2 ? 1 : 0);
    uint8_t *at = put(message, 12u | 3u << 16 | UINT64_C(910) << 32, 8);
    at = put(at, (uint64_t) order, 8);
    at = put(at, order % 2 == 0 ? (uint64_t) order : UINT32_MAX, 4);
    at = put(at, 8u | (uint64_t) legs << 16, 3);
    for (int64_t leg = 0; leg < legs; leg++) {
        at = put(at, (uint64_t) (10 * order + leg), 8);
        at = put(at, 8u | (uint64_t) (1 + leg) << 16, 3);
        for (int64_t fill = 0; fill <= leg; fill++) {
            at = put(at, (uint64_t) (10 * (first_leg + leg) + fill), 8);
        }
    }
    at = put(at, 4u | 1u << 16, 3);
    at = put(at, (uint64_t) order, 4);
    at = put(at, (uint64_t) (order % 9), 2);
    memset(at, 'x', (size_t) (order % 9));
    return (size_t) (at - message) + (size_t) (order % 9);
}

static void check_message(const ashlar_message *message, int64_t number) {
    uint8_t expected[MESSAGE_BYTES];
    size_t length = encode(number, expected);
    if (message->sequence != (uint64_t) number) {
        fail("messages are missing", number);
    }
    if (message->length != length || memcmp(message->data, expected, length) != 0) {
        fail("torn message", number);
    }
    if (message->time != 1000 * (uint64_t) number || message->row != number) {
        fail("wrong frame", number);
    }
}

// Every message equals what was written, and there is one for each row.
static void read_messages(const ashlar_store *store, bool pinned) {
    ashlar_messages *messages;
    ashlar_message message;
    ashlar_error error;
    ashlar_code code;
    int64_t number = -1;
    require(ashlar_messages_open(ashlar_find(store, ASHLAR_JOURNAL, "orders"), 0, &messages, &error), &error);
    while ((code = ashlar_messages_next(messages, &message, &error)) != ASHLAR_END) {
        if (is_retired(code, &error, pinned)) {
            retired++;
            number = -1;
            continue;
        }
        require(code, &error);
        number = number < 0 ? (int64_t) message.sequence : number + 1;
        check_message(&message, number);
        messages_read++;
    }
    ashlar_messages_close(messages);
    if (pinned && number < table_of(store, "Order")->end - 1) {
        fail("row without a message", number + 1);
    }
}

// The messages at the positions of some rows.
static void look_up(const ashlar_store *store, bool pinned) {
    const ashlar_container *table = table_of(store, "Order");
    const ashlar_container *journal = ashlar_find(store, ASHLAR_JOURNAL, "orders");
    for (int64_t row = table->end - 1; row >= table->first; row -= 997) {
        ashlar_chunks *chunks;
        ashlar_chunk chunk;
        ashlar_messages *messages;
        ashlar_message message;
        ashlar_error error;
        require(ashlar_chunks_open(table, row, &chunks, &error), &error);
        ashlar_code code = ashlar_chunks_next(chunks, &chunk, &error);
        if (is_retired(code, &error, pinned)) {
            ashlar_chunks_close(chunks);
            return;
        }
        require(code, &error);
        int64_t position = long_at(chunk.base + (row - chunk.first_row) * chunk.stride);
        ashlar_chunks_close(chunks);
        if (position < journal->first) {
            return; // retired
        }
        require(ashlar_messages_open(journal, position, &messages, &error), &error);
        code = ashlar_messages_next(messages, &message, &error);
        if (!is_retired(code, &error, pinned)) {
            require(code, &error);
            if (message.position != position) {
                fail("no message at the position of the row", row);
            }
            check_message(&message, row);
        }
        ashlar_messages_close(messages);
    }
}

// Reads last values while they are replaced.
static void read_values(ashlar_values *values) {
    static int64_t last[KEYS];
    uint8_t block[4 + 8 * LEVELS];
    ashlar_error error;
    require(ashlar_values_update(values, &error), &error);
    if (ashlar_values_count(values) != KEYS || ashlar_values_block_length(values) != sizeof block) {
        fail("keys", (int64_t) ashlar_values_count(values));
    }
    for (int i = 0; i < VALUE_READS; i++) {
        int key = i % KEYS;
        char name[4] = {'K', (char) ('0' + key), 0, 0};
        size_t index;
        ashlar_value value;
        if (ashlar_values_find(values, name, sizeof name, &index) != ASHLAR_OK) {
            fail("no such key", key);
        }
        require(ashlar_values_read(values, index, block, sizeof block, &value, &error), &error);
        int64_t number = long_at(block + 4);
        for (int level = 0; level < LEVELS; level++) {
            if (long_at(block + 4 + 8 * level) != number + level) {
                fail("torn value", number);
            }
        }
        int64_t version = number / (KEYS * TURN) * TURN + number % TURN + 1;
        if (memcmp(block, name, sizeof name) != 0 || number / TURN % KEYS != key || value.version != version) {
            fail("value of another key or version", number);
        }
        if (number < last[key]) {
            fail("an older value", number);
        }
        changed += number > last[key] && last[key] > 0;
        last[key] = number;
    }
}

static void read_all(const ashlar_store *store, bool pinned) {
    read_rows(table_of(store, "Ticks"), is_tick, pinned);
    read_rows(table_of(store, "Order"), is_order, pinned);
    read_group(store, "Order_parties", "Order", is_party, pinned);
    read_group(store, "Order_legs", "Order", is_leg, pinned);
    read_group(store, "Order_legs_fills", "Order_legs", is_fill, pinned);
    read_messages(store, pinned);
    look_up(store, pinned);
}

int main(int count, char **arguments) {
    bool elsewhere = count > 3 && strcmp(arguments[3], "--elsewhere") == 0;
    ashlar_options options = {count > 3 && !elsewhere, elsewhere, 1, 2};
    ashlar_store *store;
    ashlar_values *values;
    ashlar_error error;
    int64_t last = -1;
    int64_t order = -1;
    bool begun = false;
    if (count < 3) {
        return 2;
    }
    time_t end = time(NULL) + strtol(arguments[2], NULL, 10);
    require(ashlar_open(arguments[1], &options, &store, &error), &error);
    if (ashlar_is_pinned(store) == options.read_only) {
        fail("pinned, or not", 0);
    }
    require(ashlar_values_open(ashlar_find(store, ASHLAR_LAST_VALUES, "depths"), &values, &error), &error);
    // As long as it takes to mean something.
    while (time(NULL) < end || rounds < 3 || rows < 100000 || last < 200000) {
        require(ashlar_refresh(store, NULL, &error), &error);
        if (table_of(store, "Ticks")->end - 1 < last || table_of(store, "Order")->end - 1 < order) {
            fail("rows have vanished", last);
        }
        last = table_of(store, "Ticks")->end - 1;
        order = table_of(store, "Order")->end - 1;
        read_all(store, !options.read_only);
        read_values(values);
        rounds++;
        if (!begun && changed > 0) {
            // The writer was at work meanwhile, and may be killed from here on.
            printf("begun\n");
            fflush(stdout);
            begun = true;
        }
    }
    if (!begun) {
        fail("no value has changed", 0);
    }
    ashlar_values_close(values);
    ashlar_close(store);
    printf("last=%" PRId64 ", order=%" PRId64 ", rounds=%" PRId64 ", rows=%" PRId64 ", messages=%" PRId64
           ", values=%" PRId64 ", retired=%" PRId64 "\n", last, order, rounds, rows, messages_read, changed, retired);
    return 0;
}
