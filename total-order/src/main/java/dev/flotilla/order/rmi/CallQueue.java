package dev.flotilla.order.rmi;

import dev.flotilla.raft.model.Bytes;
import java.rmi.RemoteException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one other process, one call after the other, on a thread of its own: RMI promises no order
 * among calls that are made at once. After a failure the process gets nothing more. {@value
 * #MAX_WAITING_BYTES} bytes may wait; then {@link #add} blocks until the process has taken some.
 */
final class CallQueue {
  static final long MAX_WAITING_BYTES = 64L * 1024 * 1024;

  /** What a message takes beside its content, so that empty ones are limited, too. */
  private static final int OVERHEAD_BYTES = 64;

  private static final Logger LOG = LoggerFactory.getLogger(CallQueue.class);

  private final int self;
  private final int peer;
  private final RemoteProcess process;
  private final Thread thread;

  /** Guarded by this, as the next two. */
  private final ArrayDeque<Bytes> messages = new ArrayDeque<>();

  private long waitingBytes;
  private boolean isClosed;

  CallQueue(int self, int peer, RemoteProcess process) {
    this.self = self;
    this.peer = peer;
    this.process = process;
    this.thread = new Thread(this::run, "order-%s-to-%s".formatted(self, peer));
    thread.setDaemon(true);
    thread.start();
  }

  /** Adds a message; none if the process has failed. */
  synchronized void add(Bytes message) {
    try {
      while (!isClosed && waitingBytes >= MAX_WAITING_BYTES) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "process %s was interrupted while process %s was to take messages".formatted(self, peer),
          e);
    }
    if (!isClosed) {
      messages.add(message);
      waitingBytes += message.size() + OVERHEAD_BYTES;
      notifyAll();
    }
  }

  RemoteProcess process() {
    return process;
  }

  /** Drops what waits, and lets those go on who wait. */
  synchronized void close() {
    isClosed = true;
    messages.clear();
    notifyAll();
    thread.interrupt();
  }

  private void run() {
    try {
      for (Bytes next = take(); next != null; next = take()) {
        process.append(self, next.toArray());
      }
    } catch (RemoteException e) {
      LOG.debug("Process {} gets no more: {}", peer, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Waits for a message; null when it is closed. */
  private synchronized @Nullable Bytes take() throws InterruptedException {
    while (!isClosed && messages.isEmpty()) {
      wait();
    }
    Bytes message = messages.poll();
    if (message != null) {
      waitingBytes -= message.size() + OVERHEAD_BYTES;
      notifyAll();
    }
    return message;
  }
}
