package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.MessageBody;
import io.netty.handler.codec.http.HttpMethod;

/** Hands the requests of one connection to what is at their paths. On its event loop. */
final class RequestRouter {
  private final EndpointConnection connection;
  private final Routes routes;
  private final HttpLimits limits;
  private final KnownTarget target;

  /** Makes an answer of a document. */
  private interface DocumentAnswer {
    FixedAnswer of(HttpResource resource, HttpEnd end, long nowNanos);
  }

  RequestRouter(EndpointConnection connection, Routes routes, HttpLimits limits) {
    this.connection = connection;
    this.routes = routes;
    this.limits = limits;
    this.target = new KnownTarget(routes::isNamed);
  }

  /** Queues an answer to a request. */
  void answer(RequestHead head, MessageBody body, long nowNanos) {
    HttpMethod method = head.request().method();
    Routes.Handler handler = routes.handler();
    if (handler != null) {
      HttpExchange exchange = new HttpExchange(connection, handler, head, body.text(), nowNanos);
      connection.enqueue(exchange);
      exchange.handle();
    } else if (method.equals(HttpMethod.POST)) {
      post(head, body, nowNanos);
    } else if (method.equals(HttpMethod.GET)) {
      serve(head, nowNanos, FixedAnswer::resource);
    } else if (method.equals(HttpMethod.HEAD)) {
      serve(head, nowNanos, FixedAnswer::headOf);
    } else {
      connection.enqueue(FixedAnswer.status(405, head.end(), nowNanos));
    }
  }

  private void serve(RequestHead head, long nowNanos, DocumentAnswer answer) {
    HttpResource resource = routes.resource(head.path(), connection.localAddress());
    connection.enqueue(
        resource == null
            ? FixedAnswer.status(404, head.end(), nowNanos)
            : answer.of(resource, head.end(), nowNanos));
  }

  private void post(RequestHead head, MessageBody body, long nowNanos) {
    SoapService service = routes.service(head.path());
    if (service == null) {
      connection.enqueue(FixedAnswer.status(404, head.end(), nowNanos));
      return;
    }
    RequestEncoding encoding = head.encoding(routes.encoding());
    if (encoding.isKnown()) {
      new SoapDispatch(service, connection, target, head, nowNanos)
          .dispatch(encoding, body, limits);
    } else {
      HttpResource refusal = OtherMediaType.refusal(head.request());
      connection.enqueue(FixedAnswer.resource(415, refusal, head.end(), nowNanos));
    }
  }
}
