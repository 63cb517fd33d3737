// SPDX-License-Identifier: Apache-2.0
//
// Rings and cells: what Java left in the files of the kit, both sides in this process, and every refusal.
//
//     queues FOLDER      with the unpacked queues.zip
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *folder;

static const char *path_of(const char *name) {
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, 1024, "%s/%s", folder, name);
    return path;
}

typedef struct found {
    int count;
    int32_t types[32];
    char texts[32][32];
    size_t lengths[32];
} found;

static void keep(void *context, int32_t type, const void *message, size_t length) {
    found *into = (found *) context;
    CHECK(into->count < 32 && length <= 32);
    into->types[into->count] = type;
    into->lengths[into->count] = length;
    memcpy(into->texts[into->count++], message, length);
}

static bool is_message(const found *in, int index, int number) {
    char text[32];
    int length = snprintf(text, sizeof text, "message %d", number);
    return in->types[index] == number && in->lengths[index] == (size_t) length &&
           memcmp(in->texts[index], text, (size_t) length) == 0;
}

static ashlar_consumer *consumer_of(const char *name, ashlar_ring **ring) {
    ashlar_error error;
    ashlar_consumer *consumer;
    CHECK(ashlar_ring_open(path_of(name), ring, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_consumer(*ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    return consumer;
}

static void should_take_what_java_added(void) {
    ashlar_error error;
    ashlar_ring *ring;
    found all = {0, {0}, {{0}}, {0}};
    ashlar_consumer *consumer = consumer_of("one", &ring);
    CHECK(ashlar_poll(consumer, 1, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 1);
    CHECK(!ashlar_is_done(consumer));
    CHECK(ashlar_poll(consumer, 100, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 3);
    for (int i = 0; i < 3; i++) {
        CHECK(is_message(&all, i, i));
    }
    CHECK(ashlar_is_done(consumer));
    ashlar_consumer *second;
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &second, &error) == ASHLAR_BUSY && second == NULL);
    ashlar_ring *again;
    CHECK(ashlar_ring_open(path_of("one"), &again, &error) == ASHLAR_BUSY && again == NULL);
    CHECK(ashlar_ring_has_consumer(ring) && !ashlar_ring_has_producer(ring, 0));
    ashlar_consumer_close(consumer);
    CHECK(!ashlar_ring_has_consumer(ring));
    ashlar_ring_close(ring);

    all.count = 0;
    consumer = consumer_of("group", &ring);
    CHECK(ashlar_ring_layout_of(ring).lanes == 3);
    CHECK(ashlar_poll(consumer, 100, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 4);
    CHECK(is_message(&all, 0, 0) && is_message(&all, 1, 1) && is_message(&all, 2, 10) && is_message(&all, 3, 11));
    CHECK(!ashlar_is_done(consumer)); // the second producer has not ended
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);

    all.count = 0;
    consumer = consumer_of("fixed", &ring);
    CHECK(ashlar_poll(consumer, 100, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 3);
    for (int64_t i = 0; i < 3; i++) {
        int64_t words[2];
        memcpy(words, all.texts[i], 16);
        CHECK(words[0] == i + 2 && words[1] == -i - 2);
    }
    CHECK(ashlar_is_done(consumer));
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);

    all.count = 0;
    consumer = consumer_of("many", &ring);
    CHECK(ashlar_poll(consumer, 100, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(is_message(&all, i, i));
    }
    CHECK(!ashlar_is_done(consumer));
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
    CHECK(ashlar_ring_open(path_of("cells"), &ring, &error) == ASHLAR_DAMAGED);
    CHECK(strstr(error.message, "offset=0") != NULL && strstr(error.message, "cells") != NULL);
    CHECK(ashlar_ring_open(path_of("nobody"), &ring, &error) == ASHLAR_NOT_FOUND);
}

// Many messages between threads, in every kind of ring.
#define PRODUCERS 3

typedef struct work {
    ashlar_ring *ring;
    int64_t count;
    int64_t id;
    int64_t next[PRODUCERS];
    int64_t taken;
} work;

static void *produce(void *context) {
    work *of = (work *) context;
    ashlar_error error;
    ashlar_producer *producer;
    CHECK(ashlar_ring_producer(of->ring, &producer, &error) == ASHLAR_OK);
    bool fixed = ashlar_ring_layout_of(of->ring).kind == ASHLAR_FIXED_LENGTH;
    for (int64_t n = 0; n < of->count; n++) {
        void *message;
        ashlar_code code;
        size_t length = fixed ? 24 : 16 + (size_t) (n % 3) * 4;
        while ((code = ashlar_claim(producer, (int32_t) (n & 0xffff), length, &message)) == ASHLAR_FULL) {
            sched_yield();
        }
        CHECK(code == ASHLAR_OK);
        memset(message, 0x55, length);
        if (n % 7 == 3) {
            ashlar_abort(producer);
            CHECK(ashlar_commit(producer) == ASHLAR_MISUSE);
            CHECK(ashlar_claim(producer, (int32_t) (n & 0xffff), length, &message) == ASHLAR_OK);
            CHECK(ashlar_claim(producer, 0, length, &message) == ASHLAR_MISUSE);
        }
        memcpy(message, &of->id, 8);
        memcpy((uint8_t *) message + 8, &n, 8);
        CHECK(ashlar_commit(producer) == ASHLAR_OK);
    }
    ashlar_producer_close(producer);
    return NULL;
}

static void take(void *context, int32_t type, const void *message, size_t length) {
    work *of = (work *) context;
    int64_t words[2];
    CHECK(length >= 16 && (uintptr_t) message % 8 == 0);
    memcpy(words, message, 16);
    CHECK(words[0] >= 0 && words[0] < PRODUCERS && of->next[words[0]] == words[1]);
    CHECK(length == 24 || (length == 16 + (size_t) (words[1] % 3) * 4 && type == (int32_t) (words[1] & 0xffff)));
    of->next[words[0]]++;
    of->taken++;
}

static void should_carry_messages_between_threads(ashlar_ring_layout layout, int64_t count, bool in_file) {
    ashlar_error error;
    ashlar_ring *ring;
    size_t bytes = ashlar_ring_bytes(&layout);
    void *memory = calloc(bytes / 8 + 1, 8);
    CHECK(bytes > 0 && memory != NULL);
    if (in_file) {
        unlink(path_of("threads"));
        CHECK(ashlar_ring_create(path_of("threads"), &layout, &error) == ASHLAR_OK);
        CHECK(ashlar_ring_create(path_of("threads"), &layout, &error) == ASHLAR_BUSY);
        CHECK(ashlar_ring_open(path_of("threads"), &ring, &error) == ASHLAR_OK);
    } else {
        CHECK(ashlar_ring_format(memory, bytes, &layout, &error) == ASHLAR_OK);
        CHECK(ashlar_ring_wrap(memory, bytes, &ring, &error) == ASHLAR_OK);
    }
    CHECK(ashlar_ring_layout_of(ring).lanes == layout.lanes);
    pthread_t threads[PRODUCERS];
    work of[PRODUCERS];
    work all;
    memset(&all, 0, sizeof all);
    ashlar_consumer *consumer;
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_MOST_ONCE, &consumer, &error) == ASHLAR_OK);
    for (uint32_t i = 0; i < layout.lanes; i++) {
        memset(&of[i], 0, sizeof of[i]);
        of[i].ring = ring;
        of[i].count = count;
        of[i].id = i;
        CHECK(pthread_create(&threads[i], NULL, produce, &of[i]) == 0);
    }
    while (all.taken < count * layout.lanes) {
        size_t handled;
        CHECK(ashlar_poll(consumer, 10, take, &all, &handled, &error) == ASHLAR_OK);
        if (handled == 0) {
            sched_yield();
        }
    }
    for (uint32_t i = 0; i < layout.lanes; i++) {
        pthread_join(threads[i], NULL);
        CHECK(all.next[i] == count);
    }
    CHECK(ashlar_is_done(consumer));
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
    free(memory);
}

static void should_refuse(void) {
    ashlar_error error;
    ashlar_ring_layout layout = {ASHLAR_ONE_TO_ONE, 1, 64, 0, 0};
    uint64_t memory[(384 + 64) / 8];
    ashlar_ring *ring;
    ashlar_producer *producer;
    ashlar_consumer *consumer;
    found all = {0, {0}, {{0}}, {0}};
    CHECK(ashlar_ring_bytes(&layout) == sizeof memory);
    CHECK(ashlar_ring_format(memory, sizeof memory - 1, &layout, &error) == ASHLAR_MISUSE);
    CHECK(ashlar_ring_format(memory, sizeof memory, &layout, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_wrap(memory, sizeof memory - 8, &ring, &error) == ASHLAR_DAMAGED);
    CHECK(ashlar_ring_wrap(memory, sizeof memory, &ring, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_producer(ring, &producer, &error) == ASHLAR_OK);
    ashlar_producer *second;
    CHECK(ashlar_ring_producer(ring, &second, &error) == ASHLAR_BUSY);
    CHECK(ashlar_max_length(producer) == 8);
    CHECK(ashlar_offer(producer, 0, "123456789", 9) == ASHLAR_MISUSE);
    CHECK(ashlar_offer(producer, -1, "1", 1) == ASHLAR_MISUSE);
    for (int i = 0; i < 4; i++) {
        CHECK(ashlar_offer(producer, i, "12345678", 8) == ASHLAR_OK);
    }
    CHECK(ashlar_offer(producer, 4, "12345678", 8) == ASHLAR_FULL);
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    ashlar_consumer_close(consumer);
    CHECK(ashlar_offer(producer, 4, "12345678", 8) == ASHLAR_CLOSED);
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    // A record that is longer than what there is.
    ((uint8_t *) memory)[384 + 16] = 200;
    CHECK(ashlar_poll(consumer, 9, keep, &all, NULL, &error) == ASHLAR_DAMAGED && all.count == 1);
    CHECK(ashlar_poll(consumer, 9, keep, &all, NULL, &error) == ASHLAR_DAMAGED && all.count == 1);
    ashlar_consumer_close(consumer);
    ashlar_producer_close(producer);
    ashlar_ring_close(ring);
    layout.capacity = 65;
    CHECK(ashlar_ring_bytes(&layout) == 0);
    ((uint32_t *) memory)[2] = 2;
    CHECK(ashlar_ring_wrap(memory, sizeof memory, &ring, &error) == ASHLAR_FORMAT_VERSION);
}

// A producer that comes second goes on behind what the first has added and nobody has taken.
static void should_go_on_where_the_last_producer_stopped(ashlar_ring_layout layout) {
    ashlar_error error;
    ashlar_ring *ring;
    size_t bytes = ashlar_ring_bytes(&layout);
    void *memory = calloc(bytes / 8 + 1, 8);
    CHECK(ashlar_ring_format(memory, bytes, &layout, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_wrap(memory, bytes, &ring, &error) == ASHLAR_OK);
    ashlar_consumer *consumer;
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    int sent = 0;
    int taken = 0;
    for (int round = 0; round < 500; round++) {
        ashlar_producer *producer;
        CHECK(ashlar_ring_producer(ring, &producer, &error) == ASHLAR_OK);
        for (int i = 0; i < 7; i++) {
            uint64_t message[2] = {(uint64_t) sent, 7};
            ashlar_code code = ashlar_offer(producer, 1, message, layout.message_bytes == 0 ? 9 + (size_t) i : 16);
            CHECK(code == ASHLAR_OK || code == ASHLAR_FULL);
            sent += code == ASHLAR_OK;
        }
        ashlar_producer_close(producer);
        found all = {0, {0}, {{0}}, {0}};
        CHECK(ashlar_poll(consumer, 1 + (size_t) (round % 9), keep, &all, NULL, &error) == ASHLAR_OK);
        for (int i = 0; i < all.count; i++) {
            uint64_t number;
            memcpy(&number, all.texts[i], 8);
            CHECK(number == (uint64_t) taken++);
        }
    }
    CHECK(taken > 1500 && sent >= taken);
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
    free(memory);
}

static void end_child(pid_t child) {
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// A forked child has none of the locks, and what it closes is its parent's.
static void should_leave_rings_to_the_process_that_opened_them(ashlar_ring_layout layout) {
    ashlar_error error;
    ashlar_ring *ring;
    ashlar_producer *producer;
    ashlar_consumer *consumer;
    found all = {0, {0}, {{0}}, {0}};
    unlink(path_of("forked"));
    CHECK(ashlar_ring_create(path_of("forked"), &layout, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_open(path_of("forked"), &ring, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_producer(ring, &producer, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    CHECK(ashlar_offer(producer, 1, "1234567", 7) == ASHLAR_OK);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        ashlar_ring *own;
        ashlar_producer *other;
        CHECK(ashlar_ring_open(path_of("forked"), &own, &error) == ASHLAR_OK);
        CHECK(ashlar_ring_producer(own, &other, &error) == (layout.lanes > 1 ? ASHLAR_OK : ASHLAR_BUSY));
        ashlar_producer_close(producer);
        ashlar_consumer_close(consumer);
        ashlar_ring_close(ring);
        CHECK(ashlar_ring_has_producer(own, 0) && ashlar_ring_has_consumer(own));
        CHECK(ashlar_ring_open(path_of("forked"), &ring, &error) == ASHLAR_BUSY);
        CHECK(layout.lanes == 1 || is_locked_for_others(path_of("forked"), (int) ashlar_ring_bytes(&layout) + 2));
        fflush(stdout);
        _exit(0); // the lane of the child is left as it is
    }
    end_child(child);
    CHECK(ashlar_offer(producer, 2, "1234567", 7) == ASHLAR_OK);
    CHECK(ashlar_poll(consumer, 9, keep, &all, NULL, &error) == ASHLAR_OK && all.count == 2);
    CHECK(!ashlar_is_done(consumer));
    while (ashlar_offer(producer, 3, "1234567", 7) == ASHLAR_OK) {
    }
    CHECK(ashlar_offer(producer, 3, "1234567", 7) == ASHLAR_FULL); // the consumer has not left
    ashlar_producer_close(producer);
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
}

// As a process does that only looks whether a side is taken.
static void should_wait_for_a_lock_that_is_held_for_a_moment(void) {
    ashlar_error error;
    ashlar_ring *ring;
    ashlar_producer *producer;
    ashlar_consumer *consumer;
    const ashlar_ring_layout layout = {ASHLAR_ONE_TO_ONE, 1, 64, 0, 0};
    const struct timespec moment = {0, 4000000};
    int ready[2];
    char byte;
    unlink(path_of("locked"));
    CHECK(ashlar_ring_create(path_of("locked"), &layout, &error) == ASHLAR_OK && pipe(ready) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(path_of("locked"), O_RDWR);
        struct flock lock;
        memset(&lock, 0, sizeof lock);
        lock.l_type = F_WRLCK;
        lock.l_start = (off_t) ashlar_ring_bytes(&layout);
        lock.l_len = 2;
        CHECK(fd >= 0 && fcntl(fd, F_SETLK, &lock) == 0 && write(ready[1], "x", 1) == 1);
        nanosleep(&moment, NULL);
        _exit(0);
    }
    CHECK(read(ready[0], &byte, 1) == 1);
    CHECK(ashlar_ring_open(path_of("locked"), &ring, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error) == ASHLAR_OK);
    CHECK(ashlar_ring_producer(ring, &producer, &error) == ASHLAR_OK);
    ashlar_producer_close(producer);
    ashlar_consumer_close(consumer);
    ashlar_ring_close(ring);
    close(ready[0]);
    close(ready[1]);
    end_child(child);
}

// Long, so that readers are often overtaken.
#define VALUE_BYTES 501

typedef struct cell_work {
    ashlar_cell cell;
    void *seqlock;
    int64_t count;
    uint32_t done;
} cell_work;

static void *write_cells(void *context) {
    cell_work *of = (cell_work *) context;
    ashlar_syncs syncs = {0, 0};
    uint8_t value[VALUE_BYTES];
    for (int64_t n = 1; n <= of->count; n++) {
        uint64_t version;
        memset(value, (int) (n & 0xff), sizeof value);
        syncs.completed = n % 16 == 8 ? syncs.begun : syncs.completed;
        syncs.begun += n % 16 == 0;
        CHECK(ashlar_cell_write(&of->cell, &syncs, value, &version) == ASHLAR_OK && version == (uint64_t) n);
        CHECK(ashlar_seqlock_write(of->seqlock, value, sizeof value, n % 2 == 0, &version) == ASHLAR_OK);
        CHECK(version == (uint64_t) n);
    }
    __atomic_store_n(&of->done, 1u, __ATOMIC_RELEASE);
    return NULL;
}

static void check_value(const uint8_t *value, uint64_t version, uint64_t *last) {
    for (int i = 0; i < VALUE_BYTES; i++) {
        CHECK(value[i] == (uint8_t) version);
    }
    CHECK(version >= *last);
    *last = version;
}

static void *read_cells(void *context) {
    cell_work *of = (cell_work *) context;
    uint8_t value[VALUE_BYTES];
    uint64_t last[2] = {0, 0};
    while (__atomic_load_n(&of->done, __ATOMIC_ACQUIRE) == 0) {
        uint64_t version;
        ashlar_code code = ashlar_cell_read(&of->cell, value, &version);
        CHECK(code == ASHLAR_OK || code == ASHLAR_EMPTY || code == ASHLAR_BUSY);
        if (code == ASHLAR_OK) {
            check_value(value, version, &last[0]);
        }
        code = ashlar_seqlock_read(of->seqlock, value, VALUE_BYTES, &version);
        CHECK(code == ASHLAR_OK || code == ASHLAR_EMPTY || code == ASHLAR_BUSY);
        if (code == ASHLAR_OK) {
            check_value(value, version, &last[1]);
        }
    }
    return NULL;
}

static void should_read_cells_whole(int64_t count) {
    uint64_t memory[400];
    uint64_t seqlock[80];
    pthread_t threads[3];
    cell_work of = {{memory, 5, VALUE_BYTES}, seqlock, count, 0};
    uint8_t value[VALUE_BYTES];
    uint64_t version;
    memset(memory, 0, sizeof memory);
    memset(seqlock, 0, sizeof seqlock);
    CHECK(ashlar_cell_bytes(5, VALUE_BYTES) == 16 + 5 * (16 + 504) && ashlar_cell_bytes(3, VALUE_BYTES) == 0);
    CHECK(ashlar_cell_read(&of.cell, value, NULL) == ASHLAR_EMPTY);
    CHECK(ashlar_seqlock_read(seqlock, value, VALUE_BYTES, NULL) == ASHLAR_EMPTY);
    CHECK(pthread_create(&threads[0], NULL, write_cells, &of) == 0);
    CHECK(pthread_create(&threads[1], NULL, read_cells, &of) == 0);
    CHECK(pthread_create(&threads[2], NULL, read_cells, &of) == 0);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK(ashlar_cell_read(&of.cell, value, &version) == ASHLAR_OK && version == (uint64_t) count);
    memory[0] = 9;
    CHECK(ashlar_cell_read(&of.cell, value, &version) == ASHLAR_DAMAGED);
}

static void should_read_and_write_cells_of_java(void) {
    ashlar_error error;
    void *memory;
    size_t length;
    char value[10] = "";
    uint64_t version;
    CHECK(ashlar_map(path_of("cells"), true, &memory, &length, &error) == ASHLAR_OK && length == 512);
    ashlar_cell cell = {memory, 4, 9};
    uint8_t *seqlock = (uint8_t *) memory + 256;
    CHECK(ashlar_cell_read(&cell, value, &version) == ASHLAR_OK && version == 2 && strcmp(value, "b23456789") == 0);
    CHECK(ashlar_seqlock_read(seqlock, value, 9, &version) == ASHLAR_OK && version == 2);
    CHECK(strcmp(value, "b23456789") == 0);
    ashlar_syncs syncs = {0, 0};
    CHECK(ashlar_cell_write(&cell, &syncs, "c23456789", &version) == ASHLAR_OK && version == 3);
    CHECK(ashlar_seqlock_write(seqlock, "c23456789", 9, false, &version) == ASHLAR_OK && version == 3);
    // After a loss of power: what the last slot says is torn, the one before is whole.
    uint64_t word;
    memcpy(&word, memory, 8);
    ((uint8_t *) memory)[16 + ((word & 0xff) - 1) * 32 + 16] ^= 1;
    CHECK(ashlar_cell_recover(&cell, &syncs, &version) == ASHLAR_OK && version == 2);
    CHECK(ashlar_cell_read(&cell, value, &version) == ASHLAR_OK && strcmp(value, "b23456789") == 0);
    CHECK(ashlar_cell_write(&cell, &syncs, "d23456789", &version) == ASHLAR_OK && version == 3);
    CHECK(ashlar_cell_write(&cell, &syncs, "c23456789", &version) == ASHLAR_OK && version == 4);
    ashlar_unmap(memory, length);
}

static void should_checksum(void) {
    uint8_t bytes[1000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t) (i * i + i / 7);
    }
    CHECK(ashlar_crc32c(0, "123456789", 9) == 0xe3069283u);
    for (size_t length = 0; length < sizeof bytes; length++) {
        size_t cut = length * 5 / 7;
        uint32_t whole = ashlar_crc32c(0, bytes, length);
        CHECK(ashlar_crc32c(ashlar_crc32c(0, bytes, cut), bytes + cut, length - cut) == whole);
    }
}

int main(int count, char **arguments) {
    folder = count > 1 ? arguments[1] : ".";
    int64_t messages = count > 2 ? strtoll(arguments[2], NULL, 10) : 100000;
    ashlar_ring_layout one = {ASHLAR_ONE_TO_ONE, 1, 1024, 0, 0};
    ashlar_ring_layout group = {ASHLAR_ONE_TO_ONE, PRODUCERS, 512, 0, 0};
    ashlar_ring_layout fixed = {ASHLAR_FIXED_LENGTH, 1, 64, 24, 0};
    ashlar_ring_layout small = {ASHLAR_FIXED_LENGTH, 1, 8, 16, 0};
    ashlar_ring_layout many = {ASHLAR_MANY_TO_ONE, PRODUCERS, 512, 0, 32};
    should_checksum();
    should_take_what_java_added();
    should_refuse();
    should_go_on_where_the_last_producer_stopped(one);
    should_go_on_where_the_last_producer_stopped(small);
    should_go_on_where_the_last_producer_stopped(many);
    for (int in_file = 0; in_file < 2; in_file++) {
        should_carry_messages_between_threads(one, messages, in_file == 1);
        should_carry_messages_between_threads(group, messages, in_file == 1);
        should_carry_messages_between_threads(fixed, messages, in_file == 1);
        should_carry_messages_between_threads(many, messages, in_file == 1);
    }
    ashlar_ring_layout roomy = {ASHLAR_MANY_TO_ONE, 2, 512, 0, 32};
    should_leave_rings_to_the_process_that_opened_them(one);
    should_leave_rings_to_the_process_that_opened_them(roomy);
    should_wait_for_a_lock_that_is_held_for_a_moment();
    should_read_cells_whole(messages);
    should_read_and_write_cells_of_java();
    puts("passed");
    return 0;
}
