// SPDX-License-Identifier: Apache-2.0
//
// Ashlar for C: stores, archives, journals, last values, rings and cells, next to Java and Python, in one header.
//
//     #define ASHLAR_IMPLEMENTATION      // in one source file, before its other includes
//     #include "ashlar.h"
//
//     ashlar_error error;
//     ashlar_store *store;
//     if (ashlar_open("demo/sample.store", NULL, &store, &error) != ASHLAR_OK) {
//         fprintf(stderr, "%s\n", error.message);
//         return 1;
//     }
//     const ashlar_container *trades = ashlar_find(store, ASHLAR_TABLE, "Trade");
//
// The formats are those of docs/formats; docs/c.md shows how to use this. Needs a POSIX system with 64 bits, little
// endian, and GCC or Clang; C11 or C++20.
//
// Why declarations always, and definitions in one file (as stb does), instead of `static inline` everywhere: POSIX
// locks belong to the process, and closing any descriptor of a file drops all of them. So a process must open a lock
// file once, and the list of open lock files must exist once in the program. The calls that are made per message do
// enough work to hide the call.
//
// Conventions
//
// - What can fail returns an ashlar_code and fills an ashlar_error, unless that is NULL. ASHLAR_OK is 0.
// - Expected outcomes (ASHLAR_END, ASHLAR_EMPTY, ASHLAR_FULL, ASHLAR_CLOSED, ASHLAR_BUSY) are codes of their own.
// - Nothing known to be damaged is returned. Bytes of files are checked before they are used as lengths or places.
// - A store, ring, producer, consumer or iterator is for one thread at a time. Different ones may be used by different
//   threads at the same time, but a store and its iterators belong together: use them from one thread, or lock.
// - Whoever opens an object closes it. Closing a store closes nothing else: close its iterators first.
// - Forked children do not inherit locks: open after the fork. In a child, a store from before cannot be refreshed, and
//   closing it leaves the parent's pin as it is. Producers and consumers from before must not be used there; closing
//   them leaves those of the parent as they are, and the ring can be opened again.
// - Access to a mapped file that somebody truncates raises SIGBUS. Ashlar never truncates files; people do.
#ifndef ASHLAR_H
#define ASHLAR_H

#if defined(ASHLAR_IMPLEMENTATION) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__GNUC__) || UINTPTR_MAX != UINT64_MAX || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "ashlar.h needs GCC or Clang, 64 bits and little endian"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ============================================================================================================== errors

typedef enum ashlar_code {
    ASHLAR_OK = 0,
    ASHLAR_END,             // nothing more
    ASHLAR_EMPTY,           // the cell, or the value of the key, was never written
    ASHLAR_FULL,            // no room in the ring now
    ASHLAR_CLOSED,          // no room in the ring, and its consumer is closed
    ASHLAR_BUSY,            // in use by another user, or changed by a writer during each attempt
    ASHLAR_NOT_FOUND,       // no such file, name or key
    ASHLAR_NOT_A_STORE,     // the folder or file is something else
    ASHLAR_FORMAT_VERSION,  // a later version of the format
    ASHLAR_DAMAGED,         // bytes contradict the format
    ASHLAR_SCHEMA,          // a schema is damaged, missing or not understood
    ASHLAR_RECOVERY_NEEDED, // the machine lost power, and messages at the end of a journal are not rows yet
    ASHLAR_MISUSE,          // a bug of the caller
    ASHLAR_IO,              // the operating system refuses; the message has its reason
    ASHLAR_NO_MEMORY
} ashlar_code;

// What went wrong. With ASHLAR_DAMAGED, the rows, records or positions of `container` from `first` (inclusive) to `end`
// (exclusive) cannot be read; `container` is empty if a file is damaged.
typedef struct ashlar_error {
    ashlar_code code;
    int64_t first;
    int64_t end;
    char container[128];
    char message[640]; // the problem with actual and expected value, then the file and offset
} ashlar_error;

// The name of a code, such as "damaged".
const char *ashlar_code_name(ashlar_code code);

// CRC32C of bytes, continued from `seed`, the checksum of the bytes before them; 0 if there are none.
uint32_t ashlar_crc32c(uint32_t seed, const void *bytes, size_t length);

// ============================================================================================================= schemas

typedef enum ashlar_type {
    ASHLAR_NONE, // a composite, or no encoding
    ASHLAR_CHAR,
    ASHLAR_INT8,
    ASHLAR_INT16,
    ASHLAR_INT32,
    ASHLAR_INT64,
    ASHLAR_UINT8,
    ASHLAR_UINT16,
    ASHLAR_UINT32,
    ASHLAR_UINT64,
    ASHLAR_FLOAT,
    ASHLAR_DOUBLE
} ashlar_type;

typedef enum ashlar_field_kind { ASHLAR_SCALAR, ASHLAR_ENUM, ASHLAR_SET, ASHLAR_COMPOSITE } ashlar_field_kind;

typedef enum ashlar_presence { ASHLAR_REQUIRED, ASHLAR_OPTIONAL, ASHLAR_CONSTANT } ashlar_presence;

// A value of an enum, or a choice of a set with the number of its bit.
typedef struct ashlar_choice {
    const char *name;
    int64_t value;
} ashlar_choice;

// A field of a block, or a member of a composite.
typedef struct ashlar_field {
    const char *name;
    ashlar_field_kind kind;
    ashlar_type type;
    ashlar_presence presence;
    bool big_endian;
    int32_t id;
    int32_t since;      // schema version that added it
    int32_t offset;     // from the start of the block, also for members of composites
    int32_t size;       // bytes; 0 for constants
    int32_t count;      // elements; 1 unless it is an array or a text
    uint64_t null_bits; // bits of the null value, integers sign-extended
    // A constant: the bytes of a number, little endian; a text; the name of an enum's value. Ends with NUL.
    const char *constant;
    size_t constant_length;
    const char *encoding; // of texts; empty for ASCII
    const char *semantic; // such as "UTCTimestamp"
    const char *epoch;
    const char *unit;
    const struct ashlar_field *members; // of a composite
    size_t member_count;
    const ashlar_choice *choices; // of an enum or a set
    size_t choice_count;
} ashlar_field;

// A message, or a group in one.
typedef struct ashlar_block {
    const char *name;
    int32_t id;
    int32_t length;
    int32_t since;
    const ashlar_field *fields;
    size_t field_count;
    const struct ashlar_block *groups;
    size_t group_count;
} ashlar_block;

typedef struct ashlar_schema {
    int32_t id;
    int32_t version;
    bool big_endian;
    const ashlar_field *header; // the composite of the message header
    const ashlar_block *messages;
    size_t message_count;
} ashlar_schema;

// Reads a schema from the bytes of an `.sbeir` file.
//
// name: for errors, such as the path
ashlar_code ashlar_schema_parse(const void *bytes, size_t length, const char *name, ashlar_schema **schema,
                                ashlar_error *error);
void ashlar_schema_free(ashlar_schema *schema);

// The block of a path such as "Order/legs", the message with a template id, the field of a path such as "price" or
// "price.mantissa"; NULL if there is none.
const ashlar_block *ashlar_block_of(const ashlar_schema *schema, const char *path);
const ashlar_block *ashlar_template_of(const ashlar_schema *schema, int32_t template_id);
const ashlar_field *ashlar_field_of(const ashlar_block *block, const char *path);

// Whether blocks of this version and length have the field. A field that they do not have is null. A block of an older
// version may have a composite and lack members that were added to it later.
bool ashlar_is_present(const ashlar_field *field, int32_t schema_version, int32_t block_length);

// Element `index` of a field that the block has: integers, enums and sets as int64, uint64 as its bits; float and
// double as double. Does not check whether it is null.
int64_t ashlar_get_int(const ashlar_field *field, const void *block, int32_t index);
double ashlar_get_double(const ashlar_field *field, const void *block, int32_t index);

// Whether a field that the block has is null, by the definition of docs/null.md.
bool ashlar_is_null(const ashlar_field *field, const void *block);

// ============================================================================================================== stores

typedef struct ashlar_store ashlar_store;

typedef enum ashlar_state {
    ASHLAR_STATE_CLOSED,    // its writer closed it, and nothing was added since
    ASHLAR_STATE_LIVE,      // its writer is active, or died
    ASHLAR_STATE_LOST_POWER // the machine restarted while it was being written
} ashlar_state;

typedef enum ashlar_kind {
    ASHLAR_TABLE = 1,
    ASHLAR_JOURNAL = 2,
    ASHLAR_LAST_VALUES = 3,
    ASHLAR_JOURNAL_INDEX = 4
} ashlar_kind;

typedef struct ashlar_options {
    bool read_only;     // do not write to the folder: no pin, so rows are copied
    bool has_boot;      // read as another machine would, with this boot id; for tests
    uint64_t boot_high; // with has_boot
    uint64_t boot_low;
} ashlar_options;

// A table, journal, last-value table or index of a journal. Belongs to its store, and stays valid until that is closed;
// ashlar_refresh changes `first` and `end`.
typedef struct ashlar_container {
    uint32_t id;
    ashlar_kind kind;
    const char *name;
    const char *path;   // of its block, such as "Order/legs"
    const char *fields; // the time field of a table, or the key fields of a last-value table, separated by `,`
    int32_t prefix;     // bytes before the block of each row: 0; 8, the parent's row; 16, position and time
    uint32_t source;    // the journal that fills it; 0 if none
    int64_t first;      // first row, record or position that is not retired
    int64_t end;        // row, record or position after the last
} ashlar_container;

// Opens a store for reading, while it is being written or after. It shows everything that is committed at that time.
//
// A pin keeps the rows that the store shows: rows that are retired meanwhile are not overwritten. Without write access
// to the folder, or without a free slot, there is no pin. Rows are then copied; it is an error if they were overwritten
// meanwhile.
//
// options: NULL for the defaults
ashlar_code ashlar_open(const char *path, const ashlar_options *options, ashlar_store **store, ashlar_error *error);
void ashlar_close(ashlar_store *store);

// Shows what was committed since, and unpins what was retired: chunks and messages that were returned before are no
// longer valid, and iterators from before return ASHLAR_MISUSE. A failed refresh changes nothing.
//
// changed: whether there is anything new; may be NULL
ashlar_code ashlar_refresh(ashlar_store *store, bool *changed, ashlar_error *error);

ashlar_state ashlar_state_of(const ashlar_store *store);
bool ashlar_is_pinned(const ashlar_store *store);

// A problem of the store's own files: damage, or a record of an unknown kind. Containers or rows may be missing because
// of it. NULL after the last.
const char *ashlar_problem(ashlar_store *store, size_t index);

// Containers in the order of the catalog; NULL after the last.
const ashlar_container *ashlar_container_at(const ashlar_store *store, size_t index);

// The container with this kind and name; NULL if there is none.
const ashlar_container *ashlar_find(const ashlar_store *store, ashlar_kind kind, const char *name);

// The newest schema of a container, which describes all its rows. Belongs to the store.
ashlar_code ashlar_schema_of(const ashlar_container *container, const ashlar_schema **schema, ashlar_error *error);

// The block of a container's rows or values in that schema.
ashlar_code ashlar_layout_of(const ashlar_container *container, const ashlar_block **block, ashlar_error *error);

// ================================================================================================================ rows

// Rows of one layout, back to back. They belong to the iterator if they were copied, else to the store: see
// ashlar_is_pinned.
typedef struct ashlar_chunk {
    const uint8_t *base; // of the first row: its prefix, then its block
    int32_t stride;      // bytes from row to row
    int64_t rows;
    int64_t first_row;
    int32_t prefix;
    int32_t block_length;
    int32_t schema_version;
    bool is_sealed;    // compared with checksums, and has min_time and max_time
    uint64_t min_time; // least and greatest time of the rows of the whole chunk, if it is sealed; 0 if it has none
    uint64_t max_time;
} ashlar_chunk;

typedef struct ashlar_chunks ashlar_chunks;

// Iterates over the rows of a table from `first_row` on (0 for all), chunk by chunk.
//
// ASHLAR_RECOVERY_NEEDED: the journal has messages that are not rows yet; open the store for writing once, or read them
ashlar_code ashlar_chunks_open(const ashlar_container *table, int64_t first_row, ashlar_chunks **chunks,
                               ashlar_error *error);

// The next rows, or ASHLAR_END. Sealed rows are compared with their checksums when they are first read.
//
// ASHLAR_DAMAGED: error->first (inclusive) to error->end (exclusive) cannot be read; the next call continues after them
ashlar_code ashlar_chunks_next(ashlar_chunks *chunks, ashlar_chunk *chunk, ashlar_error *error);
void ashlar_chunks_close(ashlar_chunks *chunks);

// The block of a row, 0 for the first of the chunk.
static inline const void *ashlar_row(const ashlar_chunk *chunk, int64_t row) {
    return chunk->base + row * chunk->stride + chunk->prefix;
}

// ============================================================================================================ messages

// A message of a journal. Its bytes are valid until the next call for this iterator.
typedef struct ashlar_message {
    int64_t position;
    uint64_t time;     // nanoseconds since 1970
    uint64_t sequence; // as recorded
    int64_t row;       // of its root block, in the table of its template; -1: unknown template; -2: malformed
    const uint8_t *data;
    size_t length;
} ashlar_message;

typedef struct ashlar_messages ashlar_messages;

// Iterates over the messages of a journal from a position on; 0 for all.
ashlar_code ashlar_messages_open(const ashlar_container *journal, int64_t position, ashlar_messages **messages,
                                 ashlar_error *error);

// Moves to the first message whose time, or sequence, is at least this: with the journal's index, then frame by frame.
// ASHLAR_END if there is none. Messages after it may have lesser ones. ASHLAR_DAMAGED if the search meets damage.
ashlar_code ashlar_messages_seek_time(ashlar_messages *messages, uint64_t time, ashlar_error *error);
ashlar_code ashlar_messages_seek_sequence(ashlar_messages *messages, uint64_t sequence, ashlar_error *error);

// The next message, or ASHLAR_END. Each is compared with its checksum.
//
// ASHLAR_DAMAGED: positions error->first (inclusive) to error->end (exclusive); the next call continues after them
ashlar_code ashlar_messages_next(ashlar_messages *messages, ashlar_message *message, ashlar_error *error);
void ashlar_messages_close(ashlar_messages *messages);

typedef struct ashlar_message_header {
    int32_t block_length;
    int32_t template_id;
    int32_t schema_id;
    int32_t version;
    int32_t header_length;     // the root block follows
    const ashlar_block *block; // in the store's newest schema with that id; NULL for an unknown template
} ashlar_message_header;

// The header of a message.
//
// ASHLAR_SCHEMA: a schema that may be needed to decode it cannot be read
ashlar_code ashlar_message_header_of(const ashlar_store *store, const ashlar_message *message,
                                     ashlar_message_header *header, ashlar_error *error);

// ========================================================================================================= last values

typedef struct ashlar_values ashlar_values;

typedef struct ashlar_value {
    int64_t record;
    int64_t version; // number of values that the key has had
    int32_t block_length;
    int32_t schema_version;
} ashlar_value;

// Reads the keys of a last-value table. Values are read in place, so they are always the latest. After a loss of power,
// this call copies them, since a writer may recover the store at any time.
ashlar_code ashlar_values_open(const ashlar_container *table, ashlar_values **values, ashlar_error *error);
void ashlar_values_close(ashlar_values *values);

// Reads the keys that were added since. Does not need ashlar_refresh.
ashlar_code ashlar_values_update(ashlar_values *values, ashlar_error *error);

// Number of keys; and one key: the bytes of its fields, as in the block.
size_t ashlar_values_count(const ashlar_values *values);
size_t ashlar_values_key_length(const ashlar_values *values);
const void *ashlar_values_key(const ashlar_values *values, size_t index);

// Bytes of the longest block of a value.
size_t ashlar_values_block_length(const ashlar_values *values);

// The index of a key; ASHLAR_NOT_FOUND if it has no record yet.
ashlar_code ashlar_values_find(const ashlar_values *values, const void *key, size_t key_length, size_t *index);

// Copies the last value of a key atomically, with all its fields.
//
// ASHLAR_EMPTY: none was ever written; ASHLAR_BUSY: the value was replaced during each attempt, by a hostile writer
ashlar_code ashlar_values_read(ashlar_values *values, size_t index, void *block, size_t capacity, ashlar_value *value,
                               ashlar_error *error);

// ============================================================================================================== verify

typedef struct ashlar_report {
    int64_t rows;
    int64_t messages;
    int64_t values;
    int64_t problems;
} ashlar_report;

// Reads everything and counts it.
//
// problem: called for each problem; may be NULL
// ASHLAR_DAMAGED: there are problems
ashlar_code ashlar_verify(ashlar_store *store, void (*problem)(void *context, const ashlar_error *error), void *context,
                          ashlar_report *report, ashlar_error *error);

// ============================================================================================================ archives

// A folder of stores, one for each day or hour: docs/archives.md. Each store is opened separately.
typedef struct ashlar_archive ashlar_archive;

// The entry of the archive's head for a table, journal or last-value table of a sealed day.
typedef struct ashlar_listed {
    const char *name;
    ashlar_kind kind;
    int64_t rows;     // rows, messages or records
    bool has_times;   // whether the least and greatest time of all its rows are known, so that days can be skipped
    int64_t min_time; // nanoseconds since 1970
    int64_t max_time;
} ashlar_listed;

// A day, or an hour. Belongs to its archive, until that is refreshed or closed.
typedef struct ashlar_day {
    const char *name;     // of its folder, such as 2026-01-05 or 2026-10-25T01+0100
    const char *date;     // in the time zone of the archive: 2026-01-05
    const char *path;     // of its folder
    const char *store_id; // as a UUID
    bool is_open;         // whether it may be written; others are sealed
    int64_t begin;        // start, inclusive, nanoseconds since 1970
    int64_t end;          // end, exclusive
    int64_t bytes;        // on disk; 0 if it is open
    int64_t base;         // add it to row numbers and positions to make them unique in the archive, as in SQL
    const ashlar_listed *listed; // empty for the open day
    size_t listed_count;
} ashlar_day;

// Whether a folder contains an archive, intact or not.
bool ashlar_is_archive(const char *path);

// Opens an archive for reading, while it is being written or after. Reads only its head.
ashlar_code ashlar_archive_open(const char *path, ashlar_archive **archive, ashlar_error *error);

// Closes an archive. Stores of days that were opened stay open.
void ashlar_archive_close(ashlar_archive *archive);

// Shows the days that the archive has now. Days returned before are no longer valid. A failed refresh changes nothing.
//
// changed: whether there is anything new; may be NULL
ashlar_code ashlar_archive_refresh(ashlar_archive *archive, bool *changed, ashlar_error *error);

// The time span of one store, and the time zone, such as "day" and "Europe/London".
const char *ashlar_archive_division(const ashlar_archive *archive);
const char *ashlar_archive_zone(const ashlar_archive *archive);

// Days by index, oldest first; NULL after the last. And the day with a name; NULL if there is none.
size_t ashlar_archive_day_count(const ashlar_archive *archive);
const ashlar_day *ashlar_archive_day(const ashlar_archive *archive, size_t index);
const ashlar_day *ashlar_archive_find_day(const ashlar_archive *archive, const char *name);

// The head's entry for a table of a sealed day; NULL if the day does not have it.
const ashlar_listed *ashlar_day_find(const ashlar_day *day, ashlar_kind kind, const char *name);

// Opens the store of a day, and checks that it is the one that the head describes. The caller closes it.
//
// options: NULL for the defaults
// ASHLAR_DAMAGED: the store is missing, damaged or not the listed one; the message begins with the day's name
// ASHLAR_BUSY: the day was dropped or written since the head was read: refresh, and try again
ashlar_code ashlar_archive_open_day(const ashlar_archive *archive, const ashlar_day *day, const ashlar_options *options,
                                    ashlar_store **store, ashlar_error *error);

// =============================================================================================================== rings

typedef struct ashlar_ring ashlar_ring;
typedef struct ashlar_producer ashlar_producer;
typedef struct ashlar_consumer ashlar_consumer;

typedef enum ashlar_ring_kind {
    ASHLAR_ONE_TO_ONE,   // a ring, or a group of rings: a lane for each producer, no order between lanes
    ASHLAR_FIXED_LENGTH, // one producer, messages of one length
    ASHLAR_MANY_TO_ONE   // several producers, one order
} ashlar_ring_kind;

typedef struct ashlar_ring_layout {
    ashlar_ring_kind kind;
    uint32_t lanes;         // producers
    uint32_t capacity;      // bytes of a lane, or messages of a fixed-length ring; a power of two
    uint32_t message_bytes; // of a fixed-length ring, else 0; a multiple of 8
    uint32_t entries;       // of a many-to-one ring, else 0; a power of two
} ashlar_ring_layout;

// Bytes of a ring; 0 if no ring has this layout.
size_t ashlar_ring_bytes(const ashlar_ring_layout *layout);

// Creates a file with an empty ring atomically, with its space allocated. ASHLAR_BUSY if the file exists.
ashlar_code ashlar_ring_create(const char *path, const ashlar_ring_layout *layout, ashlar_error *error);

// Opens a ring in a file. A process can open a file only once: ASHLAR_BUSY if this process has it open.
ashlar_code ashlar_ring_open(const char *path, ashlar_ring **ring, ashlar_error *error);

// A ring between threads in memory of the caller, aligned to 8 bytes: format it once, then wrap it. It has no locks, so
// the caller decides which thread is the producer of which lane.
ashlar_code ashlar_ring_format(void *memory, size_t length, const ashlar_ring_layout *layout, ashlar_error *error);
ashlar_code ashlar_ring_wrap(void *memory, size_t length, ashlar_ring **ring, ashlar_error *error);

// Closes a ring. Close its producers and consumers first: those of a file that were not closed look as if this process
// had died.
void ashlar_ring_close(ashlar_ring *ring);
ashlar_ring_layout ashlar_ring_layout_of(const ashlar_ring *ring);

// Whether a living process has the side. Only for a ring in a file.
bool ashlar_ring_has_consumer(const ashlar_ring *ring);
bool ashlar_ring_has_producer(const ashlar_ring *ring, uint32_t lane);

// Becomes the producer of the first lane without one; continues where the previous producer stopped. ASHLAR_BUSY if
// each lane has one.
ashlar_code ashlar_ring_producer(ashlar_ring *ring, ashlar_producer **producer, ashlar_error *error);

// Maximum length of a message in bytes; in a fixed-length ring, the length of every message.
size_t ashlar_max_length(const ashlar_producer *producer);

// Adds a message by copying it. type: 0 or more.
//
// ASHLAR_FULL, ASHLAR_CLOSED, ASHLAR_DAMAGED, ASHLAR_MISUSE (a length or type out of range, or an open claim)
ashlar_code ashlar_offer(ashlar_producer *producer, int32_t type, const void *message, size_t length);

// To write a message in place: claim, write all bytes, then commit or abort. An open claim is invisible to the
// consumer, even if this process dies.
ashlar_code ashlar_claim(ashlar_producer *producer, int32_t type, size_t length, void **message);
ashlar_code ashlar_commit(ashlar_producer *producer);
void ashlar_abort(ashlar_producer *producer);

// Marks the producer as closed, and releases the lane. Drops an open claim.
void ashlar_producer_close(ashlar_producer *producer);

typedef enum ashlar_delivery {
    ASHLAR_AT_LEAST_ONCE, // a message is released after it was handled
    ASHLAR_AT_MOST_ONCE   // the next consumer continues after a message whose handling had begun
} ashlar_delivery;

// The message is valid until the handler returns.
typedef void (*ashlar_handler)(void *context, int32_t type, const void *message, size_t length);

// Becomes the consumer; continues where the previous consumer stopped. ASHLAR_BUSY if there is one.
ashlar_code ashlar_ring_consumer(ashlar_ring *ring, ashlar_delivery delivery, ashlar_consumer **consumer,
                                 ashlar_error *error);

// Hands out up to `limit` messages, and releases them. handled: how many; may be NULL.
//
// ASHLAR_DAMAGED: the next message is corrupt; those before were handled
ashlar_code ashlar_poll(ashlar_consumer *consumer, size_t limit, ashlar_handler handler, void *context, size_t *handled,
                        ashlar_error *error);

// Whether all producers that ever began are closed, and all their messages were handled.
bool ashlar_is_done(const ashlar_consumer *consumer);

// Marks the consumer as closed.
void ashlar_consumer_close(ashlar_consumer *consumer);

// =============================================================================================================== cells

// Maps a file to access the cells in it; unmap it with ashlar_unmap.
ashlar_code ashlar_map(const char *path, bool writable, void **memory, size_t *length, ashlar_error *error);
void ashlar_unmap(void *memory, size_t length);

// A versioned cell: a value of `length` bytes in 4 to 16 slots, at memory aligned to 8 bytes.
typedef struct ashlar_cell {
    void *memory;
    uint32_t slots;
    uint32_t length;
} ashlar_cell;

// Counts the syncs of memory with cells. Before the memory is synced to disk, increment `begun` between two writes;
// when the sync is done, set `completed` to that number. A process that opens the memory starts from the last completed
// sync, begins a sync before it writes, and another when that one is completed.
typedef struct ashlar_syncs {
    uint64_t begun;
    uint64_t completed;
} ashlar_syncs;

// Bytes of a cell; 0 if there is none of this layout.
size_t ashlar_cell_bytes(uint32_t slots, uint32_t length);

// Copies the value; never waits. ASHLAR_EMPTY, ASHLAR_BUSY (replaced during each attempt), ASHLAR_DAMAGED
//
// version: 1 for the first value; may be NULL
ashlar_code ashlar_cell_read(const ashlar_cell *cell, void *value, uint64_t *version);

// Replaces the value. One writer at a time, across all processes; it never waits for readers.
//
// syncs: NULL for memory that need not survive a loss of power, and is then not checksummed
ashlar_code ashlar_cell_write(const ashlar_cell *cell, const ashlar_syncs *syncs, const void *value, uint64_t *version);

// After a loss of power: makes the newest intact value current. No other thread or process may use the cell; sync it
// before the first write. ASHLAR_EMPTY if it was never written; ASHLAR_DAMAGED if no value survived: the cell is then
// empty.
ashlar_code ashlar_cell_recover(const ashlar_cell *cell, const ashlar_syncs *syncs, uint64_t *version);

// A seqlock cell: needs the least memory, but readers wait for a writer that stops midway. 8 bytes, then the value.
//
// ASHLAR_EMPTY, ASHLAR_BUSY (being written during each attempt), ASHLAR_DAMAGED
ashlar_code ashlar_seqlock_read(const void *memory, void *value, size_t length, uint64_t *version);

// shared: whether there are other writers; then ASHLAR_BUSY if one of them was writing during each attempt
ashlar_code ashlar_seqlock_write(void *memory, const void *value, size_t length, bool shared, uint64_t *version);

#ifdef __cplusplus
}
#endif
#endif // ASHLAR_H

#if defined(ASHLAR_IMPLEMENTATION) && !defined(ASHLAR_IMPLEMENTED)
#define ASHLAR_IMPLEMENTED

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ======================================================================================== implementation: shared words

// The memory model of C11, with compiler builtins: these work on words of mappings, which are not declared atomic, and
// have the same meaning in C++.
static uint64_t ashlar_i_load(const void *at) {
    return __atomic_load_n((const uint64_t *) at, __ATOMIC_ACQUIRE);
}

static uint64_t ashlar_i_peek(const void *at) {
    return __atomic_load_n((const uint64_t *) at, __ATOMIC_RELAXED);
}

static uint32_t ashlar_i_peek32(const void *at) {
    return __atomic_load_n((const uint32_t *) at, __ATOMIC_RELAXED);
}

static void ashlar_i_store(void *at, uint64_t value) {
    __atomic_store_n((uint64_t *) at, value, __ATOMIC_RELEASE);
}

static void ashlar_i_put(void *at, uint64_t value) {
    __atomic_store_n((uint64_t *) at, value, __ATOMIC_RELAXED);
}

static bool ashlar_i_swap(void *at, uint64_t expected, uint64_t value) {
    return __atomic_compare_exchange_n((uint64_t *) at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// Copies bytes that may change meanwhile, word by word; `from` is aligned to 8 bytes, and whole words can be read.
static void ashlar_i_copy_out(void *to, const uint8_t *from, size_t length) {
    uint8_t *target = (uint8_t *) to;
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = ashlar_i_peek(from + at);
        memcpy(target + at, &word, length - at < 8 ? length - at : 8);
    }
}

// Copies bytes that others may read meanwhile. The last word is padded with zeros.
static void ashlar_i_copy_in(uint8_t *to, const void *from, size_t length) {
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        memcpy(&word, (const uint8_t *) from + at, length - at < 8 ? length - at : 8);
        ashlar_i_put(to + at, word);
    }
}

static uint16_t ashlar_i_u16(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint32_t ashlar_i_u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int32_t ashlar_i_i32(const uint8_t *at) {
    return (int32_t) ashlar_i_u32(at);
}

static uint64_t ashlar_i_u64(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int64_t ashlar_i_i64(const uint8_t *at) {
    return (int64_t) ashlar_i_u64(at);
}

static int64_t ashlar_i_min(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t ashlar_i_max(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static size_t ashlar_i_pad8(size_t length) {
    return (length + 7) / 8 * 8;
}

// A lock for the few words that are global in the process.
static uint32_t ashlar_i_guard;

static void ashlar_i_lock(void) {
    while (__atomic_exchange_n(&ashlar_i_guard, 1u, __ATOMIC_ACQUIRE) != 0) {
        sched_yield();
    }
}

static void ashlar_i_unlock(void) {
    __atomic_store_n(&ashlar_i_guard, 0u, __ATOMIC_RELEASE);
}

// ============================================================================================== implementation: errors

const char *ashlar_code_name(ashlar_code code) {
    static const char *const names[] = {"ok",        "end",         "empty",          "full",    "closed",
                                        "busy",      "not found",   "not a store",    "version", "damaged",
                                        "schema",    "recovery needed", "misuse",     "io",      "no memory"};
    return (size_t) code < sizeof names / sizeof names[0] ? names[code] : "unknown";
}

static void ashlar_i_no_error(ashlar_error *error) {
    if (error != NULL) {
        memset(error, 0, sizeof *error);
    }
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static ashlar_code ashlar_i_fail(ashlar_error *error, ashlar_code code, const char *format, ...) {
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->code = code;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return code;
}

static ashlar_code ashlar_i_no_memory(ashlar_error *error) {
    return ashlar_i_fail(error, ASHLAR_NO_MEMORY, "no memory");
}

// Rows, records or positions of a container that cannot be read.
static ashlar_code ashlar_i_lost(ashlar_error *error, const char *container, int64_t first, int64_t end,
                                 const char *what) {
    ashlar_code code = ashlar_i_fail(error, ASHLAR_DAMAGED, "%.256s: first=%lld, end=%lld (%.200s)", what,
                                     (long long) first, (long long) end, container);
    if (error != NULL) {
        error->first = first;
        error->end = end;
        snprintf(error->container, sizeof error->container, "%.120s", container);
    }
    return code;
}

// ============================================================================================== implementation: CRC32C

static uint32_t ashlar_i_crc_table[8][256];
static uint32_t ashlar_i_crc_ready;

static void ashlar_i_crc_fill(void) {
    ashlar_i_lock();
    if (__atomic_load_n(&ashlar_i_crc_ready, __ATOMIC_RELAXED) == 0) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc >> 1 ^ (0x82F63B78u & (0u - (crc & 1u)));
            }
            ashlar_i_crc_table[0][i] = crc;
        }
        for (int slice = 1; slice < 8; slice++) {
            for (int i = 0; i < 256; i++) {
                uint32_t before = ashlar_i_crc_table[slice - 1][i];
                ashlar_i_crc_table[slice][i] = before >> 8 ^ ashlar_i_crc_table[0][before & 0xffu];
            }
        }
        __atomic_store_n(&ashlar_i_crc_ready, 1u, __ATOMIC_RELEASE);
    }
    ashlar_i_unlock();
}

static uint32_t ashlar_i_crc_portable(uint32_t crc, const uint8_t *at, size_t length) {
    if (__atomic_load_n(&ashlar_i_crc_ready, __ATOMIC_ACQUIRE) == 0) {
        ashlar_i_crc_fill();
    }
    for (; length >= 8; length -= 8, at += 8) {
        uint32_t low = crc ^ ashlar_i_u32(at);
        crc = ashlar_i_crc_table[7][low & 0xffu] ^ ashlar_i_crc_table[6][low >> 8 & 0xffu] ^
              ashlar_i_crc_table[5][low >> 16 & 0xffu] ^ ashlar_i_crc_table[4][low >> 24] ^
              ashlar_i_crc_table[3][at[4]] ^ ashlar_i_crc_table[2][at[5]] ^ ashlar_i_crc_table[1][at[6]] ^
              ashlar_i_crc_table[0][at[7]];
    }
    for (; length > 0; length--) {
        crc = crc >> 8 ^ ashlar_i_crc_table[0][(crc ^ *at++) & 0xffu];
    }
    return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t ashlar_i_crc_machine(uint32_t crc, const uint8_t *at, size_t length) {
    uint64_t wide = crc;
    for (; length >= 8; length -= 8, at += 8) {
        wide = _mm_crc32_u64(wide, ashlar_i_u64(at));
    }
    crc = (uint32_t) wide;
    for (; length > 0; length--) {
        crc = _mm_crc32_u8(crc, *at++);
    }
    return crc;
}
#elif defined(__ARM_FEATURE_CRC32)
static uint32_t ashlar_i_crc_machine(uint32_t crc, const uint8_t *at, size_t length) {
    for (; length >= 8; length -= 8, at += 8) {
        crc = __crc32cd(crc, ashlar_i_u64(at));
    }
    for (; length > 0; length--) {
        crc = __crc32cb(crc, *at++);
    }
    return crc;
}
#endif

uint32_t ashlar_crc32c(uint32_t seed, const void *bytes, size_t length) {
    const uint8_t *at = (const uint8_t *) bytes;
#if defined(__x86_64__)
    return ~(__builtin_cpu_supports("sse4.2") ? ashlar_i_crc_machine(~seed, at, length)
                                              : ashlar_i_crc_portable(~seed, at, length));
#elif defined(__ARM_FEATURE_CRC32)
    return ~ashlar_i_crc_machine(~seed, at, length);
#else
    return ~ashlar_i_crc_portable(~seed, at, length);
#endif
}

// ============================================================================================== implementation: memory

// An array that grows.
typedef struct ashlar_i_vector {
    void *items;
    size_t count;
    size_t capacity;
} ashlar_i_vector;

// Adds one item, all zeros; NULL if there is no memory.
static void *ashlar_i_add(ashlar_i_vector *vector, size_t size) {
    if (vector->count == vector->capacity) {
        size_t capacity = vector->capacity == 0 ? 8 : 2 * vector->capacity;
        void *items = realloc(vector->items, capacity * size);
        if (items == NULL) {
            return NULL;
        }
        vector->items = items;
        vector->capacity = capacity;
    }
    uint8_t *item = (uint8_t *) vector->items + vector->count++ * size;
    memset(item, 0, size);
    return item;
}

static void ashlar_i_vector_free(ashlar_i_vector *vector) {
    free(vector->items);
    memset(vector, 0, sizeof *vector);
}

// Memory that is freed all at once.
typedef struct ashlar_i_block {
    struct ashlar_i_block *next;
    uint64_t used;
} ashlar_i_block;

typedef struct ashlar_i_arena {
    ashlar_i_block *blocks;
} ashlar_i_arena;

#define ASHLAR_I_ARENA_BYTES ((size_t) 16384)

static void *ashlar_i_alloc(ashlar_i_arena *arena, size_t length) {
    length = ashlar_i_pad8(length);
    ashlar_i_block *block = arena->blocks;
    if (block == NULL || block->used + length > ASHLAR_I_ARENA_BYTES) {
        size_t bytes = length > ASHLAR_I_ARENA_BYTES ? length : ASHLAR_I_ARENA_BYTES;
        block = (ashlar_i_block *) malloc(sizeof *block + bytes);
        if (block == NULL) {
            return NULL;
        }
        block->next = arena->blocks;
        block->used = 0;
        arena->blocks = block;
    }
    void *memory = (uint8_t *) (block + 1) + block->used;
    block->used += length;
    memset(memory, 0, length);
    return memory;
}

// A copy that ends with NUL.
static char *ashlar_i_text(ashlar_i_arena *arena, const void *bytes, size_t length) {
    char *text = (char *) ashlar_i_alloc(arena, length + 1);
    if (text != NULL && length > 0) {
        memcpy(text, bytes, length);
    }
    return text;
}

// Moves the items of a vector into an arena, and frees the vector; NULL if there is no memory.
static void *ashlar_i_settle(ashlar_i_arena *arena, ashlar_i_vector *vector, size_t size) {
    void *items = ashlar_i_alloc(arena, vector->count * size + 1);
    if (items != NULL && vector->count > 0) {
        memcpy(items, vector->items, vector->count * size);
    }
    ashlar_i_vector_free(vector);
    return items;
}

static void ashlar_i_arena_free(ashlar_i_arena *arena) {
    while (arena->blocks != NULL) {
        ashlar_i_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}

// ============================================================================================= implementation: schemas

#define ASHLAR_I_SCHEMA_BYTES ((size_t) 32 << 20)
#define ASHLAR_I_MAX_DEPTH 64
#define ASHLAR_I_TOKEN_BYTES ((size_t) 28)
#define ASHLAR_I_TOKEN_TEXTS 12

enum {
    ASHLAR_I_MESSAGE = 1,
    ASHLAR_I_END_MESSAGE,
    ASHLAR_I_COMPOSITE,
    ASHLAR_I_END_COMPOSITE,
    ASHLAR_I_FIELD,
    ASHLAR_I_END_FIELD,
    ASHLAR_I_GROUP,
    ASHLAR_I_END_GROUP,
    ASHLAR_I_ENUM,
    ASHLAR_I_ENUM_VALUE,
    ASHLAR_I_END_ENUM,
    ASHLAR_I_SET,
    ASHLAR_I_SET_CHOICE,
    ASHLAR_I_END_SET,
    ASHLAR_I_DATA,
    ASHLAR_I_END_DATA,
    ASHLAR_I_ENCODING
};

enum { // strings of a token
    ASHLAR_I_NAME = 0,
    ASHLAR_I_VALUE = 1,
    ASHLAR_I_NULL = 4,
    ASHLAR_I_CHARSET = 5,
    ASHLAR_I_EPOCH = 6,
    ASHLAR_I_UNIT = 7,
    ASHLAR_I_SEMANTIC = 8
};

typedef struct ashlar_i_string {
    const uint8_t *bytes;
    size_t length;
} ashlar_i_string;

typedef struct ashlar_i_token {
    size_t at; // in the file
    int32_t offset;
    int32_t size;
    int32_t id;
    int32_t since;
    uint8_t signal;
    uint8_t primitive;
    uint8_t order;
    uint8_t presence;
    ashlar_i_string text[ASHLAR_I_TOKEN_TEXTS];
} ashlar_i_token;

typedef struct ashlar_i_schema {
    ashlar_schema shown;
    ashlar_i_arena arena;
} ashlar_i_schema;

// Reads tokens in order, always one token ahead.
typedef struct ashlar_i_parser {
    const uint8_t *bytes;
    size_t length;
    size_t at; // after the current token
    const char *name;
    ashlar_error *error;
    ashlar_i_arena *arena;
    ashlar_i_token token; // its signal is 0 at the end
    bool big_endian;
    int depth;
} ashlar_i_parser;

static int32_t ashlar_i_width(int primitive) {
    static const int32_t widths[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
    return widths[primitive];
}

static bool ashlar_i_schema_fail(ashlar_i_parser *parser, const char *what) {
    ashlar_i_fail(parser->error, ASHLAR_SCHEMA, "%s: offset=%zu (%s)", what, parser->token.at, parser->name);
    return false;
}

static bool ashlar_i_schema_no_memory(ashlar_i_parser *parser) {
    ashlar_i_no_memory(parser->error);
    return false;
}

static bool ashlar_i_string_at(ashlar_i_parser *parser, ashlar_i_string *string) {
    if (parser->length - parser->at < 2 ||
        parser->length - parser->at - 2 < ashlar_i_u16(parser->bytes + parser->at)) {
        return ashlar_i_schema_fail(parser, "ends inside a string");
    }
    string->length = ashlar_i_u16(parser->bytes + parser->at);
    string->bytes = parser->bytes + parser->at + 2;
    parser->at += 2 + string->length;
    return true;
}

// Reads the next token into parser->token.
static bool ashlar_i_advance(ashlar_i_parser *parser) {
    ashlar_i_token *token = &parser->token;
    token->at = parser->at;
    if (parser->at == parser->length) {
        token->signal = 0;
        return true;
    }
    if (parser->length - parser->at < ASHLAR_I_TOKEN_BYTES) {
        return ashlar_i_schema_fail(parser, "ends inside a token");
    }
    const uint8_t *at = parser->bytes + parser->at;
    token->offset = ashlar_i_i32(at);
    token->size = ashlar_i_i32(at + 4);
    token->id = ashlar_i_i32(at + 8);
    token->since = ashlar_i_i32(at + 12);
    token->signal = at[20];
    token->primitive = at[21];
    token->order = at[22];
    token->presence = at[23];
    if (token->signal < 1 || token->signal > 17 || token->primitive > 11 || token->order > 1 || token->presence > 2) {
        return ashlar_i_schema_fail(parser, "token with an unknown code");
    }
    parser->at += ASHLAR_I_TOKEN_BYTES;
    for (int i = 0; i < ASHLAR_I_TOKEN_TEXTS; i++) {
        if (!ashlar_i_string_at(parser, &token->text[i])) {
            return false;
        }
        bool is_text = i == ASHLAR_I_NAME || i >= ASHLAR_I_CHARSET;
        if (is_text && token->text[i].length > 0 && memchr(token->text[i].bytes, 0, token->text[i].length) != NULL) {
            return ashlar_i_schema_fail(parser, "text with NUL");
        }
    }
    return true;
}

static bool ashlar_i_expect(ashlar_i_parser *parser, int signal) {
    if (parser->token.signal != signal) {
        ashlar_i_fail(parser->error, ASHLAR_SCHEMA, "unexpected token: signal=%d, expected=%d, offset=%zu (%s)",
                      parser->token.signal, signal, parser->token.at, parser->name);
        return false;
    }
    return true;
}

static bool ashlar_i_begin(ashlar_i_parser *parser, int signal, ashlar_i_token *token) {
    if (!ashlar_i_expect(parser, signal)) {
        return false;
    }
    if (++parser->depth > ASHLAR_I_MAX_DEPTH) {
        return ashlar_i_schema_fail(parser, "nested too deep");
    }
    *token = parser->token;
    return ashlar_i_advance(parser);
}

static bool ashlar_i_end(ashlar_i_parser *parser, int signal) {
    parser->depth--;
    return ashlar_i_expect(parser, signal) && ashlar_i_advance(parser);
}

static const char *ashlar_i_string_copy(ashlar_i_parser *parser, ashlar_i_string string) {
    return ashlar_i_text(parser->arena, string.bytes, string.length);
}

static uint64_t ashlar_i_extend(int primitive, const uint8_t *little_endian) {
    uint64_t bits = 0;
    int width = ashlar_i_width(primitive);
    memcpy(&bits, little_endian, (size_t) width);
    if (primitive >= ASHLAR_INT8 && primitive <= ASHLAR_INT64 && width < 8) {
        int unused = 64 - 8 * width;
        bits = (uint64_t) ((int64_t) (bits << unused) >> unused);
    }
    return bits;
}

static uint64_t ashlar_i_default_null(int primitive) {
    int width = ashlar_i_width(primitive);
    if (primitive >= ASHLAR_INT8 && primitive <= ASHLAR_INT64) {
        return UINT64_MAX << (8 * width - 1);
    }
    if (primitive >= ASHLAR_UINT8 && primitive <= ASHLAR_UINT64) {
        return UINT64_MAX >> (64 - 8 * width);
    }
    return primitive == ASHLAR_FLOAT ? 0x7fc00000u : primitive == ASHLAR_DOUBLE ? UINT64_C(0x7ff8) << 48 : 0;
}

// Bits of a value of a token's primitive.
static bool ashlar_i_value(ashlar_i_parser *parser, int primitive, ashlar_i_string value, uint64_t *bits) {
    if (value.length != (size_t) ashlar_i_width(primitive)) {
        return ashlar_i_schema_fail(parser, "value of another size than its type");
    }
    *bits = ashlar_i_extend(primitive, value.bytes);
    return true;
}

static bool ashlar_i_null_of(ashlar_i_parser *parser, const ashlar_i_token *token, ashlar_field *field) {
    field->null_bits = ashlar_i_default_null(token->primitive);
    return token->text[ASHLAR_I_NULL].length == 0 ||
           ashlar_i_value(parser, token->primitive, token->text[ASHLAR_I_NULL], &field->null_bits);
}

// Texts and version of a field, from its own token or that of its type.
static bool ashlar_i_describe(ashlar_i_parser *parser, const ashlar_i_token *token, ashlar_field *field) {
    const char **texts[] = {&field->name, &field->encoding, &field->epoch, &field->unit, &field->semantic};
    const int from[] = {ASHLAR_I_NAME, ASHLAR_I_CHARSET, ASHLAR_I_EPOCH, ASHLAR_I_UNIT, ASHLAR_I_SEMANTIC};
    for (int i = 0; i < 5; i++) {
        if (*texts[i] == NULL || token->text[from[i]].length > 0) {
            *texts[i] = ashlar_i_string_copy(parser, token->text[from[i]]);
            if (*texts[i] == NULL) {
                return ashlar_i_schema_no_memory(parser);
            }
        }
    }
    field->since = field->since > token->since ? field->since : token->since;
    field->big_endian = parser->big_endian;
    return true;
}

static bool ashlar_i_constant(ashlar_i_parser *parser, ashlar_i_string value, ashlar_field *field) {
    field->constant = ashlar_i_string_copy(parser, value);
    field->constant_length = value.length;
    return field->constant != NULL || ashlar_i_schema_no_memory(parser);
}

static bool ashlar_i_scalar(ashlar_i_parser *parser, ashlar_field *field) {
    ashlar_i_token token = parser->token;
    if (!ashlar_i_expect(parser, ASHLAR_I_ENCODING)) {
        return false;
    }
    if (token.primitive == ASHLAR_NONE || (token.order == 1) != parser->big_endian) {
        return ashlar_i_schema_fail(parser, "scalar without primitive, or of another byte order");
    }
    int32_t width = ashlar_i_width(token.primitive);
    field->kind = ASHLAR_SCALAR;
    field->type = (ashlar_type) token.primitive;
    field->count = 1;
    if (token.presence == ASHLAR_CONSTANT) {
        ashlar_i_string value = token.text[ASHLAR_I_VALUE];
        uint64_t bits;
        if (token.primitive != ASHLAR_CHAR && !ashlar_i_value(parser, token.primitive, value, &bits)) {
            return false;
        }
        field->count = token.primitive == ASHLAR_CHAR ? (int32_t) value.length : 1;
        while (token.primitive == ASHLAR_CHAR && value.length > 0 && value.bytes[value.length - 1] == 0) {
            value.length--;
        }
        if (!ashlar_i_constant(parser, value, field)) {
            return false;
        }
    } else if (token.size < 0) {
        field->count = 0; // varData
    } else if (token.size % width != 0) {
        return ashlar_i_schema_fail(parser, "size is not a multiple of its type's size");
    } else {
        field->size = token.size;
        field->count = token.size / width;
    }
    return ashlar_i_null_of(parser, &token, field) && ashlar_i_describe(parser, &token, field) &&
           ashlar_i_advance(parser);
}

static bool ashlar_i_named(ashlar_i_parser *parser, int begin, int one, int end, ashlar_field *field) {
    ashlar_i_token token;
    if (!ashlar_i_begin(parser, begin, &token)) {
        return false;
    }
    if (token.primitive == ASHLAR_NONE || token.primitive >= ASHLAR_FLOAT ||
        token.size != ashlar_i_width(token.primitive)) {
        return ashlar_i_schema_fail(parser, "enum or set that is not one whole number");
    }
    field->kind = begin == ASHLAR_I_ENUM ? ASHLAR_ENUM : ASHLAR_SET;
    field->type = (ashlar_type) token.primitive;
    field->size = token.size;
    field->count = 1;
    ashlar_i_vector choices = {NULL, 0, 0};
    bool fine = ashlar_i_null_of(parser, &token, field) && ashlar_i_describe(parser, &token, field);
    while (fine && parser->token.signal == one) {
        uint64_t bits;
        ashlar_choice *choice = (ashlar_choice *) ashlar_i_add(&choices, sizeof *choice);
        fine = choice != NULL || ashlar_i_schema_no_memory(parser);
        fine = fine && ashlar_i_value(parser, token.primitive, parser->token.text[ASHLAR_I_VALUE], &bits);
        if (fine) {
            choice->value = (int64_t) bits;
            choice->name = ashlar_i_string_copy(parser, parser->token.text[ASHLAR_I_NAME]);
            fine = (choice->name != NULL || ashlar_i_schema_no_memory(parser)) && ashlar_i_advance(parser);
        }
        if (fine && begin == ASHLAR_I_SET && (bits > 63 || bits >= (uint64_t) (8 * token.size))) {
            fine = ashlar_i_schema_fail(parser, "choice outside its set");
        }
    }
    field->choice_count = choices.count;
    field->choices = (ashlar_choice *) ashlar_i_settle(parser->arena, &choices, sizeof(ashlar_choice));
    return fine && (field->choices != NULL || ashlar_i_schema_no_memory(parser)) && ashlar_i_end(parser, end);
}

static bool ashlar_i_typed(ashlar_i_parser *parser, int64_t base, ashlar_field *field);

// A composite whose members are at offsets from `base`.
static bool ashlar_i_composite(ashlar_i_parser *parser, int64_t base, ashlar_field *field) {
    ashlar_i_token token;
    if (!ashlar_i_begin(parser, ASHLAR_I_COMPOSITE, &token)) {
        return false;
    }
    field->kind = ASHLAR_COMPOSITE;
    field->count = 1;
    int64_t size = token.size;
    int64_t end = 0;
    ashlar_i_vector members = {NULL, 0, 0};
    bool fine = ashlar_i_describe(parser, &token, field);
    while (fine && parser->token.signal != ASHLAR_I_END_COMPOSITE) {
        ashlar_i_token at = parser->token;
        ashlar_field member;
        memset(&member, 0, sizeof member);
        member.presence = (ashlar_presence) at.presence;
        fine = ashlar_i_typed(parser, base + at.offset, &member);
        int64_t after = (int64_t) at.offset + member.size;
        if (fine && at.presence != ASHLAR_CONSTANT &&
            (at.offset < 0 || (size >= 0 && after > size) || base + after > INT32_MAX)) {
            fine = ashlar_i_schema_fail(parser, "member outside its composite");
        }
        end = at.presence != ASHLAR_CONSTANT && after > end ? after : end;
        member.offset = at.presence == ASHLAR_CONSTANT ? 0 : (int32_t) (base + at.offset);
        member.id = at.id;
        ashlar_field *added = fine ? (ashlar_field *) ashlar_i_add(&members, sizeof *added) : NULL;
        if (added != NULL) {
            *added = member;
        } else if (fine) {
            fine = ashlar_i_schema_no_memory(parser);
        }
    }
    field->size = (int32_t) (size >= 0 ? size : end);
    field->member_count = members.count;
    field->members = (ashlar_field *) ashlar_i_settle(parser->arena, &members, sizeof(ashlar_field));
    return fine && (field->members != NULL || ashlar_i_schema_no_memory(parser)) &&
           ashlar_i_end(parser, ASHLAR_I_END_COMPOSITE);
}

static bool ashlar_i_typed(ashlar_i_parser *parser, int64_t base, ashlar_field *field) {
    switch (parser->token.signal) {
        case ASHLAR_I_COMPOSITE:
            return ashlar_i_composite(parser, base, field);
        case ASHLAR_I_ENUM:
            return ashlar_i_named(parser, ASHLAR_I_ENUM, ASHLAR_I_ENUM_VALUE, ASHLAR_I_END_ENUM, field);
        case ASHLAR_I_SET:
            return ashlar_i_named(parser, ASHLAR_I_SET, ASHLAR_I_SET_CHOICE, ASHLAR_I_END_SET, field);
        default:
            return ashlar_i_scalar(parser, field);
    }
}

static bool ashlar_i_field(ashlar_i_parser *parser, int32_t block_length, ashlar_field *field) {
    ashlar_i_token token;
    if (!ashlar_i_begin(parser, ASHLAR_I_FIELD, &token) || !ashlar_i_typed(parser, token.offset, field) ||
        !ashlar_i_end(parser, ASHLAR_I_END_FIELD) || !ashlar_i_describe(parser, &token, field)) {
        return false;
    }
    field->id = token.id;
    field->presence = (ashlar_presence) token.presence;
    if (token.presence == ASHLAR_CONSTANT) {
        int32_t size = field->size;
        field->offset = 0;
        field->size = 0;
        if (field->kind == ASHLAR_ENUM) { // `Enum.Name`
            ashlar_i_string value = token.text[ASHLAR_I_VALUE];
            for (size_t i = value.length; i > 0; i--) {
                if (value.bytes[i - 1] == '.') {
                    value.bytes += i;
                    value.length -= i;
                    break;
                }
            }
            return ashlar_i_constant(parser, value, field);
        }
        // A composite of constants has no value of its own.
        return field->constant != NULL || (field->kind == ASHLAR_COMPOSITE && size == 0) ||
               ashlar_i_schema_fail(parser, "constant without a value");
    }
    field->offset = token.offset;
    if (token.offset < 0 || (int64_t) token.offset + field->size > block_length) {
        return ashlar_i_schema_fail(parser, "field outside its block");
    }
    return true;
}

static bool ashlar_i_parse_block(ashlar_i_parser *parser, int begin, int end, ashlar_block *block) {
    ashlar_i_token token;
    ashlar_field ignored;
    memset(&ignored, 0, sizeof ignored);
    if (!ashlar_i_begin(parser, begin, &token) ||
        (begin == ASHLAR_I_GROUP && !ashlar_i_composite(parser, 0, &ignored))) {
        return false;
    }
    if (token.size < 0) {
        return ashlar_i_schema_fail(parser, "negative block length");
    }
    block->name = ashlar_i_string_copy(parser, token.text[ASHLAR_I_NAME]);
    block->id = token.id;
    block->length = token.size;
    block->since = token.since;
    ashlar_i_vector fields = {NULL, 0, 0};
    ashlar_i_vector groups = {NULL, 0, 0};
    bool fine = block->name != NULL || ashlar_i_schema_no_memory(parser);
    while (fine && parser->token.signal == ASHLAR_I_FIELD) {
        ashlar_field *field = (ashlar_field *) ashlar_i_add(&fields, sizeof *field);
        fine = field != NULL ? ashlar_i_field(parser, token.size, field) : ashlar_i_schema_no_memory(parser);
    }
    while (fine && parser->token.signal == ASHLAR_I_GROUP) {
        ashlar_block *group = (ashlar_block *) ashlar_i_add(&groups, sizeof *group);
        fine = group != NULL ? ashlar_i_parse_block(parser, ASHLAR_I_GROUP, ASHLAR_I_END_GROUP, group)
                             : ashlar_i_schema_no_memory(parser);
    }
    while (fine && parser->token.signal == ASHLAR_I_DATA) {
        ashlar_i_token data;
        ashlar_field composite;
        memset(&composite, 0, sizeof composite);
        fine = ashlar_i_begin(parser, ASHLAR_I_DATA, &data) && ashlar_i_composite(parser, 0, &composite) &&
               ashlar_i_end(parser, ASHLAR_I_END_DATA);
    }
    block->field_count = fields.count;
    block->group_count = groups.count;
    block->fields = (ashlar_field *) ashlar_i_settle(parser->arena, &fields, sizeof(ashlar_field));
    block->groups = (ashlar_block *) ashlar_i_settle(parser->arena, &groups, sizeof(ashlar_block));
    return fine && ((block->fields != NULL && block->groups != NULL) || ashlar_i_schema_no_memory(parser)) &&
           ashlar_i_end(parser, end);
}

// The byte order is that of the first scalar, which may follow later tokens.
static bool ashlar_i_find_order(ashlar_i_parser *parser) {
    ashlar_i_parser ahead = *parser;
    while (ahead.token.signal != 0 && ahead.token.signal != ASHLAR_I_ENCODING) {
        if (!ashlar_i_advance(&ahead)) {
            return false;
        }
    }
    parser->big_endian = ahead.token.signal != 0 && ahead.token.order == 1;
    return true;
}

static bool ashlar_i_parse(ashlar_i_parser *parser, ashlar_schema *schema) {
    ashlar_i_string ignored;
    if (parser->length > ASHLAR_I_SCHEMA_BYTES || parser->length < 12 || ashlar_i_u32(parser->bytes + 4) != 0) {
        return ashlar_i_schema_fail(parser, "not a serialised schema of form 0");
    }
    schema->id = ashlar_i_i32(parser->bytes);
    schema->version = ashlar_i_i32(parser->bytes + 8);
    parser->at = 12;
    for (int i = 0; i < 3; i++) {
        if (!ashlar_i_string_at(parser, &ignored)) {
            return false;
        }
    }
    ashlar_field *header = (ashlar_field *) ashlar_i_alloc(parser->arena, sizeof *header);
    if (header == NULL) {
        return ashlar_i_schema_no_memory(parser);
    }
    if (!ashlar_i_advance(parser) || !ashlar_i_find_order(parser) || !ashlar_i_composite(parser, 0, header)) {
        return false;
    }
    ashlar_i_vector messages = {NULL, 0, 0};
    bool fine = true;
    while (fine && parser->token.signal != 0) {
        ashlar_block *message = (ashlar_block *) ashlar_i_add(&messages, sizeof *message);
        fine = message != NULL ? ashlar_i_parse_block(parser, ASHLAR_I_MESSAGE, ASHLAR_I_END_MESSAGE, message)
                               : ashlar_i_schema_no_memory(parser);
    }
    schema->big_endian = parser->big_endian;
    schema->header = header;
    schema->message_count = messages.count;
    schema->messages = (ashlar_block *) ashlar_i_settle(parser->arena, &messages, sizeof(ashlar_block));
    return fine && (schema->messages != NULL || ashlar_i_schema_no_memory(parser));
}

ashlar_code ashlar_schema_parse(const void *bytes, size_t length, const char *name, ashlar_schema **schema,
                                ashlar_error *error) {
    ashlar_error own;
    ashlar_i_parser parser;
    *schema = NULL;
    ashlar_i_schema *parsed = (ashlar_i_schema *) calloc(1, sizeof *parsed);
    if (parsed == NULL) {
        return ashlar_i_no_memory(error);
    }
    memset(&parser, 0, sizeof parser);
    parser.bytes = (const uint8_t *) bytes;
    parser.length = length;
    parser.name = name;
    parser.error = error != NULL ? error : &own;
    parser.arena = &parsed->arena;
    ashlar_i_no_error(parser.error);
    if (!ashlar_i_parse(&parser, &parsed->shown)) {
        ashlar_schema_free(&parsed->shown);
        return parser.error->code;
    }
    *schema = &parsed->shown;
    return ASHLAR_OK;
}

void ashlar_schema_free(ashlar_schema *schema) {
    if (schema != NULL) {
        ashlar_i_schema *parsed = (ashlar_i_schema *) (void *) schema;
        ashlar_i_arena_free(&parsed->arena);
        free(parsed);
    }
}

// Whether the first part of a path, up to a separator, is a name.
static bool ashlar_i_is_first(const char *path, char separator, const char *name, const char **rest) {
    size_t length = strlen(name);
    if (strncmp(path, name, length) != 0 || (path[length] != '\0' && path[length] != separator)) {
        return false;
    }
    *rest = path[length] == '\0' ? NULL : path + length + 1;
    return true;
}

const ashlar_block *ashlar_block_of(const ashlar_schema *schema, const char *path) {
    const ashlar_block *blocks = schema->messages;
    size_t count = schema->message_count;
    for (size_t i = 0; i < count; i++) {
        const char *rest;
        if (ashlar_i_is_first(path, '/', blocks[i].name, &rest)) {
            if (rest == NULL) {
                return &blocks[i];
            }
            path = rest;
            count = blocks[i].group_count;
            blocks = blocks[i].groups;
            i = SIZE_MAX; // the next one is 0
        }
    }
    return NULL;
}

const ashlar_block *ashlar_template_of(const ashlar_schema *schema, int32_t template_id) {
    for (size_t i = 0; i < schema->message_count; i++) {
        if (schema->messages[i].id == template_id) {
            return &schema->messages[i];
        }
    }
    return NULL;
}

const ashlar_field *ashlar_field_of(const ashlar_block *block, const char *path) {
    const ashlar_field *fields = block->fields;
    size_t count = block->field_count;
    for (size_t i = 0; i < count; i++) {
        const char *rest;
        if (ashlar_i_is_first(path, '.', fields[i].name, &rest)) {
            if (rest == NULL) {
                return &fields[i];
            }
            path = rest;
            count = fields[i].member_count;
            fields = fields[i].members;
            i = SIZE_MAX;
        }
    }
    return NULL;
}

static bool ashlar_i_is_on_wire(const ashlar_field *field) {
    return field->presence != ASHLAR_CONSTANT && field->size > 0;
}

// The first version with bytes of a field; for a composite, the version of its oldest member.
//
// since: the version that added the enclosing field or member
static int32_t ashlar_i_first_version(const ashlar_field *field, int32_t since) {
    int32_t first = INT32_MAX;
    since = field->since > since ? field->since : since;
    for (size_t i = 0; i < field->member_count; i++) {
        if (ashlar_i_is_on_wire(&field->members[i])) {
            int32_t version = ashlar_i_first_version(&field->members[i], since);
            first = version < first ? version : first;
        }
    }
    return first == INT32_MAX ? since : first;
}

// The end of a field in a version, as an offset in the block; 0 if the version did not have it.
static int64_t ashlar_i_end_in(const ashlar_field *field, int32_t version, int32_t since) {
    int64_t end = 0;
    since = field->since > since ? field->since : since;
    if (field->member_count == 0) {
        return since <= version ? (int64_t) field->offset + field->size : 0;
    }
    for (size_t i = 0; i < field->member_count; i++) {
        if (ashlar_i_is_on_wire(&field->members[i])) {
            end = ashlar_i_max(end, ashlar_i_end_in(&field->members[i], version, since));
        }
    }
    return end;
}

bool ashlar_is_present(const ashlar_field *field, int32_t schema_version, int32_t block_length) {
    if (!ashlar_i_is_on_wire(field)) {
        return true;
    }
    int32_t first = ashlar_i_first_version(field, 0);
    return first <= schema_version && ashlar_i_end_in(field, first, 0) <= block_length;
}

static uint64_t ashlar_i_bits(const ashlar_field *field, const void *block, int32_t index) {
    size_t width = (size_t) ashlar_i_width((int) field->type);
    uint8_t value[8] = {0};
    if (field->constant != NULL && field->kind == ASHLAR_ENUM) {
        for (size_t i = 0; i < field->choice_count; i++) {
            if (strcmp(field->choices[i].name, field->constant) == 0) {
                return (uint64_t) field->choices[i].value;
            }
        }
        return 0;
    }
    if (field->constant != NULL) {
        memcpy(value, field->constant, field->constant_length < width ? field->constant_length : width);
        return ashlar_i_extend((int) field->type, value);
    }
    const uint8_t *from = (const uint8_t *) block + field->offset + (size_t) index * width;
    for (size_t i = 0; i < width; i++) {
        value[i] = from[field->big_endian ? width - 1 - i : i];
    }
    return ashlar_i_extend((int) field->type, value);
}

int64_t ashlar_get_int(const ashlar_field *field, const void *block, int32_t index) {
    return (int64_t) ashlar_i_bits(field, block, index);
}

double ashlar_get_double(const ashlar_field *field, const void *block, int32_t index) {
    uint64_t bits = ashlar_i_bits(field, block, index);
    if (field->type == ASHLAR_FLOAT) {
        uint32_t low = (uint32_t) bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double) value;
    }
    if (field->type == ASHLAR_DOUBLE) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    return field->type == ASHLAR_UINT64 ? (double) bits : (double) (int64_t) bits;
}

static bool ashlar_i_is_null_bits(const ashlar_field *field, const void *block, int32_t index) {
    uint64_t bits = ashlar_i_bits(field, block, index);
    uint64_t null = field->null_bits;
    if (field->type == ASHLAR_FLOAT && (null & 0x7fffffffu) > 0x7f800000u) {
        return (bits & 0x7fffffffu) > 0x7f800000u;
    }
    if (field->type == ASHLAR_DOUBLE && null << 1 > UINT64_C(0xffe) << 52) {
        return bits << 1 > UINT64_C(0xffe) << 52;
    }
    // Zeros are equal, whatever their sign.
    return bits == null || (field->type == ASHLAR_FLOAT && ((bits | null) & 0x7fffffffu) == 0) ||
           (field->type == ASHLAR_DOUBLE && (bits | null) << 1 == 0);
}

// The member that indicates whether a composite is null: the mantissa of a decimal, else the first member, among those
// with bytes in every version that has the composite; NULL if there is none.
static const ashlar_field *ashlar_i_indicator(const ashlar_field *field) {
    const ashlar_field *found = NULL;
    const ashlar_field *members = field->members;
    int32_t oldest = ashlar_i_first_version(field, 0);
    bool decimal = field->member_count == 2 && ((strcmp(members[0].name, "mantissa") == 0 &&
                                                 strcmp(members[1].name, "exponent") == 0) ||
                                                (strcmp(members[0].name, "exponent") == 0 &&
                                                 strcmp(members[1].name, "mantissa") == 0));
    for (size_t i = 0; i < field->member_count; i++) {
        bool first = found == NULL || (decimal && strcmp(members[i].name, "mantissa") == 0);
        if (first && ashlar_i_is_on_wire(&members[i]) &&
            ashlar_i_first_version(&members[i], field->since) <= oldest) {
            found = &members[i];
        }
    }
    return found;
}

static bool ashlar_i_is_null(const ashlar_field *field, const void *block, bool optional) {
    if (field->constant != NULL || field->kind == ASHLAR_SET) {
        return false;
    }
    if (field->kind == ASHLAR_ENUM) {
        int64_t value = ashlar_get_int(field, block, 0);
        bool has_name = false;
        for (size_t i = 0; i < field->choice_count && !has_name; i++) {
            has_name = field->choices[i].value == value;
        }
        return (uint64_t) value == field->null_bits && (optional || !has_name);
    }
    if (field->kind == ASHLAR_COMPOSITE) {
        const ashlar_field *indicator = ashlar_i_indicator(field);
        // Enums and composites in it are required.
        bool own = indicator != NULL && indicator->kind == ASHLAR_SCALAR && indicator->presence == ASHLAR_OPTIONAL;
        return indicator != NULL && ashlar_i_is_null(indicator, block, optional || own);
    }
    if (!optional || field->count < 1) {
        return false;
    }
    if (field->type == ASHLAR_CHAR && field->count > 1 && field->null_bits == 0) {
        return ashlar_get_int(field, block, 0) == 0;
    }
    for (int32_t i = 0; i < field->count; i++) {
        if (!ashlar_i_is_null_bits(field, block, i)) {
            return false;
        }
    }
    return true;
}

bool ashlar_is_null(const ashlar_field *field, const void *block) {
    return ashlar_i_is_null(field, block, field->presence == ASHLAR_OPTIONAL);
}

// ======================================================================================= implementation: files, locks

#define ASHLAR_I_PATH_BYTES 4096

static ashlar_code ashlar_i_system(ashlar_error *error, const char *what, const char *path) {
    int reason = errno;
    return ashlar_i_fail(error, reason == ENOENT ? ASHLAR_NOT_FOUND : ASHLAR_IO, "%s: %s (%.400s)", what,
                         strerror(reason), path);
}

static ashlar_code ashlar_i_path(char *path, const char *folder, const char *name, ashlar_error *error) {
    int length = snprintf(path, ASHLAR_I_PATH_BYTES, "%s/%s", folder, name);
    return length > 0 && length < ASHLAR_I_PATH_BYTES
               ? ASHLAR_OK
               : ashlar_i_fail(error, ASHLAR_MISUSE, "path too long: length=%d (%.200s…)", length, folder);
}

// Reads a file from an offset to its end, which is at most `most` bytes later.
static ashlar_code ashlar_i_read(const char *path, int64_t from, size_t most, uint8_t **bytes, size_t *length,
                                 ashlar_error *error) {
    struct stat status;
    *bytes = NULL;
    *length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return ashlar_i_system(error, "cannot be opened", path);
    }
    ashlar_code code = ASHLAR_OK;
    if (fstat(fd, &status) != 0) {
        code = ashlar_i_system(error, "has no length", path);
    } else if (status.st_size > from) {
        size_t wanted = (size_t) ashlar_i_min(status.st_size - from, (int64_t) most);
        *bytes = (uint8_t *) malloc(wanted);
        code = *bytes == NULL ? ashlar_i_no_memory(error) : ASHLAR_OK;
        while (code == ASHLAR_OK && *length < wanted) {
            ssize_t got = pread(fd, *bytes + *length, wanted - *length, (off_t) (from + (int64_t) *length));
            if (got < 0 && errno != EINTR) {
                code = ashlar_i_system(error, "cannot be read", path);
            } else if (got == 0) {
                break;
            } else if (got > 0) {
                *length += (size_t) got;
            }
        }
    }
    close(fd);
    if (code != ASHLAR_OK) {
        free(*bytes);
        *bytes = NULL;
        *length = 0;
    }
    return code;
}

// A file with locks, which this process opens only once, since closing any descriptor of it drops all its locks.
typedef struct ashlar_i_locked {
    struct ashlar_i_locked *next;
    dev_t device;
    ino_t inode;
    int fd;
    pid_t process;        // that has the locks
    int users;
    int sharers;          // users of the byte of readers without a slot
    ashlar_i_vector held; // bytes that this process has locked, as int64_t
} ashlar_i_locked;

static ashlar_i_locked *ashlar_i_open_files;

// shared: whether several users of this process share the file, as stores do; ASHLAR_BUSY otherwise
static ashlar_code ashlar_i_locked_open(const char *path, bool shared, bool writable, ashlar_i_locked **file,
                                        ashlar_error *error) {
    struct stat status;
    *file = NULL;
    if (stat(path, &status) != 0) {
        return ashlar_i_system(error, "cannot be opened", path);
    }
    ashlar_code code = ASHLAR_OK;
    ashlar_i_lock();
    ashlar_i_locked *found = ashlar_i_open_files;
    while (found != NULL && (found->device != status.st_dev || found->inode != status.st_ino)) {
        found = found->next;
    }
    bool forked = found != NULL && found->process != getpid();
    if (found != NULL && !shared && !forked) {
        code = ashlar_i_fail(error, ASHLAR_BUSY, "this process has the file open already (%.400s)", path);
    } else if (found != NULL) {
        if (forked) {
            // A forked child has none of the locks, but the descriptor, which must not be closed and opened again.
            found->process = getpid();
            found->sharers = 0;
            found->held.count = 0;
        }
        found->users++;
        *file = found;
    } else {
        found = (ashlar_i_locked *) calloc(1, sizeof *found);
        int fd = found == NULL ? -1 : open(path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC);
        if (fd < 0) {
            code = found == NULL ? ashlar_i_no_memory(error) : ashlar_i_system(error, "cannot be opened", path);
            free(found);
        } else {
            found->device = status.st_dev;
            found->inode = status.st_ino;
            found->fd = fd;
            found->process = getpid();
            found->users = 1;
            found->next = ashlar_i_open_files;
            ashlar_i_open_files = found;
            *file = found;
        }
    }
    ashlar_i_unlock();
    return code;
}

static void ashlar_i_locked_close(ashlar_i_locked *file) {
    ashlar_i_lock();
    if (--file->users == 0) {
        ashlar_i_locked **link = &ashlar_i_open_files;
        while (*link != file) {
            link = &(*link)->next;
        }
        *link = file->next;
        close(file->fd);
        ashlar_i_vector_free(&file->held);
        free(file);
    }
    ashlar_i_unlock();
}

static int64_t *ashlar_i_held(const ashlar_i_locked *file, int64_t byte) {
    for (size_t i = 0; i < file->held.count; i++) {
        int64_t *held = (int64_t *) file->held.items + i;
        if (*held == byte) {
            return held;
        }
    }
    return NULL;
}

static bool ashlar_i_fcntl(const ashlar_i_locked *file, int command, short type, int64_t byte, short *found) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = (off_t) byte;
    lock.l_len = 1;
    bool fine = fcntl(file->fd, command, &lock) == 0;
    if (found != NULL) {
        *found = lock.l_type;
    }
    return fine;
}

// Locks a byte that neither this process nor another has.
static bool ashlar_i_take(ashlar_i_locked *file, int64_t byte) {
    bool taken = false;
    ashlar_i_lock();
    if (ashlar_i_held(file, byte) == NULL && ashlar_i_fcntl(file, F_SETLK, F_WRLCK, byte, NULL)) {
        int64_t *held = (int64_t *) ashlar_i_add(&file->held, sizeof *held);
        if (held != NULL) {
            *held = byte;
            taken = true;
        } else {
            ashlar_i_fcntl(file, F_SETLK, F_UNLCK, byte, NULL);
        }
    }
    ashlar_i_unlock();
    return taken;
}

static void ashlar_i_give(ashlar_i_locked *file, int64_t byte) {
    ashlar_i_lock();
    int64_t *held = ashlar_i_held(file, byte);
    if (held != NULL) {
        *held = ((int64_t *) file->held.items)[--file->held.count];
        ashlar_i_fcntl(file, F_SETLK, F_UNLCK, byte, NULL);
    }
    ashlar_i_unlock();
}

static bool ashlar_i_has_taken(const ashlar_i_locked *file, int64_t byte) {
    ashlar_i_lock();
    bool held = ashlar_i_held(file, byte) != NULL;
    ashlar_i_unlock();
    return held;
}

#define ASHLAR_I_LOCK_ATTEMPTS 50

// A process that checks whether a side of a ring is taken may hold its lock for a moment, so taking a side is retried.
static void ashlar_i_rest(void) {
    const struct timespec two_milliseconds = {0, 2000000};
    nanosleep(&two_milliseconds, NULL);
}

static bool ashlar_i_is_locked(const ashlar_i_locked *file, int64_t byte) {
    short type = F_UNLCK;
    ashlar_i_lock();
    bool locked = ashlar_i_held(file, byte) != NULL ||
                  (ashlar_i_fcntl(file, F_GETLK, F_WRLCK, byte, &type) && type != F_UNLCK);
    ashlar_i_unlock();
    return locked;
}

ashlar_code ashlar_map(const char *path, bool writable, void **memory, size_t *length, ashlar_error *error) {
    struct stat status;
    ashlar_i_no_error(error);
    *memory = NULL;
    *length = 0;
    int fd = open(path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (fd < 0) {
        return ashlar_i_system(error, "cannot be opened", path);
    }
    ashlar_code code = ASHLAR_OK;
    if (fstat(fd, &status) != 0 || status.st_size <= 0) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "file is empty (%.400s)", path);
    } else {
        *length = (size_t) status.st_size;
        *memory = mmap(NULL, *length, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
        if (*memory == MAP_FAILED) {
            code = ashlar_i_system(error, "cannot be mapped", path);
            *memory = NULL;
        }
    }
    close(fd);
    return code;
}

void ashlar_unmap(void *memory, size_t length) {
    if (memory != NULL) {
        munmap(memory, length);
    }
}

// ========================================================================================= implementation: checkpoints

#define ASHLAR_I_AREA_BYTES ((size_t) 65536)
#define ASHLAR_I_PAGE 4096
#define ASHLAR_I_MAX_MARKS 1024
#define ASHLAR_I_MAX_EXTENTS (1 << 20)

typedef struct ashlar_i_mark {
    uint32_t container;
    int64_t first;
    int64_t end;
    int64_t detail;
    int64_t whole; // first row that was committed and cannot be read; end if all can
} ashlar_i_mark;

typedef struct ashlar_i_checkpoint {
    bool found;
    bool clean;
    int64_t generation;
    uint64_t id_high;
    uint64_t id_low;
    uint64_t boot_high;
    uint64_t boot_low;
    int64_t chunk_bytes;
    int64_t extent_chunks;
    int64_t extents;
    int64_t catalog_bytes;
    size_t mark_count;
    ashlar_i_mark marks[ASHLAR_I_MAX_MARKS];
} ashlar_i_checkpoint;

static bool ashlar_i_is_position(int64_t value) {
    return value >= 0 && value < INT64_MAX / 4; // sums of two do not overflow
}

// Reads an area of store.head; not `found` if the area is not intact.
static ashlar_code ashlar_i_checkpoint_at(const uint8_t *area, size_t length, const char *path,
                                          ashlar_i_checkpoint *checkpoint, ashlar_error *error) {
    checkpoint->found = false;
    if (length < 128 || memcmp(area, "ASHLSTOR", 8) != 0) {
        return ASHLAR_OK;
    }
    uint32_t used = ashlar_i_u32(area + 16);
    if (used < 128 || used > length ||
        ashlar_crc32c(ashlar_crc32c(0, area, 12), area + 16, used - 16) != ashlar_i_u32(area + 12)) {
        return ASHLAR_OK;
    }
    if (ashlar_i_u32(area + 8) != 1) {
        return ashlar_i_fail(error, ASHLAR_FORMAT_VERSION, "store of a later format: version=%u, expected=1 (%.400s)",
                             ashlar_i_u32(area + 8), path);
    }
    checkpoint->clean = (ashlar_i_u32(area + 20) & 1u) != 0;
    checkpoint->generation = ashlar_i_i64(area + 24);
    checkpoint->id_high = ashlar_i_u64(area + 32);
    checkpoint->id_low = ashlar_i_u64(area + 40);
    checkpoint->boot_high = ashlar_i_u64(area + 48);
    checkpoint->boot_low = ashlar_i_u64(area + 56);
    checkpoint->chunk_bytes = ashlar_i_i32(area + 80);
    checkpoint->extent_chunks = ashlar_i_i32(area + 84);
    checkpoint->extents = ashlar_i_i32(area + 88);
    checkpoint->mark_count = ashlar_i_u32(area + 92);
    checkpoint->catalog_bytes = ashlar_i_i64(area + 96);
    int64_t chunk = checkpoint->chunk_bytes;
    if (checkpoint->mark_count > ASHLAR_I_MAX_MARKS || 128 + checkpoint->mark_count * 32 > used ||
        chunk < ASHLAR_I_PAGE || chunk > 1 << 30 || (chunk & (chunk - 1)) != 0 || checkpoint->extent_chunks < 1 ||
        checkpoint->extents < 0 || checkpoint->extents > ASHLAR_I_MAX_EXTENTS ||
        !ashlar_i_is_position(checkpoint->catalog_bytes)) {
        return ASHLAR_OK;
    }
    for (size_t i = 0; i < checkpoint->mark_count; i++) {
        const uint8_t *at = area + 128 + i * 32;
        ashlar_i_mark *mark = &checkpoint->marks[i];
        mark->container = ashlar_i_u32(at);
        mark->first = ashlar_i_i64(at + 8);
        mark->end = ashlar_i_i64(at + 16);
        mark->whole = mark->end;
        mark->detail = ashlar_i_i64(at + 24);
        if (!ashlar_i_is_position(mark->first) || !ashlar_i_is_position(mark->end)) {
            return ASHLAR_OK;
        }
    }
    checkpoint->found = true;
    return ASHLAR_OK;
}

static const ashlar_i_mark *ashlar_i_mark_of(const ashlar_i_checkpoint *checkpoint, uint32_t container) {
    for (size_t i = 0; i < checkpoint->mark_count; i++) {
        if (checkpoint->marks[i].container == container) {
            return &checkpoint->marks[i];
        }
    }
    return NULL;
}

// ============================================================================================== implementation: stores

#define ASHLAR_I_ENTRY_BYTES 128
#define ASHLAR_I_LIVE_BYTES ((size_t) 128 + 126 * 128)
#define ASHLAR_I_READERS 126
#define ASHLAR_I_WITHOUT_SLOT 127
#define ASHLAR_I_RECOVERED 128
#define ASHLAR_I_PIECE 65536
#define ASHLAR_I_CATALOG_BYTES ((size_t) 1 << 30)

enum { // words of an entry
    ASHLAR_I_EPOCH_WORD = 32,
    ASHLAR_I_COUNT_WORD = 64,
    ASHLAR_I_NEXT_WORD = 72,
    ASHLAR_I_RETIRED_WORD = 80
};

typedef enum ashlar_i_fault {
    ASHLAR_I_SOUND,
    ASHLAR_I_MISSING,
    ASHLAR_I_CUT,
    ASHLAR_I_BAD_HEADER,
    ASHLAR_I_LATER_VERSION,
    ASHLAR_I_FOREIGN,
    ASHLAR_I_UNREADABLE
} ashlar_i_fault;

// The part of a chunk that was compared with checksums.
typedef struct ashlar_i_verified {
    int64_t epoch;
    int64_t rows;
} ashlar_i_verified;

typedef struct ashlar_i_extent {
    ashlar_i_fault fault;
    uint8_t *memory; // NULL with a fault
    ashlar_i_verified *verified;
} ashlar_i_extent;

// A chunk of a container. `count` is the number of rows or bytes that were committed when its entry was read.
typedef struct ashlar_i_link {
    int64_t chunk;
    int64_t ordinal;
    int64_t first;
    int64_t capacity;
    int64_t epoch;
    int64_t count;
    uint32_t container;
    int32_t stride;
    int32_t block_length;
    int32_t version;
    int32_t prefix;
    int32_t footer;
} ashlar_i_link;

// The chunks of a container that are not retired.
typedef struct ashlar_i_chain {
    ashlar_i_link *links;
    size_t count;
    int64_t first;
    int64_t end; // one after the last readable row if the last chunk has a successor that cannot be read
} ashlar_i_chain;

typedef struct ashlar_i_container {
    ashlar_container shown;
    ashlar_store *store;
    int32_t schema;
    int64_t detail;
    ashlar_i_chain chain;
} ashlar_i_container;

typedef struct ashlar_i_known_schema {
    int32_t number;
    ashlar_schema *schema; // NULL if it cannot be read
    char *problem;
} ashlar_i_known_schema;

struct ashlar_store {
    char path[ASHLAR_I_PATH_BYTES];
    bool has_boot;
    uint64_t boot_high;
    uint64_t boot_low;
    ashlar_state state;
    uint64_t shown; // incremented by each refresh, so that older iterators are detected
    ashlar_i_checkpoint head;
    ashlar_i_checkpoint durable;
    // Catalog
    int64_t catalog_bytes;
    ashlar_i_arena arena;
    ashlar_i_vector containers; // of ashlar_i_container *
    size_t container_count;     // containers whose chains are known: a refresh may have failed
    ashlar_i_vector schemas;    // of ashlar_i_known_schema
    ashlar_i_vector problems;   // of char *
    ashlar_i_vector damaged;    // of int64_t: chunks whose entries are damaged
    char problem[ASHLAR_I_PATH_BYTES + 256];
    // Extents
    ashlar_i_vector extents; // of ashlar_i_extent
    int64_t begin;           // of the first chunk in an extent
    int64_t extent_bytes;
    // Pin
    uint8_t *live;
    pid_t process; // owner of the slot: a forked child shares the mapping, not the lock
    ashlar_i_locked *locks;
    ashlar_i_locked *shared; // without a slot
    int slot;
    int64_t pinned;
};

static ashlar_code ashlar_i_read_head(ashlar_store *store, ashlar_i_checkpoint *head, ashlar_i_checkpoint *durable,
                                      ashlar_error *error) {
    char path[ASHLAR_I_PATH_BYTES];
    uint8_t *bytes;
    size_t length;
    ashlar_code code = ashlar_i_path(path, store->path, "store.head", error);
    if (code == ASHLAR_OK) {
        code = ashlar_i_read(path, 0, 4 * ASHLAR_I_AREA_BYTES, &bytes, &length, error);
    }
    if (code != ASHLAR_OK) {
        return code;
    }
    ashlar_i_checkpoint *area = (ashlar_i_checkpoint *) malloc(sizeof *area);
    code = area == NULL ? ashlar_i_no_memory(error) : ASHLAR_OK;
    head->found = false;
    durable->found = false;
    for (size_t i = 0; i < 4 && code == ASHLAR_OK; i++) {
        size_t at = i * ASHLAR_I_AREA_BYTES;
        size_t left = length > at ? length - at : 0;
        left = left < ASHLAR_I_AREA_BYTES ? left : ASHLAR_I_AREA_BYTES;
        code = ashlar_i_checkpoint_at(bytes + at, left, path, area, error);
        bool valid = code == ASHLAR_OK && area->found &&
                     (i < 2 || (store->has_boot && area->boot_high == store->boot_high &&
                                area->boot_low == store->boot_low));
        if (valid && i < 2 && (!durable->found || area->generation > durable->generation)) {
            *durable = *area;
        }
        if (valid && (!head->found || area->generation > head->generation)) {
            *head = *area;
        }
    }
    free(area);
    free(bytes);
    if (code == ASHLAR_OK && !head->found) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "no valid checkpoint (%.400s)", path);
    }
    return code;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static ashlar_code ashlar_i_note(ashlar_store *store, const char *format, ...) {
    char text[640];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char **problem = (char **) ashlar_i_add(&store->problems, sizeof *problem);
    if (problem != NULL) {
        *problem = ashlar_i_text(&store->arena, text, strlen(text));
    }
    return problem != NULL && *problem != NULL ? ASHLAR_OK : ASHLAR_NO_MEMORY;
}

static ashlar_i_container *ashlar_i_container_of(const ashlar_store *store, uint32_t id) {
    for (size_t i = 0; i < store->containers.count; i++) {
        ashlar_i_container *container = ((ashlar_i_container **) store->containers.items)[i];
        if (container->shown.id == id) {
            return container;
        }
    }
    return NULL;
}

static ashlar_i_known_schema *ashlar_i_known(const ashlar_store *store, int32_t number) {
    for (size_t i = 0; i < store->schemas.count; i++) {
        ashlar_i_known_schema *known = (ashlar_i_known_schema *) store->schemas.items + i;
        if (known->number == number) {
            return known;
        }
    }
    return NULL;
}

// ============================================================================================= implementation: catalog

static ashlar_code ashlar_i_catalog_schema(ashlar_store *store, const uint8_t *at, size_t length) {
    char name[32];
    char path[ASHLAR_I_PATH_BYTES];
    uint8_t *bytes = NULL;
    size_t found = 0;
    ashlar_error error;
    if (length < 24) {
        return ashlar_i_note(store, "record of a schema is malformed: length=%zu (%.400s/store.catalog)", length,
                             store->path);
    }
    int32_t number = ashlar_i_i32(at + 4);
    if (ashlar_i_known(store, number) != NULL) {
        return ashlar_i_note(store, "two schemas with one number: schema=%d (%.400s/store.catalog)", number, store->path);
    }
    ashlar_i_known_schema *known = (ashlar_i_known_schema *) ashlar_i_add(&store->schemas, sizeof *known);
    if (known == NULL) {
        return ASHLAR_NO_MEMORY;
    }
    known->number = number;
    snprintf(name, sizeof name, "schemas/%04d.sbeir", number);
    ashlar_code code = ashlar_i_path(path, store->path, name, &error);
    if (code == ASHLAR_OK) {
        code = ashlar_i_read(path, 0, ASHLAR_I_SCHEMA_BYTES + 1, &bytes, &found, &error);
    }
    if (code == ASHLAR_OK &&
        (found != ashlar_i_u32(at + 16) || ashlar_crc32c(0, bytes, found) != ashlar_i_u32(at + 20))) {
        code = ashlar_i_fail(&error, ASHLAR_SCHEMA, "schema differs from its checksum: length=%zu, expected=%u (%.400s)",
                             found, ashlar_i_u32(at + 16), path);
    }
    ashlar_schema *schema = NULL;
    if (code == ASHLAR_OK) {
        code = ashlar_schema_parse(bytes, found, path, &schema, &error);
    }
    free(bytes);
    known->schema = schema;
    if (code != ASHLAR_OK) {
        known->problem = ashlar_i_text(&store->arena, error.message, strlen(error.message));
        return known->problem == NULL ? ASHLAR_NO_MEMORY : ASHLAR_OK;
    }
    return ASHLAR_OK;
}

static ashlar_code ashlar_i_catalog_container(ashlar_store *store, const uint8_t *at, size_t length) {
    const char *texts[3];
    size_t place = 32;
    bool fine = length >= place;
    for (int i = 0; i < 3 && fine; i++) {
        fine = length - place >= 2 && length - place - 2 >= ashlar_i_u16(at + place);
        if (fine) {
            size_t bytes = ashlar_i_u16(at + place);
            fine = memchr(at + place + 2, 0, bytes) == NULL;
            texts[i] = ashlar_i_text(&store->arena, at + place + 2, bytes);
            place += 2 + bytes;
            if (texts[i] == NULL) {
                return ASHLAR_NO_MEMORY;
            }
        }
    }
    if (!fine) {
        return ashlar_i_note(store, "record of a container is malformed: length=%zu (%.400s/store.catalog)", length,
                             store->path);
    }
    int32_t kind = ashlar_i_i32(at + 8);
    if (kind < ASHLAR_TABLE || kind > ASHLAR_JOURNAL_INDEX) {
        return ashlar_i_note(store, "container of an unknown kind: name=%.200s, kind=%d (%.300s/store.catalog)",
                             texts[0], kind, store->path);
    }
    uint32_t id = ashlar_i_u32(at + 4);
    if (id == 0 || ashlar_i_container_of(store, id) != NULL) {
        return ashlar_i_note(store, "two containers with one id, or none: name=%.200s, id=%u (%.300s/store.catalog)",
                             texts[0], id, store->path);
    }
    ashlar_i_container *container = (ashlar_i_container *) ashlar_i_alloc(&store->arena, sizeof *container);
    ashlar_i_container **added =
        container == NULL ? NULL : (ashlar_i_container **) ashlar_i_add(&store->containers, sizeof *added);
    if (added == NULL) {
        return ASHLAR_NO_MEMORY;
    }
    *added = container;
    container->store = store;
    container->schema = ashlar_i_i32(at + 12);
    container->detail = ashlar_i_i64(at + 24);
    container->shown.id = id;
    container->shown.kind = (ashlar_kind) kind;
    container->shown.prefix = ashlar_i_i32(at + 16);
    container->shown.source = ashlar_i_u32(at + 20);
    container->shown.name = texts[0];
    container->shown.path = texts[1];
    container->shown.fields = texts[2];
    return ASHLAR_OK;
}

// Applies a record, given from its type on.
static ashlar_code ashlar_i_catalog_record(ashlar_store *store, const uint8_t *at, size_t length) {
    uint32_t type = ashlar_i_u32(at);
    if (type == 1) {
        return ashlar_i_catalog_schema(store, at, length);
    }
    if (type == 2) {
        return ashlar_i_catalog_container(store, at, length);
    }
    if (type == 3 && length >= 12) {
        ashlar_i_container *container = ashlar_i_container_of(store, ashlar_i_u32(at + 4));
        if (container != NULL) {
            container->schema = ashlar_i_i32(at + 8);
        }
        return ASHLAR_OK;
    }
    // Indexes of tables are built in memory by processes that need them; commit records are read in any store.
    return type == 4 || type == 5 ? ASHLAR_OK
                     : ashlar_i_note(store, "record of an unknown type: type=%u (%.400s/store.catalog)", type,
                                     store->path);
}

// Reads the records that were added since. Up to `least` bytes, every record must be intact.
static ashlar_code ashlar_i_read_catalog(ashlar_store *store, int64_t least, ashlar_error *error) {
    char path[ASHLAR_I_PATH_BYTES];
    uint8_t *bytes;
    size_t length;
    ashlar_code code = ashlar_i_path(path, store->path, "store.catalog", error);
    if (code == ASHLAR_OK) {
        code = ashlar_i_read(path, store->catalog_bytes, ASHLAR_I_CATALOG_BYTES, &bytes, &length, error);
    }
    if (code != ASHLAR_OK) {
        return code;
    }
    size_t at = 0;
    int64_t base = store->catalog_bytes;
    if (base == 0) {
        if (length < 32 || memcmp(bytes, "ASHLCATA", 8) != 0 ||
            ashlar_crc32c(ashlar_crc32c(0, bytes, 12), bytes + 16, 16) != ashlar_i_u32(bytes + 12)) {
            code = ashlar_i_fail(error, ASHLAR_DAMAGED, "header is damaged: offset=0 (%.400s)", path);
        } else if (ashlar_i_u32(bytes + 8) != 1) {
            code = ashlar_i_fail(error, ASHLAR_FORMAT_VERSION,
                                 "catalog of a later format: version=%u, expected=1 (%.400s)", ashlar_i_u32(bytes + 8),
                                 path);
        } else if (ashlar_i_u64(bytes + 16) != store->head.id_high || ashlar_i_u64(bytes + 24) != store->head.id_low) {
            code = ashlar_i_fail(error, ASHLAR_DAMAGED, "catalog of another store (%.400s)", path);
        }
        at = 32;
    }
    while (code == ASHLAR_OK && length - at >= 12) {
        size_t record = ashlar_i_u32(bytes + at);
        bool fits = record >= 12 && record <= length - at;
        bool whole = fits && ashlar_crc32c(0, bytes + at + 8, record - 8) == ashlar_i_u32(bytes + at + 4);
        if (!whole && (!fits || base + (int64_t) (at + record) > least)) {
            break;
        }
        code = whole ? ashlar_i_catalog_record(store, bytes + at + 8, record - 8)
                     : ashlar_i_note(store, "record is damaged: offset=%lld (%.400s)", (long long) base + (long long) at,
                                     path);
        at += record;
    }
    if (code == ASHLAR_OK) {
        store->catalog_bytes = base + (int64_t) at;
        if (store->catalog_bytes < least) {
            code = ashlar_i_note(store, "records are damaged: offset=%lld, catalogBytes=%lld (%.400s)",
                                 (long long) store->catalog_bytes, (long long) least, path);
        }
    }
    free(bytes);
    return code == ASHLAR_NO_MEMORY ? ashlar_i_no_memory(error) : code;
}

// ============================================================================================= implementation: extents

static ashlar_i_fault ashlar_i_map_extent(ashlar_store *store, const char *path, int64_t number,
                                          ashlar_i_extent *extent) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno == ENOENT ? ASHLAR_I_MISSING : ASHLAR_I_UNREADABLE;
    }
    ashlar_i_fault fault = ASHLAR_I_SOUND;
    uint8_t *memory = NULL;
    if (fstat(fd, &status) != 0) {
        fault = ASHLAR_I_UNREADABLE;
    } else if (status.st_size < store->extent_bytes) {
        fault = ASHLAR_I_CUT;
    } else {
        memory = (uint8_t *) mmap(NULL, (size_t) store->extent_bytes, PROT_READ, MAP_SHARED, fd, 0);
        fault = memory == MAP_FAILED ? ASHLAR_I_UNREADABLE : ASHLAR_I_SOUND;
    }
    close(fd);
    if (fault != ASHLAR_I_SOUND) {
        return fault;
    }
    if (memcmp(memory, "ASHLEXTN", 8) != 0 ||
        ashlar_crc32c(ashlar_crc32c(0, memory, 12), memory + 16, 48) != ashlar_i_u32(memory + 12)) {
        fault = ASHLAR_I_BAD_HEADER;
    } else if (ashlar_i_u32(memory + 8) != 1) {
        fault = ASHLAR_I_LATER_VERSION;
    } else if (ashlar_i_u64(memory + 16) != store->head.id_high || ashlar_i_u64(memory + 24) != store->head.id_low ||
               ashlar_i_u32(memory + 32) != number || ashlar_i_u32(memory + 36) != store->head.extent_chunks ||
               ashlar_i_u32(memory + 40) != store->head.chunk_bytes) {
        fault = ASHLAR_I_FOREIGN;
    } else {
        extent->verified =
            (ashlar_i_verified *) calloc((size_t) store->head.extent_chunks, sizeof(ashlar_i_verified));
        fault = extent->verified == NULL ? ASHLAR_I_UNREADABLE : ASHLAR_I_SOUND;
    }
    if (fault != ASHLAR_I_SOUND) {
        munmap(memory, (size_t) store->extent_bytes);
        return fault;
    }
    extent->memory = memory;
    return ASHLAR_I_SOUND;
}

// An extent; `fault` says what is wrong.
static ashlar_code ashlar_i_look_at_extent(ashlar_store *store, int64_t number, ashlar_i_extent *extent,
                                           ashlar_error *error) {
    char path[ASHLAR_I_PATH_BYTES];
    char name[32];
    memset(extent, 0, sizeof *extent);
    snprintf(name, sizeof name, "extents/%04lld.ext", (long long) number);
    ashlar_code code = ashlar_i_path(path, store->path, name, error);
    if (code == ASHLAR_OK) {
        extent->fault = ashlar_i_map_extent(store, path, number, extent);
    }
    return code;
}

// Maps extents up to the first that does not exist; at least `least` extents must exist.
static ashlar_code ashlar_i_map_extents(ashlar_store *store, int64_t least, ashlar_error *error) {
    for (size_t i = 0; i < store->extents.count; i++) {
        // The process may have had too many open files or mappings.
        ashlar_i_extent *extent = (ashlar_i_extent *) store->extents.items + i;
        if (extent->fault == ASHLAR_I_UNREADABLE) {
            ashlar_code code = ashlar_i_look_at_extent(store, (int64_t) i, extent, error);
            if (code != ASHLAR_OK) {
                return code;
            }
        }
    }
    while (store->extents.count < ASHLAR_I_MAX_EXTENTS) {
        int64_t number = (int64_t) store->extents.count;
        ashlar_i_extent extent;
        ashlar_code code = ashlar_i_look_at_extent(store, number, &extent, error);
        if (code != ASHLAR_OK) {
            return code;
        }
        if (extent.fault == ASHLAR_I_MISSING && number >= least) {
            return ASHLAR_OK;
        }
        ashlar_i_extent *added = (ashlar_i_extent *) ashlar_i_add(&store->extents, sizeof *added);
        if (added == NULL) {
            free(extent.verified);
            if (extent.memory != NULL) {
                munmap(extent.memory, (size_t) store->extent_bytes);
            }
            return ashlar_i_no_memory(error);
        }
        *added = extent;
    }
    return ASHLAR_OK;
}

static ashlar_i_extent *ashlar_i_extent_of(const ashlar_store *store, int64_t chunk) {
    return (ashlar_i_extent *) store->extents.items + chunk / store->head.extent_chunks;
}

static bool ashlar_i_has_chunk(const ashlar_store *store, int64_t chunk) {
    return chunk >= 0 && chunk < (int64_t) store->extents.count * store->head.extent_chunks &&
           ashlar_i_extent_of(store, chunk)->memory != NULL;
}

static const uint8_t *ashlar_i_entry(const ashlar_store *store, int64_t chunk) {
    return ashlar_i_extent_of(store, chunk)->memory + ASHLAR_I_PAGE +
           chunk % store->head.extent_chunks * ASHLAR_I_ENTRY_BYTES;
}

static int64_t ashlar_i_word(const ashlar_store *store, int64_t chunk, int word) {
    return (int64_t) ashlar_i_load(ashlar_i_entry(store, chunk) + word);
}

static const uint8_t *ashlar_i_chunk(const ashlar_store *store, int64_t chunk) {
    return ashlar_i_extent_of(store, chunk)->memory + store->begin +
           chunk % store->head.extent_chunks * store->head.chunk_bytes;
}

// ================================================================================================ implementation: pins

static void ashlar_i_live_close(ashlar_store *store) {
    bool own = store->process == getpid();
    if (store->live != NULL) {
        if (store->slot >= 0 && own) {
            __atomic_store_n((uint64_t *) (void *) (store->live + 128 + store->slot * 128), UINT64_C(0),
                             __ATOMIC_SEQ_CST);
        }
        munmap(store->live, ASHLAR_I_LIVE_BYTES);
        store->live = NULL;
    }
    if (store->locks != NULL) {
        if (store->slot >= 0 && own) {
            ashlar_i_give(store->locks, store->slot + 1);
        }
        ashlar_i_locked_close(store->locks);
        store->locks = NULL;
    }
    if (store->shared != NULL) {
        ashlar_i_lock();
        if (own && --store->shared->sharers == 0) {
            ashlar_i_fcntl(store->shared, F_SETLK, F_UNLCK, ASHLAR_I_WITHOUT_SLOT, NULL);
        }
        ashlar_i_unlock();
        ashlar_i_locked_close(store->shared);
        store->shared = NULL;
    }
    store->slot = -1;
}

// Shows other processes that this one reads the store without a slot.
static void ashlar_i_share(ashlar_store *store) {
    char path[ASHLAR_I_PATH_BYTES];
    if (ashlar_i_path(path, store->path, "store.lock", NULL) == ASHLAR_OK &&
        ashlar_i_locked_open(path, true, false, &store->shared, NULL) == ASHLAR_OK) {
        ashlar_i_lock();
        if (store->shared->sharers++ == 0) {
            ashlar_i_fcntl(store->shared, F_SETLK, F_RDLCK, ASHLAR_I_WITHOUT_SLOT, NULL);
        }
        ashlar_i_unlock();
    }
}

// Takes a reader slot. Without write access or a free slot there is none, and this reader has no pin.
static void ashlar_i_live_open(ashlar_store *store) {
    char path[ASHLAR_I_PATH_BYTES];
    void *memory = NULL;
    size_t length = 0;
    store->slot = -1;
    if (ashlar_i_path(path, store->path, "store.live", NULL) != ASHLAR_OK ||
        ashlar_map(path, true, &memory, &length, NULL) != ASHLAR_OK) {
        return;
    }
    if (length < ASHLAR_I_LIVE_BYTES) {
        munmap(memory, length);
        return;
    }
    if (length > ASHLAR_I_LIVE_BYTES) {
        munmap(memory, length);
        int fd = open(path, O_RDWR | O_CLOEXEC);
        memory = fd < 0 ? MAP_FAILED : mmap(NULL, ASHLAR_I_LIVE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (fd >= 0) {
            close(fd);
        }
        if (memory == MAP_FAILED) {
            return;
        }
    }
    store->live = (uint8_t *) memory;
    bool sound = memcmp(store->live, "ASHLLIVE", 8) == 0 && ashlar_i_u32(store->live + 8) == 1 &&
                 ashlar_i_u64(store->live + 16) == store->head.id_high &&
                 ashlar_i_u64(store->live + 24) == store->head.id_low;
    if (sound && ashlar_i_path(path, store->path, "store.lock", NULL) == ASHLAR_OK &&
        ashlar_i_locked_open(path, true, true, &store->locks, NULL) == ASHLAR_OK) {
        for (int slot = 0; slot < ASHLAR_I_READERS && store->slot < 0; slot++) {
            if (ashlar_i_take(store->locks, slot + 1)) {
                store->slot = slot;
            }
        }
    }
    if (store->slot < 0) {
        ashlar_i_live_close(store);
        return;
    }
    ashlar_i_store(store->live + 128 + store->slot * 128, 0);
    ashlar_i_store(store->live + 128 + store->slot * 128 + 8, (uint64_t) getpid());
}

static void ashlar_i_pin_store(ashlar_store *store, int64_t number) {
    __atomic_store_n((uint64_t *) (void *) (store->live + 128 + store->slot * 128), (uint64_t) number + 1,
                     __ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// Pins everything that is not retired yet, and keeps the previous pin. Returns the number to pin later.
static int64_t ashlar_i_pin(ashlar_store *store, int64_t before) {
    if (store->live == NULL) {
        return -1;
    }
    const uint64_t *retirements = (const uint64_t *) (const void *) (store->live + 64);
    for (;;) {
        int64_t number = (int64_t) __atomic_load_n(retirements, __ATOMIC_SEQ_CST);
        ashlar_i_pin_store(store, before >= 0 ? ashlar_i_min(before, number) : number);
        if ((int64_t) __atomic_load_n(retirements, __ATOMIC_SEQ_CST) == number) {
            return number;
        }
    }
}

// ============================================================================================== implementation: chains

typedef struct ashlar_i_scan {
    ashlar_i_vector links; // of all containers, sorted by container and ordinal
    ashlar_i_vector damaged;
} ashlar_i_scan;

static void ashlar_i_scan_free(ashlar_i_scan *scan) {
    ashlar_i_vector_free(&scan->links);
    ashlar_i_vector_free(&scan->damaged);
}

// The link of a chunk; false if its entry is unused, incomplete, or changes meanwhile.
static bool ashlar_i_link_of(const ashlar_store *store, int64_t chunk, ashlar_i_link *link) {
    uint8_t entry[ASHLAR_I_ENTRY_BYTES];
    int64_t count = ashlar_i_word(store, chunk, ASHLAR_I_COUNT_WORD);
    ashlar_i_copy_out(entry, ashlar_i_entry(store, chunk), sizeof entry);
    memset(link, 0, sizeof *link);
    link->chunk = chunk;
    link->container = ashlar_i_u32(entry + 4);
    link->ordinal = ashlar_i_i64(entry + 8);
    link->first = ashlar_i_i64(entry + 16);
    link->capacity = ashlar_i_i64(entry + 24);
    link->epoch = ashlar_i_i64(entry + 32);
    link->stride = ashlar_i_i32(entry + 40);
    link->block_length = ashlar_i_i32(entry + 44);
    link->version = ashlar_i_i32(entry + 48);
    link->prefix = ashlar_i_i32(entry + 52);
    link->footer = ashlar_i_i32(entry + 56);
    if (link->container == 0 || ashlar_crc32c(0, entry + 4, 60) != ashlar_i_u32(entry)) {
        return false;
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (ashlar_i_word(store, chunk, ASHLAR_I_EPOCH_WORD) != link->epoch) {
        return false;
    }
    int64_t chunk_bytes = store->head.chunk_bytes;
    bool fits = link->stride > 0 && link->footer >= 0 && link->footer <= chunk_bytes && link->capacity >= 0 &&
                link->capacity <= (chunk_bytes - link->footer) / link->stride && ashlar_i_is_position(link->first) &&
                ashlar_i_is_position(link->ordinal) && link->prefix >= 0 && link->block_length >= 0;
    link->count = ashlar_i_min(ashlar_i_max(count, 0), link->capacity);
    return fits;
}

static int ashlar_i_compare_links(const void *a, const void *b) {
    const ashlar_i_link *x = (const ashlar_i_link *) a;
    const ashlar_i_link *y = (const ashlar_i_link *) b;
    if (x->container != y->container) {
        return x->container < y->container ? -1 : 1;
    }
    if (x->ordinal != y->ordinal) {
        return x->ordinal < y->ordinal ? -1 : 1;
    }
    return x->chunk < y->chunk ? -1 : x->chunk > y->chunk;
}

static ashlar_code ashlar_i_scan_once(const ashlar_store *store, ashlar_i_scan *scan, ashlar_error *error) {
    memset(scan, 0, sizeof *scan);
    for (size_t extent = 0; extent < store->extents.count; extent++) {
        if (((ashlar_i_extent *) store->extents.items)[extent].memory == NULL) {
            continue;
        }
        int64_t base = (int64_t) extent * store->head.extent_chunks;
        for (int64_t chunk = base; chunk < base + store->head.extent_chunks; chunk++) {
            const uint8_t *entry = ashlar_i_entry(store, chunk);
            ashlar_i_link link;
            // Checksum and container are the first word.
            if (ashlar_i_peek(entry) == 0 && ashlar_i_peek(entry + ASHLAR_I_COUNT_WORD) == 0) {
                continue;
            }
            bool whole = ashlar_i_link_of(store, chunk, &link);
            void *added = whole ? ashlar_i_add(&scan->links, sizeof link) : ashlar_i_add(&scan->damaged, sizeof chunk);
            if (added == NULL) {
                ashlar_i_scan_free(scan);
                return ashlar_i_no_memory(error);
            }
            memcpy(added, whole ? (void *) &link : (void *) &chunk, whole ? sizeof link : sizeof chunk);
        }
    }
    if (scan->links.count > 0) {
        qsort(scan->links.items, scan->links.count, sizeof(ashlar_i_link), ashlar_i_compare_links);
    }
    return ASHLAR_OK;
}

static const ashlar_i_link *ashlar_i_links_of(const ashlar_i_scan *scan, uint32_t container, size_t *count) {
    const ashlar_i_link *links = (const ashlar_i_link *) scan->links.items;
    size_t low = 0;
    size_t high = scan->links.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (links[middle].container < container) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = 0;
    while (low + *count < scan->links.count && links[low + *count].container == container) {
        (*count)++;
    }
    return links == NULL ? NULL : links + low;
}

// Whether the first chunk found of a container that was not known before is not the container's first chunk.
static bool ashlar_i_begun_meanwhile(const ashlar_i_scan *scan, const ashlar_i_scan *before) {
    const ashlar_i_link *links = (const ashlar_i_link *) scan->links.items;
    for (size_t i = 0; i < scan->links.count; i++) {
        size_t known = 0;
        if ((i == 0 || links[i - 1].container != links[i].container) && links[i].ordinal > 0) {
            ashlar_i_links_of(before, links[i].container, &known);
            if (known == 0) {
                return true;
            }
        }
    }
    return false;
}

// Reads the directory, which a writer may be changing. If the first chunk found of a container is not its first chunk,
// that chunk may have been claimed after the scan passed its entry. So the whole directory is read again, until all
// such containers were known before.
static ashlar_code ashlar_i_scan_of(const ashlar_store *store, ashlar_i_scan *scan, ashlar_error *error) {
    ashlar_i_scan before;
    memset(&before, 0, sizeof before);
    while (true) {
        ashlar_code code = ashlar_i_scan_once(store, scan, error);
        bool again = code == ASHLAR_OK && ashlar_i_begun_meanwhile(scan, &before);
        ashlar_i_scan_free(&before);
        if (!again) {
            return code;
        }
        before = *scan;
    }
}

// Whether a writer is at work that has recovered the store.
static bool ashlar_i_is_written_elsewhere(const ashlar_store *store) {
    return store->locks != NULL && ashlar_i_is_locked(store->locks, ASHLAR_I_RECOVERED);
}

static ashlar_state ashlar_i_state_now(const ashlar_store *store, const ashlar_i_scan *scan) {
    const ashlar_i_checkpoint *least = store->durable.found ? &store->durable : &store->head;
    const ashlar_i_link *links = (const ashlar_i_link *) scan->links.items;
    bool goes_on = false;
    for (size_t i = 0; i < scan->links.count; i++) {
        bool last = i + 1 == scan->links.count || links[i + 1].container != links[i].container;
        const ashlar_i_mark *mark = ashlar_i_mark_of(least, links[i].container);
        goes_on |= last && links[i].count > 0 && links[i].first >= (mark == NULL ? 0 : mark->end);
    }
    if (store->head.clean && !goes_on) {
        return ASHLAR_STATE_CLOSED;
    }
    bool same_boot =
        store->has_boot && store->head.boot_high == store->boot_high && store->head.boot_low == store->boot_low;
    // A writer in another container, or on a system without boot ids, has another id than this process.
    return same_boot || ashlar_i_is_written_elsewhere(store) ? ASHLAR_STATE_LIVE : ASHLAR_STATE_LOST_POWER;
}

static void ashlar_i_count_again(const ashlar_store *store, ashlar_i_link *link) {
    link->count = ashlar_i_min(ashlar_i_max(ashlar_i_word(store, link->chunk, ASHLAR_I_COUNT_WORD), 0), link->capacity);
}

static bool ashlar_i_push(ashlar_i_vector *links, const ashlar_i_link *link) {
    ashlar_i_link *added = (ashlar_i_link *) ashlar_i_add(links, sizeof *added);
    if (added != NULL) {
        *added = *link;
    }
    return added != NULL;
}

// Follows `next` from the last link, up to the ordinal `until` (exclusive; -1 to the end). torn: whether the last one
// has a successor that cannot be read and was not retired.
static ashlar_code ashlar_i_follow(ashlar_store *store, ashlar_i_vector *found, int64_t until, bool *torn,
                                   ashlar_error *error) {
    while (found->count > 0) {
        ashlar_i_link *last = (ashlar_i_link *) found->items + found->count - 1;
        ashlar_i_link following;
        if (until >= 0 && last->ordinal + 1 >= until) {
            break;
        }
        int64_t next = ashlar_i_word(store, last->chunk, ASHLAR_I_NEXT_WORD);
        if (next == 0) {
            break;
        }
        ashlar_code code = ashlar_i_map_extents(store, 0, error);
        if (code != ASHLAR_OK) {
            return code;
        }
        bool whole = next > 0 && ashlar_i_has_chunk(store, next - 1) && ashlar_i_link_of(store, next - 1, &following);
        if (!whole || following.container != last->container || following.ordinal != last->ordinal + 1) {
            *torn = until < 0 && ashlar_i_word(store, last->chunk, ASHLAR_I_RETIRED_WORD) == 0 &&
                    ashlar_i_word(store, last->chunk, ASHLAR_I_EPOCH_WORD) == last->epoch;
            break;
        }
        // Its entry may have been read before the chunk was full and had a successor.
        ashlar_i_count_again(store, last);
        if (!ashlar_i_push(found, &following)) {
            return ashlar_i_no_memory(error);
        }
    }
    return ASHLAR_OK;
}

static bool ashlar_i_is_gone(const ashlar_store *store, const ashlar_i_link *link, const ashlar_i_mark *mark,
                             int64_t pinned) {
    int64_t retired = ashlar_i_word(store, link->chunk, ASHLAR_I_RETIRED_WORD);
    if (ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) > link->epoch) {
        return true;
    }
    if (retired == 0) {
        return false;
    }
    if (store->state == ASHLAR_STATE_CLOSED) {
        return mark != NULL && link->first + link->count <= mark->first;
    }
    return pinned < 0 || retired <= pinned;
}

// Chunks are retired in order, perhaps while the directory is read. So the retirement marks are read again, in order,
// until none is found after a chunk without one. A mark that stays there is damaged: the chunk's rows count.
static size_t ashlar_i_first_kept(const ashlar_store *store, const ashlar_i_vector *found, const ashlar_i_mark *mark,
                                  int64_t pinned) {
    const ashlar_i_link *links = (const ashlar_i_link *) found->items;
    size_t first = 0;
    for (int round = 0; round < 100; round++) {
        bool kept = false;
        bool again = false;
        first = found->count;
        for (size_t i = 0; i < found->count; i++) {
            bool gone = ashlar_i_is_gone(store, &links[i], mark, pinned);
            if (!gone && !kept) {
                kept = true;
                first = i;
            }
            again |= gone && kept;
        }
        if (!again) {
            break;
        }
    }
    return first;
}

// The links as a durable mark bounds them; the row counts follow from where the next chunk begins.
static bool ashlar_i_cut(const ashlar_i_link *links, size_t count, const ashlar_i_mark *mark, bool journal,
                         ashlar_i_vector *found) {
    ashlar_i_vector kept = {NULL, 0, 0};
    bool fine = true;
    int64_t first = mark == NULL ? 0 : mark->first;
    int64_t end = mark == NULL ? 0 : mark->whole;
    for (size_t i = 0; i < count && fine; i++) {
        bool wanted = links[i].first + links[i].capacity > first;
        if (journal) {
            fine = !wanted || ashlar_i_push(found, &links[i]);
        } else if (links[i].first < end && (links[i].first >= first || wanted)) {
            fine = ashlar_i_push(&kept, &links[i]);
        }
    }
    for (size_t i = 0; i < kept.count && fine; i++) {
        ashlar_i_link link = ((ashlar_i_link *) kept.items)[i];
        int64_t next = i + 1 < kept.count ? ((ashlar_i_link *) kept.items)[i + 1].first : end;
        link.count = ashlar_i_max(0, ashlar_i_min(next - link.first, link.capacity));
        fine = link.first + link.count <= first || ashlar_i_push(found, &link);
    }
    ashlar_i_vector_free(&kept);
    return fine;
}

// ============================================================================================= implementation: commits

#define ASHLAR_I_COMMIT_PAIRS 28
#define ASHLAR_I_COMMIT_BYTES 64
#define ASHLAR_I_COMMITS_BEGIN 512

// A record of the rows committed to a chunk after the last durable checkpoint. container: 0 if there is none.
typedef struct ashlar_i_commit {
    uint32_t container;
    uint32_t checksum; // of the rows
    int64_t chunk;
    int64_t epoch;
    int64_t from;
    int64_t end;
} ashlar_i_commit;

static ashlar_i_commit ashlar_i_commit_at(const ashlar_store *store, size_t extent, size_t place) {
    uint8_t bytes[ASHLAR_I_COMMIT_BYTES];
    ashlar_i_commit commit;
    memset(&commit, 0, sizeof commit);
    const uint8_t *memory = ((ashlar_i_extent *) store->extents.items)[extent].memory;
    if (memory == NULL) {
        return commit;
    }
    memcpy(bytes, memory + ASHLAR_I_COMMITS_BEGIN + place * ASHLAR_I_COMMIT_BYTES, sizeof bytes);
    int64_t chunk = (int64_t) ashlar_i_i32(bytes + 24);
    if (ashlar_crc32c(0, bytes + 4, sizeof bytes - 4) == ashlar_i_u32(bytes) && chunk >= 0 &&
        chunk / store->head.extent_chunks == (int64_t) extent && ashlar_i_i64(bytes + 8) == store->head.generation) {
        commit.container = ashlar_i_u32(bytes + 4);
        commit.epoch = ashlar_i_i64(bytes + 16);
        commit.chunk = chunk;
        commit.checksum = ashlar_i_u32(bytes + 28);
        commit.from = ashlar_i_i64(bytes + 32);
        commit.end = ashlar_i_i64(bytes + 40);
    }
    return commit;
}

// Whether the rows of a commit have reached the disk.
static bool ashlar_i_commit_whole(const ashlar_store *store, const ashlar_i_scan *scan, const ashlar_i_commit *commit) {
    size_t count;
    const ashlar_i_link *links = ashlar_i_links_of(scan, commit->container, &count);
    for (size_t i = 0; i < count; i++) {
        const ashlar_i_link *link = &links[i];
        if (link->chunk == commit->chunk && link->epoch == commit->epoch) {
            return commit->from >= link->first && commit->end > commit->from &&
                   commit->end - link->first <= link->capacity &&
                   ashlar_crc32c(0, ashlar_i_chunk(store, link->chunk) + (commit->from - link->first) * link->stride,
                                 (size_t) ((commit->end - commit->from) * link->stride)) == commit->checksum;
        }
    }
    return false;
}

// Advances the marks of the last durable checkpoint by the commits after it.
static void ashlar_i_continue(ashlar_store *store, const ashlar_i_scan *scan) {
    bool again = true;
    while (again) {
        again = false;
        for (size_t i = 0; i < store->extents.count * ASHLAR_I_COMMIT_PAIRS; i++) {
            size_t pair = i % ASHLAR_I_COMMIT_PAIRS;
            ashlar_i_commit one = ashlar_i_commit_at(store, i / ASHLAR_I_COMMIT_PAIRS, pair);
            ashlar_i_commit two = ashlar_i_commit_at(store, i / ASHLAR_I_COMMIT_PAIRS, pair + ASHLAR_I_COMMIT_PAIRS);
            const ashlar_i_commit *newer = two.container == 0 || (one.container != 0 && one.end > two.end) ? &one : &two;
            const ashlar_i_commit *older = newer == &one ? &two : &one;
            ashlar_i_mark *mark = (ashlar_i_mark *) ashlar_i_mark_of(&store->head, newer->container);
            bool damaged = mark != NULL && mark->whole != mark->end;
            if (newer->container == 0 || mark == NULL || (newer->from != mark->end && !damaged) ||
                newer->end <= mark->end) {
                continue;
            }
            int64_t end = mark->end;
            if (ashlar_i_commit_whole(store, scan, newer)) {
                end = newer->end;
            } else if (older->container != 0 && older->end > end) {
                // The sync of the older one had ended before the newer one was written.
                damaged = damaged || !ashlar_i_commit_whole(store, scan, older);
                end = older->end;
            }
            again = again || end > mark->end;
            mark->whole = damaged ? mark->whole : end;
            mark->end = end;
        }
    }
    store->durable = store->head;
}

// If rows are missing before the first chunk of a live store: the current first row of the container. Chunks that were
// reused before their entries were read were retired in an earlier checkpoint, so the head is read again.
static ashlar_code ashlar_i_gap(ashlar_store *store, uint32_t container, ashlar_i_chain *chain, bool *gap,
                                ashlar_error *error) {
    ashlar_i_checkpoint *now = (ashlar_i_checkpoint *) malloc(2 * sizeof *now);
    ashlar_code code = now == NULL ? ashlar_i_no_memory(error) : ashlar_i_read_head(store, &now[0], &now[1], error);
    const ashlar_i_mark *mark = code == ASHLAR_OK ? ashlar_i_mark_of(&now[0], container) : NULL;
    if (mark != NULL && mark->first < chain->first) {
        chain->first = mark->first;
        *gap = true;
    }
    free(now);
    return code;
}

// The part of a container that counts in the store's state.
//
// gap: set if rows are missing before its first chunk
static ashlar_code ashlar_i_chain_of(ashlar_store *store, const ashlar_i_container *container,
                                     const ashlar_i_scan *scan, int64_t pinned, ashlar_i_chain *chain, bool *gap,
                                     ashlar_error *error) {
    size_t count;
    const ashlar_i_link *links = ashlar_i_links_of(scan, container->shown.id, &count);
    const ashlar_i_mark *mark = ashlar_i_mark_of(&store->head, container->shown.id);
    bool journal = container->shown.kind == ASHLAR_JOURNAL;
    ashlar_i_vector found = {NULL, 0, 0};
    ashlar_code code = ASHLAR_OK;
    bool torn = false;
    bool behind = false; // whether the chunk before the first one was retired
    memset(chain, 0, sizeof *chain);
    if (store->state == ASHLAR_STATE_LOST_POWER) {
        const ashlar_i_checkpoint *least = store->durable.found ? &store->durable : &store->head;
        if (!ashlar_i_cut(links, count, ashlar_i_mark_of(least, container->shown.id), journal, &found)) {
            code = ashlar_i_no_memory(error);
        }
    } else {
        for (size_t i = 0; i < count && code == ASHLAR_OK; i++) {
            code = ashlar_i_follow(store, &found, links[i].ordinal, &torn, error);
            if (code == ASHLAR_OK && found.count > 0) {
                ashlar_i_count_again(store, (ashlar_i_link *) found.items + found.count - 1);
            }
            if (code == ASHLAR_OK && !ashlar_i_push(&found, &links[i])) {
                code = ashlar_i_no_memory(error);
            }
        }
        code = code == ASHLAR_OK ? ashlar_i_follow(store, &found, -1, &torn, error) : code;
        if (code == ASHLAR_OK && found.count > 0) {
            ashlar_i_count_again(store, (ashlar_i_link *) found.items + found.count - 1);
        }
        size_t first = ashlar_i_first_kept(store, &found, mark, pinned);
        if (first > 0 && first < found.count) {
            const ashlar_i_link *kept = (const ashlar_i_link *) found.items + first;
            behind = kept[-1].ordinal + 1 >= kept->ordinal;
        }
        if (first > 0) {
            memmove(found.items, (ashlar_i_link *) found.items + first,
                    (found.count - first) * sizeof(ashlar_i_link));
            found.count -= first;
        }
    }
    if (code != ASHLAR_OK) {
        ashlar_i_vector_free(&found);
        return code;
    }
    chain->links = (ashlar_i_link *) found.items;
    chain->count = found.count;
    for (size_t i = 0; i + 1 < chain->count; i++) {
        ashlar_i_link *link = &chain->links[i];
        const ashlar_i_link *next = link + 1;
        if (!journal) {
            link->count = ashlar_i_max(0, ashlar_i_min(link->count, next->first - link->first));
        } else if (next->ordinal == link->ordinal + 1) {
            link->count = ashlar_i_min(next->block_length, link->capacity);
        }
    }
    if (chain->count > 0) {
        const ashlar_i_link *last = &chain->links[chain->count - 1];
        chain->first = chain->links[0].first;
        chain->end = last->first + last->count + (torn ? 1 : 0);
    }
    if (mark != NULL) {
        if (chain->count == 0 || (chain->first > mark->first && store->state != ASHLAR_STATE_LIVE)) {
            chain->first = mark->first;
        } else if (chain->first > mark->first && !behind) {
            code = ashlar_i_gap(store, container->shown.id, chain, gap, error);
        }
        if (!journal) {
            chain->end = ashlar_i_max(chain->end, mark->end);
        }
    }
    return code;
}

// Finds the chunks of all containers. Changes nothing if it fails.
//
// scan: replaced where the directory is read again
static ashlar_code ashlar_i_build(ashlar_store *store, ashlar_i_scan *scan, int64_t pinned, bool *changed,
                                  ashlar_error *error) {
    size_t count = store->containers.count;
    ashlar_i_chain *chains = (ashlar_i_chain *) calloc(count + 1, sizeof *chains);
    ashlar_code code = chains == NULL ? ashlar_i_no_memory(error) : ASHLAR_OK;
    bool gap = true;
    for (int attempt = 1; gap && code == ASHLAR_OK; attempt++) {
        gap = false;
        // In the reverse order of the catalog: groups before their parents, and tables before their journal. What is
        // read later has everything that belongs to what was read before.
        for (size_t i = count; i-- > 0 && code == ASHLAR_OK;) {
            free(chains[i].links);
            code = ashlar_i_chain_of(store, ((ashlar_i_container **) store->containers.items)[i], scan, pinned,
                                     &chains[i], &gap, error);
        }
        if (attempt == 3) {
            break;
        }
        if (gap && code == ASHLAR_OK) {
            // The writer may have used a chunk that the scan had passed. A damaged chunk fails in the next scan, too.
            ashlar_i_scan_free(scan);
            code = ashlar_i_scan_of(store, scan, error);
        }
    }
    for (size_t i = 0; i < count && chains != NULL; i++) {
        ashlar_i_container *container = ((ashlar_i_container **) store->containers.items)[i];
        if (code == ASHLAR_OK) {
            *changed |= container->shown.first != chains[i].first || container->shown.end != chains[i].end;
            free(container->chain.links);
            container->chain = chains[i];
            container->shown.first = chains[i].first;
            container->shown.end = chains[i].end;
        } else {
            free(chains[i].links);
        }
    }
    store->container_count = code == ASHLAR_OK ? count : store->container_count;
    free(chains);
    return code;
}

// ===================================================================================== implementation: opening a store

static bool ashlar_i_boot_id(uint64_t *high, uint64_t *low) {
    char text[64];
    uint64_t halves[2] = {0, 0};
    int digits = 0;
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (fd >= 0) {
        close(fd);
    }
    for (ssize_t i = 0; i < length && digits < 32; i++) {
        const char *hex = "0123456789abcdef";
        const char *digit = text[i] == '\0' ? NULL : strchr(hex, text[i]);
        if (digit != NULL) {
            halves[digits / 16] = halves[digits / 16] << 4 | (uint64_t) (digit - hex);
            digits++;
        }
    }
    *high = halves[0];
    *low = halves[1];
    return digits == 32;
}

static void ashlar_i_release(ashlar_store *store) {
    ashlar_i_live_close(store);
    for (size_t i = 0; i < store->extents.count; i++) {
        ashlar_i_extent *extent = (ashlar_i_extent *) store->extents.items + i;
        if (extent->memory != NULL) {
            munmap(extent->memory, (size_t) store->extent_bytes);
        }
        free(extent->verified);
    }
    for (size_t i = 0; i < store->containers.count; i++) {
        free(((ashlar_i_container **) store->containers.items)[i]->chain.links);
    }
    for (size_t i = 0; i < store->schemas.count; i++) {
        ashlar_schema_free(((ashlar_i_known_schema *) store->schemas.items)[i].schema);
    }
    ashlar_i_vector_free(&store->extents);
    ashlar_i_vector_free(&store->containers);
    ashlar_i_vector_free(&store->schemas);
    ashlar_i_vector_free(&store->problems);
    ashlar_i_vector_free(&store->damaged);
    ashlar_i_arena_free(&store->arena);
    store->container_count = 0;
    store->catalog_bytes = 0;
}

// again: whether a writer recovered the store meanwhile
static ashlar_code ashlar_i_open_once(ashlar_store *store, bool read_only, bool *again, ashlar_error *error) {
    ashlar_i_scan scan;
    bool changed = false;
    ashlar_code code = ashlar_i_read_head(store, &store->head, &store->durable, error);
    if (code != ASHLAR_OK) {
        return code;
    }
    int64_t entries = store->head.extent_chunks * ASHLAR_I_ENTRY_BYTES;
    store->begin = ASHLAR_I_PAGE + (entries + ASHLAR_I_PAGE - 1) / ASHLAR_I_PAGE * ASHLAR_I_PAGE;
    store->extent_bytes = store->begin + store->head.extent_chunks * store->head.chunk_bytes;
    store->process = getpid();
    if (!read_only) {
        ashlar_i_live_open(store);
    }
    if (store->live == NULL) {
        ashlar_i_share(store);
    }
    store->pinned = ashlar_i_pin(store, -1);
    code = ashlar_i_map_extents(store, store->head.extents, error);
    code = code == ASHLAR_OK ? ashlar_i_read_catalog(store, store->head.catalog_bytes, error) : code;
    code = code == ASHLAR_OK ? ashlar_i_scan_of(store, &scan, error) : code;
    if (code != ASHLAR_OK) {
        return code;
    }
    store->state = ashlar_i_state_now(store, &scan);
    if (store->state == ASHLAR_STATE_LOST_POWER) {
        ashlar_i_continue(store, &scan);
    }
    code = ashlar_i_build(store, &scan, store->pinned, &changed, error);
    store->damaged = scan.damaged;
    ashlar_i_vector_free(&scan.links);
    if (code == ASHLAR_OK && store->state == ASHLAR_STATE_LOST_POWER) {
        int64_t generation = store->head.generation;
        ashlar_i_checkpoint *now = (ashlar_i_checkpoint *) malloc(2 * sizeof *now);
        code = now == NULL ? ashlar_i_no_memory(error) : ashlar_i_read_head(store, &now[0], &now[1], error);
        *again = code == ASHLAR_OK && now[0].generation != generation;
        free(now);
    }
    return code;
}

ashlar_code ashlar_open(const char *path, const ashlar_options *options, ashlar_store **store, ashlar_error *error) {
    ashlar_error own;
    ashlar_error *said = error != NULL ? error : &own;
    char head[ASHLAR_I_PATH_BYTES];
    ashlar_i_no_error(said);
    *store = NULL;
    ashlar_store *opened = (ashlar_store *) calloc(1, sizeof *opened);
    char *real = opened == NULL ? NULL : realpath(path, NULL);
    ashlar_code code = opened == NULL ? ashlar_i_no_memory(said) : ASHLAR_OK;
    if (code == ASHLAR_OK && real == NULL) {
        code = ashlar_i_system(said, "no store", path);
    } else if (code == ASHLAR_OK && strlen(real) >= ASHLAR_I_PATH_BYTES - 64) {
        code = ashlar_i_fail(said, ASHLAR_MISUSE, "path too long (%.200s…)", path);
    }
    if (code == ASHLAR_OK) {
        memcpy(opened->path, real, strlen(real) + 1);
        if (ashlar_i_path(head, real, "store.head", said) != ASHLAR_OK || access(head, F_OK) != 0) {
            code = ashlar_i_fail(said, ASHLAR_NOT_A_STORE, "no store: store.head is missing (%.400s)", real);
        }
    }
    free(real);
    if (code == ASHLAR_OK) {
        opened->has_boot = options != NULL && options->has_boot;
        if (opened->has_boot) {
            opened->boot_high = options->boot_high;
            opened->boot_low = options->boot_low;
        } else {
            opened->has_boot = ashlar_i_boot_id(&opened->boot_high, &opened->boot_low);
        }
        opened->slot = -1;
        bool again = true;
        for (int attempt = 0; attempt < 5 && again && code == ASHLAR_OK; attempt++) {
            again = false;
            code = ashlar_i_open_once(opened, options != NULL && options->read_only, &again, said);
            if (again) {
                ashlar_i_release(opened);
            }
        }
        if (code == ASHLAR_OK && again) {
            code = ashlar_i_fail(said, ASHLAR_BUSY, "a writer recovered the store at each attempt: attempts=5 (%.400s)",
                                 path);
        }
    }
    if (code != ASHLAR_OK) {
        ashlar_close(opened);
        return code;
    }
    *store = opened;
    return ASHLAR_OK;
}

void ashlar_close(ashlar_store *store) {
    if (store != NULL) {
        ashlar_i_release(store);
        free(store);
    }
}

ashlar_code ashlar_refresh(ashlar_store *store, bool *changed, ashlar_error *error) {
    bool any = false;
    ashlar_i_scan scan;
    ashlar_i_no_error(error);
    if (changed != NULL) {
        *changed = false;
    }
    if (store->state == ASHLAR_STATE_LOST_POWER) {
        return ASHLAR_OK;
    }
    if (store->live != NULL && store->process != getpid()) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "opened before fork: open it again (%.400s)", store->path);
    }
    ashlar_i_checkpoint *heads = (ashlar_i_checkpoint *) malloc(4 * sizeof *heads);
    if (heads == NULL) {
        return ashlar_i_no_memory(error);
    }
    heads[2] = store->head;
    heads[3] = store->durable;
    ashlar_state state = store->state;
    int64_t pinned = ashlar_i_pin(store, store->pinned);
    ashlar_code code = ashlar_i_map_extents(store, 0, error);
    code = code == ASHLAR_OK ? ashlar_i_read_catalog(store, 0, error) : code;
    code = code == ASHLAR_OK ? ashlar_i_read_head(store, &heads[0], &heads[1], error) : code;
    if (code == ASHLAR_OK && (heads[0].id_high != store->head.id_high || heads[0].id_low != store->head.id_low ||
                              heads[0].chunk_bytes != store->head.chunk_bytes ||
                              heads[0].extent_chunks != store->head.extent_chunks)) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "store was replaced by another one since it was opened (%.400s)",
                             store->path);
    }
    code = code == ASHLAR_OK ? ashlar_i_scan_of(store, &scan, error) : code;
    if (code == ASHLAR_OK) {
        store->head = heads[0];
        store->durable = heads[1];
        store->state = ashlar_i_state_now(store, &scan);
        store->state = store->state == ASHLAR_STATE_LOST_POWER ? ASHLAR_STATE_LIVE : store->state;
        code = ashlar_i_build(store, &scan, pinned, &any, error);
        if (code != ASHLAR_OK) {
            store->head = heads[2];
            store->durable = heads[3];
            store->state = state;
            ashlar_i_scan_free(&scan);
        } else {
            ashlar_i_vector_free(&store->damaged);
            store->damaged = scan.damaged;
            ashlar_i_vector_free(&scan.links);
            store->shown++;
            store->pinned = pinned;
        }
    }
    if (store->live != NULL) {
        ashlar_i_pin_store(store, store->pinned);
    }
    free(heads);
    if (changed != NULL) {
        *changed = any;
    }
    return code;
}

ashlar_state ashlar_state_of(const ashlar_store *store) {
    return store->state;
}

bool ashlar_is_pinned(const ashlar_store *store) {
    return store->live != NULL;
}

const char *ashlar_problem(ashlar_store *store, size_t index) {
    static const char *const faults[] = {"",        "extent is missing",
                                         "extent is truncated", "header of the extent is damaged",
                                         "extent of a later format",
                                         "extent belongs to another store or has another index",
                                         "extent cannot be read"};
    if (index < store->problems.count) {
        return ((char **) store->problems.items)[index];
    }
    index -= store->problems.count;
    for (size_t i = 0; i < store->schemas.count; i++) {
        const ashlar_i_known_schema *known = (const ashlar_i_known_schema *) store->schemas.items + i;
        if (known->schema == NULL && index-- == 0) {
            return known->problem;
        }
    }
    for (size_t i = 0; i < store->extents.count; i++) {
        ashlar_i_fault fault = ((ashlar_i_extent *) store->extents.items)[i].fault;
        if (fault != ASHLAR_I_SOUND && index-- == 0) {
            snprintf(store->problem, sizeof store->problem, "%s (%s/extents/%04zu.ext)", faults[fault], store->path, i);
            return store->problem;
        }
    }
    if (index < store->damaged.count) {
        int64_t chunk = ((int64_t *) store->damaged.items)[index];
        snprintf(store->problem, sizeof store->problem, "entry of a chunk is damaged: chunk=%lld, offset=%lld (%s/extents/%04lld.ext)",
                 (long long) chunk,
                 (long long) (ASHLAR_I_PAGE + chunk % store->head.extent_chunks * ASHLAR_I_ENTRY_BYTES), store->path,
                 (long long) (chunk / store->head.extent_chunks));
        return store->problem;
    }
    return NULL;
}

const ashlar_container *ashlar_container_at(const ashlar_store *store, size_t index) {
    return index < store->container_count ? &((ashlar_i_container **) store->containers.items)[index]->shown : NULL;
}

const ashlar_container *ashlar_find(const ashlar_store *store, ashlar_kind kind, const char *name) {
    for (size_t i = 0; i < store->container_count; i++) {
        const ashlar_container *container = ashlar_container_at(store, i);
        if (container->kind == kind && strcmp(container->name, name) == 0) {
            return container;
        }
    }
    return NULL;
}

static ashlar_i_container *ashlar_i_of(const ashlar_container *container) {
    return (ashlar_i_container *) (uintptr_t) container;
}

ashlar_code ashlar_schema_of(const ashlar_container *container, const ashlar_schema **schema, ashlar_error *error) {
    const ashlar_i_container *of = ashlar_i_of(container);
    const ashlar_i_known_schema *known = ashlar_i_known(of->store, of->schema);
    ashlar_i_no_error(error);
    *schema = known == NULL ? NULL : known->schema;
    return *schema != NULL ? ASHLAR_OK
                           : ashlar_i_fail(error, ASHLAR_SCHEMA, "schema cannot be read: container=%.100s, schema=%d: %s",
                                           container->name, of->schema,
                                           known == NULL ? "its record is missing" : known->problem);
}

ashlar_code ashlar_layout_of(const ashlar_container *container, const ashlar_block **block, ashlar_error *error) {
    const ashlar_schema *schema;
    *block = NULL;
    ashlar_code code = ashlar_schema_of(container, &schema, error);
    if (code == ASHLAR_OK) {
        *block = ashlar_block_of(schema, container->path);
        if (*block == NULL) {
            code = ashlar_i_fail(error, ASHLAR_SCHEMA, "no such block: container=%.100s, path=%.200s, schemaId=%d",
                                 container->name, container->path, schema->id);
        }
    }
    return code;
}

// ====================================================================================== implementation: seals and rows

typedef struct ashlar_i_seal {
    bool found;
    uint64_t sums; // of seal and footer, as they are in the entry
    int64_t rows;
    uint64_t min_time;
    uint64_t max_time;
    const uint8_t *checksums; // in the footer
    int64_t pieces;
} ashlar_i_seal;

static int64_t ashlar_i_end_of(const ashlar_i_link *link) {
    return link->first + link->count;
}

// Whether a chunk still has a seal that it had. The next writer of a closed store removes the seal of a last chunk,
// then overwrites the footer. An epoch that has decreased is damage; it does not mean that the seal was removed.
static bool ashlar_i_is_sealed(const ashlar_store *store, const ashlar_i_link *link, const ashlar_i_seal *seal) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    const uint8_t *entry = ashlar_i_entry(store, link->chunk);
    int64_t epoch = ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD);
    return epoch < link->epoch || (epoch == link->epoch && ashlar_i_peek(entry + 88) == seal->sums &&
                                   (int64_t) ashlar_i_peek(entry + 96) == seal->rows);
}

// The seal of exactly these rows in a copy of the chunk's entry.
static ashlar_code ashlar_i_seal_in(const uint8_t *entry, const ashlar_store *store, const ashlar_i_link *link,
                                    const char *name, bool last, ashlar_i_seal *seal, ashlar_error *error) {
    memset(seal, 0, sizeof *seal);
    int64_t sealed = ashlar_i_i64(entry + 96);
    if (sealed == 0) {
        return ASHLAR_OK;
    }
    if (store->state == ASHLAR_STATE_LOST_POWER &&
        (ashlar_i_i64(entry + 120) > store->head.generation || (last && link->count < link->capacity))) {
        return ASHLAR_OK;
    }
    uint32_t checksum = ashlar_crc32c(ashlar_crc32c(0, entry + 32, 8), entry + 92, 36);
    if (checksum != ashlar_i_u32(entry + 88)) {
        return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link), "seal differs from its checksum");
    }
    if (sealed < link->count) {
        return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link),
                             "seal covers fewer rows than are committed");
    }
    if (sealed != link->count) {
        return ASHLAR_OK;
    }
    const uint8_t *footer = ashlar_i_chunk(store, link->chunk) + store->head.chunk_bytes - link->footer;
    int64_t pieces = (sealed * link->stride + ASHLAR_I_PIECE - 1) / ASHLAR_I_PIECE;
    bool whole = link->footer >= 16 && memcmp(footer, "ASHF", 4) == 0;
    if (whole) {
        int64_t zones = ashlar_i_u32(footer + 8);
        int64_t checksums = ashlar_i_u32(footer + 12);
        int64_t length = 16 + zones * 32 + checksums * 4;
        whole = length <= link->footer && checksums == pieces &&
                ashlar_crc32c(0, footer, (size_t) length) == ashlar_i_u32(entry + 92);
        seal->checksums = footer + 16 + zones * 32;
    }
    if (!whole) {
        return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link), "footer differs from its checksum");
    }
    seal->found = true;
    seal->sums = ashlar_i_u64(entry + 88);
    seal->rows = sealed;
    seal->pieces = pieces;
    seal->min_time = ashlar_i_u64(entry + 104);
    seal->max_time = ashlar_i_u64(entry + 112);
    return ASHLAR_OK;
}

// The seal of exactly these rows; not found if there is none, or it does not apply.
static ashlar_code ashlar_i_seal_of(const ashlar_store *store, const ashlar_i_link *link, const char *name, bool last,
                                    ashlar_i_seal *seal, ashlar_error *error) {
    uint8_t entry[ASHLAR_I_ENTRY_BYTES];
    uint8_t again[ASHLAR_I_ENTRY_BYTES];
    for (int attempt = 1;; attempt++) {
        ashlar_i_copy_out(entry, ashlar_i_entry(store, link->chunk), sizeof entry);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        ashlar_code code = ashlar_i_seal_in(entry, store, link, name, last, seal, error);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        ashlar_i_copy_out(again, ashlar_i_entry(store, link->chunk), sizeof again);
        // The writer stores or removes a seal at most once while it is read.
        if (attempt == 3 || memcmp(entry, again, sizeof entry) == 0) {
            return code;
        }
    }
}

// Compares rows with their checksums, or with the order of their messages where there are none.
static ashlar_code ashlar_i_check_rows(const ashlar_store *store, const ashlar_i_container *container,
                                       const ashlar_i_link *link, const ashlar_i_seal *seal, const uint8_t *rows,
                                       ashlar_error *error) {
    int64_t end = ashlar_i_end_of(link);
    if (seal->found) {
        ashlar_i_verified *verified =
            &ashlar_i_extent_of(store, link->chunk)->verified[link->chunk % store->head.extent_chunks];
        if (verified->epoch == link->epoch && verified->rows == link->count) {
            return ASHLAR_OK;
        }
        int64_t length = link->count * link->stride;
        for (int64_t piece = 0; piece < seal->pieces; piece++) {
            int64_t at = piece * ASHLAR_I_PIECE;
            size_t bytes = (size_t) ashlar_i_min(ASHLAR_I_PIECE, length - at);
            if (ashlar_crc32c(0, rows + at, bytes) != ashlar_i_u32(seal->checksums + piece * 4)) {
                int64_t after = (at + ASHLAR_I_PIECE + link->stride - 1) / link->stride;
                return ashlar_i_lost(error, container->shown.name, link->first + at / link->stride,
                                     ashlar_i_min(end, link->first + after), "rows differ from their checksum");
            }
        }
        verified->epoch = link->epoch;
        verified->rows = link->count;
        return ASHLAR_OK;
    }
    if (container->shown.source != 0 && link->prefix != 0) {
        for (int64_t row = 1; row < link->count; row++) {
            const uint8_t *at = rows + row * link->stride;
            int64_t before = ashlar_i_i64(at - link->stride);
            int64_t now = ashlar_i_i64(at);
            if (now < before || (now == before && link->prefix == 16)) {
                return ashlar_i_lost(error, container->shown.name, link->first + row, end,
                                     "rows are not in the order of their messages");
            }
        }
    }
    return ASHLAR_OK;
}

static bool ashlar_i_is_layout(const ashlar_i_link *link, int32_t prefix) {
    return link->prefix == prefix && (prefix == 0 || prefix == 8 || prefix == 16) &&
           (int64_t) prefix + link->block_length <= link->stride;
}

struct ashlar_chunks {
    ashlar_i_container *container;
    uint64_t shown;
    size_t next;      // link
    int64_t row;      // rows before it are skipped
    int64_t expected; // one after the last row that was returned or reported
    uint8_t *copy;    // of rows that cannot be pinned
    const ashlar_i_link *returned; // the last chunk, if it is sealed and was not copied
    ashlar_i_seal seal;            // of that chunk
};

static ashlar_code ashlar_i_stale(ashlar_error *error) {
    return ashlar_i_fail(error, ASHLAR_MISUSE, "iterator from before ashlar_refresh: open it again");
}

// Whether frames of the table's journal are not rows yet, after a loss of power.
static ashlar_code ashlar_i_require_split(const ashlar_i_container *table, ashlar_error *error) {
    const ashlar_store *store = table->store;
    const ashlar_i_container *journal = ashlar_i_container_of(store, table->shown.source);
    ashlar_messages *messages;
    ashlar_message message;
    ashlar_error ignored;
    if (store->state != ASHLAR_STATE_LOST_POWER || journal == NULL || journal->shown.kind != ASHLAR_JOURNAL) {
        return ASHLAR_OK;
    }
    const ashlar_i_mark *mark = ashlar_i_mark_of(&store->head, journal->shown.id);
    int64_t end = mark == NULL ? 0 : mark->end;
    ashlar_code code = ashlar_messages_open(&journal->shown, end, &messages, error);
    if (code != ASHLAR_OK) {
        return code;
    }
    code = ashlar_messages_next(messages, &message, &ignored);
    ashlar_messages_close(messages);
    if (code == ASHLAR_END) {
        return ASHLAR_OK;
    }
    return ashlar_i_fail(error, ASHLAR_RECOVERY_NEEDED,
                         "the machine lost power, and messages after position %lld of %.100s are not in %.100s yet: open "
                         "the store for writing once, or read the messages (%.200s)",
                         (long long) end, journal->shown.name, table->shown.name, store->path);
}

// Opens an iterator even if the last messages of the table's journal are not rows yet.
static ashlar_code ashlar_i_chunks_open(ashlar_i_container *container, int64_t first_row, ashlar_chunks **chunks,
                                        ashlar_error *error) {
    *chunks = NULL;
    ashlar_chunks *opened = (ashlar_chunks *) calloc(1, sizeof *opened);
    if (opened == NULL) {
        return ashlar_i_no_memory(error);
    }
    opened->container = container;
    opened->shown = container->store->shown;
    opened->row = ashlar_i_max(0, first_row);
    opened->expected = ashlar_i_max(container->chain.first, ashlar_i_min(opened->row, container->chain.end));
    *chunks = opened;
    return ASHLAR_OK;
}

ashlar_code ashlar_chunks_open(const ashlar_container *table, int64_t first_row, ashlar_chunks **chunks,
                               ashlar_error *error) {
    ashlar_i_no_error(error);
    *chunks = NULL;
    if (table->kind != ASHLAR_TABLE) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "not a table: name=%.100s, kind=%d", table->name, (int) table->kind);
    }
    ashlar_code code = ashlar_i_require_split(ashlar_i_of(table), error);
    return code == ASHLAR_OK ? ashlar_i_chunks_open(ashlar_i_of(table), first_row, chunks, error) : code;
}

// If a file is truncated and regrown under its readers, it reads as zeros from the cut to its end, where the footer is.
static ashlar_code ashlar_i_leave(ashlar_chunks *chunks, ashlar_error *error) {
    const ashlar_store *store = chunks->container->store;
    const ashlar_i_link *link = chunks->returned;
    chunks->returned = NULL;
    if (link == NULL) {
        return ASHLAR_OK;
    }
    const uint8_t *footer = ashlar_i_chunk(store, link->chunk) + store->head.chunk_bytes - link->footer;
    return memcmp(footer, "ASHF", 4) == 0 || !ashlar_i_is_sealed(store, link, &chunks->seal)
               ? ASHLAR_OK
               : ashlar_i_lost(error, chunks->container->shown.name, link->first, ashlar_i_end_of(link),
                               "footer has changed under its readers");
}

static ashlar_code ashlar_i_chunk_rows(ashlar_chunks *chunks, const ashlar_i_link *link, bool last, ashlar_chunk *chunk,
                                       ashlar_error *error) {
    const ashlar_store *store = chunks->container->store;
    const char *name = chunks->container->shown.name;
    const uint8_t *rows = ashlar_i_chunk(store, link->chunk);
    ashlar_i_seal seal;
    if (!ashlar_i_is_layout(link, chunks->container->shown.prefix)) {
        return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link), "layout of the chunk is invalid");
    }
    ashlar_code code = ashlar_i_seal_of(store, link, name, last, &seal, error);
    // This reader has no pin, and after a loss of power a writer may recover the store at any time: copy, then check
    // that the chunk was not reused meanwhile.
    bool copies = store->live == NULL;
    if (code == ASHLAR_OK && copies) {
        size_t length = (size_t) (link->count * link->stride);
        uint8_t *copy = (uint8_t *) realloc(chunks->copy, length + 8);
        if (copy == NULL) {
            return ashlar_i_no_memory(error);
        }
        chunks->copy = copy;
        ashlar_i_copy_out(copy, rows, length);
        rows = copy;
    }
    code = code == ASHLAR_OK ? ashlar_i_check_rows(store, chunks->container, link, &seal, rows, error) : code;
    if (code == ASHLAR_DAMAGED && seal.found && !ashlar_i_is_sealed(store, link, &seal)) {
        // The seal was removed, and its checksums were overwritten. The rows are still there.
        memset(&seal, 0, sizeof seal);
        ashlar_i_no_error(error);
        code = ashlar_i_check_rows(store, chunks->container, link, &seal, rows, error);
    }
    if (copies) {
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) != link->epoch) {
            return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link),
                                 "rows were retired, and this reader cannot pin them");
        }
    }
    if (code != ASHLAR_OK) {
        return code;
    }
    int64_t skipped = ashlar_i_max(0, chunks->row - link->first);
    chunk->base = rows + skipped * link->stride;
    chunk->stride = link->stride;
    chunk->rows = link->count - skipped;
    chunk->first_row = link->first + skipped;
    chunk->prefix = link->prefix;
    chunk->block_length = link->block_length;
    chunk->schema_version = link->version;
    chunk->is_sealed = seal.found;
    chunk->min_time = seal.min_time;
    chunk->max_time = seal.max_time;
    if (seal.found && !copies) {
        chunks->returned = link;
        chunks->seal = seal;
    }
    return ASHLAR_OK;
}

ashlar_code ashlar_chunks_next(ashlar_chunks *chunks, ashlar_chunk *chunk, ashlar_error *error) {
    const ashlar_i_chain *chain = &chunks->container->chain;
    const char *name = chunks->container->shown.name;
    ashlar_i_no_error(error);
    memset(chunk, 0, sizeof *chunk);
    if (chunks->shown != chunks->container->store->shown) {
        return ashlar_i_stale(error);
    }
    ashlar_code code = ashlar_i_leave(chunks, error);
    while (code == ASHLAR_OK && chunks->next < chain->count) {
        const ashlar_i_link *link = &chain->links[chunks->next];
        int64_t expected = chunks->expected;
        int64_t end = ashlar_i_end_of(link);
        if (link->count == 0 || end <= chunks->row) {
            chunks->next++;
            continue;
        }
        if (link->first > expected) {
            chunks->expected = link->first;
            return ashlar_i_lost(error, name, expected, link->first, "rows are missing");
        }
        chunks->next++;
        chunks->expected = ashlar_i_max(expected, end);
        if (link->first < expected && expected > chunks->row) {
            return ashlar_i_lost(error, name, link->first, end, "chunks overlap");
        }
        return ashlar_i_chunk_rows(chunks, link, chunks->next == chain->count, chunk, error);
    }
    if (code == ASHLAR_OK && chunks->expected < chain->end && chunks->row < chain->end) {
        int64_t expected = chunks->expected;
        chunks->expected = chain->end;
        return ashlar_i_lost(error, name, expected, chain->end, "rows are missing");
    }
    return code == ASHLAR_OK ? ASHLAR_END : code;
}

void ashlar_chunks_close(ashlar_chunks *chunks) {
    if (chunks != NULL) {
        free(chunks->copy);
        free(chunks);
    }
}

// ============================================================================================ implementation: messages

#define ASHLAR_I_FRAME_BYTES 32
#define ASHLAR_I_SEARCH_BOUND 64 // bytes that may be checksummed in vain, for each byte of a chunk

struct ashlar_messages {
    ashlar_i_container *journal;
    uint64_t shown;
    int64_t start;    // messages before it are skipped
    size_t link;      // current one
    bool begun;       // whether `offset` and `limit` are those of the current link
    int64_t offset;
    int64_t limit;
    int64_t expected; // position where the current link begins, if nothing is missing
    int64_t reached;  // position after the last frame found
    int64_t left;     // bytes that may still be checksummed to find frames of the current link
    bool ended;
    bool again; // return `ahead` again
    ashlar_message ahead;
    uint8_t *copy;
    size_t copied;
};

ashlar_code ashlar_messages_open(const ashlar_container *journal, int64_t position, ashlar_messages **messages,
                                 ashlar_error *error) {
    ashlar_i_no_error(error);
    *messages = NULL;
    if (journal->kind != ASHLAR_JOURNAL) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "not a journal: name=%.100s, kind=%d", journal->name,
                             (int) journal->kind);
    }
    ashlar_messages *opened = (ashlar_messages *) calloc(1, sizeof *opened);
    if (opened == NULL) {
        return ashlar_i_no_memory(error);
    }
    opened->journal = ashlar_i_of(journal);
    opened->shown = opened->journal->store->shown;
    opened->start = ashlar_i_max(0, position);
    opened->expected = opened->journal->chain.first;
    opened->reached = opened->expected;
    *messages = opened;
    return ASHLAR_OK;
}

void ashlar_messages_close(ashlar_messages *messages) {
    if (messages != NULL) {
        free(messages->copy);
        free(messages);
    }
}

// The whole frame at an offset of a chunk; false if there is none. Its message is in the chunk, or in a copy of it
// where the chunk cannot be pinned.
static bool ashlar_i_frame_at(ashlar_messages *messages, const ashlar_i_link *link, int64_t offset, int64_t limit,
                              ashlar_message *message, int64_t *after) {
    const ashlar_store *store = messages->journal->store;
    const uint8_t *at = ashlar_i_chunk(store, link->chunk) + offset;
    if (offset + ASHLAR_I_FRAME_BYTES > limit) {
        return false;
    }
    int64_t length = (int32_t) ashlar_i_peek32(at);
    if (length < ASHLAR_I_FRAME_BYTES || length > limit - offset) {
        return false;
    }
    if (store->live == NULL) {
        if ((size_t) length + 8 > messages->copied) {
            uint8_t *copy = (uint8_t *) realloc(messages->copy, (size_t) length + 8);
            if (copy == NULL) {
                return false;
            }
            messages->copy = copy;
            messages->copied = (size_t) length + 8;
        }
        ashlar_i_copy_out(messages->copy, at, (size_t) length);
        at = messages->copy;
    }
    int64_t position = link->first + offset;
    uint64_t mixed = store->head.id_low ^ link->container * UINT64_C(0x9e3779b97f4a7c15) ^
                     (uint64_t) link->epoch * UINT64_C(0xc2b2ae3d27d4eb4f) ^ (uint64_t) position;
    uint32_t expected = (uint32_t) (mixed * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    if ((ashlar_crc32c(0, at + 8, (size_t) length - 8) ^ expected) != ashlar_i_u32(at + 4)) {
        return false;
    }
    message->position = position;
    message->time = ashlar_i_u64(at + 8);
    message->sequence = ashlar_i_u64(at + 16);
    message->row = ashlar_i_i64(at + 24);
    message->data = at + ASHLAR_I_FRAME_BYTES;
    message->length = (size_t) (length - ASHLAR_I_FRAME_BYTES);
    *after = offset + (length + 7) / 8 * 8;
    return true;
}

// Continues at the next whole frame of the chunk, or at `limit`, an offset after the current one. A checksum is
// computed wherever there may be a length, so damage that looks like many long frames would take time that is quadratic
// in the size of a chunk. So there is a bound; the rest of the chunk is skipped when it is reached.
static ashlar_code ashlar_i_no_frame(ashlar_messages *messages, const ashlar_i_link *link, int64_t limit,
                                     ashlar_error *error) {
    const ashlar_store *store = messages->journal->store;
    const uint8_t *chunk = ashlar_i_chunk(store, link->chunk);
    ashlar_message ignored;
    int64_t after;
    int64_t from = messages->offset;
    bool gone = ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) != link->epoch;
    int64_t at = gone ? messages->limit : from + 8;
    limit = gone ? messages->limit : limit;
    for (; at < limit && messages->left >= 0; at += 8) {
        int64_t length = (int32_t) ashlar_i_peek32(chunk + at);
        if (length >= ASHLAR_I_FRAME_BYTES && length <= messages->limit - at) {
            messages->left -= length;
            if (messages->left >= 0 && ashlar_i_frame_at(messages, link, at, messages->limit, &ignored, &after)) {
                break;
            }
        }
    }
    messages->offset = messages->left < 0 ? limit : ashlar_i_min(at, limit);
    messages->reached = link->first + messages->offset;
    return ashlar_i_lost(error, messages->journal->shown.name, link->first + from, messages->reached,
                         gone ? "messages were retired, and this reader cannot pin them" : "no whole frame");
}

ashlar_code ashlar_messages_next(ashlar_messages *messages, ashlar_message *message, ashlar_error *error) {
    const ashlar_store *store = messages->journal->store;
    const ashlar_i_chain *chain = &messages->journal->chain;
    const ashlar_i_mark *mark = ashlar_i_mark_of(&store->head, messages->journal->shown.id);
    const char *name = messages->journal->shown.name;
    bool lost = store->state == ASHLAR_STATE_LOST_POWER;
    int64_t durable = mark == NULL ? 0 : mark->end;
    // After the mark, the journal ends before the first missing frame, so no frame there is skipped unread.
    int64_t start = lost ? ashlar_i_min(messages->start, durable) : messages->start;
    ashlar_i_no_error(error);
    if (messages->shown != store->shown) {
        return ashlar_i_stale(error);
    }
    if (messages->again) {
        messages->again = false;
        *message = messages->ahead;
        return ASHLAR_OK;
    }
    while (!messages->ended && messages->link < chain->count) {
        const ashlar_i_link *link = &chain->links[messages->link];
        bool followed = messages->link + 1 < chain->count && link[1].ordinal == link->ordinal + 1;
        if (!messages->begun) {
            if (link->first > messages->expected && link->first > start) {
                int64_t from = ashlar_i_max(messages->expected, start);
                if (lost && link->first > durable) {
                    break; // a chunk may have reached the disk although the previous one has not
                }
                messages->expected = link->first;
                return ashlar_i_lost(error, name, from, link->first, "messages are missing");
            }
            messages->limit = followed || !lost ? link->count : link->capacity;
            messages->left = ASHLAR_I_SEARCH_BOUND * link->capacity;
            messages->expected = link->first + store->head.chunk_bytes;
            messages->reached = followed ? link->first + messages->limit : link->first;
            messages->offset = 0;
            int64_t skipped = start - link->first;
            int64_t after;
            // A whole frame is a boundary, so those before it need not be read.
            if (skipped > 0 && skipped < messages->limit && skipped % 8 == 0 &&
                ashlar_i_frame_at(messages, link, skipped, messages->limit, message, &after)) {
                messages->offset = skipped;
            }
            messages->begun = messages->expected > start;
            if (!messages->begun) {
                messages->link++;
                continue;
            }
        }
        if (messages->offset >= messages->limit) {
            messages->link++;
            messages->begun = false;
            continue;
        }
        int64_t position = link->first + messages->offset;
        // Nothing more was added to the chunk with the mark. Later chunks have the records of the next writer.
        if (lost && mark != NULL && mark->detail == 1 && position >= durable && link->first <= durable &&
            durable < messages->expected) {
            messages->ended = true;
            return ASHLAR_END;
        }
        int64_t after;
        if (!ashlar_i_frame_at(messages, link, messages->offset, messages->limit, message, &after)) {
            // If the chunk was reused meanwhile, it may have had more frames.
            bool gone = store->live == NULL && ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) != link->epoch;
            if (lost && position >= durable && !gone) {
                messages->ended = true;
                return ASHLAR_END;
            }
            // The mark is a boundary, at which the journal ends if no whole frame begins there.
            int64_t marked = (durable - link->first + 7) / 8 * 8;
            return ashlar_i_no_frame(messages, link, lost ? ashlar_i_min(marked, messages->limit) : messages->limit,
                                     error);
        }
        messages->offset = after;
        messages->reached = link->first + after;
        if (position >= messages->start) {
            return ASHLAR_OK;
        }
    }
    int64_t reached = ashlar_i_max(messages->reached, messages->start);
    // Without a loss of power, the readable part also ends after a last chunk whose successor cannot be read.
    int64_t end = lost ? durable : ashlar_i_max(durable, chain->end);
    if (!messages->ended && end > reached) {
        messages->ended = true;
        return ashlar_i_lost(error, name, reached, end, "messages are missing");
    }
    messages->ended = true;
    return ASHLAR_END;
}

// A position before which all frames have less than `wanted` at `offset` of index rows; the position of the first frame
// if the index does not have one.
static int64_t ashlar_i_index_search(const ashlar_i_container *journal, int offset, uint64_t wanted) {
    const ashlar_store *store = journal->store;
    const ashlar_i_container *index = NULL;
    for (size_t i = 0; i < store->containers.count && index == NULL; i++) {
        const ashlar_i_container *one = ((ashlar_i_container **) store->containers.items)[i];
        index = one->shown.kind == ASHLAR_JOURNAL_INDEX && one->shown.source == journal->shown.id ? one : NULL;
    }
    // The greatest value of all earlier frames only grows from row to row: find the last row with a lesser one.
    for (size_t i = index == NULL ? 0 : index->chain.count; i > 0; i--) {
        const ashlar_i_link *link = &index->chain.links[i - 1];
        const uint8_t *rows = ashlar_i_chunk(store, link->chunk);
        int64_t position = -1;
        int64_t low = 0;
        int64_t high = link->stride == 32 ? link->count : 0;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            int64_t row = middle;
            // A lost page reads as zeros; only the first row of the index may have zeros.
            while (row >= low && (ashlar_i_u64(rows + row * 32) == 0 || ashlar_i_u64(rows + row * 32 + 24) == 0)) {
                row--;
            }
            if (row >= low && ashlar_i_u64(rows + row * 32 + offset) >= wanted) {
                high = row;
                continue;
            }
            position = row >= low ? ashlar_i_i64(rows + row * 32) : position;
            low = middle + 1;
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) != link->epoch) {
            break; // without a pin, the chunk may have been reused
        }
        if (position > journal->chain.first && position < journal->chain.end) {
            return position;
        }
    }
    return journal->chain.first;
}

static ashlar_code ashlar_i_seek(ashlar_messages *messages, int offset, uint64_t wanted, ashlar_error *error) {
    ashlar_message found;
    int64_t start = ashlar_i_index_search(messages->journal, offset, wanted);
    messages->start = start;
    messages->link = 0;
    messages->begun = false;
    messages->ended = false;
    messages->again = false;
    messages->expected = messages->journal->chain.first;
    messages->reached = messages->expected;
    for (;;) {
        ashlar_code code = ashlar_messages_next(messages, &found, error);
        if (code != ASHLAR_OK) {
            return code;
        }
        if ((offset == 8 ? found.time : found.sequence) >= wanted) {
            messages->again = true;
            messages->ahead = found;
            return ASHLAR_OK;
        }
    }
}

ashlar_code ashlar_messages_seek_time(ashlar_messages *messages, uint64_t time, ashlar_error *error) {
    return ashlar_i_seek(messages, 8, time, error);
}

ashlar_code ashlar_messages_seek_sequence(ashlar_messages *messages, uint64_t sequence, ashlar_error *error) {
    return ashlar_i_seek(messages, 16, sequence, error);
}

// A number of the message header.
static ashlar_code ashlar_i_header_number(const ashlar_field *header, const char *name, const uint8_t *message,
                                          int32_t *number, ashlar_error *error) {
    for (size_t i = 0; i < header->member_count; i++) {
        const ashlar_field *member = &header->members[i];
        if (strcmp(member->name, name) == 0 && member->kind == ASHLAR_SCALAR && member->count == 1) {
            *number = (int32_t) ashlar_get_int(member, message, 0);
            return ASHLAR_OK;
        }
    }
    return ashlar_i_fail(error, ASHLAR_SCHEMA, "message header without %s", name);
}

ashlar_code ashlar_message_header_of(const ashlar_store *store, const ashlar_message *message,
                                     ashlar_message_header *header, ashlar_error *error) {
    const ashlar_i_known_schema *known = (const ashlar_i_known_schema *) store->schemas.items;
    const ashlar_schema *schema = NULL;
    const ashlar_schema *newest = NULL;
    int32_t number = 0;
    bool complete = true;
    ashlar_i_no_error(error);
    memset(header, 0, sizeof *header);
    for (size_t i = 0; i < store->schemas.count; i++) {
        complete &= known[i].schema != NULL;
        if (known[i].schema != NULL && (schema == NULL || known[i].number < number)) {
            schema = known[i].schema;
            number = known[i].number;
        }
    }
    if (schema == NULL) {
        return ashlar_i_fail(error, ASHLAR_SCHEMA, "no schema can be read (%.400s)", store->path);
    }
    if (message->length < (size_t) schema->header->size) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "message shorter than its header: length=%zu, expected=%d, position=%lld",
                             message->length, schema->header->size, (long long) message->position);
    }
    ashlar_code code =
        ashlar_i_header_number(schema->header, "blockLength", message->data, &header->block_length, error);
    if (code == ASHLAR_OK) {
        code = ashlar_i_header_number(schema->header, "templateId", message->data, &header->template_id, error);
    }
    if (code == ASHLAR_OK) {
        code = ashlar_i_header_number(schema->header, "schemaId", message->data, &header->schema_id, error);
    }
    if (code == ASHLAR_OK) {
        code = ashlar_i_header_number(schema->header, "version", message->data, &header->version, error);
    }
    if (code != ASHLAR_OK) {
        return code;
    }
    header->header_length = schema->header->size;
    for (size_t i = 0; i < store->schemas.count; i++) {
        const ashlar_schema *one = known[i].schema;
        if (one != NULL && one->id == header->schema_id && (newest == NULL || one->version >= newest->version)) {
            newest = one;
        }
    }
    header->block = newest == NULL ? NULL : ashlar_template_of(newest, header->template_id);
    if (!complete && (newest == NULL || header->version > newest->version)) {
        // A newer schema may have groups before the data: with an older one, their bytes would be misread.
        return ashlar_i_fail(error, ASHLAR_SCHEMA, "schema of the message cannot be read: schemaId=%d, version=%d",
                             header->schema_id, header->version);
    }
    return ASHLAR_OK;
}

// ============================================================================================ implementation: archives

#define ASHLAR_I_HEAD_BYTES ((size_t) 1 << 28)
#define ASHLAR_I_HEAD_NAME "archive.head"
#define ASHLAR_I_LAST_LINE ((size_t) 16) // "crc32c ", 8 digits and the line feed
#define ASHLAR_I_FIELDS 8
#define ASHLAR_I_HALF_HOUR INT64_C(1800000000000)

typedef struct ashlar_i_days {
    ashlar_i_arena arena;
    uint32_t checksum;
    const char *division;
    const char *zone;
    ashlar_day *days;
    size_t count;
} ashlar_i_days;

struct ashlar_archive {
    char path[ASHLAR_I_PATH_BYTES];
    ashlar_i_days head;
};

// The lines of a head, split into fields. One line is always read ahead; it has no fields at the end.
typedef struct ashlar_i_lines {
    char *next;
    int64_t number;
    char *fields[ASHLAR_I_FIELDS];
    size_t field_count; // includes fields beyond ASHLAR_I_FIELDS
    bool has_empty;     // whether a field is empty
} ashlar_i_lines;

static void ashlar_i_next_line(ashlar_i_lines *lines) {
    lines->number++;
    lines->field_count = 0;
    lines->has_empty = false;
    char *at = lines->next;
    if (*at == '\0') {
        return;
    }
    char *end = strchr(at, '\n');
    *end = '\0';
    lines->next = end + 1;
    for (;;) {
        char *blank = strchr(at, ' ');
        if (lines->field_count < ASHLAR_I_FIELDS) {
            lines->fields[lines->field_count] = at;
        }
        lines->field_count++;
        lines->has_empty |= blank == at || *at == '\0';
        if (blank == NULL) {
            return;
        }
        *blank = '\0';
        at = blank + 1;
    }
}

static bool ashlar_i_is_line(const ashlar_i_lines *lines, const char *key) {
    return lines->field_count > 0 && strcmp(lines->fields[0], key) == 0;
}

// Whether the line has this key, followed by this number of fields.
static bool ashlar_i_has_fields(const ashlar_i_lines *lines, const char *key, size_t fields) {
    return ashlar_i_is_line(lines, key) && lines->field_count == fields + 1;
}

static bool ashlar_i_number(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-' || *text == '+' ? 1 : 0);
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || digits[length] != '\0') {
        return false;
    }
    errno = 0;
    *value = strtoll(text, NULL, 10);
    return errno == 0;
}

static int ashlar_i_hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// A name, in place.
static bool ashlar_i_unescape(char *text) {
    char *to = text;
    if (strcmp(text, "%") == 0) {
        *text = '\0';
        return true;
    }
    for (const char *at = text; *at != '\0'; at++) {
        char c = *at;
        if (c == '%') {
            int high = ashlar_i_hex_digit(at[1]);
            int low = high < 0 ? -1 : ashlar_i_hex_digit(at[2]);
            if (low < 0 || 16 * high + low == 0) {
                return false;
            }
            c = (char) (16 * high + low);
            at += 2;
        }
        *to++ = c;
    }
    *to = '\0';
    return true;
}

// Whether a text of the pattern's length matches it: 0 stands for any digit, + for either sign.
static bool ashlar_i_is_like(const char *text, const char *pattern) {
    for (; *pattern != '\0'; text++, pattern++) {
        bool digit = *pattern == '0' && *text >= '0' && *text <= '9';
        bool sign = *pattern == '+' && (*text == '+' || *text == '-');
        bool same = *pattern != '0' && *pattern != '+' && *text == *pattern;
        if (!digit && !sign && !same) {
            return false;
        }
    }
    return true;
}

static int ashlar_i_two_digits(const char *text) {
    return 10 * (text[0] - '0') + text[1] - '0';
}

// Whether it is the name of a day or an hour; the name must not be a path out of the archive.
static bool ashlar_i_is_day_name(const char *name, bool hours) {
    static const int lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(name) != (hours ? 18u : 10u) || !ashlar_i_is_like(name, hours ? "0000-00-00T00+0000" : "0000-00-00")) {
        return false;
    }
    int year = 100 * ashlar_i_two_digits(name) + ashlar_i_two_digits(name + 2);
    int month = ashlar_i_two_digits(name + 5);
    int day = ashlar_i_two_digits(name + 8);
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1] &&
           (month != 2 || day < 29 || leap) &&
           (!hours || (ashlar_i_two_digits(name + 11) < 24 && ashlar_i_two_digits(name + 14) <= 18 &&
                       ashlar_i_two_digits(name + 16) < 60));
}

static bool ashlar_i_is_zone(const char *zone) {
    static const char *const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-0123456789~/._:";
    return *zone != '\0' && strspn(zone, letters) == strlen(zone) && strchr("0123456789~/._:", *zone) == NULL;
}

static int64_t ashlar_i_base(int64_t begin) {
    int64_t halves = begin / ASHLAR_I_HALF_HOUR - (begin % ASHLAR_I_HALF_HOUR < 0 ? 1 : 0);
    return (int64_t) ((uint64_t) halves << 41);
}

static bool ashlar_i_listed_line(ashlar_i_lines *lines, ashlar_listed *listed) {
    static const char *const kinds[] = {"table", "journal", "last-values"};
    char **fields = lines->fields;
    if (!ashlar_i_has_fields(lines, "table", 6) || !ashlar_i_unescape(fields[1]) ||
        !ashlar_i_number(fields[3], &listed->rows)) {
        return false;
    }
    int kind = 0;
    while (kind < 3 && strcmp(fields[2], kinds[kind]) != 0) {
        kind++;
    }
    listed->name = fields[1];
    listed->kind = (ashlar_kind) (kind + 1);
    bool no_min = strcmp(fields[4], "-") == 0;
    bool no_max = strcmp(fields[5], "-") == 0;
    listed->has_times = !no_min && !no_max;
    bool is_shape = strcmp(fields[6], "-") == 0 ||
                    (*fields[6] != '\0' && strspn(fields[6], "0123456789abcdefABCDEF") == strlen(fields[6]));
    return kind < 3 && is_shape && (no_min || ashlar_i_number(fields[4], &listed->min_time)) &&
           (no_max || ashlar_i_number(fields[5], &listed->max_time));
}

// A day with its tables. Texts stay in the lines.
static bool ashlar_i_day_lines(ashlar_i_lines *lines, ashlar_i_days *head, const char *folder, ashlar_day *day,
                               bool *no_memory) {
    char **fields = lines->fields;
    if (!ashlar_i_has_fields(lines, "day", 6) ||
        !ashlar_i_is_day_name(fields[1], strcmp(head->division, "hour") == 0) ||
        (strcmp(fields[2], "open") != 0 && strcmp(fields[2], "sealed") != 0) ||
        !ashlar_i_number(fields[4], &day->begin) || !ashlar_i_number(fields[5], &day->end) ||
        !ashlar_i_number(fields[6], &day->bytes) || day->begin >= day->end) {
        return false;
    }
    day->name = fields[1];
    day->is_open = strcmp(fields[2], "open") == 0;
    day->store_id = fields[3];
    day->base = ashlar_i_base(day->begin);
    day->date = ashlar_i_text(&head->arena, day->name, 10);
    size_t length = strlen(folder) + strlen(day->name) + 2;
    char *path = (char *) ashlar_i_alloc(&head->arena, length);
    if (path == NULL || day->date == NULL) {
        *no_memory = true;
        return false;
    }
    snprintf(path, length, "%s/%s", folder, day->name);
    day->path = path;
    ashlar_i_vector listed = {NULL, 0, 0};
    bool sound = true;
    for (ashlar_i_next_line(lines); sound && ashlar_i_is_line(lines, "table"); ashlar_i_next_line(lines)) {
        ashlar_listed *one = (ashlar_listed *) ashlar_i_add(&listed, sizeof *one);
        *no_memory |= one == NULL;
        sound = one != NULL && ashlar_i_listed_line(lines, one);
    }
    lines->number -= sound ? 0 : 1;
    day->listed_count = listed.count;
    day->listed = (const ashlar_listed *) ashlar_i_settle(&head->arena, &listed, sizeof *day->listed);
    *no_memory |= day->listed == NULL;
    return sound && day->listed != NULL;
}

static int ashlar_i_compare_begins(const void *a, const void *b) {
    const ashlar_day *one = (const ashlar_day *) a;
    const ashlar_day *other = (const ashlar_day *) b;
    return one->begin < other->begin ? -1 : one->begin > other->begin ? 1 : 0;
}

static int ashlar_i_compare_names(const void *a, const void *b) {
    return strcmp(((const ashlar_day *) a)->name, ((const ashlar_day *) b)->name);
}

// Reads all lines but the last, which has the checksum. Returns false if the current line is wrong, or there is no
// memory.
static bool ashlar_i_head_lines(ashlar_i_lines *lines, ashlar_i_days *head, const char *folder, bool *no_memory) {
    int64_t number;
    if (!ashlar_i_has_fields(lines, "ashlar-archive", 1)) {
        return false;
    }
    ashlar_i_next_line(lines);
    if (!ashlar_i_has_fields(lines, "id", 1)) {
        return false;
    }
    ashlar_i_next_line(lines);
    if (!ashlar_i_has_fields(lines, "generation", 1) || !ashlar_i_number(lines->fields[1], &number)) {
        return false;
    }
    ashlar_i_next_line(lines);
    if (!ashlar_i_has_fields(lines, "division", 2) || !ashlar_i_unescape(lines->fields[2]) ||
        !ashlar_i_is_zone(lines->fields[2]) ||
        (strcmp(lines->fields[1], "day") != 0 && strcmp(lines->fields[1], "hour") != 0)) {
        return false;
    }
    head->division = lines->fields[1];
    head->zone = lines->fields[2];
    // Indexes affect no answer, so they are only checked.
    for (ashlar_i_next_line(lines); ashlar_i_is_line(lines, "index"); ashlar_i_next_line(lines)) {
        if (lines->field_count < 4 || lines->has_empty ||
            (strcmp(lines->fields[2], "hash") != 0 && strcmp(lines->fields[2], "sorted") != 0)) {
            return false;
        }
    }
    ashlar_i_vector days = {NULL, 0, 0};
    size_t open_days = 0;
    bool sound = true;
    while (sound && ashlar_i_is_line(lines, "day")) {
        ashlar_day *day = (ashlar_day *) ashlar_i_add(&days, sizeof *day);
        *no_memory |= day == NULL;
        sound = day != NULL && ashlar_i_day_lines(lines, head, folder, day, no_memory);
        open_days += sound && day->is_open ? 1 : 0;
    }
    head->count = days.count;
    head->days = (ashlar_day *) ashlar_i_settle(&head->arena, &days, sizeof *head->days);
    *no_memory |= head->days == NULL;
    if (!sound || head->days == NULL || open_days > 1) {
        return false;
    }
    qsort(head->days, head->count, sizeof *head->days, ashlar_i_compare_names);
    for (size_t i = 1; i < head->count; i++) {
        if (strcmp(head->days[i - 1].name, head->days[i].name) == 0) {
            return false;
        }
    }
    qsort(head->days, head->count, sizeof *head->days, ashlar_i_compare_begins);
    for (; ashlar_i_is_line(lines, "dropped"); ashlar_i_next_line(lines)) {
        if (lines->field_count != 3 ||
            !ashlar_i_is_day_name(lines->fields[1], strcmp(head->division, "hour") == 0)) {
            return false;
        }
    }
    return lines->field_count == 0;
}

static ashlar_code ashlar_i_head_of(uint8_t *bytes, size_t length, const char *folder, ashlar_i_days *head,
                                    ashlar_error *error) {
    static const char magic[] = "ashlar-archive ";
    char expected[ASHLAR_I_LAST_LINE + 1];
    size_t covered = length < ASHLAR_I_LAST_LINE ? 0 : length - ASHLAR_I_LAST_LINE;
    if (covered < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "not the head of an archive (%.400s/" ASHLAR_I_HEAD_NAME ")",
                             folder);
    }
    head->checksum = ashlar_crc32c(0, bytes, covered);
    snprintf(expected, sizeof expected, "crc32c %08x\n", (unsigned) head->checksum);
    if (bytes[covered - 1] != '\n' || memcmp(bytes + covered, expected, ASHLAR_I_LAST_LINE) != 0) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "head of the archive differs from its checksum: expected=%08x "
                             "(%.400s/" ASHLAR_I_HEAD_NAME ")", (unsigned) head->checksum, folder);
    }
    const uint8_t *version = bytes + sizeof magic - 1;
    if (version[0] != '1' || version[1] != '\n') {
        size_t digits = (size_t) ((const uint8_t *) memchr(version, '\n', covered) - version);
        return ashlar_i_fail(error, ASHLAR_FORMAT_VERSION, "archive of a later format: version=%.*s, expected=1 "
                             "(%.400s/" ASHLAR_I_HEAD_NAME ")", (int) (digits < 20 ? digits : 20),
                             (const char *) version, folder);
    }
    char *text = ashlar_i_text(&head->arena, bytes, covered);
    ashlar_i_lines lines = {text, 0, {NULL}, 0, false};
    bool no_memory = text == NULL;
    bool sound = !no_memory && memchr(bytes, 0, covered) == NULL;
    if (sound) {
        ashlar_i_next_line(&lines);
        sound = ashlar_i_head_lines(&lines, head, folder, &no_memory);
    }
    if (!sound) {
        return no_memory ? ashlar_i_no_memory(error)
                         : ashlar_i_fail(error, ASHLAR_DAMAGED, "head of the archive contradicts its format: line=%lld "
                                         "(%.400s/" ASHLAR_I_HEAD_NAME ")", (long long) lines.number, folder);
    }
    return ASHLAR_OK;
}

static ashlar_code ashlar_i_read_days(const char *folder, ashlar_i_days *head, ashlar_error *error) {
    char path[ASHLAR_I_PATH_BYTES];
    uint8_t *bytes = NULL;
    size_t length = 0;
    memset(head, 0, sizeof *head);
    ashlar_code code = ashlar_i_path(path, folder, ASHLAR_I_HEAD_NAME, error);
    code = code == ASHLAR_OK ? ashlar_i_read(path, 0, ASHLAR_I_HEAD_BYTES + 1, &bytes, &length, error) : code;
    if (code == ASHLAR_NOT_FOUND) {
        return ashlar_i_fail(error, ASHLAR_NOT_A_STORE, "no archive: " ASHLAR_I_HEAD_NAME " is missing (%.400s)",
                             folder);
    }
    if (code == ASHLAR_OK && length > ASHLAR_I_HEAD_BYTES) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "head of an archive is too long (%.400s)", path);
    }
    code = code == ASHLAR_OK ? ashlar_i_head_of(bytes, length, folder, head, error) : code;
    free(bytes);
    if (code != ASHLAR_OK) {
        ashlar_i_arena_free(&head->arena);
    }
    return code;
}

bool ashlar_is_archive(const char *path) {
    char head[ASHLAR_I_PATH_BYTES];
    return ashlar_i_path(head, path, ASHLAR_I_HEAD_NAME, NULL) == ASHLAR_OK && access(head, F_OK) == 0;
}

ashlar_code ashlar_archive_open(const char *path, ashlar_archive **archive, ashlar_error *error) {
    ashlar_i_no_error(error);
    *archive = NULL;
    ashlar_archive *opened = (ashlar_archive *) calloc(1, sizeof *opened);
    if (opened == NULL) {
        return ashlar_i_no_memory(error);
    }
    char *real = realpath(path, NULL);
    ashlar_code code = ASHLAR_OK;
    if (real == NULL) {
        code = ashlar_i_system(error, "no archive", path);
    } else if (strlen(real) >= ASHLAR_I_PATH_BYTES - 64) {
        code = ashlar_i_fail(error, ASHLAR_MISUSE, "path too long (%.200s…)", path);
    } else {
        memcpy(opened->path, real, strlen(real) + 1);
        code = ashlar_i_read_days(opened->path, &opened->head, error);
    }
    free(real);
    if (code != ASHLAR_OK) {
        free(opened);
        return code;
    }
    *archive = opened;
    return ASHLAR_OK;
}

void ashlar_archive_close(ashlar_archive *archive) {
    if (archive != NULL) {
        ashlar_i_arena_free(&archive->head.arena);
        free(archive);
    }
}

ashlar_code ashlar_archive_refresh(ashlar_archive *archive, bool *changed, ashlar_error *error) {
    ashlar_i_days now;
    ashlar_i_no_error(error);
    if (changed != NULL) {
        *changed = false;
    }
    ashlar_code code = ashlar_i_read_days(archive->path, &now, error);
    if (code == ASHLAR_OK) {
        if (changed != NULL) {
            *changed = now.checksum != archive->head.checksum;
        }
        ashlar_i_arena_free(&archive->head.arena);
        archive->head = now;
    }
    return code;
}

const char *ashlar_archive_division(const ashlar_archive *archive) {
    return archive->head.division;
}

const char *ashlar_archive_zone(const ashlar_archive *archive) {
    return archive->head.zone;
}

size_t ashlar_archive_day_count(const ashlar_archive *archive) {
    return archive->head.count;
}

const ashlar_day *ashlar_archive_day(const ashlar_archive *archive, size_t index) {
    return index < archive->head.count ? &archive->head.days[index] : NULL;
}

static const ashlar_day *ashlar_i_find_day(const ashlar_i_days *head, const char *name) {
    for (size_t i = 0; i < head->count; i++) {
        if (strcmp(head->days[i].name, name) == 0) {
            return &head->days[i];
        }
    }
    return NULL;
}

const ashlar_day *ashlar_archive_find_day(const ashlar_archive *archive, const char *name) {
    return ashlar_i_find_day(&archive->head, name);
}

const ashlar_listed *ashlar_day_find(const ashlar_day *day, ashlar_kind kind, const char *name) {
    for (size_t i = 0; i < day->listed_count; i++) {
        if (day->listed[i].kind == kind && strcmp(day->listed[i].name, name) == 0) {
            return &day->listed[i];
        }
    }
    return NULL;
}

// Checks that a store is the one that the head describes.
static ashlar_code ashlar_i_require_day(const ashlar_store *store, const ashlar_day *day, ashlar_error *error) {
    char id[40];
    uint64_t high = store->head.id_high;
    uint64_t low = store->head.id_low;
    snprintf(id, sizeof id, "%08x-%04x-%04x-%04x-%012llx", (unsigned) (high >> 32), (unsigned) (high >> 16 & 0xffffu),
             (unsigned) (high & 0xffffu), (unsigned) (low >> 48), (unsigned long long) (low & 0xffffffffffffu));
    if (strcmp(id, day->store_id) != 0) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "folder holds a different store than the archive's head lists: id=%s, "
                             "listed=%.40s (%.400s)", id, day->store_id, store->path);
    }
    for (size_t i = 0; i < day->listed_count && !day->is_open; i++) {
        const ashlar_listed *listed = &day->listed[i];
        const ashlar_container *found = ashlar_find(store, listed->kind, listed->name);
        const ashlar_schema *schema;
        bool unreadable = found != NULL && ashlar_schema_of(found, &schema, NULL) != ASHLAR_OK;
        int64_t rows = found == NULL ? 0 : found->end - found->first;
        if (found == NULL || (listed->kind == ASHLAR_TABLE && !unreadable && rows != listed->rows)) {
            return ashlar_i_fail(error, ASHLAR_DAMAGED, "store differs from the archive's head: container=%.100s, "
                                 "rows=%lld, listed=%lld (%.300s)", listed->name, (long long) rows,
                                 (long long) listed->rows, store->path);
        }
    }
    return ASHLAR_OK;
}

// Whether the current head describes a day differently.
static bool ashlar_i_has_changed(const ashlar_archive *archive, const ashlar_day *day) {
    ashlar_i_days head;
    if (ashlar_i_read_days(archive->path, &head, NULL) != ASHLAR_OK) {
        return false;
    }
    const ashlar_day *now = ashlar_i_find_day(&head, day->name);
    bool changed = now == NULL || now->is_open != day->is_open || now->bytes != day->bytes ||
                   strcmp(now->store_id, day->store_id) != 0;
    ashlar_i_arena_free(&head.arena);
    return changed;
}

ashlar_code ashlar_archive_open_day(const ashlar_archive *archive, const ashlar_day *day, const ashlar_options *options,
                                    ashlar_store **store, ashlar_error *error) {
    ashlar_error found;
    ashlar_i_no_error(error);
    ashlar_code code = ashlar_open(day->path, options, store, &found);
    if (code == ASHLAR_OK) {
        code = ashlar_i_require_day(*store, day, &found);
    }
    if (code == ASHLAR_OK || code == ASHLAR_NO_MEMORY) {
        return code == ASHLAR_OK ? code : ashlar_i_no_memory(error);
    }
    ashlar_close(*store);
    *store = NULL;
    if (ashlar_i_has_changed(archive, day)) {
        return ashlar_i_fail(error, ASHLAR_BUSY, "%s: day was dropped or written since the head was read: refresh, and "
                             "try again (%.400s)", day->name, archive->path);
    }
    code = code == ASHLAR_NOT_FOUND || code == ASHLAR_NOT_A_STORE ? ASHLAR_DAMAGED : code;
    return ashlar_i_fail(error, code, "%s: %.600s", day->name, found.message);
}

// =============================================================================================== implementation: cells

#define ASHLAR_I_ATTEMPTS 1000
#define ASHLAR_I_MAX_VALUE ((uint32_t) 1 << 30)

size_t ashlar_cell_bytes(uint32_t slots, uint32_t length) {
    return slots < 4 || slots > 16 || length < 1 || length > ASHLAR_I_MAX_VALUE
               ? 0
               : 16 + slots * (16 + ashlar_i_pad8(length));
}

static bool ashlar_i_is_cell(const ashlar_cell *cell) {
    return ashlar_cell_bytes(cell->slots, cell->length) > 0 && (uintptr_t) cell->memory % 8 == 0;
}

static uint8_t *ashlar_i_slot(const ashlar_cell *cell, uint64_t slot) {
    return (uint8_t *) cell->memory + 16 + (slot - 1) * (16 + ashlar_i_pad8(cell->length));
}

ashlar_code ashlar_cell_read(const ashlar_cell *cell, void *value, uint64_t *version) {
    if (!ashlar_i_is_cell(cell)) {
        return ASHLAR_MISUSE;
    }
    uint64_t word = ashlar_i_load(cell->memory);
    for (int attempt = 0; attempt < ASHLAR_I_ATTEMPTS; attempt++) {
        uint64_t slot = word & 0xffu;
        if (word == 0) {
            return ASHLAR_EMPTY;
        }
        if (slot < 1 || slot > cell->slots) {
            return ASHLAR_DAMAGED;
        }
        const uint8_t *at = ashlar_i_slot(cell, slot);
        uint64_t stamp = ashlar_i_load(at);
        if (stamp == word) {
            ashlar_i_copy_out(value, at + 16, cell->length);
            __atomic_thread_fence(__ATOMIC_ACQUIRE);
            if (ashlar_i_peek(at) == word) {
                if (version != NULL) {
                    *version = word >> 8;
                }
                return ASHLAR_OK;
            }
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        uint64_t now = ashlar_i_load(cell->memory);
        if (stamp != word && now == word) {
            return ASHLAR_DAMAGED;
        }
        word = now;
    }
    return ASHLAR_BUSY;
}

// Control: byte 0 `filling`, 1 `pinned`, 2 `pinnedBefore`, 3 to 7 `sync`.
static uint64_t ashlar_i_advanced(uint64_t control, uint64_t begun, uint64_t current) {
    uint64_t sync = control >> 24;
    if (sync >= begun) {
        return control;
    }
    uint64_t before = sync + 1 == begun ? control >> 8 & 0xffu : current;
    return (control & 0xffu) | current << 8 | before << 16 | begun << 24;
}

static uint32_t ashlar_i_slot_checksum(const ashlar_cell *cell, const uint8_t *slot, uint64_t stamp) {
    return ashlar_crc32c(ashlar_crc32c(0, &stamp, 8), slot + 16, cell->length);
}

ashlar_code ashlar_cell_write(const ashlar_cell *cell, const ashlar_syncs *syncs, const void *value,
                              uint64_t *version) {
    if (!ashlar_i_is_cell(cell)) {
        return ASHLAR_MISUSE;
    }
    uint8_t *memory = (uint8_t *) cell->memory;
    uint64_t word = ashlar_i_peek(memory);
    uint64_t control = ashlar_i_peek(memory + 8);
    uint64_t begun = syncs == NULL ? 0 : ashlar_i_peek(&syncs->begun);
    uint64_t current = word & 0xffu;
    uint64_t filling = control & 0xffu;
    bool sound = (word == 0 || (current >= 1 && current <= cell->slots && word >> 8 > 0)) &&
                 word >> 8 < (UINT64_C(1) << 55) - 1 && control >> 63 == 0 && control >> 24 <= begun &&
                 filling <= cell->slots && (control >> 8 & 0xffu) <= cell->slots &&
                 (control >> 16 & 0xffu) <= cell->slots && (filling != 0 || word == 0) &&
                 (filling == current || filling != (control >> 8 & 0xffu));
    if (!sound) {
        return ASHLAR_DAMAGED;
    }
    control = ashlar_i_advanced(control, begun, current);
    if (filling == current) {
        bool syncing = syncs != NULL && ashlar_i_peek(&syncs->completed) < begun;
        do {
            filling = filling >= cell->slots ? 1 : filling + 1;
        } while (filling == (control >> 8 & 0xffu) || (syncing && filling == (control >> 16 & 0xffu)));
        control = (control & ~UINT64_C(0xff)) | filling;
    }
    uint8_t *slot = ashlar_i_slot(cell, filling);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    ashlar_i_put(memory + 8, control);
    ashlar_i_put(slot, 0);
    // The stamp of the old value must be gone before any byte of the new one is visible.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    ashlar_i_copy_in(slot + 16, value, cell->length);
    uint64_t next = ((word >> 8) + 1) << 8 | filling;
    if (syncs != NULL) {
        uint64_t advanced = ashlar_i_advanced(control, ashlar_i_peek(&syncs->begun), current);
        if (advanced != control) {
            ashlar_i_put(memory + 8, advanced);
        }
        ashlar_i_put(slot + 8, ashlar_i_slot_checksum(cell, slot, next));
    }
    ashlar_i_store(slot, next);
    ashlar_i_store(memory, next);
    if (version != NULL) {
        *version = next >> 8;
    }
    return ASHLAR_OK;
}

// The stamp of the newest intact slot; 0 if there is none.
static uint64_t ashlar_i_newest(const ashlar_cell *cell, bool *traces) {
    uint64_t newest = 0;
    *traces = ashlar_i_peek(cell->memory) != 0;
    for (uint64_t slot = 1; slot <= cell->slots; slot++) {
        const uint8_t *at = ashlar_i_slot(cell, slot);
        uint64_t stamp = ashlar_i_peek(at);
        *traces |= stamp != 0;
        if (stamp >> 8 > newest >> 8 && stamp >> 63 == 0 && (stamp & 0xffu) == slot &&
            ashlar_i_u32(at + 8) == ashlar_i_slot_checksum(cell, at, stamp)) {
            newest = stamp;
        }
    }
    return newest;
}

ashlar_code ashlar_cell_recover(const ashlar_cell *cell, const ashlar_syncs *syncs, uint64_t *version) {
    bool traces;
    if (!ashlar_i_is_cell(cell) || syncs == NULL) {
        return ASHLAR_MISUSE;
    }
    uint64_t newest = ashlar_i_newest(cell, &traces);
    uint64_t current = newest & 0xffu;
    for (uint64_t slot = 1; slot <= cell->slots; slot++) {
        uint8_t *at = ashlar_i_slot(cell, slot);
        // The next value reuses the version of a lost one, so its checksum must not match. Zeros may be a hole.
        if (slot != current && (ashlar_i_peek(at) != 0 || ashlar_i_peek(at + 8) != 0)) {
            ashlar_i_put(at, 0);
            ashlar_i_put(at + 8, 0);
        }
    }
    ashlar_i_put((uint8_t *) cell->memory + 8, current | current << 8 | current << 16 | syncs->begun << 24);
    ashlar_i_store(cell->memory, newest);
    if (version != NULL) {
        *version = newest >> 8;
    }
    return newest != 0 ? ASHLAR_OK : traces ? ASHLAR_DAMAGED : ASHLAR_EMPTY;
}

ashlar_code ashlar_seqlock_read(const void *memory, void *value, size_t length, uint64_t *version) {
    if ((uintptr_t) memory % 8 != 0) {
        return ASHLAR_MISUSE;
    }
    for (int attempt = 0; attempt < ASHLAR_I_ATTEMPTS; attempt++) {
        uint64_t word = ashlar_i_load(memory);
        if (word == 0) {
            return ASHLAR_EMPTY;
        }
        if ((word & 0xffu) > 1 || word >> 63 != 0) {
            return ASHLAR_DAMAGED;
        }
        if ((word & 0xffu) == 0) {
            ashlar_i_copy_out(value, (const uint8_t *) memory + 8, length);
            __atomic_thread_fence(__ATOMIC_ACQUIRE);
            if (ashlar_i_peek(memory) == word) {
                if (version != NULL) {
                    *version = word >> 8;
                }
                return ASHLAR_OK;
            }
        }
    }
    return ASHLAR_BUSY;
}

ashlar_code ashlar_seqlock_write(void *memory, const void *value, size_t length, bool shared, uint64_t *version) {
    if ((uintptr_t) memory % 8 != 0) {
        return ASHLAR_MISUSE;
    }
    for (int attempt = 0; attempt < ASHLAR_I_ATTEMPTS; attempt++) {
        uint64_t word = ashlar_i_peek(memory);
        if ((word & 0xffu) > 1 || word >> 8 >= (UINT64_C(1) << 55) - 1) {
            return ASHLAR_DAMAGED;
        }
        if (shared && ((word & 0xffu) != 0 || !ashlar_i_swap(memory, word, word | 1u))) {
            continue;
        }
        if (!shared) {
            ashlar_i_put(memory, word | 1u); // also replaces what a dead writer left unfinished
        }
        __atomic_thread_fence(__ATOMIC_RELEASE);
        ashlar_i_copy_in((uint8_t *) memory + 8, value, length);
        ashlar_i_store(memory, ((word >> 8) + 1) << 8);
        if (version != NULL) {
            *version = (word >> 8) + 1;
        }
        return ASHLAR_OK;
    }
    return ASHLAR_BUSY;
}

// ========================================================================================= implementation: last values

#define ASHLAR_I_RECORD_BYTES 24
#define ASHLAR_I_MAX_KEY 256

// A key, and its current record.
typedef struct ashlar_i_key {
    int64_t record;
    const uint8_t *at;
    const uint8_t *cell;
    int32_t block_length;
    int32_t version;
} ashlar_i_key;

struct ashlar_values {
    ashlar_i_container *table;
    size_t key_length;
    size_t block_length;
    ashlar_i_vector keys; // of ashlar_i_key
    uint32_t *places;     // by hash: index of a key, plus 1
    size_t place_count;   // a power of two
    // Where to continue
    ashlar_i_vector links; // of ashlar_i_link, up to the last one known
    size_t link;
    int64_t record;        // next one
    ashlar_i_arena copies; // of records after a loss of power
};

static uint32_t *ashlar_i_place(const ashlar_values *values, const void *key) {
    size_t at = ashlar_crc32c(0, key, values->key_length);
    for (;; at++) {
        uint32_t *place = &values->places[at & (values->place_count - 1)];
        const ashlar_i_key *keys = (const ashlar_i_key *) values->keys.items;
        if (*place == 0 || memcmp(keys[*place - 1].at + ASHLAR_I_RECORD_BYTES, key, values->key_length) == 0) {
            return place;
        }
    }
}

// Makes room for one more key; at most half of the places are used.
static bool ashlar_i_grow(ashlar_values *values) {
    if (values->keys.count * 2 < values->place_count) {
        return true;
    }
    size_t count = values->place_count == 0 ? 64 : values->place_count * 2;
    uint32_t *places = (uint32_t *) calloc(count, sizeof *places);
    if (places == NULL) {
        return false;
    }
    free(values->places);
    values->places = places;
    values->place_count = count;
    for (size_t i = 0; i < values->keys.count; i++) {
        const ashlar_i_key *key = (const ashlar_i_key *) values->keys.items + i;
        *ashlar_i_place(values, key->at + ASHLAR_I_RECORD_BYTES) = (uint32_t) i + 1;
    }
    return true;
}

// A record in place, as other processes see it; after a loss of power a copy, since a writer may recover the store and
// continue at any time. In a copy, only slots that were intact when it was made match their checksums.
static const uint8_t *ashlar_i_record(ashlar_values *values, const ashlar_i_link *link) {
    const ashlar_store *store = values->table->store;
    const uint8_t *at = ashlar_i_chunk(store, link->chunk) + (values->record - link->first) * link->stride;
    if (store->state != ASHLAR_STATE_LOST_POWER) {
        return at;
    }
    uint8_t *copy = (uint8_t *) ashlar_i_alloc(&values->copies, (size_t) link->stride);
    if (copy != NULL) {
        ashlar_i_copy_out(copy, at, (size_t) link->stride);
    }
    return copy;
}

// Reads the records of a chunk that were added since.
static ashlar_code ashlar_i_read_records(ashlar_values *values, const ashlar_i_link *link, ashlar_error *error) {
    const ashlar_store *store = values->table->store;
    const char *name = values->table->shown.name;
    size_t cell_bytes = ashlar_cell_bytes((uint32_t) ashlar_i_min(ashlar_i_max(values->table->detail, 0), 255),
                                          (uint32_t) link->block_length);
    size_t head = ASHLAR_I_RECORD_BYTES + ashlar_i_pad8(values->key_length);
    if (cell_bytes == 0 || link->prefix % 8 != 0 || link->stride % 8 != 0 || (size_t) link->prefix < head ||
        (size_t) link->prefix + cell_bytes > (size_t) link->stride) {
        return ashlar_i_lost(error, name, link->first, ashlar_i_end_of(link), "layout of the chunk is invalid");
    }
    for (; values->record < ashlar_i_end_of(link); values->record++) {
        const uint8_t *at = ashlar_i_record(values, link);
        if (at == NULL) {
            return ashlar_i_no_memory(error);
        }
        if (store->state == ASHLAR_STATE_LOST_POWER && store->live == NULL) {
            __atomic_thread_fence(__ATOMIC_ACQUIRE);
            if (ashlar_i_word(store, link->chunk, ASHLAR_I_EPOCH_WORD) != link->epoch) {
                return ashlar_i_lost(error, name, values->record, ashlar_i_end_of(link),
                                     "chunk of the records was reused, and this reader cannot pin it");
            }
        }
        uint32_t checksum = ashlar_crc32c(ashlar_crc32c(0, at + 8, 8), at + ASHLAR_I_RECORD_BYTES, values->key_length);
        if (checksum != ashlar_i_u32(at + 16)) {
            return ashlar_i_lost(error, name, values->record, values->record + 1, "key differs from its checksum");
        }
        if (!ashlar_i_grow(values)) {
            return ashlar_i_no_memory(error);
        }
        uint32_t *place = ashlar_i_place(values, at + ASHLAR_I_RECORD_BYTES);
        ashlar_i_key *key = *place != 0 ? (ashlar_i_key *) values->keys.items + (*place - 1)
                                        : (ashlar_i_key *) ashlar_i_add(&values->keys, sizeof *key);
        if (key == NULL) {
            return ashlar_i_no_memory(error);
        }
        *place = *place != 0 ? *place : (uint32_t) values->keys.count;
        key->record = values->record;
        key->at = at;
        key->cell = at + link->prefix;
        key->block_length = link->block_length;
        key->version = link->version;
        if ((size_t) link->block_length > values->block_length) {
            values->block_length = (size_t) link->block_length;
        }
    }
    return ASHLAR_OK;
}

ashlar_code ashlar_values_update(ashlar_values *values, ashlar_error *error) {
    ashlar_store *store = values->table->store;
    bool torn = false;
    ashlar_code code = ASHLAR_OK;
    ashlar_i_no_error(error);
    if (store->state != ASHLAR_STATE_LOST_POWER && values->links.count > 0) {
        ashlar_i_count_again(store, (ashlar_i_link *) values->links.items + values->links.count - 1);
        code = ashlar_i_follow(store, &values->links, -1, &torn, error);
    }
    for (; code == ASHLAR_OK && values->link < values->links.count; values->link++) {
        const ashlar_i_link *link = (const ashlar_i_link *) values->links.items + values->link;
        if (link->first > values->record) {
            return ashlar_i_lost(error, values->table->shown.name, values->record, link->first, "records are missing");
        }
        code = ashlar_i_read_records(values, link, error);
        if (values->link + 1 == values->links.count) {
            break; // the writer may add more records to it
        }
    }
    int64_t end = values->table->chain.end;
    if (code == ASHLAR_OK && (torn || values->record < end)) {
        return ashlar_i_lost(error, values->table->shown.name, values->record,
                             ashlar_i_max(end, values->record + 1), "records are missing");
    }
    return code;
}

ashlar_code ashlar_values_open(const ashlar_container *table, ashlar_values **values, ashlar_error *error) {
    const ashlar_block *block;
    ashlar_i_container *container = ashlar_i_of(table);
    ashlar_i_no_error(error);
    *values = NULL;
    if (table->kind != ASHLAR_LAST_VALUES) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "not a last-value table: name=%.100s, kind=%d", table->name,
                             (int) table->kind);
    }
    ashlar_code code = ashlar_layout_of(table, &block, error);
    if (code != ASHLAR_OK) {
        return code;
    }
    ashlar_values *opened = (ashlar_values *) calloc(1, sizeof *opened);
    if (opened == NULL) {
        return ashlar_i_no_memory(error);
    }
    opened->table = container;
    opened->record = container->chain.first;
    for (const char *at = table->fields; *at != '\0' && code == ASHLAR_OK;) {
        char name[256];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int) (length < 255 ? length : 255), at);
        const ashlar_field *field = ashlar_field_of(block, name);
        if (field == NULL || length > 255) {
            code = ashlar_i_fail(error, ASHLAR_SCHEMA, "key field is missing: %.200s (%.100s)", name, table->name);
        } else {
            opened->key_length += (size_t) field->size;
        }
        at += at[length] == ',' ? length + 1 : length;
    }
    if (code == ASHLAR_OK && (opened->key_length == 0 || opened->key_length > ASHLAR_I_MAX_KEY)) {
        code = ashlar_i_fail(error, ASHLAR_SCHEMA, "key out of range: length=%zu, max=%d (%.100s)", opened->key_length,
                             ASHLAR_I_MAX_KEY, table->name);
    }
    for (size_t i = 0; i < container->chain.count && code == ASHLAR_OK; i++) {
        if (!ashlar_i_push(&opened->links, &container->chain.links[i])) {
            code = ashlar_i_no_memory(error);
        }
    }
    code = code == ASHLAR_OK ? ashlar_values_update(opened, error) : code;
    if (code != ASHLAR_OK) {
        ashlar_values_close(opened);
        return code;
    }
    *values = opened;
    return ASHLAR_OK;
}

void ashlar_values_close(ashlar_values *values) {
    if (values != NULL) {
        ashlar_i_vector_free(&values->keys);
        ashlar_i_vector_free(&values->links);
        ashlar_i_arena_free(&values->copies);
        free(values->places);
        free(values);
    }
}

size_t ashlar_values_count(const ashlar_values *values) {
    return values->keys.count;
}

size_t ashlar_values_key_length(const ashlar_values *values) {
    return values->key_length;
}

size_t ashlar_values_block_length(const ashlar_values *values) {
    return values->block_length;
}

const void *ashlar_values_key(const ashlar_values *values, size_t index) {
    return index < values->keys.count ? ((ashlar_i_key *) values->keys.items)[index].at + ASHLAR_I_RECORD_BYTES : NULL;
}

ashlar_code ashlar_values_find(const ashlar_values *values, const void *key, size_t key_length, size_t *index) {
    if (key_length != values->key_length) {
        return ASHLAR_MISUSE;
    }
    uint32_t place = values->place_count == 0 ? 0 : *ashlar_i_place(values, key);
    *index = place == 0 ? 0 : place - 1;
    return place == 0 ? ASHLAR_NOT_FOUND : ASHLAR_OK;
}

ashlar_code ashlar_values_read(ashlar_values *values, size_t index, void *block, size_t capacity, ashlar_value *value,
                               ashlar_error *error) {
    const ashlar_store *store = values->table->store;
    ashlar_i_no_error(error);
    memset(value, 0, sizeof *value);
    if (index >= values->keys.count) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "no such key: index=%zu, count=%zu", index, values->keys.count);
    }
    ashlar_i_key key = ((ashlar_i_key *) values->keys.items)[index];
    if (store->state != ASHLAR_STATE_LOST_POWER && ashlar_i_load(key.at) != 0) {
        // A value with a newer layout is in another record, once that is published.
        ashlar_code code = ashlar_values_update(values, error);
        if (code != ASHLAR_OK) {
            return code;
        }
        key = ((ashlar_i_key *) values->keys.items)[index];
    }
    if (capacity < (size_t) key.block_length) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "value longer than its buffer: length=%d, capacity=%zu",
                             key.block_length, capacity);
    }
    ashlar_cell cell;
    cell.memory = (void *) (uintptr_t) key.cell;
    cell.slots = (uint32_t) values->table->detail;
    cell.length = (uint32_t) key.block_length;
    uint64_t version = 0;
    ashlar_code code;
    if (store->state == ASHLAR_STATE_LOST_POWER) {
        bool traces;
        uint64_t newest = ashlar_i_newest(&cell, &traces);
        version = newest >> 8;
        code = newest != 0 ? ASHLAR_OK : traces ? ASHLAR_DAMAGED : ASHLAR_EMPTY;
        if (newest != 0) {
            memcpy(block, ashlar_i_slot(&cell, newest & 0xffu) + 16, cell.length);
        }
    } else {
        code = ashlar_cell_read(&cell, block, &version);
    }
    value->record = key.record;
    value->version = code == ASHLAR_OK ? (int64_t) (version + ashlar_i_u64(key.at + 8)) : 0;
    value->block_length = key.block_length;
    value->schema_version = key.version;
    if (code == ASHLAR_DAMAGED) {
        return ashlar_i_lost(error, values->table->shown.name, key.record, key.record + 1, "cell is corrupt");
    }
    return code == ASHLAR_BUSY
               ? ashlar_i_fail(error, code, "value was replaced during each attempt to read it: attempts=%d",
                               ASHLAR_I_ATTEMPTS)
               : code;
}

// ============================================================================================== implementation: verify

typedef struct ashlar_i_verification {
    void (*problem)(void *context, const ashlar_error *error);
    void *context;
    ashlar_report *report;
} ashlar_i_verification;

static void ashlar_i_say(ashlar_i_verification *verification, const ashlar_error *error) {
    verification->report->problems++;
    if (verification->problem != NULL) {
        verification->problem(verification->context, error);
    }
}

static void ashlar_i_verify_table(ashlar_i_verification *verification, const ashlar_container *table) {
    const ashlar_block *block;
    ashlar_chunks *chunks;
    ashlar_chunk chunk;
    ashlar_error error;
    if (ashlar_layout_of(table, &block, &error) != ASHLAR_OK) {
        ashlar_i_say(verification, &error);
    }
    ashlar_code code = ashlar_i_chunks_open(ashlar_i_of(table), 0, &chunks, &error);
    if (code != ASHLAR_OK) {
        ashlar_i_say(verification, &error);
        return;
    }
    while ((code = ashlar_chunks_next(chunks, &chunk, &error)) != ASHLAR_END) {
        verification->report->rows += code == ASHLAR_OK ? chunk.rows : 0;
        if (code != ASHLAR_OK) {
            ashlar_i_say(verification, &error);
        }
        if (code != ASHLAR_OK && code != ASHLAR_DAMAGED) {
            break;
        }
    }
    ashlar_chunks_close(chunks);
}

static void ashlar_i_verify_journal(ashlar_i_verification *verification, const ashlar_container *journal) {
    ashlar_messages *messages;
    ashlar_message message;
    ashlar_error error;
    ashlar_code code = ashlar_messages_open(journal, 0, &messages, &error);
    if (code != ASHLAR_OK) {
        ashlar_i_say(verification, &error);
        return;
    }
    while ((code = ashlar_messages_next(messages, &message, &error)) != ASHLAR_END) {
        verification->report->messages += code == ASHLAR_OK;
        if (code != ASHLAR_OK) {
            ashlar_i_say(verification, &error);
        }
        if (code != ASHLAR_OK && code != ASHLAR_DAMAGED) {
            break;
        }
    }
    ashlar_messages_close(messages);
}

static void ashlar_i_verify_values(ashlar_i_verification *verification, const ashlar_container *table) {
    ashlar_values *values;
    ashlar_value value;
    ashlar_error error;
    if (ashlar_values_open(table, &values, &error) != ASHLAR_OK) {
        ashlar_i_say(verification, &error);
        return;
    }
    void *block = malloc(ashlar_values_block_length(values) + 8);
    for (size_t i = 0; i < ashlar_values_count(values) && block != NULL; i++) {
        ashlar_code code = ashlar_values_read(values, i, block, ashlar_values_block_length(values), &value, &error);
        verification->report->values += code == ASHLAR_OK || code == ASHLAR_EMPTY;
        if (code != ASHLAR_OK && code != ASHLAR_EMPTY) {
            ashlar_i_say(verification, &error);
        }
    }
    if (block == NULL) {
        ashlar_i_no_memory(&error);
        ashlar_i_say(verification, &error);
    }
    free(block);
    ashlar_values_close(values);
}

ashlar_code ashlar_verify(ashlar_store *store, void (*problem)(void *context, const ashlar_error *error), void *context,
                          ashlar_report *report, ashlar_error *error) {
    ashlar_i_verification verification;
    ashlar_error found;
    const char *text;
    memset(report, 0, sizeof *report);
    verification.problem = problem;
    verification.context = context;
    verification.report = report;
    ashlar_i_no_error(error);
    for (size_t i = 0; (text = ashlar_problem(store, i)) != NULL; i++) {
        ashlar_i_fail(&found, ASHLAR_DAMAGED, "%s", text);
        ashlar_i_say(&verification, &found);
    }
    for (size_t i = 0; i < store->container_count; i++) {
        const ashlar_container *container = ashlar_container_at(store, i);
        if (container->kind == ASHLAR_TABLE) {
            ashlar_i_verify_table(&verification, container);
        } else if (container->kind == ASHLAR_JOURNAL) {
            ashlar_i_verify_journal(&verification, container);
        } else if (container->kind == ASHLAR_LAST_VALUES) {
            ashlar_i_verify_values(&verification, container);
        }
    }
    return report->problems == 0 ? ASHLAR_OK
                                 : ashlar_i_fail(error, ASHLAR_DAMAGED, "store is damaged: problems=%lld (%.400s)",
                                                 (long long) report->problems, store->path);
}

// =============================================================================================== implementation: rings

#define ASHLAR_I_RING_HEADER 384
#define ASHLAR_I_LANE_WORDS 128 // of a many-to-one ring
#define ASHLAR_I_MAX_LANES 1024
#define ASHLAR_I_MORE 0x80000000u
#define ASHLAR_I_LAP_MASK ((UINT64_C(1) << 34) - 1)
#define ASHLAR_I_TRIES (1 << 20)

enum { // words of a ring
    ASHLAR_I_TAIL = 128,
    ASHLAR_I_ENDED = 136,
    ASHLAR_I_REFUSED = 144,
    ASHLAR_I_HEAD = 256,
    ASHLAR_I_LEFT = 264,
    ASHLAR_I_TAKEN = 272
};

enum { ASHLAR_I_LANE_USED = 1, ASHLAR_I_LANE_ENDED = 2 }; // states of a lane of a many-to-one ring

struct ashlar_ring {
    ashlar_ring_layout layout;
    uint8_t *memory;
    size_t length;
    bool owned;            // memory is a mapping of the file
    ashlar_i_locked *file; // NULL in memory of the caller
    size_t stride;         // from lane to lane
    uint64_t taken[16];    // bits of lanes that have a producer, in memory of the caller
    bool consumed;
    char path[512];
};

static bool ashlar_i_is_power(uint32_t value, uint32_t least, uint32_t most) {
    return value >= least && value <= most && (value & (value - 1)) == 0;
}

// Bytes from lane to lane: records only in a many-to-one ring; with header and padding in the others.
static size_t ashlar_i_lane_stride(const ashlar_ring_layout *layout) {
    size_t records = (size_t) layout->capacity * (layout->kind == ASHLAR_FIXED_LENGTH ? layout->message_bytes : 1);
    return layout->kind == ASHLAR_MANY_TO_ONE ? records : (ASHLAR_I_RING_HEADER + records + 127) / 128 * 128;
}

size_t ashlar_ring_bytes(const ashlar_ring_layout *layout) {
    switch (layout->kind) {
        case ASHLAR_ONE_TO_ONE:
            if (!ashlar_i_is_power(layout->capacity, 64, 1u << 30) || layout->lanes < 1 ||
                layout->lanes > ASHLAR_I_MAX_LANES) {
                return 0;
            }
            return (layout->lanes - 1) * ashlar_i_lane_stride(layout) + ASHLAR_I_RING_HEADER + layout->capacity;
        case ASHLAR_FIXED_LENGTH:
            if (!ashlar_i_is_power(layout->capacity, 1, 1u << 30) || layout->message_bytes < 8 ||
                layout->message_bytes > 1u << 20 || layout->message_bytes % 8 != 0 || layout->lanes != 1) {
                return 0;
            }
            return ASHLAR_I_RING_HEADER + (size_t) layout->capacity * layout->message_bytes;
        case ASHLAR_MANY_TO_ONE:
            if (layout->lanes < 1 || layout->lanes > 64 || !ashlar_i_is_power(layout->capacity, 64, 1u << 27) ||
                !ashlar_i_is_power(layout->entries, 1, 1u << 24) || layout->entries < layout->lanes) {
                return 0;
            }
            return ASHLAR_I_RING_HEADER + (size_t) layout->lanes * ASHLAR_I_LANE_WORDS + (size_t) layout->entries * 8 +
                   (size_t) layout->lanes * layout->capacity;
    }
    return 0;
}

static uint8_t *ashlar_i_lane(const ashlar_ring *ring, uint32_t lane) {
    return ring->memory + lane * ring->stride;
}

// For a many-to-one ring: an entry of the order, the words of a lane, its records.
static uint8_t *ashlar_i_turn(const ashlar_ring *ring, uint64_t index) {
    return ring->memory + ASHLAR_I_RING_HEADER + (size_t) ring->layout.lanes * ASHLAR_I_LANE_WORDS +
           (index & (ring->layout.entries - 1)) * 8;
}

static uint8_t *ashlar_i_lane_words(const ashlar_ring *ring, uint32_t lane) {
    return ring->memory + ASHLAR_I_RING_HEADER + (size_t) lane * ASHLAR_I_LANE_WORDS;
}

static uint8_t *ashlar_i_lane_records(const ashlar_ring *ring, uint32_t lane) {
    return ring->memory + ASHLAR_I_RING_HEADER + (size_t) ring->layout.lanes * ASHLAR_I_LANE_WORDS +
           (size_t) ring->layout.entries * 8 + (size_t) lane * ring->layout.capacity;
}

static uint64_t ashlar_i_lap_of(const ashlar_ring *ring, uint64_t index) {
    return (index / ring->layout.entries + 1) & ASHLAR_I_LAP_MASK;
}

// The layout of the ring in memory.
static ashlar_code ashlar_i_ring_layout(const uint8_t *memory, size_t length, const char *name,
                                        ashlar_ring_layout *layout, ashlar_error *error) {
    memset(layout, 0, sizeof *layout);
    if (length < ASHLAR_I_RING_HEADER) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "not a ring: length=%zu (%.400s)", length, name);
    }
    uint64_t magic = ashlar_i_load(memory);
    bool fixed = memcmp(&magic, "ashlfixr", 8) == 0;
    bool many = memcmp(&magic, "ashlfunl", 8) == 0;
    if (!fixed && !many && memcmp(&magic, "ashlring", 8) != 0) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "not a ring: magic=%#llx, offset=0 (%.400s)",
                             (unsigned long long) magic, name);
    }
    if (ashlar_i_u32(memory + 8) != 1) {
        return ashlar_i_fail(error, ASHLAR_FORMAT_VERSION, "ring of a later format: version=%u, expected=1 (%.400s)",
                             ashlar_i_u32(memory + 8), name);
    }
    layout->kind = fixed ? ASHLAR_FIXED_LENGTH : many ? ASHLAR_MANY_TO_ONE : ASHLAR_ONE_TO_ONE;
    layout->lanes = many ? ashlar_i_u32(memory + 16) : 1;
    layout->capacity = ashlar_i_u32(memory + (many ? 20 : 12));
    layout->message_bytes = fixed ? ashlar_i_u32(memory + 16) : 0;
    layout->entries = many ? ashlar_i_u32(memory + 12) : 0;
    size_t bytes = ashlar_ring_bytes(layout);
    if (bytes == 0 || bytes > length) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED,
                             "ring does not fit its file: capacity=%u, lanes=%u, expected=%zu, length=%zu (%.400s)",
                             layout->capacity, layout->lanes, bytes, length, name);
    }
    if (layout->kind == ASHLAR_ONE_TO_ONE) {
        size_t stride = ashlar_i_lane_stride(layout);
        size_t more = (length - bytes) / stride; // the last lane may lack its padding
        layout->lanes = more + 1 > ASHLAR_I_MAX_LANES ? ASHLAR_I_MAX_LANES : (uint32_t) more + 1;
    }
    return ASHLAR_OK;
}

ashlar_code ashlar_ring_format(void *memory, size_t length, const ashlar_ring_layout *layout, ashlar_error *error) {
    size_t bytes = ashlar_ring_bytes(layout);
    ashlar_i_no_error(error);
    if (bytes == 0 || length < bytes || (uintptr_t) memory % 8 != 0) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "layout of a ring invalid, or memory too short: expected=%zu, length=%zu",
                             bytes, length);
    }
    bool many = layout->kind == ASHLAR_MANY_TO_ONE;
    const char *magic = many ? "ashlfunl" : layout->kind == ASHLAR_FIXED_LENGTH ? "ashlfixr" : "ashlring";
    size_t stride = ashlar_i_lane_stride(layout);
    uint64_t word;
    memset(memory, 0, bytes);
    // The first lane leads to all others, so it is created last.
    for (uint32_t lane = many ? 1 : layout->lanes; lane > 0; lane--) {
        uint8_t *at = (uint8_t *) memory + (lane - 1) * stride;
        const uint32_t numbers[] = {1, many ? layout->entries : layout->capacity,
                                    many ? layout->lanes : layout->message_bytes, many ? layout->capacity : 0};
        memcpy(at + 8, numbers, sizeof numbers);
        memcpy(&word, magic, 8);
        ashlar_i_store(at, word);
    }
    return ASHLAR_OK;
}

ashlar_code ashlar_ring_create(const char *path, const ashlar_ring_layout *layout, ashlar_error *error) {
    char unfinished[ASHLAR_I_PATH_BYTES];
    size_t bytes = ashlar_ring_bytes(layout);
    ashlar_i_no_error(error);
    int length = snprintf(unfinished, sizeof unfinished, "%s.%ld.tmp", path, (long) getpid());
    if (bytes == 0 || length <= 0 || (size_t) length >= sizeof unfinished) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "invalid layout of a ring: kind=%d, lanes=%u, capacity=%u (%.400s)",
                             (int) layout->kind, layout->lanes, layout->capacity, path);
    }
    int fd = open(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return ashlar_i_system(error, "cannot be created", unfinished);
    }
    ashlar_code code = ASHLAR_OK;
    // Allocate its space now: a store into a mapping without disk space raises SIGBUS.
    errno = posix_fallocate(fd, 0, (off_t) bytes);
    void *memory = errno != 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) {
        code = ashlar_i_system(error, "space cannot be allocated", unfinished);
    } else {
        code = ashlar_ring_format(memory, bytes, layout, error);
        munmap(memory, bytes);
    }
    close(fd);
    if (code == ASHLAR_OK && link(unfinished, path) != 0) {
        code = errno == EEXIST ? ashlar_i_fail(error, ASHLAR_BUSY, "file exists (%.400s)", path)
                               : ashlar_i_system(error, "cannot be created", path);
    }
    unlink(unfinished);
    return code;
}

static ashlar_code ashlar_i_ring_of(void *memory, size_t length, const char *name, ashlar_ring **ring,
                                    ashlar_error *error) {
    ashlar_ring_layout layout;
    ashlar_code code = ashlar_i_ring_layout((const uint8_t *) memory, length, name, &layout, error);
    ashlar_ring *made = code == ASHLAR_OK ? (ashlar_ring *) calloc(1, sizeof *made) : NULL;
    if (code == ASHLAR_OK && made == NULL) {
        code = ashlar_i_no_memory(error);
    }
    if (code == ASHLAR_OK) {
        made->layout = layout;
        made->memory = (uint8_t *) memory;
        made->length = length;
        made->stride = ashlar_i_lane_stride(&layout);
        snprintf(made->path, sizeof made->path, "%s", name);
        *ring = made;
    }
    return code;
}

ashlar_code ashlar_ring_wrap(void *memory, size_t length, ashlar_ring **ring, ashlar_error *error) {
    ashlar_i_no_error(error);
    *ring = NULL;
    if ((uintptr_t) memory % 8 != 0) {
        return ashlar_i_fail(error, ASHLAR_MISUSE, "memory is not aligned to 8 bytes");
    }
    return ashlar_i_ring_of(memory, length, "memory", ring, error);
}

ashlar_code ashlar_ring_open(const char *path, ashlar_ring **ring, ashlar_error *error) {
    ashlar_i_locked *file;
    struct stat status;
    ashlar_i_no_error(error);
    *ring = NULL;
    ashlar_code code = ashlar_i_locked_open(path, false, true, &file, error);
    if (code != ASHLAR_OK) {
        return code;
    }
    size_t length = fstat(file->fd, &status) == 0 && status.st_size > 0 ? (size_t) status.st_size : 0;
    void *memory = length == 0 ? MAP_FAILED : mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, 0);
    if (memory == MAP_FAILED) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "not a ring: length=%zu (%.400s)", length, path);
    } else {
        code = ashlar_i_ring_of(memory, length, path, ring, error);
    }
    if (code == ASHLAR_OK) {
        (*ring)->owned = true;
        (*ring)->file = file;
        return ASHLAR_OK;
    }
    if (memory != MAP_FAILED) {
        munmap(memory, length);
    }
    ashlar_i_locked_close(file);
    return code;
}

void ashlar_ring_close(ashlar_ring *ring) {
    if (ring != NULL) {
        if (ring->owned) {
            munmap(ring->memory, ring->length);
        }
        if (ring->file != NULL) {
            ashlar_i_locked_close(ring->file);
        }
        free(ring);
    }
}

ashlar_ring_layout ashlar_ring_layout_of(const ashlar_ring *ring) {
    return ring->layout;
}

// The consumer's lock is on the first byte after the end of the file; those of the producers follow.
static int64_t ashlar_i_consumer_byte(const ashlar_ring *ring) {
    return (int64_t) ring->length;
}

static int64_t ashlar_i_producer_byte(const ashlar_ring *ring, uint32_t lane) {
    return (int64_t) ring->length + 1 + lane;
}

bool ashlar_ring_has_consumer(const ashlar_ring *ring) {
    return ring->file != NULL ? ashlar_i_is_locked(ring->file, ashlar_i_consumer_byte(ring)) : ring->consumed;
}

bool ashlar_ring_has_producer(const ashlar_ring *ring, uint32_t lane) {
    if (lane >= ring->layout.lanes) {
        return false;
    }
    return ring->file != NULL ? ashlar_i_is_locked(ring->file, ashlar_i_producer_byte(ring, lane))
                              : (ring->taken[lane / 64] >> lane % 64 & 1u) != 0;
}

static bool ashlar_i_take_lane(ashlar_ring *ring, uint32_t lane) {
    if (ring->file != NULL) {
        return ashlar_i_take(ring->file, ashlar_i_producer_byte(ring, lane));
    }
    uint64_t bit = UINT64_C(1) << lane % 64;
    return (__atomic_fetch_or(&ring->taken[lane / 64], bit, __ATOMIC_ACQ_REL) & bit) == 0;
}

static void ashlar_i_give_lane(ashlar_ring *ring, uint32_t lane) {
    if (ring->file != NULL) {
        ashlar_i_give(ring->file, ashlar_i_producer_byte(ring, lane));
    } else {
        __atomic_fetch_and(&ring->taken[lane / 64], ~(UINT64_C(1) << lane % 64), __ATOMIC_ACQ_REL);
    }
}

// Takes the first lane that is free; the number of lanes if none is.
static uint32_t ashlar_i_take_any_lane(ashlar_ring *ring) {
    for (int attempt = 1;; attempt++) {
        bool others = false;
        for (uint32_t lane = 0; lane < ring->layout.lanes; lane++) {
            if (ashlar_i_take_lane(ring, lane)) {
                return lane;
            }
            others |= ring->file != NULL && !ashlar_i_has_taken(ring->file, ashlar_i_producer_byte(ring, lane));
        }
        if (!others || attempt == ASHLAR_I_LOCK_ATTEMPTS) {
            return ring->layout.lanes;
        }
        ashlar_i_rest();
    }
}

static bool ashlar_i_take_consumer(ashlar_ring *ring) {
    if (ring->file == NULL) {
        return !__atomic_test_and_set(&ring->consumed, __ATOMIC_ACQ_REL);
    }
    int64_t byte = ashlar_i_consumer_byte(ring);
    for (int attempt = 1; !ashlar_i_take(ring->file, byte); attempt++) {
        if (ashlar_i_has_taken(ring->file, byte) || attempt == ASHLAR_I_LOCK_ATTEMPTS) {
            return false;
        }
        ashlar_i_rest();
    }
    return true;
}

// =========================================================================================== implementation: producers

struct ashlar_producer {
    ashlar_ring *ring;
    pid_t process; // owner of the lane: a forked child shares the memory, not the lock
    uint32_t lane;
    uint8_t *header;  // words of the ring, or of the lane of a many-to-one ring
    uint8_t *records;
    uint64_t capacity;
    uint64_t unit; // bytes that one position counts
    uint64_t position; // after the last message added
    uint64_t head;     // last known head of the consumer
    uint64_t refused;
    bool corrupt;
    // Claim
    bool claimed;
    uint64_t claimed_at;
    uint32_t claimed_length;
    int32_t claimed_type;
    // Of a many-to-one ring: the entries of this lane that were not released, oldest first
    uint64_t *indexes;
    uint64_t *ends; // positions where their records end
    uint64_t quota;
    uint64_t oldest;
    uint64_t pending;
    uint64_t released; // position
};

static size_t ashlar_i_record_bytes(size_t length) {
    return (length + 15) / 8 * 8;
}

size_t ashlar_max_length(const ashlar_producer *producer) {
    if (producer->ring->layout.kind == ASHLAR_FIXED_LENGTH) {
        return producer->ring->layout.message_bytes;
    }
    size_t eighth = (size_t) producer->capacity / 8;
    return (eighth > 16 ? eighth : 16) - 8;
}

// Bytes of a record of a many-to-one ring; 0 if it is invalid.
static uint64_t ashlar_i_many_record(uint32_t length_word, int32_t type, uint64_t place, uint64_t capacity) {
    uint64_t bytes = ashlar_i_record_bytes(length_word & ~ASHLAR_I_MORE);
    bool padding = type == -1;
    bool fits = type >= -1 && bytes <= capacity - place &&
                (!padding || ((length_word & ASHLAR_I_MORE) != 0 && place + bytes == capacity));
    return fits ? bytes : 0;
}

static void ashlar_i_remember(ashlar_producer *producer, uint64_t index) {
    uint64_t at = (producer->oldest + producer->pending) % producer->quota;
    producer->indexes[at] = index;
    producer->ends[at] = producer->position;
    producer->pending++;
}

// Finds the records of one entry that the previous producer added.
static bool ashlar_i_adopt_entry(ashlar_producer *producer, uint64_t index, uint64_t place) {
    uint64_t mask = producer->capacity - 1;
    if (producer->pending == 0) {
        producer->released = place;
        producer->position = place;
    }
    if (producer->pending == producer->quota || place != (producer->position & mask)) {
        return false;
    }
    bool more = true;
    while (more) {
        uint64_t at = producer->position & mask;
        uint32_t length = ashlar_i_peek32(producer->records + at);
        int32_t type = (int32_t) ashlar_i_peek32(producer->records + at + 4);
        uint64_t bytes = ashlar_i_many_record(length, type, at, producer->capacity);
        producer->position += bytes;
        more = (length & ASHLAR_I_MORE) != 0;
        if (bytes == 0 || producer->position - producer->released > producer->capacity) {
            return false;
        }
    }
    ashlar_i_remember(producer, index);
    return true;
}

// Finds what the previous producer of the lane added and the consumer has not released.
static bool ashlar_i_adopt(ashlar_producer *producer) {
    const ashlar_ring *ring = producer->ring;
    uint64_t index = producer->head;
    for (uint64_t tries = 0; tries < ASHLAR_I_TRIES + (uint64_t) ring->layout.entries; tries++) {
        if (index - producer->head >= ring->layout.entries) {
            return true;
        }
        uint64_t entry = ashlar_i_load(ashlar_i_turn(ring, index));
        if (entry >> 30 == ashlar_i_lap_of(ring, index)) {
            uint64_t place = (entry >> 6 & 0xffffffu) * 8;
            if ((entry & 63u) == producer->lane &&
                (place >= producer->capacity || !ashlar_i_adopt_entry(producer, index, place))) {
                return false;
            }
            index++;
            continue;
        }
        uint64_t now = ashlar_i_load(ring->memory + ASHLAR_I_HEAD);
        if (now <= index) {
            return true;
        }
        // The consumer was faster, and other producers reused the entry: everything found so far is released.
        producer->head = now;
        producer->pending = 0;
        producer->position = 0;
        producer->released = 0;
        index = now;
    }
    return false;
}

static bool ashlar_i_begin_producer(ashlar_producer *producer) {
    ashlar_ring *ring = producer->ring;
    if (ring->layout.kind == ASHLAR_MANY_TO_ONE) {
        producer->header = ashlar_i_lane_words(ring, producer->lane);
        producer->records = ashlar_i_lane_records(ring, producer->lane);
        producer->head = ashlar_i_load(ring->memory + ASHLAR_I_HEAD);
        producer->refused = ashlar_i_peek(producer->header + 8);
        if (!ashlar_i_adopt(producer)) {
            return false;
        }
        ashlar_i_store(producer->header, ASHLAR_I_LANE_USED);
        return true;
    }
    producer->header = ashlar_i_lane(ring, producer->lane);
    producer->records = producer->header + ASHLAR_I_RING_HEADER;
    producer->position = ashlar_i_load(producer->header + ASHLAR_I_TAIL);
    producer->head = ashlar_i_load(producer->header + ASHLAR_I_HEAD);
    producer->refused = ashlar_i_peek(producer->header + ASHLAR_I_REFUSED);
    if (producer->position >> 62 != 0 || producer->position - producer->head > producer->capacity ||
        (producer->unit == 1 && producer->position % 8 != 0)) {
        return false;
    }
    ashlar_i_store(producer->header + ASHLAR_I_ENDED, 0);
    return true;
}

static void ashlar_i_producer_free(ashlar_producer *producer) {
    free(producer->indexes);
    free(producer->ends);
    free(producer);
}

ashlar_code ashlar_ring_producer(ashlar_ring *ring, ashlar_producer **producer, ashlar_error *error) {
    ashlar_i_no_error(error);
    *producer = NULL;
    uint32_t lane = ashlar_i_take_any_lane(ring);
    if (lane == ring->layout.lanes) {
        return ashlar_i_fail(error, ASHLAR_BUSY, "each lane has a producer already: lanes=%u (%.400s)", lane, ring->path);
    }
    bool many = ring->layout.kind == ASHLAR_MANY_TO_ONE;
    ashlar_producer *made = (ashlar_producer *) calloc(1, sizeof *made);
    if (made != NULL) {
        made->ring = ring;
        made->process = getpid();
        made->lane = lane;
        made->capacity = ring->layout.capacity;
        made->unit = ring->layout.kind == ASHLAR_FIXED_LENGTH ? ring->layout.message_bytes : 1;
        made->quota = many ? ring->layout.entries / ring->layout.lanes : 1;
        made->indexes = (uint64_t *) calloc(made->quota, sizeof(uint64_t));
        made->ends = (uint64_t *) calloc(made->quota, sizeof(uint64_t));
    }
    ashlar_code code = ASHLAR_OK;
    if (made == NULL || made->indexes == NULL || made->ends == NULL) {
        code = ashlar_i_no_memory(error);
    } else if (!ashlar_i_begin_producer(made)) {
        code = ashlar_i_fail(error, ASHLAR_DAMAGED, "words of the ring are damaged: head=%llu, tail=%llu, lane=%u (%.400s)",
                             (unsigned long long) made->head, (unsigned long long) made->position, lane, ring->path);
    }
    if (code != ASHLAR_OK) {
        if (made != NULL) {
            ashlar_i_producer_free(made);
        }
        ashlar_i_give_lane(ring, lane);
        return code;
    }
    *producer = made;
    return ASHLAR_OK;
}

// Whether records up to a position fit before the last known head.
static bool ashlar_i_fits(const ashlar_producer *producer, uint64_t wanted) {
    return producer->ring->layout.kind == ASHLAR_MANY_TO_ONE
               ? wanted - producer->released <= producer->capacity && producer->pending < producer->quota
               : wanted - producer->head <= producer->capacity;
}

// Reads the head of the consumer.
static ashlar_code ashlar_i_look(ashlar_producer *producer, uint64_t wanted) {
    ashlar_ring *ring = producer->ring;
    bool many = ring->layout.kind == ASHLAR_MANY_TO_ONE;
    uint8_t *words = many ? ring->memory : producer->header;
    uint64_t now = ashlar_i_load(words + ASHLAR_I_HEAD);
    // Only the newest entry may not be counted by the tail.
    uint64_t most = many ? ashlar_i_load(words + ASHLAR_I_TAIL) + 1 : producer->position;
    if (now < producer->head || now > most || (!many && producer->position - now > producer->capacity)) {
        producer->corrupt = true;
        return ASHLAR_DAMAGED;
    }
    producer->head = now;
    while (many && producer->pending > 0 && producer->indexes[producer->oldest] < now) {
        producer->released = producer->ends[producer->oldest];
        producer->oldest = (producer->oldest + 1) % producer->quota;
        producer->pending--;
    }
    if (ashlar_i_fits(producer, wanted)) {
        return ASHLAR_OK;
    }
    if (ashlar_i_load(words + ASHLAR_I_LEFT) != 0) {
        return ASHLAR_CLOSED;
    }
    producer->refused++;
    ashlar_i_put(producer->header + (many ? 8 : ASHLAR_I_REFUSED), producer->refused);
    return ASHLAR_FULL;
}

ashlar_code ashlar_claim(ashlar_producer *producer, int32_t type, size_t length, void **message) {
    bool fixed = producer->ring->layout.kind == ASHLAR_FIXED_LENGTH;
    size_t max_length = ashlar_max_length(producer);
    if (producer->claimed || type < 0 || (fixed ? length != max_length : length > max_length)) {
        return ASHLAR_MISUSE;
    }
    if (producer->corrupt) {
        return ASHLAR_DAMAGED;
    }
    uint64_t size = fixed ? 1 : ashlar_i_record_bytes(length);
    uint64_t to_end = producer->capacity - (producer->position & (producer->capacity - 1));
    uint64_t padding = size > to_end ? to_end : 0;
    if (!ashlar_i_fits(producer, producer->position + padding + size)) {
        ashlar_code code = ashlar_i_look(producer, producer->position + padding + size);
        if (code != ASHLAR_OK) {
            return code;
        }
    }
    producer->claimed = true;
    producer->claimed_at = producer->position + padding;
    producer->claimed_length = (uint32_t) length;
    producer->claimed_type = type;
    *message = producer->records + (producer->claimed_at & (producer->capacity - 1)) * producer->unit + (fixed ? 0 : 8);
    return ASHLAR_OK;
}

void ashlar_abort(ashlar_producer *producer) {
    producer->claimed = false;
}

// No consumer reads a record before the tail, or its entry, is published.
static void ashlar_i_put_record(const ashlar_producer *producer, uint64_t position, uint32_t length, int32_t type) {
    ashlar_i_put(producer->records + (position & (producer->capacity - 1)),
                 (uint64_t) (uint32_t) type << 32 | length);
}

// Adds an entry for the records from `first` to producer->position, which publishes them.
static ashlar_code ashlar_i_enter(ashlar_producer *producer, uint64_t first) {
    ashlar_ring *ring = producer->ring;
    uint8_t *tail = ring->memory + ASHLAR_I_TAIL;
    for (int tries = 0; tries < ASHLAR_I_TRIES; tries++) {
        uint64_t index = ashlar_i_load(tail);
        uint8_t *turn = ashlar_i_turn(ring, index);
        uint64_t entry = ashlar_i_load(turn);
        uint64_t lap = ashlar_i_lap_of(ring, index);
        if (entry >> 30 == ((lap - 1) & ASHLAR_I_LAP_MASK)) {
            uint64_t mine = lap << 30 | (first & (producer->capacity - 1)) / 8 << 6 | producer->lane;
            if (ashlar_i_swap(turn, entry, mine)) {
                ashlar_i_remember(producer, index);
                ashlar_i_swap(tail, index, index + 1);
                return ASHLAR_OK;
            }
        } else if (entry >> 30 == lap) {
            ashlar_i_swap(tail, index, index + 1); // the producer that added it has not moved the tail yet
        } else if (ashlar_i_load(tail) == index) {
            break;
        }
    }
    producer->corrupt = true;
    return ASHLAR_DAMAGED;
}

ashlar_code ashlar_commit(ashlar_producer *producer) {
    if (!producer->claimed) {
        return ASHLAR_MISUSE;
    }
    bool many = producer->ring->layout.kind == ASHLAR_MANY_TO_ONE;
    uint64_t first = producer->position;
    producer->claimed = false;
    if (producer->ring->layout.kind == ASHLAR_FIXED_LENGTH) {
        producer->position++;
    } else {
        uint32_t padding = (uint32_t) (producer->claimed_at - first);
        if (padding > 0) {
            ashlar_i_put_record(producer, first, (padding - 8) | (many ? ASHLAR_I_MORE : 0), -1);
        }
        ashlar_i_put_record(producer, producer->claimed_at, producer->claimed_length, producer->claimed_type);
        producer->position = producer->claimed_at + ashlar_i_record_bytes(producer->claimed_length);
    }
    if (many) {
        ashlar_code code = ashlar_i_enter(producer, first);
        producer->position = code == ASHLAR_OK ? producer->position : first;
        return code;
    }
    ashlar_i_store(producer->header + ASHLAR_I_TAIL, producer->position);
    return ASHLAR_OK;
}

ashlar_code ashlar_offer(ashlar_producer *producer, int32_t type, const void *message, size_t length) {
    void *claimed;
    ashlar_code code = ashlar_claim(producer, type, length, &claimed);
    if (code != ASHLAR_OK) {
        return code;
    }
    if (length > 0) {
        memcpy(claimed, message, length);
    }
    return ashlar_commit(producer);
}

void ashlar_producer_close(ashlar_producer *producer) {
    if (producer != NULL) {
        bool own = producer->process == getpid();
        if (own && producer->ring->layout.kind == ASHLAR_MANY_TO_ONE) {
            ashlar_i_store(producer->header, ASHLAR_I_LANE_ENDED);
        } else if (own) {
            ashlar_i_store(producer->header + ASHLAR_I_ENDED, producer->position + 1);
        }
        if (own) {
            ashlar_i_give_lane(producer->ring, producer->lane);
        }
        ashlar_i_producer_free(producer);
    }
}

// =========================================================================================== implementation: consumers

struct ashlar_consumer {
    ashlar_ring *ring;
    pid_t process; // as for a producer
    ashlar_delivery delivery;
    uint64_t *positions; // next position of each lane, or index of the next entry of a many-to-one ring
    uint64_t *released;
    uint32_t lane; // lane to begin with
    bool corrupt;
    // Of a many-to-one ring: within an entry
    bool open;
    uint32_t entry_lane;
    uint64_t place;
    uint64_t used;
};

static uint8_t *ashlar_i_consumer_words(const ashlar_consumer *consumer, uint32_t lane) {
    return consumer->ring->layout.kind == ASHLAR_MANY_TO_ONE ? consumer->ring->memory
                                                             : ashlar_i_lane(consumer->ring, lane);
}

static uint32_t ashlar_i_consumer_lanes(const ashlar_consumer *consumer) {
    return consumer->ring->layout.kind == ASHLAR_MANY_TO_ONE ? 1 : consumer->ring->layout.lanes;
}

// Whether positions can be those of a lane: from `head` up to `tail`.
static bool ashlar_i_are_words(const ashlar_consumer *consumer, uint64_t head, uint64_t position, uint64_t tail) {
    const ashlar_ring_layout *layout = &consumer->ring->layout;
    if (layout->kind == ASHLAR_MANY_TO_ONE) {
        return position >= head && position - head <= layout->entries && position >> 62 == 0;
    }
    bool aligned = layout->kind == ASHLAR_FIXED_LENGTH || (head % 8 == 0 && position % 8 == 0 && tail % 8 == 0);
    return aligned && tail >> 62 == 0 && tail - head <= layout->capacity && position >= head && position <= tail;
}

ashlar_code ashlar_ring_consumer(ashlar_ring *ring, ashlar_delivery delivery, ashlar_consumer **consumer,
                                 ashlar_error *error) {
    ashlar_i_no_error(error);
    *consumer = NULL;
    if (!ashlar_i_take_consumer(ring)) {
        return ashlar_i_fail(error, ASHLAR_BUSY, "ring has a consumer already (%.400s)", ring->path);
    }
    ashlar_consumer *made = (ashlar_consumer *) calloc(1, sizeof *made);
    if (made != NULL) {
        made->ring = ring;
        made->process = getpid();
        made->delivery = delivery;
        made->positions = (uint64_t *) calloc(ring->layout.lanes, sizeof(uint64_t));
        made->released = (uint64_t *) calloc(ring->layout.lanes, sizeof(uint64_t));
    }
    if (made == NULL || made->positions == NULL || made->released == NULL) {
        if (made != NULL) {
            free(made->positions);
            free(made->released);
            free(made);
        }
        if (ring->file != NULL) {
            ashlar_i_give(ring->file, ashlar_i_consumer_byte(ring));
        } else {
            __atomic_clear(&ring->consumed, __ATOMIC_RELEASE);
        }
        return ashlar_i_no_memory(error);
    }
    for (uint32_t lane = 0; lane < ashlar_i_consumer_lanes(made); lane++) {
        uint8_t *words = ashlar_i_consumer_words(made, lane);
        uint64_t head = ashlar_i_load(words + ASHLAR_I_HEAD);
        uint64_t before = ashlar_i_load(words + ASHLAR_I_TAKEN);
        made->released[lane] = head;
        made->positions[lane] = before > head ? before : head;
        made->corrupt |= !ashlar_i_are_words(made, head, made->positions[lane], ashlar_i_load(words + ASHLAR_I_TAIL));
        ashlar_i_store(words + ASHLAR_I_LEFT, 0);
    }
    *consumer = made;
    return ASHLAR_OK;
}

// Releases the messages that were handled.
static void ashlar_i_settle_lane(ashlar_consumer *consumer, uint32_t lane) {
    if (consumer->positions[lane] != consumer->released[lane]) {
        consumer->released[lane] = consumer->positions[lane];
        ashlar_i_store(ashlar_i_consumer_words(consumer, lane) + ASHLAR_I_HEAD, consumer->released[lane]);
    }
}

static void ashlar_i_hand_out(ashlar_consumer *consumer, uint32_t lane, uint64_t after, ashlar_handler handler,
                              void *context, int32_t type, const uint8_t *message, size_t length) {
    if (consumer->delivery == ASHLAR_AT_MOST_ONCE) {
        ashlar_i_store(ashlar_i_consumer_words(consumer, lane) + ASHLAR_I_TAKEN, after);
    }
    handler(context, type, message, length);
}

// Hands out messages of one lane; false if it is corrupt.
static bool ashlar_i_poll_lane(ashlar_consumer *consumer, uint32_t lane, size_t limit, ashlar_handler handler,
                               void *context, size_t *handled) {
    const ashlar_ring_layout *layout = &consumer->ring->layout;
    const uint8_t *words = ashlar_i_consumer_words(consumer, lane);
    const uint8_t *records = words + ASHLAR_I_RING_HEADER;
    uint64_t tail = ashlar_i_load(words + ASHLAR_I_TAIL);
    uint64_t *position = &consumer->positions[lane];
    if (!ashlar_i_are_words(consumer, consumer->released[lane], *position, tail)) {
        return false;
    }
    while (*position < tail && *handled < limit) {
        uint64_t place = *position & (layout->capacity - 1);
        if (layout->kind == ASHLAR_FIXED_LENGTH) {
            ashlar_i_hand_out(consumer, lane, *position + 1, handler, context, 0,
                              records + place * layout->message_bytes, layout->message_bytes);
            (*position)++;
            (*handled)++;
            continue;
        }
        uint64_t word = ashlar_i_peek(records + place);
        int64_t length = (int32_t) (uint32_t) word;
        int32_t type = (int32_t) (uint32_t) (word >> 32);
        uint64_t bytes = length < 0 ? 0 : ashlar_i_record_bytes((size_t) length);
        if (bytes == 0 || bytes > tail - *position || bytes > layout->capacity - place || type < -1) {
            return false;
        }
        if (type >= 0) {
            ashlar_i_hand_out(consumer, lane, *position + bytes, handler, context, type, records + place + 8,
                              (size_t) length);
            (*handled)++;
        }
        *position += bytes;
    }
    return true;
}

// Hands out messages of a many-to-one ring; false if it is corrupt.
static bool ashlar_i_poll_many(ashlar_consumer *consumer, size_t limit, ashlar_handler handler, void *context,
                               size_t *handled) {
    const ashlar_ring *ring = consumer->ring;
    uint64_t capacity = ring->layout.capacity;
    uint64_t *index = &consumer->positions[0];
    while (*handled < limit) {
        if (!consumer->open) {
            uint64_t entry = ashlar_i_load(ashlar_i_turn(ring, *index));
            uint64_t lap = ashlar_i_lap_of(ring, *index);
            if (entry >> 30 != lap) {
                return entry >> 30 == ((lap - 1) & ASHLAR_I_LAP_MASK);
            }
            consumer->entry_lane = (uint32_t) (entry & 63u);
            consumer->place = (entry >> 6 & 0xffffffu) * 8;
            consumer->used = 0;
            if (consumer->entry_lane >= ring->layout.lanes || consumer->place >= capacity) {
                return false;
            }
            consumer->open = true;
        }
        const uint8_t *at = ashlar_i_lane_records(ring, consumer->entry_lane) + consumer->place;
        uint64_t word = ashlar_i_peek(at);
        uint32_t length = (uint32_t) word;
        int32_t type = (int32_t) (uint32_t) (word >> 32);
        uint64_t bytes = ashlar_i_many_record(length, type, consumer->place, capacity);
        if (bytes == 0 || bytes > capacity - consumer->used) {
            return false;
        }
        if (type >= 0) {
            ashlar_i_hand_out(consumer, 0, *index + 1, handler, context, type, at + 8, length & ~ASHLAR_I_MORE);
            (*handled)++;
        }
        consumer->used += bytes;
        consumer->place = (consumer->place + bytes) & (capacity - 1);
        if ((length & ASHLAR_I_MORE) == 0) {
            consumer->open = false;
            (*index)++;
        }
    }
    return true;
}

ashlar_code ashlar_poll(ashlar_consumer *consumer, size_t limit, ashlar_handler handler, void *context, size_t *handled,
                        ashlar_error *error) {
    size_t count = 0;
    uint32_t lanes = ashlar_i_consumer_lanes(consumer);
    bool sound = !consumer->corrupt;
    for (uint32_t i = 0; i < lanes && sound && count < limit; i++) {
        uint32_t lane = (consumer->lane + i) % lanes;
        sound = consumer->ring->layout.kind == ASHLAR_MANY_TO_ONE
                    ? ashlar_i_poll_many(consumer, limit, handler, context, &count)
                    : ashlar_i_poll_lane(consumer, lane, limit, handler, context, &count);
        ashlar_i_settle_lane(consumer, lane);
    }
    // Otherwise the first lanes would starve the last.
    consumer->lane = (consumer->lane + 1) % lanes;
    consumer->corrupt = !sound;
    if (handled != NULL) {
        *handled = count;
    }
    if (!sound) {
        return ashlar_i_fail(error, ASHLAR_DAMAGED, "ring is corrupt: position=%llu (%.400s)",
                             (unsigned long long) consumer->positions[0], consumer->ring->path);
    }
    return ASHLAR_OK;
}

bool ashlar_is_done(const ashlar_consumer *consumer) {
    const ashlar_ring *ring = consumer->ring;
    bool done = false;
    for (uint32_t lane = 0; lane < ring->layout.lanes; lane++) {
        if (ring->layout.kind == ASHLAR_MANY_TO_ONE) {
            uint64_t state = ashlar_i_load(ashlar_i_lane_words(ring, lane));
            if (state == ASHLAR_I_LANE_USED) {
                return false;
            }
            done |= state == ASHLAR_I_LANE_ENDED;
        } else {
            const uint8_t *words = ashlar_i_lane(ring, lane);
            uint64_t ended = ashlar_i_load(words + ASHLAR_I_ENDED);
            uint64_t tail = ashlar_i_load(words + ASHLAR_I_TAIL);
            if (ended == 0 && tail == 0) {
                continue; // never used
            }
            if (ended == 0 || ended - 1 != consumer->positions[lane] || tail != consumer->positions[lane]) {
                return false;
            }
            done = true;
        }
    }
    if (done && ring->layout.kind == ASHLAR_MANY_TO_ONE) {
        uint64_t index = consumer->positions[0];
        done = !consumer->open && ashlar_i_load(ashlar_i_turn(ring, index)) >> 30 != ashlar_i_lap_of(ring, index);
    }
    return done && !consumer->corrupt;
}

void ashlar_consumer_close(ashlar_consumer *consumer) {
    if (consumer != NULL) {
        bool own = consumer->process == getpid();
        for (uint32_t lane = 0; own && lane < ashlar_i_consumer_lanes(consumer); lane++) {
            ashlar_i_store(ashlar_i_consumer_words(consumer, lane) + ASHLAR_I_LEFT, 1);
        }
        if (own && consumer->ring->file != NULL) {
            ashlar_i_give(consumer->ring->file, ashlar_i_consumer_byte(consumer->ring));
        } else if (own) {
            __atomic_clear(&consumer->ring->consumed, __ATOMIC_RELEASE);
        }
        free(consumer->positions);
        free(consumer->released);
        free(consumer);
    }
}

#ifdef __cplusplus
}
#endif
#endif // ASHLAR_IMPLEMENTATION
