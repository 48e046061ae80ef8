package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the envelope of one request and hands it to the handler of its action. */
final class SoapDispatch {
  private static final Logger LOG = LoggerFactory.getLogger(SoapDispatch.class);

  private final SoapService service;
  private final EndpointConnection connection;
  private final KnownTarget target;
  private final RequestHead head;
  private final HttpEnd end;
  private final long nowNanos;
  private Replies replies = Replies.ALL;
  private @Nullable SoapHeader header;

  SoapDispatch(
      SoapService service,
      EndpointConnection connection,
      KnownTarget target,
      RequestHead head,
      long nowNanos) {
    this.service = service;
    this.connection = connection;
    this.target = target;
    this.head = head;
    this.end = head.end();
    this.nowNanos = nowNanos;
  }

  /** Reads the envelope that is the body of the request, and queues its answer. */
  void dispatch(RequestEncoding encoding, MessageBody body, HttpLimits limits) {
    try {
      SoapReader in = open(encoding, body, limits);
      if (in == null) {
        return;
      }
      header = in.header();
      String action = in.header().action();
      replies = Replies.of(in.header());
      requireSamePath(head.path(), in.header().to());
      head.action().requireNoOther(action);
      Optional<SoapFault> objection = connection.objection(action);
      if (objection.isPresent()) {
        refuse(objection.get());
        return;
      }
      SoapService.Binding binding = service.binding(action);
      if (binding instanceof SoapService.TwoWay<?, ?> twoWay) {
        ask(twoWay, in, encoding, body);
      } else if (binding instanceof SoapService.OneWay<?> oneWay) {
        tell(oneWay, in);
      } else {
        refuse(SoapFault.actionNotSupported(action));
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
  private @Nullable SoapReader open(RequestEncoding encoding, MessageBody body, HttpLimits limits)
      throws XmlException, SoapFaultException {
    SoapReader known =
        encoding.isXml()
            ? connection.known().open(body.array(), body.offset(), body.length())
            : null;
    if (known != null) {
      return known;
    }
    XmlReader document = encoding.open(body, limits);
    HttpResource refusal = OtherMediaType.refusal(document);
    if (refusal != null) {
      connection.enqueue(FixedAnswer.resource(415, refusal, end, nowNanos));
      return null;
    }
    return SoapReader.openRequest(document, head.action().named());
  }

  private void requireSamePath(String path, @Nullable String to)
      throws SoapFaultException, HttpException {
    if (to != null && !target.leadsTo(path, to)) {
      throw new SoapFaultException(SoapFault.destinationUnreachable(to));
    }
  }

  private <Q, A> void ask(
      SoapService.TwoWay<Q, A> binding, SoapReader in, RequestEncoding encoding, MessageBody body)
      throws XmlException {
    SoapHeader asked = in.header();
    Operation<Q, A> operation = binding.operation();
    BodyReader<Q> reader = operation.requestReader();
    Q request = in.body(reader);
    int bytes = body.length();
    if (encoding.isXml()) {
      BodyWriter<Q> writer = operation.requestWriter();
      connection.known().learn(in, reader, writer, request, body.array(), body.offset(), bytes);
    }
    ServerExchange<A> exchange =
        new ServerExchange<>(
            operation, asked, bytes, replies, encoding.other(), connection, end, nowNanos);
    connection.enqueue(exchange);
    try {
      binding.handler().handle(request, exchange);
    } catch (RuntimeException e) {
      LOG.warn("The handler of {} failed", asked.action(), e);
      exchange.fault(SoapFault.receiver("the request could not be handled"));
    }
  }

  private <Q> void tell(SoapService.OneWay<Q> binding, SoapReader in) throws XmlException {
    Q request = in.body(binding.reader());
    connection.enqueue(FixedAnswer.status(ServerExchange.ACCEPTED, end, nowNanos));
    try {
      binding.handler().accept(request);
    } catch (RuntimeException e) {
      LOG.warn("The handler of {} failed", in.header().action(), e);
    }
  }

  private void refuse(SoapFault fault) {
    refuse(fault, null);
  }

  /** Refuses; the id of the message counts if its header could not be read. */
  private void refuse(SoapFault fault, @Nullable String messageId) {
    SoapHeader answered =
        header == null
            ? SoapHeader.response(fault.action(), messageId)
            : header.fault(fault.action());
    connection.enqueue(
        replies.wantsFault()
            ? FixedAnswer.fault(ServerExchange.statusOf(fault), answered, fault, end, nowNanos)
            : FixedAnswer.status(ServerExchange.ACCEPTED, end, nowNanos));
  }
}
