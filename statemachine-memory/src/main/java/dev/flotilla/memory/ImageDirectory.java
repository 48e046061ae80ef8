package dev.flotilla.memory;

import dev.flotilla.memory.ImageFile.Header;
import dev.flotilla.memory.WholeFile.DamagedFile;
import dev.flotilla.memory.WholeFile.UnwritableFile;
import dev.flotilla.node.statemachine.DamagedFolder;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest image with the executions that belong to it, and the snapshot that may become the next
 * one.
 *
 * <p>New executions are forced before the image that counts them, and old ones removed after the
 * image that does without them: whatever a crash leaves, the image finds what it needs.
 *
 * <p>The apply thread and the snapshot thread write, one at a time: who writes holds {@link
 * #writing}. The monitor of this object guards the fields, and is held for a moment only.
 */
final class ImageDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(ImageDirectory.class);

  /** To stay free beside two images: one that is written anew, and a snapshot of the node. */
  private static final long FREE_BYTES = 32 << 20;

  private final Path directory;
  private final FreeDisk disk;
  private final ImageFile image;
  private final ExecutionFiles executions;
  private final DamagedFolder damaged;
  private final Object writing = new Object();

  /** The image on disk. */
  private Header header;

  /** Executions up to here are in a snapshot that the node has. */
  private long kept;

  /** What a snapshot was given that came to nothing. */
  private List<Execution> unwritten = List.of();

  /** Volatile for who writes it, and looks whether it is wanted before each piece. */
  private volatile @Nullable Held held;

  private ImageDirectory(Path directory, FreeDisk disk) {
    this.directory = directory;
    this.disk = disk;
    this.image = new ImageFile(directory);
    this.executions = new ExecutionFiles(directory);
    this.damaged = new DamagedFolder(directory, disk);
    this.header = Header.NONE;
  }

  /** Finds what is there; what is damaged is set aside, and nothing is there then. */
  static ImageDirectory open(Path directory, FreeDisk disk) throws IOException {
    ImageDirectory found = new ImageDirectory(directory, disk);
    found.removeUnfinished();
    found.damaged.giveWay();
    try {
      Header header = found.image.find();
      found.executions.removeOutside(header.recalledAfter(), header.lastIndex());
      found.executions.requireAll(header.recalledAfter(), header.lastIndex());
      found.header = header;
      found.kept = header.recalledAfter();
    } catch (DamagedFile e) {
      found.setAside(e);
    }
    return found;
  }

  private void removeUnfinished() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(it -> it.toString().endsWith(WholeFile.NEW)).toList()) {
        Files.delete(file);
      }
    }
  }

  private void setAside(DamagedFile reason) throws IOException {
    LOG.warn(
        "{}. The state is rebuilt from the log, and set aside in {} as long as there is room for it.",
        reason.getMessage(),
        damaged.path());
    List<Path> all = new ArrayList<>(executions.files());
    if (Files.exists(image.path())) {
      all.add(image.path());
    }
    damaged.remove();
    Files.createDirectory(damaged.path());
    for (Path file : all) {
      Files.move(file, damaged.path().resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }
    damaged.giveWay();
  }

  synchronized long lastIndex() {
    return header.lastIndex();
  }

  /** How much room there is for images. Looks at the disk. */
  Room room() {
    return disk.room(FREE_BYTES + 2 * image.path().toFile().length());
  }

  void restore(RestorableStateMachine machine) throws IOException {
    if (lastIndex() > 0) {
      image.restore(machine);
    }
  }

  void recall(int limit, Consumer<Execution> visitor) throws IOException {
    executions.recall(lastIndex(), limit, visitor);
  }

  /**
   * Writes an image of the state as it is.
   *
   * @param lastIndex the last entry that was applied
   * @param pending executions since the last image or snapshot
   * @return false if nothing was written, since a snapshot is held: it becomes the next image
   */
  boolean write(long lastIndex, List<Execution> pending, RestorableStateMachine machine)
      throws IOException {
    List<Execution> all;
    synchronized (this) {
      if (held != null) {
        // Not to be waited for: its target may be slow.
        return false;
      }
      all = joined(pending);
    }
    synchronized (writing) {
      if (lastIndex > lastIndex()) {
        install(lastIndex, all, out -> writeState(machine, out));
        forgetUnwritten();
      }
    }
    return true;
  }

  private List<Execution> joined(List<Execution> pending) {
    List<Execution> all = new ArrayList<>(unwritten);
    all.addAll(pending);
    return all;
  }

  private synchronized void forgetUnwritten() {
    unwritten = List.of();
  }

  private static void writeState(RestorableStateMachine machine, OutputStream target)
      throws IOException {
    try (StateSnapshot now = machine.snapshot()) {
      now.writeTo(target);
    }
  }

  /** Whoever calls holds {@link #writing}. */
  private void install(long lastIndex, List<Execution> since, ImageFile.State state)
      throws IOException {
    Header before;
    Header next;
    synchronized (this) {
      before = header;
      next = new Header(lastIndex, kept);
    }
    // Left by a snapshot that came to nothing.
    executions.removeOutside(before.recalledAfter(), before.lastIndex());
    executions.write(before.lastIndex(), lastIndex, since);
    image.write(next, state);
    synchronized (this) {
      header = next;
    }
    executions.removeOutside(next.recalledAfter(), lastIndex);
    damaged.giveWay();
  }

  /**
   * Replaces everything by the state of the machine, which has been restored. A snapshot that is
   * being written is given up, and is waited for until its target has taken what it has. It is
   * closed here, before its own thread comes to that: the machine has one at a time.
   */
  void replace(long restoredIndex, RestorableStateMachine machine) throws IOException {
    Held givenUp;
    synchronized (this) {
      givenUp = held;
      held = null;
    }
    synchronized (writing) {
      if (givenUp != null) {
        givenUp.closeOnce();
      }
      synchronized (this) {
        kept = restoredIndex;
        unwritten = List.of();
      }
      Header next = new Header(restoredIndex, restoredIndex);
      image.write(next, out -> writeState(machine, out));
      synchronized (this) {
        header = next;
      }
      executions.removeOutside(restoredIndex, restoredIndex);
    }
  }

  /** Holds on to the machine's snapshot, which becomes the image when it is written. */
  synchronized StateSnapshot hold(long lastIndex, List<Execution> pending, StateSnapshot snapshot) {
    Held now = new Held(lastIndex, joined(pending), snapshot);
    unwritten = List.of();
    held = now;
    return now;
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  /** A snapshot; of the snapshot thread, but for being given up. */
  private final class Held implements StateSnapshot {
    private final long index;
    private final List<Execution> since;
    private final StateSnapshot snapshot;
    private boolean isWritten;

    /** Guarded by {@link #writing}, as all use of the machine's snapshot is. */
    private boolean isClosed;

    Held(long index, List<Execution> since, StateSnapshot snapshot) {
      this.index = index;
      this.since = since;
      this.snapshot = snapshot;
    }

    @Override
    public void writeTo(OutputStream target) throws IOException {
      synchronized (writing) {
        requireHeld();
        OutputStream whileHeld = new WhileHeld(target);
        if (index > lastIndex()) {
          becomeImage(whileHeld);
        } else {
          snapshot.writeTo(whileHeld);
          requireHeld();
        }
        isWritten = true;
      }
    }

    private void becomeImage(OutputStream target) throws IOException {
      try {
        install(index, since, out -> writeBoth(target, out));
      } catch (UnwritableFile e) {
        // The image before it is whole, and the log is kept.
        throw new SnapshotGivenUp(String.valueOf(e.getMessage()));
      }
    }

    private void writeBoth(OutputStream target, OutputStream image) throws IOException {
      Both both = new Both(target, image);
      try {
        snapshot.writeTo(both);
      } catch (IOException | RuntimeException e) {
        // What streams on top of it have made of its failure says less than the failure.
        both.requireWhole();
        throw e;
      }
      both.requireWhole();
    }

    private void requireHeld() throws SnapshotGivenUp {
      if (held != this) {
        throw new SnapshotGivenUp("the state has been replaced");
      }
    }

    @Override
    public void kept() {
      synchronized (ImageDirectory.this) {
        kept = Math.max(kept, index);
      }
      synchronized (writing) {
        if (!isClosed) {
          snapshot.kept();
        }
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (writing) {
        synchronized (ImageDirectory.this) {
          if (held == this) {
            held = null;
            unwritten = isWritten ? List.of() : since;
          }
        }
        closeOnce();
      }
    }

    /** Whoever calls holds {@link #writing}. */
    private void closeOnce() throws IOException {
      if (!isClosed) {
        isClosed = true;
        snapshot.close();
      }
    }

    /** Passes small pieces on, since a target may be slow. */
    private final class WhileHeld extends FilterOutputStream {
      private static final int PIECE_BYTES = 64 << 10;

      WhileHeld(OutputStream target) {
        super(target);
      }

      @Override
      public void write(int value) throws IOException {
        requireHeld();
        out.write(value);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += PIECE_BYTES) {
          requireHeld();
          out.write(bytes, offset + done, Math.min(PIECE_BYTES, length - done));
        }
      }

      @Override
      public void close() {
        // Not this one's to close.
      }
    }
  }

  /**
   * Writes the same to two streams. After one has failed, neither is written any more: whoever kept
   * the failure to itself, as a {@code PrintWriter} does, must not end with a part in one of them.
   */
  private static final class Both extends FilterOutputStream {
    private final OutputStream second;
    private @Nullable IOException failure;

    Both(OutputStream first, OutputStream second) {
      super(first);
      this.second = second;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      refuseMore();
      try {
        out.write(bytes, offset, length);
        second.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      refuseMore();
      super.flush();
    }

    /** A new exception each time: when a stream is closed for one, it cannot suppress itself. */
    private void refuseMore() throws IOException {
      if (failure != null) {
        throw new IOException("given up before: " + failure.getMessage(), failure);
      }
    }

    /** Throws what one of them has thrown, the same: who it came from is told by its type. */
    void requireWhole() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void close() {
      // Neither is this one's to close.
    }
  }
}
