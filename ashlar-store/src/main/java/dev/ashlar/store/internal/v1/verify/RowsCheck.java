// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.Footer;
import dev.ashlar.store.internal.v1.chunk.FooterLayout;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.table.RowDigest;
import java.util.Locale;
import java.util.function.BiFunction;

/// Checks the rows of a sealed chunk: footer, checksums, zones and times. Rows of a chunk that is not sealed have
/// nothing to be compared with.
record RowsCheck(OfTable table, Geometry geometry, BiFunction<OfTable, Link, BlockLayout> layouts)
        implements ChunkCheck {
    @Override
    public long check(Link link, long count, StoreFindings findings) {
        String name = table.record().name();
        Seal seal = link.entry().seal();
        if (seal == null || !link.identity().fits(geometry)
                || seal.rows() > link.identity().capacity()) {
            return 0;
        }
        long first = link.identity().first();
        long footerAt = geometry.chunkBytes() - link.identity().footer();
        Footer footer = Footer.read(link, seal, geometry);
        if (footer == null) {
            findings.addChunk(name, link, footerAt, first, first + seal.rows(), "footer differs from its checksum",
                    "the rows can be read, but not verified");
            return 0;
        }
        RowDigest digest = RowDigest.of(link, seal.rows(), table.rows(), layouts.apply(table, link));
        int[] sums = digest.footer().checksums();
        if (sums.length != footer.checksums().length) {
            findings.addChunk(name, link, footerAt, first, first + seal.rows(), "checksums=" + footer.checksums().length
                    + ", expected=" + sums.length, "the rows can be read, but not verified");
            return 0;
        }
        boolean whole = true;
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != footer.checksums()[i]) {
                whole = false;
                piece(name, link, seal, i, sums[i], footer.checksums()[i], findings);
            }
        }
        // Of damaged rows other numbers are to be expected.
        if (whole && (!digest.footer().zones().equals(footer.zones())
                || digest.footer().timesInOrder() != footer.timesInOrder())) {
            findings.addChunk(name, link, footerAt, first, first + seal.rows(), "zones differ from the rows",
                    "queries may leave rows out");
        }
        if (whole && (digest.minTime() != seal.minTime() || digest.maxTime() != seal.maxTime())) {
            findings.addEntry(name, link.chunk(), first, first + seal.rows(), "times of the seal differ from the rows",
                    "searches by time may leave rows out");
        }
        return seal.rows();
    }

    private static void piece(String name, Link link, Seal seal, int piece, int found, int expected,
            StoreFindings findings) {
        long from = (long) piece * FooterLayout.CHECKED_BYTES;
        int stride = link.identity().stride();
        long to = Math.min(from + FooterLayout.CHECKED_BYTES, seal.rows() * stride);
        String sums = String.format(Locale.ROOT, "checksum=%08x, expected=%08x of %d bytes", found, expected, to - from);
        findings.addChunk(name, link, from, link.identity().first() + from / stride, link.identity().first()
                + (to + stride - 1) / stride, sums, "one or more of these rows are not as they were written");
    }
}
