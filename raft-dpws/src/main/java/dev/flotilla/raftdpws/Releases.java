package dev.flotilla.raftdpws;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be released, the latest first, whatever goes wrong in between. One thread at a time.
 */
final class Releases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Releases.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  void add(AutoCloseable resource) {
    opened.push(resource);
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      closeQuietly(opened.pop());
    }
  }

  // Sneaky interruption is the caller's: it is passed on by the flag.
  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("Something was not released in order", e);
    }
  }
}
