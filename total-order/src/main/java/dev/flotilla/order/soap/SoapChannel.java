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
 * wait for the answers to those before them. After a failure the process gets nothing more.
 *
 * <p>Any thread; nothing blocks.
 */
final class SoapChannel {
  static final int MAX_IN_FLIGHT = 32;

  private static final Logger LOG = LoggerFactory.getLogger(SoapChannel.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final int self;
  private final int peer;
  private final URI address;
  private final SoapCaller caller;

  /** Guarded by this, as the two below. */
  private final Deque<Bytes> messages = new ArrayDeque<>();

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
    if (!isClosed) {
      messages.add(message);
      call();
    }
  }

  synchronized void close() {
    isClosed = true;
    messages.clear();
  }

  private void call() {
    while (inFlight < MAX_IN_FLIGHT && !messages.isEmpty()) {
      inFlight++;
      SoapMessages.Append append = new SoapMessages.Append(self, messages.remove());
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
