package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapHeader;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operation under way; the answer is encoded on the event loop. */
final class ServerExchange<A> extends Answer implements Exchange<A> {
  private static final Logger LOG = LoggerFactory.getLogger(ServerExchange.class);

  static final int ACCEPTED = 202;

  /** Answers up to this size wait for their turn without being counted. */
  private static final int FREE_ANSWER_BYTES = 4 << 10;

  private final Operation<?, A> operation;
  private final SoapHeader header;
  private final int requestBytes;
  private final Replies replies;
  private final @Nullable MessageEncoding encoding;
  private final EndpointConnection connection;
  private final AtomicReference<@Nullable Outcome<A>> outcome = new AtomicReference<>();

  ServerExchange(
      Operation<?, A> operation,
      SoapHeader header,
      int requestBytes,
      Replies replies,
      @Nullable MessageEncoding encoding,
      EndpointConnection connection,
      HttpEnd end,
      long askedNanos) {
    super(end, askedNanos);
    this.operation = operation;
    this.header = header;
    this.requestBytes = requestBytes;
    this.replies = replies;
    this.encoding = encoding;
    this.connection = connection;
  }

  /** What is answered, and what that holds of the budget for answers until it is written. */
  private record Outcome<A>(
      @Nullable A response, @Nullable SoapFault fault, ByteBudget.@Nullable Share held) {}

  @Override
  public void answer(A response) {
    ByteBudget.Share held = null;
    long bytes = operation.responseWriter().heldBytes(response);
    if (bytes > FREE_ANSWER_BYTES && replies.wantsResponse()) {
      held = connection.answerShare();
      if (!held.resize(bytes, bytes)) {
        connection.closeForLackOfRoom();
        return;
      }
    }
    complete(new Outcome<>(response, null, held));
  }

  @Override
  public void fault(SoapFault fault) {
    complete(new Outcome<>(null, fault, null));
  }

  @Override
  public SoapHeader header() {
    return header;
  }

  @Override
  public int requestBytes() {
    return requestBytes;
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return connection.remoteAddress();
  }

  @Override
  public Optional<X509Certificate> caller() {
    return Optional.ofNullable(connection.caller());
  }

  @Override
  public InetSocketAddress localAddress() {
    return connection.localAddress();
  }

  @Override
  public void keepConnection() {
    connection.keep();
  }

  @Override
  boolean isReady() {
    return outcome.get() != null;
  }

  @Override
  protected void write(ByteBuf out) {
    Outcome<A> done = outcome.get();
    if (done == null) {
      throw new IllegalStateException("an answer is written before it is there");
    }
    int start = out.writerIndex();
    try {
      if (done.fault() != null) {
        writeFault(out, done.fault());
      } else if (done.response() != null) {
        writeResponse(out, done.response());
      }
    } catch (RuntimeException e) {
      LOG.warn("The answer to {} cannot be written", header.action(), e);
      out.writerIndex(start);
      writeFault(out, SoapFault.receiver("the answer cannot be written as XML"));
    }
  }

  /** Gives back what is held; an answer that comes later is dropped. */
  @Override
  public void close() {
    super.close();
    Outcome<A> done = outcome.getAndSet(new Outcome<>(null, null, null));
    if (done != null && done.held() != null) {
      done.held().close();
    }
  }

  /** The status that the SOAP 1.2 HTTP binding gives a fault (part 2, table 20). */
  static int statusOf(SoapFault fault) {
    return fault.code() == SoapFaultCode.SENDER ? 400 : 500;
  }

  private void complete(Outcome<A> done) {
    if (outcome.compareAndSet(null, done)) {
      connection.answered();
    } else if (done.held() != null) {
      done.held().close();
    }
  }

  private void writeResponse(ByteBuf out, A response) {
    if (operation.isOneWay() || !replies.wantsResponse()) {
      FixedAnswer.writeStatus(out, ACCEPTED, end());
      return;
    }
    SoapHeader headers = header.response(operation.responseAction());
    if (encoding == null) {
      int body = HttpWriter.beginSoapResponse(out, 200, end());
      connection.known().write(out, headers, operation.responseWriter(), response);
      HttpWriter.endBody(out, body);
    } else {
      int body = HttpWriter.beginSoapResponse(out, end(), encoding);
      connection.known().write(out, headers, operation.responseWriter(), response);
      HttpWriter.endEncoded(out, body, encoding);
    }
  }

  private void writeFault(ByteBuf out, SoapFault fault) {
    if (replies.wantsFault()) {
      FixedAnswer.writeFault(out, statusOf(fault), header.fault(fault.action()), fault, end());
    } else {
      FixedAnswer.writeStatus(out, ACCEPTED, end());
    }
  }
}
