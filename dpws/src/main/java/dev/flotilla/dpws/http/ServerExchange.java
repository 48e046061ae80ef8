package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request-response operation under way; the answer is encoded on the event loop. */
final class ServerExchange<A> extends Answer implements Exchange<A> {
  private static final Logger LOG = LoggerFactory.getLogger(ServerExchange.class);

  private final Operation<?, A> operation;
  private final SoapHeader header;
  private final EndpointConnection connection;
  private final AtomicReference<@Nullable Outcome<A>> outcome = new AtomicReference<>();

  ServerExchange(
      Operation<?, A> operation,
      SoapHeader header,
      EndpointConnection connection,
      HttpEnd end,
      long askedNanos) {
    super(end, askedNanos);
    this.operation = operation;
    this.header = header;
    this.connection = connection;
  }

  private record Outcome<A>(@Nullable A response, @Nullable SoapFault fault) {}

  @Override
  public void answer(A response) {
    complete(new Outcome<>(response, null));
  }

  @Override
  public void fault(SoapFault fault) {
    complete(new Outcome<>(null, fault));
  }

  @Override
  public SoapHeader header() {
    return header;
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return connection.remoteAddress();
  }

  @Override
  public InetSocketAddress localAddress() {
    return connection.localAddress();
  }

  @Override
  boolean isReady() {
    return outcome.get() != null;
  }

  @Override
  void write(ByteBuf out) {
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

  /** The status that the SOAP 1.2 HTTP binding gives a fault (part 2, table 20). */
  static int statusOf(SoapFault fault) {
    return fault.code() == SoapFaultCode.SENDER ? 400 : 500;
  }

  private void complete(Outcome<A> done) {
    if (outcome.compareAndSet(null, done)) {
      connection.answered();
    }
  }

  private void writeResponse(ByteBuf out, A response) {
    int body = HttpWriter.beginSoapResponse(out, 200, end());
    SoapHeader headers = SoapHeader.response(operation.responseAction(), header.messageId());
    SoapWriter.write(out, headers, operation.responseWriter(), response);
    HttpWriter.endBody(out, body);
  }

  private void writeFault(ByteBuf out, SoapFault fault) {
    int body = HttpWriter.beginSoapResponse(out, statusOf(fault), end());
    SoapWriter.writeFault(out, fault, header.messageId());
    HttpWriter.endBody(out, body);
  }
}
