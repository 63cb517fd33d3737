// SPDX-License-Identifier: Apache-2.0
//
// Reads stores, archives and rings whose files were changed at random, half of them with checksums that match again:
// each call has to end, with an answer or an error. Built with sanitizers.
//
//     fuzz FOLDER SEED ROUNDS      a store, an archive, or the queues of the kit; it is changed in place, and restored
#define _XOPEN_SOURCE 700
#include "ashlar.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES 64
#define CHUNK_BYTES 8192 // the longest of the kit

typedef struct file {
    char path[1024];
    uint8_t *bytes;
    size_t length;
} file;

static file files[MAX_FILES];
static int file_count;
static uint64_t state;
static volatile uint64_t sink;

static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

static void save(const file *of, const uint8_t *bytes, size_t length) {
    FILE *out = fopen(of->path, "r+b");
    if (out == NULL || fwrite(bytes, 1, length, out) != length || fclose(out) != 0) {
        printf("cannot be written: %s\n", of->path);
        exit(1);
    }
}

static void load(const char *folder) {
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char path[1024];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            load(path);
        } else if (status.st_size > 0 && file_count < MAX_FILES) {
            file *one = &files[file_count++];
            snprintf(one->path, sizeof one->path, "%s", path);
            one->length = (size_t) status.st_size;
            one->bytes = (uint8_t *) malloc(one->length);
            FILE *in = fopen(path, "rb");
            if (in == NULL || fread(one->bytes, 1, one->length, in) != one->length) {
                exit(1);
            }
            fclose(in);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

static void require(bool condition, const char *what) {
    if (!condition) {
        printf("%s\n", what);
        exit(1);
    }
}

static uint32_t u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

static void put(uint8_t *at, uint32_t value) {
    memcpy(at, &value, 4);
}

// Makes the checksums around a byte match.
static void mend(const file *of, uint8_t *bytes, size_t at) {
    if (strstr(of->path, "archive.head") != NULL) {
        char line[32];
        snprintf(line, sizeof line, "crc32c %08x\n", (unsigned) ashlar_crc32c(0, bytes, of->length - 16));
        memcpy(bytes + of->length - 16, line, 16);
    } else if (strstr(of->path, "store.head") != NULL) {
        uint8_t *area = bytes + at / 65536 * 65536;
        uint32_t length = u32(area + 16);
        if (length >= 128 && length <= 65536) {
            put(area + 12, ashlar_crc32c(ashlar_crc32c(0, area, 12), area + 16, length - 16));
        }
    } else if (strstr(of->path, "store.catalog") != NULL) {
        put(bytes + 12, ashlar_crc32c(ashlar_crc32c(0, bytes, 12), bytes + 16, 16));
        for (size_t record = 32; record + 12 <= of->length;) {
            uint32_t length = u32(bytes + record);
            if (length < 12 || length > of->length - record) {
                break;
            }
            put(bytes + record + 4, ashlar_crc32c(0, bytes + record + 8, length - 8));
            record += length;
        }
    } else if (strstr(of->path, ".ext") != NULL && at < 4096) {
        put(bytes + 12, ashlar_crc32c(ashlar_crc32c(0, bytes, 12), bytes + 16, 48));
    } else if (strstr(of->path, ".ext") != NULL && at < 8192) {
        uint8_t *entry = bytes + at / 128 * 128;
        put(entry, ashlar_crc32c(0, entry + 4, 60));
        put(entry + 88, ashlar_crc32c(ashlar_crc32c(0, entry + 32, 8), entry + 92, 36));
    }
}

// Places that matter are hit more often than their share of the bytes.
static size_t place(const file *of) {
    uint64_t random = next_random();
    if (strstr(of->path, "store.head") != NULL) {
        return random % 4 * 65536 + (next_random() % 8 == 0 ? next_random() % 65536 : next_random() % 512);
    }
    if (strstr(of->path, ".ext") != NULL && random % 4 != 0) {
        return 4096 + (size_t) (next_random() % 2048);
    }
    return next_random() % of->length;
}

static void change(const file *of, uint8_t *bytes) {
    int changes = 1 + (int) (next_random() % 4);
    if (strstr(of->path, ".ext") != NULL && next_random() % 8 == 0) {
        // A chunk that says it has more than fits.
        size_t entry = 4096 + next_random() % 8 * 128;
        uint64_t count = next_random() % 4096;
        memcpy(bytes + entry + 24, &count, 8);
        memcpy(bytes + entry + 64, &count, 8);
        memset(bytes + entry + 96, 0, 8);
        mend(of, bytes, entry);
        return;
    }
    for (int i = 0; i < changes; i++) {
        size_t at = place(of) % of->length;
        switch (next_random() % 4) {
            case 0:
                bytes[at] ^= (uint8_t) (1u << next_random() % 8);
                break;
            case 1:
                bytes[at] = (uint8_t) next_random();
                break;
            case 2:
                memset(bytes + at, next_random() % 2 == 0 ? 0xff : 0, of->length - at < 8 ? of->length - at : 8);
                break;
            default:
                bytes[at] = (uint8_t) (bytes[at] + 1);
        }
        if (next_random() % 2 == 0) {
            mend(of, bytes, at);
        }
    }
}

static void touch(const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        sink += ((const uint8_t *) bytes)[i];
    }
}

static void read_fields(const ashlar_field *fields, size_t count, const uint8_t *block, const ashlar_chunk *chunk) {
    for (size_t i = 0; i < count; i++) {
        const ashlar_field *field = &fields[i];
        sink += strlen(field->name) + strlen(field->unit) + strlen(field->semantic);
        if (ashlar_is_present(field, chunk->schema_version, chunk->block_length)) {
            sink += ashlar_is_null(field, block);
            for (int32_t at = 0; at < field->count && field->kind != ASHLAR_COMPOSITE; at++) {
                sink += (uint64_t) ashlar_get_int(field, block, at);
            }
            read_fields(field->members, field->member_count, block, chunk);
        }
    }
}

static void read_table(const ashlar_container *table) {
    ashlar_error error;
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_code code;
    const ashlar_block *layout = NULL;
    ashlar_layout_of(table, &layout, &error);
    if (ashlar_chunks_open(table, (int64_t) (next_random() % 64), &chunks, &error) != ASHLAR_OK) {
        return;
    }
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) != ASHLAR_END) {
        require(chunk.rows * chunk.stride <= CHUNK_BYTES, "rows beyond their chunk");
        require(chunk.prefix + chunk.block_length <= chunk.stride, "block longer than its row");
        touch(chunk.base, (size_t) (chunk.rows * chunk.stride));
        for (int64_t row = 0; row < chunk.rows && layout != NULL; row++) {
            // Of just this length, so that no byte behind it is read unseen.
            uint8_t *block = (uint8_t *) malloc((size_t) chunk.block_length + 1);
            block = (uint8_t *) realloc(block, chunk.block_length == 0 ? 1 : (size_t) chunk.block_length);
            memcpy(block, ashlar_row(&chunk, row), (size_t) chunk.block_length);
            read_fields(layout->fields, layout->field_count, block, &chunk);
            free(block);
        }
        if (code != ASHLAR_OK && code != ASHLAR_DAMAGED) {
            break;
        }
    }
    ashlar_chunks_close(chunks);
}

static void read_journal(const ashlar_store *store, const ashlar_container *journal) {
    ashlar_error error;
    ashlar_messages *messages;
    ashlar_message message;
    ashlar_message_header header;
    ashlar_code code;
    if (ashlar_messages_open(journal, (int64_t) (next_random() % 9000), &messages, &error) != ASHLAR_OK) {
        return;
    }
    if (next_random() % 2 == 0) {
        ashlar_messages_seek_time(messages, UINT64_C(1767225600000000000) + next_random() % 200000, &error);
    }
    while ((code = ashlar_messages_next(messages, &message, &error)) != ASHLAR_END) {
        if (code == ASHLAR_OK) {
            require(message.length <= CHUNK_BYTES, "message beyond its chunk");
            touch(message.data, message.length);
            ashlar_message_header_of(store, &message, &header, &error);
        } else if (code != ASHLAR_DAMAGED) {
            break;
        }
    }
    ashlar_messages_close(messages);
}

static void read_values(const ashlar_container *table) {
    ashlar_error error;
    ashlar_values *values;
    ashlar_value value;
    if (ashlar_values_open(table, &values, &error) != ASHLAR_OK) {
        return;
    }
    size_t capacity = ashlar_values_block_length(values);
    uint8_t *block = (uint8_t *) malloc(capacity + 1);
    for (size_t i = 0; i < ashlar_values_count(values); i++) {
        size_t found;
        touch(ashlar_values_key(values, i), ashlar_values_key_length(values));
        ashlar_values_find(values, ashlar_values_key(values, i), ashlar_values_key_length(values), &found);
        ashlar_values_read(values, i, block, capacity, &value, &error);
    }
    free(block);
    ashlar_values_close(values);
}

static bool read_store(const char *folder) {
    ashlar_options options = {next_random() % 4 == 0, true, UINT64_C(0x1122334455667788),
                              next_random() % 2 == 0 ? UINT64_C(0x99aabbccddeeff00) : 1};
    ashlar_error error;
    ashlar_store *store;
    if (ashlar_open(folder, &options, &store, &error) != ASHLAR_OK) {
        return false;
    }
    for (int round = 0; round < 2; round++) {
        const ashlar_container *container;
        for (size_t i = 0; (container = ashlar_container_at(store, i)) != NULL; i++) {
            if (container->kind == ASHLAR_TABLE) {
                read_table(container);
            } else if (container->kind == ASHLAR_JOURNAL) {
                read_journal(store, container);
            } else if (container->kind == ASHLAR_LAST_VALUES) {
                read_values(container);
            }
        }
        ashlar_refresh(store, NULL, &error);
    }
    ashlar_report report;
    bool sound = ashlar_verify(store, NULL, NULL, &report, &error) == ASHLAR_OK;
    ashlar_close(store);
    return sound;
}

// Whether each day can be opened. Stores are read elsewhere.
static bool read_archive(const char *folder) {
    ashlar_options options = {next_random() % 4 == 0, true, UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff00)};
    ashlar_error error;
    ashlar_archive *archive;
    const ashlar_day *day;
    bool sound = true;
    if (ashlar_archive_open(folder, &archive, &error) != ASHLAR_OK) {
        return false;
    }
    for (size_t i = 0; (day = ashlar_archive_day(archive, i)) != NULL; i++) {
        ashlar_store *store;
        require(strchr(day->name, '/') == NULL && day->name[0] != '.' && strlen(day->date) == 10, "name of a day");
        touch(day->path, strlen(day->path));
        for (size_t k = 0; k < day->listed_count; k++) {
            require(ashlar_day_find(day, day->listed[k].kind, day->listed[k].name) != NULL, "table of a day");
        }
        require(ashlar_archive_find_day(archive, day->name) == day, "day by its name");
        sound = ashlar_archive_open_day(archive, day, &options, &store, &error) == ASHLAR_OK && sound;
        ashlar_close(store);
    }
    ashlar_archive_refresh(archive, NULL, &error);
    ashlar_archive_close(archive);
    return sound;
}

static void handle(void *context, int32_t type, const void *message, size_t length) {
    (void) context;
    (void) type;
    touch(message, length);
}

static void read_ring(const char *path) {
    ashlar_error error;
    ashlar_ring *ring;
    if (ashlar_ring_open(path, &ring, &error) != ASHLAR_OK) {
        return;
    }
    ashlar_consumer *consumer = NULL;
    ashlar_producer *producer = NULL;
    if (next_random() % 2 == 0) {
        ashlar_ring_producer(ring, &producer, &error);
    }
    ashlar_ring_consumer(ring, next_random() % 2 == 0 ? ASHLAR_AT_MOST_ONCE : ASHLAR_AT_LEAST_ONCE, &consumer, &error);
    for (int i = 0; i < 50; i++) {
        uint8_t message[16] = {0};
        if (producer != NULL) {
            ashlar_offer(producer, i, message, next_random() % 2 == 0 ? 16 : 9);
        }
        ashlar_poll(consumer, next_random() % 8, handle, NULL, NULL, &error);
        ashlar_is_done(consumer);
    }
    ashlar_consumer_close(consumer);
    ashlar_producer_close(producer);
    ashlar_ring_close(ring);
}

int main(int count, char **arguments) {
    if (count < 4) {
        return 2;
    }
    state = strtoull(arguments[2], NULL, 10) | 1;
    printf("seed=%s\n", arguments[2]);
    load(arguments[1]);
    bool is_store = false;
    int head = -1;
    for (int i = 0; i < file_count; i++) {
        is_store |= strstr(files[i].path, "store.head") != NULL;
        head = strstr(files[i].path, "archive.head") != NULL ? i : head;
    }
    int64_t sound = 0;
    int64_t rounds = strtoll(arguments[3], NULL, 10);
    for (int64_t round = 0; round < rounds; round++) {
        const file *of = &files[next_random() % (uint64_t) file_count];
        of = head >= 0 && next_random() % 2 == 0 ? &files[head] : of; // of an archive, its head
        uint8_t *bytes = (uint8_t *) malloc(of->length);
        memcpy(bytes, of->bytes, of->length);
        change(of, bytes);
        save(of, bytes, of->length);
        if (head >= 0) {
            sound += read_archive(arguments[1]);
        } else if (is_store) {
            sound += read_store(arguments[1]);
        } else {
            read_ring(of->path);
        }
        save(of, of->bytes, of->length);
        free(bytes);
    }
    printf("passed: rounds=%" PRId64 ", sound=%" PRId64 "\n", rounds, sound);
    for (int i = 0; i < file_count; i++) {
        free(files[i].bytes);
    }
    return 0;
}
