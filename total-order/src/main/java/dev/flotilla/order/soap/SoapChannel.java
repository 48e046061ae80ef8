package dev.flotilla.order.soap;

import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raft.model.Bytes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages to one other process, on one connection, which keeps their order. Calls do not
 * wait for the answers to those before them. After a failure, or if {@value #MAX_WAITING_BYTES}
 * bytes wait, the process gets nothing more.
 *
 * <p>Any thread; nothing blocks.
 */
final class SoapChannel {
  static final int MAX_IN_FLIGHT = 32;
  static final long MAX_WAITING_BYTES = 64L * 1024 * 1024;

  /** What a message takes beside its content, so that empty ones are limited, too. */
  private static final int OVERHEAD_BYTES = 64;

  private static final Logger LOG = LoggerFactory.getLogger(SoapChannel.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final int self;
  private final int peer;
  private final URI address;
  private final SoapCaller caller;

  /** Guarded by this, as the three below. */
  private final Deque<Bytes> messages = new ArrayDeque<>();

  private long waitingBytes;

  private int inFlight;
  private boolean isClosed;

  SoapChannel(int self, int peer, URI address, SoapCaller caller) {
    this.self = self;
    this.peer = peer;
    this.address = address;
    this.caller = caller;
  }

  URI address() {
    return address;
  }

  synchronized void send(Bytes message) {
    if (isClosed) {
      return;
    }
    if (waitingBytes >= MAX_WAITING_BYTES) {
      LOG.warn(
          "Process {} gets no more: {} bytes wait for it, which is the limit", peer, waitingBytes);
      close();
      return;
    }
    messages.add(message);
    waitingBytes += message.size() + OVERHEAD_BYTES;
    call();
  }

  synchronized void close() {
    isClosed = true;
    messages.clear();
  }

  private void call() {
    while (inFlight < MAX_IN_FLIGHT && !messages.isEmpty()) {
      inFlight++;
      Bytes next = messages.remove();
      waitingBytes -= next.size() + OVERHEAD_BYTES;
      SoapMessages.Append append = new SoapMessages.Append(self, next);
      var unused =
          caller
              .call(address, SoapMessages.APPEND, append, TIMEOUT)
              .whenComplete((empty, failure) -> answered(failure));
    }
  }

  private synchronized void answered(@Nullable Throwable failure) {
    inFlight--;
    if (failure == null) {
      call();
    } else if (!isClosed) {
      LOG.debug("Process {} gets no more: {}", peer, failure.getMessage());
      close();
    }
  }
}
