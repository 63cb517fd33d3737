// SPDX-License-Identifier: Apache-2.0
//
// Follows a store whose rows follow from their numbers, for at least some seconds. Started by CLiveTest.java, next to
// its writer.
//
//     follow FOLDER SECONDS [--read-only]
#define _XOPEN_SOURCE 700
#include "ashlar.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t rounds;
static int64_t rows;
static int64_t retired;

static _Noreturn void fail(const char *what, int64_t row) {
    printf("%s: row=%" PRId64 ", rounds=%" PRId64 "\n", what, row, rounds);
    exit(1);
}

static void require(ashlar_code code, const ashlar_error *error) {
    if (code != ASHLAR_OK) {
        printf("%s: %s\n", ashlar_code_name(code), error->message);
        exit(1);
    }
}

static void check(const ashlar_chunk *chunk) {
    for (int64_t i = 0; i < chunk->rows; i++) {
        const uint8_t *row = (const uint8_t *) ashlar_row(chunk, i);
        int64_t number = chunk->first_row + i;
        int64_t longs[2];
        int32_t ints[2];
        memcpy(longs, row, sizeof longs);
        memcpy(ints, row + 16, sizeof ints);
        if (longs[0] != number || longs[1] != 3 * number || ints[0] != (int32_t) number ||
            ints[1] != ~(int32_t) number) {
            fail("torn row", number);
        }
    }
}

// Reads all rows, and what was read stays as it is until the next refresh.
static int64_t read_all(const ashlar_container *table, bool pinned) {
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
        if (code == ASHLAR_DAMAGED && !pinned && strstr(error.message, "retired") != NULL) {
            retired++;
            expected = error.end;
            continue;
        }
        require(code, &error);
        if (chunk.first_row != expected) {
            fail("rows are missing", expected);
        }
        check(&chunk);
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
    return expected - 1;
}

int main(int count, char **arguments) {
    ashlar_options options = {count > 3, false, 0, 0};
    ashlar_store *store;
    ashlar_error error;
    int64_t last = -1;
    time_t end = time(NULL) + strtol(arguments[2], NULL, 10);
    require(ashlar_open(arguments[1], &options, &store, &error), &error);
    if (ashlar_is_pinned(store) == options.read_only) {
        fail("pinned, or not", 0);
    }
    // As long as it takes to mean something.
    while (time(NULL) < end || rounds < 3 || rows < 100000 || last < 200000) {
        require(ashlar_refresh(store, NULL, &error), &error);
        const ashlar_container *table = ashlar_find(store, ASHLAR_TABLE, "Ticks");
        int64_t now = read_all(table, !options.read_only);
        if (now < last) {
            fail("rows have vanished", now);
        }
        last = now;
        if (rounds++ == 0) {
            printf("begun\n");
            fflush(stdout);
        }
    }
    ashlar_close(store);
    printf("rounds=%" PRId64 ", rows=%" PRId64 ", last=%" PRId64 ", retired=%" PRId64 "\n", rounds, rows, last, retired);
    return 0;
}
