// SPDX-License-Identifier: Apache-2.0
//
// Adds up a field of all rows of a table, some times over. Started by the suite `python` of ashlar-bench.
//
//     scan FOLDER TABLE FIELD PASSES     prints of each pass: nanoseconds, sum
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t sum_of(const ashlar_container *table, int32_t offset) {
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_error error;
    ashlar_code code;
    int64_t sum = 0;
    require(ashlar_chunks_open(table, 0, &chunks, &error), &error);
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) == ASHLAR_OK) {
        const uint8_t *at = (const uint8_t *) ashlar_row(&chunk, 0) + offset;
        for (int64_t row = 0; row < chunk.rows; row++) {
            int32_t value;
            memcpy(&value, at, sizeof value);
            sum += value;
            at += chunk.stride;
        }
    }
    require(code == ASHLAR_END ? ASHLAR_OK : code, &error);
    ashlar_chunks_close(chunks);
    return sum;
}

int main(int count, char **arguments) {
    ashlar_store *store;
    ashlar_error error;
    const ashlar_block *layout;
    if (count < 5) {
        return 2;
    }
    require(ashlar_open(arguments[1], NULL, &store, &error), &error);
    const ashlar_container *table = ashlar_find(store, ASHLAR_TABLE, arguments[2]);
    if (table == NULL) {
        printf("no such table\n");
        return 1;
    }
    require(ashlar_layout_of(table, &layout, &error), &error);
    const ashlar_field *field = ashlar_field_of(layout, arguments[3]);
    if (field == NULL || field->size != sizeof(int32_t)) {
        printf("no such field of 4 bytes\n");
        return 1;
    }
    for (long pass = strtol(arguments[4], NULL, 10); pass > 0; pass--) {
        int64_t start = now_ns();
        int64_t sum = sum_of(table, (int32_t) field->offset);
        printf("%" PRId64 " %" PRId64 "\n", now_ns() - start, sum);
    }
    ashlar_close(store);
    return 0;
}
