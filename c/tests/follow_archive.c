// SPDX-License-Identifier: Apache-2.0
//
// Follows an archive of hours whose rows follow from their numbers, for at least some seconds. Hours begin, are sealed
// and are dropped meanwhile. Started by CLiveTest.java, next to its writer.
//
//     follow_archive FOLDER SECONDS
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEP_NS INT64_C(180000000)

static int64_t rounds;
static int64_t changed;
static int64_t days;
static char newest[64];

static _Noreturn void fail(const char *what, int64_t row) {
    printf("%s: row=%" PRId64 ", rounds=%" PRId64 "\n", what, row, rounds);
    exit(1);
}

// Reads all rows of a day, which go on where the day before has ended.
static void check(ashlar_store *store, int64_t *first, int64_t *next) {
    const ashlar_container *table = ashlar_find(store, ASHLAR_TABLE, "Ticks");
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_error error;
    ashlar_code code;
    if (table == NULL) {
        return; // its writer has not come to define it
    }
    require(ashlar_chunks_open(table, 0, &chunks, &error), &error);
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) != ASHLAR_END) {
        require(code, &error);
        for (int64_t i = 0; i < chunk.rows; i++) {
            int64_t longs[2];
            int32_t ints[2];
            memcpy(longs, ashlar_row(&chunk, i), sizeof longs);
            memcpy(ints, (const uint8_t *) ashlar_row(&chunk, i) + 16, sizeof ints);
            int64_t row = longs[0] / STEP_NS;
            if (*next >= 0 && row != *next) {
                fail("rows are missing", *next);
            }
            if (longs[1] != 3 * row || ints[0] != (int32_t) row || ints[1] != ~(int32_t) row) {
                fail("torn row", row);
            }
            *first = *first < 0 ? row : *first;
            *next = row + 1;
        }
    }
    ashlar_chunks_close(chunks);
}

// Reads all days; false if one was dropped or sealed since the archive was refreshed.
static bool read_all(const ashlar_archive *archive, int64_t *first, int64_t *next) {
    const ashlar_day *day;
    for (size_t i = 0; (day = ashlar_archive_day(archive, i)) != NULL; i++) {
        ashlar_store *store;
        ashlar_error error;
        ashlar_code code = ashlar_archive_open_day(archive, day, NULL, &store, &error);
        if (code == ASHLAR_BUSY) {
            changed++;
            return false;
        }
        require(code, &error);
        check(store, first, next);
        ashlar_close(store);
        if (strcmp(day->name, newest) > 0) {
            snprintf(newest, sizeof newest, "%s", day->name);
            days++;
        }
    }
    return true;
}

int main(int count, char **arguments) {
    ashlar_archive *archive;
    ashlar_error error;
    int64_t first = -1;
    int64_t next = -1;
    if (count < 3) {
        return 2;
    }
    time_t end = time(NULL) + strtol(arguments[2], NULL, 10);
    require(ashlar_archive_open(arguments[1], &archive, &error), &error);
    // As long as it takes to mean something.
    while (time(NULL) < end || rounds < 3 || days <= 14) {
        int64_t first_now = -1;
        int64_t next_now = -1;
        require(ashlar_archive_refresh(archive, NULL, &error), &error);
        if (!read_all(archive, &first_now, &next_now)) {
            continue;
        }
        if (first_now < first || next_now < next) {
            fail("rows have disappeared", next_now);
        }
        first = first_now;
        next = next_now;
        rounds++;
    }
    ashlar_archive_close(archive);
    printf("rounds=%" PRId64 ", changed=%" PRId64 ", days=%" PRId64 ", last=%" PRId64 "\n", rounds, changed, days,
           next - 1);
    return 0;
}
