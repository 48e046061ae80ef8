package dev.flotilla.keys;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.flotilla.dpws.tls.FileRights;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One change of an authority at a time, among processes and threads. Waits for as long as another
 * takes, which is milliseconds. A killed process releases it.
 */
final class AuthorityLock implements AutoCloseable {
  private static final String FILE = ".lock";

  // A file lock keeps out other processes only.
  private static final ReentrantLock OF_THIS_PROCESS = new ReentrantLock();

  private final FileChannel channel;
  private final FileLock lock;

  private AuthorityLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  static AuthorityLock take(Path directory) throws KeysException {
    Path file = directory.resolve(FILE);
    OF_THIS_PROCESS.lock();
    boolean isTaken = false;
    try {
      FileChannel channel = FileChannel.open(file, Set.of(CREATE, WRITE), FileRights.ownFile(file));
      AuthorityLock taken = new AuthorityLock(channel, channel.lock());
      isTaken = true;
      return taken;
    } catch (IOException e) {
      throw KeysException.writing(file, e);
    } finally {
      if (!isTaken) {
        OF_THIS_PROCESS.unlock();
      }
    }
  }

  @Override
  public void close() throws KeysException {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new KeysException(
          KeysException.Kind.DISK, "cannot release the lock of the authority: " + e, e);
    } finally {
      OF_THIS_PROCESS.unlock();
    }
  }
}
