package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageCollector;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
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
  private final RequestEncoding encoding;
  private final HttpEnd end;
  private final long nowNanos;
  private Replies replies = Replies.ALL;

  SoapDispatch(
      SoapService service,
      EndpointConnection connection,
      KnownTarget target,
      RequestEncoding encoding,
      HttpEnd end,
      long nowNanos) {
    this.service = service;
    this.connection = connection;
    this.target = target;
    this.encoding = encoding;
    this.end = end;
    this.nowNanos = nowNanos;
  }

  /** Reads the envelope that is the body of a request for a path, and queues its answer. */
  void dispatch(String path, MessageCollector request, HttpLimits limits) {
    String messageId = null;
    try {
      SoapReader in = SoapReader.open(encoding.open(request, limits));
      messageId = in.header().messageId();
      replies = Replies.of(in.header());
      requireSamePath(path, in.header().to());
      TransportAction.requireNoOther(request.head().headers(), in.header().action());
      Optional<SoapFault> objection = connection.objection(in.header().action());
      if (objection.isPresent()) {
        refuse(objection.get(), messageId);
        return;
      }
      SoapService.Binding binding = service.binding(in.header().action());
      if (binding instanceof SoapService.TwoWay<?, ?> twoWay) {
        ask(twoWay, in, request.bodyLength());
      } else if (binding instanceof SoapService.OneWay<?> oneWay) {
        tell(oneWay, in);
      } else {
        refuse(SoapFault.actionNotSupported(in.header().action()), messageId);
      }
    } catch (XmlException e) {
      refuse(SoapFault.sender(String.valueOf(e.getMessage())), messageId);
    } catch (SoapFaultException e) {
      refuse(e.fault(), messageId);
    } catch (HttpException e) {
      refuse(SoapFault.sender(String.valueOf(e.getMessage())), messageId);
    } catch (IllegalArgumentException e) {
      // A value that the message's own type rejects.
      refuse(SoapFault.sender(String.valueOf(e.getMessage())), messageId);
    } catch (RuntimeException e) {
      LOG.warn("A request could not be read", e);
      refuse(SoapFault.sender("the request cannot be read"), messageId);
    }
  }

  private void requireSamePath(String path, @Nullable String to)
      throws SoapFaultException, HttpException {
    if (to != null && !target.leadsTo(path, to)) {
      throw new SoapFaultException(SoapFault.destinationUnreachable(to));
    }
  }

  private <Q, A> void ask(SoapService.TwoWay<Q, A> binding, SoapReader in, int bytes)
      throws XmlException {
    SoapHeader header = in.header();
    Q request = in.body(binding.operation().requestReader());
    ServerExchange<A> exchange =
        new ServerExchange<>(
            binding.operation(),
            header,
            bytes,
            replies,
            encoding.other(),
            connection,
            end,
            nowNanos);
    connection.enqueue(exchange);
    try {
      binding.handler().handle(request, exchange);
    } catch (RuntimeException e) {
      LOG.warn("The handler of {} failed", header.action(), e);
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

  private void refuse(SoapFault fault, @Nullable String messageId) {
    connection.enqueue(
        replies.wantsFault()
            ? FixedAnswer.fault(ServerExchange.statusOf(fault), fault, messageId, end, nowNanos)
            : FixedAnswer.status(ServerExchange.ACCEPTED, end, nowNanos));
  }
}
