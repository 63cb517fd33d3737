// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A disk that knows what may be on it if the power goes now.
///
/// Of each sector of 512 bytes of each file: what it had when it was synced last, or anything that it had since, for
/// the kernel may write a page whenever it likes. Of each name: as the folder was when it was synced last, or after any
/// number of the changes since. A file never synced is empty, or has a length and zeros, or what was written.
///
/// Contents are looked at before each use of the disk, and when asked; what is stored and overwritten in between is
/// not seen. Nothing is really synced.
///
/// **Threading**: any thread; the watcher is called in the one that made the disk, whose ledger it looks into.
public final class PowerDisk extends StoreDisk {
    static final int SECTOR = 512;
    private static final int PAGE = 4096;

    /// What the disk is seen doing next; the state of the disk is as before it.
    public interface Watcher {
        void before(String use) throws IOException;

        /// What the recorder of a journal has just done.
        default void after(StoreStep step) {
        }
    }

    /// What is chosen of what may be there.
    public enum Choice {
        /// What was synced.
        OLD,
        /// What is in memory.
        NEW,
        /// Each sector for itself.
        SECTORS,
        /// Pages as a whole.
        PAGES,
        /// Sectors torn into words of 8 bytes.
        WORDS
    }

    private static final class Inode {
        long durableLength;
        byte[] content = {};
        /// Of each sector what it may have, the newest last.
        final List<List<byte[]>> sectors = new ArrayList<>();

        void look(byte[] now) {
            if (Arrays.equals(now, content)) {
                return;
            }
            for (int i = 0; i * SECTOR < now.length; i++) {
                byte[] sector = Arrays.copyOfRange(now, i * SECTOR, (i + 1) * SECTOR);
                if (i == sectors.size()) {
                    sectors.add(new ArrayList<>(List.of(new byte[SECTOR])));
                }
                List<byte[]> known = sectors.get(i);
                if (!Arrays.equals(known.getLast(), sector)) {
                    known.removeIf(other -> known.indexOf(other) > 0 && Arrays.equals(other, sector));
                    known.add(sector);
                }
            }
            content = now;
        }

        void synced(long offset, long bytes) {
            long end = (offset + bytes + PAGE - 1) / PAGE * PAGE;
            for (int i = (int) (offset / PAGE * PAGE / SECTOR); i < sectors.size() && i * (long) SECTOR < end; i++) {
                List<byte[]> known = sectors.get(i);
                known.subList(0, known.size() - 1).clear();
            }
        }
    }

    private static final class Folder {
        /// Names as they are, and as they were when the folder was synced; values are inodes and folders.
        final Map<String, Object> names = new TreeMap<>();
        final Map<String, Object> durable = new TreeMap<>();
        /// Changes since; of each, names with what they mean then, or null.
        final List<Map<String, Object>> changes = new ArrayList<>();

        void change(Map<String, Object> change) {
            changes.add(change);
            apply(change, names);
        }

        static void apply(Map<String, Object> change, Map<String, Object> names) {
            change.forEach((name, now) -> {
                if (now == null) {
                    names.remove(name);
                } else {
                    names.put(name, now);
                }
            });
        }
    }

    private final StoreId boot;
    private final Path root;
    private final Folder top;
    private final Watcher watcher;
    private final Thread maker = Thread.currentThread();

    /// @param root all of whose files and folders are durable
    public PowerDisk(Path root, Watcher watcher) throws IOException {
        this(root, StoreId.random(), watcher);
    }

    public PowerDisk(Path root, StoreId boot, Watcher watcher) throws IOException {
        this.boot = boot;
        this.root = root;
        this.watcher = watcher;
        top = load(root);
    }

    private static Folder load(Path path) throws IOException {
        Folder folder = new Folder();
        try (var there = Files.list(path)) {
            for (Path file : there.toList()) {
                Object loaded;
                if (Files.isDirectory(file)) {
                    loaded = load(file);
                } else {
                    Inode inode = new Inode();
                    inode.look(Files.readAllBytes(file));
                    inode.synced(0, inode.content.length);
                    inode.durableLength = inode.content.length;
                    loaded = inode;
                }
                folder.names.put(file.getFileName().toString(), loaded);
            }
        }
        folder.durable.putAll(folder.names);
        return folder;
    }

    @Override
    public StoreId boot() {
        return boot;
    }

    @Override
    public void at(StoreStep step) {
        watcher.after(step);
    }

    private Folder folder(Path path) {
        Folder at = top;
        for (Path name : root.toAbsolutePath().relativize(path.toAbsolutePath())) {
            if (!name.toString().isEmpty()) {
                at = (Folder) at.names.get(name.toString());
            }
        }
        return at;
    }

    private Inode inode(Path file) {
        return (Inode) folder(file.getParent()).names.get(file.getFileName().toString());
    }

    /// Looks at all files.
    public synchronized void look() {
        look(top, root);
    }

    private static void look(Folder folder, Path path) {
        folder.names.forEach((name, there) -> {
            if (there instanceof Folder inner) {
                look(inner, path.resolve(name));
            } else {
                try {
                    ((Inode) there).look(Files.readAllBytes(path.resolve(name)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    private void before(String use) throws IOException {
        look();
        if (Thread.currentThread() == maker) {
            watcher.before(use);
        }
    }

    @Override
    public synchronized StoreFile create(Path path) throws IOException {
        before("create " + path.getFileName());
        StoreFile file = super.create(path);
        Folder folder = folder(path.getParent());
        Map<String, Object> removed = new HashMap<>();
        removed.put(path.getFileName().toString(), null);
        if (folder.names.containsKey(path.getFileName().toString())) {
            folder.change(removed);
        }
        folder.change(Map.of(path.getFileName().toString(), new Inode()));
        return file;
    }

    @Override
    public synchronized void length(StoreFile file, long bytes) throws IOException {
        before("length " + file.path().getFileName());
        super.length(file, bytes);
    }

    @Override
    public synchronized void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
        before("write " + file.path().getFileName() + " at " + position);
        super.write(file, bytes, position);
    }

    @Override
    public synchronized void sync(StoreFile file, MemorySegment range, long offset) throws IOException {
        before("sync " + file.path().getFileName() + " at " + offset + ", bytes=" + range.byteSize());
        inode(file.path()).synced(offset, range.byteSize());
    }

    @Override
    public synchronized void sync(StoreFile file) throws IOException {
        before("sync " + file.path().getFileName());
        if (inode(file.path()) == null) {
            // A lock file, which no store writes to.
            folder(file.path().getParent()).change(Map.of(file.path().getFileName().toString(), new Inode()));
        }
        Inode inode = inode(file.path());
        inode.synced(0, inode.content.length);
        inode.durableLength = inode.content.length;
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        before("move " + to.getFileName());
        super.move(from, to);
        Map<String, Object> change = new HashMap<>();
        change.put(to.getFileName().toString(), folder(from.getParent()).names.get(from.getFileName().toString()));
        change.put(from.getFileName().toString(), null);
        folder(from.getParent()).change(change);
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        before("delete " + path.getFileName());
        super.delete(path);
        Map<String, Object> change = new HashMap<>();
        change.put(path.getFileName().toString(), null);
        folder(path.getParent()).change(change);
    }

    @Override
    public synchronized void makeFolder(Path path) throws IOException {
        before("folder " + path.getFileName());
        super.makeFolder(path);
        folder(path.getParent()).change(Map.of(path.getFileName().toString(), new Folder()));
    }

    @Override
    public synchronized void syncFolder(Path path) throws IOException {
        before("sync folder " + path.getFileName());
        Folder folder = folder(path);
        folder.durable.clear();
        folder.durable.putAll(folder.names);
        folder.changes.clear();
    }

    /// Writes what may be there if the power goes now.
    public synchronized void materialise(Path target, Choice choice, SplittableRandom random) throws IOException {
        materialise(top, target, choice, random);
    }

    private static void materialise(Folder folder, Path target, Choice choice, SplittableRandom random)
            throws IOException {
        Files.createDirectories(target);
        Map<String, Object> names = new TreeMap<>(folder.durable);
        int changes = switch (choice) {
            case OLD -> 0;
            case NEW -> folder.changes.size();
            case SECTORS, PAGES, WORDS -> random.nextInt(folder.changes.size() + 1);
        };
        folder.changes.subList(0, changes).forEach(change -> Folder.apply(change, names));
        for (Map.Entry<String, Object> name : names.entrySet()) {
            Path path = target.resolve(name.getKey());
            if (name.getValue() instanceof Folder inner) {
                materialise(inner, path, choice, random);
            } else {
                Inode inode = (Inode) name.getValue();
                boolean mapped = name.getKey().endsWith(".ext");
                Files.write(path, content(inode, choice == Choice.WORDS && !mapped ? Choice.SECTORS : choice, random));
            }
        }
    }

    private static byte[] content(Inode inode, Choice choice, SplittableRandom random) {
        long length = switch (choice) {
            case OLD -> inode.durableLength;
            case NEW -> inode.content.length;
            case SECTORS, PAGES, WORDS -> random.nextBoolean() ? inode.durableLength : inode.content.length;
        };
        byte[] content = new byte[(int) length];
        // How new what is chosen is on the whole, so that nearly all is old, or new, in some.
        double bias = 0.25 + random.nextDouble() * 3;
        double age = 0;
        for (int i = 0; i * SECTOR < content.length; i++) {
            List<byte[]> known = inode.sectors.get(i);
            if (choice != Choice.PAGES || i * SECTOR % PAGE == 0) {
                age = switch (choice) {
                    case OLD -> 0;
                    case NEW -> 1;
                    case SECTORS, PAGES, WORDS -> Math.pow(random.nextDouble(), bias);
                };
            }
            byte[] sector = known.get(Math.min((int) (age * known.size()), known.size() - 1));
            if (choice == Choice.WORDS && known.size() > 1) {
                byte[] other = known.get(random.nextInt(known.size()));
                sector = sector.clone();
                for (int word = 0; word < SECTOR; word += Long.BYTES) {
                    if (random.nextBoolean()) {
                        System.arraycopy(other, word, sector, word, Long.BYTES);
                    }
                }
            }
            System.arraycopy(sector, 0, content, i * SECTOR, Math.min(SECTOR, content.length - i * SECTOR));
        }
        return content;
    }
}
