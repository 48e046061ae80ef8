package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A SOAP request under way: its envelope is read, and handed to the handler of its action; the
 * answer is encoded on the event loop.
 *
 * <p>An answer that is sent to WS-Addressing's {@code none} is dropped, and HTTP answers 202
 * without a body (WS-Addressing core 2.1, 3.4).
 */
final class ServerExchange extends Answer implements Exchange<Object> {
  private static final Logger LOG = LoggerFactory.getLogger(ServerExchange.class);
  private static final int ACCEPTED = 202;

  /** Answers up to this size wait for their turn without being counted. */
  private static final int FREE_ANSWER_BYTES = 4 << 10;

  private static final Outcome CLOSED = new Outcome(null, null, null);
  private static final SoapHeader UNREAD = unread(null);

  private final EndpointConnection connection;
  private final @Nullable MessageEncoding encoding;
  private final int requestBytes;
  private SoapHeader header = UNREAD;
  private boolean isFormNew;
  private boolean wantsResponse = true;
  private boolean wantsFault = true;
  private @Nullable Operation<?, Object> operation;

  /** A response that holds nothing of the budget for answers, or an {@link Outcome}. */
  private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

  /** What is answered, and what that holds of the budget for answers until it is written. */
  private record Outcome(
      @Nullable Object response, @Nullable SoapFault fault, ByteBudget.@Nullable Share held) {}

  /**
   * An exchange of which only the head has been read.
   *
   * @param encoding the form other than XML that both sides know; null if there is none
   */
  ServerExchange(
      EndpointConnection connection,
      RequestHead head,
      @Nullable MessageEncoding encoding,
      int requestBytes,
      long nowNanos) {
    super(head.end, nowNanos);
    this.connection = connection;
    this.encoding = encoding;
    this.requestBytes = requestBytes;
  }

  /**
   * Reads the envelope that is the body of the request, and queues the answer. Keeps neither head
   * nor body: the budget does not count what waits for an answer.
   */
  void dispatch(SoapService service, RequestHead head, MessageBody body, Routes routes) {
    try {
      SoapReader in = open(head, body);
      if (in == null) {
        return;
      }
      SoapHeader read = in.header();
      header = read;
      String action = read.action();
      requireAnonymousReplies(read);
      if (!head.knownTarget.equals(read.to())) {
        head.requireTarget(read.to(), routes);
      }
      if (!head.actions.isEmpty()) {
        head.requireAction(action);
      }
      Optional<SoapFault> objection =
          connection.guard == RequestGuard.OPEN
              ? Optional.empty()
              : connection.guard.objection(action, caller(), remoteAddress());
      SoapService.Binding<?, ?> binding = service.bindings.get(action);
      if (objection.isPresent()) {
        refuse(objection.get());
      } else if (binding == null) {
        refuse(SoapFault.actionNotSupported(action));
      } else {
        ask(binding, in, body);
      }
    } catch (SoapFaultException e) {
      refuse(e.fault(), e.messageId());
    } catch (XmlException | HttpException | IllegalArgumentException e) {
      // The last is of a value that the message's own type rejects.
      refuse(SoapFault.sender(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.warn("A request could not be read", e);
      refuse(SoapFault.sender("the request cannot be read"));
    }
  }

  /** Reads the header; null if the request has been refused already. */
  private @Nullable SoapReader open(RequestHead head, MessageBody body)
      throws XmlException, SoapFaultException {
    byte[] xml = body.array();
    int offset = body.offset();
    int length = requestBytes;
    SoapReader known = head.isXml ? connection.known.open(xml, offset, length) : null;
    if (known != null) {
      return known;
    }
    isFormNew = head.isXml;
    HttpLimits limits = connection.shared.limits();
    if (!head.isXml && encoding != null) {
      xml = encoding.decode(body.fromStart(), requestBytes, limits.maxEnvelopeBytes());
      offset = 0;
      length = xml.length;
    }
    XmlReader document = XmlReader.of(xml, offset, length, limits.xml());
    HttpResource refusal = OtherMediaType.refusal(document);
    if (refusal != null) {
      connection.enqueue(FixedAnswer.refusal(refusal, end(), askedNanos()));
      return null;
    }
    return SoapReader.openRequest(document, head.action);
  }

  /** Finds out which answers the request wants, and refuses it if they should go elsewhere. */
  private void requireAnonymousReplies(SoapHeader read) throws SoapFaultException {
    boolean response = isWanted(read.replyTo());
    wantsFault = read.faultTo() == null ? response : isWanted(read.faultTo());
    wantsResponse = response;
  }

  private static boolean isWanted(@Nullable EndpointReference endpoint) throws SoapFaultException {
    if (endpoint == null || endpoint.address().equals(Addressing.ANONYMOUS)) {
      return true;
    }
    if (endpoint.address().equals(Addressing.NONE)) {
      return false;
    }
    throw new SoapFaultException(SoapFault.onlyAnonymousReplies(endpoint.address()));
  }

  @SuppressWarnings("unchecked") // Answers come from the handler, and go to the same operation.
  private <Q, A> void ask(SoapService.Binding<Q, A> binding, SoapReader in, MessageBody body)
      throws XmlException {
    Operation<Q, A> asked = binding.operation;
    BodyReader<Q> reader = asked.requestReader();
    Q request = in.body(reader);
    if (isFormNew) {
      connection.known.learn(
          in, reader, asked.requestWriter(), request, body.array(), body.offset(), requestBytes);
    }
    operation = (Operation<?, Object>) asked;
    connection.enqueue(this);
    try {
      binding.handler.handle(request, (Exchange<A>) (Exchange<?>) this);
    } catch (RuntimeException e) {
      LOG.warn("The handler of {} failed", header.action(), e);
      fault(SoapFault.receiver("the request could not be handled"));
    }
  }

  private void refuse(SoapFault fault) {
    refuse(fault, null);
  }

  /** Refuses; the id of the message counts if its header could not be read. */
  private void refuse(SoapFault fault, @Nullable String messageId) {
    if (header.equals(UNREAD)) {
      header = unread(messageId);
    }
    connection.enqueue(this);
    fault(fault);
  }

  private static SoapHeader unread(@Nullable String messageId) {
    return new SoapHeader("", messageId, null, null, null, null, List.of());
  }

  @Override
  public void answer(Object response) {
    long bytes = operation == null ? 0 : operation.responseWriter().heldBytes(response);
    if (bytes <= FREE_ANSWER_BYTES || !wantsResponse) {
      complete(response);
      return;
    }
    ByteBudget.Share held = connection.shared.answers().share();
    if (held.resize(bytes, bytes)) {
      complete(new Outcome(response, null, held));
    } else {
      LOG.debug("Connection from {} closed: its answers find no room", remoteAddress());
      Channels.close(connection.channel);
    }
  }

  @Override
  public void fault(SoapFault fault) {
    complete(new Outcome(null, fault, null));
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
    Object done = outcome.get();
    if (done == null) {
      throw new IllegalStateException("an answer is written before it is there");
    }
    Outcome full = done instanceof Outcome it ? it : null;
    int start = out.writerIndex();
    try {
      if (full != null && full.fault != null) {
        writeFault(out, full.fault);
      } else if (full == null) {
        writeResponse(out, done);
      } else if (full.response != null) {
        writeResponse(out, full.response);
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
    giveBack(outcome.getAndSet(CLOSED));
  }

  private void complete(Object done) {
    if (outcome.compareAndSet(null, done)) {
      connection.answered();
    } else {
      giveBack(done);
    }
  }

  private static void giveBack(@Nullable Object done) {
    if (done instanceof Outcome full && full.held != null) {
      full.held.close();
    }
  }

  private void writeResponse(ByteBuf out, Object response) {
    Operation<?, Object> asked = operation;
    if (asked == null || asked.isOneWay() || !wantsResponse) {
      FixedAnswer.writeStatus(out, ACCEPTED, end());
      return;
    }
    SoapHeader headers = header.response(asked.responseAction());
    if (encoding == null) {
      int body = HttpWriter.beginSoapResponse(out, 200, end());
      connection.known.write(out, headers, asked.responseWriter(), response);
      HttpWriter.endBody(out, body);
    } else {
      int body = HttpWriter.beginSoapResponse(out, end(), encoding);
      connection.known.write(out, headers, asked.responseWriter(), response);
      HttpWriter.endEncoded(out, body, encoding);
    }
  }

  private void writeFault(ByteBuf out, SoapFault fault) {
    if (wantsFault) {
      // The status that the SOAP 1.2 HTTP binding gives a fault (part 2, table 20).
      int status = fault.code() == SoapFaultCode.SENDER ? 400 : 500;
      FixedAnswer.writeFault(out, status, header.fault(fault.action()), fault, end());
    } else {
      FixedAnswer.writeStatus(out, ACCEPTED, end());
    }
  }
}
