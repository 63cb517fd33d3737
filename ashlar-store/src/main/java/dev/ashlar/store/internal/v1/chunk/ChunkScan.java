// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Extents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The state of all chunks according to the directory.
///
/// @param links   of each container, in their order, retired ones included
/// @param damaged chunks that are in use for an unknown container
/// @param unused  how many are free
public record ChunkScan(Map<Integer, List<Link>> links, List<Integer> damaged, int unused) {
    /// Reads the directory, which a writer may be changing. Where the first chunk of a container that is found is not
    /// its first, that one may have been taken after its place was passed: so all is read again, until such containers
    /// were known before.
    public static ChunkScan of(Extents extents) {
        Set<Integer> known = Set.of();
        while (true) {
            ChunkScan scan = pass(extents);
            if (scan.links.entrySet().stream().filter(found -> found.getValue().getFirst().identity().ordinal() > 0)
                    .map(Map.Entry::getKey).allMatch(known::contains)) {
                return scan;
            }
            known = scan.links.keySet();
        }
    }

    private static ChunkScan pass(Extents extents) {
        Map<Integer, List<Link>> links = new HashMap<>();
        List<Integer> damaged = new ArrayList<>();
        int unused = 0;
        int chunks = extents.count() * extents.geometry().extentChunks();
        for (int chunk = 0; chunk < chunks; chunk++) {
            if (!extents.holds(chunk)) {
                damaged.add(chunk);
                continue;
            }
            Link link = Chain.read(extents, chunk);
            if (link != null) {
                links.computeIfAbsent(link.identity().container(), _ -> new ArrayList<>()).add(link);
            } else if (extents.entry(chunk).isUnused()) {
                unused++;
            } else {
                damaged.add(chunk);
            }
        }
        links.values().forEach(list -> list.sort((one, other) ->
                Long.compare(one.identity().ordinal(), other.identity().ordinal())));
        return new ChunkScan(links, damaged, unused);
    }

    /// The links of a container; with those filled in that the writer was making while the directory was read.
    public Link[] of(int container, Extents extents) {
        List<Link> found = new ArrayList<>();
        for (Link link : links.getOrDefault(container, List.of())) {
            Link last = found.isEmpty() ? null : found.getLast();
            while (last != null && last.identity().ordinal() + 1 < link.identity().ordinal()) {
                last = successor(last, extents);
                if (last != null) {
                    found.add(last);
                }
            }
            found.add(link);
        }
        return found.toArray(Link[]::new);
    }

    /// What is left of a container when it ends at `end`, whatever the entries count: the rows of each link before
    /// that, which follow from where the next one begins.
    public static long[] cut(Link[] links, long end) {
        int kept = links.length;
        while (kept > 0 && links[kept - 1].identity().first() >= end) {
            kept--;
        }
        long[] counts = new long[kept];
        for (int i = 0; i < kept; i++) {
            Identity identity = links[i].identity();
            long next = i + 1 < kept ? links[i + 1].identity().first() : end;
            // Where a gap follows, more is missing than this chunk ever had.
            counts[i] = Math.min(next - identity.first(), identity.capacity());
        }
        return counts;
    }

    private static Link successor(Link last, Extents extents) {
        int next = last.entry().next();
        if (next < 0) {
            return null;
        }
        try {
            // The writer may have made an extent meanwhile, and gone on in an older one.
            extents.map(extents.geometry().extent(next) + 1);
        } catch (StoreException e) {
            return null;
        }
        Link link = extents.holds(next) ? Chain.read(extents, next) : null;
        boolean fits = link != null && link.identity().container() == last.identity().container()
                && link.identity().ordinal() == last.identity().ordinal() + 1;
        return fits ? link : null;
    }
}
