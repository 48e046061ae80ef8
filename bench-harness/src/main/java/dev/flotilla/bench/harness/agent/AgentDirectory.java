package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one agent: {@code logs}, which stay, and {@code data/MANAGER/CLUSTER/SERVER},
 * which are deleted. A lock keeps a second agent out of it.
 *
 * <p><b>Thread.</b> One thread at a time; every method may wait for the disk.
 */
final class AgentDirectory implements AutoCloseable {
  private final Path root;
  private final Path logs;
  private final Path data;
  private final DiskRoom room;
  private final FileChannel lock;

  private AgentDirectory(Path directory, DiskRoom room, FileChannel lock) {
    this.root = directory;
    this.logs = directory.resolve("logs");
    this.data = directory.resolve("data");
    this.room = room;
    this.lock = lock;
  }

  /**
   * Takes a directory, which is made if it is not there, and deletes the data of an agent that was
   * killed.
   *
   * @param room how much room its disk must have
   * @throws IOException if it cannot be used, or another agent uses it
   */
  static AgentDirectory take(Path directory, DiskRoom room) throws IOException {
    Path absolute = Files.createDirectories(directory.toAbsolutePath().normalize());
    FileChannel channel =
        FileChannel.open(
            absolute.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (tryLock(channel) == null) {
        throw new IOException(
            "--directory %s is in use by another agent; name another one".formatted(absolute));
      }
      AgentDirectory taken = new AgentDirectory(absolute, room, channel);
      Files.createDirectories(taken.logs);
      FileTree.delete(taken.data);
      return taken;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // an agent of this JVM has it
    }
  }

  Path logs() {
    return logs;
  }

  /** Where a server has its data; not made yet. */
  Path data(UUID manager, ServerName server) {
    return cluster(manager, server.cluster()).resolve("server-" + server.number());
  }

  /** Checks that there is room for one more start. */
  void requireRoomToStart() throws IOException {
    refuse(room.lackBeforeStart(root));
  }

  /** Checks that there is room for the servers that run. */
  void requireRoomToRun() throws IOException {
    refuse(room.lackDuringRun(root));
  }

  private static void refuse(Optional<String> lack) throws AgentRefusedException {
    if (lack.isPresent()) {
      throw new AgentRefusedException(lack.get() + ", or start the agent with another --directory");
    }
  }

  void delete(UUID manager) throws IOException {
    FileTree.delete(data.resolve(manager.toString()));
  }

  void delete(UUID manager, String cluster) throws IOException {
    FileTree.delete(cluster(manager, cluster));
  }

  private Path cluster(UUID manager, String cluster) {
    return data.resolve(manager.toString()).resolve(cluster);
  }

  /** Deletes all data, and lets another agent in. */
  @Override
  public void close() throws IOException {
    try {
      FileTree.delete(data);
    } catch (IOException e) {
      throw new IOException("data were not deleted: " + e.getMessage(), e);
    } finally {
      lock.close();
    }
  }
}
