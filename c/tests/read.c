// SPDX-License-Identifier: Apache-2.0
//
// What a reader of a store does besides reading it whole: searching, following, pins, refusals.
//
//     read KIT      folder with the unpacked stores of the kit, each in a folder of its name
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *kit;
static const ashlar_options written = {false, true, UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff00)};

static const char *path_of(const char *store, const char *file) {
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, 1024, "%s/%s/%s", kit, store, file);
    return path;
}

static ashlar_store *open_store(const char *name) {
    ashlar_store *store;
    ashlar_error error;
    ashlar_code code = ashlar_open(path_of(name, ""), &written, &store, &error);
    if (code != ASHLAR_OK) {
        printf("%s\n", error.message);
    }
    CHECK(code == ASHLAR_OK);
    return store;
}

static void should_search_messages(const char *name, const char *journal) {
    ashlar_error error;
    ashlar_message message;
    ashlar_messages *all;
    ashlar_messages *found;
    ashlar_store *store = open_store(name);
    const ashlar_container *of = ashlar_find(store, ASHLAR_JOURNAL, journal);
    CHECK(of != NULL && ashlar_messages_open(of, 0, &all, &error) == ASHLAR_OK);
    CHECK(ashlar_messages_open(of, 0, &found, &error) == ASHLAR_OK);
    int count = 0;
    ashlar_message last = {0, 0, 0, 0, NULL, 0};
    while (ashlar_messages_next(all, &message, &error) == ASHLAR_OK) {
        ashlar_message one;
        // Times grow by 1,000 from message to message, sequences by 1 with every second one.
        CHECK(ashlar_messages_seek_time(found, message.time - 999, &error) == ASHLAR_OK);
        CHECK(ashlar_messages_next(found, &one, &error) == ASHLAR_OK && one.position == message.position);
        CHECK(ashlar_messages_seek_sequence(found, message.sequence, &error) == ASHLAR_OK);
        CHECK(ashlar_messages_next(found, &one, &error) == ASHLAR_OK && one.sequence == message.sequence);
        CHECK(one.position <= message.position && one.position >= message.position - 400);
        ashlar_messages *from;
        CHECK(ashlar_messages_open(of, message.position - 7, &from, &error) == ASHLAR_OK);
        CHECK(ashlar_messages_next(from, &one, &error) == ASHLAR_OK && one.position == message.position);
        ashlar_messages_close(from);
        last = message;
        count++;
    }
    CHECK(count > 20);
    CHECK(ashlar_messages_seek_time(found, last.time + 1, &error) == ASHLAR_END);
    CHECK(ashlar_messages_seek_time(found, 0, &error) == ASHLAR_OK);
    CHECK(ashlar_messages_next(found, &message, &error) == ASHLAR_OK && message.position >= of->first);
    ashlar_messages_close(all);
    ashlar_messages_close(found);
    ashlar_close(store);
}

static void should_begin_at_any_row(void) {
    ashlar_error error;
    ashlar_store *store = open_store("retired");
    const ashlar_container *ticks = ashlar_find(store, ASHLAR_TABLE, "Ticks");
    const ashlar_block *layout;
    CHECK(ticks != NULL && ashlar_layout_of(ticks, &layout, &error) == ASHLAR_OK);
    const ashlar_field *time = ashlar_field_of(layout, "time");
    CHECK(time != NULL && ashlar_field_of(layout, "tim") == NULL && ashlar_field_of(layout, "time.x") == NULL);
    for (int64_t from = ticks->first - 3; from < ticks->end + 3; from++) {
        ashlar_chunks *chunks;
        ashlar_chunk chunk;
        ashlar_code code;
        int64_t expected = from < ticks->first ? ticks->first : from;
        CHECK(ashlar_chunks_open(ticks, from, &chunks, &error) == ASHLAR_OK);
        while ((code = ashlar_chunks_next(chunks, &chunk, &error)) == ASHLAR_OK) {
            CHECK(chunk.first_row == expected && chunk.rows > 0 && chunk.is_sealed);
            for (int64_t i = 0; i < chunk.rows; i++) {
                CHECK(ashlar_get_int(time, ashlar_row(&chunk, i), 0) == INT64_C(1767225600000000000) + expected + i);
            }
            expected += chunk.rows;
        }
        CHECK(code == ASHLAR_END && expected == (from > ticks->end ? from : ticks->end));
        ashlar_chunks_close(chunks);
    }
    ashlar_close(store);
}

static void should_find_last_values(void) {
    ashlar_error error;
    ashlar_store *store = open_store("versions");
    ashlar_values *values;
    ashlar_value value;
    uint8_t block[256];
    size_t index;
    CHECK(ashlar_values_open(ashlar_find(store, ASHLAR_LAST_VALUES, "prices"), &values, &error) == ASHLAR_OK);
    CHECK(ashlar_values_count(values) == 7 && ashlar_values_key_length(values) == 4);
    CHECK(ashlar_values_find(values, "K3\0\0", 4, &index) == ASHLAR_OK);
    CHECK(memcmp(ashlar_values_key(values, index), "K3\0\0", 4) == 0 && ashlar_values_key(values, 7) == NULL);
    CHECK(ashlar_values_read(values, index, block, sizeof block, &value, &error) == ASHLAR_OK);
    CHECK(memcmp(block, "K3\0\0", 4) == 0 && value.version == 6 && value.schema_version == 1);
    CHECK(ashlar_values_read(values, index, block, 3, &value, &error) == ASHLAR_MISUSE);
    CHECK(ashlar_values_read(values, 7, block, sizeof block, &value, &error) == ASHLAR_MISUSE);
    CHECK(ashlar_values_find(values, "none", 4, &index) == ASHLAR_NOT_FOUND);
    CHECK(ashlar_values_find(values, "K3", 2, &index) == ASHLAR_MISUSE);
    ashlar_values_close(values);
    ashlar_close(store);
}

static void should_describe_fields(const char *name) {
    ashlar_error error;
    ashlar_store *store = open_store(name);
    const ashlar_block *layout;
    CHECK(ashlar_layout_of(ashlar_find(store, ASHLAR_TABLE, "All_legs_fills"), &layout, &error) == ASHLAR_OK);
    CHECK(strcmp(layout->name, "fills") == 0 && layout->field_count == 2);
    CHECK(ashlar_layout_of(ashlar_find(store, ASHLAR_TABLE, "All"), &layout, &error) == ASHLAR_OK);
    const ashlar_field *y = ashlar_field_of(layout, "at.y");
    const ashlar_field *at = ashlar_field_of(layout, "at");
    CHECK(y != NULL && y->type == ASHLAR_INT16 && y->offset == at->offset + 4 && y->presence == ASHLAR_OPTIONAL);
    const ashlar_field *lot = ashlar_field_of(layout, "lot");
    CHECK(lot->presence == ASHLAR_CONSTANT && ashlar_get_int(lot, NULL, 0) == 100 && ashlar_is_present(lot, 0, 0));
    const ashlar_field *best = ashlar_field_of(layout, "best");
    CHECK(strcmp(best->constant, "Sell") == 0 && ashlar_get_int(best, NULL, 0) == 'S');
    const ashlar_field *price = ashlar_field_of(layout, "price.exponent");
    CHECK(ashlar_get_int(price, NULL, 0) == -4);
    const ashlar_field *time = ashlar_field_of(layout, "time");
    CHECK(strcmp(time->semantic, "UTCTimestamp") == 0 && strcmp(time->unit, "microsecond") == 0);
    CHECK(ashlar_field_of(layout, "declared")->null_bits == UINT64_MAX);
    CHECK(!ashlar_is_present(y, 1, y->offset + 1) && ashlar_is_present(y, 1, y->offset + 2));
    ashlar_close(store);
}

// The bytes of a schema, token by token.
typedef struct tokens {
    uint8_t bytes[8192];
    size_t length;
} tokens;

static void put(tokens *to, const void *bytes, size_t length) {
    CHECK(to->length + length <= sizeof to->bytes);
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void put_text(tokens *to, const void *text, size_t length) {
    const uint16_t two = (uint16_t) length;
    put(to, &two, 2);
    if (length > 0) {
        put(to, text, length);
    }
}

enum { MESSAGE = 1, END_MESSAGE, COMPOSITE, END_COMPOSITE, FIELD, END_FIELD, SCALAR = 17 };

// value: of 4 bytes, a constant or the null value; NULL if there is none
static void put_token(tokens *to, int signal, const char *name, int32_t offset, int32_t size, int32_t since,
                      ashlar_type type, ashlar_presence presence, const void *value) {
    const int32_t numbers[] = {offset, size, 1, since, 0};
    const uint8_t codes[8] = {(uint8_t) signal, (uint8_t) type, 0, (uint8_t) presence};
    put(to, numbers, sizeof numbers);
    put(to, codes, sizeof codes);
    put_text(to, name, strlen(name));
    for (int i = 1; i < 12; i++) {
        put_text(to, value, value != NULL && i == (presence == ASHLAR_CONSTANT ? 1 : 4) ? 4 : 0);
    }
}

static void put_int(tokens *to, const char *name, int32_t offset, int32_t since) {
    put_token(to, SCALAR, name, offset, 4, since, ASHLAR_INT32, ASHLAR_REQUIRED, NULL);
}

static void put_field(tokens *to, int signal, const char *name, int32_t offset, int32_t size,
                      ashlar_presence presence) {
    put_token(to, signal, name, offset, size, 0, ASHLAR_NONE, presence, NULL);
}

static ashlar_schema *schema_of_composites(void) {
    static tokens of;
    const int32_t head[] = {7, 0, 1};
    const int32_t unit = 9;
    const float zero = 0;
    ashlar_schema *schema;
    ashlar_error error;
    of.length = 0;
    put(&of, head, sizeof head);
    put(&of, "\0\0\0\0\0\0", 6);
    put_field(&of, COMPOSITE, "messageHeader", 0, 0, ASHLAR_REQUIRED);
    put_field(&of, END_COMPOSITE, "messageHeader", 0, 0, ASHLAR_REQUIRED);
    put_field(&of, MESSAGE, "Quote", 0, 24, ASHLAR_REQUIRED);
    put_field(&of, FIELD, "real", 0, 4, ASHLAR_OPTIONAL);
    put_token(&of, SCALAR, "real", 0, 4, 0, ASHLAR_FLOAT, ASHLAR_OPTIONAL, &zero);
    put_field(&of, END_FIELD, "real", 0, 4, ASHLAR_OPTIONAL);
    put_field(&of, FIELD, "level", 4, 8, ASHLAR_OPTIONAL);
    put_field(&of, COMPOSITE, "level", 4, 8, ASHLAR_REQUIRED);
    put_field(&of, COMPOSITE, "fixed", 0, 0, ASHLAR_REQUIRED);
    put_token(&of, SCALAR, "unit", 0, 0, 0, ASHLAR_INT32, ASHLAR_CONSTANT, &unit);
    put_field(&of, END_COMPOSITE, "fixed", 0, 0, ASHLAR_REQUIRED);
    put_int(&of, "x", 0, 0);
    put_int(&of, "y", 4, 0);
    put_field(&of, END_COMPOSITE, "level", 4, 8, ASHLAR_REQUIRED);
    put_field(&of, END_FIELD, "level", 4, 8, ASHLAR_OPTIONAL);
    put_field(&of, FIELD, "point", 12, 12, ASHLAR_OPTIONAL);
    put_field(&of, COMPOSITE, "point", 12, 12, ASHLAR_REQUIRED);
    put_int(&of, "x", 0, 0);
    put_int(&of, "y", 4, 0);
    put_int(&of, "z", 8, 1);
    put_field(&of, END_COMPOSITE, "point", 12, 12, ASHLAR_REQUIRED);
    put_field(&of, END_FIELD, "point", 12, 12, ASHLAR_OPTIONAL);
    put_field(&of, END_MESSAGE, "Quote", 0, 24, ASHLAR_REQUIRED);
    CHECK(ashlar_schema_parse(of.bytes, of.length, "composites", &schema, &error) == ASHLAR_OK);
    return schema;
}

// Blocks of an older version have what a composite had then.
static void should_know_composites_that_have_grown(void) {
    ashlar_schema *schema = schema_of_composites();
    const ashlar_block *quote = ashlar_block_of(schema, "Quote");
    const ashlar_field *point = ashlar_field_of(quote, "point");
    const ashlar_field *z = ashlar_field_of(quote, "point.z");
    const ashlar_field *unit = ashlar_field_of(quote, "level.fixed.unit");
    CHECK(ashlar_is_present(point, 0, 20) && !ashlar_is_present(point, 0, 19) && ashlar_is_present(point, 1, 24));
    CHECK(!ashlar_is_present(z, 0, 24) && !ashlar_is_present(z, 1, 23) && ashlar_is_present(z, 1, 24));
    CHECK(ashlar_is_present(unit, 0, 0) && ashlar_get_int(unit, NULL, 0) == 9);
    CHECK(ashlar_is_present(ashlar_field_of(quote, "level.fixed"), 0, 0));
    ashlar_schema_free(schema);
}

static void should_tell_null_by_the_first_member_with_bytes(void) {
    ashlar_schema *schema = schema_of_composites();
    const ashlar_block *quote = ashlar_block_of(schema, "Quote");
    int32_t block[6] = {0, INT32_MIN, 5, 1, INT32_MIN, 0};
    CHECK(ashlar_is_null(ashlar_field_of(quote, "level"), block));
    CHECK(!ashlar_is_null(ashlar_field_of(quote, "point"), block));
    CHECK(!ashlar_is_null(ashlar_field_of(quote, "level.x"), block));
    block[1] = 1;
    block[3] = INT32_MIN;
    CHECK(!ashlar_is_null(ashlar_field_of(quote, "level"), block));
    CHECK(ashlar_is_null(ashlar_field_of(quote, "point"), block));
    // Both zeros are the null value 0.
    const float reals[] = {0.0f, -0.0f, 1.0f};
    for (int i = 0; i < 3; i++) {
        memcpy(block, &reals[i], sizeof reals[i]);
        CHECK(ashlar_is_null(ashlar_field_of(quote, "real"), block) == (i < 2));
    }
    ashlar_schema_free(schema);
}

static void should_refuse(void) {
    ashlar_error error;
    ashlar_store *store;
    ashlar_chunks *chunks;
    ashlar_messages *messages;
    ashlar_values *values;
    CHECK(ashlar_open(path_of("nobody", ""), NULL, &store, &error) == ASHLAR_NOT_FOUND && store == NULL);
    CHECK(ashlar_open(kit, NULL, &store, &error) == ASHLAR_NOT_A_STORE && error.code == ASHLAR_NOT_A_STORE);
    store = open_store("versions");
    const ashlar_container *ticks = ashlar_find(store, ASHLAR_TABLE, "Ticks");
    CHECK(ashlar_find(store, ASHLAR_TABLE, "orders") == NULL);
    CHECK(ashlar_messages_open(ticks, 0, &messages, &error) == ASHLAR_MISUSE);
    CHECK(ashlar_values_open(ticks, &values, &error) == ASHLAR_MISUSE);
    CHECK(ashlar_chunks_open(ashlar_find(store, ASHLAR_JOURNAL, "orders"), 0, &chunks, NULL) == ASHLAR_MISUSE);
    bool changed = true;
    ashlar_chunk chunk;
    CHECK(ashlar_chunks_open(ticks, 0, &chunks, &error) == ASHLAR_OK);
    CHECK(ashlar_refresh(store, &changed, &error) == ASHLAR_OK && !changed);
    CHECK(ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_MISUSE);
    ashlar_chunks_close(chunks);
    ashlar_close(store);
}

static void should_hold_its_pin_until_it_is_closed(void) {
    char locks[1024];
    snprintf(locks, sizeof locks, "%s", path_of("live", "store.lock"));
    ashlar_error error;
    void *memory;
    size_t length;
    CHECK(ashlar_map(path_of("live", "store.live"), false, &memory, &length, &error) == ASHLAR_OK);
    const uint64_t *pins = (const uint64_t *) memory + 16;
    ashlar_store *first = open_store("live");
    ashlar_store *second = open_store("live");
    CHECK(ashlar_is_pinned(first) && ashlar_is_pinned(second));
    CHECK(pins[0] > 0 && pins[16] > 0 && is_locked_for_others(locks, 1) && is_locked_for_others(locks, 2));
    ashlar_close(first);
    // Closing one must not drop the lock of the other.
    CHECK(pins[0] == 0 && pins[16] > 0 && !is_locked_for_others(locks, 1) && is_locked_for_others(locks, 2));
    first = open_store("live");
    CHECK(pins[0] > 0 && is_locked_for_others(locks, 1));
    ashlar_close(second);
    ashlar_close(first);
    CHECK(pins[0] == 0 && pins[16] == 0 && !is_locked_for_others(locks, 1));
    ashlar_unmap(memory, length);
}

// As on media that cannot be written: no slot, no pin, and nothing is created.
static void should_read_without_being_seen(void) {
    ashlar_error error;
    ashlar_store *store = open_store("killed");
    int64_t end = ashlar_find(store, ASHLAR_TABLE, "Ticks")->end;
    CHECK(ashlar_is_pinned(store));
    ashlar_close(store);
    CHECK(unlink(path_of("killed", "store.live")) == 0 && unlink(path_of("killed", "store.lock")) == 0);
    store = open_store("killed");
    const ashlar_container *ticks = ashlar_find(store, ASHLAR_TABLE, "Ticks");
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    int64_t rows = 0;
    CHECK(!ashlar_is_pinned(store) && ticks->end == end && ashlar_refresh(store, NULL, &error) == ASHLAR_OK);
    CHECK(ashlar_chunks_open(ticks, 0, &chunks, &error) == ASHLAR_OK);
    while (ashlar_chunks_next(chunks, &chunk, &error) == ASHLAR_OK) {
        rows += chunk.rows;
    }
    CHECK(rows == end && rows == 85);
    ashlar_chunks_close(chunks);
    ashlar_close(store);
    CHECK(access(path_of("killed", "store.live"), F_OK) != 0 && access(path_of("killed", "store.lock"), F_OK) != 0);
}

static void check_fields(const ashlar_field *fields, size_t count, int32_t block_length) {
    for (size_t i = 0; i < count; i++) {
        CHECK(fields[i].offset >= 0 && fields[i].size >= 0 && fields[i].offset <= block_length - fields[i].size);
        CHECK(fields[i].kind == ASHLAR_COMPOSITE || fields[i].constant != NULL || fields[i].count <= fields[i].size);
        check_fields(fields[i].members, fields[i].member_count, block_length);
    }
}

static void check_block(const ashlar_block *block) {
    check_fields(block->fields, block->field_count, block->length);
    for (size_t i = 0; i < block->group_count; i++) {
        check_block(&block->groups[i]);
    }
}

// Every schema of the kit, cut anywhere, with every byte changed.
static void should_refuse_damaged_schemas(const char *name) {
    ashlar_error error;
    ashlar_schema *schema;
    void *memory;
    size_t length;
    CHECK(ashlar_map(path_of(name, "schemas/0001.sbeir"), false, &memory, &length, &error) == ASHLAR_OK);
    CHECK(ashlar_schema_parse(memory, length, "whole", &schema, &error) == ASHLAR_OK);
    size_t messages = schema->message_count;
    ashlar_schema_free(schema);
    size_t refused = 0;
    for (size_t cut = 0; cut < length; cut++) {
        uint8_t *copy = (uint8_t *) malloc(cut + 1); // of just this length, so that no byte behind it is read unseen
        memcpy(copy, memory, cut);
        copy = (uint8_t *) realloc(copy, cut == 0 ? 1 : cut);
        ashlar_code code = ashlar_schema_parse(copy, cut, "cut", &schema, &error);
        // A cut between two messages leaves a schema.
        CHECK(code == ASHLAR_SCHEMA || (code == ASHLAR_OK && schema->message_count < messages));
        refused += code != ASHLAR_OK;
        ashlar_schema_free(schema);
        free(copy);
    }
    CHECK(refused > length * 9 / 10);
    uint8_t *copy = (uint8_t *) malloc(length);
    for (size_t at = 0; at < length; at++) {
        memcpy(copy, memory, length);
        copy[at] ^= (uint8_t) (1u << at % 8);
        ashlar_code code = ashlar_schema_parse(copy, length, "changed", &schema, &error);
        CHECK(code == ASHLAR_SCHEMA || code == ASHLAR_OK);
        for (size_t i = 0; code == ASHLAR_OK && i < schema->message_count; i++) {
            check_block(&schema->messages[i]);
        }
        ashlar_schema_free(schema);
    }
    free(copy);
    ashlar_unmap(memory, length);
}

static void write_file(const char *path, const char *bytes, size_t length) {
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(bytes, 1, length, out) == length && fclose(out) == 0);
}

// Replaces the head of an archive by a text with a checksum that matches.
static void write_head(const char *text) {
    char head[16384];
    int length = snprintf(head, sizeof head, "%scrc32c %08x\n", text,
                          (unsigned) ashlar_crc32c(0, text, strlen(text)));
    CHECK(length > 0 && (size_t) length < sizeof head);
    write_file(path_of("days", "archive.head"), head, (size_t) length);
}

// A text in which the first occurrence of one part is another.
static const char *replaced(const char *text, const char *old, const char *now) {
    static char result[16384];
    const char *at = strstr(text, old);
    CHECK(at != NULL);
    snprintf(result, sizeof result, "%.*s%s%s", (int) (at - text), text, now, at + strlen(old));
    return result;
}

static void should_list_days_of_archives(void) {
    ashlar_error error;
    ashlar_archive *archive;
    CHECK(ashlar_is_archive(path_of("hours", "")) && !ashlar_is_archive(path_of("types", "")));
    CHECK(ashlar_archive_open(path_of("hours", ""), &archive, &error) == ASHLAR_OK);
    CHECK(strcmp(ashlar_archive_division(archive), "hour") == 0);
    CHECK(strcmp(ashlar_archive_zone(archive), "Europe/London") == 0 && ashlar_archive_day_count(archive) == 2);
    const ashlar_day *second = ashlar_archive_day(archive, 1);
    CHECK(strcmp(second->name, "2026-10-25T01+0000") == 0 && strcmp(second->date, "2026-10-25") == 0);
    CHECK(second->begin == ashlar_archive_day(archive, 0)->end && ashlar_archive_day(archive, 2) == NULL);
    CHECK(ashlar_archive_find_day(archive, second->name) == second);
    CHECK(ashlar_archive_find_day(archive, "2026-10-25") == NULL);
    const ashlar_listed *wide = ashlar_day_find(second, ASHLAR_TABLE, "Wide");
    CHECK(wide != NULL && wide->rows == 5 && wide->has_times && wide->max_time - wide->min_time == 4);
    CHECK(ashlar_day_find(second, ASHLAR_JOURNAL, "Wide") == NULL);
    CHECK(ashlar_day_find(second, ASHLAR_JOURNAL, "wide")->rows == 5);
    ashlar_archive_close(archive);
    CHECK(ashlar_archive_open(path_of("types", ""), &archive, &error) == ASHLAR_NOT_A_STORE && archive == NULL);
    CHECK(strstr(error.message, "archive.head is missing") != NULL);
    CHECK(ashlar_archive_open(path_of("nobody", ""), &archive, NULL) == ASHLAR_NOT_FOUND);
}

static void should_follow_archives(const char *head) {
    ashlar_error error;
    ashlar_archive *archive;
    ashlar_store *store;
    bool changed;
    CHECK(ashlar_archive_open(path_of("days", ""), &archive, &error) == ASHLAR_OK);
    CHECK(ashlar_archive_refresh(archive, &changed, &error) == ASHLAR_OK && !changed);
    // Its second day is dropped, and its folder moved away.
    char without[16384];
    const char *begin = strstr(head, "day 2026-03-07");
    const char *end = strstr(head, "day 2026-03-08");
    snprintf(without, sizeof without, "%.*s%s", (int) (begin - head), head, end);
    CHECK(rename(path_of("days", "2026-03-07"), path_of("days", "moved")) == 0);
    const ashlar_day *day = ashlar_archive_find_day(archive, "2026-03-07");
    CHECK(ashlar_archive_open_day(archive, day, &written, &store, &error) == ASHLAR_DAMAGED && store == NULL);
    CHECK(strncmp(error.message, "2026-03-07: ", 12) == 0);
    write_head(without);
    CHECK(ashlar_archive_open_day(archive, day, &written, &store, &error) == ASHLAR_BUSY && store == NULL);
    CHECK(ashlar_archive_refresh(archive, &changed, &error) == ASHLAR_OK && changed);
    CHECK(ashlar_archive_day_count(archive) == 3 && ashlar_archive_find_day(archive, "2026-03-07") == NULL);
    // A head that cannot be read changes nothing.
    write_file(path_of("days", "archive.head"), "ashlar", 6);
    CHECK(ashlar_archive_refresh(archive, &changed, &error) == ASHLAR_DAMAGED && !changed);
    CHECK(ashlar_archive_day_count(archive) == 3);
    day = ashlar_archive_day(archive, 0);
    CHECK(ashlar_archive_open_day(archive, day, &written, &store, &error) == ASHLAR_OK);
    ashlar_archive_close(archive);
    CHECK(ashlar_find(store, ASHLAR_TABLE, "Ticks")->end == 9);
    ashlar_close(store);
    // A day lacks what the head lists.
    static const char *const lists[] = {"table prices last-values", "table orders journal", "table Ticks table"};
    for (int i = 0; i < 3; i++) {
        char other[64];
        snprintf(other, sizeof other, "table nobody%s", strrchr(lists[i], ' '));
        write_head(replaced(head, lists[i], other));
        CHECK(ashlar_archive_open(path_of("days", ""), &archive, &error) == ASHLAR_OK);
        day = ashlar_archive_day(archive, 0);
        CHECK(ashlar_archive_open_day(archive, day, &written, &store, &error) == ASHLAR_DAMAGED);
        CHECK(strstr(error.message, "container=nobody") != NULL);
        ashlar_archive_close(archive);
    }
    CHECK(rename(path_of("days", "moved"), path_of("days", "2026-03-07")) == 0);
    write_head(head);
}

static void should_refuse_heads(const char *head) {
    static const char *const changes[][2] = {
        {"day 2026-03-07", "day ../6-03-07"}, {"day 2026-03-07", "day 2026-02-30"}, {"day 2026-03-07", "day 2026-3-07"},
        {"day 2026-03-07", "day 2026-03-06"}, {"day 2026-03-07", "day 2026-03-07T00+0000"},
        {"day 2026-03-07 sealed", "day 2026-03-07 open"}, {"day 2026-03-07 sealed", "day 2026-03-07 gone"},
        {"generation ", "generation x"}, {"generation ", "generations "},
        {"generation ", "generation 99999999999999999999"},
        {"division day", "division week"}, {"America/Chicago", "../Chicago"}, {"America/Chicago", "America/Chi%zz"},
        {"table Ticks table 9", "table Ticks table"}, {"table Ticks table", "table Ticks tree"},
        {"table Ticks table 9 1", "table Ticks table 9 x"},
        {"table prices last-values 3 - -", "table prices last-values 3 - - -"},
        {"day 2026-03-06", "index Ticks tree time\nday 2026-03-06"},
        {"day 2026-03-06", "index Ticks hash \nday 2026-03-06"},
        {"day 2026-03-06", "dropped 2026-03-05 x\nday 2026-03-06"}, {"id ", "later 1\nid "}};
    ashlar_error error;
    ashlar_archive *archive;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        write_head(replaced(head, changes[i][0], changes[i][1]));
        ashlar_code code = ashlar_archive_open(path_of("days", ""), &archive, &error);
        if (code != ASHLAR_DAMAGED || strstr(error.message, "contradicts its format") == NULL) {
            printf("%s: %s\n", changes[i][1], code == ASHLAR_OK ? "accepted" : error.message);
            CHECK(false);
        }
    }
    write_head(replaced(head, "archive 1", "archive 2"));
    CHECK(ashlar_archive_open(path_of("days", ""), &archive, &error) == ASHLAR_FORMAT_VERSION);
    write_head(replaced(head, "day 2026-03-06", "index a%20b sorted x y z\nday 2026-03-06"));
    CHECK(ashlar_archive_open(path_of("days", ""), &archive, &error) == ASHLAR_OK);
    ashlar_archive_close(archive);
    write_head(head);
    for (size_t cut = 0; cut < strlen(head); cut++) {
        write_file(path_of("days", "archive.head"), head, cut);
        CHECK(ashlar_archive_open(path_of("days", ""), &archive, &error) == ASHLAR_DAMAGED);
    }
    write_head(head);
}

static void should_read_archives(void) {
    ashlar_error error;
    void *memory;
    size_t length;
    char head[16384] = {0};
    should_list_days_of_archives();
    CHECK(ashlar_map(path_of("days", "archive.head"), false, &memory, &length, &error) == ASHLAR_OK);
    CHECK(length < sizeof head);
    memcpy(head, memory, length - 16); // without its checksum
    ashlar_unmap(memory, length);
    should_follow_archives(head);
    should_refuse_heads(head);
}

int main(int count, char **arguments) {
    kit = count > 1 ? arguments[1] : ".";
    should_search_messages("types", "messages");
    should_search_messages("retired", "orders");
    should_search_messages("versions", "orders");
    should_begin_at_any_row();
    should_find_last_values();
    should_describe_fields("types");
    should_describe_fields("types-big");
    should_know_composites_that_have_grown();
    should_tell_null_by_the_first_member_with_bytes();
    should_refuse();
    should_hold_its_pin_until_it_is_closed();
    should_read_without_being_seen();
    should_refuse_damaged_schemas("versions");
    should_refuse_damaged_schemas("types-big");
    should_read_archives();
    puts("passed");
    return 0;
}
