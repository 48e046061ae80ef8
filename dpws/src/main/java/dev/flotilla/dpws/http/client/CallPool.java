package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import io.netty.channel.EventLoop;
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
final class CallPool implements ClientConnection.Owner {
  private final Target target;
  private final EventLoops loops;
  private final EventLoop loop;
  private final CallerOptions options;
  private final ByteBudget budget;
  private final Runnable whenUnused;
  private final CallIntake intake;
  private final Alarm alarm;
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
    this.target = target;
    this.loops = loops;
    this.loop = loops.group().next();
    this.options = options;
    this.budget = budget;
    this.whenUnused = whenUnused;
    this.intake = new CallIntake(loop, options.maxWaitingPerAddress(), this::drain, () -> false);
    this.alarm = new Alarm(loop, this::expire);
  }

  void submit(PendingCall<?, ?> call) {
    intake.submit(call);
  }

  /** Fails what waits, breaks what is in flight; completes when every connection is closed. */
  CompletableFuture<Void> close() {
    return CompletableFuture.runAsync(this::closeOnLoop, loop);
  }

  @Override
  public void opened(ClientConnection connection) {
    opening--;
    connections.add(connection);
    if (closed) {
      connection.close();
      return;
    }
    // The calls that it was opened for may have expired: then nothing else would close it idle.
    long now = loops.nanoTime();
    alarm.ringBy(now + options.idleTimeout().toNanos(), now);
    assign();
  }

  @Override
  public void reading(ClientConnection connection) {
    intake.beginBatch();
  }

  @Override
  public void answered(ClientConnection connection) {
    intake.endBatch();
    if (!waiting.isEmpty()) {
      assign();
    }
  }

  @Override
  public void closed(ClientConnection connection, @Nullable Throwable cause) {
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

  private void drain() {
    PendingCall<?, ?> call;
    long now = loops.nanoTime();
    while ((call = intake.poll()) != null) {
      waiting.add(call);
      alarm.ringBy(call.deadlineNanos(), now);
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
      intake.left();
      if (!call.isDone()) {
        connection.send(call);
      }
    }
    for (ClientConnection open : snapshot()) {
      open.flush();
    }
    while (waiting.size() > opening
        && connections.size() + opening < options.maxConnectionsPerAddress()) {
      opening++;
      ClientConnection.open(loops, loop, target, options, budget, this);
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

  private void expire() {
    long now = loops.nanoTime();
    long next = Long.MAX_VALUE;
    Iterator<PendingCall<?, ?>> calls = waiting.iterator();
    while (calls.hasNext()) {
      PendingCall<?, ?> call = calls.next();
      long left = call.deadlineNanos() - now;
      if (left <= 0) {
        calls.remove();
        intake.left();
        call.fail(Kind.NOT_SENT, "no free connection to " + target.authority() + " in time", null);
      } else {
        next = Math.min(next, left);
      }
    }
    for (ClientConnection connection : snapshot()) {
      next = Math.min(next, connection.expire(now));
    }
    if (next != Long.MAX_VALUE) {
      alarm.ringBy(now + next, now);
    }
  }

  /** For loops within which one may break and leave: a write that fails is reported at once. */
  private List<ClientConnection> snapshot() {
    return List.copyOf(connections);
  }

  private void failWaiting(String why, @Nullable Throwable cause) {
    PendingCall<?, ?> call;
    while ((call = waiting.poll()) != null) {
      intake.left();
      call.fail(Kind.NOT_SENT, why, cause);
    }
  }

  private void closeOnLoop() {
    closed = true;
    alarm.cancel();
    failWaiting("the caller is closed", null);
    for (ClientConnection connection : snapshot()) {
      connection.close();
    }
  }
}
