// SPDX-License-Identifier: Apache-2.0
//
// The writer or a reader of a cell whose other side is in another process. Started by CLiveTest.java; SharedCell.java
// says what is in the file.
//
//     cell write FILE COUNT      writes COUNT values
//     cell read FILE COUNT       reads until COUNT values were seen, or the file says that readers end
#include "ashlar.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 260, SLOTS = 5, OFFSET = 256, BEGUN = 2000 };

static bool is_seqlock;
static ashlar_cell cell = {NULL, SLOTS, LENGTH};

static _Noreturn void fail(const char *what, uint64_t version) {
    printf("%s: version=%" PRIu64 "\n", what, version);
    exit(1);
}

static void value_of(uint64_t number, uint8_t *value) {
    for (size_t i = 0; i < LENGTH / 8; i++) {
        uint64_t word = number + i;
        memcpy(value + 8 * i, &word, 8);
    }
    memcpy(value + LENGTH - 4, &number, 4);
}

static void write_values(uint64_t count) {
    ashlar_syncs syncs = {0, 0};
    uint8_t value[LENGTH];
    uint64_t first;
    memcpy(&first, cell.memory, 8);
    first = (first >> 8) + 1;
    for (uint64_t number = first; number < first + count; number++) {
        uint64_t version;
        value_of(number, value);
        ashlar_code code = is_seqlock ? ashlar_seqlock_write(cell.memory, value, LENGTH, false, &version)
                                      : ashlar_cell_write(&cell, &syncs, value, &version);
        if (code != ASHLAR_OK || version != number) {
            fail(ashlar_code_name(code), number);
        }
    }
    printf("written=%" PRIu64 "\n", count);
}

static void read_values(const uint8_t *end, uint64_t count) {
    uint8_t value[LENGTH];
    uint8_t expected[LENGTH];
    uint64_t seen = 0;
    uint64_t last = 0;
    bool ends = false;
    while (seen < count) {
        // The last look is after the end, when nothing changes any more.
        bool done = ends;
        uint64_t version = last;
        ends = *(const volatile uint8_t *) end != 0;
        ashlar_code code = is_seqlock ? ashlar_seqlock_read(cell.memory, value, LENGTH, &version)
                                      : ashlar_cell_read(&cell, value, &version);
        if (code != ASHLAR_OK && code != ASHLAR_BUSY && code != ASHLAR_EMPTY) {
            fail(ashlar_code_name(code), last);
        }
        if (code == ASHLAR_OK && version != last) {
            value_of(version, expected);
            if (version < last || memcmp(value, expected, LENGTH) != 0) {
                fail(version < last ? "an older version" : "torn", version);
            }
            last = version;
            if (++seen == BEGUN) {
                printf("begun\n");
                fflush(stdout);
            }
        } else if (done) {
            break;
        }
    }
    printf("read=%" PRIu64 ", last=%" PRIu64 "\n", seen, last);
}

int main(int count, char **arguments) {
    ashlar_error error;
    void *memory;
    size_t length;
    if (count != 4) {
        return 2;
    }
    bool writes = strcmp(arguments[1], "write") == 0;
    if (ashlar_map(arguments[2], writes, &memory, &length, &error) != ASHLAR_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    is_seqlock = *(const uint8_t *) memory != 0;
    cell.memory = (uint8_t *) memory + OFFSET;
    if (writes) {
        write_values(strtoull(arguments[3], NULL, 10));
    } else {
        read_values((const uint8_t *) memory + length - 8, strtoull(arguments[3], NULL, 10));
    }
    ashlar_unmap(memory, length);
    return 0;
}
