// SPDX-License-Identifier: Apache-2.0
/// Lock-free communication between threads and between processes.
///
/// A *cell* holds one value of a fixed length with many fields. One writer replaces it, any number of threads and
/// processes read it. They read one value, never a mix of two.
///
/// ```
///   VersionedCell    word, control │ slot 1 │ slot 2 │ slot 3 │ slot 4 │ …
///                    the word says which slot is current; the writer fills another and then changes the word:
///                    readers never wait, even if the writer dies
///   SeqlockCell      word │ value
///                    the value is changed in place: the least memory, but readers wait for a writer that stops
/// ```
///
/// A *ring* is a bounded queue of messages from one producer to one consumer, threads or processes. Nothing is shared
/// until one store publishes it, so a side that dies or stops at any point leaves the ring intact. A full ring refuses
/// messages.
///
/// ```
///   OneToOneRing      header │ record │ record │ …    the producer claims and commits, the consumer polls
///   FixedLengthRing   header │ message │ message │ …  the same for messages of one length, many at once
///   RingGroup         a ring for each producer, one consumer for all
///   OneToOneRingFile  a ring in a mapped file, with a lock for each side
/// ```
///
/// All queues implement one interface, [MessageQueue], with a [QueueProducer] and a [QueueConsumer], and are
/// interchangeable.
///
/// A *many-to-one ring* is the same for several producers, with one order over all of them. It keeps the same
/// guarantees when one of them dies or stops: [ManyToOneRing], [ManyToOneRingProducer], [ManyToOneRingConsumer],
/// [ManyToOneRingFile].
///
/// [Admission] decides which requests enter a queue, so that those are answered within a time limit.
///
/// **Use**: a cell object is a layout, not a location: one object serves all cells of its layout, anywhere in memory.
/// Memory of zeros is a cell without a value. Read with
/// [Cell#read(java.lang.foreign.MemorySegment, long, java.lang.foreign.MemorySegment, long, int)], or in place with
/// [Cell#beginRead] and [Cell#validate]. A thread that reads one cell again and again has a [CellReader], for which a
/// value that has not changed costs one load. Write with a [VersionedCellWriter], or [SeqlockCell#write].
///
/// **Threads**: cells are for all threads; a writer, producer or consumer is for one.
///
/// **Failure**: an empty or contended cell and memory that contradicts the layout are negative `long`s. A caller's
/// mistake is an unchecked exception.
///
/// Start reading at [Cell], then [VersionedCell]; at [MessageQueue], then [OneToOneRing] and [ManyToOneRing], for
/// queues; at [Admission] for overload.
package dev.ashlar.flow;
