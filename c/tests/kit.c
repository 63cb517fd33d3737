// SPDX-License-Identifier: Apache-2.0
//
// Prints what a store or an archive holds, in the form of the answers in conformance/formats.
//
//     kit [--boot HIGH LOW] [--brief] [--read-only] [--verify] [--archive] [--queues] FOLDER
//
// --boot: the id of the boot in which the store is read, as two hexadecimal numbers
// --brief: numbers of rows, messages and values instead of these
// --verify: what verification finds, instead
// --archive: the days of an archive, with the numbers of what their stores hold
// --queues: the messages of rings, which are taken, and the values of cells
#define _XOPEN_SOURCE 700
#include "ashlar.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool brief;

static void print_text(const char *text, size_t length) {
    putchar('"');
    for (size_t i = 0; i < length && text[i] != '\0'; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            putchar('\\');
        }
        putchar(text[i]);
    }
    putchar('"');
}

// The shortest number that reads as the same, as Java writes it between 0.001 and 10^7.
static void print_double(double value, bool single) {
    char text[64];
    if (isnan(value) || isinf(value)) {
        fputs(isnan(value) ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"", stdout);
        return;
    }
    int digits = 1;
    do {
        snprintf(text, sizeof text, "%.*e", digits, value);
        digits++;
    } while (digits <= 17 && (single ? strtof(text, NULL) != (float) value : strtod(text, NULL) != value));
    long exponent = strtol(strchr(text, 'e') + 1, NULL, 10);
    if (exponent >= -3 && exponent < 7) {
        for (digits = 1; digits < 20; digits++) {
            snprintf(text, sizeof text, "%.*f", digits, value);
            if (single ? strtof(text, NULL) == (float) value : strtod(text, NULL) == value) {
                break;
            }
        }
    }
    fputs(text, stdout);
}

static void print_decimal(int64_t mantissa, int64_t exponent) {
    char digits[32];
    if (exponent > 0) {
        printf("%" PRId64 "E%" PRId64, mantissa, exponent);
        return;
    }
    uint64_t size = mantissa < 0 ? 0 - (uint64_t) mantissa : (uint64_t) mantissa;
    int64_t scale = -exponent;
    int length = snprintf(digits, sizeof digits, "%0*" PRIu64, (int) scale + 1, size);
    printf("%s%.*s", mantissa < 0 ? "-" : "", (int) (length - scale), digits);
    if (scale > 0) {
        printf(".%s", digits + length - scale);
    }
}

static void print_number(const ashlar_field *field, const void *block, int32_t index) {
    if (field->type == ASHLAR_FLOAT || field->type == ASHLAR_DOUBLE) {
        print_double(ashlar_get_double(field, block, index), field->type == ASHLAR_FLOAT);
    } else if (field->type == ASHLAR_UINT64) {
        printf("%" PRIu64, (uint64_t) ashlar_get_int(field, block, index));
    } else {
        printf("%" PRId64, ashlar_get_int(field, block, index));
    }
}

static void print_value(const ashlar_field *field, const uint8_t *block, bool optional);

static void print_composite(const ashlar_field *field, const uint8_t *block, bool optional) {
    const ashlar_field *mantissa = NULL;
    const ashlar_field *exponent = NULL;
    for (size_t i = 0; i < field->member_count; i++) {
        mantissa = strcmp(field->members[i].name, "mantissa") == 0 ? &field->members[i] : mantissa;
        exponent = strcmp(field->members[i].name, "exponent") == 0 ? &field->members[i] : exponent;
    }
    if (field->member_count == 2 && mantissa != NULL && exponent != NULL) {
        print_decimal(ashlar_get_int(mantissa, block, 0), ashlar_get_int(exponent, block, 0));
        return;
    }
    putchar('{');
    for (size_t i = 0; i < field->member_count; i++) {
        const ashlar_field *member = &field->members[i];
        printf("%s\"%s\":", i == 0 ? "" : ",", member->name);
        print_value(member, block, member->presence == ASHLAR_OPTIONAL || (optional && i == 0));
    }
    putchar('}');
}

static void print_named(const ashlar_field *field, const uint8_t *block) {
    int64_t value = ashlar_get_int(field, block, 0);
    const char *comma = "";
    if (field->kind == ASHLAR_SET) {
        putchar('[');
    }
    for (size_t i = 0; i < field->choice_count; i++) {
        const ashlar_choice *choice = &field->choices[i];
        if (field->kind == ASHLAR_ENUM && choice->value == value) {
            print_text(choice->name, strlen(choice->name));
            return;
        }
        if (field->kind == ASHLAR_SET && ((uint64_t) value >> choice->value & 1u) != 0) {
            fputs(comma, stdout);
            print_text(choice->name, strlen(choice->name));
            comma = ",";
        }
    }
    if (field->kind == ASHLAR_SET) {
        putchar(']');
    } else {
        printf("%" PRId64, value);
    }
}

static void print_value(const ashlar_field *field, const uint8_t *block, bool optional) {
    ashlar_field shown = *field;
    shown.presence = field->constant != NULL ? ASHLAR_CONSTANT : optional ? ASHLAR_OPTIONAL : ASHLAR_REQUIRED;
    if (ashlar_is_null(&shown, block)) {
        fputs("null", stdout);
    } else if (field->constant != NULL && (field->kind == ASHLAR_ENUM || field->type == ASHLAR_CHAR)) {
        print_text(field->constant, field->constant_length);
    } else if (field->kind == ASHLAR_COMPOSITE) {
        print_composite(field, block, optional);
    } else if (field->kind != ASHLAR_SCALAR) {
        print_named(field, block);
    } else if (field->type == ASHLAR_CHAR) {
        print_text((const char *) block + field->offset, (size_t) field->count);
    } else if (field->count == 1) {
        print_number(field, block, 0);
    } else {
        for (int32_t i = 0; i < field->count; i++) {
            putchar(i == 0 ? '[' : ',');
            print_number(field, block, i);
        }
        putchar(']');
    }
}

static void print_block(const ashlar_block *layout, const uint8_t *block, int32_t version, int32_t length) {
    for (size_t i = 0; i < layout->field_count; i++) {
        const ashlar_field *field = &layout->fields[i];
        printf(",\"%s\":", field->name);
        if (ashlar_is_present(field, version, length)) {
            print_value(field, block, field->presence == ASHLAR_OPTIONAL);
        } else {
            fputs("null", stdout);
        }
    }
}

static void print_time(uint64_t time_ns) {
    char text[32];
    time_t seconds = (time_t) (time_ns / 1000000000u);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime_r(&seconds, &utc));
    printf("\"%s.%09uZ\"", text, (unsigned) (time_ns % 1000000000u));
}

static void print_row(const ashlar_container *table, const ashlar_container *journal, const ashlar_block *layout,
                      const ashlar_chunk *chunk, int64_t row) {
    int64_t head[2] = {0, 0};
    memcpy(head, chunk->base + row * chunk->stride, (size_t) chunk->prefix);
    printf("{\"_row\":%" PRId64, chunk->first_row + row);
    if (table->prefix == 8) {
        printf(",\"_parent\":%" PRId64, head[0]);
    } else if (table->prefix == 16) {
        printf(",\"_position\":%" PRId64 ",\"_time\":", head[0]);
        print_time((uint64_t) head[1]);
        if (journal != NULL && head[0] < journal->first) {
            fputs(",\"_retired\":true", stdout);
        }
    }
    print_block(layout, (const uint8_t *) ashlar_row(chunk, row), chunk->schema_version, chunk->block_length);
    putchar('}');
}

// Ends a list of lines, or prints how many there were.
static void print_end(int64_t count, ashlar_code code, const ashlar_error *error) {
    if (brief) {
        printf("%" PRId64, count);
    } else {
        putchar(']');
    }
    if (code == ASHLAR_DAMAGED) {
        printf(",\"damaged\":{\"first\":%" PRId64 ",\"end\":%" PRId64 "}", error->first, error->end);
    }
    putchar('}');
}

static void print_before(int64_t count) {
    if (!brief) {
        fputs(count == 0 ? "" : ",\n", stdout);
    }
}

static const ashlar_container *journal_of(const ashlar_store *store, const ashlar_container *table) {
    const ashlar_container *one;
    for (size_t i = 0; (one = ashlar_container_at(store, i)) != NULL; i++) {
        if (one->id == table->source) {
            return one;
        }
    }
    return NULL;
}

static void print_table(const ashlar_store *store, const ashlar_container *table, const ashlar_block *layout) {
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_error error;
    ashlar_code code = ashlar_chunks_open(table, 0, &chunks, &error);
    if (code == ASHLAR_RECOVERY_NEEDED) {
        fputs("{\"recoveryNeeded\":true}", stdout);
        return;
    }
    printf("{\"first\":%" PRId64 ",\"end\":%" PRId64 ",\"rows\":%s", table->first, table->end, brief ? "" : "[\n");
    int64_t count = 0;
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) == ASHLAR_OK) {
        for (int64_t row = 0; row < chunk.rows; row++) {
            print_before(count++);
            if (!brief) {
                print_row(table, journal_of(store, table), layout, &chunk, row);
            }
        }
    }
    ashlar_chunks_close(chunks);
    print_end(count, code, &error);
}

static void print_message(const ashlar_store *store, const ashlar_message *message) {
    ashlar_message_header header;
    ashlar_error error;
    printf("{\"_position\":%" PRId64 ",\"_time\":", message->position);
    print_time(message->time);
    printf(",\"_sequence\":%" PRIu64, message->sequence);
    if (message->row >= 0) {
        printf(",\"_row\":%" PRId64, message->row);
    }
    ashlar_code code = ashlar_message_header_of(store, message, &header, &error);
    if (code == ASHLAR_OK && header.block != NULL && message->row != -2) {
        printf(",\"template\":\"%s\",\"id\":%d,\"schema\":%d,\"version\":%d", header.block->name, header.template_id,
               header.schema_id, header.version);
    } else {
        printf(",\"_length\":%zu", message->length);
    }
    fputs(",\"_bytes\":\"", stdout);
    for (size_t i = 0; i < message->length; i++) {
        printf("%02x", message->data[i]);
    }
    fputs("\"}", stdout);
}

static void print_journal(const ashlar_store *store, const ashlar_container *journal) {
    ashlar_messages *messages;
    ashlar_message message;
    ashlar_error error;
    ashlar_code code = ashlar_messages_open(journal, 0, &messages, &error);
    printf("{\"first\":%" PRId64 ",\"messages\":%s", journal->first, brief ? "" : "[\n");
    int64_t count = 0;
    while ((code = ashlar_messages_next(messages, &message, &error)) == ASHLAR_OK) {
        print_before(count++);
        if (!brief) {
            print_message(store, &message);
        }
    }
    ashlar_messages_close(messages);
    print_end(count, code, &error);
}

static void print_values(const ashlar_container *table, const ashlar_block *layout) {
    ashlar_values *values;
    ashlar_error error;
    ashlar_code code = ashlar_values_open(table, &values, &error);
    printf("{\"values\":%s", brief ? "" : "[\n");
    size_t count = code == ASHLAR_OK ? ashlar_values_count(values) : 0;
    size_t length = code == ASHLAR_OK ? ashlar_values_block_length(values) : 0;
    uint8_t *block = (uint8_t *) malloc(length + 1);
    int64_t printed = 0;
    // In the order of their records.
    for (int64_t last = -1; block != NULL && printed < (int64_t) count;) {
        ashlar_value value;
        ashlar_value next;
        size_t found = count;
        next.record = INT64_MAX;
        for (size_t i = 0; i < count; i++) {
            code = ashlar_values_read(values, i, block, length, &value, &error);
            if (code == ASHLAR_OK && value.record > last && value.record < next.record) {
                next = value;
                found = i;
            }
        }
        if (found == count) {
            break;
        }
        last = next.record;
        code = ashlar_values_read(values, found, block, length, &next, &error);
        print_before(printed++);
        if (!brief) {
            printf("{\"_record\":%" PRId64 ",\"_version\":%" PRId64, next.record, next.version);
            print_block(layout, block, next.schema_version, next.block_length);
            putchar('}');
        }
    }
    free(block);
    ashlar_values_close(code == ASHLAR_OK ? values : NULL);
    print_end(printed, code, &error);
}

static void print_kind(const ashlar_store *store, ashlar_kind kind) {
    const ashlar_container *container;
    const char *comma = "";
    for (size_t i = 0; (container = ashlar_container_at(store, i)) != NULL; i++) {
        const ashlar_block *layout = NULL;
        const ashlar_schema *schema;
        ashlar_error error;
        if (container->kind != kind || ashlar_schema_of(container, &schema, &error) != ASHLAR_OK ||
            (kind != ASHLAR_JOURNAL && ashlar_layout_of(container, &layout, &error) != ASHLAR_OK)) {
            continue;
        }
        printf("%s\"%s\":", comma, container->name);
        comma = ",\n";
        if (kind == ASHLAR_TABLE) {
            print_table(store, container, layout);
        } else if (kind == ASHLAR_JOURNAL) {
            print_journal(store, container);
        } else {
            print_values(container, layout);
        }
    }
}

static void print_unreadable(const ashlar_store *store, bool journals, const char **comma) {
    const ashlar_container *container;
    for (size_t i = 0; (container = ashlar_container_at(store, i)) != NULL; i++) {
        const ashlar_schema *schema;
        ashlar_error error;
        if (container->kind != ASHLAR_JOURNAL_INDEX && (container->kind == ASHLAR_JOURNAL) == journals &&
            ashlar_schema_of(container, &schema, &error) != ASHLAR_OK) {
            printf("%s\"%s\"", *comma, container->name);
            *comma = ",";
        }
    }
}

static void print_store(const ashlar_store *store) {
    const char *comma = "";
    fputs("{\"tables\":{", stdout);
    print_kind(store, ASHLAR_TABLE);
    fputs("},\n\"journals\":{", stdout);
    print_kind(store, ASHLAR_JOURNAL);
    fputs("},\n\"lastValues\":{", stdout);
    print_kind(store, ASHLAR_LAST_VALUES);
    fputs("},\n\"unreadable\":[", stdout);
    print_unreadable(store, false, &comma);
    print_unreadable(store, true, &comma);
    fputs("]}", stdout);
}

// The days of an archive, with the numbers of what their stores hold.
static int print_archive(const char *folder, const ashlar_options *options) {
    ashlar_archive *archive;
    ashlar_error error;
    const ashlar_day *day;
    if (ashlar_archive_open(folder, &archive, &error) != ASHLAR_OK) {
        fprintf(stderr, "%s: %s\n", ashlar_code_name(error.code), error.message);
        puts("{\"error\":true}");
        return 0;
    }
    brief = true;
    printf("{\"division\":\"%s:%s\",\"days\":[", ashlar_archive_division(archive), ashlar_archive_zone(archive));
    for (size_t i = 0; (day = ashlar_archive_day(archive, i)) != NULL; i++) {
        ashlar_store *store;
        printf("%s\n{\"name\":\"%s\",\"date\":\"%s\",\"state\":\"%s\",\"start\":%" PRId64 ",\"end\":%" PRId64
               ",\"base\":%" PRId64 ",\n\"store\":",
               i == 0 ? "" : ",", day->name, day->date, day->is_open ? "open" : "sealed", day->begin, day->end,
               day->base);
        if (ashlar_archive_open_day(archive, day, options, &store, &error) == ASHLAR_OK) {
            print_store(store);
            ashlar_close(store);
        } else {
            fprintf(stderr, "%s: %s\n", ashlar_code_name(error.code), error.message);
            fputs("{\"error\":true}", stdout);
        }
        putchar('}');
    }
    puts("]}");
    ashlar_archive_close(archive);
    return 0;
}

static void print_bytes(const void *bytes, size_t length) {
    fputs("\"bytes\":\"", stdout);
    for (size_t i = 0; i < length; i++) {
        printf("%02x", ((const uint8_t *) bytes)[i]);
    }
    fputs("\"}", stdout);
}

typedef struct taken {
    bool is_sorted;
    size_t count;
    struct {
        int32_t type;
        size_t length;
        uint8_t bytes[64];
    } messages[32];
} taken;

// Keeps a message; if they are sorted, behind those of lesser or the same types.
static void take(void *context, int32_t type, const void *message, size_t length) {
    taken *all = (taken *) context;
    size_t at = all->count++;
    if (at >= 32 || length > 64) {
        fputs("more or longer messages than the kit has\n", stderr);
        exit(1);
    }
    for (; all->is_sorted && at > 0 && all->messages[at - 1].type > type; at--) {
        all->messages[at] = all->messages[at - 1];
    }
    all->messages[at].type = type;
    all->messages[at].length = length;
    memcpy(all->messages[at].bytes, message, length);
}

static bool print_ring(const char *folder, const char *name, ashlar_error *error) {
    static const char *const kinds[] = {"one-to-one", "fixed-length", "many-to-one"};
    char path[4096];
    ashlar_ring *ring;
    ashlar_consumer *consumer;
    taken all;
    memset(&all, 0, sizeof all);
    all.is_sorted = strcmp(name, "group") == 0; // there is no order between its lanes
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (ashlar_ring_open(path, &ring, error) != ASHLAR_OK ||
        ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, error) != ASHLAR_OK ||
        ashlar_poll(consumer, 100, take, &all, NULL, error) != ASHLAR_OK) {
        return false;
    }
    ashlar_ring_layout layout = ashlar_ring_layout_of(ring);
    printf("\"%s\":{\"kind\":\"%s\",\"lanes\":%u,\"capacity\":%u,\"messageBytes\":%u,\"entries\":%u,\"done\":%s,"
           "\"messages\":[\n",
           name, kinds[layout.kind], layout.lanes, layout.capacity, layout.message_bytes, layout.entries,
           ashlar_is_done(consumer) ? "true" : "false");
    for (size_t i = 0; i < all.count; i++) {
        printf("%s{\"type\":%d,", i == 0 ? "" : ",\n", all.messages[i].type);
        print_bytes(all.messages[i].bytes, all.messages[i].length);
    }
    fputs("]},\n", stdout);
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
    return true;
}

static bool print_cells(const char *folder, ashlar_error *error) {
    char path[4096];
    void *memory;
    size_t length;
    uint8_t value[9];
    uint64_t version;
    snprintf(path, sizeof path, "%s/cells", folder);
    if (ashlar_map(path, false, &memory, &length, error) != ASHLAR_OK) {
        return false;
    }
    ashlar_cell cell = {memory, 4, sizeof value};
    bool found = ashlar_cell_read(&cell, value, &version) == ASHLAR_OK;
    printf("\"cells\":{\"versioned\":{\"version\":%" PRIu64 ",", version);
    print_bytes(value, sizeof value);
    found = found && ashlar_seqlock_read((uint8_t *) memory + 256, value, sizeof value, &version) == ASHLAR_OK;
    printf(",\n\"seqlock\":{\"version\":%" PRIu64 ",", version);
    print_bytes(value, sizeof value);
    puts("}}");
    ashlar_unmap(memory, length);
    return found;
}

static int print_queues(const char *folder) {
    ashlar_error error = {0};
    putchar('{');
    bool found = print_ring(folder, "one", &error) && print_ring(folder, "group", &error) &&
                 print_ring(folder, "fixed", &error) && print_ring(folder, "many", &error) &&
                 print_cells(folder, &error);
    if (!found) {
        fprintf(stderr, "%s: %s\n", ashlar_code_name(error.code), error.message);
    }
    return found ? 0 : 1;
}

static void print_problem(void *context, const ashlar_error *error) {
    (void) context;
    printf("%s: %s\n", ashlar_code_name(error->code), error->message);
}

// Whether another process sees by the lock file that this one reads the store without a slot.
static bool is_seen(const char *lock_file) {
    pid_t child = fork();
    if (child == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 127, .l_len = 1};
        int fd = open(lock_file, O_RDONLY);
        _exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int count, char **arguments) {
    ashlar_options options = {false, false, 0, 0};
    ashlar_store *store;
    ashlar_error error;
    bool verify = false;
    bool archive = false;
    bool queues = false;
    const char *folder = "";
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--boot") == 0 && i + 2 < count) {
            options.has_boot = true;
            options.boot_high = strtoull(arguments[++i], NULL, 16);
            options.boot_low = strtoull(arguments[++i], NULL, 16);
        } else if (strcmp(arguments[i], "--brief") == 0) {
            brief = true;
        } else if (strcmp(arguments[i], "--read-only") == 0) {
            options.read_only = true;
        } else if (strcmp(arguments[i], "--verify") == 0) {
            verify = true;
        } else if (strcmp(arguments[i], "--archive") == 0) {
            archive = true;
        } else if (strcmp(arguments[i], "--queues") == 0) {
            queues = true;
        } else {
            folder = arguments[i];
        }
    }
    if (queues) {
        return print_queues(folder);
    }
    if (archive) {
        return print_archive(folder, &options);
    }
    char lock_file[4096];
    snprintf(lock_file, sizeof lock_file, "%s/store.lock", folder);
    if (options.read_only) {
        close(open(lock_file, O_RDWR | O_CREAT, 0666));
    }
    if (ashlar_open(folder, &options, &store, &error) != ASHLAR_OK) {
        fprintf(stderr, "%s: %s\n", ashlar_code_name(error.code), error.message);
        puts("{\"error\":true}");
        return 0;
    }
    if (options.read_only && !is_seen(lock_file)) {
        fputs("nobody sees this reader\n", stderr);
        return 1;
    }
    if (verify) {
        ashlar_report report;
        ashlar_verify(store, print_problem, NULL, &report, &error);
        printf("rows=%" PRId64 ", messages=%" PRId64 ", values=%" PRId64 ", problems=%" PRId64 "\n", report.rows,
               report.messages, report.values, report.problems);
    } else {
        print_store(store);
        putchar('\n');
    }
    ashlar_close(store);
    if (options.read_only && is_seen(lock_file)) {
        fputs("a reader is seen that has closed its store\n", stderr);
        return 1;
    }
    return 0;
}
