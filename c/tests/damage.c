// SPDX-License-Identifier: Apache-2.0
//
// Stores of the kit with changes that no checksum tells from others': what has to be reported, and what must not be.
//
//     damage KIT      folder with the unpacked stores of the kit, each in a folder of its name; they are restored
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK_BYTES 4096 // of the stores that are used here
#define CHUNKS_BEGIN 8192
#define ENTRY_EPOCH 32
#define ENTRY_BLOCK_LENGTH 44
#define ENTRY_RETIRED 80
#define ENTRY_SEALED 96
#define EXTENT "extents/0000.ext"
#define SECOND_EXTENT "extents/0001.ext"

static const char *kit;
static const ashlar_options written = {false, true, UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff00)};
static const ashlar_options later = {false, true, 1, 2}; // after a loss of power
static const ashlar_options later_unpinned = {true, true, 1, 2};

// A file of a store, mapped to be changed; closing it restores what was there.
typedef struct image {
    uint8_t *bytes;
    uint8_t *before;
    size_t length;
} image;

static const char *path_of(const char *store, const char *file) {
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, 1024, "%s/%s/%s", kit, store, file);
    return path;
}

static image open_image(const char *store, const char *file) {
    image of;
    ashlar_error error;
    void *memory;
    CHECK(ashlar_map(path_of(store, file), true, &memory, &of.length, &error) == ASHLAR_OK);
    of.bytes = (uint8_t *) memory;
    of.before = (uint8_t *) malloc(of.length);
    memcpy(of.before, memory, of.length);
    return of;
}

static void restore(image *of) {
    memcpy(of->bytes, of->before, of->length);
    free(of->before);
    ashlar_unmap(of->bytes, of->length);
}

static uint8_t *entry_of(image *extent, int chunk) {
    return extent->bytes + 4096 + chunk * 128;
}

static uint8_t *chunk_of(image *extent, int chunk) {
    return extent->bytes + CHUNKS_BEGIN + chunk * CHUNK_BYTES;
}

static uint32_t u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put32(uint8_t *at, uint32_t value) {
    memcpy(at, &value, sizeof value);
}

static void put64(uint8_t *at, int64_t value) {
    memcpy(at, &value, sizeof value);
}

static void add64(uint8_t *at, int64_t more) {
    int64_t value;
    memcpy(&value, at, sizeof value);
    put64(at, value + more);
}

// Changes the mark of a container in both durable checkpoints.
static void mark(image *head, uint32_t container, int64_t first, int64_t end, int64_t detail) {
    for (int area = 0; area < 2; area++) {
        uint8_t *at = head->bytes + area * 65536;
        for (uint32_t i = 0; i < u32(at + 92); i++) {
            uint8_t *one = at + 128 + i * 32;
            if (u32(one) == container) {
                put64(one + 8, first);
                put64(one + 16, end);
                put64(one + 24, detail);
            }
        }
        put32(at + 12, ashlar_crc32c(ashlar_crc32c(0, at, 12), at + 16, u32(at + 16) - 16));
    }
}

static ashlar_store *open_store(const char *name, const ashlar_options *options) {
    ashlar_store *store;
    ashlar_error error;
    ashlar_code code = ashlar_open(path_of(name, ""), options, &store, &error);
    if (code != ASHLAR_OK) {
        printf("%s\n", error.message);
    }
    CHECK(code == ASHLAR_OK);
    return store;
}

static ashlar_messages *open_messages(const ashlar_store *store, int64_t position) {
    ashlar_messages *messages;
    ashlar_error error;
    CHECK(ashlar_messages_open(ashlar_find(store, ASHLAR_JOURNAL, "orders"), position, &messages, &error) == ASHLAR_OK);
    return messages;
}

static ashlar_chunks *open_chunks(const ashlar_store *store, const char *table) {
    ashlar_chunks *chunks;
    ashlar_error error;
    CHECK(ashlar_chunks_open(ashlar_find(store, ASHLAR_TABLE, table), 0, &chunks, &error) == ASHLAR_OK);
    return chunks;
}

// The number of messages up to the first that cannot be read, or the end.
static int count_messages(ashlar_messages *messages, ashlar_code *code, ashlar_error *error) {
    ashlar_message message;
    int count = 0;
    while ((*code = ashlar_messages_next(messages, &message, error)) == ASHLAR_OK) {
        count++;
    }
    return count;
}

static int positions_of(const char *name, int64_t *positions, int most) {
    ashlar_store *store = open_store(name, &written);
    ashlar_messages *messages = open_messages(store, 0);
    ashlar_message message;
    ashlar_error error;
    int count = 0;
    while (count < most && ashlar_messages_next(messages, &message, &error) == ASHLAR_OK) {
        positions[count++] = message.position;
    }
    ashlar_messages_close(messages);
    ashlar_close(store);
    return count;
}

// The writer of a recovered store leaves the chunk with the mark as it is, and goes on in the next one.
static void should_read_what_follows_a_chunk_that_gets_nothing_more(void) {
    int64_t positions[256];
    int all = positions_of("killed", positions, 256);
    int last = 0;
    while (positions[last + 1] < CHUNK_BYTES) {
        last++;
    }
    image head = open_image("killed", "store.head");
    image extent = open_image("killed", EXTENT);
    mark(&head, 1, 0, positions[last], 1);
    uint8_t *successor = entry_of(&extent, 6);
    put32(successor + ENTRY_BLOCK_LENGTH, (uint32_t) positions[last]);
    put32(successor, ashlar_crc32c(0, successor + 4, 60));
    ashlar_store *store = open_store("killed", &later);
    ashlar_messages *messages = open_messages(store, 0);
    ashlar_code code;
    ashlar_error error;
    CHECK(count_messages(messages, &code, &error) == all - 1 && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    // Where no successor says that it follows, the chunk ends at the mark, and so does the journal.
    put32(successor + ENTRY_BLOCK_LENGTH, CHUNK_BYTES);
    put32(successor, ashlar_crc32c(0, successor + 4, 60));
    store = open_store("killed", &later);
    messages = open_messages(store, 0);
    CHECK(count_messages(messages, &code, &error) == last && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    restore(&extent);
    restore(&head);
}

// Frames reach the disk in any order: those after one that is missing were not promised, and are no damage.
static void should_end_journals_at_the_first_hole_after_a_loss_of_power(void) {
    int64_t positions[256];
    CHECK(positions_of("killed", positions, 256) > 10);
    image head = open_image("killed", "store.head");
    image extent = open_image("killed", EXTENT);
    mark(&head, 1, 0, positions[3], 0);
    chunk_of(&extent, 0)[positions[5] + 9] ^= 1;
    ashlar_store *store = open_store("killed", &later);
    ashlar_code code;
    ashlar_error error;
    const int64_t starts[] = {0, positions[3], positions[7], CHUNK_BYTES};
    const int counts[] = {5, 2, 0, 0};
    for (int i = 0; i < 4; i++) {
        ashlar_messages *messages = open_messages(store, starts[i]);
        CHECK(count_messages(messages, &code, &error) == counts[i] && code == ASHLAR_END);
        ashlar_messages_close(messages);
    }
    ashlar_close(store);
    restore(&extent);
    restore(&head);
}

// A hole from before the mark to behind it: what is behind was not promised.
static void should_report_damage_up_to_the_mark_after_a_loss_of_power(void) {
    int64_t positions[256];
    CHECK(positions_of("killed", positions, 256) > 10);
    image head = open_image("killed", "store.head");
    image extent = open_image("killed", EXTENT);
    ashlar_code code;
    ashlar_error error;
    mark(&head, 1, 0, positions[3], 0);
    chunk_of(&extent, 0)[positions[2] + 9] ^= 1;
    chunk_of(&extent, 0)[positions[3] + 9] ^= 1;
    ashlar_store *store = open_store("killed", &later);
    ashlar_messages *messages = open_messages(store, 0);
    CHECK(count_messages(messages, &code, &error) == 2 && code == ASHLAR_DAMAGED);
    CHECK(error.first == positions[2] && error.end == positions[3]);
    CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    restore(&extent);
    restore(&head);
}

// A chunk may have reached the disk though the one before it has not.
static void should_end_journals_before_a_missing_chunk_after_a_loss_of_power(void) {
    image head = open_image("live", "store.head");
    image extent = open_image("live", EXTENT);
    ashlar_code code;
    ashlar_error error;
    memset(entry_of(&extent, 7), 0, 128);
    ashlar_store *store = open_store("live", &later);
    ashlar_messages *messages = open_messages(store, 0);
    CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_DAMAGED);
    CHECK(error.first == 4096 && error.end == 7184);
    CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    mark(&head, 1, 4096, 4096, 0);
    store = open_store("live", &later);
    messages = open_messages(store, 0);
    CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    restore(&extent);
    restore(&head);
}

static void should_report_a_damaged_last_chunk_of_a_journal(void) {
    image extent = open_image("live", SECOND_EXTENT);
    entry_of(&extent, 0)[20] ^= 1;
    ashlar_store *store = open_store("live", &written);
    ashlar_messages *messages = open_messages(store, 0);
    ashlar_code code;
    ashlar_error error;
    CHECK(count_messages(messages, &code, &error) > 0 && code == ASHLAR_DAMAGED && error.first == 4096 + 4032);
    CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    restore(&extent);
}

static void should_report_a_damaged_first_chunk_of_a_live_store(void) {
    image extent = open_image("live", EXTENT);
    ashlar_code code;
    ashlar_error error;
    ashlar_chunk chunk;
    entry_of(&extent, 4)[20] ^= 1;
    entry_of(&extent, 7)[20] ^= 1;
    ashlar_store *store = open_store("live", &written);
    CHECK(ashlar_state_of(store) == ASHLAR_STATE_LIVE);
    for (int round = 0; round < 2; round++) {
        ashlar_chunks *chunks = open_chunks(store, "Ticks");
        CHECK(ashlar_find(store, ASHLAR_TABLE, "Ticks")->first == 0);
        CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_DAMAGED && error.first == 0 && error.end == 90);
        CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.first_row == 90 && chunk.rows == 20);
        CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_END);
        ashlar_chunks_close(chunks);
        ashlar_messages *messages = open_messages(store, 0);
        CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_DAMAGED);
        CHECK(error.first == 4096 && error.end == 8192);
        CHECK(count_messages(messages, &code, &error) > 0 && code == ASHLAR_END);
        ashlar_messages_close(messages);
        CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_OK);
    }
    ashlar_close(store);
    restore(&extent);
}

// No checkpoint says yet that these rows are retired; their chunk does.
static void should_not_miss_rows_that_are_retired(void) {
    image extent = open_image("live", EXTENT);
    image live = open_image("live", "store.live");
    put64(live.bytes + 64, 9);
    put64(entry_of(&extent, 4) + ENTRY_RETIRED, 9);
    ashlar_store *store = open_store("live", &written);
    ashlar_chunks *chunks = open_chunks(store, "Ticks");
    ashlar_chunk chunk;
    ashlar_error error;
    CHECK(ashlar_find(store, ASHLAR_TABLE, "Ticks")->first == 90);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.first_row == 90 && chunk.rows == 20);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_END);
    ashlar_chunks_close(chunks);
    ashlar_close(store);
    restore(&live);
    restore(&extent);
}

// After a loss of power a writer may recover the store, and go on, while somebody reads it who has no pin.
static void should_copy_rows_without_a_pin_after_a_loss_of_power(void) {
    image extent = open_image("commits", EXTENT);
    ashlar_store *store = open_store("commits", &later_unpinned);
    ashlar_chunks *chunks = open_chunks(store, "Ticks");
    ashlar_chunk chunk;
    ashlar_error error;
    CHECK(ashlar_state_of(store) == ASHLAR_STATE_LOST_POWER && !ashlar_is_pinned(store));
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.first_row == 0 && chunk.rows == 164);
    size_t length = (size_t) (chunk.rows * chunk.stride);
    memset(chunk_of(&extent, 0), 0xff, length);
    CHECK(memcmp(chunk.base, extent.before + CHUNKS_BEGIN, length) == 0);
    add64(entry_of(&extent, 3) + ENTRY_EPOCH, 1);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_DAMAGED && error.first == 164 && error.end == 328);
    CHECK(strstr(error.message, "retired") != NULL);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.first_row == 328);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_END);
    ashlar_chunks_close(chunks);
    ashlar_close(store);
    restore(&extent);
}

static void should_copy_messages_without_a_pin_after_a_loss_of_power(void) {
    image extent = open_image("killed", EXTENT);
    ashlar_store *store = open_store("killed", &later_unpinned);
    ashlar_messages *messages = open_messages(store, CHUNK_BYTES);
    ashlar_message message;
    ashlar_error error;
    CHECK(ashlar_messages_next(messages, &message, &error) == ASHLAR_OK && message.position == CHUNK_BYTES);
    uint8_t *chunk = chunk_of(&extent, 6);
    memset(chunk, 0, CHUNK_BYTES);
    CHECK(memcmp(message.data, extent.before + (chunk - extent.bytes) + 32, message.length) == 0);
    // In another use, the chunk says nothing of where the journal ends.
    add64(entry_of(&extent, 6) + ENTRY_EPOCH, 1);
    CHECK(ashlar_messages_next(messages, &message, &error) == ASHLAR_DAMAGED && error.first > CHUNK_BYTES);
    CHECK(strstr(error.message, "retired") != NULL);
    CHECK(ashlar_messages_next(messages, &message, &error) == ASHLAR_END);
    ashlar_messages_close(messages);
    ashlar_close(store);
    restore(&extent);
}

static void should_keep_values_as_they_were_recovered(const ashlar_options *options) {
    image extent = open_image("killed", EXTENT);
    ashlar_store *store = open_store("killed", options);
    ashlar_values *values;
    ashlar_value value;
    ashlar_error error;
    uint8_t before[64];
    uint8_t block[64];
    CHECK(ashlar_values_open(ashlar_find(store, ASHLAR_LAST_VALUES, "prices"), &values, &error) == ASHLAR_OK);
    CHECK(ashlar_values_read(values, 0, before, sizeof before, &value, &error) == ASHLAR_OK);
    int64_t version = value.version;
    memset(chunk_of(&extent, 4) + 32, 0, 208 - 32); // the cell of the first record
    CHECK(ashlar_values_read(values, 0, block, sizeof block, &value, &error) == ASHLAR_OK);
    CHECK(value.version == version && memcmp(block, before, (size_t) value.block_length) == 0);
    ashlar_values_close(values);
    ashlar_close(store);
    restore(&extent);
}

// The next writer of a closed store takes the seals of last chunks away, then overwrites their footers.
static void should_accept_that_the_next_writer_takes_a_seal_away(void) {
    image extent = open_image("versions", SECOND_EXTENT);
    ashlar_chunk chunk;
    ashlar_error error;
    for (int unsealed = 0; unsealed < 2; unsealed++) {
        ashlar_store *store = open_store("versions", &written);
        ashlar_chunks *chunks = open_chunks(store, "Ticks");
        CHECK(ashlar_is_pinned(store));
        CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.is_sealed);
        CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK && chunk.is_sealed && chunk.first_row == 20);
        memset(chunk_of(&extent, 1) + CHUNK_BYTES - 152, 0, 152);
        if (unsealed == 1) {
            memset(entry_of(&extent, 1) + ENTRY_SEALED, 0, 8);
        }
        ashlar_code code = ashlar_chunks_next(chunks, &chunk, &error);
        CHECK(code == (unsealed == 1 ? ASHLAR_END : ASHLAR_DAMAGED));
        CHECK(unsealed == 1 || (error.first == 20 && error.end == 40));
        ashlar_chunks_close(chunks);
        ashlar_close(store);
        memcpy(extent.bytes, extent.before, extent.length);
    }
    restore(&extent);
}

// Bytes that look like many long frames are not all summed: the rest of the chunk is passed over, and reported.
static void should_bound_the_search_for_frames(void) {
    image extent = open_image("versions", EXTENT);
    uint8_t *chunk = chunk_of(&extent, 0);
    int64_t positions[256];
    ashlar_code code;
    ashlar_error error;
    int all = positions_of("versions", positions, 256);
    int64_t end = 2936;
    for (int words = 60; words <= 120; words += 60) {
        // Each word is a length up to the end of the journal.
        for (int at = 0; at < words; at++) {
            put64(chunk + at * 8, end - at * 8);
        }
        int first = 0;
        while (positions[first] < words * 8) {
            first++;
        }
        ashlar_store *store = open_store("versions", &written);
        ashlar_messages *messages = open_messages(store, 0);
        CHECK(count_messages(messages, &code, &error) == 0 && code == ASHLAR_DAMAGED && error.first == 0);
        CHECK(error.end == (words == 60 ? positions[first] : end));
        CHECK(count_messages(messages, &code, &error) == (words == 60 ? all - first : 0) && code == ASHLAR_END);
        ashlar_messages_close(messages);
        ashlar_close(store);
    }
    restore(&extent);
}

// As where the process has too many files open: that passes.
static void should_map_an_extent_when_it_can_be_read_again(void) {
    char path[1024];
    char away[1024];
    snprintf(path, sizeof path, "%s", path_of("retired", SECOND_EXTENT));
    snprintf(away, sizeof away, "%s", path_of("retired", "extents/away"));
    CHECK(rename(path, away) == 0 && symlink("0001.ext", path) == 0);
    ashlar_store *store = open_store("retired", &written);
    ashlar_report report;
    ashlar_error error;
    CHECK(strstr(ashlar_problem(store, 0), "extent cannot be read") != NULL);
    CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_OK && ashlar_problem(store, 0) != NULL);
    CHECK(unlink(path) == 0 && rename(away, path) == 0);
    CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_OK && ashlar_problem(store, 0) == NULL);
    CHECK(ashlar_verify(store, NULL, NULL, &report, &error) == ASHLAR_OK && report.rows > 400);
    ashlar_close(store);
}

static void append(const char *path, const uint8_t *bytes, size_t length) {
    FILE *file = fopen(path, "ab");
    CHECK(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

// The catalog has a table more when the head cannot be read: nobody has looked for its rows yet.
static void should_show_no_container_of_a_refresh_that_fails(void) {
    char catalog[1024];
    snprintf(catalog, sizeof catalog, "%s", path_of("live", "store.catalog"));
    uint8_t record[12 + 28 + 6 + 4 + 4] = {0};
    put32(record, sizeof record);
    put32(record + 8, 2);
    put32(record + 12, 99); // id
    put32(record + 16, ASHLAR_TABLE);
    put32(record + 20, 1); // schema
    memcpy(record + 40, "\4\0More\4\0Tick\0\0", 14);
    put32(record + 4, ashlar_crc32c(0, record + 8, sizeof record - 8));
    image head = open_image("live", "store.head");
    ashlar_store *store = open_store("live", &written);
    ashlar_error error;
    size_t count = 0;
    while (ashlar_container_at(store, count) != NULL) {
        count++;
    }
    append(catalog, record, sizeof record);
    memset(head.bytes, 0, head.length);
    CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_DAMAGED);
    CHECK(ashlar_container_at(store, count) == NULL && ashlar_find(store, ASHLAR_TABLE, "More") == NULL);
    restore(&head);
    CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_OK);
    CHECK(ashlar_find(store, ASHLAR_TABLE, "More") == ashlar_container_at(store, count));
    CHECK(ashlar_container_at(store, count) != NULL && ashlar_problem(store, 0) == NULL);
    ashlar_close(store);
    CHECK(truncate(catalog, 610) == 0);
}

// Exits with 0 if `check` passes in a child.
static void in_child(ashlar_store *store, void (*check)(ashlar_store *store)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        check(store);
        fflush(stdout);
        _exit(0);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void use_inherited(ashlar_store *store) {
    ashlar_error error;
    ashlar_chunk chunk;
    ashlar_chunks *chunks = open_chunks(store, "Ticks");
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK);
    ashlar_chunks_close(chunks);
    CHECK(ashlar_refresh(store, NULL, &error) == ASHLAR_MISUSE && strstr(error.message, "fork") != NULL);
    ashlar_store *own = open_store("live", &written);
    CHECK(ashlar_is_pinned(own) && ashlar_refresh(own, NULL, &error) == ASHLAR_OK);
    ashlar_close(store);
    CHECK(is_locked_for_others(path_of("live", "store.lock"), 2));
    ashlar_close(own);
}

static void read_unpinned(ashlar_store *store) {
    const ashlar_options unpinned = {true, true, written.boot_high, written.boot_low};
    ashlar_store *own = open_store("live", &unpinned);
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    lock.l_start = 127;
    lock.l_len = 1;
    pid_t self = getpid();
    pid_t child = fork();
    if (child == 0) {
        int fd = open(path_of("live", "store.lock"), O_RDWR);
        _exit(fd < 0 || fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK || lock.l_pid != self);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ashlar_close(store);
    ashlar_close(own);
}

static void should_leave_the_pin_of_the_parent_to_it(void) {
    image live = open_image("live", "store.live");
    put64(live.bytes + 64, 5);
    ashlar_store *store = open_store("live", &written);
    uint64_t pin;
    memcpy(&pin, live.bytes + 128, 8);
    CHECK(pin == 6);
    put64(live.bytes + 64, 7);
    in_child(store, use_inherited);
    memcpy(&pin, live.bytes + 128, 8);
    CHECK(pin == 6 && is_locked_for_others(path_of("live", "store.lock"), 1));
    ashlar_close(store);
    memcpy(&pin, live.bytes + 128, 8);
    CHECK(pin == 0 && !is_locked_for_others(path_of("live", "store.lock"), 1));
    restore(&live);
}

// Others see by a shared lock of each process that somebody reads without a pin.
static void should_lock_for_a_child_that_reads_without_a_pin(void) {
    const ashlar_options unpinned = {true, true, written.boot_high, written.boot_low};
    ashlar_store *store = open_store("live", &unpinned);
    // Closing any descriptor drops the lock of this process, which others would find first.
    int fd = open(path_of("live", "store.lock"), O_RDWR);
    CHECK(fd >= 0 && close(fd) == 0);
    in_child(store, read_unpinned);
    ashlar_close(store);
}

int main(int count, char **arguments) {
    kit = count > 1 ? arguments[1] : ".";
    should_read_what_follows_a_chunk_that_gets_nothing_more();
    should_end_journals_at_the_first_hole_after_a_loss_of_power();
    should_end_journals_before_a_missing_chunk_after_a_loss_of_power();
    should_report_damage_up_to_the_mark_after_a_loss_of_power();
    should_report_a_damaged_last_chunk_of_a_journal();
    should_report_a_damaged_first_chunk_of_a_live_store();
    should_not_miss_rows_that_are_retired();
    should_copy_rows_without_a_pin_after_a_loss_of_power();
    should_copy_messages_without_a_pin_after_a_loss_of_power();
    should_keep_values_as_they_were_recovered(&later);
    should_keep_values_as_they_were_recovered(&later_unpinned);
    should_accept_that_the_next_writer_takes_a_seal_away();
    should_bound_the_search_for_frames();
    should_map_an_extent_when_it_can_be_read_again();
    should_show_no_container_of_a_refresh_that_fails();
    should_leave_the_pin_of_the_parent_to_it();
    should_lock_for_a_child_that_reads_without_a_pin();
    puts("passed");
    return 0;
}
