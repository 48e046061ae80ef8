package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.BadRequest;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.HopByHop;
import dev.flotilla.gateway.http.RequestHead;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.Admission;
import dev.flotilla.gateway.log.Lease;
import dev.flotilla.gateway.log.RequestKey;
import dev.flotilla.gateway.log.Ticket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of a client, from its head to its answer.
 *
 * <p>A request is dispatched when it is complete, so that it can be dispatched again. One that is
 * too large to be kept is dispatched when that is certain, and its body follows as it comes.
 *
 * <p>One event loop.
 */
final class Exchange implements AnswerSink {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String PROXY = "1.1 flotilla";

  /** A client that waits for an answer ends its sending side at once after its request. */
  private static final long HALF_CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Worker worker;
  private final GatewayContext context;
  private final ClientConnection client;
  private final RequestHead head;
  private final AnswerWriter writer;
  private final KeptBody kept;
  private Ticket ticket = Ticket.NONE;
  private @Nullable Dispatch dispatch;
  private @Nullable KeptBody heldAnswer;
  private boolean isStreamed;
  private boolean isAnswering;
  private boolean isClientGone;
  private boolean isInputOver;
  private boolean isClosedLate;
  private boolean over;

  Exchange(Worker worker, ClientConnection client, RequestHead head) {
    this.worker = worker;
    this.context = worker.context();
    this.client = client;
    this.head = head;
    this.writer =
        new AnswerWriter(
            client.channel(), head.method().equals("HEAD"), head.minorVersion(), head.keepsAlive());
    this.kept =
        new KeptBody(
            context.kept(),
            context.options().keeping().requestBytes(),
            head.framing().lengthBytes());
  }

  void start() {
    if (head.asksForWebSocket()) {
      Dispatch started = new Dispatch(worker, this);
      dispatch = started;
      started.start(
          OutgoingRequest.upgrade(new WholeRequest("GET", head.target(), fields(), bytes())));
      return;
    }
    if (head.expectsContinue()) {
      client.sendContinue();
    }
    if (head.framing().lengthBytes() > context.options().keeping().requestBytes()) {
      stream();
    }
  }

  private byte[] bytes() {
    return kept.toBytes();
  }

  /** What is forwarded, with what this proxy adds. */
  private Fields fields() {
    Fields forwarded =
        HopByHop.removed(head.fields()).without(name -> name.equals("content-length"));
    return ForwardedFields.in(forwarded, client.clientAddress(), context.options().trusted())
        .with("Via", PROXY);
  }

  /** A part of the body. */
  void body(ByteBuf content) {
    if (over) {
      return;
    }
    if (!isStreamed && isKept(content)) {
      return;
    }
    stream();
    Dispatch current = dispatch;
    if (current != null) {
      current.body(ByteBufUtil.getBytes(content));
    }
  }

  /** If all room is taken, requests that have stalled give up theirs. */
  private boolean isKept(ByteBuf content) {
    return kept.fits(content)
        && (kept.add(content) || (worker.evictStalled() && kept.add(content)));
  }

  /** Whether the body is kept as it comes. */
  boolean isKept() {
    return !isStreamed && kept.size() > 0;
  }

  private void stream() {
    if (isStreamed) {
      return;
    }
    isStreamed = true;
    if (head.fields().has(RequestKey.FIELD)) {
      refused(cannotBeKept());
      return;
    }
    context.counters().stream();
    WholeRequest beginning = new WholeRequest(head.method(), head.target(), fields(), bytes());
    Dispatch started = new Dispatch(worker, this);
    dispatch = started;
    here(
        context.log().admitStreamed(head.method()),
        admission ->
            admitted(
                admission,
                lease -> OutgoingRequest.streamed(beginning, head.framing(), lease),
                started));
  }

  private BadRequest cannotBeKept() {
    int mostBytes = context.options().keeping().requestBytes();
    return head.framing().lengthBytes() > mostBytes || kept.size() >= mostBytes / 2
        ? new BadRequest(
            413,
            "a body of more than %s bytes with an Idempotency-Key cannot be kept"
                .formatted(mostBytes))
        : new BadRequest(503, "there is no memory to keep the request; try again later");
  }

  /** The body is complete. */
  void bodyEnded() {
    Dispatch current = dispatch;
    if (over || head.asksForWebSocket()) {
      return;
    }
    if (isStreamed) {
      if (current != null) {
        current.endBody();
      }
      return;
    }
    WholeRequest whole = new WholeRequest(head.method(), head.target(), fields(), bytes());
    try {
      Optional<RequestKey> key = RequestKey.of(whole);
      boolean isRepeatable = key.isPresent() || RequestHead.isIdempotent(head.method());
      here(
          context.log().admit(whole, key),
          admission ->
              admitted(
                  admission,
                  lease -> OutgoingRequest.whole(whole, isRepeatable, lease),
                  new Dispatch(worker, this)));
    } catch (BadRequest e) {
      refused(e);
    }
  }

  private void admitted(
      Admission admission, Function<Lease, OutgoingRequest> request, Dispatch next) {
    if (!(admission instanceof Admission.Forward forward)) {
      decided(admission);
    } else if (over) {
      context.log().abandon(forward.ticket()); // The client has gone meanwhile.
    } else {
      ticket = forward.ticket();
      dispatch = next;
      next.start(request.apply(ticket.lease()));
    }
  }

  /** Runs an action on this event loop when a stage is complete. */
  private void here(CompletionStage<Admission> stage, Consumer<Admission> action) {
    var unused =
        stage
            .exceptionally(
                failure -> {
                  LOG.error("the log of requests failed", failure);
                  return new Admission.Refuse(500, "the log of requests failed");
                })
            .thenAccept(
                admission -> {
                  if (worker.loop().inEventLoop()) {
                    action.accept(admission);
                  } else {
                    worker.loop().execute(() -> action.accept(admission));
                  }
                });
  }

  boolean wantsBody() {
    Dispatch current = dispatch;
    return !isStreamed || over || (current != null && current.isBodyWritable());
  }

  @Override
  public void bodyWanted() {
    client.readMore();
  }

  /** The client reads again. */
  void writable() {
    Dispatch current = dispatch;
    if (current != null) {
      current.readMore();
    }
  }

  /** The rest of the request is invalid. */
  void refused(BadRequest refusal) {
    cancel();
    context.log().abandon(ticket);
    context.counters().refusal();
    writer.closeAfterwards();
    if (isAnswering) {
      client.breakOff();
    } else {
      send(Refusals.answer(refusal.status(), refusal.reason()));
    }
  }

  private void cancel() {
    Dispatch current = dispatch;
    if (current != null) {
      current.cancel();
    }
  }

  /**
   * The client has closed its connection. What may change something and was sent goes on, since its
   * answer may be asked for again.
   */
  void clientGone() {
    isClientGone = true;
    kept.close();
    boolean isAdmitted = dispatch != null && !isStreamed;
    boolean goesOn = isAdmitted && !isAnswering && !RequestHead.isSafe(head.method());
    if (!goesOn && !over) {
      over = true;
      cancel();
      context.log().abandon(ticket);
    }
  }

  @Override
  public void complete(WholeAnswer answer, KeptBody held) {
    context.counters().answer();
    heldAnswer = held;
    here(context.log().complete(ticket, answer), this::decided);
  }

  /**
   * A client that has gone may have sent the request through another gateway since, and another one
   * after it: then it must not be sent any more, unless its key says what was executed.
   */
  @Override
  public boolean mayBeSent(boolean isAgain) {
    if (ticket.key().isPresent() || RequestHead.isSafe(head.method())) {
      return true;
    }
    return !isClientGone && !isClosedLate && (!isAgain || !isInputOver);
  }

  /**
   * The client sends nothing more. If it did so with its request, it waits for the answer; if it
   * did so later, it has probably closed the connection, which looks the same.
   *
   * @param quietNanos the time since the last byte of the client
   */
  void inputEnded(long quietNanos) {
    isInputOver = true;
    isClosedLate = quietNanos > HALF_CLOSE_NANOS;
    writer.closeAfterwards();
  }

  private void decided(Admission admission) {
    if (admission instanceof Admission.Send sent) {
      WholeAnswer answer = visible(sent.answer());
      if (sent.isRepeated()) {
        context.counters().repetition();
        answer = answer.with("Idempotency-Replayed", "true");
      }
      send(answer);
    } else if (admission instanceof Admission.Refuse refusal) {
      context.counters().refusal();
      send(Refusals.answer(refusal));
    }
  }

  private WholeAnswer visible(WholeAnswer answer) {
    WholeAnswer visible = answer.with("Via", PROXY);
    return ticket.isSkipped() && context.log().isReplicated()
        ? visible.with("Flotilla-Log", "skipped")
        : visible;
  }

  private void send(WholeAnswer answer) {
    over = true;
    kept.close();
    KeptBody held = heldAnswer;
    if (isClientGone) {
      close(held);
    } else {
      var unused = writer.whole(answer).addListener(written -> close(held));
      client.answered(writer);
    }
  }

  private static void close(@Nullable KeptBody held) {
    if (held != null) {
      held.close();
    }
  }

  @Override
  public void begin(WholeAnswer answer) {
    isAnswering = true;
    if (isClientGone) {
      over = true;
      cancel();
      context.log().completeWithoutAnswer(ticket);
      return;
    }
    kept.close();
    writer.begin(visible(answer));
  }

  @Override
  public void more(ByteBuf content) {
    if (isClientGone || over) {
      content.release();
    } else {
      writer.more(content);
    }
  }

  @Override
  public void end() {
    over = true;
    context.counters().answer();
    context.log().completeWithoutAnswer(ticket);
    if (!isClientGone) {
      writer.end();
      client.answered(writer);
    }
  }

  @Override
  public void broken(String reason) {
    over = true;
    context.counters().failure();
    context.log().completeWithoutAnswer(ticket);
    if (!isClientGone) {
      client.breakOff();
    }
  }

  @Override
  public void failed(int status, String reason) {
    context.counters().failure();
    context.log().abandon(ticket);
    send(Refusals.answer(status, reason));
  }

  @Override
  public void switched(WholeAnswer answer, Channel server) {
    over = true;
    kept.close();
    context.counters().tunnel();
    if (isClientGone) {
      var unused = server.close();
      return;
    }
    writer.switching(visible(answer));
    client.tunnel(server);
  }

  @Override
  public boolean isWritable() {
    return client.channel().isWritable();
  }
}
