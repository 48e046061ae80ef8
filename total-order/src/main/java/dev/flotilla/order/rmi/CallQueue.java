package dev.flotilla.order.rmi;

import dev.flotilla.raft.model.Bytes;
import java.rmi.RemoteException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one other process, one call after the other, on a thread of its own: RMI promises no order
 * among calls that are made at once. After a failure the process gets nothing more.
 */
final class CallQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CallQueue.class);

  private final int self;
  private final int peer;
  private final RemoteProcess process;
  private final BlockingQueue<Bytes> messages = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean isClosed;

  CallQueue(int self, int peer, RemoteProcess process) {
    this.self = self;
    this.peer = peer;
    this.process = process;
    this.thread = new Thread(this::run, "order-%s-to-%s".formatted(self, peer));
    thread.setDaemon(true);
    thread.start();
  }

  void add(Bytes message) {
    if (!isClosed) {
      messages.add(message);
    }
  }

  RemoteProcess process() {
    return process;
  }

  void close() {
    isClosed = true;
    thread.interrupt();
  }

  private void run() {
    try {
      while (!isClosed) {
        process.append(self, messages.take().toArray());
      }
    } catch (RemoteException e) {
      LOG.debug("Process {} gets no more: {}", peer, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    isClosed = true;
    messages.clear();
  }
}
