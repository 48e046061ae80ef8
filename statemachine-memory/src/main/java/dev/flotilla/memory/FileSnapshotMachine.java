package dev.flotilla.memory;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the state of a machine that lives in memory in a file beside it, so that a restart replays
 * no more than what was applied since the last image.
 *
 * <p><b>Images.</b> Every so many commands, with each snapshot of the node, and on {@link
 * #terminate}, the whole state is written to a new file, with a checksum, which is forced and then
 * takes the old one's name. So it is for small states: each image costs the time to write one, and
 * {@link #apply} waits for it, but for those that are written with a snapshot.
 *
 * <p><b>Durability.</b> After SIGKILL or a power cut the state comes back as of the last image, and
 * the node replays the rest. An image that is damaged is set aside in the directory {@code damaged}
 * with what belongs to it, for as long as there is room, and {@link #initialize} returns 0: the
 * node rebuilds the state from its newest snapshot and the log.
 *
 * <p><b>Bounds.</b> Heap is what the machine takes, and the executions since the last image: at
 * most {@link #MAX_IMAGE_BYTES} of uids and results, or twice that and what is applied meanwhile
 * while a snapshot is written. The disk holds the state twice, and executions since the last
 * snapshot of the node.
 *
 * <p><b>Full disk.</b> With less than 32 MiB free beyond two more images, commands are refused and
 * another server leads (safety rule 11); with less than half of that nothing is applied. A snapshot
 * whose image finds no room is given up, and the log kept.
 *
 * <p><b>Thread.</b> As {@link StateMachine} says.
 */
public final class FileSnapshotMachine implements RestorableStateMachine {
  /** An image is due after so many commands, unless another number is chosen. */
  public static final int DEFAULT_IMAGE_COMMANDS = 10_000;

  /** An image is due after so many bytes of commands and results, too. */
  public static final long MAX_IMAGE_BYTES = 4 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(FileSnapshotMachine.class);

  private final RestorableStateMachine inMemory;
  private final int imageCommands;
  private @Nullable ImageDirectory files;

  private final List<Execution> pending = new ArrayList<>();
  private long pendingBytes;
  private long lastIndex;

  /** Something was thrown half way: the state must not be kept. */
  private boolean isBroken = true;

  /** With an image every {@link #DEFAULT_IMAGE_COMMANDS} commands. */
  public FileSnapshotMachine(RestorableStateMachine inMemory) {
    this(inMemory, DEFAULT_IMAGE_COMMANDS);
  }

  /**
   * Keeps the state of a machine.
   *
   * @param inMemory newly made, and driven by this one alone; its {@code initialize} returns 0
   * @param imageCommands an image is due after so many commands
   * @throws IllegalArgumentException if that is not positive
   */
  public FileSnapshotMachine(RestorableStateMachine inMemory, int imageCommands) {
    if (imageCommands < 1) {
      throw new IllegalArgumentException(
          "an image is due after 1 command at least, not " + imageCommands);
    }
    this.inMemory = inMemory;
    this.imageCommands = imageCommands;
  }

  @Override
  public int commandsVersion() {
    return inMemory.commandsVersion();
  }

  @Override
  public int versionOf(Command command) {
    return inMemory.versionOf(command);
  }

  @Override
  public Optional<String> objection(Command command) {
    return inMemory.objection(command);
  }

  @Override
  public Optional<Set<String>> topics(Command command, Result result) {
    return inMemory.topics(command, result);
  }

  @Override
  public OptionalLong fingerprint() {
    return inMemory.fingerprint();
  }

  @Override
  public long initialize(Path directory) throws IOException {
    return initialize(directory, FreeDisk.of(directory));
  }

  /** On a disk of which another tells how much is free. */
  long initialize(Path directory, FreeDisk free) throws IOException {
    ImageDirectory opened = ImageDirectory.open(directory, free);
    if (inMemory.initialize(directory) != 0) {
      inMemory.terminate();
      throw new IOException(
          inMemory.getClass().getName()
              + " keeps its state on disk itself; use it without a FileSnapshotMachine");
    }
    try {
      opened.restore(inMemory);
    } catch (IOException | Error e) {
      inMemory.terminate();
      throw e;
    }
    files = opened;
    lastIndex = opened.lastIndex();
    isBroken = false;
    return lastIndex;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    try {
      requireOpen().recall(limit, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Room room() {
    return requireOpen().room();
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return applyAll(List.copyOf(batch));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if an index is not above all before it: the caller has lost count
   * @throws UncheckedIOException if an image that was due could not be written; what was applied is
   *     in the log
   */
  @Override
  public List<Result> applyAll(List<Committed> batch) {
    requireSound();
    long first = batch.get(0).position().index();
    if (first <= lastIndex) {
      throw new IllegalStateException(
          "index %s was given to a machine that stands at %s".formatted(first, lastIndex));
    }
    isBroken = true;
    List<Result> results = inMemory.applyAll(batch);
    remember(batch, results);
    isBroken = false;
    if (pending.size() >= imageCommands || pendingBytes >= MAX_IMAGE_BYTES) {
      writeImage();
    }
    return results;
  }

  /** The ends of sessions leave no execution, but the state is as of their index, too. */
  private void remember(List<Committed> batch, List<Result> results) {
    Iterator<Result> next = results.iterator();
    for (Committed each : batch) {
      lastIndex = each.position().index();
      if (each instanceof CommittedCommand command) {
        remember(command, next.next());
      }
    }
  }

  private void remember(CommittedCommand committed, Result result) {
    pending.add(
        new Execution(
            committed.position(),
            committed.command().uid(),
            committed.command().fingerprint(),
            result));
    pendingBytes += committed.command().sizeBytes() + result.value().size();
  }

  /** Writes one unless a snapshot is held, which writes one itself. */
  private void writeImage() {
    try {
      if (requireOpen().write(lastIndex, pending, inMemory)) {
        forgetPending();
      }
    } catch (IOException e) {
      isBroken = true;
      throw new UncheckedIOException(
          "the state cannot be written to %s: %s".formatted(files, e.getMessage()), e);
    }
  }

  private void forgetPending() {
    pending.clear();
    pendingBytes = 0;
  }

  @Override
  public Result query(Bytes query) {
    return inMemory.query(query);
  }

  @Override
  public Optional<JournalRecord> find(String uid) {
    return inMemory.find(uid);
  }

  /**
   * {@inheritDoc}
   *
   * <p>When it is written it becomes the image, too.
   */
  @Override
  public StateSnapshot snapshot() {
    requireSound();
    StateSnapshot held = requireOpen().hold(lastIndex, List.copyOf(pending), inMemory.snapshot());
    forgetPending();
    return held;
  }

  @Override
  public void restoreFrom(InputStream source, long restoredIndex) throws IOException {
    requireSound();
    isBroken = true;
    inMemory.restoreFrom(source, restoredIndex);
    requireOpen().replace(restoredIndex, inMemory);
    forgetPending();
    lastIndex = restoredIndex;
    isBroken = false;
  }

  @Override
  public void verify(InputStream source, long restoredIndex) throws IOException {
    inMemory.verify(source, restoredIndex);
  }

  /**
   * {@inheritDoc}
   *
   * <p>As much as the snapshot, since the image that is there stays until the new one is whole, and
   * what the machine inside takes.
   */
  @Override
  public long restoreBytes(long snapshotBytes, long restoredIndex) {
    return snapshotBytes
        + ImageFile.FRAME_BYTES
        + inMemory.restoreBytes(snapshotBytes, restoredIndex);
  }

  /** Writes an image, unless the machine is broken; what is missing is replayed. */
  @Override
  public void terminate() {
    if (!isBroken) {
      isBroken = true;
      try {
        writeImage();
      } catch (RuntimeException e) {
        LOG.warn("At the end: {}", e.getMessage());
      }
    }
    inMemory.terminate();
  }

  private void requireSound() {
    if (isBroken) {
      throw new IllegalStateException(
          "this machine is not initialised, or ended, or has failed before");
    }
  }

  private ImageDirectory requireOpen() {
    if (files == null) {
      throw new IllegalStateException("initialize this machine first");
    }
    return files;
  }
}
