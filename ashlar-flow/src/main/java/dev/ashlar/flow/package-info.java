// SPDX-License-Identifier: Apache-2.0
/// What passes between threads and between processes, without locks.
///
/// A *cell* holds one value of a fixed length, of many fields. One writer replaces it, any number of threads and
/// processes read it, and what they read is one value, never a mix of two.
///
/// ```
///   VersionedCell    word, control │ slot 1 │ slot 2 │ slot 3 │ slot 4 │ …
///                    the word says which slot is current; the writer fills another and then changes the word:
///                    readers never wait, whoever dies or stops
///   SeqlockCell      word │ value
///                    the value is changed in place: the least memory, but readers wait for a writer that stops
/// ```
///
/// A *ring* is a bounded queue of messages from one producer to one consumer, threads or processes. Nothing is shared
/// until one store publishes it, so whoever dies or stops, wherever it is, leaves it in order; a full ring says so.
///
/// ```
///   OneToOneRing      header │ record │ record │ …    the producer claims and commits, the consumer polls
///   FixedLengthRing   header │ message │ message │ …  the same for messages of one length, many at once
///   RingGroup         a ring for each producer, one consumer for all
///   OneToOneRingFile  a ring in a mapped file, with a lock for each side
/// ```
///
/// All queues are one interface, [MessageQueue], with a [QueueProducer] and a [QueueConsumer]: one takes the place of
/// another.
///
/// A *many-to-one ring* is the same for several producers, with one order over all of them, and no weaker promise to
/// the rest when one of them dies or stops: [ManyToOneRing], [ManyToOneRingProducer], [ManyToOneRingConsumer],
/// [ManyToOneRingFile].
///
/// [Admission] decides who is let into a queue, so that who is let in is answered within a bound.
///
/// **Use**: a cell object is a layout, not a place: one serves all cells of its layout, wherever they lie in memory.
/// Memory of zeros is a cell without a value. Read with [Cell#read(java.lang.foreign.MemorySegment, long,
/// java.lang.foreign.MemorySegment, long, int)], or in place with [Cell#beginRead] and [Cell#validate]. Write with a
/// [VersionedCellWriter], or [SeqlockCell#write].
///
/// **Threads**: cells by all; a writer, producer or consumer by one thread.
///
/// **Failure**: nothing to read, or too much going on, is a negative `long`; so is memory that contradicts the layout.
/// A caller's mistake is an unchecked exception.
///
/// Start reading at [Cell], then [VersionedCell]; at [MessageQueue], then [OneToOneRing] and [ManyToOneRing], for
/// queues; at [Admission] for overload.
package dev.ashlar.flow;
