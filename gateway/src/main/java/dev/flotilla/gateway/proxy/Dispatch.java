package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.http.HopByHop;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.log.Warnings;
import dev.flotilla.gateway.proxy.AttemptFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Sends a request to web servers, one after another, until one has answered it.
 *
 * <p>An answer is held until it is complete, so that nobody notices a web server that dies in the
 * middle of one, but no longer than {@link AnswerHold} says. From the moment when an answer is
 * streamed, the failure of its web server is not hidden. A request goes to another web server only
 * if it may be executed twice, or if nothing of it was sent.
 *
 * <p>One event loop.
 */
final class Dispatch implements Attempt.Listener {
  private static final Warnings WARNINGS = new Warnings(LoggerFactory.getLogger(Dispatch.class));
  private static final long PAUSE_MILLIS = 200;

  private final Worker worker;
  private final GatewayContext context;
  private final AnswerSink sink;
  private final long deadlineNanos;
  private final Set<Backend> tried = new HashSet<>();
  private final ArrayDeque<byte[]> waitingBody = new ArrayDeque<>();
  private int attempts;
  private AttemptFailure lastFailure = new AttemptFailure(Kind.NOT_SENT, "there is no web server");
  private boolean isBodyComplete;
  private boolean isSent;
  private boolean isStreaming;
  private boolean over;
  private OutgoingRequest request = OutgoingRequest.NONE;
  private @Nullable Attempt attempt;
  private @Nullable WholeAnswer head;
  private @Nullable KeptBody held;
  private @Nullable Future<?> holding;

  Dispatch(Worker worker, AnswerSink sink) {
    this.worker = worker;
    this.context = worker.context();
    this.sink = sink;
    this.deadlineNanos = context.nowNanos() + patienceNanos();
  }

  private long patienceNanos() {
    return TimeUnit.MILLISECONDS.toNanos(context.options().patience().requestMillis());
  }

  /** Sends a request to the first web server; of a streamed one, more of its body may have come. */
  void start(OutgoingRequest outgoing) {
    request = outgoing;
    next();
  }

  /** Nobody waits for the answer any more. */
  void cancel() {
    if (!over) {
      abortAttempt();
      finish();
    }
  }

  /** More of a streamed body. */
  void body(byte[] part) {
    waitingBody.addLast(part);
    sendBody();
  }

  /** A streamed body is complete. */
  void endBody() {
    isBodyComplete = true;
    sendBody();
  }

  boolean isBodyWritable() {
    Attempt current = attempt;
    return !over && isSent && current != null && current.isBodyWritable();
  }

  /** The sink is writable again. */
  void readMore() {
    Attempt current = attempt;
    if (current != null && !over) {
      current.readMore();
    }
  }

  private void next() {
    if (over || !isAllowed()) {
      return;
    }
    Optional<Backend> chosen = context.backends().choose(tried, context.nowNanos());
    if (chosen.isEmpty() && !tried.isEmpty() && mayTryAgain()) {
      tried.clear(); // Each one has failed: one of them may come back.
      nextLater();
    } else if (chosen.isEmpty()) {
      fail(503, lastFailure);
    } else {
      send(chosen.get());
    }
  }

  private void nextLater() {
    var unused = worker.loop().schedule(this::next, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Whether the request may be sent now; if not, it waits or fails. */
  private boolean isAllowed() {
    if (!sink.mayBeSent(attempts > 0)) {
      fail(AttemptFailure.CLIENT_GONE);
      return false;
    }
    if (request.lease().isHeld()) {
      return true;
    }
    if (!request.lease().isOver() && isInTime()) {
      nextLater();
    } else {
      fail(new AttemptFailure(Kind.NOT_ALLOWED, "this gateway has no lease of its group"));
    }
    return false;
  }

  private void send(Backend backend) {
    if (attempts > 0) {
      context.counters().dispatchAgain();
    }
    attempts++;
    isSent = false;
    backend.began(System.currentTimeMillis());
    int answerMillis = context.options().patience().answerMillis();
    Attempt started = new Attempt(worker.loop(), backend, request, answerMillis, this);
    attempt = started;
    worker.pool().connect(started, request.needsNewConnection());
  }

  private boolean mayTryAgain() {
    return attempts < context.options().redispatch().maxAttempts() && isInTime();
  }

  private boolean isInTime() {
    return context.nowNanos() - deadlineNanos < 0;
  }

  private void again() {
    Attempt current = attempt;
    if (current != null) {
      tried.add(current.backend());
    }
    abortAttempt();
    dropHeld();
    next();
  }

  private void abortAttempt() {
    Attempt current = attempt;
    attempt = null;
    if (current != null) {
      current.abort();
      current.backend().ended();
    }
  }

  @Override
  public boolean maySend() {
    return sink.mayBeSent(attempts > 1);
  }

  @Override
  public void sent() {
    isSent = true;
    sendBody();
    sink.bodyWanted();
  }

  private void sendBody() {
    Attempt current = attempt;
    if (!isSent || current == null) {
      return;
    }
    while (!waitingBody.isEmpty()) {
      current.writeBody(waitingBody.removeFirst());
    }
    if (isBodyComplete) {
      current.endBody();
    }
  }

  @Override
  public void answered(HttpResponse answer) {
    int status = answer.status().code();
    boolean isTransient = context.options().redispatch().statuses().contains(status);
    if (isTransient && request.isRepeatable() && mayTryAgain()) {
      again();
      return;
    }
    WholeAnswer received =
        new WholeAnswer(
            status,
            answer.status().reasonPhrase(),
            HopByHop.removed(HttpFields.ofNetty(answer.headers())),
            new byte[0]);
    if (status == HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
      switched(received);
      return;
    }
    hold(received);
  }

  private void hold(WholeAnswer received) {
    head = received.without(AnswerHold.BUFFERING);
    held =
        new KeptBody(
            context.kept(),
            context.options().keeping().answerBytes(),
            HttpFields.lengthOf(received.fields()));
    int millis = AnswerHold.millis(request, context.options(), received);
    if (millis == 0) {
      stream();
    } else if (millis != AnswerHold.UNTIL_END) {
      holding = worker.loop().schedule(this::stream, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void switched(WholeAnswer received) {
    Attempt current = attempt;
    if (!request.isUpgrade() || current == null) {
      abortAttempt();
      fail(
          new AttemptFailure(
              Kind.BROKEN, "a web server changed the protocol, although nobody asked for it"));
      return;
    }
    attempt = null;
    finish();
    sink.switched(received, current.detach());
    current.backend().ended();
  }

  @Override
  public void content(ByteBuf content) {
    KeptBody body = held;
    if (!isStreaming && body != null && body.add(content)) {
      return;
    }
    stream();
    if (!over) {
      sink.more(content.retainedSlice());
    }
  }

  /** From here on the client gets the answer as it comes. */
  private void stream() {
    WholeAnswer received = head;
    KeptBody body = held;
    if (isStreaming || received == null || body == null) {
      return;
    }
    isStreaming = true;
    sink.begin(received);
    byte[] first = body.toBytes();
    dropHeld();
    if (first.length > 0 && !over) {
      sink.more(Unpooled.wrappedBuffer(first));
    }
  }

  @Override
  public void ended() {
    Attempt current = attempt;
    attempt = null;
    if (current != null) {
      current.backend().ended();
    }
    WholeAnswer received = head;
    KeptBody body = held;
    if (isStreaming || received == null || body == null) {
      finish();
      sink.end();
    } else {
      held = null;
      finish();
      sink.complete(
          new WholeAnswer(received.status(), received.reason(), received.fields(), body.toBytes()),
          body);
    }
  }

  @Override
  public void failed(AttemptFailure failure) {
    Attempt current = attempt;
    attempt = null;
    if (current != null) {
      note(current.backend(), failure);
    }
    dropHeld();
    lastFailure = failure;
    boolean isUnsent =
        failure.kind() == Kind.NOT_SENT || (failure.kind() == Kind.NOT_ALLOWED && !isSent);
    boolean mayRepeat = request.isRepeatable() || isUnsent;
    if (isStreaming) {
      finish();
      warn(failure);
      sink.broken(failure.reason());
    } else if (mayRepeat && mayTryAgain()) {
      next();
    } else {
      fail(failure);
    }
  }

  /** A connection that was closed while it was idle says nothing about its web server. */
  private void note(Backend backend, AttemptFailure failure) {
    backend.ended();
    switch (failure.kind()) {
      case STALE -> worker.pool().closeIdle(backend);
      case TIMEOUT -> tried.add(backend);
      case NOT_ALLOWED, CLIENT_GONE -> attempts--;
      case NOT_SENT, BROKEN -> {
        tried.add(backend);
        backend.failed(failure.reason());
      }
    }
  }

  @Override
  public boolean wantsContent() {
    return !over && (!isStreaming || sink.isWritable());
  }

  @Override
  public void bodyWanted() {
    sink.bodyWanted();
  }

  private void fail(AttemptFailure failure) {
    fail(failure.kind().status(), failure);
  }

  private void fail(int status, AttemptFailure failure) {
    finish();
    warn(failure);
    sink.failed(status, failure.kind().text());
  }

  private static void warn(AttemptFailure failure) {
    WARNINGS.warn("a request got no complete answer: " + failure.reason());
  }

  private void finish() {
    over = true;
    dropHeld();
    waitingBody.clear();
  }

  private void dropHeld() {
    if (holding != null) {
      var unused = holding.cancel(false);
      holding = null;
    }
    if (held != null) {
      held.close();
      held = null;
    }
  }
}
