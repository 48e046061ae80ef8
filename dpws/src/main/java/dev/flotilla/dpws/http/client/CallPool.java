package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a caller to one address, and the calls that wait for one. All state belongs to
 * one event loop; only {@link #submit} and {@link #close} may be called from elsewhere.
 *
 * <p>A call goes to the least busy open connection; only when all are full, another one is opened.
 * A call leaves the queue only for a connection that is open, so whatever happens to it in the
 * queue, it has not been sent. When a connection cannot be opened, the calls wait for those that
 * are open or being opened, and fail if there is none.
 */
final class CallPool extends CallIntake {
  private final Runnable whenUnused;
  private final ArrayDeque<PendingCall<?, ?>> waiting = new ArrayDeque<>();
  private final List<ClientConnection> connections = new ArrayList<>();
  private int opening;
  private boolean closed;

  CallPool(
      Target target,
      EventLoops loops,
      CallerOptions options,
      ByteBudget budget,
      Runnable whenUnused) {
    super(target, loops, options, budget);
    this.whenUnused = whenUnused;
  }

  /** Fails what waits, breaks what is in flight; completes when every connection is closed. */
  CompletableFuture<Void> close() {
    return CompletableFuture.runAsync(this::closeOnLoop, loop);
  }

  @Override
  void opened(ClientConnection connection) {
    opening--;
    connections.add(connection);
    if (closed) {
      connection.close();
      return;
    }
    // The calls that it was opened for may have expired: then nothing else would close it idle.
    long now = nanoTime.getAsLong();
    expireBy(now + options.idleTimeout().toNanos(), now);
    assign();
  }

  @Override
  void answered() {
    super.answered();
    if (!waiting.isEmpty()) {
      assign();
    }
  }

  @Override
  void closed(ClientConnection connection, @Nullable Throwable cause) {
    boolean wasOpen = connections.remove(connection);
    if (!wasOpen) {
      opening--;
    }
    if (cause != null && connections.isEmpty() && opening == 0) {
      failWaiting("no connection to " + target.authority() + ": " + cause.getMessage(), cause);
    }
    if (wasOpen) {
      assign();
    } // else to open another one at once would go on for as long as a call waits.
    if (connections.isEmpty() && opening == 0) {
      whenUnused.run();
    }
  }

  @Override
  boolean isReady() {
    return false;
  }

  @Override
  void drain() {
    PendingCall<?, ?> call;
    long now = nanoTime.getAsLong();
    while ((call = poll()) != null) {
      waiting.add(call);
      expireBy(call.deadlineNanos, now);
    }
    if (closed) {
      failWaiting("the caller is closed", null);
    }
    assign();
  }

  private void assign() {
    ClientConnection connection;
    while (!waiting.isEmpty() && (connection = leastBusy()) != null) {
      PendingCall<?, ?> call = waiting.remove();
      left();
      if (!call.outcome.isDone()) {
        connection.send(call);
      }
    }
    for (ClientConnection open : snapshot()) {
      open.flush();
    }
    while (waiting.size() > opening
        && connections.size() + opening < options.maxConnectionsPerAddress()) {
      opening++;
      ClientConnection.open(this);
    }
  }

  private @Nullable ClientConnection leastBusy() {
    ClientConnection best = null;
    for (ClientConnection connection : connections) {
      if (connection.hasRoom() && (best == null || connection.inFlight() < best.inFlight())) {
        best = connection;
      }
    }
    return best;
  }

  @Override
  void expire() {
    long now = nanoTime.getAsLong();
    long next = Long.MAX_VALUE;
    Iterator<PendingCall<?, ?>> calls = waiting.iterator();
    while (calls.hasNext()) {
      PendingCall<?, ?> call = calls.next();
      long left = call.deadlineNanos - now;
      if (left <= 0) {
        calls.remove();
        left();
        call.fail(Kind.NOT_SENT, "no free connection to " + target.authority() + " in time", null);
      } else {
        next = Math.min(next, left);
      }
    }
    for (ClientConnection connection : snapshot()) {
      next = Math.min(next, connection.expire(now));
    }
    if (next != Long.MAX_VALUE) {
      expireBy(now + next, now);
    }
  }

  /** For loops within which one may break and leave: a write that fails is reported at once. */
  private List<ClientConnection> snapshot() {
    return List.copyOf(connections);
  }

  private void failWaiting(String why, @Nullable Throwable cause) {
    PendingCall<?, ?> call;
    while ((call = waiting.poll()) != null) {
      left();
      call.fail(Kind.NOT_SENT, why, cause);
    }
  }

  private void closeOnLoop() {
    closed = true;
    cancelTimer();
    failWaiting("the caller is closed", null);
    for (ClientConnection connection : snapshot()) {
      connection.close();
    }
  }
}
