package dev.flotilla.order.corba;

import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one other process, one call after the other, on a thread of its own: CORBA promises no
 * order among calls that are made at once.
 *
 * <p>So many bytes may wait; then {@link #add} blocks until the process has taken some. A process
 * that does not answer a call in time, or whose connection ends, counts as crashed: it gets nothing
 * more, and nobody waits for it.
 */
final class PeerSender {
  static final long MAX_WAITING_BYTES = 64L * 1024 * 1024;

  /** What a message takes beside its content, so that empty ones are limited, too. */
  static final int OVERHEAD_BYTES = 64;

  private static final Logger LOG = LoggerFactory.getLogger(PeerSender.class);

  private final int self;
  private final int peer;
  private final RemoteProcessObject process;

  /** Guarded by this, as the next two. */
  private final ArrayDeque<Bytes> messages = new ArrayDeque<>();

  private long waitingBytes;
  private boolean isClosed;

  private PeerSender(int self, int peer, RemoteProcessObject process) {
    this.self = self;
    this.peer = peer;
    this.process = process;
  }

  static PeerSender start(int self, int peer, RemoteProcessObject process) {
    PeerSender sender = new PeerSender(self, peer, process);
    Thread thread = new Thread(sender::run, "order-%s-to-%s".formatted(self, peer));
    thread.setDaemon(true);
    thread.start();
    return sender;
  }

  /** Adds a message; none if the process counts as crashed. */
  synchronized void add(Bytes message) {
    waitWhile(() -> !isClosed && waitingBytes >= MAX_WAITING_BYTES);
    if (!isClosed) {
      messages.add(message);
      waitingBytes += message.size() + OVERHEAD_BYTES;
      notifyAll();
    }
  }

  RemoteProcessObject process() {
    return process;
  }

  /** Drops what waits, and lets those go on who wait. */
  synchronized void close() {
    isClosed = true;
    messages.clear();
    notifyAll();
  }

  private void run() {
    try {
      for (Optional<Bytes> next = take(); next.isPresent(); next = take()) {
        process.append(self, next.get());
      }
    } catch (IOException e) {
      LOG.debug("Process {} gets no more: {}", peer, e.getMessage());
    } finally {
      close();
    }
  }

  private synchronized Optional<Bytes> take() {
    waitWhile(() -> !isClosed && messages.isEmpty());
    Bytes message = messages.poll();
    if (message != null) {
      waitingBytes -= message.size() + OVERHEAD_BYTES;
      notifyAll();
    }
    return Optional.ofNullable(message);
  }

  private synchronized void waitWhile(BooleanSupplier isTooEarly) {
    try {
      while (isTooEarly.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "process %s was interrupted while process %s was to take messages".formatted(self, peer),
          e);
    }
  }
}
